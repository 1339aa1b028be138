/*
 * scansup.h
 *		Case and length rules for identifiers.
 *
 * Used by the scanner and by everything else that reads identifiers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/scansup.h
 */
#ifndef SCANSUP_H
#define SCANSUP_H

extern char *downcase_truncate_identifier(const char *ident, int len, bool warn);
extern char *downcase_identifier(const char *ident, int len, bool warn,
								 bool truncate);
extern void truncate_identifier(char *ident, int len, bool warn);
extern bool scanner_isspace(char ch);

#endif /* SCANSUP_H */

/*
 * parser_upcalls.h
 *		What the parser calls in the commands above it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parser_upcalls.h
 */
#ifndef PARSER_UPCALLS_H
#define PARSER_UPCALLS_H

/* commands/indexcmds.c */
extern char *ChooseRelationName(const char *name1, const char *name2,
								const char *label, Oid namespaceid,
								bool isconstraint);

#endif /* PARSER_UPCALLS_H */

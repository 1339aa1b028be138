/*
 * mb/stringinfo_mb.h
 *		Growing strings with text in the database encoding.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/mb/stringinfo_mb.h
 */
#ifndef STRINGINFO_MB_H
#define STRINGINFO_MB_H

#include "lib/stringinfo.h"

/* 'text' with quotes doubled; at most maxlen bytes of it (-1: all), then ... */
extern void appendStringInfoStringQuoted(StringInfo str, const char *s,
										 int maxlen);

#endif /* STRINGINFO_MB_H */

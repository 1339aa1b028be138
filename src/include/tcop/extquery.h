/*
 * extquery.h
 *		The messages of the extended query protocol.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/tcop/extquery.h
 */
#ifndef EXTQUERY_H
#define EXTQUERY_H

#include "lib/stringinfo.h"

/* Each takes the body of one message, and reports errors by ereport. */
extern void extquery_parse(StringInfo msg);
extern void extquery_bind(StringInfo msg);
extern void extquery_describe(StringInfo msg);
extern void extquery_execute(StringInfo msg);
extern void extquery_close(StringInfo msg);
extern void extquery_forget_unnamed(void);

#endif /* EXTQUERY_H */

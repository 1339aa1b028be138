/*
 * readfuncs.h
 *		The tokens of the node text form, for read.c and readfuncs.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/readfuncs.h
 */
#ifndef READFUNCS_H
#define READFUNCS_H

#include "nodes/nodes.h"

extern const char *pg_strtok(int *length);
extern char *debackslash(const char *token, int length);
extern void *nodeRead(const char *token, int tok_len);
extern Node *parseNodeString(void);

#endif /* READFUNCS_H */

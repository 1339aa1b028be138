/*
 * copy.h
 *		The COPY command.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/copy.h
 */
#ifndef COPY_H
#define COPY_H

#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "tcop/dest.h"

extern void DoCopy(ParseState *pstate, const CopyStmt *stmt,
				   int stmt_location, int stmt_len, uint64 *processed);

#endif /* COPY_H */

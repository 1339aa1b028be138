/*
 * supportnodes.h
 *		Requests that the planner sends to a function's support function.
 *
 * Only the kinds that the planner here sends are declared.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/supportnodes.h
 */
#ifndef SUPPORTNODES_H
#define SUPPORTNODES_H

#include "nodes/primnodes.h"

struct PlannerInfo;

/* Replace a call by something simpler; the answer is a node, or NULL. */
typedef struct SupportRequestSimplify
{
	NodeTag type;
	struct PlannerInfo *root;
	FuncExpr *fcall;
} SupportRequestSimplify;

/* How many rows a set-returning call yields. */
typedef struct SupportRequestRows
{
	NodeTag type;
	struct PlannerInfo *root;
	Oid funcid;
	Node *node;
	double rows; /* out */
} SupportRequestRows;

#endif /* SUPPORTNODES_H */

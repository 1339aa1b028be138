/*
 * prs2lock.h
 *		The rules of a relation as the relation cache keeps them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/prs2lock.h
 */
#ifndef PRS2LOCK_H
#define PRS2LOCK_H

#include "access/attnum.h"
#include "nodes/pg_list.h"

typedef struct RewriteRule
{
	Oid ruleId;
	CmdType event;
	Node *qual;
	List *actions; /* of Query */
	char enabled; /* RULE_FIRES_... */
	bool isInstead;
} RewriteRule;

typedef struct RuleLock
{
	int numLocks;
	RewriteRule **rules;
} RuleLock;

#endif /* PRS2LOCK_H */

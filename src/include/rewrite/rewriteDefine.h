/*
 * rewriteDefine.h
 *		Definition of rewrite rules, above all the SELECT rules of views.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/rewrite/rewriteDefine.h
 */
#ifndef REWRITEDEFINE_H
#define REWRITEDEFINE_H

#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"
#include "utils/relcache.h"

/* pg_rewrite.ev_enabled and pg_trigger.tgenabled */
#define RULE_FIRES_ON_ORIGIN 'O'
#define RULE_FIRES_ALWAYS 'A'
#define RULE_FIRES_ON_REPLICA 'R'
#define RULE_DISABLED 'D'

#define ViewSelectRuleName "_RETURN"

extern ObjectAddress DefineRule(RuleStmt *stmt, const char *queryString);
extern ObjectAddress DefineQueryRewrite(const char *rulename, Oid event_relid,
										Node *event_qual, CmdType event_type,
										bool is_instead, bool replace,
										List *action);
extern ObjectAddress RenameRewriteRule(RangeVar *relation, const char *oldName,
									   const char *newName);
extern void setRuleCheckAsUser(Node *node, Oid userid);
extern void EnableDisableRule(Relation rel, const char *rulename,
							  char fires_when);

/* rewriteRemove.c, rewriteSupport.c */
extern void RemoveRewriteRuleById(Oid ruleOid);
extern bool IsDefinedRewriteRule(Oid owningRel, const char *ruleName);
extern void SetRelationRuleStatus(Oid relationId, bool relHasRules);
extern Oid get_rewrite_oid(Oid relid, const char *rulename, bool missing_ok);

#endif /* REWRITEDEFINE_H */

/*
 * plancache.c
 *		Prepared statements, their invalidation, generic and custom plans.
 *
 * A plan source keeps the parse tree, its analysis and what the analysis
 * depends on; a change of a dependency marks it invalid, and it is analyzed
 * anew on next use.  A generic plan is kept; the first five executions with
 * parameters are planned for their values, and the average cost decides how
 * to go on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/utils/cache/plancache.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "parser/analyze.h"
#include "parser/parsetree.h"
#include "storage/lmgr.h"
#include "tcop/pquery.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/resowner_private.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* trees that can be invalidated while not in use; guarded by being local */
static dlist_head saved_sources = DLIST_STATIC_INIT(saved_sources);
static dlist_head cached_exprs = DLIST_STATIC_INIT(cached_exprs);

int plan_cache_mode = PLAN_CACHE_MODE_AUTO;

static void release_generic(CachedPlanSource *src);
static void invalidate_source(CachedPlanSource *src);
static void revalidate(CachedPlanSource *src, QueryEnvironment *env);
static CachedPlan *build_plan(CachedPlanSource *src, ParamListInfo params,
							  QueryEnvironment *env);
static void acquire_locks(List *querytree_list, bool acquire);
static void acquire_plan_locks(List *stmt_list, bool acquire);
static bool lock_walker(Node *node, bool *acquire);
static void relation_changed(Datum arg, Oid relid);
static void object_changed(Datum arg, int cacheid, uint32 hashvalue);
static void anything_changed(Datum arg, int cacheid, uint32 hashvalue);

/* Register for invalidations; once per backend. */
void
InitPlanCache(void)
{
	CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(PROCOID, object_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(TYPEOID, object_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(NAMESPACEOID, anything_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(OPEROID, anything_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(AMOPOPID, anything_changed, (Datum) 0);
}

/* ---------------------------------------------------------------- making a source */

static CachedPlanSource *
new_source(RawStmt *raw, const char *query_string, CommandTag commandTag,
		   MemoryContext cxt)
{
	CachedPlanSource *src = palloc0(sizeof(CachedPlanSource));

	src->magic = CACHEDPLANSOURCE_MAGIC;
	src->raw_parse_tree = raw;
	src->query_string = query_string;
	src->commandTag = commandTag;
	src->context = cxt;
	src->generic_cost = -1;
	return src;
}

/*
 * Step 1, before analysis.  The source is a child of the caller's context until
 * it is saved.
 */
CachedPlanSource *
CreateCachedPlan(RawStmt *raw_parse_tree, const char *query_string,
				 CommandTag commandTag)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext,
											  "CachedPlanSource",
											  ALLOCSET_START_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	CachedPlanSource *src;

	src = new_source(copyObject(raw_parse_tree), pstrdup(query_string),
					 commandTag, cxt);
	MemoryContextSetIdentifier(cxt, src->query_string);
	MemoryContextSwitchTo(caller);
	return src;
}

/* The same for a statement that is run once: nothing is copied. */
CachedPlanSource *
CreateOneShotCachedPlan(RawStmt *raw_parse_tree, const char *query_string,
						CommandTag commandTag)
{
	CachedPlanSource *src = new_source(raw_parse_tree, query_string, commandTag,
									   CurrentMemoryContext);

	src->is_oneshot = true;
	return src;
}

static bool
is_transaction_control(CachedPlanSource *src)
{
	return src->raw_parse_tree &&
		IsA(src->raw_parse_tree->stmt, TransactionStmt);
}

/* Does the statement need analysis again when something changes? */
static bool
can_be_invalid(CachedPlanSource *src)
{
	return !src->is_oneshot && src->raw_parse_tree &&
		analyze_requires_snapshot(src->raw_parse_tree);
}

static TupleDesc
result_desc(List *stmts)
{
	Query *query;

	switch (ChoosePortalStrategy(stmts))
	{
		case PORTAL_ONE_SELECT:
		case PORTAL_ONE_MOD_WITH:
			return ExecCleanTypeFromTL(linitial_node(Query, stmts)->targetList);
		case PORTAL_ONE_RETURNING:
		{
			ListCell *lc;

			foreach (lc, stmts)
				if (lfirst_node(Query, lc)->canSetTag)
					return ExecCleanTypeFromTL(lfirst_node(Query, lc)->returningList);
			return NULL;
		}
		case PORTAL_UTIL_SELECT:
			query = linitial_node(Query, stmts);
			return UtilityTupleDescriptor(query->utilityStmt);
		default:
			return NULL;
	}
}

/* Note what the analyzed trees depend on. */
static void
set_dependencies(CachedPlanSource *src, List *querytree_list)
{
	bool row_security;

	extract_query_dependencies((Node *) querytree_list, &src->relationOids,
							   &src->invalItems, &row_security);
}

/*
 * Step 2: hand over the analyzed trees.  querytree_context (or NULL: they are
 * copied) becomes the source's own; param_types is copied.
 */
void
CompleteCachedPlan(CachedPlanSource *src, List *querytree_list,
				   MemoryContext querytree_context, Oid *param_types,
				   int num_params, ParserSetupHook parserSetup,
				   void *parserSetupArg, int cursor_options, bool fixed_result)
{
	MemoryContext caller = CurrentMemoryContext;

	Assert(!src->is_complete);
	if (src->is_oneshot)
		querytree_context = CurrentMemoryContext;
	else if (querytree_context != NULL)
	{
		MemoryContextSetParent(querytree_context, src->context);
		MemoryContextSwitchTo(querytree_context);
	}
	else
	{
		querytree_context = AllocSetContextCreate(src->context,
												  "CachedPlanQuery",
												  ALLOCSET_START_SMALL_SIZES);
		MemoryContextSwitchTo(querytree_context);
		querytree_list = copyObject(querytree_list);
	}
	src->query_context = querytree_context;
	src->query_list = querytree_list;
	if (can_be_invalid(src))
	{
		set_dependencies(src, querytree_list);
		src->search_path = GetOverrideSearchPath(querytree_context);
	}
	MemoryContextSwitchTo(src->context);
	if (num_params > 0)
	{
		src->param_types = palloc(num_params * sizeof(Oid));
		memcpy(src->param_types, param_types, num_params * sizeof(Oid));
	}
	src->num_params = num_params;
	src->parserSetup = parserSetup;
	src->parserSetupArg = parserSetupArg;
	src->cursor_options = cursor_options;
	src->fixed_result = fixed_result;
	src->resultDesc = result_desc(querytree_list);
	MemoryContextSwitchTo(caller);
	src->is_complete = true;
	src->is_valid = true;
}

/* Keep the source until DropCachedPlan. */
void
SaveCachedPlan(CachedPlanSource *src)
{
	Assert(src->is_complete && !src->is_saved);
	if (src->is_oneshot)
		elog(ERROR, "cannot save one-shot cached plan");
	release_generic(src);
	MemoryContextSetParent(src->context, CacheMemoryContext);
	dlist_push_tail(&saved_sources, &src->node);
	src->is_saved = true;
}

void
DropCachedPlan(CachedPlanSource *src)
{
	if (src->is_saved)
	{
		dlist_delete(&src->node);
		src->is_saved = false;
	}
	release_generic(src);
	src->magic = 0;
	if (!src->is_oneshot)
		MemoryContextDelete(src->context);
}

void
CachedPlanSetParentContext(CachedPlanSource *src, MemoryContext newcontext)
{
	Assert(src->is_complete);
	if (src->is_saved || src->is_oneshot)
		elog(ERROR, "cannot move a saved or one-shot cached plan to another context");
	MemoryContextSetParent(src->context, newcontext);
	if (src->gplan)
		MemoryContextSetParent(src->gplan->context, newcontext);
}

/* An unsaved copy in the caller's context, without a generic plan. */
CachedPlanSource *
CopyCachedPlan(CachedPlanSource *src)
{
	CachedPlanSource *copy = CreateCachedPlan(src->raw_parse_tree,
											  src->query_string,
											  src->commandTag);

	CompleteCachedPlan(copy, src->query_list, NULL, src->param_types,
					   src->num_params, src->parserSetup, src->parserSetupArg,
					   src->cursor_options, src->fixed_result);
	/* the names were looked up with the path of then */
	if (src->search_path)
	{
		MemoryContext caller = MemoryContextSwitchTo(copy->query_context);

		copy->search_path = CopyOverrideSearchPath(src->search_path);
		MemoryContextSwitchTo(caller);
	}
	copy->is_valid = src->is_valid;
	copy->generation = src->generation;
	copy->generic_cost = src->generic_cost;
	copy->total_custom_cost = src->total_custom_cost;
	copy->num_custom_plans = src->num_custom_plans;
	copy->num_generic_plans = src->num_generic_plans;
	return copy;
}

bool
CachedPlanIsValid(CachedPlanSource *src)
{
	return src->is_valid;
}

/* Target list of what the statement returns, valid until the next use. */
List *
CachedPlanGetTargetList(CachedPlanSource *src, QueryEnvironment *queryEnv)
{
	ListCell *lc;

	if (src->resultDesc == NULL)
		return NIL;
	revalidate(src, queryEnv);
	foreach (lc, src->query_list)
		if (lfirst_node(Query, lc)->canSetTag)
			return FetchStatementTargetList(lfirst(lc));
	return NIL;
}

/* ---------------------------------------------------------------- validity */

/*
 * Take the locks the trees need; if that brought an invalidation, or names may
 * mean other things since the search path changed, analyze the statement again.
 */
static void
revalidate(CachedPlanSource *src, QueryEnvironment *env)
{
	bool snapshot_set = false;
	List *tlist;
	TupleDesc desc;
	MemoryContext caller;
	MemoryContext cxt;
	RawStmt *raw;

	if (!can_be_invalid(src))
		return;
	if (src->is_valid && !OverrideSearchPathMatchesCurrent(src->search_path))
		invalidate_source(src);
	if (src->is_valid)
	{
		acquire_locks(src->query_list, true);
		if (src->is_valid)
			return;
		acquire_locks(src->query_list, false);
	}
	src->query_list = NIL;
	src->relationOids = NIL;
	src->invalItems = NIL;
	src->search_path = NULL;
	if (src->query_context)
		MemoryContextDelete(src->query_context);
	src->query_context = NULL;
	release_generic(src);
	if (!ActiveSnapshotSet())
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		snapshot_set = true;
	}
	raw = copyObject(src->raw_parse_tree);
	if (src->parserSetup != NULL)
		tlist = pg_analyze_and_rewrite_withcb(raw, src->query_string,
											  src->parserSetup,
											  src->parserSetupArg, env);
	else
		tlist = pg_analyze_and_rewrite_fixedparams(raw, src->query_string,
												   src->param_types,
												   src->num_params, env);
	if (snapshot_set)
		PopActiveSnapshot();
	desc = result_desc(tlist);
	if ((desc == NULL) != (src->resultDesc == NULL) ||
		(desc && !equalTupleDescs(src->resultDesc, desc)))
	{
		if (src->fixed_result)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("cached plan must not change result type")));
		caller = MemoryContextSwitchTo(src->context);
		if (desc)
			desc = CreateTupleDescCopy(desc);
		if (src->resultDesc)
			FreeTupleDesc(src->resultDesc);
		src->resultDesc = desc;
		MemoryContextSwitchTo(caller);
	}
	cxt = AllocSetContextCreate(src->context, "CachedPlanQuery",
								ALLOCSET_START_SMALL_SIZES);
	caller = MemoryContextSwitchTo(cxt);
	src->query_list = copyObject(tlist);
	set_dependencies(src, src->query_list);
	src->search_path = GetOverrideSearchPath(cxt);
	MemoryContextSwitchTo(caller);
	src->query_context = cxt;
	src->is_valid = true;
}

/* Can the generic plan be used?  Its locks are held on success. */
static bool
check_generic(CachedPlanSource *src)
{
	CachedPlan *plan = src->gplan;

	if (plan == NULL)
		return false;
	if (plan->is_valid && plan->dependsOnRole &&
		plan->planRoleId != GetUserId())
		plan->is_valid = false;
	if (plan->is_valid)
	{
		/* the locking must not let the plan go away */
		plan->refcount++;
		acquire_plan_locks(plan->stmt_list, true);
		if (plan->is_valid && TransactionIdIsValid(plan->saved_xmin) &&
			!TransactionIdEquals(plan->saved_xmin, TransactionXmin))
			plan->is_valid = false;
		plan->refcount--;
		if (plan->is_valid)
			return true;
		acquire_plan_locks(plan->stmt_list, false);
	}
	release_generic(src);
	return false;
}

static void
release_generic(CachedPlanSource *src)
{
	CachedPlan *plan = src->gplan;

	if (plan == NULL)
		return;
	src->gplan = NULL;
	ReleaseCachedPlan(plan, NULL);
}

/* ---------------------------------------------------------------- plans */

/* Plan the analyzed trees in a context of their own. */
static CachedPlan *
build_plan(CachedPlanSource *src, ParamListInfo params, QueryEnvironment *env)
{
	CachedPlan *plan;
	List *qlist;
	List *plist;
	bool snapshot_set = false;
	bool transient = false;
	MemoryContext cxt = CurrentMemoryContext;
	MemoryContext caller = CurrentMemoryContext;
	ListCell *lc;

	if (!src->is_valid)
		revalidate(src, env);
	/* the planner scribbles on its input */
	qlist = src->is_oneshot ? src->query_list : copyObject(src->query_list);
	if (!ActiveSnapshotSet() && src->raw_parse_tree &&
		analyze_requires_snapshot(src->raw_parse_tree))
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		snapshot_set = true;
	}
	plist = pg_plan_queries(qlist, src->query_string, src->cursor_options,
							params);
	if (snapshot_set)
		PopActiveSnapshot();
	if (!src->is_oneshot)
	{
		cxt = AllocSetContextCreate(CurrentMemoryContext, "CachedPlan",
									ALLOCSET_START_SMALL_SIZES);
		MemoryContextCopyAndSetIdentifier(cxt, src->query_string);
		MemoryContextSwitchTo(cxt);
		plist = copyObject(plist);
	}
	plan = palloc0(sizeof(CachedPlan));
	plan->magic = CACHEDPLAN_MAGIC;
	plan->stmt_list = plist;
	plan->planRoleId = GetUserId();
	foreach (lc, plist)
	{
		PlannedStmt *pstmt = lfirst_node(PlannedStmt, lc);

		if (pstmt->commandType == CMD_UTILITY)
			continue;
		transient |= pstmt->transientPlan;
		plan->dependsOnRole |= pstmt->dependsOnRole;
	}
	plan->saved_xmin = transient ? TransactionXmin : InvalidTransactionId;
	plan->context = cxt;
	plan->is_oneshot = src->is_oneshot;
	plan->is_valid = true;
	plan->generation = ++src->generation;
	MemoryContextSwitchTo(caller);
	return plan;
}

static bool
choose_custom(CachedPlanSource *src, ParamListInfo params)
{
	if (src->is_oneshot)
		return true;
	if (params == NULL || !can_be_invalid(src) || is_transaction_control(src))
		return false;
	if (plan_cache_mode == PLAN_CACHE_MODE_FORCE_GENERIC_PLAN)
		return false;
	if (plan_cache_mode == PLAN_CACHE_MODE_FORCE_CUSTOM_PLAN)
		return true;
	if (src->cursor_options & CURSOR_OPT_GENERIC_PLAN)
		return false;
	if (src->cursor_options & CURSOR_OPT_CUSTOM_PLAN)
		return true;
	if (src->num_custom_plans < 5)
		return true;
	return src->generic_cost >= src->total_custom_cost / src->num_custom_plans;
}

/* Cost of a plan; for a custom one with what planning took, about. */
static double
plan_cost(CachedPlan *plan, bool include_planner)
{
	double result = 0;
	ListCell *lc;

	foreach (lc, plan->stmt_list)
	{
		PlannedStmt *pstmt = lfirst_node(PlannedStmt, lc);

		if (pstmt->commandType == CMD_UTILITY)
			continue;
		result += pstmt->planTree->total_cost;
		if (include_planner)
			result += 1000.0 * cpu_operator_cost *
				(list_length(pstmt->rtable) + 1);
	}
	return result;
}

/*
 * A plan to execute, with its locks taken.  Its reference is owned by owner, or
 * by the caller if NULL; give it back with ReleaseCachedPlan.
 */
CachedPlan *
GetCachedPlan(CachedPlanSource *src, ParamListInfo boundParams,
			  ResourceOwner owner, QueryEnvironment *queryEnv)
{
	CachedPlan *plan = NULL;
	bool custom;

	Assert(src->magic == CACHEDPLANSOURCE_MAGIC && src->is_complete);
	if (owner && !src->is_saved)
		elog(ERROR, "cannot apply ResourceOwner to non-saved cached plan");
	revalidate(src, queryEnv);
	custom = choose_custom(src, boundParams);
	if (!custom)
	{
		if (check_generic(src))
			plan = src->gplan;
		else
		{
			plan = build_plan(src, NULL, queryEnv);
			release_generic(src);
			src->gplan = plan;
			plan->refcount++;
			MemoryContextSetParent(plan->context, src->is_saved ? CacheMemoryContext : MemoryContextGetParent(src->context));
			plan->is_saved = src->is_saved;
			src->generic_cost = plan_cost(plan, false);
			/* with its cost known the choice may be another one */
			custom = choose_custom(src, boundParams);
		}
	}
	if (custom)
	{
		plan = build_plan(src, boundParams, queryEnv);
		src->total_custom_cost += plan_cost(plan, true);
		src->num_custom_plans++;
	}
	else
		src->num_generic_plans++;
	if (owner)
		ResourceOwnerEnlargePlanCacheRefs(owner);
	plan->refcount++;
	if (owner)
		ResourceOwnerRememberPlanCacheRef(owner, plan);
	/* a saved source's plan must not vanish with the caller's context */
	if (custom && src->is_saved)
	{
		MemoryContextSetParent(plan->context, CacheMemoryContext);
		plan->is_saved = true;
	}
	return plan;
}

/* Give a reference back; the last one frees the plan. */
void
ReleaseCachedPlan(CachedPlan *plan, ResourceOwner owner)
{
	Assert(plan->magic == CACHEDPLAN_MAGIC && plan->refcount > 0);
	if (owner)
		ResourceOwnerForgetPlanCacheRef(owner, plan);
	if (--plan->refcount > 0)
		return;
	plan->magic = 0;
	if (!plan->is_oneshot)
		MemoryContextDelete(plan->context);
}

/* Simple expressions of procedural languages: no shortcut is taken. */
bool
CachedPlanAllowsSimpleValidityCheck(CachedPlanSource *src, CachedPlan *plan,
									ResourceOwner owner)
{
	return false;
}

bool
CachedPlanIsSimplyValid(CachedPlanSource *src, CachedPlan *plan,
						ResourceOwner owner)
{
	return false;
}

/* ---------------------------------------------------------------- expressions */

/* A planned copy of the expression that knows when it becomes invalid. */
CachedExpression *
GetCachedExpression(Node *expr)
{
	CachedExpression *cexpr;
	List *relationOids;
	List *invalItems;
	MemoryContext cxt;
	MemoryContext caller;

	expr = (Node *) expression_planner_with_deps((Expr *) expr, &relationOids,
												 &invalItems);
	cxt = AllocSetContextCreate(CurrentMemoryContext, "CachedExpression",
								ALLOCSET_SMALL_SIZES);
	caller = MemoryContextSwitchTo(cxt);
	cexpr = palloc(sizeof(CachedExpression));
	cexpr->magic = CACHEDEXPR_MAGIC;
	cexpr->expr = copyObject(expr);
	cexpr->is_valid = true;
	cexpr->relationOids = copyObject(relationOids);
	cexpr->invalItems = copyObject(invalItems);
	cexpr->context = cxt;
	MemoryContextSwitchTo(caller);
	MemoryContextSetParent(cxt, CacheMemoryContext);
	dlist_push_tail(&cached_exprs, &cexpr->node);
	return cexpr;
}

void
FreeCachedExpression(CachedExpression *cexpr)
{
	dlist_delete(&cexpr->node);
	MemoryContextDelete(cexpr->context);
}

/* ---------------------------------------------------------------- locks */

/* Locks of all relations that analyzed trees name, sub-selects included. */
static void
lock_query(Query *query, bool acquire)
{
	ListCell *lc;

	foreach (lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_RELATION)
		{
			if (acquire)
				LockRelationOid(rte->relid, rte->rellockmode);
			else
				UnlockRelationOid(rte->relid, rte->rellockmode);
		}
		else if (rte->rtekind == RTE_SUBQUERY)
			lock_query(rte->subquery, acquire);
	}
	foreach (lc, query->cteList)
		lock_query(castNode(Query, ((CommonTableExpr *) lfirst(lc))->ctequery),
				   acquire);
	if (query->hasSubLinks)
		query_tree_walker(query, lock_walker, &acquire,
						  QTW_IGNORE_RC_SUBQUERIES);
}

static bool
lock_walker(Node *node, bool *acquire)
{
	if (node == NULL)
		return false;
	if (IsA(node, SubLink))
		lock_query(castNode(Query, ((SubLink *) node)->subselect), *acquire);
	return expression_tree_walker(node, lock_walker, acquire);
}

static void
acquire_locks(List *querytree_list, bool acquire)
{
	ListCell *lc;

	foreach (lc, querytree_list)
	{
		Query *query = lfirst_node(Query, lc);

		if (query->commandType != CMD_UTILITY)
			lock_query(query, acquire);
		else
		{
			Query *inner = UtilityContainsQuery(query->utilityStmt);

			if (inner)
				lock_query(inner, acquire);
		}
	}
}

static void
acquire_plan_locks(List *stmt_list, bool acquire)
{
	ListCell *lc;

	foreach (lc, stmt_list)
	{
		PlannedStmt *pstmt = lfirst_node(PlannedStmt, lc);
		ListCell *lc2;

		if (pstmt->commandType == CMD_UTILITY)
		{
			Query *query = UtilityContainsQuery(pstmt->utilityStmt);

			if (query)
				lock_query(query, acquire);
			continue;
		}
		foreach (lc2, pstmt->rtable)
		{
			RangeTblEntry *rte = lfirst(lc2);

			if (rte->rtekind != RTE_RELATION)
				continue;
			if (acquire)
				LockRelationOid(rte->relid, rte->rellockmode);
			else
				UnlockRelationOid(rte->relid, rte->rellockmode);
		}
	}
}

/* ---------------------------------------------------------------- invalidation */

static void
invalidate_source(CachedPlanSource *src)
{
	src->is_valid = false;
	if (src->gplan)
		src->gplan->is_valid = false;
}

static bool
lists_relation(List *oids, Oid relid)
{
	return relid == InvalidOid ? oids != NIL : list_member_oid(oids, relid);
}

static void
relation_changed(Datum arg, Oid relid)
{
	dlist_iter iter;

	dlist_foreach (iter, &saved_sources)
	{
		CachedPlanSource *src = dlist_container(CachedPlanSource, node,
												iter.cur);
		ListCell *lc;

		if (!src->is_valid || !can_be_invalid(src))
			continue;
		if (lists_relation(src->relationOids, relid))
		{
			invalidate_source(src);
			continue;
		}
		if (src->gplan && src->gplan->is_valid)
			foreach (lc, src->gplan->stmt_list)
				if (lists_relation(lfirst_node(PlannedStmt, lc)->relationOids,
								   relid))
					src->gplan->is_valid = false;
	}
	dlist_foreach (iter, &cached_exprs)
	{
		CachedExpression *cexpr = dlist_container(CachedExpression, node,
												  iter.cur);

		if (lists_relation(cexpr->relationOids, relid))
			cexpr->is_valid = false;
	}
}

static bool
lists_object(List *items, int cacheid, uint32 hashvalue)
{
	ListCell *lc;

	foreach (lc, items)
	{
		PlanInvalItem *item = lfirst(lc);

		if (item->cacheId == cacheid &&
			(hashvalue == 0 || item->hashValue == hashvalue))
			return true;
	}
	return false;
}

static void
object_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	dlist_iter iter;

	dlist_foreach (iter, &saved_sources)
	{
		CachedPlanSource *src = dlist_container(CachedPlanSource, node,
												iter.cur);
		ListCell *lc;

		if (!src->is_valid || !can_be_invalid(src))
			continue;
		if (lists_object(src->invalItems, cacheid, hashvalue))
		{
			invalidate_source(src);
			continue;
		}
		if (src->gplan && src->gplan->is_valid)
			foreach (lc, src->gplan->stmt_list)
				if (lists_object(lfirst_node(PlannedStmt, lc)->invalItems,
								 cacheid, hashvalue))
					src->gplan->is_valid = false;
	}
	dlist_foreach (iter, &cached_exprs)
	{
		CachedExpression *cexpr = dlist_container(CachedExpression, node,
												  iter.cur);

		if (lists_object(cexpr->invalItems, cacheid, hashvalue))
			cexpr->is_valid = false;
	}
}

static void
anything_changed(Datum arg, int cacheid, uint32 hashvalue)
{
	ResetPlanCache();
}

/* Everything is to be analyzed again on next use. */
void
ResetPlanCache(void)
{
	dlist_iter iter;

	dlist_foreach (iter, &saved_sources)
	{
		CachedPlanSource *src = dlist_container(CachedPlanSource, node,
												iter.cur);

		if (src->is_valid && can_be_invalid(src))
			invalidate_source(src);
	}
	dlist_foreach (iter, &cached_exprs)
		dlist_container(CachedExpression, node, iter.cur)->is_valid = false;
}

/*
 * setrefs.c
 *		Last pass over a plan: resolving references.
 *
 * Range tables of all levels are flattened into one, and Vars are renumbered:
 * scans keep table columns, every other node refers to the columns of its
 * inputs (OUTER_VAR, INNER_VAR) or of an index (INDEX_VAR).  Sub-select scans
 * that do nothing are removed, and what the plan depends on is collected.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/plan/setrefs.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "tcop/utility.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

typedef struct FixContext
{
	PlannerInfo *root;
	int rtoffset;
	/* for nodes above scans: the inputs' target lists */
	List *outer;
	List *inner;
	int inner_varno; /* INNER_VAR, or another to give to inner's */
	Index acceptable_rel; /* Vars of this relation stay as they are */
	bool join;
} FixContext;

static Plan *set_plan_refs(PlannerInfo *root, Plan *plan, int rtoffset);
static Node *fix_mutator(Node *node, FixContext *cx);
static Node *fix_scan(PlannerInfo *root, Node *node, int rtoffset);

/* ---------------------------------------------------------------- range table */

/* The executor gets relations and permissions, not what entries contain. */
static void
add_rte(PlannerGlobal *glob, RangeTblEntry *rte)
{
	RangeTblEntry *newrte = makeNode(RangeTblEntry);

#define KEEP(field) newrte->field = rte->field
	KEEP(rtekind);
	KEEP(relid);
	KEEP(relkind);
	KEEP(rellockmode);
	KEEP(security_barrier);
	KEEP(jointype);
	KEEP(joinmergedcols);
	KEEP(funcordinality);
	KEEP(ctename);
	KEEP(ctelevelsup);
	KEEP(self_reference);
	KEEP(enrname);
	KEEP(enrtuples);
	KEEP(alias);
	KEEP(eref);
	KEEP(lateral);
	KEEP(inh);
	KEEP(inFromCl);
	KEEP(requiredPerms);
	KEEP(checkAsUser);
	KEEP(selectedCols);
	KEEP(insertedCols);
	KEEP(updatedCols);
	KEEP(extraUpdatedCols);
#undef KEEP
	glob->finalrtable = lappend(glob->finalrtable, newrte);
	if (newrte->rtekind == RTE_RELATION)
		glob->relationOids = lappend_oid(glob->relationOids, newrte->relid);
}

static void
add_subquery_rtes(PlannerGlobal *glob, List *rtable)
{
	ListCell *lc;

	foreach (lc, rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_RELATION)
			add_rte(glob, rte);
		else if (rte->rtekind == RTE_SUBQUERY)
			add_subquery_rtes(glob, rte->subquery->rtable);
	}
}

static void
add_rtes(PlannerInfo *root)
{
	PlannerGlobal *glob = root->glob;
	Index rti = 1;
	ListCell *lc;

	foreach (lc, root->parse->rtable)
		add_rte(glob, lfirst(lc));
	/* sub-selects that were never planned still need permission checks */
	foreach (lc, root->parse->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_SUBQUERY && !rte->inh &&
			rti < (Index) root->simple_rel_array_size)
		{
			RelOptInfo *rel = root->simple_rel_array[rti];

			if (rel == NULL || rel->subroot == NULL ||
				is_dummy_rel(fetch_upper_rel(rel->subroot, UPPERREL_FINAL,
											 NULL)))
				add_subquery_rtes(glob, rte->subquery->rtable);
		}
		rti++;
	}
}

/*
 * Resolve the plan of one level (and of the sub-selects scanned in it).  Its
 * range table is appended to the final one.
 */
Plan *
set_plan_references(PlannerInfo *root, Plan *plan)
{
	PlannerGlobal *glob = root->glob;
	int rtoffset = list_length(glob->finalrtable);
	ListCell *lc;

	add_rtes(root);
	foreach (lc, root->rowMarks)
	{
		PlanRowMark *rc = lfirst_node(PlanRowMark, lc);
		PlanRowMark *newrc = palloc(sizeof(PlanRowMark));

		memcpy(newrc, rc, sizeof(PlanRowMark));
		newrc->rti += rtoffset;
		newrc->prti += rtoffset;
		glob->finalrowmarks = lappend(glob->finalrowmarks, newrc);
	}
	return set_plan_refs(root, plan, rtoffset);
}

/* ---------------------------------------------------------------- expressions */

static void
note_expression(PlannerInfo *root, Node *node)
{
	switch (nodeTag(node))
	{
		case T_Aggref:
			record_plan_function_dependency(root, ((Aggref *) node)->aggfnoid);
			break;
		case T_WindowFunc:
			record_plan_function_dependency(root,
											((WindowFunc *) node)->winfnoid);
			break;
		case T_FuncExpr:
			record_plan_function_dependency(root, ((FuncExpr *) node)->funcid);
			break;
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
			set_opfuncid((OpExpr *) node);
			record_plan_function_dependency(root, ((OpExpr *) node)->opfuncid);
			break;
		case T_ScalarArrayOpExpr:
			set_sa_opfuncid((ScalarArrayOpExpr *) node);
			record_plan_function_dependency(root,
											((ScalarArrayOpExpr *) node)->opfuncid);
			break;
		case T_Const:
			/* 'sequence'::regclass and the like */
			if (((Const *) node)->consttype == REGCLASSOID &&
				!((Const *) node)->constisnull)
				root->glob->relationOids =
					lappend_oid(root->glob->relationOids,
								DatumGetObjectId(((Const *) node)->constvalue));
			break;
		case T_GroupingFunc:
		{
			GroupingFunc *g = (GroupingFunc *) node;

			if (g->cols == NIL)
			{
				ListCell *lc;

				foreach (lc, g->refs)
					g->cols = lappend_int(g->cols,
										  root->grouping_map ? root->grouping_map[lfirst_int(lc)] : 0);
			}
			break;
		}
		default:
			break;
	}
}

/* The aggregate that an index answers, as the parameter with its result. */
static Node *
minmax_param(PlannerInfo *root, Aggref *aggref)
{
	ListCell *lc;

	if (root->minmax_aggs == NIL || list_length(aggref->args) != 1)
		return NULL;
	foreach (lc, root->minmax_aggs)
	{
		MinMaxAggInfo *mm = lfirst(lc);

		if (mm->aggfnoid == aggref->aggfnoid &&
			equal(mm->target, ((TargetEntry *) linitial(aggref->args))->expr))
			return (Node *) copyObject(mm->param);
	}
	return NULL;
}

static Var *
input_var(TargetEntry *tle, int varno, const Var *orig, int rtoffset)
{
	Var *v;

	if (orig)
	{
		v = copyObject((Var *) orig);
		v->varno = varno;
		v->varattno = tle->resno;
		if (v->varnosyn > 0)
			v->varnosyn += rtoffset;
		return v;
	}
	v = makeVarFromTargetEntry(varno, tle);
	v->varnosyn = 0;
	v->varattnosyn = 0;
	return v;
}

static TargetEntry *
find_var(List *tlist, const Var *var)
{
	ListCell *lc;

	foreach (lc, tlist)
	{
		TargetEntry *tle = lfirst(lc);
		const Var *v = (const Var *) tle->expr;

		if (v && IsA(v, Var) && v->varno == var->varno &&
			v->varattno == var->varattno)
			return tle;
	}
	return NULL;
}

static TargetEntry *
find_expr(List *tlist, Node *node)
{
	/* a constant is cheaper to have here */
	if (IsA(node, Const))
		return NULL;
	return tlist_member((Expr *) node, tlist);
}

static Node *
fix_var(Var *var, FixContext *cx)
{
	TargetEntry *tle;

	if (cx->outer == NIL && cx->inner == NIL && !cx->join)
	{
		Var *v = copyObject(var);

		if (!IS_SPECIAL_VARNO(v->varno))
			v->varno += cx->rtoffset;
		if (v->varnosyn > 0)
			v->varnosyn += cx->rtoffset;
		return (Node *) v;
	}
	if (cx->acceptable_rel && var->varno == (int) cx->acceptable_rel)
	{
		Var *v = copyObject(var);

		v->varno += cx->rtoffset;
		if (v->varnosyn > 0)
			v->varnosyn += cx->rtoffset;
		return (Node *) v;
	}
	if ((tle = find_var(cx->outer, var)) != NULL)
		return (Node *) input_var(tle, OUTER_VAR, var, cx->rtoffset);
	if ((tle = find_var(cx->inner, var)) != NULL)
		return (Node *) input_var(tle, cx->inner_varno, var, cx->rtoffset);
	elog(ERROR, "variable not found in subplan target list");
	return NULL;
}

static Node *
fix_mutator(Node *node, FixContext *cx)
{
	TargetEntry *tle;

	if (node == NULL)
		return NULL;
	if (IsA(node, Var))
		return fix_var((Var *) node, cx);
	if (IsA(node, Param))
		return copyObject(node);
	if (cx->outer && (tle = find_expr(cx->outer, node)) != NULL)
		return (Node *) input_var(tle, OUTER_VAR, NULL, cx->rtoffset);
	if (cx->inner && (tle = find_expr(cx->inner, node)) != NULL)
		return (Node *) input_var(tle, cx->inner_varno, NULL, cx->rtoffset);
	if (IsA(node, Aggref))
	{
		Node *param = minmax_param(cx->root, (Aggref *) node);

		if (param)
			return param;
	}
	if (IsA(node, CurrentOfExpr))
	{
		CurrentOfExpr *c = copyObject((CurrentOfExpr *) node);

		c->cvarno += cx->rtoffset;
		return (Node *) c;
	}
	node = expression_tree_mutator(node, fix_mutator, cx);
	note_expression(cx->root, node);
	return node;
}

static Node *
fix_scan(PlannerInfo *root, Node *node, int rtoffset)
{
	FixContext cx = {.root = root, .rtoffset = rtoffset};

	return fix_mutator(node, &cx);
}

static Node *
fix_upper(PlannerInfo *root, Node *node, List *subtlist, int rtoffset)
{
	FixContext cx = {.root = root, .rtoffset = rtoffset, .outer = subtlist, .join = true};

	return fix_mutator(node, &cx);
}

static Node *
fix_join(PlannerInfo *root, Node *node, List *outer, List *inner, int rtoffset)
{
	FixContext cx = {.root = root, .rtoffset = rtoffset, .outer = outer, .inner = inner, .inner_varno = INNER_VAR, .join = true};

	return fix_mutator(node, &cx);
}

#define FIX_SCAN(root, l, o) ((List *) fix_scan(root, (Node *) (l), o))

/* ---------------------------------------------------------------- nodes */

static void
fix_scan_node(PlannerInfo *root, Scan *scan, int rtoffset)
{
	scan->scanrelid += rtoffset;
	scan->plan.targetlist = FIX_SCAN(root, scan->plan.targetlist, rtoffset);
	scan->plan.qual = FIX_SCAN(root, scan->plan.qual, rtoffset);
}

/* Target list and conditions over the columns of the one input. */
static void
fix_upper_node(PlannerInfo *root, Plan *plan, int rtoffset)
{
	List *sub = plan->lefttree->targetlist;
	List *output = NIL;
	ListCell *l;

	foreach (l, plan->targetlist)
	{
		TargetEntry *tle = lfirst(l);
		TargetEntry *found = NULL;
		Node *newexpr;
		ListCell *lc;

		/* equal expressions may stand twice: take the one with this sort ref */
		if (tle->ressortgroupref != 0)
			foreach (lc, sub)
			{
				TargetEntry *s = lfirst(lc);

				if (s->ressortgroupref == tle->ressortgroupref &&
					equal(s->expr, tle->expr))
					found = s;
			}
		if (found)
			newexpr = (Node *) input_var(found, OUTER_VAR,
										 IsA(found->expr, Var) ? (Var *) found->expr : NULL, rtoffset);
		else
			newexpr = fix_upper(root, (Node *) tle->expr, sub, rtoffset);
		tle = flatCopyTargetEntry(tle);
		tle->expr = (Expr *) newexpr;
		output = lappend(output, tle);
	}
	plan->targetlist = output;
	plan->qual = (List *) fix_upper(root, (Node *) plan->qual, sub, rtoffset);
}

/* Nodes that hand on rows: the list is for show, column n is column n. */
static void
dummy_tlist(Plan *plan, int rtoffset)
{
	List *output = NIL;
	ListCell *l;

	foreach (l, plan->targetlist)
	{
		TargetEntry *tle = lfirst(l);
		Var *oldvar = (Var *) tle->expr;
		Var *newvar;

		/* constants need not be passed through */
		if (IsA(oldvar, Const))
		{
			output = lappend(output, tle);
			continue;
		}
		newvar = makeVar(OUTER_VAR, tle->resno, exprType((Node *) oldvar),
						 exprTypmod((Node *) oldvar),
						 exprCollation((Node *) oldvar), 0);
		if (IsA(oldvar, Var) && oldvar->varnosyn > 0)
		{
			newvar->varnosyn = oldvar->varnosyn + rtoffset;
			newvar->varattnosyn = oldvar->varattnosyn;
		}
		else
		{
			newvar->varnosyn = 0;
			newvar->varattnosyn = 0;
		}
		tle = flatCopyTargetEntry(tle);
		tle->expr = (Expr *) newvar;
		output = lappend(output, tle);
	}
	plan->targetlist = output;
}

static void
fix_join_node(PlannerInfo *root, Join *join, int rtoffset)
{
	List *outer = join->plan.lefttree->targetlist;
	List *inner = join->plan.righttree->targetlist;

	join->joinqual = (List *) fix_join(root, (Node *) join->joinqual, outer,
									   inner, rtoffset);
	if (IsA(join, NestLoop))
	{
		ListCell *lc;

		foreach (lc, ((NestLoop *) join)->nestParams)
		{
			NestLoopParam *nlp = lfirst(lc);

			nlp->paramval = (Var *) fix_upper(root, (Node *) nlp->paramval,
											  outer, rtoffset);
			if (!IsA(nlp->paramval, Var) || nlp->paramval->varno != OUTER_VAR)
				elog(ERROR, "NestLoopParam was not reduced to a simple Var");
		}
	}
	else if (IsA(join, HashJoin))
	{
		HashJoin *hj = (HashJoin *) join;

		hj->hashclauses = (List *) fix_join(root, (Node *) hj->hashclauses,
											outer, inner, rtoffset);
		hj->hashkeys = (List *) fix_upper(root, (Node *) hj->hashkeys, outer,
										  rtoffset);
	}
	join->plan.targetlist = (List *) fix_join(root,
											  (Node *) join->plan.targetlist,
											  outer, inner, rtoffset);
	join->plan.qual = (List *) fix_join(root, (Node *) join->plan.qual, outer,
										inner, rtoffset);
}

static Plan *
fix_indexonlyscan(PlannerInfo *root, IndexOnlyScan *plan, int rtoffset)
{
	List *usable = NIL;
	FixContext cx = {.root = root, .rtoffset = rtoffset, .join = true, .inner_varno = INDEX_VAR};
	ListCell *lc;

	foreach (lc, plan->indextlist)
		if (!((TargetEntry *) lfirst(lc))->resjunk)
			usable = lappend(usable, lfirst(lc));
	cx.inner = usable;
	plan->scan.scanrelid += rtoffset;
	plan->scan.plan.targetlist = (List *)
		fix_mutator((Node *) plan->scan.plan.targetlist, &cx);
	plan->scan.plan.qual = (List *) fix_mutator((Node *) plan->scan.plan.qual,
												&cx);
	plan->recheckqual = (List *) fix_mutator((Node *) plan->recheckqual, &cx);
	plan->indexqual = FIX_SCAN(root, plan->indexqual, rtoffset);
	plan->indextlist = FIX_SCAN(root, plan->indextlist, rtoffset);
	return (Plan *) plan;
}

/* Does the scan just hand on the sub-select's rows? */
static bool
trivial_subqueryscan(SubqueryScan *plan)
{
	int attrno = 1;
	ListCell *lp;
	ListCell *lc;

	if (plan->scan.plan.qual != NIL ||
		list_length(plan->scan.plan.targetlist) !=
			list_length(plan->subplan->targetlist))
		return false;
	forboth (lp, plan->scan.plan.targetlist, lc, plan->subplan->targetlist)
	{
		TargetEntry *ptle = lfirst(lp);
		TargetEntry *ctle = lfirst(lc);

		if (ptle->resjunk != ctle->resjunk)
			return false;
		if (ptle->expr && IsA(ptle->expr, Var))
		{
			if (((Var *) ptle->expr)->varattno != attrno)
				return false;
		}
		else if (!ptle->expr || !IsA(ptle->expr, Const) ||
				 !equal(ptle->expr, ctle->expr))
			return false;
		attrno++;
	}
	return true;
}

static Plan *
fix_subqueryscan(PlannerInfo *root, SubqueryScan *plan, int rtoffset)
{
	RelOptInfo *rel = find_base_rel(root, plan->scan.scanrelid);
	ListCell *lp;
	ListCell *lc;

	plan->subplan = set_plan_references(rel->subroot, plan->subplan);
	if (!trivial_subqueryscan(plan))
	{
		fix_scan_node(root, &plan->scan, rtoffset);
		return (Plan *) plan;
	}
	/* the names that the outer query gives to the columns win */
	forboth (lp, plan->scan.plan.targetlist, lc, plan->subplan->targetlist)
	{
		TargetEntry *ptle = lfirst(lp);
		TargetEntry *ctle = lfirst(lc);

		ctle->resname = ptle->resname;
		ctle->resorigtbl = ptle->resorigtbl;
		ctle->resorigcol = ptle->resorigcol;
	}
	plan->subplan->initPlan = list_concat(plan->scan.plan.initPlan,
										  plan->subplan->initPlan);
	return plan->subplan;
}

/* RETURNING: columns of the target stay, others come from the plan's row. */
static List *
fix_returning(PlannerInfo *root, List *rlist, Plan *topplan,
			  Index resultRelation, int rtoffset)
{
	FixContext cx = {.root = root, .rtoffset = rtoffset, .join = true, .outer = topplan->targetlist, .acceptable_rel = resultRelation};

	return (List *) fix_mutator((Node *) rlist, &cx);
}

static void
fix_modifytable(PlannerInfo *root, ModifyTable *splan, int rtoffset)
{
	Plan *subplan = splan->plan.lefttree;
	ListCell *l;

	splan->withCheckOptionLists = FIX_SCAN(root, splan->withCheckOptionLists,
										   rtoffset);
	if (splan->returningLists)
	{
		splan->returningLists =
			list_make1(fix_returning(root, linitial(splan->returningLists),
									 subplan,
									 linitial_int(splan->resultRelations),
									 rtoffset));
		splan->plan.targetlist = copyObject(linitial(splan->returningLists));
	}
	if (splan->onConflictSet)
	{
		FixContext cx = {.root = root, .rtoffset = rtoffset, .join = true, .inner_varno = INNER_VAR, .acceptable_rel = linitial_int(splan->resultRelations)};
		List *tl = NIL;

		/* the excluded row's columns, by number */
		foreach (l, splan->exclRelTlist)
			tl = lappend(tl, lfirst(l));
		cx.inner = tl;
		splan->onConflictSet = (List *)
			fix_mutator((Node *) splan->onConflictSet, &cx);
		splan->onConflictWhere = fix_mutator(splan->onConflictWhere, &cx);
		splan->exclRelTlist = FIX_SCAN(root, splan->exclRelTlist, rtoffset);
	}
	splan->nominalRelation += rtoffset;
	if (splan->rootRelation)
		splan->rootRelation += rtoffset;
	if (splan->exclRelRTI)
		splan->exclRelRTI += rtoffset;
	foreach (l, splan->resultRelations)
		lfirst_int(l) += rtoffset;
	foreach (l, splan->rowMarks)
	{
		PlanRowMark *rc = copyObject((PlanRowMark *) lfirst(l));

		rc->rti += rtoffset;
		rc->prti += rtoffset;
		lfirst(l) = rc;
	}
	root->glob->resultRelations =
		list_concat(root->glob->resultRelations,
					list_copy(splan->resultRelations));
}

static void
fix_list_of_plans(PlannerInfo *root, List *plans, int rtoffset)
{
	ListCell *l;

	foreach (l, plans)
		lfirst(l) = set_plan_refs(root, lfirst(l), rtoffset);
}

static Plan *
set_plan_refs(PlannerInfo *root, Plan *plan, int rtoffset)
{
	ListCell *l;

	if (plan == NULL)
		return NULL;
	plan->plan_node_id = root->glob->lastPlanNodeId++;
	foreach (l, plan->initPlan)
	{
		SubPlan *sp = lfirst(l);

		sp->args = FIX_SCAN(root, sp->args, rtoffset);
		sp->testexpr = fix_scan(root, sp->testexpr, rtoffset);
	}
	if (IsA(plan, SubqueryScan))
		return fix_subqueryscan(root, (SubqueryScan *) plan, rtoffset);
	if (IsA(plan, Append))
	{
		Append *aplan = (Append *) plan;

		fix_list_of_plans(root, aplan->appendplans, rtoffset);
		/* one input alone needs no Append */
		if (list_length(aplan->appendplans) == 1 && aplan->plan.initPlan == NIL)
			return linitial(aplan->appendplans);
		dummy_tlist(plan, rtoffset);
		return plan;
	}
	if (IsA(plan, BitmapAnd))
	{
		fix_list_of_plans(root, ((BitmapAnd *) plan)->bitmapplans, rtoffset);
		return plan;
	}
	if (IsA(plan, BitmapOr))
	{
		fix_list_of_plans(root, ((BitmapOr *) plan)->bitmapplans, rtoffset);
		return plan;
	}
	/* inputs are resolved after the node: it looks for their original Vars */
	switch (nodeTag(plan))
	{
		case T_SeqScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			break;
		case T_IndexScan:
		{
			IndexScan *s = (IndexScan *) plan;

			fix_scan_node(root, &s->scan, rtoffset);
			s->indexqual = FIX_SCAN(root, s->indexqual, rtoffset);
			s->indexqualorig = FIX_SCAN(root, s->indexqualorig, rtoffset);
			break;
		}
		case T_IndexOnlyScan:
			return fix_indexonlyscan(root, (IndexOnlyScan *) plan, rtoffset);
		case T_BitmapIndexScan:
		{
			BitmapIndexScan *s = (BitmapIndexScan *) plan;

			s->scan.scanrelid += rtoffset;
			s->indexqual = FIX_SCAN(root, s->indexqual, rtoffset);
			s->indexqualorig = FIX_SCAN(root, s->indexqualorig, rtoffset);
			break;
		}
		case T_BitmapHeapScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			((BitmapHeapScan *) plan)->bitmapqualorig =
				FIX_SCAN(root, ((BitmapHeapScan *) plan)->bitmapqualorig,
						 rtoffset);
			break;
		case T_TidScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			((TidScan *) plan)->tidquals =
				FIX_SCAN(root, ((TidScan *) plan)->tidquals, rtoffset);
			break;
		case T_FunctionScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			((FunctionScan *) plan)->functions =
				FIX_SCAN(root, ((FunctionScan *) plan)->functions, rtoffset);
			break;
		case T_ValuesScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			((ValuesScan *) plan)->values_lists =
				FIX_SCAN(root, ((ValuesScan *) plan)->values_lists, rtoffset);
			break;
		case T_CteScan:
		case T_WorkTableScan:
			fix_scan_node(root, (Scan *) plan, rtoffset);
			break;
		case T_NestLoop:
		case T_HashJoin:
			fix_join_node(root, (Join *) plan, rtoffset);
			break;
		case T_Hash:
		{
			Hash *h = (Hash *) plan;

			h->hashkeys = (List *) fix_upper(root, (Node *) h->hashkeys,
											 plan->lefttree->targetlist,
											 rtoffset);
			dummy_tlist(plan, rtoffset);
			break;
		}
		case T_Material:
		case T_Sort:
		case T_Unique:
		case T_SetOp:
			dummy_tlist(plan, rtoffset);
			break;
		case T_LockRows:
			dummy_tlist(plan, rtoffset);
			{
				List *marks = NIL;

				foreach (l, ((LockRows *) plan)->rowMarks)
				{
					PlanRowMark *rc = copyObject((PlanRowMark *) lfirst(l));

					rc->rti += rtoffset;
					rc->prti += rtoffset;
					marks = lappend(marks, rc);
				}
				((LockRows *) plan)->rowMarks = marks;
			}
			break;
		case T_Limit:
			dummy_tlist(plan, rtoffset);
			((Limit *) plan)->limitOffset =
				fix_scan(root, ((Limit *) plan)->limitOffset, rtoffset);
			((Limit *) plan)->limitCount =
				fix_scan(root, ((Limit *) plan)->limitCount, rtoffset);
			break;
		case T_WindowAgg:
			((WindowAgg *) plan)->startOffset =
				fix_scan(root, ((WindowAgg *) plan)->startOffset, rtoffset);
			((WindowAgg *) plan)->endOffset =
				fix_scan(root, ((WindowAgg *) plan)->endOffset, rtoffset);
			/* FALLTHROUGH */
		case T_Agg:
		case T_Group:
			fix_upper_node(root, plan, rtoffset);
			break;
		case T_Result:
			if (plan->lefttree)
				fix_upper_node(root, plan, rtoffset);
			else
			{
				/* over nothing there are no columns, except from a dummy scan */
				plan->targetlist = FIX_SCAN(root, plan->targetlist, rtoffset);
				plan->qual = FIX_SCAN(root, plan->qual, rtoffset);
			}
			((Result *) plan)->resconstantqual =
				fix_scan(root, ((Result *) plan)->resconstantqual, rtoffset);
			break;
		case T_ProjectSet:
			fix_upper_node(root, plan, rtoffset);
			break;
		case T_RecursiveUnion:
			dummy_tlist(plan, rtoffset);
			break;
		case T_ModifyTable:
			fix_modifytable(root, (ModifyTable *) plan, rtoffset);
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(plan));
	}
	plan->lefttree = set_plan_refs(root, plan->lefttree, rtoffset);
	plan->righttree = set_plan_refs(root, plan->righttree, rtoffset);
	return plan;
}

/* ---------------------------------------------------------------- dependencies */

/* Built-in functions never change; others invalidate the plan when they do. */
void
record_plan_function_dependency(PlannerInfo *root, Oid funcid)
{
	PlanInvalItem *item;

	if (funcid < (Oid) FirstUnpinnedObjectId)
		return;
	item = makeNode(PlanInvalItem);
	item->cacheId = PROCOID;
	item->hashValue = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(funcid));
	root->glob->invalItems = lappend(root->glob->invalItems, item);
}

void
record_plan_type_dependency(PlannerInfo *root, Oid typid)
{
	PlanInvalItem *item;

	if (typid < (Oid) FirstUnpinnedObjectId)
		return;
	item = makeNode(PlanInvalItem);
	item->cacheId = TYPEOID;
	item->hashValue = GetSysCacheHashValue1(TYPEOID, ObjectIdGetDatum(typid));
	root->glob->invalItems = lappend(root->glob->invalItems, item);
}

/* Relations and functions that an analyzed query depends on. */
void
extract_query_dependencies(Node *query, List **relationOids,
						   List **invalItems, bool *hasRowSecurity)
{
	PlannerGlobal *glob = makeNode(PlannerGlobal);
	PlannerInfo *root = makeNode(PlannerInfo);

	root->glob = glob;
	(void) extract_query_dependencies_walker(query, root);
	*relationOids = glob->relationOids;
	*invalItems = glob->invalItems;
	*hasRowSecurity = glob->dependsOnRole;
}

bool
extract_query_dependencies_walker(Node *node, PlannerInfo *root)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query *query = (Query *) node;
		ListCell *lc;

		if (query->commandType == CMD_UTILITY)
		{
			query = UtilityContainsQuery(query->utilityStmt);
			if (query == NULL)
				return false;
		}
		if (query->hasRowSecurity)
			root->glob->dependsOnRole = true;
		foreach (lc, query->rtable)
		{
			RangeTblEntry *rte = lfirst(lc);

			if (rte->rtekind == RTE_RELATION)
				root->glob->relationOids =
					lappend_oid(root->glob->relationOids, rte->relid);
		}
		return query_tree_walker(query, extract_query_dependencies_walker,
								 root, 0);
	}
	note_expression(root, node);
	return expression_tree_walker(node, extract_query_dependencies_walker,
								  root);
}

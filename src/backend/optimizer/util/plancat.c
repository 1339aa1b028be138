/*
 * plancat.c
 *		What the planner reads from the catalogs.
 *
 * Sizes of relations, their indexes, costs and selectivities of functions,
 * arbiter indexes of ON CONFLICT.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/plancat.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/visibilitymapdefs.h"
#include "access/xlog.h"
#include "catalog/catalog.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/pg_am.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_proc.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "optimizer/prep.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include <math.h>

get_relation_info_hook_type get_relation_info_hook = NULL;

static IndexOptInfo *index_info(PlannerInfo *root, RelOptInfo *rel,
								Relation relation, Relation indexRelation,
								Index varno);

/* ---------------------------------------------------------------- relations */

/* Fill in size, columns and indexes of a table; its lock is held. */
void
get_relation_info(PlannerInfo *root, Oid relationObjectId, bool inhparent,
				  RelOptInfo *rel)
{
	Relation relation = table_open(relationObjectId, NoLock);
	int n;

	if (!RelationIsPermanent(relation) && RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot access temporary or unlogged relations during recovery")));
	rel->min_attr = FirstLowInvalidHeapAttributeNumber + 1;
	rel->max_attr = RelationGetNumberOfAttributes(relation);
	rel->reltablespace = RelationGetForm(relation)->reltablespace;
	n = rel->max_attr - rel->min_attr + 1;
	rel->attr_needed = palloc0(n * sizeof(Relids));
	rel->attr_widths = palloc0(n * sizeof(int32));
	estimate_rel_size(relation, rel->attr_widths - rel->min_attr, &rel->pages,
					  &rel->tuples, &rel->allvisfrac);
	if (relation->rd_rel->relhasindex &&
		!(IgnoreSystemIndexes && IsSystemRelation(relation)))
	{
		List *oids = RelationGetIndexList(relation);
		LOCKMODE lmode = planner_rt_fetch(rel->relid, root)->rellockmode;
		ListCell *l;

		foreach (l, oids)
		{
			Relation index = index_open(lfirst_oid(l), lmode);

			if (index->rd_index->indisvalid &&
				!(index->rd_index->indcheckxmin &&
				  !TransactionIdPrecedes(HeapTupleHeaderGetXmin(index->rd_indextuple->t_data),
										 TransactionXmin)))
				rel->indexlist = lcons(index_info(root, rel, relation, index,
												  rel->relid),
									   rel->indexlist);
			else if (index->rd_index->indisvalid)
				root->glob->transientPlan = true;
			index_close(index, NoLock);
		}
		list_free(oids);
	}
	if (get_relation_info_hook)
		get_relation_info_hook(root, relationObjectId, inhparent, rel);
	table_close(relation, NoLock);
}

/* The columns of an index as a target list, expressions included. */
static List *
index_tlist(IndexOptInfo *info, Index varno, Relation heap)
{
	List *tlist = NIL;
	ListCell *indexpr = list_head(info->indexprs);

	for (int i = 0; i < info->ncolumns; i++)
	{
		int key = info->indexkeys[i];
		Expr *expr;

		if (key != 0)
		{
			const FormData_pg_attribute *att = key < 0 ? SystemAttributeDefinition(key) : TupleDescAttr(RelationGetDescr(heap), key - 1);

			expr = (Expr *) makeVar(varno, key, att->atttypid, att->atttypmod,
									att->attcollation, 0);
		}
		else
		{
			expr = lfirst(indexpr);
			indexpr = lnext(info->indexprs, indexpr);
		}
		tlist = lappend(tlist, makeTargetEntry(expr, i + 1, NULL, false));
	}
	return tlist;
}

static IndexOptInfo *
index_info(PlannerInfo *root, RelOptInfo *rel, Relation relation,
		   Relation indexRelation, Index varno)
{
	IndexOptInfo *info = makeNode(IndexOptInfo);
	Form_pg_index index = indexRelation->rd_index;
	const IndexAmRoutine *am = indexRelation->rd_indam;
	int nc = index->indnatts;
	int nk = index->indnkeyatts;

	info->indexoid = index->indexrelid;
	info->reltablespace = RelationGetForm(indexRelation)->reltablespace;
	info->rel = rel;
	info->ncolumns = nc;
	info->nkeycolumns = nk;
	info->indexkeys = palloc(sizeof(int) * nc);
	info->indexcollations = palloc(sizeof(Oid) * nk);
	info->opfamily = palloc(sizeof(Oid) * nk);
	info->opcintype = palloc(sizeof(Oid) * nk);
	info->canreturn = palloc(sizeof(bool) * nc);
	for (int i = 0; i < nc; i++)
	{
		info->indexkeys[i] = index->indkey.values[i];
		info->canreturn[i] = index_can_return(indexRelation, i + 1);
	}
	for (int i = 0; i < nk; i++)
	{
		info->opfamily[i] = indexRelation->rd_opfamily[i];
		info->opcintype[i] = indexRelation->rd_opcintype[i];
		info->indexcollations[i] = indexRelation->rd_indcollation[i];
	}
	info->relam = indexRelation->rd_rel->relam;
	info->amcanorderbyop = am->amcanorderbyop;
	info->amoptionalkey = am->amoptionalkey;
	info->amsearcharray = am->amsearcharray;
	info->amsearchnulls = am->amsearchnulls;
	info->amhasgettuple = am->amgettuple != NULL;
	info->amhasgetbitmap = am->amgetbitmap != NULL;
	info->amcanmarkpos = am->ammarkpos != NULL && am->amrestrpos != NULL;
	info->amcostestimate = (void (*)()) am->amcostestimate;
	if (info->relam == BTREE_AM_OID)
	{
		/* a btree's families are its order */
		info->sortopfamily = info->opfamily;
		info->reverse_sort = palloc(sizeof(bool) * nk);
		info->nulls_first = palloc(sizeof(bool) * nk);
		for (int i = 0; i < nk; i++)
		{
			int16 opt = indexRelation->rd_indoption[i];

			info->reverse_sort[i] = (opt & INDOPTION_DESC) != 0;
			info->nulls_first[i] = (opt & INDOPTION_NULLS_FIRST) != 0;
		}
	}
	info->indexprs = RelationGetIndexExpressions(indexRelation);
	info->indpred = RelationGetIndexPredicate(indexRelation);
	if (info->indexprs && varno != 1)
		ChangeVarNodes((Node *) info->indexprs, 1, varno, 0);
	if (info->indpred && varno != 1)
		ChangeVarNodes((Node *) info->indpred, 1, varno, 0);
	info->indextlist = index_tlist(info, varno, relation);
	info->unique = index->indisunique;
	info->immediate = index->indimmediate;
	if (info->indpred == NIL)
	{
		info->pages = RelationGetNumberOfBlocks(indexRelation);
		info->tuples = rel->tuples;
	}
	else
	{
		double allvisfrac;

		estimate_rel_size(indexRelation, NULL, &info->pages, &info->tuples,
						  &allvisfrac);
		info->tuples = Min(info->tuples, rel->tuples);
	}
	info->tree_height = info->relam == BTREE_AM_OID ? _bt_getrootheight(indexRelation) : -1;
	return info;
}

/*
 * Pages as they are now, rows by the density that the last VACUUM or ANALYZE
 * found, or that the column types suggest.
 */
void
estimate_rel_size(Relation rel, int32 *attr_widths, BlockNumber *pages,
				  double *tuples, double *allvisfrac)
{
	BlockNumber curpages;
	BlockNumber relpages;
	double reltuples;
	BlockNumber relallvisible;
	double density;

	if (RELKIND_HAS_TABLE_AM(rel->rd_rel->relkind))
	{
		table_relation_estimate_size(rel, attr_widths, pages, tuples,
									 allvisfrac);
		return;
	}
	if (rel->rd_rel->relkind != RELKIND_INDEX)
	{
		*pages = rel->rd_rel->relpages;
		*tuples = rel->rd_rel->reltuples;
		*allvisfrac = 0;
		return;
	}
	curpages = RelationGetNumberOfBlocks(rel);
	*pages = curpages;
	if (curpages == 0)
	{
		*tuples = 0;
		*allvisfrac = 0;
		return;
	}
	relpages = (BlockNumber) rel->rd_rel->relpages;
	reltuples = (double) rel->rd_rel->reltuples;
	relallvisible = (BlockNumber) rel->rd_rel->relallvisible;
	/* the metapage has no rows */
	if (relpages > 0)
	{
		curpages--;
		relpages--;
	}
	if (reltuples >= 0 && relpages > 0)
		density = reltuples / (double) relpages;
	else
	{
		int32 tuple_width = get_rel_data_width(rel, attr_widths);

		tuple_width += MAXALIGN(SizeofHeapTupleHeader) + sizeof(ItemIdData);
		density = (BLCKSZ - SizeOfPageHeaderData) / tuple_width;
	}
	*tuples = rint(density * (double) curpages);
	if (relallvisible == 0 || curpages <= 0)
		*allvisfrac = 0;
	else
		*allvisfrac = (double) relallvisible >= curpages ? 1 : (double) relallvisible / curpages;
}

/* Sum of the columns' average widths; attr_widths (by attnum) is filled. */
int32
get_rel_data_width(Relation rel, int32 *attr_widths)
{
	int32 tuple_width = 0;

	for (int i = 1; i <= RelationGetNumberOfAttributes(rel); i++)
	{
		Form_pg_attribute att = TupleDescAttr(rel->rd_att, i - 1);
		int32 item_width;

		if (att->attisdropped)
			continue;
		if (attr_widths != NULL && attr_widths[i] > 0)
		{
			tuple_width += attr_widths[i];
			continue;
		}
		item_width = get_attavgwidth(RelationGetRelid(rel), i);
		if (item_width <= 0)
			item_width = get_typavgwidth(att->atttypid, att->atttypmod);
		if (attr_widths != NULL)
			attr_widths[i] = item_width;
		tuple_width += item_width;
	}
	return tuple_width;
}

int32
get_relation_data_width(Oid relid, int32 *attr_widths)
{
	Relation relation = table_open(relid, NoLock);
	int32 result = get_rel_data_width(relation, attr_widths);

	table_close(relation, NoLock);
	return result;
}

/* WHERE is known to be false.  CHECK constraints are not looked at. */
bool
relation_excluded_by_constraints(PlannerInfo *root, RelOptInfo *rel,
								 RangeTblEntry *rte)
{
	ListCell *lc;

	foreach (lc, rel->baserestrictinfo)
	{
		Expr *clause = ((RestrictInfo *) lfirst(lc))->clause;

		if (clause && IsA(clause, Const) &&
			(((Const *) clause)->constisnull ||
			 !DatumGetBool(((Const *) clause)->constvalue)))
			return true;
	}
	return false;
}

/* All columns of the relation as stored; NIL if it has dropped ones. */
List *
build_physical_tlist(PlannerInfo *root, RelOptInfo *rel)
{
	Index varno = rel->relid;
	RangeTblEntry *rte = planner_rt_fetch(varno, root);
	Relation relation;
	List *tlist = NIL;

	if (rte->rtekind == RTE_SUBQUERY)
	{
		ListCell *l;

		foreach (l, rte->subquery->targetList)
		{
			TargetEntry *tle = lfirst(l);

			tlist = lappend(tlist,
							makeTargetEntry((Expr *) makeVarFromTargetEntry(varno, tle),
											tle->resno, NULL, tle->resjunk));
		}
		return tlist;
	}
	if (rte->rtekind == RTE_FUNCTION || rte->rtekind == RTE_VALUES ||
		rte->rtekind == RTE_CTE)
	{
		List *colvars;
		ListCell *l;

		expandRTE(rte, varno, 0, -1, true, NULL, &colvars);
		foreach (l, colvars)
		{
			Var *var = lfirst(l);

			/* a dropped column of a composite type */
			if (!IsA(var, Var))
				return NIL;
			tlist = lappend(tlist, makeTargetEntry((Expr *) var, var->varattno, NULL, false));
		}
		return tlist;
	}
	if (rte->rtekind != RTE_RELATION)
		return NIL;
	relation = table_open(rte->relid, NoLock);
	for (int attrno = 1; attrno <= RelationGetNumberOfAttributes(relation);
		 attrno++)
	{
		Form_pg_attribute att = TupleDescAttr(relation->rd_att, attrno - 1);

		if (att->attisdropped || att->atthasmissing)
		{
			tlist = NIL;
			break;
		}
		tlist = lappend(tlist,
						makeTargetEntry((Expr *) makeVar(varno, attrno,
														 att->atttypid,
														 att->atttypmod,
														 att->attcollation, 0),
										attrno, NULL, false));
	}
	table_close(relation, NoLock);
	return tlist;
}

/* Is the column alone unique? */
bool
has_unique_index(RelOptInfo *rel, AttrNumber attno)
{
	ListCell *l;

	foreach (l, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(l);

		if (index->unique && index->nkeycolumns == 1 &&
			index->indexkeys[0] == attno &&
			(index->indpred == NIL || index->predOK))
			return true;
	}
	return false;
}

/* ---------------------------------------------------------------- estimators */

Selectivity
restriction_selectivity(PlannerInfo *root, Oid operatorid, List *args,
						Oid inputcollid, int varRelid)
{
	RegProcedure oprrest = get_oprrest(operatorid);
	float8 result;

	if (!oprrest)
		return 0.5;
	result = DatumGetFloat8(OidFunctionCall4Coll(oprrest, inputcollid,
												 PointerGetDatum(root),
												 ObjectIdGetDatum(operatorid),
												 PointerGetDatum(args),
												 Int32GetDatum(varRelid)));
	if (result < 0.0 || result > 1.0)
		elog(ERROR, "invalid restriction selectivity: %f", result);
	return result;
}

Selectivity
join_selectivity(PlannerInfo *root, Oid operatorid, List *args,
				 Oid inputcollid, JoinType jointype, SpecialJoinInfo *sjinfo)
{
	RegProcedure oprjoin = get_oprjoin(operatorid);
	float8 result;

	if (!oprjoin)
		return 0.5;
	result = DatumGetFloat8(OidFunctionCall5Coll(oprjoin, inputcollid,
												 PointerGetDatum(root),
												 ObjectIdGetDatum(operatorid),
												 PointerGetDatum(args),
												 Int16GetDatum(jointype),
												 PointerGetDatum(sjinfo)));
	if (result < 0.0 || result > 1.0)
		elog(ERROR, "invalid join selectivity: %f", result);
	return result;
}

/* A third of the rows, unless the function's support function knows better. */
Selectivity
function_selectivity(PlannerInfo *root, Oid funcid, List *args,
					 Oid inputcollid, bool is_join, int varRelid,
					 JoinType jointype, SpecialJoinInfo *sjinfo)
{
	return 0.3333333;
}

/* Add the cost of one call. */
void
add_function_cost(PlannerInfo *root, Oid funcid, Node *node, QualCost *cost)
{
	HeapTuple proctup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));

	if (!HeapTupleIsValid(proctup))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	cost->per_tuple += ((Form_pg_proc) GETSTRUCT(proctup))->procost *
		cpu_operator_cost;
	ReleaseSysCache(proctup);
}

/* Rows that one call of a set-returning function gives. */
double
get_function_rows(PlannerInfo *root, Oid funcid, Node *node)
{
	HeapTuple proctup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc form;
	double result;

	if (!HeapTupleIsValid(proctup))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	form = (Form_pg_proc) GETSTRUCT(proctup);
	result = form->prorows;
	if (form->prosupport)
	{
		SupportRequestRows req;
		SupportRequestRows *sresult;

		req.type = T_SupportRequestRows;
		req.root = root;
		req.funcid = funcid;
		req.node = node;
		req.rows = 0;
		sresult = (SupportRequestRows *)
			DatumGetPointer(OidFunctionCall1(form->prosupport,
											 PointerGetDatum(&req)));
		if (sresult == &req)
			result = req.rows;
	}
	ReleaseSysCache(proctup);
	return result;
}

bool
has_row_triggers(PlannerInfo *root, Index rti, CmdType event)
{
	return false; /* such relations are refused when opened */
}

/* Generated columns that depend on one of the target columns. */
Bitmapset *
get_dependent_generated_columns(PlannerInfo *root, Index rti,
								Bitmapset *target_cols)
{
	Relation relation = table_open(planner_rt_fetch(rti, root)->relid,
								   NoLock);
	TupleConstr *constr = RelationGetDescr(relation)->constr;
	Bitmapset *result = NULL;

	if (constr && constr->has_generated_stored)
		for (int i = 0; i < constr->num_defval; i++)
		{
			AttrDefault *def = &constr->defval[i];
			Bitmapset *attrs_used = NULL;

			if (!TupleDescAttr(RelationGetDescr(relation),
							   def->adnum - 1)
					 ->attgenerated)
				continue;
			pull_varattnos(stringToNode(def->adbin), 1, &attrs_used);
			if (bms_overlap(target_cols, attrs_used))
				result = bms_add_member(result, def->adnum - FirstLowInvalidHeapAttributeNumber);
		}
	table_close(relation, NoLock);
	return result;
}

/* ---------------------------------------------------------------- ON CONFLICT */

/* Does the index have exactly the columns and expressions of the target? */
static bool
index_matches(Relation idxRel, Bitmapset *attrs, List *exprs, Index varno,
			  OnConflictExpr *oc)
{
	Form_pg_index form = idxRel->rd_index;
	Bitmapset *have = NULL;
	List *idxExprs;
	List *pred;
	ListCell *l;

	if (!form->indisunique || !form->indisvalid)
		return false;
	for (int i = 0; i < form->indnkeyatts; i++)
		if (form->indkey.values[i] != 0)
			have = bms_add_member(have, form->indkey.values[i] - FirstLowInvalidHeapAttributeNumber);
	if (!bms_equal(have, attrs))
		return false;
	idxExprs = RelationGetIndexExpressions(idxRel);
	if (idxExprs && varno != 1)
		ChangeVarNodes((Node *) idxExprs, 1, varno, 0);
	foreach (l, oc->arbiterElems)
	{
		InferenceElem *elem = lfirst(l);
		bool found = false;

		/* a named collation or operator class must be the index's */
		for (int i = 0; i < form->indnkeyatts && !found; i++)
			found = (!OidIsValid(elem->infercollid) ||
					 idxRel->rd_indcollation[i] == elem->infercollid) &&
				(!OidIsValid(elem->inferopclass) ||
				 get_opclass_family(elem->inferopclass) ==
					 idxRel->rd_opfamily[i]);
		if (!found)
			return false;
		if (!IsA(elem->expr, Var) && !list_member(idxExprs, elem->expr))
			return false;
	}
	if (list_difference(idxExprs, exprs) != NIL)
		return false;
	pred = RelationGetIndexPredicate(idxRel);
	if (pred && varno != 1)
		ChangeVarNodes((Node *) pred, 1, varno, 0);
	return predicate_implied_by(pred, (List *) oc->arbiterWhere, false);
}

/* The index behind a unique or exclusion constraint. */
static Oid
constraint_index(Oid conoid)
{
	HeapTuple tp = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conoid));
	Oid result;

	if (!HeapTupleIsValid(tp))
		return InvalidOid;
	result = ((Form_pg_constraint) GETSTRUCT(tp))->conindid;
	ReleaseSysCache(tp);
	return result;
}

/* The unique indexes that ON CONFLICT's target names; NIL for any. */
List *
infer_arbiter_indexes(PlannerInfo *root)
{
	OnConflictExpr *oc = root->parse->onConflict;
	Index varno = root->parse->resultRelation;
	RangeTblEntry *rte = rt_fetch(varno, root->parse->rtable);
	Relation relation;
	Bitmapset *attrs = NULL;
	List *exprs = NIL;
	List *results = NIL;
	ListCell *l;

	if (oc->arbiterElems == NIL && oc->constraint == InvalidOid)
		return NIL;
	relation = table_open(rte->relid, NoLock);
	foreach (l, oc->arbiterElems)
	{
		InferenceElem *elem = lfirst(l);

		if (!IsA(elem->expr, Var))
			exprs = lappend(exprs, elem->expr);
		else if (((Var *) elem->expr)->varattno == 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("whole row unique index inference specifications are not supported")));
		else
			attrs = bms_add_member(attrs, ((Var *) elem->expr)->varattno - FirstLowInvalidHeapAttributeNumber);
	}
	foreach (l, RelationGetIndexList(relation))
	{
		Relation idxRel = index_open(lfirst_oid(l), rte->rellockmode);

		if (OidIsValid(oc->constraint))
		{
			if (constraint_index(oc->constraint) == lfirst_oid(l))
			{
				if (!idxRel->rd_index->indisunique &&
					oc->action == ONCONFLICT_UPDATE)
					ereport(ERROR,
							(errcode(ERRCODE_WRONG_OBJECT_TYPE),
							 errmsg("ON CONFLICT DO UPDATE not supported with exclusion constraints")));
				results = lappend_oid(results, lfirst_oid(l));
			}
		}
		else if (index_matches(idxRel, attrs, exprs, varno, oc))
			results = lappend_oid(results, lfirst_oid(l));
		index_close(idxRel, NoLock);
	}
	table_close(relation, NoLock);
	if (results == NIL)
	{
		if (OidIsValid(oc->constraint))
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("constraint in ON CONFLICT clause has no associated index")));
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("there is no unique or exclusion constraint matching the ON CONFLICT specification")));
	}
	return results;
}

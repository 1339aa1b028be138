/*
 * relnode.c
 *		RelOptInfos of base relations and joins.
 *
 * Base relations are found by range table index, joins by the set of base
 * relations in them.  Upper steps (grouping, ordering, ...) have one
 * RelOptInfo each.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/util/relnode.c
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/planmain.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/parsetree.h"
#include "utils/hsearch.h"

/* Arrays by range table index; entry 0 is unused. */
void
setup_simple_rel_arrays(PlannerInfo *root)
{
	int size = list_length(root->parse->rtable) + 1;
	ListCell *lc;

	root->simple_rel_array_size = size;
	root->simple_rel_array = palloc0(size * sizeof(RelOptInfo *));
	root->simple_rte_array = palloc0(size * sizeof(RangeTblEntry *));
	foreach (lc, root->parse->rtable)
		root->simple_rte_array[foreach_current_index(lc) + 1] = lfirst(lc);
	root->append_rel_array = NULL;
}

static RelOptInfo *
new_rel(RelOptKind kind, Relids relids)
{
	RelOptInfo *rel = makeNode(RelOptInfo);

	rel->reloptkind = kind;
	rel->relids = relids;
	rel->reltarget = create_empty_pathtarget();
	rel->allvisfrac = 0;
	rel->rel_parallel_workers = -1;
	return rel;
}

/* Make the base relation; for tables the catalogs are read. */
RelOptInfo *
build_simple_rel(PlannerInfo *root, int relid, RelOptInfo *parent)
{
	RangeTblEntry *rte = root->simple_rte_array[relid];
	RelOptInfo *rel;

	Assert(relid > 0 && relid < root->simple_rel_array_size);
	if (root->simple_rel_array[relid] != NULL)
		elog(ERROR, "rel %d already exists", relid);
	rel = new_rel(RELOPT_BASEREL, bms_make_singleton(relid));
	rel->consider_startup = root->tuple_fraction > 0;
	rel->relid = relid;
	rel->rtekind = rte->rtekind;
	rel->userid = rte->checkAsUser;
	switch (rte->rtekind)
	{
		case RTE_RELATION:
			get_relation_info(root, rte->relid, rte->inh, rel);
			break;
		case RTE_SUBQUERY:
		case RTE_FUNCTION:
		case RTE_VALUES:
		case RTE_CTE:
			rel->min_attr = 0;
			rel->max_attr = list_length(rte->eref->colnames);
			break;
		case RTE_RESULT:
			rel->min_attr = 0;
			rel->max_attr = -1;
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("this kind of FROM item is not supported yet")));
	}
	if (rte->rtekind != RTE_RELATION && rel->max_attr >= rel->min_attr)
	{
		int n = rel->max_attr - rel->min_attr + 1;

		rel->attr_needed = palloc0(n * sizeof(Relids));
		rel->attr_widths = palloc0(n * sizeof(int32));
	}
	root->simple_rel_array[relid] = rel;
	return rel;
}

RelOptInfo *
find_base_rel(PlannerInfo *root, int relid)
{
	RelOptInfo *rel = NULL;

	if (relid > 0 && relid < root->simple_rel_array_size)
		rel = root->simple_rel_array[relid];
	if (rel == NULL)
		elog(ERROR, "no relation entry for relid %d", relid);
	return rel;
}

/* The join of exactly these relations, or NULL. */
RelOptInfo *
find_join_rel(PlannerInfo *root, Relids relids)
{
	ListCell *l;

	foreach (l, root->join_rel_list)
		if (bms_equal(((RelOptInfo *) lfirst(l))->relids, relids))
			return lfirst(l);
	return NULL;
}

/* Columns of an input that are needed above the join. */
static void
add_input_columns(PlannerInfo *root, RelOptInfo *joinrel, RelOptInfo *input)
{
	Relids relids = joinrel->relids;
	ListCell *lc;

	foreach (lc, input->reltarget->exprs)
	{
		Var *var = lfirst(lc);
		RelOptInfo *baserel;
		int ndx;

		if (!IsA(var, Var))
		{
			joinrel->reltarget->exprs = lappend(joinrel->reltarget->exprs, var);
			continue;
		}
		baserel = find_base_rel(root, var->varno);
		ndx = var->varattno - baserel->min_attr;
		if (!bms_nonempty_difference(baserel->attr_needed[ndx], relids))
			continue;
		joinrel->reltarget->exprs = lappend(joinrel->reltarget->exprs, var);
		joinrel->reltarget->width += baserel->attr_widths[ndx];
	}
}

/* Clauses that can be checked at this join but not below it. */
static List *
clauses_of_join(PlannerInfo *root, RelOptInfo *joinrel, RelOptInfo *input,
				List *result)
{
	ListCell *l;

	foreach (l, input->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

		if (bms_is_subset(rinfo->required_relids, joinrel->relids))
			result = list_append_unique_ptr(result, rinfo);
	}
	return result;
}

static List *
build_restrictlist(PlannerInfo *root, RelOptInfo *joinrel, RelOptInfo *outer,
				   RelOptInfo *inner)
{
	List *result;

	result = clauses_of_join(root, joinrel, outer, NIL);
	result = clauses_of_join(root, joinrel, inner, result);
	return list_concat(result,
					   generate_join_implied_equalities(root, joinrel->relids,
														outer->relids, inner));
}

static void
build_joininfo(RelOptInfo *joinrel, RelOptInfo *input)
{
	ListCell *l;

	foreach (l, input->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

		if (!bms_is_subset(rinfo->required_relids, joinrel->relids))
			joinrel->joininfo = list_append_unique_ptr(joinrel->joininfo,
													   rinfo);
	}
}

/*
 * The join relation of joinrelids, made on first request.  *restrictlist_ptr
 * receives the clauses for this pair of inputs.
 */
RelOptInfo *
build_join_rel(PlannerInfo *root, Relids joinrelids, RelOptInfo *outer_rel,
			   RelOptInfo *inner_rel, SpecialJoinInfo *sjinfo,
			   List **restrictlist_ptr)
{
	RelOptInfo *joinrel = find_join_rel(root, joinrelids);
	List *restrictlist;

	if (joinrel)
	{
		if (restrictlist_ptr)
			*restrictlist_ptr = build_restrictlist(root, joinrel, outer_rel,
												   inner_rel);
		return joinrel;
	}
	joinrel = new_rel(RELOPT_JOINREL, bms_copy(joinrelids));
	joinrel->consider_startup = root->tuple_fraction > 0;
	joinrel->rtekind = RTE_JOIN;
	joinrel->lateral_relids =
		bms_difference(bms_union(outer_rel->lateral_relids,
								 inner_rel->lateral_relids),
					   joinrelids);
	if (bms_is_empty(joinrel->lateral_relids))
		joinrel->lateral_relids = NULL;
	add_input_columns(root, joinrel, outer_rel);
	add_input_columns(root, joinrel, inner_rel);
	restrictlist = build_restrictlist(root, joinrel, outer_rel, inner_rel);
	if (restrictlist_ptr)
		*restrictlist_ptr = restrictlist;
	build_joininfo(joinrel, outer_rel);
	build_joininfo(joinrel, inner_rel);
	joinrel->has_eclass_joins = has_relevant_eclass_joinclause(root, joinrel);
	set_joinrel_size_estimates(root, joinrel, outer_rel, inner_rel, sjinfo,
							   restrictlist);
	root->join_rel_list = lappend(root->join_rel_list, joinrel);
	if (root->join_rel_level)
		root->join_rel_level[root->join_cur_level] =
			lappend(root->join_rel_level[root->join_cur_level], joinrel);
	return joinrel;
}

/* The relation of an upper step. */
RelOptInfo *
fetch_upper_rel(PlannerInfo *root, UpperRelationKind kind, Relids relids)
{
	RelOptInfo *rel;
	ListCell *lc;

	foreach (lc, root->upper_rels[kind])
		if (bms_equal(((RelOptInfo *) lfirst(lc))->relids, relids))
			return lfirst(lc);
	rel = new_rel(RELOPT_UPPER_REL, bms_copy(relids));
	rel->consider_startup = root->tuple_fraction > 0;
	root->upper_rels[kind] = lappend(root->upper_rels[kind], rel);
	return rel;
}

/* ---------------------------------------------------------------- parameterized paths */

ParamPathInfo *
find_param_path_info(RelOptInfo *rel, Relids required_outer)
{
	ListCell *lc;

	foreach (lc, rel->ppilist)
		if (bms_equal(((ParamPathInfo *) lfirst(lc))->ppi_req_outer,
					  required_outer))
			return lfirst(lc);
	return NULL;
}

static ParamPathInfo *
new_ppi(RelOptInfo *rel, Relids required_outer, double rows, List *clauses)
{
	ParamPathInfo *ppi = makeNode(ParamPathInfo);

	ppi->ppi_req_outer = required_outer;
	ppi->ppi_rows = rows;
	ppi->ppi_clauses = clauses;
	rel->ppilist = lappend(rel->ppilist, ppi);
	return ppi;
}

/*
 * What a scan with these outer relations has to check beside its own clauses:
 * all join clauses that can be moved into it.  NULL for no outer relations.
 */
ParamPathInfo *
get_baserel_parampathinfo(PlannerInfo *root, RelOptInfo *baserel,
						  Relids required_outer)
{
	ParamPathInfo *ppi;
	Relids joinrelids;
	List *pclauses = NIL;
	ListCell *lc;

	if (bms_is_empty(required_outer))
		return NULL;
	if ((ppi = find_param_path_info(baserel, required_outer)) != NULL)
		return ppi;
	joinrelids = bms_union(baserel->relids, required_outer);
	foreach (lc, baserel->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (join_clause_is_movable_into(rinfo, baserel->relids, joinrelids))
			pclauses = lappend(pclauses, rinfo);
	}
	pclauses = list_concat(pclauses,
						   generate_join_implied_equalities(root, joinrelids,
															required_outer,
															baserel));
	return new_ppi(baserel, required_outer,
				   get_parameterized_baserel_size(root, baserel, pclauses),
				   pclauses);
}

/*
 * The same for a join.  Clauses that the inputs do not check are added to
 * *restrict_clauses.
 */
ParamPathInfo *
get_joinrel_parampathinfo(PlannerInfo *root, RelOptInfo *joinrel,
						  Path *outer_path, Path *inner_path,
						  SpecialJoinInfo *sjinfo, Relids required_outer,
						  List **restrict_clauses)
{
	ParamPathInfo *ppi;
	Relids join_and_req;
	Relids outer_and_req;
	Relids inner_and_req;
	List *pclauses = NIL;
	ListCell *lc;

	if (bms_is_empty(required_outer))
		return NULL;
	join_and_req = bms_union(joinrel->relids, required_outer);
	outer_and_req = outer_path->param_info ? bms_union(outer_path->parent->relids, PATH_REQ_OUTER(outer_path)) : NULL;
	inner_and_req = inner_path->param_info ? bms_union(inner_path->parent->relids, PATH_REQ_OUTER(inner_path)) : NULL;
	foreach (lc, joinrel->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (join_clause_is_movable_into(rinfo, joinrel->relids, join_and_req) &&
			!join_clause_is_movable_into(rinfo, outer_path->parent->relids,
										 outer_and_req) &&
			!join_clause_is_movable_into(rinfo, inner_path->parent->relids,
										 inner_and_req))
			pclauses = lappend(pclauses, rinfo);
	}
	foreach (lc, generate_join_implied_equalities(root, join_and_req, required_outer, joinrel))
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (!join_clause_is_movable_into(rinfo, outer_path->parent->relids,
										 outer_and_req) &&
			!join_clause_is_movable_into(rinfo, inner_path->parent->relids,
										 inner_and_req))
			pclauses = lappend(pclauses, rinfo);
	}
	*restrict_clauses = list_concat(pclauses, *restrict_clauses);
	if ((ppi = find_param_path_info(joinrel, required_outer)) != NULL)
		return ppi;
	return new_ppi(joinrel, required_outer,
				   get_parameterized_joinrel_size(root, joinrel, outer_path,
												  inner_path, sjinfo,
												  *restrict_clauses),
				   NIL);
}

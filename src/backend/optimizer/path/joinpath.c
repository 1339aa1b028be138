/*
 * joinpath.c
 *		Ways to join two relations.
 *
 * Nested loops (with the inner side plain, kept in a Material node, or
 * parameterized by the outer row) and hash joins.  FULL and RIGHT joins are
 * hash joins only.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/joinpath.c
 */
#include "postgres.h"

#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planmain.h"
#include "optimizer/restrictinfo.h"

static void
try_nestloop(PlannerInfo *root, RelOptInfo *joinrel, Path *outer, Path *inner,
			 List *pathkeys, JoinType jointype, JoinPathExtraData *extra)
{
	Relids required;

	required = calc_nestloop_required_outer(outer->parent->relids,
											PATH_REQ_OUTER(outer),
											inner->parent->relids,
											PATH_REQ_OUTER(inner));
	/* the outer side may not depend on the inner one */
	if (bms_overlap(PATH_REQ_OUTER(outer), inner->parent->relids))
		return;
	/* what is still needed from above must be of use there */
	if (required && !bms_overlap(required, extra->param_source_rels) &&
		!bms_is_subset(required, joinrel->lateral_relids))
		return;
	if (required && !bms_is_subset(joinrel->lateral_relids, required))
		return;
	add_path(joinrel, (Path *) create_nestloop_path(root, joinrel, jointype, extra, outer, inner, extra->restrictlist, pathkeys, required));
}

static void
try_hashjoin(PlannerInfo *root, RelOptInfo *joinrel, Path *outer, Path *inner,
			 List *hashclauses, JoinType jointype, JoinPathExtraData *extra)
{
	Relids required = calc_non_nestloop_required_outer(outer, inner);

	if (bms_overlap(required, joinrel->relids))
		return;
	if (required && !bms_overlap(required, extra->param_source_rels) &&
		!bms_is_subset(required, joinrel->lateral_relids))
		return;
	add_path(joinrel, (Path *) create_hashjoin_path(root, joinrel, jointype, extra, outer, inner, extra->restrictlist, required, hashclauses));
}

/* Does the clause compare one side with the other?  Notes which is left. */
static bool
clause_sides_match(RestrictInfo *rinfo, RelOptInfo *outerrel,
				   RelOptInfo *innerrel)
{
	if (bms_is_subset(rinfo->left_relids, outerrel->relids) &&
		bms_is_subset(rinfo->right_relids, innerrel->relids))
	{
		rinfo->outer_is_left = true;
		return true;
	}
	if (bms_is_subset(rinfo->left_relids, innerrel->relids) &&
		bms_is_subset(rinfo->right_relids, outerrel->relids))
	{
		rinfo->outer_is_left = false;
		return true;
	}
	return false;
}

static void
consider_nestloops(PlannerInfo *root, RelOptInfo *joinrel,
				   RelOptInfo *outerrel, RelOptInfo *innerrel,
				   JoinType jointype, JoinPathExtraData *extra)
{
	Path *inner_total = innerrel->cheapest_total_path;
	Path *matpath = NULL;
	JoinType save_jointype = jointype;
	List *outerpaths = outerrel->pathlist;
	ListCell *lc1;
	ListCell *lc2;

	if (jointype == JOIN_RIGHT || jointype == JOIN_FULL)
		return;
	if (jointype == JOIN_UNIQUE_INNER)
	{
		inner_total = (Path *) create_unique_path(root, innerrel, inner_total,
												  extra->sjinfo);
		jointype = JOIN_INNER;
	}
	else if (jointype == JOIN_UNIQUE_OUTER)
	{
		outerpaths = list_make1(create_unique_path(root, outerrel,
												   outerrel->cheapest_total_path,
												   extra->sjinfo));
		jointype = JOIN_INNER;
	}
	if (save_jointype != JOIN_UNIQUE_INNER && enable_material &&
		inner_total != NULL && inner_total->param_info == NULL &&
		!ExecMaterializesOutput(inner_total->pathtype))
		matpath = (Path *) create_material_path(innerrel, inner_total);
	foreach (lc1, outerpaths)
	{
		Path *outer = lfirst(lc1);
		List *pathkeys = build_join_pathkeys(root, joinrel, jointype,
											 outer->pathkeys);

		if (bms_overlap(PATH_REQ_OUTER(outer), innerrel->relids))
			continue;
		if (save_jointype == JOIN_UNIQUE_INNER)
		{
			try_nestloop(root, joinrel, outer, inner_total, pathkeys, jointype,
						 extra);
			continue;
		}
		foreach (lc2, innerrel->cheapest_parameterized_paths)
			try_nestloop(root, joinrel, outer, lfirst(lc2), pathkeys, jointype,
						 extra);
		if (matpath)
			try_nestloop(root, joinrel, outer, matpath, pathkeys, jointype,
						 extra);
	}
}

static void
consider_hashjoins(PlannerInfo *root, RelOptInfo *joinrel,
				   RelOptInfo *outerrel, RelOptInfo *innerrel,
				   JoinType jointype, JoinPathExtraData *extra)
{
	bool isouter = IS_OUTER_JOIN(jointype);
	List *hashclauses = NIL;
	Path *outer_startup = outerrel->cheapest_startup_path;
	Path *outer_total = outerrel->cheapest_total_path;
	Path *inner_total = innerrel->cheapest_total_path;
	ListCell *l;

	foreach (l, extra->restrictlist)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, l);

		/* clauses pushed down to an outer join are checked after it */
		if (isouter && RINFO_IS_PUSHED_DOWN(rinfo, joinrel->relids))
			continue;
		if (!rinfo->can_join || !OidIsValid(rinfo->hashjoinoperator) ||
			!clause_sides_match(rinfo, outerrel, innerrel))
			continue;
		hashclauses = lappend(hashclauses, rinfo);
	}
	if (hashclauses == NIL)
		return;
	if (bms_overlap(PATH_REQ_OUTER(outer_total), innerrel->relids) ||
		bms_overlap(PATH_REQ_OUTER(inner_total), outerrel->relids))
		return;
	if (jointype == JOIN_UNIQUE_OUTER)
	{
		outer_total = (Path *) create_unique_path(root, outerrel, outer_total,
												  extra->sjinfo);
		try_hashjoin(root, joinrel, outer_total, inner_total, hashclauses,
					 JOIN_INNER, extra);
		return;
	}
	if (jointype == JOIN_UNIQUE_INNER)
	{
		inner_total = (Path *) create_unique_path(root, innerrel, inner_total,
												  extra->sjinfo);
		jointype = JOIN_INNER;
	}
	try_hashjoin(root, joinrel, outer_total, inner_total, hashclauses, jointype,
				 extra);
	if (outer_startup != NULL && outer_startup != outer_total)
		try_hashjoin(root, joinrel, outer_startup, inner_total, hashclauses,
					 jointype, extra);
}

/* Add the paths for outerrel on the left and innerrel on the right. */
void
add_paths_to_joinrel(PlannerInfo *root, RelOptInfo *joinrel,
					 RelOptInfo *outerrel, RelOptInfo *innerrel,
					 JoinType jointype, SpecialJoinInfo *sjinfo,
					 List *restrictlist)
{
	JoinPathExtraData extra = {0};
	ListCell *lc;

	extra.restrictlist = restrictlist;
	extra.sjinfo = sjinfo;
	switch (jointype)
	{
		case JOIN_SEMI:
		case JOIN_ANTI:
			extra.inner_unique = false;
			break;
		case JOIN_UNIQUE_INNER:
			extra.inner_unique = bms_is_subset(sjinfo->min_lefthand,
											   outerrel->relids);
			break;
		case JOIN_UNIQUE_OUTER:
			extra.inner_unique = innerrel_is_unique(root, joinrel->relids,
													outerrel->relids, innerrel,
													JOIN_INNER, restrictlist);
			break;
		default:
			extra.inner_unique = innerrel_is_unique(root, joinrel->relids,
													outerrel->relids, innerrel,
													jointype, restrictlist);
	}
	if (jointype == JOIN_SEMI || jointype == JOIN_ANTI || extra.inner_unique)
		compute_semi_anti_join_factors(root, joinrel, outerrel, innerrel,
									   jointype, sjinfo, restrictlist,
									   &extra.semifactors);
	/* parameters from relations with which no outer join forbids it */
	foreach (lc, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(lc);

		if (bms_overlap(joinrel->relids, sj->min_righthand) &&
			!bms_overlap(joinrel->relids, sj->min_lefthand))
			extra.param_source_rels =
				bms_join(extra.param_source_rels,
						 bms_difference(root->all_baserels,
										sj->min_righthand));
		if (sj->jointype == JOIN_FULL &&
			bms_overlap(joinrel->relids, sj->min_lefthand) &&
			!bms_overlap(joinrel->relids, sj->min_righthand))
			extra.param_source_rels =
				bms_join(extra.param_source_rels,
						 bms_difference(root->all_baserels,
										sj->min_lefthand));
	}
	extra.param_source_rels = bms_add_members(extra.param_source_rels,
											  joinrel->lateral_relids);
	consider_nestloops(root, joinrel, outerrel, innerrel, jointype, &extra);
	if (enable_hashjoin || jointype == JOIN_FULL)
		consider_hashjoins(root, joinrel, outerrel, innerrel, jointype, &extra);
}

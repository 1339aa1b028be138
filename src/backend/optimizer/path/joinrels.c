/*
 * joinrels.c
 *		Which pairs of relations may be joined, and as what.
 *
 * Outer, semi and anti joins restrict the order: each SpecialJoinInfo says
 * which relations must be complete on its sides before it is performed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/optimizer/path/joinrels.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/memutils.h"

static void populate(PlannerInfo *root, RelOptInfo *rel1, RelOptInfo *rel2,
					 RelOptInfo *joinrel, SpecialJoinInfo *sjinfo,
					 List *restrictlist);

/* Join rel with each of the others that it has a clause with. */
static void
join_with_clauses(PlannerInfo *root, RelOptInfo *old_rel, List *others,
				  int start)
{
	for (int i = start; i < list_length(others); i++)
	{
		RelOptInfo *other = list_nth(others, i);

		if (!bms_overlap(old_rel->relids, other->relids) &&
			(have_relevant_joinclause(root, old_rel, other) ||
			 have_join_order_restriction(root, old_rel, other)))
			(void) make_join_rel(root, old_rel, other);
	}
}

static bool
has_join_restriction(PlannerInfo *root, RelOptInfo *rel)
{
	ListCell *l;

	if (rel->lateral_relids != NULL)
		return true;
	foreach (l, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(l);

		if (sj->jointype == JOIN_FULL ||
			(bms_is_subset(sj->min_lefthand, rel->relids) &&
			 bms_is_subset(sj->min_righthand, rel->relids)))
			continue;
		if (bms_overlap(sj->min_lefthand, rel->relids) ||
			bms_overlap(sj->min_righthand, rel->relids))
			return true;
	}
	return false;
}

/* All joins of level relations, from those of fewer. */
void
join_search_one_level(PlannerInfo *root, int level)
{
	List **joinrels = root->join_rel_level;
	ListCell *r;

	root->join_cur_level = level;
	foreach (r, joinrels[level - 1])
	{
		RelOptInfo *old_rel = lfirst(r);

		if (old_rel->joininfo != NIL || old_rel->has_eclass_joins ||
			has_join_restriction(root, old_rel))
			join_with_clauses(root, old_rel, joinrels[1], level == 2 ? foreach_current_index(r) + 1 : 0);
		else
		{
			ListCell *l;

			/* no clause at all: a cross product with anything */
			foreach (l, joinrels[1])
				if (!bms_overlap(((RelOptInfo *) lfirst(l))->relids,
								 old_rel->relids))
					(void) make_join_rel(root, old_rel, lfirst(l));
		}
	}
	/* bushy joins */
	for (int k = 2; level - k >= k; k++)
	{
		int other = level - k;

		foreach (r, joinrels[k])
		{
			RelOptInfo *old_rel = lfirst(r);

			if (old_rel->joininfo == NIL && !old_rel->has_eclass_joins &&
				!has_join_restriction(root, old_rel))
				continue;
			join_with_clauses(root, old_rel, joinrels[other], k == other ? foreach_current_index(r) + 1 : 0);
		}
	}
	if (joinrels[level] != NIL)
		return;
	/* nothing fits: force cross products */
	foreach (r, joinrels[level - 1])
	{
		RelOptInfo *old_rel = lfirst(r);
		ListCell *l;

		foreach (l, joinrels[1])
			if (!bms_overlap(((RelOptInfo *) lfirst(l))->relids,
							 old_rel->relids))
				(void) make_join_rel(root, old_rel, lfirst(l));
	}
	if (joinrels[level] == NIL && root->join_info_list == NIL &&
		!root->hasLateralRTEs)
		elog(ERROR, "failed to build any %d-way joins", level);
}

/* Can the right side of a semijoin be made unique and joined like a table? */
static bool
can_unique(PlannerInfo *root, SpecialJoinInfo *sj, RelOptInfo *rel)
{
	return bms_equal(sj->syn_righthand, rel->relids) &&
		create_unique_path(root, rel, rel->cheapest_total_path, sj) != NULL;
}

/*
 * May rel1 and rel2 be joined?  *sjinfo_p is the special join this performs
 * (NULL: an inner join), *reversed that rel2 is its left side.
 */
static bool
join_is_legal(PlannerInfo *root, RelOptInfo *rel1, RelOptInfo *rel2,
			  Relids joinrelids, SpecialJoinInfo **sjinfo_p, bool *reversed_p)
{
	SpecialJoinInfo *match = NULL;
	bool reversed = false;
	bool must_be_leftjoin = false;
	ListCell *l;

	*sjinfo_p = NULL;
	*reversed_p = false;
	foreach (l, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(l);
		bool rev = false;

		if (!bms_overlap(sj->min_righthand, joinrelids))
			continue;
		if (bms_is_subset(joinrelids, sj->min_righthand))
			continue; /* still building its right side */
		if ((bms_is_subset(sj->min_lefthand, rel1->relids) &&
			 bms_is_subset(sj->min_righthand, rel1->relids)) ||
			(bms_is_subset(sj->min_lefthand, rel2->relids) &&
			 bms_is_subset(sj->min_righthand, rel2->relids)))
			continue; /* done inside one input */
		if (sj->jointype == JOIN_SEMI)
		{
			/* done by making the right side unique, inside one input */
			if ((bms_is_subset(sj->syn_righthand, rel1->relids) &&
				 !bms_equal(sj->syn_righthand, rel1->relids)) ||
				(bms_is_subset(sj->syn_righthand, rel2->relids) &&
				 !bms_equal(sj->syn_righthand, rel2->relids)))
				continue;
		}
		if (bms_is_subset(sj->min_lefthand, rel1->relids) &&
			bms_is_subset(sj->min_righthand, rel2->relids))
			rev = false;
		else if (bms_is_subset(sj->min_lefthand, rel2->relids) &&
				 bms_is_subset(sj->min_righthand, rel1->relids))
			rev = true;
		else if (sj->jointype == JOIN_SEMI &&
				 (can_unique(root, sj, rel2) || can_unique(root, sj, rel1)))
		{
			if (match)
				return false;
			match = sj;
			reversed = !bms_equal(sj->syn_righthand, rel2->relids);
			continue;
		}
		else
		{
			/* neither performs it nor stays out of it: only a left join
			 * inside its right side may be delayed */
			if (bms_overlap(rel1->relids, sj->min_righthand) &&
				bms_overlap(rel2->relids, sj->min_righthand))
				continue;
			if (sj->jointype != JOIN_LEFT ||
				bms_overlap(joinrelids, sj->min_lefthand))
				return false;
			must_be_leftjoin = true;
			continue;
		}
		if (match)
			return false;
		match = sj;
		reversed = rev;
	}
	if (must_be_leftjoin &&
		(match == NULL || match->jointype != JOIN_LEFT || !match->lhs_strict))
		return false;
	/* the side that refers laterally must be the inner one */
	if (root->hasLateralRTEs)
	{
		bool fwd = bms_overlap(rel1->relids, rel2->lateral_relids);
		bool back = bms_overlap(rel2->relids, rel1->lateral_relids);

		if (fwd && back)
			return false;
		if ((fwd || back) && match)
		{
			if (match->jointype == JOIN_FULL)
				return false;
			if (fwd && reversed)
				return false;
			if (back && !reversed)
				return false;
		}
	}
	*sjinfo_p = match;
	*reversed_p = reversed;
	return true;
}

/* The join of the two, with paths for this pair added; NULL if not allowed. */
RelOptInfo *
make_join_rel(PlannerInfo *root, RelOptInfo *rel1, RelOptInfo *rel2)
{
	Relids joinrelids = bms_union(rel1->relids, rel2->relids);
	SpecialJoinInfo *sjinfo;
	bool reversed;
	SpecialJoinInfo *sj;
	RelOptInfo *joinrel;
	List *restrictlist;

	/* the number of pairs grows fast: many tables take seconds */
	CHECK_FOR_INTERRUPTS();
	if (!join_is_legal(root, rel1, rel2, joinrelids, &sjinfo, &reversed))
	{
		bms_free(joinrelids);
		return NULL;
	}
	if (reversed)
	{
		RelOptInfo *tmp = rel1;

		rel1 = rel2;
		rel2 = tmp;
	}
	sj = sjinfo;
	if (sj == NULL)
	{
		sj = makeNode(SpecialJoinInfo);
		sj->min_lefthand = sj->syn_lefthand = rel1->relids;
		sj->min_righthand = sj->syn_righthand = rel2->relids;
		sj->jointype = JOIN_INNER;
	}
	joinrel = build_join_rel(root, joinrelids, rel1, rel2, sj, &restrictlist);
	if (is_dummy_rel(joinrel))
		return joinrel;
	populate(root, rel1, rel2, joinrel, sj, restrictlist);
	return joinrel;
}

/* Is some clause false for all rows?  pushed_only: one above an outer join. */
static bool
constant_false(List *restrictlist, RelOptInfo *joinrel, bool pushed_only)
{
	ListCell *lc;

	foreach (lc, restrictlist)
	{
		RestrictInfo *rinfo = lfirst(lc);
		Const *con = (Const *) rinfo->clause;

		if (pushed_only && !RINFO_IS_PUSHED_DOWN(rinfo, joinrel->relids))
			continue;
		if (IsA(con, Const) &&
			(con->constisnull || !DatumGetBool(con->constvalue)))
			return true;
	}
	return false;
}

void
mark_dummy_rel(RelOptInfo *rel)
{
	MemoryContext caller = MemoryContextSwitchTo(GetMemoryChunkContext(rel));

	set_dummy_rel_pathlist(rel);
	MemoryContextSwitchTo(caller);
}

/* Add the paths of one pair, in both directions where that is allowed. */
static void
populate(PlannerInfo *root, RelOptInfo *rel1, RelOptInfo *rel2,
		 RelOptInfo *joinrel, SpecialJoinInfo *sjinfo, List *restrictlist)
{
	bool dummy1 = is_dummy_rel(rel1);
	bool dummy2 = is_dummy_rel(rel2);

	switch (sjinfo->jointype)
	{
		case JOIN_INNER:
			if (dummy1 || dummy2 || constant_false(restrictlist, joinrel, false))
			{
				mark_dummy_rel(joinrel);
				break;
			}
			add_paths_to_joinrel(root, joinrel, rel1, rel2, JOIN_INNER, sjinfo,
								 restrictlist);
			add_paths_to_joinrel(root, joinrel, rel2, rel1, JOIN_INNER, sjinfo,
								 restrictlist);
			break;
		case JOIN_LEFT:
			if (dummy1 || constant_false(restrictlist, joinrel, true))
			{
				mark_dummy_rel(joinrel);
				break;
			}
			if (constant_false(restrictlist, joinrel, false) &&
				bms_is_subset(rel2->relids, sjinfo->syn_righthand))
				mark_dummy_rel(rel2);
			add_paths_to_joinrel(root, joinrel, rel1, rel2, JOIN_LEFT, sjinfo,
								 restrictlist);
			add_paths_to_joinrel(root, joinrel, rel2, rel1, JOIN_RIGHT, sjinfo,
								 restrictlist);
			break;
		case JOIN_FULL:
			if ((dummy1 && dummy2) || constant_false(restrictlist, joinrel, true))
			{
				mark_dummy_rel(joinrel);
				break;
			}
			add_paths_to_joinrel(root, joinrel, rel1, rel2, JOIN_FULL, sjinfo,
								 restrictlist);
			add_paths_to_joinrel(root, joinrel, rel2, rel1, JOIN_FULL, sjinfo,
								 restrictlist);
			if (joinrel->pathlist == NIL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("FULL JOIN is only supported with merge-joinable or hash-joinable join conditions")));
			break;
		case JOIN_SEMI:
			if (dummy1 || dummy2 || constant_false(restrictlist, joinrel, false))
			{
				mark_dummy_rel(joinrel);
				break;
			}
			if (bms_is_subset(sjinfo->min_lefthand, rel1->relids) &&
				bms_is_subset(sjinfo->min_righthand, rel2->relids))
				add_paths_to_joinrel(root, joinrel, rel1, rel2, JOIN_SEMI,
									 sjinfo, restrictlist);
			if (can_unique(root, sjinfo, rel2))
			{
				add_paths_to_joinrel(root, joinrel, rel1, rel2,
									 JOIN_UNIQUE_INNER, sjinfo, restrictlist);
				add_paths_to_joinrel(root, joinrel, rel2, rel1,
									 JOIN_UNIQUE_OUTER, sjinfo, restrictlist);
			}
			break;
		case JOIN_ANTI:
			if (dummy1 || constant_false(restrictlist, joinrel, true))
			{
				mark_dummy_rel(joinrel);
				break;
			}
			if (constant_false(restrictlist, joinrel, false) &&
				bms_is_subset(rel2->relids, sjinfo->syn_righthand))
				mark_dummy_rel(rel2);
			add_paths_to_joinrel(root, joinrel, rel1, rel2, JOIN_ANTI, sjinfo,
								 restrictlist);
			break;
		default:
			elog(ERROR, "unrecognized join type: %d", (int) sjinfo->jointype);
	}
}

/* Must the two be considered together although no clause connects them? */
bool
have_join_order_restriction(PlannerInfo *root, RelOptInfo *rel1,
							RelOptInfo *rel2)
{
	ListCell *l;

	if (bms_overlap(rel1->relids, rel2->lateral_relids) ||
		bms_overlap(rel2->relids, rel1->lateral_relids))
		return true;
	foreach (l, root->join_info_list)
	{
		SpecialJoinInfo *sj = lfirst(l);

		if (sj->jointype == JOIN_FULL)
			continue;
		if ((bms_is_subset(sj->min_lefthand, rel1->relids) &&
			 bms_is_subset(sj->min_righthand, rel2->relids)) ||
			(bms_is_subset(sj->min_lefthand, rel2->relids) &&
			 bms_is_subset(sj->min_righthand, rel1->relids)))
			return true;
		if ((bms_overlap(sj->min_righthand, rel1->relids) &&
			 bms_overlap(sj->min_righthand, rel2->relids)) ||
			(bms_overlap(sj->min_lefthand, rel1->relids) &&
			 bms_overlap(sj->min_lefthand, rel2->relids)))
			return true;
	}
	return false;
}

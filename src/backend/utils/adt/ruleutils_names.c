/*
 * ruleutils_names.c
 *		What relations and columns are called in printed SQL.
 *
 * Names of a stored query may clash by the time it is printed: tables and
 * columns are renamed and added.  For each query level this file gives every
 * range table entry a name that no other entry in sight has, and every column
 * a name that is unique within its entry; USING joins make the columns they
 * merge share one name.  For plans it also finds the target lists that the
 * special varnos refer to.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils_names.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "ruleutils_internals.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* ---- names of relations ---- */

static bool
name_in_list(List *names, const char *name)
{
	ListCell *lc;

	foreach (lc, names)
	{
		if (lfirst(lc) != NULL && strcmp((char *) lfirst(lc), name) == 0)
			return true;
	}
	return false;
}

/* Base and a number, cut so that the whole is a legal identifier. */
static char *
numbered_name(const char *base, int n)
{
	char suffix[16];
	int slen = snprintf(suffix, sizeof(suffix), "_%d", n);
	int blen = strlen(base);

	if (blen + slen >= NAMEDATALEN)
		blen = pg_mbcliplen(base, blen, NAMEDATALEN - 1 - slen);
	return psprintf("%.*s%s", blen, base, suffix);
}

/*
 * Names for all entries of a range table, unique among themselves and against
 * those of the outer levels.  With used, entries outside it get none.
 */
static List *
choose_rte_names(List *rtable, List *outer_levels, Bitmapset *used)
{
	List *result = NIL;
	List *taken = NIL;
	ListCell *lc;
	int rti = 0;

	foreach (lc, outer_levels)
		taken = list_concat(taken, ((DeparseLevel *) lfirst(lc))->rte_names);
	foreach (lc, rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);
		char *base;
		char *name;

		rti++;
		if (used != NULL && !bms_is_member(rti, used))
			base = NULL;
		else if (rte->alias)
			base = rte->alias->aliasname;
		else if (rte->rtekind == RTE_RELATION)
			base = get_rel_name(rte->relid);
		else
			base = rte->rtekind == RTE_JOIN ? NULL : rte->eref->aliasname;
		name = base;
		for (int n = 1; name != NULL && name_in_list(taken, name); n++)
			name = numbered_name(base, n);
		if (name != NULL)
			taken = lappend(taken, name);
		result = lappend(result, name);
	}
	return result;
}

/*
 * select_rtable_names_for_explain
 *		The names that EXPLAIN shows for the relations of a plan.
 *
 * rels_used	range table indexes that the plan mentions
 *
 * Result: a list of char *, NULL for the others.
 */
List *
select_rtable_names_for_explain(List *rtable, Bitmapset *rels_used)
{
	/* an empty set means that nothing is used, not that nobody cares */
	if (rels_used == NULL)
		rels_used = bms_make_singleton(list_length(rtable) + 1);
	return choose_rte_names(rtable, NIL, rels_used);
}

/* Is name that of a WITH query in sight? */
static bool
is_cte_name(List *levels, const char *name)
{
	ListCell *lc,
		*lc2;

	foreach (lc, levels)
	{
		foreach (lc2, ((DeparseLevel *) lfirst(lc))->ctes)
		{
			if (strcmp(lfirst_node(CommonTableExpr, lc2)->ctename, name) == 0)
				return true;
		}
	}
	return false;
}

/*
 * deparse_qualified_relation_name
 *		A relation's quoted name, always with its schema.
 */
char *
deparse_qualified_relation_name(Oid relid)
{
	char *relname = get_rel_name(relid);

	if (relname == NULL)
		elog(ERROR, "cache lookup failed for relation %u", relid);
	return quote_qualified_identifier(get_namespace_name_or_temp(get_rel_namespace(relid)),
									  relname);
}

/*
 * deparse_relation_name
 *		A relation's quoted name, with its schema if the bare name would not
 *		find it: off the search path, or hidden by a WITH query of levels.
 */
char *
deparse_relation_name(Oid relid, List *levels)
{
	char *relname = get_rel_name(relid);

	if (relname == NULL)
		elog(ERROR, "cache lookup failed for relation %u", relid);
	if (is_cte_name(levels, relname) || !RelationIsVisible(relid))
		return deparse_qualified_relation_name(relid);
	return pstrdup(quote_identifier(relname));
}

/* ---- names of columns ---- */

/* The range table index of an item of the join tree. */
int
jointree_rtindex(Node *jtnode)
{
	if (IsA(jtnode, RangeTblRef))
		return ((RangeTblRef *) jtnode)->rtindex;
	Assert(IsA(jtnode, JoinExpr));
	return ((JoinExpr *) jtnode)->rtindex;
}

/* The column names of entry rtindex, which starts at 1. */
RteNames *
rte_column_names(DeparseLevel *level, int rtindex)
{
	return (RteNames *) list_nth(level->columns, rtindex - 1);
}

/* Make cols hold at least n entries. */
static void
reserve_columns(RteNames *names, int n)
{
	if (n <= names->ncols)
		return;
	if (names->cols == NULL)
		names->cols = palloc0(n * sizeof(char *));
	else
	{
		names->cols = repalloc(names->cols, n * sizeof(char *));
		memset(names->cols + names->ncols, 0,
			   (n - names->ncols) * sizeof(char *));
	}
	names->ncols = n;
}

static bool
column_name_taken(RteNames *names, const char *name, int self)
{
	for (int i = 0; i < names->ncols; i++)
	{
		if (i != self && names->cols[i] && strcmp(names->cols[i], name) == 0)
			return true;
	}
	return name_in_list(names->reserved, name);
}

/*
 * What the columns of an entry other than a join are really called; NULL for
 * dropped ones.
 */
static int
real_column_names(RangeTblEntry *rte, char ***result)
{
	char **cols;
	int n = 0;

	if (rte->rtekind == RTE_RELATION)
	{
		Relation rel = relation_open(rte->relid, AccessShareLock);
		TupleDesc desc = RelationGetDescr(rel);

		n = desc->natts;
		cols = palloc0((n + 1) * sizeof(char *));
		for (int i = 0; i < n; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);

			if (!att->attisdropped)
				cols[i] = pstrdup(NameStr(att->attname));
		}
		relation_close(rel, AccessShareLock);
	}
	else
	{
		List *names = rte->eref->colnames;
		ListCell *lc;

		if (rte->rtekind == RTE_FUNCTION && rte->functions != NIL)
			expandRTE(rte, 1, 0, -1, true, &names, NULL);
		cols = palloc0((list_length(names) + 1) * sizeof(char *));
		foreach (lc, names)
		{
			char *name = strVal(lfirst(lc));

			cols[n++] = name[0] == '\0' ? NULL : name;
		}
	}
	*result = cols;
	return n;
}

/* Name the columns of an entry that is no join. */
static void
name_base_columns(RteNames *names, RangeTblEntry *rte)
{
	List *aliases = rte->alias ? rte->alias->colnames : NIL;
	bool changed = false;
	char **real;
	int n = real_column_names(rte, &real);

	reserve_columns(names, n);
	for (int i = 0; i < n; i++)
	{
		char *base;
		char *name = names->cols[i];

		if (real[i] == NULL)
		{
			names->cols[i] = NULL;
			continue;
		}
		if (name == NULL)
		{
			base = i < list_length(aliases) ? strVal(list_nth(aliases, i)) : real[i];
			if (base[0] == '\0')
				base = real[i];
			name = base;
			for (int k = 1; column_name_taken(names, name, i); k++)
				name = numbered_name(base, k);
			names->cols[i] = name;
		}
		changed |= strcmp(name, real[i]) != 0;
	}
	if (rte->rtekind == RTE_FUNCTION)
		names->print_aliases = true;
	else if (rte->rtekind == RTE_RELATION)
		names->print_aliases = changed;
	else if (rte->rtekind != RTE_TABLEFUNC)
		names->print_aliases = changed || aliases != NIL;
}

/* Name the columns of a join, whose inputs have their names already. */
static void
name_join_columns(DeparseLevel *level, RteNames *names, RangeTblEntry *rte)
{
	List *aliases = rte->alias ? rte->alias->colnames : NIL;
	bool changed = false;
	ListCell *lc;
	int i = 0;

	reserve_columns(names, list_length(rte->joinaliasvars));
	foreach (lc, rte->joinaliasvars)
	{
		Node *src = strip_implicit_coercions(lfirst(lc));
		char *real = strVal(list_nth(rte->eref->colnames, i));
		char *base;
		char *name = names->cols[i];

		if (src == NULL)
		{
			names->cols[i++] = NULL;
			continue;
		}
		if (i < list_length(names->using_names))
			real = list_nth(names->using_names, i);
		else if (IsA(src, Var))
		{
			RteNames *in = rte_column_names(level, ((Var *) src)->varno);
			AttrNumber att = ((Var *) src)->varattno;

			if (att > 0 && att <= in->ncols && in->cols[att - 1])
				real = in->cols[att - 1];
		}
		if (name == NULL)
		{
			base = i < list_length(aliases) ? strVal(list_nth(aliases, i)) : real;
			name = base;
			/* the columns of an unnamed join are never called by its name */
			for (int k = 1; rte->alias && column_name_taken(names, name, i); k++)
				name = numbered_name(base, k);
			names->cols[i] = name;
		}
		changed |= strcmp(name, real) != 0;
		i++;
	}
	names->print_aliases = rte->alias != NULL && changed;
}

/* Force the name of column attnum (from 1) of entry rtindex. */
static void
push_name(DeparseLevel *level, int rtindex, int attnum, char *name)
{
	RteNames *names = rte_column_names(level, rtindex);

	if (attnum <= 0)
		return;
	reserve_columns(names, attnum);
	names->cols[attnum - 1] = name;
}

/*
 * From the top of the join tree down, choose the names of the columns that
 * USING merges, and hand them to the columns they are merged from.  reserved
 * lists the names chosen above, which nothing else below may have.
 */
static void
push_using_names(DeparseLevel *level, Node *jtnode, List *reserved)
{
	JoinExpr *j = (JoinExpr *) jtnode;
	RangeTblEntry *rte;
	RteNames *names;
	int left;
	int right;
	ListCell *lc;

	if (IsA(jtnode, FromExpr))
	{
		foreach (lc, ((FromExpr *) jtnode)->fromlist)
			push_using_names(level, lfirst(lc), reserved);
		return;
	}
	if (IsA(jtnode, RangeTblRef))
	{
		rte_column_names(level, jointree_rtindex(jtnode))->reserved = reserved;
		return;
	}
	rte = rt_fetch(j->rtindex, level->rtable);
	names = rte_column_names(level, j->rtindex);
	left = jointree_rtindex(j->larg);
	right = jointree_rtindex(j->rarg);
	if (rte->alias == NULL)
	{
		/* names given to this join from above belong to its inputs */
		int merged = rte->joinmergedcols;
		int nleft = list_length(rte->joinleftcols);

		for (int i = 0; i < names->ncols; i++)
		{
			if (names->cols[i] == NULL)
				continue;
			if (i < nleft)
				push_name(level, left, list_nth_int(rte->joinleftcols, i),
						  names->cols[i]);
			if (i < merged)
				push_name(level, right, list_nth_int(rte->joinrightcols, i),
						  names->cols[i]);
			else if (i >= nleft)
				push_name(level, right,
						  list_nth_int(rte->joinrightcols, i - nleft + merged),
						  names->cols[i]);
		}
	}
	if (j->usingClause != NIL)
	{
		int i = 0;

		reserve_columns(names, list_length(rte->joinaliasvars));
		reserved = list_copy(reserved);
		foreach (lc, j->usingClause)
		{
			char *base = strVal(lfirst(lc));
			char *name = names->cols[i];

			if (name == NULL)
			{
				if (rte->alias && i < list_length(rte->alias->colnames))
					base = strVal(list_nth(rte->alias->colnames, i));
				name = base;
				for (int k = 1; name_in_list(reserved, name); k++)
					name = numbered_name(base, k);
				names->cols[i] = name;
			}
			names->using_names = lappend(names->using_names, name);
			reserved = lappend(reserved, name);
			push_name(level, left, list_nth_int(rte->joinleftcols, i), name);
			push_name(level, right, list_nth_int(rte->joinrightcols, i), name);
			i++;
		}
	}
	push_using_names(level, j->larg, reserved);
	push_using_names(level, j->rarg, reserved);
}

/* Fill level->columns for all entries; inputs of a join stand before it. */
static void
name_all_columns(DeparseLevel *level)
{
	ListCell *lc,
		*lc2;

	forboth (lc, level->rtable, lc2, level->columns)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_JOIN)
			name_join_columns(level, lfirst(lc2), rte);
		else
			name_base_columns(lfirst(lc2), rte);
	}
}

static DeparseLevel *
make_level(List *rtable)
{
	DeparseLevel *level = palloc0(sizeof(DeparseLevel));

	level->rtable = rtable;
	for (int i = 0; i < list_length(rtable); i++)
		level->columns = lappend(level->columns, palloc0(sizeof(RteNames)));
	return level;
}

/*
 * deparse_level_for_query
 *		Choose all names of one query.
 *
 * outer_levels		the levels around it, whose names are avoided
 *
 * Takes AccessShareLock on the relations while it reads their columns.
 */
DeparseLevel *
deparse_level_for_query(Query *query, List *outer_levels)
{
	DeparseLevel *level = make_level(query->rtable);

	level->ctes = query->cteList;
	level->rte_names = choose_rte_names(query->rtable, outer_levels, NULL);
	if (query->jointree)
		push_using_names(level, (Node *) query->jointree, NIL);
	name_all_columns(level);
	return level;
}

/*
 * deparse_context_for
 *		Context of expressions over one relation, which is entry 1.
 */
List *
deparse_context_for(const char *aliasname, Oid relid)
{
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	DeparseLevel *level;

	rte->rtekind = RTE_RELATION;
	rte->relid = relid;
	rte->relkind = RELKIND_RELATION;
	rte->rellockmode = AccessShareLock;
	rte->alias = makeAlias(aliasname, NIL);
	rte->eref = rte->alias;
	rte->inFromCl = true;
	level = make_level(list_make1(rte));
	level->rte_names = list_make1(pstrdup(aliasname));
	name_all_columns(level);
	return list_make1(level);
}

/* ---- plans ---- */

/*
 * deparse_context_for_plan_tree
 *		Context of the expressions of a finished plan.
 *
 * rtable_names		from select_rtable_names_for_explain
 *
 * set_deparse_context_plan must name the plan node before it is used.
 */
List *
deparse_context_for_plan_tree(struct PlannedStmt *pstmt, List *rtable_names)
{
	DeparseLevel *level = make_level(pstmt->rtable);
	ListCell *lc;

	level->rte_names = rtable_names;
	level->subplans = pstmt->subplans;
	if (pstmt->appendRelations != NIL)
	{
		level->appendrels = palloc0((list_length(pstmt->rtable) + 1) *
									sizeof(AppendRelInfo *));
		foreach (lc, pstmt->appendRelations)
		{
			AppendRelInfo *info = lfirst_node(AppendRelInfo, lc);

			level->appendrels[info->child_relid] = info;
		}
	}
	name_all_columns(level);
	return list_make1(level);
}

/* The RecursiveUnion above whose work table a scan reads. */
static Plan *
recursive_union_above(DeparseLevel *level, WorkTableScan *scan)
{
	ListCell *lc;

	foreach (lc, level->ancestors)
	{
		Plan *plan = lfirst(lc);

		if (IsA(plan, RecursiveUnion) &&
			((RecursiveUnion *) plan)->wtParam == scan->wtParam)
			return plan;
	}
	elog(ERROR, "could not find RecursiveUnion for WorkTableScan with wtParam %d",
		 scan->wtParam);
	return NULL;
}

/* Let level speak of one plan node: find what its special varnos mean. */
void
deparse_level_set_plan(DeparseLevel *level, Plan *plan)
{
	level->plan = plan;
	level->outer_plan = IsA(plan, Append) ? linitial(((Append *) plan)->appendplans) : outerPlan(plan);
	level->outer_tlist = level->outer_plan ? level->outer_plan->targetlist : NIL;
	level->inner_plan = innerPlan(plan);
	if (IsA(plan, SubqueryScan))
		level->inner_plan = ((SubqueryScan *) plan)->subplan;
	else if (IsA(plan, CteScan))
		level->inner_plan = list_nth(level->subplans,
									 ((CteScan *) plan)->ctePlanId - 1);
	else if (IsA(plan, WorkTableScan))
		level->inner_plan = recursive_union_above(level,
												  (WorkTableScan *) plan);
	else if (IsA(plan, ModifyTable))
		level->inner_plan = plan;
	level->inner_tlist = level->inner_plan ? level->inner_plan->targetlist : NIL;
	if (IsA(plan, ModifyTable) &&
		((ModifyTable *) plan)->operation == CMD_INSERT)
		level->inner_tlist = ((ModifyTable *) plan)->exclRelTlist;
	level->index_tlist = IsA(plan, IndexOnlyScan) ? ((IndexOnlyScan *) plan)->indextlist : NIL;
}

/*
 * set_deparse_context_plan
 *		Point a context of a plan tree at one of its nodes.
 *
 * ancestors	Plan and SubPlan nodes above it, nearest first
 *
 * Changes and returns dpcontext.
 */
List *
set_deparse_context_plan(List *dpcontext, struct Plan *plan, List *ancestors)
{
	DeparseLevel *level = linitial(dpcontext);

	level->ancestors = ancestors;
	deparse_level_set_plan(level, plan);
	return dpcontext;
}

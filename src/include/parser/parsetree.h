/*
 * parsetree.h
 *		Access to range tables of finished queries.
 *
 * Range table indexes start at 1.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parsetree.h
 */
#ifndef PARSETREE_H
#define PARSETREE_H

#include "nodes/parsenodes.h"

#define rt_fetch(rangetable_index, rangetable) \
	((RangeTblEntry *) list_nth(rangetable, (rangetable_index) -1))

/* parse_relation.c */
extern char *get_rte_attribute_name(RangeTblEntry *rte, AttrNumber attnum);
extern bool get_rte_attribute_is_dropped(RangeTblEntry *rte, AttrNumber attnum);
extern TargetEntry *get_tle_by_resno(List *tlist, AttrNumber resno);
extern RowMarkClause *get_parse_rowmark(Query *qry, Index rtindex);

#endif /* PARSETREE_H */

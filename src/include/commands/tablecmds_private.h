/*
 * tablecmds_private.h
 *		Shared by the files of CREATE TABLE and ALTER TABLE alone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/tablecmds_private.h
 */
#ifndef TABLECMDS_PRIVATE_H
#define TABLECMDS_PRIVATE_H

#include "access/tupdesc.h"
#include "nodes/parsenodes.h"
#include "utils/relcache.h"

/* tablecmds.c */
extern void fill_column_descriptor(TupleDesc desc, AttrNumber attnum,
								   ColumnDef *col);
extern bool relation_has_children(Relation rel);

/* tablerewrite.c */
extern void scan_and_check(Relation rel, List *check_exprs,
						   List *check_names, Bitmapset *notnull_attnums);
extern void rewrite_table(Relation rel, TupleDesc old_desc,
						  List *new_values);
struct VacuumParams;
extern void compact_table(Relation rel, const struct VacuumParams *params);

/* A column of the new row that is computed, not copied. */
typedef struct NewColumnValue
{
	AttrNumber attnum;
	bool is_generated;
	Expr *expr; /* over the old row, or if generated the new one; planned by the caller */
} NewColumnValue;

#endif /* TABLECMDS_PRIVATE_H */

/*
 * table.h
 *		Opening and closing tables.
 *
 * As relation.h, but refuses what is no table: indexes and composite types.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/table.h
 */
#ifndef TABLE_H
#define TABLE_H

#include "nodes/primnodes.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"

extern Relation table_open(Oid relid, LOCKMODE lockmode);
extern Relation try_table_open(Oid relid, LOCKMODE lockmode);
extern Relation table_openrv(const RangeVar *rv, LOCKMODE lockmode);
extern Relation table_openrv_extended(const RangeVar *rv, LOCKMODE lockmode,
									  bool missing_ok);
extern void table_close(Relation rel, LOCKMODE lockmode);

#endif /* TABLE_H */

/*
 * pg_attrdef_fn.h
 *		Functions of pg_attrdef.c.
 *
 * Stored defaults of columns.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_attrdef_fn.h
 */
#ifndef PG_ATTRDEF_FN_H
#define PG_ATTRDEF_FN_H

#include "access/attnum.h"
#include "catalog/objectaddress.h"

extern Oid StoreAttrDefault(Relation rel, AttrNumber attnum, Node *expr,
							bool is_internal, bool add_column_mode);
extern void RemoveAttrDefault(Oid relid, AttrNumber attnum,
							  DropBehavior behavior, bool complain,
							  bool internal);
extern void RemoveAttrDefaultById(Oid attrdefId);
extern Oid GetAttrDefaultOid(Oid relid, AttrNumber attnum);
extern ObjectAddress GetAttrDefaultColumnAddress(Oid attrdefoid);

#endif /* PG_ATTRDEF_FN_H */

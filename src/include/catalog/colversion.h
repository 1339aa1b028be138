/*
 * colversion.h
 *		Versions of columns, and of row values made from them.
 *
 * See catalog/colversion.c for what they are.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/colversion.h
 */
#ifndef COLVERSION_H
#define COLVERSION_H

#include "access/attnum.h"
#include "access/htup.h"

extern uint64 relation_column_version(Oid relid);
extern Datum new_column_options(Oid relid);
extern void renew_column_versions(Oid relid, AttrNumber from);
extern void set_row_version(HeapTupleHeader td, uint64 version);
extern Datum stamp_row_value(Datum row);

#endif /* COLVERSION_H */

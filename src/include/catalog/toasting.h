/*
 * toasting.h
 *		Making the TOAST table of a table.
 *
 * Where values too long for a page go; wanted when a row may outgrow it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/toasting.h
 */
#ifndef TOASTING_H
#define TOASTING_H

#include "storage/lockdefs.h"
#include "utils/relcache.h"

extern void NewRelationCreateToastTable(Oid relOid, Datum reloptions);
extern void NewHeapCreateToastTable(Oid relOid, Datum reloptions,
									LOCKMODE lockmode, Oid OIDOldToast);
extern void AlterTableCreateToastTable(Oid relOid, Datum reloptions,
									   LOCKMODE lockmode);

#endif /* TOASTING_H */

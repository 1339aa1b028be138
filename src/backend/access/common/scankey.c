/*
 * scankey.c
 *		Filling in scan keys.
 *
 * A key carries the function that compares, looked up here once.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/scankey.c
 */
#include "postgres.h"

#include "access/skey.h"
#include "catalog/pg_collation_d.h"

static void
set_key(ScanKey entry, int flags, AttrNumber attno, StrategyNumber strat,
		Oid subtype, Oid coll, Datum arg)
{
	entry->sk_flags = flags;
	entry->sk_attno = attno;
	entry->sk_strategy = strat;
	entry->sk_subtype = subtype;
	entry->sk_collation = coll;
	entry->sk_argument = arg;
}

/* ScanKeyInit
 *		Key for a catalog scan: same type, C collation for text. */
void
ScanKeyInit(ScanKey entry, AttrNumber attno, StrategyNumber strat,
			RegProcedure proc, Datum arg)
{
	set_key(entry, 0, attno, strat, InvalidOid, C_COLLATION_OID, arg);
	fmgr_info(proc, &entry->sk_func);
}

/* ScanKeyEntryInitialize
 *		Key with everything given; without function only for null tests. */
void
ScanKeyEntryInitialize(ScanKey entry, int flags, AttrNumber attno,
					   StrategyNumber strat, Oid subtype, Oid coll,
					   RegProcedure proc, Datum arg)
{
	set_key(entry, flags, attno, strat, subtype, coll, arg);
	if (RegProcedureIsValid(proc))
		fmgr_info(proc, &entry->sk_func);
	else
	{
		Assert(flags & (SK_SEARCHNULL | SK_SEARCHNOTNULL));
		memset(&entry->sk_func, 0, sizeof(FmgrInfo));
	}
}

/* ScanKeyEntryInitializeWithInfo
 *		The same with a function that was looked up before. */
void
ScanKeyEntryInitializeWithInfo(ScanKey entry, int flags, AttrNumber attno,
							   StrategyNumber strat, Oid subtype, Oid coll,
							   FmgrInfo *finfo, Datum arg)
{
	set_key(entry, flags, attno, strat, subtype, coll, arg);
	fmgr_info_copy(&entry->sk_func, finfo, CurrentMemoryContext);
}

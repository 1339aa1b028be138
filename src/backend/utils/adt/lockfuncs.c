/*
 * lockfuncs.c
 *		pg_locks, pg_blocking_pids, and advisory locks.
 *
 * An advisory lock's tag is the database and the user's key: one bigint (field 4
 * is 1) or two integers (field 4 is 2).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/lockfuncs.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#define NUM_LOCK_COLUMNS 16

/* Columns of the locked object, by the kind of tag; others stay NULL. */
static void
tag_columns(const LOCKTAG *tag, Datum *values, bool *nulls)
{
#define PUT(col, datum) (values[col] = (datum), nulls[col] = false)
	switch ((LockTagType) tag->locktag_type)
	{
		case LOCKTAG_TUPLE:
			PUT(4, UInt16GetDatum(tag->locktag_field4));
			fallthrough;
		case LOCKTAG_PAGE:
			PUT(3, UInt32GetDatum(tag->locktag_field3));
			fallthrough;
		case LOCKTAG_RELATION:
		case LOCKTAG_RELATION_EXTEND:
			PUT(2, ObjectIdGetDatum(tag->locktag_field2));
			fallthrough;
		case LOCKTAG_DATABASE_FROZEN_IDS:
			PUT(1, ObjectIdGetDatum(tag->locktag_field1));
			break;
		case LOCKTAG_TRANSACTION:
			PUT(6, TransactionIdGetDatum(tag->locktag_field1));
			break;
		case LOCKTAG_VIRTUALTRANSACTION:
			PUT(5, CStringGetTextDatum(psprintf("%d/%u", (int) tag->locktag_field1, tag->locktag_field2)));
			break;
		case LOCKTAG_SPECULATIVE_TOKEN:
			PUT(6, TransactionIdGetDatum(tag->locktag_field1));
			PUT(8, ObjectIdGetDatum(tag->locktag_field2));
			break;
		default:
			PUT(1, ObjectIdGetDatum(tag->locktag_field1));
			PUT(7, ObjectIdGetDatum(tag->locktag_field2));
			PUT(8, ObjectIdGetDatum(tag->locktag_field3));
			PUT(9, Int16GetDatum(tag->locktag_field4));
	}
#undef PUT
}

static void
put_lock(ReturnSetInfo *rsi, const LockInstanceData *lock, LOCKMODE mode,
		 bool granted)
{
	const LOCKTAG *tag = &lock->locktag;
	Datum values[NUM_LOCK_COLUMNS] = {0};
	bool nulls[NUM_LOCK_COLUMNS];

	memset(nulls, true, sizeof(nulls));
	values[0] = CStringGetTextDatum(tag->locktag_type <= LOCKTAG_LAST_TYPE ? LockTagTypeNames[tag->locktag_type] : psprintf("unknown %d", (int) tag->locktag_type));
	nulls[0] = false;
	tag_columns(tag, values, nulls);
	values[10] = CStringGetTextDatum(psprintf("%d/%u", lock->backend,
											  lock->lxid));
	values[11] = Int32GetDatum(lock->pid);
	values[12] = CStringGetTextDatum(GetLockmodeName(tag->locktag_lockmethodid,
													 mode));
	values[13] = BoolGetDatum(granted);
	values[14] = BoolGetDatum(lock->fastpath);
	values[15] = TimestampTzGetDatum(lock->waitStart);
	for (int i = 10; i < 15; i++)
		nulls[i] = false;
	nulls[11] = lock->pid == 0;
	nulls[15] = granted || lock->waitStart == 0;
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

/* A row per mode held, and one for a mode waited for. */
Datum
pg_lock_status(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	LockData *data;

	InitMaterializedSRF(fcinfo, 0);
	data = GetLockStatusData();
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		for (LOCKMODE mode = 1; mode < MAX_LOCKMODES; mode++)
			if (lock->holdMask & LOCKBIT_ON(mode))
				put_lock(rsi, lock, mode, true);
		if (lock->waitLockMode != NoLock)
			put_lock(rsi, lock, lock->waitLockMode, false);
	}
	return (Datum) 0;
}

/* Does other keep waiter from the lock, by a held or an earlier wish? */
static bool
is_blocker(const LockInstanceData *waiter, const LockInstanceData *other,
		   const int *ahead, int nahead)
{
	LOCKMASK conflicts;

	if (other == waiter || other->pid == 0)
		return false;
	conflicts = GetLockTagsMethodTable(&waiter->locktag)->conflictTab[waiter->waitLockMode];
	if (conflicts & other->holdMask)
		return true;
	if (other->waitLockMode == NoLock ||
		!(conflicts & LOCKBIT_ON(other->waitLockMode)))
		return false;
	for (int i = 0; i < nahead; i++)
		if (ahead[i] == other->pid)
			return true;
	return false;
}

Datum
pg_blocking_pids(PG_FUNCTION_ARGS)
{
	BlockedProcsData *data = GetBlockerStatusData(PG_GETARG_INT32(0));
	ArrayBuildState *astate = initArrayResult(INT4OID, CurrentMemoryContext,
											  false);

	for (int i = 0; i < data->nprocs; i++)
	{
		BlockedProcData *p = &data->procs[i];
		LockInstanceData *locks = &data->locks[p->first_lock];
		LockInstanceData *waiter = NULL;

		for (int j = 0; j < p->num_locks; j++)
			if (locks[j].pid == p->pid)
				waiter = &locks[j];
		for (int j = 0; waiter && j < p->num_locks; j++)
			if (is_blocker(waiter, &locks[j],
						   &data->waiter_pids[p->first_waiter],
						   p->num_waiters))
				astate = accumArrayResult(astate,
										  Int32GetDatum(locks[j].leaderPid),
										  false, INT4OID,
										  CurrentMemoryContext);
	}
	PG_RETURN_DATUM(makeArrayResult(astate, CurrentMemoryContext));
}

/* ---- Advisory locks ---- */

static void
advisory_tag(FunctionCallInfo fcinfo, bool two_keys, LOCKTAG *tag)
{
	if (two_keys)
		SET_LOCKTAG_ADVISORY(*tag, MyDatabaseId, PG_GETARG_INT32(0),
							 PG_GETARG_INT32(1), 2);
	else
	{
		uint64 key = (uint64) PG_GETARG_INT64(0);

		SET_LOCKTAG_ADVISORY(*tag, MyDatabaseId, (uint32) (key >> 32),
							 (uint32) key, 1);
	}
}

static bool
advisory_lock(FunctionCallInfo fcinfo, bool two_keys, LOCKMODE mode,
			  bool session, bool no_wait)
{
	LOCKTAG tag;

	advisory_tag(fcinfo, two_keys, &tag);
	return LockAcquire(&tag, mode, session, no_wait) !=
		LOCKACQUIRE_NOT_AVAIL;
}

static bool
advisory_unlock(FunctionCallInfo fcinfo, bool two_keys, LOCKMODE mode)
{
	LOCKTAG tag;

	advisory_tag(fcinfo, two_keys, &tag);
	return LockRelease(&tag, mode, true);
}

#define ADVISORY_WIDTH(width, two)                                              \
	Datum pg_advisory_lock_##width(PG_FUNCTION_ARGS)                            \
	{                                                                           \
		(void) advisory_lock(fcinfo, two, ExclusiveLock, true, false);          \
		PG_RETURN_VOID();                                                       \
	}                                                                           \
	Datum pg_advisory_xact_lock_##width(PG_FUNCTION_ARGS)                       \
	{                                                                           \
		(void) advisory_lock(fcinfo, two, ExclusiveLock, false, false);         \
		PG_RETURN_VOID();                                                       \
	}                                                                           \
	Datum pg_advisory_lock_shared_##width(PG_FUNCTION_ARGS)                     \
	{                                                                           \
		(void) advisory_lock(fcinfo, two, ShareLock, true, false);              \
		PG_RETURN_VOID();                                                       \
	}                                                                           \
	Datum pg_advisory_xact_lock_shared_##width(PG_FUNCTION_ARGS)                \
	{                                                                           \
		(void) advisory_lock(fcinfo, two, ShareLock, false, false);             \
		PG_RETURN_VOID();                                                       \
	}                                                                           \
	Datum pg_try_advisory_lock_##width(PG_FUNCTION_ARGS)                        \
	{                                                                           \
		PG_RETURN_BOOL(advisory_lock(fcinfo, two, ExclusiveLock, true, true));  \
	}                                                                           \
	Datum pg_try_advisory_xact_lock_##width(PG_FUNCTION_ARGS)                   \
	{                                                                           \
		PG_RETURN_BOOL(advisory_lock(fcinfo, two, ExclusiveLock, false, true)); \
	}                                                                           \
	Datum pg_try_advisory_lock_shared_##width(PG_FUNCTION_ARGS)                 \
	{                                                                           \
		PG_RETURN_BOOL(advisory_lock(fcinfo, two, ShareLock, true, true));      \
	}                                                                           \
	Datum pg_try_advisory_xact_lock_shared_##width(PG_FUNCTION_ARGS)            \
	{                                                                           \
		PG_RETURN_BOOL(advisory_lock(fcinfo, two, ShareLock, false, true));     \
	}                                                                           \
	Datum pg_advisory_unlock_##width(PG_FUNCTION_ARGS)                          \
	{                                                                           \
		PG_RETURN_BOOL(advisory_unlock(fcinfo, two, ExclusiveLock));            \
	}                                                                           \
	Datum pg_advisory_unlock_shared_##width(PG_FUNCTION_ARGS)                   \
	{                                                                           \
		PG_RETURN_BOOL(advisory_unlock(fcinfo, two, ShareLock));                \
	}

ADVISORY_WIDTH(int4, true)
ADVISORY_WIDTH(int8, false)

Datum
pg_advisory_unlock_all(PG_FUNCTION_ARGS)
{
	LockReleaseSession(USER_LOCKMETHOD);
	PG_RETURN_VOID();
}

/*
 * amapi.c
 *		Finding the routines of an index access method.
 *
 * Called by the relation cache and by commands that have only pg_am.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/index/amapi.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/nbtree.h"
#include "catalog/pg_am_d.h"
#include "fmgr.h"

/* GetIndexAmRoutine
 *		Call a handler function; the result is palloc'd. */
IndexAmRoutine *
GetIndexAmRoutine(Oid amhandler)
{
	IndexAmRoutine *routine;

	routine = (IndexAmRoutine *) DatumGetPointer(OidFunctionCall0(amhandler));
	if (routine == NULL || !IsA(routine, IndexAmRoutine))
		elog(ERROR, "index access method handler function %u did not return an IndexAmRoutine struct",
			 amhandler);
	return routine;
}

/* GetIndexAmRoutineByAmId
 *		The same by the OID in pg_am; the btree is the one index method.  NULL
 *		for others if noerror. */
IndexAmRoutine *
GetIndexAmRoutineByAmId(Oid amoid, bool noerror)
{
	if (amoid == BTREE_AM_OID)
		return btmake_routine();
	if (!noerror)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("index access method %u is not supported", amoid)));
	return NULL;
}

/*
 * windowfuncs.c
 *		The window functions of the SQL standard.
 *
 * They look at their partition and frame through the WindowObject
 * (windowapi.h).  Rank functions keep their counters in memory of the
 * partition.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/utils/adt/windowfuncs.c
 */
#include "postgres.h"

#include "utils/builtins.h"
#include "nodes/primnodes.h"
#include "windowapi.h"

typedef struct RankState
{
	int64 rank; /* of the current peer group */
} RankState;

typedef struct NtileState
{
	int32 ntile; /* current bucket */
	int64 rows_per_bucket;
	int64 boundary; /* rows in the current bucket */
	int64 remainder; /* buckets that get one row more */
	int64 used; /* rows given to the current bucket */
} NtileState;

/* Does a new peer group start at the current row?  Keeps count of the state. */
static bool
new_group(WindowObject winobj, RankState **state_p)
{
	int64 pos = WinGetCurrentPosition(winobj);
	RankState *state = WinGetPartitionLocalMemory(winobj, sizeof(RankState));

	*state_p = state;
	if (state->rank == 0)
	{
		state->rank = 1;
		return false;
	}
	return !WinRowsArePeers(winobj, pos - 1, pos);
}

Datum
window_row_number(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();

	PG_RETURN_INT64(WinGetCurrentPosition(winobj) + 1);
}

Datum
window_rank(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	RankState *state;

	if (new_group(winobj, &state))
		state->rank = WinGetCurrentPosition(winobj) + 1;
	PG_RETURN_INT64(state->rank);
}

Datum
window_dense_rank(PG_FUNCTION_ARGS)
{
	RankState *state;

	if (new_group(PG_WINDOW_OBJECT(), &state))
		state->rank++;
	PG_RETURN_INT64(state->rank);
}

Datum
window_percent_rank(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int64 total = WinGetPartitionRowCount(winobj);
	RankState *state;

	if (new_group(winobj, &state))
		state->rank = WinGetCurrentPosition(winobj) + 1;
	if (total <= 1)
		PG_RETURN_FLOAT8(0.0);
	PG_RETURN_FLOAT8((float8) (state->rank - 1) / (float8) (total - 1));
}

/* Share of rows up to the last peer; rank counts those rows. */
Datum
window_cume_dist(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int64 total = WinGetPartitionRowCount(winobj);
	bool first = ((RankState *) WinGetPartitionLocalMemory(winobj,
														   sizeof(RankState)))
					 ->rank == 0;
	RankState *state;

	if (new_group(winobj, &state) || first)
	{
		int64 pos = WinGetCurrentPosition(winobj);

		for (state->rank = pos + 1; state->rank < total; state->rank++)
			if (!WinRowsArePeers(winobj, state->rank - 1, state->rank))
				break;
	}
	PG_RETURN_FLOAT8((float8) state->rank / (float8) total);
}

Datum
window_ntile(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	NtileState *st = WinGetPartitionLocalMemory(winobj, sizeof(NtileState));

	if (st->ntile == 0)
	{
		int64 total = WinGetPartitionRowCount(winobj);
		bool isnull;
		int32 nbuckets = DatumGetInt32(WinGetFuncArgCurrent(winobj, 0,
															&isnull));

		if (isnull)
			PG_RETURN_NULL();
		if (nbuckets <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_ARGUMENT_FOR_NTILE),
					 errmsg("argument of ntile must be greater than zero")));
		st->ntile = 1;
		st->rows_per_bucket = total / nbuckets;
		st->remainder = total % nbuckets;
		st->boundary = st->rows_per_bucket;
		if (st->boundary <= 0)
		{
			/* more buckets than rows: one row each */
			st->boundary = 1;
			st->rows_per_bucket = 1;
			st->remainder = 0;
		}
		else if (st->remainder > 0)
		{
			st->boundary++;
			st->remainder--;
		}
	}
	else if (st->used >= st->boundary)
	{
		st->ntile++;
		st->used = 0;
		st->boundary = st->rows_per_bucket;
		if (st->remainder > 0)
		{
			st->boundary++;
			st->remainder--;
		}
	}
	st->used++;
	PG_RETURN_INT32(st->ntile);
}

/* lead and lag: the argument n rows from here, or the default (argument 2). */
static Datum
lead_lag(FunctionCallInfo fcinfo, bool forward, bool withoffset,
		 bool withdefault)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int32 offset = 1;
	Datum result;
	bool isnull;
	bool isout;

	if (withoffset)
	{
		offset = DatumGetInt32(WinGetFuncArgCurrent(winobj, 1, &isnull));
		if (isnull)
			PG_RETURN_NULL();
	}
	result = WinGetFuncArgInPartition(winobj, 0, forward ? offset : -offset,
									  WINDOW_SEEK_CURRENT, false, &isnull,
									  &isout);
	if (isout && withdefault)
		result = WinGetFuncArgCurrent(winobj, 2, &isnull);
	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
window_lag(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, false, false, false);
}

Datum
window_lag_with_offset(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, false, true, false);
}

Datum
window_lag_with_offset_and_default(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, false, true, true);
}

Datum
window_lead(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, true, false, false);
}

Datum
window_lead_with_offset(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, true, true, false);
}

Datum
window_lead_with_offset_and_default(PG_FUNCTION_ARGS)
{
	return lead_lag(fcinfo, true, true, true);
}

Datum
window_first_value(PG_FUNCTION_ARGS)
{
	bool isnull;
	Datum result = WinGetFuncArgInFrame(PG_WINDOW_OBJECT(), 0, 0,
										WINDOW_SEEK_HEAD, true, &isnull,
										NULL);

	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
window_last_value(PG_FUNCTION_ARGS)
{
	bool isnull;
	Datum result = WinGetFuncArgInFrame(PG_WINDOW_OBJECT(), 0, 0,
										WINDOW_SEEK_TAIL, true, &isnull,
										NULL);

	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
window_nth_value(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	bool isnull;
	int32 nth = DatumGetInt32(WinGetFuncArgCurrent(winobj, 1, &isnull));
	Datum result;

	if (isnull)
		PG_RETURN_NULL();
	if (nth <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_NTH_VALUE),
				 errmsg("argument of nth_value must be greater than zero")));
	result = WinGetFuncArgInFrame(winobj, 0, nth - 1, WINDOW_SEEK_HEAD, false,
								  &isnull, NULL);
	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

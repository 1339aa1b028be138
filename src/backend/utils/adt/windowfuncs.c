/*
 * windowfuncs.c
 *		The window functions that are no aggregates: numbering, ranks, and
 *		values of other rows of the partition or the frame.
 *
 * What a function remembers between the rows of a partition lies in the memory
 * that the executor keeps for it (WinGetPartitionLocalMemory), zeroed at the
 * start of each partition.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/windowfuncs.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/fmgrprotos.h"
#include "windowapi.h"

/* rank, percent_rank: the rank of the row before. */
typedef struct RankState
{
	int64		rank;
} RankState;

/* cume_dist: how many rows precede or are peers of the current group. */
typedef struct DistState
{
	int64		covered;
} DistState;

/* ntile: where we are within the current bucket. */
typedef struct TileState
{
	int32		bucket;			/* number of the current bucket, 0 at first */
	int64		left;			/* rows that it still takes */
	int64		size;			/* rows of a small bucket */
	int64		big;			/* buckets with one row more */
} TileState;

/*
 * Go on to the current row; is it the first of a new group of peers?  The
 * first row of the partition starts one.
 */
static bool
new_peer_group(WindowObject winobj)
{
	int64		pos = WinGetCurrentPosition(winobj);
	bool		fresh = pos == 0 || !WinRowsArePeers(winobj, pos - 1, pos);

	WinSetMarkPosition(winobj, pos);
	return fresh;
}

/* Rank of the current row: one more than the rows before its peers. */
static int64
current_rank(WindowObject winobj)
{
	RankState  *state = WinGetPartitionLocalMemory(winobj, sizeof(RankState));

	if (new_peer_group(winobj))
		state->rank = WinGetCurrentPosition(winobj) + 1;
	return state->rank;
}

Datum
window_row_number(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int64		pos = WinGetCurrentPosition(winobj);

	WinSetMarkPosition(winobj, pos);
	PG_RETURN_INT64(pos + 1);
}

Datum
window_rank(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(current_rank(PG_WINDOW_OBJECT()));
}

Datum
window_dense_rank(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	RankState  *state = WinGetPartitionLocalMemory(winobj, sizeof(RankState));

	if (new_peer_group(winobj))
		state->rank++;
	PG_RETURN_INT64(state->rank);
}

/* Share of the other rows that precede the group; 0 in a partition of one. */
Datum
window_percent_rank(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int64		total = WinGetPartitionRowCount(winobj);
	int64		rank = current_rank(winobj);

	if (total <= 1)
		PG_RETURN_FLOAT8(0.0);
	PG_RETURN_FLOAT8((double) (rank - 1) / (double) (total - 1));
}

/* Share of the rows that precede the row or are its peers. */
Datum
window_cume_dist(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	DistState  *state = WinGetPartitionLocalMemory(winobj, sizeof(DistState));
	int64		total = WinGetPartitionRowCount(winobj);

	if (new_peer_group(winobj))
	{
		int64		pos = WinGetCurrentPosition(winobj);
		int64		end = pos + 1;

		while (end < total && WinRowsArePeers(winobj, pos, end))
			end++;
		state->covered = end;
	}
	PG_RETURN_FLOAT8((double) state->covered / (double) total);
}

/* The rows in n buckets as even as can be, the larger ones first. */
Datum
window_ntile(PG_FUNCTION_ARGS)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	TileState  *state = WinGetPartitionLocalMemory(winobj, sizeof(TileState));

	if (state->bucket == 0)
	{
		bool		isnull;
		int64		total = WinGetPartitionRowCount(winobj);
		int32		n = DatumGetInt32(WinGetFuncArgCurrent(winobj, 0,
														   &isnull));

		if (isnull)
			PG_RETURN_NULL();
		if (n <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_ARGUMENT_FOR_NTILE),
					 errmsg("argument of ntile must be greater than zero")));
		state->size = total / n;
		state->big = total % n;
		state->bucket = 1;
		state->left = state->size + (state->big > 0);
	}
	if (state->left == 0)
	{
		state->bucket++;
		state->left = state->size + (state->bucket <= state->big);
	}
	state->left--;
	PG_RETURN_INT32(state->bucket);
}

/*
 * lag and lead: the argument as of a row at a distance.  direction is -1 or 1;
 * the distance and the default are the second and third argument, if given.
 */
static Datum
value_at_distance(FunctionCallInfo fcinfo, int direction, bool has_offset,
				  bool has_default)
{
	WindowObject winobj = PG_WINDOW_OBJECT();
	int32		offset = 1;
	bool		fixed = true;
	bool		isnull;
	bool		outside;
	Datum		result;

	if (has_offset)
	{
		offset = DatumGetInt32(WinGetFuncArgCurrent(winobj, 1, &isnull));
		if (isnull)
			PG_RETURN_NULL();
		fixed = get_fn_expr_arg_stable(fcinfo->flinfo, 1);
	}
	result = WinGetFuncArgInPartition(winobj, 0, direction * offset,
									  WINDOW_SEEK_CURRENT, fixed, &isnull,
									  &outside);
	if (outside && has_default)
		result = WinGetFuncArgCurrent(winobj, 2, &isnull);
	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
window_lag(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, -1, false, false);
}

Datum
window_lag_with_offset(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, -1, true, false);
}

Datum
window_lag_with_offset_and_default(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, -1, true, true);
}

Datum
window_lead(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, 1, false, false);
}

Datum
window_lead_with_offset(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, 1, true, false);
}

Datum
window_lead_with_offset_and_default(PG_FUNCTION_ARGS)
{
	return value_at_distance(fcinfo, 1, true, true);
}

/* The argument as of a row counted from an end of the frame. */
static Datum
value_in_frame(FunctionCallInfo fcinfo, int relpos, int from, bool fixed)
{
	bool		isnull;
	Datum		result = WinGetFuncArgInFrame(PG_WINDOW_OBJECT(), 0, relpos, from,
											  fixed, &isnull, NULL);

	if (isnull)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
window_first_value(PG_FUNCTION_ARGS)
{
	return value_in_frame(fcinfo, 0, WINDOW_SEEK_HEAD, true);
}

Datum
window_last_value(PG_FUNCTION_ARGS)
{
	return value_in_frame(fcinfo, 0, WINDOW_SEEK_TAIL, true);
}

Datum
window_nth_value(PG_FUNCTION_ARGS)
{
	bool		isnull;
	int32		n = DatumGetInt32(WinGetFuncArgCurrent(PG_WINDOW_OBJECT(), 1,
													   &isnull));

	if (isnull)
		PG_RETURN_NULL();
	if (n <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ARGUMENT_FOR_NTH_VALUE),
				 errmsg("argument of nth_value must be greater than zero")));
	return value_in_frame(fcinfo, n - 1, WINDOW_SEEK_HEAD,
						  get_fn_expr_arg_stable(fcinfo->flinfo, 1));
}

/*
 * nodeWindowAgg.c
 *		Window functions.
 *
 * The input is sorted by partition and order.  The rows of a partition are
 * kept in a tuplestore and read ahead only as far as a function or a frame
 * asks.  The frame of a row is looked for only when a function asks for it.
 *
 * Aggregates over a frame that only grows are carried on from row to row.  When
 * the frame's start moves, the rows behind it are taken out again where all
 * aggregates have inverse transition functions (count, sum and avg of most types
 * do); else they are computed anew.  Rows that share a frame share the result.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/nodeWindowAgg.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/execProcnode.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "common/int.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "windowapi.h"

/* What a window function gets as its context. */
typedef struct WindowObjectData
{
	NodeTag type;
	WindowAggState *winstate;
	List *argstates;
	void *localmem; /* per partition */
	WindowCursor cursor;
} WindowObjectData;

typedef struct WindowStatePerFuncData
{
	WindowFuncExprState *wfuncstate;
	WindowFunc *wfunc;
	FmgrInfo flinfo;
	Oid winCollation;
	int16 resulttypeLen;
	bool resulttypeByVal;
	bool plain_agg;
	int aggno; /* if plain_agg */
	WindowObject winobj; /* if not */
} WindowStatePerFuncData;

typedef struct WindowStatePerAggData
{
	int wfuncno;
	FmgrInfo transfn;
	FmgrInfo invtransfn; /* if the node slides */
	FmgrInfo finalfn;
	Oid finalfn_oid;
	int numArguments;
	int numFinalArgs;
	Datum initValue;
	bool initValueIsNull;
	int16 transtypeLen;
	bool transtypeByVal;
	int16 resulttypeLen;
	bool resulttypeByVal;
	Datum transValue;
	bool transValueIsNull;
	bool noTransValue;
	int64 ninputs; /* rows in transValue */
	Datum resultValue; /* of the last frame, in aggcontext */
	bool resultValueIsNull;
	bool result_valid; /* resultValue is set */
} WindowStatePerAggData;

static void spool_to(WindowAggState *ws, int64 pos);
static bool fetch_row(WindowAggState *ws, WindowCursor *cur, int64 pos,
					  TupleTableSlot *slot);
static void need_frame(WindowAggState *ws);
static bool in_frame(WindowAggState *ws, int64 pos);

/* ---------------------------------------------------------------- partitions */

/* Read the input until row pos of the partition is kept, or it has ended. */
static void
spool_to(WindowAggState *ws, int64 pos)
{
	WindowAgg *node = (WindowAgg *) ws->ss.ps.plan;
	PlanState *outer = outerPlanState(ws);
	MemoryContext caller;

	if (ws->partition_spooled)
		return;
	caller = MemoryContextSwitchTo(ws->ss.ps.ps_ExprContext->ecxt_per_query_memory);
	while (ws->spooled_rows <= pos || pos < 0)
	{
		TupleTableSlot *slot = ExecProcNode(outer);

		if (TupIsNull(slot))
		{
			ws->partition_spooled = true;
			ws->more_partitions = false;
			break;
		}
		if (node->partNumCols > 0)
		{
			ExprContext *econtext = ws->tmpcontext;

			econtext->ecxt_innertuple = ws->first_part_slot;
			econtext->ecxt_outertuple = slot;
			if (!ExecQualAndReset(ws->partEqfunction, econtext))
			{
				ExecCopySlot(ws->first_part_slot, slot);
				ws->partition_spooled = true;
				ws->more_partitions = true;
				break;
			}
		}
		tuplestore_puttupleslot(ws->buffer, slot);
		ws->spooled_rows++;
	}
	MemoryContextSwitchTo(caller);
}

static void
reset_cursor(WindowAggState *ws, WindowCursor *cur)
{
	tuplestore_select_read_pointer(ws->buffer, cur->readptr);
	tuplestore_rescan(ws->buffer);
	cur->pos = 0;
}

/* Start the partition whose first row is in first_part_slot. */
static void
begin_partition(WindowAggState *ws)
{
	int eflags = EXEC_FLAG_REWIND | EXEC_FLAG_BACKWARD;

	ws->partition_spooled = false;
	ws->frame_valid = false;
	ws->peers_valid = false;
	ws->agg_started = false;
	ws->currentpos = 0;
	ws->frameheadpos = ws->frametailpos = 0;
	MemoryContextReset(ws->partcontext);
	if (ws->buffer == NULL)
	{
		ws->buffer = tuplestore_begin_heap(true, false, work_mem);
		tuplestore_set_eflags(ws->buffer, eflags);
		ws->current.readptr = 0;
		ws->lookup.readptr = tuplestore_alloc_read_pointer(ws->buffer, eflags);
		ws->agg.readptr = tuplestore_alloc_read_pointer(ws->buffer, eflags);
		if (ws->sliding)
			ws->leaving.readptr = tuplestore_alloc_read_pointer(ws->buffer,
																eflags);
		for (int i = 0; i < ws->numfuncs; i++)
			if (ws->perfunc[i].winobj)
				ws->perfunc[i].winobj->cursor.readptr =
					tuplestore_alloc_read_pointer(ws->buffer, eflags);
	}
	else
		tuplestore_clear(ws->buffer);
	ws->current.pos = ws->lookup.pos = ws->agg.pos = ws->leaving.pos = 0;
	for (int i = 0; i < ws->numfuncs; i++)
		if (ws->perfunc[i].winobj)
		{
			ws->perfunc[i].winobj->cursor.pos = 0;
			ws->perfunc[i].winobj->localmem = NULL;
		}
	tuplestore_puttupleslot(ws->buffer, ws->first_part_slot);
	ws->spooled_rows = 1;
}

/* Row pos of the partition in the slot; false if there is none. */
static bool
fetch_row(WindowAggState *ws, WindowCursor *cur, int64 pos,
		  TupleTableSlot *slot)
{
	MemoryContext caller;

	if (pos < 0)
		return false;
	spool_to(ws, pos);
	if (pos >= ws->spooled_rows)
		return false;
	tuplestore_select_read_pointer(ws->buffer, cur->readptr);
	if (pos == 0 && cur->pos != 0)
		reset_cursor(ws, cur);
	else if (pos < cur->pos)
	{
		if (!tuplestore_skiptuples(ws->buffer, cur->pos - pos, false))
			elog(ERROR, "unexpected end of tuplestore");
	}
	else if (pos > cur->pos)
	{
		if (!tuplestore_skiptuples(ws->buffer, pos - cur->pos, true))
			elog(ERROR, "unexpected end of tuplestore");
	}
	/* the copy must live as long as the slot holds it */
	caller = MemoryContextSwitchTo(slot->tts_mcxt);
	if (!tuplestore_gettupleslot(ws->buffer, true, true, slot))
		elog(ERROR, "unexpected end of tuplestore");
	MemoryContextSwitchTo(caller);
	cur->pos = pos + 1;
	return true;
}

/* ---------------------------------------------------------------- peers */

static bool
rows_are_peers(WindowAggState *ws, TupleTableSlot *a, TupleTableSlot *b)
{
	ExprContext *econtext = ws->tmpcontext;

	if (ws->ordEqfunction == NULL)
		return true; /* no ORDER BY: all are */
	econtext->ecxt_outertuple = a;
	econtext->ecxt_innertuple = b;
	return ExecQualAndReset(ws->ordEqfunction, econtext);
}

/* [peer_start, peer_end) around the current row. */
static void
find_peers(WindowAggState *ws)
{
	int64 pos;

	if (ws->peers_valid && ws->currentpos >= ws->peer_start &&
		ws->currentpos < ws->peer_end)
		return;
	if (ws->ordEqfunction == NULL)
	{
		spool_to(ws, -1);
		ws->peer_start = 0;
		ws->peer_end = ws->spooled_rows;
		ws->peers_valid = true;
		return;
	}
	fetch_row(ws, &ws->lookup, ws->currentpos, ws->temp_slot_1);
	/* rows come in order: the group before ended where this one starts */
	if (ws->peers_valid && ws->currentpos == ws->peer_end)
		ws->peer_start = ws->currentpos;
	else
	{
		for (pos = ws->currentpos - 1; pos >= 0; pos--)
		{
			fetch_row(ws, &ws->lookup, pos, ws->temp_slot_2);
			if (!rows_are_peers(ws, ws->temp_slot_1, ws->temp_slot_2))
				break;
		}
		ws->peer_start = pos + 1;
	}
	for (pos = ws->currentpos + 1;; pos++)
		if (!fetch_row(ws, &ws->lookup, pos, ws->temp_slot_2) ||
			!rows_are_peers(ws, ws->temp_slot_1, ws->temp_slot_2))
			break;
	ws->peer_end = pos;
	ws->peers_valid = true;
}

/* ---------------------------------------------------------------- frames */

static void
offset_error(bool start, bool null)
{
	ereport(ERROR,
			(errcode(null ? ERRCODE_NULL_VALUE_NOT_ALLOWED : ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
			 null ? (start ? errmsg("frame starting offset must not be null") : errmsg("frame ending offset must not be null")) : (start ? errmsg("frame starting offset must not be negative") : errmsg("frame ending offset must not be negative"))));
}

static void
eval_one_offset(WindowAggState *ws, ExprState *expr, Datum *value, bool start)
{
	ExprContext *econtext = ws->ss.ps.ps_ExprContext;
	bool isnull;
	Datum v = ExecEvalExprSwitchContext(expr, econtext, &isnull);
	int16 len;
	bool byval;

	if (isnull)
		offset_error(start, true);
	get_typlenbyval(exprType((Node *) expr->expr), &len, &byval);
	*value = datumCopy(v, byval, len);
	if ((ws->frameOptions & (FRAMEOPTION_ROWS | FRAMEOPTION_GROUPS)) &&
		DatumGetInt64(v) < 0)
		offset_error(start, false);
}

static void
eval_offsets(WindowAggState *ws)
{
	MemoryContext caller =
		MemoryContextSwitchTo(ws->ss.ps.state->es_query_cxt);

	if (ws->startOffset)
		eval_one_offset(ws, ws->startOffset, &ws->startOffsetValue, true);
	if (ws->endOffset)
		eval_one_offset(ws, ws->endOffset, &ws->endOffsetValue, false);
	ws->offsets_valid = true;
	MemoryContextSwitchTo(caller);
}

/*
 * RANGE with offset: is row pos at or beyond the bound?  less tells in which
 * direction: val <= current +/- offset, or >=.
 */
static bool
range_test(WindowAggState *ws, bool start, bool preceding, bool less,
		   TupleTableSlot *row, TupleTableSlot *cur)
{
	WindowAgg *node = (WindowAgg *) ws->ss.ps.plan;
	AttrNumber col = node->ordColIdx[0];
	FmgrInfo *fn = start ? &ws->startInRangeFunc : &ws->endInRangeFunc;
	Datum offset = start ? ws->startOffsetValue : ws->endOffsetValue;
	bool rownull;
	bool curnull;
	Datum rowval = slot_getattr(row, col, &rownull);
	Datum curval = slot_getattr(cur, col, &curnull);
	bool sub = preceding;

	/* NULLs are peers of each other, and at their end of the order */
	if (rownull || curnull)
	{
		if (rownull && curnull)
			return true;
		if (rownull)
			return less == node->inRangeNullsFirst;
		return less != node->inRangeNullsFirst;
	}
	if (!node->inRangeAsc)
	{
		sub = !sub;
		less = !less;
	}
	return DatumGetBool(FunctionCall5Coll(fn, node->inRangeColl, rowval, curval,
										  offset, BoolGetDatum(sub),
										  BoolGetDatum(less)));
}

/* Position of the group that is n groups away from the current one. */
static int64
group_start(WindowAggState *ws, int64 n)
{
	int64 pos;

	find_peers(ws);
	if (n <= 0)
	{
		pos = ws->peer_start;
		for (; n < 0 && pos > 0; n++)
		{
			int64 p = pos - 1;

			fetch_row(ws, &ws->lookup, p, ws->temp_slot_1);
			for (p--; p >= 0; p--)
			{
				fetch_row(ws, &ws->lookup, p, ws->temp_slot_2);
				if (!rows_are_peers(ws, ws->temp_slot_1, ws->temp_slot_2))
					break;
			}
			pos = p + 1;
		}
		return n < 0 ? 0 : pos;
	}
	pos = ws->peer_end;
	for (n--; n > 0; n--)
	{
		if (!fetch_row(ws, &ws->lookup, pos, ws->temp_slot_1))
			return pos;
		for (pos++; fetch_row(ws, &ws->lookup, pos, ws->temp_slot_2); pos++)
			if (!rows_are_peers(ws, ws->temp_slot_1, ws->temp_slot_2))
				break;
	}
	return pos;
}

static int64
frame_head(WindowAggState *ws)
{
	int fo = ws->frameOptions;

	if (fo & FRAMEOPTION_START_UNBOUNDED_PRECEDING)
		return 0;
	if (fo & FRAMEOPTION_START_CURRENT_ROW)
	{
		if (fo & FRAMEOPTION_ROWS)
			return ws->currentpos;
		find_peers(ws);
		return ws->peer_start;
	}
	if (fo & FRAMEOPTION_ROWS)
	{
		int64 off = DatumGetInt64(ws->startOffsetValue);
		int64 pos;

		if (fo & FRAMEOPTION_START_OFFSET_PRECEDING)
			off = -off;
		if (pg_add_s64_overflow(ws->currentpos, off, &pos))
			pos = off < 0 ? 0 : PG_INT64_MAX;
		if (pos <= 0)
			return 0;
		spool_to(ws, pos - 1);
		return Min(pos, ws->spooled_rows);
	}
	if (fo & FRAMEOPTION_GROUPS)
	{
		int64 off = DatumGetInt64(ws->startOffsetValue);

		return group_start(ws, fo & FRAMEOPTION_START_OFFSET_PRECEDING ? -off : off);
	}
	{
		bool preceding = (fo & FRAMEOPTION_START_OFFSET_PRECEDING) != 0;
		int64 pos = ws->frame_valid ? ws->frameheadpos : 0;

		/* the first row that is not before the bound */
		fetch_row(ws, &ws->lookup, ws->currentpos, ws->temp_slot_1);
		for (; fetch_row(ws, &ws->lookup, pos, ws->temp_slot_2); pos++)
			if (range_test(ws, true, preceding, false, ws->temp_slot_2,
						   ws->temp_slot_1))
				break;
		return pos;
	}
}

static int64
frame_tail(WindowAggState *ws)
{
	int fo = ws->frameOptions;

	if (fo & FRAMEOPTION_END_UNBOUNDED_FOLLOWING)
	{
		spool_to(ws, -1);
		return ws->spooled_rows;
	}
	if (fo & FRAMEOPTION_END_CURRENT_ROW)
	{
		if (fo & FRAMEOPTION_ROWS)
			return ws->currentpos + 1;
		find_peers(ws);
		return ws->peer_end;
	}
	if (fo & FRAMEOPTION_ROWS)
	{
		int64 off = DatumGetInt64(ws->endOffsetValue);
		int64 pos;

		if (fo & FRAMEOPTION_END_OFFSET_PRECEDING)
			off = -off;
		if (pg_add_s64_overflow(ws->currentpos, off, &pos) ||
			pg_add_s64_overflow(pos, 1, &pos))
			pos = off < 0 ? 0 : PG_INT64_MAX;
		if (pos <= 0)
			return 0;
		spool_to(ws, pos - 1);
		return Min(pos, ws->spooled_rows);
	}
	if (fo & FRAMEOPTION_GROUPS)
	{
		int64 off = DatumGetInt64(ws->endOffsetValue);

		if (fo & FRAMEOPTION_END_OFFSET_PRECEDING)
			off = -off;
		/* the end of that group is the start of the next */
		if (off < 0)
		{
			find_peers(ws);
			/* fewer groups before: the frame ends before the first row */
			for (int64 g = 0, p = ws->peer_start; g < -off; g++)
			{
				if (p == 0)
					return 0;
				p = group_start(ws, -(g + 1));
			}
		}
		return group_start(ws, off + 1);
	}
	{
		bool preceding = (fo & FRAMEOPTION_END_OFFSET_PRECEDING) != 0;
		int64 pos = ws->frame_valid ? ws->frametailpos : 0;

		fetch_row(ws, &ws->lookup, ws->currentpos, ws->temp_slot_1);
		for (; fetch_row(ws, &ws->lookup, pos, ws->temp_slot_2); pos++)
			if (!range_test(ws, false, preceding, true, ws->temp_slot_2,
							ws->temp_slot_1))
				break;
		return pos;
	}
}

/*
 * Find the frame of the current row, unless that has been done.  Peers have the
 * same frame, except in ROWS mode.
 */
static void
need_frame(WindowAggState *ws)
{
	int whole = FRAMEOPTION_START_UNBOUNDED_PRECEDING |
		FRAMEOPTION_END_UNBOUNDED_FOLLOWING;
	bool by_rows = (ws->frameOptions & FRAMEOPTION_ROWS) != 0;
	int64 head;
	int64 tail;

	if (ws->frame_valid &&
		(ws->frame_pos == ws->currentpos ||
		 (ws->frameOptions & whole) == whole))
		return;
	if (!by_rows)
		find_peers(ws);
	if (!ws->frame_valid || by_rows || ws->frame_peer != ws->peer_start)
	{
		head = frame_head(ws);
		tail = frame_tail(ws);
		ws->frameheadpos = head;
		ws->frametailpos = Max(tail, head);
		ws->frame_peer = ws->peer_start;
		ws->frame_valid = true;
	}
	ws->frame_pos = ws->currentpos;
}

/* Not excluded by EXCLUDE? */
static bool
not_excluded(WindowAggState *ws, int64 pos)
{
	int fo = ws->frameOptions;

	if (fo & FRAMEOPTION_EXCLUDE_CURRENT_ROW)
		return pos != ws->currentpos;
	if (fo & (FRAMEOPTION_EXCLUDE_GROUP | FRAMEOPTION_EXCLUDE_TIES))
	{
		if ((fo & FRAMEOPTION_EXCLUDE_TIES) && pos == ws->currentpos)
			return true;
		find_peers(ws);
		return pos < ws->peer_start || pos >= ws->peer_end;
	}
	return true;
}

static bool
in_frame(WindowAggState *ws, int64 pos)
{
	return pos >= ws->frameheadpos && pos < ws->frametailpos &&
		not_excluded(ws, pos);
}

/* ---------------------------------------------------------------- aggregates */

/* The state before any row. */
static void
start_agg(WindowAggState *ws, WindowStatePerAgg pa)
{
	MemoryContext caller = MemoryContextSwitchTo(ws->aggcontext);

	pa->transValue = pa->initValueIsNull ? (Datum) 0 : datumCopy(pa->initValue, pa->transtypeByVal, pa->transtypeLen);
	pa->transValueIsNull = pa->initValueIsNull;
	pa->noTransValue = pa->initValueIsNull;
	pa->ninputs = 0;
	MemoryContextSwitchTo(caller);
}

static void
free_state(WindowStatePerAgg pa)
{
	if (pa->transValueIsNull || pa->transtypeByVal)
		return;
	if (pa->transtypeLen == -1 &&
		DatumIsReadWriteExpandedObject(pa->transValue, false, -1))
		DeleteExpandedObject(pa->transValue);
	else
		pfree(DatumGetPointer(pa->transValue));
}

/* What a transition function returned becomes the state, in aggcontext. */
static void
take_state(WindowAggState *ws, WindowStatePerAgg pa, Datum newval, bool isnull)
{
	if (!pa->transtypeByVal &&
		DatumGetPointer(newval) != DatumGetPointer(pa->transValue))
	{
		if (!isnull &&
			!(pa->transtypeLen == -1 &&
			  DatumIsReadWriteExpandedObject(newval, false, -1) &&
			  MemoryContextGetParent(DatumGetEOHP(newval)->eoh_context) ==
				  ws->aggcontext))
		{
			MemoryContext caller = MemoryContextSwitchTo(ws->aggcontext);

			newval = datumCopy(newval, false, pa->transtypeLen);
			MemoryContextSwitchTo(caller);
		}
		free_state(pa);
	}
	pa->transValue = newval;
	pa->transValueIsNull = isnull;
}

/*
 * Arguments for the row in tmpcontext's outer slot.  False if the row is none of
 * the aggregate's: FILTER leaves it out, or a NULL does.
 */
static bool
agg_inputs(WindowAggState *ws, WindowStatePerAgg pa, FunctionCallInfo fcinfo)
{
	WindowFuncExprState *wfuncstate = ws->perfunc[pa->wfuncno].wfuncstate;
	ExprContext *econtext = ws->tmpcontext;
	int i = 1;
	bool isnull;
	ListCell *lc;

	if (wfuncstate->aggfilter)
	{
		Datum res = ExecEvalExpr(wfuncstate->aggfilter, econtext, &isnull);

		if (isnull || !DatumGetBool(res))
			return false;
	}
	foreach (lc, wfuncstate->args)
	{
		fcinfo->args[i].value = ExecEvalExpr(lfirst(lc), econtext,
											 &fcinfo->args[i].isnull);
		i++;
	}
	if (pa->transfn.fn_strict)
		for (i = 1; i <= pa->numArguments; i++)
			if (fcinfo->args[i].isnull)
				return false;
	return true;
}

/* Call a transition function, forward or inverse, on the state. */
static void
call_transition(WindowAggState *ws, WindowStatePerAgg pa, FmgrInfo *fn,
				FunctionCallInfo fcinfo)
{
	Datum newval;

	InitFunctionCallInfoData(*fcinfo, fn, pa->numArguments + 1,
							 ws->perfunc[pa->wfuncno].winCollation,
							 (Node *) ws, NULL);
	fcinfo->args[0].value = pa->transValue;
	fcinfo->args[0].isnull = pa->transValueIsNull;
	ws->curaggcontext = ws->aggcontext;
	newval = FunctionCallInvoke(fcinfo);
	ws->curaggcontext = NULL;
	take_state(ws, pa, newval, fcinfo->isnull);
}

/* One row, in tmpcontext's outer slot, goes into the aggregate. */
static void
advance_agg(WindowAggState *ws, WindowStatePerAgg pa)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	MemoryContext caller =
		MemoryContextSwitchTo(ws->tmpcontext->ecxt_per_tuple_memory);

	if (agg_inputs(ws, pa, fcinfo))
	{
		pa->ninputs++;
		if (pa->transfn.fn_strict && pa->noTransValue)
		{
			MemoryContextSwitchTo(ws->aggcontext);
			pa->transValue = datumCopy(fcinfo->args[1].value,
									   pa->transtypeByVal, pa->transtypeLen);
			pa->transValueIsNull = false;
			pa->noTransValue = false;
		}
		else if (!pa->transfn.fn_strict || !pa->transValueIsNull)
			call_transition(ws, pa, &pa->transfn, fcinfo);
	}
	MemoryContextSwitchTo(caller);
}

/*
 * The row, which went in before, goes out of the aggregate.  False if the
 * function cannot take it out; the state is of no use then.
 */
static bool
retreat_agg(WindowAggState *ws, WindowStatePerAgg pa)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	MemoryContext caller =
		MemoryContextSwitchTo(ws->tmpcontext->ecxt_per_tuple_memory);
	bool ok = true;

	if (agg_inputs(ws, pa, fcinfo))
	{
		Assert(pa->ninputs > 0);
		if (pa->ninputs == 1)
		{
			/* nothing is left; this also gets rid of rounding errors */
			free_state(pa);
			start_agg(ws, pa);
		}
		else
		{
			pa->ninputs--;
			call_transition(ws, pa, &pa->invtransfn, fcinfo);
			ok = !pa->transValueIsNull;
		}
	}
	MemoryContextSwitchTo(caller);
	return ok;
}

/*
 * Take the rows out that the frame has left behind.  False if all must be
 * computed anew.
 */
static bool
slide(WindowAggState *ws)
{
	if (!ws->sliding || ws->aggregatedupto <= ws->frameheadpos ||
		ws->aggregatedbase > ws->frameheadpos)
		return false;
	for (; ws->aggregatedbase < ws->frameheadpos; ws->aggregatedbase++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!fetch_row(ws, &ws->leaving, ws->aggregatedbase, ws->agg_row_slot))
			return false;
		ws->tmpcontext->ecxt_outertuple = ws->agg_row_slot;
		for (int i = 0; i < ws->numaggs; i++)
			if (!retreat_agg(ws, &ws->peragg[i]))
				return false;
		ResetExprContext(ws->tmpcontext);
	}
	return true;
}

/* Keep the result for the rows so far with the aggregate. */
static void
finish_agg(WindowAggState *ws, WindowStatePerAgg pa)
{
	Datum *result = &pa->resultValue;
	bool *isnull = &pa->resultValueIsNull;
	WindowStatePerFunc pf = &ws->perfunc[pa->wfuncno];
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	MemoryContext caller =
		MemoryContextSwitchTo(ws->ss.ps.ps_ExprContext->ecxt_per_tuple_memory);

	if (pa->result_valid && !*isnull && !pa->resulttypeByVal)
		pfree(DatumGetPointer(*result));
	*result = pa->transValue;
	*isnull = pa->transValueIsNull;
	if (pa->transtypeLen == -1 && !*isnull)
		*result = MakeExpandedObjectReadOnlyInternal(*result);
	if (OidIsValid(pa->finalfn_oid))
	{
		bool anynull = *isnull;

		InitFunctionCallInfoData(*fcinfo, &pa->finalfn, pa->numFinalArgs,
								 pf->winCollation, (Node *) ws, NULL);
		fcinfo->args[0].value = *result;
		fcinfo->args[0].isnull = *isnull;
		for (int i = 1; i < pa->numFinalArgs; i++)
		{
			fcinfo->args[i].value = (Datum) 0;
			fcinfo->args[i].isnull = true;
			anynull = true;
		}
		if (pa->finalfn.fn_strict && anynull)
		{
			*result = (Datum) 0;
			*isnull = true;
		}
		else
		{
			ws->curaggcontext = ws->aggcontext;
			*result = FunctionCallInvoke(fcinfo);
			ws->curaggcontext = NULL;
			*isnull = fcinfo->isnull;
		}
	}
	if (!*isnull && !pa->resulttypeByVal)
	{
		MemoryContextSwitchTo(ws->aggcontext);
		*result = datumCopy(*result, false, pa->resulttypeLen);
	}
	pa->result_valid = true;
	MemoryContextSwitchTo(caller);
}

/* Values of all plain aggregates for the current row's frame. */
static void
eval_aggregates(WindowAggState *ws)
{
	ExprContext *econtext = ws->ss.ps.ps_ExprContext;
	bool exclude = (ws->frameOptions & FRAMEOPTION_EXCLUSION) != 0;
	bool restart;
	bool changed;

	if (ws->numaggs == 0)
		return;
	need_frame(ws);
	changed = !ws->agg_started || ws->aggregatedbase != ws->frameheadpos;
	restart = !ws->agg_started || exclude ||
		ws->aggregatedupto > ws->frametailpos || (changed && !slide(ws));
	if (restart)
	{
		MemoryContextReset(ws->aggcontext);
		for (int i = 0; i < ws->numaggs; i++)
		{
			start_agg(ws, &ws->peragg[i]);
			ws->peragg[i].result_valid = false;
		}
		ws->aggregatedbase = ws->aggregatedupto = ws->frameheadpos;
		ws->agg_started = true;
	}
	changed |= restart || ws->aggregatedupto < ws->frametailpos;
	for (; ws->aggregatedupto < ws->frametailpos; ws->aggregatedupto++)
	{
		CHECK_FOR_INTERRUPTS();
		if (exclude && !in_frame(ws, ws->aggregatedupto))
			continue;
		if (!fetch_row(ws, &ws->agg, ws->aggregatedupto, ws->agg_row_slot))
			break;
		ws->tmpcontext->ecxt_outertuple = ws->agg_row_slot;
		for (int i = 0; i < ws->numaggs; i++)
			advance_agg(ws, &ws->peragg[i]);
		ResetExprContext(ws->tmpcontext);
	}
	for (int i = 0; i < ws->numaggs; i++)
	{
		WindowStatePerAgg pa = &ws->peragg[i];

		if (changed)
			finish_agg(ws, pa);
		econtext->ecxt_aggvalues[pa->wfuncno] = pa->resultValue;
		econtext->ecxt_aggnulls[pa->wfuncno] = pa->resultValueIsNull;
	}
}

/* ---------------------------------------------------------------- the node */

static void
eval_windowfunction(WindowAggState *ws, WindowStatePerFunc pf, Datum *result,
					bool *isnull)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	MemoryContext caller =
		MemoryContextSwitchTo(ws->ss.ps.ps_ExprContext->ecxt_per_tuple_memory);

	InitFunctionCallInfoData(*fcinfo, &pf->flinfo,
							 list_length(pf->wfuncstate->args),
							 pf->winCollation, (Node *) pf->winobj, NULL);
	/* arguments are fetched through the WindowObject */
	for (int i = 0; i < fcinfo->nargs; i++)
	{
		fcinfo->args[i].value = (Datum) 0;
		fcinfo->args[i].isnull = true;
	}
	ws->curaggcontext = NULL;
	*result = FunctionCallInvoke(fcinfo);
	*isnull = fcinfo->isnull;
	/* the value may point into a slot that is used again */
	if (!pf->resulttypeByVal && !*isnull)
		*result = datumCopy(*result, false, pf->resulttypeLen);
	MemoryContextSwitchTo(caller);
}

/* Make the next row current; false at the end of all. */
static bool
next_row(WindowAggState *ws)
{
	if (!ws->started)
	{
		TupleTableSlot *slot = ExecProcNode(outerPlanState(ws));

		ws->started = true;
		if (TupIsNull(slot))
			return false;
		ExecCopySlot(ws->first_part_slot, slot);
		begin_partition(ws);
	}
	else
		ws->currentpos++;
	spool_to(ws, ws->currentpos);
	if (ws->currentpos >= ws->spooled_rows)
	{
		if (!ws->more_partitions)
			return false;
		ws->more_partitions = false;
		begin_partition(ws);
	}
	return fetch_row(ws, &ws->current, ws->currentpos, ws->ss.ss_ScanTupleSlot);
}

static TupleTableSlot *
ExecWindowAgg(PlanState *pstate)
{
	WindowAggState *ws = (WindowAggState *) pstate;
	ExprContext *econtext = pstate->ps_ExprContext;

	while (!ws->all_done)
	{
		CHECK_FOR_INTERRUPTS();
		ResetExprContext(econtext);
		if (!ws->offsets_valid)
			eval_offsets(ws);
		if (!next_row(ws))
		{
			ws->all_done = true;
			break;
		}
		for (int i = 0; i < ws->numfuncs; i++)
		{
			WindowStatePerFunc pf = &ws->perfunc[i];

			if (!pf->plain_agg)
				eval_windowfunction(ws, pf, &econtext->ecxt_aggvalues[i],
									&econtext->ecxt_aggnulls[i]);
		}
		eval_aggregates(ws);
		econtext->ecxt_outertuple = ws->ss.ss_ScanTupleSlot;
		if (ExecQual(pstate->qual, econtext))
			return ExecProject(pstate->ps_ProjInfo);
		InstrCountFiltered1(ws, 1);
	}
	return NULL;
}

/* ---------------------------------------------------------------- start */

static void
init_peragg(WindowAggState *ws, WindowFunc *wfunc, WindowStatePerAgg pa)
{
	HeapTuple tup = SearchSysCache1(AGGFNOID,
									ObjectIdGetDatum(wfunc->winfnoid));
	Form_pg_aggregate form;
	Oid inputTypes[FUNC_MAX_ARGS];
	int nargs = 0;
	Oid transfn;
	Oid invtransfn;
	Oid transtype;
	bool finalextra;
	Expr *transexpr;
	Expr *invtransexpr;
	Expr *finalexpr;
	Datum initval;
	ListCell *lc;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for aggregate %u", wfunc->winfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tup);
	foreach (lc, wfunc->args)
		inputTypes[nargs++] = exprType(lfirst(lc));
	pa->numArguments = nargs;
	/* an aggregate may have other functions for frames that slide */
	pa->finalfn_oid = ws->sliding ? form->aggmfinalfn : form->aggfinalfn;
	finalextra = ws->sliding ? form->aggmfinalextra : form->aggfinalextra;
	pa->numFinalArgs = finalextra ? nargs + 1 : 1;
	transfn = ws->sliding ? form->aggmtransfn : form->aggtransfn;
	invtransfn = ws->sliding ? form->aggminvtransfn : InvalidOid;
	transtype = resolve_aggregate_transtype(wfunc->winfnoid,
											ws->sliding ? form->aggmtranstype : form->aggtranstype,
											inputTypes, nargs);
	build_aggregate_transfn_expr(inputTypes, nargs, 0, false, transtype,
								 wfunc->inputcollid, transfn, invtransfn,
								 &transexpr, &invtransexpr);
	fmgr_info(transfn, &pa->transfn);
	fmgr_info_set_expr((Node *) transexpr, &pa->transfn);
	if (OidIsValid(invtransfn))
	{
		fmgr_info(invtransfn, &pa->invtransfn);
		fmgr_info_set_expr((Node *) invtransexpr, &pa->invtransfn);
	}
	if (OidIsValid(pa->finalfn_oid))
	{
		build_aggregate_finalfn_expr(inputTypes, pa->numFinalArgs, transtype,
									 wfunc->wintype, wfunc->inputcollid,
									 pa->finalfn_oid, &finalexpr);
		fmgr_info(pa->finalfn_oid, &pa->finalfn);
		fmgr_info_set_expr((Node *) finalexpr, &pa->finalfn);
	}
	get_typlenbyval(wfunc->wintype, &pa->resulttypeLen, &pa->resulttypeByVal);
	get_typlenbyval(transtype, &pa->transtypeLen, &pa->transtypeByVal);
	initval = SysCacheGetAttr(AGGFNOID, tup,
							  ws->sliding ? Anum_pg_aggregate_aggminitval : Anum_pg_aggregate_agginitval,
							  &pa->initValueIsNull);
	if (!pa->initValueIsNull)
	{
		Oid input;
		Oid ioparam;

		getTypeInputInfo(transtype, &input, &ioparam);
		pa->initValue = OidInputFunctionCall(input,
											 TextDatumGetCString(initval),
											 ioparam, -1);
	}
	if (pa->transfn.fn_strict && pa->initValueIsNull &&
		(nargs < 1 || !IsBinaryCoercible(inputTypes[0], transtype)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("aggregate %u needs to have compatible input type and transition type",
						wfunc->winfnoid)));
	ReleaseSysCache(tup);
}

/*
 * Can all aggregates of the node take rows out again, and may they have to?
 * Their arguments are evaluated a second time for that.
 */
static bool
can_slide(WindowAgg *node, List *funcs)
{
	ListCell *l;

	if (node->frameOptions & (FRAMEOPTION_START_UNBOUNDED_PRECEDING | FRAMEOPTION_EXCLUSION))
		return false;
	foreach (l, funcs)
	{
		WindowFunc *wfunc = ((WindowFuncExprState *) lfirst(l))->wfunc;
		HeapTuple tup;
		bool has_inverse;

		if (!wfunc->winagg)
			continue;
		if (contain_volatile_functions((Node *) wfunc) ||
			contain_subplans((Node *) wfunc))
			return false;
		tup = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(wfunc->winfnoid));
		if (!HeapTupleIsValid(tup))
			elog(ERROR, "cache lookup failed for aggregate %u", wfunc->winfnoid);
		has_inverse = OidIsValid(((Form_pg_aggregate) GETSTRUCT(tup))->aggminvtransfn);
		ReleaseSysCache(tup);
		if (!has_inverse)
			return false;
	}
	return true;
}

/* Number the functions, equal ones alike, and look them up. */
static void
init_functions(WindowAggState *ws, WindowAgg *node)
{
	int nfuncs = 0;
	int naggs = 0;
	ListCell *l;

	ws->perfunc = palloc0(Max(ws->numfuncs, 1) * sizeof(WindowStatePerFuncData));
	ws->peragg = palloc0(Max(ws->numaggs, 1) * sizeof(WindowStatePerAggData));
	ws->sliding = can_slide(node, ws->funcs);
	foreach (l, ws->funcs)
	{
		WindowFuncExprState *wfs = lfirst(l);
		WindowFunc *wfunc = wfs->wfunc;
		WindowStatePerFunc pf;
		AclResult aclresult;
		int i;

		if (wfunc->winref != node->winref)
			elog(ERROR, "WindowFunc with winref %u assigned to WindowAgg with winref %u",
				 wfunc->winref, node->winref);
		for (i = 0; i < nfuncs; i++)
			if (equal(wfunc, ws->perfunc[i].wfunc) &&
				!contain_volatile_functions((Node *) wfunc))
				break;
		wfs->wfuncno = i;
		if (i < nfuncs)
			continue;
		pf = &ws->perfunc[nfuncs++];
		aclresult = pg_proc_aclcheck(wfunc->winfnoid, GetUserId(), ACL_EXECUTE);
		if (aclresult != ACLCHECK_OK)
			aclcheck_error(aclresult, OBJECT_FUNCTION,
						   get_func_name(wfunc->winfnoid));
		pf->wfuncstate = wfs;
		pf->wfunc = wfunc;
		pf->winCollation = wfunc->inputcollid;
		pf->plain_agg = wfunc->winagg;
		get_typlenbyval(wfunc->wintype, &pf->resulttypeLen,
						&pf->resulttypeByVal);
		if (wfunc->winagg)
		{
			pf->aggno = naggs;
			ws->peragg[naggs].wfuncno = i;
			init_peragg(ws, wfunc, &ws->peragg[naggs++]);
		}
		else
		{
			WindowObject obj = makeNode(WindowObjectData);

			fmgr_info(wfunc->winfnoid, &pf->flinfo);
			fmgr_info_set_expr((Node *) wfunc, &pf->flinfo);
			obj->winstate = ws;
			obj->argstates = wfs->args;
			pf->winobj = obj;
		}
	}
	ws->numfuncs = nfuncs;
	ws->numaggs = naggs;
}

WindowAggState *
ExecInitWindowAgg(WindowAgg *node, EState *estate, int eflags)
{
	WindowAggState *ws = makeNode(WindowAggState);
	TupleDesc desc;

	ws->ss.ps.plan = (Plan *) node;
	ws->ss.ps.state = estate;
	ws->ss.ps.ExecProcNode = ExecWindowAgg;
	ExecAssignExprContext(estate, &ws->ss.ps);
	ws->tmpcontext = ws->ss.ps.ps_ExprContext;
	ExecAssignExprContext(estate, &ws->ss.ps);
	ws->partcontext = AllocSetContextCreate(CurrentMemoryContext,
											"WindowAgg Partition",
											ALLOCSET_DEFAULT_SIZES);
	ws->aggcontext = AllocSetContextCreate(CurrentMemoryContext,
										   "WindowAgg Aggregates",
										   ALLOCSET_DEFAULT_SIZES);
	outerPlanState(ws) = ExecInitNode(outerPlan(node), estate,
									  eflags & ~EXEC_FLAG_REWIND);
	ExecCreateScanSlotFromOuterPlan(estate, &ws->ss, &TTSOpsMinimalTuple);
	desc = ws->ss.ss_ScanTupleSlot->tts_tupleDescriptor;
	ws->first_part_slot = ExecInitExtraTupleSlot(estate, desc,
												 &TTSOpsMinimalTuple);
	ws->agg_row_slot = ExecInitExtraTupleSlot(estate, desc,
											  &TTSOpsMinimalTuple);
	ws->temp_slot_1 = ExecInitExtraTupleSlot(estate, desc,
											 &TTSOpsMinimalTuple);
	ws->temp_slot_2 = ExecInitExtraTupleSlot(estate, desc,
											 &TTSOpsMinimalTuple);
	ExecInitResultTupleSlotTL(&ws->ss.ps, &TTSOpsVirtual);
	ExecAssignProjectionInfo(&ws->ss.ps, NULL);
	ws->ss.ps.qual = ExecInitQual(node->plan.qual, &ws->ss.ps);
	ws->partEqfunction = execTuplesMatchPrepare(desc, node->partNumCols,
												node->partColIdx,
												node->partOperators,
												node->partCollations,
												&ws->ss.ps);
	ws->ordEqfunction = execTuplesMatchPrepare(desc, node->ordNumCols,
											   node->ordColIdx,
											   node->ordOperators,
											   node->ordCollations,
											   &ws->ss.ps);
	ws->ss.ps.ps_ExprContext->ecxt_aggvalues =
		palloc0(Max(ws->numfuncs, 1) * sizeof(Datum));
	ws->ss.ps.ps_ExprContext->ecxt_aggnulls =
		palloc0(Max(ws->numfuncs, 1) * sizeof(bool));
	init_functions(ws, node);
	ws->frameOptions = node->frameOptions;
	ws->startOffset = ExecInitExpr((Expr *) node->startOffset,
								   (PlanState *) ws);
	ws->endOffset = ExecInitExpr((Expr *) node->endOffset, (PlanState *) ws);
	if (OidIsValid(node->startInRangeFunc))
		fmgr_info(node->startInRangeFunc, &ws->startInRangeFunc);
	if (OidIsValid(node->endInRangeFunc))
		fmgr_info(node->endInRangeFunc, &ws->endInRangeFunc);
	return ws;
}

void
ExecEndWindowAgg(WindowAggState *node)
{
	if (node->buffer)
		tuplestore_end(node->buffer);
	node->buffer = NULL;
	ExecEndNode(outerPlanState(node));
}

void
ExecReScanWindowAgg(WindowAggState *node)
{
	if (node->buffer)
		tuplestore_end(node->buffer);
	node->buffer = NULL;
	node->all_done = node->started = node->more_partitions = false;
	node->offsets_valid = false;
	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	ExecClearTuple(node->first_part_slot);
	ExecClearTuple(node->agg_row_slot);
	ExecClearTuple(node->temp_slot_1);
	ExecClearTuple(node->temp_slot_2);
	MemoryContextReset(node->partcontext);
	MemoryContextReset(node->aggcontext);
	if (outerPlanState(node)->chgParam == NULL)
		ExecReScan(outerPlanState(node));
}

/* ---------------------------------------------------------------- for window functions */

/* Zeroed memory that lives as long as the partition. */
void *
WinGetPartitionLocalMemory(WindowObject winobj, Size sz)
{
	if (winobj->localmem == NULL)
		winobj->localmem =
			MemoryContextAllocZero(winobj->winstate->partcontext, sz);
	return winobj->localmem;
}

/* Current row, counted from 0. */
int64
WinGetCurrentPosition(WindowObject winobj)
{
	return winobj->winstate->currentpos;
}

int64
WinGetPartitionRowCount(WindowObject winobj)
{
	spool_to(winobj->winstate, -1);
	return winobj->winstate->spooled_rows;
}

/* Rows before markpos are not asked for again; all rows are kept anyway. */
void
WinSetMarkPosition(WindowObject winobj, int64 markpos)
{
}

bool
WinRowsArePeers(WindowObject winobj, int64 pos1, int64 pos2)
{
	WindowAggState *ws = winobj->winstate;

	if (ws->ordEqfunction == NULL)
		return true;
	if (!fetch_row(ws, &winobj->cursor, pos1, ws->temp_slot_1) ||
		!fetch_row(ws, &winobj->cursor, pos2, ws->temp_slot_2))
		elog(ERROR, "specified position is out of window: " INT64_FORMAT,
			 Max(pos1, pos2));
	return rows_are_peers(ws, ws->temp_slot_1, ws->temp_slot_2);
}

/* Argument of the row at pos; *isout if there is no such row. */
static Datum
arg_at(WindowObject winobj, int argno, int64 pos, bool *isnull, bool *isout)
{
	WindowAggState *ws = winobj->winstate;
	ExprContext *econtext = ws->ss.ps.ps_ExprContext;

	if (!fetch_row(ws, &winobj->cursor, pos, ws->temp_slot_1))
	{
		if (isout)
			*isout = true;
		*isnull = true;
		return (Datum) 0;
	}
	if (isout)
		*isout = false;
	econtext->ecxt_outertuple = ws->temp_slot_1;
	return ExecEvalExpr(list_nth(winobj->argstates, argno), econtext, isnull);
}

Datum
WinGetFuncArgInPartition(WindowObject winobj, int argno, int relpos,
						 int seektype, bool set_mark, bool *isnull,
						 bool *isout)
{
	WindowAggState *ws = winobj->winstate;
	int64 pos;

	switch (seektype)
	{
		case WINDOW_SEEK_CURRENT:
			pos = ws->currentpos + relpos;
			break;
		case WINDOW_SEEK_HEAD:
			pos = relpos;
			break;
		case WINDOW_SEEK_TAIL:
			spool_to(ws, -1);
			pos = ws->spooled_rows - 1 + relpos;
			break;
		default:
			elog(ERROR, "unrecognized window seek type: %d", seektype);
	}
	return arg_at(winobj, argno, pos, isnull, isout);
}

/* relpos counts the rows of the frame that EXCLUDE leaves. */
Datum
WinGetFuncArgInFrame(WindowObject winobj, int argno, int relpos, int seektype,
					 bool set_mark, bool *isnull, bool *isout)
{
	WindowAggState *ws = winobj->winstate;
	int64 pos = -1;
	bool exclude = (ws->frameOptions & FRAMEOPTION_EXCLUSION) != 0;

	need_frame(ws);
	if (seektype == WINDOW_SEEK_HEAD)
	{
		if (relpos < 0)
			goto out_of_frame;
		pos = ws->frameheadpos + (exclude ? 0 : relpos);
		if (exclude)
			for (int n = relpos;; pos++)
			{
				if (pos >= ws->frametailpos)
					goto out_of_frame;
				if (not_excluded(ws, pos) && n-- == 0)
					break;
			}
	}
	else if (seektype == WINDOW_SEEK_TAIL)
	{
		if (relpos > 0)
			goto out_of_frame;
		pos = ws->frametailpos - 1 + (exclude ? 0 : relpos);
		if (exclude)
			for (int n = -relpos;; pos--)
			{
				if (pos < ws->frameheadpos)
					goto out_of_frame;
				if (not_excluded(ws, pos) && n-- == 0)
					break;
			}
	}
	else
		elog(ERROR, "unsupported window seek type: %d", seektype);
	if (pos >= ws->frameheadpos && pos < ws->frametailpos)
		return arg_at(winobj, argno, pos, isnull, isout);
out_of_frame:
	if (isout)
		*isout = true;
	*isnull = true;
	return (Datum) 0;
}

/* Argument of the current row. */
Datum
WinGetFuncArgCurrent(WindowObject winobj, int argno, bool *isnull)
{
	WindowAggState *ws = winobj->winstate;
	ExprContext *econtext = ws->ss.ps.ps_ExprContext;

	econtext->ecxt_outertuple = ws->ss.ss_ScanTupleSlot;
	return ExecEvalExpr(list_nth(winobj->argstates, argno), econtext, isnull);
}

/*
 * tuplestore.c
 *		A list of rows that may outgrow memory.
 *
 * Rows are minimal tuples in an array until they exceed the given memory;
 * then all go to a temporary file, one record each: length, data, length.
 * Any number of read pointers walk over the same rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/sort/tuplestore.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/buffile.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* what read pointers may do: executor/executor.h */
#define EFLAG_REWIND 0x0002
#define EFLAG_BACKWARD 0x0004

typedef struct ReadPointer
{
	int eflags;
	bool eof; /* the end was reported */
	int64 index; /* in memory: next row, counted from the first */
	int64 pos; /* in the file: between records */
} ReadPointer;

struct Tuplestorestate
{
	MemoryContext context; /* of everything here */
	MemoryContext rows;
	bool interXact;
	int eflags; /* all pointers together */
	int64 allowed;
	int64 used;
	bool truncated; /* rows were trimmed */

	MinimalTuple *tuples; /* from row "base" on */
	int64 ntuples; /* ever put */
	int64 first; /* rows before it are trimmed */
	int64 base; /* trimmed rows keep their places for a while */
	int64 maxtuples;

	BufFile *file; /* NULL: in memory */
	int64 filepos; /* its length */

	ReadPointer *ptrs;
	int nptrs;
	int active;
};

/* tuplestore_begin_heap
 *		randomAccess: the first read pointer may go back. */
Tuplestorestate *
tuplestore_begin_heap(bool randomAccess, bool interXact, int maxKBytes)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext,
											  "TupleStore",
											  ALLOCSET_DEFAULT_SIZES);
	Tuplestorestate *s = MemoryContextAllocZero(cxt, sizeof(Tuplestorestate));

	s->context = cxt;
	s->rows = AllocSetContextCreate(cxt, "TupleStore rows",
									ALLOCSET_DEFAULT_SIZES);
	s->interXact = interXact;
	s->eflags = randomAccess ? EFLAG_BACKWARD | EFLAG_REWIND : EFLAG_REWIND;
	s->allowed = maxKBytes * INT64CONST(1024);
	s->maxtuples = 64;
	s->tuples = MemoryContextAlloc(cxt, s->maxtuples * sizeof(MinimalTuple));
	s->ptrs = MemoryContextAllocZero(cxt, sizeof(ReadPointer));
	s->nptrs = 1;
	s->ptrs[0].eflags = s->eflags;
	return s;
}

/* tuplestore_set_eflags
 *		What the first read pointer may do; before the first row. */
void
tuplestore_set_eflags(Tuplestorestate *state, int eflags)
{
	Assert(state->ntuples == 0);
	state->ptrs[0].eflags = eflags;
	state->eflags = 0;
	for (int i = 0; i < state->nptrs; i++)
		state->eflags |= state->ptrs[i].eflags;
}

void
tuplestore_end(Tuplestorestate *state)
{
	if (state->file)
		BufFileClose(state->file);
	MemoryContextDelete(state->context);
}

/* tuplestore_clear
 *		Forget all rows, keep the read pointers. */
void
tuplestore_clear(Tuplestorestate *state)
{
	if (state->file)
		BufFileClose(state->file);
	state->file = NULL;
	state->filepos = 0;
	MemoryContextReset(state->rows);
	state->used = 0;
	state->truncated = false;
	state->ntuples = state->first = state->base = 0;
	for (int i = 0; i < state->nptrs; i++)
	{
		state->ptrs[i].eof = false;
		state->ptrs[i].index = 0;
		state->ptrs[i].pos = 0;
	}
}

/* ---- file ---- */

static void
file_seek(Tuplestorestate *s, int64 pos)
{
	const int64 segment = INT64CONST(1) << 30;

	if (BufFileSeek(s->file, (int) (pos / segment), (off_t) (pos % segment),
					SEEK_SET) != 0)
		elog(ERROR, "could not seek in tuplestore temporary file");
}

static void
append_record(Tuplestorestate *s, MinimalTuple tup)
{
	uint32 len = tup->t_len;

	BufFileWrite(s->file, &len, sizeof(len));
	BufFileWrite(s->file, tup, len);
	BufFileWrite(s->file, &len, sizeof(len));
	s->filepos += len + 2 * sizeof(len);
}

/* Memory is used up: everything to a file, and pointers with it. */
static void
spill(Tuplestorestate *s)
{
	MemoryContext old = MemoryContextSwitchTo(s->context);

	s->file = BufFileCreateTemp(s->interXact);
	s->filepos = 0;
	for (int64 i = s->first; i <= s->ntuples; i++)
	{
		for (int p = 0; p < s->nptrs; p++)
			if (s->ptrs[p].index == i)
				s->ptrs[p].pos = s->filepos;
		if (i < s->ntuples)
			append_record(s, s->tuples[i - s->base]);
	}
	MemoryContextReset(s->rows);
	s->used = 0;
	MemoryContextSwitchTo(old);
}

/* ---- put ---- */

static void
put_row(Tuplestorestate *s, MinimalTuple tup)
{
	/*
	 * Whoever adds a row has seen it: the active pointer stays at the end.
	 * Others that had reached the end find the row next.
	 */
	for (int i = 0; i < s->nptrs; i++)
		if (i != s->active && s->ptrs[i].eof)
		{
			s->ptrs[i].eof = false;
			s->ptrs[i].index = s->ntuples;
			s->ptrs[i].pos = s->filepos;
		}
	if (s->file)
	{
		file_seek(s, s->filepos);
		append_record(s, tup);
		s->ntuples++;
		pfree(tup);
		return;
	}
	if (s->ntuples - s->base >= s->maxtuples)
	{
		s->maxtuples *= 2;
		s->tuples = repalloc_huge(s->tuples,
								  s->maxtuples * sizeof(MinimalTuple));
	}
	s->tuples[s->ntuples - s->base] = tup;
	s->ntuples++;
	s->used += GetMemoryChunkSpace(tup);
	if (s->used + s->maxtuples * (int64) sizeof(MinimalTuple) > s->allowed)
		spill(s);
}

void
tuplestore_puttupleslot(Tuplestorestate *state, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(state->rows);

	put_row(state, ExecCopySlotMinimalTuple(slot));
	MemoryContextSwitchTo(old);
}

void
tuplestore_puttuple(Tuplestorestate *state, HeapTuple tuple)
{
	MemoryContext old = MemoryContextSwitchTo(state->rows);

	put_row(state, minimal_tuple_from_heap_tuple(tuple));
	MemoryContextSwitchTo(old);
}

void
tuplestore_putvalues(Tuplestorestate *state, TupleDesc tdesc, Datum *values,
					 bool *isnull)
{
	MemoryContext old = MemoryContextSwitchTo(state->rows);

	put_row(state, heap_form_minimal_tuple(tdesc, values, isnull));
	MemoryContextSwitchTo(old);
}

/* ---- read pointers ---- */

/* tuplestore_alloc_read_pointer
 *		Another one, where the first is now (or at the start, if it may go
 *		back). */
int
tuplestore_alloc_read_pointer(Tuplestorestate *state, int eflags)
{
	int n = state->nptrs;

	state->ptrs = repalloc(state->ptrs, (n + 1) * sizeof(ReadPointer));
	state->ptrs[n] = state->ptrs[0];
	state->ptrs[n].eflags = eflags;
	state->eflags |= eflags;
	state->nptrs++;
	return n;
}

void
tuplestore_select_read_pointer(Tuplestorestate *state, int ptr)
{
	Assert(ptr >= 0 && ptr < state->nptrs);
	state->active = ptr;
}

void
tuplestore_copy_read_pointer(Tuplestorestate *state, int srcptr, int destptr)
{
	int eflags = state->ptrs[destptr].eflags;

	if (srcptr == destptr)
		return;
	state->ptrs[destptr] = state->ptrs[srcptr];
	state->ptrs[destptr].eflags = eflags | state->ptrs[srcptr].eflags;
}

/* tuplestore_trim
 *		Drop rows that no pointer can come to again; in memory only. */
void
tuplestore_trim(Tuplestorestate *state)
{
	int64 oldest = state->ntuples;

	if ((state->eflags & EFLAG_REWIND) || state->file)
		return;
	for (int i = 0; i < state->nptrs; i++)
		if (!state->ptrs[i].eof)
			oldest = Min(oldest, state->ptrs[i].index);
	/* the row before may be in use still, or be gone back to */
	for (; state->first < oldest - 1; state->first++)
	{
		MinimalTuple *tup = &state->tuples[state->first - state->base];

		state->used -= GetMemoryChunkSpace(*tup);
		pfree(*tup);
		state->truncated = true;
	}
	/* moving the rest up must not cost more than what was read since */
	if (state->first - state->base > (state->ntuples - state->base) / 8)
	{
		memmove(state->tuples, state->tuples + (state->first - state->base),
				(state->ntuples - state->first) * sizeof(MinimalTuple));
		state->base = state->first;
	}
}

bool
tuplestore_in_memory(Tuplestorestate *state)
{
	return state->file == NULL;
}

int64
tuplestore_tuple_count(Tuplestorestate *state)
{
	return state->ntuples;
}

bool
tuplestore_ateof(Tuplestorestate *state)
{
	return state->ptrs[state->active].eof;
}

/* tuplestore_rescan
 *		The active pointer back to the start. */
void
tuplestore_rescan(Tuplestorestate *state)
{
	ReadPointer *p = &state->ptrs[state->active];

	Assert(p->eflags & EFLAG_REWIND);
	Assert(!state->truncated);
	p->eof = false;
	p->index = 0;
	p->pos = 0;
}

/* ---- get ---- */

/*
 * Move over one row.  For a pointer that stands between rows, going back first
 * undoes the last step: the row returned is the one before that.
 */
static MinimalTuple
get_in_memory(Tuplestorestate *s, ReadPointer *p, bool forward)
{
	if (forward)
	{
		if (p->eof)
			return NULL;
		if (p->index < s->ntuples)
			return s->tuples[p->index++ - s->base];
		p->eof = true;
		return NULL;
	}
	if (p->eof)
	{
		p->index = s->ntuples;
		p->eof = false;
	}
	else
	{
		if (p->index <= s->first)
			return NULL;
		p->index--;
	}
	return p->index <= s->first ? NULL : s->tuples[p->index - 1 - s->base];
}

static MinimalTuple
read_record(Tuplestorestate *s, int64 pos, int64 *end)
{
	uint32 len;
	MinimalTuple tup;

	file_seek(s, pos);
	BufFileReadExact(s->file, &len, sizeof(len));
	tup = palloc(len);
	BufFileReadExact(s->file, tup, len);
	*end = pos + len + 2 * sizeof(len);
	return tup;
}

static int64
record_before(Tuplestorestate *s, int64 pos)
{
	uint32 len;

	file_seek(s, pos - sizeof(len));
	BufFileReadExact(s->file, &len, sizeof(len));
	return pos - len - 2 * sizeof(len);
}

static MinimalTuple
get_from_file(Tuplestorestate *s, ReadPointer *p, bool forward)
{
	int64 end;

	if (forward)
	{
		MinimalTuple tup;

		if (p->eof)
			return NULL;
		if (p->pos >= s->filepos)
		{
			p->eof = true;
			return NULL;
		}
		tup = read_record(s, p->pos, &end);
		p->pos = end;
		return tup;
	}
	if (p->eof)
	{
		p->pos = s->filepos;
		p->eof = false;
	}
	else
	{
		if (p->pos <= 0)
			return NULL;
		p->pos = record_before(s, p->pos);
	}
	return p->pos <= 0 ? NULL : read_record(s, record_before(s, p->pos), &end);
}

/* The next row of the active pointer; *owned: palloc'd for the caller. */
static MinimalTuple
get_row(Tuplestorestate *s, bool forward, bool *owned)
{
	ReadPointer *p = &s->ptrs[s->active];

	Assert(forward || (p->eflags & EFLAG_BACKWARD));
	*owned = s->file != NULL;
	return s->file ? get_from_file(s, p, forward) : get_in_memory(s, p, forward);
}

/* tuplestore_gettupleslot
 *		Next row into the slot; false (and an empty slot) at the end. */
bool
tuplestore_gettupleslot(Tuplestorestate *state, bool forward, bool copy,
						TupleTableSlot *slot)
{
	bool owned;
	MinimalTuple tup = get_row(state, forward, &owned);

	if (tup == NULL)
	{
		ExecClearTuple(slot);
		return false;
	}
	if (copy && !owned)
	{
		tup = heap_copy_minimal_tuple(tup);
		owned = true;
	}
	ExecStoreMinimalTuple(tup, slot, owned);
	return true;
}

/* tuplestore_advance
 *		Pass over a row. */
bool
tuplestore_advance(Tuplestorestate *state, bool forward)
{
	bool owned;
	MinimalTuple tup = get_row(state, forward, &owned);

	if (tup == NULL)
		return false;
	if (owned)
		pfree(tup);
	return true;
}

bool
tuplestore_skiptuples(Tuplestorestate *state, int64 ntuples, bool forward)
{
	for (; ntuples > 0; ntuples--)
	{
		if (!tuplestore_advance(state, forward))
			return false;
		CHECK_FOR_INTERRUPTS();
	}
	return true;
}

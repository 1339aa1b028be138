/*
 * tuplestore.h
 *		A list of rows that may outgrow memory.
 *
 * Rows are put in at the end and read by one or more read pointers; data
 * beyond work_mem goes to a temporary file.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/tuplestore.h
 */
#ifndef TUPLESTORE_H
#define TUPLESTORE_H

#include "executor/tuptable.h"

typedef struct Tuplestorestate Tuplestorestate;

extern Tuplestorestate *tuplestore_begin_heap(bool randomAccess,
											  bool interXact, int maxKBytes);
extern void tuplestore_set_eflags(Tuplestorestate *state, int eflags);
extern void tuplestore_end(Tuplestorestate *state);
extern void tuplestore_clear(Tuplestorestate *state);

/* put */
extern void tuplestore_puttupleslot(Tuplestorestate *state,
									TupleTableSlot *slot);
extern void tuplestore_puttuple(Tuplestorestate *state, HeapTuple tuple);
extern void tuplestore_putvalues(Tuplestorestate *state, TupleDesc tdesc,
								 Datum *values, bool *isnull);
/* kept for old callers: nothing to be told */
#define tuplestore_donestoring(state) ((void) 0)

/* read pointers; number 0 exists from the start */
extern int tuplestore_alloc_read_pointer(Tuplestorestate *state, int eflags);
extern void tuplestore_select_read_pointer(Tuplestorestate *state, int ptr);
extern void tuplestore_copy_read_pointer(Tuplestorestate *state, int srcptr,
										 int destptr);
extern void tuplestore_trim(Tuplestorestate *state);
extern bool tuplestore_in_memory(Tuplestorestate *state);

/* get, with the selected read pointer */
extern bool tuplestore_gettupleslot(Tuplestorestate *state, bool forward,
									bool copy, TupleTableSlot *slot);
extern bool tuplestore_advance(Tuplestorestate *state, bool forward);
extern bool tuplestore_skiptuples(Tuplestorestate *state, int64 ntuples,
								  bool forward);
extern int64 tuplestore_tuple_count(Tuplestorestate *state);
extern bool tuplestore_ateof(Tuplestorestate *state);
extern void tuplestore_rescan(Tuplestorestate *state);

#endif /* TUPLESTORE_H */

/*
 * tuplesort.h
 *		Sorting rows, index entries or single values.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * Put everything in, call tuplesort_performsort, take everything out.  Data beyond work_mem goes to temporary files and is merged.tuplesort.h
 */
#ifndef TUPLESORT_H
#define TUPLESORT_H

#include "access/itup.h"
#include "executor/tuptable.h"
#include "fmgr.h"
#include "utils/relcache.h"

typedef struct Tuplesortstate Tuplesortstate;
typedef struct Sharedsort Sharedsort;

/* Parallel sorts: the type exists for its callers, who pass NULL. */
typedef struct SortCoordinateData
{
	bool isWorker;
	int nParticipants;
	Sharedsort *sharedsort;
} SortCoordinateData;

typedef struct SortCoordinateData *SortCoordinate;

typedef enum TuplesortMethod
{
	SORT_TYPE_STILL_IN_PROGRESS = 0,
	SORT_TYPE_TOP_N_HEAPSORT = 1 << 0,
	SORT_TYPE_QUICKSORT = 1 << 1,
	SORT_TYPE_EXTERNAL_SORT = 1 << 2,
	SORT_TYPE_EXTERNAL_MERGE = 1 << 3
} TuplesortMethod;

#define NUM_TUPLESORTMETHODS 4

typedef enum TuplesortSpaceType
{
	SORT_SPACE_TYPE_DISK,
	SORT_SPACE_TYPE_MEMORY
} TuplesortSpaceType;

#define TUPLESORT_NONE 0
#define TUPLESORT_RANDOMACCESS (1 << 0) /* rescan, mark, backward */
#define TUPLESORT_ALLOWBOUNDED (1 << 1) /* tuplesort_set_bound may come */

typedef struct TuplesortInstrumentation
{
	TuplesortMethod sortMethod;
	TuplesortSpaceType spaceType;
	int64 spaceUsed; /* kB */
} TuplesortInstrumentation;

/* begin */
extern Tuplesortstate *tuplesort_begin_heap(TupleDesc tupDesc, int nkeys,
											AttrNumber *attNums,
											Oid *sortOperators,
											Oid *sortCollations,
											bool *nullsFirstFlags,
											int workMem,
											SortCoordinate coordinate,
											int sortopt);
extern Tuplesortstate *tuplesort_begin_cluster(TupleDesc tupDesc,
											   Relation indexRel, int workMem,
											   SortCoordinate coordinate,
											   int sortopt);
extern Tuplesortstate *tuplesort_begin_index_btree(Relation heapRel,
												   Relation indexRel,
												   bool enforceUnique,
												   bool uniqueNullsNotDistinct,
												   int workMem,
												   SortCoordinate coordinate,
												   int sortopt);
extern Tuplesortstate *tuplesort_begin_datum(Oid datumType, Oid sortOperator,
											 Oid sortCollation,
											 bool nullsFirstFlag, int workMem,
											 SortCoordinate coordinate,
											 int sortopt);
extern void tuplesort_set_bound(Tuplesortstate *state, int64 bound);
extern bool tuplesort_used_bound(Tuplesortstate *state);

/* put */
extern void tuplesort_puttupleslot(Tuplesortstate *state,
								   TupleTableSlot *slot);
extern void tuplesort_putheaptuple(Tuplesortstate *state, HeapTuple tup);
extern void tuplesort_putindextuplevalues(Tuplesortstate *state, Relation rel,
										  ItemPointer self, Datum *values,
										  bool *isnull);
extern void tuplesort_putdatum(Tuplesortstate *state, Datum val, bool isNull);

extern void tuplesort_performsort(Tuplesortstate *state);

/* get */
extern bool tuplesort_gettupleslot(Tuplesortstate *state, bool forward,
								   bool copy, TupleTableSlot *slot,
								   Datum *abbrev);
extern HeapTuple tuplesort_getheaptuple(Tuplesortstate *state, bool forward);
extern IndexTuple tuplesort_getindextuple(Tuplesortstate *state, bool forward);
extern bool tuplesort_getdatum(Tuplesortstate *state, bool forward, bool copy,
							   Datum *val, bool *isNull, Datum *abbrev);
extern bool tuplesort_skiptuples(Tuplesortstate *state, int64 ntuples,
								 bool forward);

/* position, end */
extern void tuplesort_rescan(Tuplesortstate *state);
extern void tuplesort_markpos(Tuplesortstate *state);
extern void tuplesort_restorepos(Tuplesortstate *state);
extern void tuplesort_reset(Tuplesortstate *state);
extern void tuplesort_end(Tuplesortstate *state);

/* facts for EXPLAIN */
extern void tuplesort_get_stats(Tuplesortstate *state,
								TuplesortInstrumentation *stats);
extern const char *tuplesort_method_name(TuplesortMethod m);
extern const char *tuplesort_space_type_name(TuplesortSpaceType t);
extern int tuplesort_merge_order(int64 allowedMem);

#endif /* TUPLESORT_H */

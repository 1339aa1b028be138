/*
 * tuplesort.h
 *		Sorting rows, index entries or single values.
 *
 * Put everything in, call tuplesort_performsort, take everything out. Data
 * beyond work_mem goes to temporary files and is merged.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/tuplesort.h
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

/*
 * ---- beginning ----
 *
 * workMem		kB to use before rows go to disk
 * coordinate	NULL
 * sortopt		TUPLESORT_ bits
 *
 * The state has a memory context of its own below the current one.
 */

/* Rows: nkeys columns attNums, each with its operator, collation and NULLs' place. */
extern Tuplesortstate *tuplesort_begin_heap(TupleDesc tupDesc, int nkeys,
											AttrNumber *attNums,
											Oid *sortOperators,
											Oid *sortCollations,
											bool *nullsFirstFlags,
											int workMem,
											SortCoordinate coordinate,
											int sortopt);
/* Values of one type. */
extern Tuplesortstate *tuplesort_begin_datum(Oid datumType, Oid sortOperator,
											 Oid sortCollation,
											 bool nullsFirstFlag, int workMem,
											 SortCoordinate coordinate,
											 int sortopt);
/* Entries of an index in its order; enforceUnique: two alike are ERROR 23505. */
extern Tuplesortstate *tuplesort_begin_index_btree(Relation heapRel,
												   Relation indexRel,
												   bool enforceUnique,
												   bool uniqueNullsNotDistinct,
												   int workMem,
												   SortCoordinate coordinate,
												   int sortopt);
/* Rows in the order of an index: not there yet, ERROR 0A000. */
extern Tuplesortstate *tuplesort_begin_cluster(TupleDesc tupDesc,
											   Relation indexRel, int workMem,
											   SortCoordinate coordinate,
											   int sortopt);

/*
 * Before the first row: no more than bound rows will be read (a bound too large to
 * be of use is passed over).  Afterwards: was that of use?
 */
extern void tuplesort_set_bound(Tuplesortstate *state, int64 bound);
extern bool tuplesort_used_bound(Tuplesortstate *state);

/* ---- putting in, by the kind of sort; all copy.  Then performsort, once ---- */
extern void tuplesort_putdatum(Tuplesortstate *state, Datum val, bool isNull);
extern void tuplesort_puttupleslot(Tuplesortstate *state,
								   TupleTableSlot *slot);
/* values of index rel for the row at self */
extern void tuplesort_putindextuplevalues(Tuplesortstate *state, Relation rel,
										  ItemPointer self, Datum *values,
										  bool *isnull);
extern void tuplesort_putheaptuple(Tuplesortstate *state, HeapTuple tup);
extern void tuplesort_performsort(Tuplesortstate *state);

/*
 * ---- taking out ----
 *
 * The next (forward) or previous one; false or NULL at the end.  It is valid until
 * the next call, unless copy, which puts it in the current context.  abbrev is not
 * used.
 */
extern bool tuplesort_getdatum(Tuplesortstate *state, bool forward, bool copy,
							   Datum *val, bool *isNull, Datum *abbrev);
extern bool tuplesort_gettupleslot(Tuplesortstate *state, bool forward,
								   bool copy, TupleTableSlot *slot,
								   Datum *abbrev);
extern IndexTuple tuplesort_getindextuple(Tuplesortstate *state, bool forward);
extern HeapTuple tuplesort_getheaptuple(Tuplesortstate *state, bool forward);
/* false if there are fewer than ntuples */
extern bool tuplesort_skiptuples(Tuplesortstate *state, int64 ntuples,
								 bool forward);

/* Back to the start, note a place, go back to it: with TUPLESORT_RANDOMACCESS. */
extern void tuplesort_rescan(Tuplesortstate *state);
extern void tuplesort_markpos(Tuplesortstate *state);
extern void tuplesort_restorepos(Tuplesortstate *state);

/* ---- ending: forget the rows for another round, or all ---- */
extern void tuplesort_reset(Tuplesortstate *state);
extern void tuplesort_end(Tuplesortstate *state);

/* ---- facts for EXPLAIN and the planner ---- */
extern void tuplesort_get_stats(Tuplesortstate *state,
								TuplesortInstrumentation *stats);
extern const char *tuplesort_space_type_name(TuplesortSpaceType t);
extern const char *tuplesort_method_name(TuplesortMethod m);
/* How many runs can be merged at a time in allowedMem bytes. */
extern int tuplesort_merge_order(int64 allowedMem);

#endif /* TUPLESORT_H */

/*
 * tuplesort.c
 *		Sorting in memory, and by merging runs on disk.
 *
 * Rows are kept as SortTuples: a pointer and the first key's Datum, so that
 * most comparisons do not touch the row.  While they fit in work_mem they
 * are sorted with quicksort (or, when only the first N are wanted, kept in
 * a heap of N).  Beyond that, sorted runs go to a temporary file; when all
 * input is there, runs are merged, as many at a time as there is memory for
 * their read buffers, the last merge feeding the caller directly.
 * 
 * The layout of records on disk is told at write_record.
 *
 * Not done: parallel sorts, abbreviated keys, sorts for CLUSTER.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/sort/tuplesort.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/buffile.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/sortsupport.h"
#include "utils/tuplesort.h"

#define INITIAL_TUPLES 1024
#define MIN_READ_BUFFER (32 * 1024)
#define MAX_MERGE_ORDER 500

typedef struct SortTuple
{
	void *tuple; /* MinimalTuple, IndexTuple, value or NULL */
	Datum datum1; /* first key */
	bool isnull1;
	int run; /* where it came from, in a merge */
} SortTuple;

typedef enum SortStatus
{
	STATUS_INITIAL, /* collecting in memory */
	STATUS_BOUNDED, /* collecting in a heap of the best N */
	STATUS_RUNS, /* collecting, with runs on disk */
	STATUS_IN_MEMORY, /* sorted, in memory */
	STATUS_ON_DISK, /* sorted, one run */
	STATUS_FINAL_MERGE /* merging while being read */
} SortStatus;

typedef enum SortKind
{
	SORT_HEAP,
	SORT_INDEX,
	SORT_DATUM
} SortKind;

/* A stretch of the file that is sorted. */
typedef struct SortRun
{
	int64 start;
	int64 end;
} SortRun;

/* Reading one run: a buffer that moves over it. */
typedef struct RunReader
{
	int64 pos; /* file position of what follows the buffer */
	int64 end;
	char *buf;
	Size size;
	Size filled;
	Size at; /* next record in buf */
} RunReader;

struct Tuplesortstate
{
	SortStatus status;
	SortKind kind;
	int nkeys;
	SortSupport keys;
	int sortopt;
	bool bounded;
	bool bound_used;
	int bound;

	MemoryContext maincontext; /* this struct and the keys */
	MemoryContext sortcontext; /* one sort: arrays and buffers */
	MemoryContext tuplecontext; /* the rows */
	int64 allowed; /* bytes */
	int64 tuplebytes;

	SortTuple *tuples; /* room for one more than maxtuples */
	int ntuples;
	int maxtuples;
	int (*compare)(const SortTuple *a, const SortTuple *b,
				   Tuplesortstate *state);

	/* kind-specific */
	TupleDesc desc; /* heap rows */
	Relation heapRel;
	Relation indexRel;
	bool unique;
	bool nulls_not_distinct;
	bool byval; /* datums */
	int16 typlen;
	Size headsize; /* bytes of a record that tell its length */
	Size trailersize; /* 0: no backward reads */

	/* runs */
	BufFile *file;
	int64 filepos; /* length written */
	SortRun *runs;
	int nruns;
	int maxruns;
	int64 maxspace; /* kB on disk, for EXPLAIN */

	/* reading */
	RunReader *readers;
	int nreaders;
	int last_run; /* whose record the caller has, or -1 */
	int current; /* in memory: next to return */
	bool eof;
	int64 diskpos; /* on disk: position between records */
	char *recordbuf;
	Size recordbufsize;
	int mark_current;
	int64 mark_diskpos;
	bool mark_eof;
};

/* ------------------------------------------------------------------
 * Comparators
 * ------------------------------------------------------------------
 */

/* ssup_datum_xxx_cmp
 *		For operator classes whose Datums compare as integers. */
int
ssup_datum_unsigned_cmp(Datum x, Datum y, SortSupport ssup)
{
	return (x > y) - (x < y);
}

int
ssup_datum_signed_cmp(Datum x, Datum y, SortSupport ssup)
{
	int64 a = DatumGetInt64(x);
	int64 b = DatumGetInt64(y);

	return (a > b) - (a < b);
}

int
ssup_datum_int32_cmp(Datum x, Datum y, SortSupport ssup)
{
	int32 a = DatumGetInt32(x);
	int32 b = DatumGetInt32(y);

	return (a > b) - (a < b);
}

static inline void
as_heap_tuple(HeapTupleData *h, void *mtup)
{
	h->t_len = ((MinimalTuple) mtup)->t_len + MINIMAL_TUPLE_OFFSET;
	h->t_data = (HeapTupleHeader) ((char *) mtup - MINIMAL_TUPLE_OFFSET);
}

/* Keys after the first. */
static int
compare_heap_rest(const SortTuple *a, const SortTuple *b,
				  Tuplesortstate *state)
{
	HeapTupleData ta,
		tb;

	if (state->nkeys == 1)
		return 0;
	as_heap_tuple(&ta, a->tuple);
	as_heap_tuple(&tb, b->tuple);
	for (int i = 1; i < state->nkeys; i++)
	{
		SortSupport k = &state->keys[i];
		bool n1,
			n2;
		Datum d1 = heap_getattr(&ta, k->ssup_attno, state->desc, &n1);
		Datum d2 = heap_getattr(&tb, k->ssup_attno, state->desc, &n2);
		int r = ApplySortComparator(d1, n1, d2, n2, k);

		if (r != 0)
			return r;
	}
	return 0;
}

static void
report_not_unique(Tuplesortstate *state, IndexTuple tup)
{
	Datum values[INDEX_MAX_KEYS];
	bool isnull[INDEX_MAX_KEYS];
	char *desc;

	index_deform_tuple(tup, RelationGetDescr(state->indexRel), values, isnull);
	desc = BuildIndexValueDescription(state->indexRel, values, isnull);
	ereport(ERROR,
			(errcode(ERRCODE_UNIQUE_VIOLATION),
			 errmsg("could not create unique index \"%s\"",
					RelationGetRelationName(state->indexRel)),
			 desc ? errdetail("Key %s is duplicated.", desc) : errdetail("Duplicate keys exist."),
			 errtableconstraint(state->heapRel,
								RelationGetRelationName(state->indexRel))));
}

static int
compare_index_rest(const SortTuple *a, const SortTuple *b,
				   Tuplesortstate *state)
{
	IndexTuple ta = (IndexTuple) a->tuple;
	IndexTuple tb = (IndexTuple) b->tuple;
	TupleDesc desc = RelationGetDescr(state->indexRel);
	bool hasnull = a->isnull1;

	for (int i = 1; i < state->nkeys; i++)
	{
		bool n1,
			n2;
		Datum d1 = index_getattr(ta, i + 1, desc, &n1);
		Datum d2 = index_getattr(tb, i + 1, desc, &n2);
		int r = ApplySortComparator(d1, n1, d2, n2, &state->keys[i]);

		if (r != 0)
			return r;
		hasnull |= n1;
	}
	/* equal neighbours are compared by any sort at some time */
	if (state->unique && (!hasnull || state->nulls_not_distinct))
		report_not_unique(state, ta);
	/* the heap TID is the last key of a btree */
	return ItemPointerCompare(&ta->t_tid, &tb->t_tid);
}

static inline int
compare_rest(const SortTuple *a, const SortTuple *b, Tuplesortstate *state)
{
	if (state->kind == SORT_HEAP)
		return compare_heap_rest(a, b, state);
	if (state->kind == SORT_INDEX)
		return compare_index_rest(a, b, state);
	return 0;
}

/* One comparator per way to compare the first key. */
#define DEFINE_COMPARE(name, ctype, get)                                \
	static inline int                                                   \
	name(const SortTuple *a, const SortTuple *b, Tuplesortstate *state) \
	{                                                                   \
		SortSupport k = state->keys;                                    \
		if (likely(!a->isnull1 && !b->isnull1))                         \
		{                                                               \
			ctype x = get(a->datum1);                                   \
			ctype y = get(b->datum1);                                   \
			if (x != y)                                                 \
				return ((x < y) != k->ssup_reverse) ? -1 : 1;           \
		}                                                               \
		else if (a->isnull1 != b->isnull1)                              \
			return (a->isnull1 == k->ssup_nulls_first) ? -1 : 1;        \
		return compare_rest(a, b, state);                               \
	}

DEFINE_COMPARE(compare_int32, int32, DatumGetInt32)
DEFINE_COMPARE(compare_int64, int64, DatumGetInt64)

static inline int
compare_generic(const SortTuple *a, const SortTuple *b, Tuplesortstate *state)
{
	int r = ApplySortComparator(a->datum1, a->isnull1, b->datum1,
								b->isnull1, state->keys);

	return r != 0 ? r : compare_rest(a, b, state);
}

/* The same as functions, for heaps. */
static int
call_int32(const SortTuple *a, const SortTuple *b, Tuplesortstate *s)
{
	return compare_int32(a, b, s);
}

static int
call_int64(const SortTuple *a, const SortTuple *b, Tuplesortstate *s)
{
	return compare_int64(a, b, s);
}

static int
call_generic(const SortTuple *a, const SortTuple *b, Tuplesortstate *s)
{
	return compare_generic(a, b, s);
}

/* ------------------------------------------------------------------
 * Sorting an array: quicksort with the comparator compiled in.  Sorted input
 * is recognised first; bad pivots run into heapsort.
 * ------------------------------------------------------------------
 */
static void
sift_down(SortTuple *a, int i, int n, Tuplesortstate *state)
{
	SortTuple v = a[i];

	for (;;)
	{
		int c = 2 * i + 1;

		if (c >= n)
			break;
		if (c + 1 < n && state->compare(&a[c], &a[c + 1], state) < 0)
			c++;
		if (state->compare(&v, &a[c], state) >= 0)
			break;
		a[i] = a[c];
		i = c;
	}
	a[i] = v;
}

static void
heap_sort(SortTuple *a, int n, Tuplesortstate *state)
{
	for (int i = n / 2 - 1; i >= 0; i--)
		sift_down(a, i, n, state);
	for (int i = n - 1; i > 0; i--)
	{
		SortTuple t = a[0];

		a[0] = a[i];
		a[i] = t;
		sift_down(a, 0, i, state);
	}
}

#define DEFINE_SORT(name, cmp)                                                                                         \
	static void                                                                                                        \
		name##_part(SortTuple *a, int n, int depth, Tuplesortstate *state)                                             \
	{                                                                                                                  \
		while (n > 12)                                                                                                 \
		{                                                                                                              \
			SortTuple t, pivot;                                                                                        \
			int i = 0,                                                                                                 \
				j = n - 1,                                                                                             \
				mid = n / 2;                                                                                           \
			if (depth-- == 0)                                                                                          \
			{                                                                                                          \
				heap_sort(a, n, state);                                                                                \
				return;                                                                                                \
			}                                                                                                          \
			CHECK_FOR_INTERRUPTS();                                                                                    \
			/* the median of three becomes the pivot */                                                                \
			if (cmp(&a[mid], &a[0], state) < 0)                                                                        \
				t = a[mid], a[mid] = a[0], a[0] = t;                                                                   \
			if (cmp(&a[n - 1], &a[mid], state) < 0)                                                                    \
			{                                                                                                          \
				t = a[n - 1], a[n - 1] = a[mid], a[mid] = t;                                                           \
				if (cmp(&a[mid], &a[0], state) < 0)                                                                    \
					t = a[mid], a[mid] = a[0], a[0] = t;                                                               \
			}                                                                                                          \
			pivot = a[mid];                                                                                            \
			while (i <= j)                                                                                             \
			{                                                                                                          \
				while (pivot.tuple != a[i].tuple || state->kind == SORT_DATUM ? cmp(&a[i], &pivot, state) < 0 : false) \
					i++;                                                                                               \
				while (pivot.tuple != a[j].tuple || state->kind == SORT_DATUM ? cmp(&pivot, &a[j], state) < 0 : false) \
					j--;                                                                                               \
				if (i <= j)                                                                                            \
				{                                                                                                      \
					t = a[i], a[i] = a[j], a[j] = t;                                                                   \
					i++;                                                                                               \
					j--;                                                                                               \
				}                                                                                                      \
			}                                                                                                          \
			/* the smaller part by recursion, the larger by the loop */                                                \
			if (j + 1 < n - i)                                                                                         \
			{                                                                                                          \
				name##_part(a, j + 1, depth, state);                                                                   \
				a += i;                                                                                                \
				n -= i;                                                                                                \
			}                                                                                                          \
			else                                                                                                       \
			{                                                                                                          \
				name##_part(a + i, n - i, depth, state);                                                               \
				n = j + 1;                                                                                             \
			}                                                                                                          \
		}                                                                                                              \
		for (int i = 1; i < n; i++)                                                                                    \
		{                                                                                                              \
			SortTuple v = a[i];                                                                                        \
			int j = i;                                                                                                 \
			while (j > 0 && cmp(&v, &a[j - 1], state) < 0)                                                             \
			{                                                                                                          \
				a[j] = a[j - 1];                                                                                       \
				j--;                                                                                                   \
			}                                                                                                          \
			a[j] = v;                                                                                                  \
		}                                                                                                              \
	}                                                                                                                  \
	static void                                                                                                        \
	name(SortTuple *a, int n, Tuplesortstate *state)                                                                   \
	{                                                                                                                  \
		int depth = 2;                                                                                                 \
		int i;                                                                                                         \
		for (i = 1; i < n; i++)                                                                                        \
			if (cmp(&a[i - 1], &a[i], state) > 0)                                                                      \
				break;                                                                                                 \
		if (i >= n)                                                                                                    \
			return;                                                                                                    \
		for (int m = n; m > 1; m >>= 1)                                                                                \
			depth += 2;                                                                                                \
		name##_part(a, n, depth, state);                                                                               \
	}

DEFINE_SORT(sort_int32, compare_int32)
DEFINE_SORT(sort_int64, compare_int64)
DEFINE_SORT(sort_generic, compare_generic)

static void
sort_tuples(Tuplesortstate *state)
{
	if (state->compare == call_int32)
		sort_int32(state->tuples, state->ntuples, state);
	else if (state->compare == call_int64)
		sort_int64(state->tuples, state->ntuples, state);
	else
		sort_generic(state->tuples, state->ntuples, state);
}

/* ------------------------------------------------------------------
 * Beginning
 * ------------------------------------------------------------------
 */

/* Memory for one sort; dropped by tuplesort_reset. */
static void
start_batch(Tuplesortstate *state)
{
	state->sortcontext = AllocSetContextCreate(state->maincontext,
											   "TupleSort sort",
											   ALLOCSET_DEFAULT_SIZES);
	state->tuplecontext = AllocSetContextCreate(state->sortcontext,
												"Caller tuples",
												ALLOCSET_DEFAULT_SIZES);
	state->status = STATUS_INITIAL;
	state->bounded = false;
	state->tuplebytes = 0;
	state->maxtuples = INITIAL_TUPLES;
	state->tuples = MemoryContextAlloc(state->sortcontext,
									   (INITIAL_TUPLES + 1) *
										   sizeof(SortTuple));
	state->ntuples = 0;
	state->file = NULL;
	state->filepos = 0;
	state->runs = NULL;
	state->nruns = state->maxruns = 0;
	state->readers = NULL;
	state->nreaders = 0;
	state->last_run = -1;
	state->current = 0;
	state->eof = false;
	state->diskpos = 0;
	state->recordbuf = NULL;
	state->recordbufsize = 0;
	state->mark_current = 0;
	state->mark_diskpos = 0;
	state->mark_eof = false;
}

static Tuplesortstate *
begin_common(SortKind kind, int nkeys, int workMem, SortCoordinate coordinate,
			 int sortopt)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext,
											  "TupleSort main",
											  ALLOCSET_DEFAULT_SIZES);
	Tuplesortstate *state;

	if (coordinate != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("parallel sorts are not supported")));
	state = MemoryContextAllocZero(cxt, sizeof(Tuplesortstate));
	state->kind = kind;
	state->nkeys = nkeys;
	state->keys = MemoryContextAllocZero(cxt, nkeys * sizeof(SortSupportData));
	state->sortopt = sortopt;
	state->maincontext = cxt;
	state->allowed = Max(workMem, 64) * INT64CONST(1024);
	state->headsize = sizeof(uint64);
	state->trailersize = (sortopt & TUPLESORT_RANDOMACCESS) ? sizeof(uint64) : 0;
	start_batch(state);
	return state;
}

/* With the keys known, choose the comparator. */
static Tuplesortstate *
choose_comparator(Tuplesortstate *state)
{
	if (state->keys[0].comparator == ssup_datum_int32_cmp)
		state->compare = call_int32;
	else if (state->keys[0].comparator == ssup_datum_signed_cmp)
		state->compare = call_int64;
	else
		state->compare = call_generic;
	return state;
}

/* tuplesort_begin_heap
 *		Sort rows of a descriptor. */
Tuplesortstate *
tuplesort_begin_heap(TupleDesc tupDesc, int nkeys, AttrNumber *attNums,
					 Oid *sortOperators, Oid *sortCollations,
					 bool *nullsFirstFlags, int workMem,
					 SortCoordinate coordinate, int sortopt)
{
	Tuplesortstate *state = begin_common(SORT_HEAP, nkeys, workMem, coordinate,
										 sortopt);

	Assert(nkeys > 0);
	state->desc = tupDesc;
	for (int i = 0; i < nkeys; i++)
	{
		SortSupport k = &state->keys[i];

		k->ssup_cxt = state->maincontext;
		k->ssup_collation = sortCollations[i];
		k->ssup_nulls_first = nullsFirstFlags[i];
		k->ssup_attno = attNums[i];
		PrepareSortSupportFromOrderingOp(sortOperators[i], k);
	}
	return choose_comparator(state);
}

/* tuplesort_begin_index_btree
 *		Sort entries for a btree; duplicates are an error if enforceUnique. */
Tuplesortstate *
tuplesort_begin_index_btree(Relation heapRel, Relation indexRel,
							bool enforceUnique, bool uniqueNullsNotDistinct,
							int workMem, SortCoordinate coordinate,
							int sortopt)
{
	int nkeys = IndexRelationGetNumberOfKeyAttributes(indexRel);
	Tuplesortstate *state = begin_common(SORT_INDEX, nkeys, workMem,
										 coordinate, sortopt);
	BTScanInsert inskey = _bt_mkscankey(indexRel, NULL);

	state->heapRel = heapRel;
	state->indexRel = indexRel;
	state->unique = enforceUnique;
	state->nulls_not_distinct = uniqueNullsNotDistinct;
	for (int i = 0; i < nkeys; i++)
	{
		SortSupport k = &state->keys[i];
		ScanKey sk = &inskey->scankeys[i];

		k->ssup_cxt = state->maincontext;
		k->ssup_collation = sk->sk_collation;
		k->ssup_nulls_first = (sk->sk_flags & SK_BT_NULLS_FIRST) != 0;
		k->ssup_attno = sk->sk_attno;
		PrepareSortSupportFromIndexRel(indexRel, (sk->sk_flags & SK_BT_DESC) ? BTGreaterStrategyNumber : BTLessStrategyNumber, k);
	}
	pfree(inskey);
	return choose_comparator(state);
}

static Size byval_size(Tuplesortstate *state);

/* tuplesort_begin_datum
 *		Sort single values. */
Tuplesortstate *
tuplesort_begin_datum(Oid datumType, Oid sortOperator, Oid sortCollation,
					  bool nullsFirstFlag, int workMem,
					  SortCoordinate coordinate, int sortopt)
{
	Tuplesortstate *state = begin_common(SORT_DATUM, 1, workMem, coordinate,
										 sortopt);

	get_typlenbyval(datumType, &state->typlen, &state->byval);
	if (state->byval)
		state->headsize = 1 + byval_size(state);
	state->keys->ssup_cxt = state->maincontext;
	state->keys->ssup_collation = sortCollation;
	state->keys->ssup_nulls_first = nullsFirstFlag;
	PrepareSortSupportFromOrderingOp(sortOperator, state->keys);
	return choose_comparator(state);
}

static void
no_cluster_sort(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("sorting a table by an index is not supported")));
}

Tuplesortstate *
tuplesort_begin_cluster(TupleDesc tupDesc, Relation indexRel, int workMem,
						SortCoordinate coordinate, int sortopt)
{
	no_cluster_sort();
	return NULL;
}

void
tuplesort_putheaptuple(Tuplesortstate *state, HeapTuple tup)
{
	no_cluster_sort();
}

HeapTuple
tuplesort_getheaptuple(Tuplesortstate *state, bool forward)
{
	no_cluster_sort();
	return NULL;
}

/* tuplesort_set_bound
 *		Only the first bound rows will be read. */
void
tuplesort_set_bound(Tuplesortstate *state, int64 bound)
{
	Assert(state->status == STATUS_INITIAL && state->ntuples == 0);
	if (bound > (int64) (PG_INT32_MAX / 2))
		return;
	state->bounded = true;
	state->bound = (int) bound;
}

bool
tuplesort_used_bound(Tuplesortstate *state)
{
	return state->bound_used;
}

/* ------------------------------------------------------------------
 * Runs on disk
 * ------------------------------------------------------------------
 */
static void
file_write(Tuplesortstate *state, void *data, Size len)
{
	BufFileWrite(state->file, data, len);
	state->filepos += len;
}

/*
 * Records.  Rows and index entries are written as they are, since their first
 * word tells the length, values by reference behind a word with the length and
 * a null flag; these are padded to eight bytes, so that they can be used where
 * they lie in a buffer.  A value by value takes a null flag of one byte and its
 * own four or eight bytes.  Sorts that are read backward have the length behind
 * the record again.
 */

/* Bytes a value takes that is passed by value. */
static Size
byval_size(Tuplesortstate *state)
{
	return state->typlen <= (int16) sizeof(int32) ? sizeof(int32) : sizeof(Datum);
}

/* Length without trailer of the record at rec, of which headsize bytes can be
 * read. */
static Size
record_size(Tuplesortstate *state, const char *rec)
{
	switch (state->kind)
	{
		case SORT_HEAP:
			return MAXALIGN(((MinimalTuple) rec)->t_len);
		case SORT_INDEX:
			return MAXALIGN(IndexTupleSize((IndexTuple) rec));
		case SORT_DATUM:
			break;
	}
	if (state->byval)
		return state->headsize;
	return state->headsize + MAXALIGN(*(const uint32 *) rec);
}

static void
write_datum(Tuplesortstate *state, const SortTuple *t)
{
	uint32 head[2] = {0, t->isnull1};

	if (state->byval)
	{
		char rec[1 + sizeof(Datum)];

		rec[0] = (char) t->isnull1;
		/* little endian: the low bytes come first */
		memcpy(rec + 1, &t->datum1, sizeof(Datum));
		file_write(state, rec, state->headsize);
		return;
	}
	if (!t->isnull1)
		head[0] = datumGetSize(t->datum1, false, state->typlen);
	file_write(state, head, sizeof(head));
	if (head[0] > 0)
		file_write(state, t->tuple, head[0]);
}

static void
write_record(Tuplesortstate *state, const SortTuple *t)
{
	static const char zeros[MAXIMUM_ALIGNOF];
	int64 start = state->filepos;
	Size odd;

	if (state->kind == SORT_HEAP)
		file_write(state, t->tuple, ((MinimalTuple) t->tuple)->t_len);
	else if (state->kind == SORT_INDEX)
		file_write(state, t->tuple, IndexTupleSize((IndexTuple) t->tuple));
	else
		write_datum(state, t);
	odd = (state->filepos - start) % MAXIMUM_ALIGNOF;
	if (odd != 0 && !state->byval)
		file_write(state, (void *) zeros, MAXIMUM_ALIGNOF - odd);
	if (state->trailersize > 0)
	{
		uint64 size = state->filepos - start;

		file_write(state, &size, state->trailersize);
	}
}

static void
end_run(Tuplesortstate *state, int64 start)
{
	if (state->nruns >= state->maxruns)
	{
		MemoryContext old = MemoryContextSwitchTo(state->sortcontext);

		state->maxruns = Max(16, state->maxruns * 2);
		if (state->runs)
			state->runs = repalloc(state->runs,
								   state->maxruns * sizeof(SortRun));
		else
			state->runs = palloc(state->maxruns * sizeof(SortRun));
		MemoryContextSwitchTo(old);
	}
	state->runs[state->nruns].start = start;
	state->runs[state->nruns].end = state->filepos;
	state->nruns++;
}

/* Sort what is in memory and write it out. */
static void
dump_run(Tuplesortstate *state)
{
	int64 start = state->filepos;

	if (state->ntuples == 0)
		return;
	if (state->file == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(state->sortcontext);

		state->file = BufFileCreateTemp(false);
		MemoryContextSwitchTo(old);
	}
	sort_tuples(state);
	for (int i = 0; i < state->ntuples; i++)
		write_record(state, &state->tuples[i]);
	end_run(state, start);
	state->ntuples = 0;
	state->tuplebytes = 0;
	MemoryContextReset(state->tuplecontext);
}

/* Position -> what BufFileSeek wants: it counts in files of 1 GB. */
static void
file_seek(Tuplesortstate *state, int64 pos)
{
	const int64 segment = INT64CONST(1) << 30;

	if (BufFileSeek(state->file, (int) (pos / segment),
					(off_t) (pos % segment), SEEK_SET) != 0)
		elog(ERROR, "could not seek in temporary file of a sort");
}

/* Have at least want bytes of the run in the buffer behind "at". */
static bool
reader_need(Tuplesortstate *state, RunReader *r, Size want)
{
	Size have = r->filled - r->at;
	Size room;

	if (have >= want)
		return true;
	memmove(r->buf, r->buf + r->at, have);
	r->at = 0;
	r->filled = have;
	if (want > r->size)
	{
		r->size = want;
		r->buf = repalloc(r->buf, r->size);
	}
	room = Min((int64) (r->size - have), r->end - r->pos);
	if (room > 0)
	{
		file_seek(state, r->pos);
		BufFileReadExact(state->file, r->buf + have, room);
		r->pos += room;
		r->filled += room;
	}
	return r->filled >= want;
}

/* Make a SortTuple of a record that lies in memory. */
static void
set_tuple(Tuplesortstate *state, SortTuple *t, char *rec)
{
	HeapTupleData h;

	t->tuple = rec;
	switch (state->kind)
	{
		case SORT_HEAP:
			as_heap_tuple(&h, rec);
			t->datum1 = heap_getattr(&h, state->keys[0].ssup_attno,
									 state->desc, &t->isnull1);
			break;
		case SORT_INDEX:
			t->datum1 = index_getattr((IndexTuple) rec, 1,
									  RelationGetDescr(state->indexRel),
									  &t->isnull1);
			break;
		case SORT_DATUM:
			t->datum1 = (Datum) 0;
			t->tuple = NULL;
			if (state->byval)
			{
				t->isnull1 = rec[0] != 0;
				memcpy(&t->datum1, rec + 1, byval_size(state));
				/* as the type's own functions would have made it */
				if (byval_size(state) == sizeof(int32))
					t->datum1 = Int32GetDatum((int32) t->datum1);
				break;
			}
			t->isnull1 = ((uint32 *) rec)[1] != 0;
			if (!t->isnull1)
			{
				t->tuple = rec + state->headsize;
				t->datum1 = PointerGetDatum(t->tuple);
			}
			break;
	}
}

/* Next record of a run; it stays valid until the reader is moved. */
static bool
reader_next(Tuplesortstate *state, RunReader *r, SortTuple *t)
{
	Size total;

	if (!reader_need(state, r, state->headsize))
		return false;
	total = record_size(state, r->buf + r->at) + state->trailersize;
	if (!reader_need(state, r, total))
		elog(ERROR, "unexpected end of a sort's temporary file");
	set_tuple(state, t, r->buf + r->at);
	r->at += total;
	return true;
}

/* Heap of the runs' current records, the least on top. */
static void
merge_sift(Tuplesortstate *state, int i)
{
	SortTuple *a = state->tuples;
	SortTuple v = a[i];
	int n = state->ntuples;

	for (;;)
	{
		int c = 2 * i + 1;

		if (c >= n)
			break;
		if (c + 1 < n && state->compare(&a[c + 1], &a[c], state) < 0)
			c++;
		if (state->compare(&v, &a[c], state) <= 0)
			break;
		a[i] = a[c];
		i = c;
	}
	a[i] = v;
}

/* Open runs [first, first + n) for merging. */
static void
begin_merge(Tuplesortstate *state, int first, int n)
{
	MemoryContext old = MemoryContextSwitchTo(state->sortcontext);
	Size bufsize = Max(state->allowed / (n + 1), MIN_READ_BUFFER);

	bufsize = Min(bufsize, 1024 * 1024) & ~(Size) (BLCKSZ - 1);
	state->readers = palloc0(n * sizeof(RunReader));
	state->nreaders = n;
	if (state->maxtuples < n)
	{
		state->tuples = repalloc(state->tuples, n * sizeof(SortTuple));
		state->maxtuples = n;
	}
	state->ntuples = 0;
	state->last_run = -1;
	for (int i = 0; i < n; i++)
	{
		RunReader *r = &state->readers[i];
		SortTuple *t = &state->tuples[state->ntuples];

		r->pos = state->runs[first + i].start;
		r->end = state->runs[first + i].end;
		r->size = bufsize;
		r->buf = palloc(bufsize);
		t->run = i;
		if (reader_next(state, r, t))
			state->ntuples++;
	}
	for (int i = state->ntuples / 2 - 1; i >= 0; i--)
		merge_sift(state, i);
	MemoryContextSwitchTo(old);
}

/* Move on in the run whose record was handed out last. */
static void
merge_advance(Tuplesortstate *state)
{
	SortTuple *top = &state->tuples[0];

	if (state->last_run < 0)
		return;
	if (!reader_next(state, &state->readers[state->last_run], top))
		state->tuples[0] = state->tuples[--state->ntuples];
	if (state->ntuples > 0)
		merge_sift(state, 0);
	state->last_run = -1;
}

static bool
merge_next(Tuplesortstate *state, SortTuple *t)
{
	merge_advance(state);
	if (state->ntuples == 0)
		return false;
	*t = state->tuples[0];
	state->last_run = t->run;
	return true;
}

static void
end_merge(Tuplesortstate *state)
{
	for (int i = 0; i < state->nreaders; i++)
		pfree(state->readers[i].buf);
	pfree(state->readers);
	state->readers = NULL;
	state->nreaders = 0;
	state->ntuples = 0;
}

/* tuplesort_merge_order
 *		Runs that can be merged at a time in so much memory. */
int
tuplesort_merge_order(int64 allowedMem)
{
	int64 n = allowedMem / (2 * MIN_READ_BUFFER);

	return (int) Min(Max(n, 6), MAX_MERGE_ORDER);
}

/* Merge runs until one pass will do (or, keep_run, until one is left). */
static void
merge_runs(Tuplesortstate *state, bool keep_run)
{
	int order = tuplesort_merge_order(state->allowed);
	int first = 0;

	while (state->nruns - first > (keep_run ? 1 : order))
	{
		int n = Min(order, state->nruns - first);
		int64 start = state->filepos;
		SortTuple t;

		BufFileFlush(state->file);
		begin_merge(state, first, n);
		while (merge_next(state, &t))
		{
			CHECK_FOR_INTERRUPTS();
			/* reading moves the file's position: go back to the end */
			file_seek(state, state->filepos);
			write_record(state, &t);
		}
		end_merge(state);
		first += n;
		end_run(state, start);
	}
	memmove(state->runs, state->runs + first,
			(state->nruns - first) * sizeof(SortRun));
	state->nruns -= first;
	state->maxspace = state->filepos / 1024;
}

/* ------------------------------------------------------------------
 * Putting
 * ------------------------------------------------------------------
 */

/*
 * Enlarge the array; false if memory is used up.  Once it cannot double any
 * more, it gets the share of the rest that it has had of the memory so far.
 */
static bool
grow_array(Tuplesortstate *state)
{
	int64 array = (int64) state->maxtuples * sizeof(SortTuple);
	int64 used = array + state->tuplebytes;
	int64 newmax = (int64) state->maxtuples * 2;

	if (used + array > state->allowed)
		newmax = (int64) (state->maxtuples * ((double) state->allowed / used));
	newmax = Min(newmax, (int64) (PG_INT32_MAX / 2));
	if (newmax <= state->maxtuples)
		return false;
	state->tuples = repalloc_huge(state->tuples,
								  (newmax + 1) * sizeof(SortTuple));
	state->maxtuples = (int) newmax;
	return true;
}

/* Turn the collected rows into a heap of the best "bound". */
static void
make_bounded(Tuplesortstate *state)
{
	int n = state->ntuples;

	/* worst on top: what comes and is worse than it can be dropped */
	state->ntuples = 0;
	for (int i = 0; i < n; i++)
	{
		SortTuple t = state->tuples[i];

		if (state->ntuples < state->bound)
		{
			state->tuples[state->ntuples++] = t;
			if (state->ntuples == state->bound)
				for (int j = state->bound / 2 - 1; j >= 0; j--)
					sift_down(state->tuples, j, state->bound, state);
		}
		else if (state->compare(&t, &state->tuples[0], state) >= 0)
		{
			if (t.tuple)
				pfree(t.tuple);
		}
		else
		{
			if (state->tuples[0].tuple)
				pfree(state->tuples[0].tuple);
			state->tuples[0] = t;
			sift_down(state->tuples, 0, state->bound, state);
		}
	}
	state->status = STATUS_BOUNDED;
	state->bound_used = true;
}

static void
put_tuple(Tuplesortstate *state, SortTuple *t)
{
	int64 used;
	bool full;

	if (state->status == STATUS_BOUNDED)
	{
		if (state->compare(t, &state->tuples[0], state) >= 0)
		{
			if (t->tuple)
				pfree(t->tuple);
			return;
		}
		if (state->tuples[0].tuple)
			pfree(state->tuples[0].tuple);
		state->tuples[0] = *t;
		sift_down(state->tuples, 0, state->bound, state);
		return;
	}

	if (t->tuple)
		state->tuplebytes += GetMemoryChunkSpace(t->tuple);
	/* there is room for one more, for the row that finds the array full */
	state->tuples[state->ntuples++] = *t;

	full = state->ntuples > state->maxtuples && !grow_array(state);
	if (state->tuplebytes > 0 && state->ntuples > 1)
	{
		used = state->tuplebytes + (int64) state->maxtuples * sizeof(SortTuple);
		full |= used > state->allowed;
	}
	if (state->bounded && state->status == STATUS_INITIAL &&
		state->bound > 0 &&
		(state->ntuples > (int64) state->bound * 2 ||
		 (full && state->ntuples > state->bound)))
		make_bounded(state);
	else if (full)
	{
		state->status = STATUS_RUNS;
		dump_run(state);
	}
}

/* tuplesort_puttupleslot */
void
tuplesort_puttupleslot(Tuplesortstate *state, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(state->tuplecontext);
	SortTuple t;
	HeapTupleData h;

	t.tuple = ExecCopySlotMinimalTuple(slot);
	MemoryContextSwitchTo(state->sortcontext);
	as_heap_tuple(&h, t.tuple);
	t.datum1 = heap_getattr(&h, state->keys[0].ssup_attno, state->desc,
							&t.isnull1);
	put_tuple(state, &t);
	MemoryContextSwitchTo(old);
}

/* tuplesort_putindextuplevalues */
void
tuplesort_putindextuplevalues(Tuplesortstate *state, Relation rel,
							  ItemPointer self, Datum *values, bool *isnull)
{
	MemoryContext old = MemoryContextSwitchTo(state->sortcontext);
	SortTuple t;
	IndexTuple itup = index_form_tuple_context(RelationGetDescr(rel), values,
											   isnull, state->tuplecontext);

	itup->t_tid = *self;
	t.tuple = itup;
	t.datum1 = index_getattr(itup, 1, RelationGetDescr(state->indexRel),
							 &t.isnull1);
	put_tuple(state, &t);
	MemoryContextSwitchTo(old);
}

/* tuplesort_putdatum */
void
tuplesort_putdatum(Tuplesortstate *state, Datum val, bool isNull)
{
	MemoryContext old = MemoryContextSwitchTo(state->tuplecontext);
	SortTuple t;

	t.isnull1 = isNull;
	t.tuple = NULL;
	t.datum1 = isNull ? (Datum) 0 : val;
	if (!isNull && !state->byval)
	{
		t.datum1 = datumCopy(val, false, state->typlen);
		t.tuple = DatumGetPointer(t.datum1);
	}
	MemoryContextSwitchTo(state->sortcontext);
	put_tuple(state, &t);
	MemoryContextSwitchTo(old);
}

/* tuplesort_performsort
 *		All input is there: sort, up to a last merge. */
void
tuplesort_performsort(Tuplesortstate *state)
{
	MemoryContext old = MemoryContextSwitchTo(state->sortcontext);

	switch (state->status)
	{
		case STATUS_BOUNDED:
			heap_sort(state->tuples, state->ntuples, state);
			state->status = STATUS_IN_MEMORY;
			break;
		case STATUS_INITIAL:
			sort_tuples(state);
			state->status = STATUS_IN_MEMORY;
			break;
		case STATUS_RUNS:
		{
			bool random = (state->sortopt & TUPLESORT_RANDOMACCESS) != 0;

			dump_run(state);
			/* the array is only a heap of runs from here on */
			pfree(state->tuples);
			state->maxtuples = INITIAL_TUPLES;
			state->tuples = palloc(INITIAL_TUPLES * sizeof(SortTuple));
			merge_runs(state, random);
			BufFileFlush(state->file);
			if (state->nruns == 1)
			{
				state->status = STATUS_ON_DISK;
				state->diskpos = state->runs[0].start;
			}
			else
			{
				begin_merge(state, 0, state->nruns);
				state->status = STATUS_FINAL_MERGE;
			}
			break;
		}
		default:
			elog(ERROR, "invalid tuplesort state");
	}
	state->current = 0;
	state->eof = false;
	MemoryContextSwitchTo(old);
}

/* ------------------------------------------------------------------
 * Getting
 * ------------------------------------------------------------------
 */

/* The record that starts at pos. */
static void
read_record_at(Tuplesortstate *state, int64 pos, SortTuple *t, int64 *next)
{
	uint64 head[2]; /* aligned */
	Size len;

	file_seek(state, pos);
	BufFileReadExact(state->file, head, state->headsize);
	len = record_size(state, (char *) head);
	if (len > state->recordbufsize || state->recordbuf == NULL)
	{
		if (state->recordbuf)
			pfree(state->recordbuf);
		state->recordbufsize = Max(len, BLCKSZ);
		state->recordbuf = palloc(state->recordbufsize);
	}
	memcpy(state->recordbuf, head, state->headsize);
	if (len > state->headsize)
		BufFileReadExact(state->file, state->recordbuf + state->headsize,
						 len - state->headsize);
	set_tuple(state, t, state->recordbuf);
	*next = pos + len + state->trailersize;
}

/* Start of the record that ends at pos. */
static int64
record_before(Tuplesortstate *state, int64 pos)
{
	uint64 size;

	Assert(state->trailersize == sizeof(size));
	file_seek(state, pos - state->trailersize);
	BufFileReadExact(state->file, &size, sizeof(size));
	return pos - state->trailersize - size;
}

static bool
get_from_disk(Tuplesortstate *state, bool forward, SortTuple *t)
{
	SortRun *run = &state->runs[0];
	int64 next;

	if (forward)
	{
		if (state->diskpos >= run->end)
		{
			state->eof = true;
			return false;
		}
		read_record_at(state, state->diskpos, t, &next);
		state->diskpos = next;
		return true;
	}
	/* back over the record returned last, unless the end was seen */
	if (state->eof)
		state->eof = false;
	else if (state->diskpos > run->start)
		state->diskpos = record_before(state, state->diskpos);
	if (state->diskpos <= run->start)
		return false;
	read_record_at(state, record_before(state, state->diskpos), t, &next);
	return true;
}

static bool
get_from_memory(Tuplesortstate *state, bool forward, SortTuple *t)
{
	if (forward)
	{
		if (state->current < state->ntuples)
		{
			*t = state->tuples[state->current++];
			return true;
		}
		state->eof = true;
		return false;
	}
	if (state->eof)
		state->eof = false;
	else if (state->current > 0)
		state->current--;
	if (state->current <= 0)
		return false;
	*t = state->tuples[state->current - 1];
	return true;
}

static bool
get_tuple(Tuplesortstate *state, bool forward, SortTuple *t)
{
	MemoryContext old = MemoryContextSwitchTo(state->sortcontext);
	bool found = false;

	switch (state->status)
	{
		case STATUS_IN_MEMORY:
			found = get_from_memory(state, forward, t);
			break;
		case STATUS_ON_DISK:
			found = get_from_disk(state, forward, t);
			break;
		case STATUS_FINAL_MERGE:
			if (!forward)
				elog(ERROR, "sort was not begun for backward scans");
			found = merge_next(state, t);
			break;
		default:
			elog(ERROR, "invalid tuplesort state");
	}
	MemoryContextSwitchTo(old);
	return found;
}

/* tuplesort_gettupleslot
 *		Next row into the slot, false at the end.  Without copy, it is valid
 *		until the next call. */
bool
tuplesort_gettupleslot(Tuplesortstate *state, bool forward, bool copy,
					   TupleTableSlot *slot, Datum *abbrev)
{
	SortTuple t;
	MinimalTuple mtup;

	if (!get_tuple(state, forward, &t))
	{
		ExecClearTuple(slot);
		return false;
	}
	mtup = (MinimalTuple) t.tuple;
	if (copy)
		mtup = heap_copy_minimal_tuple(mtup);
	ExecStoreMinimalTuple(mtup, slot, copy);
	return true;
}

/* tuplesort_getindextuple
 *		Next entry, valid until the next call. */
IndexTuple
tuplesort_getindextuple(Tuplesortstate *state, bool forward)
{
	SortTuple t;

	return get_tuple(state, forward, &t) ? (IndexTuple) t.tuple : NULL;
}

/* tuplesort_getdatum
 *		Next value; a copy in the caller's context if copy. */
bool
tuplesort_getdatum(Tuplesortstate *state, bool forward, bool copy, Datum *val,
				   bool *isNull, Datum *abbrev)
{
	SortTuple t;

	if (!get_tuple(state, forward, &t))
		return false;
	*isNull = t.isnull1;
	*val = t.datum1;
	if (!t.isnull1 && !state->byval && copy)
		*val = datumCopy(t.datum1, false, state->typlen);
	return true;
}

/* tuplesort_skiptuples
 *		Pass over rows; false if the end comes first. */
bool
tuplesort_skiptuples(Tuplesortstate *state, int64 ntuples, bool forward)
{
	SortTuple t;

	Assert(forward && ntuples >= 0);
	for (; ntuples > 0; ntuples--)
	{
		if (!get_tuple(state, forward, &t))
			return false;
		CHECK_FOR_INTERRUPTS();
	}
	return true;
}

/* ---- position ---- */

void
tuplesort_rescan(Tuplesortstate *state)
{
	Assert(state->sortopt & TUPLESORT_RANDOMACCESS);
	state->current = 0;
	state->eof = false;
	if (state->status == STATUS_ON_DISK)
		state->diskpos = state->runs[0].start;
	state->mark_current = 0;
	state->mark_diskpos = state->diskpos;
	state->mark_eof = false;
}

void
tuplesort_markpos(Tuplesortstate *state)
{
	Assert(state->sortopt & TUPLESORT_RANDOMACCESS);
	state->mark_current = state->current;
	state->mark_diskpos = state->diskpos;
	state->mark_eof = state->eof;
}

void
tuplesort_restorepos(Tuplesortstate *state)
{
	state->current = state->mark_current;
	state->diskpos = state->mark_diskpos;
	state->eof = state->mark_eof;
}

/* ---- end ---- */

/* tuplesort_reset
 *		Forget the rows, keep the keys. */
void
tuplesort_reset(Tuplesortstate *state)
{
	if (state->file)
		BufFileClose(state->file);
	state->file = NULL;
	MemoryContextDelete(state->sortcontext);
	start_batch(state);
}

/* tuplesort_end */
void
tuplesort_end(Tuplesortstate *state)
{
	if (state->file)
		BufFileClose(state->file);
	MemoryContextDelete(state->maincontext);
}

/* tuplesort_get_stats
 *		For EXPLAIN ANALYZE. */
void
tuplesort_get_stats(Tuplesortstate *state, TuplesortInstrumentation *stats)
{
	switch (state->status)
	{
		case STATUS_IN_MEMORY:
			stats->sortMethod = state->bound_used ? SORT_TYPE_TOP_N_HEAPSORT : SORT_TYPE_QUICKSORT;
			break;
		case STATUS_ON_DISK:
			stats->sortMethod = SORT_TYPE_EXTERNAL_SORT;
			break;
		case STATUS_FINAL_MERGE:
			stats->sortMethod = SORT_TYPE_EXTERNAL_MERGE;
			break;
		default:
			stats->sortMethod = SORT_TYPE_STILL_IN_PROGRESS;
	}
	if (state->file)
	{
		stats->spaceType = SORT_SPACE_TYPE_DISK;
		stats->spaceUsed = (state->filepos + 1023) / 1024;
	}
	else
	{
		stats->spaceType = SORT_SPACE_TYPE_MEMORY;
		stats->spaceUsed = (state->tuplebytes + 1023 +
							(int64) state->maxtuples * sizeof(SortTuple)) /
			1024;
	}
}

/* The method as EXPLAIN names it. */
const char *
tuplesort_method_name(TuplesortMethod m)
{
	static const struct
	{
		TuplesortMethod method;
		const char *name;
	} names[] = {
		{SORT_TYPE_QUICKSORT, "quicksort"},
		{SORT_TYPE_TOP_N_HEAPSORT, "top-N heapsort"},
		{SORT_TYPE_EXTERNAL_MERGE, "external merge"},
		{SORT_TYPE_EXTERNAL_SORT, "external sort"},
		{SORT_TYPE_STILL_IN_PROGRESS, "still in progress"},
	};

	for (int i = 0; i < (int) lengthof(names); i++)
		if (names[i].method == m)
			return names[i].name;
	return "unknown";
}

const char *
tuplesort_space_type_name(TuplesortSpaceType t)
{
	return t == SORT_SPACE_TYPE_DISK ? "Disk" : "Memory";
}

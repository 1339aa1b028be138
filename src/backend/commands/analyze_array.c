/*
 * analyze_array.c
 *		Statistics of array columns: common elements, and numbers of them.
 *
 * Beside the standard kinds, which treat an array as one value, two more: the
 * elements that occur in most arrays, and a histogram of how many distinct
 * elements an array has.  Selectivity of @>, && and <@ needs these.
 *
 * Elements are counted by the Lossy Counting of Manku and Motwani, "Approximate
 * Frequency Counts over Data Streams" (2002): the stream of elements is cut into
 * buckets of equal size; at the end of each, what has been seen too seldom to
 * matter is forgotten.  With S the support wanted, an error of S/10 and a bucket
 * of 1/error elements, as many elements are kept as Zipf's law lets pass; the
 * numbers below are for ten times the statistics target.
 *
 * Types without code for such statistics of their own (ranges, tsvector) get
 * NULLs and width only.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/analyze_array.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "catalog/pg_statistic.h"
#include "commands/vacuum.h"
#include "fmgr.h"
#include "utils/array.h"
#include "utils/datum.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* longer arrays are left out: they would cost more than they tell */
#define WIDE_ARRAY 0x10000
/* elements kept per unit of the statistics target */
#define ELEMENTS_PER_TARGET 10

/* extra_data: the standard function's, and the element type */
typedef struct ArrayExtra
{
	AnalyzeAttrComputeStatsFunc std_compute;
	void *std_extra;
	TypeCacheEntry *elem;
	Oid elem_collation;
} ArrayExtra;

/* An element that was seen. */
typedef struct Element
{
	Datum value; /* the key */
	int narrays; /* that hold it, since it was entered */
	int missed; /* at most so many were forgotten before */
	int last_array; /* the last one it was counted for */
} Element;

/* How many arrays have so many distinct elements. */
typedef struct ArraySize
{
	int ndistinct; /* the key */
	int narrays;
} ArraySize;

typedef struct ArrayWork
{
	HTAB *elements;
	HTAB *sizes;
	MemoryContext keep; /* of the elements' values */
	int64 bucket; /* elements in one bucket */
	int64 nelements; /* counted, each once an array */
	int narrays;
	int nwith_null;
} ArrayWork;

/* The functions of a hash table get no argument of their own. */
static ArrayExtra *current;

static uint32
hash_element(const void *key, Size keysize)
{
	Datum d = *(const Datum *) key;

	return DatumGetUInt32(FunctionCall1Coll(&current->elem->hash_proc_finfo,
											current->elem_collation, d));
}

static int
compare_values(Datum a, Datum b)
{
	return DatumGetInt32(FunctionCall2Coll(&current->elem->cmp_proc_finfo,
										   current->elem_collation, a, b));
}

static int
match_element(const void *a, const void *b, Size keysize)
{
	return compare_values(*(const Datum *) a, *(const Datum *) b);
}

static int
by_value(const void *a, const void *b)
{
	return compare_values((*(Element *const *) a)->value, (*(Element *const *) b)->value);
}

static int
by_arrays_desc(const void *a, const void *b)
{
	return (*(Element *const *) b)->narrays - (*(Element *const *) a)->narrays;
}

static int
by_size(const void *a, const void *b)
{
	return (*(ArraySize *const *) a)->ndistinct - (*(ArraySize *const *) b)->ndistinct;
}

/* ---- counting ---- */

static void
make_tables(ArrayWork *w)
{
	HASHCTL ctl = {0};

	ctl.keysize = sizeof(Datum);
	ctl.entrysize = sizeof(Element);
	ctl.hash = hash_element;
	ctl.match = match_element;
	ctl.hcxt = CurrentMemoryContext;
	w->elements = hash_create("Analyzed elements", 1024, &ctl,
							  HASH_ELEM | HASH_FUNCTION | HASH_COMPARE | HASH_CONTEXT);
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(int);
	ctl.entrysize = sizeof(ArraySize);
	ctl.hcxt = CurrentMemoryContext;
	w->sizes = hash_create("Analyzed array sizes", 64, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	w->keep = CurrentMemoryContext;
}

/* The end of a bucket: forget what could not have been seen in every one. */
static void
forget_rare(ArrayWork *w)
{
	HASH_SEQ_STATUS seq;
	Element *e;

	hash_seq_init(&seq, w->elements);
	while ((e = hash_seq_search(&seq)) != NULL)
	{
		Datum value = e->value;

		if (e->narrays + e->missed > w->nelements / w->bucket)
			continue;
		if (hash_search(w->elements, &value, HASH_REMOVE, NULL) == NULL)
			elog(ERROR, "hash table corrupted");
		if (!current->elem->typbyval)
			pfree(DatumGetPointer(value));
	}
}

/* Count an element of the current array; true unless that had it before. */
static bool
count_element(ArrayWork *w, Datum value)
{
	bool found;
	Element *e = hash_search(w->elements, &value, HASH_ENTER, &found);

	if (found && e->last_array == w->narrays)
		return false;
	if (!found)
	{
		MemoryContext old = MemoryContextSwitchTo(w->keep);

		e->value = datumCopy(value, current->elem->typbyval, current->elem->typlen);
		MemoryContextSwitchTo(old);
		e->narrays = 0;
		e->missed = w->nelements / w->bucket;
	}
	e->narrays++;
	e->last_array = w->narrays;
	w->nelements++;
	if (w->nelements % w->bucket == 0)
		forget_rare(w);
	return true;
}

static void
count_array(ArrayWork *w, ArrayType *array)
{
	Datum *values;
	bool *nulls;
	int n;
	int ndistinct = 0;
	bool has_null = false;
	bool found;
	ArraySize *size;

	w->narrays++;
	deconstruct_array(array, current->elem->type_id, current->elem->typlen,
					  current->elem->typbyval, current->elem->typalign, &values, &nulls, &n);
	for (int i = 0; i < n; i++)
	{
		if (nulls[i])
			has_null = true;
		else if (count_element(w, values[i]))
			ndistinct++;
	}
	if (has_null)
		w->nwith_null++;
	size = hash_search(w->sizes, &ndistinct, HASH_ENTER, &found);
	size->narrays = found ? size->narrays + 1 : 1;
	pfree(values);
	pfree(nulls);
}

/* ---- results ---- */

/* The entries of a table as an array of pointers. */
static void **
entries_of(HTAB *table, int *n)
{
	void **result = palloc((hash_get_num_entries(table) + 1) * sizeof(void *));
	HASH_SEQ_STATUS seq;
	void *e;

	*n = 0;
	hash_seq_init(&seq, table);
	while ((e = hash_seq_search(&seq)) != NULL)
		result[(*n)++] = e;
	return result;
}

/*
 * The most common elements in the order of their values, with the share of
 * arrays that hold them; behind these the least and the greatest of the
 * shares, and that of arrays with a NULL.
 */
static bool
store_elements(VacAttrStats *stats, ArrayWork *w, int slot)
{
	int max = stats->attr->attstattarget * ELEMENTS_PER_TARGET;
	/* the list's error bound, which a count must exceed to be trusted */
	int64 cutoff = 9 * w->nelements / w->bucket;
	int nall;
	Element **all = (Element **) entries_of(w->elements, &nall);
	int n = 0;
	int least;
	int most = 0;
	float4 *numbers;
	Datum *values;
	MemoryContext old;

	for (int i = 0; i < nall; i++)
		if (all[i]->narrays > cutoff)
			all[n++] = all[i];
	if (n == 0)
		return false;
	qsort(all, n, sizeof(Element *), by_arrays_desc);
	n = Min(n, max);
	most = all[0]->narrays;
	least = all[n - 1]->narrays;
	qsort(all, n, sizeof(Element *), by_value);

	old = MemoryContextSwitchTo(stats->anl_context);
	values = palloc(n * sizeof(Datum));
	numbers = palloc((n + 3) * sizeof(float4));
	for (int i = 0; i < n; i++)
	{
		values[i] = datumCopy(all[i]->value, current->elem->typbyval, current->elem->typlen);
		numbers[i] = (double) all[i]->narrays / w->narrays;
	}
	numbers[n] = (double) least / w->narrays;
	numbers[n + 1] = (double) most / w->narrays;
	numbers[n + 2] = (double) w->nwith_null / w->narrays;
	MemoryContextSwitchTo(old);

	stats->stakind[slot] = STATISTIC_KIND_MCELEM;
	stats->staop[slot] = current->elem->eq_opr;
	stats->stacoll[slot] = current->elem_collation;
	stats->stanumbers[slot] = numbers;
	stats->numnumbers[slot] = n + 3;
	stats->stavalues[slot] = values;
	stats->numvalues[slot] = n;
	stats->statypid[slot] = current->elem->type_id;
	stats->statyplen[slot] = current->elem->typlen;
	stats->statypbyval[slot] = current->elem->typbyval;
	stats->statypalign[slot] = current->elem->typalign;
	return true;
}

/* Sizes at equal steps through the arrays sorted by size; then the mean. */
static void
store_sizes(VacAttrStats *stats, ArrayWork *w, int slot)
{
	int nbounds = Max(stats->attr->attstattarget, 2);
	int n;
	ArraySize **sizes = (ArraySize **) entries_of(w->sizes, &n);
	float4 *hist = MemoryContextAlloc(stats->anl_context, (nbounds + 1) * sizeof(float4));
	int at = 0;
	int64 left;

	qsort(sizes, n, sizeof(ArraySize *), by_size);
	/* all counts are multiplied by the number of steps, to stay with integers */
	left = (int64) sizes[0]->narrays * (nbounds - 1);
	for (int i = 0; i < nbounds; i++)
	{
		while (left <= 0)
			left += (int64) sizes[++at]->narrays * (nbounds - 1);
		hist[i] = sizes[at]->ndistinct;
		left -= w->narrays - 1;
	}
	Assert(at == n - 1);
	hist[nbounds] = (double) w->nelements / w->narrays;
	stats->stakind[slot] = STATISTIC_KIND_DECHIST;
	stats->staop[slot] = current->elem->eq_opr;
	stats->stacoll[slot] = current->elem_collation;
	stats->stanumbers[slot] = hist;
	stats->numnumbers[slot] = nbounds + 1;
}

static void
compute_array(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc, int samplerows,
			  double totalrows)
{
	ArrayExtra *extra = stats->extra_data;
	ArrayWork w = {0};
	int slot = 0;

	stats->extra_data = extra->std_extra;
	extra->std_compute(stats, fetchfunc, samplerows, totalrows);
	stats->extra_data = extra;

	current = extra;
	w.bucket = (int64) stats->attr->attstattarget * ELEMENTS_PER_TARGET * 1000 / 7;
	make_tables(&w);
	for (int i = 0; i < samplerows; i++)
	{
		bool isnull;
		Datum value = fetchfunc(stats, i, &isnull);

		vacuum_delay_point();
		if (isnull || toast_raw_datum_size(value) > WIDE_ARRAY)
			continue;
		count_array(&w, DatumGetArrayTypeP(value));
	}
	if (w.narrays == 0)
		return;
	while (slot < STATISTIC_NUM_SLOTS && stats->stakind[slot] != 0)
		slot++;
	if (slot < STATISTIC_NUM_SLOTS && store_elements(stats, &w, slot))
		slot++;
	if (slot < STATISTIC_NUM_SLOTS)
		store_sizes(stats, &w, slot);
}

/* ---- typanalyze functions ---- */

/* (internal): of arrays */
Datum
array_typanalyze(PG_FUNCTION_ARGS)
{
	VacAttrStats *stats = (VacAttrStats *) PG_GETARG_POINTER(0);
	TypeCacheEntry *elem;
	ArrayExtra *extra;
	Oid elemtype;

	if (!std_typanalyze(stats))
		PG_RETURN_BOOL(false);
	/* int2vector and the like are arrays only in part */
	elemtype = get_base_element_type(stats->attrtypid);
	if (!OidIsValid(elemtype))
		elog(ERROR, "array_typanalyze was invoked for non-array type %u", stats->attrtypid);
	elem = lookup_type_cache(elemtype, TYPECACHE_EQ_OPR | TYPECACHE_CMP_PROC_FINFO | TYPECACHE_HASH_PROC_FINFO);
	if (!OidIsValid(elem->eq_opr) || !OidIsValid(elem->cmp_proc_finfo.fn_oid) ||
		!OidIsValid(elem->hash_proc_finfo.fn_oid))
		PG_RETURN_BOOL(true);
	extra = palloc(sizeof(ArrayExtra));
	extra->std_compute = stats->compute_stats;
	extra->std_extra = stats->extra_data;
	extra->elem = elem;
	/* the column's collation if the elements have one at all */
	extra->elem_collation = OidIsValid(elem->typcollation) ? stats->attrcollid : InvalidOid;
	stats->compute_stats = compute_array;
	stats->extra_data = extra;
	PG_RETURN_BOOL(true);
}

#define TRIVIAL_TYPANALYZE(name)                                     \
	Datum name(PG_FUNCTION_ARGS)                                     \
	{                                                                \
		VacAttrStats *stats = (VacAttrStats *) PG_GETARG_POINTER(0); \
                                                                     \
		PG_RETURN_BOOL(trivial_typanalyze(stats));                   \
	}
TRIVIAL_TYPANALYZE(range_typanalyze)
TRIVIAL_TYPANALYZE(multirange_typanalyze)
TRIVIAL_TYPANALYZE(ts_typanalyze)

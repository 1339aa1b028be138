/*
 * delta_yardstick.c
 *		What a changed row takes in the log, by encoder, and the time of ours.
 *
 * delta_sizes(old, new): old and new are rows of one table.  Columns: row (nothing
 * left out), stock (common ends left out, as PostgreSQL 15 does within a page), delta
 * (ours, or stock where that does not get shorter), and the encoders of yardstick.c.
 * All count what follows the row's header in the record.
 *
 * delta_clock(old[], new[], rounds): nanoseconds that our encoder takes for a row, over
 * all rows one after the other, so that the processor cannot learn a single one by
 * heart; the least of so many rounds.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/modules/delta_yardstick/delta_yardstick.c
 */
#include "postgres.h"

#include <time.h>

#include "access/heapdelta.h"
#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/array.h"
#include "yardstick.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(delta_sizes);
PG_FUNCTION_INFO_V1(delta_clock);

#define MIN_END 3 /* shorter ends do not pay for their length */

typedef struct RowBytes
{
	char *bytes; /* behind the fixed header: bitmap, padding, data */
	int len;
	int hoff; /* where the data begins in them */
} RowBytes;

static RowBytes
row_bytes(HeapTupleHeader t)
{
	RowBytes row = {(char *) t + SizeofHeapTupleHeader,
					(int) HeapTupleHeaderGetDatumLength(t) - (int) SizeofHeapTupleHeader,
					t->t_hoff - (int) SizeofHeapTupleHeader};

	return row;
}

static int
stock_size(const RowBytes *old, const RowBytes *new)
{
	const char *o = old->bytes + old->hoff;
	const char *n = new->bytes + new->hoff;
	int olen = old->len - old->hoff;
	int nlen = new->len - new->hoff;
	int limit = Min(olen, nlen);
	int prefix = 0;
	int suffix = 0;

	while (prefix < limit && o[prefix] == n[prefix])
		prefix++;
	if (prefix < MIN_END)
		prefix = 0;
	while (suffix < limit - prefix && o[olen - suffix - 1] == n[nlen - suffix - 1])
		suffix++;
	if (suffix < MIN_END)
		suffix = 0;
	return (prefix ? 2 : 0) + (suffix ? 2 : 0) + new->len - prefix - suffix;
}

/* Ours, checked to give the new row again. */
static int
delta_size(const RowBytes *old, const RowBytes *new, int stock)
{
	char delta[BLCKSZ];
	char back[BLCKSZ];
	int n = heap_delta_encode(old->bytes, old->len, new->bytes, new->len, delta,
							  Min(stock - 1, BLCKSZ));

	if (n < 0)
		return stock;
	if (heap_delta_decode(delta, n, old->bytes, old->len, back, BLCKSZ) != new->len ||
		memcmp(back, new->bytes, new->len) != 0)
		elog(ERROR, "delta of a row does not give the row");
	return n;
}

Datum
delta_sizes(PG_FUNCTION_ARGS)
{
	RowBytes old = row_bytes(PG_GETARG_HEAPTUPLEHEADER(0));
	RowBytes new = row_bytes(PG_GETARG_HEAPTUPLEHEADER(1));
	TupleDesc desc;
	Datum values[6];
	bool nulls[6] = {false};
	int stock = stock_size(&old, &new);

	if (old.len > BLCKSZ || new.len > BLCKSZ)
		elog(ERROR, "row is too long");
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[0] = Int32GetDatum(new.len);
	values[1] = Int32GetDatum(stock);
	values[2] = Int32GetDatum(delta_size(&old, &new, stock));
	values[3] = Int32GetDatum(yardstick_lz(old.bytes, old.len, new.bytes, new.len));
	values[4] = Int32GetDatum(yardstick_lz_bulk(old.bytes, old.len, new.bytes, new.len));
	values[5] = Int32GetDatum(yardstick_chunks(old.bytes, old.len, new.bytes, new.len));
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

static double
now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

/* The rows of an array; *n is their number. */
static RowBytes *
array_rows(ArrayType *array, int *n)
{
	Datum *elems;
	RowBytes *rows;

	if (array_contains_nulls(array))
		elog(ERROR, "row is null");
	deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_DOUBLE, &elems, NULL, n);
	rows = palloc(*n * sizeof(RowBytes));
	for (int i = 0; i < *n; i++)
		rows[i] = row_bytes(DatumGetHeapTupleHeader(elems[i]));
	return rows;
}

Datum
delta_clock(PG_FUNCTION_ARGS)
{
	static char delta[BLCKSZ];
	int n,
		nnew;
	RowBytes *old = array_rows(PG_GETARG_ARRAYTYPE_P(0), &n);
	RowBytes *new = array_rows(PG_GETARG_ARRAYTYPE_P(1), &nnew);
	int *room = palloc(n * sizeof(int));
	double least = 0;

	if (n != nnew || n == 0)
		elog(ERROR, "%d old rows, %d new ones", n, nnew);
	for (int i = 0; i < n; i++)
	{
		if (old[i].len > BLCKSZ || new[i].len > BLCKSZ)
			elog(ERROR, "row is too long");
		room[i] = Min(stock_size(&old[i], &new[i]) - 1, BLCKSZ);
	}
	for (int round = PG_GETARG_INT32(2); round > 0; round--)
	{
		double begin = now_ns();
		double ns;

		for (int i = 0; i < n; i++)
			(void) heap_delta_encode(old[i].bytes, old[i].len, new[i].bytes, new[i].len,
									 delta, room[i]);
		ns = (now_ns() - begin) / n;
		if (least == 0 || ns < least)
			least = ns;
	}
	PG_RETURN_FLOAT8(least);
}

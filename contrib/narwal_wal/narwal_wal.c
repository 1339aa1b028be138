/*
 * narwal_wal.c
 *		SQL functions about the log's volume, and the CPU time of a session.
 *
 * An extension, and not part of the server, so that the catalogs of a cluster
 * stay those of PostgreSQL 15.  The counters are the server's own
 * (utils/walcounts.h); nothing needs to be preloaded.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * contrib/narwal_wal/narwal_wal.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xlog_internal.h"
#include "access/xlogformat.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/walcounts.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(narwal_backend_cpu);
PG_FUNCTION_INFO_V1(narwal_backend_cpu_mark);
PG_FUNCTION_INFO_V1(narwal_backend_cpu_since_mark);
PG_FUNCTION_INFO_V1(narwal_wal_format);
PG_FUNCTION_INFO_V1(narwal_wal_methods);
PG_FUNCTION_INFO_V1(narwal_wal_images);
PG_FUNCTION_INFO_V1(narwal_wal_rmgrs);
PG_FUNCTION_INFO_V1(narwal_wal_relations);
PG_FUNCTION_INFO_V1(narwal_wal_reset);

/* The composite result of the function being called. */
static Datum
make_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

static void
add_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

/* ---- CPU ---- */

Datum
narwal_backend_cpu(PG_FUNCTION_ARGS)
{
	BackendCpu used = backend_cpu_since_start();
	Datum values[2] = {Float8GetDatum(used.user_s), Float8GetDatum(used.system_s)};
	bool nulls[2] = {false, false};

	return make_row(fcinfo, values, nulls);
}

Datum
narwal_backend_cpu_mark(PG_FUNCTION_ARGS)
{
	backend_cpu_mark();
	PG_RETURN_VOID();
}

Datum
narwal_backend_cpu_since_mark(PG_FUNCTION_ARGS)
{
	BackendCpu used = {0, 0};
	TimestampTz marked_at = 0;
	bool none = !backend_cpu_since_mark(&used, &marked_at);
	Datum values[3] = {Float8GetDatum(used.user_s), Float8GetDatum(used.system_s),
					   TimestampTzGetDatum(marked_at)};
	bool nulls[3] = {none, none, none};

	return make_row(fcinfo, values, nulls);
}

/* ---- format and methods ---- */

Datum
narwal_wal_format(PG_FUNCTION_ARGS)
{
	static const char *const names[] = {"postgres15", "extended"};
	Datum values[2] = {CStringGetTextDatum(names[wal_format]),
					   CStringGetTextDatum(names[XLogExtendedActive() ? 1 : 0])};
	bool nulls[2] = {false, false};

	return make_row(fcinfo, values, nulls);
}

Datum
narwal_wal_methods(PG_FUNCTION_ARGS)
{
	InitMaterializedSRF(fcinfo, 0);
	for (int id = 1; id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);
		Datum values[6];
		bool nulls[6] = {false};

		if (codec == NULL)
			continue;
		values[0] = CStringGetTextDatum(codec->name);
		values[1] = Int32GetDatum(id);
		values[2] = BoolGetDatum(codec->bimg_bit == 0);
		values[3] = Int32GetDatum(codec->min_level);
		values[4] = Int32GetDatum(codec->max_level);
		values[5] = Int32GetDatum(codec->default_level);
		add_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

/* ---- counters ---- */

static WalCountsSnapshot *
fetch_counts(void)
{
	WalCountsSnapshot *snapshot = palloc(sizeof(WalCountsSnapshot));

	wal_counts_fetch(snapshot);
	return snapshot;
}

/* CPU time of all images of a method, from those that were timed. */
static double
estimate_cpu(const WalImageCounts *counts)
{
	return counts->timed == 0 ? 0.0 : (double) counts->timed_ns / counts->timed * counts->images / 1e9;
}

Datum
narwal_wal_images(PG_FUNCTION_ARGS)
{
	WalCountsSnapshot *snapshot = fetch_counts();

	InitMaterializedSRF(fcinfo, 0);
	for (int id = 0; id < WAL_IMAGE_MAX_CODECS; id++)
	{
		const WalImageCodec *codec = wal_image_codec(id);
		const WalImageCounts *counts = &snapshot->counts.image[id];
		Datum values[7];
		bool nulls[7] = {false};

		if (id != 0 && codec == NULL)
			continue;
		values[0] = CStringGetTextDatum(id == 0 ? "off" : codec->name);
		values[1] = Int64GetDatum(counts->images);
		values[2] = Int64GetDatum(counts->bytes_before);
		values[3] = Int64GetDatum(counts->bytes_after);
		values[4] = Int64GetDatum(counts->raw_hard);
		values[5] = Int64GetDatum(counts->raw_no_gain);
		values[6] = Float8GetDatum(estimate_cpu(counts));
		add_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

Datum
narwal_wal_rmgrs(PG_FUNCTION_ARGS)
{
	WalCountsSnapshot *snapshot = fetch_counts();

	InitMaterializedSRF(fcinfo, 0);
	for (int id = 0; id <= RM_MAX_ID; id++)
	{
		const WalRmgrCounts *counts = &snapshot->counts.rmgr[id];
		Datum values[3];
		bool nulls[3] = {false};

		if (RmgrTable[id].rm_name == NULL)
			continue;
		values[0] = CStringGetTextDatum(RmgrTable[id].rm_name);
		values[1] = Int64GetDatum(counts->records);
		values[2] = Int64GetDatum(counts->bytes);
		add_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

/* What found no entry of its own has a relfilenode that is null. */
Datum
narwal_wal_relations(PG_FUNCTION_ARGS)
{
	InitMaterializedSRF(fcinfo, 0);
	wal_counts_flush(true);
	for (int i = 0; i <= WAL_MAX_RELATIONS; i++)
	{
		WalRelationCounts counts;
		Datum values[6];
		bool nulls[6] = {false};

		if (!wal_relations_fetch(i, &counts))
			continue;
		values[0] = ObjectIdGetDatum(counts.rnode.dbNode);
		values[1] = ObjectIdGetDatum(counts.rnode.spcNode);
		values[2] = ObjectIdGetDatum(counts.rnode.relNode);
		values[3] = Int64GetDatum(counts.images);
		values[4] = Int64GetDatum(counts.bytes_before);
		values[5] = Int64GetDatum(counts.bytes_after);
		nulls[0] = nulls[1] = nulls[2] = !OidIsValid(counts.rnode.relNode);
		add_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

Datum
narwal_wal_reset(PG_FUNCTION_ARGS)
{
	wal_counts_reset();
	PG_RETURN_VOID();
}

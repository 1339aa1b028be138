/*
 * xid8funcs.c
 *		Transaction identifiers and snapshots in SQL.
 *
 * A pg_snapshot is xmin:xmax:list, of 64-bit identifiers: everything below xmin is
 * over, everything from xmax on has not begun, the list was running.  Stored as a
 * varlena value of a count, xmin, xmax and the sorted list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/xid8funcs.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "storage/lwlock.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"
#include "utils/xid8.h"

typedef struct
{
	int32 vl_len_;
	uint32 nxip;
	uint64 xmin;
	uint64 xmax;
	uint64 xip[FLEXIBLE_ARRAY_MEMBER];
} pg_snapshot;

#define PG_SNAPSHOT_SIZE(n) (offsetof(pg_snapshot, xip) + sizeof(uint64) * (n))
#define PG_SNAPSHOT_MAX_NXIP \
	((int) ((MaxAllocSize - offsetof(pg_snapshot, xip)) / sizeof(uint64)))

static int
compare_u64(const void *x, const void *y)
{
	uint64 a = *(const uint64 *) x;
	uint64 b = *(const uint64 *) y;

	return (a > b) - (a < b);
}

/* The 64-bit form of an XID near the next one. */
static uint64
widen(TransactionId xid, FullTransactionId next)
{
	uint64 epoch = EpochFromFullTransactionId(next);

	if (!TransactionIdIsNormal(xid))
		return xid;
	if (xid > XidFromFullTransactionId(next))
		epoch--;
	return (epoch << 32) | xid;
}

/* A snapshot of sorted, unique xids. */
static pg_snapshot *
make_snapshot(uint64 xmin, uint64 xmax, const uint64 *xip, int n)
{
	pg_snapshot *s = palloc0(PG_SNAPSHOT_SIZE(n));

	SET_VARSIZE(s, PG_SNAPSHOT_SIZE(n));
	s->nxip = n;
	s->xmin = xmin;
	s->xmax = xmax;
	if (n > 0)
		memcpy(s->xip, xip, n * sizeof(uint64));
	return s;
}

Datum
pg_current_xact_id(PG_FUNCTION_ARGS)
{
	PreventCommandDuringRecovery("pg_current_xact_id()");
	PG_RETURN_FULLTRANSACTIONID(GetTopFullTransactionId());
}

Datum
pg_current_xact_id_if_assigned(PG_FUNCTION_ARGS)
{
	FullTransactionId xid = GetTopFullTransactionIdIfAny();

	if (!FullTransactionIdIsValid(xid))
		PG_RETURN_NULL();
	PG_RETURN_FULLTRANSACTIONID(xid);
}

Datum
pg_current_snapshot(PG_FUNCTION_ARGS)
{
	Snapshot snap = GetActiveSnapshot();
	FullTransactionId next = ReadNextFullTransactionId();
	uint64 *xip;
	int n = 0;

	if (snap == NULL)
		elog(ERROR, "no active snapshot set");
	xip = palloc((snap->xcnt + 1) * sizeof(uint64));
	for (uint32 i = 0; i < snap->xcnt; i++)
		xip[i] = widen(snap->xip[i], next);
	qsort(xip, snap->xcnt, sizeof(uint64), compare_u64);
	for (uint32 i = 0; i < snap->xcnt; i++)
		if (n == 0 || xip[n - 1] != xip[i])
			xip[n++] = xip[i];
	PG_RETURN_POINTER(make_snapshot(widen(snap->xmin, next),
									widen(snap->xmax, next), xip, n));
}

/* ---- I/O ---- */

static void
bad_snapshot(const char *str)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"",
					"pg_snapshot", str)));
}

Datum
pg_snapshot_in(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	char *p;
	uint64 xmin = strtoull(str, &p, 10);
	uint64 xmax;
	uint64 last = 0;
	uint64 *xip = palloc((strlen(str) / 2 + 1) * sizeof(uint64));
	int n = 0;

	if (*p++ != ':')
		bad_snapshot(str);
	xmax = strtoull(p, &p, 10);
	if (*p++ != ':' || xmin == 0 || xmax == 0 || xmin > xmax)
		bad_snapshot(str);
	while (*p)
	{
		uint64 v = strtoull(p, &p, 10);

		if (v < xmin || v >= xmax || v < last)
			bad_snapshot(str);
		if (v != last)
			xip[n++] = v;
		last = v;
		if (*p == ',')
			p++;
		else if (*p)
			bad_snapshot(str);
	}
	PG_RETURN_POINTER(make_snapshot(xmin, xmax, xip, n));
}

Datum
pg_snapshot_out(PG_FUNCTION_ARGS)
{
	pg_snapshot *s = (pg_snapshot *) PG_GETARG_VARLENA_P(0);
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfo(&buf, UINT64_FORMAT ":" UINT64_FORMAT ":", s->xmin,
					 s->xmax);
	for (uint32 i = 0; i < s->nxip; i++)
		appendStringInfo(&buf, "%s" UINT64_FORMAT, i > 0 ? "," : "",
						 s->xip[i]);
	PG_RETURN_CSTRING(buf.data);
}

Datum
pg_snapshot_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int n = pq_getmsgint(buf, 4);
	uint64 xmin;
	uint64 xmax;
	uint64 last = 0;
	uint64 *xip;
	int kept = 0;
	bool ok = n >= 0 && n <= PG_SNAPSHOT_MAX_NXIP;

	xmin = pq_getmsgint64(buf);
	xmax = pq_getmsgint64(buf);
	ok = ok && xmin != 0 && xmax != 0 && xmin <= xmax;
	xip = palloc((ok ? n + 1 : 1) * sizeof(uint64));
	for (int i = 0; ok && i < n; i++)
	{
		uint64 v = pq_getmsgint64(buf);

		ok = v >= last && v >= xmin && v < xmax;
		if (v != last)
			xip[kept++] = v;
		last = v;
	}
	if (!ok)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid external pg_snapshot data")));
	PG_RETURN_POINTER(make_snapshot(xmin, xmax, xip, kept));
}

Datum
pg_snapshot_send(PG_FUNCTION_ARGS)
{
	pg_snapshot *s = (pg_snapshot *) PG_GETARG_VARLENA_P(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, s->nxip);
	pq_sendint64(&buf, (int64) s->xmin);
	pq_sendint64(&buf, (int64) s->xmax);
	for (uint32 i = 0; i < s->nxip; i++)
		pq_sendint64(&buf, (int64) s->xip[i]);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* ---- Questions ---- */

Datum
pg_visible_in_snapshot(PG_FUNCTION_ARGS)
{
	uint64 xid = DatumGetUInt64(PG_GETARG_DATUM(0));
	pg_snapshot *s = (pg_snapshot *) PG_GETARG_VARLENA_P(1);

	if (xid < s->xmin)
		PG_RETURN_BOOL(true);
	if (xid >= s->xmax)
		PG_RETURN_BOOL(false);
	PG_RETURN_BOOL(bsearch(&xid, s->xip, s->nxip, sizeof(uint64),
						   compare_u64) == NULL);
}

Datum
pg_snapshot_xmin(PG_FUNCTION_ARGS)
{
	return UInt64GetDatum(((pg_snapshot *) PG_GETARG_VARLENA_P(0))->xmin);
}

Datum
pg_snapshot_xmax(PG_FUNCTION_ARGS)
{
	return UInt64GetDatum(((pg_snapshot *) PG_GETARG_VARLENA_P(0))->xmax);
}

Datum
pg_snapshot_xip(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;
	pg_snapshot *s;

	if (SRF_IS_FIRSTCALL())
	{
		pg_snapshot *arg = (pg_snapshot *) PG_GETARG_VARLENA_P(0);

		funcctx = SRF_FIRSTCALL_INIT();
		s = MemoryContextAlloc(funcctx->multi_call_memory_ctx, VARSIZE(arg));
		memcpy(s, arg, VARSIZE(arg));
		funcctx->user_fctx = s;
	}
	funcctx = SRF_PERCALL_SETUP();
	s = funcctx->user_fctx;
	if (funcctx->call_cntr < s->nxip)
		SRF_RETURN_NEXT(funcctx,
						UInt64GetDatum(s->xip[funcctx->call_cntr]));
	SRF_RETURN_DONE(funcctx);
}

/* Can the commit log still tell of this transaction?  22023 if in future. */
static bool
in_recent_past(FullTransactionId fxid, TransactionId *xid)
{
	FullTransactionId next = ReadNextFullTransactionId();
	uint64 oldest;

	*xid = XidFromFullTransactionId(fxid);
	if (!TransactionIdIsValid(*xid))
		return false;
	if (!TransactionIdIsNormal(*xid))
		return true;
	if (!FullTransactionIdPrecedes(fxid, next))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("transaction ID %llu is in the future",
						(unsigned long long) U64FromFullTransactionId(fxid))));
	oldest = widen(ShmemVariableCache->oldestClogXid, next);
	return U64FromFullTransactionId(fxid) >= oldest;
}

Datum
pg_xact_status(PG_FUNCTION_ARGS)
{
	FullTransactionId fxid = PG_GETARG_FULLTRANSACTIONID(0);
	TransactionId xid;
	const char *status = NULL;

	/* the lock keeps the commit log from being cut meanwhile */
	LWLockAcquire(XactTruncationLock, LW_SHARED);
	if (in_recent_past(fxid, &xid))
	{
		if (TransactionIdIsInProgress(xid))
			status = "in progress";
		else
			status = TransactionIdDidCommit(xid) ? "committed" : "aborted";
	}
	LWLockRelease(XactTruncationLock);
	if (status == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(status));
}

/*
 * pgstatfuncs.c
 *		Statistics in SQL: what the backends are doing.
 *
 * The rows of pg_stat_activity, and the functions about one backend each.
 * Cumulative counters are in pgstatfuncs_counts.c and pgstatfuncs_wal.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pgstatfuncs.c
 */
#include "postgres.h"

#include <arpa/inet.h>

#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "common/ip.h"
#include "funcapi.h"
#include "libpq/libpq-be.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#define NUM_ACTIVITY_COLUMNS 30

/* May the user see what a backend of this role does? */
static bool
may_see(Oid role)
{
	return has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS) ||
		has_privs_of_role(GetUserId(), role);
}

static PGPROC *
process_of(int pid)
{
	PGPROC *proc = BackendPidGetProc(pid);

	return proc ? proc : AuxiliaryPidGetProc(pid);
}

static const char *
state_name(BackendState state)
{
	switch (state)
	{
		case STATE_IDLE:
			return "idle";
		case STATE_RUNNING:
			return "active";
		case STATE_IDLEINTRANSACTION:
			return "idle in transaction";
		case STATE_FASTPATH:
			return "fastpath function call";
		case STATE_IDLEINTRANSACTION_ABORTED:
			return "idle in transaction (aborted)";
		case STATE_DISABLED:
			return "disabled";
		default:
			return NULL;
	}
}

/* A row under construction; columns are NULL until put. */
typedef struct ActivityRow
{
	Datum values[NUM_ACTIVITY_COLUMNS];
	bool nulls[NUM_ACTIVITY_COLUMNS];
} ActivityRow;

static void
put(ActivityRow *row, int column, Datum value)
{
	row->values[column] = value;
	row->nulls[column] = false;
}

static void
put_text(ActivityRow *row, int column, const char *s)
{
	if (s)
		put(row, column, CStringGetTextDatum(s));
}

static void
put_time(ActivityRow *row, int column, TimestampTz t)
{
	if (t != 0)
		put(row, column, TimestampTzGetDatum(t));
}

/* client_addr, client_hostname, client_port; a Unix socket has port -1 */
static void
put_client(ActivityRow *row, const PgBackendStatus *be)
{
	static const SockAddr nobody;
	char host[NI_MAXHOST];
	char port[NI_MAXSERV];

	if (memcmp(&be->st_clientaddr, &nobody, sizeof(nobody)) == 0)
		return;
	if (be->st_clientaddr.addr.ss_family == AF_UNIX)
	{
		put(row, 14, Int32GetDatum(-1));
		return;
	}
	if (be->st_clientaddr.addr.ss_family != AF_INET &&
		be->st_clientaddr.addr.ss_family != AF_INET6)
		return;
	if (pg_getnameinfo_all(&be->st_clientaddr.addr, be->st_clientaddr.salen,
						   host, sizeof(host), port, sizeof(port),
						   NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return;
	put(row, 12, DirectFunctionCall1(inet_in, CStringGetDatum(host)));
	if (be->st_clienthostname && be->st_clienthostname[0])
		put_text(row, 13, be->st_clienthostname);
	put(row, 14, Int32GetDatum(atoi(port)));
}

static void
put_security(ActivityRow *row, const PgBackendStatus *be)
{
	put(row, 18, BoolGetDatum(be->st_ssl));
	if (be->st_ssl)
	{
		put_text(row, 19, be->st_sslstatus->ssl_version);
		put_text(row, 20, be->st_sslstatus->ssl_cipher);
		put(row, 21, Int32GetDatum(be->st_sslstatus->ssl_bits));
		if (be->st_sslstatus->ssl_client_dn[0])
			put_text(row, 22, be->st_sslstatus->ssl_client_dn);
		if (be->st_sslstatus->ssl_client_serial[0])
			put(row, 23, DirectFunctionCall3(numeric_in, CStringGetDatum(be->st_sslstatus->ssl_client_serial), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
		if (be->st_sslstatus->ssl_issuer_dn[0])
			put_text(row, 24, be->st_sslstatus->ssl_issuer_dn);
	}
	put(row, 25, BoolGetDatum(be->st_gss && be->st_gssstatus->gss_auth));
	if (be->st_gss)
		put_text(row, 26, be->st_gssstatus->gss_princ);
	put(row, 27, BoolGetDatum(be->st_gss && be->st_gssstatus->gss_enc));
}

/* What only the backend's role and monitors may see. */
static void
put_activity(ActivityRow *row, const LocalPgBackendStatus *local)
{
	const PgBackendStatus *be = &local->backendStatus;
	PGPROC *proc = process_of(be->st_procpid);

	put_text(row, 4, state_name(be->st_state));
	put(row, 5, CStringGetTextDatum(pgstat_clip_activity(be->st_activity_raw)));
	if (proc)
	{
		uint32 info = proc->wait_event_info;

		put_text(row, 6, pgstat_get_wait_event_type(info));
		put_text(row, 7, pgstat_get_wait_event(info));
		if (proc->lockGroupLeader && proc->lockGroupLeader != proc)
			put(row, 28, Int32GetDatum(proc->lockGroupLeader->pid));
	}
	put_time(row, 8, be->st_xact_start_timestamp);
	put_time(row, 9, be->st_activity_start_timestamp);
	put_time(row, 10, be->st_proc_start_timestamp);
	put_time(row, 11, be->st_state_start_timestamp);
	put_client(row, be);
	put_text(row, 17, GetBackendTypeDesc(be->st_backendType));
	put_security(row, be);
	if (be->st_query_id != 0)
		put(row, 29, UInt64GetDatum(be->st_query_id));
}

/* (pid): one row per backend, or of one if pid is not NULL */
Datum
pg_stat_get_activity(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	int wanted = PG_ARGISNULL(0) ? -1 : PG_GETARG_INT32(0);
	int n = pgstat_fetch_stat_numbackends();

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 1; i <= n; i++)
	{
		LocalPgBackendStatus *local = pgstat_fetch_stat_local_beentry(i);
		PgBackendStatus *be = &local->backendStatus;
		ActivityRow row;

		if (wanted != -1 && be->st_procpid != wanted)
			continue;
		memset(row.nulls, true, sizeof(row.nulls));
		memset(row.values, 0, sizeof(row.values));
		if (be->st_databaseid != InvalidOid)
			put(&row, 0, ObjectIdGetDatum(be->st_databaseid));
		put(&row, 1, Int32GetDatum(be->st_procpid));
		if (be->st_userid != InvalidOid)
			put(&row, 2, ObjectIdGetDatum(be->st_userid));
		put_text(&row, 3, be->st_appname ? be->st_appname : "");
		if (TransactionIdIsValid(local->backend_xid))
			put(&row, 15, TransactionIdGetDatum(local->backend_xid));
		if (TransactionIdIsValid(local->backend_xmin))
			put(&row, 16, TransactionIdGetDatum(local->backend_xmin));
		if (may_see(be->st_userid))
			put_activity(&row, local);
		else
			put_text(&row, 5, "<insufficient privilege>");
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, row.values,
							 row.nulls);
	}
	return (Datum) 0;
}

/* ---- One backend each, by its number in the status array ---- */

static PgBackendStatus *
backend_argument(FunctionCallInfo fcinfo)
{
	return pgstat_fetch_stat_beentry(PG_GETARG_INT32(0));
}

#define BACKEND_FUNCTION(name, expr)                    \
	Datum name(PG_FUNCTION_ARGS)                        \
	{                                                   \
		PgBackendStatus *be = backend_argument(fcinfo); \
		if (be == NULL)                                 \
			PG_RETURN_NULL();                           \
		return expr;                                    \
	}
#define BACKEND_TIME(name, field)                                    \
	Datum name(PG_FUNCTION_ARGS)                                     \
	{                                                                \
		PgBackendStatus *be = backend_argument(fcinfo);              \
		if (be == NULL || !may_see(be->st_userid) || be->field == 0) \
			PG_RETURN_NULL();                                        \
		PG_RETURN_TIMESTAMPTZ(be->field);                            \
	}
BACKEND_FUNCTION(pg_stat_get_backend_pid, Int32GetDatum(be->st_procpid))
BACKEND_FUNCTION(pg_stat_get_backend_dbid, ObjectIdGetDatum(be->st_databaseid))
BACKEND_FUNCTION(pg_stat_get_backend_userid, ObjectIdGetDatum(be->st_userid))
BACKEND_TIME(pg_stat_get_backend_start, st_proc_start_timestamp)
BACKEND_TIME(pg_stat_get_backend_xact_start, st_xact_start_timestamp)
BACKEND_TIME(pg_stat_get_backend_activity_start, st_activity_start_timestamp)

Datum
pg_stat_get_backend_activity(PG_FUNCTION_ARGS)
{
	PgBackendStatus *be = backend_argument(fcinfo);
	const char *text;

	if (be == NULL)
		text = "<backend information not available>";
	else if (!may_see(be->st_userid))
		text = "<insufficient privilege>";
	else if (be->st_activity_raw[0] == '\0')
		text = "<command string not enabled>";
	else
		text = pgstat_clip_activity(be->st_activity_raw);
	PG_RETURN_TEXT_P(cstring_to_text(text));
}

static Datum
wait_event_text(FunctionCallInfo fcinfo, bool type)
{
	PgBackendStatus *be = backend_argument(fcinfo);
	PGPROC *proc;
	const char *text = NULL;

	if (be == NULL)
		text = "<backend information not available>";
	else if (!may_see(be->st_userid))
		text = "<insufficient privilege>";
	else if ((proc = process_of(be->st_procpid)) != NULL)
		text = type ? pgstat_get_wait_event_type(proc->wait_event_info) : pgstat_get_wait_event(proc->wait_event_info);
	if (text == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(text));
}

Datum
pg_stat_get_backend_wait_event_type(PG_FUNCTION_ARGS)
{
	return wait_event_text(fcinfo, true);
}

Datum
pg_stat_get_backend_wait_event(PG_FUNCTION_ARGS)
{
	return wait_event_text(fcinfo, false);
}

Datum
pg_stat_get_backend_idset(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;

	if (SRF_IS_FIRSTCALL())
	{
		funcctx = SRF_FIRSTCALL_INIT();
		funcctx->max_calls = pgstat_fetch_stat_numbackends();
	}
	funcctx = SRF_PERCALL_SETUP();
	if (funcctx->call_cntr < funcctx->max_calls)
		SRF_RETURN_NEXT(funcctx,
						Int32GetDatum((int32) funcctx->call_cntr + 1));
	SRF_RETURN_DONE(funcctx);
}

Datum
pg_stat_get_db_numbackends(PG_FUNCTION_ARGS)
{
	Oid db = PG_GETARG_OID(0);
	int n = pgstat_fetch_stat_numbackends();
	int count = 0;

	for (int i = 1; i <= n; i++)
	{
		PgBackendStatus *be = pgstat_fetch_stat_beentry(i);

		if (be && be->st_databaseid == db)
			count++;
	}
	PG_RETURN_INT32(count);
}

Datum
pg_stat_clear_snapshot(PG_FUNCTION_ARGS)
{
	pgstat_clear_snapshot();
	PG_RETURN_VOID();
}

Datum
pg_stat_force_next_flush(PG_FUNCTION_ARGS)
{
	pgstat_force_next_flush();
	PG_RETURN_VOID();
}

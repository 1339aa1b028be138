/*
 * backend_status.c
 *		What each process does now, in shared memory.
 *
 * One PgBackendStatus per process, and beside them the strings they point to.
 * The owner makes st_changecount odd while it writes; a reader copies an entry and
 * takes the copy only if the count was even and the same before and after
 * (a sequence lock).  Readers work on a local copy of all entries, made once per
 * transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/backend_status.c
 */
#include "postgres.h"

#include "libpq/libpq-be.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/shmem.h"
#include "storage/sinvaladt.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/pgstat_internal.h"
#include "utils/walcounts.h"
#include "utils/upcalls.h"

/* One for each backend, and for each auxiliary process. */
#define NumBackendStatSlots (MaxBackends + NUM_AUXPROCTYPES)

bool pgstat_track_activities = false;
int pgstat_track_activity_query_size = 1024;
PgBackendStatus *MyBEEntry = NULL;

static PgBackendStatus *entries = NULL; /* in shared memory */

/* the copy of this process */
static LocalPgBackendStatus *local_table = NULL;
static int local_count = 0;
static MemoryContext local_context = NULL;

/* ---- shared memory ---- */

static Size
strings_size(void)
{
	return 2 * NAMEDATALEN + MAXALIGN(pgstat_track_activity_query_size) +
		MAXALIGN(sizeof(PgBackendSSLStatus)) + MAXALIGN(sizeof(PgBackendGSSStatus));
}

Size
BackendStatusShmemSize(void)
{
	return (Size) NumBackendStatSlots * (sizeof(PgBackendStatus) + strings_size());
}

void
CreateSharedBackendStatus(void)
{
	bool found;
	char *strings;

	entries = ShmemInitStruct("Backend Status Array", BackendStatusShmemSize(), &found);
	if (found)
		return;
	memset(entries, 0, BackendStatusShmemSize());
	strings = (char *) (entries + NumBackendStatSlots);
	for (int i = 0; i < NumBackendStatSlots; i++)
	{
		PgBackendStatus *e = &entries[i];

		e->st_appname = strings;
		e->st_clienthostname = strings + NAMEDATALEN;
		e->st_activity_raw = strings + 2 * NAMEDATALEN;
		e->st_sslstatus = (PgBackendSSLStatus *) (e->st_activity_raw + MAXALIGN(pgstat_track_activity_query_size));
		e->st_gssstatus = (PgBackendGSSStatus *) ((char *) e->st_sslstatus + MAXALIGN(sizeof(PgBackendSSLStatus)));
		strings += strings_size();
	}
}

void
activity_register(void)
{
	shmem_register("backend status", BackendStatusShmemSize,
				   CreateSharedBackendStatus);
	walcounts_register();
	pgstat_shared_register();
}

/* ---- the owner ---- */

static void
give_up_entry(int code, Datum arg)
{
	PgBackendStatus *e = MyBEEntry;

	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_procpid = 0;
	PGSTAT_END_WRITE_ACTIVITY(e);
	MyBEEntry = NULL;
}

/* Choose the entry of this process; it is filled by pgstat_bestart(). */
void
pgstat_beinit(void)
{
	if (MyBackendId != InvalidBackendId)
	{
		Assert(MyBackendId >= 1 && MyBackendId <= MaxBackends);
		MyBEEntry = &entries[MyBackendId - 1];
	}
	else
	{
		Assert(MyAuxProcType != NotAnAuxProcess);
		MyBEEntry = &entries[MaxBackends + MyAuxProcType];
	}
	on_shmem_exit(give_up_entry, 0);
}

/* Fill the entry: the session is known, the transaction not yet. */
void
pgstat_bestart(void)
{
	PgBackendStatus *e = MyBEEntry;

	Assert(e != NULL);
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_procpid = MyProcPid;
	e->st_backendType = MyBackendType;
	e->st_proc_start_timestamp = MyStartTimestamp;
	e->st_activity_start_timestamp = 0;
	e->st_state_start_timestamp = 0;
	e->st_xact_start_timestamp = 0;
	e->st_databaseid = MyDatabaseId;
	e->st_userid = InvalidOid;
	if (MyBackendType == B_BACKEND || MyBackendType == B_WAL_SENDER ||
		MyBackendType == B_BG_WORKER)
		e->st_userid = GetSessionUserId();
	memset(&e->st_clientaddr, 0, sizeof(e->st_clientaddr));
	if (MyProcPort)
		e->st_clientaddr = MyProcPort->raddr;
	e->st_clienthostname[0] = '\0';
	if (MyProcPort && MyProcPort->remote_hostname)
		strlcpy(e->st_clienthostname, MyProcPort->remote_hostname, NAMEDATALEN);
	e->st_ssl = false;
	e->st_gss = false;
	e->st_state = STATE_UNDEFINED;
	e->st_appname[0] = '\0';
	e->st_activity_raw[0] = '\0';
	e->st_progress_command = PROGRESS_COMMAND_INVALID;
	e->st_progress_command_target = InvalidOid;
	e->st_query_id = 0;
	PGSTAT_END_WRITE_ACTIVITY(e);
	if (application_name)
		pgstat_report_appname(application_name);
}

/* Copy at most size - 1 bytes; may cut a character in two. */
static int
raw_length(const char *s, int size)
{
	return (int) strnlen(s, size - 1);
}

/* Time in the state that ends now, for the statistics of the database. */
static void
count_state_time(const PgBackendStatus *e, BackendState next)
{
	TimestampTz spent;

	if (e->st_state == next || e->st_state_start_timestamp == 0)
		return;
	spent = GetCurrentTimestamp() - e->st_state_start_timestamp;
	if (spent < 0)
		return; /* the clock was set */
	if (e->st_state == STATE_RUNNING || e->st_state == STATE_FASTPATH)
		pgstat_count_conn_active_time(spent);
	else if (e->st_state == STATE_IDLEINTRANSACTION ||
			 e->st_state == STATE_IDLEINTRANSACTION_ABORTED)
		pgstat_count_conn_txn_idle_time(spent);
}

/*
 * pgstat_report_activity
 *		The process begins (cmd_str is its text) or ends something.
 */
void
pgstat_report_activity(BackendState state, const char *cmd_str)
{
	PgBackendStatus *e = MyBEEntry;
	TimestampTz now;

	if (e == NULL)
		return;
	if (!pgstat_track_activities)
	{
		if (e->st_state == STATE_DISABLED)
			return;
		PGSTAT_BEGIN_WRITE_ACTIVITY(e);
		e->st_state = STATE_DISABLED;
		e->st_state_start_timestamp = 0;
		e->st_activity_raw[0] = '\0';
		e->st_activity_start_timestamp = 0;
		e->st_xact_start_timestamp = 0;
		e->st_query_id = 0;
		PGSTAT_END_WRITE_ACTIVITY(e);
		return;
	}
	now = cmd_str ? GetCurrentStatementStartTimestamp() : GetCurrentTimestamp();
	count_state_time(e, state);
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_state = state;
	e->st_state_start_timestamp = now;
	if (state == STATE_RUNNING)
		e->st_query_id = 0;
	if (cmd_str != NULL)
	{
		int len = raw_length(cmd_str, pgstat_track_activity_query_size);

		memcpy(e->st_activity_raw, cmd_str, len);
		e->st_activity_raw[len] = '\0';
		e->st_activity_start_timestamp = now;
	}
	PGSTAT_END_WRITE_ACTIVITY(e);
}

/* Only the outermost query's identifier is kept, unless forced. */
void
pgstat_report_query_id(uint64 query_id, bool force)
{
	PgBackendStatus *e = MyBEEntry;

	if (e == NULL || !pgstat_track_activities)
		return;
	if (e->st_query_id != 0 && !force)
		return;
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_query_id = query_id;
	PGSTAT_END_WRITE_ACTIVITY(e);
}

uint64
pgstat_get_my_query_id(void)
{
	return MyBEEntry ? MyBEEntry->st_query_id : 0;
}

void
pgstat_report_appname(const char *appname)
{
	PgBackendStatus *e = MyBEEntry;
	int len;

	if (e == NULL)
		return;
	len = pg_mbcliplen(appname, strlen(appname), NAMEDATALEN - 1);
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	memcpy(e->st_appname, appname, len);
	e->st_appname[len] = '\0';
	PGSTAT_END_WRITE_ACTIVITY(e);
}

/* 0: no transaction */
void
pgstat_report_xact_timestamp(TimestampTz tstamp)
{
	PgBackendStatus *e = MyBEEntry;

	if (e == NULL || !pgstat_track_activities)
		return;
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_xact_start_timestamp = tstamp;
	PGSTAT_END_WRITE_ACTIVITY(e);
}

/* ---- readers ---- */

/* Forget the copy; the next look makes a new one. */
void
pgstat_clear_backend_activity_snapshot(void)
{
	if (local_context)
		MemoryContextDelete(local_context);
	local_context = NULL;
	local_table = NULL;
	local_count = 0;
}

static char *
copy_bytes(const void *src, Size size)
{
	return memcpy(MemoryContextAlloc(local_context, size), src, size);
}

/* One consistent copy of an entry; false if it is not in use. */
static bool
copy_entry(volatile PgBackendStatus *src, PgBackendStatus *dst, char *appname,
		   char *hostname, char *activity)
{
	for (;;)
	{
		int before = src->st_changecount;
		int after;

		pg_read_barrier();
		memcpy(dst, (const void *) src, sizeof(*dst));
		memcpy(appname, dst->st_appname, NAMEDATALEN);
		memcpy(hostname, dst->st_clienthostname, NAMEDATALEN);
		memcpy(activity, dst->st_activity_raw, pgstat_track_activity_query_size);
		pg_read_barrier();
		after = src->st_changecount;
		if (before == after && (before & 1) == 0)
			break;
		CHECK_FOR_INTERRUPTS();
	}
	return dst->st_procpid > 0;
}

static void
read_all(void)
{
	char appname[NAMEDATALEN];
	char hostname[NAMEDATALEN];
	char *activity;

	if (local_table)
		return;
	local_context = AllocSetContextCreate(TopMemoryContext,
										  "Backend Status Snapshot",
										  ALLOCSET_SMALL_SIZES);
	local_table = MemoryContextAlloc(local_context,
									 sizeof(LocalPgBackendStatus) * NumBackendStatSlots);
	activity = MemoryContextAlloc(local_context, pgstat_track_activity_query_size);
	local_count = 0;
	for (int i = 0; i < NumBackendStatSlots; i++)
	{
		LocalPgBackendStatus *to = &local_table[local_count];
		PgBackendStatus *e = &to->backendStatus;

		if (!copy_entry(&entries[i], e, appname, hostname, activity))
			continue;
		appname[NAMEDATALEN - 1] = hostname[NAMEDATALEN - 1] = '\0';
		activity[pgstat_track_activity_query_size - 1] = '\0';
		e->st_appname = copy_bytes(appname, strlen(appname) + 1);
		e->st_clienthostname = copy_bytes(hostname, strlen(hostname) + 1);
		e->st_activity_raw = copy_bytes(activity, strlen(activity) + 1);
		to->backend_xid = to->backend_xmin = InvalidTransactionId;
		if (i < MaxBackends)
			BackendIdGetTransactionIds(i + 1, &to->backend_xid, &to->backend_xmin);
		local_count++;
	}
}

int
pgstat_fetch_stat_numbackends(void)
{
	read_all();
	return local_count;
}

/* beid counts the entries in use, from 1; NULL beyond them. */
LocalPgBackendStatus *
pgstat_fetch_stat_local_beentry(int beid)
{
	read_all();
	return beid >= 1 && beid <= local_count ? &local_table[beid - 1] : NULL;
}

PgBackendStatus *
pgstat_fetch_stat_beentry(BackendId beid)
{
	LocalPgBackendStatus *local = pgstat_fetch_stat_local_beentry(beid);

	return local ? &local->backendStatus : NULL;
}

/* palloc'd activity text that ends with a whole character. */
char *
pgstat_clip_activity(const char *raw_activity)
{
	char *copy = pnstrdup(raw_activity, pgstat_track_activity_query_size - 1);
	int len = strlen(copy);

	copy[pg_mbcliplen(copy, len, pgstat_track_activity_query_size - 1)] = '\0';
	return copy;
}

/* What the process pid runs, for deadlock reports; never NULL. */
const char *
pgstat_get_backend_current_activity(int pid, bool checkUser)
{
	for (int i = 0; i < MaxBackends; i++)
	{
		PgBackendStatus copy;
		char appname[NAMEDATALEN];
		char hostname[NAMEDATALEN];
		char *activity = palloc(pgstat_track_activity_query_size);

		if (copy_entry(&entries[i], &copy, appname, hostname, activity) &&
			copy.st_procpid == pid)
		{
			activity[pgstat_track_activity_query_size - 1] = '\0';
			if (checkUser && !superuser() && copy.st_userid != GetUserId())
				return "<insufficient privilege>";
			if (activity[0] == '\0')
				return "<command string not enabled>";
			return pgstat_clip_activity(activity);
		}
		pfree(activity);
	}
	return "<backend information not available>";
}

/* For the postmaster, of a process that died: bytes may be anything. */
const char *
pgstat_get_crashed_backend_activity(int pid, char *buffer, int buflen)
{
	for (int i = 0; entries && i < MaxBackends; i++)
	{
		int len;

		if (entries[i].st_procpid != pid)
			continue;
		len = raw_length(entries[i].st_activity_raw,
						 Min(buflen, pgstat_track_activity_query_size));
		if (len == 0)
			return NULL;
		for (int k = 0; k < len; k++)
		{
			unsigned char c = (unsigned char) entries[i].st_activity_raw[k];

			buffer[k] = c >= 32 && c < 127 ? (char) c : '?';
		}
		buffer[len] = '\0';
		return buffer;
	}
	return NULL;
}

/* ---- progress of long commands ---- */

void
pgstat_progress_start_command(ProgressCommandType cmdtype, Oid relid)
{
	PgBackendStatus *e = MyBEEntry;

	if (e == NULL || !pgstat_track_activities)
		return;
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_progress_command = cmdtype;
	e->st_progress_command_target = relid;
	memset(e->st_progress_param, 0, sizeof(e->st_progress_param));
	PGSTAT_END_WRITE_ACTIVITY(e);
}

void
pgstat_progress_update_param(int index, int64 val)
{
	pgstat_progress_update_multi_param(1, &index, &val);
}

void
pgstat_progress_update_multi_param(int nparam, const int *index,
								   const int64 *val)
{
	PgBackendStatus *e = MyBEEntry;

	if (e == NULL || !pgstat_track_activities || nparam == 0)
		return;
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	for (int i = 0; i < nparam; i++)
	{
		Assert(index[i] >= 0 && index[i] < PGSTAT_NUM_PROGRESS_PARAM);
		e->st_progress_param[index[i]] = val[i];
	}
	PGSTAT_END_WRITE_ACTIVITY(e);
}

void
pgstat_progress_end_command(void)
{
	PgBackendStatus *e = MyBEEntry;

	if (e == NULL || !pgstat_track_activities ||
		e->st_progress_command == PROGRESS_COMMAND_INVALID)
		return;
	PGSTAT_BEGIN_WRITE_ACTIVITY(e);
	e->st_progress_command = PROGRESS_COMMAND_INVALID;
	e->st_progress_command_target = InvalidOid;
	PGSTAT_END_WRITE_ACTIVITY(e);
}

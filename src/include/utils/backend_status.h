/*
 * utils/backend_status.h
 *		What each process does now: the source of pg_stat_activity.
 *
 * One entry per process in shared memory.  Only the owner writes it; readers
 * copy it and try again if st_changecount was odd or changed meanwhile.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/backend_status.h
 */
#ifndef BACKEND_STATUS_H
#define BACKEND_STATUS_H

#include "datatype/timestamp.h"
#include "libpq/pqcomm.h"
#include "miscadmin.h"
#include "port/atomics.h"
#include "storage/backendid.h"
#include "utils/backend_progress.h"

typedef enum BackendState
{
	STATE_UNDEFINED,
	STATE_IDLE,
	STATE_RUNNING,
	STATE_IDLEINTRANSACTION,
	STATE_FASTPATH,
	STATE_IDLEINTRANSACTION_ABORTED,
	STATE_DISABLED
} BackendState;

typedef struct PgBackendSSLStatus
{
	int ssl_bits;
	char ssl_version[NAMEDATALEN];
	char ssl_cipher[NAMEDATALEN];
	char ssl_client_dn[NAMEDATALEN];
	char ssl_client_serial[NAMEDATALEN];
	char ssl_issuer_dn[NAMEDATALEN];
} PgBackendSSLStatus;

typedef struct PgBackendGSSStatus
{
	char gss_princ[NAMEDATALEN];
	bool gss_auth;
	bool gss_enc;
} PgBackendGSSStatus;

typedef struct PgBackendStatus
{
	int st_changecount; /* odd while the owner writes */
	int st_procpid; /* 0: entry not in use */
	BackendType st_backendType;
	TimestampTz st_proc_start_timestamp;
	TimestampTz st_xact_start_timestamp;
	TimestampTz st_activity_start_timestamp;
	TimestampTz st_state_start_timestamp;
	Oid st_databaseid;
	Oid st_userid;
	SockAddr st_clientaddr;
	char *st_clienthostname; /* in shared memory, NAMEDATALEN */
	bool st_ssl;
	PgBackendSSLStatus *st_sslstatus; /* in shared memory */
	bool st_gss;
	PgBackendGSSStatus *st_gssstatus;
	BackendState st_state;
	char *st_appname; /* in shared memory, NAMEDATALEN */
	char *st_activity_raw; /* may end inside a character */
	ProgressCommandType st_progress_command;
	Oid st_progress_command_target;
	int64 st_progress_param[PGSTAT_NUM_PROGRESS_PARAM];
	uint64 st_query_id;
} PgBackendStatus;

/* A copy made by this process, with the xids it then had. */
typedef struct LocalPgBackendStatus
{
	PgBackendStatus backendStatus;
	TransactionId backend_xid;
	TransactionId backend_xmin;
} LocalPgBackendStatus;

extern PGDLLIMPORT bool pgstat_track_activities;
extern PGDLLIMPORT int pgstat_track_activity_query_size;
extern PGDLLIMPORT PgBackendStatus *MyBEEntry;

#define PGSTAT_BEGIN_WRITE_ACTIVITY(beentry) \
	do                                       \
	{                                        \
		START_CRIT_SECTION();                \
		(beentry)->st_changecount++;         \
		pg_write_barrier();                  \
	} while (0)
#define PGSTAT_END_WRITE_ACTIVITY(beentry)            \
	do                                                \
	{                                                 \
		pg_write_barrier();                           \
		(beentry)->st_changecount++;                  \
		Assert(((beentry)->st_changecount & 1) == 0); \
		END_CRIT_SECTION();                           \
	} while (0)

/* shared memory */
extern void activity_register(void); /* enters the two below */
extern Size BackendStatusShmemSize(void);
extern void CreateSharedBackendStatus(void);

/* the owner */
extern void pgstat_beinit(void);
extern void pgstat_bestart(void);
extern void pgstat_clear_backend_activity_snapshot(void);
extern void pgstat_report_activity(BackendState state, const char *cmd_str);
extern void pgstat_report_query_id(uint64 query_id, bool force);
extern void pgstat_report_tempfile(size_t filesize);
extern void pgstat_report_appname(const char *appname);
extern void pgstat_report_xact_timestamp(TimestampTz tstamp);
extern const char *pgstat_get_backend_current_activity(int pid, bool checkUser);
extern const char *pgstat_get_crashed_backend_activity(int pid, char *buffer,
													   int buflen);
extern uint64 pgstat_get_my_query_id(void);

/* readers: index from 1 */
extern int pgstat_fetch_stat_numbackends(void);
extern PgBackendStatus *pgstat_fetch_stat_beentry(BackendId beid);
extern LocalPgBackendStatus *pgstat_fetch_stat_local_beentry(int beid);
extern char *pgstat_clip_activity(const char *raw_activity);

#endif /* BACKEND_STATUS_H */

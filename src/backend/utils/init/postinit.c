/*
 * postinit.c
 *		Makes a process able to work in one database.
 *
 * The order matters: a transaction needs a place in the process array, the
 * caches need the database's folder, and reading pg_database (to find that
 * folder) needs the shared part of the relation cache alone.  So: phase 1
 * without catalogs, phase 2 with shared catalogs, authentication, the
 * database, phase 3 with all.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/init/postinit.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "access/xloginsert.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_database.h"
#include "catalog/pg_db_role_setting.h"
#include "catalog/pg_tablespace.h"
#include "libpq/auth.h"
#include "libpq/libpq-be.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/postmaster.h"
#include "storage/bufmgr.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/procsignal.h"
#include "storage/sinvaladt.h"
#include "storage/smgr.h"
#include "storage/sync.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/portal.h"
#include "utils/ps_status.h"
#include "utils/plancache.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timeout.h"
#include "utils/upcalls.h"

/* ---- what timeouts do; handlers run in signal context ---- */

/* While the client is still unknown the time limit ends the connection. */
static void
cancel_statement(void)
{
	kill(MyProcPid, ClientAuthInProgress ? SIGTERM : SIGINT);
}

static void
note_interrupt(volatile sig_atomic_t *flag)
{
	*flag = true;
	InterruptPending = true;
	SetLatch(MyLatch);
}

static void
idle_in_transaction_timed_out(void)
{
	note_interrupt(&IdleInTransactionSessionTimeoutPending);
}

static void
idle_session_timed_out(void)
{
	note_interrupt(&IdleSessionTimeoutPending);
}

static void
stats_are_due(void)
{
	note_interrupt(&IdleStatsUpdateTimeoutPending);
}

static void
client_check_due(void)
{
	note_interrupt(&CheckClientConnectionPending);
}

/* ---- before any catalog ---- */

/*
 * BaseInit
 *		Attach this process to files, buffers, locks; no catalogs yet.
 */
void
BaseInit(void)
{
	InitFileAccess();
	pgstat_initialize();
	InitSync();
	InitXLogInsert();
	smgrinit();
	InitBufferPoolAccess();
	InitTemporaryFileAccess();
	InitXLogInsert();
}

/* How many processes may be attached to shared memory at once. */
void
InitializeMaxBackends(void)
{
	MaxBackends = MaxConnections + autovacuum_max_workers + 1 +
		max_worker_processes + max_wal_senders;
	if (MaxBackends > MAX_BACKENDS)
		elog(ERROR, "too many backends configured");
}

/* Split options as a shell would, without quotes: "\ " is a blank. */
void
pg_split_opts(char **argv, int *argcp, const char *optstr)
{
	StringInfoData word;

	initStringInfo(&word);
	for (;;)
	{
		while (isspace((unsigned char) *optstr))
			optstr++;
		if (*optstr == '\0')
			break;
		resetStringInfo(&word);
		for (; *optstr && !isspace((unsigned char) *optstr); optstr++)
		{
			if (*optstr == '\\' && optstr[1])
				optstr++;
			appendStringInfoChar(&word, *optstr);
		}
		argv[(*argcp)++] = pstrdup(word.data);
	}
	pfree(word.data);
}

/* ---- finding the database ---- */

/*
 * Scan pg_database by one key.  The relation cache cannot give a full
 * descriptor yet, so the index is used only when the cache knows it.
 */
static HeapTuple
find_database(AttrNumber column, RegProcedure eq, Oid index, Datum key)
{
	Relation rel = table_open(DatabaseRelationId, AccessShareLock);
	ScanKeyData skey;
	SysScanDesc scan;
	HeapTuple tup;

	ScanKeyInit(&skey, column, BTEqualStrategyNumber, eq, key);
	scan = systable_beginscan(rel, index, criticalSharedRelcachesBuilt, NULL, 1, &skey);
	tup = systable_getnext(scan);
	if (HeapTupleIsValid(tup))
		tup = heap_copytuple(tup);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return tup;
}

/* Refuse a client of a database that takes no connections, or no more. */
static void
check_database_allows(HeapTuple tup, const char *name, bool am_superuser,
					  bool override_allow_connections)
{
	Form_pg_database db = (Form_pg_database) GETSTRUCT(tup);

	/* DROP DATABASE was begun and did not end; single-user mode included */
	if (db->datconnlimit == -2)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot connect to invalid database \"%s\"", name),
				 errhint("Use DROP DATABASE to drop invalid databases.")));
	if (!IsUnderPostmaster)
		return;
	if (!db->datallowconn && !override_allow_connections)
		ereport(FATAL,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("database \"%s\" is not currently accepting connections", name)));
	if (!am_superuser &&
		pg_database_aclcheck(MyDatabaseId, GetUserId(), ACL_CONNECT) != ACLCHECK_OK)
		ereport(FATAL,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for database \"%s\"", name),
				 errdetail("User does not have CONNECT privilege.")));
	if (db->datconnlimit >= 0 && !am_superuser &&
		CountDBConnections(MyDatabaseId) > db->datconnlimit)
		ereport(FATAL,
				(errcode(ERRCODE_TOO_MANY_CONNECTIONS),
				 errmsg("too many connections for database \"%s\"", name)));
}

static char *
database_text(HeapTuple tup, AttrNumber column, bool *isnull)
{
	Datum value = SysCacheGetAttr(DATABASEOID, tup, column, isnull);

	return *isnull ? NULL : TextDatumGetCString(value);
}

/*
 * Take over what the database's row says: encoding, locale.  The name is
 * compared again, since it was looked up without a lock at first.
 */
static void
check_my_database(const char *name, bool am_superuser, bool override_allow_connections)
{
	HeapTuple tup = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
	Form_pg_database db;
	char *collate;
	char *ctype;
	bool isnull;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for database %u", MyDatabaseId);
	db = (Form_pg_database) GETSTRUCT(tup);
	if (strcmp(name, NameStr(db->datname)) != 0)
		ereport(FATAL,
				(errcode(ERRCODE_UNDEFINED_DATABASE),
				 errmsg("database \"%s\" has disappeared from pg_database", name),
				 errdetail("Database OID %u now seems to belong to \"%s\".",
						   MyDatabaseId, NameStr(db->datname))));
	check_database_allows(tup, name, am_superuser, override_allow_connections);

	SetDatabaseEncoding(db->encoding);
	SetConfigOption("server_encoding", GetDatabaseEncodingName(), PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
	SetConfigOption("client_encoding", GetDatabaseEncodingName(), PGC_BACKEND, PGC_S_DYNAMIC_DEFAULT);

	collate = database_text(tup, Anum_pg_database_datcollate, &isnull);
	ctype = database_text(tup, Anum_pg_database_datctype, &isnull);
	if (db->datlocprovider == COLLPROVIDER_ICU)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("database \"%s\" uses the ICU locale provider, which is not supported yet", name)));
	if (pg_perm_setlocale(LC_COLLATE, collate) == NULL)
		ereport(FATAL,
				(errmsg("database locale is incompatible with operating system"),
				 errdetail("The database was made with LC_COLLATE \"%s\", which the system does not have.", collate)));
	if (pg_perm_setlocale(LC_CTYPE, ctype) == NULL)
		ereport(FATAL,
				(errmsg("database locale is incompatible with operating system"),
				 errdetail("The database was made with LC_CTYPE \"%s\", which the system does not have.", ctype)));
	default_locale.provider = COLLPROVIDER_LIBC;
	default_locale.deterministic = true;
	SetConfigOption("lc_collate", collate, PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
	SetConfigOption("lc_ctype", ctype, PGC_INTERNAL, PGC_S_DYNAMIC_DEFAULT);
	ReleaseSysCache(tup);
}

/* ---- authentication ---- */

static void
authenticate(Port *port)
{
	ClientAuthInProgress = true;
	enable_timeout_after(STATEMENT_TIMEOUT, AuthenticationTimeout * 1000);
	set_ps_display("authentication");
	ClientAuthentication(port);
	disable_timeout(STATEMENT_TIMEOUT, false);
	if (Log_connections)
		ereport(LOG,
				(port->application_name
					 ? errmsg("connection authorized: user=%s database=%s application_name=%s",
							  port->user_name, port->database_name, port->application_name)
					 : errmsg("connection authorized: user=%s database=%s",
							  port->user_name, port->database_name)));
	set_ps_display("startup");
	ClientAuthInProgress = false;
}

/* ---- settings of the session ---- */

/* Options of the startup packet, as the user may set them. */
static void
apply_startup_options(Port *port, bool am_superuser)
{
	GucContext ctx = am_superuser ? PGC_SU_BACKEND : PGC_BACKEND;
	ListCell *lc;

	if (port->cmdline_options)
	{
		char **argv = palloc((2 + (strlen(port->cmdline_options) + 1) / 2) * sizeof(char *));
		int argc = 0;

		argv[argc++] = pstrdup("postgres");
		pg_split_opts(argv, &argc, port->cmdline_options);
		argv[argc] = NULL;
		process_postgres_switches(argc, argv, ctx, NULL);
	}
	for (lc = list_head(port->guc_options); lc;)
	{
		char *name = lfirst(lc);
		char *value;

		lc = lnext(port->guc_options, lc);
		value = lfirst(lc);
		lc = lnext(port->guc_options, lc);
		SetConfigOption(name, value, ctx, PGC_S_CLIENT);
	}
}

/* Settings that ALTER ROLE and ALTER DATABASE stored for this pair. */
static void
apply_stored_settings(Relation rel, Snapshot snapshot, Oid databaseid, Oid roleid, GucSource source)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tup;

	ScanKeyInit(&keys[0], Anum_pg_db_role_setting_setdatabase, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(databaseid));
	ScanKeyInit(&keys[1], Anum_pg_db_role_setting_setrole, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(roleid));
	scan = systable_beginscan(rel, DbRoleSettingDatidRolidIndexId, true, snapshot, 2, keys);
	while (HeapTupleIsValid(tup = systable_getnext(scan)))
	{
		bool isnull;
		Datum config = heap_getattr(tup, Anum_pg_db_role_setting_setconfig,
									RelationGetDescr(rel), &isnull);

		if (!isnull)
			ProcessGUCArray(DatumGetArrayTypeP(config), PGC_SUSET, source, GUC_ACTION_SET);
	}
	systable_endscan(scan);
}

static void
process_stored_settings(Oid databaseid, Oid roleid)
{
	Relation rel;
	Snapshot snapshot;

	if (!IsUnderPostmaster)
		return;
	rel = table_open(DbRoleSettingRelationId, AccessShareLock);
	snapshot = RegisterSnapshot(GetCatalogSnapshot(DbRoleSettingRelationId));
	/* The narrowest comes first; a weaker source does not override it. */
	apply_stored_settings(rel, snapshot, databaseid, roleid, PGC_S_DATABASE_USER);
	apply_stored_settings(rel, snapshot, InvalidOid, roleid, PGC_S_USER);
	apply_stored_settings(rel, snapshot, databaseid, InvalidOid, PGC_S_DATABASE);
	apply_stored_settings(rel, snapshot, InvalidOid, InvalidOid, PGC_S_GLOBAL);
	UnregisterSnapshot(snapshot);
	table_close(rel, AccessShareLock);
}

/* At exit: end an open transaction while everything still works. */
static void
end_transaction_at_exit(int code, Datum arg)
{
	AbortOutOfAnyTransaction();
	LockReleaseAll(USER_LOCKMETHOD, true);
}

static void
register_backend_timeouts(void)
{
	RegisterTimeout(DEADLOCK_TIMEOUT, CheckDeadLockAlert);
	RegisterTimeout(STATEMENT_TIMEOUT, cancel_statement);
	RegisterTimeout(LOCK_TIMEOUT, cancel_statement);
	RegisterTimeout(IDLE_IN_TRANSACTION_SESSION_TIMEOUT, idle_in_transaction_timed_out);
	RegisterTimeout(IDLE_SESSION_TIMEOUT, idle_session_timed_out);
	RegisterTimeout(IDLE_STATS_UPDATE_TIMEOUT, stats_are_due);
	RegisterTimeout(CLIENT_CONNECTION_CHECK_TIMEOUT, client_check_due);
}

static bool
there_is_a_role(void)
{
	Relation rel = table_open(AuthIdRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	bool found = systable_getnext(scan) != NULL;

	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

/* Who this is: authenticated by the client, or the machine's own user. */
static bool
establish_user(const char *username)
{
	if (IsUnderPostmaster)
	{
		Assert(MyProcPort != NULL);
		authenticate(MyProcPort);
		InitializeSessionUserId(username, InvalidOid);
	}
	else
	{
		InitializeSessionUserIdStandalone();
		if (!there_is_a_role())
			ereport(WARNING,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("no roles are defined in this database system")));
		return true;
	}
	return superuser();
}

/* Only so many sessions of ordinary users: the last ones are kept. */
static void
check_reserved_slots(bool am_superuser)
{
	if (IsUnderPostmaster && !am_superuser && ReservedBackends > 0 &&
		!HaveNFreeProcs(ReservedBackends))
		ereport(FATAL,
				(errcode(ERRCODE_TOO_MANY_CONNECTIONS),
				 errmsg("remaining connection slots are reserved for non-replication superuser connections")));
}

/* Find the database and go into its folder. */
static void
enter_database(const char *in_dbname, Oid dboid, char *dbname)
{
	HeapTuple tup;
	Form_pg_database db;
	char *path;

	tup = in_dbname ? find_database(Anum_pg_database_datname, F_NAMEEQ, DatabaseNameIndexId,
									CStringGetDatum(in_dbname))
					: find_database(Anum_pg_database_oid, F_OIDEQ, DatabaseOidIndexId, ObjectIdGetDatum(dboid));
	if (!HeapTupleIsValid(tup))
		ereport(FATAL,
				(errcode(ERRCODE_UNDEFINED_DATABASE),
				 in_dbname ? errmsg("database \"%s\" does not exist", in_dbname)
						   : errmsg("database %u does not exist", dboid)));
	db = (Form_pg_database) GETSTRUCT(tup);
	MyDatabaseId = db->oid;
	MyDatabaseTableSpace = db->dattablespace;
	strlcpy(dbname, NameStr(db->datname), NAMEDATALEN);

	/* Held for the session: DROP DATABASE waits for it, or fails. */
	LockSharedObject(DatabaseRelationId, MyDatabaseId, 0, RowExclusiveLock);
	MyProc->databaseId = MyDatabaseId;
	InvalidateCatalogSnapshot();

	path = GetDatabasePath(MyDatabaseId, MyDatabaseTableSpace);
	if (access(path, F_OK) == -1)
		ereport(FATAL,
				(errcode(ERRCODE_UNDEFINED_DATABASE),
				 errmsg("database \"%s\" does not exist", dbname),
				 errdetail("The database subdirectory \"%s\" is missing.", path)));
	ValidatePgVersion(path);
	SetDatabasePath(path);
	pfree(path);
}

/*
 * InitPostgres
 *		Join the process array, authenticate, open the database.
 *
 * in_dbname, dboid		the database by name or by OID; neither in processes
 *						that work in none
 * username, useroid	whom the client says it is
 * load_session_libraries	load session_preload_libraries and its like
 * override_allow_connections	enter even where datallowconn is false
 * out_dbname			if not NULL, NAMEDATALEN bytes for its name
 *
 * Errors are FATAL.  No transaction is open on return.
 */
void
InitPostgres(const char *in_dbname, Oid dboid, const char *username, Oid useroid,
			 bool load_session_libraries, bool override_allow_connections,
			 char *out_dbname)
{
	char dbname[NAMEDATALEN];
	bool am_superuser;

	InitProcessPhase2();
	MyBackendId = InvalidBackendId;
	SharedInvalBackendInit(false);
	if (MyBackendId > MaxBackends || MyBackendId <= 0)
		elog(FATAL, "bad backend ID: %d", MyBackendId);
	ProcSignalInit(MyBackendId);
	register_backend_timeouts();

	if (!IsUnderPostmaster)
	{
		StartupXLOG();
		on_shmem_exit(ShutdownXLOG, 0);
	}
	RelationCacheInitialize();
	InitCatalogCache();
	InitPlanCache();
	EnablePortalManager();
	pgstat_beinit();
	RelationCacheInitializePhase2();
	before_shmem_exit(end_transaction_at_exit, 0);

	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
	XactIsoLevel = XACT_READ_COMMITTED;
	(void) GetTransactionSnapshot();

	am_superuser = establish_user(username);
	check_reserved_slots(am_superuser);
	enter_database(in_dbname, dboid, dbname);
	if (out_dbname)
		strlcpy(out_dbname, dbname, NAMEDATALEN);
	RelationCacheInitializePhase3();
	initialize_acl();
	check_my_database(dbname, am_superuser, override_allow_connections);

	if (MyProcPort)
		apply_startup_options(MyProcPort, am_superuser);
	process_stored_settings(MyDatabaseId, GetSessionUserId());
	if (PostAuthDelay > 0)
		pg_usleep(PostAuthDelay * 1000000L);
	if (load_session_libraries)
		process_session_preload_libraries();
	InitializeSearchPath();
	InitializeClientEncoding();
	pgstat_bestart();
	CommitTransactionCommand();
}

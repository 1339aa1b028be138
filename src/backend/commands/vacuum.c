/*
 * vacuum.c
 *		VACUUM and ANALYZE: options, tables, transactions, limits.
 *
 * ExecVacuum reads the options; vacuum() makes the list of tables and works
 * through it.  VACUUM gives each table a transaction of its own, so that what
 * it removes is not held up by its own age, and so that locks are short.  The
 * work on a table is the access method's (access/heap/vacuumlazy.c); analyze.c
 * samples.  At the end the oldest unfrozen transaction of the database moves
 * up, and pg_xact and pg_multixact lose what no database needs any more.
 *
 * Entry points: ExecVacuum (the statement), vacuum (a list of tables), and
 * for analyze.c vacuum_open_relation and vacuum_is_relation_owner.
 *
 * Not supported yet: VACUUM FULL of catalogs, parallel workers, partitioned
 * tables.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/vacuum.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_namespace.h"
#include "commands/defrem.h"
#include "commands/tablecmds_private.h"
#include "commands/vacuum.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* PARALLEL takes at most so many workers */
#define MAX_PARALLEL_WORKERS 1024

/* lives as long as the statement, over all of its transactions */
static MemoryContext vac_context;

/* a function of an index must not start another one */
static bool in_vacuum = false;

/* ---- options ---- */

/* INDEX_CLEANUP: AUTO, or a boolean */
static VacOptValue
cleanup_option(DefElem *opt)
{
	char *value = opt->arg ? defGetString(opt) : NULL;

	if (value == NULL)
		return VACOPTVALUE_ENABLED;
	if (pg_strcasecmp(value, "auto") == 0)
		return VACOPTVALUE_AUTO;
	return defGetBoolean(opt) ? VACOPTVALUE_ENABLED : VACOPTVALUE_DISABLED;
}

static int
parallel_option(ParseState *pstate, DefElem *opt)
{
	int n;

	if (opt->arg == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("parallel option requires a value between 0 and %d",
						MAX_PARALLEL_WORKERS),
				 parser_errposition(pstate, opt->location)));
	n = defGetInt32(opt);
	if (n < 0 || n > MAX_PARALLEL_WORKERS)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("parallel workers for vacuum must be between 0 and %d",
						MAX_PARALLEL_WORKERS),
				 parser_errposition(pstate, opt->location)));
	return n;
}

/* Set or clear a flag as a boolean option says. */
static void
set_flag(bits32 *options, bits32 flag, DefElem *opt)
{
	if (defGetBoolean(opt))
		*options |= flag;
	else
		*options &= ~flag;
}

/* An option of VACUUM only; false: there is none of the name. */
static bool
vacuum_option(ParseState *pstate, VacuumParams *params, DefElem *opt)
{
	static const struct
	{
		const char *name;
		bits32 flag;
	} flags[] = {
		{"analyze", VACOPT_ANALYZE},
		{"freeze", VACOPT_FREEZE},
		{"full", VACOPT_FULL},
		{"disable_page_skipping", VACOPT_DISABLE_PAGE_SKIPPING},
		{"process_toast", VACOPT_PROCESS_TOAST},
	};

	for (int i = 0; i < lengthof(flags); i++)
		if (strcmp(opt->defname, flags[i].name) == 0)
		{
			set_flag(&params->options, flags[i].flag, opt);
			return true;
		}
	if (strcmp(opt->defname, "index_cleanup") == 0)
		params->index_cleanup = cleanup_option(opt);
	else if (strcmp(opt->defname, "truncate") == 0)
		params->truncate = defGetBoolean(opt) ? VACOPTVALUE_ENABLED : VACOPTVALUE_DISABLED;
	else if (strcmp(opt->defname, "parallel") == 0)
	{
		/* 0 switches workers off; more are a wish, and none can be had */
		params->nworkers = parallel_option(pstate, opt);
		if (params->nworkers == 0)
			params->nworkers = -1;
	}
	else
		return false;
	return true;
}

static void
read_options(ParseState *pstate, VacuumStmt *stmt, VacuumParams *params)
{
	const char *command = stmt->is_vacuumcmd ? "VACUUM" : "ANALYZE";
	ListCell *lc;

	params->options = stmt->is_vacuumcmd ? VACOPT_VACUUM | VACOPT_PROCESS_TOAST : VACOPT_ANALYZE;
	foreach (lc, stmt->options)
	{
		DefElem *opt = lfirst_node(DefElem, lc);

		if (strcmp(opt->defname, "verbose") == 0)
			set_flag(&params->options, VACOPT_VERBOSE, opt);
		else if (strcmp(opt->defname, "skip_locked") == 0)
			set_flag(&params->options, VACOPT_SKIP_LOCKED, opt);
		else if (!stmt->is_vacuumcmd || !vacuum_option(pstate, params, opt))
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("unrecognized %s option \"%s\"", command, opt->defname),
					 parser_errposition(pstate, opt->location)));
	}
}

/* Options that exclude each other. */
static void
check_options(const VacuumParams *params, List *rels)
{
	bits32 options = params->options;
	ListCell *lc;

	if ((options & VACOPT_FULL) && params->nworkers > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("VACUUM FULL cannot be performed in parallel")));
	if (!(options & VACOPT_ANALYZE))
		foreach (lc, rels)
			if (lfirst_node(VacuumRelation, lc)->va_cols != NIL)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("ANALYZE option must be specified when a column list is provided")));
	if ((options & VACOPT_FULL) && (options & VACOPT_DISABLE_PAGE_SKIPPING))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL")));
	if ((options & VACOPT_FULL) && !(options & VACOPT_PROCESS_TOAST))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("PROCESS_TOAST required with VACUUM FULL")));
}

/*
 * ExecVacuum
 *		Run a VACUUM or ANALYZE statement.
 */
void
ExecVacuum(ParseState *pstate, VacuumStmt *vacstmt, bool isTopLevel)
{
	VacuumParams params = {.log_min_duration = -1};
	int age;

	read_options(pstate, vacstmt, &params);
	check_options(&params, vacstmt->rels);
	/* -1: by the settings */
	age = (params.options & VACOPT_FREEZE) ? 0 : -1;
	params.freeze_min_age = age;
	params.freeze_table_age = age;
	params.multixact_freeze_min_age = age;
	params.multixact_freeze_table_age = age;
	vacuum(vacstmt->rels, &params, NULL, isTopLevel);
}

/* ---- which tables ---- */

static const char *
command_word(bits32 options)
{
	return (options & VACOPT_VACUUM) ? "vacuum" : "analyze";
}

/*
 * vacuum_is_relation_owner
 *		May the user vacuum (or analyze) the relation?  If not, a warning says
 *		so, and the relation is to be skipped.
 */
bool
vacuum_is_relation_owner(Oid relid, Form_pg_class reltuple, bits32 options)
{
	const char *who;

	if (pg_class_ownercheck(relid, GetUserId()) ||
		(!reltuple->relisshared && pg_database_ownercheck(MyDatabaseId, GetUserId())))
		return true;
	if (reltuple->relisshared)
		who = "superuser";
	else if (reltuple->relnamespace == PG_CATALOG_NAMESPACE)
		who = "superuser or database owner";
	else
		who = "table or database owner";
	ereport(WARNING,
			(errmsg("skipping \"%s\" --- only %s can %s it",
					NameStr(reltuple->relname), who, command_word(options))));
	return false;
}

static void
warn_locked(const char *relname, bits32 options)
{
	ereport(WARNING,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("skipping %s of \"%s\" --- lock not available",
					command_word(options), relname)));
}

/*
 * vacuum_open_relation
 *		Open and lock a relation of the list made earlier; NULL with a warning
 *		if it is gone, or if SKIP_LOCKED was said and the lock is not free.
 *
 * relation		the name for the warning; NULL: none is given
 */
Relation
vacuum_open_relation(Oid relid, RangeVar *relation, bits32 options,
					 LOCKMODE lmode)
{
	bool locked = true;
	Relation rel = NULL;

	if (!(options & VACOPT_SKIP_LOCKED))
		rel = try_relation_open(relid, lmode);
	else if (ConditionalLockRelationOid(relid, lmode))
		rel = try_relation_open(relid, NoLock);
	else
		locked = false;
	if (rel != NULL || relation == NULL)
		return rel;
	if (!locked)
		warn_locked(relation->relname, options);
	else
		ereport(WARNING,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("skipping %s of \"%s\" --- relation no longer exists",
						command_word(options), relation->relname)));
	return NULL;
}

/* Add one entry, in the context that outlives the transactions. */
static List *
add_target(List *targets, RangeVar *relation, Oid relid, List *columns)
{
	MemoryContext old = MemoryContextSwitchTo(vac_context);

	targets = lappend(targets, makeVacuumRelation(relation, relid, columns));
	MemoryContextSwitchTo(old);
	return targets;
}

/* A relation that the statement names. */
static List *
add_named(List *targets, VacuumRelation *vrel, bits32 options)
{
	Oid relid = vrel->oid;
	HeapTuple tuple;
	Form_pg_class form;
	bool partitioned;
	bool owner;

	if (!OidIsValid(relid))
	{
		/* a weak lock, only so that the name does not change meanwhile */
		relid = RangeVarGetRelidExtended(vrel->relation, AccessShareLock,
										 (options & VACOPT_SKIP_LOCKED) ? RVR_SKIP_LOCKED : 0,
										 NULL, NULL);
		if (!OidIsValid(relid))
		{
			warn_locked(vrel->relation->relname, options);
			return targets;
		}
	}
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	form = (Form_pg_class) GETSTRUCT(tuple);
	owner = vacuum_is_relation_owner(relid, form, options);
	partitioned = form->relkind == RELKIND_PARTITIONED_TABLE;
	ReleaseSysCache(tuple);
	if (partitioned)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("VACUUM and ANALYZE of a partitioned table are not supported yet")));
	if (owner)
		targets = add_target(targets, vrel->relation, relid, vrel->va_cols);
	/* the lock is taken again for the work itself */
	if (!OidIsValid(vrel->oid))
		UnlockRelationOid(relid, AccessShareLock);
	return targets;
}

/* All tables of the database that the user may treat. */
static List *
all_targets(bits32 options)
{
	Relation pg_class = table_open(RelationRelationId, AccessShareLock);
	TableScanDesc scan = table_beginscan_catalog(pg_class, 0, NULL);
	List *targets = NIL;
	HeapTuple tuple;

	while ((tuple = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);

		/* partitioned tables have no rows of their own */
		if (form->relkind != RELKIND_RELATION && form->relkind != RELKIND_MATVIEW)
			continue;
		if (vacuum_is_relation_owner(form->oid, form, options))
			targets = add_target(targets, NULL, form->oid, NIL);
	}
	table_endscan(scan);
	table_close(pg_class, AccessShareLock);
	return targets;
}

/* ---- one table ---- */

/* What the table's storage parameters say where the statement says nothing. */
static void
apply_reloptions(Relation rel, VacuumParams *params)
{
	StdRdOptions *opts = (StdRdOptions *) rel->rd_options;

	if (params->index_cleanup == VACOPTVALUE_UNSPECIFIED)
	{
		params->index_cleanup = VACOPTVALUE_AUTO;
		if (opts != NULL && opts->vacuum_index_cleanup == STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON)
			params->index_cleanup = VACOPTVALUE_ENABLED;
		else if (opts != NULL && opts->vacuum_index_cleanup == STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF)
			params->index_cleanup = VACOPTVALUE_DISABLED;
	}
	if (params->truncate == VACOPTVALUE_UNSPECIFIED)
		params->truncate = opts == NULL || opts->vacuum_truncate ? VACOPTVALUE_ENABLED : VACOPTVALUE_DISABLED;
}

/* Is the open relation one to work on?  Warns if it never can be. */
static bool
is_vacuumable(Relation rel, bits32 options)
{
	char relkind = rel->rd_rel->relkind;

	/* it may have changed hands since the list was made */
	if (!vacuum_is_relation_owner(RelationGetRelid(rel), rel->rd_rel, options))
		return false;
	if (relkind != RELKIND_RELATION && relkind != RELKIND_MATVIEW &&
		relkind != RELKIND_TOASTVALUE)
	{
		ereport(WARNING,
				(errmsg("skipping \"%s\" --- cannot vacuum non-tables or special system tables",
						RelationGetRelationName(rel))));
		return false;
	}
	/* the buffers of others' temporary tables cannot be read */
	return !RELATION_IS_OTHER_TEMP(rel);
}

/*
 * VACUUM FULL cannot rewrite system catalogs yet: one that is named is refused,
 * those of a whole database get a plain VACUUM.
 */
static bool
is_catalog(Relation rel, const RangeVar *named)
{
	if (!IsSystemRelation(rel))
		return false;
	if (named != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("VACUUM FULL of system catalogs is not supported yet")));
	return true;
}

/*
 * This transaction's snapshot does not hold back what may be removed: what it
 * reads, catalogs, it reads by snapshots of their own.
 */
static void
ignore_my_xmin(void)
{
	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	MyProc->statusFlags |= PROC_IN_VACUUM;
	ProcGlobal->statusFlags[MyProc->pgxactoff] = MyProc->statusFlags;
	LWLockRelease(ProcArrayLock);
}

static void
end_table_transaction(void)
{
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * Vacuum one table and its TOAST table, each in a transaction that is begun and
 * committed here.  False if it was skipped.
 */
static bool
vacuum_rel(Oid relid, RangeVar *relation, const VacuumParams *asked,
		   BufferAccessStrategy bstrategy)
{
	VacuumParams params = *asked;
	bool full = (asked->options & VACOPT_FULL) != 0;
	LOCKMODE lmode = full ? AccessExclusiveLock : ShareUpdateExclusiveLock;
	Relation rel;
	LockRelId lockrelid;
	Oid toast_relid;
	Oid save_userid;
	int save_sec_context;
	int save_nestlevel;

	StartTransactionCommand();
	/* what FULL writes to catalogs is to be seen by its own rules */
	if (!full)
		ignore_my_xmin();
	/* functions of indexes need one */
	PushActiveSnapshot(GetTransactionSnapshot());
	CHECK_FOR_INTERRUPTS();

	rel = vacuum_open_relation(relid, relation, params.options, lmode);
	if (rel == NULL || !is_vacuumable(rel, params.options))
	{
		if (rel != NULL)
			relation_close(rel, lmode);
		end_table_transaction();
		return false;
	}
	/* for the whole pair of transactions, so that the TOAST table cannot go */
	lockrelid = rel->rd_lockInfo.lockRelId;
	LockRelationIdForSession(&lockrelid, lmode);
	apply_reloptions(rel, &params);
	full = full && !is_catalog(rel, relation);
	/* FULL makes a new TOAST table anyway */
	toast_relid = (params.options & VACOPT_PROCESS_TOAST) && !full ? rel->rd_rel->reltoastrelid : InvalidOid;

	/* index functions run with the rights of the owner */
	GetUserIdAndSecContext(&save_userid, &save_sec_context);
	SetUserIdAndSecContext(rel->rd_rel->relowner,
						   save_sec_context | SECURITY_RESTRICTED_OPERATION);
	save_nestlevel = NewGUCNestLevel();
	if (full)
		compact_table(rel, &params);
	else
		table_relation_vacuum(rel, &params, bstrategy);
	AtEOXact_GUC(false, save_nestlevel);
	SetUserIdAndSecContext(save_userid, save_sec_context);
	relation_close(rel, NoLock);
	end_table_transaction();

	if (OidIsValid(toast_relid))
		vacuum_rel(toast_relid, NULL, asked, bstrategy);
	UnlockRelationIdForSession(&lockrelid, lmode);
	return true;
}

/* ---- the statement ---- */

static void
process_targets(List *targets, VacuumParams *params, bool own_xacts,
				BufferAccessStrategy bstrategy)
{
	ListCell *lc;

	foreach (lc, targets)
	{
		VacuumRelation *vrel = lfirst_node(VacuumRelation, lc);

		if ((params->options & VACOPT_VACUUM) &&
			!vacuum_rel(vrel->oid, vrel->relation, params, bstrategy))
			continue;
		if (!(params->options & VACOPT_ANALYZE))
			continue;
		if (own_xacts)
		{
			StartTransactionCommand();
			PushActiveSnapshot(GetTransactionSnapshot());
		}
		analyze_rel(vrel->oid, vrel->relation, params, vrel->va_cols, !own_xacts, bstrategy);
		if (own_xacts)
			end_table_transaction();
		else
			CommandCounterIncrement();
	}
}

/* The same; afterwards, error or not, the state of this file is reset. */
static void
process_guarded(List *targets, VacuumParams *params, bool own_xacts,
				BufferAccessStrategy bstrategy)
{
	PG_TRY();
	{
		in_vacuum = true;
		VacuumCostActive = VacuumCostDelay > 0;
		VacuumCostBalance = 0;
		process_targets(targets, params, own_xacts, bstrategy);
	}
	PG_FINALLY();
	{
		in_vacuum = false;
		VacuumCostActive = false;
	}
	PG_END_TRY();
}

/* So that the work on big tables leaves the shared buffers to others. */
static BufferAccessStrategy
make_ring(void)
{
	MemoryContext old = MemoryContextSwitchTo(vac_context);
	BufferAccessStrategy ring = GetAccessStrategy(BAS_VACUUM);

	MemoryContextSwitchTo(old);
	return ring;
}

/*
 * vacuum
 *		Vacuum and analyze a list of VacuumRelations; an empty list means all
 *		tables of the database.
 *
 * bstrategy	NULL: a ring of its own
 *
 * With VACUUM, or ANALYZE of several tables outside a transaction block, each
 * table gets its own transaction; the caller's is committed, and on return a
 * new one is open.
 */
void
vacuum(List *relations, VacuumParams *params, BufferAccessStrategy bstrategy,
	   bool isTopLevel)
{
	const char *command = (params->options & VACOPT_VACUUM) ? "VACUUM" : "ANALYZE";
	List *targets = NIL;
	bool in_outer_xact = false;
	bool own_xacts;
	ListCell *lc;

	if (params->options & VACOPT_VACUUM)
		PreventInTransactionBlock(isTopLevel, command);
	else
		in_outer_xact = IsInTransactionBlock(isTopLevel);
	if (in_vacuum)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s cannot be executed from VACUUM or ANALYZE", command)));

	vac_context = AllocSetContextCreate(PortalContext, "Vacuum", ALLOCSET_DEFAULT_SIZES);
	if (relations == NIL)
		targets = all_targets(params->options);
	foreach (lc, relations)
		targets = add_named(targets, lfirst_node(VacuumRelation, lc), params->options);

	own_xacts = (params->options & VACOPT_VACUUM) ||
		(!in_outer_xact && list_length(targets) > 1);
	if (own_xacts)
	{
		if (ActiveSnapshotSet())
			PopActiveSnapshot();
		CommitTransactionCommand();
	}

	process_guarded(targets, params, own_xacts, bstrategy != NULL ? bstrategy : make_ring());

	if (own_xacts)
		StartTransactionCommand(); /* the caller commits it */
	if (params->options & VACOPT_VACUUM)
		vac_update_datfrozenxid();
	MemoryContextDelete(vac_context);
	vac_context = NULL;
}

/* ---- limits of databases and of the cluster ---- */

/* The oldest ids that some row may hold: of a database, or of all. */
typedef struct OldestIds
{
	TransactionId xid;
	MultiXactId multi;
	Oid xid_db;
	Oid multi_db;
	bool bogus; /* an id from the future was found */
} OldestIds;

static void
lower_limits(OldestIds *oldest, TransactionId xid, MultiXactId multi, Oid db)
{
	Assert(TransactionIdIsNormal(xid));
	Assert(MultiXactIdIsValid(multi));
	if (TransactionIdPrecedes(xid, oldest->xid))
	{
		oldest->xid = xid;
		oldest->xid_db = db;
	}
	if (MultiXactIdPrecedes(multi, oldest->multi))
	{
		oldest->multi = multi;
		oldest->multi_db = db;
	}
	/* not the next id yet: that can only be damage */
	if (TransactionIdPrecedes(ReadNextTransactionId(), xid) ||
		MultiXactIdPrecedes(ReadNextMultiXactId(), multi))
		oldest->bogus = true;
}

/* From pg_class, what this database may hold. */
static void
oldest_of_database(OldestIds *oldest)
{
	Relation rel = table_open(RelationRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	HeapTuple tuple;

	while (!oldest->bogus && (tuple = systable_getnext(scan)) != NULL)
	{
		Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);

		/* only these hold transaction ids */
		if (form->relkind == RELKIND_RELATION ||
			form->relkind == RELKIND_MATVIEW ||
			form->relkind == RELKIND_TOASTVALUE)
			lower_limits(oldest, form->relfrozenxid, form->relminmxid, MyDatabaseId);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
}

/*
 * Cut pg_xact and pg_multixact down to what some database needs, and move the
 * limits against wraparound.
 */
static void
truncate_status_logs(OldestIds mine)
{
	OldestIds oldest = mine;
	Relation rel;
	TableScanDesc scan;
	HeapTuple tuple;

	LWLockAcquire(WrapLimitsVacuumLock, LW_EXCLUSIVE);
	rel = table_open(DatabaseRelationId, AccessShareLock);
	scan = table_beginscan_catalog(rel, 0, NULL);
	while ((tuple = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Form_pg_database form = (Form_pg_database) GETSTRUCT(tuple);

		lower_limits(&oldest, form->datfrozenxid, form->datminmxid, form->oid);
	}
	table_endscan(scan);
	table_close(rel, AccessShareLock);

	/* what is older than half the circle looks younger than the next id */
	if (oldest.bogus)
		ereport(WARNING,
				(errmsg("some databases have not been vacuumed in over 2 billion transactions"),
				 errdetail("You might have already suffered transaction-wraparound data loss.")));
	else
	{
		AdvanceOldestCommitTsXid(oldest.xid);
		TruncateCLOG(oldest.xid, oldest.xid_db);
		TruncateCommitTs(oldest.xid);
		TruncateMultiXact(oldest.multi, oldest.multi_db);
		SetTransactionIdLimit(oldest.xid, oldest.xid_db);
		SetMultiXactIdLimit(oldest.multi, oldest.multi_db, false);
	}
	LWLockRelease(WrapLimitsVacuumLock);
}

/*
 * vac_update_datfrozenxid
 *		Note in pg_database the oldest unfrozen ids of the current database, and
 *		if they moved truncate the logs of transaction status.
 *
 * One backend at a time per database (LockDatabaseFrozenIds), so that nobody
 * writes an older state over a newer one.  The row is overwritten in place.
 */
void
vac_update_datfrozenxid(void)
{
	OldestIds oldest = {0};
	Relation rel;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	Form_pg_database form;
	bool dirty = false;

	LockDatabaseFrozenIds(ExclusiveLock);
	/* no table can be newer than what no transaction may see as running */
	oldest.xid = GetOldestNonRemovableTransactionId(NULL);
	oldest.multi = GetOldestMultiXactId();
	oldest.xid_db = oldest.multi_db = MyDatabaseId;
	oldest_of_database(&oldest);
	if (oldest.bogus)
		return;

	/* the row itself, not a cached copy: it is to be overwritten whole */
	rel = table_open(DatabaseRelationId, RowExclusiveLock);
	ScanKeyInit(&key, Anum_pg_database_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(MyDatabaseId));
	scan = systable_beginscan(rel, DatabaseOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "could not find tuple for database %u", MyDatabaseId);
	tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	form = (Form_pg_database) GETSTRUCT(tuple);

	/* forward, or away from a value that cannot be */
	if (form->datfrozenxid != oldest.xid &&
		(TransactionIdPrecedes(form->datfrozenxid, oldest.xid) ||
		 TransactionIdPrecedes(ReadNextTransactionId(), form->datfrozenxid)))
	{
		form->datfrozenxid = oldest.xid;
		dirty = true;
	}
	else
		oldest.xid = form->datfrozenxid;
	if (form->datminmxid != oldest.multi &&
		(MultiXactIdPrecedes(form->datminmxid, oldest.multi) ||
		 MultiXactIdPrecedes(ReadNextMultiXactId(), form->datminmxid)))
	{
		form->datminmxid = oldest.multi;
		dirty = true;
	}
	else
		oldest.multi = form->datminmxid;
	if (dirty)
		heap_inplace_update(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);

	if (dirty || ForceTransactionIdLimitUpdate())
		truncate_status_logs(oldest);
}

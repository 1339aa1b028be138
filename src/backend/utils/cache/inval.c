/*
 * inval.c
 *		Telling every cache of every session that a catalog row has changed.
 *
 * A change of a catalog row registers messages.  They take effect in three
 * steps: at the end of the command in this session (the change becomes visible
 * to it), at commit in all sessions (the messages go to the shared queue and,
 * with the commit record, to standbys), at abort in this session alone (what
 * it has cached of its own changes is wrong again).
 *
 * Messages are kept in two growing arrays for the whole transaction, one for
 * catalog row caches and one for relation descriptors and snapshots.  A
 * (sub)transaction level remembers ranges of them:
 *
 *		... parent's | prior commands of this level | current command |
 *
 * so that taking over a child's messages, or dropping them, moves a bound.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/inval.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "access/xact_participant.h"
#include "access/xloginsert.h"
#include "catalog/catalog.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "miscadmin.h"
#include "storage/sinval.h"
#include "storage/smgr.h"
#include "utils/catcache.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relmapper.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

int debug_discard_caches = 0;

enum
{
	ROWS, /* messages for catalog row caches */
	RELS, /* for relation descriptors and snapshots */
	NKINDS
};

static struct
{
	SharedInvalidationMessage *msgs;
	int max;
} store[NKINDS];

/* One transaction level that has messages. */
typedef struct InvalLevel
{
	struct InvalLevel *parent;
	int nest_level;
	int first[NKINDS]; /* its first message */
	int current[NKINDS]; /* first of the current command */
	int end[NKINDS]; /* behind its last */
	bool init_file; /* stock's relcache init file becomes stale */
} InvalLevel;

static InvalLevel *top = NULL;

static SharedInvalidationMessage *collected; /* for the commit record */

#define MAX_CALLBACKS 64

static struct
{
	int16 id;
	SyscacheCallbackFunction function;
	Datum arg;
} syscache_callbacks[MAX_CALLBACKS];
static int nsyscache_callbacks = 0;

static struct
{
	RelcacheCallbackFunction function;
	Datum arg;
} relcache_callbacks[MAX_CALLBACKS];
static int nrelcache_callbacks = 0;

/* ---- collecting ---- */

/* The level of the current subtransaction, made if need be. */
static InvalLevel *
current_level(void)
{
	int nest = GetCurrentTransactionNestLevel();
	InvalLevel *level;

	if (top != NULL && top->nest_level == nest)
		return top;
	Assert(top == NULL || top->nest_level < nest);
	level = MemoryContextAllocZero(TopTransactionContext, sizeof(InvalLevel));
	level->parent = top;
	level->nest_level = nest;
	for (int kind = 0; kind < NKINDS; kind++)
	{
		int at = top ? top->end[kind] : 0;

		level->first[kind] = level->current[kind] = level->end[kind] = at;
	}
	top = level;
	return level;
}

static void
add_message(InvalLevel *level, int kind, const SharedInvalidationMessage *msg)
{
	int at = level->end[kind];

	if (store[kind].msgs == NULL)
	{
		store[kind].max = 32;
		store[kind].msgs = MemoryContextAlloc(TopTransactionContext,
											  32 * sizeof(*msg));
	}
	else if (at >= store[kind].max)
	{
		store[kind].max *= 2;
		store[kind].msgs = repalloc(store[kind].msgs,
									store[kind].max * sizeof(*msg));
	}
	store[kind].msgs[at] = *msg;
	level->end[kind] = at + 1;
}

/* Hash, cache and database come from catcache.c. */
static void
register_row(int cacheId, uint32 hashValue, Oid dbId)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg)); /* padding reaches WAL */
	msg.cc.id = (int8) cacheId;
	msg.cc.dbId = dbId;
	msg.cc.hashValue = hashValue;
	add_message(current_level(), ROWS, &msg);
}

/* Messages on relations are many and alike: one per command is enough. */
static bool
already_there(InvalLevel *level, int8 id, Oid relId)
{
	for (int i = level->current[RELS]; i < level->end[RELS]; i++)
	{
		SharedInvalidationMessage *m = &store[RELS].msgs[i];

		if (m->id != id)
			continue;
		/* the two structs have the same layout */
		if (m->rc.relId == relId ||
			(id == SHAREDINVALRELCACHE_ID && m->rc.relId == InvalidOid))
			return true;
	}
	return false;
}

static void
register_relation(Oid dbId, Oid relId)
{
	InvalLevel *level = current_level();

	if (!already_there(level, SHAREDINVALRELCACHE_ID, relId))
	{
		SharedInvalidationMessage msg;

		memset(&msg, 0, sizeof(msg));
		msg.rc.id = SHAREDINVALRELCACHE_ID;
		msg.rc.dbId = dbId;
		msg.rc.relId = relId;
		add_message(level, RELS, &msg);
	}

	/*
	 * A message may come without a change of a row; mark the command id used,
	 * so that the end of the command processes it.
	 */
	(void) GetCurrentCommandId(true);

	if (relId == InvalidOid || RelationIdIsInInitFile(relId))
		level->init_file = true;
}

static void
register_snapshot(Oid dbId, Oid relId)
{
	InvalLevel *level = current_level();
	SharedInvalidationMessage msg;

	if (already_there(level, SHAREDINVALSNAPSHOT_ID, relId))
		return;
	memset(&msg, 0, sizeof(msg));
	msg.sn.id = SHAREDINVALSNAPSHOT_ID;
	msg.sn.dbId = dbId;
	msg.sn.relId = relId;
	add_message(level, RELS, &msg);
}

/*
 * Which relation's descriptor does a changed row of this catalog belong to?
 * False if none.
 */
static bool
descriptor_of_row(Oid catalog, HeapTuple tuple, Oid *dbId, Oid *relId)
{
	*dbId = MyDatabaseId;
	switch (catalog)
	{
		case RelationRelationId:
		{
			Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);

			*relId = form->oid;
			if (form->relisshared)
				*dbId = InvalidOid;
			return true;
		}
		case AttributeRelationId:

			/*
			 * Columns of a shared relation change at most in statistics
			 * targets, which other databases need not know at once.
			 */
			*relId = ((Form_pg_attribute) GETSTRUCT(tuple))->attrelid;
			return true;
		case IndexRelationId:
			*relId = ((Form_pg_index) GETSTRUCT(tuple))->indexrelid;
			return true;
		case ConstraintRelationId:
		{
			Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(tuple);

			*relId = form->conrelid;
			return form->contype == CONSTRAINT_FOREIGN &&
				OidIsValid(form->conrelid);
		}
		default:
			return false;
	}
}

/*
 * CacheInvalidateHeapTuple
 *		A row was inserted, deleted (newtuple NULL) or replaced.  Called by the
 *		heap for every row; does nothing but for catalogs.
 */
void
CacheInvalidateHeapTuple(Relation relation, HeapTuple tuple,
						 HeapTuple newtuple)
{
	Oid catalog = RelationGetRelid(relation);
	Oid dbId;
	Oid relId;

	if (IsBootstrapProcessingMode())
		return;
	if (!IsCatalogRelation(relation) || IsToastRelation(relation))
		return;

	(void) current_level();
	if (RelationInvalidatesSnapshotsOnly(catalog))
		register_snapshot(IsSharedRelation(catalog) ? InvalidOid : MyDatabaseId,
						  catalog);
	else
		PrepareToInvalidateCacheTuple(relation, tuple, newtuple, register_row);

	if (descriptor_of_row(catalog, tuple, &dbId, &relId))
		register_relation(dbId, relId);
}

/* All rows of a catalog may have changed: it was rewritten. */
void
CacheInvalidateCatalog(Oid catalogId)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg));
	msg.cat.id = SHAREDINVALCATALOG_ID;
	msg.cat.dbId = IsSharedRelation(catalogId) ? InvalidOid : MyDatabaseId;
	msg.cat.catId = catalogId;
	add_message(current_level(), ROWS, &msg);
}

/* A descriptor is stale though no row of pg_class says so. */
void
CacheInvalidateRelcache(Relation relation)
{
	register_relation(relation->rd_rel->relisshared ? InvalidOid : MyDatabaseId,
					  RelationGetRelid(relation));
}

void
CacheInvalidateRelcacheAll(void)
{
	register_relation(InvalidOid, InvalidOid);
}

void
CacheInvalidateRelcacheByTuple(HeapTuple classTuple)
{
	Form_pg_class form = (Form_pg_class) GETSTRUCT(classTuple);

	register_relation(form->relisshared ? InvalidOid : MyDatabaseId, form->oid);
}

void
CacheInvalidateRelcacheByRelid(Oid relid)
{
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	CacheInvalidateRelcacheByTuple(tuple);
	ReleaseSysCache(tuple);
}

/*
 * Files and relation maps change outside of transactions: these messages go
 * out at once.
 */
void
CacheInvalidateSmgr(RelFileNodeBackend rnode)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg));
	msg.sm.id = SHAREDINVALSMGR_ID;
	msg.sm.backend_hi = (int8) (rnode.backend >> 16);
	msg.sm.backend_lo = (uint16) (rnode.backend & 0xffff);
	msg.sm.rnode = rnode.node;
	SendSharedInvalidMessages(&msg, 1);
}

void
CacheInvalidateRelmap(Oid databaseId)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg));
	msg.rm.id = SHAREDINVALRELMAP_ID;
	msg.rm.dbId = databaseId;
	SendSharedInvalidMessages(&msg, 1);
}

/* ---- executing ---- */

static bool
concerns_us(Oid dbId)
{
	return dbId == InvalidOid || dbId == MyDatabaseId;
}

static void
call_relcache_callbacks(Oid relid)
{
	for (int i = 0; i < nrelcache_callbacks; i++)
		relcache_callbacks[i].function(relcache_callbacks[i].arg, relid);
}

/* Let one message take effect on this session's caches. */
void
LocalExecuteInvalidationMessage(SharedInvalidationMessage *msg)
{
	if (msg->id >= 0)
	{
		if (!concerns_us(msg->cc.dbId))
			return;
		InvalidateCatalogSnapshot();
		SysCacheInvalidate(msg->cc.id, msg->cc.hashValue);
		CallSyscacheCallbacks(msg->cc.id, msg->cc.hashValue);
		return;
	}

	switch (msg->id)
	{
		case SHAREDINVALCATALOG_ID:
			if (concerns_us(msg->cat.dbId))
			{
				InvalidateCatalogSnapshot();
				CatalogCacheFlushCatalog(msg->cat.catId);
			}
			break;
		case SHAREDINVALRELCACHE_ID:
			if (!concerns_us(msg->rc.dbId))
				break;
			if (msg->rc.relId == InvalidOid)
				RelationCacheInvalidate(false);
			else
				RelationCacheInvalidateEntry(msg->rc.relId);
			call_relcache_callbacks(msg->rc.relId);
			break;
		case SHAREDINVALSMGR_ID:
		{
			RelFileNodeBackend rnode;

			rnode.node = msg->sm.rnode;
			rnode.backend = ((int) msg->sm.backend_hi << 16) |
				(int) msg->sm.backend_lo;
			smgrclosenode(rnode);
			break;
		}
		case SHAREDINVALRELMAP_ID:
			if (concerns_us(msg->rm.dbId))
				RelationMapInvalidate(msg->rm.dbId == InvalidOid);
			break;
		case SHAREDINVALSNAPSHOT_ID:
			if (concerns_us(msg->sn.dbId))
				InvalidateCatalogSnapshot();
			break;
		default:
			elog(FATAL, "unrecognized SI message ID: %d", msg->id);
	}
}

static void
execute_range(int kind, int from, int to)
{
	/* executing may register more, which moves the array: index, not point */
	for (int i = from; i < to; i++)
	{
		SharedInvalidationMessage msg = store[kind].msgs[i];

		LocalExecuteInvalidationMessage(&msg);
	}
}

/* Forget everything, since messages were lost. */
void
InvalidateSystemCachesExtended(bool debug_discard)
{
	InvalidateCatalogSnapshot();
	ResetCatalogCachesExt(debug_discard);
	RelationCacheInvalidate(debug_discard);

	for (int i = 0; i < nsyscache_callbacks; i++)
		syscache_callbacks[i].function(syscache_callbacks[i].arg,
									   syscache_callbacks[i].id, 0);
	call_relcache_callbacks(InvalidOid);
}

void
InvalidateSystemCaches(void)
{
	InvalidateSystemCachesExtended(false);
}

/*
 * AcceptInvalidationMessages
 *		Take in what other sessions have sent.  Called when a lock has been
 *		got and when a transaction starts.
 */
void
AcceptInvalidationMessages(void)
{
	ReceiveSharedInvalidMessages(LocalExecuteInvalidationMessage,
								 InvalidateSystemCaches);
}

/* ---- callbacks ---- */

void
CacheRegisterSyscacheCallback(int cacheid, SyscacheCallbackFunction func,
							  Datum arg)
{
	if (nsyscache_callbacks >= MAX_CALLBACKS)
		elog(FATAL, "out of syscache_callback_list slots");
	syscache_callbacks[nsyscache_callbacks].id = (int16) cacheid;
	syscache_callbacks[nsyscache_callbacks].function = func;
	syscache_callbacks[nsyscache_callbacks].arg = arg;
	nsyscache_callbacks++;
}

void
CacheRegisterRelcacheCallback(RelcacheCallbackFunction func, Datum arg)
{
	if (nrelcache_callbacks >= MAX_CALLBACKS)
		elog(FATAL, "out of relcache_callback_list slots");
	relcache_callbacks[nrelcache_callbacks].function = func;
	relcache_callbacks[nrelcache_callbacks].arg = arg;
	nrelcache_callbacks++;
}

/* hashvalue 0: any row of the cache */
void
CallSyscacheCallbacks(int cacheid, uint32 hashvalue)
{
	for (int i = 0; i < nsyscache_callbacks; i++)
	{
		if (syscache_callbacks[i].id == cacheid)
			syscache_callbacks[i].function(syscache_callbacks[i].arg, cacheid,
										   hashvalue);
	}
}

/* ---- ends of commands and transactions ---- */

/*
 * CommandEndInvalidationMessages
 *		The command's changes become visible to this session.  Called after
 *		the command counter has moved.
 */
void
CommandEndInvalidationMessages(void)
{
	InvalLevel *level = top;

	if (level == NULL)
		return;
	for (int kind = 0; kind < NKINDS; kind++)
		execute_range(kind, level->current[kind], level->end[kind]);
	if (XLogLogicalInfoActive())
		LogLogicalInvalidations();
	for (int kind = 0; kind < NKINDS; kind++)
		level->current[kind] = level->end[kind];
}

/* wal_level logical: decoding must see the command's messages in its place. */
void
LogLogicalInvalidations(void)
{
	xl_xact_invals xlrec;
	InvalLevel *level = top;
	int n[NKINDS];

	if (level == NULL)
		return;
	for (int kind = 0; kind < NKINDS; kind++)
		n[kind] = level->end[kind] - level->current[kind];
	if (n[ROWS] + n[RELS] == 0)
		return;

	memset(&xlrec, 0, MinSizeOfXactInvals);
	xlrec.nmsgs = n[ROWS] + n[RELS];
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, MinSizeOfXactInvals);
	for (int kind = 0; kind < NKINDS; kind++)
	{
		if (n[kind] > 0)
			XLogRegisterData((char *) (store[kind].msgs + level->current[kind]),
							 n[kind] * sizeof(SharedInvalidationMessage));
	}
	XLogInsert(RM_XACT_ID, XLOG_XACT_INVALIDATIONS);
}

/*
 * xactGetCommittedInvalidationMessages
 *		All messages of the transaction, for its commit record: those of row
 *		caches first.  Lives until the end of the transaction.
 */
int
xactGetCommittedInvalidationMessages(SharedInvalidationMessage **msgs,
									 bool *RelcacheInitFileInval)
{
	int total = 0;

	*RelcacheInitFileInval = false;
	*msgs = NULL;
	if (top == NULL)
		return 0;

	Assert(top->nest_level == 1 && top->parent == NULL);
	*RelcacheInitFileInval = top->init_file;
	collected = MemoryContextAlloc(CurTransactionContext,
								   (top->end[ROWS] + top->end[RELS] + 1) *
									   sizeof(SharedInvalidationMessage));
	for (int kind = 0; kind < NKINDS; kind++)
	{
		if (top->end[kind] > 0)
			memcpy(collected + total, store[kind].msgs,
				   top->end[kind] * sizeof(SharedInvalidationMessage));
		total += top->end[kind];
	}
	*msgs = collected;
	return total;
}

/*
 * ProcessCommittedInvalidationMessages
 *		Replay of a commit record: send its messages to this server's sessions,
 *		and remove the init file that they make stale.
 */
void
ProcessCommittedInvalidationMessages(SharedInvalidationMessage *msgs,
									 int nmsgs, bool RelcacheInitFileInval,
									 Oid dbid, Oid tsid)
{
	if (nmsgs <= 0)
		return;
	if (RelcacheInitFileInval)
		RelationCacheInitFileRemoveInDatabase(dbid, tsid);
	SendSharedInvalidMessages(msgs, nmsgs);
}

static void
forget_all(void)
{
	top = NULL; /* the memory goes with the transaction */
	for (int kind = 0; kind < NKINDS; kind++)
	{
		store[kind].msgs = NULL;
		store[kind].max = 0;
	}
	collected = NULL;
}

/*
 * AtEOXact_Inval
 *		Commit: tell the others.  Abort: undo in our own caches what commands
 *		that had ended made visible.
 */
void
AtEOXact_Inval(bool isCommit)
{
	InvalLevel *level = top;

	if (level == NULL)
	{
		/* of subtransactions that were rolled back messages may be left, in
		 * memory that is about to go */
		forget_all();
		return;
	}
	Assert(level->nest_level == 1 && level->parent == NULL);
	if (isCommit)
	{
		if (level->init_file)
			RelationCacheInitFilePreInvalidate();
		for (int kind = 0; kind < NKINDS; kind++)
		{
			if (level->end[kind] > 0)
				SendSharedInvalidMessages(store[kind].msgs, level->end[kind]);
		}
		if (level->init_file)
			RelationCacheInitFilePostInvalidate();
	}
	else
	{
		for (int kind = 0; kind < NKINDS; kind++)
			execute_range(kind, 0, level->current[kind]);
	}
	forget_all();
}

/* Commit: the parent takes over the messages.  Abort: as at transaction end. */
void
AtEOSubXact_Inval(bool isCommit)
{
	InvalLevel *level = top;
	int nest = GetCurrentTransactionNestLevel();

	if (level == NULL || level->nest_level != nest)
		return; /* this level has none */

	if (isCommit)
	{
		InvalLevel *parent = level->parent;

		CommandEndInvalidationMessages();
		if (parent == NULL || parent->nest_level < nest - 1)
		{
			level->nest_level--;
			return;
		}
		for (int kind = 0; kind < NKINDS; kind++)
		{
			/* the parent's current command has ended with the child's */
			parent->current[kind] = parent->end[kind] = level->end[kind];
		}
		parent->init_file |= level->init_file;
		top = parent;
	}
	else
	{
		for (int kind = 0; kind < NKINDS; kind++)
			execute_range(kind, level->first[kind], level->current[kind]);
		top = level->parent;
	}
	pfree(level);
}

/* After PREPARE the messages are in the two-phase state. */
void
PostPrepare_Inval(void)
{
	AtEOXact_Inval(false);
}

/* ---- xact.c's view ---- */

static void
command_done(void)
{
	AtCCI_RelationMap();
	CommandEndInvalidationMessages();
}

static void
end_before_locks(bool isCommit)
{
	AtEOXact_RelationCache(isCommit);
	AtEOXact_Inval(isCommit);
}

static void
sub_before_locks(const SubXactEnd *end)
{
	AtEOSubXact_RelationCache(end->is_commit, end->subid, end->parent_subid);
	AtEOSubXact_Inval(end->is_commit);
}

static void
end_of_relation_map(bool isCommit)
{
	AtEOXact_RelationMap(isCommit, false);
}

/*
 * The relation map is written as late as can be before the commit record; a
 * crash between the two would leave a map ahead of its catalogs.
 */
const XactParticipant cache_xact_participant = {
	.name = "caches",
	.start = AcceptInvalidationMessages,
	.command_done = command_done,
	.last_before_record = end_of_relation_map,
	.invalidations = xactGetCommittedInvalidationMessages,
	.before_locks = end_before_locks,
	.sub_before_locks = sub_before_locks,
	.redo_invalidations = ProcessCommittedInvalidationMessages,
};

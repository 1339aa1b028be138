/*
 * sync.c
 *		Fsyncs and unlinks for the next checkpoint.
 *
 * The checkpointer (or a standalone backend) keeps the pending requests: a
 * hash table of files to fsync, each entry marked with the cycle in which
 * it came, and a list of files to unlink. Other processes forward theirs
 * through the checkpointer's queue.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/sync/sync.c
 */
#include "postgres.h"

#include <unistd.h>

#include "lib/ilist.h"
#include "miscadmin.h"
#include "portability/instr_time.h"
#include "storage/fd.h"
#include "storage/latch.h"
#include "storage/md.h"
#include "storage/storage_callbacks.h"
#include "storage/sync.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

typedef uint16 CycleCtr;

typedef struct PendingFsync
{
	FileTag tag; /* hash key; must be first */
	CycleCtr cycle; /* in which it came */
	bool canceled;
} PendingFsync;

typedef struct PendingUnlink
{
	FileTag tag;
	CycleCtr cycle;
	bool canceled;
	slist_node link;
} PendingUnlink;

/* How often to look for new requests while working. */
#define FSYNCS_PER_ABSORB 10
#define UNLINKS_PER_ABSORB 10

static HTAB *pending_fsyncs = NULL; /* NULL: this process forwards */
static slist_head pending_unlinks = SLIST_STATIC_INIT(pending_unlinks);
static MemoryContext pending_context;
static CycleCtr sync_cycle = 0;
static CycleCtr checkpoint_cycle = 0;

static SyncOps sync_ops[SYNC_HANDLER_NONE] = {
	[SYNC_HANDLER_MD] = {mdsyncfiletag, mdunlinkfiletag, mdfiletagmatches},
};

/* SLRUs tell how their files are fsynced; before shared memory is used. */
void
sync_register_handler(SyncRequestHandler handler, const SyncOps *ops)
{
	Assert(handler > SYNC_HANDLER_MD && handler < SYNC_HANDLER_NONE);
	sync_ops[handler] = *ops;
}

/* Once per process; sets up the table in the process that keeps it. */
void
InitSync(void)
{
	HASHCTL ctl = {0};

	if (IsUnderPostmaster && !AmCheckpointerProcess())
		return;
	/* requests are remembered in critical sections too */
	pending_context = AllocSetContextCreate(TopMemoryContext,
											"Pending ops context",
											ALLOCSET_DEFAULT_SIZES);
	MemoryContextAllowInCriticalSection(pending_context, true);
	ctl.keysize = sizeof(FileTag);
	ctl.entrysize = sizeof(PendingFsync);
	ctl.hcxt = pending_context;
	pending_fsyncs = hash_create("Pending Ops Table", 100, &ctl,
								 HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	slist_init(&pending_unlinks);
}

/* ---- unlinks ---- */

/* A checkpoint begins: unlinks from now on are for the one after it. */
void
SyncPreCheckpoint(void)
{
	/* what came before the redo pointer belongs to this checkpoint */
	storage_callbacks.absorb_sync_requests();
	checkpoint_cycle++;
}

/*
 * SyncPostCheckpoint
 *		The checkpoint is complete: unlink what it was waiting for.
 *
 * The list is in order of arrival only by cycle, so all of it is looked at.
 */
void
SyncPostCheckpoint(void)
{
	slist_mutable_iter iter;
	int done = 0;

	if (pending_fsyncs == NULL)
		return;
	slist_foreach_modify (iter, &pending_unlinks)
	{
		PendingUnlink *p = slist_container(PendingUnlink, link, iter.cur);
		char path[MAXPGPATH];

		if (p->cycle == checkpoint_cycle && !p->canceled)
			continue;
		if (!p->canceled &&
			sync_ops[p->tag.handler].sync_unlinkfiletag(&p->tag, path) < 0 &&
			errno != ENOENT)
			ereport(WARNING, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", path)));
		slist_delete_current(&iter);
		pfree(p);
		done++;
	}
	if (done >= UNLINKS_PER_ABSORB)
		storage_callbacks.absorb_sync_requests();
}

/* ---- fsyncs ---- */

/*
 * Fsync one file.  A file that does not exist may have been dropped while its
 * cancellation waited in the queue: absorb and look again.
 */
static bool
fsync_one(PendingFsync *entry, uint64 *elapsed_us)
{
	for (int tries = 0; !entry->canceled; tries++)
	{
		char path[MAXPGPATH];
		instr_time start;
		instr_time end;

		INSTR_TIME_SET_CURRENT(start);
		if (sync_ops[entry->tag.handler].sync_syncfiletag(&entry->tag, path) == 0)
		{
			INSTR_TIME_SET_CURRENT(end);
			INSTR_TIME_SUBTRACT(end, start);
			*elapsed_us = INSTR_TIME_GET_MICROSEC(end);
			elog(DEBUG1, "checkpoint sync: file=%s time=%.3f ms", path,
				 (double) *elapsed_us / 1000);
			return true;
		}
		if ((errno != ENOENT && errno != EACCES) || tries > 0)
			ereport(data_sync_elevel(ERROR),
					(errcode_for_file_access(),
					 errmsg("could not fsync file \"%s\": %m", path)));
		ereport(DEBUG1,
				(errcode_for_file_access(),
				 errmsg_internal("could not fsync file \"%s\" but retrying: %m",
								 path)));
		storage_callbacks.absorb_sync_requests();
	}
	return false;
}

/*
 * ProcessSyncRequests
 *		Fsync every file for which a request came before the call.
 *
 * Requests that arrive meanwhile carry the new cycle and wait for the next
 * checkpoint, so the scan ends.  After an error entries keep older cycles;
 * the next call does them first.
 */
void
ProcessSyncRequests(void)
{
	static bool in_progress = false;
	HASH_SEQ_STATUS seq;
	PendingFsync *entry;
	int nsynced = 0;
	int until_absorb = FSYNCS_PER_ABSORB;
	uint64 longest = 0;
	uint64 total = 0;

	if (pending_fsyncs == NULL)
		elog(ERROR, "cannot sync without a pendingOps table");
	storage_callbacks.absorb_sync_requests();

	if (in_progress)
	{
		/* the last call failed: make its leftovers old again */
		hash_seq_init(&seq, pending_fsyncs);
		while ((entry = (PendingFsync *) hash_seq_search(&seq)) != NULL)
			entry->cycle = sync_cycle;
	}
	sync_cycle++;
	in_progress = true;

	hash_seq_init(&seq, pending_fsyncs);
	while ((entry = (PendingFsync *) hash_seq_search(&seq)) != NULL)
	{
		uint64 us;

		if (entry->cycle == sync_cycle)
			continue;
		if (enableFsync && !entry->canceled)
		{
			if (--until_absorb <= 0)
			{
				storage_callbacks.absorb_sync_requests();
				until_absorb = FSYNCS_PER_ABSORB;
			}
			if (fsync_one(entry, &us))
			{
				nsynced++;
				total += us;
				longest = Max(longest, us);
			}
		}
		if (hash_search(pending_fsyncs, &entry->tag, HASH_REMOVE, NULL) == NULL)
			elog(ERROR, "pendingOps corrupted");
	}
	storage_callbacks.count_files_synced(nsynced, longest, total);
	in_progress = false;
}

/* ---- requests ---- */

static void
filter_requests(const FileTag *filter)
{
	HASH_SEQ_STATUS seq;
	PendingFsync *entry;
	slist_mutable_iter iter;
	const SyncOps *ops = &sync_ops[filter->handler];

	hash_seq_init(&seq, pending_fsyncs);
	while ((entry = (PendingFsync *) hash_seq_search(&seq)) != NULL)
		if (entry->tag.handler == filter->handler &&
			ops->sync_filetagmatches(filter, &entry->tag))
			entry->canceled = true;
	slist_foreach_modify (iter, &pending_unlinks)
	{
		PendingUnlink *p = slist_container(PendingUnlink, link, iter.cur);

		if (p->tag.handler == filter->handler &&
			ops->sync_filetagmatches(filter, &p->tag))
			p->canceled = true;
	}
}

/* In the process that keeps the table: take in one request. */
void
RememberSyncRequest(const FileTag *ftag, SyncRequestType type)
{
	PendingFsync *entry;
	bool found;

	Assert(pending_fsyncs != NULL);
	switch (type)
	{
		case SYNC_FORGET_REQUEST:
			entry = (PendingFsync *) hash_search(pending_fsyncs, ftag,
												 HASH_FIND, NULL);
			if (entry != NULL)
				entry->canceled = true;
			break;
		case SYNC_FILTER_REQUEST:
			filter_requests(ftag);
			break;
		case SYNC_UNLINK_REQUEST:
		{
			PendingUnlink *p = MemoryContextAlloc(pending_context,
												  sizeof(PendingUnlink));

			p->tag = *ftag;
			p->cycle = checkpoint_cycle;
			p->canceled = false;
			slist_push_head(&pending_unlinks, &p->link);
			break;
		}
		case SYNC_REQUEST:
			entry = (PendingFsync *) hash_search(pending_fsyncs, ftag,
												 HASH_ENTER, &found);
			/* an older request keeps its cycle: it must not be put off */
			if (!found || entry->canceled)
			{
				entry->cycle = sync_cycle;
				entry->canceled = false;
			}
			break;
	}
}

/*
 * RegisterSyncRequest
 *		Remember or forward a request.
 *
 * retryOnError: wait until the queue has room.  Otherwise false says that the
 * caller must do the fsync by itself.
 *
 * Waiting may be done by a transaction whose commit record is already written,
 * which can no longer abort: so the postmaster's death is no reason to leave
 * here.  The request is dropped then; recovery makes up for it.
 */
bool
RegisterSyncRequest(const FileTag *ftag, SyncRequestType type,
					bool retryOnError)
{
	if (pending_fsyncs != NULL)
	{
		RememberSyncRequest(ftag, type);
		return true;
	}
	for (;;)
	{
		bool sent = storage_callbacks.forward_sync_request(ftag, type);

		if (sent || !retryOnError)
			return sent;
		if (WaitLatch(NULL, WL_POSTMASTER_DEATH | WL_TIMEOUT, 10,
					  WAIT_EVENT_REGISTER_SYNC_REQUEST) &
			WL_POSTMASTER_DEATH)
			return false;
	}
}

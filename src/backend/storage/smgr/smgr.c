/*
 * smgr.c
 *		Handles of relations' files.
 *
 * A hash table per process keeps one SMgrRelation per relation touched. A
 * handle with an owner (a relation-cache entry) lives until that resets it;
 * the others are closed at the end of the transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/smgr/smgr.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/md.h"
#include "storage/sinval.h"
#include "storage/smgr.h"
#include "storage/storage_callbacks.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

static HTAB *handles = NULL;
static dlist_head unowned; /* handles without an owner */

static void
smgr_at_exit(int code, Datum arg)
{
	smgrcloseall();
}

/* Once per process. */
void
smgrinit(void)
{
	mdinit();
	on_proc_exit(smgr_at_exit, 0);
}

static void
create_handle_table(void)
{
	HASHCTL ctl = {0};

	ctl.keysize = sizeof(RelFileNodeBackend);
	ctl.entrysize = sizeof(SMgrRelationData);
	handles = hash_create("smgr relation table", 400, &ctl,
						  HASH_ELEM | HASH_BLOBS);
	dlist_init(&unowned);
}

/*
 * smgropen
 *		The handle of a relation, made if there is none.  Opens no file.
 *
 * It is valid until closed: by its owner, an invalidation message, or the end
 * of the transaction.
 */
SMgrRelation
smgropen(RelFileNode rnode, BackendId backend)
{
	RelFileNodeBackend key = {.node = rnode, .backend = backend};
	SMgrRelation reln;
	bool found;

	if (handles == NULL)
		create_handle_table();
	reln = (SMgrRelation) hash_search(handles, &key, HASH_ENTER, &found);
	if (found)
		return reln;

	reln->smgr_owner = NULL;
	reln->smgr_targblock = InvalidBlockNumber;
	for (int fork = 0; fork <= MAX_FORKNUM; fork++)
		reln->smgr_cached_nblocks[fork] = InvalidBlockNumber;
	reln->smgr_which = 0;
	mdopen(reln);
	dlist_push_tail(&unowned, &reln->node);
	return reln;
}

/* Make *owner the pointer to a handle, and reset it when that is closed. */
void
smgrsetowner(SMgrRelation *owner, SMgrRelation reln)
{
	Assert(owner != NULL);
	if (reln->smgr_owner)
		*reln->smgr_owner = NULL;
	else
		dlist_delete(&reln->node);
	reln->smgr_owner = owner;
	*owner = reln;
}

void
smgrclearowner(SMgrRelation *owner, SMgrRelation reln)
{
	if (reln->smgr_owner != owner)
		return;
	*owner = NULL;
	reln->smgr_owner = NULL;
	dlist_push_tail(&unowned, &reln->node);
}

/* Close the files; the handle stays. */
void
smgrrelease(SMgrRelation reln)
{
	for (ForkNumber fork = 0; fork <= MAX_FORKNUM; fork++)
	{
		mdclose(reln, fork);
		reln->smgr_cached_nblocks[fork] = InvalidBlockNumber;
	}
	reln->smgr_targblock = InvalidBlockNumber;
}

/* Close the files and free the handle. */
void
smgrclose(SMgrRelation reln)
{
	SMgrRelation *owner = reln->smgr_owner;

	smgrrelease(reln);
	if (owner == NULL)
		dlist_delete(&reln->node);
	if (hash_search(handles, &reln->smgr_rnode, HASH_REMOVE, NULL) == NULL)
		elog(ERROR, "SMgrRelation hashtable corrupted");
	if (owner != NULL)
		*owner = NULL;
}

static void
for_all_handles(void (*action)(SMgrRelation reln))
{
	HASH_SEQ_STATUS seq;
	SMgrRelation reln;

	if (handles == NULL)
		return;
	hash_seq_init(&seq, handles);
	while ((reln = (SMgrRelation) hash_seq_search(&seq)) != NULL)
		action(reln);
}

void
smgrreleaseall(void)
{
	for_all_handles(smgrrelease);
}

void
smgrcloseall(void)
{
	for_all_handles(smgrclose);
}

/* Close the handle of this relation, if there is one (for invalidation). */
void
smgrclosenode(RelFileNodeBackend rnode)
{
	SMgrRelation reln;

	if (handles == NULL)
		return;
	reln = (SMgrRelation) hash_search(handles, &rnode, HASH_FIND, NULL);
	if (reln != NULL)
		smgrclose(reln);
}

/* All processes must let go of all files. */
bool
ProcessBarrierSmgrRelease(void)
{
	smgrreleaseall();
	return true;
}

/* Handles that nobody owns do not outlive a transaction. */
void
AtEOXact_SMgr(void)
{
	dlist_mutable_iter iter;

	if (handles == NULL)
		return;
	dlist_foreach_modify (iter, &unowned)
		smgrclose(dlist_container(SMgrRelationData, node, iter.cur));
}

/* Tell all other processes to close their files of a relation. */
static void
send_smgr_inval(RelFileNodeBackend rnode)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg));
	msg.sm.id = SHAREDINVALSMGR_ID;
	msg.sm.backend_hi = rnode.backend >> 16;
	msg.sm.backend_lo = rnode.backend & 0xffff;
	msg.sm.rnode = rnode.node;
	SendSharedInvalidMessages(&msg, 1);
}

/* ---- files ---- */

bool
smgrexists(SMgrRelation reln, ForkNumber forknum)
{
	return mdexists(reln, forknum);
}

/* isRedo: it may exist already. */
void
smgrcreate(SMgrRelation reln, ForkNumber forknum, bool isRedo)
{
	mdcreate(reln, forknum, isRedo);
}

/*
 * smgrdosyncall
 *		Write and fsync all forks, without WAL: for relations made under
 *		wal_level minimal, before their transaction commits.
 */
void
smgrdosyncall(SMgrRelation *rels, int nrels)
{
	if (nrels == 0)
		return;
	FlushRelationsAllBuffers(rels, nrels);
	for (int i = 0; i < nrels; i++)
		for (ForkNumber fork = 0; fork <= MAX_FORKNUM; fork++)
			if (mdexists(rels[i], fork))
				mdimmedsync(rels[i], fork);
}

/*
 * smgrdounlinkall
 *		Remove all files of some relations.
 *
 * After the commit record of the drop, so no error may be raised: problems
 * are warnings.  Buffers are dropped first, so that nobody writes them later,
 * and other processes told to close their descriptors.
 */
void
smgrdounlinkall(SMgrRelation *rels, int nrels, bool isRedo)
{
	if (nrels == 0)
		return;
	DropRelFileNodesAllBuffers(rels, nrels);
	for (int i = 0; i < nrels; i++)
	{
		RelFileNodeBackend rnode = rels[i]->smgr_rnode;

		smgrrelease(rels[i]);
		send_smgr_inval(rnode);
	}
	for (int i = 0; i < nrels; i++)
		mdunlink(rels[i]->smgr_rnode, InvalidForkNumber, isRedo);
}

/* ---- blocks ---- */

/* Write a new block at the end; blocks between become zeros. */
void
smgrextend(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
		   char *buffer, bool skipFsync)
{
	mdextend(reln, forknum, blocknum, buffer, skipFsync);
	if (reln->smgr_cached_nblocks[forknum] == blocknum)
		reln->smgr_cached_nblocks[forknum] = blocknum + 1;
	else
		reln->smgr_cached_nblocks[forknum] = InvalidBlockNumber;
}

/* False if the file does not exist, in recovery. */
bool
smgrprefetch(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum)
{
	return mdprefetch(reln, forknum, blocknum);
}

void
smgrread(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
		 char *buffer)
{
	mdread(reln, forknum, blocknum, buffer);
}

/* skipFsync: the caller fsyncs the file by itself. */
void
smgrwrite(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
		  char *buffer, bool skipFsync)
{
	mdwrite(reln, forknum, blocknum, buffer, skipFsync);
}

void
smgrwriteback(SMgrRelation reln, ForkNumber forknum, BlockNumber blocknum,
			  BlockNumber nblocks)
{
	mdwriteback(reln, forknum, blocknum, nblocks);
}

/* Blocks of a fork, which must exist. */
BlockNumber
smgrnblocks(SMgrRelation reln, ForkNumber forknum)
{
	BlockNumber n = smgrnblocks_cached(reln, forknum);

	if (n != InvalidBlockNumber)
		return n;
	n = mdnblocks(reln, forknum);
	reln->smgr_cached_nblocks[forknum] = n;
	return n;
}

/* Only in recovery does nobody else extend files behind our back. */
BlockNumber
smgrnblocks_cached(SMgrRelation reln, ForkNumber forknum)
{
	if (storage_callbacks.in_recovery())
		return reln->smgr_cached_nblocks[forknum];
	return InvalidBlockNumber;
}

/*
 * smgrtruncate
 *		Cut forks to these lengths.
 *
 * The caller holds AccessExclusiveLock, and has logged it; an error after the
 * buffers are dropped is one the caller must turn into a PANIC.
 */
void
smgrtruncate(SMgrRelation reln, ForkNumber *forknum, int nforks,
			 BlockNumber *nblocks)
{
	DropRelFileNodeBuffers(reln, forknum, nforks, nblocks);
	send_smgr_inval(reln->smgr_rnode);
	for (int i = 0; i < nforks; i++)
	{
		/* unknown, should the truncation fail */
		reln->smgr_cached_nblocks[forknum[i]] = InvalidBlockNumber;
		mdtruncate(reln, forknum[i], nblocks[i]);
		reln->smgr_cached_nblocks[forknum[i]] = nblocks[i];
	}
}

/* Fsync a fork now; its buffers must be written already. */
void
smgrimmedsync(SMgrRelation reln, ForkNumber forknum)
{
	mdimmedsync(reln, forknum);
}

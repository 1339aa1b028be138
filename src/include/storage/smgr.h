/*
 * smgr.h
 *		The storage manager: files of relations, block by block.
 *
 * One implementation (md: plain files in 1 GB segments), so smgr calls it
 * directly. An SMgrRelation is a process-local handle that caches open
 * files.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/smgr.h
 */
#ifndef SMGR_H
#define SMGR_H

#include "lib/ilist.h"
#include "storage/block.h"
#include "storage/relfilenode.h"

typedef struct SMgrRelationData
{
	RelFileNodeBackend smgr_rnode; /* hash key; must be first */
	struct SMgrRelationData **smgr_owner; /* pointer to reset on close */

	/* cleared by invalidation messages and by closing */
	BlockNumber smgr_targblock; /* where the last insert went */
	BlockNumber smgr_cached_nblocks[MAX_FORKNUM + 1]; /* recovery only */

	int smgr_which; /* always 0: md */

	/* md's open segments, per fork; segment i at index i */
	int md_num_open_segs[MAX_FORKNUM + 1];
	struct _MdfdVec *md_seg_fds[MAX_FORKNUM + 1];

	dlist_node node; /* in the list of unowned handles */
} SMgrRelationData;
typedef SMgrRelationData *SMgrRelation;

#define SmgrIsTemp(smgr) RelFileNodeBackendIsTemp((smgr)->smgr_rnode)

/* storage/smgr/smgr.c: handles */
extern void AtEOXact_SMgr(void);
extern bool ProcessBarrierSmgrRelease(void);
extern void smgrclearowner(SMgrRelation *owner, SMgrRelation reln);
extern void smgrclose(SMgrRelation reln);
extern void smgrcloseall(void);
extern void smgrclosenode(RelFileNodeBackend rnode);
extern void smgrinit(void);
extern SMgrRelation smgropen(RelFileNode rnode, BackendId backend);
extern void smgrrelease(SMgrRelation reln);
extern void smgrreleaseall(void);
extern void smgrsetowner(SMgrRelation *owner, SMgrRelation reln);

/* storage/smgr/smgr.c: files */
extern bool smgrexists(SMgrRelation reln, ForkNumber forknum);
extern void smgrcreate(SMgrRelation reln, ForkNumber forknum, bool isRedo);
extern void smgrdosyncall(SMgrRelation *rels, int nrels);
extern void smgrdounlinkall(SMgrRelation *rels, int nrels, bool isRedo);

/* storage/smgr/smgr.c: blocks */
extern void smgrextend(SMgrRelation reln, ForkNumber forknum,
					   BlockNumber blocknum, char *buffer, bool skipFsync);
extern void smgrimmedsync(SMgrRelation reln, ForkNumber forknum);
extern BlockNumber smgrnblocks(SMgrRelation reln, ForkNumber forknum);
extern BlockNumber smgrnblocks_cached(SMgrRelation reln, ForkNumber forknum);
extern bool smgrprefetch(SMgrRelation reln, ForkNumber forknum,
						 BlockNumber blocknum);
extern void smgrread(SMgrRelation reln, ForkNumber forknum,
					 BlockNumber blocknum, char *buffer);
extern void smgrtruncate(SMgrRelation reln, ForkNumber *forknum, int nforks,
						 BlockNumber *nblocks);
extern void smgrwrite(SMgrRelation reln, ForkNumber forknum,
					  BlockNumber blocknum, char *buffer, bool skipFsync);
extern void smgrwriteback(SMgrRelation reln, ForkNumber forknum,
						  BlockNumber blocknum, BlockNumber nblocks);

#endif /* SMGR_H */

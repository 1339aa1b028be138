/*
 * md.h
 *		Relation files on a plain file system.
 *
 * Called by smgr.c and, for its fsync requests, by sync.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/md.h
 */
#ifndef MD_H
#define MD_H

#include "storage/block.h"
#include "storage/relfilenode.h"
#include "storage/smgr.h"
#include "storage/sync.h"

/* storage/smgr/md.c: handles and files */
extern void mdinit(void);
extern void mdopen(SMgrRelation reln);
extern void mdclose(SMgrRelation reln, ForkNumber forknum);
extern bool mdexists(SMgrRelation reln, ForkNumber forknum);
extern void mdcreate(SMgrRelation reln, ForkNumber forknum, bool isRedo);
extern void mdunlink(RelFileNodeBackend rnode, ForkNumber forknum, bool isRedo);

/* storage/smgr/md.c: blocks */
extern void mdextend(SMgrRelation reln, ForkNumber forknum,
					 BlockNumber blocknum, char *buffer, bool skipFsync);
extern void mdimmedsync(SMgrRelation reln, ForkNumber forknum);
extern BlockNumber mdnblocks(SMgrRelation reln, ForkNumber forknum);
extern bool mdprefetch(SMgrRelation reln, ForkNumber forknum,
					   BlockNumber blocknum);
extern void mdread(SMgrRelation reln, ForkNumber forknum,
				   BlockNumber blocknum, char *buffer);
extern void mdtruncate(SMgrRelation reln, ForkNumber forknum,
					   BlockNumber nblocks);
extern void mdwrite(SMgrRelation reln, ForkNumber forknum,
					BlockNumber blocknum, char *buffer, bool skipFsync);
extern void mdwriteback(SMgrRelation reln, ForkNumber forknum,
						BlockNumber blocknum, BlockNumber nblocks);

/* storage/smgr/md.c: requests to the checkpointer */
extern void ForgetDatabaseSyncRequests(Oid dbid);
extern void DropRelationFiles(RelFileNode *delrels, int ndelrels, bool isRedo);
extern int mdsyncfiletag(const FileTag *ftag, char *path);
extern int mdunlinkfiletag(const FileTag *ftag, char *path);
extern bool mdfiletagmatches(const FileTag *ftag, const FileTag *candidate);

#endif /* MD_H */

/*
 * storage.h
 *		Making, truncating and removing the files of relations.
 *
 * Files follow the transaction: new ones go at abort, old ones at commit.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/storage.h
 */
#ifndef STORAGE_H
#define STORAGE_H

#include "storage/block.h"
#include "storage/relfilenode.h"
#include "storage/smgr.h"
#include "utils/relcache.h"

extern int wal_skip_threshold;

extern SMgrRelation RelationCreateStorage(RelFileNode rnode,
										  char relpersistence,
										  bool register_delete);
extern void RelationDropStorage(Relation rel);
extern void RelationPreserveStorage(RelFileNode rnode, bool atCommit);
extern void RelationPreTruncate(Relation rel);
extern void RelationTruncate(Relation rel, BlockNumber nblocks);
extern void RelationCopyStorage(SMgrRelation src, SMgrRelation dst,
								ForkNumber forkNum, char relpersistence);
extern bool RelFileNodeSkippingWAL(RelFileNode rnode);

/* at the ends of transactions */
extern void smgrDoPendingDeletes(bool isCommit);
extern void smgrDoPendingSyncs(bool isCommit, bool isParallelWorker);
extern int smgrGetPendingDeletes(bool forCommit, RelFileNode **ptr);
extern void AtSubCommit_smgr(void);
extern void AtSubAbort_smgr(void);
extern void PostPrepare_smgr(void);

#endif /* STORAGE_H */

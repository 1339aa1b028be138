/*
 * inval.h
 *		Telling every cache of every session that a catalog row has changed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/inval.h
 */
#ifndef INVAL_H
#define INVAL_H

#include "access/htup.h"
#include "storage/relfilenode.h"
#include "storage/sinval.h"
#include "utils/relcache.h"

extern int debug_discard_caches;

typedef void (*SyscacheCallbackFunction)(Datum arg, int cacheid,
										 uint32 hashvalue);
typedef void (*RelcacheCallbackFunction)(Datum arg, Oid relid);

/* registering changes of this transaction */
extern void CacheInvalidateHeapTuple(Relation relation, HeapTuple tuple,
									 HeapTuple newtuple);
extern void CacheInvalidateCatalog(Oid catalogId);
extern void CacheInvalidateRelcache(Relation relation);
extern void CacheInvalidateRelcacheAll(void);
extern void CacheInvalidateRelcacheByTuple(HeapTuple classTuple);
extern void CacheInvalidateRelcacheByRelid(Oid relid);
extern void CacheInvalidateSmgr(RelFileNodeBackend rnode);
extern void CacheInvalidateRelmap(Oid databaseId);

/* taking in the changes of others */
extern void AcceptInvalidationMessages(void);
extern void InvalidateSystemCaches(void);
extern void InvalidateSystemCachesExtended(bool debug_discard);
extern void LocalExecuteInvalidationMessage(SharedInvalidationMessage *msg);
extern void CacheRegisterSyscacheCallback(int cacheid,
										  SyscacheCallbackFunction func,
										  Datum arg);
extern void CacheRegisterRelcacheCallback(RelcacheCallbackFunction func,
										  Datum arg);
extern void CallSyscacheCallbacks(int cacheid, uint32 hashvalue);

/* transaction machinery */
extern void CommandEndInvalidationMessages(void);
extern void AtEOXact_Inval(bool isCommit);
extern void AtEOSubXact_Inval(bool isCommit);
extern void PostPrepare_Inval(void);
extern void LogLogicalInvalidations(void);
extern int xactGetCommittedInvalidationMessages(SharedInvalidationMessage **msgs,
												bool *RelcacheInitFileInval);
extern void ProcessCommittedInvalidationMessages(SharedInvalidationMessage *msgs,
												 int nmsgs,
												 bool RelcacheInitFileInval,
												 Oid dbid, Oid tsid);

/* how the caches take part in ends of commands and transactions */
struct XactParticipant;
extern const struct XactParticipant cache_xact_participant;

#endif /* INVAL_H */

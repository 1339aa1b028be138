/*
 * utils/upcalls.h
 *		What the base layer calls in layers above it.
 *
 * Each function is implemented by the file named; the declaration here is the
 * interface that the base layer demands.  They are weak, so that a program
 * linked without the upper layer (a unit test) still links; the base code
 * checks for NULL where that can happen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/upcalls.h
 */
#ifndef UPCALLS_H
#define UPCALLS_H

struct ResourceOwnerData;

#define UPCALL __attribute__((weak))

struct ResourceOwnerData;

/* storage/ipc/ipc.c */
extern void proc_exit(int code) pg_attribute_noreturn() UPCALL;
extern bool proc_exit_inprogress UPCALL;
typedef void (*pg_on_exit_callback)(int code, Datum arg);
extern void on_proc_exit(pg_on_exit_callback function, Datum arg) UPCALL;
extern void on_shmem_exit(pg_on_exit_callback function, Datum arg) UPCALL;

/* storage/file/fd.c */
extern int durable_rename(const char *oldfile, const char *newfile,
						  int elevel) UPCALL;
extern int pg_fsync(int fd) UPCALL;
extern void FileClose(int file) UPCALL;

/* storage/buffer/bufmgr.c, storage/lmgr */
extern void ReleaseBuffer(int buffer) UPCALL;
extern void PrintBufferLeakWarning(int buffer) UPCALL;
extern void ProcReleaseLocks(bool isCommit) UPCALL;
struct LOCALLOCK;
extern void LockReleaseCurrentOwner(struct LOCALLOCK **locallocks,
									int nlocks) UPCALL;
extern void LockReassignCurrentOwner(struct LOCALLOCK **locallocks,
									 int nlocks) UPCALL;
extern void ReleasePredicateLocks(bool isCommit, bool isReadOnlySafe) UPCALL;

/* access/transam */
extern bool IsTransactionState(void) UPCALL;
extern int GetCurrentTransactionNestLevel(void) UPCALL;
extern uint32 GetTopTransactionIdIfAny(void) UPCALL;
extern bool IsInParallelMode(void) UPCALL;
extern TimestampTz GetCurrentStatementStartTimestamp(void) UPCALL;

/* utils/cache, executor, snapmgr */
struct RelationData;
struct HeapTupleData;
struct catclist;
struct CachedPlan;
struct TupleDescData;
struct SnapshotData;
extern void RelationClose(struct RelationData *relation) UPCALL;
extern void ReleaseCatCache(struct HeapTupleData *tuple) UPCALL;
extern void ReleaseCatCacheList(struct catclist *list) UPCALL;
extern void ReleaseCachedPlan(struct CachedPlan *plan,
							  struct ResourceOwnerData *owner) UPCALL;
extern void DecrTupleDescRefCount(struct TupleDescData *tupdesc) UPCALL;
extern void UnregisterSnapshot(struct SnapshotData *snapshot) UPCALL;

/* tcop/postgres.c */
extern unsigned int whereToSendOutput UPCALL; /* a CommandDest */
extern bool ClientAuthInProgress UPCALL;
extern const char *debug_query_string UPCALL;

#endif /* UPCALLS_H */

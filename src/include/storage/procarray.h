/*
 * procarray.h
 *		Running transactions: who runs, and what snapshots see.
 *
 * See storage/ipc/README for the rules on ProcArrayLock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/procarray.h
 */
#ifndef PROCARRAY_H
#define PROCARRAY_H

#include "storage/lock.h"
#include "storage/standby.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

/* storage/ipc/procarray.c: membership */
extern void CreateSharedProcArray(void);
extern void ProcArrayAdd(PGPROC *proc);
extern void ProcArrayClearTransaction(PGPROC *proc);
extern void ProcArrayEndTransaction(PGPROC *proc, TransactionId latestXid);
extern void ProcArrayRemove(PGPROC *proc, TransactionId latestXid);
extern Size ProcArrayShmemSize(void);
extern void XidCacheRemoveRunningXids(TransactionId xid, int nxids,
									  const TransactionId *xids,
									  TransactionId latestXid);

/* storage/ipc/procarray.c: snapshots */
extern int GetMaxSnapshotSubxidCount(void);
extern int GetMaxSnapshotXidCount(void);
extern RunningTransactions GetRunningTransactionData(void);
extern Snapshot GetSnapshotData(Snapshot snapshot);
extern bool ProcArrayInstallImportedXmin(TransactionId xmin,
										 VirtualTransactionId *sourcevxid);
extern bool ProcArrayInstallRestoredXmin(TransactionId xmin, PGPROC *proc);

/* storage/ipc/procarray.c: is it running? */
extern bool TransactionIdIsInProgress(TransactionId xid);
extern bool TransactionIdIsActive(TransactionId xid);
extern bool MinimumActiveBackends(int min);

/* storage/ipc/procarray.c: horizons */
extern TransactionId GetOldestNonRemovableTransactionId(Relation rel);
extern TransactionId GetOldestTransactionIdConsideredRunning(void);
extern TransactionId GetOldestActiveTransactionId(void);
extern TransactionId GetOldestSafeDecodingTransactionId(bool catalogOnly);
extern void GetReplicationHorizons(TransactionId *slot_xmin,
								   TransactionId *catalog_xmin);
extern void ProcArraySetReplicationSlotXmin(TransactionId xmin,
											TransactionId catalog_xmin,
											bool already_locked);
extern void ProcArrayGetReplicationSlotXmin(TransactionId *xmin,
											TransactionId *catalog_xmin);

/* storage/ipc/procarray.c: lists of processes */
extern VirtualTransactionId *GetVirtualXIDsDelayingChkpt(int *nvxids, int type);
extern bool HaveVirtualXIDsDelayingChkpt(VirtualTransactionId *vxids,
										 int nvxids, int type);
extern VirtualTransactionId *GetCurrentVirtualXIDs(TransactionId limitXmin,
												   bool excludeXmin0,
												   bool allDbs,
												   int excludeVacuum,
												   int *nvxids);
extern VirtualTransactionId *GetConflictingVirtualXIDs(TransactionId limitXmin,
													   Oid dbOid);
extern PGPROC *BackendPidGetProc(int pid);
extern PGPROC *BackendPidGetProcWithLock(int pid);
extern int BackendXidGetPid(TransactionId xid);
extern bool IsBackendPid(int pid);
extern pid_t CancelVirtualTransaction(VirtualTransactionId vxid,
									  ProcSignalReason sigmode);
extern pid_t SignalVirtualTransaction(VirtualTransactionId vxid,
									  ProcSignalReason sigmode,
									  bool conflictPending);
extern int CountDBBackends(Oid databaseid);
extern int CountDBConnections(Oid databaseid);
extern int CountUserBackends(Oid roleid);
extern void CancelDBBackends(Oid databaseid, ProcSignalReason sigmode,
							 bool conflictPending);
extern bool CountOtherDBBackends(Oid databaseId, int *nbackends,
								 int *nprepared);
extern void TerminateOtherDBBackends(Oid databaseId);

#endif /* PROCARRAY_H */

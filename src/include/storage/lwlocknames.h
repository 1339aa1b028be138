/*
 * lwlocknames.h
 *		The individual lightweight locks.
 *
 * One line per lock: index in the main array, name. The names are what
 * pg_stat_activity shows. Indexes may have gaps.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/lwlocknames.h
 */
#ifndef LWLOCKNAMES_H
#define LWLOCKNAMES_H

/* clang-format off */
#define INDIVIDUAL_LWLOCKS(X)         \
	X(1, ShmemIndex)                  \
	X(2, OidGen)                      \
	X(3, XidGen)                      \
	X(4, ProcArray)                   \
	X(5, SInvalRead)                  \
	X(6, SInvalWrite)                 \
	X(7, WALBufMapping)               \
	X(8, WALWrite)                    \
	X(9, ControlFile)                 \
	X(11, XactSLRU)                   \
	X(12, SubtransSLRU)               \
	X(13, MultiXactGen)               \
	X(14, MultiXactOffsetSLRU)        \
	X(15, MultiXactMemberSLRU)        \
	X(16, RelCacheInit)               \
	X(17, CheckpointerComm)           \
	X(18, TwoPhaseState)              \
	X(19, TablespaceCreate)           \
	X(20, BtreeVacuum)                \
	X(21, AddinShmemInit)             \
	X(22, Autovacuum)                 \
	X(23, AutovacuumSchedule)         \
	X(24, SyncScan)                   \
	X(25, RelationMapping)            \
	X(26, NotifySLRU)                 \
	X(27, NotifyQueue)                \
	X(28, SerializableXactHash)       \
	X(29, SerializableFinishedList)   \
	X(30, SerializablePredicateList)  \
	X(31, SerialSLRU)                 \
	X(32, SyncRep)                    \
	X(33, BackgroundWorker)           \
	X(34, DynamicSharedMemoryControl) \
	X(35, AutoFile)                   \
	X(36, ReplicationSlotAllocation)  \
	X(37, ReplicationSlotControl)     \
	X(38, CommitTsSLRU)               \
	X(39, CommitTs)                   \
	X(40, ReplicationOrigin)          \
	X(41, MultiXactTruncation)        \
	X(42, OldSnapshotTimeMap)         \
	X(43, LogicalRepWorker)           \
	X(44, XactTruncation)             \
	X(46, WrapLimitsVacuum)           \
	X(47, NotifyQueueTail)
/* clang-format on */

#define NUM_INDIVIDUAL_LWLOCKS 48

#define ShmemIndexLock (&MainLWLockArray[1].lock)
#define OidGenLock (&MainLWLockArray[2].lock)
#define XidGenLock (&MainLWLockArray[3].lock)
#define ProcArrayLock (&MainLWLockArray[4].lock)
#define SInvalReadLock (&MainLWLockArray[5].lock)
#define SInvalWriteLock (&MainLWLockArray[6].lock)
#define WALBufMappingLock (&MainLWLockArray[7].lock)
#define WALWriteLock (&MainLWLockArray[8].lock)
#define ControlFileLock (&MainLWLockArray[9].lock)
#define XactSLRULock (&MainLWLockArray[11].lock)
#define SubtransSLRULock (&MainLWLockArray[12].lock)
#define MultiXactGenLock (&MainLWLockArray[13].lock)
#define MultiXactOffsetSLRULock (&MainLWLockArray[14].lock)
#define MultiXactMemberSLRULock (&MainLWLockArray[15].lock)
#define RelCacheInitLock (&MainLWLockArray[16].lock)
#define CheckpointerCommLock (&MainLWLockArray[17].lock)
#define TwoPhaseStateLock (&MainLWLockArray[18].lock)
#define TablespaceCreateLock (&MainLWLockArray[19].lock)
#define BtreeVacuumLock (&MainLWLockArray[20].lock)
#define AddinShmemInitLock (&MainLWLockArray[21].lock)
#define AutovacuumLock (&MainLWLockArray[22].lock)
#define AutovacuumScheduleLock (&MainLWLockArray[23].lock)
#define SyncScanLock (&MainLWLockArray[24].lock)
#define RelationMappingLock (&MainLWLockArray[25].lock)
#define NotifySLRULock (&MainLWLockArray[26].lock)
#define NotifyQueueLock (&MainLWLockArray[27].lock)
#define SerializableXactHashLock (&MainLWLockArray[28].lock)
#define SerializableFinishedListLock (&MainLWLockArray[29].lock)
#define SerializablePredicateListLock (&MainLWLockArray[30].lock)
#define SerialSLRULock (&MainLWLockArray[31].lock)
#define SyncRepLock (&MainLWLockArray[32].lock)
#define BackgroundWorkerLock (&MainLWLockArray[33].lock)
#define DynamicSharedMemoryControlLock (&MainLWLockArray[34].lock)
#define AutoFileLock (&MainLWLockArray[35].lock)
#define ReplicationSlotAllocationLock (&MainLWLockArray[36].lock)
#define ReplicationSlotControlLock (&MainLWLockArray[37].lock)
#define CommitTsSLRULock (&MainLWLockArray[38].lock)
#define CommitTsLock (&MainLWLockArray[39].lock)
#define ReplicationOriginLock (&MainLWLockArray[40].lock)
#define MultiXactTruncationLock (&MainLWLockArray[41].lock)
#define OldSnapshotTimeMapLock (&MainLWLockArray[42].lock)
#define LogicalRepWorkerLock (&MainLWLockArray[43].lock)
#define XactTruncationLock (&MainLWLockArray[44].lock)
#define WrapLimitsVacuumLock (&MainLWLockArray[46].lock)
#define NotifyQueueTailLock (&MainLWLockArray[47].lock)

#endif /* LWLOCKNAMES_H */

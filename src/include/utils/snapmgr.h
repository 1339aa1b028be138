/*
 * snapmgr.h
 *		The snapshots a process holds.
 *
 * Active snapshots form a stack; registered ones belong to a resource
 * owner. While any of either exists, MyProc->xmin keeps what they see.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/snapmgr.h
 */
#ifndef SNAPMGR_H
#define SNAPMGR_H

#include "access/transam.h"
#include "utils/relcache.h"
#include "utils/resowner.h"
#include "utils/snapshot.h"

struct HTAB;

typedef struct GlobalVisState GlobalVisState;

extern PGDLLIMPORT bool FirstSnapshotSet;
extern PGDLLIMPORT TransactionId TransactionXmin;
extern PGDLLIMPORT TransactionId RecentXmin;
extern PGDLLIMPORT SnapshotData SnapshotSelfData;
extern PGDLLIMPORT SnapshotData SnapshotAnyData;
extern PGDLLIMPORT SnapshotData CatalogSnapshotData;
extern PGDLLIMPORT int old_snapshot_threshold;

#define SnapshotSelf (&SnapshotSelfData)
#define SnapshotAny (&SnapshotAnyData)

#define InitDirtySnapshot(s) ((s).snapshot_type = SNAPSHOT_DIRTY)
#define InitNonVacuumableSnapshot(s, v) \
	((s).snapshot_type = SNAPSHOT_NON_VACUUMABLE, (s).vistest = (v))
#define InitToastSnapshot(s, l, w) \
	((s).snapshot_type = SNAPSHOT_TOAST, (s).lsn = (l), (s).whenTaken = (w))
#define IsMVCCSnapshot(s)                   \
	((s)->snapshot_type == SNAPSHOT_MVCC || \
	 (s)->snapshot_type == SNAPSHOT_HISTORIC_MVCC)
#define OldSnapshotThresholdActive() (old_snapshot_threshold >= 0)

/* utils/time/snapmgr.c: take */
extern Snapshot GetTransactionSnapshot(void);
extern Snapshot GetLatestSnapshot(void);
extern Snapshot GetCatalogSnapshot(Oid relid);
extern Snapshot GetNonHistoricCatalogSnapshot(Oid relid);
extern Snapshot GetOldestSnapshot(void);
extern void SnapshotSetCommandId(CommandId curcid);
extern void InvalidateCatalogSnapshot(void);
extern void InvalidateCatalogSnapshotConditionally(void);

/* utils/time/snapmgr.c: the active stack */
extern void PushActiveSnapshot(Snapshot snapshot);
extern void PushActiveSnapshotWithLevel(Snapshot snapshot, int snap_level);
extern void PushCopiedSnapshot(Snapshot snapshot);
extern void UpdateActiveSnapshotCommandId(void);
extern void PopActiveSnapshot(void);
extern Snapshot GetActiveSnapshot(void);
extern bool ActiveSnapshotSet(void);

/* utils/time/snapmgr.c: registered */
extern Snapshot RegisterSnapshot(Snapshot snapshot);
extern void UnregisterSnapshot(Snapshot snapshot);
extern Snapshot RegisterSnapshotOnOwner(Snapshot snapshot, ResourceOwner owner);
extern void UnregisterSnapshotFromOwner(Snapshot snapshot, ResourceOwner owner);
extern bool ThereAreNoPriorRegisteredSnapshots(void);
extern bool HaveRegisteredOrActiveSnapshot(void);

/* utils/time/snapmgr.c: ends of transactions */
extern void AtSubCommit_Snapshot(int level);
extern void AtSubAbort_Snapshot(int level);
extern void AtEOXact_Snapshot(bool isCommit, bool resetXmin);
extern void snapshot_register(void);

/* utils/time/snapmgr.c: export and logical decoding */
extern char *ExportSnapshot(Snapshot snapshot);
extern void ImportSnapshot(const char *idstr);
extern bool XactHasExportedSnapshots(void);
extern void DeleteAllExportedSnapshotFiles(void);
extern void SetupHistoricSnapshot(Snapshot snapshot_now,
								  struct HTAB *tuplecids);
extern void TeardownHistoricSnapshot(bool is_error);
extern bool HistoricSnapshotActive(void);
extern struct HTAB *HistoricSnapshotGetTupleCids(void);

/* utils/time/snapmgr.c: tests */
extern bool XidInMVCCSnapshot(TransactionId xid, Snapshot snapshot);

/* storage/ipc/procarray.c: may the effects of xid be removed? */
extern GlobalVisState *GlobalVisTestFor(Relation rel);
extern bool GlobalVisTestIsRemovableXid(GlobalVisState *state,
										TransactionId xid);
extern bool GlobalVisTestIsRemovableFullXid(GlobalVisState *state,
											FullTransactionId fxid);
extern FullTransactionId GlobalVisTestNonRemovableFullHorizon(GlobalVisState *state);
extern TransactionId GlobalVisTestNonRemovableHorizon(GlobalVisState *state);
extern bool GlobalVisCheckRemovableXid(Relation rel, TransactionId xid);
extern bool GlobalVisCheckRemovableFullXid(Relation rel,
										   FullTransactionId fxid);

/* Implemented by utils/cache/syscache.c. */
extern bool RelationInvalidatesSnapshotsOnly(Oid relid);
extern bool RelationHasSysCache(Oid relid);

#endif /* SNAPMGR_H */

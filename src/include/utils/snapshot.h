/*
 * snapshot.h
 *		Snapshots: which transactions' effects are visible.
 *
 * Filled by procarray.c, managed by snapmgr.c, used by visibility tests.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/snapshot.h
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include "access/xlogdefs.h"
#include "datatype/timestamp.h"
#include "lib/pairingheap.h"

struct GlobalVisState;

typedef enum SnapshotType
{
	SNAPSHOT_MVCC = 0, /* as of the time it was taken */
	SNAPSHOT_SELF, /* committed now, or by this transaction */
	SNAPSHOT_ANY, /* every tuple */
	SNAPSHOT_TOAST,
	SNAPSHOT_DIRTY, /* like SELF, and others' running changes */
	SNAPSHOT_HISTORIC_MVCC, /* catalogs in logical decoding */
	SNAPSHOT_NON_VACUUMABLE /* what VACUUM could not remove; see vistest */
} SnapshotType;

typedef struct SnapshotData
{
	SnapshotType snapshot_type;

	/*
	 * MVCC: xids below xmin are finished, those from xmax on had not begun,
	 * and xip[] lists the top-level ones between that were running.  DIRTY:
	 * xmin and xmax return the running inserter and deleter of a tuple.
	 */
	TransactionId xmin;
	TransactionId xmax;
	TransactionId *xip;
	uint32 xcnt;
	TransactionId *subxip; /* running subtransactions */
	int32 subxcnt;
	bool suboverflowed; /* subxip is incomplete: ask pg_subtrans */

	bool takenDuringRecovery; /* all xids are in subxip */
	bool copied; /* not one of the static snapshots */
	CommandId curcid; /* own changes of earlier commands are seen */
	uint32 speculativeToken; /* DIRTY: out */
	struct GlobalVisState *vistest; /* NON_VACUUMABLE */

	/* snapmgr.c */
	uint32 active_count;
	uint32 regd_count;
	pairingheap_node ph_node;

	TimestampTz whenTaken; /* old_snapshot_threshold: unused */
	XLogRecPtr lsn;
	uint64 snapXactCompletionCount; /* to see if it can be reused */
} SnapshotData;

typedef struct SnapshotData *Snapshot;

#define InvalidSnapshot ((Snapshot) NULL)

#endif /* SNAPSHOT_H */

/*
 * heapam_internal.h
 *		What the files of access/heap share among themselves.
 *
 * Row-lock arithmetic (heapam_lock.c) and small record helpers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapam_internal.h
 */
#ifndef HEAPAM_INTERNAL_H
#define HEAPAM_INTERNAL_H

#include "access/heapam.h"
#include "access/multixact.h"
#include "storage/lmgr.h"

/* heapam_lock.c: what a new locker or updater makes of xmax */
typedef struct NewXmax
{
	TransactionId xmax; /* xid or multixact */
	uint16 infomask;
	uint16 infomask2;
} NewXmax;

extern NewXmax heap_compute_new_xmax(HeapTupleHeader t, TransactionId xid,
									 LockTupleMode mode, bool is_update);
extern void heap_apply_xmax(HeapTupleHeader t, const NewXmax *nx);
extern void heap_multixact_hint_bits(MultiXactId multi, uint16 *infomask,
									 uint16 *infomask2);
extern uint8 heap_compute_infobits(uint16 infomask, uint16 infomask2);

/* heapam_lock.c: waiting */
extern MultiXactStatus heap_mxact_status(LockTupleMode mode, bool is_update);
extern bool heap_multixact_conflicts(MultiXactId multi, uint16 infomask,
									 LockTupleMode mode,
									 bool *current_is_member);
extern bool heap_multixact_wait(MultiXactId multi, MultiXactStatus status,
								uint16 infomask, bool nowait, Relation rel,
								ItemPointer ctid, XLTW_Oper oper,
								int *remaining);
extern bool heap_acquire_tuplock(Relation rel, ItemPointer tid,
								 LockTupleMode mode, LockWaitPolicy policy,
								 bool *have);
extern void heap_release_tuplock(Relation rel, ItemPointer tid,
								 LockTupleMode mode);
extern void heap_update_xmax_hint(HeapTupleHeader t, Buffer buffer,
								  TransactionId xid);

/* Did somebody change xmax or its meaning while the page was unlocked? */
static inline bool
heap_xmax_changed(HeapTupleHeader t, TransactionId xwait, uint16 infomask)
{
	const uint16 bits = HEAP_XMAX_IS_MULTI | HEAP_XMAX_LOCK_ONLY |
		HEAP_LOCK_MASK;

	return ((t->t_infomask ^ infomask) & bits) != 0 ||
		HeapTupleHeaderGetRawXmax(t) != xwait;
}

/* Is the row version the one that ctid points to, i.e. without successor? */
static inline bool
heap_is_last_version(HeapTuple tup)
{
	return ItemPointerEquals(&tup->t_self, &tup->t_data->t_ctid) ||
		HeapTupleHeaderIndicatesMovedPartitions(tup->t_data);
}

/* Tell a caller why its tuple cannot be changed. */
static inline void
heap_fill_failure(TM_FailureData *tmfd, TM_Result result, HeapTupleHeader t)
{
	tmfd->ctid = t->t_ctid;
	tmfd->xmax = HeapTupleHeaderGetUpdateXid(t);
	tmfd->cmax = result == TM_SelfModified ? HeapTupleHeaderGetCmax(t) : InvalidCommandId;
}

#endif /* HEAPAM_INTERNAL_H */

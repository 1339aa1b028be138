/*
 * lockstatus.c
 *		Reports on the lock table.
 *
 * For pg_locks, pg_blocking_pids and the WAL's list of exclusive locks. All
 * partitions are locked, so that the picture is consistent.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/lmgr/lockstatus.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/memutils.h"

static void
lock_partitions(void)
{
	for (int i = 0; i < NUM_LOCK_PARTITIONS; i++)
		LWLockAcquire(LockHashPartitionLockByIndex(i), LW_SHARED);
}

static void
unlock_partitions(void)
{
	for (int i = NUM_LOCK_PARTITIONS - 1; i >= 0; i--)
		LWLockRelease(LockHashPartitionLockByIndex(i));
}

static int
num_procs(void)
{
	return ProcGlobal->allProcCount + max_prepared_xacts;
}

static void
fill_instance(LockInstanceData *out, const PROCLOCK *p)
{
	const PGPROC *proc = p->tag.myProc;

	out->locktag = p->tag.myLock->tag;
	out->holdMask = p->holdMask;
	out->waitLockMode = proc->waitLock == p->tag.myLock ? proc->waitLockMode : NoLock;
	out->backend = proc->backendId;
	out->lxid = proc->lxid;
	out->pid = proc->pid;
	out->leaderPid = proc->pid;
	out->fastpath = false;
	out->waitStart = (TimestampTz)
		pg_atomic_read_u64((pg_atomic_uint64 *) &proc->waitStart);
}

/* The lock a process holds on its own virtual transaction, if noted there. */
static bool
fill_vxid_instance(LockInstanceData *out, PGPROC *proc)
{
	VirtualTransactionId vxid;
	bool held;

	LWLockAcquire(&proc->fpInfoLock, LW_SHARED);
	held = proc->fpVXIDLock;
	vxid.backendId = proc->backendId;
	vxid.localTransactionId = proc->fpLocalTransactionId;
	LWLockRelease(&proc->fpInfoLock);
	if (!held)
		return false;
	memset(out, 0, sizeof(*out));
	SET_LOCKTAG_VIRTUALTRANSACTION(out->locktag, vxid);
	out->holdMask = LOCKBIT_ON(ExclusiveLock);
	out->waitLockMode = NoLock;
	out->backend = vxid.backendId;
	out->lxid = vxid.localTransactionId;
	out->pid = proc->pid;
	out->leaderPid = proc->pid;
	out->fastpath = true;
	return true;
}

/* Every lock of every process; palloc'd. */
LockData *
GetLockStatusData(void)
{
	LockData *data = palloc(sizeof(LockData));
	int max = num_procs();
	int n = 0;
	int i;

	data->locks = palloc(sizeof(LockInstanceData) * max);
	for (i = 0; i < (int) ProcGlobal->allProcCount; i++)
		if (fill_vxid_instance(&data->locks[n], &ProcGlobal->allProcs[i]))
			n++;

	lock_partitions();
	for (i = 0; i < num_procs(); i++)
		for (int p = 0; p < NUM_LOCK_PARTITIONS; p++)
		{
			dlist_iter iter;

			dlist_foreach (iter, &ProcGlobal->allProcs[i].myProcLocks[p])
			{
				if (n >= max)
				{
					max *= 2;
					data->locks = repalloc(data->locks,
										   sizeof(LockInstanceData) * max);
				}
				fill_instance(&data->locks[n++],
							  dlist_container(PROCLOCK, procLink, iter.cur));
			}
		}
	unlock_partitions();
	data->nelements = n;
	return data;
}

/* ---- who blocks whom ---- */

static void
add_blocked_proc(BlockedProcsData *data, PGPROC *proc)
{
	BlockedProcData *bp = &data->procs[data->nprocs++];
	LOCK *lock = proc->waitLock;
	dlist_iter iter;

	bp->pid = proc->pid;
	bp->first_lock = data->nlocks;
	bp->first_waiter = data->npids;
	dlist_foreach (iter, &lock->procLocks)
	{
		PROCLOCK *p = dlist_container(PROCLOCK, lockLink, iter.cur);

		if (data->nlocks >= data->maxlocks)
		{
			data->maxlocks *= 2;
			data->locks = repalloc(data->locks,
								   sizeof(LockInstanceData) * data->maxlocks);
		}
		fill_instance(&data->locks[data->nlocks++], p);
	}
	bp->num_locks = data->nlocks - bp->first_lock;

	/* those ahead of it in the queue */
	dlist_foreach (iter, &lock->waitProcs)
	{
		PGPROC *waiter = dlist_container(PGPROC, links, iter.cur);

		if (waiter == proc)
			break;
		if (data->npids >= data->maxpids)
		{
			data->maxpids *= 2;
			data->waiter_pids = repalloc(data->waiter_pids,
										 sizeof(int) * data->maxpids);
		}
		data->waiter_pids[data->npids++] = waiter->pid;
	}
	bp->num_waiters = data->npids - bp->first_waiter;
}

/*
 * GetBlockerStatusData
 *		The lock that this process waits for, its holders, and who is ahead.
 *
 * No entry if it does not wait, or is not there.  palloc'd.
 */
BlockedProcsData *
GetBlockerStatusData(int blocked_pid)
{
	BlockedProcsData *data = palloc0(sizeof(BlockedProcsData));
	PGPROC *proc;

	data->maxprocs = data->maxlocks = data->maxpids = MaxBackends;
	data->procs = palloc(sizeof(BlockedProcData) * data->maxprocs);
	data->locks = palloc(sizeof(LockInstanceData) * data->maxlocks);
	data->waiter_pids = palloc(sizeof(int) * data->maxpids);

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	proc = BackendPidGetProcWithLock(blocked_pid);
	if (proc != NULL)
	{
		lock_partitions();
		if (proc->waitLock != NULL)
			add_blocked_proc(data, proc);
		unlock_partitions();
	}
	LWLockRelease(ProcArrayLock);
	return data;
}

/*
 * GetRunningTransactionLocks
 *		The AccessExclusiveLocks on relations of transactions with an xid.
 *
 * palloc'd array of *nlocks.
 */
xl_standby_lock *
GetRunningTransactionLocks(int *nlocks)
{
	int max = 64;
	int n = 0;
	xl_standby_lock *locks = palloc(sizeof(xl_standby_lock) * max);

	lock_partitions();
	for (int i = 0; i < num_procs(); i++)
	{
		PGPROC *proc = &ProcGlobal->allProcs[i];

		for (int p = 0; p < NUM_LOCK_PARTITIONS; p++)
		{
			dlist_iter iter;

			dlist_foreach (iter, &proc->myProcLocks[p])
			{
				PROCLOCK *pl = dlist_container(PROCLOCK, procLink, iter.cur);
				LOCKTAG *tag = &pl->tag.myLock->tag;
				TransactionId xid = proc->xid;

				if (!(pl->holdMask & LOCKBIT_ON(AccessExclusiveLock)) ||
					tag->locktag_type != LOCKTAG_RELATION ||
					!TransactionIdIsValid(xid))
					continue;
				if (n >= max)
				{
					max *= 2;
					locks = repalloc(locks, sizeof(xl_standby_lock) * max);
				}
				locks[n].xid = xid;
				locks[n].dbOid = tag->locktag_field1;
				locks[n++].relOid = tag->locktag_field2;
			}
		}
	}
	unlock_partitions();
	*nlocks = n;
	return locks;
}

/*
 * procarray_list.c
 *		Lists, counts and signals of the processes in the array.
 *
 * The part of procarray.c that reports on processes rather than on
 * transactions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/procarray_list.c
 */
#include "postgres.h"

#include <signal.h>

#include "access/transam.h"
#include "miscadmin.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/procarray_internals.h"
#include "utils/memutils.h"

#define MAX_AUTOVAC_KILLS 10
#define DB_WAIT_TRIES 50 /* of 100 ms */

static VirtualTransactionId
vxid_of(const PGPROC *proc)
{
	VirtualTransactionId vxid;

	GET_VXID_FROM_PGPROC(vxid, *proc);
	return vxid;
}

static VirtualTransactionId *
allocate_vxids(void)
{
	return (VirtualTransactionId *)
		palloc(sizeof(VirtualTransactionId) * GetMaxSnapshotXidCount());
}

/*
 * GetVirtualXIDsDelayingChkpt
 *		Transactions that have one of these delay flags set.
 *
 * type: DELAY_CHKPT_ bits.  palloc'd array, *nvxids entries.
 */
VirtualTransactionId *
GetVirtualXIDsDelayingChkpt(int *nvxids, int type)
{
	VirtualTransactionId *vxids = allocate_vxids();
	int n = 0;

	Assert(type != 0);
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);

		if ((*(volatile int *) &proc->delayChkptFlags & type) == 0)
			continue;
		if (LocalTransactionIdIsValid(proc->lxid))
			vxids[n++] = vxid_of(proc);
	}
	LWLockRelease(ProcArrayLock);
	*nvxids = n;
	return vxids;
}

/* Does one of these still delay? */
bool
HaveVirtualXIDsDelayingChkpt(VirtualTransactionId *vxids, int nvxids, int type)
{
	bool result = false;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count() && !result; i++)
	{
		PGPROC *proc = procarray_proc(i);
		VirtualTransactionId vxid = vxid_of(proc);

		if ((*(volatile int *) &proc->delayChkptFlags & type) == 0 ||
			!VirtualTransactionIdIsValid(vxid))
			continue;
		for (int j = 0; j < nvxids && !result; j++)
			result = VirtualTransactionIdEquals(vxid, vxids[j]);
	}
	LWLockRelease(ProcArrayLock);
	return result;
}

/*
 * GetCurrentVirtualXIDs
 *		Transactions with a snapshot no newer than limitXmin.
 *
 * limitXmin		invalid: any
 * excludeXmin0		leave out those without a snapshot
 * allDbs			of all databases, not only this one
 * excludeVacuum	leave out those with one of these status flags
 */
VirtualTransactionId *
GetCurrentVirtualXIDs(TransactionId limitXmin, bool excludeXmin0, bool allDbs,
					  int excludeVacuum, int *nvxids)
{
	VirtualTransactionId *vxids = allocate_vxids();
	int n = 0;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);
		TransactionId xmin = *(volatile TransactionId *) &proc->xmin;
		VirtualTransactionId vxid = vxid_of(proc);

		if (proc == MyProc || (excludeVacuum & ProcGlobal->statusFlags[i]))
			continue;
		if (!allDbs && proc->databaseId != MyDatabaseId)
			continue;
		if (excludeXmin0 && !TransactionIdIsValid(xmin))
			continue;
		if (TransactionIdIsValid(limitXmin) &&
			!TransactionIdPrecedesOrEquals(xmin, limitXmin))
			continue;
		if (VirtualTransactionIdIsValid(vxid))
			vxids[n++] = vxid;
	}
	LWLockRelease(ProcArrayLock);
	*nvxids = n;
	return vxids;
}

/*
 * Transactions whose snapshot may see what was removed as of limitXmin; ended
 * by an invalid entry.  dbOid 0: of all databases.
 */
VirtualTransactionId *
GetConflictingVirtualXIDs(TransactionId limitXmin, Oid dbOid)
{
	VirtualTransactionId *vxids = (VirtualTransactionId *)
		palloc(sizeof(VirtualTransactionId) * (GetMaxSnapshotXidCount() + 1));
	int n = 0;

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);
		TransactionId xmin = *(volatile TransactionId *) &proc->xmin;
		VirtualTransactionId vxid = vxid_of(proc);

		if (proc->pid == 0 || (OidIsValid(dbOid) && proc->databaseId != dbOid))
			continue;
		if (TransactionIdIsValid(limitXmin) &&
			(!TransactionIdIsValid(xmin) || TransactionIdFollows(xmin, limitXmin)))
			continue;
		if (VirtualTransactionIdIsValid(vxid))
			vxids[n++] = vxid;
	}
	LWLockRelease(ProcArrayLock);
	SetInvalidVirtualTransactionId(vxids[n]);
	return vxids;
}

/* The process with a pid, or NULL.  Caller holds ProcArrayLock. */
PGPROC *
BackendPidGetProcWithLock(int pid)
{
	if (pid == 0)
		return NULL; /* prepared transactions */
	for (int i = 0; i < procarray_count(); i++)
		if (procarray_proc(i)->pid == pid)
			return procarray_proc(i);
	return NULL;
}

/* The same; it may be gone when this returns. */
PGPROC *
BackendPidGetProc(int pid)
{
	PGPROC *proc;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	proc = BackendPidGetProcWithLock(pid);
	LWLockRelease(ProcArrayLock);
	return proc;
}

bool
IsBackendPid(int pid)
{
	return BackendPidGetProc(pid) != NULL;
}

/* Pid of the process with this top-level xid, or 0. */
int
BackendXidGetPid(TransactionId xid)
{
	int pid = 0;

	if (xid == InvalidTransactionId)
		return 0;
	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count() && pid == 0; i++)
		if (ProcGlobal->xids[i] == xid)
			pid = procarray_proc(i)->pid;
	LWLockRelease(ProcArrayLock);
	return pid;
}

pid_t
CancelVirtualTransaction(VirtualTransactionId vxid, ProcSignalReason sigmode)
{
	return SignalVirtualTransaction(vxid, sigmode, true);
}

/* Signal the process that runs this; its pid, or 0 if it has ended. */
pid_t
SignalVirtualTransaction(VirtualTransactionId vxid, ProcSignalReason sigmode,
						 bool conflictPending)
{
	pid_t pid = 0;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);
		VirtualTransactionId its = vxid_of(proc);

		if (!VirtualTransactionIdEquals(its, vxid))
			continue;
		proc->recoveryConflictPending = conflictPending;
		pid = proc->pid;
		if (pid != 0)
			(void) SendProcSignal(pid, sigmode, vxid.backendId);
		break;
	}
	LWLockRelease(ProcArrayLock);
	return pid;
}

/* ---- counts ---- */

typedef bool (*proc_test)(const PGPROC *proc, Oid oid);

static int
count_procs(proc_test test, Oid oid)
{
	int n = 0;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count(); i++)
		if (procarray_proc(i)->pid != 0 && test(procarray_proc(i), oid))
			n++;
	LWLockRelease(ProcArrayLock);
	return n;
}

static bool
in_database(const PGPROC *proc, Oid db)
{
	return !OidIsValid(db) || proc->databaseId == db;
}

static bool
client_in_database(const PGPROC *proc, Oid db)
{
	return !proc->isBackgroundWorker && in_database(proc, db);
}

static bool
client_of_role(const PGPROC *proc, Oid role)
{
	return !proc->isBackgroundWorker && proc->roleId == role;
}

int
CountDBBackends(Oid databaseid)
{
	return count_procs(in_database, databaseid);
}

int
CountDBConnections(Oid databaseid)
{
	return count_procs(client_in_database, databaseid);
}

int
CountUserBackends(Oid roleid)
{
	return count_procs(client_of_role, roleid);
}

/* Cancel what runs in a database; 0: in all. */
void
CancelDBBackends(Oid databaseid, ProcSignalReason sigmode, bool conflictPending)
{
	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);

		if (!in_database(proc, databaseid))
			continue;
		proc->recoveryConflictPending = conflictPending;
		if (proc->pid != 0)
			(void) SendProcSignal(proc->pid, sigmode, proc->backendId);
	}
	LWLockRelease(ProcArrayLock);
}

/*
 * CountOtherDBBackends
 *		Does somebody else use this database?  Waits up to 5 s for it to end.
 *
 * Autovacuum workers are asked to go.  Also prepared transactions count.
 */
bool
CountOtherDBBackends(Oid databaseId, int *nbackends, int *nprepared)
{
	for (int tries = 0; tries < DB_WAIT_TRIES; tries++)
	{
		int autovac[MAX_AUTOVAC_KILLS];
		int nautovac = 0;
		bool found = false;

		CHECK_FOR_INTERRUPTS();
		*nbackends = *nprepared = 0;
		LWLockAcquire(ProcArrayLock, LW_SHARED);
		for (int i = 0; i < procarray_count(); i++)
		{
			PGPROC *proc = procarray_proc(i);

			if (proc->databaseId != databaseId || proc == MyProc)
				continue;
			found = true;
			if (proc->pid == 0)
				(*nprepared)++;
			else
			{
				(*nbackends)++;
				if ((ProcGlobal->statusFlags[i] & PROC_IS_AUTOVACUUM) &&
					nautovac < MAX_AUTOVAC_KILLS)
					autovac[nautovac++] = proc->pid;
			}
		}
		LWLockRelease(ProcArrayLock);
		if (!found)
			return false;
		for (int i = 0; i < nautovac; i++)
			(void) kill(autovac[i], SIGTERM);
		pg_usleep(100 * 1000L);
	}
	return true;
}

/*
 * TerminateOtherDBBackends
 *		End all other sessions of a database, for DROP DATABASE (FORCE).
 *
 * Errors: prepared transactions there; sessions of roles that the user may
 * not terminate.
 */
void
TerminateOtherDBBackends(Oid databaseId)
{
	int *pids = palloc(sizeof(int) * GetMaxSnapshotXidCount());
	Oid *roles = palloc(sizeof(Oid) * GetMaxSnapshotXidCount());
	int n = 0;
	int nprepared = 0;

	LWLockAcquire(ProcArrayLock, LW_SHARED);
	for (int i = 0; i < procarray_count(); i++)
	{
		PGPROC *proc = procarray_proc(i);

		if (proc->databaseId != databaseId || proc == MyProc)
			continue;
		if (proc->pid == 0)
			nprepared++;
		else
		{
			pids[n] = proc->pid;
			roles[n++] = proc->roleId;
		}
	}
	LWLockRelease(ProcArrayLock);

	if (nprepared > 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("database \"%u\" is being used by prepared transactions",
						databaseId)));
	for (int i = 0; i < n; i++)
	{
		if (superuser_arg(roles[i]) && !superuser())
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("must be a superuser to terminate superuser process")));
		if (roles[i] != GetUserId() && !superuser())
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("must be a member of the role whose process is being terminated or member of pg_signal_backend")));
	}
	for (int i = 0; i < n; i++)
		if (IsBackendPid(pids[i]))
			(void) kill(pids[i], SIGTERM);
}

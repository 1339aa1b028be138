/*
 * t_storage.c
 *		The storage layer with several processes: locks, buffers, snapshots.
 *
 * A parent makes shared memory as the postmaster does and forks children that
 * work on it; counters in shared memory and in pages tell if anything was
 * lost.  No WAL: the callbacks keep their defaults.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_storage.c
 */
#include "tap.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "access/transam.h"
#include "miscadmin.h"
#include "storage/buf_internals.h"
#include "storage/buffile.h"
#include "storage/bufmgr.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/procsignal.h"
#include "storage/shmem.h"
#include "storage/sinvaladt.h"
#include "storage/smgr.h"
#include "storage/sync.h"
#include "utils/guc.h"
#include "utils/resowner_private.h"
#include "utils/snapmgr.h"
#include "utils/timeout.h"

#define CHILDREN 4
#define LOCK_ROUNDS 20000
#define BLOCKS 300
#define PAGE_ROUNDS 4000

typedef struct Shared
{
	LWLock lock;
	int64 a; /* always equal to b outside the lock */
	int64 b;
	int64 torn; /* times a sharer saw them differ */
	int64 table_locked; /* counted under a lock manager lock */
	pg_atomic_uint32 deadlocks;
	pg_atomic_uint32 at_gate; /* children that have reached it */
	pg_atomic_uint32 go;
	pg_atomic_uint32 inval_seen;
	pg_atomic_uint32 snapshot_ok;
	pg_atomic_uint32 queue_errors; /* of the soft deadlock */
	pg_atomic_uint32 stage; /* of the waits below */
	pg_atomic_uint32 waited_ok;
	BackendId backend0;
	ConditionVariable cv;
} Shared;

static Shared *shared;
static const RelFileNode node = {1663, 5, 16384};
static char dir[] = "/tmp/t_storageXXXXXX";

/* ---- set-up ---- */

static Size
shared_size(void)
{
	return sizeof(Shared) + sizeof(VariableCacheData);
}

static void
shared_init(void)
{
	bool found;

	shared = ShmemInitStruct("test", sizeof(Shared), &found);
	memset(shared, 0, sizeof(*shared));
	LWLockInitialize(&shared->lock, LWTRANCHE_BUFFER_CONTENT);
	ConditionVariableInit(&shared->cv);
	ShmemVariableCache = ShmemInitStruct("xids", sizeof(VariableCacheData), &found);
	ShmemVariableCache->nextXid = FullTransactionIdFromEpochAndXid(0, 1000);
	ShmemVariableCache->latestCompletedXid = FullTransactionIdFromEpochAndXid(0, 999);
	ShmemVariableCache->oldestXid = 3;
	ShmemVariableCache->xactCompletionCount = 1;
}

static void
become_process(bool under_postmaster)
{
	MyProcPid = getpid();
	IsUnderPostmaster = under_postmaster;
	MyBackendType = B_BACKEND;
	on_exit_reset();
	InitializeLatchSupport();
	InitProcessLocalLatch();
	InitializeTimeouts();
	RegisterTimeout(DEADLOCK_TIMEOUT, CheckDeadLockAlert);
	pqsignal(SIGUSR1, procsignal_sigusr1_handler);
	InitProcess();
	InitFileAccess();
	InitSync();
	smgrinit();
	InitBufferPoolAccess();
	InitProcessPhase2();
	MyDatabaseId = 5;
	MyProc->databaseId = 5;
	SharedInvalBackendInit(false);
	ProcSignalInit(MyBackendId);
	CurrentResourceOwner = ResourceOwnerCreate(NULL, "test");
}

static void
release_resources(bool ok)
{
	ResourceOwnerRelease(CurrentResourceOwner, RESOURCE_RELEASE_BEFORE_LOCKS, ok, true);
	ResourceOwnerRelease(CurrentResourceOwner, RESOURCE_RELEASE_LOCKS, ok, true);
	ResourceOwnerRelease(CurrentResourceOwner, RESOURCE_RELEASE_AFTER_LOCKS, ok, true);
}

/* Wait until all children have come here n times. */
static void
gate(uint32 n)
{
	pg_atomic_fetch_add_u32(&shared->at_gate, 1);
	ConditionVariableBroadcast(&shared->cv);
	while (pg_atomic_read_u32(&shared->at_gate) < n * CHILDREN)
		ConditionVariableSleep(&shared->cv, 0);
	ConditionVariableCancelSleep();
}

/* ---- what children do ---- */

static void
hammer_lwlock(int me)
{
	for (int i = 0; i < LOCK_ROUNDS; i++)
	{
		if ((i + me) % 4 == 0)
		{
			LWLockAcquire(&shared->lock, LW_SHARED);
			if (shared->a != shared->b)
				shared->torn++;
			LWLockRelease(&shared->lock);
		}
		else
		{
			LWLockAcquire(&shared->lock, LW_EXCLUSIVE);
			shared->a++;
			shared->b++;
			LWLockRelease(&shared->lock);
		}
	}
}

static void
hammer_table_lock(void)
{
	LOCKTAG tag;

	SET_LOCKTAG_RELATION(tag, 5, 16384);
	for (int i = 0; i < 500; i++)
	{
		LockAcquire(&tag, AccessExclusiveLock, false, false);
		shared->table_locked++;
		LockRelease(&tag, AccessExclusiveLock, false);
	}
}

/* Children 0 and 1 lock two relations in opposite order. */
static void
run_into_deadlock(int me)
{
	LOCKTAG first;
	LOCKTAG second;

	SET_LOCKTAG_RELATION(first, 5, me == 0 ? 20000 : 20001);
	SET_LOCKTAG_RELATION(second, 5, me == 0 ? 20001 : 20000);
	PG_TRY();
	{
		if (me <= 1)
			LockAcquire(&first, ShareLock, false, false);
		gate(2);
		if (me <= 1)
			LockAcquire(&second, RowExclusiveLock, false, false);
	}
	PG_CATCH();
	{
		ErrorData *e;

		MemoryContextSwitchTo(TopMemoryContext);
		e = CopyErrorData();
		FlushErrorState();
		LockErrorCleanup();
		if (e->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED)
			pg_atomic_fetch_add_u32(&shared->deadlocks, 1);
	}
	PG_END_TRY();
	LockReleaseAll(DEFAULT_LOCKMETHOD, true);
}

/* Wait until so many processes hold or await a lock. */
static void
until_requested(const LOCKTAG *tag, int n)
{
	while (LockWaiterCount(tag) < n)
		pg_usleep(1000);
}

/*
 * 0 holds X in share mode, 1 waits to have it exclusively, 2 asks for a share
 * behind 1 while it holds Y, and 0 asks for Y: a cycle, unless 2 goes first.
 */
static void
run_into_soft_deadlock(int me)
{
	LOCKTAG x;
	LOCKTAG y;

	SET_LOCKTAG_RELATION(x, 5, 30000);
	SET_LOCKTAG_RELATION(y, 5, 30001);
	PG_TRY();
	{
		if (me == 0)
			LockAcquire(&x, ShareLock, false, false);
		if (me == 2)
			LockAcquire(&y, ExclusiveLock, false, false);
		gate(8);
		if (me == 1)
			LockAcquire(&x, AccessExclusiveLock, false, false);
		if (me == 2)
		{
			until_requested(&x, 2);
			LockAcquire(&x, ShareLock, false, false);
		}
		if (me == 0)
		{
			until_requested(&x, 3);
			LockAcquire(&y, ExclusiveLock, false, false);
		}
	}
	PG_CATCH();
	{
		FlushErrorState();
		LockErrorCleanup();
		pg_atomic_fetch_add_u32(&shared->queue_errors, 1);
	}
	PG_END_TRY();
	LockReleaseAll(DEFAULT_LOCKMETHOD, true);
}

/* 1 waits for the only pin of a buffer, then for a virtual transaction, of 0. */
static void
wait_for_others(int me)
{
	VirtualTransactionId vxid;
	LOCKTAG tag;
	Buffer buf;

	if (me == 0)
		shared->backend0 = MyBackendId;
	if (me > 1)
	{
		gate(9);
		gate(10);
		return;
	}
	buf = ReadBufferWithoutRelcache(node, MAIN_FORKNUM, 0, RBM_NORMAL, NULL, true);
	vxid.localTransactionId = 77;
	if (me == 0)
	{
		vxid.backendId = MyBackendId;
		MyProc->lxid = 77;
		VirtualXactLockTableInsert(vxid);
	}
	gate(9);
	vxid.backendId = shared->backend0;
	SET_LOCKTAG_VIRTUALTRANSACTION(tag, vxid);
	if (me == 0)
	{
		while (!(pg_atomic_read_u32(&GetBufferDescriptor(buf - 1)->state) &
				 BM_PIN_COUNT_WAITER))
			pg_usleep(1000);
		pg_atomic_write_u32(&shared->stage, 1);
		ReleaseBuffer(buf);
		until_requested(&tag, 2);
		pg_atomic_write_u32(&shared->stage, 2);
		VirtualXactLockTableCleanup();
	}
	else
	{
		LockBufferForCleanup(buf);
		if (pg_atomic_read_u32(&shared->stage) == 1 && IsBufferCleanupOK(buf))
			pg_atomic_fetch_add_u32(&shared->waited_ok, 1);
		UnlockReleaseBuffer(buf);
		if (VirtualXactLock(vxid, true) && pg_atomic_read_u32(&shared->stage) == 2)
			pg_atomic_fetch_add_u32(&shared->waited_ok, 1);
	}
	gate(10);
}

typedef struct PageCounter
{
	uint64 count;
	uint64 check; /* ~count */
} PageCounter;

static void
hammer_buffers(int me)
{
	uint64 seed = 77 + me;

	for (int i = 0; i < PAGE_ROUNDS; i++)
	{
		Buffer buf;
		PageCounter *c;

		seed = seed * UINT64CONST(6364136223846793005) + 1;
		buf = ReadBufferWithoutRelcache(node, MAIN_FORKNUM, (seed >> 33) % BLOCKS,
										RBM_NORMAL, NULL, true);
		LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
		c = (PageCounter *) PageGetContents(BufferGetPage(buf));
		Assert(c->count == ~c->check);
		c->count++;
		c->check = ~c->count;
		MarkBufferDirty(buf);
		UnlockReleaseBuffer(buf);
		if (i % 1000 == 0 && me == 0)
			CheckPointBuffers(0);
	}
}

/* Child 0 runs a transaction; the others must see it in their snapshots. */
static void
look_at_snapshots(int me)
{
	static SnapshotData snap = {SNAPSHOT_MVCC};

	if (me == 0)
	{
		LWLockAcquire(XidGenLock, LW_EXCLUSIVE);
		MyProc->xid = ProcGlobal->xids[MyProc->pgxactoff] = 1000;
		FullTransactionIdAdvance(&ShmemVariableCache->nextXid);
		ShmemVariableCache->latestCompletedXid = FullTransactionIdFromEpochAndXid(0, 1001);
		LWLockRelease(XidGenLock);
	}
	gate(3);
	GetSnapshotData(&snap);
	if (me == 0 ? snap.xcnt == 0 : XidInMVCCSnapshot(1000, &snap) && snap.xmin == 1000 && snap.xmax == 1002 && TransactionIdIsInProgress(1000))
		pg_atomic_fetch_add_u32(&shared->snapshot_ok, 1);
	gate(4);
	if (me == 0)
		ProcArrayEndTransaction(MyProc, 1000);
	MyProc->xmin = InvalidTransactionId;
	gate(5);
	GetSnapshotData(&snap);
	if (!XidInMVCCSnapshot(1000, &snap) && snap.xmin == 1002)
		pg_atomic_fetch_add_u32(&shared->snapshot_ok, 1);
	MyProc->xmin = InvalidTransactionId;
}

static void
count_inval(SharedInvalidationMessage *msg)
{
	if (msg->id == 7 && msg->cc.hashValue == 42)
		pg_atomic_fetch_add_u32(&shared->inval_seen, 1);
}

static void
never_reset(void)
{
	pg_atomic_fetch_add_u32(&shared->inval_seen, 1000000);
}

static void
exchange_messages(void)
{
	SharedInvalidationMessage msg;

	memset(&msg, 0, sizeof(msg));
	msg.cc.id = 7;
	msg.cc.hashValue = 42;
	gate(6);
	for (int i = 0; i < 100; i++)
		SendSharedInvalidMessages(&msg, 1);
	gate(7);
	ReceiveSharedInvalidMessages(count_inval, never_reset);
}

static void
child(int me)
{
	sigjmp_buf top;

	become_process(true);
	close(postmaster_alive_fds[POSTMASTER_FD_OWN]);
	if (sigsetjmp(top, 1) != 0)
	{
		EmitErrorReport();
		_exit(3);
	}
	PG_exception_stack = &top;
	gate(1);
	hammer_lwlock(me);
	hammer_table_lock();
	run_into_deadlock(me);
	look_at_snapshots(me);
	exchange_messages();
	run_into_soft_deadlock(me);
	wait_for_others(me);
	hammer_buffers(me);
	release_resources(true);
	proc_exit(0);
}

/* ---- the parent ---- */

/* With plain writes: the parent is no process of the server yet. */
static void
make_relation(void)
{
	PGAlignedBlock pg;
	PageCounter *c = (PageCounter *) PageGetContents(pg.data);
	int fd = open("base/5/16384", O_RDWR | O_CREAT, 0600);
	bool good = fd >= 0;

	PageInit((Page) pg.data, BLCKSZ, 0);
	c->count = 0;
	c->check = ~c->count;
	for (int i = 0; i < BLOCKS; i++)
		good &= write(fd, pg.data, BLCKSZ) == BLCKSZ;
	close(fd);
	ok(good, "a relation is made");
}

static int64
sum_on_disk(void)
{
	int fd = open("base/5/16384", O_RDONLY);
	PGAlignedBlock pg;
	int64 sum = 0;

	while (read(fd, pg.data, BLCKSZ) == BLCKSZ)
		sum += ((PageCounter *) PageGetContents(pg.data))->count;
	close(fd);
	return sum;
}

static void
run_children(void)
{
	pid_t pids[CHILDREN];
	int status;
	int good = 0;

	for (int i = 0; i < CHILDREN; i++)
	{
		pids[i] = fork();
		if (pids[i] == 0)
			child(i);
	}
	for (int i = 0; i < CHILDREN; i++)
		if (waitpid(pids[i], &status, 0) == pids[i] && status == 0)
			good++;
	is_int(good, CHILDREN, "all children end well");
}

/* A temporary relation larger than its buffers, and a spill file. */
static void
test_private_storage(void)
{
	RelFileNode temp = {1663, 5, 16500};
	SMgrRelation reln = smgropen(temp, MyBackendId);
	BufferDesc *buf;
	BufFile *file;
	bool found;
	bool same = true;
	int64 v;

	num_temp_buffers = 8;
	smgrcreate(reln, MAIN_FORKNUM, false);
	for (BlockNumber b = 0; b < 50; b++)
	{
		PGAlignedBlock pg = {{0}};

		smgrextend(reln, MAIN_FORKNUM, b, pg.data, true);
	}
	for (int round = 0; round < 2; round++)
		for (BlockNumber b = 0; b < 50; b++)
		{
			Buffer buffer;
			char *page;

			ResourceOwnerEnlargeBuffers(CurrentResourceOwner);
			buf = LocalBufferAlloc(reln, MAIN_FORKNUM, b, &found);
			buffer = BufferDescriptorGetBuffer(buf);
			page = (char *) BufferGetPage(buffer);
			if (!found)
				smgrread(reln, MAIN_FORKNUM, b, page);
			pg_atomic_fetch_or_u32(&buf->state, BM_VALID);
			if (round == 0)
				memcpy(page + 100, &b, sizeof(b));
			same &= memcmp(page + 100, &b, sizeof(b)) == 0;
			MarkLocalBufferDirty(buffer);
			ReleaseBuffer(buffer);
		}
	ok(same, "local buffers are written and read back");
	smgrdounlinkall(&reln, 1, false);
	ok(access("base/5/t1_16500", F_OK) != 0 || MyBackendId != 1,
	   "a temporary relation's file goes at once");

	InitTemporaryFileAccess();
	file = BufFileCreateTemp(false);
	for (int64 i = 0; i < 5000; i++)
		BufFileWrite(file, &i, sizeof(i));
	BufFileSeek(file, 0, 0, SEEK_SET);
	same = true;
	for (int64 i = 0; i < 5000; i++)
	{
		BufFileReadExact(file, &v, sizeof(v));
		same &= v == i;
	}
	ok(same && BufFileRead(file, &v, sizeof(v)) == 0,
	   "a spill file gives back what was written");
	BufFileSeek(file, 0, 4000 * sizeof(v), SEEK_SET);
	v = -1;
	BufFileWrite(file, &v, sizeof(v));
	BufFileSeek(file, 0, 3999 * sizeof(v), SEEK_SET);
	BufFileReadExact(file, &v, sizeof(v));
	same = v == 3999;
	BufFileReadExact(file, &v, sizeof(v));
	same &= v == -1;
	BufFileReadExact(file, &v, sizeof(v));
	ok(same && v == 4001, "also when one value is replaced");
	BufFileClose(file);
}

/* More files than descriptors: all stay usable. */
static void
test_many_files(void)
{
	File files[40];
	char name[32];
	int n = 40;
	int good = 0;
	int save = max_safe_fds;

	max_safe_fds = 20;
	for (int i = 0; i < n; i++)
	{
		snprintf(name, sizeof(name), "base/f%d", i);
		files[i] = PathNameOpenFile(name, O_RDWR | O_CREAT);
	}
	for (int i = 0; i < n; i++)
		if (files[i] > 0 && FileWrite(files[i], (char *) &i, sizeof(i), 0, 0) == sizeof(i))
			good++;
	for (int i = n - 1; i >= 0; i--)
	{
		int v = -1;

		if (FileRead(files[i], (char *) &v, sizeof(v), 0, 0) == sizeof(v) && v == i)
			good++;
		FileClose(files[i]);
	}
	is_int(good, 2 * n, "40 files can be used with 20 descriptors");
	max_safe_fds = save;
}

static void
test_files(SMgrRelation reln)
{
	struct stat st;
	BlockNumber nblocks = 10;
	ForkNumber fork = MAIN_FORKNUM;
	PGAlignedBlock pg;
	volatile bool failed = false;

	smgrtruncate(reln, &fork, 1, &nblocks);
	is_int(smgrnblocks(reln, MAIN_FORKNUM), 10, "truncated to ten blocks");
	PG_TRY();
	{
		smgrread(reln, MAIN_FORKNUM, 10, pg.data);
	}
	PG_CATCH();
	{
		ErrorData *e;

		MemoryContextSwitchTo(TopMemoryContext);
		e = CopyErrorData();
		FlushErrorState();
		failed = e->sqlerrcode == ERRCODE_DATA_CORRUPTED &&
			strstr(e->message, "could not read block 10 in file \"base/5/16384\": read only 0 of 8192 bytes");
	}
	PG_END_TRY();
	ok(failed, "a block behind the end is an error that names it");

	smgrdounlinkall(&reln, 1, false);
	ok(stat("base/5/16384", &st) == 0 && st.st_size == 0,
	   "a dropped relation's first file stays, empty");
	SyncPreCheckpoint();
	ProcessSyncRequests();
	SyncPostCheckpoint();
	ok(stat("base/5/16384", &st) != 0, "until after a checkpoint");
}

int
main(void)
{
	unit_init();
	if (mkdtemp(dir) == NULL || chdir(dir) != 0 || mkdir("base", 0700) != 0 ||
		mkdir("base/5", 0700) != 0)
		return 2;
	NBuffers = 64;
	MaxConnections = MaxBackends = CHILDREN + 2;
	DeadlockTimeout = 100;
	enableFsync = false;
	MyProcPid = getpid();
	InitPostmasterDeathWatchHandle();
	shmem_register("test", shared_size, shared_init);
	CreateSharedMemoryAndSemaphores();

	make_relation();
	run_children();
	become_process(false);
	is_int(smgrnblocks(smgropen(node, InvalidBackendId), MAIN_FORKNUM), BLOCKS,
		   "the relation is as long as it was");

	is_int(shared->a, (int64) CHILDREN * LOCK_ROUNDS * 3 / 4,
		   "no increment under an LWLock is lost");
	is_int(shared->torn, 0, "sharers never see a half-made change");
	is_int(shared->table_locked, CHILDREN * 500, "nor one under a table lock");
	is_int(pg_atomic_read_u32(&shared->deadlocks), 1,
		   "of two processes in a deadlock one gets the error");
	is_int(pg_atomic_read_u32(&shared->snapshot_ok), 2 * CHILDREN,
		   "snapshots see who runs and who has ended");
	is_int(pg_atomic_read_u32(&shared->inval_seen), CHILDREN * CHILDREN * 100,
		   "everybody gets every invalidation message");
	is_int(pg_atomic_read_u32(&shared->queue_errors), 0,
		   "a soft deadlock is solved by reordering the queue");
	is_int(pg_atomic_read_u32(&shared->waited_ok), 2,
		   "a cleanup lock and a virtual transaction are waited for");
	CheckPointBuffers(0);
	is_int(sum_on_disk(), CHILDREN * PAGE_ROUNDS,
		   "no change of a page is lost by eviction or checkpoint");
	test_many_files();
	test_private_storage();
	test_files(smgropen(node, InvalidBackendId));
	release_resources(true);
	if (chdir("/") == 0)
	{
		char cmd[64];

		snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
		if (system(cmd) != 0)
			return 2;
	}
	return done_testing();
}

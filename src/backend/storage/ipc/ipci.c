/*
 * ipci.c
 *		The set-up of all shared memory, in one go.
 *
 * Storage's own parts come first, then those that upper layers registered,
 * in their order. Children inherit everything by fork.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/ipci.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/lock.h"
#include "storage/lwlock.h"
#include "storage/pg_shmem.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/procsignal.h"
#include "storage/shmem.h"
#include "storage/sinvaladt.h"
#include "utils/guc.h"

#define MAX_SHMEM_MODULES 64
#define SHMEM_SLACK 262144 /* alignment, and small things nobody counts */

typedef struct ShmemModule
{
	const char *name;
	Size (*size)(void);
	void (*init)(void);
} ShmemModule;

/* Their order matters: the lock array comes before all this. */
static const ShmemModule own_modules[] = {
	{"buffers", BufferShmemSize, InitBufferPool},
	{"locks", LockShmemSize, InitLocks},
	{"processes", ProcGlobalShmemSize, InitProcGlobal},
	{"procarray", ProcArrayShmemSize, CreateSharedProcArray},
	{"sinval", SInvalShmemSize, CreateSharedInvalidationState},
	{"pmsignal", PMSignalShmemSize, PMSignalShmemInit},
	{"procsignal", ProcSignalShmemSize, ProcSignalShmemInit},
};

static ShmemModule modules[MAX_SHMEM_MODULES];
static int nmodules = 0;
static Size addin_size = 0;

/*
 * shmem_register
 *		Tell how much shared memory a module needs and how it is set up.
 *
 * Before CreateSharedMemoryAndSemaphores.  init runs in the creating process,
 * once more for each restart after a crash.
 */
void
shmem_register(const char *name, Size (*size)(void), void (*init)(void))
{
	for (int i = 0; i < nmodules; i++)
		if (strcmp(modules[i].name, name) == 0)
			return;
	if (nmodules >= MAX_SHMEM_MODULES)
		elog(FATAL, "too many modules with shared memory");
	modules[nmodules].name = name;
	modules[nmodules].size = size;
	modules[nmodules].init = init;
	nmodules++;
}

/* For loaded modules, from their shmem_request_hook. */
void
RequestAddinShmemSpace(Size size)
{
	if (!process_shmem_requests_in_progress)
		elog(FATAL, "cannot request additional shared memory outside shmem_request_hook");
	addin_size = add_size(addin_size, size);
}

/*
 * CalculateShmemSize
 *		Bytes that all modules need together.
 *
 * *num_semaphores, if wanted: how many processes there may be (semaphores
 * themselves lie in shared memory).
 */
Size
CalculateShmemSize(int *num_semaphores)
{
	Size size = SHMEM_SLACK;

	if (num_semaphores)
		*num_semaphores = ProcGlobalSemas();
	size = add_size(size, sizeof(PGShmemHeader));
	size = add_size(size, SHMEM_INDEX_SIZE * sizeof(ShmemIndexEnt));
	size = add_size(size, LWLockShmemSize());
	for (unsigned i = 0; i < lengthof(own_modules); i++)
		size = add_size(size, CACHELINEALIGN(own_modules[i].size()));
	for (int i = 0; i < nmodules; i++)
		size = add_size(size, CACHELINEALIGN(modules[i].size()));
	size = add_size(size, addin_size);
	return (size + 8191) / 8192 * 8192;
}

/*
 * CreateSharedMemoryAndSemaphores
 *		Make shared memory and let every module set up its part.
 *
 * In the postmaster or a standalone process, after the settings are read and
 * MaxBackends is known.
 */
void
CreateSharedMemoryAndSemaphores(void)
{
	Size size;

	Assert(!IsUnderPostmaster);
	size = CalculateShmemSize(NULL);
	elog(DEBUG3, "invoking IpcMemoryCreate(size=%zu)", size);
	MainLWLockArray = NULL;
	InitShmemAccess(PGSharedMemoryCreate(size));
	InitShmemAllocation();
	CreateLWLocks();
	InitShmemIndex();

	for (unsigned i = 0; i < lengthof(own_modules); i++)
		own_modules[i].init();
	for (int i = 0; i < nmodules; i++)
		modules[i].init();
	if (shmem_startup_hook)
		shmem_startup_hook();
}

/* Compute the settings that show the size, for postgres -C. */
void
InitializeShmemGUCs(void)
{
	char buf[64];
	int semas;
	Size size = CalculateShmemSize(&semas);
	Size huge;

	snprintf(buf, sizeof(buf), "%zu", (size + 1024 * 1024 - 1) / (1024 * 1024));
	SetConfigOption("shared_memory_size", buf, PGC_INTERNAL,
					PGC_S_DYNAMIC_DEFAULT);
	GetHugePageSize(&huge, NULL);
	if (huge != 0)
	{
		snprintf(buf, sizeof(buf), "%zu", size / huge + 1);
		SetConfigOption("shared_memory_size_in_huge_pages", buf, PGC_INTERNAL,
						PGC_S_DYNAMIC_DEFAULT);
	}
}

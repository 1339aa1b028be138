/*
 * pg_shmem.c
 *		Creation of the shared memory.
 *
 * The data lies in an anonymous mapping, which needs no name and vanishes
 * with its last user. A System V segment of one header, whose key follows
 * from the inode of the data directory, shows by its attach count whether
 * processes of an earlier postmaster still run there.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/pg_shmem.c
 */
#include "postgres.h"

#include <signal.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/pg_shmem.h"
#include "storage/shmem.h"
#include "utils/guc.h"
#include "utils/pidfile.h"

#define MAX_KEY_TRIES 1000

int huge_pages = HUGE_PAGES_TRY;
int huge_page_size = 0;
int shared_memory_type = DEFAULT_SHARED_MEMORY_TYPE;
unsigned long UsedShmemSegID = 0;
void *UsedShmemSegAddr = NULL;

static void *mapping = NULL;
static Size mapping_size = 0;

/* Is a segment ours, and who uses it? */
typedef enum SegmentState
{
	SEG_FOREIGN, /* not of this data directory */
	SEG_UNUSED, /* ours, no process attached */
	SEG_IN_USE
} SegmentState;

static SegmentState
segment_state(int shmid)
{
	struct shmid_ds ds;
	struct stat st;
	PGShmemHeader *hdr;
	SegmentState state = SEG_FOREIGN;

	if (shmctl(shmid, IPC_STAT, &ds) < 0 || stat(DataDir, &st) < 0)
		return SEG_FOREIGN;
	hdr = (PGShmemHeader *) shmat(shmid, NULL, SHM_RDONLY);
	if (hdr == (PGShmemHeader *) -1)
		return SEG_FOREIGN;
	if (hdr->magic == PGShmemMagic && hdr->device == st.st_dev &&
		hdr->inode == st.st_ino)
		state = ds.shm_nattch == 0 ? SEG_UNUSED : SEG_IN_USE;
	shmdt(hdr);
	return state;
}

/*
 * PGSharedMemoryIsInUse
 *		Does the segment of a postmaster.pid show living processes?
 *
 * id1 and id2 are the numbers of its shared memory line: key and id.
 */
bool
PGSharedMemoryIsInUse(unsigned long id1, unsigned long id2)
{
	return segment_state((int) id2) == SEG_IN_USE;
}

static void
remove_segment(int status, Datum shmid)
{
	if (shmctl(DatumGetInt32(shmid), IPC_RMID, NULL) < 0)
		elog(LOG, "shmctl(%d, %d, 0) failed: %m", DatumGetInt32(shmid), IPC_RMID);
}

static void
detach_segment(int status, Datum addr)
{
	shmdt(DatumGetPointer(addr));
}

/* A key is taken: free it if it is a dead segment of ours.  True to retry it. */
static bool
clear_key(key_t key)
{
	int shmid = shmget(key, 0, 0);

	if (shmid < 0)
		return errno == ENOENT;
	switch (segment_state(shmid))
	{
		case SEG_IN_USE:
			ereport(FATAL,
					(errcode(ERRCODE_LOCK_FILE_EXISTS),
					 errmsg("pre-existing shared memory block (key %lu, ID %lu) is still in use",
							(unsigned long) key, (unsigned long) shmid),
					 errhint("Terminate any old server processes associated with data directory \"%s\".",
							 DataDir)));
			break;
		case SEG_UNUSED:
			return shmctl(shmid, IPC_RMID, NULL) == 0;
		case SEG_FOREIGN:
			break;
	}
	return false;
}

/*
 * Make the segment.  Where System V shared memory is not available at all the
 * server runs without it: then only the lock file guards the directory.
 */
static void
create_segment(const struct stat *st)
{
	key_t key = (key_t) st->st_ino;
	PGShmemHeader *hdr;
	char line[64];
	int shmid = -1;

	for (int tries = 0; tries < MAX_KEY_TRIES && shmid < 0; tries++)
	{
		if (key == IPC_PRIVATE)
			key++;
		shmid = shmget(key, sizeof(PGShmemHeader),
					   IPC_CREAT | IPC_EXCL | (S_IRUSR | S_IWUSR));
		if (shmid >= 0)
			break;
		if (errno != EEXIST && errno != EACCES && errno != EIDRM)
			break;
		if (!clear_key(key))
			key++;
	}
	if (shmid < 0)
	{
		ereport(LOG, (errmsg("could not create shared memory segment: %m"), errdetail("Processes of an earlier server in this directory will not be noticed.")));
		return;
	}

	on_shmem_exit(remove_segment, Int32GetDatum(shmid));
	hdr = (PGShmemHeader *) shmat(shmid, NULL, 0);
	if (hdr == (PGShmemHeader *) -1)
		elog(FATAL, "shmat(id=%d) failed: %m", shmid);
	on_shmem_exit(detach_segment, PointerGetDatum(hdr));
	memset(hdr, 0, sizeof(*hdr));
	hdr->creatorPID = getpid();
	hdr->device = st->st_dev;
	hdr->inode = st->st_ino;
	hdr->totalsize = sizeof(PGShmemHeader);
	hdr->freeoffset = sizeof(PGShmemHeader);
	hdr->magic = PGShmemMagic;
	UsedShmemSegID = (unsigned long) key;

	snprintf(line, sizeof(line), "%9lu %9lu", (unsigned long) key,
			 (unsigned long) shmid);
	AddToDataDirLockFile(LOCK_FILE_LINE_SHMEM_KEY, line);
}

/* Size of huge pages and the mmap flags that ask for them; 0 if there are none. */
void
GetHugePageSize(Size *hugepagesize, int *mmap_flags)
{
	Size size = (Size) huge_page_size * 1024;
	Size system_kb = 0;
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];

	if (f != NULL)
	{
		while (fgets(line, sizeof(line), f))
			if (sscanf(line, "Hugepagesize: %zu kB", &system_kb) == 1)
				break;
		fclose(f);
	}
	if (mmap_flags)
		*mmap_flags = MAP_HUGETLB;
	if (size != 0 && mmap_flags)
		*mmap_flags |= (__builtin_ctzl(size) & MAP_HUGE_MASK) << MAP_HUGE_SHIFT;
	if (size == 0)
		size = system_kb != 0 ? system_kb * 1024 : 2 * 1024 * 1024;
	if (hugepagesize)
		*hugepagesize = size;
}

static void *
map_memory(Size *size)
{
	const int flags = MAP_SHARED | MAP_ANONYMOUS;
	void *p = MAP_FAILED;

	if (huge_pages == HUGE_PAGES_ON || huge_pages == HUGE_PAGES_TRY)
	{
		Size hps;
		int hflags;
		Size rounded;

		GetHugePageSize(&hps, &hflags);
		rounded = (*size + hps - 1) / hps * hps;
		p = mmap(NULL, rounded, PROT_READ | PROT_WRITE, flags | hflags, -1, 0);
		if (p != MAP_FAILED)
			*size = rounded;
		else if (huge_pages == HUGE_PAGES_TRY)
			elog(DEBUG1, "mmap(%zu) with MAP_HUGETLB failed, huge pages disabled: %m",
				 rounded);
	}
	if (p == MAP_FAILED && huge_pages != HUGE_PAGES_ON)
		p = mmap(NULL, *size, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (p == MAP_FAILED)
		ereport(FATAL,
				(errcode(errno == ENOMEM ? ERRCODE_OUT_OF_MEMORY : ERRCODE_SYSTEM_ERROR),
				 errmsg("could not map anonymous shared memory: %m"),
				 errhint("%zu bytes of memory, swap space or huge pages were asked for; lower shared_buffers or max_connections.",
						 *size)));
	return p;
}

static void
unmap_at_exit(int status, Datum arg)
{
	PGSharedMemoryDetach();
}

/*
 * PGSharedMemoryCreate
 *		Make the mapping, of at least size bytes; returns its header.
 *
 * FATAL if there is not enough memory, or if processes of an earlier server
 * are alive in this data directory.
 */
PGShmemHeader *
PGSharedMemoryCreate(Size size)
{
	struct stat st;
	PGShmemHeader *hdr;

	memset(&st, 0, sizeof(st));
	if (DataDir != NULL)
	{
		if (stat(DataDir, &st) < 0)
			ereport(FATAL, (errcode_for_file_access(), errmsg("could not stat data directory \"%s\": %m", DataDir)));
		create_segment(&st);
	}
	mapping_size = size;
	mapping = map_memory(&mapping_size);
	on_shmem_exit(unmap_at_exit, 0);

	hdr = (PGShmemHeader *) mapping;
	hdr->creatorPID = getpid();
	hdr->magic = PGShmemMagic;
	hdr->dsm_control = 0;
	hdr->device = st.st_dev;
	hdr->inode = st.st_ino;
	hdr->totalsize = mapping_size;
	hdr->freeoffset = MAXALIGN(sizeof(PGShmemHeader));
	UsedShmemSegAddr = hdr;
	return hdr;
}

/* Unmap the shared memory; its pointers are invalid from then on. */
void
PGSharedMemoryDetach(void)
{
	if (mapping == NULL)
		return;
	if (munmap(mapping, mapping_size) < 0)
		elog(LOG, "munmap(%p, %zu) failed: %m", mapping, mapping_size);
	mapping = NULL;
	UsedShmemSegAddr = NULL;
}

/*
 * shmem.c
 *		Allocation in shared memory.
 *
 * A bump allocator: nothing is ever freed. An index of names, a plain
 * array, lets a module find its structure again; processes inherit the
 * pointers by fork, so it only matters at start.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/ipc/shmem.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/lwlock.h"
#include "storage/pg_shmem.h"
#include "storage/shmem.h"

/* Head of the index of named structures; PGShmemHeader.index points at it. */
typedef struct ShmemIndex
{
	slock_t alloc_lock; /* guards PGShmemHeader.freeoffset */
	int n; /* entries used: ShmemIndexLock */
	ShmemIndexEnt entries[SHMEM_INDEX_SIZE];
} ShmemIndex;

static PGShmemHeader *segment = NULL;

static ShmemIndex *
shmem_index(void)
{
	return (ShmemIndex *) segment->index;
}

/* The mapping all functions here work on. */
void
InitShmemAccess(void *seghdr)
{
	segment = (PGShmemHeader *) seghdr;
}

/* In the creator: make the index, the first thing allocated. */
void
InitShmemAllocation(void)
{
	ShmemIndex *index;

	index = ShmemAllocUnlocked(sizeof(ShmemIndex));
	SpinLockInit(&index->alloc_lock);
	index->n = 0;
	segment->index = index;
}

void
InitShmemIndex(void)
{
	Assert(segment != NULL && segment->index != NULL);
}

/* Cut size bytes off the free space; NULL if it is used up. */
static void *
take_space(Size size)
{
	Size start = CACHELINEALIGN(segment->freeoffset);

	if (start + size > segment->totalsize)
		return NULL;
	segment->freeoffset = start + size;
	return (char *) segment + start;
}

/* size bytes, aligned to a cache line, zeroed as mapped; NULL if none left. */
void *
ShmemAllocNoError(Size size)
{
	void *p;

	SpinLockAcquire(&shmem_index()->alloc_lock);
	p = take_space(size);
	SpinLockRelease(&shmem_index()->alloc_lock);
	return p;
}

static void *
check_space(void *p, Size size)
{
	if (p == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of shared memory (%zu bytes requested)", size)));
	return p;
}

void *
ShmemAlloc(Size size)
{
	return check_space(ShmemAllocNoError(size), size);
}

/* Before there are other processes, or locks. */
void *
ShmemAllocUnlocked(Size size)
{
	return check_space(take_space(size), size);
}

bool
ShmemAddrIsValid(const void *addr)
{
	return segment != NULL && (const char *) addr >= (char *) segment &&
		(const char *) addr < (char *) segment + segment->totalsize;
}

/*
 * ShmemInitStruct
 *		Find the structure of this name, or allocate it.
 *
 * *foundPtr: it existed.  A new one is the caller's to initialize.
 */
void *
ShmemInitStruct(const char *name, Size size, bool *foundPtr)
{
	ShmemIndex *index = shmem_index();
	ShmemIndexEnt *entry = NULL;
	bool locking = IsUnderPostmaster && MainLWLockArray != NULL;

	if (locking)
		LWLockAcquire(ShmemIndexLock, LW_EXCLUSIVE);
	for (int i = 0; i < index->n && entry == NULL; i++)
		if (strcmp(index->entries[i].key, name) == 0)
			entry = &index->entries[i];
	*foundPtr = entry != NULL;
	if (entry == NULL)
	{
		Assert(strlen(name) < SHMEM_INDEX_KEYSIZE);
		if (index->n >= SHMEM_INDEX_SIZE)
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("could not create ShmemIndex entry for data structure \"%s\"",
							name)));
		entry = &index->entries[index->n];
		strlcpy(entry->key, name, SHMEM_INDEX_KEYSIZE);
		entry->location = ShmemAllocNoError(size);
		if (entry->location == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("not enough shared memory for data structure \"%s\" (%zu bytes requested)",
							name, size)));
		entry->size = size;
		entry->allocated_size = CACHELINEALIGN(size);
		index->n++;
	}
	else if (entry->size != size)
		ereport(ERROR,
				(errmsg("ShmemIndex entry size is wrong for data structure \"%s\": expected %zu, actual %zu",
						name, size, entry->size)));
	if (locking)
		LWLockRelease(ShmemIndexLock);
	return entry->location;
}

/*
 * ShmemIndexEntry
 *		A copy of entry i of the index, from 0; false if there are not so many.
 *
 * *offset: the structure's place from the start of the segment.
 */
bool
ShmemIndexEntry(int i, ShmemIndexEnt *entry, Size *offset)
{
	ShmemIndex *index = shmem_index();
	bool found;

	LWLockAcquire(ShmemIndexLock, LW_SHARED);
	found = i < index->n;
	if (found)
	{
		*entry = index->entries[i];
		*offset = (char *) entry->location - (char *) segment;
	}
	LWLockRelease(ShmemIndexLock);
	return found;
}

/* Bytes of the segment, and of these how many have been given out. */
void
ShmemTotals(Size *total, Size *used)
{
	*total = segment->totalsize;
	*used = segment->freeoffset;
}

/*
 * ShmemInitHash
 *		A hash table in shared memory, found by name or made.
 *
 * infoP and hash_flags are completed for a table of at most max_size entries,
 * all allocated at start.
 */
HTAB *
ShmemInitHash(const char *name, long init_size, long max_size, HASHCTL *infoP,
			  int hash_flags)
{
	bool found;
	void *location;

	infoP->dsize = infoP->max_dsize = hash_select_dirsize(max_size);
	infoP->alloc = ShmemAllocNoError;
	hash_flags |= HASH_SHARED_MEM | HASH_ALLOC | HASH_DIRSIZE;
	location = ShmemInitStruct(name, hash_get_shared_size(infoP, hash_flags),
							   &found);
	if (found)
		hash_flags |= HASH_ATTACH;
	infoP->hctl = (HASHHDR *) location;
	return hash_create(name, init_size, infoP, hash_flags);
}

static void
size_overflow(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("requested shared memory size overflows size_t")));
}

/* s1 + s2, ERROR on overflow. */
Size
add_size(Size s1, Size s2)
{
	Size result;

	if (__builtin_add_overflow(s1, s2, &result))
		size_overflow();
	return result;
}

/* s1 * s2, ERROR on overflow. */
Size
mul_size(Size s1, Size s2)
{
	Size result;

	if (__builtin_mul_overflow(s1, s2, &result))
		size_overflow();
	return result;
}

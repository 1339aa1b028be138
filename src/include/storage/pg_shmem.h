/*
 * pg_shmem.h
 *		The shared memory mapping itself.
 *
 * One anonymous shared mapping. postmaster.pid's shared memory line holds
 * the inode of the data directory and 0, since no segment has a key.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/pg_shmem.h
 */
#ifndef PG_SHMEM_H
#define PG_SHMEM_H

typedef struct PGShmemHeader
{
	int32		magic;
	pid_t		creatorPID;
	Size		totalsize;
	Size		freeoffset;		/* to the first free byte; allocator's lock */
	void	   *index;			/* of named structures */
} PGShmemHeader;

#define PGShmemMagic 679834894
#define DEFAULT_SHARED_MEMORY_TYPE SHMEM_TYPE_MMAP

typedef enum
{
	SHMEM_TYPE_WINDOWS,
	SHMEM_TYPE_SYSV,
	SHMEM_TYPE_MMAP
} PGShmemType;

typedef enum
{
	HUGE_PAGES_OFF,
	HUGE_PAGES_ON,
	HUGE_PAGES_TRY
} HugePagesType;

extern PGDLLIMPORT int huge_pages;
extern PGDLLIMPORT int huge_page_size;
extern PGDLLIMPORT int shared_memory_type;
extern PGDLLIMPORT unsigned long UsedShmemSegID;
extern PGDLLIMPORT void *UsedShmemSegAddr;

/* storage/ipc/pg_shmem.c */
extern PGShmemHeader *PGSharedMemoryCreate(Size size);
extern void PGSharedMemoryDetach(void);
extern void GetHugePageSize(Size *hugepagesize, int *mmap_flags);

#endif							/* PG_SHMEM_H */

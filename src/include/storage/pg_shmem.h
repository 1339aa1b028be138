/*
 * pg_shmem.h
 *		The shared memory mapping itself.
 *
 * All data lies in one anonymous shared mapping.  A System V segment of one
 * header exists beside it: its attach count tells a new postmaster whether
 * processes of an earlier one are still alive in the same data directory.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/pg_shmem.h
 */
#ifndef PG_SHMEM_H
#define PG_SHMEM_H

/*
 * Head of the mapping, and of the small System V segment.  The layout is
 * PostgreSQL 15's, so that a stock server refuses a directory that is in use.
 */
typedef struct PGShmemHeader
{
	int32 magic;
	pid_t creatorPID;
	Size totalsize;
	Size freeoffset; /* to the first free byte; allocator's lock */
	uint32 dsm_control; /* unused: 0 */
	void *index; /* of named structures */
	dev_t device; /* of the data directory */
	ino_t inode;
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
extern bool PGSharedMemoryIsInUse(unsigned long id1, unsigned long id2);
extern void GetHugePageSize(Size *hugepagesize, int *mmap_flags);

#endif /* PG_SHMEM_H */

/*
 * shmem.h
 *		Allocation in shared memory.
 *
 * Everything is allocated before the first fork, in one mapping, and never
 * freed; all processes see it at the same address.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/shmem.h
 */
#ifndef SHMEM_H
#define SHMEM_H

#include "storage/spin.h"
#include "utils/hsearch.h"

/* storage/ipc/shmem.c */
extern Size add_size(Size s1, Size s2);
extern void InitShmemAccess(void *seghdr);
extern void InitShmemAllocation(void);
extern void InitShmemIndex(void);
extern Size mul_size(Size s1, Size s2);
extern bool ShmemAddrIsValid(const void *addr);
extern void *ShmemAlloc(Size size);
extern void *ShmemAllocNoError(Size size);
extern void *ShmemAllocUnlocked(Size size);
extern HTAB *ShmemInitHash(const char *name, long init_size, long max_size,
						   HASHCTL *infoP, int hash_flags);
extern void *ShmemInitStruct(const char *name, Size size, bool *foundPtr);

/* One entry of the index of named structures. */
#define SHMEM_INDEX_KEYSIZE 48
#define SHMEM_INDEX_SIZE 128

typedef struct
{
	char key[SHMEM_INDEX_KEYSIZE];
	void *location;
	Size size;
	Size allocated_size;
} ShmemIndexEnt;

extern bool ShmemIndexEntry(int i, ShmemIndexEnt *entry, Size *offset);
extern void ShmemTotals(Size *total, Size *used);

#endif /* SHMEM_H */

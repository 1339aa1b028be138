/*
 * utils/hsearch.h
 *		Hash tables keyed by a fixed number of bytes, local or shared.
 *
 * The key is the first keysize bytes of an entry.  A local table grows; a
 * shared one takes its memory at creation.  A partitioned one lets callers
 * lock each partition on its own (utils/hash/README).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/hsearch.h
 */
#ifndef HSEARCH_H
#define HSEARCH_H

typedef uint32 (*HashValueFunc)(const void *key, Size keysize);
typedef int (*HashCompareFunc)(const void *key1, const void *key2,
							   Size keysize); /* 0: equal */
typedef void *(*HashCopyFunc)(void *dest, const void *src, Size keysize);
typedef void *(*HashAllocFunc)(Size request);

/* Head of each entry, before the caller's bytes. */
typedef struct HASHELEMENT
{
	struct HASHELEMENT *link; /* next in the bucket or free list */
	uint32 hashvalue;
} HASHELEMENT;

typedef struct HASHHDR HASHHDR;
typedef struct HTAB HTAB;

/* Parameters of hash_create; which fields count is told by the flags. */
typedef struct HASHCTL
{
	long num_partitions; /* HASH_PARTITION: a power of 2 */
	long ssize; /* HASH_SEGMENT */
	long dsize; /* HASH_DIRSIZE */
	long max_dsize;
	Size keysize; /* HASH_ELEM */
	Size entrysize;
	HashValueFunc hash; /* HASH_FUNCTION */
	HashCompareFunc match; /* HASH_COMPARE */
	HashCopyFunc keycopy; /* HASH_KEYCOPY */
	HashAllocFunc alloc; /* HASH_ALLOC */
	MemoryContext hcxt; /* HASH_CONTEXT: parent of the table's own */
	HASHHDR *hctl; /* HASH_SHARED_MEM: where the header is */
} HASHCTL;

#define HASH_PARTITION 0x0001
#define HASH_SEGMENT 0x0002
#define HASH_DIRSIZE 0x0004
#define HASH_ELEM 0x0008 /* required */
#define HASH_STRINGS 0x0010 /* keys are C strings in keysize bytes */
#define HASH_BLOBS 0x0020 /* keys are plain bytes */
#define HASH_FUNCTION 0x0040
#define HASH_COMPARE 0x0080
#define HASH_KEYCOPY 0x0100
#define HASH_ALLOC 0x0200
#define HASH_CONTEXT 0x0400
#define HASH_SHARED_MEM 0x0800
#define HASH_ATTACH 0x1000 /* the header at hctl is already made */
#define HASH_FIXED_SIZE 0x2000

typedef enum
{
	HASH_FIND,
	HASH_ENTER, /* ERROR if there is no memory */
	HASH_REMOVE,
	HASH_ENTER_NULL /* NULL if there is no memory */
} HASHACTION;

typedef struct
{
	HTAB *hashp;
	uint32 curBucket;
	HASHELEMENT *curEntry;
} HASH_SEQ_STATUS;

extern HTAB *hash_create(const char *tabname, long nelem, const HASHCTL *info,
						 int flags);
extern void hash_destroy(HTAB *hashp);
extern void *hash_search(HTAB *hashp, const void *keyPtr, HASHACTION action,
						 bool *foundPtr);
extern void *hash_search_with_hash_value(HTAB *hashp, const void *keyPtr,
										 uint32 hashvalue, HASHACTION action,
										 bool *foundPtr);
extern bool hash_update_hash_key(HTAB *hashp, void *existingEntry,
								 const void *newKeyPtr);
extern uint32 get_hash_value(HTAB *hashp, const void *keyPtr);
extern long hash_get_num_entries(HTAB *hashp);
extern void hash_stats(const char *where, HTAB *hashp);

/* Scans: entries may be removed while scanning only if just returned. */
extern void hash_seq_init(HASH_SEQ_STATUS *status, HTAB *hashp);
extern void *hash_seq_search(HASH_SEQ_STATUS *status);
extern void hash_seq_term(HASH_SEQ_STATUS *status);
extern void hash_freeze(HTAB *hashp);
extern void AtEOXact_HashTables(bool isCommit);
extern void AtEOSubXact_HashTables(bool isCommit, int nestDepth);

/* Sizes, for planning shared memory. */
extern Size hash_estimate_size(long num_entries, Size entrysize);
extern long hash_select_dirsize(long num_entries);
extern Size hash_get_shared_size(HASHCTL *info, int flags);

/* hashfn-based helpers in the same folder */
extern uint32 string_hash(const void *key, Size keysize);
extern uint32 tag_hash(const void *key, Size keysize);
extern uint32 uint32_hash(const void *key, Size keysize);
extern uint32 bitmap_hash(const void *key, Size keysize);
extern int bitmap_match(const void *key1, const void *key2, Size keysize);
#define oid_hash uint32_hash

extern int my_log2(long num);

#endif /* HSEARCH_H */

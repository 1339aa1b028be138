/*
 * dynahash.c
 *		Hash tables, local and in shared memory.
 *
 * Buckets are a power of two in number and head chains of elements; an element
 * is a HASHELEMENT and then the caller's entry.  A local table doubles its
 * bucket array when it holds more entries than buckets, unless a scan is under
 * way.  A shared table gets its whole bucket array at creation (info->dsize from
 * hash_select_dirsize) and never rehashes, so that a bucket always belongs to
 * the same partition: the one of the low bits of the hash value.
 *
 * Locking is the caller's: one lock for the table, or one per partition.  Only
 * the free lists of a partitioned table are guarded here, by a spinlock each.
 * See the README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/hash/dynahash.c
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "storage/spin.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/upcalls.h"

#define NUM_FREELISTS 32
#define MAX_SEQ_SCANS 100
#define ELEMENT_HDR MAXALIGN(sizeof(HASHELEMENT))
#define ENTRY_OF(elem) ((void *) ((char *) (elem) + ELEMENT_HDR))
#define ELEMENT_OF(entry) ((HASHELEMENT *) ((char *) (entry) -ELEMENT_HDR))
#define LOCAL_BATCH_MAX (64 * 1024) /* bytes of elements taken at once */
#define SHARED_BATCH 32 /* elements taken at once */

/* Padded to a cache line: backends use different ones at a time. */
typedef union FreeList
{
	struct
	{
		slock_t mutex; /* partitioned tables only */
		long nentries; /* in use, of those counted here */
		HASHELEMENT *list;
	} f;
	char pad[PG_CACHE_LINE_SIZE];
} FreeList;

/* The part that all processes share. */
struct HASHHDR
{
	FreeList freelists[NUM_FREELISTS]; /* [0] alone unless partitioned */
	HASHELEMENT **buckets; /* constant in a shared table */
	uint32 nbuckets; /* power of 2; constant in a shared table */
	/* constant */
	long num_partitions; /* 0: not partitioned */
	Size keysize;
	Size entrysize;
	Size elementsize;
	bool fixed; /* takes no memory after creation */
};

/* The part of this process. */
struct HTAB
{
	HASHHDR *hctl;
	HashValueFunc hash;
	HashCompareFunc match;
	HashCopyFunc keycopy;
	HashAllocFunc alloc; /* NULL: palloc in hcxt */
	MemoryContext hcxt; /* local tables: everything is here */
	char *tabname;
	bool isshared;
	bool frozen; /* no insertions any more */
	Size keysize;
	long next_batch; /* elements to take next, local tables */
};

static struct
{
	HTAB *table;
	int level;
} scans[MAX_SEQ_SCANS];
static int nscans = 0;

static int
match_strings(const void *key1, const void *key2, Size keysize)
{
	return strncmp(key1, key2, keysize - 1);
}

static void *
copy_string(void *dest, const void *src, Size keysize)
{
	strlcpy(dest, src, keysize);
	return dest;
}

static uint32
buckets_for(long nelem, long num_partitions)
{
	uint64 n = pg_nextpower2_64((uint64) Max(nelem, 1));

	n = Max(n, (uint64) Max(num_partitions, 8));
	return (uint32) Min(n, UINT64CONST(1) << 31);
}

static int
freelist_of(HASHHDR *h, uint32 hashvalue)
{
	return h->num_partitions ? (int) (hashvalue % NUM_FREELISTS) : 0;
}

/* ---- creation ---- */

static void
choose_functions(HTAB *t, const HASHCTL *info, int flags)
{
	bool strings = (flags & HASH_STRINGS) != 0;

	Assert(((flags & HASH_STRINGS) != 0) + ((flags & HASH_BLOBS) != 0) +
			   ((flags & HASH_FUNCTION) != 0) ==
		   1);
	if (flags & HASH_FUNCTION)
		t->hash = info->hash;
	else if (strings)
		t->hash = string_hash;
	else
		t->hash = info->keysize == sizeof(uint32) ? uint32_hash : tag_hash;
	if (flags & HASH_COMPARE)
		t->match = info->match;
	else
		t->match = strings || t->hash == string_hash ? match_strings : memcmp;
	if (flags & HASH_KEYCOPY)
		t->keycopy = info->keycopy;
	else
		t->keycopy = strings || t->hash == string_hash ? copy_string : memcpy;
}

static void *
table_alloc(HTAB *t, Size size)
{
	if (t->alloc)
		return t->alloc(size);
	return MemoryContextAllocExtended(t->hcxt, size,
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
}

/* Add n elements to a free list; false if there is no memory. */
static bool
add_elements(HTAB *t, long n, int which)
{
	HASHHDR *h = t->hctl;
	char *mem = table_alloc(t, n * h->elementsize);
	FreeList *fl = &h->freelists[which];

	if (mem == NULL)
		return false;
	for (long i = 0; i < n - 1; i++)
		((HASHELEMENT *) (mem + i * h->elementsize))->link =
			(HASHELEMENT *) (mem + (i + 1) * h->elementsize);
	if (h->num_partitions)
		SpinLockAcquire(&fl->f.mutex);
	((HASHELEMENT *) (mem + (n - 1) * h->elementsize))->link = fl->f.list;
	fl->f.list = (HASHELEMENT *) mem;
	if (h->num_partitions)
		SpinLockRelease(&fl->f.mutex);
	return true;
}

static void
init_header(HTAB *t, const HASHCTL *info, int flags, long nelem)
{
	HASHHDR *h = t->hctl;
	Size size;

	memset(h, 0, sizeof(*h));
	for (int i = 0; i < NUM_FREELISTS; i++)
		SpinLockInit(&h->freelists[i].f.mutex);
	h->num_partitions = (flags & HASH_PARTITION) ? info->num_partitions : 0;
	h->keysize = info->keysize;
	h->entrysize = info->entrysize;
	h->elementsize = ELEMENT_HDR + MAXALIGN(info->entrysize);
	if (t->isshared && (flags & HASH_DIRSIZE))
		nelem = Max(nelem, info->dsize);
	h->nbuckets = buckets_for(nelem, h->num_partitions);
	size = h->nbuckets * sizeof(HASHELEMENT *);
	h->buckets = table_alloc(t, size);
	if (h->buckets == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Failed while creating hash table \"%s\".", t->tabname)));
	memset(h->buckets, 0, size);
}

/* A shared table takes its first elements now. */
static void
preallocate(HTAB *t, long nelem, int flags)
{
	HASHHDR *h = t->hctl;
	int nlists = h->num_partitions ? NUM_FREELISTS : 1;

	if (!t->isshared && !(flags & HASH_FIXED_SIZE))
		return;
	for (int i = 0; i < nlists; i++)
	{
		long n = nelem / nlists + (i < nelem % nlists);

		if (n > 0 && !add_elements(t, n, i))
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("out of memory"),
					 errdetail("Failed while creating hash table \"%s\".",
							   t->tabname)));
	}
	h->fixed = (flags & HASH_FIXED_SIZE) != 0;
}

/*
 * hash_create
 *		Make a table for about nelem entries.
 *
 * tabname	copied
 * nelem	a local table may grow beyond it; a shared table has room for this
 *			many at once and takes more from info->alloc as long as that gives
 *
 * A local table lives in a context of its own below info->hcxt, or below
 * TopMemoryContext.  Errors: 53200.
 */
HTAB *
hash_create(const char *tabname, long nelem, const HASHCTL *info, int flags)
{
	MemoryContext hcxt;
	HTAB *t;

	Assert(flags & HASH_ELEM);
	Assert(info->keysize > 0 && info->entrysize >= info->keysize);
	if (flags & HASH_SHARED_MEM)
		hcxt = TopMemoryContext;
	else
		hcxt = AllocSetContextCreate((flags & HASH_CONTEXT) ? info->hcxt : TopMemoryContext, "dynahash",
									 ALLOCSET_DEFAULT_SIZES);
	t = MemoryContextAllocZero(hcxt, sizeof(HTAB));
	t->tabname = MemoryContextStrdup(hcxt, tabname);
	t->hcxt = hcxt;
	t->isshared = (flags & HASH_SHARED_MEM) != 0;
	t->keysize = info->keysize;
	t->next_batch = 8;
	if (!t->isshared)
		MemoryContextSetIdentifier(hcxt, t->tabname);
	choose_functions(t, info, flags);
	if (flags & HASH_ALLOC)
		t->alloc = info->alloc;
	if (t->isshared)
	{
		t->hctl = info->hctl;
		if (flags & HASH_ATTACH)
			return t;
	}
	else
		t->hctl = MemoryContextAlloc(hcxt, sizeof(HASHHDR));
	init_header(t, info, flags, nelem);
	preallocate(t, nelem, flags);
	return t;
}

/* Local tables only. */
void
hash_destroy(HTAB *hashp)
{
	if (hashp == NULL)
		return;
	Assert(!hashp->isshared);
	MemoryContextDelete(hashp->hcxt);
}

/* ---- sizes ---- */

/* Number of buckets of a shared table, to be put in info->dsize. */
long
hash_select_dirsize(long num_entries)
{
	return buckets_for(num_entries, 0);
}

/* Size of the header, to be put in shared memory at info->hctl. */
Size
hash_get_shared_size(HASHCTL *info, int flags)
{
	return sizeof(HASHHDR);
}

/* Shared memory for a table of num_entries, with slack for alignment. */
Size
hash_estimate_size(long num_entries, Size entrysize)
{
	Size element = ELEMENT_HDR + MAXALIGN(entrysize);
	Size size = MAXALIGN(sizeof(HASHHDR));

	size += (Size) buckets_for(num_entries, 0) * sizeof(HASHELEMENT *);
	size += (Size) num_entries * element;
	size += ((Size) num_entries / SHARED_BATCH + NUM_FREELISTS + 2) * 2 * PG_CACHE_LINE_SIZE;
	return size;
}

/* Smallest i with 2^i >= num. */
int
my_log2(long num)
{
	return num <= 1 ? 0 : (int) pg_ceil_log2_64((uint64) num);
}

/* ---- looking up and changing ---- */

uint32
get_hash_value(HTAB *hashp, const void *keyPtr)
{
	return hashp->hash(keyPtr, hashp->keysize);
}

static bool
being_scanned(HTAB *t)
{
	for (int i = 0; i < nscans; i++)
		if (scans[i].table == t)
			return true;
	return false;
}

/* Double the bucket array of a local table; keep the old one on failure. */
static void
grow(HTAB *t)
{
	HASHHDR *h = t->hctl;
	uint32 nnew = h->nbuckets * 2;
	HASHELEMENT **fresh;

	if (nnew == 0)
		return;
	fresh = table_alloc(t, nnew * sizeof(HASHELEMENT *));
	if (fresh == NULL)
		return;
	memset(fresh, 0, nnew * sizeof(HASHELEMENT *));
	for (uint32 b = 0; b < h->nbuckets; b++)
	{
		HASHELEMENT *e = h->buckets[b];

		while (e)
		{
			HASHELEMENT *next = e->link;
			HASHELEMENT **to = &fresh[e->hashvalue & (nnew - 1)];

			e->link = *to;
			*to = e;
			e = next;
		}
	}
	if (t->alloc == NULL)
		pfree(h->buckets);
	h->buckets = fresh;
	h->nbuckets = nnew;
}

static HASHELEMENT *
pop_free(HASHHDR *h, int which)
{
	FreeList *fl = &h->freelists[which];
	HASHELEMENT *e;

	if (h->num_partitions)
		SpinLockAcquire(&fl->f.mutex);
	e = fl->f.list;
	if (e)
	{
		fl->f.list = e->link;
		fl->f.nentries++;
	}
	if (h->num_partitions)
		SpinLockRelease(&fl->f.mutex);
	return e;
}

/* An element for a new entry; NULL if there is no memory. */
static HASHELEMENT *
take_element(HTAB *t, uint32 hashvalue)
{
	HASHHDR *h = t->hctl;
	int home = freelist_of(h, hashvalue);
	HASHELEMENT *e;

	for (;;)
	{
		long batch;

		e = pop_free(h, home);
		if (e)
			return e;
		batch = t->isshared ? SHARED_BATCH : t->next_batch;
		if (h->fixed || !add_elements(t, batch, home))
			break;
		if (!t->isshared && batch * 2 * h->elementsize <= LOCAL_BATCH_MAX)
			t->next_batch = batch * 2;
	}
	/* memory is out: another list may have some */
	for (int i = 1; h->num_partitions && i < NUM_FREELISTS; i++)
	{
		int other = (home + i) % NUM_FREELISTS;

		e = pop_free(h, other);
		if (e == NULL)
			continue;
		/* it will be given back to our list, so count it there */
		SpinLockAcquire(&h->freelists[other].f.mutex);
		h->freelists[other].f.nentries--;
		SpinLockRelease(&h->freelists[other].f.mutex);
		SpinLockAcquire(&h->freelists[home].f.mutex);
		h->freelists[home].f.nentries++;
		SpinLockRelease(&h->freelists[home].f.mutex);
		return e;
	}
	return NULL;
}

static void
give_element(HASHHDR *h, HASHELEMENT *e)
{
	FreeList *fl = &h->freelists[freelist_of(h, e->hashvalue)];

	if (h->num_partitions)
		SpinLockAcquire(&fl->f.mutex);
	fl->f.nentries--;
	e->link = fl->f.list;
	fl->f.list = e;
	if (h->num_partitions)
		SpinLockRelease(&fl->f.mutex);
}

/* Where the link to the entry is, or the end of its chain. */
static inline HASHELEMENT **
find_link(HTAB *t, const void *key, uint32 hashvalue)
{
	HASHHDR *h = t->hctl;
	HASHELEMENT **link = &h->buckets[hashvalue & (h->nbuckets - 1)];

	while (*link != NULL)
	{
		HASHELEMENT *e = *link;

		if (e->hashvalue == hashvalue &&
			t->match(ENTRY_OF(e), key, t->keysize) == 0)
			break;
		link = &e->link;
	}
	return link;
}

static void *
enter(HTAB *t, const void *key, uint32 hashvalue, HASHACTION action)
{
	HASHHDR *h = t->hctl;
	HASHELEMENT *e;
	HASHELEMENT **bucket;

	if (t->frozen)
		elog(ERROR, "cannot insert into frozen hashtable \"%s\"", t->tabname);
	if (!t->isshared && h->freelists[0].f.nentries >= (long) h->nbuckets &&
		!being_scanned(t))
		grow(t);
	e = take_element(t, hashvalue);
	if (e == NULL)
	{
		if (action == HASH_ENTER_NULL)
			return NULL;
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg(t->isshared ? "out of shared memory" : "out of memory")));
	}
	e->hashvalue = hashvalue;
	t->keycopy(ENTRY_OF(e), key, t->keysize);
	bucket = &h->buckets[hashvalue & (h->nbuckets - 1)];
	e->link = *bucket;
	*bucket = e;
	return ENTRY_OF(e);
}

/*
 * hash_search_with_hash_value
 *		As hash_search, for a key whose hash value the caller has.
 */
void *
hash_search_with_hash_value(HTAB *hashp, const void *keyPtr, uint32 hashvalue,
							HASHACTION action, bool *foundPtr)
{
	HASHELEMENT **link = find_link(hashp, keyPtr, hashvalue);
	HASHELEMENT *e = *link;

	if (foundPtr)
		*foundPtr = e != NULL;
	if (action == HASH_REMOVE && e != NULL)
	{
		*link = e->link;
		give_element(hashp->hctl, e);
	}
	if (e != NULL)
		return ENTRY_OF(e);
	if (action == HASH_FIND || action == HASH_REMOVE)
		return NULL;
	return enter(hashp, keyPtr, hashvalue, action);
}

/*
 * hash_search
 *		Find, enter or remove the entry with this key.
 *
 * Returns the entry, or NULL if it is not there (FIND, REMOVE) or does not fit
 * (ENTER_NULL).  A new entry has its key set and nothing else.  A removed
 * entry may be read until the next call.
 */
void *
hash_search(HTAB *hashp, const void *keyPtr, HASHACTION action, bool *foundPtr)
{
	return hash_search_with_hash_value(hashp, keyPtr,
									   hashp->hash(keyPtr, hashp->keysize),
									   action, foundPtr);
}

/*
 * hash_update_hash_key
 *		Give an entry another key; false if that key is taken.
 */
bool
hash_update_hash_key(HTAB *hashp, void *existingEntry, const void *newKeyPtr)
{
	HASHHDR *h = hashp->hctl;
	HASHELEMENT *e = ELEMENT_OF(existingEntry);
	uint32 newhash = hashp->hash(newKeyPtr, hashp->keysize);
	HASHELEMENT **link;

	if (hashp->frozen)
		elog(ERROR, "cannot update in frozen hashtable \"%s\"", hashp->tabname);
	link = &h->buckets[e->hashvalue & (h->nbuckets - 1)];
	while (*link != NULL && *link != e)
		link = &(*link)->link;
	if (*link == NULL)
		elog(ERROR, "hash_update_hash_key argument is not in hashtable \"%s\"",
			 hashp->tabname);
	if (*find_link(hashp, newKeyPtr, newhash) != NULL)
		return false;
	*link = e->link;
	e->hashvalue = newhash;
	hashp->keycopy(existingEntry, newKeyPtr, hashp->keysize);
	link = &h->buckets[newhash & (h->nbuckets - 1)];
	e->link = *link;
	*link = e;
	return true;
}

/* Exact if the caller holds all locks of a shared table. */
long
hash_get_num_entries(HTAB *hashp)
{
	HASHHDR *h = hashp->hctl;
	long sum = h->freelists[0].f.nentries;

	for (int i = 1; h->num_partitions && i < NUM_FREELISTS; i++)
		sum += h->freelists[i].f.nentries;
	return sum;
}

void
hash_stats(const char *where, HTAB *hashp)
{
	elog(DEBUG4, "%s: hash table \"%s\": %ld entries in %u buckets", where,
		 hashp->tabname, hash_get_num_entries(hashp), hashp->hctl->nbuckets);
}

/* ---- scans ---- */

/*
 * hash_seq_init
 *		Begin to visit all entries; ends at a NULL or with hash_seq_term().
 *
 * The entry just returned may be removed; others may not.  Entries added
 * meanwhile may or may not be seen.
 */
void
hash_seq_init(HASH_SEQ_STATUS *status, HTAB *hashp)
{
	status->hashp = hashp;
	status->curBucket = 0;
	status->curEntry = hashp->hctl->buckets[0];
	if (hashp->isshared || hashp->frozen)
		return;
	if (nscans >= MAX_SEQ_SCANS)
		elog(ERROR, "too many active hash_seq_search scans, cannot start one on \"%s\"",
			 hashp->tabname);
	scans[nscans].table = hashp;
	scans[nscans].level = GetCurrentTransactionNestLevel ? GetCurrentTransactionNestLevel() : 0;
	nscans++;
}

void *
hash_seq_search(HASH_SEQ_STATUS *status)
{
	HASHHDR *h = status->hashp->hctl;
	HASHELEMENT *e;

	while ((e = status->curEntry) == NULL)
	{
		if (++status->curBucket >= h->nbuckets)
		{
			hash_seq_term(status);
			return NULL;
		}
		status->curEntry = h->buckets[status->curBucket];
	}
	status->curEntry = e->link;
	return ENTRY_OF(e);
}

void
hash_seq_term(HASH_SEQ_STATUS *status)
{
	if (status->hashp->isshared || status->hashp->frozen)
		return;
	for (int i = nscans - 1; i >= 0; i--)
		if (scans[i].table == status->hashp)
		{
			scans[i] = scans[--nscans];
			return;
		}
	elog(ERROR, "no hash_seq_search scan for hash table \"%s\"",
		 status->hashp->tabname);
}

/* No more insertions, so scans need no registration. */
void
hash_freeze(HTAB *hashp)
{
	if (hashp->isshared)
		elog(ERROR, "cannot freeze shared hashtable \"%s\"", hashp->tabname);
	if (!hashp->frozen && being_scanned(hashp))
		elog(ERROR, "cannot freeze hashtable \"%s\" because it has active scans",
			 hashp->tabname);
	hashp->frozen = true;
}

/* On commit an open scan is a leak; the table may be gone on abort. */
void
AtEOXact_HashTables(bool isCommit)
{
	if (isCommit)
		for (int i = 0; i < nscans; i++)
			elog(WARNING, "leaked hash_seq_search scan for hash table %p",
				 (void *) scans[i].table);
	nscans = 0;
}

void
AtEOSubXact_HashTables(bool isCommit, int nestDepth)
{
	for (int i = nscans - 1; i >= 0; i--)
		if (scans[i].level >= nestDepth)
		{
			if (isCommit)
				elog(WARNING, "leaked hash_seq_search scan for hash table %p",
					 (void *) scans[i].table);
			scans[i] = scans[--nscans];
		}
}

/*
 * combocid.c
 *		Combo command ids.
 *
 * A tuple has room for one command id. If one transaction inserts and
 * deletes it, the field holds a number that stands for the pair (cmin,
 * cmax): an index into an array of this process, forgotten at the end of
 * the transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/time/combocid.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/storage_callbacks.h"
#include "utils/combocid.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

typedef struct CmdPair
{
	CommandId cmin;
	CommandId cmax;
} CmdPair;

typedef struct PairEntry
{
	CmdPair pair; /* hash key */
	CommandId combo;
} PairEntry;

/* All in TopTransactionContext. */
static HTAB *by_pair = NULL;
static CmdPair *pairs = NULL; /* by combo id */
static int npairs = 0;
static int maxpairs = 0;

static CommandId combo_for(CommandId cmin, CommandId cmax);

static const CmdPair *
pair_of(CommandId combo)
{
	Assert((int) combo < npairs);
	return &pairs[combo];
}

/* The inserting command; the inserter must be this transaction. */
CommandId
HeapTupleHeaderGetCmin(HeapTupleHeader tup)
{
	CommandId cid = HeapTupleHeaderGetRawCommandId(tup);

	Assert(!(tup->t_infomask & HEAP_MOVED));
	return (tup->t_infomask & HEAP_COMBOCID) ? pair_of(cid)->cmin : cid;
}

/* The deleting command; the deleter must be this transaction. */
CommandId
HeapTupleHeaderGetCmax(HeapTupleHeader tup)
{
	CommandId cid = HeapTupleHeaderGetRawCommandId(tup);

	Assert(!(tup->t_infomask & HEAP_MOVED));
	return (tup->t_infomask & HEAP_COMBOCID) ? pair_of(cid)->cmax : cid;
}

/*
 * HeapTupleHeaderAdjustCmax
 *		What to store as command id of a deletion by command *cmax.
 *
 * *cmax becomes a combo id, and *iscombo true, if this transaction also
 * inserted the tuple.  Before the critical section, since it allocates.
 */
void
HeapTupleHeaderAdjustCmax(HeapTupleHeader tup, CommandId *cmax, bool *iscombo)
{
	*iscombo = !HeapTupleHeaderXminCommitted(tup) &&
		TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetRawXmin(tup));
	if (*iscombo)
		*cmax = combo_for(HeapTupleHeaderGetCmin(tup), *cmax);
}

void
AtEOXact_ComboCid(void)
{
	by_pair = NULL;
	pairs = NULL;
	npairs = maxpairs = 0;
}

/* The id of a pair, made if it is new. */
static CommandId
combo_for(CommandId cmin, CommandId cmax)
{
	CmdPair key = {cmin, cmax};
	PairEntry *entry;
	bool found;

	if (by_pair == NULL)
	{
		HASHCTL ctl = {0};

		maxpairs = 100;
		pairs = MemoryContextAlloc(TopTransactionContext,
								   maxpairs * sizeof(CmdPair));
		npairs = 0;
		ctl.keysize = sizeof(CmdPair);
		ctl.entrysize = sizeof(PairEntry);
		ctl.hcxt = TopTransactionContext;
		by_pair = hash_create("Combo CIDs", 100, &ctl,
							  HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}
	if (npairs >= maxpairs)
	{
		pairs = repalloc(pairs, maxpairs * 2 * sizeof(CmdPair));
		maxpairs *= 2;
	}
	entry = (PairEntry *) hash_search(by_pair, &key, HASH_ENTER, &found);
	if (!found)
	{
		entry->combo = npairs;
		pairs[npairs++] = key;
	}
	return entry->combo;
}

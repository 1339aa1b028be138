/*
 * xactstats.c
 *		Statistics that live and die with a transaction's objects.
 *
 * A commit record lists the objects that the transaction dropped, an abort
 * record those that it made: whoever keeps statistics of them, here or on a
 * standby, forgets them when the record is replayed; the server that runs forgets them at
 * the end of the transaction.
 *
 * What is noted belongs to the level of nesting at which it happened.  A
 * committed level hands its notes to its parent; with an aborted one they go
 * away, since its abort record has named them.
 *
 * Callers, in order: pgstat_create_... and pgstat_drop_... by catalog code;
 * pgstat_get_transactional_drops() by xactcore.c when it makes the record;
 * AtEOSubXact_PgStat_Objects() or AtEOXact_PgStat_Objects() after it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xactstats.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "utils/memutils.h"
#include "utils/pgstat_internal.h"
#include "utils/rel.h"

typedef struct ObjectNote
{
	xl_xact_stats_item item;
	int nest_level; /* of the transaction that answers for it now */
	bool is_create; /* made; else dropped */
} ObjectNote;

/* In the order of the calls; in TopTransactionContext. */
static ObjectNote *notes;
static int n_notes;
static int max_notes;

static void
add_note(bool is_create, PgStat_Kind kind, Oid dboid, Oid objoid)
{
	Assert(GetCurrentTransactionNestLevel() >= 1);

	if (n_notes == max_notes)
	{
		int size = max_notes == 0 ? 16 : 2 * max_notes;

		if (notes == NULL)
			notes = MemoryContextAlloc(TopTransactionContext, size * sizeof(ObjectNote));
		else
			notes = repalloc(notes, size * sizeof(ObjectNote));
		max_notes = size;
	}
	notes[n_notes++] = (ObjectNote){
		.item = {.kind = kind, .dboid = dboid, .objoid = objoid},
		.nest_level = GetCurrentTransactionNestLevel(),
		.is_create = is_create,
	};
}

static Oid
database_of(Relation rel)
{
	return rel->rd_rel->relisshared ? InvalidOid : MyDatabaseId;
}

/* The current level makes or drops rel: its abort or commit ends its statistics. */
void
pgstat_create_relation(Relation rel)
{
	add_note(true, PGSTAT_KIND_RELATION, database_of(rel), RelationGetRelid(rel));
}

void
pgstat_drop_relation(Relation rel)
{
	add_note(false, PGSTAT_KIND_RELATION, database_of(rel), RelationGetRelid(rel));
}

void
pgstat_create_function(Oid proid)
{
	add_note(true, PGSTAT_KIND_FUNCTION, MyDatabaseId, proid);
}

void
pgstat_drop_function(Oid proid)
{
	add_note(false, PGSTAT_KIND_FUNCTION, MyDatabaseId, proid);
}

void
pgstat_drop_database(Oid databaseid)
{
	add_note(false, PGSTAT_KIND_DATABASE, databaseid, InvalidOid);
}

/*
 * pgstat_execute_transactional_drops
 *		Forget the statistics of objects that are gone; is_redo: named by a
 *		record that is being replayed.
 */
void
pgstat_execute_transactional_drops(int ndrops, xl_xact_stats_item *items, bool is_redo)
{
	for (int i = 0; i < ndrops; i++)
	{
		if (items[i].kind == PGSTAT_KIND_RELATION)
		{
			if (!is_redo)
				pgstat_relation_forget(items[i].objoid);
			pgstat_forget_relation(items[i].dboid, items[i].objoid);
		}
		else if (items[i].kind == PGSTAT_KIND_DATABASE)
			pgstat_forget_database(items[i].dboid);
	}
}

/*
 * pgstat_get_transactional_drops
 *		The objects of the current level whose statistics end with its commit
 *		(isCommit) or abort.
 *
 * Returns their number.  *items is an array that the caller frees, or NULL if
 * there are none.
 */
int
pgstat_get_transactional_drops(bool isCommit, xl_xact_stats_item **items)
{
	int level = GetCurrentTransactionNestLevel();
	int n = 0;

	*items = NULL;
	for (int i = 0; i < n_notes; i++)
	{
		if (notes[i].nest_level < level || notes[i].is_create == isCommit)
			continue;
		Assert(notes[i].nest_level == level);
		if (*items == NULL)
			*items = palloc(n_notes * sizeof(xl_xact_stats_item));
		(*items)[n++] = notes[i].item;
	}
	return n;
}

/* The level nestDepth ended: its parent answers for its notes, or nobody. */
void
AtEOSubXact_PgStat_Objects(bool isCommit, int nestDepth)
{
	int kept = 0;

	for (int i = 0; i < n_notes; i++)
	{
		if (notes[i].nest_level >= nestDepth)
		{
			if (!isCommit)
			{
				if (notes[i].is_create)
					pgstat_execute_transactional_drops(1, &notes[i].item, false);
				continue;
			}
			notes[i].nest_level = nestDepth - 1;
		}
		notes[kept++] = notes[i];
	}
	n_notes = kept;
}

/*
 * The transaction ended, and its memory context is about to: forget the
 * statistics of what it dropped, or at abort of what it made.
 */
void
AtEOXact_PgStat_Objects(bool isCommit)
{
	for (int i = 0; i < n_notes; i++)
		if (notes[i].is_create != isCommit)
			pgstat_execute_transactional_drops(1, &notes[i].item, false);
	notes = NULL;
	n_notes = max_notes = 0;
}

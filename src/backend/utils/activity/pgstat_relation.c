/*
 * pgstat_relation.c
 *		Counting for relations, in this process.
 *
 * Scans, rows read and blocks are simply counted.  Rows written belong to a
 * transaction: what they add to live and dead rows is known only when it ends.
 * They are counted per level of nesting (PgStat_TableXactStatus); a level that
 * commits hands its counts to its parent, one that aborts leaves dead rows.
 *
 * TRUNCATE begins at zero within its level; what was counted before comes back
 * if it is rolled back.
 *
 * Levels live in TopTransactionContext, relations' counters as long as the
 * process.  pgstat_relation_flush adds them to pgstat_shared.c's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/pgstat_relation.c
 */
#include "postgres.h"

#include "catalog/pg_class_d.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/pgstat_internal.h"
#include "utils/rel.h"
#include "utils/timestamp.h"
#include "utils/upcalls.h"

/* Rows written in one level of a transaction. */
typedef struct PgStat_TableXactStatus
{
	PgStat_Counter inserted;
	PgStat_Counter updated;
	PgStat_Counter deleted;
	bool truncated;
	PgStat_Counter inserted_before; /* the TRUNCATE, in this level */
	PgStat_Counter updated_before;
	PgStat_Counter deleted_before;
	int nest_level;
	struct PgStat_TableXactStatus *upper; /* of the same relation */
	PgStat_TableStatus *owner;
	struct PgStat_TableXactStatus *next; /* of all, the newest first */
} PgStat_TableXactStatus;

static HTAB *relation_counters = NULL;
static PgStat_TableXactStatus *levels = NULL;

/* ---- opening and closing ---- */

/* Begin counting for a relation that is being opened, unless it has begun. */
void
pgstat_init_relation(Relation rel)
{
	char relkind = rel->rd_rel->relkind;

	rel->pgstat_enabled = pgstat_track_counts &&
		(relkind == RELKIND_RELATION || relkind == RELKIND_INDEX ||
		 relkind == RELKIND_TOASTVALUE || relkind == RELKIND_MATVIEW ||
		 relkind == RELKIND_SEQUENCE);
	if (!rel->pgstat_enabled)
		rel->pgstat_info = NULL;
	else if (rel->pgstat_info == NULL)
		pgstat_assoc_relation(rel);
}

void
pgstat_assoc_relation(Relation rel)
{
	Oid relid = RelationGetRelid(rel);
	PgStat_TableStatus *entry;
	bool found;

	if (relation_counters == NULL)
	{
		HASHCTL ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(PgStat_TableStatus)};

		relation_counters = hash_create("relation counters", 256, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(relation_counters, &relid, HASH_ENTER, &found);
	if (!found)
	{
		memset(entry, 0, sizeof(*entry));
		entry->t_id = relid;
		entry->t_shared = rel->rd_rel->relisshared;
	}
	entry->relation = rel;
	rel->pgstat_info = entry;
}

/* The relation cache drops its entry. */
void
pgstat_unlink_relation(Relation rel)
{
	if (rel->pgstat_info == NULL)
		return;
	rel->pgstat_info->relation = NULL;
	rel->pgstat_info = NULL;
}

/* REINDEX CONCURRENTLY, which would call it, is not there. */
void
pgstat_copy_relation_stats(Relation dstrel, Relation srcrel)
{
}

/* ---- rows written ---- */

static PgStat_TableXactStatus *
current_level(PgStat_TableStatus *t)
{
	int level = GetCurrentTransactionNestLevel();
	PgStat_TableXactStatus *x = t->trans;

	if (x != NULL && x->nest_level == level)
		return x;
	x = MemoryContextAllocZero(TopTransactionContext, sizeof(PgStat_TableXactStatus));
	x->nest_level = level;
	x->upper = t->trans;
	x->owner = t;
	x->next = levels;
	levels = x;
	t->trans = x;
	return x;
}

void
pgstat_count_heap_insert(Relation rel, PgStat_Counter n)
{
	if (pgstat_should_count_relation(rel))
		current_level(rel->pgstat_info)->inserted += n;
}

void
pgstat_count_heap_update(Relation rel, bool hot)
{
	if (!pgstat_should_count_relation(rel))
		return;
	current_level(rel->pgstat_info)->updated++;
	if (hot)
		rel->pgstat_info->t_counts.t_tuples_hot_updated++;
}

void
pgstat_count_heap_delete(Relation rel)
{
	if (pgstat_should_count_relation(rel))
		current_level(rel->pgstat_info)->deleted++;
}

/* Keep what was counted before a TRUNCATE, and begin at zero. */
static void
save_before_truncate(PgStat_TableXactStatus *x)
{
	if (!x->truncated)
	{
		x->inserted_before = x->inserted;
		x->updated_before = x->updated;
		x->deleted_before = x->deleted;
		x->truncated = true;
	}
	x->inserted = x->updated = x->deleted = 0;
}

void
pgstat_count_truncate(Relation rel)
{
	if (pgstat_should_count_relation(rel))
		save_before_truncate(current_level(rel->pgstat_info));
}

/* Pruning has removed dead rows: known at once, in whichever transaction. */
void
pgstat_update_heap_dead_tuples(Relation rel, int delta)
{
	if (pgstat_should_count_relation(rel))
		rel->pgstat_info->t_counts.t_delta_dead_tuples -= delta;
}

/* ---- the end of a level ---- */

/* Rows that were written are counted even if nobody will see them. */
static void
count_rows(PgStat_TableStatus *t, const PgStat_TableXactStatus *x)
{
	t->t_counts.t_tuples_inserted += x->inserted;
	t->t_counts.t_tuples_updated += x->updated;
	t->t_counts.t_tuples_deleted += x->deleted;
}

static void
roll_back(PgStat_TableXactStatus *x)
{
	PgStat_TableStatus *t = x->owner;

	if (x->truncated)
	{
		x->inserted = x->inserted_before;
		x->updated = x->updated_before;
		x->deleted = x->deleted_before;
	}
	count_rows(t, x);
	/* the new versions are dead, the old ones live on */
	t->t_counts.t_delta_dead_tuples += x->inserted + x->updated;
}

static void
commit(PgStat_TableXactStatus *x)
{
	PgStat_TableStatus *t = x->owner;

	count_rows(t, x);
	t->t_counts.t_truncdropped |= x->truncated;
	if (x->truncated)
	{
		t->t_counts.t_delta_live_tuples = 0;
		t->t_counts.t_delta_dead_tuples = 0;
	}
	t->t_counts.t_delta_live_tuples += x->inserted - x->deleted;
	t->t_counts.t_delta_dead_tuples += x->updated + x->deleted;
	t->t_counts.t_changed_tuples += x->inserted + x->updated + x->deleted;
}

void
pgstat_relation_end_xact(bool is_commit)
{
	for (PgStat_TableXactStatus *x = levels; x != NULL; x = x->next)
	{
		if (is_commit)
			commit(x);
		else
			roll_back(x);
		x->owner->trans = NULL;
	}
	/* the memory goes with TopTransactionContext */
	levels = NULL;
}

/* A level's counts become its parent's. */
static void
hand_up(PgStat_TableXactStatus *x)
{
	PgStat_TableXactStatus *upper = x->upper;

	if (x->truncated)
		save_before_truncate(upper);
	upper->inserted += x->inserted;
	upper->updated += x->updated;
	upper->deleted += x->deleted;
}

void
pgstat_relation_end_subxact(bool is_commit, int nest_level)
{
	PgStat_TableXactStatus **link = &levels;

	while (*link != NULL)
	{
		PgStat_TableXactStatus *x = *link;

		if (x->nest_level < nest_level)
		{
			link = &x->next;
			continue;
		}
		if (is_commit && (x->upper == NULL || x->upper->nest_level < nest_level - 1))
		{
			/* the parent has none of its own: this one is it from now on */
			x->nest_level = nest_level - 1;
			link = &x->next;
			continue;
		}
		if (is_commit)
			hand_up(x);
		else
			roll_back(x);
		x->owner->trans = x->upper;
		*link = x->next;
		pfree(x);
	}
}

/* ---- flushing ---- */

static void
flush_one(PgStat_TableStatus *t)
{
	Oid dboid = t->t_shared ? InvalidOid : MyDatabaseId;
	const PgStat_TableCounts *c = &t->t_counts;
	PgStat_StatTabEntry *e = pgstat_tab_entry(dboid, t->t_id, true);
	PgStat_StatDBEntry *db = pgstat_db_entry(dboid, true);

	if (e != NULL)
	{
		e->scans += c->t_numscans;
		e->returned += c->t_tuples_returned;
		e->fetched += c->t_tuples_fetched;
		e->inserted += c->t_tuples_inserted;
		e->updated += c->t_tuples_updated;
		e->deleted += c->t_tuples_deleted;
		e->hot_updated += c->t_tuples_hot_updated;
		if (c->t_truncdropped)
			e->live = e->dead = e->inserted_since_vacuum = 0;
		e->live = Max(e->live + c->t_delta_live_tuples, 0);
		e->dead = Max(e->dead + c->t_delta_dead_tuples, 0);
		e->changed_since_analyze += c->t_changed_tuples;
		e->inserted_since_vacuum += c->t_tuples_inserted;
		e->blocks += c->t_blocks_fetched;
		e->blocks_hit += c->t_blocks_hit;
	}
	if (db != NULL)
	{
		db->returned += c->t_tuples_returned;
		db->fetched += c->t_tuples_fetched;
		db->inserted += c->t_tuples_inserted;
		db->updated += c->t_tuples_updated;
		db->deleted += c->t_tuples_deleted;
		db->blocks += c->t_blocks_fetched;
		db->blocks_hit += c->t_blocks_hit;
	}
	memset(&t->t_counts, 0, sizeof(t->t_counts));
}

/* Add what was counted to the shared counters.  Caller holds pgstat_lock. */
void
pgstat_relation_flush(void)
{
	static const PgStat_TableCounts nothing;
	HASH_SEQ_STATUS seq;
	PgStat_TableStatus *t;

	if (relation_counters == NULL)
		return;
	hash_seq_init(&seq, relation_counters);
	while ((t = hash_seq_search(&seq)) != NULL)
		if (memcmp(&t->t_counts, &nothing, sizeof(nothing)) != 0)
			flush_one(t);
}

/* The relation was dropped: what is still pending is of no interest. */
void
pgstat_relation_forget(Oid relid)
{
	PgStat_TableStatus *t = relation_counters ? hash_search(relation_counters, &relid, HASH_FIND, NULL) : NULL;

	if (t != NULL)
		memset(&t->t_counts, 0, sizeof(t->t_counts));
}

/* Counts since the last flush, those of open levels included. */
bool
pgstat_fetch_pending(Oid relid, PgStat_TableCounts *result)
{
	PgStat_TableStatus *t = relation_counters ? hash_search(relation_counters, &relid, HASH_FIND, NULL) : NULL;

	if (t == NULL)
		return false;
	*result = t->t_counts;
	for (PgStat_TableXactStatus *x = t->trans; x != NULL; x = x->upper)
	{
		result->t_tuples_inserted += x->inserted;
		result->t_tuples_updated += x->updated;
		result->t_tuples_deleted += x->deleted;
	}
	return true;
}

/* ---- VACUUM and ANALYZE ---- */

/* A table was vacuumed: these are its rows now. */
void
pgstat_report_vacuum(Oid tableoid, bool is_shared, PgStat_Counter livetuples,
					 PgStat_Counter deadtuples)
{
	PgStat_StatTabEntry *e;
	TimestampTz now = GetCurrentTimestamp();

	if (!pgstat_track_counts)
		return;
	pgstat_lock();
	e = pgstat_tab_entry(is_shared ? InvalidOid : MyDatabaseId, tableoid, true);
	if (e != NULL)
	{
		e->live = livetuples;
		e->dead = deadtuples;
		e->inserted_since_vacuum = 0;
		e->vacuum.last = now;
		e->vacuum.count++;
	}
	pgstat_unlock();
}

/*
 * A table was analyzed.  The counts include rows that this transaction has
 * written and will count again when it ends, so these are taken off.
 */
void
pgstat_report_analyze(Relation rel, PgStat_Counter livetuples, PgStat_Counter deadtuples,
					  bool resetcounter)
{
	PgStat_StatTabEntry *e;
	TimestampTz now = GetCurrentTimestamp();

	if (!pgstat_track_counts)
		return;
	if (pgstat_should_count_relation(rel))
	{
		for (PgStat_TableXactStatus *x = rel->pgstat_info->trans; x != NULL; x = x->upper)
		{
			livetuples -= x->inserted - x->deleted;
			deadtuples -= x->updated + x->deleted;
		}
		deadtuples -= rel->pgstat_info->t_counts.t_delta_dead_tuples;
		livetuples = Max(livetuples, 0);
		deadtuples = Max(deadtuples, 0);
	}
	pgstat_lock();
	e = pgstat_tab_entry(rel->rd_rel->relisshared ? InvalidOid : MyDatabaseId, RelationGetRelid(rel), true);
	if (e != NULL)
	{
		e->live = livetuples;
		e->dead = deadtuples;
		if (resetcounter)
			e->changed_since_analyze = 0;
		e->analyze.last = now;
		e->analyze.count++;
	}
	pgstat_unlock();
}

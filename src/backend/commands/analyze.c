/*
 * analyze.c
 *		ANALYZE: sample a table, have statistics computed, store them.
 *
 * analyze_rel
 *   -> column_stats, index_stats	what is to be computed, and how (typanalyze)
 *   -> sample_rows					random blocks, and of their rows a random set
 *   -> compute_all					compute_stats per column and index expression
 *   -> store_stats					pg_statistic
 *   -> vac_update_relstats			pg_class: pages and rows
 * The computing itself is in analyze_scalar.c and analyze_array.c.
 *
 * The sample: of N blocks n are chosen, each set of n being equally likely, by
 * going through the block numbers and taking each with the chance that is left
 * (Knuth, The Art of Computer Programming, vol. 2, 3.4.2, algorithm S).  From
 * the rows of these blocks, whose number is not known before, a reservoir keeps
 * a random set (the same place, algorithm R).
 *
 * Not supported yet: extended statistics, and statistics over a table together
 * with its inheritance children.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/analyze.c
 */
#include "postgres.h"

#include <math.h>

#include "access/genam.h"
#include "access/multixact.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/tupconvert.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/pg_statistic.h"
#include "commands/vacuum.h"
#include "common/pg_prng.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/attoptcache.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* rows of a sample if nothing asks for more */
#define MINIMUM_ROWS 100

int default_statistics_target = 100;

/* One index: its expressions are analyzed like columns. */
typedef struct IndexWork
{
	Relation rel;
	IndexInfo *info;
	double fraction; /* of the rows that it holds */
	VacAttrStats **stats;
	int nstats;
} IndexWork;

typedef struct AnalyzeWork
{
	Relation rel;
	VacuumParams *params;
	BufferAccessStrategy strategy;
	MemoryContext context;
	VacAttrStats **stats; /* of columns */
	int nstats;
	IndexWork *indexes;
	int nindexes;

	/* the sample */
	HeapTuple *rows;
	int nrows;
	int target;
	double live;
	double dead;
	double total; /* live rows of the table, estimated */
} AnalyzeWork;

/* ---- what to compute ---- */

/*
 * The statistics to be computed for a column, or for column attnum of an index
 * if expr is given; NULL if none are.
 */
static VacAttrStats *
examine(AnalyzeWork *work, Relation rel, int attnum, Node *expr)
{
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attnum - 1);
	VacAttrStats *stats;
	HeapTuple type;
	bool wanted;

	if (att->attisdropped || att->attstattarget == 0)
		return NULL;
	stats = palloc0(sizeof(VacAttrStats));
	stats->attr = palloc(ATTRIBUTE_FIXED_PART_SIZE);
	memcpy(stats->attr, att, ATTRIBUTE_FIXED_PART_SIZE);
	if (expr != NULL)
	{
		/* what the index stores may be of another type than its values */
		stats->attrtypid = exprType(expr);
		stats->attrtypmod = exprTypmod(expr);
		stats->attrcollid = OidIsValid(rel->rd_indcollation[attnum - 1]) ? rel->rd_indcollation[attnum - 1] : exprCollation(expr);
	}
	else
	{
		stats->attrtypid = att->atttypid;
		stats->attrtypmod = att->atttypmod;
		stats->attrcollid = att->attcollation;
	}
	type = SearchSysCacheCopy1(TYPEOID, ObjectIdGetDatum(stats->attrtypid));
	if (!HeapTupleIsValid(type))
		elog(ERROR, "cache lookup failed for type %u", stats->attrtypid);
	stats->attrtype = (Form_pg_type) GETSTRUCT(type);
	stats->anl_context = work->context;
	stats->tupattnum = attnum;
	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		stats->statypid[i] = stats->attrtypid;
		stats->statyplen[i] = stats->attrtype->typlen;
		stats->statypbyval[i] = stats->attrtype->typbyval;
		stats->statypalign[i] = stats->attrtype->typalign;
	}
	if (OidIsValid(stats->attrtype->typanalyze))
		wanted = DatumGetBool(OidFunctionCall1(stats->attrtype->typanalyze, PointerGetDatum(stats)));
	else
		wanted = std_typanalyze(stats);
	return wanted && stats->compute_stats != NULL && stats->minrows > 0 ? stats : NULL;
}

/* The columns of a list, or all. */
static void
column_stats(AnalyzeWork *work, List *va_cols)
{
	int natts = RelationGetNumberOfAttributes(work->rel);
	Bitmapset *seen = NULL;
	ListCell *lc;

	work->stats = palloc((va_cols != NIL ? list_length(va_cols) : natts) * sizeof(VacAttrStats *));
	if (va_cols == NIL)
	{
		for (int i = 1; i <= natts; i++)
		{
			VacAttrStats *s = examine(work, work->rel, i, NULL);

			if (s != NULL)
				work->stats[work->nstats++] = s;
		}
		return;
	}
	foreach (lc, va_cols)
	{
		char *name = strVal(lfirst(lc));
		AttrNumber attnum = get_attnum(RelationGetRelid(work->rel), name);
		VacAttrStats *s;

		/* system columns cannot be meant */
		if (attnum <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							name, RelationGetRelationName(work->rel))));
		if (bms_is_member(attnum, seen))
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" appears more than once",
							name, RelationGetRelationName(work->rel))));
		seen = bms_add_member(seen, attnum);
		s = examine(work, work->rel, attnum, NULL);
		if (s != NULL)
			work->stats[work->nstats++] = s;
	}
}

/* Open the indexes; with all columns wanted, their expressions are as well. */
static void
index_stats(AnalyzeWork *work, bool with_expressions)
{
	List *oids = RelationGetIndexList(work->rel);

	work->indexes = palloc0(Max(list_length(oids), 1) * sizeof(IndexWork));
	for (int i = 0; i < list_length(oids); i++)
	{
		Relation rel = index_open(list_nth_oid(oids, i), AccessShareLock);
		IndexWork *ix;
		ListCell *next;

		if (!rel->rd_index->indisready)
		{
			index_close(rel, AccessShareLock);
			continue;
		}
		ix = &work->indexes[work->nindexes++];
		ix->rel = rel;
		ix->info = BuildIndexInfo(rel);
		ix->fraction = 1.0;
		if (ix->info->ii_Expressions == NIL || !with_expressions)
			continue;
		ix->stats = palloc(ix->info->ii_NumIndexAttrs * sizeof(VacAttrStats *));
		next = list_head(ix->info->ii_Expressions);
		for (int k = 0; k < ix->info->ii_NumIndexAttrs; k++)
		{
			VacAttrStats *s;

			if (ix->info->ii_IndexAttrNumbers[k] != 0)
				continue;
			if (next == NULL)
				elog(ERROR, "too few entries in indexprs list");
			s = examine(work, rel, k + 1, lfirst(next));
			next = lnext(ix->info->ii_Expressions, next);
			if (s != NULL)
				ix->stats[ix->nstats++] = s;
		}
	}
}

/* The most rows that one of the statistics asks for. */
static int
sample_size(const AnalyzeWork *work)
{
	int rows = MINIMUM_ROWS;

	for (int i = 0; i < work->nstats; i++)
		rows = Max(rows, work->stats[i]->minrows);
	for (int i = 0; i < work->nindexes; i++)
		for (int k = 0; k < work->indexes[i].nstats; k++)
			rows = Max(rows, work->indexes[i].stats[k]->minrows);
	return rows;
}

/* ---- the sample ---- */

/* Keep the row, or let chance decide if there are enough. */
static void
offer_row(AnalyzeWork *work, TupleTableSlot *slot, double nseen)
{
	double place;

	if (work->nrows < work->target)
	{
		work->rows[work->nrows++] = ExecCopySlotHeapTuple(slot);
		return;
	}
	place = floor(pg_prng_double(&pg_global_prng_state) * nseen);
	if (place >= work->target)
		return;
	heap_freetuple(work->rows[(int) place]);
	work->rows[(int) place] = ExecCopySlotHeapTuple(slot);
}

static int
by_position(const void *a, const void *b)
{
	return ItemPointerCompare(&(*(const HeapTuple *) a)->t_self, &(*(const HeapTuple *) b)->t_self);
}

/*
 * Fill work->rows, in the order of their places in the table, and estimate the
 * number of live rows from the density on the blocks read.
 */
static void
sample_rows(AnalyzeWork *work)
{
	Relation rel = work->rel;
	BlockNumber nblocks = RelationGetNumberOfBlocks(rel);
	BlockNumber wanted = Min(nblocks, (BlockNumber) work->target);
	BlockNumber taken = 0;
	TransactionId oldest_xmin = GetOldestNonRemovableTransactionId(rel);
	TableScanDesc scan = table_beginscan_analyze(rel);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	double nseen = 0;

	work->rows = palloc(work->target * sizeof(HeapTuple));
	pgstat_progress_update_param(1, wanted);
	for (BlockNumber block = 0; block < nblocks && taken < wanted; block++)
	{
		if (pg_prng_double(&pg_global_prng_state) * (nblocks - block) >= wanted - taken)
			continue;
		taken++;
		vacuum_delay_point();
		if (!table_scan_analyze_next_block(scan, block, work->strategy))
			continue;
		while (table_scan_analyze_next_tuple(scan, oldest_xmin, &work->live, &work->dead, slot))
		{
			nseen++;
			offer_row(work, slot, nseen);
		}
		pgstat_progress_update_param(2, taken);
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);

	/* replacing has mixed them */
	if (nseen > work->target)
		qsort(work->rows, work->nrows, sizeof(HeapTuple), by_position);
	work->total = taken > 0 ? floor(work->live / taken * nblocks + 0.5) : 0;
	if (work->params->options & VACOPT_VERBOSE)
		ereport(INFO,
				(errmsg("\"%s\": scanned %u of %u pages, containing %.0f live rows and %.0f dead rows; %d rows in sample, %.0f estimated total rows",
						RelationGetRelationName(rel), taken, nblocks, work->live,
						work->dead, work->nrows, work->total)));
}

/* ---- computing ---- */

/* Values of a column of the sample rows. */
static Datum
fetch_column(VacAttrStats *stats, int rownum, bool *isNull)
{
	return heap_getattr(stats->rows[rownum], stats->tupattnum, stats->tupDesc, isNull);
}

/* Values of an index expression, computed before. */
static Datum
fetch_expression(VacAttrStats *stats, int rownum, bool *isNull)
{
	int i = rownum * stats->rowstride;

	*isNull = stats->exprnulls[i];
	return stats->exprvals[i];
}

/* ALTER TABLE ... SET (n_distinct = ...) goes before what was found. */
static void
apply_n_distinct(VacAttrStats *stats, Oid relid)
{
	AttributeOpts *opts = get_attribute_options(relid, stats->tupattnum);

	if (opts != NULL && opts->n_distinct != 0.0)
		stats->stadistinct = opts->n_distinct;
}

static void
compute_columns(AnalyzeWork *work, MemoryContext scratch)
{
	MemoryContext old = MemoryContextSwitchTo(scratch);

	for (int i = 0; i < work->nstats; i++)
	{
		VacAttrStats *stats = work->stats[i];

		stats->rows = work->rows;
		stats->tupDesc = RelationGetDescr(work->rel);
		stats->compute_stats(stats, fetch_column, work->nrows, work->total);
		apply_n_distinct(stats, RelationGetRelid(work->rel));
		MemoryContextReset(scratch);
	}
	MemoryContextSwitchTo(old);
}

/* Expressions of one index for the sample rows that its predicate accepts. */
static int
evaluate_index(AnalyzeWork *work, IndexWork *ix, Datum *values, bool *nulls)
{
	EState *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	ExprState *predicate = ExecPrepareQual(ix->info->ii_Predicate, estate);
	TupleTableSlot *slot = MakeSingleTupleTableSlot(RelationGetDescr(work->rel), &TTSOpsHeapTuple);
	int accepted = 0;

	econtext->ecxt_scantuple = slot;
	for (int row = 0; row < work->nrows; row++)
	{
		Datum d[INDEX_MAX_KEYS];
		bool isnull[INDEX_MAX_KEYS];

		vacuum_delay_point();
		ResetExprContext(econtext);
		ExecStoreHeapTuple(work->rows[row], slot, false);
		if (predicate != NULL && !ExecQual(predicate, econtext))
			continue;
		if (ix->nstats > 0)
			FormIndexDatum(ix->info, slot, estate, d, isnull);
		for (int k = 0; k < ix->nstats; k++)
		{
			VacAttrStats *stats = ix->stats[k];
			int from = stats->attr->attnum - 1;
			int to = accepted * ix->nstats + k;

			nulls[to] = isnull[from];
			values[to] = isnull[from] ? (Datum) 0 : datumCopy(d[from], stats->attrtype->typbyval, stats->attrtype->typlen);
		}
		accepted++;
	}
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
	ix->info->ii_ExpressionsState = NIL;
	ix->info->ii_PredicateState = NULL;
	return accepted;
}

static void
compute_indexes(AnalyzeWork *work, MemoryContext scratch)
{
	for (int i = 0; i < work->nindexes; i++)
	{
		IndexWork *ix = &work->indexes[i];
		MemoryContext old;
		Datum *values;
		bool *nulls;
		int accepted;
		double total;

		if (ix->nstats == 0 && ix->info->ii_Predicate == NIL)
			continue;
		old = MemoryContextSwitchTo(scratch);
		values = palloc((work->nrows * ix->nstats + 1) * sizeof(Datum));
		nulls = palloc((work->nrows * ix->nstats + 1) * sizeof(bool));
		accepted = evaluate_index(work, ix, values, nulls);
		ix->fraction = (double) accepted / work->nrows;
		total = ceil(ix->fraction * work->total);
		for (int k = 0; k < ix->nstats && accepted > 0; k++)
		{
			VacAttrStats *stats = ix->stats[k];

			stats->exprvals = values + k;
			stats->exprnulls = nulls + k;
			stats->rowstride = ix->nstats;
			stats->compute_stats(stats, fetch_expression, accepted, total);
			apply_n_distinct(stats, RelationGetRelid(ix->rel));
		}
		MemoryContextSwitchTo(old);
		MemoryContextReset(scratch);
	}
}

/* ---- storing ---- */

static Datum
numbers_array(const float4 *numbers, int n)
{
	Datum *elems = palloc(n * sizeof(Datum));

	for (int i = 0; i < n; i++)
		elems[i] = Float4GetDatum(numbers[i]);
	return PointerGetDatum(construct_array(elems, n, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
}

/* The row of pg_statistic. */
static void
form_row(VacAttrStats *stats, Oid relid, Datum *values, bool *nulls)
{
	memset(values, 0, Natts_pg_statistic * sizeof(Datum));
	memset(nulls, false, Natts_pg_statistic * sizeof(bool));
	values[Anum_pg_statistic_starelid - 1] = ObjectIdGetDatum(relid);
	values[Anum_pg_statistic_staattnum - 1] = Int16GetDatum(stats->attr->attnum);
	values[Anum_pg_statistic_stainherit - 1] = BoolGetDatum(false);
	values[Anum_pg_statistic_stanullfrac - 1] = Float4GetDatum(stats->stanullfrac);
	values[Anum_pg_statistic_stawidth - 1] = Int32GetDatum(stats->stawidth);
	values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum(stats->stadistinct);
	for (int i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		int n = Anum_pg_statistic_stanumbers1 - 1 + i;
		int v = Anum_pg_statistic_stavalues1 - 1 + i;

		values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(stats->stakind[i]);
		values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(stats->staop[i]);
		values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(stats->stacoll[i]);
		nulls[n] = stats->numnumbers[i] <= 0;
		if (!nulls[n])
			values[n] = numbers_array(stats->stanumbers[i], stats->numnumbers[i]);
		nulls[v] = stats->numvalues[i] <= 0;
		if (!nulls[v])
			values[v] = PointerGetDatum(construct_array(stats->stavalues[i], stats->numvalues[i],
														stats->statypid[i], stats->statyplen[i],
														stats->statypbyval[i], stats->statypalign[i]));
	}
}

/* Insert or replace the rows of those columns that something is known of. */
static void
store_stats(Oid relid, VacAttrStats **stats, int nstats)
{
	Relation sd = table_open(StatisticRelationId, RowExclusiveLock);

	for (int i = 0; i < nstats; i++)
	{
		Datum values[Natts_pg_statistic];
		bool nulls[Natts_pg_statistic];
		bool replaces[Natts_pg_statistic];
		HeapTuple old;
		HeapTuple tup;

		if (!stats[i]->stats_valid)
			continue;
		form_row(stats[i], relid, values, nulls);
		old = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relid),
							  Int16GetDatum(stats[i]->attr->attnum), BoolGetDatum(false));
		if (HeapTupleIsValid(old))
		{
			memset(replaces, true, sizeof(replaces));
			tup = heap_modify_tuple(old, RelationGetDescr(sd), values, nulls, replaces);
			ReleaseSysCache(old);
			CatalogTupleUpdate(sd, &tup->t_self, tup);
		}
		else
		{
			tup = heap_form_tuple(RelationGetDescr(sd), values, nulls);
			CatalogTupleInsert(sd, tup);
		}
		heap_freetuple(tup);
	}
	table_close(sd, RowExclusiveLock);
}

/* ---- one table ---- */

static void
update_counts(AnalyzeWork *work, bool in_outer_xact)
{
	BlockNumber allvisible;

	visibilitymap_count(work->rel, &allvisible, NULL);
	vac_update_relstats(work->rel, RelationGetNumberOfBlocks(work->rel), work->total,
						allvisible, work->nindexes > 0, InvalidTransactionId,
						InvalidMultiXactId, NULL, NULL, in_outer_xact);
	/* VACUUM has counted the indexes' entries exactly */
	if (work->params->options & VACOPT_VACUUM)
		return;
	for (int i = 0; i < work->nindexes; i++)
	{
		IndexWork *ix = &work->indexes[i];
		IndexVacuumInfo info = {
			.index = ix->rel,
			.analyze_only = true,
			.estimated_count = true,
			.message_level = DEBUG2,
			.num_heap_tuples = work->rel->rd_rel->reltuples,
			.strategy = work->strategy,
		};

		vac_update_relstats(ix->rel, RelationGetNumberOfBlocks(ix->rel),
							ceil(ix->fraction * work->total), 0, false,
							InvalidTransactionId, InvalidMultiXactId, NULL, NULL, in_outer_xact);
		(void) index_vacuum_cleanup(&info, NULL);
	}
}

/* All of it for an open table; memory goes with the caller's context. */
static void
analyze_table(AnalyzeWork *work, List *va_cols, bool in_outer_xact)
{
	Relation rel = work->rel;
	MemoryContext scratch;

	if (work->params->options & VACOPT_VERBOSE)
		ereport(INFO,
				(errmsg("analyzing \"%s.%s\"", get_namespace_name(RelationGetNamespace(rel)),
						RelationGetRelationName(rel))));
	column_stats(work, va_cols);
	index_stats(work, va_cols == NIL);
	work->target = sample_size(work);
	pgstat_progress_update_param(0, 1); /* acquiring sample rows */
	sample_rows(work);
	if (work->nrows > 0)
	{
		pgstat_progress_update_param(0, 3); /* computing statistics */
		scratch = AllocSetContextCreate(work->context, "Analyze Column", ALLOCSET_DEFAULT_SIZES);
		compute_columns(work, scratch);
		compute_indexes(work, scratch);
		MemoryContextDelete(scratch);
		store_stats(RelationGetRelid(rel), work->stats, work->nstats);
		for (int i = 0; i < work->nindexes; i++)
			store_stats(RelationGetRelid(work->indexes[i].rel), work->indexes[i].stats,
						work->indexes[i].nstats);
	}
	pgstat_progress_update_param(0, 5); /* finalizing */
	update_counts(work, in_outer_xact);
	pgstat_report_analyze(rel, work->total, work->dead, va_cols == NIL);
	for (int i = 0; i < work->nindexes; i++)
		index_close(work->indexes[i].rel, NoLock);
}

/* Is the open relation one to analyze?  Warns if it never can be. */
static bool
is_analyzable(Relation rel, bits32 options)
{
	char relkind = rel->rd_rel->relkind;

	if (!vacuum_is_relation_owner(RelationGetRelid(rel), rel->rd_rel, options & ~VACOPT_VACUUM))
		return false;
	if (RELATION_IS_OTHER_TEMP(rel))
		return false;
	/* statistics of the statistics would not be used */
	if (RelationGetRelid(rel) == StatisticRelationId)
		return false;
	if (relkind == RELKIND_RELATION || relkind == RELKIND_MATVIEW)
		return true;
	/* VACUUM has warned already */
	if (!(options & VACOPT_VACUUM))
		ereport(WARNING,
				(errmsg("skipping \"%s\" --- cannot analyze non-tables or special system tables",
						RelationGetRelationName(rel))));
	return false;
}

/*
 * analyze_rel
 *		Analyze one table, in the caller's transaction, with a snapshot set.
 *
 * relation			the name for warnings, or NULL
 * va_cols			names of columns (String); NIL: all, and index expressions
 * in_outer_xact	the transaction does more than this
 */
void
analyze_rel(Oid relid, RangeVar *relation, VacuumParams *params, List *va_cols,
			bool in_outer_xact, BufferAccessStrategy bstrategy)
{
	AnalyzeWork work = {.params = params, .strategy = bstrategy};
	Relation rel;
	MemoryContext old;
	Oid save_userid;
	int save_sec_context;
	int save_nestlevel;

	CHECK_FOR_INTERRUPTS();
	rel = vacuum_open_relation(relid, relation, params->options & ~VACOPT_VACUUM,
							   ShareUpdateExclusiveLock);
	if (rel == NULL)
		return;
	if (!is_analyzable(rel, params->options))
	{
		relation_close(rel, ShareUpdateExclusiveLock);
		return;
	}
	pgstat_progress_start_command(PROGRESS_COMMAND_ANALYZE, relid);
	work.rel = rel;
	work.context = AllocSetContextCreate(CurrentMemoryContext, "Analyze", ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(work.context);

	/* functions of indexes run with the rights of the owner */
	GetUserIdAndSecContext(&save_userid, &save_sec_context);
	SetUserIdAndSecContext(rel->rd_rel->relowner,
						   save_sec_context | SECURITY_RESTRICTED_OPERATION);
	save_nestlevel = NewGUCNestLevel();
	analyze_table(&work, va_cols, in_outer_xact);
	AtEOXact_GUC(false, save_nestlevel);
	SetUserIdAndSecContext(save_userid, save_sec_context);

	MemoryContextSwitchTo(old);
	MemoryContextDelete(work.context);
	/* the lock stays until commit: the rows stored are not visible before */
	relation_close(rel, NoLock);
	pgstat_progress_end_command();
}

/*
 * vacuumutil.c
 *		What VACUUM of heaps and indexes and ANALYZE share.
 *
 * The settings of VACUUM, its pauses, and the counts of a relation in
 * pg_class, which are overwritten in place: they describe the relation's
 * pages, not a version of its definition, and need no new row version.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/vacuumutil.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/vacuumparams.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "storage/latch.h"
#include "utils/rel.h"
#include "utils/wait_event.h"

/* pg_proc's OID of oideq */
#define OIDEQ_PROC 184
/* one pause is at most so many times vacuum_cost_delay */
#define MAX_DELAY_FACTOR 4

int vacuum_freeze_min_age = 50000000;
int vacuum_freeze_table_age = 150000000;
int vacuum_multixact_freeze_min_age = 5000000;
int vacuum_multixact_freeze_table_age = 150000000;
int vacuum_failsafe_age = 1600000000;
int vacuum_multixact_failsafe_age = 1600000000;

/*
 * vacuum_delay_point
 *		Called once per page: lets a cancel in, and pauses if the pages handled
 *		since the last pause have cost more than vacuum_cost_limit.
 *
 * No buffer lock may be held.
 */
void
vacuum_delay_point(void)
{
	double ms;

	CHECK_FOR_INTERRUPTS();
	if (!VacuumCostActive || VacuumCostBalance < VacuumCostLimit)
		return;
	ms = VacuumCostDelay * VacuumCostBalance / VacuumCostLimit;
	ms = Min(ms, VacuumCostDelay * MAX_DELAY_FACTOR);
	VacuumCostBalance = 0;
	pgstat_report_wait_start(WAIT_EVENT_VACUUM_DELAY);
	pg_usleep((long) (ms * 1000));
	pgstat_report_wait_end();
	CHECK_FOR_INTERRUPTS();
}

/*
 * vac_update_relstats
 *		Overwrite what pg_class says of a relation's size.
 *
 * num_pages, num_tuples, num_all_visible_pages	the new counts
 * hasindex		false: clear relhasindex
 * frozenxid, minmulti	no row is older; they only move forward, unless what is
 *				there lies in the future.  Invalid: leave them
 * frozenxid_updated, minmulti_updated	out: did they move?  May be NULL
 * in_outer_xact	the statement may yet be rolled back, with what made a flag
 *				wrong: leave the flags alone
 *
 * The caller holds a lock that keeps others from doing the same.
 */
void
vac_update_relstats(Relation relation, BlockNumber num_pages, double num_tuples,
					BlockNumber num_all_visible_pages, bool hasindex,
					TransactionId frozenxid, MultiXactId minmulti,
					bool *frozenxid_updated, bool *minmulti_updated,
					bool in_outer_xact)
{
	Relation rd = table_open(RelationRelationId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	Form_pg_class form;
	bool dirty = false;
	bool moved_xid;
	bool moved_multi;

	ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, OIDEQ_PROC,
				ObjectIdGetDatum(RelationGetRelid(relation)));
	scan = systable_beginscan(rd, ClassOidIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "pg_class entry for relid %u vanished during vacuuming",
			 RelationGetRelid(relation));
	tup = heap_copytuple(tup);
	systable_endscan(scan);
	form = (Form_pg_class) GETSTRUCT(tup);

#define SET(field, value)           \
	do                              \
	{                               \
		if (form->field != (value)) \
		{                           \
			form->field = (value);  \
			dirty = true;           \
		}                           \
	} while (0)

	SET(relpages, (int32) num_pages);
	SET(reltuples, (float4) num_tuples);
	SET(relallvisible, (int32) num_all_visible_pages);
	if (!in_outer_xact)
	{
		if (!hasindex)
			SET(relhasindex, false);
		if (relation->rd_rules == NULL)
			SET(relhasrules, false);
		if (relation->trigdesc == NULL)
			SET(relhastriggers, false);
	}
	moved_xid = TransactionIdIsNormal(frozenxid) &&
		form->relfrozenxid != frozenxid &&
		(TransactionIdPrecedes(form->relfrozenxid, frozenxid) ||
		 TransactionIdPrecedes(ReadNextTransactionId(), form->relfrozenxid));
	if (moved_xid)
		SET(relfrozenxid, frozenxid);
	moved_multi = MultiXactIdIsValid(minmulti) &&
		form->relminmxid != minmulti &&
		(MultiXactIdPrecedes(form->relminmxid, minmulti) ||
		 MultiXactIdPrecedes(ReadNextMultiXactId(), form->relminmxid));
	if (moved_multi)
		SET(relminmxid, minmulti);
#undef SET

	if (dirty)
		heap_inplace_update(rd, tup);
	heap_freetuple(tup);
	table_close(rd, RowExclusiveLock);
	if (frozenxid_updated)
		*frozenxid_updated = moved_xid;
	if (minmulti_updated)
		*minmulti_updated = moved_multi;
}

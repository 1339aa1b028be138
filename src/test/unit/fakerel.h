/*
 * fakerel.h
 *		Relations without catalogs, for unit tests.
 *
 * Just enough of a RelationData for the storage, heap and btree code: a table
 * in database 5, or a btree index on int4 columns by default.  Never freed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/fakerel.h
 */
#ifndef FAKEREL_H
#define FAKEREL_H

#include "access/nbtree.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_type_d.h"
#include "storage/bufpage.h"
#include "storage/smgr.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

static inline Relation
fake_relation(Oid oid, char relkind, int natts)
{
	Relation r = palloc0(sizeof(RelationData));

	r->rd_id = oid;
	r->rd_node.spcNode = 1663;
	r->rd_node.dbNode = 5;
	r->rd_node.relNode = oid;
	r->rd_backend = InvalidBackendId;
	r->rd_refcnt = 1;
	r->rd_isnailed = true;
	r->rd_isvalid = true;
	r->rd_lockInfo.lockRelId.relId = oid;
	r->rd_lockInfo.lockRelId.dbId = 5;
	r->rd_rel = palloc0(sizeof(FormData_pg_class));
	r->rd_rel->relkind = relkind;
	r->rd_rel->relpersistence = 'p';
	r->rd_rel->relnatts = natts;
	r->rd_rel->relfilenode = oid;
	r->rd_rel->relfrozenxid = 3;
	r->rd_rel->relminmxid = 1;
	snprintf(NameStr(r->rd_rel->relname), NAMEDATALEN, "rel%u", oid);
	return r;
}

/* One column's type, by what pg_type says of it. */
static inline void
fake_column(TupleDesc d, int n, Oid typid, int16 len, bool byval, char align, char storage)
{
	Form_pg_attribute a = TupleDescAttr(d, n - 1);

	a->attnum = n;
	a->atttypid = typid;
	a->attlen = len;
	a->attbyval = byval;
	a->attalign = align;
	a->attstorage = storage;
	a->atttypmod = -1;
	a->attcacheoff = -1;
}

/*
 * A btree index with these columns, of which the first nkeys are its key; one
 * comparison function for each of those.
 */
static inline Relation
fake_btree(Oid oid, TupleDesc desc, int nkeys, const RegProcedure *compare, const Oid *families, bool unique)
{
	Relation r = fake_relation(oid, 'i', desc->natts);

	r->rd_rel->relam = BTREE_AM_OID;
	r->rd_att = desc;
	r->rd_index = palloc0(sizeof(FormData_pg_index) + 64);
	r->rd_index->indnatts = desc->natts;
	r->rd_index->indnkeyatts = nkeys;
	r->rd_index->indisunique = unique;
	r->rd_indam = btmake_routine();
	r->rd_indexcxt = TopMemoryContext;
	r->rd_opfamily = palloc0(sizeof(Oid) * nkeys);
	r->rd_opcintype = palloc0(sizeof(Oid) * nkeys);
	r->rd_support = palloc0(BTNProcs * sizeof(RegProcedure) * nkeys);
	r->rd_supportinfo = palloc0(BTNProcs * sizeof(FmgrInfo) * nkeys);
	r->rd_indoption = palloc0(sizeof(int16) * nkeys);
	r->rd_indcollation = palloc0(sizeof(Oid) * nkeys);
	for (int i = 0; i < nkeys; i++)
	{
		r->rd_opcintype[i] = TupleDescAttr(desc, i)->atttypid;
		r->rd_opfamily[i] = families[i];
		r->rd_support[BTNProcs * i] = compare[i];
	}
	return r;
}

/* The relation's file: empty, or the meta page of a btree index. */
static inline void
fake_file(Relation r)
{
	smgrcreate(RelationGetSmgr(r), MAIN_FORKNUM, false);
	if (r->rd_index != NULL)
	{
		PGAlignedBlock page;

		_bt_initmetapage(page.data, P_NONE, 0, true);
		PageSetChecksumInplace(page.data, 0);
		smgrextend(RelationGetSmgr(r), MAIN_FORKNUM, 0, page.data, true);
	}
}

/* ---- transactions that read and write such relations ---- */

static inline void
begin_transaction(void)
{
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
}

static inline void
finish_transaction(bool commit)
{
	if (ActiveSnapshotSet())
		PopActiveSnapshot();
	if (commit)
		CommitTransactionCommand();
	else
		AbortCurrentTransaction();
}

#endif /* FAKEREL_H */

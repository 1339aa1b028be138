/*
 * colversion.c
 *		Versions of columns, and of row values made from them.
 *
 * PostgreSQL 15.19 and later keep an LSN with each column of a user's relation,
 * as the element "pg_attver=<decimal>" of attoptions, first in the array: when
 * the column was made or last changed its type.  A composite value of such a row
 * type says in its header which version it was made for, and is refused if a
 * column is younger.  PostgreSQL 15.18 and we ignore both on reading.
 *
 * We give no versions to columns of new relations.  But a relation that has them
 * (made by such a release) must stay one that it accepts:
 *	1. Along attnum versions do not decrease: a column that follows one with a
 *	   version gets a version too (new_column_options).
 *	2. A column whose type changes, and all after it, get a new version
 *	   (renew_column_versions).
 *	3. A row value made for the type carries the highest version of its columns
 *	   (stamp_row_value); without versions it carries none.
 *
 * Where a header has the version: see set_row_version().
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/colversion.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xlog.h"
#include "catalog/colversion.h"
#include "catalog/indexing.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#define VERSION_NAME "pg_attver="

/* Offset number in the header of a row value that has a version. */
#define STAMPED_OFFSET 0xFFFC

typedef struct RowVersion
{
	Oid typid; /* key */
	Oid relid; /* whose columns; InvalidOid: not a row type */
	uint64 version;
} RowVersion;

static HTAB *row_versions = NULL;
static uint64 n_invalidations = 0;

static int
columns_of(Oid relid)
{
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	int natts;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	natts = ((Form_pg_class) GETSTRUCT(tup))->relnatts;
	ReleaseSysCache(tup);
	return natts;
}

/* The elements of attoptions; their number. */
static int
split_options(Datum options, Datum **elems)
{
	int n;

	deconstruct_array(DatumGetArrayTypeP(options), TEXTOID, -1, false, TYPALIGN_INT,
					  elems, NULL, &n);
	return n;
}

static bool
is_version(Datum elem)
{
	text *t = DatumGetTextPP(elem);

	return VARSIZE_ANY_EXHDR(t) > strlen(VERSION_NAME) &&
		memcmp(VARDATA_ANY(t), VERSION_NAME, strlen(VERSION_NAME)) == 0;
}

static uint64
column_version(Oid relid, AttrNumber attnum)
{
	Datum options = get_attoptions(relid, attnum);
	Datum *elems;
	int n;

	if (options == (Datum) 0)
		return 0;
	n = split_options(options, &elems);
	for (int i = 0; i < n; i++)
		if (is_version(elems[i]))
			return strtoull(TextDatumGetCString(elems[i]) + strlen(VERSION_NAME), NULL, 10);
	return 0;
}

/*
 * relation_column_version
 *		The highest version of a relation's columns, dropped ones too; 0 if none
 *		has a version.
 */
uint64
relation_column_version(Oid relid)
{
	int natts = columns_of(relid);
	uint64 highest = 0;

	for (int attnum = 1; attnum <= natts; attnum++)
		highest = Max(highest, column_version(relid, attnum));
	return highest;
}

/* options (or 0) with their version, if any, replaced by one of now. */
static Datum
with_version(Datum options)
{
	char *entry = psprintf(VERSION_NAME UINT64_FORMAT, (uint64) GetXLogInsertRecPtr());
	Datum *elems = NULL;
	int n = options == (Datum) 0 ? 0 : split_options(options, &elems);
	Datum *result = palloc((n + 1) * sizeof(Datum));
	int kept = 0;

	result[kept++] = CStringGetTextDatum(entry);
	for (int i = 0; i < n; i++)
		if (!is_version(elems[i]))
			result[kept++] = elems[i];
	return PointerGetDatum(construct_array(result, kept, TEXTOID, -1, false, TYPALIGN_INT));
}

/*
 * new_column_options
 *		attoptions for a column that is added to a relation (rule 1); 0 for null.
 */
Datum
new_column_options(Oid relid)
{
	return relation_column_version(relid) == 0 ? (Datum) 0 : with_version((Datum) 0);
}

/*
 * renew_column_versions
 *		Column `from` of a relation has another type now (rule 2).
 *
 * Does nothing if no column has a version.  Caller holds the relation's lock and
 * makes the command visible afterwards.
 */
void
renew_column_versions(Oid relid, AttrNumber from)
{
	int natts = columns_of(relid);
	Relation attrel;

	if (relation_column_version(relid) == 0)
		return;
	attrel = table_open(AttributeRelationId, RowExclusiveLock);
	for (int attnum = from; attnum <= natts; attnum++)
	{
		HeapTuple old = SearchSysCacheCopy2(ATTNUM, ObjectIdGetDatum(relid),
											Int16GetDatum(attnum));
		HeapTuple new;
		Datum values[Natts_pg_attribute] = {0};
		bool nulls[Natts_pg_attribute] = {0};
		bool replace[Natts_pg_attribute] = {0};

		if (!HeapTupleIsValid(old))
			elog(ERROR, "cache lookup failed for attribute %d of relation %u", attnum, relid);
		values[Anum_pg_attribute_attoptions - 1] = with_version(get_attoptions(relid, attnum));
		replace[Anum_pg_attribute_attoptions - 1] = true;
		new = heap_modify_tuple(old, RelationGetDescr(attrel), values, nulls, replace);
		CatalogTupleUpdate(attrel, &new->t_self, new);
		heap_freetuple(new);
		heap_freetuple(old);
	}
	table_close(attrel, RowExclusiveLock);
}

/* ---- row values ---- */

/* A relation's columns may have changed: look again. */
static void
forget_versions(Datum arg, Oid relid)
{
	HASH_SEQ_STATUS seq;
	RowVersion *entry;

	n_invalidations++;
	hash_seq_init(&seq, row_versions);
	while ((entry = hash_seq_search(&seq)) != NULL)
		if (relid == InvalidOid || entry->relid == relid)
			hash_search(row_versions, &entry->typid, HASH_REMOVE, NULL);
}

static uint64
row_type_version(Oid typid)
{
	RowVersion *entry;
	RowVersion found = {.typid = typid};
	uint64 seen;

	if (row_versions == NULL)
	{
		HASHCTL ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(RowVersion)};

		row_versions = hash_create("versions of row types", 64, &ctl, HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(forget_versions, (Datum) 0);
	}
	entry = hash_search(row_versions, &typid, HASH_FIND, NULL);
	if (entry != NULL)
		return entry->version;

	seen = n_invalidations;
	found.relid = get_typ_typrelid(typid);
	if (OidIsValid(found.relid))
		found.version = relation_column_version(found.relid);
	/* Do not keep what changed while we looked. */
	if (seen == n_invalidations)
		*(RowVersion *) hash_search(row_versions, &typid, HASH_ENTER, NULL) = found;
	return found.version;
}

/*
 * set_row_version
 *		Put a version into the header of a composite value, in place: the low
 *		half where the type modifier is, the high half where the block number is.
 */
void
set_row_version(HeapTupleHeader td, uint64 version)
{
	HeapTupleHeaderSetTypMod(td, (int32) (uint32) version);
	ItemPointerSet(&td->t_ctid, (BlockNumber) (version >> 32), STAMPED_OFFSET);
	td->t_infomask |= HEAP_XMAX_COMMITTED | HEAP_XMAX_INVALID;
}

/*
 * stamp_row_value
 *		A composite value that was just made, with the version of its type
 *		(rule 3): a copy in the current memory context if there is one to put.
 *
 * row must not be compressed or out of line.  It is not changed, as it may lie
 * in a buffer.
 */
Datum
stamp_row_value(Datum row)
{
	HeapTupleHeader td = (HeapTupleHeader) DatumGetPointer(row);
	uint32 len = HeapTupleHeaderGetDatumLength(td);
	HeapTupleHeader copy;
	uint64 version;

	if (HeapTupleHeaderGetTypeId(td) == RECORDOID)
		return row;
	version = row_type_version(HeapTupleHeaderGetTypeId(td));
	if (version == 0)
		return row;
	copy = palloc(len);
	memcpy(copy, td, len);
	set_row_version(copy, version);
	return PointerGetDatum(copy);
}

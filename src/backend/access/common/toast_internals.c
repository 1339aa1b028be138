/*
 * toast_internals.c
 *		Compressing values, and moving them to and from the TOAST table.
 *
 * A value out of line is a run of chunk rows (chunk_id, chunk_seq,
 * chunk_data) in the table's TOAST table; its chunk_id is an OID that no
 * other value there has.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/toast_internals.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/detoast.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* builtin function OIDs of catalogs: int4eq etc. are found by number */
#define F_OIDEQ_ 184

static bool valueid_exists(Oid toastrelid, Oid valueid);

/*
 * toast_compress_datum
 *		Compressed copy of a plain value, or a NULL Datum if that saves less
 *		than the two bytes that a longer header may cost.
 */
Datum
toast_compress_datum(Datum value, char method)
{
	int32 rawsize = VARSIZE_ANY_EXHDR(DatumGetPointer(value));
	struct varlena *out;
	ToastCompressionId id;

	if (!CompressionMethodIsValid(method))
		method = default_toast_compression;
	switch (method)
	{
		case TOAST_PGLZ_COMPRESSION:
			out = pglz_compress_datum((const struct varlena *) value);
			id = TOAST_PGLZ_COMPRESSION_ID;
			break;
		case TOAST_LZ4_COMPRESSION:
			out = lz4_compress_datum((const struct varlena *) value);
			id = TOAST_LZ4_COMPRESSION_ID;
			break;
		default:
			elog(ERROR, "invalid compression method %c", method);
	}
	if (out == NULL)
		return PointerGetDatum(NULL);
	if (VARSIZE(out) >= rawsize - 2)
	{
		pfree(out);
		return PointerGetDatum(NULL);
	}
	TOAST_COMPRESS_SET_SIZE_AND_COMPRESS_METHOD(out, rawsize, id);
	return PointerGetDatum(out);
}

/*
 * Fill in the pointer for a value and tell what bytes are to be stored.
 */
static void
describe_value(struct varlena *value, varatt_external *ptr, char **data,
			   int32 *size)
{
	if (VARATT_IS_SHORT(value))
	{
		*data = VARDATA_SHORT(value);
		*size = VARSIZE_SHORT(value) - VARHDRSZ_SHORT;
		ptr->va_rawsize = *size + VARHDRSZ;
		ptr->va_extinfo = *size;
		return;
	}
	*data = VARDATA(value);
	*size = VARSIZE(value) - VARHDRSZ;
	if (VARATT_IS_COMPRESSED(value))
	{
		ptr->va_rawsize = VARDATA_COMPRESSED_GET_EXTSIZE(value) + VARHDRSZ;
		ptr->va_extinfo = (uint32) *size |
			(VARDATA_COMPRESSED_GET_COMPRESS_METHOD(value) << VARLENA_EXTSIZE_BITS);
	}
	else
	{
		ptr->va_rawsize = VARSIZE(value);
		ptr->va_extinfo = *size;
	}
}

/*
 * Choose the chunk_id.  In a table rewrite, values keep the one they had, and
 * a value that several row versions share may be there already: then *present
 * is set and nothing need be written.
 */
static Oid
choose_valueid(Relation rel, Relation toastrel, Oid indexoid,
			   struct varlena *oldexternal, bool *present)
{
	Oid id;

	*present = false;
	if (!OidIsValid(rel->rd_toastoid))
		return GetNewOidWithIndex(toastrel, indexoid, (AttrNumber) 1);

	if (oldexternal)
	{
		varatt_external old;

		VARATT_EXTERNAL_GET_POINTER(old, oldexternal);
		if (old.va_toastrelid == rel->rd_toastoid)
		{
			*present = valueid_exists(RelationGetRelid(toastrel),
									  old.va_valueid);
			return old.va_valueid;
		}
	}
	/* must be new in the table whose OID the values will carry, too */
	do
		id = GetNewOidWithIndex(toastrel, indexoid, (AttrNumber) 1);
	while (valueid_exists(rel->rd_toastoid, id));
	return id;
}

/* Write one chunk and its index entries. */
static void
save_chunk(Relation toastrel, Relation *indexes, int nindexes, Oid valueid,
		   int32 seq, char *data, int32 size, CommandId cid, int options)
{
	union
	{
		struct varlena hdr;
		char space[TOAST_MAX_CHUNK_SIZE + VARHDRSZ];
		int32 align_it;
	} chunk;
	Datum values[3];
	bool isnull[3] = {false, false, false};
	HeapTuple tup;

	SET_VARSIZE(&chunk, size + VARHDRSZ);
	memcpy(VARDATA(&chunk), data, size);
	values[0] = ObjectIdGetDatum(valueid);
	values[1] = Int32GetDatum(seq);
	values[2] = PointerGetDatum(&chunk);
	tup = heap_form_tuple(RelationGetDescr(toastrel), values, isnull);
	heap_insert(toastrel, tup, cid, options, NULL);

	for (int i = 0; i < nindexes; i++)
	{
		/* not yet, if a concurrent build has only begun */
		if (!indexes[i]->rd_index->indisready)
			continue;
		index_insert(indexes[i], values, isnull, &tup->t_self, toastrel,
					 indexes[i]->rd_index->indisunique ? UNIQUE_CHECK_YES : UNIQUE_CHECK_NO,
					 false, NULL);
	}
	heap_freetuple(tup);
}

/*
 * toast_save_datum
 *		Store a value in rel's TOAST table; returns the pointer datum for it.
 *
 * oldexternal is the out-of-line form that the value had, in a rewrite.
 */
Datum
toast_save_datum(Relation rel, Datum value, struct varlena *oldexternal,
				 int options)
{
	Relation toastrel = table_open(rel->rd_rel->reltoastrelid,
								   RowExclusiveLock);
	Relation *indexes;
	int nindexes;
	int valid;
	varatt_external ptr;
	struct varlena *result;
	char *data;
	int32 size;
	bool present;
	CommandId cid = GetCurrentCommandId(true);

	Assert(!VARATT_IS_EXTERNAL(DatumGetPointer(value)));
	valid = toast_open_indexes(toastrel, RowExclusiveLock, &indexes, &nindexes);

	describe_value((struct varlena *) DatumGetPointer(value), &ptr, &data,
				   &size);
	ptr.va_toastrelid = OidIsValid(rel->rd_toastoid) ? rel->rd_toastoid : RelationGetRelid(toastrel);
	ptr.va_valueid = choose_valueid(rel, toastrel,
									RelationGetRelid(indexes[valid]),
									oldexternal, &present);
	if (present)
		size = 0;

	for (int32 seq = 0; size > 0; seq++)
	{
		int32 n = Min((int32) TOAST_MAX_CHUNK_SIZE, size);

		CHECK_FOR_INTERRUPTS();
		save_chunk(toastrel, indexes, nindexes, ptr.va_valueid, seq, data, n,
				   cid, options);
		data += n;
		size -= n;
	}

	/* the lock is kept, so that the value cannot go before the row is there */
	toast_close_indexes(indexes, nindexes, NoLock);
	table_close(toastrel, NoLock);

	result = (struct varlena *) palloc(TOAST_POINTER_SIZE);
	SET_VARTAG_EXTERNAL(result, VARTAG_ONDISK);
	memcpy(VARDATA_EXTERNAL(result), &ptr, sizeof(ptr));
	return PointerGetDatum(result);
}

/*
 * toast_delete_datum
 *		Delete the chunks of an out-of-line value, if it is one.
 */
void
toast_delete_datum(Relation rel, Datum value, bool is_speculative)
{
	struct varlena *attr = (struct varlena *) DatumGetPointer(value);
	varatt_external ptr;
	Relation toastrel;
	Relation *indexes;
	int nindexes;
	int valid;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	SnapshotData snapshot;

	if (!VARATT_IS_EXTERNAL_ONDISK(attr))
		return;
	VARATT_EXTERNAL_GET_POINTER(ptr, attr);
	toastrel = table_open(ptr.va_toastrelid, RowExclusiveLock);
	valid = toast_open_indexes(toastrel, RowExclusiveLock, &indexes, &nindexes);

	ScanKeyInit(&key, (AttrNumber) 1, BTEqualStrategyNumber, F_OIDEQ_,
				ObjectIdGetDatum(ptr.va_valueid));
	init_toast_snapshot(&snapshot);
	scan = systable_beginscan_ordered(toastrel, indexes[valid], &snapshot, 1,
									  &key);
	while ((tup = systable_getnext_ordered(scan, ForwardScanDirection)) != NULL)
	{
		if (is_speculative)
			heap_abort_speculative(toastrel, &tup->t_self);
		else
			simple_heap_delete(toastrel, &tup->t_self);
	}
	systable_endscan_ordered(scan);
	toast_close_indexes(indexes, nindexes, NoLock);
	table_close(toastrel, NoLock);
}

/* Does any row, dead or alive, use the chunk_id? */
static bool
valueid_exists(Oid toastrelid, Oid valueid)
{
	Relation toastrel = table_open(toastrelid, AccessShareLock);
	Relation *indexes;
	int nindexes;
	int valid = toast_open_indexes(toastrel, RowExclusiveLock,
								   &indexes, &nindexes);
	ScanKeyData key;
	SysScanDesc scan;
	bool found;

	ScanKeyInit(&key, (AttrNumber) 1, BTEqualStrategyNumber, F_OIDEQ_,
				ObjectIdGetDatum(valueid));
	scan = systable_beginscan(toastrel, RelationGetRelid(indexes[valid]), true,
							  SnapshotAny, 1, &key);
	found = systable_getnext(scan) != NULL;
	systable_endscan(scan);
	toast_close_indexes(indexes, nindexes, RowExclusiveLock);
	table_close(toastrel, AccessShareLock);
	return found;
}

/*
 * toast_open_indexes
 *		Open all indexes of a TOAST table; returns which one is valid.
 */
int
toast_open_indexes(Relation toastrel, LOCKMODE lock, Relation **toastidxs,
				   int *num_indexes)
{
	List *oids = RelationGetIndexList(toastrel);
	int n = list_length(oids);
	int valid = -1;

	Assert(n > 0);
	*toastidxs = (Relation *) palloc(n * sizeof(Relation));
	*num_indexes = n;
	for (int i = 0; i < n; i++)
	{
		Relation index = index_open(list_nth_oid(oids, i), lock);

		(*toastidxs)[i] = index;
		if (valid < 0 && index->rd_index->indisvalid)
			valid = i;
	}
	list_free(oids);
	if (valid < 0)
		elog(ERROR, "no valid index found for toast relation with Oid %u",
			 RelationGetRelid(toastrel));
	return valid;
}

void
toast_close_indexes(Relation *toastidxs, int num_indexes, LOCKMODE lock)
{
	for (int i = 0; i < num_indexes; i++)
		index_close(toastidxs[i], lock);
	pfree(toastidxs);
}

/* toast_get_valid_index
 *		OID of the valid index of a TOAST table. */
Oid
toast_get_valid_index(Oid toastoid, LOCKMODE lock)
{
	Relation toastrel = table_open(toastoid, lock);
	Relation *indexes;
	int nindexes;
	int valid = toast_open_indexes(toastrel, lock, &indexes, &nindexes);
	Oid result = RelationGetRelid(indexes[valid]);

	toast_close_indexes(indexes, nindexes, NoLock);
	table_close(toastrel, NoLock);
	return result;
}

/*
 * init_toast_snapshot
 *		Chunks are as visible as the row that points to them, so any snapshot
 *		that keeps them from being removed will do.
 */
void
init_toast_snapshot(Snapshot toast_snapshot)
{
	Snapshot s = GetOldestSnapshot();

	if (s == NULL)
		elog(ERROR, "cannot fetch toast data without an active snapshot");
	InitToastSnapshot(*toast_snapshot, s->lsn, s->whenTaken);
}

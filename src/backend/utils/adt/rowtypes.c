/*
 * rowtypes.c
 *		Rows as values: I/O, comparison, hashing.
 *
 * A row's text is (field,field,...), an empty field being null and quotes doubled
 * as in a record of CSV.  The "image" operators compare bytes, for finding
 * whether anything was changed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/rowtypes.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* ---- Taking a row apart ---- */

typedef struct RowParts
{
	TupleDesc desc;
	Datum *values;
	bool *nulls;
	int ncolumns;
} RowParts;

static void
open_row(HeapTupleHeader rec, RowParts *row)
{
	HeapTupleData tuple;

	row->desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(rec),
									   HeapTupleHeaderGetTypMod(rec));
	row->ncolumns = row->desc->natts;
	row->values = palloc((row->ncolumns + 1) * sizeof(Datum));
	row->nulls = palloc((row->ncolumns + 1) * sizeof(bool));
	tuple.t_len = HeapTupleHeaderGetDatumLength(rec);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = rec;
	heap_deform_tuple(&tuple, row->desc, row->values, row->nulls);
}

static void
close_row(RowParts *row)
{
	pfree(row->values);
	pfree(row->nulls);
	ReleaseTupleDesc(row->desc);
}

/* ---- Input ---- */

static void
malformed(const char *string, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed record literal: \"%s\"", string),
			 errdetail("%s", detail)));
}

/* The row type to read, whose descriptor the caller releases. */
static TupleDesc
input_type(Oid type, int32 typmod)
{
	/* an anonymous row has no column types to read by */
	if (type == RECORDOID && typmod < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("input of anonymous composite types is not implemented")));
	return lookup_rowtype_tupdesc(type, typmod);
}

/* One field up to a comma or parenthesis; false if it is null. */
static bool
read_field(const char *string, const char **cursor, StringInfo buf)
{
	const char *p = *cursor;
	bool quoted = false;

	resetStringInfo(buf);
	if (*p == ',' || *p == ')')
		return false;
	while (quoted || !(*p == ',' || *p == ')'))
	{
		char c = *p++;

		if (c == '\0')
			malformed(string, "The text ends too early.");
		if (c == '\\')
		{
			if (*p == '\0')
				malformed(string, "The text ends too early.");
			appendStringInfoChar(buf, *p++);
		}
		else if (c == '"')
		{
			if (!quoted)
				quoted = true;
			else if (*p == '"')
				appendStringInfoChar(buf, *p++);
			else
				quoted = false;
		}
		else
			appendStringInfoChar(buf, c);
	}
	*cursor = p;
	return true;
}

Datum
record_in(PG_FUNCTION_ARGS)
{
	char *string = PG_GETARG_CSTRING(0);
	TupleDesc desc = input_type(PG_GETARG_OID(1), PG_GETARG_INT32(2));
	int n = desc->natts;
	Datum *values = palloc0((n + 1) * sizeof(Datum));
	bool *nulls = palloc0((n + 1) * sizeof(bool));
	const char *p = string;
	bool first = true;
	StringInfoData buf;
	HeapTuple tuple;
	HeapTupleHeader result;

	while (isspace((unsigned char) *p))
		p++;
	if (*p++ != '(')
		malformed(string, "The text must begin with \"(\".");
	initStringInfo(&buf);
	for (int i = 0; i < n; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Oid infunc;
		Oid ioparam;

		if (att->attisdropped)
		{
			nulls[i] = true;
			continue;
		}
		if (!first && *p++ != ',')
			malformed(string, "The row type has more columns.");
		first = false;
		nulls[i] = !read_field(string, &p, &buf);
		getTypeInputInfo(att->atttypid, &infunc, &ioparam);
		values[i] = OidInputFunctionCall(infunc, nulls[i] ? NULL : buf.data,
										 ioparam, att->atttypmod);
	}
	if (*p++ != ')')
		malformed(string, "The row type has fewer columns.");
	while (isspace((unsigned char) *p))
		p++;
	if (*p)
		malformed(string, "Something follows the closing parenthesis.");
	tuple = heap_form_tuple(desc, values, nulls);
	result = palloc(tuple->t_len);
	memcpy(result, tuple->t_data, tuple->t_len);
	heap_freetuple(tuple);
	ReleaseTupleDesc(desc);
	PG_RETURN_HEAPTUPLEHEADER(result);
}

Datum
record_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	TupleDesc desc = input_type(PG_GETARG_OID(1), PG_GETARG_INT32(2));
	int n = desc->natts;
	int live = 0;
	int sent = pq_getmsgint(buf, 4);
	Datum *values = palloc0((n + 1) * sizeof(Datum));
	bool *nulls = palloc0((n + 1) * sizeof(bool));
	HeapTuple tuple;
	HeapTupleHeader result;

	for (int i = 0; i < n; i++)
		live += !TupleDescAttr(desc, i)->attisdropped;
	if (sent != live)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("wrong number of columns: %d, expected %d", sent,
						live)));
	for (int i = 0; i < n; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Oid coltype;
		int len;
		Oid recvfunc;
		Oid ioparam;
		StringInfoData item;

		nulls[i] = true;
		if (att->attisdropped)
			continue;
		coltype = pq_getmsgint(buf, sizeof(Oid));
		/* only the OIDs of built-in types mean the same in every database */
		if (coltype != att->atttypid && coltype < FirstGenbkiObjectId &&
			att->atttypid < FirstGenbkiObjectId)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("binary data has type %u (%s) instead of expected %u (%s) in record column %d",
							coltype,
							format_type_extended(coltype, -1,
												 FORMAT_TYPE_ALLOW_INVALID),
							att->atttypid,
							format_type_extended(att->atttypid, -1,
												 FORMAT_TYPE_ALLOW_INVALID),
							i + 1)));
		len = pq_getmsgint(buf, 4);
		if (len < -1 || len > buf->len - buf->cursor)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					 errmsg("insufficient data left in message")));
		getTypeBinaryInputInfo(att->atttypid, &recvfunc, &ioparam);
		if (len == -1)
		{
			values[i] = OidReceiveFunctionCall(recvfunc, NULL, ioparam,
											   att->atttypmod);
			continue;
		}
		initStringInfo(&item);
		appendBinaryStringInfo(&item, buf->data + buf->cursor, len);
		buf->cursor += len;
		nulls[i] = false;
		values[i] = OidReceiveFunctionCall(recvfunc, &item, ioparam,
										   att->atttypmod);
		if (item.cursor != len)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					 errmsg("improper binary format in record column %d",
							i + 1)));
	}
	tuple = heap_form_tuple(desc, values, nulls);
	result = palloc(tuple->t_len);
	memcpy(result, tuple->t_data, tuple->t_len);
	heap_freetuple(tuple);
	ReleaseTupleDesc(desc);
	PG_RETURN_HEAPTUPLEHEADER(result);
}

/* ---- Output ---- */

static void
append_field(StringInfo buf, const char *value)
{
	bool quote = value[0] == '\0';

	for (const char *p = value; *p && !quote; p++)
		quote = strchr("\"\\(),", *p) != NULL || isspace((unsigned char) *p);
	if (quote)
		appendStringInfoChar(buf, '"');
	for (const char *p = value; *p; p++)
	{
		if (*p == '"' || *p == '\\')
			appendStringInfoChar(buf, *p);
		appendStringInfoCharMacro(buf, *p);
	}
	if (quote)
		appendStringInfoChar(buf, '"');
}

Datum
record_out(PG_FUNCTION_ARGS)
{
	RowParts row;
	StringInfoData buf;
	bool first = true;

	open_row(PG_GETARG_HEAPTUPLEHEADER(0), &row);
	initStringInfo(&buf);
	appendStringInfoChar(&buf, '(');
	for (int i = 0; i < row.ncolumns; i++)
	{
		Form_pg_attribute att = TupleDescAttr(row.desc, i);
		Oid outfunc;
		bool isvarlena;

		if (att->attisdropped)
			continue;
		if (!first)
			appendStringInfoChar(&buf, ',');
		first = false;
		if (row.nulls[i])
			continue;
		getTypeOutputInfo(att->atttypid, &outfunc, &isvarlena);
		append_field(&buf, OidOutputFunctionCall(outfunc, row.values[i]));
	}
	appendStringInfoChar(&buf, ')');
	close_row(&row);
	PG_RETURN_CSTRING(buf.data);
}

Datum
record_send(PG_FUNCTION_ARGS)
{
	RowParts row;
	StringInfoData buf;
	int live = 0;

	open_row(PG_GETARG_HEAPTUPLEHEADER(0), &row);
	pq_begintypsend(&buf);
	for (int i = 0; i < row.ncolumns; i++)
		live += !TupleDescAttr(row.desc, i)->attisdropped;
	pq_sendint32(&buf, live);
	for (int i = 0; i < row.ncolumns; i++)
	{
		Form_pg_attribute att = TupleDescAttr(row.desc, i);
		Oid sendfunc;
		bool isvarlena;
		bytea *bytes;

		if (att->attisdropped)
			continue;
		pq_sendint32(&buf, att->atttypid);
		if (row.nulls[i])
		{
			pq_sendint32(&buf, -1);
			continue;
		}
		getTypeBinaryOutputInfo(att->atttypid, &sendfunc, &isvarlena);
		bytes = OidSendFunctionCall(sendfunc, row.values[i]);
		pq_sendint32(&buf, VARSIZE(bytes) - VARHDRSZ);
		pq_sendbytes(&buf, VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ);
	}
	close_row(&row);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* ---- Comparison ---- */

/* The next column that was not dropped, at or after i. */
static int
live_column(RowParts *row, int i)
{
	while (i < row->ncolumns && TupleDescAttr(row->desc, i)->attisdropped)
		i++;
	return i;
}

static void
check_columns(Form_pg_attribute a, Form_pg_attribute b, int column)
{
	if (a->atttypid != b->atttypid)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot compare dissimilar column types %s and %s at record column %d",
						format_type_be(a->atttypid),
						format_type_be(b->atttypid), column)));
}

static Oid
common_collation(Form_pg_attribute a, Form_pg_attribute b)
{
	return a->attcollation == b->attcollation ? a->attcollation : InvalidOid;
}

/* Orders two values of a column by their bytes. */
static int
compare_images(Form_pg_attribute att, Datum x, Datum y)
{
	if (att->attlen == -1)
	{
		struct varlena *a = PG_DETOAST_DATUM_PACKED(x);
		struct varlena *b = PG_DETOAST_DATUM_PACKED(y);
		Size la = VARSIZE_ANY_EXHDR(a);
		Size lb = VARSIZE_ANY_EXHDR(b);
		int r = memcmp(VARDATA_ANY(a), VARDATA_ANY(b), Min(la, lb));

		return r != 0 ? r : (la > lb) - (la < lb);
	}
	if (att->attbyval)
		return (x > y) - (x < y);
	if (att->attlen == -2)
		return strcmp(DatumGetCString(x), DatumGetCString(y));
	return memcmp(DatumGetPointer(x), DatumGetPointer(y), att->attlen);
}

static int
compare_column(Form_pg_attribute a, Form_pg_attribute b, Datum x, Datum y,
			   bool image)
{
	TypeCacheEntry *tc;

	if (image)
		return compare_images(a, x, y);
	tc = lookup_type_cache(a->atttypid, TYPECACHE_CMP_PROC_FINFO);
	if (!OidIsValid(tc->cmp_proc_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify a comparison function for type %s",
						format_type_be(a->atttypid))));
	return DatumGetInt32(FunctionCall2Coll(&tc->cmp_proc_finfo,
										   common_collation(a, b), x, y));
}

static bool
equal_column(Form_pg_attribute a, Form_pg_attribute b, Datum x, Datum y,
			 bool image)
{
	TypeCacheEntry *tc;

	if (image)
		return datum_image_eq(x, y, a->attbyval, a->attlen);
	tc = lookup_type_cache(a->atttypid, TYPECACHE_EQ_OPR_FINFO);
	if (!OidIsValid(tc->eq_opr_finfo.fn_oid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not identify an equality operator for type %s",
						format_type_be(a->atttypid))));
	return DatumGetBool(FunctionCall2Coll(&tc->eq_opr_finfo,
										  common_collation(a, b), x, y));
}

/* Column by column, nulls last and equal to one another. */
static int
compare_rows(FunctionCallInfo fcinfo, bool image, bool only_equality)
{
	RowParts x;
	RowParts y;
	int i = 0;
	int j = 0;
	int column = 0;
	int result = 0;

	check_stack_depth();
	open_row(PG_GETARG_HEAPTUPLEHEADER(0), &x);
	open_row(PG_GETARG_HEAPTUPLEHEADER(1), &y);
	for (; result == 0; i++, j++)
	{
		Form_pg_attribute a;
		Form_pg_attribute b;

		i = live_column(&x, i);
		j = live_column(&y, j);
		if (i >= x.ncolumns || j >= y.ncolumns)
			break;
		a = TupleDescAttr(x.desc, i);
		b = TupleDescAttr(y.desc, j);
		check_columns(a, b, ++column);
		if (x.nulls[i] || y.nulls[j])
			result = (int) x.nulls[i] - (int) y.nulls[j];
		else if (only_equality)
			result = !equal_column(a, b, x.values[i], y.values[j], image);
		else
			result = compare_column(a, b, x.values[i], y.values[j], image);
	}
	if (result == 0 && (i < x.ncolumns || j < y.ncolumns))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot compare record types with different numbers of columns")));
	close_row(&x);
	close_row(&y);
	return (result > 0) - (result < 0);
}

#define ROW_FUNCTION(name, RET, expr) \
	Datum name(PG_FUNCTION_ARGS)      \
	{                                 \
		RET(expr);                    \
	}
#define ROW_FAMILY(prefix, image)                         \
	ROW_FUNCTION(prefix##_eq, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, true) == 0)  \
	ROW_FUNCTION(prefix##_ne, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, true) != 0)  \
	ROW_FUNCTION(prefix##_lt, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, false) < 0)  \
	ROW_FUNCTION(prefix##_le, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, false) <= 0) \
	ROW_FUNCTION(prefix##_gt, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, false) > 0)  \
	ROW_FUNCTION(prefix##_ge, PG_RETURN_BOOL,             \
				 compare_rows(fcinfo, image, false) >= 0)
ROW_FAMILY(record, false)
ROW_FAMILY(record_image, true)
ROW_FUNCTION(btrecordcmp, PG_RETURN_INT32, compare_rows(fcinfo, false, false))
ROW_FUNCTION(btrecordimagecmp, PG_RETURN_INT32,
			 compare_rows(fcinfo, true, false))

/* ---- Hashing: 31 * hash + column's hash; a null counts as 0 ---- */

static uint64
hash_row(FunctionCallInfo fcinfo, bool extended)
{
	RowParts row;
	uint64 result = 0;

	check_stack_depth();
	open_row(PG_GETARG_HEAPTUPLEHEADER(0), &row);
	for (int i = 0; i < row.ncolumns; i++)
	{
		Form_pg_attribute att = TupleDescAttr(row.desc, i);
		TypeCacheEntry *tc;
		FmgrInfo *fn;
		uint64 h = 0;

		if (att->attisdropped)
			continue;
		tc = lookup_type_cache(att->atttypid, extended ? TYPECACHE_HASH_EXTENDED_PROC_FINFO : TYPECACHE_HASH_PROC_FINFO);
		fn = extended ? &tc->hash_extended_proc_finfo : &tc->hash_proc_finfo;
		if (!OidIsValid(fn->fn_oid))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_FUNCTION),
					 errmsg(extended ? "could not identify an extended hash function for type %s" : "could not identify a hash function for type %s",
							format_type_be(att->atttypid))));
		if (!row.nulls[i])
			h = extended ? DatumGetUInt64(FunctionCall2Coll(fn, att->attcollation,
															row.values[i],
															PG_GETARG_DATUM(1)))
						 : DatumGetUInt32(FunctionCall1Coll(fn, att->attcollation,
															row.values[i]));
		result = result * 31 + h;
	}
	close_row(&row);
	return result;
}

ROW_FUNCTION(hash_record, PG_RETURN_UINT32, (uint32) hash_row(fcinfo, false))
ROW_FUNCTION(hash_record_extended, PG_RETURN_UINT64, hash_row(fcinfo, true))

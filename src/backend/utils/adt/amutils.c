/*
 * amutils.c
 *		What an index access method, an index or one of its columns can do, by
 *		the name of the property.
 *
 * The answer is null where the question does not apply: a name that is not
 * known at that level, no such index or column, or a key property of an
 * included column.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/amutils.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "utils/builtins.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* Which question a property answers, and with what. */
typedef enum
{
	OF_METHOD, /* a flag or a function of the access method */
	OF_INDEX,
	OF_KEY_OPTION, /* a bit of a key column's option, set or not */
	OF_KEY_FLAG, /* a flag of the method, for a key column */
	OF_COLUMN_FLAG, /* a flag of the method; false for an included column */
	OF_COLUMN_RETURN
} PropertyKind;

typedef struct
{
	const char *name;
	PropertyKind kind;
	size_t offset; /* of the member of IndexAmRoutine */
	bool is_function; /* present or not */
	int16 option_bit;
	bool option_set;
} Property;

#define FLAG(name, kind, member)                                      \
	{                                                                 \
		name, kind, offsetof(IndexAmRoutine, member), false, 0, false \
	}
#define FUNCTION(name, kind, member)                                 \
	{                                                                \
		name, kind, offsetof(IndexAmRoutine, member), true, 0, false \
	}
#define OPTION(name, bit, set)                                                     \
	{                                                                              \
		name, OF_KEY_OPTION, offsetof(IndexAmRoutine, amcanorder), false, bit, set \
	}

static const Property properties[] = {
	OPTION("asc", INDOPTION_DESC, false),
	OPTION("desc", INDOPTION_DESC, true),
	OPTION("nulls_first", INDOPTION_NULLS_FIRST, true),
	OPTION("nulls_last", INDOPTION_NULLS_FIRST, false),
	FLAG("orderable", OF_COLUMN_FLAG, amcanorder),
	FLAG("distance_orderable", OF_COLUMN_FLAG, amcanorderbyop),
	FUNCTION("returnable", OF_COLUMN_RETURN, amcanreturn),
	FLAG("search_array", OF_KEY_FLAG, amsearcharray),
	FLAG("search_nulls", OF_KEY_FLAG, amsearchnulls),
	FLAG("clusterable", OF_INDEX, amclusterable),
	FUNCTION("index_scan", OF_INDEX, amgettuple),
	FUNCTION("bitmap_scan", OF_INDEX, amgetbitmap),
	FLAG("backward_scan", OF_INDEX, amcanbackward),
	FLAG("can_order", OF_METHOD, amcanorder),
	FLAG("can_unique", OF_METHOD, amcanunique),
	FLAG("can_multi_col", OF_METHOD, amcanmulticol),
	FUNCTION("can_exclude", OF_METHOD, amgettuple),
	FLAG("can_include", OF_METHOD, amcaninclude),
};

/* The property of that name, if it answers a question between two kinds. */
static const Property *
find_property(text *name, PropertyKind first, PropertyKind last)
{
	char *wanted = text_to_cstring(name);

	for (int i = 0; i < lengthof(properties); i++)
		if (pg_strcasecmp(wanted, properties[i].name) == 0)
			return properties[i].kind >= first && properties[i].kind <= last ? &properties[i] : NULL;
	return NULL;
}

static bool
has_member(const IndexAmRoutine *routine, const Property *property)
{
	const char *member = (const char *) routine + property->offset;

	return property->is_function ? *(void *const *) member != NULL : *(const bool *) member;
}

/* The access method of an index; InvalidOid if there is no such index. */
static Oid
index_method(Oid index)
{
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(index));
	Oid am = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		Form_pg_class rel = (Form_pg_class) GETSTRUCT(tuple);

		if (rel->relkind == RELKIND_INDEX || rel->relkind == RELKIND_PARTITIONED_INDEX)
			am = rel->relam;
		ReleaseSysCache(tuple);
	}
	return am;
}

/* The column's options: false if the index has no such column.  Included
 * columns have none, which is_key tells. */
static bool
column_options(Oid index, int column, bool *is_key, int16 *options)
{
	HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(index));
	bool found = false;

	if (HeapTupleIsValid(tuple))
	{
		Form_pg_index row = (Form_pg_index) GETSTRUCT(tuple);

		found = column >= 1 && column <= row->indnatts;
		*is_key = found && column <= row->indnkeyatts;
		if (*is_key)
		{
			bool isnull;
			Datum datum = SysCacheGetAttr(INDEXRELID, tuple, Anum_pg_index_indoption, &isnull);

			*options = ((int2vector *) DatumGetPointer(datum))->values[column - 1];
		}
		ReleaseSysCache(tuple);
	}
	return found;
}

/* pg_indexam_has_property(am oid, property text) */
Datum
pg_indexam_has_property(PG_FUNCTION_ARGS)
{
	Oid am = PG_GETARG_OID(0);
	const Property *property = find_property(PG_GETARG_TEXT_PP(1), OF_METHOD, OF_METHOD);
	HeapTuple tuple = SearchSysCache1(AMOID, ObjectIdGetDatum(am));
	bool is_index_am = false;

	if (HeapTupleIsValid(tuple))
	{
		is_index_am = ((Form_pg_am) GETSTRUCT(tuple))->amtype == AMTYPE_INDEX;
		ReleaseSysCache(tuple);
	}
	if (property == NULL || !is_index_am)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(has_member(GetIndexAmRoutineByAmId(am, false), property));
}

/* pg_index_has_property(index regclass, property text) */
Datum
pg_index_has_property(PG_FUNCTION_ARGS)
{
	Oid am = index_method(PG_GETARG_OID(0));
	const Property *property = find_property(PG_GETARG_TEXT_PP(1), OF_INDEX, OF_INDEX);

	if (property == NULL || !OidIsValid(am))
		PG_RETURN_NULL();
	PG_RETURN_BOOL(has_member(GetIndexAmRoutineByAmId(am, false), property));
}

/* pg_index_column_has_property(index regclass, column int, property text) */
Datum
pg_index_column_has_property(PG_FUNCTION_ARGS)
{
	Oid index = PG_GETARG_OID(0);
	int column = PG_GETARG_INT32(1);
	Oid am = index_method(index);
	const Property *property = find_property(PG_GETARG_TEXT_PP(2), OF_KEY_OPTION, OF_COLUMN_RETURN);
	int16 options = 0;
	bool is_key;
	bool has;

	if (property == NULL || !OidIsValid(am) || !column_options(index, column, &is_key, &options))
		PG_RETURN_NULL();
	if (!is_key && property->kind < OF_COLUMN_FLAG)
		PG_RETURN_NULL();
	has = has_member(GetIndexAmRoutineByAmId(am, false), property);
	if (property->kind == OF_KEY_OPTION && has)
		has = ((options & property->option_bit) != 0) == property->option_set;
	else if (property->kind == OF_COLUMN_FLAG)
		has = has && is_key;
	else if (property->kind == OF_COLUMN_RETURN && has)
	{
		Relation rel = index_open(index, AccessShareLock);

		has = index_can_return(rel, column);
		index_close(rel, AccessShareLock);
	}
	PG_RETURN_BOOL(has);
}

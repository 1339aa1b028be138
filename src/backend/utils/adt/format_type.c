/*
 * format_type.c
 *		Names of types as SQL writes them.
 *
 * Types of the SQL standard print by their standard names, arrays with a [] after
 * the element's name, all others by their catalog name, with the schema where the
 * search path would not find them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/format_type.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"

/*
 * Standard names.  "bare" means that without a typmod, where one was asked
 * for, the catalog name must be shown: bit is bit(1) to the parser.
 */
static const struct standard_name
{
	Oid type;
	const char *name; /* before the typmod */
	const char *without; /* whole name without typmod, if not name */
	bool bare;
} standard_names[] = {
	{BITOID, "bit", NULL, true},
	{BOOLOID, "boolean", NULL, false},
	{BPCHAROID, "character", NULL, true},
	{FLOAT4OID, "real", NULL, false},
	{FLOAT8OID, "double precision", NULL, false},
	{INT2OID, "smallint", NULL, false},
	{INT4OID, "integer", NULL, false},
	{INT8OID, "bigint", NULL, false},
	{INTERVALOID, "interval", NULL, false},
	{NUMERICOID, "numeric", NULL, false},
	{TIMEOID, "time", "time without time zone", false},
	{TIMETZOID, "time", "time with time zone", false},
	{TIMESTAMPOID, "timestamp", "timestamp without time zone", false},
	{TIMESTAMPTZOID, "timestamp", "timestamp with time zone", false},
	{VARBITOID, "bit varying", NULL, false},
	{VARCHAROID, "character varying", NULL, false}};

/* name and its typmod as the type's typmodout function prints it. */
static char *
with_typmod(const char *name, int32 typmod, Oid typmodout)
{
	if (!OidIsValid(typmodout))
		return psprintf("%s(%d)", name, (int) typmod);
	return psprintf("%s%s", name,
					DatumGetCString(OidFunctionCall1(typmodout,
													 Int32GetDatum(typmod))));
}

static char *
base_type_name(Oid type_oid, Form_pg_type form, int32 typmod, bits16 flags)
{
	bool asked = (flags & FORMAT_TYPE_TYPEMOD_GIVEN) != 0;
	bool use_typmod = asked && typmod >= 0;
	const char *nspname;
	char *name;

	for (size_t i = 0; i < lengthof(standard_names); i++)
	{
		const struct standard_name *s = &standard_names[i];

		if (s->type != type_oid || (s->bare && asked && !use_typmod))
			continue;
		/* a type of fixed form has no typmod to show */
		if (use_typmod && OidIsValid(form->typmodout))
			return with_typmod(s->name, typmod, form->typmodout);
		return pstrdup(s->without ? s->without : s->name);
	}
	nspname = NULL;
	if ((flags & FORMAT_TYPE_FORCE_QUALIFY) || !TypeIsVisible(type_oid))
		nspname = get_namespace_name_or_temp(form->typnamespace);
	name = quote_qualified_identifier(nspname, NameStr(form->typname));
	return use_typmod ? with_typmod(name, typmod, form->typmodout) : name;
}

/*
 * format_type_extended
 *		Name of a type, palloc'd; flags are FORMAT_TYPE_*.
 *
 * An unknown OID is an internal error, "???", or NULL, by the flags; OID 0
 * likewise is "-".
 */
char *
format_type_extended(Oid type_oid, int32 typemod, bits16 flags)
{
	HeapTuple tuple = NULL;
	Form_pg_type form;
	bool is_array;
	char *result;

	if (OidIsValid(type_oid))
		tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type_oid));
	if (!HeapTupleIsValid(tuple))
	{
		if (flags & FORMAT_TYPE_INVALID_AS_NULL)
			return NULL;
		if (flags & FORMAT_TYPE_ALLOW_INVALID)
			return pstrdup(OidIsValid(type_oid) ? "???" : "-");
		elog(ERROR, "cache lookup failed for type %u", type_oid);
	}
	form = (Form_pg_type) GETSTRUCT(tuple);
	is_array = form->typsubscript == F_ARRAY_SUBSCRIPT_HANDLER &&
		OidIsValid(form->typelem) && form->typstorage != TYPSTORAGE_PLAIN;
	if (is_array)
	{
		Oid element = form->typelem;
		HeapTuple elemtuple = SearchSysCache1(TYPEOID,
											  ObjectIdGetDatum(element));

		if (!HeapTupleIsValid(elemtuple))
		{
			ReleaseSysCache(tuple);
			if (flags & FORMAT_TYPE_INVALID_AS_NULL)
				return NULL;
			if (flags & FORMAT_TYPE_ALLOW_INVALID)
				return pstrdup("???[]");
			elog(ERROR, "cache lookup failed for type %u", element);
		}
		result = base_type_name(element, (Form_pg_type) GETSTRUCT(elemtuple),
								typemod, flags);
		result = psprintf("%s[]", result);
		ReleaseSysCache(elemtuple);
	}
	else
		result = base_type_name(type_oid, form, typemod, flags);
	ReleaseSysCache(tuple);
	return result;
}

/* For error messages: without typmod, unknown OIDs are internal errors. */
char *
format_type_be(Oid type_oid)
{
	return format_type_extended(type_oid, -1, 0);
}

char *
format_type_be_qualified(Oid type_oid)
{
	return format_type_extended(type_oid, -1, FORMAT_TYPE_FORCE_QUALIFY);
}

char *
format_type_with_typemod(Oid type_oid, int32 typemod)
{
	return format_type_extended(type_oid, typemod, FORMAT_TYPE_TYPEMOD_GIVEN);
}

/* format_type(oid, typmod); a NULL typmod means "not asked for" */
Datum
format_type(PG_FUNCTION_ARGS)
{
	bits16 flags = FORMAT_TYPE_ALLOW_INVALID;
	int32 typmod = -1;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(1))
	{
		typmod = PG_GETARG_INT32(1);
		flags |= FORMAT_TYPE_TYPEMOD_GIVEN;
	}
	PG_RETURN_TEXT_P(cstring_to_text(format_type_extended(PG_GETARG_OID(0),
														  typmod, flags)));
}

/* The largest size of a value with this typmod, header included; -1: none. */
int32
type_maximum_size(Oid type_oid, int32 typemod)
{
	if (typemod < 0)
		return -1;
	switch (type_oid)
	{
		case BPCHAROID:
		case VARCHAROID:
			return (typemod - VARHDRSZ) *
				pg_encoding_max_length(GetDatabaseEncoding()) +
				VARHDRSZ;
		case NUMERICOID:
			return numeric_maximum_size(typemod);
		case VARBITOID:
		case BITOID:
			return (typemod + 7) / 8 + 2 * sizeof(int32);
	}
	return -1;
}

/* Types of a function's arguments, parted by commas. */
Datum
oidvectortypes(PG_FUNCTION_ARGS)
{
	oidvector *v = (oidvector *) PG_GETARG_POINTER(0);
	StringInfoData buf;

	initStringInfo(&buf);
	for (int i = 0; i < v->dim1; i++)
		appendStringInfo(&buf, "%s%s", i > 0 ? ", " : "",
						 format_type_extended(v->values[i], -1,
											  FORMAT_TYPE_ALLOW_INVALID));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(buf.data, buf.len));
}

/*
 * name.c
 *		The type name, and the functions that tell who and where one is.
 *
 * A name is 64 bytes, zero-terminated and zero-padded.  Its comparison is that of
 * bytes under collation "C", which is its default, and of varstr_cmp otherwise.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/name.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "catalog/namespace.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/varlena.h"

static Name
name_from_bytes(const char *s, int len)
{
	Name result = palloc0(NAMEDATALEN);

	if (len >= NAMEDATALEN)
		len = pg_mbcliplen(s, len, NAMEDATALEN - 1);
	memcpy(NameStr(*result), s, len);
	return result;
}

Datum
namein(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);

	PG_RETURN_NAME(name_from_bytes(s, strlen(s)));
}

Datum
nameout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(NameStr(*PG_GETARG_NAME(0))));
}

Datum
namerecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;
	char *s = pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes);

	if (nbytes >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("identifier too long"),
				 errdetail("An identifier has at most %d bytes.",
						   NAMEDATALEN - 1)));
	PG_RETURN_NAME(name_from_bytes(s, nbytes));
}

Datum
namesend(PG_FUNCTION_ARGS)
{
	Name s = PG_GETARG_NAME(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendtext(&buf, NameStr(*s), strlen(NameStr(*s)));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

static int
name_compare(Name a, Name b, Oid collid)
{
	if (collid == C_COLLATION_OID)
		return strncmp(NameStr(*a), NameStr(*b), NAMEDATALEN);
	return varstr_cmp(NameStr(*a), strlen(NameStr(*a)),
					  NameStr(*b), strlen(NameStr(*b)), collid);
}

#define NAME_CMP(a, b) name_compare(a, b, PG_GET_COLLATION())
ADT_COMPARE_BY(name, Name, PG_GETARG_NAME, NAME_CMP)
ADT_BINARY(btnamecmp, Name, PG_GETARG_NAME, Name, PG_GETARG_NAME,
		   PG_RETURN_INT32, NAME_CMP(a, b))

Datum
btnamesortsupport(PG_FUNCTION_ARGS)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);
	MemoryContext old = MemoryContextSwitchTo(ssup->ssup_cxt);

	varstr_sortsupport(ssup, NAMEOID, ssup->ssup_collation);
	MemoryContextSwitchTo(old);
	PG_RETURN_VOID();
}

/* Copies a C string, cut to fit and padded with zeroes. */
void
namestrcpy(Name name, const char *str)
{
	strncpy(NameStr(*name), str, NAMEDATALEN);
	NameStr(*name)[NAMEDATALEN - 1] = '\0';
}

/* Compares with a C string; NULL sorts below everything. */
int
namestrcmp(Name name, const char *str)
{
	if (name == NULL || str == NULL)
		return (name != NULL) - (str != NULL);
	return strncmp(NameStr(*name), str, NAMEDATALEN);
}

/* Who and where */

static Name
name_of(const char *s)
{
	return name_from_bytes(s, strlen(s));
}

Datum
current_user(PG_FUNCTION_ARGS)
{
	PG_RETURN_NAME(name_of(GetUserNameFromId(GetUserId(), false)));
}

Datum
session_user(PG_FUNCTION_ARGS)
{
	PG_RETURN_NAME(name_of(GetUserNameFromId(GetSessionUserId(), false)));
}

/* The first schema of the search path that exists. */
Datum
current_schema(PG_FUNCTION_ARGS)
{
	List *path = fetch_search_path(false);
	char *nspname;

	if (path == NIL)
		PG_RETURN_NULL();
	nspname = get_namespace_name(linitial_oid(path));
	list_free(path);
	if (nspname == NULL)
		PG_RETURN_NULL();
	PG_RETURN_NAME(name_of(nspname));
}

Datum
current_schemas(PG_FUNCTION_ARGS)
{
	List *path = fetch_search_path(PG_GETARG_BOOL(0));
	Datum *names = palloc((list_length(path) + 1) * sizeof(Datum));
	int n = 0;
	ListCell *lc;

	foreach (lc, path)
	{
		char *nspname = get_namespace_name(lfirst_oid(lc));

		if (nspname != NULL)
			names[n++] = NameGetDatum(name_of(nspname));
	}
	list_free(path);
	PG_RETURN_POINTER(construct_array(names, n, NAMEOID, NAMEDATALEN, false,
									  TYPALIGN_CHAR));
}

/*
 * nameconcatoid
 *		name || '_' || oid, where the name is cut so that the whole fits: the
 *		unique names of functions in the information schema.
 */
Datum
nameconcatoid(PG_FUNCTION_ARGS)
{
	Name nam = PG_GETARG_NAME(0);
	char suffix[20];
	int suflen = snprintf(suffix, sizeof(suffix), "_%u",
						  PG_GETARG_OID(1));
	int len = strlen(NameStr(*nam));
	Name result;

	if (len + suflen >= NAMEDATALEN)
		len = pg_mbcliplen(NameStr(*nam), len, NAMEDATALEN - suflen - 1);
	result = name_from_bytes(NameStr(*nam), len);
	memcpy(NameStr(*result) + len, suffix, suflen);
	PG_RETURN_NAME(result);
}

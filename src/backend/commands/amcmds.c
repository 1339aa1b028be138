/*
 * amcmds.c
 *		Names of access methods.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/amcmds.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_am.h"
#include "commands/defrem.h"
#include "utils/builtins.h"
#include "utils/syscache.h"

static Oid
find_am(const char *amname, char amtype, bool missing_ok)
{
	HeapTuple tup = SearchSysCache1(AMNAME, CStringGetDatum(amname));
	Form_pg_am form;
	Oid oid = InvalidOid;

	if (HeapTupleIsValid(tup))
	{
		form = (Form_pg_am) GETSTRUCT(tup);
		if (amtype != '\0' && form->amtype != amtype)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("access method \"%s\" is not of type %s", amname,
							amtype == AMTYPE_INDEX ? "INDEX" : "TABLE")));
		oid = form->oid;
		ReleaseSysCache(tup);
	}
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("access method \"%s\" does not exist", amname)));
	return oid;
}

Oid
get_index_am_oid(const char *amname, bool missing_ok)
{
	return find_am(amname, AMTYPE_INDEX, missing_ok);
}

Oid
get_table_am_oid(const char *amname, bool missing_ok)
{
	return find_am(amname, AMTYPE_TABLE, missing_ok);
}

Oid
get_am_oid(const char *amname, bool missing_ok)
{
	return find_am(amname, '\0', missing_ok);
}

char *
get_am_name(Oid amOid)
{
	HeapTuple tup = SearchSysCache1(AMOID, ObjectIdGetDatum(amOid));
	char *name = NULL;

	if (HeapTupleIsValid(tup))
	{
		name = pstrdup(NameStr(((Form_pg_am) GETSTRUCT(tup))->amname));
		ReleaseSysCache(tup);
	}
	return name;
}

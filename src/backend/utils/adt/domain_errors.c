/*
 * domain_errors.c
 *		Names of a data type and its constraint in an error report.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/domain_errors.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Add the type's schema and name to the report; for use inside ereport. */
int
errdatatype(Oid datatypeOid)
{
	HeapTuple tup = SearchSysCache1(TYPEOID, ObjectIdGetDatum(datatypeOid));
	Form_pg_type form;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for type %u", datatypeOid);
	form = (Form_pg_type) GETSTRUCT(tup);
	err_generic_string(PG_DIAG_SCHEMA_NAME, get_namespace_name(form->typnamespace));
	err_generic_string(PG_DIAG_DATATYPE_NAME, NameStr(form->typname));
	ReleaseSysCache(tup);
	return 0;
}

/* The same with the name of a constraint. */
int
errdatatypeconstraint(Oid datatypeOid, const char *conname)
{
	errdatatype(datatypeOid);
	err_generic_string(PG_DIAG_CONSTRAINT_NAME, conname);
	return 0;
}

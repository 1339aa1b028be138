/*
 * pg_proc_validators.c
 *		Checks that CREATE FUNCTION makes of the bodies of functions in C and
 *		of built-in functions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_proc_validators.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/syscache.h"

/* A text column of a pg_proc row that must not be null. */
static char *
proc_text(HeapTuple tup, AttrNumber column, Oid funcoid)
{
	bool isnull;
	Datum value = SysCacheGetAttr(PROCOID, tup, column, &isnull);

	if (isnull)
		elog(ERROR, "null text for function %u", funcoid);
	return TextDatumGetCString(value);
}

static HeapTuple
proc_row(Oid funcoid)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcoid));

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", funcoid);
	return tup;
}

/* LANGUAGE internal: the name must be one of ours. */
Datum
fmgr_internal_validator(PG_FUNCTION_ARGS)
{
	Oid funcoid = PG_GETARG_OID(0);
	HeapTuple tup;
	char *name;

	if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, funcoid))
		PG_RETURN_VOID();
	tup = proc_row(funcoid);
	name = proc_text(tup, Anum_pg_proc_prosrc, funcoid);
	if (fmgr_internal_function(name) == InvalidOid)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("there is no built-in function named \"%s\"", name)));
	ReleaseSysCache(tup);
	PG_RETURN_VOID();
}

/* LANGUAGE C: the library must load and have the symbol. */
Datum
fmgr_c_validator(PG_FUNCTION_ARGS)
{
	Oid funcoid = PG_GETARG_OID(0);
	HeapTuple tup;
	void *handle;
	char *symbol;

	if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, funcoid))
		PG_RETURN_VOID();
	tup = proc_row(funcoid);
	symbol = proc_text(tup, Anum_pg_proc_prosrc, funcoid);
	(void) load_external_function(proc_text(tup, Anum_pg_proc_probin, funcoid), symbol, true, &handle);
	(void) fetch_finfo_record(handle, symbol);
	ReleaseSysCache(tup);
	PG_RETURN_VOID();
}

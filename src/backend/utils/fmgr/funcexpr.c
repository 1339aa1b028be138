/*
 * funcexpr.c
 *		Giving options to operator class functions; validators.
 *
 * FmgrInfo.fn_expr is the call in the expression tree (or NULL).  For support
 * functions of operator classes it is a constant with the class's options
 * instead; executor/fnexpr.c reads either.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/funcexpr.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/primnodes.h"
#include "utils/acl.h"
#include "utils/syscache.h"

/* ---- options of an operator class ---- */

/* For the others, see executor/fnexpr.c. */
void
set_fn_opclass_options(FmgrInfo *flinfo, bytea *options)
{
	flinfo->fn_expr = (fmNodePtr) makeConst(BYTEAOID, -1, InvalidOid, -1,
											PointerGetDatum(options),
											options == NULL, false);
}

/* ---- validators of languages ---- */

/*
 * CheckFunctionValidatorAccess
 *		May the user call this validator for this function?
 *
 * ERROR unless the validator is that of the function's language and the user
 * could create or call such a function.
 */
bool
CheckFunctionValidatorAccess(Oid validatorOid, Oid functionOid)
{
	HeapTuple proc;
	HeapTuple lang;
	Oid language;
	Oid validator;

	proc = SearchSysCache1(PROCOID, ObjectIdGetDatum(functionOid));
	if (!HeapTupleIsValid(proc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("function with OID %u does not exist", functionOid)));
	language = ((Form_pg_proc) GETSTRUCT(proc))->prolang;
	ReleaseSysCache(proc);
	lang = SearchSysCache1(LANGOID, ObjectIdGetDatum(language));
	if (!HeapTupleIsValid(lang))
		elog(ERROR, "cache lookup failed for language %u", language);
	validator = ((Form_pg_language) GETSTRUCT(lang))->lanvalidator;
	ReleaseSysCache(lang);
	if (validator != validatorOid)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("language validation function %u called for language %u instead of %u",
						validatorOid, language, validator)));
	if (pg_language_aclcheck(language, GetUserId(), ACL_USAGE) != ACLCHECK_OK ||
		pg_proc_aclcheck(functionOid, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for function %u", functionOid)));
	return true;
}

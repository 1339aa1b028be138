/*
 * fastpath.c
 *		The function call message: a client calls one function by its OID.
 *
 * The message has the function, the formats of the arguments, the arguments
 * and the format of the result; the answer is one FunctionCallResponse.  It
 * runs as a command of its own in the current transaction.
 *
 * Source: PostgreSQL 15 manual, "Message Flow", "Function Call".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/fastpath.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "tcop/fastpath.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* A plain function that returns one value: only those can be called so. */
static void
check_callable(Oid fid)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(fid));
	Form_pg_proc form;
	AclResult acl;

	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("function with OID %u does not exist", fid)));
	form = (Form_pg_proc) GETSTRUCT(tup);
	if (form->prokind != PROKIND_FUNCTION || form->proretset)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot call function \"%s\" via fastpath interface",
						NameStr(form->proname))));
	acl = pg_namespace_aclcheck(form->pronamespace, GetUserId(), ACL_USAGE);
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_SCHEMA,
					   get_namespace_name(form->pronamespace));
	acl = pg_proc_aclcheck(fid, GetUserId(), ACL_EXECUTE);
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_FUNCTION, get_func_name(fid));
	ReleaseSysCache(tup);
}

/* One argument in text or binary form; len is -1 for NULL. */
static void
read_argument(StringInfo msg, int len, int16 format, Oid type,
			  NullableDatum *arg, int number)
{
	StringInfoData value;
	Oid func;
	Oid ioparam;

	initStringInfo(&value);
	arg->isnull = len < 0;
	if (!arg->isnull)
		appendBinaryStringInfo(&value, pq_getmsgbytes(msg, len), len);
	if (format == 0)
	{
		char *text = arg->isnull ? NULL : pg_client_to_server(value.data, len);

		getTypeInputInfo(type, &func, &ioparam);
		arg->value = OidInputFunctionCall(func, text, ioparam, -1);
		return;
	}
	if (format != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unsupported format code: %d", format)));
	getTypeBinaryInputInfo(type, &func, &ioparam);
	arg->value = OidReceiveFunctionCall(func, arg->isnull ? NULL : &value,
										ioparam, -1);
	if (!arg->isnull && value.cursor != value.len)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("incorrect binary data format in function argument %d",
						number)));
}

/* All arguments; returns the format of the result. */
static int16
read_arguments(StringInfo msg, FunctionCallInfo fcinfo, Oid fid)
{
	int nformats = pq_getmsgint(msg, 2);
	int16 *formats = palloc(Max(nformats, 1) * sizeof(int16));
	int nargs;
	Oid *types;
	int ntypes;

	for (int i = 0; i < nformats; i++)
		formats[i] = pq_getmsgint(msg, 2);
	nargs = pq_getmsgint(msg, 2);
	(void) get_func_signature(fid, &types, &ntypes);
	if (ntypes != nargs || nargs > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("function call message contains %d arguments but function requires %d",
						nargs, ntypes)));
	if (nformats > 1 && nformats != nargs)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("function call message contains %d argument formats but %d arguments",
						nformats, nargs)));
	fcinfo->nargs = nargs;
	for (int i = 0; i < nargs; i++)
	{
		int len = pq_getmsgint(msg, 4);

		if (len < -1)
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("invalid argument size %d in function call message",
							len)));
		read_argument(msg, len,
					  nformats == 0 ? 0 : formats[nformats == 1 ? 0 : i],
					  types[i], &fcinfo->args[i], i + 1);
	}
	return pq_getmsgint(msg, 2);
}

/* The answer. */
static void
send_result(Datum value, bool isnull, Oid type, int16 format)
{
	StringInfoData buf;
	Oid func;
	bool varlena;

	if (format != 0 && format != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unsupported format code: %d", format)));
	pq_beginmessage(&buf, 'V');
	if (isnull)
		pq_sendint32(&buf, -1);
	else if (format == 0)
	{
		char *text;

		getTypeOutputInfo(type, &func, &varlena);
		text = OidOutputFunctionCall(func, value);
		pq_sendcountedtext(&buf, text, strlen(text), false);
	}
	else
	{
		bytea *bytes;

		getTypeBinaryOutputInfo(type, &func, &varlena);
		bytes = OidSendFunctionCall(func, value);
		pq_sendint32(&buf, VARSIZE(bytes) - VARHDRSZ);
		pq_sendbytes(&buf, VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ);
	}
	pq_endmessage(&buf);
}

/*
 * HandleFunctionRequest
 *		Run the call that the message asks for and answer it.
 *
 * The caller has started the transaction command and finishes it.
 */
void
HandleFunctionRequest(StringInfo msg)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	FmgrInfo flinfo;
	Oid fid;
	int16 format;
	Datum value = (Datum) 0;
	bool call = true;

	if (IsAbortedTransactionBlockState())
		ereport(ERROR,
				(errcode(ERRCODE_IN_FAILED_SQL_TRANSACTION),
				 errmsg("current transaction is aborted, commands ignored until end of transaction block")));
	PushActiveSnapshot(GetTransactionSnapshot());
	fid = pq_getmsgint(msg, 4);
	check_callable(fid);
	fmgr_info(fid, &flinfo);
	InitFunctionCallInfoData(*fcinfo, &flinfo, 0, InvalidOid, NULL, NULL);
	format = read_arguments(msg, fcinfo, fid);
	pq_getmsgend(msg);
	for (int i = 0; i < fcinfo->nargs; i++)
		if (flinfo.fn_strict && fcinfo->args[i].isnull)
			call = false;
	fcinfo->isnull = !call;
	if (call)
		value = FunctionCallInvoke(fcinfo);
	CHECK_FOR_INTERRUPTS();
	send_result(value, fcinfo->isnull, get_func_rettype(fid), format);
	PopActiveSnapshot();
}

/*
 * misc.c
 *		Functions about the session, the server and values in general.
 *
 * Version and identity, signals to other backends, sleeping, keywords, counting
 * of nulls, names of types and collations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/misc.c
 */
#include "postgres.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/xact.h"
#include "adt_templates.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/pg_type.h"
#include "common/keywords.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "parser/scansup.h"
#include "storage/latch.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/adt_upcalls.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

/*
 * Clients take the number behind "PostgreSQL" for the version of the protocol
 * and of the catalogs, so it stands first.
 */
Datum
pgsql_version(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text("PostgreSQL " PG_VERSION
									 " (Narwal) on x86_64-pc-linux-gnu, compiled by gcc " __VERSION__ ", 64-bit"));
}

Datum
pg_backend_pid(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(MyProcPid);
}

Datum
current_database(PG_FUNCTION_ARGS)
{
	Name result = palloc0(NAMEDATALEN);
	char *name = get_database_name(MyDatabaseId);

	if (name == NULL)
		PG_RETURN_NULL();
	namestrcpy(result, name);
	PG_RETURN_NAME(result);
}

Datum
current_query(PG_FUNCTION_ARGS)
{
	if (debug_query_string == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(debug_query_string));
}

Datum
pg_get_userbyid(PG_FUNCTION_ARGS)
{
	Oid role = PG_GETARG_OID(0);
	char *name = GetUserNameFromId(role, true);
	Name result = palloc0(NAMEDATALEN);

	namestrcpy(result, name ? name : psprintf("unknown (OID=%u)", role));
	PG_RETURN_NAME(result);
}

Datum
pg_postmaster_start_time(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(PgStartTime);
}

Datum
pg_conf_load_time(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(PgReloadTime);
}

/* Sleeps at least so many seconds; a cancel ends it. */
Datum
pg_sleep(PG_FUNCTION_ARGS)
{
	float8 secs = PG_GETARG_FLOAT8(0);
	float8 end = (float8) GetCurrentTimestamp() / 1000000.0 + secs;

	for (;;)
	{
		float8 left = end - (float8) GetCurrentTimestamp() / 1000000.0;
		long ms;

		CHECK_FOR_INTERRUPTS();
		if (!(left > 0))
			break;
		/* wait in pieces, so that the number of milliseconds fits a long */
		ms = left >= 600.0 ? 600000 : (long) ceil(left * 1000.0);
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 ms, WAIT_EVENT_PG_SLEEP);
		ResetLatch(MyLatch);
	}
	PG_RETURN_VOID();
}

/* ---- Signals ---- */

/* Sends a signal to a backend; false with a WARNING if it cannot be. */
static bool
signal_backend(int pid, int sig, const char *verb)
{
	PGPROC *proc = BackendPidGetProc(pid);

	if (proc == NULL)
	{
		ereport(WARNING,
				(errmsg("PID %d is not a PostgreSQL backend process", pid)));
		return false;
	}
	if ((!OidIsValid(proc->roleId) || superuser_arg(proc->roleId)) &&
		!superuser())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be a superuser to %s superuser %s", verb,
						sig == SIGINT ? "query" : "process")));
	if (!has_privs_of_role(GetUserId(), proc->roleId) &&
		!has_privs_of_role(GetUserId(), ROLE_PG_SIGNAL_BACKEND))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be a member of the role whose %s is being %s or member of pg_signal_backend",
						sig == SIGINT ? "query" : "process",
						sig == SIGINT ? "canceled" : "terminated")));
	/* each backend leads a process group of its own, with its children */
	if (kill(-pid, sig) != 0 && kill(pid, sig) != 0)
	{
		ereport(WARNING,
				(errmsg("could not send signal to process %d: %m", pid)));
		return false;
	}
	return true;
}

Datum
pg_cancel_backend(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(signal_backend(PG_GETARG_INT32(0), SIGINT, "cancel"));
}

/* (pid, timeout in ms): with a timeout, waits until the process is gone */
Datum
pg_terminate_backend(PG_FUNCTION_ARGS)
{
	int pid = PG_GETARG_INT32(0);
	int64 left = PG_GETARG_INT64(1);

	if (left < 0)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("\"timeout\" must not be negative")));
	if (!signal_backend(pid, SIGTERM, "terminate"))
		PG_RETURN_BOOL(false);
	if (left == 0)
		PG_RETURN_BOOL(true);
	while (left > 0)
	{
		if (kill(pid, 0) == -1 && errno == ESRCH)
			PG_RETURN_BOOL(true);
		CHECK_FOR_INTERRUPTS();
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 Min(left, 100), WAIT_EVENT_BACKEND_TERMINATION);
		ResetLatch(MyLatch);
		left -= 100;
	}
	ereport(WARNING,
			(errmsg("backend with PID %d did not terminate within %lld milliseconds",
					pid, (long long int) PG_GETARG_INT64(1))));
	PG_RETURN_BOOL(false);
}

Datum
pg_reload_conf(PG_FUNCTION_ARGS)
{
	if (kill(PostmasterPid, SIGHUP) != 0)
	{
		ereport(WARNING,
				(errmsg("failed to send signal to postmaster: %m")));
		PG_RETURN_BOOL(false);
	}
	PG_RETURN_BOOL(true);
}

Datum
pg_jit_available(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(false);
}

/* Triggers do not fire here. */
Datum
pg_trigger_depth(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(0);
}

/* Does row security filter what the session sees of a table? */
Datum
row_security_active(PG_FUNCTION_ARGS)
{
	HeapTuple tup = SearchSysCache1(RELOID, PG_GETARG_DATUM(0));
	bool enabled;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_BOOL(false);
	enabled = ((Form_pg_class) GETSTRUCT(tup))->relrowsecurity;
	ReleaseSysCache(tup);
	if (enabled)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("row-level security is not supported")));
	PG_RETURN_BOOL(false);
}

Datum
row_security_active_name(PG_FUNCTION_ARGS)
{
	Oid relid = DatumGetObjectId(DirectFunctionCall1(text_regclass,
													 PG_GETARG_DATUM(0)));

	return DirectFunctionCall1(row_security_active, ObjectIdGetDatum(relid));
}

/* Options as name=value to rows (option_name, option_value) */
Datum
pg_options_to_table(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	List *options = untransformRelOptions(PG_GETARG_DATUM(0));
	ListCell *lc;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	foreach (lc, options)
	{
		DefElem *def = lfirst_node(DefElem, lc);
		Datum values[2] = {CStringGetTextDatum(def->defname), (Datum) 0};
		bool nulls[2] = {false, def->arg == NULL};

		if (def->arg)
			values[1] = CStringGetTextDatum(strVal(def->arg));
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ---- Values in general ---- */

/* Counts nulls among the arguments or in one VARIADIC array. */
static bool
count_nulls(FunctionCallInfo fcinfo, int32 *nargs, int32 *nnulls)
{
	int n = 0;

	if (!get_fn_expr_variadic(fcinfo->flinfo))
	{
		for (int i = 0; i < PG_NARGS(); i++)
			n += PG_ARGISNULL(i);
		*nargs = PG_NARGS();
	}
	else
	{
		ArrayType *arr;
		bits8 *bitmap;

		if (PG_ARGISNULL(0))
			return false;
		arr = PG_GETARG_ARRAYTYPE_P(0);
		*nargs = ArrayGetNItems(ARR_NDIM(arr), ARR_DIMS(arr));
		bitmap = ARR_NULLBITMAP(arr);
		for (int i = 0; bitmap && i < *nargs; i++)
			n += !(bitmap[i / 8] & (1 << (i % 8)));
	}
	*nnulls = n;
	return true;
}

Datum
pg_num_nulls(PG_FUNCTION_ARGS)
{
	int32 nargs;
	int32 nnulls;

	if (!count_nulls(fcinfo, &nargs, &nnulls))
		PG_RETURN_NULL();
	PG_RETURN_INT32(nnulls);
}

Datum
pg_num_nonnulls(PG_FUNCTION_ARGS)
{
	int32 nargs;
	int32 nnulls;

	if (!count_nulls(fcinfo, &nargs, &nnulls))
		PG_RETURN_NULL();
	PG_RETURN_INT32(nargs - nnulls);
}

Datum
pg_typeof(PG_FUNCTION_ARGS)
{
	PG_RETURN_OID(get_fn_expr_argtype(fcinfo->flinfo, 0));
}

Datum
pg_collation_for(PG_FUNCTION_ARGS)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid collid = PG_GET_COLLATION();

	if (!OidIsValid(type))
		PG_RETURN_NULL();
	if (!type_is_collatable(type) && type != UNKNOWNOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("collations are not supported by type %s",
						format_type_be(type))));
	if (!OidIsValid(collid))
		PG_RETURN_NULL();
	return DirectFunctionCall1(quote_ident,
							   CStringGetTextDatum(get_collation_name(collid)));
}

/* word, category, whether it may name a column without AS, descriptions */
Datum
pg_get_keywords(PG_FUNCTION_ARGS)
{
	static const char *const codes[] = {"U", "C", "T", "R"};
	static const char *const texts[] = {
		"unreserved", "unreserved (cannot be function or type name)",
		"reserved (can be function or type name)", "reserved"};
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < ScanKeywords.num_keywords; i++)
	{
		int category = ScanKeywordCategories[i];
		bool bare = ScanKeywordBareLabel[i];
		Datum values[5];
		bool nulls[5] = {false};

		values[0] = CStringGetTextDatum(GetScanKeyword(i, &ScanKeywords));
		values[1] = CharGetDatum(codes[category][0]);
		values[2] = BoolGetDatum(bare);
		values[3] = CStringGetTextDatum(texts[category]);
		values[4] = CStringGetTextDatum(bare ? "can be bare label" : "requires AS");
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* Splits a qualified name into text[]; strict refuses junk after it. */
Datum
parse_ident(PG_FUNCTION_ARGS)
{
	char *whole = text_to_cstring(PG_GETARG_TEXT_PP(0));
	bool strict = PG_GETARG_BOOL(1);
	char *p = whole;
	ArrayBuildState *astate = NULL;
	bool after_dot = false;

#define BAD_IDENT()                                             \
	ereport(ERROR,                                              \
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),          \
			 errmsg("string is not a valid identifier: \"%s\"", \
					text_to_cstring(PG_GETARG_TEXT_PP(0)))))
	while (scanner_isspace(*p))
		p++;
	for (;;)
	{
		char *start = p;
		char *name;

		if (*p == '"')
		{
			char *dst = name = ++p;

			for (; *p && (*p != '"' || p[1] == '"'); p++)
			{
				*dst++ = *p;
				if (*p == '"')
					p++;
			}
			if (*p != '"' || dst == name)
				BAD_IDENT();
			*dst = '\0';
			p++;
			name = pstrdup(name);
		}
		else if (isalpha((unsigned char) *p) || *p == '_' ||
				 IS_HIGHBIT_SET(*p))
		{
			while (isalnum((unsigned char) *p) || *p == '_' || *p == '$' ||
				   IS_HIGHBIT_SET(*p))
				p++;
			name = downcase_identifier(start, p - start, false, false);
		}
		else
			BAD_IDENT();
		astate = accumArrayResult(astate, CStringGetTextDatum(name), false,
								  TEXTOID, CurrentMemoryContext);
		after_dot = false;
		while (scanner_isspace(*p))
			p++;
		if (*p != '.')
			break;
		after_dot = true;
		for (p++; scanner_isspace(*p); p++)
			;
	}
	if (*p && (strict || after_dot))
		BAD_IDENT();
#undef BAD_IDENT
	PG_RETURN_DATUM(makeArrayResult(astate, CurrentMemoryContext));
}

/*
 * What pg_depend's (classid, objid, objsubid) points to, in words.  NULL for
 * the zeros of a pinned entry and for an object that is gone.
 */
Datum
pg_describe_object(PG_FUNCTION_ARGS)
{
	ObjectAddress object;
	char *words;

	object.classId = PG_GETARG_OID(0);
	object.objectId = PG_GETARG_OID(1);
	object.objectSubId = PG_GETARG_INT32(2);
	if (!OidIsValid(object.classId) && !OidIsValid(object.objectId))
		PG_RETURN_NULL();
	words = getObjectDescription(&object, true);
	if (words == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(words));
}

/*
 * pg_tablespace_location
 *		SQL: the directory of a tablespace; empty for the two that lie in the
 *		data directory, and for a directory in place of the link its own name.
 */
Datum
pg_tablespace_location(PG_FUNCTION_ARGS)
{
	Oid spc = PG_GETARG_OID(0);
	char link[MAXPGPATH];
	char target[MAXPGPATH];
	struct stat st;
	ssize_t len;

	if (spc == InvalidOid)
		spc = MyDatabaseTableSpace;
	if (spc == DEFAULTTABLESPACE_OID || spc == GLOBALTABLESPACE_OID)
		PG_RETURN_TEXT_P(cstring_to_text(""));
	snprintf(link, sizeof(link), "pg_tblspc/%u", spc);
	if (lstat(link, &st) < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s\": %m", link)));
	if (!S_ISLNK(st.st_mode))
		PG_RETURN_TEXT_P(cstring_to_text(link));
	len = readlink(link, target, sizeof(target));
	if (len < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read symbolic link \"%s\": %m", link)));
	if (len >= (ssize_t) sizeof(target))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("symbolic link \"%s\" target is too long", link)));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(target, len));
}

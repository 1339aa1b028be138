/*
 * genfile.c
 *		Files of the server in SQL: reading, listing.
 *
 * A path is relative to the data directory; outside of it, or in the log
 * directory, only roles of pg_read_server_files may look.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/genfile.c
 */
#include "postgres.h"

#include <sys/stat.h>

#include "access/htup_details.h"
#include "access/xlog_internal.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

/* A checked, canonical path; 42501 if it leads out of the data directory. */
static char *
checked_path(text *arg)
{
	char *path = text_to_cstring(arg);

	canonicalize_path(path);
	if (has_privs_of_role(GetUserId(), ROLE_PG_READ_SERVER_FILES))
		return path;
	if (is_absolute_path(path))
	{
		if (!path_is_prefix_of_path(DataDir, path))
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("absolute path not allowed")));
	}
	else if (!path_is_relative_and_below_cwd(path))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("path must be in or below the data directory")));
	return path;
}

/*
 * Bytes offset.. of a file, at most length (-1: to its end).  NULL if it is
 * not there and missing_ok.  A negative offset counts from the end.
 */
static bytea *
read_bytes(const char *path, int64 offset, int64 length, bool missing_ok)
{
	FILE *file = AllocateFile(path, PG_BINARY_R);
	StringInfoData buf;

	if (file == NULL)
	{
		if (missing_ok && errno == ENOENT)
			return NULL;
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\" for reading: %m", path)));
	}
	if (fseeko(file, offset, offset >= 0 ? SEEK_SET : SEEK_END) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not seek in file \"%s\": %m", path)));
	initStringInfo(&buf);
	while (length != 0)
	{
		char block[8192];
		size_t want = length < 0 ? sizeof(block) : Min((size_t) length, sizeof(block));
		size_t got = fread(block, 1, want, file);

		if (buf.len + got > MaxAllocSize - VARHDRSZ - 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("file length too large")));
		appendBinaryStringInfo(&buf, block, got);
		if (length > 0)
			length -= got;
		if (got < want)
			break;
	}
	if (ferror(file))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read file \"%s\": %m", path)));
	FreeFile(file);
	return (bytea *) cstring_to_text_with_len(buf.data, buf.len);
}

/* The forms: (file), (file, missing_ok), (file, offset, length[, missing]) */
static Datum
read_file(FunctionCallInfo fcinfo, bool binary)
{
	char *path = checked_path(PG_GETARG_TEXT_PP(0));
	int64 offset = 0;
	int64 length = -1;
	bool missing_ok = false;
	bytea *result;

	if (PG_NARGS() >= 3)
	{
		offset = PG_GETARG_INT64(1);
		length = PG_GETARG_INT64(2);
		if (length < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("requested length cannot be negative")));
	}
	if (PG_NARGS() == 2 || PG_NARGS() == 4)
		missing_ok = PG_GETARG_BOOL(PG_NARGS() - 1);
	result = read_bytes(path, offset, length, missing_ok);
	if (result == NULL)
		PG_RETURN_NULL();
	if (!binary)
		(void) pg_verifymbstr(VARDATA(result), VARSIZE(result) - VARHDRSZ,
							  false);
	PG_RETURN_BYTEA_P(result);
}

#define READ_FUNCTION(name, binary)       \
	Datum name(PG_FUNCTION_ARGS)          \
	{                                     \
		return read_file(fcinfo, binary); \
	}
READ_FUNCTION(pg_read_file_v2, false)
READ_FUNCTION(pg_read_file_all, false)
READ_FUNCTION(pg_read_file_off_len, false)
READ_FUNCTION(pg_read_binary_file, true)
READ_FUNCTION(pg_read_binary_file_all, true)
READ_FUNCTION(pg_read_binary_file_off_len, true)

static Datum
file_times(FunctionCallInfo fcinfo, bool missing_ok)
{
	char *path = checked_path(PG_GETARG_TEXT_PP(0));
	struct stat st;
	TupleDesc desc;
	Datum values[6] = {0};
	bool nulls[6] = {false};

	if (stat(path, &st) < 0)
	{
		if (missing_ok && errno == ENOENT)
			PG_RETURN_NULL();
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not stat file \"%s\": %m", path)));
	}
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[0] = Int64GetDatum((int64) st.st_size);
	values[1] = TimestampTzGetDatum(time_t_to_timestamptz(st.st_atime));
	values[2] = TimestampTzGetDatum(time_t_to_timestamptz(st.st_mtime));
	values[3] = TimestampTzGetDatum(time_t_to_timestamptz(st.st_ctime));
	nulls[4] = true; /* Unix has no time of creation */
	values[5] = BoolGetDatum(S_ISDIR(st.st_mode));
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc),
													  values, nulls)));
}

Datum
pg_stat_file(PG_FUNCTION_ARGS)
{
	return file_times(fcinfo, PG_GETARG_BOOL(1));
}

Datum
pg_stat_file_1arg(PG_FUNCTION_ARGS)
{
	return file_times(fcinfo, false);
}

static Datum
list_names(FunctionCallInfo fcinfo, bool missing_ok, bool dots)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	char *path = checked_path(PG_GETARG_TEXT_PP(0));
	DIR *dir;
	struct dirent *de;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	dir = AllocateDir(path);
	if (dir == NULL && missing_ok && errno == ENOENT)
		return (Datum) 0;
	while ((de = ReadDir(dir, path)) != NULL)
	{
		Datum value;
		bool isnull = false;

		if (!dots && (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0))
			continue;
		value = CStringGetTextDatum(de->d_name);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, &value, &isnull);
	}
	FreeDir(dir);
	return (Datum) 0;
}

Datum
pg_ls_dir(PG_FUNCTION_ARGS)
{
	return list_names(fcinfo, PG_GETARG_BOOL(1), PG_GETARG_BOOL(2));
}

Datum
pg_ls_dir_1arg(PG_FUNCTION_ARGS)
{
	return list_names(fcinfo, false, false);
}

/* name, size, modification of the plain files in a directory */
static Datum
list_files(FunctionCallInfo fcinfo, const char *path, bool missing_ok)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	DIR *dir;
	struct dirent *de;

	InitMaterializedSRF(fcinfo, 0);
	dir = AllocateDir(path);
	if (dir == NULL && missing_ok && errno == ENOENT)
		return (Datum) 0;
	while ((de = ReadDir(dir, path)) != NULL)
	{
		char file[MAXPGPATH * 2];
		struct stat st;
		Datum values[3];
		bool nulls[3] = {false};

		if (de->d_name[0] == '.')
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, de->d_name);
		if (stat(file, &st) < 0)
		{
			/* it may have been removed since it was listed */
			if (errno == ENOENT)
				continue;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not stat file \"%s\": %m", file)));
		}
		if (!S_ISREG(st.st_mode))
			continue;
		values[0] = CStringGetTextDatum(de->d_name);
		values[1] = Int64GetDatum((int64) st.st_size);
		values[2] = TimestampTzGetDatum(time_t_to_timestamptz(st.st_mtime));
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	FreeDir(dir);
	return (Datum) 0;
}

Datum
pg_ls_waldir(PG_FUNCTION_ARGS)
{
	return list_files(fcinfo, XLOGDIR, false);
}

Datum
pg_ls_archive_statusdir(PG_FUNCTION_ARGS)
{
	return list_files(fcinfo, XLOGDIR "/archive_status", true);
}

Datum
pg_ls_logicalsnapdir(PG_FUNCTION_ARGS)
{
	return list_files(fcinfo, "pg_logical/snapshots", false);
}

Datum
pg_ls_logicalmapdir(PG_FUNCTION_ARGS)
{
	return list_files(fcinfo, "pg_logical/mappings", false);
}

static Datum
list_temp_files(FunctionCallInfo fcinfo, Oid tblspc)
{
	char path[MAXPGPATH];

	TempTablespacePath(path, tblspc);
	return list_files(fcinfo, path, true);
}

Datum
pg_ls_tmpdir_noargs(PG_FUNCTION_ARGS)
{
	return list_temp_files(fcinfo, DEFAULTTABLESPACE_OID);
}

Datum
pg_ls_tmpdir_1arg(PG_FUNCTION_ARGS)
{
	return list_temp_files(fcinfo, PG_GETARG_OID(0));
}

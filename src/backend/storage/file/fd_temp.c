/*
 * fd_temp.c
 *		Where temporary files lie, and the removal of old ones.
 *
 * Temporary files of a tablespace lie in its pgsql_tmp directory. After a
 * crash they are removed when the server starts, as are files of temporary
 * relations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/fd_temp.c
 */
#include "postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include "catalog/pg_tablespace_d.h"
#include "common/file_perm.h"
#include "common/pg_prng.h"
#include "common/relpath.h"
#include "miscadmin.h"
#include "storage/fd.h"
#include "storage/fd_internals.h"

/* temp_tablespaces of this transaction, used in turn; -1: not looked up */
static Oid *temp_spaces = NULL;
static int ntemp_spaces = -1;
static int next_temp_space = 0;

/* The list stays the caller's, in memory of the transaction. */
void
SetTempTablespaces(Oid *tableSpaces, int numSpaces)
{
	Assert(numSpaces >= 0);
	temp_spaces = tableSpaces;
	ntemp_spaces = numSpaces;
	next_temp_space = numSpaces > 1 ? (int) pg_prng_uint64_range(&pg_global_prng_state, 0, numSpaces - 1) : 0;
}

bool
TempTablespacesAreSet(void)
{
	return ntemp_spaces >= 0;
}

/* Copy at most numSpaces of them out; returns how many. */
int
GetTempTablespaces(Oid *tableSpaces, int numSpaces)
{
	int n = 0;

	for (; n < ntemp_spaces && n < numSpaces; n++)
		tableSpaces[n] = temp_spaces[n];
	return n;
}

/* InvalidOid means the database's own tablespace. */
Oid
GetNextTempTableSpace(void)
{
	if (ntemp_spaces <= 0)
		return InvalidOid;
	next_temp_space = (next_temp_space + 1) % ntemp_spaces;
	return temp_spaces[next_temp_space];
}

void
fd_forget_temp_tablespaces(void)
{
	temp_spaces = NULL;
	ntemp_spaces = -1;
}

/* The directory of a tablespace's temporary files; path is MAXPGPATH bytes. */
void
TempTablespacePath(char *path, Oid tablespace)
{
	if (tablespace == InvalidOid || tablespace == DEFAULTTABLESPACE_OID ||
		tablespace == GLOBALTABLESPACE_OID)
		snprintf(path, MAXPGPATH, "base/%s", PG_TEMP_FILES_DIR);
	else
		snprintf(path, MAXPGPATH, "pg_tblspc/%u/%s/%s", tablespace,
				 TABLESPACE_VERSION_DIRECTORY, PG_TEMP_FILES_DIR);
}

/* mkdir(2) with the data directory's permissions. */
int
MakePGDirectory(const char *directoryName)
{
	return mkdir(directoryName, pg_dir_create_mode);
}

/* Make base/pgsql_tmp and a directory in it, if they do not exist. */
void
PathNameCreateTemporaryDir(const char *basedir, const char *directory)
{
	if (MakePGDirectory(directory) == 0 || errno == EEXIST)
		return;
	if (MakePGDirectory(basedir) < 0 && errno != EEXIST)
		ereport(ERROR, (errcode_for_file_access(), errmsg("cannot create temporary directory \"%s\": %m", basedir)));
	if (MakePGDirectory(directory) < 0 && errno != EEXIST)
		ereport(ERROR, (errcode_for_file_access(), errmsg("cannot create temporary subdirectory \"%s\": %m", directory)));
}

void
PathNameDeleteTemporaryDir(const char *dirname)
{
	struct stat st;

	if (stat(dirname, &st) != 0 && errno == ENOENT)
		return;
	RemovePgTempFilesInDir(dirname, true, true);
	if (rmdir(dirname) < 0)
		ereport(LOG, (errcode_for_file_access(), errmsg("could not remove directory \"%s\": %m", dirname)));
}

/*
 * RemovePgTempFilesInDir
 *		Empty a directory of temporary files; problems are only logged.
 *
 * unlink_all: everything goes; otherwise what has the prefix.
 */
void
RemovePgTempFilesInDir(const char *tmpdirname, bool missing_ok,
					   bool unlink_all)
{
	DIR *dir = AllocateDir(tmpdirname);
	struct dirent *de;
	char path[MAXPGPATH * 2];

	if (dir == NULL && errno == ENOENT && missing_ok)
		return;
	while ((de = ReadDirExtended(dir, tmpdirname, LOG)) != NULL)
	{
		struct stat st;

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", tmpdirname, de->d_name);
		if (!unlink_all && strncmp(de->d_name, PG_TEMP_FILE_PREFIX, strlen(PG_TEMP_FILE_PREFIX)) != 0)
		{
			ereport(LOG, (errmsg("unexpected file found in temporary-files directory: \"%s\"", path)));
			continue;
		}
		if (lstat(path, &st) < 0)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not stat file \"%s\": %m", path)));
		else if (S_ISDIR(st.st_mode))
		{
			RemovePgTempFilesInDir(path, false, true);
			if (rmdir(path) < 0)
				ereport(LOG, (errcode_for_file_access(), errmsg("could not remove directory \"%s\": %m", path)));
		}
		else if (unlink(path) < 0)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", path)));
	}
	FreeDir(dir);
}

/* Skip digits; NULL if there is none. */
static const char *
skip_digits(const char *s)
{
	const char *start = s;

	while (*s >= '0' && *s <= '9')
		s++;
	return s == start ? NULL : s;
}

/* Is this the name of a temporary relation's file: t<backend>_<number>...? */
bool
looks_like_temp_rel_name(const char *name)
{
	const char *s = name;
	ForkNumber fork;

	if (*s++ != 't' || (s = skip_digits(s)) == NULL || *s++ != '_' ||
		(s = skip_digits(s)) == NULL)
		return false;
	if (*s == '_')
	{
		int n = forkname_chars(s + 1, &fork);

		if (n <= 0)
			return false;
		s += n + 1;
	}
	if (*s == '.' && (s = skip_digits(s + 1)) == NULL)
		return false;
	return *s == '\0';
}

static void
remove_temp_relations_in(const char *dbdir)
{
	DIR *dir = AllocateDir(dbdir);
	struct dirent *de;
	char path[MAXPGPATH * 3];

	while ((de = ReadDirExtended(dir, dbdir, LOG)) != NULL)
	{
		if (!looks_like_temp_rel_name(de->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dbdir, de->d_name);
		if (unlink(path) < 0)
			ereport(LOG, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", path)));
	}
	FreeDir(dir);
}

/* All databases (directories named by a number) of one tablespace. */
static void
remove_temp_relations(const char *spcdir)
{
	DIR *dir = AllocateDir(spcdir);
	struct dirent *de;
	char path[MAXPGPATH * 2];

	while ((de = ReadDirExtended(dir, spcdir, LOG)) != NULL)
	{
		const char *end = skip_digits(de->d_name);

		if (end == NULL || *end != '\0')
			continue;
		snprintf(path, sizeof(path), "%s/%s", spcdir, de->d_name);
		remove_temp_relations_in(path);
	}
	FreeDir(dir);
}

/*
 * RemovePgTempFiles
 *		Remove what earlier processes left, in all tablespaces.
 *
 * At server start, and after a crash, before any backend runs.
 */
void
RemovePgTempFiles(void)
{
	DIR *dir;
	struct dirent *de;
	char path[MAXPGPATH * 2];

	snprintf(path, sizeof(path), "base/%s", PG_TEMP_FILES_DIR);
	RemovePgTempFilesInDir(path, true, false);
	remove_temp_relations("base");

	dir = AllocateDir("pg_tblspc");
	while ((de = ReadDirExtended(dir, "pg_tblspc", LOG)) != NULL)
	{
		if (de->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s/%s/%s", de->d_name,
				 TABLESPACE_VERSION_DIRECTORY, PG_TEMP_FILES_DIR);
		RemovePgTempFilesInDir(path, true, false);
		snprintf(path, sizeof(path), "pg_tblspc/%s/%s", de->d_name,
				 TABLESPACE_VERSION_DIRECTORY);
		remove_temp_relations(path);
	}
	FreeDir(dir);
}

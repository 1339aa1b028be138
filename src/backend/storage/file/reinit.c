/*
 * reinit.c
 *		Unlogged relations after a crash.
 *
 * Their changes are not in the WAL, so recovery begins by removing every
 * fork but the init fork, and ends by copying that to the main fork.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/reinit.c
 */
#include "postgres.h"

#include <unistd.h>

#include "common/relpath.h"
#include "lib/stringinfo.h"
#include "storage/copydir.h"
#include "storage/fd.h"
#include "storage/reinit.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

/*
 * parse_filename_for_nontemp_relation
 *		Is this the name of a permanent relation's file?
 *
 * oidchars gets the length of the leading number, fork the fork.
 */
bool
parse_filename_for_nontemp_relation(const char *name, int *oidchars,
									ForkNumber *fork)
{
	int pos = strspn(name, "0123456789");

	if (pos == 0 || pos > OIDCHARS)
		return false;
	*oidchars = pos;
	*fork = MAIN_FORKNUM;
	if (name[pos] == '_')
	{
		int n = forkname_chars(&name[pos + 1], fork);

		if (n <= 0)
			return false;
		pos += n + 1;
	}
	if (name[pos] == '.')
	{
		int digits = strspn(&name[pos + 1], "0123456789");

		if (digits == 0)
			return false;
		pos += digits + 1;
	}
	return name[pos] == '\0';
}

typedef struct UnloggedRel
{
	char number[OIDCHARS + 1]; /* hash key */
} UnloggedRel;

static void
number_key(UnloggedRel *key, const char *name, int oidchars)
{
	memset(key, 0, sizeof(*key));
	memcpy(key->number, name, oidchars);
}

/* The numbers that have an init fork here. */
static HTAB *
find_unlogged(const char *dbdir)
{
	HASHCTL ctl = {0};
	HTAB *set;
	DIR *dir = AllocateDir(dbdir);
	struct dirent *de;

	ctl.keysize = sizeof(UnloggedRel);
	ctl.entrysize = sizeof(UnloggedRel);
	ctl.hcxt = CurrentMemoryContext;
	set = hash_create("unlogged relations", 32, &ctl,
					  HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	while ((de = ReadDir(dir, dbdir)) != NULL)
	{
		int oidchars;
		ForkNumber fork;
		UnloggedRel key;

		if (!parse_filename_for_nontemp_relation(de->d_name, &oidchars, &fork) ||
			fork != INIT_FORKNUM)
			continue;
		number_key(&key, de->d_name, oidchars);
		(void) hash_search(set, &key, HASH_ENTER, NULL);
	}
	FreeDir(dir);
	return set;
}

/* Remove the other forks of relations that have an init fork. */
static void
remove_unlogged_forks(const char *dbdir)
{
	HTAB *set = find_unlogged(dbdir);
	DIR *dir;
	struct dirent *de;
	char path[MAXPGPATH * 3];

	if (hash_get_num_entries(set) > 0)
	{
		dir = AllocateDir(dbdir);
		while ((de = ReadDir(dir, dbdir)) != NULL)
		{
			int oidchars;
			ForkNumber fork;
			UnloggedRel key;

			if (!parse_filename_for_nontemp_relation(de->d_name, &oidchars,
													 &fork) ||
				fork == INIT_FORKNUM)
				continue;
			number_key(&key, de->d_name, oidchars);
			if (hash_search(set, &key, HASH_FIND, NULL) == NULL)
				continue;
			snprintf(path, sizeof(path), "%s/%s", dbdir, de->d_name);
			if (unlink(path) < 0)
				ereport(ERROR, (errcode_for_file_access(), errmsg("could not remove file \"%s\": %m", path)));
			elog(DEBUG2, "unlinked file \"%s\"", path);
		}
		FreeDir(dir);
	}
	hash_destroy(set);
}

/* Copy init forks to main forks, durably. */
static void
copy_init_forks(const char *dbdir)
{
	DIR *dir = AllocateDir(dbdir);
	struct dirent *de;
	bool copied = false;
	char from[MAXPGPATH * 3];
	char to[MAXPGPATH * 3];

	while ((de = ReadDir(dir, dbdir)) != NULL)
	{
		int oidchars;
		ForkNumber fork;

		if (!parse_filename_for_nontemp_relation(de->d_name, &oidchars, &fork) ||
			fork != INIT_FORKNUM)
			continue;
		snprintf(from, sizeof(from), "%s/%s", dbdir, de->d_name);
		/* the number, then a segment number if there is one */
		snprintf(to, sizeof(to), "%s/%.*s%s", dbdir, oidchars, de->d_name,
				 de->d_name + oidchars + 1 + strlen(forkNames[INIT_FORKNUM]));
		copy_file(from, to);
		fsync_fname(to, false);
		copied = true;
	}
	FreeDir(dir);
	if (copied)
		fsync_fname(dbdir, true);
}

static void
reset_in_tablespace(const char *spcdir, int op)
{
	DIR *dir = AllocateDir(spcdir);
	struct dirent *de;
	char path[MAXPGPATH * 2];

	if (dir == NULL && errno == ENOENT)
		return; /* a link to nowhere; replay may explain it */
	while ((de = ReadDirExtended(dir, spcdir, LOG)) != NULL)
	{
		if (de->d_name[0] == '\0' ||
			strspn(de->d_name, "0123456789") != strlen(de->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", spcdir, de->d_name);
		if (op & UNLOGGED_RELATION_CLEANUP)
			remove_unlogged_forks(path);
		if (op & UNLOGGED_RELATION_INIT)
			copy_init_forks(path);
	}
	FreeDir(dir);
}

/*
 * ResetUnloggedRelations
 *		Do one or both halves in all databases.
 *
 * op: UNLOGGED_RELATION_CLEANUP before replay, UNLOGGED_RELATION_INIT after.
 */
void
ResetUnloggedRelations(int op)
{
	MemoryContext mine = AllocSetContextCreate(CurrentMemoryContext,
											   "ResetUnloggedRelations",
											   ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(mine);
	DIR *dir;
	struct dirent *de;
	char path[MAXPGPATH * 2];

	elog(DEBUG1, "resetting unlogged relations: cleanup %d init %d",
		 (op & UNLOGGED_RELATION_CLEANUP) != 0,
		 (op & UNLOGGED_RELATION_INIT) != 0);
	reset_in_tablespace("base", op);
	dir = AllocateDir("pg_tblspc");
	while ((de = ReadDir(dir, "pg_tblspc")) != NULL)
	{
		if (de->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "pg_tblspc/%s/%s", de->d_name,
				 TABLESPACE_VERSION_DIRECTORY);
		reset_in_tablespace(path, op);
	}
	FreeDir(dir);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(mine);
}

/*
 * pgtz.c
 *		Time zones by name.
 *
 * Names are looked up in any case in the directory of the system's zone files;
 * what is no file may be a POSIX TZ string.  Zones are kept for the life of the
 * process, since settings and plans point to them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/timezone/pgtz.c
 */
#include "postgres.h"

#include <dirent.h>
#include <time.h>

#include "miscadmin.h"
#include "pgtz.h"
#include "storage/fd.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

#define TZDIR "/usr/share/zoneinfo"
#define MAX_TZDIR_DEPTH 10

pg_tz *session_timezone = NULL;
pg_tz *log_timezone = NULL;

/* Loaded zones, by name in upper case. */
typedef struct ZoneEntry
{
	char name[TZ_STRLEN_MAX + 1];
	pg_tz *tz;
} ZoneEntry;

static HTAB *zones = NULL;

static HTAB *
zone_table(void)
{
	HASHCTL ctl = {0};

	if (zones == NULL)
	{
		ctl.keysize = TZ_STRLEN_MAX + 1;
		ctl.entrysize = sizeof(ZoneEntry);
		zones = hash_create("Timezones", 16, &ctl, HASH_ELEM | HASH_STRINGS);
	}
	return zones;
}

/* The entry of dir that is called name in any case; into found. */
static bool
find_in_directory(const char *dir, const char *name, int len, char *found,
				  Size room)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	bool ok = false;

	if (d == NULL)
		return false;
	while (!ok && (de = readdir(d)) != NULL)
		if (de->d_name[0] != '.' && (int) strlen(de->d_name) == len &&
			pg_strncasecmp(de->d_name, name, len) == 0 &&
			strlen(de->d_name) < room)
		{
			strcpy(found, de->d_name);
			ok = true;
		}
	closedir(d);
	return ok;
}

/* The path of a zone file and its spelling there; false if there is none. */
static bool
find_zone_file(const char *name, char *path, Size pathlen, char *canonical)
{
	const char *part = name;

	strlcpy(path, TZDIR, pathlen);
	canonical[0] = '\0';
	while (*part)
	{
		int len = strcspn(part, "/");
		char found[TZ_STRLEN_MAX + 1];

		if (len == 0 ||
			!find_in_directory(path, part, len, found, sizeof(found)))
			return false;
		if (strlen(path) + strlen(found) + 2 > pathlen ||
			strlen(canonical) + strlen(found) + 2 > TZ_STRLEN_MAX)
			return false;
		strcat(path, "/");
		strcat(path, found);
		if (canonical[0])
			strcat(canonical, "/");
		strcat(canonical, found);
		part += len;
		if (*part == '/')
			part++;
	}
	return canonical[0] != '\0';
}

/*
 * pg_tzset
 *		The zone of a name, or NULL if there is none.
 *
 * "GMT" needs no file, so that a server can start without any.
 */
pg_tz *
pg_tzset(const char *tzname)
{
	char upper[TZ_STRLEN_MAX + 1];
	char canonical[TZ_STRLEN_MAX + 1];
	char path[MAXPGPATH];
	int i;
	ZoneEntry *entry;
	pg_tz *tz;
	bool found;

	if (strlen(tzname) > TZ_STRLEN_MAX)
		return NULL;
	for (i = 0; tzname[i]; i++)
		upper[i] = pg_ascii_toupper((unsigned char) tzname[i]);
	upper[i] = '\0';
	entry = hash_search(zone_table(), upper, HASH_FIND, NULL);
	if (entry)
		return entry->tz;
	tz = MemoryContextAllocZero(TopMemoryContext, sizeof(pg_tz));
	if (strcmp(upper, "GMT") == 0)
	{
		(void) tz_parse_posix("GMT0", tz);
		strcpy(canonical, "GMT");
	}
	else if (!find_zone_file(tzname, path, sizeof(path), canonical) ||
			 !tz_load(path, tz))
	{
		if (tzname[0] == ':' || !tz_parse_posix(upper, tz))
		{
			pfree(tz);
			return NULL;
		}
		strcpy(canonical, upper);
	}
	strcpy(tz->TZname, canonical);
	entry = hash_search(zone_table(), upper, HASH_ENTER, &found);
	entry->tz = tz;
	return tz;
}

/*
 * pg_tzset_offset
 *		The zone that is always gmtoffset seconds west of Greenwich; its name
 *		is a POSIX string, with an abbreviation that shows the offset as ISO
 *		does, positive east.
 */
pg_tz *
pg_tzset_offset(long gmtoffset)
{
	long left = labs(gmtoffset);
	char offset[64];
	char name[160];
	int n;

	n = snprintf(offset, sizeof(offset), "%02ld", left / 3600);
	left %= 3600;
	if (left != 0)
	{
		n += snprintf(offset + n, sizeof(offset) - n, ":%02ld", left / 60);
		if (left % 60 != 0)
			snprintf(offset + n, sizeof(offset) - n, ":%02ld", left % 60);
	}
	snprintf(name, sizeof(name), gmtoffset > 0 ? "<-%s>+%s" : "<+%s>-%s",
			 offset, offset);
	return pg_tzset(name);
}

/* Before settings are read, everything is in GMT. */
void
pg_timezone_initialize(void)
{
	session_timezone = pg_tzset("GMT");
	log_timezone = session_timezone;
}

/* ---- All zones, for pg_timezone_names ---- */

struct pg_tzenum
{
	int depth;
	DIR *dir[MAX_TZDIR_DEPTH];
	char *path[MAX_TZDIR_DEPTH];
	pg_tz tz; /* the one returned last */
};

pg_tzenum *
pg_tzenumerate_start(void)
{
	pg_tzenum *e = palloc0(sizeof(pg_tzenum));

	e->path[0] = pstrdup(TZDIR);
	e->dir[0] = AllocateDir(TZDIR);
	if (e->dir[0] == NULL)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", TZDIR)));
	return e;
}

void
pg_tzenumerate_end(pg_tzenum *dir)
{
	while (dir->depth >= 0)
		FreeDir(dir->dir[dir->depth--]);
	pfree(dir);
}

/* The next zone, valid until the next call; NULL at the end. */
pg_tz *
pg_tzenumerate_next(pg_tzenum *dir)
{
	while (dir->depth >= 0)
	{
		const char *base = dir->path[dir->depth];
		struct dirent *de = ReadDir(dir->dir[dir->depth], base);
		char full[MAXPGPATH * 2];
		struct stat st;

		if (de == NULL)
		{
			FreeDir(dir->dir[dir->depth--]);
			continue;
		}
		if (de->d_name[0] == '.')
			continue;
		snprintf(full, sizeof(full), "%s/%s", base, de->d_name);
		if (stat(full, &st) != 0)
			continue;
		if (S_ISDIR(st.st_mode))
		{
			/* "right" counts leap seconds, "posix" holds the same again */
			if (dir->depth + 1 >= MAX_TZDIR_DEPTH ||
				(dir->depth == 0 && (strcmp(de->d_name, "right") == 0 || strcmp(de->d_name, "posix") == 0)))
				continue;
			dir->path[++dir->depth] = pstrdup(full);
			dir->dir[dir->depth] = AllocateDir(full);
			if (dir->dir[dir->depth] == NULL)
				ereport(ERROR,
						(errcode_for_file_access(),
						 errmsg("could not open directory \"%s\": %m", full)));
			continue;
		}
		memset(&dir->tz, 0, sizeof(pg_tz));
		if (!tz_load(full, &dir->tz) || !pg_tz_acceptable(&dir->tz))
			continue;
		strlcpy(dir->tz.TZname, full + strlen(TZDIR) + 1,
				sizeof(dir->tz.TZname));
		return &dir->tz;
	}
	return NULL;
}

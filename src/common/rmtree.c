/*
 * rmtree.c
 *		Removing a directory with all that is in it.
 *
 * Goes on after a failure and tells at the end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/rmtree.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <dirent.h>
#include <unistd.h>

#include "common/file_utils.h"
#ifdef FRONTEND
#include "common/logging.h"
#define COMPLAIN(...) pg_log_warning(__VA_ARGS__)
#define TYPE_LEVEL PG_LOG_WARNING
#else
#define COMPLAIN(...) elog(WARNING, __VA_ARGS__)
#define TYPE_LEVEL WARNING
#endif

/* rmtopdir false: only empty it.  True if everything is gone. */
bool
rmtree(const char *path, bool rmtopdir)
{
	DIR *dir = opendir(path);
	struct dirent *de;
	bool ok = true;

	if (dir == NULL)
	{
		COMPLAIN("could not open directory \"%s\": %m", path);
		return false;
	}
	while (errno = 0, (de = readdir(dir)) != NULL)
	{
		char sub[MAXPGPATH * 2];

		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		snprintf(sub, sizeof(sub), "%s/%s", path, de->d_name);
		if (get_dirent_type(sub, de, false, TYPE_LEVEL) == PGFILETYPE_DIR)
			ok &= rmtree(sub, true);
		else if (unlink(sub) != 0 && errno != ENOENT)
		{
			COMPLAIN("could not remove file \"%s\": %m", sub);
			ok = false;
		}
	}
	if (errno != 0)
	{
		COMPLAIN("could not read directory \"%s\": %m", path);
		ok = false;
	}
	closedir(dir);
	if (rmtopdir && rmdir(path) != 0)
	{
		COMPLAIN("could not remove directory \"%s\": %m", path);
		ok = false;
	}
	return ok;
}

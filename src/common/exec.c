/*
 * exec.c
 *		Where this program and its sister programs are.
 *
 * A server needs its own path to start children and find its libraries.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/exec.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

/* 0: a program that we may run; -1: not a file; -2: no permission. */
int
validate_exec(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return -1;
	return access(path, R_OK | X_OK) == 0 ? 0 : -2;
}

/* Absolute path without symlinks; -1 if it cannot be resolved. */
static int
resolve(const char *path, char *retpath)
{
	char *real = realpath(path, NULL);

	if (real == NULL)
		return -1;
	strlcpy(retpath, real, MAXPGPATH);
	free(real);
	return validate_exec(retpath);
}

/*
 * find_my_exec
 *		Full path of the running program, given argv[0]; 0 or -1.
 */
int
find_my_exec(const char *argv0, char *retpath)
{
	const char *path = getenv("PATH");
	char candidate[MAXPGPATH];

	strlcpy(retpath, argv0, MAXPGPATH);
	if (strchr(argv0, '/') != NULL)
		return resolve(argv0, retpath);
	while (path && *path)
	{
		int len = strcspn(path, ":");

		snprintf(candidate, sizeof(candidate), "%.*s/%s", len, path, argv0);
		if (validate_exec(candidate) == 0)
			return resolve(candidate, retpath);
		path += len + (path[len] == ':');
	}
	return resolve("/proc/self/exe", retpath);
}

/* First line that a command prints; NULL if it prints none. */
char *
pipe_read_line(char *cmd, char *line, int maxsize)
{
	FILE *f;
	char *got;

	fflush(NULL);
	f = popen(cmd, "r");
	if (f == NULL)
		return NULL;
	got = fgets(line, maxsize, f);
	if (pclose(f) != 0)
		return NULL;
	return got;
}

/*
 * find_other_exec
 *		Path of target beside argv0's program; 0, -1: not there, -2: it does
 *		not print versionstr for -V.
 */
int
find_other_exec(const char *argv0, const char *target, const char *versionstr,
				char *retpath)
{
	char cmd[MAXPGPATH + 16];
	char line[MAXPGPATH];

	if (find_my_exec(argv0, retpath) < 0)
		return -1;
	get_parent_directory(retpath);
	join_path_components(retpath, retpath, target);
	if (validate_exec(retpath) != 0)
		return -1;
	snprintf(cmd, sizeof(cmd), "\"%s\" -V", retpath);
	if (pipe_read_line(cmd, line, sizeof(line)) == NULL)
		return -1;
	return strcmp(line, versionstr) == 0 ? 0 : -2;
}

/*
 * ps_status.c
 *		The title of a process.
 *
 * ps shows the memory where the arguments of the program were.  We move the
 * environment away to have more room and write the title there.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/ps_status.c
 */
#include "postgres.h"

#include <unistd.h>

#include "miscadmin.h"
#include "utils/guc.h"
#include "utils/ps_status.h"

extern char **environ;

bool update_process_title = true;

static char *ps_buffer = NULL;
static size_t ps_buffer_size = 0;
static size_t ps_fixed_len = 0; /* length of "postgres: ... " */
static size_t ps_cur_len = 0;
static size_t last_status_len = 0;

/*
 * save_ps_display_args
 *		Take over the memory of argv; returns a copy to be used instead.
 *
 * Called first of all in main(), once.
 */
char **
save_ps_display_args(int argc, char **argv)
{
	char *end = NULL;
	char **copy;
	char **env_copy;
	int nenv = 0;

	/* how far do arguments and environment lie one behind the other? */
	for (int i = 0; i < argc; i++)
		if (i == 0 || end + 1 == argv[i])
			end = argv[i] + strlen(argv[i]);
	for (; environ[nenv] != NULL; nenv++)
		if (end + 1 == environ[nenv])
			end = environ[nenv] + strlen(environ[nenv]);
	copy = malloc((argc + 1) * sizeof(char *));
	env_copy = malloc((nenv + 1) * sizeof(char *));
	if (copy == NULL || env_copy == NULL || end == NULL)
	{
		write_stderr("out of memory\n");
		exit(1);
	}
	for (int i = 0; i < argc; i++)
		copy[i] = strdup(argv[i]);
	copy[argc] = NULL;
	for (int i = 0; i < nenv; i++)
		env_copy[i] = strdup(environ[i]);
	env_copy[nenv] = NULL;
	environ = env_copy;
	ps_buffer = argv[0];
	ps_buffer_size = last_status_len = end - argv[0];
	return copy;
}

/* Begin the title of a process: "postgres: [cluster: ]fixed_part ". */
void
init_ps_display(const char *fixed_part)
{
	if (fixed_part == NULL || fixed_part[0] == '\0')
		fixed_part = GetBackendTypeDesc(MyBackendType);
	if (!IsUnderPostmaster || ps_buffer == NULL)
		return;
	if (cluster_name == NULL || cluster_name[0] == '\0')
		snprintf(ps_buffer, ps_buffer_size, "postgres: %s ", fixed_part);
	else
		snprintf(ps_buffer, ps_buffer_size, "postgres: %s: %s ",
				 cluster_name, fixed_part);
	ps_cur_len = ps_fixed_len = strlen(ps_buffer);
	{
		bool save = update_process_title;

		update_process_title = true;
		set_ps_display("");
		update_process_title = save;
	}
}

/* What the process does now, after the fixed part. */
void
set_ps_display(const char *activity)
{
	if (!update_process_title || !IsUnderPostmaster || ps_buffer == NULL)
		return;
	strlcpy(ps_buffer + ps_fixed_len, activity, ps_buffer_size - ps_fixed_len);
	ps_cur_len = strlen(ps_buffer);
	if (last_status_len > ps_cur_len)
		memset(ps_buffer + ps_cur_len, '\0', last_status_len - ps_cur_len);
	last_status_len = ps_cur_len;
}

/* The changing part; *displen its length. */
const char *
get_ps_display(int *displen)
{
	if (ps_buffer == NULL)
	{
		*displen = 0;
		return "";
	}
	*displen = (int) (ps_cur_len - ps_fixed_len);
	return ps_buffer + ps_fixed_len;
}

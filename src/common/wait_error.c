/*
 * wait_error.c
 *		Words for the exit status of a child process.
 *
 * Also whether a shell command was ended by a given signal.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/wait_error.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <sys/wait.h>

/* palloc'd sentence about a status of waitpid(), system() or pclose(). */
char *
wait_result_to_str(int exitstatus)
{
	if (exitstatus == -1)
		return psprintf("%m");
	if (WIFEXITED(exitstatus))
	{
		int code = WEXITSTATUS(exitstatus);

		if (code == 126)
			return psprintf("command not executable");
		if (code == 127)
			return psprintf("command not found");
		return psprintf("child process exited with exit code %d", code);
	}
	if (WIFSIGNALED(exitstatus))
		return psprintf("child process was terminated by signal %d: %s",
						WTERMSIG(exitstatus),
						pg_strsignal(WTERMSIG(exitstatus)));
	return psprintf("child process exited with unrecognized status %d",
					exitstatus);
}

/* Directly, or as a shell reports it: 128 + signal. */
bool
wait_result_is_signal(int exit_status, int signum)
{
	if (WIFSIGNALED(exit_status))
		return WTERMSIG(exit_status) == signum;
	return WIFEXITED(exit_status) && WEXITSTATUS(exit_status) == 128 + signum;
}

bool
wait_result_is_any_signal(int exit_status, bool include_command_not_found)
{
	if (WIFSIGNALED(exit_status))
		return true;
	return WIFEXITED(exit_status) &&
		WEXITSTATUS(exit_status) > (include_command_not_found ? 125 : 128);
}

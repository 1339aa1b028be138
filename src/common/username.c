/*
 * username.c
 *		Name of the user who runs this program.
 *
 * That of the effective user id.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/username.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/username.h"

const char *
get_user_name(char **errstr)
{
	struct passwd *pw;
	uid_t uid = geteuid();

	*errstr = NULL;
	errno = 0;
	pw = getpwuid(uid);
	if (pw == NULL)
	{
		*errstr = psprintf("could not look up effective user ID %ld: %s",
						   (long) uid,
						   errno ? strerror(errno) : "user does not exist");
		return NULL;
	}
	return pw->pw_name;
}

const char *
get_user_name_or_exit(const char *progname)
{
	char *errstr;
	const char *name = get_user_name(&errstr);

	if (name == NULL)
	{
		fprintf(stderr, "%s: %s\n", progname, errstr);
		exit(1);
	}
	return name;
}

/*
 * relpath.c
 *		Names of relation files and database directories.
 *
 * See common/relpath.h for their shape.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/relpath.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/relpath.h"

/* OIDs of the two built-in tablespaces (pg_tablespace.dat). */
#define DEFAULT_SPC 1663
#define GLOBAL_SPC 1664

const char *const forkNames[MAX_FORKNUM + 1] = {
	[MAIN_FORKNUM] = "main",
	[FSM_FORKNUM] = "fsm",
	[VISIBILITYMAP_FORKNUM] = "vm",
	[INIT_FORKNUM] = "init"};

/* Server: ERROR for an unknown name.  Clients: InvalidForkNumber. */
ForkNumber
forkname_to_number(const char *forkName)
{
	for (int f = 0; f <= MAX_FORKNUM; f++)
		if (strcmp(forkNames[f], forkName) == 0)
			return (ForkNumber) f;
#ifndef FRONTEND
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid fork name"),
			 errhint("Forks are named \"main\", \"fsm\", \"vm\" and \"init\".")));
#endif
	return InvalidForkNumber;
}

/* Length of the fork name (not main) that str begins with, or 0. */
int
forkname_chars(const char *str, ForkNumber *fork)
{
	for (int f = MAIN_FORKNUM + 1; f <= MAX_FORKNUM; f++)
	{
		int len = strlen(forkNames[f]);

		if (strncmp(forkNames[f], str, len) == 0)
		{
			if (fork)
				*fork = (ForkNumber) f;
			return len;
		}
	}
	if (fork)
		*fork = InvalidForkNumber;
	return 0;
}

/* Directory of a database's files in a tablespace; palloc'd. */
char *
GetDatabasePath(Oid dbNode, Oid spcNode)
{
	if (spcNode == GLOBAL_SPC)
		return pstrdup("global");
	if (spcNode == DEFAULT_SPC)
		return psprintf("base/%u", dbNode);
	return psprintf("pg_tblspc/%u/%s/%u", spcNode,
					TABLESPACE_VERSION_DIRECTORY, dbNode);
}

/* backendId: InvalidBackendId for a relation that is not temporary. */
char *
GetRelationPath(Oid dbNode, Oid spcNode, Oid relNode, int backendId,
				ForkNumber forkNumber)
{
	char *dir = GetDatabasePath(dbNode, spcNode);
	bool fork = forkNumber != MAIN_FORKNUM;
	char owner[16] = "";
	char *path;

	if (backendId != InvalidBackendId)
		snprintf(owner, sizeof(owner), "t%d_", backendId);
	path = psprintf("%s/%s%u%s%s", dir, owner, relNode, fork ? "_" : "",
					fork ? forkNames[forkNumber] : "");
	pfree(dir);
	return path;
}

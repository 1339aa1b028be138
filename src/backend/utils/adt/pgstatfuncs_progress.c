/*
 * pgstatfuncs_progress.c
 *		Statistics in SQL: progress of long commands, and replication's state.
 *
 * pg_stat_get_progress_info reads what the backends report through
 * utils/backend_progress.h.  The other functions list servers' partners and
 * prepared transactions; none of those can exist in this version, so that
 * no row is the whole truth.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pgstatfuncs_progress.c
 */
#include "postgres.h"

#include "catalog/pg_authid.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "utils/acl.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"

#define NUM_PROGRESS_COLUMNS (3 + PGSTAT_NUM_PROGRESS_PARAM)

/* The command that a name of the views stands for. */
static ProgressCommandType
progress_command(const char *name)
{
	static const struct
	{
		const char *name;
		ProgressCommandType type;
	} commands[] = {
		{"VACUUM", PROGRESS_COMMAND_VACUUM},
		{"ANALYZE", PROGRESS_COMMAND_ANALYZE},
		{"CLUSTER", PROGRESS_COMMAND_CLUSTER},
		{"CREATE INDEX", PROGRESS_COMMAND_CREATE_INDEX},
		{"BASEBACKUP", PROGRESS_COMMAND_BASEBACKUP},
		{"COPY", PROGRESS_COMMAND_COPY},
	};

	for (int i = 0; i < lengthof(commands); i++)
		if (pg_strcasecmp(name, commands[i].name) == 0)
			return commands[i].type;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid command name: \"%s\"", name)));
	return PROGRESS_COMMAND_INVALID;
}

/*
 * (command): a row per backend that runs it now: pid, database, relation and
 * 20 counters; all but the first two only for those who may see the backend.
 */
Datum
pg_stat_get_progress_info(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ProgressCommandType wanted =
		progress_command(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	int n = pgstat_fetch_stat_numbackends();

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 1; i <= n; i++)
	{
		PgBackendStatus *be =
			&pgstat_fetch_stat_local_beentry(i)->backendStatus;
		Datum values[NUM_PROGRESS_COLUMNS] = {0};
		bool nulls[NUM_PROGRESS_COLUMNS] = {false};

		if (be->st_progress_command != wanted)
			continue;
		values[0] = Int32GetDatum(be->st_procpid);
		values[1] = ObjectIdGetDatum(be->st_databaseid);
		if (has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS) ||
			has_privs_of_role(GetUserId(), be->st_userid))
		{
			values[2] = ObjectIdGetDatum(be->st_progress_command_target);
			for (int k = 0; k < PGSTAT_NUM_PROGRESS_PARAM; k++)
				values[3 + k] = Int64GetDatum(be->st_progress_param[k]);
		}
		else
			memset(nulls + 2, true, sizeof(nulls) - 2);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ---- what there is none of ---- */

#define EMPTY_SET(name)                 \
	Datum name(PG_FUNCTION_ARGS)        \
	{                                   \
		InitMaterializedSRF(fcinfo, 0); \
		return (Datum) 0;               \
	}

/* no WAL senders, slots and origins, and PREPARE TRANSACTION is refused */
EMPTY_SET(pg_stat_get_wal_senders)
EMPTY_SET(pg_get_replication_slots)
EMPTY_SET(pg_show_replication_origin_status)
EMPTY_SET(pg_prepared_xact)

/* one row at most; NULL while no WAL receiver runs */
Datum
pg_stat_get_wal_receiver(PG_FUNCTION_ARGS)
{
	PG_RETURN_NULL();
}

/*
 * utils/backend_progress.h
 *		How far a long command has come (pg_stat_progress_*).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/backend_progress.h
 */
#ifndef BACKEND_PROGRESS_H
#define BACKEND_PROGRESS_H

/* Commands that report. */
typedef enum ProgressCommandType
{
	PROGRESS_COMMAND_INVALID,
	PROGRESS_COMMAND_VACUUM,
	PROGRESS_COMMAND_ANALYZE,
	PROGRESS_COMMAND_CLUSTER,
	PROGRESS_COMMAND_CREATE_INDEX,
	PROGRESS_COMMAND_BASEBACKUP,
	PROGRESS_COMMAND_COPY
} ProgressCommandType;

#define PGSTAT_NUM_PROGRESS_PARAM 20

extern void pgstat_progress_end_command(void);
extern void pgstat_progress_start_command(ProgressCommandType cmdtype,
										  Oid relid);
extern void pgstat_progress_update_multi_param(int nparam, const int *index,
											   const int64 *val);
extern void pgstat_progress_update_param(int index, int64 val);

#endif /* BACKEND_PROGRESS_H */

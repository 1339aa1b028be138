/*
 * vacuumparams.h
 *		What a VACUUM is asked to do.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * Set by the command (or by autovacuum) and carried out by the table access method.vacuumparams.h
 */
#ifndef VACUUMPARAMS_H
#define VACUUMPARAMS_H

/* options */
#define VACOPT_VACUUM 0x01
#define VACOPT_ANALYZE 0x02
#define VACOPT_VERBOSE 0x04
#define VACOPT_FREEZE 0x08
#define VACOPT_FULL 0x10
#define VACOPT_SKIP_LOCKED 0x20
#define VACOPT_PROCESS_TOAST 0x40
#define VACOPT_DISABLE_PAGE_SKIPPING 0x80

typedef enum VacOptValue
{
	VACOPTVALUE_UNSPECIFIED = 0,
	VACOPTVALUE_AUTO,
	VACOPTVALUE_DISABLED,
	VACOPTVALUE_ENABLED
} VacOptValue;

typedef struct VacuumParams
{
	bits32 options;
	int freeze_min_age; /* -1: the settings' values */
	int freeze_table_age;
	int multixact_freeze_min_age;
	int multixact_freeze_table_age;
	bool is_wraparound;
	int log_min_duration;
	VacOptValue index_cleanup;
	VacOptValue truncate;
	int nworkers;
} VacuumParams;

/* settings; access/heap/vacuumlazy.c */
extern PGDLLIMPORT int vacuum_freeze_min_age;
extern PGDLLIMPORT int vacuum_freeze_table_age;
extern PGDLLIMPORT int vacuum_multixact_freeze_min_age;
extern PGDLLIMPORT int vacuum_multixact_freeze_table_age;
extern PGDLLIMPORT int vacuum_failsafe_age;
extern PGDLLIMPORT int vacuum_multixact_failsafe_age;

#endif /* VACUUMPARAMS_H */

/*
 * vacuumparams.h
 *		What a VACUUM is asked to do, and what all of its parts share.
 *
 * The parameters are set by the command (commands/vacuum.c) and carried out by
 * the table access method.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/vacuumparams.h
 */
#ifndef VACUUMPARAMS_H
#define VACUUMPARAMS_H

#include "storage/block.h"
#include "utils/relcache.h"

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

/* ---- access/heap/vacuumutil.c ---- */
extern PGDLLIMPORT int vacuum_freeze_min_age;
extern PGDLLIMPORT int vacuum_freeze_table_age;
extern PGDLLIMPORT int vacuum_multixact_freeze_min_age;
extern PGDLLIMPORT int vacuum_multixact_freeze_table_age;
extern PGDLLIMPORT int vacuum_failsafe_age;
extern PGDLLIMPORT int vacuum_multixact_failsafe_age;

extern void vacuum_delay_point(void);
extern void vac_update_relstats(Relation relation, BlockNumber num_pages,
								double num_tuples,
								BlockNumber num_all_visible_pages,
								bool hasindex, TransactionId frozenxid,
								MultiXactId minmulti, bool *frozenxid_updated,
								bool *minmulti_updated, bool in_outer_xact);

#endif /* VACUUMPARAMS_H */

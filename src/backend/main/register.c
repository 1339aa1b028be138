/*
 * register.c
 *		Joins upper layers to the lower ones, once per process tree.
 *
 * Lower layers call upper ones only through tables (doc/internals.md,
 * "Layers").  Each subsystem fills its own in a function NAME_register(); this
 * file calls them, bottom up, and so is the list of what the server consists
 * of.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/main/register.c
 */
#include "postgres.h"

#include "access/heapam_xlog.h"
#include "access/nbtree.h"
#include "access/nbtxlog.h"
#include "access/rmgr.h"
#include "access/xact.h"
#include "catalog/catalog_register.h"
#include "catalog/storage_xlog.h"
#include "commands/sequence.h"
#include "commands/tablecmds.h"
#include "executor/executor.h"
#include "main/register.h"
#include "postmaster/bgwriter.h"
#include "utils/backend_status.h"
#include "utils/guc.h"
#include "utils/portal.h"
#include "utils/relmapper.h"
#include "utils/snapmgr.h"

/* Resource managers above access/transam, which registers its own. */
static const struct
{
	RmgrId id;
	const RmgrData *rmgr;
} resource_managers[] = {
	{RM_SMGR_ID, &smgr_rmgr},
	{RM_RELMAP_ID, &relmap_rmgr},
	{RM_HEAP2_ID, &heap2_rmgr},
	{RM_HEAP_ID, &heap_rmgr},
	{RM_BTREE_ID, &btree_rmgr},
	{RM_SEQ_ID, &seq_rmgr},
};

void
register_subsystems(void)
{
	activity_register();
	transam_register();
	snapshot_register();
	access_register();
	for (int i = 0; i < lengthof(resource_managers); i++)
		rmgr_register(resource_managers[i].id, resource_managers[i].rmgr);
	catalog_register();
	portal_register();
	executor_register();
	guc_sql_register();
	commands_register();
	postmaster_register();
}

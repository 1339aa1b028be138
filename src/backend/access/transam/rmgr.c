/*
 * rmgr.c
 *		The table of resource managers.
 *
 * Filled at program start by rmgr_register (main/register.c) and, for
 * extensions, RegisterCustomRmgr; read by recovery and by record insertion.
 * Managers that nobody registered have a name all the same, so that recovery
 * can say whose record it cannot replay.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/rmgr.c
 */
#include "postgres.h"

#include "access/rmgr.h"
#include "access/xlog_internal.h"
#include "miscadmin.h"

RmgrData RmgrTable[RM_MAX_ID + 1];

static const char *const builtin_names[RM_N_BUILTIN_IDS] = {
	[RM_XLOG_ID] = "XLOG",
	[RM_XACT_ID] = "Transaction",
	[RM_SMGR_ID] = "Storage",
	[RM_CLOG_ID] = "CLOG",
	[RM_DBASE_ID] = "Database",
	[RM_TBLSPC_ID] = "Tablespace",
	[RM_MULTIXACT_ID] = "MultiXact",
	[RM_RELMAP_ID] = "RelMap",
	[RM_STANDBY_ID] = "Standby",
	[RM_HEAP2_ID] = "Heap2",
	[RM_HEAP_ID] = "Heap",
	[RM_BTREE_ID] = "Btree",
	[RM_HASH_ID] = "Hash",
	[RM_GIN_ID] = "Gin",
	[RM_GIST_ID] = "Gist",
	[RM_SEQ_ID] = "Sequence",
	[RM_SPGIST_ID] = "SPGist",
	[RM_BRIN_ID] = "BRIN",
	[RM_COMMIT_TS_ID] = "CommitTs",
	[RM_REPLORIGIN_ID] = "ReplicationOrigin",
	[RM_GENERIC_ID] = "Generic",
	[RM_LOGICALMSG_ID] = "LogicalMessage",
};

/* Name of a built-in manager, or NULL; known even if it is not registered. */
const char *
rmgr_builtin_name(RmgrId rmid)
{
	return RmgrIdIsBuiltin(rmid) ? builtin_names[rmid] : NULL;
}

/*
 * rmgr_register
 *		Enter a built-in manager.  Called once for each, before shared memory
 *		exists; *rmgr is copied, the strings are kept.
 */
void
rmgr_register(RmgrId rmid, const RmgrData *rmgr)
{
	Assert(RmgrIdIsBuiltin(rmid));
	Assert(rmgr->rm_name != NULL && rmgr->rm_redo != NULL);
	Assert(strcmp(rmgr->rm_name, builtin_names[rmid]) == 0);
	RmgrTable[rmid] = *rmgr;
}

/*
 * RegisterCustomRmgr
 *		Enter the manager of an extension, from its _PG_init.
 *
 * Errors: a missing name, an id outside 128-255 or one that is taken.
 */
void
RegisterCustomRmgr(RmgrId rmid, RmgrData *rmgr)
{
	const char *problem = NULL;

	if (rmgr->rm_name == NULL || rmgr->rm_name[0] == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("custom resource manager name is invalid")));
	if (!RmgrIdIsCustom(rmid))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("custom resource manager ID %d is out of range", rmid)));
	if (RmgrIdExists(rmid))
		problem = "The ID is taken already.";
	for (int i = 0; problem == NULL && i <= RM_MAX_ID; i++)
		if (RmgrIdExists(i) && pg_strcasecmp(RmgrTable[i].rm_name, rmgr->rm_name) == 0)
			problem = "The name is taken already.";
	if (problem != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("failed to register custom resource manager \"%s\" with ID %d",
						rmgr->rm_name, rmid),
				 errdetail("%s", problem)));

	RmgrTable[rmid] = *rmgr;
	ereport(LOG,
			(errmsg("registered custom resource manager \"%s\" with ID %d",
					rmgr->rm_name, rmid)));
}

/* Let each manager prepare for a recovery. */
void
RmgrStartup(void)
{
	for (int i = 0; i <= RM_MAX_ID; i++)
		if (RmgrTable[i].rm_startup != NULL)
			RmgrTable[i].rm_startup();
}

/* Let each manager end it. */
void
RmgrCleanup(void)
{
	for (int i = 0; i <= RM_MAX_ID; i++)
		if (RmgrTable[i].rm_cleanup != NULL)
			RmgrTable[i].rm_cleanup();
}

/* A record's manager is not there: replay cannot go on. */
void
RmgrNotFound(RmgrId rmid)
{
	if (RmgrIdIsBuiltin(rmid))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("resource manager \"%s\" is not supported", builtin_names[rmid])));
	ereport(ERROR,
			(errmsg("resource manager with ID %d not registered", rmid),
			 errhint("Include the extension module that implements this resource manager in shared_preload_libraries.")));
}

/*
 * transam_register.c
 *		Enters this folder's parts into the tables of the layers below.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/transam_register.c
 */
#include "postgres.h"

#include "access/clog.h"
#include "access/commit_ts.h"
#include "access/multixact.h"
#include "access/rmgr.h"
#include "access/subtrans.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "storage/ipc.h"

/*
 * transam_register
 *		Register shared memory and resource managers; once, at program start.
 */
void
transam_register(void)
{
	shmem_register("VariableCache", VarsupShmemSize, VarsupShmemInit);
	shmem_register("XLOG", XLOGShmemSize, XLOGShmemInit);
	shmem_register("XLOG recovery", XLogRecoveryShmemSize, XLogRecoveryShmemInit);
	shmem_register("CLOG", CLOGShmemSize, CLOGShmemInit);
	shmem_register("CommitTs", CommitTsShmemSize, CommitTsShmemInit);
	shmem_register("Subtrans", SUBTRANSShmemSize, SUBTRANSShmemInit);
	shmem_register("MultiXact", MultiXactShmemSize, MultiXactShmemInit);

	rmgr_register(RM_XLOG_ID, &xlog_rmgr);
	rmgr_register(RM_XACT_ID, &xact_rmgr);
	rmgr_register(RM_CLOG_ID, &clog_rmgr);
	rmgr_register(RM_MULTIXACT_ID, &multixact_rmgr);
	rmgr_register(RM_STANDBY_ID, &standby_rmgr);
	rmgr_register(RM_COMMIT_TS_ID, &commit_ts_rmgr);
	rmgr_register(RM_DBASE_ID, &dbase_rmgr);
	rmgr_register(RM_TBLSPC_ID, &tblspc_rmgr);
	rmgr_register(RM_GENERIC_ID, &generic_rmgr);
	rmgr_register(RM_LOGICALMSG_ID, &logicalmsg_rmgr);
}

/*
 * rmgrids.h
 *		Numbers of the resource managers.
 *
 * A pure fact header.  The numbers stand in every WAL record (byte 17), so they
 * are PostgreSQL 15's; 128 to 255 belong to extensions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/rmgrids.h
 */
#ifndef RMGRIDS_H
#define RMGRIDS_H

typedef uint8 RmgrId;

typedef enum RmgrIds
{
	RM_XLOG_ID = 0,
	RM_XACT_ID = 1,
	RM_SMGR_ID = 2,
	RM_CLOG_ID = 3,
	RM_DBASE_ID = 4,
	RM_TBLSPC_ID = 5,
	RM_MULTIXACT_ID = 6,
	RM_RELMAP_ID = 7,
	RM_STANDBY_ID = 8,
	RM_HEAP2_ID = 9,
	RM_HEAP_ID = 10,
	RM_BTREE_ID = 11,
	RM_HASH_ID = 12,
	RM_GIN_ID = 13,
	RM_GIST_ID = 14,
	RM_SEQ_ID = 15,
	RM_SPGIST_ID = 16,
	RM_BRIN_ID = 17,
	RM_COMMIT_TS_ID = 18,
	RM_REPLORIGIN_ID = 19,
	RM_GENERIC_ID = 20,
	RM_LOGICALMSG_ID = 21,
	RM_NEXT_ID
} RmgrIds;

#define RM_MAX_BUILTIN_ID (RM_NEXT_ID - 1)
#define RM_N_BUILTIN_IDS ((int) RM_NEXT_ID)
#define RM_MIN_CUSTOM_ID 128
#define RM_MAX_CUSTOM_ID UINT8_MAX
#define RM_N_CUSTOM_IDS (RM_MAX_CUSTOM_ID - RM_MIN_CUSTOM_ID + 1)
#define RM_MAX_ID UINT8_MAX
#define RM_N_IDS (UINT8_MAX + 1)
#define RM_EXPERIMENTAL_ID 128

static inline bool
RmgrIdIsBuiltin(int rmid)
{
	return rmid >= 0 && rmid <= RM_MAX_BUILTIN_ID;
}

static inline bool
RmgrIdIsCustom(int rmid)
{
	return rmid >= RM_MIN_CUSTOM_ID && rmid <= RM_MAX_CUSTOM_ID;
}

#define RmgrIdIsValid(rmid) (RmgrIdIsBuiltin(rmid) || RmgrIdIsCustom(rmid))

#endif /* RMGRIDS_H */

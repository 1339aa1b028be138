/*
 * lockcmds.c
 *		LOCK TABLE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/lockcmds.c
 */
#include "postgres.h"

#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "catalog/pg_class_fn.h"
#include "commands/lockcmds.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"

/* Privileges of which one is enough for a mode. */
static AclMode
privileges_for(LOCKMODE mode)
{
	if (mode == AccessShareLock)
		return ACL_SELECT;
	if (mode == RowExclusiveLock)
		return ACL_INSERT | ACL_UPDATE | ACL_DELETE | ACL_TRUNCATE;
	return ACL_UPDATE | ACL_DELETE | ACL_TRUNCATE;
}

/* Before the lock is waited for: is it a table, and may the user lock it? */
static void
check_lockable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	LOCKMODE mode = *(LOCKMODE *) arg;
	char relkind;
	AclResult result;

	if (!OidIsValid(relid))
		return;
	relkind = get_rel_relkind(relid);
	if (!relkind)
		return; /* dropped meanwhile; reported later */
	if (relkind != RELKIND_RELATION && relkind != RELKIND_PARTITIONED_TABLE && relkind != RELKIND_VIEW)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot lock relation \"%s\"", rv->relname),
				 errdetail_relkind_not_supported(relkind)));
	result = pg_class_aclcheck(relid, GetUserId(), privileges_for(mode));
	if (result != ACLCHECK_OK)
		aclcheck_error(result, get_relkind_objtype(relkind), rv->relname);
}

/*
 * LOCK TABLE a, b IN mode [NOWAIT].  Locks are held to the end of the
 * transaction.  A view is locked itself, not the tables below it.
 */
void
LockTableCommand(LockStmt *lockstmt)
{
	ListCell *lc;
	LOCKMODE mode = lockstmt->mode;

	foreach (lc, lockstmt->relations)
		(void) RangeVarGetRelidExtended(lfirst(lc), mode, lockstmt->nowait ? RVR_NOWAIT : 0,
										check_lockable, &mode);
}

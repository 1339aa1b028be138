/*
 * relation.c
 *		Opening and closing relations of any kind.
 *
 * The lock comes first, then the relation cache entry, so that the entry is
 * current.  Closing may keep the lock until the end of the transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/relation.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/relation.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "utils/rel.h"

static Relation
finish_open(Relation r, LOCKMODE lockmode)
{
	Assert(lockmode != NoLock || IsBootstrapProcessingMode() ||
		   CheckRelationLockedByMe(r, AccessShareLock, true));
	if (RelationUsesLocalBuffers(r))
		MyXactFlags |= XACT_FLAGS_ACCESSEDTEMPNAMESPACE;
	pgstat_init_relation(r);
	return r;
}

/*
 * relation_open
 *		Lock a relation (unless NoLock: the caller has a lock) and pin its
 *		cache entry.
 *
 * Errors: internal error if there is none with this OID.
 */
Relation
relation_open(Oid relid, LOCKMODE lockmode)
{
	Relation r;

	if (lockmode != NoLock)
		LockRelationOid(relid, lockmode);
	r = RelationIdGetRelation(relid);
	if (!RelationIsValid(r))
		elog(ERROR, "could not open relation with OID %u", relid);
	return finish_open(r, lockmode);
}

/* try_relation_open
 *		The same, but NULL if it does not exist (any more). */
Relation
try_relation_open(Oid relid, LOCKMODE lockmode)
{
	Relation r;

	if (lockmode != NoLock)
		LockRelationOid(relid, lockmode);
	if (get_rel_relkind(relid) == '\0')
	{
		if (lockmode != NoLock)
			UnlockRelationOid(relid, lockmode);
		return NULL;
	}
	r = RelationIdGetRelation(relid);
	if (!RelationIsValid(r))
		elog(ERROR, "could not open relation with OID %u", relid);
	return finish_open(r, lockmode);
}

/* relation_openrv
 *		Open by name. */
Relation
relation_openrv(const RangeVar *rv, LOCKMODE lockmode)
{
	return relation_openrv_extended(rv, lockmode, false);
}

/* relation_openrv_extended
 *		Open by name; NULL if there is none and missing_ok. */
Relation
relation_openrv_extended(const RangeVar *rv, LOCKMODE lockmode,
						 bool missing_ok)
{
	const uint32 rvr_missing_ok = 1 << 0;
	Oid relid;

	/* a name may mean something else by now */
	if (lockmode != NoLock)
		AcceptInvalidationMessages();
	relid = RangeVarGetRelidExtended(rv, lockmode,
									 missing_ok ? rvr_missing_ok : 0,
									 NULL, NULL);
	if (!OidIsValid(relid))
		return NULL;
	/* the look-up took the lock */
	return relation_open(relid, NoLock);
}

/* relation_close
 *		Unpin; also unlock, unless NoLock. */
void
relation_close(Relation rel, LOCKMODE lockmode)
{
	LockRelId id = rel->rd_lockInfo.lockRelId;

	Assert(lockmode >= NoLock && lockmode < MAX_LOCKMODES);
	RelationClose(rel);
	if (lockmode != NoLock)
		UnlockRelationId(&id, lockmode);
}

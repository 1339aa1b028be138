/*
 * lockdefs.h
 *		Lock modes of the lock manager.
 *
 * The numbers stand in WAL records and catalogs of extensions; the order is
 * that of strength.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/lockdefs.h
 */
#ifndef LOCKDEFS_H
#define LOCKDEFS_H

typedef int LOCKMODE;
typedef int LOCKMASK;

#define NoLock 0
#define AccessShareLock 1 /* SELECT */
#define RowShareLock 2 /* SELECT FOR UPDATE and the like */
#define RowExclusiveLock 3 /* INSERT, UPDATE, DELETE */
#define ShareUpdateExclusiveLock 4 /* VACUUM, ANALYZE, CREATE INDEX CONCURRENTLY */
#define ShareLock 5 /* CREATE INDEX */
#define ShareRowExclusiveLock 6
#define ExclusiveLock 7
#define AccessExclusiveLock 8 /* ALTER TABLE, DROP TABLE, LOCK TABLE */
#define MaxLockMode 8

/* An AccessExclusiveLock as standbys see it in WAL. */
typedef struct xl_standby_lock
{
	TransactionId xid;
	Oid dbOid;
	Oid relOid;
} xl_standby_lock;

#endif /* LOCKDEFS_H */

/*
 * relation.h
 *		Opening and closing any relation.
 *
 * The relation cache entry is pinned and the lock taken before it is
 * returned.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/relation.h
 */
#ifndef RELATION_H
#define RELATION_H

#include "nodes/primnodes.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"

extern Relation relation_open(Oid relid, LOCKMODE lockmode);
extern Relation try_relation_open(Oid relid, LOCKMODE lockmode);
extern Relation relation_openrv(const RangeVar *rv, LOCKMODE lockmode);
extern Relation relation_openrv_extended(const RangeVar *rv,
										 LOCKMODE lockmode, bool missing_ok);
extern void relation_close(Relation rel, LOCKMODE lockmode);

#endif /* RELATION_H */

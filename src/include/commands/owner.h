/*
 * owner.h
 *		Owners of objects that are one catalog row each.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/owner.h
 */
#ifndef OWNER_H
#define OWNER_H

#include "access/htup.h"
#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"
#include "utils/rel.h"

extern void set_row_owner(Relation rel, HeapTuple tup, AttrNumber owner_column,
						  AttrNumber acl_column, Oid objectId, Oid newOwnerId);
extern ObjectAddress ExecAlterOwnerStmt(AlterOwnerStmt *stmt);

#endif /* OWNER_H */

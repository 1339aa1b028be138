/*
 * aclchk_private.h
 *		Shared by aclchk.c and aclgrant.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/aclchk_private.h
 */
#ifndef ACLCHK_PRIVATE_H
#define ACLCHK_PRIVATE_H

#include "access/htup.h"
#include "nodes/parsenodes.h"

/* Where a kind of object keeps owner and ACL. */
typedef struct AclKind
{
	ObjectType objtype;
	const char *name;
	Oid classid;
	int cacheid; /* finds its row by OID */
	AttrNumber ownercol; /* 0: the bootstrap superuser owns all */
	AttrNumber aclcol; /* 0: has no ACL */
	int missing; /* SQLSTATE for an OID that does not exist */
} AclKind;

/* aclchk.c */
extern const AclKind *acl_kind(ObjectType objtype);
extern Oid acl_row_owner(const AclKind *kind, HeapTuple tuple);

#endif /* ACLCHK_PRIVATE_H */

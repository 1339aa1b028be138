/*
 * aclchk_private.h
 *		Shared by aclchk.c and aclgrant.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/aclchk_private.h
 */
#ifndef ACLCHK_PRIVATE_H
#define ACLCHK_PRIVATE_H

#include "nodes/parsenodes.h"

/* Where a kind of object keeps owner and ACL. */
typedef struct AclKind
{
	ObjectType objtype;
	const char *name;
	Oid classid;
	int cacheid; /* finds its row by OID */
	AttrNumber ownercol;
	AttrNumber aclcol; /* 0: has no ACL */
	int missing; /* SQLSTATE for an OID that does not exist */
} AclKind;

/* aclchk.c */
extern const AclKind *acl_kind(ObjectType objtype);

#endif /* ACLCHK_PRIVATE_H */

/*
 * pg_parameter_acl_fn.h
 *		Functions of pg_parameter_acl.c.
 *
 * Settings that have privileges of their own.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_parameter_acl_fn.h
 */
#ifndef PG_PARAMETER_ACL_FN_H
#define PG_PARAMETER_ACL_FN_H

/*
 * The OID of a setting's row.  It is found by any spelling or old name; without a
 * row InvalidOid if missing_ok, else ERROR 42704.
 */
extern Oid ParameterAclLookup(const char *parameter, bool missing_ok);
/* Make the row, with the default privileges; ERROR 42602 for an impossible name. */
extern Oid ParameterAclCreate(const char *parameter);

#endif /* PG_PARAMETER_ACL_FN_H */

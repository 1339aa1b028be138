/*
 * pg_namespace_fn.h
 *		Functions of pg_namespace.c.
 *
 * Rows of schemas.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_namespace_fn.h
 */
#ifndef PG_NAMESPACE_FN_H
#define PG_NAMESPACE_FN_H

extern Oid NamespaceCreate(const char *nspName, Oid ownerId, bool isTemp);

#endif /* PG_NAMESPACE_FN_H */

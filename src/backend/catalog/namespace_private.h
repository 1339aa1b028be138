/*
 * namespace_private.h
 *		Shared by namespace.c and namespace_lookup.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/namespace_private.h
 */
#ifndef NAMESPACE_PRIVATE_H
#define NAMESPACE_PRIVATE_H

#include "nodes/pg_list.h"

/* namespace.c: OIDs of the schemas to search; do not change or keep it */
extern List *namespace_path(void);

#endif /* NAMESPACE_PRIVATE_H */

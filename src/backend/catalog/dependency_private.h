/*
 * dependency_private.h
 *		What the files of the dependency code share.
 *
 * dependency.c			the walk, the report, lists of objects
 * dependency_drop.c	deleting one object of any kind
 * dependency_expr.c	references found in expressions
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/dependency_private.h
 */
#ifndef DEPENDENCY_PRIVATE_H
#define DEPENDENCY_PRIVATE_H

#include "catalog/dependency.h"
#include "utils/cache_upcalls.h"

typedef struct ObjectAddressExtra
{
	int flags;
	ObjectAddress dependee; /* what led to it, for messages */
} ObjectAddressExtra;

struct ObjectAddresses
{
	ObjectAddress *refs;
	ObjectAddressExtra *extras; /* NULL unless it is the list of targets */
	int numrefs;
	int maxrefs;
};

/* dependency.c */
extern int object_address_order(const ObjectAddress *a,
								const ObjectAddress *b);
extern void add_object_with_extra(const ObjectAddress *object,
								  const ObjectAddressExtra *extra,
								  ObjectAddresses *addrs);
extern void unique_object_addresses(ObjectAddresses *addrs);
extern void delete_column_dependencies(const ObjectAddress *column);

/* dependency_drop.c */
extern void drop_object_itself(const ObjectAddress *object, int flags);

#endif /* DEPENDENCY_PRIVATE_H */

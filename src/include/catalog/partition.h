/*
 * partition.h
 *		Partitioning, as far as it is supported.
 *
 * Partitioned tables are not supported; the lookups raise feature_not_supported.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/partition.h
 */
#ifndef PARTITION_H
#define PARTITION_H

#include "nodes/pg_list.h"
#include "utils/relcache.h"

extern Oid get_partition_parent(Oid relid, bool even_if_detached);
extern List *get_partition_ancestors(Oid relid);
extern Oid index_get_partition(Relation partition, Oid indexId);
extern bool has_partition_attrs(Relation rel, Bitmapset *attnums,
								bool *used_in_expr);
extern Oid get_default_partition_oid(Oid parentId);

#endif /* PARTITION_H */

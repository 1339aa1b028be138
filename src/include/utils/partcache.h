/*
 * partcache.h
 *		Partition keys of partitioned tables.
 *
 * Partitioning is not supported yet: the functions raise
 * feature_not_supported for a partitioned table.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/partcache.h
 */
#ifndef PARTCACHE_H
#define PARTCACHE_H

#include "nodes/pg_list.h"
#include "utils/relcache.h"

typedef struct PartitionKeyData *PartitionKey;

extern PartitionKey RelationGetPartitionKey(Relation rel);
extern List *RelationGetPartitionQual(Relation rel);

#endif /* PARTCACHE_H */

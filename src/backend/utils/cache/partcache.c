/*
 * partcache.c
 *		Partition keys of partitioned tables.
 *
 * Partitioning is not supported yet: a partitioned table or a partition that
 * another server made is refused where its rows would have to be routed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/partcache.c
 */
#include "postgres.h"

#include "utils/partcache.h"
#include "utils/rel.h"

static void
not_supported(Relation rel)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("partitioned tables are not supported"),
			 errdetail("\"%s\" takes part in partitioning.",
					   RelationGetRelationName(rel))));
}

/* NULL for a table that is not partitioned. */
PartitionKey
RelationGetPartitionKey(Relation rel)
{
	if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		not_supported(rel);
	return NULL;
}

/* NIL for a table that is no partition. */
List *
RelationGetPartitionQual(Relation rel)
{
	if (rel->rd_rel->relispartition)
		not_supported(rel);
	return NIL;
}

/*
 * nodeHash.h
 *		The hash table of hash joins.
 *
 * Sizing is shared with the planner.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/nodeHash.h
 */
#ifndef NODEHASH_H
#define NODEHASH_H

#include "nodes/execnodes.h"

#define SKEW_HASH_MEM_PERCENT 2

/* nodeHash.c */
extern void ExecChooseHashTableSize(double ntuples, int tupwidth, bool useskew,
									bool try_combined_hash_mem,
									int parallel_workers,
									size_t *space_allowed, int *numbuckets,
									int *numbatches, int *num_skew_mcvs);
extern size_t get_hash_memory_limit(void);

#endif /* NODEHASH_H */

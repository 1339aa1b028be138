/*
 * nodeAgg.h
 *		Aggregation, as other code sees it.
 *
 * hash_agg_set_limits is shared with the planner's cost model.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/nodeAgg.h
 */
#ifndef NODEAGG_H
#define NODEAGG_H

#include "nodes/execnodes.h"

extern Size hash_agg_entry_size(int numTrans, Size tupleWidth,
								Size transitionSpace);
extern void hash_agg_set_limits(double hashentrysize, double input_groups,
								int used_bits, Size *mem_limit,
								uint64 *ngroups_limit, int *num_partitions);

#endif							/* NODEAGG_H */

/*
 * index_selfuncs.h
 *		Cost estimators that index access methods put into their handler row.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/index_selfuncs.h
 */
#ifndef INDEX_SELFUNCS_H
#define INDEX_SELFUNCS_H

#include "access/amapi.h"

/* selfuncs.c */
extern void btcostestimate(struct PlannerInfo *root, struct IndexPath *path,
						   double loop_count, Cost *indexStartupCost,
						   Cost *indexTotalCost, Selectivity *indexSelectivity,
						   double *indexCorrelation, double *indexPages);
extern void hashcostestimate(struct PlannerInfo *root, struct IndexPath *path,
							 double loop_count, Cost *indexStartupCost,
							 Cost *indexTotalCost,
							 Selectivity *indexSelectivity,
							 double *indexCorrelation, double *indexPages);

#endif /* INDEX_SELFUNCS_H */

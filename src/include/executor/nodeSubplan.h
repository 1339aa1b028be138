/*
 * nodeSubplan.h
 *		Sub-selects in expressions.
 *
 * SubPlans are evaluated where they stand; initplans once, when their result is first read.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/nodeSubplan.h
 */
#ifndef NODESUBPLAN_H
#define NODESUBPLAN_H

#include "nodes/execnodes.h"

extern SubPlanState *ExecInitSubPlan(SubPlan *subplan, PlanState *parent);
extern Datum ExecSubPlan(SubPlanState *node, ExprContext *econtext,
						 bool *isNull);
extern void ExecReScanSetParamPlan(SubPlanState *node, PlanState *parent);
extern void ExecSetParamPlan(SubPlanState *node, ExprContext *econtext);
extern void ExecSetParamPlanMulti(const Bitmapset *params,
								  ExprContext *econtext);

#endif /* NODESUBPLAN_H */

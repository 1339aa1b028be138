/*
 * execdesc.h
 *		What the executor is asked to run.
 *
 * A QueryDesc ties one plan to its snapshots, destination and parameters.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/execdesc.h
 */
#ifndef EXECDESC_H
#define EXECDESC_H

#include "nodes/execnodes.h"
#include "tcop/dest.h"

typedef struct QueryDesc
{
	CmdType operation;
	PlannedStmt *plannedstmt;
	const char *sourceText;
	Snapshot snapshot;
	Snapshot crosscheck_snapshot;
	DestReceiver *dest;
	ParamListInfo params;
	QueryEnvironment *queryEnv;
	int instrument_options;

	/* set by ExecutorStart */
	TupleDesc tupDesc;
	EState *estate;
	PlanState *planstate;

	bool already_executed;
	struct Instrumentation *totaltime;
} QueryDesc;

/* pquery.c */
extern QueryDesc *CreateQueryDesc(PlannedStmt *plannedstmt,
								  const char *sourceText, Snapshot snapshot,
								  Snapshot crosscheck_snapshot,
								  DestReceiver *dest, ParamListInfo params,
								  QueryEnvironment *queryEnv,
								  int instrument_options);
extern void FreeQueryDesc(QueryDesc *qdesc);

#endif /* EXECDESC_H */

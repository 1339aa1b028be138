/*
 * pquery.h
 *		Running the statements of a portal.
 *
 * Called by tcop/postgres.c for each query message, and by cursors.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/tcop/pquery.h
 */
#ifndef PQUERY_H
#define PQUERY_H

#include "nodes/parsenodes.h"
#include "utils/portal.h"

struct PlannedStmt;

extern PGDLLIMPORT Portal ActivePortal;

extern PortalStrategy ChoosePortalStrategy(List *stmts);
extern void PortalStart(Portal portal, ParamListInfo params, int eflags,
						Snapshot snapshot);
extern void PortalSetResultFormat(Portal portal, int nFormats, int16 *formats);
extern bool PortalRun(Portal portal, long count, bool isTopLevel, bool run_once,
					  DestReceiver *dest, DestReceiver *altdest,
					  QueryCompletion *qc);
extern uint64 PortalRunFetch(Portal portal, FetchDirection fdirection,
							 long count, DestReceiver *dest);
extern List *FetchPortalTargetList(Portal portal);
extern List *FetchStatementTargetList(Node *stmt);
extern bool PlannedStmtRequiresSnapshot(struct PlannedStmt *pstmt);
extern void EnsurePortalSnapshotExists(void);

#endif /* PQUERY_H */

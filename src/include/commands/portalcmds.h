/*
 * portalcmds.h
 *		Cursors in SQL: DECLARE, FETCH, MOVE, CLOSE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/portalcmds.h
 */
#ifndef PORTALCMDS_H
#define PORTALCMDS_H

#include "parser/parse_node.h"
#include "tcop/cmdtag.h"
#include "utils/portal.h"

extern void PerformCursorOpen(ParseState *pstate, DeclareCursorStmt *cstmt,
							  ParamListInfo params, bool isTopLevel);
extern void PerformPortalFetch(FetchStmt *stmt, DestReceiver *dest,
							   QueryCompletion *qc);
extern void PerformPortalClose(const char *name);
extern void PortalCleanup(Portal portal);
extern void PersistHoldablePortal(Portal portal);

#endif /* PORTALCMDS_H */

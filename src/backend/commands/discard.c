/*
 * discard.c
 *		DISCARD: forget state of the session.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/discard.c
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "commands/discard.h"
#include "commands/prepare.h"
#include "commands/sequence.h"
#include "storage/lock.h"
#include "utils/guc.h"
#include "utils/plancache.h"
#include "utils/portal.h"

static void
discard_all(bool isTopLevel)
{
	/* It closes portals, and so could pull the rug from under itself. */
	PreventInTransactionBlock(isTopLevel, "DISCARD ALL");
	PortalHashTableDeleteAll();
	SetPGVariable("session_authorization", NIL, false);
	ResetAllOptions();
	DropAllPreparedStatements();
	LockReleaseAll(USER_LOCKMETHOD, true);
	ResetPlanCache();
	ResetTempTableNamespace();
	ResetSequenceCaches();
}

void
DiscardCommand(DiscardStmt *stmt, bool isTopLevel)
{
	switch (stmt->target)
	{
		case DISCARD_ALL:
			discard_all(isTopLevel);
			break;
		case DISCARD_PLANS:
			ResetPlanCache();
			break;
		case DISCARD_SEQUENCES:
			ResetSequenceCaches();
			break;
		case DISCARD_TEMP:
			ResetTempTableNamespace();
			break;
	}
}

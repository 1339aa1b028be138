/*
 * portal.h
 *		Open query executions, named and unnamed.
 *
 * A portal is the execution of one prepared list of statements: a cursor, or the statement of an Execute message.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/utils/portal.h
 */
#ifndef PORTAL_H
#define PORTAL_H

#include "datatype/timestamp.h"
#include "executor/execdesc.h"
#include "tcop/cmdtag.h"
#include "utils/plancache.h"
#include "utils/resowner.h"

/* How the statements of a portal are run (chosen by ChoosePortalStrategy). */
typedef enum PortalStrategy
{
	PORTAL_ONE_SELECT, /* rows on demand */
	PORTAL_ONE_RETURNING, /* run to the end, then hand out the rows */
	PORTAL_ONE_MOD_WITH, /* likewise, a SELECT with writing CTEs */
	PORTAL_UTIL_SELECT, /* a utility statement that returns rows */
	PORTAL_MULTI_QUERY /* anything else */
} PortalStrategy;

typedef enum PortalStatus
{
	PORTAL_NEW,
	PORTAL_DEFINED, /* PortalDefineQuery done */
	PORTAL_READY, /* PortalStart done */
	PORTAL_ACTIVE, /* running: cannot be dropped */
	PORTAL_DONE,
	PORTAL_FAILED
} PortalStatus;

typedef struct PortalData *Portal;

typedef struct PortalData
{
	/* identity and ownership */
	const char *name;
	const char *prepStmtName;
	MemoryContext portalContext;
	ResourceOwner resowner;
	void (*cleanup)(Portal portal);
	SubTransactionId createSubid;
	SubTransactionId activeSubid;
	int createLevel;

	/* what it runs */
	const char *sourceText;
	CommandTag commandTag;
	QueryCompletion qc;
	List *stmts;
	CachedPlan *cplan; /* pinned plan that owns stmts, or NULL */
	ParamListInfo portalParams;
	QueryEnvironment *queryEnv;
	PortalStrategy strategy;
	int cursorOptions;
	bool run_once;
	PortalStatus status;
	bool portalPinned;
	bool autoHeld;

	/* running state */
	QueryDesc *queryDesc;
	TupleDesc tupDesc;
	int16 *formats;
	Snapshot portalSnapshot;
	Tuplestorestate *holdStore;
	MemoryContext holdContext;
	Snapshot holdSnapshot;

	/* position */
	bool atStart;
	bool atEnd;
	uint64 portalPos;

	TimestampTz creation_time;
	bool visible;
} PortalData;

#define PortalIsValid(p) PointerIsValid(p)

/* portalmem.c */
extern void EnablePortalManager(void);
extern Portal GetPortalByName(const char *name);
extern Portal CreatePortal(const char *name, bool allowDup, bool dupSilent);
extern Portal CreateNewPortal(void);
extern void PortalDefineQuery(Portal portal, const char *prepStmtName,
							  const char *sourceText, CommandTag commandTag,
							  List *stmts, CachedPlan *cplan);
extern PlannedStmt *PortalGetPrimaryStmt(Portal portal);
extern void PortalCreateHoldStore(Portal portal);
extern void PortalHashTableDeleteAll(void);
extern void PinPortal(Portal portal);
extern void UnpinPortal(Portal portal);
extern void MarkPortalActive(Portal portal);
extern void MarkPortalDone(Portal portal);
extern void MarkPortalFailed(Portal portal);
extern void PortalDrop(Portal portal, bool isTopCommit);
extern bool ThereAreNoReadyPortals(void);
extern void HoldPinnedPortals(void);
extern void ForgetPortalSnapshots(void);

/* portalmem.c: what the end of a (sub)transaction does to portals */
extern bool PreCommit_Portals(bool isPrepare);
extern void AtAbort_Portals(void);
extern void AtCleanup_Portals(void);
extern void PortalErrorCleanup(void);
extern void AtSubCommit_Portals(SubTransactionId mySubid,
								SubTransactionId parentSubid,
								int parentLevel,
								ResourceOwner parentXactOwner);
extern void AtSubAbort_Portals(SubTransactionId mySubid,
							   SubTransactionId parentSubid,
							   ResourceOwner myXactOwner,
							   ResourceOwner parentXactOwner);
extern void AtSubCleanup_Portals(SubTransactionId mySubid);
extern void portal_register(void);

#endif /* PORTAL_H */

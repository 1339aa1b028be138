/*
 * xact.h
 *		The transaction state machine.
 *
 * Blocks, savepoints, commit and abort, and the records they write.  Modules that
 * have work to do at the ends of transactions register an XactParticipant
 * (access/xact_participant.h); loadable modules use RegisterXactCallback.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xact.h
 */
#ifndef XACT_H
#define XACT_H

#include "access/transam.h"
#include "access/xlogreader.h"
#include "datatype/timestamp.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"
#include "storage/relfilenode.h"
#include "storage/sinval.h"
#ifndef FRONTEND
#include "utils/guc.h"
#endif

#define GIDSIZE 200

/* ---- characteristics of a transaction ---- */
#define XACT_READ_UNCOMMITTED 0
#define XACT_READ_COMMITTED 1
#define XACT_REPEATABLE_READ 2
#define XACT_SERIALIZABLE 3
#define IsolationUsesXactSnapshot() (XactIsoLevel >= XACT_REPEATABLE_READ)
#define IsolationIsSerializable() (XactIsoLevel == XACT_SERIALIZABLE)

typedef enum
{
	SYNCHRONOUS_COMMIT_OFF,
	SYNCHRONOUS_COMMIT_LOCAL_FLUSH,
	SYNCHRONOUS_COMMIT_REMOTE_WRITE,
	SYNCHRONOUS_COMMIT_REMOTE_FLUSH,
	SYNCHRONOUS_COMMIT_REMOTE_APPLY
} SyncCommitLevel;

#define SYNCHRONOUS_COMMIT_ON SYNCHRONOUS_COMMIT_REMOTE_FLUSH

extern PGDLLIMPORT bool bsysscan;
extern PGDLLIMPORT TransactionId CheckXidAlive;
extern PGDLLIMPORT bool DefaultXactDeferrable;
extern PGDLLIMPORT int DefaultXactIsoLevel;
extern PGDLLIMPORT bool DefaultXactReadOnly;
extern PGDLLIMPORT int synchronous_commit;
extern PGDLLIMPORT bool xact_is_sampled;
extern PGDLLIMPORT bool XactDeferrable;
extern PGDLLIMPORT int XactIsoLevel;
extern PGDLLIMPORT bool XactReadOnly;

/* What the transaction did, in MyXactFlags. */
extern PGDLLIMPORT int MyXactFlags;
#define XACT_FLAGS_ACCESSEDTEMPNAMESPACE (1U << 0)
#define XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK (1U << 1)
#define XACT_FLAGS_NEEDIMMEDIATECOMMIT (1U << 2)
#define XACT_FLAGS_PIPELINING (1U << 3)

/* ---- callbacks of loadable modules ---- */
typedef enum
{
	XACT_EVENT_COMMIT,
	XACT_EVENT_PARALLEL_COMMIT,
	XACT_EVENT_ABORT,
	XACT_EVENT_PARALLEL_ABORT,
	XACT_EVENT_PREPARE,
	XACT_EVENT_PRE_COMMIT,
	XACT_EVENT_PARALLEL_PRE_COMMIT,
	XACT_EVENT_PRE_PREPARE
} XactEvent;

typedef enum
{
	SUBXACT_EVENT_START_SUB,
	SUBXACT_EVENT_COMMIT_SUB,
	SUBXACT_EVENT_ABORT_SUB,
	SUBXACT_EVENT_PRE_COMMIT_SUB
} SubXactEvent;

typedef void (*XactCallback)(XactEvent event, void *arg);
typedef void (*SubXactCallback)(SubXactEvent event, SubTransactionId mySubid,
								SubTransactionId parentSubid, void *arg);

/* ---- WAL: info byte ---- */
#define XLOG_XACT_COMMIT 0x00
#define XLOG_XACT_PREPARE 0x10
#define XLOG_XACT_ABORT 0x20
#define XLOG_XACT_COMMIT_PREPARED 0x30
#define XLOG_XACT_ABORT_PREPARED 0x40
#define XLOG_XACT_ASSIGNMENT 0x50
#define XLOG_XACT_INVALIDATIONS 0x60
#define XLOG_XACT_OPMASK 0x70
#define XLOG_XACT_HAS_INFO 0x80 /* an xl_xact_xinfo follows the time */

/* Bits of xinfo: first those that announce a chunk, in chunk order. */
#define XACT_XINFO_HAS_DBINFO (1U << 0)
#define XACT_XINFO_HAS_SUBXACTS (1U << 1)
#define XACT_XINFO_HAS_RELFILENODES (1U << 2)
#define XACT_XINFO_HAS_DROPPED_STATS (1U << 8)
#define XACT_XINFO_HAS_INVALS (1U << 3)
#define XACT_XINFO_HAS_TWOPHASE (1U << 4)
#define XACT_XINFO_HAS_GID (1U << 7)
#define XACT_XINFO_HAS_ORIGIN (1U << 5)
#define XACT_XINFO_HAS_AE_LOCKS (1U << 6)
#define XACT_COMPLETION_APPLY_FEEDBACK (1U << 29)
#define XACT_COMPLETION_UPDATE_RELCACHE_FILE (1U << 30)
#define XACT_COMPLETION_FORCE_SYNC_COMMIT (1U << 31)
#define XactCompletionApplyFeedback(xinfo) \
	(((xinfo) &XACT_COMPLETION_APPLY_FEEDBACK) != 0)
#define XactCompletionRelcacheInitFileInval(xinfo) \
	(((xinfo) &XACT_COMPLETION_UPDATE_RELCACHE_FILE) != 0)
#define XactCompletionForceSyncCommit(xinfo) \
	(((xinfo) &XACT_COMPLETION_FORCE_SYNC_COMMIT) != 0)

/* ---- WAL: chunks, packed one after the other ---- */
typedef struct xl_xact_commit
{
	TimestampTz xact_time;
} xl_xact_commit;

typedef struct xl_xact_abort
{
	TimestampTz xact_time;
} xl_xact_abort;

typedef struct xl_xact_xinfo
{
	uint32 xinfo; /* read unaligned */
} xl_xact_xinfo;

typedef struct xl_xact_dbinfo
{
	Oid dbId;
	Oid tsId;
} xl_xact_dbinfo;

typedef struct xl_xact_subxacts
{
	int nsubxacts;
	TransactionId subxacts[FLEXIBLE_ARRAY_MEMBER];
} xl_xact_subxacts;

typedef struct xl_xact_relfilenodes
{
	int nrels;
	RelFileNode xnodes[FLEXIBLE_ARRAY_MEMBER];
} xl_xact_relfilenodes;

typedef struct xl_xact_stats_item
{
	int kind;
	Oid dboid;
	Oid objoid;
} xl_xact_stats_item;

typedef struct xl_xact_stats_items
{
	int nitems;
	xl_xact_stats_item items[FLEXIBLE_ARRAY_MEMBER];
} xl_xact_stats_items;

typedef struct xl_xact_invals
{
	int nmsgs;
	SharedInvalidationMessage msgs[FLEXIBLE_ARRAY_MEMBER];
} xl_xact_invals;

typedef struct xl_xact_twophase
{
	TransactionId xid;
} xl_xact_twophase;

typedef struct xl_xact_origin
{
	XLogRecPtr origin_lsn;
	TimestampTz origin_timestamp;
} xl_xact_origin;

typedef struct xl_xact_assignment
{
	TransactionId xtop;
	int nsubxacts;
	TransactionId xsub[FLEXIBLE_ARRAY_MEMBER];
} xl_xact_assignment;

#define MinSizeOfXactCommit sizeof(xl_xact_commit)
#define MinSizeOfXactAbort sizeof(xl_xact_abort)
#define MinSizeOfXactSubxacts offsetof(xl_xact_subxacts, subxacts)
#define MinSizeOfXactRelfilenodes offsetof(xl_xact_relfilenodes, xnodes)
#define MinSizeOfXactStatsItems offsetof(xl_xact_stats_items, items)
#define MinSizeOfXactInvals offsetof(xl_xact_invals, msgs)
#define MinSizeOfXactAssignment offsetof(xl_xact_assignment, xsub)
StaticAssertDecl(sizeof(xl_xact_stats_item) == 12, "xl_xact_stats_item");
StaticAssertDecl(sizeof(SharedInvalidationMessage) == 16, "invalidation message");

/* PREPARE's header; the rest is described in the format pages. */
typedef struct xl_xact_prepare
{
	uint32 magic;
	uint32 total_len;
	TransactionId xid;
	Oid database;
	TimestampTz prepared_at;
	Oid owner;
	int32 nsubxacts;
	int32 ncommitrels;
	int32 nabortrels;
	int32 ncommitstats;
	int32 nabortstats;
	int32 ninvalmsgs;
	bool initfileinval;
	uint16 gidlen;
	XLogRecPtr origin_lsn;
	TimestampTz origin_timestamp;
} xl_xact_prepare;

StaticAssertDecl(sizeof(xl_xact_prepare) == 72, "xl_xact_prepare");

/* A commit or abort record taken apart; pointers reach into the record. */
typedef struct xl_xact_parsed_commit
{
	TimestampTz xact_time;
	uint32 xinfo;
	Oid dbId;
	Oid tsId;
	int nsubxacts;
	TransactionId *subxacts;
	int nrels;
	RelFileNode *xnodes;
	int nstats;
	xl_xact_stats_item *stats;
	int nmsgs;
	SharedInvalidationMessage *msgs;
	TransactionId twophase_xid;
	char twophase_gid[GIDSIZE];
	int nabortrels;
	RelFileNode *abortnodes;
	int nabortstats;
	xl_xact_stats_item *abortstats;
	XLogRecPtr origin_lsn;
	TimestampTz origin_timestamp;
} xl_xact_parsed_commit;

typedef xl_xact_parsed_commit xl_xact_parsed_prepare;

typedef struct xl_xact_parsed_abort
{
	TimestampTz xact_time;
	uint32 xinfo;
	Oid dbId;
	Oid tsId;
	int nsubxacts;
	TransactionId *subxacts;
	int nrels;
	RelFileNode *xnodes;
	int nstats;
	xl_xact_stats_item *stats;
	TransactionId twophase_xid;
	char twophase_gid[GIDSIZE];
	XLogRecPtr origin_lsn;
	TimestampTz origin_timestamp;
} xl_xact_parsed_abort;

/* xact.c: commands and blocks, called by tcop */
extern void AbortCurrentTransaction(void);
extern void AbortOutOfAnyTransaction(void);
extern void BeginImplicitTransactionBlock(void);
extern void BeginTransactionBlock(void);
extern void CommitTransactionCommand(void);
extern void DefineSavepoint(const char *name);
extern void EndImplicitTransactionBlock(void);
extern bool EndTransactionBlock(bool chain);
extern bool IsInTransactionBlock(bool isTopLevel);
extern bool PrepareTransactionBlock(const char *gid);
extern void PreventInTransactionBlock(bool isTopLevel, const char *stmtType);
extern void ReleaseSavepoint(const char *name);
extern void RequireTransactionBlock(bool isTopLevel, const char *stmtType);
extern void RollbackToSavepoint(const char *name);
extern void StartTransactionCommand(void);
extern void UserAbortTransactionBlock(bool chain);
extern void WarnNoTransactionBlock(bool isTopLevel, const char *stmtType);

/* xact.c: subtransactions of procedural code */
extern void BeginInternalSubTransaction(const char *name);
extern bool IsSubTransaction(void);
extern void ReleaseCurrentSubTransaction(void);
extern void RollbackAndReleaseCurrentSubTransaction(void);

/* xact.c: where are we */
extern void CommandCounterIncrement(void);
extern CommandId GetCurrentCommandId(bool used);
extern TimestampTz GetCurrentStatementStartTimestamp(void);
extern SubTransactionId GetCurrentSubTransactionId(void);
extern int GetCurrentTransactionNestLevel(void);
extern TimestampTz GetCurrentTransactionStartTimestamp(void);
extern TimestampTz GetCurrentTransactionStopTimestamp(void);
extern bool IsAbortedTransactionBlockState(void);
extern bool IsTransactionBlock(void);
extern bool IsTransactionOrTransactionBlock(void);
extern bool IsTransactionState(void);
extern void SetCurrentStatementStartTimestamp(void);
extern bool SubTransactionIsActive(SubTransactionId subxid);
extern char TransactionBlockStatusCode(void);

/* xactcore.c: ids */
extern void ForceSyncCommit(void);
extern FullTransactionId GetCurrentFullTransactionId(void);
extern FullTransactionId GetCurrentFullTransactionIdIfAny(void);
extern TransactionId GetCurrentTransactionId(void);
extern TransactionId GetCurrentTransactionIdIfAny(void);
extern TransactionId GetStableLatestTransactionId(void);
extern FullTransactionId GetTopFullTransactionId(void);
extern FullTransactionId GetTopFullTransactionIdIfAny(void);
extern TransactionId GetTopTransactionId(void);
extern TransactionId GetTopTransactionIdIfAny(void);
extern bool IsSubxactTopXidLogPending(void);
extern void MarkCurrentTransactionIdLoggedIfAny(void);
extern void MarkSubxactTopXidLogged(void);
extern bool TransactionIdIsCurrentTransactionId(TransactionId xid);
extern int xactGetCommittedChildren(TransactionId **ptr);

/* xact.c: parallel query is not there; these answer "no" */
extern void EnterParallelMode(void);
extern void ExitParallelMode(void);
extern bool IsInParallelMode(void);

/* xactcore.c: callbacks */
extern void RegisterSubXactCallback(SubXactCallback callback, void *arg);
extern void RegisterXactCallback(XactCallback callback, void *arg);
extern void UnregisterSubXactCallback(SubXactCallback callback, void *arg);
extern void UnregisterXactCallback(XactCallback callback, void *arg);

/* xact.c: settings hooks */
#ifndef FRONTEND
extern bool check_transaction_deferrable(bool *newval, void **extra, GucSource source);
extern bool check_XactIsoLevel(int *newval, void **extra, GucSource source);
extern bool check_XactReadOnly(bool *newval, void **extra, GucSource source);
#endif

/*
 * transam_register.c: enters the shared memory and the resource managers of
 * access/transam; called once at program start.
 */
extern void transam_register(void);

/* xactlog.c: records */
extern void xact_redo(XLogReaderState *record);
extern XLogRecPtr XactLogAbortRecord(TimestampTz abort_time,
									 int nsubxacts, TransactionId *subxacts,
									 int nrels, RelFileNode *rels,
									 int ndroppedstats, xl_xact_stats_item *droppedstats,
									 int xactflags, TransactionId twophase_xid,
									 const char *twophase_gid);
extern XLogRecPtr XactLogCommitRecord(TimestampTz commit_time,
									  int nsubxacts, TransactionId *subxacts,
									  int nrels, RelFileNode *rels,
									  int ndroppedstats, xl_xact_stats_item *droppedstats,
									  int nmsgs, SharedInvalidationMessage *msgs,
									  bool relcacheInval, int xactflags,
									  TransactionId twophase_xid,
									  const char *twophase_gid);

/* rmgrdesc/xactdesc.c */
extern void xact_desc(StringInfo buf, XLogReaderState *record);
extern const char *xact_identify(uint8 info);

/* xactparse.c, also for client programs */
extern void ParseAbortRecord(uint8 info, xl_xact_abort *xlrec,
							 xl_xact_parsed_abort *parsed);
extern void ParseCommitRecord(uint8 info, xl_xact_commit *xlrec,
							  xl_xact_parsed_commit *parsed);
extern void ParsePrepareRecord(uint8 info, xl_xact_prepare *xlrec,
							   xl_xact_parsed_prepare *parsed);

#endif /* XACT_H */

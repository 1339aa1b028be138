/*
 * snapmgr.c
 *		The snapshots that this process holds.
 *
 * An active snapshot is one on the stack of the queries being run; a
 * registered one belongs to a resource owner, such as that of a cursor. A
 * snapshot is freed with its last reference. MyProc->xmin is kept at the
 * oldest xmin of them all, so that others do not remove what they see.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/time/snapmgr.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "access/xact_participant.h"
#include "lib/pairingheap.h"
#include "miscadmin.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/storage_callbacks.h"
#include "utils/combocid.h"
#include "utils/memutils.h"
#include "utils/resowner_private.h"
#include "utils/snapmgr.h"

typedef struct ActiveSnapshotElt
{
	Snapshot snap;
	int level; /* of the subtransaction that pushed it */
	struct ActiveSnapshotElt *next;
} ActiveSnapshotElt;

/* Filled in place, and copied by who keeps one. */
static SnapshotData CurrentSnapshotData = {SNAPSHOT_MVCC};
static SnapshotData SecondarySnapshotData = {SNAPSHOT_MVCC};
SnapshotData CatalogSnapshotData = {SNAPSHOT_MVCC};
SnapshotData SnapshotSelfData = {SNAPSHOT_SELF};
SnapshotData SnapshotAnyData = {SNAPSHOT_ANY};

static Snapshot CurrentSnapshot = NULL;
static Snapshot SecondarySnapshot = NULL;
static Snapshot CatalogSnapshot = NULL;
static Snapshot HistoricSnapshot = NULL;
static struct HTAB *historic_tuplecids = NULL;

/* REPEATABLE READ: the one snapshot of the transaction. */
static Snapshot FirstXactSnapshot = NULL;

TransactionId TransactionXmin = FirstNormalTransactionId;
TransactionId RecentXmin = FirstNormalTransactionId;
bool FirstSnapshotSet = false;
int old_snapshot_threshold = -1;

static ActiveSnapshotElt *active = NULL;

static int compare_xmin(const pairingheap_node *a, const pairingheap_node *b,
						void *arg);
static pairingheap registered = {compare_xmin, NULL, NULL};

/* The heap's first is the oldest xmin. */
static int
compare_xmin(const pairingheap_node *a, const pairingheap_node *b, void *arg)
{
	TransactionId x = pairingheap_const_container(SnapshotData, ph_node, a)->xmin;
	TransactionId y = pairingheap_const_container(SnapshotData, ph_node, b)->xmin;

	if (x == y)
		return 0;
	return TransactionIdPrecedes(x, y) ? 1 : -1;
}

/* ---- copies ---- */

/* A copy in TopTransactionContext, in one piece, without references. */
static Snapshot
copy_snapshot(Snapshot src)
{
	Size xips = src->xcnt * sizeof(TransactionId);
	bool with_subxips = src->subxcnt > 0 &&
		(!src->suboverflowed || src->takenDuringRecovery);
	Size subxips = with_subxips ? src->subxcnt * sizeof(TransactionId) : 0;
	Snapshot copy = (Snapshot)
		MemoryContextAlloc(TopTransactionContext,
						   sizeof(SnapshotData) + xips + subxips);
	TransactionId *ids = (TransactionId *) (copy + 1);

	*copy = *src;
	copy->regd_count = 0;
	copy->active_count = 0;
	copy->copied = true;
	copy->snapXactCompletionCount = 0;
	copy->xip = xips > 0 ? ids : NULL;
	if (xips > 0)
		memcpy(copy->xip, src->xip, xips);
	copy->subxip = with_subxips ? ids + src->xcnt : NULL;
	if (with_subxips)
		memcpy(copy->subxip, src->subxip, subxips);
	return copy;
}

static void
free_if_unused(Snapshot snap)
{
	if (snap->regd_count == 0 && snap->active_count == 0)
	{
		Assert(snap->copied);
		pfree(snap);
	}
}

/* Raise MyProc->xmin to what is still needed. */
static void
reset_xmin(void)
{
	Snapshot oldest;

	if (active != NULL)
		return;
	if (pairingheap_is_empty(&registered))
	{
		MyProc->xmin = InvalidTransactionId;
		return;
	}
	oldest = pairingheap_container(SnapshotData, ph_node,
								   pairingheap_first(&registered));
	if (TransactionIdPrecedes(MyProc->xmin, oldest->xmin))
		MyProc->xmin = oldest->xmin;
}

/* ---- taking snapshots ---- */

/* The first snapshot of a transaction; REPEATABLE READ keeps it. */
static Snapshot
first_snapshot(void)
{
	InvalidateCatalogSnapshot();
	Assert(pairingheap_is_empty(&registered));
	Assert(FirstXactSnapshot == NULL);

	CurrentSnapshot = GetSnapshotData(&CurrentSnapshotData);
	if (IsolationUsesXactSnapshot())
	{
		CurrentSnapshot = copy_snapshot(CurrentSnapshot);
		FirstXactSnapshot = CurrentSnapshot;
		FirstXactSnapshot->regd_count++;
		pairingheap_add(&registered, &FirstXactSnapshot->ph_node);
	}
	FirstSnapshotSet = true;
	return CurrentSnapshot;
}

/*
 * GetTransactionSnapshot
 *		The snapshot for a new query.
 *
 * READ COMMITTED: of now.  REPEATABLE READ: that of the first query.  Static:
 * push or register it before the next call.
 */
Snapshot
GetTransactionSnapshot(void)
{
	if (HistoricSnapshotActive())
		return HistoricSnapshot;
	if (IsolationIsSerializable())
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("serializable transactions are not supported yet"),
				 errhint("Set default_transaction_isolation to \"repeatable read\" or less.")));
	if (!FirstSnapshotSet)
		return first_snapshot();
	if (IsolationUsesXactSnapshot())
		return CurrentSnapshot;
	InvalidateCatalogSnapshot();
	CurrentSnapshot = GetSnapshotData(&CurrentSnapshotData);
	return CurrentSnapshot;
}

/* Of now, also in REPEATABLE READ. */
Snapshot
GetLatestSnapshot(void)
{
	if (HistoricSnapshotActive())
		elog(ERROR, "cannot take query snapshot during logical decoding");
	if (!FirstSnapshotSet)
		return GetTransactionSnapshot();
	SecondarySnapshot = GetSnapshotData(&SecondarySnapshotData);
	return SecondarySnapshot;
}

/* The oldest one in use; NULL if there is none. */
Snapshot
GetOldestSnapshot(void)
{
	Snapshot oldest_registered = NULL;
	Snapshot oldest_active = NULL;

	if (!pairingheap_is_empty(&registered))
		oldest_registered = pairingheap_container(SnapshotData, ph_node,
												  pairingheap_first(&registered));
	for (ActiveSnapshotElt *e = active; e != NULL; e = e->next)
		oldest_active = e->snap;
	if (oldest_active == NULL || (oldest_registered != NULL && oldest_registered->lsn < oldest_active->lsn))
		return oldest_registered;
	return oldest_active;
}

/*
 * GetCatalogSnapshot
 *		The snapshot for reading a catalog.
 *
 * It is kept until an invalidation message comes: that follows each change of
 * a catalog with a cache.  For the others a new one is taken each time.
 */
Snapshot
GetCatalogSnapshot(Oid relid)
{
	if (HistoricSnapshotActive())
		return HistoricSnapshot;
	return GetNonHistoricCatalogSnapshot(relid);
}

Snapshot
GetNonHistoricCatalogSnapshot(Oid relid)
{
	if (CatalogSnapshot != NULL && !RelationInvalidatesSnapshotsOnly(relid) &&
		!RelationHasSysCache(relid))
		InvalidateCatalogSnapshot();
	if (CatalogSnapshot == NULL)
	{
		CatalogSnapshot = GetSnapshotData(&CatalogSnapshotData);
		/* counts for xmin, but has no owner who could forget it */
		pairingheap_add(&registered, &CatalogSnapshot->ph_node);
	}
	return CatalogSnapshot;
}

void
InvalidateCatalogSnapshot(void)
{
	if (CatalogSnapshot == NULL)
		return;
	pairingheap_remove(&registered, &CatalogSnapshot->ph_node);
	CatalogSnapshot = NULL;
	reset_xmin();
}

/* Before going idle: give up the catalog snapshot if it alone holds xmin. */
void
InvalidateCatalogSnapshotConditionally(void)
{
	if (CatalogSnapshot != NULL && active == NULL &&
		pairingheap_is_singular(&registered))
		InvalidateCatalogSnapshot();
}

/* CommandCounterIncrement: the static snapshots see the earlier commands. */
void
SnapshotSetCommandId(CommandId curcid)
{
	if (!FirstSnapshotSet)
		return;
	if (CurrentSnapshot)
		CurrentSnapshot->curcid = curcid;
	if (SecondarySnapshot)
		SecondarySnapshot->curcid = curcid;
}

/* ---- the active stack ---- */

void
PushActiveSnapshotWithLevel(Snapshot snapshot, int snap_level)
{
	ActiveSnapshotElt *elt = (ActiveSnapshotElt *)
		MemoryContextAlloc(TopTransactionContext, sizeof(ActiveSnapshotElt));

	Assert(snapshot != InvalidSnapshot);
	Assert(active == NULL || snap_level >= active->level);
	/* a static snapshot will be filled anew: push a copy */
	if (snapshot == CurrentSnapshot || snapshot == SecondarySnapshot ||
		!snapshot->copied)
		elt->snap = copy_snapshot(snapshot);
	else
		elt->snap = snapshot;
	elt->snap->active_count++;
	elt->level = snap_level;
	elt->next = active;
	active = elt;
}

void
PushActiveSnapshot(Snapshot snapshot)
{
	PushActiveSnapshotWithLevel(snapshot, GetCurrentTransactionNestLevel());
}

/* A copy that the caller may change with UpdateActiveSnapshotCommandId. */
void
PushCopiedSnapshot(Snapshot snapshot)
{
	PushActiveSnapshot(copy_snapshot(snapshot));
}

/* Let the active snapshot see the commands so far; it must not be shared. */
void
UpdateActiveSnapshotCommandId(void)
{
	Assert(active != NULL);
	Assert(active->snap->active_count == 1);
	Assert(active->snap->regd_count == 0);
	active->snap->curcid = GetCurrentCommandId(false);
}

void
PopActiveSnapshot(void)
{
	ActiveSnapshotElt *top = active;

	Assert(top->snap->active_count > 0);
	active = top->next;
	top->snap->active_count--;
	free_if_unused(top->snap);
	pfree(top);
	reset_xmin();
}

Snapshot
GetActiveSnapshot(void)
{
	Assert(active != NULL);
	return active->snap;
}

bool
ActiveSnapshotSet(void)
{
	return active != NULL;
}

/* ---- registered snapshots ---- */

Snapshot
RegisterSnapshot(Snapshot snapshot)
{
	if (snapshot == InvalidSnapshot)
		return InvalidSnapshot;
	return RegisterSnapshotOnOwner(snapshot, CurrentResourceOwner);
}

/* Returns the snapshot to use: a copy if this one is static. */
Snapshot
RegisterSnapshotOnOwner(Snapshot snapshot, ResourceOwner owner)
{
	Snapshot snap;

	if (snapshot == InvalidSnapshot)
		return InvalidSnapshot;
	snap = snapshot->copied ? snapshot : copy_snapshot(snapshot);
	ResourceOwnerEnlargeSnapshots(owner);
	snap->regd_count++;
	ResourceOwnerRememberSnapshot(owner, snap);
	if (snap->regd_count == 1)
		pairingheap_add(&registered, &snap->ph_node);
	return snap;
}

void
UnregisterSnapshot(Snapshot snapshot)
{
	if (snapshot != NULL)
		UnregisterSnapshotFromOwner(snapshot, CurrentResourceOwner);
}

void
UnregisterSnapshotFromOwner(Snapshot snapshot, ResourceOwner owner)
{
	if (snapshot == NULL)
		return;
	Assert(snapshot->regd_count > 0);
	ResourceOwnerForgetSnapshot(owner, snapshot);
	if (--snapshot->regd_count == 0)
		pairingheap_remove(&registered, &snapshot->ph_node);
	if (snapshot->regd_count == 0 && snapshot->active_count == 0)
	{
		free_if_unused(snapshot);
		reset_xmin();
	}
}

/* Is the only snapshot in use at most the active one? */
bool
ThereAreNoPriorRegisteredSnapshots(void)
{
	return pairingheap_is_empty(&registered) ||
		pairingheap_is_singular(&registered);
}

/* Would TOAST values read now be safe from VACUUM? */
bool
HaveRegisteredOrActiveSnapshot(void)
{
	if (active != NULL)
		return true;
	/* the catalog snapshot may go at any time */
	if (CatalogSnapshot != NULL && pairingheap_is_singular(&registered))
		return false;
	return !pairingheap_is_empty(&registered);
}

/* ---- ends of transactions ---- */

/* The parent takes over what a subtransaction pushed. */
void
AtSubCommit_Snapshot(int level)
{
	for (ActiveSnapshotElt *e = active; e != NULL && e->level >= level; e = e->next)
		e->level = level - 1;
}

/* What an aborted subtransaction pushed is popped. */
void
AtSubAbort_Snapshot(int level)
{
	while (active != NULL && active->level >= level)
	{
		ActiveSnapshotElt *top = active;

		active = top->next;
		top->snap->active_count--;
		free_if_unused(top->snap);
		pfree(top);
	}
	reset_xmin();
}

/*
 * AtEOXact_Snapshot
 *		Forget everything; the memory goes with TopTransactionContext.
 *
 * resetXmin: clear MyProc->xmin here (ProcArrayEndTransaction did otherwise).
 */
void
AtEOXact_Snapshot(bool isCommit, bool resetXmin)
{
	if (FirstXactSnapshot != NULL)
		pairingheap_remove(&registered, &FirstXactSnapshot->ph_node);
	FirstXactSnapshot = NULL;

	/* without touching xmin, which may have been cleared under a lock */
	if (CatalogSnapshot != NULL)
		pairingheap_remove(&registered, &CatalogSnapshot->ph_node);
	CatalogSnapshot = NULL;

	if (isCommit)
	{
		if (!pairingheap_is_empty(&registered))
			elog(WARNING, "registered snapshots seem to remain after cleanup");
		for (ActiveSnapshotElt *e = active; e != NULL; e = e->next)
			elog(WARNING, "snapshot %p still active", (void *) e);
	}
	active = NULL;
	pairingheap_reset(&registered);
	CurrentSnapshot = NULL;
	SecondarySnapshot = NULL;
	FirstSnapshotSet = false;
	if (resetXmin)
		reset_xmin();
	Assert(resetXmin || MyProc->xmin == InvalidTransactionId);
}

/* What xact.c calls at the ends of transactions. */
static void
snapshots_after_locks(bool is_commit)
{
	AtEOXact_ComboCid();
	if (is_commit)
		AtEOXact_Snapshot(true, false);
}

static void
snapshots_cleanup(void)
{
	AtEOXact_Snapshot(false, true);
}

static void
snapshots_sub_after_locks(const SubXactEnd *end)
{
	if (end->is_commit)
		AtSubCommit_Snapshot(end->nest_level);
	else
		AtSubAbort_Snapshot(end->nest_level);
}

static const XactParticipant snapshot_participant = {
	.name = "snapshots",
	.set_command_id = SnapshotSetCommandId,
	.after_locks = snapshots_after_locks,
	.cleanup = snapshots_cleanup,
	.sub_after_locks = snapshots_sub_after_locks,
};

/* Once per process tree, from main/register.c. */
void
snapshot_register(void)
{
	xact_register_participant(&snapshot_participant);
}

/* ---- export, logical decoding ---- */

static void
export_not_supported(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("exporting and importing snapshots is not supported")));
}

char *
ExportSnapshot(Snapshot snapshot)
{
	export_not_supported();
	return NULL;
}

void
ImportSnapshot(const char *idstr)
{
	export_not_supported();
}

bool
XactHasExportedSnapshots(void)
{
	return false;
}

/* At server start: none are written, so there is nothing to remove. */
void
DeleteAllExportedSnapshotFiles(void)
{
}

/* Catalogs are to be read as of a point in the WAL that is decoded. */
void
SetupHistoricSnapshot(Snapshot snapshot_now, struct HTAB *tuplecids)
{
	Assert(snapshot_now != NULL);
	HistoricSnapshot = snapshot_now;
	historic_tuplecids = tuplecids;
}

void
TeardownHistoricSnapshot(bool is_error)
{
	HistoricSnapshot = NULL;
	historic_tuplecids = NULL;
}

bool
HistoricSnapshotActive(void)
{
	return HistoricSnapshot != NULL;
}

struct HTAB *
HistoricSnapshotGetTupleCids(void)
{
	Assert(HistoricSnapshotActive());
	return historic_tuplecids;
}

/* ---- tests ---- */

/* Eight at a time, so that the compiler can use vector instructions. */
static bool
xid_in_list(TransactionId xid, const TransactionId *list, uint32 n)
{
	uint32 i = 0;

	for (; i + 8 <= n; i += 8)
	{
		uint32 hits = 0;

		for (int j = 0; j < 8; j++)
			hits += list[i + j] == xid;
		if (hits != 0)
			return true;
	}
	for (; i < n; i++)
		if (list[i] == xid)
			return true;
	return false;
}

/*
 * XidInMVCCSnapshot
 *		Does the snapshot see this transaction as still running?
 *
 * Own transactions are the caller's to test first.
 */
bool
XidInMVCCSnapshot(TransactionId xid, Snapshot snapshot)
{
	if (TransactionIdPrecedes(xid, snapshot->xmin))
		return false;
	if (TransactionIdFollowsOrEquals(xid, snapshot->xmax))
		return true;

	if (!snapshot->suboverflowed)
	{
		if (xid_in_list(xid, snapshot->subxip, snapshot->subxcnt))
			return true;
		if (snapshot->takenDuringRecovery)
			return false;
	}
	else
	{
		/* the list of subtransactions is incomplete: look at the parent */
		xid = storage_callbacks.subtrans_topmost(xid);
		if (TransactionIdPrecedes(xid, snapshot->xmin))
			return false;
		if (snapshot->takenDuringRecovery)
			return xid_in_list(xid, snapshot->subxip, snapshot->subxcnt);
	}
	return xid_in_list(xid, snapshot->xip, snapshot->xcnt);
}

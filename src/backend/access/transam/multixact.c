/*
 * multixact.c
 *		Sets of transactions that share a row lock.
 *
 * An id names an immutable array of (xid, status).  pg_multixact/offsets has,
 * per id, the position of its first member; pg_multixact/members the members.
 * The count of members is the next id's offset minus this one's, therefore the
 * offset of the *next* id is stored when an id is made, and the page it lies on
 * exists from then on.
 *
 * M1. Offset 0 is never handed out, so a zero entry means "not written".
 * M2. A set contains at most one updater.
 * M3. An id is logged before anyone can see it in a tuple.
 * M4. Whoever will use or examine ids first announces the oldest one it may
 *	   meet (OldestMemberMXactId, OldestVisibleMXactId); truncation respects it.
 *
 * Locks: MultiXactGenLock guards MultiXactState; taken before the SLRU locks.
 * MultiXactTruncationLock keeps truncations apart.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/multixact.c
 */
#include "postgres.h"

#include "access/multixact.h"
#include "access/slru.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "lib/ilist.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/pmsignal.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/shmem.h"
#include "utils/memutils.h"

int autovacuum_multixact_freeze_max_age = 400000000;

/* ---- where things lie ---- */
#define OFFSETS_PER_PAGE ((MultiXactId) (BLCKSZ / sizeof(MultiXactOffset)))

/* Members: groups of four status bytes and four xids. */
#define GROUP_MEMBERS 4
#define GROUP_SIZE (GROUP_MEMBERS * (1 + sizeof(TransactionId)))
#define GROUPS_PER_PAGE (BLCKSZ / GROUP_SIZE)
#define MEMBERS_PER_PAGE ((MultiXactOffset) (GROUPS_PER_PAGE * GROUP_MEMBERS))
StaticAssertDecl(GROUPS_PER_PAGE *GROUP_MEMBERS == 1636, "members of a page");

#define OFFSET_BUFFERS 8
#define MEMBER_BUFFERS 16
#define MULTIS_LEFT_AT_STOP 3000000
#define MULTIS_LEFT_AT_WARNING 40000000
#define CACHED_SETS_MAX 256
#define WAIT_FOR_OFFSET_TRIES 1000 /* of a millisecond each */

/* Free member space below which vacuum must hurry. */
#define MEMBERS_SAFE ((MultiXactOffset) (MaxMultiXactOffset / 2))
#define MEMBERS_DANGER ((MultiXactOffset) (MaxMultiXactOffset - MaxMultiXactOffset / 4))

static SlruCtlData OffsetCtlData;
static SlruCtlData MemberCtlData;
#define OffsetCtl (&OffsetCtlData)
#define MemberCtl (&MemberCtlData)

/* Guarded by MultiXactGenLock, except the arrays: each process writes its own. */
typedef struct MultiXactStateData
{
	MultiXactId nextMXact;
	MultiXactOffset nextOffset;
	bool finishedStartup;
	MultiXactId oldestMultiXactId; /* minimum datminmxid */
	Oid oldestMultiXactDB;
	MultiXactOffset oldestOffset;
	bool oldestOffsetKnown;
	MultiXactId multiVacLimit;
	MultiXactId multiWarnLimit;
	MultiXactId multiStopLimit;
	MultiXactId multiWrapLimit;
	MultiXactOffset offsetStopLimit; /* valid if oldestOffsetKnown */

	/* OldestMember[slots], then OldestVisible[slots]; index: backend id. */
	MultiXactId perBackendXactIds[FLEXIBLE_ARRAY_MEMBER];
} MultiXactStateData;

static MultiXactStateData *MultiXactState;
static MultiXactId *OldestMemberMXactId;
static MultiXactId *OldestVisibleMXactId;

#define MAX_SLOTS (MaxBackends + 1)

/* Sets seen or made in this transaction, newest first. */
typedef struct CachedSet
{
	dlist_node node;
	MultiXactId multi;
	int nmembers;
	MultiXactMember members[FLEXIBLE_ARRAY_MEMBER];
} CachedSet;

static dlist_head cached_sets = DLIST_STATIC_INIT(cached_sets);
static int n_cached_sets = 0;
static MemoryContext set_context = NULL;

/*
 * Replay of older minor releases: their CREATE_ID for the last id of a page
 * comes before the ZERO_OFF_PAGE of the next.  This is the page we have made
 * early, whose ZERO_OFF_PAGE is then to be ignored.
 */
static int page_made_early = -1;

static inline int
offset_page(MultiXactId multi)
{
	return multi / OFFSETS_PER_PAGE;
}

static inline int
member_page(MultiXactOffset offset)
{
	return offset / MEMBERS_PER_PAGE;
}

static inline MultiXactId
next_multi(MultiXactId multi)
{
	return multi == MaxMultiXactId ? FirstMultiXactId : multi + 1;
}

/* Place of a member's status byte and xid in its page. */
static inline int
status_place(MultiXactOffset offset)
{
	return offset / GROUP_MEMBERS % GROUPS_PER_PAGE * GROUP_SIZE + offset % GROUP_MEMBERS;
}

static inline int
xid_place(MultiXactOffset offset)
{
	return offset / GROUP_MEMBERS % GROUPS_PER_PAGE * GROUP_SIZE + GROUP_MEMBERS +
		offset % GROUP_MEMBERS * sizeof(TransactionId);
}

/* ---- order ---- */

bool
MultiXactIdPrecedes(MultiXactId multi1, MultiXactId multi2)
{
	return (int32) (multi1 - multi2) < 0;
}

bool
MultiXactIdPrecedesOrEquals(MultiXactId multi1, MultiXactId multi2)
{
	return (int32) (multi1 - multi2) <= 0;
}

static inline bool
offset_precedes(MultiXactOffset a, MultiXactOffset b)
{
	return (int32) (a - b) < 0;
}

static bool
offset_page_precedes(int page1, int page2)
{
	MultiXactId m1 = (MultiXactId) page1 * OFFSETS_PER_PAGE + FirstMultiXactId + 1;
	MultiXactId m2 = (MultiXactId) page2 * OFFSETS_PER_PAGE + FirstMultiXactId + 1;

	return MultiXactIdPrecedes(m1, m2) &&
		MultiXactIdPrecedes(m1, m2 + OFFSETS_PER_PAGE - 1);
}

static bool
member_page_precedes(int page1, int page2)
{
	MultiXactOffset o1 = (MultiXactOffset) page1 * MEMBERS_PER_PAGE;
	MultiXactOffset o2 = (MultiXactOffset) page2 * MEMBERS_PER_PAGE;

	return offset_precedes(o1, o2) && offset_precedes(o1, o2 + MEMBERS_PER_PAGE - 1);
}

/* ---- shared memory ---- */

static Size
state_size(void)
{
	return offsetof(MultiXactStateData, perBackendXactIds) +
		sizeof(MultiXactId) * 2 * MAX_SLOTS;
}

Size
MultiXactShmemSize(void)
{
	return MAXALIGN(state_size()) +
		MAXALIGN(SimpleLruShmemSize(OFFSET_BUFFERS, 0)) +
		MAXALIGN(SimpleLruShmemSize(MEMBER_BUFFERS, 0));
}

int
multixactoffsetssyncfiletag(const FileTag *ftag, char *path)
{
	return SlruSyncFileTag(OffsetCtl, ftag, path);
}

int
multixactmemberssyncfiletag(const FileTag *ftag, char *path)
{
	return SlruSyncFileTag(MemberCtl, ftag, path);
}

void
MultiXactShmemInit(void)
{
	static const SyncOps offset_ops = {.sync_syncfiletag = multixactoffsetssyncfiletag};
	static const SyncOps member_ops = {.sync_syncfiletag = multixactmemberssyncfiletag};
	bool found;

	OffsetCtl->PagePrecedes = offset_page_precedes;
	MemberCtl->PagePrecedes = member_page_precedes;
	SimpleLruInit(OffsetCtl, "MultiXactOffset", OFFSET_BUFFERS, 0, MultiXactOffsetSLRULock,
				  "pg_multixact/offsets", LWTRANCHE_MULTIXACTOFFSET_BUFFER,
				  SYNC_HANDLER_MULTIXACT_OFFSET);
	SimpleLruInit(MemberCtl, "MultiXactMember", MEMBER_BUFFERS, 0, MultiXactMemberSLRULock,
				  "pg_multixact/members", LWTRANCHE_MULTIXACTMEMBER_BUFFER,
				  SYNC_HANDLER_MULTIXACT_MEMBER);
	sync_register_handler(SYNC_HANDLER_MULTIXACT_OFFSET, &offset_ops);
	sync_register_handler(SYNC_HANDLER_MULTIXACT_MEMBER, &member_ops);

	MultiXactState = ShmemInitStruct("Shared MultiXact State", state_size(), &found);
	if (!found)
		memset(MultiXactState, 0, state_size());
	OldestMemberMXactId = MultiXactState->perBackendXactIds;
	OldestVisibleMXactId = OldestMemberMXactId + MAX_SLOTS;
}

/* ---- pages ---- */

static int
zero_page(SlruCtl ctl, int pageno, uint8 wal_info)
{
	int slotno = SimpleLruZeroPage(ctl, pageno);

	XLogBeginInsert();
	XLogRegisterData((char *) &pageno, sizeof(int));
	(void) XLogInsert(RM_MULTIXACT_ID, wal_info);
	return slotno;
}

/* The page of `multi` must exist; it does unless multi is the first on it. */
static void
extend_offsets(MultiXactId multi)
{
	if (multi % OFFSETS_PER_PAGE != 0 && multi != FirstMultiXactId)
		return;
	LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
	zero_page(OffsetCtl, offset_page(multi), XLOG_MULTIXACT_ZERO_OFF_PAGE);
	LWLockRelease(MultiXactOffsetSLRULock);
}

/* Pages for members [offset, offset + n): make those that begin in the range. */
static void
extend_members(MultiXactOffset offset, int n)
{
	while (n > 0)
	{
		MultiXactOffset left;
		uint32 in_page = offset % MEMBERS_PER_PAGE;

		if (in_page == 0)
		{
			LWLockAcquire(MultiXactMemberSLRULock, LW_EXCLUSIVE);
			zero_page(MemberCtl, member_page(offset), XLOG_MULTIXACT_ZERO_MEM_PAGE);
			LWLockRelease(MultiXactMemberSLRULock);
		}
		/* The last page of the circle is shorter; unsigned wrap does it. */
		left = MEMBERS_PER_PAGE - in_page;
		if (offset + (left - 1) < offset)
			left = MaxMultiXactOffset - offset + 1;
		if ((MultiXactOffset) n < left)
			break;
		n -= left;
		offset += left;
	}
}

/* ---- the cache of this transaction ---- */

static int
compare_members(const void *a, const void *b)
{
	const MultiXactMember *x = a;
	const MultiXactMember *y = b;

	if (x->xid != y->xid)
		return x->xid > y->xid ? 1 : -1;
	return (x->status > y->status) - (x->status < y->status);
}

static CachedSet *
cache_find(MultiXactId multi, int nmembers, const MultiXactMember *members)
{
	dlist_iter iter;

	dlist_foreach (iter, &cached_sets)
	{
		CachedSet *set = dlist_container(CachedSet, node, iter.cur);

		if (members == NULL ? set->multi == multi : (set->nmembers == nmembers && memcmp(set->members, members, nmembers * sizeof(MultiXactMember)) == 0))
		{
			dlist_move_head(&cached_sets, &set->node);
			return set;
		}
	}
	return NULL;
}

static void
cache_put(MultiXactId multi, int nmembers, const MultiXactMember *members)
{
	CachedSet *set;

	if (set_context == NULL)
		set_context = AllocSetContextCreate(TopTransactionContext, "MultiXact cache context",
											ALLOCSET_SMALL_SIZES);
	set = MemoryContextAlloc(set_context, offsetof(CachedSet, members) + nmembers * sizeof(MultiXactMember));
	set->multi = multi;
	set->nmembers = nmembers;
	memcpy(set->members, members, nmembers * sizeof(MultiXactMember));
	qsort(set->members, nmembers, sizeof(MultiXactMember), compare_members);
	dlist_push_head(&cached_sets, &set->node);
	if (n_cached_sets++ >= CACHED_SETS_MAX)
	{
		dlist_node *old = dlist_tail_node(&cached_sets);

		dlist_delete(old);
		n_cached_sets--;
		pfree(dlist_container(CachedSet, node, old));
	}
}

/* ---- making ids ---- */

/* An unreached limit says nothing; a reached one warns or refuses. */
static void
check_multi_limits(MultiXactId result, const MultiXactStateData *lim)
{
	char *name;

	if (IsUnderPostmaster && result % 65536 == 0)
		SendPostmasterSignal(PMSIGNAL_START_AUTOVAC_LAUNCHER);
	if (IsUnderPostmaster && !MultiXactIdPrecedes(result, lim->multiStopLimit))
	{
		SendPostmasterSignal(PMSIGNAL_START_AUTOVAC_LAUNCHER);
		name = varsup_database_name(lim->oldestMultiXactDB);
		if (name != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("database is not accepting commands that generate new MultiXactIds to avoid wraparound data loss in database \"%s\"",
							name),
					 errhint("Run VACUUM in the whole of that database.")));
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("database is not accepting commands that generate new MultiXactIds to avoid wraparound data loss in database with OID %u",
						lim->oldestMultiXactDB),
				 errhint("Run VACUUM in the whole of that database.")));
	}
	if (!MultiXactIdPrecedes(result, lim->multiWarnLimit))
		ereport(WARNING,
				(errmsg("database with OID %u must be vacuumed before %u more MultiXactIds are used",
						lim->oldestMultiXactDB, lim->multiWrapLimit - result),
				 errhint("Run VACUUM in the whole of that database.")));
}

/* Would `distance` more members from `start` reach the boundary? */
static bool
members_would_reach(MultiXactOffset boundary, MultiXactOffset start, uint32 distance)
{
	MultiXactOffset finish = start + distance;

	if (finish < start)
		finish++; /* offset 0 is skipped */
	if (start < boundary)
		return finish >= boundary || finish < start;
	return finish >= boundary && finish < start;
}

/*
 * Reserve the next id and member space, making pages as needed.  On return
 * MultiXactGenLock is NOT held and a critical section is open, which the caller
 * ends once the set is recorded: an id handed out must be filled.
 */
static MultiXactId
reserve_multi(int nmembers, MultiXactOffset *offset)
{
	MultiXactStateData *state = MultiXactState;
	MultiXactId result;
	MultiXactOffset start;

	if (RecoveryInProgress())
		elog(ERROR, "cannot assign MultiXactIds during recovery");

	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	if (state->nextMXact < FirstMultiXactId)
		state->nextMXact = FirstMultiXactId;
	result = state->nextMXact;
	if (!MultiXactIdPrecedes(result, state->multiVacLimit))
	{
		MultiXactStateData lim = *state;

		LWLockRelease(MultiXactGenLock);
		check_multi_limits(result, &lim);
		LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
		result = state->nextMXact;
	}

	start = state->nextOffset == 0 ? 1 : state->nextOffset;
	if (state->oldestOffsetKnown &&
		members_would_reach(state->offsetStopLimit, start, nmembers))
	{
		Oid db = state->oldestMultiXactDB;

		LWLockRelease(MultiXactGenLock);
		SendPostmasterSignal(PMSIGNAL_START_AUTOVAC_LAUNCHER);
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("multixact \"members\" limit exceeded"),
				 errdetail("There is no room for %d more members.", nmembers),
				 errhint("Run VACUUM in database with OID %u with reduced vacuum_multixact_freeze_min_age and vacuum_multixact_freeze_table_age settings.",
						 db)));
	}

	/* The entry after the new one is written too, so its page must be there. */
	extend_offsets(next_multi(result));
	/* A set does not use offset 0 even if it wraps over it. */
	extend_members(start, nmembers);

	START_CRIT_SECTION();
	state->nextMXact = next_multi(result);
	state->nextOffset = start + nmembers;
	LWLockRelease(MultiXactGenLock);
	*offset = start;
	return result;
}

/* Store a set's offsets (its own and the end) and members. */
static void
record_multi(MultiXactId multi, MultiXactOffset offset, int nmembers,
			 const MultiXactMember *members)
{
	MultiXactId next = next_multi(multi);
	MultiXactOffset next_offset = offset + nmembers;
	int slotno;
	int prev_page = -1;

	if (next_offset == 0)
		next_offset = 1; /* rule M1 */

	LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
	slotno = SimpleLruReadPage(OffsetCtl, offset_page(multi), true, multi);
	((MultiXactOffset *) OffsetCtl->shared->page_buffer[slotno])[multi % OFFSETS_PER_PAGE] = offset;
	OffsetCtl->shared->page_dirty[slotno] = true;
	if (offset_page(next) != offset_page(multi))
		slotno = SimpleLruReadPage(OffsetCtl, offset_page(next), true, next);
	((MultiXactOffset *) OffsetCtl->shared->page_buffer[slotno])[next % OFFSETS_PER_PAGE] = next_offset;
	OffsetCtl->shared->page_dirty[slotno] = true;
	LWLockRelease(MultiXactOffsetSLRULock);

	LWLockAcquire(MultiXactMemberSLRULock, LW_EXCLUSIVE);
	for (int i = 0; i < nmembers; i++, offset++)
	{
		char *page;

		Assert(members[i].status <= MultiXactStatusUpdate);
		if (member_page(offset) != prev_page)
		{
			prev_page = member_page(offset);
			slotno = SimpleLruReadPage(MemberCtl, prev_page, true, multi);
		}
		page = MemberCtl->shared->page_buffer[slotno];
		memcpy(page + xid_place(offset), &members[i].xid, sizeof(TransactionId));
		page[status_place(offset)] = (char) members[i].status;
		MemberCtl->shared->page_dirty[slotno] = true;
	}
	LWLockRelease(MultiXactMemberSLRULock);
}

/*
 * MultiXactIdCreateFromMembers
 *		Id of a set with exactly these members; an equal one of this transaction
 *		is used again.
 *
 * members is sorted in place.  Errors: more than one updater, limits.
 */
MultiXactId
MultiXactIdCreateFromMembers(int nmembers, MultiXactMember *members)
{
	MultiXactId multi;
	MultiXactOffset offset;
	xl_multixact_create xlrec;
	CachedSet *known;
	int nupdaters = 0;

	qsort(members, nmembers, sizeof(MultiXactMember), compare_members);
	known = cache_find(InvalidMultiXactId, nmembers, members);
	if (known != NULL)
		return known->multi;

	for (int i = 0; i < nmembers; i++)
		nupdaters += ISUPDATE_from_mxstatus(members[i].status);
	if (nupdaters > 1)
		elog(ERROR, "new multixact has more than one updating member: %s",
			 mxid_to_string(InvalidMultiXactId, nmembers, members));

	multi = reserve_multi(nmembers, &offset);

	xlrec.mid = multi;
	xlrec.moff = offset;
	xlrec.nmembers = nmembers;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfMultiXactCreate);
	XLogRegisterData((char *) members, nmembers * sizeof(MultiXactMember));
	(void) XLogInsert(RM_MULTIXACT_ID, XLOG_MULTIXACT_CREATE_ID);
	record_multi(multi, offset, nmembers, members);
	END_CRIT_SECTION();

	cache_put(multi, nmembers, members);
	return multi;
}

/* Set of two different transactions. */
MultiXactId
MultiXactIdCreate(TransactionId xid1, MultiXactStatus status1,
				  TransactionId xid2, MultiXactStatus status2)
{
	MultiXactMember members[2] = {{xid1, status1}, {xid2, status2}};

	Assert(TransactionIdIsValid(xid1) && TransactionIdIsValid(xid2));
	Assert(!TransactionIdEquals(xid1, xid2) || status1 != status2);
	Assert(MultiXactIdIsValid(OldestMemberMXactId[MyBackendId]));
	return MultiXactIdCreateFromMembers(2, members);
}

/* Does a member still matter: it runs, or it updated the row and committed. */
static bool
member_matters(const MultiXactMember *member)
{
	return TransactionIdIsInProgress(member->xid) ||
		(ISUPDATE_from_mxstatus(member->status) && TransactionIdDidCommit(member->xid));
}

/*
 * MultiXactIdExpand
 *		Set that has the members of multi that still matter, and xid with status.
 *
 * multi itself if the pair is in it already.
 */
MultiXactId
MultiXactIdExpand(MultiXactId multi, TransactionId xid, MultiXactStatus status)
{
	MultiXactMember *members;
	MultiXactMember *kept;
	int nmembers;
	int nkept = 0;
	MultiXactId result;

	Assert(MultiXactIdIsValid(multi) && TransactionIdIsValid(xid));
	Assert(MultiXactIdIsValid(OldestMemberMXactId[MyBackendId]));

	nmembers = GetMultiXactIdMembers(multi, &members, false, false);
	if (nmembers < 0)
	{
		/* Too old to be of interest: xid stands alone in a new set. */
		MultiXactMember alone = {xid, status};

		return MultiXactIdCreateFromMembers(1, &alone);
	}
	for (int i = 0; i < nmembers; i++)
		if (members[i].xid == xid && members[i].status == status)
		{
			pfree(members);
			return multi;
		}

	kept = palloc(sizeof(MultiXactMember) * (nmembers + 1));
	for (int i = 0; i < nmembers; i++)
		if (member_matters(&members[i]))
			kept[nkept++] = members[i];
	kept[nkept].xid = xid;
	kept[nkept++].status = status;
	result = MultiXactIdCreateFromMembers(nkept, kept);
	pfree(members);
	pfree(kept);
	return result;
}

/* ---- examining ids ---- */

/*
 * MultiXactIdIsRunning
 *		Does any member still run?  isLockOnly: the caller knows that no member is
 *		an updater, so an old multi has none that runs.
 */
bool
MultiXactIdIsRunning(MultiXactId multi, bool isLockOnly)
{
	MultiXactMember *members;
	int nmembers = GetMultiXactIdMembers(multi, &members, false, isLockOnly);
	bool running = false;

	if (nmembers <= 0)
		return false;
	/* Own transactions first: the check is cheap. */
	for (int i = 0; !running && i < nmembers; i++)
		running = TransactionIdIsCurrentTransactionId(members[i].xid);
	for (int i = 0; !running && i < nmembers; i++)
		running = TransactionIdIsInProgress(members[i].xid);
	pfree(members);
	return running;
}

/*
 * MultiXactIdSetOldestMember
 *		Announce that this transaction may put itself into sets (rule M4).
 */
void
MultiXactIdSetOldestMember(void)
{
	if (MultiXactIdIsValid(OldestMemberMXactId[MyBackendId]))
		return;

	/* Under the lock, lest someone compute the oldest id in between. */
	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	OldestMemberMXactId[MyBackendId] = Max(MultiXactState->nextMXact, FirstMultiXactId);
	LWLockRelease(MultiXactGenLock);
}

/* Announce the oldest set this transaction may examine. */
static void
set_oldest_visible(void)
{
	MultiXactId oldest;

	if (MultiXactIdIsValid(OldestVisibleMXactId[MyBackendId]))
		return;
	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	oldest = Max(MultiXactState->nextMXact, FirstMultiXactId);
	for (int i = 1; i < MAX_SLOTS; i++)
		if (MultiXactIdIsValid(OldestMemberMXactId[i]) &&
			MultiXactIdPrecedes(OldestMemberMXactId[i], oldest))
			oldest = OldestMemberMXactId[i];
	OldestVisibleMXactId[MyBackendId] = oldest;
	LWLockRelease(MultiXactGenLock);
}

/* The next id that will be made. */
MultiXactId
ReadNextMultiXactId(void)
{
	MultiXactId multi;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	multi = Max(MultiXactState->nextMXact, FirstMultiXactId);
	LWLockRelease(MultiXactGenLock);
	return multi;
}

void
ReadMultiXactIdRange(MultiXactId *oldest, MultiXactId *next)
{
	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	*oldest = Max(MultiXactState->oldestMultiXactId, FirstMultiXactId);
	*next = Max(MultiXactState->nextMXact, FirstMultiXactId);
	LWLockRelease(MultiXactGenLock);
}

/* Entry of the offsets area. */
static MultiXactOffset
read_offset(MultiXactId multi)
{
	int slotno = SimpleLruReadPage_ReadOnly(OffsetCtl, offset_page(multi), multi);
	MultiXactOffset offset =
		((MultiXactOffset *) OffsetCtl->shared->page_buffer[slotno])[multi % OFFSETS_PER_PAGE];

	LWLockRelease(MultiXactOffsetSLRULock);
	return offset;
}

/*
 * First member and count of a set.  next and next_offset are the counters at
 * the start of the lookup.  An end that is not written yet belongs to a set that
 * another process is about to record (or to an older minor release): wait.
 */
static int
find_members(MultiXactId multi, MultiXactId next, MultiXactOffset next_offset,
			 MultiXactOffset *start)
{
	MultiXactId after = next_multi(multi);
	MultiXactOffset end;

	*start = read_offset(multi);
	if (*start == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("MultiXact %u has invalid offset", multi)));
	if (after == next)
		end = next_offset;
	else
	{
		end = read_offset(after);
		for (int tries = 0; end == 0; tries++)
		{
			if (tries >= WAIT_FOR_OFFSET_TRIES)
				ereport(ERROR,
						(errcode(ERRCODE_DATA_CORRUPTED),
						 errmsg("MultiXact %u has invalid next offset", multi)));
			CHECK_FOR_INTERRUPTS();
			pg_usleep(1000);
			end = read_offset(after);
		}
	}
	/* A wrap of the members area skips offset 0. */
	return (int) (end - *start);
}

/*
 * GetMultiXactIdMembers
 *		Members of a set, palloc'd; the result is their number, or -1 if it is too
 *		old to have any that matter (*members is NULL then).
 *
 * allow_old: multi may precede the oldest known (upgraded tuples).  isLockOnly:
 * a set of lockers only, so a set before any visible one needs no lookup.
 * Errors: multi is from the future, or older than the cluster keeps.
 */
int
GetMultiXactIdMembers(MultiXactId multi, MultiXactMember **members, bool allow_old,
					  bool isLockOnly)
{
	MultiXactId oldest;
	MultiXactId next;
	MultiXactOffset next_offset;
	MultiXactOffset offset;
	CachedSet *known;
	int length;
	int n = 0;
	int slotno = 0;
	int prev_page = -1;

	*members = NULL;
	if (!MultiXactIdIsValid(multi) || allow_old)
		return -1;

	known = cache_find(multi, 0, NULL);
	if (known != NULL)
	{
		*members = palloc(known->nmembers * sizeof(MultiXactMember));
		memcpy(*members, known->members, known->nmembers * sizeof(MultiXactMember));
		return known->nmembers;
	}

	set_oldest_visible();
	/* All lockers of a set older than any announcement have gone. */
	if (isLockOnly && MultiXactIdPrecedes(multi, OldestVisibleMXactId[MyBackendId]))
		return -1;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	oldest = MultiXactState->oldestMultiXactId;
	next = MultiXactState->nextMXact;
	next_offset = MultiXactState->nextOffset;
	LWLockRelease(MultiXactGenLock);
	if (MultiXactIdPrecedes(multi, oldest))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("MultiXactId %u does no longer exist -- apparent wraparound", multi)));
	if (!MultiXactIdPrecedes(multi, next))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("MultiXactId %u has not been created yet -- apparent wraparound",
						multi)));

	length = find_members(multi, next, next_offset, &offset);
	if (length <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("MultiXact %u has %d members", multi, length)));
	*members = palloc(length * sizeof(MultiXactMember));

	for (int i = 0; i < length; i++, offset++)
	{
		TransactionId xid;
		char *page;

		if (member_page(offset) != prev_page)
		{
			if (prev_page >= 0)
				LWLockRelease(MultiXactMemberSLRULock);
			prev_page = member_page(offset);
			slotno = SimpleLruReadPage_ReadOnly(MemberCtl, prev_page, multi);
		}
		page = MemberCtl->shared->page_buffer[slotno];
		memcpy(&xid, page + xid_place(offset), sizeof(xid));
		if (!TransactionIdIsValid(xid))
			continue; /* offset 0, skipped at the wrap */
		(*members)[n].xid = xid;
		(*members)[n++].status = (uint8) page[status_place(offset)];
	}
	LWLockRelease(MultiXactMemberSLRULock);
	cache_put(multi, n, *members);
	return n;
}

static const char *
status_name(MultiXactStatus status)
{
	static const char *const names[] = {"keysh", "sh", "fornokeyupd", "forupd", "nokeyupd", "upd"};

	if (status > MaxMultiXactStatus)
		elog(ERROR, "unrecognized multixact status %d", status);
	return names[status];
}

/* Text of a set for messages; lives in TopMemoryContext until the next call. */
char *
mxid_to_string(MultiXactId multi, int nmembers, MultiXactMember *members)
{
	static char *str = NULL;
	StringInfoData buf;

	if (str != NULL)
		pfree(str);
	initStringInfo(&buf);
	appendStringInfo(&buf, "%u %d[", multi, nmembers);
	for (int i = 0; i < nmembers; i++)
		appendStringInfo(&buf, "%s%u (%s)", i == 0 ? "" : ", ", members[i].xid,
						 status_name(members[i].status));
	appendStringInfoChar(&buf, ']');
	str = MemoryContextStrdup(TopMemoryContext, buf.data);
	pfree(buf.data);
	return str;
}

/* The transaction ends: it announces nothing, and its cache is gone. */
void
AtEOXact_MultiXact(void)
{
	if (MyBackendId != InvalidBackendId)
	{
		/* A stale value in another's eyes only delays truncation. */
		OldestMemberMXactId[MyBackendId] = InvalidMultiXactId;
		OldestVisibleMXactId[MyBackendId] = InvalidMultiXactId;
	}
	set_context = NULL; /* freed with the transaction's memory */
	dlist_init(&cached_sets);
	n_cached_sets = 0;
}

/* ---- start, checkpoint, recovery ---- */

/* initdb: the first pages, on disk. */
void
BootStrapMultiXact(void)
{
	LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
	SimpleLruWritePage(OffsetCtl, SimpleLruZeroPage(OffsetCtl, 0));
	LWLockRelease(MultiXactOffsetSLRULock);
	LWLockAcquire(MultiXactMemberSLRULock, LW_EXCLUSIVE);
	SimpleLruWritePage(MemberCtl, SimpleLruZeroPage(MemberCtl, 0));
	LWLockRelease(MultiXactMemberSLRULock);
}

/* Counters are known from the checkpoint: note the latest pages. */
void
StartupMultiXact(void)
{
	OffsetCtl->shared->latest_page_number = offset_page(MultiXactState->nextMXact);
	MemberCtl->shared->latest_page_number = member_page(MultiXactState->nextOffset);
}

/* Zero the rest of the offsets page from the next id on, and note its start. */
static void
trim_offsets(MultiXactId next, MultiXactOffset offset)
{
	MultiXactOffset *entries;
	uint32 first = next % OFFSETS_PER_PAGE;
	int pageno = offset_page(next);
	int slotno;

	LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
	OffsetCtl->shared->latest_page_number = pageno;
	LWLockRelease(MultiXactOffsetSLRULock);

	/* Releases that did not write ahead have not made this page yet. */
	if (first == 0 && !SimpleLruDoesPhysicalPageExist(OffsetCtl, pageno))
	{
		LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
		slotno = SimpleLruZeroPage(OffsetCtl, pageno);
	}
	else
	{
		LWLockAcquire(MultiXactOffsetSLRULock, LW_EXCLUSIVE);
		slotno = SimpleLruReadPage(OffsetCtl, pageno, true, next);
	}
	entries = (MultiXactOffset *) OffsetCtl->shared->page_buffer[slotno];
	memset(entries + first, 0, BLCKSZ - first * sizeof(MultiXactOffset));
	entries[first] = Max(offset, 1);
	OffsetCtl->shared->page_dirty[slotno] = true;
	LWLockRelease(MultiXactOffsetSLRULock);
}

/*
 * TrimMultiXact
 *		End of recovery: nothing may stand beyond the next id and member.
 */
void
TrimMultiXact(void)
{
	MultiXactId next;
	MultiXactOffset offset;
	MultiXactId oldest;
	Oid oldestdb;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	next = Max(MultiXactState->nextMXact, FirstMultiXactId);
	offset = MultiXactState->nextOffset;
	oldest = MultiXactState->oldestMultiXactId;
	oldestdb = MultiXactState->oldestMultiXactDB;
	LWLockRelease(MultiXactGenLock);

	trim_offsets(next, offset);

	LWLockAcquire(MultiXactMemberSLRULock, LW_EXCLUSIVE);
	MemberCtl->shared->latest_page_number = member_page(offset);
	/* Cut after the last xid; status bytes of the group may stay. */
	if (offset % MEMBERS_PER_PAGE != 0)
	{
		int slotno = SimpleLruReadPage(MemberCtl, member_page(offset), true, offset);
		char *place = MemberCtl->shared->page_buffer[slotno] + xid_place(offset);

		memset(place, 0, BLCKSZ - xid_place(offset));
		MemberCtl->shared->page_dirty[slotno] = true;
	}
	LWLockRelease(MultiXactMemberSLRULock);

	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	MultiXactState->finishedStartup = true;
	LWLockRelease(MultiXactGenLock);
	SetMultiXactIdLimit(oldest, oldestdb, true);
}

/* State for a checkpoint record. */
void
MultiXactGetCheckptMulti(bool is_shutdown, MultiXactId *nextMulti,
						 MultiXactOffset *nextMultiOffset, MultiXactId *oldestMulti,
						 Oid *oldestMultiDB)
{
	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	*nextMulti = MultiXactState->nextMXact;
	*nextMultiOffset = MultiXactState->nextOffset;
	*oldestMulti = MultiXactState->oldestMultiXactId;
	*oldestMultiDB = MultiXactState->oldestMultiXactDB;
	LWLockRelease(MultiXactGenLock);
}

void
CheckPointMultiXact(void)
{
	SimpleLruWriteAll(OffsetCtl, true);
	SimpleLruWriteAll(MemberCtl, true);
}

/* Set the counters, from a shutdown checkpoint. */
void
MultiXactSetNextMXact(MultiXactId nextMulti, MultiXactOffset nextMultiOffset)
{
	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	MultiXactState->nextMXact = nextMulti;
	MultiXactState->nextOffset = nextMultiOffset;
	LWLockRelease(MultiXactGenLock);
}

/* Move the counters forward if they lie behind. */
void
MultiXactAdvanceNextMXact(MultiXactId minMulti, MultiXactOffset minMultiOffset)
{
	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	if (MultiXactIdPrecedes(MultiXactState->nextMXact, minMulti))
		MultiXactState->nextMXact = minMulti;
	if (offset_precedes(MultiXactState->nextOffset, minMultiOffset))
		MultiXactState->nextOffset = minMultiOffset;
	LWLockRelease(MultiXactGenLock);
}

/* Replay: the oldest id the cluster may refer to has moved. */
void
MultiXactAdvanceOldest(MultiXactId oldestMulti, Oid oldestMultiDB)
{
	Assert(InRecovery);
	if (MultiXactIdPrecedes(MultiXactState->oldestMultiXactId, oldestMulti))
		SetMultiXactIdLimit(oldestMulti, oldestMultiDB, false);
}

/* ---- limits and truncation ---- */

/* Start of oldest's members, if its offset can be read. */
static bool
lookup_oldest_offset(MultiXactId oldest, MultiXactOffset *offset)
{
	if (!SimpleLruDoesPhysicalPageExist(OffsetCtl, offset_page(oldest)))
		return false;
	*offset = read_offset(oldest);
	return *offset != 0;
}

/* Derive offsetStopLimit from the oldest member in use. */
static void
set_member_limit(MultiXactId oldest)
{
	MultiXactOffset first = 0;
	bool known;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	known = oldest == Max(MultiXactState->nextMXact, FirstMultiXactId);
	if (known)
		first = MultiXactState->nextOffset;
	LWLockRelease(MultiXactGenLock);
	if (!known)
		known = lookup_oldest_offset(oldest, &first);
	if (!known)
		return;

	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	MultiXactState->oldestOffset = first;
	MultiXactState->oldestOffsetKnown = true;
	/* Stop a whole segment early: removal is by segment. */
	MultiXactState->offsetStopLimit = first -
		first % (MEMBERS_PER_PAGE * SLRU_PAGES_PER_SEGMENT) -
		MEMBERS_PER_PAGE * SLRU_PAGES_PER_SEGMENT;
	LWLockRelease(MultiXactGenLock);
}

static MultiXactId
multi_minus(MultiXactId multi, uint32 n)
{
	MultiXactId res = multi - n;

	return res < FirstMultiXactId ? res - FirstMultiXactId : res;
}

/*
 * SetMultiXactIdLimit
 *		Derive limits from the oldest datminmxid and its database.
 */
void
SetMultiXactIdLimit(MultiXactId oldest_datminmxid, Oid oldest_datoid, bool is_startup)
{
	MultiXactId wrap;
	MultiXactId vac;

	if (!MultiXactIdIsValid(oldest_datminmxid))
		oldest_datminmxid = FirstMultiXactId;
	wrap = oldest_datminmxid + (MaxMultiXactId >> 1);
	if (wrap < FirstMultiXactId)
		wrap += FirstMultiXactId;
	vac = oldest_datminmxid + autovacuum_multixact_freeze_max_age;
	if (vac < FirstMultiXactId)
		vac += FirstMultiXactId;

	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	MultiXactState->oldestMultiXactId = oldest_datminmxid;
	MultiXactState->oldestMultiXactDB = oldest_datoid;
	MultiXactState->multiVacLimit = vac;
	MultiXactState->multiWarnLimit = multi_minus(wrap, MULTIS_LEFT_AT_WARNING);
	MultiXactState->multiStopLimit = multi_minus(wrap, MULTIS_LEFT_AT_STOP);
	MultiXactState->multiWrapLimit = wrap;
	LWLockRelease(MultiXactGenLock);
	ereport(DEBUG1,
			(errmsg_internal("MultiXactId wrap limit is %u, limited by database with OID %u",
							 wrap, oldest_datoid)));

	/* During replay the offsets may not be complete. */
	if (MultiXactState->finishedStartup)
		set_member_limit(oldest_datminmxid);
}

/* The oldest id that any transaction may still look at. */
MultiXactId
GetOldestMultiXactId(void)
{
	MultiXactId oldest;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	oldest = Max(MultiXactState->nextMXact, FirstMultiXactId);
	for (int i = 1; i < MAX_SLOTS; i++)
	{
		if (MultiXactIdIsValid(OldestMemberMXactId[i]) &&
			MultiXactIdPrecedes(OldestMemberMXactId[i], oldest))
			oldest = OldestMemberMXactId[i];
		if (MultiXactIdIsValid(OldestVisibleMXactId[i]) &&
			MultiXactIdPrecedes(OldestVisibleMXactId[i], oldest))
			oldest = OldestVisibleMXactId[i];
	}
	LWLockRelease(MultiXactGenLock);
	return oldest;
}

/*
 * MultiXactMemberFreezeThreshold
 *		Age of sets at which vacuum must freeze, smaller the fuller the members
 *		area is.
 */
int
MultiXactMemberFreezeThreshold(void)
{
	MultiXactOffset members;
	uint32 multis;
	bool known;
	double fraction;
	uint32 victims;

	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	known = MultiXactState->oldestOffsetKnown;
	members = MultiXactState->nextOffset - MultiXactState->oldestOffset;
	multis = MultiXactState->nextMXact - MultiXactState->oldestMultiXactId;
	LWLockRelease(MultiXactGenLock);

	if (!known)
		return 0;
	if (members <= MEMBERS_SAFE)
		return autovacuum_multixact_freeze_max_age;
	fraction = (double) (members - MEMBERS_SAFE) / (MEMBERS_DANGER - MEMBERS_SAFE);
	victims = multis * fraction;
	if (victims > multis)
		return 0;
	return Min(multis - victims, (uint32) autovacuum_multixact_freeze_max_age);
}

/* Unlink member segments from that of start up to that of end (exclusive). */
static void
remove_member_segments(MultiXactOffset start, MultiXactOffset end)
{
	const int maxsegment = member_page(MaxMultiXactOffset) / SLRU_PAGES_PER_SEGMENT;
	int segment = member_page(start) / SLRU_PAGES_PER_SEGMENT;
	int last = member_page(end) / SLRU_PAGES_PER_SEGMENT;

	while (segment != last)
	{
		SlruDeleteSegment(MemberCtl, segment);
		segment = segment == maxsegment ? 0 : segment + 1;
	}
}

static void
remove_offset_segments(MultiXactId newOldest)
{
	/* Keep the page before: its last entry ends the set before newOldest. */
	SimpleLruTruncate(OffsetCtl, offset_page(multi_minus(newOldest, 1)));
}

typedef struct EarliestPage
{
	int page;
} EarliestPage;

static bool
note_earliest_page(SlruCtl ctl, char *filename, int segpage, void *data)
{
	EarliestPage *earliest = data;

	if (earliest->page < 0 || ctl->PagePrecedes(segpage, earliest->page))
		earliest->page = segpage;
	return false;
}

/*
 * TruncateMultiXact
 *		Remove the files of sets before newOldestMulti.
 *
 * Called by VACUUM after datminmxid of all databases has passed it.  The record
 * is on disk before the first unlink; the limit moves in between, in a critical
 * section, so that no lookup finds files missing.
 */
void
TruncateMultiXact(MultiXactId newOldestMulti, Oid newOldestMultiDB)
{
	MultiXactId oldest;
	MultiXactId next;
	MultiXactOffset next_offset;
	MultiXactOffset old_offset;
	MultiXactOffset new_offset;
	EarliestPage earliest = {-1};
	MultiXactId first;
	xl_multixact_truncate xlrec;

	Assert(MultiXactState->finishedStartup);
	LWLockAcquire(MultiXactTruncationLock, LW_EXCLUSIVE);
	LWLockAcquire(MultiXactGenLock, LW_SHARED);
	next = MultiXactState->nextMXact;
	next_offset = MultiXactState->nextOffset;
	oldest = MultiXactState->oldestMultiXactId;
	LWLockRelease(MultiXactGenLock);

	if (MultiXactIdPrecedesOrEquals(newOldestMulti, oldest))
		goto done;
	(void) SlruScanDirectory(OffsetCtl, note_earliest_page, &earliest);
	first = earliest.page < 0 ? FirstMultiXactId : Max((MultiXactId) earliest.page * OFFSETS_PER_PAGE, FirstMultiXactId);
	if (MultiXactIdPrecedes(oldest, first))
		oldest = first;
	if (oldest == next)
		old_offset = next_offset;
	else if (!lookup_oldest_offset(oldest, &old_offset))
	{
		ereport(LOG,
				(errmsg("oldest MultiXact %u not found, earliest MultiXact %u, skipping truncation",
						oldest, first)));
		goto done;
	}
	if (newOldestMulti == next)
		new_offset = next_offset;
	else if (!lookup_oldest_offset(newOldestMulti, &new_offset))
	{
		ereport(LOG,
				(errmsg("cannot truncate up to MultiXact %u because it does not exist on disk, skipping truncation",
						newOldestMulti)));
		goto done;
	}

	xlrec.oldestMultiDB = newOldestMultiDB;
	xlrec.startTruncOff = oldest;
	xlrec.endTruncOff = newOldestMulti;
	xlrec.startTruncMemb = old_offset;
	xlrec.endTruncMemb = new_offset;
	START_CRIT_SECTION();
	/* A checkpoint between record and unlinks would lose the latter. */
	Assert((MyProc->delayChkptFlags & DELAY_CHKPT_START) == 0);
	MyProc->delayChkptFlags |= DELAY_CHKPT_START;
	XLogBeginInsert();
	XLogRegisterData((char *) &xlrec, SizeOfMultiXactTruncate);
	XLogFlush(XLogInsert(RM_MULTIXACT_ID, XLOG_MULTIXACT_TRUNCATE_ID));

	LWLockAcquire(MultiXactGenLock, LW_EXCLUSIVE);
	MultiXactState->oldestMultiXactId = newOldestMulti;
	MultiXactState->oldestMultiXactDB = newOldestMultiDB;
	LWLockRelease(MultiXactGenLock);
	remove_member_segments(old_offset, new_offset);
	remove_offset_segments(newOldestMulti);
	MyProc->delayChkptFlags &= ~DELAY_CHKPT_START;
	END_CRIT_SECTION();
done:
	LWLockRelease(MultiXactTruncationLock);
}

/* ---- replay ---- */

static void
redo_zero_page(SlruCtl ctl, LWLock *lock, int pageno)
{
	LWLockAcquire(lock, LW_EXCLUSIVE);
	SimpleLruWritePage(ctl, SimpleLruZeroPage(ctl, pageno));
	LWLockRelease(lock);
}

static void
redo_create(xl_multixact_create *xlrec)
{
	MultiXactId next = next_multi(xlrec->mid);
	TransactionId max_xid = InvalidTransactionId;

	/* See page_made_early. */
	if (next % OFFSETS_PER_PAGE == 0 &&
		OffsetCtl->shared->latest_page_number != offset_page(next) &&
		!SimpleLruDoesPhysicalPageExist(OffsetCtl, offset_page(next)))
	{
		redo_zero_page(OffsetCtl, MultiXactOffsetSLRULock, offset_page(next));
		page_made_early = offset_page(next);
	}

	record_multi(xlrec->mid, xlrec->moff, xlrec->nmembers, xlrec->members);
	MultiXactAdvanceNextMXact(next, xlrec->moff + xlrec->nmembers);

	for (int i = 0; i < xlrec->nmembers; i++)
		if (!TransactionIdIsValid(max_xid) ||
			TransactionIdPrecedes(max_xid, xlrec->members[i].xid))
			max_xid = xlrec->members[i].xid;
	AdvanceNextFullTransactionIdPastXid(max_xid);
}

static void
redo_truncate(xl_multixact_truncate *xlrec)
{
	LWLockAcquire(MultiXactTruncationLock, LW_EXCLUSIVE);
	SetMultiXactIdLimit(xlrec->endTruncOff, xlrec->oldestMultiDB, false);
	remove_member_segments(xlrec->startTruncMemb, xlrec->endTruncMemb);

	/* Replay has not set latest_page_number; this guards the truncation. */
	OffsetCtl->shared->latest_page_number = offset_page(xlrec->endTruncOff);
	remove_offset_segments(xlrec->endTruncOff);
	LWLockRelease(MultiXactTruncationLock);
}

void
multixact_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	char *data = XLogRecGetData(record);
	int pageno;

	switch (info)
	{
		case XLOG_MULTIXACT_ZERO_OFF_PAGE:
			memcpy(&pageno, data, sizeof(int));
			if (pageno != page_made_early)
				redo_zero_page(OffsetCtl, MultiXactOffsetSLRULock, pageno);
			page_made_early = -1;
			break;
		case XLOG_MULTIXACT_ZERO_MEM_PAGE:
			memcpy(&pageno, data, sizeof(int));
			redo_zero_page(MemberCtl, MultiXactMemberSLRULock, pageno);
			break;
		case XLOG_MULTIXACT_CREATE_ID:
			redo_create((xl_multixact_create *) data);
			break;
		case XLOG_MULTIXACT_TRUNCATE_ID:
			redo_truncate((xl_multixact_truncate *) data);
			break;
		default:
			elog(PANIC, "multixact_redo: unknown op code %u", info);
	}
}

const RmgrData multixact_rmgr = {.rm_name = "MultiXact", .rm_redo = multixact_redo};

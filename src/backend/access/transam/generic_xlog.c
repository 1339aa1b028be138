/*
 * generic_xlog.c
 *		Logs changes of arbitrary pages as byte differences.
 *
 * A change is made on copies of the pages; at the end each copy is compared with
 * its page, outside of the hole, and a list of fragments {offset, length, bytes}
 * becomes the block's data.  Replay lays the fragments over the page and zeroes
 * the hole, as the writer does.  The LogicalMessage manager, whose records mean
 * nothing to replay, lives here too.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/generic_xlog.c
 */
#include "postgres.h"

#include "access/generic_xlog.h"
#include "access/rmgr.h"
#include "access/xlogutils.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/rel.h"

/* Equal bytes between two fragments that are not worth a new header. */
#define FRAGMENT_HEADER_SIZE (2 * sizeof(OffsetNumber))
#define MATCH_THRESHOLD FRAGMENT_HEADER_SIZE

/* Every second byte different would be the worst, but joins into one. */
#define MAX_DELTA_SIZE (BLCKSZ + 2 * FRAGMENT_HEADER_SIZE)

typedef struct PageChange
{
	Buffer buffer;
	int flags;
	int delta_len;
	char *image; /* the caller's copy */
	char delta[MAX_DELTA_SIZE];
} PageChange;

struct GenericXLogState
{
	PGAlignedBlock images[MAX_GENERIC_XLOG_PAGES];
	PageChange pages[MAX_GENERIC_XLOG_PAGES];
	bool logged;
};

static void
put_fragment(PageChange *pc, int offset, int length, const char *data)
{
	OffsetNumber off = (OffsetNumber) offset;
	OffsetNumber len = (OffsetNumber) length;
	char *ptr = pc->delta + pc->delta_len;

	Assert(pc->delta_len + FRAGMENT_HEADER_SIZE + length <= MAX_DELTA_SIZE);
	memcpy(ptr, &off, sizeof(off));
	memcpy(ptr + sizeof(off), &len, sizeof(len));
	memcpy(ptr + FRAGMENT_HEADER_SIZE, data, length);
	pc->delta_len += FRAGMENT_HEADER_SIZE + length;
}

/*
 * Fragments for bytes [start, end) of the new page; those at or beyond
 * valid_end have no old counterpart and all count as changed, as do those
 * before valid_start.
 */
static void
compare_region(PageChange *pc, const char *now, const char *before, int start, int end,
			   int valid_start, int valid_end)
{
	int frag_start = -1;
	int frag_end = 0;

	for (int i = start; i < end; i++)
	{
		bool differs = i < valid_start || i >= valid_end || now[i] != before[i];

		if (!differs)
			continue;
		if (frag_start >= 0 && i - frag_end > (int) MATCH_THRESHOLD)
		{
			put_fragment(pc, frag_start, frag_end - frag_start, now + frag_start);
			frag_start = -1;
		}
		if (frag_start < 0)
			frag_start = i;
		frag_end = i + 1;
	}
	if (frag_start >= 0)
		put_fragment(pc, frag_start, frag_end - frag_start, now + frag_start);
}

static void
compute_delta(PageChange *pc, Page now, Page before)
{
	PageHeader hn = (PageHeader) now;
	PageHeader hb = (PageHeader) before;

	pc->delta_len = 0;
	compare_region(pc, now, before, 0, hn->pd_lower, 0, hb->pd_lower);
	compare_region(pc, now, before, hn->pd_upper, BLCKSZ, hb->pd_upper, BLCKSZ);
}

/* Begin a change of a relation's pages; palloc'd state. */
GenericXLogState *
GenericXLogStart(Relation relation)
{
	GenericXLogState *state = palloc(sizeof(GenericXLogState));

	state->logged = RelationNeedsWAL(relation);
	for (int i = 0; i < MAX_GENERIC_XLOG_PAGES; i++)
	{
		state->pages[i].image = state->images[i].data;
		state->pages[i].buffer = InvalidBuffer;
	}
	return state;
}

/*
 * GenericXLogRegisterBuffer
 *		Copy of the buffer's page, to be changed; the same one if asked again.
 *
 * Errors: more than MAX_GENERIC_XLOG_PAGES buffers.
 */
Page
GenericXLogRegisterBuffer(GenericXLogState *state, Buffer buffer, int flags)
{
	for (int i = 0; i < MAX_GENERIC_XLOG_PAGES; i++)
	{
		PageChange *pc = &state->pages[i];

		if (pc->buffer == buffer)
			return (Page) pc->image;
		if (BufferIsInvalid(pc->buffer))
		{
			pc->buffer = buffer;
			pc->flags = flags;
			memcpy(pc->image, BufferGetPage(buffer), BLCKSZ);
			return (Page) pc->image;
		}
	}
	elog(ERROR, "maximum number %d of generic xlog buffers is exceeded",
		 MAX_GENERIC_XLOG_PAGES);
	return NULL;
}

/* Take over the copy into the page, with a zeroed hole. */
static void
install_copy(PageChange *pc)
{
	Page page = BufferGetPage(pc->buffer);
	PageHeader hdr = (PageHeader) pc->image;

	memcpy(page, pc->image, hdr->pd_lower);
	memset(page + hdr->pd_lower, 0, hdr->pd_upper - hdr->pd_lower);
	memcpy(page + hdr->pd_upper, pc->image + hdr->pd_upper, BLCKSZ - hdr->pd_upper);
	MarkBufferDirty(pc->buffer);
}

/*
 * GenericXLogFinish
 *		Make the change, and log it unless the relation is unlogged; the record's
 *		end LSN, or 0.  Frees the state.
 */
XLogRecPtr
GenericXLogFinish(GenericXLogState *state)
{
	XLogRecPtr lsn = InvalidXLogRecPtr;

	if (state->logged)
		XLogBeginInsert();
	START_CRIT_SECTION();
	for (int i = 0; i < MAX_GENERIC_XLOG_PAGES; i++)
	{
		PageChange *pc = &state->pages[i];

		if (BufferIsInvalid(pc->buffer))
			continue;
		if (state->logged && !(pc->flags & GENERIC_XLOG_FULL_IMAGE))
			compute_delta(pc, (Page) pc->image, BufferGetPage(pc->buffer));
		install_copy(pc);
		if (!state->logged)
			continue;
		if (pc->flags & GENERIC_XLOG_FULL_IMAGE)
			XLogRegisterBuffer(i, pc->buffer, REGBUF_FORCE_IMAGE | REGBUF_STANDARD);
		else
		{
			XLogRegisterBuffer(i, pc->buffer, REGBUF_STANDARD);
			XLogRegisterBufData(i, pc->delta, pc->delta_len);
		}
	}
	if (state->logged)
	{
		lsn = XLogInsert(RM_GENERIC_ID, 0);
		for (int i = 0; i < MAX_GENERIC_XLOG_PAGES; i++)
			if (!BufferIsInvalid(state->pages[i].buffer))
				PageSetLSN(BufferGetPage(state->pages[i].buffer), lsn);
	}
	END_CRIT_SECTION();
	pfree(state);
	return lsn;
}

/* Give the change up. */
void
GenericXLogAbort(GenericXLogState *state)
{
	pfree(state);
}

/* Lay fragments over a page. */
static void
apply_delta(Page page, const char *delta, Size len)
{
	const char *end = delta + len;

	while (delta < end)
	{
		OffsetNumber off;
		OffsetNumber n;

		memcpy(&off, delta, sizeof(off));
		memcpy(&n, delta + sizeof(off), sizeof(n));
		delta += FRAGMENT_HEADER_SIZE;
		if (off + n > BLCKSZ || delta + n > end)
			elog(PANIC, "generic WAL record has a fragment beyond its page");
		memcpy(page + off, delta, n);
		delta += n;
	}
}

void
generic_redo(XLogReaderState *record)
{
	Buffer buffers[MAX_GENERIC_XLOG_PAGES];

	Assert(XLogRecMaxBlockId(record) < MAX_GENERIC_XLOG_PAGES);
	/* All locks are held until the end, as the writer did. */
	for (int id = 0; id <= XLogRecMaxBlockId(record); id++)
	{
		buffers[id] = InvalidBuffer;
		if (!XLogRecHasBlockRef(record, id))
			continue;
		if (XLogReadBufferForRedo(record, id, &buffers[id]) == BLK_NEEDS_REDO)
		{
			Page page = BufferGetPage(buffers[id]);
			PageHeader hdr = (PageHeader) page;
			Size len;
			char *delta = XLogRecGetBlockData(record, id, &len);

			apply_delta(page, delta, len);
			memset(page + hdr->pd_lower, 0, hdr->pd_upper - hdr->pd_lower);
			PageSetLSN(page, record->EndRecPtr);
			MarkBufferDirty(buffers[id]);
		}
	}
	for (int id = 0; id <= XLogRecMaxBlockId(record); id++)
		if (BufferIsValid(buffers[id]))
			UnlockReleaseBuffer(buffers[id]);
}

/* For consistency checks: what replay need not reproduce. */
void
generic_mask(char *page, BlockNumber blkno)
{
	PageHeader hdr = (PageHeader) page;

	PageSetLSN(page, InvalidXLogRecPtr);
	hdr->pd_checksum = 0;
	if (hdr->pd_lower <= hdr->pd_upper && hdr->pd_upper <= BLCKSZ)
		memset(page + hdr->pd_lower, 0, hdr->pd_upper - hdr->pd_lower);
}

const RmgrData generic_rmgr = {
	.rm_name = "Generic",
	.rm_redo = generic_redo,
	.rm_mask = generic_mask,
};

/* Messages are for logical decoding alone. */
static void
logicalmsg_redo(XLogReaderState *record)
{
}

const RmgrData logicalmsg_rmgr = {.rm_name = "LogicalMessage", .rm_redo = logicalmsg_redo};

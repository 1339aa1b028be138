/*
 * xactdesc.c
 *		Descriptions of Transaction and Standby records.
 *
 * The chunks of a commit or abort record follow each other without
 * alignment; a cursor goes through them (parse_chunks), and the pieces are
 * printed in their own order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/rmgrdesc/xactdesc.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/rmgrdesc.h"

/* Bits of xinfo. */
#define HAS_DBINFO 0x001
#define HAS_SUBXACTS 0x002
#define HAS_RELFILES 0x004
#define HAS_INVALS 0x008
#define HAS_TWOPHASE 0x010
#define HAS_ORIGIN 0x020
#define HAS_GID 0x080
#define HAS_STATS 0x100
#define APPLY_FEEDBACK 0x20000000u
#define UPDATE_INIT_FILE 0x40000000u
#define FORCE_SYNC 0x80000000u

/* A list inside the main data: its length, and where its items are. */
typedef struct Chunk
{
	int n;
	Size at;
} Chunk;

typedef struct CommitParts
{
	uint32 xinfo;
	Oid dbid;
	Oid tsid;
	Chunk subxacts;
	Chunk relfiles;
	Chunk stats;
	Chunk invals;
	TransactionId twophase_xid;
	uint64 origin_lsn;
	TimestampTz origin_time;
} CommitParts;

static RecordNames xact_names = {
	"COMMIT", "PREPARE", "ABORT", "COMMIT_PREPARED", "ABORT_PREPARED", "ASSIGNMENT", "INVALIDATION"};

const char *
xact_identify(uint8 info)
{
	return record_name(xact_names, info & 0x70);
}

static Chunk
take_list(XLogReaderState *r, Size *at, Size item)
{
	Chunk c = {.n = rec_i32(r, *at), .at = *at + 4};

	if (c.n < 0 || c.at > XLogRecGetDataLen(r) || (Size) c.n > (XLogRecGetDataLen(r) - c.at) / item)
		c.n = 0;
	*at = c.at + (Size) c.n * item;
	return c;
}

static void
parse_chunks(XLogReaderState *r, CommitParts *parts)
{
	Size at = 8;

	memset(parts, 0, sizeof(*parts));
	if (XLogRecGetInfo(r) & 0x80)
	{
		parts->xinfo = rec_u32(r, at);
		at += 4;
	}
	if (parts->xinfo & HAS_DBINFO)
	{
		parts->dbid = rec_u32(r, at);
		parts->tsid = rec_u32(r, at + 4);
		at += 8;
	}
	if (parts->xinfo & HAS_SUBXACTS)
		parts->subxacts = take_list(r, &at, 4);
	if (parts->xinfo & HAS_RELFILES)
		parts->relfiles = take_list(r, &at, 12);
	if (parts->xinfo & HAS_STATS)
		parts->stats = take_list(r, &at, 12);
	if (parts->xinfo & HAS_INVALS)
		parts->invals = take_list(r, &at, 16);
	if (parts->xinfo & HAS_TWOPHASE)
	{
		parts->twophase_xid = rec_u32(r, at);
		at += 4;
		if (parts->xinfo & HAS_GID)
		{
			while (rec_u8(r, at) != 0)
				at++;
			at++;
		}
	}
	if (parts->xinfo & HAS_ORIGIN)
	{
		parts->origin_lsn = rec_u64(r, at);
		parts->origin_time = rec_i64(r, at + 8);
	}
}

static void
relfiles_desc(StringInfo buf, XLogReaderState *r, const char *label, Chunk files)
{
	if (files.n == 0)
		return;
	appendStringInfo(buf, "; %s:", label);
	for (int i = 0; i < files.n; i++)
	{
		appendStringInfoChar(buf, ' ');
		desc_relation_path(buf, r, files.at + (Size) i * 12, 0);
	}
}

static void
subxacts_desc(StringInfo buf, XLogReaderState *r, Chunk xids)
{
	if (xids.n == 0)
		return;
	appendStringInfoString(buf, "; subxacts:");
	for (int i = 0; i < xids.n; i++)
		appendStringInfo(buf, " %u", rec_u32(r, xids.at + (Size) i * 4));
}

static void
stats_desc(StringInfo buf, XLogReaderState *r, const char *label, Chunk stats)
{
	if (stats.n == 0)
		return;
	appendStringInfo(buf, "; %sdropped stats:", label);
	for (int i = 0; i < stats.n; i++)
	{
		Size at = stats.at + (Size) i * 12;

		appendStringInfo(buf, " %d/%u/%u", rec_i32(r, at), rec_u32(r, at + 4), rec_u32(r, at + 8));
	}
}

static void
origin_desc(StringInfo buf, XLogReaderState *r, uint64 lsn, TimestampTz time)
{
	appendStringInfo(buf, "; origin: node %u, lsn %X/%X, at %s", XLogRecGetOrigin(r),
					 (uint32) (lsn >> 32), (uint32) lsn, desc_time(time));
}

static void
end_of_xact_desc(StringInfo buf, XLogReaderState *r, bool commit)
{
	CommitParts p;

	parse_chunks(r, &p);
	if (p.xinfo & HAS_TWOPHASE)
		appendStringInfo(buf, "%u: ", p.twophase_xid);
	appendStringInfoString(buf, desc_time(rec_i64(r, 0)));
	relfiles_desc(buf, r, "rels", p.relfiles);
	subxacts_desc(buf, r, p.subxacts);
	if (!commit)
	{
		if (p.xinfo & HAS_ORIGIN)
			origin_desc(buf, r, p.origin_lsn, p.origin_time);
		stats_desc(buf, r, "", p.stats);
		return;
	}
	stats_desc(buf, r, "", p.stats);
	desc_invalidations(buf, r, p.invals.at, p.invals.n, p.dbid, p.tsid, (p.xinfo & UPDATE_INIT_FILE) != 0);
	if (p.xinfo & APPLY_FEEDBACK)
		appendStringInfoString(buf, "; apply_feedback");
	if (p.xinfo & FORCE_SYNC)
		appendStringInfoString(buf, "; sync");
	if (p.xinfo & HAS_ORIGIN)
		origin_desc(buf, r, p.origin_lsn, p.origin_time);
}

/* A list of the two-phase state, whose length stands in the header. */
static Chunk
take_padded(XLogReaderState *r, Size *at, int n, Size item)
{
	Chunk c = {.n = n, .at = *at};

	if (n < 0 || *at > XLogRecGetDataLen(r) || (Size) n > (XLogRecGetDataLen(r) - *at) / item)
		c.n = 0;
	*at += MAXALIGN((Size) c.n * item);
	return c;
}

static void
prepare_desc(StringInfo buf, XLogReaderState *r)
{
	Size at = 72;
	Size gid = at;
	Chunk subxacts,
		commit_rels,
		abort_rels,
		commit_stats,
		abort_stats,
		invals;

	at += MAXALIGN((Size) rec_u16(r, 54));
	subxacts = take_padded(r, &at, rec_i32(r, 28), 4);
	commit_rels = take_padded(r, &at, rec_i32(r, 32), 12);
	abort_rels = take_padded(r, &at, rec_i32(r, 36), 12);
	commit_stats = take_padded(r, &at, rec_i32(r, 40), 12);
	abort_stats = take_padded(r, &at, rec_i32(r, 44), 12);
	invals = take_padded(r, &at, rec_i32(r, 48), 16);

	if (gid < XLogRecGetDataLen(r))
		appendStringInfo(buf, "gid %.*s: ", (int) Min((Size) rec_u16(r, 54), XLogRecGetDataLen(r) - gid),
						 XLogRecGetData(r) + gid);
	appendStringInfoString(buf, desc_time(rec_i64(r, 16)));
	relfiles_desc(buf, r, "rels(commit)", commit_rels);
	relfiles_desc(buf, r, "rels(abort)", abort_rels);
	stats_desc(buf, r, "commit ", commit_stats);
	stats_desc(buf, r, "abort ", abort_stats);
	subxacts_desc(buf, r, subxacts);
	desc_invalidations(buf, r, invals.at, invals.n, rec_u32(r, 12), 0, rec_u8(r, 52) != 0);
	if (XLogRecGetOrigin(r) != 0)
		origin_desc(buf, r, rec_u64(r, 56), rec_i64(r, 64));
}

void
xact_desc(StringInfo buf, XLogReaderState *r)
{
	Size at;
	Chunk list;

	switch (XLogRecGetInfo(r) & 0x70)
	{
		case 0x00:
		case 0x30:
			end_of_xact_desc(buf, r, true);
			break;
		case 0x20:
		case 0x40:
			end_of_xact_desc(buf, r, false);
			break;
		case 0x10:
			prepare_desc(buf, r);
			break;
		case 0x50:
			at = 4;
			list = take_list(r, &at, 4);
			appendStringInfo(buf, "xtop %u: subxacts:", rec_u32(r, 0));
			for (int i = 0; i < list.n; i++)
				appendStringInfo(buf, " %u", rec_u32(r, list.at + (Size) i * 4));
			break;
		case 0x60:
			at = 0;
			list = take_list(r, &at, 16);
			desc_invalidations(buf, r, list.at, list.n, InvalidOid, InvalidOid, false);
			break;
	}
}

/* ---- Standby ---- */

static RecordNames standby_names = {"LOCK", "RUNNING_XACTS", "INVALIDATIONS"};

const char *
standby_identify(uint8 info)
{
	return record_name(standby_names, info & ~XLR_INFO_MASK);
}

static void
running_xacts_desc(StringInfo buf, XLogReaderState *r)
{
	int n = rec_i32(r, 0);

	appendStringInfo(buf, "nextXid %u latestCompletedXid %u oldestRunningXid %u",
					 rec_u32(r, 12), rec_u32(r, 20), rec_u32(r, 16));
	if (n > 0)
	{
		appendStringInfo(buf, "; %d xacts:", n);
		for (int i = 0; i < n && 24 + (Size) i * 4 < XLogRecGetDataLen(r); i++)
			appendStringInfo(buf, " %u", rec_u32(r, 24 + (Size) i * 4));
	}
	if (rec_u8(r, 8))
		appendStringInfoString(buf, "; subxid ovf");
}

void
standby_desc(StringInfo buf, XLogReaderState *r)
{
	Size at = 0;
	Chunk list;

	switch (XLogRecGetInfo(r) & ~XLR_INFO_MASK)
	{
		case 0x00:
			list = take_list(r, &at, 12);
			for (int i = 0; i < list.n; i++)
			{
				at = list.at + (Size) i * 12;
				appendStringInfo(buf, "xid %u db %u rel %u ", rec_u32(r, at), rec_u32(r, at + 4), rec_u32(r, at + 8));
			}
			break;
		case 0x10:
			running_xacts_desc(buf, r);
			break;
		case 0x20:
			at = 12;
			list = take_list(r, &at, 16);
			desc_invalidations(buf, r, list.at, list.n, rec_u32(r, 0), rec_u32(r, 4), rec_u8(r, 8) != 0);
			break;
	}
}

/*
 * heapdesc.c
 *		Descriptions of Heap, Heap2 and Sequence records, and of the small
 *		managers ReplicationOrigin, Generic and LogicalMessage.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/rmgrdesc/heapdesc.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/rmgrdesc.h"

/* ---- Heap ---- */

static RecordNames heap_names = {
	"INSERT", "DELETE", "UPDATE", "TRUNCATE", "HOT_UPDATE", "HEAP_CONFIRM", "LOCK", "INPLACE",
	"INSERT+INIT", NULL, "UPDATE+INIT", NULL, "HOT_UPDATE+INIT"};

const char *
heap_identify(uint8 info)
{
	return record_name(heap_names, info & ~XLR_INFO_MASK);
}

/* What a lock or a new xmax did to the tuple's infomask. */
static void
infobits_desc(StringInfo buf, uint8 bits)
{
	static const char *const words[] = {
		"IS_MULTI ", "LOCK_ONLY ", "EXCL_LOCK ", "KEYSHR_LOCK ", "KEYS_UPDATED "};

	for (int i = 0; i < lengthof(words); i++)
	{
		if (bits & (1 << i))
			appendStringInfoString(buf, words[i]);
	}
}

static void
truncate_desc(StringInfo buf, XLogReaderState *r)
{
	uint32 n = rec_u32(r, 4);
	uint8 flags = rec_u8(r, 8);

	if (flags & 1)
		appendStringInfoString(buf, "cascade ");
	if (flags & 2)
		appendStringInfoString(buf, "restart_seqs ");
	appendStringInfo(buf, "nrelids %u relids", n);
	for (uint32 i = 0; i < n && 12 + (Size) i * 4 < XLogRecGetDataLen(r); i++)
		appendStringInfo(buf, " %u", rec_u32(r, 12 + (Size) i * 4));
}

/* A row logged as a delta, which only the extended format has. */
static void
delta_desc(StringInfo buf, XLogReaderState *r)
{
	Size len = 0;

	if (!r->record->extended || (rec_u8(r, 7) & 0x80) == 0)
		return;
	if (XLogRecHasBlockData(r, 0))
		XLogRecGetBlockData(r, 0, &len);
	/* Its block data: five bytes of the row's header, then the delta. */
	if (len >= 5)
		appendStringInfo(buf, "; delta of %zu bytes", len - 5);
	else
		appendStringInfoString(buf, "; delta");
}

void
heap_desc(StringInfo buf, XLogReaderState *r)
{
	switch (XLogRecGetInfo(r) & 0x70)
	{
		case 0x00:
			appendStringInfo(buf, "off %u flags 0x%02X", rec_u16(r, 0), rec_u8(r, 2));
			break;
		case 0x10:
			appendStringInfo(buf, "off %u flags 0x%02X ", rec_u16(r, 4), rec_u8(r, 7));
			infobits_desc(buf, rec_u8(r, 6));
			break;
		case 0x20:
		case 0x40:
			appendStringInfo(buf, "off %u xmax %u flags 0x%02X ", rec_u16(r, 4), rec_u32(r, 0), rec_u8(r, 7));
			infobits_desc(buf, rec_u8(r, 6));
			appendStringInfo(buf, "; new off %u xmax %u", rec_u16(r, 12), rec_u32(r, 8));
			delta_desc(buf, r);
			break;
		case 0x30:
			truncate_desc(buf, r);
			break;
		case 0x50:
		case 0x70:
			appendStringInfo(buf, "off %u", rec_u16(r, 0));
			break;
		case 0x60:
			appendStringInfo(buf, "off %u: xid %u: flags 0x%02X ", rec_u16(r, 4), rec_u32(r, 0), rec_u8(r, 7));
			infobits_desc(buf, rec_u8(r, 6));
			break;
	}
}

/* ---- Heap2 ---- */

static RecordNames heap2_names = {
	"REWRITE", "PRUNE", "VACUUM", "FREEZE_PAGE", "VISIBLE", "MULTI_INSERT", "LOCK_UPDATED", "NEW_CID",
	NULL, NULL, NULL, NULL, NULL, "MULTI_INSERT+INIT"};

const char *
heap2_identify(uint8 info)
{
	return record_name(heap2_names, info & ~XLR_INFO_MASK);
}

static void
new_cid_desc(StringInfo buf, XLogReaderState *r)
{
	uint32 block = ((uint32) rec_u16(r, 28) << 16) | rec_u16(r, 30);

	desc_rel_triple(buf, r, 16);
	appendStringInfo(buf, "; tid %u/%u; cmin: %u, cmax: %u, combo: %u", block, rec_u16(r, 32),
					 rec_u32(r, 4), rec_u32(r, 8), rec_u32(r, 12));
}

void
heap2_desc(StringInfo buf, XLogReaderState *r)
{
	switch (XLogRecGetInfo(r) & 0x70)
	{
		case 0x10:
			appendStringInfo(buf, "latestRemovedXid %u nredirected %u ndead %u", rec_u32(r, 0), rec_u16(r, 4), rec_u16(r, 6));
			break;
		case 0x20:
			appendStringInfo(buf, "nunused %u", rec_u16(r, 0));
			break;
		case 0x30:
			appendStringInfo(buf, "cutoff xid %u ntuples %u", rec_u32(r, 0), rec_u16(r, 4));
			break;
		case 0x40:
			appendStringInfo(buf, "cutoff xid %u flags 0x%02X", rec_u32(r, 0), rec_u8(r, 4));
			break;
		case 0x50:
			appendStringInfo(buf, "%d tuples flags 0x%02X", rec_u16(r, 2), rec_u8(r, 0));
			break;
		case 0x60:
			appendStringInfo(buf, "off %u: xmax %u: flags 0x%02X ", rec_u16(r, 4), rec_u32(r, 0), rec_u8(r, 7));
			infobits_desc(buf, rec_u8(r, 6));
			break;
		case 0x70:
			new_cid_desc(buf, r);
			break;
	}
}

/* ---- the small ones ---- */

const char *
seq_identify(uint8 info)
{
	return (info & ~XLR_INFO_MASK) == 0 ? "LOG" : NULL;
}

void
seq_desc(StringInfo buf, XLogReaderState *r)
{
	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) == 0)
		desc_rel_triple(buf, r, 0);
}

static RecordNames replorigin_names = {"SET", "DROP"};

const char *
replorigin_identify(uint8 info)
{
	return record_name(replorigin_names, info & ~XLR_INFO_MASK);
}

void
replorigin_desc(StringInfo buf, XLogReaderState *r)
{
	uint64 lsn;

	switch (XLogRecGetInfo(r) & ~XLR_INFO_MASK)
	{
		case 0x00:
			lsn = rec_u64(r, 0);
			appendStringInfo(buf, "set %u; lsn %X/%X; force: %d", rec_u16(r, 8),
							 (uint32) (lsn >> 32), (uint32) lsn, rec_u8(r, 10));
			break;
		case 0x10:
			appendStringInfo(buf, "drop %u", rec_u16(r, 0));
			break;
	}
}

const char *
generic_identify(uint8 info)
{
	return "Generic";
}

void
generic_desc(StringInfo buf, XLogReaderState *r)
{
	/* Its deltas are block data, which is not shown. */
}

const char *
logicalmsg_identify(uint8 info)
{
	return (info & ~XLR_INFO_MASK) == 0 ? "MESSAGE" : NULL;
}

/* Main data: u32 database, bool transactional, u64 prefix size, u64 size. */
void
logicalmsg_desc(StringInfo buf, XLogReaderState *r)
{
	Size prefix_size = rec_u64(r, 8);
	Size size = rec_u64(r, 16);
	Size len = XLogRecGetDataLen(r);
	const char *data = XLogRecGetData(r);
	Size at = 24;

	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) != 0 || len < at || prefix_size > len - at || size > len - at - prefix_size)
		return;
	appendStringInfo(buf, "%s, prefix \"%.*s\"; payload (%u bytes): ",
					 rec_u8(r, 4) ? "transactional" : "non-transactional",
					 (int) prefix_size, data + at, (unsigned) size);
	at += prefix_size;
	for (Size i = 0; i < size; i++)
		appendStringInfo(buf, "%s%02X", i ? " " : "", (unsigned char) data[at + i]);
}

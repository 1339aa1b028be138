/*
 * indexdesc.c
 *		Descriptions of the records of index access methods.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/rmgrdesc/indexdesc.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/rmgrdesc.h"

/* ---- Btree ---- */

static RecordNames btree_names = {
	"INSERT_LEAF", "INSERT_UPPER", "INSERT_META", "SPLIT_L", "SPLIT_R", "INSERT_POST", "DEDUP",
	"DELETE", "UNLINK_PAGE", "UNLINK_PAGE_META", "NEWROOT", "MARK_PAGE_HALFDEAD", "VACUUM",
	"REUSE_PAGE", "META_CLEANUP"};

const char *
btree_identify(uint8 info)
{
	return record_name(btree_names, info & ~XLR_INFO_MASK);
}

/* The count that META_CLEANUP shows is in its block's copy of the meta page. */
static uint32
meta_cleanup_count(XLogReaderState *r)
{
	Size len = 0;
	char *meta = XLogRecHasBlockRef(r, 0) ? XLogRecGetBlockData(r, 0, &len) : NULL;
	uint32 count = 0;

	if (meta && len >= 24)
		memcpy(&count, meta + 20, sizeof(count));
	return count;
}

void
btree_desc(StringInfo buf, XLogReaderState *r)
{
	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x0:
		case 0x1:
		case 0x2:
		case 0x5:
			appendStringInfo(buf, "off %u", rec_u16(r, 0));
			break;
		case 0x3:
		case 0x4:
			appendStringInfo(buf, "level %u, firstrightoff %d, newitemoff %d, postingoff %d",
							 rec_u32(r, 0), rec_u16(r, 4), rec_u16(r, 6), rec_u16(r, 8));
			break;
		case 0x6:
			appendStringInfo(buf, "nintervals %u", rec_u16(r, 0));
			break;
		case 0x7:
			appendStringInfo(buf, "latestRemovedXid %u; ndeleted %u; nupdated %u", rec_u32(r, 0), rec_u16(r, 4), rec_u16(r, 6));
			break;
		case 0x8:
		case 0x9:
			appendStringInfo(buf, "left %u; right %u; level %u; safexid ", rec_u32(r, 0), rec_u32(r, 4), rec_u32(r, 8));
			desc_full_xid(buf, rec_u64(r, 16));
			appendStringInfo(buf, "; leafleft %u; leafright %u; leaftopparent %u", rec_u32(r, 24), rec_u32(r, 28), rec_u32(r, 32));
			break;
		case 0xA:
			appendStringInfo(buf, "lev %u", rec_u32(r, 4));
			break;
		case 0xB:
			appendStringInfo(buf, "topparent %u; leaf %u; left %u; right %u", rec_u32(r, 16), rec_u32(r, 4), rec_u32(r, 8), rec_u32(r, 12));
			break;
		case 0xC:
			appendStringInfo(buf, "ndeleted %u; nupdated %u", rec_u16(r, 0), rec_u16(r, 2));
			break;
		case 0xD:
			desc_rel_triple(buf, r, 0);
			appendStringInfoString(buf, "; latestRemovedXid ");
			desc_full_xid(buf, rec_u64(r, 16));
			break;
		case 0xE:
			appendStringInfo(buf, "last_cleanup_num_delpages %u", meta_cleanup_count(r));
			break;
	}
}

/* ---- Hash ---- */

static RecordNames hash_names = {
	"INIT_META_PAGE", "INIT_BITMAP_PAGE", "INSERT", "ADD_OVFL_PAGE", "SPLIT_ALLOCATE_PAGE", "SPLIT_PAGE",
	"SPLIT_COMPLETE", "MOVE_PAGE_CONTENTS", "SQUEEZE_PAGE", "DELETE", "SPLIT_CLEANUP", "UPDATE_META_PAGE",
	"VACUUM_ONE_PAGE"};

const char *
hash_identify(uint8 info)
{
	return record_name(hash_names, info & ~XLR_INFO_MASK);
}

static double
rec_f64(XLogReaderState *r, Size at)
{
	union
	{
		uint64 i;
		double d;
	} u = {.i = rec_u64(r, at)};

	return u.d;
}

static char
tf(bool v)
{
	return v ? 'T' : 'F';
}

void
hash_desc(StringInfo buf, XLogReaderState *r)
{
	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x0:
			appendStringInfo(buf, "num_tuples %g, fillfactor %d", rec_f64(r, 0), rec_u16(r, 12));
			break;
		case 0x1:
			appendStringInfo(buf, "bmsize %d", rec_u16(r, 0));
			break;
		case 0x2:
			appendStringInfo(buf, "off %u", rec_u16(r, 0));
			break;
		case 0x3:
			appendStringInfo(buf, "bmsize %d, bmpage_found %c", rec_u16(r, 0), tf(rec_u8(r, 2)));
			break;
		case 0x4:
			appendStringInfo(buf, "new_bucket %u, meta_page_masks_updated %c, issplitpoint_changed %c",
							 rec_u32(r, 0), tf(rec_u8(r, 8) & 1), tf(rec_u8(r, 8) & 2));
			break;
		case 0x6:
			appendStringInfo(buf, "old_bucket_flag %u, new_bucket_flag %u", rec_u16(r, 0), rec_u16(r, 2));
			break;
		case 0x7:
			appendStringInfo(buf, "ntups %d, is_primary %c", rec_u16(r, 0), tf(rec_u8(r, 2)));
			break;
		case 0x8:
			appendStringInfo(buf, "prevblkno %u, nextblkno %u, ntups %d, is_primary %c",
							 rec_u32(r, 0), rec_u32(r, 4), rec_u16(r, 8), tf(rec_u8(r, 10)));
			break;
		case 0x9:
			appendStringInfo(buf, "clear_dead_marking %c, is_primary %c", tf(rec_u8(r, 0)), tf(rec_u8(r, 1)));
			break;
		case 0xB:
			appendStringInfo(buf, "ntuples %g", rec_f64(r, 0));
			break;
		case 0xC:
			appendStringInfo(buf, "ntuples %d, latestRemovedXid %u", rec_i32(r, 4), rec_u32(r, 0));
			break;
	}
}

/* ---- Gin ---- */

static RecordNames gin_names = {
	NULL, "CREATE_PTREE", "INSERT", "SPLIT", "VACUUM_PAGE", "DELETE_PAGE", "UPDATE_META_PAGE",
	"INSERT_LISTPAGE", "DELETE_LISTPAGE", "VACUUM_DATA_LEAF_PAGE"};

const char *
gin_identify(uint8 info)
{
	return record_name(gin_names, info & ~XLR_INFO_MASK);
}

/* Actions on the segments of a data leaf page: number, action, payload. */
static void
gin_recompress_desc(StringInfo buf, const uint8 *p, Size len)
{
	const uint8 *end = p + len;
	uint16 nactions;

	if (len < 2)
		return;
	memcpy(&nactions, p, 2);
	p += 2;
	appendStringInfo(buf, " %d segments:", nactions);
	for (int i = 0; i < nactions && end - p >= 2; i++)
	{
		int segno = p[0];
		int action = p[1];
		uint16 n = 0;

		p += 2;
		switch (action)
		{
			case 1:
				appendStringInfo(buf, " %d (delete)", segno);
				break;
			case 2:
			case 3:
				appendStringInfo(buf, " %d (%s)", segno, action == 2 ? "insert" : "replace");
				if (end - p < 8)
					return;
				memcpy(&n, p + 6, 2); /* first tid, then bytes of deltas */
				p += SHORTALIGN(8 + n);
				break;
			case 4:
				if (end - p < 2)
					return;
				memcpy(&n, p, 2);
				appendStringInfo(buf, " %d (add %d items)", segno, n);
				p += 2 + (Size) n * 6;
				break;
			default:
				appendStringInfo(buf, " %d unknown action %d ???", segno, action);
				return;
		}
	}
}

/* Block 0: its image, or what was done to it; false if there is an image. */
static bool
gin_image_desc(StringInfo buf, XLogReaderState *r)
{
	if (!XLogRecHasBlockRef(r, 0) || !XLogRecHasBlockImage(r, 0))
		return true;
	appendStringInfoString(buf, XLogRecBlockImageApply(r, 0) ? " (full page image)" : " (full page image, for WAL verification)");
	return false;
}

static void
gin_insert_desc(StringInfo buf, XLogReaderState *r)
{
	uint16 flags = rec_u16(r, 0);
	Size len = 0;
	const uint8 *data;
	uint16 w[5];

	appendStringInfo(buf, "isdata: %c isleaf: %c", tf(flags & 1), tf(flags & 2));
	if (!(flags & 2))
		appendStringInfo(buf, " children: %u/%u",
						 ((uint32) rec_u16(r, 2) << 16) | rec_u16(r, 4),
						 ((uint32) rec_u16(r, 6) << 16) | rec_u16(r, 8));
	if (!gin_image_desc(buf, r))
		return;
	data = XLogRecHasBlockRef(r, 0) ? (const uint8 *) XLogRecGetBlockData(r, 0, &len) : NULL;
	if (!data)
		return;
	if (!(flags & 1))
		appendStringInfo(buf, " isdelete: %c", tf(len > 2 && data[2]));
	else if (flags & 2)
		gin_recompress_desc(buf, data, len);
	else if (len >= 12)
	{
		/* offset, child block hi and lo, key: block hi and lo, offset */
		memcpy(w, data + 2, sizeof(w));
		appendStringInfo(buf, " pitem: %u-%u/%u", ((uint32) w[0] << 16) | w[1], ((uint32) w[2] << 16) | w[3], w[4]);
	}
}

void
gin_desc(StringInfo buf, XLogReaderState *r)
{
	Size len = 0;
	const uint8 *data;

	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x2:
			gin_insert_desc(buf, r);
			break;
		case 0x3:
			appendStringInfo(buf, "isrootsplit: %c isdata: %c isleaf: %c", tf(rec_u16(r, 24) & 4),
							 tf(rec_u16(r, 24) & 1), tf(rec_u16(r, 24) & 2));
			break;
		case 0x8:
			appendStringInfo(buf, "ndeleted: %d", rec_i32(r, 56));
			break;
		case 0x9:
			if (gin_image_desc(buf, r) && XLogRecHasBlockRef(r, 0))
			{
				data = (const uint8 *) XLogRecGetBlockData(r, 0, &len);
				if (data)
					gin_recompress_desc(buf, data, len);
			}
			break;
	}
}

/* ---- Gist ---- */

static RecordNames gist_names = {
	"PAGE_UPDATE", "DELETE", "PAGE_REUSE", "PAGE_SPLIT", NULL, NULL, "PAGE_DELETE", "ASSIGN_LSN"};

const char *
gist_identify(uint8 info)
{
	return record_name(gist_names, info & ~XLR_INFO_MASK);
}

void
gist_desc(StringInfo buf, XLogReaderState *r)
{
	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x1:
			appendStringInfo(buf, "delete: latestRemovedXid %u, nitems: %u", rec_u32(r, 0), rec_u16(r, 4));
			break;
		case 0x2:
			desc_rel_triple(buf, r, 0);
			appendStringInfo(buf, "; blk %u; latestRemovedXid ", rec_u32(r, 12));
			desc_full_xid(buf, rec_u64(r, 16));
			break;
		case 0x3:
			appendStringInfo(buf, "page_split: splits to %d pages", rec_u16(r, 18));
			break;
		case 0x6:
			appendStringInfoString(buf, "deleteXid ");
			desc_full_xid(buf, rec_u64(r, 0));
			appendStringInfo(buf, "; downlink %u", rec_u16(r, 8));
			break;
	}
}

/* ---- SPGist ---- */

static RecordNames spg_names = {
	NULL, "ADD_LEAF", "MOVE_LEAFS", "ADD_NODE", "SPLIT_TUPLE", "PICKSPLIT", "VACUUM_LEAF", "VACUUM_ROOT", "VACUUM_REDIRECT"};

const char *
spg_identify(uint8 info)
{
	return record_name(spg_names, info & ~XLR_INFO_MASK);
}

static void
flag_desc(StringInfo buf, bool set, const char *word)
{
	if (set)
		appendStringInfo(buf, " (%s)", word);
}

void
spg_desc(StringInfo buf, XLogReaderState *r)
{
	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x1:
			appendStringInfo(buf, "off: %u, headoff: %u, parentoff: %u, nodeI: %u",
							 rec_u16(r, 2), rec_u16(r, 4), rec_u16(r, 6), rec_u16(r, 8));
			flag_desc(buf, rec_u8(r, 0), "newpage");
			flag_desc(buf, rec_u8(r, 1), "nulls");
			break;
		case 0x2:
			appendStringInfo(buf, "nmoves: %u, parentoff: %u, nodeI: %u", rec_u16(r, 0), rec_u16(r, 6), rec_u16(r, 8));
			flag_desc(buf, rec_u8(r, 2), "newpage");
			flag_desc(buf, rec_u8(r, 3), "replacedead");
			flag_desc(buf, rec_u8(r, 4), "nulls");
			break;
		case 0x3:
			appendStringInfo(buf, "off: %u, newoff: %u, parentBlk: %d, parentoff: %u, nodeI: %u", rec_u16(r, 0),
							 rec_u16(r, 2), (int8) rec_u8(r, 5), rec_u16(r, 6), rec_u16(r, 8));
			flag_desc(buf, rec_u8(r, 4), "newpage");
			break;
		case 0x4:
			appendStringInfo(buf, "prefixoff: %u, postfixoff: %u", rec_u16(r, 0), rec_u16(r, 2));
			flag_desc(buf, rec_u8(r, 4), "newpage");
			flag_desc(buf, rec_u8(r, 5), "same");
			break;
		case 0x5:
			appendStringInfo(buf, "ndelete: %u, ninsert: %u, inneroff: %u, parentoff: %u, nodeI: %u", rec_u16(r, 2),
							 rec_u16(r, 4), rec_u16(r, 8), rec_u16(r, 14), rec_u16(r, 16));
			flag_desc(buf, rec_u8(r, 12), "innerIsParent");
			flag_desc(buf, rec_u8(r, 11), "nulls");
			flag_desc(buf, rec_u8(r, 0), "isRootSplit");
			break;
		case 0x6:
			appendStringInfo(buf, "ndead: %u, nplaceholder: %u, nmove: %u, nchain: %u",
							 rec_u16(r, 0), rec_u16(r, 2), rec_u16(r, 4), rec_u16(r, 6));
			break;
		case 0x7:
			appendStringInfo(buf, "ndelete: %u", rec_u16(r, 0));
			break;
		case 0x8:
			appendStringInfo(buf, "ntoplaceholder: %u, firstplaceholder: %u, newestredirectxid: %u",
							 rec_u16(r, 0), rec_u16(r, 2), rec_u32(r, 4));
			break;
	}
}

/* ---- BRIN ---- */

static RecordNames brin_names = {
	"CREATE_INDEX", "INSERT", "UPDATE", "SAMEPAGE_UPDATE", "REVMAP_EXTEND", "DESUMMARIZE", NULL, NULL,
	NULL, "INSERT+INIT", "UPDATE+INIT"};

const char *
brin_identify(uint8 info)
{
	return record_name(brin_names, info & ~XLR_INFO_MASK);
}

void
brin_desc(StringInfo buf, XLogReaderState *r)
{
	switch (XLogRecGetInfo(r) & 0x70)
	{
		case 0x00:
			appendStringInfo(buf, "v%d pagesPerRange %u", rec_u16(r, 4), rec_u32(r, 0));
			break;
		case 0x10:
			appendStringInfo(buf, "heapBlk %u pagesPerRange %u offnum %u", rec_u32(r, 0), rec_u32(r, 4), rec_u16(r, 8));
			break;
		case 0x20:
			appendStringInfo(buf, "heapBlk %u pagesPerRange %u old offnum %u, new offnum %u",
							 rec_u32(r, 4), rec_u32(r, 8), rec_u16(r, 0), rec_u16(r, 12));
			break;
		case 0x30:
			appendStringInfo(buf, "offnum %u", rec_u16(r, 0));
			break;
		case 0x40:
			appendStringInfo(buf, "targetBlk %u", rec_u32(r, 0));
			break;
		case 0x50:
			appendStringInfo(buf, "pagesPerRange %u, heapBlk %u, page offset %u", rec_u32(r, 0), rec_u32(r, 4), rec_u16(r, 8));
			break;
	}
}

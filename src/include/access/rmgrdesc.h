/*
 * rmgrdesc.h
 *		Words for WAL records: their names and what they hold.
 *
 * Used by pg_waldump and by the server's error contexts.  All reading of a
 * record's main data goes through rec_*(): beyond its end they give zero, so
 * that a damaged record is described wrongly but never read out of bounds.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/rmgrdesc.h
 */
#ifndef RMGRDESC_H
#define RMGRDESC_H

#include "access/rmgrids.h"
#include "access/xlogreader.h"
#include "lib/stringinfo.h"

/* A resource manager as a reader of WAL sees it. */
typedef struct RmgrDescData
{
	const char *rm_name;
	/* name of the record, NULL if the code is unknown */
	const char *(*rm_identify)(uint8 info);
	/* append the details */
	void (*rm_desc)(StringInfo buf, XLogReaderState *record);
} RmgrDescData;

extern const RmgrDescData RmgrDescTable[RM_N_BUILTIN_IDS];
extern const RmgrDescData *GetRmgrDesc(RmgrId rmid);

/* A name for each high nibble of the info byte; NULL where there is none. */
typedef const char *const RecordNames[16];

static inline const char *
record_name(RecordNames names, uint8 info)
{
	return names[info >> 4];
}

/* Numbers of the main data, at a byte offset, unaligned. */
#define REC_READER(name, type)                             \
	static inline type name(XLogReaderState *r, Size at)   \
	{                                                      \
		type v = 0;                                        \
		if (at + sizeof(v) <= XLogRecGetDataLen(r))        \
			memcpy(&v, XLogRecGetData(r) + at, sizeof(v)); \
		return v;                                          \
	}
REC_READER(rec_u8, uint8)
REC_READER(rec_u16, uint16)
REC_READER(rec_u32, uint32)
REC_READER(rec_i32, int32)
REC_READER(rec_u64, uint64)
REC_READER(rec_i64, int64)
#undef REC_READER

/* Pieces that several managers print. */
extern void desc_relation_path(StringInfo buf, XLogReaderState *r, Size at, int fork);
extern void desc_rel_triple(StringInfo buf, XLogReaderState *r, Size at);
extern void desc_full_xid(StringInfo buf, uint64 fxid);
extern void desc_invalidations(StringInfo buf, XLogReaderState *r, Size at,
							   int n, Oid dbid, Oid tsid, bool init_file);
extern const char *desc_time(TimestampTz t);

/* one pair of functions a manager */
#define RMGR_DESC_FUNCTIONS(x)                                     \
	extern void x##_desc(StringInfo buf, XLogReaderState *record); \
	extern const char *x##_identify(uint8 info);
RMGR_DESC_FUNCTIONS(xlog)
RMGR_DESC_FUNCTIONS(xact)
RMGR_DESC_FUNCTIONS(smgr)
RMGR_DESC_FUNCTIONS(clog)
RMGR_DESC_FUNCTIONS(dbase)
RMGR_DESC_FUNCTIONS(tblspc)
RMGR_DESC_FUNCTIONS(multixact)
RMGR_DESC_FUNCTIONS(relmap)
RMGR_DESC_FUNCTIONS(standby)
RMGR_DESC_FUNCTIONS(heap2)
RMGR_DESC_FUNCTIONS(heap)
RMGR_DESC_FUNCTIONS(btree)
RMGR_DESC_FUNCTIONS(hash)
RMGR_DESC_FUNCTIONS(gin)
RMGR_DESC_FUNCTIONS(gist)
RMGR_DESC_FUNCTIONS(seq)
RMGR_DESC_FUNCTIONS(spg)
RMGR_DESC_FUNCTIONS(brin)
RMGR_DESC_FUNCTIONS(commit_ts)
RMGR_DESC_FUNCTIONS(replorigin)
RMGR_DESC_FUNCTIONS(generic)
RMGR_DESC_FUNCTIONS(logicalmsg)
#undef RMGR_DESC_FUNCTIONS

#endif /* RMGRDESC_H */

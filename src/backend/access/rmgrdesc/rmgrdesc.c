/*
 * rmgrdesc.c
 *		The table of record descriptions, and the pieces they share.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/rmgrdesc/rmgrdesc.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <time.h>

#include "access/rmgrdesc.h"
#include "common/relpath.h"
#ifndef FRONTEND
#include "utils/timestamp.h"
#endif

const RmgrDescData RmgrDescTable[RM_N_BUILTIN_IDS] = {
	{"XLOG", xlog_identify, xlog_desc},
	{"Transaction", xact_identify, xact_desc},
	{"Storage", smgr_identify, smgr_desc},
	{"CLOG", clog_identify, clog_desc},
	{"Database", dbase_identify, dbase_desc},
	{"Tablespace", tblspc_identify, tblspc_desc},
	{"MultiXact", multixact_identify, multixact_desc},
	{"RelMap", relmap_identify, relmap_desc},
	{"Standby", standby_identify, standby_desc},
	{"Heap2", heap2_identify, heap2_desc},
	{"Heap", heap_identify, heap_desc},
	{"Btree", btree_identify, btree_desc},
	{"Hash", hash_identify, hash_desc},
	{"Gin", gin_identify, gin_desc},
	{"Gist", gist_identify, gist_desc},
	{"Sequence", seq_identify, seq_desc},
	{"SPGist", spg_identify, spg_desc},
	{"BRIN", brin_identify, brin_desc},
	{"CommitTs", commit_ts_identify, commit_ts_desc},
	{"ReplicationOrigin", replorigin_identify, replorigin_desc},
	{"Generic", generic_identify, generic_desc},
	{"LogicalMessage", logicalmsg_identify, logicalmsg_desc},
};

/* Managers of extensions have a number for a name. */
static const char *
custom_identify(uint8 info)
{
	return NULL;
}

static void
custom_desc(StringInfo buf, XLogReaderState *record)
{
	appendStringInfo(buf, "rmid: %d", XLogRecGetRmid(record));
}

/*
 * GetRmgrDesc
 *		The description of a manager; valid until the next call for one that
 *		is not built in.
 */
const RmgrDescData *
GetRmgrDesc(RmgrId rmid)
{
	static char name[16];
	static RmgrDescData custom = {name, custom_identify, custom_desc};

	if (rmid < RM_N_BUILTIN_IDS)
		return &RmgrDescTable[rmid];
	snprintf(name, sizeof(name), "custom%03d", rmid);
	return &custom;
}

/* A relation's path from its 12 bytes, and the suffix of the fork. */
void
desc_relation_path(StringInfo buf, XLogReaderState *r, Size at, int fork)
{
	char *path = GetRelationPath(rec_u32(r, at + 4), rec_u32(r, at), rec_u32(r, at + 8),
								 InvalidBackendId, fork >= 0 && fork <= MAX_FORKNUM ? fork : MAIN_FORKNUM);

	appendStringInfoString(buf, path);
	pfree(path);
}

void
desc_rel_triple(StringInfo buf, XLogReaderState *r, Size at)
{
	appendStringInfo(buf, "rel %u/%u/%u", rec_u32(r, at), rec_u32(r, at + 4), rec_u32(r, at + 8));
}

void
desc_full_xid(StringInfo buf, uint64 fxid)
{
	appendStringInfo(buf, "%u:%u", (uint32) (fxid >> 32), (uint32) fxid);
}

/*
 * A time, valid until the next call: in the server as the session shows times, in
 * a client program in the local zone.
 */
#ifndef FRONTEND
const char *
desc_time(TimestampTz t)
{
	return timestamptz_to_str(t);
}
#else
const char *
desc_time(TimestampTz t)
{
	static char text[64];
	char zone[16];
	/* Seconds from 1970 to 2000, and floor division for times before. */
	int64 secs = t / 1000000 - (t % 1000000 < 0 ? 1 : 0);
	int usecs = (int) (t - secs * 1000000);
	time_t unix_time = (time_t) (secs + INT64CONST(946684800));
	struct tm tm;

	if (!localtime_r(&unix_time, &tm))
		return "(timestamp out of range)";
	strftime(zone, sizeof(zone), "%Z", &tm);
	snprintf(text, sizeof(text), "%04d-%02d-%02d %02d:%02d:%02d.%06d %s",
			 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, usecs, zone);
	return text;
}
#endif

/* n messages of 16 bytes from offset at on. */
void
desc_invalidations(StringInfo buf, XLogReaderState *r, Size at, int n,
				   Oid dbid, Oid tsid, bool init_file)
{
	if (n <= 0)
		return;
	if (init_file)
		appendStringInfo(buf, "; relcache init file inval dbid %u tsid %u", dbid, tsid);
	appendStringInfoString(buf, "; inval msgs:");
	for (int i = 0; i < n && at + 16 <= XLogRecGetDataLen(r); i++, at += 16)
	{
		int id = (int8) rec_u8(r, at);

		if (id >= 0)
			appendStringInfo(buf, " catcache %d", id);
		else if (id == -1)
			appendStringInfo(buf, " catalog %u", rec_u32(r, at + 8));
		else if (id == -2)
			appendStringInfo(buf, " relcache %u", rec_u32(r, at + 8));
		else if (id == -3)
			appendStringInfoString(buf, " smgr");
		else if (id == -4)
			appendStringInfo(buf, " relmap db %u", rec_u32(r, at + 4));
		else if (id == -5)
			appendStringInfo(buf, " snapshot %u", rec_u32(r, at + 8));
		else
			appendStringInfo(buf, " unrecognized id %d", id);
	}
}

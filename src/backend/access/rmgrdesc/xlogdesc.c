/*
 * xlogdesc.c
 *		Descriptions of records of the log itself and of the storage layer:
 *		XLOG, Storage, CLOG, MultiXact, CommitTs, RelMap, Database, Tablespace.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/rmgrdesc/xlogdesc.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/rmgrdesc.h"

/* ---- XLOG ---- */

static RecordNames xlog_names = {
	"CHECKPOINT_SHUTDOWN", "CHECKPOINT_ONLINE", "NOOP", "NEXTOID", "SWITCH",
	"BACKUP_END", "PARAMETER_CHANGE", "RESTORE_POINT", "FPW_CHANGE",
	"END_OF_RECOVERY", "FPI_FOR_HINT", "FPI", NULL, "OVERWRITE_CONTRECORD"};

const char *
xlog_identify(uint8 info)
{
	return record_name(xlog_names, info & ~XLR_INFO_MASK);
}

static void
append_lsn(StringInfo buf, uint64 lsn)
{
	appendStringInfo(buf, "%X/%X", (uint32) (lsn >> 32), (uint32) lsn);
}

static void
checkpoint_desc(StringInfo buf, XLogReaderState *r, bool shutdown)
{
	appendStringInfoString(buf, "redo ");
	append_lsn(buf, rec_u64(r, 0));
	appendStringInfo(buf, "; tli %u; prev tli %u; fpw %s; xid ", rec_u32(r, 8), rec_u32(r, 12),
					 rec_u8(r, 16) ? "true" : "false");
	desc_full_xid(buf, rec_u64(r, 24));
	appendStringInfo(buf, "; oid %u; multi %u; offset %u; oldest xid %u in DB %u; oldest multi %u in DB %u; "
						  "oldest/newest commit timestamp xid: %u/%u; oldest running xid %u; %s",
					 rec_u32(r, 32), rec_u32(r, 36), rec_u32(r, 40), rec_u32(r, 44), rec_u32(r, 48),
					 rec_u32(r, 52), rec_u32(r, 56), rec_u32(r, 72), rec_u32(r, 76), rec_u32(r, 80),
					 shutdown ? "shutdown" : "online");
}

static void
parameter_desc(StringInfo buf, XLogReaderState *r)
{
	static const char *const levels[] = {"minimal", "replica", "logical"};
	int level = rec_i32(r, 20);

	appendStringInfo(buf, "max_connections=%d max_worker_processes=%d max_wal_senders=%d "
						  "max_prepared_xacts=%d max_locks_per_xact=%d wal_level=%s wal_log_hints=%s "
						  "track_commit_timestamp=%s",
					 rec_i32(r, 0), rec_i32(r, 4), rec_i32(r, 8), rec_i32(r, 12), rec_i32(r, 16),
					 level >= 0 && level < lengthof(levels) ? levels[level] : "?",
					 rec_u8(r, 24) ? "on" : "off", rec_u8(r, 25) ? "on" : "off");

	/* In stock's format the byte is padding, and stock prints no such thing. */
	if (r->record->extended)
		appendStringInfo(buf, " wal_format=%s", rec_u8(r, 26) == 1 ? "extended" : "postgres15");
}

void
xlog_desc(StringInfo buf, XLogReaderState *r)
{
	switch ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) >> 4)
	{
		case 0x0:
		case 0x1:
			checkpoint_desc(buf, r, (XLogRecGetInfo(r) & 0x10) == 0);
			break;
		case 0x3:
			appendStringInfo(buf, "%u", rec_u32(r, 0));
			break;
		case 0x5:
			append_lsn(buf, rec_u64(r, 0));
			break;
		case 0x6:
			parameter_desc(buf, r);
			break;
		case 0x7:
			if (XLogRecGetDataLen(r) > 8)
				appendStringInfo(buf, "%.*s", (int) XLogRecGetDataLen(r) - 8, XLogRecGetData(r) + 8);
			break;
		case 0x8:
			appendStringInfoString(buf, rec_u8(r, 0) ? "true" : "false");
			break;
		case 0x9:
			appendStringInfo(buf, "tli %u; prev tli %u; time %s", rec_u32(r, 8), rec_u32(r, 12), desc_time(rec_i64(r, 0)));
			break;
		case 0xD:
			appendStringInfoString(buf, "lsn ");
			append_lsn(buf, rec_u64(r, 0));
			appendStringInfo(buf, "; time %s", desc_time(rec_i64(r, 8)));
			break;
		default:
			break;
	}
}

/* ---- Storage ---- */

static RecordNames smgr_names = {NULL, "CREATE", "TRUNCATE"};

const char *
smgr_identify(uint8 info)
{
	return record_name(smgr_names, info & ~XLR_INFO_MASK);
}

void
smgr_desc(StringInfo buf, XLogReaderState *r)
{
	switch (XLogRecGetInfo(r) & ~XLR_INFO_MASK)
	{
		case 0x10:
			desc_relation_path(buf, r, 0, rec_i32(r, 12));
			break;
		case 0x20:
			desc_relation_path(buf, r, 4, 0);
			appendStringInfo(buf, " to %u blocks flags %d", rec_u32(r, 0), rec_i32(r, 16));
			break;
	}
}

/* ---- CLOG, CommitTs ---- */

static RecordNames page_names = {"ZEROPAGE", "TRUNCATE"};

const char *
clog_identify(uint8 info)
{
	return record_name(page_names, info & ~XLR_INFO_MASK);
}

void
clog_desc(StringInfo buf, XLogReaderState *r)
{
	appendStringInfo(buf, "page %d", rec_i32(r, 0));
	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) == 0x10)
		appendStringInfo(buf, "; oldestXact %u", rec_u32(r, 4));
}

const char *
commit_ts_identify(uint8 info)
{
	return record_name(page_names, info & ~XLR_INFO_MASK);
}

void
commit_ts_desc(StringInfo buf, XLogReaderState *r)
{
	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) == 0x10)
		appendStringInfo(buf, "pageno %d, oldestXid %u", rec_i32(r, 0), rec_u32(r, 4));
	else
		appendStringInfo(buf, "%d", rec_i32(r, 0));
}

/* ---- MultiXact ---- */

static RecordNames multixact_names = {"ZERO_OFF_PAGE", "ZERO_MEM_PAGE", "CREATE_ID", "TRUNCATE_ID"};

const char *
multixact_identify(uint8 info)
{
	return record_name(multixact_names, info & ~XLR_INFO_MASK);
}

void
multixact_desc(StringInfo buf, XLogReaderState *r)
{
	static const char *const statuses[] = {
		"(keysh) ", "(sh) ", "(fornokeyupd) ", "(forupd) ", "(nokeyupd) ", "(upd) "};
	int n;

	switch (XLogRecGetInfo(r) & ~XLR_INFO_MASK)
	{
		case 0x00:
		case 0x10:
			appendStringInfo(buf, "%d", rec_i32(r, 0));
			break;
		case 0x20:
			n = rec_i32(r, 8);
			appendStringInfo(buf, "%u offset %u nmembers %d: ", rec_u32(r, 0), rec_u32(r, 4), n);
			for (int i = 0; i < n && 12 + (Size) i * 8 < XLogRecGetDataLen(r); i++)
			{
				uint32 status = rec_u32(r, 16 + (Size) i * 8);

				appendStringInfo(buf, "%u %s", rec_u32(r, 12 + (Size) i * 8),
								 status < lengthof(statuses) ? statuses[status] : "(unk) ");
			}
			break;
		case 0x30:
			appendStringInfo(buf, "offsets [%u, %u), members [%u, %u)",
							 rec_u32(r, 4), rec_u32(r, 8), rec_u32(r, 12), rec_u32(r, 16));
			break;
	}
}

/* ---- RelMap, Database, Tablespace ---- */

const char *
relmap_identify(uint8 info)
{
	return (info & ~XLR_INFO_MASK) == 0 ? "UPDATE" : NULL;
}

void
relmap_desc(StringInfo buf, XLogReaderState *r)
{
	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) == 0)
		appendStringInfo(buf, "database %u tablespace %u size %d", rec_u32(r, 0), rec_u32(r, 4), rec_i32(r, 8));
}

static RecordNames dbase_names = {"CREATE_FILE_COPY", "CREATE_WAL_LOG", "DROP"};

const char *
dbase_identify(uint8 info)
{
	return record_name(dbase_names, info & ~XLR_INFO_MASK);
}

void
dbase_desc(StringInfo buf, XLogReaderState *r)
{
	int n;

	switch (XLogRecGetInfo(r) & ~XLR_INFO_MASK)
	{
		case 0x00:
			appendStringInfo(buf, "copy dir %u/%u to %u/%u", rec_u32(r, 12), rec_u32(r, 8), rec_u32(r, 4), rec_u32(r, 0));
			break;
		case 0x10:
			appendStringInfo(buf, "create dir %u/%u", rec_u32(r, 4), rec_u32(r, 0));
			break;
		case 0x20:
			n = rec_i32(r, 4);
			appendStringInfoString(buf, "dir");
			for (int i = 0; i < n && 8 + (Size) i * 4 < XLogRecGetDataLen(r); i++)
				appendStringInfo(buf, " %u/%u", rec_u32(r, 8 + (Size) i * 4), rec_u32(r, 0));
			break;
	}
}

static RecordNames tblspc_names = {"CREATE", "DROP"};

const char *
tblspc_identify(uint8 info)
{
	return record_name(tblspc_names, info & ~XLR_INFO_MASK);
}

void
tblspc_desc(StringInfo buf, XLogReaderState *r)
{
	appendStringInfo(buf, "%u", rec_u32(r, 0));
	if ((XLogRecGetInfo(r) & ~XLR_INFO_MASK) == 0 && XLogRecGetDataLen(r) > 4)
		appendStringInfo(buf, " \"%.*s\"", (int) XLogRecGetDataLen(r) - 4, XLogRecGetData(r) + 4);
}

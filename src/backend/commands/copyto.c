/*
 * copyto.c
 *		COPY TO: rows of a table or query as text, CSV or binary.
 *
 * Each row is put together in a buffer and sent as one CopyData message, or
 * written to a file or the input of a program.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/copyto.c
 */
#include "postgres.h"

#include <sys/stat.h>

#include "access/tableam.h"
#include "copy_private.h"
#include "executor/execdesc.h"
#include "executor/executor.h"
#include "executor/tuptable.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "rewrite/rewriteHandler.h"
#include "storage/fd.h"
#include "tcop/tcopprot.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

typedef struct CopyWriter
{
	CopyOptions *opts;
	TupleDesc desc;
	List *attnums;
	FmgrInfo *out; /* output or send function by column */
	bool *force_quote;
	bool transcode;
	StringInfoData row; /* the row being made */
	FILE *file; /* NULL: the client */
	bool is_program;
	const char *filename;
	MemoryContext row_context;
	uint64 processed;
} CopyWriter;

/* Rows of the query end here. */
typedef struct CopyReceiver
{
	DestReceiver pub;
	CopyWriter *writer;
} CopyReceiver;

/* ---- where the bytes go ---- */

static void
write_failed(CopyWriter *w)
{
	ereport(ERROR,
			(errcode_for_file_access(),
			 w->is_program ? errmsg("could not write to COPY program: %m") : errmsg("could not write to COPY file: %m")));
}

/* Send what is in the row buffer, with a line end unless binary. */
static void
flush_row(CopyWriter *w)
{
	if (w->opts->format != COPY_BINARY)
		appendStringInfoChar(&w->row, '\n');
	if (w->file)
	{
		if (fwrite(w->row.data, 1, w->row.len, w->file) != w->row.len)
			write_failed(w);
	}
	else
		(void) pq_putmessage('d', w->row.data, w->row.len);
	resetStringInfo(&w->row);
}

static void
open_file(CopyWriter *w, const CopyStmt *stmt)
{
	struct stat st;
	mode_t old;

	w->filename = stmt->filename;
	w->is_program = stmt->is_program;
	if (stmt->is_program)
	{
		w->file = OpenPipeStream(stmt->filename, PG_BINARY_W);
		if (!w->file)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not execute command \"%s\": %m",
							stmt->filename)));
		return;
	}
	if (!is_absolute_path(stmt->filename))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("relative path not allowed for COPY to file")));
	old = umask(S_IWGRP | S_IWOTH);
	PG_TRY();
	{
		w->file = AllocateFile(stmt->filename, PG_BINARY_W);
	}
	PG_FINALLY();
	{
		umask(old);
	}
	PG_END_TRY();
	if (!w->file)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\" for writing: %m",
						stmt->filename)));
	if (fstat(fileno(w->file), &st) == 0 && S_ISDIR(st.st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is a directory", stmt->filename)));
}

static void
close_file(CopyWriter *w)
{
	if (w->is_program)
	{
		int rc = ClosePipeStream(w->file);

		if (rc == -1)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not close pipe to external command: %m")));
		if (rc != 0)
			ereport(ERROR,
					(errcode(ERRCODE_EXTERNAL_ROUTINE_EXCEPTION),
					 errmsg("program \"%s\" failed", w->filename)));
	}
	else if (FreeFile(w->file))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", w->filename)));
}

/* CopyOutResponse: the format of all and of each column. */
static void
announce(CopyWriter *w)
{
	StringInfoData buf;
	int n = list_length(w->attnums);
	int16 format = w->opts->format == COPY_BINARY;

	pq_beginmessage(&buf, 'H');
	pq_sendbyte(&buf, format);
	pq_sendint16(&buf, n);
	for (int i = 0; i < n; i++)
		pq_sendint16(&buf, format);
	pq_endmessage(&buf);
}

/* ---- one value ---- */

/* Text format: control characters, delimiter and backslash are escaped. */
static void
append_text(CopyWriter *w, const char *s)
{
	StringInfo buf = &w->row;
	char delim = w->opts->delim;

	while (*s)
	{
		const char *letters = "btnvfr"; /* for 8 to 13 */
		char c = *s;
		int len = 1;

		if (IS_HIGHBIT_SET(c) && w->transcode)
			len = pg_encoding_mblen(w->opts->encoding, s);
		if (len > 1)
			appendBinaryStringInfo(buf, s, strnlen(s, len));
		else if (c >= 8 && c <= 13)
		{
			appendStringInfoChar(buf, '\\');
			appendStringInfoChar(buf, letters[c - 8]);
		}
		else
		{
			if (c == '\\' || c == delim)
				appendStringInfoChar(buf, '\\');
			appendStringInfoChar(buf, c);
		}
		s += strnlen(s, len);
	}
}

/* CSV: quoted where asked for or needed, quotes inside escaped. */
static void
append_csv(CopyWriter *w, const char *s, bool quote_it)
{
	CopyOptions *o = w->opts;
	StringInfo buf = &w->row;

	if (!quote_it)
		quote_it = strcmp(s, o->null_print) == 0 ||
			(list_length(w->attnums) == 1 && strcmp(s, "\\.") == 0);
	for (const char *p = s; *p && !quote_it; p++)
		quote_it = *p == o->delim || *p == o->quote || *p == '\n' ||
			*p == '\r';
	if (!quote_it)
	{
		appendStringInfoString(buf, s);
		return;
	}
	appendStringInfoChar(buf, o->quote);
	for (; *s; s++)
	{
		if (*s == o->quote || *s == o->escape)
			appendStringInfoChar(buf, o->escape);
		appendStringInfoChar(buf, *s);
	}
	appendStringInfoChar(buf, o->quote);
}

static void
append_value(CopyWriter *w, int attnum, Datum value)
{
	FmgrInfo *out = &w->out[attnum - 1];
	char *s;

	if (w->opts->format == COPY_BINARY)
	{
		bytea *bytes = SendFunctionCall(out, value);

		pq_sendint32(&w->row, VARSIZE(bytes) - VARHDRSZ);
		appendBinaryStringInfo(&w->row, VARDATA(bytes),
							   VARSIZE(bytes) - VARHDRSZ);
		return;
	}
	s = OutputFunctionCall(out, value);
	if (w->transcode)
		s = pg_server_to_any(s, strlen(s), w->opts->encoding);
	if (w->opts->format == COPY_CSV)
		append_csv(w, s, w->force_quote[attnum - 1]);
	else
		append_text(w, s);
}

static void
append_null(CopyWriter *w)
{
	if (w->opts->format == COPY_BINARY)
		pq_sendint32(&w->row, -1);
	else
		appendBinaryStringInfo(&w->row, w->opts->null_print,
							   w->opts->null_len);
}

/* ---- rows ---- */

static void
write_row(CopyWriter *w, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(w->row_context);
	bool first = true;
	ListCell *lc;

	MemoryContextReset(w->row_context);
	slot_getallattrs(slot);
	if (w->opts->format == COPY_BINARY)
		pq_sendint16(&w->row, list_length(w->attnums));
	foreach (lc, w->attnums)
	{
		int attnum = lfirst_int(lc);

		if (!first && w->opts->format != COPY_BINARY)
			appendStringInfoChar(&w->row, w->opts->delim);
		first = false;
		if (slot->tts_isnull[attnum - 1])
			append_null(w);
		else
			append_value(w, attnum, slot->tts_values[attnum - 1]);
	}
	flush_row(w);
	MemoryContextSwitchTo(old);
	w->processed++;
}

/* Names of the columns, as HEADER asks for. */
static void
write_header(CopyWriter *w)
{
	bool first = true;
	ListCell *lc;

	foreach (lc, w->attnums)
	{
		char *name = NameStr(TupleDescAttr(w->desc,
										   lfirst_int(lc) - 1)
								 ->attname);

		if (!first)
			appendStringInfoChar(&w->row, w->opts->delim);
		first = false;
		if (w->transcode)
			name = pg_server_to_any(name, strlen(name), w->opts->encoding);
		if (w->opts->format == COPY_CSV)
			append_csv(w, name, false);
		else
			append_text(w, name);
	}
	flush_row(w);
}

static void
begin_output(CopyWriter *w, TupleDesc desc, Relation rel,
			 const CopyStmt *stmt)
{
	CopyOptions *o = w->opts;
	ListCell *lc;

	w->desc = desc;
	w->attnums = copy_columns(desc, rel, stmt->attlist);
	w->force_quote = copy_column_flags(desc, rel, w->attnums, o->force_quote,
									   "FORCE_QUOTE");
	if (o->quote_all)
		memset(w->force_quote, true, desc->natts);
	w->transcode = o->encoding != GetDatabaseEncoding() &&
		o->encoding != PG_SQL_ASCII && GetDatabaseEncoding() != PG_SQL_ASCII;
	w->out = palloc0(Max(desc->natts, 1) * sizeof(FmgrInfo));
	foreach (lc, w->attnums)
	{
		int attnum = lfirst_int(lc);
		Oid type = TupleDescAttr(desc, attnum - 1)->atttypid;
		Oid func;
		bool varlena;

		if (o->format == COPY_BINARY)
			getTypeBinaryOutputInfo(type, &func, &varlena);
		else
			getTypeOutputInfo(type, &func, &varlena);
		fmgr_info(func, &w->out[attnum - 1]);
	}
	initStringInfo(&w->row);
	w->row_context = AllocSetContextCreate(CurrentMemoryContext, "COPY TO row",
										   ALLOCSET_DEFAULT_SIZES);
	if (stmt->filename)
		open_file(w, stmt);
	else
		announce(w);
	if (o->format == COPY_BINARY)
	{
		appendBinaryStringInfo(&w->row, COPY_SIGNATURE, COPY_SIGNATURE_LEN);
		pq_sendint32(&w->row, 0); /* flags */
		pq_sendint32(&w->row, 0); /* no header extension */
		flush_row(w);
	}
	else if (o->header != HEADER_NO)
		write_header(w);
}

static void
end_output(CopyWriter *w)
{
	if (w->opts->format == COPY_BINARY)
	{
		pq_sendint16(&w->row, -1);
		flush_row(w);
	}
	if (w->file)
		close_file(w);
	else
		pq_putemptymessage('c');
}

static void
write_table(CopyWriter *w, Relation rel)
{
	TableScanDesc scan = table_beginscan(rel, GetActiveSnapshot(), 0, NULL);
	TupleTableSlot *slot = table_slot_create(rel, NULL);

	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		CHECK_FOR_INTERRUPTS();
		write_row(w, slot);
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
}

/* ---- COPY (query) ---- */

static void
receiver_startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	write_row(((CopyReceiver *) self)->writer, slot);
	return true;
}

static void
receiver_nothing(DestReceiver *self)
{
}

/* The only query that the rules make of the statement. */
static Query *
copied_query(ParseState *pstate, RawStmt *raw)
{
	List *rewritten =
		pg_analyze_and_rewrite_fixedparams(raw, pstate->p_sourcetext, NULL, 0,
										   NULL);
	Query *query;

	if (rewritten == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("DO INSTEAD NOTHING rules are not supported for COPY")));
	if (list_length(rewritten) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("multi-statement DO INSTEAD rules are not supported for COPY")));
	query = linitial_node(Query, rewritten);
	if (query->utilityStmt)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("COPY (SELECT INTO) is not supported")));
	if (query->commandType != CMD_SELECT && query->returningList == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("COPY query must have a RETURNING clause")));
	return query;
}

static void
write_query(CopyWriter *w, ParseState *pstate, RawStmt *raw,
			const CopyStmt *stmt)
{
	Query *query = copied_query(pstate, raw);
	PlannedStmt *plan = pg_plan_query(query, pstate->p_sourcetext,
									  CURSOR_OPT_PARALLEL_OK, NULL);
	CopyReceiver receiver = {
		.pub = {receive_row, receiver_startup, receiver_nothing,
				receiver_nothing, DestCopyOut},
		.writer = w};
	QueryDesc *desc;

	PushCopiedSnapshot(GetActiveSnapshot());
	UpdateActiveSnapshotCommandId();
	desc = CreateQueryDesc(plan, pstate->p_sourcetext, GetActiveSnapshot(),
						   InvalidSnapshot, (DestReceiver *) &receiver, NULL,
						   NULL, 0);
	ExecutorStart(desc, 0);
	begin_output(w, desc->tupDesc, NULL, stmt);
	ExecutorRun(desc, ForwardScanDirection, 0, true);
	end_output(w);
	ExecutorFinish(desc);
	ExecutorEnd(desc);
	FreeQueryDesc(desc);
	PopActiveSnapshot();
}

/* Only tables have rows of their own to copy. */
static void
check_relation(Relation rel)
{
	char relkind = rel->rd_rel->relkind;

	if (relkind == RELKIND_RELATION)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("cannot copy from %s \"%s\"", copy_kind_name(relkind), RelationGetRelationName(rel)),
			 relkind == RELKIND_VIEW || relkind == RELKIND_MATVIEW || relkind == RELKIND_PARTITIONED_TABLE
				 ? errhint("Try the COPY (SELECT ...) TO variant.")
				 : 0));
}

/*
 * copy_to
 *		Write the table, or the rows of the query; returns their number.
 */
uint64
copy_to(ParseState *pstate, Relation rel, RawStmt *query, const CopyStmt *stmt,
		CopyOptions *opts)
{
	CopyWriter w = {.opts = opts};

	if (rel)
	{
		check_relation(rel);
		begin_output(&w, RelationGetDescr(rel), rel, stmt);
		write_table(&w, rel);
		end_output(&w);
	}
	else
		write_query(&w, pstate, query, stmt);
	return w.processed;
}

/*
 * copyread.c
 *		The reading half of COPY FROM: bytes of the client, a file or a program
 *		become lines, lines become fields, and fields become values.
 *
 * Bytes come in chunks.  A line is collected up to its end, which must be the
 * same (LF, CR or both) throughout the file; in text format a backslash and in
 * CSV an open quote carries the line on.  The line is converted to the server's
 * encoding as a whole and then cut into fields.  The binary format has no
 * lines: its fields carry their lengths.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/copyread.c
 */
#include "postgres.h"

#include <sys/stat.h>

#include "copy_private.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "port/pg_bswap.h"
#include "storage/fd.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#define CHUNK 65536
#define LARGE_MESSAGE_LIMIT (MaxAllocSize - 1)
#define SMALL_MESSAGE_LIMIT 10000
#define SHOWN_LIMIT 100 /* bytes of a value in an error's context */

typedef enum LineEnd
{
	END_UNKNOWN,
	END_LF,
	END_CR,
	END_CRLF
} LineEnd;

struct CopyReader
{
	CopyOptions *opts;
	TupleDesc desc;
	Relation rel;
	List *attnums;
	FmgrInfo *in; /* input or receive function by column */
	Oid *ioparams;
	bool *force_notnull;
	bool *force_null;
	bool transcode;
	bool multibyte_unsafe; /* bytes of a character may look like ASCII */

	/* the source */
	FILE *file;
	bool is_program;
	const char *filename;
	StringInfoData msg; /* of the client */
	char *chunk;
	int pos;
	int len;
	bool at_eof; /* the source has no more */
	bool at_marker; /* \. was read */

	/* the line */
	LineEnd line_end;
	StringInfoData line;
	bool line_valid;
	bool line_converted;
	StringInfoData fields; /* the fields, each with a zero at its end */
	int *field_start; /* offset in fields, -1 for NULL */
	bool *field_quoted;
	int nfields;
	int max_fields;

	/* for the context of errors */
	uint64 lineno;
	const char *attname;
	const char *attval;
	bool only_lineno;
	ErrorContextCallback frame;
};

/* ---- the context of errors ---- */

/* At most SHOWN_LIMIT bytes, cut between characters. */
static char *
shortened(const char *s)
{
	int len = strlen(s);

	if (len <= SHOWN_LIMIT)
		return pstrdup(s);
	len = pg_mbcliplen(s, len, SHOWN_LIMIT);
	return psprintf("%.*s...", len, s);
}

static void
reader_context(void *arg)
{
	CopyReader *r = arg;
	const char *rel = RelationGetRelationName(r->rel);

	if (r->opts->format == COPY_BINARY || r->only_lineno)
	{
		if (r->attname)
			errcontext("COPY %s, line " UINT64_FORMAT ", column %s", rel,
					   r->lineno, r->attname);
		else
			errcontext("COPY %s, line " UINT64_FORMAT, rel, r->lineno);
	}
	else if (r->attname && r->attval)
		errcontext("COPY %s, line " UINT64_FORMAT ", column %s: \"%s\"", rel,
				   r->lineno, r->attname, shortened(r->attval));
	else if (r->attname)
		errcontext("COPY %s, line " UINT64_FORMAT ", column %s: null input",
				   rel, r->lineno, r->attname);
	else if (r->line_valid && (r->line_converted || !r->transcode))
		errcontext("COPY %s, line " UINT64_FORMAT ": \"%s\"", rel, r->lineno,
				   shortened(r->line.data));
	else
		errcontext("COPY %s, line " UINT64_FORMAT, rel, r->lineno);
}

/* ---- bytes ---- */

/* CopyData of the client; false at CopyDone. */
static bool
next_message(CopyReader *r)
{
	for (;;)
	{
		int type;

		HOLD_CANCEL_INTERRUPTS();
		pq_startmsgread();
		type = pq_getbyte();
		if (type == EOF)
			ereport(ERROR,
					(errcode(ERRCODE_CONNECTION_FAILURE),
					 errmsg("unexpected EOF on client connection with an open transaction")));
		if (!strchr("dcfHS", type) || type == 0)
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("unexpected message type 0x%02X during COPY from stdin",
							type)));
		if (pq_getmessage(&r->msg, type == 'd' ? LARGE_MESSAGE_LIMIT : SMALL_MESSAGE_LIMIT))
			ereport(ERROR,
					(errcode(ERRCODE_CONNECTION_FAILURE),
					 errmsg("unexpected EOF on client connection with an open transaction")));
		RESUME_CANCEL_INTERRUPTS();
		switch (type)
		{
			case 'd':
				return true;
			case 'c':
				return false;
			case 'f':
				ereport(ERROR,
						(errcode(ERRCODE_QUERY_CANCELED),
						 errmsg("COPY from stdin failed: %s",
								pq_getmsgstring(&r->msg))));
				break;
			default:
				break; /* Flush and Sync mean nothing here */
		}
	}
}

/* Get the next chunk; false at the end. */
static bool
fill_chunk(CopyReader *r)
{
	if (r->at_eof)
		return false;
	r->pos = r->len = 0;
	if (r->file)
	{
		r->len = fread(r->chunk, 1, CHUNK, r->file);
		if (ferror(r->file))
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not read from COPY file: %m")));
	}
	else
	{
		do
		{
			if (!next_message(r))
				break;
			r->len = r->msg.len;
			r->chunk = r->msg.data;
		} while (r->len == 0);
	}
	r->at_eof = r->len == 0;
	return !r->at_eof;
}

static inline int
get_byte(CopyReader *r)
{
	if (r->pos >= r->len && !fill_chunk(r))
		return EOF;
	return (unsigned char) r->chunk[r->pos++];
}

static inline int
peek_byte(CopyReader *r)
{
	if (r->pos >= r->len && !fill_chunk(r))
		return EOF;
	return (unsigned char) r->chunk[r->pos];
}

/* Read n bytes; how many there were. */
static int
get_bytes(CopyReader *r, char *to, int n)
{
	int done = 0;

	while (done < n && (r->pos < r->len || fill_chunk(r)))
	{
		int take = Min(n - done, r->len - r->pos);

		memcpy(to + done, r->chunk + r->pos, take);
		r->pos += take;
		done += take;
	}
	return done;
}

/* ---- lines ---- */

static void
bad_file(const char *message, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_BAD_COPY_FILE_FORMAT), errmsg("%s", message),
			 hint ? errhint("%s", hint) : 0));
}

/*
 * A CR or LF outside quotes: does it end the line?  Learns the file's kind of
 * line end from the first one.
 */
static bool
ends_line(CopyReader *r, int c)
{
	bool csv = r->opts->format == COPY_CSV;

	if (c == '\r' && (r->line_end == END_UNKNOWN || r->line_end == END_CRLF))
	{
		if (peek_byte(r) == '\n')
		{
			r->pos++;
			r->line_end = END_CRLF;
			return true;
		}
		if (r->line_end == END_CRLF)
			bad_file(csv ? "unquoted carriage return found in data" : "literal carriage return found in data",
					 csv ? "Use quoted CSV field to represent carriage return." : "Use \"\\r\" to represent carriage return.");
		r->line_end = END_CR;
		return true;
	}
	if (c == '\r' && r->line_end == END_LF)
		bad_file(csv ? "unquoted carriage return found in data" : "literal carriage return found in data",
				 csv ? "Use quoted CSV field to represent carriage return." : "Use \"\\r\" to represent carriage return.");
	if (c == '\n' && (r->line_end == END_CR || r->line_end == END_CRLF))
		bad_file(csv ? "unquoted newline found in data" : "literal newline found in data",
				 csv ? "Use quoted CSV field to represent newline." : "Use \"\\n\" to represent newline.");
	if (c == '\n')
		r->line_end = END_LF;
	return true;
}

/*
 * After "\." at the start of a line: the end marker if the line ends here.  In
 * CSV anything else makes it data; in text format it is an error.
 */
static bool
is_end_marker(CopyReader *r)
{
	int c = peek_byte(r);

	if (c == EOF)
		return true;
	if (c == '\n' || c == '\r')
	{
		r->pos++;
		if (c == '\r' && peek_byte(r) == '\n')
			r->pos++;
		if (r->opts->format != COPY_CSV && r->line_end != END_UNKNOWN &&
			(c == '\n') != (r->line_end == END_LF))
			bad_file("end-of-copy marker does not match previous newline style",
					 NULL);
		return true;
	}
	if (r->opts->format != COPY_CSV)
		bad_file("end-of-copy marker corrupt", NULL);
	return false;
}

/* The remaining bytes of a character in an encoding with ASCII inside. */
static void
take_character(CopyReader *r)
{
	int mblen;

	mblen = pg_encoding_mblen(r->opts->encoding,
							  r->line.data + r->line.len - 1);
	for (int i = 1; i < mblen; i++)
	{
		int c = get_byte(r);

		if (c == EOF)
			return;
		appendStringInfoChar(&r->line, c);
	}
}

/* Read up to the end of a line of text; false: nothing was left. */
static bool
collect_text(CopyReader *r)
{
	int c;

	while ((c = get_byte(r)) != EOF)
	{
		if ((c == '\n' || c == '\r') && ends_line(r, c))
			return true;
		appendStringInfoChar(&r->line, c);
		if (c == '\\')
		{
			c = peek_byte(r);
			if (c == '.' && r->line.len > 1)
			{
				/* a marker behind data is an error even at the line's end */
				r->pos++;
				if (is_end_marker(r))
					bad_file("end-of-copy marker corrupt", NULL);
			}
			else if (c == '.')
			{
				r->pos++;
				if (is_end_marker(r))
				{
					r->at_marker = true;
					resetStringInfo(&r->line);
					return false;
				}
			}
			if (c == EOF)
				break;
			r->pos++;
			appendStringInfoChar(&r->line, c);
			if (r->multibyte_unsafe && IS_HIGHBIT_SET(c))
				take_character(r);
		}
		else if (r->multibyte_unsafe && IS_HIGHBIT_SET(c))
			take_character(r);
	}
	return r->line.len > 0;
}

static bool
collect_csv(CopyReader *r)
{
	char quote = r->opts->quote;
	char escape = r->opts->escape;
	bool in_quote = false;
	bool escaped = false;
	int c;

	while ((c = get_byte(r)) != EOF)
	{
		if (in_quote && escape != quote && c == escape)
			escaped = !escaped;
		else
		{
			if (c == quote && !(escaped && escape != quote))
				in_quote = !in_quote;
			escaped = false;
		}
		if (!in_quote && (c == '\n' || c == '\r') && ends_line(r, c))
			return true;
		appendStringInfoChar(&r->line, c);
		if (in_quote && c == (r->line_end == END_LF ? '\n' : '\r'))
			r->lineno++;
		if (r->line.len == 2 && r->line.data[0] == '\\' && c == '.' &&
			!in_quote && is_end_marker(r))
		{
			r->at_marker = true;
			resetStringInfo(&r->line);
			return false;
		}
		if (r->multibyte_unsafe && IS_HIGHBIT_SET(c))
			take_character(r);
	}
	return r->line.len > 0;
}

/* Next line, in the server's encoding; false at the end. */
static bool
next_line(CopyReader *r)
{
	bool found;

	if (r->at_marker)
		return false;
	resetStringInfo(&r->line);
	r->line_valid = r->line_converted = false;
	r->lineno++;
	found = r->opts->format == COPY_CSV ? collect_csv(r) : collect_text(r);
	if (r->at_marker && !r->file)
		while (fill_chunk(r))
			; /* what follows the marker is not read */
	r->line_valid = true;
	if (found && r->transcode)
	{
		char *converted = pg_any_to_server(r->line.data, r->line.len,
										   r->opts->encoding);

		if (converted != r->line.data)
		{
			resetStringInfo(&r->line);
			appendStringInfoString(&r->line, converted);
			pfree(converted);
		}
	}
	r->line_converted = true;
	return found;
}

/* ---- fields ---- */

static void
start_field(CopyReader *r)
{
	if (r->nfields >= r->max_fields)
	{
		r->max_fields *= 2;
		r->field_start = repalloc(r->field_start, r->max_fields * sizeof(int));
		r->field_quoted = repalloc(r->field_quoted, r->max_fields);
	}
	r->field_start[r->nfields] = r->fields.len;
	r->field_quoted[r->nfields] = false;
	r->nfields++;
}

static void
end_field(CopyReader *r, bool is_null)
{
	appendStringInfoChar(&r->fields, '\0');
	if (is_null)
		r->field_start[r->nfields - 1] = -1;
}

static int
hex_digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F'                                   ? c - 'A' + 10
																 : -1;
}

/* What stands for a byte after a backslash; *p is moved past it. */
static char
escaped_byte(const char **p, const char *end)
{
	char c = *(*p)++;
	const char *letters = "bfnrtv";
	const char *bytes = "\b\f\n\r\t\v";
	const char *at = c ? strchr(letters, c) : NULL;

	if (at)
		return bytes[at - letters];
	if (c >= '0' && c <= '7')
	{
		int val = c - '0';

		for (int i = 0; i < 2 && *p < end && **p >= '0' && **p <= '7'; i++)
			val = val * 8 + (*(*p)++ - '0');
		return val & 0377;
	}
	if (c == 'x' && *p < end && hex_digit(**p) >= 0)
	{
		int val = hex_digit(*(*p)++);

		if (*p < end && hex_digit(**p) >= 0)
			val = val * 16 + hex_digit(*(*p)++);
		return val;
	}
	return c;
}

static void
cut_text(CopyReader *r)
{
	const char *p = r->line.data;
	const char *end = p + r->line.len;

	for (;;)
	{
		const char *raw = p;
		bool more = false;
		bool high = false;
		int rawlen;
		bool is_null;

		start_field(r);
		while (p < end)
		{
			char c = *p++;

			if (c == r->opts->delim)
			{
				more = true;
				break;
			}
			if (c == '\\' && p < end)
			{
				c = escaped_byte(&p, end);
				high |= IS_HIGHBIT_SET(c) || c == '\0';
			}
			appendStringInfoChar(&r->fields, c);
		}
		rawlen = p - raw - more;
		is_null = rawlen == r->opts->null_len &&
			memcmp(raw, r->opts->null_print, rawlen) == 0;
		if (high && !is_null)
		{
			int at = r->field_start[r->nfields - 1];

			pg_verifymbstr(r->fields.data + at, r->fields.len - at, false);
		}
		end_field(r, is_null);
		if (!more)
			break;
	}
}

static void
cut_csv(CopyReader *r)
{
	const char *p = r->line.data;
	const char *end = p + r->line.len;
	char quote = r->opts->quote;
	char escape = r->opts->escape;

	for (;;)
	{
		const char *raw = p;
		bool more = false;
		bool in_quote = false;
		bool quoted = false;
		int rawlen;

		start_field(r);
		for (;;)
		{
			char c;

			if (p >= end)
			{
				if (in_quote)
					bad_file("unterminated CSV quoted field", NULL);
				break;
			}
			c = *p++;
			if (!in_quote && c == r->opts->delim)
			{
				more = true;
				break;
			}
			if (in_quote && c == escape && p < end &&
				(*p == escape || *p == quote))
				c = *p++;
			else if (c == quote)
			{
				in_quote = !in_quote;
				quoted = true;
				continue;
			}
			appendStringInfoChar(&r->fields, c);
		}
		rawlen = p - raw - more;
		r->field_quoted[r->nfields - 1] = quoted;
		end_field(r, !quoted && rawlen == r->opts->null_len && memcmp(raw, r->opts->null_print, rawlen) == 0);
		if (!more)
			break;
	}
}

static void
cut_fields(CopyReader *r)
{
	r->nfields = 0;
	resetStringInfo(&r->fields);
	if (list_length(r->attnums) == 0)
	{
		if (r->line.len > 0)
			bad_file("extra data after last expected column", NULL);
		return;
	}
	if (r->opts->format == COPY_CSV)
		cut_csv(r);
	else
		cut_text(r);
}

/* The i-th field of the line, NULL for a null. */
static char *
field(CopyReader *r, int i)
{
	return r->field_start[i] < 0 ? NULL : r->fields.data + r->field_start[i];
}

/* HEADER MATCH: the first line must name the columns. */
static void
check_header(CopyReader *r)
{
	int i = 0;
	ListCell *lc;

	cut_fields(r);
	if (r->nfields != list_length(r->attnums))
		ereport(ERROR,
				(errcode(ERRCODE_BAD_COPY_FILE_FORMAT),
				 errmsg("wrong number of fields in header line: got %d, expected %d",
						r->nfields, list_length(r->attnums))));
	foreach (lc, r->attnums)
	{
		const char *name = NameStr(TupleDescAttr(r->desc,
												 lfirst_int(lc) - 1)
									   ->attname);
		const char *got = field(r, i++);

		if (!got)
			ereport(ERROR,
					(errcode(ERRCODE_BAD_COPY_FILE_FORMAT),
					 errmsg("column name mismatch in header line field %d: got null value (\"%s\"), expected \"%s\"",
							i, r->opts->null_print, name)));
		if (strcmp(got, name) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_BAD_COPY_FILE_FORMAT),
					 errmsg("column name mismatch in header line field %d: got \"%s\", expected \"%s\"",
							i, got, name)));
	}
}

/* ---- rows ---- */

static bool
next_text_row(CopyReader *r, Datum *values, bool *nulls)
{
	int i = 0;
	ListCell *lc;

	if (r->lineno == 0 && r->opts->header != HEADER_NO)
	{
		if (!next_line(r))
			return false;
		if (r->opts->header == HEADER_MATCH)
			check_header(r);
	}
	if (!next_line(r))
		return false;
	cut_fields(r);
	if (list_length(r->attnums) > 0 && r->nfields > list_length(r->attnums))
		bad_file("extra data after last expected column", NULL);
	foreach (lc, r->attnums)
	{
		int m = lfirst_int(lc) - 1;
		Form_pg_attribute att = TupleDescAttr(r->desc, m);
		char *s;

		if (i >= r->nfields)
			ereport(ERROR,
					(errcode(ERRCODE_BAD_COPY_FILE_FORMAT),
					 errmsg("missing data for column \"%s\"",
							NameStr(att->attname))));
		s = field(r, i);
		if (r->force_notnull[m] && !s)
			s = pstrdup(r->opts->null_print);
		else if (r->force_null[m] && s && r->field_quoted[i] &&
				 strcmp(s, r->opts->null_print) == 0)
			s = NULL;
		i++;
		r->attname = NameStr(att->attname);
		r->attval = s;
		values[m] = InputFunctionCall(&r->in[m], s, r->ioparams[m],
									  att->atttypmod);
		nulls[m] = s == NULL;
		r->attname = r->attval = NULL;
	}
	return true;
}

static int16
get_int16(CopyReader *r, bool *ok)
{
	uint16 v = 0;

	*ok = get_bytes(r, (char *) &v, 2) == 2;
	return (int16) pg_ntoh16(v);
}

static int32
get_int32(CopyReader *r, bool *ok)
{
	uint32 v = 0;

	*ok = get_bytes(r, (char *) &v, 4) == 4;
	return (int32) pg_ntoh32(v);
}

static void
read_binary_header(CopyReader *r)
{
	char sig[COPY_SIGNATURE_LEN];
	int32 flags;
	int32 ext;
	bool ok;

	if (get_bytes(r, sig, sizeof(sig)) != sizeof(sig) ||
		memcmp(sig, COPY_SIGNATURE, sizeof(sig)) != 0)
		bad_file("COPY file signature not recognized", NULL);
	flags = get_int32(r, &ok);
	if (!ok)
		bad_file("invalid COPY file header (missing flags)", NULL);
	if (flags & (1 << 16))
		bad_file("invalid COPY file header (WITH OIDS)", NULL);
	if ((flags >> 16) != 0)
		bad_file("unrecognized critical flags in COPY file header", NULL);
	ext = get_int32(r, &ok);
	if (!ok || ext < 0)
		bad_file("invalid COPY file header (missing length)", NULL);
	while (ext-- > 0)
		if (get_byte(r) == EOF)
			bad_file("invalid COPY file header (wrong length)", NULL);
}

/* One field of the binary format. */
static Datum
binary_field(CopyReader *r, int m, bool *isnull)
{
	Form_pg_attribute att = TupleDescAttr(r->desc, m);
	bool ok;
	int32 size = get_int32(r, &ok);
	Datum value;

	if (!ok)
		bad_file("unexpected EOF in COPY data", NULL);
	*isnull = size == -1;
	if (*isnull)
		return ReceiveFunctionCall(&r->in[m], NULL, r->ioparams[m],
								   att->atttypmod);
	if (size < 0)
		bad_file("invalid field size", NULL);
	resetStringInfo(&r->fields);
	enlargeStringInfo(&r->fields, size);
	r->fields.len = size;
	if (get_bytes(r, r->fields.data, size) != size)
		bad_file("unexpected EOF in COPY data", NULL);
	r->fields.data[size] = '\0';
	value = ReceiveFunctionCall(&r->in[m], &r->fields, r->ioparams[m],
								att->atttypmod);
	if (r->fields.cursor != r->fields.len)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("incorrect binary data format")));
	return value;
}

static bool
next_binary_row(CopyReader *r, Datum *values, bool *nulls)
{
	bool ok;
	int16 count;
	ListCell *lc;

	r->lineno++;
	count = get_int16(r, &ok);
	if (!ok)
		return false; /* a file without trailer is taken */
	if (count == -1)
	{
		if (get_byte(r) != EOF)
			bad_file("received copy data after EOF marker", NULL);
		return false;
	}
	if (count != list_length(r->attnums))
		ereport(ERROR,
				(errcode(ERRCODE_BAD_COPY_FILE_FORMAT),
				 errmsg("row field count is %d, expected %d", (int) count,
						list_length(r->attnums))));
	foreach (lc, r->attnums)
	{
		int m = lfirst_int(lc) - 1;

		r->attname = NameStr(TupleDescAttr(r->desc, m)->attname);
		values[m] = binary_field(r, m, &nulls[m]);
		r->attname = NULL;
	}
	return true;
}

/*
 * copy_reader_next
 *		Read one row: the columns that the file has are set in values and
 *		nulls.  False at the end of the file.  Values are in row_context.
 */
bool
copy_reader_next(CopyReader *r, MemoryContext row_context, Datum *values,
				 bool *nulls)
{
	MemoryContext old = MemoryContextSwitchTo(row_context);
	bool found;

	r->only_lineno = false;
	if (r->opts->format == COPY_BINARY)
		found = next_binary_row(r, values, nulls);
	else
		found = next_text_row(r, values, nulls);
	MemoryContextSwitchTo(old);
	return found;
}

/* Later errors are about an earlier row, of which only the number is known. */
void
copy_reader_forget_line(CopyReader *r, uint64 lineno)
{
	r->lineno = lineno;
	r->only_lineno = true;
}

uint64
copy_reader_lineno(CopyReader *r)
{
	return r->lineno;
}

int
copy_reader_line_length(CopyReader *r)
{
	return r->line.len;
}

/* ---- opening and closing ---- */

static void
open_file(CopyReader *r, const CopyStmt *stmt)
{
	struct stat st;

	r->filename = stmt->filename;
	r->is_program = stmt->is_program;
	r->chunk = palloc(CHUNK);
	if (stmt->is_program)
	{
		r->file = OpenPipeStream(stmt->filename, PG_BINARY_R);
		if (!r->file)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not execute command \"%s\": %m",
							stmt->filename)));
		return;
	}
	r->file = AllocateFile(stmt->filename, PG_BINARY_R);
	if (!r->file)
	{
		int save = errno;

		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\" for reading: %m",
						stmt->filename),
				 save == ENOENT || save == EACCES ? errhint("COPY FROM instructs the PostgreSQL server process to read a file. You may want a client-side facility such as psql's \\copy.") : 0));
	}
	if (fstat(fileno(r->file), &st) == 0 && S_ISDIR(st.st_mode))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is a directory", stmt->filename)));
}

/* CopyInResponse: send what we have to send, then we listen. */
static void
announce(CopyReader *r)
{
	StringInfoData buf;
	int n = list_length(r->attnums);
	int16 format = r->opts->format == COPY_BINARY;

	pq_beginmessage(&buf, 'G');
	pq_sendbyte(&buf, format);
	pq_sendint16(&buf, n);
	for (int i = 0; i < n; i++)
		pq_sendint16(&buf, format);
	pq_endmessage(&buf);
	pq_flush();
	initStringInfo(&r->msg);
}

static void
find_input_functions(CopyReader *r)
{
	ListCell *lc;

	r->in = palloc0(Max(r->desc->natts, 1) * sizeof(FmgrInfo));
	r->ioparams = palloc0(Max(r->desc->natts, 1) * sizeof(Oid));
	foreach (lc, r->attnums)
	{
		int m = lfirst_int(lc) - 1;
		Oid type = TupleDescAttr(r->desc, m)->atttypid;
		Oid func;

		if (r->opts->format == COPY_BINARY)
			getTypeBinaryInputInfo(type, &func, &r->ioparams[m]);
		else
			getTypeInputInfo(type, &func, &r->ioparams[m]);
		fmgr_info(func, &r->in[m]);
	}
}

/*
 * copy_reader_open
 *		Begin to read for COPY FROM.  Until copy_reader_close the reader tells
 *		errors where in the file they are.
 */
CopyReader *
copy_reader_open(Relation rel, const CopyStmt *stmt, List *attnums,
				 CopyOptions *opts)
{
	CopyReader *r = palloc0(sizeof(CopyReader));
	bool has_encodings = GetDatabaseEncoding() != PG_SQL_ASCII &&
		opts->encoding != PG_SQL_ASCII;

	r->opts = opts;
	r->rel = rel;
	r->desc = RelationGetDescr(rel);
	r->attnums = attnums;
	r->force_notnull = copy_column_flags(r->desc, rel, attnums,
										 opts->force_notnull, "FORCE_NOT_NULL");
	r->force_null = copy_column_flags(r->desc, rel, attnums, opts->force_null,
									  "FORCE_NULL");
	/* even without conversion the bytes are to be checked */
	r->transcode = has_encodings || pg_database_encoding_max_length() > 1;
	r->multibyte_unsafe = PG_ENCODING_IS_CLIENT_ONLY(opts->encoding);
	r->max_fields = Max(list_length(attnums), 1);
	r->field_start = palloc(r->max_fields * sizeof(int));
	r->field_quoted = palloc(r->max_fields);
	initStringInfo(&r->line);
	initStringInfo(&r->fields);
	find_input_functions(r);
	if (stmt->filename)
		open_file(r, stmt);
	else
		announce(r);
	r->frame.callback = reader_context;
	r->frame.arg = r;
	r->frame.previous = error_context_stack;
	error_context_stack = &r->frame;
	if (opts->format == COPY_BINARY)
		read_binary_header(r);
	return r;
}

void
copy_reader_close(CopyReader *r)
{
	error_context_stack = r->frame.previous;
	if (r->file && r->is_program)
	{
		int rc = ClosePipeStream(r->file);

		if (rc == -1)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not close pipe to external command: %m")));
		if (rc != 0 && r->at_eof)
			ereport(ERROR,
					(errcode(ERRCODE_EXTERNAL_ROUTINE_EXCEPTION),
					 errmsg("program \"%s\" failed", r->filename)));
	}
	else if (r->file && FreeFile(r->file))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not close file \"%s\": %m", r->filename)));
}

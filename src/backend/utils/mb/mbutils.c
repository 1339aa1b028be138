/*
 * mbutils.c
 *		Text in the database encoding, and conversion to and from the client's.
 *
 * Any string in the server is valid in the database encoding; what comes from a
 * client is checked, and converted if the client's encoding differs.  Conversion
 * between UTF8 and the single-byte encodings is done with tables of 128 code
 * points, made by iconv(3) at first use; the east Asian multibyte encodings can
 * be stored and checked, but not converted yet.  SQL_ASCII converts to and from
 * nothing: bytes pass unchanged.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mb/mbutils.c
 */
#include "postgres.h"

#include <iconv.h>

#include "guc_hooks_mb.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/upcalls.h"

static int database_encoding = PG_SQL_ASCII;
static int client_encoding = PG_SQL_ASCII;
static int message_encoding = PG_SQL_ASCII;
static int pending_client_encoding = PG_SQL_ASCII;
static bool startup_done = false;

char *client_encoding_string;
char *server_encoding_string;

/* Code points of the bytes 0x80 .. 0xFF; 0: none. */
typedef struct ByteTable
{
	bool ready;
	bool usable;
	pg_wchar to_unicode[128];
} ByteTable;
static ByteTable byte_tables[_PG_LAST_ENCODING_];

/* ---- conversion ---- */

/* Name that iconv knows a single-byte encoding by; NULL for others. */
static const char *
iconv_name(int encoding)
{
	switch (encoding)
	{
		case PG_LATIN10:
			return "ISO-8859-16";
		case PG_WIN874:
			return "CP874";
		default:
			if (pg_encoding_max_length(encoding) > 1 || encoding == PG_SQL_ASCII)
				return NULL;
			return get_encoding_name_for_icu(encoding);
	}
}

static const ByteTable *
table_of(int encoding)
{
	ByteTable *t = &byte_tables[encoding];
	const char *name = iconv_name(encoding);
	iconv_t cd;

	if (t->ready)
		return t->usable ? t : NULL;
	t->ready = true;
	if (name == NULL)
		return NULL;
	cd = iconv_open("UTF-32LE", name);
	if (cd == (iconv_t) -1)
		return NULL;
	for (int b = 0; b < 128; b++)
	{
		char in = (char) (b + 128);
		char *inp = &in;
		pg_wchar out = 0;
		char *outp = (char *) &out;
		size_t inleft = 1;
		size_t outleft = sizeof(out);

		iconv(cd, NULL, NULL, NULL, NULL);
		if (iconv(cd, &inp, &inleft, &outp, &outleft) != (size_t) -1 &&
			inleft == 0 && outleft == 0)
			t->to_unicode[b] = out;
	}
	iconv_close(cd);
	t->usable = true;
	return t;
}

static bool
can_convert(int src, int dest)
{
	bool src_ok = src == PG_UTF8 || table_of(src) != NULL;
	bool dest_ok = dest == PG_UTF8 || table_of(dest) != NULL;

	return src == dest || src == PG_SQL_ASCII || dest == PG_SQL_ASCII ||
		(src_ok && dest_ok);
}

static int
byte_for(const ByteTable *t, pg_wchar c)
{
	for (int b = 0; b < 128; b++)
		if (t->to_unicode[b] == c)
			return b + 128;
	return -1;
}

/* Valid src text, len bytes, in another encoding; palloc'd, terminated. */
static unsigned char *
convert(const unsigned char *src, int len, int src_encoding, int dest_encoding)
{
	const ByteTable *from = src_encoding == PG_UTF8 ? NULL : table_of(src_encoding);
	const ByteTable *to = dest_encoding == PG_UTF8 ? NULL : table_of(dest_encoding);
	const unsigned char *end = src + len;
	unsigned char *result;
	unsigned char *out;

	if (!can_convert(src_encoding, dest_encoding))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("default conversion function for encoding \"%s\" to \"%s\" does not exist",
						pg_encoding_to_char(src_encoding),
						pg_encoding_to_char(dest_encoding))));
	if ((Size) len >= MaxAllocHugeSize / MAX_CONVERSION_GROWTH)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("out of memory"),
				 errdetail("String of %d bytes is too long for encoding conversion.",
						   len)));
	result = out = palloc_extended((Size) len * MAX_CONVERSION_GROWTH + 1,
								   MCXT_ALLOC_HUGE);
	while (src < end)
	{
		int l = from ? 1 : pg_utf_mblen(src);
		pg_wchar c;
		int b;

		if (!IS_HIGHBIT_SET(*src))
		{
			*out++ = *src++;
			continue;
		}
		c = from ? from->to_unicode[*src - 128] : utf8_to_unicode(src);
		if (c == 0)
			report_untranslatable_char(src_encoding, dest_encoding,
									   (const char *) src, end - src);
		if (to == NULL)
		{
			unicode_to_utf8(c, out);
			out += unicode_utf8len(c);
		}
		else if ((b = byte_for(to, c)) >= 0)
			*out++ = (unsigned char) b;
		else
			report_untranslatable_char(src_encoding, dest_encoding,
									   (const char *) src, end - src);
		src += l;
	}
	*out = '\0';
	return result;
}

/*
 * pg_do_encoding_conversion
 *		src itself if nothing changes, else a palloc'd, terminated copy.
 *
 * To or from SQL_ASCII bytes stay as they are, but are checked against the
 * destination.  Errors: 22021 invalid, 22P05 no equivalent, 42883 no conversion.
 */
unsigned char *
pg_do_encoding_conversion(unsigned char *src, int len, int src_encoding,
						  int dest_encoding)
{
	if (len <= 0 || src_encoding == dest_encoding ||
		dest_encoding == PG_SQL_ASCII)
		return src;
	if (src_encoding == PG_SQL_ASCII)
	{
		(void) pg_verify_mbstr(dest_encoding, (const char *) src, len, false);
		return src;
	}
	return convert(src, len, src_encoding, dest_encoding);
}

/* Text from outside, in a given encoding; checked in any case. */
char *
pg_any_to_server(const char *s, int len, int encoding)
{
	if (len <= 0)
		return (char *) s;
	if (encoding == database_encoding || encoding == PG_SQL_ASCII)
	{
		(void) pg_verify_mbstr(database_encoding, s, len, false);
		return (char *) s;
	}
	if (database_encoding == PG_SQL_ASCII)
	{
		/* bytes are stored as they are, but a client must say what it means */
		if (PG_VALID_BE_ENCODING(encoding))
			(void) pg_verify_mbstr(encoding, s, len, false);
		else
			for (int i = 0; i < len; i++)
				if (s[i] == '\0' || IS_HIGHBIT_SET(s[i]))
					ereport(ERROR,
							(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
							 errmsg("invalid byte value for encoding \"%s\": 0x%02x",
									pg_enc2name_tbl[PG_SQL_ASCII].name,
									(unsigned char) s[i])));
		return (char *) s;
	}
	(void) pg_verify_mbstr(encoding, s, len, false);
	return (char *) convert((const unsigned char *) s, len, encoding,
							database_encoding);
}

char *
pg_server_to_any(const char *s, int len, int encoding)
{
	if (len <= 0 || encoding == database_encoding || encoding == PG_SQL_ASCII)
		return (char *) s;
	if (database_encoding == PG_SQL_ASCII)
	{
		(void) pg_verify_mbstr(encoding, s, len, false);
		return (char *) s;
	}
	return (char *) convert((const unsigned char *) s, len, database_encoding,
							encoding);
}

char *
pg_client_to_server(const char *s, int len)
{
	return pg_any_to_server(s, len, client_encoding);
}

char *
pg_server_to_client(const char *s, int len)
{
	return pg_server_to_any(s, len, client_encoding);
}

/* s: room for MAX_MULTIBYTE_CHAR_LEN + 1 bytes; terminated. */
void
pg_unicode_to_server(pg_wchar c, unsigned char *s)
{
	unsigned char utf8[MAX_MULTIBYTE_CHAR_LEN + 1];
	int len;

	if (!is_valid_unicode_codepoint(c))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid Unicode code point")));
	len = unicode_utf8len(c);
	unicode_to_utf8(c, utf8);
	utf8[len] = '\0';
	if (c < 0x80 || database_encoding == PG_UTF8)
		memcpy(s, utf8, len + 1);
	else if (!can_convert(PG_UTF8, database_encoding) ||
			 database_encoding == PG_SQL_ASCII)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("conversion between %s and %s is not supported",
						pg_enc2name_tbl[PG_UTF8].name,
						GetDatabaseEncodingName())));
	else
	{
		unsigned char *converted = convert(utf8, len, PG_UTF8, database_encoding);

		strlcpy((char *) s, (char *) converted, MAX_MULTIBYTE_CHAR_LEN + 1);
		pfree(converted);
	}
}

/* ---- checking ---- */

static void
append_bytes(char *out, Size size, const char *s, int n)
{
	size_t at = 0;

	out[0] = '\0';
	for (int i = 0; i < n && at + 6 < size; i++)
		at += snprintf(out + at, size - at, "%s0x%02x", i ? " " : "",
					   (unsigned char) s[i]);
}

void
report_invalid_encoding(int encoding, const char *mbstr, int len)
{
	char bytes[64];
	int l = pg_encoding_mblen_or_incomplete(encoding, mbstr, len);

	append_bytes(bytes, sizeof(bytes), mbstr, Min(Min(l, len), 8));
	ereport(ERROR,
			(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
			 errmsg("invalid byte sequence for encoding \"%s\": %s",
					pg_encoding_to_char(encoding), bytes)));
	abort();
}

void
report_untranslatable_char(int src_encoding, int dest_encoding,
						   const char *mbstr, int len)
{
	char bytes[64];

	append_bytes(bytes, sizeof(bytes), mbstr,
				 Min(Min(pg_encoding_mblen(src_encoding, mbstr), len), 8));
	ereport(ERROR,
			(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
			 errmsg("character with byte sequence %s in encoding \"%s\" has no equivalent in encoding \"%s\"",
					bytes, pg_encoding_to_char(src_encoding),
					pg_encoding_to_char(dest_encoding))));
	abort();
}

bool
pg_verify_mbstr(int encoding, const char *mbstr, int len, bool noError)
{
	int ok = pg_encoding_verifymbstr(encoding, mbstr, len);

	if (ok == len)
		return true;
	if (!noError)
		report_invalid_encoding(encoding, mbstr + ok, len - ok);
	return false;
}

bool
pg_verifymbstr(const char *mbstr, int len, bool noError)
{
	return pg_verify_mbstr(database_encoding, mbstr, len, noError);
}

/* Number of characters, or -1 (noError) if not valid. */
int
pg_verify_mbstr_len(int encoding, const char *mbstr, int len, bool noError)
{
	int n = 0;

	while (len > 0)
	{
		int l = *mbstr ? pg_encoding_verifymbchar(encoding, mbstr, len) : -1;

		if (l < 0)
		{
			if (noError)
				return -1;
			report_invalid_encoding(encoding, mbstr, len);
		}
		mbstr += l;
		len -= l;
		n++;
	}
	return n;
}

/* For conversion functions: are they called for what they were made for? */
void
check_encoding_conversion_args(int src_encoding, int dest_encoding, int len,
							   int expected_src_encoding,
							   int expected_dest_encoding)
{
	if (!PG_VALID_ENCODING(src_encoding) ||
		(expected_src_encoding >= 0 && src_encoding != expected_src_encoding))
		elog(ERROR, "unexpected source encoding ID: %d for conversion", src_encoding);
	if (!PG_VALID_ENCODING(dest_encoding) ||
		(expected_dest_encoding >= 0 && dest_encoding != expected_dest_encoding))
		elog(ERROR, "unexpected destination encoding ID: %d for conversion",
			 dest_encoding);
	if (len < 0)
		elog(ERROR, "encoding conversion length must not be negative");
}

/* ---- walking through text ---- */

int
pg_database_encoding_max_length(void)
{
	return pg_wchar_table[database_encoding].maxmblen;
}

bool
pg_encoding_is_single_byte(int encoding)
{
	return pg_wchar_table[encoding].maxmblen == 1;
}

int
pg_mblen_unbounded(const char *mbstr)
{
	return pg_encoding_mblen(database_encoding, mbstr);
}

int
pg_mblen(const char *mbstr)
{
	return pg_encoding_mblen(database_encoding, mbstr);
}

/* The same, when bytes may be missing: 22021 then. */
int
pg_mblen_cstr(const char *mbstr)
{
	int l = pg_mblen(mbstr);

	for (int i = 1; i < l; i++)
		if (mbstr[i] == '\0')
			report_invalid_encoding(database_encoding, mbstr, i);
	return l;
}

int
pg_mblen_with_len(const char *mbstr, int limit)
{
	int l = pg_mblen(mbstr);

	if (l > limit)
		report_invalid_encoding(database_encoding, mbstr, limit);
	return l;
}

int
pg_mblen_range(const char *mbstr, const char *end)
{
	return pg_mblen_with_len(mbstr, (int) (end - mbstr));
}

int
pg_dsplen(const char *mbstr)
{
	return pg_encoding_dsplen(database_encoding, mbstr);
}

/* Number of characters. */
int
pg_mbstrlen(const char *mbstr)
{
	int n = 0;

	if (pg_database_encoding_max_length() == 1)
		return strlen(mbstr);
	while (*mbstr)
	{
		mbstr += pg_mblen_cstr(mbstr);
		n++;
	}
	return n;
}

int
pg_mbstrlen_with_len(const char *mbstr, int limit)
{
	int n = 0;

	if (pg_database_encoding_max_length() == 1)
		return limit;
	while (limit > 0 && *mbstr)
	{
		int l = pg_mblen_with_len(mbstr, limit);

		limit -= l;
		mbstr += l;
		n++;
	}
	return n;
}

/* Bytes of whole characters within limit bytes; len: bytes there are. */
int
pg_encoding_mbcliplen(int encoding, const char *mbstr, int len, int limit)
{
	int clip = 0;

	if (pg_encoding_is_single_byte(encoding))
		return (int) strnlen(mbstr, Min(len, limit));
	while (len > 0 && *mbstr)
	{
		int l = pg_encoding_mblen_or_incomplete(encoding, mbstr, len);

		if (l > limit - clip || l > len)
			break;
		clip += l;
		len -= l;
		mbstr += l;
	}
	return clip;
}

int
pg_mbcliplen(const char *mbstr, int len, int limit)
{
	return pg_encoding_mbcliplen(database_encoding, mbstr, len, limit);
}

/* Bytes of the first limit characters. */
int
pg_mbcharcliplen(const char *mbstr, int len, int limit)
{
	int clip = 0;

	if (pg_database_encoding_max_length() == 1)
		return (int) strnlen(mbstr, Min(len, limit));
	for (; len > 0 && *mbstr && limit > 0; limit--)
	{
		int l = pg_mblen_with_len(mbstr, len);

		clip += l;
		len -= l;
		mbstr += l;
	}
	return clip;
}

/* ---- wide characters: code points in UTF8, the bytes elsewhere ---- */

int
pg_encoding_mb2wchar_with_len(int encoding, const char *from, pg_wchar *to,
							  int len)
{
	const unsigned char *p = (const unsigned char *) from;
	int n = 0;

	while (len > 0 && *p)
	{
		int l = Min(pg_encoding_mblen_or_incomplete(encoding, (const char *) p, len), len);
		pg_wchar c = 0;

		if (encoding == PG_UTF8 && l == pg_utf_mblen(p))
			c = utf8_to_unicode(p);
		else
			for (int i = 0; i < l; i++)
				c = (c << 8) | p[i];
		to[n++] = c;
		p += l;
		len -= l;
	}
	to[n] = 0;
	return n;
}

int
pg_encoding_wchar2mb_with_len(int encoding, const pg_wchar *from, char *to,
							  int len)
{
	char *start = to;

	for (; len > 0 && *from; from++, len--)
	{
		if (encoding == PG_UTF8)
		{
			unicode_to_utf8(*from, (unsigned char *) to);
			to += unicode_utf8len(*from);
			continue;
		}
		for (int shift = 24; shift >= 0; shift -= 8)
			if ((*from >> shift) != 0)
				*to++ = (char) (*from >> shift);
	}
	*to = '\0';
	return to - start;
}

int
pg_mb2wchar_with_len(const char *from, pg_wchar *to, int len)
{
	return pg_encoding_mb2wchar_with_len(database_encoding, from, to, len);
}

int
pg_mb2wchar(const char *from, pg_wchar *to)
{
	return pg_mb2wchar_with_len(from, to, strlen(from));
}

int
pg_wchar2mb_with_len(const pg_wchar *from, char *to, int len)
{
	return pg_encoding_wchar2mb_with_len(database_encoding, from, to, len);
}

int
pg_char_and_wchar_strcmp(const char *s1, const pg_wchar *s2)
{
	while ((pg_wchar) (unsigned char) *s1 == *s2)
	{
		if (*s1 == '\0')
			return 0;
		s1++;
		s2++;
	}
	return (int) (unsigned char) *s1 - (int) *s2;
}

/* ---- which encodings ---- */

/* Could this be the client's encoding?  0 or -1. */
int
PrepareClientEncoding(int encoding)
{
	if (!PG_VALID_FE_ENCODING(encoding))
		return -1;
	if (!startup_done)
		return 0; /* decided by InitializeClientEncoding() */
	return can_convert(encoding, database_encoding) ? 0 : -1;
}

int
SetClientEncoding(int encoding)
{
	if (!PG_VALID_FE_ENCODING(encoding))
		return -1;
	if (!startup_done)
	{
		pending_client_encoding = encoding;
		return 0;
	}
	if (!can_convert(encoding, database_encoding))
		return -1;
	client_encoding = encoding;
	return 0;
}

/* The database is known: take the encoding that the client asked for. */
void
InitializeClientEncoding(void)
{
	Assert(!startup_done);
	startup_done = true;
	if (PrepareClientEncoding(pending_client_encoding) < 0 ||
		SetClientEncoding(pending_client_encoding) < 0)
		ereport(FATAL,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("conversion between %s and %s is not supported",
						pg_encoding_to_char(pending_client_encoding),
						GetDatabaseEncodingName())));
}

int
pg_get_client_encoding(void)
{
	return client_encoding;
}

const char *
pg_get_client_encoding_name(void)
{
	return pg_encoding_to_char(client_encoding);
}

void
SetDatabaseEncoding(int encoding)
{
	if (!PG_VALID_BE_ENCODING(encoding))
		elog(ERROR, "invalid database encoding: %d", encoding);
	database_encoding = encoding;
}

int
GetDatabaseEncoding(void)
{
	return database_encoding;
}

const char *
GetDatabaseEncodingName(void)
{
	return pg_encoding_to_char(database_encoding);
}

void
SetMessageEncoding(int encoding)
{
	message_encoding = encoding;
}

int
GetMessageEncoding(void)
{
	return message_encoding;
}

/* ---- the setting client_encoding ---- */

bool
check_client_encoding(char **newval, void **extra, GucSource source)
{
	int encoding = pg_valid_client_encoding(*newval);
	const char *canonical;
	int *result;

	if (encoding < 0)
		return false;
	canonical = pg_encoding_to_char(encoding);
	if (PrepareClientEncoding(encoding) < 0)
	{
		GUC_check_errcode(ERRCODE_FEATURE_NOT_SUPPORTED);
		GUC_check_errdetail("Conversion between %s and %s is not supported.",
							canonical, GetDatabaseEncodingName());
		return false;
	}
	if (strcmp(*newval, canonical) != 0 && strcmp(*newval, "UNICODE") != 0)
	{
		free(*newval);
		*newval = guc_strdup(LOG, canonical);
		if (*newval == NULL)
			return false;
	}
	result = guc_malloc(LOG, sizeof(int));
	if (result == NULL)
		return false;
	*result = encoding;
	*extra = result;
	return true;
}

void
assign_client_encoding(const char *newval, void *extra)
{
	if (SetClientEncoding(*(int *) extra) < 0)
		elog(LOG, "SetClientEncoding(%d) failed", *(int *) extra);
}

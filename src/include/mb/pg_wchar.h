/*
 * mb/pg_wchar.h
 *		Encodings: their numbers, and functions on text in them.
 *
 * Numbers are PostgreSQL's and stand in pg_database.encoding.  A string in
 * the server is always valid in the database encoding.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/mb/pg_wchar.h
 */
#ifndef PG_WCHAR_H
#define PG_WCHAR_H

typedef unsigned int pg_wchar;
#define MAX_MULTIBYTE_CHAR_LEN 4
#define MAX_UNICODE_EQUIVALENT_STRING 16
#define MAX_CONVERSION_GROWTH 4
#define MAX_CONVERSION_INPUT_LENGTH 16

typedef enum pg_enc
{
	PG_SQL_ASCII = 0,
	PG_EUC_JP,
	PG_EUC_CN,
	PG_EUC_KR,
	PG_EUC_TW,
	PG_EUC_JIS_2004,
	PG_UTF8,
	PG_MULE_INTERNAL,
	PG_LATIN1,
	PG_LATIN2,
	PG_LATIN3,
	PG_LATIN4,
	PG_LATIN5,
	PG_LATIN6,
	PG_LATIN7,
	PG_LATIN8,
	PG_LATIN9,
	PG_LATIN10,
	PG_WIN1256,
	PG_WIN1258,
	PG_WIN866,
	PG_WIN874,
	PG_KOI8R,
	PG_WIN1251,
	PG_WIN1252,
	PG_ISO_8859_5,
	PG_ISO_8859_6,
	PG_ISO_8859_7,
	PG_ISO_8859_8,
	PG_WIN1250,
	PG_WIN1253,
	PG_WIN1254,
	PG_WIN1255,
	PG_WIN1257,
	PG_KOI8U,
	/* below: for clients only */
	PG_SJIS,
	PG_BIG5,
	PG_GBK,
	PG_UHC,
	PG_GB18030,
	PG_JOHAB,
	PG_SHIFT_JIS_2004,
	_PG_LAST_ENCODING_
} pg_enc;
#define PG_ENCODING_BE_LAST PG_KOI8U
#define PG_VALID_BE_ENCODING(e) ((e) >= 0 && (e) <= PG_ENCODING_BE_LAST)
#define PG_ENCODING_IS_CLIENT_ONLY(e) \
	((e) > PG_ENCODING_BE_LAST && (e) < _PG_LAST_ENCODING_)
#define PG_VALID_ENCODING(e) ((e) >= 0 && (e) < _PG_LAST_ENCODING_)
#define PG_VALID_FE_ENCODING(e) PG_VALID_ENCODING(e)

typedef struct pg_enc2name
{
	const char *name;
	pg_enc encoding;
} pg_enc2name;
extern PGDLLIMPORT const pg_enc2name pg_enc2name_tbl[];

typedef int (*mblen_converter)(const unsigned char *mbstr);
typedef int (*mbdisplaylen_converter)(const unsigned char *mbstr);
typedef int (*mbchar_verifier)(const unsigned char *mbstr, int len);
typedef int (*mbstr_verifier)(const unsigned char *mbstr, int len);

/* What the functions below know of each encoding. */
typedef struct
{
	mblen_converter mblen; /* length of a character, by its first bytes */
	mbdisplaylen_converter dsplen;
	mbchar_verifier mbverifychar; /* length, or -1 if not valid */
	mbstr_verifier mbverifystr; /* bytes that are valid */
	int maxmblen;
} pg_wchar_tbl;
extern PGDLLIMPORT const pg_wchar_tbl pg_wchar_table[];

/* ---- common/encnames.c, common/wchar.c ---- */
extern int pg_char_to_encoding(const char *name); /* -1 if unknown */
extern const char *pg_encoding_to_char(int encoding);
extern int pg_valid_client_encoding(const char *name);
extern int pg_valid_server_encoding(const char *name);
extern bool is_encoding_supported_by_icu(int encoding);
extern const char *get_encoding_name_for_icu(int encoding);
extern int pg_valid_server_encoding_id(int encoding);

extern int pg_encoding_mblen(int encoding, const char *mbstr);
extern int pg_encoding_mblen_or_incomplete(int encoding, const char *mbstr,
										   size_t remaining);
extern int pg_encoding_mblen_bounded(int encoding, const char *mbstr);
extern int pg_encoding_dsplen(int encoding, const char *mbstr);
extern int pg_encoding_verifymbchar(int encoding, const char *mbstr, int len);
extern int pg_encoding_verifymbstr(int encoding, const char *mbstr, int len);
extern int pg_encoding_max_length(int encoding);
extern bool pg_utf8_islegal(const unsigned char *source, int length);
extern int pg_utf_mblen(const unsigned char *s);
extern unsigned char *unicode_to_utf8(pg_wchar c, unsigned char *utf8string);
extern pg_wchar utf8_to_unicode(const unsigned char *c);
extern int unicode_utf8len(pg_wchar c);

/* Can a byte of a multibyte character look like ASCII? */
#define PG_ENCODING_IS_CLIENT_UNSAFE(e) PG_ENCODING_IS_CLIENT_ONLY(e)

static inline bool
is_valid_unicode_codepoint(pg_wchar c)
{
	return c > 0 && c <= 0x10FFFF;
}

static inline bool
is_utf16_surrogate_first(pg_wchar c)
{
	return c >= 0xD800 && c <= 0xDBFF;
}

static inline bool
is_utf16_surrogate_second(pg_wchar c)
{
	return c >= 0xDC00 && c <= 0xDFFF;
}

static inline pg_wchar
surrogate_pair_to_codepoint(pg_wchar first, pg_wchar second)
{
	return 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF);
}

#ifndef FRONTEND
/* ---- utils/mb/mbutils.c: in the database encoding ---- */
extern int pg_mblen(const char *mbstr);
extern int pg_mblen_cstr(const char *mbstr);
extern int pg_mblen_range(const char *mbstr, const char *end);
extern int pg_mblen_with_len(const char *mbstr, int limit);
extern int pg_mblen_unbounded(const char *mbstr);
extern int pg_dsplen(const char *mbstr);
extern int pg_mbstrlen(const char *mbstr);
extern int pg_mbstrlen_with_len(const char *mbstr, int len);
extern int pg_mbcliplen(const char *mbstr, int len, int limit);
extern int pg_mbcharcliplen(const char *mbstr, int len, int limit);
extern int pg_encoding_mbcliplen(int encoding, const char *mbstr, int len,
								 int limit);
extern int pg_database_encoding_max_length(void);
extern int pg_mb2wchar(const char *from, pg_wchar *to);
extern int pg_mb2wchar_with_len(const char *from, pg_wchar *to, int len);
extern int pg_wchar2mb_with_len(const pg_wchar *from, char *to, int len);
extern int pg_encoding_mb2wchar_with_len(int encoding, const char *from,
										 pg_wchar *to, int len);
extern int pg_encoding_wchar2mb_with_len(int encoding, const pg_wchar *from,
										 char *to, int len);
extern int pg_char_and_wchar_strcmp(const char *s1, const pg_wchar *s2);

/* which encodings are in use */
extern int GetDatabaseEncoding(void);
extern int GetMessageEncoding(void);
extern int pg_get_client_encoding(void);
extern const char *GetDatabaseEncodingName(void);
extern const char *pg_get_client_encoding_name(void);
extern void SetDatabaseEncoding(int encoding);
extern void SetMessageEncoding(int encoding);
/* Ask whether the client may have it, and give it to the client: 0, or -1 if it cannot be. */
extern int PrepareClientEncoding(int encoding);
extern int SetClientEncoding(int encoding);
/* Once, when catalogs can be read: take up what was asked for before. */
extern void InitializeClientEncoding(void);

/* conversion: results are the input itself, or palloc'd */
extern unsigned char *pg_do_encoding_conversion(unsigned char *src, int len,
												int src_encoding,
												int dest_encoding);
extern char *pg_client_to_server(const char *s, int len);
extern char *pg_server_to_client(const char *s, int len);
extern char *pg_any_to_server(const char *s, int len, int encoding);
extern char *pg_server_to_any(const char *s, int len, int encoding);
extern void pg_unicode_to_server(pg_wchar c, unsigned char *s);

/* checking: ERROR 22021 unless noError */
extern bool pg_verifymbstr(const char *mbstr, int len, bool noError);
extern bool pg_verify_mbstr(int encoding, const char *mbstr, int len,
							bool noError);
extern int pg_verify_mbstr_len(int encoding, const char *mbstr, int len,
							   bool noError);
extern void check_encoding_conversion_args(int src_encoding,
										   int dest_encoding, int len,
										   int expected_src_encoding,
										   int expected_dest_encoding);
extern void report_invalid_encoding(int encoding, const char *mbstr, int len)
	pg_attribute_noreturn();
extern void report_untranslatable_char(int src_encoding, int dest_encoding,
									   const char *mbstr, int len)
	pg_attribute_noreturn();
extern bool pg_encoding_is_single_byte(int encoding);
#endif

#endif /* PG_WCHAR_H */

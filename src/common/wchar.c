/*
 * wchar.c
 *		Characters of each encoding: how long they are, and whether they are valid.
 *
 * UTF-8 is checked in full (RFC 3629, section 4): no overlong forms, no
 * surrogates, nothing above U+10FFFF.  The east Asian encodings are described by
 * the length that a first byte gives and the range of the bytes that follow.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/wchar.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "mb/pg_wchar.h"

/* ---- lengths ---- */

static int
one_byte(const unsigned char *s)
{
	return 1;
}

static int
euc_two(const unsigned char *s)
{
	return IS_HIGHBIT_SET(*s) ? 2 : 1;
}

/* single shifts: SS2 0x8E, SS3 0x8F */
static int
euc_jp_mblen(const unsigned char *s)
{
	return *s == 0x8F ? 3 : IS_HIGHBIT_SET(*s) ? 2
											   : 1;
}

static int
euc_tw_mblen(const unsigned char *s)
{
	return *s == 0x8E ? 4 : *s == 0x8F ? 3
		: IS_HIGHBIT_SET(*s)           ? 2
									   : 1;
}

static int
sjis_mblen(const unsigned char *s)
{
	if (*s >= 0xA1 && *s <= 0xDF)
		return 1; /* half-width katakana */
	return IS_HIGHBIT_SET(*s) ? 2 : 1;
}

static int
gb18030_mblen(const unsigned char *s)
{
	if (!IS_HIGHBIT_SET(*s))
		return 1;
	return s[1] >= 0x30 && s[1] <= 0x39 ? 4 : 2;
}

static int
mule_mblen(const unsigned char *s)
{
	if (*s >= 0x81 && *s <= 0x8D)
		return 2;
	if ((*s >= 0x90 && *s <= 0x99) || *s == 0x9A || *s == 0x9B)
		return 3;
	return *s == 0x9C || *s == 0x9D ? 4 : 1;
}

/* By the first byte alone; 1 for a byte that starts nothing. */
int
pg_utf_mblen(const unsigned char *s)
{
	if ((*s & 0x80) == 0)
		return 1;
	if ((*s & 0xE0) == 0xC0)
		return 2;
	if ((*s & 0xF0) == 0xE0)
		return 3;
	return (*s & 0xF8) == 0xF0 ? 4 : 1;
}

/* ---- validity ---- */

/* Are these length bytes one valid UTF-8 character? */
bool
pg_utf8_islegal(const unsigned char *s, int length)
{
	pg_wchar c;
	static const pg_wchar least[] = {0, 0, 0x80, 0x800, 0x10000};

	if (length == 1)
		return *s < 0x80;
	if (length < 2 || length > 4 || pg_utf_mblen(s) != length)
		return false;
	for (int i = 1; i < length; i++)
		if ((s[i] & 0xC0) != 0x80)
			return false;
	c = utf8_to_unicode(s);
	return c >= least[length] && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

static int
utf8_verifychar(const unsigned char *s, int len)
{
	int l = pg_utf_mblen(s);

	if (*s == '\0' || len < l || !pg_utf8_islegal(s, l))
		return -1;
	return l;
}

/* Bytes that are valid; plain ASCII is skipped eight bytes at a time. */
static int
utf8_verifystr(const unsigned char *s, int len)
{
	const unsigned char *start = s;

	while (len > 0)
	{
		int l;

		if (len >= 8)
		{
			uint64 w;

			memcpy(&w, s, sizeof(w));
			/* no high bit, and no byte that is zero */
			if ((w & UINT64CONST(0x8080808080808080)) == 0 &&
				((w - UINT64CONST(0x0101010101010101)) & UINT64CONST(0x8080808080808080)) == 0)
			{
				s += 8;
				len -= 8;
				continue;
			}
		}
		l = utf8_verifychar(s, len);
		if (l < 0)
			break;
		s += l;
		len -= l;
	}
	return s - start;
}

static int
single_verifychar(const unsigned char *s, int len)
{
	return *s ? 1 : -1;
}

static int
single_verifystr(const unsigned char *s, int len)
{
	const unsigned char *nul = memchr(s, 0, len);

	return nul ? (int) (nul - s) : len;
}

/* Length l, and the bytes after the first within lo .. hi. */
static int
verify_range(const unsigned char *s, int len, int l, int lo, int hi)
{
	if (*s == '\0' || len < l)
		return -1;
	for (int i = 1; i < l; i++)
		if (s[i] < lo || s[i] > hi)
			return -1;
	return l;
}

static int
euc_jp_verifychar(const unsigned char *s, int len)
{
	if (*s == 0x8E)
		return verify_range(s, len, 2, 0xA1, 0xDF);
	if (IS_HIGHBIT_SET(*s) && *s != 0x8F && (*s < 0xA1 || *s > 0xFE))
		return -1;
	return verify_range(s, len, euc_jp_mblen(s), 0xA1, 0xFE);
}

static int
euc_verifychar(const unsigned char *s, int len)
{
	if (IS_HIGHBIT_SET(*s) && (*s < 0xA1 || *s > 0xFE))
		return -1;
	return verify_range(s, len, euc_two(s), 0xA1, 0xFE);
}

static int
euc_tw_verifychar(const unsigned char *s, int len)
{
	if (*s == 0x8F)
		return -1;
	if (*s == 0x8E && len >= 2 && (s[1] < 0xA1 || s[1] > 0xA7))
		return -1;
	return verify_range(s, len, euc_tw_mblen(s), 0xA1, 0xFE);
}

static int
mule_verifychar(const unsigned char *s, int len)
{
	return verify_range(s, len, mule_mblen(s), 0x80, 0xFF);
}

static int
sjis_verifychar(const unsigned char *s, int len)
{
	int l = sjis_mblen(s);

	if (l == 2 && !((*s >= 0x81 && *s <= 0x9F) || (*s >= 0xE0 && *s <= 0xFC)))
		return -1;
	if (l == 2 && len >= 2 && s[1] == 0x7F)
		return -1;
	return verify_range(s, len, l, 0x40, 0xFC);
}

/* the second byte may be anything but zero */
static int
two_verifychar(const unsigned char *s, int len)
{
	return verify_range(s, len, euc_two(s), 0x01, 0xFF);
}

static int
johab_verifychar(const unsigned char *s, int len)
{
	return verify_range(s, len, euc_two(s), 0x80, 0xFF);
}

static int
gb18030_verifychar(const unsigned char *s, int len)
{
	if (!IS_HIGHBIT_SET(*s))
		return *s ? 1 : -1;
	if (len < 2 || *s == 0x80 || *s == 0xFF)
		return -1;
	if (s[1] >= 0x30 && s[1] <= 0x39)
		return len >= 4 && s[2] >= 0x81 && s[2] <= 0xFE &&
				s[3] >= 0x30 && s[3] <= 0x39
			? 4
			: -1;
	return (s[1] >= 0x40 && s[1] <= 0x7E) || (s[1] >= 0x80 && s[1] <= 0xFE) ? 2 : -1;
}

#define VERIFY_STRING(name, verifychar)   \
	static int                            \
	name(const unsigned char *s, int len) \
	{                                     \
		const unsigned char *start = s;   \
		while (len > 0)                   \
		{                                 \
			int l = verifychar(s, len);   \
			if (l < 0)                    \
				break;                    \
			s += l;                       \
			len -= l;                     \
		}                                 \
		return s - start;                 \
	}
VERIFY_STRING(euc_jp_verifystr, euc_jp_verifychar)
VERIFY_STRING(euc_verifystr, euc_verifychar)
VERIFY_STRING(euc_tw_verifystr, euc_tw_verifychar)
VERIFY_STRING(mule_verifystr, mule_verifychar)
VERIFY_STRING(sjis_verifystr, sjis_verifychar)
VERIFY_STRING(two_verifystr, two_verifychar)
VERIFY_STRING(johab_verifystr, johab_verifychar)
VERIFY_STRING(gb18030_verifystr, gb18030_verifychar)

/* ---- widths on a terminal ---- */

static int
ascii_width(const unsigned char *s)
{
	if (*s == '\0')
		return 0;
	return *s < 0x20 || *s == 0x7F ? -1 : 1;
}

static int
two_width(const unsigned char *s)
{
	return IS_HIGHBIT_SET(*s) ? 2 : ascii_width(s);
}

/* Blocks of combining marks are 0 wide, east Asian ones and emoji 2. */
static int
utf8_width(const unsigned char *s)
{
	static const struct
	{
		pg_wchar first;
		pg_wchar last;
		int width;
	} blocks[] = {
		{0x0300, 0x036F, 0}, {0x0483, 0x0489, 0}, {0x0591, 0x05BD, 0}, {0x0610, 0x061A, 0}, {0x064B, 0x065F, 0}, {0x0E31, 0x0E31, 0}, {0x0E34, 0x0E3A, 0}, {0x0E47, 0x0E4E, 0}, {0x1100, 0x115F, 2}, {0x1AB0, 0x1AFF, 0}, {0x1DC0, 0x1DFF, 0}, {0x200B, 0x200F, 0}, {0x20D0, 0x20FF, 0}, {0x2E80, 0x303E, 2}, {0x3041, 0x33FF, 2}, {0x3400, 0x4DBF, 2}, {0x4E00, 0x9FFF, 2}, {0xA000, 0xA4CF, 2}, {0xAC00, 0xD7A3, 2}, {0xF900, 0xFAFF, 2}, {0xFE00, 0xFE0F, 0}, {0xFE20, 0xFE2F, 0}, {0xFE30, 0xFE6F, 2}, {0xFF00, 0xFF60, 2}, {0xFFE0, 0xFFE6, 2}, {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2}};
	pg_wchar c = utf8_to_unicode(s);

	if (c < 0x20 || (c >= 0x7F && c < 0xA0))
		return c == 0 ? 0 : -1;
	for (int i = 0; i < (int) lengthof(blocks) && c >= blocks[i].first; i++)
		if (c <= blocks[i].last)
			return blocks[i].width;
	return 1;
}

#define SINGLE                                                        \
	{                                                                 \
		one_byte, ascii_width, single_verifychar, single_verifystr, 1 \
	}
const pg_wchar_tbl pg_wchar_table[] = {
	[PG_SQL_ASCII] = SINGLE,
	[PG_EUC_JP] = {euc_jp_mblen, two_width, euc_jp_verifychar, euc_jp_verifystr, 3},
	[PG_EUC_CN] = {euc_two, two_width, euc_verifychar, euc_verifystr, 3},
	[PG_EUC_KR] = {euc_two, two_width, euc_verifychar, euc_verifystr, 3},
	[PG_EUC_TW] = {euc_tw_mblen, two_width, euc_tw_verifychar, euc_tw_verifystr, 4},
	[PG_EUC_JIS_2004] = {euc_jp_mblen, two_width, euc_jp_verifychar, euc_jp_verifystr, 3},
	[PG_UTF8] = {pg_utf_mblen, utf8_width, utf8_verifychar, utf8_verifystr, 4},
	[PG_MULE_INTERNAL] = {mule_mblen, two_width, mule_verifychar, mule_verifystr, 4},
	[PG_LATIN1] = SINGLE,
	[PG_LATIN2] = SINGLE,
	[PG_LATIN3] = SINGLE,
	[PG_LATIN4] = SINGLE,
	[PG_LATIN5] = SINGLE,
	[PG_LATIN6] = SINGLE,
	[PG_LATIN7] = SINGLE,
	[PG_LATIN8] = SINGLE,
	[PG_LATIN9] = SINGLE,
	[PG_LATIN10] = SINGLE,
	[PG_WIN1256] = SINGLE,
	[PG_WIN1258] = SINGLE,
	[PG_WIN866] = SINGLE,
	[PG_WIN874] = SINGLE,
	[PG_KOI8R] = SINGLE,
	[PG_WIN1251] = SINGLE,
	[PG_WIN1252] = SINGLE,
	[PG_ISO_8859_5] = SINGLE,
	[PG_ISO_8859_6] = SINGLE,
	[PG_ISO_8859_7] = SINGLE,
	[PG_ISO_8859_8] = SINGLE,
	[PG_WIN1250] = SINGLE,
	[PG_WIN1253] = SINGLE,
	[PG_WIN1254] = SINGLE,
	[PG_WIN1255] = SINGLE,
	[PG_WIN1257] = SINGLE,
	[PG_KOI8U] = SINGLE,
	[PG_SJIS] = {sjis_mblen, two_width, sjis_verifychar, sjis_verifystr, 2},
	[PG_BIG5] = {euc_two, two_width, two_verifychar, two_verifystr, 2},
	[PG_GBK] = {euc_two, two_width, two_verifychar, two_verifystr, 2},
	[PG_UHC] = {euc_two, two_width, two_verifychar, two_verifystr, 2},
	[PG_GB18030] = {gb18030_mblen, two_width, gb18030_verifychar, gb18030_verifystr, 4},
	[PG_JOHAB] = {euc_two, two_width, johab_verifychar, johab_verifystr, 3},
	[PG_SHIFT_JIS_2004] = {sjis_mblen, two_width, sjis_verifychar, sjis_verifystr, 2}};

/* ---- by encoding ---- */

int
pg_encoding_mblen(int encoding, const char *mbstr)
{
	return pg_wchar_table[encoding].mblen((const unsigned char *) mbstr);
}

/* Never beyond the zero byte that ends the string. */
int
pg_encoding_mblen_bounded(int encoding, const char *mbstr)
{
	return (int) strnlen(mbstr, pg_encoding_mblen(encoding, mbstr));
}

/* INT_MAX if the character is longer than what is there. */
int
pg_encoding_mblen_or_incomplete(int encoding, const char *mbstr,
								size_t remaining)
{
	int l;

	if (remaining < 1 ||
		(encoding == PG_GB18030 && IS_HIGHBIT_SET(*mbstr) && remaining < 2))
		return INT_MAX;
	l = pg_encoding_mblen(encoding, mbstr);
	return (size_t) l > remaining ? INT_MAX : l;
}

int
pg_encoding_dsplen(int encoding, const char *mbstr)
{
	return pg_wchar_table[encoding].dsplen((const unsigned char *) mbstr);
}

int
pg_encoding_verifymbchar(int encoding, const char *mbstr, int len)
{
	return pg_wchar_table[encoding].mbverifychar((const unsigned char *) mbstr, len);
}

int
pg_encoding_verifymbstr(int encoding, const char *mbstr, int len)
{
	return pg_wchar_table[encoding].mbverifystr((const unsigned char *) mbstr, len);
}

int
pg_encoding_max_length(int encoding)
{
	Assert(PG_VALID_ENCODING(encoding));
	return pg_wchar_table[encoding].maxmblen;
}

/* ---- UTF-8 and code points ---- */

int
unicode_utf8len(pg_wchar c)
{
	return c < 0x80 ? 1 : c < 0x800 ? 2
		: c < 0x10000               ? 3
									: 4;
}

/* Writes 1 to 4 bytes, not terminated. */
unsigned char *
unicode_to_utf8(pg_wchar c, unsigned char *s)
{
	static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
	int len = unicode_utf8len(c);

	if (len == 1)
		s[0] = (unsigned char) c;
	else
	{
		for (int i = len - 1; i > 0; i--, c >>= 6)
			s[i] = 0x80 | (c & 0x3F);
		s[0] = lead[len] | c;
	}
	return s;
}

/* 0xFFFFFFFF for a first byte that starts nothing. */
pg_wchar
utf8_to_unicode(const unsigned char *s)
{
	int len = pg_utf_mblen(s);
	pg_wchar c;

	if (*s < 0x80)
		return *s;
	if (len == 1)
		return 0xFFFFFFFF;
	c = *s & (0x7F >> len);
	for (int i = 1; i < len; i++)
		c = (c << 6) | (s[i] & 0x3F);
	return c;
}

/*
 * encnames.c
 *		Names of encodings.
 *
 * Names are compared by their letters and digits alone, in lower case.
 * Source: manual, "Character Set Support".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/encnames.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "mb/pg_wchar.h"

const pg_enc2name pg_enc2name_tbl[] = {
	{"SQL_ASCII", PG_SQL_ASCII}, {"EUC_JP", PG_EUC_JP}, {"EUC_CN", PG_EUC_CN}, {"EUC_KR", PG_EUC_KR}, {"EUC_TW", PG_EUC_TW}, {"EUC_JIS_2004", PG_EUC_JIS_2004}, {"UTF8", PG_UTF8}, {"MULE_INTERNAL", PG_MULE_INTERNAL}, {"LATIN1", PG_LATIN1}, {"LATIN2", PG_LATIN2}, {"LATIN3", PG_LATIN3}, {"LATIN4", PG_LATIN4}, {"LATIN5", PG_LATIN5}, {"LATIN6", PG_LATIN6}, {"LATIN7", PG_LATIN7}, {"LATIN8", PG_LATIN8}, {"LATIN9", PG_LATIN9}, {"LATIN10", PG_LATIN10}, {"WIN1256", PG_WIN1256}, {"WIN1258", PG_WIN1258}, {"WIN866", PG_WIN866}, {"WIN874", PG_WIN874}, {"KOI8R", PG_KOI8R}, {"WIN1251", PG_WIN1251}, {"WIN1252", PG_WIN1252}, {"ISO_8859_5", PG_ISO_8859_5}, {"ISO_8859_6", PG_ISO_8859_6}, {"ISO_8859_7", PG_ISO_8859_7}, {"ISO_8859_8", PG_ISO_8859_8}, {"WIN1250", PG_WIN1250}, {"WIN1253", PG_WIN1253}, {"WIN1254", PG_WIN1254}, {"WIN1255", PG_WIN1255}, {"WIN1257", PG_WIN1257}, {"KOI8U", PG_KOI8U}, {"SJIS", PG_SJIS}, {"BIG5", PG_BIG5}, {"GBK", PG_GBK}, {"UHC", PG_UHC}, {"GB18030", PG_GB18030}, {"JOHAB", PG_JOHAB}, {"SHIFT_JIS_2004", PG_SHIFT_JIS_2004}};
StaticAssertDecl(lengthof(pg_enc2name_tbl) == _PG_LAST_ENCODING_,
				 "a name for each encoding");

/* Other names, in the reduced form. */
static const pg_enc2name aliases[] = {
	{"abc", PG_WIN1258}, {"alt", PG_WIN866}, {"iso88591", PG_LATIN1}, {"iso88592", PG_LATIN2}, {"iso88593", PG_LATIN3}, {"iso88594", PG_LATIN4}, {"iso88599", PG_LATIN5}, {"iso885910", PG_LATIN6}, {"iso885913", PG_LATIN7}, {"iso885914", PG_LATIN8}, {"iso885915", PG_LATIN9}, {"iso885916", PG_LATIN10}, {"koi8", PG_KOI8R}, {"mskanji", PG_SJIS}, {"shiftjis", PG_SJIS}, {"tcvn", PG_WIN1258}, {"tcvn5712", PG_WIN1258}, {"unicode", PG_UTF8}, {"vscii", PG_WIN1258}, {"win", PG_WIN1251}, {"win932", PG_SJIS}, {"win936", PG_GBK}, {"win949", PG_UHC}, {"win950", PG_BIG5}, {"windows1250", PG_WIN1250}, {"windows1251", PG_WIN1251}, {"windows1252", PG_WIN1252}, {"windows1253", PG_WIN1253}, {"windows1254", PG_WIN1254}, {"windows1255", PG_WIN1255}, {"windows1256", PG_WIN1256}, {"windows1257", PG_WIN1257}, {"windows1258", PG_WIN1258}, {"windows866", PG_WIN866}, {"windows874", PG_WIN874}, {"windows932", PG_SJIS}, {"windows936", PG_GBK}, {"windows949", PG_UHC}, {"windows950", PG_BIG5}};

static void
reduce(const char *name, char *out)
{
	for (; *name; name++)
		if (isalnum((unsigned char) *name))
			*out++ = (char) pg_ascii_tolower((unsigned char) *name);
	*out = '\0';
}

int
pg_char_to_encoding(const char *name)
{
	char wanted[NAMEDATALEN];
	char reduced[NAMEDATALEN];

	if (name == NULL || name[0] == '\0' || strlen(name) >= NAMEDATALEN)
		return -1;
	reduce(name, wanted);
	for (int i = 0; i < (int) lengthof(pg_enc2name_tbl); i++)
	{
		reduce(pg_enc2name_tbl[i].name, reduced);
		if (strcmp(reduced, wanted) == 0)
			return pg_enc2name_tbl[i].encoding;
	}
	for (int i = 0; i < (int) lengthof(aliases); i++)
		if (strcmp(aliases[i].name, wanted) == 0)
			return aliases[i].encoding;
	return -1;
}

const char *
pg_encoding_to_char(int encoding)
{
	return PG_VALID_ENCODING(encoding) ? pg_enc2name_tbl[encoding].name : "";
}

int
pg_valid_client_encoding(const char *name)
{
	return pg_char_to_encoding(name);
}

int
pg_valid_server_encoding(const char *name)
{
	int enc = pg_char_to_encoding(name);

	return PG_VALID_BE_ENCODING(enc) ? enc : -1;
}

int
pg_valid_server_encoding_id(int encoding)
{
	return PG_VALID_BE_ENCODING(encoding);
}

/* Name that ICU knows the encoding by; NULL if it does not. */
const char *
get_encoding_name_for_icu(int encoding)
{
	static const struct
	{
		pg_enc encoding;
		const char *name;
	} icu[] = {
		{PG_EUC_JP, "EUC-JP"}, {PG_EUC_CN, "EUC-CN"}, {PG_EUC_KR, "EUC-KR"}, {PG_EUC_TW, "EUC-TW"}, {PG_UTF8, "UTF-8"}, {PG_LATIN1, "ISO-8859-1"}, {PG_LATIN2, "ISO-8859-2"}, {PG_LATIN3, "ISO-8859-3"}, {PG_LATIN4, "ISO-8859-4"}, {PG_LATIN5, "ISO-8859-9"}, {PG_LATIN6, "ISO-8859-10"}, {PG_LATIN7, "ISO-8859-13"}, {PG_LATIN8, "ISO-8859-14"}, {PG_LATIN9, "ISO-8859-15"}, {PG_WIN1256, "CP1256"}, {PG_WIN1258, "CP1258"}, {PG_WIN866, "CP866"}, {PG_KOI8R, "KOI8-R"}, {PG_WIN1251, "CP1251"}, {PG_WIN1252, "CP1252"}, {PG_ISO_8859_5, "ISO-8859-5"}, {PG_ISO_8859_6, "ISO-8859-6"}, {PG_ISO_8859_7, "ISO-8859-7"}, {PG_ISO_8859_8, "ISO-8859-8"}, {PG_WIN1250, "CP1250"}, {PG_WIN1253, "CP1253"}, {PG_WIN1254, "CP1254"}, {PG_WIN1255, "CP1255"}, {PG_WIN1257, "CP1257"}, {PG_KOI8U, "KOI8-U"}};

	for (int i = 0; i < (int) lengthof(icu); i++)
		if ((int) icu[i].encoding == encoding)
			return icu[i].name;
	return NULL;
}

bool
is_encoding_supported_by_icu(int encoding)
{
	return get_encoding_name_for_icu(encoding) != NULL;
}

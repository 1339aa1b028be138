/*
 * t_common.c
 *		Shared code: floats, base64, SCRAM, paths, encodings.
 *
 * Float texts and the SCRAM secret come from PostgreSQL 15.20, or from the RFC
 * named.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_common.c
 */
#include "tap.h"

#include <math.h>

#include "common/base64.h"
#include "common/md5.h"
#include "common/pg_prng.h"
#include "common/scram-common.h"
#include "common/shortest_dec.h"
#include "common/wal_image.h"
#include "mb/pg_wchar.h"
#include "port/pg_bitutils.h"

static void
test_floats(void)
{
	static const struct
	{
		double d;
		const char *text;
	} t[] = {
		{0.1, "0.1"}, {1.0, "1"}, {-0.0, "-0"}, {1e15, "1e+15"}, {100000000000000.0, "100000000000000"}, {123456789012345678.0, "1.2345678901234568e+17"}, {5e-324, "5e-324"}, {1.7976931348623157e308, "1.7976931348623157e+308"}, {0.0001, "0.0001"}, {0.00001, "1e-05"}, {2.2250738585072014e-308, "2.2250738585072014e-308"}, {9007199254740993.0, "9.007199254740992e+15"}, {5.684341886080802e-14, "5.684341886080802e-14"}, {1.0 / 3, "0.3333333333333333"}, {9.5367431640625e-07, "9.5367431640625e-07"}, {4.35, "4.35"}, {2e-323, "2e-323"}};
	pg_prng_state rng;
	int bad = 0;

	for (int i = 0; i < (int) lengthof(t); i++)
		is_str(double_to_shortest_decimal(t[i].d), t[i].text, t[i].text);
	is_str(float_to_shortest_decimal(0.1f), "0.1", "float4 0.1");
	is_str(float_to_shortest_decimal(1e6f), "1e+06", "float4 1e6");
	is_str(float_to_shortest_decimal(16777216.0f), "1.6777216e+07", "float4 2^24");
	is_str(float_to_shortest_decimal(3.4028235e38f), "3.4028235e+38", "largest float4");
	pg_prng_seed(&rng, 7);
	for (int i = 0; i < 50000; i++)
	{
		uint64 bits = pg_prng_uint64(&rng);
		double d;
		char buf[DOUBLE_SHORTEST_DECIMAL_LEN];

		memcpy(&d, &bits, sizeof(d));
		if (isnan(d) || isinf(d))
			continue;
		double_to_shortest_decimal_buf(d, buf);
		bad += strtod(buf, NULL) != d;
	}
	is_int(bad, 0, "random doubles read back the same");
}

static void
test_paths(void)
{
	static const char *const t[][2] = {
		{"/a//b/./c/", "/a/b/c"}, {"/a/../b", "/b"}, {"/..", "/"}, {"a/..", "."}, {"../a/../..", "../.."}, {"./a", "a"}, {"/", "/"}, {"a/b/../../..", ".."}, {"../../x", "../../x"}};
	char buf[MAXPGPATH];

	for (int i = 0; i < (int) lengthof(t); i++)
	{
		strcpy(buf, t[i][0]);
		canonicalize_path(buf);
		is_str(buf, t[i][1], t[i][0]);
	}
	strcpy(buf, "/a/b/c/");
	get_parent_directory(buf);
	is_str(buf, "/a/b", "parent");
	join_path_components(buf, "/a/b", "./c");
	is_str(buf, "/a/b/c", "joined");
}

static void
test_crypto(void)
{
	char text[256];
	char back[256];
	const char *err;
	int n;

	n = pg_b64_encode("hello, world", 12, text, sizeof(text));
	text[n] = '\0';
	is_str(text, "aGVsbG8sIHdvcmxk", "base64");
	is_int(pg_b64_decode("aGk=", 4, back, sizeof(back)), 2, "padding");
	is_int(pg_b64_decode("aG=k", 4, back, sizeof(back)), -1, "padding in the middle");
	ok(pg_md5_encrypt("secret", "joe", 3, text, &err), "md5 password");
	is_str(text, "md5c59ec932d911ffdf487595b5a2adf973", "as pg_authid has it");
	/* RFC 7677, section 3: salt W22ZaJ0SNY7soEsUEjb6gQ==, 4096 rounds, "pencil" */
	n = pg_b64_decode("W22ZaJ0SNY7soEsUEjb6gQ==", 24, back, sizeof(back));
	is_str(scram_build_secret(back, n, 4096, "pencil", &err),
		   "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
		   "SCRAM secret");
}

static void
test_encodings(void)
{
	is_int(pg_char_to_encoding("utf-8"), PG_UTF8, "utf-8");
	is_int(pg_char_to_encoding("ISO 8859-1"), PG_LATIN1, "ISO 8859-1");
	is_int(pg_char_to_encoding("windows-1252"), PG_WIN1252, "windows-1252");
	is_int(pg_encoding_verifymbstr(PG_UTF8, "abcdefgh\xc3\xa9", 10), 10, "valid UTF-8");
	is_int(pg_encoding_verifymbstr(PG_UTF8, "abcdefgh\xc0\x80", 10), 8, "overlong");
	is_int(pg_encoding_verifymbstr(PG_UTF8, "\xed\xa0\x80", 3), 0, "surrogate");
	is_int(pg_encoding_verifymbstr(PG_UTF8, "\xf4\x90\x80\x80", 4), 0, "beyond U+10FFFF");
	SetDatabaseEncoding(PG_UTF8);
	is_str(pg_any_to_server("caf\xe9", 4, PG_LATIN1), "caf\xc3\xa9", "LATIN1 to UTF8");
	is_str(pg_server_to_any("caf\xc3\xa9", 5, PG_LATIN1), "caf\xe9", "and back");
	is_str(pg_server_to_any("\xe2\x82\xac", 3, PG_WIN1252), "\x80", "the euro in WIN1252");
	is_int(pg_mbcliplen("caf\xc3\xa9", 5, 4), 3, "no half characters");
	is_int(pg_mbstrlen("caf\xc3\xa9"), 4, "characters");
}

static void
test_images(void)
{
	static char page[8192];
	static char out[20000];
	static char back[8192];

	for (int i = 0; i < 8192; i++)
		page[i] = (char) (i / 100);
	for (int id = WAL_IMAGE_PGLZ; id <= WAL_IMAGE_ZLIB; id++)
	{
		int n = wal_image_compress(id, WAL_IMAGE_LEVEL_DEFAULT, page, 8192,
								   out, wal_image_max_bound());

		ok(n > 0 && n < 2000 && wal_image_decompress(id, out, n, back, 8192) &&
			   memcmp(page, back, 8192) == 0,
		   "page image by %s", wal_image_codec(id)->name);
	}
}

int
main(void)
{
	unit_init();
	test_floats();
	test_paths();
	test_crypto();
	test_encodings();
	test_images();
	is_int(pg_number_of_ones[255] + pg_leftmost_one_pos[128] + pg_rightmost_one_pos[96],
		   8 + 7 + 5, "bit tables");
	return done_testing();
}

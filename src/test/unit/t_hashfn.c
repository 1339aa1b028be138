/*
 * t_hashfn.c
 *		Hash functions: values that stock writes to disk.
 *
 * From PostgreSQL 15.20: hashtext(), hashint4() and their extended forms.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_hashfn.c
 */
#include "tap.h"

#include "common/hashfn.h"

static int32
text_hash(const char *s)
{
	return (int32) hash_bytes((const unsigned char *) s, strlen(s));
}

static int64
text_hash_ext(const char *s, uint64 seed)
{
	return (int64) hash_bytes_extended((const unsigned char *) s, strlen(s), seed);
}

int
main(void)
{
	uint32 k = 42;

	unit_init();
	is_int(text_hash(""), -1477818771, "hashtext('')");
	is_int(text_hash("a"), 1075015857, "hashtext('a')");
	is_int(text_hash("hello world, this is lookup3"), 470491122, "hashtext of 28 bytes");
	is_int((int32) hash_bytes_uint32(42), 1509752520, "hashint4(42)");
	is_int((int32) hash_bytes_uint32(0), -272711505, "hashint4(0)");
	is_int((int32) hash_bytes((unsigned char *) &k, 4), 1509752520, "the same by bytes");
	is_int(text_hash_ext("abc", 7), INT64CONST(1967049030278966041), "hashtextextended");
	is_int((int64) hash_bytes_uint32_extended(42, UINT64CONST(1234567890123)),
		   INT64CONST(-4687032059663534496), "hashint4extended");
	is_int(text_hash_ext("abcdefghijklm", 0), INT64CONST(8871624171452417744),
		   "13 bytes, seed 0");
	return done_testing();
}

/*
 * cryptohashfuncs.c
 *		md5() and the sha functions of SQL.
 *
 * md5 returns hexadecimal text, the others bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/cryptohashfuncs.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/cryptohash.h"
#include "common/md5.h"
#include "common/sha2.h"
#include "utils/builtins.h"

static void
digest(struct varlena *in, pg_cryptohash_type type, uint8 *result, int len,
	   const char *name)
{
	pg_cryptohash_ctx *ctx = pg_cryptohash_create(type);

	if (ctx == NULL || pg_cryptohash_init(ctx) < 0 ||
		pg_cryptohash_update(ctx, (uint8 *) VARDATA_ANY(in),
							 VARSIZE_ANY_EXHDR(in)) < 0 ||
		pg_cryptohash_final(ctx, result, len) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not compute %s hash: %s", name,
						pg_cryptohash_error(ctx))));
	pg_cryptohash_free(ctx);
}

static text *
md5_hex(struct varlena *in)
{
	uint8 sum[MD5_DIGEST_LENGTH];
	char hex[2 * MD5_DIGEST_LENGTH];

	digest(in, PG_MD5, sum, sizeof(sum), "MD5");
	hex_encode((char *) sum, sizeof(sum), hex);
	return cstring_to_text_with_len(hex, sizeof(hex));
}

ADT_UNARY(md5_text, text *, PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P, md5_hex(a))
ADT_UNARY(md5_bytea, bytea *, PG_GETARG_BYTEA_PP, PG_RETURN_TEXT_P, md5_hex(a))

static bytea *
sha(bytea *in, pg_cryptohash_type type, int len, const char *name)
{
	uint8 sum[PG_SHA512_DIGEST_LENGTH];

	digest(in, type, sum, len, name);
	return (bytea *) cstring_to_text_with_len((char *) sum, len);
}

#define SHA_FUNCTION(bits)                                    \
	ADT_UNARY(sha##bits##_bytea, bytea *, PG_GETARG_BYTEA_PP, \
			  PG_RETURN_BYTEA_P,                              \
			  sha(a, PG_SHA##bits, PG_SHA##bits##_DIGEST_LENGTH, "SHA" #bits))
SHA_FUNCTION(224)
SHA_FUNCTION(256)
SHA_FUNCTION(384)
SHA_FUNCTION(512)

/*
 * scram-common.c
 *		Keys of SCRAM-SHA-256.
 *
 * RFC 5802, section 3; the password has been through pg_saslprep().
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/scram-common.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/base64.h"
#include "common/hmac.h"
#include "common/scram-common.h"
#include "port/pg_bswap.h"

/* HMAC of up to two pieces. */
static int
hmac2(const uint8 *key, size_t keylen, const void *p1, size_t len1,
	  const void *p2, size_t len2, uint8 *result, const char **errstr)
{
	pg_hmac_ctx *ctx = pg_hmac_create(PG_SHA256);
	bool ok;

	ok = pg_hmac_init(ctx, key, keylen) == 0 &&
		pg_hmac_update(ctx, p1, len1) == 0 &&
		(len2 == 0 || pg_hmac_update(ctx, p2, len2) == 0) &&
		pg_hmac_final(ctx, result, SCRAM_KEY_LEN) == 0;
	if (!ok)
		*errstr = pg_hmac_error(ctx);
	pg_hmac_free(ctx);
	return ok ? 0 : -1;
}

/* Hi() of the RFC: PBKDF2 with one output block. */
int
scram_SaltedPassword(const char *password, const char *salt, int saltlen,
					 int iterations, uint8 *result, const char **errstr)
{
	const uint8 *key = (const uint8 *) password;
	size_t keylen = strlen(password);
	uint32 one = pg_hton32(1);
	uint8 u[SCRAM_KEY_LEN];

	if (hmac2(key, keylen, salt, saltlen, &one, sizeof(one), u, errstr) < 0)
		return -1;
	memcpy(result, u, SCRAM_KEY_LEN);
	for (int i = 1; i < iterations; i++)
	{
		if (hmac2(key, keylen, u, SCRAM_KEY_LEN, NULL, 0, u, errstr) < 0)
			return -1;
		for (int j = 0; j < SCRAM_KEY_LEN; j++)
			result[j] ^= u[j];
	}
	return 0;
}

int
scram_H(const uint8 *input, int len, uint8 *result, const char **errstr)
{
	pg_cryptohash_ctx *ctx = pg_cryptohash_create(PG_SHA256);
	bool ok;

	ok = pg_cryptohash_init(ctx) == 0 &&
		pg_cryptohash_update(ctx, input, len) == 0 &&
		pg_cryptohash_final(ctx, result, SCRAM_KEY_LEN) == 0;
	if (!ok)
		*errstr = pg_cryptohash_error(ctx);
	pg_cryptohash_free(ctx);
	return ok ? 0 : -1;
}

int
scram_ClientKey(const uint8 *salted_password, uint8 *result,
				const char **errstr)
{
	return hmac2(salted_password, SCRAM_KEY_LEN, "Client Key", 10, NULL, 0,
				 result, errstr);
}

int
scram_ServerKey(const uint8 *salted_password, uint8 *result,
				const char **errstr)
{
	return hmac2(salted_password, SCRAM_KEY_LEN, "Server Key", 10, NULL, 0,
				 result, errstr);
}

static void
append_b64(char **at, const void *data, int len)
{
	*at += pg_b64_encode(data, len, *at, pg_b64_enc_len(len));
}

/* Source of the layout: manual, pg_authid.rolpassword. */
char *
scram_build_secret(const char *salt, int saltlen, int iterations,
				   const char *password, const char **errstr)
{
	uint8 salted[SCRAM_KEY_LEN];
	uint8 stored_key[SCRAM_KEY_LEN];
	uint8 server_key[SCRAM_KEY_LEN];
	char *result;
	char *at;

	if (iterations <= 0)
		iterations = SCRAM_DEFAULT_ITERATIONS;
	if (scram_SaltedPassword(password, salt, saltlen, iterations, salted, errstr) < 0 ||
		scram_ClientKey(salted, stored_key, errstr) < 0 ||
		scram_H(stored_key, SCRAM_KEY_LEN, stored_key, errstr) < 0 ||
		scram_ServerKey(salted, server_key, errstr) < 0)
	{
#ifndef FRONTEND
		elog(ERROR, "could not calculate SCRAM keys: %s", *errstr);
#endif
		return NULL;
	}
	result = palloc(64 + pg_b64_enc_len(saltlen) + 2 * pg_b64_enc_len(SCRAM_KEY_LEN));
	at = result + sprintf(result, "%s$%d:", SCRAM_SHA_256_NAME, iterations);
	append_b64(&at, salt, saltlen);
	*at++ = '$';
	append_b64(&at, stored_key, SCRAM_KEY_LEN);
	*at++ = ':';
	append_b64(&at, server_key, SCRAM_KEY_LEN);
	*at = '\0';
	return result;
}

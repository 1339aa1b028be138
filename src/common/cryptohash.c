/*
 * cryptohash.c
 *		Hashes and keyed hashes by OpenSSL's EVP interface.
 *
 * A context is malloc'd, as it may have to outlive an aborted transaction; its
 * owner frees it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/cryptohash.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "common/cryptohash.h"
#include "common/hmac.h"
#include "common/md5.h"

struct pg_cryptohash_ctx
{
	pg_cryptohash_type type;
	EVP_MD_CTX *evp;
	const char *error;
};

struct pg_hmac_ctx
{
	pg_cryptohash_type type;
	EVP_MAC *mac;
	EVP_MAC_CTX *evp;
	const char *error;
};

static const struct
{
	const char *name;
	size_t digest_len;
} hashes[] = {
	[PG_MD5] = {"MD5", 16},
	[PG_SHA1] = {"SHA1", 20},
	[PG_SHA224] = {"SHA224", 28},
	[PG_SHA256] = {"SHA256", 32},
	[PG_SHA384] = {"SHA384", 48},
	[PG_SHA512] = {"SHA512", 64}};

pg_cryptohash_ctx *
pg_cryptohash_create(pg_cryptohash_type type)
{
	pg_cryptohash_ctx *ctx = calloc(1, sizeof(*ctx));

	if (ctx == NULL)
		return NULL;
	ctx->type = type;
	ctx->evp = EVP_MD_CTX_new();
	if (ctx->evp == NULL)
	{
		free(ctx);
		return NULL;
	}
	return ctx;
}

int
pg_cryptohash_init(pg_cryptohash_ctx *ctx)
{
	const EVP_MD *md;

	if (ctx == NULL)
		return -1;
	md = EVP_get_digestbyname(hashes[ctx->type].name);
	if (md != NULL && EVP_DigestInit_ex(ctx->evp, md, NULL) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

int
pg_cryptohash_update(pg_cryptohash_ctx *ctx, const uint8 *data, size_t len)
{
	if (ctx == NULL)
		return -1;
	if (EVP_DigestUpdate(ctx->evp, data, len) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

/* len: room at dest */
int
pg_cryptohash_final(pg_cryptohash_ctx *ctx, uint8 *dest, size_t len)
{
	if (ctx == NULL)
		return -1;
	if (len < hashes[ctx->type].digest_len)
	{
		ctx->error = "destination buffer too small";
		return -1;
	}
	if (EVP_DigestFinal_ex(ctx->evp, dest, NULL) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

void
pg_cryptohash_free(pg_cryptohash_ctx *ctx)
{
	if (ctx == NULL)
		return;
	EVP_MD_CTX_free(ctx->evp);
	free(ctx);
}

const char *
pg_cryptohash_error(pg_cryptohash_ctx *ctx)
{
	if (ctx == NULL)
		return "out of memory";
	return ctx->error ? ctx->error : "success";
}

pg_hmac_ctx *
pg_hmac_create(pg_cryptohash_type type)
{
	pg_hmac_ctx *ctx = calloc(1, sizeof(*ctx));

	if (ctx == NULL)
		return NULL;
	ctx->type = type;
	ctx->mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	ctx->evp = ctx->mac ? EVP_MAC_CTX_new(ctx->mac) : NULL;
	if (ctx->evp == NULL)
	{
		EVP_MAC_free(ctx->mac);
		free(ctx);
		return NULL;
	}
	return ctx;
}

int
pg_hmac_init(pg_hmac_ctx *ctx, const uint8 *key, size_t len)
{
	OSSL_PARAM params[2];

	if (ctx == NULL)
		return -1;
	params[0] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST,
												 (char *) hashes[ctx->type].name, 0);
	params[1] = OSSL_PARAM_construct_end();
	/* a NULL key would mean "the one from before" */
	if (EVP_MAC_init(ctx->evp, key ? key : (const uint8 *) "", len, params) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

int
pg_hmac_update(pg_hmac_ctx *ctx, const uint8 *data, size_t len)
{
	if (ctx == NULL)
		return -1;
	if (EVP_MAC_update(ctx->evp, data, len) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

int
pg_hmac_final(pg_hmac_ctx *ctx, uint8 *dest, size_t len)
{
	size_t written;

	if (ctx == NULL)
		return -1;
	if (len < hashes[ctx->type].digest_len)
	{
		ctx->error = "destination buffer too small";
		return -1;
	}
	if (EVP_MAC_final(ctx->evp, dest, &written, len) > 0)
		return 0;
	ctx->error = "OpenSSL failure";
	return -1;
}

void
pg_hmac_free(pg_hmac_ctx *ctx)
{
	if (ctx == NULL)
		return;
	EVP_MAC_CTX_free(ctx->evp);
	EVP_MAC_free(ctx->mac);
	free(ctx);
}

const char *
pg_hmac_error(pg_hmac_ctx *ctx)
{
	if (ctx == NULL)
		return "out of memory";
	return ctx->error ? ctx->error : "success";
}

/* ---- md5 ---- */

/* sum: 16 bytes */
bool
pg_md5_binary(const void *buff, size_t len, void *sum, const char **errstr)
{
	pg_cryptohash_ctx *ctx = pg_cryptohash_create(PG_MD5);
	bool ok;

	*errstr = NULL;
	ok = pg_cryptohash_init(ctx) == 0 &&
		pg_cryptohash_update(ctx, buff, len) == 0 &&
		pg_cryptohash_final(ctx, sum, MD5_DIGEST_LENGTH) == 0;
	if (!ok)
		*errstr = pg_cryptohash_error(ctx);
	pg_cryptohash_free(ctx);
	return ok;
}

/* hexsum: 33 bytes */
bool
pg_md5_hash(const void *buff, size_t len, char *hexsum, const char **errstr)
{
	uint8 sum[MD5_DIGEST_LENGTH];

	if (!pg_md5_binary(buff, len, sum, errstr))
		return false;
	for (int i = 0; i < MD5_DIGEST_LENGTH; i++)
		sprintf(hexsum + 2 * i, "%02x", sum[i]);
	return true;
}

/* buf: MD5_PASSWD_LEN + 1 bytes; the sum is over password and then salt. */
bool
pg_md5_encrypt(const char *passwd, const char *salt, size_t salt_len,
			   char *buf, const char **errstr)
{
	size_t len = strlen(passwd);
	char *both = malloc(len + salt_len + 1);
	bool ok;

	if (both == NULL)
	{
		*errstr = "out of memory";
		return false;
	}
	memcpy(both, passwd, len);
	memcpy(both + len, salt, salt_len);
	memcpy(buf, "md5", 3);
	ok = pg_md5_hash(both, len + salt_len, buf + 3, errstr);
	free(both);
	return ok;
}

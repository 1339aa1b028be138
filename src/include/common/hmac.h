/*
 * common/hmac.h
 *		Keyed hashes (RFC 2104), computed by OpenSSL.
 *
 * Functions return 0, or -1 with a message in pg_hmac_error().
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/hmac.h
 */
#ifndef PG_HMAC_H
#define PG_HMAC_H

#include "common/cryptohash.h"

typedef struct pg_hmac_ctx pg_hmac_ctx;

extern pg_hmac_ctx *pg_hmac_create(pg_cryptohash_type type);
extern const char *pg_hmac_error(pg_hmac_ctx *ctx);
extern int pg_hmac_final(pg_hmac_ctx *ctx, uint8 *dest, size_t len);
extern void pg_hmac_free(pg_hmac_ctx *ctx);
extern int pg_hmac_init(pg_hmac_ctx *ctx, const uint8 *key, size_t len);
extern int pg_hmac_update(pg_hmac_ctx *ctx, const uint8 *data, size_t len);

#endif /* PG_HMAC_H */

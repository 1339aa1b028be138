/*
 * common/scram-common.h
 *		Pieces of SCRAM-SHA-256 (RFC 5802, RFC 7677) used on both sides.
 *
 * Functions return 0, or -1 with *errstr set to a constant message.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/scram-common.h
 */
#ifndef SCRAM_COMMON_H
#define SCRAM_COMMON_H

#include "common/sha2.h"

#define SCRAM_SHA_256_NAME "SCRAM-SHA-256"
#define SCRAM_SHA_256_PLUS_NAME "SCRAM-SHA-256-PLUS"
#define SCRAM_KEY_LEN PG_SHA256_DIGEST_LENGTH
#define SCRAM_RAW_NONCE_LEN 18 /* random bytes, before base64 */
#define SCRAM_DEFAULT_SALT_LEN 16
#define SCRAM_DEFAULT_ITERATIONS 4096

extern int scram_ClientKey(const uint8 *salted_password, uint8 *result,
						   const char **errstr);
extern int scram_H(const uint8 *input, int len, uint8 *result,
				   const char **errstr);
extern int scram_SaltedPassword(const char *password, const char *salt,
								int saltlen, int iterations, uint8 *result,
								const char **errstr);
extern int scram_ServerKey(const uint8 *salted_password, uint8 *result,
						   const char **errstr);
/* "SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>", palloc'd */
extern char *scram_build_secret(const char *salt, int saltlen, int iterations,
								const char *password, const char **errstr);

#endif /* SCRAM_COMMON_H */

/*
 * common/md5.h
 *		MD5 sums, and MD5 password hashes ("md5" and 32 hex digits).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/md5.h
 */
#ifndef PG_MD5_H
#define PG_MD5_H

#define MD5_DIGEST_LENGTH 16
#define MD5_BLOCK_SIZE 64
#define MD5_PASSWD_CHARSET "0123456789abcdef"
#define MD5_PASSWD_LEN 35

/* hexsum: 33 bytes; sum: 16 bytes; buf of pg_md5_encrypt: 36 bytes */
extern bool pg_md5_hash(const void *buff, size_t len, char *hexsum,
						const char **errstr);
extern bool pg_md5_binary(const void *buff, size_t len, void *sum,
						  const char **errstr);
extern bool pg_md5_encrypt(const char *passwd, const char *salt,
						   size_t salt_len, char *buf, const char **errstr);

#endif /* PG_MD5_H */

/*
 * scram.h
 *		SCRAM secrets, as they are stored.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/scram.h
 */
#ifndef PG_SCRAM_H
#define PG_SCRAM_H

extern char *pg_be_scram_build_secret(const char *password);
extern bool parse_scram_secret(const char *secret, int *iterations, char **salt,
							   uint8 *stored_key, uint8 *server_key);
extern bool scram_verify_plain_password(const char *username,
										const char *password,
										const char *secret);

#endif /* PG_SCRAM_H */

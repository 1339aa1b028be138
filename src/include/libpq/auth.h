/*
 * auth.h
 *		Authentication of a new connection.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/auth.h
 */
#ifndef AUTH_H
#define AUTH_H

#include "libpq/libpq-be.h"

typedef void (*ClientAuthentication_hook_type)(Port *port, int status);
extern PGDLLIMPORT ClientAuthentication_hook_type ClientAuthentication_hook;

extern void ClientAuthentication(Port *port);
extern void sendAuthRequest(int areq, const char *extradata, int extralen);

/* auth_scram.c */
extern bool scram_authenticate(const char *shadow_pass, const char *user,
							   const char **logdetail);

#endif /* AUTH_H */

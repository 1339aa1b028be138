/*
 * guc_hooks_mb.h
 *		Hooks of client_encoding, bound by name in the table of settings.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/mb/guc_hooks_mb.h
 */
#ifndef GUC_HOOKS_MB_H
#define GUC_HOOKS_MB_H

#include "utils/guc.h"

extern char *client_encoding_string;
extern char *server_encoding_string;
extern bool check_client_encoding(char **newval, void **extra,
								  GucSource source);
extern void assign_client_encoding(const char *newval, void *extra);

#endif /* GUC_HOOKS_MB_H */

/*
 * variable_private.h
 *		Hooks of variable.c; bound by name in the table of settings.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/variable_private.h
 */
#ifndef VARIABLE_PRIVATE_H
#define VARIABLE_PRIVATE_H

#include "utils/guc.h"

extern char *datestyle_string;
extern char *timezone_string;
extern char *log_timezone_string;
extern char *session_authorization_string;
extern double phony_random_seed;

#define STRING_HOOKS(name)                                                   \
	extern bool check_##name(char **newval, void **extra, GucSource source); \
	extern void assign_##name(const char *newval, void *extra)
STRING_HOOKS(datestyle);
STRING_HOOKS(timezone);
STRING_HOOKS(log_timezone);
STRING_HOOKS(session_authorization);
STRING_HOOKS(role);
#undef STRING_HOOKS
extern bool check_random_seed(double *newval, void **extra, GucSource source);
extern void assign_random_seed(double newval, void *extra);
extern const char *show_timezone(void);
extern const char *show_log_timezone(void);
extern const char *show_random_seed(void);
extern const char *show_role(void);

#endif /* VARIABLE_PRIVATE_H */

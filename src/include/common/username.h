/*
 * common/username.h
 *		Name of the effective operating-system user.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/username.h
 */
#ifndef USERNAME_H
#define USERNAME_H

/* NULL and *errstr (to free) if it cannot be found. */
extern const char *get_user_name(char **errstr);
extern const char *get_user_name_or_exit(const char *progname);

#endif /* USERNAME_H */

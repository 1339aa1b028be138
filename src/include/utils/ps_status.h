/*
 * utils/ps_status.h
 *		The title that ps shows for a process.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/ps_status.h
 */
#ifndef PS_STATUS_H
#define PS_STATUS_H

extern PGDLLIMPORT bool update_process_title;
extern char **save_ps_display_args(int argc, char **argv);
extern void init_ps_display(const char *fixed_part);
extern void set_ps_display(const char *activity);
extern const char *get_ps_display(int *displen);

#endif /* PS_STATUS_H */

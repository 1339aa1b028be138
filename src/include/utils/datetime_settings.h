/*
 * datetime_settings.h
 *		Hooks of the settings DateStyle, TimeZone, log_timezone,
 *		timezone_abbreviations and seed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/datetime_settings.h
 */
#ifndef DATETIME_SETTINGS_H
#define DATETIME_SETTINGS_H

#include "utils/guc.h"

extern PGDLLIMPORT char *datestyle_string;
extern PGDLLIMPORT char *timezone_string;
extern PGDLLIMPORT char *log_timezone_string;
extern PGDLLIMPORT char *timezone_abbreviations_string;

extern bool check_datestyle(char **newval, void **extra, GucSource source);
extern void assign_datestyle(const char *newval, void *extra);
extern bool check_timezone(char **newval, void **extra, GucSource source);
extern void assign_timezone(const char *newval, void *extra);
extern const char *show_timezone(void);
extern bool check_log_timezone(char **newval, void **extra, GucSource source);
extern void assign_log_timezone(const char *newval, void *extra);
extern const char *show_log_timezone(void);
extern bool check_timezone_abbreviations(char **newval, void **extra,
										 GucSource source);
extern void assign_timezone_abbreviations(const char *newval, void *extra);
extern bool check_random_seed(double *newval, void **extra, GucSource source);
extern void assign_random_seed(double newval, void *extra);
extern const char *show_random_seed(void);

#endif							/* DATETIME_SETTINGS_H */

/*
 * pgtz.h
 *		The inside of a time zone, for src/timezone alone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/pgtz.h
 */
#ifndef _PGTZ_H
#define _PGTZ_H

#include "pgtime.h"

#define PGTZ_MAX_TYPES 256
#define PGTZ_MAX_CHARS 512

/* One local time type: an offset with its name. */
typedef struct tz_type
{
	int32 utoff; /* seconds east of Greenwich */
	bool isdst;
	int16 abbrind; /* start of the name in tz_data.chars */
} tz_type;

/* A change of clocks in the rule at a zone's end (POSIX TZ form). */
typedef struct tz_change
{
	char kind; /* 'M' month.week.day, 'J' or '0' day number */
	int month;
	int week;
	int day;
	int secs; /* local seconds after midnight */
} tz_change;

typedef struct tz_rule
{
	bool valid;
	bool has_dst;
	tz_type std;
	tz_type dst;
	tz_change to_dst;
	tz_change to_std;
} tz_rule;

/* A zone: transitions in rising order, and what holds after the last. */
struct pg_tz
{
	char TZname[TZ_STRLEN_MAX + 1]; /* canonical spelling */
	int timecnt;
	int typecnt;
	int charcnt;
	pg_time_t *ats; /* timecnt moments */
	unsigned char *types; /* the type that starts at each */
	tz_type ttis[PGTZ_MAX_TYPES];
	char chars[PGTZ_MAX_CHARS];
	int defaulttype; /* before the first transition */
	tz_rule rule; /* after the last */
};

/* localtime.c */
extern bool tz_load(const char *path, struct pg_tz *tz);
extern bool tz_parse_posix(const char *spec, struct pg_tz *tz);

#endif /* _PGTZ_H */

/*
 * pgtime.h
 *		Broken-down time and the time zone library.
 *
 * Seconds since 1970 on one side, calendar fields in a zone on the other.
 * Zones come from the system's zoneinfo files (src/timezone).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/pgtime.h
 */
#ifndef _PGTIME_H
#define _PGTIME_H

typedef int64 pg_time_t;

/*
 * Like struct tm of libc, except that the date and time types keep tm_mon
 * counted from 1 and tm_year in full; the functions below use libc's way.
 */
struct pg_tm
{
	int tm_sec;
	int tm_min;
	int tm_hour;
	int tm_mday;
	int tm_mon;
	int tm_year;
	int tm_wday;
	int tm_yday;
	int tm_isdst;
	long int tm_gmtoff; /* seconds east of Greenwich */
	const char *tm_zone;
};

typedef struct pg_tz pg_tz;
typedef struct pg_tzenum pg_tzenum;

#define TZ_STRLEN_MAX 255

/* pgtz.c: settings */
extern PGDLLIMPORT pg_tz *session_timezone;
extern PGDLLIMPORT pg_tz *log_timezone;

/* pgtz.c: zones by name */
extern void pg_timezone_initialize(void);
extern pg_tz *pg_tzset(const char *tzname);
extern pg_tz *pg_tzset_offset(long gmtoffset);
extern pg_tzenum *pg_tzenumerate_start(void);
extern pg_tz *pg_tzenumerate_next(pg_tzenum *dir);
extern void pg_tzenumerate_end(pg_tzenum *dir);

/* localtime.c: results of the first two are static, valid until the next */
extern void pg_zone_at(pg_time_t t, const pg_tz *tz, long int *gmtoff, int *isdst,
					   const char **abbrev);
extern struct pg_tm *pg_localtime(const pg_time_t *timep, const pg_tz *tz);
extern struct pg_tm *pg_gmtime(const pg_time_t *timep);
extern int pg_next_dst_boundary(const pg_time_t *timep,
								long int *before_gmtoff, int *before_isdst,
								pg_time_t *boundary, long int *after_gmtoff,
								int *after_isdst, const pg_tz *tz);
extern bool pg_interpret_timezone_abbrev(const char *abbrev,
										 const pg_time_t *timep,
										 long int *gmtoff, int *isdst,
										 const pg_tz *tz);
extern bool pg_get_timezone_offset(const pg_tz *tz, long int *gmtoff);
extern const char *pg_get_timezone_name(pg_tz *tz);
extern bool pg_tz_acceptable(pg_tz *tz);

/* strftime.c: 0 if the result does not fit */
extern size_t pg_strftime(char *s, size_t max, const char *format,
						  const struct pg_tm *tm);

#endif /* _PGTIME_H */

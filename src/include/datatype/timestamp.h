/*
 * timestamp.h
 *		Limits, units and calendar constants of the date and time types.
 *
 * Timestamp and TimestampTz themselves are in c.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/datatype/timestamp.h
 */
#ifndef DATATYPE_TIMESTAMP_H
#define DATATYPE_TIMESTAMP_H

typedef int64 TimeOffset;
typedef int32 fsec_t; /* microseconds within a second */

/* 16 bytes on disk */
typedef struct
{
	TimeOffset time; /* microseconds */
	int32 day;
	int32 month;
} Interval;

/* Interval broken down for output */
struct pg_itm
{
	int tm_usec;
	int tm_sec;
	int tm_min;
	int64 tm_hour;
	int tm_mday;
	int tm_mon;
	int tm_year;
};

/* Interval as the input parser collects it */
struct pg_itm_in
{
	int64 tm_usec;
	int tm_mday;
	int tm_mon;
	int tm_year;
};

#define MAX_TIMESTAMP_PRECISION 6
#define MAX_INTERVAL_PRECISION 6

/* units; a year is 365.25 days and a month 30 where no date is known */
#define DAYS_PER_YEAR 365.25
#define MONTHS_PER_YEAR 12
#define DAYS_PER_MONTH 30
#define HOURS_PER_DAY 24
#define SECS_PER_YEAR (36525 * 864)
#define SECS_PER_DAY 86400
#define SECS_PER_HOUR 3600
#define SECS_PER_MINUTE 60
#define MINS_PER_HOUR 60
#define USECS_PER_DAY INT64CONST(86400000000)
#define USECS_PER_HOUR INT64CONST(3600000000)
#define USECS_PER_MINUTE INT64CONST(60000000)
#define USECS_PER_SEC INT64CONST(1000000)

#define MAX_TZDISP_HOUR 15
#define TZDISP_LIMIT ((MAX_TZDISP_HOUR + 1) * SECS_PER_HOUR)

/* infinities */
#define DT_NOBEGIN PG_INT64_MIN
#define DT_NOEND PG_INT64_MAX
#define TIMESTAMP_NOBEGIN(j) ((j) = DT_NOBEGIN)
#define TIMESTAMP_NOEND(j) ((j) = DT_NOEND)
#define TIMESTAMP_IS_NOBEGIN(j) ((j) == DT_NOBEGIN)
#define TIMESTAMP_IS_NOEND(j) ((j) == DT_NOEND)
#define TIMESTAMP_NOT_FINITE(j) \
	(TIMESTAMP_IS_NOBEGIN(j) || TIMESTAMP_IS_NOEND(j))

/* Julian days */
#define JULIAN_MINYEAR (-4713)
#define JULIAN_MINMONTH 11
#define JULIAN_MINDAY 24
#define JULIAN_MAXYEAR 5874898
#define JULIAN_MAXMONTH 6
#define JULIAN_MAXDAY 3
#define IS_VALID_JULIAN(y, m, d)                            \
	(((y) > JULIAN_MINYEAR ||                               \
	  ((y) == JULIAN_MINYEAR && (m) >= JULIAN_MINMONTH)) && \
	 ((y) < JULIAN_MAXYEAR ||                               \
	  ((y) == JULIAN_MAXYEAR && (m) < JULIAN_MAXMONTH)))
#define UNIX_EPOCH_JDATE 2440588
#define POSTGRES_EPOCH_JDATE 2451545

/* ranges: 4714-11-24 BC to 294276 AD, and to 5874897 AD for dates */
#define DATETIME_MIN_JULIAN 0
#define DATE_END_JULIAN 2147483494
#define TIMESTAMP_END_JULIAN 109203528
#define MIN_TIMESTAMP INT64CONST(-211813488000000000)
#define END_TIMESTAMP INT64CONST(9223371331200000000)
#define IS_VALID_DATE(d)                                    \
	((DATETIME_MIN_JULIAN - POSTGRES_EPOCH_JDATE) <= (d) && \
	 (d) < (DATE_END_JULIAN - POSTGRES_EPOCH_JDATE))
#define IS_VALID_TIMESTAMP(t) (MIN_TIMESTAMP <= (t) && (t) < END_TIMESTAMP)

#endif /* DATATYPE_TIMESTAMP_H */

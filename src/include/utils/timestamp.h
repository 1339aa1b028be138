/*
 * timestamp.h
 *		The types timestamp, timestamp with time zone and interval, and the
 *		clock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/timestamp.h
 */
#ifndef TIMESTAMP_H
#define TIMESTAMP_H

#include "datatype/timestamp.h"
#include "fmgr.h"
#include "pgtime.h"

struct ArrayType;

#define DatumGetTimestamp(d) ((Timestamp) DatumGetInt64(d))
#define DatumGetTimestampTz(d) ((TimestampTz) DatumGetInt64(d))
#define DatumGetIntervalP(d) ((Interval *) DatumGetPointer(d))
#define TimestampGetDatum(t) Int64GetDatum(t)
#define TimestampTzGetDatum(t) Int64GetDatum(t)
#define IntervalPGetDatum(i) PointerGetDatum(i)
#define PG_GETARG_TIMESTAMP(n) DatumGetTimestamp(PG_GETARG_DATUM(n))
#define PG_GETARG_TIMESTAMPTZ(n) DatumGetTimestampTz(PG_GETARG_DATUM(n))
#define PG_GETARG_INTERVAL_P(n) DatumGetIntervalP(PG_GETARG_DATUM(n))
#define PG_RETURN_TIMESTAMP(t) return TimestampGetDatum(t)
#define PG_RETURN_TIMESTAMPTZ(t) return TimestampTzGetDatum(t)
#define PG_RETURN_INTERVAL_P(i) return IntervalPGetDatum(i)

#define TIMESTAMP_MASK(b) (1 << (b))
#define INTERVAL_MASK(b) (1 << (b))

/* interval typmod: a mask of fields above the precision */
#define INTERVAL_FULL_RANGE 0x7FFF
#define INTERVAL_RANGE_MASK 0x7FFF
#define INTERVAL_FULL_PRECISION 0xFFFF
#define INTERVAL_PRECISION_MASK 0xFFFF
#define INTERVAL_TYPMOD(p, r) \
	((((r) &INTERVAL_RANGE_MASK) << 16) | ((p) &INTERVAL_PRECISION_MASK))
#define INTERVAL_PRECISION(t) ((t) &INTERVAL_PRECISION_MASK)
#define INTERVAL_RANGE(t) (((t) >> 16) & INTERVAL_RANGE_MASK)

#define TimestampTzPlusMilliseconds(tz, ms) ((tz) + ((ms) * (int64) 1000))
#define TimestampTzPlusSeconds(tz, s) ((tz) + ((s) * (int64) 1000000))

struct pg_tm;
struct pg_tz;

/* timestamp.c: clock */
extern PGDLLIMPORT TimestampTz PgStartTime;
extern PGDLLIMPORT TimestampTz PgReloadTime;
extern TimestampTz GetCurrentTimestamp(void);
extern TimestampTz GetSQLCurrentTimestamp(int32 typmod);
extern Timestamp GetSQLLocalTimestamp(int32 typmod);
extern void TimestampDifference(TimestampTz start_time, TimestampTz stop_time,
								long *secs, int *microsecs);
extern long TimestampDifferenceMilliseconds(TimestampTz start_time,
											TimestampTz stop_time);
extern bool TimestampDifferenceExceeds(TimestampTz start_time,
									   TimestampTz stop_time, int msec);
extern TimestampTz time_t_to_timestamptz(pg_time_t tm);
extern pg_time_t timestamptz_to_time_t(TimestampTz t);
extern const char *timestamptz_to_str(TimestampTz t);

/* timestamp.c: broken-down time */
extern int tm2timestamp(struct pg_tm *tm, fsec_t fsec, int *tzp,
						Timestamp *result);
extern int timestamp2tm(Timestamp dt, int *tzp, struct pg_tm *tm,
						fsec_t *fsec, const char **tzn, struct pg_tz *attimezone);
extern void dt2time(Timestamp dt, int *hour, int *min, int *sec, fsec_t *fsec);
extern void interval2itm(Interval span, struct pg_itm *itm);
extern int itm2interval(struct pg_itm *itm, Interval *span);
extern int itmin2interval(struct pg_itm_in *itm_in, Interval *span);
extern Timestamp SetEpochTimestamp(void);
extern void GetEpochTime(struct pg_tm *tm);

/* timestamp.c: comparison and typmods */
extern int timestamp_cmp_internal(Timestamp dt1, Timestamp dt2);
#define timestamptz_cmp_internal(a, b) timestamp_cmp_internal(a, b)
extern int32 timestamp_cmp_timestamptz_internal(Timestamp timestampVal,
												TimestampTz dt2);
extern TimestampTz timestamp2timestamptz_opt_overflow(Timestamp timestamp,
													  int *overflow);
extern int32 anytimestamp_typmod_check(bool istz, int32 typmod);
extern int32 seconds_typmod_check(const char *type, bool istz, int32 typmod);
extern int32 seconds_typmod_in(const char *type, bool istz, struct ArrayType *ta);
extern char *seconds_typmod_out(bool istz, int32 typmod);
extern void AdjustTimestampForTypmod(Timestamp *time, int32 typmod);

/* timestamp.c: ISO weeks */
extern int isoweek2j(int year, int week);
extern void isoweek2date(int woy, int *year, int *mon, int *mday);
extern void isoweekdate2date(int isoweek, int wday, int *year, int *mon,
							 int *mday);
extern int date2isoweek(int year, int mon, int mday);
extern int date2isoyear(int year, int mon, int mday);
extern int date2isoyearday(int year, int mon, int mday);

/* timestamp.c: GUC hook */
extern bool TimestampTimestampTzRequiresRewrite(void);

#endif /* TIMESTAMP_H */

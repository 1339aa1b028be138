/*
 * date.h
 *		The types date, time and time with time zone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/date.h
 */
#ifndef DATE_H
#define DATE_H

#include <math.h>

#include "datatype/timestamp.h"
#include "fmgr.h"
#include "pgtime.h"

typedef int32 DateADT; /* days since 2000-01-01 */
typedef int64 TimeADT; /* microseconds since midnight */

/* 12 bytes on disk; the compiler pads it to 16, so never use sizeof there. */
typedef struct
{
	TimeADT time;
	int32 zone; /* seconds west of Greenwich */
} TimeTzADT;

#define DATEVAL_NOBEGIN ((DateADT) PG_INT32_MIN)
#define DATEVAL_NOEND ((DateADT) PG_INT32_MAX)
#define DATE_NOBEGIN(j) ((j) = DATEVAL_NOBEGIN)
#define DATE_NOEND(j) ((j) = DATEVAL_NOEND)
#define DATE_IS_NOBEGIN(j) ((j) == DATEVAL_NOBEGIN)
#define DATE_IS_NOEND(j) ((j) == DATEVAL_NOEND)
#define DATE_NOT_FINITE(j) (DATE_IS_NOBEGIN(j) || DATE_IS_NOEND(j))

#define MAX_TIME_PRECISION 6

#define DatumGetDateADT(d) ((DateADT) DatumGetInt32(d))
#define DateADTGetDatum(d) Int32GetDatum(d)
#define PG_GETARG_DATEADT(n) DatumGetDateADT(PG_GETARG_DATUM(n))
#define PG_RETURN_DATEADT(d) return DateADTGetDatum(d)
#define DatumGetTimeADT(d) ((TimeADT) DatumGetInt64(d))
#define TimeADTGetDatum(t) Int64GetDatum(t)
#define PG_GETARG_TIMEADT(n) DatumGetTimeADT(PG_GETARG_DATUM(n))
#define PG_RETURN_TIMEADT(t) return TimeADTGetDatum(t)
#define DatumGetTimeTzADTP(d) ((TimeTzADT *) DatumGetPointer(d))
#define TimeTzADTPGetDatum(t) PointerGetDatum(t)
#define PG_GETARG_TIMETZADT_P(n) DatumGetTimeTzADTP(PG_GETARG_DATUM(n))
#define PG_RETURN_TIMETZADT_P(t) return TimeTzADTPGetDatum(t)

struct pg_tm;

/* date.c */
extern void EncodeSpecialDate(DateADT dt, char *str);
extern DateADT GetSQLCurrentDate(void);
extern TimeTzADT *GetSQLCurrentTime(int32 typmod);
extern TimeADT GetSQLLocalTime(int32 typmod);
extern int32 anytime_typmod_check(bool istz, int32 typmod);
extern double date2timestamp_no_overflow(DateADT dateVal);
extern Timestamp date2timestamp_opt_overflow(DateADT dateVal, int *overflow);
extern TimestampTz date2timestamptz_opt_overflow(DateADT dateVal,
												 int *overflow);
extern int32 date_cmp_timestamp_internal(DateADT dateVal, Timestamp dt2);
extern int32 date_cmp_timestamptz_internal(DateADT dateVal, TimestampTz dt2);
extern int tm2time(struct pg_tm *tm, fsec_t fsec, TimeADT *result);
extern int tm2timetz(struct pg_tm *tm, fsec_t fsec, int tz,
					 TimeTzADT *result);
extern int time2tm(TimeADT time, struct pg_tm *tm, fsec_t *fsec);
extern int timetz2tm(TimeTzADT *time, struct pg_tm *tm, fsec_t *fsec,
					 int *tzp);
extern bool time_overflows(int hour, int min, int sec, fsec_t fsec);
extern bool float_time_overflows(int hour, int min, double sec);
extern void AdjustTimeForTypmod(TimeADT *time, int32 typmod);

#endif /* DATE_H */

/*
 * date.c
 *		The types date, time, and time with time zone.
 *
 * A date is days since 2000-01-01, a time microseconds since midnight, and a
 * timetz a time with its offset in seconds west.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/date.c
 */
#include "postgres.h"

#include <float.h>
#include <math.h>

#include "access/xact.h"
#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "common/int.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/sortsupport.h"

static void
date_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("date out of range")));
}

/* ---- date: I/O ---- */

static DateADT
date_of_tm(const struct pg_tm *tm)
{
	return date2j(tm->tm_year, tm->tm_mon, tm->tm_mday) - POSTGRES_EPOCH_JDATE;
}

Datum
date_in(PG_FUNCTION_ARGS)
{
	char *str = PG_GETARG_CSTRING(0);
	DateADT date;
	fsec_t fsec;
	struct pg_tm tm;
	int tz;
	int dtype;
	int nf;
	int dterr;
	char *field[MAXDATEFIELDS];
	int ftype[MAXDATEFIELDS];
	char workbuf[MAXDATELEN + 1];

	dterr = ParseDateTime(str, workbuf, sizeof(workbuf), field, ftype,
						  MAXDATEFIELDS, &nf);
	if (dterr == 0)
		dterr = DecodeDateTime(field, ftype, nf, &dtype, &tm, &fsec, &tz);
	if (dterr != 0)
		DateTimeParseError(dterr, str, "date");
	switch (dtype)
	{
		case DTK_DATE:
			break;
		case DTK_EPOCH:
			GetEpochTime(&tm);
			break;
		case DTK_LATE:
			DATE_NOEND(date);
			PG_RETURN_DATEADT(date);
		case DTK_EARLY:
			DATE_NOBEGIN(date);
			PG_RETURN_DATEADT(date);
		default:
			DateTimeParseError(DTERR_BAD_FORMAT, str, "date");
	}
	if (!IS_VALID_JULIAN(tm.tm_year, tm.tm_mon, tm.tm_mday) ||
		!IS_VALID_DATE(date_of_tm(&tm)))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range: \"%s\"", str)));
	PG_RETURN_DATEADT(date_of_tm(&tm));
}

void
EncodeSpecialDate(DateADT dt, char *str)
{
	if (DATE_IS_NOBEGIN(dt))
		strcpy(str, EARLY);
	else if (DATE_IS_NOEND(dt))
		strcpy(str, LATE);
	else
		elog(ERROR, "invalid argument for EncodeSpecialDate");
}

Datum
date_out(PG_FUNCTION_ARGS)
{
	DateADT date = PG_GETARG_DATEADT(0);
	struct pg_tm tm;
	char buf[MAXDATELEN + 1];

	if (DATE_NOT_FINITE(date))
		EncodeSpecialDate(date, buf);
	else
	{
		j2date(date + POSTGRES_EPOCH_JDATE, &tm.tm_year, &tm.tm_mon,
			   &tm.tm_mday);
		EncodeDateOnly(&tm, DateStyle, buf);
	}
	PG_RETURN_CSTRING(pstrdup(buf));
}

Datum
date_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	DateADT date = (DateADT) pq_getmsgint(buf, sizeof(DateADT));

	if (!DATE_NOT_FINITE(date) && !IS_VALID_DATE(date))
		date_range();
	PG_RETURN_DATEADT(date);
}

Datum
date_send(PG_FUNCTION_ARGS)
{
	return int4send(fcinfo);
}

Datum
make_date(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	bool bc = false;

	memset(&tm, 0, sizeof(tm));
	tm.tm_year = PG_GETARG_INT32(0);
	tm.tm_mon = PG_GETARG_INT32(1);
	tm.tm_mday = PG_GETARG_INT32(2);
	if (tm.tm_year < 0)
	{
		bc = true;
		if (pg_mul_s32_overflow(tm.tm_year, -1, &tm.tm_year))
			tm.tm_year = 0;
	}
	if (ValidateDate(DTK_DATE_M, false, false, bc, &tm) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("date field value out of range: %d-%02d-%02d",
						PG_GETARG_INT32(0), PG_GETARG_INT32(1),
						PG_GETARG_INT32(2))));
	if (!IS_VALID_JULIAN(tm.tm_year, tm.tm_mon, tm.tm_mday) ||
		!IS_VALID_DATE(date_of_tm(&tm)))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range: %d-%02d-%02d", PG_GETARG_INT32(0),
						PG_GETARG_INT32(1), PG_GETARG_INT32(2))));
	PG_RETURN_DATEADT(date_of_tm(&tm));
}

DateADT
GetSQLCurrentDate(void)
{
	struct pg_tm tm;

	GetCurrentDateTime(&tm);
	return date_of_tm(&tm);
}

/* ---- date: comparison and arithmetic ---- */

ADT_COMPARE(date_, DateADT, PG_GETARG_DATEADT, DateADT, PG_GETARG_DATEADT)
ADT_BINARY(date_cmp, DateADT, PG_GETARG_DATEADT, DateADT, PG_GETARG_DATEADT,
		   PG_RETURN_INT32, (a > b) - (a < b))
ADT_BINARY(date_larger, DateADT, PG_GETARG_DATEADT, DateADT,
		   PG_GETARG_DATEADT, PG_RETURN_DATEADT, Max(a, b))
ADT_BINARY(date_smaller, DateADT, PG_GETARG_DATEADT, DateADT,
		   PG_GETARG_DATEADT, PG_RETURN_DATEADT, Min(a, b))
ADT_UNARY(date_finite, DateADT, PG_GETARG_DATEADT, PG_RETURN_BOOL,
		  !DATE_NOT_FINITE(a))

static int
date_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	DateADT a = DatumGetDateADT(x);
	DateADT b = DatumGetDateADT(y);

	return (a > b) - (a < b);
}

Datum
date_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = date_sort_cmp;
	PG_RETURN_VOID();
}

Datum
date_mi(PG_FUNCTION_ARGS)
{
	DateADT a = PG_GETARG_DATEADT(0);
	DateADT b = PG_GETARG_DATEADT(1);

	if (DATE_NOT_FINITE(a) || DATE_NOT_FINITE(b))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("cannot subtract infinite dates")));
	PG_RETURN_INT32((int32) (a - b));
}

static DateADT
shift_date(DateADT date, int64 days)
{
	int64 result = date + days;

	if (DATE_NOT_FINITE(date))
		return date;
	if (result != (int32) result || !IS_VALID_DATE((int32) result))
		date_range();
	return (DateADT) result;
}

ADT_BINARY(date_pli, DateADT, PG_GETARG_DATEADT, int32, PG_GETARG_INT32,
		   PG_RETURN_DATEADT, shift_date(a, b))
ADT_BINARY(date_mii, DateADT, PG_GETARG_DATEADT, int32, PG_GETARG_INT32,
		   PG_RETURN_DATEADT, shift_date(a, -(int64) b))

/*
 * Midnight of a date, local or (istz) in the session's zone to UTC.  A result
 * out of range is told in *overflow, or 22008 without it.
 */
static Timestamp
midnight(DateADT date, bool istz, int *overflow)
{
	struct pg_tm tm;
	Timestamp result;

	if (overflow)
		*overflow = 0;
	if (DATE_IS_NOBEGIN(date))
		return DT_NOBEGIN;
	if (DATE_IS_NOEND(date))
		return DT_NOEND;
	if (date < TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
	{
		result = date * USECS_PER_DAY;
		if (istz)
		{
			memset(&tm, 0, sizeof(tm));
			j2date(date + POSTGRES_EPOCH_JDATE, &tm.tm_year, &tm.tm_mon,
				   &tm.tm_mday);
			result += DetermineTimeZoneOffset(&tm, session_timezone) *
				USECS_PER_SEC;
		}
		if (IS_VALID_TIMESTAMP(result))
			return result;
	}
	if (!overflow)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range for timestamp")));
	*overflow = date < 0 ? -1 : 1;
	return date < 0 ? DT_NOBEGIN : DT_NOEND;
}

Timestamp
date2timestamp_opt_overflow(DateADT dateVal, int *overflow)
{
	return midnight(dateVal, false, overflow);
}

TimestampTz
date2timestamptz_opt_overflow(DateADT dateVal, int *overflow)
{
	return midnight(dateVal, true, overflow);
}

/* For estimates. */
double
date2timestamp_no_overflow(DateADT dateVal)
{
	if (DATE_IS_NOBEGIN(dateVal))
		return -DBL_MAX;
	if (DATE_IS_NOEND(dateVal))
		return DBL_MAX;
	return dateVal * (double) USECS_PER_DAY;
}

static int32
compare_midnight(DateADT date, Timestamp other, bool istz)
{
	int overflow;
	Timestamp t = midnight(date, istz, &overflow);

	if (overflow > 0)
		return TIMESTAMP_IS_NOEND(other) ? -1 : 1;
	if (overflow < 0)
		return TIMESTAMP_IS_NOBEGIN(other) ? 1 : -1;
	return timestamp_cmp_internal(t, other);
}

int32
date_cmp_timestamp_internal(DateADT dateVal, Timestamp dt2)
{
	return compare_midnight(dateVal, dt2, false);
}

int32
date_cmp_timestamptz_internal(DateADT dateVal, TimestampTz dt2)
{
	return compare_midnight(dateVal, dt2, true);
}

#define DATE_MIXED(op, test, type, istz)                                  \
	ADT_TEST(date_##op##_##type, DateADT, PG_GETARG_DATEADT, Timestamp,   \
			 PG_GETARG_TIMESTAMP, compare_midnight(a, b, istz) test 0)    \
	ADT_TEST(type##_##op##_date, Timestamp, PG_GETARG_TIMESTAMP, DateADT, \
			 PG_GETARG_DATEADT, -compare_midnight(b, a, istz) test 0)
#define DATE_MIXED_ALL(type, istz)                                       \
	DATE_MIXED(eq, ==, type, istz)                                       \
	DATE_MIXED(ne, !=, type, istz)                                       \
	DATE_MIXED(lt, <, type, istz)                                        \
	DATE_MIXED(le, <=, type, istz)                                       \
	DATE_MIXED(gt, >, type, istz)                                        \
	DATE_MIXED(ge, >=, type, istz)                                       \
	ADT_BINARY(date_cmp_##type, DateADT, PG_GETARG_DATEADT, Timestamp,   \
			   PG_GETARG_TIMESTAMP, PG_RETURN_INT32,                     \
			   compare_midnight(a, b, istz))                             \
	ADT_BINARY(type##_cmp_date, Timestamp, PG_GETARG_TIMESTAMP, DateADT, \
			   PG_GETARG_DATEADT, PG_RETURN_INT32,                       \
			   -compare_midnight(b, a, istz))
DATE_MIXED_ALL(timestamp, false)
DATE_MIXED_ALL(timestamptz, true)

Datum
date_pl_interval(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall2(timestamp_pl_interval,
							   TimestampGetDatum(midnight(PG_GETARG_DATEADT(0),
														  false, NULL)),
							   PG_GETARG_DATUM(1));
}

Datum
date_mi_interval(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall2(timestamp_mi_interval,
							   TimestampGetDatum(midnight(PG_GETARG_DATEADT(0),
														  false, NULL)),
							   PG_GETARG_DATUM(1));
}

Datum
in_range_date_interval(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall5(in_range_timestamp_interval,
							   TimestampGetDatum(midnight(PG_GETARG_DATEADT(0),
														  false, NULL)),
							   TimestampGetDatum(midnight(PG_GETARG_DATEADT(1),
														  false, NULL)),
							   PG_GETARG_DATUM(2), PG_GETARG_DATUM(3),
							   PG_GETARG_DATUM(4));
}

ADT_UNARY(date_timestamp, DateADT, PG_GETARG_DATEADT, PG_RETURN_TIMESTAMP,
		  midnight(a, false, NULL))
ADT_UNARY(date_timestamptz, DateADT, PG_GETARG_DATEADT, PG_RETURN_TIMESTAMPTZ,
		  midnight(a, true, NULL))

/* The calendar fields of a timestamp; 22008 if it is out of range. */
static void
break_timestamp(Timestamp t, bool istz, struct pg_tm *tm, fsec_t *fsec,
				int *tz)
{
	if (timestamp2tm(t, istz ? tz : NULL, tm, fsec, NULL, NULL) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
}

static DateADT
date_of_timestamp(Timestamp t, bool istz)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;

	if (TIMESTAMP_IS_NOBEGIN(t))
		return DATEVAL_NOBEGIN;
	if (TIMESTAMP_IS_NOEND(t))
		return DATEVAL_NOEND;
	break_timestamp(t, istz, &tm, &fsec, &tz);
	return date_of_tm(&tm);
}

ADT_UNARY(timestamp_date, Timestamp, PG_GETARG_TIMESTAMP, PG_RETURN_DATEADT,
		  date_of_timestamp(a, false))
ADT_UNARY(timestamptz_date, Timestamp, PG_GETARG_TIMESTAMP, PG_RETURN_DATEADT,
		  date_of_timestamp(a, true))

/* ---- time: parts and typmods ---- */

int
tm2time(struct pg_tm *tm, fsec_t fsec, TimeADT *result)
{
	*result = ((int64) (tm->tm_hour * MINS_PER_HOUR + tm->tm_min) *
				   SECS_PER_MINUTE +
			   tm->tm_sec) *
			USECS_PER_SEC +
		fsec;
	return 0;
}

int
time2tm(TimeADT time, struct pg_tm *tm, fsec_t *fsec)
{
	dt2time(time, &tm->tm_hour, &tm->tm_min, &tm->tm_sec, fsec);
	return 0;
}

int
tm2timetz(struct pg_tm *tm, fsec_t fsec, int tz, TimeTzADT *result)
{
	(void) tm2time(tm, fsec, &result->time);
	result->zone = tz;
	return 0;
}

int
timetz2tm(TimeTzADT *time, struct pg_tm *tm, fsec_t *fsec, int *tzp)
{
	(void) time2tm(time->time, tm, fsec);
	if (tzp)
		*tzp = time->zone;
	return 0;
}

/* Beyond 24:00:00 or with parts out of range? */
bool
time_overflows(int hour, int min, int sec, fsec_t fsec)
{
	if (hour < 0 || hour > HOURS_PER_DAY || min < 0 || min >= MINS_PER_HOUR ||
		sec < 0 || sec > SECS_PER_MINUTE || fsec < 0 || fsec > USECS_PER_SEC)
		return true;
	return ((int64) (hour * MINS_PER_HOUR + min) * SECS_PER_MINUTE + sec) *
			USECS_PER_SEC +
		fsec >
		USECS_PER_DAY;
}

bool
float_time_overflows(int hour, int min, double sec)
{
	double usec = rint(sec * USECS_PER_SEC);

	if (hour < 0 || hour > HOURS_PER_DAY || min < 0 || min >= MINS_PER_HOUR ||
		isnan(sec) || usec < 0 || usec > SECS_PER_MINUTE * USECS_PER_SEC)
		return true;
	return (int64) (hour * MINS_PER_HOUR + min) * USECS_PER_MINUTE +
		(int64) usec >
		USECS_PER_DAY;
}

static_assert(MAX_TIME_PRECISION == MAX_TIMESTAMP_PRECISION, "one limit for both");

int32
anytime_typmod_check(bool istz, int32 typmod)
{
	return seconds_typmod_check("TIME", istz, typmod);
}

ADT_UNARY(timetypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P, PG_RETURN_INT32,
		  seconds_typmod_in("TIME", false, a))
ADT_UNARY(timetztypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P, PG_RETURN_INT32,
		  seconds_typmod_in("TIME", true, a))
ADT_UNARY(timetypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  seconds_typmod_out(false, a))
ADT_UNARY(timetztypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  seconds_typmod_out(true, a))

void
AdjustTimeForTypmod(TimeADT *time, int32 typmod)
{
	int64 unit = 1;

	if (typmod < 0 || typmod > MAX_TIME_PRECISION)
		return;
	for (int i = typmod; i < MAX_TIME_PRECISION; i++)
		unit *= 10;
	*time = (*time + unit / 2) / unit * unit;
}

/* ---- time: I/O ---- */

static void
read_time(const char *str, const char *type_name, struct pg_tm *tm,
		  fsec_t *fsec, int *tz)
{
	int dtype;
	int nf;
	int dterr;
	char *field[MAXDATEFIELDS];
	int ftype[MAXDATEFIELDS];
	char workbuf[MAXDATELEN + 1];

	dterr = ParseDateTime(str, workbuf, sizeof(workbuf), field, ftype,
						  MAXDATEFIELDS, &nf);
	if (dterr == 0)
		dterr = DecodeTimeOnly(field, ftype, nf, &dtype, tm, fsec, tz);
	if (dterr != 0)
		DateTimeParseError(dterr, str, type_name);
}

Datum
time_in(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeADT result;

	read_time(PG_GETARG_CSTRING(0), "time", &tm, &fsec, &tz);
	(void) tm2time(&tm, fsec, &result);
	AdjustTimeForTypmod(&result, PG_GETARG_INT32(2));
	PG_RETURN_TIMEADT(result);
}

Datum
timetz_in(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeTzADT *result = palloc0(sizeof(TimeTzADT));

	read_time(PG_GETARG_CSTRING(0), "time with time zone", &tm, &fsec, &tz);
	(void) tm2timetz(&tm, fsec, tz, result);
	AdjustTimeForTypmod(&result->time, PG_GETARG_INT32(2));
	PG_RETURN_TIMETZADT_P(result);
}

static char *
write_time(TimeADT time, bool istz, int tz)
{
	struct pg_tm tm;
	fsec_t fsec;
	char buf[MAXDATELEN + 1];

	(void) time2tm(time, &tm, &fsec);
	EncodeTimeOnly(&tm, fsec, istz, tz, DateStyle, buf);
	return pstrdup(buf);
}

ADT_UNARY(time_out, TimeADT, PG_GETARG_TIMEADT, PG_RETURN_CSTRING,
		  write_time(a, false, 0))
ADT_UNARY(timetz_out, TimeTzADT *, PG_GETARG_TIMETZADT_P, PG_RETURN_CSTRING,
		  write_time(a->time, true, a->zone))

static TimeADT
receive_time(StringInfo buf)
{
	TimeADT t = pq_getmsgint64(buf);

	if (t < 0 || t > USECS_PER_DAY)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("time out of range")));
	return t;
}

Datum
time_recv(PG_FUNCTION_ARGS)
{
	TimeADT t = receive_time((StringInfo) PG_GETARG_POINTER(0));

	AdjustTimeForTypmod(&t, PG_GETARG_INT32(2));
	PG_RETURN_TIMEADT(t);
}

Datum
time_send(PG_FUNCTION_ARGS)
{
	return int8send(fcinfo);
}

Datum
timetz_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	TimeTzADT *r = palloc0(sizeof(TimeTzADT));

	r->time = receive_time(buf);
	r->zone = pq_getmsgint(buf, sizeof(r->zone));
	if (r->zone <= -TZDISP_LIMIT || r->zone >= TZDISP_LIMIT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TIME_ZONE_DISPLACEMENT_VALUE),
				 errmsg("time zone displacement out of range")));
	AdjustTimeForTypmod(&r->time, PG_GETARG_INT32(2));
	PG_RETURN_TIMETZADT_P(r);
}

Datum
timetz_send(PG_FUNCTION_ARGS)
{
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint64(&buf, t->time);
	pq_sendint32(&buf, t->zone);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

Datum
time_scale(PG_FUNCTION_ARGS)
{
	TimeADT t = PG_GETARG_TIMEADT(0);

	AdjustTimeForTypmod(&t, PG_GETARG_INT32(1));
	PG_RETURN_TIMEADT(t);
}

static TimeTzADT *
make_timetz(TimeADT time, int32 zone)
{
	TimeTzADT *r = palloc0(sizeof(TimeTzADT));

	r->time = time;
	r->zone = zone;
	return r;
}

Datum
timetz_scale(PG_FUNCTION_ARGS)
{
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(0);
	TimeTzADT *r = make_timetz(t->time, t->zone);

	AdjustTimeForTypmod(&r->time, PG_GETARG_INT32(1));
	PG_RETURN_TIMETZADT_P(r);
}

ADT_NO_SUPPORT(time_support)

Datum
make_time(PG_FUNCTION_ARGS)
{
	int hour = PG_GETARG_INT32(0);
	int min = PG_GETARG_INT32(1);
	double sec = PG_GETARG_FLOAT8(2);

	if (float_time_overflows(hour, min, sec))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("time field value out of range: %d:%02d:%02g", hour,
						min, sec)));
	PG_RETURN_TIMEADT((int64) (hour * MINS_PER_HOUR + min) * USECS_PER_MINUTE +
					  (int64) rint(sec * USECS_PER_SEC));
}

TimeTzADT *
GetSQLCurrentTime(int32 typmod)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeTzADT *r = palloc0(sizeof(TimeTzADT));

	GetCurrentTimeUsec(&tm, &fsec, &tz);
	(void) tm2timetz(&tm, fsec, tz, r);
	AdjustTimeForTypmod(&r->time, typmod);
	return r;
}

TimeADT
GetSQLLocalTime(int32 typmod)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeADT r;

	GetCurrentTimeUsec(&tm, &fsec, &tz);
	(void) tm2time(&tm, fsec, &r);
	AdjustTimeForTypmod(&r, typmod);
	return r;
}

/* ---- time: comparison ---- */

ADT_COMPARE(time_, TimeADT, PG_GETARG_TIMEADT, TimeADT, PG_GETARG_TIMEADT)
ADT_BINARY(time_cmp, TimeADT, PG_GETARG_TIMEADT, TimeADT, PG_GETARG_TIMEADT,
		   PG_RETURN_INT32, (a > b) - (a < b))
ADT_BINARY(time_larger, TimeADT, PG_GETARG_TIMEADT, TimeADT,
		   PG_GETARG_TIMEADT, PG_RETURN_TIMEADT, Max(a, b))
ADT_BINARY(time_smaller, TimeADT, PG_GETARG_TIMEADT, TimeADT,
		   PG_GETARG_TIMEADT, PG_RETURN_TIMEADT, Min(a, b))

Datum
time_hash(PG_FUNCTION_ARGS)
{
	return hashint8(fcinfo);
}

Datum
time_hash_extended(PG_FUNCTION_ARGS)
{
	return hashint8extended(fcinfo);
}

/* By the moment in UTC, and by zone where that is the same. */
static int
timetz_compare(const TimeTzADT *a, const TimeTzADT *b)
{
	int64 x = a->time + a->zone * USECS_PER_SEC;
	int64 y = b->time + b->zone * USECS_PER_SEC;

	if (x != y)
		return x > y ? 1 : -1;
	return (a->zone > b->zone) - (a->zone < b->zone);
}

ADT_COMPARE_BY(timetz_, TimeTzADT *, PG_GETARG_TIMETZADT_P, timetz_compare)
ADT_BINARY(timetz_cmp, TimeTzADT *, PG_GETARG_TIMETZADT_P, TimeTzADT *,
		   PG_GETARG_TIMETZADT_P, PG_RETURN_INT32, timetz_compare(a, b))
ADT_BINARY(timetz_larger, TimeTzADT *, PG_GETARG_TIMETZADT_P, TimeTzADT *,
		   PG_GETARG_TIMETZADT_P, PG_RETURN_TIMETZADT_P,
		   timetz_compare(a, b) > 0 ? a : b)
ADT_BINARY(timetz_smaller, TimeTzADT *, PG_GETARG_TIMETZADT_P, TimeTzADT *,
		   PG_GETARG_TIMETZADT_P, PG_RETURN_TIMETZADT_P,
		   timetz_compare(a, b) < 0 ? a : b)

Datum
timetz_hash(PG_FUNCTION_ARGS)
{
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(0);

	PG_RETURN_UINT32(DatumGetUInt32(DirectFunctionCall1(hashint8,
														Int64GetDatum(t->time))) ^
					 DatumGetUInt32(hash_uint32(t->zone)));
}

Datum
timetz_hash_extended(PG_FUNCTION_ARGS)
{
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(0);
	Datum seed = PG_GETARG_DATUM(1);

	PG_RETURN_UINT64(DatumGetUInt64(DirectFunctionCall2(hashint8extended,
														Int64GetDatum(t->time),
														seed)) ^
					 DatumGetUInt64(hash_uint32_extended(t->zone,
														 DatumGetInt64(seed))));
}

/*
 * OVERLAPS of times; the rules are those of timestamps, and NULL ends are
 * passed on as they are.
 */
static Datum
overlaps(FunctionCallInfo fcinfo, bool istz)
{
	LOCAL_FCINFO(call, 4);
	Datum result;

	InitFunctionCallInfoData(*call, NULL, 4, InvalidOid, NULL, NULL);
	for (int i = 0; i < 4; i++)
	{
		call->args[i] = fcinfo->args[i];
		if (istz && !PG_ARGISNULL(i))
		{
			TimeTzADT *t = PG_GETARG_TIMETZADT_P(i);

			call->args[i].value = TimestampGetDatum(t->time +
													t->zone * USECS_PER_SEC);
		}
	}
	result = overlaps_timestamp(call);
	fcinfo->isnull = call->isnull;
	return result;
}

Datum
overlaps_time(PG_FUNCTION_ARGS)
{
	return overlaps(fcinfo, false);
}

Datum
overlaps_timetz(PG_FUNCTION_ARGS)
{
	return overlaps(fcinfo, true);
}

/* ---- time: casts and arithmetic ---- */

static TimeADT
time_of_timestamp(Timestamp t, bool istz)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeADT result;

	break_timestamp(t, istz, &tm, &fsec, &tz);
	(void) tm2time(&tm, fsec, &result);
	return result;
}

#define TIME_OF_TIMESTAMP(name, istz)                  \
	Datum name(PG_FUNCTION_ARGS)                       \
	{                                                  \
		Timestamp t = PG_GETARG_TIMESTAMP(0);          \
		if (TIMESTAMP_NOT_FINITE(t))                   \
			PG_RETURN_NULL();                          \
		PG_RETURN_TIMEADT(time_of_timestamp(t, istz)); \
	}
TIME_OF_TIMESTAMP(timestamp_time, false)
TIME_OF_TIMESTAMP(timestamptz_time, true)

Datum
timestamptz_timetz(PG_FUNCTION_ARGS)
{
	TimestampTz t = PG_GETARG_TIMESTAMPTZ(0);
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimeTzADT *r = palloc0(sizeof(TimeTzADT));

	if (TIMESTAMP_NOT_FINITE(t))
		PG_RETURN_NULL();
	break_timestamp(t, true, &tm, &fsec, &tz);
	(void) tm2timetz(&tm, fsec, tz, r);
	PG_RETURN_TIMETZADT_P(r);
}

Datum
datetime_timestamp(PG_FUNCTION_ARGS)
{
	Timestamp t = midnight(PG_GETARG_DATEADT(0), false, NULL);

	if (!TIMESTAMP_NOT_FINITE(t))
	{
		t += PG_GETARG_TIMEADT(1);
		if (!IS_VALID_TIMESTAMP(t))
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					 errmsg("timestamp out of range")));
	}
	PG_RETURN_TIMESTAMP(t);
}

Datum
datetimetz_timestamptz(PG_FUNCTION_ARGS)
{
	Timestamp t = midnight(PG_GETARG_DATEADT(0), false, NULL);
	TimeTzADT *time = PG_GETARG_TIMETZADT_P(1);

	if (!TIMESTAMP_NOT_FINITE(t))
	{
		t += time->time + time->zone * USECS_PER_SEC;
		if (!IS_VALID_TIMESTAMP(t))
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					 errmsg("date out of range for timestamp")));
	}
	PG_RETURN_TIMESTAMPTZ(t);
}

static Interval *
time_span(int64 usec)
{
	Interval *r = palloc0(sizeof(Interval));

	r->time = usec;
	return r;
}

/* Only the time of an interval counts, around the clock. */
static TimeADT
wrap(int64 usec)
{
	usec %= USECS_PER_DAY;
	return usec < 0 ? usec + USECS_PER_DAY : usec;
}

ADT_UNARY(time_interval, TimeADT, PG_GETARG_TIMEADT, PG_RETURN_INTERVAL_P,
		  time_span(a))
ADT_UNARY(interval_time, Interval *, PG_GETARG_INTERVAL_P, PG_RETURN_TIMEADT,
		  wrap(a->time))
ADT_BINARY(time_mi_time, TimeADT, PG_GETARG_TIMEADT, TimeADT,
		   PG_GETARG_TIMEADT, PG_RETURN_INTERVAL_P, time_span(a - b))
ADT_BINARY(time_pl_interval, TimeADT, PG_GETARG_TIMEADT, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_TIMEADT,
		   wrap(a + b->time % USECS_PER_DAY))
ADT_BINARY(time_mi_interval, TimeADT, PG_GETARG_TIMEADT, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_TIMEADT,
		   wrap(a - b->time % USECS_PER_DAY))
ADT_BINARY(timetz_pl_interval, TimeTzADT *, PG_GETARG_TIMETZADT_P, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_TIMETZADT_P,
		   make_timetz(wrap(a->time + b->time % USECS_PER_DAY), a->zone))
ADT_BINARY(timetz_mi_interval, TimeTzADT *, PG_GETARG_TIMETZADT_P, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_TIMETZADT_P,
		   make_timetz(wrap(a->time - b->time % USECS_PER_DAY), a->zone))
ADT_UNARY(timetz_time, TimeTzADT *, PG_GETARG_TIMETZADT_P, PG_RETURN_TIMEADT,
		  a->time)

Datum
time_timetz(PG_FUNCTION_ARGS)
{
	TimeADT time = PG_GETARG_TIMEADT(0);
	struct pg_tm tm;
	fsec_t fsec;

	GetCurrentDateTime(&tm);
	(void) time2tm(time, &tm, &fsec);
	PG_RETURN_TIMETZADT_P(make_timetz(time,
									  DetermineTimeZoneOffset(&tm, session_timezone)));
}

static bool
time_in_range(TimeADT val, TimeADT base, Interval *offset, bool sub, bool less)
{
	int64 limit;

	if (offset->time < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	/* no wrapping here: beyond midnight is beyond everything */
	if (sub)
		limit = base - offset->time;
	else if (pg_add_s64_overflow(base, offset->time, &limit))
		return less;
	return less ? val <= limit : val >= limit;
}

Datum
in_range_time_interval(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(time_in_range(PG_GETARG_TIMEADT(0), PG_GETARG_TIMEADT(1),
								 PG_GETARG_INTERVAL_P(2), PG_GETARG_BOOL(3),
								 PG_GETARG_BOOL(4)));
}

Datum
in_range_timetz_interval(PG_FUNCTION_ARGS)
{
	TimeTzADT *val = PG_GETARG_TIMETZADT_P(0);
	TimeTzADT *base = PG_GETARG_TIMETZADT_P(1);
	Interval *offset = PG_GETARG_INTERVAL_P(2);
	bool sub = PG_GETARG_BOOL(3);
	bool less = PG_GETARG_BOOL(4);
	TimeTzADT limit = *base;

	if (offset->time < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	if (sub)
		limit.time -= offset->time;
	else if (pg_add_s64_overflow(limit.time, offset->time, &limit.time))
		PG_RETURN_BOOL(less);
	PG_RETURN_BOOL(less ? timetz_compare(val, &limit) <= 0 : timetz_compare(val, &limit) >= 0);
}

/* timetz AT TIME ZONE, with the offset of the zone now */
Datum
timetz_zone(PG_FUNCTION_ARGS)
{
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(1);
	char name[TZ_STRLEN_MAX + 1];
	struct pg_tm tm;
	fsec_t fsec;
	int tz;

	text_to_cstring_buffer(PG_GETARG_TEXT_PP(0), name, sizeof(name));
	if (timestamp2tm(GetCurrentTransactionStartTimestamp(), &tz, &tm, &fsec,
					 NULL, DecodeTimezoneNameToTz(name)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	PG_RETURN_TIMETZADT_P(make_timetz(wrap(t->time +
										   (t->zone - tz) * USECS_PER_SEC),
									  tz));
}

Datum
timetz_izone(PG_FUNCTION_ARGS)
{
	Interval *zone = PG_GETARG_INTERVAL_P(0);
	TimeTzADT *t = PG_GETARG_TIMETZADT_P(1);
	int tz;

	if (zone->month != 0 || zone->day != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("interval time zone \"%s\" must not include months or days",
						DatumGetCString(DirectFunctionCall1(interval_out,
															PG_GETARG_DATUM(0))))));
	tz = -(int) (zone->time / USECS_PER_SEC);
	PG_RETURN_TIMETZADT_P(make_timetz(wrap(t->time +
										   (t->zone - tz) * USECS_PER_SEC),
									  tz));
}

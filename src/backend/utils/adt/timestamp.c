/*
 * timestamp.c
 *		The types timestamp and timestamp with time zone, and the clock.
 *
 * A timestamp is microseconds since 2000-01-01 00:00 of local time, a timestamptz
 * the same of UTC; the extremes of int64 are the infinities.  interval.c has the
 * arithmetic of intervals, datetime_fields.c has extract() and date_trunc().
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/timestamp.c
 */
#include "postgres.h"

#include <math.h>
#include <sys/time.h>

#include "access/xact.h"
#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/float.h"
#include "utils/sortsupport.h"

TimestampTz PgStartTime;
TimestampTz PgReloadTime;

static void
timestamp_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("timestamp out of range")));
}

/* ---- The clock ---- */

TimestampTz
GetCurrentTimestamp(void)
{
	struct timeval tv;

	gettimeofday(&tv, NULL);
	return ((TimestampTz) tv.tv_sec -
			(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY) *
		USECS_PER_SEC +
		tv.tv_usec;
}

TimestampTz
GetSQLCurrentTimestamp(int32 typmod)
{
	TimestampTz ts = GetCurrentTransactionStartTimestamp();

	if (typmod >= 0)
		AdjustTimestampForTypmod(&ts, typmod);
	return ts;
}

Timestamp
GetSQLLocalTimestamp(int32 typmod)
{
	Timestamp ts =
		DatumGetTimestamp(DirectFunctionCall1(timestamptz_timestamp,
											  TimestampTzGetDatum(GetCurrentTransactionStartTimestamp())));

	if (typmod >= 0)
		AdjustTimestampForTypmod(&ts, typmod);
	return ts;
}

/* Seconds and microseconds from start to stop, both 0 if stop is earlier. */
void
TimestampDifference(TimestampTz start_time, TimestampTz stop_time,
					long *secs, int *microsecs)
{
	TimestampTz diff = stop_time - start_time;

	diff = Max(diff, 0);
	*secs = (long) (diff / USECS_PER_SEC);
	*microsecs = (int) (diff % USECS_PER_SEC);
}

/* Whole milliseconds from start to stop, rounded up, within 0..INT_MAX. */
long
TimestampDifferenceMilliseconds(TimestampTz start_time, TimestampTz stop_time)
{
	TimestampTz diff;

	if (start_time >= stop_time)
		return 0;
	if (pg_sub_s64_overflow(stop_time, start_time, &diff) ||
		diff >= (INT_MAX * INT64CONST(1000) - 999))
		return (long) INT_MAX;
	return (long) ((diff + 999) / 1000);
}

bool
TimestampDifferenceExceeds(TimestampTz start_time, TimestampTz stop_time,
						   int msec)
{
	return stop_time - start_time >= msec * INT64CONST(1000);
}

TimestampTz
time_t_to_timestamptz(pg_time_t tm)
{
	return ((TimestampTz) tm -
			(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY) *
		USECS_PER_SEC;
}

pg_time_t
timestamptz_to_time_t(TimestampTz t)
{
	return (pg_time_t) (t / USECS_PER_SEC +
						(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY);
}

/* Text for logs: ISO, in the session's zone; static, valid until the next. */
const char *
timestamptz_to_str(TimestampTz t)
{
	static char buf[MAXDATELEN + 1];
	int tz;
	struct pg_tm tm;
	fsec_t fsec;
	const char *tzn;

	if (TIMESTAMP_NOT_FINITE(t))
		EncodeSpecialTimestamp(t, buf);
	else if (timestamp2tm(t, &tz, &tm, &fsec, &tzn, NULL) == 0)
		EncodeDateTime(&tm, fsec, true, tz, tzn, USE_ISO_DATES, buf);
	else
		strlcpy(buf, "(timestamp out of range)", sizeof(buf));
	return buf;
}

#define CLOCK_FUNCTION(name, moment)     \
	Datum name(PG_FUNCTION_ARGS)         \
	{                                    \
		PG_RETURN_TIMESTAMPTZ(moment()); \
	}
CLOCK_FUNCTION(now, GetCurrentTransactionStartTimestamp)
CLOCK_FUNCTION(statement_timestamp, GetCurrentStatementStartTimestamp)
CLOCK_FUNCTION(clock_timestamp, GetCurrentTimestamp)

Datum
timeofday(PG_FUNCTION_ARGS)
{
	TimestampTz t = GetCurrentTimestamp();
	pg_time_t secs = timestamptz_to_time_t(t);
	struct pg_tm *tm = pg_localtime(&secs, session_timezone);
	char templ[100];
	char buf[128];
	int usec = (int) (t % USECS_PER_SEC);

	pg_strftime(templ, sizeof(templ), "%a %b %d %H:%M:%S.%%06d %Y %Z", tm);
	snprintf(buf, sizeof(buf), templ, usec);
	PG_RETURN_TEXT_P(cstring_to_text(buf));
}

/* ---- Broken-down time ---- */

/* Time of day in microseconds to its parts. */
void
dt2time(Timestamp dt, int *hour, int *min, int *sec, fsec_t *fsec)
{
	*hour = (int) (dt / USECS_PER_HOUR);
	*min = (int) (dt / USECS_PER_MINUTE % MINS_PER_HOUR);
	*sec = (int) (dt / USECS_PER_SEC % SECS_PER_MINUTE);
	*fsec = (fsec_t) (dt % USECS_PER_SEC);
}

/*
 * timestamp2tm
 *		Splits a timestamp into calendar fields.
 *
 * tzp		NULL: dt is local time; else dt is UTC, and *tzp gets the offset
 *			(seconds west) that holds in attimezone, or in the session's zone
 * tzn		out, may be NULL: the zone's abbreviation at the moment, or NULL
 *
 * Returns 0, or -1 if dt is out of range.
 */
int
timestamp2tm(Timestamp dt, int *tzp, struct pg_tm *tm, fsec_t *fsec,
			 const char **tzn, pg_tz *attimezone)
{
	Timestamp date;
	Timestamp time;
	pg_time_t utime;

	if (attimezone == NULL)
		attimezone = session_timezone;
	if (tzn)
		*tzn = NULL;
	tm->tm_isdst = -1;
	tm->tm_gmtoff = 0;
	tm->tm_zone = NULL;
	/* a local date may lie a day before the first that dt can have */
	if (dt < MIN_TIMESTAMP)
		return -1;
	if (tzp)
	{
		long int gmtoff;
		Timestamp secs = dt / USECS_PER_SEC - (dt % USECS_PER_SEC < 0);

		utime = secs + (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY;
		pg_zone_at(utime, attimezone, &gmtoff, &tm->tm_isdst, &tm->tm_zone);
		*tzp = -(int) gmtoff;
		tm->tm_gmtoff = gmtoff;
		if (tzn)
			*tzn = tm->tm_zone;
		if (pg_add_s64_overflow(dt, gmtoff * USECS_PER_SEC, &dt))
			return -1;
	}
	date = dt / USECS_PER_DAY;
	time = dt % USECS_PER_DAY;
	if (time < 0)
	{
		time += USECS_PER_DAY;
		date--;
	}
	date += POSTGRES_EPOCH_JDATE;
	j2date((int) date, &tm->tm_year, &tm->tm_mon, &tm->tm_mday);
	dt2time(time, &tm->tm_hour, &tm->tm_min, &tm->tm_sec, fsec);
	return 0;
}

static int64
time_of_day(const struct pg_tm *tm, fsec_t fsec)
{
	return ((int64) (tm->tm_hour * MINS_PER_HOUR + tm->tm_min) *
				SECS_PER_MINUTE +
			tm->tm_sec) *
		USECS_PER_SEC +
		fsec;
}

/*
 * tm2timestamp
 *		The reverse; with tzp, from local time at that offset to UTC.
 *
 * Returns 0, or -1 if the result is out of range (*result is 0 then).
 */
int
tm2timestamp(struct pg_tm *tm, fsec_t fsec, int *tzp, Timestamp *result)
{
	int date;

	*result = 0;
	if (!IS_VALID_JULIAN(tm->tm_year, tm->tm_mon, tm->tm_mday))
		return -1;
	date = date2j(tm->tm_year, tm->tm_mon, tm->tm_mday) -
		POSTGRES_EPOCH_JDATE;
	if (pg_mul_s64_overflow(date, USECS_PER_DAY, result) ||
		pg_add_s64_overflow(*result, time_of_day(tm, fsec), result) ||
		(tzp && pg_add_s64_overflow(*result, *tzp * USECS_PER_SEC, result)) ||
		!IS_VALID_TIMESTAMP(*result))
	{
		*result = 0;
		return -1;
	}
	return 0;
}

Timestamp
SetEpochTimestamp(void)
{
	return -(Timestamp) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) *
		USECS_PER_DAY;
}

void
GetEpochTime(struct pg_tm *tm)
{
	pg_time_t epoch = 0;

	*tm = *pg_gmtime(&epoch);
	tm->tm_year += 1900;
	tm->tm_mon++;
}

/* ---- Typmods: digits after the second ---- */

static const int64 usec_of_digit[MAX_TIMESTAMP_PRECISION + 1] = {
	1000000, 100000, 10000, 1000, 100, 10, 1};

/* The same for "TIME" and "TIMESTAMP", whose limit is one. */
int32
seconds_typmod_check(const char *type, bool istz, int32 typmod)
{
	const char *tz = istz ? " WITH TIME ZONE" : "";

	if (typmod < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s(%d)%s precision must not be negative", type, typmod, tz)));
	if (typmod <= MAX_TIMESTAMP_PRECISION)
		return typmod;
	ereport(WARNING,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s(%d)%s precision reduced to maximum allowed, %d", type, typmod, tz,
					MAX_TIMESTAMP_PRECISION)));
	return MAX_TIMESTAMP_PRECISION;
}

int32
seconds_typmod_in(const char *type, bool istz, ArrayType *ta)
{
	int n;
	int32 *tl = ArrayGetIntegerTypmods(ta, &n);

	if (n != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid type modifier")));
	return seconds_typmod_check(type, istz, tl[0]);
}

char *
seconds_typmod_out(bool istz, int32 typmod)
{
	const char *tz = istz ? " with time zone" : " without time zone";

	return typmod >= 0 ? psprintf("(%d)%s", (int) typmod, tz) : pstrdup(tz);
}

int32
anytimestamp_typmod_check(bool istz, int32 typmod)
{
	return seconds_typmod_check("TIMESTAMP", istz, typmod);
}

ADT_UNARY(timestamptypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P,
		  PG_RETURN_INT32, seconds_typmod_in("TIMESTAMP", false, a))
ADT_UNARY(timestamptztypmodin, ArrayType *, PG_GETARG_ARRAYTYPE_P,
		  PG_RETURN_INT32, seconds_typmod_in("TIMESTAMP", true, a))
ADT_UNARY(timestamptypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  seconds_typmod_out(false, a))
ADT_UNARY(timestamptztypmodout, int32, PG_GETARG_INT32, PG_RETURN_CSTRING,
		  seconds_typmod_out(true, a))

/* Rounds to the digits of the typmod. */
void
AdjustTimestampForTypmod(Timestamp *time, int32 typmod)
{
	int64 unit;

	if (TIMESTAMP_NOT_FINITE(*time) || typmod == -1 ||
		typmod == MAX_TIMESTAMP_PRECISION)
		return;
	if (typmod < 0 || typmod > MAX_TIMESTAMP_PRECISION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("timestamp(%d) precision must be between %d and %d",
						typmod, 0, MAX_TIMESTAMP_PRECISION)));
	unit = usec_of_digit[typmod];
	if (*time >= 0)
		*time = (*time + unit / 2) / unit * unit;
	else
		*time = -((-*time + unit / 2) / unit * unit);
}

/* ---- I/O ---- */

static Timestamp
read_timestamp(const char *str, int32 typmod, bool istz)
{
	Timestamp result;
	fsec_t fsec;
	struct pg_tm tm;
	int tz;
	int dtype;
	int nf;
	int dterr;
	char *field[MAXDATEFIELDS];
	int ftype[MAXDATEFIELDS];
	char workbuf[MAXDATELEN + MAXDATEFIELDS];
	const char *type_name = istz ? "timestamp with time zone" : "timestamp";

	dterr = ParseDateTime(str, workbuf, sizeof(workbuf), field, ftype,
						  MAXDATEFIELDS, &nf);
	/* without zone, an offset in the text is read and dropped */
	if (dterr == 0)
		dterr = DecodeDateTime(field, ftype, nf, &dtype, &tm, &fsec, &tz);
	if (dterr != 0)
		DateTimeParseError(dterr, str, type_name);
	if (dtype == DTK_EPOCH)
		result = SetEpochTimestamp();
	else if (dtype == DTK_LATE || dtype == DTK_EARLY)
		result = dtype == DTK_LATE ? DT_NOEND : DT_NOBEGIN;
	else if (tm2timestamp(&tm, fsec, istz ? &tz : NULL, &result) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range: \"%s\"", str)));
	AdjustTimestampForTypmod(&result, typmod);
	return result;
}

static char *
write_timestamp(Timestamp t, bool istz)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz = 0;
	const char *tzn = NULL;
	char buf[MAXDATELEN + 1];

	if (TIMESTAMP_NOT_FINITE(t))
		EncodeSpecialTimestamp(t, buf);
	else if (timestamp2tm(t, istz ? &tz : NULL, &tm, &fsec,
						  istz ? &tzn : NULL, NULL) == 0)
		EncodeDateTime(&tm, fsec, istz, tz, tzn, DateStyle, buf);
	else
		timestamp_range();
	return pstrdup(buf);
}

/* A value off the wire, checked. */
static Timestamp
receive_timestamp(FunctionCallInfo fcinfo)
{
	Timestamp t = pq_getmsgint64((StringInfo) PG_GETARG_POINTER(0));

	if (!TIMESTAMP_NOT_FINITE(t) && !IS_VALID_TIMESTAMP(t))
		timestamp_range();
	AdjustTimestampForTypmod(&t, PG_GETARG_INT32(2));
	return t;
}

#define TIMESTAMP_IO(prefix, istz)                                        \
	Datum prefix##_in(PG_FUNCTION_ARGS)                                   \
	{                                                                     \
		PG_RETURN_TIMESTAMP(read_timestamp(PG_GETARG_CSTRING(0),          \
										   PG_GETARG_INT32(2), istz));    \
	}                                                                     \
	Datum prefix##_out(PG_FUNCTION_ARGS)                                  \
	{                                                                     \
		PG_RETURN_CSTRING(write_timestamp(PG_GETARG_TIMESTAMP(0), istz)); \
	}                                                                     \
	Datum prefix##_recv(PG_FUNCTION_ARGS)                                 \
	{                                                                     \
		PG_RETURN_TIMESTAMP(receive_timestamp(fcinfo));                   \
	}                                                                     \
	Datum prefix##_send(PG_FUNCTION_ARGS)                                 \
	{                                                                     \
		return int8send(fcinfo);                                          \
	}                                                                     \
	Datum prefix##_scale(PG_FUNCTION_ARGS)                                \
	{                                                                     \
		Timestamp t = PG_GETARG_TIMESTAMP(0);                             \
		AdjustTimestampForTypmod(&t, PG_GETARG_INT32(1));                 \
		PG_RETURN_TIMESTAMP(t);                                           \
	}
TIMESTAMP_IO(timestamp, false)
TIMESTAMP_IO(timestamptz, true)

ADT_NO_SUPPORT(timestamp_support)

/* ---- Comparison ---- */

int
timestamp_cmp_internal(Timestamp dt1, Timestamp dt2)
{
	return (dt1 > dt2) - (dt1 < dt2);
}

ADT_COMPARE(timestamp_, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
			PG_GETARG_TIMESTAMP)
ADT_BINARY(timestamp_cmp, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_INT32, timestamp_cmp_internal(a, b))
ADT_BINARY(timestamp_larger, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_TIMESTAMP, Max(a, b))
ADT_BINARY(timestamp_smaller, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_TIMESTAMP, Min(a, b))
ADT_UNARY(timestamp_finite, Timestamp, PG_GETARG_TIMESTAMP, PG_RETURN_BOOL,
		  !TIMESTAMP_NOT_FINITE(a))

static int
timestamp_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return timestamp_cmp_internal(DatumGetTimestamp(x), DatumGetTimestamp(y));
}

Datum
timestamp_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = timestamp_sort_cmp;
	PG_RETURN_VOID();
}

Datum
timestamp_hash(PG_FUNCTION_ARGS)
{
	return hashint8(fcinfo);
}

Datum
timestamp_hash_extended(PG_FUNCTION_ARGS)
{
	return hashint8extended(fcinfo);
}

/*
 * Local time to UTC in the session's zone.  With overflow, a result out of
 * range is reported there (1 or -1) and the infinity returned; without, 22008.
 */
TimestampTz
timestamp2timestamptz_opt_overflow(Timestamp timestamp, int *overflow)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimestampTz result;

	if (overflow)
		*overflow = 0;
	if (TIMESTAMP_NOT_FINITE(timestamp))
		return timestamp;
	if (timestamp2tm(timestamp, NULL, &tm, &fsec, NULL, NULL) == 0)
	{
		tz = DetermineTimeZoneOffset(&tm, session_timezone);
		if (!pg_add_s64_overflow(timestamp, tz * USECS_PER_SEC, &result) &&
			IS_VALID_TIMESTAMP(result))
			return result;
	}
	if (!overflow)
		timestamp_range();
	*overflow = timestamp < 0 ? -1 : 1;
	return timestamp < 0 ? DT_NOBEGIN : DT_NOEND;
}

int32
timestamp_cmp_timestamptz_internal(Timestamp timestampVal, TimestampTz dt2)
{
	int overflow;
	TimestampTz dt1 = timestamp2timestamptz_opt_overflow(timestampVal,
														 &overflow);

	if (overflow > 0)
		return TIMESTAMP_IS_NOEND(dt2) ? -1 : 1;
	if (overflow < 0)
		return TIMESTAMP_IS_NOBEGIN(dt2) ? 1 : -1;
	return timestamp_cmp_internal(dt1, dt2);
}

#define MIXED_COMPARE(op, test)                                            \
	ADT_TEST(timestamp_##op##_timestamptz, Timestamp, PG_GETARG_TIMESTAMP, \
			 TimestampTz, PG_GETARG_TIMESTAMPTZ,                           \
			 timestamp_cmp_timestamptz_internal(a, b) test 0)              \
	ADT_TEST(timestamptz_##op##_timestamp, TimestampTz,                    \
			 PG_GETARG_TIMESTAMPTZ, Timestamp, PG_GETARG_TIMESTAMP,        \
			 -timestamp_cmp_timestamptz_internal(b, a) test 0)
MIXED_COMPARE(eq, ==)
MIXED_COMPARE(ne, !=)
MIXED_COMPARE(lt, <)
MIXED_COMPARE(le, <=)
MIXED_COMPARE(gt, >)
MIXED_COMPARE(ge, >=)
ADT_BINARY(timestamp_cmp_timestamptz, Timestamp, PG_GETARG_TIMESTAMP,
		   TimestampTz, PG_GETARG_TIMESTAMPTZ, PG_RETURN_INT32,
		   timestamp_cmp_timestamptz_internal(a, b))
ADT_BINARY(timestamptz_cmp_timestamp, TimestampTz, PG_GETARG_TIMESTAMPTZ,
		   Timestamp, PG_GETARG_TIMESTAMP, PG_RETURN_INT32,
		   -timestamp_cmp_timestamptz_internal(b, a))

/*
 * SQL's OVERLAPS of (ts1, te1) and (ts2, te2).  An interval may be given
 * backwards, and its end may be NULL.
 */
Datum
overlaps_timestamp(PG_FUNCTION_ARGS)
{
	Timestamp s[2] = {0, 0};
	Timestamp e[2] = {0, 0};
	bool no_end[2];

	for (int i = 0; i < 2; i++)
	{
		int arg = 2 * i;

		if (PG_ARGISNULL(arg) && PG_ARGISNULL(arg + 1))
			PG_RETURN_NULL();
		no_end[i] = PG_ARGISNULL(arg) || PG_ARGISNULL(arg + 1);
		s[i] = PG_GETARG_TIMESTAMP(PG_ARGISNULL(arg) ? arg + 1 : arg);
		e[i] = s[i];
		if (!no_end[i])
		{
			e[i] = PG_GETARG_TIMESTAMP(arg + 1);
			if (s[i] > e[i])
			{
				Timestamp t = s[i];

				s[i] = e[i];
				e[i] = t;
			}
		}
	}
	if (s[0] == s[1])
	{
		/* a common start: they share it, unless an unknown end hides it */
		if (no_end[0] || no_end[1])
			PG_RETURN_NULL();
		PG_RETURN_BOOL(true);
	}
	for (int first = 0; first < 2; first++)
	{
		int other = 1 - first;

		if (s[first] <= s[other])
			continue;
		/* "first" starts later: does it start before the other ends? */
		if (no_end[other])
			PG_RETURN_NULL();
		if (s[first] < e[other])
			PG_RETURN_BOOL(true);
		if (no_end[first])
			PG_RETURN_NULL();
		PG_RETURN_BOOL(false);
	}
	PG_RETURN_BOOL(false);
}

/* ---- Between the two types, and zones ---- */

/* UTC to local time in a zone (NULL: the session's). */
static Timestamp
to_local(TimestampTz t, pg_tz *zone)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	Timestamp result;

	if (TIMESTAMP_NOT_FINITE(t))
		return t;
	if (timestamp2tm(t, &tz, &tm, &fsec, NULL, zone) != 0 ||
		tm2timestamp(&tm, fsec, NULL, &result) != 0)
		timestamp_range();
	return result;
}

/* Local time in a zone to UTC. */
static TimestampTz
from_local(Timestamp t, pg_tz *zone)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	TimestampTz result;

	if (TIMESTAMP_NOT_FINITE(t))
		return t;
	if (timestamp2tm(t, NULL, &tm, &fsec, NULL, NULL) != 0)
		timestamp_range();
	tz = DetermineTimeZoneOffset(&tm, zone);
	if (tm2timestamp(&tm, fsec, &tz, &result) != 0)
		timestamp_range();
	return result;
}

ADT_UNARY(timestamp_timestamptz, Timestamp, PG_GETARG_TIMESTAMP,
		  PG_RETURN_TIMESTAMPTZ, timestamp2timestamptz_opt_overflow(a, NULL))
ADT_UNARY(timestamptz_timestamp, TimestampTz, PG_GETARG_TIMESTAMPTZ,
		  PG_RETURN_TIMESTAMP, to_local(a, NULL))

static pg_tz *
zone_argument(text *zone)
{
	char name[TZ_STRLEN_MAX + 1];

	text_to_cstring_buffer(zone, name, sizeof(name));
	return DecodeTimezoneNameToTz(name);
}

ADT_BINARY(timestamp_zone, text *, PG_GETARG_TEXT_PP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_TIMESTAMPTZ,
		   TIMESTAMP_NOT_FINITE(b) ? b : from_local(b, zone_argument(a)))
ADT_BINARY(timestamptz_zone, text *, PG_GETARG_TEXT_PP, TimestampTz,
		   PG_GETARG_TIMESTAMPTZ, PG_RETURN_TIMESTAMP,
		   TIMESTAMP_NOT_FINITE(b) ? b : to_local(b, zone_argument(a)))

/* An interval as an offset east of Greenwich, in seconds. */
static int
offset_argument(Interval *zone)
{
	if (zone->month != 0 || zone->day != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("interval time zone \"%s\" must not include months or days",
						DatumGetCString(DirectFunctionCall1(interval_out,
															IntervalPGetDatum(zone))))));
	return (int) (zone->time / USECS_PER_SEC);
}

static Timestamp
shift_by(Timestamp t, int64 seconds)
{
	Timestamp result;

	if (pg_add_s64_overflow(t, seconds * USECS_PER_SEC, &result) ||
		!IS_VALID_TIMESTAMP(result))
		timestamp_range();
	return result;
}

ADT_BINARY(timestamp_izone, Interval *, PG_GETARG_INTERVAL_P, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_TIMESTAMPTZ,
		   TIMESTAMP_NOT_FINITE(b) ? b : shift_by(b, -(int64) offset_argument(a)))
ADT_BINARY(timestamptz_izone, Interval *, PG_GETARG_INTERVAL_P, TimestampTz,
		   PG_GETARG_TIMESTAMPTZ, PG_RETURN_TIMESTAMP,
		   TIMESTAMP_NOT_FINITE(b) ? b : shift_by(b, offset_argument(a)))

/* May a change of TimeZone change stored casts between the types? */
bool
TimestampTimestampTzRequiresRewrite(void)
{
	long offset;

	return !(pg_get_timezone_offset(session_timezone, &offset) &&
			 offset == 0);
}

/* ---- Arithmetic with intervals ---- */

Datum
timestamp_mi(PG_FUNCTION_ARGS)
{
	Timestamp a = PG_GETARG_TIMESTAMP(0);
	Timestamp b = PG_GETARG_TIMESTAMP(1);
	Interval *result = palloc0(sizeof(Interval));

	if (TIMESTAMP_NOT_FINITE(a) || TIMESTAMP_NOT_FINITE(b))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("cannot subtract infinite timestamps")));
	result->time = a - b;
	/* shown in days and hours */
	return DirectFunctionCall1(interval_justify_hours,
							   IntervalPGetDatum(result));
}

/* Moves the month in tm, and pulls the day back into it. */
static bool
move_months(struct pg_tm *tm, int n)
{
	int months;

	if (pg_add_s32_overflow(tm->tm_mon, n, &months))
		return false;
	if (months > MONTHS_PER_YEAR)
	{
		tm->tm_year += (months - 1) / MONTHS_PER_YEAR;
		months = (months - 1) % MONTHS_PER_YEAR + 1;
	}
	else if (months < 1)
	{
		tm->tm_year += months / MONTHS_PER_YEAR - 1;
		months = months % MONTHS_PER_YEAR + MONTHS_PER_YEAR;
	}
	tm->tm_mon = months;
	tm->tm_mday = Min(tm->tm_mday,
					  day_tab[isleap(tm->tm_year)][months - 1]);
	return true;
}

/*
 * Months first, then days, then time.  With a zone, months and days move the
 * local clock, so that a day may have 23 or 25 hours.
 */
static Timestamp
add_interval(Timestamp t, int month, int day, int64 usec, bool istz)
{
	if (TIMESTAMP_NOT_FINITE(t))
		return t;
	for (int pass = 0; pass < 2; pass++)
	{
		struct pg_tm tm;
		fsec_t fsec;
		int tz;
		bool ok;

		if ((pass == 0 ? month : day) == 0)
			continue;
		ok = timestamp2tm(t, istz ? &tz : NULL, &tm, &fsec, NULL, NULL) == 0;
		if (ok && pass == 0)
			ok = move_months(&tm, month);
		else if (ok)
		{
			int julian;

			ok = !pg_add_s32_overflow(date2j(tm.tm_year, tm.tm_mon,
											 tm.tm_mday),
									  day, &julian) &&
				julian >= 0;
			if (ok)
				j2date(julian, &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
		}
		if (ok && istz)
			tz = DetermineTimeZoneOffset(&tm, session_timezone);
		if (!ok || tm2timestamp(&tm, fsec, istz ? &tz : NULL, &t) != 0)
			timestamp_range();
	}
	if (pg_add_s64_overflow(t, usec, &t) || !IS_VALID_TIMESTAMP(t))
		timestamp_range();
	return t;
}

/* Subtraction adds the interval negated; none of its parts is a minimum. */
static Timestamp
subtract_interval(Timestamp t, const Interval *span, bool istz)
{
	if (TIMESTAMP_NOT_FINITE(t))
		return t;
	if (span->month == PG_INT32_MIN || span->day == PG_INT32_MIN ||
		span->time == PG_INT64_MIN)
		timestamp_range();
	return add_interval(t, -span->month, -span->day, -span->time, istz);
}

#define INTERVAL_ARITHMETIC(prefix, istz)                             \
	ADT_BINARY(prefix##_pl_interval, Timestamp, PG_GETARG_TIMESTAMP,  \
			   Interval *, PG_GETARG_INTERVAL_P, PG_RETURN_TIMESTAMP, \
			   add_interval(a, b->month, b->day, b->time, istz))      \
	ADT_BINARY(prefix##_mi_interval, Timestamp, PG_GETARG_TIMESTAMP,  \
			   Interval *, PG_GETARG_INTERVAL_P, PG_RETURN_TIMESTAMP, \
			   subtract_interval(a, b, istz))
INTERVAL_ARITHMETIC(timestamp, false)
INTERVAL_ARITHMETIC(timestamptz, true)

/* Window frames: is val within base -/+ offset? */
static Datum
in_range(FunctionCallInfo fcinfo, bool istz)
{
	Timestamp val = PG_GETARG_TIMESTAMP(0);
	Timestamp base = PG_GETARG_TIMESTAMP(1);
	Interval *offset = PG_GETARG_INTERVAL_P(2);
	bool sub = PG_GETARG_BOOL(3);
	bool less = PG_GETARG_BOOL(4);
	Interval zero = {0, 0, 0};
	Timestamp limit;

	if (DatumGetInt32(DirectFunctionCall2(interval_cmp,
										  IntervalPGetDatum(offset),
										  IntervalPGetDatum(&zero))) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	limit = sub ? subtract_interval(base, offset, istz) : add_interval(base, offset->month, offset->day, offset->time, istz);
	PG_RETURN_BOOL(less ? val <= limit : val >= limit);
}

Datum
in_range_timestamp_interval(PG_FUNCTION_ARGS)
{
	return in_range(fcinfo, false);
}

Datum
in_range_timestamptz_interval(PG_FUNCTION_ARGS)
{
	return in_range(fcinfo, true);
}

/*
 * age: the difference in years, months, days and time, borrowing from the
 * larger unit; a month borrowed has the days of the earlier date's month.
 */
static Interval *
age_between(Timestamp dt1, Timestamp dt2, bool istz)
{
	struct pg_tm a;
	struct pg_tm b;
	struct pg_tm *earlier;
	struct pg_itm itm;
	Interval *result = palloc0(sizeof(Interval));
	fsec_t f1;
	fsec_t f2;
	int tz1 = 0;
	int tz2 = 0;
	int64 usec;
	int day;
	int mon;
	int year;
	int sign = dt1 < dt2 ? -1 : 1;

	if (timestamp2tm(dt1, istz ? &tz1 : NULL, &a, &f1, NULL, NULL) != 0 ||
		timestamp2tm(dt2, istz ? &tz2 : NULL, &b, &f2, NULL, NULL) != 0)
		timestamp_range();
	usec = sign * (time_of_day(&a, f1) - time_of_day(&b, f2));
	day = sign * (a.tm_mday - b.tm_mday);
	mon = sign * (a.tm_mon - b.tm_mon);
	year = sign * (a.tm_year - b.tm_year);
	if (usec < 0)
	{
		usec += USECS_PER_DAY;
		day--;
	}
	earlier = sign < 0 ? &a : &b;
	while (day < 0)
	{
		day += day_tab[isleap(earlier->tm_year)][earlier->tm_mon - 1];
		mon--;
	}
	if (mon < 0)
	{
		mon += MONTHS_PER_YEAR;
		year--;
	}
	memset(&itm, 0, sizeof(itm));
	itm.tm_year = sign * year;
	itm.tm_mon = sign * mon;
	itm.tm_mday = sign * day;
	itm.tm_hour = 0;
	if (itm2interval(&itm, result) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("interval out of range")));
	result->time = sign * usec;
	return result;
}

ADT_BINARY(timestamp_age, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_INTERVAL_P,
		   age_between(a, b, false))
ADT_BINARY(timestamptz_age, Timestamp, PG_GETARG_TIMESTAMP, Timestamp,
		   PG_GETARG_TIMESTAMP, PG_RETURN_INTERVAL_P, age_between(a, b, true))

/* ---- Making ---- */

/* Offset of a zone written as "+hh:mm" or as a name, at a local time. */
static int
offset_of_zone_text(text *zone, struct pg_tm *tm)
{
	char name[TZ_STRLEN_MAX + 1];
	int tz;
	int dterr;

	text_to_cstring_buffer(zone, name, sizeof(name));
	if (isdigit((unsigned char) name[0]))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid input syntax for type %s: \"%s\"",
						"numeric time zone", name),
				 errhint("Begin it with \"+\" or \"-\".")));
	if (name[0] != '+' && name[0] != '-')
		return DetermineTimeZoneOffset(tm, DecodeTimezoneNameToTz(name));
	dterr = DecodeTimezone(name, &tz);
	if (dterr != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 dterr == DTERR_TZDISP_OVERFLOW ? errmsg("numeric time zone \"%s\" out of range", name) : errmsg("time zone \"%s\" not recognized", name)));
	return tz;
}

/* zone		NULL: the session's, if istz */
static Timestamp
make_timestamp_value(FunctionCallInfo fcinfo, bool istz, text *zone)
{
	struct pg_tm tm;
	int hour = PG_GETARG_INT32(3);
	int min = PG_GETARG_INT32(4);
	double sec = PG_GETARG_FLOAT8(5);
	bool bc = false;
	int64 usec;
	Timestamp result;
	int tz = 0;

	memset(&tm, 0, sizeof(tm));
	tm.tm_year = PG_GETARG_INT32(0);
	tm.tm_mon = PG_GETARG_INT32(1);
	tm.tm_mday = PG_GETARG_INT32(2);
	if (tm.tm_year < 0)
	{
		bc = true;
		tm.tm_year = -tm.tm_year;
	}
	if (ValidateDate(DTK_DATE_M, false, false, bc, &tm) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("date field value out of range: %d-%02d-%02d",
						PG_GETARG_INT32(0), PG_GETARG_INT32(1),
						PG_GETARG_INT32(2))));
	if (!IS_VALID_JULIAN(tm.tm_year, tm.tm_mon, tm.tm_mday))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range: %d-%02d-%02d", PG_GETARG_INT32(0),
						PG_GETARG_INT32(1), PG_GETARG_INT32(2))));
	if (float_time_overflows(hour, min, sec))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("time field value out of range: %d:%02d:%02g",
						hour, min, sec)));
	usec = (int64) (hour * MINS_PER_HOUR + min) * USECS_PER_MINUTE +
		(int64) rint(sec * USECS_PER_SEC);
	tm.tm_hour = hour;
	tm.tm_min = min;
	tm.tm_sec = (int) sec;
	if (istz)
		tz = zone ? offset_of_zone_text(zone, &tm) : DetermineTimeZoneOffset(&tm, session_timezone);
	result = (Timestamp) (date2j(tm.tm_year, tm.tm_mon, tm.tm_mday) -
						  POSTGRES_EPOCH_JDATE) *
		USECS_PER_DAY;
	if (pg_add_s64_overflow(result, usec, &result) ||
		pg_add_s64_overflow(result, tz * USECS_PER_SEC, &result) ||
		!IS_VALID_TIMESTAMP(result))
		timestamp_range();
	return result;
}

Datum
make_timestamp(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMP(make_timestamp_value(fcinfo, false, NULL));
}

Datum
make_timestamptz(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(make_timestamp_value(fcinfo, true, NULL));
}

Datum
make_timestamptz_at_timezone(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(make_timestamp_value(fcinfo, true,
											   PG_GETARG_TEXT_PP(6)));
}

/* to_timestamp(seconds since 1970) */
Datum
float8_timestamptz(PG_FUNCTION_ARGS)
{
	float8 secs = PG_GETARG_FLOAT8(0);
	TimestampTz result;

	if (isnan(secs))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp cannot be NaN")));
	if (isinf(secs))
		PG_RETURN_TIMESTAMPTZ(secs < 0 ? DT_NOBEGIN : DT_NOEND);
	if (secs < (float8) SECS_PER_DAY * (DATETIME_MIN_JULIAN - UNIX_EPOCH_JDATE) ||
		secs >= (float8) SECS_PER_DAY * (TIMESTAMP_END_JULIAN - UNIX_EPOCH_JDATE))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range: \"%g\"", secs)));
	secs -= (float8) ((POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * (int64) SECS_PER_DAY);
	result = (TimestampTz) rint(secs * USECS_PER_SEC);
	if (!IS_VALID_TIMESTAMP(result))
		timestamp_range();
	PG_RETURN_TIMESTAMPTZ(result);
}

/* ---- generate_series ---- */

typedef struct SeriesState
{
	Timestamp current;
	Timestamp finish;
	Interval step;
	int sign;
} SeriesState;

static Datum
timestamp_series(FunctionCallInfo fcinfo, bool istz)
{
	FuncCallContext *funcctx;
	SeriesState *state;
	Timestamp value;

	if (SRF_IS_FIRSTCALL())
	{
		Interval zero = {0, 0, 0};

		funcctx = SRF_FIRSTCALL_INIT();
		state = MemoryContextAlloc(funcctx->multi_call_memory_ctx,
								   sizeof(SeriesState));
		state->current = PG_GETARG_TIMESTAMP(0);
		state->finish = PG_GETARG_TIMESTAMP(1);
		state->step = *PG_GETARG_INTERVAL_P(2);
		state->sign = DatumGetInt32(DirectFunctionCall2(interval_cmp,
														IntervalPGetDatum(&state->step),
														IntervalPGetDatum(&zero)));
		if (state->sign == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("step size cannot equal zero")));
		funcctx->user_fctx = state;
	}
	funcctx = SRF_PERCALL_SETUP();
	state = funcctx->user_fctx;
	value = state->current;
	if (state->sign > 0 ? value > state->finish : value < state->finish)
		SRF_RETURN_DONE(funcctx);
	state->current = add_interval(value, state->step.month, state->step.day,
								  state->step.time, istz);
	SRF_RETURN_NEXT(funcctx, TimestampGetDatum(value));
}

Datum
generate_series_timestamp(PG_FUNCTION_ARGS)
{
	return timestamp_series(fcinfo, false);
}

Datum
generate_series_timestamptz(PG_FUNCTION_ARGS)
{
	return timestamp_series(fcinfo, true);
}

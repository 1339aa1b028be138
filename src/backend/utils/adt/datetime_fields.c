/*
 * datetime_fields.c
 *		extract(), date_part(), date_trunc() and date_bin().
 *
 * extract gives numeric, date_part double precision, from the same exact value:
 * an integer with a decimal scale, or for the Julian day a number of days and a
 * time of day.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/datetime_fields.c
 */
#include "postgres.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "common/int.h"
#include "miscadmin.h"
#include "parser/scansup.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/float.h"
#include "utils/numeric.h"

/* ---- ISO weeks ---- */

/* Julian day of the Monday of the year's first week. */
static int
first_monday(int year)
{
	int day4 = date2j(year, 1, 4);

	return day4 - (j2day(day4 - 1));
}

int
isoweek2j(int year, int week)
{
	return (week - 1) * 7 + first_monday(year);
}

void
isoweek2date(int woy, int *year, int *mon, int *mday)
{
	j2date(isoweek2j(*year, woy), year, mon, mday);
}

/* wday counts from 1, Sunday, as to_date does. */
void
isoweekdate2date(int isoweek, int wday, int *year, int *mon, int *mday)
{
	int jday = isoweek2j(*year, isoweek);

	jday += wday > 1 ? wday - 2 : 6;
	j2date(jday, year, mon, mday);
}

int
date2isoyear(int year, int mon, int mday)
{
	int day = date2j(year, mon, mday);

	if (day < first_monday(year))
		return year - 1;
	return day >= first_monday(year + 1) ? year + 1 : year;
}

int
date2isoweek(int year, int mon, int mday)
{
	return (date2j(year, mon, mday) -
			first_monday(date2isoyear(year, mon, mday))) /
		7 +
		1;
}

int
date2isoyearday(int year, int mon, int mday)
{
	return date2j(year, mon, mday) -
		isoweek2j(date2isoyear(year, mon, mday), 1) + 1;
}

/* ---- Values of fields ---- */

typedef enum FieldStatus
{
	FIELD_VALUE,
	FIELD_NULL, /* not defined for an infinite value */
	FIELD_PINF,
	FIELD_NINF
} FieldStatus;

typedef struct FieldValue
{
	FieldStatus status;
	int64 value; /* divided by 10^scale */
	int scale;
	bool julian; /* value days and usec / 86400000000 */
	bool split; /* value seconds and usec / 1000000 */
	int64 usec;
} FieldValue;

static Datum
field_result(FunctionCallInfo fcinfo, const FieldValue *f, bool numeric)
{
	double d;

	if (f->status == FIELD_NULL)
		PG_RETURN_NULL();
	if (f->status != FIELD_VALUE)
	{
		bool plus = f->status == FIELD_PINF;

		if (numeric)
			return DirectFunctionCall3(numeric_in,
									   CStringGetDatum(plus ? "Infinity" : "-Infinity"),
									   ObjectIdGetDatum(InvalidOid),
									   Int32GetDatum(-1));
		PG_RETURN_FLOAT8(plus ? get_float8_infinity() : -get_float8_infinity());
	}
	if (numeric)
	{
		Numeric n;

		if (f->split)
			n = numeric_add_opt_error(int64_to_numeric(f->value),
									  int64_div_fast_to_numeric(f->usec, 6),
									  NULL);
		else if (!f->julian)
			n = f->scale == 0 ? int64_to_numeric(f->value) : int64_div_fast_to_numeric(f->value, f->scale);
		else
			n = numeric_add_opt_error(int64_to_numeric(f->value),
									  numeric_div_opt_error(int64_to_numeric(f->usec),
															int64_to_numeric(USECS_PER_DAY),
															NULL),
									  NULL);
		PG_RETURN_NUMERIC(n);
	}
	d = (double) f->value;
	for (int i = 0; i < f->scale; i += 3)
		d /= 1000.0;
	if (f->scale == 6)
		d = (double) f->value / 1000000.0;
	if (f->julian)
		d += (double) f->usec / (double) USECS_PER_DAY;
	if (f->split)
		d += (double) f->usec / 1000000.0;
	PG_RETURN_FLOAT8(d);
}

/* A unit among the words of intervals alone: what may be truncated to. */
static int
find_trunc_unit(text *units, char **lowunits, int *val)
{
	*lowunits = downcase_truncate_identifier(VARDATA_ANY(units),
											 VARSIZE_ANY_EXHDR(units), false);
	return DecodeUnits(0, *lowunits, val);
}

/* The unit's name, folded; UNITS, RESERV or UNKNOWN_FIELD in *type. */
static int
find_unit(text *units, char **lowunits, int *val)
{
	int type;

	*lowunits = downcase_truncate_identifier(VARDATA_ANY(units),
											 VARSIZE_ANY_EXHDR(units), false);
	type = DecodeUnits(0, *lowunits, val);
	if (type == UNKNOWN_FIELD)
		type = DecodeSpecial(0, *lowunits, val);
	return type;
}

static void
bad_unit(int type, const char *unit, Oid typid)
{
	bool known = type == UNITS || type == RESERV;

	ereport(ERROR,
			(errcode(known ? ERRCODE_FEATURE_NOT_SUPPORTED : ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg(known ? "unit \"%s\" not supported for type %s" : "unit \"%s\" not recognized for type %s",
					unit, format_type_be(typid))));
}

/* Years are counted without a year 0: the 20th century is 1901..2000. */
static int64
period_of_year(int year, int length)
{
	return year > 0 ? (year + length - 1) / length : -((length - 1 - (year - 1)) / length);
}

/* Seconds and finer, of a time of day. */
static bool
clock_field(int unit, int hour, int min, int sec, fsec_t fsec, FieldValue *f)
{
	int64 usec = (int64) sec * USECS_PER_SEC + fsec;

	switch (unit)
	{
		case DTK_MICROSEC:
			f->value = usec;
			return true;
		case DTK_MILLISEC:
			f->value = usec;
			f->scale = 3;
			return true;
		case DTK_SECOND:
			f->value = usec;
			f->scale = 6;
			return true;
		case DTK_MINUTE:
			f->value = min;
			return true;
		case DTK_HOUR:
			f->value = hour;
			return true;
	}
	return false;
}

static bool
calendar_field(int unit, const struct pg_tm *tm, FieldValue *f)
{
	int wday;

	switch (unit)
	{
		case DTK_DAY:
			f->value = tm->tm_mday;
			return true;
		case DTK_MONTH:
			f->value = tm->tm_mon;
			return true;
		case DTK_QUARTER:
			f->value = (tm->tm_mon - 1) / 3 + 1;
			return true;
		case DTK_WEEK:
			f->value = date2isoweek(tm->tm_year, tm->tm_mon, tm->tm_mday);
			return true;
		case DTK_YEAR:
			f->value = tm->tm_year > 0 ? tm->tm_year : tm->tm_year - 1;
			return true;
		case DTK_DECADE:
			f->value = tm->tm_year >= 0 ? tm->tm_year / 10 : -((8 - (tm->tm_year - 1)) / 10);
			return true;
		case DTK_CENTURY:
			f->value = period_of_year(tm->tm_year, 100);
			return true;
		case DTK_MILLENNIUM:
			f->value = period_of_year(tm->tm_year, 1000);
			return true;
		case DTK_ISOYEAR:
			f->value = date2isoyear(tm->tm_year, tm->tm_mon, tm->tm_mday);
			if (f->value <= 0)
				f->value--;
			return true;
		case DTK_DOW:
		case DTK_ISODOW:
			wday = j2day(date2j(tm->tm_year, tm->tm_mon, tm->tm_mday));
			f->value = unit == DTK_ISODOW && wday == 0 ? 7 : wday;
			return true;
		case DTK_DOY:
			f->value = date2j(tm->tm_year, tm->tm_mon, tm->tm_mday) -
				date2j(tm->tm_year, 1, 1) + 1;
			return true;
	}
	return false;
}

static bool
zone_field(int unit, int tz, FieldValue *f)
{
	switch (unit)
	{
		case DTK_TZ:
			f->value = -tz;
			return true;
		case DTK_TZ_MINUTE:
			f->value = -tz / SECS_PER_MINUTE % MINS_PER_HOUR;
			return true;
		case DTK_TZ_HOUR:
			f->value = -tz / SECS_PER_HOUR;
			return true;
	}
	return false;
}

/* Of an infinite moment, fields that grow with time are infinite. */
static bool
infinite_field(int type, int unit, bool negative, FieldValue *f)
{
	f->status = FIELD_NULL;
	if (type == RESERV && unit != DTK_EPOCH)
		return false;
	switch (unit)
	{
		case DTK_YEAR:
		case DTK_DECADE:
		case DTK_CENTURY:
		case DTK_MILLENNIUM:
		case DTK_JULIAN:
		case DTK_ISOYEAR:
		case DTK_EPOCH:
			f->status = negative ? FIELD_NINF : FIELD_PINF;
	}
	return type == UNITS || type == RESERV;
}

static FieldValue
timestamp_field(Timestamp t, text *units, bool istz)
{
	FieldValue f = {FIELD_VALUE, 0, 0, false, false, 0};
	char *name;
	int unit;
	int type = find_unit(units, &name, &unit);
	Oid typid = istz ? TIMESTAMPTZOID : TIMESTAMPOID;
	struct pg_tm tm;
	fsec_t fsec;
	int tz = 0;

	if (TIMESTAMP_NOT_FINITE(t))
	{
		if (!infinite_field(type, unit, TIMESTAMP_IS_NOBEGIN(t), &f))
			bad_unit(type, name, typid);
		return f;
	}
	if (type == RESERV && unit == DTK_EPOCH)
	{
		f.scale = 6;
		if (pg_sub_s64_overflow(t, SetEpochTimestamp(), &f.value))
		{
			/* the last years do not fit as microseconds */
			f.split = true;
			f.scale = 0;
			f.value = t / USECS_PER_SEC - SetEpochTimestamp() / USECS_PER_SEC;
			f.usec = t % USECS_PER_SEC;
		}
		return f;
	}
	if (type != UNITS)
		bad_unit(type, name, typid);
	if (timestamp2tm(t, istz ? &tz : NULL, &tm, &fsec, NULL, NULL) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	if (unit == DTK_JULIAN)
	{
		f.julian = true;
		f.value = date2j(tm.tm_year, tm.tm_mon, tm.tm_mday);
		f.usec = ((int64) (tm.tm_hour * MINS_PER_HOUR + tm.tm_min) *
					  SECS_PER_MINUTE +
				  tm.tm_sec) *
				USECS_PER_SEC +
			fsec;
		return f;
	}
	if (!clock_field(unit, tm.tm_hour, tm.tm_min, tm.tm_sec, fsec, &f) &&
		!calendar_field(unit, &tm, &f) &&
		!(istz && zone_field(unit, tz, &f)))
		bad_unit(type, name, typid);
	return f;
}

static FieldValue
date_field(DateADT date, text *units)
{
	FieldValue f = {FIELD_VALUE, 0, 0, false, false, 0};
	char *name;
	int unit;
	int type = find_unit(units, &name, &unit);
	struct pg_tm tm;

	if (DATE_NOT_FINITE(date))
	{
		if ((type == UNITS && (clock_field(unit, 0, 0, 0, 0, &f) || zone_field(unit, 0, &f))) ||
			!infinite_field(type, unit, DATE_IS_NOBEGIN(date), &f))
			bad_unit(type, name, DATEOID);
		return f;
	}
	if (type == RESERV && unit == DTK_EPOCH)
	{
		f.value = ((int64) date + POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) *
			SECS_PER_DAY;
		return f;
	}
	j2date(date + POSTGRES_EPOCH_JDATE, &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
	if (type == UNITS && unit == DTK_JULIAN)
		f.value = date + POSTGRES_EPOCH_JDATE;
	else if (type != UNITS || !calendar_field(unit, &tm, &f))
		bad_unit(type, name, DATEOID);
	return f;
}

static FieldValue
time_field(TimeADT time, text *units, const TimeTzADT *with_zone)
{
	FieldValue f = {FIELD_VALUE, 0, 0, false, false, 0};
	char *name;
	int unit;
	int type = find_unit(units, &name, &unit);
	int hour;
	int min;
	int sec;
	fsec_t fsec;

	if (type == RESERV && unit == DTK_EPOCH)
	{
		f.value = time + (with_zone ? with_zone->zone * USECS_PER_SEC : 0);
		f.scale = 6;
		return f;
	}
	dt2time(time, &hour, &min, &sec, &fsec);
	if (type != UNITS ||
		(!clock_field(unit, hour, min, sec, fsec, &f) &&
		 !(with_zone && zone_field(unit, with_zone->zone, &f))))
		bad_unit(type, name, with_zone ? TIMETZOID : TIMEOID);
	return f;
}

/* A year of an interval's epoch is 365.25 days, a spare month 30. */
static int64
interval_epoch_seconds(const Interval *span)
{
	int64 days4 = (int64) (span->month / MONTHS_PER_YEAR) *
			(int64) (DAYS_PER_YEAR * 4) +
		((int64) (span->month % MONTHS_PER_YEAR) * DAYS_PER_MONTH +
		 span->day) *
			4;

	/* quarters of days, since 365.25 is no integer */
	return days4 * (SECS_PER_DAY / 4);
}

static FieldValue
interval_field(const Interval *span, text *units)
{
	FieldValue f = {FIELD_VALUE, 0, 0, false, false, 0};
	char *name;
	int unit;
	int type = find_unit(units, &name, &unit);
	struct pg_itm itm;

	if (type == RESERV && unit == DTK_EPOCH)
	{
		/* microseconds of the whole would not fit */
		f.split = true;
		f.value = interval_epoch_seconds(span);
		f.usec = span->time;
		return f;
	}
	interval2itm(*span, &itm);
	if (type != UNITS)
		bad_unit(type, name, INTERVALOID);
	switch (unit)
	{
		case DTK_HOUR:
			f.value = itm.tm_hour;
			break;
		case DTK_DAY:
			f.value = itm.tm_mday;
			break;
		case DTK_MONTH:
			f.value = itm.tm_mon;
			break;
		case DTK_QUARTER:
			f.value = itm.tm_mon / 3 + 1;
			break;
		case DTK_YEAR:
			f.value = itm.tm_year;
			break;
		case DTK_DECADE:
			f.value = itm.tm_year / 10;
			break;
		case DTK_CENTURY:
			f.value = itm.tm_year / 100;
			break;
		case DTK_MILLENNIUM:
			f.value = itm.tm_year / 1000;
			break;
		default:
			if (!clock_field(unit, 0, itm.tm_min, itm.tm_sec, itm.tm_usec,
							 &f))
				bad_unit(type, name, INTERVALOID);
	}
	return f;
}

#define FIELD_FUNCTIONS(type, expr)            \
	Datum extract_##type(PG_FUNCTION_ARGS)     \
	{                                          \
		text *units = PG_GETARG_TEXT_PP(0);    \
		FieldValue f = expr;                   \
		return field_result(fcinfo, &f, true); \
	}
#define PART_FUNCTION(type, expr)               \
	Datum type##_part(PG_FUNCTION_ARGS)         \
	{                                           \
		text *units = PG_GETARG_TEXT_PP(0);     \
		FieldValue f = expr;                    \
		return field_result(fcinfo, &f, false); \
	}
FIELD_FUNCTIONS(timestamp, timestamp_field(PG_GETARG_TIMESTAMP(1), units, false))
FIELD_FUNCTIONS(timestamptz, timestamp_field(PG_GETARG_TIMESTAMP(1), units, true))
FIELD_FUNCTIONS(date, date_field(PG_GETARG_DATEADT(1), units))
FIELD_FUNCTIONS(time, time_field(PG_GETARG_TIMEADT(1), units, NULL))
FIELD_FUNCTIONS(timetz, time_field(PG_GETARG_TIMETZADT_P(1)->time, units, PG_GETARG_TIMETZADT_P(1)))
FIELD_FUNCTIONS(interval, interval_field(PG_GETARG_INTERVAL_P(1), units))
PART_FUNCTION(timestamp, timestamp_field(PG_GETARG_TIMESTAMP(1), units, false))
PART_FUNCTION(timestamptz, timestamp_field(PG_GETARG_TIMESTAMP(1), units, true))
PART_FUNCTION(time, time_field(PG_GETARG_TIMEADT(1), units, NULL))
PART_FUNCTION(timetz, time_field(PG_GETARG_TIMETZADT_P(1)->time, units, PG_GETARG_TIMETZADT_P(1)))
PART_FUNCTION(interval, interval_field(PG_GETARG_INTERVAL_P(1), units))

/* ---- Truncation ---- */

/* First year of the period that a year lies in. */
static int
period_start(int year, int length)
{
	return year > 0 ? (year + length - 1) / length * length - (length - 1) : -((length - 1 - (year - 1)) / length) * length + 1;
}

/* Clears what is finer than the unit; false if there is no such unit. */
static bool
truncate_tm(int unit, struct pg_tm *tm, fsec_t *fsec)
{
	switch (unit)
	{
		case DTK_WEEK:
		{
			int woy = date2isoweek(tm->tm_year, tm->tm_mon,
								   tm->tm_mday);

			/* the week may belong to a neighbouring year */
			if (woy >= 52 && tm->tm_mon == 1)
				--tm->tm_year;
			if (woy <= 1 && tm->tm_mon == MONTHS_PER_YEAR)
				++tm->tm_year;
			isoweek2date(woy, &tm->tm_year, &tm->tm_mon, &tm->tm_mday);
			break;
		}
		case DTK_MILLENNIUM:
			tm->tm_year = period_start(tm->tm_year, 1000);
			fallthrough;
		case DTK_CENTURY:
			if (unit != DTK_MILLENNIUM)
				tm->tm_year = period_start(tm->tm_year, 100);
			fallthrough;
		case DTK_DECADE:
			if (unit == DTK_DECADE)
				tm->tm_year = tm->tm_year > 0 ? tm->tm_year / 10 * 10 : -((8 - (tm->tm_year - 1)) / 10) * 10;
			fallthrough;
		case DTK_YEAR:
			tm->tm_mon = 1;
			fallthrough;
		case DTK_QUARTER:
			tm->tm_mon = 3 * ((tm->tm_mon - 1) / 3) + 1;
			fallthrough;
		case DTK_MONTH:
			if (unit == DTK_MONTH || unit == DTK_QUARTER ||
				unit == DTK_YEAR || unit == DTK_DECADE ||
				unit == DTK_CENTURY || unit == DTK_MILLENNIUM)
				tm->tm_mday = 1;
			break;
		case DTK_DAY:
		case DTK_HOUR:
		case DTK_MINUTE:
		case DTK_SECOND:
			break;
		case DTK_MILLISEC:
			*fsec = *fsec / 1000 * 1000;
			return true;
		case DTK_MICROSEC:
			return true;
		default:
			return false;
	}
	*fsec = 0;
	if (unit == DTK_SECOND)
		return true;
	tm->tm_sec = 0;
	if (unit == DTK_MINUTE)
		return true;
	tm->tm_min = 0;
	if (unit == DTK_HOUR)
		return true;
	tm->tm_hour = 0;
	return true;
}

static Timestamp
truncate_timestamp(text *units, Timestamp t, bool istz, pg_tz *zone)
{
	char *name;
	int unit;
	int type = find_trunc_unit(units, &name, &unit);
	struct pg_tm tm;
	fsec_t fsec;
	int tz = 0;
	Timestamp result;

	if (TIMESTAMP_NOT_FINITE(t))
		return t;
	if (timestamp2tm(t, istz ? &tz : NULL, &tm, &fsec, NULL, zone) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	/* the month is kept by MONTH alone: quarters would round it */
	if (type == UNITS && unit == DTK_MONTH)
	{
		tm.tm_mday = 1;
		(void) truncate_tm(DTK_DAY, &tm, &fsec);
	}
	else if (type != UNITS || !truncate_tm(unit, &tm, &fsec))
		bad_unit(type, name, istz ? TIMESTAMPTZOID : TIMESTAMPOID);
	/* days and longer may begin at another offset */
	if (istz && unit != DTK_HOUR && unit != DTK_MINUTE &&
		unit != DTK_SECOND && unit != DTK_MILLISEC && unit != DTK_MICROSEC)
		tz = DetermineTimeZoneOffset(&tm, zone);
	if (tm2timestamp(&tm, fsec, istz ? &tz : NULL, &result) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	return result;
}

Datum
timestamp_trunc(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMP(truncate_timestamp(PG_GETARG_TEXT_PP(0),
										   PG_GETARG_TIMESTAMP(1), false,
										   NULL));
}

Datum
timestamptz_trunc(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(truncate_timestamp(PG_GETARG_TEXT_PP(0),
											 PG_GETARG_TIMESTAMPTZ(1), true,
											 session_timezone));
}

Datum
timestamptz_trunc_zone(PG_FUNCTION_ARGS)
{
	char name[TZ_STRLEN_MAX + 1];

	if (TIMESTAMP_NOT_FINITE(PG_GETARG_TIMESTAMPTZ(1)))
		PG_RETURN_TIMESTAMPTZ(PG_GETARG_TIMESTAMPTZ(1));
	text_to_cstring_buffer(PG_GETARG_TEXT_PP(2), name, sizeof(name));
	PG_RETURN_TIMESTAMPTZ(truncate_timestamp(PG_GETARG_TEXT_PP(0),
											 PG_GETARG_TIMESTAMPTZ(1), true,
											 DecodeTimezoneNameToTz(name)));
}

Datum
interval_trunc(PG_FUNCTION_ARGS)
{
	Interval *span = PG_GETARG_INTERVAL_P(1);
	Interval *r = palloc0(sizeof(Interval));
	char *name;
	int unit;
	int type = find_trunc_unit(PG_GETARG_TEXT_PP(0), &name, &unit);
	int months = 0;
	int64 usecs = 0;

	if (type == UNITS)
		switch (unit)
		{
			case DTK_MILLENNIUM:
				months = 12000;
				break;
			case DTK_CENTURY:
				months = 1200;
				break;
			case DTK_DECADE:
				months = 120;
				break;
			case DTK_YEAR:
				months = 12;
				break;
			case DTK_QUARTER:
				months = 3;
				break;
			case DTK_MONTH:
				months = 1;
				break;
			case DTK_DAY:
				usecs = PG_INT64_MAX;
				break;
			case DTK_HOUR:
				usecs = USECS_PER_HOUR;
				break;
			case DTK_MINUTE:
				usecs = USECS_PER_MINUTE;
				break;
			case DTK_SECOND:
				usecs = USECS_PER_SEC;
				break;
			case DTK_MILLISEC:
				usecs = 1000;
				break;
			case DTK_MICROSEC:
				usecs = 1;
				break;
		}
	if (months == 0 && usecs == 0)
		ereport(ERROR,
				(errcode(type == UNITS ? ERRCODE_FEATURE_NOT_SUPPORTED : ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg(type == UNITS ? "unit \"%s\" not supported for type %s" : "unit \"%s\" not recognized for type %s",
						name, format_type_be(INTERVALOID)),
				 type == UNITS && unit == DTK_WEEK ? errdetail("A month is no whole number of weeks.") : 0));
	if (months)
		r->month = span->month / months * months;
	else
	{
		r->month = span->month;
		r->day = span->day;
		r->time = unit == DTK_DAY ? 0 : span->time / usecs * usecs;
	}
	PG_RETURN_INTERVAL_P(r);
}

/* date_bin(stride, timestamp, origin) */
static Datum
bin_timestamp(FunctionCallInfo fcinfo)
{
	Interval *stride = PG_GETARG_INTERVAL_P(0);
	Timestamp t = PG_GETARG_TIMESTAMP(1);
	Timestamp origin = PG_GETARG_TIMESTAMP(2);
	int64 step;
	int64 diff;
	int64 rest;

	if (TIMESTAMP_NOT_FINITE(t))
		PG_RETURN_TIMESTAMP(t);
	if (TIMESTAMP_NOT_FINITE(origin))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("origin out of range")));
	if (stride->month != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("timestamps cannot be binned into intervals containing months or years")));
	if (pg_mul_s64_overflow(stride->day, USECS_PER_DAY, &step) ||
		pg_add_s64_overflow(step, stride->time, &step))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("interval out of range")));
	if (step <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("stride must be greater than zero")));
	if (pg_sub_s64_overflow(t, origin, &diff))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("interval out of range")));
	rest = diff % step;
	if (rest < 0)
		rest += step;
	t = origin + (diff - rest);
	if (!IS_VALID_TIMESTAMP(t))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	PG_RETURN_TIMESTAMP(t);
}

Datum
timestamp_bin(PG_FUNCTION_ARGS)
{
	return bin_timestamp(fcinfo);
}

Datum
timestamptz_bin(PG_FUNCTION_ARGS)
{
	return bin_timestamp(fcinfo);
}

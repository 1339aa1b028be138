/*
 * interval.c
 *		The type interval.
 *
 * Months, days and microseconds, kept apart because months and days differ in
 * length.  For comparison and hashing a month has 30 days and a day 24 hours.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/interval.c
 */
#include "postgres.h"

#include <math.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "common/int.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/float.h"

static void
interval_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("interval out of range")));
}

static Interval *
make(int32 month, int32 day, int64 time)
{
	Interval *r = palloc0(sizeof(Interval));

	r->month = month;
	r->day = day;
	r->time = time;
	return r;
}

/* ---- Broken down ---- */

void
interval2itm(Interval span, struct pg_itm *itm)
{
	int64 time = span.time;

	itm->tm_year = span.month / MONTHS_PER_YEAR;
	itm->tm_mon = span.month % MONTHS_PER_YEAR;
	itm->tm_mday = span.day;
	itm->tm_hour = time / USECS_PER_HOUR;
	itm->tm_min = (int) (time / USECS_PER_MINUTE % MINS_PER_HOUR);
	itm->tm_sec = (int) (time / USECS_PER_SEC % SECS_PER_MINUTE);
	itm->tm_usec = (int) (time % USECS_PER_SEC);
}

/* Both return 0, or -1 if a part does not fit. */
int
itm2interval(struct pg_itm *itm, Interval *span)
{
	int64 months = (int64) itm->tm_year * MONTHS_PER_YEAR + itm->tm_mon;
	int64 time;

	if (months > INT_MAX || months < INT_MIN)
		return -1;
	span->month = (int32) months;
	span->day = itm->tm_mday;
	if (pg_mul_s64_overflow(itm->tm_hour, USECS_PER_HOUR, &time) ||
		pg_add_s64_overflow(time, (int64) itm->tm_min * USECS_PER_MINUTE + (int64) itm->tm_sec * USECS_PER_SEC + itm->tm_usec, &time))
		return -1;
	span->time = time;
	return 0;
}

int
itmin2interval(struct pg_itm_in *itm_in, Interval *span)
{
	int64 months = (int64) itm_in->tm_year * MONTHS_PER_YEAR +
		itm_in->tm_mon;

	if (months > INT_MAX || months < INT_MIN)
		return -1;
	span->month = (int32) months;
	span->day = itm_in->tm_mday;
	span->time = itm_in->tm_usec;
	return 0;
}

/* ---- Typmods: fields and precision ---- */

#define FIELD(f) INTERVAL_MASK(f)

/* The fields an interval type may have, and how SQL says it. */
static const struct interval_fields
{
	int range;
	const char *sql;
} interval_fields[] = {
	{FIELD(YEAR), " year"},
	{FIELD(MONTH), " month"},
	{FIELD(DAY), " day"},
	{FIELD(HOUR), " hour"},
	{FIELD(MINUTE), " minute"},
	{FIELD(SECOND), " second"},
	{FIELD(YEAR) | FIELD(MONTH), " year to month"},
	{FIELD(DAY) | FIELD(HOUR), " day to hour"},
	{FIELD(DAY) | FIELD(HOUR) | FIELD(MINUTE), " day to minute"},
	{FIELD(DAY) | FIELD(HOUR) | FIELD(MINUTE) | FIELD(SECOND),
	 " day to second"},
	{FIELD(HOUR) | FIELD(MINUTE), " hour to minute"},
	{FIELD(HOUR) | FIELD(MINUTE) | FIELD(SECOND), " hour to second"},
	{FIELD(MINUTE) | FIELD(SECOND), " minute to second"},
	{INTERVAL_FULL_RANGE, ""}};

static const char *
fields_name(int range)
{
	for (size_t i = 0; i < lengthof(interval_fields); i++)
		if (interval_fields[i].range == range)
			return interval_fields[i].sql;
	return NULL;
}

Datum
intervaltypmodin(PG_FUNCTION_ARGS)
{
	int n;
	int32 *tl = ArrayGetIntegerTypmods(PG_GETARG_ARRAYTYPE_P(0), &n);
	int precision = INTERVAL_FULL_PRECISION;

	if (n < 1 || n > 2 || fields_name(tl[0]) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid INTERVAL type modifier")));
	if (n == 1)
		PG_RETURN_INT32(tl[0] == INTERVAL_FULL_RANGE ? -1 : INTERVAL_TYPMOD(precision, tl[0]));
	precision = tl[1];
	if (precision < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("INTERVAL(%d) precision must not be negative",
						precision)));
	if (precision > MAX_INTERVAL_PRECISION)
	{
		ereport(WARNING,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("INTERVAL(%d) precision reduced to maximum allowed, %d",
						precision, MAX_INTERVAL_PRECISION)));
		precision = MAX_INTERVAL_PRECISION;
	}
	PG_RETURN_INT32(INTERVAL_TYPMOD(precision, tl[0]));
}

Datum
intervaltypmodout(PG_FUNCTION_ARGS)
{
	int32 typmod = PG_GETARG_INT32(0);
	const char *fields;
	int precision;

	if (typmod < 0)
		PG_RETURN_CSTRING(pstrdup(""));
	precision = INTERVAL_PRECISION(typmod);
	fields = fields_name(INTERVAL_RANGE(typmod));
	if (fields == NULL)
		elog(ERROR, "invalid INTERVAL typmod: 0x%x", typmod);
	if (precision != INTERVAL_FULL_PRECISION)
		PG_RETURN_CSTRING(psprintf("%s(%d)", fields, precision));
	PG_RETURN_CSTRING(pstrdup(fields));
}

static int64
truncate_to(int64 time, int64 unit)
{
	return time / unit * unit;
}

/* Drops what the type's fields do not hold, and rounds the seconds. */
static void
adjust_for_typmod(Interval *span, int32 typmod)
{
	int range;
	int precision;

	if (typmod < 0)
		return;
	range = INTERVAL_RANGE(typmod);
	precision = INTERVAL_PRECISION(typmod);
	if (fields_name(range) == NULL)
		elog(ERROR, "unrecognized interval typmod: %d", typmod);
	/* fields coarser than the type's are kept, as SQL leaves that open */
	if (range == FIELD(YEAR))
		span->month = span->month / MONTHS_PER_YEAR * MONTHS_PER_YEAR;
	if (range == FIELD(YEAR) || range == FIELD(MONTH) ||
		range == (FIELD(YEAR) | FIELD(MONTH)))
	{
		span->day = 0;
		span->time = 0;
	}
	else if (range == FIELD(DAY))
		span->time = 0;
	else if (range != INTERVAL_FULL_RANGE && !(range & FIELD(SECOND)))
		span->time = truncate_to(span->time, (range & FIELD(MINUTE)) ? USECS_PER_MINUTE : USECS_PER_HOUR);
	if (precision != INTERVAL_FULL_PRECISION)
	{
		int64 unit = 1;

		if (precision < 0 || precision > MAX_INTERVAL_PRECISION)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("interval(%d) precision must be between %d and %d",
							precision, 0, MAX_INTERVAL_PRECISION)));
		for (int i = precision; i < MAX_INTERVAL_PRECISION; i++)
			unit *= 10;
		if (span->time >= 0)
			span->time = truncate_to(span->time + unit / 2, unit);
		else
			span->time = truncate_to(span->time - unit / 2, unit);
	}
}

Datum
interval_scale(PG_FUNCTION_ARGS)
{
	Interval *span = PG_GETARG_INTERVAL_P(0);
	Interval *r = make(span->month, span->day, span->time);

	adjust_for_typmod(r, PG_GETARG_INT32(1));
	PG_RETURN_INTERVAL_P(r);
}

ADT_NO_SUPPORT(interval_support)

/* ---- I/O ---- */

Datum
interval_in(PG_FUNCTION_ARGS)
{
	char *str = PG_GETARG_CSTRING(0);
	int32 typmod = PG_GETARG_INT32(2);
	Interval *result = palloc0(sizeof(Interval));
	struct pg_itm_in itm;
	int dtype;
	int nf;
	int range = typmod >= 0 ? INTERVAL_RANGE(typmod) : INTERVAL_FULL_RANGE;
	int dterr;
	char *field[MAXDATEFIELDS];
	int ftype[MAXDATEFIELDS];
	char workbuf[256];

	dterr = ParseDateTime(str, workbuf, sizeof(workbuf), field, ftype,
						  MAXDATEFIELDS, &nf);
	if (dterr == 0)
		dterr = DecodeInterval(field, ftype, nf, range, &dtype, &itm);
	if (dterr == DTERR_BAD_FORMAT)
		dterr = DecodeISO8601Interval(str, &dtype, &itm);
	if (dterr == DTERR_FIELD_OVERFLOW)
		dterr = DTERR_INTERVAL_OVERFLOW;
	if (dterr != 0)
		DateTimeParseError(dterr, str, "interval");
	if (itmin2interval(&itm, result) != 0)
		interval_range();
	adjust_for_typmod(result, typmod);
	PG_RETURN_INTERVAL_P(result);
}

Datum
interval_out(PG_FUNCTION_ARGS)
{
	struct pg_itm itm;
	char buf[MAXDATELEN + 1];

	interval2itm(*PG_GETARG_INTERVAL_P(0), &itm);
	EncodeInterval(&itm, IntervalStyle, buf);
	PG_RETURN_CSTRING(pstrdup(buf));
}

Datum
interval_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	Interval *r = palloc0(sizeof(Interval));

	r->time = pq_getmsgint64(buf);
	r->day = pq_getmsgint(buf, sizeof(r->day));
	r->month = pq_getmsgint(buf, sizeof(r->month));
	adjust_for_typmod(r, PG_GETARG_INT32(2));
	PG_RETURN_INTERVAL_P(r);
}

Datum
interval_send(PG_FUNCTION_ARGS)
{
	Interval *span = PG_GETARG_INTERVAL_P(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint64(&buf, span->time);
	pq_sendint32(&buf, span->day);
	pq_sendint32(&buf, span->month);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* Every interval of version 15 is finite. */
Datum
interval_finite(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(true);
}

/* ---- Comparison ---- */

/* All of it in microseconds. */
static int128
total_usec(const Interval *span)
{
	return (int128) span->time + ((int128) span->month * DAYS_PER_MONTH + span->day) * USECS_PER_DAY;
}

static int
interval_compare(const Interval *a, const Interval *b)
{
	int128 x = total_usec(a);
	int128 y = total_usec(b);

	return (x > y) - (x < y);
}

#define INTERVAL_TEST(name, op)                                  \
	ADT_TEST(name, Interval *, PG_GETARG_INTERVAL_P, Interval *, \
			 PG_GETARG_INTERVAL_P, interval_compare(a, b) op 0)
INTERVAL_TEST(interval_eq, ==)
INTERVAL_TEST(interval_ne, !=)
INTERVAL_TEST(interval_lt, <)
INTERVAL_TEST(interval_le, <=)
INTERVAL_TEST(interval_gt, >)
INTERVAL_TEST(interval_ge, >=)
ADT_BINARY(interval_cmp, Interval *, PG_GETARG_INTERVAL_P, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_INT32, interval_compare(a, b))
ADT_BINARY(interval_larger, Interval *, PG_GETARG_INTERVAL_P, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_INTERVAL_P,
		   interval_compare(a, b) > 0 ? a : b)
ADT_BINARY(interval_smaller, Interval *, PG_GETARG_INTERVAL_P, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_INTERVAL_P,
		   interval_compare(a, b) < 0 ? a : b)

/* The low 64 bits of the total, so equal intervals hash alike. */
Datum
interval_hash(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall1(hashint8,
							   Int64GetDatum((int64) total_usec(PG_GETARG_INTERVAL_P(0))));
}

Datum
interval_hash_extended(PG_FUNCTION_ARGS)
{
	return DirectFunctionCall2(hashint8extended,
							   Int64GetDatum((int64) total_usec(PG_GETARG_INTERVAL_P(0))),
							   PG_GETARG_DATUM(1));
}

/* ---- Arithmetic ---- */

static Interval *
add_spans(const Interval *a, const Interval *b)
{
	Interval *r = palloc0(sizeof(Interval));

	if (pg_add_s32_overflow(a->month, b->month, &r->month) ||
		pg_add_s32_overflow(a->day, b->day, &r->day) ||
		pg_add_s64_overflow(a->time, b->time, &r->time))
		interval_range();
	return r;
}

static Interval *
subtract_spans(const Interval *a, const Interval *b)
{
	Interval *r = palloc0(sizeof(Interval));

	if (pg_sub_s32_overflow(a->month, b->month, &r->month) ||
		pg_sub_s32_overflow(a->day, b->day, &r->day) ||
		pg_sub_s64_overflow(a->time, b->time, &r->time))
		interval_range();
	return r;
}

#define INTERVAL_BINARY(name, expr)                                \
	ADT_BINARY(name, Interval *, PG_GETARG_INTERVAL_P, Interval *, \
			   PG_GETARG_INTERVAL_P, PG_RETURN_INTERVAL_P, expr)
INTERVAL_BINARY(interval_pl, add_spans(a, b))
INTERVAL_BINARY(interval_mi, subtract_spans(a, b))

/* Window frames: is val within base -/+ offset? */
Datum
in_range_interval_interval(PG_FUNCTION_ARGS)
{
	Interval *val = PG_GETARG_INTERVAL_P(0);
	Interval *base = PG_GETARG_INTERVAL_P(1);
	Interval *offset = PG_GETARG_INTERVAL_P(2);
	bool less = PG_GETARG_BOOL(4);
	Interval *limit;

	if (total_usec(offset) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("invalid preceding or following size in window function")));
	limit = PG_GETARG_BOOL(3) ? subtract_spans(base, offset) : add_spans(base, offset);
	PG_RETURN_BOOL(less ? interval_compare(val, limit) <= 0 : interval_compare(val, limit) >= 0);
}

Datum
interval_um(PG_FUNCTION_ARGS)
{
	Interval zero = {0, 0, 0};

	PG_RETURN_INTERVAL_P(subtract_spans(&zero, PG_GETARG_INTERVAL_P(0)));
}

static double
round_usec(double v)
{
	return rint(v * 1000000.0) / 1000000.0;
}

/*
 * Multiplies by a factor.  A fraction of a month becomes days, a fraction of a
 * day becomes time, each rounded to microseconds so that errors do not show.
 */
static Interval *
scale_span(const Interval *span, double factor, bool divide)
{
	double months = divide ? span->month / factor : span->month * factor;
	double days = divide ? span->day / factor : span->day * factor;
	double month_rest;
	double sec_rest;
	double time;
	Interval *r = palloc0(sizeof(Interval));

	if (isnan(months) || months > INT_MAX || months < INT_MIN ||
		isnan(days) || days > INT_MAX || days < INT_MIN)
		interval_range();
	r->month = (int32) months;
	r->day = (int32) days;
	month_rest = round_usec((months - r->month) * DAYS_PER_MONTH);
	sec_rest = (days - r->day + month_rest - (int) month_rest) * SECS_PER_DAY;
	sec_rest = round_usec(sec_rest);
	if (fabs(sec_rest) >= SECS_PER_DAY)
	{
		r->day += (int) (sec_rest / SECS_PER_DAY);
		sec_rest -= (int) (sec_rest / SECS_PER_DAY) * SECS_PER_DAY;
	}
	r->day += (int32) month_rest;
	time = rint((divide ? span->time / factor : span->time * factor) +
				sec_rest * USECS_PER_SEC);
	if (isnan(time) || time >= 9223372036854775808.0 ||
		time < -9223372036854775808.0)
		interval_range();
	r->time = (int64) time;
	return r;
}

static Interval *
divide_span(const Interval *span, double factor)
{
	if (factor == 0.0)
		ereport(ERROR,
				(errcode(ERRCODE_DIVISION_BY_ZERO),
				 errmsg("division by zero")));
	return scale_span(span, factor, true);
}

ADT_BINARY(interval_mul, Interval *, PG_GETARG_INTERVAL_P, float8,
		   PG_GETARG_FLOAT8, PG_RETURN_INTERVAL_P, scale_span(a, b, false))
ADT_BINARY(mul_d_interval, float8, PG_GETARG_FLOAT8, Interval *,
		   PG_GETARG_INTERVAL_P, PG_RETURN_INTERVAL_P,
		   scale_span(b, a, false))
ADT_BINARY(interval_div, Interval *, PG_GETARG_INTERVAL_P, float8,
		   PG_GETARG_FLOAT8, PG_RETURN_INTERVAL_P, divide_span(a, b))

/* ---- Justification: smaller units carried into larger ones ---- */

/* 24 hours to a day */
static void
carry_hours(Interval *r)
{
	int64 days = r->time / USECS_PER_DAY;

	r->time -= days * USECS_PER_DAY;
	if (days > INT_MAX || days < INT_MIN ||
		pg_add_s32_overflow(r->day, (int32) days, &r->day))
		interval_range();
	if (r->day > 0 && r->time < 0)
	{
		r->time += USECS_PER_DAY;
		r->day--;
	}
	else if (r->day < 0 && r->time > 0)
	{
		r->time -= USECS_PER_DAY;
		r->day++;
	}
}

/* 30 days to a month */
static void
carry_days(Interval *r)
{
	int32 months = r->day / DAYS_PER_MONTH;

	r->day -= months * DAYS_PER_MONTH;
	if (pg_add_s32_overflow(r->month, months, &r->month))
		interval_range();
	if (r->month > 0 && r->day < 0)
	{
		r->day += DAYS_PER_MONTH;
		r->month--;
	}
	else if (r->month < 0 && r->day > 0)
	{
		r->day -= DAYS_PER_MONTH;
		r->month++;
	}
}

static Interval *
justified(Interval *span, bool hours, bool days)
{
	Interval *r = make(span->month, span->day, span->time);

	if (hours && days)
	{
		/* spare days first, so that the sum of days does not overflow */
		if ((r->day > 0 && r->time > 0) || (r->day < 0 && r->time < 0))
			carry_days(r);
		carry_hours(r);
		carry_days(r);
		/* all parts of one sign */
		if (r->month > 0 && (r->day < 0 || (r->day == 0 && r->time < 0)))
		{
			r->day += DAYS_PER_MONTH;
			r->month--;
		}
		else if (r->month < 0 && (r->day > 0 || (r->day == 0 && r->time > 0)))
		{
			r->day -= DAYS_PER_MONTH;
			r->month++;
		}
		carry_hours(r);
		return r;
	}
	if (hours)
		carry_hours(r);
	if (days)
		carry_days(r);
	return r;
}

#define JUSTIFY(name, hours, days)                                          \
	ADT_UNARY(name, Interval *, PG_GETARG_INTERVAL_P, PG_RETURN_INTERVAL_P, \
			  justified(a, hours, days))
JUSTIFY(interval_justify_hours, true, false)
JUSTIFY(interval_justify_days, false, true)
JUSTIFY(interval_justify_interval, true, true)

/* ---- Making ---- */

/* (years, months, weeks, days, hours, mins, secs) */
Datum
make_interval(PG_FUNCTION_ARGS)
{
	int64 months = (int64) PG_GETARG_INT32(0) * MONTHS_PER_YEAR +
		PG_GETARG_INT32(1);
	int64 days = (int64) PG_GETARG_INT32(2) * 7 + PG_GETARG_INT32(3);
	double secs = PG_GETARG_FLOAT8(6);
	int64 time = (int64) PG_GETARG_INT32(4) * USECS_PER_HOUR +
		(int64) PG_GETARG_INT32(5) * USECS_PER_MINUTE;
	double usecs = rint(secs * USECS_PER_SEC);

	if (isinf(secs) || isnan(secs) || months > INT_MAX || months < INT_MIN ||
		days > INT_MAX || days < INT_MIN || fabs(usecs) > 9.2e18 ||
		pg_add_s64_overflow(time, (int64) usecs, &time))
		interval_range();
	PG_RETURN_INTERVAL_P(make((int32) months, (int32) days, time));
}

/* ---- Aggregates: the sum, and the count as the time of a second one ---- */

static Interval *
aggregate_state(ArrayType *array)
{
	if (ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] != 2 ||
		ARR_HASNULL(array) || ARR_ELEMTYPE(array) != INTERVALOID)
		elog(ERROR, "expected 2-element interval array");
	return (Interval *) ARR_DATA_PTR(array);
}

static Datum
return_state(Interval *sum, int64 count)
{
	Datum elems[2];

	elems[0] = IntervalPGetDatum(sum);
	elems[1] = IntervalPGetDatum(make(0, 0, count));
	return PointerGetDatum(construct_array(elems, 2, INTERVALOID,
										   sizeof(Interval), false,
										   TYPALIGN_DOUBLE));
}

Datum
interval_accum(PG_FUNCTION_ARGS)
{
	Interval *s = aggregate_state(PG_GETARG_ARRAYTYPE_P(0));

	return return_state(add_spans(&s[0], PG_GETARG_INTERVAL_P(1)),
						s[1].time + 1);
}

Datum
interval_accum_inv(PG_FUNCTION_ARGS)
{
	Interval *s = aggregate_state(PG_GETARG_ARRAYTYPE_P(0));

	return return_state(subtract_spans(&s[0], PG_GETARG_INTERVAL_P(1)),
						s[1].time - 1);
}

Datum
interval_combine(PG_FUNCTION_ARGS)
{
	Interval *a = aggregate_state(PG_GETARG_ARRAYTYPE_P(0));
	Interval *b = aggregate_state(PG_GETARG_ARRAYTYPE_P(1));

	return return_state(add_spans(&a[0], &b[0]), a[1].time + b[1].time);
}

Datum
interval_avg(PG_FUNCTION_ARGS)
{
	Interval *s = aggregate_state(PG_GETARG_ARRAYTYPE_P(0));

	if (s[1].time == 0)
		PG_RETURN_NULL();
	PG_RETURN_INTERVAL_P(divide_span(&s[0], (double) s[1].time));
}

/*
 * formatting.c
 *		to_char() and to_date() for dates and times.
 *
 * A template is cut into nodes, each a pattern with its modifiers or a literal
 * text; writing and reading walk the nodes.  Numbers are in numformat.c, change
 * of case is in oracle_compat.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/formatting.c
 */
#include "postgres.h"

#include <math.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/formatting.h"
#include "utils/pg_locale.h"

/* ---- Templates ---- */

typedef enum DateItem
{
	DI_LITERAL,
	DI_AMPM,
	DI_AMPM_DOTS,
	DI_BC,
	DI_BC_DOTS,
	DI_CC,
	DI_DAY,
	DI_DY,
	DI_DDD,
	DI_DD,
	DI_D,
	DI_FF,
	DI_HH24,
	DI_HH12,
	DI_IDDD,
	DI_ID,
	DI_IW,
	DI_IYYYY,
	DI_IYYY,
	DI_IYY,
	DI_IY,
	DI_J,
	DI_MI,
	DI_MM,
	DI_MONTH,
	DI_MON,
	DI_MS,
	DI_OF,
	DI_Q,
	DI_RM,
	DI_SSSS,
	DI_SS,
	DI_TZH,
	DI_TZM,
	DI_TZ,
	DI_US,
	DI_WW,
	DI_W,
	DI_Y_YYY,
	DI_YYYY,
	DI_YYY,
	DI_YY,
	DI_Y
} DateItem;

typedef enum LetterCase
{
	LC_UPPER_CASE,
	LC_INITIAL_CASE,
	LC_LOWER_CASE
} LetterCase;

/* Patterns, longer ones before their beginnings. */
static const struct date_pattern
{
	const char *text; /* in upper case */
	DateItem item;
	bool numeric; /* digits follow one another when read */
} date_patterns[] = {
	{"A.M.", DI_AMPM_DOTS, false}, {"P.M.", DI_AMPM_DOTS, false}, {"A.D.", DI_BC_DOTS, false}, {"B.C.", DI_BC_DOTS, false}, {"AM", DI_AMPM, false}, {"PM", DI_AMPM, false}, {"AD", DI_BC, false}, {"BC", DI_BC, false}, {"CC", DI_CC, true}, {"DAY", DI_DAY, false}, {"DDD", DI_DDD, true}, {"DD", DI_DD, true}, {"DY", DI_DY, false}, {"D", DI_D, true}, {"FF1", DI_FF, true}, {"FF2", DI_FF, true}, {"FF3", DI_FF, true}, {"FF4", DI_FF, true}, {"FF5", DI_FF, true}, {"FF6", DI_FF, true}, {"HH24", DI_HH24, true}, {"HH12", DI_HH12, true}, {"HH", DI_HH12, true}, {"IDDD", DI_IDDD, true}, {"ID", DI_ID, true}, {"IW", DI_IW, true}, {"IYYYY", DI_IYYYY, true}, {"IYYY", DI_IYYYY, true}, {"IYY", DI_IYYY, true}, {"IY", DI_IYY, true}, {"I", DI_IY, true}, {"J", DI_J, true}, {"MI", DI_MI, true}, {"MM", DI_MM, true}, {"MONTH", DI_MONTH, false}, {"MON", DI_MON, false}, {"MS", DI_MS, true}, {"OF", DI_OF, false}, {"Q", DI_Q, true}, {"RM", DI_RM, false}, {"SSSSS", DI_SSSS, true}, {"SSSS", DI_SSSS, true}, {"SS", DI_SS, true}, {"TZH", DI_TZH, false}, {"TZM", DI_TZM, true}, {"TZ", DI_TZ, false}, {"US", DI_US, true}, {"WW", DI_WW, true}, {"W", DI_W, true}, {"Y,YYY", DI_Y_YYY, true}, {"YYYY", DI_YYYY, true}, {"YYY", DI_YYY, true}, {"YY", DI_YY, true}, {"Y", DI_Y, true}};

typedef struct DateNode
{
	DateItem item;
	LetterCase lettercase;
	bool numeric;
	bool fill_mode; /* FM: no padding */
	bool ordinal; /* TH or th follows */
	bool ordinal_upper;
	bool localized; /* TM */
	int digits; /* FF1 .. FF6 */
	const char *text; /* literal */
	int len;
} DateNode;

typedef struct DateTemplate
{
	DateNode *nodes;
	int n;
	bool exact; /* FX */
} DateTemplate;

static bool
has_prefix(const char *s, const char *end, const char *prefix)
{
	size_t n = strlen(prefix);

	return (size_t) (end - s) >= n && pg_strncasecmp(s, prefix, n) == 0;
}

/* The pattern at s, if there is one in upper, initial or lower case. */
static const struct date_pattern *
match_pattern(const char *s, const char *end)
{
	for (size_t i = 0; i < lengthof(date_patterns); i++)
	{
		const struct date_pattern *p = &date_patterns[i];

		if (has_prefix(s, end, p->text))
			return p;
	}
	return NULL;
}

static LetterCase
case_of(const char *s)
{
	if (!isupper((unsigned char) s[0]))
		return LC_LOWER_CASE;
	return isupper((unsigned char) s[1]) || s[1] == '.' ? LC_UPPER_CASE : LC_INITIAL_CASE;
}

static DateTemplate
parse_template(const char *fmt, int len)
{
	const char *p = fmt;
	const char *end = fmt + len;
	DateTemplate t = {palloc0((len + 1) * sizeof(DateNode)), 0, false};

	while (p < end)
	{
		DateNode *node = &t.nodes[t.n];
		const struct date_pattern *pat;

		memset(node, 0, sizeof(*node));
		for (;;)
		{
			if (has_prefix(p, end, "FX"))
				t.exact = true;
			else if (has_prefix(p, end, "FM"))
				node->fill_mode = true;
			else if (has_prefix(p, end, "TM"))
				node->localized = true;
			else
				break;
			p += 2;
		}
		if (p >= end)
			break;
		pat = match_pattern(p, end);
		if (pat)
		{
			node->item = pat->item;
			node->numeric = pat->numeric;
			node->lettercase = case_of(p);
			if (pat->item == DI_FF)
				node->digits = pat->text[2] - '0';
			p += strlen(pat->text);
			if (has_prefix(p, end, "TH"))
			{
				node->ordinal = true;
				node->ordinal_upper = p[0] == 'T';
				p += 2;
			}
			else if (has_prefix(p, end, "SP"))
				p += 2;
		}
		else if (*p == '"')
		{
			/* quoted text, in which a backslash escapes */
			char *text = palloc(end - p + 1);
			int n = 0;

			for (p++; p < end && *p != '"'; p++)
			{
				if (*p == '\\' && p + 1 < end)
					p++;
				text[n++] = *p;
			}
			if (p < end)
				p++;
			node->text = text;
			node->len = n;
		}
		else
		{
			if (*p == '\\' && p + 1 < end && p[1] == '"')
				p++;
			node->text = p;
			node->len = pg_mblen(p);
			p += node->len;
		}
		t.n++;
	}
	return t;
}

/* ---- Writing ---- */

static const char *const full_months[] = {
	"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"};
static const char *const roman_months[] = {
	"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"};

/* What is written: the parts of a moment or of an interval. */
typedef struct DateValue
{
	int year;
	int mon;
	int mday;
	int wday;
	int yday;
	int64 hour;
	int min;
	int sec;
	int usec;
	bool is_interval;
	bool has_zone;
	long gmtoff;
	const char *zone;
} DateValue;

/* st, nd, rd or th, by the number's last digits */
static const char *
ordinal_suffix(const char *number, bool upper)
{
	int len = strlen(number);
	char last = number[len - 1];
	bool teen = len > 1 && number[len - 2] == '1';

	if (!isdigit((unsigned char) last))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("\"%s\" is not a number", number)));
	if (!teen && last == '1')
		return upper ? "ST" : "st";
	if (!teen && last == '2')
		return upper ? "ND" : "nd";
	if (!teen && last == '3')
		return upper ? "RD" : "rd";
	return upper ? "TH" : "th";
}

static void
put_number(StringInfo out, const DateNode *node, int64 value, int width)
{
	char *s;

	if (node->fill_mode)
		width = 0;
	else if (value < 0 && node->item != DI_DD && node->item != DI_DDD)
		width++; /* days count their sign as a digit */
	s = psprintf("%0*lld", width, (long long) value);
	appendStringInfoString(out, s);
	if (node->ordinal)
		appendStringInfoString(out, ordinal_suffix(s, node->ordinal_upper));
}

static void
put_name(StringInfo out, const DateNode *node, const char *english,
		 char *const *localized, int index, int width, Oid collid)
{
	char *s;

	if (node->localized)
	{
		cache_locale_time();
		english = localized[index];
		s = node->lettercase == LC_UPPER_CASE ? str_toupper(english, strlen(english), collid) : node->lettercase == LC_LOWER_CASE ? str_tolower(english, strlen(english), collid)
																																  : str_initcap(english, strlen(english), collid);
		appendStringInfoString(out, s);
		return;
	}
	s = node->lettercase == LC_UPPER_CASE ? asc_toupper(english, strlen(english)) : node->lettercase == LC_LOWER_CASE ? asc_tolower(english, strlen(english))
																													  : pstrdup(english);
	if (node->fill_mode || width == 0)
		appendStringInfoString(out, s);
	else
		appendStringInfo(out, "%-*s", width, s);
}

static void
put_marker(StringInfo out, const DateNode *node, const char *upper)
{
	appendStringInfoString(out, node->lettercase == LC_LOWER_CASE ? asc_tolower(upper, strlen(upper)) : upper);
}

static void
refuse_for_interval(const DateValue *v)
{
	if (v->is_interval)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid format specification for an interval value"),
				 errhint("An interval has no date to take this field from.")));
}

/* The year as it is shown: 1 BC is year 0 inside. */
static int
shown_year(const DateValue *v, int year)
{
	return year <= 0 && !v->is_interval ? -(year - 1) : year;
}

static void
put_year(StringInfo out, const DateNode *node, const DateValue *v, int digits,
		 bool iso)
{
	int year = iso ? date2isoyear(v->year, v->mon, v->mday) : v->year;
	static const int modulus[] = {0, 10, 100, 1000};

	year = shown_year(v, year);
	if (digits < 4)
		year %= modulus[digits];
	put_number(out, node, year, digits);
}

static void
put_time_item(StringInfo out, const DateNode *node, const DateValue *v)
{
	int64 hour = v->hour;

	switch (node->item)
	{
		case DI_HH12:
			hour = hour % 12 == 0 ? 12 : hour % 12;
			put_number(out, node, hour, 2);
			break;
		case DI_HH24:
			put_number(out, node, hour, 2);
			break;
		case DI_MI:
			put_number(out, node, v->min, 2);
			break;
		case DI_SS:
			put_number(out, node, v->sec, 2);
			break;
		case DI_MS:
		{
			DateNode plain = *node;

			plain.fill_mode = false;
			put_number(out, &plain, v->usec / 1000, 3);
			break;
		}
		case DI_US:
		{
			DateNode plain = *node;

			plain.fill_mode = false;
			put_number(out, &plain, v->usec, 6);
			break;
		}
		case DI_FF:
		{
			DateNode plain = *node;
			int value = v->usec;

			plain.fill_mode = false;
			for (int i = node->digits; i < 6; i++)
				value /= 10;
			put_number(out, &plain, value, node->digits);
			break;
		}
		case DI_SSSS:
		{
			DateNode plain = *node;

			plain.fill_mode = true;
			put_number(out, &plain, hour * SECS_PER_HOUR + v->min * SECS_PER_MINUTE + v->sec, 0);
			break;
		}
		case DI_AMPM:
			put_marker(out, node, hour % 24 >= 12 ? "PM" : "AM");
			break;
		case DI_AMPM_DOTS:
			put_marker(out, node, hour % 24 >= 12 ? "P.M." : "A.M.");
			break;
		default:
			break;
	}
}

static void
put_zone_item(StringInfo out, const DateNode *node, const DateValue *v)
{
	long off = labs(v->gmtoff);

	refuse_for_interval(v);
	switch (node->item)
	{
		case DI_TZ:
			if (v->zone)
				appendStringInfoString(out, node->lettercase == LC_LOWER_CASE ? asc_tolower(v->zone, strlen(v->zone)) : v->zone);
			break;
		case DI_TZH:
			appendStringInfo(out, "%c%02ld", v->gmtoff >= 0 ? '+' : '-',
							 off / SECS_PER_HOUR);
			break;
		case DI_TZM:
			appendStringInfo(out, "%02ld",
							 off % SECS_PER_HOUR / SECS_PER_MINUTE);
			break;
		default:
			appendStringInfo(out, "%c%0*ld", v->gmtoff >= 0 ? '+' : '-',
							 node->fill_mode ? 0 : 2, off / SECS_PER_HOUR);
			if (off % SECS_PER_HOUR != 0)
				appendStringInfo(out, ":%02ld",
								 off % SECS_PER_HOUR / SECS_PER_MINUTE);
	}
}

static void
put_date_item(StringInfo out, const DateNode *node, const DateValue *v,
			  Oid collid)
{
	int year = shown_year(v, v->year);

	switch (node->item)
	{
		case DI_BC:
			refuse_for_interval(v);
			put_marker(out, node, v->year <= 0 ? "BC" : "AD");
			break;
		case DI_BC_DOTS:
			refuse_for_interval(v);
			put_marker(out, node, v->year <= 0 ? "B.C." : "A.D.");
			break;
		case DI_MONTH:
			refuse_for_interval(v);
			if (v->mon)
				put_name(out, node, full_months[v->mon - 1],
						 localized_full_months, v->mon - 1, 9, collid);
			break;
		case DI_MON:
			refuse_for_interval(v);
			if (v->mon)
				put_name(out, node, months[v->mon - 1],
						 localized_abbrev_months, v->mon - 1, 0, collid);
			break;
		case DI_MM:
			put_number(out, node, v->mon, 2);
			break;
		case DI_DAY:
			refuse_for_interval(v);
			put_name(out, node, days[v->wday], localized_full_days, v->wday, 9,
					 collid);
			break;
		case DI_DY:
			refuse_for_interval(v);
			put_name(out, node, pnstrdup(days[v->wday], 3),
					 localized_abbrev_days, v->wday, 0, collid);
			break;
		case DI_DDD:
			put_number(out, node, v->yday, 3);
			break;
		case DI_IDDD:
			put_number(out, node, date2isoyearday(v->year, v->mon, v->mday), 3);
			break;
		case DI_DD:
			put_number(out, node, v->mday, 2);
			break;
		case DI_D:
			refuse_for_interval(v);
			put_number(out, node, v->wday + 1, 1);
			break;
		case DI_ID:
			refuse_for_interval(v);
			put_number(out, node, v->wday == 0 ? 7 : v->wday, 1);
			break;
		case DI_WW:
			put_number(out, node, (v->yday - 1) / 7 + 1, 2);
			break;
		case DI_IW:
			put_number(out, node, date2isoweek(v->year, v->mon, v->mday), 2);
			break;
		case DI_W:
			put_number(out, node, (v->mday - 1) / 7 + 1, 1);
			break;
		case DI_Q:
			if (v->mon)
				put_number(out, node, (v->mon - 1) / 3 + 1, 1);
			break;
		case DI_CC:
		{
			int cc;

			if (v->is_interval)
				cc = v->year / 100;
			else
				cc = v->year > 0 ? (v->year - 1) / 100 + 1 : v->year / 100 - 1;
			put_number(out, node, cc, 2);
			break;
		}
		case DI_Y_YYY:
			appendStringInfo(out, "%d,%03d", year / 1000, year % 1000);
			break;
		case DI_YYYY:
			put_year(out, node, v, 4, false);
			break;
		case DI_YYY:
			put_year(out, node, v, 3, false);
			break;
		case DI_YY:
			put_year(out, node, v, 2, false);
			break;
		case DI_Y:
			put_year(out, node, v, 1, false);
			break;
		case DI_IYYYY:
			put_year(out, node, v, 4, true);
			break;
		case DI_IYYY:
			put_year(out, node, v, 3, true);
			break;
		case DI_IYY:
			put_year(out, node, v, 2, true);
			break;
		case DI_IY:
			put_year(out, node, v, 1, true);
			break;
		case DI_RM:
			if (v->mon != 0 || v->year != 0)
			{
				int m = v->mon ? v->mon : MONTHS_PER_YEAR;
				const char *s = roman_months[abs(m) - 1];

				if (node->lettercase == LC_LOWER_CASE)
					s = asc_tolower(s, strlen(s));
				appendStringInfo(out, "%-*s", node->fill_mode ? 0 : 4, s);
			}
			break;
		case DI_J:
		{
			DateNode plain = *node;

			plain.fill_mode = true;
			put_number(out, &plain, date2j(v->year, v->mon, v->mday), 0);
			break;
		}
		default:
			break;
	}
}

static text *
format_value(text *fmt, const DateValue *v, Oid collid)
{
	DateTemplate t = parse_template(VARDATA_ANY(fmt), VARSIZE_ANY_EXHDR(fmt));
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < t.n; i++)
	{
		const DateNode *node = &t.nodes[i];

		switch (node->item)
		{
			case DI_LITERAL:
				appendBinaryStringInfo(&out, node->text, node->len);
				break;
			case DI_AMPM:
			case DI_AMPM_DOTS:
			case DI_FF:
			case DI_HH12:
			case DI_HH24:
			case DI_MI:
			case DI_MS:
			case DI_SS:
			case DI_SSSS:
			case DI_US:
				put_time_item(&out, node, v);
				break;
			case DI_OF:
			case DI_TZ:
			case DI_TZH:
			case DI_TZM:
				put_zone_item(&out, node, v);
				break;
			default:
				put_date_item(&out, node, v, collid);
		}
	}
	return cstring_to_text_with_len(out.data, out.len);
}

static text *
format_timestamp(text *fmt, Timestamp t, bool istz, Oid collid)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz = 0;
	const char *tzn = NULL;
	DateValue v;
	int jd;

	if (timestamp2tm(t, istz ? &tz : NULL, &tm, &fsec, istz ? &tzn : NULL,
					 NULL) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	memset(&v, 0, sizeof(v));
	jd = date2j(tm.tm_year, tm.tm_mon, tm.tm_mday);
	v.year = tm.tm_year;
	v.mon = tm.tm_mon;
	v.mday = tm.tm_mday;
	v.wday = j2day(jd);
	v.yday = jd - date2j(tm.tm_year, 1, 1) + 1;
	v.hour = tm.tm_hour;
	v.min = tm.tm_min;
	v.sec = tm.tm_sec;
	v.usec = fsec;
	v.has_zone = istz;
	v.gmtoff = -tz;
	v.zone = tzn;
	return format_value(fmt, &v, collid);
}

#define TO_CHAR_TIMESTAMP(name, istz)                                         \
	Datum name(PG_FUNCTION_ARGS)                                              \
	{                                                                         \
		Timestamp t = PG_GETARG_TIMESTAMP(0);                                 \
		text *fmt = PG_GETARG_TEXT_PP(1);                                     \
		if (VARSIZE_ANY_EXHDR(fmt) <= 0 || TIMESTAMP_NOT_FINITE(t))           \
			PG_RETURN_NULL();                                                 \
		PG_RETURN_TEXT_P(format_timestamp(fmt, t, istz, PG_GET_COLLATION())); \
	}
TO_CHAR_TIMESTAMP(timestamp_to_char, false)
TO_CHAR_TIMESTAMP(timestamptz_to_char, true)

Datum
interval_to_char(PG_FUNCTION_ARGS)
{
	Interval *span = PG_GETARG_INTERVAL_P(0);
	text *fmt = PG_GETARG_TEXT_PP(1);
	struct pg_itm itm;
	DateValue v;

	if (VARSIZE_ANY_EXHDR(fmt) <= 0)
		PG_RETURN_NULL();
	interval2itm(*span, &itm);
	memset(&v, 0, sizeof(v));
	v.is_interval = true;
	v.year = itm.tm_year;
	v.mon = itm.tm_mon;
	v.mday = itm.tm_mday;
	v.hour = itm.tm_hour;
	v.min = itm.tm_min;
	v.sec = itm.tm_sec;
	v.usec = itm.tm_usec;
	v.yday = (itm.tm_year * MONTHS_PER_YEAR + itm.tm_mon) * DAYS_PER_MONTH +
		itm.tm_mday;
	PG_RETURN_TEXT_P(format_value(fmt, &v, PG_GET_COLLATION()));
}

/* ---- Reading ---- */

/* What a text has told; fields that were not met are -1 (or 0 for flags). */
typedef struct DateParts
{
	int year;
	int year_digits;
	int iso_year;
	int cc;
	int mon;
	int mday;
	int yday;
	int iso_yday;
	int iso_week;
	int iso_wday;
	int week;
	int month_week;
	int julian;
	int hour;
	int min;
	int sec;
	int ssss;
	int usec;
	int tz_sign;
	int tz_hour;
	int tz_min;
	bool bc;
	bool clock12;
	int pm; /* -1 unknown, 0 am, 1 pm */
} DateParts;

/* One number of at most width digits, more if nothing numeric follows. */
static int
read_number(const char **cursor, const DateTemplate *t, int at, int width,
			const char *what)
{
	const DateNode *node = &t->nodes[at];
	const char *p = *cursor;
	bool open_end = at + 1 >= t->n || !t->nodes[at + 1].numeric;
	int64 value = 0;
	int n = 0;
	int sign = 1;

	while (isspace((unsigned char) *p))
		p++;
	if ((*p == '-' || *p == '+') && open_end && isdigit((unsigned char) p[1]))
		sign = *p++ == '-' ? -1 : 1;
	/* a number with FM, or before a literal, takes all its digits */
	while (isdigit((unsigned char) *p) &&
		   (n < width || ((node->fill_mode || open_end) && !t->exact)))
	{
		value = value * 10 + *p++ - '0';
		n++;
		if (value > INT_MAX)
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					 errmsg("value for \"%s\" in source string is out of range",
							what)));
	}
	if (n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid value \"%.*s\" for \"%s\"",
						Min(width, (int) strlen(p)), p, what),
				 errdetail("A whole number must stand here.")));
	*cursor = p;
	if (node->ordinal && isalpha((unsigned char) p[0]) &&
		isalpha((unsigned char) p[1]))
		*cursor += 2;
	return sign * (int) value;
}

/* A word of the list at the cursor, in any case; -1 if none fits. */
static int
read_word(const char **cursor, const char *const *words, int n, int maxlen)
{
	const char *p = *cursor;

	while (isspace((unsigned char) *p))
		p++;
	for (int i = 0; i < n; i++)
	{
		int len = strlen(words[i]);

		if (maxlen > 0)
			len = Min(len, maxlen);
		if (pg_strncasecmp(p, words[i], len) == 0)
		{
			*cursor = p + len;
			return i;
		}
	}
	return -1;
}

static int
need_word(const char **cursor, const char *const *words, int n, int maxlen,
		  const char *what)
{
	int i = read_word(cursor, words, n, maxlen);

	if (i < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid value \"%s\" for \"%s\"", *cursor, what),
				 errdetail("None of the words that may stand here begins so.")));
	return i;
}

static void
set_part(int *part, int value, const char *what)
{
	if (*part != -1 && *part != value)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("conflicting values for \"%s\" field in formatting string",
						what),
				 errdetail("The text gives this field twice.")));
	*part = value;
}

/* A year of fewer than four digits is the one nearest to 2020. */
static int
complete_year(int year, int digits)
{
	if (digits >= 4)
		return year;
	if (digits <= 2 && year < 70)
		return year + 2000;
	if (digits <= 2 && year < 100)
		return year + 1900;
	if (year < 520)
		return year + 2000;
	if (year < 1000)
		return year + 1000;
	return year;
}

/* Microseconds of a fraction of up to six digits. */
static int
read_fraction(const char **cursor, const DateTemplate *t, int at, int width,
			  const char *what)
{
	const char *start;
	int value;
	int len;

	while (isspace((unsigned char) **cursor))
		(*cursor)++;
	start = *cursor;
	value = read_number(cursor, t, at, width, what);
	len = *cursor - start;
	for (; len < 6; len++)
		value *= 10;
	for (; len > 6; len--)
		value /= 10;
	return value;
}

static void
read_item(const char **s, const DateTemplate *t, int at, DateParts *d)
{
	static const char *const meridians[] = {"A.M.", "P.M.", "AM", "PM"};
	static const char *const eras[] = {"A.D.", "B.C.", "AD", "BC"};
	const DateNode *node = &t->nodes[at];
	const char *before;
	int v;

	switch (node->item)
	{
		case DI_AMPM:
		case DI_AMPM_DOTS:
			d->pm = need_word(s, meridians, 4, 0, "AM/PM") % 2;
			d->clock12 = true;
			break;
		case DI_BC:
		case DI_BC_DOTS:
			d->bc = need_word(s, eras, 4, 0, "BC") % 2 == 1;
			break;
		case DI_HH12:
			set_part(&d->hour, read_number(s, t, at, 2, "HH12"), "HH24");
			d->clock12 = true;
			break;
		case DI_HH24:
			set_part(&d->hour, read_number(s, t, at, 2, "HH24"), "HH24");
			break;
		case DI_MI:
			set_part(&d->min, read_number(s, t, at, 2, "MI"), "MI");
			break;
		case DI_SS:
			set_part(&d->sec, read_number(s, t, at, 2, "SS"), "SS");
			break;
		case DI_MS:
			d->usec = read_fraction(s, t, at, 3, "MS");
			break;
		case DI_US:
			d->usec = read_fraction(s, t, at, 6, "US");
			break;
		case DI_FF:
			d->usec = read_fraction(s, t, at, node->digits, "FF");
			break;
		case DI_SSSS:
			set_part(&d->ssss, read_number(s, t, at, 5, "SSSS"), "SSSS");
			break;
		case DI_MONTH:
			/* a name may be cut only to its own abbreviation */
			v = read_word(s, full_months, 12, 0);
			if (v < 0)
				v = need_word(s, months, 12, 3, "MONTH");
			set_part(&d->mon, v + 1, "MM");
			break;
		case DI_MON:
			set_part(&d->mon, need_word(s, months, 12, 3, "MON") + 1, "MM");
			break;
		case DI_MM:
			set_part(&d->mon, read_number(s, t, at, 2, "MM"), "MM");
			break;
		case DI_DAY:
			(void) need_word(s, days, 7, 0, "DAY");
			break;
		case DI_DY:
			(void) need_word(s, days, 7, 3, "DY");
			break;
		case DI_DDD:
			set_part(&d->yday, read_number(s, t, at, 3, "DDD"), "DDD");
			break;
		case DI_IDDD:
			set_part(&d->iso_yday, read_number(s, t, at, 3, "IDDD"), "IDDD");
			break;
		case DI_DD:
			set_part(&d->mday, read_number(s, t, at, 2, "DD"), "DD");
			break;
		case DI_D:
			(void) read_number(s, t, at, 1, "D");
			break;
		case DI_ID:
			set_part(&d->iso_wday, read_number(s, t, at, 1, "ID"), "ID");
			break;
		case DI_WW:
			set_part(&d->week, read_number(s, t, at, 2, "WW"), "WW");
			break;
		case DI_IW:
			set_part(&d->iso_week, read_number(s, t, at, 2, "IW"), "IW");
			break;
		case DI_W:
			set_part(&d->month_week, read_number(s, t, at, 1, "W"), "W");
			break;
		case DI_Q:
			(void) read_number(s, t, at, 1, "Q");
			break;
		case DI_CC:
			set_part(&d->cc, read_number(s, t, at, 2, "CC"), "CC");
			break;
		case DI_Y_YYY:
			v = read_number(s, t, at, 9, "Y,YYY");
			if (**s == ',')
			{
				(*s)++;
				v = v * 1000 + read_number(s, t, at, 3, "Y,YYY");
			}
			set_part(&d->year, v, "YYYY");
			d->year_digits = 4;
			break;
		case DI_YYYY:
		case DI_YYY:
		case DI_YY:
		case DI_Y:
		{
			int width = node->item == DI_YYYY ? 4 : node->item == DI_YYY ? 3
				: node->item == DI_YY                                    ? 2
																		 : 1;

			while (isspace((unsigned char) **s))
				(*s)++;
			before = *s;
			v = read_number(s, t, at, width, "YYYY");
			d->year_digits = width < 4 ? width : Max(*s - before, width);
			if (width < 4 && d->cc == -1)
				v = complete_year(v, *s - before);
			set_part(&d->year, v, "YYYY");
			break;
		}
		case DI_IYYYY:
		case DI_IYYY:
		case DI_IYY:
		case DI_IY:
			before = *s;
			v = read_number(s, t, at, node->item == DI_IYYYY ? 4 : node->item == DI_IYYY ? 3
								: node->item == DI_IYY                                   ? 2
																						 : 1,
							"IYYY");
			set_part(&d->iso_year, complete_year(v, *s - before), "IYYY");
			break;
		case DI_RM:
			/* longer numerals before their beginnings */
			for (v = 11; v >= 0; v--)
			{
				static const int order[] = {0, 4, 9, 1, 3, 5, 8, 10, 2, 6, 11, 7};
				const char *const one[] = {roman_months[order[v]]};

				if (read_word(s, one, 1, 0) == 0)
				{
					set_part(&d->mon, order[v] + 1, "MM");
					break;
				}
			}
			if (v < 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
						 errmsg("invalid value \"%s\" for \"%s\"", *s, "RM")));
			break;
		case DI_J:
			set_part(&d->julian, read_number(s, t, at, 9, "J"), "J");
			break;
		case DI_TZH:
			while (**s == ' ')
				(*s)++;
			d->tz_sign = **s == '-' ? -1 : 1;
			if (**s == '-' || **s == '+')
				(*s)++;
			set_part(&d->tz_hour, read_number(s, t, at, 2, "TZH"), "TZH");
			break;
		case DI_TZM:
			if (d->tz_sign == 0)
				d->tz_sign = 1;
			set_part(&d->tz_min, read_number(s, t, at, 2, "TZM"), "TZM");
			break;
		case DI_TZ:
		case DI_OF:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("formatting field \"%s\" is only supported in to_char",
							node->item == DI_TZ ? "TZ" : "OF")));
			break;
		case DI_LITERAL:
			break;
	}
}

/*
 * A literal skips as much text as it has characters.  Spaces and punctuation
 * stand for any run of such, unless FX asks for the exact number.
 */
static void
skip_literal(const char **s, const DateNode *node, bool exact)
{
	bool separator = node->len == 1 &&
		(isspace((unsigned char) node->text[0]) ||
		 ispunct((unsigned char) node->text[0]));
	int chars = pg_mbstrlen_with_len(node->text, node->len);

	if (separator && !exact)
	{
		while (isspace((unsigned char) **s))
			(*s)++;
		if (ispunct((unsigned char) **s) && **s != '-' && **s != '+')
			(*s)++;
		else if ((**s == '-' || **s == '+') && node->text[0] != ' ')
			(*s)++;
		while (isspace((unsigned char) **s))
			(*s)++;
		return;
	}
	while (chars-- > 0 && **s)
		*s += pg_mblen(*s);
}

static void
field_range(const char *text)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
			 errmsg("date/time field value out of range: \"%s\"", text)));
}

/* The calendar date of the parts; missing ones are the first. */
static void
resolve_date(DateParts *d, struct pg_tm *tm, const char *text)
{
	bool have_year = d->year != -1 || d->cc != -1;

	tm->tm_year = 0;
	if (d->year != -1)
	{
		if (d->cc != -1 && d->year_digits <= 2)
		{
			int y = d->year % 100;

			tm->tm_year = d->bc || d->cc < 0 ? (d->cc < 0 ? d->cc : -d->cc) * 100 + y + 1 : y ? (d->cc - 1) * 100 + y
																							  : d->cc * 100;
		}
		else
			tm->tm_year = d->bc && d->year > 0 ? -(d->year - 1) : d->year;
	}
	else if (d->cc != -1)
		tm->tm_year = (d->cc - 1) * 100 + 1;
	tm->tm_mon = d->mon != -1 ? d->mon : 1;
	tm->tm_mday = d->mday != -1 ? d->mday : 1;
	if (d->julian != -1)
	{
		j2date(d->julian, &tm->tm_year, &tm->tm_mon, &tm->tm_mday);
		return;
	}
	if (d->iso_year != -1)
	{
		tm->tm_year = d->iso_year;
		if (d->iso_yday != -1)
			j2date(isoweek2j(tm->tm_year, 1) + d->iso_yday - 1, &tm->tm_year,
				   &tm->tm_mon, &tm->tm_mday);
		else if (d->iso_week != -1)
			j2date(isoweek2j(tm->tm_year, d->iso_week) +
					   (d->iso_wday != -1 ? d->iso_wday - 1 : 0),
				   &tm->tm_year,
				   &tm->tm_mon, &tm->tm_mday);
	}
	else if (d->yday != -1 && d->mon == -1)
	{
		if (!have_year)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
					 errmsg("cannot calculate day of year without year information")));
		if (d->yday < 1 || d->yday > (isleap(tm->tm_year) ? 366 : 365))
			field_range(text);
		j2date(date2j(tm->tm_year, 1, 1) + d->yday - 1, &tm->tm_year,
			   &tm->tm_mon, &tm->tm_mday);
	}
	else if (d->week != -1 && d->mon == -1)
		j2date(date2j(tm->tm_year, 1, 1) + (d->week - 1) * 7, &tm->tm_year,
			   &tm->tm_mon, &tm->tm_mday);
	else if (d->month_week != -1 && d->mday == -1)
		tm->tm_mday = (d->month_week - 1) * 7 + 1;
	if (tm->tm_mon < 1 || tm->tm_mon > MONTHS_PER_YEAR || tm->tm_mday < 1 ||
		tm->tm_mday > day_tab[isleap(tm->tm_year)][tm->tm_mon - 1])
		field_range(text);
	/* no year at all is 1 BC */
}

static void
resolve_time(DateParts *d, struct pg_tm *tm, fsec_t *fsec, const char *text)
{
	int hour = d->hour != -1 ? d->hour : 0;

	if (d->ssss != -1)
	{
		tm->tm_hour = d->ssss / SECS_PER_HOUR;
		tm->tm_min = d->ssss / SECS_PER_MINUTE % MINS_PER_HOUR;
		tm->tm_sec = d->ssss % SECS_PER_MINUTE;
	}
	else
	{
		if (d->clock12)
		{
			if (hour > 12 || (hour < 1 && d->hour != -1))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
						 errmsg("hour \"%d\" is invalid for the 12-hour clock",
								hour),
						 errhint("Hours of it are 1 to 12; HH24 takes others.")));
			if (d->pm == 1 && hour < 12)
				hour += 12;
			else if (d->pm != 1 && hour == 12)
				hour = 0;
		}
		tm->tm_hour = hour;
		tm->tm_min = d->min != -1 ? d->min : 0;
		tm->tm_sec = d->sec != -1 ? d->sec : 0;
	}
	*fsec = d->usec;
	if (tm->tm_hour < 0 || tm->tm_hour >= HOURS_PER_DAY || tm->tm_min < 0 ||
		tm->tm_min >= MINS_PER_HOUR || tm->tm_sec < 0 ||
		tm->tm_sec >= SECS_PER_MINUTE || *fsec < 0 || *fsec >= USECS_PER_SEC)
		field_range(text);
}

/* Reads a text by a template; *have_tz if it had an offset, seconds west. */
static void
read_by_template(text *src, text *fmt, struct pg_tm *tm, fsec_t *fsec, int *tz,
				 bool *have_tz)
{
	char *str = text_to_cstring(src);
	const char *s = str;
	DateTemplate t = parse_template(VARDATA_ANY(fmt), VARSIZE_ANY_EXHDR(fmt));
	DateParts d;

	memset(&d, -1, sizeof(d));
	d.usec = d.year_digits = 0;
	d.tz_sign = 0;
	d.bc = d.clock12 = false;
	memset(tm, 0, sizeof(*tm));
	for (int i = 0; i < t.n && *s; i++)
	{
		if (t.nodes[i].item == DI_LITERAL)
			skip_literal(&s, &t.nodes[i], t.exact);
		else
			read_item(&s, &t, i, &d);
	}
	resolve_date(&d, tm, str);
	resolve_time(&d, tm, fsec, str);
	*have_tz = d.tz_sign != 0;
	if (*have_tz)
	{
		int hour = d.tz_hour != -1 ? d.tz_hour : 0;
		int min = d.tz_min != -1 ? d.tz_min : 0;

		if (hour > MAX_TZDISP_HOUR || min >= MINS_PER_HOUR)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TIME_ZONE_DISPLACEMENT_VALUE),
					 errmsg("time zone displacement out of range: \"%s\"",
							str)));
		*tz = -d.tz_sign * (hour * SECS_PER_HOUR + min * SECS_PER_MINUTE);
	}
}

Datum
to_timestamp(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	bool have_tz;
	Timestamp result;

	read_by_template(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), &tm, &fsec,
					 &tz, &have_tz);
	if (!have_tz)
		tz = DetermineTimeZoneOffset(&tm, session_timezone);
	if (tm2timestamp(&tm, fsec, &tz, &result) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	PG_RETURN_TIMESTAMP(result);
}

Datum
to_date(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	bool have_tz;
	DateADT result;

	read_by_template(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), &tm, &fsec,
					 &tz, &have_tz);
	if (!IS_VALID_JULIAN(tm.tm_year, tm.tm_mon, tm.tm_mday))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range: \"%s\"",
						text_to_cstring(PG_GETARG_TEXT_PP(0)))));
	result = date2j(tm.tm_year, tm.tm_mon, tm.tm_mday) - POSTGRES_EPOCH_JDATE;
	if (!IS_VALID_DATE(result))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("date out of range: \"%s\"",
						text_to_cstring(PG_GETARG_TEXT_PP(0)))));
	PG_RETURN_DATEADT(result);
}

/*
 * formatting.c
 *		to_char() and to_date() for dates and times.
 *
 * A template is cut into nodes, each a pattern with its modifiers or a literal
 * character; writing and reading walk the nodes.  Numbers are in numformat.c, change
 * of case is in oracle_compat.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/formatting.c
 */
#include "postgres.h"

#include <math.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/formatting.h"
#include "utils/memutils.h"
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
	DI_Y,
	DI_FX
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
	{"A.M.", DI_AMPM_DOTS, false}, {"P.M.", DI_AMPM_DOTS, false}, {"A.D.", DI_BC_DOTS, false}, {"B.C.", DI_BC_DOTS, false}, {"AM", DI_AMPM, false}, {"PM", DI_AMPM, false}, {"AD", DI_BC, false}, {"BC", DI_BC, false}, {"CC", DI_CC, true}, {"DAY", DI_DAY, false}, {"DDD", DI_DDD, true}, {"DD", DI_DD, true}, {"DY", DI_DY, false}, {"D", DI_D, true}, {"FX", DI_FX, false}, {"FF1", DI_FF, true}, {"FF2", DI_FF, true}, {"FF3", DI_FF, true}, {"FF4", DI_FF, true}, {"FF5", DI_FF, true}, {"FF6", DI_FF, true}, {"HH24", DI_HH24, true}, {"HH12", DI_HH12, true}, {"HH", DI_HH12, true}, {"IDDD", DI_IDDD, true}, {"ID", DI_ID, true}, {"IW", DI_IW, true}, {"IYYY", DI_IYYYY, true}, {"IYY", DI_IYYY, true}, {"IY", DI_IYY, true}, {"I", DI_IY, true}, {"J", DI_J, true}, {"MI", DI_MI, true}, {"MM", DI_MM, true}, {"MONTH", DI_MONTH, false}, {"MON", DI_MON, false}, {"MS", DI_MS, true}, {"OF", DI_OF, false}, {"Q", DI_Q, true}, {"RM", DI_RM, false}, {"SSSSS", DI_SSSS, true}, {"SSSS", DI_SSSS, true}, {"SS", DI_SS, true}, {"TZH", DI_TZH, false}, {"TZM", DI_TZM, true}, {"TZ", DI_TZ, false}, {"US", DI_US, true}, {"WW", DI_WW, true}, {"W", DI_W, true}, {"Y,YYY", DI_Y_YYY, true}, {"YYYY", DI_YYYY, true}, {"YYY", DI_YYY, true}, {"YY", DI_YY, true}, {"Y", DI_Y, true}};

typedef struct DateNode
{
	DateItem item;
	LetterCase lettercase;
	bool numeric;
	bool fill_mode; /* FM: no padding */
	bool ordinal; /* TH or th follows */
	bool ordinal_upper;
	bool localized; /* TM */
	bool quoted; /* a literal within quotes */
	int digits; /* FF1 .. FF6 */
	const char *text; /* as written; a literal is one character */
	int len;
} DateNode;

typedef struct DateTemplate
{
	DateNode *nodes;
	int n;
} DateTemplate;

static bool
has_prefix(const char *s, const char *end, const char *prefix)
{
	size_t n = strlen(prefix);

	return (size_t) (end - s) >= n && memcmp(s, prefix, n) == 0;
}

/* Does s begin with the word, in upper or in lower case throughout? */
static bool
has_word(const char *s, const char *end, const char *upper)
{
	if (has_prefix(s, end, upper))
		return true;
	for (; *upper; upper++, s++)
		if (s >= end || *s != pg_ascii_tolower((unsigned char) *upper))
			return false;
	return true;
}

/* The same with a capital only. */
static bool
has_capitalized(const char *s, const char *end, const char *upper)
{
	return s < end && *s == *upper &&
		has_word(s + 1, end, upper + 1) && !has_prefix(s, end, upper);
}

/* The pattern at s; names of days and months may have a capital too. */
static const struct date_pattern *
match_pattern(const char *s, const char *end)
{
	for (size_t i = 0; i < lengthof(date_patterns); i++)
	{
		const struct date_pattern *p = &date_patterns[i];

		if (pg_ascii_toupper((unsigned char) *s) != *p->text)
			continue;
		if (has_word(s, end, p->text))
			return p;
		if ((p->item == DI_DAY || p->item == DI_DY || p->item == DI_MONTH || p->item == DI_MON) &&
			has_capitalized(s, end, p->text))
			return p;
	}
	return NULL;
}

static LetterCase
case_of(const char *s, int len)
{
	if (!isupper((unsigned char) s[0]))
		return LC_LOWER_CASE;
	return len > 1 && islower((unsigned char) s[1]) ? LC_INITIAL_CASE : LC_UPPER_CASE;
}

/* Quoted text, a node for each character; p stands behind the quote. */
static const char *
parse_quoted(DateTemplate *t, const char *p, const char *end)
{
	while (p < end && *p != '"')
	{
		DateNode *node = &t->nodes[t->n++];

		if (*p == '\\' && p + 1 < end)
			p++;
		node->text = p;
		node->len = pg_mblen(p);
		node->quoted = true;
		p += node->len;
	}
	return p < end ? p + 1 : p;
}

/* What stands before a pattern, FM or TM, and behind, TH or SP. */
static const char *
parse_prefix(DateNode *node, const char *p, const char *end)
{
	if (has_word(p, end, "FM"))
		node->fill_mode = true;
	else if (has_word(p, end, "TM"))
		node->localized = true;
	else
		return p;
	return p + 2;
}

static const char *
parse_suffix(DateNode *node, const char *p, const char *end)
{
	if (has_word(p, end, "TH"))
	{
		node->ordinal = true;
		node->ordinal_upper = p[0] == 'T';
	}
	else if (!has_prefix(p, end, "SP"))
		return p;
	return p + 2;
}

static DateTemplate
parse_template(const char *fmt, int len)
{
	const char *p = fmt;
	const char *end = fmt + len;
	DateTemplate t = {palloc0((len + 1) * sizeof(DateNode)), 0};

	while (p < end)
	{
		DateNode prefixes = {0};
		DateNode *node = &t.nodes[t.n];
		const struct date_pattern *pat;

		p = parse_prefix(&prefixes, p, end);
		if (p >= end)
			break;
		pat = match_pattern(p, end);
		if (pat == NULL && *p == '"')
		{
			p = parse_quoted(&t, p + 1, end);
			continue;
		}
		if (pat == NULL && *p == '\\' && p + 1 < end && p[1] == '"')
			p++;
		node->text = p;
		node->len = pat ? (int) strlen(pat->text) : pg_mblen(p);
		p += node->len;
		t.n++;
		if (pat == NULL)
			continue;
		node->item = pat->item;
		node->numeric = pat->numeric;
		node->fill_mode = prefixes.fill_mode;
		node->localized = prefixes.localized;
		node->lettercase = case_of(node->text, node->len);
		if (pat->item == DI_FF)
			node->digits = pat->text[2] - '0';
		p = parse_suffix(node, p, end);
	}
	return t;
}

/*
 * The template of a format, which stays valid until the next call.  The last
 * one is kept, as a query tends to use the same for all rows.
 */
static DateTemplate
get_template(text *fmt)
{
	static DateTemplate last = {NULL, 0};
	static char *last_fmt = NULL;
	static int last_len;
	int len = VARSIZE_ANY_EXHDR(fmt);

	if (last_fmt == NULL || len != last_len ||
		memcmp(last_fmt, VARDATA_ANY(fmt), len) != 0)
	{
		MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);

		if (last_fmt)
		{
			pfree(last_fmt);
			pfree(last.nodes);
			last_fmt = NULL;
		}
		last_fmt = pnstrdup(VARDATA_ANY(fmt), len);
		last_len = len;
		last = parse_template(last_fmt, len);
		MemoryContextSwitchTo(old);
	}
	return last;
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

/* A number of at least width characters, fewer with FM. */
static void
put_padded(StringInfo out, const DateNode *node, int64 value, int width)
{
	char digits[MAXINT8LEN + 1];
	int len = pg_lltoa(value, digits);
	const char *p = digits;

	if (*p == '-')
		appendStringInfoChar(out, *p++);
	for (; !node->fill_mode && len < width; len++)
		appendStringInfoChar(out, '0');
	appendStringInfoString(out, p);
	if (node->ordinal)
		appendStringInfoString(out, ordinal_suffix(digits, node->ordinal_upper));
}

/* Days count their sign as a digit, the others do not. */
static void
put_number(StringInfo out, const DateNode *node, int64 value, int width)
{
	bool wider = value < 0 && node->item != DI_DD && node->item != DI_DDD;

	put_padded(out, node, value, wider ? width + 1 : width);
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
	/* room for a sign is made by the year itself, not by that of the weeks */
	put_padded(out, node, year, v->is_interval && v->year < 0 ? digits + 1 : digits);
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
				/* of an interval, months are counted back from the year's end */
				int m = v->mon > 0 ? v->mon - 1 : v->mon < 0 ? MONTHS_PER_YEAR + v->mon
					: v->year >= 0                           ? MONTHS_PER_YEAR - 1
															 : 0;
				const char *s = roman_months[m];

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
	DateTemplate t = get_template(fmt);
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

/* Fields of the common calendar and of ISO weeks may not be mixed. */
typedef enum DateMode
{
	ANY_CALENDAR,
	GREGORIAN,
	ISO_WEEKS
} DateMode;

/* What a text has told; 0 is "nothing", also where a zero was read. */
typedef struct DateParts
{
	DateMode mode;
	int year;
	int year_digits; /* of the pattern */
	int cc;
	int mm;
	int dd;
	int ddd;
	int d; /* Sunday is 1 */
	int ww;
	int w;
	int j;
	int hh;
	int mi;
	int ss;
	int ssss;
	int ms;
	int us;
	int ff; /* digits of the fraction to keep */
	int pm;
	int bc;
	int tzsign;
	int tzh;
	int tzm;
	bool clock12;
} DateParts;

/* A walk over the text by the template. */
typedef struct DateReader
{
	const DateTemplate *t;
	const char *s;
	int at; /* the node */
	bool exact; /* FX was passed */
	int skipped; /* white space passed beyond what the template has */
	DateParts parts;
} DateReader;

#define PART(f) offsetof(DateParts, f)

/* Patterns that are a number: where it goes, its digits (0: the pattern's). */
static const struct number_pattern
{
	DateItem item;
	size_t part;
	int width;
	DateMode mode;
} number_patterns[] = {
	{DI_HH12, PART(hh), 2, ANY_CALENDAR}, {DI_HH24, PART(hh), 2, ANY_CALENDAR}, {DI_MI, PART(mi), 2, ANY_CALENDAR}, {DI_SS, PART(ss), 2, ANY_CALENDAR}, {DI_MS, PART(ms), 3, ANY_CALENDAR}, {DI_US, PART(us), 6, ANY_CALENDAR}, {DI_FF, PART(us), 0, ANY_CALENDAR}, {DI_SSSS, PART(ssss), 0, ANY_CALENDAR}, {DI_TZH, PART(tzh), 2, ANY_CALENDAR}, {DI_TZM, PART(tzm), 2, ANY_CALENDAR}, {DI_MM, PART(mm), 2, GREGORIAN}, {DI_DDD, PART(ddd), 0, GREGORIAN}, {DI_IDDD, PART(ddd), 3, ISO_WEEKS}, {DI_DD, PART(dd), 2, GREGORIAN}, {DI_D, PART(d), 0, GREGORIAN}, {DI_ID, PART(d), 1, ISO_WEEKS}, {DI_WW, PART(ww), 0, GREGORIAN}, {DI_IW, PART(ww), 0, ISO_WEEKS}, {DI_CC, PART(cc), 0, ANY_CALENDAR}, {DI_YYYY, PART(year), 0, GREGORIAN}, {DI_YYY, PART(year), 0, GREGORIAN}, {DI_YY, PART(year), 0, GREGORIAN}, {DI_Y, PART(year), 0, GREGORIAN}, {DI_IYYYY, PART(year), 0, ISO_WEEKS}, {DI_IYYY, PART(year), 0, ISO_WEEKS}, {DI_IYY, PART(year), 0, ISO_WEEKS}, {DI_IY, PART(year), 0, ISO_WEEKS}, {DI_W, PART(w), 0, GREGORIAN}, {DI_J, PART(j), 0, ANY_CALENDAR}};

static void
skip_spaces(DateReader *r)
{
	while (isspace((unsigned char) *r->s))
		r->s++;
}

static const DateNode *
current_node(const DateReader *r)
{
	return &r->t->nodes[r->at];
}

/* The pattern as the template has it, for messages. */
static const char *
node_name(const DateNode *node)
{
	return pnstrdup(node->text, node->len);
}

static void
use_calendar(DateReader *r, DateMode mode)
{
	if (mode == ANY_CALENDAR || mode == r->parts.mode)
		return;
	if (r->parts.mode != ANY_CALENDAR)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid combination of date conventions"),
				 errhint("ISO weeks cannot be mixed with months and days.")));
	r->parts.mode = mode;
}

static void
set_part(DateReader *r, int *part, int value)
{
	if (*part != 0 && *part != value)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("conflicting values for \"%s\" field in formatting string",
						node_name(current_node(r))),
				 errdetail("The text gives this field twice.")));
	*part = value;
}

/* Does a number at the current node end where the digits do? */
static bool
takes_all_digits(const DateReader *r)
{
	const DateNode *node = current_node(r);
	const DateNode *next = node + 1;

	if (node->fill_mode || node->ordinal || r->at + 1 >= r->t->n)
		return true;
	if (next->item != DI_LITERAL)
		return !next->numeric;
	return !(next->len == 1 && isdigit((unsigned char) next->text[0]));
}

/*
 * A number; part may be NULL.  Before a pattern that is a number too it has
 * exactly width digits.  Returns how many characters it took.
 */
static int
read_number(DateReader *r, int *part, int width)
{
	const DateNode *node = current_node(r);
	char *start;
	char *end;
	char *copy;
	long value;

	skip_spaces(r);
	start = (char *) r->s;
	copy = pnstrdup(start, width);
	errno = 0;
	if (takes_all_digits(r))
		value = strtol(start, &end, 10);
	else
	{
		if ((int) strlen(copy) < width)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
					 errmsg("source string too short for \"%s\" formatting field",
							node_name(node)),
					 errdetail("The field takes %d characters, of which %d are left.",
							   width, (int) strlen(copy)),
					 errhint("With \"FM\" a number may be shorter.")));
		value = strtol(copy, &end, 10);
		if (end > copy && end < copy + width)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
					 errmsg("invalid value \"%s\" for \"%s\"", copy,
							node_name(node)),
					 errdetail("The field takes %d characters, of which %d are a number.",
							   width, (int) (end - copy)),
					 errhint("With \"FM\" a number may be shorter.")));
		end = start + (end - copy);
	}
	if (end == start)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid value \"%s\" for \"%s\"", copy,
						node_name(node)),
				 errdetail("A whole number must stand here.")));
	if (errno == ERANGE || value < INT_MIN || value > INT_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("value for \"%s\" in source string is out of range",
						node_name(node)),
				 errdetail("It must be within %d and %d.", INT_MIN, INT_MAX)));
	if (part)
		set_part(r, part, (int) value);
	r->s = end;
	return (int) (end - start);
}

/* Which of the words stands at the cursor, in any case; 22007 if none. */
static int
read_word(DateReader *r, const char *const *words, int n)
{
	for (int i = 0; i < n; i++)
	{
		int len = strlen(words[i]);

		if (pg_strncasecmp(r->s, words[i], len) == 0)
		{
			r->s += len;
			return i;
		}
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
			 errmsg("invalid value \"%.*s\" for \"%s\"",
					(int) strcspn(r->s, " \t\n\r\f"), r->s,
					node_name(current_node(r))),
			 errdetail("None of the words that may stand here begins so.")));
	return -1;
}

/* The same with the words of the locale, if the node asks for them. */
static int
read_name(DateReader *r, const char *const *english, char *const *localized,
		  int n)
{
	if (!current_node(r)->localized)
		return read_word(r, english, n);
	cache_locale_time();
	return read_word(r, (const char *const *) localized, n);
}

/* A name says the day in another count than D, so the two never agree. */
static void
read_weekday(DateReader *r, const char *const *english, char *const *localized)
{
	set_part(r, &r->parts.d, read_name(r, english, localized, 7));
	r->parts.d++;
}

/* A year of fewer than four digits is the one nearest to 2020. */
static int
complete_year(int year)
{
	if (year < 70)
		return year + 2000;
	if (year < 100)
		return year + 1900;
	if (year < 520)
		return year + 2000;
	return year < 1000 ? year + 1000 : year;
}

/* "12,345": thousands and the rest */
static void
read_year_with_comma(DateReader *r)
{
	int millennia;
	int years;
	int len;

	use_calendar(r, GREGORIAN);
	if (sscanf(r->s, "%d,%03d%n", &millennia, &years, &len) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("invalid input string for \"Y,YYY\"")));
	if (pg_mul_s32_overflow(millennia, 1000, &millennia) ||
		pg_add_s32_overflow(years, millennia, &years))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_FIELD_OVERFLOW),
				 errmsg("value for \"Y,YYY\" in source string is out of range")));
	set_part(r, &r->parts.year, years);
	r->parts.year_digits = 4;
	r->s += len;
}

/* The sign of a time zone; a minus may have been taken for a separator. */
static void
read_zone_sign(DateReader *r)
{
	int *sign = &r->parts.tzsign;

	if (*r->s == '+' || *r->s == '-' || *r->s == ' ')
		*sign = *r->s++ == '-' ? -1 : 1;
	else
		*sign = r->skipped > 0 && r->s[-1] == '-' ? -1 : 1;
}

static void
read_number_pattern(DateReader *r, const struct number_pattern *p)
{
	static const int scale[] = {1000000, 100000, 10000, 1000, 100, 10, 1};
	const DateNode *node = current_node(r);
	DateParts *parts = &r->parts;
	int *part = (int *) ((char *) parts + p->part);
	int width = p->width ? p->width : node->len;
	int len;

	use_calendar(r, p->mode);
	if (node->item == DI_TZH)
		read_zone_sign(r);
	else if (node->item == DI_TZM && parts->tzsign == 0)
		parts->tzsign = 1;
	else if (node->item == DI_FF)
		width = parts->ff = node->digits;
	len = read_number(r, part, width);
	switch (node->item)
	{
		case DI_HH12:
			parts->clock12 = true;
			break;
		case DI_MS:
			*part *= len == 1 ? 100 : len == 2 ? 10
											   : 1;
			break;
		case DI_US:
		case DI_FF:
			*part *= scale[Min(len, 6)];
			break;
		case DI_ID:
			/* Monday is 1 in the text */
			*part = *part >= 7 ? 1 : *part + 1;
			break;
		case DI_YYYY:
		case DI_IYYYY:
			parts->year_digits = 4;
			break;
		case DI_YYY:
		case DI_IYYY:
		case DI_YY:
		case DI_IYY:
		case DI_Y:
		case DI_IY:
			if (len < 4)
				*part = complete_year(*part);
			parts->year_digits = node->len;
			break;
		default:
			break;
	}
}

static void
read_item(DateReader *r)
{
	static const char *const dotted[] = {"a.m.", "p.m."};
	static const char *const plain[] = {"am", "pm"};
	static const char *const dotted_eras[] = {"a.d.", "b.c."};
	static const char *const plain_eras[] = {"ad", "bc"};
	static const char *const short_days[] = {
		"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
	static const char *const roman_down[] = {
		"XII", "XI", "X", "IX", "VIII", "VII", "VI", "V", "IV", "III", "II", "I"};
	const DateNode *node = current_node(r);
	DateParts *parts = &r->parts;

	for (size_t i = 0; i < lengthof(number_patterns); i++)
		if (number_patterns[i].item == node->item)
		{
			read_number_pattern(r, &number_patterns[i]);
			return;
		}
	switch (node->item)
	{
		case DI_AMPM:
		case DI_AMPM_DOTS:
			set_part(r, &parts->pm, read_word(r, node->item == DI_AMPM ? plain : dotted, 2));
			parts->clock12 = true;
			break;
		case DI_BC:
		case DI_BC_DOTS:
			set_part(r, &parts->bc, read_word(r, node->item == DI_BC ? plain_eras : dotted_eras, 2));
			break;
		case DI_MONTH:
			use_calendar(r, GREGORIAN);
			set_part(r, &parts->mm, read_name(r, full_months, localized_full_months, 12) + 1);
			break;
		case DI_MON:
			use_calendar(r, GREGORIAN);
			set_part(r, &parts->mm, read_name(r, months, localized_abbrev_months, 12) + 1);
			break;
		case DI_DAY:
			read_weekday(r, days, localized_full_days);
			break;
		case DI_DY:
			read_weekday(r, short_days, localized_abbrev_days);
			break;
		case DI_RM:
			use_calendar(r, GREGORIAN);
			set_part(r, &parts->mm, 12 - read_word(r, roman_down, 12));
			break;
		case DI_Y_YYY:
			read_year_with_comma(r);
			break;
		case DI_Q:
			/* says nothing that a date could be made of */
			(void) read_number(r, NULL, 1);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("formatting field \"%s\" is only supported in to_char",
							node_name(node))));
	}
}

static bool
is_separator(const char *s)
{
	return *s > ' ' && *s < 0x7F && !isalnum((unsigned char) *s);
}

/*
 * A literal takes one character of the text, whatever it is.  Without FX, white
 * space or punctuation takes only its like, and other literals take nothing
 * where more white space was passed than the template has.
 */
static void
read_literal(DateReader *r)
{
	const DateNode *node = current_node(r);

	if (r->exact)
		r->s += pg_mblen(r->s);
	else if (!node->quoted && (is_separator(node->text) || isspace((unsigned char) node->text[0])))
	{
		r->skipped--;
		if (isspace((unsigned char) *r->s) || is_separator(r->s))
		{
			r->s++;
			r->skipped++;
		}
	}
	else if (r->skipped > 0)
		r->skipped--;
	else
		r->s += pg_mblen(r->s);
}

static void
read_all(DateReader *r)
{
	for (; r->at < r->t->n && *r->s; r->at++)
	{
		const DateNode *node = current_node(r);
		bool literal = node->item == DI_LITERAL;

		if (node->item == DI_FX)
		{
			r->exact = true;
			continue;
		}
		if (!r->exact && (!literal || r->at == 0))
			for (; isspace((unsigned char) *r->s); r->s++)
				r->skipped++;
		if (literal)
		{
			if (*r->s)
				read_literal(r);
			continue;
		}
		read_item(r);
		for (int i = 0; node->ordinal && i < 2 && *r->s; i++)
			r->s += pg_mblen(r->s);
		if (!r->exact)
			for (r->skipped = 0; isspace((unsigned char) *r->s); r->s++)
				r->skipped++;
	}
}

/* ---- From parts to a moment ---- */

/* The year of year, century and era; false if none of them was given. */
static bool
resolve_year(DateParts *p, struct pg_tm *tm)
{
	if (p->cc && p->bc && (p->year == 0 || p->year_digits <= 2))
		p->cc = -p->cc;
	if (p->year == 0 && p->cc == 0)
		return false;
	if (p->year == 0)
		/* the first of the century; the 21st began in 2001 */
		tm->tm_year = p->cc >= 0 ? (p->cc - 1) * 100 + 1 : p->cc * 100 + 1;
	else if (p->cc == 0 || p->year_digits > 2)
	{
		tm->tm_year = p->bc ? -p->year : p->year;
		if (tm->tm_year < 0)
			tm->tm_year++;
	}
	else if (p->year % 100 == 0)
		tm->tm_year = p->cc * 100 + (p->cc >= 0 ? 0 : 1);
	else if (p->cc >= 0)
		tm->tm_year = p->year % 100 + (p->cc - 1) * 100;
	else
		tm->tm_year = (p->cc + 1) * 100 - p->year % 100 + 1;
	return true;
}

/* Month and day from the day of the year, where they are not given. */
static int
resolve_day_of_year(const DateParts *p, struct pg_tm *tm)
{
	int year;
	int month;
	int day;

	if (tm->tm_year == 0 && !p->bc)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
				 errmsg("cannot calculate day of year without year information")));
	if (p->mode == ISO_WEEKS)
	{
		j2date(isoweek2j(tm->tm_year, 1) + p->ddd - 1, &tm->tm_year,
			   &tm->tm_mon, &tm->tm_mday);
		return DTK_DATE_M;
	}
	/* a day beyond the year belongs to no month and is refused later */
	if (p->ddd > (isleap(tm->tm_year) ? 366 : 365))
	{
		month = MONTHS_PER_YEAR + 1;
		day = 1;
	}
	else if (p->ddd < 1)
	{
		month = 1;
		day = p->ddd;
	}
	else
		j2date(date2j(tm->tm_year, 1, 1) + p->ddd - 1, &year, &month, &day);
	if (tm->tm_mon <= 1)
		tm->tm_mon = month;
	if (tm->tm_mday <= 1)
		tm->tm_mday = day;
	return DTK_M(MONTH) | DTK_M(DAY);
}

/* The calendar date; missing parts are the first.  Returns a DTERR_ or 0. */
static int
resolve_date(DateParts *p, struct pg_tm *tm)
{
	int fmask = resolve_year(p, tm) ? DTK_M(YEAR) : 0;

	tm->tm_mon = tm->tm_mday = 1;
	if (p->j)
	{
		j2date(p->j, &tm->tm_year, &tm->tm_mon, &tm->tm_mday);
		fmask |= DTK_DATE_M;
	}
	if (p->ww && p->mode == ISO_WEEKS)
	{
		/* Monday, unless the day is given; Sunday is the last */
		int day = p->d == 0 ? 0 : p->d > 1 ? p->d - 2
										   : 6;

		j2date(isoweek2j(tm->tm_year, p->ww) + day, &tm->tm_year, &tm->tm_mon,
			   &tm->tm_mday);
		fmask |= DTK_DATE_M;
	}
	else if (p->ww)
		p->ddd = (p->ww - 1) * 7 + 1;
	if (p->w)
		p->dd = (p->w - 1) * 7 + 1;
	if (p->dd)
	{
		tm->tm_mday = p->dd;
		fmask |= DTK_M(DAY);
	}
	if (p->mm)
	{
		tm->tm_mon = p->mm;
		fmask |= DTK_M(MONTH);
	}
	if (p->ddd && (tm->tm_mon <= 1 || tm->tm_mday <= 1))
		fmask |= resolve_day_of_year(p, tm);
	return fmask ? ValidateDate(fmask, true, false, false, tm) : 0;
}

/* The time of day.  Returns a DTERR_ or 0. */
static int
resolve_time(const DateParts *p, struct pg_tm *tm, fsec_t *fsec)
{
	int64 usec = (int64) p->ms * 1000 + p->us;

	tm->tm_hour = p->ssss / SECS_PER_HOUR;
	tm->tm_min = p->ssss % SECS_PER_HOUR / SECS_PER_MINUTE;
	tm->tm_sec = p->ssss % SECS_PER_MINUTE;
	if (p->hh)
		tm->tm_hour = p->hh;
	if (p->mi)
		tm->tm_min = p->mi;
	if (p->ss)
		tm->tm_sec = p->ss;
	if (p->clock12)
	{
		if (tm->tm_hour < 1 || tm->tm_hour > 12)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
					 errmsg("hour \"%d\" is invalid for the 12-hour clock",
							tm->tm_hour),
					 errhint("Hours of it are 1 to 12; HH24 takes others.")));
		tm->tm_hour = tm->tm_hour % 12 + (p->pm ? 12 : 0);
	}
	if (tm->tm_hour < 0 || tm->tm_hour >= HOURS_PER_DAY || tm->tm_min < 0 ||
		tm->tm_min >= MINS_PER_HOUR || tm->tm_sec < 0 ||
		tm->tm_sec >= SECS_PER_MINUTE || usec < 0 || usec >= USECS_PER_SEC)
		return DTERR_FIELD_OVERFLOW;
	*fsec = (fsec_t) usec;
	return 0;
}

/*
 * Reads a text by a template.
 *
 * tz		out: seconds west, if the text had an offset (*have_tz)
 * digits	out: of the fraction of a second to keep, or -1
 */
static void
read_by_template(text *src, text *fmt, struct pg_tm *tm, fsec_t *fsec, int *tz,
				 bool *have_tz, int *digits)
{
	char *str = text_to_cstring(src);
	DateTemplate t = get_template(fmt);
	DateReader r = {.t = &t, .s = str};
	const DateParts *p = &r.parts;

	memset(tm, 0, sizeof(*tm));
	*fsec = 0;
	read_all(&r);
	if (resolve_time(p, tm, fsec) != 0 || resolve_date(&r.parts, tm) != 0)
		DateTimeParseError(DTERR_FIELD_OVERFLOW, str, "timestamp");
	*digits = p->ff ? p->ff : -1;
	*have_tz = p->tzsign != 0;
	if (!*have_tz)
		return;
	if (p->tzh < 0 || p->tzh > MAX_TZDISP_HOUR || p->tzm < 0 ||
		p->tzm >= MINS_PER_HOUR)
		DateTimeParseError(DTERR_TZDISP_OVERFLOW, str, "timestamp");
	*tz = -p->tzsign * (p->tzh * SECS_PER_HOUR + p->tzm * SECS_PER_MINUTE);
}

Datum
to_timestamp(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	bool have_tz;
	int digits;
	Timestamp result;

	read_by_template(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), &tm, &fsec,
					 &tz, &have_tz, &digits);
	if (!have_tz)
		tz = DetermineTimeZoneOffset(&tm, session_timezone);
	if (tm2timestamp(&tm, fsec, &tz, &result) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	AdjustTimestampForTypmod(&result, digits);
	PG_RETURN_TIMESTAMP(result);
}

Datum
to_date(PG_FUNCTION_ARGS)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz;
	bool have_tz;
	int digits;
	DateADT result;

	read_by_template(PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), &tm, &fsec,
					 &tz, &have_tz, &digits);
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

/*
 * datetime.c
 *		Dates and times as text: the reader and the writers.
 *
 * Reading goes in two steps.  ParseDateTime cuts the text into fields by their
 * shape (number, date-like, time-like, word, signed).  DecodeDateTime,
 * DecodeTimeOnly and DecodeInterval give the fields meaning, each of which sets
 * bits in a mask; a bit that is set twice is an error.  Fields of struct pg_tm
 * hold the year in full and the month from 1.
 *
 * A "tz" integer is the offset of local time in seconds west of Greenwich.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/datetime.c
 */
#include "postgres.h"

#include <math.h>

#include "access/xact.h"
#include "common/int.h"
#include "common/string.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/memutils.h"

const int day_tab[2][13] = {
	{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0},
	{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0}};
const char *const months[] = {
	"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
	"Nov", "Dec", NULL};
const char *const days[] = {
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
	"Saturday", NULL};

/* values of AMPM and ADBC words */
#define HR24 0
#define AM 1
#define PM 2
#define ERA_AD 0
#define ERA_BC 1

/* ---- Words ---- */

typedef struct Word
{
	const char *word;
	int type;
	int value;
} Word;

/* Words of dates and times. */
static const Word date_words[] = {
	{EARLY, RESERV, DTK_EARLY}, {LATE, RESERV, DTK_LATE}, {EPOCH, RESERV, DTK_EPOCH}, {NOW, RESERV, DTK_NOW}, {TODAY, RESERV, DTK_TODAY}, {TOMORROW, RESERV, DTK_TOMORROW}, {YESTERDAY, RESERV, DTK_YESTERDAY}, {"allballs", RESERV, DTK_ZULU}, {"ad", ADBC, ERA_AD}, {"bc", ADBC, ERA_BC}, {"am", AMPM, AM}, {"pm", AMPM, PM}, {"at", IGNORE_DTF, 0}, {"on", IGNORE_DTF, 0}, {"dst", DTZMOD, SECS_PER_HOUR}, {"jan", MONTH, 1}, {"january", MONTH, 1}, {"feb", MONTH, 2}, {"february", MONTH, 2}, {"mar", MONTH, 3}, {"march", MONTH, 3}, {"apr", MONTH, 4}, {"april", MONTH, 4}, {"may", MONTH, 5}, {"jun", MONTH, 6}, {"june", MONTH, 6}, {"jul", MONTH, 7}, {"july", MONTH, 7}, {"aug", MONTH, 8}, {"august", MONTH, 8}, {"sep", MONTH, 9}, {"sept", MONTH, 9}, {"september", MONTH, 9}, {"oct", MONTH, 10}, {"october", MONTH, 10}, {"nov", MONTH, 11}, {"november", MONTH, 11}, {"dec", MONTH, 12}, {"december", MONTH, 12}, {"sun", DOW, 0}, {"sunday", DOW, 0}, {"mon", DOW, 1}, {"monday", DOW, 1}, {"tue", DOW, 2}, {"tues", DOW, 2}, {"tuesday", DOW, 2}, {"wed", DOW, 3}, {"weds", DOW, 3}, {"wednesday", DOW, 3}, {"thu", DOW, 4}, {"thur", DOW, 4}, {"thurs", DOW, 4}, {"thursday", DOW, 4}, {"fri", DOW, 5}, {"friday", DOW, 5}, {"sat", DOW, 6}, {"saturday", DOW, 6}, {"d", UNITS, DTK_DAY}, {"h", UNITS, DTK_HOUR}, {"m", UNITS, DTK_MONTH}, {"mm", UNITS, DTK_MINUTE}, {"s", UNITS, DTK_SECOND}, {"y", UNITS, DTK_YEAR}, {"j", UNITS, DTK_JULIAN}, {"jd", UNITS, DTK_JULIAN}, {"julian", UNITS, DTK_JULIAN}, {"dow", UNITS, DTK_DOW}, {"doy", UNITS, DTK_DOY}, {"isodow", UNITS, DTK_ISODOW}, {"isoyear", UNITS, DTK_ISOYEAR}, {"t", ISOTIME, DTK_TIME}, {NULL, 0, 0}};

/* Words of intervals, and of extract(). */
static const Word unit_words[] = {
	{"@", IGNORE_DTF, 0}, {DAGO, AGO, 0}, {"us", UNITS, DTK_MICROSEC}, {"usec", UNITS, DTK_MICROSEC}, {"usecs", UNITS, DTK_MICROSEC}, {"usecond", UNITS, DTK_MICROSEC}, {"useconds", UNITS, DTK_MICROSEC}, {"microsecond", UNITS, DTK_MICROSEC}, {"ms", UNITS, DTK_MILLISEC}, {"msec", UNITS, DTK_MILLISEC}, {"msecs", UNITS, DTK_MILLISEC}, {"msecond", UNITS, DTK_MILLISEC}, {"mseconds", UNITS, DTK_MILLISEC}, {"millisecond", UNITS, DTK_MILLISEC}, {"s", UNITS, DTK_SECOND}, {"sec", UNITS, DTK_SECOND}, {"secs", UNITS, DTK_SECOND}, {"second", UNITS, DTK_SECOND}, {"seconds", UNITS, DTK_SECOND}, {"m", UNITS, DTK_MINUTE}, {"min", UNITS, DTK_MINUTE}, {"mins", UNITS, DTK_MINUTE}, {"minute", UNITS, DTK_MINUTE}, {"minutes", UNITS, DTK_MINUTE}, {"h", UNITS, DTK_HOUR}, {"hr", UNITS, DTK_HOUR}, {"hrs", UNITS, DTK_HOUR}, {"hour", UNITS, DTK_HOUR}, {"hours", UNITS, DTK_HOUR}, {"d", UNITS, DTK_DAY}, {"day", UNITS, DTK_DAY}, {"days", UNITS, DTK_DAY}, {"w", UNITS, DTK_WEEK}, {"week", UNITS, DTK_WEEK}, {"weeks", UNITS, DTK_WEEK}, {"mon", UNITS, DTK_MONTH}, {"mons", UNITS, DTK_MONTH}, {"month", UNITS, DTK_MONTH}, {"months", UNITS, DTK_MONTH}, {"qtr", UNITS, DTK_QUARTER}, {"quarter", UNITS, DTK_QUARTER}, {"y", UNITS, DTK_YEAR}, {"yr", UNITS, DTK_YEAR}, {"yrs", UNITS, DTK_YEAR}, {"year", UNITS, DTK_YEAR}, {"years", UNITS, DTK_YEAR}, {"dec", UNITS, DTK_DECADE}, {"decs", UNITS, DTK_DECADE}, {"decade", UNITS, DTK_DECADE}, {"decades", UNITS, DTK_DECADE}, {"c", UNITS, DTK_CENTURY}, {"cent", UNITS, DTK_CENTURY}, {"century", UNITS, DTK_CENTURY}, {"centuries", UNITS, DTK_CENTURY}, {"mil", UNITS, DTK_MILLENNIUM}, {"mils", UNITS, DTK_MILLENNIUM}, {"millennium", UNITS, DTK_MILLENNIUM}, {"millennia", UNITS, DTK_MILLENNIUM}, {"timezone", UNITS, DTK_TZ}, {"timezone_h", UNITS, DTK_TZ_HOUR}, {"timezone_m", UNITS, DTK_TZ_MINUTE}, {NULL, 0, 0}};

/* Time zone abbreviations, in seconds east: the set "Default". */
static const struct zone_abbrev
{
	const char *word;
	int offset;
	bool isdst;
} zone_abbrevs[] = {
	{"acdt", 37800, true}, {"acsst", 37800, true}, {"acst", 34200, false}, {"act", -18000, false}, {"acwst", 31500, false}, {"adt", -10800, true}, {"aedt", 39600, true}, {"aesst", 39600, true}, {"aest", 36000, false}, {"aft", 16200, false}, {"akdt", -28800, true}, {"akst", -32400, false}, {"almst", 25200, true}, {"almt", 21600, false}, {"amst", 14400, false}, {"amt", -14400, false}, {"anast", 43200, false}, {"anat", 43200, false}, {"arst", -10800, false}, {"art", -10800, false}, {"ast", -14400, false}, {"awsst", 32400, true}, {"awst", 28800, false}, {"azost", 0, true}, {"azot", -3600, false}, {"azst", 14400, false}, {"azt", 14400, false}, {"bdst", 7200, true}, {"bdt", 21600, false}, {"bnt", 28800, false}, {"bort", 28800, false}, {"bot", -14400, false}, {"bra", -10800, false}, {"brst", -7200, true}, {"brt", -10800, false}, {"bst", 3600, true}, {"btt", 21600, false}, {"cadt", 37800, true}, {"cast", 34200, false}, {"cct", 28800, false}, {"cdt", -18000, true}, {"cest", 7200, true}, {"cet", 3600, false}, {"cetdst", 7200, true}, {"chadt", 49500, true}, {"chast", 45900, false}, {"chut", 36000, false}, {"ckt", -36000, false}, {"clst", -10800, true}, {"clt", -10800, true}, {"cot", -18000, false}, {"cst", -21600, false}, {"cxt", 25200, false}, {"davt", 25200, false}, {"ddut", 36000, false}, {"easst", -18000, true}, {"east", -18000, true}, {"eat", 10800, false}, {"edt", -14400, true}, {"eest", 10800, true}, {"eet", 7200, false}, {"eetdst", 10800, true}, {"egst", 0, true}, {"egt", -3600, false}, {"est", -18000, false}, {"fet", 10800, false}, {"fjst", 46800, true}, {"fjt", 43200, false}, {"fkst", -10800, false}, {"fkt", -10800, false}, {"fnst", -3600, true}, {"fnt", -7200, false}, {"galt", -21600, false}, {"gamt", -32400, false}, {"gest", 14400, false}, {"get", 14400, false}, {"gft", -10800, false}, {"gilt", 43200, false}, {"gmt", 0, false}, {"gyt", -14400, false}, {"hkt", 28800, false}, {"hst", -36000, false}, {"ict", 25200, false}, {"idt", 10800, true}, {"iot", 21600, false}, {"irkst", 28800, false}, {"irkt", 28800, false}, {"irt", 12600, false}, {"ist", 7200, false}, {"jayt", 32400, false}, {"jst", 32400, false}, {"kdt", 36000, true}, {"kgst", 21600, true}, {"kgt", 21600, false}, {"kost", 39600, false}, {"krast", 25200, false}, {"krat", 25200, false}, {"kst", 32400, false}, {"lhdt", 39600, true}, {"lhst", 37800, false}, {"ligt", 36000, false}, {"lint", 50400, false}, {"lkt", 19800, false}, {"magst", 39600, false}, {"magt", 39600, false}, {"mart", -34200, false}, {"mawt", 18000, false}, {"mdt", -21600, true}, {"mest", 7200, true}, {"mesz", 7200, true}, {"met", 3600, false}, {"metdst", 7200, true}, {"mez", 3600, false}, {"mht", 43200, false}, {"mmt", 23400, false}, {"mpt", 36000, false}, {"msd", 14400, true}, {"msk", 10800, false}, {"mst", -25200, false}, {"must", 18000, true}, {"mut", 14400, false}, {"mvt", 18000, false}, {"myt", 28800, false}, {"ndt", -9000, true}, {"nft", -12600, false}, {"novst", 25200, false}, {"novt", 25200, false}, {"npt", 20700, false}, {"nst", -12600, false}, {"nut", -39600, false}, {"nzdt", 46800, true}, {"nzst", 43200, false}, {"nzt", 43200, false}, {"omsst", 21600, false}, {"omst", 21600, false}, {"pdt", -25200, true}, {"pet", -18000, false}, {"petst", 43200, false}, {"pett", 43200, false}, {"pgt", 36000, false}, {"pht", 28800, false}, {"pkst", 21600, true}, {"pkt", 18000, false}, {"pmdt", -7200, true}, {"pmst", -10800, false}, {"pont", 39600, false}, {"pst", -28800, false}, {"pwt", 32400, false}, {"pyst", -10800, true}, {"pyt", -10800, false}, {"ret", 14400, false}, {"sadt", 37800, true}, {"sast", 7200, false}, {"sct", 14400, false}, {"sgt", 28800, false}, {"taht", -36000, false}, {"tft", 18000, false}, {"tjt", 18000, false}, {"tkt", 46800, false}, {"tmt", 18000, false}, {"tot", 46800, false}, {"trut", 36000, false}, {"tvt", 43200, false}, {"uct", 0, false}, {"ulast", 32400, true}, {"ulat", 28800, false}, {"ut", 0, false}, {"utc", 0, false}, {"uyst", -7200, true}, {"uyt", -10800, false}, {"uzst", 21600, true}, {"uzt", 18000, false}, {"vet", -14400, false}, {"vlast", 36000, false}, {"vlat", 36000, false}, {"volt", 10800, false}, {"vut", 39600, false}, {"wadt", 28800, true}, {"wakt", 43200, false}, {"wast", 25200, false}, {"wat", 3600, false}, {"wdt", 32400, true}, {"wet", 0, false}, {"wetdst", 3600, true}, {"wft", 43200, false}, {"wgst", -7200, true}, {"wgt", -10800, false}, {"xjt", 21600, false}, {"yakst", 32400, false}, {"yakt", 32400, false}, {"yapt", 36000, false}, {"yekst", 21600, true}, {"yekt", 18000, false}, {"z", 0, false}, {"zulu", 0, false}, {NULL, 0, false}};

/* Words are told apart by their first TOKMAXLEN characters. */
static bool
same_word(const char *table, const char *token)
{
	return *table == *token && strncmp(table, token, TOKMAXLEN) == 0;
}

static int
find_word(const Word *table, const char *token, int *val)
{
	for (; table->word; table++)
		if (same_word(table->word, token))
		{
			*val = table->value;
			return table->type;
		}
	*val = 0;
	return UNKNOWN_FIELD;
}

/* A word of dates in lower case: its type, and its value in *val. */
int
DecodeSpecial(int field, const char *lowtoken, int *val)
{
	return find_word(date_words, lowtoken, val);
}

/* A word of intervals. */
int
DecodeUnits(int field, const char *lowtoken, int *val)
{
	return find_word(unit_words, lowtoken, val);
}

/*
 * DecodeTimezoneAbbrev
 *		TZ or DTZ with *offset in seconds east, or UNKNOWN_FIELD.
 */
int
DecodeTimezoneAbbrev(int field, const char *lowtoken, int *offset,
					 pg_tz **tz)
{
	*tz = NULL;
	*offset = 0;
	for (const struct zone_abbrev *a = zone_abbrevs; a->word; a++)
		if (same_word(a->word, lowtoken))
		{
			*offset = a->offset;
			return a->isdst ? DTZ : TZ;
		}
	return UNKNOWN_FIELD;
}

/*
 * Hook of timezone_abbreviations: the set "Default" is the table above; sets in
 * files are not read yet, so their names are refused.
 */
bool
check_timezone_abbreviations(char **newval, void **extra, GucSource source)
{
	if (*newval == NULL || strcmp(*newval, "Default") == 0)
		return true;
	GUC_check_errmsg("time zone abbreviation set \"%s\" is not supported",
					 *newval);
	return false;
}

bool
CheckDateTokenTables(void)
{
	return true;
}

/* abbrev, utc_offset, is_dst */
Datum
pg_timezone_abbrevs(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (const struct zone_abbrev *a = zone_abbrevs; a->word; a++)
	{
		char name[TOKMAXLEN + 1];
		Interval *offset = palloc0(sizeof(Interval));
		Datum values[3];
		bool nulls[3] = {false};

		strlcpy(name, a->word, sizeof(name));
		for (char *p = name; *p; p++)
			*p = pg_toupper((unsigned char) *p);
		offset->time = (int64) a->offset * USECS_PER_SEC;
		values[0] = CStringGetTextDatum(name);
		values[1] = IntervalPGetDatum(offset);
		values[2] = BoolGetDatum(a->isdst);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* name, abbrev, utc_offset, is_dst, of all zones at the present moment */
Datum
pg_timezone_names(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	pg_tzenum *e;
	pg_tz *tz;

	InitMaterializedSRF(fcinfo, 0);
	e = pg_tzenumerate_start();
	while ((tz = pg_tzenumerate_next(e)) != NULL)
	{
		struct pg_tm tm;
		fsec_t fsec;
		const char *tzn;
		int tzoff;
		Interval *offset = palloc0(sizeof(Interval));
		Datum values[4];
		bool nulls[4] = {false};

		if (timestamp2tm(GetCurrentTransactionStartTimestamp(), &tzoff, &tm,
						 &fsec, &tzn, tz) != 0)
			continue;
		offset->time = -(int64) tzoff * USECS_PER_SEC;
		values[0] = CStringGetTextDatum(pg_get_timezone_name(tz));
		values[1] = CStringGetTextDatum(tzn ? tzn : "");
		values[2] = IntervalPGetDatum(offset);
		values[3] = BoolGetDatum(tm.tm_isdst > 0);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	pg_tzenumerate_end(e);
	return (Datum) 0;
}

/* ---- Calendar: days of the Julian period ---- */

int
date2j(int y, int m, int d)
{
	/* years that begin in March, counted from 4801 BC, end with leap days */
	int from_march = m > 2 ? m - 3 : m + 9;
	int year = y + 4800 - (m <= 2);

	return d + (153 * from_march + 2) / 5 + 365 * year + year / 4 -
		year / 100 + year / 400 - 32045;
}

void
j2date(int jd, int *year, int *month, int *day)
{
	/* days since 4801 BC March 1, in the cycle of 400 years */
	uint64 z = (uint64) ((int64) jd + 32044);
	uint64 era = z / 146097;
	uint32 doe = z % 146097;
	uint32 yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	uint32 doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	uint32 mp = (5 * doy + 2) / 153;

	*day = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = (int) (yoe + era * 400) - 4800 + (*month <= 2);
}

/* Day of the week, Sunday is 0. */
int
j2day(int jd)
{
	jd = (jd + 1) % 7;
	return jd < 0 ? jd + 7 : jd;
}

/* ---- Now: the start of the transaction, in the session's zone ---- */

void
GetCurrentTimeUsec(struct pg_tm *tm, fsec_t *fsec, int *tzp)
{
	int tz;

	if (timestamp2tm(GetCurrentTransactionStartTimestamp(), &tz, tm, fsec,
					 NULL, NULL) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	if (tzp)
		*tzp = tz;
}

void
GetCurrentDateTime(struct pg_tm *tm)
{
	fsec_t fsec;

	GetCurrentTimeUsec(tm, &fsec, NULL);
}

/* ---- Cutting into fields ---- */

typedef struct Splitter
{
	const char *p;
	char *out;
	char *limit;
	bool overflow;
} Splitter;

static void
put(Splitter *s, char c)
{
	if (s->out >= s->limit)
		s->overflow = true;
	else
		*s->out++ = c;
}

static void
put_digits(Splitter *s)
{
	while (isdigit((unsigned char) *s->p))
		put(s, *s->p++);
}

/* Copies while the character is a letter or digit or in extra, lower case. */
static void
put_run(Splitter *s, bool letters, bool digits, const char *extra)
{
	while (*s->p && ((letters && isalpha((unsigned char) *s->p)) || (digits && isdigit((unsigned char) *s->p)) || strchr(extra, *s->p)))
		put(s, pg_tolower((unsigned char) *s->p++));
}

/* A field that begins with a digit. */
static int
split_number(Splitter *s)
{
	char delim;

	put_digits(s);
	if (*s->p == ':')
	{
		put_run(s, false, true, ":.");
		return DTK_TIME;
	}
	if (*s->p != '-' && *s->p != '/' && *s->p != '.')
		return DTK_NUMBER;
	delim = *s->p;
	put(s, *s->p++);
	if (isdigit((unsigned char) *s->p))
	{
		int type = delim == '.' ? DTK_NUMBER : DTK_DATE;

		put_digits(s);
		/* a second delimiter of the kind makes it a date for certain */
		if (*s->p == delim)
		{
			type = DTK_DATE;
			put(s, *s->p++);
			put_run(s, false, true, (char[]){delim, '\0'});
		}
		return type;
	}
	put_run(s, true, true, (char[]){delim, '\0'});
	return DTK_DATE;
}

/* A field that begins with a letter; start is its place in the buffer. */
static int
split_word(Splitter *s, char *start)
{
	bool is_date;
	int val;

	put_run(s, true, false, "");
	is_date = *s->p == '-' || *s->p == '/' || *s->p == '.';
	if (*s->p == '+' || isdigit((unsigned char) *s->p))
	{
		/* "jan1" is a date, "J2451187" and "t04" are not */
		*s->out = '\0';
		is_date = find_word(date_words, start, &val) == UNKNOWN_FIELD;
	}
	if (!is_date)
		return DTK_STRING;
	put_run(s, true, true, "+-/_.:");
	return DTK_DATE;
}

/*
 * ParseDateTime
 *		Cuts timestr into fields, each a string in workbuf and a DTK_ shape.
 *
 * Returns 0, or DTERR_BAD_FORMAT.
 */
int
ParseDateTime(const char *timestr, char *workbuf, size_t buflen,
			  char **field, int *ftype, int maxfields, int *numfields)
{
	Splitter s = {timestr, workbuf, workbuf + buflen - 1, false};
	int nf = 0;

	while (*s.p)
	{
		char *start = s.out;
		int type;

		if (isspace((unsigned char) *s.p))
		{
			s.p++;
			continue;
		}
		if (nf >= maxfields)
			return DTERR_BAD_FORMAT;
		if (isdigit((unsigned char) *s.p))
			type = split_number(&s);
		else if (*s.p == '.')
		{
			put(&s, *s.p++);
			put_digits(&s);
			type = DTK_NUMBER;
		}
		else if (isalpha((unsigned char) *s.p))
			type = split_word(&s, start);
		else if (*s.p == '+' || *s.p == '-')
		{
			put(&s, *s.p++);
			while (isspace((unsigned char) *s.p))
				s.p++;
			if (isdigit((unsigned char) *s.p))
			{
				put_run(&s, false, true, ":.-");
				type = DTK_TZ;
			}
			else if (isalpha((unsigned char) *s.p))
			{
				put_run(&s, true, false, "");
				type = DTK_SPECIAL;
			}
			else
				return DTERR_BAD_FORMAT;
		}
		else if (ispunct((unsigned char) *s.p))
		{
			s.p++;
			continue;
		}
		else
			return DTERR_BAD_FORMAT;
		put(&s, '\0');
		if (s.overflow)
			return DTERR_BAD_FORMAT;
		field[nf] = start;
		ftype[nf++] = type;
	}
	*numfields = nf;
	return 0;
}

/* ---- Pieces ---- */

/* ".123" to microseconds; false if it is malformed. */
static bool
fraction_usec(const char *p, fsec_t *fsec)
{
	char *end;
	double frac;

	errno = 0;
	frac = p[1] == '\0' ? 0 : strtod(p, &end);
	if (p[1] != '\0' && (*end || errno))
		return false;
	*fsec = (fsec_t) rint(frac * 1000000);
	return true;
}

/* hh:mm[:ss[.f]], or mm:ss.f; *hour is wide for intervals. */
static int
parse_clock(const char *str, int range, int64 *hour, int *min, int *sec,
			fsec_t *fsec)
{
	char *cp;

	errno = 0;
	*hour = strtoll(str, &cp, 10);
	if (errno == ERANGE)
		return DTERR_FIELD_OVERFLOW;
	if (*cp != ':')
		return DTERR_BAD_FORMAT;
	*sec = 0;
	*fsec = 0;
	*min = strtol(cp + 1, &cp, 10);
	if (*cp == '\0')
	{
		/* "mm:ss" where the interval type has no hours */
		if (range == (INTERVAL_MASK(MINUTE) | INTERVAL_MASK(SECOND)))
		{
			if (*hour > INT_MAX || *hour < INT_MIN)
				return DTERR_FIELD_OVERFLOW;
			*sec = *min;
			*min = (int) *hour;
			*hour = 0;
		}
	}
	else if (*cp == '.')
	{
		if (!fraction_usec(cp, fsec))
			return DTERR_BAD_FORMAT;
		if (*hour > INT_MAX || *hour < INT_MIN)
			return DTERR_FIELD_OVERFLOW;
		*sec = *min;
		*min = (int) *hour;
		*hour = 0;
	}
	else if (*cp == ':')
	{
		*sec = strtol(cp + 1, &cp, 10);
		if (*cp == '.')
		{
			if (!fraction_usec(cp, fsec))
				return DTERR_BAD_FORMAT;
		}
		else if (*cp)
			return DTERR_BAD_FORMAT;
	}
	else
		return DTERR_BAD_FORMAT;
	if (*hour < 0 || *min < 0 || *min >= MINS_PER_HOUR || *sec < 0 ||
		*sec > SECS_PER_MINUTE || *fsec < 0 || *fsec > USECS_PER_SEC)
		return DTERR_FIELD_OVERFLOW;
	return 0;
}

static int
decode_time(const char *str, int *tmask, struct pg_tm *tm, fsec_t *fsec)
{
	int64 hour;
	int dterr;

	*tmask = DTK_TIME_M;
	dterr = parse_clock(str, INTERVAL_FULL_RANGE, &hour, &tm->tm_min,
						&tm->tm_sec, fsec);
	if (dterr)
		return dterr;
	if (hour > INT_MAX)
		return DTERR_FIELD_OVERFLOW;
	tm->tm_hour = (int) hour;
	return 0;
}

/* Digits run together: yymmdd, yyyymmdd, hhmm, hhmmss, hhmmss.f */
static int
decode_run(int len, char *str, int fmask, int *tmask, struct pg_tm *tm,
		   fsec_t *fsec, bool *is2digits)
{
	char *cp = strchr(str, '.');

	if (cp != NULL)
	{
		if (!fraction_usec(cp, fsec))
			return DTERR_BAD_FORMAT;
		*cp = '\0';
		len = cp - str;
	}
	else if ((fmask & DTK_DATE_M) != DTK_DATE_M && len >= 6)
	{
		*tmask = DTK_DATE_M;
		tm->tm_mday = atoi(str + len - 2);
		str[len - 2] = '\0';
		tm->tm_mon = atoi(str + len - 4);
		str[len - 4] = '\0';
		tm->tm_year = atoi(str);
		*is2digits = len == 6;
		return DTK_DATE;
	}
	if ((fmask & DTK_TIME_M) != DTK_TIME_M && (len == 6 || len == 4))
	{
		*tmask = DTK_TIME_M;
		tm->tm_sec = len == 6 ? atoi(str + 4) : 0;
		str[4] = '\0';
		tm->tm_min = atoi(str + 2);
		str[2] = '\0';
		tm->tm_hour = atoi(str);
		return DTK_TIME;
	}
	return DTERR_BAD_FORMAT;
}

/*
 * A lone number of a date: which part it is depends on its length, on what is
 * known already, and on DateOrder.
 */
static int
decode_number(int flen, char *str, bool have_text_month, int fmask,
			  int *tmask, struct pg_tm *tm, fsec_t *fsec, bool *is2digits)
{
	char *cp;
	int val;
	int part;

	*tmask = 0;
	errno = 0;
	val = strtoint(str, &cp, 10);
	if (errno == ERANGE)
		return DTERR_FIELD_OVERFLOW;
	if (cp == str)
		return DTERR_BAD_FORMAT;
	if (*cp == '.')
	{
		if (cp - str > 2)
		{
			int r = decode_run(flen, str, fmask | DTK_DATE_M, tmask,
							   tm, fsec, is2digits);

			return r < 0 ? r : 0;
		}
		if (!fraction_usec(cp, fsec))
			return DTERR_BAD_FORMAT;
	}
	else if (*cp)
		return DTERR_BAD_FORMAT;
	/* three digits after a year are the day of it */
	if (flen == 3 && (fmask & DTK_DATE_M) == DTK_M(YEAR) && val >= 1 &&
		val <= 366)
	{
		*tmask = DTK_M(DOY) | DTK_M(MONTH) | DTK_M(DAY);
		tm->tm_yday = val;
		return 0;
	}
	switch (fmask & DTK_DATE_M)
	{
		case 0:
			part = flen >= 3 || DateOrder == DATEORDER_YMD ? YEAR : DateOrder == DATEORDER_DMY ? DAY
																							   : MONTH;
			break;
		case DTK_M(YEAR):
		case DTK_M(DAY):
			part = MONTH;
			break;
		case DTK_M(MONTH):
			part = have_text_month &&
					(flen >= 3 || DateOrder == DATEORDER_YMD)
				? YEAR
				: DAY;
			break;
		case DTK_M(YEAR) | DTK_M(MONTH):
			if (have_text_month && flen >= 3 && *is2digits)
			{
				/* 31-Jan-1999: what seemed the year was the day */
				*tmask = DTK_M(DAY);
				tm->tm_mday = tm->tm_year;
				tm->tm_year = val;
				*is2digits = false;
				return 0;
			}
			part = DAY;
			break;
		case DTK_M(MONTH) | DTK_M(DAY):
			part = YEAR;
			break;
		case DTK_M(YEAR) | DTK_M(MONTH) | DTK_M(DAY):
		{
			int r = decode_run(flen, str, fmask, tmask, tm, fsec,
							   is2digits);

			return r < 0 ? r : 0;
		}
		default:
			return DTERR_BAD_FORMAT;
	}
	*tmask = DTK_M(part);
	if (part == YEAR)
	{
		tm->tm_year = val;
		*is2digits = flen <= 2;
	}
	else if (part == MONTH)
		tm->tm_mon = val;
	else
		tm->tm_mday = val;
	return 0;
}

/* A date with delimiters in one field: 1999-01-08, 8-Jan-99, Jan/8/1999 */
static int
decode_date(char *str, int fmask, int *tmask, bool *is2digits,
			struct pg_tm *tm)
{
	char *field[MAXDATEFIELDS];
	int nf = 0;
	bool have_text_month = false;
	fsec_t fsec;
	int dmask;

	*tmask = 0;
	while (*str && nf < MAXDATEFIELDS)
	{
		while (*str && !isalnum((unsigned char) *str))
			str++;
		if (*str == '\0')
			return DTERR_BAD_FORMAT;
		field[nf++] = str;
		if (isdigit((unsigned char) *str))
			while (isdigit((unsigned char) *str))
				str++;
		else
			while (isalpha((unsigned char) *str))
				str++;
		if (*str)
			*str++ = '\0';
	}
	/* the month's name first, since it tells what the numbers are */
	for (int i = 0; i < nf; i++)
	{
		int val;

		if (!isalpha((unsigned char) *field[i]))
			continue;
		switch (DecodeSpecial(i, field[i], &val))
		{
			case IGNORE_DTF:
				break;
			case MONTH:
				tm->tm_mon = val;
				have_text_month = true;
				if (fmask & DTK_M(MONTH))
					return DTERR_BAD_FORMAT;
				fmask |= DTK_M(MONTH);
				*tmask |= DTK_M(MONTH);
				break;
			default:
				return DTERR_BAD_FORMAT;
		}
		field[i] = NULL;
	}
	for (int i = 0; i < nf; i++)
	{
		int dterr;

		if (field[i] == NULL)
			continue;
		if (field[i][0] == '\0')
			return DTERR_BAD_FORMAT;
		dterr = decode_number(strlen(field[i]), field[i], have_text_month,
							  fmask, &dmask, tm, &fsec, is2digits);
		if (dterr)
			return dterr;
		if (fmask & dmask)
			return DTERR_BAD_FORMAT;
		fmask |= dmask;
		*tmask |= dmask;
	}
	return (fmask & ~(DTK_M(DOY) | DTK_M(TZ))) == DTK_DATE_M ? 0 : DTERR_BAD_FORMAT;
}

/* Checks the date, and resolves eras, two-digit years and days of the year. */
int
ValidateDate(int fmask, bool isjulian, bool is2digits, bool bc,
			 struct pg_tm *tm)
{
	if ((fmask & DTK_M(YEAR)) && !isjulian)
	{
		if (bc)
		{
			if (tm->tm_year <= 0)
				return DTERR_FIELD_OVERFLOW;
			tm->tm_year = -(tm->tm_year - 1);
		}
		else if (is2digits)
		{
			if (tm->tm_year < 0)
				return DTERR_FIELD_OVERFLOW;
			if (tm->tm_year < 70)
				tm->tm_year += 2000;
			else if (tm->tm_year < 100)
				tm->tm_year += 1900;
		}
		else if (tm->tm_year <= 0)
			return DTERR_FIELD_OVERFLOW;
	}
	if (fmask & DTK_M(DOY))
		j2date(date2j(tm->tm_year, 1, 1) + tm->tm_yday - 1, &tm->tm_year,
			   &tm->tm_mon, &tm->tm_mday);
	if ((fmask & DTK_M(MONTH)) &&
		(tm->tm_mon < 1 || tm->tm_mon > MONTHS_PER_YEAR))
		return DTERR_MD_FIELD_OVERFLOW;
	if ((fmask & DTK_M(DAY)) && (tm->tm_mday < 1 || tm->tm_mday > 31))
		return DTERR_MD_FIELD_OVERFLOW;
	if ((fmask & DTK_DATE_M) == DTK_DATE_M &&
		tm->tm_mday > day_tab[isleap(tm->tm_year)][tm->tm_mon - 1])
		return DTERR_FIELD_OVERFLOW;
	return 0;
}

/* +hh, +hhmm, +hh:mm or +hh:mm:ss, to seconds west */
int
DecodeTimezone(const char *str, int *tzp)
{
	char *cp;
	int hr;
	int min = 0;
	int sec = 0;
	int tz;

	if (*str != '+' && *str != '-')
		return DTERR_BAD_FORMAT;
	errno = 0;
	hr = strtoint(str + 1, &cp, 10);
	if (errno == ERANGE)
		return DTERR_TZDISP_OVERFLOW;
	if (*cp == ':')
	{
		min = strtoint(cp + 1, &cp, 10);
		if (*cp == ':')
			sec = strtoint(cp + 1, &cp, 10);
	}
	else if (*cp == '\0' && strlen(str) > 3)
	{
		min = hr % 100;
		hr = hr / 100;
	}
	if (hr < 0 || hr > MAX_TZDISP_HOUR || min < 0 || min >= MINS_PER_HOUR ||
		sec < 0 || sec >= SECS_PER_MINUTE || errno == ERANGE)
		return DTERR_TZDISP_OVERFLOW;
	tz = (hr * MINS_PER_HOUR + min) * SECS_PER_MINUTE + sec;
	*tzp = *str == '-' ? tz : -tz;
	return *cp ? DTERR_BAD_FORMAT : 0;
}

/* ---- Zones of a moment ---- */

/* Local time as if it were UTC, in seconds since 1970; false out of range. */
static bool
local_seconds(const struct pg_tm *tm, pg_time_t *result)
{
	if (!IS_VALID_JULIAN(tm->tm_year, tm->tm_mon, tm->tm_mday))
		return false;
	*result = ((pg_time_t) date2j(tm->tm_year, tm->tm_mon, tm->tm_mday) -
			   UNIX_EPOCH_JDATE) *
			SECS_PER_DAY +
		(tm->tm_hour * MINS_PER_HOUR + tm->tm_min) * SECS_PER_MINUTE +
		tm->tm_sec;
	return true;
}

/*
 * DetermineTimeZoneOffset
 *		Offset (seconds west) that holds at a local time; sets tm->tm_isdst.
 *
 * A time that the clocks skip is read as if they had not changed yet, one that
 * they show twice as the second, after the change.
 */
int
DetermineTimeZoneOffset(struct pg_tm *tm, pg_tz *tzp)
{
	pg_time_t local;
	pg_time_t day_before;
	pg_time_t boundary;
	long int off[2];
	int isdst[2];
	int which;
	pg_time_t as_before;
	pg_time_t as_after;

	tm->tm_isdst = 0;
	if (!local_seconds(tm, &local))
		return 0;
	day_before = local - SECS_PER_DAY;
	if (pg_next_dst_boundary(&day_before, &off[0], &isdst[0], &boundary,
							 &off[1], &isdst[1], tzp) <= 0)
		which = 0;
	else
	{
		as_before = local - off[0];
		as_after = local - off[1];
		if (as_before < boundary && as_after < boundary)
			which = 0;
		else if (as_before > boundary && as_after >= boundary)
			which = 1;
		else
			which = as_before > as_after ? 0 : 1;
	}
	tm->tm_isdst = isdst[which];
	return -(int) off[which];
}

/* The same for an abbreviation whose meaning depends on the moment. */
int
DetermineTimeZoneAbbrevOffset(struct pg_tm *tm, const char *abbr, pg_tz *tzp)
{
	pg_time_t local;
	long int off;
	int isdst;
	char upper[TZ_STRLEN_MAX + 1];
	int zone_offset = DetermineTimeZoneOffset(tm, tzp);

	strlcpy(upper, abbr, sizeof(upper));
	for (char *p = upper; *p; p++)
		*p = pg_toupper((unsigned char) *p);
	if (local_seconds(tm, &local))
	{
		local += zone_offset;
		if (pg_interpret_timezone_abbrev(upper, &local, &off, &isdst, tzp))
		{
			tm->tm_isdst = isdst;
			return -(int) off;
		}
	}
	return zone_offset;
}

int
DetermineTimeZoneAbbrevOffsetTS(TimestampTz ts, const char *abbr, pg_tz *tzp,
								int *isdst)
{
	pg_time_t t = timestamptz_to_time_t(ts);
	long int off;
	struct pg_tm tm;
	fsec_t fsec;
	int tz;

	if (pg_interpret_timezone_abbrev(abbr, &t, &off, isdst, tzp))
		return -(int) off;
	if (timestamp2tm(ts, &tz, &tm, &fsec, NULL, tzp) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	*isdst = tm.tm_isdst;
	return tz;
}

/* A zone by name or abbreviation; 22023 if there is none. */
pg_tz *
DecodeTimezoneNameToTz(const char *tzname)
{
	char *low = pstrdup(tzname);
	int offset;
	pg_tz *tz;

	for (char *p = low; *p; p++)
		*p = pg_tolower((unsigned char) *p);
	if (DecodeTimezoneAbbrev(0, low, &offset, &tz) != UNKNOWN_FIELD)
		return pg_tzset_offset(-offset);
	tz = pg_tzset(tzname);
	if (tz == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("time zone \"%s\" not recognized", tzname)));
	return tz;
}

/* ---- Dates and times ---- */

/* What the fields have told so far. */
typedef struct Decoder
{
	struct pg_tm *tm;
	fsec_t *fsec;
	int *tzp; /* NULL if no zone is wanted */
	int *dtype;
	int fmask; /* parts known */
	int ptype; /* what a word said the next field is */
	int meridian; /* HR24, AM or PM */
	bool bc;
	bool isjulian;
	bool is2digits;
	bool have_text_month;
	bool time_only; /* a time of day is wanted */
	bool date_first; /* but field 0 is a date, which settles its zone */
	pg_tz *named_tz;
} Decoder;

/* A Julian day, perhaps with a fraction that is the time. */
static int
decode_julian(Decoder *d, const char *str, int *tmask)
{
	char *cp;
	int val;

	errno = 0;
	val = strtoint(str, &cp, 10);
	if (errno == ERANGE || val < 0)
		return DTERR_FIELD_OVERFLOW;
	*tmask = DTK_DATE_M;
	j2date(val, &d->tm->tm_year, &d->tm->tm_mon, &d->tm->tm_mday);
	d->isjulian = true;
	if (*cp == '.')
	{
		double time = strtod(cp, &cp) * USECS_PER_DAY;
		int64 usec = (int64) rint(time);

		if (*cp)
			return DTERR_BAD_FORMAT;
		dt2time(usec, &d->tm->tm_hour, &d->tm->tm_min, &d->tm->tm_sec,
				d->fsec);
		*tmask |= DTK_TIME_M;
	}
	else if (*cp)
		return DTERR_BAD_FORMAT;
	return 0;
}

/* A field with the shape of a date: a date, a zone's name, or hhmmss-zz */
static int
decode_date_field(Decoder *d, char *field, int *tmask)
{
	if (d->ptype == DTK_JULIAN)
	{
		char *cp;
		int val;

		/* a Julian day with a zone behind it, as in 2451187-08 */
		if (d->tzp == NULL)
			return DTERR_BAD_FORMAT;
		errno = 0;
		val = strtoint(field, &cp, 10);
		if (errno == ERANGE || val < 0)
			return DTERR_FIELD_OVERFLOW;
		j2date(val, &d->tm->tm_year, &d->tm->tm_mon, &d->tm->tm_mday);
		d->isjulian = true;
		*tmask = DTK_DATE_M | DTK_TIME_M | DTK_M(TZ);
		d->tm->tm_hour = d->tm->tm_min = d->tm->tm_sec = 0;
		d->ptype = 0;
		return DecodeTimezone(cp, d->tzp);
	}
	if (d->date_first)
	{
		d->date_first = false;
		return decode_date(field, d->fmask, tmask, &d->is2digits, d->tm);
	}
	if (d->ptype != 0 || d->time_only ||
		(d->fmask & (DTK_M(MONTH) | DTK_M(DAY))) ==
			(DTK_M(MONTH) | DTK_M(DAY)))
	{
		if (d->tzp == NULL)
			return DTERR_BAD_FORMAT;
		if (isdigit((unsigned char) *field) || d->ptype != 0)
		{
			char *cp = strchr(field, '-');
			int dterr;
			int r;

			if (d->ptype != 0 && d->ptype != DTK_TIME)
				return DTERR_BAD_FORMAT;
			d->ptype = 0;
			if (cp == NULL || (d->fmask & DTK_TIME_M) == DTK_TIME_M)
				return DTERR_BAD_FORMAT;
			dterr = DecodeTimezone(cp, d->tzp);
			if (dterr)
				return dterr;
			*cp = '\0';
			r = decode_run(strlen(field), field, d->fmask | DTK_DATE_M,
						   tmask, d->tm, d->fsec, &d->is2digits);
			if (r < 0)
				return r;
			*tmask |= DTK_M(TZ);
			return 0;
		}
		d->named_tz = pg_tzset(field);
		if (d->named_tz == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("time zone \"%s\" not recognized", field)));
		*tmask = DTK_M(TZ);
		return 0;
	}
	return decode_date(field, d->fmask, tmask, &d->is2digits, d->tm);
}

/* A number behind the letter of its part, as in y2001m02d04 */
static int
decode_unit_number(Decoder *d, char *field, int *tmask)
{
	int unit = d->ptype;
	char *cp;
	int val;

	d->ptype = 0;
	errno = 0;
	val = strtoint(field, &cp, 10);
	if (errno == ERANGE)
		return DTERR_FIELD_OVERFLOW;
	if (*cp == '.' ? unit != DTK_SECOND : *cp != '\0')
		return DTERR_BAD_FORMAT;
	switch (unit)
	{
		case DTK_YEAR:
			d->tm->tm_year = val;
			*tmask = DTK_M(YEAR);
			return 0;
		case DTK_MONTH:
			/* behind an hour, "m" is the minute */
			if ((d->fmask & DTK_M(MONTH)) && (d->fmask & DTK_M(HOUR)))
			{
				d->tm->tm_min = val;
				*tmask = DTK_M(MINUTE);
				return 0;
			}
			d->tm->tm_mon = val;
			*tmask = DTK_M(MONTH);
			return 0;
		case DTK_DAY:
			d->tm->tm_mday = val;
			*tmask = DTK_M(DAY);
			return 0;
		case DTK_HOUR:
			d->tm->tm_hour = val;
			*tmask = DTK_M(HOUR);
			return 0;
		case DTK_MINUTE:
			d->tm->tm_min = val;
			*tmask = DTK_M(MINUTE);
			return 0;
		case DTK_SECOND:
			d->tm->tm_sec = val;
			*tmask = DTK_M(SECOND);
			if (*cp == '.')
			{
				if (!fraction_usec(cp, d->fsec))
					return DTERR_BAD_FORMAT;
				*tmask = DTK_ALL_SECS_M;
			}
			return 0;
	}
	return DTERR_BAD_FORMAT;
}

static int
decode_number_field(Decoder *d, char *field, int *tmask)
{
	int flen = strlen(field);
	char *cp = strchr(field, '.');
	int known = d->fmask | (d->time_only ? DTK_DATE_M : 0);
	int r;

	if (d->ptype == DTK_JULIAN)
	{
		d->ptype = 0;
		return d->tzp || !d->time_only ? decode_julian(d, field, tmask) : DTERR_BAD_FORMAT;
	}
	if (d->ptype == DTK_TIME)
	{
		d->ptype = 0;
		r = decode_run(flen, field, d->fmask | DTK_DATE_M, tmask, d->tm,
					   d->fsec, &d->is2digits);
		return r < 0 ? r : r == DTK_TIME ? 0
										 : DTERR_BAD_FORMAT;
	}
	if (d->ptype != 0)
		return decode_unit_number(d, field, tmask);
	if (cp != NULL && !(known & DTK_DATE_M))
		return decode_date(field, d->fmask, tmask, &d->is2digits, d->tm);
	if ((cp != NULL && cp - field > 2) ||
		(flen >= 6 && (!(known & DTK_DATE_M) || !(known & DTK_TIME_M))) ||
		(d->time_only && flen > 3))
	{
		r = decode_run(flen, field, known, tmask, d->tm, d->fsec,
					   &d->is2digits);
		return r < 0 ? r : 0;
	}
	return decode_number(flen, field, d->have_text_month, known, tmask,
						 d->tm, d->fsec, &d->is2digits);
}

/* The date of now, moved by some days, at midnight. */
static void
set_relative_day(Decoder *d, int offset)
{
	struct pg_tm now;

	GetCurrentDateTime(&now);
	j2date(date2j(now.tm_year, now.tm_mon, now.tm_mday) + offset,
		   &d->tm->tm_year, &d->tm->tm_mon, &d->tm->tm_mday);
}

static int
decode_reserved(Decoder *d, int val, int *tmask)
{
	*tmask = DTK_DATE_M | DTK_TIME_M | DTK_M(TZ);
	if (d->time_only && val != DTK_NOW && val != DTK_ZULU)
		return DTERR_BAD_FORMAT;
	*d->dtype = d->time_only ? DTK_TIME : DTK_DATE;
	switch (val)
	{
		case DTK_NOW:
			GetCurrentTimeUsec(d->tm, d->fsec, d->tzp);
			if (d->time_only)
				*tmask = DTK_TIME_M;
			return 0;
		case DTK_YESTERDAY:
		case DTK_TODAY:
		case DTK_TOMORROW:
			*tmask = DTK_DATE_M;
			set_relative_day(d, val - DTK_TODAY);
			return 0;
		case DTK_ZULU:
			*tmask = DTK_TIME_M | DTK_M(TZ);
			d->tm->tm_hour = d->tm->tm_min = d->tm->tm_sec = 0;
			if (d->tzp)
				*d->tzp = 0;
			return 0;
		case DTK_EPOCH:
		case DTK_LATE:
		case DTK_EARLY:
			/* they may stand beside a date, a time and a zone, and win */
			*tmask = DTK_M(RESERV);
			*d->dtype = val;
			return 0;
	}
	return DTERR_BAD_FORMAT;
}

static int
decode_word(Decoder *d, int i, char *field, int nexttype, int *tmask)
{
	int val;
	pg_tz *valtz;
	int type = DecodeTimezoneAbbrev(i, field, &val, &valtz);

	if (type == UNKNOWN_FIELD)
		type = DecodeSpecial(i, field, &val);
	*tmask = DTK_M(type);
	switch (type)
	{
		case RESERV:
			return decode_reserved(d, val, tmask);
		case IGNORE_DTF:
			*tmask = 0;
			return 0;
		case MONTH:
			if (d->time_only)
				return DTERR_BAD_FORMAT;
			/* 8 Jan: what seemed the month was the day */
			if ((d->fmask & DTK_M(MONTH)) && !d->have_text_month &&
				!(d->fmask & DTK_M(DAY)) && d->tm->tm_mon >= 1 &&
				d->tm->tm_mon <= 31)
			{
				d->tm->tm_mday = d->tm->tm_mon;
				*tmask = DTK_M(DAY);
			}
			d->have_text_month = true;
			d->tm->tm_mon = val;
			return 0;
		case DTZMOD:
			*tmask |= DTK_M(DTZ);
			d->tm->tm_isdst = 1;
			if (d->tzp == NULL)
				return DTERR_BAD_FORMAT;
			*d->tzp -= val;
			return 0;
		case DTZ:
		case TZ:
			*tmask |= DTK_M(TZ);
			d->tm->tm_isdst = type == DTZ;
			if (d->tzp == NULL)
				return DTERR_BAD_FORMAT;
			*d->tzp = -val;
			return 0;
		case AMPM:
			d->meridian = val;
			return 0;
		case ADBC:
			d->bc = val == ERA_BC;
			return 0;
		case DOW:
			if (d->time_only)
				return DTERR_BAD_FORMAT;
			d->tm->tm_wday = val;
			return 0;
		case UNITS:
			*tmask = 0;
			if (d->ptype != 0)
				return DTERR_BAD_FORMAT;
			d->ptype = val;
			return 0;
		case ISOTIME:
			*tmask = 0;
			if ((!d->time_only &&
				 (d->fmask & DTK_DATE_M) != DTK_DATE_M) ||
				d->ptype != 0 ||
				(nexttype != DTK_NUMBER && nexttype != DTK_TIME &&
				 nexttype != DTK_DATE))
				return DTERR_BAD_FORMAT;
			d->ptype = val;
			return 0;
		case UNKNOWN_FIELD:
			d->named_tz = pg_tzset(field);
			if (d->named_tz == NULL || d->tzp == NULL)
				return DTERR_BAD_FORMAT;
			*tmask = DTK_M(TZ);
			return 0;
	}
	return DTERR_BAD_FORMAT;
}

static int
decode_fields(Decoder *d, char **field, int *ftype, int nf)
{
	for (int i = 0; i < nf; i++)
	{
		int tmask = 0;
		int dterr;

		switch (ftype[i])
		{
			case DTK_DATE:
				dterr = decode_date_field(d, field[i], &tmask);
				break;
			case DTK_TIME:
				if (d->ptype != 0 && d->ptype != DTK_TIME && !d->time_only)
					return DTERR_BAD_FORMAT;
				d->ptype = 0;
				dterr = decode_time(field[i], &tmask, d->tm, d->fsec);
				if (dterr == 0 && !d->time_only && time_overflows(d->tm->tm_hour, d->tm->tm_min, d->tm->tm_sec, *d->fsec))
					dterr = DTERR_FIELD_OVERFLOW;
				break;
			case DTK_TZ:
				if (d->tzp == NULL)
					return DTERR_BAD_FORMAT;
				dterr = DecodeTimezone(field[i], d->tzp);
				tmask = DTK_M(TZ);
				break;
			case DTK_NUMBER:
				dterr = decode_number_field(d, field[i], &tmask);
				break;
			case DTK_STRING:
			case DTK_SPECIAL:
				dterr = decode_word(d, i, field[i],
									i + 1 < nf ? ftype[i + 1] : -1, &tmask);
				break;
			default:
				return DTERR_BAD_FORMAT;
		}
		if (dterr)
			return dterr;
		if (tmask & d->fmask)
			return DTERR_BAD_FORMAT;
		d->fmask |= tmask;
	}
	/* a unit that nothing follows says nothing */
	return 0;
}

/* Applies AM and PM. */
static int
apply_meridian(Decoder *d)
{
	if (d->meridian != HR24 && d->tm->tm_hour > 12)
		return DTERR_FIELD_OVERFLOW;
	if (d->meridian == AM && d->tm->tm_hour == 12)
		d->tm->tm_hour = 0;
	else if (d->meridian == PM && d->tm->tm_hour != 12)
		d->tm->tm_hour += 12;
	return 0;
}

/*
 * DecodeDateTime
 *		Meaning of the fields of a date or timestamp.
 *
 * dtype	out: DTK_DATE, or DTK_EPOCH, DTK_LATE, DTK_EARLY
 * tzp		out, or NULL if a zone may not be given; the session's by default
 *
 * Returns 0; 1 if there is a time only; or a DTERR_ code.
 */
int
DecodeDateTime(char **field, int *ftype, int nf, int *dtype,
			   struct pg_tm *tm, fsec_t *fsec, int *tzp)
{
	Decoder d = {.tm = tm, .fsec = fsec, .tzp = tzp, .dtype = dtype};
	int dterr;

	*dtype = DTK_DATE;
	tm->tm_hour = tm->tm_min = tm->tm_sec = 0;
	*fsec = 0;
	tm->tm_isdst = -1;
	if (tzp)
		*tzp = 0;
	dterr = decode_fields(&d, field, ftype, nf);
	if (dterr == 0)
		dterr = ValidateDate(d.fmask, d.isjulian, d.is2digits, d.bc, tm);
	if (dterr == 0)
		dterr = apply_meridian(&d);
	if (dterr || *dtype != DTK_DATE)
		return dterr;
	if ((d.fmask & DTK_DATE_M) != DTK_DATE_M)
		return (d.fmask & DTK_TIME_M) == DTK_TIME_M ? 1 : DTERR_BAD_FORMAT;
	if (d.named_tz)
	{
		if (d.fmask & DTK_M(DTZMOD))
			return DTERR_BAD_FORMAT;
		*tzp = DetermineTimeZoneOffset(tm, d.named_tz);
	}
	if (tzp && !(d.fmask & DTK_M(TZ)))
	{
		if (d.fmask & DTK_M(DTZMOD))
			return DTERR_BAD_FORMAT;
		*tzp = DetermineTimeZoneOffset(tm, session_timezone);
	}
	return 0;
}

/* The offset of the session's zone today at the time in tm. */
static int
zone_of_today(struct pg_tm *tm, pg_tz *tz)
{
	struct pg_tm today;
	int result;

	GetCurrentDateTime(&today);
	today.tm_hour = tm->tm_hour;
	today.tm_min = tm->tm_min;
	today.tm_sec = tm->tm_sec;
	result = DetermineTimeZoneOffset(&today, tz);
	tm->tm_isdst = today.tm_isdst;
	return result;
}

/*
 * DecodeTimeOnly
 *		Meaning of the fields of a time of day, with or without zone.
 *
 * A zone whose offset changes needs a date beside it.
 */
int
DecodeTimeOnly(char **field, int *ftype, int nf, int *dtype,
			   struct pg_tm *tm, fsec_t *fsec, int *tzp)
{
	int tz;
	Decoder d = {.tm = tm, .fsec = fsec, .tzp = tzp ? tzp : &tz, .dtype = dtype, .time_only = true};
	int dterr;

	*dtype = DTK_TIME;
	tm->tm_hour = tm->tm_min = tm->tm_sec = 0;
	*fsec = 0;
	tm->tm_isdst = -1;
	*d.tzp = 0;
	d.date_first = nf > 1 && ftype[0] == DTK_DATE &&
		(ftype[1] == DTK_TIME || ftype[nf - 1] == DTK_DATE);
	dterr = decode_fields(&d, field, ftype, nf);
	if (dterr == 0)
		dterr = ValidateDate(d.fmask, d.isjulian, d.is2digits, d.bc, tm);
	if (dterr == 0)
		dterr = apply_meridian(&d);
	if (dterr)
		return dterr;
	if (time_overflows(tm->tm_hour, tm->tm_min, tm->tm_sec, *fsec))
		return DTERR_FIELD_OVERFLOW;
	if ((d.fmask & DTK_TIME_M) != DTK_TIME_M)
		return DTERR_BAD_FORMAT;
	if (d.named_tz)
	{
		long int gmtoff;

		if (d.fmask & DTK_M(DTZMOD))
			return DTERR_BAD_FORMAT;
		if (pg_get_timezone_offset(d.named_tz, &gmtoff))
			*d.tzp = -(int) gmtoff;
		else if ((d.fmask & DTK_DATE_M) == DTK_DATE_M)
			*d.tzp = DetermineTimeZoneOffset(tm, d.named_tz);
		else
			return DTERR_BAD_FORMAT;
	}
	if (!(d.fmask & DTK_M(TZ)))
	{
		if (d.fmask & DTK_M(DTZMOD))
			return DTERR_BAD_FORMAT;
		if ((d.fmask & DTK_DATE_M) == DTK_DATE_M)
			*d.tzp = DetermineTimeZoneOffset(tm, session_timezone);
		else if (tzp)
			*d.tzp = zone_of_today(tm, session_timezone);
	}
	return 0;
}

/* ---- Intervals ---- */

/* Adds val * scale + frac * scale microseconds; false on overflow. */
static bool
add_usec(struct pg_itm_in *itm, int64 val, double frac, int64 scale)
{
	int64 product;

	if (pg_mul_s64_overflow(val, scale, &product) ||
		pg_add_s64_overflow(itm->tm_usec, product, &itm->tm_usec))
		return false;
	frac *= (double) scale;
	if (frac > PG_INT64_MAX / 2 || frac < -(PG_INT64_MAX / 2))
		return false;
	return !pg_add_s64_overflow(itm->tm_usec, (int64) rint(frac),
								&itm->tm_usec);
}

/* Adds (val + frac) * scale days, the rest as time. */
static bool
add_days(struct pg_itm_in *itm, int64 val, double frac, int scale)
{
	int product;
	double extra = frac * scale;
	int whole = (int) extra;

	if (val < INT_MIN || val > INT_MAX ||
		pg_mul_s32_overflow((int) val, scale, &product) ||
		pg_add_s32_overflow(itm->tm_mday, product, &itm->tm_mday) ||
		pg_add_s32_overflow(itm->tm_mday, whole, &itm->tm_mday))
		return false;
	return add_usec(itm, 0, extra - whole, USECS_PER_DAY);
}

static bool
add_months(struct pg_itm_in *itm, int64 val, double frac)
{
	if (val < INT_MIN || val > INT_MAX ||
		pg_add_s32_overflow(itm->tm_mon, (int) val, &itm->tm_mon))
		return false;
	return add_days(itm, 0, frac, DAYS_PER_MONTH);
}

/* Adds (val + frac) * scale years, to the nearest month. */
static bool
add_years(struct pg_itm_in *itm, int64 val, double frac, int scale)
{
	int product;
	int extra = (int) rint(frac * scale * MONTHS_PER_YEAR);

	return val >= INT_MIN && val <= INT_MAX &&
		!pg_mul_s32_overflow((int) val, scale, &product) &&
		!pg_add_s32_overflow(itm->tm_year, product, &itm->tm_year) &&
		!pg_add_s32_overflow(itm->tm_mon, extra, &itm->tm_mon);
}

/* One amount with its unit; *tmask gets the bit of the unit. */
static int
add_amount(struct pg_itm_in *itm, int unit, int64 val, double frac, int fmask,
		   int *tmask)
{
	bool ok;

	switch (unit)
	{
		case DTK_MICROSEC:
			ok = add_usec(itm, val, frac, 1);
			*tmask = DTK_M(MICROSECOND);
			break;
		case DTK_MILLISEC:
			ok = add_usec(itm, val, frac, 1000);
			*tmask = DTK_M(MILLISECOND);
			break;
		case DTK_SECOND:
			ok = add_usec(itm, val, frac, USECS_PER_SEC);
			/* seconds with a fraction leave no room for finer units */
			*tmask = frac == 0 ? DTK_M(SECOND) : DTK_ALL_SECS_M;
			break;
		case DTK_MINUTE:
			ok = add_usec(itm, val, frac, USECS_PER_MINUTE);
			*tmask = DTK_M(MINUTE);
			break;
		case DTK_HOUR:
			ok = add_usec(itm, val, frac, USECS_PER_HOUR);
			*tmask = DTK_M(HOUR);
			break;
		case DTK_DAY:
			ok = add_days(itm, val, frac, 1);
			*tmask = DTK_M(DAY);
			break;
		case DTK_WEEK:
			ok = add_days(itm, val, frac, 7);
			*tmask = DTK_M(WEEK);
			break;
		case DTK_MONTH:
			ok = add_months(itm, val, frac);
			*tmask = DTK_M(MONTH);
			break;
		case DTK_YEAR:
			ok = add_years(itm, val, frac, 1);
			*tmask = DTK_M(YEAR);
			break;
		case DTK_DECADE:
			ok = add_years(itm, val, frac, 10);
			*tmask = DTK_M(DECADE);
			break;
		case DTK_CENTURY:
			ok = add_years(itm, val, frac, 100);
			*tmask = DTK_M(CENTURY);
			break;
		case DTK_MILLENNIUM:
			ok = add_years(itm, val, frac, 1000);
			*tmask = DTK_M(MILLENNIUM);
			break;
		default:
			return DTERR_BAD_FORMAT;
	}
	return ok ? 0 : DTERR_FIELD_OVERFLOW;
}

static int
clock_for_interval(const char *str, int range, struct pg_itm_in *itm)
{
	int64 hour;
	int min;
	int sec;
	fsec_t fsec;
	int dterr = parse_clock(str, range, &hour, &min, &sec, &fsec);

	if (dterr)
		return dterr;
	itm->tm_usec = fsec;
	return add_usec(itm, hour, 0, USECS_PER_HOUR) &&
			add_usec(itm, min, 0, USECS_PER_MINUTE) &&
			add_usec(itm, sec, 0, USECS_PER_SEC)
		? 0
		: DTERR_FIELD_OVERFLOW;
}

/* The unit of a bare number, by the fields of the interval type. */
static int
unit_of_range(int range)
{
	static const struct
	{
		int bit;
		int unit;
	} units[] = {
		{SECOND, DTK_SECOND}, {MINUTE, DTK_MINUTE}, {HOUR, DTK_HOUR}, {DAY, DTK_DAY}, {MONTH, DTK_MONTH}, {YEAR, DTK_YEAR}};

	/* the finest field of the type */
	if (range != INTERVAL_FULL_RANGE)
		for (size_t i = 0; i < lengthof(units); i++)
			if (range & INTERVAL_MASK(units[i].bit))
				return units[i].unit;
	return DTK_SECOND;
}

/* A number, perhaps with a fraction, or years-months. */
static int
interval_number(const char *str, int *unit, int64 *val, double *frac)
{
	char *cp;

	*frac = 0;
	errno = 0;
	*val = strtoll(str, &cp, 10);
	if (errno == ERANGE)
		return DTERR_FIELD_OVERFLOW;
	if (*cp == '-')
	{
		int mon = strtoint(cp + 1, &cp, 10);

		if (errno == ERANGE || mon < 0 || mon >= MONTHS_PER_YEAR)
			return DTERR_FIELD_OVERFLOW;
		if (*cp)
			return DTERR_BAD_FORMAT;
		*unit = DTK_MONTH;
		if (*str == '-')
			mon = -mon;
		if (pg_mul_s64_overflow(*val, MONTHS_PER_YEAR, val) ||
			pg_add_s64_overflow(*val, mon, val))
			return DTERR_FIELD_OVERFLOW;
		return 0;
	}
	if (*cp == '.')
	{
		char *end;

		*frac = cp[1] ? strtod(cp, &end) : 0;
		if (cp[1] && *end)
			return DTERR_BAD_FORMAT;
		if (*str == '-')
			*frac = -*frac;
		return 0;
	}
	return *cp ? DTERR_BAD_FORMAT : 0;
}

static bool
negate_interval(struct pg_itm_in *itm)
{
	if (itm->tm_usec == PG_INT64_MIN || itm->tm_mday == INT_MIN ||
		itm->tm_mon == INT_MIN || itm->tm_year == INT_MIN)
		return false;
	itm->tm_usec = -itm->tm_usec;
	itm->tm_mday = -itm->tm_mday;
	itm->tm_mon = -itm->tm_mon;
	itm->tm_year = -itm->tm_year;
	return true;
}

/* In the SQL style, a leading minus that is the only sign is that of all. */
static bool
leading_minus(char **field, int nf)
{
	if (IntervalStyle != INTSTYLE_SQL_STANDARD || nf == 0 || *field[0] != '-')
		return false;
	for (int i = 1; i < nf; i++)
		if (*field[i] == '-' || *field[i] == '+')
			return false;
	return true;
}

/*
 * DecodeInterval
 *		Meaning of the fields of an interval, read from right to left, since
 *		a unit stands behind its number.
 *
 * range	fields of the interval type, INTERVAL_FULL_RANGE if all
 */
int
DecodeInterval(char **field, int *ftype, int nf, int range, int *dtype,
			   struct pg_itm_in *itm_in)
{
	bool force_negative = leading_minus(field, nf);
	bool is_before = false;
	int unit = IGNORE_DTF;
	int fmask = 0;

	*dtype = DTK_DELTA;
	memset(itm_in, 0, sizeof(*itm_in));
	for (int i = nf - 1; i >= 0; i--)
	{
		int tmask = 0;
		int dterr = 0;
		int val;
		int64 amount;
		double frac;

		switch (ftype[i])
		{
			case DTK_TIME:
				dterr = clock_for_interval(field[i], range, itm_in);
				tmask = DTK_TIME_M;
				if (force_negative && itm_in->tm_usec > 0)
					itm_in->tm_usec = -itm_in->tm_usec;
				unit = DTK_DAY;
				break;
			case DTK_TZ:
				if (strchr(field[i] + 1, ':') != NULL &&
					clock_for_interval(field[i] + 1, range, itm_in) == 0)
				{
					if (*field[i] == '-')
						itm_in->tm_usec = -itm_in->tm_usec;
					tmask = DTK_TIME_M;
					unit = DTK_DAY;
					break;
				}
				fallthrough;
			case DTK_DATE:
			case DTK_NUMBER:
				if (unit == IGNORE_DTF)
					unit = unit_of_range(range);
				dterr = interval_number(field[i], &unit, &amount, &frac);
				if (dterr == 0)
				{
					if (force_negative)
					{
						amount = amount > 0 ? -amount : amount;
						frac = frac > 0 ? -frac : frac;
					}
					dterr = add_amount(itm_in, unit, amount, frac, fmask,
									   &tmask);
				}
				break;
			case DTK_STRING:
			case DTK_SPECIAL:
				switch (DecodeUnits(i, field[i], &val))
				{
					case UNITS:
						unit = val;
						continue;
					case AGO:
						/* what stands before it needs a unit */
						is_before = true;
						unit = UNKNOWN_FIELD;
						continue;
					case IGNORE_DTF:
						continue;
				}
				if (DecodeSpecial(i, field[i], &val) == IGNORE_DTF)
					continue;
				return DTERR_BAD_FORMAT;
			default:
				return DTERR_BAD_FORMAT;
		}
		if (dterr)
			return dterr;
		if (tmask & fmask)
			return DTERR_BAD_FORMAT;
		fmask |= tmask;
	}
	if (fmask == 0)
		return DTERR_BAD_FORMAT;
	if (is_before && !negate_interval(itm_in))
		return DTERR_FIELD_OVERFLOW;
	return 0;
}

/* A number of an ISO 8601 interval; moves *str behind it. */
static int
iso_number(char **str, int64 *whole, double *frac)
{
	char *start = *str;
	double value;

	if (!isdigit((unsigned char) *start) && *start != '-' && *start != '.')
		return DTERR_BAD_FORMAT;
	errno = 0;
	value = strtod(start, str);
	if (*str == start || errno != 0)
		return DTERR_BAD_FORMAT;
	if (isnan(value) || fabs(value) > 1.0e15)
		return DTERR_FIELD_OVERFLOW;
	*whole = (int64) value;
	*frac = value - (double) *whole;
	return 0;
}

static int
iso_add(struct pg_itm_in *itm, int unit, int64 whole, double frac)
{
	int tmask;

	return add_amount(itm, unit, whole, frac, 0, &tmask);
}

/* The unit that a letter means before or behind the T; 0 if none. */
static int
iso_unit(char letter, bool in_time)
{
	switch (letter)
	{
		case 'Y':
			return in_time ? 0 : DTK_YEAR;
		case 'M':
			return in_time ? DTK_MINUTE : DTK_MONTH;
		case 'W':
			return in_time ? 0 : DTK_WEEK;
		case 'D':
			return in_time ? 0 : DTK_DAY;
		case 'H':
			return in_time ? DTK_HOUR : 0;
		case 'S':
			return in_time ? DTK_SECOND : 0;
	}
	return 0;
}

/*
 * One half of the alternative form, in which places stand for letters:
 * yyyymmdd or y-m-d before the T, hhmmss or h:m:s behind it.  Places may be
 * missing at the end.  Moves *str to the T or the end of the text.
 */
static int
iso_places(char **str, bool in_time, struct pg_itm_in *itm)
{
	static const int units[2][3] = {{DTK_YEAR, DTK_MONTH, DTK_DAY},
									{DTK_HOUR, DTK_MINUTE, DTK_SECOND}};
	char *start = *str;
	char delim = in_time ? ':' : '-';
	int width = strspn(start + (*start == '-'), "0123456789");
	int64 whole;
	double frac;
	int dterr = iso_number(str, &whole, &frac);

	if (dterr == 0 && **str != delim && width == (in_time ? 6 : 8))
	{
		dterr = iso_add(itm, units[in_time][0], whole / 10000, 0);
		if (dterr == 0)
			dterr = iso_add(itm, units[in_time][1], whole / 100 % 100, 0);
		return dterr ? dterr : iso_add(itm, units[in_time][2], whole % 100, frac);
	}
	for (int i = 0; dterr == 0; i++)
	{
		dterr = iso_add(itm, units[in_time][i], whole, frac);
		if (dterr || **str == '\0' || (!in_time && **str == 'T'))
			break;
		if (i == 2 || **str != delim)
			return DTERR_BAD_FORMAT;
		(*str)++;
		dterr = iso_number(str, &whole, &frac);
	}
	return dterr;
}

/*
 * DecodeISO8601Interval
 *		P[n]Y[n]M[n]W[n]DT[n]H[n]M[n]S, each with sign and fraction, or the
 *		alternative form of iso_places; the two may stand on either side of
 *		the T.
 */
int
DecodeISO8601Interval(char *str, int *dtype, struct pg_itm_in *itm_in)
{
	bool in_time = false;
	bool have_field = false;

	*dtype = DTK_DELTA;
	memset(itm_in, 0, sizeof(*itm_in));
	if (str[0] != 'P' || str[1] == '\0')
		return DTERR_BAD_FORMAT;
	for (str++; *str;)
	{
		char *start = str;
		int64 whole;
		double frac;
		int unit;
		int dterr;

		if (*str == 'T')
		{
			in_time = true;
			have_field = false;
			str++;
			continue;
		}
		dterr = iso_number(&str, &whole, &frac);
		if (dterr)
			return dterr;
		unit = iso_unit(*str, in_time);
		if (unit != 0)
		{
			str++;
			have_field = true;
			dterr = iso_add(itm_in, unit, whole, frac);
		}
		else if (have_field)
			dterr = DTERR_BAD_FORMAT;
		else
		{
			str = start;
			dterr = iso_places(&str, in_time, itm_in);
		}
		if (dterr)
			return dterr;
	}
	return 0;
}

/* ---- Errors ---- */

void
DateTimeParseError(int dterr, const char *str, const char *datatype)
{
	static const struct
	{
		int dterr;
		int sqlstate;
		const char *message;
	} errors[] = {
		{DTERR_FIELD_OVERFLOW, ERRCODE_DATETIME_FIELD_OVERFLOW,
		 "date/time field value out of range: \"%s\""},
		{DTERR_MD_FIELD_OVERFLOW, ERRCODE_DATETIME_FIELD_OVERFLOW,
		 "date/time field value out of range: \"%s\""},
		{DTERR_INTERVAL_OVERFLOW, ERRCODE_INTERVAL_FIELD_OVERFLOW,
		 "interval field value out of range: \"%s\""},
		{DTERR_TZDISP_OVERFLOW, ERRCODE_INVALID_TIME_ZONE_DISPLACEMENT_VALUE,
		 "time zone displacement out of range: \"%s\""}};

	for (size_t i = 0; i < lengthof(errors); i++)
		if (errors[i].dterr == dterr)
			ereport(ERROR,
					(errcode(errors[i].sqlstate),
					 errmsg(errors[i].message, str),
					 dterr == DTERR_MD_FIELD_OVERFLOW ? errhint("The setting \"datestyle\" may expect another order of day and month.") : 0));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_DATETIME_FORMAT),
			 errmsg("invalid input syntax for type %s: \"%s\"",
					datatype, str)));
	pg_unreachable();
}

/* ---- Writing ---- */

/* ss[.ffffff] without trailing zeroes; returns the end. */
static char *
put_seconds(char *cp, int sec, fsec_t fsec, bool fill)
{
	cp = pg_ultostr_zeropad(cp, abs(sec), fill ? 2 : 1);
	if (fsec != 0)
	{
		*cp++ = '.';
		cp = pg_ultostr_zeropad(cp, abs((int) fsec), 6);
		while (cp[-1] == '0')
			cp--;
	}
	*cp = '\0';
	return cp;
}

/* +hh[:mm[:ss]], from seconds west */
static char *
put_zone(char *cp, int tz, int style)
{
	int sec = abs(tz);
	int min = sec / SECS_PER_MINUTE;
	int hour = min / MINS_PER_HOUR;

	sec %= SECS_PER_MINUTE;
	min %= MINS_PER_HOUR;
	*cp++ = tz <= 0 ? '+' : '-';
	cp = pg_ultostr_zeropad(cp, hour, 2);
	if (sec != 0 || min != 0 || style == USE_XSD_DATES)
	{
		*cp++ = ':';
		cp = pg_ultostr_zeropad(cp, min, 2);
	}
	if (sec != 0)
	{
		*cp++ = ':';
		cp = pg_ultostr_zeropad(cp, sec, 2);
	}
	return cp;
}

/* The year as it is shown: BC years count from 1. */
static int
shown_year(const struct pg_tm *tm)
{
	return tm->tm_year > 0 ? tm->tm_year : -(tm->tm_year - 1);
}

/* a, b and c of at least awidth, 2 and cwidth digits */
static char *
put_three(char *cp, int a, int awidth, char delim, int b, int c, int cwidth)
{
	cp = pg_ultostr_zeropad(cp, a, awidth);
	*cp++ = delim;
	cp = pg_ultostr_zeropad(cp, b, 2);
	*cp++ = delim;
	return pg_ultostr_zeropad(cp, c, cwidth);
}

static char *
put_date(char *cp, const struct pg_tm *tm, int style)
{
	int y = shown_year(tm);
	bool day_first = DateOrder == DATEORDER_DMY;
	int a = day_first ? tm->tm_mday : tm->tm_mon;
	int b = day_first ? tm->tm_mon : tm->tm_mday;

	switch (style)
	{
		case USE_SQL_DATES:
			return put_three(cp, a, 2, '/', b, y, 4);
		case USE_GERMAN_DATES:
			return put_three(cp, tm->tm_mday, 2, '.', tm->tm_mon, y, 4);
		case USE_POSTGRES_DATES:
			return put_three(cp, a, 2, '-', b, y, 4);
		default:
			return put_three(cp, y, 4, '-', tm->tm_mon, tm->tm_mday, 2);
	}
}

static char *
put_clock(char *cp, const struct pg_tm *tm, fsec_t fsec)
{
	cp = pg_ultostr_zeropad(cp, tm->tm_hour, 2);
	*cp++ = ':';
	cp = pg_ultostr_zeropad(cp, tm->tm_min, 2);
	*cp++ = ':';
	return put_seconds(cp, tm->tm_sec, fsec, true);
}

static void
put_era(char *cp, const struct pg_tm *tm)
{
	strcpy(cp, tm->tm_year <= 0 ? " BC" : "");
}

void
EncodeDateOnly(struct pg_tm *tm, int style, char *str)
{
	Assert(tm->tm_mon >= 1 && tm->tm_mon <= MONTHS_PER_YEAR);
	put_era(put_date(str, tm, style), tm);
}

void
EncodeTimeOnly(struct pg_tm *tm, fsec_t fsec, bool print_tz, int tz,
			   int style, char *str)
{
	char *cp = put_clock(str, tm, fsec);

	if (print_tz)
		cp = put_zone(cp, tz, style);
	*cp = '\0';
}

/*
 * EncodeDateTime
 *		A timestamp in a style; tzn is the zone's abbreviation or NULL, which
 *		the styles other than ISO prefer to the offset.
 */
void
EncodeDateTime(struct pg_tm *tm, fsec_t fsec, bool print_tz, int tz,
			   const char *tzn, int style, char *str)
{
	char *cp = str;

	Assert(tm->tm_mon >= 1 && tm->tm_mon <= MONTHS_PER_YEAR);
	if (tm->tm_isdst < 0)
		print_tz = false;
	if (style == USE_POSTGRES_DATES)
	{
		int wday = j2day(date2j(tm->tm_year, tm->tm_mon, tm->tm_mday));

		if (DateOrder == DATEORDER_DMY)
			cp += sprintf(cp, "%.3s %02d %s ", days[wday], tm->tm_mday,
						  months[tm->tm_mon - 1]);
		else
			cp += sprintf(cp, "%.3s %s %02d ", days[wday],
						  months[tm->tm_mon - 1], tm->tm_mday);
		cp = put_clock(cp, tm, fsec);
		cp += sprintf(cp, " %04d", shown_year(tm));
	}
	else
	{
		cp = put_date(cp, tm, style);
		*cp++ = style == USE_XSD_DATES ? 'T' : ' ';
		cp = put_clock(cp, tm, fsec);
	}
	if (print_tz)
	{
		if (style == USE_ISO_DATES || style == USE_XSD_DATES)
			cp = put_zone(cp, tz, style);
		else if (tzn)
			cp += sprintf(cp, " %.*s", MAXTZLEN, tzn);
		else
		{
			/* a space keeps the offset apart from the year */
			if (style == USE_POSTGRES_DATES)
				*cp++ = ' ';
			cp = put_zone(cp, tz, style);
		}
	}
	put_era(cp, tm);
}

void
EncodeSpecialTimestamp(Timestamp dt, char *str)
{
	if (TIMESTAMP_IS_NOBEGIN(dt))
		strcpy(str, EARLY);
	else if (TIMESTAMP_IS_NOEND(dt))
		strcpy(str, LATE);
	else
		elog(ERROR, "invalid argument for EncodeSpecialTimestamp");
}

/* ---- Writing intervals ---- */

/* "n unit[s]" where n is not zero; the sign is shown if one before had it. */
static char *
put_unit(char *cp, int64 value, const char *unit, bool *is_zero,
		 bool *is_before)
{
	if (value == 0)
		return cp;
	cp += sprintf(cp, "%s%s%lld %s%s", *is_zero ? "" : " ",
				  *is_before && value > 0 ? "+" : "", (long long) value, unit,
				  value != 1 ? "s" : "");
	*is_before = value < 0;
	*is_zero = false;
	return cp;
}

/* 1 year 2 mons 3 days 04:05:06.7 */
static void
interval_postgres(struct pg_itm *itm, char *cp)
{
	bool is_zero = true;
	bool is_before = false;

	cp = put_unit(cp, itm->tm_year, "year", &is_zero, &is_before);
	cp = put_unit(cp, itm->tm_mon, "mon", &is_zero, &is_before);
	cp = put_unit(cp, itm->tm_mday, "day", &is_zero, &is_before);
	if (is_zero || itm->tm_hour != 0 || itm->tm_min != 0 ||
		itm->tm_sec != 0 || itm->tm_usec != 0)
	{
		bool minus = itm->tm_hour < 0 || itm->tm_min < 0 ||
			itm->tm_sec < 0 || itm->tm_usec < 0;

		cp += sprintf(cp, "%s%s%02lld:%02d:", is_zero ? "" : " ",
					  minus ? "-" : is_before ? "+"
											  : "",
					  (long long) Abs(itm->tm_hour), abs(itm->tm_min));
		put_seconds(cp, itm->tm_sec, itm->tm_usec, true);
	}
}

/* "n unit[s]" of the verbose style, whose sign is that of the first unit */
static char *
put_verbose(char *cp, int64 value, const char *unit, bool *is_zero,
			bool *is_before)
{
	if (value == 0)
		return cp;
	if (*is_zero)
	{
		*is_before = value < 0;
		value = Abs(value);
	}
	else if (*is_before)
		value = -value;
	cp += sprintf(cp, " %lld %s%s", (long long) value, unit,
				  value == 1 ? "" : "s");
	*is_zero = false;
	return cp;
}

/* @ 1 year 2 mons 3 days 4 hours 5 mins 6.7 secs */
static void
interval_verbose(struct pg_itm *itm, char *cp)
{
	bool is_zero = true;
	bool is_before = false;

	*cp++ = '@';
	cp = put_verbose(cp, itm->tm_year, "year", &is_zero, &is_before);
	cp = put_verbose(cp, itm->tm_mon, "mon", &is_zero, &is_before);
	cp = put_verbose(cp, itm->tm_mday, "day", &is_zero, &is_before);
	cp = put_verbose(cp, itm->tm_hour, "hour", &is_zero, &is_before);
	cp = put_verbose(cp, itm->tm_min, "min", &is_zero, &is_before);
	if (itm->tm_sec != 0 || itm->tm_usec != 0)
	{
		*cp++ = ' ';
		if (itm->tm_sec < 0 || itm->tm_usec < 0)
		{
			if (is_zero)
				is_before = true;
			else if (!is_before)
				*cp++ = '-';
		}
		else if (is_before)
			*cp++ = '-';
		cp = put_seconds(cp, itm->tm_sec, itm->tm_usec, false);
		cp += sprintf(cp, " sec%s",
					  abs(itm->tm_sec) != 1 || itm->tm_usec != 0 ? "s" : "");
		is_zero = false;
	}
	if (is_zero)
		cp += sprintf(cp, " 0");
	strcpy(cp, is_before ? " ago" : "");
}

/* P1Y2M3DT4H5M6.7S */
static void
interval_iso(struct pg_itm *itm, char *cp)
{
	bool has_time = itm->tm_hour != 0 || itm->tm_min != 0 ||
		itm->tm_sec != 0 || itm->tm_usec != 0;

	if (itm->tm_year == 0 && itm->tm_mon == 0 && itm->tm_mday == 0 &&
		!has_time)
	{
		strcpy(cp, "PT0S");
		return;
	}
	*cp++ = 'P';
	if (itm->tm_year)
		cp += sprintf(cp, "%dY", itm->tm_year);
	if (itm->tm_mon)
		cp += sprintf(cp, "%dM", itm->tm_mon);
	if (itm->tm_mday)
		cp += sprintf(cp, "%dD", itm->tm_mday);
	if (has_time)
		*cp++ = 'T';
	if (itm->tm_hour)
		cp += sprintf(cp, "%lldH", (long long) itm->tm_hour);
	if (itm->tm_min)
		cp += sprintf(cp, "%dM", itm->tm_min);
	if (itm->tm_sec != 0 || itm->tm_usec != 0)
	{
		if (itm->tm_sec < 0 || itm->tm_usec < 0)
			*cp++ = '-';
		cp = put_seconds(cp, itm->tm_sec, itm->tm_usec, false);
		*cp++ = 'S';
	}
	*cp = '\0';
}

/* 1-2 3 4:05:06.7, with signs on every part if they are mixed */
static void
interval_sql(struct pg_itm *itm, char *cp)
{
	int year = itm->tm_year;
	int mon = itm->tm_mon;
	int mday = itm->tm_mday;
	int64 hour = itm->tm_hour;
	int min = itm->tm_min;
	int sec = itm->tm_sec;
	int usec = itm->tm_usec;
	bool negative = year < 0 || mon < 0 || mday < 0 || hour < 0 ||
		min < 0 || sec < 0 || usec < 0;
	bool positive = year > 0 || mon > 0 || mday > 0 || hour > 0 ||
		min > 0 || sec > 0 || usec > 0;
	bool has_ym = year != 0 || mon != 0;
	bool has_time = hour != 0 || min != 0 || sec != 0 || usec != 0;
	bool mixed = (negative && positive) ||
		(has_ym && (mday != 0 || has_time));

	if (!negative && !positive)
	{
		strcpy(cp, "0");
		return;
	}
	if (mixed)
	{
		cp += sprintf(cp, "%c%d-%d %c%lld %c%lld:%02d:",
					  year < 0 || mon < 0 ? '-' : '+', abs(year), abs(mon),
					  mday < 0 ? '-' : '+', (long long) abs(mday),
					  hour < 0 || min < 0 || sec < 0 || usec < 0 ? '-' : '+',
					  (long long) Abs(hour), abs(min));
		put_seconds(cp, sec, usec, true);
		return;
	}
	if (negative)
		*cp++ = '-';
	if (has_ym)
		sprintf(cp, "%d-%d", abs(year), abs(mon));
	else
	{
		if (mday != 0)
			cp += sprintf(cp, "%d ", abs(mday));
		cp += sprintf(cp, "%lld:%02d:", (long long) Abs(hour), abs(min));
		put_seconds(cp, sec, usec, true);
	}
}

void
EncodeInterval(struct pg_itm *itm, int style, char *str)
{
	switch (style)
	{
		case INTSTYLE_SQL_STANDARD:
			interval_sql(itm, str);
			break;
		case INTSTYLE_ISO_8601:
			interval_iso(itm, str);
			break;
		case INTSTYLE_POSTGRES:
			interval_postgres(itm, str);
			break;
		default:
			interval_verbose(itm, str);
	}
}

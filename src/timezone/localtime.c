/*
 * localtime.c
 *		Time zone files, and moments broken down in a zone.
 *
 * Reads the system's TZif files (RFC 8536), of which the 64-bit part is used, and
 * the POSIX rule at their end for moments behind the last transition.
 *
 * All moments are seconds since 1970-01-01 00:00 UTC without leap seconds.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/timezone/localtime.c
 */
#include "postgres.h"

#include <fcntl.h>

#include "pgtz.h"
#include "utils/memutils.h"

#define SECS_PER_DAY 86400
#define TZ_FILE_MAX (1024 * 1024)
#define TZIF_HEADER 44

/* ---- Calendar ---- */

/* Days since 1970-01-01 of a date in the Gregorian calendar. */
static int64
days_from_civil(int64 y, int m, int d)
{
	int64 era;
	int64 yoe;
	int64 doy;

	/* years that begin in March end with the leap day */
	y -= m <= 2;
	era = (y >= 0 ? y : y - 399) / 400;
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static bool
leap_year(int64 y)
{
	return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

/* Fills the calendar fields from a moment and an offset east of Greenwich. */
static void
break_down(pg_time_t t, int32 utoff, struct pg_tm *tm)
{
	int64 local = t + utoff;
	int64 days = local / SECS_PER_DAY;
	int64 rest = local % SECS_PER_DAY;
	int64 z;
	int64 era;
	int64 doe;
	int64 yoe;
	int64 y;
	int doy;
	int mp;

	if (rest < 0)
	{
		rest += SECS_PER_DAY;
		days--;
	}
	tm->tm_hour = (int) (rest / 3600);
	tm->tm_min = (int) (rest / 60 % 60);
	tm->tm_sec = (int) (rest % 60);
	tm->tm_wday = (int) (((days + 4) % 7 + 7) % 7);
	z = days + 719468;
	era = (z >= 0 ? z : z - 146096) / 146097;
	doe = z - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	y = yoe + era * 400;
	doy = (int) (doe - (365 * yoe + yoe / 4 - yoe / 100));
	mp = (5 * doy + 2) / 153;
	tm->tm_mday = doy - (153 * mp + 2) / 5 + 1;
	tm->tm_mon = mp < 10 ? mp + 2 : mp - 10;
	y += tm->tm_mon <= 1;
	tm->tm_year = (int) (y - 1900);
	tm->tm_yday = (int) (days - days_from_civil(y, 1, 1));
	tm->tm_gmtoff = utoff;
}

/* ---- POSIX rules ---- */

static const char *
posix_name(const char *p, const char **name, int *len)
{
	if (*p == '<')
	{
		*name = ++p;
		while (*p && *p != '>')
			p++;
		*len = (int) (p - *name);
		return *p ? p + 1 : NULL;
	}
	/* not only letters, and no name at all, so that "-8" is a zone */
	*name = p;
	p += strcspn(p, "0123456789,+-");
	*len = (int) (p - *name);
	return p;
}

/* [+-]hh[:mm[:ss]] in seconds */
static const char *
posix_time(const char *p, int max_hours, int *secs)
{
	int sign = 1;
	int part[3] = {0, 0, 0};

	if (*p == '-' || *p == '+')
		sign = *p++ == '-' ? -1 : 1;
	for (int i = 0; i < 3; i++)
	{
		if (i > 0)
		{
			if (*p != ':')
				break;
			p++;
		}
		if (!isdigit((unsigned char) *p))
			return NULL;
		while (isdigit((unsigned char) *p) && part[i] < 1000)
			part[i] = part[i] * 10 + *p++ - '0';
	}
	if (part[0] > max_hours || part[1] > 59 || part[2] > 59)
		return NULL;
	*secs = sign * (part[0] * 3600 + part[1] * 60 + part[2]);
	return p;
}

static const char *
posix_number(const char *p, int low, int high, int *value)
{
	int v = 0;

	if (!isdigit((unsigned char) *p))
		return NULL;
	while (isdigit((unsigned char) *p) && v < 1000)
		v = v * 10 + *p++ - '0';
	*value = v;
	return v >= low && v <= high ? p : NULL;
}

/* Mm.w.d, Jn or n, optionally /time */
static const char *
posix_change(const char *p, tz_change *c)
{
	c->secs = 2 * 3600;
	if (*p == 'M')
	{
		c->kind = 'M';
		if (!(p = posix_number(p + 1, 1, 12, &c->month)) || *p != '.' ||
			!(p = posix_number(p + 1, 1, 5, &c->week)) || *p != '.' ||
			!(p = posix_number(p + 1, 0, 6, &c->day)))
			return NULL;
	}
	else if (*p == 'J')
	{
		c->kind = 'J';
		p = posix_number(p + 1, 1, 365, &c->day);
	}
	else
	{
		c->kind = '0';
		p = posix_number(p, 0, 365, &c->day);
	}
	if (p && *p == '/')
		p = posix_time(p + 1, 167, &c->secs);
	return p;
}

/* Adds an abbreviation to the zone; its index, or -1 if there is no room. */
static int
add_abbreviation(struct pg_tz *tz, const char *name, int len)
{
	int at = tz->charcnt;

	for (int i = 0; i < tz->charcnt; i += strlen(tz->chars + i) + 1)
		if ((int) strlen(tz->chars + i) == len &&
			memcmp(tz->chars + i, name, len) == 0)
			return i;
	if (at + len + 1 > PGTZ_MAX_CHARS)
		return -1;
	memcpy(tz->chars + at, name, len);
	tz->chars[at + len] = '\0';
	tz->charcnt += len + 1;
	return at;
}

/* The rule in spec into tz->rule; false if it is malformed. */
static bool
parse_rule(const char *p, struct pg_tz *tz)
{
	tz_rule *r = &tz->rule;
	const char *name;
	int len;
	int secs;

	memset(r, 0, sizeof(*r));
	if (!(p = posix_name(p, &name, &len)))
		return false;
	r->std.abbrind = add_abbreviation(tz, name, len);
	if (r->std.abbrind < 0 || !(p = posix_time(p, 24 * 7 - 1, &secs)))
		return false;
	r->std.utoff = -secs;
	if (*p)
	{
		r->has_dst = true;
		if (!(p = posix_name(p, &name, &len)) || len == 0)
			return false;
		r->dst.abbrind = add_abbreviation(tz, name, len);
		if (r->dst.abbrind < 0)
			return false;
		r->dst.isdst = true;
		r->dst.utoff = r->std.utoff + 3600;
		if (*p && *p != ',')
		{
			if (!(p = posix_time(p, 24 * 7 - 1, &secs)))
				return false;
			r->dst.utoff = -secs;
		}
		/* without dates, those of the United States hold */
		if (*p == '\0')
			p = ",M3.2.0,M11.1.0";
		if (*p++ != ',' || !(p = posix_change(p, &r->to_dst)) ||
			*p++ != ',' || !(p = posix_change(p, &r->to_std)) || *p)
			return false;
	}
	r->valid = true;
	return true;
}

/*
 * tz_parse_posix
 *		Makes a zone of a POSIX TZ string alone; false if it is malformed.
 */
bool
tz_parse_posix(const char *spec, struct pg_tz *tz)
{
	tz->timecnt = tz->typecnt = tz->charcnt = 0;
	if (!parse_rule(spec, tz))
		return false;
	tz->ttis[tz->typecnt++] = tz->rule.std;
	if (tz->rule.has_dst)
		tz->ttis[tz->typecnt++] = tz->rule.dst;
	tz->defaulttype = 0;
	return true;
}

/* Local seconds since 1970 at which the clocks change in a year. */
static int64
change_in_year(const tz_change *c, int64 year)
{
	int64 day = days_from_civil(year, 1, 1);

	if (c->kind == 'J')
		day += c->day - 1 + (leap_year(year) && c->day >= 60);
	else if (c->kind == '0')
		day += c->day;
	else
	{
		int64 first = days_from_civil(year, c->month, 1);
		int64 next = c->month == 12 ? days_from_civil(year + 1, 1, 1) : days_from_civil(year, c->month + 1, 1);
		int wday = (int) (((first + 4) % 7 + 7) % 7);

		day = first + (c->day - wday + 7) % 7 + 7 * (c->week - 1);
		while (day >= next)
			day -= 7;
	}
	return day * SECS_PER_DAY + c->secs;
}

static void
changes_of_year(const tz_rule *r, int64 year, pg_time_t *dst, pg_time_t *std)
{
	*dst = change_in_year(&r->to_dst, year) - r->std.utoff;
	*std = change_in_year(&r->to_std, year) - r->dst.utoff;
}

static int64
local_year(const tz_rule *r, pg_time_t t)
{
	struct pg_tm tm;

	break_down(t, r->std.utoff, &tm);
	return (int64) tm.tm_year + 1900;
}

static const tz_type *
type_by_rule(const tz_rule *r, pg_time_t t)
{
	pg_time_t dst;
	pg_time_t std;
	bool in_dst;

	if (!r->has_dst)
		return &r->std;
	changes_of_year(r, local_year(r, t), &dst, &std);
	in_dst = dst < std ? t >= dst && t < std : t >= dst || t < std;
	return in_dst ? &r->dst : &r->std;
}

/* The first change of clocks behind t by the rule; false if there is none. */
static bool
next_change_by_rule(const tz_rule *r, pg_time_t t, pg_time_t *boundary)
{
	int64 year;
	bool found = false;

	if (!r->has_dst)
		return false;
	year = local_year(r, t);
	for (int64 y = year - 1; y <= year + 2; y++)
	{
		pg_time_t at[2];

		changes_of_year(r, y, &at[0], &at[1]);
		for (int i = 0; i < 2; i++)
			if (at[i] > t && (!found || at[i] < *boundary))
			{
				*boundary = at[i];
				found = true;
			}
	}
	return found;
}

/* ---- TZif files ---- */

static uint32
be32(const unsigned char *p)
{
	return ((uint32) p[0] << 24) | ((uint32) p[1] << 16) |
		((uint32) p[2] << 8) | p[3];
}

static int64
be64(const unsigned char *p)
{
	return (int64) (((uint64) be32(p) << 32) | be32(p + 4));
}

/* The six counts of a header. */
typedef struct TzifCounts
{
	uint32 isut;
	uint32 isstd;
	uint32 leap;
	uint32 time;
	uint32 type;
	uint32 chars;
} TzifCounts;

static bool
read_counts(const unsigned char *p, Size left, int width, TzifCounts *c,
			Size *body)
{
	if (left < TZIF_HEADER || memcmp(p, "TZif", 4) != 0)
		return false;
	c->isut = be32(p + 20);
	c->isstd = be32(p + 24);
	c->leap = be32(p + 28);
	c->time = be32(p + 32);
	c->type = be32(p + 36);
	c->chars = be32(p + 40);
	if (c->time > 100000 || c->type > PGTZ_MAX_TYPES ||
		c->chars > PGTZ_MAX_CHARS || c->leap > 1000 ||
		c->isut > PGTZ_MAX_TYPES || c->isstd > PGTZ_MAX_TYPES)
		return false;
	*body = (Size) c->time * (width + 1) + (Size) c->type * 6 + c->chars +
		(Size) c->leap * (width + 4) + c->isstd + c->isut;
	return left >= TZIF_HEADER + *body;
}

/* Parses the whole file; false if it is damaged or has leap seconds. */
static bool
parse_tzif(const unsigned char *buf, Size len, struct pg_tz *tz)
{
	const unsigned char *p = buf;
	const unsigned char *end = buf + len;
	TzifCounts c;
	Size body;
	int width = 4;

	if (!read_counts(p, len, width, &c, &body))
		return false;
	if (p[4] >= '2')
	{
		p += TZIF_HEADER + body;
		width = 8;
		if (!read_counts(p, end - p, width, &c, &body))
			return false;
	}
	if (c.type == 0 || c.leap > 0)
		return false;
	p += TZIF_HEADER;
	tz->timecnt = c.time;
	tz->typecnt = c.type;
	tz->charcnt = c.chars;
	tz->ats = MemoryContextAlloc(TopMemoryContext,
								 Max(c.time, 1) * sizeof(pg_time_t));
	tz->types = MemoryContextAlloc(TopMemoryContext, Max(c.time, 1));
	for (uint32 i = 0; i < c.time; i++, p += width)
		tz->ats[i] = width == 8 ? be64(p) : (int32) be32(p);
	for (uint32 i = 0; i < c.time; i++)
		if ((tz->types[i] = *p++) >= c.type)
			return false;
	for (uint32 i = 0; i < c.type; i++, p += 6)
	{
		tz->ttis[i].utoff = (int32) be32(p);
		tz->ttis[i].isdst = p[4] != 0;
		tz->ttis[i].abbrind = p[5];
		if (p[5] >= c.chars)
			return false;
	}
	memcpy(tz->chars, p, c.chars);
	tz->chars[c.chars - 1] = '\0';
	tz->defaulttype = 0;
	tz->rule.valid = false;
	p += c.chars + c.isstd + c.isut;
	if (width == 8 && end - p > 2 && *p == '\n')
	{
		char *spec = pnstrdup((const char *) p + 1, end - p - 1);

		spec[strcspn(spec, "\n")] = '\0';
		if (*spec && !parse_rule(spec, tz))
			tz->rule.valid = false;
		pfree(spec);
	}
	return true;
}

/*
 * tz_load
 *		Reads a zone file; false if it cannot be read or is none.
 */
bool
tz_load(const char *path, struct pg_tz *tz)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	unsigned char *buf;
	ssize_t got;
	bool ok = false;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
		st.st_size <= TZ_FILE_MAX)
	{
		buf = palloc(st.st_size);
		got = read(fd, buf, st.st_size);
		ok = got == st.st_size && parse_tzif(buf, got, tz);
		pfree(buf);
	}
	close(fd);
	return ok;
}

/* ---- Moments in a zone ---- */

/* Index of the last transition at or before t, -1 if there is none. */
static int
transition_before(const pg_tz *tz, pg_time_t t)
{
	int low = 0;
	int high = tz->timecnt;

	while (low < high)
	{
		int mid = (low + high) / 2;

		if (tz->ats[mid] <= t)
			low = mid + 1;
		else
			high = mid;
	}
	return low - 1;
}

/*
 * What holds at a moment.  The last answer is kept with the time for which it
 * is right, since moments asked for in turn tend to be close.
 */
static const tz_type *
type_at(const pg_tz *tz, pg_time_t t)
{
	static const pg_tz *last_tz = NULL;
	static const tz_type *last_type;
	static pg_time_t from; /* first moment */
	static pg_time_t until; /* first moment behind */
	int i;

	if (tz == last_tz && t >= from && t < until)
		return last_type;
	i = transition_before(tz, t);
	from = i < 0 ? PG_INT64_MIN : tz->ats[i];
	until = i + 1 < tz->timecnt ? tz->ats[i + 1] : PG_INT64_MAX;
	if (i == tz->timecnt - 1 && tz->rule.valid)
	{
		from = t;
		if (!next_change_by_rule(&tz->rule, t, &until))
			until = PG_INT64_MAX;
		last_type = type_by_rule(&tz->rule, t);
	}
	else
		last_type = i < 0 ? &tz->ttis[tz->defaulttype] : &tz->ttis[tz->types[i]];
	last_tz = tz;
	return last_type;
}

/*
 * pg_zone_at
 *		Offset (seconds east), daylight saving and abbreviation of a zone at a
 *		moment; the text lives as long as the zone.
 */
void
pg_zone_at(pg_time_t t, const pg_tz *tz, long int *gmtoff, int *isdst,
		   const char **abbrev)
{
	const tz_type *type = type_at(tz, t);

	*gmtoff = type->utoff;
	*isdst = type->isdst;
	*abbrev = tz->chars + type->abbrind;
}

struct pg_tm *
pg_localtime(const pg_time_t *timep, const pg_tz *tz)
{
	static struct pg_tm tm;
	const tz_type *type = type_at(tz, *timep);

	break_down(*timep, type->utoff, &tm);
	tm.tm_isdst = type->isdst;
	tm.tm_zone = tz->chars + type->abbrind;
	return &tm;
}

struct pg_tm *
pg_gmtime(const pg_time_t *timep)
{
	static struct pg_tm tm;

	break_down(*timep, 0, &tm);
	tm.tm_isdst = 0;
	tm.tm_zone = "GMT";
	return &tm;
}

/*
 * pg_next_dst_boundary
 *		What holds at a moment, and the next change of clocks behind it.
 *
 * Returns 1 with *boundary and the state after it, or 0 if the clocks change
 * no more; then only before_* is set.
 */
int
pg_next_dst_boundary(const pg_time_t *timep, long int *before_gmtoff,
					 int *before_isdst, pg_time_t *boundary,
					 long int *after_gmtoff, int *after_isdst,
					 const pg_tz *tz)
{
	const tz_type *before = type_at(tz, *timep);
	const tz_type *after;
	int i = transition_before(tz, *timep);

	*before_gmtoff = before->utoff;
	*before_isdst = before->isdst;
	if (i + 1 < tz->timecnt)
		*boundary = tz->ats[i + 1];
	else if (!tz->rule.valid ||
			 !next_change_by_rule(&tz->rule, *timep, boundary))
		return 0;
	after = type_at(tz, *boundary);
	*after_gmtoff = after->utoff;
	*after_isdst = after->isdst;
	return 1;
}

static bool
has_name(const pg_tz *tz, const tz_type *type, const char *abbrev)
{
	return strcmp(tz->chars + type->abbrind, abbrev) == 0;
}

/*
 * pg_interpret_timezone_abbrev
 *		What an abbreviation (in upper case) means in a zone: as it was used
 *		last at the moment or before it, else first after it.  False if the
 *		zone never used it.
 */
bool
pg_interpret_timezone_abbrev(const char *abbrev, const pg_time_t *timep,
							 long int *gmtoff, int *isdst, const pg_tz *tz)
{
	const tz_type *found = NULL;
	int i = transition_before(tz, *timep);

	if (i == tz->timecnt - 1 && tz->rule.valid)
	{
		if (has_name(tz, &tz->rule.std, abbrev))
			found = &tz->rule.std;
		else if (tz->rule.has_dst && has_name(tz, &tz->rule.dst, abbrev))
			found = &tz->rule.dst;
	}
	for (int j = i; j >= 0 && !found; j--)
		if (has_name(tz, &tz->ttis[tz->types[j]], abbrev))
			found = &tz->ttis[tz->types[j]];
	if (!found && has_name(tz, &tz->ttis[tz->defaulttype], abbrev))
		found = &tz->ttis[tz->defaulttype];
	for (int j = Max(i + 1, 0); j < tz->timecnt && !found; j++)
		if (has_name(tz, &tz->ttis[tz->types[j]], abbrev))
			found = &tz->ttis[tz->types[j]];
	if (!found && tz->rule.valid)
	{
		if (has_name(tz, &tz->rule.std, abbrev))
			found = &tz->rule.std;
		else if (tz->rule.has_dst && has_name(tz, &tz->rule.dst, abbrev))
			found = &tz->rule.dst;
	}
	if (!found)
		return false;
	*gmtoff = found->utoff;
	*isdst = found->isdst;
	return true;
}

/* The offset of a zone that never changes; false for others. */
bool
pg_get_timezone_offset(const pg_tz *tz, long int *gmtoff)
{
	for (int i = 1; i < tz->typecnt; i++)
		if (tz->ttis[i].utoff != tz->ttis[0].utoff)
			return false;
	*gmtoff = tz->ttis[0].utoff;
	return true;
}

const char *
pg_get_timezone_name(pg_tz *tz)
{
	return tz ? tz->TZname : NULL;
}

/* Does the zone count no leap seconds?  Files that do are refused early. */
bool
pg_tz_acceptable(pg_tz *tz)
{
	/* noon of 2000-01-01, UTC */
	pg_time_t t = 946728000;

	return pg_localtime(&t, tz)->tm_sec == 0;
}

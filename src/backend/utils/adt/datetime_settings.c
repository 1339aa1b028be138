/*
 * datetime_settings.c
 *		The settings DateStyle, TimeZone and their like.
 *
 * Check hooks parse and keep the result in *extra, assign hooks put it in force,
 * so that an assignment cannot fail.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/datetime_settings.c
 */
#include "postgres.h"

#include <math.h>

#include "miscadmin.h"
#include "pgtz.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/datetime_settings.h"
#include "utils/float.h"
#include "utils/varlena.h"

char	   *datestyle_string;
char	   *timezone_string;
char	   *log_timezone_string;
char	   *timezone_abbreviations_string;

/* ---- DateStyle: a style, an order, or both ---- */

static const struct style_word
{
	const char *word;
	bool		prefix;			/* words that begin so count too */
	int			style;			/* -1: none */
	int			order;			/* -1: none */
}			style_words[] = {
	{"ISO", false, USE_ISO_DATES, -1},
	{"SQL", false, USE_SQL_DATES, -1},
	{"POSTGRES", true, USE_POSTGRES_DATES, -1},
	{"GERMAN", false, USE_GERMAN_DATES, -1},
	{"YMD", false, -1, DATEORDER_YMD},
	{"DMY", false, -1, DATEORDER_DMY},
	{"EURO", true, -1, DATEORDER_DMY},
	{"MDY", false, -1, DATEORDER_MDY},
	{"US", false, -1, DATEORDER_MDY},
	{"NONEURO", true, -1, DATEORDER_MDY}
};

static bool
parse_style_list(char *raw, int *style, int *order)
{
	List	   *words;
	ListCell   *lc;
	bool		have_style = false;
	bool		have_order = false;

	if (!SplitIdentifierString(raw, ',', &words))
	{
		GUC_check_errdetail("List syntax is invalid.");
		return false;
	}
	foreach(lc, words)
	{
		const char *tok = lfirst(lc);
		const struct style_word *w = NULL;

		for (size_t i = 0; i < lengthof(style_words) && !w; i++)
			if (pg_strcasecmp(tok, style_words[i].word) == 0 ||
				(style_words[i].prefix &&
				 pg_strncasecmp(tok, style_words[i].word,
								strlen(style_words[i].word)) == 0))
				w = &style_words[i];
		if (w == NULL && pg_strcasecmp(tok, "DEFAULT") == 0)
		{
			char	   *reset = pstrdup(GetConfigOptionResetString("datestyle"));
			int			s = *style;
			int			o = *order;

			/* what was named explicitly goes before the default */
			if (!parse_style_list(reset, &s, &o))
				return false;
			if (!have_style)
				*style = s;
			if (!have_order)
				*order = o;
			continue;
		}
		if (w == NULL)
		{
			GUC_check_errdetail("Unrecognized key word: \"%s\".", tok);
			return false;
		}
		if ((w->style >= 0 && have_style && *style != w->style) ||
			(w->order >= 0 && have_order && *order != w->order))
		{
			GUC_check_errdetail("Conflicting \"datestyle\" specifications.");
			return false;
		}
		if (w->style >= 0)
		{
			*style = w->style;
			have_style = true;
		}
		if (w->order >= 0)
		{
			*order = w->order;
			have_order = true;
		}
		/* the German style comes with its order */
		if (w->style == USE_GERMAN_DATES && !have_order)
			*order = DATEORDER_DMY;
	}
	list_free(words);
	return true;
}

bool
check_datestyle(char **newval, void **extra, GucSource source)
{
	static const char *const styles[] = {"Postgres", "ISO", "SQL", "German"};
	static const char *const orders[] = {"YMD", "DMY", "MDY"};
	int			style = DateStyle;
	int			order = DateOrder;
	char	   *canonical;
	int		   *keep;

	if (!parse_style_list(pstrdup(*newval), &style, &order))
		return false;
	canonical = guc_malloc(LOG, 32);
	if (!canonical)
		return false;
	snprintf(canonical, 32, "%s, %s", styles[style], orders[order]);
	free(*newval);
	*newval = canonical;
	keep = guc_malloc(LOG, 2 * sizeof(int));
	if (!keep)
		return false;
	keep[0] = style;
	keep[1] = order;
	*extra = keep;
	return true;
}

void
assign_datestyle(const char *newval, void *extra)
{
	int		   *keep = extra;

	DateStyle = keep[0];
	DateOrder = keep[1];
}

/* ---- TimeZone and log_timezone: the zone in *extra ---- */

static bool
keep_zone(pg_tz *tz, void **extra)
{
	pg_tz	  **keep;

	if (tz == NULL)
		return false;
	if (!pg_tz_acceptable(tz))
	{
		GUC_check_errmsg("time zone \"%s\" appears to use leap seconds",
						 pg_get_timezone_name(tz));
		GUC_check_errdetail("PostgreSQL does not support leap seconds.");
		return false;
	}
	keep = guc_malloc(LOG, sizeof(pg_tz *));
	if (!keep)
		return false;
	*keep = tz;
	*extra = keep;
	return true;
}

/* INTERVAL '...' as SET TIME ZONE makes it; NULL with a detail if malformed */
static pg_tz *
zone_of_interval(const char *value)
{
	const char *p = value + 8;
	const char *end;
	Interval   *interval;

	while (isspace((unsigned char) *p))
		p++;
	if (*p++ != '\'' || (end = strchr(p, '\'')) == NULL || end[1] != '\0')
		return NULL;
	interval = DatumGetIntervalP(DirectFunctionCall3(interval_in,
													 CStringGetDatum(pnstrdup(p, end - p)),
													 ObjectIdGetDatum(InvalidOid),
													 Int32GetDatum(-1)));
	if (interval->month != 0 || interval->day != 0)
	{
		GUC_check_errdetail(interval->month ?
							"Cannot specify months in time zone interval." :
							"Cannot specify days in time zone interval.");
		return NULL;
	}
	return pg_tzset_offset(-(interval->time / USECS_PER_SEC));
}

bool
check_timezone(char **newval, void **extra, GucSource source)
{
	char	   *end;
	double		hours;
	pg_tz	   *tz;

	if (pg_strncasecmp(*newval, "interval", 8) == 0)
		tz = zone_of_interval(*newval);
	else
	{
		hours = strtod(*newval, &end);
		if (end != *newval && *end == '\0')
			tz = pg_tzset_offset(-(long) (hours * SECS_PER_HOUR));
		else
			tz = pg_tzset(*newval);
	}
	return keep_zone(tz, extra);
}

void
assign_timezone(const char *newval, void *extra)
{
	session_timezone = *(pg_tz **) extra;
	ClearTimeZoneAbbrevCache();
}

const char *
show_timezone(void)
{
	const char *name = pg_get_timezone_name(session_timezone);

	return name ? name : "unknown";
}

bool
check_log_timezone(char **newval, void **extra, GucSource source)
{
	return keep_zone(pg_tzset(*newval), extra);
}

void
assign_log_timezone(const char *newval, void *extra)
{
	log_timezone = *(pg_tz **) extra;
}

const char *
show_log_timezone(void)
{
	const char *name = pg_get_timezone_name(log_timezone);

	return name ? name : "unknown";
}

/*
 * The set "Default" is built into datetime.c; sets in files are not read yet,
 * so their names are refused.
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

void
assign_timezone_abbreviations(const char *newval, void *extra)
{
	ClearTimeZoneAbbrevCache();
}

/* ---- seed: SET seed is setseed(), but not when a session is reset ---- */

bool
check_random_seed(double *newval, void **extra, GucSource source)
{
	int		   *interactive = guc_malloc(LOG, sizeof(int));

	if (!interactive)
		return false;
	*interactive = source >= PGC_S_INTERACTIVE;
	*extra = interactive;
	return true;
}

void
assign_random_seed(double newval, void *extra)
{
	int		   *interactive = extra;

	if (*interactive)
		DirectFunctionCall1(setseed, Float8GetDatum(newval));
	*interactive = 0;
}

const char *
show_random_seed(void)
{
	return "unavailable";
}

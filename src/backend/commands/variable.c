/*
 * variable.c
 *		Hooks of settings that need catalogs or calendars.
 *
 * DateStyle, the time zones, the session user and the role.  Each check hook
 * leaves in *extra what its assign hook needs, so that assigning cannot fail.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/variable.c
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_authid.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "pgtime.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"
#include "variable_private.h"

char *datestyle_string;
char *timezone_string;
char *log_timezone_string;
char *session_authorization_string;
double phony_random_seed;

/* ---- DateStyle ---- */

typedef struct DateStyleChoice
{
	int style; /* -1: not given */
	int order;
} DateStyleChoice;

/* One word of a DateStyle list; false if it is none, or contradicts. */
static bool
datestyle_word(const char *word, DateStyleChoice *c, bool *conflict)
{
	static const struct
	{
		const char *word;
		int prefix; /* bytes that decide; 0: the whole word */
		int style;
		int order;
	} words[] = {
		{"iso", 0, USE_ISO_DATES, -1}, {"sql", 0, USE_SQL_DATES, -1}, {"postgres", 8, USE_POSTGRES_DATES, -1}, {"german", 0, USE_GERMAN_DATES, DATEORDER_DMY}, {"ymd", 0, -1, DATEORDER_YMD}, {"dmy", 0, -1, DATEORDER_DMY}, {"euro", 4, -1, DATEORDER_DMY}, {"mdy", 0, -1, DATEORDER_MDY}, {"us", 0, -1, DATEORDER_MDY}, {"noneuro", 7, -1, DATEORDER_MDY}};

	for (int i = 0; i < (int) lengthof(words); i++)
	{
		int n = words[i].prefix;

		if (n ? pg_strncasecmp(word, words[i].word, n) : pg_strcasecmp(word, words[i].word))
			continue;
		if (words[i].style >= 0)
		{
			*conflict |= c->style >= 0 && c->style != words[i].style;
			c->style = words[i].style;
			/* German implies an order only if none is given */
			if (words[i].order >= 0 && c->order < 0)
				c->order = words[i].order | 0x100;
		}
		else
		{
			*conflict |= c->order >= 0 && c->order < 0x100 && c->order != words[i].order;
			c->order = words[i].order;
		}
		return true;
	}
	return false;
}

static bool
parse_datestyle(char *list, DateStyleChoice *c)
{
	List *words;
	ListCell *lc;
	bool ok = true;
	bool conflict = false;

	if (!SplitIdentifierString(list, ',', &words))
	{
		GUC_check_errdetail("List syntax is invalid.");
		list_free(words);
		return false;
	}
	foreach (lc, words)
	{
		const char *word = lfirst(lc);

		if (pg_strcasecmp(word, "default") == 0)
		{
			/* what RESET would give, where nothing is said */
			DateStyleChoice d = {-1, -1};

			if (!parse_datestyle(pstrdup(GetConfigOptionResetString("datestyle")), &d))
				ok = false;
			if (c->style < 0)
				c->style = d.style;
			if (c->order < 0)
				c->order = d.order;
		}
		else if (!datestyle_word(word, c, &conflict))
		{
			GUC_check_errdetail("Unrecognized key word: \"%s\".", word);
			ok = false;
			break;
		}
	}
	list_free(words);
	if (ok && conflict)
	{
		GUC_check_errdetail("Conflicting \"datestyle\" specifications.");
		ok = false;
	}
	return ok;
}

bool
check_datestyle(char **newval, void **extra, GucSource source)
{
	static const char *const styles[] = {"Postgres", "ISO", "SQL", "German"};
	static const char *const orders[] = {"YMD", "DMY", "MDY"};
	DateStyleChoice c = {-1, -1};
	char *copy = pstrdup(*newval);
	char canonical[32];
	int *result;

	if (!parse_datestyle(copy, &c))
		return false;
	if (c.style < 0)
		c.style = DateStyle;
	c.order = c.order < 0 ? DateOrder : (c.order & 0xFF);
	snprintf(canonical, sizeof(canonical), "%s, %s", styles[c.style], orders[c.order]);
	free(*newval);
	*newval = guc_strdup(LOG, canonical);
	result = guc_malloc(LOG, 2 * sizeof(int));
	if (*newval == NULL || result == NULL)
		return false;
	result[0] = c.style;
	result[1] = c.order;
	*extra = result;
	return true;
}

void
assign_datestyle(const char *newval, void *extra)
{
	DateStyle = ((int *) extra)[0];
	DateOrder = ((int *) extra)[1];
}

/* ---- time zones ---- */

/* INTERVAL '...' as a zone: hours (and minutes) east of UTC. */
static pg_tz *
zone_from_interval(const char *text)
{
	const char *quote = text + strlen("interval");
	const char *end;
	Interval *interval;
	char *body;

	while (isspace((unsigned char) *quote))
		quote++;
	if (*quote++ != '\'' || (end = strchr(quote, '\'')) == NULL || end[1] != '\0')
		return NULL;
	body = pnstrdup(quote, end - quote);
	interval = DatumGetIntervalP(DirectFunctionCall3(interval_in,
													 CStringGetDatum(body),
													 ObjectIdGetDatum(InvalidOid),
													 Int32GetDatum(-1)));
	if (interval->month != 0)
	{
		GUC_check_errdetail("Cannot specify months in time zone interval.");
		return NULL;
	}
	if (interval->day != 0)
	{
		GUC_check_errdetail("Cannot specify days in time zone interval.");
		return NULL;
	}
	return pg_tzset_offset(-(interval->time / USECS_PER_SEC));
}

static pg_tz *
zone_from_text(const char *text)
{
	char *end;
	double hours;
	pg_tz *tz;

	if (pg_strncasecmp(text, "interval", 8) == 0)
		return zone_from_interval(text);
	hours = strtod(text, &end);
	if (end != text && *end == '\0')
		tz = pg_tzset_offset((long) (-hours * SECS_PER_HOUR));
	else
		tz = pg_tzset(text);
	if (tz == NULL)
		return NULL;
	if (!pg_tz_acceptable(tz))
	{
		GUC_check_errmsg("time zone \"%s\" appears to use leap seconds", text);
		GUC_check_errdetail("PostgreSQL does not support leap seconds.");
		return NULL;
	}
	return tz;
}

static bool
keep_zone(pg_tz *tz, void **extra)
{
	if (tz == NULL)
		return false;
	*extra = guc_malloc(LOG, sizeof(pg_tz *));
	if (*extra == NULL)
		return false;
	*(pg_tz **) *extra = tz;
	return true;
}

bool
check_timezone(char **newval, void **extra, GucSource source)
{
	return keep_zone(zone_from_text(*newval), extra);
}

void
assign_timezone(const char *newval, void *extra)
{
	session_timezone = *(pg_tz **) extra;
}

static const char *
zone_name(pg_tz *tz)
{
	const char *name = tz ? pg_get_timezone_name(tz) : NULL;

	return name ? name : "unknown";
}

const char *
show_timezone(void)
{
	return zone_name(session_timezone);
}

bool
check_log_timezone(char **newval, void **extra, GucSource source)
{
	pg_tz *tz = pg_tzset(*newval);

	if (tz && !pg_tz_acceptable(tz))
	{
		GUC_check_errmsg("time zone \"%s\" appears to use leap seconds", *newval);
		GUC_check_errdetail("PostgreSQL does not support leap seconds.");
		return false;
	}
	return keep_zone(tz, extra);
}

void
assign_log_timezone(const char *newval, void *extra)
{
	log_timezone = *(pg_tz **) extra;
}

const char *
show_log_timezone(void)
{
	return zone_name(log_timezone);
}

/* ---- seed ---- */

/* Only SET counts; going back to an old value must not seed again. */
bool
check_random_seed(double *newval, void **extra, GucSource source)
{
	*extra = guc_malloc(LOG, sizeof(int));
	if (*extra == NULL)
		return false;
	*(int *) *extra = source >= PGC_S_INTERACTIVE;
	return true;
}

void
assign_random_seed(double newval, void *extra)
{
	if (*(int *) extra)
		DirectFunctionCall1(setseed, Float8GetDatum(newval));
	*(int *) extra = 0;
}

const char *
show_random_seed(void)
{
	return "unavailable";
}

/* ---- session user and role ---- */

typedef struct RoleChoice
{
	Oid roleid;
	bool is_superuser;
} RoleChoice;

static bool
keep_role(Oid roleid, bool is_superuser, void **extra)
{
	RoleChoice *c = guc_malloc(LOG, sizeof(*c));

	if (c == NULL)
		return false;
	c->roleid = roleid;
	c->is_superuser = is_superuser;
	*extra = c;
	return true;
}

/*
 * Find a role for a check hook.  1: found; 0: complained; -1: no complaint, as
 * the value is only being tested (ALTER ROLE SET, ALTER DATABASE SET).
 */
static int
find_role(const char *name, GucSource source, Oid *roleid, bool *is_superuser)
{
	HeapTuple tup;
	Form_pg_authid form;

	if (!IsTransactionState())
		return 0;
	tup = SearchSysCache1(AUTHNAME, PointerGetDatum(name));
	if (!HeapTupleIsValid(tup))
	{
		if (source == PGC_S_TEST)
		{
			ereport(NOTICE,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("role \"%s\" does not exist", name)));
			return -1;
		}
		GUC_check_errmsg("role \"%s\" does not exist", name);
		return 0;
	}
	form = (Form_pg_authid) GETSTRUCT(tup);
	*roleid = form->oid;
	*is_superuser = form->rolsuper;
	ReleaseSysCache(tup);
	return 1;
}

bool
check_session_authorization(char **newval, void **extra, GucSource source)
{
	Oid roleid;
	bool is_superuser;
	int found;

	if (*newval == NULL)
		return true;
	/* at session start the user was looked up already */
	if (source == PGC_S_OVERRIDE && !IsTransactionState())
		return keep_role(InvalidOid, false, extra);
	found = find_role(*newval, source, &roleid, &is_superuser);
	if (found <= 0)
		return found < 0;
	if (roleid != GetAuthenticatedUserId() && !superuser_arg(GetAuthenticatedUserId()))
	{
		if (source == PGC_S_TEST)
		{
			ereport(NOTICE,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("permission will be denied to set session authorization \"%s\"",
							*newval)));
			return true;
		}
		GUC_check_errcode(ERRCODE_INSUFFICIENT_PRIVILEGE);
		GUC_check_errmsg("permission denied to set session authorization");
		return false;
	}
	return keep_role(roleid, is_superuser, extra);
}

void
assign_session_authorization(const char *newval, void *extra)
{
	RoleChoice *c = extra;

	if (c != NULL && OidIsValid(c->roleid))
		SetSessionAuthorization(c->roleid, c->is_superuser);
}

bool
check_role(char **newval, void **extra, GucSource source)
{
	Oid roleid = InvalidOid;
	bool is_superuser = false;
	int found;

	if (strcmp(*newval, "none") == 0)
		return keep_role(InvalidOid, false, extra);
	found = find_role(*newval, source, &roleid, &is_superuser);
	if (found <= 0)
		return found < 0;
	if (!is_member_of_role(GetSessionUserId(), roleid))
	{
		if (source == PGC_S_TEST)
		{
			ereport(NOTICE,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("permission will be denied to set role \"%s\"", *newval)));
			return true;
		}
		GUC_check_errcode(ERRCODE_INSUFFICIENT_PRIVILEGE);
		GUC_check_errmsg("permission denied to set role \"%s\"", *newval);
		return false;
	}
	return keep_role(roleid, is_superuser, extra);
}

void
assign_role(const char *newval, void *extra)
{
	RoleChoice *c = extra;

	if (c != NULL)
		SetCurrentRoleId(c->roleid, c->is_superuser);
}

/* A SET SESSION AUTHORIZATION may have ended the role meanwhile. */
const char *
show_role(void)
{
	return OidIsValid(GetCurrentRoleId()) && role_string ? role_string : "none";
}

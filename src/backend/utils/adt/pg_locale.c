/*
 * pg_locale.c
 *		Locales: the lc_ settings, and the collations of the catalog.
 *
 * The process runs with LC_COLLATE and LC_CTYPE of its database (postinit calls
 * pg_perm_setlocale); collation "default" means those.  Other libc collations
 * get a locale_t of their own, kept for the life of the process.  ICU
 * collations are refused: this build has no ICU.
 *
 * A pg_locale_t of NULL stands for the database's own locale.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pg_locale.c
 */
#include "postgres.h"

#include <gnu/libc-version.h>
#include <langinfo.h>
#include <time.h>

#include "access/htup_details.h"
#include "catalog/pg_collation.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/formatting.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/syscache.h"

char *locale_messages;
char *locale_monetary;
char *locale_numeric;
char *locale_time;

char *localized_abbrev_days[7 + 1];
char *localized_full_days[7 + 1];
char *localized_abbrev_months[12 + 1];
char *localized_full_months[12 + 1];

struct pg_locale_struct default_locale = {COLLPROVIDER_LIBC, true, {NULL}};

/* Cached collations; entries are never removed. */
typedef struct CollationCache
{
	Oid collid;
	bool collate_is_c;
	bool ctype_is_c;
	pg_locale_t locale; /* NULL until asked for */
	struct CollationCache *next;
} CollationCache;

static CollationCache *collations = NULL;
static bool lconv_valid = false;
static bool time_valid = false;

static bool
is_c_name(const char *name)
{
	return name && (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0);
}

/*
 * pg_perm_setlocale
 *		setlocale() for good, with the environment changed likewise so that
 *		child processes agree.  Returns NULL if libc does not know the locale.
 */
char *
pg_perm_setlocale(int category, const char *locale)
{
	static const struct
	{
		int category;
		const char *envvar;
	} names[] = {
		{LC_COLLATE, "LC_COLLATE"}, {LC_CTYPE, "LC_CTYPE"}, {LC_MESSAGES, "LC_MESSAGES"}, {LC_MONETARY, "LC_MONETARY"}, {LC_NUMERIC, "LC_NUMERIC"}, {LC_TIME, "LC_TIME"}};
	char *result = setlocale(category, locale);

	if (result == NULL)
		return NULL;
	for (size_t i = 0; i < lengthof(names); i++)
		if (names[i].category == category &&
			setenv(names[i].envvar, result, 1) != 0)
			return NULL;
	return result;
}

/*
 * check_locale
 *		Does libc know this locale?  If canonname is given, it gets libc's
 *		spelling, palloc'd.  The process locale is left as it was.
 */
bool
check_locale(int category, const char *locale, char **canonname)
{
	char *current = setlocale(category, NULL);
	char *result;

	if (canonname)
		*canonname = NULL;
	if (current == NULL)
		return false;
	current = pstrdup(current);
	result = setlocale(category, locale);
	if (result && canonname)
		*canonname = pstrdup(result);
	if (setlocale(category, current) == NULL)
		elog(WARNING, "could not restore locale \"%s\"", current);
	pfree(current);
	return result != NULL;
}

/* GUC hooks: names are checked here and used when first needed */

bool
check_locale_monetary(char **newval, void **extra, GucSource source)
{
	return check_locale(LC_MONETARY, *newval, NULL);
}

void
assign_locale_monetary(const char *newval, void *extra)
{
	lconv_valid = false;
}

bool
check_locale_numeric(char **newval, void **extra, GucSource source)
{
	return check_locale(LC_NUMERIC, *newval, NULL);
}

void
assign_locale_numeric(const char *newval, void *extra)
{
	lconv_valid = false;
}

bool
check_locale_time(char **newval, void **extra, GucSource source)
{
	return check_locale(LC_TIME, *newval, NULL);
}

void
assign_locale_time(const char *newval, void *extra)
{
	time_valid = false;
}

/* An empty name is right for lc_messages until initdb has chosen one. */
bool
check_locale_messages(char **newval, void **extra, GucSource source)
{
	if (**newval == '\0')
		return source == PGC_S_DEFAULT;
	return source == PGC_S_DEFAULT || check_locale(LC_MESSAGES, *newval, NULL);
}

void
assign_locale_messages(const char *newval, void *extra)
{
	(void) pg_perm_setlocale(LC_MESSAGES, newval);
}

/* A permanent copy of s in the database encoding. */
static char *
keep_string(const char *s, char **old)
{
	char *copy = pg_any_to_server(s, strlen(s), PG_UTF8);

	copy = MemoryContextStrdup(TopMemoryContext, pg_database_encoding_max_length() > 1 ? copy : s);
	if (*old)
		pfree(*old);
	*old = copy;
	return copy;
}

/*
 * PGLC_localeconv
 *		Number and money formats of lc_numeric and lc_monetary; static.
 */
struct lconv *
PGLC_localeconv(void)
{
	static struct lconv kept;
	static char *strings[16];
	locale_t numeric;
	locale_t monetary;
	locale_t old;
	struct lconv *l;
	int i = 0;

	if (lconv_valid)
		return &kept;
	numeric = newlocale(LC_NUMERIC_MASK | LC_CTYPE_MASK,
						locale_numeric ? locale_numeric : "C", (locale_t) 0);
	monetary = newlocale(LC_MONETARY_MASK | LC_CTYPE_MASK,
						 locale_monetary ? locale_monetary : "C", (locale_t) 0);
	if (!numeric || !monetary)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not create locale \"%s\": %m",
						numeric ? locale_monetary : locale_numeric)));
	old = uselocale(monetary);
	l = localeconv();
	kept = *l;
	kept.int_curr_symbol = keep_string(l->int_curr_symbol, &strings[i++]);
	kept.currency_symbol = keep_string(l->currency_symbol, &strings[i++]);
	kept.mon_decimal_point = keep_string(l->mon_decimal_point, &strings[i++]);
	kept.mon_thousands_sep = keep_string(l->mon_thousands_sep, &strings[i++]);
	kept.mon_grouping = keep_string(l->mon_grouping, &strings[i++]);
	kept.positive_sign = keep_string(l->positive_sign, &strings[i++]);
	kept.negative_sign = keep_string(l->negative_sign, &strings[i++]);
	uselocale(numeric);
	l = localeconv();
	kept.decimal_point = keep_string(l->decimal_point, &strings[i++]);
	kept.thousands_sep = keep_string(l->thousands_sep, &strings[i++]);
	kept.grouping = keep_string(l->grouping, &strings[i++]);
	uselocale(old);
	freelocale(numeric);
	freelocale(monetary);
	lconv_valid = true;
	return &kept;
}

/* Fills localized_* from lc_time. */
void
cache_locale_time(void)
{
	static const nl_item first[4] = {ABDAY_1, DAY_1, ABMON_1, MON_1};
	char **target[4] = {localized_abbrev_days, localized_full_days,
						localized_abbrev_months, localized_full_months};
	locale_t loc;

	if (time_valid)
		return;
	loc = newlocale(LC_TIME_MASK | LC_CTYPE_MASK,
					locale_time ? locale_time : "C", (locale_t) 0);
	if (!loc)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not create locale \"%s\": %m", locale_time)));
	for (int set = 0; set < 4; set++)
	{
		int n = set < 2 ? 7 : 12;

		for (int i = 0; i < n; i++)
			keep_string(nl_langinfo_l(first[set] + i, loc), &target[set][i]);
	}
	freelocale(loc);
	time_valid = true;
}

/* The cache entry of a collation that is not the default one. */
static CollationCache *
lookup_collation(Oid collid)
{
	CollationCache *entry;
	HeapTuple tuple;
	Form_pg_collation form;

	for (entry = collations; entry; entry = entry->next)
		if (entry->collid == collid)
			return entry;
	tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for collation %u", collid);
	form = (Form_pg_collation) GETSTRUCT(tuple);
	entry = MemoryContextAllocZero(TopMemoryContext, sizeof(CollationCache));
	entry->collid = collid;
	if (form->collprovider == COLLPROVIDER_LIBC)
	{
		bool isnull;
		Datum d = SysCacheGetAttr(COLLOID, tuple,
								  Anum_pg_collation_collcollate, &isnull);

		entry->collate_is_c = !isnull && is_c_name(TextDatumGetCString(d));
		d = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_collctype,
							&isnull);
		entry->ctype_is_c = !isnull && is_c_name(TextDatumGetCString(d));
	}
	ReleaseSysCache(tuple);
	entry->next = collations;
	collations = entry;
	return entry;
}

/* Does the collation order by byte value? */
bool
lc_collate_is_c(Oid collation)
{
	static int database = -1;

	if (!OidIsValid(collation))
		return false;
	if (collation == C_COLLATION_OID || collation == POSIX_COLLATION_OID)
		return true;
	if (collation != DEFAULT_COLLATION_OID)
		return lookup_collation(collation)->collate_is_c;
	if (database < 0)
		database = is_c_name(setlocale(LC_COLLATE, NULL));
	return database != 0;
}

/* Does the collation know only ASCII letters? */
bool
lc_ctype_is_c(Oid collation)
{
	static int database = -1;

	if (!OidIsValid(collation))
		return false;
	if (collation == C_COLLATION_OID || collation == POSIX_COLLATION_OID)
		return true;
	if (collation != DEFAULT_COLLATION_OID)
		return lookup_collation(collation)->ctype_is_c;
	if (database < 0)
		database = is_c_name(setlocale(LC_CTYPE, NULL));
	return database != 0;
}

/*
 * pg_newlocale_from_collation
 *		The locale of a collation, NULL for that of the database.
 *
 * The result lives as long as the process.  Errors: 0A000 for ICU, 22023 if
 * libc does not have the locale on this machine.
 */
pg_locale_t
pg_newlocale_from_collation(Oid collid)
{
	CollationCache *entry;
	HeapTuple tuple;
	Form_pg_collation form;
	Datum collate;
	Datum ctype;
	bool isnull;
	locale_t lt;

	Assert(OidIsValid(collid));
	if (collid == DEFAULT_COLLATION_OID)
		return NULL;
	entry = lookup_collation(collid);
	if (entry->locale)
		return entry->locale;
	tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for collation %u", collid);
	form = (Form_pg_collation) GETSTRUCT(tuple);
	if (form->collprovider != COLLPROVIDER_LIBC)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("ICU is not supported in this build")));
	collate = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_collcollate,
							  &isnull);
	ctype = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_collctype,
							&isnull);
	lt = newlocale(LC_COLLATE_MASK, TextDatumGetCString(collate), (locale_t) 0);
	if (lt)
		lt = newlocale(LC_CTYPE_MASK, TextDatumGetCString(ctype), lt);
	if (!lt)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not create locale \"%s\": %m",
						TextDatumGetCString(collate))));
	entry->locale = MemoryContextAllocZero(TopMemoryContext,
										   sizeof(struct pg_locale_struct));
	entry->locale->provider = COLLPROVIDER_LIBC;
	entry->locale->deterministic = form->collisdeterministic;
	entry->locale->info.lt = lt;
	ReleaseSysCache(tuple);
	return entry->locale;
}

/*
 * get_collation_actual_version
 *		Version of the operating system's collation, palloc'd; NULL if it has
 *		none, as "C" and its like.
 */
char *
get_collation_actual_version(char collprovider, const char *collcollate)
{
	if (collprovider != COLLPROVIDER_LIBC ||
		pg_strcasecmp("C", collcollate) == 0 ||
		pg_strncasecmp("C.", collcollate, 2) == 0 ||
		pg_strcasecmp("POSIX", collcollate) == 0)
		return NULL;
	return pstrdup(gnu_get_libc_version());
}

void
check_icu_locale(const char *icu_locale)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("ICU is not supported in this build")));
}

void
make_icu_collator(const char *iculocstr, struct pg_locale_struct *resultp)
{
	check_icu_locale(iculocstr);
}

/*
 * wchar2char, char2wchar
 *		Between the database encoding and libc's wide characters.  The result
 *		is zero-terminated if there is room; (size_t) -1 on bad input for the
 *		first, an error (22021) for the second.
 */
size_t
wchar2char(char *to, const wchar_t *from, size_t tolen, pg_locale_t locale)
{
	locale_t old = (locale_t) 0;
	size_t result;

	if (tolen == 0)
		return 0;
	if (locale)
		old = uselocale(locale->info.lt);
	result = wcstombs(to, from, tolen);
	if (locale)
		uselocale(old);
	return result;
}

size_t
char2wchar(wchar_t *to, size_t tolen, const char *from, size_t fromlen,
		   pg_locale_t locale)
{
	locale_t old = (locale_t) 0;
	char *copy;
	size_t result;

	if (tolen == 0)
		return 0;
	copy = pnstrdup(from, fromlen);
	if (locale)
		old = uselocale(locale->info.lt);
	result = mbstowcs(to, copy, tolen);
	if (locale)
		uselocale(old);
	pfree(copy);
	if (result == (size_t) -1)
	{
		pg_verifymbstr(from, fromlen, false);
		ereport(ERROR,
				(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
				 errmsg("invalid multibyte character for locale"),
				 errhint("LC_CTYPE of the database and its encoding may not belong together.")));
	}
	return result;
}

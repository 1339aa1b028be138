/*
 * pg_locale.h
 *		Locales: settings, collations and conversion of case.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/pg_locale.h
 */
#ifndef _PG_LOCALE_
#define _PG_LOCALE_

#include <locale.h>
#include <wchar.h>

#include "utils/guc.h"

/* Longest locale name that is passed on to libc. */
#define LOCALE_NAME_BUFLEN 128
#define MAX_L10N_DATA 80

/* A collation's behaviour; provider is pg_collation.collprovider. */
struct pg_locale_struct
{
	char provider;
	bool deterministic;
	union
	{
		locale_t lt;
	} info;
};
typedef struct pg_locale_struct *pg_locale_t;

extern PGDLLIMPORT struct pg_locale_struct default_locale;

/* settings */
extern PGDLLIMPORT char *locale_messages;
extern PGDLLIMPORT char *locale_monetary;
extern PGDLLIMPORT char *locale_numeric;
extern PGDLLIMPORT char *locale_time;

/* names of days and months in lc_time, valid after cache_locale_time() */
extern PGDLLIMPORT char *localized_full_months[];
extern PGDLLIMPORT char *localized_abbrev_months[];
extern PGDLLIMPORT char *localized_full_days[];
extern PGDLLIMPORT char *localized_abbrev_days[];

/* guc hooks */
extern bool check_locale_time(char **newval, void **extra, GucSource source);
extern bool check_locale_numeric(char **newval, void **extra,
								 GucSource source);
extern bool check_locale_monetary(char **newval, void **extra,
								  GucSource source);
extern bool check_locale_messages(char **newval, void **extra,
								  GucSource source);
extern void assign_locale_time(const char *newval, void *extra);
extern void assign_locale_numeric(const char *newval, void *extra);
extern void assign_locale_monetary(const char *newval, void *extra);
extern void assign_locale_messages(const char *newval, void *extra);

/* process locale */
extern char *pg_perm_setlocale(int category, const char *locale);
extern bool check_locale(int category, const char *locale, char **canonname);
extern struct lconv *PGLC_localeconv(void);
extern void cache_locale_time(void);

/* collations */
extern bool lc_collate_is_c(Oid collation);
extern bool lc_ctype_is_c(Oid collation);
extern pg_locale_t pg_newlocale_from_collation(Oid collid);
extern char *get_collation_actual_version(char collprovider,
										  const char *collcollate);
extern void make_icu_collator(const char *iculocstr,
							  struct pg_locale_struct *resultp);
extern void check_icu_locale(const char *icu_locale);

/* wide characters of the database encoding */
extern size_t wchar2char(char *to, const wchar_t *from, size_t tolen,
						 pg_locale_t locale);
extern size_t char2wchar(wchar_t *to, size_t tolen, const char *from,
						 size_t fromlen, pg_locale_t locale);

#endif /* _PG_LOCALE_ */

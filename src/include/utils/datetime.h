/*
 * datetime.h
 *		Reading and writing dates and times as text.
 *
 * Token and unit codes, the token tables' entry type, and the parser and
 * encoder functions shared by the date, time, timestamp and interval types.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/datetime.h
 */
#ifndef DATETIME_H
#define DATETIME_H

#include "utils/guc.h"
#include "utils/timestamp.h"

struct tzEntry;
struct pg_tz;

/* special words */
#define DAGO "ago"
#define EPOCH "epoch"
#define EARLY "-infinity"
#define LATE "infinity"
#define NOW "now"
#define TODAY "today"
#define TOMORROW "tomorrow"
#define YESTERDAY "yesterday"
#define ZULU "zulu"

/*
 * Kinds of fields; also bit numbers in the masks of fields seen and in the
 * field mask of an interval's typmod (catalog fact: do not renumber).
 */
/* parts of a date */
#define YEAR 2
#define MONTH 1
#define DAY 3
#define DOY 15
#define DOW 16
#define JULIAN 4
#define WEEK 24
/* parts of a time */
#define HOUR 10
#define MINUTE 11
#define SECOND 12
#define MILLISECOND 13
#define MICROSECOND 14
#define AMPM 9
/* longer than a year, and the era */
#define DECADE 25
#define CENTURY 26
#define MILLENNIUM 27
#define ADBC 18
/* zones: any, with daylight saving time, with offsets that vary, "dst" as a suffix */
#define TZ 5
#define DTZ 6
#define DYNTZ 7
#define DTZMOD 28
/* of an interval: a unit, the other direction */
#define UNITS 17
#define AGO 19
/* prefixes of ISO 8601, and of the value of a range */
#define ISODATE 22
#define ISOTIME 23
#define ABS_BEFORE 20
#define ABS_AFTER 21
/* words with a meaning, without one, and unknown ones */
#define RESERV 0
#define IGNORE_DTF 8
#define UNKNOWN_FIELD 31

/* Shapes of fields, as the splitter sees them; and meanings of words */
#define DTK_NUMBER 0
#define DTK_STRING 1
#define DTK_DATE 2
#define DTK_TIME 3
#define DTK_TZ 4
#define DTK_AGO 5
#define DTK_SPECIAL 6
#define DTK_EARLY 9
#define DTK_LATE 10
#define DTK_EPOCH 11
#define DTK_NOW 12
#define DTK_YESTERDAY 13
#define DTK_TODAY 14
#define DTK_TOMORROW 15
#define DTK_ZULU 16
#define DTK_DELTA 17
#define DTK_SECOND 18
#define DTK_MINUTE 19
#define DTK_HOUR 20
#define DTK_DAY 21
#define DTK_WEEK 22
#define DTK_MONTH 23
#define DTK_QUARTER 24
#define DTK_YEAR 25
#define DTK_DECADE 26
#define DTK_CENTURY 27
#define DTK_MILLENNIUM 28
#define DTK_MILLISEC 29
#define DTK_MICROSEC 30
#define DTK_JULIAN 31
#define DTK_DOW 32
#define DTK_DOY 33
#define DTK_TZ_HOUR 34
#define DTK_TZ_MINUTE 35
#define DTK_ISOYEAR 36
#define DTK_ISODOW 37

#define DTK_M(t) (0x01 << (t))
#define DTK_ALL_SECS_M \
	(DTK_M(SECOND) | DTK_M(MILLISECOND) | DTK_M(MICROSECOND))
#define DTK_DATE_M (DTK_M(YEAR) | DTK_M(MONTH) | DTK_M(DAY))
#define DTK_TIME_M (DTK_M(HOUR) | DTK_M(MINUTE) | DTK_ALL_SECS_M)

#define MAXDATELEN 128
#define MAXDATEFIELDS 25
#define TOKMAXLEN 10

/* One word: its first TOKMAXLEN characters, in lower case. */
typedef struct
{
	char token[TOKMAXLEN + 1];
	char type;
	int32 value;
} datetkn;

/* Time zone abbreviations in force (timezone_abbreviations). */
typedef struct TimeZoneAbbrevTable
{
	Size tblsize;
	int numabbrevs;
	datetkn abbrevs[FLEXIBLE_ARRAY_MEMBER];
} TimeZoneAbbrevTable;

/* Error codes of the Decode functions, all negative */
#define DTERR_BAD_FORMAT (-1)
#define DTERR_FIELD_OVERFLOW (-2)
#define DTERR_MD_FIELD_OVERFLOW (-3)
#define DTERR_INTERVAL_OVERFLOW (-4)
#define DTERR_TZDISP_OVERFLOW (-5)

#define isleap(y) (((y) % 4) == 0 && (((y) % 100) != 0 || ((y) % 400) == 0))

extern PGDLLIMPORT const int day_tab[2][13];
extern PGDLLIMPORT const char *const days[];
extern PGDLLIMPORT const char *const months[];

/* datetime.c: now */
extern void GetCurrentDateTime(struct pg_tm *tm);
extern void GetCurrentTimeUsec(struct pg_tm *tm, fsec_t *fsec, int *tzp);

/* datetime.c: calendar */
extern int date2j(int year, int month, int day);
extern void j2date(int jd, int *year, int *month, int *day);
extern int j2day(int jd);

/* datetime.c: reading */
extern void DateTimeParseError(int dterr, const char *str,
							   const char *datatype) pg_attribute_noreturn();
extern int DecodeDateTime(char **field, int *ftype, int nf, int *dtype,
						  struct pg_tm *tm, fsec_t *fsec, int *tzp);
extern int DecodeInterval(char **field, int *ftype, int nf, int range,
						  int *dtype, struct pg_itm_in *itm_in);
extern int DecodeISO8601Interval(char *str, int *dtype,
								 struct pg_itm_in *itm_in);
extern int DecodeSpecial(int field, const char *lowtoken, int *val);
extern int DecodeTimeOnly(char **field, int *ftype, int nf, int *dtype,
						  struct pg_tm *tm, fsec_t *fsec, int *tzp);
extern int DecodeTimezone(const char *str, int *tzp);
extern int DecodeTimezoneAbbrev(int field, const char *lowtoken, int *offset,
								struct pg_tz **tz);
extern int DecodeUnits(int field, const char *lowtoken, int *val);
extern int ParseDateTime(const char *timestr, char *workbuf, size_t buflen,
						 char **field, int *ftype, int maxfields,
						 int *numfields);
extern int ValidateDate(int fmask, bool isjulian, bool is2digits, bool bc,
						struct pg_tm *tm);

/* datetime.c: time zones of a moment */
extern bool check_timezone_abbreviations(char **newval, void **extra,
										 GucSource source);
extern bool CheckDateTokenTables(void);
extern TimeZoneAbbrevTable *ConvertTimeZoneAbbrevs(struct tzEntry *abbrevs,
												   int n);
extern struct pg_tz *DecodeTimezoneNameToTz(const char *tzname);
extern int DetermineTimeZoneAbbrevOffset(struct pg_tm *tm, const char *abbr,
										 struct pg_tz *tzp);
extern int DetermineTimeZoneAbbrevOffsetTS(TimestampTz ts, const char *abbr,
										   struct pg_tz *tzp, int *isdst);
extern int DetermineTimeZoneOffset(struct pg_tm *tm, struct pg_tz *tzp);
extern void InstallTimeZoneAbbrevs(TimeZoneAbbrevTable *tbl);

/* datetime.c: writing; str has MAXDATELEN + 1 bytes */
extern void EncodeDateOnly(struct pg_tm *tm, int style, char *str);
extern void EncodeDateTime(struct pg_tm *tm, fsec_t fsec, bool print_tz,
						   int tz, const char *tzn, int style, char *str);
extern void EncodeInterval(struct pg_itm *itm, int style, char *str);
extern void EncodeSpecialTimestamp(Timestamp dt, char *str);
extern void EncodeTimeOnly(struct pg_tm *tm, fsec_t fsec, bool print_tz,
						   int tz, int style, char *str);

#endif /* DATETIME_H */

/*
 * strftime.c
 *		Formatting of broken-down time for logs and file names.
 *
 * English names and C formats only, whatever the locale: log files must parse.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/timezone/strftime.c
 */
#include "postgres.h"

#include "pgtime.h"

static const char *const day_names[] = {
	"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
	"Saturday"};
static const char *const month_names[] = {
	"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"};

/* ISO 8601 week number, and the year it belongs to. */
static int
iso_week(const struct pg_tm *tm, int *year)
{
	int wday = (tm->tm_wday + 6) % 7; /* Monday is 0 */
	int y = tm->tm_year + 1900;
	int week = (tm->tm_yday - wday + 10) / 7;

	if (week < 1)
	{
		int prev = y - 1;
		int days = 365 + (prev % 4 == 0 && (prev % 100 != 0 || prev % 400 == 0));

		week = (tm->tm_yday + days - wday + 10) / 7;
		y--;
	}
	else if (week == 53)
	{
		int days = 365 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));

		if (tm->tm_yday - wday + 3 >= days)
		{
			week = 1;
			y++;
		}
	}
	*year = y;
	return week;
}

static void
format_one(char c, const struct pg_tm *tm, char *out, size_t room)
{
	int year = tm->tm_year + 1900;
	int hour12 = tm->tm_hour % 12 == 0 ? 12 : tm->tm_hour % 12;
	int isoyear;
	long off = labs(tm->tm_gmtoff) / 60;

#define OUT(...) snprintf(out, room, __VA_ARGS__)
	switch (c)
	{
		case 'A':
			OUT("%s", day_names[tm->tm_wday]);
			break;
		case 'a':
			OUT("%.3s", day_names[tm->tm_wday]);
			break;
		case 'B':
			OUT("%s", month_names[tm->tm_mon]);
			break;
		case 'b':
		case 'h':
			OUT("%.3s", month_names[tm->tm_mon]);
			break;
		case 'C':
			OUT("%02d", year / 100);
			break;
		case 'd':
			OUT("%02d", tm->tm_mday);
			break;
		case 'e':
			OUT("%2d", tm->tm_mday);
			break;
		case 'G':
			(void) iso_week(tm, &isoyear);
			OUT("%d", isoyear);
			break;
		case 'g':
			(void) iso_week(tm, &isoyear);
			OUT("%02d", isoyear % 100);
			break;
		case 'V':
			OUT("%02d", iso_week(tm, &isoyear));
			break;
		case 'H':
			OUT("%02d", tm->tm_hour);
			break;
		case 'I':
			OUT("%02d", hour12);
			break;
		case 'j':
			OUT("%03d", tm->tm_yday + 1);
			break;
		case 'k':
			OUT("%2d", tm->tm_hour);
			break;
		case 'l':
			OUT("%2d", hour12);
			break;
		case 'M':
			OUT("%02d", tm->tm_min);
			break;
		case 'm':
			OUT("%02d", tm->tm_mon + 1);
			break;
		case 'n':
			OUT("\n");
			break;
		case 'p':
			OUT("%s", tm->tm_hour >= 12 ? "PM" : "AM");
			break;
		case 'S':
			OUT("%02d", tm->tm_sec);
			break;
		case 't':
			OUT("\t");
			break;
		case 'U':
			OUT("%02d", (tm->tm_yday + 7 - tm->tm_wday) / 7);
			break;
		case 'u':
			OUT("%d", tm->tm_wday == 0 ? 7 : tm->tm_wday);
			break;
		case 'W':
			OUT("%02d", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7);
			break;
		case 'w':
			OUT("%d", tm->tm_wday);
			break;
		case 'Y':
			OUT("%d", year);
			break;
		case 'y':
			OUT("%02d", year % 100);
			break;
		case 'Z':
			OUT("%s", tm->tm_zone ? tm->tm_zone : "");
			break;
		case 'z':
			OUT("%c%02ld%02ld", tm->tm_gmtoff < 0 ? '-' : '+', off / 60,
				off % 60);
			break;
		case '%':
			OUT("%%");
			break;
		default:
			OUT("%%%c", c);
			break;
	}
#undef OUT
}

/* Formats that stand for others. */
static const char *
composite(char c)
{
	switch (c)
	{
		case 'c':
			return "%a %b %e %H:%M:%S %Y";
		case 'D':
		case 'x':
			return "%m/%d/%y";
		case 'F':
			return "%Y-%m-%d";
		case 'R':
			return "%H:%M";
		case 'r':
			return "%I:%M:%S %p";
		case 'T':
		case 'X':
			return "%H:%M:%S";
		case '+':
			return "%a %b %e %H:%M:%S %Z %Y";
		case 'v':
			return "%e-%b-%Y";
		default:
			return NULL;
	}
}

/* Length of the result without the closing zero, 0 if it does not fit. */
size_t
pg_strftime(char *s, size_t max, const char *format, const struct pg_tm *tm)
{
	size_t n = 0;

	for (; *format; format++)
	{
		char piece[128];
		const char *other;

		if (*format != '%' || format[1] == '\0')
			snprintf(piece, sizeof(piece), "%c", *format);
		else
		{
			format++;
			other = composite(*format);
			if (other)
			{
				if (pg_strftime(piece, sizeof(piece), other, tm) == 0)
					return 0;
			}
			else
				format_one(*format, tm, piece, sizeof(piece));
		}
		if (n + strlen(piece) + 1 > max)
			return 0;
		strcpy(s + n, piece);
		n += strlen(piece);
	}
	if (max > 0)
		s[n] = '\0';
	return n;
}

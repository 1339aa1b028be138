/*
 * logging.c
 *		Messages of client programs.
 *
 * See common/logging.h.  Colors only where PG_COLOR asks for them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/logging.c
 */
#ifdef FRONTEND
#include "postgres_fe.h"

#include <unistd.h>

#include "common/logging.h"

enum pg_log_level __pg_log_level;

static const char *progname = NULL;
static int log_flags = 0;
static bool use_color = false;
static void (*pre_callback)(void) = NULL;
static void (*locus_callback)(const char **filename, uint64 *lineno) = NULL;

#define COLOR_ERROR "01;31"
#define COLOR_WARNING "01;35"
#define COLOR_NOTE "01;36"
#define COLOR_LOCUS "01"

void
pg_logging_init(const char *argv0)
{
	const char *color = getenv("PG_COLOR");

	setvbuf(stderr, NULL, _IONBF, 0);
	progname = get_progname(argv0);
	__pg_log_level = PG_LOG_INFO;
	if (color)
		use_color = strcmp(color, "always") == 0 ||
			(strcmp(color, "auto") == 0 && isatty(fileno(stderr)));
}

void
pg_logging_config(int new_flags)
{
	log_flags = new_flags;
}

void
pg_logging_set_level(enum pg_log_level new_level)
{
	__pg_log_level = new_level;
}

/* One step more talkative. */
void
pg_logging_increase_verbosity(void)
{
	if (__pg_log_level > PG_LOG_NOTSET + 1)
		__pg_log_level--;
}

void
pg_logging_set_pre_callback(void (*cb)(void))
{
	pre_callback = cb;
}

void
pg_logging_set_locus_callback(void (*cb)(const char **filename, uint64 *lineno))
{
	locus_callback = cb;
}

static void
colored(const char *color, const char *text)
{
	if (use_color)
		fprintf(stderr, "\033[%sm%s\033[0m", color, text);
	else
		fputs(text, stderr);
}

static void
print_locus(void)
{
	const char *filename = NULL;
	uint64 lineno = 0;

	if (log_flags & PG_LOG_FLAG_TERSE)
		return;
	if (locus_callback)
		locus_callback(&filename, &lineno);
	if (progname)
		fprintf(stderr, "%s:", progname);
	if (filename)
		fprintf(stderr, "%s:", filename);
	if (lineno > 0)
		fprintf(stderr, UINT64_FORMAT ":", lineno);
	if (progname || filename)
		fputc(' ', stderr);
}

static void
print_label(enum pg_log_level level, enum pg_log_part part)
{
	if (part == PG_LOG_DETAIL)
		colored(COLOR_NOTE, "detail: ");
	else if (part == PG_LOG_HINT)
		colored(COLOR_NOTE, "hint: ");
	else if (level == PG_LOG_ERROR)
		colored(COLOR_ERROR, "error: ");
	else if (level == PG_LOG_WARNING)
		colored(COLOR_WARNING, "warning: ");
}

void
pg_log_generic_v(enum pg_log_level level, enum pg_log_part part,
				 const char *pg_restrict fmt, va_list ap)
{
	int save_errno = errno;
	char *text;

	if (level < __pg_log_level)
		return;
	fflush(stdout);
	if (pre_callback)
		pre_callback();
	print_locus();
	print_label(level, part);
	errno = save_errno;
	if (vasprintf(&text, fmt, ap) < 0)
		return;
	/* a message needs no line end, but may have one */
	if (text[0] && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = '\0';
	fprintf(stderr, "%s\n", text);
	free(text);
}

void
pg_log_generic(enum pg_log_level level, enum pg_log_part part,
			   const char *pg_restrict fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	pg_log_generic_v(level, part, fmt, ap);
	va_end(ap);
}
#endif

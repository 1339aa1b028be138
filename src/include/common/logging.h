/*
 * common/logging.h
 *		Messages of client programs: "prog: error: ..." on stderr.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/logging.h
 */
#ifndef COMMON_LOGGING_H
#define COMMON_LOGGING_H

enum pg_log_level
{
	PG_LOG_NOTSET = 0,
	PG_LOG_DEBUG,
	PG_LOG_INFO,
	PG_LOG_WARNING,
	PG_LOG_ERROR,
	PG_LOG_OFF
};
extern enum pg_log_level __pg_log_level;

enum pg_log_part
{
	PG_LOG_PRIMARY,
	PG_LOG_DETAIL,
	PG_LOG_HINT
};

#define PG_LOG_FLAG_TERSE 1

extern void pg_logging_init(const char *argv0);
extern void pg_logging_config(int new_flags);
extern void pg_logging_set_level(enum pg_log_level new_level);
extern void pg_logging_increase_verbosity(void);
extern void pg_logging_set_pre_callback(void (*cb)(void));
extern void pg_logging_set_locus_callback(void (*cb)(const char **filename,
													 uint64 *lineno));
extern void pg_log_generic(enum pg_log_level level, enum pg_log_part part,
						   const char *pg_restrict fmt, ...)
	pg_attribute_printf(3, 4);
extern void pg_log_generic_v(enum pg_log_level level, enum pg_log_part part,
							 const char *pg_restrict fmt, va_list ap)
	pg_attribute_printf(3, 0);

#define pg_log_error(...) pg_log_generic(PG_LOG_ERROR, PG_LOG_PRIMARY, __VA_ARGS__)
#define pg_log_error_detail(...) pg_log_generic(PG_LOG_ERROR, PG_LOG_DETAIL, __VA_ARGS__)
#define pg_log_error_hint(...) pg_log_generic(PG_LOG_ERROR, PG_LOG_HINT, __VA_ARGS__)
#define pg_log_warning(...) pg_log_generic(PG_LOG_WARNING, PG_LOG_PRIMARY, __VA_ARGS__)
#define pg_log_warning_detail(...) pg_log_generic(PG_LOG_WARNING, PG_LOG_DETAIL, __VA_ARGS__)
#define pg_log_warning_hint(...) pg_log_generic(PG_LOG_WARNING, PG_LOG_HINT, __VA_ARGS__)
#define pg_log_info(...) pg_log_generic(PG_LOG_INFO, PG_LOG_PRIMARY, __VA_ARGS__)
#define pg_log_info_detail(...) pg_log_generic(PG_LOG_INFO, PG_LOG_DETAIL, __VA_ARGS__)
#define pg_log_info_hint(...) pg_log_generic(PG_LOG_INFO, PG_LOG_HINT, __VA_ARGS__)
#define pg_log_debug(...)                                              \
	do                                                                 \
	{                                                                  \
		if (unlikely(__pg_log_level <= PG_LOG_DEBUG))                  \
			pg_log_generic(PG_LOG_DEBUG, PG_LOG_PRIMARY, __VA_ARGS__); \
	} while (0)
#define pg_fatal(...)                                              \
	do                                                             \
	{                                                              \
		pg_log_generic(PG_LOG_ERROR, PG_LOG_PRIMARY, __VA_ARGS__); \
		exit(1);                                                   \
	} while (0)

#endif /* COMMON_LOGGING_H */

/*
 * formatting.h
 *		Template formatting (to_char and its like) and change of case.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/formatting.h
 */
#ifndef _FORMATTING_H_
#define _FORMATTING_H_

/* in the locale of collid; results are palloc'd */
extern char *str_initcap(const char *buff, size_t nbytes, Oid collid);
extern char *str_toupper(const char *buff, size_t nbytes, Oid collid);
extern char *str_tolower(const char *buff, size_t nbytes, Oid collid);

/* ASCII letters only */
extern char *asc_initcap(const char *buff, size_t nbytes);
extern char *asc_toupper(const char *buff, size_t nbytes);
extern char *asc_tolower(const char *buff, size_t nbytes);

extern Datum parse_datetime(text *date_txt, text *fmt, Oid collid, bool strict,
							Oid *typid, int32 *typmod, int *tz,
							bool *have_error);

#endif /* _FORMATTING_H_ */

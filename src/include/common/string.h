/*
 * common/string.h
 *		Small string helpers, and reading lines.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/string.h
 */
#ifndef COMMON_STRING_H
#define COMMON_STRING_H

struct StringInfoData;

typedef struct PromptInterruptContext
{
	void *jmpbuf; /* a sigjmp_buf, or NULL */
	volatile sig_atomic_t *enabled;
	bool canceled;
} PromptInterruptContext;

/* string.c */
extern bool pg_str_endswith(const char *str, const char *end);
extern int strtoint(const char *pg_restrict str, char **pg_restrict endptr,
					int base);
extern char *pg_clean_ascii(const char *str, int alloc_flags);
extern int pg_strip_crlf(char *str);
extern bool pg_is_ascii(const char *str);

/* pg_get_line.c */
extern char *pg_get_line(FILE *stream, PromptInterruptContext *prompt_ctx);
extern bool pg_get_line_buf(FILE *stream, struct StringInfoData *buf);
extern bool pg_get_line_append(FILE *stream, struct StringInfoData *buf,
							   PromptInterruptContext *prompt_ctx);

/* sprompt.c */
extern char *simple_prompt(const char *prompt, bool echo);

#endif /* COMMON_STRING_H */

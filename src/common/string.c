/*
 * string.c
 *		Small string helpers, and reading lines.
 *
 * See common/string.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/string.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <termios.h>

#include "common/string.h"
#include "lib/stringinfo.h"

bool
pg_str_endswith(const char *str, const char *end)
{
	size_t slen = strlen(str);
	size_t elen = strlen(end);

	return slen >= elen && strcmp(str + slen - elen, end) == 0;
}

/* strtol for an int: errno is ERANGE if it does not fit. */
int
strtoint(const char *pg_restrict str, char **pg_restrict endptr, int base)
{
	long val = strtol(str, endptr, base);

	if (val != (int) val)
		errno = ERANGE;
	return (int) val;
}

/* Copy with every byte that is not printable ASCII as \xHH. */
char *
pg_clean_ascii(const char *str, int alloc_flags)
{
	size_t need = strlen(str) * 4 + 1;
	char *dst;
	char *out;

#ifdef FRONTEND
	dst = pg_malloc_extended(need, alloc_flags);
#else
	dst = palloc_extended(need, alloc_flags);
#endif
	if (dst == NULL)
		return NULL;
	out = dst;
	for (const unsigned char *p = (const unsigned char *) str; *p; p++)
	{
		if (*p < 32 || *p > 126)
			out += sprintf(out, "\\x%02x", *p);
		else
			*out++ = (char) *p;
	}
	*out = '\0';
	return dst;
}

bool
pg_is_ascii(const char *str)
{
	while (*str && !IS_HIGHBIT_SET(*str))
		str++;
	return *str == '\0';
}

/* Take line ends off the end; returns the new length. */
int
pg_strip_crlf(char *str)
{
	int len = strlen(str);

	while (len > 0 && (str[len - 1] == '\n' || str[len - 1] == '\r'))
		str[--len] = '\0';
	return len;
}

/* Append a line with its line end; false at end of file or on error. */
bool
pg_get_line_append(FILE *stream, struct StringInfoData *buf,
				   PromptInterruptContext *prompt_ctx)
{
	int before = buf->len;

	for (;;)
	{
		if (prompt_ctx && prompt_ctx->canceled)
			break;
		enlargeStringInfo(buf, 128);
		if (fgets(buf->data + buf->len, buf->maxlen - buf->len, stream) == NULL)
			break;
		buf->len += strlen(buf->data + buf->len);
		if (buf->len > 0 && buf->data[buf->len - 1] == '\n')
			return true;
	}
	if (ferror(stream) || (prompt_ctx && prompt_ctx->canceled))
	{
		buf->len = before;
		buf->data[before] = '\0';
		return false;
	}
	return buf->len > before;
}

bool
pg_get_line_buf(FILE *stream, struct StringInfoData *buf)
{
	resetStringInfo(buf);
	return pg_get_line_append(stream, buf, NULL);
}

/* palloc'd line with its line end, or NULL. */
char *
pg_get_line(FILE *stream, PromptInterruptContext *prompt_ctx)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (pg_get_line_append(stream, &buf, prompt_ctx))
		return buf.data;
	pfree(buf.data);
	return NULL;
}

/* Ask on the terminal; echo false for passwords.  palloc'd. */
char *
simple_prompt(const char *prompt, bool echo)
{
	FILE *in = fopen("/dev/tty", "r");
	FILE *out = fopen("/dev/tty", "w");
	struct termios was;
	struct termios quiet;
	char *line;

	if (in == NULL || out == NULL)
	{
		if (in)
			fclose(in);
		if (out)
			fclose(out);
		in = stdin;
		out = stderr;
	}
	if (!echo && tcgetattr(fileno(in), &was) == 0)
	{
		quiet = was;
		quiet.c_lflag &= ~ECHO;
		tcsetattr(fileno(in), TCSAFLUSH, &quiet);
	}
	else
		echo = true;
	if (prompt)
		fputs(prompt, out);
	fflush(out);
	line = pg_get_line(in, NULL);
	if (line == NULL)
		line = pstrdup("");
	(void) pg_strip_crlf(line);
	if (!echo)
	{
		tcsetattr(fileno(in), TCSAFLUSH, &was);
		fputs("\n", out);
		fflush(out);
	}
	if (in != stdin)
	{
		fclose(in);
		fclose(out);
	}
	return line;
}

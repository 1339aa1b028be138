/*
 * lib/stringinfo.h
 *		A byte string that grows; always followed by a zero byte.
 *
 * Also used to read a message: cursor is the position of the reader.
 * In the server memory comes from palloc, in clients from pg_malloc; a string
 * may not exceed 1 GB (54000 in the server, exit in clients).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/lib/stringinfo.h
 */
#ifndef STRINGINFO_H
#define STRINGINFO_H

typedef struct StringInfoData
{
	char *data;
	int len; /* bytes used, without the zero byte */
	int maxlen; /* bytes allocated; 0: not ours to change */
	int cursor;
} StringInfoData;
typedef StringInfoData *StringInfo;

extern StringInfo makeStringInfo(void);
extern void initStringInfo(StringInfo str);
extern void resetStringInfo(StringInfo str);
extern void enlargeStringInfo(StringInfo str, int needed);
extern void destroyStringInfo(StringInfo str);
extern void appendStringInfo(StringInfo str, const char *fmt, ...)
	pg_attribute_printf(2, 3);
/* Returns 0, or how much more room is needed; then enlarge and try again. */
extern int appendStringInfoVA(StringInfo str, const char *fmt, va_list args)
	pg_attribute_printf(2, 0);
extern void appendStringInfoString(StringInfo str, const char *s);
extern void appendStringInfoChar(StringInfo str, char ch);
extern void appendStringInfoSpaces(StringInfo str, int count);
extern void appendBinaryStringInfo(StringInfo str, const void *data,
								   int datalen);
extern void appendBinaryStringInfoNT(StringInfo str, const void *data,
									 int datalen);

#define appendStringInfoCharMacro(str, ch) \
	(((str)->len + 1 >= (str)->maxlen) ? appendStringInfoChar(str, ch) : (void) ((str)->data[(str)->len++] = (ch), (str)->data[(str)->len] = '\0'))

#endif /* STRINGINFO_H */

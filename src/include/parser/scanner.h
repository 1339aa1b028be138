/*
 * scanner.h
 *		The SQL scanner, for those who want tokens instead of trees.
 *
 * Reentrant: all state is in core_yy_extra_type.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/scanner.h
 */
#ifndef SCANNER_H
#define SCANNER_H

#include "common/keywords.h"

/* The value of a token; the grammar's YYSTYPE begins with the same members. */
typedef union core_YYSTYPE
{
	int ival; /* integers */
	char *str; /* identifiers, strings, numbers too large */
	const char *keyword; /* the spelling of a keyword */
} core_YYSTYPE;

typedef int YYLTYPE; /* a location is a byte offset */

typedef void *core_yyscan_t;

typedef struct core_yy_extra_type
{
	char *scanbuf; /* the text, ended by two NULs for flex */
	Size scanbuflen; /* without the NULs */
	int backslash_quote; /* copies of the settings */
	bool escape_string_warning;
	bool standard_conforming_strings;
	char *literalbuf; /* the literal being collected */
	int literallen;
	int literalalloc;
	int comment_depth;
	char *dollar_tag; /* the $tag$ that opened a string */
	YYLTYPE token_end; /* offset behind the last token */
	uint32 high_surrogate; /* first half of a \\u pair, or 0 */
	bool warned_escape; /* in this literal */
	bool saw_non_ascii;
} core_yy_extra_type;

extern core_yyscan_t scanner_init(const char *str, core_yy_extra_type *yyext);
extern void scanner_finish(core_yyscan_t yyscanner);
extern int core_yylex(core_YYSTYPE *lvalp, YYLTYPE *llocp,
					  core_yyscan_t yyscanner);
extern int scanner_errposition(int location, core_yyscan_t yyscanner);
extern void scanner_error_near(const char *message, int start, int end,
							   core_yyscan_t yyscanner)
	pg_attribute_noreturn();

#endif /* SCANNER_H */

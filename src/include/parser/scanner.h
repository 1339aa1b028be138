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

#include "parser/keywords.h"

/* The value of a token; the grammar's YYSTYPE begins with the same members. */
typedef union core_YYSTYPE
{
	int			ival;			/* integers */
	char	   *str;			/* identifiers, strings, numbers too large */
	const char *keyword;		/* the spelling of a keyword */
} core_YYSTYPE;

#define YYLTYPE int				/* a location is a byte offset */

typedef void *core_yyscan_t;

typedef struct core_yy_extra_type
{
	char	   *scanbuf;		/* the text, ended by two NULs for flex */
	Size		scanbuflen;		/* without the NULs */
	int			backslash_quote;	/* copies of the settings */
	bool		escape_string_warning;
	bool		standard_conforming_strings;
	char	   *literalbuf;		/* the literal being collected */
	int			literallen;
	int			literalalloc;
	int			state_before_str_stop;
	int			xcdepth;		/* nesting of comments */
	char	   *dolqstart;		/* the $tag$ that opened a string */
	YYLTYPE		save_yylloc;
	int32		utf16_first_part;
	bool		warn_on_first_escape;
	bool		saw_non_ascii;
} core_yy_extra_type;

extern core_yyscan_t scanner_init(const char *str, core_yy_extra_type *yyext);
extern void scanner_finish(core_yyscan_t yyscanner);
extern int	core_yylex(core_YYSTYPE *lvalp, YYLTYPE *llocp,
					   core_yyscan_t yyscanner);
extern int	scanner_errposition(int location, core_yyscan_t yyscanner);
extern void scanner_yyerror(const char *message, core_yyscan_t yyscanner)
	pg_attribute_noreturn();

#endif							/* SCANNER_H */

/*
 * gramparse.h
 *		What gram.y, scan.l and parser.c share.
 *
 * For the parser folder alone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/gramparse.h
 */
#ifndef GRAMPARSE_H
#define GRAMPARSE_H

#include "nodes/parsenodes.h"
#include "parser/scanner.h"

/* One token kept back, since some keywords need a look at the next. */
typedef struct base_yy_extra_type
{
	core_yy_extra_type core_yy_extra;
	bool		have_lookahead;
	int			lookahead_token;
	core_YYSTYPE lookahead_yylval;
	YYLTYPE		lookahead_yylloc;
	int			lookahead_end;	/* restores the text after the token */
	char		lookahead_hold_char;
	List	   *parsetree;		/* the result */
} base_yy_extra_type;

#endif							/* GRAMPARSE_H */

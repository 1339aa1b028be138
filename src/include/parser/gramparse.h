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

/* A token with its value and place. */
typedef struct GramToken
{
	int code;
	core_YYSTYPE value;
	YYLTYPE start;
	YYLTYPE end; /* offset behind its last byte */
} GramToken;

/*
 * Some tokens need a look at the next one, which is then kept in "next".  The
 * scanner functions take this struct as theirs, as core_yy_extra is first.
 */
typedef struct base_yy_extra_type
{
	core_yy_extra_type core_yy_extra;
	bool have_next;
	GramToken next;
	GramToken current; /* the last one given to the grammar */
	int mode_token; /* to be given first, if not 0 */
	List *parsetree; /* the result */
} base_yy_extra_type;

extern int base_yylex(core_YYSTYPE *lvalp, YYLTYPE *llocp,
					  core_yyscan_t yyscanner);
extern int base_yyparse(core_yyscan_t yyscanner);
extern void parser_yyerror_at(const char *message, int location,
							  core_yyscan_t yyscanner) pg_attribute_noreturn();

#endif /* GRAMPARSE_H */

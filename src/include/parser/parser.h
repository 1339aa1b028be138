/*
 * parser.h
 *		From query string to raw parse trees.
 *
 * No catalog is read: this works in an aborted transaction too.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parser.h
 */
#ifndef PARSER_H
#define PARSER_H

#include "nodes/parsenodes.h"

typedef enum
{
	RAW_PARSE_DEFAULT, /* statements, separated by semicolons */
	RAW_PARSE_TYPE_NAME, /* a type name; the list holds one TypeName */
	RAW_PARSE_PLPGSQL_EXPR, /* the rest is for PL/pgSQL */
	RAW_PARSE_PLPGSQL_ASSIGN1,
	RAW_PARSE_PLPGSQL_ASSIGN2,
	RAW_PARSE_PLPGSQL_ASSIGN3
} RawParseMode;

typedef enum
{
	BACKSLASH_QUOTE_OFF,
	BACKSLASH_QUOTE_ON,
	BACKSLASH_QUOTE_SAFE_ENCODING
} BackslashQuoteType;

/* settings */
extern int backslash_quote;
extern bool escape_string_warning;
extern bool standard_conforming_strings;

extern List *raw_parser(const char *str, RawParseMode mode);

/* gram.y: names that the grammar makes for others too */
extern List *SystemFuncName(char *name);
extern TypeName *SystemTypeName(char *name);

#endif /* PARSER_H */

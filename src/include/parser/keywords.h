/*
 * keywords.h
 *		Keyword categories, and the values the grammar gives keywords.
 *
 * kwlist.h has the list; common/kwlookup.c searches it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/keywords.h
 */
#ifndef PARSER_KEYWORDS_H
#define PARSER_KEYWORDS_H

#define UNRESERVED_KEYWORD 0
#define COL_NAME_KEYWORD 1
#define TYPE_FUNC_NAME_KEYWORD 2
#define RESERVED_KEYWORD 3

/*
 * The keywords in alphabetical order.  sql_keyword_lookup returns the index
 * of a word (already in lower case), or -1.
 */
typedef struct SqlKeyword
{
	const char *name;
	uint8		category;		/* one of the above */
	bool		bare_label;		/* may be a column label without AS */
} SqlKeyword;

extern const SqlKeyword SqlKeywords[];
extern const int NumSqlKeywords;
extern int	sql_keyword_lookup(const char *word);

#endif							/* PARSER_KEYWORDS_H */

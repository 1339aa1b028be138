/*
 * varlena.h
 *		Text and bytea helpers beyond the conversions of builtins.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/varlena.h
 */
#ifndef VARLENA_H
#define VARLENA_H

#include "nodes/pg_list.h"
#include "utils/sortsupport.h"

/* Keeps the best suggestion for a mistyped name. */
typedef struct ClosestMatchState
{
	const char *source;
	int min_d; /* distance of match, or -1 */
	int max_d; /* farther candidates are ignored */
	const char *match;
} ClosestMatchState;

/* comparison */
extern int varstr_cmp(const char *arg1, int len1, const char *arg2, int len2,
					  Oid collid);
extern void varstr_sortsupport(SortSupport ssup, Oid typid, Oid collid);

/* edit distance */
extern int varstr_levenshtein(const char *source, int slen,
							  const char *target, int tlen, int ins_c,
							  int del_c, int sub_c, bool trusted);
extern int varstr_levenshtein_less_equal(const char *source, int slen,
										 const char *target, int tlen,
										 int ins_c, int del_c, int sub_c,
										 int max_d, bool trusted);
extern void initClosestMatch(ClosestMatchState *state, const char *source,
							 int max_d);
extern void updateClosestMatch(ClosestMatchState *state,
							   const char *candidate);
extern const char *getClosestMatch(ClosestMatchState *state);

extern int overlay_end(int start, int length);

/* comma-separated lists; rawstring is overwritten, false on bad syntax */
extern bool SplitIdentifierString(char *rawstring, char separator,
								  List **namelist);
extern bool SplitDirectoriesString(char *rawstring, char separator,
								   List **namelist);
extern bool SplitGUCList(char *rawstring, char separator, List **namelist);
extern List *textToQualifiedNameList(text *textval);

/* regexp.c */
extern text *replace_text_regexp(text *src_text, text *pattern_text,
								 text *replace_text, int cflags, Oid collation,
								 int search_start, int n);

#endif /* VARLENA_H */

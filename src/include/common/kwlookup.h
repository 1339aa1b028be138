/*
 * kwlookup.h
 *		Search in a sorted list of keywords.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/kwlookup.h
 */
#ifndef KWLOOKUP_H
#define KWLOOKUP_H

typedef struct ScanKeywordList
{
	const char *const *words; /* lower case, in byte order */
	int num_keywords;
	int max_kw_len;
} ScanKeywordList;

/* Index of a word, in whatever case of ASCII letters; -1 if it is none. */
extern int ScanKeywordLookup(const char *str, const ScanKeywordList *keywords);

static inline const char *
GetScanKeyword(int n, const ScanKeywordList *keywords)
{
	return keywords->words[n];
}

#endif /* KWLOOKUP_H */

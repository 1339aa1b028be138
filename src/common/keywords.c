/*
 * keywords.c
 *		The SQL keywords: look-up and categories.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/keywords.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/keywords.h"

#define KW(word, token, category, label) word,
static const char *const words[] = {
#include "parser/kwlist.h"
};
#undef KW

#define KW(word, token, category, label) category,
const uint8 ScanKeywordCategories[] = {
#include "parser/kwlist.h"
};
#undef KW

#define KW(word, token, category, label) label,
const bool ScanKeywordBareLabel[] = {
#include "parser/kwlist.h"
};
#undef KW

const ScanKeywordList ScanKeywords = {words, lengthof(words), 17};

int
ScanKeywordLookup(const char *str, const ScanKeywordList *keywords)
{
	char lower[NAMEDATALEN];
	int lo = 0;
	int hi = keywords->num_keywords - 1;
	size_t len = strlen(str);

	if (len > keywords->max_kw_len)
		return -1;
	for (size_t i = 0; i <= len; i++)
		lower[i] = str[i] >= 'A' && str[i] <= 'Z' ? str[i] + 32 : str[i];
	while (lo <= hi)
	{
		int mid = (lo + hi) / 2;
		int diff = strcmp(lower, keywords->words[mid]);

		if (diff == 0)
			return mid;
		if (diff < 0)
			hi = mid - 1;
		else
			lo = mid + 1;
	}
	return -1;
}

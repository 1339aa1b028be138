/*
 * keywords.h
 *		The SQL keywords: look-up and categories.
 *
 * Shared with client code that must know when an identifier needs quotes.
 * parser/kwlist.h has the list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/keywords.h
 */
#ifndef KEYWORDS_H
#define KEYWORDS_H

#include "common/kwlookup.h"

#define UNRESERVED_KEYWORD 0 /* any name */
#define COL_NAME_KEYWORD 1 /* no function or type */
#define TYPE_FUNC_NAME_KEYWORD 2 /* only function or type */
#define RESERVED_KEYWORD 3

extern const ScanKeywordList ScanKeywords;
extern const uint8 ScanKeywordCategories[];
extern const bool ScanKeywordBareLabel[];

#endif /* KEYWORDS_H */

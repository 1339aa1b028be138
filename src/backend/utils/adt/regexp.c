/*
 * regexp.c
 *		Regular expressions: ~, regexp_match, regexp_replace and the others.
 *
 * The patterns are PostgreSQL's "advanced" ones.  They are translated to PCRE2's
 * syntax (translate_pattern), compiled, and kept in a small cache.
 *
 * Departures from PostgreSQL's matcher:
 *  1. A pattern that mixes greedy and lazy quantifiers follows Perl's rules, not
 *     the rule that the first quantifier decides for the whole.
 *  2. The longest of all alternatives is taken for patterns without lazy
 *     quantifiers, back references and lookaround, by asking PCRE2's automaton
 *     matcher for the length first; otherwise the first alternative that fits.
 *  3. Equivalence classes hold their one character only.
 *  4. A group in a repeated group keeps what it matched in an earlier round.
 *  5. Basic and extended expressions (flags b and e) are refused.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/regexp.c
 */
#include "postgres.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/tuplestore.h"
#include "utils/varlena.h"

/* Flags of a pattern, and of the functions */
#define RX_ICASE 0x01
#define RX_EXPANDED 0x02
#define RX_LITERAL 0x04
#define RX_NLSTOP 0x08 /* . and [^x] do not match a newline */
#define RX_NLANCH 0x10 /* ^ and $ match at newlines */
#define RX_GLOBAL 0x100 /* not part of the pattern */
#define RX_PATTERN_FLAGS 0xFF

#define RX_CACHE_SIZE 32
#define RX_MAX_GROUPS 500 /* the whole match included */

/* A compiled pattern. */
typedef struct Regex
{
	char *pattern;
	int len;
	int flags;
	Oid collation;
	pcre2_code *code;
	uint32 ncaptures;
	bool longest; /* see departure 2 */
} Regex;

/* Most recently used first. */
static Regex *cache[RX_CACHE_SIZE];
static int ncached = 0;
static MemoryContext regex_context = NULL;
static pcre2_general_context *pcre_context = NULL;

/* One match: byte offsets of the whole and of each group, -1 if unset. */
typedef struct RegexMatch
{
	int start[RX_MAX_GROUPS];
	int end[RX_MAX_GROUPS];
} RegexMatch;

static void *
pcre_alloc(PCRE2_SIZE size, void *unused)
{
	return MemoryContextAlloc(regex_context, size);
}

static void
pcre_free(void *p, void *unused)
{
	if (p)
		pfree(p);
}

static void
regex_error(const char *reason)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_REGULAR_EXPRESSION),
			 errmsg("invalid regular expression: %s", reason)));
}

/* ---- Translation ---- */

/* PCRE2 allows no deeper nesting by default. */
#define MAX_GROUP_DEPTH 250

typedef struct Translation
{
	const char *p;
	const char *end;
	StringInfoData out;
	int flags;
	int groups[MAX_GROUP_DEPTH]; /* places in out of the open "(?:", or -1 */
	int depth;
	bool has_alternatives;
	bool plain; /* no lazy quantifier, reference, lookaround */
} Translation;

static void
put_literal(StringInfo out, uint32 c)
{
	appendStringInfo(out, "\\x{%x}", c);
}

/* Reads up to max hexadecimal digits, at least min. */
static uint32
hex_escape(Translation *tr, int min, int max)
{
	uint32 v = 0;
	int n;

	for (n = 0; n < max && tr->p < tr->end &&
		 isxdigit((unsigned char) *tr->p);
		 n++, tr->p++)
	{
		char c = *tr->p;

		v = v * 16 + (isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	if (n < min)
		regex_error("invalid escape \\ sequence");
	return v;
}

/* An escape that stands for one character; false if it is none. */
static bool
character_escape(Translation *tr, char c)
{
	static const char from[] = "abefnrtvB0";
	static const char to[] = "\a\b\033\f\n\r\t\v\\";
	const char *hit = strchr(from, c);

	if (hit && c)
	{
		put_literal(&tr->out, (unsigned char) to[hit - from]);
		return true;
	}
	switch (c)
	{
		case 'c':
			if (tr->p >= tr->end)
				regex_error("invalid escape \\ sequence");
			put_literal(&tr->out, *tr->p++ & 0x1f);
			return true;
		case 'u':
			put_literal(&tr->out, hex_escape(tr, 4, 4));
			return true;
		case 'U':
			put_literal(&tr->out, hex_escape(tr, 8, 8));
			return true;
		case 'x':
			put_literal(&tr->out, hex_escape(tr, 1, 255));
			return true;
	}
	return false;
}

/* An escape; tr->p stands behind the backslash. */
static void
translate_escape(Translation *tr, bool in_bracket)
{
	char c;

	if (tr->p >= tr->end)
		regex_error("invalid escape \\ sequence");
	c = *tr->p++;
	if (!isalnum((unsigned char) c))
	{
		if (IS_HIGHBIT_SET(c) || c == '\0')
			appendStringInfoChar(&tr->out, c);
		else
			put_literal(&tr->out, (unsigned char) c);
		return;
	}
	if (character_escape(tr, c))
		return;
	if (strchr("dDsSwW", c))
	{
		if (in_bracket && isupper((unsigned char) c))
			regex_error("invalid escape \\ sequence");
		appendStringInfo(&tr->out, "\\%c", c);
		return;
	}
	if (in_bracket)
		regex_error("invalid escape \\ sequence");
	switch (c)
	{
		case 'm':
			appendStringInfoString(&tr->out, "[[:<:]]");
			return;
		case 'M':
			appendStringInfoString(&tr->out, "[[:>:]]");
			return;
		case 'y':
			appendStringInfoString(&tr->out, "\\b");
			return;
		case 'Y':
			appendStringInfoString(&tr->out, "\\B");
			return;
		case 'A':
			appendStringInfoString(&tr->out, "\\A");
			return;
		case 'Z':
			appendStringInfoString(&tr->out, "\\z");
			return;
	}
	if (!isdigit((unsigned char) c))
		regex_error("invalid escape \\ sequence");
	tr->plain = false;
	appendStringInfo(&tr->out, "\\g{%c", c);
	while (tr->p < tr->end && isdigit((unsigned char) *tr->p))
		appendStringInfoChar(&tr->out, *tr->p++);
	appendStringInfoChar(&tr->out, '}');
}

/* [:class:], [.x.] or [=x=] within a bracket expression; p is at the '['. */
static void
translate_class(Translation *tr)
{
	char kind = tr->p[1];
	const char *start = tr->p + 2;
	const char *q = start;

	while (q + 1 < tr->end && !(q[0] == kind && q[1] == ']'))
		q++;
	if (q + 1 >= tr->end)
		regex_error("brackets [] not balanced");
	if (kind == ':')
		appendStringInfo(&tr->out, "[:%.*s:]", (int) (q - start), start);
	else if (q - start == 1 && !IS_HIGHBIT_SET(*start))
		put_literal(&tr->out, (unsigned char) *start);
	else if (q > start && pg_mblen(start) == q - start)
		appendBinaryStringInfo(&tr->out, start, q - start);
	else
		regex_error("invalid collating element");
	tr->p = q + 2;
}

/* A bracket expression; p is at its '['. */
static void
translate_bracket(Translation *tr)
{
	bool first = true;

	appendStringInfoChar(&tr->out, *tr->p++);
	if (tr->p < tr->end && *tr->p == '^')
	{
		appendStringInfoChar(&tr->out, *tr->p++);
		if (tr->flags & RX_NLSTOP)
			appendStringInfoString(&tr->out, "\\n");
	}
	for (;; first = false)
	{
		if (tr->p >= tr->end)
			regex_error("brackets [] not balanced");
		if (*tr->p == ']' && !first)
			break;
		if (*tr->p == '[' && tr->p + 1 < tr->end &&
			strchr(":.=", tr->p[1]))
			translate_class(tr);
		else if (*tr->p == '\\')
		{
			tr->p++;
			translate_escape(tr, true);
		}
		else if (strchr("[]:.=", *tr->p))
			/* not PCRE's class names, nor the end of the bracket */
			put_literal(&tr->out, (unsigned char) *tr->p++);
		else
			appendStringInfoChar(&tr->out, *tr->p++);
	}
	appendStringInfoChar(&tr->out, *tr->p++);
}

/* What follows "(?"; only the forms that advanced patterns know. */
static void
translate_group(Translation *tr)
{
	static const char *const forms[] = {":", "=", "!", "<=", "<!"};

	if (tr->depth >= MAX_GROUP_DEPTH)
		regex_error("regular expression is too complex");
	tr->groups[tr->depth++] = -1;
	appendStringInfoChar(&tr->out, *tr->p++);
	if (tr->p >= tr->end || *tr->p != '?')
		return;
	for (size_t i = 0; i < lengthof(forms); i++)
	{
		int n = strlen(forms[i]);

		if (tr->end - tr->p > n && memcmp(tr->p + 1, forms[i], n) == 0)
		{
			if (i > 0)
				tr->plain = false;
			else
				tr->groups[tr->depth - 1] = tr->out.len + 1;
			appendStringInfo(&tr->out, "?%s", forms[i]);
			tr->p += 1 + n;
			return;
		}
	}
	if (tr->end - tr->p > 1 && tr->p[1] == '#')
	{
		appendStringInfoString(&tr->out, "?#");
		for (tr->p += 2; tr->p < tr->end && *tr->p != ')'; tr->p++)
			;
		return;
	}
	regex_error("quantifier operand invalid");
}

/*
 * The end of a group.  "(?:...){1,1}?" makes all quantifiers within lazy, which
 * is how SIMILAR TO separates its parts; for PCRE2 that is "(?U:...)".
 */
static void
translate_group_end(Translation *tr)
{
	static const char lazy[] = "{1,1}?";
	const int len = sizeof(lazy) - 1;
	int at = tr->depth > 0 ? tr->groups[--tr->depth] : -1;

	appendStringInfoChar(&tr->out, *tr->p++);
	if (at < 0 || tr->end - tr->p < len || memcmp(tr->p, lazy, len) != 0)
		return;
	appendStringInfoChar(&tr->out, '\0');
	memmove(tr->out.data + at + 1, tr->out.data + at, tr->out.len - 1 - at);
	tr->out.data[at] = 'U';
	tr->plain = false;
	tr->p += len;
}

/* A quantifier and what may follow it. */
static void
translate_quantifier(Translation *tr)
{
	if (*tr->p == '{')
	{
		if (tr->p + 1 >= tr->end || !isdigit((unsigned char) tr->p[1]))
		{
			/* no bounds: the brace stands for itself */
			put_literal(&tr->out, (unsigned char) *tr->p++);
			return;
		}
		while (tr->p < tr->end && *tr->p != '}')
			appendStringInfoChar(&tr->out, *tr->p++);
		if (tr->p >= tr->end)
			regex_error("braces {} not balanced");
	}
	appendStringInfoChar(&tr->out, *tr->p++);
	if (tr->p < tr->end && *tr->p == '?')
	{
		tr->plain = false;
		appendStringInfoChar(&tr->out, *tr->p++);
	}
	if (tr->p < tr->end && (*tr->p == '+' || *tr->p == '*' || *tr->p == '?'))
		regex_error("quantifier operand invalid");
}

static void
translate_body(Translation *tr)
{
	while (tr->p < tr->end)
	{
		char c = *tr->p;

		switch (c)
		{
			case '\\':
				tr->p++;
				translate_escape(tr, false);
				break;
			case '[':
				if (tr->end - tr->p >= 7 &&
					(memcmp(tr->p, "[[:<:]]", 7) == 0 ||
					 memcmp(tr->p, "[[:>:]]", 7) == 0))
				{
					appendBinaryStringInfo(&tr->out, tr->p, 7);
					tr->p += 7;
				}
				else
					translate_bracket(tr);
				break;
			case '(':
				translate_group(tr);
				break;
			case ')':
				translate_group_end(tr);
				break;
			case '*':
			case '+':
			case '?':
			case '{':
				translate_quantifier(tr);
				break;
			case '|':
				tr->has_alternatives = true;
				fallthrough;
			default:
				appendStringInfoChar(&tr->out, c);
				tr->p++;
		}
	}
}

static void
apply_option(char c, int *flags)
{
	switch (c)
	{
		case 'c':
			*flags &= ~RX_ICASE;
			break;
		case 'i':
			*flags |= RX_ICASE;
			break;
		case 'm':
		case 'n':
			*flags |= RX_NLSTOP | RX_NLANCH;
			break;
		case 'p':
			*flags = (*flags | RX_NLSTOP) & ~RX_NLANCH;
			break;
		case 'w':
			*flags = (*flags | RX_NLANCH) & ~RX_NLSTOP;
			break;
		case 's':
			*flags &= ~(RX_NLSTOP | RX_NLANCH);
			break;
		case 'q':
			*flags |= RX_LITERAL;
			break;
		case 't':
			*flags &= ~RX_EXPANDED;
			break;
		case 'x':
			*flags |= RX_EXPANDED;
			break;
		case 'b':
		case 'e':
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("basic and extended regular expressions are not supported")));
	}
}

/* The directors *** and (?letters) at the start of a pattern. */
static void
translate_prefix(Translation *tr)
{
	const char *q;

	if (tr->end - tr->p >= 4 && memcmp(tr->p, "***=", 4) == 0)
	{
		tr->flags |= RX_LITERAL;
		tr->p += 4;
		return;
	}
	if (tr->end - tr->p >= 4 && memcmp(tr->p, "***:", 4) == 0)
		tr->p += 4;
	if (tr->end - tr->p < 3 || tr->p[0] != '(' || tr->p[1] != '?' ||
		!isalpha((unsigned char) tr->p[2]))
		return;
	for (q = tr->p + 2; q < tr->end && isalpha((unsigned char) *q); q++)
	{
		if (!strchr("bceimnpqstwx", *q))
			regex_error("invalid embedded option");
		apply_option(*q, &tr->flags);
	}
	if (q >= tr->end || *q != ')')
		regex_error("invalid embedded option");
	tr->p = q + 1;
}

/* ---- Compilation ---- */

/* The memory that patterns are compiled in; made once. */
static pcre2_compile_context *
compile_context(void)
{
	static pcre2_compile_context *context = NULL;

	if (context == NULL)
		context = pcre2_compile_context_create(pcre_context);
	return context;
}

/* PCRE2's complaint about a pattern, in PostgreSQL's words where it has some. */
static void
compile_error(int errcode_pcre)
{
	static const struct
	{
		int errcode_pcre;
		const char *reason;
	} reasons[] = {
		{PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS, "parentheses () not balanced"},
		{PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS, "parentheses () not balanced"},
		{PCRE2_ERROR_QUANTIFIER_INVALID, "quantifier operand invalid"},
		{PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER, "invalid repetition count(s)"},
		{PCRE2_ERROR_QUANTIFIER_TOO_BIG, "invalid repetition count(s)"},
		{PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE, "invalid backreference number"},
		{PCRE2_ERROR_UNKNOWN_POSIX_CLASS, "invalid character class"},
		{PCRE2_ERROR_CLASS_RANGE_ORDER, "invalid character range"},
		{PCRE2_ERROR_CLASS_INVALID_RANGE, "invalid character range"},
		{PCRE2_ERROR_MISSING_SQUARE_BRACKET, "brackets [] not balanced"}};
	PCRE2_UCHAR message[120];

	for (size_t i = 0; i < lengthof(reasons); i++)
		if (reasons[i].errcode_pcre == errcode_pcre)
			regex_error(reasons[i].reason);
	pcre2_get_error_message(errcode_pcre, message, sizeof(message));
	regex_error((char *) message);
}

static void
compile_regex(Regex *re)
{
	Translation tr = {.p = re->pattern, .end = re->pattern + re->len, .flags = re->flags, .plain = true};
	uint32 options = PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C;
	int errcode_pcre;
	PCRE2_SIZE erroffset;

	if (!(tr.flags & RX_LITERAL))
		translate_prefix(&tr);
	initStringInfo(&tr.out);
	if (tr.flags & RX_LITERAL)
	{
		options = PCRE2_LITERAL;
		appendBinaryStringInfo(&tr.out, tr.p, tr.end - tr.p);
	}
	else
	{
		translate_body(&tr);
		if (!(tr.flags & RX_NLSTOP))
			options |= PCRE2_DOTALL;
		if (tr.flags & RX_NLANCH)
			options |= PCRE2_MULTILINE;
		if (tr.flags & RX_EXPANDED)
			options |= PCRE2_EXTENDED;
	}
	if (tr.flags & RX_ICASE)
		options |= PCRE2_CASELESS;
	if (GetDatabaseEncoding() == PG_UTF8)
		options |= PCRE2_UTF | PCRE2_NO_UTF_CHECK;
	if (!(options & PCRE2_LITERAL) && (options & PCRE2_UTF) &&
		!lc_ctype_is_c(re->collation))
		options |= PCRE2_UCP;
	re->code = pcre2_compile((PCRE2_SPTR) tr.out.data, tr.out.len, options,
							 &errcode_pcre, &erroffset, compile_context());
	if (re->code == NULL)
		compile_error(errcode_pcre);
	pcre2_pattern_info(re->code, PCRE2_INFO_CAPTURECOUNT, &re->ncaptures);
	if (re->ncaptures >= RX_MAX_GROUPS)
		regex_error("too many parentheses");
	re->longest = tr.has_alternatives && tr.plain;
	pfree(tr.out.data);
}

/*
 * The compiled form of a pattern, from the cache or new.  It stays valid
 * until RX_CACHE_SIZE others have been used.
 */
static Regex *
get_regex(const text *pattern, int flags, Oid collation)
{
	const char *s = VARDATA_ANY(pattern);
	int len = VARSIZE_ANY_EXHDR(pattern);
	Regex *re = NULL;
	int i;

	flags &= RX_PATTERN_FLAGS;
	if (!OidIsValid(collation))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("could not determine which collation to use for regular expression"),
				 errhint("Say which one with a COLLATE clause.")));
	for (i = 0; i < ncached; i++)
	{
		re = cache[i];
		if (re->len == len && re->flags == flags &&
			re->collation == collation && memcmp(re->pattern, s, len) == 0)
			break;
	}
	if (i == ncached)
	{
		Regex fresh = {0};

		if (regex_context == NULL)
		{
			regex_context = AllocSetContextCreate(TopMemoryContext,
												  "RegexpCache",
												  ALLOCSET_DEFAULT_SIZES);
			pcre_context = pcre2_general_context_create(pcre_alloc, pcre_free,
														NULL);
		}
		fresh.pattern = (char *) s;
		fresh.len = len;
		fresh.flags = flags;
		fresh.collation = collation;
		compile_regex(&fresh);
		re = MemoryContextAlloc(regex_context, sizeof(Regex));
		*re = fresh;
		re->pattern = MemoryContextAlloc(regex_context, len + 1);
		memcpy(re->pattern, s, len);
		if (ncached == RX_CACHE_SIZE)
		{
			Regex *old = cache[--i];

			pcre2_code_free(old->code);
			pfree(old->pattern);
			pfree(old);
		}
		else
			ncached++;
	}
	memmove(cache + 1, cache, i * sizeof(Regex *));
	cache[0] = re;
	return re;
}

static void
check_match_error(int rc)
{
	PCRE2_UCHAR message[120];

	if (rc >= 0 || rc == PCRE2_ERROR_NOMATCH)
		return;
	pcre2_get_error_message(rc, message, sizeof(message));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_REGULAR_EXPRESSION),
			 errmsg("regular expression failed: %s", (char *) message)));
}

/* Length of the longest match at a fixed start, or -1. */
static int
longest_match(Regex *re, const char *s, int len, int start)
{
	pcre2_match_data *md = pcre2_match_data_create(4, pcre_context);
	int workspace[1000];
	int rc;
	int result = -1;

	rc = pcre2_dfa_match(re->code, (PCRE2_SPTR) s, len, start,
						 PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK, md, NULL,
						 workspace, lengthof(workspace));
	if (rc >= 0)
		result = (int) pcre2_get_ovector_pointer(md)[1];
	pcre2_match_data_free(md);
	return result;
}

/* Finds the first match at or after byte offset from. */
static bool
find_match(Regex *re, const char *s, int len, int from, RegexMatch *m)
{
	pcre2_match_data *md;
	PCRE2_SIZE *ov;
	int rc;

	CHECK_FOR_INTERRUPTS();
	md = pcre2_match_data_create_from_pattern(re->code, pcre_context);
	ov = pcre2_get_ovector_pointer(md);
	rc = pcre2_match(re->code, (PCRE2_SPTR) s, len, from, PCRE2_NO_UTF_CHECK,
					 md, NULL);
	if (rc > 0 && re->longest)
	{
		int start = (int) ov[0];
		int end = longest_match(re, s, len, start);

		/* match again, held to the longest extent, for the groups */
		if (end > (int) ov[1])
			rc = pcre2_match(re->code, (PCRE2_SPTR) s, end, start,
							 PCRE2_NO_UTF_CHECK | PCRE2_ANCHORED |
								 PCRE2_ENDANCHORED,
							 md, NULL);
	}
	if (rc > 0)
		for (uint32 i = 0; i <= re->ncaptures; i++)
		{
			bool set = ov[2 * i] != PCRE2_UNSET;

			m->start[i] = set ? (int) ov[2 * i] : -1;
			m->end[i] = set ? (int) ov[2 * i + 1] : -1;
		}
	pcre2_match_data_free(md);
	check_match_error(rc);
	return rc > 0;
}

/* ---- Operators ---- */

static bool
regex_test(const char *s, int len, text *pattern, int flags, Oid collation)
{
	RegexMatch m;

	return find_match(get_regex(pattern, flags, collation), s, len, 0, &m);
}

#define TEXT_RX(name, flags, not )                                          \
	ADT_TEST(name, text *, PG_GETARG_TEXT_PP, text *, PG_GETARG_TEXT_PP,    \
			 not regex_test(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), b, flags, \
							PG_GET_COLLATION()))
#define NAME_RX(name, flags, not )                                      \
	ADT_TEST(name, Name, PG_GETARG_NAME, text *, PG_GETARG_TEXT_PP,     \
			 not regex_test(NameStr(*a), strlen(NameStr(*a)), b, flags, \
							PG_GET_COLLATION()))
TEXT_RX(textregexeq, 0, )
TEXT_RX(textregexne, 0, !)
TEXT_RX(texticregexeq, RX_ICASE, )
TEXT_RX(texticregexne, RX_ICASE, !)
NAME_RX(nameregexeq, 0, )
NAME_RX(nameregexne, 0, !)
NAME_RX(nameicregexeq, RX_ICASE, )
NAME_RX(nameicregexne, RX_ICASE, !)

/* ---- Functions ---- */

static int
parse_flags(text *opts)
{
	int flags = 0;

	for (int i = 0; opts && i < VARSIZE_ANY_EXHDR(opts); i++)
	{
		char c = VARDATA_ANY(opts)[i];

		if (c == 'g')
			flags |= RX_GLOBAL;
		else if (c && strchr("bceimnpqstwx", c))
			apply_option(c, &flags);
		else
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid regular expression option: \"%.*s\"",
							pg_mblen(VARDATA_ANY(opts) + i),
							VARDATA_ANY(opts) + i)));
	}
	return flags;
}

static int
flags_argument(FunctionCallInfo fcinfo, int n)
{
	return PG_NARGS() > n ? parse_flags(PG_GETARG_TEXT_PP(n)) : 0;
}

static void
refuse_global(int flags, const char *function, const char *other)
{
	if (!(flags & RX_GLOBAL))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s does not support the \"global\" option", function),
			 other ? errhint("Use the %s function instead.", other) : 0));
}

static void
bad_parameter(const char *name, int value)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %d", name, value)));
}

/* An int4 argument that must be at least min; default if absent. */
static int
int_argument(FunctionCallInfo fcinfo, int n, const char *name, int min,
			 int absent)
{
	int v;

	if (PG_NARGS() <= n)
		return absent;
	v = PG_GETARG_INT32(n);
	if (v < min)
		bad_parameter(name, v);
	return v;
}

static text *
piece(const char *s, int from, int until)
{
	return cstring_to_text_with_len(s + from, until - from);
}

/* A walk over all matches; a match of nothing is followed one further on. */
typedef struct MatchWalk
{
	Regex *re;
	const char *s;
	int len;
	int next; /* where to search; beyond len: ended */
	RegexMatch m;
} MatchWalk;

static void
start_walk(MatchWalk *w, text *str, text *pattern, int flags, Oid collation,
		   int start_char)
{
	w->re = get_regex(pattern, flags, collation);
	w->s = VARDATA_ANY(str);
	w->len = VARSIZE_ANY_EXHDR(str);
	w->next = 0;
	while (--start_char > 0 && w->next <= w->len)
		w->next += w->next < w->len ? pg_mblen(w->s + w->next) : 1;
}

static bool
next_match(MatchWalk *w)
{
	if (w->next > w->len ||
		!find_match(w->re, w->s, w->len, w->next, &w->m))
		return false;
	w->next = w->m.end[0];
	if (w->m.end[0] == w->m.start[0])
		w->next += w->next < w->len ? pg_mblen(w->s + w->next) : 1;
	return true;
}

/* substring(string from pattern): the first group, or the whole match */
Datum
textregexsubstr(PG_FUNCTION_ARGS)
{
	text *str = PG_GETARG_TEXT_PP(0);
	Regex *re = get_regex(PG_GETARG_TEXT_PP(1), 0, PG_GET_COLLATION());
	RegexMatch m;
	int group = re->ncaptures > 0 ? 1 : 0;

	if (!find_match(re, VARDATA_ANY(str), VARSIZE_ANY_EXHDR(str), 0, &m) ||
		m.start[group] < 0)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(piece(VARDATA_ANY(str), m.start[group], m.end[group]));
}

/* Appends a replacement, where \1..\9 and \& stand for parts of the match. */
static void
append_replacement(StringInfo out, const text *replacement, MatchWalk *w)
{
	const char *p = VARDATA_ANY(replacement);
	const char *end = p + VARSIZE_ANY_EXHDR(replacement);

	while (p < end)
	{
		int group = -1;

		if (*p != '\\' || p + 1 >= end)
		{
			appendStringInfoChar(out, *p++);
			continue;
		}
		p++;
		if (*p >= '1' && *p <= '9')
			group = *p - '0';
		else if (*p == '&')
			group = 0;
		else
		{
			/* \\ is one backslash, and any other escape stays as it is */
			appendStringInfoChar(out, '\\');
			if (*p == '\\')
				p++;
			continue;
		}
		p++;
		if (group <= (int) w->re->ncaptures && w->m.start[group] >= 0)
			appendBinaryStringInfo(out, w->s + w->m.start[group],
								   w->m.end[group] - w->m.start[group]);
	}
}

/*
 * Replaces the n'th match (all if n is 0) from character start on.
 */
static text *
replace_matches(text *str, text *pattern, text *replacement, int flags,
				Oid collation, int start, int n)
{
	MatchWalk w;
	StringInfoData out;
	int done = 0;
	int nth = 0;

	start_walk(&w, str, pattern, flags, collation, start);
	initStringInfo(&out);
	while (next_match(&w))
	{
		if (++nth < n)
			continue;
		appendBinaryStringInfo(&out, w.s + done, w.m.start[0] - done);
		append_replacement(&out, replacement, &w);
		done = w.m.end[0];
		if (n > 0)
			break;
	}
	appendBinaryStringInfo(&out, w.s + done, w.len - done);
	return cstring_to_text_with_len(out.data, out.len);
}

text *
replace_text_regexp(text *src_text, text *pattern_text, text *replace_text,
					int cflags, Oid collation, int search_start, int n)
{
	return replace_matches(src_text, pattern_text, replace_text, cflags,
						   collation, search_start + 1, n);
}

Datum
textregexreplace_noopt(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(replace_matches(PG_GETARG_TEXT_PP(0),
									 PG_GETARG_TEXT_PP(1),
									 PG_GETARG_TEXT_PP(2), 0,
									 PG_GET_COLLATION(), 1, 1));
}

Datum
textregexreplace(PG_FUNCTION_ARGS)
{
	int flags = flags_argument(fcinfo, 3);

	PG_RETURN_TEXT_P(replace_matches(PG_GETARG_TEXT_PP(0),
									 PG_GETARG_TEXT_PP(1),
									 PG_GETARG_TEXT_PP(2), flags,
									 PG_GET_COLLATION(), 1,
									 (flags & RX_GLOBAL) ? 0 : 1));
}

Datum
textregexreplace_extended(PG_FUNCTION_ARGS)
{
	int start = int_argument(fcinfo, 3, "start", 1, 1);
	int n = int_argument(fcinfo, 4, "n", 0, 1);
	int flags = flags_argument(fcinfo, 5);

	if (PG_NARGS() <= 4 && (flags & RX_GLOBAL))
		n = 0;
	PG_RETURN_TEXT_P(replace_matches(PG_GETARG_TEXT_PP(0),
									 PG_GETARG_TEXT_PP(1),
									 PG_GETARG_TEXT_PP(2), flags,
									 PG_GET_COLLATION(), start, n));
}

Datum
textregexreplace_extended_no_n(PG_FUNCTION_ARGS)
{
	return textregexreplace_extended(fcinfo);
}

Datum
textregexreplace_extended_no_flags(PG_FUNCTION_ARGS)
{
	return textregexreplace_extended(fcinfo);
}

/* The groups of a match, or the whole of it, as text[]. */
static Datum
match_array(MatchWalk *w)
{
	int first = w->re->ncaptures > 0 ? 1 : 0;
	int n = Max((int) w->re->ncaptures, 1);
	Datum *elems = palloc(n * sizeof(Datum));
	bool *nulls = palloc(n * sizeof(bool));
	int dims[1] = {n};
	int lbs[1] = {1};

	for (int i = 0; i < n; i++)
	{
		nulls[i] = w->m.start[first + i] < 0;
		elems[i] = nulls[i] ? (Datum) 0 : PointerGetDatum(piece(w->s, w->m.start[first + i], w->m.end[first + i]));
	}
	return PointerGetDatum(construct_md_array(elems, nulls, 1, dims, lbs,
											  TEXTOID, -1, false,
											  TYPALIGN_INT));
}

Datum
regexp_match(PG_FUNCTION_ARGS)
{
	MatchWalk w;
	int flags = flags_argument(fcinfo, 2);

	refuse_global(flags, "regexp_match()", "regexp_matches");
	start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
			   PG_GET_COLLATION(), 1);
	if (!next_match(&w))
		PG_RETURN_NULL();
	PG_RETURN_DATUM(match_array(&w));
}

Datum
regexp_match_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_match(fcinfo);
}

Datum
regexp_matches(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;

	if (SRF_IS_FIRSTCALL())
	{
		int flags = flags_argument(fcinfo, 2);
		MemoryContext old;
		MatchWalk w;
		List *found = NIL;

		funcctx = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
		start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
				   PG_GET_COLLATION(), 1);
		while (next_match(&w))
		{
			found = lappend(found, DatumGetPointer(match_array(&w)));
			if (!(flags & RX_GLOBAL))
				break;
		}
		funcctx->user_fctx = found;
		MemoryContextSwitchTo(old);
	}
	funcctx = SRF_PERCALL_SETUP();
	if (funcctx->call_cntr < list_length((List *) funcctx->user_fctx))
		SRF_RETURN_NEXT(funcctx,
						PointerGetDatum(list_nth(funcctx->user_fctx,
												 funcctx->call_cntr)));
	SRF_RETURN_DONE(funcctx);
}

Datum
regexp_matches_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_matches(fcinfo);
}

/*
 * The fields between matches.  A match of nothing at the end, or right after
 * the match before, separates nothing.
 */
static List *
split_by_regex(FunctionCallInfo fcinfo, const char *function)
{
	int flags = flags_argument(fcinfo, 2);
	MatchWalk w;
	List *fields = NIL;
	int done = 0;
	int last_end = 0;

	refuse_global(flags, function, NULL);
	start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
			   PG_GET_COLLATION(), 1);
	while (next_match(&w))
	{
		if (w.m.end[0] == w.m.start[0] &&
			(w.m.start[0] >= w.len || w.m.start[0] <= last_end))
			continue;
		fields = lappend(fields, piece(w.s, done, w.m.start[0]));
		done = last_end = w.m.end[0];
	}
	return lappend(fields, piece(w.s, done, w.len));
}

Datum
regexp_split_to_array(PG_FUNCTION_ARGS)
{
	List *fields = split_by_regex(fcinfo, "regexp_split_to_array()");
	ArrayBuildState *astate = NULL;
	ListCell *lc;

	foreach (lc, fields)
		astate = accumArrayResult(astate, PointerGetDatum(lfirst(lc)), false,
								  TEXTOID, CurrentMemoryContext);
	PG_RETURN_DATUM(makeArrayResult(astate, CurrentMemoryContext));
}

Datum
regexp_split_to_array_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_split_to_array(fcinfo);
}

Datum
regexp_split_to_table(PG_FUNCTION_ARGS)
{
	FuncCallContext *funcctx;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext old;

		funcctx = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
		funcctx->user_fctx = split_by_regex(fcinfo, "regexp_split_to_table()");
		MemoryContextSwitchTo(old);
	}
	funcctx = SRF_PERCALL_SETUP();
	if (funcctx->call_cntr < list_length((List *) funcctx->user_fctx))
		SRF_RETURN_NEXT(funcctx,
						PointerGetDatum(list_nth(funcctx->user_fctx,
												 funcctx->call_cntr)));
	SRF_RETURN_DONE(funcctx);
}

Datum
regexp_split_to_table_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_split_to_table(fcinfo);
}

Datum
regexp_like(PG_FUNCTION_ARGS)
{
	text *str = PG_GETARG_TEXT_PP(0);
	int flags = flags_argument(fcinfo, 2);

	refuse_global(flags, "regexp_like()", NULL);
	PG_RETURN_BOOL(regex_test(VARDATA_ANY(str), VARSIZE_ANY_EXHDR(str),
							  PG_GETARG_TEXT_PP(1), flags,
							  PG_GET_COLLATION()));
}

Datum
regexp_like_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_like(fcinfo);
}

Datum
regexp_count(PG_FUNCTION_ARGS)
{
	int start = int_argument(fcinfo, 2, "start", 1, 1);
	int flags = flags_argument(fcinfo, 3);
	MatchWalk w;
	int n = 0;

	refuse_global(flags, "regexp_count()", NULL);
	start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
			   PG_GET_COLLATION(), start);
	while (next_match(&w))
		n++;
	PG_RETURN_INT32(n);
}

Datum
regexp_count_no_start(PG_FUNCTION_ARGS)
{
	return regexp_count(fcinfo);
}

Datum
regexp_count_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_count(fcinfo);
}

/*
 * Walks to the n'th match; false if there are fewer, or no such group.  *group
 * 1 of a pattern without groups is the whole match and becomes 0.
 */
static bool
nth_match(MatchWalk *w, int n, int *group)
{
	if (*group == 1 && w->re->ncaptures == 0)
		*group = 0;
	while (next_match(w))
		if (--n == 0)
			return *group <= (int) w->re->ncaptures && w->m.start[*group] >= 0;
	return false;
}

Datum
regexp_instr(PG_FUNCTION_ARGS)
{
	int start = int_argument(fcinfo, 2, "start", 1, 1);
	int n = int_argument(fcinfo, 3, "n", 1, 1);
	int endoption = int_argument(fcinfo, 4, "endoption", 0, 0);
	int group;
	int flags;
	MatchWalk w;
	int at;

	if (endoption > 1)
		bad_parameter("endoption", endoption);
	group = int_argument(fcinfo, 6, "subexpr", 0, 0);
	flags = flags_argument(fcinfo, 5);
	refuse_global(flags, "regexp_instr()", NULL);
	start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
			   PG_GET_COLLATION(), start);
	if (!nth_match(&w, n, &group))
		PG_RETURN_INT32(0);
	at = endoption ? w.m.end[group] : w.m.start[group];
	PG_RETURN_INT32(pg_mbstrlen_with_len(w.s, at) + 1);
}

Datum
regexp_instr_no_start(PG_FUNCTION_ARGS)
{
	return regexp_instr(fcinfo);
}

Datum
regexp_instr_no_n(PG_FUNCTION_ARGS)
{
	return regexp_instr(fcinfo);
}

Datum
regexp_instr_no_endoption(PG_FUNCTION_ARGS)
{
	return regexp_instr(fcinfo);
}

Datum
regexp_instr_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_instr(fcinfo);
}

Datum
regexp_instr_no_subexpr(PG_FUNCTION_ARGS)
{
	return regexp_instr(fcinfo);
}

Datum
regexp_substr(PG_FUNCTION_ARGS)
{
	int start = int_argument(fcinfo, 2, "start", 1, 1);
	int n = int_argument(fcinfo, 3, "n", 1, 1);
	int group = int_argument(fcinfo, 5, "subexpr", 0, 0);
	int flags = flags_argument(fcinfo, 4);
	MatchWalk w;

	refuse_global(flags, "regexp_substr()", NULL);
	start_walk(&w, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1), flags,
			   PG_GET_COLLATION(), start);
	if (!nth_match(&w, n, &group))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(piece(w.s, w.m.start[group], w.m.end[group]));
}

Datum
regexp_substr_no_start(PG_FUNCTION_ARGS)
{
	return regexp_substr(fcinfo);
}

Datum
regexp_substr_no_n(PG_FUNCTION_ARGS)
{
	return regexp_substr(fcinfo);
}

Datum
regexp_substr_no_flags(PG_FUNCTION_ARGS)
{
	return regexp_substr(fcinfo);
}

Datum
regexp_substr_no_subexpr(PG_FUNCTION_ARGS)
{
	return regexp_substr(fcinfo);
}

/* ---- SIMILAR TO ---- */

/*
 * An SQL pattern as an advanced one: % is .*, _ is ., and the escape's
 * double quote parts the pattern for SUBSTRING ... SIMILAR ... ESCAPE.
 */
static text *
similar_pattern(text *pattern, text *esc)
{
	const char *p = VARDATA_ANY(pattern);
	const char *end = p + VARSIZE_ANY_EXHDR(pattern);
	const char *e = esc ? VARDATA_ANY(esc) : "\\";
	int elen = esc ? VARSIZE_ANY_EXHDR(esc) : 1;
	bool in_bracket = false;
	bool after_escape = false;
	int nquotes = 0;
	StringInfoData out;

	if (esc && elen > 0 && pg_mblen(e) != elen)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_ESCAPE_SEQUENCE),
				 errmsg("invalid escape string"),
				 errhint("It may have one character, or none.")));
	initStringInfo(&out);
	appendStringInfoString(&out, "^(?:");
	while (p < end)
	{
		int n = pg_mblen(p);
		bool is_escape = elen == n && memcmp(p, e, n) == 0;

		if (after_escape)
		{
			if (*p == '"' && !in_bracket)
			{
				if (++nquotes > 2)
					ereport(ERROR,
							(errcode(ERRCODE_INVALID_USE_OF_ESCAPE_CHARACTER),
							 errmsg("SQL regular expression may not contain more than two escape-double-quote separators")));
				appendStringInfoString(&out, nquotes == 1 ? "){1,1}?(" : "){1,1}(?:");
			}
			else
			{
				appendStringInfoChar(&out, '\\');
				appendBinaryStringInfo(&out, p, n);
			}
			after_escape = false;
		}
		else if (is_escape)
			after_escape = true;
		else if (in_bracket)
		{
			if (*p == '\\')
				appendStringInfoChar(&out, '\\');
			appendBinaryStringInfo(&out, p, n);
			in_bracket = *p != ']';
		}
		else if (*p == '%')
			appendStringInfoString(&out, ".*");
		else if (*p == '_')
			appendStringInfoChar(&out, '.');
		else if (*p == '(')
			appendStringInfoString(&out, "(?:");
		else
		{
			if (strchr("\\.^$", *p))
				appendStringInfoChar(&out, '\\');
			appendBinaryStringInfo(&out, p, n);
			in_bracket = *p == '[';
		}
		p += n;
	}
	appendStringInfoString(&out, ")$");
	return cstring_to_text_with_len(out.data, out.len);
}

Datum
similar_to_escape_2(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(similar_pattern(PG_GETARG_TEXT_PP(0),
									 PG_GETARG_TEXT_PP(1)));
}

Datum
similar_to_escape_1(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(similar_pattern(PG_GETARG_TEXT_PP(0), NULL));
}

Datum
similar_escape(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(similar_pattern(PG_GETARG_TEXT_PP(0),
									 PG_ARGISNULL(1) ? NULL : PG_GETARG_TEXT_PP(1)));
}

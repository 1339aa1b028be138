/*
 * parser.c
 *		Entry point of raw parsing, and the filter between scanner and grammar.
 *
 * The filter base_yylex looks one token ahead where the grammar needs it, and
 * joins U&'...' UESCAPE 'c' into one token.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parser.c
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "parser/gramparse.h"
#include "gram.h"
#include "parser/parser.h"
#include "parser/scansup.h"

#define EXTRA(scanner) (*((base_yy_extra_type **) (scanner)))

static char *unicode_unescape(const char *str, char escape, int position,
							  core_yyscan_t yyscanner);

/*
 * raw_parser
 *		The raw statements of a query string, each in a RawStmt.
 *
 * mode		RAW_PARSE_TYPE_NAME gives a list with one TypeName instead
 *
 * Errors: ERRCODE_SYNTAX_ERROR and what else the grammar finds, with position.
 */
List *
raw_parser(const char *str, RawParseMode mode)
{
	core_yyscan_t scanner;
	base_yy_extra_type x;

	memset(&x, 0, sizeof(x));
	scanner = scanner_init(str, &x.core_yy_extra);
	if (mode == RAW_PARSE_TYPE_NAME)
		x.mode_token = MODE_TYPE_NAME;
	else if (mode != RAW_PARSE_DEFAULT)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("parsing of PL/pgSQL expressions is not supported")));
	if (base_yyparse(scanner) != 0)
		x.parsetree = NIL; /* errors do not return, so out of memory */
	scanner_finish(scanner);
	return x.parsetree;
}

static void
scan_token(GramToken *tok, core_yyscan_t yyscanner)
{
	tok->code = core_yylex(&tok->value, &tok->start, yyscanner);
	tok->end = EXTRA(yyscanner)->core_yy_extra.token_end;
}

/* The token after the current one, without taking it. */
static GramToken *
peek(core_yyscan_t yyscanner)
{
	base_yy_extra_type *x = EXTRA(yyscanner);

	if (!x->have_next)
	{
		scan_token(&x->next, yyscanner);
		x->have_next = true;
	}
	return &x->next;
}

/* Resolve the escapes of U&"..." or U&'...', with UESCAPE if it follows. */
static void
finish_unicode_token(GramToken *tok, core_yyscan_t yyscanner)
{
	base_yy_extra_type *x = EXTRA(yyscanner);
	char escape = '\\';

	if (peek(yyscanner)->code == K_UESCAPE)
	{
		GramToken *arg;

		x->have_next = false;
		arg = peek(yyscanner);
		if (arg->code != SCONST)
			scanner_error_near("UESCAPE must be followed by a simple string literal",
							   arg->start, arg->end, yyscanner);
		escape = arg->value.str[0];
		if (strlen(arg->value.str) != 1 || isxdigit((unsigned char) escape) ||
			strchr("+'\"", escape) != NULL || scanner_isspace(escape))
			scanner_error_near("invalid Unicode escape character",
							   arg->start, arg->end, yyscanner);
		tok->end = arg->end;
		x->have_next = false;
	}
	tok->value.str = unicode_unescape(tok->value.str, escape, tok->start,
									  yyscanner);
	if (tok->code == UIDENT)
	{
		truncate_identifier(tok->value.str, strlen(tok->value.str), true);
		tok->code = IDENT;
	}
	else
		tok->code = SCONST;
}

/* Tokens that mean another thing before certain words. */
static void
adjust_by_next(GramToken *tok, core_yyscan_t yyscanner)
{
	int next = peek(yyscanner)->code;

	if (tok->code == K_NOT &&
		(next == K_BETWEEN || next == K_IN || next == K_LIKE ||
		 next == K_ILIKE || next == K_SIMILAR))
		tok->code = NOT_LA;
	else if (tok->code == K_NULLS && (next == K_FIRST || next == K_LAST))
		tok->code = NULLS_LA;
	else if (tok->code == K_WITH && (next == K_TIME || next == K_ORDINALITY))
		tok->code = WITH_LA;
}

/*
 * base_yylex
 *		The next token for the grammar.
 */
int
base_yylex(core_YYSTYPE *lvalp, YYLTYPE *llocp, core_yyscan_t yyscanner)
{
	base_yy_extra_type *x = EXTRA(yyscanner);
	GramToken tok;

	if (x->mode_token != 0)
	{
		int code = x->mode_token;

		x->mode_token = 0;
		*llocp = 0;
		return code;
	}
	if (x->have_next)
		tok = x->next;
	else
		scan_token(&tok, yyscanner);
	x->have_next = false;

	if (tok.code == UIDENT || tok.code == USCONST)
		finish_unicode_token(&tok, yyscanner);
	else if (tok.code == K_NOT || tok.code == K_NULLS || tok.code == K_WITH)
		adjust_by_next(&tok, yyscanner);

	x->current = tok;
	*lvalp = tok.value;
	*llocp = tok.start;
	return tok.code;
}

/*
 * parser_yyerror_at
 *		Raise a syntax error at a token, which is cited if it is the last one
 *		that the grammar got.
 */
void
parser_yyerror_at(const char *message, int location, core_yyscan_t yyscanner)
{
	const GramToken *cur = &EXTRA(yyscanner)->current;
	int end = location == cur->start ? cur->end : location + 1;

	if (location < 0)
		location = cur->start, end = cur->end;
	scanner_error_near(message, location, end, yyscanner);
}

/* ---- Unicode escapes ---- */

static int
hex_value(char c)
{
	return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* Digits of an escape, or -1 if they are not all there. */
static int64
read_hex(const char *s, int ndigits)
{
	int64 v = 0;

	for (int i = 0; i < ndigits; i++)
	{
		if (!isxdigit((unsigned char) s[i]))
			return -1;
		v = v << 4 | hex_value(s[i]);
	}
	return v;
}

static void
bad_escape(const char *message, int location, core_yyscan_t yyscanner)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s", message),
			 errhint("Unicode escapes are \\XXXX or \\+XXXXXX."),
			 scanner_errposition(location, yyscanner)));
}

/*
 * Replace \XXXX and \+XXXXXX (with whatever escape character) by the
 * characters meant, in the server's encoding.
 */
static char *
unicode_unescape(const char *str, char escape, int position,
				 core_yyscan_t yyscanner)
{
	/* an escape of five bytes may become a longer character */
	char *result = palloc(strlen(str) * MAX_UNICODE_EQUIVALENT_STRING + 1);
	char *out = result;
	uint32 first = 0; /* half of a surrogate pair */

	for (const char *in = str; *in != '\0';)
	{
		int here = position + (in - str) + 3; /* behind U&' */
		int digits;
		int64 c;

		if (*in != escape || in[1] == escape)
		{
			if (first != 0)
				bad_escape("invalid Unicode surrogate pair", here, yyscanner);
			in += *in == escape ? 1 : 0;
			*out++ = *in++;
			continue;
		}
		digits = in[1] == '+' ? 6 : 4;
		in += in[1] == '+' ? 2 : 1;
		c = read_hex(in, digits);
		if (c < 0)
			bad_escape("invalid Unicode escape", here, yyscanner);
		in += digits;
		if (!is_valid_unicode_codepoint((pg_wchar) c))
			bad_escape("invalid Unicode escape value", here, yyscanner);
		if ((first != 0) != is_utf16_surrogate_second((pg_wchar) c))
			bad_escape("invalid Unicode surrogate pair", here, yyscanner);
		if (is_utf16_surrogate_first((pg_wchar) c))
		{
			first = (uint32) c;
			continue;
		}
		if (first != 0)
			c = surrogate_pair_to_codepoint(first, (pg_wchar) c);
		first = 0;
		pg_unicode_to_server((pg_wchar) c, (unsigned char *) out);
		out += strlen(out);
	}
	if (first != 0)
		bad_escape("invalid Unicode surrogate pair",
				   position + (int) strlen(str) + 3, yyscanner);
	*out = '\0';
	return result;
}

/*
 * numformat.c
 *		to_char() and to_number() for numbers.
 *
 * A template is scanned once for its shape (digits before and after the point,
 * where the sign goes) and then walked along the decimal digits of the rounded
 * value.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/numformat.c
 */
#include "postgres.h"

#include <float.h>
#include <math.h>

#include "adt_templates.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/numeric.h"
#include "utils/pg_locale.h"

typedef enum NumItem
{
	NI_LITERAL,
	NI_DIGIT,
	NI_ZERO,
	NI_POINT,
	NI_GROUP,
	NI_SIGN,
	NI_MINUS,
	NI_PLUS,
	NI_SIGNED,
	NI_CURRENCY,
	NI_ORDINAL,
	NI_ROMAN,
	NI_SCALE,
	NI_ANGLE,
	NI_EXPONENT,
	NI_FILL,
	NI_BLANK,
	NI_NOTHING
} NumItem;

static const struct num_pattern
{
	const char *text;
	NumItem item;
} num_patterns[] = {
	{"EEEE", NI_EXPONENT}, {"FM", NI_FILL}, {"MI", NI_MINUS}, {"PL", NI_PLUS}, {"PR", NI_ANGLE}, {"RN", NI_ROMAN}, {"SG", NI_SIGNED}, {"TH", NI_ORDINAL}, {"9", NI_DIGIT}, {"0", NI_ZERO}, {".", NI_POINT}, {"D", NI_POINT}, {",", NI_GROUP}, {"G", NI_GROUP}, {"SP", NI_NOTHING}, {"C", NI_NOTHING}, {"S", NI_SIGN}, {"L", NI_CURRENCY}, {"V", NI_SCALE}, {"B", NI_BLANK}};

typedef struct NumNode
{
	NumItem item;
	const char *text; /* as written */
	int len;
	bool local; /* D or G: of the locale */
	bool lower;
} NumNode;

typedef struct NumTemplate
{
	NumNode *nodes;
	int n;
	int pre; /* digits before the point */
	int post; /* and after it */
	int scale; /* digits behind V */
	int zero_start; /* first position of a 0, or -1 */
	int zero_end; /* last position of a 0, or -1 */
	bool point;
	bool fill;
	bool sign; /* S */
	bool sign_after; /* S behind the digits */
	int sign_pre; /* digits before S, if it is before the point */
	bool own_sign; /* MI or SG: no other sign is shown */
	bool plus; /* PL */
	bool angle;
	bool roman;
	bool exponent;
} NumTemplate;

static void
template_error(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s", message)));
}

static void
note_node(NumTemplate *t, const NumNode *node)
{
	int position = t->pre + t->post;

	if (t->exponent && node->item != NI_LITERAL && node->item != NI_EXPONENT)
		template_error("\"EEEE\" must be the last pattern used");
	switch (node->item)
	{
		case NI_ZERO:
			if (t->zero_start < 0)
				t->zero_start = position;
			t->zero_end = position;
			fallthrough;
		case NI_DIGIT:
			if (t->angle)
				template_error(node->item == NI_ZERO ? "\"0\" must be ahead of \"PR\"" : "\"9\" must be ahead of \"PR\"");
			if (t->scale >= 0 && !t->point)
				t->scale++;
			if (t->point)
				t->post++;
			else
				t->pre++;
			break;
		case NI_POINT:
			if (t->point)
				template_error("multiple decimal points");
			if (t->scale >= 0)
				template_error("cannot use \"V\" and decimal point together");
			t->point = true;
			break;
		case NI_FILL:
			t->fill = true;
			break;
		case NI_SIGN:
			if (t->sign)
				template_error("cannot use \"S\" twice");
			if (t->own_sign || t->plus || t->angle)
				template_error("cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together");
			t->sign = true;
			t->sign_after = t->point;
			t->sign_pre = t->pre;
			break;
		case NI_MINUS:
		case NI_PLUS:
		case NI_SIGNED:
			if (t->sign)
				template_error(node->item == NI_MINUS ? "cannot use \"S\" and \"MI\" together" : node->item == NI_PLUS ? "cannot use \"S\" and \"PL\" together"
																													   : "cannot use \"S\" and \"SG\" together");
			if (node->item == NI_PLUS)
				t->plus = true;
			else
				t->own_sign = true;
			break;
		case NI_ANGLE:
			if (t->sign || t->own_sign || t->plus)
				template_error("cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together");
			t->angle = true;
			break;
		case NI_ROMAN:
			t->roman = true;
			break;
		case NI_EXPONENT:
			if (t->exponent)
				template_error("cannot use \"EEEE\" twice");
			if (t->fill || t->sign || t->own_sign || t->plus || t->angle ||
				t->roman || t->scale >= 0)
				template_error("\"EEEE\" is incompatible with other formats");
			t->exponent = true;
			break;
		case NI_SCALE:
			if (t->point)
				template_error("cannot use \"V\" and decimal point together");
			t->scale = 0;
			break;
		default:
			break;
	}
}

/* Does p begin with a pattern, in upper or in lower case throughout? */
static bool
pattern_at(const char *p, const char *end, const char *upper)
{
	bool lower = islower((unsigned char) *p);

	for (; *upper; p++, upper++)
		if (p >= end ||
			*p != (lower ? pg_ascii_tolower((unsigned char) *upper) : *upper))
			return false;
	return true;
}

static NumTemplate
parse_template(text *fmt)
{
	const char *p = VARDATA_ANY(fmt);
	const char *end = p + VARSIZE_ANY_EXHDR(fmt);
	NumTemplate t = {palloc0((end - p + 1) * sizeof(NumNode))};

	t.zero_start = t.zero_end = -1;
	t.scale = -1;
	while (p < end)
	{
		NumNode *node = &t.nodes[t.n];
		size_t i;

		for (i = 0; i < lengthof(num_patterns); i++)
		{
			if (pattern_at(p, end, num_patterns[i].text))
				break;
		}
		node->text = p;
		if (i < lengthof(num_patterns))
		{
			node->item = num_patterns[i].item;
			node->len = strlen(num_patterns[i].text);
			node->local = isalpha((unsigned char) *p);
			node->lower = islower((unsigned char) *p);
			p += node->len;
		}
		else if (*p == '"')
		{
			char *copy = palloc(end - p);

			for (p++; p < end && *p != '"'; p++)
			{
				if (*p == '\\' && p + 1 < end)
					p++;
				copy[node->len++] = *p;
			}
			p += p < end;
			node->text = copy;
		}
		else
		{
			if (*p == '\\' && p + 1 < end && p[1] == '"')
				node->text = ++p;
			node->len = pg_mblen(p);
			p += node->len;
		}
		note_node(&t, node);
		t.n++;
	}
	/* a sign that no digit before the point follows goes behind all */
	if (t.sign && t.sign_pre == t.pre)
		t.sign_after = true;
	return t;
}

/* ---- Writing ---- */

/* A value in decimal: digits before and after the point, without sign. */
typedef struct Digits
{
	bool negative;
	char *whole;
	char *fraction;
	int decimals; /* digits of the fraction there are; no more are shown */
	bool overflow; /* more digits than the template has */
	bool is_special; /* NaN or infinity: whole is its text */
} Digits;

typedef struct NumWriter
{
	const NumTemplate *t;
	const Digits *d;
	StringInfo out;
	int position; /* digits of the template passed */
	bool signed_yet;
	bool digits_begun;
	int last_fraction; /* FM: digits of the fraction to show */
} NumWriter;

/* The sign in front of the first digit, where the template has none. */
static void
put_leading_sign(NumWriter *w)
{
	const NumTemplate *t = w->t;

	if (w->signed_yet)
		return;
	w->signed_yet = true;
	if (t->own_sign || t->sign_after)
		return;
	if (t->angle)
		appendStringInfoString(w->out, w->d->negative ? "<" : t->fill ? ""
																	  : " ");
	else if (t->sign)
		appendStringInfoString(w->out, w->d->negative ? "-" : "+");
	else
		appendStringInfoString(w->out, w->d->negative ? "-" : t->fill ? ""
																	  : " ");
}

static void put_place(NumWriter *w, int pos);

/* A digit of the template, and behind the last the sign of an S. */
static void
put_digit(NumWriter *w)
{
	const NumTemplate *t = w->t;

	put_place(w, w->position++);
	if (t->sign && t->sign_after && (!t->point || t->post > 0) &&
		w->position == t->pre + Min(t->post, w->d->decimals))
		appendStringInfoChar(w->out, w->d->negative ? '-' : '+');
}

/* What stands at a place of the digits: the digit, a blank, or nothing. */
static void
put_place(NumWriter *w, int pos)
{
	const NumTemplate *t = w->t;

	if (pos < t->pre)
	{
		int at = pos - (t->pre - (int) strlen(w->d->whole));

		if (w->d->overflow)
		{
			put_leading_sign(w);
			appendStringInfoChar(w->out, '#');
		}
		else if (at >= 0)
		{
			put_leading_sign(w);
			appendStringInfoChar(w->out, w->d->whole[at]);
		}
		else if (t->zero_start >= 0 && pos >= t->zero_start)
		{
			put_leading_sign(w);
			appendStringInfoChar(w->out, '0');
		}
		else
		{
			if (!t->fill)
				appendStringInfoChar(w->out, ' ');
			return;
		}
		w->digits_begun = true;
		return;
	}
	pos -= t->pre;
	put_leading_sign(w);
	/* NaN has no fraction, unless it does not fit at all */
	if ((w->d->is_special && !w->d->overflow) || pos >= w->d->decimals)
		return;
	if (w->d->overflow)
		appendStringInfoChar(w->out, '#');
	else if (!t->fill || pos < w->last_fraction)
		appendStringInfoChar(w->out, w->d->fraction[pos]);
}

static const char *
ordinal_suffix(const char *digits, bool lower)
{
	int len = strlen(digits);
	char last = len > 0 ? digits[len - 1] : '0';
	bool teen = len > 1 && digits[len - 2] == '1';
	int i = teen ? 0 : last == '1' ? 1
		: last == '2'              ? 2
		: last == '3'              ? 3
								   : 0;
	static const char *const lowers[] = {"th", "st", "nd", "rd"};
	static const char *const uppers[] = {"TH", "ST", "ND", "RD"};

	return lower ? lowers[i] : uppers[i];
}

static void
put_node(NumWriter *w, const NumNode *node)
{
	const NumTemplate *t = w->t;
	bool negative = w->d->negative;
	struct lconv *lc;

	switch (node->item)
	{
		case NI_DIGIT:
		case NI_ZERO:
			put_digit(w);
			break;
		case NI_POINT:
			put_leading_sign(w);
			/* none without decimals, but where "#" fills the template */
			if (!w->d->overflow && (w->d->is_special || t->post == 0))
				break;
			lc = node->local ? PGLC_localeconv() : NULL;
			appendStringInfoString(w->out, lc && *lc->decimal_point ? lc->decimal_point : ".");
			break;
		case NI_GROUP:
			lc = node->local ? PGLC_localeconv() : NULL;
			if (w->position > t->pre + (t->fill && !w->d->is_special ? w->last_fraction : w->d->decimals))
				break;
			if (w->digits_begun)
				appendStringInfoString(w->out, lc && *lc->thousands_sep ? lc->thousands_sep : ",");
			else if (!t->fill)
				appendStringInfoChar(w->out, ' ');
			break;
		case NI_MINUS:
			if (negative)
				appendStringInfoChar(w->out, '-');
			else if (!t->fill)
				appendStringInfoChar(w->out, ' ');
			break;
		case NI_PLUS:
			if (!negative)
				appendStringInfoChar(w->out, '+');
			else if (!t->fill)
				appendStringInfoChar(w->out, ' ');
			break;
		case NI_SIGNED:
			appendStringInfoChar(w->out, negative ? '-' : '+');
			break;
		case NI_ANGLE:
			if (negative)
				appendStringInfoChar(w->out, '>');
			else if (!t->fill)
				appendStringInfoChar(w->out, ' ');
			break;
		case NI_CURRENCY:
			lc = PGLC_localeconv();
			appendStringInfoString(w->out, *lc->currency_symbol ? lc->currency_symbol : " ");
			break;
		case NI_ORDINAL:
			if (!negative && !t->point && !w->d->overflow)
				appendStringInfoString(w->out,
									   ordinal_suffix(w->d->whole,
													  node->lower));
			break;
		case NI_LITERAL:
			appendBinaryStringInfo(w->out, node->text, node->len);
			break;
		default:
			break;
	}
}

static char *
roman_numeral(int number)
{
	static const struct
	{
		int value;
		const char *text;
	} parts[] = {
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
	StringInfoData buf;

	initStringInfo(&buf);
	if (number < 1 || number > 3999)
	{
		appendStringInfoString(&buf, "###############");
		return buf.data;
	}
	for (size_t i = 0; i < lengthof(parts); i++)
		for (; number >= parts[i].value; number -= parts[i].value)
			appendStringInfoString(&buf, parts[i].text);
	return buf.data;
}

static text *
write_digits(const NumTemplate *t, Digits *d)
{
	StringInfoData out;
	NumWriter w = {.t = t, .d = d, .out = &out};

	initStringInfo(&out);
	d->overflow |= (int) strlen(d->whole) > t->pre;
	if (t->fill && !d->is_special)
	{
		w.last_fraction = Min(t->post, d->decimals);
		while (w.last_fraction > 0 && !d->overflow &&
			   d->fraction[w.last_fraction - 1] == '0' &&
			   t->pre + w.last_fraction - 1 > t->zero_end)
			w.last_fraction--;
	}
	/* a lone zero before a fraction is shown only where a 0 asks for it */
	if (strcmp(d->whole, "0") == 0 && t->point && t->post > 0 &&
		!(t->fill && w.last_fraction == 0))
		d->whole = "";
	for (int i = 0; i < t->n; i++)
		put_node(&w, &t->nodes[i]);
	return cstring_to_text_with_len(out.data, out.len);
}

/* Splits "-123.45" */
static void
split_text(char *s, Digits *d)
{
	char *dot;

	memset(d, 0, sizeof(*d));
	if (*s == '-')
	{
		d->negative = true;
		s++;
	}
	dot = strchr(s, '.');
	d->whole = s;
	d->fraction = dot ? dot + 1 : "";
	if (dot)
		*dot = '\0';
}

static text *
write_roman(const NumTemplate *t, int number)
{
	char *s = roman_numeral(number);

	for (int i = 0; i < t->n; i++)
		if (t->nodes[i].item == NI_ROMAN && t->nodes[i].lower)
			for (char *p = s; *p; p++)
				*p = pg_ascii_tolower((unsigned char) *p);
	return cstring_to_text(t->fill ? s : psprintf("%15s", s));
}

/* Scientific: the mantissa's sign takes a column, unless it is minus. */
static text *
write_exponent(const NumTemplate *t, const char *s)
{
	return cstring_to_text(*s == '-' || t->fill ? s : psprintf(" %s", s));
}

static Numeric
call2(PGFunction f, Numeric a, Datum b)
{
	return DatumGetNumeric(DirectFunctionCall2(f, NumericGetDatum(a), b));
}

static text *
format_numeric(text *fmt, Numeric value)
{
	NumTemplate t = parse_template(fmt);
	Digits d;

	if (t.roman)
	{
		return write_roman(&t, numeric_int4_opt_error(value, NULL));
	}
	if (t.exponent)
	{
		if (numeric_is_nan(value) || numeric_is_inf(value))
			return cstring_to_text(psprintf(" %.*s.%.*s", t.pre,
											"####################", t.post,
											"####################"));
		return write_exponent(&t, numeric_out_sci(value, t.post));
	}
	if (t.scale > 0)
		value = call2(numeric_mul, value,
					  DirectFunctionCall2(numeric_power,
										  NumericGetDatum(int64_to_numeric(10)),
										  NumericGetDatum(int64_to_numeric(t.scale))));
	value = call2(numeric_round, value, Int32GetDatum(t.post));
	split_text(DatumGetCString(DirectFunctionCall1(numeric_out,
												   NumericGetDatum(value))),
			   &d);
	d.is_special = numeric_is_nan(value) || numeric_is_inf(value);
	d.decimals = t.post;
	return write_digits(&t, &d);
}

/* Floating point: as many digits as the type is exact to, and no more. */
static text *
format_double(text *fmt, double value, int digits)
{
	NumTemplate t = parse_template(fmt);
	Digits d;
	int whole;
	int decimals;

	if (t.roman)
		return write_roman(&t, isfinite(value) && fabs(value) < 1e9 ? (int) rint(value) : 0);
	if (t.exponent)
	{
		if (!isfinite(value))
			return cstring_to_text(psprintf(" %.*s.%.*s", t.pre,
											"####################", t.post,
											"####################"));
		return write_exponent(&t, psprintf("%.*e", t.post, value));
	}
	if (t.scale > 0)
		value *= pow(10, t.scale);
	whole = (int) strlen(psprintf("%.0f", fabs(value)));
	decimals = whole >= digits ? 0 : Min(t.post, digits - whole);
	split_text(psprintf("%.*f", decimals, value), &d);
	d.decimals = decimals;
	if (!isfinite(value))
	{
		d.whole = isnan(value) ? "NaN" : "Infinity";
		d.is_special = true;
	}
	return write_digits(&t, &d);
}

static text *
format_integer(text *fmt, int64 value)
{
	return format_numeric(fmt, int64_to_numeric(value));
}

ADT_BINARY(numeric_to_char, Numeric, PG_GETARG_NUMERIC, text *,
		   PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P, format_numeric(b, a))
ADT_BINARY(int4_to_char, int32, PG_GETARG_INT32, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_TEXT_P, format_integer(b, a))
ADT_BINARY(int8_to_char, int64, PG_GETARG_INT64, text *, PG_GETARG_TEXT_PP,
		   PG_RETURN_TEXT_P, format_integer(b, a))
ADT_BINARY(float4_to_char, float4, PG_GETARG_FLOAT4, text *,
		   PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P, format_double(b, a, FLT_DIG))
ADT_BINARY(float8_to_char, float8, PG_GETARG_FLOAT8, text *,
		   PG_GETARG_TEXT_PP, PG_RETURN_TEXT_P, format_double(b, a, DBL_DIG))

/* ---- Reading ---- */

/*
 * to_number: digits where the template has digits, signs wherever they stand;
 * grouping and literals are passed over if they are there.
 */
Datum
numeric_to_number(PG_FUNCTION_ARGS)
{
	text *src = PG_GETARG_TEXT_PP(0);
	NumTemplate t = parse_template(PG_GETARG_TEXT_PP(1));
	const char *p = VARDATA_ANY(src);
	const char *end = p + VARSIZE_ANY_EXHDR(src);
	StringInfoData digits;
	bool negative = false;
	bool seen_point = false;
	Numeric result;

	if (t.roman)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"RN\" not supported for input")));
	if (t.exponent)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"EEEE\" not supported for input")));
	initStringInfo(&digits);
	for (int i = 0; i < t.n && p < end; i++)
	{
		const NumNode *node = &t.nodes[i];

		while (p < end && (*p == ' ' || *p == '-' || *p == '+' || *p == '<' || *p == '>') &&
			   node->item != NI_LITERAL)
		{
			negative |= *p == '-' || *p == '<';
			p++;
		}
		if (p >= end)
			break;
		switch (node->item)
		{
			case NI_DIGIT:
			case NI_ZERO:
				if (isdigit((unsigned char) *p))
					appendStringInfoChar(&digits, *p++);
				else if (*p == '.' && !seen_point && t.point)
				{
					/* fewer digits before the point than the template has */
					while (i < t.n && t.nodes[i].item != NI_POINT)
						i++;
					seen_point = true;
					appendStringInfoChar(&digits, *p++);
				}
				break;
			case NI_POINT:
				if (*p == '.' && !seen_point)
				{
					seen_point = true;
					appendStringInfoChar(&digits, *p++);
				}
				break;
			case NI_GROUP:
				if (*p == ',')
					p++;
				break;
			case NI_LITERAL:
			case NI_CURRENCY:
				if (!isdigit((unsigned char) *p) && *p != '-' && *p != '+')
					p += pg_mblen(p);
				break;
			case NI_ORDINAL:
				if (end - p >= 2)
					p += 2;
				break;
			default:
				break;
		}
	}
	while (p < end)
		negative |= *p++ == '-';
	result = DatumGetNumeric(DirectFunctionCall3(numeric_in,
												 CStringGetDatum(psprintf("%s%s",
																		  negative ? "-" : " ",
																		  digits.len ? digits.data : "")),
												 ObjectIdGetDatum(InvalidOid),
												 Int32GetDatum(-1)));
	if (t.scale > 0)
		result = DatumGetNumeric(DirectFunctionCall2(numeric_div,
													 NumericGetDatum(result),
													 DirectFunctionCall2(numeric_power,
																		 NumericGetDatum(int64_to_numeric(10)),
																		 NumericGetDatum(int64_to_numeric(t.scale)))));
	PG_RETURN_NUMERIC(result);
}

/*
 * textformat.c
 *		Putting text together: concat, format, string_agg.
 *
 * All of them turn values of any type to text by the type's output function.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/textformat.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* The arguments after the fixed ones, whether VARIADIC or listed. */
typedef struct VarArgs
{
	int n;
	Datum *values;
	bool *nulls;
	Oid *types;
	Oid last_type; /* output function looked up last */
	FmgrInfo outfn;
} VarArgs;

/* False if the arguments are a VARIADIC NULL. */
static bool
collect_args(FunctionCallInfo fcinfo, int first, VarArgs *va)
{
	memset(va, 0, sizeof(*va));
	if (get_fn_expr_variadic(fcinfo->flinfo))
	{
		ArrayType *arr;
		Oid elemtype;
		int16 typlen;
		bool typbyval;
		char typalign;

		if (PG_ARGISNULL(first))
			return false;
		arr = PG_GETARG_ARRAYTYPE_P(first);
		elemtype = ARR_ELEMTYPE(arr);
		get_typlenbyvalalign(elemtype, &typlen, &typbyval, &typalign);
		deconstruct_array(arr, elemtype, typlen, typbyval, typalign,
						  &va->values, &va->nulls, &va->n);
		va->types = palloc((va->n + 1) * sizeof(Oid));
		for (int i = 0; i < va->n; i++)
			va->types[i] = elemtype;
		return true;
	}
	va->n = Max(PG_NARGS() - first, 0);
	va->values = palloc((va->n + 1) * sizeof(Datum));
	va->nulls = palloc((va->n + 1) * sizeof(bool));
	va->types = palloc((va->n + 1) * sizeof(Oid));
	for (int i = 0; i < va->n; i++)
	{
		va->values[i] = PG_GETARG_DATUM(first + i);
		va->nulls[i] = PG_ARGISNULL(first + i);
		va->types[i] = get_fn_expr_argtype(fcinfo->flinfo, first + i);
		if (!OidIsValid(va->types[i]))
			elog(ERROR, "could not determine data type of argument %d",
				 first + i);
	}
	return true;
}

static char *
arg_text(VarArgs *va, int i)
{
	if (va->types[i] != va->last_type)
	{
		Oid typoutput;
		bool isvarlena;

		getTypeOutputInfo(va->types[i], &typoutput, &isvarlena);
		fmgr_info(typoutput, &va->outfn);
		va->last_type = va->types[i];
	}
	return OutputFunctionCall(&va->outfn, va->values[i]);
}

static text *
concat_args(VarArgs *va, const char *sep)
{
	StringInfoData out;
	bool first = true;

	initStringInfo(&out);
	for (int i = 0; i < va->n; i++)
	{
		if (va->nulls[i])
			continue;
		if (!first)
			appendStringInfoString(&out, sep);
		first = false;
		appendStringInfoString(&out, arg_text(va, i));
	}
	return cstring_to_text_with_len(out.data, out.len);
}

Datum
text_concat(PG_FUNCTION_ARGS)
{
	VarArgs va;

	if (!collect_args(fcinfo, 0, &va))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(concat_args(&va, ""));
}

Datum
text_concat_ws(PG_FUNCTION_ARGS)
{
	VarArgs va;

	if (PG_ARGISNULL(0) || !collect_args(fcinfo, 1, &va))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(concat_args(&va,
								 text_to_cstring(PG_GETARG_TEXT_PP(0))));
}

/* format() */

/* One specifier: %[position$][-][width]type */
typedef struct FormatSpec
{
	int position; /* from 1; 0 if the next argument */
	bool left;
	bool has_width;
	bool indirect; /* width comes from an argument */
	int width; /* or that argument's position, 0 for next */
	char type;
} FormatSpec;

static void
format_error(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s", message),
			 errhint("Write \"%%%%\" for one \"%%\".")));
}

/* A number at *p, which must not run to the end; false if there is none. */
static bool
format_digits(const char **p, const char *end, int *value)
{
	int v = 0;

	if (*p >= end || !isdigit((unsigned char) **p))
		return false;
	for (; *p < end && isdigit((unsigned char) **p); (*p)++)
		if (__builtin_mul_overflow(v, 10, &v) ||
			__builtin_add_overflow(v, **p - '0', &v))
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("number is out of range")));
	if (*p >= end)
		format_error("unterminated format() type specifier");
	*value = v;
	return true;
}

static void
check_position(int position)
{
	if (position == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("format specifies argument 0, but arguments are numbered from 1")));
}

static const char *
parse_spec(const char *p, const char *end, FormatSpec *spec)
{
	int n;

	memset(spec, 0, sizeof(*spec));
	if (p >= end)
		format_error("unterminated format() type specifier");
	if (format_digits(&p, end, &n))
	{
		if (*p != '$')
		{
			spec->has_width = true;
			spec->width = n;
			spec->type = *p;
			return p + 1;
		}
		check_position(n);
		spec->position = n;
		p++;
	}
	for (; p < end && *p == '-'; p++)
		spec->left = true;
	if (p < end && *p == '*')
	{
		p++;
		spec->has_width = spec->indirect = true;
		if (format_digits(&p, end, &n))
		{
			check_position(n);
			if (*p++ != '$')
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("width argument position must be ended by \"$\"")));
			spec->width = n;
		}
	}
	else if (format_digits(&p, end, &n))
	{
		spec->has_width = true;
		spec->width = n;
	}
	if (p >= end)
		format_error("unterminated format() type specifier");
	spec->type = *p;
	return p + 1;
}

static void
check_argument(VarArgs *va, int i)
{
	if (i >= va->n)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("too few arguments for format()")));
}

/* The width that an argument holds; NULL counts as none. */
static int
argument_width(VarArgs *va, int i)
{
	if (va->nulls[i])
		return 0;
	if (va->types[i] == INT4OID)
		return DatumGetInt32(va->values[i]);
	if (va->types[i] == INT2OID)
		return DatumGetInt16(va->values[i]);
	return pg_strtoint32(arg_text(va, i));
}

static void
append_padded(StringInfo out, const char *s, FormatSpec *spec)
{
	int pad = 0;

	if (spec->has_width)
	{
		int width = spec->width;

		if (width < 0)
		{
			spec->left = true;
			if (width == PG_INT32_MIN)
				ereport(ERROR,
						(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
						 errmsg("number is out of range")));
			width = -width;
		}
		pad = Max(width - pg_mbstrlen(s), 0);
	}
	if (!spec->left)
		appendStringInfoSpaces(out, pad);
	appendStringInfoString(out, s);
	if (spec->left)
		appendStringInfoSpaces(out, pad);
}

static const char *
formatted_value(VarArgs *va, int i, char type)
{
	if (va->nulls[i])
	{
		if (type == 'I')
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("null values cannot be formatted as an SQL identifier")));
		return type == 'L' ? "NULL" : "";
	}
	if (type == 'I')
		return quote_identifier(arg_text(va, i));
	if (type == 'L')
		return quote_literal_cstr(arg_text(va, i));
	return arg_text(va, i);
}

Datum
text_format(PG_FUNCTION_ARGS)
{
	VarArgs va;
	text *fmt;
	const char *p;
	const char *end;
	int next = 0;
	StringInfoData out;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!collect_args(fcinfo, 1, &va))
		va.n = 0;
	fmt = PG_GETARG_TEXT_PP(0);
	p = VARDATA_ANY(fmt);
	end = p + VARSIZE_ANY_EXHDR(fmt);
	initStringInfo(&out);
	while (p < end)
	{
		FormatSpec spec;

		if (*p != '%')
		{
			appendStringInfoCharMacro(&out, *p++);
			continue;
		}
		if (++p < end && *p == '%')
		{
			appendStringInfoCharMacro(&out, *p++);
			continue;
		}
		p = parse_spec(p, end, &spec);
		if (strchr("sIL", spec.type) == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unrecognized format() type specifier \"%.*s\"",
							pg_mblen(p - 1), p - 1),
					 errhint("Write \"%%%%\" for one \"%%\".")));
		if (spec.indirect)
		{
			if (spec.width > 0)
				next = spec.width - 1;
			check_argument(&va, next);
			spec.width = argument_width(&va, next++);
		}
		if (spec.position > 0)
			next = spec.position - 1;
		check_argument(&va, next);
		append_padded(&out, formatted_value(&va, next, spec.type), &spec);
		next++;
	}
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

Datum
text_format_nv(PG_FUNCTION_ARGS)
{
	return text_format(fcinfo);
}

/*
 * string_agg, over text and bytea alike.  The state is a StringInfo with
 * every delimiter before its value; cursor keeps the length of the first
 * delimiter, which the result leaves out.
 */
Datum
string_agg_transfn(PG_FUNCTION_ARGS)
{
	StringInfo state = PG_ARGISNULL(0) ? NULL : (StringInfo) PG_GETARG_POINTER(0);

	if (!PG_ARGISNULL(1))
	{
		text *value = PG_GETARG_TEXT_PP(1);
		bool first = state == NULL;

		if (first)
		{
			MemoryContext aggcontext;
			MemoryContext old;

			if (!AggCheckCallContext(fcinfo, &aggcontext))
				elog(ERROR, "string_agg_transfn called in non-aggregate context");
			old = MemoryContextSwitchTo(aggcontext);
			state = makeStringInfo();
			MemoryContextSwitchTo(old);
		}
		if (!PG_ARGISNULL(2))
		{
			text *delim = PG_GETARG_TEXT_PP(2);

			appendBinaryStringInfo(state, VARDATA_ANY(delim),
								   VARSIZE_ANY_EXHDR(delim));
			if (first)
				state->cursor = VARSIZE_ANY_EXHDR(delim);
		}
		appendBinaryStringInfo(state, VARDATA_ANY(value),
							   VARSIZE_ANY_EXHDR(value));
	}
	if (state == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(state);
}

Datum
string_agg_finalfn(PG_FUNCTION_ARGS)
{
	StringInfo state = PG_ARGISNULL(0) ? NULL : (StringInfo) PG_GETARG_POINTER(0);

	if (state == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text_with_len(state->data + state->cursor,
											  state->len - state->cursor));
}

Datum
bytea_string_agg_transfn(PG_FUNCTION_ARGS)
{
	return string_agg_transfn(fcinfo);
}

Datum
bytea_string_agg_finalfn(PG_FUNCTION_ARGS)
{
	return string_agg_finalfn(fcinfo);
}

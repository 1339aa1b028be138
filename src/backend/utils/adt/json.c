/*
 * json.c
 *		The type json: text that is checked to be JSON.
 *
 * Values are kept as they were written.  escape_json makes JSON strings for this
 * and for other modules.  Of the functions over json, those that make values
 * and those about a value as a whole are here; jsonfuncs.c has access to parts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/json.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* Appends str in double quotes, with what JSON demands escaped. */
void
escape_json(StringInfo buf, const char *str)
{
	appendStringInfoCharMacro(buf, '"');
	for (const char *p = str; *p; p++)
	{
		static const char special[] = "\b\f\n\r\t\"\\";
		static const char escape[] = "bfnrt\"\\";
		const char *hit = strchr(special, *p);

		if (hit)
		{
			appendStringInfoCharMacro(buf, '\\');
			appendStringInfoCharMacro(buf, escape[hit - special]);
		}
		else if ((unsigned char) *p < ' ')
			appendStringInfo(buf, "\\u%04x", (int) *p);
		else
			appendStringInfoCharMacro(buf, *p);
	}
	appendStringInfoCharMacro(buf, '"');
}

/* ---- Checking: recursive descent over RFC 8259's grammar ---- */

typedef struct JsonCheck
{
	const char *p;
	const char *end;
} JsonCheck;

static void
json_error(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s", "json"),
			 errdetail("%s", detail)));
}

static void
skip_space(JsonCheck *c)
{
	while (c->p < c->end && strchr(" \t\n\r", *c->p) && *c->p)
		c->p++;
}

static void
check_string(JsonCheck *c)
{
	for (c->p++;; c->p++)
	{
		if (c->p >= c->end)
			json_error("A string is not ended.");
		if (*c->p == '"')
			break;
		if ((unsigned char) *c->p < ' ')
			json_error("A control character must be escaped.");
		if (*c->p != '\\')
			continue;
		if (++c->p >= c->end)
			json_error("A string is not ended.");
		if (*c->p == 'u')
		{
			for (int i = 0; i < 4; i++)
				if (++c->p >= c->end || !isxdigit((unsigned char) *c->p))
					json_error("\"\\u\" must be followed by four hexadecimal digits.");
		}
		else if (!strchr("\"\\/bfnrt", *c->p))
			json_error("An escape sequence is invalid.");
	}
	c->p++;
}

static void
need_digits(JsonCheck *c)
{
	if (c->p >= c->end || !isdigit((unsigned char) *c->p))
		json_error("A number is malformed.");
	while (c->p < c->end && isdigit((unsigned char) *c->p))
		c->p++;
}

static void
check_number(JsonCheck *c)
{
	if (*c->p == '-')
		c->p++;
	if (c->p < c->end && *c->p == '0')
		c->p++;
	else
		need_digits(c);
	if (c->p < c->end && *c->p == '.')
	{
		c->p++;
		need_digits(c);
	}
	if (c->p < c->end && (*c->p == 'e' || *c->p == 'E'))
	{
		c->p++;
		if (c->p < c->end && (*c->p == '+' || *c->p == '-'))
			c->p++;
		need_digits(c);
	}
	if (c->p < c->end && (isalnum((unsigned char) *c->p) || *c->p == '_'))
		json_error("A number is malformed.");
}

static void
check_value(JsonCheck *c)
{
	static const char *const words[] = {"true", "false", "null"};
	bool object;

	check_stack_depth();
	skip_space(c);
	if (c->p >= c->end)
		json_error("The input string ended unexpectedly.");
	if (*c->p == '"')
		check_string(c);
	else if (*c->p == '-' || isdigit((unsigned char) *c->p))
		check_number(c);
	else if (*c->p == '{' || *c->p == '[')
	{
		char close;

		object = *c->p++ == '{';
		close = object ? '}' : ']';
		skip_space(c);
		if (c->p < c->end && *c->p == close)
		{
			c->p++;
			return;
		}
		for (;;)
		{
			if (object)
			{
				skip_space(c);
				if (c->p >= c->end || *c->p != '"')
					json_error("A key must be a string.");
				check_string(c);
				skip_space(c);
				if (c->p >= c->end || *c->p++ != ':')
					json_error("Expected \":\" behind a key.");
			}
			check_value(c);
			skip_space(c);
			if (c->p < c->end && *c->p == ',')
			{
				c->p++;
				continue;
			}
			if (c->p < c->end && *c->p == close)
				break;
			json_error(object ? "Expected \",\" or \"}\"." : "Expected \",\" or \"]\".");
		}
		c->p++;
	}
	else
	{
		for (size_t i = 0; i < lengthof(words); i++)
		{
			size_t n = strlen(words[i]);

			if ((size_t) (c->end - c->p) >= n &&
				memcmp(c->p, words[i], n) == 0 &&
				(c->p + n == c->end ||
				 (!isalnum((unsigned char) c->p[n]) && c->p[n] != '_')))
			{
				c->p += n;
				return;
			}
		}
		json_error("A token is invalid.");
	}
}

static void
check_json(const char *s, int len)
{
	JsonCheck c = {s, s + len};

	check_value(&c);
	skip_space(&c);
	if (c.p < c.end)
		json_error("Expected the end of the input.");
}

/* ---- I/O ---- */

Datum
json_in(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);

	check_json(s, strlen(s));
	PG_RETURN_TEXT_P(cstring_to_text(s));
}

Datum
json_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(TextDatumGetCString(PG_GETARG_DATUM(0)));
}

Datum
json_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;
	char *s = pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes);

	check_json(s, nbytes);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s, nbytes));
}

Datum
json_send(PG_FUNCTION_ARGS)
{
	return textsend(fcinfo);
}

Datum
json_typeof(PG_FUNCTION_ARGS)
{
	text *json = PG_GETARG_TEXT_PP(0);
	JsonCheck c = {VARDATA_ANY(json),
				   VARDATA_ANY(json) + VARSIZE_ANY_EXHDR(json)};
	const char *type;

	skip_space(&c);
	switch (c.p < c.end ? *c.p : '\0')
	{
		case '{':
			type = "object";
			break;
		case '[':
			type = "array";
			break;
		case '"':
			type = "string";
			break;
		case 't':
		case 'f':
			type = "boolean";
			break;
		case 'n':
			type = "null";
			break;
		default:
			type = "number";
	}
	PG_RETURN_TEXT_P(cstring_to_text(type));
}

/* ---- SQL values as JSON ---- */

/* ISO form with a T, for dates and times; buf may be NULL. */
char *
JsonEncodeDateTime(char *buf, Datum value, Oid typid, const int *tzp)
{
	struct pg_tm tm;
	fsec_t fsec;
	int tz = 0;
	const char *tzn = NULL;

	if (buf == NULL)
		buf = palloc(MAXDATELEN + 1);
	if (typid == DATEOID)
	{
		DateADT date = DatumGetDateADT(value);

		if (DATE_NOT_FINITE(date))
			EncodeSpecialDate(date, buf);
		else
		{
			j2date(date + POSTGRES_EPOCH_JDATE, &tm.tm_year, &tm.tm_mon,
				   &tm.tm_mday);
			EncodeDateOnly(&tm, USE_XSD_DATES, buf);
		}
	}
	else if (typid == TIMESTAMPOID || typid == TIMESTAMPTZOID)
	{
		bool istz = typid == TIMESTAMPTZOID;
		Timestamp t = DatumGetTimestamp(value);

		if (istz && tzp && !TIMESTAMP_NOT_FINITE(t))
		{
			/* shown at the offset given */
			tz = *tzp;
			t -= (TimestampTz) tz * USECS_PER_SEC;
		}
		if (TIMESTAMP_NOT_FINITE(t))
			EncodeSpecialTimestamp(t, buf);
		else if (timestamp2tm(t, istz && !tzp ? &tz : NULL, &tm, &fsec,
							  istz && !tzp ? &tzn : NULL, NULL) == 0)
		{
			if (istz && tzp)
				tm.tm_isdst = 1;
			EncodeDateTime(&tm, fsec, istz, tz, tzn, USE_XSD_DATES, buf);
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					 errmsg("timestamp out of range")));
	}
	else
		elog(ERROR, "unknown jsonb value datetime type oid %u", typid);
	return buf;
}

static void append_value(StringInfo out, Datum value, bool isnull, Oid type,
						 bool line_feeds);

/* One level of an array, whose elements are taken in order. */
static void
append_array_level(StringInfo out, int dim, int ndim, const int *dims,
				   const Datum *values, const bool *nulls, int *at,
				   Oid elemtype, bool line_feeds)
{
	appendStringInfoChar(out, '[');
	for (int i = 0; i < dims[dim]; i++)
	{
		if (i > 0)
			appendStringInfoString(out, line_feeds && dim == 0 ? ",\n " : ",");
		if (dim + 1 < ndim)
			append_array_level(out, dim + 1, ndim, dims, values, nulls, at,
							   elemtype, false);
		else
		{
			append_value(out, values[*at], nulls[*at], elemtype, false);
			(*at)++;
		}
	}
	appendStringInfoChar(out, ']');
}

static void
append_array(StringInfo out, Datum value, bool line_feeds)
{
	ArrayType *arr = DatumGetArrayTypeP(value);
	int16 len;
	bool byval;
	char align;
	Datum *values;
	bool *nulls;
	int n;
	int at = 0;

	get_typlenbyvalalign(ARR_ELEMTYPE(arr), &len, &byval, &align);
	deconstruct_array(arr, ARR_ELEMTYPE(arr), len, byval, align, &values,
					  &nulls, &n);
	if (n == 0)
	{
		appendStringInfoString(out, "[]");
		return;
	}
	append_array_level(out, 0, ARR_NDIM(arr), ARR_DIMS(arr), values, nulls,
					   &at, ARR_ELEMTYPE(arr), line_feeds);
}

static void
append_row(StringInfo out, Datum value, bool line_feeds)
{
	HeapTupleHeader rec = DatumGetHeapTupleHeader(value);
	TupleDesc desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(rec),
											HeapTupleHeaderGetTypMod(rec));
	bool first = true;

	appendStringInfoChar(out, '{');
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		bool isnull;
		Datum v;

		if (att->attisdropped)
			continue;
		if (!first)
			appendStringInfoString(out, line_feeds ? ",\n " : ",");
		first = false;
		escape_json(out, NameStr(att->attname));
		appendStringInfoChar(out, ':');
		v = GetAttributeByNum(rec, i + 1, &isnull);
		append_value(out, v, isnull, att->atttypid, false);
	}
	appendStringInfoChar(out, '}');
	ReleaseTupleDesc(desc);
}

/* A number whose text is JSON's too: NaN and infinity are not. */
static void
append_number(StringInfo out, const char *text)
{
	if (isalpha((unsigned char) text[text[0] == '-']))
		escape_json(out, text);
	else
		appendStringInfoString(out, text);
}

static void
append_value(StringInfo out, Datum value, bool isnull, Oid type,
			 bool line_feeds)
{
	Oid outfunc;
	bool isvarlena;
	Oid base = getBaseType(type);

	check_stack_depth();
	if (isnull)
	{
		appendStringInfoString(out, "null");
		return;
	}
	switch (base)
	{
		case BOOLOID:
			appendStringInfoString(out, DatumGetBool(value) ? "true" : "false");
			return;
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			appendStringInfo(out, "\"%s\"",
							 JsonEncodeDateTime(NULL, value, base, NULL));
			return;
	}
	if (OidIsValid(get_element_type(base)) || base == ANYARRAYOID ||
		base == RECORDARRAYOID)
	{
		append_array(out, value, line_feeds);
		return;
	}
	if (type_is_rowtype(base))
	{
		append_row(out, value, line_feeds);
		return;
	}
	getTypeOutputInfo(base, &outfunc, &isvarlena);
	switch (base)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
			append_number(out, OidOutputFunctionCall(outfunc, value));
			return;
		case JSONOID:
		case JSONBOID:
			appendStringInfoString(out, OidOutputFunctionCall(outfunc, value));
			return;
	}
	escape_json(out, OidOutputFunctionCall(outfunc, value));
}

static Datum
as_json(Datum value, Oid type, bool line_feeds)
{
	StringInfoData out;

	initStringInfo(&out);
	append_value(&out, value, false, type, line_feeds);
	return PointerGetDatum(cstring_to_text_with_len(out.data, out.len));
}

Datum
array_to_json(PG_FUNCTION_ARGS)
{
	return as_json(PG_GETARG_DATUM(0), get_fn_expr_argtype(fcinfo->flinfo, 0),
				   false);
}

Datum
array_to_json_pretty(PG_FUNCTION_ARGS)
{
	return as_json(PG_GETARG_DATUM(0), get_fn_expr_argtype(fcinfo->flinfo, 0),
				   PG_GETARG_BOOL(1));
}

Datum
row_to_json(PG_FUNCTION_ARGS)
{
	return as_json(PG_GETARG_DATUM(0), RECORDOID, false);
}

Datum
row_to_json_pretty(PG_FUNCTION_ARGS)
{
	return as_json(PG_GETARG_DATUM(0), RECORDOID, PG_GETARG_BOOL(1));
}

Datum
to_json(PG_FUNCTION_ARGS)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	return as_json(PG_GETARG_DATUM(0), type, false);
}

/* ---- json_agg: the state is the text so far ---- */

/* Arrays and rows stand on lines of their own. */
static bool
is_structured(Oid type)
{
	Oid base = getBaseType(type);

	return OidIsValid(get_element_type(base)) || type_is_rowtype(base);
}

Datum
json_agg_transfn(PG_FUNCTION_ARGS)
{
	StringInfo state;
	Oid type;
	MemoryContext aggcontext;
	MemoryContext old;

	if (!AggCheckCallContext(fcinfo, &aggcontext))
		elog(ERROR, "json_agg_transfn called in non-aggregate context");
	if (PG_ARGISNULL(0))
	{
		old = MemoryContextSwitchTo(aggcontext);
		state = makeStringInfo();
		MemoryContextSwitchTo(old);
		appendStringInfoChar(state, '[');
	}
	else
	{
		state = (StringInfo) PG_GETARG_POINTER(0);
		appendStringInfoString(state, ", ");
	}
	type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	if (!PG_ARGISNULL(0) && !PG_ARGISNULL(1) && is_structured(type))
		appendStringInfoString(state, "\n ");
	append_value(state, PG_ARGISNULL(1) ? (Datum) 0 : PG_GETARG_DATUM(1),
				 PG_ARGISNULL(1), type, false);
	PG_RETURN_POINTER(state);
}

/* The state may go on to be used: the text is a copy. */
static Datum
finish_aggregate(FunctionCallInfo fcinfo, const char *closing)
{
	StringInfo state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (StringInfo) PG_GETARG_POINTER(0);
	PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s%s", state->data, closing)));
}

Datum
json_agg_finalfn(PG_FUNCTION_ARGS)
{
	return finish_aggregate(fcinfo, "]");
}

/* ---- Objects: json_object_agg, json_build_object; and json_build_array ---- */

/* A value as the key of an object: its text, if it is a scalar. */
static void
append_key(StringInfo out, Datum key, Oid type)
{
	Oid base = getBaseType(type);
	Oid outfunc;
	bool isvarlena;

	if (is_structured(type) || base == JSONOID || base == JSONBOID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key value must be scalar, not array, composite, or json")));
	getTypeOutputInfo(base, &outfunc, &isvarlena);
	escape_json(out, OidOutputFunctionCall(outfunc, key));
	appendStringInfoString(out, " : ");
}

/* (state, key, value) */
Datum
json_object_agg_transfn(PG_FUNCTION_ARGS)
{
	StringInfo state = PG_ARGISNULL(0) ? NULL : (StringInfo) PG_GETARG_POINTER(0);
	MemoryContext aggcontext;

	if (!AggCheckCallContext(fcinfo, &aggcontext))
		elog(ERROR, "json_object_agg_transfn called in non-aggregate context");
	if (state == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(aggcontext);

		state = makeStringInfo();
		MemoryContextSwitchTo(old);
		appendStringInfoString(state, "{ ");
	}
	else
		appendStringInfoString(state, ", ");
	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("field name must not be null")));
	append_key(state, PG_GETARG_DATUM(1),
			   get_fn_expr_argtype(fcinfo->flinfo, 1));
	append_value(state, PG_ARGISNULL(2) ? (Datum) 0 : PG_GETARG_DATUM(2),
				 PG_ARGISNULL(2), get_fn_expr_argtype(fcinfo->flinfo, 2),
				 false);
	PG_RETURN_POINTER(state);
}

Datum
json_object_agg_finalfn(PG_FUNCTION_ARGS)
{
	return finish_aggregate(fcinfo, " }");
}

Datum
json_build_array_worker(int nargs, Datum *args, bool *nulls, Oid *types,
						bool absent_on_null)
{
	StringInfoData out;
	bool first = true;

	initStringInfo(&out);
	appendStringInfoChar(&out, '[');
	for (int i = 0; i < nargs; i++)
	{
		if (nulls[i] && absent_on_null)
			continue;
		if (!first)
			appendStringInfoString(&out, ", ");
		first = false;
		append_value(&out, args[i], nulls[i], types[i], false);
	}
	appendStringInfoChar(&out, ']');
	return PointerGetDatum(cstring_to_text_with_len(out.data, out.len));
}

Datum
json_build_object_worker(int nargs, Datum *args, bool *nulls, Oid *types,
						 bool absent_on_null, bool unique_keys)
{
	StringInfoData out;
	bool first = true;

	if (unique_keys)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("JSON objects with unique keys are not supported")));
	if (nargs % 2 != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument list must have even number of elements"),
				 errhint("%s takes pairs of a key and a value.",
						 "json_build_object()")));
	initStringInfo(&out);
	appendStringInfoChar(&out, '{');
	for (int i = 0; i < nargs; i += 2)
	{
		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("argument %d cannot be null", i + 1),
					 errhint("A key must have a value.")));
		if (nulls[i + 1] && absent_on_null)
			continue;
		if (!first)
			appendStringInfoString(&out, ", ");
		first = false;
		append_key(&out, args[i], types[i]);
		append_value(&out, args[i + 1], nulls[i + 1], types[i + 1], false);
	}
	appendStringInfoChar(&out, '}');
	return PointerGetDatum(cstring_to_text_with_len(out.data, out.len));
}

Datum
json_build_array(PG_FUNCTION_ARGS)
{
	Datum *args;
	bool *nulls;
	Oid *types;
	int n = extract_variadic_args(fcinfo, 0, true, &args, &types,
								  &nulls);

	if (n < 0)
		PG_RETURN_NULL();
	return json_build_array_worker(n, args, nulls, types, false);
}

Datum
json_build_array_noargs(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text("[]"));
}

Datum
json_build_object(PG_FUNCTION_ARGS)
{
	Datum *args;
	bool *nulls;
	Oid *types;
	int n = extract_variadic_args(fcinfo, 0, true, &args, &types,
								  &nulls);

	if (n < 0)
		PG_RETURN_NULL();
	return json_build_object_worker(n, args, nulls, types, false, false);
}

Datum
json_build_object_noargs(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text("{}"));
}

/* May the JSON of a type depend on settings? */
bool
to_json_is_immutable(Oid typoid)
{
	switch (getBaseType(typoid))
	{
		case BOOLOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case NUMERICOID:
		case TEXTOID:
		case JSONOID:
			return true;
	}
	return false;
}

/*
 * jsonfuncs.c
 *		Access to the parts of json values.
 *
 * A json value is text that json_in has checked, so the functions here walk it
 * without doubting its grammar: a Cursor moves from token to token, a Walk from
 * member to member of one object or array.  Strings are unescaped as they are
 * passed, which finds the escapes that stand for no character.
 *
 * Functions that fill rows from JSON (json_to_record and its like) are not
 * supported yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/jsonfuncs.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "common/string.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/tuplestore.h"

typedef struct Cursor
{
	const char *p;
	const char *end;
} Cursor;

/* The members of one container, in the order in which they are written. */
typedef struct Walk
{
	Cursor c;
	char kind; /* '{', '[', or the first character of a scalar */
	bool begun;
} Walk;

typedef struct Member
{
	char *key; /* NULL in an array */
	const char *value;
	int len;
} Member;

static void
skip_space(Cursor *c)
{
	c->p += c->p < c->end ? strspn(c->p, " \t\n\r") : 0;
}

/* ---- Strings ---- */

static void
bad_surrogate(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s", "json"),
			 errdetail("%s", detail)));
}

/* Four hexadecimal digits at the cursor, behind "\u". */
static pg_wchar
hex4(Cursor *c)
{
	char digits[5] = {c->p[0], c->p[1], c->p[2], c->p[3], '\0'};

	c->p += 4;
	return (pg_wchar) strtoul(digits, NULL, 16);
}

/* A \u escape, with its second half if it is a surrogate. */
static void
append_unicode(Cursor *c, StringInfo out)
{
	pg_wchar code = hex4(c);
	unsigned char buf[MAX_UNICODE_EQUIVALENT_STRING + 1];

	if (code == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("unsupported Unicode escape sequence"),
				 errdetail("\\u0000 stands for no character of a text.")));
	if (is_utf16_surrogate_second(code))
		bad_surrogate("A low surrogate must follow a high one.");
	if (is_utf16_surrogate_first(code))
	{
		pg_wchar second;

		if (c->p[0] != '\\' || c->p[1] != 'u')
			bad_surrogate("A low surrogate must follow a high one.");
		c->p += 2;
		second = hex4(c);
		if (!is_utf16_surrogate_second(second))
			bad_surrogate("A low surrogate must follow a high one.");
		code = surrogate_pair_to_codepoint(code, second);
	}
	pg_unicode_to_server(code, buf);
	appendStringInfoString(out, (char *) buf);
}

/* Passes the string at the cursor; its meaning is appended to out. */
static void
read_string(Cursor *c, StringInfo out)
{
	static const char escape[] = "bfnrt";
	static const char meaning[] = "\b\f\n\r\t";

	for (c->p++; *c->p != '"';)
	{
		int plain = strcspn(c->p, "\"\\");
		const char *hit;

		appendBinaryStringInfo(out, c->p, plain);
		c->p += plain;
		if (*c->p != '\\')
			continue;
		c->p += 2;
		if (c->p[-1] == 'u')
			append_unicode(c, out);
		else if ((hit = strchr(escape, c->p[-1])) != NULL)
			appendStringInfoChar(out, meaning[hit - escape]);
		else
			appendStringInfoChar(out, c->p[-1]);
	}
	c->p++;
}

/* ---- Walking ---- */

/* Passes one value. */
static void
skip_value(Cursor *c, StringInfo scratch)
{
	int depth = 0;

	do
	{
		skip_space(c);
		if (c->p >= c->end)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("json value ends too early")));
		switch (*c->p)
		{
			case '"':
				resetStringInfo(scratch);
				read_string(c, scratch);
				break;
			case '{':
			case '[':
				depth++;
				c->p++;
				break;
			case '}':
			case ']':
				depth--;
				c->p++;
				break;
			case ',':
			case ':':
				c->p++;
				break;
			default:
				c->p += strcspn(c->p, ",:]} \t\n\r");
		}
	} while (depth > 0);
}

/* str is a zero-terminated value of len bytes. */
static void
start_walk(Walk *w, const char *str, int len)
{
	w->c.p = str;
	w->c.end = str + len;
	skip_space(&w->c);
	w->kind = *w->c.p;
	w->begun = false;
}

static bool
next_member(Walk *w, Member *m, StringInfo scratch)
{
	Cursor *c = &w->c;

	if (!w->begun)
		c->p++;
	skip_space(c);
	if (*c->p == ']' || *c->p == '}')
		return false;
	if (w->begun)
	{
		c->p++; /* the comma */
		skip_space(c);
	}
	w->begun = true;
	m->key = NULL;
	if (w->kind == '{')
	{
		resetStringInfo(scratch);
		read_string(c, scratch);
		m->key = pstrdup(scratch->data);
		skip_space(c);
		c->p++; /* the colon */
		skip_space(c);
	}
	m->value = c->p;
	skip_value(c, scratch);
	m->len = (int) (c->p - m->value);
	return true;
}

/* A value as json, or what it means as text: NULL for null. */
static text *
member_result(const char *value, int len, bool as_text)
{
	if (as_text && *value == '"')
	{
		Cursor c = {value, value + len};
		StringInfoData out;

		initStringInfo(&out);
		read_string(&c, &out);
		return cstring_to_text_with_len(out.data, out.len);
	}
	if (as_text && len == 4 && memcmp(value, "null", 4) == 0)
		return NULL;
	return cstring_to_text_with_len(value, len);
}

/* ---- One part ---- */

/* Of equal keys the last counts; the last value is kept in *found. */
static bool
find_field(const char *str, int len, const char *key, Member *found)
{
	Walk w;
	Member m;
	bool ok = false;
	StringInfoData scratch;

	start_walk(&w, str, len);
	if (w.kind != '{')
		return false;
	initStringInfo(&scratch);
	while (next_member(&w, &m, &scratch))
	{
		if (strcmp(m.key, key) == 0)
		{
			*found = m;
			ok = true;
		}
		pfree(m.key);
	}
	pfree(scratch.data);
	return ok;
}

/* A negative index counts from the end. */
static bool
find_element(const char *str, int len, int64 index, Member *found)
{
	Walk w;
	Member m;
	StringInfoData scratch;

	start_walk(&w, str, len);
	if (w.kind != '[')
		return false;
	initStringInfo(&scratch);
	if (index < 0)
	{
		Walk count = w;

		while (next_member(&count, &m, &scratch))
			index++;
	}
	while (index >= 0 && next_member(&w, &m, &scratch))
		if (index-- == 0)
		{
			*found = m;
			return true;
		}
	return false;
}

static Datum
return_member(FunctionCallInfo fcinfo, bool found, const Member *m, bool as_text)
{
	text *result = found ? member_result(m->value, m->len, as_text) : NULL;

	if (result == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(result);
}

static Datum
get_field(FunctionCallInfo fcinfo, bool as_text)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	char *key = text_to_cstring(PG_GETARG_TEXT_PP(1));
	Member m;
	bool found = find_field(json, strlen(json), key, &m);

	return return_member(fcinfo, found, &m, as_text);
}

static Datum
get_element(FunctionCallInfo fcinfo, bool as_text)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Member m;
	bool found = find_element(json, strlen(json), PG_GETARG_INT32(1), &m);

	return return_member(fcinfo, found, &m, as_text);
}

/* A step of a path into an array must be a whole number. */
static bool
path_index(const char *step, int *index)
{
	char *end;

	errno = 0;
	*index = strtoint(step, &end, 10);
	return end != step && *end == '\0' && errno == 0;
}

static Datum
get_path(FunctionCallInfo fcinfo, bool as_text)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	ArrayType *path = PG_GETARG_ARRAYTYPE_P(1);
	Walk w;
	Member m;
	Datum *steps;
	int nsteps;
	bool found = true;

	if (array_contains_nulls(path))
		PG_RETURN_NULL();
	deconstruct_array(path, TEXTOID, -1, false, TYPALIGN_INT, &steps, NULL,
					  &nsteps);
	/* no steps: the value itself, without space around it */
	start_walk(&w, json, strlen(json));
	m.value = w.c.p;
	m.len = strlen(w.c.p);
	while (m.len > 0 && strchr(" \t\n\r", m.value[m.len - 1]))
		m.len--;
	for (int i = 0; i < nsteps && found; i++)
	{
		char *step = TextDatumGetCString(steps[i]);
		int index;

		if (*m.value == '{')
			found = find_field(m.value, m.len, step, &m);
		else
			found = *m.value == '[' && path_index(step, &index) &&
				find_element(m.value, m.len, index, &m);
	}
	return return_member(fcinfo, found, &m, as_text);
}

#define JSON_ACCESS(name, function)     \
	Datum name(PG_FUNCTION_ARGS)        \
	{                                   \
		return function(fcinfo, false); \
	}                                   \
	Datum name##_text(PG_FUNCTION_ARGS) \
	{                                   \
		return function(fcinfo, true);  \
	}
JSON_ACCESS(json_object_field, get_field)
JSON_ACCESS(json_array_element, get_element)
JSON_ACCESS(json_extract_path, get_path)

/* ---- All parts ---- */

static void
bad_kind(const char *message, const char *function)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg(message, function)));
}

Datum
json_array_length(PG_FUNCTION_ARGS)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Walk w;
	Member m;
	StringInfoData scratch;
	int n = 0;

	start_walk(&w, json, strlen(json));
	if (w.kind != '[')
		bad_kind(w.kind == '{' ? "cannot get array length of a non-array" : "cannot get array length of a scalar", NULL);
	initStringInfo(&scratch);
	while (next_member(&w, &m, &scratch))
		n++;
	PG_RETURN_INT32(n);
}

/* What the rows of list_members show. */
typedef enum ListMode
{
	LIST_KEYS,
	LIST_PAIRS,
	LIST_VALUES
} ListMode;

/* One row a member, into a tuplestore. */
static Datum
list_members(FunctionCallInfo fcinfo, Walk *w, ListMode mode, bool as_text)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	StringInfoData scratch;
	Member m;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC | MAT_SRF_BLESS);
	initStringInfo(&scratch);
	while (next_member(w, &m, &scratch))
	{
		Datum values[2];
		bool nulls[2] = {false, false};
		int n = 0;

		if (mode != LIST_VALUES)
			values[n++] = CStringGetTextDatum(m.key);
		if (mode != LIST_KEYS)
		{
			text *t = member_result(m.value, m.len, as_text);

			nulls[n] = t == NULL;
			values[n++] = PointerGetDatum(t);
		}
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

Datum
json_object_keys(PG_FUNCTION_ARGS)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Walk w;

	start_walk(&w, json, strlen(json));
	if (w.kind != '{')
		bad_kind(w.kind == '[' ? "cannot call %s on an array" : "cannot call %s on a scalar", "json_object_keys");
	return list_members(fcinfo, &w, LIST_KEYS, false);
}

static Datum
each_pair(FunctionCallInfo fcinfo, bool as_text)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Walk w;

	start_walk(&w, json, strlen(json));
	if (w.kind != '{')
		bad_kind(w.kind == '[' ? "cannot deconstruct an array as an object" : "cannot deconstruct a scalar", NULL);
	return list_members(fcinfo, &w, LIST_PAIRS, as_text);
}

static Datum
each_element(FunctionCallInfo fcinfo, bool as_text)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Walk w;

	start_walk(&w, json, strlen(json));
	if (w.kind != '[')
		bad_kind(w.kind == '{' ? "cannot call %s on a non-array" : "cannot call %s on a scalar",
				 as_text ? "json_array_elements_text" : "json_array_elements");
	return list_members(fcinfo, &w, LIST_VALUES, as_text);
}

JSON_ACCESS(json_each, each_pair)
JSON_ACCESS(json_array_elements, each_element)

/* ---- Without null fields ---- */

static void
copy_without_nulls(StringInfo out, const char *value, int len)
{
	Walk w;
	Member m;
	StringInfoData scratch;
	bool first = true;

	check_stack_depth();
	start_walk(&w, value, len);
	initStringInfo(&scratch);
	if (w.kind == '"')
	{
		read_string(&w.c, &scratch);
		escape_json(out, scratch.data);
	}
	else if (w.kind != '{' && w.kind != '[')
		appendBinaryStringInfo(out, w.c.p, strcspn(w.c.p, ",:]} \t\n\r"));
	else
	{
		appendStringInfoChar(out, w.kind);
		while (next_member(&w, &m, &scratch))
		{
			if (m.key && *m.value == 'n')
				continue;
			if (!first)
				appendStringInfoChar(out, ',');
			first = false;
			if (m.key)
			{
				escape_json(out, m.key);
				appendStringInfoChar(out, ':');
			}
			copy_without_nulls(out, m.value, m.len);
		}
		appendStringInfoChar(out, w.kind == '{' ? '}' : ']');
	}
	pfree(scratch.data);
}

Datum
json_strip_nulls(PG_FUNCTION_ARGS)
{
	char *json = text_to_cstring(PG_GETARG_TEXT_PP(0));
	StringInfoData out;

	initStringInfo(&out);
	copy_without_nulls(&out, json, strlen(json));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

/* ---- Objects from arrays of text ---- */

static void
bad_array(const char *message)
{
	ereport(ERROR,
			(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
			 errmsg("%s", message)));
}

/* n pairs; keys and values stand step apart. */
static Datum
object_of_pairs(const Datum *keys, const bool *key_nulls, const Datum *values,
				const bool *value_nulls, int n, int step)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoChar(&out, '{');
	for (int i = 0; i < n; i++)
	{
		if (key_nulls[i * step])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("null value not allowed for object key")));
		if (i > 0)
			appendStringInfoString(&out, ", ");
		escape_json(&out, TextDatumGetCString(keys[i * step]));
		appendStringInfoString(&out, " : ");
		if (value_nulls[i * step])
			appendStringInfoString(&out, "null");
		else
			escape_json(&out, TextDatumGetCString(values[i * step]));
	}
	appendStringInfoChar(&out, '}');
	return PointerGetDatum(cstring_to_text_with_len(out.data, out.len));
}

/* {key, value, ...} or {{key, value}, ...} */
Datum
json_object(PG_FUNCTION_ARGS)
{
	ArrayType *a = PG_GETARG_ARRAYTYPE_P(0);
	Datum *elems;
	bool *nulls;
	int n;

	if (ARR_NDIM(a) > 2)
		bad_array("wrong number of array subscripts");
	if (ARR_NDIM(a) == 1 && ARR_DIMS(a)[0] % 2 != 0)
		bad_array("array must have even number of elements");
	if (ARR_NDIM(a) == 2 && ARR_DIMS(a)[1] != 2)
		bad_array("array must have two columns");
	deconstruct_array(a, TEXTOID, -1, false, TYPALIGN_INT, &elems, &nulls, &n);
	PG_RETURN_DATUM(object_of_pairs(elems, nulls, elems + 1, nulls + 1, n / 2, 2));
}

/* Keys and values each in an array */
Datum
json_object_two_arg(PG_FUNCTION_ARGS)
{
	ArrayType *k = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(1);
	Datum *keys;
	Datum *values;
	bool *key_nulls;
	bool *value_nulls;
	int nkeys;
	int nvalues;

	if (ARR_NDIM(k) > 1 || ARR_NDIM(k) != ARR_NDIM(v))
		bad_array("wrong number of array subscripts");
	deconstruct_array(k, TEXTOID, -1, false, TYPALIGN_INT, &keys, &key_nulls,
					  &nkeys);
	deconstruct_array(v, TEXTOID, -1, false, TYPALIGN_INT, &values,
					  &value_nulls, &nvalues);
	if (nkeys != nvalues)
		bad_array("mismatched array dimensions");
	PG_RETURN_DATUM(object_of_pairs(keys, key_nulls, values, value_nulls, nkeys, 1));
}

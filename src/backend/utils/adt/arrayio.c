/*
 * arrayio.c
 *		Text and binary form of arrays.
 *
 * Text: elements in braces, one level of braces per dimension, optionally after
 * the bounds as in [2:4]={1,2,3}.  Elements are parted by the type's delimiter
 * (a comma, for nearly all), quoted where they must be; NULL without quotes is
 * null.
 *
 * Binary, all in network order: ndim, flag "has nulls", element type, then length
 * and lower bound of each dimension, then every element as length (-1 for null)
 * and bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/arrayio.c
 */
#include "postgres.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* Type data for I/O of an element type, kept in fn_extra. */
static ArrayMetaState *
element_meta(FunctionCallInfo fcinfo, Oid element_type, IOFuncSelector which)
{
	ArrayMetaState *meta = fcinfo->flinfo->fn_extra;

	if (meta == NULL)
		meta = fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
								   sizeof(ArrayMetaState));
	if (meta->element_type == element_type)
		return meta;
	get_type_io_data(element_type, which, &meta->typlen, &meta->typbyval,
					 &meta->typalign, &meta->typdelim, &meta->typioparam,
					 &meta->typiofunc);
	if (!OidIsValid(meta->typiofunc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg(which == IOFunc_receive ? "no binary input function available for type %s" : "no binary output function available for type %s",
						format_type_be(element_type))));
	fmgr_info_cxt(meta->typiofunc, &meta->proc, fcinfo->flinfo->fn_mcxt);
	meta->element_type = element_type;
	return meta;
}

/* ---- Text input ---- */

typedef struct ArrayParser
{
	const char *whole; /* for messages */
	const char *p;
	char delim;
	int ndim; /* 0 until the first element is met */
	int dims[MAXDIM]; /* -1 until the first list of a level ends */
	char **words; /* NULL for null elements */
	int nwords;
	int room;
} ArrayParser;

static void
malformed(ArrayParser *ps, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed array literal: \"%s\"", ps->whole),
			 errdetail("%s", detail)));
}

static void
skip_space(ArrayParser *ps)
{
	while (isspace((unsigned char) *ps->p))
		ps->p++;
}

static void
add_word(ArrayParser *ps, char *word)
{
	if (ps->nwords >= ps->room)
	{
		ps->room = Max(ps->room * 2, 16);
		ps->words = ps->words ? repalloc(ps->words, ps->room * sizeof(char *)) : palloc(ps->room * sizeof(char *));
	}
	ps->words[ps->nwords++] = word;
}

/* One element; stops at the delimiter or brace behind it. */
static void
parse_word(ArrayParser *ps)
{
	StringInfoData buf;
	bool quoted = false;
	bool literal = false; /* had a quote or a backslash */
	int keep = 0; /* length without trailing white space */

	initStringInfo(&buf);
	for (;; ps->p++)
	{
		char c = *ps->p;

		if (c == '\0')
			malformed(ps, "The text ends too early.");
		if (c == '\\')
		{
			if (*++ps->p == '\0')
				malformed(ps, "The text ends too early.");
			appendStringInfoChar(&buf, *ps->p);
			literal = true;
			keep = buf.len;
			continue;
		}
		if (c == '"')
		{
			if (!quoted && (keep > 0 || literal))
				malformed(ps, "An element stands where none may be.");
			quoted = !quoted;
			literal = true;
			keep = buf.len;
			if (!quoted)
			{
				ps->p++;
				break;
			}
			continue;
		}
		if (!quoted && (c == ps->delim || c == '}' || c == '{'))
			break;
		appendStringInfoChar(&buf, c);
		if (quoted || !isspace((unsigned char) c))
			keep = buf.len;
	}
	skip_space(ps);
	if (*ps->p == '{')
		malformed(ps, "A list begins where a delimiter or \"}\" must stand.");
	if (*ps->p != ps->delim && *ps->p != '}')
		malformed(ps, "Something follows the closing quote of an element.");
	buf.data[keep] = '\0';
	if (!literal && keep == 0)
		malformed(ps, "An element stands where none may be.");
	if (!literal && Array_nulls && pg_strcasecmp(buf.data, "NULL") == 0)
		add_word(ps, NULL);
	else
		add_word(ps, buf.data);
}

/* One list in braces at nesting depth level (0 outermost). */
static void
parse_list(ArrayParser *ps, int level)
{
	int count = 0;

	if (level >= MAXDIM)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
						level + 1, MAXDIM)));
	ps->p++; /* the opening brace */
	skip_space(ps);
	while (*ps->p != '}')
	{
		if (*ps->p == '{')
		{
			if (ps->ndim > 0 && level + 1 >= ps->ndim)
				malformed(ps, "All lists of a level must be equally long and deep.");
			parse_list(ps, level + 1);
		}
		else
		{
			if (ps->ndim == 0)
				ps->ndim = level + 1;
			else if (ps->ndim != level + 1)
				malformed(ps, "All lists of a level must be equally long and deep.");
			if (*ps->p == ps->delim)
				malformed(ps, "A delimiter stands where an element must.");
			parse_word(ps);
		}
		count++;
		skip_space(ps);
		if (*ps->p == '}')
			break;
		if (*ps->p != ps->delim)
			malformed(ps, *ps->p ? "An element stands where none may be." : "The text ends too early.");
		ps->p++;
		skip_space(ps);
		if (*ps->p == '}')
			malformed(ps, "A list ends where an element must stand.");
	}
	ps->p++;
	if (count == 0 && level > 0)
		malformed(ps, "Only the outermost list may be empty.");
	if (count == 0)
		ps->ndim = 1;
	if (ps->dims[level] < 0)
		ps->dims[level] = count;
	else if (ps->dims[level] != count)
		malformed(ps, "All lists of a level must be equally long and deep.");
}

/* Bounds before the "=": [l:u] or [u], once per dimension; returns how many. */
static int
parse_bounds(ArrayParser *ps, int *dims, int *lbs)
{
	int n = 0;

	skip_space(ps);
	while (*ps->p == '[')
	{
		char *end;
		long lower = 1;
		long upper;

		if (n >= MAXDIM)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
							n + 1, MAXDIM)));
		upper = strtol(ps->p + 1, &end, 10);
		if (end == ps->p + 1)
			malformed(ps, "A number must follow \"[\".");
		if (*end == ':')
		{
			const char *q = end + 1;

			lower = upper;
			upper = strtol(q, &end, 10);
			if (end == q)
				malformed(ps, "A number must follow \":\".");
		}
		if (*end != ']')
			malformed(ps, "Bounds must end with \"]\".");
		if (lower < INT_MIN || upper > INT_MAX || upper < lower)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("upper bound cannot be less than lower bound")));
		lbs[n] = (int) lower;
		/* a count that does not fit an int can match no list of elements */
		dims[n++] = (int) Min(upper - lower + 1, INT_MAX);
		ps->p = end + 1;
		skip_space(ps);
	}
	if (n > 0)
	{
		if (*ps->p != '=')
			malformed(ps, "\"=\" must follow the bounds.");
		ps->p++;
		skip_space(ps);
	}
	return n;
}

Datum
array_in(PG_FUNCTION_ARGS)
{
	char *string = PG_GETARG_CSTRING(0);
	Oid element_type = PG_GETARG_OID(1);
	int32 typmod = PG_GETARG_INT32(2);
	ArrayMetaState *meta = element_meta(fcinfo, element_type, IOFunc_input);
	ArrayParser ps = {.whole = string, .p = string, .delim = meta->typdelim};
	int dims[MAXDIM];
	int lbs[MAXDIM];
	int nbounds;
	Datum *values;
	bool *nulls;

	memset(ps.dims, -1, sizeof(ps.dims));
	for (int i = 0; i < MAXDIM; i++)
		lbs[i] = 1;
	nbounds = parse_bounds(&ps, dims, lbs);
	if (*ps.p != '{')
		malformed(&ps, nbounds > 0 ? "A list in braces must follow the bounds." : "The text must begin with \"{\" or bounds.");
	parse_list(&ps, 0);
	skip_space(&ps);
	if (*ps.p)
		malformed(&ps, "Something follows the closing brace.");
	if (nbounds > 0 && (nbounds != ps.ndim || memcmp(dims, ps.dims, nbounds * sizeof(int)) != 0))
		malformed(&ps, "The bounds and the number of elements disagree.");
	if (ps.nwords == 0)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(element_type));
	(void) ArrayGetNItems(ps.ndim, ps.dims);
	ArrayCheckBounds(ps.ndim, ps.dims, lbs);
	values = palloc(ps.nwords * sizeof(Datum));
	nulls = palloc(ps.nwords * sizeof(bool));
	for (int i = 0; i < ps.nwords; i++)
	{
		nulls[i] = ps.words[i] == NULL;
		values[i] = InputFunctionCall(&meta->proc, ps.words[i],
									  meta->typioparam, typmod);
	}
	PG_RETURN_ARRAYTYPE_P(construct_md_array(values, nulls, ps.ndim, ps.dims,
											 lbs, element_type, meta->typlen,
											 meta->typbyval, meta->typalign));
}

/* ---- Text output ---- */

static bool
needs_quotes(const char *s, char delim)
{
	if (*s == '\0' || pg_strcasecmp(s, "NULL") == 0)
		return true;
	for (; *s; s++)
		if (strchr("\"\\{}", *s) || *s == delim ||
			isspace((unsigned char) *s))
			return true;
	return false;
}

static void
append_element(StringInfo buf, const char *s, char delim)
{
	if (!needs_quotes(s, delim))
	{
		appendStringInfoString(buf, s);
		return;
	}
	appendStringInfoChar(buf, '"');
	for (; *s; s++)
	{
		if (*s == '"' || *s == '\\')
			appendStringInfoChar(buf, '\\');
		appendStringInfoCharMacro(buf, *s);
	}
	appendStringInfoChar(buf, '"');
}

Datum
array_out(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);
	Oid element_type = ARR_ELEMTYPE(v);
	ArrayMetaState *meta = element_meta(fcinfo, element_type, IOFunc_output);
	int ndim = ARR_NDIM(v);
	int *dims = ARR_DIMS(v);
	int *lbs = ARR_LBOUND(v);
	int pos[MAXDIM] = {0};
	Datum *values;
	bool *nulls;
	int n;
	bool show_bounds = false;
	StringInfoData buf;

	deconstruct_array(v, element_type, meta->typlen, meta->typbyval,
					  meta->typalign, &values, &nulls, &n);
	if (n == 0)
		PG_RETURN_CSTRING(pstrdup("{}"));
	initStringInfo(&buf);
	for (int i = 0; i < ndim; i++)
		show_bounds |= lbs[i] != 1;
	for (int i = 0; i < ndim && show_bounds; i++)
		appendStringInfo(&buf, "[%d:%d]", lbs[i], lbs[i] + dims[i] - 1);
	if (show_bounds)
		appendStringInfoChar(&buf, '=');
	for (int i = 0; i < ndim; i++)
		appendStringInfoChar(&buf, '{');
	for (int i = 0; i < n; i++)
	{
		int changed;

		if (nulls[i])
			appendStringInfoString(&buf, "NULL");
		else
			append_element(&buf, OutputFunctionCall(&meta->proc, values[i]),
						   meta->typdelim);
		changed = mda_next_tuple(ndim, pos, dims);
		for (int j = changed + 1; j < ndim; j++)
			appendStringInfoChar(&buf, '}');
		if (changed < 0)
			break;
		appendStringInfoChar(&buf, meta->typdelim);
		for (int j = changed + 1; j < ndim; j++)
			appendStringInfoChar(&buf, '{');
	}
	PG_RETURN_CSTRING(buf.data);
}

/* ---- Binary ---- */

/* One element off the message; its bytes are handed over in a buffer. */
static Datum
receive_element(StringInfo buf, ArrayMetaState *meta, int32 typmod,
				bool *isnull, int number)
{
	int len = pq_getmsgint(buf, 4);
	StringInfoData item;
	Datum result;
	char saved;

	*isnull = len == -1;
	if (len < -1 || (len >= 0 && len > buf->len - buf->cursor))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("insufficient data left in message")));
	if (*isnull)
		return ReceiveFunctionCall(&meta->proc, NULL, meta->typioparam,
								   typmod);
	item.data = buf->data + buf->cursor;
	item.maxlen = len + 1;
	item.len = len;
	item.cursor = 0;
	buf->cursor += len;
	saved = buf->data[buf->cursor];
	buf->data[buf->cursor] = '\0';
	result = ReceiveFunctionCall(&meta->proc, &item, meta->typioparam, typmod);
	buf->data[buf->cursor] = saved;
	if (item.cursor != len)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("improper binary format in array element %d",
						number)));
	return result;
}

Datum
array_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	Oid spec_type = PG_GETARG_OID(1);
	int32 typmod = PG_GETARG_INT32(2);
	int ndim = pq_getmsgint(buf, 4);
	int flags;
	Oid element_type;
	int dims[MAXDIM];
	int lbs[MAXDIM];
	int n;
	ArrayMetaState *meta;
	Datum *values;
	bool *nulls;

	if (ndim < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid number of dimensions: %d", ndim)));
	ArrayCheckDimensions(ndim);
	flags = pq_getmsgint(buf, 4);
	if (flags != 0 && flags != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid array flags")));
	element_type = pq_getmsgint(buf, sizeof(Oid));
	/* only the OIDs of built-in types mean the same in every database */
	if (element_type != spec_type && element_type < FirstGenbkiObjectId &&
		spec_type < FirstGenbkiObjectId)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("binary data has array element type %u (%s) instead of expected %u (%s)",
						element_type,
						format_type_extended(element_type, -1,
											 FORMAT_TYPE_ALLOW_INVALID),
						spec_type,
						format_type_extended(spec_type, -1,
											 FORMAT_TYPE_ALLOW_INVALID))));
	element_type = spec_type;
	for (int i = 0; i < ndim; i++)
	{
		dims[i] = pq_getmsgint(buf, 4);
		lbs[i] = pq_getmsgint(buf, 4);
	}
	n = ArrayGetNItems(ndim, dims);
	ArrayCheckBounds(ndim, dims, lbs);
	if (n == 0)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(element_type));
	meta = element_meta(fcinfo, element_type, IOFunc_receive);
	values = palloc(n * sizeof(Datum));
	nulls = palloc(n * sizeof(bool));
	for (int i = 0; i < n; i++)
		values[i] = receive_element(buf, meta, typmod, &nulls[i], i + 1);
	PG_RETURN_ARRAYTYPE_P(construct_md_array(values, nulls, ndim, dims, lbs,
											 element_type, meta->typlen,
											 meta->typbyval, meta->typalign));
}

Datum
array_send(PG_FUNCTION_ARGS)
{
	ArrayType *v = PG_GETARG_ARRAYTYPE_P(0);
	Oid element_type = ARR_ELEMTYPE(v);
	ArrayMetaState *meta = element_meta(fcinfo, element_type, IOFunc_send);
	Datum *values;
	bool *nulls;
	int n;
	StringInfoData buf;

	deconstruct_array(v, element_type, meta->typlen, meta->typbyval,
					  meta->typalign, &values, &nulls, &n);
	pq_begintypsend(&buf);
	pq_sendint32(&buf, ARR_NDIM(v));
	pq_sendint32(&buf, ARR_HASNULL(v) ? 1 : 0);
	pq_sendint32(&buf, element_type);
	for (int i = 0; i < ARR_NDIM(v); i++)
	{
		pq_sendint32(&buf, ARR_DIMS(v)[i]);
		pq_sendint32(&buf, ARR_LBOUND(v)[i]);
	}
	for (int i = 0; i < n; i++)
	{
		bytea *item;

		if (nulls[i])
		{
			pq_sendint32(&buf, -1);
			continue;
		}
		item = SendFunctionCall(&meta->proc, values[i]);
		pq_sendint32(&buf, VARSIZE(item) - VARHDRSZ);
		pq_sendbytes(&buf, VARDATA(item), VARSIZE(item) - VARHDRSZ);
		pfree(item);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/*
 * bool.c
 *		The type boolean.
 *
 * I/O, comparison, casts to text, and the state functions of bool_and and
 * bool_or.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/bool.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"

/* Words for the two values; any prefix of at least min bytes will do. */
static const struct bool_word
{
	const char *word;
	size_t min;
	bool value;
} bool_words[] = {
	{"true", 1, true}, {"false", 1, false}, {"yes", 1, true}, {"no", 1, false}, {"on", 2, true}, {"off", 2, false}, {"1", 1, true}, {"0", 1, false}};

/* Zero-terminated text to boolean; false if it is no boolean. */
bool
parse_bool(const char *value, bool *result)
{
	return parse_bool_with_len(value, strlen(value), result);
}

/*
 * parse_bool_with_len
 *		The first len bytes of value to boolean, in any case.
 *
 * Returns false, and sets *result (may be NULL) to false, if no word fits.
 */
bool
parse_bool_with_len(const char *value, size_t len, bool *result)
{
	bool found = false;
	bool res = false;

	for (size_t i = 0; i < lengthof(bool_words) && !found; i++)
	{
		const struct bool_word *w = &bool_words[i];

		if (len >= w->min && len <= strlen(w->word) &&
			pg_strncasecmp(value, w->word, len) == 0)
		{
			found = true;
			res = w->value;
		}
	}
	if (result)
		*result = res;
	return found;
}

Datum
boolin(PG_FUNCTION_ARGS)
{
	const char *input = PG_GETARG_CSTRING(0);
	const char *s = input;
	size_t len;
	bool result;

	while (isspace((unsigned char) *s))
		s++;
	len = strlen(s);
	while (len > 0 && isspace((unsigned char) s[len - 1]))
		len--;
	if (!parse_bool_with_len(s, len, &result))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s: \"%s\"",
						"boolean", input)));
	PG_RETURN_BOOL(result);
}

Datum
boolout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_BOOL(0) ? "t" : "f"));
}

Datum
boolrecv(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(pq_getmsgbyte((StringInfo) PG_GETARG_POINTER(0)) != 0);
}

Datum
boolsend(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbyte(&buf, PG_GETARG_BOOL(0) ? 1 : 0);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

Datum
booltext(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(PG_GETARG_BOOL(0) ? "true" : "false"));
}

ADT_COMPARE(bool, bool, PG_GETARG_BOOL, bool, PG_GETARG_BOOL)
ADT_TEST(booland_statefunc, bool, PG_GETARG_BOOL, bool, PG_GETARG_BOOL, a &&b)
ADT_TEST(boolor_statefunc, bool, PG_GETARG_BOOL, bool, PG_GETARG_BOOL, a || b)

/* State of the moving-window forms: how many values, and how many true. */
typedef struct BoolAggState
{
	int64 nvalues;
	int64 ntrue;
} BoolAggState;

static Datum
bool_accumulate(FunctionCallInfo fcinfo, int direction)
{
	BoolAggState *state = PG_ARGISNULL(0) ? NULL : (BoolAggState *) PG_GETARG_POINTER(0);

	if (state == NULL)
	{
		MemoryContext aggcontext;

		if (direction < 0)
			elog(ERROR, "bool_accum_inv called with NULL state");
		if (!AggCheckCallContext(fcinfo, &aggcontext))
			elog(ERROR, "aggregate function called in non-aggregate context");
		state = MemoryContextAllocZero(aggcontext, sizeof(BoolAggState));
	}
	if (!PG_ARGISNULL(1))
	{
		state->nvalues += direction;
		if (PG_GETARG_BOOL(1))
			state->ntrue += direction;
	}
	PG_RETURN_POINTER(state);
}

Datum
bool_accum(PG_FUNCTION_ARGS)
{
	return bool_accumulate(fcinfo, 1);
}

Datum
bool_accum_inv(PG_FUNCTION_ARGS)
{
	return bool_accumulate(fcinfo, -1);
}

Datum
bool_alltrue(PG_FUNCTION_ARGS)
{
	BoolAggState *state = PG_ARGISNULL(0) ? NULL : (BoolAggState *) PG_GETARG_POINTER(0);

	if (state == NULL || state->nvalues == 0)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(state->ntrue == state->nvalues);
}

Datum
bool_anytrue(PG_FUNCTION_ARGS)
{
	BoolAggState *state = PG_ARGISNULL(0) ? NULL : (BoolAggState *) PG_GETARG_POINTER(0);

	if (state == NULL || state->nvalues == 0)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(state->ntrue > 0);
}

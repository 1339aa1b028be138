/*
 * levenshtein.c
 *		Edit distance, and the best match for a mistyped name.
 *
 * The distance is computed row by row over characters, with separate costs for
 * insertion, deletion and substitution.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/levenshtein.c
 */
#include "postgres.h"

#include "mb/pg_wchar.h"
#include "utils/varlena.h"

#define MAX_LEVENSHTEIN_STRLEN 255

/*
 * varstr_levenshtein_less_equal
 *		The distance if it is at most max_d, else some number above max_d; no
 *		limit if max_d is negative.  Lengths are in bytes.
 *
 * Errors: 22023 for strings over 255 characters, unless trusted.
 */
int
varstr_levenshtein_less_equal(const char *source, int slen,
							  const char *target, int tlen, int ins_c,
							  int del_c, int sub_c, int max_d, bool trusted)
{
	int m = pg_mbstrlen_with_len(source, slen);
	int n = pg_mbstrlen_with_len(target, tlen);
	int *row;
	const char *t = target;
	int result;

	if (!trusted && (m > MAX_LEVENSHTEIN_STRLEN || n > MAX_LEVENSHTEIN_STRLEN))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("levenshtein argument exceeds maximum length of %d characters",
						MAX_LEVENSHTEIN_STRLEN)));
	row = palloc((m + 1) * sizeof(int));
	for (int i = 0; i <= m; i++)
		row[i] = i * del_c;
	for (int j = 1; j <= n; j++)
	{
		int tl = pg_mblen(t);
		int diagonal = row[0];
		int best = row[0] = j * ins_c;
		const char *s = source;

		for (int i = 1; i <= m; i++)
		{
			int sl = pg_mblen(s);
			bool same = sl == tl && memcmp(s, t, sl) == 0;
			int d = diagonal + (same ? 0 : sub_c);

			diagonal = row[i];
			d = Min(d, row[i] + ins_c);
			d = Min(d, row[i - 1] + del_c);
			row[i] = d;
			best = Min(best, d);
			s += sl;
		}
		if (max_d >= 0 && best > max_d)
		{
			pfree(row);
			return max_d + 1;
		}
		t += tl;
	}
	result = row[m];
	pfree(row);
	return result;
}

int
varstr_levenshtein(const char *source, int slen, const char *target, int tlen,
				   int ins_c, int del_c, int sub_c, bool trusted)
{
	return varstr_levenshtein_less_equal(source, slen, target, tlen, ins_c,
										 del_c, sub_c, -1, trusted);
}

/* Starts the search for the candidate nearest to source (not copied). */
void
initClosestMatch(ClosestMatchState *state, const char *source, int max_d)
{
	Assert(max_d >= 0);
	state->source = source;
	state->min_d = -1;
	state->max_d = max_d;
	state->match = NULL;
}

/* Offers a candidate, which must stay as long as state is used. */
void
updateClosestMatch(ClosestMatchState *state, const char *candidate)
{
	int slen;
	int d;

	if (state->source == NULL || state->source[0] == '\0' ||
		candidate == NULL || candidate[0] == '\0')
		return;
	slen = strlen(state->source);
	if (slen > MAX_LEVENSHTEIN_STRLEN ||
		strlen(candidate) > MAX_LEVENSHTEIN_STRLEN)
		return;
	d = varstr_levenshtein_less_equal(state->source, slen, candidate,
									  strlen(candidate), 1, 1, 1,
									  state->max_d, true);
	/* a match that shares too little with the source is no help */
	if (d <= state->max_d && d <= slen / 2 &&
		(state->min_d == -1 || d < state->min_d))
	{
		state->min_d = d;
		state->match = candidate;
	}
}

/* The best candidate, or NULL. */
const char *
getClosestMatch(ClosestMatchState *state)
{
	return state->match;
}

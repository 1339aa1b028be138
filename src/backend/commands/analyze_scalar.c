/*
 * analyze_scalar.c
 *		Statistics of one column from sample values: the standard kinds.
 *
 * For a type with an ordering: share of NULLs, width, number of distinct
 * values, the most common values, a histogram of the others, and how well the
 * order of values follows that of rows.  With equality alone: no histogram and
 * no correlation, and common values are counted in a short list.  Else: NULLs
 * and width.
 *
 * The number of distinct values is estimated by Haas and Stokes, "Sampling-based
 * Estimation of the Number of Distinct Values of an Attribute" (1998), their
 * estimator Duj1: n*d / (n - f1 + f1*n/N), with n of N rows sampled, d distinct
 * values among them and f1 that occur once.
 *
 * What becomes a most common value: all, if there are few enough to be listed
 * completely; else those whose count in the sample lies, beyond doubt, above
 * that of an average value that is not listed (keep_common).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/analyze_scalar.c
 */
#include "postgres.h"

#include <math.h>

#include "access/detoast.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_statistic.h"
#include "commands/vacuum.h"
#include "fmgr.h"
#include "parser/parse_oper.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/sortsupport.h"

/* values longer than that are only counted: they are hardly ever equal */
#define WIDE_VALUE 1024
/* rows per unit of the statistics target (Chaudhuri, Motwani, Narasayya 1998) */
#define ROWS_PER_TARGET 300
/* the shortest list of candidates for types without an order */
#define SHORTEST_LIST 10

/* extra_data */
typedef struct Operators
{
	Oid eq;
	Oid eq_func;
	Oid lt;
} Operators;

/* A value and the place of its row among those with values. */
typedef struct Item
{
	Datum value;
	int row;
} Item;

/* A run of equal values in the sorted sample, or a value of the short list. */
typedef struct Common
{
	int count;
	int first; /* index in the sorted sample */
	Datum value;
} Common;

/* What is found while the sample is read. */
typedef struct Sample
{
	Item *items;
	int nitems; /* values that are neither NULL nor wide */
	int nnull;
	int nnonnull;
	int nwide;
	double total_width;
	int ndistinct;
	int nmultiple; /* distinct values that occur more than once */
	double nsingle; /* rows whose value occurs once, wide ones included */
} Sample;

/* ---- reading ---- */

static bool
has_variable_width(const VacAttrStats *stats)
{
	return !stats->attrtype->typbyval && stats->attrtype->typlen < 0;
}

/* Count one value; true if it is to be looked at, *value then detoasted. */
static bool
take_value(VacAttrStats *stats, Sample *s, Datum *value, bool isnull)
{
	if (isnull)
	{
		s->nnull++;
		return false;
	}
	s->nnonnull++;
	if (stats->attrtype->typlen == -1)
	{
		s->total_width += VARSIZE_ANY(DatumGetPointer(*value));
		if (toast_raw_datum_size(*value) > WIDE_VALUE)
		{
			s->nwide++;
			return false;
		}
		*value = PointerGetDatum(PG_DETOAST_DATUM(*value));
	}
	else if (stats->attrtype->typlen == -2)
		s->total_width += strlen(DatumGetCString(*value)) + 1;
	return true;
}

/* NULLs and width, which every type has. */
static void
set_basics(VacAttrStats *stats, const Sample *s, int samplerows)
{
	stats->stats_valid = true;
	stats->stanullfrac = (double) s->nnull / samplerows;
	if (!has_variable_width(stats))
		stats->stawidth = stats->attrtype->typlen;
	else
		stats->stawidth = s->nnonnull > 0 ? s->total_width / s->nnonnull : 0;
	stats->stadistinct = 0;
}

/* ---- the number of distinct values ---- */

static void
set_distinct(VacAttrStats *stats, const Sample *s, int samplerows, double totalrows)
{
	if (s->nmultiple == 0)
	{
		/* no value twice: take the column for unique */
		stats->stadistinct = -1.0 * (1.0 - stats->stanullfrac);
	}
	else if (s->nwide == 0 && s->nsingle == 0)
	{
		/* each one several times: there will be no others */
		stats->stadistinct = s->ndistinct;
	}
	else
	{
		double d = s->nsingle + s->nmultiple;
		double n = samplerows - s->nnull;
		double N = totalrows * (1.0 - stats->stanullfrac);
		double estimate = 0;

		if (N > 0)
			estimate = n * d / (n - s->nsingle + s->nsingle * n / N);
		estimate = Max(estimate, d);
		estimate = Min(estimate, N);
		stats->stadistinct = floor(estimate + 0.5);
	}
	/* a tenth of the rows or more: it will grow with them */
	if (stats->stadistinct > 0.1 * totalrows)
		stats->stadistinct = -(stats->stadistinct / totalrows);
}

/* ---- most common values ---- */

/* Enter a run into a list that is kept sorted by count; the earlier first. */
static int
enter_common(Common *list, int n, int max, const Common *run)
{
	int i;

	if (n == max && (max == 0 || run->count <= list[n - 1].count))
		return n;
	if (n < max)
		n++;
	for (i = n - 1; i > 0 && run->count > list[i - 1].count; i--)
		list[i] = list[i - 1];
	list[i] = *run;
	return n;
}

/*
 * How many of the n most frequent values deserve a place.  The last one goes
 * if its count may well be that of an average value without place: if it is
 * not above this mean by two standard deviations of the hypergeometric
 * distribution from which the sample's counts are drawn.
 */
static int
keep_common(const Common *list, int n, const VacAttrStats *stats, int samplerows,
			double totalrows)
{
	double ndistinct = stats->stadistinct;
	double listed = 0;

	if (samplerows == totalrows || totalrows <= 1.0)
		return n; /* that is no sample but the table */
	if (ndistinct < 0)
		ndistinct = -ndistinct * totalrows;
	for (int i = 0; i < n - 1; i++)
		listed += list[i].count;
	while (n > 0)
	{
		double count = list[n - 1].count;
		double share = 1.0 - listed / samplerows - stats->stanullfrac;
		double others = ndistinct - (n - 1);
		double K = totalrows * count / samplerows;
		double variance;

		share = Max(share, 0.0);
		share = Min(share, 1.0);
		if (others > 1)
			share /= others;
		variance = (double) samplerows * K * (totalrows - K) * (totalrows - samplerows) /
			(totalrows * totalrows * (totalrows - 1));
		if (count > share * samplerows + 2 * sqrt(variance) + 0.5)
			break;
		n--;
		if (n > 0)
			listed -= list[n - 1].count;
	}
	return n;
}

/* A slot with the values and their shares of the rows. */
static void
store_common(VacAttrStats *stats, int slot, const Common *list, int n, int samplerows)
{
	MemoryContext old = MemoryContextSwitchTo(stats->anl_context);
	Datum *values = palloc(n * sizeof(Datum));
	float4 *shares = palloc(n * sizeof(float4));

	for (int i = 0; i < n; i++)
	{
		values[i] = datumCopy(list[i].value, stats->attrtype->typbyval, stats->attrtype->typlen);
		shares[i] = (double) list[i].count / samplerows;
	}
	MemoryContextSwitchTo(old);
	stats->stakind[slot] = STATISTIC_KIND_MCV;
	stats->staop[slot] = ((Operators *) stats->extra_data)->eq;
	stats->stacoll[slot] = stats->attrcollid;
	stats->stanumbers[slot] = shares;
	stats->numnumbers[slot] = n;
	stats->stavalues[slot] = values;
	stats->numvalues[slot] = n;
}

/* ---- histogram and correlation ---- */

static int
by_first(const void *a, const void *b)
{
	return ((const Common *) a)->first - ((const Common *) b)->first;
}

/*
 * The sorted values without the common ones, at most nbounds of them, equally
 * far from each other; the first and the last are always among them.
 */
static void
store_histogram(VacAttrStats *stats, int slot, Sample *s, Common *common, int ncommon,
				int nbounds)
{
	MemoryContext old;
	Datum *bounds;
	int n = 0;
	int from = 0;
	int position = 0;
	int rest = 0;

	/* close the gaps of the common values; they stand in runs */
	qsort(common, ncommon, sizeof(Common), by_first);
	for (int i = 0; i <= ncommon; i++)
	{
		int until = i < ncommon ? common[i].first : s->nitems;

		memmove(s->items + n, s->items + from, (until - from) * sizeof(Item));
		n += until - from;
		if (i < ncommon)
			from = until + common[i].count;
	}
	Assert(n >= nbounds);

	/* whole steps and a rest that is carried, so that no product overflows */
	old = MemoryContextSwitchTo(stats->anl_context);
	bounds = palloc(nbounds * sizeof(Datum));
	for (int i = 0; i < nbounds; i++)
	{
		bounds[i] = datumCopy(s->items[position].value, stats->attrtype->typbyval,
							  stats->attrtype->typlen);
		position += (n - 1) / (nbounds - 1);
		rest += (n - 1) % (nbounds - 1);
		if (rest >= nbounds - 1)
		{
			position++;
			rest -= nbounds - 1;
		}
	}
	MemoryContextSwitchTo(old);
	stats->stakind[slot] = STATISTIC_KIND_HISTOGRAM;
	stats->staop[slot] = ((Operators *) stats->extra_data)->lt;
	stats->stacoll[slot] = stats->attrcollid;
	stats->stavalues[slot] = bounds;
	stats->numvalues[slot] = nbounds;
}

/*
 * Pearson's coefficient between the rank of a value and the place of its row.
 * Both run from 0 to n - 1, so only the sum of the products must be known.
 */
static void
store_correlation(VacAttrStats *stats, int slot, int nitems, double products)
{
	double n = nitems;
	double sum = n * (n - 1) / 2.0;
	double squares = n * (n - 1) * (2 * n - 1) / 6.0;
	float4 *number = MemoryContextAlloc(stats->anl_context, sizeof(float4));

	*number = (n * products - sum * sum) / (n * squares - sum * sum);
	stats->stakind[slot] = STATISTIC_KIND_CORRELATION;
	stats->staop[slot] = ((Operators *) stats->extra_data)->lt;
	stats->stacoll[slot] = stats->attrcollid;
	stats->stanumbers[slot] = number;
	stats->numnumbers[slot] = 1;
}

/* ---- types with an order ---- */

static int
compare_items(const void *a, const void *b, void *arg)
{
	const Item *x = a;
	const Item *y = b;
	int c = ApplySortComparator(x->value, false, y->value, false, (SortSupport) arg);

	return c != 0 ? c : x->row - y->row;
}

static void
compute_ordered(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc, int samplerows,
				double totalrows)
{
	Operators *ops = stats->extra_data;
	int target = stats->attr->attstattarget;
	Sample s = {0};
	SortSupportData ssup = {0};
	Common *common = palloc(target * sizeof(Common));
	int ncommon = 0;
	int nbounds;
	int slot = 0;
	double products = 0;

	s.items = palloc(samplerows * sizeof(Item));
	for (int i = 0; i < samplerows; i++)
	{
		bool isnull;
		Datum value = fetchfunc(stats, i, &isnull);

		vacuum_delay_point();
		if (!take_value(stats, &s, &value, isnull))
			continue;
		s.items[s.nitems] = (Item){value, s.nitems};
		s.nitems++;
	}
	set_basics(stats, &s, samplerows);
	if (s.nitems == 0)
	{
		/* wide ones are all taken for different */
		if (s.nnonnull > 0)
			stats->stadistinct = -1.0 * (1.0 - stats->stanullfrac);
		return;
	}

	ssup.ssup_cxt = CurrentMemoryContext;
	ssup.ssup_collation = stats->attrcollid;
	ssup.ssup_nulls_first = false;
	PrepareSortSupportFromOrderingOp(ops->lt, &ssup);
	qsort_arg(s.items, s.nitems, sizeof(Item), compare_items, &ssup);

	/* runs of equal values */
	for (int i = 0, end; i < s.nitems; i = end)
	{
		Common run;

		for (end = i; end < s.nitems &&
			 (end == i ||
			  ApplySortComparator(s.items[i].value, false, s.items[end].value, false, &ssup) == 0);
			 end++)
			products += (double) end * s.items[end].row;
		run = (Common){end - i, i, s.items[i].value};
		s.ndistinct++;
		if (run.count > 1)
		{
			s.nmultiple++;
			ncommon = enter_common(common, ncommon, target, &run);
		}
	}
	s.nsingle = s.ndistinct - s.nmultiple + s.nwide;
	set_distinct(stats, &s, samplerows, totalrows);

	/* a list that is complete is kept whole */
	if (!(ncommon == s.ndistinct && s.nwide == 0 && stats->stadistinct > 0) && ncommon > 0)
		ncommon = keep_common(common, ncommon, stats, samplerows, totalrows);
	if (ncommon > 0)
		store_common(stats, slot++, common, ncommon, samplerows);

	nbounds = Min(s.ndistinct - ncommon, target + 1);
	if (nbounds >= 2)
		store_histogram(stats, slot++, &s, common, ncommon, nbounds);
	if (s.nitems > 1)
		store_correlation(stats, slot++, s.nitems, products);
}

/* ---- types with equality alone ---- */

/*
 * Look a value up in the list, which is sorted by count with the newest of
 * those seen once in front of the older ones; a new value pushes the last out
 * if that one was seen once.
 */
static int
count_value(Common *list, int n, int max, Datum value, FmgrInfo *eq, Oid collation)
{
	int i;
	int once;

	for (i = 0; i < n; i++)
		if (DatumGetBool(FunctionCall2Coll(eq, collation, value, list[i].value)))
		{
			Common hit = list[i];

			for (hit.count++; i > 0 && hit.count > list[i - 1].count; i--)
				list[i] = list[i - 1];
			list[i] = hit;
			return n;
		}
	for (once = n; once > 0 && list[once - 1].count == 1; once--)
		;
	if (n < max)
		n++;
	if (once >= n)
		return n; /* full of values seen twice */
	memmove(list + once + 1, list + once, (n - 1 - once) * sizeof(Common));
	list[once] = (Common){.count = 1, .value = value};
	return n;
}

static void
compute_equal(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc, int samplerows,
			  double totalrows)
{
	Operators *ops = stats->extra_data;
	int target = stats->attr->attstattarget;
	int max = Max(2 * target, SHORTEST_LIST);
	Common *list = palloc(max * sizeof(Common));
	Sample s = {0};
	FmgrInfo eq;
	double repeated = 0;
	int n = 0;

	fmgr_info(ops->eq_func, &eq);
	for (int i = 0; i < samplerows; i++)
	{
		bool isnull;
		Datum value = fetchfunc(stats, i, &isnull);

		vacuum_delay_point();
		if (take_value(stats, &s, &value, isnull))
			n = count_value(list, n, max, value, &eq, stats->attrcollid);
	}
	set_basics(stats, &s, samplerows);
	if (s.nnonnull == 0)
		return;
	while (s.nmultiple < n && list[s.nmultiple].count > 1)
		repeated += list[s.nmultiple++].count;
	s.ndistinct = n;
	s.nsingle = s.nnonnull - repeated;
	/* the list overflowed: what is not in it may be anything */
	if (s.nmultiple == 0)
		stats->stadistinct = -1.0 * (1.0 - stats->stanullfrac);
	else if (n < max && s.nwide == 0 && s.nmultiple == n)
		stats->stadistinct = n;
	else
	{
		s.nwide = Max(s.nwide, 1); /* not complete: estimate */
		set_distinct(stats, &s, samplerows, totalrows);
		s.nwide = 0;
	}
	if (stats->stadistinct > 0.1 * totalrows)
		stats->stadistinct = -(stats->stadistinct / totalrows);

	if (!(n < max && n == s.nmultiple && stats->stadistinct > 0 && n <= target))
	{
		n = Min(s.nmultiple, target);
		if (n > 0)
			n = keep_common(list, n, stats, samplerows, totalrows);
	}
	if (n > 0)
		store_common(stats, 0, list, n, samplerows);
}

/* ---- types without either ---- */

static void
compute_trivial(VacAttrStats *stats, AnalyzeAttrFetchFunc fetchfunc, int samplerows,
				double totalrows)
{
	Sample s = {0};

	for (int i = 0; i < samplerows; i++)
	{
		bool isnull;
		Datum value = fetchfunc(stats, i, &isnull);

		vacuum_delay_point();
		if (isnull)
			s.nnull++;
		else
			s.nnonnull++;
		if (!isnull && stats->attrtype->typlen == -1)
			s.total_width += VARSIZE_ANY(DatumGetPointer(value));
		else if (!isnull && stats->attrtype->typlen == -2)
			s.total_width += strlen(DatumGetCString(value)) + 1;
	}
	set_basics(stats, &s, samplerows);
}

/*
 * std_typanalyze
 *		Choose by the type's operators what is computed for a column.
 *
 * Also for typanalyze functions that add something of their own.
 */
bool
std_typanalyze(VacAttrStats *stats)
{
	Operators *ops = palloc0(sizeof(Operators));

	if (stats->attr->attstattarget < 0)
		stats->attr->attstattarget = default_statistics_target;
	get_sort_group_operators(stats->attrtypid, false, false, false, &ops->lt, &ops->eq, NULL,
							 NULL);
	if (OidIsValid(ops->eq))
		ops->eq_func = get_opcode(ops->eq);
	stats->extra_data = ops;
	if (OidIsValid(ops->eq) && OidIsValid(ops->lt))
		stats->compute_stats = compute_ordered;
	else if (OidIsValid(ops->eq))
		stats->compute_stats = compute_equal;
	else
		stats->compute_stats = compute_trivial;
	stats->minrows = ROWS_PER_TARGET * stats->attr->attstattarget;
	return true;
}

/*
 * trivial_typanalyze
 *		NULLs and width only, for types whose comparisons have no code.
 */
bool
trivial_typanalyze(VacAttrStats *stats)
{
	if (stats->attr->attstattarget < 0)
		stats->attr->attstattarget = default_statistics_target;
	stats->compute_stats = compute_trivial;
	stats->minrows = ROWS_PER_TARGET * stats->attr->attstattarget;
	return true;
}

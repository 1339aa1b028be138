/*
 * walstore_page.c
 *		The page transform: a page image as two streams that compress well.
 *
 * It knows what a page is (header, line pointers, heap tuple headers, index
 * tuples, btree posting lists) and nothing of any schema.  A page becomes
 *
 *	structure	page LSN against the last image's, unusual header fields, line
 *				pointers as two columns (length with flags; distance from where
 *				the tuple would lie if tuples were put down one after the other),
 *				then the tuples as a matrix of 32-bit words, a row a tuple,
 *				each column coded against the row before
 *	residue		what the columns refused (text), row by row, and tuples that are
 *				shorter than the matrix is wide
 *	random		bits of columns in which nothing repeats, apart from the rest so
 *				that an entropy stage behind does not mix them with it
 *
 * A column is coded in one of the ways of enum ColumnMode; SWAPPED, difference
 * of big-endian values, is for sorted text and uuids.  Values that need packing
 * are bits, or byte planes ("planes") if an entropy stage follows.
 *
 * ws_page_split takes only pages whose hole is zeros, as images are, and gives
 * up on anything odd; ws_page_join checks every length, and gives back exactly
 * the page or false.  Both call layout_rows, so that they agree on the matrix.
 * Needs little-endian memory, like the page itself.  Compiled twice, as the
 * files of records are: see walstore_page_avx2.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_page.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "walstore_internals.h"

#ifndef WS_VARIANT
#define WS_VARIANT(name) name
#endif

/* loops over columns gain from it */
#pragma GCC optimize("O3")

#define MAX_POINTERS 2042 /* (8192 - 24) / 4 */
#define MAX_COLUMNS 512
#define MAX_WORDS (WS_PAGE / 4)
#define HEAP_HEADER_WORDS 6 /* 23 bytes and the first of nulls or padding */
#define INDEX_HEADER_WORDS 2
#define USUAL_VERSION 0x2004 /* pd_pagesize_version */

typedef enum ColumnMode
{
	RESIDUE, /* not coded here */
	SAME, /* all equal the first */
	STEP, /* the same difference from row to row */
	MASKED, /* some bits vary: those bits */
	DELTA, /* differences, zigzag */
	SPARSE, /* few differences, at listed rows */
	MAPPED, /* the same with a bit map */
	SWAPPED /* differences of byte-swapped values */
} ColumnMode;

/*
 * Or'ed to MASKED, DELTA, SWAPPED and RESIDUE: the values look random, and go
 * to the stream that nothing compresses, packed without gaps.
 */
#define RANDOM 8

typedef enum RowKind
{
	ROW, /* in the matrix */
	SHORT, /* whole in the residue */
	POSTING /* btree posting list, in the residue */
} RowKind;

typedef struct ColumnStats
{
	uint32 varying; /* bits that differ from the first value */
	uint32 deltas; /* all bits of the zigzag differences */
	uint32 values; /* all bits of the values */
	uint32 step; /* first difference */
	uint32 nonzero; /* differences that are not 0 */
	uint32 unsteady; /* and that are not the first one */
} ColumnStats;

struct WsPageCoder
{
	int lower,
		upper,
		special;
	int npointers;
	int ntuples;
	int used; /* bytes of all tuples, aligned */
	bool heap;
	bool in_order; /* tuples touch each other, downwards */
	int ncolumns;
	int nrows; /* of the matrix */
	/* per line pointer, [0] = 0 for the first difference */
	uint32 sizes[MAX_POINTERS + 1];
	uint32 places[MAX_POINTERS + 1];
	/* per tuple */
	uint16 offset[MAX_POINTERS];
	uint16 length[MAX_POINTERS];
	uint16 number[MAX_POINTERS];
	uint8 kind[MAX_POINTERS];
	uint16 row[MAX_POINTERS + 1]; /* tuples that are rows */
	const uint8 *rest[MAX_POINTERS]; /* join: residue words of a row */
	const uint8 *tail[MAX_POINTERS]; /* join: bytes behind the matrix */
	uint8 mode[MAX_COLUMNS]; /* ColumnMode, and RANDOM */
	uint8 *random; /* split: the end of that stream */
	WsCursor random_in; /* join: what is left of it */
	uint32 gather[MAX_WORDS + 8];
	uint32 matrix[MAX_WORDS + 8]; /* column after column */
	uint64 covered[WS_PAGE / 8 / 64];
	uint8 columns[WS_SPLIT_ROOM];
};

#ifndef WS_AVX2
WsPageCoder *
ws_page_create(void)
{
	return palloc0(sizeof(WsPageCoder));
}

void
ws_page_free(WsPageCoder *pc)
{
	pfree(pc);
}
#endif

/* ---- packing of numbers ---- */

/* As byte planes: small values, or whole bytes; others would lose bits. */
static bool
in_planes(int width, bool planes)
{
	return planes && (width < 12 || width % 8 == 0);
}

static uint8 *
pack(uint8 *out, const uint32 *v, int n, int width, bool planes)
{
	uint64 bits = 0;
	int have = 0;

	if (in_planes(width, planes))
	{
		for (int shift = 0; shift < width; shift += 8)
			for (int i = 0; i < n; i++)
				*out++ = (uint8) (v[i] >> shift);
		return out;
	}
	for (int i = 0; i < n; i++)
	{
		bits |= (uint64) v[i] << have;
		have += width;
		if (have >= 32)
		{
			ws_put32(out, (uint32) bits);
			out += 4;
			bits >>= 32;
			have -= 32;
		}
	}
	for (; have > 0; have -= 8, bits >>= 8)
		*out++ = (uint8) bits;
	return out;
}

/* Sets c->bad if the bytes are not there. */
static void
unpack(WsCursor *c, uint32 *v, int n, int width, bool planes)
{
	size_t need = in_planes(width, planes) ? (size_t) (width + 7) / 8 * n : ((size_t) n * width + 7) / 8;
	const uint8 *p = ws_take(c, need);
	uint64 mask = (UINT64CONST(1) << width) - 1;
	uint64 bits = 0;
	int have = 0;

	if (p == NULL)
		return;
	if (in_planes(width, planes))
	{
		memset(v, 0, n * sizeof(uint32));
		for (int shift = 0; shift < width; shift += 8)
			for (int i = 0; i < n; i++)
				v[i] |= (uint32) *p++ << shift;
		return;
	}
	for (int i = 0; i < n; i++)
	{
		for (; have < width; have += 8)
			bits |= (uint64) *p++ << have;
		v[i] = (uint32) (bits & mask);
		bits >>= width;
		have -= width;
	}
}

/* A mask of at most three runs of ones, for moving its bits together. */
typedef struct Runs
{
	int n;
	uint8 from[3];
	uint8 to[3];
	uint32 mask[3];
} Runs;

static bool
find_runs(uint32 mask, Runs *r)
{
	int to = 0;

	for (r->n = 0; mask; r->n++)
	{
		int from = __builtin_ctz(mask);
		uint32 shifted = mask >> from;
		int len = shifted == 0xFFFFFFFF ? 32 : __builtin_ctz(~shifted);
		uint32 ones = len == 32 ? 0xFFFFFFFF : (1U << len) - 1;

		if (r->n == 3)
			return false;
		r->from[r->n] = (uint8) from;
		r->to[r->n] = (uint8) to;
		r->mask[r->n] = ones;
		to += len;
		mask &= ~(ones << from);
	}
	return true;
}

static inline uint32
gather_bits(uint32 v, const Runs *r)
{
	uint32 x = 0;

	for (int i = 0; i < r->n; i++)
		x |= (v >> r->from[i] & r->mask[i]) << r->to[i];
	return x;
}

static inline uint32
scatter_bits(uint32 v, const Runs *r)
{
	uint32 x = 0;

	for (int i = 0; i < r->n; i++)
		x |= (v >> r->to[i] & r->mask[i]) << r->from[i];
	return x;
}

static int
width_of(uint32 v)
{
	return v ? 32 - __builtin_clz(v) : 0;
}

/* ---- columns ---- */

/* v[0..n]: n differences */
static void
column_stats(ColumnStats *s, const uint32 *v, int n)
{
	uint32 first = v[0];
	uint32 step = n > 0 ? v[1] - v[0] : 0;
	uint32 varying = 0,
		   deltas = 0,
		   values = first,
		   nonzero = 0,
		   unsteady = 0;

	for (int i = 1; i <= n; i++)
	{
		uint32 d = v[i] - v[i - 1];

		varying |= v[i] ^ first;
		deltas |= (d << 1) ^ (uint32) ((int32) d >> 31);
		values |= v[i];
		nonzero += d != 0;
		unsteady += d != step;
	}
	*s = (ColumnStats){varying, deltas, values, step, nonzero, unsteady};
}

/*
 * The cheapest way for n differences; RESIDUE if it takes more than limit bits
 * a value.
 */
static ColumnMode
choose_mode(const ColumnStats *s, int n, int limit)
{
	ColumnMode best = RESIDUE;
	Runs runs;
	int cost = limit * n + 1,
		few,
		width;

	if (s->nonzero == 0)
		return SAME;
	if (s->unsteady == 0)
		return STEP;
	if (find_runs(s->varying, &runs) && __builtin_popcount(s->varying) * n + 32 < cost)
	{
		cost = __builtin_popcount(s->varying) * n + 32;
		best = MASKED;
	}
	if (width_of(s->deltas) * n + 8 < cost)
	{
		cost = width_of(s->deltas) * n + 8;
		best = DELTA;
	}
	/* without the first step a difference may need a bit more */
	few = Min(s->nonzero, s->unsteady);
	width = Min(width_of(s->deltas) + 1, 32);
	if (n < 256 && few * (8 + width) + 48 < cost)
	{
		cost = few * (8 + width) + 48;
		best = SPARSE;
	}
	if (n + few * width + 48 < cost)
		best = MAPPED;
	return best;
}

static uint8 *
put_sparse(WsPageCoder *pc, uint8 *out, ColumnMode mode, const ColumnStats *s,
		   const uint32 *v, int n, bool planes)
{
	uint32 base = s->nonzero <= s->unsteady ? 0 : s->step;
	uint32 *different = pc->gather;
	uint32 all = 0;
	int k = 0;
	uint8 rows[MAX_POINTERS / 8 + 256];

	/* which rows it is cannot be foreseen: no branch */
	if (mode == MAPPED)
	{
		memset(rows, 0, (n + 7) / 8);
		for (int i = 0; i < n; i++)
		{
			uint32 z = ws_zigzag(v[i + 1] - v[i] - base);

			all |= z;
			rows[i / 8] |= (uint8) ((z != 0) << i % 8);
			different[k] = z;
			k += z != 0;
		}
	}
	else
		for (int i = 0; i < n; i++)
		{
			uint32 z = ws_zigzag(v[i + 1] - v[i] - base);

			all |= z;
			rows[k] = (uint8) i;
			different[k] = z;
			k += z != 0;
		}
	*out++ = (uint8) (width_of(all) | (base ? 0x80 : 0));
	if (base)
	{
		ws_put32(out, base);
		out += 4;
	}
	out = ws_put_varint(out, k);
	memcpy(out, rows, mode == MAPPED ? (n + 7) / 8 : k);
	out += mode == MAPPED ? (n + 7) / 8 : k;
	return pack(out, different, k, width_of(all), planes);
}

/* How many different values of bits (at most 8) there are in a sample. */
static int
count_different(const uint8 *sample, int n)
{
	uint64 seen[4] = {0};

	for (int i = 0; i < n; i++)
		seen[sample[i] >> 6] |= UINT64CONST(1) << (sample[i] & 63);
	return __builtin_popcountll(seen[0]) + __builtin_popcountll(seen[1]) +
		__builtin_popcountll(seen[2]) + __builtin_popcountll(seen[3]);
}

/*
 * Are the values of n rows spread like random ones?  Of a sample of neighbours,
 * the lowest and the highest eight bits and the differences take about as many
 * different values as chance has it.
 */
static bool
looks_random(const uint32 *v, int n, int width)
{
	static const uint8 expected[9] = {0, 2, 4, 8, 16, 28, 40, 50, 57};
	uint8 low[64];
	uint8 high[64];
	uint8 step[64];
	int bits = Min(width, 8);
	int sample = Min(n, 64);
	uint32 mask = (1U << bits) - 1;
	int all;

	if (width < 5 || n < 16)
		return false;
	v += (n - sample) / 2;
	for (int i = 0; i < sample; i++)
	{
		low[i] = (uint8) (v[i] & mask);
		high[i] = (uint8) (v[i] >> (width - bits) & mask);
		step[i] = (uint8) ((v[i] - v[Max(i, 1) - 1]) & mask);
	}
	all = sample < 64 ? sample - sample * sample / 512 : expected[bits];
	return count_different(low, sample) * 100 >= all * 82 &&
		count_different(step + 1, sample - 1) * 100 >= all * 82 &&
		count_different(high, sample) * 100 >= all * 60;
}

/* Packed values; *mode says where they went. */
static uint8 *
put_packed(WsPageCoder *pc, uint8 *out, uint8 *mode, int n, int width, bool planes)
{
	if (planes && looks_random(pc->gather, n, width))
	{
		*mode |= RANDOM;
		pc->random = pack(pc->random, pc->gather, n, width, false);
		return out;
	}
	return pack(out, pc->gather, n, width, planes);
}

/* Write v[1..n]; the reader knows v[0]. */
static uint8 *
put_column(WsPageCoder *pc, uint8 *out, uint8 *mode, const ColumnStats *s,
		   const uint32 *v, int n, bool planes)
{
	uint32 *t = pc->gather;
	uint32 all = 0;
	Runs runs;

	switch ((ColumnMode) *mode)
	{
		case RESIDUE:
			/* some bit of each byte of text is the same everywhere */
			if (planes && s->varying == 0xFFFFFFFF && looks_random(v + 1, n, 32))
			{
				*mode |= RANDOM;
				memcpy(pc->random, v + 1, 4 * n);
				pc->random += 4 * n;
			}
			return out;
		case SAME:
			return out;
		case STEP:
			ws_put32(out, s->step);
			return out + 4;
		case MASKED:
			find_runs(s->varying, &runs);
			ws_put32(out, s->varying);
			for (int i = 1; i <= n; i++)
				t[i - 1] = gather_bits(v[i], &runs);
			return put_packed(pc, out + 4, mode, n, __builtin_popcount(s->varying), planes);
		case DELTA:
			*out++ = (uint8) width_of(s->deltas);
			for (int i = 1; i <= n; i++)
				t[i - 1] = ws_zigzag(v[i] - v[i - 1]);
			return put_packed(pc, out, mode, n, width_of(s->deltas), planes);
		case SPARSE:
		case MAPPED:
			return put_sparse(pc, out, *mode, s, v, n, planes);
		case SWAPPED:
			for (int i = 1; i <= n; i++)
			{
				t[i - 1] = ws_zigzag(__builtin_bswap32(v[i]) - __builtin_bswap32(v[i - 1]));
				all |= t[i - 1];
			}
			*out++ = (uint8) width_of(all);
			return put_packed(pc, out, mode, n, width_of(all), planes);
	}
	return out;
}

static void
get_sparse(WsPageCoder *pc, WsCursor *c, uint8 mode, uint32 *v, int n, bool planes)
{
	uint32 *t = pc->gather;
	uint8 head = ws_byte(c);
	int width = head & 0x7F;
	uint32 base = 0;
	uint64 k;
	const uint8 *rows;
	int next = 0;

	if (head & 0x80)
	{
		const uint8 *p = ws_take(c, 4);

		base = p ? ws_get32(p) : 0;
	}
	k = ws_varint(c);
	if (c->bad || width > 32 || k > (uint64) n)
	{
		c->bad = true;
		return;
	}
	rows = ws_take(c, mode == MAPPED ? (size_t) (n + 7) / 8 : k);
	unpack(c, t, (int) k, width, planes);
	if (c->bad)
		return;
	for (int i = 0; i < n; i++)
	{
		bool here = mode == MAPPED ? rows[i / 8] >> i % 8 & 1 : next < (int) k && rows[next] == i;

		if (here && next == (int) k)
		{
			c->bad = true;
			return;
		}
		v[i + 1] = v[i] + base + (here ? ws_unzigzag(t[next++]) : 0);
	}
	if (next != (int) k)
		c->bad = true;
}

/* Packed values, from the structure or from the random ones, to pc->gather. */
static bool
get_packed(WsPageCoder *pc, WsCursor *c, uint8 mode, int n, int width, bool planes)
{
	WsCursor *from = mode & RANDOM ? &pc->random_in : c;

	if (width > 32 || c->bad)
		c->bad = true;
	else
		unpack(from, pc->gather, n, width, planes && !(mode & RANDOM));
	c->bad |= from->bad;
	return !c->bad;
}

/* Read v[1..n], given v[0]; sets c->bad on damage. */
static void
get_column(WsPageCoder *pc, WsCursor *c, uint8 mode, uint32 *v, int n, bool planes)
{
	uint32 *t = pc->gather;
	const uint8 *p;
	uint32 word;
	Runs runs;

	switch ((ColumnMode) (mode & ~RANDOM))
	{
		case SAME:
			for (int i = 1; i <= n; i++)
				v[i] = v[0];
			return;
		case STEP:
			p = ws_take(c, 4);
			word = p ? ws_get32(p) : 0;
			for (int i = 1; i <= n; i++)
				v[i] = v[i - 1] + word;
			return;
		case MASKED:
			p = ws_take(c, 4);
			word = p ? ws_get32(p) : 0;
			if (!find_runs(word, &runs))
				c->bad = true;
			if (!get_packed(pc, c, mode, n, __builtin_popcount(word), planes))
				return;
			for (int i = 1; i <= n; i++)
				v[i] = (v[0] & ~word) | scatter_bits(t[i - 1], &runs);
			return;
		case DELTA:
			if (!get_packed(pc, c, mode, n, ws_byte(c), planes))
				return;
			for (int i = 1; i <= n; i++)
				v[i] = v[i - 1] + ws_unzigzag(t[i - 1]);
			return;
		case SWAPPED:
			if (!get_packed(pc, c, mode, n, ws_byte(c), planes))
				return;
			for (int i = 1; i <= n; i++)
				v[i] = __builtin_bswap32(__builtin_bswap32(v[i - 1]) + ws_unzigzag(t[i - 1]));
			return;
		case SPARSE:
		case MAPPED:
			get_sparse(pc, c, mode, v, n, planes);
			return;
		case RESIDUE:
			p = mode & RANDOM ? ws_take(&pc->random_in, 4 * (size_t) n) : NULL;
			if (p == NULL)
				break;
			memcpy(v + 1, p, 4 * (size_t) n);
			return;
	}
	c->bad = true;
}

/* ---- what both directions work out from the line pointers ---- */

/* Mark where the tuples lie; false if two overlap. */
static bool
mark_tuples(WsPageCoder *pc)
{
	memset(pc->covered, 0, sizeof(pc->covered));
	for (int i = 0; i < pc->ntuples; i++)
	{
		int unit = pc->offset[i] / 8;
		int left = pc->length[i] / 8;

		while (left > 0)
		{
			int bit = unit % 64;
			int n = Min(left, 64 - bit);
			uint64 ones = (n == 64 ? ~UINT64CONST(0) : (UINT64CONST(1) << n) - 1) << bit;

			if (pc->covered[unit / 64] & ones)
				return false;
			pc->covered[unit / 64] |= ones;
			unit += n;
			left -= n;
		}
	}
	return true;
}

static bool
unit_covered(const WsPageCoder *pc, int unit)
{
	return pc->covered[unit / 64] >> unit % 64 & 1;
}

static bool
has_gaps(const WsPageCoder *pc)
{
	return pc->used != pc->special - pc->upper;
}

/*
 * Columns of the matrix: the number for which columns times rows that are as
 * long is largest.
 */
static int
widest_matrix(const WsPageCoder *pc)
{
	uint16 count[WS_PAGE / 8 + 1];
	int longest = 0,
		shortest = WS_PAGE,
		rows = 0,
		best = 0,
		columns = 0;

	for (int i = 0; i < pc->ntuples; i++)
	{
		longest = Max(longest, pc->length[i]);
		shortest = Min(shortest, pc->length[i]);
	}
	if (pc->ntuples == 0)
		return 0;
	if (longest == shortest)
		return Min(longest / 4, MAX_COLUMNS);
	memset(count, 0, sizeof(count[0]) * (longest / 8 + 1));
	for (int i = 0; i < pc->ntuples; i++)
		count[pc->length[i] / 8]++;
	for (int units = longest / 8; units >= 1; units--)
	{
		rows += count[units];
		if (rows * units > best)
		{
			best = rows * units;
			columns = units * 2;
		}
	}
	return Min(columns, MAX_COLUMNS);
}

/* Is it a btree tuple with a sorted list of TIDs that we can take apart? */
static bool
is_posting(const WsPageCoder *pc, const uint8 *tuple, int length)
{
	uint32 start,
		count;

	if (pc->heap || length < 24)
		return false;
	if (!(ws_get16(tuple + 6) & 0x2000) || !(ws_get16(tuple + 4) & 0x2000))
		return false;
	start = (uint32) ws_get16(tuple) << 16 | ws_get16(tuple + 2);
	count = ws_get16(tuple + 4) & 0xFFF;
	return start >= 8 && count >= 8 && start <= (uint32) length && start + count * 6 <= (uint32) length;
}

/* Note which tuples are rows of the matrix. */
static void
list_rows(WsPageCoder *pc)
{
	int r = 0;

	for (int i = 0; i < pc->ntuples; i++)
	{
		pc->row[r] = (uint16) i;
		r += pc->kind[i] == ROW;
	}
}

static inline uint32
swap_halves(uint32 v)
{
	return v << 16 | v >> 16;
}

/*
 * Make fields of the first words relative to what they follow, or absolute
 * again (undo, a constant).
 */
static pg_attribute_always_inline void
relate_words(WsPageCoder *pc, uint32 block, const bool undo)
{
	int n = pc->nrows;
	uint32 *v = pc->matrix;

	if (!pc->heap)
	{
		for (int r = 0; r < n; r++)
			v[r] = swap_halves(v[r]);
		return;
	}
	if (pc->ncolumns < 5)
		return;
	v += 3 * n;
	for (int r = 0; r < n; r++)
		v[r] = undo ? swap_halves(v[r] + block) : swap_halves(v[r]) - block;
	v += n;
	for (int r = 0; r < n; r++)
	{
		uint32 number = pc->number[pc->row[r]];

		v[r] = (v[r] & 0xFFFF0000) | ((undo ? v[r] + number : v[r] - number) & 0xFFFF);
	}
}

/* Turn round four times four words, from one set of places to another. */
static pg_attribute_always_inline void
transpose(const void *a, const void *b, const void *c, const void *d, void *w, void *x, void *y, void *z)
{
	__m128i va = _mm_loadu_si128(a);
	__m128i vb = _mm_loadu_si128(b);
	__m128i vc = _mm_loadu_si128(c);
	__m128i vd = _mm_loadu_si128(d);
	__m128i ab = _mm_unpacklo_epi32(va, vb);
	__m128i cd = _mm_unpacklo_epi32(vc, vd);

	_mm_storeu_si128(w, _mm_unpacklo_epi64(ab, cd));
	_mm_storeu_si128(x, _mm_unpackhi_epi64(ab, cd));
	ab = _mm_unpackhi_epi32(va, vb);
	cd = _mm_unpackhi_epi32(vc, vd);
	_mm_storeu_si128(y, _mm_unpacklo_epi64(ab, cd));
	_mm_storeu_si128(z, _mm_unpackhi_epi64(ab, cd));
}

/*
 * Put the tuples' words in the matrix, four rows and columns at a time; the last
 * four may be partly those before.
 */
static void
load_rows(WsPageCoder *pc, const uint8 *page, uint32 block)
{
	int n = pc->nrows;

	for (int at = 0; at < n; at += 4)
	{
		int r = Max(Min(at, n - 4), 0);
		const uint8 *t[4];

		for (int i = 0; i < 4; i++)
			t[i] = page + pc->offset[pc->row[Min(r + i, n - 1)]];
		if (pc->ncolumns < 4 || n < 4)
			for (int i = 0; i < Min(4, n); i++)
				for (int k = 0; k < pc->ncolumns; k++)
					pc->matrix[k * n + r + i] = ws_get32(t[i] + 4 * k);
		else
			for (int from = 0; from < pc->ncolumns; from += 4)
			{
				int k = Min(from, pc->ncolumns - 4);
				uint32 *m = pc->matrix + k * n + r;

				transpose(t[0] + 4 * k, t[1] + 4 * k, t[2] + 4 * k, t[3] + 4 * k,
						  m, m + n, m + 2 * n, m + 3 * n);
			}
	}
	relate_words(pc, block, false);
}

static void
store_rows(WsPageCoder *pc, uint8 *page, uint32 block)
{
	int n = pc->nrows;

	relate_words(pc, block, true);
	for (int at = 0; at < n; at += 4)
	{
		int r = Max(Min(at, n - 4), 0);
		uint8 *t[4];

		for (int i = 0; i < 4; i++)
			t[i] = page + pc->offset[pc->row[Min(r + i, n - 1)]];
		if (pc->ncolumns < 4 || n < 4)
			for (int i = 0; i < Min(4, n); i++)
				for (int k = 0; k < pc->ncolumns; k++)
					ws_put32(t[i] + 4 * k, pc->matrix[k * n + r + i]);
		else
			for (int from = 0; from < pc->ncolumns; from += 4)
			{
				int k = Min(from, pc->ncolumns - 4);
				const uint32 *m = pc->matrix + k * n + r;

				transpose(m, m + n, m + 2 * n, m + 3 * n,
						  t[0] + 4 * k, t[1] + 4 * k, t[2] + 4 * k, t[3] + 4 * k);
			}
	}
}

/* ---- splitting ---- */

/* Read the line pointers; false if the page is not as we know pages. */
static bool
read_pointers(WsPageCoder *pc, const uint8 *page)
{
	int below;
	int shortest;

	pc->lower = ws_get16(page + 12);
	pc->upper = ws_get16(page + 14);
	pc->special = ws_get16(page + 16);
	if (pc->lower < 28 || pc->lower > pc->upper || pc->upper > pc->special || pc->special > WS_PAGE ||
		(pc->lower & 3) != 0 || (pc->special & 7) != 0)
		return false;
	pc->heap = pc->special == WS_PAGE;
	shortest = pc->heap ? 24 : 8;
	pc->npointers = (pc->lower - 24) / 4;
	pc->ntuples = pc->used = 0;
	pc->in_order = true;
	pc->sizes[0] = pc->places[0] = 0;
	below = pc->special;
	for (int i = 0; i < pc->npointers; i++)
	{
		uint32 item = ws_get32(page + 24 + 4 * i);
		int offset = item & 0x7FFF;
		int length = item >> 17;
		int aligned = (length + 7) & ~7;

		pc->sizes[i + 1] = (uint32) length << 2 | (item >> 15 & 3);
		if (length == 0)
		{
			pc->places[i + 1] = (uint32) offset;
			continue;
		}
		if ((offset & 7) != 0 || offset < pc->upper || offset + aligned > pc->special || length < shortest)
			return false;
		pc->places[i + 1] = (uint32) ((offset - (below - aligned)) / 8);
		pc->in_order &= pc->places[i + 1] == 0;
		below = offset;
		pc->offset[pc->ntuples] = (uint16) offset;
		pc->length[pc->ntuples] = (uint16) aligned;
		pc->number[pc->ntuples++] = (uint16) (i + 1);
		pc->used += aligned;
		if (pc->used > WS_PAGE)
			return false;
	}
	return pc->in_order && !has_gaps(pc) ? true : mark_tuples(pc);
}

static uint8 *
put_header(const WsPageCoder *pc, uint8 *out, const uint8 *page, bool planes, uint64 *image_lsn)
{
	uint64 lsn = ws_get64(page);
	uint64 d = lsn - *image_lsn;
	uint8 *mask = out++;

	*image_lsn = lsn;
	*mask = planes ? 32 : 0;
	out = ws_put_varint(out, d << 1 ^ (0 - (d >> 63)));
	if (ws_get32(page + 8) != 0) /* checksum and flags */
	{
		*mask |= 1;
		memcpy(out, page + 8, 4);
		out += 4;
	}
	if (ws_get16(page + 18) != USUAL_VERSION)
	{
		*mask |= 4;
		memcpy(out, page + 18, 2);
		out += 2;
	}
	if (ws_get32(page + 20) != 0) /* pd_prune_xid */
	{
		*mask |= 8;
		memcpy(out, page + 20, 4);
		out += 4;
	}
	if (!pc->heap)
	{
		*mask |= 16;
		out = ws_put_varint(out, WS_PAGE - pc->special);
	}
	out = ws_put_varint(out, pc->npointers);
	return ws_put_varint(out, pc->special - pc->upper);
}

/* Text has no high bits anywhere and printable bytes in its first row. */
static bool
looks_like_text(const ColumnStats *s, uint32 first)
{
	if (s->values & 0x80808080)
		return false;
	return ((first & 0x60606060) | (first & 0x40404040) >> 1 | (first & 0x20202020) << 1) == 0x60606060;
}

/* Random bytes but for a few bits, as those of a uuid that say its version. */
static bool
is_mostly_random(uint32 varying)
{
	int full = 0;
	Runs runs;

	for (int shift = 0; shift < 32; shift += 8)
		full += (varying >> shift & 255) == 255;
	return full >= 3 && __builtin_popcount(varying) <= 30 && find_runs(varying, &runs);
}

/* Sorted big-endian values, as in the keys of an index on text or uuid. */
static bool
gains_by_swapping(const uint32 *v, int n, int limit)
{
	uint32 all = 0;

	for (int i = 1; i <= n; i++)
		all |= ws_zigzag(__builtin_bswap32(v[i]) - __builtin_bswap32(v[i - 1]));
	return width_of(all) <= limit;
}

/* Choose a mode for each column, write the modes by run, then the columns. */
static uint8 *
put_columns(WsPageCoder *pc, uint8 *out, ColumnStats *stats, bool planes)
{
	int n = pc->nrows - 1;
	uint8 *body = pc->columns;
	bool uniform = true;
	int headers = pc->heap ? HEAP_HEADER_WORDS : INDEX_HEADER_WORDS;

	for (int i = 1; i < pc->ntuples; i++)
		uniform &= pc->length[i] == pc->length[0];
	for (int k = 0; k < pc->ncolumns; k++)
	{
		const uint32 *v = pc->matrix + k * pc->nrows;
		int limit = 99;

		column_stats(&stats[k], v, n);
		if (k >= headers)
		{
			if (pc->heap)
				limit = uniform ? 32 : 10;
			else
				limit = uniform ? 24 : 16;
			if (looks_like_text(&stats[k], v[0]))
				limit = 14; /* three digits, which count up or are random */
		}
		pc->mode[k] = (uint8) choose_mode(&stats[k], n, limit);
		if (pc->mode[k] == RESIDUE && !pc->heap && k >= headers && gains_by_swapping(v, n, 26))
			pc->mode[k] = SWAPPED;
		else if (pc->mode[k] == RESIDUE && k >= headers && n >= 16 && is_mostly_random(stats[k].varying))
			pc->mode[k] = MASKED;
	}
	/* the columns settle what is random: first these, then the modes before */
	for (int k = 0; k < pc->ncolumns; k++)
		body = put_column(pc, body, &pc->mode[k], &stats[k], pc->matrix + k * pc->nrows, n, planes);
	out = ws_put_varint(out, pc->ncolumns);
	for (int k = 0; k < pc->ncolumns;)
	{
		int run = 1;

		while (k + run < pc->ncolumns && pc->mode[k + run] == pc->mode[k] && run < 16)
			run++;
		*out++ = (uint8) (pc->mode[k] << 4 | (run - 1));
		k += run;
	}
	memcpy(out, pc->columns, body - pc->columns);
	return out + (body - pc->columns);
}

/* A posting list: tuple up to it, then distances of its TIDs, then the rest. */
static uint8 *
put_posting(uint8 *out, const uint8 *tuple, int length)
{
	uint32 start = (uint32) ws_get16(tuple) << 16 | ws_get16(tuple + 2);
	uint32 count = ws_get16(tuple + 4) & 0xFFF;
	const uint8 *list = tuple + start;
	uint32 largest = 0;
	uint64 last = 0;
	bool sorted = true;

	for (uint32 j = 0; j < count; j++)
		largest = Max(largest, ws_get16(list + 6 * j + 4));
	for (uint32 j = 0; j < count && sorted; j++)
	{
		uint64 block = (uint64) ws_get16(list + 6 * j) << 16 | ws_get16(list + 6 * j + 2);
		uint64 tid = block * (largest + 1) + ws_get16(list + 6 * j + 4);

		sorted = j == 0 || tid > last;
		last = tid;
	}
	memcpy(out, tuple, start);
	out += start;
	if (!sorted || largest >= 65535)
	{
		ws_put16(out, 0);
		memcpy(out + 2, list, 6 * count);
		out += 2 + 6 * count;
	}
	else
	{
		ws_put16(out, (uint16) (largest + 1));
		out += 2;
		last = 0;
		for (uint32 j = 0; j < count; j++)
		{
			uint64 block = (uint64) ws_get16(list + 6 * j) << 16 | ws_get16(list + 6 * j + 2);
			uint64 tid = block * (largest + 1) + ws_get16(list + 6 * j + 4);

			out = ws_put_varint(out, tid - last);
			last = tid;
		}
	}
	memcpy(out, list + 6 * count, length - start - 6 * count);
	return out + (length - start - 6 * count);
}

static uint8 *
put_residue(WsPageCoder *pc, uint8 *out, const uint8 *page)
{
	const uint32 *refused[MAX_COLUMNS];
	int nrefused = 0;
	int r = 0;

	for (int k = 0; k < pc->ncolumns; k++)
		if (pc->mode[k] == RESIDUE)
			refused[nrefused++] = pc->matrix + k * pc->nrows;
	for (int i = 0; i < pc->ntuples; i++)
	{
		const uint8 *tuple = page + pc->offset[i];
		int length = pc->length[i];

		if (pc->kind[i] == POSTING)
		{
			out = put_posting(out, tuple, length);
			continue;
		}
		if (pc->kind[i] == SHORT || pc->ncolumns == 0)
		{
			memcpy(out, tuple, length);
			out += length;
			continue;
		}
		for (int k = 0; r == 0 && k < pc->ncolumns; k++, out += 4)
			ws_put32(out, pc->matrix[k * pc->nrows]);
		for (int k = 0; r > 0 && k < nrefused; k++, out += 4)
			ws_put32(out, refused[k][r]);
		if (length > pc->ncolumns * 4)
		{
			memcpy(out, tuple + pc->ncolumns * 4, length - pc->ncolumns * 4);
			out += length - pc->ncolumns * 4;
		}
		r++;
	}
	if (has_gaps(pc))
	{
		int at = pc->upper;

		for (; at < pc->special && (at & 7); at++)
			*out++ = page[at];
		for (; at < pc->special; at += 8)
			if (!unit_covered(pc, at / 8))
			{
				memcpy(out, page + at, 8);
				out += 8;
			}
	}
	memcpy(out, page + pc->special, WS_PAGE - pc->special);
	return out + (WS_PAGE - pc->special);
}

/* Sort the tuples into rows, short ones and posting lists; size the matrix. */
static void
classify(WsPageCoder *pc, const uint8 *page)
{
	int headers = pc->heap ? HEAP_HEADER_WORDS : INDEX_HEADER_WORDS;

	pc->ncolumns = widest_matrix(pc);
	pc->nrows = 0;
	for (int i = 0; i < pc->ntuples; i++)
	{
		if (is_posting(pc, page + pc->offset[i], pc->length[i]))
			pc->kind[i] = POSTING;
		else if (pc->length[i] < pc->ncolumns * 4)
			pc->kind[i] = SHORT;
		else
		{
			pc->kind[i] = ROW;
			pc->nrows++;
		}
	}
	if (pc->nrows < 8)
		pc->ncolumns = Min(pc->ncolumns, headers);
	if (pc->ncolumns < 2 || pc->nrows < 2)
		pc->ncolumns = 0;
}

/*
 * ws_page_split
 *		Split a page into structure, residue and random bits.
 *
 * page		8192 bytes, zeros between pd_lower and pd_upper
 * block	its number, which TIDs of its own tuples repeat
 * planes	an entropy stage follows
 * image_lsn in: LSN of the image before; out: this one's
 *
 * False if the page is not understood or does not get smaller; image_lsn
 * then stays as it was.
 */
bool
WS_VARIANT(ws_page_split)(WsPageCoder *pc, const uint8 *page, uint32 block, bool planes, uint64 *image_lsn,
						  WsSplit *split)
{
	uint8 *structure = split->bytes[0];
	uint64 lsn = *image_lsn;
	ColumnStats stats[MAX_COLUMNS];
	uint8 *out;
	uint32 all = 0;
	int last = 0,
		npostings = 0;

	if (!read_pointers(pc, page))
		return false;
	pc->random = split->bytes[2];
	out = put_header(pc, structure, page, planes, &lsn);
	for (int which = 0; which < 2; which++)
	{
		const uint32 *v = which ? pc->places : pc->sizes;

		column_stats(&stats[0], v, pc->npointers);
		*out = (uint8) choose_mode(&stats[0], pc->npointers, 99);
		out = put_column(pc, out + 1, out, &stats[0], v, pc->npointers, planes);
	}
	classify(pc, page);
	for (int i = 0; i < pc->ntuples; i++)
		npostings += pc->kind[i] == POSTING;
	out = ws_put_varint(out, npostings);
	for (int i = 0; i < pc->ntuples; i++)
		if (pc->kind[i] == POSTING)
		{
			out = ws_put_varint(out, i - last);
			last = i;
		}
	if (pc->ncolumns > 0)
	{
		list_rows(pc);
		load_rows(pc, page, block);
		out = put_columns(pc, out, stats, planes);
	}
	else
		*out++ = 0;
	split->n[0] = (uint32) (out - structure);
	split->n[1] = (uint32) (put_residue(pc, split->bytes[1], page) - split->bytes[1]);
	split->n[2] = (uint32) (pc->random - split->bytes[2]);
	for (int i = 0; i < WS_NSPLIT; i++)
		all += split->n[i];
	if (all + 8 > (uint32) (WS_PAGE - (pc->upper - pc->lower)))
		return false;
	*image_lsn = lsn;
	return true;
}

/* ---- joining ---- */

static bool
get_header(WsPageCoder *pc, WsCursor *c, uint8 *page, bool *planes, uint64 *image_lsn)
{
	uint8 mask = ws_byte(c);
	uint64 z = ws_varint(c);
	const uint8 *p;
	uint64 special,
		npointers,
		used;

	memset(page, 0, 24);
	*image_lsn += z >> 1 ^ (0 - (z & 1));
	ws_put64(page, *image_lsn);
	ws_put16(page + 18, USUAL_VERSION);
	*planes = (mask & 32) != 0;
	if ((mask & 1) && (p = ws_take(c, 4)) != NULL)
		memcpy(page + 8, p, 4);
	if ((mask & 4) && (p = ws_take(c, 2)) != NULL)
		memcpy(page + 18, p, 2);
	if ((mask & 8) && (p = ws_take(c, 4)) != NULL)
		memcpy(page + 20, p, 4);
	special = mask & 16 ? ws_varint(c) : 0;
	npointers = ws_varint(c);
	used = ws_varint(c);
	if (c->bad || special > WS_PAGE - 28 || (special & 7) || npointers > MAX_POINTERS || used > WS_PAGE)
		return false;
	pc->heap = !(mask & 16);
	pc->special = WS_PAGE - (int) special;
	pc->upper = pc->special - (int) used;
	pc->npointers = (int) npointers;
	pc->lower = 24 + 4 * pc->npointers;
	if (pc->upper < pc->lower || (pc->heap && special != 0))
		return false;
	ws_put16(page + 12, (uint16) pc->lower);
	ws_put16(page + 14, (uint16) pc->upper);
	ws_put16(page + 16, (uint16) pc->special);
	memset(page + pc->lower, 0, pc->upper - pc->lower);
	return true;
}

static bool
get_pointers(WsPageCoder *pc, uint8 *page)
{
	int below = pc->special;
	int shortest = pc->heap ? 24 : 8;

	pc->ntuples = pc->used = 0;
	pc->in_order = true;
	for (int i = 0; i < pc->npointers; i++)
	{
		uint32 length = pc->sizes[i + 1] >> 2;
		uint32 flags = pc->sizes[i + 1] & 3;
		int aligned = (int) ((length + 7) & ~7U);
		int64 offset = pc->places[i + 1] & 0x7FFF;

		if (length > 0x7FFF)
			return false;
		if (length > 0)
		{
			offset = below - aligned + (int64) (int32) pc->places[i + 1] * 8;
			if (offset < pc->upper || offset + aligned > pc->special || (offset & 7) || (int) length < shortest)
				return false;
			pc->in_order &= pc->places[i + 1] == 0;
			below = (int) offset;
			pc->offset[pc->ntuples] = (uint16) offset;
			pc->length[pc->ntuples] = (uint16) aligned;
			pc->number[pc->ntuples++] = (uint16) (i + 1);
			pc->used += aligned;
			if (pc->used > WS_PAGE)
				return false;
		}
		ws_put32(page + 24 + 4 * i, (uint32) offset | flags << 15 | length << 17);
	}
	return pc->in_order && !has_gaps(pc) ? true : mark_tuples(pc);
}

/* The modes of the columns, and which tuples are rows. */
static bool
get_layout(WsPageCoder *pc, WsCursor *c)
{
	uint64 npostings = ws_varint(c);
	uint64 ncolumns;
	uint64 at = 0;
	int width = widest_matrix(pc);

	if (npostings > (uint64) pc->ntuples)
		return false;
	for (int i = 0; i < pc->ntuples; i++)
		pc->kind[i] = pc->length[i] < width * 4 ? SHORT : ROW;
	for (uint64 j = 0; j < npostings; j++)
	{
		at += ws_varint(c);
		if (c->bad || at >= (uint64) pc->ntuples)
			return false;
		pc->kind[at] = POSTING;
	}
	ncolumns = ws_varint(c);
	if (c->bad || ncolumns > (uint64) width)
		return false;
	pc->ncolumns = (int) ncolumns;
	pc->nrows = 0;
	for (int i = 0; i < pc->ntuples; i++)
		pc->nrows += pc->kind[i] == ROW;
	for (int k = 0; k < pc->ncolumns;)
	{
		uint8 run = ws_byte(c);
		int end = k + (run & 15) + 1;

		if (end > pc->ncolumns)
			return false;
		while (k < end)
			pc->mode[k++] = run >> 4;
	}
	/* rows are ncolumns * 4 bytes at least and do not overlap */
	return !c->bad && (pc->ncolumns == 0 || pc->nrows > 0) &&
		pc->nrows * pc->ncolumns <= MAX_WORDS;
}

static bool
get_posting(WsCursor *c, uint8 *tuple, int length)
{
	const uint8 *p = c->p;
	uint32 start,
		count,
		per_block;
	uint8 *list;
	uint64 tid = 0;
	int rest;

	if (c->end - p < 8)
		return false;
	start = (uint32) ws_get16(p) << 16 | ws_get16(p + 2);
	count = ws_get16(p + 4) & 0xFFF;
	if (start < 8 || start > (uint32) length || start + 6 * count > (uint32) length)
		return false;
	if ((p = ws_take(c, start)) == NULL)
		return false;
	memcpy(tuple, p, start);
	if ((p = ws_take(c, 2)) == NULL)
		return false;
	per_block = ws_get16(p);
	list = tuple + start;
	if (per_block == 0)
	{
		if ((p = ws_take(c, 6 * count)) == NULL)
			return false;
		memcpy(list, p, 6 * count);
	}
	else
		for (uint32 j = 0; j < count; j++)
		{
			uint32 block;

			tid += ws_varint(c);
			block = (uint32) (tid / per_block);
			ws_put16(list + 6 * j, (uint16) (block >> 16));
			ws_put16(list + 6 * j + 2, (uint16) block);
			ws_put16(list + 6 * j + 4, (uint16) (tid % per_block));
		}
	rest = length - (int) (start + 6 * count);
	if ((p = ws_take(c, rest)) == NULL)
		return false;
	memcpy(list + 6 * count, p, rest);
	return !c->bad;
}

/* Find each row's residue; put down the tuples that are not in the matrix. */
static bool
get_residue(WsPageCoder *pc, WsCursor *c, uint8 *page)
{
	int words = 0,
		r = 0;

	for (int k = 0; k < pc->ncolumns; k++)
		words += pc->mode[k] == RESIDUE;
	for (int i = 0; i < pc->ntuples; i++)
	{
		uint8 *tuple = page + pc->offset[i];
		int length = pc->length[i];
		const uint8 *p;

		if (pc->kind[i] == POSTING)
		{
			if (!get_posting(c, tuple, length))
				return false;
			continue;
		}
		if (pc->kind[i] == SHORT || pc->ncolumns == 0)
		{
			if ((p = ws_take(c, length)) == NULL)
				return false;
			memcpy(tuple, p, length);
			continue;
		}
		if (length < pc->ncolumns * 4)
			return false;
		pc->rest[r] = ws_take(c, 4 * (r == 0 ? pc->ncolumns : words));
		pc->tail[r] = ws_take(c, length - pc->ncolumns * 4);
		if (c->bad)
			return false;
		r++;
	}
	return true;
}

static bool
get_matrix(WsPageCoder *pc, WsCursor *structure, bool planes, uint8 *page, uint32 block)
{
	int word = 0;

	for (int k = 0; k < pc->ncolumns; k++)
	{
		uint32 *v = pc->matrix + k * pc->nrows;

		v[0] = ws_get32(pc->rest[0] + 4 * k);
		if (pc->mode[k] != RESIDUE)
			get_column(pc, structure, pc->mode[k], v, pc->nrows - 1, planes);
		else
		{
			for (int i = 1; i < pc->nrows; i++)
				v[i] = ws_get32(pc->rest[i] + 4 * word);
			word++;
		}
		if (structure->bad)
			return false;
	}
	list_rows(pc);
	store_rows(pc, page, block);
	for (int r = 0; r < pc->nrows; r++)
	{
		int i = pc->row[r];

		if (pc->length[i] > pc->ncolumns * 4)
			memcpy(page + pc->offset[i] + pc->ncolumns * 4, pc->tail[r], pc->length[i] - pc->ncolumns * 4);
	}
	return true;
}

static bool
get_gaps(WsPageCoder *pc, WsCursor *c, uint8 *page)
{
	const uint8 *p;

	if (has_gaps(pc))
	{
		int at = pc->upper;

		for (; at < pc->special && (at & 7); at++)
			page[at] = ws_byte(c);
		for (; at < pc->special; at += 8)
			if (!unit_covered(pc, at / 8))
			{
				if ((p = ws_take(c, 8)) == NULL)
					return false;
				memcpy(page + at, p, 8);
			}
	}
	if ((p = ws_take(c, WS_PAGE - pc->special)) == NULL)
		return false;
	memcpy(page + pc->special, p, WS_PAGE - pc->special);
	return c->p == c->end && !c->bad;
}

/*
 * ws_page_join
 *		The page (8192 bytes, zeros in its hole) of what ws_page_split made.
 *
 * False if the streams are damaged; nothing outside of page is written, and
 * nothing outside of the streams read.
 */
bool
WS_VARIANT(ws_page_join)(WsPageCoder *pc, const uint8 *const *bytes, const uint32 *n, uint32 block,
						 uint64 *image_lsn, uint8 *page)
{
	WsCursor s = {bytes[0], bytes[0] + n[0], false};
	WsCursor b = {bytes[1], bytes[1] + n[1], false};
	bool planes;

	pc->random_in = (WsCursor){bytes[2], bytes[2] + n[2], false};
	if (!get_header(pc, &s, page, &planes, image_lsn))
		return false;
	pc->sizes[0] = pc->places[0] = 0;
	for (int which = 0; which < 2; which++)
	{
		uint8 mode = ws_byte(&s);

		if ((mode & ~RANDOM) > SWAPPED)
			return false;
		get_column(pc, &s, mode, which ? pc->places : pc->sizes, pc->npointers, planes);
		if (s.bad)
			return false;
	}
	if (!get_pointers(pc, page) || !get_layout(pc, &s) || !get_residue(pc, &b, page))
		return false;
	if (pc->ncolumns > 0 && !get_matrix(pc, &s, planes, page, block))
		return false;
	return get_gaps(pc, &b, page) && s.p == s.end && pc->random_in.p == pc->random_in.end;
}

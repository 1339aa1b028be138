/*
 * heapdelta.c
 *		A row version as its difference from another.
 *
 * For UPDATE records of the extended WAL format.  Both rows are given without
 * their fixed header: null bitmap, padding and data.
 *
 * Stream.  A place in the old row goes along.  An instruction is a number:
 *
 *		2 * length			the usual one: after a copy, a literal, whose bytes
 *							follow; at the beginning and after a literal, a copy
 *							from the place.  Both move the place by length.
 *		2 * length + 1		a copy from elsewhere.  A second number follows,
 *							2 * z + i; z tells how far that is from the place
 *							(zigzag).  If i is 0, the place is behind it then; if it
 *							is 1, the place moves by length, as for a literal: what
 *							was copied stands in for what was there.
 *
 * Numbers: a byte below 240 is itself; 240 to 254 begin two bytes, 240 + 256 *
 * (first - 240) + second; 255 is followed by two bytes, the lower first.
 *
 * Where the stream ends, the rest of the old row from the place on is copied,
 * unless the last instruction is a usual one of length 0.  So one changed
 * integer in a row costs two or three bytes besides itself: copy, length, and
 * nothing for the rest.
 *
 * Encoder.  What both have in common at either end is found first.  In the rest,
 * at each byte the place is tried (fields of fixed width, values changed in place),
 * then a table of the old row's four-byte strings (fields that moved because one
 * before them changed its length).  The table is made only if literals go on for a
 * while or lengths differ.  The kind of a copy from elsewhere is chosen
 * when the next copy is known: the one that brings the place nearest to that.
 *
 * Rows changed throughout are to cost little.  So in a run of literals what goes on
 * in place is found 32 bytes at a time, and the table is asked for every fourth
 * byte; what is found is followed backwards, too.  Of a long row the table has
 * only every sixteenth string until one of them is of use.  If it is of none for
 * MAX_MISSES bytes, it is asked in ever rarer bursts, each as long as the strings in
 * it lie apart: what moved as a whole, with a burst within, is met by that.  The
 * search is not guided by attribute boundaries: comparing bytes finds them as fast
 * as deforming both rows would.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapdelta.c
 */
#include "postgres.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "access/heapdelta.h"

#define MIN_IN_PLACE 3 /* shortest copy from the place */
#define LONG_ENOUGH 24 /* a copy that is not worth a second look */
#define TABLE_BITS 11
#define STAMP 0x10000 /* above any place in a row */
#define MIN_TABLE 8 /* bytes that are worth a table */
#define LONG_ROW 512 /* above it not every string is entered */
#define STEP_AT_FIRST 16
#define STEP_LATER 4
#define TABLE_AFTER_LONG 32 /* literals before the table is made for those */
#define MAX_MISSES 64 /* bytes for which the table is asked in vain */
#define MAX_MISSES_SHORT 160
#define FIRST_GAP 128 /* bytes before it is asked again */
#define LOOK_AHEAD 64 /* bytes compared in place before the table is asked */
#define WIDE_AFTER 8 /* literals after which every fourth byte is looked at */
#define WIDE_STEP 4
#define SHORT_END 4 /* a common end below it is left to the search */

StaticAssertDecl(BLCKSZ <= STAMP, "a place is below a stamp");
StaticAssertDecl(MIN_IN_PLACE == 3, "next_equal() looks for three");

/* Numbers of one byte are below this, and of two. */
#define ONE_BYTE 240
#define TWO_BYTES (ONE_BYTE + 15 * 256)

/*
 * The last copy is written when the next one is known.  Until then both places
 * are possible that the old row may have behind it.
 */
typedef struct DeltaWriter
{
	uint8 *out;
	uint8 *pos;
	uint8 *limit;
	bool overflow;
	bool after_copy; /* the usual instruction is a literal */
	int place; /* before the pending copy */
	int copy_at; /* the pending copy */
	int copy_len; /* 0: there is none */
} DeltaWriter;

/* ------------------------------------------------------------------
 * Writing
 * ------------------------------------------------------------------
 */

static inline int
number_size(uint32 n)
{
	return n < ONE_BYTE ? 1 : n < TWO_BYTES ? 2
											: 3;
}

static inline void
put_number(DeltaWriter *w, uint32 n)
{
	Assert(n <= PG_UINT16_MAX);
	if (w->limit - w->pos < number_size(n))
	{
		w->overflow = true;
		return;
	}
	if (n < ONE_BYTE)
		*w->pos++ = (uint8) n;
	else if (n < TWO_BYTES)
	{
		*w->pos++ = (uint8) (ONE_BYTE + ((n - ONE_BYTE) >> 8));
		*w->pos++ = (uint8) (n - ONE_BYTE);
	}
	else
	{
		*w->pos++ = 255;
		*w->pos++ = (uint8) n;
		*w->pos++ = (uint8) (n >> 8);
	}
}

static inline uint32
zigzag(int n)
{
	return n < 0 ? ((uint32) -n << 1) - 1 : (uint32) n << 1;
}

/* The place behind the pending copy if it is the usual one, or of the first kind. */
static inline int
place_behind(const DeltaWriter *w)
{
	return w->copy_len == 0 ? w->place : w->copy_at + w->copy_len;
}

/* The same if it stands in for what was there. */
static inline int
place_instead(const DeltaWriter *w)
{
	return w->place + w->copy_len;
}

/* Write the pending copy, of the kind that brings the place nearest to next. */
static void
flush_copy(DeltaWriter *w, int next)
{
	uint32 len = (uint32) w->copy_len;
	bool instead;

	if (len == 0)
		return;
	if (w->copy_at == w->place && !w->after_copy)
	{
		put_number(w, len << 1);
		w->place += w->copy_len;
	}
	else
	{
		instead = abs(next - place_instead(w)) < abs(next - place_behind(w));
		put_number(w, len << 1 | 1);
		put_number(w, zigzag(w->copy_at - w->place) << 1 | instead);
		w->place = instead ? place_instead(w) : place_behind(w);
	}
	w->after_copy = true;
	w->copy_len = 0;
}

static void
put_literal(DeltaWriter *w, const char *bytes, int len)
{
	if (len == 0)
		return;
	if (!w->after_copy)
		put_number(w, 0); /* an empty copy */
	put_number(w, (uint32) len << 1);
	if (w->overflow || len > w->limit - w->pos)
	{
		w->overflow = true;
		return;
	}
	/* That of a changed integer, most often. */
	if (len == 1)
		*w->pos = (uint8) *bytes;
	else
		memcpy(w->pos, bytes, len);
	w->pos += len;
	w->place += len;
	w->after_copy = false;
}

/* A literal of run bytes, and then a copy. */
static void
put_step(DeltaWriter *w, const char *bytes, int run, int at, int len)
{
	if (run == 0 && w->copy_len > 0 && at == w->copy_at + w->copy_len)
	{
		w->copy_len += len;
		return;
	}
	flush_copy(w, at - run);
	put_literal(w, bytes, run);
	w->copy_at = at;
	w->copy_len = len;
}

/* Make the rest of the old row from at on the end of the new one. */
static void
put_end(DeltaWriter *w, const char *bytes, int run, int at, int oldlen)
{
	flush_copy(w, at - run);
	put_literal(w, bytes, run);
	if (w->place == at || (at == oldlen && w->place >= oldlen))
		return;
	if (at == oldlen)
	{
		put_number(w, 0);
		return;
	}
	/* An empty copy from there: what is behind it comes by itself. */
	put_number(w, 1);
	put_number(w, zigzag(at - w->place) << 1);
	w->place = at;
}

/* ------------------------------------------------------------------
 * Comparing
 * ------------------------------------------------------------------
 */

static inline uint64
load_word(const char *p)
{
	uint64 word;

	memcpy(&word, p, sizeof(word));
	return word;
}

#ifdef __SSE2__
/* 255 for each of 16 bytes that is the same in both. */
static inline __m128i
equal_bytes(const char *a, const char *b)
{
	return _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) a),
						  _mm_loadu_si128((const __m128i *) b));
}
#endif

/* Bytes that a and b have in common at their beginning, at most limit; many. */
static pg_noinline int
long_prefix(const char *a, const char *b, int limit)
{
	int n = 0;

#ifdef __SSE2__
	for (; n + 32 <= limit; n += 32)
	{
		__m128i low = equal_bytes(a + n, b + n);
		__m128i high = equal_bytes(a + n + 16, b + n + 16);

		if (_mm_movemask_epi8(_mm_and_si128(low, high)) != 0xFFFF)
			break;
	}
#endif
	while (n + 8 <= limit)
	{
		uint64 x = load_word(a + n) ^ load_word(b + n);

		if (x != 0)
			return n + (__builtin_ctzll(x) >> 3);
		n += 8;
	}
	while (n < limit && a[n] == b[n])
		n++;
	return n;
}

/* The same; most often it is short. */
static inline int
common_prefix(const char *a, const char *b, int limit)
{
	int n = 0;

	if (limit >= 8)
	{
		uint64 x = load_word(a) ^ load_word(b);

		if (x != 0)
			return __builtin_ctzll(x) >> 3;
		n = 8;
		if (limit >= 16)
			return 8 + long_prefix(a + 8, b + 8, limit - 8);
	}
	while (n < limit && a[n] == b[n])
		n++;
	return n;
}

/* Bytes in common before a_end and b_end. */
static inline int
common_suffix(const char *a_end, const char *b_end, int limit)
{
	int n = 0;

	while (n < limit && a_end[-n - 1] == b_end[-n - 1])
		n++;
	return n;
}

/* The same; many. */
static int
long_suffix(const char *a_end, const char *b_end, int limit)
{
	int n = 0;

#ifdef __SSE2__
	for (; n + 16 <= limit; n += 16)
		if (_mm_movemask_epi8(equal_bytes(a_end - n - 16, b_end - n - 16)) != 0xFFFF)
			break;
#endif
	return n + common_suffix(a_end - n, b_end - n, limit - n);
}

/*
 * Where a and b first agree in MIN_IN_PLACE bytes that begin below limit; limit or
 * more if nowhere.  n bytes of both can be read.
 */
static inline int
next_equal(const char *a, const char *b, int limit, int n)
{
	int k = 0;

#ifdef __SSE2__
	/* A bit for each of 32 bytes.  Strings that end behind them are the next step's. */
	for (; k < limit && k + 32 <= n; k += 32 - (MIN_IN_PLACE - 1))
	{
		uint32 low = (uint32) _mm_movemask_epi8(equal_bytes(a + k, b + k));
		uint32 high = (uint32) _mm_movemask_epi8(equal_bytes(a + k + 16, b + k + 16));
		uint32 equal = low | high << 16;

		equal &= equal >> 1 & equal >> 2;
		if (equal != 0)
			return k + __builtin_ctz(equal);
	}
#endif
	limit = Min(limit, n - (MIN_IN_PLACE - 1));
	for (; k < limit; k++)
		if (a[k] == b[k] && a[k + 1] == b[k + 1] && a[k + 2] == b[k + 2])
			break;
	return k;
}

/* ------------------------------------------------------------------
 * Searching
 * ------------------------------------------------------------------
 */

/* The part between what is common at the ends, and the state of the search. */
typedef struct Search
{
	const char *old;
	const char *new;
	int old_begin,
		old_end,
		new_end;
	bool long_row;
	int table_step; /* of the strings in the table; 0: it is not made */
	uint32 table_stamp;
	int ask_at; /* the table is not asked for what is before it in new */
	int asks_left; /* bytes in vain, before it is left for gap bytes */
	int gap;
} Search;

/*
 * Places in old, by their strings.  The upper half of an entry is the stamp of its
 * search, so that the table need not be cleared for the next.
 */
static uint32 table[1 << TABLE_BITS];
static uint32 last_stamp = 0;

static inline uint32
load_string(const char *p)
{
	uint32 string;

	memcpy(&string, p, sizeof(string));
	return string;
}

static inline uint32
string_slot(const char *p)
{
	return (load_string(p) * 0x9E3779B1u) >> (32 - TABLE_BITS);
}

/*
 * Enter the old row's strings, from the end, so that the first of equal ones
 * stays.
 */
static void
enter_strings(Search *s, int step)
{
	const char *old = s->old;
	uint32 stamp = s->table_stamp;

#pragma GCC unroll 4
	for (int i = s->old_end - 4; i >= s->old_begin; i -= step)
		table[string_slot(old + i)] = stamp | (uint32) i;
	s->table_step = step;
}

static void
make_table(Search *s)
{
	last_stamp += STAMP;
	if (last_stamp == 0)
	{
		memset(table, 0, sizeof(table));
		last_stamp = STAMP;
	}
	s->table_stamp = last_stamp;
	enter_strings(s, s->long_row ? STEP_AT_FIRST : 1);
}

/* Is the table worth asking for new[i]? */
static inline bool
table_helps(const Search *s, int i)
{
	return s->table_step != 0 && i >= s->ask_at;
}

/* A place where the string of new[i] may be in old; -1 if nowhere. */
static inline int
ask_table(const Search *s, int i)
{
	uint32 entry = table[string_slot(s->new + i)] ^ s->table_stamp;

	return entry < STAMP ? (int) entry : -1;
}

/* Is the string of new[i] in old, and in the table? */
static inline bool
string_known(const Search *s, int i)
{
	int place = ask_table(s, i);

	return place >= 0 && load_string(s->old + place) == load_string(s->new + i);
}

/* It was of use. */
static inline void
count_success(Search *s)
{
	s->asks_left = s->long_row ? MAX_MISSES : MAX_MISSES_SHORT;
	s->gap = FIRST_GAP;
	if (s->table_step > STEP_LATER)
		enter_strings(s, STEP_LATER);
}

/* It was asked up to new[i], for n bytes, in vain.  Is it to be left for a while? */
static inline void
count_misses(Search *s, int i, int n)
{
	s->asks_left -= n;
	if (s->asks_left > 0)
		return;
	s->ask_at = i + s->gap;
	s->gap *= 2;
	s->asks_left = s->table_step;
}

typedef struct Copy
{
	int at;
	int len;
	int before; /* it begins so many bytes before where it was looked for */
} Copy;

/* Something at a given place of the old row?  Steps may have passed its beginning. */
static inline bool
find_in_place(const Search *s, int i, int run, int place, Copy *c)
{
	int limit = s->new_end - i;

	/* Most often the first byte differs, and that is all. */
	if (place < s->old_begin || place >= s->old_end || s->old[place] != s->new[i])
		return false;
	c->len = common_prefix(s->old + place, s->new + i, Min(limit, s->old_end - place));
	c->before = common_suffix(s->old + place, s->new + i, Min(run, place - s->old_begin));
	c->at = place - c->before;
	c->len += c->before;
	return c->len >= MIN_IN_PLACE || (c->len - c->before == limit && c->len > 1);
}

/*
 * Something that the table knows, which saves bytes?  It may begin up to run bytes
 * before i, which are literals so far.
 */
static bool
find_moved(const Search *s, const DeltaWriter *w, int i, int run, Copy *c)
{
	int limit = s->new_end - i;
	int place;
	int cost;

	if (limit < 4)
		return false;
	place = ask_table(s, i);
	if (place < 0)
		return false;
	c->at = place;
	c->len = common_prefix(s->old + place, s->new + i, Min(limit, s->old_end - place));
	if (c->len < 4)
		return false;
	c->before = common_suffix(s->old + place, s->new + i, Min(run, place - s->old_begin));
	c->at -= c->before;
	c->len += c->before;
	cost = number_size((uint32) c->len << 1) +
		number_size(zigzag(c->at - (place_behind(w) + run - c->before)) << 1);
	/* Literals that go on behind it need a length again. */
	return c->len > cost + (run > c->before ? 1 : 0);
}

/*
 * Does the old row go on in place within two bytes, for longer than len bytes from
 * here?  A changed integer is often found elsewhere, but its neighbours are here.
 */
static bool
better_soon(const Search *s, const DeltaWriter *w, int i, int run, int len)
{
	for (int k = 1; k <= 2 && i + k < s->new_end; k++)
	{
		Copy c = {0, 0, 0};

		if (find_in_place(s, i + k, 0, place_behind(w) + run + k, &c) && c.len >= len)
			return true;
	}
	return false;
}

/* Is there something to copy for new[i], after run literals? */
static bool
find_copy(Search *s, const DeltaWriter *w, int i, int run, Copy *c)
{
	Copy moved = {0, 0, 0};
	int behind = place_behind(w);
	int instead = place_instead(w);
	bool found = find_in_place(s, i, run, behind + run, c) ||
		(instead != behind && find_in_place(s, i, run, instead + run, c));

	if (found && c->len >= LONG_ENOUGH)
		return true;
	if (!table_helps(s, i))
		return found;
	if (find_moved(s, w, i, run, &moved) && (!found || moved.len > c->len + 4) &&
		!better_soon(s, w, i, run, moved.len - moved.before))
	{
		*c = moved;
		found = true;
		count_success(s);
	}
	else
		count_misses(s, i, 1);
	return found;
}

/* From i on, where something may go on in place next; at most limit if nowhere. */
static inline int
skip_to_equal(const Search *s, int i, int place, int limit)
{
	int k;

	if (place < s->old_begin || place >= s->old_end)
		return limit;
	k = next_equal(s->old + place, s->new + i, limit - i,
				   Min(s->new_end - i, s->old_end - place));
	return Min(i + k, limit);
}

/*
 * The next byte, from i on, that is worth a look; stop if there is none before it.
 * What goes on in place is met where it begins.  If all strings are in the table,
 * every fourth byte is enough for it.
 */
static int
next_look(Search *s, const DeltaWriter *w, int i, int run, int stop)
{
	int behind = place_behind(w) + run - i;
	int instead = place_instead(w) + run - i;
	int step = s->long_row ? 1 : WIDE_STEP;

	while (i < stop)
	{
		bool use_table = table_helps(s, i);
		int limit = stop;
		int found;
		int end;

		if (use_table)
			limit = Min(stop, i + Min(LOOK_AHEAD, s->asks_left));
		else if (s->table_step != 0)
			limit = Min(stop, s->ask_at);
		found = skip_to_equal(s, i, i + behind, limit);
		if (instead != behind)
			found = skip_to_equal(s, i, i + instead, found);

		end = use_table ? Min(found, s->new_end - 3) : i;
		if (i < end)
		{
			int k = i;

			while (k < end && !string_known(s, k))
				k += step;
			count_misses(s, k, k - i);
			if (k < end)
				return k;
		}
		if (found < limit)
			return found;
		i = limit;
	}
	return stop;
}

/* Code new[i, new_end) of the search; returns where the last literal begins. */
static int
code_middle(DeltaWriter *w, Search *s, int i)
{
	int literal = i;
	int old_len = s->old_end - s->old_begin;
	int skip_after = s->long_row ? 0 : WIDE_AFTER;
	int table_after; /* bytes not copied in place at length, then it is made */

	if (old_len < MIN_TABLE)
		table_after = INT_MAX;
	else if (old_len != s->new_end - i)
		table_after = 0;
	else
		table_after = s->long_row ? TABLE_AFTER_LONG : 1;

	while (i < s->new_end && !w->overflow)
	{
		int run = i - literal;
		Copy c = {0, 0, 0};

		if (run >= table_after)
		{
			make_table(s);
			table_after = INT_MAX;
		}
		if (run >= skip_after)
		{
			int stop = s->new_end;

			if (table_after < stop - literal)
				stop = literal + table_after;
			i = next_look(s, w, i, run, stop);
			if (i == stop)
				continue;
			run = i - literal;
		}
		if (find_copy(s, w, i, run, &c))
		{
			put_step(w, s->new + literal, run - c.before, c.at, c.len);
			if (table_after != INT_MAX)
				table_after -= run + (c.len < LONG_ENOUGH ? 2 : 0);
			i += c.len - c.before;
			literal = i;
			continue;
		}
		i++;
	}
	return literal;
}

int
heap_delta_encode(const char *old, int oldlen, const char *new, int newlen,
				  char *out, int room)
{
	DeltaWriter w = {.out = (uint8 *) out, .pos = (uint8 *) out, .limit = (uint8 *) out + Max(room, 0)};
	Search s = {.old = old, .new = new, .gap = FIRST_GAP};
	int prefix = common_prefix(old, new, Min(oldlen, newlen));
	int suffix;
	int literal;

	Assert(oldlen >= 0 && oldlen <= BLCKSZ && newlen >= 0 && newlen <= BLCKSZ);
	if (oldlen == newlen && prefix == newlen)
		return 0;
	suffix = long_suffix(old + oldlen, new + newlen, Min(oldlen, newlen) - prefix);
	if (oldlen != newlen && suffix < SHORT_END)
		suffix = 0;
	if (prefix > 0)
		put_step(&w, new, 0, 0, prefix);
	s.old_begin = prefix;
	s.old_end = oldlen - suffix;
	s.new_end = newlen - suffix;
	s.long_row = s.old_end - s.old_begin > LONG_ROW;
	s.asks_left = s.long_row ? MAX_MISSES : MAX_MISSES_SHORT;
	literal = code_middle(&w, &s, prefix);
	put_end(&w, new + literal, s.new_end - literal, s.old_end, oldlen);
	return w.overflow ? -1 : (int) (w.pos - w.out);
}

/* ------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------
 */

static inline bool
get_number(const uint8 **pos, const uint8 *end, uint32 *n)
{
	const uint8 *p = *pos;

	if (p >= end)
		return false;
	*n = p[0];
	if (*n < ONE_BYTE)
		*pos += 1;
	else if (*n < 255)
	{
		if (end - p < 2)
			return false;
		*n = ONE_BYTE + ((*n - ONE_BYTE) << 8) + p[1];
		*pos += 2;
	}
	else
	{
		if (end - p < 3)
			return false;
		*n = p[1] | (uint32) p[2] << 8;
		*pos += 3;
	}
	return true;
}

/* What is left of the two rows, while they are put together. */
typedef struct DeltaReader
{
	const uint8 *pos;
	const uint8 *end;
	const char *old;
	int oldlen;
	char *out;
	int room;
	int done;
	int64 place;
} DeltaReader;

static bool
take_copy(DeltaReader *r, int64 at, uint32 len)
{
	if (len > (uint32) (r->room - r->done) || at < 0 || at + len > r->oldlen)
		return false;
	memcpy(r->out + r->done, r->old + at, len);
	r->done += len;
	return true;
}

static bool
take_literal(DeltaReader *r, uint32 len)
{
	if (len > (uint32) (r->room - r->done) || len > r->end - r->pos)
		return false;
	memcpy(r->out + r->done, r->pos, len);
	r->pos += len;
	r->done += len;
	return true;
}

/* A copy from elsewhere; n is its instruction. */
static bool
take_moved(DeltaReader *r, uint32 n)
{
	uint32 len = n >> 1;
	uint32 move;
	bool instead;
	int64 at;

	if (!get_number(&r->pos, r->end, &move))
		return false;
	instead = (move & 1) != 0;
	move >>= 1;
	at = r->place + (move & 1 ? -(int64) ((move >> 1) + 1) : (int64) (move >> 1));
	r->place = instead ? r->place + len : at + len;
	return take_copy(r, at, len);
}

int
heap_delta_decode(const char *delta, int len, const char *old, int oldlen,
				  char *new, int room)
{
	DeltaReader r = {.pos = (const uint8 *) delta, .end = (const uint8 *) delta + len, .old = old, .oldlen = oldlen, .out = new, .room = room};
	bool after_copy = false;
	bool with_rest = true;

	while (r.pos < r.end)
	{
		uint32 n;
		bool moved;

		if (!get_number(&r.pos, r.end, &n))
			return -1;
		moved = (n & 1) != 0;
		with_rest = n != 0;
		if (moved ? !take_moved(&r, n) : after_copy ? !take_literal(&r, n >> 1)
													: !take_copy(&r, r.place, n >> 1))
			return -1;
		if (!moved)
			r.place += n >> 1;
		after_copy = moved || !after_copy;
	}
	if (with_rest && r.place < r.oldlen && !take_copy(&r, r.place, (uint32) (r.oldlen - r.place)))
		return -1;
	return r.done;
}

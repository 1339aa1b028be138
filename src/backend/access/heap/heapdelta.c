/*
 * heapdelta.c
 *		A row version as its difference from another.
 *
 * For UPDATE records of the extended WAL format.  Both rows are given without
 * their fixed header: null bitmap, padding and data.
 *
 * Stream.  Instructions alternate, a copy from the old row first; numbers are
 * of seven bits a byte, the lowest first, the high bit set on all but the last.
 *
 *		copy:		2 * length + moved, then if moved: where to, as a difference
 *					from the expected place (zigzag)
 *		literal:	length, then the bytes
 *
 * The expected place is where the last copy ended plus the literals since, that
 * is, a literal is taken to replace as many bytes.  Where the stream ends, the
 * rest of the old row from the expected place on is copied.  So one changed
 * integer in a row costs two or three bytes besides itself: copy, length, and
 * nothing for the rest.  A row that only grows at its end takes a copy and a
 * literal, one that shrinks there a copy and an empty, moved copy.
 *
 * Encoder.  What both have in common at either end is found first.  In the rest,
 * at each byte the expected place is tried (fields of fixed width, values
 * changed in place), then a table of the old row's four-byte strings (fields that
 * moved because one before them changed its length).  The table is made only
 * if literals go on for TABLE_AFTER bytes or lengths differ.  The search takes
 * longer steps the longer it finds nothing, and ends after GIVE_UP bytes
 * without any match, so that rows changed throughout cost little.  It is not
 * guided by attribute boundaries: comparing bytes finds them as fast as
 * deforming both rows would.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/heap/heapdelta.c
 */
#include "postgres.h"

#include "access/heapdelta.h"

#define MIN_IN_PLACE 4 /* shortest copy from the expected place */
#define MIN_MOVED 7 /* and from elsewhere, which costs more */
#define TABLE_BITS 9
#define TABLE_AFTER 32
#define GIVE_UP 160

typedef struct DeltaWriter
{
	uint8 *out;
	uint8 *pos;
	uint8 *limit;
	bool overflow;
	bool after_copy; /* the next instruction is a literal */
	int expected; /* place in the old row */
} DeltaWriter;

/* ------------------------------------------------------------------
 * Writing
 * ------------------------------------------------------------------
 */

static inline void
put_number(DeltaWriter *w, uint32 n)
{
	for (;;)
	{
		if (w->pos >= w->limit)
		{
			w->overflow = true;
			return;
		}
		if (n < 0x80)
		{
			*w->pos++ = (uint8) n;
			return;
		}
		*w->pos++ = (uint8) (n | 0x80);
		n >>= 7;
	}
}

static void
put_copy(DeltaWriter *w, int at, int len)
{
	int move = at - w->expected;

	if (w->after_copy)
		put_number(w, 0); /* an empty literal */
	put_number(w, (uint32) len << 1 | (move != 0));
	if (move != 0)
		put_number(w, move < 0 ? ((uint32) -move << 1) - 1 : (uint32) move << 1);
	w->expected = at + len;
	w->after_copy = true;
}

static void
put_literal(DeltaWriter *w, const char *bytes, int len)
{
	if (len == 0)
		return;
	if (!w->after_copy)
		put_number(w, 0); /* an empty copy */
	put_number(w, (uint32) len);
	if (w->overflow || len > w->limit - w->pos)
	{
		w->overflow = true;
		return;
	}
	memcpy(w->pos, bytes, len);
	w->pos += len;
	w->expected += len;
	w->after_copy = false;
}

/* ------------------------------------------------------------------
 * Matching
 * ------------------------------------------------------------------
 */

/* Bytes that a and b have in common at their beginning, at most limit. */
static inline int
common_prefix(const char *a, const char *b, int limit)
{
	int n = 0;

	while (n + 8 <= limit)
	{
		uint64 x,
			y;

		memcpy(&x, a + n, 8);
		memcpy(&y, b + n, 8);
		if (x != y)
			return n + (__builtin_ctzll(x ^ y) >> 3);
		n += 8;
	}
	while (n < limit && a[n] == b[n])
		n++;
	return n;
}

/* The same before a_end and b_end. */
static inline int
common_suffix(const char *a_end, const char *b_end, int limit)
{
	int n = 0;

	while (n < limit && a_end[-n - 1] == b_end[-n - 1])
		n++;
	return n;
}

/* The part between what is common at the ends, and the state of the search. */
typedef struct Search
{
	const char *old;
	const char *new;
	int old_begin,
		old_end,
		new_end;
	bool have_table;
	uint16 table[1 << TABLE_BITS]; /* place + 1 in old; 0: none */
} Search;

static inline uint32
string_slot(const char *p)
{
	uint32 s;

	memcpy(&s, p, sizeof(s));
	return (s * 0x9E3779B1u) >> (32 - TABLE_BITS);
}

/*
 * Enter the old row's strings, from the end, so that the first of equal ones
 * stays.  In long rows every fourth: a match of MIN_MOVED is found all the same.
 */
static void
make_table(Search *s)
{
	int step = s->old_end - s->old_begin > 512 ? 4 : 1;

	memset(s->table, 0, sizeof(s->table));
	for (int i = s->old_end - 4; i >= s->old_begin; i -= step)
		s->table[string_slot(s->old + i)] = (uint16) (i + 1);
	s->have_table = true;
}

/*
 * Is there something to copy for new[i]?  *at and *len say what; it may begin up
 * to back bytes before i, by *before.
 */
static bool
find_copy(Search *s, int i, int expected, int back, int *at, int *len, int *before)
{
	int limit = s->new_end - i;
	int place;

	*before = 0;
	if (expected >= s->old_begin && expected < s->old_end)
	{
		*at = expected;
		*len = common_prefix(s->old + expected, s->new + i,
							 Min(limit, s->old_end - expected));
		if (*len >= MIN_IN_PLACE || (*len == limit && *len > 1))
			return true;
	}
	if (!s->have_table || limit < 4)
		return false;
	place = (int) s->table[string_slot(s->new + i)] - 1;
	if (place < 0)
		return false;
	*at = place;
	*len = common_prefix(s->old + place, s->new + i, Min(limit, s->old_end - place));
	if (*len < 4)
		return false;
	*before = common_suffix(s->old + place, s->new + i, Min(back, place - s->old_begin));
	*at -= *before;
	*len += *before;
	return *len >= MIN_MOVED;
}

/* Code new[i, new_end) of the search; returns where the last literal begins. */
static int
code_middle(DeltaWriter *w, Search *s, int i)
{
	int literal = i;
	bool any = false;
	bool lengths_differ = s->old_end - s->old_begin != s->new_end - i;

	while (i < s->new_end && !w->overflow)
	{
		int run = i - literal;
		int at,
			len,
			before;

		if (!s->have_table && s->old_end - s->old_begin >= MIN_MOVED &&
			(run >= TABLE_AFTER || lengths_differ))
			make_table(s);
		if (find_copy(s, i, w->expected + run, run, &at, &len, &before))
		{
			put_literal(w, s->new + literal, run - before);
			put_copy(w, at, len);
			i += len - before;
			literal = i;
			any = true;
			continue;
		}
		if (!any && run >= GIVE_UP)
			break;
		i += 1 + (run >> 6);
	}
	return literal;
}

int
heap_delta_encode(const char *old, int oldlen, const char *new, int newlen,
				  char *out, int room)
{
	DeltaWriter w = {.out = (uint8 *) out, .pos = (uint8 *) out, .limit = (uint8 *) out + Max(room, 0)};
	int prefix = common_prefix(old, new, Min(oldlen, newlen));
	int suffix = common_suffix(old + oldlen, new + newlen, Min(oldlen, newlen) - prefix);
	Search s;
	int literal;

	Assert(oldlen >= 0 && oldlen < UINT16_MAX && newlen >= 0);
	if (oldlen == newlen && prefix == newlen)
		return 0;
	if (prefix > 0)
		put_copy(&w, 0, prefix);
	s.old = old;
	s.new = new;
	s.old_begin = prefix;
	s.old_end = oldlen - suffix;
	s.new_end = newlen - suffix;
	s.have_table = false;
	literal = code_middle(&w, &s, prefix);
	put_literal(&w, new + literal, s.new_end - literal);

	/* The rest comes by itself if it is expected there. */
	if (suffix > 0 ? w.expected != s.old_end : w.expected < oldlen)
		put_copy(&w, s.old_end, suffix);
	return w.overflow ? -1 : (int) (w.pos - w.out);
}

/* ------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------
 */

static inline bool
get_number(const uint8 **pos, const uint8 *end, uint32 *n)
{
	*n = 0;
	for (int shift = 0; shift < 28; shift += 7)
	{
		uint8 byte;

		if (*pos >= end)
			return false;
		byte = *(*pos)++;
		*n |= (uint32) (byte & 0x7F) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
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
	int64 expected;
} DeltaReader;

static bool
take_copy(DeltaReader *r, uint32 len)
{
	if (len > (uint32) (r->room - r->done) || r->expected < 0 ||
		r->expected + len > r->oldlen)
		return false;
	memcpy(r->out + r->done, r->old + r->expected, len);
	r->done += len;
	r->expected += len;
	return true;
}

/* One copy and the literal behind it, unless the stream ends between. */
static bool
take_pair(DeltaReader *r)
{
	uint32 n;
	uint32 move;

	if (!get_number(&r->pos, r->end, &n))
		return false;
	if (n & 1)
	{
		if (!get_number(&r->pos, r->end, &move))
			return false;
		r->expected += move & 1 ? -(int64) ((move >> 1) + 1) : (int64) (move >> 1);
	}
	if ((n >> 1) > 0 && !take_copy(r, n >> 1))
		return false;
	if (r->pos == r->end)
		return true;

	if (!get_number(&r->pos, r->end, &n) || n > (uint32) (r->room - r->done) ||
		n > r->end - r->pos)
		return false;
	memcpy(r->out + r->done, r->pos, n);
	r->pos += n;
	r->done += n;
	r->expected += n;
	return true;
}

int
heap_delta_decode(const char *delta, int len, const char *old, int oldlen,
				  char *new, int room)
{
	DeltaReader r = {.pos = (const uint8 *) delta, .end = (const uint8 *) delta + len, .old = old, .oldlen = oldlen, .out = new, .room = room};

	while (r.pos < r.end)
		if (!take_pair(&r))
			return -1;
	if (r.expected < r.oldlen && !take_copy(&r, (uint32) (r.oldlen - r.expected)))
		return -1;
	return r.done;
}

/*
 * pg_lzcompress.c
 *		pglz: an encoder and a decoder for PostgreSQL's LZ format.
 *
 * Format.  A control byte, then up to eight items; its bits, the lowest first,
 * say what each item is.  0: a literal byte.  1: a match of two or three bytes,
 *
 *		ooooLLLL oooooooo [eeeeeeee]	distance o 1..4095; length L + 3,
 *										or 18 + e if L is 15 (3..273)
 *
 * Nothing else is in the stream: sizes come from outside.
 *
 * Encoder.  Positions are entered in two hash tables, by four bytes (with a
 * chain of earlier positions of the same hash) and by three (the last one
 * only).  A match is given up for one that starts a byte later if that saves
 * bits (lazy evaluation).  The longer a run of literals, the wider are the steps
 * from one look to the next, and only the positions looked at are entered; a match
 * is extended to where it begins.  Where input does not compress, the search also
 * becomes shallow, so that random bytes cost little.  The tables hold the lower 16
 * bits of positions, to stay small; what an entry leads to is compared, so a wrong
 * one costs time only.  They outlive a call:
 * positions count on from call to call, and an entry from before the present
 * call is out of reach.  Only when the count would wrap are they cleared, so that
 * the result never depends on what was compressed before.
 *
 * Decoder.  While both buffers have room for any group it copies in steps of 8 or
 * 16 bytes, which may run beyond the item but not beyond the buffers, and looks at
 * runs of literals at once; near an end it goes item by item.  Every distance and
 * length is checked.
 *
 * Not the same bytes as stock's encoder makes, but the same format.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/pg_lzcompress.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/pg_lzcompress.h"

#define MIN_MATCH 3
#define MAX_MATCH 273 /* 18 + 255 */
#define MAX_DISTANCE 4095
#define SHORT_MATCH 17 /* longest with a two-byte tag */
#define WINDOW 4096
#define HASH4_BITS 14
#define HASH3_BITS 13
#define CHAIN_DEPTH 3 /* candidates looked at */
#define LAZY_DEPTH 1 /* and when a match is known already */
#define SPARSE_AFTER 16 /* literals in a row that are all entered */
#define STEP_SHIFT 4 /* steps grow by one per 16 literals */
#define SHALLOW_STEP_SHIFT 3
#define NICE_MATCH 32 /* long enough to stop looking */
#define PROBE_EVERY 512 /* bytes between looks at the ratio */
#define LONG_RUN 64 /* only the ends of longer matches are entered */

static const PGLZ_Strategy default_strategy = {32, INT_MAX, 25, 1024, 128, 10};
static const PGLZ_Strategy always_strategy = {0, INT_MAX, 0, INT_MAX, 128, 6};
const PGLZ_Strategy *const PGLZ_strategy_default = &default_strategy;
const PGLZ_Strategy *const PGLZ_strategy_always = &always_strategy;

/* Positions, counted from the last clearing; see above. */
static uint16 head4[1 << HASH4_BITS];
static uint16 head3[1 << HASH3_BITS];
static uint16 chain[WINDOW];
static uint32 next_base = 0;

typedef struct Encoder
{
	const uint8 *start;
	const uint8 *end;
	const uint8 *limit; /* four bytes can be read below here */
	const uint8 *entered; /* positions before it are in the tables */
	const uint8 *anchor; /* first byte not written yet */
	uint32 base; /* position of start */
	uint8 *out;
	uint8 *out_start;
	uint8 *out_end; /* result must end before it */
	uint8 *out_room; /* bytes may be written below it */
	uint8 *control; /* byte of the open group */
	uint32 control_bits;
	int nitems; /* in the open group */
	bool shallow; /* the input does not compress here */
} Encoder;

typedef struct Match
{
	int length; /* 0: none */
	int distance;
} Match;

static inline uint32
load32(const uint8 *p)
{
	uint32 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64
load64(const uint8 *p)
{
	uint64 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32
hash4(uint32 v)
{
	return (v * 2654435761u) >> (32 - HASH4_BITS);
}

/* of the three lower bytes */
static inline uint32
hash3(uint32 v)
{
	return ((v << 8) * 506832829u) >> (32 - HASH3_BITS);
}

/* Length of what a and the later b have in common, up to end. */
static inline int
common_length(const uint8 *a, const uint8 *b, const uint8 *end)
{
	const uint8 *from = b;

	for (; end - b >= 8; a += 8, b += 8)
	{
		uint64 diff = load64(a) ^ load64(b);

		if (diff)
			return (int) (b - from) + (__builtin_ctzll(diff) >> 3);
	}
	while (b < end && *a == *b)
	{
		a++;
		b++;
	}
	return (int) (b - from);
}

/* ---- writing items ---- */

static inline void
open_item(Encoder *e)
{
	if (e->nitems < 8)
		return;
	*e->control = (uint8) e->control_bits;
	e->control = e->out++;
	e->control_bits = 0;
	e->nitems = 0;
}

/* The bytes from anchor up to p as literals. */
static inline void
put_literals(Encoder *e, const uint8 *p)
{
	const uint8 *s = e->anchor;

	while (s < p)
	{
		int n;

		open_item(e);
		n = Min(8 - e->nitems, (int) (p - s));
		if (e->end - s >= 8 && e->out_room - e->out >= 8)
			memcpy(e->out, s, 8);
		else
			memcpy(e->out, s, n);
		e->out += n;
		e->nitems += n;
		s += n;
	}
}

static inline void
put_tag(Encoder *e, int distance, int length)
{
	uint8 high = (uint8) ((distance >> 4) & 0xF0);

	open_item(e);
	e->control_bits |= 1u << e->nitems++;
	e->out[1] = (uint8) distance;
	if (length <= SHORT_MATCH)
	{
		e->out[0] = (uint8) (high | (length - MIN_MATCH));
		e->out += 2;
		return;
	}
	e->out[0] = high | 15;
	e->out[2] = (uint8) (length - SHORT_MATCH - 1);
	e->out += 3;
}

/* A match of any length; what is left of a long one is never below 3. */
static inline void
put_match(Encoder *e, Match m)
{
	while (m.length > MAX_MATCH)
	{
		int n = m.length - MAX_MATCH < MIN_MATCH ? m.length - MIN_MATCH : MAX_MATCH;

		put_tag(e, m.distance, n);
		m.length -= n;
	}
	put_tag(e, m.distance, m.length);
}

/* Most bytes that literals up to p, and then a match, can take. */
static inline Size
worst_case(const Encoder *e, const uint8 *p, int match_length)
{
	Size literals = p - e->anchor;

	return literals + literals / 8 + 2 + (match_length / MAX_MATCH + 1) * 4;
}

/* ---- finding matches ---- */

static inline void
enter_one(Encoder *e, const uint8 *p)
{
	uint32 v = load32(p);
	uint32 pos = e->base + (uint32) (p - e->start);
	uint16 *slot = &head4[hash4(v)];

	chain[pos % WINDOW] = *slot;
	*slot = (uint16) pos;
	head3[hash3(v)] = (uint16) pos;
}

/* Enter all positions before p. */
static inline void
enter_up_to(Encoder *e, const uint8 *p)
{
	while (e->entered < p && e->entered < e->limit)
		enter_one(e, e->entered++);
	e->entered = Max(e->entered, p);
}

/* How far back a match may begin at p. */
static inline int
reach(const Encoder *e, const uint8 *p)
{
	return p - e->start > MAX_DISTANCE ? MAX_DISTANCE : (int) (p - e->start);
}

/*
 * The longest match among depth candidates that has four bytes or more and is
 * longer than least; length 0 if there is none.
 */
static inline Match
find_long(const Encoder *e, const uint8 *p, int depth, int least)
{
	Match best = {0, 0};
	uint32 v = load32(p);
	uint32 pos = e->base + (uint32) (p - e->start);
	int farthest = reach(e, p);
	int distance = (uint16) (pos - head4[hash4(v)]);
	int nearer = 0;
	int tail = Max(least - 3, 0); /* four bytes that must agree too */

	if (e->end - p < tail + 4)
		return best;
	while (distance > nearer && distance <= farthest && depth-- > 0)
	{
		const uint8 *q = p - distance;

		if (load32(q + tail) == load32(p + tail) && load32(q) == v)
		{
			int length = 4 + common_length(q + 4, p + 4, e->end);

			if (length > least)
			{
				best.length = least = length;
				best.distance = distance;
				tail = length - 3;
				if (length >= NICE_MATCH || e->end - p < tail + 4)
					break;
			}
		}
		nearer = distance;
		distance = (uint16) (pos - chain[(pos - distance) % WINDOW]);
	}
	return best;
}

static inline Match
find_match(const Encoder *e, const uint8 *p)
{
	Match best = find_long(e, p, e->shallow ? 1 : CHAIN_DEPTH, 3);

	if (best.length == 0 && !e->shallow)
	{
		uint32 v = load32(p);
		uint32 pos = e->base + (uint32) (p - e->start);
		int distance = (uint16) (pos - head3[hash3(v)]);

		if (distance > 0 && distance <= reach(e, p) &&
			((load32(p - distance) ^ v) & 0xFFFFFF) == 0)
		{
			best.length = 3;
			best.distance = distance;
		}
	}
	return best;
}

/* Bits that a match saves over literals of nine bits each. */
static inline int
saved_bits(int length)
{
	return length * 9 - (length > SHORT_MATCH ? 25 : 17);
}

/* Steps may have passed over the beginning of what matches. */
static inline const uint8 *
begin_earlier(const Encoder *e, const uint8 *p, Match *m)
{
	const uint8 *q = p - m->distance;

	while (p > e->anchor && q > e->start && p[-1] == q[-1])
	{
		p--;
		q--;
		m->length++;
	}
	return p;
}

/* Move on to matches that start later as long as they are better. */
static inline const uint8 *
improve_match(Encoder *e, const uint8 *p, Match *m)
{
	while (!e->shallow && p + 1 < e->limit && m->length < NICE_MATCH)
	{
		Match later;

		enter_up_to(e, p + 1);
		later = find_long(e, p + 1, LAZY_DEPTH, m->length);
		if (later.length == 0 || saved_bits(later.length) <= saved_bits(m->length))
			break;
		p++;
		*m = later;
	}
	return p;
}

/* Does the output so far run at more than 15/16 of the input? */
static inline void
judge_ratio(Encoder *e, const uint8 *p)
{
	Size in = p - e->start;
	Size out = (e->out - e->out_start) + (p - e->anchor) * 9 / 8;

	e->shallow = out * 16 > in * 15;
}

/*
 * Compress all of the input; false if the result would reach out_end, or if
 * nothing matched within first_success bytes of output.
 */
static bool
encode(Encoder *e, int32 first_success)
{
	const uint8 *p = e->start;
	const uint8 *probe = e->start + PROBE_EVERY;
	uint32 misses = 0;
	bool matched = false;

	while (p < e->limit)
	{
		Match m;
		bool sparse;

		if (p >= probe)
		{
			judge_ratio(e, p);
			probe = p + PROBE_EVERY;
			if (!matched && (p - e->anchor) + (p - e->anchor) / 8 >= first_success)
				return false;
		}
		sparse = e->shallow || misses > SPARSE_AFTER;
		if (sparse)
			e->entered = Max(e->entered, p);
		else
			enter_up_to(e, p);
		m = find_match(e, p);
		if (sparse && e->entered == p)
			enter_one(e, e->entered++);
		if (m.length == 0)
		{
			p += 1 + (misses++ >> (e->shallow ? SHALLOW_STEP_SHIFT : STEP_SHIFT));
			continue;
		}
		misses = 0;
		matched = true;
		p = begin_earlier(e, p, &m);
		p = improve_match(e, p, &m);
		if (worst_case(e, p, m.length) >= (Size) (e->out_end - e->out))
			return false;
		put_literals(e, p);
		put_match(e, m);
		if (m.length > LONG_RUN)
		{
			enter_up_to(e, p + 8);
			e->entered = p + m.length - 8;
		}
		p += m.length;
		e->anchor = p;
	}
	if (worst_case(e, e->end, 0) - 4 >= (Size) (e->out_end - e->out))
	{
		/* near the limit: count exactly */
		Size n = e->end - e->anchor;
		Size groups = n > (Size) (8 - e->nitems) ? (n - (8 - e->nitems) + 7) / 8 : 0;

		if (n + groups >= (Size) (e->out_end - e->out))
			return false;
	}
	if (!matched && e->end - e->start >= first_success)
		return false;
	put_literals(e, e->end);
	*e->control = (uint8) e->control_bits;
	return true;
}

/* Result must be shorter than this. */
static int32
result_limit(int32 slen, const PGLZ_Strategy *strategy)
{
	int need_rate = strategy->min_comp_rate;

	need_rate = Max(0, Min(need_rate, 99));
	if (slen > INT_MAX / 100)
		return (slen / 100) * (100 - need_rate);
	return slen * (100 - need_rate) / 100;
}

int32
pglz_compress(const char *source, int32 slen, char *dest,
			  const PGLZ_Strategy *strategy)
{
	Encoder e;
	int32 limit;

	if (strategy == NULL)
		strategy = PGLZ_strategy_default;
	if (strategy->match_size_good <= 0 || slen <= 0 ||
		slen < strategy->min_input_size || slen > strategy->max_input_size)
		return -1;
	limit = result_limit(slen, strategy);
	if (limit <= 1)
		return -1;
	if (next_base + (uint32) slen > PG_UINT16_MAX)
	{
		memset(head4, 0, sizeof(head4));
		memset(head3, 0, sizeof(head3));
		memset(chain, 0, sizeof(chain));
		next_base = 0;
	}
	e.start = e.entered = e.anchor = (const uint8 *) source;
	e.end = e.start + slen;
	e.limit = slen >= 4 ? e.end - 3 : e.start;
	e.base = next_base;
	e.out_start = (uint8 *) dest;
	e.out_end = e.out_start + limit;
	e.out_room = e.out_start + PGLZ_MAX_OUTPUT(slen);
	e.control = e.out_start;
	e.out = e.out_start + 1;
	e.control_bits = 0;
	e.nitems = 0;
	e.shallow = false;
	next_base = Min(next_base + (uint32) slen, PG_UINT16_MAX);
	if (!encode(&e, strategy->first_success_by))
		return -1;
	return (int32) (e.out - e.out_start);
}

/* ---- decoder ---- */

/*
 * Room for all that a group without long matches can make, and for what the
 * wide copies write beyond it; and for what a group can take in.
 */
#define GROUP_ROOM (8 * SHORT_MATCH + 32)
#define GROUP_INPUT (1 + 8 * 3 + 8)

typedef struct Decoder
{
	const uint8 *in;
	const uint8 *in_end;
	uint8 *out;
	uint8 *out_start;
	uint8 *out_end;
} Decoder;

/* A distance below 16; there is room for length + 16 bytes. */
static inline void
copy_pattern(uint8 *to, int distance, int length)
{
	const uint8 *from = to - distance;
	uint8 *end = to + length;

	if (distance == 1)
	{
		memset(to, *from, length);
		return;
	}
	if (distance < 8)
	{
		/* write the pattern once, then copy from a multiple of it */
		for (int i = 0; i < 8; i++)
			to[i] = from[i];
		to += 8;
		from = to - distance * ((7 + distance) / distance);
	}
	for (; to < end; to += 8, from += 8)
		memcpy(to, from, 8);
}

/*
 * At most 17 bytes from at least 16 bytes, or from the length, back.  No load is wider than it
 * must be: one that spans bytes of several recent stores has to wait for them.
 */
static inline void
copy_short(uint8 *to, int distance, int length)
{
	memcpy(to, to - distance, 8);
	if (length > 8)
	{
		memcpy(to + 8, to + 8 - distance, 8);
		if (length > 16)
			to[16] = to[16 - distance];
	}
}

/* Any distance and length; writes at most 32 bytes, or 15 beyond the length. */
static inline void
copy_fast(uint8 *to, int distance, int length)
{
	const uint8 *from = to - distance;
	uint8 *end = to + length;

	if (distance < 16)
	{
		copy_pattern(to, distance, length);
		return;
	}
	memcpy(to, from, 16);
	memcpy(to + 16, from + 16, 16);
	for (to += 32, from += 32; to < end; to += 16, from += 16)
		memcpy(to, from, 16);
}

/* The same near the end of the output, where it is cut. */
static inline uint8 *
copy_checked(uint8 *out, const uint8 *out_end, int distance, int length)
{
	int n = Min(length, (int) (out_end - out));

	if (out_end - out >= length + 32)
	{
		copy_fast(out, distance, length);
		return out + length;
	}
	for (; n > 0; n--, out++)
		*out = *(out - distance);
	return out;
}

/*
 * Decode groups while both buffers have room for any; false if a distance is
 * wrong.  *rest: items left of the last group, below a one (1: none).
 */
static bool
decode_roomy(Decoder *d, uint32 *rest)
{
	const uint8 *in = d->in;
	const uint8 *const in_end = d->in_end;
	uint8 *out = d->out;
	uint8 *const out_start = d->out_start;
	uint8 *const out_end = d->out_end;
	uint32 bits = 1;

	while (in_end - in >= GROUP_INPUT && out_end - out >= GROUP_ROOM)
	{
		bits = *in++ | 0x100;
		for (;;)
		{
			uint32 tag;
			uint32 distance;
			int length;

			/* Two matches in a row must not wait for a count of literals. */
			if (!(bits & 1))
			{
				int n = __builtin_ctz(bits);

				memcpy(out, in, 8);
				out += n;
				in += n;
				bits >>= n;
			}
			if (bits == 1)
				break;
			bits >>= 1;
			tag = in[0];
			distance = (tag & 0xF0) << 4 | in[1];
			length = (tag & 0x0F) + MIN_MATCH;
			in += 2;
			if (unlikely(distance - 1 >= (size_t) (out - out_start)))
				return false;
			if (length <= SHORT_MATCH)
			{
				if (likely((int) distance >= length || distance >= 16))
					copy_short(out, distance, length);
				else
					copy_pattern(out, distance, length);
				out += length;
				continue;
			}
			length += *in++;
			if (unlikely(out_end - out < length + GROUP_ROOM))
			{
				/* The caller goes on in the middle of the group. */
				out = copy_checked(out, out_end, distance, length);
				goto done;
			}
			copy_fast(out, distance, length);
			out += length;
		}
	}
done:
	d->in = in;
	d->out = out;
	*rest = bits;
	return true;
}

/* One item, with every bound checked. */
static inline bool
decode_item(Decoder *d, bool is_match)
{
	int length;
	int distance;

	if (!is_match)
	{
		*d->out++ = *d->in++;
		return true;
	}
	if (d->in_end - d->in < 2)
		return false;
	length = (d->in[0] & 0x0F) + MIN_MATCH;
	distance = ((d->in[0] & 0xF0) << 4) | d->in[1];
	d->in += 2;
	if (length == SHORT_MATCH + 1)
	{
		if (d->in >= d->in_end)
			return false;
		length += *d->in++;
	}
	if (distance == 0 || distance > d->out - d->out_start)
		return false;
	d->out = copy_checked(d->out, d->out_end, distance, length);
	return true;
}

int32
pglz_decompress(const char *source, int32 slen, char *dest, int32 rawsize,
				bool check_complete)
{
	Decoder d = {(const uint8 *) source, (const uint8 *) source + slen,
				 (uint8 *) dest, (uint8 *) dest, (uint8 *) dest + rawsize};
	uint32 bits = 1; /* of the group in progress, below a one */

	if (!decode_roomy(&d, &bits))
		return -1;
	while (d.in < d.in_end && d.out < d.out_end)
	{
		if (bits == 1)
		{
			bits = *d.in++ | 0x100;
			continue;
		}
		if (!decode_item(&d, bits & 1))
			return -1;
		bits >>= 1;
	}
	if (check_complete && (d.out != d.out_end || d.in != d.in_end))
		return -1;
	return (int32) (d.out - d.out_start);
}

int32
pglz_maximum_compressed_size(int32 rawsize, int32 total_compressed_size)
{
	/* nine bits for each byte, and a tag that may begin before the end */
	int64 need = ((int64) rawsize * 9 + 7) / 8 + 2;

	return (int32) Min(need, total_compressed_size);
}

/*
 * wal_image_lz4.c
 *		An LZ4 encoder for pages of rows.
 *
 * Rows of a table are alike at one distance, the width of a row, and differ in a
 * few bytes each.  LZ4's search hashes anew after each of them.  This encoder, once a
 * match was found, goes on at its distance: the bytes that agree with those at
 * that distance become a stream of bits, 64 at a time, and each run of four or more is
 * a match as it stands.  Where the runs end it searches by a hash as others
 * do.  Pages with rows of one width take about half the time so; on others it is
 * no faster and may be larger, so xloginsert.c tries both encoders now and then.
 *
 * The result is a block of the LZ4 format, which any LZ4 decoder reads
 * (LZ4 Block Format Description, github.com/lz4/lz4, doc/lz4_Block_format.md):
 * sequences of a token (two lengths of four bits each), literals and the distance of a
 * match, where lengths of 15 and above go on in bytes of 255.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/wal_image_lz4.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/wal_image.h"
#include "common/wal_image_lz4.h"

/* Facts of the format. */
#define MIN_MATCH 4
#define LONG_LENGTH 15 /* in a token: more bytes of the length follow */
#define LAST_LITERALS 5 /* no match reaches into the last bytes */
#define MATCH_MARGIN 12 /* none begins in these */

/* What is our choice. */
#define HASH_BITS 13
#define SKIP_SHIFT 6 /* misses until the search's step grows by one */
#define WINDOW 64 /* bytes that are compared at once */
#define MAX_APART 4 /* most literals between two runs at one distance */
#define LEAST_SHARE 2 /* of the input that rows have to be: a half */
#define COPY_SIZE 8 /* literals are copied in pieces of that size */
/* Room for the sequences of a window: each takes 4 bytes or more and gives 8 at most. */
#define WINDOW_ROOM (WINDOW * 2 + COPY_SIZE)

/*
 * Where strings of four bytes were seen, as base + place.  Places in earlier inputs are
 * below base, so that the table need not be cleared for each.
 */
static uint16 table[1 << HASH_BITS];
static uint32 base = 0;

/* Bounds of the input, and what was written. */
typedef struct Lz4Encoder
{
	const uint8 *start;
	const uint8 *last_start; /* of a match */
	const uint8 *match_end; /* a match ends there at the latest */
	const uint8 *pending; /* from here on nothing is written yet */
	uint8 *out;
	uint8 *out_end;
	int followed; /* bytes that follow_distance() wrote */
} Lz4Encoder;

static inline uint32
load4(const uint8 *p)
{
	uint32 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32
hash4(const uint8 *p)
{
	return (load4(p) * 2654435761u) >> (32 - HASH_BITS);
}

#ifndef __SSE2__
/* The same for eight. */
static inline uint32
equal8(const uint8 *a, const uint8 *b)
{
	const uint64 low_bits = UINT64CONST(0x7F7F7F7F7F7F7F7F);
	uint64 x;
	uint64 y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	x ^= y;
	/* The highest bit of each byte that is zero, and these bits side by side. */
	x = ~(((x & low_bits) + low_bits) | x | low_bits) >> 7;
	return (uint32) (x * UINT64CONST(0x0102040810204080) >> 56);
}
#endif

/* A bit for each of 16 bytes that a and b have in common, the first one lowest. */
static inline uint32
equal16(const uint8 *a, const uint8 *b)
{
#ifdef __SSE2__
	__m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) a),
								   _mm_loadu_si128((const __m128i *) b));

	return (uint32) _mm_movemask_epi8(equal);
#else
	return equal8(a, b) | equal8(a + 8, b + 8) << 8;
#endif
}

static inline uint64
equal_window(const uint8 *a, const uint8 *b)
{
	return equal16(a, b) | (uint64) equal16(a + 16, b + 16) << 16 |
		(uint64) equal16(a + 32, b + 32) << 32 | (uint64) equal16(a + 48, b + 48) << 48;
}

/* Bytes from p on, below end, that are as those from match on. */
static inline int
common_length(const uint8 *p, const uint8 *match, const uint8 *end)
{
	const uint8 *from = p;

	for (; end - p >= 16; p += 16, match += 16)
	{
		uint32 equal = equal16(p, match);

		if (equal != 0xFFFF)
			return (int) (p - from) + __builtin_ctz(~equal);
	}
	while (p < end && *p == *match)
		p++, match++;
	return (int) (p - from);
}

/* What a token's 15 leaves of a length. */
static inline uint8 *
put_length(uint8 *out, int rest)
{
	for (; rest >= 255; rest -= 255)
		*out++ = 255;
	*out++ = (uint8) rest;
	return out;
}

/* Bytes that put_sequence writes at most, or touches. */
static inline int
sequence_bound(int literals, int n)
{
	return 1 + literals + literals / 255 + 1 + 2 + n / 255 + 1 + COPY_SIZE;
}

/*
 * Write what is pending before p as literals, and a match of n bytes from p on.  There is
 * room, and p is at most last_start: what is read beyond the literals is input, too.
 */
static inline void
put_sequence(Lz4Encoder *enc, const uint8 *p, int distance, int n)
{
	int literals = (int) (p - enc->pending);
	int beyond = n - MIN_MATCH;
	uint16 d = (uint16) distance;
	uint8 *out = enc->out + 1;

	if (literals >= LONG_LENGTH)
		out = put_length(out, literals - LONG_LENGTH);
	memcpy(out, enc->pending, COPY_SIZE);
	for (int i = COPY_SIZE; i < literals; i += COPY_SIZE)
		memcpy(out + i, enc->pending + i, COPY_SIZE);
	out += literals;
	memcpy(out, &d, sizeof(d));
	out += sizeof(d);
	*enc->out = (uint8) (Min(literals, LONG_LENGTH) << 4 | Min(beyond, LONG_LENGTH));
	if (beyond >= LONG_LENGTH)
		out = put_length(out, beyond - LONG_LENGTH);
	enc->out = out;
	enc->pending = p + n;
}

/* The same with few literals, as between runs. */
static inline void
put_run(Lz4Encoder *enc, const uint8 *p, int distance, int n)
{
	int literals = (int) (p - enc->pending);
	int beyond = n - MIN_MATCH;
	uint16 d = (uint16) distance;
	uint8 *out = enc->out;

	memcpy(out + 1, enc->pending, COPY_SIZE);
	memcpy(out + 1 + literals, &d, sizeof(d));
	enc->out = out + 1 + literals + sizeof(d);
	enc->pending = p + n;
	*out = (uint8) (literals << 4 | Min(beyond, LONG_LENGTH));
	if (beyond >= LONG_LENGTH)
		enc->out = put_length(enc->out, beyond - LONG_LENGTH);
}

/*
 * Of a window's equal bytes and the next one's, the places where runs of four or more
 * begin and where they end, in turn.  *reach carries the first bytes of the window that
 * a run covers which began before; inside says that one covers the byte before it.
 */
static inline uint64
run_edges(uint64 equal, uint64 next, uint64 *reach, bool inside)
{
	uint64 two = equal & (equal >> 1 | next << 63);
	uint64 four = two & (two >> 2 | (next & next >> 1) << 62); /* begin here */
	uint64 covered = four | four << 1;

	covered |= covered << 2 | *reach;
	*reach = four >> 63 | four >> 62 | four >> 61;
	return covered ^ (covered << 1 | (uint64) inside);
}

/*
 * Write the runs at one distance from enc->pending on, as far as there are no more than
 * MAX_APART bytes between two, and leave enc->pending behind the last one.
 */
static pg_noinline void
follow_distance(Lz4Encoder *encoder, int distance)
{
	Lz4Encoder enc = *encoder; /* a copy may live in registers */
	const uint8 *p = enc.pending;
	const uint8 *run = p;
	uint64 equal = equal_window(p, p - distance);
	uint64 reach = 0;
	bool inside = false; /* a run goes on that began at run */

	for (;;)
	{
		bool more = enc.last_start - p >= 2 * WINDOW;
		uint64 next = more ? equal_window(p + WINDOW, p + WINDOW - distance) : 0;
		uint64 edges = run_edges(equal, next, &reach, inside);

		if (enc.out_end - enc.out < WINDOW_ROOM)
			break;
		if (inside && edges != 0)
		{
			put_run(&enc, run, distance, (int) (p + __builtin_ctzll(edges) - run));
			edges &= edges - 1;
			inside = false;
		}
		while (edges != 0)
		{
			run = p + __builtin_ctzll(edges);
			edges &= edges - 1;
			if (run - enc.pending > MAX_APART)
				goto done;
			inside = edges == 0;
			if (inside)
				break;
			put_run(&enc, run, distance, (int) (p + __builtin_ctzll(edges) - run));
			edges &= edges - 1;
		}
		if (inside && (run < p || !more))
		{
			/* A long one, or the last: windows begin anew behind it. */
			int n = (int) (p + WINDOW - run);

			n += common_length(run + n, run + n - distance, enc.match_end);
			if (enc.out_end - enc.out < sequence_bound(MAX_APART, n))
				break;
			put_run(&enc, run, distance, n);
			p = enc.pending;
			if (enc.last_start - p < WINDOW)
				break;
			equal = equal_window(p, p - distance);
			reach = 0;
			inside = false;
			continue;
		}
		if (!more || (!inside && p + WINDOW - enc.pending > MAX_APART))
			break;
		p += WINDOW;
		equal = next;
	}
done:
	enc.followed += (int) (enc.pending - encoder->pending);
	*encoder = enc;
}

/* Is there a run at the distance that begins within MAX_APART bytes from p on? */
static inline bool
goes_on(const Lz4Encoder *enc, const uint8 *p, int distance)
{
	uint32 equal;

	if (enc->last_start - p < WINDOW)
		return false;
	equal = equal16(p, p - distance);
	equal &= equal >> 1;
	equal &= equal >> 2;
	return (equal & ((1 << (MAX_APART + 1)) - 1)) != 0;
}

/*
 * Search from p on for a string of four bytes that the table knows.  Returns where it
 * stands, and *match where it stood before; NULL at the end of the input.
 */
static inline const uint8 *
find_match(const Lz4Encoder *enc, const uint8 *p, const uint8 **match)
{
	const uint8 *start = enc->start;
	const uint8 *last_start = enc->last_start;
	uint32 first = base;
	uint32 steps = 1 << SKIP_SHIFT;
	uint32 hash = hash4(p);

	for (;;)
	{
		const uint8 *next = p + (steps++ >> SKIP_SHIFT);
		uint32 place = table[hash];

		/* Instead of a string of an earlier input the first one of this is compared. */
		place = (place - first) & -(uint32) (place > first);
		table[hash] = (uint16) (first + (p - start));
		if (next > last_start)
			return NULL;
		hash = hash4(next);
		if (load4(start + place) == load4(p))
		{
			*match = start + place;
			return p;
		}
		p = next;
	}
}

int
wal_image_lz4_compress(const char *src, int len, char *dst, int space)
{
	const uint8 *end = (const uint8 *) src + len;
	const uint8 *p;
	Lz4Encoder enc;
	int literals;

	StaticAssertStmt(WAL_IMAGE_MAX_RAW + 1 < PG_UINT16_MAX, "places fit the table");
	Assert(len <= WAL_IMAGE_MAX_RAW);
	if (len <= MATCH_MARGIN)
		return -1;
	enc.start = enc.pending = (const uint8 *) src;
	enc.last_start = end - MATCH_MARGIN;
	enc.match_end = end - LAST_LITERALS;
	enc.followed = 0;
	enc.out = (uint8 *) dst;
	enc.out_end = enc.out + space;
	if (base == 0 || base + len > PG_UINT16_MAX)
	{
		memset(table, 0, sizeof(table));
		base = 1;
	}

	table[hash4(enc.start)] = (uint16) base;
	p = enc.start + 1;
	while (p <= enc.last_start)
	{
		const uint8 *match;
		int distance;
		int n;

		p = find_match(&enc, p, &match);
		if (p == NULL)
			break;
		distance = (int) (p - match);
		n = MIN_MATCH + common_length(p + MIN_MATCH, match + MIN_MATCH, enc.match_end);
		for (; p > enc.pending && match > enc.start && p[-1] == match[-1]; p--, match--)
			n++;
		if (enc.out_end - enc.out < sequence_bound((int) (p - enc.pending), n))
			break;
		put_sequence(&enc, p, distance, n);
		if (goes_on(&enc, enc.pending, distance))
			follow_distance(&enc, distance);
		p = enc.pending;
		if (p <= enc.last_start)
			table[hash4(p - 2)] = (uint16) (base + (p - 2 - enc.start));
	}
	base += len;

	literals = (int) (end - enc.pending);
	if (enc.followed < len / LEAST_SHARE || enc.out_end - enc.out < 1 + literals + literals / 255 + 1)
		return -1;
	*enc.out++ = (uint8) (Min(literals, LONG_LENGTH) << 4);
	if (literals >= LONG_LENGTH)
		enc.out = put_length(enc.out, literals - LONG_LENGTH);
	memcpy(enc.out, enc.pending, literals);
	return (int) (enc.out + literals - (uint8 *) dst);
}

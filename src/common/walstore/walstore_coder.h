/*
 * walstore_coder.h
 *		The adaptive range coder of the control stream.
 *
 * Symbols are nibbles (0..15).  Each has a context, a 32-bit hash, that selects
 * a table of 16 cumulative frequencies out of 2^WS_TABLE_BITS; different
 * contexts may share a table, which costs bytes but is the same on both sides.
 * A table moves towards the symbol just coded, fast at first.  A byte is its
 * high nibble and, in a context that includes it, its low one.  A difference of
 * bytes is a nibble if it is near zero, else 15 and its bits.  A number is its
 * length in bits, up to four bits below the leading one, and the rest as
 * they are, without a model.
 *
 * The coder (G. N. N. Martin, "Range encoding: an algorithm for removing
 * redundancy from a digitised message", 1979) works on 64 bits and moves four
 * bytes at a time, so that the branch for it is rarely taken; carries are
 * added to the bytes already written.  A symbol is found without division, by
 * comparing the bounds of all sixteen at once.  The end is the shortest value inside the last range; zeros at its end are dropped, and
 * read back as such.
 *
 * Without entropy coding (levels 0 and 1) the same calls write and read plain
 * bytes: "coded" is a constant in the callers, which exist twice.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_coder.h
 */
#ifndef WALSTORE_CODER_H
#define WALSTORE_CODER_H

#include <emmintrin.h>

#include "walstore_internals.h"

/* What a context is about. */
enum
{
	WS_K_GENERAL = 1,
	WS_K_COUNT,
	WS_K_XID,
	WS_K_XID_NUMBER,
	WS_K_SHAPE,
	WS_K_FLAGS,
	WS_K_LENGTH,
	WS_K_BLOCK,
	WS_K_TOP,
	WS_K_PATTERN,
	WS_K_MASK,
	WS_K_BYTE,
	WS_K_LITERAL,
	WS_K_IMAGE
};

static inline uint32
ws_context(uint32 base, uint32 kind, uint32 position)
{
	uint32 h = (base + (kind << 20) + position) * 0xC2B2AE3DU;

	return h ^ (h >> 15);
}

static inline WsNibbles *
ws_table(WsNibbles *tables, uint32 context, uint32 sub)
{
	return &tables[(context + sub * 0x9E3779B1U) * 0x85EBCA6BU >> (32 - WS_TABLE_BITS)];
}

/* Where a table goes for each symbol: all frequencies small but one. */
extern const uint16 ws_targets[16][16];
extern const uint8 ws_rates[32];

typedef struct WsLane
{
	uint64 low;
	uint64 range;
	uint64 code; /* decoder */
	uint8 *out; /* encoder */
	const uint8 *in;
	const uint8 *in_end;
} WsLane;

/*
 * In a large chunk every other byte goes through a second coder, so that two
 * symbols at a time can be on their way through the processor.
 */
typedef struct WsCoder
{
	WsLane lane[2];
	uint32 lanes; /* 0 or 1: the highest in use */
	uint32 turn; /* lane of the next byte */
	WsNibbles *tables;
} WsCoder;

/* ---- both directions ---- */
static inline void
ws_load_table(const WsNibbles *t, __m128i *a, __m128i *b)
{
	if (likely(t->c[0] != 0))
	{
		*a = _mm_load_si128((const __m128i *) t->c);
		*b = _mm_load_si128((const __m128i *) (t->c + 8));
	}
	else
	{
		*a = _mm_setr_epi16(0, 2048, 4096, 6144, 8192, 10240, 12288, 14336);
		*b = _mm_setr_epi16(16384, 18432, 20480, 22528, 24576, 26624, 28672, 30720);
	}
}

static inline void
ws_adapt(WsNibbles *t, __m128i a, __m128i b, uint32 symbol)
{
	uint32 uses = t->c[0];
	__m128i rate = _mm_cvtsi32_si128(ws_rates[uses]);
	__m128i ta = _mm_loadu_si128((const __m128i *) ws_targets[symbol]);
	__m128i tb = _mm_loadu_si128((const __m128i *) (ws_targets[symbol] + 8));

	a = _mm_add_epi16(a, _mm_sra_epi16(_mm_sub_epi16(ta, a), rate));
	b = _mm_add_epi16(b, _mm_sra_epi16(_mm_sub_epi16(tb, b), rate));
	a = _mm_insert_epi16(a, (int) (uses < 31 ? uses + 1 : 31), 0);
	_mm_store_si128((__m128i *) t->c, a);
	_mm_store_si128((__m128i *) (t->c + 8), b);
}

/*
 * Position of the range's upper 16 bits.  A symbol's bounds are products of
 * these and its cumulative frequencies, of which again the upper 16 bits count:
 * the smallest frequency is 8 of 32768, so that no symbol's range is empty.
 */
static inline int
ws_range_shift(uint64 range)
{
	return 48 - __builtin_clzll(range);
}

/* ---- encoder ---- */
static inline void
ws_coder_start(WsLane *r, uint8 *out)
{
	r->low = 0;
	r->range = ~UINT64CONST(0);
	r->out = out;
}

static pg_noinline void
ws_carry(uint8 *out)
{
	do
		out--;
	while (++*out == 0);
}

/* Narrow the range to [start, start + width) of 2^-shift units. */
static inline void
ws_narrow(WsLane *r, uint64 start, uint64 range)
{
	r->low += start;
	if (unlikely(r->low < start))
		ws_carry(r->out);
	r->range = range;
	if (unlikely(range < UINT64CONST(1) << 32))
	{
		uint32 top = __builtin_bswap32((uint32) (r->low >> 32));

		memcpy(r->out, &top, 4);
		r->out += 4;
		r->low <<= 32;
		r->range <<= 32;
	}
}

static inline void
ws_encode_nibble(WsLane *r, WsNibbles *tables, uint32 context, uint32 sub, uint32 symbol)
{
	WsNibbles *t = ws_table(tables, context, sub);
	int shift = ws_range_shift(r->range);
	uint32 upper = (uint32) (r->range >> shift);
	uint32 from = 0;
	uint32 to;
	uint64 start;
	__m128i a,
		b;

	if (likely(t->c[0] != 0))
	{
		if (symbol > 0)
			from = upper * t->c[symbol] >> 15;
		to = symbol < 15 ? upper * t->c[symbol + 1] >> 15 : 0;
	}
	else
	{
		from = upper * symbol >> 4;
		to = upper * (symbol + 1) >> 4;
	}
	ws_load_table(t, &a, &b);
	ws_adapt(t, a, b, symbol);
	start = (uint64) from << shift;
	ws_narrow(r, start, symbol < 15 ? (uint64) (to - from) << shift : r->range - start);
}

/* bits without a model; n at most 15 */
static inline void
ws_encode_plain_bits(WsLane *r, uint32 value, int n)
{
	uint64 unit = r->range >> n;

	ws_narrow(r, unit * value, unit);
}

/* The end of the coded bytes, at most 8 behind out; start: where they began. */
static inline uint8 *
ws_coder_finish(WsLane *r, uint8 *start)
{
	uint64 last = r->low + r->range - 1;
	uint64 value = 0;

	if (last < r->low)
		ws_carry(r->out); /* 2^64 lies inside: all zeros */
	else
	{
		for (int bits = 56; bits >= 0; bits -= 8)
		{
			value = last >> bits << bits;
			if (value >= r->low)
				break;
		}
	}
	value = __builtin_bswap64(value);
	memcpy(r->out, &value, 8);
	r->out += 8;
	while (r->out > start && r->out[-1] == 0)
		r->out--;
	return r->out;
}

/* ---- decoder ---- */
static inline uint32
ws_next_word(WsLane *r)
{
	uint32 word = 0;

	if (likely(r->in_end - r->in >= 4))
		memcpy(&word, r->in, 4);
	else if (r->in < r->in_end)
		memcpy(&word, r->in, r->in_end - r->in);
	r->in = r->in_end - r->in >= 4 ? r->in + 4 : r->in_end;
	return __builtin_bswap32(word);
}

static inline void
ws_decoder_start(WsLane *r, const uint8 *in, const uint8 *end)
{
	r->in = in;
	r->in_end = end;
	r->range = ~UINT64CONST(0);
	r->code = (uint64) ws_next_word(r) << 32;
	r->code |= ws_next_word(r);
}

static inline void
ws_take_range(WsLane *r, uint64 start, uint64 range)
{
	r->code -= start;
	r->range = range;
	if (unlikely(range < UINT64CONST(1) << 32))
	{
		r->code = r->code << 32 | ws_next_word(r);
		r->range <<= 32;
	}
}

static inline uint32
ws_decode_nibble(WsLane *r, WsNibbles *tables, uint32 context, uint32 sub)
{
	WsNibbles *t = ws_table(tables, context, sub);
	int shift = ws_range_shift(r->range);
	uint16 bounds[24];
	uint32 below,
		symbol;
	uint64 start;
	__m128i a,
		b,
		low,
		high,
		upper,
		value;

	ws_load_table(t, &a, &b);
	upper = _mm_set1_epi16((short) (r->range >> shift));
	value = _mm_set1_epi16((short) (r->code >> shift));
	low = _mm_mulhi_epu16(_mm_add_epi16(a, a), upper);
	high = _mm_mulhi_epu16(_mm_add_epi16(b, b), upper);
	_mm_storeu_si128((__m128i *) bounds, low);
	_mm_storeu_si128((__m128i *) (bounds + 8), high);
	/* which bounds are at most the value; lane 0 is the counter, and counts */
	below = (uint32) _mm_movemask_epi8(
		_mm_packs_epi16(_mm_cmpeq_epi16(_mm_subs_epu16(low, value), _mm_setzero_si128()),
						_mm_cmpeq_epi16(_mm_subs_epu16(high, value), _mm_setzero_si128())));
	symbol = 31 - __builtin_clz(below | 1);
	bounds[0] = 0;
	start = (uint64) bounds[symbol] << shift;
	ws_take_range(r, start, symbol < 15 ? (uint64) (bounds[symbol + 1] - bounds[symbol]) << shift : r->range - start);
	ws_adapt(t, a, b, symbol);
	return symbol;
}

static inline uint32
ws_decode_plain_bits(WsLane *r, int n)
{
	uint64 unit = r->range >> n;
	uint64 value = r->code / unit;

	if (value >> n)
		value = (1U << n) - 1;
	ws_take_range(r, unit * value, unit);
	return (uint32) value;
}

/* ---- symbols, coded or plain ---- */
static pg_attribute_always_inline void
ws_put_nibble(WsCoder *r, const bool coded, uint32 context, uint32 v)
{
	if (coded)
		ws_encode_nibble(&r->lane[0], r->tables, context, 0, v);
	else
		*r->lane[0].out++ = (uint8) v;
}

static inline WsLane *
ws_next_lane(WsCoder *r)
{
	WsLane *lane = &r->lane[r->turn];

	r->turn = (r->turn ^ 1) & r->lanes;
	return lane;
}

static pg_attribute_always_inline void
ws_put_byte(WsCoder *r, const bool coded, uint32 context, uint32 v)
{
	if (coded)
	{
		WsLane *lane = ws_next_lane(r);

		ws_encode_nibble(lane, r->tables, context, 0, v >> 4);
		ws_encode_nibble(lane, r->tables, context, 1 + (v >> 4), v & 15);
	}
	else
		*r->lane[0].out++ = (uint8) v;
}

/*
 * A difference of two bytes: near zero, or any value.  One table, which stays
 * in the processor's cache.
 */
static pg_attribute_always_inline void
ws_put_difference(WsCoder *r, const bool coded, uint32 context, uint32 v)
{
	if (coded)
	{
		WsLane *lane = ws_next_lane(r);
		uint32 near = (v + 7) & 255;

		ws_encode_nibble(lane, r->tables, context, 0, near < 15 ? near : 15);
		if (near >= 15)
			ws_encode_plain_bits(lane, v, 8);
	}
	else
		*r->lane[0].out++ = (uint8) v;
}

static pg_attribute_always_inline void
ws_put_number(WsCoder *r, const bool coded, uint32 context, uint64 v)
{
	int bits = v ? 64 - __builtin_clzll(v) : 0;
	int sub = 0,
		left = bits;

	if (!coded)
	{
		r->lane[0].out = ws_put_varint(r->lane[0].out, v);
		return;
	}
	for (; left >= 15; left -= 15)
		ws_encode_nibble(&r->lane[0], r->tables, context, sub++, 15);
	ws_encode_nibble(&r->lane[0], r->tables, context, sub, left);
	if (bits <= 1)
		return;
	left = bits - 1;
	if (left <= 4)
	{
		ws_encode_nibble(&r->lane[0], r->tables, context, 8 + bits, v & ((1U << left) - 1));
		return;
	}
	left -= 4;
	ws_encode_nibble(&r->lane[0], r->tables, context, 8 + bits, v >> left & 15);
	while (left > 0)
	{
		int n = left < 15 ? left : 15;

		left -= n;
		ws_encode_plain_bits(&r->lane[0], (uint32) (v >> left) & ((1U << n) - 1), n);
	}
}

static pg_attribute_always_inline uint32
ws_get_nibble(WsCoder *r, const bool coded, uint32 context)
{
	if (coded)
		return ws_decode_nibble(&r->lane[0], r->tables, context, 0);
	return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ & 15 : 0;
}

static pg_attribute_always_inline uint32
ws_get_byte(WsCoder *r, const bool coded, uint32 context)
{
	WsLane *lane;
	uint32 high;

	if (!coded)
		return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ : 0;
	lane = ws_next_lane(r);
	high = ws_decode_nibble(lane, r->tables, context, 0);
	return high << 4 | ws_decode_nibble(lane, r->tables, context, 1 + high);
}

static pg_attribute_always_inline uint32
ws_get_difference(WsCoder *r, const bool coded, uint32 context)
{
	WsLane *lane;
	uint32 near;

	if (!coded)
		return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ : 0;
	lane = ws_next_lane(r);
	near = ws_decode_nibble(lane, r->tables, context, 0);
	return near < 15 ? (near - 7) & 255 : ws_decode_plain_bits(lane, 8);
}

static pg_attribute_always_inline uint64
ws_get_number(WsCoder *r, const bool coded, uint32 context)
{
	int bits = 0,
		sub = 0,
		left;
	uint64 v;

	if (!coded)
	{
		WsCursor c = {r->lane[0].in, r->lane[0].in_end, false};

		v = ws_varint(&c);
		r->lane[0].in = c.p;
		return c.bad ? ~UINT64CONST(0) : v;
	}
	for (;;)
	{
		uint32 n = ws_decode_nibble(&r->lane[0], r->tables, context, sub++);

		bits += n;
		if (n < 15 || bits > 64)
			break;
	}
	if (bits <= 1)
		return bits;
	if (bits > 64)
		return ~UINT64CONST(0);
	left = bits - 1;
	if (left <= 4)
		return 1U << left | (ws_decode_nibble(&r->lane[0], r->tables, context, 8 + bits) & ((1U << left) - 1));
	v = 16 | ws_decode_nibble(&r->lane[0], r->tables, context, 8 + bits);
	for (left -= 4; left > 0;)
	{
		int n = left < 15 ? left : 15;

		left -= n;
		v = v << n | ws_decode_plain_bits(&r->lane[0], n);
	}
	return v;
}

#endif /* WALSTORE_CODER_H */

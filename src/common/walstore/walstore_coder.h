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
 * comparing the bounds of all sixteen at once.  The end is the fewest bytes that
 * lie in the last range whatever follows them, so that no length is needed
 * where a lane is the last one.
 *
 * Bits without a model are not in the range but at the end of the stream,
 * written backwards, where reading them costs next to nothing.
 *
 * Without entropy coding (levels 0 and 1) the same calls write and read plain
 * bytes: "coded" is a constant in the callers, which exist three times.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_coder.h
 */
#ifndef WALSTORE_CODER_H
#define WALSTORE_CODER_H

#ifdef WS_AVX2
#include <immintrin.h>
#else
#include <emmintrin.h>
#endif

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

static inline uint32
ws_table_number(uint32 context, uint32 sub)
{
	return (context + sub * 0x9E3779B1U) * 0x85EBCA6BU >> (32 - WS_TABLE_BITS);
}

static inline WsNibbles *
ws_table(WsNibbles *tables, uint32 context, uint32 sub)
{
	return &tables[ws_table_number(context, sub)];
}

/* Where a table goes for each symbol: all frequencies small but one. */
extern const uint16 ws_targets[16][16] __attribute__((aligned(32)));
/* By its uses so far: how fast, and what is added to the uses, less one if not 0 */
extern const uint32 ws_rates[32];
extern const uint32 ws_uses[32];

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
	uint32 turn; /* lane of the next byte, if there are two */
	WsNibbles *tables;
	/* bits without a model, from the end of the stream backwards */
	uint64 bits;
	int nbits; /* how many of bits count */
	uint8 *raw_out; /* encoder: in their order; put_records_coded turns them round */
	const uint8 *raw_in; /* decoder: behind the next byte */
	const uint8 *raw_start; /* decoder: the stream's end, where they begin */
	const uint8 *raw_end; /* decoder: the stream's start */
} WsCoder;

/*
 * How symbols are written.  A constant to the compiler wherever it is passed on:
 * what does it exists once for each.
 */
enum
{
	WS_UNCODED,
	WS_ONE_LANE,
	WS_BOTH_LANES
};

/* ---- both directions ---- */

/* A table in registers. */
#ifdef WS_AVX2
typedef __m256i WsTable;

static pg_attribute_always_inline WsTable
ws_load_table(const WsNibbles *t)
{
	return _mm256_load_si256((const __m256i *) t->c);
}

static pg_attribute_always_inline void
ws_adapt(WsNibbles *t, WsTable a, uint32 symbol)
{
	uint32 uses = t->c[0];
	__m256i target = _mm256_load_si256((const __m256i *) ws_targets[symbol]);
	__m256i step = _mm256_sra_epi16(_mm256_sub_epi16(target, a), _mm_loadu_si32(&ws_rates[uses]));

	/* the uses are counted in the same store, which the next load waits for */
	a = _mm256_add_epi16(a, _mm256_zextsi128_si256(_mm_loadu_si32(&ws_uses[uses])));
	_mm256_store_si256((__m256i *) t->c, _mm256_add_epi16(a, step));
}

/*
 * Twice the symbol whose bounds, of range units, value lies between; all lower
 * bounds to bounds[0..15], the first of which is not one.
 */
static pg_attribute_always_inline uint32
ws_find_symbol(WsTable a, uint16 range, uint16 value, uint16 *bounds)
{
	__m256i low = _mm256_mulhi_epu16(_mm256_add_epi16(a, a), _mm256_set1_epi16((short) range));
	__m256i above = _mm256_subs_epu16(low, _mm256_set1_epi16((short) value));
	uint32 below = (uint32) _mm256_movemask_epi8(_mm256_cmpeq_epi16(above, _mm256_setzero_si256()));

	_mm256_storeu_si256((__m256i *) bounds, low);
	/* two bits each */
	return 30 - __builtin_clz(below | 3);
}
#else
typedef struct WsTable
{
	__m128i a,
		b;
} WsTable;

static pg_attribute_always_inline WsTable
ws_load_table(const WsNibbles *t)
{
	return (WsTable){_mm_load_si128((const __m128i *) t->c), _mm_load_si128((const __m128i *) (t->c + 8))};
}

static pg_attribute_always_inline void
ws_adapt(WsNibbles *t, WsTable v, uint32 symbol)
{
	uint32 uses = t->c[0];
	__m128i rate = _mm_cvtsi32_si128((int) ws_rates[uses]);
	__m128i ta = _mm_load_si128((const __m128i *) ws_targets[symbol]);
	__m128i tb = _mm_load_si128((const __m128i *) (ws_targets[symbol] + 8));

	ta = _mm_sra_epi16(_mm_sub_epi16(ta, v.a), rate);
	v.a = _mm_add_epi16(_mm_add_epi16(v.a, _mm_cvtsi32_si128((int) ws_uses[uses])), ta);
	v.b = _mm_add_epi16(v.b, _mm_sra_epi16(_mm_sub_epi16(tb, v.b), rate));
	_mm_store_si128((__m128i *) t->c, v.a);
	_mm_store_si128((__m128i *) (t->c + 8), v.b);
}

/*
 * Twice the symbol whose bounds, of range units, value lies between; all lower
 * bounds to bounds[0..15], the first of which is not one.
 */
static pg_attribute_always_inline uint32
ws_find_symbol(WsTable v, uint16 range, uint16 value, uint16 *bounds)
{
	__m128i upper = _mm_set1_epi16((short) range);
	__m128i at = _mm_set1_epi16((short) value);
	__m128i low = _mm_mulhi_epu16(_mm_add_epi16(v.a, v.a), upper);
	__m128i high = _mm_mulhi_epu16(_mm_add_epi16(v.b, v.b), upper);
	uint32 below;

	_mm_storeu_si128((__m128i *) bounds, low);
	_mm_storeu_si128((__m128i *) (bounds + 8), high);
	below = (uint32) _mm_movemask_epi8(
		_mm_packs_epi16(_mm_cmpeq_epi16(_mm_subs_epu16(low, at), _mm_setzero_si128()),
						_mm_cmpeq_epi16(_mm_subs_epu16(high, at), _mm_setzero_si128())));
	return 62 - 2 * __builtin_clz(below | 1);
}
#endif

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

/* b where the symbol is the last one, else a; which it is cannot be foreseen. */
static pg_attribute_always_inline uint64
ws_if_last(uint32 symbol, uint64 a, uint64 b)
{
	return a ^ ((a ^ b) & (0 - (uint64) (symbol + 1) / 16));
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

static pg_attribute_always_inline void
ws_encode_symbol(WsLane *r, WsNibbles *t, uint32 symbol)
{
	int shift = ws_range_shift(r->range);
	uint32 upper = (uint32) (r->range >> shift);
	/* a mask, and no branch: c[0] is no bound */
	uint32 from = upper * (t->c[symbol] & (uint32) ((int32) (0 - symbol) >> 31)) >> 15;
	uint32 to = upper * t->c[(symbol + 1) & 15] >> 15;
	uint64 start;
	WsTable table = ws_load_table(t);

	ws_adapt(t, table, symbol);
	start = (uint64) from << shift;
	ws_narrow(r, start, ws_if_last(symbol, (uint64) (to - from) << shift, r->range - start));
}

static pg_attribute_always_inline void
ws_encode_nibble(WsLane *r, WsNibbles *tables, uint32 context, uint32 sub, uint32 symbol)
{
	ws_encode_symbol(r, ws_table(tables, context, sub), symbol);
}

/* n bits (at most 32) without a model */
static pg_attribute_always_inline void
ws_put_raw(WsCoder *r, uint32 value, int n)
{
	r->bits |= (uint64) value << r->nbits;
	r->nbits += n;
	ws_put64(r->raw_out, r->bits);
	r->raw_out += r->nbits >> 3;
	r->bits >>= r->nbits & ~7;
	r->nbits &= 7;
}

/*
 * End a lane with the fewest bytes that lie in its range whatever follows them;
 * out then stands behind them.
 */
static inline void
ws_coder_finish(WsLane *r)
{
	unsigned __int128 end = (unsigned __int128) r->low + r->range;
	unsigned __int128 value;
	uint64 bytes;
	int bits = 64;

	do
	{
		bits -= 8;
		value = ((unsigned __int128) r->low + (((unsigned __int128) 1 << bits) - 1)) >> bits << bits;
	} while (bits > 0 && value + ((unsigned __int128) 1 << bits) > end);
	if (value >> 64)
		ws_carry(r->out);
	bytes = __builtin_bswap64((uint64) value);
	memcpy(r->out, &bytes, 8);
	r->out += 8 - bits / 8;
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

static pg_attribute_always_inline void
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

static pg_attribute_always_inline uint32
ws_decode_symbol(WsLane *r, WsNibbles *t)
{
	int shift = ws_range_shift(r->range);
	uint16 bounds[24];
	WsTable table = ws_load_table(t);
	uint32 twice = ws_find_symbol(table, (uint16) (r->range >> shift), (uint16) (r->code >> shift), bounds);
	uint32 symbol = twice / 2;
	const char *bound = (const char *) bounds + twice;
	uint64 start;

	bounds[0] = 0;
	bounds[16] = 0;
	start = (uint64) ws_get16(bound) << shift;
	ws_take_range(r, start, ws_if_last(symbol, (uint64) (uint16) (ws_get16(bound + 2) - ws_get16(bound)) << shift, r->range - start));
	ws_adapt(t, table, symbol);
	return symbol;
}

static pg_attribute_always_inline uint32
ws_decode_nibble(WsLane *r, WsNibbles *tables, uint32 context, uint32 sub)
{
	return ws_decode_symbol(r, ws_table(tables, context, sub));
}

/* Have at least n bits (at most 32) in r->bits. */
static pg_attribute_always_inline void
ws_more_raw(WsCoder *r, int n)
{
	if (likely(r->nbits >= n))
		return;
	if (likely(r->raw_in - r->raw_end >= 8))
	{
		r->bits |= __builtin_bswap64(ws_get64(r->raw_in - 8)) << r->nbits;
		r->raw_in -= (63 - r->nbits) >> 3;
		r->nbits |= 56;
	}
	else
		for (; r->nbits <= 56; r->nbits += 8)
			r->bits |= (uint64) (r->raw_in > r->raw_end ? *--r->raw_in : 0) << r->nbits;
}

static pg_attribute_always_inline uint32
ws_get_raw(WsCoder *r, int n)
{
	uint32 value;

	ws_more_raw(r, n);
	value = (uint32) (r->bits & ((UINT64CONST(1) << n) - 1));
	r->bits >>= n;
	r->nbits -= n;
	return value;
}

/* ---- what both record files need beside ---- */

/* Copy n bytes, and up to WS_COPY_OVER more.  Most often one step does. */
#define WS_COPY_OVER 32
static pg_attribute_always_inline void
ws_copy_over(uint8 *to, const uint8 *from, uint32 n)
{
	uint32 i = 0;

	do
	{
		memcpy(to + i, from + i, WS_COPY_OVER);
		i += WS_COPY_OVER;
	} while (i < n);
}

#ifdef WS_AVX2
/*
 * ws_record_crc without calls, but for long records.  Seven bytes behind the
 * record can be read.
 */
static pg_attribute_always_inline uint32
ws_quick_record_crc(const uint8 *record, uint32 total)
{
	const uint8 *p = record + 24;
	uint32 nwords = (total - 24) / 8;
	uint32 tail = total % 8 * 8; /* bits */
	uint64 crc = 0xFFFFFFFF;

	if (total >= 24 + 160)
		return ws_record_crc(record, total);
	for (uint32 i = 0; i < nwords; i++, p += 8)
		crc = _mm_crc32_u64(crc, ws_get64(p));
	/* the last bytes as the end of a word: zeros before them do not count */
	crc = _mm_crc32_u64(0, (crc ^ ws_get64(p)) << (56 - tail) << 8) ^ crc >> tail;
	crc = _mm_crc32_u64(crc, ws_get64(record));
	crc = _mm_crc32_u64(crc, ws_get64(record + 8));
	return _mm_crc32_u32((uint32) crc, ws_get32(record + 16)) ^ 0xFFFFFFFF;
}
#else
#define ws_quick_record_crc ws_record_crc
#endif

/* ---- symbols, coded or plain ---- */
static pg_attribute_always_inline void
ws_put_nibble(WsCoder *r, const int coded, uint32 context, uint32 v)
{
	if (coded)
		ws_encode_nibble(&r->lane[0], r->tables, context, 0, v);
	else
		*r->lane[0].out++ = (uint8) v;
}

static pg_attribute_always_inline WsLane *
ws_next_lane(WsCoder *r, const int coded)
{
	WsLane *lane;

	if (coded == WS_ONE_LANE)
		return &r->lane[0];
	lane = &r->lane[r->turn];
	r->turn ^= 1;
	return lane;
}

static pg_attribute_always_inline void
ws_put_byte(WsCoder *r, const int coded, uint32 context, uint32 v)
{
	if (coded)
	{
		WsLane *lane = ws_next_lane(r, coded);

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
ws_put_difference(WsCoder *r, const int coded, WsNibbles *table, uint32 v)
{
	if (coded)
	{
		WsLane *lane = ws_next_lane(r, coded);
		uint32 near = (v + 7) & 255;
		/* which of the two it is cannot be foreseen: no branch */
		uint32 far = (14 - near) >> 24; /* all bits of a byte, or none */

		ws_encode_symbol(lane, table, (near & ~far) | (far & 15));
		ws_put_raw(r, v & far, far & 8);
	}
	else
		*r->lane[0].out++ = (uint8) v;
}

static pg_attribute_always_inline void
ws_put_number(WsCoder *r, const int coded, uint32 context, uint64 v)
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
	if (left > 32)
	{
		ws_put_raw(r, (uint32) (v & 0xFFFFFFFF), 32);
		v >>= 32;
		left -= 32;
	}
	ws_put_raw(r, (uint32) (v & ((UINT64CONST(1) << left) - 1)), left);
}

static pg_attribute_always_inline uint32
ws_get_nibble(WsCoder *r, const int coded, uint32 context)
{
	if (coded)
		return ws_decode_nibble(&r->lane[0], r->tables, context, 0);
	return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ & 15 : 0;
}

static pg_attribute_always_inline uint32
ws_get_byte(WsCoder *r, const int coded, uint32 context)
{
	WsLane *lane;
	uint32 high;

	if (!coded)
		return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ : 0;
	lane = ws_next_lane(r, coded);
	high = ws_decode_nibble(lane, r->tables, context, 0);
	return high << 4 | ws_decode_nibble(lane, r->tables, context, 1 + high);
}

static pg_attribute_always_inline uint32
ws_get_difference(WsCoder *r, const int coded, WsNibbles *table)
{
	WsLane *lane;
	uint32 near;
	uint32 far;
	int taken;

	if (!coded)
		return r->lane[0].in < r->lane[0].in_end ? *r->lane[0].in++ : 0;
	lane = ws_next_lane(r, coded);
	near = ws_decode_symbol(lane, table);
	/* which of the two it is cannot be foreseen: no branch */
	ws_more_raw(r, 8);
	taken = near == 15 ? 8 : 0;
	far = (uint32) (r->bits & 255);
	r->bits >>= taken;
	r->nbits -= taken;
	return near == 15 ? far : (near - 7) & 255;
}

static pg_attribute_always_inline uint64
ws_get_number(WsCoder *r, const int coded, uint32 context)
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
	left -= 4;
	if (left > 32)
	{
		uint64 low = ws_get_raw(r, 32);

		return (v << (left - 32) | ws_get_raw(r, left - 32)) << 32 | low;
	}
	return v << left | ws_get_raw(r, left);
}

#endif /* WALSTORE_CODER_H */

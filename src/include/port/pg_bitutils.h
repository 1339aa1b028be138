/*
 * port/pg_bitutils.h
 *		Counting and finding bits, by the compiler's builtins.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port/pg_bitutils.h
 */
#ifndef PG_BITUTILS_H
#define PG_BITUTILS_H

extern PGDLLIMPORT const uint8 pg_leftmost_one_pos[256];
extern PGDLLIMPORT const uint8 pg_number_of_ones[256];
extern PGDLLIMPORT const uint8 pg_rightmost_one_pos[256];
extern uint64 pg_popcount(const char *buf, int bytes);

/* Positions count from 0 at the least significant bit; word is not 0. */
static inline int
pg_leftmost_one_pos32(uint32 word)
{
	return 31 - __builtin_clz(word);
}

static inline int
pg_leftmost_one_pos64(uint64 word)
{
	return 63 - __builtin_clzll(word);
}

static inline int
pg_rightmost_one_pos32(uint32 word)
{
	return __builtin_ctz(word);
}

static inline int
pg_rightmost_one_pos64(uint64 word)
{
	return __builtin_ctzll(word);
}

static inline int
pg_popcount32(uint32 word)
{
	return __builtin_popcount(word);
}

static inline int
pg_popcount64(uint64 word)
{
	return __builtin_popcountll(word);
}

/* The smallest power of 2 that is not below num; num > 0. */
static inline uint32
pg_nextpower2_32(uint32 num)
{
	return num <= 1 ? 1 : (uint32) 1 << (pg_leftmost_one_pos32(num - 1) + 1);
}

static inline uint64
pg_nextpower2_64(uint64 num)
{
	return num <= 1 ? 1 : (uint64) 1 << (pg_leftmost_one_pos64(num - 1) + 1);
}

#define pg_nextpower2_size_t(num) pg_nextpower2_64(num)

static inline uint32
pg_prevpower2_32(uint32 num)
{
	return (uint32) 1 << pg_leftmost_one_pos32(num);
}

static inline uint64
pg_prevpower2_64(uint64 num)
{
	return (uint64) 1 << pg_leftmost_one_pos64(num);
}

#define pg_prevpower2_size_t(num) pg_prevpower2_64(num)

/* Exponent of the smallest power of 2 that is not below num. */
static inline uint32
pg_ceil_log2_32(uint32 num)
{
	return num < 2 ? 0 : pg_leftmost_one_pos32(num - 1) + 1;
}

static inline uint64
pg_ceil_log2_64(uint64 num)
{
	return num < 2 ? 0 : pg_leftmost_one_pos64(num - 1) + 1;
}

static inline uint32
pg_rotate_right32(uint32 word, int n)
{
	return (word >> n) | (word << (32 - n));
}

static inline uint32
pg_rotate_left32(uint32 word, int n)
{
	return (word << n) | (word >> (32 - n));
}

#endif /* PG_BITUTILS_H */

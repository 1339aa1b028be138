/*
 * pg_crc32c.c
 *		CRC-32C, by instruction or by table.
 *
 * The function in use is chosen at the first call.  With SSE 4.2 the processor
 * does eight bytes in one instruction; to hide its latency of three cycles, all
 * but short inputs are cut in three lanes of whole words, whose sums are joined
 * by carry-less multiplication with powers of x (Gopal and others, "Fast CRC
 * computation for iSCSI polynomial using CRC32 instruction", 2011).  Without,
 * the slicing-by-8 tables (Kounavis and Berry, "A systematic approach to building
 * high performance software-based CRC generators", ISCC 2005) take eight bytes
 * a step; they are computed at first use.
 *
 * Bytes that are copied are folded on the way, with VPCLMULQDQ: 128 of them times
 * x^1024 are added to the next 128, until that many are left (Gopal and others,
 * "Fast CRC computation for generic polynomials using PCLMULQDQ instruction",
 * 2009).  That is about as fast as three lanes are, but reads and writes in order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/pg_crc32c.c
 */
#include "c.h"

#include <immintrin.h>

#include "port/pg_crc32c.h"

#define CRC32C_POLY 0x82F63B78U
#define LANE 128 /* words of one of the three lanes, at most */
#define SHORT 128 /* bytes that are not worth lanes */
#define FOLDED 128 /* bytes that are folded at a time */

static pg_crc32c choose(pg_crc32c crc, const void *data, size_t len);
static pg_crc32c choose_copy(pg_crc32c crc, void *to, const void *from, size_t len);

pg_crc32c (*pg_comp_crc32c)(pg_crc32c crc, const void *data, size_t len) = choose;
pg_crc32c (*pg_copy_crc32c)(pg_crc32c crc, void *to, const void *from, size_t len) = choose_copy;

static uint32 slice[8][256];
/* power[n]: what a sum is multiplied with for n words of zeros behind its bytes */
static uint32 power[2 * LANE + 1];
/* what the halves of 16 bytes are multiplied with to be folded */
static uint64 fold[2];
static bool tables_ready = false;

static uint32
crc_of_zero_bytes(uint32 crc, int nbytes)
{
	for (int i = 0; i < nbytes; i++)
		crc = (crc >> 8) ^ slice[0][crc & 0xFF];
	return crc;
}

static uint32
power_of_x(int n)
{
	uint32 v = 0x80000000U;

	while (n-- > 0)
		v = (v >> 1) ^ ((v & 1) ? CRC32C_POLY : 0);
	return v;
}

static void
make_tables(void)
{
	for (uint32 b = 0; b < 256; b++)
	{
		uint32 c = b;

		for (int bit = 0; bit < 8; bit++)
			c = (c >> 1) ^ ((c & 1) ? CRC32C_POLY : 0);
		slice[0][b] = c;
	}
	for (int s = 1; s < 8; s++)
		for (int b = 0; b < 256; b++)
			slice[s][b] = (slice[s - 1][b] >> 8) ^ slice[0][slice[s - 1][b] & 0xFF];
	/* x^31, the lowest bit: the instruction does the other 33 places of a word */
	power[1] = 1;
	for (int n = 2; n <= 2 * LANE; n++)
		power[n] = crc_of_zero_bytes(power[n - 1], 8);
	/* x^1087 and x^1023: a product of reflected numbers is one place too low */
	fold[0] = (uint64) power_of_x(8 * FOLDED + 64 - 1) << 32;
	fold[1] = (uint64) power_of_x(8 * FOLDED - 1) << 32;
	tables_ready = true;
}

bool
pg_crc32c_sse42_available(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

bool
pg_crc32c_fold_available(void)
{
	return pg_crc32c_sse42_available() && __builtin_cpu_supports("avx2") &&
		__builtin_cpu_supports("vpclmulqdq");
}

static pg_crc32c
choose(pg_crc32c crc, const void *data, size_t len)
{
	if (!tables_ready)
		make_tables();
	pg_comp_crc32c = pg_crc32c_sse42_available() ? pg_comp_crc32c_sse42 : pg_comp_crc32c_sb8;
	return pg_comp_crc32c(crc, data, len);
}

static pg_crc32c
choose_copy(pg_crc32c crc, void *to, const void *from, size_t len)
{
	pg_copy_crc32c = pg_crc32c_fold_available() ? pg_copy_crc32c_fold : pg_copy_crc32c_steps;
	return pg_copy_crc32c(crc, to, from, len);
}

/* Table version: continue crc over len bytes at data. */
pg_crc32c
pg_comp_crc32c_sb8(pg_crc32c crc, const void *data, size_t len)
{
	const unsigned char *p = data;

	if (!tables_ready)
		make_tables();
	for (; len >= 8; len -= 8, p += 8)
	{
		uint64 w;

		memcpy(&w, p, sizeof(w));
		w ^= crc;
		crc = slice[7][w & 0xFF] ^ slice[6][(w >> 8) & 0xFF] ^
			slice[5][(w >> 16) & 0xFF] ^ slice[4][(w >> 24) & 0xFF] ^
			slice[3][(w >> 32) & 0xFF] ^ slice[2][(w >> 40) & 0xFF] ^
			slice[1][(w >> 48) & 0xFF] ^ slice[0][w >> 56];
	}
	while (len-- > 0)
		crc = (crc >> 8) ^ slice[0][(crc ^ *p++) & 0xFF];
	return crc;
}

/* Continue crc over len bytes, and copy them: in two steps. */
pg_crc32c
pg_copy_crc32c_steps(pg_crc32c crc, void *to, const void *from, size_t len)
{
	memcpy(to, from, len);
	return pg_comp_crc32c(crc, to, len);
}

static inline uint64
load64(const unsigned char *p)
{
	uint64 w;

	memcpy(&w, p, sizeof(w));
	return w;
}

__attribute__((target("sse4.2,pclmul"))) static inline uint64
times(uint64 crc, uint32 factor)
{
	return (uint64) _mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_cvtsi64_si128((int64) crc), _mm_cvtsi32_si128((int) factor), 0));
}

/* SSE 4.2 version. */
__attribute__((target("sse4.2,pclmul")))
pg_crc32c
pg_comp_crc32c_sse42(pg_crc32c crc, const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64 c = crc;

	if (len >= SHORT && !tables_ready)
		make_tables();
	while (len >= SHORT)
	{
		size_t words = len / 24 < LANE ? len / 24 : LANE;
		const unsigned char *second = p + 8 * words;
		const unsigned char *third = second + 8 * words;
		uint64 c1 = 0;
		uint64 c2 = 0;

		for (size_t i = 0; i < 8 * (words - 1); i += 8)
		{
			c = _mm_crc32_u64(c, load64(p + i));
			c1 = _mm_crc32_u64(c1, load64(second + i));
			c2 = _mm_crc32_u64(c2, load64(third + i));
		}
		c = _mm_crc32_u64(c, load64(second - 8));
		c1 = _mm_crc32_u64(c1, load64(third - 8));
		p = third + 8 * words;
		len -= 24 * words;
		c = _mm_crc32_u64(c2, load64(p - 8) ^ times(c, power[2 * words]) ^ times(c1, power[words]));
	}
	for (; len >= 8; len -= 8, p += 8)
		c = _mm_crc32_u64(c, load64(p));
	while (len-- > 0)
		c = _mm_crc32_u8((uint32) c, *p++);
	return (pg_crc32c) c;
}

__attribute__((target("avx2"))) static inline __m256i
copy32(unsigned char *to, const unsigned char *from)
{
	__m256i v = _mm256_loadu_si256((const __m256i *) from);

	_mm256_storeu_si256((__m256i *) to, v);
	return v;
}

/* 32 bytes of the sum so far, moved on by FOLDED bytes to the next ones. */
__attribute__((target("avx2,vpclmulqdq"))) static inline __m256i
fold32(__m256i sum, __m256i factors, __m256i next)
{
	return _mm256_xor_si256(_mm256_xor_si256(next, _mm256_clmulepi64_epi128(sum, factors, 0x00)),
							_mm256_clmulepi64_epi128(sum, factors, 0x11));
}

/* The same in one. */
__attribute__((target("avx2,vpclmulqdq")))
pg_crc32c
pg_copy_crc32c_fold(pg_crc32c crc, void *to, const void *from, size_t len)
{
	const unsigned char *p = from;
	unsigned char *q = to;
	/* not an array, which would not be kept in registers */
	__m256i a,
		b,
		c,
		d,
		factors,
		rest[FOLDED / 32];
	size_t at;

	if (len < 2 * FOLDED)
		return pg_copy_crc32c_steps(crc, to, from, len);
	if (!tables_ready)
		make_tables();
	factors = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *) fold));
	a = _mm256_xor_si256(copy32(q, p), _mm256_zextsi128_si256(_mm_cvtsi32_si128((int) crc)));
	b = copy32(q + 32, p + 32);
	c = copy32(q + 64, p + 64);
	d = copy32(q + 96, p + 96);
	for (at = FOLDED; len - at >= FOLDED; at += FOLDED)
	{
		a = fold32(a, factors, copy32(q + at, p + at));
		b = fold32(b, factors, copy32(q + at + 32, p + at + 32));
		c = fold32(c, factors, copy32(q + at + 64, p + at + 64));
		d = fold32(d, factors, copy32(q + at + 96, p + at + 96));
	}
	_mm256_storeu_si256(&rest[0], a);
	_mm256_storeu_si256(&rest[1], b);
	_mm256_storeu_si256(&rest[2], c);
	_mm256_storeu_si256(&rest[3], d);
	crc = pg_comp_crc32c_sse42(0, rest, sizeof(rest));
	return pg_copy_crc32c_steps(crc, q + at, p + at, len - at);
}

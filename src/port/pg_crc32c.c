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
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/pg_crc32c.c
 */
#include "c.h"

#include <nmmintrin.h>
#include <wmmintrin.h>

#include "port/pg_crc32c.h"

#define CRC32C_POLY 0x82F63B78U
#define LANE 128 /* words of one of the three lanes, at most */
#define SHORT 128 /* bytes that are not worth lanes */

static pg_crc32c choose(pg_crc32c crc, const void *data, size_t len);

pg_crc32c (*pg_comp_crc32c)(pg_crc32c crc, const void *data, size_t len) = choose;

static uint32 slice[8][256];
/* power[n]: what a sum is multiplied with for n words of zeros behind its bytes */
static uint32 power[2 * LANE + 1];
static bool tables_ready = false;

static uint32
crc_of_zero_bytes(uint32 crc, int nbytes)
{
	for (int i = 0; i < nbytes; i++)
		crc = (crc >> 8) ^ slice[0][crc & 0xFF];
	return crc;
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
	tables_ready = true;
}

bool
pg_crc32c_sse42_available(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

static pg_crc32c
choose(pg_crc32c crc, const void *data, size_t len)
{
	if (!tables_ready)
		make_tables();
	pg_comp_crc32c = pg_crc32c_sse42_available() ? pg_comp_crc32c_sse42 : pg_comp_crc32c_sb8;
	return pg_comp_crc32c(crc, data, len);
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

/*
 * pg_crc32c.c
 *		CRC-32C, by instruction or by table.
 *
 * The function in use is chosen at the first call.  With SSE 4.2 the processor
 * does eight bytes in one instruction; to hide its latency of three cycles, a
 * long input is cut in three lanes whose sums are joined by a multiplication
 * in the polynomial ring (tables of powers made once).  Without it, the
 * slicing-by-8 tables (Kounavis and Berry, "A systematic approach to building
 * high performance software-based CRC generators", ISCC 2005) take eight bytes
 * a step; they are computed at first use.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/pg_crc32c.c
 */
#include "c.h"

#include <nmmintrin.h>

#include "port/pg_crc32c.h"

#define CRC32C_POLY 0x82F63B78U
#define LANE 256 /* bytes of one of the three lanes */

static pg_crc32c choose(pg_crc32c crc, const void *data, size_t len);

pg_crc32c (*pg_comp_crc32c)(pg_crc32c crc, const void *data, size_t len) = choose;

static uint32 slice[8][256];
/* shift_lane[k][b]: what byte k of value b becomes after LANE zero bytes */
static uint32 shift_lane[4][256];
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
	for (int k = 0; k < 4; k++)
		for (uint32 b = 0; b < 256; b++)
			shift_lane[k][b] = crc_of_zero_bytes(b << (8 * k), LANE);
	tables_ready = true;
}

static inline uint32
shift(uint32 crc)
{
	return shift_lane[0][crc & 0xFF] ^ shift_lane[1][(crc >> 8) & 0xFF] ^
		shift_lane[2][(crc >> 16) & 0xFF] ^ shift_lane[3][crc >> 24];
}

bool
pg_crc32c_sse42_available(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("sse4.2");
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

/* SSE 4.2 version. */
__attribute__((target("sse4.2")))
pg_crc32c
pg_comp_crc32c_sse42(pg_crc32c crc, const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64 c = crc;

	if (len >= 3 * LANE && !tables_ready)
		make_tables();
	for (; len >= 3 * LANE; len -= 3 * LANE, p += 3 * LANE)
	{
		uint64 c1 = 0;
		uint64 c2 = 0;

		for (int i = 0; i < LANE; i += 8)
		{
			c = _mm_crc32_u64(c, load64(p + i));
			c1 = _mm_crc32_u64(c1, load64(p + LANE + i));
			c2 = _mm_crc32_u64(c2, load64(p + 2 * LANE + i));
		}
		c = shift(shift((uint32) c) ^ (uint32) c1) ^ (uint32) c2;
	}
	for (; len >= 8; len -= 8, p += 8)
		c = _mm_crc32_u64(c, load64(p));
	while (len-- > 0)
		c = _mm_crc32_u8((uint32) c, *p++);
	return (pg_crc32c) c;
}

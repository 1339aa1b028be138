/*
 * pg_bitutils.c
 *		Bit tables, and counting the bits of a range of bytes.
 *
 * The tables serve code that looks at bitmaps byte by byte.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/pg_bitutils.c
 */
#include "c.h"

#include "port/pg_bitutils.h"

/* Tables are built from two smaller steps each: rows of 2, 4, 16, ... */
#define POP2(n) n, n + 1, n + 1, n + 2
#define POP4(n) POP2(n), POP2(n + 1), POP2(n + 1), POP2(n + 2)
#define POP6(n) POP4(n), POP4(n + 1), POP4(n + 1), POP4(n + 2)
const uint8 pg_number_of_ones[256] = {POP6(0), POP6(1), POP6(1), POP6(2)};

#define TIMES2(n) n, n
#define TIMES4(n) TIMES2(n), TIMES2(n)
#define TIMES8(n) TIMES4(n), TIMES4(n)
#define TIMES16(n) TIMES8(n), TIMES8(n)
#define TIMES32(n) TIMES16(n), TIMES16(n)
#define TIMES64(n) TIMES32(n), TIMES32(n)
#define TIMES128(n) TIMES64(n), TIMES64(n)
const uint8 pg_leftmost_one_pos[256] = {
	0, 0, TIMES2(1), TIMES4(2), TIMES8(3), TIMES16(4), TIMES32(5),
	TIMES64(6), TIMES128(7)};

/* LOWn(k): 2^n entries, of which the first, a multiple of 2^n, has k. */
#define LOW1(k) k, 0
#define LOW2(k) LOW1(k), LOW1(1)
#define LOW3(k) LOW2(k), LOW2(2)
#define LOW4(k) LOW3(k), LOW3(3)
#define LOW5(k) LOW4(k), LOW4(4)
#define LOW6(k) LOW5(k), LOW5(5)
#define LOW7(k) LOW6(k), LOW6(6)
const uint8 pg_rightmost_one_pos[256] = {LOW7(0), LOW7(7)};

/* Number of bits set in bytes bytes at buf. */
uint64
pg_popcount(const char *buf, int bytes)
{
	uint64 sum = 0;

	for (; bytes >= 8; bytes -= 8, buf += 8)
	{
		uint64 w;

		memcpy(&w, buf, sizeof(w));
		sum += pg_popcount64(w);
	}
	while (bytes-- > 0)
		sum += pg_number_of_ones[(unsigned char) *buf++];
	return sum;
}

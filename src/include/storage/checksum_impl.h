/*
 * checksum_impl.h
 *		The page checksum, as code that any program can compile.
 *
 * FNV-1a in 32 interleaved lanes over the 2048 words of a page, so that a
 * compiler can use vector instructions; folded to 16 bits, never 0.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/checksum_impl.h
 */
#ifndef CHECKSUM_IMPL_H
#define CHECKSUM_IMPL_H

#include "storage/bufpage.h"

#define CHECKSUM_LANES 32
#define CHECKSUM_ROWS (BLCKSZ / (sizeof(uint32) * CHECKSUM_LANES))

/* Start values of the lanes: random numbers, fixed by the format. */
static const uint32 checksum_start[CHECKSUM_LANES] = {
	0x5B1F36E9,
	0xB8525960,
	0x02AB50AA,
	0x1DE66D2A,
	0x79FF467A,
	0x9BB9F8A3,
	0x217E7CD2,
	0x83E13D2C,
	0xF8D4474F,
	0xE39EB970,
	0x42C6AE16,
	0x993216FA,
	0x7B093B5D,
	0x98DAFF3C,
	0xF718902A,
	0x0B1C9CDB,
	0xE58F764B,
	0x187636BC,
	0x5D7B3BB1,
	0xE73DE7DE,
	0x92BEC979,
	0xCCA6C0B2,
	0x304A0979,
	0x85AA43D4,
	0x783125BB,
	0x6CA8EAA2,
	0xE407EAC6,
	0x4B5CFC3E,
	0x9FBF8C76,
	0x15CA20BE,
	0xF2CA9FD3,
	0x959BD756,
};

/* One step of one lane. */
static inline uint32
checksum_step(uint32 sum, uint32 value)
{
	uint32 mixed = sum ^ value;

	return (mixed * 16777619U) ^ (mixed >> 17);
}

/*
 * checksum_block
 *		The 32-bit sum of a page, before the block number is mixed in.
 *
 * page is aligned to 4 bytes; pd_checksum counts as zero, without touching
 * the page: word 2 holds it in its low half (little endian).
 */
static inline uint32
checksum_block(const char *page)
{
	const uint32 *words = (const uint32 *) (const void *) page;
	uint32 lanes[CHECKSUM_LANES];
	uint32 first[CHECKSUM_LANES];
	uint32 result = 0;

	memcpy(lanes, checksum_start, sizeof(lanes));
	memcpy(first, words, sizeof(first));
	first[offsetof(PageHeaderData, pd_checksum) / 4] &= 0xFFFF0000;
	for (int lane = 0; lane < CHECKSUM_LANES; lane++)
		lanes[lane] = checksum_step(lanes[lane], first[lane]);
	for (unsigned row = 1; row < CHECKSUM_ROWS; row++)
		for (int lane = 0; lane < CHECKSUM_LANES; lane++)
			lanes[lane] = checksum_step(lanes[lane],
										words[row * CHECKSUM_LANES + lane]);
	for (int round = 0; round < 2; round++)
		for (int lane = 0; lane < CHECKSUM_LANES; lane++)
			lanes[lane] = checksum_step(lanes[lane], 0);
	for (int lane = 0; lane < CHECKSUM_LANES; lane++)
		result ^= lanes[lane];
	return result;
}

/* The value for pd_checksum of a page that will lie at block blkno of a fork. */
static inline uint16
checksum_page_value(const char *page, BlockNumber blkno)
{
	return (uint16) ((checksum_block(page) ^ blkno) % 65535 + 1);
}

#endif /* CHECKSUM_IMPL_H */

/*
 * wal_image_probe.c
 *		Recognises page images that will not compress, before trying.
 *
 * Two looks, each over the whole input but with little work per byte.
 *
 * Frequencies.  Every SAMPLE_STEP'th byte is counted; the sum of the squared
 * counts tells how even they are (equal frequencies give the least), and the share
 * of zeros how much is padding.
 *
 * Repeats.  Of all positions those are picked whose two bytes hash to one value
 * in PICK_ONE_OF.  The choice depends on the content alone, so a string and its
 * repeat get the same picks, wherever they lie.  The four bytes at each pick go
 * through a small table; the share of picks that were there before estimates the
 * share of the input that repeats.  Pairs of zeros are never picked.
 *
 * A codec that also codes literals gains from uneven bytes and from repeats: hard
 * is what has neither.  One that gives up below some gain (pglz: 25 percent)
 * cannot reach it if fewer bytes than that are zeros or repeat: a repeat costs
 * bytes too.  Others (lz4) find out themselves as fast as this can, so for them
 * nothing is hard.
 *
 * The limits come from the measurement in doc/wal-compression.md; they are such
 * that an input that would have become noticeably shorter is still tried.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/wal_image_probe.c
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

#define PICK_ONE_OF 64
#define PICK_FACTOR 0x9E37 /* odd; the product's top bits decide */
#define PICK_SHIFT 10
#define PICK_VALUE 37 /* not 0, which is what zeros give */
#define TABLE_BITS 8
#define TABLE_WAYS 4 /* places that a string may have */
#define SAMPLE_STEP 13 /* odd, and no usual row width */

/* Inputs shorter than this are not worth a look. */
#define MIN_INPUT 1024

/* Repeated picks, as a share, up to which there is nothing to gain. */
#define HARD_REPEATS 0.03

/*
 * Unevenness is 1 for random bytes, 4.1 for random letters and digits.  1.5 still
 * saves 4 percent, 1.03 nothing.
 */
#define HARD_UNEVENNESS 1.15

/* More than that comes with padding or a small alphabet, which may repeat. */
#define MAX_UNEVENNESS 8.0

/* Of the gain that a codec asks for, what must be in sight: sampling errs. */
#define GAIN_MARGIN 0.7

StaticAssertDecl(1 << (16 - PICK_SHIFT) == PICK_ONE_OF, "top bits pick");

/* Entries are tagged by the run, so the table need not be cleared. */
typedef struct SeenString
{
	uint32 string;
	uint32 run;
} SeenString;

static SeenString seen[1 << TABLE_BITS];
static uint32 run_number = 0;

typedef struct PickCount
{
	uint32 picks;
	uint32 repeats;
} PickCount;

/*
 * One pick: was its string there before?  Where a pattern with two picks goes on and
 * on, these must not put out each other, so a string has several places.
 */
static inline void
count_pick(const uint8 *p, PickCount *count)
{
	uint32 string;
	uint32 at;
	SeenString *slot;

	memcpy(&string, p, sizeof(string));
	at = (string * 0x9E3779B1u) >> (32 - TABLE_BITS);
	for (uint32 way = 0; way < TABLE_WAYS; way++)
	{
		slot = &seen[at ^ way];
		if (slot->run != run_number || slot->string == string)
			break;
	}
	count->picks++;
	if (slot->run == run_number && slot->string == string)
		count->repeats++;
	else
	{
		slot->string = string;
		slot->run = run_number;
	}
}

static inline bool
is_picked(const uint8 *p)
{
	uint16 pair;

	memcpy(&pair, p, sizeof(pair));
	return (uint16) (pair * PICK_FACTOR) >> PICK_SHIFT == PICK_VALUE;
}

/*
 * The share of picked positions whose string was there before, 0 to 1; 1 also if
 * there are too few picks to tell, as where a short pattern goes on and on.
 */
static double
repeated_share(const uint8 *src, int len)
{
	PickCount count = {0, 0};
	int last = len - (int) sizeof(uint32);
	int i = 0;

	run_number++;
#ifdef __SSE2__
	{
		const __m128i factor = _mm_set1_epi16((short) PICK_FACTOR);
		const __m128i wanted = _mm_set1_epi16(PICK_VALUE);

		/* Pairs at even and at odd positions of 16 bytes. */
		for (; i + 17 <= len && i + 16 <= last; i += 16)
		{
			__m128i even = _mm_loadu_si128((const __m128i *) (src + i));
			__m128i odd = _mm_loadu_si128((const __m128i *) (src + i + 1));
			uint32 mask;

			even = _mm_srli_epi16(_mm_mullo_epi16(even, factor), PICK_SHIFT);
			odd = _mm_srli_epi16(_mm_mullo_epi16(odd, factor), PICK_SHIFT);
			mask = (_mm_movemask_epi8(_mm_cmpeq_epi16(even, wanted)) & 0x5555) |
				(_mm_movemask_epi8(_mm_cmpeq_epi16(odd, wanted)) & 0xAAAA);
			for (; mask != 0; mask &= mask - 1)
				count_pick(src + i + __builtin_ctz(mask), &count);
		}
	}
#endif
	for (; i <= last; i++)
		if (is_picked(src + i))
			count_pick(src + i, &count);

	/* Few pairs, often met, may all be passed over: then it is not known. */
	if (count.picks * PICK_ONE_OF * 4 < (uint32) len * 3)
		return 1.0;
	return (double) count.repeats / count.picks;
}

/* Frequencies of a sample; *zeros is the share of zero bytes. */
static double
unevenness(const uint8 *src, int len, double *zeros)
{
	uint16 counts[256] = {0};
	uint64 squares = 0;
	double n = 0;

	for (int i = 0; i < len; i += SAMPLE_STEP)
	{
		counts[src[i]]++;
		n++;
	}
	for (int i = 0; i < 256; i++)
		squares += (uint32) counts[i] * counts[i];
	*zeros = counts[0] / n;

	/* Without the part that a sample of equal bytes has by chance. */
	return 256.0 * ((double) squares - n) / (n * (n - 1));
}

bool
wal_image_is_hard(const WalImageCodec *codec, const char *src, int len)
{
	const uint8 *bytes = (const uint8 *) src;
	double zeros;
	double uneven;

	if (len < MIN_INPUT || (!codec->codes_literals && codec->min_gain == 0))
		return false;
	uneven = unevenness(bytes, len, &zeros);
	if (codec->codes_literals)
		return uneven <= HARD_UNEVENNESS && repeated_share(bytes, len) <= HARD_REPEATS;
	if (uneven > MAX_UNEVENNESS || zeros * 100 >= codec->min_gain * GAIN_MARGIN)
		return false;
	return (zeros + (1 - zeros) * repeated_share(bytes, len)) * 100 <
		codec->min_gain * GAIN_MARGIN;
}

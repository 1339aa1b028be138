/*
 * t_heapdelta.c
 *		Deltas of rows: small where they should be, whole again, never out of bounds.
 *
 * Rows are made at random and changed in the ways that updates change them; the
 * seed is printed.  Sizes are compared with what PostgreSQL 15's record needs (two
 * lengths of two bytes, and everything between the common ends).  The encoder is
 * here once more, without the processor's wide comparisons: both write the same.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_heapdelta.c
 */
#include "tap.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "access/heapdelta.h"

extern int plain_delta_encode(const char *old, int oldlen, const char *new,
							  int newlen, char *out, int room);
extern int plain_delta_decode(const char *delta, int len, const char *old,
							  int oldlen, char *new, int room);

#undef __SSE2__
#define heap_delta_encode plain_delta_encode
#define heap_delta_decode plain_delta_decode
#include "../../backend/access/heap/heapdelta.c"
#undef heap_delta_encode
#undef heap_delta_decode

#define MAX_ROW 2000

static char old_row[MAX_ROW];
static char new_row[MAX_ROW * 2];
static char delta[MAX_ROW * 3];
static char plain[MAX_ROW * 3];
static char back[MAX_ROW * 2];

/* Size of the delta, checked to give the new row again; -1 on any trouble. */
static int
delta_size(int oldlen, int newlen)
{
	int n = heap_delta_encode(old_row, oldlen, new_row, newlen, delta,
							  sizeof(delta));

	if (n < 0 || heap_delta_decode(delta, n, old_row, oldlen, back, sizeof(back)) != newlen ||
		memcmp(back, new_row, newlen) != 0)
		return -1;
	if (plain_delta_encode(old_row, oldlen, new_row, newlen, plain, sizeof(plain)) != n ||
		memcmp(plain, delta, n) != 0)
		return -1;
	/* The room given is kept to, and just enough is enough. */
	if (heap_delta_encode(old_row, oldlen, new_row, newlen, delta, n) != n ||
		(n > 0 && heap_delta_encode(old_row, oldlen, new_row, newlen, delta, n - 1) != -1))
		return -1;
	return n;
}

/* Bytes of the same in PostgreSQL 15. */
static int
stock_size(int oldlen, int newlen)
{
	int limit = Min(oldlen, newlen);
	int p = 0;
	int s = 0;

	while (p < limit && old_row[p] == new_row[p])
		p++;
	if (p < 3)
		p = 0;
	while (s < limit - p && old_row[oldlen - s - 1] == new_row[newlen - s - 1])
		s++;
	if (s < 3)
		s = 0;
	return (p ? 2 : 0) + (s ? 2 : 0) + newlen - p - s;
}

static void
random_row(int len)
{
	for (int i = 0; i < len; i++)
		old_row[i] = (char) random();
	memcpy(new_row, old_row, len);
}

static void
test_shapes(void)
{
	int n;

	random_row(200);
	is_int(delta_size(200, 200), 0, "an equal row takes nothing");
	new_row[40] ^= 1;
	is_int(delta_size(200, 200), 3, "a changed byte takes three");
	new_row[150] ^= 1;
	n = delta_size(200, 200);
	is_int(n, 6, "a second one three more");
	ok(n < stock_size(200, 200), "where stock takes %d", stock_size(200, 200));

	random_row(100);
	memcpy(new_row + 50, "abc", 3);
	memcpy(new_row + 53, old_row + 50, 50);
	is_int(delta_size(100, 103), 7, "three bytes put in");
	memcpy(new_row, old_row, 100);
	memcpy(new_row + 100, "abcd", 4);
	is_int(delta_size(100, 104), 6, "four at the end");
	is_int(delta_size(100, 60), 2, "the end cut off");
	is_int(delta_size(0, 10), 12, "from nothing");
	is_int(delta_size(100, 0), 1, "to nothing");

	/* Two halves change places: what was there before does not matter then. */
	random_row(200);
	memcpy(new_row + 20, old_row + 100, 80);
	memcpy(new_row + 100, old_row + 20, 80);
	is_int(delta_size(200, 200), 7, "two fields swapped");

	/* Every second of 50 integers changes. */
	random_row(400);
	for (int i = 0; i < 400; i += 8)
		new_row[i] ^= 1;
	n = delta_size(400, 400);
	ok(n > 0 && n <= 50 * 3 + 1, "every second integer: %d bytes, stock %d", n, stock_size(400, 400));

	/* Ten texts, each longer by one byte. */
	random_row(500);
	for (int i = 0; i < 10; i++)
	{
		memcpy(new_row + i * 51, old_row + i * 50, 50);
		new_row[i * 51 + 50] = 'x';
	}
	n = delta_size(500, 510);
	ok(n > 0 && n <= 10 * 6, "ten texts, each longer: %d bytes, stock %d", n, stock_size(500, 510));

	random_row(1900);
	for (int i = 0; i < 1900; i++)
		new_row[i] = (char) random();
	n = delta_size(1900, 1900);
	ok(n > 0 && n <= 1910, "all changed: %d bytes", n);

	/* Ten long texts change, but not the five bytes before each. */
	for (int i = 0; i < 1520; i += 152)
		memcpy(new_row + i, old_row + i, 5);
	n = delta_size(1520, 1520);
	ok(n > 0 && n <= 1520 - 50 + 10 * 3, "all but ten headers changed: %d bytes", n);

	/* A new text at the beginning, another at the end, and what is between moves. */
	random_row(1900);
	memcpy(new_row + 403, old_row + 400, 1100);
	for (int i = 0; i < 403; i++)
		new_row[i] = (char) random();
	for (int i = 1503; i < 1900; i++)
		new_row[i] = (char) random();
	n = delta_size(1900, 1900);
	ok(n > 0 && n <= 403 + 397 + 20, "a moved part behind a long new text: %d bytes", n);
}

/* Change new_row at random; returns its length. */
static int
mutate(int len)
{
	int changes = random() % 8;

	for (int c = 0; c < changes; c++)
	{
		int at = len == 0 ? 0 : random() % len;
		int size = random() % 40;

		if (random() % 3 == 0 && len + size <= MAX_ROW)
		{
			memmove(new_row + at + size, new_row + at, len - at);
			len += size;
		}
		else if (random() % 2 == 0)
		{
			size = Min(size, len - at);
			memmove(new_row + at, new_row + at + size, len - at - size);
			len -= size;
			continue;
		}
		for (int i = at; i < Min(at + size, len); i++)
			new_row[i] = (char) random();
	}
	return len;
}

static void
test_random(void)
{
	int bad = 0;
	int worse = 0;

	for (int round = 0; round < 20000; round++)
	{
		int oldlen = random() % (round % 8 == 1 ? MAX_ROW : 600);
		int newlen;
		int n;

		random_row(oldlen);
		/* Some rows of few different bytes, which match in many ways. */
		if (round % 4 == 0)
			for (int i = 0; i < oldlen; i++)
				new_row[i] = old_row[i] = (char) (old_row[i] & 1);
		newlen = mutate(oldlen);
		n = delta_size(oldlen, newlen);
		if (n < 0)
			bad++;
		else if (n > stock_size(oldlen, newlen) + 4)
			worse++;
	}
	is_int(bad, 0, "20000 random changes come back");
	ok(worse < 20, "hardly any is much longer than stock's: %d", worse);
}

/* Damaged streams, with guards around what may be written. */
static void
test_hostile(void)
{
	static struct
	{
		char before[64];
		char row[300];
		char after[64];
	} guarded;
	int overrun = 0;
	int refused = 0;

	for (int round = 0; round < 50000; round++)
	{
		int len = random() % 40;
		char *stream = malloc(len + 1);
		int n;

		memset(&guarded, 0x55, sizeof(guarded));
		for (int i = 0; i < len; i++)
			stream[i] = (char) (random() % 3 ? random() % 40 : random());
		n = heap_delta_decode(stream, len, old_row, 100, guarded.row, sizeof(guarded.row));
		refused += n < 0;
		for (int i = 0; i < 64; i++)
			if (guarded.before[i] != 0x55 || guarded.after[i] != 0x55)
				overrun++;
		if (n > (int) sizeof(guarded.row))
			overrun++;
		free(stream);
	}
	is_int(overrun, 0, "damaged streams write nowhere else");
	ok(refused > 10000, "and many are refused: %d", refused);
	is_int(heap_delta_decode("\xff\x01", 2, old_row, 100, back, 100), -1,
		   "a number cut off");
	is_int(heap_delta_decode("", 0, old_row, 100, back, 99), -1, "too little room");
}

int
main(void)
{
	unsigned seed = (unsigned) time(NULL) ^ (unsigned) getpid();

	if (getenv("SEED"))
		seed = (unsigned) atoi(getenv("SEED"));
	unit_init();
	printf("# seed %u\n", seed);
	srandom(seed);
	test_shapes();
	test_random();
	test_hostile();
	return done_testing();
}

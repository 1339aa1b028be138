/*
 * hashfn.c
 *		Hash functions that reach the disk.
 *
 * Jenkins's lookup3 with its start value 0x9e3779b9 + length + 3923095.  The
 * extended forms mix a 64-bit seed in first and return two words.  Keys are
 * read as little-endian words, whatever their alignment.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/hashfn.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/hashfn.h"
#include "port/pg_bitutils.h"

typedef struct Lookup3
{
	uint32 a;
	uint32 b;
	uint32 c;
} Lookup3;

#define ROT(x, k) pg_rotate_left32(x, k)

static inline void
mix(Lookup3 *s)
{
	s->a -= s->c;
	s->a ^= ROT(s->c, 4);
	s->c += s->b;
	s->b -= s->a;
	s->b ^= ROT(s->a, 6);
	s->a += s->c;
	s->c -= s->b;
	s->c ^= ROT(s->b, 8);
	s->b += s->a;
	s->a -= s->c;
	s->a ^= ROT(s->c, 16);
	s->c += s->b;
	s->b -= s->a;
	s->b ^= ROT(s->a, 19);
	s->a += s->c;
	s->c -= s->b;
	s->c ^= ROT(s->b, 4);
	s->b += s->a;
}

static inline void
finish(Lookup3 *s)
{
	s->c ^= s->b;
	s->c -= ROT(s->b, 14);
	s->a ^= s->c;
	s->a -= ROT(s->c, 11);
	s->b ^= s->a;
	s->b -= ROT(s->a, 25);
	s->c ^= s->b;
	s->c -= ROT(s->b, 16);
	s->a ^= s->c;
	s->a -= ROT(s->c, 4);
	s->b ^= s->a;
	s->b -= ROT(s->a, 14);
	s->c ^= s->b;
	s->c -= ROT(s->b, 24);
}

static inline Lookup3
start(uint32 keylen, uint64 seed)
{
	uint32 v = 0x9e3779b9 + keylen + 3923095;
	Lookup3 s = {v, v, v};

	if (seed != 0)
	{
		s.a += (uint32) (seed >> 32);
		s.b += (uint32) seed;
		mix(&s);
	}
	return s;
}

static inline uint32
word(const unsigned char *k)
{
	uint32 w;

	memcpy(&w, k, sizeof(w));
	return w;
}

/*
 * The tail of up to 11 bytes fills a, b and c in turn; c's lowest byte is kept
 * for the length, so its bytes start one place higher.
 */
static inline Lookup3
hash_state(const unsigned char *k, int keylen, uint64 seed)
{
	Lookup3 s = start((uint32) keylen, seed);
	unsigned char tail[12] = {0};
	int left;

	for (left = keylen; left >= 12; left -= 12, k += 12)
	{
		s.a += word(k);
		s.b += word(k + 4);
		s.c += word(k + 8);
		mix(&s);
	}
	memcpy(tail, k, left);
	s.a += word(tail);
	s.b += word(tail + 4);
	s.c += word(tail + 8) << 8;
	finish(&s);
	return s;
}

uint32
hash_bytes(const unsigned char *k, int keylen)
{
	return hash_state(k, keylen, 0).c;
}

uint64
hash_bytes_extended(const unsigned char *k, int keylen, uint64 seed)
{
	Lookup3 s = hash_state(k, keylen, seed);

	return ((uint64) s.b << 32) | s.c;
}

/* The same value as hash_bytes over the four bytes of k. */
uint32
hash_bytes_uint32(uint32 k)
{
	Lookup3 s = start(sizeof(uint32), 0);

	s.a += k;
	finish(&s);
	return s.c;
}

uint64
hash_bytes_uint32_extended(uint32 k, uint64 seed)
{
	Lookup3 s = start(sizeof(uint32), seed);

	s.a += k;
	finish(&s);
	return ((uint64) s.b << 32) | s.c;
}

/* ---- hash functions for hash tables (utils/hsearch.h) ---- */

/* Key: a C string of less than keysize bytes. */
uint32
string_hash(const void *key, Size keysize)
{
	return hash_bytes(key, (int) strnlen(key, keysize - 1));
}

uint32
tag_hash(const void *key, Size keysize)
{
	return hash_bytes(key, (int) keysize);
}

uint32
uint32_hash(const void *key, Size keysize)
{
	Assert(keysize == sizeof(uint32));
	return hash_bytes_uint32(*(const uint32 *) key);
}

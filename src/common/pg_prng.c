/*
 * pg_prng.c
 *		Fast pseudo-random numbers.
 *
 * xoroshiro128** and splitmix64 are in the public domain (Blackman, Vigna);
 * constants are theirs.  See common/pg_prng.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/pg_prng.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <math.h>

#include "common/pg_prng.h"
#include "port/pg_bitutils.h"

pg_prng_state pg_global_prng_state;

static inline uint64
rotl(uint64 x, int k)
{
	return (x << k) | (x >> (64 - k));
}

static inline uint64
next(pg_prng_state *state)
{
	uint64 s0 = state->s0;
	uint64 s1 = state->s1 ^ s0;
	uint64 result = rotl(s0 * 5, 7) * 9;

	state->s0 = rotl(s0, 24) ^ s1 ^ (s1 << 16);
	state->s1 = rotl(s1, 37);
	return result;
}

static uint64
splitmix64(uint64 *state)
{
	uint64 z = (*state += UINT64CONST(0x9E3779B97F4A7C15));

	z = (z ^ (z >> 30)) * UINT64CONST(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64CONST(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

void
pg_prng_seed(pg_prng_state *state, uint64 seed)
{
	state->s0 = splitmix64(&seed);
	state->s1 = splitmix64(&seed);
	(void) pg_prng_seed_check(state);
}

/* fseed in -1 .. 1: its 53 significant bits make the seed. */
void
pg_prng_fseed(pg_prng_state *state, double fseed)
{
	pg_prng_seed(state, (uint64) (int64) (fseed * (double) ((UINT64CONST(1) << 52) - 1)));
}

/* The generator would be stuck at zero: repair that.  Always true. */
bool
pg_prng_seed_check(pg_prng_state *state)
{
	if (state->s0 == 0 && state->s1 == 0)
	{
		state->s0 = UINT64CONST(0x5851F42D4C957F2D);
		state->s1 = UINT64CONST(0x14057B7EF767814F);
	}
	return true;
}

uint64
pg_prng_uint64(pg_prng_state *state)
{
	return next(state);
}

/* Uniform in rmin .. rmax; rmin if the range is empty. */
uint64
pg_prng_uint64_range(pg_prng_state *state, uint64 rmin, uint64 rmax)
{
	uint64 range;
	uint64 val;
	int drop;

	if (rmax <= rmin)
		return rmin;
	range = rmax - rmin;
	drop = 63 - pg_leftmost_one_pos64(range);
	do
		val = next(state) >> drop;
	while (val > range);
	return rmin + val;
}

int64
pg_prng_int64(pg_prng_state *state)
{
	return (int64) next(state);
}

int64
pg_prng_int64p(pg_prng_state *state)
{
	return (int64) (next(state) >> 1);
}

uint32
pg_prng_uint32(pg_prng_state *state)
{
	return (uint32) (next(state) >> 32);
}

int32
pg_prng_int32(pg_prng_state *state)
{
	return (int32) pg_prng_uint32(state);
}

int32
pg_prng_int32p(pg_prng_state *state)
{
	return (int32) (next(state) >> 33);
}

double
pg_prng_double(pg_prng_state *state)
{
	return ldexp((double) (next(state) >> 12), -52);
}

/* Normal distribution, mean 0, deviation 1 (Box and Muller, 1958). */
double
pg_prng_double_normal(pg_prng_state *state)
{
	double u1 = 1.0 - pg_prng_double(state);
	double u2 = pg_prng_double(state);

	return sqrt(-2.0 * log(u1)) * sin(2.0 * M_PI * u2);
}

bool
pg_prng_bool(pg_prng_state *state)
{
	return (next(state) >> 63) != 0;
}

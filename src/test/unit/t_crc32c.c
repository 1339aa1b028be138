/*
 * t_crc32c.c
 *		CRC-32C: all ways to compute it, and to copy meanwhile.
 *
 * Vectors of RFC 3720, appendix B.4.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_crc32c.c
 */
#include "tap.h"

#include "common/pg_prng.h"
#include "port/pg_crc32c.h"

static pg_crc32c
crc_of(pg_crc32c (*fn)(pg_crc32c, const void *, size_t), const void *data, size_t len)
{
	return fn(0xFFFFFFFF, data, len) ^ 0xFFFFFFFF;
}

/* Do the bytes, and no others, come over with the right sum? */
static bool
copies(pg_crc32c (*fn)(pg_crc32c, void *, const void *, size_t), const uint8 *data, size_t len)
{
	static uint8 copy[9100];
	uint8 *to = copy + 1 + len % 32;

	memset(copy, 0x55, sizeof(copy));
	return (fn(0xFFFFFFFF, to, data, len) ^ 0xFFFFFFFF) == crc_of(pg_comp_crc32c_sb8, data, len) &&
		memcmp(to, data, len) == 0 && to[-1] == 0x55 && to[len] == 0x55;
}

int
main(void)
{
	uint8 buf[32];
	static uint8 big[9000];
	pg_prng_state rng;
	int bad = 0;

	unit_init();
	is_int(crc_of(pg_comp_crc32c, "123456789", 9), 0xE3069283, "123456789");
	memset(buf, 0, 32);
	is_int(crc_of(pg_comp_crc32c, buf, 32), 0x8A9136AA, "32 zero bytes");
	memset(buf, 0xFF, 32);
	is_int(crc_of(pg_comp_crc32c, buf, 32), 0x62A8AB43, "32 bytes of ones");
	for (int i = 0; i < 32; i++)
		buf[i] = i;
	is_int(crc_of(pg_comp_crc32c_sb8, buf, 32), 0x46DD794E, "ascending, by table");
	pg_prng_seed(&rng, 42);
	for (int i = 0; i < (int) sizeof(big); i++)
		big[i] = (uint8) pg_prng_uint64(&rng);
	for (int len = 0; len < 8192 && pg_crc32c_sse42_available(); len += len < 900 ? 1 : 97)
		if (crc_of(pg_comp_crc32c_sse42, big + len % 8, len) !=
			crc_of(pg_comp_crc32c_sb8, big + len % 8, len))
			bad++;
	is_int(bad, 0, "instruction and table agree at all lengths and alignments");
	bad = 0;
	for (int len = 0; len < 8192; len += len < 900 ? 1 : 97)
	{
		bad += !copies(pg_copy_crc32c, big + len % 8, len);
		bad += !copies(pg_copy_crc32c_steps, big + len % 8, len);
		if (pg_crc32c_fold_available())
			bad += !copies(pg_copy_crc32c_fold, big + len % 8, len);
	}
	is_int(bad, 0, "so do the sums of what is copied, in one way and in two");
	return done_testing();
}

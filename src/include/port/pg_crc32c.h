/*
 * port/pg_crc32c.h
 *		CRC-32C (Castagnoli), the checksum of WAL records and small files.
 *
 * Reflected polynomial 0x82F63B78, initial and final XOR of all ones.  The
 * SSE 4.2 instruction is used where the processor has it, else tables of
 * eight bytes at a step (port/pg_crc32c.c); both give the same value.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port/pg_crc32c.h
 */
#ifndef PG_CRC32C_H
#define PG_CRC32C_H

typedef uint32 pg_crc32c;

#define INIT_CRC32C(crc) ((crc) = 0xFFFFFFFF)
#define FIN_CRC32C(crc) ((crc) ^= 0xFFFFFFFF)
#define EQ_CRC32C(c1, c2) ((c1) == (c2))
#define COMP_CRC32C(crc, data, len) \
	((crc) = pg_comp_crc32c((crc), (data), (len)))

extern pg_crc32c (*pg_comp_crc32c)(pg_crc32c crc, const void *data, size_t len);
extern pg_crc32c pg_comp_crc32c_sb8(pg_crc32c crc, const void *data, size_t len);
extern pg_crc32c pg_comp_crc32c_sse42(pg_crc32c crc, const void *data,
									  size_t len);
extern bool pg_crc32c_sse42_available(void);

/* The same, and memcpy: one way takes less time than both if no cache has the bytes. */
extern pg_crc32c (*pg_copy_crc32c)(pg_crc32c crc, void *to, const void *from, size_t len);
extern pg_crc32c pg_copy_crc32c_steps(pg_crc32c crc, void *to, const void *from,
									  size_t len);
extern pg_crc32c pg_copy_crc32c_fold(pg_crc32c crc, void *to, const void *from, size_t len);
extern bool pg_crc32c_fold_available(void);

#endif /* PG_CRC32C_H */

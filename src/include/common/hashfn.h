/*
 * common/hashfn.h
 *		Hash functions.  hash_bytes and hash_bytes_uint32 reach the disk.
 *
 * They are Bob Jenkins's lookup3 (public domain, 2006) with PostgreSQL's
 * start values: hash indexes, hash partitions and the catalogs rely on them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/hashfn.h
 */
#ifndef HASHFN_H
#define HASHFN_H

extern uint32 hash_bytes(const unsigned char *k, int keylen);
extern uint64 hash_bytes_extended(const unsigned char *k, int keylen,
								  uint64 seed);
extern uint32 hash_bytes_uint32(uint32 k);
extern uint64 hash_bytes_uint32_extended(uint32 k, uint64 seed);

/* The same as Datums, for the hash functions of types. */
#ifndef FRONTEND
#define hash_any(k, keylen) UInt32GetDatum(hash_bytes(k, keylen))
#define hash_any_extended(k, keylen, seed) \
	UInt64GetDatum(hash_bytes_extended(k, keylen, seed))
#define hash_uint32(k) UInt32GetDatum(hash_bytes_uint32(k))
#define hash_uint32_extended(k, seed) \
	UInt64GetDatum(hash_bytes_uint32_extended(k, seed))
#endif

extern uint32 string_hash(const void *key, Size keysize);
extern uint32 tag_hash(const void *key, Size keysize);
extern uint32 uint32_hash(const void *key, Size keysize);
#define oid_hash uint32_hash

#define ROTATE_HIGH_AND_LOW_32BITS(v)                 \
	((((v) << 1) & UINT64CONST(0xfffffffefffffffe)) | \
	 (((v) >> 31) & UINT64CONST(0x100000001)))

/* Mix b into a: the golden ratio keeps (0, 0) from staying 0. */
static inline uint32
hash_combine(uint32 a, uint32 b)
{
	return a ^ (b + 0x9e3779b9 + (a << 6) + (a >> 2));
}

static inline uint64
hash_combine64(uint64 a, uint64 b)
{
	return a ^ (b + UINT64CONST(0x49a0f4dd15e5a8e3) + (a << 54) + (a >> 7));
}

/* Finalizer of MurmurHash3 (Austin Appleby, public domain). */
static inline uint32
murmurhash32(uint32 data)
{
	data = (data ^ (data >> 16)) * 0x85ebca6b;
	data = (data ^ (data >> 13)) * 0xc2b2ae35;
	return data ^ (data >> 16);
}

static inline uint64
murmurhash64(uint64 data)
{
	data = (data ^ (data >> 33)) * UINT64CONST(0xff51afd7ed558ccd);
	data = (data ^ (data >> 33)) * UINT64CONST(0xc4ceb9fe1a85ec53);
	return data ^ (data >> 33);
}

#endif /* HASHFN_H */

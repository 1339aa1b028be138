/*
 * port/pg_bswap.h
 *		Byte order: swaps, and between host and network order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port/pg_bswap.h
 */
#ifndef PG_BSWAP_H
#define PG_BSWAP_H

#define pg_bswap16(x) __builtin_bswap16(x)
#define pg_bswap32(x) __builtin_bswap32(x)
#define pg_bswap64(x) __builtin_bswap64(x)
#define pg_hton16(x) pg_bswap16(x)
#define pg_hton32(x) pg_bswap32(x)
#define pg_hton64(x) pg_bswap64(x)
#define pg_ntoh16(x) pg_bswap16(x)
#define pg_ntoh32(x) pg_bswap32(x)
#define pg_ntoh64(x) pg_bswap64(x)
#define DatumBigEndianToNative(x) pg_bswap64(x)

#endif /* PG_BSWAP_H */

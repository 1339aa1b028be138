/*
 * uuid.h
 *		The uuid type: sixteen bytes in network order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/uuid.h
 */
#ifndef UUID_H
#define UUID_H

#define UUID_LEN 16

typedef struct pg_uuid_t
{
	unsigned char data[UUID_LEN];
} pg_uuid_t;

#define DatumGetUUIDP(d) ((pg_uuid_t *) DatumGetPointer(d))
#define UUIDPGetDatum(u) PointerGetDatum(u)
#define PG_GETARG_UUID_P(n) DatumGetUUIDP(PG_GETARG_DATUM(n))
#define PG_RETURN_UUID_P(u) return UUIDPGetDatum(u)

#endif /* UUID_H */

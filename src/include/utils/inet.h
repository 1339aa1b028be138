/*
 * inet.h
 *		Network addresses: inet, cidr, macaddr, macaddr8.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/inet.h
 */
#ifndef INET_H
#define INET_H

#include <sys/socket.h>

#include "fmgr.h"

#define PGSQL_AF_INET (AF_INET + 0)
#define PGSQL_AF_INET6 (AF_INET + 1)

typedef struct
{
	unsigned char family; /* PGSQL_AF_INET or PGSQL_AF_INET6 */
	unsigned char bits; /* length of the netmask */
	unsigned char ipaddr[16]; /* 4 or 16 of them are stored */
} inet_struct;

typedef struct
{
	char vl_len_[4]; /* read with VARDATA_ANY, it may be short */
	inet_struct inet_data;
} inet;

typedef struct macaddr
{
	unsigned char a,
		b,
		c,
		d,
		e,
		f;
} macaddr;

typedef struct macaddr8
{
	unsigned char a,
		b,
		c,
		d,
		e,
		f,
		g,
		h;
} macaddr8;

#define DatumGetInetPP(d) ((inet *) PG_DETOAST_DATUM_PACKED(d))
#define InetPGetDatum(i) PointerGetDatum(i)
#define PG_GETARG_INET_PP(n) DatumGetInetPP(PG_GETARG_DATUM(n))
#define PG_RETURN_INET_P(i) return InetPGetDatum(i)
#define DatumGetMacaddrP(d) ((macaddr *) DatumGetPointer(d))
#define MacaddrPGetDatum(m) PointerGetDatum(m)
#define PG_GETARG_MACADDR_P(n) DatumGetMacaddrP(PG_GETARG_DATUM(n))
#define PG_RETURN_MACADDR_P(m) return MacaddrPGetDatum(m)

#endif /* INET_H */

/*
 * libpq/pqformat.h
 *		Building and taking apart the bodies of protocol messages.
 *
 * Integers are in network order, strings end with a zero byte and are
 * converted between client and server encoding.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/pqformat.h
 */
#ifndef PQFORMAT_H
#define PQFORMAT_H

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "port/pg_bswap.h"

/* ---- building: begin (or beginreply to reuse a buffer), send, end ---- */
extern void pq_beginmessage(StringInfo buf, char msgtype);
extern void pq_beginmessage_reuse(StringInfo buf, char msgtype);
extern void pq_endmessage(StringInfo buf);
extern void pq_endmessage_reuse(StringInfo buf);
extern void pq_sendbytes(StringInfo buf, const char *data, int datalen);
extern void pq_sendcountedtext(StringInfo buf, const char *str, int slen,
							   bool countincludesself);
extern void pq_sendtext(StringInfo buf, const char *str, int slen);
extern void pq_sendstring(StringInfo buf, const char *str);
extern void pq_send_ascii_string(StringInfo buf, const char *str);
extern void pq_sendfloat4(StringInfo buf, float4 f);
extern void pq_sendfloat8(StringInfo buf, float8 f);
extern void pq_puttextmessage(char msgtype, const char *str);
extern void pq_putemptymessage(char msgtype);
/* A bytea made by a type's send function. */
extern void pq_begintypsend(StringInfo buf);
extern bytea *pq_endtypsend(StringInfo buf);

/* pq_writeintN: the caller has made room; pq_sendintN makes it. */
#define PQ_INT_WRITERS(bits, type, swap)                           \
	static inline void                                             \
		pq_writeint##bits(StringInfoData *pg_restrict buf, type i) \
	{                                                              \
		type n = swap(i);                                          \
		Assert(buf->len + (int) sizeof(n) <= buf->maxlen);         \
		memcpy(buf->data + buf->len, &n, sizeof(n));               \
		buf->len += sizeof(n);                                     \
	}                                                              \
	static inline void                                             \
		pq_sendint##bits(StringInfo buf, type i)                   \
	{                                                              \
		enlargeStringInfo(buf, sizeof(i));                         \
		pq_writeint##bits(buf, i);                                 \
	}
#define PQ_SAME_BYTE(i) (i)
PQ_INT_WRITERS(8, uint8, PQ_SAME_BYTE)
PQ_INT_WRITERS(16, uint16, pg_hton16)
PQ_INT_WRITERS(32, uint32, pg_hton32)
PQ_INT_WRITERS(64, uint64, pg_hton64)
#undef PQ_SAME_BYTE
#undef PQ_INT_WRITERS

static inline void
pq_sendbyte(StringInfo buf, uint8 byt)
{
	pq_sendint8(buf, byt);
}

/* b: 1, 2 or 4 bytes */
static inline void
pq_sendint(StringInfo buf, uint32 i, int b)
{
	Assert(b == 1 || b == 2 || b == 4);
	if (b == 4)
		pq_sendint32(buf, i);
	else if (b == 2)
		pq_sendint16(buf, (uint16) i);
	else
		pq_sendint8(buf, (uint8) i);
}

/* Writes str and its zero byte; the caller has made room. */
static inline void
pq_writestring(StringInfoData *pg_restrict buf, const char *pg_restrict str)
{
	int slen = strlen(str);
	char *p = pg_server_to_client(str, slen);

	if (p != str)
		slen = strlen(p);
	Assert(buf->len + slen + 1 <= buf->maxlen);
	memcpy(buf->data + buf->len, p, slen + 1);
	buf->len += slen + 1;
	if (p != str)
		pfree(p);
}

/* ---- taking apart: ERROR 08P01 if the message is too short ---- */
extern int pq_getmsgbyte(StringInfo msg);
extern unsigned int pq_getmsgint(StringInfo msg, int b);
extern int64 pq_getmsgint64(StringInfo msg);
extern float4 pq_getmsgfloat4(StringInfo msg);
extern float8 pq_getmsgfloat8(StringInfo msg);
extern const char *pq_getmsgbytes(StringInfo msg, int datalen);
extern void pq_copymsgbytes(StringInfo msg, char *buf, int datalen);
extern char *pq_getmsgtext(StringInfo msg, int rawbytes, int *nbytes);
extern const char *pq_getmsgstring(StringInfo msg);
extern const char *pq_getmsgrawstring(StringInfo msg);
extern void pq_getmsgend(StringInfo msg);

#endif /* PQFORMAT_H */

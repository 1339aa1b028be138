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

/*
 * ---- building a message ----
 *
 * begin makes buf, end sends and frees it; the pair ...reuse takes a buf that the
 * caller made once and keeps.  A failed connection shows at the next read, not
 * here.  In between, buf grows as needed.
 */
extern void pq_beginmessage(StringInfo buf, char msgtype);
extern void pq_endmessage(StringInfo buf);
extern void pq_beginmessage_reuse(StringInfo buf, char msgtype);
extern void pq_endmessage_reuse(StringInfo buf);

/* Whole messages: one string with its zero byte, or no body at all. */
extern void pq_puttextmessage(char msgtype, const char *str);
extern void pq_putemptymessage(char msgtype);

/*
 * Text, converted to the client's encoding: slen bytes as they are, with a length
 * in front (which counts itself if asked to), or with a zero byte behind.
 */
extern void pq_sendtext(StringInfo buf, const char *str, int slen);
extern void pq_sendcountedtext(StringInfo buf, const char *str, int slen,
							   bool countincludesself);
extern void pq_sendstring(StringInfo buf, const char *str);
/* The same without conversion, for when that is what failed: '?' for non-ASCII. */
extern void pq_send_ascii_string(StringInfo buf, const char *str);

/* Bytes as they are; floats as the integer of their bits. */
extern void pq_sendbytes(StringInfo buf, const char *data, int datalen);
extern void pq_sendfloat8(StringInfo buf, float8 f);
extern void pq_sendfloat4(StringInfo buf, float4 f);

/*
 * A value in its binary form, as a type's send function returns it: begin makes
 * buf, end turns it into a bytea in the same memory.
 */
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

/*
 * ---- taking a message apart ----
 *
 * Each takes what follows the cursor and moves it on; ERROR 08P01 if the message
 * ends before.
 */

/* The message must be used up. */
extern void pq_getmsgend(StringInfo msg);

/* Numbers; b is 1, 2 or 4 bytes, the result unsigned. */
extern unsigned int pq_getmsgint(StringInfo msg, int b);
extern int pq_getmsgbyte(StringInfo msg);
extern int64 pq_getmsgint64(StringInfo msg);
extern float8 pq_getmsgfloat8(StringInfo msg);
extern float4 pq_getmsgfloat4(StringInfo msg);

/* datalen bytes: where they lie in msg, not terminated; or copied to buf. */
extern const char *pq_getmsgbytes(StringInfo msg, int datalen);
extern void pq_copymsgbytes(StringInfo msg, char *buf, int datalen);

/*
 * Text in the server's encoding.  Of rawbytes bytes: palloc'd and terminated,
 * *nbytes its length now.  Up to a zero byte: in msg unless it was converted.
 */
extern char *pq_getmsgtext(StringInfo msg, int rawbytes, int *nbytes);
extern const char *pq_getmsgstring(StringInfo msg);
/* The bytes of such a string as the client sent them, in msg. */
extern const char *pq_getmsgrawstring(StringInfo msg);

#endif /* PQFORMAT_H */

/*
 * pqformat.c
 *		Building and taking apart the bodies of protocol messages.
 *
 * See libpq/pqformat.h.  A message is collected in a StringInfo whose cursor holds
 * the message type until pq_endmessage() hands both to the connection.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/pqformat.c
 */
#include "postgres.h"

#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"

/* ---- building ---- */

void
pq_beginmessage(StringInfo buf, char msgtype)
{
	initStringInfo(buf);
	buf->cursor = msgtype;
}

void
pq_beginmessage_reuse(StringInfo buf, char msgtype)
{
	resetStringInfo(buf);
	buf->cursor = msgtype;
}

/* Send and free.  Errors of the connection show at the next read. */
void
pq_endmessage(StringInfo buf)
{
	(void) pq_putmessage(buf->cursor, buf->data, buf->len);
	pfree(buf->data);
	buf->data = NULL;
}

/* Send and keep the memory. */
void
pq_endmessage_reuse(StringInfo buf)
{
	(void) pq_putmessage(buf->cursor, buf->data, buf->len);
}

void
pq_sendbytes(StringInfo buf, const char *data, int datalen)
{
	appendBinaryStringInfoNT(buf, data, datalen);
}

/* Text with its length before it, in the client's encoding. */
void
pq_sendcountedtext(StringInfo buf, const char *str, int slen,
				   bool countincludesself)
{
	char *p = pg_server_to_client(str, slen);
	int extra = countincludesself ? 4 : 0;

	if (p != str)
		slen = strlen(p);
	pq_sendint32(buf, slen + extra);
	appendBinaryStringInfoNT(buf, p, slen);
	if (p != str)
		pfree(p);
}

void
pq_sendtext(StringInfo buf, const char *str, int slen)
{
	char *p = pg_server_to_client(str, slen);

	if (p == str)
	{
		appendBinaryStringInfo(buf, str, slen);
		return;
	}
	appendBinaryStringInfo(buf, p, strlen(p));
	pfree(p);
}

/* With its zero byte. */
void
pq_sendstring(StringInfo buf, const char *str)
{
	int slen = strlen(str);
	char *p = pg_server_to_client(str, slen);

	if (p == str)
	{
		appendBinaryStringInfoNT(buf, str, slen + 1);
		return;
	}
	appendBinaryStringInfoNT(buf, p, strlen(p) + 1);
	pfree(p);
}

/* For when conversion itself is in trouble: other bytes become '?'. */
void
pq_send_ascii_string(StringInfo buf, const char *str)
{
	for (; *str; str++)
		appendStringInfoCharMacro(buf, IS_HIGHBIT_SET(*str) ? '?' : *str);
	appendStringInfoChar(buf, '\0');
}

void
pq_sendfloat4(StringInfo buf, float4 f)
{
	uint32 i;

	memcpy(&i, &f, sizeof(i));
	pq_sendint32(buf, i);
}

void
pq_sendfloat8(StringInfo buf, float8 f)
{
	uint64 i;

	memcpy(&i, &f, sizeof(i));
	pq_sendint64(buf, i);
}

void
pq_begintypsend(StringInfo buf)
{
	initStringInfo(buf);
	/* room for the header of the bytea */
	appendBinaryStringInfo(buf, "\0\0\0\0", VARHDRSZ);
}

bytea *
pq_endtypsend(StringInfo buf)
{
	bytea *result = (bytea *) buf->data;

	Assert(buf->len >= VARHDRSZ);
	SET_VARSIZE(result, buf->len);
	return result;
}

/* A message that is one string. */
void
pq_puttextmessage(char msgtype, const char *str)
{
	int slen = strlen(str);
	char *p = pg_server_to_client(str, slen);

	(void) pq_putmessage(msgtype, p, (p == str ? slen : (int) strlen(p)) + 1);
	if (p != str)
		pfree(p);
}

void
pq_putemptymessage(char msgtype)
{
	(void) pq_putmessage(msgtype, NULL, 0);
}

/* ---- taking apart ---- */

/* The next n bytes; 08P01 if there are fewer. */
static const char *
take(StringInfo msg, int n)
{
	const char *p = msg->data + msg->cursor;

	if (n < 0 || n > msg->len - msg->cursor)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("insufficient data left in message")));
	msg->cursor += n;
	return p;
}

int
pq_getmsgbyte(StringInfo msg)
{
	if (msg->cursor >= msg->len)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("no data left in message")));
	return (unsigned char) msg->data[msg->cursor++];
}

/* b: 1, 2 or 4 bytes, unsigned */
unsigned int
pq_getmsgint(StringInfo msg, int b)
{
	uint16 n16;
	uint32 n32;

	switch (b)
	{
		case 1:
			return *(const uint8 *) take(msg, 1);
		case 2:
			memcpy(&n16, take(msg, 2), 2);
			return pg_ntoh16(n16);
		case 4:
			memcpy(&n32, take(msg, 4), 4);
			return pg_ntoh32(n32);
		default:
			elog(ERROR, "unsupported integer size %d", b);
			return 0;
	}
}

int64
pq_getmsgint64(StringInfo msg)
{
	uint64 n;

	memcpy(&n, take(msg, sizeof(n)), sizeof(n));
	return (int64) pg_ntoh64(n);
}

float4
pq_getmsgfloat4(StringInfo msg)
{
	uint32 i = pq_getmsgint(msg, 4);
	float4 f;

	memcpy(&f, &i, sizeof(f));
	return f;
}

float8
pq_getmsgfloat8(StringInfo msg)
{
	int64 i = pq_getmsgint64(msg);
	float8 f;

	memcpy(&f, &i, sizeof(f));
	return f;
}

/* In place, not terminated. */
const char *
pq_getmsgbytes(StringInfo msg, int datalen)
{
	return take(msg, datalen);
}

void
pq_copymsgbytes(StringInfo msg, char *buf, int datalen)
{
	memcpy(buf, take(msg, datalen), datalen);
}

/* palloc'd text of rawbytes bytes, in the server's encoding. */
char *
pq_getmsgtext(StringInfo msg, int rawbytes, int *nbytes)
{
	const char *str = take(msg, rawbytes);
	char *p = pg_client_to_server(str, rawbytes);

	if (p != str)
	{
		*nbytes = strlen(p);
		return p;
	}
	p = palloc(rawbytes + 1);
	memcpy(p, str, rawbytes);
	p[rawbytes] = '\0';
	*nbytes = rawbytes;
	return p;
}

/* Bytes up to a zero byte, in place. */
const char *
pq_getmsgrawstring(StringInfo msg)
{
	const char *str = msg->data + msg->cursor;
	int slen = strlen(str); /* a StringInfo always ends in one */

	if (msg->cursor + slen >= msg->len)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid string in message")));
	msg->cursor += slen + 1;
	return str;
}

/* The same, in the server's encoding; may be in place. */
const char *
pq_getmsgstring(StringInfo msg)
{
	const char *str = pq_getmsgrawstring(msg);

	return pg_client_to_server(str, strlen(str));
}

void
pq_getmsgend(StringInfo msg)
{
	if (msg->cursor != msg->len)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid message format")));
}

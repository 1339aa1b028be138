/*
 * base64.c
 *		Base64 without line breaks (RFC 4648, section 4).
 *
 * The decoder accepts white space between characters, nothing else.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/base64.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/base64.h"

static const char alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int
pg_b64_enc_len(int srclen)
{
	return (srclen + 2) / 3 * 4;
}

int
pg_b64_dec_len(int srclen)
{
	return (srclen * 3) >> 2;
}

int
pg_b64_encode(const char *src, int len, char *dst, int dstlen)
{
	const unsigned char *s = (const unsigned char *) src;
	char *out = dst;

	if (pg_b64_enc_len(len) > dstlen)
	{
		memset(dst, 0, dstlen);
		return -1;
	}
	for (int i = 0; i < len; i += 3)
	{
		int have = Min(3, len - i);
		uint32 v = (uint32) s[i] << 16;

		if (have > 1)
			v |= (uint32) s[i + 1] << 8;
		if (have > 2)
			v |= s[i + 2];
		*out++ = alphabet[v >> 18];
		*out++ = alphabet[(v >> 12) & 63];
		*out++ = have > 1 ? alphabet[(v >> 6) & 63] : '=';
		*out++ = have > 2 ? alphabet[v & 63] : '=';
	}
	return out - dst;
}

static int
value_of(char ch)
{
	const char *at = ch ? strchr(alphabet, ch) : NULL;

	return at ? (int) (at - alphabet) : -1;
}

int
pg_b64_decode(const char *src, int len, char *dst, int dstlen)
{
	uint32 bits = 0;
	int nchars = 0; /* in this group of four, '=' included */
	int pad = 0;
	int out = 0;

	for (int i = 0; i < len; i++)
	{
		char ch = src[i];
		int v = 0;

		if (ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r')
			continue;
		if (ch == '=')
		{
			if (nchars < 2)
				goto bad;
			pad++;
		}
		else if (pad > 0 || (v = value_of(ch)) < 0)
			goto bad;
		bits = (bits << 6) | (uint32) v;
		if (++nchars < 4)
			continue;
		if (out + 3 - pad > dstlen)
			goto bad;
		for (int k = 0; k < 3 - pad; k++)
			dst[out++] = (char) (bits >> (16 - 8 * k));
		bits = 0;
		nchars = 0;
		if (pad > 0 && i + 1 < len)
			pad = 3; /* nothing may follow */
	}
	if (nchars == 0)
		return out;
bad:
	memset(dst, 0, dstlen);
	return -1;
}

/*
 * macaddr.c
 *		The types macaddr and macaddr8: addresses of network hardware.
 *
 * Six or eight bytes; compared byte by byte.  A macaddr8 of a macaddr has FF:FE
 * in its middle (EUI-64).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/macaddr.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "port/pg_bswap.h"
#include "utils/builtins.h"
#include "utils/inet.h"
#include "utils/sortsupport.h"

StaticAssertDecl(sizeof(macaddr) == 6, "a macaddr is 6 bytes");
StaticAssertDecl(sizeof(macaddr8) == 8, "a macaddr8 is 8 bytes");

static void
malformed(const char *type, const char *str)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", type, str)));
}

/* ---- Text ---- */

/*
 * The forms of a macaddr: groups of equal size between delimiters of one kind,
 * xx:xx:xx:xx:xx:xx, xxxxxx:xxxxxx, xxxx.xxxx.xxxx, or no delimiter at all.  In
 * the first, a group may have any number of digits.
 */
static const struct mac_form
{
	int digits; /* of a group; 0: any number */
	const char *delimiters; /* one of these, or "" */
	int ngroups;
} mac_forms[] = {{0, ":-", 6}, {6, ":-", 2}, {4, ".-", 3}, {12, "", 1}};

/* Reads str in one form into 6 values; false if it has another. */
static bool
read_form(const char *s, const struct mac_form *form, unsigned int *bytes)
{
	char delim = '\0';
	int n = 0;

	while (isspace((unsigned char) *s))
		s++;
	for (int g = 0; g < form->ngroups; g++)
	{
		int len = strspn(s, "0123456789abcdefABCDEF");

		if (g > 0)
		{
			if (*s == '\0' || !strchr(form->delimiters, *s) ||
				(delim && *s != delim))
				return false;
			delim = *s++;
			len = strspn(s, "0123456789abcdefABCDEF");
		}
		if (form->digits == 0)
		{
			unsigned long v = strtoul(s, NULL, 16);

			if (len == 0)
				return false;
			bytes[n++] = (unsigned int) Min(v, 0x100);
			s += len;
			continue;
		}
		if (len != form->digits)
			return false;
		for (int i = 0; i < form->digits; i += 2, s += 2)
		{
			char pair[3] = {s[0], s[1], '\0'};

			bytes[n++] = (unsigned int) strtoul(pair, NULL, 16);
		}
	}
	while (isspace((unsigned char) *s))
		s++;
	return *s == '\0';
}

Datum
macaddr_in(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	unsigned char *result = palloc0(sizeof(macaddr));
	unsigned int bytes[6];
	size_t i = 0;

	while (i < lengthof(mac_forms) && !read_form(str, &mac_forms[i], bytes))
		i++;
	if (i == lengthof(mac_forms))
		malformed("macaddr", str);
	for (int b = 0; b < 6; b++)
	{
		if (bytes[b] > 0xFF)
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("invalid octet value in \"macaddr\" value: \"%s\"",
							str)));
		result[b] = (unsigned char) bytes[b];
	}
	PG_RETURN_POINTER(result);
}

static int
hex_digit(char c)
{
	if (isdigit((unsigned char) c))
		return c - '0';
	c = pg_ascii_tolower((unsigned char) c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Puts FF:FE between the halves of a six-byte address. */
static void
widen(unsigned char *m)
{
	memmove(m + 5, m + 3, 3);
	m[3] = 0xFF;
	m[4] = 0xFE;
}

/* Pairs of digits, six or eight, with delimiters of one kind between any. */
Datum
macaddr8_in(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	const char *s = str;
	unsigned char *result = palloc0(sizeof(macaddr8));
	char delim = '\0';
	int n = 0;

	while (isspace((unsigned char) *s))
		s++;
	while (n < 8 && hex_digit(s[0]) >= 0 && hex_digit(s[1]) >= 0)
	{
		result[n++] = hex_digit(s[0]) * 16 + hex_digit(s[1]);
		s += 2;
		if (*s != ':' && *s != '-' && *s != '.')
			continue;
		if (delim && *s != delim)
			malformed("macaddr8", str);
		delim = *s++;
		if (n == 8)
			malformed("macaddr8", str);
	}
	if (n == 6)
		widen(result);
	while (isspace((unsigned char) *s))
		s++;
	if (*s || (n != 6 && n != 8))
		malformed("macaddr8", str);
	PG_RETURN_POINTER(result);
}

static char *
write_mac(const unsigned char *m, int nbytes)
{
	char *result = palloc(nbytes * 3);

	for (int i = 0; i < nbytes; i++)
		sprintf(result + i * 3, i + 1 < nbytes ? "%02x:" : "%02x", m[i]);
	return result;
}

static unsigned char *
copy_mac(const unsigned char *m, int nbytes)
{
	return memcpy(palloc(nbytes), m, nbytes);
}

static bytea *
send_mac(const unsigned char *m, int nbytes)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) m, nbytes);
	return pq_endtypsend(&buf);
}

Datum
macaddr_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_POINTER(copy_mac((const unsigned char *) pq_getmsgbytes(buf, 6), 6));
}

/* Six bytes are taken too. */
Datum
macaddr8_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	unsigned char *result = palloc0(8);
	int nbytes = buf->len == 6 ? 6 : 8;

	memcpy(result, pq_getmsgbytes(buf, nbytes), nbytes);
	if (nbytes == 6)
		widen(result);
	PG_RETURN_POINTER(result);
}

/* ---- Both types alike ---- */

static unsigned char *
combine_mac(const unsigned char *a, const unsigned char *b, int nbytes, char op)
{
	unsigned char *r = palloc(nbytes);

	for (int i = 0; i < nbytes; i++)
		r[i] = op == '&' ? a[i] & b[i] : op == '|' ? (a[i] | b[i])
												   : (unsigned char) ~a[i];
	return r;
}

/* The manufacturer's part; the rest zero. */
static unsigned char *
trunc_mac(const unsigned char *m, int nbytes)
{
	unsigned char *r = palloc0(nbytes);

	memcpy(r, m, 3);
	return r;
}

#define GETARG_MAC(n) ((unsigned char *) PG_GETARG_POINTER(n))
#define COMPARE6(a, b) memcmp(a, b, 6)
#define COMPARE8(a, b) memcmp(a, b, 8)
#define MAC_UNARY(name, RET, expr) \
	ADT_UNARY(name, unsigned char *, GETARG_MAC, RET, expr)
#define MAC_BINARY(name, RET, expr)                                \
	ADT_BINARY(name, unsigned char *, GETARG_MAC, unsigned char *, \
			   GETARG_MAC, RET, expr)
#define MAC_FAMILY(prefix, nbytes)                                             \
	ADT_COMPARE_BY(prefix##_, unsigned char *, GETARG_MAC, COMPARE##nbytes)    \
	MAC_UNARY(prefix##_out, PG_RETURN_CSTRING, write_mac(a, nbytes))           \
	MAC_UNARY(prefix##_send, PG_RETURN_BYTEA_P, send_mac(a, nbytes))           \
	MAC_UNARY(prefix##_not, PG_RETURN_POINTER, combine_mac(a, a, nbytes, '~')) \
	MAC_UNARY(prefix##_trunc, PG_RETURN_POINTER, trunc_mac(a, nbytes))         \
	MAC_BINARY(prefix##_and, PG_RETURN_POINTER,                                \
			   combine_mac(a, b, nbytes, '&'))                                 \
	MAC_BINARY(prefix##_or, PG_RETURN_POINTER,                                 \
			   combine_mac(a, b, nbytes, '|'))                                 \
	Datum prefix##_cmp(PG_FUNCTION_ARGS)                                       \
	{                                                                          \
		int r = memcmp(GETARG_MAC(0), GETARG_MAC(1), nbytes);                  \
		PG_RETURN_INT32((r > 0) - (r < 0));                                    \
	}                                                                          \
	Datum hash##prefix(PG_FUNCTION_ARGS)                                       \
	{                                                                          \
		return hash_any(GETARG_MAC(0), nbytes);                                \
	}                                                                          \
	Datum hash##prefix##extended(PG_FUNCTION_ARGS)                             \
	{                                                                          \
		return hash_any_extended(GETARG_MAC(0), nbytes,                        \
								 (uint64) PG_GETARG_INT64(1));                 \
	}
MAC_FAMILY(macaddr, 6)
MAC_FAMILY(macaddr8, 8)

static int
mac_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return memcmp(DatumGetPointer(x), DatumGetPointer(y), 6);
}

Datum
macaddr_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = mac_sort_cmp;
	PG_RETURN_VOID();
}

/* ---- From one to the other ---- */

Datum
macaddrtomacaddr8(PG_FUNCTION_ARGS)
{
	unsigned char *r = palloc0(8);

	memcpy(r, GETARG_MAC(0), 6);
	widen(r);
	PG_RETURN_POINTER(r);
}

Datum
macaddr8tomacaddr(PG_FUNCTION_ARGS)
{
	unsigned char *m = GETARG_MAC(0);
	unsigned char *r = palloc(6);

	if (m[3] != 0xFF || m[4] != 0xFE)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("macaddr8 data out of range to convert to macaddr"),
				 errhint("The 4th and 5th byte must be FF and FE.")));
	memcpy(r, m, 3);
	memcpy(r + 3, m + 5, 3);
	PG_RETURN_POINTER(r);
}

/* Marks an address as locally administered, as IPv6 wants it. */
Datum
macaddr8_set7bit(PG_FUNCTION_ARGS)
{
	unsigned char *r = copy_mac(GETARG_MAC(0), 8);

	r[0] |= 0x02;
	PG_RETURN_POINTER(r);
}

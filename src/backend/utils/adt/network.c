/*
 * network.c
 *		The types inet and cidr.
 *
 * An address with the length of a netmask; cidr is the same with no bits set
 * behind the mask.  Layout: utils/inet.h.  Order: family, network part, mask
 * length, whole address.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/network.c
 */
#include "postgres.h"

#include <arpa/inet.h>

#include "adt_templates.h"
#include "common/hashfn.h"
#include "common/ip.h"
#include "lib/stringinfo.h"
#include "libpq/libpq-be.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/inet.h"
#include "utils/sortsupport.h"

#define ip_family(p) (((inet_struct *) VARDATA_ANY(p))->family)
#define ip_bits(p) (((inet_struct *) VARDATA_ANY(p))->bits)
#define ip_addr(p) (((inet_struct *) VARDATA_ANY(p))->ipaddr)

static int
address_bytes(int family)
{
	return family == PGSQL_AF_INET ? 4 : 16;
}

static int
max_bits(const inet *p)
{
	return address_bytes(ip_family(p)) * 8;
}

static inet *
new_inet(int family, int bits, const unsigned char *addr)
{
	int size = VARHDRSZ + 2 + address_bytes(family);
	inet *r = palloc0(size);

	SET_VARSIZE(r, size);
	ip_family(r) = family;
	ip_bits(r) = bits;
	memcpy(ip_addr(r), addr, address_bytes(family));
	return r;
}

/* Clears the bits behind the mask. */
static void
clear_host(unsigned char *addr, int bits, int nbytes)
{
	for (int i = 0; i < nbytes; i++)
	{
		int keep = bits - i * 8;

		if (keep <= 0)
			addr[i] = 0;
		else if (keep < 8)
			addr[i] &= 0xFF << (8 - keep);
	}
}

static bool
host_is_clear(const inet *p)
{
	unsigned char copy[16];
	int n = address_bytes(ip_family(p));

	memcpy(copy, ip_addr(p), n);
	clear_host(copy, ip_bits(p), n);
	return memcmp(copy, ip_addr(p), n) == 0;
}

/* ---- I/O ---- */

/*
 * An IPv4 address of fewer than four parts, as cidr allows: 10.1 is
 * 10.1.0.0/16.  The mask follows from the parts, at least that of the class.
 */
static bool
short_ipv4(const char *s, unsigned char *addr, int *bits)
{
	int n = 0;

	memset(addr, 0, 4);
	while (n < 4)
	{
		char *end;
		long v;

		if (!isdigit((unsigned char) *s))
			return false;
		v = strtol(s, &end, 10);
		if (v > 255 || end - s > 3)
			return false;
		addr[n++] = (unsigned char) v;
		s = end;
		if (*s != '.')
			break;
		s++;
	}
	if (*s)
		return false;
	*bits = n * 8;
	if (n < 4)
	{
		int by_class = addr[0] >= 240 ? 32 : addr[0] >= 224 ? 8
			: addr[0] >= 192                                ? 24
			: addr[0] >= 128                                ? 16
															: 8;

		*bits = Max(*bits, by_class);
	}
	return true;
}

static inet *
read_address(const char *src, bool is_cidr)
{
	const char *type = is_cidr ? "cidr" : "inet";
	char *copy = pstrdup(src);
	char *slash = strchr(copy, '/');
	int family = strchr(copy, ':') ? PGSQL_AF_INET6 : PGSQL_AF_INET;
	unsigned char addr[16];
	int bits = -1;
	int given = -1;
	inet *r;

	if (slash)
	{
		char *end;

		*slash++ = '\0';
		given = (int) strtol(slash, &end, 10);
		if (end == slash || *end || !isdigit((unsigned char) *slash) ||
			given > address_bytes(family) * 8)
			goto malformed;
	}
	if (family == PGSQL_AF_INET6)
	{
		if (inet_pton(AF_INET6, copy, addr) != 1)
			goto malformed;
		bits = 128;
	}
	else if (is_cidr || slash ? !short_ipv4(copy, addr, &bits) : inet_pton(AF_INET, copy, addr) != 1)
		goto malformed;
	else if (bits < 0)
		bits = 32;
	if (given >= 0)
		bits = given;
	r = new_inet(family, bits, addr);
	if (is_cidr && !host_is_clear(r))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid cidr value: \"%s\"", src),
				 errdetail("Bits behind the netmask are not zero.")));
	return r;

malformed:
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", type, src)));
	return NULL;
}

static char *
write_address(const inet *p, bool with_mask)
{
	char buf[INET6_ADDRSTRLEN + 8];

	inet_ntop(ip_family(p) == PGSQL_AF_INET ? AF_INET : AF_INET6, ip_addr(p),
			  buf, sizeof(buf));
	return with_mask ? psprintf("%s/%d", buf, ip_bits(p)) : pstrdup(buf);
}

/* The mask is shown where it says something, and always for cidr. */
static char *
write_inet(const inet *p, bool is_cidr)
{
	return write_address(p, is_cidr || ip_bits(p) != max_bits(p));
}

static inet *
receive_address(StringInfo buf, bool is_cidr)
{
	const char *type = is_cidr ? "cidr" : "inet";
	unsigned char addr[16];
	int family = pq_getmsgbyte(buf);
	int bits = pq_getmsgbyte(buf);
	int nb;
	inet *r;

	(void) pq_getmsgbyte(buf); /* is_cidr; what matters is the type asked */
	nb = pq_getmsgbyte(buf);
	if ((family != PGSQL_AF_INET && family != PGSQL_AF_INET6) ||
		bits > address_bytes(family) * 8 || nb != address_bytes(family))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid address in external \"%s\" value", type)));
	for (int i = 0; i < nb; i++)
		addr[i] = pq_getmsgbyte(buf);
	r = new_inet(family, bits, addr);
	if (is_cidr && !host_is_clear(r))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid external \"cidr\" value"),
				 errdetail("Bits behind the netmask are not zero.")));
	return r;
}

static bytea *
send_address(const inet *p, bool is_cidr)
{
	StringInfoData buf;
	int nb = address_bytes(ip_family(p));

	pq_begintypsend(&buf);
	pq_sendbyte(&buf, ip_family(p));
	pq_sendbyte(&buf, ip_bits(p));
	pq_sendbyte(&buf, is_cidr);
	pq_sendbyte(&buf, nb);
	pq_sendbytes(&buf, (char *) ip_addr(p), nb);
	return pq_endtypsend(&buf);
}

#define NETWORK_IO(prefix, is_cidr)                                         \
	Datum prefix##_in(PG_FUNCTION_ARGS)                                     \
	{                                                                       \
		PG_RETURN_INET_P(read_address(PG_GETARG_CSTRING(0), is_cidr));      \
	}                                                                       \
	Datum prefix##_out(PG_FUNCTION_ARGS)                                    \
	{                                                                       \
		PG_RETURN_CSTRING(write_inet(PG_GETARG_INET_PP(0), is_cidr));       \
	}                                                                       \
	Datum prefix##_recv(PG_FUNCTION_ARGS)                                   \
	{                                                                       \
		PG_RETURN_INET_P(receive_address((StringInfo) PG_GETARG_POINTER(0), \
										 is_cidr));                         \
	}                                                                       \
	Datum prefix##_send(PG_FUNCTION_ARGS)                                   \
	{                                                                       \
		PG_RETURN_BYTEA_P(send_address(PG_GETARG_INET_PP(0), is_cidr));     \
	}
NETWORK_IO(inet, false)
NETWORK_IO(cidr, true)

Datum
inet_to_cidr(PG_FUNCTION_ARGS)
{
	inet *p = PG_GETARG_INET_PP(0);
	inet *r = new_inet(ip_family(p), ip_bits(p), ip_addr(p));

	clear_host(ip_addr(r), ip_bits(r), address_bytes(ip_family(r)));
	PG_RETURN_INET_P(r);
}

/* ---- Comparison ---- */

/* The first n bits of two addresses. */
static int
compare_bits(const unsigned char *a, const unsigned char *b, int n)
{
	int r = memcmp(a, b, n / 8);
	int mask;

	if (r != 0 || n % 8 == 0)
		return r;
	mask = (0xFF << (8 - n % 8)) & 0xFF;
	return (a[n / 8] & mask) - (b[n / 8] & mask);
}

static int
network_compare(const inet *a, const inet *b)
{
	int r;

	if (ip_family(a) != ip_family(b))
		return ip_family(a) - ip_family(b);
	r = compare_bits(ip_addr(a), ip_addr(b), Min(ip_bits(a), ip_bits(b)));
	if (r == 0)
		r = (int) ip_bits(a) - (int) ip_bits(b);
	if (r == 0)
		r = memcmp(ip_addr(a), ip_addr(b), address_bytes(ip_family(a)));
	return (r > 0) - (r < 0);
}

ADT_COMPARE_BY(network_, inet *, PG_GETARG_INET_PP, network_compare)
#define NETWORK_BINARY(name, RET, expr)                                    \
	ADT_BINARY(name, inet *, PG_GETARG_INET_PP, inet *, PG_GETARG_INET_PP, \
			   RET, expr)
NETWORK_BINARY(network_cmp, PG_RETURN_INT32, network_compare(a, b))
NETWORK_BINARY(network_larger, PG_RETURN_INET_P,
			   network_compare(a, b) > 0 ? a : b)
NETWORK_BINARY(network_smaller, PG_RETURN_INET_P,
			   network_compare(a, b) < 0 ? a : b)

static int
network_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return network_compare(DatumGetInetPP(x), DatumGetInetPP(y));
}

Datum
network_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = network_sort_cmp;
	PG_RETURN_VOID();
}

Datum
hashinet(PG_FUNCTION_ARGS)
{
	inet *p = PG_GETARG_INET_PP(0);

	return hash_any((unsigned char *) VARDATA_ANY(p),
					address_bytes(ip_family(p)) + 2);
}

Datum
hashinetextended(PG_FUNCTION_ARGS)
{
	inet *p = PG_GETARG_INET_PP(0);

	return hash_any_extended((unsigned char *) VARDATA_ANY(p),
							 address_bytes(ip_family(p)) + 2,
							 (uint64) PG_GETARG_INT64(1));
}

/* Is a within b, or (equal_ok) b itself? */
static bool
is_subnet(const inet *a, const inet *b, bool equal_ok)
{
	return ip_family(a) == ip_family(b) &&
		(equal_ok ? ip_bits(a) >= ip_bits(b) : ip_bits(a) > ip_bits(b)) &&
		compare_bits(ip_addr(a), ip_addr(b), ip_bits(b)) == 0;
}

NETWORK_BINARY(network_sub, PG_RETURN_BOOL, is_subnet(a, b, false))
NETWORK_BINARY(network_subeq, PG_RETURN_BOOL, is_subnet(a, b, true))
NETWORK_BINARY(network_sup, PG_RETURN_BOOL, is_subnet(b, a, false))
NETWORK_BINARY(network_supeq, PG_RETURN_BOOL, is_subnet(b, a, true))
NETWORK_BINARY(network_overlap, PG_RETURN_BOOL,
			   is_subnet(a, b, true) || is_subnet(b, a, true))
NETWORK_BINARY(inet_same_family, PG_RETURN_BOOL, ip_family(a) == ip_family(b))
ADT_NO_SUPPORT(network_subset_support)

/* ---- Parts ---- */

static inet *
with_mask(const inet *p, int bits, bool clear)
{
	inet *r;

	if (bits == -1)
		bits = max_bits(p);
	if (bits < 0 || bits > max_bits(p))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid mask length: %d", bits)));
	r = new_inet(ip_family(p), bits, ip_addr(p));
	if (clear)
		clear_host(ip_addr(r), bits, address_bytes(ip_family(r)));
	return r;
}

/* All ones within (host false) or behind the mask. */
static inet *
mask_of(const inet *p, bool host)
{
	inet *r = new_inet(ip_family(p), max_bits(p), ip_addr(p));
	int n = address_bytes(ip_family(p));

	memset(ip_addr(r), 0xFF, n);
	clear_host(ip_addr(r), ip_bits(p), n);
	for (int i = 0; host && i < n; i++)
		ip_addr(r)[i] = ~ip_addr(r)[i];
	return r;
}

static inet *
broadcast_of(const inet *p)
{
	inet *mask = mask_of(p, true);
	inet *r = new_inet(ip_family(p), ip_bits(p), ip_addr(p));

	for (int i = 0; i < address_bytes(ip_family(p)); i++)
		ip_addr(r)[i] |= ip_addr(mask)[i];
	return r;
}

#define NETWORK_UNARY(name, RET, expr) \
	ADT_UNARY(name, inet *, PG_GETARG_INET_PP, RET, expr)
NETWORK_UNARY(network_host, PG_RETURN_TEXT_P,
			  cstring_to_text(write_address(a, false)))
NETWORK_UNARY(network_show, PG_RETURN_TEXT_P,
			  cstring_to_text(write_address(a, true)))
NETWORK_UNARY(network_masklen, PG_RETURN_INT32, ip_bits(a))
NETWORK_UNARY(network_family, PG_RETURN_INT32,
			  ip_family(a) == PGSQL_AF_INET ? 4 : 6)
NETWORK_UNARY(network_broadcast, PG_RETURN_INET_P, broadcast_of(a))
NETWORK_UNARY(network_network, PG_RETURN_INET_P,
			  with_mask(a, ip_bits(a), true))
NETWORK_UNARY(network_netmask, PG_RETURN_INET_P, mask_of(a, false))
NETWORK_UNARY(network_hostmask, PG_RETURN_INET_P, mask_of(a, true))
NETWORK_UNARY(inet_abbrev, PG_RETURN_TEXT_P,
			  cstring_to_text(write_inet(a, false)))
ADT_BINARY(inet_set_masklen, inet *, PG_GETARG_INET_PP, int32,
		   PG_GETARG_INT32, PG_RETURN_INET_P, with_mask(a, b, false))
ADT_BINARY(cidr_set_masklen, inet *, PG_GETARG_INET_PP, int32,
		   PG_GETARG_INT32, PG_RETURN_INET_P, with_mask(a, b, true))

/* ---- Arithmetic ---- */

/* The address as a number. */
static uint128
address_number(const inet *p)
{
	uint128 r = 0;

	for (int i = 0; i < address_bytes(ip_family(p)); i++)
		r = r << 8 | ip_addr(p)[i];
	return r;
}

static void
result_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("result is out of range")));
}

/* p moved by n addresses; 22003 if there is none. */
static inet *
move_address(const inet *p, int128 n)
{
	inet *r = new_inet(ip_family(p), ip_bits(p), ip_addr(p));
	uint128 old = address_number(p);
	uint128 sum = old + (uint128) n;

	if (n >= 0 ? sum < old : sum > old)
		result_range();
	for (int i = address_bytes(ip_family(p)) - 1; i >= 0; i--, sum >>= 8)
		ip_addr(r)[i] = (unsigned char) sum;
	if (sum != 0)
		result_range();
	return r;
}

static void
same_size(const inet *a, const inet *b, const char *verb)
{
	if (ip_family(a) != ip_family(b))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot %s inet values of different sizes", verb)));
}

static int64
address_distance(const inet *a, const inet *b)
{
	uint128 x = address_number(a);
	uint128 y = address_number(b);

	same_size(a, b, "subtract");
	if (x >= y)
	{
		if (x - y > (uint128) PG_INT64_MAX)
			result_range();
		return (int64) (x - y);
	}
	if (y - x > (uint128) PG_INT64_MAX + 1)
		result_range();
	return (int64) - (int128) (y - x);
}

/* Bit by bit; the longer netmask stays. */
static inet *
combine_addresses(const inet *a, const inet *b, bool and)
{
	inet *r;

	same_size(a, b, and? "AND" : "OR");
	r = new_inet(ip_family(a), Max(ip_bits(a), ip_bits(b)), ip_addr(a));
	for (int i = 0; i < address_bytes(ip_family(a)); i++)
		ip_addr(r)[i] = and? ip_addr(a)[i] & ip_addr(b)[i] : ip_addr(a)[i] | ip_addr(b)[i];
	return r;
}

static inet *
invert_address(const inet *p)
{
	inet *r = new_inet(ip_family(p), ip_bits(p), ip_addr(p));

	for (int i = 0; i < address_bytes(ip_family(p)); i++)
		ip_addr(r)[i] = ~ip_addr(p)[i];
	return r;
}

/* The smallest network that holds both. */
static inet *
merge_networks(const inet *a, const inet *b)
{
	int bits = Min(ip_bits(a), ip_bits(b));

	if (ip_family(a) != ip_family(b))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot merge addresses from different families")));
	while (bits > 0 && compare_bits(ip_addr(a), ip_addr(b), bits) != 0)
		bits--;
	return with_mask(a, bits, true);
}

NETWORK_UNARY(inetnot, PG_RETURN_INET_P, invert_address(a))
NETWORK_BINARY(inetand, PG_RETURN_INET_P, combine_addresses(a, b, true))
NETWORK_BINARY(inetor, PG_RETURN_INET_P, combine_addresses(a, b, false))
NETWORK_BINARY(inetmi, PG_RETURN_INT64, address_distance(a, b))
NETWORK_BINARY(inet_merge, PG_RETURN_INET_P, merge_networks(a, b))
ADT_BINARY(inetpl, inet *, PG_GETARG_INET_PP, int64, PG_GETARG_INT64,
		   PG_RETURN_INET_P, move_address(a, b))
ADT_BINARY(inetmi_int8, inet *, PG_GETARG_INET_PP, int64, PG_GETARG_INT64,
		   PG_RETURN_INET_P, move_address(a, -(int128) b))

/* ---- Short form of a network: without the groups behind the mask ---- */

/* The longest run of zero groups among the first n; returns its length. */
static int
zero_run(const unsigned char *addr, int n, int *start)
{
	int best = 0;
	int len = 0;

	*start = 0;
	for (int i = 0; i < n; i++)
	{
		len = addr[2 * i] == 0 && addr[2 * i + 1] == 0 ? len + 1 : 0;
		if (len > best)
		{
			best = len;
			*start = i - len + 1;
		}
	}
	return best;
}

static void
abbreviate_ipv6(StringInfo buf, const unsigned char *addr, int bits)
{
	int n = Max((bits + 15) / 16, 2);
	int start;
	int len = zero_run(addr, n, &start);
	/* an address that embeds one of IPv4, which is written its way */
	bool ipv4 = len != n && len > 0 && start == 0 &&
		(len == 6 || (len == 5 && addr[10] == 0xFF && addr[11] == 0xFF) ||
		 (len == 7 && addr[14] != 0 && addr[15] != 1));

	for (int i = 0; i < n; i++)
	{
		if (i >= start && i < start + len)
		{
			if (i == start)
				appendStringInfoChar(buf, ':');
			if (i == n - 1)
				appendStringInfoChar(buf, ':');
			continue;
		}
		if (!ipv4 || i < 6)
			appendStringInfo(buf, buf->len ? ":%x" : "%x",
							 addr[2 * i] << 8 | addr[2 * i + 1]);
		else
		{
			appendStringInfo(buf, "%c%u", i == 6 ? ':' : '.', addr[2 * i]);
			if (i == 6 || bits > 120)
				appendStringInfo(buf, ".%u", addr[2 * i + 1]);
		}
	}
}

Datum
cidr_abbrev(PG_FUNCTION_ARGS)
{
	inet *p = PG_GETARG_INET_PP(0);
	int bits = ip_bits(p);
	StringInfoData buf;

	initStringInfo(&buf);
	if (ip_family(p) == PGSQL_AF_INET)
		for (int i = 0; i < Max((bits + 7) / 8, 1); i++)
			appendStringInfo(&buf, i ? ".%u" : "%u", ip_addr(p)[i]);
	else if (bits == 0)
		appendStringInfoString(&buf, "::");
	else
		abbreviate_ipv6(&buf, ip_addr(p), bits);
	appendStringInfo(&buf, "/%d", bits);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(buf.data, buf.len));
}

/* Ends of a network, for index conditions and estimates. */
Datum
network_scan_first(Datum in)
{
	inet *p = DatumGetInetPP(in);

	return InetPGetDatum(with_mask(p, ip_bits(p), true));
}

Datum
network_scan_last(Datum in)
{
	inet *p = DatumGetInetPP(in);

	return InetPGetDatum(with_mask(broadcast_of(p), -1, false));
}

/* ---- The ends of this connection; NULL for a Unix socket ---- */

static bool
socket_name(const SockAddr *addr, char *host, char *port)
{
	if (addr->addr.ss_family != AF_INET && addr->addr.ss_family != AF_INET6)
		return false;
	host[0] = port[0] = '\0';
	return pg_getnameinfo_all(&addr->addr, addr->salen, host, NI_MAXHOST,
							  port, NI_MAXSERV,
							  NI_NUMERICHOST | NI_NUMERICSERV) == 0;
}

#define CONNECTION_END(name, which, result)                                     \
	Datum name(PG_FUNCTION_ARGS)                                                \
	{                                                                           \
		char host[NI_MAXHOST];                                                  \
		char port[NI_MAXSERV];                                                  \
		if (MyProcPort == NULL || !socket_name(&MyProcPort->which, host, port)) \
			PG_RETURN_NULL();                                                   \
		result;                                                                 \
	}
CONNECTION_END(inet_client_addr, raddr,
			   PG_RETURN_INET_P(read_address(host, false)))
CONNECTION_END(inet_server_addr, laddr,
			   PG_RETURN_INET_P(read_address(host, false)))
CONNECTION_END(inet_client_port, raddr, PG_RETURN_INT32(atoi(port)))
CONNECTION_END(inet_server_port, laddr, PG_RETURN_INT32(atoi(port)))

/*
 * inet_net_ntop.c
 *		Text of an IP address with the length of its network prefix.
 *
 * Used by the types inet and cidr.  The prefix is left out when it is the whole
 * address (32 or 128 bits).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/inet_net_ntop.c
 */
#include "c.h"

#include <arpa/inet.h>

/* dst, or NULL with errno if it does not fit. */
char *
pg_inet_net_ntop(int af, const void *src, int bits, char *dst, size_t size)
{
	bool v6 = af == AF_INET6 || af == AF_INET + 1;
	int full = v6 ? 128 : 32;
	size_t len;

	if (bits < -1 || bits > full)
	{
		errno = EINVAL;
		return NULL;
	}
	if (inet_ntop(v6 ? AF_INET6 : AF_INET, src, dst, size) == NULL)
		return NULL;
	if (bits == -1 || bits == full)
		return dst;
	len = strlen(dst);
	if (snprintf(dst + len, size - len, "/%d", bits) >= (int) (size - len))
	{
		errno = EMSGSIZE;
		return NULL;
	}
	return dst;
}

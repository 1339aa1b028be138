/*
 * ip.c
 *		Addresses of sockets, Unix sockets included.
 *
 * A host name that starts with / or @ is the path of a Unix socket.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/ip.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/ip.h"

/* One malloc'd node for the socket whose path is given. */
static int
unix_address(const char *path, const struct addrinfo *hint,
			 struct addrinfo **result)
{
	struct
	{
		struct addrinfo ai;
		struct sockaddr_un sun;
	} * node;
	size_t len = strlen(path);

	if (len >= sizeof(((struct sockaddr_un *) 0)->sun_path))
		return EAI_FAIL;
	node = calloc(1, sizeof(*node));
	if (node == NULL)
		return EAI_MEMORY;
	node->sun.sun_family = AF_UNIX;
	memcpy(node->sun.sun_path, path, len + 1);
	node->ai.ai_family = AF_UNIX;
	node->ai.ai_socktype = hint && hint->ai_socktype ? hint->ai_socktype : SOCK_STREAM;
	node->ai.ai_protocol = hint ? hint->ai_protocol : 0;
	node->ai.ai_addrlen = sizeof(struct sockaddr_un);
	if (path[0] == '@')
	{
		/* abstract name space: the length counts */
		node->sun.sun_path[0] = '\0';
		node->ai.ai_addrlen = offsetof(struct sockaddr_un, sun_path) + len;
	}
	node->ai.ai_addr = (struct sockaddr *) &node->sun;
	*result = &node->ai;
	return 0;
}

/* As getaddrinfo; for AF_UNIX servname is the path. */
int
pg_getaddrinfo_all(const char *hostname, const char *servname,
				   const struct addrinfo *hintp, struct addrinfo **result)
{
	*result = NULL;
	if (hintp && hintp->ai_family == AF_UNIX)
		return unix_address(servname, hintp, result);
	return getaddrinfo(hostname && hostname[0] ? hostname : NULL, servname,
					   hintp, result);
}

void
pg_freeaddrinfo_all(int hint_ai_family, struct addrinfo *ai)
{
	if (hint_ai_family == AF_UNIX)
	{
		while (ai)
		{
			struct addrinfo *next = ai->ai_next;

			free(ai);
			ai = next;
		}
	}
	else if (ai)
		freeaddrinfo(ai);
}

/* As getnameinfo; node "[local]" and the path for a Unix socket. */
int
pg_getnameinfo_all(const struct sockaddr_storage *addr, int salen, char *node,
				   int nodelen, char *service, int servicelen, int flags)
{
	int rc;

	if (addr && addr->ss_family == AF_UNIX)
	{
		const struct sockaddr_un *sun = (const struct sockaddr_un *) addr;
		const char *path = sun->sun_path;
		bool fits = true;

		if (node)
			fits = strlcpy(node, "[local]", nodelen) < (size_t) nodelen;
		if (service)
		{
			bool abstract = path[0] == '\0' && path[1] != '\0';

			fits &= snprintf(service, servicelen, "%s%s", abstract ? "@" : "",
							 path + abstract) < servicelen;
		}
		return fits ? 0 : EAI_MEMORY;
	}
	rc = getnameinfo((const struct sockaddr *) addr, salen, node, nodelen,
					 service, servicelen, flags);
	if (rc != 0)
	{
		if (node)
			strlcpy(node, "???", nodelen);
		if (service)
			strlcpy(service, "???", servicelen);
	}
	return rc;
}

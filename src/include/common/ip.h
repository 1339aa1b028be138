/*
 * common/ip.h
 *		getaddrinfo and getnameinfo that know Unix sockets too.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/ip.h
 */
#ifndef IP_H
#define IP_H

#include <netdb.h>
#include <sys/socket.h>

extern void pg_freeaddrinfo_all(int hint_ai_family, struct addrinfo *ai);
extern int pg_getaddrinfo_all(const char *hostname, const char *servname,
							  const struct addrinfo *hintp,
							  struct addrinfo **result);
extern int pg_getnameinfo_all(const struct sockaddr_storage *addr, int salen,
							  char *node, int nodelen, char *service,
							  int servicelen, int flags);

#endif /* IP_H */

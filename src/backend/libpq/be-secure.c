/*
 * be-secure.c
 *		Bytes of the client's socket.
 *
 * The place where TLS would sit between the socket and pqcomm.c.  TLS is not
 * there yet: ssl = on is refused at start-up, and an SSLRequest is answered
 * with 'N', upon which clients go on in clear or give up, as sslmode says.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/be-secure.c
 */
#include "postgres.h"

#include <unistd.h>

#include "libpq/libpq.h"
#include "miscadmin.h"
#include "utils/guc.h"

bool EnableSSL;

extern bool check_ssl(bool *newval, void **extra, GucSource source);

bool
check_ssl(bool *newval, void **extra, GucSource source)
{
	if (*newval)
	{
		GUC_check_errmsg("SSL is not supported by this build");
		return false;
	}
	return true;
}

bool
ssl_is_available(void)
{
	return EnableSSL;
}

void
secure_close_port(Port *port)
{
	close(port->sock);
	port->sock = PGINVALID_SOCKET;
}

/* As recv(2): bytes, 0 at the end, -1 and errno. */
ssize_t
secure_recv(Port *port, void *ptr, size_t len)
{
	return recv(port->sock, ptr, len, 0);
}

/* As send(2). */
ssize_t
secure_send(Port *port, const void *ptr, size_t len)
{
	return send(port->sock, ptr, len, MSG_NOSIGNAL);
}

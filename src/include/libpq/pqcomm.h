/*
 * pqcomm.h
 *		Numbers of the frontend/backend protocol, version 3.
 *
 * Source: PostgreSQL 15 manual, "Frontend/Backend Protocol".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/pqcomm.h
 */
#ifndef PQCOMM_H
#define PQCOMM_H

#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>

typedef struct SockAddr
{
	struct sockaddr_storage addr;
	socklen_t salen;
} SockAddr;

#define UNIXSOCK_PATH(path, port, sockdir) \
	snprintf(path, sizeof(path), "%s/.s.PGSQL.%d", sockdir, port)
#define UNIXSOCK_PATH_BUFLEN sizeof(((struct sockaddr_un *) NULL)->sun_path)

typedef uint32 ProtocolVersion;
#define PG_PROTOCOL_MAJOR(v) ((v) >> 16)
#define PG_PROTOCOL_MINOR(v) ((v) &0x0000ffff)
#define PG_PROTOCOL(major, minor) (((major) << 16) | (minor))
#define PG_PROTOCOL_EARLIEST PG_PROTOCOL(3, 0)
#define PG_PROTOCOL_LATEST PG_PROTOCOL(3, 0)

/* First words that stand where a version would. */
#define CANCEL_REQUEST_CODE PG_PROTOCOL(1234, 5678)
#define NEGOTIATE_SSL_CODE PG_PROTOCOL(1234, 5679)
#define NEGOTIATE_GSS_CODE PG_PROTOCOL(1234, 5680)

#define MAX_STARTUP_PACKET_LENGTH 10000

/* Codes of an Authentication message. */
#define AUTH_REQ_OK 0
#define AUTH_REQ_PASSWORD 3
#define AUTH_REQ_MD5 5
#define AUTH_REQ_SASL 10
#define AUTH_REQ_SASL_CONT 11
#define AUTH_REQ_SASL_FIN 12

#endif /* PQCOMM_H */

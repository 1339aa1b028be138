/*
 * libpq-be.h
 *		The connection of a backend to its client.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/libpq-be.h
 */
#ifndef LIBPQ_BE_H
#define LIBPQ_BE_H

#include "datatype/timestamp.h"
#include "libpq/hba.h"
#include "libpq/pqcomm.h"
#include "nodes/pg_list.h"

/*
 * One connection.  Made by the postmaster, completed by the backend from the
 * startup packet; lives in TopMemoryContext of the backend.
 */
typedef struct Port
{
	int sock;
	bool noblock;
	ProtocolVersion proto;
	SockAddr laddr;
	SockAddr raddr;
	char *remote_host; /* numeric, or "[local]" */
	char *remote_hostname; /* looked up, or NULL */
	char *remote_port; /* "" on a Unix socket */
	char *database_name;
	char *user_name;
	char *cmdline_options;
	List *guc_options; /* name, value, name, value, ... */
	char *application_name;
	HbaLine *hba; /* the line that was applied */
	TimestampTz SessionStartTime;
	bool ssl_in_use;
} Port;

#endif /* LIBPQ_BE_H */

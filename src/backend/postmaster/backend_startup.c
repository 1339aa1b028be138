/*
 * backend_startup.c
 *		From the fork for a new connection to PostgresMain.
 *
 * Reads the startup packet (which may turn out to be a request for
 * encryption, answered with a refusal, or a cancel request), under a time
 * limit, before anything shared is touched.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/postmaster/backend_startup.c
 */
#include "postgres.h"

#include <netdb.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/ip.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "libpq/pqsignal.h"
#include "miscadmin.h"
#include "port/pg_bswap.h"
#include "postmaster/postmaster.h"
#include "storage/ipc.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/timeout.h"
#include "utils/timestamp.h"

static void read_startup_packet(Port *port);
static void parse_startup_options(Port *port, char *body, int len);
static void refuse_if_not_ok(int server_state);

/* SIGTERM or the time limit before the session exists: just go. */
static void
exit_at_once(int signo)
{
	_exit(1);
}

static void
startup_timed_out(void)
{
	_exit(1);
}

/* Fill in where the client is. */
static void
name_peer(Port *port)
{
	char host[NI_MAXHOST] = "";
	char service[NI_MAXSERV] = "";

	if (port->raddr.addr.ss_family == AF_UNIX)
	{
		port->remote_host = pstrdup("[local]");
		port->remote_port = pstrdup("");
		return;
	}
	getnameinfo((struct sockaddr *) &port->raddr.addr, port->raddr.salen,
				host, sizeof(host), service, sizeof(service),
				(log_hostname ? 0 : NI_NUMERICHOST) | NI_NUMERICSERV);
	port->remote_host = pstrdup(host);
	port->remote_port = pstrdup(service);
	if (log_hostname)
		port->remote_hostname = port->remote_host;
}

/*
 * BackendStartup
 *		The whole life of the child of one connection.
 *
 * server_state		CAC_OK, or why the session must be refused
 */
void
BackendStartup(Port *port, int server_state)
{
	MyProcPort = port;
	MyBackendType = B_BACKEND;
	MemoryContextSwitchTo(TopMemoryContext);
	ClientAuthInProgress = true;
	port->SessionStartTime = GetCurrentTimestamp();
	whereToSendOutput = DestRemote;
	pqsignal(SIGTERM, exit_at_once);
	pqsignal(SIGQUIT, exit_at_once);
	PG_SETMASK(&StartupBlockSig);
	pq_init();
	name_peer(port);
	if (Log_connections)
		ereport(LOG,
				(port->remote_port[0]
					 ? errmsg("connection received: host=%s port=%s", port->remote_host, port->remote_port)
					 : errmsg("connection received: host=%s", port->remote_host)));

	InitializeTimeouts();
	PG_SETMASK(&StartupBlockSig);
	RegisterTimeout(STARTUP_PACKET_TIMEOUT, startup_timed_out);
	enable_timeout_after(STARTUP_PACKET_TIMEOUT, AuthenticationTimeout * 1000);
	read_startup_packet(port);
	elog_set_session(port->user_name, port->database_name, port->remote_host, port->remote_port);
	refuse_if_not_ok(server_state);
	disable_timeout(STARTUP_PACKET_TIMEOUT, false);
	PG_SETMASK(&BlockSig);

	init_ps_display(psprintf("%s %s %s%s%s%s", port->user_name, port->database_name,
							 port->remote_host, port->remote_port[0] ? "(" : "",
							 port->remote_port, port->remote_port[0] ? ")" : ""));
	PostgresMain(port->database_name, port->user_name);
}

static void
refuse_if_not_ok(int server_state)
{
	static const struct
	{
		int sqlstate;
		const char *text;
	} refusals[] = {
		[CAC_STARTUP] = {ERRCODE_CANNOT_CONNECT_NOW, "the database system is starting up"},
		[CAC_RECOVERY] = {ERRCODE_CANNOT_CONNECT_NOW, "the database system is in recovery mode"},
		[CAC_SHUTDOWN] = {ERRCODE_CANNOT_CONNECT_NOW, "the database system is shutting down"},
		[CAC_TOOMANY] = {ERRCODE_TOO_MANY_CONNECTIONS, "sorry, too many clients already"},
	};

	if (server_state != CAC_OK)
		ereport(FATAL,
				(errcode(refusals[server_state].sqlstate),
				 errmsg("%s", refusals[server_state].text)));
}

/* The length word and the body; the process ends silently if they are cut. */
static char *
read_raw_packet(int *len)
{
	int32 n;
	char *body;

	pq_startmsgread();
	/* A probe that connects and leaves is no error. */
	if (pq_getbytes((char *) &n, 1) == EOF)
		proc_exit(0);
	if (pq_getbytes((char *) &n + 1, 3) == EOF)
	{
		ereport(COMMERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("incomplete startup packet")));
		proc_exit(0);
	}
	n = (int32) pg_ntoh32(n) - 4;
	if (n < (int) sizeof(ProtocolVersion) || n > MAX_STARTUP_PACKET_LENGTH)
	{
		ereport(COMMERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid length of startup packet")));
		proc_exit(0);
	}
	body = palloc0(n + 1); /* a zero ends the last string in any case */
	if (pq_getbytes(body, n) == EOF)
	{
		ereport(COMMERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("incomplete startup packet")));
		proc_exit(0);
	}
	pq_endmsgread();
	*len = n;
	return body;
}

/* Read packets until one asks for a session; others are served here. */
static void
read_startup_packet(Port *port)
{
	bool refused_ssl = false;
	bool refused_gss = false;

	for (;;)
	{
		int len;
		char *body = read_raw_packet(&len);
		ProtocolVersion proto;

		memcpy(&proto, body, sizeof(proto));
		proto = pg_ntoh32(proto);
		if (proto == CANCEL_REQUEST_CODE)
		{
			uint32 word[2];

			if (len != 12)
				ereport(COMMERROR,
						(errcode(ERRCODE_PROTOCOL_VIOLATION),
						 errmsg("invalid length of startup packet")));
			else
			{
				memcpy(word, body + 4, sizeof(word));
				deliver_cancel_request((int) pg_ntoh32(word[0]), (int32) pg_ntoh32(word[1]));
			}
			proc_exit(0);
		}
		if ((proto == NEGOTIATE_SSL_CODE && !refused_ssl) ||
			(proto == NEGOTIATE_GSS_CODE && !refused_gss))
		{
			if (proto == NEGOTIATE_SSL_CODE)
				refused_ssl = true;
			else
				refused_gss = true;
			if (send(port->sock, "N", 1, MSG_NOSIGNAL) != 1)
				proc_exit(0);
			/* Bytes sent before our answer could be an attacker's. */
			if (pq_buffer_has_data())
				ereport(FATAL,
						(errcode(ERRCODE_PROTOCOL_VIOLATION),
						 errmsg("received unencrypted data after SSL request")));
			continue;
		}
		port->proto = proto;
		if (PG_PROTOCOL_MAJOR(proto) != 3)
			ereport(FATAL,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("unsupported frontend protocol %u.%u: server supports %u.0 to %u.%u",
							PG_PROTOCOL_MAJOR(proto), PG_PROTOCOL_MINOR(proto), 3, 3, 0)));
		parse_startup_options(port, body + sizeof(proto), len - (int) sizeof(proto));
		return;
	}
}

/* A protocol minor version or options that we do not know: say which. */
static void
negotiate_version(const Port *port, List *unknown)
{
	StringInfoData buf;
	ListCell *lc;

	pq_beginmessage(&buf, 'v');
	pq_sendint32(&buf, PG_PROTOCOL_LATEST);
	pq_sendint32(&buf, list_length(unknown));
	foreach (lc, unknown)
		pq_sendstring(&buf, lfirst(lc));
	pq_endmessage(&buf);
}

static bool
parse_boolean_or_fail(const char *name, const char *value)
{
	bool result;

	if (!parse_bool(value, &result))
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": \"%s\"", name, value),
				 errhint("Valid values are: \"false\", 0, \"true\", 1, \"database\".")));
	return result;
}

/* Name and value strings up to an empty name. */
static void
parse_startup_options(Port *port, char *body, int len)
{
	List *unknown = NIL;
	int at = 0;

	while (at < len && body[at] != '\0')
	{
		char *name = body + at;
		char *value;

		at += (int) strlen(name) + 1;
		if (at >= len)
			break;
		value = body + at;
		at += (int) strlen(value) + 1;
		if (strcmp(name, "database") == 0)
			port->database_name = pstrdup(value);
		else if (strcmp(name, "user") == 0)
			port->user_name = pstrdup(value);
		else if (strcmp(name, "options") == 0)
			port->cmdline_options = pstrdup(value);
		else if (strcmp(name, "replication") == 0)
		{
			if (strcmp(value, "database") == 0 || parse_boolean_or_fail(name, value))
				ereport(FATAL,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("replication connections are not supported yet")));
		}
		else if (strncmp(name, "_pq_.", 5) == 0)
			unknown = lappend(unknown, pstrdup(name));
		else
		{
			port->guc_options = lappend(port->guc_options, pstrdup(name));
			port->guc_options = lappend(port->guc_options, pstrdup(value));
			if (strcmp(name, "application_name") == 0)
				port->application_name = pstrdup(value);
		}
	}
	if (at != len - 1)
		ereport(FATAL,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid startup packet layout: expected terminator as last byte")));
	if (PG_PROTOCOL_MINOR(port->proto) > PG_PROTOCOL_MINOR(PG_PROTOCOL_LATEST) || unknown)
		negotiate_version(port, unknown);
	if (port->user_name == NULL || port->user_name[0] == '\0')
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
				 errmsg("no PostgreSQL user name specified in startup packet")));
	if (port->database_name == NULL || port->database_name[0] == '\0')
		port->database_name = pstrdup(port->user_name);
	/* Names are cut as identifiers are. */
	if (strlen(port->database_name) >= NAMEDATALEN)
		port->database_name[NAMEDATALEN - 1] = '\0';
	if (strlen(port->user_name) >= NAMEDATALEN)
		port->user_name[NAMEDATALEN - 1] = '\0';
}

/*
 * auth.c
 *		Asks a new client for proof of who it is, as its pg_hba.conf line says.
 *
 * Every failure of a password looks the same from outside, whether the role
 * is missing, has no password, or the password is wrong; the log has the
 * difference.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/auth.c
 */
#include "postgres.h"

#include <pwd.h>

#include "libpq/auth.h"
#include "libpq/crypt.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "port.h"
#include "postmaster/postmaster.h"
#include "storage/ipc.h"
#include "utils/guc.h"

/* Longest password or SASL message that a client may send. */
#define PG_MAX_AUTH_TOKEN_LENGTH 65535

ClientAuthentication_hook_type ClientAuthentication_hook;

static void auth_failed(Port *port, const char *logdetail) pg_attribute_noreturn();

/* Send one Authentication message; all but the last are flushed at once. */
void
sendAuthRequest(int areq, const char *extradata, int extralen)
{
	StringInfoData buf;

	CHECK_FOR_INTERRUPTS();
	pq_beginmessage(&buf, 'R');
	pq_sendint32(&buf, areq);
	if (extralen > 0)
		pq_sendbytes(&buf, extradata, extralen);
	pq_endmessage(&buf);
	if (areq != AUTH_REQ_OK && areq != AUTH_REQ_SASL_FIN)
		pq_flush();
	CHECK_FOR_INTERRUPTS();
}

/* The password message, or NULL if the client went away. */
static char *
recv_password(void)
{
	StringInfoData buf;
	int kind;

	pq_startmsgread();
	kind = pq_getbyte();
	if (kind != 'p')
	{
		if (kind != EOF)
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("expected password response, got message type %d", kind)));
		return NULL;
	}
	initStringInfo(&buf);
	if (pq_getmessage(&buf, PG_MAX_AUTH_TOKEN_LENGTH))
		return NULL;
	if (strlen(buf.data) + 1 != (size_t) buf.len)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid password packet size")));
	if (buf.len == 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PASSWORD),
				 errmsg("empty password returned by client")));
	return buf.data;
}

/* Ask for the password in clear. */
static bool
check_clear_password(Port *port, const char **logdetail)
{
	char *password;
	char *shadow;

	sendAuthRequest(AUTH_REQ_PASSWORD, NULL, 0);
	password = recv_password();
	if (!password)
		proc_exit(0);
	shadow = get_role_password(port->user_name, logdetail);
	return shadow && plain_crypt_verify(port->user_name, shadow, password, logdetail);
}

static bool
check_md5_password(Port *port, const char *shadow, const char **logdetail)
{
	char salt[4];
	char *password;

	if (!pg_strong_random(salt, sizeof(salt)))
		ereport(FATAL, (errmsg("could not generate random MD5 salt")));
	sendAuthRequest(AUTH_REQ_MD5, salt, sizeof(salt));
	password = recv_password();
	if (!password)
		proc_exit(0);
	return shadow && md5_crypt_verify(port->user_name, shadow, password, salt, sizeof(salt), logdetail);
}

/*
 * md5 and scram-sha-256 lines.  A role with a SCRAM secret always gets SCRAM;
 * one without any goes through the motions, so that it cannot be told apart.
 */
static bool
check_hashed_password(Port *port, const char **logdetail)
{
	char *shadow = get_role_password(port->user_name, logdetail);
	PasswordType type = shadow ? get_password_type(shadow) : (PasswordType) Password_encryption;

	if (port->hba->auth_method == uaMD5 && type == PASSWORD_TYPE_MD5)
		return check_md5_password(port, shadow, logdetail);
	return scram_authenticate(shadow, port->user_name, logdetail) && shadow != NULL;
}

/* peer: the kernel says which user the other end of the socket is. */
static bool
check_peer(Port *port)
{
	struct ucred cred;
	socklen_t len = sizeof(cred);
	struct passwd *pw;

	if (getsockopt(port->sock, SOL_SOCKET, SO_PEERCRED, &cred, &len) != 0)
	{
		ereport(LOG,
				(errcode_for_socket_access(),
				 errmsg("could not get peer credentials: %m")));
		return false;
	}
	errno = 0;
	pw = getpwuid(cred.uid);
	if (!pw)
	{
		ereport(LOG, (errmsg("could not look up local user ID %ld: %s", (long) cred.uid, errno ? strerror(errno) : "user does not exist")));
		return false;
	}
	return check_usermap(port->hba->usermap, port->user_name, pstrdup(pw->pw_name), false);
}

static void
auth_failed(Port *port, const char *logdetail)
{
	int code = ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION;
	const char *format;

	switch (port->hba->auth_method)
	{
		case uaReject:
		case uaImplicitReject:
			format = "authentication failed for user \"%s\": host rejected";
			break;
		case uaPeer:
			format = "Peer authentication failed for user \"%s\"";
			break;
		case uaPassword:
		case uaMD5:
		case uaSCRAM:
			format = "password authentication failed for user \"%s\"";
			code = ERRCODE_INVALID_PASSWORD;
			break;
		default:
			format = "authentication failed for user \"%s\": invalid authentication method";
	}
	ereport(FATAL,
			(errcode(code),
			 errmsg(format, port->user_name),
			 port->hba->rawline ? errdetail_log("%s%sConnection matched pg_hba.conf line %d: \"%s\"",
												logdetail ? logdetail : "", logdetail ? "\n" : "",
												port->hba->linenumber, port->hba->rawline)
								: 0));
	pg_unreachable();
}

/* A line says reject, or none matched: name the connection, as clients expect. */
static void
reject_connection(Port *port)
{
	bool is_local = port->raddr.addr.ss_family == AF_UNIX;
	const char *encrypted = port->ssl_in_use ? "SSL encryption" : "no encryption";

	if (port->hba->auth_method == uaReject)
		ereport(FATAL,
				(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
				 errmsg("pg_hba.conf rejects connection for host \"%s\", user \"%s\", database \"%s\", %s",
						is_local ? "[local]" : port->remote_host, port->user_name,
						port->database_name, encrypted)));
	ereport(FATAL,
			(errcode(ERRCODE_INVALID_AUTHORIZATION_SPECIFICATION),
			 errmsg("no pg_hba.conf entry for host \"%s\", user \"%s\", database \"%s\", %s",
					is_local ? "[local]" : port->remote_host, port->user_name,
					port->database_name, encrypted)));
}

/*
 * ClientAuthentication
 *		Return if the client is who it says, else FATAL.
 *
 * Runs inside a transaction, since roles are looked up.  Bounded in time by
 * authentication_timeout, which the caller has set.
 */
void
ClientAuthentication(Port *port)
{
	const char *logdetail = NULL;
	bool passed = false;

	hba_getauthmethod(port);
	CHECK_FOR_INTERRUPTS();
	switch (port->hba->auth_method)
	{
		case uaReject:
		case uaImplicitReject:
			reject_connection(port);
			break;
		case uaTrust:
			passed = true;
			break;
		case uaPeer:
			passed = check_peer(port);
			break;
		case uaPassword:
			passed = check_clear_password(port, &logdetail);
			break;
		case uaMD5:
		case uaSCRAM:
			passed = check_hashed_password(port, &logdetail);
			break;
	}
	if (ClientAuthentication_hook)
		ClientAuthentication_hook(port, passed ? 0 : -1);
	if (!passed)
		auth_failed(port, logdetail);
	if (Log_connections)
		ereport(LOG, (errmsg("connection authenticated: identity=\"%s\" method=%s", port->user_name, hba_authname(port->hba->auth_method))));
	sendAuthRequest(AUTH_REQ_OK, NULL, 0);
}

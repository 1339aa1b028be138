/*
 * pqcomm.c
 *		The socket under the wire protocol: listening, buffering, messages.
 *
 * The socket is non-blocking; a function that must wait waits on FeBeWaitSet
 * (socket, latch, death of the postmaster), so that interrupts are served.
 * Outgoing bytes collect in send_buf and leave at pq_flush or when it is full;
 * incoming ones are read by whole buffers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/pqcomm.c
 */
#include "postgres.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "port/pg_bswap.h"
#include "postmaster/postmaster.h"
#include "storage/ipc.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/wait_event.h"

#define RECV_BUFFER_SIZE 8192
#define SEND_BUFFER_SIZE 8192

int Unix_socket_permissions = 0777;
char *Unix_socket_group;
WaitEventSet *FeBeWaitSet;

static struct
{
	char bytes[RECV_BUFFER_SIZE];
	int pos; /* next byte to hand out */
	int end; /* bytes read */
} recv_buf;

static struct
{
	char *bytes;
	int size;
	int start; /* next byte to send */
	int end; /* bytes stored */
} send_buf;

static bool sending; /* inside internal_flush: no recursion */
static bool reading_message;
static List *socket_files; /* paths of our Unix sockets */

static void socket_comm_reset(void);
static int socket_flush(void);
static int socket_flush_if_writable(void);
static bool socket_is_send_pending(void);
static int socket_putmessage(char msgtype, const char *s, size_t len);
static void socket_putmessage_noblock(char msgtype, const char *s, size_t len);
static int send_pending(bool block);
static int store_bytes(const char *s, size_t len);

static const PQcommMethods socket_methods = {
	socket_comm_reset, socket_flush, socket_flush_if_writable,
	socket_is_send_pending, socket_putmessage, socket_putmessage_noblock};
const PQcommMethods *PqCommMethods = &socket_methods;

/* ---- listening (postmaster) ---- */

static void
remove_socket_files_at_exit(int code, Datum arg)
{
	RemoveSocketFiles();
}

/* Give a Unix socket the group and the mode that the settings say. */
static bool
set_socket_access(const char *path)
{
	if (Unix_socket_group && Unix_socket_group[0])
	{
		char *end;
		unsigned long number = strtoul(Unix_socket_group, &end, 10);
		gid_t gid = number;

		if (*end != '\0')
		{
			struct group *gr = getgrnam(Unix_socket_group);

			if (!gr)
			{
				ereport(LOG, (errmsg("group \"%s\" does not exist", Unix_socket_group)));
				return false;
			}
			gid = gr->gr_gid;
		}
		if (chown(path, -1, gid) == -1)
		{
			ereport(LOG,
					(errcode_for_file_access(),
					 errmsg("could not set group of file \"%s\": %m", path)));
			return false;
		}
	}
	if (chmod(path, Unix_socket_permissions) == -1)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not set permissions of file \"%s\": %m", path)));
		return false;
	}
	return true;
}

/* Open one listening socket; -1 after a LOG message. */
static int
listen_on(const struct addrinfo *addr, const char *shown, const char *path)
{
	const char *kind = addr->ai_family == AF_UNIX ? "Unix" : addr->ai_family == AF_INET6 ? "IPv6"
																						 : "IPv4";
	int one = 1;
	int backlog = Min(MaxBackends * 2, 10000);
	int fd = socket(addr->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
	{
		ereport(LOG,
				(errcode_for_socket_access(),
				 errmsg("could not create %s socket for address \"%s\": %m", kind, shown)));
		return -1;
	}
	if (addr->ai_family != AF_UNIX)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (addr->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (bind(fd, addr->ai_addr, addr->ai_addrlen) < 0)
	{
		ereport(LOG,
				(errcode_for_socket_access(),
				 errmsg("could not bind %s address \"%s\": %m", kind, shown),
				 errhint("Perhaps another server runs on this port; if not, "
						 "wait a few seconds and try again.")));
		close(fd);
		return -1;
	}
	if ((path && !set_socket_access(path)) || listen(fd, backlog) < 0)
	{
		if (!path)
			ereport(LOG,
					(errcode_for_socket_access(),
					 errmsg("could not listen on %s address \"%s\": %m", kind, shown)));
		close(fd);
		return -1;
	}
	if (path)
		ereport(LOG, (errmsg("listening on Unix socket \"%s\"", path)));
	else
		ereport(LOG, (errmsg("listening on %s address \"%s\", port %d", kind, shown, PostPortNumber)));
	return fd;
}

static bool
add_listen_socket(int ListenSocket[], int MaxListen, int fd)
{
	for (int i = 0; i < MaxListen; i++)
	{
		if (ListenSocket[i] == PGINVALID_SOCKET)
		{
			ListenSocket[i] = fd;
			return true;
		}
	}
	close(fd);
	ereport(LOG, (errmsg("could not bind to all requested addresses: MAXLISTEN (%d) exceeded", MaxListen)));
	return false;
}

static int
listen_on_unix_socket(unsigned short portNumber, const char *dir,
					  int ListenSocket[], int MaxListen)
{
	struct sockaddr_un sun = {.sun_family = AF_UNIX};
	struct addrinfo addr = {
		.ai_family = AF_UNIX, .ai_addr = (struct sockaddr *) &sun, .ai_addrlen = sizeof(sun)};
	char path[MAXPGPATH];
	MemoryContext oldcontext;
	int fd;

	UNIXSOCK_PATH(path, portNumber, dir);
	if (strlen(path) >= UNIXSOCK_PATH_BUFLEN)
	{
		ereport(LOG,
				(errmsg("Unix-domain socket path \"%s\" is too long (maximum %d bytes)",
						path, (int) (UNIXSOCK_PATH_BUFLEN - 1))));
		return -1;
	}
	strcpy(sun.sun_path, path);
	/* The lock file says that no server uses it, so an old one is litter. */
	CreateSocketLockFile(path, true, dir);
	unlink(path);
	fd = listen_on(&addr, path, path);
	if (fd < 0 || !add_listen_socket(ListenSocket, MaxListen, fd))
		return -1;
	if (socket_files == NIL)
		on_proc_exit(remove_socket_files_at_exit, 0);
	oldcontext = MemoryContextSwitchTo(TopMemoryContext);
	socket_files = lappend(socket_files, pstrdup(path));
	MemoryContextSwitchTo(oldcontext);
	return 0;
}

/*
 * StreamServerPort
 *		Listen on one host name (AF_UNSPEC) or Unix-socket folder (AF_UNIX).
 *
 * hostName		NULL for all addresses
 *
 * 0 if at least one socket was opened, else -1; reasons go to the log.
 */
int
StreamServerPort(int family, const char *hostName, unsigned short portNumber,
				 const char *unixSocketDir, int ListenSocket[], int MaxListen)
{
	struct addrinfo hints = {
		.ai_family = AF_UNSPEC, .ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
	struct addrinfo *addrs = NULL;
	char service[12];
	int opened = 0;
	int rc;

	if (family == AF_UNIX)
		return listen_on_unix_socket(portNumber, unixSocketDir, ListenSocket, MaxListen);

	snprintf(service, sizeof(service), "%d", portNumber);
	rc = getaddrinfo(hostName, service, &hints, &addrs);
	if (rc != 0)
	{
		ereport(LOG,
				(errmsg("could not translate host name \"%s\", service \"%s\" to address: %s",
						hostName ? hostName : "*", service, gai_strerror(rc))));
		return -1;
	}
	for (struct addrinfo *a = addrs; a; a = a->ai_next)
	{
		char shown[NI_MAXHOST] = "??";
		int fd;

		if (a->ai_family != AF_INET && a->ai_family != AF_INET6)
			continue;
		getnameinfo(a->ai_addr, a->ai_addrlen, shown, sizeof(shown), NULL, 0, NI_NUMERICHOST);
		fd = listen_on(a, shown, NULL);
		if (fd >= 0 && add_listen_socket(ListenSocket, MaxListen, fd))
			opened++;
	}
	freeaddrinfo(addrs);
	return opened > 0 ? 0 : -1;
}

/* Accept one connection into port; -1 (after LOG) if that fails. */
int
StreamConnection(int server_fd, Port *port)
{
	int one = 1;

	port->raddr.salen = sizeof(port->raddr.addr);
	port->sock = accept4(server_fd, (struct sockaddr *) &port->raddr.addr,
						 &port->raddr.salen, SOCK_CLOEXEC);
	if (port->sock < 0)
	{
		ereport(LOG,
				(errcode_for_socket_access(),
				 errmsg("could not accept new connection: %m")));
		return -1;
	}
	port->laddr.salen = sizeof(port->laddr.addr);
	if (getsockname(port->sock, (struct sockaddr *) &port->laddr.addr, &port->laddr.salen) < 0)
	{
		ereport(LOG, (errmsg("%s() failed: %m", "getsockname")));
		return -1;
	}
	if (port->laddr.addr.ss_family != AF_UNIX)
	{
		setsockopt(port->sock, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		setsockopt(port->sock, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
	}
	return 0;
}

void
StreamClose(int sock)
{
	close(sock);
}

void
RemoveSocketFiles(void)
{
	ListCell *lc;

	foreach (lc, socket_files)
		(void) unlink((char *) lfirst(lc));
	socket_files = NIL; /* the list dies with the process */
}

/* Keep cleaners of /tmp from thinking the sockets old. */
void
TouchSocketFiles(void)
{
	ListCell *lc;

	foreach (lc, socket_files)
		(void) utime((char *) lfirst(lc), NULL);
}

/* ---- the connection (backend) ---- */

static void
close_connection(int code, Datum arg)
{
	if (MyProcPort && MyProcPort->sock != PGINVALID_SOCKET)
		secure_close_port(MyProcPort);
}

/* Lower layers report to the client through these. */
static int
put_report(char msgtype, const char *body, size_t len)
{
	return pq_putmessage(msgtype, body, len);
}

static void
flush_report(void)
{
	pq_flush();
}

static const ElogClientOutput report_output = {put_report, flush_report};

/* A setting that the client is told of has a new value. */
static void
report_setting(const char *name, const char *value)
{
	StringInfoData msg;

	pq_beginmessage(&msg, 'S');
	pq_sendstring(&msg, name);
	pq_sendstring(&msg, value);
	pq_endmessage(&msg);
}

/* pq_init: make the socket of MyProcPort usable; once per backend. */
void
pq_init(void)
{
	send_buf.size = SEND_BUFFER_SIZE;
	send_buf.bytes = MemoryContextAlloc(TopMemoryContext, send_buf.size);
	if (fcntl(MyProcPort->sock, F_SETFL, O_NONBLOCK) < 0)
		ereport(FATAL, (errmsg("could not set socket to nonblocking mode: %m")));
	FeBeWaitSet = CreateWaitEventSet(TopMemoryContext, 3);
	AddWaitEventToSet(FeBeWaitSet, WL_SOCKET_WRITEABLE, MyProcPort->sock, NULL, NULL);
	AddWaitEventToSet(FeBeWaitSet, WL_LATCH_SET, PGINVALID_SOCKET, MyLatch, NULL);
	AddWaitEventToSet(FeBeWaitSet, WL_POSTMASTER_DEATH, PGINVALID_SOCKET, NULL, NULL);
	on_proc_exit(close_connection, 0);
	elog_set_client_output(&report_output);
	guc_set_report_function(report_setting);
}

static void
socket_comm_reset(void)
{
	sending = false;
}

/* Wait until the socket is ready for what, serving interrupts meanwhile. */
static void
wait_for_socket(uint32 what, bool reading)
{
	WaitEvent event;

	ModifyWaitEvent(FeBeWaitSet, FeBeWaitSetSocketPos, what, NULL);
	WaitEventSetWait(FeBeWaitSet, -1, &event, 1,
					 reading ? WAIT_EVENT_CLIENT_READ : WAIT_EVENT_CLIENT_WRITE);
	if (event.events & WL_POSTMASTER_DEATH)
		ereport(FATAL,
				(errcode(ERRCODE_ADMIN_SHUTDOWN),
				 errmsg("terminating connection due to unexpected postmaster exit")));
	if (event.events & WL_LATCH_SET)
	{
		ResetLatch(MyLatch);
		if (reading)
			ProcessClientReadInterrupt(true);
		else
			ProcessClientWriteInterrupt(true);
	}
}

/* Fill the receive buffer with at least one byte; EOF if there is no more. */
static int
fill_recv_buffer(bool block)
{
	recv_buf.pos = recv_buf.end = 0;
	for (;;)
	{
		ssize_t n;

		if (block)
			ProcessClientReadInterrupt(false);
		n = secure_recv(MyProcPort, recv_buf.bytes, RECV_BUFFER_SIZE);
		if (n > 0)
		{
			recv_buf.end = (int) n;
			return 0;
		}
		if (n == 0)
			return EOF;
		if (errno == EINTR)
			continue;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
		{
			if (!block)
				return 0;
			wait_for_socket(WL_SOCKET_READABLE, true);
			continue;
		}
		/* An ordinary end of a client that did not say goodbye. */
		if (errno != ECONNRESET)
			ereport(COMMERROR,
					(errcode_for_socket_access(),
					 errmsg("could not receive data from client: %m")));
		return EOF;
	}
}

int
pq_getbyte(void)
{
	if (recv_buf.pos == recv_buf.end && fill_recv_buffer(true))
		return EOF;
	return (unsigned char) recv_buf.bytes[recv_buf.pos++];
}

int
pq_peekbyte(void)
{
	if (recv_buf.pos == recv_buf.end && fill_recv_buffer(true))
		return EOF;
	return (unsigned char) recv_buf.bytes[recv_buf.pos];
}

/* 1 and the byte, 0 if none is there now, EOF. */
int
pq_getbyte_if_available(unsigned char *c)
{
	if (recv_buf.pos == recv_buf.end && fill_recv_buffer(false))
		return EOF;
	if (recv_buf.pos == recv_buf.end)
		return 0;
	*c = recv_buf.bytes[recv_buf.pos++];
	return 1;
}

int
pq_getbytes(char *s, size_t len)
{
	while (len > 0)
	{
		size_t n;

		if (recv_buf.pos == recv_buf.end && fill_recv_buffer(true))
			return EOF;
		n = Min(len, (size_t) (recv_buf.end - recv_buf.pos));
		memcpy(s, recv_buf.bytes + recv_buf.pos, n);
		recv_buf.pos += (int) n;
		s += n;
		len -= n;
	}
	return 0;
}

bool
pq_buffer_has_data(void)
{
	return recv_buf.pos < recv_buf.end;
}

void
pq_startmsgread(void)
{
	if (reading_message)
		ereport(FATAL,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("terminating connection because protocol synchronization was lost")));
	reading_message = true;
}

void
pq_endmsgread(void)
{
	reading_message = false;
}

bool
pq_is_reading_msg(void)
{
	return reading_message;
}

static int
skip_bytes(size_t len)
{
	char sink[512];

	while (len > 0)
	{
		size_t n = Min(len, sizeof(sink));

		if (pq_getbytes(sink, n))
			return EOF;
		len -= n;
	}
	return 0;
}

/*
 * pq_getmessage
 *		Read the length word and the body of a message into s.
 *
 * maxlen	largest body taken; a longer one ends the connection
 *
 * 0, or EOF after a COMMERROR.  Not enough memory: the body is skipped, so
 * that the stream stays in step, and the error is thrown on.
 */
int
pq_getmessage(StringInfo s, int maxlen)
{
	int32 len;

	resetStringInfo(s);
	if (pq_getbytes((char *) &len, 4))
	{
		ereport(COMMERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("unexpected EOF within message length word")));
		return EOF;
	}
	len = pg_ntoh32(len);
	if (len < 4 || len - 4 > maxlen)
	{
		ereport(COMMERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid message length")));
		return EOF;
	}
	len -= 4;
	if (len > 0)
	{
		PG_TRY();
		{
			enlargeStringInfo(s, len);
		}
		PG_CATCH();
		{
			if (skip_bytes(len))
				ereport(COMMERROR,
						(errcode(ERRCODE_PROTOCOL_VIOLATION),
						 errmsg("incomplete message from client")));
			reading_message = false;
			PG_RE_THROW();
		}
		PG_END_TRY();
		if (pq_getbytes(s->data, len))
		{
			ereport(COMMERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("incomplete message from client")));
			return EOF;
		}
		s->len = len;
		s->data[len] = '\0';
	}
	reading_message = false;
	return 0;
}

/* ---- sending ---- */

/*
 * Send what is stored.  block: until all is out; otherwise as much as the
 * socket takes now.  A broken connection is noted for the next interrupt
 * check, and the bytes are dropped.
 */
static int
send_pending(bool block)
{
	while (send_buf.start < send_buf.end)
	{
		ssize_t n = secure_send(MyProcPort, send_buf.bytes + send_buf.start,
								send_buf.end - send_buf.start);

		if (n > 0)
		{
			send_buf.start += (int) n;
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		{
			if (!block)
				return 0;
			wait_for_socket(WL_SOCKET_WRITEABLE, false);
			continue;
		}
		if (errno != EPIPE && errno != ECONNRESET)
			ereport(COMMERROR,
					(errcode_for_socket_access(),
					 errmsg("could not send data to client: %m")));
		send_buf.start = send_buf.end = 0;
		ClientConnectionLost = true;
		InterruptPending = true;
		return EOF;
	}
	send_buf.start = send_buf.end = 0;
	return 0;
}

static int
socket_flush(void)
{
	int rc;

	if (sending)
		return 0;
	sending = true;
	rc = send_pending(true);
	sending = false;
	return rc;
}

static int
socket_flush_if_writable(void)
{
	int rc;

	if (sending || send_buf.start == send_buf.end)
		return 0;
	sending = true;
	rc = send_pending(false);
	sending = false;
	return rc;
}

static bool
socket_is_send_pending(void)
{
	return send_buf.start < send_buf.end;
}

static int
store_bytes(const char *s, size_t len)
{
	while (len > 0)
	{
		size_t n;

		if (send_buf.end == send_buf.size && send_pending(true))
			return EOF;
		n = Min(len, (size_t) (send_buf.size - send_buf.end));
		memcpy(send_buf.bytes + send_buf.end, s, n);
		send_buf.end += (int) n;
		s += n;
		len -= n;
	}
	return 0;
}

/* One whole message.  One made by an error while another is sent is dropped. */
static int
socket_putmessage(char msgtype, const char *s, size_t len)
{
	uint32 n32 = pg_hton32((uint32) (len + 4));
	int rc;

	Assert(msgtype != 0);
	if (sending)
		return 0;
	sending = true;
	rc = store_bytes(&msgtype, 1);
	if (rc == 0)
		rc = store_bytes((const char *) &n32, 4);
	if (rc == 0)
		rc = store_bytes(s, len);
	sending = false;
	return rc;
}

/* The same without ever waiting: the buffer grows instead. */
static void
socket_putmessage_noblock(char msgtype, const char *s, size_t len)
{
	int needed = send_buf.end + 1 + 4 + (int) len;

	if (needed > send_buf.size)
	{
		send_buf.bytes = repalloc(send_buf.bytes, needed);
		send_buf.size = needed;
	}
	(void) socket_putmessage(msgtype, s, len);
}

/* Is the client still there?  Does not read what it has sent. */
bool
pq_check_connection(void)
{
	struct pollfd pfd = {.fd = MyProcPort->sock, .events = POLLRDHUP};

	return !(poll(&pfd, 1, 0) > 0 && (pfd.revents & (POLLRDHUP | POLLHUP | POLLERR)));
}

/*
 * libpq.h
 *		Sending to and receiving from the client.
 *
 * Functions that return int give 0, or EOF when the connection is broken.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/libpq.h
 */
#ifndef LIBPQ_H
#define LIBPQ_H

#include "lib/stringinfo.h"
#include "libpq/libpq-be.h"
#include "storage/latch.h"

/*
 * Where outgoing messages go.  The client's socket, or another sink such as
 * none at all in single-user mode.
 */
typedef struct PQcommMethods
{
	void (*comm_reset)(void);
	int (*flush)(void);
	int (*flush_if_writable)(void);
	bool (*is_send_pending)(void);
	int (*putmessage)(char msgtype, const char *s, size_t len);
	void (*putmessage_noblock)(char msgtype, const char *s, size_t len);
} PQcommMethods;

extern const PGDLLIMPORT PQcommMethods *PqCommMethods;
extern PGDLLIMPORT WaitEventSet *FeBeWaitSet;

#define FeBeWaitSetSocketPos 0
#define FeBeWaitSetLatchPos 1

#define pq_comm_reset() (PqCommMethods->comm_reset())
#define pq_flush() (PqCommMethods->flush())
#define pq_flush_if_writable() (PqCommMethods->flush_if_writable())
#define pq_is_send_pending() (PqCommMethods->is_send_pending())
#define pq_putmessage(t, s, n) (PqCommMethods->putmessage(t, s, n))
#define pq_putmessage_noblock(t, s, n) (PqCommMethods->putmessage_noblock(t, s, n))

extern int StreamServerPort(int family, const char *hostName,
							unsigned short portNumber,
							const char *unixSocketDir, int ListenSocket[],
							int MaxListen);
extern int StreamConnection(int server_fd, Port *port);
extern void StreamClose(int sock);
extern void RemoveSocketFiles(void);
extern void TouchSocketFiles(void);
extern void pq_init(void);

/* Reading.  EOF: the client is gone.  A message is read between start and end. */
extern bool pq_is_reading_msg(void);
extern void pq_startmsgread(void);
extern int pq_getbyte(void);
extern int pq_getbytes(char *s, size_t len);
extern int pq_getmessage(StringInfo s, int maxlen); /* length and body */
extern void pq_endmsgread(void);
extern int pq_peekbyte(void); /* the byte stays */
/* Without waiting: 1 and a byte, or 0; are there bytes that have been read? */
extern int pq_getbyte_if_available(unsigned char *c);
extern bool pq_buffer_has_data(void);
/* Is the client still there, as far as the socket tells? */
extern bool pq_check_connection(void);

/* be-secure.c: the bytes of the socket, through TLS where that was agreed */
extern void secure_close_port(Port *port);
extern ssize_t secure_recv(Port *port, void *ptr, size_t len);
extern ssize_t secure_send(Port *port, const void *ptr, size_t len);
extern bool ssl_is_available(void);

#endif /* LIBPQ_H */

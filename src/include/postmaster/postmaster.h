/*
 * postmaster.h
 *		The parent of all server processes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/postmaster.h
 */
#ifndef POSTMASTER_H
#define POSTMASTER_H

#include "storage/pmsignal.h"

struct Port;

/* Settings read by the postmaster. */
extern PGDLLIMPORT int PostPortNumber;
extern PGDLLIMPORT int ReservedBackends;
extern PGDLLIMPORT int Unix_socket_permissions;
extern PGDLLIMPORT char *Unix_socket_group;
extern PGDLLIMPORT char *Unix_socket_directories;
extern PGDLLIMPORT char *ListenAddresses;
extern PGDLLIMPORT int AuthenticationTimeout;
extern PGDLLIMPORT int PreAuthDelay;
extern PGDLLIMPORT bool EnableSSL;
extern PGDLLIMPORT bool Log_connections;
extern PGDLLIMPORT bool Log_disconnections;
extern PGDLLIMPORT bool log_hostname;
extern PGDLLIMPORT bool restart_after_crash;
extern PGDLLIMPORT bool remove_temp_files_after_crash;
extern PGDLLIMPORT bool ClientAuthInProgress;
extern PGDLLIMPORT const char *progname;

/* Of processes that are not there yet; they size shared memory. */
extern PGDLLIMPORT int max_wal_senders;
extern PGDLLIMPORT int autovacuum_max_workers;

extern void PostmasterMain(int argc, char *argv[]) pg_attribute_noreturn();
extern void ClosePostmasterPorts(void);
extern int MaxLivePostmasterChildren(void);

/* backend_startup.c: the child of one connection, up to PostgresMain */
extern void BackendStartup(struct Port *port, int server_state)
	pg_attribute_noreturn();
/* What a connection request finds; every value but the first refuses it. */
enum
{
	CAC_OK,
	CAC_STARTUP,
	CAC_SHUTDOWN,
	CAC_RECOVERY,
	CAC_TOOMANY
};

/* Let a cancel request reach the backend with this key; postmaster.c. */
extern void deliver_cancel_request(int pid, int32 key);

#endif /* POSTMASTER_H */

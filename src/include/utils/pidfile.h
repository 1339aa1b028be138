/*
 * utils/pidfile.h
 *		Lines of the lock file postmaster.pid, and its status words.
 *
 * Shared with pg_ctl.  Source: doc, "Data directory"; bytes of stock files.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/pidfile.h
 */
#ifndef UTILS_PIDFILE_H
#define UTILS_PIDFILE_H

#define LOCK_FILE_LINE_PID 1 /* negative for a single-user backend */
#define LOCK_FILE_LINE_DATA_DIR 2
#define LOCK_FILE_LINE_START_TIME 3
#define LOCK_FILE_LINE_PORT 4
#define LOCK_FILE_LINE_SOCKET_DIR 5
#define LOCK_FILE_LINE_LISTEN_ADDR 6
#define LOCK_FILE_LINE_SHMEM_KEY 7
#define LOCK_FILE_LINE_PM_STATUS 8

/* Padded to one width, so that a change never moves the end of the file. */
#define PM_STATUS_STARTING "starting"
#define PM_STATUS_STOPPING "stopping"
#define PM_STATUS_READY "ready   "
#define PM_STATUS_STANDBY "standby "

#endif /* UTILS_PIDFILE_H */

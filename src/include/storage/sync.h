/*
 * sync.h
 *		Fsyncs and unlinks that are done at the next checkpoint.
 *
 * A process that wrote a file sends the checkpointer a request; the
 * checkpointer keeps them in a table and fsyncs each file once.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/sync.h
 */
#ifndef SYNC_H
#define SYNC_H

#include "storage/relfilenode.h"

typedef enum SyncRequestType
{
	SYNC_REQUEST, /* fsync the file */
	SYNC_UNLINK_REQUEST, /* unlink it after the next checkpoint */
	SYNC_FORGET_REQUEST, /* drop the request for this file */
	SYNC_FILTER_REQUEST /* drop all requests the handler matches */
} SyncRequestType;

typedef enum SyncRequestHandler
{
	SYNC_HANDLER_MD = 0,
	SYNC_HANDLER_CLOG,
	SYNC_HANDLER_COMMIT_TS,
	SYNC_HANDLER_MULTIXACT_OFFSET,
	SYNC_HANDLER_MULTIXACT_MEMBER,
	SYNC_HANDLER_NONE
} SyncRequestHandler;

/* Which file.  Compared and hashed bytewise: zero it before filling it. */
typedef struct FileTag
{
	int16 handler; /* SyncRequestHandler */
	int16 forknum; /* ForkNumber */
	RelFileNode rnode;
	uint32 segno;
} FileTag;

/*
 * What a kind of file can do.  path is MAXPGPATH bytes, filled for messages;
 * results are those of fsync() and unlink(), with errno.
 */
typedef struct SyncOps
{
	int (*sync_syncfiletag)(const FileTag *ftag, char *path);
	int (*sync_unlinkfiletag)(const FileTag *ftag, char *path);
	bool (*sync_filetagmatches)(const FileTag *ftag,
								const FileTag *candidate);
} SyncOps;

/* storage/sync/sync.c */
extern void InitSync(void);
extern void sync_register_handler(SyncRequestHandler handler,
								  const SyncOps *ops);
extern bool RegisterSyncRequest(const FileTag *ftag, SyncRequestType type,
								bool retryOnError);
extern void RememberSyncRequest(const FileTag *ftag, SyncRequestType type);
extern void SyncPreCheckpoint(void);
extern void ProcessSyncRequests(void);
extern void SyncPostCheckpoint(void);

#endif /* SYNC_H */

/*
 * bgwriter.h
 *		Background writer and checkpointer.
 *
 * The checkpointer owns all checkpoints and all deferred fsyncs of the server; the
 * background writer keeps clean buffers ahead of the clock hand.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/bgwriter.h
 */
#ifndef BGWRITER_H
#define BGWRITER_H

#include "storage/block.h"
#include "storage/relfilenode.h"
#include "storage/smgr.h"
#include "storage/sync.h"

extern PGDLLIMPORT int BgWriterDelay;
extern PGDLLIMPORT int CheckPointTimeout;
extern PGDLLIMPORT int CheckPointWarning;
extern PGDLLIMPORT double CheckPointCompletionTarget;

/* bgwriter.c */
extern void BackgroundWriterMain(void) pg_attribute_noreturn();

/* checkpointer.c: the process */
extern void CheckpointerMain(void) pg_attribute_noreturn();
extern Size CheckpointerShmemSize(void);
extern void CheckpointerShmemInit(void);
extern bool FirstCallSinceLastCheckpoint(void);

/* checkpointer.c: enter its shared memory into the list; once, at start */
extern void postmaster_register(void);

/* checkpointer.c: called by others */
extern void RequestCheckpoint(int flags);
extern void CheckpointWriteDelay(int flags, double progress);
extern bool ForwardSyncRequest(const FileTag *ftag, SyncRequestType type);
extern void AbsorbSyncRequests(void);

#endif /* BGWRITER_H */

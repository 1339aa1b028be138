/*
 * generic_xlog.h
 *		Logged changes of pages without a resource manager of one's own.
 *
 * For extensions: start, register up to four buffers and change the copies that
 * are returned, finish.  The record holds the differences.  The caller holds
 * exclusive locks on the buffers from before the start until after the end.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/generic_xlog.h
 */
#ifndef GENERIC_XLOG_H
#define GENERIC_XLOG_H

#include "access/xlogreader.h"
#include "storage/bufpage.h"
#include "utils/relcache.h"

#define MAX_GENERIC_XLOG_PAGES XLR_NORMAL_MAX_BLOCK_ID
#define GENERIC_XLOG_FULL_IMAGE 0x0001 /* store the page, not differences */

struct GenericXLogState;
typedef struct GenericXLogState GenericXLogState;

/* generic_xlog.c */
extern GenericXLogState *GenericXLogStart(Relation relation);
extern Page GenericXLogRegisterBuffer(GenericXLogState *state, Buffer buffer, int flags);
extern XLogRecPtr GenericXLogFinish(GenericXLogState *state);
extern void GenericXLogAbort(GenericXLogState *state);
extern void generic_redo(XLogReaderState *record);
extern void generic_mask(char *page, BlockNumber blkno);

#endif /* GENERIC_XLOG_H */

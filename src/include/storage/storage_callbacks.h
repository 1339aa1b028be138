/*
 * storage_callbacks.h
 *		What the storage layer asks of the layers above it.
 *
 * The WAL fills this table once, before shared memory is used. Until then
 * the defaults hold, which suit a program without WAL: nothing to flush, no
 * checksums, every transaction id unknown.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/storage_callbacks.h
 */
#ifndef STORAGE_CALLBACKS_H
#define STORAGE_CALLBACKS_H

#include "access/transam.h"
#include "access/xlogdefs.h"
#include "storage/buf.h"
#include "storage/sync.h"

typedef struct StorageCallbacks
{
	/* ---- access/transam/xlog.c ---- */
	void (*xlog_flush)(XLogRecPtr lsn);
	bool (*xlog_needs_flush)(XLogRecPtr lsn);
	XLogRecPtr (*get_redo_ptr)(void);
	bool (*recovery_in_progress)(void);
	bool (*hint_bits_need_wal)(void); /* XLogHintBitIsNeeded() */
	bool (*data_checksums_enabled)(void);
	bool (*standby_info_active)(void); /* XLogStandbyInfoActive() */
	/* access/transam/xloginsert.c: XLogSaveBufferForHint */
	XLogRecPtr (*save_buffer_for_hint)(Buffer buffer, bool buffer_std);
	XLogRecPtr (*log_newpage_buffer)(Buffer buffer, bool page_std);
	/* access/transam/xlogutils.c: InRecovery, InHotStandby */
	bool (*in_recovery)(void);
	bool (*in_hot_standby)(void);

	/* ---- access/transam/{transam,subtrans,xact,varsup}.c ---- */
	bool (*xid_did_commit)(TransactionId xid);
	bool (*xid_did_abort)(TransactionId xid);
	TransactionId (*subtrans_topmost)(TransactionId xid);
	TransactionId (*subtrans_parent)(TransactionId xid);
	bool (*xid_is_current)(TransactionId xid); /* ...IsCurrentTransactionId */
	SubTransactionId (*current_subxid)(void); /* GetCurrentSubTransactionId */
	/* GetCurrentCommandId(false) */
	CommandId (*current_command_id)(void);
	bool (*in_transaction)(void); /* IsTransactionOrTransactionBlock */
	/* start a transaction, AcceptInvalidationMessages, commit */
	void (*accept_inval_in_transaction)(void);

	/* access/transam/xlogutils.c: XLogDropRelation */
	void (*xlog_drop_relation)(RelFileNode rnode, ForkNumber forknum);

	/* ---- counts for CheckpointStats (xlog.c) ---- */
	void (*count_files_synced)(int nfiles, uint64 longest_us,
							   uint64 total_us);
	void (*count_buffers_written)(int nbuffers);

	/* ---- access/transam/dirredo.c: TablespaceCreateDbspace ---- */
	void (*create_dbspace)(Oid spcNode, Oid dbNode, bool isRedo);

	/* ---- postmaster/checkpointer.c ---- */
	bool (*am_checkpointer)(void); /* or no checkpointer exists yet */
	bool (*forward_sync_request)(const FileTag *ftag,
								 SyncRequestType type);
	void (*absorb_sync_requests)(void);
	void (*checkpoint_write_delay)(int flags, double progress);

	/* ---- access/transam/standby.c ---- */
	void (*log_access_exclusive_prepare)(void);
	void (*log_access_exclusive_lock)(Oid db, Oid rel);

	/* ---- catalog/storage.c: RelFileNodeSkippingWAL ---- */
	bool (*rnode_skips_wal)(RelFileNode rnode);
} StorageCallbacks;

/*
 * storage/smgr/storage_callbacks.c.  storage_set_callbacks takes over the
 * members that are not NULL; several modules may call it, each for its own.
 */
extern PGDLLIMPORT StorageCallbacks storage_callbacks;
extern void storage_set_callbacks(const StorageCallbacks *cb);

#endif /* STORAGE_CALLBACKS_H */

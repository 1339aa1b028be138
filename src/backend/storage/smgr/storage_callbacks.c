/*
 * storage_callbacks.c
 *		The table of what storage asks of upper layers, and its defaults.
 *
 * The defaults suit a program without WAL, such as a unit test.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/smgr/storage_callbacks.c
 */
#include "postgres.h"

#include "storage/sinval.h"
#include "storage/storage_callbacks.h"

static void
none_lsn(XLogRecPtr lsn)
{
}

static bool
no_lsn(XLogRecPtr lsn)
{
	return false;
}

static XLogRecPtr
no_redo(void)
{
	return InvalidXLogRecPtr;
}

static bool
no(void)
{
	return false;
}

static bool
yes(void)
{
	return true;
}

static XLogRecPtr
no_record(Buffer buffer, bool std)
{
	return InvalidXLogRecPtr;
}

static bool
no_xid(TransactionId xid)
{
	return false;
}

static TransactionId
same_xid(TransactionId xid)
{
	return xid;
}

static TransactionId
no_parent(TransactionId xid)
{
	return InvalidTransactionId;
}

static SubTransactionId
top_subxid(void)
{
	return TopSubTransactionId;
}

static CommandId
first_command(void)
{
	return FirstCommandId;
}

static void
none_drop(RelFileNode rnode, ForkNumber forknum)
{
}

static void
none_synced(int nfiles, uint64 longest_us, uint64 total_us)
{
}

static void
none_written(int nbuffers)
{
}

static void
none_dbspace(Oid spcNode, Oid dbNode, bool isRedo)
{
}

static bool
no_forward(const FileTag *ftag, SyncRequestType type)
{
	return false;
}

static void
none(void)
{
}

static void
no_delay(int flags, double progress)
{
}

static void
none_lock(Oid db, Oid rel)
{
}

static bool
never_skips(RelFileNode rnode)
{
	return false;
}

StorageCallbacks storage_callbacks = {
	.xlog_flush = none_lsn,
	.xlog_needs_flush = no_lsn,
	.get_redo_ptr = no_redo,
	.recovery_in_progress = no,
	.hint_bits_need_wal = no,
	.data_checksums_enabled = no,
	.standby_info_active = no,
	.save_buffer_for_hint = no_record,
	.log_newpage_buffer = no_record,
	.in_recovery = no,
	.in_hot_standby = no,
	.xid_did_commit = no_xid,
	.xid_did_abort = no_xid,
	.subtrans_topmost = same_xid,
	.subtrans_parent = no_parent,
	.xid_is_current = no_xid,
	.current_subxid = top_subxid,
	.current_command_id = first_command,
	.in_transaction = no,
	.accept_inval_in_transaction = AcceptInvalidationMessages,
	.xlog_drop_relation = none_drop,
	.count_files_synced = none_synced,
	.count_buffers_written = none_written,
	.create_dbspace = none_dbspace,
	.am_checkpointer = yes,
	.forward_sync_request = no_forward,
	.absorb_sync_requests = none,
	.checkpoint_write_delay = no_delay,
	.log_access_exclusive_prepare = none,
	.log_access_exclusive_lock = none_lock,
	.rnode_skips_wal = never_skips,
};

/*
 * storage_set_callbacks
 *		Take over the members of cb that are not NULL.
 *
 * All members are pointers to functions, so the table can be walked as words.
 */
void
storage_set_callbacks(const StorageCallbacks *cb)
{
	typedef void (*any_function)(void);
	any_function from[sizeof(StorageCallbacks) / sizeof(any_function)];
	any_function to[sizeof(StorageCallbacks) / sizeof(any_function)];

	memcpy(from, cb, sizeof(from));
	memcpy(to, &storage_callbacks, sizeof(to));
	for (unsigned i = 0; i < lengthof(from); i++)
		if (from[i] != NULL)
			to[i] = from[i];
	memcpy(&storage_callbacks, to, sizeof(to));
}

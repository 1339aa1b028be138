/*
 * heapam_xlog.h
 *		WAL records of the heap.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * Two resource managers share the format: Heap for single rows, Heap2 for pages.  Layouts and flags are on disk; what replay does with each is in access/heap/README.heapam_xlog.h
 */
#ifndef HEAPAM_XLOG_H
#define HEAPAM_XLOG_H

#include "access/htup.h"
#include "access/rmgr.h"
#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/block.h"
#include "storage/off.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"

/* Heap */
#define XLOG_HEAP_INSERT 0x00
#define XLOG_HEAP_DELETE 0x10
#define XLOG_HEAP_UPDATE 0x20
#define XLOG_HEAP_TRUNCATE 0x30
#define XLOG_HEAP_HOT_UPDATE 0x40
#define XLOG_HEAP_CONFIRM 0x50
#define XLOG_HEAP_LOCK 0x60
#define XLOG_HEAP_INPLACE 0x70
#define XLOG_HEAP_OPMASK 0x70
#define XLOG_HEAP_INIT_PAGE 0x80

/* Heap2 */
#define XLOG_HEAP2_REWRITE 0x00
#define XLOG_HEAP2_PRUNE 0x10
#define XLOG_HEAP2_VACUUM 0x20
#define XLOG_HEAP2_FREEZE_PAGE 0x30
#define XLOG_HEAP2_VISIBLE 0x40
#define XLOG_HEAP2_MULTI_INSERT 0x50
#define XLOG_HEAP2_LOCK_UPDATED 0x60
#define XLOG_HEAP2_NEW_CID 0x70

/* insert, multi-insert */
#define XLH_INSERT_ALL_VISIBLE_CLEARED (1 << 0)
#define XLH_INSERT_LAST_IN_MULTI (1 << 1)
#define XLH_INSERT_IS_SPECULATIVE (1 << 2)
#define XLH_INSERT_CONTAINS_NEW_TUPLE (1 << 3)
#define XLH_INSERT_ON_TOAST_RELATION (1 << 4)
#define XLH_INSERT_ALL_FROZEN_SET (1 << 5)

/* delete */
#define XLH_DELETE_ALL_VISIBLE_CLEARED (1 << 0)
#define XLH_DELETE_CONTAINS_OLD_TUPLE (1 << 1)
#define XLH_DELETE_CONTAINS_OLD_KEY (1 << 2)
#define XLH_DELETE_IS_SUPER (1 << 3)
#define XLH_DELETE_IS_PARTITION_MOVE (1 << 4)
#define XLH_DELETE_CONTAINS_OLD \
	(XLH_DELETE_CONTAINS_OLD_TUPLE | XLH_DELETE_CONTAINS_OLD_KEY)

/* update */
#define XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED (1 << 0)
#define XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED (1 << 1)
#define XLH_UPDATE_CONTAINS_OLD_TUPLE (1 << 2)
#define XLH_UPDATE_CONTAINS_OLD_KEY (1 << 3)
#define XLH_UPDATE_CONTAINS_NEW_TUPLE (1 << 4)
#define XLH_UPDATE_PREFIX_FROM_OLD (1 << 5)
#define XLH_UPDATE_SUFFIX_FROM_OLD (1 << 6)
/* extended WAL format only: the row is a delta (access/heapdelta.h) */
#define XLH_UPDATE_DELTA (1 << 7)
#define XLH_UPDATE_CONTAINS_OLD \
	(XLH_UPDATE_CONTAINS_OLD_TUPLE | XLH_UPDATE_CONTAINS_OLD_KEY)

/* truncate */
#define XLH_TRUNCATE_CASCADE (1 << 0)
#define XLH_TRUNCATE_RESTART_SEQS (1 << 1)

/* lock */
#define XLH_LOCK_ALL_FROZEN_CLEARED 0x01

/* the "infobits" byte of delete, update and lock records */
#define XLHL_XMAX_IS_MULTI 0x01
#define XLHL_XMAX_LOCK_ONLY 0x02
#define XLHL_XMAX_EXCL_LOCK 0x04
#define XLHL_XMAX_KEYSHR_LOCK 0x08
#define XLHL_KEYS_UPDATED 0x10

/* The header of a tuple in a record; bitmap and data follow. */
typedef struct xl_heap_header
{
	uint16 t_infomask2;
	uint16 t_infomask;
	uint8 t_hoff;
} xl_heap_header;

#define SizeOfHeapHeader (offsetof(xl_heap_header, t_hoff) + sizeof(uint8))

typedef struct xl_heap_insert
{
	OffsetNumber offnum;
	uint8 flags;
} xl_heap_insert;

#define SizeOfHeapInsert (offsetof(xl_heap_insert, flags) + sizeof(uint8))

typedef struct xl_heap_multi_insert
{
	uint8 flags;
	uint16 ntuples;
	OffsetNumber offsets[FLEXIBLE_ARRAY_MEMBER];
} xl_heap_multi_insert;

#define SizeOfHeapMultiInsert offsetof(xl_heap_multi_insert, offsets)

/* Before each tuple of a multi-insert, 2-aligned. */
typedef struct xl_multi_insert_tuple
{
	uint16 datalen;
	uint16 t_infomask2;
	uint16 t_infomask;
	uint8 t_hoff;
} xl_multi_insert_tuple;

#define SizeOfMultiInsertTuple \
	(offsetof(xl_multi_insert_tuple, t_hoff) + sizeof(uint8))

typedef struct xl_heap_delete
{
	TransactionId xmax;
	OffsetNumber offnum;
	uint8 infobits_set;
	uint8 flags;
} xl_heap_delete;

#define SizeOfHeapDelete (offsetof(xl_heap_delete, flags) + sizeof(uint8))

typedef struct xl_heap_update
{
	TransactionId old_xmax;
	OffsetNumber old_offnum;
	uint8 old_infobits_set;
	uint8 flags;
	TransactionId new_xmax;
	OffsetNumber new_offnum;
} xl_heap_update;

#define SizeOfHeapUpdate \
	(offsetof(xl_heap_update, new_offnum) + sizeof(OffsetNumber))

typedef struct xl_heap_truncate
{
	Oid dbId;
	uint32 nrelids;
	uint8 flags;
	Oid relids[FLEXIBLE_ARRAY_MEMBER];
} xl_heap_truncate;

#define SizeOfHeapTruncate offsetof(xl_heap_truncate, relids)

typedef struct xl_heap_lock
{
	TransactionId locking_xid; /* or a multixact */
	OffsetNumber offnum;
	int8 infobits_set;
	uint8 flags;
} xl_heap_lock;

#define SizeOfHeapLock (offsetof(xl_heap_lock, flags) + sizeof(int8))

typedef struct xl_heap_lock_updated
{
	TransactionId xmax;
	OffsetNumber offnum;
	uint8 infobits_set;
	uint8 flags;
} xl_heap_lock_updated;

#define SizeOfHeapLockUpdated \
	(offsetof(xl_heap_lock_updated, flags) + sizeof(uint8))

typedef struct xl_heap_confirm
{
	OffsetNumber offnum;
} xl_heap_confirm;

#define SizeOfHeapConfirm \
	(offsetof(xl_heap_confirm, offnum) + sizeof(OffsetNumber))

typedef struct xl_heap_inplace
{
	OffsetNumber offnum;
} xl_heap_inplace;

#define SizeOfHeapInplace \
	(offsetof(xl_heap_inplace, offnum) + sizeof(OffsetNumber))

/* Block data: redirect pairs, dead offsets, unused offsets. */
typedef struct xl_heap_prune
{
	TransactionId latestRemovedXid;
	uint16 nredirected;
	uint16 ndead;
} xl_heap_prune;

#define SizeOfHeapPrune (offsetof(xl_heap_prune, ndead) + sizeof(uint16))

typedef struct xl_heap_vacuum
{
	uint16 nunused;
} xl_heap_vacuum;

#define SizeOfHeapVacuum (offsetof(xl_heap_vacuum, nunused) + sizeof(uint16))

#define XLH_FREEZE_XVAC 0x02
#define XLH_INVALID_XVAC 0x04

typedef struct xl_heap_freeze_tuple
{
	TransactionId xmax;
	OffsetNumber offset;
	uint16 t_infomask2;
	uint16 t_infomask;
	uint8 frzflags;
} xl_heap_freeze_tuple;

StaticAssertDecl(sizeof(xl_heap_freeze_tuple) == 12, "freeze item");

typedef struct xl_heap_freeze_page
{
	TransactionId cutoff_xid;
	uint16 ntuples;
} xl_heap_freeze_page;

#define SizeOfHeapFreezePage \
	(offsetof(xl_heap_freeze_page, ntuples) + sizeof(uint16))

typedef struct xl_heap_visible
{
	TransactionId cutoff_xid;
	uint8 flags;
} xl_heap_visible;

#define SizeOfHeapVisible (offsetof(xl_heap_visible, flags) + sizeof(uint8))

typedef struct xl_heap_new_cid
{
	TransactionId top_xid;
	CommandId cmin;
	CommandId cmax;
	CommandId combocid;
	RelFileNode target_node;
	ItemPointerData target_tid;
} xl_heap_new_cid;

#define SizeOfHeapNewCid \
	(offsetof(xl_heap_new_cid, target_tid) + sizeof(ItemPointerData))

typedef struct xl_heap_rewrite_mapping
{
	TransactionId mapped_xid;
	Oid mapped_db;
	Oid mapped_rel;
	off_t offset;
	uint32 num_mappings;
	XLogRecPtr start_lsn;
} xl_heap_rewrite_mapping;

/* sizes as they appear in records (access/heap/README, WAL records) */
StaticAssertDecl(SizeOfHeapHeader == 5, "tuple header in records");
StaticAssertDecl(SizeOfHeapInsert == 3, "xl_heap_insert");
StaticAssertDecl(SizeOfHeapMultiInsert == 4, "xl_heap_multi_insert");
StaticAssertDecl(SizeOfMultiInsertTuple == 7, "xl_multi_insert_tuple");
StaticAssertDecl(SizeOfHeapDelete == 8, "xl_heap_delete");
StaticAssertDecl(SizeOfHeapUpdate == 14, "xl_heap_update");
StaticAssertDecl(SizeOfHeapLock == 8, "xl_heap_lock");
StaticAssertDecl(SizeOfHeapPrune == 8, "xl_heap_prune");
StaticAssertDecl(SizeOfHeapFreezePage == 6, "xl_heap_freeze_page");
StaticAssertDecl(SizeOfHeapVisible == 5, "xl_heap_visible");
StaticAssertDecl(SizeOfHeapNewCid == 34, "xl_heap_new_cid");

/* access/heap/heapam_xlog.c */
extern const RmgrData heap_rmgr;
extern const RmgrData heap2_rmgr;
extern void heap_redo(XLogReaderState *record);
extern void heap2_redo(XLogReaderState *record);
extern void heap_mask(char *page, BlockNumber blkno);

/* access/rmgrdesc */
extern void heap_desc(StringInfo buf, XLogReaderState *record);
extern const char *heap_identify(uint8 info);
extern void heap2_desc(StringInfo buf, XLogReaderState *record);
extern const char *heap2_identify(uint8 info);

/* access/heap/heapam.c */
extern void HeapTupleHeaderAdvanceLatestRemovedXid(HeapTupleHeader tuple,
												   TransactionId *latest);
extern XLogRecPtr log_heap_freeze(Relation rel, Buffer buffer,
								  TransactionId cutoff_xid,
								  xl_heap_freeze_tuple *tuples, int ntuples);
extern XLogRecPtr log_heap_visible(RelFileNode rnode, Buffer heap_buffer,
								   Buffer vm_buffer, TransactionId cutoff_xid,
								   uint8 vmflags);

#endif /* HEAPAM_XLOG_H */

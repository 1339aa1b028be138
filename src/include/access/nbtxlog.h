/*
 * nbtxlog.h
 *		WAL records of the btree.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * Layouts and flags are on disk; what replay does with each is in access/nbtree/README.nbtxlog.h
 */
#ifndef NBTXLOG_H
#define NBTXLOG_H

#include "access/rmgr.h"
#include "access/transam.h"
#include "access/xlogreader.h"
#include "lib/stringinfo.h"
#include "storage/block.h"
#include "storage/off.h"
#include "storage/relfilenode.h"

#define XLOG_BTREE_INSERT_LEAF 0x00
#define XLOG_BTREE_INSERT_UPPER 0x10
#define XLOG_BTREE_INSERT_META 0x20
#define XLOG_BTREE_SPLIT_L 0x30
#define XLOG_BTREE_SPLIT_R 0x40
#define XLOG_BTREE_INSERT_POST 0x50
#define XLOG_BTREE_DEDUP 0x60
#define XLOG_BTREE_DELETE 0x70
#define XLOG_BTREE_UNLINK_PAGE 0x80
#define XLOG_BTREE_UNLINK_PAGE_META 0x90
#define XLOG_BTREE_NEWROOT 0xA0
#define XLOG_BTREE_MARK_PAGE_HALFDEAD 0xB0
#define XLOG_BTREE_VACUUM 0xC0
#define XLOG_BTREE_REUSE_PAGE 0xD0
#define XLOG_BTREE_META_CLEANUP 0xE0

/* The meta page as it stands in records. */
typedef struct xl_btree_metadata
{
	uint32 version;
	BlockNumber root;
	uint32 level;
	BlockNumber fastroot;
	uint32 fastlevel;
	uint32 last_cleanup_num_delpages;
	bool allequalimage;
} xl_btree_metadata;

typedef struct xl_btree_insert
{
	OffsetNumber offnum;
} xl_btree_insert;

#define SizeOfBtreeInsert \
	(offsetof(xl_btree_insert, offnum) + sizeof(OffsetNumber))

typedef struct xl_btree_split
{
	uint32 level;
	OffsetNumber firstrightoff;
	OffsetNumber newitemoff;
	uint16 postingoff;
} xl_btree_split;

#define SizeOfBtreeSplit \
	(offsetof(xl_btree_split, postingoff) + sizeof(uint16))

typedef struct xl_btree_dedup
{
	uint16 nintervals;
} xl_btree_dedup;

#define SizeOfBtreeDedup \
	(offsetof(xl_btree_dedup, nintervals) + sizeof(uint16))

/* Block data of delete and vacuum: offsets, then updated items ... */
typedef struct xl_btree_delete
{
	TransactionId latestRemovedXid;
	uint16 ndeleted;
	uint16 nupdated;
} xl_btree_delete;

#define SizeOfBtreeDelete \
	(offsetof(xl_btree_delete, nupdated) + sizeof(uint16))

typedef struct xl_btree_vacuum
{
	uint16 ndeleted;
	uint16 nupdated;
} xl_btree_vacuum;

#define SizeOfBtreeVacuum \
	(offsetof(xl_btree_vacuum, nupdated) + sizeof(uint16))

/* ... each of which is one of these and ndeletedtids positions. */
typedef struct xl_btree_update
{
	uint16 ndeletedtids;
} xl_btree_update;

#define SizeOfBtreeUpdate \
	(offsetof(xl_btree_update, ndeletedtids) + sizeof(uint16))

typedef struct xl_btree_reuse_page
{
	RelFileNode node;
	BlockNumber block;
	FullTransactionId latestRemovedFullXid;
} xl_btree_reuse_page;

#define SizeOfBtreeReusePage sizeof(xl_btree_reuse_page)

typedef struct xl_btree_mark_page_halfdead
{
	OffsetNumber poffset; /* of the downlink in the parent */
	BlockNumber leafblk;
	BlockNumber leftblk;
	BlockNumber rightblk;
	BlockNumber topparent;
} xl_btree_mark_page_halfdead;

#define SizeOfBtreeMarkPageHalfDead \
	(offsetof(xl_btree_mark_page_halfdead, topparent) + sizeof(BlockNumber))

typedef struct xl_btree_unlink_page
{
	BlockNumber leftsib;
	BlockNumber rightsib;
	uint32 level;
	FullTransactionId safexid;
	BlockNumber leafleftsib; /* of the half-dead leaf below */
	BlockNumber leafrightsib;
	BlockNumber leaftopparent;
} xl_btree_unlink_page;

#define SizeOfBtreeUnlinkPage \
	(offsetof(xl_btree_unlink_page, leaftopparent) + sizeof(BlockNumber))

typedef struct xl_btree_newroot
{
	BlockNumber rootblk;
	uint32 level;
} xl_btree_newroot;

#define SizeOfBtreeNewroot \
	(offsetof(xl_btree_newroot, level) + sizeof(uint32))

StaticAssertDecl(sizeof(xl_btree_metadata) == 28, "xl_btree_metadata");
StaticAssertDecl(SizeOfBtreeSplit == 10, "xl_btree_split");
StaticAssertDecl(SizeOfBtreeReusePage == 24, "xl_btree_reuse_page");
StaticAssertDecl(SizeOfBtreeMarkPageHalfDead == 20, "half-dead record");
StaticAssertDecl(SizeOfBtreeUnlinkPage == 36, "unlink record");

/* access/nbtree/nbtxlog.c */
extern const RmgrData btree_rmgr;
extern void btree_redo(XLogReaderState *record);
extern void btree_xlog_startup(void);
extern void btree_xlog_cleanup(void);
extern void btree_mask(char *pagedata, BlockNumber blkno);

/* access/rmgrdesc */
extern void btree_desc(StringInfo buf, XLogReaderState *record);
extern const char *btree_identify(uint8 info);

#endif /* NBTXLOG_H */

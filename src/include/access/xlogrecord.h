/*
 * xlogrecord.h
 *		The WAL record as it lies in the log.
 *
 * A record is a 24-byte header, block headers, optional origin and top-xid
 * items, a main-data header; then, per block, its image and its data; then the
 * main data.  Nothing is aligned inside.  doc of the bytes: access/transam/README.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xlogrecord.h
 */
#ifndef XLOGRECORD_H
#define XLOGRECORD_H

#include "access/rmgrids.h"
#include "access/xlogdefs.h"
#include "storage/block.h"
#include "storage/relfilenode.h"

#include "port/pg_crc32c.h"

typedef struct XLogRecord
{
	uint32 xl_tot_len; /* @0 bytes of the record, this header included */
	TransactionId xl_xid; /* @4 */
	XLogRecPtr xl_prev; /* @8 start of the record before */
	uint8 xl_info; /* @16 high nibble: the manager's own */
	RmgrId xl_rmid; /* @17 */
	uint8 xl_pad[2]; /* @18 zero */
	pg_crc32c xl_crc; /* @20 CRC-32C of [24,tot_len) then [0,20) */
} XLogRecord;

#define SizeOfXLogRecord (offsetof(XLogRecord, xl_crc) + sizeof(pg_crc32c))
StaticAssertDecl(sizeof(XLogRecord) == 24, "a record header is 24 bytes");

/* Bits of xl_info that do not belong to the resource manager. */
#define XLR_SPECIAL_REL_UPDATE 0x01
#define XLR_CHECK_CONSISTENCY 0x02
#define XLR_INFO_MASK 0x0F
#define XLR_RMGR_INFO_MASK 0xF0

/* Block header: these 4 bytes, [image], [RelFileNode], block number. */
typedef struct XLogRecordBlockHeader
{
	uint8 id;
	uint8 fork_flags;
	uint16 data_length; /* without the image */
} XLogRecordBlockHeader;

#define SizeOfXLogRecordBlockHeader 4
#define BKPBLOCK_FORK_MASK 0x0F
#define BKPBLOCK_FLAG_MASK 0xF0
#define BKPBLOCK_HAS_IMAGE 0x10
#define BKPBLOCK_HAS_DATA 0x20
#define BKPBLOCK_WILL_INIT 0x40
#define BKPBLOCK_SAME_REL 0x80

typedef struct XLogRecordBlockImageHeader
{
	uint16 length; /* stored bytes of the image */
	uint16 hole_offset;
	uint8 bimg_info;
} XLogRecordBlockImageHeader;

#define SizeOfXLogRecordBlockImageHeader \
	(offsetof(XLogRecordBlockImageHeader, bimg_info) + sizeof(uint8))
StaticAssertDecl(SizeOfXLogRecordBlockImageHeader == 5, "5 bytes stored");

#define BKPIMAGE_HAS_HOLE 0x01
#define BKPIMAGE_APPLY 0x02
#define BKPIMAGE_COMPRESS_PGLZ 0x04
#define BKPIMAGE_COMPRESS_LZ4 0x08
#define BKPIMAGE_COMPRESS_ZSTD 0x10
#define BKPIMAGE_COMPRESSED(info) (((info) & (BKPIMAGE_COMPRESS_PGLZ | BKPIMAGE_COMPRESS_LZ4 | BKPIMAGE_COMPRESS_ZSTD)) != 0)

/*
 * On pages with the extended magic only (elsewhere the bit has no meaning, as in
 * stock): the image begins with a prefix that names its codec, wal_image.h.
 */
#define BKPIMAGE_COMPRESS_EXTENDED 0x20

/* Follows the image header if the image is compressed and has a hole. */
typedef struct XLogRecordBlockCompressHeader
{
	uint16 hole_length;
} XLogRecordBlockCompressHeader;

#define SizeOfXLogRecordBlockCompressHeader sizeof(XLogRecordBlockCompressHeader)

typedef struct XLogRecordDataHeaderShort
{
	uint8 id; /* XLR_BLOCK_ID_DATA_SHORT */
	uint8 data_length;
} XLogRecordDataHeaderShort;

typedef struct XLogRecordDataHeaderLong
{
	uint8 id; /* XLR_BLOCK_ID_DATA_LONG, then an unaligned u32 */
} XLogRecordDataHeaderLong;

#define SizeOfXLogRecordDataHeaderShort (sizeof(uint8) * 2)
#define SizeOfXLogRecordDataHeaderLong (sizeof(uint8) + sizeof(uint32))

/* The widest header one block can have. */
#define MaxSizeOfXLogRecordBlockHeader                                \
	(SizeOfXLogRecordBlockHeader + SizeOfXLogRecordBlockImageHeader + \
	 SizeOfXLogRecordBlockCompressHeader + sizeof(RelFileNode) + sizeof(BlockNumber))

/* Block ids 0 to 32 are block references; the rest are item markers. */
#define XLR_MAX_BLOCK_ID 32
#define XLR_BLOCK_ID_DATA_SHORT 255
#define XLR_BLOCK_ID_DATA_LONG 254
#define XLR_BLOCK_ID_ORIGIN 253
#define XLR_BLOCK_ID_TOPLEVEL_XID 252

#endif /* XLOGRECORD_H */

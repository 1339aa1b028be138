/*
 * walstore_encode.h
 *		The encoder's memory, shared by walstore_encode.c and
 *		walstore_encode_records.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_encode.h
 */
#ifndef WALSTORE_ENCODE_H
#define WALSTORE_ENCODE_H

#define ZSTD_STATIC_LINKING_ONLY /* formats without magic, prefixes */
#include <zstd.h>

#include "walstore_coder.h"
#include "walstore_decode.h"

/* The checksum of a record that was summed while it was copied. */
typedef struct WsSum
{
	uint32 at; /* where it starts in the payload */
	uint32 crc; /* state behind its last byte, before its header */
} WsSum;

/* Rows that a record inserts, each against the one before. */
typedef struct WsRows
{
	uint32 first; /* byte that is compared */
	uint32 nchanged;
	uint32 ngap;
	uint8 step[WS_MAX_CHANGES]; /* of each byte that differs: new minus old, */
	uint8 gap[3 * WS_MAX_CHANGES]; /* and how many before it do not, as varints */
} WsRows;

struct WalStoreEncoder
{
	int level; /* of the chunks being made */
	int wanted_level; /* when it does not fall behind */
	uint64 backlog;
	bool plain;
	WalStoreStatus failed;
	walstore_write_cb write;
	void *write_arg;

	/* the file */
	WalStoreHeader header;
	uint32 header_crc;
	uint64 offset; /* where the next chunk goes */
	uint32 chain; /* checksum of the chunk before */
	uint32 nonce;
	bool restart; /* the next chunk is a restart chunk */
	bool regular; /* records are so alike that zstd does better than the coder */
	bool matching[WS_NSTREAMS]; /* zstd made WS_MATCHING times less of the last one */
	uint64 since_restart; /* logical bytes */
	int nindex;
	XLogRecPtr index_lsn[WS_MAX_INDEX];
	uint64 index_offset[WS_MAX_INDEX];

	/* the stream */
	XLogRecPtr lsn;
	WalStorePosition position;

	WsModel *model;
	WsPageCoder *pages;
	WsPglz *pglz;
	WsCore *checker; /* NULL unless asked for */
	ZSTD_CCtx *zstd;
	int zstd_level;
	WsCoder coder;
	bool avx2; /* ws_has_avx2() */
	WsRecord record;

	/* of the chunk being made */
	uint8 *payload; /* stream without page headers */
	uint32 *starts; /* of records in it */
	uint32 *totals; /* their lengths */
	WsSum sums[WS_MAX_SUMS]; /* of long ones, ascending, and one beyond all */
	const WsSum *sum; /* the next of these */
	uint8 *control;
	uint8 *raw; /* bits without a model, WS_LANE_ROOM bytes */
	uint8 *stream[WS_NSTREAMS]; /* [WS_CONTROL] is control */
	uint8 *at[WS_NSTREAMS]; /* ends of the others so far */
	uint8 *chunk;
	uint8 page[WS_PAGE];
	uint8 flat[WS_PAGE];
	uint8 again[WS_PGLZ_ROOM];
	WsSplit split;
	WsRows rows;
	uint8 odd[WS_MAX_ODD_HEADERS * 48];
	WalStoreStats stats;
};

/* What scan() found. */
typedef struct WsScan
{
	WalStorePosition before; /* at the chunk's start */
	WalStorePosition after;
	uint32 length; /* logical bytes taken */
	uint32 npayload;
	int nrecords; /* that start here; the last may be incomplete */
	int nsums;
	int nodd;
	uint32 odd_length;
	bool lost; /* the position behind is not known */
	bool summing; /* the last record is summed while it is copied: */
	uint32 sum; /* its pieces so far */
} WsScan;
/* walstore_encode_records.c */
extern bool ws_put_records(WalStoreEncoder *enc, int coded, const WsScan *s, int complete);
extern bool ws_put_records_avx2(WalStoreEncoder *enc, int coded, const WsScan *s, int complete);

#endif /* WALSTORE_ENCODE_H */

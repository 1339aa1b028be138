/*
 * walstore_decode.h
 *		Taking one chunk apart: the decoder's core, which the encoder uses to
 *		check its own work.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_decode.h
 */
#ifndef WALSTORE_DECODE_H
#define WALSTORE_DECODE_H

#define ZSTD_STATIC_LINKING_ONLY /* formats without magic, prefixes */
#include <zstd.h>

#include "walstore_coder.h"

#define WS_MAX_ODD_BYTES (WS_MAX_ODD_HEADERS * 48)

typedef struct WsCore
{
	uint16 version; /* of the file */
	uint64 system_identifier;
	uint32 segment_size;
	XLogRecPtr lsn;
	WalStorePosition position;

	WsModel *model;
	WsPageCoder *pages;
	WsPglz *pglz;
	ZSTD_DCtx *zstd;
	WsCoder coder;
	bool avx2; /* ws_has_avx2() */

	/* of the chunk at hand */
	WsCursor stream[WS_NSTREAMS];
	uint8 *room[WS_NSTREAMS]; /* for streams that are compressed */
	uint8 *payload;
	uint32 *starts;
	uint32 *totals;
	int nrecords;
	int from_row; /* number of the last record that was against a row, -1 none */
	int row_by_row; /* and of the last whose rows are each against the one before */
	uint8 *out;
	int nodd;
	uint32 odd_length;
	uint8 odd[WS_MAX_ODD_BYTES];
	uint8 page[WS_PAGE];
	uint8 flat[WS_PAGE];
	uint8 again[WS_PGLZ_ROOM];

	/* for the observer */
	walstore_record_cb observer;
	void *observer_arg;
	double ratio[WS_NSTREAMS]; /* stored bytes a byte of the stream */
	const WsShape *seen;
	int seen_images;
	uint32 seen_image_bytes;
} WsCore;

/* A chunk's first bytes, as they stand there. */
typedef struct WsChunkHead
{
	uint8 flags;
	uint32 logical;
	uint32 payload; /* bytes */
	uint32 payload_at; /* from the chunk's start */
	uint32 size; /* the checksum included */
	/* only with WS_F_RESTART */
	uint32 nonce;
	uint32 before; /* checksum of the chunk before */
	XLogRecPtr lsn;
	WalStorePosition position;
} WsChunkHead;

#define WS_MAX_CHUNK_HEAD 64

extern WsCore *ws_core_create(void);
extern void ws_core_free(WsCore *core);
extern void ws_core_start(WsCore *core, const WalStoreHeader *header, XLogRecPtr lsn);
extern bool ws_read_head(const uint8 *bytes, size_t len, WsChunkHead *head);
extern bool ws_core_decode(WsCore *core, const WsChunkHead *head, const uint8 *chunk,
						   const uint8 **bytes);
extern void ws_core_position(const WsCore *core, WalStorePosition *position);
extern XLogRecPtr ws_core_lsn(const WsCore *core);
extern void ws_core_lose(WsCore *core);

/* walstore_decode_records.c */
extern bool ws_get_records(WsCore *core, int coded, uint32 npayload, uint32 head, bool has_odd,
						   uint32 *end);
extern bool ws_get_records_avx2(WsCore *core, int coded, uint32 npayload, uint32 head,
								bool has_odd, uint32 *end);

/* File header, walstore_encode.c and walstore_decode.c */
extern void ws_put_file_header(uint8 *bytes, const WalStoreHeader *header);
extern uint32 ws_file_header_crc(const uint8 *bytes);

#endif /* WALSTORE_DECODE_H */

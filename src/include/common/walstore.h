/*
 * common/walstore.h
 *		A compact, lossless, append-only store for a PostgreSQL WAL stream.
 *
 * Logical bytes (what an LSN addresses, what a stock reader sees) go in as
 * ranges; chunks come out, one file per segment.  Every byte comes back, also
 * of WAL that the coder does not understand.  doc/walstore-format.md has the
 * byte layout, src/common/walstore/README the design.
 *
 * Writing:	walstore_encoder_create, _begin or _resume, _append..., _finish
 * Reading:	walstore_decoder_create, _open, [_seek,] _next...
 *
 * An encoder or decoder holds all its memory from its creation on and shares
 * nothing that changes with others, so several may run on threads of a client
 * program.
 * Memory comes from palloc (server: CurrentMemoryContext).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/walstore.h
 */
#ifndef WALSTORE_H
#define WALSTORE_H

#include "access/xlogdefs.h"

#define WALSTORE_VERSION 4
#define WALSTORE_OLDEST_VERSION 2 /* 1 was never released */
#define WALSTORE_NSTREAMS 5
#define WALSTORE_HEADER_SIZE 48
#define WALSTORE_SUFFIX ".wst"
#define WALSTORE_MIN_LEVEL 0
#define WALSTORE_MAX_LEVEL 3
#define WALSTORE_DEFAULT_LEVEL 2
#define WALSTORE_RESTART_DISTANCE (1024 * 1024)
#define WALSTORE_MAX_CHUNK (1024 * 1024) /* logical bytes of one piece */

typedef enum WalStoreStatus
{
	WALSTORE_OK,
	WALSTORE_END, /* the valid data end here, tidily */
	WALSTORE_DAMAGED, /* and here because what follows is no valid chunk */
	WALSTORE_NOT_A_STORE, /* no file header, or a damaged one */
	WALSTORE_NEWER, /* a format version that this program does not know */
	WALSTORE_IO_ERROR /* reading or writing failed; errno is kept */
} WalStoreStatus;

/* What the file header says. */
typedef struct WalStoreHeader
{
	uint16 version;
	uint64 system_identifier;
	TimeLineID tli;
	uint32 segment_size; /* a power of two, 1 MB to 1 GB */
	XLogSegNo segno;
	uint64 salt; /* differs for every life of a file */
	uint32 restart_distance;
} WalStoreHeader;

/* What a reader must know about the stream before its next byte. */
typedef struct WalStorePosition
{
	bool lost; /* nothing is known; the rest is void */
	uint16 page_magic;
	uint16 page_info; /* the bit that pages carry on, 0x0004 */
	TimeLineID page_tli;
	uint32 remaining; /* bytes missing of the record in progress */
	XLogRecPtr prev; /* start of the record before, 0 unknown */
} WalStorePosition;

/* Where a store of one segment may be read from, and where it may go on. */
typedef struct WalStoreEnd
{
	XLogRecPtr lsn; /* end of the valid logical bytes */
	uint64 offset; /* end of the valid bytes in the file */
	uint32 chain; /* checksum of the last chunk, 0 if there is none */
	WalStorePosition position;
	bool finished; /* an index chunk closes the file */
} WalStoreEnd;

typedef struct WalStoreStats
{
	uint64 logical_bytes;
	uint64 stored_bytes;
	uint64 chunks;
	uint64 restarts;
	uint64 raw_chunks;
	uint64 refused_chunks; /* stored plainly since coding did not help or failed its check */
	uint64 zero_chunks;
	uint64 records;
	uint64 literal_records; /* not understood */
	uint64 images;
	uint64 split_images; /* that the page transform took */
	uint64 recompressed_images;
	uint64 bad_crcs;
	uint64 odd_prevs;
	uint64 odd_headers;
	uint64 level_chunks[WALSTORE_MAX_LEVEL + 1]; /* of records, by level */
	uint64 stream_raw[WALSTORE_NSTREAMS]; /* control, literals, structure, residue, random */
	uint64 stream_stored[WALSTORE_NSTREAMS];
} WalStoreStats;

/*
 * Called for each chunk of output in order, once a chunk; false ends the
 * encoding with WALSTORE_IO_ERROR.  The bytes die with the call.
 */
typedef bool (*walstore_write_cb)(void *arg, const void *bytes, size_t len);

/*
 * Read up to len bytes at a file offset: how many, fewer only at the end of
 * the file, -1 on an error (errno set).
 */
typedef ssize_t (*walstore_read_cb)(void *arg, void *bytes, size_t len,
									uint64 offset);

typedef struct WalStoreEncoder WalStoreEncoder;
typedef struct WalStoreDecoder WalStoreDecoder;

/* walstore_encode.c */

/*
 * level 0 (no entropy stage) to 3 (smallest).  check: decode each chunk at
 * once, compare, and store the bytes plainly if they differ.
 */
extern WalStoreEncoder *walstore_encoder_create(int level, bool check,
												walstore_write_cb write, void *arg);
extern void walstore_encoder_free(WalStoreEncoder *enc);
/* For the chunks to come. */
extern void walstore_encoder_set_level(WalStoreEncoder *enc, int level);
/*
 * How many bytes of WAL wait to be encoded: while it falls behind the encoder
 * makes chunks at a lower level than the one that was set.
 */
extern void walstore_encoder_set_backlog(WalStoreEncoder *enc, uint64 bytes);
/* Store everything plainly from now on (on), or code it again. */
extern void walstore_encoder_set_plain(WalStoreEncoder *enc, bool on);

/*
 * Start the file of the segment that holds start; the file header is written.
 * position: state of the stream at start, NULL if it is not known.
 * restart_distance 0 means the default.
 */
extern WalStoreStatus walstore_encoder_begin(WalStoreEncoder *enc, XLogRecPtr start,
											 TimeLineID tli, uint64 system_identifier,
											 uint32 segment_size, uint64 salt,
											 uint32 restart_distance,
											 const WalStorePosition *position);

/*
 * Go on behind the valid end of a file that another writer left.  What is
 * written must be put at end->offset, over whatever is there.  nonce: random.
 */
extern WalStoreStatus walstore_encoder_resume(WalStoreEncoder *enc,
											  const WalStoreHeader *header,
											  const WalStoreEnd *end, uint32 nonce);

/*
 * Append len logical bytes at walstore_encoder_lsn(), not beyond the end of
 * the segment.  flush: all of them are in chunks when this returns.  Without,
 * an incomplete record at the end may be left out; give its bytes again next
 * time.  *taken: how many bytes were taken.
 */
extern WalStoreStatus walstore_encoder_append(WalStoreEncoder *enc, const void *bytes,
											  size_t len, bool flush, size_t *taken);
/* Write the index of restart points; nothing can follow. */
extern WalStoreStatus walstore_encoder_finish(WalStoreEncoder *enc);
extern XLogRecPtr walstore_encoder_lsn(const WalStoreEncoder *enc);
extern void walstore_encoder_position(const WalStoreEncoder *enc, WalStorePosition *position);
extern void walstore_encoder_stats(const WalStoreEncoder *enc, WalStoreStats *stats);

/* walstore_decode.c */

extern WalStoreDecoder *walstore_decoder_create(void);
extern void walstore_decoder_free(WalStoreDecoder *dec);

/* Read the file header; the decoder stands at the first chunk. */
extern WalStoreStatus walstore_decoder_open(WalStoreDecoder *dec, walstore_read_cb read,
											void *arg, WalStoreHeader *header);

/*
 * Stand at the last restart point at or before lsn: by the index of a finished
 * file, else by hopping from chunk to chunk, whose checksums are verified.
 */
extern WalStoreStatus walstore_decoder_seek(WalStoreDecoder *dec, XLogRecPtr lsn);

/*
 * Stand at the restart chunk at a file offset, which walstore_decoder_hop gave:
 * several decoders may take a file's restart intervals in parallel.
 */
extern WalStoreStatus walstore_decoder_seek_chunk(WalStoreDecoder *dec, uint64 offset);

/*
 * The next piece, at most WALSTORE_MAX_CHUNK bytes at *lsn; they stay until the
 * next call.  WALSTORE_END and WALSTORE_DAMAGED: nothing valid follows.
 */
extern WalStoreStatus walstore_decoder_next(WalStoreDecoder *dec, const uint8 **bytes,
											size_t *len, XLogRecPtr *lsn);

/* One chunk's place and kind, without decoding it; for lists. */
typedef struct WalStoreChunkInfo
{
	uint64 offset;
	uint32 size; /* bytes in the file */
	uint32 logical;
	XLogRecPtr lsn;
	char kind; /* R records, P plain, Z zeros, I index */
	bool restart;
	uint32 nonce; /* of the writer, at a restart */
} WalStoreChunkInfo;
extern WalStoreStatus walstore_decoder_hop(WalStoreDecoder *dec, WalStoreChunkInfo *info);

/* A record that was decoded, and what it takes in the store. */
typedef struct WalStoreRecordInfo
{
	XLogRecPtr lsn;
	const uint8 *record; /* until the callback returns */
	uint32 total; /* its bytes */
	uint32 xid;
	uint8 rmid;
	uint8 info;
	bool literal; /* kept as bytes, not understood */
	int nimages;
	uint32 image_bytes; /* of total */
	const uint8 *relation; /* tablespace, database, file number, or NULL */
	double stored; /* bytes, by what its symbols took */
} WalStoreRecordInfo;
typedef void (*walstore_record_cb)(void *arg, const WalStoreRecordInfo *info);

/* Have walstore_decoder_next call back for each complete record of a piece. */
extern void walstore_decoder_observe(WalStoreDecoder *dec, walstore_record_cb callback, void *arg);

/* Valid so far; meaningful after END or DAMAGED for walstore_encoder_resume. */
extern void walstore_decoder_end(const WalStoreDecoder *dec, WalStoreEnd *end);
extern const char *walstore_decoder_message(const WalStoreDecoder *dec);

/* For tests: decode chunks whose checksum is wrong. */
extern void walstore_decoder_ignore_crc(WalStoreDecoder *dec, bool on);

#endif /* WALSTORE_H */

/*
 * walstore_internals.h
 *		What the files of the WAL store share: limits, streams, and the model
 *		that encoder and decoder keep alike.
 *
 * Rule 1: whatever changes the model is called by encoder and decoder in the
 * same order with the same arguments (walstore_model.c, and the coder tables).
 * Rule 2: the model after a chunk depends only on the chunks since the last
 * restart chunk.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_internals.h
 */
#ifndef WALSTORE_INTERNALS_H
#define WALSTORE_INTERNALS_H

#include <emmintrin.h>

#include "common/walstore.h"

#define WS_MAGIC "NWST"
#define WS_PAGE 8192
#define WS_MAX_RECORD (1U << 30)
#define WS_CHUNK_TARGET (256 * 1024) /* closed at the next record's end */
#define WS_MAX_PAYLOAD (WALSTORE_MAX_CHUNK + WALSTORE_MAX_CHUNK / 4 + 65536)
#define WS_MAX_ZERO (1U << 30) /* logical bytes of a ZERO chunk */
#define WS_STREAM_ROOM (WALSTORE_MAX_CHUNK + 128 * 1024)
#define WS_CONTROL_ROOM (4 * 1024 * 1024)
#define WS_LANE_ROOM (WS_CONTROL_ROOM / 2) /* of each lane of the coder */
#define WS_CONTROL_MARGIN (32 * 1024) /* what one record can add at most */
#define WS_MAX_RECORDS (WALSTORE_MAX_CHUNK / 24 + 8)
#define WS_LONG_RECORD 1024 /* bytes from which one is summed while it is copied */
#define WS_MAX_SUMS (WALSTORE_MAX_CHUNK / WS_LONG_RECORD + 2)
#define WS_MAX_INDEX 4096
#define WS_BACKLOG (16 * 1024 * 1024) /* bytes that may wait before levels fall */
#define WS_MIN_ZSTD 64 /* shorter streams are not compressed */
#define WS_HISTORY 65536 /* bytes of earlier image streams at hand */
#define WS_NEAR_HISTORY 8192 /* and for a short stream, */
#define WS_SHORT_STREAM 16384 /* below this many bytes */
#define WS_QUICK_STREAM 65536 /* shorter ones do not take long */
#define WS_MATCHING 32 /* ratio of a stream that is nearly all matches */
#define WS_MATCHING_YET 16 /* and of one that was expected to be, and is about */
#define WS_LONG_MATCH 7 /* bytes, the most that zstd can ask for */
#define WS_MAX_ODD_HEADERS 1000
#define WS_ROWS_VERSION 3 /* of the format, from which on there is WS_FROM_ROW */
#define WS_ROW_BY_ROW_VERSION 4 /* and WS_ROW_BY_ROW */

/* Kinds of chunks and flag bits of their first byte. */
enum
{
	WS_REC,
	WS_RAW,
	WS_ZERO,
	WS_INDEX
};
#define WS_F_KIND 0x03
#define WS_F_RESTART 0x04
#define WS_F_ODD_HEADERS 0x08 /* page headers that differ from the prediction */
#define WS_F_SHORT 0x10 /* REC: control stream alone, range coded; RAW: zstd */
#define WS_F_LOST 0x20 /* position unknown behind this chunk */
#define WS_F_SET 0x80 /* always; a zero byte is the end */
#define WS_F_TWO_LANES 0x40 /* REC: the control stream has two */

/* Streams of a REC chunk, and how each is kept (two bits). */
enum
{
	WS_CONTROL,
	WS_LITERAL,
	WS_STRUCTURE,
	WS_RESIDUE,
	WS_RANDOM, /* never compressed */
	WS_NSTREAMS
};
StaticAssertDecl(WS_NSTREAMS == WALSTORE_NSTREAMS, "streams of the statistics");
enum
{
	WS_M_EMPTY,
	WS_M_PLAIN,
	WS_M_ZSTD,
	WS_M_CODED
};

/* Images that were compressed may add as much again to their streams. */
static inline size_t
ws_stream_room(int stream)
{
	return stream == WS_CONTROL ? WS_CONTROL_ROOM : stream == WS_LITERAL ? WS_STREAM_ROOM
																		 : 2 * WS_STREAM_ROOM;
}

/* ---- unaligned little-endian access ---- */
static inline uint16
ws_get16(const void *p)
{
	uint16 v;

	memcpy(&v, p, 2);
	return v;
}

static inline uint32
ws_get32(const void *p)
{
	uint32 v;

	memcpy(&v, p, 4);
	return v;
}

static inline uint64
ws_get64(const void *p)
{
	uint64 v;

	memcpy(&v, p, 8);
	return v;
}

static inline void
ws_put16(void *p, uint16 v)
{
	memcpy(p, &v, 2);
}

static inline void
ws_put32(void *p, uint32 v)
{
	memcpy(p, &v, 4);
}

static inline void
ws_put64(void *p, uint64 v)
{
	memcpy(p, &v, 8);
}

static inline uint32
ws_zigzag(uint32 d)
{
	return (d << 1) ^ (0 - (d >> 31));
}

static inline uint32
ws_unzigzag(uint32 z)
{
	return (z >> 1) ^ (0 - (z & 1));
}

static inline uint8 *
ws_put_varint(uint8 *p, uint64 v)
{
	for (; v >= 128; v >>= 7)
		*p++ = (uint8) (v | 128);
	*p++ = (uint8) v;
	return p;
}

/* Bytes being read; bad is set by the first read beyond the end. */
typedef struct WsCursor
{
	const uint8 *p;
	const uint8 *end;
	bool bad;
} WsCursor;

static inline uint8
ws_byte(WsCursor *c)
{
	if (c->p >= c->end)
	{
		c->bad = true;
		return 0;
	}
	return *c->p++;
}

static inline uint64
ws_varint(WsCursor *c)
{
	uint64 v = 0;

	for (int shift = 0; shift < 64; shift += 7)
	{
		uint8 b = ws_byte(c);

		v |= (uint64) (b & 127) << shift;
		if (b < 128)
			return v;
	}
	c->bad = true;
	return 0;
}

/* n bytes in place, or NULL. */
static inline const uint8 *
ws_take(WsCursor *c, size_t n)
{
	const uint8 *p = c->p;

	if ((size_t) (c->end - p) < n)
	{
		c->bad = true;
		return NULL;
	}
	c->p = p + n;
	return p;
}

static inline bool
ws_all_zero(const uint8 *p, size_t n)
{
	return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

/* ---- page arithmetic of a WAL stream ---- */
static inline uint32
ws_page_header_size(XLogRecPtr page, uint32 segment_size)
{
	return (page & (segment_size - 1) & ~(uint64) (WS_PAGE - 1)) == 0 ? 40 : 24;
}

/* lsn, or the first byte behind the page header that it lies in */
static inline XLogRecPtr
ws_skip_header(XLogRecPtr lsn, uint32 segment_size)
{
	uint32 header = ws_page_header_size(lsn, segment_size);
	uint32 at = lsn & (WS_PAGE - 1);

	return at < header ? lsn - at + header : lsn;
}

/* The position n payload bytes after the payload position lsn. */
static inline XLogRecPtr
ws_advance(XLogRecPtr lsn, uint32 n, uint32 segment_size)
{
	for (;;)
	{
		uint32 left = WS_PAGE - (uint32) (lsn & (WS_PAGE - 1));

		if (n < left)
			return lsn + n;
		n -= left;
		lsn = ws_skip_header(lsn + left, segment_size);
		if (n == 0)
			return lsn;
	}
}

extern uint32 ws_payload_length(XLogRecPtr from, XLogRecPtr to, uint32 segment_size);
extern void ws_predict_header(uint8 *header, XLogRecPtr page, const WalStorePosition *pos,
							  uint32 remaining, uint64 system_identifier,
							  uint32 segment_size);
extern bool ws_known_magic(uint16 magic);
extern int ws_magic_number(uint16 magic); /* 0.., -1 unknown */
extern uint16 ws_magic_of(int number);
extern uint32 ws_record_crc(const uint8 *record, uint32 total);
extern uint32 ws_record_crc_end(uint32 state, const uint8 *record);
extern uint32 ws_copy_crc(uint32 state, uint8 *to, const uint8 *from, size_t len);
extern uint32 ws_crc(uint32 state, const void *bytes, size_t len);

/* ---- the range coder's tables (walstore_coder.h) ---- */
#define WS_TABLE_BITS 14
typedef struct WsNibbles
{
	uint16 c[16]; /* cumulative, of 32768; c[0] counts the uses */
} __attribute__((aligned(32))) WsNibbles;

/*
 * Bits of an image's info byte that say it is compressed: pglz, lz4, zstd, and
 * that of the extended WAL format.  Part of the store's format, so not taken
 * from elsewhere.
 */
#define WS_IMAGE_METHODS 0x3C
#define WS_IMAGE_COMPRESSED(info) (((info) &WS_IMAGE_METHODS) != 0)

/* ---- the model ---- */
#define WS_MAX_SHAPES 512
#define WS_SHAPE_HASH 2048
#define WS_MAX_BLOCKS 33
#define WS_MAX_KEY 1024
#define WS_BLOCK_POOL 4096
#define WS_KEY_POOL 65536
#define WS_SHORT_KEY 32 /* keys up to this long are compared at once */
#define WS_PIECES 3 /* main data, data of the first two blocks */
#define WS_PIECE 256 /* bytes of each that are compared */
#define WS_MAX_GROUPS (WS_PIECES * WS_PIECE / 8)
#define WS_REPEAT 12 /* changed groups that are remembered */
#define WS_PATTERNS 14 /* of changed bytes, at hand for a shape */
#define WS_LASTING_PATTERNS 8 /* the first of them stay */
#define WS_PATTERN_GROUPS 14
#define WS_PATTERN_BYTES 24 /* of all groups, for the fast way */
#define WS_TWO_LANES 32768 /* logical bytes from which two lanes are worth it */
#define WS_SUCCESSORS 15
#define WS_KINDS 15 /* of records that came after a shape, at hand */
#define WS_LASTING_KINDS 8 /* the first of them stay */
#define WS_NO_PATTERN 15 /* the changed bytes are written out */
#define WS_PAGES 128 /* images at hand, by block */
#define WS_LEAST_ROW 48 /* bytes of an update's data that are worth it */
#define WS_ROW_AT 18 /* an update's data are its row from this byte on */
#define WS_FROM_ROW 16 /* flag of a record: its data are against the row it replaces */
#define WS_ROW_BY_ROW 32 /* another: rows that it inserts are each against the one before */
#define WS_LEAST_ROWS 512 /* bytes of such rows that are worth it, */
#define WS_UNLIKE 8 /* if at most one in so many differs, */
#define WS_CHANGES 64 /* and as many more, */
#define WS_ROWS_SAMPLE 256 /* bytes that show most that are not */
#define WS_MAX_CHANGES (WS_CHANGES + PG_UINT16_MAX / WS_UNLIKE + 33)
#define WS_HEAD 80 /* bytes of a record before its data, at most in WsShape */
#define WS_RECENT 13 /* transactions at hand */
#define WS_XID_SLOTS 256

/* A block reference of a shape. */
typedef struct WsShapeBlock
{
	uint8 id;
	uint8 flags; /* of the block header */
	uint8 image_info;
	uint8 slot; /* of last_block */
	uint16 data_length;
	uint32 block;
	const uint8 *relation; /* 12 bytes in the key, also if inherited */
} WsShapeBlock;

/*
 * Which bytes of the bodies changed.  Places count groups of eight bytes over
 * all pieces, each of which has WS_PIECE / 8; zeros fill the arrays up.
 */
typedef struct WsPattern
{
	uint8 n;
	uint8 nbytes; /* 0: too many, or a group that is plain */
	uint16 at[WS_PATTERN_BYTES]; /* each byte's offset in WsShape.last, */
	uint16 table[WS_PATTERN_BYTES]; /* the coder's table for it, */
	uint8 of[WS_PATTERN_BYTES]; /* and in the changed groups */
	uint8 place[16]; /* ascending */
	uint8 mask[16];
} WsPattern;

/* A record that came after a shape: its own shape, and how it was coded. */
typedef struct WsKind
{
	uint16 shape;
	uint8 flags;
	uint8 pattern; /* WS_NO_PATTERN, or number; 0 if the flags need none */
} WsKind;

/* What records of one kind have in common, and what the last one held. */
typedef struct WsShape
{
	uint32 hash;
	uint32 context; /* base of its coder contexts */
	const uint8 *key;
	uint16 key_length;
	uint8 rmid;
	uint8 info;
	uint8 form; /* WS_FORM_* */
	uint8 nblocks;
	uint16 origin;
	/* what the main data begin with */
	bool has_time; /* of commit or abort */
	bool has_xmax; /* the record's own transaction, most often */
	bool has_horizon; /* of a prune */
	bool has_row; /* the data of block 0 may be from an image of block 1 */
	bool has_rows; /* the data of block 0 are rows that are inserted */
	uint32 main_length;
	WsShapeBlock *blocks;
	uint8 nsuccessors;
	uint8 nrepeat; /* 255: the last difference is not kept */
	uint8 repeat_place[16]; /* WS_REPEAT of them */
	uint16 successors[WS_SUCCESSORS];
	uint64 repeat[16]; /* the same; the rest is room for what is not kept */
	uint8 nkinds;
	uint8 next_kind; /* to be replaced when there are enough */
	uint8 nhead; /* bytes of head; 0: it has to be put together each time */
	uint8 block_at[2]; /* where block headers begin in it */
	uint8 head[WS_HEAD]; /* of a record, with zeros where they differ */
	WsKind kinds[WS_KINDS + 1];
	uint8 npatterns;
	uint8 next_pattern; /* to be replaced when there are enough */
	uint32 signature[16]; /* of the patterns, see ws_signature */
	WsPattern patterns[WS_PATTERNS];
	uint8 last[WS_PIECES][WS_PIECE];
	/* which bytes of block 0 the last record foretells better (255) than the row */
	uint8 like_last[WS_PIECE];
} WsShape;

#define WS_FORM_SHORT_MAIN 1
#define WS_FORM_LONG_MAIN 2
#define WS_FORM_ORIGIN 4
#define WS_FORM_TOP_XID 8

/*
 * The row that an update replaces, as the data of the new one would be: what they
 * are coded against when it is known from an image (ws_row_begin).
 */
typedef struct WsRow
{
	uint8 bytes[WS_PAGE + WS_PIECE];
	/* the first of them, and those of the shape's last record */
	uint8 row[WS_PIECE];
	uint8 last[WS_PIECE];
} WsRow;

typedef struct WsModel
{
	/* shapes */
	int nshapes;
	int nblocks; /* used of block_pool */
	int nkey; /* used of key_pool */
	uint16 buckets[WS_SHAPE_HASH];
	WsShape *shapes;
	WsShapeBlock *block_pool;
	uint8 *key_pool;
	/* first shapes of transactions, see ws_shape_before */
	WsShape none;
	/* transactions */
	uint32 newest_xid;
	int nrecent;
	uint32 recent[1 + 16 + 3]; /* from [1] on; zeros behind nrecent */
	struct
	{
		uint32 xid;
		uint32 shape; /* number + 1 of its last record */
	} xids[WS_XID_SLOTS];
	int last_shape; /* number + 1, 0 none */
	/* values that others are coded against */
	uint64 commit_time;
	uint64 image_lsn;
	uint32 last_block[256];
	/* the last bytes of the structure and residue streams */
	uint32 nhistory[2]; /* in the buffers; the last WS_HISTORY count */
	uint8 history[2][2 * WS_HISTORY];
	/* images of heap pages, each in its block's place */
	WsRow row;
	bool page_kept[WS_PAGES];
	uint32 page_block[WS_PAGES];
	uint8 page_relation[WS_PAGES][12];
	uint8 (*pages)[WS_PAGE];
	/* coder */
	bool tables_used;
	WsNibbles *tables;
} WsModel;

typedef struct WsRecordBlock
{
	uint8 flags;
	uint8 image_info;
	uint16 data_length;
	uint16 image_length;
	uint16 hole_offset;
	uint16 hole_length;
	uint32 block;
	const uint8 *image;
	const uint8 *data;
} WsRecordBlock;

/* A parsed record; pointers into the bytes parsed. */
typedef struct WsRecord
{
	uint32 total;
	uint32 xid;
	uint32 crc;
	uint32 top_xid;
	uint32 main_length;
	XLogRecPtr prev;
	const uint8 *main;
	int nblocks;
	uint32 key_length;
	WsRecordBlock blocks[WS_MAX_BLOCKS];
	uint8 key[WS_MAX_KEY];
} WsRecord;

extern bool ws_has_avx2(void);
extern void ws_avoid_avx2(bool on);
extern WsModel *ws_model_create(void);
extern void ws_model_free(WsModel *m);
extern void ws_model_reset(WsModel *m);
extern bool ws_parse_record(const uint8 *bytes, uint32 total, WsRecord *record);
extern int ws_shape_find(WsModel *m, const uint8 *key, uint32 length);
extern int ws_shape_add(WsModel *m, const uint8 *key, uint32 length);
extern void ws_successor_add(WsShape *before, int shape);
extern void ws_kind_add(WsShape *before, int shape, uint32 flags, uint32 pattern);
extern uint32 ws_header_length(const WsShape *s);
extern void ws_write_headers(uint8 *p, const WsShape *s, const WsRecordBlock *blocks, uint32 top_xid);
extern uint32 ws_history(const WsModel *m, int which, size_t len, const uint8 **bytes);
extern void ws_history_add(WsModel *m, int which, const uint8 *bytes, size_t len);
extern void ws_page_keep(WsModel *m, const WsShape *s, const uint8 *relation, uint32 block, const uint8 *page);
extern const uint8 *ws_row_find(const WsModel *m, const WsShape *s, uint32 block, uint32 item, uint32 *length);
extern void ws_row_begin(WsModel *m, WsShape *s, const uint8 *row, uint32 length, uint32 n, uint32 cut, uint32 item);
extern void ws_row_end(const WsModel *m, WsShape *s);
extern void ws_pattern_add(WsShape *shape, int n, const uint8 *group, const uint8 *mask);

/* The shape before the next record of a transaction, "none" for its first. */
static inline WsShape *
ws_shape_before(WsModel *m, uint32 xid)
{
	int shape = m->last_shape;

	if (xid != 0)
		shape = m->xids[xid % WS_XID_SLOTS].xid == xid ? (int) m->xids[xid % WS_XID_SLOTS].shape : 0;
	return shape ? &m->shapes[shape - 1] : &m->none;
}

/* Which of the transactions at hand this is, 16 for none; xid is not 0. */
static inline int
ws_recent_find(const WsModel *m, uint32 xid)
{
	const uint32 *r = m->recent + 1;
	__m128i x = _mm_set1_epi32((int) xid);
	__m128i a = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *) r), x);
	__m128i b = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *) (r + 4)), x);
	__m128i c = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *) (r + 8)), x);
	__m128i d = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *) (r + 12)), x);

	a = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
	return __builtin_ctz((uint32) _mm_movemask_epi8(a) | 1U << 16);
}

/* Move the transactions up to place at one back, or those from there on forward. */
static inline void
ws_recent_shift(WsModel *m, int at, bool back)
{
	uint32 *r = m->recent + 1;
	__m128i last = _mm_set1_epi32(back ? at : at - 1);
	__m128i index = _mm_setr_epi32(0, 1, 2, 3);
	__m128i here[4];
	__m128i next[4];

#pragma GCC unroll 4
	for (int i = 0; i < 4; i++)
	{
		here[i] = _mm_loadu_si128((const __m128i *) (r + 4 * i));
		next[i] = _mm_loadu_si128((const __m128i *) (r + 4 * i + (back ? -1 : 1)));
	}
#pragma GCC unroll 4
	for (int i = 0; i < 4; i++)
	{
		__m128i above = _mm_cmpgt_epi32(index, last);

		_mm_storeu_si128((__m128i *) (r + 4 * i),
						 _mm_or_si128(_mm_and_si128(above, back ? here[i] : next[i]),
									  _mm_andnot_si128(above, back ? next[i] : here[i])));
		index = _mm_add_epi32(index, _mm_set1_epi32(4));
	}
}

/* Is this the shape's key?  WS_SHORT_KEY bytes at key can be read. */
static inline bool
ws_is_key(const WsShape *s, const uint8 *key, uint32 length)
{
	__m128i a,
		b;
	uint32 same;

	if (s->key_length != length)
		return false;
	if (unlikely(length > WS_SHORT_KEY))
		return memcmp(s->key, key, length) == 0;
	a = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) s->key), _mm_loadu_si128((const __m128i *) key));
	b = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) (s->key + 16)), _mm_loadu_si128((const __m128i *) (key + 16)));
	same = (uint32) _mm_movemask_epi8(a) | (uint32) _mm_movemask_epi8(b) << 16;
	return (uint64) ~same << (64 - length) == 0;
}

/* A record of this transaction and shape went by. */
static inline void
ws_note_record(WsModel *m, uint32 xid, int shape)
{
	const WsShape *s = &m->shapes[shape];
	int at;

	m->last_shape = shape + 1;
	if (xid == 0)
		return;
	m->xids[xid % WS_XID_SLOTS].xid = xid;
	m->xids[xid % WS_XID_SLOTS].shape = (uint32) shape + 1;
	if (m->newest_xid == 0 || (int32) (xid - m->newest_xid) > 0)
		m->newest_xid = xid;
	at = ws_recent_find(m, xid);
	/* commit and abort are the last that is heard of a transaction */
	if (s->has_time)
	{
		if (at < 16)
		{
			ws_recent_shift(m, at, false);
			m->nrecent--;
		}
		return;
	}
	if (at == 16)
	{
		if (m->nrecent < WS_RECENT)
			m->nrecent++;
		at = m->nrecent - 1;
	}
	ws_recent_shift(m, at, true);
	m->recent[1] = xid;
}

/*
 * Make values relative to what is known (or absolute again, undo): the old row
 * version's xmax is the record's own transaction, the horizon of a prune is
 * near the newest one, commit times grow.  A wrong guess costs bytes only.
 */
static inline void
ws_body_relative(WsModel *m, const WsShape *s, uint32 xid, uint8 *body, uint32 len, bool undo)
{
	uint32 base;

	if (len < 8)
		return;
	if (likely(!s->has_time))
	{
		/* as eight bytes, as it will be read */
		uint64 v = ws_get64(body);

		base = s->has_xmax ? xid : s->has_horizon ? m->newest_xid
												  : 0;
		ws_put64(body, (v & ~UINT64CONST(0xFFFFFFFF)) | (uint32) (undo ? v + base : v - base));
	}
	else
	{
		uint64 t = ws_get64(body);

		ws_put64(body, undo ? t + m->commit_time : t - m->commit_time);
		m->commit_time = undo ? t + m->commit_time : t;
	}
}

/* Hash of a pattern of changed bytes, group by group; 0 before the first. */
static inline uint32
ws_signature(uint32 before, uint32 place, uint32 mask)
{
	return (before + (place << 8 | mask) + 1) * 0x9E3779B1U;
}

/*
 * How far the second of the rows that a record inserts is behind the first, at least
 * 8.  A row begins with its length without header, and there are 7 bytes of header.
 */
static inline uint32
ws_row_distance(const uint8 *rows)
{
	return (ws_get16(rows) + 7 + 1) & ~1U;
}

/* Keep the changes of a record's bodies, which the next one may repeat. */
static inline void
ws_repeat_set(WsShape *s, int n, const uint8 *place, const uint64 *bytes, bool literal)
{
	s->nrepeat = 255;
	if (literal || n > WS_REPEAT)
		return;
	s->nrepeat = (uint8) n;
	memcpy(s->repeat_place, place, n);
	memcpy(s->repeat, bytes, n * sizeof(uint64));
}

/* Bytewise difference and sum of eight bytes. */
#define WS_HIGH_BITS UINT64CONST(0x8080808080808080)
static inline uint64
ws_sub_bytes(uint64 a, uint64 b)
{
	return ((a | WS_HIGH_BITS) - (b & ~WS_HIGH_BITS)) ^ ((a ^ ~b) & WS_HIGH_BITS);
}

static inline uint64
ws_add_bytes(uint64 a, uint64 b)
{
	return ((a & ~WS_HIGH_BITS) + (b & ~WS_HIGH_BITS)) ^ ((a ^ b) & WS_HIGH_BITS);
}

/* one bit a byte: which bytes of x are not zero */
static inline uint32
ws_byte_mask(uint64 x)
{
	uint64 nz = (((x & ~WS_HIGH_BITS) + ~WS_HIGH_BITS) | x) & WS_HIGH_BITS;

	return (uint32) (((nz >> 7) * UINT64CONST(0x0102040810204080)) >> 56);
}

/* ---- the page transform (walstore_page.c) ---- */
#define WS_SPLIT_ROOM (3 * WS_PAGE) /* of each output of ws_page_split */
#define WS_NSPLIT 3
typedef struct WsSplit
{
	uint32 n[WS_NSPLIT];
	uint8 bytes[WS_NSPLIT][WS_SPLIT_ROOM]; /* structure, residue, random */
} WsSplit;
typedef struct WsPageCoder WsPageCoder;
extern WsPageCoder *ws_page_create(void);
extern void ws_page_free(WsPageCoder *pc);
extern bool ws_page_split(WsPageCoder *pc, const uint8 *page, uint32 block, bool planes,
						  uint64 *image_lsn, WsSplit *split);
extern bool ws_page_join(WsPageCoder *pc, const uint8 *const *bytes, const uint32 *n,
						 uint32 block, uint64 *image_lsn, uint8 *page);
extern bool ws_page_split_avx2(WsPageCoder *pc, const uint8 *page, uint32 block, bool planes,
							   uint64 *image_lsn, WsSplit *split);
extern bool ws_page_join_avx2(WsPageCoder *pc, const uint8 *const *bytes, const uint32 *n,
							  uint32 block, uint64 *image_lsn, uint8 *page);

/* ---- stock's pglz (walstore_pglz.c) ---- */
typedef struct WsPglz WsPglz;
extern WsPglz *ws_pglz_create(void);
extern void ws_pglz_free(WsPglz *z);
extern int ws_pglz_compress(WsPglz *z, const uint8 *source, int len, uint8 *dest);
#define WS_PGLZ_ROOM (WS_PAGE + 64)

#endif /* WALSTORE_INTERNALS_H */

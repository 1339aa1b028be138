/*
 * walstore_encode_records.c
 *		Records into the streams of a chunk; walstore_decode_records.c is the
 *		mirror.
 *
 * Compiled twice: here for any x86-64, and by walstore_encode_avx2.c for
 * processors that have AVX2, with the same bytes as result.
 *
 * E2 of walstore_encode.c is kept here.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_encode_records.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/xlogrecord.h"
#include "common/pg_lzcompress.h"
#include "walstore_encode.h"

#ifndef WS_VARIANT
#define WS_VARIANT(name) name
#endif

/* ---- records ---- */

/* new minus old, byte by byte */
static pg_noinline void
subtract(uint8 *out, const uint8 *new, const uint8 *old, uint32 n)
{
	uint32 i = 0;

	for (; i + 16 <= n; i += 16)
		_mm_storeu_si128((__m128i *) (out + i), _mm_sub_epi8(_mm_loadu_si128((const __m128i *) (new + i)), _mm_loadu_si128((const __m128i *) (old + i))));
	for (; i < n; i++)
		out[i] = (uint8) (new[i] - old[i]);
}

/* Where the bodies of a record differ from those of the last of its shape. */
typedef struct Difference
{
	int ngroups; /* of eight bytes, in all pieces */
	int nchanged;
	bool literal; /* a piece ends in the literals */
	bool from_row; /* the data of block 0 against those of ws_row_begin */
	uint32 signature; /* of the changed groups */
	uint64 news; /* 0: all as in WsShape.repeat, if there are as many there */
	uint8 group[WS_MAX_GROUPS]; /* of each changed one: running number, */
	uint8 place[WS_MAX_GROUPS + 16]; /* where it is, */
	uint8 mask[WS_MAX_GROUPS + 16]; /* which bytes, 255: value is plain, */
	uint64 bytes[WS_MAX_GROUPS]; /* difference, */
	uint64 value[WS_MAX_GROUPS]; /* and new value */
} Difference;

/*
 * Groups of eight bytes from data on that differ from last, and perhaps one more.
 * Not with wider loads, which would wait for the stores of the record before.
 */
static pg_attribute_always_inline uint32
compare_groups(const uint8 *data, const uint8 *last, uint32 ngroups)
{
	uint32 changed = 0;
	uint32 g = 0;

	/* most often one step does */
	do
	{
#pragma GCC unroll 2
		for (int i = 0; i < 2; i++)
			changed |= (uint32) (ws_get64(data + 8 * (g + i)) != ws_get64(last + 8 * (g + i))) << (g + i);
		g += 2;
	} while (g < ngroups);
	return changed;
}

/*
 * Compare a piece with the last one, which it replaces; keep the changes as
 * those that the next record may repeat.  WS_COMPARE_OVER bytes behind the piece
 * can be read.
 */
#define WS_COMPARE_OVER 32
static inline void
compare_piece(WalStoreEncoder *enc, WsShape *shape, Difference *d, int piece, const uint8 *data, uint32 n)
{
	uint8 *last = shape->last[piece];
	uint32 ngroups = (n + 7) / 8;
	uint64 tail;
	uint32 changed;
	uint32 last_group;
	int first = d->ngroups;
	int plain = 0;

	if (n == 0)
		return;
	tail = ~UINT64CONST(0) >> ((0 - n) % 8 * 8);
	last_group = 1U << (ngroups - 1);
	changed = compare_groups(data, last, ngroups) & (last_group - 1);
	if (((ws_get64(data + 8 * ngroups - 8) ^ ws_get64(last + 8 * ngroups - 8)) & tail) != 0)
		changed |= last_group;
	d->ngroups += ngroups;
	for (uint32 left = changed; left; left &= left - 1)
	{
		int g = __builtin_ctz(left);
		uint64 keep = ~tail & (0 - ((uint64) last_group >> g & 1));
		uint64 old = ws_get64(last + 8 * g);
		uint64 new = (ws_get64(data + 8 * g) & ~keep) | (old & keep);
		uint64 x = ws_sub_bytes(new, old);
		uint32 mask = ws_byte_mask(x);
		uint32 place = (uint32) (piece * (WS_PIECE / 8) + g);
		bool full = (keep == 0) & (__builtin_popcount(mask) >= 7);
		int c = d->nchanged++;

		ws_put64(last + 8 * g, new);
		mask |= full ? 255 : 0;
		plain = full ? plain + 1 : 0;
		d->signature = ws_signature(d->signature, place, mask);
		d->group[c] = (uint8) (first + g);
		d->place[c] = (uint8) place;
		d->mask[c] = (uint8) mask;
		d->bytes[c] = x;
		d->value[c] = new;
		d->news |= (x ^ shape->repeat[c & 15]) | (place ^ shape->repeat_place[c & 15]);
		shape->repeat[c & 15] = x;
		shape->repeat_place[c & 15] = (uint8) place;
		if (unlikely(plain == 3) && (uint32) g + 1 < ngroups)
		{
			/* the rest is all new */
			uint32 i = 8 * (g + 1);

			if (d->from_row && piece == 1)
				subtract(enc->at[WS_LITERAL], data + i, last + i, n - i);
			else
				memcpy(enc->at[WS_LITERAL], data + i, n - i);
			enc->at[WS_LITERAL] += n - i;
			memcpy(last + i, data + i, n - i);
			d->ngroups = first + g + 1;
			d->literal = true;
			return;
		}
	}
}

/* 0 nothing changed, 1 the same changes as last time, 2 others, to be written */
static inline int
difference_mode(WsShape *shape, const Difference *d)
{
	if (d->nchanged == 0 && !d->literal)
		return 0;
	if (!d->literal && d->nchanged == shape->nrepeat && d->news == 0)
		return 1;
	/* compare_piece kept them */
	shape->nrepeat = (uint8) (d->literal || d->nchanged > WS_REPEAT ? 255 : d->nchanged);
	return 2;
}

/* The bytes of changed group c. */
static pg_attribute_always_inline void
put_group(WsCoder *r, const int coded, const WsShape *shape, const Difference *d, int c)
{
	uint32 base = d->place[c] * 8;
	uint32 mask = d->mask[c];

	if (mask == 255)
		for (int i = 0; i < 8; i++)
			ws_put_byte(r, coded, ws_context(shape->context, WS_K_LITERAL, base), d->value[c] >> 8 * i & 255);
	else
		for (; mask; mask &= mask - 1)
		{
			int i = __builtin_ctz(mask);

			ws_put_difference(r, coded, ws_table(r->tables, ws_context(shape->context, WS_K_BYTE, base + i), 0), d->bytes[c] >> 8 * i & 255);
		}
}

/* Which of 16 words at p are this one, a bit each. */
static pg_attribute_always_inline uint32
find_words(const void *p, uint32 word)
{
	const __m128i *k = p;
	__m128i x = _mm_set1_epi32((int) word);
	__m128i a = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(k), x), _mm_cmpeq_epi32(_mm_loadu_si128(k + 1), x));
	__m128i b = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(k + 2), x), _mm_cmpeq_epi32(_mm_loadu_si128(k + 3), x));

	return (uint32) _mm_movemask_epi8(_mm_packs_epi16(a, b));
}

/*
 * Which pattern of changed bytes this is; WS_NO_PATTERN: none that is at hand.
 */
static inline uint32
find_pattern(const WsShape *shape, Difference *d)
{
	uint32 found;

	if (d->literal || d->nchanged > WS_PATTERN_GROUPS)
		return WS_NO_PATTERN;
	found = find_words(shape->signature, d->signature) & ((1U << shape->npatterns) - 1);
	if (found == 0)
		return WS_NO_PATTERN;
	memset(d->place + d->nchanged, 0, 16);
	memset(d->mask + d->nchanged, 0, 16);
	for (; found; found &= found - 1)
	{
		uint32 i = __builtin_ctz(found);
		const WsPattern *p = &shape->patterns[i];

		if (memcmp(d->place, p->place, 16) == 0 && memcmp(d->mask, p->mask, 16) == 0)
			return i;
	}
	return WS_NO_PATTERN;
}

/* The changed bytes, and where they are if no pattern says it. */
static pg_attribute_always_inline void
put_difference(WsCoder *r, const int coded, WsShape *shape, const Difference *d, uint32 pattern)
{
	int c = 0;

	if (pattern != WS_NO_PATTERN)
	{
		const WsPattern *p = &shape->patterns[pattern];

		if (likely(p->nbytes > 0))
		{
			for (int i = 0; i < p->nbytes; i++)
				ws_put_difference(r, coded, r->tables + p->table[i], ((const uint8 *) d->bytes)[p->of[i]]);
			return;
		}
		for (; c < d->nchanged; c++)
			put_group(r, coded, shape, d, c);
		return;
	}
	for (int top = 0; top * 4 < d->ngroups; top++)
	{
		uint32 bits = 0;

		for (int k = c; k < d->nchanged && d->group[k] / 4 == top; k++)
			bits |= 1U << (d->group[k] & 3);
		ws_put_nibble(r, coded, ws_context(shape->context, WS_K_TOP, top), bits);
		for (; c < d->nchanged && d->group[c] / 4 == top; c++)
		{
			ws_put_byte(r, coded, ws_context(shape->context, WS_K_MASK, d->place[c]), d->mask[c]);
			put_group(r, coded, shape, d, c);
		}
	}
	if (!d->literal)
		ws_pattern_add(shape, d->nchanged, d->place, d->mask);
}

/* Undo the compression of an image if we can do it again. */
static bool
undo_compression(WalStoreEncoder *enc, const WsRecordBlock *b, uint32 raw)
{
	if ((b->image_info & WS_IMAGE_METHODS) != BKPIMAGE_COMPRESS_PGLZ)
		return false;
	return pglz_decompress((const char *) b->image, b->image_length, (char *) enc->flat, raw, true) == (int32) raw &&
		ws_pglz_compress(enc->pglz, enc->flat, raw, enc->again) == b->image_length &&
		memcmp(enc->again, b->image, b->image_length) == 0;
}

/*
 * Try the page transform on an image; 0 if it stays as it is, else the mode: 1
 * from plain, 2 from pglz, and *page is what it shows.
 */
static int
split_image(WalStoreEncoder *enc, const WsRecordBlock *b, const uint8 **page)
{
	bool hole = (b->image_info & BKPIMAGE_HAS_HOLE) != 0;
	bool packed = WS_IMAGE_COMPRESSED(b->image_info);
	uint32 raw = packed ? WS_PAGE - b->hole_length : b->image_length;
	const uint8 *flat = b->image;
	uint32 lower,
		upper;

	if (raw < 64 || raw > WS_PAGE || (raw < WS_PAGE) != hole || (!hole && b->hole_offset != 0))
		return 0;
	if (hole && (b->hole_offset < 24 || b->hole_offset >= raw))
		return 0;
	if (packed)
	{
		if (!undo_compression(enc, b, raw))
			return 0;
		flat = enc->flat;
	}
	if (hole)
	{
		memcpy(enc->page, flat, b->hole_offset);
		memset(enc->page + b->hole_offset, 0, WS_PAGE - raw);
		memcpy(enc->page + b->hole_offset + (WS_PAGE - raw), flat + b->hole_offset, raw - b->hole_offset);
		flat = enc->page;
	}
	/* the decoder finds the hole by the page's header */
	lower = ws_get16(flat + 12);
	upper = ws_get16(flat + 14);
	if (lower > upper || upper - lower != WS_PAGE - raw || (hole && lower != b->hole_offset))
		return 0;
	if (!WS_VARIANT(ws_page_split)(enc->pages, flat, b->block, enc->level > 0,
								   &enc->model->image_lsn, &enc->split))
		return 0;
	*page = flat;
	return packed ? 2 : 1;
}

static pg_attribute_always_inline void
put_image(WalStoreEncoder *enc, WsCoder *r, const int coded, const WsShape *shape, int i)
{
	uint32 context = ws_context(0, WS_K_IMAGE, 0);
	const WsRecordBlock *b = &enc->record.blocks[i];
	uint64 image_lsn = enc->model->image_lsn;
	const uint8 *page;
	int mode = split_image(enc, b, &page);

	enc->stats.images++;
	/* what was compressed may take more room than the WAL that it comes from */
	for (int k = 0; k < WS_NSPLIT && mode == 2; k++)
		if (enc->at[WS_STRUCTURE + k] - enc->stream[WS_STRUCTURE + k] + enc->split.n[k] > WALSTORE_MAX_CHUNK)
		{
			enc->model->image_lsn = image_lsn;
			mode = 0;
		}
	ws_put_nibble(r, coded, context, mode);
	if (mode == 0)
	{
		ws_put_number(r, coded, context + 1, b->image_length);
		ws_put_number(r, coded, context + 2, b->hole_offset);
		if (WS_IMAGE_COMPRESSED(b->image_info) && (b->image_info & BKPIMAGE_HAS_HOLE))
			ws_put_number(r, coded, context + 3, b->hole_length);
		memcpy(enc->at[WS_RESIDUE], b->image, b->image_length);
		enc->at[WS_RESIDUE] += b->image_length;
		return;
	}
	ws_page_keep(enc->model, shape, shape->blocks[i].relation, b->block, page);
	enc->stats.split_images++;
	enc->stats.recompressed_images += mode == 2;
	for (int k = 0; k < WS_NSPLIT; k++)
	{
		ws_put_number(r, coded, context + 4 + k, enc->split.n[k]);
		memcpy(enc->at[WS_STRUCTURE + k], enc->split.bytes[k], enc->split.n[k]);
		enc->at[WS_STRUCTURE + k] += enc->split.n[k];
	}
}

/* The transaction: none, the next new one, one at hand, another. */
static pg_attribute_always_inline void
put_xid(WsCoder *r, const int coded, const WsModel *m, uint32 xid)
{
	uint32 context = ws_context(m->last_shape, WS_K_XID, 0);
	uint32 symbol = 0;

	if (xid != 0)
	{
		symbol = 2 + (uint32) ws_recent_find(m, xid);
		if (symbol == 18)
			symbol = xid == m->newest_xid + 1 ? 1 : 15;
	}
	ws_put_nibble(r, coded, context, symbol);
	if (symbol == 15)
		ws_put_number(r, coded, ws_context(0, WS_K_XID_NUMBER, 0), ws_zigzag(xid - m->newest_xid));
}

/* Number of the record's shape, -1 if it is new. */
static inline int
find_shape(WsModel *m, const WsShape *before, const WsRecord *record)
{
	/* most often it is the one that came first after this one */
	if (before->nkinds > 0 && before->kinds[0].shape < m->nshapes)
	{
		const WsShape *s = &m->shapes[before->kinds[0].shape];

		if (ws_is_key(s, record->key, record->key_length))
			return before->kinds[0].shape;
	}
	return ws_shape_find(m, record->key, record->key_length);
}

/* The shape by its place after the one before, by its number, or with its key. */
static pg_attribute_always_inline void
put_shape(WsCoder *r, const int coded, WsShape *before, int shape, bool is_new, const WsRecord *record)
{
	uint32 context = ws_context(before->context, WS_K_SHAPE, 2);

	for (int i = 0; i < before->nsuccessors && !is_new; i++)
		if (before->successors[i] == shape)
		{
			ws_put_nibble(r, coded, context, i);
			return;
		}
	ws_put_nibble(r, coded, context, WS_SUCCESSORS);
	ws_put_number(r, coded, ws_context(0, WS_K_SHAPE, 1), is_new ? 1 : shape + 2);
	if (is_new)
	{
		ws_put_number(r, coded, ws_context(0, WS_K_GENERAL, 0), record->key_length);
		for (uint32 k = 0; k < record->key_length; k++)
			ws_put_byte(r, coded, ws_context(0, WS_K_GENERAL, 1), record->key[k]);
	}
	ws_successor_add(before, shape);
}

/* Which of the kinds after the shape before this is; 16 for none. */
static inline int
find_kind(const WsShape *before, WsKind kind)
{
	uint32 word;

	memcpy(&word, &kind, sizeof(word));
	return __builtin_ctz(find_words(before->kinds, word) | 1U << 16);
}

/* How the record is coded: as a kind at hand, or shape, exceptions, flags and pattern. */
static pg_attribute_always_inline void
put_kind(WalStoreEncoder *enc, WsCoder *r, const int coded, WsShape *before, WsKind kind, bool is_new,
		 bool bad_crc, bool odd_prev)
{
	const WsRecord *record = &enc->record;
	uint32 context = ws_context(before->context, WS_K_SHAPE, 0);
	uint32 own = enc->model->shapes[kind.shape].context;

	if (likely(!is_new && !bad_crc && !odd_prev))
	{
		int i = find_kind(before, kind);

		if (i < before->nkinds)
		{
			ws_put_nibble(r, coded, context, i);
			return;
		}
	}
	ws_put_nibble(r, coded, context, WS_KINDS);
	put_shape(r, coded, before, kind.shape, is_new, record);
	if (bad_crc || odd_prev)
	{
		ws_put_nibble(r, coded, ws_context(own, WS_K_FLAGS, 0), 12);
		ws_put_nibble(r, coded, ws_context(0, WS_K_GENERAL, 2), (bad_crc ? 1 : 0) | (odd_prev ? 2 : 0));
		if (bad_crc)
			ws_put_number(r, coded, ws_context(0, WS_K_GENERAL, 3), record->crc);
		if (odd_prev)
			ws_put_number(r, coded, ws_context(0, WS_K_GENERAL, 4), record->prev);
		enc->stats.bad_crcs += bad_crc;
		enc->stats.odd_prevs += odd_prev;
	}
	if (kind.flags & WS_FROM_ROW)
		ws_put_nibble(r, coded, ws_context(own, WS_K_FLAGS, 0), 13);
	if (kind.flags & WS_ROW_BY_ROW)
		ws_put_nibble(r, coded, ws_context(own, WS_K_FLAGS, 0), 14);
	ws_put_nibble(r, coded, ws_context(own, WS_K_FLAGS, 0), kind.flags & 15);
	if ((kind.flags >> 2 & 3) == 2)
		ws_put_nibble(r, coded, ws_context(own, WS_K_PATTERN, 0), kind.pattern);
	if (!bad_crc && !odd_prev)
		ws_kind_add(before, kind.shape, kind.flags, kind.pattern);
}

/* Lengths and block numbers that differ from the last record of the shape. */
static pg_attribute_always_inline void
put_numbers(WsCoder *r, const int coded, WsModel *m, WsShape *shape, const WsRecord *record,
			bool lengths, bool blocks)
{
	if (lengths)
	{
		if (shape->form & (WS_FORM_SHORT_MAIN | WS_FORM_LONG_MAIN))
			ws_put_number(r, coded, ws_context(shape->context, WS_K_LENGTH, 99),
						  ws_zigzag(record->main_length - shape->main_length));
		shape->main_length = record->main_length;
		for (int i = 0; i < shape->nblocks; i++)
			if (shape->blocks[i].flags & BKPBLOCK_HAS_DATA)
			{
				ws_put_number(r, coded, ws_context(shape->context, WS_K_LENGTH, i),
							  ws_zigzag((uint32) record->blocks[i].data_length - shape->blocks[i].data_length));
				shape->blocks[i].data_length = record->blocks[i].data_length;
			}
	}
	if (blocks)
		for (int i = 0; i < shape->nblocks; i++)
		{
			uint32 *last = i == 0 ? &m->last_block[shape->blocks[0].slot] : &shape->blocks[i].block;

			ws_put_number(r, coded, ws_context(shape->context, WS_K_BLOCK, i),
						  ws_zigzag(record->blocks[i].block - *last));
			*last = record->blocks[i].block;
		}
}

/* The rows of block 0 by what they change, which find_rows() kept. */
static uint8 *
put_rows(const WalStoreEncoder *enc, uint8 *out, const uint8 *rows, uint32 from)
{
	const WsRows *r = &enc->rows;

	memcpy(out, rows + from, r->first - from);
	out = ws_put_varint(out + (r->first - from), r->nchanged);
	memcpy(out, r->step, r->nchanged);
	memcpy(out + r->nchanged, r->gap, r->ngap);
	return out + r->nchanged + r->ngap;
}

/* Bytes of the bodies beyond the pieces that are compared. */
static void
put_rests(WalStoreEncoder *enc, const WsRecord *record, bool from_row, bool rows)
{
	uint8 *out = enc->at[WS_LITERAL];

	if (record->main_length > WS_PIECE)
	{
		memcpy(out, record->main + WS_PIECE, record->main_length - WS_PIECE);
		out += record->main_length - WS_PIECE;
	}
	for (int i = 0; i < record->nblocks; i++)
	{
		uint32 seen = i < WS_PIECES - 1 ? WS_PIECE : 0;

		if (record->blocks[i].data_length > seen)
		{
			if (rows && i == 0)
			{
				out = put_rows(enc, out, record->blocks[i].data, seen);
				continue;
			}
			if (from_row && i == 0)
				subtract(out, record->blocks[i].data + seen, enc->model->row.bytes + seen, record->blocks[i].data_length - seen);
			else
				memcpy(out, record->blocks[i].data + seen, record->blocks[i].data_length - seen);
			out += record->blocks[i].data_length - seen;
		}
	}
	enc->at[WS_LITERAL] = out;
}

/* A record that is not understood is kept as it is. */
static pg_attribute_always_inline void
put_literal_record(WalStoreEncoder *enc, WsCoder *r, const int coded, const uint8 *bytes, uint32 total)
{
	WsModel *m = enc->model;
	uint32 before = ws_shape_before(m, 0)->context;

	enc->stats.literal_records++;
	ws_put_nibble(r, coded, ws_context(m->last_shape, WS_K_XID, 0), 0);
	ws_put_nibble(r, coded, ws_context(before, WS_K_SHAPE, 0), WS_KINDS);
	ws_put_nibble(r, coded, ws_context(before, WS_K_SHAPE, 2), WS_SUCCESSORS);
	ws_put_number(r, coded, ws_context(0, WS_K_SHAPE, 1), 0);
	ws_put_number(r, coded, ws_context(0, WS_K_GENERAL, 0), total);
	memcpy(enc->at[WS_LITERAL], bytes, total);
	enc->at[WS_LITERAL] += total;
}

static inline uint32
count_different(const uint8 *a, const uint8 *b, uint32 n)
{
	uint32 same = 0;
	uint32 i = 0;

	for (; i + 16 <= n; i += 16)
	{
		__m128i x = _mm_loadu_si128((const __m128i *) (a + i));
		__m128i y = _mm_loadu_si128((const __m128i *) (b + i));

		same += __builtin_popcount((uint32) _mm_movemask_epi8(_mm_cmpeq_epi8(x, y)));
	}
	for (; i < n; i++)
		same += a[i] == b[i];
	return n - same;
}

/* A row that foretells an update's data. */
typedef struct Row
{
	const uint8 *bytes;
	uint32 length;
	uint32 cut; /* as for ws_row_begin */
	uint32 item;
	uint32 item_step; /* zigzag, to that of the last record */
} Row;

/* Look for the row that the record replaces; false: code it without. */
static pg_noinline bool
find_row(WalStoreEncoder *enc, const WsShape *shape, const WsRecord *record, Row *row)
{
	const uint8 *data = record->blocks[0].data;
	uint32 n = record->blocks[0].data_length;
	uint32 different,
		front;

	if (enc->header.version < WS_ROWS_VERSION || n < WS_LEAST_ROW || n > WS_PAGE || record->main_length < 8)
		return false;
	row->item = ws_get16(record->main + 4);
	row->bytes = ws_row_find(enc->model, shape, record->blocks[1].block, row->item, &row->length);
	if (row->bytes == NULL)
		return false;
	row->cut = n;
	if (n != row->length)
		while (row->cut > 0 && n - row->cut < row->length &&
			   data[row->cut - 1] == row->bytes[row->length - (n - row->cut) - 1])
			row->cut--;
	front = Min(row->cut, row->length);
	different = row->cut - front + count_different(data, row->bytes, front);
	if (different > n / 4 ||
		(n <= WS_PIECE && different >= count_different(data, shape->last[1], n)))
		return false;
	row->item_step = ws_zigzag(row->item - ws_get16(shape->last[0] + 4));
	return true;
}

/* Which of 32 bytes differ, a bit each. */
static pg_attribute_always_inline uint32
compare_bytes(const uint8 *a, const uint8 *b)
{
#ifdef WS_AVX2
	return ~(uint32) _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *) a), _mm256_loadu_si256((const __m256i *) b)));
#else
	__m128i x = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) a), _mm_loadu_si128((const __m128i *) b));
	__m128i y = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) (a + 16)), _mm_loadu_si128((const __m128i *) (b + 16)));

	return ~((uint32) _mm_movemask_epi8(x) | (uint32) _mm_movemask_epi8(y) << 16);
#endif
}

/*
 * Compare the rows that a record inserts, each with the one before, and keep what
 * differs.  False: that is too much, as it is where rows are not all as long.
 */
static pg_noinline bool
find_rows(WalStoreEncoder *enc, const WsRecord *record)
{
	const uint8 *rows = record->blocks[0].data;
	uint32 n = record->blocks[0].data_length;
	WsRows *r = &enc->rows;
	uint8 *gap = r->gap;
	uint32 distance,
		nchanged = 0,
		done; /* behind the last byte that differs */

	if (enc->header.version < WS_ROW_BY_ROW_VERSION || n < WS_PIECE + WS_LEAST_ROWS)
		return false;
	distance = ws_row_distance(rows);
	r->first = done = Max(WS_PIECE, distance);
	if (r->first + WS_LEAST_ROWS > n || ws_get16(rows) != ws_get16(rows + distance))
		return false;
	/* most that are not alike show it at once */
	if (count_different(rows + r->first, rows + r->first - distance, WS_ROWS_SAMPLE) > WS_CHANGES)
		return false;
	for (uint32 at = r->first; at < n; at += 32)
	{
		uint32 changed = compare_bytes(rows + at, rows + at - distance);

		if (changed == 0)
			continue;
		if (nchanged > WS_CHANGES + (at - r->first) / WS_UNLIKE)
			return false;
		for (; changed; changed &= changed - 1)
		{
			uint32 i = at + __builtin_ctz(changed);

			if (unlikely(i >= n))
				break;
			gap = ws_put_varint(gap, i - done);
			done = i + 1;
			r->step[nchanged++] = (uint8) (rows[i] - rows[i - distance]);
		}
	}
	r->nchanged = nchanged;
	r->ngap = (uint32) (gap - r->gap);
	return true;
}

/* Compare the bodies with the last ones of the shape; what is left goes to d. */
static inline void
compare_bodies(WalStoreEncoder *enc, WsShape *shape, const WsRecord *record, bool from_row, Difference *d)
{
	uint8 main[WS_PIECE + WS_COMPARE_OVER];
	uint32 nmain = Min(record->main_length, WS_PIECE);

	ws_copy_over(main, record->main, nmain);
	ws_body_relative(enc->model, shape, record->xid, main, nmain, false);
	d->ngroups = d->nchanged = 0;
	d->literal = false;
	d->from_row = from_row;
	d->signature = 0;
	d->news = 0;
	compare_piece(enc, shape, d, 0, main, nmain);
	if (shape->has_time)
		memset(shape->last[0], 0, 8);
	for (int i = 0; i < shape->nblocks && i < WS_PIECES - 1; i++)
		compare_piece(enc, shape, d, i + 1, record->blocks[i].data,
					  Min(record->blocks[i].data_length, WS_PIECE));
}

/* The checksum that a long record should have, most often of its sum. */
static uint32
long_record_crc(WalStoreEncoder *enc, const uint8 *bytes, uint32 total)
{
	uint32 at = (uint32) (bytes - enc->payload);

	while (enc->sum->at < at)
		enc->sum++;
	return enc->sum->at == at ? ws_record_crc_end(enc->sum->crc, bytes) : ws_record_crc(bytes, total);
}

static pg_attribute_always_inline uint32
record_crc(WalStoreEncoder *enc, const uint8 *bytes, uint32 total)
{
	if (unlikely(total >= WS_LONG_RECORD))
		return long_record_crc(enc, bytes, total);
	return ws_quick_record_crc(bytes, total);
}

/* Code a complete record; doc/walstore-format.md, "Records". */
static pg_attribute_always_inline void
put_record(WalStoreEncoder *enc, WsCoder *r, const int coded, const uint8 *bytes, uint32 total)
{
	WsModel *m = enc->model;
	WsRecord *record = &enc->record;
	WsShape *before;
	WsShape *shape;
	WsKind kind = {0};
	Difference d;
	Row row;
	bool lengths,
		blocks,
		from_row,
		rows,
		is_new;
	int number;

	enc->stats.records++;
	if (!ws_parse_record(bytes, total, record))
	{
		put_literal_record(enc, r, coded, bytes, total);
		return;
	}
	put_xid(r, coded, m, record->xid);
	before = ws_shape_before(m, record->xid);
	number = find_shape(m, before, record);
	is_new = number < 0;
	if (is_new)
		number = ws_shape_add(m, record->key, record->key_length);
	Assert(number >= 0);
	shape = &m->shapes[number];
	ws_note_record(m, record->xid, number);

	lengths = record->main_length != shape->main_length;
	blocks = shape->nblocks > 0 && record->blocks[0].block != m->last_block[shape->blocks[0].slot];
	for (int i = 0; i < shape->nblocks; i++)
	{
		lengths |= record->blocks[i].data_length != shape->blocks[i].data_length;
		blocks |= i > 0 && record->blocks[i].block != shape->blocks[i].block;
	}
	from_row = unlikely(shape->has_row) && find_row(enc, shape, record, &row);
	if (from_row)
		ws_row_begin(m, shape, row.bytes, row.length, record->blocks[0].data_length, row.cut, row.item);
	compare_bodies(enc, shape, record, from_row, &d);
	if (from_row)
		ws_row_end(m, shape);
	kind.shape = (uint16) number;
	kind.flags = (uint8) ((lengths ? 1 : 0) | (blocks ? 2 : 0) | difference_mode(shape, &d) << 2);
	kind.flags |= from_row ? WS_FROM_ROW : 0;
	rows = unlikely(shape->has_rows) && find_rows(enc, record);
	kind.flags |= rows ? WS_ROW_BY_ROW : 0;
	if ((kind.flags >> 2 & 3) == 2)
		kind.pattern = (uint8) find_pattern(shape, &d);
	put_kind(enc, r, coded, before, kind, is_new, record_crc(enc, bytes, total) != record->crc,
			 record->prev != enc->position.prev);
	if (shape->form & WS_FORM_TOP_XID)
		ws_put_number(r, coded, ws_context(0, WS_K_XID_NUMBER, 1), ws_zigzag(record->top_xid - record->xid));
	put_numbers(r, coded, m, shape, record, lengths, blocks);
	if (from_row)
	{
		ws_put_number(r, coded, ws_context(shape->context, WS_K_LENGTH, 98), row.item_step);
		if (row.length != record->blocks[0].data_length)
			ws_put_number(r, coded, ws_context(shape->context, WS_K_LENGTH, 97), row.cut);
	}
	if ((kind.flags >> 2 & 3) == 2)
		put_difference(r, coded, shape, &d, kind.pattern);
	put_rests(enc, record, from_row, rows);
	for (int i = 0; i < shape->nblocks; i++)
		if (shape->blocks[i].flags & BKPBLOCK_HAS_IMAGE)
			put_image(enc, r, coded, shape, i);
}

/* All of a chunk's control data and streams; false if there is too much. */
static pg_attribute_always_inline bool
put_records(WalStoreEncoder *enc, WsCoder *r, const int coded, const WsScan *s, int complete)
{
	uint32 segment_size = enc->header.segment_size;
	XLogRecPtr lsn = ws_skip_header(enc->lsn, segment_size);
	uint32 at = 0;

	if (s->nodd > 0)
	{
		ws_put_number(r, coded, ws_context(0, WS_K_COUNT, 1), s->nodd);
		ws_put_number(r, coded, ws_context(0, WS_K_COUNT, 2), s->odd_length);
		for (uint32 k = 0; k < s->odd_length; k++)
			ws_put_byte(r, coded, ws_context(0, WS_K_GENERAL, 5), enc->odd[k]);
	}
	ws_put_number(r, coded, ws_context(0, WS_K_COUNT, 0), complete);
	enc->sum = enc->sums;
	for (int i = 0; i < complete; i++)
	{
		if (r->lane[0].out - enc->control > WS_LANE_ROOM - WS_CONTROL_MARGIN ||
			(coded && r->lane[1].out - enc->control > 2 * WS_LANE_ROOM - WS_CONTROL_MARGIN) ||
			(coded && r->raw_out - enc->raw > WS_LANE_ROOM - WS_CONTROL_MARGIN))
			return false;
		lsn = ws_advance(lsn, enc->starts[i] - at, segment_size);
		at = enc->starts[i];
		put_record(enc, r, coded, enc->payload + at, enc->totals[i]);
		enc->position.prev = lsn;
	}
	return true;
}

/*
 * ws_put_records
 *		Code the first complete records of a chunk, and its odd page headers.
 *
 * enc->coder is where the control stream begins, and then where it ends; coded as
 * in walstore_coder.h.  False if there is too much for the room there is.
 */
bool
WS_VARIANT(ws_put_records)(WalStoreEncoder *enc, int coded, const WsScan *s, int complete)
{
	/* a copy, which the compiler can keep in registers */
	WsCoder r = enc->coder;
	bool fine;

	if (coded == WS_ONE_LANE)
		fine = put_records(enc, &r, WS_ONE_LANE, s, complete);
	else if (coded == WS_BOTH_LANES)
		fine = put_records(enc, &r, WS_BOTH_LANES, s, complete);
	else
		fine = put_records(enc, &r, WS_UNCODED, s, complete);
	enc->coder = r;
	return fine;
}

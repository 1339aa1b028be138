/*
 * walstore_decode_records.c
 *		Records out of the streams of a chunk; mirrors walstore_encode_records.c.
 *
 * Compiled twice: here for any x86-64, and by walstore_decode_avx2.c for
 * processors that have AVX2.  Both give the same bytes; a unit test compares
 * them.  The functions exist three times in each, since "coded" is a constant to
 * the compiler.
 *
 * D1 to D4 of walstore_decode.c hold here.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_decode_records.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <math.h>

#include "access/xlogrecord.h"
#include "walstore_coder.h"
#include "walstore_decode.h"

#ifndef WS_VARIANT
#define WS_VARIANT(name) name
#endif

/* ---- records ---- */

/* both, byte by byte */
static pg_noinline void
add(uint8 *out, const uint8 *a, const uint8 *b, uint32 n)
{
	uint32 i = 0;

	for (; i + 16 <= n; i += 16)
		_mm_storeu_si128((__m128i *) (out + i), _mm_add_epi8(_mm_loadu_si128((const __m128i *) (a + i)), _mm_loadu_si128((const __m128i *) (b + i))));
	for (; i < n; i++)
		out[i] = (uint8) (a[i] + b[i]);
}

/*
 * Rows of n bytes in all, the first from of which are there: the others are the bytes
 * a row before them, and the literals say which of them differ by what.
 */
static pg_noinline bool
get_rows(WsCursor *literal, uint8 *rows, uint32 n, uint32 from)
{
	uint32 distance = ws_row_distance(rows);
	uint32 first = Max(from, Min(distance, n));
	const uint8 *p = ws_take(literal, first - from);
	uint64 nchanged = ws_varint(literal);
	const uint8 *step;
	uint32 at = first;

	if (p == NULL || nchanged > n || (step = ws_take(literal, nchanged)) == NULL)
		return false;
	memcpy(rows + from, p, first - from);
	memset(rows + first, 0, n - first);
	for (uint32 i = 0; i < nchanged; i++)
	{
		uint64 gap = ws_varint(literal);

		if (gap >= n - at)
			return false;
		at += (uint32) gap;
		rows[at++] = step[i];
	}
	if (literal->bad)
		return false;
	/* not more at once than lies between both */
	at = first;
	if (distance >= 16)
		for (; at + 16 <= n; at += 16)
			_mm_storeu_si128((__m128i *) (rows + at), _mm_add_epi8(_mm_loadu_si128((const __m128i *) (rows + at)), _mm_loadu_si128((const __m128i *) (rows + at - distance))));
	for (; at < n; at++)
		rows[at] += rows[at - distance];
	return true;
}

static pg_attribute_always_inline bool
get_xid(WsCoder *r, const int coded, const WsModel *m, uint32 *xid)
{
	uint32 symbol = ws_get_nibble(r, coded, ws_context(m->last_shape, WS_K_XID, 0));

	if (symbol == 0)
		*xid = 0;
	else if (symbol == 1)
		*xid = m->newest_xid + 1;
	else if (symbol == 15)
		*xid = m->newest_xid +
			ws_unzigzag((uint32) ws_get_number(r, coded, ws_context(0, WS_K_XID_NUMBER, 0)));
	else if (symbol - 2 >= (uint32) m->nrecent)
		return false;
	else
		*xid = m->recent[symbol - 1];
	return true;
}

/* Number of the shape; -1 the record is literal, -2 damage. */
static pg_attribute_always_inline int
get_shape(WsCoder *r, const int coded, WsModel *m, WsShape *before)
{
	uint32 i = ws_get_nibble(r, coded, ws_context(before->context, WS_K_SHAPE, 2));
	uint64 number;
	int shape;

	if (i < WS_SUCCESSORS)
	{
		if (i >= before->nsuccessors || before->successors[i] >= m->nshapes)
			return -2;
		return before->successors[i];
	}
	number = ws_get_number(r, coded, ws_context(0, WS_K_SHAPE, 1));
	if (number == 0)
		return -1;
	if (number == 1)
	{
		uint8 key[WS_MAX_KEY];
		uint64 length = ws_get_number(r, coded, ws_context(0, WS_K_GENERAL, 0));

		if (length > WS_MAX_KEY)
			return -2;
		for (uint32 k = 0; k < length; k++)
			key[k] = (uint8) ws_get_byte(r, coded, ws_context(0, WS_K_GENERAL, 1));
		shape = ws_shape_add(m, key, (uint32) length);
		if (shape < 0)
			return -2;
	}
	else
	{
		if (number - 2 >= (uint64) m->nshapes)
			return -2;
		shape = (int) (number - 2);
	}
	ws_successor_add(before, shape);
	return shape;
}

static pg_attribute_always_inline bool
get_numbers(WsCoder *r, const int coded, WsModel *m, WsShape *s, bool lengths, bool blocks)
{
	if (lengths)
	{
		if (s->form & (WS_FORM_SHORT_MAIN | WS_FORM_LONG_MAIN))
			s->main_length += ws_unzigzag((uint32)
											  ws_get_number(r, coded, ws_context(s->context, WS_K_LENGTH, 99)));
		for (int i = 0; i < s->nblocks; i++)
			if (s->blocks[i].flags & BKPBLOCK_HAS_DATA)
				s->blocks[i].data_length += (uint16)
					ws_unzigzag((uint32) ws_get_number(r, coded, ws_context(s->context, WS_K_LENGTH, i)));
	}
	if (blocks)
		for (int i = 0; i < s->nblocks; i++)
		{
			uint32 *last = i == 0 ? &m->last_block[s->blocks[0].slot] : &s->blocks[i].block;

			*last += ws_unzigzag((uint32) ws_get_number(r, coded, ws_context(s->context, WS_K_BLOCK, i)));
		}
	return !((s->form & WS_FORM_SHORT_MAIN) && s->main_length > 255) &&
		s->main_length <= WALSTORE_MAX_CHUNK;
}

/* The bodies being read: where they differ from the last ones. */
typedef struct Difference
{
	int ngroups; /* so far, as the next */
	int nchanged;
	bool literal;
	uint8 top;
	uint8 place[WS_MAX_GROUPS]; /* the changed groups */
	uint8 mask[WS_MAX_GROUPS];
	uint64 bytes[WS_MAX_GROUPS];
} Difference;

/* The bytes of a changed group. */
static pg_attribute_always_inline void
get_group(WsCoder *r, const int coded, WsShape *s, Difference *d, uint32 place, uint32 mask)
{
	uint8 *last = s->last[0] + place * 8;
	uint64 old = ws_get64(last);
	uint64 x = 0;

	if (mask == 255)
	{
		for (int i = 0; i < 8; i++)
			x |= (uint64) ws_get_byte(r, coded, ws_context(s->context, WS_K_LITERAL, place * 8)) << 8 * i;
		x = ws_sub_bytes(x, old);
	}
	else
		for (uint32 left = mask; left; left &= left - 1)
		{
			int i = __builtin_ctz(left);

			x |= (uint64) ws_get_difference(r, coded, ws_table(r->tables, ws_context(s->context, WS_K_BYTE, place * 8 + i), 0)) << 8 * i;
		}
	ws_put64(last, ws_add_bytes(old, x));
	d->place[d->nchanged] = (uint8) place;
	d->mask[d->nchanged] = (uint8) mask;
	d->bytes[d->nchanged++] = x;
}

/* Read a piece whose changed bytes are written out. */
static pg_attribute_always_inline bool
get_piece(WsCore *core, WsCoder *r, const int coded, WsShape *s, Difference *d, int piece, uint32 n,
		  bool from_row)
{
	uint32 i = 0;
	int plain = 0;

	for (; i < n && plain < 3; i += 8)
	{
		int g = d->ngroups++;
		uint32 k = Min(8, n - i);
		uint32 place = (piece * WS_PIECE + i) / 8;
		uint32 mask;

		if ((g & 3) == 0)
			d->top = (uint8) ws_get_nibble(r, coded, ws_context(s->context, WS_K_TOP, g / 4));
		if (!(d->top >> (g & 3) & 1))
			continue;
		mask = ws_get_byte(r, coded, ws_context(s->context, WS_K_MASK, place));
		plain = mask == 255 && k == 8 ? plain + 1 : 0;
		get_group(r, coded, s, d, place, mask & ((1U << k) - 1));
	}
	if (i < n)
	{
		const uint8 *p = ws_take(&core->stream[WS_LITERAL], n - i);

		if (p == NULL)
			return false;
		if (from_row && piece == 1)
			add(s->last[1] + i, s->last[1] + i, p, n - i);
		else
			memcpy(s->last[piece] + i, p, n - i);
		d->literal = true;
	}
	return true;
}

/* Bytes that changed where a pattern says. */
static pg_attribute_always_inline void
get_pattern(WsCoder *r, const int coded, WsShape *s, const WsPattern *p)
{
	Difference d;

	if (likely(p->nbytes > 0))
	{
		uint8 *repeat = (uint8 *) s->repeat;
		uint8 *last = s->last[0];

		/* a memset would be a slow string instruction */
		for (int i = 0; i < WS_REPEAT; i += 2)
			_mm_storeu_si128((__m128i *) (s->repeat + i), _mm_setzero_si128());
		s->nrepeat = p->n;
		memcpy(s->repeat_place, p->place, sizeof(s->repeat_place));
		for (int i = 0; i < p->nbytes; i++)
		{
			uint32 v = ws_get_difference(r, coded, r->tables + p->table[i]);

			last[p->at[i]] += (uint8) v;
			repeat[p->of[i]] = (uint8) v;
		}
		return;
	}
	d.nchanged = 0;
	while (d.nchanged < p->n)
		get_group(r, coded, s, &d, p->place[d.nchanged], p->mask[d.nchanged]);
	ws_repeat_set(s, d.nchanged, d.place, d.bytes, false);
}

/* Have the data of an update added to the row that it says; false: there is none. */
static pg_attribute_always_inline bool
get_row(WsCoder *r, const int coded, WsModel *m, WsShape *s)
{
	uint32 item = ws_get16(s->last[0] + 4);
	uint32 n,
		length;
	uint64 cut;
	const uint8 *row;

	if (!s->has_row || s->main_length < 8 || s->blocks[0].data_length > WS_PAGE)
		return false;
	n = s->blocks[0].data_length;
	cut = n;
	item += ws_unzigzag((uint32) ws_get_number(r, coded, ws_context(s->context, WS_K_LENGTH, 98)));
	row = ws_row_find(m, s, s->blocks[1].block, item, &length);
	if (row == NULL)
		return false;
	if (length != n)
		cut = ws_get_number(r, coded, ws_context(s->context, WS_K_LENGTH, 97));
	if (cut > n)
		return false;
	ws_row_begin(m, s, row, length, n, (uint32) cut, item);
	return true;
}

/* Bring the shape's last bodies up to this record's; the kind says how. */
static pg_attribute_always_inline bool
get_bodies(WsCore *core, WsCoder *r, const int coded, WsShape *s, const WsKind *kind)
{
	Difference d;
	int mode = kind->flags >> 2;
	bool row = false;

again:
	switch (mode)
	{
		case 0:
			goto done;
		case 1:
			if (s->nrepeat > WS_REPEAT)
				return false;
			for (int c = 0; c < s->nrepeat; c++)
			{
				uint8 *last = s->last[0] + s->repeat_place[c] * 8;

				ws_put64(last, ws_add_bytes(ws_get64(last), s->repeat[c]));
			}
			goto done;
		case 2:
			if (kind->pattern < s->npatterns)
			{
				get_pattern(r, coded, s, &s->patterns[kind->pattern]);
				goto done;
			}
			if (kind->pattern != WS_NO_PATTERN)
				return false;
			break;
		default:
			/* one of two that are rare, and then the same */
			if (mode & WS_ROW_BY_ROW >> 2)
			{
				if ((mode & WS_FROM_ROW >> 2) || core->version < WS_ROW_BY_ROW_VERSION || !s->has_rows)
					return false;
				core->row_by_row = core->nrecords;
				mode &= 3;
				goto again;
			}
			/* WS_FROM_ROW: first the row */
			if (row || core->version < WS_ROWS_VERSION || !get_row(r, coded, core->model, s))
				return false;
			core->from_row = core->nrecords;
			row = true;
			mode &= 3;
			goto again;
	}
	d.ngroups = d.nchanged = 0;
	d.literal = false;
	for (int i = 0; i <= s->nblocks && i < WS_PIECES; i++)
		if (!get_piece(core, r, coded, s, &d, i,
					   Min(i == 0 ? s->main_length : s->blocks[i - 1].data_length, WS_PIECE),
					   row))
			return false;
	ws_repeat_set(s, d.nchanged, d.place, d.bytes, d.literal);
	if (!d.literal)
		ws_pattern_add(s, d.nchanged, d.place, d.mask);
done:
	if (unlikely(row))
		ws_row_end(core->model, s);
	return true;
}

/*
 * One image, put down at out, room bytes of which are free; what the block's
 * header says about it goes to b.
 */
static pg_attribute_always_inline bool
get_image(WsCore *core, WsCoder *r, const int coded, const WsShape *s, const WsShapeBlock *sb, uint32 block,
		  uint8 *out, uint32 room, WsRecordBlock *b)
{
	uint32 context = ws_context(0, WS_K_IMAGE, 0);
	int mode = ws_get_nibble(r, coded, context);
	bool hole = (sb->image_info & BKPIMAGE_HAS_HOLE) != 0;
	const uint8 *p;
	uint64 n,
		at,
		len = 0;
	const uint8 *part[WS_NSPLIT];
	uint32 size[WS_NSPLIT];
	uint32 lower,
		upper,
		raw;

	if (mode == 0)
	{
		n = ws_get_number(r, coded, context + 1);
		at = ws_get_number(r, coded, context + 2);
		if (WS_IMAGE_COMPRESSED(sb->image_info) && hole)
			len = ws_get_number(r, coded, context + 3);
		if (n > PG_UINT16_MAX || at > PG_UINT16_MAX || len > PG_UINT16_MAX || n > room ||
			(p = ws_take(&core->stream[WS_RESIDUE], n)) == NULL)
			return false;
		memcpy(out, p, n);
		b->image_length = (uint16) n;
		b->hole_offset = (uint16) at;
		b->hole_length = (uint16) len;
		return true;
	}
	if (mode > 2)
		return false;
	for (int i = 0; i < WS_NSPLIT; i++)
	{
		n = ws_get_number(r, coded, context + 4 + i);
		if (n > WS_SPLIT_ROOM || (part[i] = ws_take(&core->stream[WS_STRUCTURE + i], n)) == NULL)
			return false;
		size[i] = (uint32) n;
	}
	if (!WS_VARIANT(ws_page_join)(core->pages, part, size, block, &core->model->image_lsn, core->page))
		return false;
	lower = ws_get16(core->page + 12);
	upper = ws_get16(core->page + 14);
	if (hole != (upper > lower))
		return false;
	ws_page_keep(core->model, s, sb->relation, block, core->page);
	raw = WS_PAGE - (upper - lower);
	b->hole_offset = hole ? (uint16) lower : 0;
	b->hole_length = (uint16) (upper - lower);
	memcpy(core->flat, core->page, lower);
	memcpy(core->flat + lower, core->page + upper, WS_PAGE - upper);
	p = core->flat;
	n = raw;
	if (mode == 2)
	{
		int packed = ws_pglz_compress(core->pglz, core->flat, raw, core->again);

		if (packed < 0)
			return false;
		p = core->again;
		n = packed;
	}
	if (n > room)
		return false;
	memcpy(out, p, n);
	b->image_length = (uint16) n;
	return true;
}

/* The bodies: first bytes of each piece from last, the rest from the literals. */
static pg_attribute_always_inline bool
put_down(WsCore *core, WsCoder *r, const int coded, const WsShape *s, uint8 *record, uint32 room,
		 WsRecordBlock *blocks, const uint8 *main, uint32 *total)
{
	const uint8 *main_rest;
	const uint8 *rest[WS_MAX_BLOCKS];
	WsCursor *literal = &core->stream[WS_LITERAL];
	uint32 nmain = Min(s->main_length, WS_PIECE);
	uint32 at = s->nhead > 0 ? s->nhead : ws_header_length(s);
	bool rows = core->row_by_row == core->nrecords;

	main_rest = ws_take(literal, s->main_length - nmain);
	for (int i = 0; i < s->nblocks; i++)
	{
		uint32 seen = i < WS_PIECES - 1 ? Min(s->blocks[i].data_length, WS_PIECE) : 0;

		/* rows that are against each other are read when the first is there */
		rest[i] = rows ? NULL : ws_take(literal, s->blocks[i].data_length - seen);
	}
	if (literal->bad || at > room)
		return false;
	for (int i = 0; i < s->nblocks; i++)
	{
		const WsShapeBlock *b = &s->blocks[i];
		uint32 seen = i < WS_PIECES - 1 ? Min(b->data_length, WS_PIECE) : 0;

		if (b->flags & BKPBLOCK_HAS_IMAGE)
		{
			if (!get_image(core, r, coded, s, b, blocks[i].block, record + at, room - at, &blocks[i]))
				return false;
			at += blocks[i].image_length;
			core->seen_images++;
			core->seen_image_bytes += blocks[i].image_length;
		}
		if (b->data_length > room - at)
			return false;
		if (seen > 0)
			ws_copy_over(record + at, s->last[i + 1], seen);
		if (b->data_length > seen)
		{
			if (rows)
			{
				if (!get_rows(literal, record + at, b->data_length, seen))
					return false;
			}
			else if (i == 0 && core->from_row == core->nrecords)
				add(record + at + seen, rest[i], core->model->row.bytes + seen, b->data_length - seen);
			else
				memcpy(record + at + seen, rest[i], b->data_length - seen);
		}
		at += b->data_length;
	}
	if (s->main_length > room - at)
		return false;
	ws_copy_over(record + at, main, nmain);
	if (s->main_length > nmain)
		memcpy(record + at + nmain, main_rest, s->main_length - nmain);
	*total = at + s->main_length;
	return true;
}

/* How a record was coded: its kind after the shape before, or everything about it. */
static pg_attribute_always_inline bool
get_kind(WsCoder *r, const int coded, WsModel *m, uint32 xid, WsKind *kind, bool *literal,
		 uint32 *odd, uint32 *crc, XLogRecPtr *prev)
{
	WsShape *before = ws_shape_before(m, xid);
	uint32 i = ws_get_nibble(r, coded, ws_context(before->context, WS_K_SHAPE, 0));
	int number;
	uint32 context,
		flags,
		row = 0,
		pattern = 0;

	*literal = false;
	*odd = 0;
	if (i < WS_KINDS)
	{
		*kind = before->kinds[i];
		return i < before->nkinds && kind->shape < m->nshapes;
	}
	number = get_shape(r, coded, m, before);
	*literal = number == -1;
	if (number < 0)
		return *literal;
	context = m->shapes[number].context;
	flags = ws_get_nibble(r, coded, ws_context(context, WS_K_FLAGS, 0));
	if (flags == 12)
	{
		*odd = ws_get_nibble(r, coded, ws_context(0, WS_K_GENERAL, 2));
		if (*odd & 1)
			*crc = (uint32) ws_get_number(r, coded, ws_context(0, WS_K_GENERAL, 3));
		if (*odd & 2)
			*prev = ws_get_number(r, coded, ws_context(0, WS_K_GENERAL, 4));
		flags = ws_get_nibble(r, coded, ws_context(context, WS_K_FLAGS, 0));
	}
	if (flags == 13)
	{
		row = WS_FROM_ROW;
		flags = ws_get_nibble(r, coded, ws_context(context, WS_K_FLAGS, 0));
	}
	else if (flags == 14)
	{
		row = WS_ROW_BY_ROW;
		flags = ws_get_nibble(r, coded, ws_context(context, WS_K_FLAGS, 0));
	}
	if (flags >= 12)
		return false;
	if (flags >> 2 == 2)
		pattern = ws_get_nibble(r, coded, ws_context(context, WS_K_PATTERN, 0));
	flags |= row;
	*kind = (WsKind){(uint16) number, (uint8) flags, (uint8) pattern};
	if (*odd == 0)
		ws_kind_add(before, number, flags, pattern);
	return true;
}

/* A record that is kept as it is. */
static bool
get_literal_record(WsCore *core, uint64 n, uint8 *out, uint32 room, uint32 *total)
{
	const uint8 *p;

	if (n < 24 || n > room || (p = ws_take(&core->stream[WS_LITERAL], n)) == NULL ||
		ws_get32(p) != n)
		return false;
	memcpy(out, p, n);
	*total = (uint32) n;
	return true;
}

/* What precedes the data of a simple record. */
static inline void
put_simple_head(uint8 *out, const WsShape *s, const WsRecordBlock *blocks)
{
	memcpy(out, s->head, WS_HEAD);
	for (int i = 0; i < s->nblocks; i++)
	{
		uint8 *p = out + s->block_at[i];

		ws_put16(p + 2, s->blocks[i].data_length);
		ws_put32(p + (s->blocks[i].flags & BKPBLOCK_SAME_REL ? 4 : 16), blocks[i].block);
	}
	if (s->form & WS_FORM_SHORT_MAIN)
		out[s->nhead - 1] = (uint8) s->main_length;
}

/* Read one record to out, room bytes of which are free. */
static pg_attribute_always_inline bool
get_record(WsCore *core, WsCoder *r, const int coded, uint8 *out, uint32 room, uint32 *total)
{
	WsModel *m = core->model;
	WsRecordBlock blocks[WS_MAX_BLOCKS];
	uint8 main[WS_PIECE];
	WsShape *s;
	WsKind kind;
	XLogRecPtr prev = core->position.prev;
	uint32 xid,
		top_xid = 0,
		crc = 0,
		nmain,
		odd;
	bool literal,
		simple;

	core->seen = NULL;
	core->seen_images = 0;
	core->seen_image_bytes = 0;
	if (!get_xid(r, coded, m, &xid) ||
		!get_kind(r, coded, m, xid, &kind, &literal, &odd, &crc, &prev))
		return false;
	if (literal)
		return get_literal_record(core, ws_get_number(r, coded, ws_context(0, WS_K_GENERAL, 0)), out,
								  room, total);
	if (room < 24)
		return false;
	s = &m->shapes[kind.shape];
	core->seen = s;
	ws_note_record(m, xid, kind.shape);
	if (s->form & WS_FORM_TOP_XID)
		top_xid = xid + ws_unzigzag((uint32) ws_get_number(r, coded, ws_context(0, WS_K_XID_NUMBER, 1)));
	if (!get_numbers(r, coded, m, s, kind.flags & 1, kind.flags & 2))
		return false;
	for (int i = 0; i < s->nblocks; i++)
		blocks[i].block = i == 0 ? m->last_block[s->blocks[0].slot] : s->blocks[i].block;
	if (!get_bodies(core, r, coded, s, &kind))
		return false;
	nmain = Min(s->main_length, WS_PIECE);
	ws_copy_over(main, s->last[0], nmain);
	ws_body_relative(m, s, xid, main, nmain, true);
	if (unlikely(s->has_time))
		memset(s->last[0], 0, 8);
	/* the data overwrite what this writes too much */
	simple = s->nhead > 0 && room >= WS_HEAD;
	if (simple)
		put_simple_head(out, s, blocks);
	if (!put_down(core, r, coded, s, out, room, blocks, main, total))
		return false;
	if (!simple)
	{
		out[16] = s->info;
		out[17] = s->rmid;
		ws_put16(out + 18, 0);
		ws_write_headers(out + 24, s, blocks, top_xid);
	}
	ws_put32(out, *total);
	ws_put32(out + 4, xid);
	ws_put64(out + 8, prev);
	ws_put32(out + 20, odd & 1 ? crc : ws_quick_record_crc(out, *total));
	return true;
}

/* ---- chunks ---- */

/* Stored bytes that the chunk's symbols took so far. */
static double
taken_so_far(const WsCore *core, const WsCoder *r, bool coded, const uint8 *const *start)
{
	double bytes = r->lane[0].in - start[WS_CONTROL];

	/* what is read ahead lies in the range */
	if (coded)
		bytes += (r->lane[1].in - r->lane[1].in_end) + (r->raw_start - r->raw_in) -
			(log2((double) r->lane[0].range) + log2((double) r->lane[1].range) + r->nbits) / 8;
	else
		bytes *= core->ratio[WS_CONTROL];
	for (int i = WS_LITERAL; i < WS_NSTREAMS; i++)
		bytes += (core->stream[i].p - start[i]) * core->ratio[i];
	return bytes;
}

/* Tell the observer of the record just read. */
static void
tell_observer(WsCore *core, const uint8 *record, uint32 total, XLogRecPtr lsn, double stored)
{
	WalStoreRecordInfo info = {
		.lsn = lsn, .record = record, .total = total, .xid = ws_get32(record + 4), .rmid = record[17], .info = record[16], .literal = core->seen == NULL, .nimages = core->seen_images, .image_bytes = core->seen_image_bytes, .stored = stored};

	if (core->seen != NULL && core->seen->nblocks > 0)
		info.relation = core->seen->blocks[0].relation;
	core->observer(core->observer_arg, &info);
}

/* All complete records of a chunk, behind the *at bytes of payload already there. */
static pg_attribute_always_inline bool
get_records(WsCore *core, WsCoder *r, const int coded, uint32 npayload, uint32 head, bool has_odd, uint32 *end)
{
	XLogRecPtr lsn = ws_skip_header(core->lsn, core->segment_size);
	uint32 at = head;
	uint32 before = 0;
	uint64 n;
	const uint8 *start[WS_NSTREAMS];
	double taken = 0;

	for (int i = 0; i < WS_NSTREAMS; i++)
		start[i] = core->stream[i].p;
	if (has_odd)
	{
		n = ws_get_number(r, coded, ws_context(0, WS_K_COUNT, 1));
		if (n > WS_MAX_ODD_HEADERS)
			return false;
		core->nodd = (int) n;
		n = ws_get_number(r, coded, ws_context(0, WS_K_COUNT, 2));
		if (n > WS_MAX_ODD_BYTES)
			return false;
		core->odd_length = (uint32) n;
		for (uint32 k = 0; k < core->odd_length; k++)
			core->odd[k] = (uint8) ws_get_byte(r, coded, ws_context(0, WS_K_GENERAL, 5));
	}
	n = ws_get_number(r, coded, ws_context(0, WS_K_COUNT, 0));
	if (n > WS_MAX_RECORDS - 2)
		return false;
	if (core->observer != NULL)
		taken = taken_so_far(core, r, coded, start);
	for (; core->nrecords < (int) n; core->nrecords++)
	{
		uint32 total,
			padded;

		if (at >= npayload)
			return false;
		lsn = ws_advance(lsn, at - before, core->segment_size);
		before = at;
		if (!get_record(core, r, coded, core->payload + at, npayload - at, &total))
			return false;
		if (unlikely(core->observer != NULL))
		{
			double now = taken_so_far(core, r, coded, start);

			tell_observer(core, core->payload + at, total, lsn, now - taken);
			taken = now;
		}
		core->position.prev = lsn;
		core->starts[core->nrecords] = at;
		core->totals[core->nrecords] = total;
		padded = Min((total + 7) & ~7U, npayload - at);
		ws_put64(core->payload + at + total, 0);
		at += padded;
	}
	*end = at;
	lsn = ws_advance(lsn, at - before, core->segment_size);
	core->totals[core->nrecords] = 0;
	/* the record that begins at the end, if its length is there */
	if (npayload - at >= 4)
	{
		const WsCursor *literal = &core->stream[WS_LITERAL];
		uint32 total;

		if ((size_t) (literal->end - literal->p) < npayload - at)
			return false;
		total = ws_get32(literal->p);
		if (total >= 24 && total <= WS_MAX_RECORD)
		{
			core->position.prev = lsn;
			core->starts[core->nrecords] = at;
			core->totals[core->nrecords] = total;
		}
	}
	return true;
}
/*
 * ws_get_records
 *		All complete records of a chunk whose streams are open, to core->payload.
 *
 * coded	how the control stream is written, as in walstore_coder.h
 * npayload	bytes of the chunk without page headers
 * head		of them already there
 * *end		where the last complete record and its padding end
 */
bool
WS_VARIANT(ws_get_records)(WsCore *core, int coded, uint32 npayload, uint32 head, bool has_odd,
						   uint32 *end)
{
	/* a copy, which the compiler can keep in registers */
	WsCoder r = core->coder;

	if (coded == WS_ONE_LANE)
		return get_records(core, &r, WS_ONE_LANE, npayload, head, has_odd, end);
	if (coded == WS_BOTH_LANES)
		return get_records(core, &r, WS_BOTH_LANES, npayload, head, has_odd, end);
	return get_records(core, &r, WS_UNCODED, npayload, head, has_odd, end);
}

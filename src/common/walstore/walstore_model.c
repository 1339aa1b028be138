/*
 * walstore_model.c
 *		What the WAL store remembers of the records so far, and how a record is
 *		taken apart.
 *
 * A shape is all that records of one kind share: resource manager, info byte,
 * block references with their flags and relations, and which optional items
 * there are.  Its key is those bytes.  With a shape go the body of its last
 * record, lengths, block numbers, and the shapes that followed it within one
 * transaction.
 *
 * Called by walstore_encode.c and walstore_decode.c in the same order; see
 * rule 1 in walstore_internals.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_model.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/rmgrids.h"
#include "access/xlogrecord.h"
#include "walstore_coder.h"

#define T(s, i) ((i) <= (s) ? (i) *8 : 32768 - (16 - (i)) * 8)
#define TARGET(s)                                                                  \
	{                                                                              \
		0, T(s, 1), T(s, 2), T(s, 3), T(s, 4), T(s, 5), T(s, 6), T(s, 7), T(s, 8), \
			T(s, 9), T(s, 10), T(s, 11), T(s, 12), T(s, 13), T(s, 14), T(s, 15)    \
	}
const uint16 ws_targets[16][16] __attribute__((aligned(32))) = {
	TARGET(0), TARGET(1), TARGET(2), TARGET(3), TARGET(4), TARGET(5), TARGET(6), TARGET(7),
	TARGET(8), TARGET(9), TARGET(10), TARGET(11), TARGET(12), TARGET(13), TARGET(14), TARGET(15)};
const uint32 ws_rates[32] = {
	1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5,
	5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
/* their own target is 0, which takes one from all but 0 */
const uint32 ws_uses[32] = {
	1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
	2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1};

/* PostgreSQL 15 to 18, and the extended format of Narwal */
static const uint16 page_magics[] = {0xD110, 0xD113, 0xD116, 0xD118, 0x574E};

static const WsNibbles fresh = {{0, 2048, 4096, 6144, 8192, 10240, 12288, 14336, 16384, 18432, 20480,
								 22528, 24576, 26624, 28672, 30720}};

/* ---- facts of the WAL ---- */

bool
ws_known_magic(uint16 magic)
{
	return ws_magic_number(magic) >= 0;
}

int
ws_magic_number(uint16 magic)
{
	for (int i = 0; i < (int) lengthof(page_magics); i++)
		if (page_magics[i] == magic)
			return i;
	return -1;
}

uint16
ws_magic_of(int number)
{
	return number >= 0 && number < (int) lengthof(page_magics) ? page_magics[number] : 0;
}

/* Copy bytes and go on with the checksum over them. */
uint32
ws_copy_crc(uint32 state, uint8 *to, const uint8 *from, size_t len)
{
	return pg_copy_crc32c(state, to, from, len);
}

uint32
ws_crc(uint32 state, const void *bytes, size_t len)
{
	return pg_comp_crc32c(state, bytes, len);
}

/* The checksum that a record of this content carries. */
uint32
ws_record_crc(const uint8 *record, uint32 total)
{
	return ws_record_crc_end(pg_comp_crc32c(0xFFFFFFFF, record + 24, total - 24), record);
}

/* The same, given the state after all bytes behind the record's header. */
uint32
ws_record_crc_end(uint32 state, const uint8 *record)
{
	return pg_comp_crc32c(state, record, 20) ^ 0xFFFFFFFF;
}

/* Bytes of [from, to) that do not belong to page headers. */
uint32
ws_payload_length(XLogRecPtr from, XLogRecPtr to, uint32 segment_size)
{
	uint32 n = 0;

	while (from < to)
	{
		XLogRecPtr start = ws_skip_header(from, segment_size);
		XLogRecPtr end = (from & ~(uint64) (WS_PAGE - 1)) + WS_PAGE;

		if (end > to)
			end = to;
		if (start < end)
			n += (uint32) (end - start);
		from = end;
	}
	return n;
}

/* The 24 or 40 bytes that a page should start with. */
void
ws_predict_header(uint8 *h, XLogRecPtr page, const WalStorePosition *pos, uint32 remaining,
				  uint64 system_identifier, uint32 segment_size)
{
	bool is_long = ws_page_header_size(page, segment_size) == 40;

	ws_put16(h, pos->page_magic);
	ws_put16(h + 2, (uint16) ((remaining ? 1 : 0) | (is_long ? 2 : 0) | (pos->page_info & 4)));
	ws_put32(h + 4, pos->page_tli);
	ws_put64(h + 8, page);
	ws_put32(h + 16, remaining);
	ws_put32(h + 20, 0);
	if (is_long)
	{
		ws_put64(h + 24, system_identifier);
		ws_put32(h + 32, segment_size);
		ws_put32(h + 36, WS_PAGE);
	}
}

/* ---- life of a model ---- */

WsModel *
ws_model_create(void)
{
	WsModel *m = palloc0(sizeof(WsModel));
	char *raw;

	m->shapes = palloc0(WS_MAX_SHAPES * sizeof(WsShape));
	m->block_pool = palloc0(WS_BLOCK_POOL * sizeof(WsShapeBlock));
	m->key_pool = palloc0(WS_KEY_POOL + WS_SHORT_KEY);
	m->pages = palloc0(WS_PAGES * WS_PAGE);
	/* never freed alone; aligned by hand */
	raw = palloc0((sizeof(WsNibbles) << WS_TABLE_BITS) + 64);
	m->tables = (WsNibbles *) (((uintptr_t) raw + 8 + 63) & ~(uintptr_t) 63);
	((char **) m->tables)[-1] = raw;
	m->tables_used = true;
	ws_model_reset(m);
	return m;
}

void
ws_model_free(WsModel *m)
{
	pfree(((char **) m->tables)[-1]);
	pfree(m->pages);
	pfree(m->key_pool);
	pfree(m->block_pool);
	pfree(m->shapes);
	pfree(m);
}

static void
forget_shapes(WsModel *m)
{
	m->nshapes = m->nblocks = m->nkey = 0;
	memset(m->buckets, 0, sizeof(m->buckets));
	memset(m->xids, 0, sizeof(m->xids));
	m->last_shape = 0;
	m->none.nsuccessors = 0;
	m->none.nkinds = 0;
	m->none.next_kind = WS_LASTING_KINDS;
}

/* Forget everything: at a restart point. */
void
ws_model_reset(WsModel *m)
{
	forget_shapes(m);
	m->newest_xid = 0;
	m->nrecent = 0;
	memset(m->recent, 0, sizeof(m->recent));
	m->commit_time = m->image_lsn = 0;
	memset(m->last_block, 0, sizeof(m->last_block));
	m->nhistory[0] = m->nhistory[1] = 0;
	memset(m->page_kept, 0, sizeof(m->page_kept));
	if (m->tables_used)
	{
		for (int i = 0; i < 1 << WS_TABLE_BITS; i++)
			m->tables[i] = fresh;
		m->tables_used = false;
	}
}

/* What precedes an image stream of len bytes, for zstd: how much, and where. */
uint32
ws_history(const WsModel *m, int which, size_t len, const uint8 **bytes)
{
	uint32 n = Min(m->nhistory[which], WS_HISTORY);

	/* looking through it takes time */
	if (len < WS_SHORT_STREAM)
		n = Min(n, WS_NEAR_HISTORY);
	*bytes = m->history[which] + m->nhistory[which] - n;
	return n;
}

/* Keep the end of an image stream for the next chunk (0 structure, 1 residue). */
void
ws_history_add(WsModel *m, int which, const uint8 *bytes, size_t len)
{
	uint8 *h = m->history[which];

	if (len > WS_HISTORY)
	{
		bytes += len - WS_HISTORY;
		len = WS_HISTORY;
	}
	if (m->nhistory[which] + len > 2 * WS_HISTORY)
	{
		memmove(h, h + m->nhistory[which] - WS_HISTORY, WS_HISTORY);
		m->nhistory[which] = WS_HISTORY;
	}
	memcpy(h + m->nhistory[which], bytes, len);
	m->nhistory[which] += (uint32) len;
}

/* ---- shapes ---- */

static uint32
hash_key(const uint8 *key, uint32 n)
{
	uint64 h = n;
	uint64 tail = 0;

	for (; n >= 8; n -= 8, key += 8)
	{
		h = (h ^ ws_get64(key)) * UINT64CONST(0x9E3779B97F4A7C15);
		h ^= h >> 29;
	}
	memcpy(&tail, key, n);
	h = (h ^ tail) * UINT64CONST(0x9E3779B97F4A7C15);
	return (uint32) (h >> 32);
}

/* Number of the shape with this key, or -1. */
int
ws_shape_find(WsModel *m, const uint8 *key, uint32 length)
{
	uint32 hash = hash_key(key, length);
	uint32 at = hash % WS_SHAPE_HASH;

	for (; m->buckets[at]; at = (at + 1) % WS_SHAPE_HASH)
	{
		const WsShape *s = &m->shapes[m->buckets[at] - 1];

		if (s->hash == hash && s->key_length == length && memcmp(s->key, key, length) == 0)
			return m->buckets[at] - 1;
	}
	return -1;
}

/* Read the block references of a key; false if it is no key. */
static bool
read_key_blocks(WsModel *m, WsShape *s, WsCursor *c)
{
	for (int i = 0; i < s->nblocks; i++)
	{
		WsShapeBlock *b = &s->blocks[i];

		memset(b, 0, sizeof(*b));
		b->id = ws_byte(c);
		b->flags = ws_byte(c);
		if (b->id > XLR_MAX_BLOCK_ID || (i > 0 && b->id <= b[-1].id))
			return false;
		if (b->flags & BKPBLOCK_HAS_IMAGE)
			b->image_info = ws_byte(c);
		if (!(b->flags & BKPBLOCK_SAME_REL))
			b->relation = ws_take(c, 12);
		else if (i > 0)
			b->relation = b[-1].relation;
		if (b->relation == NULL)
			return false;
		b->slot = (uint8) ((ws_get32(b->relation + 8) * 2654435761U >> 13) + (b->flags & 15) * 77);
	}
	return !c->bad && c->p == c->end;
}

/* Bytes of a record before its images and bodies. */
uint32
ws_header_length(const WsShape *s)
{
	uint32 n = 24;

	for (int i = 0; i < s->nblocks; i++)
	{
		const WsShapeBlock *b = &s->blocks[i];

		n += 8;
		if (!(b->flags & BKPBLOCK_SAME_REL))
			n += 12;
		if (b->flags & BKPBLOCK_HAS_IMAGE)
			n += WS_IMAGE_COMPRESSED(b->image_info) && (b->image_info & BKPIMAGE_HAS_HOLE) ? 7 : 5;
	}
	return n + (s->form & WS_FORM_ORIGIN ? 3 : 0) + (s->form & WS_FORM_TOP_XID ? 5 : 0) +
		(s->form & WS_FORM_SHORT_MAIN ? 2 : 0) + (s->form & WS_FORM_LONG_MAIN ? 5 : 0);
}

/* Write the block headers and items between the record's header and its data. */
void
ws_write_headers(uint8 *p, const WsShape *s, const WsRecordBlock *blocks, uint32 top_xid)
{
	for (int i = 0; i < s->nblocks; i++)
	{
		const WsShapeBlock *b = &s->blocks[i];

		*p++ = b->id;
		*p++ = b->flags;
		ws_put16(p, b->data_length);
		p += 2;
		if (b->flags & BKPBLOCK_HAS_IMAGE)
		{
			ws_put16(p, blocks[i].image_length);
			ws_put16(p + 2, blocks[i].hole_offset);
			p[4] = b->image_info;
			p += 5;
			if (WS_IMAGE_COMPRESSED(b->image_info) && (b->image_info & BKPIMAGE_HAS_HOLE))
			{
				ws_put16(p, blocks[i].hole_length);
				p += 2;
			}
		}
		if (!(b->flags & BKPBLOCK_SAME_REL))
		{
			memcpy(p, b->relation, 12);
			p += 12;
		}
		ws_put32(p, blocks[i].block);
		p += 4;
	}
	if (s->form & WS_FORM_ORIGIN)
	{
		*p++ = XLR_BLOCK_ID_ORIGIN;
		ws_put16(p, s->origin);
		p += 2;
	}
	if (s->form & WS_FORM_TOP_XID)
	{
		*p++ = XLR_BLOCK_ID_TOPLEVEL_XID;
		ws_put32(p, top_xid);
		p += 4;
	}
	if (s->form & WS_FORM_SHORT_MAIN)
	{
		p[0] = XLR_BLOCK_ID_DATA_SHORT;
		p[1] = (uint8) s->main_length;
	}
	else if (s->form & WS_FORM_LONG_MAIN)
	{
		p[0] = XLR_BLOCK_ID_DATA_LONG;
		ws_put32(p + 1, s->main_length);
	}
}

/*
 * What precedes the data of a simple record is always the same but for
 * lengths and block numbers: keep it.
 */
static void
make_head(WsShape *s)
{
	WsRecordBlock blocks[2];
	uint32 at = 24;

	s->nhead = 0;
	if (s->nblocks > 2 || s->form > WS_FORM_SHORT_MAIN || ws_header_length(s) > WS_HEAD - 16)
		return;
	for (int i = 0; i < s->nblocks; i++)
	{
		if (s->blocks[i].flags & BKPBLOCK_HAS_IMAGE)
			return;
		s->block_at[i] = (uint8) at;
		at += s->blocks[i].flags & BKPBLOCK_SAME_REL ? 8 : 20;
	}
	memset(blocks, 0, sizeof(blocks));
	memset(s->head, 0, sizeof(s->head));
	s->nhead = (uint8) ws_header_length(s);
	ws_write_headers(s->head + 24, s, blocks, 0);
	s->head[16] = s->info;
	s->head[17] = s->rmid;
}

/* What the main data of this shape begin with. */
static void
note_meaning(WsShape *s)
{
	uint8 op = s->info & 0x70;

	s->has_time = s->rmid == RM_XACT_ID && (op == 0 || op == 0x20);
	s->has_xmax = s->rmid == RM_HEAP_ID && (op == 0x10 || op == 0x20 || op == 0x40 || op == 0x60);
	s->has_horizon = s->rmid == RM_HEAP2_ID && op == 0x10;
	s->has_row = s->rmid == RM_HEAP_ID && (op == 0x20 || op == 0x40) && s->nblocks >= 2 &&
		(s->blocks[0].flags & BKPBLOCK_HAS_DATA);
	s->has_rows = s->rmid == RM_HEAP2_ID && op == 0x50 && s->nblocks == 1 &&
		(s->blocks[0].flags & BKPBLOCK_HAS_DATA);
}

/*
 * Remember a new shape; its number, or -1 if the key is damaged.  When the
 * space for shapes is full, all are forgotten first.
 */
int
ws_shape_add(WsModel *m, const uint8 *key, uint32 length)
{
	WsShape *s;
	WsCursor c;
	uint8 *copy;
	uint32 at;

	if (length < 4 || length > WS_MAX_KEY || key[2] > WS_MAX_BLOCKS)
		return -1;
	if (m->nshapes == WS_MAX_SHAPES || m->nkey + length > WS_KEY_POOL ||
		m->nblocks + key[2] > WS_BLOCK_POOL)
		forget_shapes(m);
	s = &m->shapes[m->nshapes];
	copy = m->key_pool + m->nkey;
	memcpy(copy, key, length);
	memset(s->last, 0, sizeof(s->last));
	memset(s->like_last, 0, sizeof(s->like_last));
	s->key = copy;
	s->key_length = (uint16) length;
	s->hash = hash_key(key, length);
	s->context = (uint32) (m->nshapes + 1) << 10;
	s->rmid = key[0];
	s->info = key[1];
	s->nblocks = key[2];
	s->form = key[3];
	s->origin = 0;
	s->main_length = 0;
	s->nsuccessors = 0;
	s->nkinds = 0;
	s->next_kind = WS_LASTING_KINDS;
	s->nrepeat = 255;
	s->npatterns = 0;
	s->next_pattern = WS_LASTING_PATTERNS;
	s->blocks = m->block_pool + m->nblocks;
	c = (WsCursor){copy + 4, copy + length, false};
	if (s->form > 15 || (s->form & 3) == 3)
		return -1;
	if (s->form & WS_FORM_ORIGIN)
	{
		const uint8 *p = ws_take(&c, 2);

		if (p == NULL)
			return -1;
		s->origin = ws_get16(p);
	}
	if (!read_key_blocks(m, s, &c))
		return -1;
	make_head(s);
	note_meaning(s);
	m->nblocks += s->nblocks;
	m->nkey += (int) length;
	for (at = s->hash % WS_SHAPE_HASH; m->buckets[at];)
		at = (at + 1) % WS_SHAPE_HASH;
	m->buckets[at] = (uint16) ++m->nshapes;
	return m->nshapes - 1;
}

void
ws_successor_add(WsShape *before, int shape)
{
	if (before->nsuccessors < WS_SUCCESSORS)
		before->successors[before->nsuccessors++] = (uint16) shape;
}

/* Remember how a record was coded; the later half of the kinds takes turns. */
void
ws_kind_add(WsShape *before, int shape, uint32 flags, uint32 pattern)
{
	WsKind *k;

	if (before->nkinds < WS_KINDS)
		k = &before->kinds[before->nkinds++];
	else
	{
		k = &before->kinds[before->next_kind++];
		if (before->next_kind == WS_KINDS)
			before->next_kind = WS_LASTING_KINDS;
	}
	*k = (WsKind){(uint16) shape, (uint8) flags, (uint8) pattern};
}

/* Where each changed byte of a pattern is, and the coder's table for it. */
static void
list_bytes(const WsShape *s, WsPattern *p)
{
	int n = 0;

	p->nbytes = 0;
	if (p->n > WS_REPEAT)
		return;
	for (int c = 0; c < p->n; c++)
	{
		if (p->mask[c] == 255)
			return;
		for (uint32 left = p->mask[c]; left; left &= left - 1)
		{
			int i = __builtin_ctz(left);

			if (n == WS_PATTERN_BYTES)
				return;
			p->at[n] = (uint16) (p->place[c] * 8 + i);
			p->table[n] = (uint16) ws_table_number(ws_context(s->context, WS_K_BYTE, p->at[n]), 0);
			p->of[n++] = (uint8) (c * 8 + i);
		}
	}
	p->nbytes = (uint8) n;
}

/* Remember which bytes changed; the later half of the patterns takes turns. */
void
ws_pattern_add(WsShape *s, int n, const uint8 *place, const uint8 *mask)
{
	WsPattern *p;
	uint32 signature = 0;

	if (n > WS_PATTERN_GROUPS)
		return;
	if (s->npatterns < WS_PATTERNS)
		p = &s->patterns[s->npatterns++];
	else
	{
		p = &s->patterns[s->next_pattern++];
		if (s->next_pattern == WS_PATTERNS)
			s->next_pattern = WS_LASTING_PATTERNS;
	}
	memset(p, 0, sizeof(*p));
	p->n = (uint8) n;
	memcpy(p->place, place, n);
	memcpy(p->mask, mask, n);
	for (int c = 0; c < n; c++)
		signature = ws_signature(signature, place[c], mask[c]);
	s->signature[p - s->patterns] = signature;
	list_bytes(s, p);
}

/* ---- rows that updates replace ---- */

static inline uint32
page_place(const uint8 *relation, uint32 block)
{
	return ((ws_get32(relation + 8) * 2654435761U >> 13) + block) % WS_PAGES;
}

/*
 * Keep an image that went through the page transform, if the record changes or
 * locks a row: the next one may say what becomes of it.
 */
void
ws_page_keep(WsModel *m, const WsShape *s, const uint8 *relation, uint32 block, const uint8 *page)
{
	uint32 place = page_place(relation, block);

	if (!s->has_xmax)
		return;
	m->page_kept[place] = true;
	m->page_block[place] = block;
	memcpy(m->page_relation[place], relation, 12);
	memcpy(m->pages[place], page, WS_PAGE);
}

/*
 * ws_row_find
 *		The row at a line pointer of the shape's block 1, from WS_ROW_AT on.
 *
 * NULL if there is no image of the block, or no such row in it.  That
 * the page is one, ws_page_split or ws_page_join saw to.
 */
const uint8 *
ws_row_find(const WsModel *m, const WsShape *s, uint32 block, uint32 item, uint32 *length)
{
	const uint8 *relation = s->blocks[1].relation;
	uint32 place = page_place(relation, block);
	const uint8 *page = m->pages[place];
	uint32 pointer,
		at,
		len;

	if (!m->page_kept[place] || m->page_block[place] != block ||
		memcmp(m->page_relation[place], relation, 12) != 0)
		return NULL;
	if (item == 0 || item > PG_UINT16_MAX || 24 + 4 * item > ws_get16(page + 12))
		return NULL;
	pointer = ws_get32(page + 20 + 4 * item);
	at = pointer & 0x7FFF;
	len = pointer >> 17;
	if ((pointer >> 15 & 3) != 1 || len < 24 || at + len > WS_PAGE)
		return NULL;
	*length = len - WS_ROW_AT;
	return page + at + WS_ROW_AT;
}

/*
 * ws_row_begin
 *		Have the next body of a shape coded against the row that it replaces.
 *
 * row, length	what ws_row_find gave
 * n			bytes of data, at most WS_PAGE
 * cut			of them up to here stand where they do in the row,
 *				those behind as far from the end
 * item			which row it is, as the main data will say
 *
 * The data of block 0 are foretold in m->row.bytes; the
 * first WS_PIECE, by place, by the last record of the shape where that did better.
 */
void
ws_row_begin(WsModel *m, WsShape *s, const uint8 *row, uint32 length, uint32 n, uint32 cut, uint32 item)
{
	WsRow *r = &m->row;
	uint32 back = Min(n - cut, length);

	Assert(n <= WS_PAGE && cut <= n);
	if (n != length)
		memset(r->bytes, 0, n);
	memcpy(r->bytes, row, Min(cut, length));
	memcpy(r->bytes + n - back, row + length - back, back);
	memcpy(r->last, s->last[1], WS_PIECE);
	memcpy(r->row, s->last[1], WS_PIECE);
	memcpy(r->row, r->bytes, Min(n, WS_PIECE));
	for (int i = 0; i < WS_PIECE; i += 16)
	{
		__m128i a = _mm_loadu_si128((const __m128i *) (r->row + i));
		__m128i b = _mm_loadu_si128((const __m128i *) (r->last + i));
		__m128i which = _mm_loadu_si128((const __m128i *) (s->like_last + i));

		_mm_storeu_si128((__m128i *) (s->last[1] + i),
						 _mm_or_si128(_mm_andnot_si128(which, a), _mm_and_si128(which, b)));
	}
	ws_put16(s->last[0] + 4, (uint16) item);
}

/* The body is known: note what foretold it better, byte by byte. */
void
ws_row_end(const WsModel *m, WsShape *s)
{
	for (int i = 0; i < WS_PIECE; i += 16)
	{
		__m128i now = _mm_loadu_si128((const __m128i *) (s->last[1] + i));
		__m128i row = _mm_cmpeq_epi8(now, _mm_loadu_si128((const __m128i *) (m->row.row + i)));
		__m128i last = _mm_cmpeq_epi8(now, _mm_loadu_si128((const __m128i *) (m->row.last + i)));
		__m128i which = _mm_loadu_si128((const __m128i *) (s->like_last + i));

		/* both or none right: as before */
		which = _mm_or_si128(_mm_andnot_si128(row, last), _mm_andnot_si128(_mm_xor_si128(row, last), which));
		_mm_storeu_si128((__m128i *) (s->like_last + i), which);
	}
}

/* ---- records ---- */

/* The rest of one block header; p behind its id.  NULL: not as it should be. */
static const uint8 *
parse_block_header(const uint8 *p, const uint8 *end, WsRecordBlock *b, bool first,
				   uint8 **key, uint32 *data)
{
	if (end - p < 3)
		return NULL;
	b->flags = p[0];
	b->data_length = ws_get16(p + 1);
	b->image_info = 0;
	b->image_length = b->hole_offset = b->hole_length = 0;
	p += 3;
	if (!(b->flags & BKPBLOCK_HAS_DATA) && b->data_length != 0)
		return NULL;
	*(*key)++ = b->flags;
	if (b->flags & BKPBLOCK_HAS_IMAGE)
	{
		if (end - p < 7)
			return NULL;
		b->image_length = ws_get16(p);
		b->hole_offset = ws_get16(p + 2);
		b->image_info = p[4];
		*(*key)++ = b->image_info;
		p += 5;
		if (WS_IMAGE_COMPRESSED(b->image_info) && (b->image_info & BKPIMAGE_HAS_HOLE))
		{
			b->hole_length = ws_get16(p);
			p += 2;
		}
		*data += b->image_length;
	}
	if (!(b->flags & BKPBLOCK_SAME_REL))
	{
		if (end - p < 12)
			return NULL;
		memcpy(*key, p, 12);
		*key += 12;
		p += 12;
	}
	else if (first)
		return NULL;
	if (end - p < 4)
		return NULL;
	b->block = ws_get32(p);
	*data += b->data_length;
	return p + 4;
}

/*
 * Take a record apart.  False if its parts do not add up, or do not stand in
 * the order in which a server writes them; such a record is kept as bytes.
 */
bool
ws_parse_record(const uint8 *bytes, uint32 total, WsRecord *r)
{
	const uint8 *p = bytes + 24;
	const uint8 *end = bytes + total;
	uint8 *k = r->key + 4;
	uint64 main_length = 0;
	uint32 data = 0;
	uint16 origin = 0;
	int form = 0,
		last_id = -1;

	if (ws_get16(bytes + 18) != 0)
		return false;
	r->total = total;
	r->xid = ws_get32(bytes + 4);
	r->prev = ws_get64(bytes + 8);
	r->crc = ws_get32(bytes + 20);
	r->top_xid = 0;
	r->nblocks = 0;
	while ((uint64) (end - p) > data && !(form & (WS_FORM_SHORT_MAIN | WS_FORM_LONG_MAIN)))
	{
		uint8 id = *p++;

		if (id <= XLR_MAX_BLOCK_ID)
		{
			if (form != 0 || (int) id <= last_id)
				return false;
			last_id = id;
			*k++ = id;
			p = parse_block_header(p, end, &r->blocks[r->nblocks], r->nblocks == 0, &k, &data);
			if (p == NULL)
				return false;
			r->nblocks++;
		}
		else if (id == XLR_BLOCK_ID_ORIGIN && form == 0 && end - p >= 2)
		{
			form |= WS_FORM_ORIGIN;
			origin = ws_get16(p);
			p += 2;
		}
		else if (id == XLR_BLOCK_ID_TOPLEVEL_XID && !(form & WS_FORM_TOP_XID) && end - p >= 4)
		{
			form |= WS_FORM_TOP_XID;
			r->top_xid = ws_get32(p);
			p += 4;
		}
		else if (id == XLR_BLOCK_ID_DATA_SHORT && end - p >= 1)
		{
			form |= WS_FORM_SHORT_MAIN;
			main_length = *p++;
		}
		else if (id == XLR_BLOCK_ID_DATA_LONG && end - p >= 4)
		{
			form |= WS_FORM_LONG_MAIN;
			main_length = ws_get32(p);
			p += 4;
		}
		else
			return false;
	}
	if ((uint64) (end - p) != data + main_length)
		return false;
	r->main_length = (uint32) main_length;
	for (int i = 0; i < r->nblocks; i++)
	{
		WsRecordBlock *b = &r->blocks[i];

		b->image = p;
		b->data = p + b->image_length;
		p = b->data + b->data_length;
	}
	r->main = p;
	r->key[0] = bytes[17];
	r->key[1] = bytes[16];
	r->key[2] = (uint8) r->nblocks;
	r->key[3] = (uint8) form;
	if (form & WS_FORM_ORIGIN)
	{
		memmove(r->key + 6, r->key + 4, k - (r->key + 4));
		ws_put16(r->key + 4, origin);
		k += 2;
	}
	r->key_length = (uint32) (k - r->key);
	return true;
}

/* ---- processors ---- */

static bool avx2_off;

/* Does the processor have what the fast paths need? */
bool
ws_has_avx2(void)
{
	return !avx2_off && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
		__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
		__builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("sse4.2");
}

/* For tests: encoders and decoders that are created from now on take the plain path. */
void
ws_avoid_avx2(bool on)
{
	avx2_off = on;
}

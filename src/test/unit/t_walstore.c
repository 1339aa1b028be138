/*
 * t_walstore.c
 *		The WAL store: what goes in comes out, and damage never gives other bytes.
 *
 * The WAL is made here (records of several kinds with page images, page
 * headers, switches, garbage); src/test/interop/t/walstore.t has stock's.  With
 * segment files as arguments their bytes are used as well; the environment
 * variable WALSTORE_FUZZ_SECONDS makes the random part longer than its two
 * seconds, WALSTORE_SEED repeats a run.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_walstore.c
 */
#include "tap.h"

#include <fcntl.h>
#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include "../../common/walstore/walstore_coder.h"
#include "../../common/walstore/walstore_decode.h"
#include "access/xlogrecord.h"
#include "common/pg_lzcompress.h"
#include "common/pg_prng.h"

#ifndef FUZZ_SECONDS
#define FUZZ_SECONDS 2
#endif

#define SEG (1024 * 1024)
#define SYSTEM UINT64CONST(0x1122334455667788)

static pg_prng_state rng;

static uint32
rnd(uint32 n)
{
	return n == 0 ? 0 : (uint32) (pg_prng_uint64(&rng) % n);
}

/* Min() would evaluate a random number twice. */
static size_t
at_most(size_t n, size_t most)
{
	return n < most ? n : most;
}

/* ---- made-up WAL ---- */

typedef struct Wal
{
	uint8 *bytes;
	XLogRecPtr start; /* LSN of bytes[0], a segment's start */
	XLogRecPtr at;
	XLogRecPtr prev;
	size_t room;
} Wal;

static void
put_payload(Wal *w, const uint8 *p, uint32 len, bool record)
{
	WalStorePosition pos = {.page_magic = 0xD110, .page_tli = 1};
	uint32 left = len;

	while (left > 0)
	{
		uint32 n = Min(left, WS_PAGE - (uint32) (w->at % WS_PAGE));

		if (w->at % WS_PAGE == 0)
		{
			uint32 header = ws_page_header_size(w->at, SEG);

			ws_predict_header(w->bytes + (w->at - w->start), w->at, &pos, record && left < len ? left : 0, SYSTEM, SEG);
			w->at += header;
			continue;
		}
		memcpy(w->bytes + (w->at - w->start), p, n);
		w->at += n;
		p += n;
		left -= n;
	}
}

/*
 * A heap page with tuples of two int columns and some text, of which there is
 * up to more bytes.
 */
static void
make_wide_page(uint8 *page, uint32 block, uint32 more)
{
	int n = 1 + rnd(6000 / (100 + more));
	uint16 upper = WS_PAGE;
	static const uint8 zeros[24];

	memset(page, 0, WS_PAGE);
	ws_put64(page, pg_prng_uint64(&rng) & 0xFFFFFFFF);
	ws_put16(page + 16, WS_PAGE);
	ws_put16(page + 18, 0x2004);
	for (int i = 0; i < n; i++)
	{
		uint32 len = 24 + 8 + rnd(4) * 10 + rnd(more);
		uint8 *t;

		upper -= (len + 7) & ~7U;
		t = page + upper;
		memcpy(t, zeros, 24);
		ws_put32(t, 700 + i / 7);
		ws_put16(t + 12, (uint16) (block >> 16));
		ws_put16(t + 14, (uint16) block);
		ws_put16(t + 16, (uint16) (i + 1));
		ws_put16(t + 18, 3);
		ws_put16(t + 20, 0x0902);
		t[22] = 24;
		ws_put32(t + 24, block * 100 + i);
		ws_put32(t + 28, block % 4 ? rnd(100000) : (uint32) pg_prng_uint64(&rng));
		for (uint32 k = 32; k < len; k++)
			t[k] = 'a' + rnd(26);
		ws_put32(page + 24 + 4 * i, upper | 1 << 15 | len << 17);
	}
	ws_put16(page + 12, (uint16) (24 + 4 * n));
	ws_put16(page + 14, upper);
}

static void
make_page(uint8 *page, uint32 block)
{
	make_wide_page(page, block, 0);
}

/* Append the total bytes at r, which want a header. */
static void
put_whole(Wal *w, uint8 *r, uint32 total, uint32 xid, uint8 rmid, uint8 info)
{
	static const uint8 zeros[8];

	ws_put32(r, total);
	ws_put32(r + 4, xid);
	ws_put64(r + 8, rnd(500) ? w->prev : w->prev + 8);
	r[16] = info;
	r[17] = rmid;
	ws_put16(r + 18, 0);
	ws_put32(r + 20, rnd(500) ? ws_record_crc(r, total) : rnd(PG_UINT32_MAX));
	if (w->at % WS_PAGE == 0)
		w->prev = w->at + ws_page_header_size(w->at, SEG);
	else
		w->prev = w->at;
	put_payload(w, r, total, true);
	put_payload(w, zeros, (uint32) (-w->at & 7), false);
}

/*
 * A page image with a row that is locked, and updates that move rows of this
 * page to another one: with other bytes here and there, longer or shorter ones,
 * and some that have little in common with the row, or no row at all.
 */
static void
put_updates(Wal *w, uint32 xid, uint32 block)
{
	static uint8 r[32768];
	static uint8 page[WS_PAGE];
	uint8 *p = r + 24;
	uint16 lower,
		upper;
	uint32 nitems;

	make_wide_page(page, block, rnd(3) ? 500 : 2000);
	lower = ws_get16(page + 12);
	upper = ws_get16(page + 14);
	nitems = (lower - 24) / 4;
	*p++ = 0;
	*p++ = 0x10;
	ws_put16(p, 0);
	ws_put16(p + 2, (uint16) (WS_PAGE - (upper - lower)));
	ws_put16(p + 4, lower);
	p[6] = BKPIMAGE_APPLY | (upper > lower ? BKPIMAGE_HAS_HOLE : 0);
	ws_put32(p + 7, 1663);
	ws_put32(p + 11, 5);
	ws_put32(p + 15, 16384);
	ws_put32(p + 19, block);
	p[23] = 255;
	p[24] = 8;
	memcpy(p + 25, page, lower);
	memcpy(p + 25 + lower, page + upper, WS_PAGE - upper);
	p += 25 + lower + WS_PAGE - upper;
	memset(p, 1, 8);
	put_whole(w, r, (uint32) (p + 8 - r), xid, 10, 0x60);
	for (uint32 item = 1; item <= nitems; item += 1 + rnd(4))
	{
		uint32 pointer = ws_get32(page + 20 + 4 * item);
		uint32 n = (pointer >> 17) - 18;
		uint8 *data;

		p = r + 24;
		memset(p, 0, 64);
		p[1] = 0x20;
		ws_put32(p + 4, 1663);
		ws_put32(p + 8, 5);
		ws_put32(p + 12, 16384);
		ws_put32(p + 16, block + 100);
		p[20] = 1;
		p[21] = 0x80;
		ws_put32(p + 24, block);
		p[28] = 255;
		p[29] = 14;
		data = p + 30;
		memcpy(data, page + (pointer & 0x7FFF) + 18, n);
		for (int i = (int) rnd(6); i > 0; i--)
			data[rnd(n)] += (uint8) rnd(3);
		if (rnd(4) == 0)
		{
			/* another length, somewhere */
			uint32 at = rnd(n);
			uint32 k = rnd(n - at);

			if (rnd(2))
			{
				memmove(data + at, data + at + k, n - at - k);
				n -= k;
			}
			else
			{
				memmove(data + at + k, data + at, n - at);
				n += k;
			}
		}
		if (rnd(10) == 0)
			memset(data, rnd(256), n);
		ws_put16(p + 2, (uint16) n);
		p = data + n;
		ws_put32(p, xid);
		ws_put16(p + 4, (uint16) (rnd(20) ? item : rnd(1000)));
		ws_put16(p + 6, 0);
		ws_put32(p + 8, 0);
		ws_put16(p + 12, (uint16) item);
		put_whole(w, r, (uint32) (p + 14 - r), xid, 10, rnd(3) ? 0x20 : 0x40);
	}
}

/*
 * A record of rows that are inserted together: as long as each other or not, with few
 * or many bytes unlike the row before; or, seldom, something that is no rows at all.
 * alike: only as long as each other, with few such bytes.
 */
static void
put_inserts(Wal *w, uint32 xid, uint32 block, bool alike)
{
	static uint8 r[100000];
	uint32 len = alike || rnd(4) ? 30 + rnd(150) : rnd(5) ? rnd(3000)
														  : rnd(20);
	uint32 nrows = 2 + rnd((rnd(8) ? 8000 : 50000) / (len + 8));
	uint32 most = alike ? 2 : rnd(3) ? len / 10
									 : len;
	bool varying = !alike && rnd(4) == 0;
	uint8 *data = r + 24 + 20 + 2;
	uint8 *p = data;
	uint8 *row = NULL;

	for (uint32 i = 0; i < nrows; i++)
	{
		uint32 n = varying ? rnd(len + 1) : len;

		if ((p - data) & 1)
			*p++ = 0;
		memset(p, 0, 7 + n);
		if (row)
			memcpy(p + 7, row + 7, Min(n, ws_get16(row)));
		else
			for (uint32 k = 0; k < n; k++)
				p[7 + k] = (uint8) rnd(256);
		ws_put16(p, (uint16) n);
		ws_put16(p + 2, 4);
		ws_put16(p + 4, 0x802);
		p[6] = 24;
		for (uint32 k = n > 0 && (!alike || rnd(4) == 0) ? rnd(most + 1) : 0; k > 0; k--)
			p[7 + rnd(n)] += (uint8) (1 + rnd(2));
		if (n > 0)
			p[7]++;
		row = p;
		p += 7 + n;
	}
	if (!alike && rnd(20) == 0)
		ws_put16(data, (uint16) rnd(rnd(2) ? 100 : PG_UINT16_MAX));
	if (!alike && rnd(20) == 0)
		memset(data, rnd(2), p - data);
	memset(r + 24, 0, 22);
	r[25] = 0x20;
	ws_put16(r + 26, (uint16) (p - data));
	ws_put32(r + 28, 1663);
	ws_put32(r + 32, 5);
	ws_put32(r + 36, 16384);
	ws_put32(r + 40, block);
	r[44] = 255;
	r[45] = 4;
	ws_put32(p, nrows << 16);
	put_whole(w, r, (uint32) (p + 4 - r), xid, 9, rnd(2) ? 0x50 : 0xD0);
}

/* Append one record of some kind. */
static void
put_record(Wal *w, uint32 xid)
{
	static uint8 r[200000];
	static uint8 page[WS_PAGE];
	static uint8 packed[WS_PAGE + 64];
	uint8 *p = r + 24;
	uint32 kind = rnd(40);
	uint32 block = rnd(3) ? rnd(5) : rnd(100000);
	uint32 nmain = kind == 0 ? 300 + rnd(kind == 0 && rnd(30) == 0 ? 150000 : 300) : 8 + kind % 3 * 5;
	uint32 ndata = kind < 20 ? 4 + rnd(20) : kind < 22 ? rnd(600)
													   : 0;
	bool image = kind >= 36;
	uint32 nimage = 0;
	uint16 lower = 0,
		   upper = 0;

	if (kind != 1 && kind != 2)
	{
		uint8 info = BKPIMAGE_APPLY;
		const uint8 *from = page;

		*p++ = 0;
		*p++ = (uint8) ((ndata ? 0x20 : 0) | (image ? 0x10 : 0));
		ws_put16(p, (uint16) ndata);
		p += 2;
		if (image)
		{
			make_page(page, block);
			lower = ws_get16(page + 12);
			upper = ws_get16(page + 14);
			nimage = WS_PAGE - (upper - lower);
			memmove(page + lower, page + upper, WS_PAGE - upper);
			if (upper > lower)
				info |= BKPIMAGE_HAS_HOLE;
			if (kind == 39)
			{
				WsPglz *z = ws_pglz_create();
				int n = rnd(2) ? ws_pglz_compress(z, page, nimage, packed) : pglz_compress((char *) page, nimage, (char *) packed, PGLZ_strategy_default);

				if (n > 0)
				{
					from = packed;
					nimage = n;
					info |= BKPIMAGE_COMPRESS_PGLZ;
				}
				ws_pglz_free(z);
			}
			ws_put16(p, (uint16) nimage);
			ws_put16(p + 2, info & BKPIMAGE_HAS_HOLE ? lower : 0);
			p[4] = info;
			p += 5;
			if ((info & BKPIMAGE_COMPRESS_PGLZ) && (info & BKPIMAGE_HAS_HOLE))
			{
				ws_put16(p, upper - lower);
				p += 2;
			}
		}
		ws_put32(p, 1663);
		ws_put32(p + 4, 5);
		ws_put32(p + 8, 16384 + kind % 4);
		ws_put32(p + 12, block);
		p += 16;
		if (nmain > 255)
		{
			*p++ = 254;
			ws_put32(p, nmain);
			p += 4;
		}
		else
		{
			*p++ = 255;
			*p++ = (uint8) nmain;
		}
		memcpy(p, from, nimage);
		p += nimage;
		for (uint32 i = 0; i < ndata; i++)
			*p++ = (uint8) (i < 4 ? i : rnd(3) ? 7
											   : rnd(256));
	}
	else
	{
		*p++ = nmain > 255 ? 254 : 255;
		if (nmain > 255)
		{
			ws_put32(p, nmain);
			p += 4;
		}
		else
			*p++ = (uint8) nmain;
	}
	for (uint32 i = 0; i < nmain; i++)
		*p++ = (uint8) (i * 3 + (rnd(10) == 0 ? rnd(256) : 0));
	put_whole(w, r, (uint32) (p - r), kind % 5 == 4 ? 0 : xid, kind < 3 ? 1 : kind % 2 ? 10
																					   : 9,
			  (uint8) (kind % 3 << 4));
}

/* nseg segments of WAL, from segment number first on */
static Wal
make_wal(int nseg, XLogSegNo first)
{
	Wal w = {.room = (size_t) nseg * SEG};
	uint32 xid = 1000;

	w.bytes = palloc0(w.room + 300000);
	w.start = w.at = first * SEG;
	while (w.at - w.start < w.room - 250000)
	{
		if (rnd(5) == 0)
			xid++;
		if (rnd(100) == 0)
			put_inserts(&w, xid, rnd(300), rnd(2));
		if (rnd(100) == 0)
			put_updates(&w, xid, rnd(3) ? rnd(300) : rnd(PG_UINT32_MAX));
		else
			put_record(&w, rnd(3) ? xid : xid - rnd(8));
	}
	return w;
}

/* ---- storing and reading ---- */

typedef struct Buffer
{
	uint8 *bytes;
	size_t len;
	size_t room;
} Buffer;

static bool
to_buffer(void *arg, const void *bytes, size_t len)
{
	Buffer *b = arg;

	if (b->len + len > b->room)
		return false;
	memcpy(b->bytes + b->len, bytes, len);
	b->len += len;
	return true;
}

static ssize_t
from_buffer(void *arg, void *bytes, size_t len, uint64 offset)
{
	Buffer *b = arg;

	if (offset >= b->len)
		return 0;
	len = Min(len, b->len - offset);
	memcpy(bytes, b->bytes + offset, len);
	return len;
}

static Buffer store;
static WalStoreDecoder *dec;

/* Encode source[0..len) at lsn with flushes at random places of about step bytes. */
static bool
encode(WalStoreEncoder *enc, const uint8 *source, size_t len, XLogRecPtr lsn, uint32 step, bool finish)
{
	size_t done = 0;

	store.len = 0;
	if (walstore_encoder_begin(enc, lsn, 1, SYSTEM, SEG, pg_prng_uint64(&rng), 65536 << rnd(5), NULL) != WALSTORE_OK)
		return false;
	while (done < len)
	{
		size_t n = step ? at_most(1 + rnd(step), len - done) : len - done;
		bool flush = done + n == len || rnd(2);
		size_t taken;

		if (walstore_encoder_append(enc, source + done, n, flush, &taken) != WALSTORE_OK || (flush && taken != n))
			return false;
		done += taken;
		if (taken < n && step)
			step = Min(step * 2, SEG);
	}
	return !finish || walstore_encoder_finish(enc) == WALSTORE_OK;
}

/*
 * Decode the store from its start: how many bytes of source came out right
 * before it ended; SIZE_MAX if any were wrong.
 */
static size_t
decode(const uint8 *source, size_t len, XLogRecPtr lsn, WalStoreStatus *status)
{
	const uint8 *p;
	size_t n,
		at = 0;
	XLogRecPtr l;

	*status = walstore_decoder_open(dec, from_buffer, &store, NULL);
	if (*status != WALSTORE_OK)
		return 0;
	while ((*status = walstore_decoder_next(dec, &p, &n, &l)) == WALSTORE_OK)
	{
		if (l != lsn + at || at + n > len || memcmp(p, source + at, n) != 0)
			return SIZE_MAX;
		at += n;
	}
	return at;
}

/* ---- tests ---- */

/* coded: WS_ONE_LANE or WS_BOTH_LANES */
static void
test_coder(const int coded)
{
	static uint8 out[500000];
	static uint8 raw[200000];
	WsModel *m = ws_model_create();
	WsCoder r = {.tables = m->tables};
	static uint64 v[20000];
	static uint8 kind[20000];
	int bad = 0;

	for (int i = 0; i < 20000; i++)
	{
		kind[i] = (uint8) rnd(3);
		v[i] = kind[i] == 0 ? rnd(rnd(4) ? 2 : 16) : kind[i] == 1 ? rnd(rnd(3) ? 5 : 256)
																  : pg_prng_uint64(&rng) >> rnd(64);
	}
	for (int pass = 0; pass < 2; pass++)
	{
		if (pass == 0)
		{
			ws_coder_start(&r.lane[0], out);
			ws_coder_start(&r.lane[1], out + 200000);
			r.raw_out = raw;
		}
		for (int i = 0; i < 20000; i++)
		{
			uint32 context = ws_context(i % 7, WS_K_GENERAL, 0);

			if (pass == 0)
			{
				if (kind[i] == 0)
					ws_put_nibble(&r, coded, context, (uint32) v[i]);
				else if (kind[i] == 1)
				{
					if (i & 1)
						ws_put_difference(&r, coded, ws_table(m->tables, context, 0), (uint32) v[i]);
					else
						ws_put_byte(&r, coded, context, (uint32) v[i]);
				}
				else
					ws_put_number(&r, coded, context, v[i]);
			}
			else if (kind[i] == 0)
				bad += ws_get_nibble(&r, coded, context) != v[i];
			else if (kind[i] == 1)
				bad += (i & 1 ? ws_get_difference(&r, coded, ws_table(m->tables, context, 0)) : ws_get_byte(&r, coded, context)) != v[i];
			else
				bad += ws_get_number(&r, coded, context) != v[i];
		}
		if (pass == 1)
			break;
		ws_coder_finish(&r.lane[0]);
		ws_coder_finish(&r.lane[1]);
		/* as it stands in a chunk: what follows a lane must not matter */
		memset(r.lane[1].out, 0xA5, 100);
		r.raw_in = out + sizeof(out);
		r.raw_end = out + 200000;
		r.raw_out += r.nbits > 0;
		for (uint8 *p = raw, *to = out + sizeof(out); p < r.raw_out;)
			*--to = *p++;
		r.bits = 0;
		r.nbits = 0;
		m->tables_used = true;
		ws_model_reset(m);
		r.turn = 0;
		ws_decoder_start(&r.lane[0], out, r.lane[0].out);
		ws_decoder_start(&r.lane[1], out + 200000, out + sizeof(out));
	}
	is_int(bad, 0, "nibbles, bytes and numbers come back from the coder");
	ws_model_free(m);
}

/* Does the split page come back by both ways? */
static bool
joins(WsPageCoder *pc, const uint8 *const *part, const WsSplit *split, uint32 block, uint64 before,
	  uint64 lsn, const uint8 *page)
{
	static uint8 again[WS_PAGE];
	uint64 back = before;

	if (!ws_page_join(pc, part, split->n, block, &back, again) || memcmp(page, again, WS_PAGE) != 0 || back != lsn)
		return false;
	back = before;
	return !ws_has_avx2() ||
		(ws_page_join_avx2(pc, part, split->n, block, &back, again) && memcmp(page, again, WS_PAGE) == 0);
}

static void
test_pages(void)
{
	WsPageCoder *pc = ws_page_create();
	static uint8 page[WS_PAGE],
		again[WS_PAGE];
	static WsSplit split,
		other;
	const uint8 *part[WS_NSPLIT] = {split.bytes[0], split.bytes[1], split.bytes[2]};
	int taken = 0,
		bad = 0,
		random = 0;

	for (int i = 0; i < 600; i++)
	{
		uint64 lsn = i,
			   back = i;
		uint32 block = rnd(100000);

		make_page(page, block);
		/* from a half on, pages that are not quite in order */
		for (int k = 0; i >= 300 && k < 3; k++)
			page[rnd(rnd(2) ? 64 : WS_PAGE)] = (uint8) rnd(256);
		if (ws_get16(page + 12) <= ws_get16(page + 14) && ws_get16(page + 14) <= WS_PAGE)
			memset(page + ws_get16(page + 12), 0, ws_get16(page + 14) - ws_get16(page + 12));
		if (!ws_page_split(pc, page, block, i & 1, &lsn, &split))
			continue;
		taken++;
		random += split.n[2] > 0;
		if (!joins(pc, part, &split, block, back, lsn, page))
			bad++;
		if (ws_has_avx2())
		{
			lsn = i;
			if (!ws_page_split_avx2(pc, page, block, i & 1, &lsn, &other) || memcmp(split.n, other.n, sizeof(split.n)) != 0)
				bad++;
			for (int k = 0; k < WS_NSPLIT; k++)
				bad += memcmp(split.bytes[k], other.bytes[k], split.n[k]) != 0;
		}
		/* damaged streams: any answer, no crash */
		for (int k = 0; k < 20; k++)
		{
			int which = (int) rnd(WS_NSPLIT);

			if (split.n[which] > 0)
				split.bytes[which][rnd(split.n[which])] ^= 1 << rnd(8);
			split.n[0] -= rnd(2) && split.n[0] > 0;
			ws_page_join(pc, part, split.n, block, &back, again);
			if (ws_has_avx2())
				ws_page_join_avx2(pc, part, split.n, block, &back, again);
		}
	}
	ok(taken >= 300, "whole pages are split (%d of 600)", taken);
	ok(random > 0, "random columns are found (in %d)", random);
	is_int(bad, 0, "split pages come back, by both ways");
	ws_page_free(pc);
}

static void
test_pglz(void)
{
	WsPglz *z = ws_pglz_create();
	static uint8 page[WS_PAGE],
		packed[WS_PGLZ_ROOM],
		again[WS_PAGE];
	int bad = 0;

	for (int i = 0; i < 200; i++)
	{
		int len = 32 + rnd(WS_PAGE - 32);
		int n;

		make_page(page, i);
		n = ws_pglz_compress(z, page, len, packed);
		if (n >= 0 && (pglz_decompress((char *) packed, n, (char *) again, len, true) != len || memcmp(again, page, len) != 0))
			bad++;
	}
	is_int(bad, 0, "what is compressed as stock does can be read");
	ws_pglz_free(z);
}

static void
test_levels(const Wal *w, int nseg)
{
	WalStoreStatus status;

	for (int level = WALSTORE_MIN_LEVEL; level <= WALSTORE_MAX_LEVEL; level++)
	{
		WalStoreEncoder *enc = walstore_encoder_create(level, true, to_buffer, &store);
		size_t total = 0,
			   stored = 0;
		WalStoreStats stats;

		for (int i = 0; i < nseg; i++)
		{
			const uint8 *source = w->bytes + (size_t) i * SEG;

			if (!encode(enc, source, SEG, w->start + (size_t) i * SEG, 0, true))
				break;
			stored += store.len;
			if (decode(source, SEG, w->start + (size_t) i * SEG, &status) == SEG && status == WALSTORE_END)
				total += SEG;
		}
		walstore_encoder_stats(enc, &stats);
		ok(total == (size_t) nseg * SEG, "level %d: %zu bytes come back from %zu", level, total, stored);
		ok(stats.raw_chunks == 0 && stats.refused_chunks == 0, "level %d: nothing was stored plainly", level);
		walstore_encoder_free(enc);
	}
}

/* An encoder that falls behind makes chunks at lower levels, and all come back. */
static void
test_backlog(const Wal *w)
{
	static const uint64 backlogs[] = {0, 15 << 20, 16 << 20, 100 << 20, 1 << 30, 0};
	static const int levels[] = {3, 3, 2, 1, 0, 3};
	WalStoreEncoder *enc = walstore_encoder_create(3, false, to_buffer, &store);
	WalStoreStatus status;
	WalStoreStats before,
		after;
	size_t done = 0;
	int bad = 0;

	store.len = 0;
	walstore_encoder_begin(enc, w->start, 1, SYSTEM, SEG, 1, 0, NULL);
	for (int i = 0; i < (int) lengthof(backlogs); i++)
	{
		size_t taken;

		walstore_encoder_stats(enc, &before);
		walstore_encoder_set_backlog(enc, backlogs[i]);
		bad += walstore_encoder_append(enc, w->bytes + done, 150000, true, &taken) != WALSTORE_OK;
		done += taken;
		walstore_encoder_stats(enc, &after);
		for (int level = 0; level <= WALSTORE_MAX_LEVEL; level++)
			bad += (after.level_chunks[level] > before.level_chunks[level]) != (level == levels[i]);
	}
	walstore_encoder_finish(enc);
	is_int(bad, 0, "the level falls while much waits, and rises again");
	is_int(decode(w->bytes, done, w->start, &status), done, "chunks of all levels follow each other");
	walstore_encoder_free(enc);
}

/* The plain way and that of processors with AVX2 give the same bytes. */
static void
test_ways(const Wal *w)
{
	static uint8 first[2 * SEG];
	WalStoreDecoder *kept = dec;
	size_t n = 0;
	int bad = 0;

	if (!ws_has_avx2())
	{
		ok(true, "the processor has no AVX2: one way only");
		return;
	}
	for (int level = 0; level <= WALSTORE_MAX_LEVEL; level++)
		for (int plain = 0; plain < 2; plain++)
		{
			WalStoreEncoder *enc;
			WalStoreStatus status;
			pg_prng_state before = rng;

			ws_avoid_avx2(plain);
			enc = walstore_encoder_create(level, false, to_buffer, &store);
			dec = walstore_decoder_create();
			bad += !encode(enc, w->bytes, SEG, w->start, 100000, true);
			if (plain)
				bad += store.len != n || memcmp(store.bytes, first, n) != 0;
			else
			{
				rng = before;
				n = store.len;
				memcpy(first, store.bytes, n);
			}
			bad += decode(w->bytes, SEG, w->start, &status) != SEG;
			walstore_encoder_free(enc);
			walstore_decoder_free(dec);
		}
	dec = kept;
	is_int(bad, 0, "both ways through the processor give the same store");
}

static void
test_seek(const Wal *w)
{
	WalStoreEncoder *enc = walstore_encoder_create(2, false, to_buffer, &store);
	int bad = 0;

	for (int finished = 0; finished < 2; finished++)
	{
		encode(enc, w->bytes, SEG, w->start, 20000, finished);
		for (int i = 0; i < 40; i++)
		{
			XLogRecPtr want = w->start + rnd(SEG);
			const uint8 *p;
			size_t n;
			XLogRecPtr l;
			bool found = false;

			walstore_decoder_open(dec, from_buffer, &store, NULL);
			walstore_decoder_seek(dec, want);
			while (walstore_decoder_next(dec, &p, &n, &l) == WALSTORE_OK && !found)
			{
				if (l > want || memcmp(p, w->bytes + (l - w->start), n) != 0)
					break;
				found = l + n > want;
			}
			bad += !found;
		}
	}
	is_int(bad, 0, "any position can be read from a restart point before it");
	walstore_encoder_free(enc);
}

/* A writer goes on where another one ended, over what is behind. */
static void
test_resume(const Wal *w)
{
	WalStoreEncoder *enc = walstore_encoder_create(2, false, to_buffer, &store);
	WalStoreEncoder *next = walstore_encoder_create(1, false, to_buffer, &store);
	WalStoreHeader header;
	WalStoreStatus status;
	WalStoreEnd end;
	int bad = 0;

	for (int i = 0; i < 20; i++)
	{
		size_t whole,
			taken,
			got;

		encode(enc, w->bytes, SEG, w->start, 30000, false);
		whole = store.len;
		/* torn somewhere; old bytes lie behind */
		store.bytes[WALSTORE_HEADER_SIZE + rnd((uint32) whole - WALSTORE_HEADER_SIZE)] ^= 0x10;
		got = decode(w->bytes, SEG, w->start, &status);
		walstore_decoder_end(dec, &end);
		if (got == SIZE_MAX || status != WALSTORE_DAMAGED || end.lsn != w->start + got)
		{
			bad++;
			continue;
		}
		walstore_decoder_open(dec, from_buffer, &store, &header);
		if (walstore_encoder_resume(next, &header, &end, rnd(PG_UINT32_MAX)) != WALSTORE_OK)
			bad++;
		store.len = end.offset;
		walstore_encoder_append(next, w->bytes + got, (SEG - got) / 2, true, &taken);
		if (i % 2 == 0 && store.len < whole)
		{
			/* the first writer's chunks still lie behind: none may be taken */
			store.len = whole;
			if (decode(w->bytes, SEG, w->start, &status) != got + taken)
				bad++;
			continue;
		}
		got += taken;
		walstore_encoder_append(next, w->bytes + got, SEG - got, true, &taken);
		walstore_encoder_finish(next);
		if (decode(w->bytes, SEG, w->start, &status) != SEG || status != WALSTORE_END)
			bad++;
	}
	is_int(bad, 0, "a new writer goes on behind a torn end");
	walstore_encoder_free(enc);
	walstore_encoder_free(next);
}

/*
 * What a format version brought costs little in records that the caller made; a file
 * that was begun in the one before goes on without it, and one that says that version
 * and does it is refused.
 */
static void
test_version(const Wal *w, uint16 version, const char *what)
{
	WalStoreEncoder *enc = walstore_encoder_create(2, true, to_buffer, &store);
	WalStoreHeader header;
	WalStoreStatus status;
	WalStoreStats stats;
	WalStoreEnd end;
	size_t taken,
		with;

	encode(enc, w->bytes, SEG, w->start, 0, true);
	with = store.len;
	ok(decode(w->bytes, SEG, w->start, &status) == SEG, "rows that are %s come back", what);
	walstore_decoder_open(dec, from_buffer, &store, &header);
	ws_put16(store.bytes + 4, version - 1);
	ws_put32(store.bytes + 44, ws_crc(0xFFFFFFFF, store.bytes, 44));
	walstore_decoder_ignore_crc(dec, true);
	ok(decode(w->bytes, SEG, w->start, &status) < SEG && status == WALSTORE_DAMAGED,
	   "but not from a file of format version %d", version - 1);
	walstore_decoder_ignore_crc(dec, false);
	header.version = version - 1;
	end = (WalStoreEnd){.lsn = w->start, .offset = WALSTORE_HEADER_SIZE, .position.lost = true};
	ws_put_file_header(store.bytes, &header);
	store.len = WALSTORE_HEADER_SIZE;
	ok(walstore_encoder_resume(enc, &header, &end, 1) == WALSTORE_OK &&
		   walstore_encoder_append(enc, w->bytes, SEG, true, &taken) == WALSTORE_OK && taken == SEG,
	   "a writer goes on with a file of format version %d", version - 1);
	walstore_encoder_finish(enc);
	is_int(decode(w->bytes, SEG, w->start, &status), SEG, "in that version");
	ok(with < store.len * 3 / 4, "which takes more room (%zu and %zu bytes)", store.len, with);
	walstore_encoder_stats(enc, &stats);
	is_int(stats.refused_chunks, 0, "no chunk failed its check");
	walstore_encoder_free(enc);
}

static void
test_rows(void)
{
	Wal w = {.start = 9 * SEG, .at = 9 * SEG};

	w.bytes = palloc0(SEG + 300000);
	for (uint32 block = 0; w.at - w.start < SEG; block++)
		put_updates(&w, 1000, block);
	test_version(&w, WS_ROWS_VERSION, "updated");
	memset(w.bytes, 0, SEG + 300000);
	w.at = w.start;
	w.prev = 0;
	for (uint32 block = 0; w.at - w.start < SEG; block++)
		put_inserts(&w, 1000, block, true);
	test_version(&w, WS_ROW_BY_ROW_VERSION, "inserted");
	pfree(w.bytes);
}

/*
 * Rows of which the literals say something impossible, behind the record's first 256
 * bytes: more changes than there is room or than there are bytes, one beyond the end.
 */
static void
test_bad_rows(void)
{
	static uint8 zeros[WS_PIECE + WS_LEAST_ROWS + 100];
	/* number of changes, differences, places */
	static const uint8 fine[] = {2, 1, 1, 0, 10};
	static const uint8 beyond[] = {1, 1, 0x80, 0x80, 0x04};
	static const uint8 far[] = {1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1};
	static const uint8 many[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1};
	static const uint8 short_of[] = {3, 1, 1};
	static const uint8 none[] = {0};
	static const struct
	{
		const uint8 *bytes;
		size_t len;
		bool good;
	} tries[] = {{fine, sizeof(fine), true}, {beyond, sizeof(beyond), false}, {far, sizeof(far), false}, {many, sizeof(many), false}, {short_of, sizeof(short_of), false}, {none, sizeof(none), true}, {none, 0, false}};
	WalStoreEncoder *enc = walstore_encoder_create(0, false, to_buffer, &store);
	WsCore *core = ws_core_create();
	WalStoreHeader header;
	XLogRecPtr lsn = 9 * SEG;
	int bad = 0;

	for (int i = 0; i < (int) lengthof(tries); i++)
	{
		Wal w = {.start = lsn, .at = lsn};
		uint8 r[sizeof(zeros) + 100] = {0};
		uint8 *chunk = store.bytes + WALSTORE_HEADER_SIZE;
		WsChunkHead head;
		const uint8 *bytes;
		uint8 *p;
		bool good;

		w.bytes = palloc0(SEG);
		r[25] = 0x20;
		ws_put16(r + 26, sizeof(zeros));
		ws_put32(r + 36, 16384);
		r[44] = 255;
		r[45] = 4;
		put_whole(&w, r, 46 + sizeof(zeros) + 4, 1000, 9, 0x50);
		encode(enc, w.bytes, w.at - w.start, lsn, 0, false);
		if (!ws_read_head(chunk, store.len, &head) || head.payload_at + head.payload + 4 + WALSTORE_HEADER_SIZE != store.len)
			bad++;
		/* the literals are the last stream, and one byte: no change */
		p = chunk + head.payload_at + head.payload - 1;
		if (*p != 0)
			bad++;
		memcpy(p, tries[i].bytes, tries[i].len);
		head.payload = head.payload - 1 + (uint32) tries[i].len;
		walstore_decoder_open(dec, from_buffer, &store, &header);
		ws_core_start(core, &header, lsn);
		good = ws_core_decode(core, &head, chunk, &bytes);
		bad += good != tries[i].good;
		pfree(w.bytes);
	}
	is_int(bad, 0, "impossible changes of rows are refused");
	ws_core_free(core);
	walstore_encoder_free(enc);
}

static void
test_headers(const Wal *w)
{
	WalStoreEncoder *enc = walstore_encoder_create(2, false, to_buffer, &store);
	WalStoreStatus status;

	encode(enc, w->bytes, SEG, w->start, 0, true);
	ws_put16(store.bytes + 4, WALSTORE_VERSION + 1);
	ws_put32(store.bytes + 44, ws_crc(0xFFFFFFFF, store.bytes, 44));
	decode(w->bytes, SEG, w->start, &status);
	is_int(status, WALSTORE_NEWER, "a newer format is refused");
	ws_put16(store.bytes + 4, WALSTORE_OLDEST_VERSION - 1);
	ws_put32(store.bytes + 44, ws_crc(0xFFFFFFFF, store.bytes, 44));
	decode(w->bytes, SEG, w->start, &status);
	is_int(status, WALSTORE_NOT_A_STORE, "and one that was never released");
	encode(enc, w->bytes, SEG, w->start, 0, true);
	store.bytes[20] ^= 1;
	decode(w->bytes, SEG, w->start, &status);
	is_int(status, WALSTORE_NOT_A_STORE, "so is a damaged header");
	store.len = 20;
	decode(w->bytes, SEG, w->start, &status);
	is_int(status, WALSTORE_NOT_A_STORE, "and a short one");
	encode(enc, w->bytes, SEG, w->start, 0, true);
	store.len -= 10;
	is_int(decode(w->bytes, SEG, w->start, &status), SEG, "without the index all bytes are there");
	walstore_encoder_free(enc);
}

/* Change some of the source: bytes, zeros, foreign pages, a shift. */
static void
mutate(uint8 *p, size_t len)
{
	for (int n = (int) rnd(5); n > 0; n--)
	{
		size_t at = rnd((uint32) len);
		size_t run = at_most(1 + rnd(rnd(2) ? 16 : 20000), len - at);

		switch (rnd(4))
		{
			case 0:
				p[at] ^= 1 << rnd(8);
				break;
			case 1:
				memset(p + at, 0, run);
				break;
			case 2:
				for (size_t i = 0; i < run; i++)
					p[at + i] = (uint8) pg_prng_uint64(&rng);
				break;
			default:
				if (at / WS_PAGE * WS_PAGE + 2 <= len)
					ws_put16(p + at / WS_PAGE * WS_PAGE, rnd(2) ? 0xD113 : 0xD06A);
		}
	}
}

/* What decoding hostile bytes cost at most. */
static size_t most_memory; /* allocated meanwhile */
static double most_seconds;

/* decode(), with its cost. */
static size_t
decode_hostile(const uint8 *source, size_t len, XLogRecPtr lsn)
{
	WalStoreStatus status;
	size_t memory = mallinfo2().uordblks;
	clock_t start = clock();
	size_t got = decode(source, len, lsn, &status);
	size_t now = mallinfo2().uordblks;

	most_seconds = Max(most_seconds, (double) (clock() - start) / CLOCKS_PER_SEC);
	most_memory = Max(most_memory, now > memory ? now - memory : 0);
	return got;
}

/* One round: random range, mutation, flushes, level; then damage of the store. */
static void
fuzz_round(WalStoreEncoder *enc, const uint8 *from, size_t available, uint8 *copy, int *wrong, int *damage)
{
	uint32 unit = rnd(3) ? WS_PAGE : 1;
	size_t offset = rnd((uint32) (available / unit)) * (size_t) unit;
	size_t len = at_most(1 + rnd(rnd(4) ? 60000 : 600000), available - offset);
	XLogRecPtr lsn = 7 * SEG + offset % SEG;
	WalStoreStatus status;
	size_t stored;
	uint8 *saved;

	len = Min(len, SEG - offset % SEG);
	memcpy(copy, from + offset, len);
	if (rnd(2))
		mutate(copy, len);
	walstore_encoder_set_level(enc, (int) rnd(4));
	walstore_encoder_set_plain(enc, rnd(30) == 0);
	if (!encode(enc, copy, len, lsn, rnd(3) ? 1 << (6 + rnd(12)) : 0, rnd(2)) ||
		decode(copy, len, lsn, &status) != len || status != WALSTORE_END)
		(*wrong)++;
	stored = store.len;
	saved = palloc(stored);
	memcpy(saved, store.bytes, stored);
	for (int i = 0; i < 8; i++)
	{
		size_t got;

		for (int n = (int) rnd(3); n >= 0; n--)
			store.bytes[rnd((uint32) stored)] ^= 1 << rnd(8);
		if (rnd(3) == 0)
			store.len = rnd((uint32) stored);
		got = decode_hostile(copy, len, lsn);
		if (got == SIZE_MAX)
			(*damage)++;
		/* without checksums: any bytes, no crash */
		walstore_decoder_ignore_crc(dec, true);
		decode_hostile(copy, len, lsn);
		walstore_decoder_ignore_crc(dec, false);
		memcpy(store.bytes, saved, stored);
		store.len = stored;
	}
	pfree(saved);
}

static void
test_random(const Wal *w, int argc, char **argv)
{
	const char *seconds = getenv("WALSTORE_FUZZ_SECONDS");
	double limit = (double) clock() / CLOCKS_PER_SEC + (seconds ? atof(seconds) : FUZZ_SECONDS);
	WalStoreEncoder *enc = walstore_encoder_create(2, true, to_buffer, &store);
	WalStoreStats stats;
	uint8 *copy = palloc(SEG);
	static uint8 segment[16 * 1024 * 1024];
	int rounds = 0,
		wrong = 0,
		damage = 0;

	for (; clock() < limit * CLOCKS_PER_SEC; rounds++)
	{
		ssize_t n = 0;

		if (argc > 1)
		{
			int fd = open(argv[1 + rnd(argc - 1)], O_RDONLY);

			if (fd >= 0)
			{
				n = read(fd, segment, sizeof(segment));
				close(fd);
			}
		}
		if (n > 0 && rnd(4))
			fuzz_round(enc, segment, n, copy, &wrong, &damage);
		else
			fuzz_round(enc, w->bytes, w->room, copy, &wrong, &damage);
	}
	walstore_encoder_stats(enc, &stats);
	is_int(stats.refused_chunks, 0, "no chunk failed its check");
	is_int(wrong, 0, "any bytes come back, however they are cut");
	is_int(damage, 0, "a damaged store gives a prefix or nothing");
	is_int(most_memory, 0, "hostile bytes take no memory beyond that of the decoder");
	ok(most_seconds < 5, "nor much time (%.2f s at most)", most_seconds);
	printf("# %d rounds\n", rounds);
	walstore_encoder_free(enc);
	pfree(copy);
}

int
main(int argc, char **argv)
{
	const char *seed = getenv("WALSTORE_SEED");
	uint64 start = seed ? strtoull(seed, NULL, 10) : (uint64) time(NULL);
	Wal w;

	unit_init();
	printf("# seed %llu\n", (unsigned long long) start);
	pg_prng_seed(&rng, start);
	store.room = 4 * SEG;
	store.bytes = palloc(store.room);
	dec = walstore_decoder_create();
	test_coder(WS_ONE_LANE);
	test_coder(WS_BOTH_LANES);
	test_pages();
	test_pglz();
	w = make_wal(3, 3);
	test_levels(&w, 3);
	test_backlog(&w);
	test_ways(&w);
	test_seek(&w);
	test_resume(&w);
	test_rows();
	test_bad_rows();
	test_headers(&w);
	test_random(&w, argc, argv);
	return done_testing();
}

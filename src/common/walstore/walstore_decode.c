/*
 * walstore_decode.c
 *		The decoder of the WAL store: chunks in, the WAL stream out.
 *
 * The lower half (WsCore) takes one chunk apart and mirrors walstore_encode.c;
 * the upper half finds chunks in a file.
 *
 * Invariants
 *	D1	Nothing is decoded before the checksum of the chunk was right (tests can
 *		switch that off, so the rest holds for any bytes).
 *	D2	Every length is compared with the room left before it is used; numbers
 *		of records, blocks and rows are bounded by the format's limits.
 *	D3	A reader stops at the first chunk that is not as it should be: what it
 *		gave until then is a prefix of the original.
 *	D4	Nothing is allocated after creation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_decode.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <math.h>

#define ZSTD_STATIC_LINKING_ONLY /* formats without magic, prefixes */
#include <zstd.h>

#include "access/xlogrecord.h"
#include "walstore_coder.h"
#include "walstore_decode.h"

/* ---- the core ---- */

WsCore *
ws_core_create(void)
{
	WsCore *core = palloc0(sizeof(WsCore));

	core->model = ws_model_create();
	core->pages = ws_page_create();
	core->pglz = ws_pglz_create();
	core->avx2 = ws_has_avx2();
	core->zstd = ZSTD_createDCtx();
	ZSTD_DCtx_setParameter(core->zstd, ZSTD_d_format, ZSTD_f_zstd1_magicless);
	for (int i = 0; i < WS_NSTREAMS; i++)
		core->room[i] = palloc(ws_stream_room(i));
	core->payload = palloc(WS_STREAM_ROOM);
	core->starts = palloc(WS_MAX_RECORDS * sizeof(uint32));
	core->totals = palloc(WS_MAX_RECORDS * sizeof(uint32));
	core->out = palloc0(WALSTORE_MAX_CHUNK);
	core->position.lost = true;
	return core;
}

void
ws_core_free(WsCore *core)
{
	pfree(core->out);
	pfree(core->totals);
	pfree(core->starts);
	pfree(core->payload);
	for (int i = 0; i < WS_NSTREAMS; i++)
		pfree(core->room[i]);
	ZSTD_freeDCtx(core->zstd);
	ws_pglz_free(core->pglz);
	ws_page_free(core->pages);
	ws_model_free(core->model);
	pfree(core);
}

/* Stand at lsn of another stream; the next chunk must be a restart chunk. */
void
ws_core_start(WsCore *core, const WalStoreHeader *header, XLogRecPtr lsn)
{
	core->version = header->version;
	core->system_identifier = header->system_identifier;
	core->segment_size = header->segment_size;
	core->lsn = lsn;
	ws_core_lose(core);
}

void
ws_core_lose(WsCore *core)
{
	memset(&core->position, 0, sizeof(core->position));
	core->position.lost = true;
}

void
ws_core_position(const WsCore *core, WalStorePosition *position)
{
	*position = core->position;
}

XLogRecPtr
ws_core_lsn(const WsCore *core)
{
	return core->lsn;
}

static bool
read_restart(WsCursor *c, WsChunkHead *head)
{
	const uint8 *p = ws_take(c, 17);
	uint64 tli,
		remaining,
		back;

	if (p == NULL)
		return false;
	head->nonce = ws_get32(p);
	head->before = ws_get32(p + 4);
	head->lsn = ws_get64(p + 8);
	head->position.lost = (p[16] & 1) != 0;
	head->position.page_info = p[16] & 2 ? 4 : 0;
	head->position.page_magic = ws_magic_of(p[16] >> 2);
	tli = ws_varint(c);
	remaining = ws_varint(c);
	back = ws_varint(c);
	if (c->bad || tli > PG_UINT32_MAX || remaining > WS_MAX_RECORD ||
		(!head->position.lost && head->position.page_magic == 0))
		return false;
	head->position.page_tli = (TimeLineID) tli;
	head->position.remaining = (uint32) remaining;
	head->position.prev = back ? head->lsn - back : 0;
	return true;
}

/*
 * Read a chunk's head; false if no valid chunk starts here.  The chunk may be
 * longer than len.
 */
bool
ws_read_head(const uint8 *bytes, size_t len, WsChunkHead *head)
{
	WsCursor c = {bytes, bytes + len, false};
	uint64 logical,
		payload;
	int kind;

	memset(head, 0, sizeof(*head));
	head->flags = ws_byte(&c);
	kind = head->flags & WS_F_KIND;
	if (c.bad || !(head->flags & WS_F_SET) || ((head->flags & WS_F_TWO_LANES) && kind != WS_REC))
		return false;
	logical = ws_varint(&c);
	if ((head->flags & WS_F_RESTART) && !read_restart(&c, head))
		return false;
	payload = ws_varint(&c);
	if (c.bad || payload > WS_MAX_PAYLOAD)
		return false;
	if (kind == WS_INDEX ? logical != 0 : logical == 0)
		return false;
	if (logical > (kind == WS_ZERO ? WS_MAX_ZERO : WALSTORE_MAX_CHUNK))
		return false;
	head->logical = (uint32) logical;
	head->payload = (uint32) payload;
	head->payload_at = (uint32) (c.p - bytes);
	head->size = head->payload_at + head->payload + 4;
	return true;
}

/* ---- streams ---- */

/*
 * Undo zstd's compression behind a prefix.  ZSTD_DCtx_refPrefix() would do for
 * all, but allocates memory at each call (D4).
 */
static size_t
unsqueeze(WsCore *core, uint8 *dest, size_t room, const uint8 *source, size_t len,
		  const uint8 *history, uint32 nhistory)
{
	/* what looks like a dictionary that zstd made is none either */
	if (unlikely(nhistory >= 4 && ws_get32(history) == ZSTD_MAGIC_DICTIONARY))
	{
		ZSTD_DCtx_refPrefix(core->zstd, history, nhistory);
		return ZSTD_decompressDCtx(core->zstd, dest, room, source, len);
	}
	return ZSTD_decompress_usingDict(core->zstd, dest, room, source, len, history, nhistory);
}

/* One stream; its bytes are at p, compressed ones go to the stream's room. */
static bool
open_stream(WsCore *core, int i, int method, const uint8 *p, size_t len, uint64 raw)
{
	WsCursor *s = &core->stream[i];
	int image = i == WS_RANDOM ? -1 : i - WS_STRUCTURE;

	*s = (WsCursor){p, p + len, false};
	core->ratio[i] = raw > 0 ? (double) len / raw : 1;
	if (method == WS_M_ZSTD)
	{
		const uint8 *history = NULL;
		uint32 nhistory;
		size_t n;

		if (raw > ws_stream_room(i))
			return false;
		nhistory = image >= 0 ? ws_history(core->model, image, raw, &history) : 0;
		n = unsqueeze(core, core->room[i], raw, p, len, history, nhistory);
		if (ZSTD_isError(n) || n != raw)
			return false;
		*s = (WsCursor){core->room[i], core->room[i] + raw, false};
	}
	else if (i >= WS_STRUCTURE && len > ws_stream_room(i))
		return false;
	if (image >= 0)
		ws_history_add(core->model, image, s->p, s->end - s->p);
	return true;
}

/* Find the streams of a REC chunk; *coded: the control stream is range coded. */
static bool
open_streams(WsCore *core, const WsChunkHead *head, const uint8 *payload, bool *coded)
{
	WsCursor c = {payload, payload + head->payload, false};
	uint64 raw[WS_NSTREAMS] = {0};
	uint64 size[WS_NSTREAMS] = {0};
	uint64 methods;
	int left = 0;

	for (int i = 0; i < WS_NSTREAMS; i++)
		core->stream[i] = (WsCursor){payload, payload, false};
	if (head->flags & WS_F_SHORT)
	{
		*coded = true;
		core->stream[WS_CONTROL] = c;
		return true;
	}
	methods = ws_varint(&c);
	if (methods >> 2 * WS_NSTREAMS != 0)
		return false;
	*coded = (methods & 3) == WS_M_CODED;
	for (int i = 0; i < WS_NSTREAMS; i++)
		left += (methods >> 2 * i & 3) != WS_M_EMPTY;
	for (int i = 0, more = left; i < WS_NSTREAMS; i++)
	{
		int method = (int) (methods >> 2 * i & 3);

		if (method == WS_M_EMPTY)
			continue;
		if (method == WS_M_CODED && i != WS_CONTROL)
			return false;
		if (method == WS_M_ZSTD)
			raw[i] = ws_varint(&c);
		size[i] = --more > 0 ? ws_varint(&c) : PG_UINT64_MAX;
	}
	for (int i = 0; i < WS_NSTREAMS; i++)
	{
		int method = (int) (methods >> 2 * i & 3);
		const uint8 *p;

		if (method == WS_M_EMPTY)
			continue;
		if (size[i] == PG_UINT64_MAX)
			size[i] = c.end - c.p;
		if (c.bad || (p = ws_take(&c, size[i])) == NULL)
			return false;
		if (!open_stream(core, i, method, p, size[i], raw[i]))
			return false;
	}
	return !c.bad && c.p == c.end;
}

static bool
next_odd(WsCursor *c, uint32 logical, uint32 *at, uint32 *n, const uint8 **bytes)
{
	uint64 a = ws_varint(c);
	uint64 len = ws_varint(c);

	if (c->bad || len > 40 || a + len > logical)
		return false;
	*at = (uint32) a;
	*n = (uint32) len;
	*bytes = ws_take(c, len);
	return *bytes != NULL;
}

/* Put page headers and payload together in core->out. */
static bool
write_pages(WsCore *core, uint32 logical, WalStorePosition *p, uint32 nrecords)
{
	WsCursor c = {core->odd, core->odd + core->odd_length, false};
	uint32 odd_at = PG_UINT32_MAX,
		   odd_n = 0,
		   nodd = core->nodd,
		   at = 0,
		   x = 0,
		   record = 0;
	uint32 head = p->remaining;
	const uint8 *odd = NULL;

	if (nodd > 0 && !next_odd(&c, logical, &odd_at, &odd_n, &odd))
		return false;
	while (at < logical)
	{
		XLogRecPtr l = core->lsn + at;
		uint32 header = ws_page_header_size(l, core->segment_size);
		uint32 from = (uint32) (l & (WS_PAGE - 1));
		uint32 n = Min((from < header ? header : WS_PAGE) - from, logical - at);

		if (from >= header)
		{
			memcpy(core->out + at, core->payload + x, n);
			x += n;
		}
		else if (nodd > 0 && odd_at == at)
		{
			if (odd_n != n)
				return false;
			memcpy(core->out + at, odd, n);
			if (from == 0 && n == header)
			{
				p->page_magic = ws_get16(odd);
				p->page_tli = ws_get32(odd + 4);
				p->page_info = ws_get16(odd + 2) & 4;
			}
			nodd--;
			odd_at = PG_UINT32_MAX;
			if (nodd > 0 && !next_odd(&c, logical, &odd_at, &odd_n, &odd))
				return false;
		}
		else
		{
			uint8 predicted[40];
			uint32 remaining = 0;

			while (record < nrecords && (uint64) core->starts[record] + core->totals[record] <= x)
				record++;
			if (x < head)
				remaining = head - x;
			else if (record < nrecords && core->starts[record] < x)
				remaining = core->starts[record] + core->totals[record] - x;
			ws_predict_header(predicted, l - from, p, remaining, core->system_identifier, core->segment_size);
			memcpy(core->out + at, predicted + from, n);
		}
		at += n;
	}
	return nodd == 0 && c.p == c.end;
}

/* Start the coder on the control stream, which has one or two lanes. */
static bool
start_lanes(WsCore *core, bool two)
{
	WsCoder *r = &core->coder;
	WsCursor *control = &core->stream[WS_CONTROL];
	const uint8 *middle = control->end;

	core->model->tables_used = true;
	r->tables = core->model->tables;
	r->turn = 0;
	if (two)
	{
		uint64 n = ws_varint(control);

		if (control->bad || n > (uint64) (control->end - control->p))
			return false;
		middle = control->p + n;
	}
	r->bits = 0;
	r->nbits = 0;
	r->raw_in = r->raw_start = control->end;
	r->raw_end = middle == control->end ? control->p : middle;
	ws_decoder_start(&r->lane[0], control->p, middle);
	ws_decoder_start(&r->lane[1], middle, control->end);
	return true;
}

static bool
decode_records(WsCore *core, const WsChunkHead *head, const uint8 *payload)
{
	WalStorePosition p = core->position;
	XLogRecPtr first = ws_skip_header(core->lsn, core->segment_size);
	uint32 npayload = ws_payload_length(core->lsn, core->lsn + head->logical, core->segment_size);
	uint64 need = (uint64) p.remaining + ((0 - (first + p.remaining)) & 7);
	uint32 nhead = (uint32) Min(need, npayload);
	WsCursor *literal = &core->stream[WS_LITERAL];
	const uint8 *bytes;
	uint32 end = 0;
	uint32 nrecords;
	bool coded,
		fine;

	if (p.lost || !open_streams(core, head, payload, &coded))
		return false;
	core->nrecords = core->nodd = 0;
	core->from_row = core->row_by_row = -1;
	core->odd_length = 0;
	if ((bytes = ws_take(literal, nhead)) == NULL)
		return false;
	memcpy(core->payload, bytes, nhead);
	if (coded)
	{
		if (!start_lanes(core, head->flags & WS_F_TWO_LANES))
			return false;
		fine = (core->avx2 ? ws_get_records_avx2 : ws_get_records)(core, head->flags & WS_F_TWO_LANES ? WS_BOTH_LANES : WS_ONE_LANE, npayload, nhead, head->flags & WS_F_ODD_HEADERS, &end);
	}
	else
	{
		core->coder.lane[0].in = core->stream[WS_CONTROL].p;
		core->coder.lane[0].in_end = core->stream[WS_CONTROL].end;
		fine = (core->avx2 ? ws_get_records_avx2 : ws_get_records)(core, WS_UNCODED, npayload, nhead, head->flags & WS_F_ODD_HEADERS, &end);
	}
	if (!fine || (bytes = ws_take(literal, npayload - end)) == NULL)
		return false;
	memcpy(core->payload + end, bytes, npayload - end);
	if (literal->p != literal->end ||
		core->stream[WS_STRUCTURE].p != core->stream[WS_STRUCTURE].end ||
		core->stream[WS_RESIDUE].p != core->stream[WS_RESIDUE].end ||
		core->stream[WS_RANDOM].p != core->stream[WS_RANDOM].end)
		return false;
	nrecords = core->nrecords + (core->totals[core->nrecords] != 0);
	if (!write_pages(core, head->logical, &p, nrecords))
		return false;
	core->position.page_magic = p.page_magic;
	core->position.page_tli = p.page_tli;
	core->position.page_info = p.page_info;
	core->position.remaining = p.remaining > npayload ? p.remaining - npayload : 0;
	if (core->totals[core->nrecords] > npayload - end)
		core->position.remaining = core->totals[core->nrecords] - (npayload - end);
	return true;
}

/*
 * ws_core_decode
 *		Decode the chunk with this head; its checksum is the caller's affair.
 *
 * *bytes	head->logical bytes until the next call; for a ZERO chunk NULL
 *
 * False: the chunk does not fit here, or is damaged; then only a restart chunk
 * can follow.
 */
bool
ws_core_decode(WsCore *core, const WsChunkHead *head, const uint8 *chunk, const uint8 **bytes)
{
	const uint8 *payload = chunk + head->payload_at;
	int kind = head->flags & WS_F_KIND;
	uint32 mask = core->segment_size - 1;
	bool fine = false;

	*bytes = kind == WS_ZERO ? NULL : core->out;
	if (kind == WS_INDEX)
		return true;
	if (head->flags & WS_F_RESTART)
	{
		ws_model_reset(core->model);
		core->lsn = head->lsn;
		core->position = head->position;
	}
	if ((core->lsn & mask) + head->logical > core->segment_size)
		fine = false;
	else if (kind == WS_REC)
		fine = decode_records(core, head, payload);
	else if (kind == WS_ZERO)
		fine = head->payload == 0;
	else if (head->flags & WS_F_SHORT)
		fine = ZSTD_decompressDCtx(core->zstd, core->out, head->logical, payload, head->payload) == head->logical;
	else if (head->payload == head->logical)
	{
		memcpy(core->out, payload, head->logical);
		fine = true;
	}
	if (!fine || kind != WS_REC || (head->flags & WS_F_LOST))
		ws_core_lose(core);
	if (fine)
		core->lsn += head->logical;
	return fine;
}

/* ---- files ---- */

struct WalStoreDecoder
{
	WsCore *core;
	walstore_read_cb read;
	void *read_arg;
	bool ignore_crc;
	WalStoreHeader header;
	uint32 header_crc;

	uint64 offset; /* of the next chunk */
	uint32 chain;
	bool chained; /* chain is known: the chunk before was read */
	bool finished;
	bool placed; /* next_lsn is known */
	XLogRecPtr next_lsn;
	uint64 zeros; /* of a ZERO chunk, still to be given */
	WalStoreEnd end;

	/* bytes of the file */
	uint8 *window;
	uint64 window_at;
	size_t window_len;
	char message[256];
};

#define WINDOW_SIZE (WS_MAX_PAYLOAD + 256 * 1024)

WalStoreDecoder *
walstore_decoder_create(void)
{
	WalStoreDecoder *dec = palloc0(sizeof(WalStoreDecoder));

	dec->core = ws_core_create();
	dec->window = palloc(WINDOW_SIZE);
	return dec;
}

void
walstore_decoder_free(WalStoreDecoder *dec)
{
	pfree(dec->window);
	ws_core_free(dec->core);
	pfree(dec);
}

void
walstore_decoder_ignore_crc(WalStoreDecoder *dec, bool on)
{
	dec->ignore_crc = on;
}

const char *
walstore_decoder_message(const WalStoreDecoder *dec)
{
	return dec->message;
}

static WalStoreStatus fail(WalStoreDecoder *dec, WalStoreStatus status, const char *fmt, ...)
	pg_attribute_printf(3, 4);

static WalStoreStatus
fail(WalStoreDecoder *dec, WalStoreStatus status, const char *fmt, ...)
{
	va_list args;
	int save = errno;

	va_start(args, fmt);
	vsnprintf(dec->message, sizeof(dec->message), fmt, args);
	va_end(args);
	errno = save;
	return status;
}

/*
 * Have need bytes at offset in the window, or all up to the file's end; how
 * many there are, -1 on an error.
 */
static ssize_t
fill(WalStoreDecoder *dec, uint64 offset, size_t need, const uint8 **bytes)
{
	if (offset < dec->window_at || offset + need > dec->window_at + dec->window_len)
	{
		size_t keep = 0;

		if (offset >= dec->window_at && offset < dec->window_at + dec->window_len)
		{
			keep = dec->window_at + dec->window_len - offset;
			memmove(dec->window, dec->window + (offset - dec->window_at), keep);
		}
		dec->window_at = offset;
		dec->window_len = keep;
		while (dec->window_len < need)
		{
			/* a little for a hop, a lot for reading on */
			size_t want = need > 4096 ? WINDOW_SIZE : Min(Max(need, keep + 65536), WINDOW_SIZE);
			ssize_t n = dec->read(dec->read_arg, dec->window + dec->window_len,
								  want - dec->window_len, offset + dec->window_len);

			if (n < 0)
				return -1;
			if (n == 0)
				break;
			dec->window_len += n;
		}
	}
	*bytes = dec->window + (offset - dec->window_at);
	return (ssize_t) Min(need, dec->window_at + dec->window_len - offset);
}

static void
rewind_to_start(WalStoreDecoder *dec)
{
	XLogRecPtr lsn = dec->header.segno * dec->header.segment_size;

	dec->offset = WALSTORE_HEADER_SIZE;
	dec->chain = 0;
	dec->chained = true;
	dec->finished = false;
	dec->zeros = 0;
	dec->placed = false; /* the first chunk says it */
	dec->next_lsn = lsn;
	ws_core_start(dec->core, &dec->header, lsn);
	memset(&dec->end, 0, sizeof(dec->end));
	dec->end.offset = WALSTORE_HEADER_SIZE;
	dec->end.lsn = lsn;
	dec->end.position.lost = true;
	dec->message[0] = '\0';
}

WalStoreStatus
walstore_decoder_open(WalStoreDecoder *dec, walstore_read_cb read, void *arg, WalStoreHeader *header)
{
	const uint8 *h;
	ssize_t n;

	dec->read = read;
	dec->read_arg = arg;
	dec->window_at = dec->window_len = 0;
	n = fill(dec, 0, WALSTORE_HEADER_SIZE, &h);
	if (n < 0)
		return fail(dec, WALSTORE_IO_ERROR, "could not read the header");
	if (n < WALSTORE_HEADER_SIZE || memcmp(h, WS_MAGIC, 4) != 0)
		return fail(dec, WALSTORE_NOT_A_STORE, "not a WAL store");
	dec->header.version = ws_get16(h + 4);
	if (dec->header.version > WALSTORE_VERSION)
		return fail(dec, WALSTORE_NEWER, "WAL store of format version %u, this program knows up to %u",
					dec->header.version, WALSTORE_VERSION);
	dec->header_crc = ws_get32(h + 44);
	if (ws_file_header_crc(h) != dec->header_crc && !dec->ignore_crc)
		return fail(dec, WALSTORE_NOT_A_STORE, "the header's checksum is wrong");
	dec->header.system_identifier = ws_get64(h + 8);
	dec->header.tli = ws_get32(h + 16);
	dec->header.segment_size = ws_get32(h + 20);
	dec->header.segno = ws_get64(h + 24);
	dec->header.salt = ws_get64(h + 32);
	dec->header.restart_distance = ws_get32(h + 40);
	if (dec->header.version < WALSTORE_OLDEST_VERSION)
		return fail(dec, WALSTORE_NOT_A_STORE, "WAL store of format version %u, which was never released",
					dec->header.version);
	if (ws_get16(h + 6) != 0 ||
		dec->header.segment_size < 1024 * 1024 || dec->header.segment_size > 1U << 30 ||
		(dec->header.segment_size & (dec->header.segment_size - 1)) != 0 ||
		dec->header.segno > PG_UINT64_MAX / dec->header.segment_size - 1)
		return fail(dec, WALSTORE_NOT_A_STORE, "the header holds values out of range");
	rewind_to_start(dec);
	if (header)
		*header = dec->header;
	return WALSTORE_OK;
}

static WalStoreStatus
damaged(WalStoreDecoder *dec, const char *what)
{
	return fail(dec, WALSTORE_DAMAGED, "%s at byte %llu of the file, WAL position %X/%X", what,
				(unsigned long long) dec->offset, LSN_FORMAT_ARGS(dec->end.lsn));
}

/* Read and verify the head of the next chunk; *chunk has all of it. */
static WalStoreStatus
next_chunk(WalStoreDecoder *dec, WsChunkHead *head, const uint8 **chunk)
{
	XLogRecPtr segment = dec->header.segno * dec->header.segment_size;
	ssize_t n;
	uint32 crc;

	if (dec->finished)
		return WALSTORE_END;
	n = fill(dec, dec->offset, WS_MAX_CHUNK_HEAD, chunk);
	if (n < 0)
		return fail(dec, WALSTORE_IO_ERROR, "could not read at byte %llu", (unsigned long long) dec->offset);
	if (n == 0 || ws_all_zero(*chunk, n))
		return WALSTORE_END;
	if (!ws_read_head(*chunk, n, head))
		return damaged(dec, "no chunk");
	n = fill(dec, dec->offset, head->size, chunk);
	if (n < 0)
		return fail(dec, WALSTORE_IO_ERROR, "could not read at byte %llu", (unsigned long long) dec->offset);
	if (n < (ssize_t) head->size)
		return damaged(dec, "no complete chunk");
	if (!(head->flags & WS_F_RESTART) && !dec->chained)
		return damaged(dec, "a chunk that depends on others");
	crc = ws_crc(head->flags & WS_F_RESTART ? dec->header_crc : dec->chain, *chunk, head->size - 4);
	if (!dec->ignore_crc)
	{
		if (crc != ws_get32(*chunk + head->size - 4))
			return damaged(dec, "wrong checksum");
		if ((head->flags & WS_F_RESTART) && dec->chained && head->before != dec->chain)
			return damaged(dec, "a chunk of another writer");
	}
	if (head->flags & WS_F_RESTART)
	{
		if (head->lsn < segment || head->lsn >= segment + dec->header.segment_size)
			return damaged(dec, "a chunk of another segment");
		if (dec->placed && head->lsn != dec->next_lsn)
			return damaged(dec, "a gap in the WAL");
		dec->next_lsn = head->lsn;
		dec->placed = true;
	}
	else if (!dec->placed && (head->flags & WS_F_KIND) != WS_INDEX)
		return damaged(dec, "the first chunk is no restart point");
	if (head->logical > segment + dec->header.segment_size - dec->next_lsn)
		return damaged(dec, "a chunk beyond the segment");
	dec->chain = crc;
	dec->chained = true;
	return WALSTORE_OK;
}

/* Step over the chunk. */
static void
pass(WalStoreDecoder *dec, const WsChunkHead *head)
{
	dec->offset += head->size;
	dec->next_lsn += head->logical;
	if ((head->flags & WS_F_KIND) == WS_INDEX)
		dec->finished = true;
}

/* What a writer would have to know to go on behind the chunks read so far. */
static void
note_end(WalStoreDecoder *dec)
{
	dec->end.lsn = dec->next_lsn;
	dec->end.offset = dec->offset;
	dec->end.chain = dec->chain;
	dec->end.finished = dec->finished;
	ws_core_position(dec->core, &dec->end.position);
}

WalStoreStatus
walstore_decoder_next(WalStoreDecoder *dec, const uint8 **bytes, size_t *len, XLogRecPtr *lsn)
{
	WsChunkHead head;
	const uint8 *chunk;
	WalStoreStatus status;

	if (dec->zeros == 0)
	{
		status = next_chunk(dec, &head, &chunk);
		if (status != WALSTORE_OK)
			return status;
		if (!ws_core_decode(dec->core, &head, chunk, bytes))
		{
			dec->chained = false;
			return damaged(dec, "a chunk that does not decode");
		}
		*lsn = dec->next_lsn;
		*len = head.logical;
		pass(dec, &head);
		note_end(dec);
		if (dec->finished)
			return WALSTORE_END;
		if ((head.flags & WS_F_KIND) != WS_ZERO)
			return WALSTORE_OK;
		dec->zeros = head.logical;
	}
	/* zeros, in pieces */
	*len = Min(dec->zeros, WALSTORE_MAX_CHUNK);
	*lsn = dec->next_lsn - dec->zeros;
	memset(dec->core->out, 0, *len);
	*bytes = dec->core->out;
	dec->zeros -= *len;
	return WALSTORE_OK;
}

WalStoreStatus
walstore_decoder_hop(WalStoreDecoder *dec, WalStoreChunkInfo *info)
{
	WsChunkHead head;
	const uint8 *chunk;
	WalStoreStatus status = next_chunk(dec, &head, &chunk);

	if (status != WALSTORE_OK)
		return status;
	info->offset = dec->offset;
	info->size = head.size;
	info->logical = head.logical;
	info->lsn = dec->next_lsn;
	info->kind = "RPZI"[head.flags & WS_F_KIND];
	info->restart = (head.flags & WS_F_RESTART) != 0;
	info->nonce = head.nonce;
	pass(dec, &head);
	/* the model did not see it */
	ws_core_lose(dec->core);
	note_end(dec);
	return WALSTORE_OK;
}

/* Find the restart point by the index at the file's end; false if there is none. */
static bool
seek_by_index(WalStoreDecoder *dec, XLogRecPtr lsn, uint64 *offset)
{
	uint64 low = 0,
		   high = (uint64) 1 << 40;
	const uint8 *p;
	WsChunkHead head;
	WsCursor c;
	uint64 count,
		at_offset = 0,
		best = 0;
	XLogRecPtr at_lsn = 0;
	uint32 size;

	/* the file's length, by bisection: a reader knows no other way */
	while (low < high)
	{
		uint64 middle = low + (high - low) / 2;
		uint8 byte;
		ssize_t n = dec->read(dec->read_arg, &byte, 1, middle);

		if (n < 0)
			return false;
		if (n > 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < WALSTORE_HEADER_SIZE + 16 || fill(dec, low - 4, 4, &p) != 4)
		return false;
	size = ws_get32(p);
	if (size < 12 || size > low - WALSTORE_HEADER_SIZE || size > WS_MAX_INDEX * 20 + 64)
		return false;
	if (fill(dec, low - size, size, &p) != (ssize_t) size || !ws_read_head(p, size - 4, &head) ||
		head.flags != (WS_INDEX | WS_F_SET) || head.size != size - 4)
		return false;
	c = (WsCursor){p + head.payload_at, p + head.payload_at + head.payload, false};
	count = ws_varint(&c);
	for (uint64 i = 0; i < count && !c.bad; i++)
	{
		at_lsn += ws_varint(&c);
		at_offset += ws_varint(&c);
		if (c.bad || at_lsn > lsn)
			break;
		best = at_offset;
	}
	/* the index is a hint: the restart chunk there has to prove itself */
	if (best < WALSTORE_HEADER_SIZE)
		return false;
	*offset = best;
	return true;
}

WalStoreStatus
walstore_decoder_seek(WalStoreDecoder *dec, XLogRecPtr lsn)
{
	WalStoreChunkInfo info;
	WalStoreStatus status;
	WsChunkHead head;
	const uint8 *chunk;
	uint64 target = WALSTORE_HEADER_SIZE;

	rewind_to_start(dec);
	if (seek_by_index(dec, lsn, &target))
	{
		dec->offset = target;
		dec->chained = false;
		if (next_chunk(dec, &head, &chunk) == WALSTORE_OK && (head.flags & WS_F_RESTART) && head.lsn <= lsn)
		{
			dec->chained = dec->placed = false;
			return WALSTORE_OK;
		}
		rewind_to_start(dec);
	}
	while ((status = walstore_decoder_hop(dec, &info)) == WALSTORE_OK)
	{
		if (info.kind == 'I' || info.lsn > lsn)
			break;
		if (info.restart)
			target = info.offset;
		if (info.lsn + info.logical > lsn)
			break;
	}
	if (status == WALSTORE_IO_ERROR)
		return status;
	rewind_to_start(dec);
	dec->offset = target;
	dec->chained = target == WALSTORE_HEADER_SIZE;
	return WALSTORE_OK;
}

WalStoreStatus
walstore_decoder_seek_chunk(WalStoreDecoder *dec, uint64 offset)
{
	if (offset < WALSTORE_HEADER_SIZE)
		return fail(dec, WALSTORE_DAMAGED, "no chunk at byte %llu of the file", (unsigned long long) offset);
	rewind_to_start(dec);
	dec->offset = offset;
	dec->chained = offset == WALSTORE_HEADER_SIZE;
	return WALSTORE_OK;
}

void
walstore_decoder_observe(WalStoreDecoder *dec, walstore_record_cb callback, void *arg)
{
	dec->core->observer = callback;
	dec->core->observer_arg = arg;
}

void
walstore_decoder_end(const WalStoreDecoder *dec, WalStoreEnd *end)
{
	*end = dec->end;
}

/*
 * walstore_encode.c
 *		The encoder of the WAL store: ranges of a WAL stream in, chunks out.
 *
 * A chunk is made in four steps.  scan() walks over pages, leaves out their
 * headers where they are as predicted, and finds the records; put_record()
 * codes each complete one into four streams (control, literals, structure and
 * residue of images); write_records() compresses the streams; finish_chunk()
 * adds the checksum, has the chunk checked if asked to, and hands it over.
 * What is no stream of records is kept as it is (write_plain).
 *
 * Invariants
 *	E1	A chunk depends on the chunks since the last restart chunk only.
 *	E2	Everything that differs from its prediction is written: page headers,
 *		xl_prev, record checksums (verified before they are left out).
 *	E3	After a chunk behind which the position is not known, and after a plain
 *		one, comes a restart chunk.
 *	E4	No chunk crosses a segment.
 *	E5	Nothing is allocated after creation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_encode.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/xlogrecord.h"
#include "walstore_encode.h"

/* zstd's own level for each of ours; 0 = off */
static const int zstd_levels[WALSTORE_MAX_LEVEL + 1] = {0, 1, 1, 6};

/* of ZSTD_c_literalCompressionMode; zstd's own names differ between its versions */
enum
{
	LITERALS_AUTO = 0,
	LITERALS_PLAIN = 2
};

/* ---- life ---- */

WalStoreEncoder *
walstore_encoder_create(int level, bool check, walstore_write_cb write, void *arg)
{
	WalStoreEncoder *enc = palloc0(sizeof(WalStoreEncoder));

	enc->write = write;
	enc->write_arg = arg;
	enc->model = ws_model_create();
	enc->pages = ws_page_create();
	enc->pglz = ws_pglz_create();
	enc->checker = check ? ws_core_create() : NULL;
	enc->avx2 = ws_has_avx2();
	enc->zstd = ZSTD_createCCtx();
	enc->payload = palloc(WS_STREAM_ROOM);
	enc->starts = palloc(WS_MAX_RECORDS * sizeof(uint32));
	enc->totals = palloc(WS_MAX_RECORDS * sizeof(uint32));
	enc->control = enc->stream[WS_CONTROL] = palloc(WS_CONTROL_ROOM);
	for (int i = WS_LITERAL; i < WS_NSTREAMS; i++)
		enc->stream[i] = palloc(ws_stream_room(i));
	enc->raw = palloc(WS_LANE_ROOM);
	enc->chunk = palloc(WS_MAX_PAYLOAD + 1024);
	enc->failed = WALSTORE_END; /* not begun */
	walstore_encoder_set_level(enc, level);
	return enc;
}

void
walstore_encoder_free(WalStoreEncoder *enc)
{
	for (int i = 0; i < WS_NSTREAMS; i++)
		pfree(enc->stream[i]);
	pfree(enc->chunk);
	pfree(enc->raw);
	pfree(enc->totals);
	pfree(enc->starts);
	pfree(enc->payload);
	ZSTD_freeCCtx(enc->zstd);
	if (enc->checker)
		ws_core_free(enc->checker);
	ws_pglz_free(enc->pglz);
	ws_page_free(enc->pages);
	ws_model_free(enc->model);
	pfree(enc);
}

/* Levels lower than wanted, by the bytes that wait. */
static int
levels_lower(uint64 backlog)
{
	if (backlog < WS_BACKLOG)
		return 0;
	return backlog < 4 * WS_BACKLOG ? 1 : backlog < 16 * WS_BACKLOG ? 2
																	: 3;
}

static void
choose_level(WalStoreEncoder *enc)
{
	enc->level = Max(enc->wanted_level - levels_lower(enc->backlog), WALSTORE_MIN_LEVEL);
	/* plain chunks, which are rare, are compressed at level 0 too */
	if (Max(zstd_levels[enc->level], 1) == enc->zstd_level)
		return;
	enc->zstd_level = Max(zstd_levels[enc->level], 1);
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_compressionLevel, enc->zstd_level);
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_format, ZSTD_f_zstd1_magicless);
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_contentSizeFlag, 0);
}

void
walstore_encoder_set_level(WalStoreEncoder *enc, int level)
{
	enc->wanted_level = Max(WALSTORE_MIN_LEVEL, Min(level, WALSTORE_MAX_LEVEL));
	choose_level(enc);
}

void
walstore_encoder_set_backlog(WalStoreEncoder *enc, uint64 bytes)
{
	enc->backlog = bytes;
	choose_level(enc);
}

void
walstore_encoder_set_plain(WalStoreEncoder *enc, bool on)
{
	enc->plain = on;
}

XLogRecPtr
walstore_encoder_lsn(const WalStoreEncoder *enc)
{
	return enc->lsn;
}

void
walstore_encoder_position(const WalStoreEncoder *enc, WalStorePosition *position)
{
	*position = enc->position;
}

void
walstore_encoder_stats(const WalStoreEncoder *enc, WalStoreStats *stats)
{
	*stats = enc->stats;
}

static bool
valid_segment_size(uint32 size)
{
	return size >= 1024 * 1024 && size <= 1U << 30 && (size & (size - 1)) == 0;
}

void
ws_put_file_header(uint8 *h, const WalStoreHeader *header)
{
	memcpy(h, WS_MAGIC, 4);
	ws_put16(h + 4, header->version);
	ws_put16(h + 6, 0);
	ws_put64(h + 8, header->system_identifier);
	ws_put32(h + 16, header->tli);
	ws_put32(h + 20, header->segment_size);
	ws_put64(h + 24, header->segno);
	ws_put64(h + 32, header->salt);
	ws_put32(h + 40, header->restart_distance);
	ws_put32(h + 44, ws_file_header_crc(h));
}

uint32
ws_file_header_crc(const uint8 *h)
{
	return ws_crc(0xFFFFFFFF, h, 44);
}

static void
start_stream(WalStoreEncoder *enc, XLogRecPtr lsn, const WalStorePosition *position)
{
	enc->lsn = lsn;
	if (position)
		enc->position = *position;
	else
	{
		memset(&enc->position, 0, sizeof(enc->position));
		enc->position.lost = true;
	}
	enc->restart = true;
	enc->since_restart = 0;
	enc->nindex = 0;
	enc->failed = WALSTORE_OK;
	memset(enc->matching, 0, sizeof(enc->matching));
	if (enc->checker)
		ws_core_start(enc->checker, &enc->header, lsn);
}

WalStoreStatus
walstore_encoder_begin(WalStoreEncoder *enc, XLogRecPtr start, TimeLineID tli,
					   uint64 system_identifier, uint32 segment_size, uint64 salt,
					   uint32 restart_distance, const WalStorePosition *position)
{
	uint8 bytes[WALSTORE_HEADER_SIZE];

	if (!valid_segment_size(segment_size))
		return WALSTORE_NOT_A_STORE;
	enc->header = (WalStoreHeader){
		WALSTORE_VERSION, system_identifier, tli, segment_size, start / segment_size, salt,
		restart_distance ? restart_distance : WALSTORE_RESTART_DISTANCE};
	ws_put_file_header(bytes, &enc->header);
	enc->header_crc = ws_get32(bytes + 44);
	enc->offset = WALSTORE_HEADER_SIZE;
	enc->chain = 0;
	enc->nonce = (uint32) salt;
	start_stream(enc, start, position);
	enc->stats.stored_bytes += sizeof(bytes);
	if (!enc->write(enc->write_arg, bytes, sizeof(bytes)))
		enc->failed = WALSTORE_IO_ERROR;
	return enc->failed;
}

WalStoreStatus
walstore_encoder_resume(WalStoreEncoder *enc, const WalStoreHeader *header,
						const WalStoreEnd *end, uint32 nonce)
{
	uint8 bytes[WALSTORE_HEADER_SIZE];

	if (!valid_segment_size(header->segment_size) || end->finished)
		return WALSTORE_NOT_A_STORE;
	enc->header = *header;
	ws_put_file_header(bytes, header);
	enc->header_crc = ws_get32(bytes + 44);
	enc->offset = end->offset;
	enc->chain = end->chain;
	enc->nonce = nonce;
	start_stream(enc, end->lsn, &end->position);
	return WALSTORE_OK;
}

/* ---- chunks ---- */

/* Write a chunk's first bytes, up to its payload. */
static uint8 *
put_head(WalStoreEncoder *enc, uint32 flags, uint32 logical, uint32 payload,
		 const WalStorePosition *p)
{
	uint8 *out = enc->chunk;

	*out++ = (uint8) (flags | WS_F_SET | (enc->restart ? WS_F_RESTART : 0));
	out = ws_put_varint(out, logical);
	if (enc->restart)
	{
		ws_put32(out, enc->nonce);
		ws_put32(out + 4, enc->chain);
		ws_put64(out + 8, enc->lsn);
		out[16] = (uint8) ((p->lost ? 1 : 0) | (p->page_info & 4 ? 2 : 0));
		if (!p->lost)
			out[16] |= (uint8) (ws_magic_number(p->page_magic) << 2);
		out += 17;
		out = ws_put_varint(out, p->page_tli);
		out = ws_put_varint(out, p->remaining);
		out = ws_put_varint(out, p->prev ? enc->lsn - p->prev : 0);
	}
	return ws_put_varint(out, payload);
}

/* Does the chunk give back the bytes that it was made from? */
static bool
check_chunk(WalStoreEncoder *enc, size_t size, const uint8 *source)
{
	WsChunkHead head;
	const uint8 *bytes;

	if (enc->checker == NULL)
		return true;
	if (!ws_read_head(enc->chunk, size, &head) || head.size != size ||
		!ws_core_decode(enc->checker, &head, enc->chunk, &bytes))
		return false;
	return (head.flags & WS_F_KIND) == WS_ZERO || (head.flags & WS_F_KIND) == WS_INDEX ||
		memcmp(bytes, source, head.logical) == 0;
}

/*
 * Close the chunk that ends before its checksum and hand it over.  false: it
 * does not give back its source (nothing was handed over), or the write failed
 * (enc->failed).
 */
static bool
finish_chunk(WalStoreEncoder *enc, uint8 *end, uint32 logical, const uint8 *source)
{
	size_t size = end - enc->chunk + 4;
	uint32 crc = ws_crc(enc->restart ? enc->header_crc : enc->chain, enc->chunk, size - 4);

	ws_put32(end, crc);
	if (!check_chunk(enc, size, source))
		return false;
	if (!enc->write(enc->write_arg, enc->chunk, size))
	{
		enc->failed = WALSTORE_IO_ERROR;
		return false;
	}
	if (enc->restart)
	{
		if (enc->nindex < WS_MAX_INDEX)
		{
			enc->index_lsn[enc->nindex] = enc->lsn;
			enc->index_offset[enc->nindex++] = enc->offset;
		}
		enc->stats.restarts++;
		enc->since_restart = 0;
	}
	enc->restart = false;
	enc->chain = crc;
	enc->offset += size;
	enc->lsn += logical;
	enc->since_restart += logical;
	enc->stats.chunks++;
	enc->stats.logical_bytes += logical;
	enc->stats.stored_bytes += size;
	return true;
}

/* Compress bytes with zstd; 0 if that does not help. */
static size_t
squeeze(WalStoreEncoder *enc, uint8 *dest, size_t room, const uint8 *source, size_t len)
{
	size_t n;

	if (len < WS_MIN_ZSTD)
		return 0;
	n = ZSTD_compress2(enc->zstd, dest, room, source, len);
	return ZSTD_isError(n) || n + 2 >= len ? 0 : n;
}

/*
 * Where matches were nearly all in the chunk before, each repeats the record before
 * at the same distance.  Coding what lies between them takes time and saves next
 * to nothing; a table of other places leads away from that distance, so it is as
 * small as can be, but not for images (image), which have earlier ones to find.
 */
static void
expect_matches(WalStoreEncoder *enc, bool on, bool image)
{
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_literalCompressionMode, on ? LITERALS_PLAIN : LITERALS_AUTO);
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_hashLog, on && !image ? ZSTD_HASHLOG_MIN : 0);
	ZSTD_CCtx_setParameter(enc->zstd, ZSTD_c_minMatch, on && !image ? WS_LONG_MATCH : 0);
}

/* The same for a stream of records. */
static size_t
squeeze_stream(WalStoreEncoder *enc, int i, uint8 *dest, size_t room, const uint8 *source, size_t len)
{
	bool quick = enc->level < WALSTORE_MAX_LEVEL && len >= WS_QUICK_STREAM && enc->matching[i];
	bool image = i > WS_LITERAL;
	size_t n;

	if (quick)
		expect_matches(enc, true, image);
	n = squeeze(enc, dest, room, source, len);
	if (quick)
		expect_matches(enc, false, image);
	enc->matching[i] = n > 0 && n < len / WS_MATCHING;
	/* the records are of another kind now */
	if (quick && !image && (n == 0 || n > len / WS_MATCHING_YET))
		n = squeeze(enc, dest, room, source, len);
	return n;
}

/* Store bytes as they are: with zstd, or as a count if they are zeros. */
static uint32
write_plain(WalStoreEncoder *enc, const uint8 *source, uint32 len, bool zero)
{
	WalStorePosition lost = {.lost = true};
	uint8 *end;

	enc->restart = true; /* E3; a plain chunk needs no model */
	if (zero)
		end = put_head(enc, WS_ZERO | WS_F_LOST, len, 0, &lost);
	else
	{
		uint8 *squeezed = enc->stream[WS_LITERAL];
		size_t n = squeeze(enc, squeezed, WS_STREAM_ROOM, source, len);

		end = put_head(enc, WS_RAW | WS_F_LOST | (n ? WS_F_SHORT : 0), len, n ? n : len, &lost);
		memcpy(end, n ? squeezed : source, n ? n : len);
		end += n ? n : len;
	}
	if (zero)
		enc->stats.zero_chunks++;
	else
		enc->stats.raw_chunks++;
	if (!finish_chunk(enc, end, len, source))
	{
		if (enc->failed == WALSTORE_OK)
			enc->failed = WALSTORE_DAMAGED;
		return 0;
	}
	enc->restart = true;
	return len;
}

/*
 * Is this a page header that a stream of records may go on from?  Its address
 * may be that of another segment: behind the end of WAL a recycled file holds
 * records of its life before, which code as well, with odd headers and links.
 */
static bool
usable_header(const uint8 *h, XLogRecPtr page, uint32 segment_size)
{
	uint16 info = ws_get16(h + 2);

	return ws_known_magic(ws_get16(h)) && (info & ~0xF) == 0 &&
		((ws_get64(h + 8) ^ page) & (segment_size - 1)) == 0 &&
		!!(info & 2) == (ws_page_header_size(page, segment_size) == 40) &&
		!!(info & 1) == (ws_get32(h + 16) != 0) && ws_get32(h + 16) <= WS_MAX_RECORD;
}

/* Store plainly up to the next page that can be understood. */
static uint32
write_lost(WalStoreEncoder *enc, const uint8 *source, size_t len)
{
	uint32 segment_size = enc->header.segment_size;
	XLogRecPtr start = enc->lsn;
	XLogRecPtr end = start + len;
	XLogRecPtr stop = (start & ~(uint64) (WS_PAGE - 1)) + WS_PAGE;
	size_t n;

	while (stop < end && stop - start < WALSTORE_MAX_CHUNK / 2)
	{
		if (!enc->plain && stop + ws_page_header_size(stop, segment_size) <= end &&
			usable_header(source + (stop - start), stop, segment_size))
			break;
		stop += WS_PAGE;
	}
	n = Min(stop, end) - start;
	memset(&enc->position, 0, sizeof(enc->position));
	enc->position.lost = true;
	if (n > 64 && ws_all_zero(source, n))
	{
		/* zeros go on as far as they go */
		while (n < len && n < WS_MAX_ZERO)
		{
			size_t more = Min(len - n, WS_PAGE);

			if (!ws_all_zero(source + n, more))
				break;
			n += more;
		}
		return write_plain(enc, source, (uint32) n, true);
	}
	return write_plain(enc, source, (uint32) n, false);
}

/* ---- finding records ---- */

/* The position at a page, from its header; prev from the first record. */
static void
read_position(const WalStoreEncoder *enc, const uint8 *h, size_t len, WalStorePosition *p)
{
	uint32 segment_size = enc->header.segment_size;
	XLogRecPtr first;

	p->lost = false;
	p->page_magic = ws_get16(h);
	p->page_info = ws_get16(h + 2) & 4;
	p->page_tli = ws_get32(h + 4);
	p->remaining = ws_get32(h + 16);
	p->prev = 0;
	if (p->remaining + 64 > len)
		return;
	first = ws_advance(ws_skip_header(enc->lsn, segment_size), (p->remaining + 7) & ~7U, segment_size);
	if (first - enc->lsn + 24 <= len && (first & (WS_PAGE - 1)) <= WS_PAGE - 24)
	{
		XLogRecPtr prev = ws_get64(h + (first - enc->lsn) + 8);

		if (prev < first && prev < enc->lsn)
			p->prev = prev;
	}
}

typedef enum HeaderCheck
{
	HEADER_FINE, /* as predicted, or odd and noted */
	HEADER_BREAKS /* the stream of records does not go on here */
} HeaderCheck;

/* Compare n bytes of the page header at l (its byte from) with the prediction. */
static HeaderCheck
scan_header(WalStoreEncoder *enc, WsScan *s, const uint8 *h, XLogRecPtr page, uint32 from,
			uint32 n, uint32 at, bool fresh)
{
	uint8 predicted[40];
	uint8 *odd;
	bool whole = from == 0 && n == ws_page_header_size(page, enc->header.segment_size);

	ws_predict_header(predicted, page, &s->after, s->after.remaining,
					  enc->header.system_identifier, enc->header.segment_size);
	if (memcmp(predicted + from, h, n) == 0)
		return HEADER_FINE;
	if (whole && (!usable_header(h, page, enc->header.segment_size) || (!fresh && (ws_get32(h + 16) != s->after.remaining || (ws_get16(h + 2) & 8)))))
		return HEADER_BREAKS;
	if (s->nodd == WS_MAX_ODD_HEADERS)
		return HEADER_BREAKS;
	odd = ws_put_varint(enc->odd + s->odd_length, at);
	odd = ws_put_varint(odd, n);
	memcpy(odd, h, n);
	s->odd_length = (uint32) (odd + n - enc->odd);
	s->nodd++;
	enc->stats.odd_headers++;
	if (whole)
	{
		s->after.page_magic = ws_get16(h);
		s->after.page_tli = ws_get32(h + 4);
		s->after.page_info = ws_get16(h + 2) & 4;
	}
	return HEADER_FINE;
}

static bool
is_switch(const uint8 *record)
{
	return ws_get32(record) == 24 && record[17] == RM_XLOG_ID && (record[16] & 0xF0) == 0x40;
}

/*
 * The common case: a short record of total bytes that lies with its padding in
 * the n bytes that this page has from bytes on, available of which can be read.
 * False: it is not, or (s->lost) its padding is not zero.
 */
static inline bool
scan_whole(WalStoreEncoder *enc, WsScan *s, const uint8 *bytes, size_t available, uint32 n,
		   uint32 total, XLogRecPtr lsn)
{
	uint32 padded = (total + 7) & ~7U;

	if (padded > n || padded >= WS_LONG_RECORD || is_switch(bytes))
		return false;
	/* in two steps, since there may be no padding */
	if (ws_get64(bytes + padded - 8) >> 8 * ((total - 1) % 8) >> 8 != 0)
	{
		s->lost = true;
		return false;
	}
	if (likely(available >= Max(padded, 64) + WS_COPY_OVER))
	{
		/* most often that is all: no loop whose end cannot be foreseen */
		memcpy(enc->payload + s->npayload, bytes, 64);
		if (padded > 64)
			ws_copy_over(enc->payload + s->npayload + 64, bytes + 64, padded - 64);
	}
	else
		memcpy(enc->payload + s->npayload, bytes, padded);
	enc->starts[s->nrecords] = s->npayload;
	enc->totals[s->nrecords++] = total;
	s->after.prev = lsn;
	s->npayload += padded;
	return true;
}

/* memcpy of bytes that most often are in no cache, and that others follow. */
static void
copy_ahead(uint8 *to, const uint8 *from, uint32 n)
{
	uint32 i = 0;

	for (; i + 64 <= n; i += 64)
	{
		__m128i a = _mm_loadu_si128((const __m128i *) (from + i));
		__m128i b = _mm_loadu_si128((const __m128i *) (from + i + 16));
		__m128i c = _mm_loadu_si128((const __m128i *) (from + i + 32));
		__m128i d = _mm_loadu_si128((const __m128i *) (from + i + 48));

		__builtin_prefetch(from + i + 1024);
		_mm_storeu_si128((__m128i *) (to + i), a);
		_mm_storeu_si128((__m128i *) (to + i + 16), b);
		_mm_storeu_si128((__m128i *) (to + i + 32), c);
		_mm_storeu_si128((__m128i *) (to + i + 48), d);
	}
	memcpy(to + i, from + i, n - i);
}

/*
 * Take n bytes.  A long record is summed on the way, but for its header, which
 * counts last: most bytes are read once.
 */
static void
copy_piece(WalStoreEncoder *enc, WsScan *s, const uint8 *source, uint32 n)
{
	uint8 *to = enc->payload + s->npayload;
	uint32 header = 0;

	if (s->after.remaining > 0 && s->nrecords > 0 && s->npayload == enc->starts[s->nrecords - 1])
	{
		header = 24;
		s->summing = n >= header && s->after.remaining >= WS_LONG_RECORD;
		s->sum = 0xFFFFFFFF;
	}
	s->npayload += n;
	if (s->after.remaining == 0 || s->nrecords == 0 || !s->summing)
	{
		copy_ahead(to, source, n);
		return;
	}
	memcpy(to, source, header);
	s->sum = ws_copy_crc(s->sum, to + header, source + header, n - header);
	if (n == s->after.remaining)
	{
		Assert(s->nsums < WS_MAX_SUMS - 1);
		enc->sums[s->nsums++] = (WsSum){enc->starts[s->nrecords - 1], s->sum};
	}
}

/*
 * Walk over [enc->lsn, + len): payload, records and odd headers.  The result
 * ends at a record's end near want bytes if it can.  length 0: nothing can be
 * made of it.  hold: an incomplete record at the end is for the next time.
 */
static void
scan(WalStoreEncoder *enc, const uint8 *source, size_t len, uint32 want, bool flush,
	 bool fresh, WsScan *s, bool *hold)
{
	uint32 segment_size = enc->header.segment_size;
	XLogRecPtr start = enc->lsn;
	uint32 limit = (uint32) Min(len, WALSTORE_MAX_CHUNK);
	uint32 at = 0;
	WsScan cut = {.length = 0}; /* before the last record that starts here */

	*hold = false;
	s->after = s->before;
	s->npayload = s->odd_length = 0;
	s->nrecords = s->nsums = s->nodd = 0;
	s->lost = false;
	while (at < limit && !s->lost)
	{
		XLogRecPtr l = start + at;
		uint32 from = (uint32) (l & (WS_PAGE - 1));
		uint32 header = ws_page_header_size(l, segment_size);
		uint32 n = Min((from < header ? header : WS_PAGE) - from, limit - at);

		if (from < header)
		{
			if (scan_header(enc, s, source + at, l - from, from, n, at, fresh && at == 0) == HEADER_BREAKS)
			{
				s->lost = true;
				break;
			}
			at += n;
			continue;
		}
		if (s->after.remaining > 0)
			n = Min(n, s->after.remaining);
		else if (l & 7)
		{
			n = Min(n, 8 - (uint32) (l & 7));
			if (s->nrecords > 0 && !ws_all_zero(source + at, n))
			{
				s->lost = true;
				break;
			}
		}
		else
		{
			uint32 total = n >= 4 ? ws_get32(source + at) : 0;

			s->length = at;
			if (s->npayload > 0 && at >= want)
				break;
			if (total < 24 || total > WS_MAX_RECORD)
			{
				s->lost = true;
				break;
			}
			if (scan_whole(enc, s, source + at, len - at, n, total, l))
			{
				at += (total + 7) & ~7U;
				continue;
			}
			if (s->lost)
				break;
			if (s->npayload > 0)
				cut = *s;
			enc->starts[s->nrecords] = s->npayload;
			enc->totals[s->nrecords++] = total;
			s->after.remaining = total;
			s->after.prev = l;
			continue;
		}
		copy_piece(enc, s, source + at, n);
		at += n;
		if (s->after.remaining > 0)
		{
			s->after.remaining -= n;
			/* behind a switch there are zeros up to the segment's end */
			if (s->after.remaining == 0 && s->nrecords > 0 &&
				is_switch(enc->payload + enc->starts[s->nrecords - 1]))
				s->lost = true;
		}
	}
	s->length = at;
	if (s->after.remaining == 0 || s->nrecords == 0 || s->lost)
		return;
	/* an incomplete record at the end */
	if (at < len || !flush)
	{
		if (cut.length > 0)
			*s = cut;
		else if (!flush && at == len && len < WALSTORE_MAX_CHUNK)
			*hold = true;
	}
}

/*
 * The control stream: one lane, or two behind the length of the first; then the
 * bits without a model, from the end backwards.
 */
static bool
put_records_coded(WalStoreEncoder *enc, const WsScan *s, int complete)
{
	WsCoder *r = &enc->coder;
	uint8 *first = enc->control + 8;
	uint8 *second = enc->control + WS_LANE_ROOM;
	uint8 *at = enc->control;
	bool two = s->length >= WS_TWO_LANES;
	size_t n;

	enc->model->tables_used = true;
	r->tables = enc->model->tables;
	r->turn = 0;
	r->bits = 0;
	r->nbits = 0;
	r->raw_out = enc->raw;
	ws_coder_start(&r->lane[0], first);
	ws_coder_start(&r->lane[1], second);
	if (!(enc->avx2 ? ws_put_records_avx2 : ws_put_records)(enc, two ? WS_BOTH_LANES : WS_ONE_LANE, s, complete))
		return false;
	ws_coder_finish(&r->lane[0]);
	n = r->lane[0].out - first;
	if (two)
		at = ws_put_varint(at, n);
	memmove(at, first, n);
	at += n;
	if (two)
	{
		ws_coder_finish(&r->lane[1]);
		n = r->lane[1].out - second;
		memmove(at, second, n);
		at += n;
	}
	if (r->nbits > 0)
		r->raw_out++;
	while (r->raw_out > enc->raw)
		*at++ = *--r->raw_out;
	enc->at[WS_CONTROL] = at;
	return true;
}

static bool
put_records_plain(WalStoreEncoder *enc, const WsScan *s, int complete)
{
	enc->coder.lane[0].out = enc->control;
	if (!(enc->avx2 ? ws_put_records_avx2 : ws_put_records)(enc, WS_UNCODED, s, complete))
		return false;
	enc->at[WS_CONTROL] = enc->coder.lane[0].out;
	return true;
}

/*
 * Put the streams behind each other in chunk form: methods, sizes, bytes.  The
 * payload's length, 0 if it is longer than the bytes themselves would be.
 */
static size_t
put_streams(WalStoreEncoder *enc, uint8 *out, bool coded, uint32 logical)
{
	uint8 sizes[64];
	uint8 sized[64];
	uint8 *size = sized;
	uint8 *body = out;
	uint32 methods = 0;
	size_t nsizes;
	size_t most = logical + logical / 8 + 4096;
	int left = 0;

	for (int i = 0; i < WS_NSTREAMS; i++)
		left += enc->at[i] > enc->stream[i] || (coded && i == WS_CONTROL);
	for (int i = 0; i < WS_NSTREAMS; i++)
	{
		const uint8 *stream = enc->stream[i];
		size_t len = enc->at[i] - stream;
		size_t n = 0;
		int method = WS_M_PLAIN;
		int image = i == WS_RANDOM ? -1 : i - WS_STRUCTURE;

		if (len == 0 && !(coded && i == WS_CONTROL))
			continue;
		left--;
		if (body - out + len / 16 > most)
			return 0;
		if (i == WS_CONTROL && coded)
			method = WS_M_CODED;
		else
		{
			const uint8 *history;
			uint32 nhistory = image >= 0 ? ws_history(enc->model, image, len, &history) : 0;

			if (nhistory > 0 && len >= WS_MIN_ZSTD && zstd_levels[enc->level] != 0)
				ZSTD_CCtx_refPrefix(enc->zstd, history, nhistory);
			if (zstd_levels[enc->level] != 0 && i != WS_RANDOM)
				n = squeeze_stream(enc, i, body, enc->chunk + WS_MAX_PAYLOAD - body, stream, len);
			if (n > 0)
				method = WS_M_ZSTD;
		}
		if (n == 0)
		{
			n = len;
			if (body - out + n > most)
				return 0;
			memcpy(body, stream, n);
		}
		body += n;
		methods |= (uint32) method << 2 * i;
		if (method == WS_M_ZSTD)
			size = ws_put_varint(size, len);
		if (left > 0)
			size = ws_put_varint(size, n);
		if (image >= 0)
			ws_history_add(enc->model, image, stream, len);
		enc->stats.stream_raw[i] += len;
		enc->stats.stream_stored[i] += n;
	}
	/* make room for the sizes in front */
	if (methods == WS_M_CODED << 2 * WS_CONTROL)
		return body - out; /* WS_F_SHORT: none */
	nsizes = ws_put_varint(sizes, methods) - sizes;
	memcpy(sizes + nsizes, sized, size - sized);
	nsizes += size - sized;
	memmove(out + nsizes, out, body - out);
	memcpy(out, sizes, nsizes);
	return body - out + nsizes;
}

/* Is the control stream the only one that holds anything? */
static bool
alone(const WalStoreEncoder *enc)
{
	for (int i = WS_LITERAL; i < WS_NSTREAMS; i++)
		if (enc->at[i] != enc->stream[i])
			return false;
	return true;
}

/* Make a REC chunk of what scan() found; false if it has to be stored plainly. */
static bool
write_records(WalStoreEncoder *enc, const uint8 *source, const WsScan *s)
{
	uint8 *literal = enc->stream[WS_LITERAL];
	bool coded = enc->level >= 2 && !(enc->regular && s->length >= WS_TWO_LANES);
	uint64 control = enc->stats.stream_stored[WS_CONTROL];
	int complete = s->nrecords;
	uint32 head = s->npayload;
	uint32 tail = s->npayload;
	uint8 *end;
	size_t n;
	uint32 flags = WS_REC | (s->lost ? WS_F_LOST : 0) | (s->nodd ? WS_F_ODD_HEADERS : 0);

	if (complete > 0)
	{
		int last = complete - 1;

		head = enc->starts[0];
		if (enc->totals[last] > s->npayload - enc->starts[last])
		{
			complete--;
			tail = enc->starts[last];
		}
		else
			tail = Min(s->npayload, enc->starts[last] + ((enc->totals[last] + 7) & ~7U));
	}
	else
	{
		/* the end of a record that began before, and its padding */
		XLogRecPtr first = ws_skip_header(enc->lsn, enc->header.segment_size);
		uint64 need = s->before.remaining + ((0 - (first + s->before.remaining)) & 7);

		head = tail = (uint32) Min(need, s->npayload);
	}
	for (int i = 0; i < WS_NSTREAMS; i++)
		enc->at[i] = enc->stream[i];
	memcpy(literal, enc->payload, head);
	enc->at[WS_LITERAL] += head;
	enc->position = s->before;
	enc->sums[s->nsums].at = PG_UINT32_MAX;
	if (enc->restart)
		ws_model_reset(enc->model);
	if (!(coded ? put_records_coded(enc, s, complete) : put_records_plain(enc, s, complete)))
		return false;
	memcpy(enc->at[WS_LITERAL], enc->payload + tail, s->npayload - tail);
	enc->at[WS_LITERAL] += s->npayload - tail;
	/* the head's length depends on the payload's: put it together behind */
	n = put_streams(enc, enc->chunk + WS_MAX_CHUNK_HEAD, coded, s->length);
	if (n == 0)
		return false;
	/* by what this one's records took, on either way */
	control = enc->stats.stream_stored[WS_CONTROL] - control;
	if (s->length >= WS_TWO_LANES)
		enc->regular = control < (uint64) complete * (coded ? 3 : 2);
	if (coded && s->length >= WS_TWO_LANES)
		flags |= WS_F_TWO_LANES;
	if (coded && alone(enc))
		flags |= WS_F_SHORT;
	end = put_head(enc, flags, s->length, (uint32) n, &s->before);
	memmove(end, enc->chunk + WS_MAX_CHUNK_HEAD, n);
	enc->stats.level_chunks[enc->level]++;
	return finish_chunk(enc, end + n, s->length, source);
}

/* One chunk of at most len bytes; how many were taken, 0 for none. */
static uint32
one_chunk(WalStoreEncoder *enc, const uint8 *source, size_t len, bool flush)
{
	WsScan s;
	uint32 want = WS_CHUNK_TARGET;
	bool fresh = false;
	bool hold;
	bool was_restart;

	if (enc->plain)
		return write_lost(enc, source, len);
	if (enc->since_restart >= enc->header.restart_distance)
		enc->restart = true;
	if (!enc->restart && enc->since_restart + want > enc->header.restart_distance)
		want = enc->header.restart_distance - (uint32) enc->since_restart;
	want = Max(Min(want, enc->header.restart_distance), 4096);
	s.before = enc->position;
	if (s.before.lost)
	{
		uint32 header = ws_page_header_size(enc->lsn, enc->header.segment_size);

		if ((enc->lsn & (WS_PAGE - 1)) != 0 || len < header ||
			!usable_header(source, enc->lsn, enc->header.segment_size))
			return write_lost(enc, source, len);
		read_position(enc, source, len, &s.before);
		enc->restart = true;
		fresh = true;
	}
	scan(enc, source, len, want, flush, fresh, &s, &hold);
	if (hold)
		return 0;
	if (s.length == 0)
		return write_lost(enc, source, len);
	was_restart = enc->restart;
	if (!write_records(enc, source, &s))
	{
		uint32 n = 0;

		if (enc->failed != WALSTORE_OK)
			return 0;
		enc->restart = was_restart;
		enc->stats.refused_chunks++;
		/* in pieces that write_plain can hold; each is a restart chunk */
		n = write_plain(enc, source, s.length, false);
		if (n == 0)
			return 0;
	}
	enc->position = s.after;
	if (s.lost)
	{
		memset(&enc->position, 0, sizeof(enc->position));
		enc->position.lost = true;
		enc->restart = true;
	}
	return s.length;
}

WalStoreStatus
walstore_encoder_append(WalStoreEncoder *enc, const void *bytes, size_t len, bool flush,
						size_t *taken)
{
	const uint8 *p = bytes;
	uint64 left = enc->header.segment_size - enc->lsn % enc->header.segment_size;

	*taken = 0;
	if (enc->failed != WALSTORE_OK)
		return enc->failed;
	/* enc->lsn at a segment's start is the start of this one or its end */
	if (enc->lsn / enc->header.segment_size != enc->header.segno)
		left = 0;
	if (len > left)
		return WALSTORE_END;
	while (*taken < len)
	{
		uint32 n = one_chunk(enc, p + *taken, len - *taken, flush);

		if (enc->failed != WALSTORE_OK)
			return enc->failed;
		if (n == 0)
			break;
		*taken += n;
	}
	return WALSTORE_OK;
}

WalStoreStatus
walstore_encoder_finish(WalStoreEncoder *enc)
{
	uint8 *index = enc->control;
	uint8 *p;
	uint8 *end;
	XLogRecPtr lsn = 0;
	uint64 offset = 0;
	uint8 size[4];

	if (enc->failed != WALSTORE_OK)
		return enc->failed;
	p = ws_put_varint(index, enc->nindex);
	for (int i = 0; i < enc->nindex; i++)
	{
		p = ws_put_varint(p, enc->index_lsn[i] - lsn);
		p = ws_put_varint(p, enc->index_offset[i] - offset);
		lsn = enc->index_lsn[i];
		offset = enc->index_offset[i];
	}
	enc->restart = false;
	end = put_head(enc, WS_INDEX, 0, (uint32) (p - index), NULL);
	memcpy(end, index, p - index);
	end += p - index;
	if (finish_chunk(enc, end, 0, NULL))
	{
		ws_put32(size, (uint32) (end - enc->chunk + 8));
		if (!enc->write(enc->write_arg, size, 4))
			enc->failed = WALSTORE_IO_ERROR;
		enc->stats.stored_bytes += 4;
	}
	if (enc->failed == WALSTORE_OK)
	{
		enc->failed = WALSTORE_END;
		return WALSTORE_OK;
	}
	return enc->failed;
}

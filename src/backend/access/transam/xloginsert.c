/*
 * xloginsert.c
 *		Assembles WAL records.
 *
 * Between XLogBeginInsert and XLogInsert a caller registers pages and pieces of
 * data.  XLogInsert decides which pages need an image, removes their holes,
 * compresses them if asked, lays out the headers in a scratch area and chains
 * all pieces, without copying page or data bytes.  Everything costly (CRC,
 * compression) is done here, before any lock of the log is taken; xlogwrite.c
 * then only reserves and copies.  Nothing is allocated on the way.
 *
 * If a checkpoint began meanwhile, xlogwrite.c refuses and the record is
 * assembled again.  The layout of a record is in access/xlogrecord.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xloginsert.c
 */
#include "postgres.h"

#include <time.h>

#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogformat.h"
#include "access/xloginsert.h"
#include "catalog/pg_control.h"
#include "common/wal_image.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/bufpage.h"
#include "storage/proc.h"
#include "utils/memutils.h"
#include "utils/walcounts.h"

#define SIZE_OF_ORIGIN_ITEM (1 + sizeof(RepOriginId))
#define SIZE_OF_TOPXID_ITEM (1 + sizeof(TransactionId))

/* All headers of the largest record. */
#define HEADER_SCRATCH_SIZE                                                       \
	(SizeOfXLogRecord + MaxSizeOfXLogRecordBlockHeader * (XLR_MAX_BLOCK_ID + 1) + \
	 SizeOfXLogRecordDataHeaderLong + SIZE_OF_ORIGIN_ITEM + SIZE_OF_TOPXID_ITEM)

/* A page that the record in progress refers to. */
typedef struct RegisteredBlock
{
	bool in_use;
	uint8 flags; /* REGBUF_ */
	RelFileNode rnode;
	ForkNumber forkno;
	BlockNumber block;
	Page page;
	uint32 data_len; /* sum of the chain */
	XLogRecData *data_head;
	XLogRecData *data_tail; /* meaningless while data_head is NULL */

	/* The image, in at most two pieces of the page or one of image_space. */
	XLogRecData image_pieces[2];
	char *image_space;
} RegisteredBlock;

static RegisteredBlock *blocks;
static int max_blocks; /* entries allocated */
static int n_block_ids; /* highest id in use + 1 */

static XLogRecData *pieces;
static int max_pieces;
static int n_pieces;

/* Main data: main_tail points to the last piece, or to main_head. */
static XLogRecData *main_head;
static XLogRecData *main_tail = (XLogRecData *) &main_head;
static uint64 main_len;

static uint8 insert_flags; /* XLOG_ flags of XLogSetRecordFlags */
static bool begin_called;

static XLogRecData header_piece;
static char *header_scratch;
static MemoryContext insert_context;

/* Bytes of each image_space. */
static int image_space_size;

/* The codec that wal_image_prepare was called for. */
static const WalImageCodec *prepared_codec = NULL;
static bool codec_is_ready = false;

static XLogRecData *assemble(RmgrId rmid, uint8 info, XLogRecPtr redo, bool page_writes,
							 XLogRecPtr *fpw_lsn, int *num_fpi, bool *topxid_included);

/* ---------------------------------------------------------------------------
 * Working memory
 * ------------------------------------------------------------------------ */

static void
grow_blocks(int n)
{
	if (n <= max_blocks)
		return;
	image_space_size = wal_image_max_bound();
	if (blocks == NULL)
		blocks = MemoryContextAllocZero(insert_context, sizeof(RegisteredBlock) * n);
	else
	{
		blocks = repalloc(blocks, sizeof(RegisteredBlock) * n);
		memset(blocks + max_blocks, 0, sizeof(RegisteredBlock) * (n - max_blocks));
	}
	for (int i = max_blocks; i < n; i++)
		blocks[i].image_space = MemoryContextAlloc(insert_context, image_space_size);
	max_blocks = n;
}

/*
 * InitXLogInsert
 *		Allocate what insertion works with; once per process.
 */
void
InitXLogInsert(void)
{
	if (insert_context != NULL)
		return;
	insert_context = AllocSetContextCreate(TopMemoryContext, "WAL record construction",
										   ALLOCSET_DEFAULT_SIZES);
	grow_blocks(XLR_NORMAL_MAX_BLOCK_ID + 1);
	pieces = MemoryContextAlloc(insert_context, sizeof(XLogRecData) * XLR_NORMAL_RDATAS);
	max_pieces = XLR_NORMAL_RDATAS;
	header_scratch = MemoryContextAllocZero(insert_context, HEADER_SCRATCH_SIZE);
}

/*
 * XLogEnsureRecordSpace
 *		Make room for block ids up to max_block_id and ndatas pieces of data.
 *
 * Must not be called in a critical section; lasts for the process.  Errors: more
 * than a record can hold.
 */
void
XLogEnsureRecordSpace(int max_block_id, int ndatas)
{
	Assert(CritSectionCount == 0);
	if (max_block_id > XLR_MAX_BLOCK_ID)
		elog(ERROR, "maximum number of WAL record block references exceeded");
	grow_blocks(Max(max_block_id, XLR_NORMAL_MAX_BLOCK_ID) + 1);
	if (ndatas > max_pieces)
	{
		pieces = repalloc(pieces, sizeof(XLogRecData) * ndatas);
		max_pieces = ndatas;
	}
}

/* ---------------------------------------------------------------------------
 * Registration
 * ------------------------------------------------------------------------ */

/*
 * XLogBeginInsert
 *		Start a record.  Errors: one is in progress; recovery.
 */
void
XLogBeginInsert(void)
{
	Assert(n_block_ids == 0);
	Assert(main_tail == (XLogRecData *) &main_head && main_len == 0);
	if (!XLogInsertAllowed())
		elog(ERROR, "cannot make new WAL entries during recovery");
	if (begin_called)
		elog(ERROR, "XLogBeginInsert was already called");
	begin_called = true;
}

/* Forget the record in progress; also called after an error. */
void
XLogResetInsertion(void)
{
	for (int i = 0; i < n_block_ids; i++)
		blocks[i].in_use = false;
	n_block_ids = 0;
	n_pieces = 0;
	main_head = NULL;
	main_tail = (XLogRecData *) &main_head;
	main_len = 0;
	insert_flags = 0;
	begin_called = false;
}

/* Flags of the whole record: XLOG_INCLUDE_ORIGIN, XLOG_MARK_UNIMPORTANT. */
void
XLogSetRecordFlags(uint8 flags)
{
	Assert(begin_called);
	insert_flags |= flags;
}

static RegisteredBlock *
new_block(uint8 block_id, uint8 flags)
{
	RegisteredBlock *blk;

	Assert(!((flags & REGBUF_FORCE_IMAGE) && (flags & REGBUF_NO_IMAGE)));
	Assert(begin_called);
	if (block_id >= max_blocks)
		elog(ERROR, "too many registered buffers");
	if (block_id >= n_block_ids)
		n_block_ids = block_id + 1;
	blk = &blocks[block_id];
	blk->in_use = true;
	blk->flags = flags;
	blk->data_head = NULL;
	blk->data_len = 0;
	return blk;
}

#ifdef USE_ASSERT_CHECKING
/* One page under two ids would be restored twice. */
static void
assert_registered_once(const RegisteredBlock *blk)
{
	for (int i = 0; i < n_block_ids; i++)
		Assert(&blocks[i] == blk || !blocks[i].in_use ||
			   !RelFileNodeEquals(blocks[i].rnode, blk->rnode) ||
			   blocks[i].forkno != blk->forkno || blocks[i].block != blk->block);
}
#else
#define assert_registered_once(blk) ((void) 0)
#endif

/*
 * XLogRegisterBuffer
 *		The record changes this buffer's page, which is in its new state already.
 *
 * flags: REGBUF_.  Caller holds the exclusive content lock and has marked the
 * buffer dirty.
 */
void
XLogRegisterBuffer(uint8 block_id, Buffer buffer, uint8 flags)
{
	RegisteredBlock *blk = new_block(block_id, flags);

	BufferGetTag(buffer, &blk->rnode, &blk->forkno, &blk->block);
	blk->page = BufferGetPage(buffer);
	assert_registered_once(blk);
}

/*
 * XLogRegisterBlock
 *		The same for a page that is not in shared buffers.
 */
void
XLogRegisterBlock(uint8 block_id, RelFileNode *rnode, ForkNumber forknum,
				  BlockNumber blknum, char *page, uint8 flags)
{
	RegisteredBlock *blk = new_block(block_id, flags);

	blk->rnode = *rnode;
	blk->forkno = forknum;
	blk->block = blknum;
	blk->page = page;
	assert_registered_once(blk);
}

static XLogRecData *
new_piece(char *data, uint32 len)
{
	XLogRecData *piece;

	if (n_pieces >= max_pieces)
		ereport(ERROR,
				(errmsg_internal("too much WAL data"),
				 errdetail_internal("%d out of %d data segments are already in use.",
									n_pieces, max_pieces)));
	piece = &pieces[n_pieces++];
	piece->data = data;
	piece->len = len;
	piece->next = NULL;
	return piece;
}

/*
 * XLogRegisterData
 *		Add len bytes to the main data.  They must stay until XLogInsert.
 */
void
XLogRegisterData(char *data, uint32 len)
{
	XLogRecData *piece;

	Assert(begin_called);
	piece = new_piece(data, len);
	main_tail->next = piece;
	main_tail = piece;
	main_len += len;
}

/*
 * XLogRegisterBufData
 *		Add len bytes to the data of a registered block.  They are left out of the
 *		record if the block's image is in it, unless REGBUF_KEEP_DATA.
 */
void
XLogRegisterBufData(uint8 block_id, char *data, uint32 len)
{
	RegisteredBlock *blk = &blocks[block_id];
	XLogRecData *piece;

	Assert(begin_called);
	if (block_id >= n_block_ids || !blk->in_use)
		elog(ERROR, "no block with id %d registered with WAL insertion", block_id);
	if (blk->data_len + len > UINT16_MAX)
		ereport(ERROR,
				(errmsg_internal("too much WAL data"),
				 errdetail_internal("Registering more than maximum %u bytes allowed to block %u: current %u bytes, adding %u bytes.",
									UINT16_MAX, block_id, blk->data_len, len)));
	piece = new_piece(data, len);
	if (blk->data_head == NULL)
		blk->data_head = piece;
	else
		blk->data_tail->next = piece;
	blk->data_tail = piece;
	blk->data_len += len;
}

/* ---------------------------------------------------------------------------
 * Insertion
 * ------------------------------------------------------------------------ */

/*
 * XLogInsert
 *		Insert the record; its end LSN, which the caller sets on the pages.
 *
 * info: the manager's own bits, and XLR_SPECIAL_REL_UPDATE or
 * XLR_CHECK_CONSISTENCY.  The pages may be unlocked once their LSN is set; the
 * record is durable only after XLogFlush.
 */
XLogRecPtr
XLogInsert(RmgrId rmid, uint8 info)
{
	XLogRecPtr end;

	if (!begin_called)
		elog(ERROR, "XLogBeginInsert was not called");
	if ((info & ~(XLR_RMGR_INFO_MASK | XLR_SPECIAL_REL_UPDATE | XLR_CHECK_CONSISTENCY)) != 0)
		elog(PANIC, "invalid xlog info mask %02X", info);

	/* Bootstrap logs nothing but the log's own records. */
	if (IsBootstrapProcessingMode() && rmid != RM_XLOG_ID)
	{
		XLogResetInsertion();
		return SizeOfXLogLongPHD;
	}

	do
	{
		XLogRecPtr redo;
		bool page_writes;
		XLogRecPtr fpw_lsn;
		XLogRecData *rdata;
		int num_fpi = 0;
		bool topxid_included = false;

		GetFullPageWriteInfo(&redo, &page_writes);
		rdata = assemble(rmid, info, redo, page_writes, &fpw_lsn, &num_fpi,
						 &topxid_included);
		end = XLogInsertRecord(rdata, fpw_lsn, insert_flags, num_fpi, topxid_included);
	} while (end == InvalidXLogRecPtr);

	XLogResetInsertion();
	return end;
}

/*
 * Must an image of the page be stored, so that replay need not trust the page
 * on disk?  If not only by its LSN, that LSN goes into *fpw_lsn.
 */
static inline bool
needs_image(const RegisteredBlock *blk, XLogRecPtr redo, bool page_writes,
			XLogRecPtr *fpw_lsn)
{
	XLogRecPtr page_lsn;

	if (blk->flags & REGBUF_FORCE_IMAGE)
		return true;
	if ((blk->flags & REGBUF_NO_IMAGE) || (!page_writes && !(blk->flags & REGBUF_BASE)))
		return false;
	page_lsn = PageGetLSN(blk->page);
	if (page_lsn <= redo)
		return true;
	if (*fpw_lsn == InvalidXLogRecPtr || page_lsn < *fpw_lsn)
		*fpw_lsn = page_lsn;
	return false;
}

/* The unused middle of a standard page, if it has one. */
static inline void
find_hole(const RegisteredBlock *blk, uint16 *offset, uint16 *length)
{
	PageHeader hdr = (PageHeader) blk->page;

	*offset = *length = 0;
	if ((blk->flags & REGBUF_STANDARD) && hdr->pd_lower >= SizeOfPageHeaderData &&
		hdr->pd_upper > hdr->pd_lower && hdr->pd_upper <= BLCKSZ)
	{
		*offset = hdr->pd_lower;
		*length = hdr->pd_upper - hdr->pd_lower;
	}
}

/* CPU time of this process in nanoseconds. */
static uint64
cpu_clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64) ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/*
 * How the images of a relation went lately under a codec; relations share a place
 * by their hash.
 */
typedef struct ImageHistory
{
	Oid relnode;
	uint8 codec_id;
	bool easy; /* the last one gained an eighth or more */
	uint8 failed; /* in a row, counted up to MAX_FAILED */
	uint8 skip; /* images that are to be stored raw without a look */
	bool cheap; /* the cheap level gave no more bytes than the default */
	uint8 until_trial; /* images until both are tried again */
} ImageHistory;

#define HISTORY_PLACES 64
#define FAILED_BEFORE_SKIP 4
#define MAX_FAILED 8
#define MAX_SKIP 14 /* 15 and WAL_IMAGE_TIME_EVERY have no common factor */
#define LEAST_GAIN 128 /* a smaller part of the page is not worth going on for */
#define TRIAL_EVERY 61 /* no multiple of WAL_IMAGE_TIME_EVERY */

static ImageHistory history[HISTORY_PLACES];

static ImageHistory *
image_history(const RegisteredBlock *blk, const WalImageCodec *codec)
{
	ImageHistory *h = &history[(blk->rnode.relNode * 0x9E3779B1u) >> 26];

	StaticAssertStmt(HISTORY_PLACES == 1 << (32 - 26), "the hash gives a place");
	if (h->relnode != blk->rnode.relNode || h->codec_id != codec->id)
	{
		memset(h, 0, sizeof(*h));
		h->relnode = blk->rnode.relNode;
		h->codec_id = codec->id;
	}
	return h;
}

/*
 * An image did not pay.  After some in a row the next ones are stored raw, 1, 3,
 * 7 and at most 14 of them, so that data that never gains costs hardly anything; the
 * first image that gains ends that.
 */
static void
note_failure(ImageHistory *h)
{
	h->easy = false;
	h->failed = Min(h->failed + 1, MAX_FAILED);
	if (h->failed > FAILED_BEFORE_SKIP)
		h->skip = Min((1 << (h->failed - FAILED_BEFORE_SKIP)) - 1, MAX_SKIP);
}

/*
 * Compress at the level that is set.  If that is the codec's default, and it has a
 * cheap level, the latter is taken where the last trial of the relation found
 * it to give no more bytes.  A page that it cannot shorten ends that before the next trial.
 */
static int
compress_at_level(const WalImageCodec *codec, ImageHistory *h, const char *src, int len,
				  char *dst, int space)
{
	int level = wal_compression_level;
	int cheap_len;
	int clen;

	if (level != WAL_IMAGE_LEVEL_DEFAULT || codec->cheap_level == 0)
		return wal_image_compress(codec->id, level, src, len, dst, space);
	if (h->until_trial > 0)
	{
		h->until_trial--;
		if (h->cheap)
		{
			clen = wal_image_compress(codec->id, codec->cheap_level, src, len, dst, space);
			if (clen >= 0 || clen == WAL_IMAGE_OVERRUN)
				return clen;
			h->cheap = false;
		}
		return wal_image_compress(codec->id, level, src, len, dst, space);
	}
	h->until_trial = TRIAL_EVERY - 1;
	cheap_len = wal_image_compress(codec->id, codec->cheap_level, src, len, dst, space);
	if (cheap_len == WAL_IMAGE_OVERRUN)
		return cheap_len;
	clen = wal_image_compress(codec->id, level, src, len, dst, space);
	h->cheap = cheap_len >= 0 && (clen < 0 || cheap_len <= clen);
	return clen;
}

/*
 * A module's codec may be wrong, and nobody would notice before the next recovery.
 * So an image of it is read back now and then, beginning with the first one of a
 * process; one that does not give the page again ends its use in this process.
 */
#define READ_BACK_EVERY 61

static bool
is_trusted(const WalImageCodec *codec, const char *image, int clen, const char *src, int len)
{
	static uint32 n_images[WAL_IMAGE_MAX_CODECS];
	static bool distrusted[WAL_IMAGE_MAX_CODECS];
	int id = codec->id;

	if (id < WAL_IMAGE_FIRST_CUSTOM)
		return true;
	if (!distrusted[id] && n_images[id]++ % READ_BACK_EVERY == 0 &&
		!wal_image_reads_back(id, image, clen, src, len))
	{
		distrusted[id] = true;
		ereport(LOG,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("WAL compression method \"%s\" made an image that it cannot read",
						codec->name),
				 errdetail("This process stores its images as they are.")));
	}
	return !distrusted[id];
}

/*
 * Have the codec shorten len bytes at src to at most limit bytes at dst.  Returns
 * the length, or -1 if it does not pay or the codec is wrong.
 *
 * A sample tells hard pages (wal_image_is_hard).  It is left out after an image
 * that gained: easy pages come in rows, too.
 */
static int
try_codec(const WalImageCodec *codec, ImageHistory *h, const char *src, int len, char *dst,
		  int limit, int space, WalImageCounts *counts)
{
	int clen;

	if (!h->easy && wal_image_is_hard(codec, src, len))
	{
		counts->raw_hard++;
		note_failure(h);
		return -1;
	}
	clen = compress_at_level(codec, h, src, len, dst, space);
	/* what lies behind the space may be the next image, or part of the record */
	if (clen == WAL_IMAGE_OVERRUN)
		elog(PANIC, "WAL compression method \"%s\" wrote beyond its room", codec->name);
	if (clen >= 0 && clen <= limit && is_trusted(codec, dst, clen, src, len))
	{
		h->easy = clen <= len - len / 8;
		if (clen <= len - len / LEAST_GAIN)
			h->failed = 0;
		else
			note_failure(h);
		return clen;
	}
	counts->raw_no_gain++;
	note_failure(h);
	return -1;
}

/*
 * Compress a page without its hole into the block's space.  Returns the length,
 * or -1 if it does not pay: what is saved must exceed the two bytes that the hole
 * length costs.  Counts are kept; an image of a record that must be assembled
 * again counts twice.
 */
static int
compress_image(RegisteredBlock *blk, const WalImageCodec *codec, uint16 hole_offset,
			   uint16 hole_length, uint8 *bimg_flag)
{
	static uint32 n_images = 0;
	WalImageCounts *counts = &PendingWalCounts.image[codec->id];
	PGAlignedBlock joined;
	const char *src = blk->page;
	int len = BLCKSZ - hole_length;
	int extra = hole_length != 0 ? SizeOfXLogRecordBlockCompressHeader : 0;
	int prefix = 0;
	/* Not always the first: it pays for page faults and symbols, and would count for many. */
	bool timed = (n_images++ + (uint32) MyProcPid) % WAL_IMAGE_TIME_EVERY == 0;
	uint64 begin = 0;
	ImageHistory *h;
	int clen;

	if (codec != prepared_codec)
	{
		prepared_codec = codec;
		codec_is_ready = wal_image_prepare(codec->id);
	}
	/* No memory, or the log's format is still being switched. */
	if (!codec_is_ready || (codec->bimg_bit == 0 && !XLogExtendedActive()))
	{
		counts->raw_no_gain++;
		return -1;
	}
	*bimg_flag = codec->bimg_bit;
	if (codec->bimg_bit == 0)
	{
		prefix = wal_image_put_prefix(codec, blk->image_space);
		*bimg_flag = BKPIMAGE_COMPRESS_EXTENDED;
	}

	h = image_history(blk, codec);
	if (h->skip > 0)
	{
		h->skip--;
		counts->raw_hard++;
		counts->timed += timed; /* at no time */
		return -1;
	}
	if (timed)
		begin = cpu_clock_ns();
	if (hole_length != 0)
	{
		memcpy(joined.data, src, hole_offset);
		memcpy(joined.data + hole_offset, src + hole_offset + hole_length,
			   len - hole_offset);
		src = joined.data;
	}
	clen = try_codec(codec, h, src, len, blk->image_space + prefix,
					 len - extra - prefix - 1, image_space_size - prefix, counts);
	if (timed)
	{
		counts->timed++;
		counts->timed_ns += cpu_clock_ns() - begin;
	}
	return clen < 0 ? -1 : clen + prefix;
}

/* Count an image of a page without its hole, as it is stored. */
static inline void
count_image(const WalImageCodec *codec, const RelFileNode *rnode, int before, int after)
{
	WalImageCounts *counts = &PendingWalCounts.image[codec == NULL ? 0 : codec->id];

	wal_relation_count_image(rnode, before, after);
	counts->images++;
	counts->bytes_before += before;
	counts->bytes_after += after;
}

/* Append bytes to the header scratch area. */
static inline char *
put(char *scratch, const void *data, Size len)
{
	memcpy(scratch, data, len);
	return scratch + len;
}

/*
 * Prepare a block's image: sets its pieces and the image headers.  Returns the
 * bytes stored.
 */
static uint32
build_image(RegisteredBlock *blk, bool apply, XLogRecordBlockImageHeader *bimg,
			XLogRecordBlockCompressHeader *cbimg)
{
	uint16 hole_offset;
	uint16 hole_length;
	const WalImageCodec *codec = wal_image_method();
	uint8 codec_flag = 0;
	int clen = -1;

	find_hole(blk, &hole_offset, &hole_length);
	if (codec != NULL)
		clen = compress_image(blk, codec, hole_offset, hole_length, &codec_flag);
	count_image(codec, &blk->rnode, BLCKSZ - hole_length, clen >= 0 ? clen : BLCKSZ - hole_length);

	bimg->hole_offset = hole_offset;
	bimg->bimg_info = (hole_length != 0 ? BKPIMAGE_HAS_HOLE : 0) |
		(apply ? BKPIMAGE_APPLY : 0);
	cbimg->hole_length = hole_length;
	blk->image_pieces[0].next = NULL;

	if (clen >= 0)
	{
		bimg->bimg_info |= codec_flag;
		bimg->length = clen;
		blk->image_pieces[0].data = blk->image_space;
		blk->image_pieces[0].len = clen;
		return clen;
	}

	bimg->length = BLCKSZ - hole_length;
	blk->image_pieces[0].data = blk->page;
	if (hole_length == 0)
		blk->image_pieces[0].len = BLCKSZ;
	else
	{
		blk->image_pieces[0].len = hole_offset;
		blk->image_pieces[0].next = &blk->image_pieces[1];
		blk->image_pieces[1].data = blk->page + hole_offset + hole_length;
		blk->image_pieces[1].len = BLCKSZ - (hole_offset + hole_length);
		blk->image_pieces[1].next = NULL;
	}
	return bimg->length;
}

/* The chain of pieces that grows behind the headers. */
typedef struct PieceChain
{
	XLogRecData *tail;
	uint64 len;
} PieceChain;

static inline void
chain_add(PieceChain *chain, XLogRecData *head, XLogRecData *tail, uint64 len)
{
	chain->tail->next = head;
	chain->tail = tail;
	chain->len += len;
}

/*
 * Header, image and data of one block.  prev is the block before (NULL for the
 * first), to leave out an equal relation.  Returns the end of the scratch used.
 */
static char *
assemble_block(char *scratch, uint8 id, RegisteredBlock *blk, const RegisteredBlock *prev,
			   bool image_needed, bool check_image, PieceChain *chain, int *num_fpi)
{
	bool with_data = blk->data_len > 0 &&
		(!image_needed || (blk->flags & REGBUF_KEEP_DATA));
	bool same_rel = prev != NULL && RelFileNodeEquals(blk->rnode, prev->rnode);
	XLogRecordBlockHeader hdr;

	hdr.id = id;
	hdr.fork_flags = blk->forkno;
	hdr.data_length = 0;
	if ((blk->flags & REGBUF_WILL_INIT) == REGBUF_WILL_INIT)
		hdr.fork_flags |= BKPBLOCK_WILL_INIT;
	if (same_rel)
		hdr.fork_flags |= BKPBLOCK_SAME_REL;
	if (with_data)
	{
		hdr.fork_flags |= BKPBLOCK_HAS_DATA;
		hdr.data_length = blk->data_len;
	}

	if (image_needed || check_image)
	{
		XLogRecordBlockImageHeader bimg;
		XLogRecordBlockCompressHeader cbimg;
		uint32 len = build_image(blk, image_needed, &bimg, &cbimg);

		hdr.fork_flags |= BKPBLOCK_HAS_IMAGE;
		scratch = put(scratch, &hdr, SizeOfXLogRecordBlockHeader);
		scratch = put(scratch, &bimg, SizeOfXLogRecordBlockImageHeader);
		if ((bimg.bimg_info & BKPIMAGE_HAS_HOLE) &&
			(bimg.bimg_info & (BKPIMAGE_COMPRESS_PGLZ | BKPIMAGE_COMPRESS_LZ4 | BKPIMAGE_COMPRESS_ZSTD | BKPIMAGE_COMPRESS_EXTENDED)))
			scratch = put(scratch, &cbimg, SizeOfXLogRecordBlockCompressHeader);
		chain_add(chain, &blk->image_pieces[0],
				  blk->image_pieces[0].next == NULL ? &blk->image_pieces[0] : &blk->image_pieces[1], len);
		(*num_fpi)++;
	}
	else
		scratch = put(scratch, &hdr, SizeOfXLogRecordBlockHeader);

	if (with_data)
		chain_add(chain, blk->data_head, blk->data_tail, blk->data_len);
	if (!same_rel)
		scratch = put(scratch, &blk->rnode, sizeof(RelFileNode));
	return put(scratch, &blk->block, sizeof(BlockNumber));
}

/* Items after the blocks: top-level xid, header of the main data. */
static char *
assemble_tail_items(char *scratch, bool *topxid_included)
{
	if (unlikely(IsSubxactTopXidLogPending()))
	{
		TransactionId xid = GetTopTransactionIdIfAny();

		*topxid_included = true;
		*scratch++ = (char) XLR_BLOCK_ID_TOPLEVEL_XID;
		scratch = put(scratch, &xid, sizeof(TransactionId));
	}
	if (main_len > UINT8_MAX)
	{
		uint32 len = (uint32) main_len; /* assemble() refuses more */

		*scratch++ = (char) XLR_BLOCK_ID_DATA_LONG;
		scratch = put(scratch, &len, sizeof(uint32));
	}
	else if (main_len > 0)
	{
		*scratch++ = (char) XLR_BLOCK_ID_DATA_SHORT;
		*scratch++ = (char) main_len;
	}
	return scratch;
}

/*
 * Lay out the record: headers in header_scratch, then the chain.  The CRC covers
 * all but the record header, which xlogwrite.c completes.  *fpw_lsn: smallest LSN
 * of a page whose image was judged unnecessary by it, or 0.
 */
static XLogRecData *
assemble(RmgrId rmid, uint8 info, XLogRecPtr redo, bool page_writes, XLogRecPtr *fpw_lsn,
		 int *num_fpi, bool *topxid_included)
{
	XLogRecord *rechdr = (XLogRecord *) header_scratch;
	char *scratch = header_scratch + SizeOfXLogRecord;
	PieceChain chain = {&header_piece, 0};
	const RegisteredBlock *prev = NULL;
	bool check_all = wal_consistency_checking != NULL &&
		wal_consistency_checking[rmid] && RmgrTable[rmid].rm_mask != NULL;
	pg_crc32c crc;

	*fpw_lsn = InvalidXLogRecPtr;
	header_piece.next = NULL;
	header_piece.data = header_scratch;
	if (check_all)
		info |= XLR_CHECK_CONSISTENCY;

	for (int id = 0; id < n_block_ids; id++)
	{
		RegisteredBlock *blk = &blocks[id];

		if (!blk->in_use)
			continue;
		scratch = assemble_block(scratch, id, blk, prev,
								 needs_image(blk, redo, page_writes, fpw_lsn),
								 (info & XLR_CHECK_CONSISTENCY) != 0, &chain, num_fpi);
		prev = blk;
	}
	scratch = assemble_tail_items(scratch, topxid_included);
	if (main_len > 0)
		chain_add(&chain, main_head, main_tail, main_len);
	chain.tail->next = NULL;

	header_piece.len = scratch - header_scratch;
	Assert(header_piece.len <= HEADER_SCRATCH_SIZE);

	/* A reader takes a longer one for garbage, so it could not be replayed. */
	if (unlikely((uint64) header_piece.len + chain.len > MaxAllocSize))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg_internal("oversized WAL record"),
				 errdetail_internal("The record of resource manager %u would have %llu bytes.",
									rmid, (unsigned long long) header_piece.len + chain.len)));

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, header_scratch + SizeOfXLogRecord, header_piece.len - SizeOfXLogRecord);
	for (XLogRecData *piece = header_piece.next; piece != NULL; piece = piece->next)
		COMP_CRC32C(crc, piece->data, piece->len);

	rechdr->xl_xid = GetCurrentTransactionIdIfAny();
	rechdr->xl_tot_len = header_piece.len + chain.len;
	rechdr->xl_info = info;
	rechdr->xl_rmid = rmid;
	rechdr->xl_prev = InvalidXLogRecPtr;
	rechdr->xl_pad[0] = rechdr->xl_pad[1] = 0;
	rechdr->xl_crc = crc;
	return &header_piece;
}

/*
 * XLogCheckBufferNeedsBackup
 *		Would a record that registers this buffer now store its image?  A hint:
 *		the answer may change before the record is inserted.
 */
bool
XLogCheckBufferNeedsBackup(Buffer buffer)
{
	XLogRecPtr redo;
	bool page_writes;

	GetFullPageWriteInfo(&redo, &page_writes);
	return page_writes && PageGetLSN(BufferGetPage(buffer)) <= redo;
}

/* ---------------------------------------------------------------------------
 * Whole pages
 * ------------------------------------------------------------------------ */

/*
 * XLogSaveBufferForHint
 *		A hint bit is about to be set on a page that checksums guard: log the page
 *		if this is its first change since the last redo pointer.
 *
 * Returns the record's end, or 0 if none was needed.  Caller holds a share lock,
 * so other hint setters may change the page while it is read; therefore a copy
 * is logged.  Caller has set DELAY_CHKPT_START.
 */
XLogRecPtr
XLogSaveBufferForHint(Buffer buffer, bool buffer_std)
{
	PGAlignedBlock copy;
	Page page = BufferGetPage(buffer);
	RelFileNode rnode;
	ForkNumber forkno;
	BlockNumber blkno;
	uint16 lower = ((PageHeader) page)->pd_lower;
	uint16 upper = ((PageHeader) page)->pd_upper;

	Assert((MyProc->delayChkptFlags & DELAY_CHKPT_START) != 0);
	if (BufferGetLSNAtomic(buffer) > GetRedoRecPtr())
		return InvalidXLogRecPtr;

	if (buffer_std && lower >= SizeOfPageHeaderData && lower <= upper && upper <= BLCKSZ)
	{
		memcpy(copy.data, page, lower);
		memcpy(copy.data + upper, page + upper, BLCKSZ - upper);
	}
	else
		memcpy(copy.data, page, BLCKSZ);

	XLogBeginInsert();
	BufferGetTag(buffer, &rnode, &forkno, &blkno);
	XLogRegisterBlock(0, &rnode, forkno, blkno, copy.data, buffer_std ? REGBUF_STANDARD : 0);
	return XLogInsert(RM_XLOG_ID, XLOG_FPI_FOR_HINT);
}

/*
 * log_newpage
 *		Log a whole page, and set its LSN unless it is all zeros.
 *
 * page_std: the hole may be left out.  Caller may hold the page privately.
 */
XLogRecPtr
log_newpage(RelFileNode *rnode, ForkNumber forkNum, BlockNumber blk, char *page,
			bool page_std)
{
	XLogRecPtr recptr;

	XLogBeginInsert();
	XLogRegisterBlock(0, rnode, forkNum, blk, page,
					  REGBUF_FORCE_IMAGE | (page_std ? REGBUF_STANDARD : 0));
	recptr = XLogInsert(RM_XLOG_ID, XLOG_FPI);
	if (!PageIsNew(page))
		PageSetLSN(page, recptr);
	return recptr;
}

/* The same for many pages of one fork, up to 32 to a record. */
void
log_newpages(RelFileNode *rnode, ForkNumber forkNum, int num_pages, BlockNumber *blknos,
			 char **pages, bool page_std)
{
	uint8 flags = REGBUF_FORCE_IMAGE | (page_std ? REGBUF_STANDARD : 0);

	XLogEnsureRecordSpace(XLR_MAX_BLOCK_ID - 1, 0);
	for (int done = 0; done < num_pages;)
	{
		int n = Min(num_pages - done, XLR_MAX_BLOCK_ID);
		XLogRecPtr recptr;

		XLogBeginInsert();
		for (int i = 0; i < n; i++)
			XLogRegisterBlock(i, rnode, forkNum, blknos[done + i], pages[done + i], flags);
		recptr = XLogInsert(RM_XLOG_ID, XLOG_FPI);
		for (int i = 0; i < n; i++)
			if (!PageIsNew(pages[done + i]))
				PageSetLSN(pages[done + i], recptr);
		done += n;
	}
}

/* The same for a page in a buffer, which the caller has locked and dirtied. */
XLogRecPtr
log_newpage_buffer(Buffer buffer, bool page_std)
{
	RelFileNode rnode;
	ForkNumber forkno;
	BlockNumber blkno;

	Assert(CritSectionCount > 0);
	BufferGetTag(buffer, &rnode, &forkno, &blkno);
	return log_newpage(&rnode, forkno, blkno, BufferGetPage(buffer), page_std);
}

/*
 * log_newpage_range
 *		Log the pages [startblk, endblk) of a fork that has been filled without WAL.
 *
 * All-zero pages are passed over.  The pages become dirty, so that they get to
 * disk by the next checkpoint.
 */
void
log_newpage_range(Relation rel, ForkNumber forkNum, BlockNumber startblk,
				  BlockNumber endblk, bool page_std)
{
	uint8 flags = REGBUF_FORCE_IMAGE | (page_std ? REGBUF_STANDARD : 0);
	BlockNumber blkno = startblk;

	XLogEnsureRecordSpace(XLR_MAX_BLOCK_ID - 1, 0);
	while (blkno < endblk)
	{
		Buffer bufs[XLR_MAX_BLOCK_ID];
		XLogRecPtr recptr;
		int n = 0;

		CHECK_FOR_INTERRUPTS();
		for (; n < XLR_MAX_BLOCK_ID && blkno < endblk; blkno++)
		{
			Buffer buf = ReadBufferExtended(rel, forkNum, blkno, RBM_NORMAL, NULL);

			LockBuffer(buf, BUFFER_LOCK_EXCLUSIVE);
			if (PageIsNew(BufferGetPage(buf)))
				UnlockReleaseBuffer(buf);
			else
				bufs[n++] = buf;
		}
		if (n == 0)
			break;

		XLogBeginInsert();
		START_CRIT_SECTION();
		for (int i = 0; i < n; i++)
		{
			XLogRegisterBuffer(i, bufs[i], flags);
			MarkBufferDirty(bufs[i]);
		}
		recptr = XLogInsert(RM_XLOG_ID, XLOG_FPI);
		for (int i = 0; i < n; i++)
		{
			PageSetLSN(BufferGetPage(bufs[i]), recptr);
			UnlockReleaseBuffer(bufs[i]);
		}
		END_CRIT_SECTION();
	}
}

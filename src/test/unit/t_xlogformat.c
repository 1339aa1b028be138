/*
 * t_xlogformat.c
 *		Formats of the log, methods of page images, and their settings.
 *
 * Children start a hand-made cluster (cluster.h) in one format or the other, write
 * images by each method, and stop without warning; later ones replay and compare
 * pages.  Magic numbers are read from the files.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_xlogformat.c
 */
#include "cluster.h"

#include "access/xlogformat.h"
#include "storage/smgr.h"
#include "utils/walcounts.h"

static const RelFileNode rnode = {1663, 5, 16384};

/* ---- a codec as a module would bring it: bytes inverted, runs of 4 zeros cut ---- */

static int
toy_bound(int len)
{
	return len;
}

static int
toy_compress(const char *src, int len, char *dst, int dstlen, int level)
{
	int n = len;

	while (n > 0 && src[n - 1] == src[len - 1])
		n--;
	if (n + 1 > dstlen)
		return -1;
	for (int i = 0; i < n; i++)
		dst[i] = ~src[i];
	dst[n] = src[len - 1];
	return n + 1;
}

static bool
toy_decompress(const char *src, int len, char *dst, int rawlen)
{
	if (len < 1 || len - 1 > rawlen)
		return false;
	for (int i = 0; i < len - 1; i++)
		dst[i] = ~src[i];
	memset(dst + len - 1, src[len - 1], rawlen - (len - 1));
	return true;
}

static const WalImageCodec toy = {
	.name = "toy", .label = "toy", .id = 20, .max_level = 9, .default_level = 1, .min_level = 1, .bound = toy_bound, .compress = toy_compress, .decompress = toy_decompress};

static void
load_toy(void)
{
	process_shared_preload_libraries_in_progress = true;
	RegisterWalImageCodec(&toy);
	process_shared_preload_libraries_in_progress = false;
}

static void
want_extended(void)
{
	SetConfigOption("wal_format", "extended", PGC_POSTMASTER, PGC_S_ARGV);
}

static void
want_extended_and_toy(void)
{
	want_extended();
	SetConfigOption("wal_compression", "toy", PGC_POSTMASTER, PGC_S_FILE);
	load_toy();
}

/* ---- helpers ---- */

/* A page of that seed, with a hole; it compresses. */
static void
make_page(Page page, int seed)
{
	PageInit(page, BLCKSZ, 0);
	((PageHeader) page)->pd_lower = 24 + 400;
	((PageHeader) page)->pd_upper = BLCKSZ - 3000;
	for (int i = 24; i < 24 + 400; i++)
		page[i] = (char) (seed + i / 4);
	for (int i = BLCKSZ - 3000; i < BLCKSZ; i++)
		page[i] = (char) (seed * 7 + i / 32);
}

/* Log the page as an image under a method. */
static void
log_page(const char *method, BlockNumber blkno, int seed)
{
	PGAlignedBlock page;
	RelFileNode node = rnode;

	if (method != NULL)
		SetConfigOption("wal_compression", method, PGC_SUSET, PGC_S_SESSION);
	make_page(page.data, seed);
	log_newpage(&node, MAIN_FORKNUM, blkno, page.data, true);
	XLogFlush(XactLastRecEnd);
}

static bool
page_is(BlockNumber blkno, int seed)
{
	PGAlignedBlock page;
	PGAlignedBlock got;

	/* The checkpoint at the end of recovery has written it. */
	smgrread(smgropen(rnode, InvalidBackendId), MAIN_FORKNUM, blkno, got.data);
	make_page(page.data, seed);
	return memcmp(page.data + SizeOfPageHeaderData, got.data + SizeOfPageHeaderData,
				  BLCKSZ - SizeOfPageHeaderData) == 0;
}

/* Magic of the segment that holds lsn, as it is in the file. */
static uint16
magic_at(XLogRecPtr lsn)
{
	char path[MAXPGPATH];
	uint16 magic = 0;
	int fd;

	XLogFilePath(path, 1, lsn / SEGSIZE, SEGSIZE);
	fd = open(path, O_RDONLY);
	if (fd < 0 || pread(fd, &magic, sizeof(magic), 0) != sizeof(magic))
		magic = 0;
	close(fd);
	return magic;
}

/* Does setting it raise an error? */
static bool
is_refused(const char *name, const char *value)
{
	MemoryContext context = CurrentMemoryContext;
	volatile bool refused = false;

	PG_TRY();
	{
		SetConfigOption(name, value, PGC_SUSET, PGC_S_SESSION);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		FlushErrorState();
		refused = true;
	}
	PG_END_TRY();
	return refused;
}

/* ---- the children ---- */

static void
default_run(void)
{
	cluster_start();
	ok(!XLogExtendedActive(), "the default format has no extended features");
	ok(is_refused("wal_compression", "zlib"), "zlib is refused under it");
	ok(is_refused("wal_compression", "nosuch"), "an unknown method is refused");
	ok(!is_refused("wal_compression", "zstd"), "zstd is not");
	ok(!is_refused("wal_compression_level", "22"), "zstd has a level 22");
	ok(!is_refused("wal_compression_level", "-7"), "and -7");
	ok(is_refused("wal_compression_level", "23"), "but no 23");
	ok(is_refused("wal_compression", "pglz"), "pglz has no level -7");
	ok(!is_refused("wal_compression_level", "0"), "0 is the default");
	ok(!is_refused("wal_compression", "lz4"), "lz4 has it");
	ok(!is_refused("wal_compression_level", "65535"), "lz4 takes accelerations");
	ok(is_refused("wal_compression_level", "-1"), "lz4 has no negative level");
	SetConfigOption("wal_compression_level", "0", PGC_SUSET, PGC_S_SESSION);

	log_page("off", 0, 1);
	log_page("pglz", 1, 2);
	log_page("lz4", 2, 3);
	log_page("zstd", 3, 4);
	is_int(magic_at(GetXLogInsertRecPtr()), XLOG_PAGE_MAGIC, "pages have stock's magic");
	cluster_leave();
}

static void
extended_run(void)
{
	XLogRecPtr before;

	cluster_configure = want_extended_and_toy;
	cluster_start();
	before = ProcLastRecPtr;
	ok(XLogExtendedActive(), "the extended format is active after a crash in the other");
	is_int(magic_at(before), XLOG_PAGE_MAGIC_EXTENDED, "its segment has its magic");
	for (int i = 0; i < 4; i++)
		ok(page_is(i, i + 1), "page %d was replayed", i);
	ok(wal_image_method() == &toy, "the method of the file is the module's");
	log_page(NULL, 4, 5);
	is_int(PendingWalCounts.image[20].images, 1, "it made an image");
	ok(PendingWalCounts.image[20].bytes_after < PendingWalCounts.image[20].bytes_before,
	   "which is shorter");
	log_page("zlib", 5, 6);
	ok(!is_refused("wal_compression_level", "9"), "zlib has a level 9");
	log_page("zlib", 6, 7);
	ok(is_refused("wal_compression_level", "10"), "but no 10");
	cluster_leave();
}

static void
extended_again_run(void)
{
	cluster_configure = want_extended_and_toy;
	cluster_start();
	for (int i = 0; i < 7; i++)
		ok(page_is(i, i + 1), "page %d was replayed from the extended format", i);

	/* Over some segments, then back after a crash. */
	for (int i = 0; i < 2000; i++)
		log_page(i == 0 ? "off" : NULL, 7, 8);
	log_page("zlib", 8, 9);
	log_page("toy", 9, 10);
	cluster_leave();
}

/* Without the module, an image of its method cannot be restored. */
static void
back_run(void)
{
	PGAlignedBlock page;
	XLogReaderState *reader;
	XLogRecPtr lsn;
	char *err;

	cluster_configure = want_extended_and_toy;
	cluster_start();
	ok(page_is(8, 9) && page_is(9, 10), "images of both methods are replayed again");
	log_page("toy", 10, 11);
	lsn = ProcLastRecPtr;
	log_page("zlib", 11, 12);

	reader = cluster_reader();
	XLogBeginRead(reader, lsn);
	ok(XLogReadRecord(reader, &err) != NULL && reader->record->extended,
	   "the record is known to be extended");
	ok(RestoreBlockImage(reader, 0, page.data), "its image can be restored");
	reader->record->blocks[0].bkp_image[0] = 21;
	ok(!RestoreBlockImage(reader, 0, page.data), "but not with an id of no module");
	ok(strstr(reader->errormsg_buf, "method \"toy\" (id 21) of a module that is not loaded") != NULL,
	   "which the message names: %s", reader->errormsg_buf);
	reader->record->blocks[0].bkp_image[0] = 99;
	ok(!RestoreBlockImage(reader, 0, page.data), "nor with an id out of range");
	reader->record->blocks[0].bkp_image[0] = 20;
	reader->record->blocks[0].bimg_len = 4;
	ok(!RestoreBlockImage(reader, 0, page.data), "nor when it is cut off");
	XLogReaderFree(reader);
	cluster_leave();
}

static void
stock_format_run(void)
{
	cluster_configure = load_toy;
	cluster_start();
	ok(!XLogExtendedActive(), "after a crash the log goes back to stock's format");
	is_int(magic_at(ProcLastRecPtr), XLOG_PAGE_MAGIC, "its segment has stock's magic");
	is_int(magic_at(GetRedoRecPtr()), XLOG_PAGE_MAGIC,
		   "and so has the checkpoint's");
	for (int i = 0; i < 12; i++)
		ok(page_is(i, i + 1), "page %d was replayed", i);
	ok(is_refused("wal_compression", "toy"), "the module's method is refused now");
	log_page("zstd", 12, 13);
	ShutdownXLOG(0, 0);
	cluster_leave();
}

static void
clean_switch_run(void)
{
	cluster_configure = want_extended;
	cluster_start();
	ok(!InRecovery && XLogExtendedActive(), "a clean start switches as well");
	is_int(magic_at(ProcLastRecPtr), XLOG_PAGE_MAGIC_EXTENDED, "to the other magic");
	is_int(magic_at(GetRedoRecPtr()), XLOG_PAGE_MAGIC_EXTENDED,
		   "and makes a checkpoint there");
	ShutdownXLOG(0, 0);
	cluster_leave();
}

static void
unchanged_run(void)
{
	XLogRecPtr before;

	cluster_configure = want_extended;
	before = 0;
	cluster_start();
	ok(XLogExtendedActive() && ProcLastRecPtr == before,
	   "a start in the same format writes nothing");
	cluster_leave();
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("the default format", default_run);
	cluster_run("forward after a crash", extended_run);
	cluster_run("a crash in the extended format", extended_again_run);
	cluster_run("a module's images", back_run);
	cluster_run("back after a crash", stock_format_run);
	cluster_run("forward after a clean end", clean_switch_run);
	cluster_run("no change", unchanged_run);
	cluster_remove();
	return done_testing();
}

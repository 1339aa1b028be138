/*
 * slru.c
 *		A small buffer pool over files of status pages.
 *
 * Serves clog.c, subtrans.c, multixact.c and commit_ts.c.  A pool has one
 * ControlLock, which guards every field, and one I/O lock per slot, held
 * exclusively while its page is read or written.  Rules:
 *
 * S1. Page contents and all fields change only under ControlLock, exclusive.
 * S2. ControlLock is never held during I/O: the slot is marked READ_ or
 *	   WRITE_IN_PROGRESS, its I/O lock is taken, then ControlLock is released.
 * S3. A slot whose I/O is in progress keeps its page number; who needs it waits
 *	   on the I/O lock (shared) and looks again.
 * S4. A dirty flag cleared before a write is set again by changes during it.
 * S5. WAL is flushed up to a page's group LSNs before the page is written.
 * S6. The latest page is never a victim, since all new entries go there.
 *
 * Errors are remembered in slru_errcause and raised by report_io_error after
 * the slot is in order again.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/slru.c
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access/slru.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "access/xlogutils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/fd.h"
#include "storage/shmem.h"
#include "utils/wait_event.h"

#define SLRU_WRITE_ALL_FILES 16 /* kept open during SimpleLruWriteAll */

/* Files that a SimpleLruWriteAll has open. */
typedef struct SlruWriteAllData
{
	int num_files;
	int fd[SLRU_WRITE_ALL_FILES];
	int segno[SLRU_WRITE_ALL_FILES];
} SlruWriteAllData;

typedef enum
{
	SLRU_OPEN_FAILED,
	SLRU_CLOSE_FAILED,
	SLRU_READ_FAILED,
	SLRU_WRITE_FAILED,
	SLRU_SEEK_FAILED,
	SLRU_FSYNC_FAILED
} SlruErrorCause;

static SlruErrorCause slru_errcause;
static int slru_errno;

static void wait_for_slot_io(SlruCtl ctl, int slotno);
static void write_slot(SlruCtl ctl, int slotno, SlruWriteAllData *open_files);
static bool read_page_from_file(SlruCtl ctl, int pageno, int slotno);
static bool write_page_to_file(SlruCtl ctl, int pageno, int slotno,
							   SlruWriteAllData *open_files);
static void report_io_error(SlruCtl ctl, int pageno, TransactionId xid)
	pg_attribute_noreturn();
static int choose_slot(SlruCtl ctl, int pageno);
static void delete_segment_file(SlruCtl ctl, int segno);

static void
segment_path(SlruCtl ctl, char *path, int segno)
{
	snprintf(path, MAXPGPATH, "%s/%04X", ctl->Dir, segno);
}

static inline void
touch_slot(SlruShared shared, int slotno)
{
	int now = shared->cur_lru_count;

	if (shared->page_lru_count[slotno] != now)
	{
		shared->cur_lru_count = ++now;
		shared->page_lru_count[slotno] = now;
	}
}

/* ---------------------------------------------------------------------------
 * Set-up
 * ------------------------------------------------------------------------ */

/* Bytes of shared memory for a pool of nslots pages, nlsns LSNs for each. */
Size
SimpleLruShmemSize(int nslots, int nlsns)
{
	Size sz = MAXALIGN(sizeof(SlruSharedData));

	sz += MAXALIGN(nslots * sizeof(char *));
	sz += MAXALIGN(nslots * sizeof(SlruPageStatus));
	sz += MAXALIGN(nslots * sizeof(bool));
	sz += MAXALIGN(nslots * sizeof(int));
	sz += MAXALIGN(nslots * sizeof(int));
	sz += PG_CACHE_LINE_SIZE + nslots * sizeof(LWLockPadded);
	if (nlsns > 0)
		sz += MAXALIGN(nslots * nlsns * sizeof(XLogRecPtr));
	return BUFFERALIGN(sz) + (Size) BLCKSZ * nslots;
}

static char *
carve(char **place, Size size)
{
	char *p = *place;

	*place += MAXALIGN(size);
	return p;
}

/*
 * SimpleLruInit
 *		Attach to the pool called name, creating it if it does not exist.
 *
 * subdir is the directory below the data directory; tranche_id names the I/O
 * locks.  The caller sets ctl->PagePrecedes.
 */
void
SimpleLruInit(SlruCtl ctl, const char *name, int nslots, int nlsns, LWLock *ctllock,
			  const char *subdir, int tranche_id, SyncRequestHandler sync_handler)
{
	SlruShared shared;
	bool found;

	shared = ShmemInitStruct(name, SimpleLruShmemSize(nslots, nlsns), &found);
	if (!found)
	{
		char *place = (char *) shared + MAXALIGN(sizeof(SlruSharedData));

		memset(shared, 0, sizeof(SlruSharedData));
		shared->ControlLock = ctllock;
		shared->num_slots = nslots;
		shared->slru_stats_idx = pgstat_get_slru_index(name);
		shared->lsn_groups_per_page = nlsns;
		shared->page_buffer = (char **) carve(&place, nslots * sizeof(char *));
		shared->page_status = (SlruPageStatus *) carve(&place, nslots * sizeof(SlruPageStatus));
		shared->page_dirty = (bool *) carve(&place, nslots * sizeof(bool));
		shared->page_number = (int *) carve(&place, nslots * sizeof(int));
		shared->page_lru_count = (int *) carve(&place, nslots * sizeof(int));
		if (nlsns > 0)
			shared->group_lsn = (XLogRecPtr *)
				carve(&place, nslots * nlsns * sizeof(XLogRecPtr));
		place = (char *) CACHELINEALIGN(place);
		shared->buffer_locks = (LWLockPadded *) carve(&place, nslots * sizeof(LWLockPadded));
		place = (char *) BUFFERALIGN(place);
		for (int i = 0; i < nslots; i++)
		{
			LWLockInitialize(&shared->buffer_locks[i].lock, tranche_id);
			shared->page_buffer[i] = place;
			shared->page_status[i] = SLRU_PAGE_EMPTY;
			shared->page_dirty[i] = false;
			shared->page_lru_count[i] = 0;
			place += BLCKSZ;
		}
		Assert(place <= (char *) shared + SimpleLruShmemSize(nslots, nlsns));
	}
	ctl->shared = shared;
	ctl->sync_handler = sync_handler;
	strlcpy(ctl->Dir, subdir, sizeof(ctl->Dir));
}

/* ---------------------------------------------------------------------------
 * Pages
 * ------------------------------------------------------------------------ */

static void
clear_group_lsns(SlruShared shared, int slotno)
{
	if (shared->lsn_groups_per_page > 0)
		memset(&shared->group_lsn[slotno * shared->lsn_groups_per_page], 0,
			   shared->lsn_groups_per_page * sizeof(XLogRecPtr));
}

/*
 * SimpleLruZeroPage
 *		Have a zeroed page pageno, dirty, as the latest page; its slot is returned.
 *
 * Caller holds ControlLock exclusively.  Nothing is read or written.
 */
int
SimpleLruZeroPage(SlruCtl ctl, int pageno)
{
	SlruShared shared = ctl->shared;
	int slotno = choose_slot(ctl, pageno);

	Assert(shared->page_status[slotno] == SLRU_PAGE_EMPTY ||
		   (shared->page_status[slotno] == SLRU_PAGE_VALID &&
			!shared->page_dirty[slotno]) ||
		   shared->page_number[slotno] == pageno);

	shared->page_number[slotno] = pageno;
	shared->page_status[slotno] = SLRU_PAGE_VALID;
	shared->page_dirty[slotno] = true;
	touch_slot(shared, slotno);
	memset(shared->page_buffer[slotno], 0, BLCKSZ);
	clear_group_lsns(shared, slotno);
	shared->latest_page_number = pageno;
	pgstat_count_slru_page_zeroed(shared->slru_stats_idx);
	return slotno;
}

/*
 * Wait until the I/O on a slot has ended, letting ControlLock go meanwhile.  If
 * the process that did it died on an error, put the slot right.
 */
static void
wait_for_slot_io(SlruCtl ctl, int slotno)
{
	SlruShared shared = ctl->shared;
	LWLock *iolock = &shared->buffer_locks[slotno].lock;

	LWLockRelease(shared->ControlLock);
	LWLockAcquire(iolock, LW_SHARED);
	LWLockRelease(iolock);
	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);

	if (shared->page_status[slotno] != SLRU_PAGE_READ_IN_PROGRESS &&
		shared->page_status[slotno] != SLRU_PAGE_WRITE_IN_PROGRESS)
		return;
	/* Still "in progress" though the lock is free: the I/O failed. */
	if (LWLockConditionalAcquire(iolock, LW_SHARED))
	{
		if (shared->page_status[slotno] == SLRU_PAGE_READ_IN_PROGRESS)
			shared->page_status[slotno] = SLRU_PAGE_EMPTY;
		else
		{
			shared->page_status[slotno] = SLRU_PAGE_VALID;
			shared->page_dirty[slotno] = true;
		}
		LWLockRelease(iolock);
	}
}

/* Slot that holds pageno, or -1.  Caller holds ControlLock in any mode. */
static int
lookup_slot(SlruShared shared, int pageno)
{
	for (int i = 0; i < shared->num_slots; i++)
		if (shared->page_number[i] == pageno &&
			shared->page_status[i] != SLRU_PAGE_EMPTY)
			return i;
	return -1;
}

/*
 * SimpleLruReadPage
 *		Have page pageno in a slot; its number is returned.
 *
 * write_ok: a page that is being written will do (a reader, or a change that
 * may race with the write).  xid is for the error message only.  Caller holds
 * ControlLock exclusively, which may be released and taken again inside.
 * Errors: I/O trouble, in stock's words.
 */
int
SimpleLruReadPage(SlruCtl ctl, int pageno, bool write_ok, TransactionId xid)
{
	SlruShared shared = ctl->shared;
	int slotno;
	bool ok;

	for (;;)
	{
		slotno = choose_slot(ctl, pageno);
		if (shared->page_number[slotno] != pageno ||
			shared->page_status[slotno] == SLRU_PAGE_EMPTY)
			break;
		if (shared->page_status[slotno] == SLRU_PAGE_READ_IN_PROGRESS ||
			(shared->page_status[slotno] == SLRU_PAGE_WRITE_IN_PROGRESS && !write_ok))
		{
			wait_for_slot_io(ctl, slotno);
			continue;
		}
		touch_slot(shared, slotno);
		pgstat_count_slru_page_hit(shared->slru_stats_idx);
		return slotno;
	}

	Assert(shared->page_status[slotno] == SLRU_PAGE_EMPTY || !shared->page_dirty[slotno]);
	shared->page_number[slotno] = pageno;
	shared->page_status[slotno] = SLRU_PAGE_READ_IN_PROGRESS;
	shared->page_dirty[slotno] = false;
	LWLockAcquire(&shared->buffer_locks[slotno].lock, LW_EXCLUSIVE);
	LWLockRelease(shared->ControlLock);

	ok = read_page_from_file(ctl, pageno, slotno);
	clear_group_lsns(shared, slotno);

	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);
	Assert(shared->page_number[slotno] == pageno);
	shared->page_status[slotno] = ok ? SLRU_PAGE_VALID : SLRU_PAGE_EMPTY;
	LWLockRelease(&shared->buffer_locks[slotno].lock);
	if (!ok)
	{
		LWLockRelease(shared->ControlLock);
		report_io_error(ctl, pageno, xid);
	}
	touch_slot(shared, slotno);
	pgstat_count_slru_page_read(shared->slru_stats_idx);
	return slotno;
}

/*
 * SimpleLruReadPage_ReadOnly
 *		The same for a reader that holds no lock: ControlLock is held on return, in
 *		shared mode if the page was there, else exclusively.
 */
int
SimpleLruReadPage_ReadOnly(SlruCtl ctl, int pageno, TransactionId xid)
{
	SlruShared shared = ctl->shared;
	int slotno;

	LWLockAcquire(shared->ControlLock, LW_SHARED);
	slotno = lookup_slot(shared, pageno);
	if (slotno >= 0 && shared->page_status[slotno] != SLRU_PAGE_READ_IN_PROGRESS)
	{
		/* Others may do the same at once: an approximate count is enough. */
		touch_slot(shared, slotno);
		pgstat_count_slru_page_hit(shared->slru_stats_idx);
		return slotno;
	}
	LWLockRelease(shared->ControlLock);
	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);
	return SimpleLruReadPage(ctl, pageno, true, xid);
}

/* Write a slot's page if it is dirty; see SimpleLruReadPage for the locks. */
void
SimpleLruWritePage(SlruCtl ctl, int slotno)
{
	write_slot(ctl, slotno, NULL);
}

static void
write_slot(SlruCtl ctl, int slotno, SlruWriteAllData *open_files)
{
	SlruShared shared = ctl->shared;
	int pageno = shared->page_number[slotno];
	bool ok;

	while (shared->page_status[slotno] == SLRU_PAGE_WRITE_IN_PROGRESS &&
		   shared->page_number[slotno] == pageno)
		wait_for_slot_io(ctl, slotno);
	if (!shared->page_dirty[slotno] || shared->page_status[slotno] != SLRU_PAGE_VALID ||
		shared->page_number[slotno] != pageno)
		return;

	shared->page_status[slotno] = SLRU_PAGE_WRITE_IN_PROGRESS;
	shared->page_dirty[slotno] = false;
	LWLockAcquire(&shared->buffer_locks[slotno].lock, LW_EXCLUSIVE);
	LWLockRelease(shared->ControlLock);

	ok = write_page_to_file(ctl, pageno, slotno, open_files);

	if (!ok && open_files != NULL)
		for (int i = 0; i < open_files->num_files; i++)
			CloseTransientFile(open_files->fd[i]);

	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);
	Assert(shared->page_number[slotno] == pageno);
	if (!ok)
		shared->page_dirty[slotno] = true;
	shared->page_status[slotno] = SLRU_PAGE_VALID;
	LWLockRelease(&shared->buffer_locks[slotno].lock);
	if (!ok)
	{
		LWLockRelease(shared->ControlLock);
		report_io_error(ctl, pageno, InvalidTransactionId);
	}
	pgstat_count_slru_page_written(shared->slru_stats_idx);
	if (open_files != NULL)
		CheckpointStats.ckpt_bufs_written++;
}

/*
 * SimpleLruDoesPhysicalPageExist
 *		Is page pageno in a file, as a whole?  Caller holds no lock.
 */
bool
SimpleLruDoesPhysicalPageExist(SlruCtl ctl, int pageno)
{
	char path[MAXPGPATH];
	int fd;
	off_t end;

	pgstat_count_slru_page_exists(ctl->shared->slru_stats_idx);
	segment_path(ctl, path, pageno / SLRU_PAGES_PER_SEGMENT);
	fd = OpenTransientFile(path, O_RDONLY | PG_BINARY);
	if (fd < 0)
	{
		if (errno == ENOENT)
			return false;
		slru_errcause = SLRU_OPEN_FAILED;
		slru_errno = errno;
		report_io_error(ctl, pageno, InvalidTransactionId);
	}
	end = lseek(fd, 0, SEEK_END);
	if (end < 0)
	{
		slru_errcause = SLRU_SEEK_FAILED;
		slru_errno = errno;
		report_io_error(ctl, pageno, InvalidTransactionId);
	}
	CloseTransientFile(fd);
	return end >= (off_t) (pageno % SLRU_PAGES_PER_SEGMENT + 1) * BLCKSZ;
}

/* ---------------------------------------------------------------------------
 * Files
 * ------------------------------------------------------------------------ */

/* Fill a slot from its file.  During recovery a missing file reads as zeros. */
static bool
read_page_from_file(SlruCtl ctl, int pageno, int slotno)
{
	char path[MAXPGPATH];
	off_t offset = (off_t) (pageno % SLRU_PAGES_PER_SEGMENT) * BLCKSZ;
	char *page = ctl->shared->page_buffer[slotno];
	ssize_t got;
	int fd;

	segment_path(ctl, path, pageno / SLRU_PAGES_PER_SEGMENT);
	fd = OpenTransientFile(path, O_RDONLY | PG_BINARY);
	if (fd < 0)
	{
		if (errno != ENOENT || !InRecovery)
		{
			slru_errcause = SLRU_OPEN_FAILED;
			slru_errno = errno;
			return false;
		}
		ereport(LOG,
				(errmsg("file \"%s\" doesn't exist, reading as zeroes", path)));
		memset(page, 0, BLCKSZ);
		return true;
	}

	errno = 0;
	pgstat_report_wait_start(WAIT_EVENT_SLRU_READ);
	got = pread(fd, page, BLCKSZ, offset);
	pgstat_report_wait_end();
	if (got != BLCKSZ)
	{
		slru_errcause = SLRU_READ_FAILED;
		slru_errno = errno;
		CloseTransientFile(fd);
		return false;
	}
	if (CloseTransientFile(fd) != 0)
	{
		slru_errcause = SLRU_CLOSE_FAILED;
		slru_errno = errno;
		return false;
	}
	return true;
}

/* The newest commit that the page shows must be in the log first (rule S5). */
static void
flush_wal_for_page(SlruShared shared, int slotno)
{
	XLogRecPtr max_lsn = InvalidXLogRecPtr;

	for (int i = 0; i < shared->lsn_groups_per_page; i++)
		max_lsn = Max(max_lsn,
					  shared->group_lsn[slotno * shared->lsn_groups_per_page + i]);
	if (XLogRecPtrIsInvalid(max_lsn))
		return;
	/* An error here would leave the slot locked. */
	START_CRIT_SECTION();
	XLogFlush(max_lsn);
	END_CRIT_SECTION();
}

/* Descriptor for writing a segment, kept in *open_files if there is room. */
static int
open_segment_for_write(SlruCtl ctl, int segno, SlruWriteAllData *open_files, bool *keep)
{
	char path[MAXPGPATH];
	int fd;

	*keep = false;
	for (int i = 0; open_files != NULL && i < open_files->num_files; i++)
		if (open_files->segno[i] == segno)
		{
			*keep = true;
			return open_files->fd[i];
		}
	segment_path(ctl, path, segno);
	fd = OpenTransientFile(path, O_RDWR | O_CREAT | PG_BINARY);
	if (fd >= 0 && open_files != NULL && open_files->num_files < SLRU_WRITE_ALL_FILES)
	{
		open_files->fd[open_files->num_files] = fd;
		open_files->segno[open_files->num_files++] = segno;
		*keep = true;
	}
	return fd;
}

static bool
write_page_to_file(SlruCtl ctl, int pageno, int slotno, SlruWriteAllData *open_files)
{
	SlruShared shared = ctl->shared;
	int segno = pageno / SLRU_PAGES_PER_SEGMENT;
	off_t offset = (off_t) (pageno % SLRU_PAGES_PER_SEGMENT) * BLCKSZ;
	bool keep;
	int fd;

	flush_wal_for_page(shared, slotno);
	fd = open_segment_for_write(ctl, segno, open_files, &keep);
	if (fd < 0)
	{
		slru_errcause = SLRU_OPEN_FAILED;
		slru_errno = errno;
		return false;
	}

	errno = 0;
	pgstat_report_wait_start(WAIT_EVENT_SLRU_WRITE);
	if (pwrite(fd, shared->page_buffer[slotno], BLCKSZ, offset) != BLCKSZ)
	{
		pgstat_report_wait_end();
		slru_errcause = SLRU_WRITE_FAILED;
		slru_errno = errno == 0 ? ENOSPC : errno;
		if (!keep)
			CloseTransientFile(fd);
		return false;
	}
	pgstat_report_wait_end();

	/* The checkpointer fsyncs it; if it cannot be told, do it here. */
	if (ctl->sync_handler != SYNC_HANDLER_NONE)
	{
		FileTag tag;

		memset(&tag, 0, sizeof(tag));
		tag.handler = ctl->sync_handler;
		tag.segno = segno;
		if (!RegisterSyncRequest(&tag, SYNC_REQUEST, false) && pg_fsync(fd) != 0)
		{
			slru_errcause = SLRU_FSYNC_FAILED;
			slru_errno = errno;
			if (!keep)
				CloseTransientFile(fd);
			return false;
		}
	}
	if (!keep && CloseTransientFile(fd) != 0)
	{
		slru_errcause = SLRU_CLOSE_FAILED;
		slru_errno = errno;
		return false;
	}
	return true;
}

/* Raise what read_page_from_file or write_page_to_file noted. */
static void
report_io_error(SlruCtl ctl, int pageno, TransactionId xid)
{
	static const struct
	{
		const char *verb;
		const char *where; /* before the offset; NULL: it does not matter */
	} words[] = {
		[SLRU_OPEN_FAILED] = {"open", NULL},
		[SLRU_CLOSE_FAILED] = {"close", NULL},
		[SLRU_READ_FAILED] = {"read from", " at offset "},
		[SLRU_WRITE_FAILED] = {"write to", " at offset "},
		[SLRU_SEEK_FAILED] = {"seek in", " to offset "},
		[SLRU_FSYNC_FAILED] = {"fsync", NULL},
	};
	char path[MAXPGPATH];
	char place[64] = "";
	int level = slru_errcause == SLRU_FSYNC_FAILED ? data_sync_elevel(ERROR) : ERROR;

	segment_path(ctl, path, pageno / SLRU_PAGES_PER_SEGMENT);
	if (words[slru_errcause].where != NULL)
		snprintf(place, sizeof(place), "%s%d", words[slru_errcause].where,
				 (pageno % SLRU_PAGES_PER_SEGMENT) * BLCKSZ);
	errno = slru_errno;
	if (slru_errno != 0)
		ereport(level,
				(errcode_for_file_access(),
				 errmsg("could not access status of transaction %u", xid),
				 errdetail("Could not %s file \"%s\"%s: %m.", words[slru_errcause].verb, path, place)));
	else
		ereport(level,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("could not access status of transaction %u", xid),
				 errdetail("Could not %s file \"%s\"%s: read too few bytes.",
						   words[slru_errcause].verb, path, place)));
	pg_unreachable();
}

/* ---------------------------------------------------------------------------
 * Replacement
 * ------------------------------------------------------------------------ */

/*
 * The least recently used slot other than the latest page's, by state: an idle
 * one if any (*busy false), else one with I/O in progress.
 */
static int
oldest_slot(SlruShared shared, bool *busy)
{
	int now = shared->cur_lru_count++;
	int best[2] = {-1, -1};
	int best_age[2] = {-1, -1};

	for (int i = 0; i < shared->num_slots; i++)
	{
		int age = now - shared->page_lru_count[i];
		int kind = shared->page_status[i] == SLRU_PAGE_VALID ? 0 : 1;

		if (age < 0)
		{
			/* Readers bump the counts without exclusion; mend a slip. */
			shared->page_lru_count[i] = now;
			age = 0;
		}
		if (shared->page_number[i] == shared->latest_page_number)
			continue;
		if (age > best_age[kind])
		{
			best_age[kind] = age;
			best[kind] = i;
		}
	}
	*busy = best[0] < 0;
	return best[0] >= 0 ? best[0] : best[1];
}

/*
 * Slot for pageno: the one that has it, or a free one, made so by writing the
 * oldest page.  ControlLock, held exclusively, may be let go on the way.
 */
static int
choose_slot(SlruCtl ctl, int pageno)
{
	SlruShared shared = ctl->shared;

	for (;;)
	{
		int slotno = lookup_slot(shared, pageno);
		bool busy;

		if (slotno >= 0)
			return slotno;
		for (slotno = 0; slotno < shared->num_slots; slotno++)
			if (shared->page_status[slotno] == SLRU_PAGE_EMPTY)
				return slotno;

		slotno = oldest_slot(shared, &busy);
		Assert(slotno >= 0);
		if (busy)
			wait_for_slot_io(ctl, slotno);
		else if (shared->page_dirty[slotno])
			write_slot(ctl, slotno, NULL);
		else
			return slotno;
	}
}

/* ---------------------------------------------------------------------------
 * Checkpoint, truncation, directories
 * ------------------------------------------------------------------------ */

/*
 * SimpleLruWriteAll
 *		Write all dirty pages; the fsyncs are left to the checkpoint.
 *
 * allow_redirtied: pages may become dirty meanwhile (else it is asserted that
 * they do not).
 */
void
SimpleLruWriteAll(SlruCtl ctl, bool allow_redirtied)
{
	SlruShared shared = ctl->shared;
	SlruWriteAllData files = {.num_files = 0};
	int bad_page = -1;

	pgstat_count_slru_flush(shared->slru_stats_idx);
	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);
	for (int slotno = 0; slotno < shared->num_slots; slotno++)
	{
		write_slot(ctl, slotno, &files);
		Assert(allow_redirtied || shared->page_status[slotno] == SLRU_PAGE_EMPTY ||
			   (shared->page_status[slotno] == SLRU_PAGE_VALID &&
				!shared->page_dirty[slotno]));
	}
	LWLockRelease(shared->ControlLock);

	for (int i = 0; i < files.num_files; i++)
		if (CloseTransientFile(files.fd[i]) != 0)
		{
			slru_errcause = SLRU_CLOSE_FAILED;
			slru_errno = errno;
			bad_page = files.segno[i] * SLRU_PAGES_PER_SEGMENT;
		}
	if (bad_page >= 0)
		report_io_error(ctl, bad_page, InvalidTransactionId);
	if (ctl->sync_handler != SYNC_HANDLER_NONE)
		fsync_fname(ctl->Dir, true);
}

/* Empty the slots of pages for which drop says so; ControlLock is held. */
static void
discard_pages(SlruCtl ctl, bool (*drop)(SlruCtl ctl, int pageno, int arg), int arg)
{
	SlruShared shared = ctl->shared;

	for (int slotno = 0; slotno < shared->num_slots; slotno++)
	{
		while (shared->page_status[slotno] != SLRU_PAGE_EMPTY &&
			   drop(ctl, shared->page_number[slotno], arg))
		{
			if (shared->page_status[slotno] == SLRU_PAGE_VALID)
				shared->page_status[slotno] = SLRU_PAGE_EMPTY;
			else
				wait_for_slot_io(ctl, slotno);
		}
		if (shared->page_status[slotno] == SLRU_PAGE_EMPTY)
			shared->page_dirty[slotno] = false;
	}
}

static bool
page_is_before(SlruCtl ctl, int pageno, int cutoff)
{
	return ctl->PagePrecedes(pageno, cutoff);
}

static bool
page_is_in_segment(SlruCtl ctl, int pageno, int segno)
{
	return pageno / SLRU_PAGES_PER_SEGMENT == segno;
}

/* Does the whole segment that starts at segpage lie before the cutoff? */
static bool
segment_is_before(SlruCtl ctl, int segpage, int cutoff)
{
	return ctl->PagePrecedes(segpage, cutoff) &&
		ctl->PagePrecedes(segpage + SLRU_PAGES_PER_SEGMENT - 1, cutoff);
}

static bool
delete_if_before(SlruCtl ctl, char *filename, int segpage, void *data)
{
	if (segment_is_before(ctl, segpage, *(int *) data))
		delete_segment_file(ctl, segpage / SLRU_PAGES_PER_SEGMENT);
	return false;
}

/*
 * SimpleLruTruncate
 *		Remove segment files that lie wholly before page cutoffPage.
 *
 * Does nothing, with a LOG line, if the cutoff seems to have wrapped around.
 */
void
SimpleLruTruncate(SlruCtl ctl, int cutoffPage)
{
	SlruShared shared = ctl->shared;

	pgstat_count_slru_truncate(shared->slru_stats_idx);
	LWLockAcquire(shared->ControlLock, LW_EXCLUSIVE);
	if (ctl->PagePrecedes(shared->latest_page_number, cutoffPage))
	{
		LWLockRelease(shared->ControlLock);
		ereport(LOG,
				(errmsg("could not truncate directory \"%s\": apparent wraparound",
						ctl->Dir)));
		return;
	}
	discard_pages(ctl, page_is_before, cutoffPage);
	LWLockRelease(shared->ControlLock);
	(void) SlruScanDirectory(ctl, delete_if_before, &cutoffPage);
}

/* Forget pending fsyncs of a segment and unlink it. */
static void
delete_segment_file(SlruCtl ctl, int segno)
{
	char path[MAXPGPATH];

	if (ctl->sync_handler != SYNC_HANDLER_NONE)
	{
		FileTag tag;

		memset(&tag, 0, sizeof(tag));
		tag.handler = ctl->sync_handler;
		tag.segno = segno;
		RegisterSyncRequest(&tag, SYNC_FORGET_REQUEST, true);
	}
	segment_path(ctl, path, segno);
	ereport(DEBUG2, (errmsg_internal("removing file \"%s\"", path)));
	unlink(path);
}

/*
 * SlruDeleteSegment
 *		Remove one segment and all its pages from memory.
 */
void
SlruDeleteSegment(SlruCtl ctl, int segno)
{
	LWLockAcquire(ctl->shared->ControlLock, LW_EXCLUSIVE);
	discard_pages(ctl, page_is_in_segment, segno);
	delete_segment_file(ctl, segno);
	LWLockRelease(ctl->shared->ControlLock);
}

/* SlruScanDirectory callback: is there a segment wholly before *data (int)? */
bool
SlruScanDirCbReportPresence(SlruCtl ctl, char *filename, int segpage, void *data)
{
	return segment_is_before(ctl, segpage, *(int *) data);
}

/* SlruScanDirectory callback: remove everything. */
bool
SlruScanDirCbDeleteAll(SlruCtl ctl, char *filename, int segpage, void *data)
{
	delete_segment_file(ctl, segpage / SLRU_PAGES_PER_SEGMENT);
	return false;
}

/*
 * SlruScanDirectory
 *		Call callback for each segment file until it returns true; that result.
 */
bool
SlruScanDirectory(SlruCtl ctl, SlruScanCallback callback, void *data)
{
	DIR *dir = AllocateDir(ctl->Dir);
	struct dirent *de;
	bool stop = false;

	while (!stop && (de = ReadDir(dir, ctl->Dir)) != NULL)
	{
		size_t len = strlen(de->d_name);

		if (len >= 4 && len <= 6 && strspn(de->d_name, "0123456789ABCDEF") == len)
		{
			int segno = (int) strtol(de->d_name, NULL, 16);

			stop = callback(ctl, de->d_name, segno * SLRU_PAGES_PER_SEGMENT, data);
		}
	}
	FreeDir(dir);
	return stop;
}

/*
 * SlruSyncFileTag
 *		Fsync the segment that a request names; result and errno of fsync(), the
 *		path in path.
 */
int
SlruSyncFileTag(SlruCtl ctl, const FileTag *ftag, char *path)
{
	int fd;
	int result;
	int save_errno;

	segment_path(ctl, path, ftag->segno);
	fd = OpenTransientFile(path, O_RDWR | PG_BINARY);
	if (fd < 0)
		return -1;
	result = pg_fsync(fd);
	save_errno = errno;
	CloseTransientFile(fd);
	errno = save_errno;
	return result;
}

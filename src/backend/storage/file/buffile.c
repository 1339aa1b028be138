/*
 * buffile.c
 *		Temporary files of any length, with a buffer.
 *
 * A BufFile is a row of temporary files of 1 GB and one buffer of a block.
 * Position is (file number, offset); the buffer holds the bytes from
 * curOffset on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/file/buffile.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "portability/instr_time.h"
#include "storage/buffile.h"
#include "storage/bufmgr.h"
#include "storage/fd.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/wait_event.h"

#define SEGMENT_SIZE 0x40000000
#define BLOCKS_PER_SEGMENT (SEGMENT_SIZE / BLCKSZ)

struct BufFile
{
	int nfiles;
	File *files;
	bool interXact;
	bool dirty; /* the buffer must be written */
	ResourceOwner resowner; /* for further files */
	int curFile; /* of the start of the buffer */
	off_t curOffset;
	int pos; /* next byte in the buffer */
	int nbytes; /* valid bytes in it */
	PGAlignedBlock buffer;
};

/* Add one more physical file. */
static void
add_file(BufFile *file)
{
	ResourceOwner save = CurrentResourceOwner;
	File f;

	CurrentResourceOwner = file->resowner;
	f = OpenTemporaryFile(file->interXact);
	CurrentResourceOwner = save;
	if (file->nfiles == 0)
		file->files = (File *) palloc(sizeof(File));
	else
		file->files = (File *) repalloc(file->files,
										(file->nfiles + 1) * sizeof(File));
	file->files[file->nfiles++] = f;
}

/*
 * BufFileCreateTemp
 *		A new, empty file in the current memory context.
 *
 * interXact: it lives until closed; otherwise the current resource owner
 * closes its files at the latest.
 */
BufFile *
BufFileCreateTemp(bool interXact)
{
	BufFile *file = (BufFile *) palloc0(sizeof(BufFile));

	file->interXact = interXact;
	file->resowner = CurrentResourceOwner;
	add_file(file);
	return file;
}

void
BufFileClose(BufFile *file)
{
	BufFileFlush(file);
	for (int i = 0; i < file->nfiles; i++)
		FileClose(file->files[i]);
	pfree(file->files);
	pfree(file);
}

/* Count one block moved, and its time since start. */
static void
count_io(int64 *blocks, instr_time *total, instr_time start)
{
	instr_time now;

	(*blocks)++;
	if (!track_io_timing)
		return;
	INSTR_TIME_SET_CURRENT(now);
	INSTR_TIME_ACCUM_DIFF(*total, now, start);
}

/* Fill the buffer from curOffset; nbytes is 0 at the end of all files. */
static void
load_buffer(BufFile *file)
{
	instr_time start;
	File f;

	if (file->curOffset >= SEGMENT_SIZE && file->curFile + 1 < file->nfiles)
	{
		file->curFile++;
		file->curOffset = 0;
	}
	INSTR_TIME_SET_ZERO(start);
	if (track_io_timing)
		INSTR_TIME_SET_CURRENT(start);
	f = file->files[file->curFile];
	file->nbytes = FileRead(f, file->buffer.data, BLCKSZ, file->curOffset,
							WAIT_EVENT_BUFFILE_READ);
	if (file->nbytes < 0)
	{
		file->nbytes = 0;
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not read file \"%s\": %m", FilePathName(f))));
	}
	if (file->nbytes > 0)
		count_io(&pgBufferUsage.temp_blks_read,
				 &pgBufferUsage.temp_blk_read_time, start);
}

/* Write the buffer, over the border of two files if need be. */
static void
dump_buffer(BufFile *file)
{
	int done = 0;

	while (done < file->nbytes)
	{
		int n = file->nbytes - done;
		instr_time start;
		File f;

		while (file->curOffset >= SEGMENT_SIZE)
		{
			while (file->curFile + 1 >= file->nfiles)
				add_file(file);
			file->curFile++;
			file->curOffset = 0;
		}
		n = (int) Min((off_t) n, SEGMENT_SIZE - file->curOffset);
		INSTR_TIME_SET_ZERO(start);
		if (track_io_timing)
			INSTR_TIME_SET_CURRENT(start);
		f = file->files[file->curFile];
		n = FileWrite(f, file->buffer.data + done, n, file->curOffset,
					  WAIT_EVENT_BUFFILE_WRITE);
		if (n <= 0)
			ereport(ERROR, (errcode_for_file_access(), errmsg("could not write to file \"%s\": %m", FilePathName(f))));
		count_io(&pgBufferUsage.temp_blks_written,
				 &pgBufferUsage.temp_blk_write_time, start);
		file->curOffset += n;
		done += n;
	}
	file->dirty = false;

	/* go to the logical position, which may lie before the end of the buffer */
	file->curOffset -= file->nbytes - file->pos;
	if (file->curOffset < 0)
	{
		file->curFile--;
		file->curOffset += SEGMENT_SIZE;
	}
	file->pos = 0;
	file->nbytes = 0;
}

void
BufFileFlush(BufFile *file)
{
	if (file->dirty)
		dump_buffer(file);
}

/* Read; fewer bytes than asked for only at the end. */
size_t
BufFileRead(BufFile *file, void *ptr, size_t size)
{
	size_t got = 0;

	BufFileFlush(file);
	while (size > 0)
	{
		size_t n;

		if (file->pos >= file->nbytes)
		{
			file->curOffset += file->pos;
			file->pos = file->nbytes = 0;
			load_buffer(file);
			if (file->nbytes <= 0)
				break;
		}
		n = Min((size_t) (file->nbytes - file->pos), size);
		memcpy(ptr, file->buffer.data + file->pos, n);
		file->pos += n;
		ptr = (char *) ptr + n;
		size -= n;
		got += n;
	}
	return got;
}

/* Read all of it; ERROR if the file ends before. */
void
BufFileReadExact(BufFile *file, void *ptr, size_t size)
{
	size_t got = BufFileRead(file, ptr, size);

	if (got != size)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read from temporary file: read only %zu of %zu bytes",
						got, size)));
}

/* Write at the current position. */
void
BufFileWrite(BufFile *file, void *ptr, size_t size)
{
	while (size > 0)
	{
		size_t n;

		if (file->pos >= BLCKSZ)
		{
			if (file->dirty)
				dump_buffer(file);
			else
			{
				/* it was only read: go on behind it */
				file->curOffset += file->pos;
				file->pos = file->nbytes = 0;
			}
		}
		n = Min((size_t) (BLCKSZ - file->pos), size);
		memcpy(file->buffer.data + file->pos, ptr, n);
		file->dirty = true;
		file->pos += n;
		file->nbytes = Max(file->nbytes, file->pos);
		ptr = (char *) ptr + n;
		size -= n;
	}
}

static off_t
segment_length(BufFile *file, int i)
{
	off_t len = FileSize(file->files[i]);

	if (len < 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not determine size of temporary file \"%s\": %m", FilePathName(file->files[i]))));
	return len;
}

/*
 * BufFileSeek
 *		Go to a position: 0, or EOF if there is no such.
 *
 * whence: SEEK_SET (fileno, offset), SEEK_CUR (offset from here; fileno is
 * not used), SEEK_END (offset from the end).
 */
int
BufFileSeek(BufFile *file, int fileno, off_t offset, int whence)
{
	int to_file;
	off_t to;

	switch (whence)
	{
		case SEEK_SET:
			to_file = fileno;
			to = offset;
			break;
		case SEEK_CUR:
			to_file = file->curFile;
			to = file->curOffset + file->pos + offset;
			break;
		case SEEK_END:
			BufFileFlush(file);
			to_file = file->nfiles - 1;
			to = segment_length(file, to_file) + offset;
			break;
		default:
			elog(ERROR, "invalid whence: %d", whence);
			return EOF;
	}
	while (to < 0)
	{
		if (--to_file < 0)
			return EOF;
		to += SEGMENT_SIZE;
	}
	/* within the buffer nothing needs to be moved */
	if (to_file == file->curFile && to >= file->curOffset &&
		to <= file->curOffset + file->nbytes)
	{
		file->pos = (int) (to - file->curOffset);
		return 0;
	}
	BufFileFlush(file);
	while (to > SEGMENT_SIZE || (to == SEGMENT_SIZE && to_file + 1 < file->nfiles))
	{
		to_file++;
		to -= SEGMENT_SIZE;
	}
	if (to_file >= file->nfiles)
		return EOF;
	file->curFile = to_file;
	file->curOffset = to;
	file->pos = file->nbytes = 0;
	return 0;
}

void
BufFileTell(BufFile *file, int *fileno, off_t *offset)
{
	*fileno = file->curFile;
	*offset = file->curOffset + file->pos;
}

int
BufFileSeekBlock(BufFile *file, long blknum)
{
	return BufFileSeek(file, (int) (blknum / BLOCKS_PER_SEGMENT),
					   (off_t) (blknum % BLOCKS_PER_SEGMENT) * BLCKSZ, SEEK_SET);
}

/* Length in bytes of what has been written out. */
int64
BufFileSize(BufFile *file)
{
	BufFileFlush(file);
	return (int64) (file->nfiles - 1) * SEGMENT_SIZE +
		segment_length(file, file->nfiles - 1);
}

/*
 * controldata_utils.c
 *		Reading and writing global/pg_control.
 *
 * The file is 8 kB, written in place in one write, so that a crash leaves either
 * the old or the new content; a torn write is recognized by the CRC.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/controldata_utils.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "common/controldata_utils.h"
#include "common/file_perm.h"
#ifdef FRONTEND
#include "common/logging.h"
#else
#include "storage/fd.h"
#include "utils/wait_event.h"
#endif

/*
 * A file that cannot be read is an ERROR.  One that cannot be written is a PANIC:
 * recovery would begin in the wrong place, and a second fsync may succeed though
 * the kernel has given the first one's page up.
 */
#ifdef FRONTEND
#define FILE_FAILURE(what, path, suffix) \
	pg_fatal("could not " what " file \"%s\"" suffix ": %m", path)
#define UPDATE_FAILURE(what, path, suffix) FILE_FAILURE(what, path, suffix)
#define WAIT_BEGIN(event) ((void) 0)
#define WAIT_END() ((void) 0)
#define sync_file(fd) fsync(fd)
#else
#define FILE_FAILURE(what, path, suffix) \
	ereport(ERROR, (errcode_for_file_access(), errmsg("could not " what " file \"%s\"" suffix ": %m", path)))
#define UPDATE_FAILURE(what, path, suffix) \
	ereport(PANIC, (errcode_for_file_access(), errmsg("could not " what " file \"%s\"" suffix ": %m", path)))
#define WAIT_BEGIN(event) pgstat_report_wait_start(event)
#define WAIT_END() pgstat_report_wait_end()
#define sync_file(fd) pg_fsync(fd)
#endif

static pg_crc32c
control_crc(const ControlFileData *control)
{
	pg_crc32c crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, control, offsetof(ControlFileData, crc));
	FIN_CRC32C(crc);
	return crc;
}

ControlFileData *
get_controlfile(const char *DataDir, bool *crc_ok_p)
{
	ControlFileData *control = palloc(sizeof(ControlFileData));
	char path[MAXPGPATH];
	int fd;
	ssize_t n;

	snprintf(path, sizeof(path), "%s%sglobal/pg_control", DataDir ? DataDir : "",
			 DataDir ? "/" : "");
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		FILE_FAILURE("open", path, " for reading");
	n = read(fd, control, sizeof(ControlFileData));
	if (n < 0)
		FILE_FAILURE("read", path, "");
	if (n != sizeof(ControlFileData))
	{
#ifdef FRONTEND
		pg_fatal("could not read file \"%s\": read %d of %zu", path, (int) n,
				 sizeof(ControlFileData));
#else
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("could not read file \"%s\": read %d of %zu", path,
						(int) n, sizeof(ControlFileData))));
#endif
	}
	close(fd);
	*crc_ok_p = control_crc(control) == control->crc;
#ifdef FRONTEND
	/* a byte-swapped version number: not from a machine like this */
	if (control->pg_control_version % 65536 == 0 &&
		control->pg_control_version / 65536 != 0)
		pg_log_warning("possible byte ordering mismatch");
#endif
	return control;
}

void
update_controlfile(const char *DataDir, ControlFileData *ControlFile,
				   bool do_sync)
{
	char buffer[PG_CONTROL_FILE_SIZE] = {0};
	char path[MAXPGPATH];
	int fd;

	ControlFile->time = (pg_time_t) time(NULL);
	ControlFile->crc = control_crc(ControlFile);
	memcpy(buffer, ControlFile, sizeof(ControlFileData));
	snprintf(path, sizeof(path), "%s/global/pg_control", DataDir);
	fd = open(path, O_WRONLY | O_CLOEXEC, pg_file_create_mode);
	if (fd < 0)
		UPDATE_FAILURE("open", path, "");
	errno = 0;
	WAIT_BEGIN(WAIT_EVENT_CONTROL_FILE_WRITE_UPDATE);
	if (write(fd, buffer, sizeof(buffer)) != sizeof(buffer))
	{
		if (errno == 0)
			errno = ENOSPC;
		UPDATE_FAILURE("write", path, "");
	}
	WAIT_END();
	if (do_sync)
	{
		WAIT_BEGIN(WAIT_EVENT_CONTROL_FILE_SYNC_UPDATE);
		if (sync_file(fd) != 0)
			UPDATE_FAILURE("fsync", path, "");
		WAIT_END();
	}
	if (close(fd) != 0)
		UPDATE_FAILURE("close", path, "");
}

/*
 * walstore_archive.c
 *		archive and restore: one file for archive_command and restore_command.
 *
 * Segments go through walstore_pack.c; history files, backup labels and
 * segments that a stock archiver left are copied as they are.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_archive.c
 */
#include "postgres_fe.h"

#include <unistd.h>

#include "common/logging.h"
#include "walstore_tool.h"

/* Has the file that is there already these bytes, and is it durable?  An exit code. */
static int
keep_file(const char *path, const uint8 *bytes, size_t size)
{
	size_t old_size;
	uint8 *old = read_whole_file(path, &old_size);
	bool same = old != NULL && old_size == size && memcmp(old, bytes, size) == 0;

	free(old);
	if (old == NULL)
		return EXIT_ERROR;
	if (same)
		return make_durable(path) ? EXIT_FINE : EXIT_ERROR;
	pg_log_error("file \"%s\" exists already, with other contents", path);
	return EXIT_DIFFERS;
}

/* Copy a file that is no segment, or a segment that is not packed. */
static int
copy_file(const char *from, const char *to, uint64 *in, uint64 *out)
{
	NewFile file;
	size_t size;
	uint8 *bytes = read_whole_file(from, &size);
	int result = EXIT_ERROR;

	if (bytes == NULL)
		return EXIT_ERROR;
	if (path_exists(to))
		result = keep_file(to, bytes, size);
	else if (new_file_open(&file, to, WAL_FILE_MODE))
	{
		if (!new_file_write(&file, bytes, size))
			new_file_abandon(&file);
		else if ((result = new_file_install(&file, false)) == EXIT_DIFFERS)
			result = keep_file(to, bytes, size); /* somebody else was as fast */
	}
	free(bytes);
	*in += size;
	*out += size;
	return result;
}

/*
 * Where the file of this name goes, without WALSTORE_SUFFIX; NULL after a
 * message.  A target that is neither a directory nor called like the file is
 * most likely a directory that is not there (yet, or not mounted): a file of
 * that name would be lost to restore.
 */
static char *
find_target(const char *name, const char *target)
{
	char *there;
	bool same;

	if (is_directory(target))
		return psprintf("%s/%s", target, name);
	there = segment_name(target);
	same = strcmp(there, name) == 0;
	free(there);
	if (!same)
	{
		pg_log_error("\"%s\" is neither a directory nor a place for \"%s\"", target, name);
		return NULL;
	}
	return has_suffix(target, WALSTORE_SUFFIX)
		? psprintf("%.*s", (int) (strlen(target) - strlen(WALSTORE_SUFFIX)), target)
		: pg_strdup(target);
}

/* archive PATH TARGET: TARGET is a directory, or the file's name in one. */
int
command_archive(int argc, char **argv)
{
	const char *name = base_name(argv[0]);
	char *target = find_target(name, argv[1]);
	uint64 in = 0,
		   out = 0;
	int result;

	if (target == NULL)
		return EXIT_ERROR;
	expect_files(1);
	/* a stock archiver may have put the segment there */
	if (is_segment_name(name) && !path_exists(target))
		result = pack_segment(argv[0], store_name(target), &in, &out);
	else
		result = copy_file(argv[0], target, &in, &out);
	show_progress(in, out);
	return result;
}

/* Is there such a file?  1, 0, or -1 if that cannot be said, after a message. */
static int
look_for(const char *path)
{
	if (path_exists(path))
		return 1;
	if (errno == ENOENT)
		return 0;
	pg_log_error("could not stat file \"%s\": %m", path);
	return -1;
}

/* Is the directory there that the file is looked for in?  If not, after a message. */
static bool
archive_exists(const char *source)
{
	char *dir = dir_name(source);
	bool there = is_directory(dir);

	if (!there)
		pg_log_error("could not open archive directory \"%s\": %m", dir);
	free(dir);
	return there;
}

/*
 * restore NAME TARGET: NAME is looked for as a store and as a stock file.  The
 * server takes exit codes up to 125 as "there is no such file", and may end
 * recovery there; so whatever else fails gives EXIT_RECOVERY, which stops it.
 */
int
command_restore(int argc, char **argv)
{
	const char *name = base_name(argv[0]);
	char *source = options.archive ? psprintf("%s/%s", options.archive, argv[0]) : pg_strdup(argv[0]);
	char *store = store_name(source);
	uint64 in = 0,
		   out = 0;
	int result = EXIT_RECOVERY;
	int found;

	expect_files(1);
	if ((found = look_for(store)) > 0)
		result = expand_store(store, argv[1], is_segment_name(name) ? name : NULL, &in, &out);
	else if (found == 0 && (found = look_for(source)) > 0)
		result = copy_file(source, argv[1], &in, &out);
	if (found < 0 || (found == 0 && !archive_exists(source)))
		return EXIT_RECOVERY;
	if (found == 0)
	{
		if (options.progress)
			pg_log_info("\"%s\" is not in the archive", name);
		return EXIT_ERROR;
	}
	show_progress(in, out);
	return result == EXIT_FINE ? EXIT_FINE : EXIT_RECOVERY;
}

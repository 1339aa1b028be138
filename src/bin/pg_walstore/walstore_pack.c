/*
 * walstore_pack.c
 *		pack, unpack, archive and restore: between segments and their stores.
 *
 * A store is kept only after it was read back and compared with the segment;
 * if it differs (which would be a bug), the segment is stored plainly and
 * compared again.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_pack.c
 */
#include "postgres_fe.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/logging.h"
#include "walstore_tool.h"

static bool
valid_segment_size(uint64 size)
{
	return size >= 1024 * 1024 && size <= 1024 * 1024 * 1024 && (size & (size - 1)) == 0;
}

/* The header of the segment's first page, if it looks like one. */
static const XLogLongPageHeaderData *
first_page(const uint8 *bytes)
{
	const XLogLongPageHeaderData *h = (const XLogLongPageHeaderData *) bytes;

	return (h->std.xlp_info & XLP_LONG_HEADER) && ((h->std.xlp_magic & 0xFF00) == 0xD100 || h->std.xlp_magic == XLOG_PAGE_MAGIC_EXTENDED) ? h : NULL;
}

/* Code bytes into a new file. */
static bool
encode(WalStoreEncoder *enc, const char *name, const uint8 *bytes, size_t size)
{
	const XLogLongPageHeaderData *h = first_page(bytes);
	TimeLineID tli;
	XLogSegNo segno;
	size_t taken;
	struct timespec now;
	uint64 salt;

	XLogFromFileName(name, &tli, &segno, (int) size);
	clock_gettime(CLOCK_REALTIME, &now);
	salt = (uint64) now.tv_sec << 32 ^ (uint64) now.tv_nsec << 8 ^ (uint64) getpid() << 40;
	return walstore_encoder_begin(enc, segno * size, tli, h ? h->xlp_sysid : 0, (uint32) size,
								  salt, 0, NULL) == WALSTORE_OK &&
		walstore_encoder_append(enc, bytes, size, true, &taken) == WALSTORE_OK &&
		taken == size && walstore_encoder_finish(enc) == WALSTORE_OK;
}

/*
 * Does the store open at fd hold exactly these bytes?  *why: what is wrong.
 */
static bool
holds(int fd, const uint8 *bytes, size_t size, const char **why)
{
	static WalStoreDecoder *dec;
	WalStoreHeader header;
	WalStoreStatus status;
	const uint8 *piece;
	size_t len,
		at = 0;
	XLogRecPtr lsn;

	if (dec == NULL)
		dec = walstore_decoder_create();
	*why = "is different";
	status = walstore_decoder_open(dec, read_at, &fd, &header);
	if (status == WALSTORE_OK && header.segment_size != size)
		return false;
	while (status == WALSTORE_OK &&
		   (status = walstore_decoder_next(dec, &piece, &len, &lsn)) == WALSTORE_OK)
	{
		if (lsn != header.segno * header.segment_size + at || at + len > size ||
			memcmp(piece, bytes + at, len) != 0)
			return false;
		at += len;
	}
	if (status != WALSTORE_END)
	{
		*why = walstore_decoder_message(dec);
		return false;
	}
	return at == size;
}

/* Is there a store at path of these bytes?  An exit code. */
int
compare_store(const char *store, const uint8 *bytes, size_t size)
{
	const char *why;
	int fd = open(store, O_RDONLY);
	bool same;

	if (fd < 0)
	{
		pg_log_error("could not open file \"%s\": %m", store);
		return EXIT_ERROR;
	}
	same = holds(fd, bytes, size, &why);
	close(fd);
	if (same)
		return EXIT_FINE;
	pg_log_error("file \"%s\" exists already, with other contents", store);
	pg_log_error_detail("It %s.", why);
	return EXIT_DIFFERS;
}

/* How many other segments wait for the archiver beside this one. */
static int
count_waiting(const char *path)
{
	char *wal = dir_name(path);
	char *status = psprintf("%s/archive_status", wal);
	DIR *d = opendir(status);
	struct dirent *de;
	int n = 0;

	while (d != NULL && (de = readdir(d)) != NULL)
		n += has_suffix(de->d_name, ".ready");
	if (d != NULL)
		closedir(d);
	free(status);
	free(wal);
	return Max(n - 1, 0);
}

/*
 * pack_segment
 *		Make the store of a segment; an exit code, after a message.
 *
 * A store of the same bytes that is there already is fine.
 */
int
pack_segment(const char *segment, const char *store, uint64 *in, uint64 *out)
{
	static NewFile file;
	static WalStoreEncoder *enc;
	const char *name = base_name(segment);
	const char *why = "";
	size_t size;
	uint8 *bytes;
	int result;
	bool fine = false;

	if (!is_segment_name(name))
	{
		pg_log_error("\"%s\" is not the name of a WAL segment", name);
		return EXIT_ERROR;
	}
	bytes = read_whole_file(segment, &size);
	if (bytes == NULL)
		return EXIT_ERROR;
	if (!valid_segment_size(size))
	{
		pg_log_error("file \"%s\" has %zu bytes, which no WAL segment has", segment, size);
		free(bytes);
		return EXIT_ERROR;
	}
	*in += size;
	if (path_exists(store))
	{
		struct stat st;

		result = compare_store(store, bytes, size);
		if (result == EXIT_FINE && !make_durable(store))
			result = EXIT_ERROR;
		if (stat(store, &st) == 0)
			*out += st.st_size;
		free(bytes);
		return result;
	}
	if (enc == NULL)
		enc = walstore_encoder_create(options.level, false, new_file_write, &file);
	for (int attempt = 0; attempt < 2 && !fine; attempt++)
	{
		if (!new_file_open(&file, store))
			break;
		walstore_encoder_set_plain(enc, attempt > 0);
		if (options.adaptive)
			walstore_encoder_set_backlog(enc, (uint64) count_waiting(segment) * size);
		if (!encode(enc, name, bytes, size) || !new_file_flush(&file))
		{
			new_file_abandon(&file);
			break;
		}
		if (!options.check || holds(file.fd, bytes, size, &why))
		{
			fine = true;
			break;
		}
		pg_log_warning("store of \"%s\" %s; storing it plainly", segment, why);
		new_file_abandon(&file);
	}
	free(bytes);
	if (!fine)
		return EXIT_ERROR;
	*out += file.size;
	return new_file_install(&file, false);
}

/* Where the pieces of a segment that is being made go. */
typedef struct Expanded
{
	NewFile file;
	XLogRecPtr segment;
} Expanded;

/* A put_piece_cb. */
static bool
put_piece(void *arg, XLogRecPtr lsn, const uint8 *bytes, size_t len)
{
	Expanded *e = arg;

	return new_file_write_at(&e->file, bytes, len, lsn - e->segment);
}

/* Does the store hold the segment that was asked for? */
static bool
is_asked_for(const char *store, const WalStoreHeader *header, const char *asked)
{
	TimeLineID tli;
	XLogSegNo segno;

	if (asked == NULL)
		return true;
	XLogFromFileName(asked, &tli, &segno, header->segment_size);
	if (tli == header->tli && segno == header->segno)
		return true;
	pg_log_error("file \"%s\" holds timeline %u, segment %llu, not \"%s\"", store, header->tli,
				 (unsigned long long) header->segno, asked);
	return false;
}

/* A message for how decoding ended before the segment did. */
static void
complain(const char *store, WalStoreStatus status, const char *message, XLogRecPtr end)
{
	if (status == WALSTORE_IO_ERROR)
		pg_log_error("could not read file \"%s\": %m", store);
	else if (status == WALSTORE_END)
		pg_log_error("file \"%s\" ends at WAL position %X/%X, before the segment does", store,
					 LSN_FORMAT_ARGS(end));
	else
		pg_log_error("file \"%s\" is damaged: %s", store, message);
}

/*
 * expand_store
 *		Make a stock segment of a store; an exit code, after a message.
 *
 * asked	name of the segment that it has to be, or NULL
 */
int
expand_store(const char *store, const char *segment, bool replace, const char *asked)
{
	static WalStoreDecoder *dec;
	Expanded e;
	WalStoreHeader header;
	WalStoreStatus status;
	XLogRecPtr end;
	char *message;
	int fd;
	int result;

	if (dec == NULL)
		dec = walstore_decoder_create();
	result = open_store(store, dec, &header, &fd);
	if (result != EXIT_FINE)
		return result;
	if (!is_asked_for(store, &header, asked))
	{
		close(fd);
		return EXIT_DAMAGED;
	}
	if (!new_file_open(&e.file, segment))
	{
		close(fd);
		return EXIT_ERROR;
	}
	end = e.segment = header.segno * header.segment_size;
	status = decode_parallel(dec, fd, options.threads, put_piece, &e, &end, &message);
	close(fd);
	if (status == WALSTORE_OK)
		result = EXIT_ERROR; /* writing failed, and said so */
	else if (status == WALSTORE_END && end == e.segment + header.segment_size)
		result = EXIT_FINE;
	else
	{
		complain(store, status, message, end);
		result = status == WALSTORE_IO_ERROR ? EXIT_ERROR : EXIT_DAMAGED;
	}
	free(message);
	if (result == EXIT_FINE)
		return new_file_install(&e.file, replace);
	if (result != EXIT_DAMAGED || !options.partial || !new_file_cut(&e.file, end - e.segment, header.segment_size))
	{
		new_file_abandon(&e.file);
		return result;
	}
	result = new_file_install(&e.file, replace);
	return result == EXIT_FINE ? EXIT_DAMAGED : result;
}

static bool
need_output(const char *command)
{
	if (options.output == NULL)
		pg_log_error("%s needs a directory (-o)", command);
	else if (!is_directory(options.output))
		pg_log_error("\"%s\" is not a directory", options.output);
	else
		return true;
	return false;
}

int
command_pack(int argc, char **argv)
{
	int result = EXIT_FINE;
	uint64 in = 0,
		   out = 0;

	if (!need_output("pack"))
		return EXIT_ERROR;
	for (int i = 0; i < argc; i++)
	{
		char *store = psprintf("%s/%s" WALSTORE_SUFFIX, options.output, base_name(argv[i]));

		result = worse(result, pack_segment(argv[i], store, &in, &out));
		free(store);
		show_progress(i + 1, argc, in, out);
	}
	return result;
}

int
command_unpack(int argc, char **argv)
{
	int result = EXIT_FINE;

	if (!need_output("unpack"))
		return EXIT_ERROR;
	for (int i = 0; i < argc; i++)
	{
		char *name = segment_name(argv[i]);
		char *segment = psprintf("%s/%s", options.output, name);

		if (!has_suffix(argv[i], WALSTORE_SUFFIX))
		{
			pg_log_error("\"%s\" does not end in \"" WALSTORE_SUFFIX "\"", argv[i]);
			result = Max(result, EXIT_ERROR);
		}
		else
			result = worse(result, expand_store(argv[i], segment, false, NULL));
		free(segment);
		free(name);
		show_progress(i + 1, argc, 0, 0);
	}
	return result;
}

/* ---- archive_command and restore_command ---- */

/* Copy a file that is no segment, or a segment that is not packed. */
static int
copy_file(const char *from, const char *to, bool replace)
{
	NewFile file;
	size_t size,
		old_size;
	uint8 *bytes = read_whole_file(from, &size);
	uint8 *old;
	int result = EXIT_ERROR;

	if (bytes == NULL)
		return EXIT_ERROR;
	if (path_exists(to))
	{
		old = read_whole_file(to, &old_size);
		if (old != NULL && old_size == size && memcmp(old, bytes, size) == 0)
			result = make_durable(to) ? EXIT_FINE : EXIT_ERROR;
		else if (old != NULL)
		{
			pg_log_error("file \"%s\" exists already, with other contents", to);
			result = EXIT_DIFFERS;
		}
		free(old);
	}
	else if (new_file_open(&file, to))
	{
		if (new_file_write(&file, bytes, size))
			result = new_file_install(&file, replace);
		else
			new_file_abandon(&file);
	}
	free(bytes);
	return result;
}

/* archive PATH TARGET: TARGET is a directory, or the file's name in one. */
int
command_archive(int argc, char **argv)
{
	const char *name = base_name(argv[0]);
	char *target = is_directory(argv[1]) ? psprintf("%s/%s", argv[1], name) : pg_strdup(argv[1]);
	uint64 in = 0,
		   out = 0;
	int result;

	if (is_segment_name(name))
	{
		/* a stock archiver may have put the segment there */
		if (path_exists(target))
			result = copy_file(argv[0], target, false);
		else
			result = pack_segment(argv[0], has_suffix(target, WALSTORE_SUFFIX) ? target : store_name(target), &in, &out);
	}
	else
		result = copy_file(argv[0], target, false);
	return result;
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
	int result;

	if (path_exists(store))
	{
		if (path_exists(argv[1]))
		{
			size_t size;
			uint8 *bytes = read_whole_file(argv[1], &size);

			result = bytes ? compare_store(store, bytes, size) : EXIT_ERROR;
			if (result == EXIT_FINE && !make_durable(argv[1]))
				result = EXIT_ERROR;
			free(bytes);
		}
		else
			result = expand_store(store, argv[1], false, is_segment_name(name) ? name : NULL);
		return result == EXIT_FINE ? EXIT_FINE : EXIT_RECOVERY;
	}
	if (errno != ENOENT)
	{
		pg_log_error("could not stat file \"%s\": %m", store);
		return EXIT_RECOVERY;
	}
	if (path_exists(source))
		return copy_file(source, argv[1], false) == EXIT_FINE ? EXIT_FINE : EXIT_RECOVERY;
	if (errno != ENOENT)
	{
		pg_log_error("could not stat file \"%s\": %m", source);
		return EXIT_RECOVERY;
	}
	if (options.progress)
		pg_log_info("\"%s\" is not in the archive", name);
	return EXIT_ERROR;
}

/*
 * walstore_pack.c
 *		pack and unpack: between segments and their stores.
 *
 * A store is kept only after it was read back and compared with the segment;
 * if it differs (which would be a bug), the segment is stored plainly and
 * compared again.  Where there is a file of the name already, it has to hold
 * the same: then there is nothing left to do.
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

bool
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
 * Does the store open at fd hold exactly these bytes?  EXIT_FINE, EXIT_DIFFERS,
 * or EXIT_DAMAGED: then *why says what is wrong.
 */
static int
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
	*why = "it differs";
	status = walstore_decoder_open(dec, read_at, &fd, &header);
	if (status == WALSTORE_OK && header.segment_size != size)
		return EXIT_DIFFERS;
	while (status == WALSTORE_OK &&
		   (status = walstore_decoder_next(dec, &piece, &len, &lsn)) == WALSTORE_OK)
	{
		if (lsn != header.segno * header.segment_size + at || at + len > size ||
			memcmp(piece, bytes + at, len) != 0)
			return EXIT_DIFFERS;
		at += len;
	}
	if (status == WALSTORE_END && at == size)
		return EXIT_FINE;
	*why = status == WALSTORE_END ? "it is not finished" : walstore_decoder_message(dec);
	return EXIT_DAMAGED;
}

/* There is a store already: has it these bytes, and is it durable?  An exit code. */
static int
keep_store(const char *store, const uint8 *bytes, size_t size)
{
	const char *why;
	int fd = open(store, O_RDONLY);
	int result;

	if (fd < 0)
	{
		pg_log_error("could not open file \"%s\": %m", store);
		return EXIT_ERROR;
	}
	result = holds(fd, bytes, size, &why);
	close(fd);
	if (result == EXIT_FINE)
		return make_durable(store) ? EXIT_FINE : EXIT_ERROR;
	pg_log_error("file \"%s\" exists already, with other contents", store);
	if (result == EXIT_DAMAGED)
		pg_log_error_detail("Reading it ends with: %s.", why);
	return EXIT_DIFFERS;
}

/* There is a segment already: does the store open at fd hold it, and is it durable? */
static int
keep_segment(int fd, const char *store, const char *segment)
{
	size_t size;
	uint8 *bytes = read_whole_file(segment, &size);
	const char *why;
	int result;

	if (bytes == NULL)
		return EXIT_ERROR;
	result = holds(fd, bytes, size, &why);
	free(bytes);
	if (result == EXIT_FINE)
		return make_durable(segment) ? EXIT_FINE : EXIT_ERROR;
	if (result == EXIT_DAMAGED)
		pg_log_error("file \"%s\" is damaged: %s", store, why);
	else
		pg_log_error("file \"%s\" exists already, with other contents", segment);
	return result;
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

/* Make the store of bytes in a file that is open for it; false after a message. */
static bool
make_store(NewFile *file, const char *segment, const char *store, const uint8 *bytes, size_t size)
{
	static WalStoreEncoder *enc;
	const char *why;

	if (enc == NULL)
		enc = walstore_encoder_create(options.level, false, new_file_write, file);
	for (int attempt = 0; attempt < 2 && new_file_open(file, store, WAL_FILE_MODE); attempt++)
	{
		walstore_encoder_set_plain(enc, attempt > 0);
		if (options.adaptive)
			walstore_encoder_set_backlog(enc, (uint64) count_waiting(segment) * size);
		if (!encode(enc, base_name(segment), bytes, size) || !new_file_flush(file))
		{
			new_file_abandon(file);
			return false;
		}
		if (!options.check || holds(file->fd, bytes, size, &why) == EXIT_FINE)
			return true;
		new_file_abandon(file);
		if (attempt == 0)
			pg_log_warning("store of \"%s\": %s; storing it plainly", segment, why);
		else
			pg_log_error("store of \"%s\": %s", segment, why);
	}
	return false;
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
	struct stat st;
	size_t size;
	uint8 *bytes;
	int result = EXIT_ERROR;

	if (!is_segment_name(base_name(segment)))
	{
		pg_log_error("\"%s\" is not the name of a WAL segment", base_name(segment));
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
	if (path_exists(store))
		result = keep_store(store, bytes, size);
	else if (make_store(&file, segment, store, bytes, size))
	{
		result = new_file_install(&file, false);
		/* somebody else was as fast */
		if (result == EXIT_DIFFERS)
			result = keep_store(store, bytes, size);
	}
	free(bytes);
	*in += size;
	if (stat(store, &st) == 0)
		*out += st.st_size;
	return result;
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
bool
is_asked_for(const char *store, const WalStoreHeader *header, const char *asked)
{
	char name[MAXFNAMELEN];
	TimeLineID tli;
	XLogSegNo segno;

	if (asked == NULL)
		return true;
	XLogFromFileName(asked, &tli, &segno, header->segment_size);
	if (tli == header->tli && segno == header->segno)
		return true;
	XLogFileName(name, header->tli, header->segno, header->segment_size);
	pg_log_error("file \"%s\" holds segment %s, not \"%s\"", store, name, asked);
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
 * Give the segment that was decoded up to end its name, if the result of that is
 * fine, or what there is was asked for; the result then.
 */
static int
install_segment(Expanded *e, int fd, const char *store, const char *segment,
				const WalStoreHeader *header, XLogRecPtr end, int result)
{
	int installed;

	if (result != EXIT_FINE && (result != EXIT_DAMAGED || !options.partial || !new_file_cut(&e->file, end - e->segment, header->segment_size)))
	{
		new_file_abandon(&e->file);
		return result;
	}
	installed = new_file_install(&e->file, false);
	/* somebody else was as fast */
	if (installed == EXIT_DIFFERS)
		installed = keep_segment(fd, store, segment);
	return installed == EXIT_FINE ? result : installed;
}

/*
 * expand_store
 *		Make a stock segment of a store; an exit code, after a message.
 *
 * asked	name of the segment that it has to be, or NULL
 *
 * The same segment that is there already is fine.
 */
int
expand_store(const char *store, const char *segment, const char *asked, uint64 *in, uint64 *out)
{
	static WalStoreDecoder *dec;
	Expanded e;
	WalStoreHeader header;
	WalStoreStatus status;
	XLogRecPtr end;
	struct stat st;
	char *message;
	int fd;
	int result;

	if (dec == NULL)
		dec = walstore_decoder_create();
	result = open_store(store, dec, &header, &fd);
	if (result != EXIT_FINE)
		return result;
	if (!is_asked_for(store, &header, asked))
		result = EXIT_DAMAGED;
	else if (path_exists(segment))
		result = keep_segment(fd, store, segment);
	else if (!new_file_open(&e.file, segment, WAL_FILE_MODE))
		result = EXIT_ERROR;
	else
	{
		end = e.segment = header.segno * header.segment_size;
		status = decode_parallel(dec, fd, options.threads, put_piece, &e, &end, &message);
		if (status == WALSTORE_OK)
			result = EXIT_ERROR; /* writing failed, and said so */
		else if (status != WALSTORE_END || end != e.segment + header.segment_size)
		{
			complain(store, status, message, end);
			result = status == WALSTORE_IO_ERROR ? EXIT_ERROR : EXIT_DAMAGED;
		}
		free(message);
		result = install_segment(&e, fd, store, segment, &header, end, result);
	}
	*in += header.segment_size;
	if (fstat(fd, &st) == 0)
		*out += st.st_size;
	close(fd);
	return result;
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
	uint64 in,
		out;

	if (!need_output("pack"))
		return EXIT_ERROR;
	for (int i = 0; i < argc; i++)
	{
		char *store = psprintf("%s/%s" WALSTORE_SUFFIX, options.output, base_name(argv[i]));

		in = out = 0;
		result = worse(result, pack_segment(argv[i], store, &in, &out));
		free(store);
		show_progress(in, out);
	}
	return result;
}

int
command_unpack(int argc, char **argv)
{
	int result = EXIT_FINE;
	uint64 in,
		out;

	if (!need_output("unpack"))
		return EXIT_ERROR;
	for (int i = 0; i < argc; i++)
	{
		char *name = segment_name(argv[i]);
		char *segment = psprintf("%s/%s", options.output, name);

		in = out = 0;
		if (!has_suffix(argv[i], WALSTORE_SUFFIX))
		{
			pg_log_error("\"%s\" does not end in \"" WALSTORE_SUFFIX "\"", argv[i]);
			result = worse(result, EXIT_ERROR);
		}
		else
			result = worse(result, expand_store(argv[i], segment, is_segment_name(name) ? name : NULL, &in, &out));
		free(segment);
		free(name);
		show_progress(in, out);
	}
	return result;
}

/*
 * walstore_show.c
 *		verify, cat and list: looking into stores.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_show.c
 */
#include "postgres_fe.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/logging.h"
#include "walstore_tool.h"

/* Open a store; an exit code, after a message.  The caller closes *fd. */
int
open_store(const char *path, WalStoreDecoder *dec, WalStoreHeader *header, int *fd)
{
	WalStoreStatus status;

	*fd = open(path, O_RDONLY);
	if (*fd < 0)
	{
		pg_log_error("could not open file \"%s\": %m", path);
		return EXIT_ERROR;
	}
	status = walstore_decoder_open(dec, read_at, fd, header);
	if (status == WALSTORE_OK)
		return EXIT_FINE;
	if (status == WALSTORE_IO_ERROR)
		pg_log_error("could not read file \"%s\": %m", path);
	else
		pg_log_error("file \"%s\": %s", path, walstore_decoder_message(dec));
	close(*fd);
	return status == WALSTORE_IO_ERROR ? EXIT_ERROR : EXIT_DAMAGED;
}

/* ---- verify ---- */

/* What a store is compared with. */
typedef struct Original
{
	const uint8 *bytes; /* NULL: nothing */
	size_t size;
	XLogRecPtr segment;
} Original;

/* A put_piece_cb. */
static bool
compare_piece(void *arg, XLogRecPtr lsn, const uint8 *bytes, size_t len)
{
	Original *o = arg;
	size_t at = lsn - o->segment;

	return o->bytes == NULL || (at + len <= o->size && memcmp(o->bytes + at, bytes, len) == 0);
}

/* The first byte of the piece at lsn that differs. */
static XLogRecPtr
first_difference(WalStoreDecoder *dec, const Original *o, XLogRecPtr lsn)
{
	const uint8 *piece;
	size_t len;
	XLogRecPtr at;

	walstore_decoder_seek(dec, lsn);
	while (walstore_decoder_next(dec, &piece, &len, &at) == WALSTORE_OK)
		for (size_t i = 0; i < len; i++)
			if (at - o->segment + i >= o->size || o->bytes[at - o->segment + i] != piece[i])
				return at + i;
	return lsn;
}

/* The segment that a store is to be compared with; false after a message. */
static bool
read_original(const char *store, Original *o)
{
	char *name = segment_name(store);
	char *file = is_directory(options.original) ? psprintf("%s/%s", options.original, name) : pg_strdup(options.original);

	o->bytes = read_whole_file(file, &o->size);
	free(name);
	free(file);
	return o->bytes != NULL;
}

/*
 * Does the file end as a finished one does?  No checksum covers what follows the
 * index: its size once more, and then nothing.
 */
static bool
ends_well(int fd, WalStoreDecoder *dec, uint64 offset)
{
	WalStoreChunkInfo c = {0};
	uint8 bytes[5];

	walstore_decoder_seek_chunk(dec, WALSTORE_HEADER_SIZE);
	while (walstore_decoder_hop(dec, &c) == WALSTORE_OK)
		;
	return c.kind == 'I' && read_at(&fd, bytes, sizeof(bytes), offset) == 4 &&
		(bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32) bytes[3] << 24) == c.size + 4;
}

static int
verify_store(WalStoreDecoder *dec, const char *path, uint64 *in, uint64 *out)
{
	WalStoreHeader header;
	WalStoreStatus status;
	WalStoreEnd last;
	Original original = {0};
	XLogRecPtr end;
	char *message;
	int fd;
	int result = open_store(path, dec, &header, &fd);

	if (result != EXIT_FINE)
		return result;
	end = original.segment = header.segno * header.segment_size;
	if (is_store_name(base_name(path)) && !is_asked_for(path, &header, base_name(path)))
	{
		close(fd);
		return EXIT_DAMAGED;
	}
	if (options.original && !read_original(path, &original))
	{
		close(fd);
		return EXIT_ERROR;
	}
	status = decode_parallel(dec, fd, options.threads, compare_piece, &original, &end, &message);
	walstore_decoder_end(dec, &last);
	*in += end - original.segment;
	*out += last.offset;
	if (status == WALSTORE_OK)
	{
		pg_log_error("file \"%s\" differs from the original at WAL position %X/%X", path,
					 LSN_FORMAT_ARGS(first_difference(dec, &original, end)));
		result = EXIT_DIFFERS;
	}
	else if (status == WALSTORE_IO_ERROR)
	{
		pg_log_error("could not read file \"%s\": %m", path);
		result = EXIT_ERROR;
	}
	else if (status != WALSTORE_END)
	{
		pg_log_error("file \"%s\" is damaged: %s", path, message);
		result = EXIT_DAMAGED;
	}
	else if (!last.finished || end != original.segment + header.segment_size)
	{
		pg_log_error("file \"%s\" is valid up to WAL position %X/%X but not finished", path,
					 LSN_FORMAT_ARGS(end));
		result = EXIT_DAMAGED;
	}
	else if (!ends_well(fd, dec, last.offset))
	{
		pg_log_error("file \"%s\" holds the whole segment, but does not end at byte %llu as a store does",
					 path, (unsigned long long) last.offset + 4);
		result = EXIT_DAMAGED;
	}
	else if (original.bytes != NULL && original.size != header.segment_size)
	{
		pg_log_error("file \"%s\" holds %u bytes, the original has %zu", path, header.segment_size, original.size);
		result = EXIT_DIFFERS;
	}
	free(message);
	free((void *) original.bytes);
	close(fd);
	return result;
}

int
command_verify(int argc, char **argv)
{
	WalStoreDecoder *dec = walstore_decoder_create();
	int result = EXIT_FINE;
	uint64 in,
		out;

	for (int i = 0; i < argc; i++)
	{
		in = out = 0;
		result = worse(result, verify_store(dec, argv[i], &in, &out));
		show_progress(in, out);
	}
	return result;
}

/* ---- cat ---- */

/* To standard output; a segment gets its bytes by new_file_write_at(). */
static bool
put_bytes(const uint8 *bytes, size_t len)
{
	while (len > 0)
	{
		ssize_t n = write(STDOUT_FILENO, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
		{
			pg_log_error("could not write to standard output: %m");
			return false;
		}
		bytes += n;
		len -= n;
	}
	return true;
}

/* Have a segment of zeros for what is asked for of a store; an exit code. */
static int
open_segment(NewFile *file, const WalStoreHeader *header)
{
	char name[MAXFNAMELEN];
	char *path;
	int result = EXIT_ERROR;

	XLogFileName(name, header->tli, header->segno, header->segment_size);
	path = psprintf("%s/%s", options.output, name);
	if (path_exists(path))
	{
		pg_log_error("file \"%s\" exists already", path);
		result = EXIT_DIFFERS;
	}
	else if (new_file_open(file, path, WAL_FILE_MODE))
	{
		if (new_file_cut(file, 0, header->segment_size))
			result = EXIT_FINE;
		else
			new_file_abandon(file);
	}
	free(path);
	return result;
}

/* Write what the store has of [*first, last); *first goes as far as that got. */
static int
cat_range(WalStoreDecoder *dec, const char *path, const WalStoreHeader *header, XLogRecPtr last,
		  NewFile *segment, XLogRecPtr *first)
{
	XLogRecPtr start = header->segno * header->segment_size;
	WalStoreStatus status = WALSTORE_OK;
	const uint8 *piece;
	size_t len;
	XLogRecPtr lsn;

	if (*first > start)
		status = walstore_decoder_seek(dec, *first);
	while (status == WALSTORE_OK && *first < last)
	{
		status = walstore_decoder_next(dec, &piece, &len, &lsn);
		if (status != WALSTORE_OK || lsn + len <= *first)
			continue;
		if (lsn > *first)
		{
			pg_log_error("file \"%s\" begins at WAL position %X/%X", path, LSN_FORMAT_ARGS(lsn));
			return EXIT_DAMAGED;
		}
		len = Min(lsn + len, last) - *first;
		if (!(segment ? new_file_write_at(segment, piece + (*first - lsn), len, *first - start)
					  : put_bytes(piece + (*first - lsn), len)))
			return EXIT_ERROR;
		*first += len;
	}
	if (*first == last)
		return EXIT_FINE;
	if (status == WALSTORE_IO_ERROR)
		pg_log_error("could not read file \"%s\": %m", path);
	else
		pg_log_error("file \"%s\" ends at WAL position %X/%X: %s", path, LSN_FORMAT_ARGS(*first),
					 status == WALSTORE_END ? "not finished" : walstore_decoder_message(dec));
	return status == WALSTORE_IO_ERROR ? EXIT_ERROR : EXIT_DAMAGED;
}

/*
 * Does [first, ...) of this store go on from next, where the one before ended?
 * A system identifier of 0: the segment did not begin with a page.
 */
static bool
goes_on(const char *path, const WalStoreHeader *header, XLogRecPtr next, XLogRecPtr first)
{
	static uint64 system_identifier;

	if (system_identifier == 0)
		system_identifier = header->system_identifier;
	if (header->system_identifier != 0 && header->system_identifier != system_identifier)
		pg_log_error("file \"%s\" is of database system %llu, those before are of %llu", path,
					 (unsigned long long) header->system_identifier, (unsigned long long) system_identifier);
	else if (first > next && next != InvalidXLogRecPtr)
		pg_log_error("no WAL from %X/%X to %X/%X", LSN_FORMAT_ARGS(next), LSN_FORMAT_ARGS(first));
	else if (first < next && options.output == NULL)
	{
		pg_log_error("file \"%s\" begins at WAL position %X/%X, which was written already, up to %X/%X",
					 path, LSN_FORMAT_ARGS(first), LSN_FORMAT_ARGS(next));
		pg_log_error_hint("Choose a timeline with -t.");
	}
	else
		return true;
	return false;
}

/* The part of one store that was asked for. */
static int
cat_store(WalStoreDecoder *dec, const char *path, XLogRecPtr *next, uint64 *in, uint64 *out)
{
	WalStoreHeader header;
	WalStoreEnd end;
	NewFile segment;
	XLogRecPtr first,
		last;
	int fd;
	int result = open_store(path, dec, &header, &fd);

	if (result != EXIT_FINE)
		return result;
	first = Max(options.start, header.segno * header.segment_size);
	last = (header.segno + 1) * header.segment_size;
	if (options.end != InvalidXLogRecPtr)
		last = Min(last, options.end);
	if (first < last && (options.tli == 0 || header.tli == options.tli))
	{
		if (!goes_on(path, &header, *next, first))
			result = EXIT_ERROR;
		else if (options.output != NULL)
			result = open_segment(&segment, &header);
		if (result == EXIT_FINE)
		{
			*in -= first;
			result = cat_range(dec, path, &header, last, options.output ? &segment : NULL, &first);
			*in += first;
			*next = first;
			walstore_decoder_end(dec, &end);
			*out += end.offset;
			if (options.output && result == EXIT_FINE)
				result = new_file_install(&segment, false);
			else if (options.output)
				new_file_abandon(&segment);
			if (result == EXIT_DIFFERS)
				pg_log_error("a file of segment %llu exists already", (unsigned long long) header.segno);
		}
	}
	close(fd);
	return result;
}

int
command_cat(int argc, char **argv)
{
	WalStoreDecoder *dec = walstore_decoder_create();
	XLogRecPtr next = options.start;
	int result = EXIT_FINE;
	uint64 in,
		out,
		all = 0;

	if (options.output && !is_directory(options.output))
	{
		pg_log_error("\"%s\" is not a directory", options.output);
		return EXIT_ERROR;
	}
	for (int i = 0; i < argc && result == EXIT_FINE; i++)
	{
		int n = 1;
		char **paths = &argv[i];

		if (is_directory(argv[i]) && (paths = list_stores(argv[i], &n)) == NULL)
			return EXIT_ERROR;
		expect_files(n);
		for (int k = 0; k < n && result == EXIT_FINE; k++)
		{
			in = out = 0;
			result = cat_store(dec, paths[k], &next, &in, &out);
			all += in;
			show_progress(in, out);
		}
	}
	if (result == EXIT_FINE && options.end != InvalidXLogRecPtr && next < options.end)
	{
		pg_log_error("no WAL from %X/%X to %X/%X", LSN_FORMAT_ARGS(next), LSN_FORMAT_ARGS(options.end));
		result = EXIT_ERROR;
	}
	else if (result == EXIT_FINE && all == 0)
	{
		pg_log_error("there is no WAL of what was asked for");
		result = EXIT_ERROR;
	}
	return result;
}

/* ---- list ---- */

static const char *
kind_name(char kind)
{
	return kind == 'R' ? "records" : kind == 'P' ? "plain"
		: kind == 'Z'                            ? "zeros"
												 : "index";
}

static int
list_store(WalStoreDecoder *dec, const char *path, uint64 *in, uint64 *out)
{
	WalStoreHeader header;
	WalStoreChunkInfo c;
	WalStoreStatus status;
	WalStoreEnd end;
	char name[MAXFNAMELEN];
	int fd;
	int result = open_store(path, dec, &header, &fd);

	if (result != EXIT_FINE)
		return result;
	XLogFileName(name, header.tli, header.segno, header.segment_size);
	printf("%s: segment %s, system %llu, %u MB segments, format %u, salt %016llX\n", path, name,
		   (unsigned long long) header.system_identifier, header.segment_size / 1024 / 1024,
		   header.version, (unsigned long long) header.salt);
	printf("%10s  %-17s %10s %8s  %s\n", "offset", "WAL position", "WAL bytes", "stored", "kind");
	while ((status = walstore_decoder_hop(dec, &c)) == WALSTORE_OK)
	{
		char lsn[32];

		snprintf(lsn, sizeof(lsn), "%X/%08X", LSN_FORMAT_ARGS(c.lsn));
		printf("%10llu  %-17s %10u %8u  %s", (unsigned long long) c.offset, lsn, c.logical, c.size,
			   kind_name(c.kind));
		if (c.restart)
			printf(", restart point of writer %08X", c.nonce);
		printf("\n");
	}
	walstore_decoder_end(dec, &end);
	close(fd);
	*in += end.lsn - header.segno * header.segment_size;
	*out += end.offset;
	if (status != WALSTORE_END)
	{
		pg_log_error("file \"%s\": %s", path, walstore_decoder_message(dec));
		return status == WALSTORE_IO_ERROR ? EXIT_ERROR : EXIT_DAMAGED;
	}
	printf("valid up to WAL position %X/%X, byte %llu%s\n", LSN_FORMAT_ARGS(end.lsn),
		   (unsigned long long) end.offset, end.finished ? ", finished" : "");
	return EXIT_FINE;
}

int
command_list(int argc, char **argv)
{
	WalStoreDecoder *dec = walstore_decoder_create();
	int result = EXIT_FINE;
	uint64 in,
		out;

	expect_files(argc);
	for (int i = 0; i < argc; i++)
	{
		in = out = 0;
		result = worse(result, list_store(dec, argv[i], &in, &out));
		show_progress(in, out);
	}
	return result;
}

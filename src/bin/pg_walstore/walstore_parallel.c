/*
 * walstore_parallel.c
 *		One store decoded by several threads.
 *
 * Everything behind a restart chunk decodes without what is before it.  The
 * caller's thread walks over the chunks, which verifies all checksums and that
 * they chain, and cuts the file into parts of a megabyte or more of WAL;
 * then threads with decoders of their own take them in turn.
 *
 * Shared between the threads: struct Work, whose next is guarded by lock and the
 * rest of which does not change while they run; each part belongs to the
 * thread that took it.  What put() is called with from several threads at once
 * never overlaps.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_parallel.c
 */
#include "postgres_fe.h"

#include <pthread.h>

#include "common/logging.h"
#include "walstore_tool.h"

#define LEAST_PART (1024 * 1024) /* bytes of WAL */

typedef struct Part
{
	uint64 offset; /* of its restart chunk */
	XLogRecPtr start;
	XLogRecPtr end;
	XLogRecPtr done; /* decoded and put up to here */
	WalStoreStatus status; /* why not up to the end */
	bool refused; /* by put() */
	int error; /* errno of WALSTORE_IO_ERROR */
	char message[256];
} Part;

typedef struct Work
{
	pthread_mutex_t lock;
	int next; /* part to be taken; nparts: none */
	int nparts;
	Part *parts;
	int fd;
	put_piece_cb put;
	void *arg;
} Work;

/* Decode one part. */
static void
decode_part(Work *w, WalStoreDecoder *dec, Part *in)
{
	const uint8 *piece;
	size_t len;
	XLogRecPtr lsn;

	in->status = walstore_decoder_seek_chunk(dec, in->offset);
	while (in->status == WALSTORE_OK && in->done < in->end)
	{
		in->status = walstore_decoder_next(dec, &piece, &len, &lsn);
		if (in->status != WALSTORE_OK)
			break;
		if (lsn != in->done || !w->put(w->arg, lsn, piece, len))
		{
			in->refused = true;
			return;
		}
		in->done = lsn + len;
	}
	if (in->status != WALSTORE_OK)
	{
		in->error = errno;
		strlcpy(in->message, walstore_decoder_message(dec), sizeof(in->message));
	}
}

/* No more parts are taken; those before the refused one are already. */
static void
give_up(Work *w)
{
	pthread_mutex_lock(&w->lock);
	w->next = w->nparts;
	pthread_mutex_unlock(&w->lock);
}

static void *
run_thread(void *arg)
{
	Work *w = arg;
	WalStoreDecoder *dec = walstore_decoder_create();
	WalStoreStatus status = walstore_decoder_open(dec, read_at, &w->fd, NULL);
	int error = errno;

	for (;;)
	{
		Part *in;

		pthread_mutex_lock(&w->lock);
		in = w->next < w->nparts ? &w->parts[w->next++] : NULL;
		pthread_mutex_unlock(&w->lock);
		if (in == NULL)
			break;
		if (status == WALSTORE_OK)
		{
			decode_part(w, dec, in);
			if (in->refused)
				give_up(w);
		}
		else
		{
			in->status = status;
			in->error = error;
			strlcpy(in->message, walstore_decoder_message(dec), sizeof(in->message));
		}
	}
	walstore_decoder_free(dec);
	return NULL;
}

/* Cut the store into parts; how the walk over its chunks ended. */
static WalStoreStatus
find_parts(Work *w, WalStoreDecoder *dec)
{
	WalStoreChunkInfo c;
	WalStoreStatus status;
	int room = 0;

	while ((status = walstore_decoder_hop(dec, &c)) == WALSTORE_OK)
	{
		Part *last = w->nparts > 0 ? &w->parts[w->nparts - 1] : NULL;

		if (c.kind == 'I')
			continue;
		if (c.restart && (last == NULL || last->end - last->start >= LEAST_PART))
		{
			if (w->nparts == room)
			{
				room = room ? room * 2 : 32;
				w->parts = pg_realloc(w->parts, room * sizeof(Part));
			}
			last = &w->parts[w->nparts++];
			memset(last, 0, sizeof(*last));
			last->offset = c.offset;
			last->start = last->done = c.lsn;
		}
		last->end = c.lsn + c.logical;
	}
	return status;
}

/*
 * decode_parallel
 *		Decode all of a store that is open in dec, at its first chunk, with up to
 *		nthreads threads.
 *
 * put		called with pieces of WAL from several threads, in no order; after
 *			false no more parts are begun
 * *end		in: where the store has to begin; out: up to where everything was
 *			decoded and put
 * *message	what is wrong behind, to be freed
 *
 * WALSTORE_END if that is the end of a store without damage, else the reason; if
 * put() refused a piece, WALSTORE_OK.  errno goes with WALSTORE_IO_ERROR.
 */
WalStoreStatus
decode_parallel(WalStoreDecoder *dec, int fd, int nthreads, put_piece_cb put, void *arg,
				XLogRecPtr *end, char **message)
{
	Work w = {.fd = fd, .put = put, .arg = arg};
	WalStoreStatus status = find_parts(&w, dec);
	int error = errno;
	pthread_t *threads = pg_malloc(nthreads * sizeof(pthread_t));
	int started = 0;

	*message = pg_strdup(walstore_decoder_message(dec));
	if (w.nparts > 0 && w.parts[0].start != *end)
	{
		free(*message);
		*message = psprintf("it begins at WAL position %X/%X only", LSN_FORMAT_ARGS(w.parts[0].start));
		status = WALSTORE_DAMAGED;
		w.nparts = 0;
	}
	pthread_mutex_init(&w.lock, NULL);
	/* this thread is one of them; if the system gives no more, so be it */
	while (started < nthreads - 1 && started < w.nparts - 1 &&
		   pthread_create(&threads[started], NULL, run_thread, &w) == 0)
		started++;
	run_thread(&w);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_mutex_destroy(&w.lock);
	for (int i = 0; i < w.nparts; i++)
	{
		const Part *in = &w.parts[i];

		*end = in->done;
		if (in->done == in->end)
			continue;
		status = in->refused ? WALSTORE_OK : in->status;
		error = in->error;
		free(*message);
		*message = pg_strdup(in->message);
		break;
	}
	free(w.parts);
	free(threads);
	errno = error;
	return status;
}

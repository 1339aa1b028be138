/*
 * walstore_tool.h
 *		What the files of pg_walstore share.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/pg_walstore/walstore_tool.h
 */
#ifndef WALSTORE_TOOL_H
#define WALSTORE_TOOL_H

#include "access/xlog_internal.h"
#include "common/walstore.h"

/* Exit codes; doc/walstore.md lists them. */
enum
{
	/* a signal that ends the program stays one: the shell makes 128 + its number */
	EXIT_FINE = 0,
	EXIT_ERROR = 1, /* usage, files, system; restore: no such file */
	EXIT_DAMAGED = 2, /* a store is damaged, incomplete or of a newer format */
	EXIT_DIFFERS = 3, /* the target exists and holds something else */
	EXIT_RECOVERY = 200 /* restore: recovery has to stop, not to go on without */
};

/* What the command line says; each command looks at its own. */
typedef struct ToolOptions
{
	int level;
	int jobs;
	int threads; /* of them, for one file */
	bool progress;
	bool adaptive; /* archive: level by how many segments wait */
	bool check; /* decode and compare what was packed */
	bool partial; /* take what is valid of an incomplete store */
	const char *output; /* -o */
	const char *archive; /* -D */
	const char *original; /* verify --original */
	const char *format; /* stats: text, json, csv */
	const char *html; /* advise */
	XLogRecPtr start;
	XLogRecPtr end;
	TimeLineID tli;
} ToolOptions;

extern ToolOptions options;

#define MAX_JOBS 256
#define WAL_FILE_MODE 0600

/* The worse of two exit codes. */
static inline int
worse(int a, int b)
{
	return a > b ? a : b;
}

/* ---- walstore_file.c ---- */
extern void handle_signals(void);

/* A file that is being made beside its final name. */
typedef struct NewFile
{
	int fd;
	char *path;
	char *temporary;
	uint64 size;
	size_t nbuffered;
	uint8 *buffer;
} NewFile;

extern bool new_file_open(NewFile *f, const char *path, mode_t mode);
extern bool new_file_write(void *file, const void *bytes, size_t len);
extern bool new_file_flush(NewFile *f);
extern bool new_file_write_at(NewFile *f, const uint8 *bytes, size_t len, uint64 offset);
extern bool new_file_cut(NewFile *f, uint64 keep, uint64 size);
extern int new_file_install(NewFile *f, bool replace);
extern void new_file_abandon(NewFile *f);

extern uint8 *read_whole_file(const char *path, size_t *size);
extern ssize_t read_at(void *fd, void *bytes, size_t len, uint64 offset);
extern bool make_durable(const char *path);
extern bool is_directory(const char *path);
extern bool path_exists(const char *path);
extern const char *base_name(const char *path);
extern char *dir_name(const char *path);
extern bool has_suffix(const char *name, const char *suffix);
extern char *store_name(const char *segment);
extern char *segment_name(const char *store);
extern bool is_segment_name(const char *name);
extern bool is_store_name(const char *name);
extern char **list_files(const char *dir, bool (*wanted)(const char *name), const char *what, int *n);
extern char **list_stores(const char *dir, int *n);
extern int run_in_jobs(int argc, char **argv, int (*work)(int argc, char **argv));
extern void expect_files(int n);
extern void show_progress(uint64 in, uint64 out);

/* ---- walstore_parallel.c ---- */
typedef bool (*put_piece_cb)(void *arg, XLogRecPtr lsn, const uint8 *bytes, size_t len);
extern WalStoreStatus decode_parallel(WalStoreDecoder *dec, int fd, int nthreads, put_piece_cb put,
									  void *arg, XLogRecPtr *end, char **message);

/* ---- walstore_pack.c ---- */
extern bool valid_segment_size(uint64 size);
extern int pack_segment(const char *segment, const char *store, uint64 *in, uint64 *out);
extern int expand_store(const char *store, const char *segment, const char *asked, uint64 *in, uint64 *out);
extern bool is_asked_for(const char *store, const WalStoreHeader *header, const char *asked);
extern int command_pack(int argc, char **argv);
extern int command_unpack(int argc, char **argv);

/* ---- walstore_archive.c ---- */
extern int command_archive(int argc, char **argv);
extern int command_restore(int argc, char **argv);

/* ---- walstore_show.c ---- */
extern int command_verify(int argc, char **argv);
extern int command_cat(int argc, char **argv);
extern int command_list(int argc, char **argv);
extern int open_store(const char *path, WalStoreDecoder *dec, WalStoreHeader *header, int *fd);

/* ---- walstore_stats.c ---- */

/* Sums of one resource manager, record type or relation. */
typedef struct Entry
{
	char *name;
	uint64 key[2];
	uint64 records;
	uint64 images;
	uint64 logical;
	uint64 image_bytes;
	uint64 updates; /* of rows, that are not heap-only, */
	uint64 hot_updates; /* and that are */
	double stored;
} Entry;

typedef struct Table
{
	const char *title;
	Entry *entries;
	uint32 *slots; /* entry + 1 by hash */
	uint32 nslots;
	uint32 n;
} Table;

extern Table managers;
extern Table types;
extern Table relations;
extern Entry total;

extern bool is_recycled(const WalStoreRecordInfo *info, uint32 segment_size);
extern void count_record(void *arg, const WalStoreRecordInfo *info);
extern int by_stored(const void *a, const void *b);
extern int command_stats(int argc, char **argv);

/* ---- walstore_memory.c ---- */
typedef struct Memory
{
	uint8 *bytes;
	size_t len;
	size_t room;
} Memory;

extern bool to_memory(void *arg, const void *bytes, size_t len);
extern ssize_t from_memory(void *arg, void *bytes, size_t len, uint64 offset);
extern double cpu_now(void);

/* ---- walstore_advise.c ---- */
extern int command_advise(int argc, char **argv);

/* ---- walstore_measure.c ---- */
extern int command_measure(int argc, char **argv);

#endif /* WALSTORE_TOOL_H */

/*
 * initdb.h
 *		Parts of initdb.
 *
 * initdb.c		options, order of work
 * cluster.c	directories, configuration files, control file, first WAL
 * catrows.c	the catalog rows, from the generated texts
 * catvalues.c	texts to stored values, rows to tuples
 * catpages.c	tuples to heap pages and btrees, relations to files
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/initdb.h
 */
#ifndef INITDB_H
#define INITDB_H

#include "lib/stringinfo.h"

/* ---- what was asked for ---- */
typedef struct InitOptions
{
	char *pgdata;
	char *waldir; /* NULL: inside pgdata */
	char *username;
	char *password; /* NULL: none */
	const char *auth_local;
	const char *auth_host;
	bool checksums;
	bool sync;
	bool keep_on_failure;
	bool allow_group;
	int encoding;
	int wal_segment_size; /* bytes */
	char *lc_collate;
	char *lc_ctype;
	char *lc_messages;
	char *lc_monetary;
	char *lc_numeric;
	char *lc_time;
	char *text_search_config;
	char *bindir; /* where the server is */
	char *sharedir;
} InitOptions;

extern InitOptions opts;

/* ---- catalog rows as text; NULL is null ---- */
typedef struct Catalog
{
	const char *name;
	int natts;
	int nrows;
	const char *const *attnames; /* from pg_attribute */
	char **values; /* nrows * natts */
} Catalog;

/* One column as stored. */
typedef struct Column
{
	Oid typid;
	int len;
	int align; /* bytes */
	bool plain; /* never with a one-byte header */
	int source; /* index: column of the catalog, from 0 */
} Column;

/* catrows.c */
extern void load_catalogs(void);
extern Catalog *find_catalog(const char *name);
extern int column_number(const Catalog *cat, const char *attname);
extern const char *row_value(const Catalog *cat, int row, const char *attname);
extern void set_value(Catalog *cat, int row, const char *attname, char *value);
extern int find_row(const Catalog *cat, const char *attname,
					const char *value);

/* catvalues.c */
extern void init_values(void);
extern void append_payload(StringInfo buf, Oid typid, const char *text);
extern void append_columns(StringInfo buf, const Column *cols, int ncols,
						   char *const *texts, bool *has_varwidth);
extern void form_heap_tuple(StringInfo buf, const Column *cols, int ncols,
							char *const *texts, uint32 blkno, uint16 offset);
extern int compare_values(Oid typid, const char *a, const char *b);
extern Oid oid_of_text(const char *text);

/* catpages.c */
extern void write_relations(void);

/* cluster.c */
extern void make_directories(void);
extern void write_config_files(void);
extern void write_shared_files(void);
extern void write_control_file(void);
extern void write_file(const char *name, const void *data, size_t len);
extern void write_blocks(const char *name, char *pages, uint32 nblocks);
extern void sync_everything(void);

/* initdb.c */
extern void fatal(const char *fmt, ...) pg_attribute_printf(1, 2) pg_attribute_noreturn();

#endif /* INITDB_H */

/*
 * copy_private.h
 *		What the files of COPY share: options and the columns.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/copy_private.h
 */
#ifndef COPY_PRIVATE_H
#define COPY_PRIVATE_H

#include "access/tupdesc.h"
#include "lib/stringinfo.h"
#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "utils/rel.h"

typedef enum CopyFormat
{
	COPY_TEXT,
	COPY_CSV,
	COPY_BINARY
} CopyFormat;

typedef enum CopyHeader
{
	HEADER_NO,
	HEADER_YES,
	HEADER_MATCH
} CopyHeader;

/* Options of the statement, all filled in by copy_options(). */
typedef struct CopyOptions
{
	CopyFormat format;
	bool freeze;
	CopyHeader header;
	char delim;
	char *null_print;
	int null_len;
	char quote;
	char escape;
	bool quote_all;
	List *force_quote; /* names */
	List *force_notnull;
	List *force_null;
	int encoding; /* of the file */
} CopyOptions;

/* Eleven bytes that begin a file in the binary format. */
#define COPY_SIGNATURE "PGCOPY\n\377\r\n"
#define COPY_SIGNATURE_LEN 11

/* copy.c */
extern List *copy_columns(TupleDesc desc, Relation rel, List *names);
extern bool *copy_column_flags(TupleDesc desc, Relation rel, List *attnums,
							   List *names, const char *option);

/* copyto.c */
extern uint64 copy_to(ParseState *pstate, Relation rel, RawStmt *query,
					  const CopyStmt *stmt, CopyOptions *opts);

/* copy.c */
extern const char *copy_kind_name(char relkind);

/* copyfrom.c */
extern uint64 copy_from(ParseState *pstate, Relation rel, Node *where,
						const CopyStmt *stmt, CopyOptions *opts);

/* copyread.c */
typedef struct CopyReader CopyReader;

extern CopyReader *copy_reader_open(Relation rel, const CopyStmt *stmt,
									List *attnums, CopyOptions *opts);
extern bool copy_reader_next(CopyReader *reader, MemoryContext row_context,
							 Datum *values, bool *nulls);
extern void copy_reader_forget_line(CopyReader *reader, uint64 lineno);
extern uint64 copy_reader_lineno(CopyReader *reader);
extern int copy_reader_line_length(CopyReader *reader);
extern void copy_reader_close(CopyReader *reader);

#endif /* COPY_PRIVATE_H */

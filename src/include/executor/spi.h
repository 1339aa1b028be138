/*
 * spi.h
 *		SQL from server-side C code.
 *
 * SPI_connect, run statements, look at SPI_tuptable, SPI_finish.  Results live in the procedure's context until SPI_finish.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/spi.h
 */
#ifndef SPI_H
#define SPI_H

#include "lib/ilist.h"
#include "parser/parser.h"
#include "utils/portal.h"

typedef struct SPITupleTable
{
	TupleDesc tupdesc;
	HeapTuple *vals;
	uint64 numvals;
	uint64 alloced;
	MemoryContext tuptabcxt;
	slist_node next;
	SubTransactionId subid;
} SPITupleTable;

typedef struct _SPI_plan *SPIPlanPtr;

typedef struct SPIPrepareOptions
{
	ParserSetupHook parserSetup;
	void *parserSetupArg;
	RawParseMode parseMode;
	int cursorOptions;
} SPIPrepareOptions;

typedef struct SPIExecuteOptions
{
	ParamListInfo params;
	bool read_only;
	bool allow_nonatomic;
	bool must_return_tuples;
	uint64 tcount;
	DestReceiver *dest;
	ResourceOwner owner;
} SPIExecuteOptions;

/* results: what kind of statement has run */
#define SPI_OK_SELECT 5
#define SPI_OK_SELINTO 6
#define SPI_OK_INSERT 7
#define SPI_OK_INSERT_RETURNING 11
#define SPI_OK_UPDATE 9
#define SPI_OK_UPDATE_RETURNING 13
#define SPI_OK_DELETE 8
#define SPI_OK_DELETE_RETURNING 12
#define SPI_OK_MERGE 18
#define SPI_OK_UTILITY 4
#define SPI_OK_REWRITTEN 14

/* results: steps that run none */
#define SPI_OK_CONNECT 1
#define SPI_OK_CURSOR 10
#define SPI_OK_FETCH 3
#define SPI_OK_FINISH 2

/* failures: wrong use, and statements that are not possible here */
#define SPI_ERROR_ARGUMENT (-6)
#define SPI_ERROR_PARAM (-7)
#define SPI_ERROR_CONNECT (-1)
#define SPI_ERROR_UNCONNECTED (-4)
#define SPI_ERROR_COPY (-2)
#define SPI_ERROR_TRANSACTION (-8)
#define SPI_ERROR_OPUNKNOWN (-3)
/* failures: columns and their types */
#define SPI_ERROR_NOATTRIBUTE (-9)
#define SPI_ERROR_NOOUTFUNC (-10)
#define SPI_ERROR_TYPUNKNOWN (-11)

#define SPI_OPT_NONATOMIC (1 << 0)

extern PGDLLIMPORT uint64 SPI_processed;
extern PGDLLIMPORT int SPI_result;
extern PGDLLIMPORT SPITupleTable *SPI_tuptable;

/* spi.c: sessions */
extern void AtEOSubXact_SPI(bool isCommit, SubTransactionId mySubid);
extern void AtEOXact_SPI(bool isCommit);
extern int SPI_connect(void);
extern int SPI_connect_ext(int options);
extern int SPI_finish(void);
extern bool SPI_inside_nonatomic_context(void);
extern void spi_register(void);

/* spi.c: running */
extern int SPI_exec(const char *src, long tcount);
extern int SPI_execute(const char *src, bool read_only, long tcount);
extern int SPI_execute_plan(SPIPlanPtr plan, Datum *Values, const char *Nulls,
							bool read_only, long tcount);
extern int SPI_execute_plan_extended(SPIPlanPtr plan,
									 const SPIExecuteOptions *options);
extern int SPI_execute_with_args(const char *src, int nargs, Oid *argtypes,
								 Datum *Values, const char *Nulls,
								 bool read_only, long tcount);
extern int SPI_freeplan(SPIPlanPtr plan);
extern int SPI_keepplan(SPIPlanPtr plan);
extern SPIPlanPtr SPI_prepare(const char *src, int nargs, Oid *argtypes);
extern SPIPlanPtr SPI_prepare_cursor(const char *src, int nargs,
									 Oid *argtypes, int cursorOptions);
extern SPIPlanPtr SPI_prepare_extended(const char *src,
									   const SPIPrepareOptions *options);
extern const char *SPI_result_code_string(int code);

/* spi.c: results */
extern HeapTuple SPI_copytuple(HeapTuple tuple);
extern DestReceiver *spi_create_DR(void);
extern char *SPI_fname(TupleDesc tupdesc, int fnumber);
extern int SPI_fnumber(TupleDesc tupdesc, const char *fname);
extern void SPI_freetuptable(SPITupleTable *tuptable);
extern Datum SPI_getbinval(HeapTuple tuple, TupleDesc tupdesc, int fnumber,
						   bool *isnull);
extern char *SPI_getnspname(Relation rel);
extern char *SPI_getrelname(Relation rel);
extern char *SPI_gettype(TupleDesc tupdesc, int fnumber);
extern Oid SPI_gettypeid(TupleDesc tupdesc, int fnumber);
extern char *SPI_getvalue(HeapTuple tuple, TupleDesc tupdesc, int fnumber);
extern void *SPI_palloc(Size size);

/* spi.c: cursors */
extern void SPI_cursor_close(Portal portal);
extern void SPI_cursor_fetch(Portal portal, bool forward, long count);
extern Portal SPI_cursor_find(const char *name);
extern Portal SPI_cursor_open(const char *name, SPIPlanPtr plan,
							  Datum *Values, const char *Nulls,
							  bool read_only);

#endif /* SPI_H */

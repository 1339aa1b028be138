/*
 * vacuum.h
 *		VACUUM and ANALYZE.
 *
 * The command's options are access/vacuumparams.h's.  VacAttrStats is what
 * ANALYZE knows of one column: a type's typanalyze function fills the upper
 * part, the function it names the lower one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/vacuum.h
 */
#ifndef VACUUM_H
#define VACUUM_H

#include "access/htup.h"
#include "access/vacuumparams.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "storage/buf.h"
#include "storage/lock.h"
#include "utils/relcache.h"

#define STATISTIC_NUM_SLOTS 5

struct VacAttrStats;

/* The value of sample row rownum (from 0); only while the sample lives. */
typedef Datum (*AnalyzeAttrFetchFunc)(struct VacAttrStats *stats, int rownum,
									  bool *isNull);

/*
 * Computes the results from samplerows rows; totalrows is the estimate for the
 * table.  Runs in a short-lived context: results go to stats->anl_context.
 */
typedef void (*AnalyzeAttrComputeStatsFunc)(struct VacAttrStats *stats,
											AnalyzeAttrFetchFunc fetchfunc,
											int samplerows, double totalrows);

typedef struct VacAttrStats
{
	/* set before typanalyze is called */
	Form_pg_attribute attr; /* a copy */
	Oid attrtypid; /* of the values; an index may store another type */
	int32 attrtypmod;
	Form_pg_type attrtype;
	Oid attrcollid;
	MemoryContext anl_context;

	/* set by typanalyze */
	AnalyzeAttrComputeStatsFunc compute_stats;
	int minrows; /* sample rows wanted */
	void *extra_data;

	/* set by compute_stats */
	bool stats_valid;
	float4 stanullfrac;
	int32 stawidth;
	float4 stadistinct;
	int16 stakind[STATISTIC_NUM_SLOTS];
	Oid staop[STATISTIC_NUM_SLOTS];
	Oid stacoll[STATISTIC_NUM_SLOTS];
	int numnumbers[STATISTIC_NUM_SLOTS];
	float4 *stanumbers[STATISTIC_NUM_SLOTS];
	int numvalues[STATISTIC_NUM_SLOTS];
	Datum *stavalues[STATISTIC_NUM_SLOTS];
	/* type of stavalues; attrtypid's unless set */
	Oid statypid[STATISTIC_NUM_SLOTS];
	int16 statyplen[STATISTIC_NUM_SLOTS];
	bool statypbyval[STATISTIC_NUM_SLOTS];
	char statypalign[STATISTIC_NUM_SLOTS];

	/* where the values come from: rows of the table, ... */
	int tupattnum;
	HeapTuple *rows;
	TupleDesc tupDesc;
	/* ... or computed ones of an index */
	Datum *exprvals;
	bool *exprnulls;
	int rowstride;
} VacAttrStats;

extern PGDLLIMPORT int default_statistics_target;

/* ---- vacuum.c ---- */
extern void ExecVacuum(ParseState *pstate, VacuumStmt *vacstmt,
					   bool isTopLevel);
extern void vacuum(List *relations, VacuumParams *params,
				   BufferAccessStrategy bstrategy, bool isTopLevel);
extern bool vacuum_is_relation_owner(Oid relid, Form_pg_class reltuple,
									 bits32 options);
extern Relation vacuum_open_relation(Oid relid, RangeVar *relation,
									 bits32 options, LOCKMODE lmode);
extern void vac_update_datfrozenxid(void);

/* ---- analyze.c ---- */
extern void analyze_rel(Oid relid, RangeVar *relation, VacuumParams *params,
						List *va_cols, bool in_outer_xact,
						BufferAccessStrategy bstrategy);

/* ---- analyze_scalar.c ---- */
extern bool std_typanalyze(VacAttrStats *stats);
extern bool trivial_typanalyze(VacAttrStats *stats);

#endif /* VACUUM_H */

/*
 * amapi.h
 *		What an index access method provides.
 *
 * Its handler function returns an IndexAmRoutine; NULL entries are optional.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/amapi.h
 */
#ifndef AMAPI_H
#define AMAPI_H

#include "access/genam.h"
#include "nodes/nodes.h"

struct PlannerInfo;
struct IndexPath;
struct IndexInfo;

/* Properties that SQL can ask for. */
typedef enum IndexAMProperty
{
	AMPROP_UNKNOWN = 0,
	AMPROP_ASC,
	AMPROP_DESC,
	AMPROP_NULLS_FIRST,
	AMPROP_NULLS_LAST,
	AMPROP_ORDERABLE,
	AMPROP_DISTANCE_ORDERABLE,
	AMPROP_RETURNABLE,
	AMPROP_SEARCH_ARRAY,
	AMPROP_SEARCH_NULLS,
	AMPROP_CLUSTERABLE,
	AMPROP_INDEX_SCAN,
	AMPROP_BITMAP_SCAN,
	AMPROP_BACKWARD_SCAN,
	AMPROP_CAN_ORDER,
	AMPROP_CAN_UNIQUE,
	AMPROP_CAN_MULTI_COL,
	AMPROP_CAN_EXCLUDE,
	AMPROP_CAN_INCLUDE
} IndexAMProperty;

/* A member of an operator family, as amadjustmembers sees it. */
typedef struct OpFamilyMember
{
	bool is_func;
	Oid object;
	int number;
	Oid lefttype;
	Oid righttype;
	Oid sortfamily;
	bool ref_is_hard;
	bool ref_is_family;
	Oid refobjid;
} OpFamilyMember;

/* building and changing */
typedef IndexBuildResult *(*ambuild_function)(Relation heap, Relation index,
											  struct IndexInfo *info);
typedef void (*ambuildempty_function)(Relation index);
typedef bool (*aminsert_function)(Relation index, Datum *values,
								  bool *isnull, ItemPointer tid,
								  Relation heap, IndexUniqueCheck unique,
								  bool indexUnchanged,
								  struct IndexInfo *info);
typedef IndexBulkDeleteResult *(*ambulkdelete_function)(IndexVacuumInfo *info, IndexBulkDeleteResult *stats,
														IndexBulkDeleteCallback callback, void *callback_state);
typedef IndexBulkDeleteResult *(*amvacuumcleanup_function)(IndexVacuumInfo *info, IndexBulkDeleteResult *stats);

/* planning and options */
typedef bool (*amcanreturn_function)(Relation index, int attno);
typedef void (*amcostestimate_function)(struct PlannerInfo *root,
										struct IndexPath *path,
										double loop_count,
										Cost *startup_cost, Cost *total_cost,
										Selectivity *selectivity,
										double *correlation, double *pages);
typedef bytea *(*amoptions_function)(Datum reloptions, bool validate);
typedef bool (*amproperty_function)(Oid index_oid, int attno,
									IndexAMProperty prop,
									const char *propname, bool *res,
									bool *isnull);
typedef char *(*ambuildphasename_function)(int64 phasenum);
typedef bool (*amvalidate_function)(Oid opclassoid);
typedef void (*amadjustmembers_function)(Oid opfamily, Oid opclass,
										 List *operators, List *functions);

/* scanning */
typedef IndexScanDesc (*ambeginscan_function)(Relation index, int nkeys,
											  int norderbys);
typedef void (*amrescan_function)(IndexScanDesc scan, ScanKey keys,
								  int nkeys, ScanKey orderbys,
								  int norderbys);
typedef bool (*amgettuple_function)(IndexScanDesc scan, ScanDirection dir);
typedef int64 (*amgetbitmap_function)(IndexScanDesc scan, TIDBitmap *tbm);
typedef void (*amendscan_function)(IndexScanDesc scan);
typedef void (*ammarkpos_function)(IndexScanDesc scan);
typedef void (*amrestrpos_function)(IndexScanDesc scan);
typedef Size (*amestimateparallelscan_function)(void);
typedef void (*aminitparallelscan_function)(void *target);
typedef void (*amparallelrescan_function)(IndexScanDesc scan);

typedef struct IndexAmRoutine
{
	NodeTag type;

	uint16 amstrategies; /* number of strategies, 0 = not fixed */
	uint16 amsupport; /* number of support functions */
	uint16 amoptsprocnum; /* the one that parses opclass options */
	bool amcanorder;
	bool amcanorderbyop;
	bool amcanbackward;
	bool amcanunique;
	bool amcanmulticol;
	bool amoptionalkey;
	bool amsearcharray;
	bool amsearchnulls;
	bool amstorage;
	bool amclusterable;
	bool ampredlocks;
	bool amcanparallel;
	bool amcaninclude;
	bool amusemaintenanceworkmem;
	uint8 amparallelvacuumoptions;
	Oid amkeytype;

	ambuild_function ambuild;
	ambuildempty_function ambuildempty;
	aminsert_function aminsert;
	ambulkdelete_function ambulkdelete;
	amvacuumcleanup_function amvacuumcleanup;
	amcanreturn_function amcanreturn;
	amcostestimate_function amcostestimate;
	amoptions_function amoptions;
	amproperty_function amproperty;
	ambuildphasename_function ambuildphasename;
	amvalidate_function amvalidate;
	amadjustmembers_function amadjustmembers;
	ambeginscan_function ambeginscan;
	amrescan_function amrescan;
	amgettuple_function amgettuple;
	amgetbitmap_function amgetbitmap;
	amendscan_function amendscan;
	ammarkpos_function ammarkpos;
	amrestrpos_function amrestrpos;
	amestimateparallelscan_function amestimateparallelscan;
	aminitparallelscan_function aminitparallelscan;
	amparallelrescan_function amparallelrescan;
} IndexAmRoutine;

/* access/index/amapi.c */
extern IndexAmRoutine *GetIndexAmRoutine(Oid amhandler);
extern IndexAmRoutine *GetIndexAmRoutineByAmId(Oid amoid, bool noerror);

#endif /* AMAPI_H */

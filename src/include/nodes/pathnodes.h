/*
 * pathnodes.h
 *		The planner's working data: relations, clauses, paths.
 *
 * A PlannerInfo plans one (sub)query.  Base and join relations are RelOptInfos; each collects Paths, ways of producing its rows, of which the cheapest become Plans.  All of it lives in the planner's memory context and is dropped with it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/nodes/pathnodes.h
 */
#ifndef PATHNODES_H
#define PATHNODES_H

#include "access/sdir.h"
#include "nodes/bitmapset.h"
#include "nodes/params.h"
#include "nodes/parsenodes.h"
#include "nodes/plannodes.h"
#include "storage/block.h"
#include "utils/hsearch.h"

typedef Bitmapset *Relids;

struct PlannerInfo;
struct RelOptInfo;
struct IndexOptInfo;
struct Path;
struct ParamPathInfo;
struct EquivalenceClass;
struct IndexPath;

/* ---------------------------------------------------------------- costs and targets */

typedef enum CostSelector
{
	STARTUP_COST,
	TOTAL_COST
} CostSelector;

typedef struct QualCost
{
	Cost startup; /* once */
	Cost per_tuple; /* per evaluation */
} QualCost;

typedef struct AggClauseCosts
{
	QualCost transCost;
	QualCost finalCost;
	Size transitionSpace;
} AggClauseCosts;

typedef enum UpperRelationKind
{
	UPPERREL_SETOP,
	UPPERREL_PARTIAL_GROUP_AGG,
	UPPERREL_GROUP_AGG,
	UPPERREL_WINDOW,
	UPPERREL_PARTIAL_DISTINCT,
	UPPERREL_DISTINCT,
	UPPERREL_ORDERED,
	UPPERREL_FINAL
} UpperRelationKind;

/* The columns a path delivers, with their cost. */
typedef struct PathTarget
{
	NodeTag type;
	List *exprs;
	Index *sortgrouprefs; /* parallel to exprs, or NULL */
	QualCost cost;
	int width; /* bytes, about */
} PathTarget;

#define get_pathtarget_sortgroupref(target, colno) \
	((target)->sortgrouprefs ? (target)->sortgrouprefs[colno] : (Index) 0)

/* ---------------------------------------------------------------- planning a query */

/* Shared by all levels of one planner() call. */
typedef struct PlannerGlobal
{
	NodeTag type;
	ParamListInfo boundParams;
	List *subplans; /* Plans of SubPlans, by plan_id */
	List *subroots;
	Bitmapset *rewindPlanIDs;
	List *finalrtable;
	List *finalrowmarks;
	List *resultRelations;
	List *appendRelations;
	List *relationOids;
	List *invalItems;
	List *paramExecTypes;
	Index lastPHId;
	Index lastRowMarkId;
	int lastPlanNodeId;
	bool transientPlan;
	bool dependsOnRole;
	bool parallelModeOK;
	bool parallelModeNeeded;
} PlannerGlobal;

/* Planning state of one query level. */
typedef struct PlannerInfo
{
	NodeTag type;
	Query *parse;
	PlannerGlobal *glob;
	Index query_level; /* 1 at the top */
	struct PlannerInfo *parent_root;
	List *plan_params; /* PlannerParamItems wanted of the level above */
	Bitmapset *outer_params;

	/* relations, by range table index (entry 0 unused) */
	struct RelOptInfo **simple_rel_array;
	int simple_rel_array_size;
	RangeTblEntry **simple_rte_array;
	struct AppendRelInfo **append_rel_array;
	Relids all_baserels;
	Relids nullable_baserels;
	List *join_rel_list;
	HTAB *join_rel_hash;
	List **join_rel_level;
	int join_cur_level;
	List *init_plans; /* SubPlans run once */
	List *cte_plan_ids;
	List *multiexpr_params;

	/* clauses */
	List *eq_classes;
	bool ec_merging_done;
	List *canon_pathkeys;
	List *left_join_clauses;
	List *right_join_clauses;
	List *full_join_clauses;
	List *join_info_list; /* SpecialJoinInfos */
	List *append_rel_list;
	List *rowMarks; /* PlanRowMarks */
	List *placeholder_list;
	List *fkey_list;

	/* orderings that later steps want */
	List *query_pathkeys;
	List *group_pathkeys;
	List *window_pathkeys;
	List *distinct_pathkeys;
	List *sort_pathkeys;

	/* upper steps */
	List *initial_rels;
	List *upper_rels[UPPERREL_FINAL + 1];
	struct PathTarget *upper_targets[UPPERREL_FINAL + 1];
	List *processed_tlist;
	List *update_colnos;
	AttrNumber *grouping_map;
	List *minmax_aggs;
	List *agginfos;
	List *aggtransinfos;
	int numOrderedAggs;
	bool hasNonPartialAggs;
	bool hasNonSerialAggs;
	MemoryContext planner_cxt;
	Cardinality total_table_pages;
	Selectivity tuple_fraction;
	Cardinality limit_tuples;
	Index qual_security_level;
	bool hasJoinRTEs;
	bool hasLateralRTEs;
	bool hasHavingQual;
	bool hasPseudoConstantQuals;
	bool hasAlternativeSubPlans;
	bool hasRecursion;
	int wt_param_id;
	struct Path *non_recursive_path;

	/* while the plan is made */
	Relids curOuterRels;
	List *curOuterParams;
	bool *isAltSubplan;
	bool *isUsedSubplan;
	List *nullable_groupexprs; /* NULLed by some grouping set */
	void *join_search_private;
} PlannerInfo;

#define planner_rt_fetch(rti, root) \
	((root)->simple_rte_array ? (root)->simple_rte_array[rti] : rt_fetch(rti, (root)->parse->rtable))

/* An outer-level Var (or aggregate) that a sub-select uses. */
typedef struct PlannerParamItem
{
	NodeTag type;
	Node *item;
	int paramId;
} PlannerParamItem;

/* ---------------------------------------------------------------- relations */

typedef enum RelOptKind
{
	RELOPT_BASEREL,
	RELOPT_JOINREL,
	RELOPT_OTHER_MEMBER_REL,
	RELOPT_OTHER_JOINREL,
	RELOPT_UPPER_REL,
	RELOPT_OTHER_UPPER_REL,
	RELOPT_DEADREL
} RelOptKind;

#define IS_SIMPLE_REL(rel)                  \
	((rel)->reloptkind == RELOPT_BASEREL || \
	 (rel)->reloptkind == RELOPT_OTHER_MEMBER_REL)
#define IS_JOIN_REL(rel)                    \
	((rel)->reloptkind == RELOPT_JOINREL || \
	 (rel)->reloptkind == RELOPT_OTHER_JOINREL)
#define IS_UPPER_REL(rel)                     \
	((rel)->reloptkind == RELOPT_UPPER_REL || \
	 (rel)->reloptkind == RELOPT_OTHER_UPPER_REL)
#define IS_OTHER_REL(rel) ((rel)->reloptkind == RELOPT_OTHER_MEMBER_REL)

typedef struct RelOptInfo
{
	NodeTag type;
	RelOptKind reloptkind;
	Relids relids; /* base relations in it */
	Cardinality rows; /* after restriction */
	bool consider_startup;
	bool consider_param_startup;
	bool consider_parallel;
	struct PathTarget *reltarget;

	/* its paths */
	List *pathlist;
	List *ppilist;
	struct Path *cheapest_startup_path;
	struct Path *cheapest_total_path;
	struct Path *cheapest_unique_path;
	List *cheapest_parameterized_paths;
	Relids direct_lateral_relids;
	Relids lateral_relids;

	/* base relations only */
	Index relid;
	Oid reltablespace;
	RTEKind rtekind;
	AttrNumber min_attr;
	AttrNumber max_attr;
	Relids *attr_needed; /* by attno - min_attr: rels that need it */
	int32 *attr_widths;
	List *lateral_vars;
	Relids lateral_referencers;
	List *indexlist;
	List *statlist;
	BlockNumber pages;
	Cardinality tuples;
	double allvisfrac;
	Bitmapset *notnullattnums;
	PlannerInfo *subroot;
	List *subplan_params;
	int rel_parallel_workers;
	uint32 amflags;
	Oid serverid;
	Oid userid;
	bool useridiscurrent;

	/* clauses */
	List *baserestrictinfo;
	QualCost baserestrictcost;
	Index baserestrict_min_security;
	List *joininfo; /* join clauses that mention it */
	bool has_eclass_joins;
	List *unique_for_rels;
	List *non_unique_for_rels;
	Bitmapset *eclass_indexes;
	struct RelOptInfo *parent;
	Relids top_parent_relids;
} RelOptInfo;

typedef struct IndexOptInfo
{
	NodeTag type;
	Oid indexoid;
	Oid reltablespace;
	RelOptInfo *rel;
	BlockNumber pages;
	Cardinality tuples;
	int tree_height; /* -1: unknown */
	int ncolumns;
	int nkeycolumns;
	int *indexkeys; /* 0: expression */
	Oid *indexcollations;
	Oid *opfamily;
	Oid *opcintype;
	Oid *sortopfamily; /* NULL: not ordered */
	bool *reverse_sort;
	bool *nulls_first;
	bytea **opclassoptions;
	bool *canreturn;
	Oid relam;
	List *indexprs;
	List *indpred;
	List *indextlist;
	List *indrestrictinfo; /* baserestrictinfo not implied by indpred */
	bool predOK;
	bool unique;
	bool immediate;
	bool hypothetical;
	bool amcanorderbyop;
	bool amoptionalkey;
	bool amsearcharray;
	bool amsearchnulls;
	bool amhasgettuple;
	bool amhasgetbitmap;
	bool amcanparallel;
	bool amcanmarkpos;
	void (*amcostestimate)();
} IndexOptInfo;

typedef struct StatisticExtInfo
{
	NodeTag type;
	Oid statOid;
	bool inherit;
	RelOptInfo *rel;
	char kind;
	Bitmapset *keys;
	List *exprs;
} StatisticExtInfo;

/* ---------------------------------------------------------------- equivalence and order */

/* Expressions known to be equal wherever all of them exist. */
typedef struct EquivalenceClass
{
	NodeTag type;
	List *ec_opfamilies;
	Oid ec_collation;
	List *ec_members;
	List *ec_sources; /* RestrictInfos it was made from */
	List *ec_derives;
	Relids ec_relids;
	bool ec_has_const;
	bool ec_has_volatile;
	bool ec_below_outer_join;
	bool ec_broken;
	Index ec_sortref;
	Index ec_min_security;
	Index ec_max_security;
	struct EquivalenceClass *ec_merged;
} EquivalenceClass;

#define EC_MUST_BE_REDUNDANT(eclass) \
	((eclass)->ec_has_const && !(eclass)->ec_below_outer_join)

typedef struct EquivalenceMember
{
	NodeTag type;
	Expr *em_expr;
	Relids em_relids;
	Relids em_nullable_relids;
	bool em_is_const;
	bool em_is_child;
	Oid em_datatype;
} EquivalenceMember;

/* One sort column; canonical: equal pathkeys are the same pointer. */
typedef struct PathKey
{
	NodeTag type;
	EquivalenceClass *pk_eclass;
	Oid pk_opfamily;
	int pk_strategy;
	bool pk_nulls_first;
} PathKey;

/* ---------------------------------------------------------------- clauses */

typedef struct RestrictInfo
{
	NodeTag type;
	Expr *clause;
	bool is_pushed_down;
	bool outerjoin_delayed;
	bool can_join; /* "left op right" with disjoint rels */
	bool pseudoconstant;
	bool leakproof;
	Index security_level;
	Relids clause_relids;
	Relids required_relids;
	Relids outer_relids;
	Relids nullable_relids;
	Relids left_relids;
	Relids right_relids;
	Expr *orclause; /* OR of RestrictInfos, if clause is an OR */
	Oid hashjoinoperator;
	bool outer_is_left; /* scratch of join path building */
	EquivalenceClass *parent_ec;
	QualCost eval_cost; /* startup < 0: not yet known */
	Selectivity norm_selec; /* < 0: not yet known */
	Selectivity outer_selec;
	List *mergeopfamilies;
	EquivalenceClass *left_ec;
	EquivalenceClass *right_ec;
	EquivalenceMember *left_em;
	EquivalenceMember *right_em;
	Selectivity left_bucketsize;
	Selectivity right_bucketsize;
	Selectivity left_mcvfreq;
	Selectivity right_mcvfreq;
} RestrictInfo;

#define RINFO_IS_PUSHED_DOWN(rinfo, joinrelids) \
	((rinfo)->is_pushed_down ||                 \
	 !bms_is_subset((rinfo)->required_relids, joinrelids))

/* An outer, semi or anti join, which restricts the join order. */
typedef struct SpecialJoinInfo
{
	NodeTag type;
	Relids min_lefthand;
	Relids min_righthand;
	Relids syn_lefthand;
	Relids syn_righthand;
	JoinType jointype; /* INNER for a scratch one */
	bool lhs_strict;
	bool delay_upper_joins;
	bool semi_can_btree;
	bool semi_can_hash;
	List *semi_operators;
	List *semi_rhs_exprs;
} SpecialJoinInfo;

typedef struct PlaceHolderVar
{
	Expr xpr;
	Expr *phexpr;
	Relids phrels;
	Index phid;
	Index phlevelsup;
} PlaceHolderVar;

typedef struct PlaceHolderInfo
{
	NodeTag type;
	Index phid;
	PlaceHolderVar *ph_var;
	Relids ph_eval_at;
	Relids ph_lateral;
	Relids ph_needed;
	int ph_width;
} PlaceHolderInfo;

typedef struct AppendRelInfo
{
	NodeTag type;
	Index parent_relid;
	Index child_relid;
	Oid parent_reltype;
	Oid child_reltype;
	List *translated_vars;
	int num_child_cols;
	AttrNumber *parent_colnos;
	Oid parent_reloid;
} AppendRelInfo;

/* ---------------------------------------------------------------- paths: the base */

typedef struct ParamPathInfo
{
	NodeTag type;
	Relids ppi_req_outer;
	Cardinality ppi_rows;
	List *ppi_clauses;
} ParamPathInfo;

typedef struct Path
{
	NodeTag type;
	NodeTag pathtype; /* tag of the plan node it becomes */
	RelOptInfo *parent;
	PathTarget *pathtarget;
	ParamPathInfo *param_info; /* NULL: needs no outer rows */
	bool parallel_aware;
	bool parallel_safe;
	int parallel_workers;
	Cardinality rows;
	Cost startup_cost;
	Cost total_cost;
	List *pathkeys;
} Path;

#define PATH_REQ_OUTER(path) \
	((path)->param_info ? (path)->param_info->ppi_req_outer : (Relids) NULL)

/* ---------------------------------------------------------------- paths of base relations */

typedef struct IndexClause
{
	NodeTag type;
	RestrictInfo *rinfo; /* the original clause */
	List *indexquals; /* RestrictInfos that the index checks */
	bool lossy;
	AttrNumber indexcol;
	List *indexcols;
} IndexClause;

typedef struct IndexPath
{
	Path path;
	IndexOptInfo *indexinfo;
	List *indexclauses;
	List *indexorderbys;
	List *indexorderbycols;
	ScanDirection indexscandir;
	Cost indextotalcost;
	Selectivity indexselectivity;
} IndexPath;

typedef struct BitmapHeapPath
{
	Path path;
	Path *bitmapqual; /* IndexPath, BitmapAndPath or BitmapOrPath */
} BitmapHeapPath;

typedef struct BitmapAndPath
{
	Path path;
	List *bitmapquals;
	Selectivity bitmapselectivity;
} BitmapAndPath;

typedef struct BitmapOrPath
{
	Path path;
	List *bitmapquals;
	Selectivity bitmapselectivity;
} BitmapOrPath;

typedef struct TidPath
{
	Path path;
	List *tidquals;
} TidPath;

typedef struct SubqueryScanPath
{
	Path path;
	Path *subpath;
} SubqueryScanPath;

/* ---------------------------------------------------------------- paths over one input */

typedef struct MaterialPath
{
	Path path;
	Path *subpath;
} MaterialPath;

typedef enum UniquePathMethod
{
	UNIQUE_PATH_NOOP,
	UNIQUE_PATH_HASH,
	UNIQUE_PATH_SORT
} UniquePathMethod;

typedef struct UniquePath
{
	Path path;
	Path *subpath;
	UniquePathMethod umethod;
	List *in_operators;
	List *uniq_exprs;
} UniquePath;

typedef struct ProjectionPath
{
	Path path;
	Path *subpath;
	bool dummypp; /* the input can project: no Result needed */
} ProjectionPath;

typedef struct ProjectSetPath
{
	Path path;
	Path *subpath;
} ProjectSetPath;

typedef struct SortPath
{
	Path path;
	Path *subpath;
} SortPath;

typedef struct GroupPath
{
	Path path;
	Path *subpath;
	List *groupClause;
	List *qual;
} GroupPath;

typedef struct UpperUniquePath
{
	Path path;
	Path *subpath;
	int numkeys;
} UpperUniquePath;

typedef struct AggPath
{
	Path path;
	Path *subpath;
	AggStrategy aggstrategy;
	AggSplit aggsplit;
	Cardinality numGroups;
	uint64 transitionSpace;
	List *groupClause;
	List *qual;
	List *groupingSets; /* lists of tleSortGroupRefs, or NIL */
} AggPath;

typedef struct WindowAggPath
{
	Path path;
	Path *subpath;
	WindowClause *winclause;
	List *qual;
	bool topwindow;
} WindowAggPath;

typedef struct LockRowsPath
{
	Path path;
	Path *subpath;
	List *rowMarks;
	int epqParam;
} LockRowsPath;

typedef struct LimitPath
{
	Path path;
	Path *subpath;
	Node *limitOffset;
	Node *limitCount;
	LimitOption limitOption;
} LimitPath;

typedef struct ModifyTablePath
{
	Path path;
	Path *subpath;
	CmdType operation;
	bool canSetTag;
	Index nominalRelation;
	Index rootRelation;
	bool partColsUpdated;
	List *resultRelations;
	List *updateColnosLists;
	List *withCheckOptionLists;
	List *returningLists;
	List *rowMarks;
	OnConflictExpr *onconflict;
	int epqParam;
	List *mergeActionLists;
} ModifyTablePath;

/* ---------------------------------------------------------------- paths over many inputs or none */

typedef struct AppendPath
{
	Path path;
	List *subpaths;
	int first_partial_path;
	Cardinality limit_tuples;
} AppendPath;

#define IS_DUMMY_APPEND(p) \
	(IsA((p), AppendPath) && ((AppendPath *) (p))->subpaths == NIL)
#define IS_DUMMY_REL(r) is_dummy_rel(r)
extern bool is_dummy_rel(RelOptInfo *rel);

typedef struct GroupResultPath
{
	Path path;
	List *quals; /* constant conditions */
} GroupResultPath;

typedef struct SetOpPath
{
	Path path;
	Path *subpath;
	SetOpCmd cmd;
	SetOpStrategy strategy;
	List *distinctList;
	AttrNumber flagColIdx;
	int firstFlag;
	Cardinality numGroups;
} SetOpPath;

typedef struct RecursiveUnionPath
{
	Path path;
	Path *leftpath;
	Path *rightpath;
	List *distinctList;
	int wtParam;
	Cardinality numGroups;
} RecursiveUnionPath;

typedef struct JoinPath
{
	Path path;
	JoinType jointype;
	bool inner_unique;
	Path *outerjoinpath;
	Path *innerjoinpath;
	List *joinrestrictinfo;
} JoinPath;

typedef struct NestPath
{
	JoinPath jpath;
} NestPath;

typedef struct HashPath
{
	JoinPath jpath;
	List *path_hashclauses;
	int num_batches;
	Cardinality inner_rows_total;
} HashPath;

/* min(x) or max(x) answered through an index. */
typedef struct MinMaxAggInfo
{
	NodeTag type;
	Oid aggfnoid;
	Oid aggsortop;
	Expr *target;
	PlannerInfo *subroot;
	Path *path;
	Cost pathcost;
	Param *param;
} MinMaxAggInfo;

typedef struct MinMaxAggPath
{
	Path path;
	List *mmaggregates;
	List *quals;
} MinMaxAggPath;

/* ---------------------------------------------------------------- aggregates and join scratch */

typedef struct AggInfo
{
	NodeTag type;
	List *aggrefs; /* equal calls, which share one result */
	int transno;
	bool shareable;
	Oid finalfn_oid;
} AggInfo;

typedef struct AggTransInfo
{
	NodeTag type;
	List *args;
	Expr *aggfilter;
	Oid transfn_oid;
	Oid serialfn_oid;
	Oid deserialfn_oid;
	Oid combinefn_oid;
	Oid aggtranstype;
	int32 aggtranstypmod;
	int transtypeLen;
	bool transtypeByVal;
	int32 aggtransspace;
	Datum initValue;
	bool initValueIsNull;
} AggTransInfo;

/* Facts for the join currently costed: fraction of outer rows with a match. */
typedef struct SemiAntiJoinFactors
{
	Selectivity outer_match_frac;
	Selectivity match_count;
} SemiAntiJoinFactors;

typedef struct JoinPathExtraData
{
	List *restrictlist;
	List *mergeclause_list;
	bool inner_unique;
	SpecialJoinInfo *sjinfo;
	SemiAntiJoinFactors semifactors;
	Relids param_source_rels;
} JoinPathExtraData;

#endif /* PATHNODES_H */

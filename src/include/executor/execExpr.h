/*
 * execExpr.h
 *		Steps of compiled expressions.
 *
 * Private to execExpr.c, which makes them, and execExprInterp.c, which runs them.  A step reads cells (NullableDatum) and leaves its result in one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/execExpr.h
 */
#ifndef EXECEXPR_H
#define EXECEXPR_H

#include "executor/nodeAgg.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/typcache.h"

struct ExprStep;
typedef void (*ExprStepFunc)(ExprState *state, struct ExprStep *op,
							 ExprContext *econtext);

/* The three rows an expression can read. */
typedef enum ExprSlot
{
	EXPR_SCAN,
	EXPR_INNER,
	EXPR_OUTER
} ExprSlot;

/*
 * Kinds of step; the list is expanded to the enum here and to the interpreter's
 * jump table.
 */
/* clang-format off */
#define EXPR_OPS(X) \
	X(DONE) \
	/* take columns 1..attnum out of a row */ \
	X(SCAN_FETCH) X(INNER_FETCH) X(OUTER_FETCH) \
	/* a column to a cell, or straight to the result row */ \
	X(SCAN_VAR) X(INNER_VAR) X(OUTER_VAR) \
	X(ASSIGN_SCAN) X(ASSIGN_INNER) X(ASSIGN_OUTER) \
	X(ASSIGN_CELL) X(ASSIGN_CELL_RO) \
	X(CONST) X(PARAM_EXEC) X(COPY_CELL) \
	/* function calls; the arguments are in fcinfo */ \
	X(FUNC) X(FUNC_STRICT) X(FUNC_STRICT1) X(FUNC_STRICT2) \
	/* boolean logic and flow */ \
	X(AND) X(OR) X(NOT) X(QUAL) \
	X(JUMP) X(JUMP_NULL) X(JUMP_NOT_NULL) X(JUMP_NOT_TRUE) \
	X(IS_NULL) X(IS_NOT_NULL) X(BOOL_TEST) \
	X(DISTINCT) X(NULLIF) \
	X(AGGREF) \
	/* aggregate transitions */ \
	X(AGG_STRICT_INPUT) X(AGG_TRANS_BYVAL) X(AGG_TRANS_STRICT_BYVAL) \
	X(AGG_TRANS) X(AGG_SORT) \
	/* grouping: compare columns of two rows */ \
	X(GROUP_EQ) \
	/* everything rarer: a C function */ \
	X(CALL)
/* clang-format on */

typedef enum ExprOp
{
#define X(name) EOP_##name,
	EXPR_OPS(X)
#undef X
	EOP_LAST
} ExprOp;

typedef struct ExprStep
{
	const void *code; /* ExprOp until the program is ready, then the
								 * address of its handler */
	NullableDatum *out;
	union
	{
		struct
		{
			int attnum; /* FETCH: last column; VAR: column - 1 */
			int resultnum; /* ASSIGN: column - 1 of the result */
			Oid vartype; /* VAR: checked on first use */
		} var;
		NullableDatum constval;
		struct
		{
			int paramid;
		} param;
		NullableDatum *cell; /* COPY_CELL, ASSIGN_CELL: source */
		struct
		{
			PGFunction fn;
			FunctionCallInfo fcinfo;
			FmgrInfo *finfo;
			int nargs;
			bool negate; /* DISTINCT: IS NOT DISTINCT FROM */
		} func;
		struct
		{
			int target; /* step number */
			bool *anynull; /* AND, OR */
			bool first;
			bool last;
			NullableDatum *cell; /* JUMP_*: condition */
		} jump;
		BoolTestType booltest;
		int aggno;
		struct
		{
			AggState *aggstate;
			AggStatePerTrans pertrans;
			int transno;
			int target;
			int nargs;
			NullableDatum *args;
		} agg;
		struct
		{
			int lattnum;
			int rattnum;
			PGFunction fn;
			FunctionCallInfo fcinfo;
			int target; /* where to go when they differ */
		} groupeq;
		struct
		{
			ExprStepFunc fn;
			void *data;
		} call;
	} d;
} ExprStep;

/* execExprInterp.c */
extern void ExecReadyInterpretedExpr(ExprState *state);
extern void CheckExprVarType(TupleTableSlot *slot, int attnum, Oid vartype);

/* execExprCalls.c: what CALL steps run; each reads its data struct */
typedef struct SysVarData
{
	ExprSlot which;
	int attnum;
} SysVarData;

typedef struct WholeRowData
{
	ExprSlot which;
	Var *var;
	bool first;
	bool slow; /* stored row has dropped columns to skip */
	TupleDesc tupdesc;
	JunkFilter *junkFilter;
} WholeRowData;

typedef struct ParamExternCallData
{
	int paramid;
	Oid paramtype;
} ParamExternCallData;

typedef struct CaseTestData
{
	bool domain;
} CaseTestData;

typedef struct IoCoerceData
{
	FmgrInfo out_func;
	FmgrInfo in_func;
	Oid typioparam;
	bool in_strict;
} IoCoerceData;

typedef struct ArrayExprData
{
	NullableDatum *elems;
	int nelems;
	Oid elemtype;
	int16 elmlen;
	bool elmbyval;
	char elmalign;
	bool multidims;
} ArrayExprData;

typedef struct ArrayCoerceData
{
	ExprState *elemexpr; /* NULL: relabel only */
	NullableDatum elem;
	Oid resultelemtype;
	int16 srclen;
	bool srcbyval;
	char srcalign;
	int16 dstlen;
	bool dstbyval;
	char dstalign;
} ArrayCoerceData;

typedef struct RowData
{
	TupleDesc tupdesc;
	NullableDatum *elems;
	Datum *values;
	bool *nulls;
} RowData;

typedef struct RowCompareData
{
	int ncols;
	NullableDatum *left;
	NullableDatum *right;
	ExprState **lexprs;
	ExprState **rexprs;
	FmgrInfo *finfos;
	Oid *collations;
	RowCompareType rctype;
} RowCompareData;

typedef struct MinMaxData
{
	NullableDatum *elems;
	int nelems;
	MinMaxOp op;
	FmgrInfo finfo;
	Oid collation;
} MinMaxData;

typedef struct FieldData
{
	AttrNumber fieldnum;
	Oid resulttype;
	TupleDesc tupdesc; /* cached */
	Oid tupType;
	int32 tupTypmod;
	/* FieldStore */
	FieldStore *fstore;
	Datum *values;
	bool *nulls;
	NullableDatum *newcells; /* one per new value */
	NullableDatum *oldcells; /* old field values, for nested stores */
	NullableDatum source;
} FieldData;

typedef struct SubscriptData
{
	NullableDatum container;
	int nupper;
	int nlower;
	bool upperprovided[MAXDIM];
	bool lowerprovided[MAXDIM];
	NullableDatum upper[MAXDIM];
	NullableDatum lower[MAXDIM];
	bool slice;
	bool assign;
	NullableDatum newval;
	NullableDatum oldval; /* for nested assignment */
	ExprState *valueexpr;
	int16 reftyplen;
	int16 elmlen;
	bool elmbyval;
	char elmalign;
	Oid elemtype;
} SubscriptData;

typedef struct DomainData
{
	Oid resulttype;
	DomainConstraintRef *constraint_ref;
	NullableDatum value;
} DomainData;

typedef struct ConvertRowData
{
	ConvertRowtypeExpr *expr;
	TupleDesc indesc;
	TupleDesc outdesc;
	TupleConversionMap *map;
	bool initialized;
} ConvertRowData;

typedef struct ArrayOpData
{
	NullableDatum scalar;
	bool useOr;
	bool negated; /* hashed NOT IN */
	FmgrInfo finfo;
	FunctionCallInfo fcinfo;
	Oid element_type;
	int16 typlen;
	bool typbyval;
	char typalign;
	/* hashed search */
	bool hashed;
	FmgrInfo hash_finfo;
	Oid collation;
	uint32 nslots;
	Datum *slots;
	uint32 *hashes;
	bool *used;
	bool has_nulls;
	bool built;
} ArrayOpData;

typedef struct NextValueData
{
	Oid seqid;
	Oid seqtypid;
} NextValueData;

typedef struct RowNullData
{
	bool checkisnull;
} RowNullData;

typedef struct GroupingData
{
	AggState *parent;
	List *clauses;
} GroupingData;

#define EXPR_CALL(name) \
	extern void name(ExprState *state, ExprStep *op, ExprContext *econtext)

EXPR_CALL(eval_sysvar);
EXPR_CALL(eval_wholerow);
EXPR_CALL(eval_param_extern);
EXPR_CALL(eval_case_test);
EXPR_CALL(eval_readonly);
EXPR_CALL(eval_iocoerce);
EXPR_CALL(eval_sqlvalue);
EXPR_CALL(eval_nextvalue);
EXPR_CALL(eval_array_expr);
EXPR_CALL(eval_array_coerce);
EXPR_CALL(eval_row);
EXPR_CALL(eval_row_compare);
EXPR_CALL(eval_minmax);
EXPR_CALL(eval_field_select);
EXPR_CALL(eval_fieldstore_deform);
EXPR_CALL(eval_fieldstore_form);
EXPR_CALL(eval_subscript);
EXPR_CALL(eval_domain);
EXPR_CALL(eval_convert_rowtype);
EXPR_CALL(eval_array_op);
EXPR_CALL(eval_row_null);
EXPR_CALL(eval_grouping);
EXPR_CALL(eval_subplan);
EXPR_CALL(eval_windowfunc);
#undef EXPR_CALL

#endif /* EXECEXPR_H */

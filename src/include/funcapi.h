/*
 * funcapi.h
 *		For functions that return rows or sets.
 *
 * Result types of calls, and the protocol of set-returning functions: value per call, or a tuplestore filled in one call.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/funcapi.h
 */
#ifndef FUNCAPI_H
#define FUNCAPI_H

#include "access/tupdesc.h"
#include "executor/executor.h"
#include "executor/tuptable.h"
#include "fmgr.h"

/* Kept between the calls of a value-per-call function. */
typedef struct FuncCallContext
{
	uint64 call_cntr;
	uint64 max_calls;
	void *user_fctx;
	struct AttInMetadata *attinmeta;
	MemoryContext multi_call_memory_ctx;
	TupleDesc tuple_desc;
} FuncCallContext;

/* How to build rows of a type from C strings. */
typedef struct AttInMetadata
{
	TupleDesc tupdesc;
	FmgrInfo *attinfuncs;
	Oid *attioparams;
	int32 *atttypmods;
} AttInMetadata;

typedef enum TypeFuncClass
{
	TYPEFUNC_SCALAR,
	TYPEFUNC_COMPOSITE,
	TYPEFUNC_COMPOSITE_DOMAIN,
	TYPEFUNC_RECORD,
	TYPEFUNC_OTHER
} TypeFuncClass;

/* bits for InitMaterializedSRF */
#define MAT_SRF_USE_EXPECTED_DESC 0x01
#define MAT_SRF_BLESS 0x02

/* funcapi.c: result types */
extern TypeFuncClass get_call_result_type(FunctionCallInfo fcinfo,
										  Oid *resultTypeId,
										  TupleDesc *resultTupleDesc);
extern TypeFuncClass get_expr_result_type(Node *expr, Oid *resultTypeId,
										  TupleDesc *resultTupleDesc);
extern TypeFuncClass get_func_result_type(Oid functionId, Oid *resultTypeId,
										  TupleDesc *resultTupleDesc);
extern TupleDesc get_expr_result_tupdesc(Node *expr, bool noError);
extern TypeFuncClass get_type_func_class(Oid typid, Oid *base_typeid);
extern bool resolve_polymorphic_argtypes(int numargs, Oid *argtypes,
										 char *argmodes, Node *call_expr);
extern TupleDesc build_function_result_tupdesc_d(char prokind,
												 Datum proallargtypes,
												 Datum proargmodes,
												 Datum proargnames);
extern TupleDesc build_function_result_tupdesc_t(HeapTuple procTuple);
extern TupleDesc TypeGetTupleDesc(Oid typeoid, List *colaliases);

/* funcapi.c: signatures */
extern int get_func_arg_info(HeapTuple procTup, Oid **p_argtypes,
							 char ***p_argnames, char **p_argmodes);
extern int get_func_input_arg_names(Datum proargnames, Datum proargmodes,
									char ***arg_names);
extern int get_func_trftypes(HeapTuple procTup, Oid **p_trftypes);
extern char *get_func_result_name(Oid functionId);
extern int extract_variadic_args(FunctionCallInfo fcinfo, int variadic_start,
								 bool convert_unknown, Datum **values,
								 Oid **types, bool **nulls);

/* funcapi.c: the set-returning protocols */
extern void InitMaterializedSRF(FunctionCallInfo fcinfo, bits32 flags);
extern FuncCallContext *init_MultiFuncCall(PG_FUNCTION_ARGS);
extern FuncCallContext *per_MultiFuncCall(PG_FUNCTION_ARGS);
extern void end_MultiFuncCall(PG_FUNCTION_ARGS, FuncCallContext *funcctx);

/* execTuples.c */
extern AttInMetadata *TupleDescGetAttInMetadata(TupleDesc tupdesc);
extern TupleDesc BlessTupleDesc(TupleDesc tupdesc);
extern HeapTuple BuildTupleFromCStrings(AttInMetadata *attinmeta,
										char **values);
extern Datum HeapTupleHeaderGetDatum(HeapTupleHeader tuple);

static inline Datum
HeapTupleGetDatum(const HeapTupleData *tuple)
{
	return HeapTupleHeaderGetDatum(tuple->t_data);
}

#define TupleGetDatum(slot, tuple) HeapTupleGetDatum(tuple)

#define SRF_IS_FIRSTCALL() (fcinfo->flinfo->fn_extra == NULL)
#define SRF_FIRSTCALL_INIT() init_MultiFuncCall(fcinfo)
#define SRF_PERCALL_SETUP() per_MultiFuncCall(fcinfo)

/* The value is computed before the counter moves, so it may use call_cntr. */
#define SRF_RETURN_NEXT(fctx, value)                                         \
	do                                                                       \
	{                                                                        \
		Datum next_value_ = (value);                                         \
		(fctx)->call_cntr++;                                                 \
		((ReturnSetInfo *) fcinfo->resultinfo)->isDone = ExprMultipleResult; \
		PG_RETURN_DATUM(next_value_);                                        \
	} while (0)

#define SRF_RETURN_NEXT_NULL(fctx)                                           \
	do                                                                       \
	{                                                                        \
		(fctx)->call_cntr++;                                                 \
		((ReturnSetInfo *) fcinfo->resultinfo)->isDone = ExprMultipleResult; \
		PG_RETURN_NULL();                                                    \
	} while (0)

#define SRF_RETURN_DONE(fctx)                                           \
	do                                                                  \
	{                                                                   \
		end_MultiFuncCall(fcinfo, fctx);                                \
		((ReturnSetInfo *) fcinfo->resultinfo)->isDone = ExprEndResult; \
		PG_RETURN_NULL();                                               \
	} while (0)

#endif /* FUNCAPI_H */

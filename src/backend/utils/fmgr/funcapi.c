/*
 * funcapi.c
 *		Functions that return rows or sets, and signatures of functions.
 *
 * The result type of a call may come from three places: from pg_proc, from OUT
 * parameters there, or (RECORD, polymorphic types) from the call itself.  A
 * set-returning function gives its rows one per call (SRF_ macros) or all at once
 * in a tuplestore (InitMaterializedSRF).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/funcapi.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/tupdesc.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

/* ---- sets, one row per call ---- */

static ReturnSetInfo *
set_context(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsinfo == NULL || !IsA(rsinfo, ReturnSetInfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	return rsinfo;
}

/* The set ends, or its caller does: forget the state. */
static void
end_set(Datum arg)
{
	FmgrInfo   *flinfo = (FmgrInfo *) DatumGetPointer(arg);
	FuncCallContext *funcctx = flinfo->fn_extra;

	flinfo->fn_extra = NULL;
	MemoryContextDelete(funcctx->multi_call_memory_ctx);
}

FuncCallContext *
init_MultiFuncCall(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = set_context(fcinfo);
	MemoryContext cxt;
	FuncCallContext *funcctx;

	if (fcinfo->flinfo->fn_extra != NULL)
		elog(ERROR, "init_MultiFuncCall cannot be called more than once");
	cxt = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "SRF multi-call context",
								ALLOCSET_SMALL_SIZES);
	funcctx = MemoryContextAllocZero(cxt, sizeof(FuncCallContext));
	funcctx->multi_call_memory_ctx = cxt;
	fcinfo->flinfo->fn_extra = funcctx;
	RegisterExprContextCallback(rsinfo->econtext, end_set,
								PointerGetDatum(fcinfo->flinfo));
	return funcctx;
}

FuncCallContext *
per_MultiFuncCall(PG_FUNCTION_ARGS)
{
	return fcinfo->flinfo->fn_extra;
}

void
end_MultiFuncCall(PG_FUNCTION_ARGS, FuncCallContext *funcctx)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum		arg = PointerGetDatum(fcinfo->flinfo);

	UnregisterExprContextCallback(rsinfo->econtext, end_set, arg);
	end_set(arg);
}

/* ---- sets, all rows at once ---- */

/*
 * InitMaterializedSRF
 *		Prepare fcinfo->resultinfo for rows in a tuplestore: setResult, setDesc.
 *
 * flags: MAT_SRF_USE_EXPECTED_DESC takes the caller's row type, else it is that
 * of the function; MAT_SRF_BLESS makes a RECORD type usable for Datums.
 */
void
InitMaterializedSRF(FunctionCallInfo fcinfo, bits32 flags)
{
	ReturnSetInfo *rsinfo = set_context(fcinfo);
	bool		expected = (flags & MAT_SRF_USE_EXPECTED_DESC) != 0;
	MemoryContext oldcxt;
	TupleDesc	desc;

	if (!(rsinfo->allowedModes & SFRM_Materialize) ||
		(expected && rsinfo->expectedDesc == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("materialize mode required, but it is not allowed in this context")));
	oldcxt = MemoryContextSwitchTo(rsinfo->econtext->ecxt_per_query_memory);
	if (expected)
		desc = CreateTupleDescCopy(rsinfo->expectedDesc);
	else if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	if (flags & MAT_SRF_BLESS)
		BlessTupleDesc(desc);
	rsinfo->returnMode = SFRM_Materialize;
	rsinfo->setResult = tuplestore_begin_heap((rsinfo->allowedModes & SFRM_Materialize_Random) != 0,
											  false, work_mem);
	rsinfo->setDesc = desc;
	MemoryContextSwitchTo(oldcxt);
}

/* ---- polymorphic types ---- */

/* Actual types of one family; InvalidOid while not known. */
typedef enum PolyKind
{
	POLY_ELEMENT,
	POLY_ARRAY,
	POLY_RANGE,
	POLY_MULTIRANGE,
	POLY_NKINDS
} PolyKind;

typedef struct PolyTypes
{
	Oid			actual[2][POLY_NKINDS];
	bool		wanted[2][POLY_NKINDS];
} PolyTypes;

/* Family and kind of a polymorphic type; false for others. */
static bool
poly_class(Oid type, int *family, PolyKind *kind)
{
	static const struct
	{
		Oid			type;
		int			family;
		PolyKind	kind;
	}			classes[] = {
		{ANYELEMENTOID, 0, POLY_ELEMENT}, {ANYNONARRAYOID, 0, POLY_ELEMENT},
		{ANYENUMOID, 0, POLY_ELEMENT}, {ANYARRAYOID, 0, POLY_ARRAY},
		{ANYRANGEOID, 0, POLY_RANGE}, {ANYMULTIRANGEOID, 0, POLY_MULTIRANGE},
		{ANYCOMPATIBLEOID, 1, POLY_ELEMENT},
		{ANYCOMPATIBLENONARRAYOID, 1, POLY_ELEMENT},
		{ANYCOMPATIBLEARRAYOID, 1, POLY_ARRAY},
		{ANYCOMPATIBLERANGEOID, 1, POLY_RANGE},
		{ANYCOMPATIBLEMULTIRANGEOID, 1, POLY_MULTIRANGE}
	};

	for (int i = 0; i < (int) lengthof(classes); i++)
		if (classes[i].type == type)
		{
			*family = classes[i].family;
			*kind = classes[i].kind;
			return true;
		}
	return false;
}

/* Note what the call passes for a declared argument; false if not known. */
static bool
poly_note_argument(PolyTypes *p, Oid declared, Node *call_expr, int argno)
{
	int			family;
	PolyKind	kind;

	if (!poly_class(declared, &family, &kind))
		return true;
	if (!OidIsValid(p->actual[family][kind]))
		p->actual[family][kind] = get_call_expr_argtype((fmNodePtr) call_expr, argno);
	return OidIsValid(p->actual[family][kind]);
}

static void
poly_note_wanted(PolyTypes *p, Oid declared)
{
	int			family;
	PolyKind	kind;

	if (poly_class(declared, &family, &kind))
		p->wanted[family][kind] = true;
}

/* Derive the kinds that are wanted from those that are known. */
static bool
poly_derive(PolyTypes *p)
{
	for (int family = 0; family < 2; family++)
	{
		Oid		   *t = p->actual[family];

		if (!OidIsValid(t[POLY_RANGE]) && OidIsValid(t[POLY_MULTIRANGE]))
			t[POLY_RANGE] = get_multirange_range(getBaseType(t[POLY_MULTIRANGE]));
		if (!OidIsValid(t[POLY_ELEMENT]) && OidIsValid(t[POLY_ARRAY]))
			t[POLY_ELEMENT] = get_element_type(getBaseType(t[POLY_ARRAY]));
		if (!OidIsValid(t[POLY_ELEMENT]) && OidIsValid(t[POLY_RANGE]))
			t[POLY_ELEMENT] = get_range_subtype(getBaseType(t[POLY_RANGE]));
		if (!OidIsValid(t[POLY_ARRAY]) && OidIsValid(t[POLY_ELEMENT]))
			t[POLY_ARRAY] = get_array_type(t[POLY_ELEMENT]);
		if (!OidIsValid(t[POLY_MULTIRANGE]) && OidIsValid(t[POLY_RANGE]))
			t[POLY_MULTIRANGE] = get_range_multirange(getBaseType(t[POLY_RANGE]));
		for (int kind = 0; kind < POLY_NKINDS; kind++)
			if (p->wanted[family][kind] && !OidIsValid(t[kind]))
				return false;
	}
	return true;
}

static Oid
poly_resolve(const PolyTypes *p, Oid declared)
{
	int			family;
	PolyKind	kind;

	return poly_class(declared, &family, &kind) ? p->actual[family][kind] : declared;
}

/* The columns of OUT parameters, by the argument types of the call. */
static bool
resolve_tupdesc(TupleDesc desc, const oidvector *declared, Node *call_expr)
{
	PolyTypes	p;
	bool		any = false;

	memset(&p, 0, sizeof(p));
	for (int i = 0; i < desc->natts; i++)
	{
		any |= IsPolymorphicType(TupleDescAttr(desc, i)->atttypid);
		poly_note_wanted(&p, TupleDescAttr(desc, i)->atttypid);
	}
	if (!any)
		return true;
	if (call_expr == NULL)
		return false;
	for (int i = 0; i < declared->dim1; i++)
		if (!poly_note_argument(&p, declared->values[i], call_expr, i))
			return false;
	if (!poly_derive(&p))
		return false;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Oid			collation = exprInputCollation(call_expr);
		Oid			actual = poly_resolve(&p, att->atttypid);

		if (actual == att->atttypid)
			continue;
		TupleDescInitEntry(desc, i + 1, NameStr(att->attname), actual, -1, 0);
		if (OidIsValid(get_typcollation(actual)))
			TupleDescInitEntryCollation(desc, i + 1, OidIsValid(collation) ?
										collation : get_typcollation(actual));
	}
	return true;
}

/*
 * resolve_polymorphic_argtypes
 *		Replace polymorphic types in argtypes by those of the call.
 *
 * argmodes NULL: all are inputs.  False if the call does not tell.
 */
bool
resolve_polymorphic_argtypes(int numargs, Oid *argtypes, char *argmodes,
							 Node *call_expr)
{
	PolyTypes	p;
	int			inarg = 0;

	memset(&p, 0, sizeof(p));
	for (int i = 0; i < numargs; i++)
	{
		char		mode = argmodes ? argmodes[i] : PROARGMODE_IN;

		if (mode == PROARGMODE_OUT || mode == PROARGMODE_TABLE)
		{
			poly_note_wanted(&p, argtypes[i]);
			continue;
		}
		if (IsPolymorphicType(argtypes[i]) && call_expr == NULL)
			return false;
		if (!poly_note_argument(&p, argtypes[i], call_expr, inarg++))
			return false;
	}
	if (!poly_derive(&p))
		return false;
	for (int i = 0; i < numargs; i++)
		argtypes[i] = poly_resolve(&p, argtypes[i]);
	return true;
}

/* ---- result types ---- */

/* Kind of a type as a function's result; *base_typeid: below domains. */
TypeFuncClass
get_type_func_class(Oid typid, Oid *base_typeid)
{
	*base_typeid = typid;
	switch (get_typtype(typid))
	{
		case TYPTYPE_COMPOSITE:
			return TYPEFUNC_COMPOSITE;
		case TYPTYPE_BASE:
		case TYPTYPE_ENUM:
		case TYPTYPE_RANGE:
		case TYPTYPE_MULTIRANGE:
			return TYPEFUNC_SCALAR;
		case TYPTYPE_DOMAIN:
			*base_typeid = getBaseType(typid);
			return get_typtype(*base_typeid) == TYPTYPE_COMPOSITE ?
				TYPEFUNC_COMPOSITE_DOMAIN : TYPEFUNC_SCALAR;
		case TYPTYPE_PSEUDO:
			if (typid == RECORDOID)
				return TYPEFUNC_RECORD;
			/* these come out as text or nothing */
			if (typid == VOIDOID || typid == CSTRINGOID)
				return TYPEFUNC_SCALAR;
			return TYPEFUNC_OTHER;
	}
	return TYPEFUNC_OTHER;
}

static Datum
proc_attribute(HeapTuple tup, AttrNumber attno, bool *isnull)
{
	return SysCacheGetAttr(PROCOID, tup, attno, isnull);
}

/* Row type of OUT parameters; NULL if the function has less than two. */
TupleDesc
build_function_result_tupdesc_d(char prokind, Datum proallargtypes,
								Datum proargmodes, Datum proargnames)
{
	Datum	   *names = NULL;
	Oid		   *types;
	char	   *modes;
	int			nargs;
	int			nnames = 0;
	int			nout = 0;
	TupleDesc	desc;

	if (DatumGetPointer(proallargtypes) == NULL || DatumGetPointer(proargmodes) == NULL)
		return NULL;
	nargs = ARR_DIMS(DatumGetArrayTypeP(proallargtypes))[0];
	types = (Oid *) ARR_DATA_PTR(DatumGetArrayTypeP(proallargtypes));
	modes = ARR_DATA_PTR(DatumGetArrayTypeP(proargmodes));
	if (DatumGetPointer(proargnames) != NULL)
		deconstruct_array(DatumGetArrayTypeP(proargnames), TEXTOID, -1, false,
						  TYPALIGN_INT, &names, NULL, &nnames);
	for (int i = 0; i < nargs; i++)
		nout += modes[i] != PROARGMODE_IN && modes[i] != PROARGMODE_VARIADIC;
	/* a procedure gives a row even for one */
	if (nout < (prokind == PROKIND_PROCEDURE ? 1 : 2))
		return NULL;
	desc = CreateTemplateTupleDesc(nout);
	nout = 0;
	for (int i = 0; i < nargs; i++)
	{
		char	   *name;

		if (modes[i] == PROARGMODE_IN || modes[i] == PROARGMODE_VARIADIC)
			continue;
		name = i < nnames ? TextDatumGetCString(names[i]) : "";
		nout++;
		if (name[0] == '\0')
			name = psprintf("column%d", nout);
		TupleDescInitEntry(desc, nout, name, types[i], -1, 0);
	}
	return desc;
}

TupleDesc
build_function_result_tupdesc_t(HeapTuple procTuple)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(procTuple);
	Datum		types;
	Datum		modes;
	Datum		names;
	bool		isnull;

	if (form->prorettype != RECORDOID)
		return NULL;
	types = proc_attribute(procTuple, Anum_pg_proc_proallargtypes, &isnull);
	if (isnull)
		return NULL;
	modes = proc_attribute(procTuple, Anum_pg_proc_proargmodes, &isnull);
	if (isnull)
		return NULL;
	names = proc_attribute(procTuple, Anum_pg_proc_proargnames, &isnull);
	if (isnull)
		names = PointerGetDatum(NULL);
	return build_function_result_tupdesc_d(form->prokind, types, modes, names);
}

/* A polymorphic result: the type of the call. */
static Oid
actual_result_type(Form_pg_proc form, Node *call_expr)
{
	Oid			type = call_expr ? exprType(call_expr) : InvalidOid;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("could not determine actual result type for function \"%s\" declared to return type %s",
						NameStr(form->proname), format_type_be(form->prorettype))));
	return type;
}

/* Row type by the type, or for RECORD by what the caller expects. */
static TypeFuncClass
class_of_type(Oid type, ReturnSetInfo *rsinfo, TupleDesc *desc)
{
	Oid			base;
	TypeFuncClass result = get_type_func_class(type, &base);

	if (result == TYPEFUNC_COMPOSITE || result == TYPEFUNC_COMPOSITE_DOMAIN)
	{
		if (desc)
			*desc = lookup_rowtype_tupdesc_copy(base, -1);
	}
	else if (result == TYPEFUNC_RECORD && rsinfo && IsA(rsinfo, ReturnSetInfo) &&
			 rsinfo->expectedDesc != NULL)
	{
		result = TYPEFUNC_COMPOSITE;
		if (desc)
			*desc = rsinfo->expectedDesc;
	}
	return result;
}

static TypeFuncClass
result_type_of(Oid funcid, Node *call_expr, ReturnSetInfo *rsinfo,
			   Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	HeapTuple	tp = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc form;
	TupleDesc	desc;
	Oid			type;
	TypeFuncClass result;

	if (!HeapTupleIsValid(tp))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	form = (Form_pg_proc) GETSTRUCT(tp);
	type = form->prorettype;
	if (resultTupleDesc)
		*resultTupleDesc = NULL;
	desc = build_function_result_tupdesc_t(tp);
	if (desc)
	{
		result = TYPEFUNC_RECORD;
		if (resolve_tupdesc(desc, &form->proargtypes, call_expr))
		{
			if (desc->tdtypeid == RECORDOID && desc->tdtypmod < 0)
				assign_record_type_typmod(desc);
			if (resultTupleDesc)
				*resultTupleDesc = desc;
			result = TYPEFUNC_COMPOSITE;
		}
	}
	else
	{
		if (IsPolymorphicType(type))
			type = actual_result_type(form, call_expr);
		result = class_of_type(type, rsinfo, resultTupleDesc);
	}
	if (resultTypeId)
		*resultTypeId = type;
	ReleaseSysCache(tp);
	return result;
}

/*
 * get_call_result_type
 *		Kind of result of the function being called; its row type if it has one.
 */
TypeFuncClass
get_call_result_type(FunctionCallInfo fcinfo, Oid *resultTypeId,
					 TupleDesc *resultTupleDesc)
{
	return result_type_of(fcinfo->flinfo->fn_oid, (Node *) fcinfo->flinfo->fn_expr,
						  (ReturnSetInfo *) fcinfo->resultinfo, resultTypeId,
						  resultTupleDesc);
}

/* The same without a call: polymorphic functions cannot be resolved. */
TypeFuncClass
get_func_result_type(Oid functionId, Oid *resultTypeId,
					 TupleDesc *resultTupleDesc)
{
	return result_type_of(functionId, NULL, NULL, resultTypeId, resultTupleDesc);
}

/* Row type of ROW(...) without a named type. */
static TupleDesc
row_expr_tupdesc(RowExpr *row)
{
	TupleDesc	desc = CreateTemplateTupleDesc(list_length(row->args));
	int			i = 0;
	ListCell   *arg;
	ListCell   *name;

	forboth(arg, row->args, name, row->colnames)
	{
		Node	   *col = lfirst(arg);

		i++;
		TupleDescInitEntry(desc, i, strVal(lfirst(name)), exprType(col),
						   exprTypmod(col), 0);
		TupleDescInitEntryCollation(desc, i, exprCollation(col));
	}
	return BlessTupleDesc(desc);
}

/* For any expression. */
TypeFuncClass
get_expr_result_type(Node *expr, Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	Oid			type;

	if (expr && IsA(expr, FuncExpr))
		return result_type_of(((FuncExpr *) expr)->funcid, expr, NULL,
							  resultTypeId, resultTupleDesc);
	if (expr && IsA(expr, OpExpr))
		return result_type_of(get_opcode(((OpExpr *) expr)->opno), expr, NULL,
							  resultTypeId, resultTupleDesc);
	type = exprType(expr);
	if (resultTypeId)
		*resultTypeId = type;
	if (resultTupleDesc)
		*resultTupleDesc = NULL;
	if (expr && IsA(expr, RowExpr) && ((RowExpr *) expr)->row_typeid == RECORDOID)
	{
		if (resultTupleDesc)
			*resultTupleDesc = row_expr_tupdesc((RowExpr *) expr);
		return TYPEFUNC_COMPOSITE;
	}
	if (expr && IsA(expr, Const) && type == RECORDOID &&
		!((Const *) expr)->constisnull)
	{
		/* a row value knows its type */
		HeapTupleHeader tup = DatumGetHeapTupleHeader(((Const *) expr)->constvalue);

		if (resultTupleDesc)
			*resultTupleDesc = lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(tup),
														   HeapTupleHeaderGetTypMod(tup));
		return TYPEFUNC_COMPOSITE;
	}
	return class_of_type(type, NULL, resultTupleDesc);
}

/* Row type of an expression; noError: NULL if it has none. */
TupleDesc
get_expr_result_tupdesc(Node *expr, bool noError)
{
	TupleDesc	desc;
	TypeFuncClass result = get_expr_result_type(expr, NULL, &desc);
	Oid			type;

	if (result == TYPEFUNC_COMPOSITE || result == TYPEFUNC_COMPOSITE_DOMAIN)
		return desc;
	if (noError)
		return NULL;
	type = exprType(expr);
	if (type != RECORDOID)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("type %s is not composite", format_type_be(type))));
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("record type has not been registered")));
	return NULL;
}

/* Row type of a type that a function returns, with other column names. */
TupleDesc
TypeGetTupleDesc(Oid typeoid, List *colaliases)
{
	Oid			base;
	TupleDesc	desc;

	switch (get_type_func_class(typeoid, &base))
	{
		case TYPEFUNC_COMPOSITE:
			desc = lookup_rowtype_tupdesc_copy(base, -1);
			if (colaliases == NIL)
				return desc;
			if (list_length(colaliases) != desc->natts)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("number of aliases does not match number of columns")));
			for (int i = 0; i < desc->natts; i++)
				namestrcpy(&TupleDescAttr(desc, i)->attname,
						   strVal(list_nth(colaliases, i)));
			desc->tdtypeid = RECORDOID;
			desc->tdtypmod = -1;
			return desc;
		case TYPEFUNC_SCALAR:
			if (list_length(colaliases) != 1)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("number of aliases does not match number of columns")));
			desc = CreateTemplateTupleDesc(1);
			TupleDescInitEntry(desc, 1, strVal(linitial(colaliases)), typeoid, -1, 0);
			return desc;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("could not determine row description for function returning record")));
			return NULL;
	}
}

/* ---- signatures ---- */

/*
 * get_func_arg_info
 *		All arguments of a function, OUT ones included; their number.
 *
 * *p_argnames is NULL if none has a name, *p_argmodes if all are IN.
 */
int
get_func_arg_info(HeapTuple procTup, Oid **p_argtypes, char ***p_argnames,
				  char **p_argmodes)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(procTup);
	bool		isnull;
	Datum		d;
	int			n;

	d = proc_attribute(procTup, Anum_pg_proc_proallargtypes, &isnull);
	if (!isnull)
	{
		ArrayType  *arr = DatumGetArrayTypeP(d);

		n = ARR_DIMS(arr)[0];
		*p_argtypes = palloc(n * sizeof(Oid));
		memcpy(*p_argtypes, ARR_DATA_PTR(arr), n * sizeof(Oid));
	}
	else
	{
		n = form->proargtypes.dim1;
		*p_argtypes = palloc(n * sizeof(Oid));
		memcpy(*p_argtypes, form->proargtypes.values, n * sizeof(Oid));
	}
	*p_argnames = NULL;
	d = proc_attribute(procTup, Anum_pg_proc_proargnames, &isnull);
	if (!isnull)
	{
		Datum	   *elems;
		int			nelems;

		deconstruct_array(DatumGetArrayTypeP(d), TEXTOID, -1, false,
						  TYPALIGN_INT, &elems, NULL, &nelems);
		if (nelems != n)
			elog(ERROR, "proargnames must have the same number of elements as the function has arguments");
		*p_argnames = palloc(sizeof(char *) * n);
		for (int i = 0; i < n; i++)
			(*p_argnames)[i] = TextDatumGetCString(elems[i]);
	}
	*p_argmodes = NULL;
	d = proc_attribute(procTup, Anum_pg_proc_proargmodes, &isnull);
	if (!isnull)
	{
		*p_argmodes = palloc(n);
		memcpy(*p_argmodes, ARR_DATA_PTR(DatumGetArrayTypeP(d)), n);
	}
	return n;
}

/* Names of the input arguments (NULL for none); their number. */
int
get_func_input_arg_names(Datum proargnames, Datum proargmodes,
						 char ***arg_names)
{
	Datum	   *names;
	char	   *modes = NULL;
	int			n;
	int			nin = 0;

	*arg_names = NULL;
	if (DatumGetPointer(proargnames) == NULL)
		return 0;
	deconstruct_array(DatumGetArrayTypeP(proargnames), TEXTOID, -1, false,
					  TYPALIGN_INT, &names, NULL, &n);
	if (DatumGetPointer(proargmodes) != NULL)
		modes = ARR_DATA_PTR(DatumGetArrayTypeP(proargmodes));
	if (n <= 0)
		return 0;
	*arg_names = palloc(n * sizeof(char *));
	for (int i = 0; i < n; i++)
	{
		char	   *name;

		if (modes && (modes[i] == PROARGMODE_OUT || modes[i] == PROARGMODE_TABLE))
			continue;
		name = TextDatumGetCString(names[i]);
		(*arg_names)[nin++] = name[0] ? name : NULL;
	}
	return nin;
}

/* Types with a TRANSFORM clause. */
int
get_func_trftypes(HeapTuple procTup, Oid **p_trftypes)
{
	bool		isnull;
	Datum		d = proc_attribute(procTup, Anum_pg_proc_protrftypes, &isnull);
	ArrayType  *arr;
	int			n;

	if (isnull)
		return 0;
	arr = DatumGetArrayTypeP(d);
	n = ARR_DIMS(arr)[0];
	*p_trftypes = palloc(n * sizeof(Oid));
	memcpy(*p_trftypes, ARR_DATA_PTR(arr), n * sizeof(Oid));
	return n;
}

/* Name of the only OUT parameter, or NULL. */
char *
get_func_result_name(Oid functionId)
{
	HeapTuple	tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(functionId));
	Oid		   *types;
	char	  **names;
	char	   *modes;
	char	   *result = NULL;
	int			n;
	int			nout = 0;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", functionId);
	n = get_func_arg_info(tup, &types, &names, &modes);
	for (int i = 0; modes && names && i < n; i++)
	{
		if (modes[i] == PROARGMODE_IN || modes[i] == PROARGMODE_VARIADIC)
			continue;
		nout++;
		result = names[i][0] ? names[i] : NULL;
	}
	ReleaseSysCache(tup);
	return nout == 1 ? result : NULL;
}

/*
 * extract_variadic_args
 *		The arguments from variadic_start on, whether passed one by one or as a
 *		VARIADIC array; -1 if that array is NULL.
 */
int
extract_variadic_args(FunctionCallInfo fcinfo, int variadic_start,
					  bool convert_unknown, Datum **values, Oid **types,
					  bool **nulls)
{
	int			n;

	*values = NULL;
	*types = NULL;
	*nulls = NULL;
	if (get_fn_expr_variadic(fcinfo->flinfo))
	{
		ArrayType  *arr;
		Oid			elem;
		int16		typlen;
		bool		typbyval;
		char		typalign;

		Assert(PG_NARGS() == variadic_start + 1);
		if (PG_ARGISNULL(variadic_start))
			return -1;
		arr = DatumGetArrayTypeP(PG_GETARG_DATUM(variadic_start));
		elem = ARR_ELEMTYPE(arr);
		get_typlenbyvalalign(elem, &typlen, &typbyval, &typalign);
		deconstruct_array(arr, elem, typlen, typbyval, typalign, values, nulls, &n);
		*types = palloc(n * sizeof(Oid));
		for (int i = 0; i < n; i++)
			(*types)[i] = elem;
		return n;
	}
	n = PG_NARGS() - variadic_start;
	Assert(n > 0);
	*values = palloc(n * sizeof(Datum));
	*types = palloc(n * sizeof(Oid));
	*nulls = palloc(n * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		int			arg = variadic_start + i;
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, arg);

		(*nulls)[i] = PG_ARGISNULL(arg);
		(*values)[i] = PG_ARGISNULL(arg) ? (Datum) 0 : PG_GETARG_DATUM(arg);
		/* an untyped literal is a C string */
		if (convert_unknown && type == UNKNOWNOID && get_fn_expr_arg_stable(fcinfo->flinfo, arg))
		{
			type = TEXTOID;
			if (!(*nulls)[i])
				(*values)[i] = CStringGetTextDatum(DatumGetCString(PG_GETARG_DATUM(arg)));
		}
		if (!OidIsValid(type) || (convert_unknown && type == UNKNOWNOID))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("could not determine data type for argument %d", i + 1)));
		(*types)[i] = type;
	}
	return n;
}

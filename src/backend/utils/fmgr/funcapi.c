/*
 * funcapi.c
 *		For writers of functions: result types, signatures, sets of rows.
 *
 * A set-returning function works in one of two ways.  Value per call: it is
 * called again and again, and keeps its state in a FuncCallContext that hangs
 * on fn_extra (init_, per_ and end_MultiFuncCall).  Materialize: it fills a
 * tuplestore in one call (InitMaterializedSRF).
 *
 * The real result type of a polymorphic function comes from the call's
 * expression; that of a function with OUT parameters from pg_proc.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/funcapi.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

static TypeFuncClass result_type_of_function(Oid funcid, Node *call_expr, ReturnSetInfo *rsinfo,
											 Oid *resultTypeId, TupleDesc *resultTupleDesc);

/* ---- the set-returning protocols ---- */

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

/*
 * InitMaterializedSRF
 *		Give the function a tuplestore (rsinfo->setResult) and the row type
 *		(rsinfo->setDesc) to fill it with.
 *
 * flags	MAT_SRF_USE_EXPECTED_DESC: the caller's row type, not the function's
 *			MAT_SRF_BLESS: make the type known, for whole-row values
 */
void
InitMaterializedSRF(FunctionCallInfo fcinfo, bits32 flags)
{
	ReturnSetInfo *rsinfo = set_context(fcinfo);
	MemoryContext oldcontext;
	bool random_access;

	if (!(rsinfo->allowedModes & SFRM_Materialize) ||
		((flags & MAT_SRF_USE_EXPECTED_DESC) && rsinfo->expectedDesc == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("materialize mode required, but it is not allowed in this context")));
	oldcontext = MemoryContextSwitchTo(rsinfo->econtext->ecxt_per_query_memory);
	if (flags & MAT_SRF_USE_EXPECTED_DESC)
		rsinfo->setDesc = CreateTupleDescCopy(rsinfo->expectedDesc);
	else if (get_call_result_type(fcinfo, NULL, &rsinfo->setDesc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	if (flags & MAT_SRF_BLESS)
		BlessTupleDesc(rsinfo->setDesc);
	random_access = (rsinfo->allowedModes & SFRM_Materialize_Random) != 0;
	rsinfo->setResult = tuplestore_begin_heap(random_access, false, work_mem);
	rsinfo->returnMode = SFRM_Materialize;
	MemoryContextSwitchTo(oldcontext);
}

/* The expression context is reset or freed before the function was done. */
static void
shutdown_multi_call(Datum arg)
{
	FmgrInfo *flinfo = (FmgrInfo *) DatumGetPointer(arg);
	FuncCallContext *funcctx = flinfo->fn_extra;

	flinfo->fn_extra = NULL;
	MemoryContextDelete(funcctx->multi_call_memory_ctx);
}

FuncCallContext *
init_MultiFuncCall(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = set_context(fcinfo);
	MemoryContext context;
	FuncCallContext *funcctx;

	if (fcinfo->flinfo->fn_extra != NULL)
		elog(ERROR, "init_MultiFuncCall cannot be called more than once");
	context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "SRF multi-call context", ALLOCSET_SMALL_SIZES);
	funcctx = MemoryContextAllocZero(context, sizeof(FuncCallContext));
	funcctx->multi_call_memory_ctx = context;
	fcinfo->flinfo->fn_extra = funcctx;
	RegisterExprContextCallback(rsinfo->econtext, shutdown_multi_call, PointerGetDatum(fcinfo->flinfo));
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

	UnregisterExprContextCallback(rsinfo->econtext, shutdown_multi_call, PointerGetDatum(fcinfo->flinfo));
	shutdown_multi_call(PointerGetDatum(fcinfo->flinfo));
}

/* ---- result types ---- */

/*
 * get_call_result_type
 *		Type class, type and, for rows, row type of what this call is to return.
 *
 * Both out parameters may be NULL.  The row type is a copy in the current
 * memory context.
 */
TypeFuncClass
get_call_result_type(FunctionCallInfo fcinfo, Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsinfo && !IsA(rsinfo, ReturnSetInfo))
		rsinfo = NULL;
	return result_type_of_function(fcinfo->flinfo->fn_oid, fcinfo->flinfo->fn_expr, rsinfo,
								   resultTypeId, resultTupleDesc);
}

/* A row constructor's type, made of its fields. */
static TupleDesc
describe_row(RowExpr *row)
{
	TupleDesc desc = CreateTemplateTupleDesc(list_length(row->args));
	ListCell *arg;
	ListCell *name = list_head(row->colnames);
	int i = 0;

	foreach (arg, row->args)
	{
		Node *expr = lfirst(arg);

		i++;
		TupleDescInitEntry(desc, i, name ? strVal(lfirst(name)) : psprintf("f%d", i),
						   exprType(expr), exprTypmod(expr), 0);
		TupleDescInitEntryCollation(desc, i, exprCollation(expr));
		if (name)
			name = lnext(row->colnames, name);
	}
	return BlessTupleDesc(desc);
}

/* The same for any expression. */
TypeFuncClass
get_expr_result_type(Node *expr, Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	Oid typid;
	Oid base;
	TypeFuncClass class;

	if (expr && IsA(expr, FuncExpr))
		return result_type_of_function(((FuncExpr *) expr)->funcid, expr, NULL, resultTypeId, resultTupleDesc);
	if (expr && IsA(expr, OpExpr))
		return result_type_of_function(get_opcode(((OpExpr *) expr)->opno), expr, NULL, resultTypeId, resultTupleDesc);
	if (expr && IsA(expr, RowExpr) && ((RowExpr *) expr)->row_typeid == RECORDOID)
	{
		if (resultTypeId)
			*resultTypeId = RECORDOID;
		if (resultTupleDesc)
			*resultTupleDesc = describe_row((RowExpr *) expr);
		return TYPEFUNC_COMPOSITE;
	}
	if (expr && IsA(expr, Const) && ((Const *) expr)->consttype == RECORDOID && !((Const *) expr)->constisnull)
	{
		HeapTupleHeader rec = DatumGetHeapTupleHeader(((Const *) expr)->constvalue);

		if (resultTypeId)
			*resultTypeId = HeapTupleHeaderGetTypeId(rec);
		if (resultTupleDesc)
			*resultTupleDesc = lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(rec), HeapTupleHeaderGetTypMod(rec));
		return TYPEFUNC_COMPOSITE;
	}
	typid = exprType(expr);
	class = get_type_func_class(typid, &base);
	if (resultTypeId)
		*resultTypeId = typid;
	if (resultTupleDesc)
		*resultTupleDesc = class == TYPEFUNC_COMPOSITE || class == TYPEFUNC_COMPOSITE_DOMAIN
			? lookup_rowtype_tupdesc_copy(base, -1)
			: NULL;
	return class;
}

/* The declared type; polymorphic ones stay unresolved. */
TypeFuncClass
get_func_result_type(Oid functionId, Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	return result_type_of_function(functionId, NULL, NULL, resultTypeId, resultTupleDesc);
}

/* Row type of an expression; an error (or NULL) if it has none that is known. */
TupleDesc
get_expr_result_tupdesc(Node *expr, bool noError)
{
	TupleDesc desc;
	TypeFuncClass class = get_expr_result_type(expr, NULL, &desc);
	Oid type;

	if (class == TYPEFUNC_COMPOSITE || class == TYPEFUNC_COMPOSITE_DOMAIN)
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

/*
 * get_type_func_class
 *		Whether values of a type are rows, and whether their columns are known.
 *
 * base_typeid	out: typid, or the type below it if it is a domain
 *
 * A type that does not exist is TYPEFUNC_OTHER.
 */
TypeFuncClass
get_type_func_class(Oid typid, Oid *base_typeid)
{
	char typtype = get_typtype(typid);
	bool is_domain = typtype == TYPTYPE_DOMAIN;

	*base_typeid = is_domain ? getBaseType(typid) : typid;
	if (is_domain)
		typtype = get_typtype(*base_typeid);
	if (typtype == TYPTYPE_COMPOSITE)
		return is_domain ? TYPEFUNC_COMPOSITE_DOMAIN : TYPEFUNC_COMPOSITE;
	if (typid == RECORDOID)
		return TYPEFUNC_RECORD;
	/* of the pseudo-types, these two still give one value */
	if (typtype == TYPTYPE_PSEUDO && typid != VOIDOID && typid != CSTRINGOID)
		return TYPEFUNC_OTHER;
	return typtype == '\0' ? TYPEFUNC_OTHER : TYPEFUNC_SCALAR;
}

/* Replace polymorphic column types of desc by what the call makes of them. */
static bool
resolve_columns(TupleDesc desc, oidvector *declared, Node *call_expr)
{
	int n = desc->natts;
	Oid *types = palloc((declared->dim1 + n) * sizeof(Oid));
	char *modes = palloc(declared->dim1 + n);
	bool resolved;

	memcpy(types, declared->values, declared->dim1 * sizeof(Oid));
	memset(modes, PROARGMODE_IN, declared->dim1);
	for (int i = 0; i < n; i++)
	{
		types[declared->dim1 + i] = TupleDescAttr(desc, i)->atttypid;
		modes[declared->dim1 + i] = PROARGMODE_OUT;
	}
	resolved = resolve_polymorphic_argtypes(declared->dim1 + n, types, modes, call_expr);
	for (int i = 0; resolved && i < n; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Oid type = types[declared->dim1 + i];

		if (type != att->atttypid)
		{
			char *name = pstrdup(NameStr(att->attname));

			TupleDescInitEntry(desc, i + 1, name, type, -1, 0);
			if (type_is_collatable(type))
				TupleDescInitEntryCollation(desc, i + 1, exprInputCollation(call_expr));
		}
	}
	pfree(types);
	pfree(modes);
	return resolved;
}

static bool
has_polymorphic_column(TupleDesc desc)
{
	for (int i = 0; i < desc->natts; i++)
	{
		if (IsPolymorphicType(TupleDescAttr(desc, i)->atttypid))
			return true;
	}
	return false;
}

static TypeFuncClass
result_type_of_function(Oid funcid, Node *call_expr, ReturnSetInfo *rsinfo,
						Oid *resultTypeId, TupleDesc *resultTupleDesc)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc proc;
	Oid type;
	Oid base;
	TypeFuncClass class;
	TupleDesc desc;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	proc = (Form_pg_proc) GETSTRUCT(tup);
	type = proc->prorettype;

	/* Several OUT parameters make a row of their own. */
	desc = build_function_result_tupdesc_t(tup);
	if (desc)
	{
		if (resultTypeId)
			*resultTypeId = type;
		class = TYPEFUNC_COMPOSITE;
		if (has_polymorphic_column(desc) && !resolve_columns(desc, &proc->proargtypes, call_expr))
		{
			desc = NULL;
			class = TYPEFUNC_RECORD;
		}
		else if (desc->tdtypeid == RECORDOID && desc->tdtypmod < 0)
			assign_record_type_typmod(desc);
		if (resultTupleDesc)
			*resultTupleDesc = desc;
		ReleaseSysCache(tup);
		return class;
	}

	if (IsPolymorphicType(type))
	{
		Oid actual = exprType(call_expr);

		if (!OidIsValid(actual))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("could not determine actual result type for function \"%s\" declared to return type %s",
							NameStr(proc->proname), format_type_be(type))));
		type = actual;
	}
	class = get_type_func_class(type, &base);
	desc = NULL;
	if (class == TYPEFUNC_COMPOSITE || class == TYPEFUNC_COMPOSITE_DOMAIN)
	{
		if (resultTupleDesc)
			desc = lookup_rowtype_tupdesc_copy(base, -1);
	}
	else if (class == TYPEFUNC_RECORD && rsinfo && rsinfo->expectedDesc)
	{
		/* The query says which columns it expects. */
		class = TYPEFUNC_COMPOSITE;
		desc = rsinfo->expectedDesc;
	}
	if (resultTypeId)
		*resultTypeId = type;
	if (resultTupleDesc)
		*resultTupleDesc = desc;
	ReleaseSysCache(tup);
	return class;
}

/* ---- polymorphic types ---- */

/* Actual types that stand for each polymorphic type, as far as known. */
typedef struct PolymorphicActuals
{
	Oid element;
	Oid array;
	Oid range;
	Oid multirange;
} PolymorphicActuals;

/* Element and array follow from each other. */
static void
complete_actuals(PolymorphicActuals *a)
{
	if (!OidIsValid(a->element) && OidIsValid(a->array))
		a->element = get_element_type(getBaseType(a->array));
	if (!OidIsValid(a->element) && OidIsValid(a->range))
		a->element = get_range_subtype(a->range);
	if (!OidIsValid(a->array) && OidIsValid(a->element))
		a->array = get_array_type(a->element);
}

static Oid
actual_for(const PolymorphicActuals *a, Oid declared)
{
	switch (declared)
	{
		case ANYELEMENTOID:
		case ANYNONARRAYOID:
		case ANYENUMOID:
		case ANYCOMPATIBLEOID:
		case ANYCOMPATIBLENONARRAYOID:
			return a->element;
		case ANYARRAYOID:
		case ANYCOMPATIBLEARRAYOID:
			return a->array;
		case ANYRANGEOID:
		case ANYCOMPATIBLERANGEOID:
			return a->range;
		case ANYMULTIRANGEOID:
		case ANYCOMPATIBLEMULTIRANGEOID:
			return a->multirange;
		default:
			return declared;
	}
}

static void
note_actual(PolymorphicActuals *a, Oid declared, Oid actual)
{
	switch (declared)
	{
		case ANYELEMENTOID:
		case ANYNONARRAYOID:
		case ANYENUMOID:
		case ANYCOMPATIBLEOID:
		case ANYCOMPATIBLENONARRAYOID:
			if (!OidIsValid(a->element))
				a->element = actual;
			break;
		case ANYARRAYOID:
		case ANYCOMPATIBLEARRAYOID:
			if (!OidIsValid(a->array))
				a->array = actual;
			break;
		case ANYRANGEOID:
		case ANYCOMPATIBLERANGEOID:
			if (!OidIsValid(a->range))
				a->range = actual;
			break;
		case ANYMULTIRANGEOID:
		case ANYCOMPATIBLEMULTIRANGEOID:
			if (!OidIsValid(a->multirange))
				a->multirange = actual;
			break;
	}
}

static bool
is_compatible_family(Oid type)
{
	return type == ANYCOMPATIBLEOID || type == ANYCOMPATIBLENONARRAYOID || type == ANYCOMPATIBLEARRAYOID ||
		type == ANYCOMPATIBLERANGEOID || type == ANYCOMPATIBLEMULTIRANGEOID;
}

/*
 * resolve_polymorphic_argtypes
 *		Replace polymorphic types by what the call's arguments determine.
 *
 * argtypes, argmodes	numargs entries; argmodes NULL for all IN
 *
 * False if the call does not determine them.
 */
bool
resolve_polymorphic_argtypes(int numargs, Oid *argtypes, char *argmodes, Node *call_expr)
{
	PolymorphicActuals any = {0};
	PolymorphicActuals compatible = {0};
	int input = 0;
	bool complete = true;

	for (int i = 0; i < numargs; i++)
	{
		char mode = argmodes ? argmodes[i] : PROARGMODE_IN;
		bool is_input = mode != PROARGMODE_OUT && mode != PROARGMODE_TABLE;
		Oid actual;

		if (!is_input)
			continue;
		if (IsPolymorphicType(argtypes[i]))
		{
			actual = get_call_expr_argtype(call_expr, input);
			if (!OidIsValid(actual))
				return false;
			note_actual(is_compatible_family(argtypes[i]) ? &compatible : &any, argtypes[i], actual);
			argtypes[i] = actual;
		}
		input++;
	}
	complete_actuals(&any);
	complete_actuals(&compatible);
	for (int i = 0; i < numargs; i++)
	{
		if (IsPolymorphicType(argtypes[i]))
		{
			argtypes[i] = actual_for(is_compatible_family(argtypes[i]) ? &compatible : &any, argtypes[i]);
			complete &= OidIsValid(argtypes[i]);
		}
	}
	return complete;
}

/* ---- rows made of OUT parameters ---- */

/* Elements of a one-dimensional array without nulls; their number. */
static int
array_elements(Datum array, Oid type, int16 len, bool byval, char align, Datum **elems)
{
	int n;

	deconstruct_array(DatumGetArrayTypeP(array), type, len, byval, align, elems, NULL, &n);
	return n;
}

TupleDesc
build_function_result_tupdesc_t(HeapTuple procTuple)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(procTuple);
	Datum types;
	Datum modes;
	Datum names;
	bool isnull;

	if (proc->prorettype != RECORDOID || heap_attisnull(procTuple, Anum_pg_proc_proallargtypes, NULL) ||
		heap_attisnull(procTuple, Anum_pg_proc_proargmodes, NULL))
		return NULL;
	types = SysCacheGetAttr(PROCOID, procTuple, Anum_pg_proc_proallargtypes, &isnull);
	modes = SysCacheGetAttr(PROCOID, procTuple, Anum_pg_proc_proargmodes, &isnull);
	names = SysCacheGetAttr(PROCOID, procTuple, Anum_pg_proc_proargnames, &isnull);
	return build_function_result_tupdesc_d(proc->prokind, types, modes, isnull ? PointerGetDatum(NULL) : names);
}

/* The same from the arrays; NULL if there are fewer than two OUT parameters. */
TupleDesc
build_function_result_tupdesc_d(char prokind, Datum proallargtypes, Datum proargmodes, Datum proargnames)
{
	Datum *types;
	Datum *modes;
	Datum *names = NULL;
	TupleDesc desc;
	int n;
	int nout = 0;
	int *out;

	if (proallargtypes == PointerGetDatum(NULL) || proargmodes == PointerGetDatum(NULL))
		return NULL;
	n = array_elements(proallargtypes, OIDOID, sizeof(Oid), true, TYPALIGN_INT, &types);
	if (array_elements(proargmodes, CHAROID, 1, true, TYPALIGN_CHAR, &modes) != n)
		elog(ERROR, "proargmodes is not a 1-D char array of length %d", n);
	if (proargnames != PointerGetDatum(NULL) &&
		array_elements(proargnames, TEXTOID, -1, false, TYPALIGN_INT, &names) != n)
		elog(ERROR, "proargnames is not a 1-D text array of length %d", n);
	out = palloc(Max(n, 1) * sizeof(int));
	for (int i = 0; i < n; i++)
	{
		char mode = DatumGetChar(modes[i]);

		if (mode != PROARGMODE_IN && mode != PROARGMODE_VARIADIC)
			out[nout++] = i;
	}
	/* A procedure with one OUT parameter still returns a row. */
	if (nout < 2 && !(prokind == PROKIND_PROCEDURE && nout == 1))
		return NULL;
	desc = CreateTemplateTupleDesc(nout);
	for (int i = 0; i < nout; i++)
	{
		char *name = names ? TextDatumGetCString(names[out[i]]) : NULL;

		if (name == NULL || name[0] == '\0')
			name = psprintf("column%d", i + 1);
		TupleDescInitEntry(desc, i + 1, name, DatumGetObjectId(types[out[i]]), -1, 0);
	}
	return desc;
}

/* Row type for a function that returns typeoid, with other column names. */
TupleDesc
TypeGetTupleDesc(Oid typeoid, List *colaliases)
{
	Oid base;
	TypeFuncClass class = get_type_func_class(typeoid, &base);
	TupleDesc desc;

	if (class == TYPEFUNC_COMPOSITE)
	{
		desc = lookup_rowtype_tupdesc_copy(base, -1);
		if (colaliases != NIL)
		{
			if (list_length(colaliases) != desc->natts)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("number of aliases does not match number of columns")));
			for (int i = 0; i < desc->natts; i++)
				namestrcpy(&TupleDescAttr(desc, i)->attname, strVal(list_nth(colaliases, i)));
			desc->tdtypeid = RECORDOID;
			desc->tdtypmod = -1;
		}
		return desc;
	}
	if (class != TYPEFUNC_SCALAR || list_length(colaliases) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("no column alias was provided")));
	desc = CreateTemplateTupleDesc(1);
	TupleDescInitEntry(desc, 1, strVal(linitial(colaliases)), typeoid, -1, 0);
	return desc;
}

/* ---- signatures ---- */

/*
 * get_func_arg_info
 *		All parameters of a function, in palloc'd arrays.
 *
 * p_argnames and p_argmodes get NULL if there are no names, or only IN.
 */
int
get_func_arg_info(HeapTuple procTup, Oid **p_argtypes, char ***p_argnames, char **p_argmodes)
{
	Form_pg_proc proc = (Form_pg_proc) GETSTRUCT(procTup);
	bool isnull;
	Datum value = SysCacheGetAttr(PROCOID, procTup, Anum_pg_proc_proallargtypes, &isnull);
	Datum *elems;
	int n;

	if (!isnull)
	{
		n = array_elements(value, OIDOID, sizeof(Oid), true, TYPALIGN_INT, &elems);
		*p_argtypes = palloc(Max(n, 1) * sizeof(Oid));
		for (int i = 0; i < n; i++)
			(*p_argtypes)[i] = DatumGetObjectId(elems[i]);
	}
	else
	{
		n = proc->proargtypes.dim1;
		*p_argtypes = palloc(Max(n, 1) * sizeof(Oid));
		memcpy(*p_argtypes, proc->proargtypes.values, n * sizeof(Oid));
	}
	*p_argnames = NULL;
	value = SysCacheGetAttr(PROCOID, procTup, Anum_pg_proc_proargnames, &isnull);
	if (!isnull)
	{
		if (array_elements(value, TEXTOID, -1, false, TYPALIGN_INT, &elems) != n)
			elog(ERROR, "proargnames must have the same number of elements as the function has arguments");
		*p_argnames = palloc(Max(n, 1) * sizeof(char *));
		for (int i = 0; i < n; i++)
			(*p_argnames)[i] = TextDatumGetCString(elems[i]);
	}
	*p_argmodes = NULL;
	value = SysCacheGetAttr(PROCOID, procTup, Anum_pg_proc_proargmodes, &isnull);
	if (!isnull)
	{
		if (array_elements(value, CHAROID, 1, true, TYPALIGN_CHAR, &elems) != n)
			elog(ERROR, "proargmodes is not a 1-D char array of length %d", n);
		*p_argmodes = palloc(Max(n, 1));
		for (int i = 0; i < n; i++)
			(*p_argmodes)[i] = DatumGetChar(elems[i]);
	}
	return n;
}

/* Names of the input parameters, from the two arrays; an unnamed one is NULL. */
int
get_func_input_arg_names(Datum proargnames, Datum proargmodes, char ***arg_names)
{
	Datum *names;
	Datum *modes = NULL;
	int n;
	int ninputs = 0;

	*arg_names = NULL;
	if (proargnames == PointerGetDatum(NULL))
		return 0;
	n = array_elements(proargnames, TEXTOID, -1, false, TYPALIGN_INT, &names);
	if (proargmodes != PointerGetDatum(NULL) &&
		array_elements(proargmodes, CHAROID, 1, true, TYPALIGN_CHAR, &modes) != n)
		elog(ERROR, "proargmodes is not a 1-D char array of length %d", n);
	if (n == 0)
		return 0;
	*arg_names = palloc(n * sizeof(char *));
	for (int i = 0; i < n; i++)
	{
		char mode = modes ? DatumGetChar(modes[i]) : PROARGMODE_IN;

		if (mode == PROARGMODE_IN || mode == PROARGMODE_INOUT || mode == PROARGMODE_VARIADIC)
		{
			char *name = TextDatumGetCString(names[i]);

			(*arg_names)[ninputs++] = name[0] ? name : NULL;
		}
	}
	return ninputs;
}

/* Types with transforms, palloc'd. */
int
get_func_trftypes(HeapTuple procTup, Oid **p_trftypes)
{
	bool isnull;
	Datum value = SysCacheGetAttr(PROCOID, procTup, Anum_pg_proc_protrftypes, &isnull);
	Datum *elems;
	int n;

	if (isnull)
		return 0;
	n = array_elements(value, OIDOID, sizeof(Oid), true, TYPALIGN_INT, &elems);
	*p_trftypes = palloc(Max(n, 1) * sizeof(Oid));
	for (int i = 0; i < n; i++)
		(*p_trftypes)[i] = DatumGetObjectId(elems[i]);
	return n;
}

/* The name of the only OUT parameter, or NULL. */
char *
get_func_result_name(Oid functionId)
{
	HeapTuple tup = SearchSysCache1(PROCOID, ObjectIdGetDatum(functionId));
	Oid *types;
	char **names;
	char *modes;
	char *result = NULL;
	int n;
	int nout = 0;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for function %u", functionId);
	n = get_func_arg_info(tup, &types, &names, &modes);
	ReleaseSysCache(tup);
	if (names == NULL || modes == NULL)
		return NULL;
	for (int i = 0; i < n; i++)
	{
		if (modes[i] == PROARGMODE_IN || modes[i] == PROARGMODE_VARIADIC)
			continue;
		if (++nout > 1)
			return NULL;
		result = names[i][0] ? names[i] : NULL;
	}
	return result;
}

/*
 * extract_variadic_args
 *		The arguments from variadic_start on, whether they came one by one or
 *		as one array after VARIADIC.
 *
 * convert_unknown	make text of literals without a type
 *
 * Their number, or -1 if the array is null; arrays are palloc'd.
 */
int
extract_variadic_args(FunctionCallInfo fcinfo, int variadic_start, bool convert_unknown,
					  Datum **values, Oid **types, bool **nulls)
{
	int n;

	*values = NULL;
	*types = NULL;
	*nulls = NULL;
	if (get_fn_expr_variadic(fcinfo->flinfo))
	{
		ArrayType *array;
		Oid elemtype;
		int16 len;
		bool byval;
		char align;

		if (PG_ARGISNULL(variadic_start))
			return -1;
		array = PG_GETARG_ARRAYTYPE_P(variadic_start);
		elemtype = ARR_ELEMTYPE(array);
		get_typlenbyvalalign(elemtype, &len, &byval, &align);
		deconstruct_array(array, elemtype, len, byval, align, values, nulls, &n);
		*types = palloc(Max(n, 1) * sizeof(Oid));
		for (int i = 0; i < n; i++)
			(*types)[i] = elemtype;
		return n;
	}
	n = PG_NARGS() - variadic_start;
	*values = palloc0(Max(n, 1) * sizeof(Datum));
	*types = palloc0(Max(n, 1) * sizeof(Oid));
	*nulls = palloc0(Max(n, 1) * sizeof(bool));
	for (int i = 0; i < n; i++)
	{
		int arg = variadic_start + i;

		(*nulls)[i] = PG_ARGISNULL(arg);
		(*types)[i] = get_fn_expr_argtype(fcinfo->flinfo, arg);
		if (convert_unknown && (*types)[i] == UNKNOWNOID && get_fn_expr_arg_stable(fcinfo->flinfo, arg))
		{
			(*types)[i] = TEXTOID;
			(*values)[i] = (*nulls)[i] ? (Datum) 0 : CStringGetTextDatum(PG_GETARG_CSTRING(arg));
		}
		else
			(*values)[i] = PG_GETARG_DATUM(arg);
		if (!OidIsValid((*types)[i]) || (convert_unknown && (*types)[i] == UNKNOWNOID))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("could not determine data type for argument %d", i + 1)));
	}
	return n;
}

/*
 * parse_coerce.c
 *		Type conversion, and the common type of several inputs.
 *
 * A conversion is, in this order of preference: nothing (same type, or a
 * constant of unknown type, which is read by the target's input function),
 * a relabeling (binary-compatible types), a function of pg_cast, element by
 * element for arrays, or a trip through text.  Whether it may be applied at
 * all depends on the context: implicit, assignment or explicit.
 * Source: PostgreSQL 15 manual, "Type Conversion".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_coerce.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_cast.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits_fn.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_coerce.h"
#include "parser/parse_relation.h"
#include "parser/parse_type.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

static Node *coerce_unknown_const(ParseState *pstate, Const *con,
								  Oid targetTypeId, int32 targetTypeMod,
								  CoercionContext ccontext,
								  CoercionForm cformat, int location);
static Node *apply_cast(Node *node, CoercionPathType path, Oid funcId,
						Oid baseTypeId, int32 baseTypeMod,
						CoercionContext ccontext, CoercionForm cformat,
						int location);
static Node *apply_typmod(Node *node, Oid targetTypeId, int32 targetTypMod,
						  CoercionContext ccontext, CoercionForm cformat,
						  int location, bool hideInputCoercion);
static Node *coerce_record(ParseState *pstate, Node *node, Oid targetTypeId,
						   CoercionContext ccontext, CoercionForm cformat,
						   int location);
static void hide_coercion(Node *node);

/* ---- questions about types ---- */

TYPCATEGORY
TypeCategory(Oid type)
{
	char category;
	bool preferred;

	get_type_category_preferred(type, &category, &preferred);
	return category;
}

/* Preferred in its category, which must be the one asked for, if any is. */
bool
IsPreferredType(TYPCATEGORY category, Oid type)
{
	char typcategory;
	bool preferred;

	get_type_category_preferred(type, &typcategory, &preferred);
	return preferred &&
		(category == typcategory || category == TYPCATEGORY_INVALID);
}

static bool
type_is_array_true(Oid type)
{
	return OidIsValid(get_element_type(type));
}

static bool
is_composite(Oid type)
{
	return OidIsValid(typeOrDomainTypeRelid(type));
}

/* Does the row type of a table with a type of its own descend from a type? */
static bool
is_subtype_of(Oid subType, Oid superType)
{
	return OidIsValid(typeOrDomainTypeRelid(subType)) &&
		typeInheritsFrom(getBaseType(subType), superType);
}

/* A table OF type may be used as that type. */
static bool
is_table_of_type(Oid reltypeId, Oid reloftypeId)
{
	Oid relid = typeOrDomainTypeRelid(reltypeId);
	HeapTuple tup;
	bool result;

	if (!OidIsValid(relid))
		return false;
	tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	result = ((Form_pg_class) GETSTRUCT(tup))->reloftype == reloftypeId;
	ReleaseSysCache(tup);
	return result;
}

/* Pseudotypes that take any value of a class without conversion. */
static bool
pseudo_accepts(Oid pseudo, Oid type)
{
	switch (pseudo)
	{
		case ANYOID:
		case ANYELEMENTOID:
		case ANYCOMPATIBLEOID:
			return true;
		case ANYARRAYOID:
		case ANYCOMPATIBLEARRAYOID:
			return type_is_array_true(type);
		case ANYNONARRAYOID:
		case ANYCOMPATIBLENONARRAYOID:
			return !type_is_array_true(type);
		case ANYENUMOID:
			return type_is_enum(type);
		case ANYRANGEOID:
		case ANYCOMPATIBLERANGEOID:
			return type_is_range(type);
		case ANYMULTIRANGEOID:
		case ANYCOMPATIBLEMULTIRANGEOID:
			return type_is_multirange(type);
		case RECORDOID:
			return is_composite(type);
		case RECORDARRAYOID:
			return is_composite(get_element_type(type));
		default:
			return false;
	}
}

/*
 * IsBinaryCoercible
 *		Can a value be used as the other type with no work at all?
 */
bool
IsBinaryCoercible(Oid srctype, Oid targettype)
{
	HeapTuple tup;
	bool result;

	if (srctype == targettype || targettype == ANYOID ||
		targettype == ANYELEMENTOID || targettype == ANYCOMPATIBLEOID)
		return true;
	if (OidIsValid(srctype))
		srctype = getBaseType(srctype);
	if (srctype == targettype || pseudo_accepts(targettype, srctype))
		return true;
	tup = SearchSysCache2(CASTSOURCETARGET, ObjectIdGetDatum(srctype),
						  ObjectIdGetDatum(targettype));
	if (!HeapTupleIsValid(tup))
		return false;
	result = ((Form_pg_cast) GETSTRUCT(tup))->castmethod == COERCION_METHOD_BINARY &&
		((Form_pg_cast) GETSTRUCT(tup))->castcontext == COERCION_CODE_IMPLICIT;
	ReleaseSysCache(tup);
	return result;
}

/* From the order of contexts: implicit casts may be used anywhere. */
static CoercionContext
cast_context(char code)
{
	switch (code)
	{
		case COERCION_CODE_IMPLICIT:
			return COERCION_IMPLICIT;
		case COERCION_CODE_ASSIGNMENT:
			return COERCION_ASSIGNMENT;
		case COERCION_CODE_EXPLICIT:
			return COERCION_EXPLICIT;
		default:
			elog(ERROR, "unrecognized castcontext: %d", (int) code);
	}
	return COERCION_EXPLICIT;
}

/* What a pg_cast row allows. */
static CoercionPathType
pathway_of_cast(Form_pg_cast cast, CoercionContext ccontext, Oid *funcid)
{
	if (ccontext < cast_context(cast->castcontext))
		return COERCION_PATH_NONE;
	switch (cast->castmethod)
	{
		case COERCION_METHOD_FUNCTION:
			*funcid = cast->castfunc;
			return COERCION_PATH_FUNC;
		case COERCION_METHOD_INOUT:
			return COERCION_PATH_COERCEVIAIO;
		case COERCION_METHOD_BINARY:
			return COERCION_PATH_RELABELTYPE;
		default:
			elog(ERROR, "unrecognized castmethod: %d", (int) cast->castmethod);
	}
	return COERCION_PATH_NONE;
}

/* Without a pg_cast row: arrays by element, strings through I/O. */
static CoercionPathType
pathway_without_cast(Oid target, Oid source, CoercionContext ccontext)
{
	Oid elemfunc;
	CoercionPathType elempath;

	if (target != OIDVECTOROID && target != INT2VECTOROID)
	{
		Oid te = get_element_type(target);
		Oid se = OidIsValid(te) ? get_element_type(source) : InvalidOid;

		if (OidIsValid(te) && OidIsValid(se))
		{
			elempath = find_coercion_pathway(te, se, ccontext, &elemfunc);
			if (elempath != COERCION_PATH_NONE)
				return COERCION_PATH_ARRAYCOERCE;
		}
	}
	/* to a string by assignment, from a string only when asked for */
	if (ccontext >= COERCION_ASSIGNMENT &&
		TypeCategory(target) == TYPCATEGORY_STRING)
		return COERCION_PATH_COERCEVIAIO;
	if (ccontext >= COERCION_EXPLICIT &&
		TypeCategory(source) == TYPCATEGORY_STRING)
		return COERCION_PATH_COERCEVIAIO;
	return COERCION_PATH_NONE;
}

/*
 * find_coercion_pathway
 *		How a value of one type becomes the other, in a context.
 *
 * *funcid is set for COERCION_PATH_FUNC only.  Domains count as their base
 * types; what a domain demands is coerce_to_domain's business.
 */
CoercionPathType
find_coercion_pathway(Oid targetTypeId, Oid sourceTypeId,
					  CoercionContext ccontext, Oid *funcid)
{
	CoercionPathType path;
	HeapTuple tup;

	*funcid = InvalidOid;
	if (OidIsValid(sourceTypeId))
		sourceTypeId = getBaseType(sourceTypeId);
	if (OidIsValid(targetTypeId))
		targetTypeId = getBaseType(targetTypeId);
	if (sourceTypeId == targetTypeId)
		return COERCION_PATH_RELABELTYPE;

	tup = SearchSysCache2(CASTSOURCETARGET, ObjectIdGetDatum(sourceTypeId),
						  ObjectIdGetDatum(targetTypeId));
	if (HeapTupleIsValid(tup))
	{
		path = pathway_of_cast((Form_pg_cast) GETSTRUCT(tup), ccontext, funcid);
		ReleaseSysCache(tup);
	}
	else
		path = pathway_without_cast(targetTypeId, sourceTypeId, ccontext);

	/* PL/pgSQL assigns anything through text */
	if (path == COERCION_PATH_NONE && ccontext == COERCION_PLPGSQL)
		path = COERCION_PATH_COERCEVIAIO;
	return path;
}

/*
 * find_typmod_coercion_function
 *		The function that applies a typmod to a value of a type, if any; for
 *		an array, that of its elements.
 */
CoercionPathType
find_typmod_coercion_function(Oid typeId, Oid *funcid)
{
	CoercionPathType result = COERCION_PATH_FUNC;
	Oid elem = get_element_type(typeId);
	HeapTuple tup;

	*funcid = InvalidOid;
	if (OidIsValid(elem))
	{
		typeId = elem;
		result = COERCION_PATH_ARRAYCOERCE;
	}
	tup = SearchSysCache2(CASTSOURCETARGET, ObjectIdGetDatum(typeId),
						  ObjectIdGetDatum(typeId));
	if (HeapTupleIsValid(tup))
	{
		*funcid = ((Form_pg_cast) GETSTRUCT(tup))->castfunc;
		ReleaseSysCache(tup);
	}
	return OidIsValid(*funcid) ? result : COERCION_PATH_NONE;
}

static bool
can_coerce_one(Oid source, Oid target, CoercionContext ccontext)
{
	Oid funcid;

	if (source == target || target == ANYOID || source == UNKNOWNOID)
		return true;
	if (find_coercion_pathway(target, source, ccontext, &funcid) !=
		COERCION_PATH_NONE)
		return true;
	/* a row constructor may become any composite type, and the reverse */
	if (source == RECORDOID && is_composite(target))
		return true;
	if (target == RECORDOID && is_composite(source))
		return true;
	if (target == RECORDARRAYOID && is_composite(get_element_type(source)))
		return true;
	return is_subtype_of(source, target) || is_table_of_type(source, target);
}

/*
 * can_coerce_type
 *		Could each of these inputs become its target in this context?
 */
bool
can_coerce_type(int nargs, const Oid *input_typeids, const Oid *target_typeids,
				CoercionContext ccontext)
{
	bool have_generics = false;

	for (int i = 0; i < nargs; i++)
	{
		if (IsPolymorphicType(target_typeids[i]))
			have_generics = true;
		else if (!can_coerce_one(input_typeids[i], target_typeids[i], ccontext))
			return false;
	}
	return !have_generics ||
		check_generic_type_consistency(input_typeids, target_typeids, nargs);
}

/* ---- doing it ---- */

/*
 * coerce_to_target_type
 *		An expression converted to a type and typmod, or NULL if it cannot be.
 *
 * exprtype is the expression's type; targettypmod -1 means any length.
 */
Node *
coerce_to_target_type(ParseState *pstate, Node *expr, Oid exprtype,
					  Oid targettype, int32 targettypmod,
					  CoercionContext ccontext, CoercionForm cformat,
					  int location)
{
	Node *orig = expr;
	Node *result;

	if (!can_coerce_type(1, &exprtype, &targettype, ccontext))
		return NULL;

	/* COLLATE stays outermost */
	while (expr != NULL && IsA(expr, CollateExpr))
		expr = (Node *) ((CollateExpr *) expr)->arg;

	result = coerce_type(pstate, expr, exprtype, targettype, targettypmod,
						 ccontext, cformat, location);
	/* one of the two conversions is shown to the user, not both */
	result = apply_typmod(result, targettype, targettypmod, ccontext, cformat,
						  location, result != expr && !IsA(result, Const));

	if (expr != orig && type_is_collatable(targettype))
	{
		CollateExpr *c = copyObject((CollateExpr *) orig);

		c->arg = (Expr *) result;
		result = (Node *) c;
	}
	return result;
}

/* The source and target are such that the value is used as it is. */
static bool
needs_no_coercion(Node *node, Oid input, Oid target)
{
	if (input == target || node == NULL)
		return true;
	if (target == ANYOID || target == ANYELEMENTOID ||
		target == ANYNONARRAYOID || target == ANYCOMPATIBLEOID ||
		target == ANYCOMPATIBLENONARRAYOID)
		return true; /* the function looks at the real type */
	if (target == ANYARRAYOID || target == ANYENUMOID ||
		target == ANYRANGEOID || target == ANYMULTIRANGEOID ||
		target == ANYCOMPATIBLEARRAYOID || target == ANYCOMPATIBLERANGEOID ||
		target == ANYCOMPATIBLEMULTIRANGEOID)
		/* but it must not see a domain, nor an unknown literal */
		return input != UNKNOWNOID && getBaseType(input) == input;
	return false;
}

/*
 * coerce_type
 *		Convert an expression; the caller made sure that it can be done.
 *
 * The typmod matters only for constants and domains; lengths are applied by
 * coerce_to_target_type.
 */
Node *
coerce_type(ParseState *pstate, Node *node, Oid inputTypeId, Oid targetTypeId,
			int32 targetTypeMod, CoercionContext ccontext,
			CoercionForm cformat, int location)
{
	Node *result;
	Oid funcId;
	CoercionPathType path;

	if (needs_no_coercion(node, inputTypeId, targetTypeId))
		return node;
	if (inputTypeId == UNKNOWNOID && IsA(node, Const))
		return coerce_unknown_const(pstate, (Const *) node, targetTypeId,
									targetTypeMod, ccontext, cformat, location);
	if (IsA(node, Param) && pstate != NULL && pstate->p_coerce_param_hook != NULL)
	{
		result = pstate->p_coerce_param_hook(pstate, (Param *) node, targetTypeId,
											 targetTypeMod, location);
		if (result != NULL)
			return result;
	}
	if (IsA(node, CollateExpr))
	{
		CollateExpr *c = (CollateExpr *) node;

		result = coerce_type(pstate, (Node *) c->arg, inputTypeId, targetTypeId,
							 targetTypeMod, ccontext, cformat, location);
		if (type_is_collatable(targetTypeId))
		{
			c = copyObject(c);
			c->arg = (Expr *) result;
			result = (Node *) c;
		}
		return result;
	}

	path = find_coercion_pathway(targetTypeId, inputTypeId, ccontext, &funcId);
	if (path != COERCION_PATH_NONE && path != COERCION_PATH_RELABELTYPE)
	{
		int32 baseTypeMod = targetTypeMod;
		Oid baseTypeId = getBaseTypeAndTypmod(targetTypeId, &baseTypeMod);

		result = apply_cast(node, path, funcId, baseTypeId, baseTypeMod, ccontext,
							cformat, location);
		if (targetTypeId != baseTypeId)
			result = coerce_to_domain(result, baseTypeId, baseTypeMod,
									  targetTypeId, ccontext, cformat, location,
									  true);
		return result;
	}
	if (path == COERCION_PATH_RELABELTYPE)
	{
		RelabelType *r;

		/* to a domain is a check; from one, the base's typmod is not kept */
		result = coerce_to_domain(node, InvalidOid, -1, targetTypeId, ccontext,
								  cformat, location, false);
		if (result != node)
			return result;
		r = makeRelabelType((Expr *) result, targetTypeId, -1, InvalidOid,
							cformat);
		r->location = location;
		return (Node *) r;
	}

	result = coerce_record(pstate, node, targetTypeId, ccontext, cformat,
						   location);
	if (result != NULL)
		return result;
	if (targetTypeId == RECORDOID || targetTypeId == RECORDARRAYOID)
		return node;
	if (is_subtype_of(inputTypeId, targetTypeId) ||
		is_table_of_type(inputTypeId, targetTypeId))
	{
		Oid base = getBaseType(inputTypeId);
		ConvertRowtypeExpr *r = makeNode(ConvertRowtypeExpr);

		if (base != inputTypeId)
		{
			RelabelType *rt = makeRelabelType((Expr *) node, base, -1, InvalidOid,
											  COERCE_IMPLICIT_CAST);

			rt->location = location;
			node = (Node *) rt;
		}
		r->arg = (Expr *) node;
		r->resulttype = targetTypeId;
		r->convertformat = cformat;
		r->location = location;
		return (Node *) r;
	}
	elog(ERROR, "failed to find conversion function from %s to %s",
		 format_type_be(inputTypeId), format_type_be(targetTypeId));
	return NULL;
}

/* Read a literal of unknown type by the target's input function. */
static Node *
coerce_unknown_const(ParseState *pstate, Const *con, Oid targetTypeId,
					 int32 targetTypeMod, CoercionContext ccontext,
					 CoercionForm cformat, int location)
{
	int32 baseTypeMod = targetTypeMod;
	Oid baseTypeId = getBaseTypeAndTypmod(targetTypeId, &baseTypeMod);
	int32 inputTypeMod = -1;
	Type typ;
	Const *c = makeNode(Const);
	Node *result = (Node *) c;
	ParseCallbackState pcb;

	/*
	 * Lengths are applied afterwards, so that too long a literal is treated
	 * as any other value would be; only interval needs its typmod to know
	 * what the digits mean.
	 */
	if (baseTypeId == INTERVALOID)
		inputTypeMod = baseTypeMod;

	typ = typeidType(baseTypeId);
	c->consttype = baseTypeId;
	c->consttypmod = inputTypeMod;
	c->constcollid = typeTypeCollation(typ);
	c->constlen = typeLen(typ);
	c->constbyval = typeByVal(typ);
	c->constisnull = con->constisnull;
	/* the literal's own place, not the cast's, is where the user looks */
	c->location = con->location;

	setup_parser_errposition_callback(&pcb, pstate, con->location);
	c->constvalue = stringTypeDatum(typ, con->constisnull ? NULL : DatumGetCString(con->constvalue),
									inputTypeMod);
	if (!con->constisnull && c->constlen == -1)
		c->constvalue = PointerGetDatum(PG_DETOAST_DATUM(c->constvalue));
	cancel_parser_errposition_callback(&pcb);

	if (baseTypeId != targetTypeId)
		result = coerce_to_domain(result, baseTypeId, baseTypeMod, targetTypeId,
								  ccontext, cformat, location, false);
	ReleaseSysCache(typ);
	return result;
}

/* A call of a cast function: value, and if it takes them, typmod and flag. */
static Node *
call_cast_function(Node *node, Oid funcId, Oid targetTypeId, int32 targetTypMod,
				   CoercionContext ccontext, CoercionForm cformat, int location)
{
	int nargs = get_func_nargs(funcId);
	List *args = list_make1(node);
	FuncExpr *f;

	if (nargs >= 2)
		args = lappend(args, makeConst(INT4OID, -1, InvalidOid, sizeof(int32), Int32GetDatum(targetTypMod), false, true));
	if (nargs == 3)
		args = lappend(args, makeBoolConst(ccontext == COERCION_EXPLICIT, false));
	f = makeFuncExpr(funcId, targetTypeId, args, InvalidOid, InvalidOid, cformat);
	f->location = location;
	return (Node *) f;
}

/* Convert each element; the conversion is an expression over a placeholder. */
static Node *
coerce_array(Node *node, Oid targetTypeId, int32 targetTypMod,
			 CoercionContext ccontext, CoercionForm cformat, int location)
{
	ArrayCoerceExpr *a = makeNode(ArrayCoerceExpr);
	CaseTestExpr *ct = makeNode(CaseTestExpr);
	Oid sourceBase;
	int32 sourceBaseMod = exprTypmod(node);
	Oid targetElem;
	Node *elem;

	sourceBase = getBaseTypeAndTypmod(exprType(node), &sourceBaseMod);
	ct->typeId = get_element_type(sourceBase);
	ct->typeMod = sourceBaseMod;
	ct->collation = InvalidOid; /* parse_collate.c does not need it */
	Assert(OidIsValid(ct->typeId));
	targetElem = get_element_type(targetTypeId);
	Assert(OidIsValid(targetElem));

	elem = coerce_to_target_type(NULL, (Node *) ct, ct->typeId, targetElem,
								 targetTypMod, ccontext, cformat, location);
	if (elem == NULL)
		elog(ERROR, "failed to coerce array element type as expected");
	a->arg = (Expr *) node;
	a->elemexpr = (Expr *) elem;
	a->resulttype = targetTypeId;
	/* the array has the typmod that its elements got */
	a->resulttypmod = exprTypmod(elem);
	a->coerceformat = cformat;
	a->location = location;
	return (Node *) a;
}

static Node *
apply_cast(Node *node, CoercionPathType path, Oid funcId, Oid baseTypeId,
		   int32 baseTypeMod, CoercionContext ccontext, CoercionForm cformat,
		   int location)
{
	CoerceViaIO *io;

	switch (path)
	{
		case COERCION_PATH_FUNC:
			return call_cast_function(node, funcId, baseTypeId, baseTypeMod,
									  ccontext, cformat, location);
		case COERCION_PATH_ARRAYCOERCE:
			return coerce_array(node, baseTypeId, baseTypeMod, ccontext, cformat,
								location);
		case COERCION_PATH_COERCEVIAIO:
			io = makeNode(CoerceViaIO);
			io->arg = (Expr *) node;
			io->resulttype = baseTypeId;
			io->coerceformat = cformat;
			io->location = location;
			return (Node *) io;
		default:
			elog(ERROR, "unsupported pathtype %d", (int) path);
	}
	return NULL;
}

/*
 * coerce_to_domain
 *		Wrap a value of a domain's base type so that the domain's constraints
 *		are checked; a type that is no domain gives the value back.
 *
 * baseTypeId may be InvalidOid if not known yet.
 */
Node *
coerce_to_domain(Node *arg, Oid baseTypeId, int32 baseTypeMod, Oid typeId,
				 CoercionContext ccontext, CoercionForm cformat, int location,
				 bool hideInputCoercion)
{
	CoerceToDomain *d;

	if (!OidIsValid(baseTypeId))
		baseTypeId = getBaseTypeAndTypmod(typeId, &baseTypeMod);
	if (baseTypeId == typeId)
		return arg;
	if (hideInputCoercion)
		hide_coercion(arg);
	/* the domain's length applies first */
	arg = apply_typmod(arg, baseTypeId, baseTypeMod, ccontext,
					   COERCE_IMPLICIT_CAST, location, false);
	d = makeNode(CoerceToDomain);
	d->arg = (Expr *) arg;
	d->resulttype = typeId;
	d->resulttypmod = -1;
	d->coercionformat = cformat;
	d->location = location;
	return (Node *) d;
}

/* Apply a typmod, unless the value has it already. */
static Node *
apply_typmod(Node *node, Oid targetTypeId, int32 targetTypMod,
			 CoercionContext ccontext, CoercionForm cformat, int location,
			 bool hideInputCoercion)
{
	CoercionPathType path;
	Oid funcId;

	if (targetTypMod == exprTypmod(node))
		return node;
	if (targetTypMod < 0)
	{
		/* forget the typmod, but change nothing */
		return applyRelabelType(node, targetTypeId, targetTypMod,
								exprCollation(node), cformat, location, false);
	}
	path = find_typmod_coercion_function(targetTypeId, &funcId);
	if (path == COERCION_PATH_NONE)
		return node;
	if (hideInputCoercion)
		hide_coercion(node);
	if (path == COERCION_PATH_ARRAYCOERCE)
		return coerce_array(node, targetTypeId, targetTypMod, ccontext, cformat,
							location);
	return call_cast_function(node, funcId, targetTypeId, targetTypMod, ccontext,
							  cformat, location);
}

/* A conversion below another one is not shown when the tree is printed. */
static void
hide_coercion(Node *node)
{
	switch (nodeTag(node))
	{
		case T_FuncExpr:
			((FuncExpr *) node)->funcformat = COERCE_IMPLICIT_CAST;
			break;
		case T_RelabelType:
			((RelabelType *) node)->relabelformat = COERCE_IMPLICIT_CAST;
			break;
		case T_CoerceViaIO:
			((CoerceViaIO *) node)->coerceformat = COERCE_IMPLICIT_CAST;
			break;
		case T_ArrayCoerceExpr:
			((ArrayCoerceExpr *) node)->coerceformat = COERCE_IMPLICIT_CAST;
			break;
		case T_ConvertRowtypeExpr:
			((ConvertRowtypeExpr *) node)->convertformat = COERCE_IMPLICIT_CAST;
			break;
		case T_RowExpr:
			((RowExpr *) node)->row_format = COERCE_IMPLICIT_CAST;
			break;
		case T_CoerceToDomain:
			((CoerceToDomain *) node)->coercionformat = COERCE_IMPLICIT_CAST;
			break;
		default:
			elog(ERROR, "unsupported node type: %d", (int) nodeTag(node));
	}
}

static void
cannot_cast_record(ParseState *pstate, Oid target, int location,
				   const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_CANNOT_COERCE),
			 errmsg("cannot cast type %s to %s", format_type_be(RECORDOID),
					format_type_be(target)),
			 errdetail("%s", detail),
			 parser_errposition(pstate, location)));
}

/*
 * Convert a row constructor, or a whole-row Var, column by column.  NULL if
 * the node is none, or the target no composite type.
 */
static Node *
coerce_record(ParseState *pstate, Node *node, Oid targetTypeId,
			  CoercionContext ccontext, CoercionForm cformat, int location)
{
	Oid baseTypeId;
	int32 baseTypeMod = -1;
	TupleDesc desc;
	List *args;
	List *newargs = NIL;
	RowExpr *row;
	ListCell *arg;

	if (exprType(node) != RECORDOID || !is_composite(targetTypeId))
		return NULL;
	if (IsA(node, RowExpr))
		args = ((RowExpr *) node)->args;
	else if (IsA(node, Var) && ((Var *) node)->varattno == InvalidAttrNumber)
	{
		Var *v = (Var *) node;

		args = expandNSItemVars(GetNSItemByRangeTablePosn(pstate, v->varno,
														  v->varlevelsup),
								v->varlevelsup, v->location, NULL);
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_CANNOT_COERCE),
				 errmsg("cannot cast type %s to %s", format_type_be(RECORDOID),
						format_type_be(targetTypeId)),
				 parser_coercion_errposition(pstate, location, node)));

	baseTypeId = getBaseTypeAndTypmod(targetTypeId, &baseTypeMod);
	desc = lookup_rowtype_tupdesc_copy(baseTypeId, baseTypeMod);
	arg = list_head(args);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Node *e;

		if (att->attisdropped)
		{
			newargs = lappend(newargs, makeNullConst(INT4OID, -1, InvalidOid));
			continue;
		}
		if (arg == NULL)
			cannot_cast_record(pstate, targetTypeId, location,
							   "Input has too few columns.");
		e = coerce_to_target_type(pstate, lfirst(arg), exprType(lfirst(arg)),
								  att->atttypid, att->atttypmod, ccontext,
								  COERCE_IMPLICIT_CAST, -1);
		if (e == NULL)
			cannot_cast_record(pstate, targetTypeId, location,
							   psprintf("Column %d has type %s, not %s.",
										list_length(newargs) + 1,
										format_type_be(exprType(lfirst(arg))),
										format_type_be(att->atttypid)));
		newargs = lappend(newargs, e);
		arg = lnext(args, arg);
	}
	if (arg != NULL)
		cannot_cast_record(pstate, targetTypeId, location,
						   "Input has too many columns.");

	row = makeNode(RowExpr);
	row->args = newargs;
	row->row_typeid = baseTypeId;
	row->row_format = cformat;
	row->location = location;
	if (baseTypeId == targetTypeId)
		return (Node *) row;
	row->row_format = COERCE_IMPLICIT_CAST;
	return coerce_to_domain((Node *) row, baseTypeId, baseTypeMod, targetTypeId,
							ccontext, cformat, location, false);
}

/* ---- for constructs that need a certain type ---- */

static void
reject_set(ParseState *pstate, Node *node, const char *constructName)
{
	if (expression_returns_set(node))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 /* translator: %s is the name of an SQL construct */
				 errmsg("argument of %s must not return a set", constructName),
				 parser_errposition(pstate, exprLocation(node))));
}

/* A condition: WHERE, AND, ... */
Node *
coerce_to_boolean(ParseState *pstate, Node *node, const char *constructName)
{
	return coerce_to_specific_type(pstate, node, BOOLOID, constructName);
}

Node *
coerce_to_specific_type(ParseState *pstate, Node *node, Oid targetTypeId,
						const char *constructName)
{
	return coerce_to_specific_type_typmod(pstate, node, targetTypeId, -1,
										  constructName);
}

/*
 * coerce_to_specific_type_typmod
 *		By assignment rules; sets are not allowed.
 *
 * Errors: ERRCODE_DATATYPE_MISMATCH, naming the construct.
 */
Node *
coerce_to_specific_type_typmod(ParseState *pstate, Node *node, Oid targetTypeId,
							   int32 targetTypmod, const char *constructName)
{
	Oid inputTypeId = exprType(node);

	if (inputTypeId != targetTypeId)
	{
		Node *r = coerce_to_target_type(pstate, node, inputTypeId,
										targetTypeId, targetTypmod,
										COERCION_ASSIGNMENT,
										COERCE_IMPLICIT_CAST, -1);

		if (r == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("argument of %s must be type %s, not type %s",
							constructName, format_type_be(targetTypeId),
							format_type_be(inputTypeId)),
					 parser_errposition(pstate, exprLocation(node))));
		node = r;
	}
	reject_set(pstate, node, constructName);
	return node;
}

/* A NULL of a domain, with its constraints checked. */
Node *
coerce_null_to_domain(Oid typid, int32 typmod, Oid collation, int typlen,
					  bool typbyval)
{
	int32 baseTypeMod = typmod;
	Oid baseTypeId = getBaseTypeAndTypmod(typid, &baseTypeMod);
	Node *r;

	r = (Node *) makeConst(baseTypeId, baseTypeMod, collation, typlen, (Datum) 0,
						   true, typbyval);
	if (typid != baseTypeId)
		r = coerce_to_domain(r, baseTypeId, baseTypeMod, typid, COERCION_IMPLICIT,
							 COERCE_IMPLICIT_CAST, -1, false);
	return r;
}

/* The cast's place if it has one, else that of its input. */
int
parser_coercion_errposition(ParseState *pstate, int coerce_location,
							Node *input_expr)
{
	return parser_errposition(pstate, coerce_location >= 0 ? coerce_location : exprLocation(input_expr));
}

/* ---- common types: UNION, CASE, ARRAY, VALUES and so on ---- */

/*
 * Choose between the type so far and the next one; the rules of the manual,
 * "UNION, CASE, and Related Constructs".  False: no common category.
 */
static bool
merge_common_type(Oid *ptype, TYPCATEGORY *pcategory, bool *ppreferred, Oid ntype)
{
	TYPCATEGORY ncategory;
	bool npreferred;

	get_type_category_preferred(ntype, &ncategory, &npreferred);
	if (*ptype == UNKNOWNOID || ntype == UNKNOWNOID)
	{
		if (ntype == UNKNOWNOID)
			return true;
	}
	else if (ncategory != *pcategory)
		return false;
	else if (*ppreferred ||
			 !can_coerce_type(1, ptype, &ntype, COERCION_IMPLICIT) ||
			 can_coerce_type(1, &ntype, ptype, COERCION_IMPLICIT))
		return true; /* keep what we have */
	*ptype = ntype;
	*pcategory = ncategory;
	*ppreferred = npreferred;
	return true;
}

/*
 * select_common_type
 *		The type that all expressions of a list can have.
 *
 * context		name of the construct for the error; NULL: give InvalidOid
 * which_expr	out, may be NULL: an expression that has the type already
 *
 * All unknown gives text.
 */
Oid
select_common_type(ParseState *pstate, List *exprs, const char *context,
				   Node **which_expr)
{
	Node *chosen = linitial(exprs);
	Oid ptype = exprType(chosen);
	TYPCATEGORY pcategory;
	bool ppreferred;
	bool all_same = ptype != UNKNOWNOID;
	ListCell *lc;

	for_each_from (lc, exprs, 1)
		if (exprType(lfirst(lc)) != ptype)
			all_same = false;
	if (all_same)
	{
		/* even if it is a domain */
		if (which_expr)
			*which_expr = chosen;
		return ptype;
	}

	ptype = getBaseType(ptype);
	get_type_category_preferred(ptype, &pcategory, &ppreferred);
	for_each_from (lc, exprs, 1)
	{
		Oid before = ptype;
		Oid ntype = getBaseType(exprType(lfirst(lc)));

		if (ntype == ptype)
			continue;
		if (!merge_common_type(&ptype, &pcategory, &ppreferred, ntype))
		{
			if (context == NULL)
				return InvalidOid;
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("%s types %s and %s cannot be matched", context,
							format_type_be(ptype), format_type_be(ntype)),
					 parser_errposition(pstate, exprLocation(lfirst(lc)))));
		}
		if (ptype != before)
			chosen = lfirst(lc);
	}
	if (which_expr)
		*which_expr = chosen;
	return ptype == UNKNOWNOID ? TEXTOID : ptype;
}

/* The typmod that all have, if all have the common type already; else -1. */
int32
select_common_typmod(ParseState *pstate, List *exprs, Oid common_type)
{
	int32 result = -1;
	ListCell *lc;

	foreach (lc, exprs)
	{
		Node *e = lfirst(lc);

		if (exprType(e) != common_type)
			return -1;
		if (foreach_current_index(lc) == 0)
			result = exprTypmod(e);
		else if (result != exprTypmod(e))
			return -1;
	}
	return result;
}

/* Convert one of the inputs to the common type. */
Node *
coerce_to_common_type(ParseState *pstate, Node *node, Oid targetTypeId,
					  const char *context)
{
	Oid inputTypeId = exprType(node);

	if (inputTypeId == targetTypeId)
		return node;
	if (!can_coerce_type(1, &inputTypeId, &targetTypeId, COERCION_IMPLICIT))
		ereport(ERROR,
				(errcode(ERRCODE_CANNOT_COERCE),
				 errmsg("%s could not convert type %s to %s", context,
						format_type_be(inputTypeId), format_type_be(targetTypeId)),
				 parser_errposition(pstate, exprLocation(node))));
	return coerce_type(pstate, node, inputTypeId, targetTypeId, -1,
					   COERCION_IMPLICIT, COERCE_IMPLICIT_CAST, -1);
}

/* Can all inputs be converted to the type? */
bool
verify_common_type(Oid common_type, List *exprs)
{
	ListCell *lc;

	foreach (lc, exprs)
	{
		Oid t = exprType(lfirst(lc));

		if (!can_coerce_type(1, &t, &common_type, COERCION_IMPLICIT))
			return false;
	}
	return true;
}

/* ---- polymorphic types ---- */

/*
 * What the arguments say about one family of polymorphic types: the any*
 * family, whose members must be the same type, or the anycompatible* family,
 * whose members must have a common type.
 */
typedef struct PolyFamily
{
	bool compatible; /* the anycompatible family */
	int nelem; /* arguments of the element kind */
	Oid elem[FUNC_MAX_ARGS];
	Oid element; /* the type found, or InvalidOid */
	Oid array; /* of arguments of the array kind */
	Oid range;
	Oid multirange;
	bool have_poly; /* any argument of the family */
	bool have_unknown; /* one whose type is unknown */
	bool need_nonarray;
	bool need_enum;
	const char *problem; /* why the arguments do not fit, or NULL */
	const char *detail;
} PolyFamily;

typedef enum PolyRole
{
	POLY_NONE,
	POLY_ELEMENT,
	POLY_ARRAY,
	POLY_RANGE,
	POLY_MULTIRANGE
} PolyRole;

static PolyRole
poly_role(Oid type, bool compatible)
{
	switch (type)
	{
		case ANYELEMENTOID:
		case ANYNONARRAYOID:
		case ANYENUMOID:
			return compatible ? POLY_NONE : POLY_ELEMENT;
		case ANYARRAYOID:
			return compatible ? POLY_NONE : POLY_ARRAY;
		case ANYRANGEOID:
			return compatible ? POLY_NONE : POLY_RANGE;
		case ANYMULTIRANGEOID:
			return compatible ? POLY_NONE : POLY_MULTIRANGE;
		case ANYCOMPATIBLEOID:
		case ANYCOMPATIBLENONARRAYOID:
			return compatible ? POLY_ELEMENT : POLY_NONE;
		case ANYCOMPATIBLEARRAYOID:
			return compatible ? POLY_ARRAY : POLY_NONE;
		case ANYCOMPATIBLERANGEOID:
			return compatible ? POLY_RANGE : POLY_NONE;
		case ANYCOMPATIBLEMULTIRANGEOID:
			return compatible ? POLY_MULTIRANGE : POLY_NONE;
		default:
			return POLY_NONE;
	}
}

/* Only the first problem is kept. */
static void
poly_problem(PolyFamily *f, const char *problem, const char *detail)
{
	if (f->problem != NULL)
		return;
	f->problem = problem;
	f->detail = detail;
}

static const char *
versus(Oid a, Oid b)
{
	return psprintf("%s versus %s", format_type_be(a), format_type_be(b));
}

/* The name of a polymorphic type of this family, from its end. */
static const char *
poly_name(const PolyFamily *f, const char *what)
{
	return psprintf("%s%s", f->compatible ? "anycompatible" : "any", what);
}

static void
poly_not_alike(PolyFamily *f, const char *what, Oid a, Oid b)
{
	poly_problem(f, psprintf("arguments declared \"%s\" are not all alike", poly_name(f, what)), versus(a, b));
}

/* Two arguments of the same kind must have the same type. */
static void
poly_alike(PolyFamily *f, Oid *slot, Oid type, const char *what)
{
	if (OidIsValid(*slot) && *slot != type)
		poly_not_alike(f, what, *slot, type);
	*slot = type;
}

static void
poly_note_argument(PolyFamily *f, PolyRole role, Oid declared, Oid actual)
{
	f->have_poly = true;
	if (declared == ANYNONARRAYOID || declared == ANYCOMPATIBLENONARRAYOID)
		f->need_nonarray = true;
	if (declared == ANYENUMOID)
		f->need_enum = true;
	if (actual == UNKNOWNOID)
	{
		f->have_unknown = true;
		return;
	}
	if (role != POLY_ELEMENT)
		actual = getBaseType(actual);
	switch (role)
	{
		case POLY_ELEMENT:
			if (!f->compatible && f->nelem > 0 && f->elem[0] != actual)
				poly_not_alike(f, "element", f->elem[0], actual);
			f->elem[f->nelem++] = actual;
			break;
		case POLY_ARRAY:
			if (f->compatible && OidIsValid(f->array) && f->array != actual)
			{
				/* arrays need a common element type only */
				f->elem[f->nelem] = get_element_type(actual);
				if (!OidIsValid(f->elem[f->nelem]))
					poly_problem(f, psprintf("argument declared %s is not an array but type %s", poly_name(f, "array"), format_type_be(actual)), NULL);
				else
					f->nelem++;
				break;
			}
			poly_alike(f, &f->array, actual, "array");
			break;
		case POLY_RANGE:
			poly_alike(f, &f->range, actual, "range");
			break;
		case POLY_MULTIRANGE:
			poly_alike(f, &f->multirange, actual, "multirange");
			break;
		default:
			break;
	}
}

/* The common type of the anycompatible family's elements. */
static void
poly_common_element(PolyFamily *f, Oid type)
{
	TYPCATEGORY category;
	bool preferred;

	type = getBaseType(type);
	if (!OidIsValid(f->element))
	{
		f->element = type;
		return;
	}
	if (f->element == type)
		return;
	get_type_category_preferred(f->element, &category, &preferred);
	if (!merge_common_type(&f->element, &category, &preferred, type))
		poly_problem(f, "arguments of anycompatible family cannot be cast to a common type",
					 versus(f->element, type));
}

/*
 * Tie the element type to the one that an array or range implies.  "what" and
 * "article" name the container in messages.
 */
static void
poly_tie(PolyFamily *f, Oid implied, Oid container, const char *what,
		 const char *article)
{
	if (!OidIsValid(implied))
		poly_problem(f, psprintf("argument declared %s is not %s but type %s", poly_name(f, what), article, format_type_be(container)), NULL);
	else if (f->compatible)
		poly_common_element(f, implied);
	else if (OidIsValid(f->element) && f->element != implied)
		poly_problem(f, psprintf("argument declared %s is not consistent with argument declared %s", poly_name(f, what), "anyelement"),
					 versus(container, f->element));
	else
		f->element = implied;
}

/*
 * Draw the conclusions from all arguments of a family.  A problem is noted
 * in f->problem.
 */
static void
poly_resolve(PolyFamily *f)
{
	if (!f->have_poly)
		return;
	if (f->compatible)
		for (int i = 0; i < f->nelem; i++)
			poly_common_element(f, f->elem[i]);
	else if (f->nelem > 0)
		f->element = f->elem[0];

	if (OidIsValid(f->array) && f->array != ANYARRAYOID)
		poly_tie(f, get_element_type(f->array), f->array, "array", "an array");
	else if (f->array == ANYARRAYOID && !OidIsValid(f->element))
		f->element = ANYELEMENTOID; /* columns of pg_statistic */

	if (OidIsValid(f->multirange))
	{
		Oid r = get_multirange_range(f->multirange);

		if (!OidIsValid(r))
			poly_problem(f, psprintf("argument declared %s is not a multirange type but type %s", poly_name(f, "multirange"), format_type_be(f->multirange)), NULL);
		else if (OidIsValid(f->range) && f->range != r)
			poly_problem(f, psprintf("argument declared %s is not consistent with argument declared %s", poly_name(f, "multirange"), poly_name(f, "range")),
						 versus(f->multirange, f->range));
		f->range = r;
	}
	if (OidIsValid(f->range))
		poly_tie(f, get_range_subtype(f->range), f->range, "range", "a range type");
	if (!OidIsValid(f->element))
		return;
	if (f->need_nonarray && type_is_array_true(f->element))
		poly_problem(f, psprintf("type matched to anynonarray is an array type: %s", format_type_be(f->element)), NULL);
	if (f->need_enum && !type_is_enum(f->element))
		poly_problem(f, psprintf("type matched to anyenum is not an enum type: %s", format_type_be(f->element)), NULL);
}

static void
poly_gather(PolyFamily *f, bool compatible, const Oid *actual,
			const Oid *declared, int nargs)
{
	memset(f, 0, offsetof(PolyFamily, elem));
	f->compatible = compatible;
	f->element = f->array = f->range = f->multirange = InvalidOid;
	f->have_poly = f->have_unknown = f->need_nonarray = f->need_enum = false;
	f->problem = NULL;
	for (int i = 0; i < nargs; i++)
	{
		PolyRole role = poly_role(declared[i], compatible);

		if (role != POLY_NONE)
			poly_note_argument(f, role, declared[i], actual[i]);
	}
	poly_resolve(f);
}

/*
 * check_generic_type_consistency
 *		Can the actual types be what the polymorphic declared types stand for?
 */
bool
check_generic_type_consistency(const Oid *actual_arg_types,
							   const Oid *declared_arg_types, int nargs)
{
	PolyFamily f;

	for (int compatible = 0; compatible <= 1; compatible++)
	{
		poly_gather(&f, compatible, actual_arg_types, declared_arg_types, nargs);
		if (f.problem != NULL)
			return false;
		/* every known input must be able to become what was found */
		if (compatible && OidIsValid(f.element))
			for (int i = 0; i < f.nelem; i++)
				if (!can_coerce_type(1, &f.elem[i], &f.element, COERCION_IMPLICIT))
					return false;
	}
	return true;
}

/* The concrete type for one declared type of a family. */
static Oid
poly_concrete(const PolyFamily *f, Oid declared)
{
	Oid r = InvalidOid;

	switch (poly_role(declared, f->compatible))
	{
		case POLY_ELEMENT:
			r = f->element;
			break;
		case POLY_ARRAY:
			if (OidIsValid(f->array) &&
				(!f->compatible || get_element_type(f->array) == f->element))
				r = f->array;
			else if (OidIsValid(f->element))
			{
				r = get_array_type(f->element);
				if (!OidIsValid(r))
					ereport(ERROR,
							(errcode(ERRCODE_UNDEFINED_OBJECT),
							 errmsg("could not find array type for data type %s",
									format_type_be(f->element))));
			}
			break;
		case POLY_RANGE:
			r = f->range;
			break;
		case POLY_MULTIRANGE:
			r = OidIsValid(f->multirange) ? f->multirange : OidIsValid(f->range) ? get_range_multirange(f->range)
																				 : InvalidOid;
			break;
		default:
			break;
	}
	return r;
}

static void
raise_poly_problem(const PolyFamily *f)
{
	if (f->detail != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s", f->problem), errdetail("%s", f->detail)));
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("%s", f->problem)));
}

/*
 * enforce_generic_type_consistency
 *		Replace polymorphic declared types by what they stand for in a call.
 *
 * declared_arg_types	changed in place
 * rettype				the declared result type
 * allow_poly			actual types may be polymorphic themselves
 *
 * Result: the actual result type.
 * Errors: ERRCODE_DATATYPE_MISMATCH if the arguments contradict each other, or
 * say nothing about a type that is needed.
 */
Oid
enforce_generic_type_consistency(const Oid *actual_arg_types,
								 Oid *declared_arg_types, int nargs,
								 Oid rettype, bool allow_poly)
{
	PolyFamily f;

	for (int compatible = 0; compatible <= 1; compatible++)
	{
		poly_gather(&f, compatible, actual_arg_types, declared_arg_types, nargs);
		if (!f.have_poly)
			continue;
		if (f.problem != NULL)
			raise_poly_problem(&f);
		if (!OidIsValid(f.element))
		{
			/* anycompatible takes unknown literals as text */
			if (compatible && !OidIsValid(f.array) && !OidIsValid(f.range))
				f.element = TEXTOID;
			else
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("could not determine polymorphic type because input has type %s",
								"unknown")));
		}
		for (int i = 0; i < nargs; i++)
		{
			Oid t;

			if (poly_role(declared_arg_types[i], compatible) == POLY_NONE)
				continue;
			t = poly_concrete(&f, declared_arg_types[i]);
			if (!OidIsValid(t))
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("could not determine polymorphic type %s because input has type %s",
								format_type_be(declared_arg_types[i]), "unknown")));
			declared_arg_types[i] = t;
		}
		if (poly_role(rettype, compatible) != POLY_NONE)
		{
			Oid t = poly_concrete(&f, rettype);

			if (!OidIsValid(t))
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("could not determine polymorphic type because input has type %s",
								"unknown")));
			rettype = t;
		}
	}
	return rettype;
}

/* ---- checks for CREATE FUNCTION and its like ---- */

/*
 * check_valid_polymorphic_signature
 *		NULL if a polymorphic result type follows from the argument types,
 *		else a palloc'd explanation.
 */
char *
check_valid_polymorphic_signature(Oid ret_type, const Oid *declared_arg_types,
								  int nargs)
{
	bool compatible = poly_role(ret_type, true) != POLY_NONE;
	PolyRole role = poly_role(ret_type, compatible);

	if (role == POLY_NONE)
		return NULL;
	for (int i = 0; i < nargs; i++)
	{
		PolyRole arg = poly_role(declared_arg_types[i], compatible);
		bool ranges = arg == POLY_RANGE || arg == POLY_MULTIRANGE;

		if (arg != POLY_NONE &&
			((role != POLY_RANGE && role != POLY_MULTIRANGE) || ranges))
			return NULL;
	}
	if (role == POLY_RANGE || role == POLY_MULTIRANGE)
		return psprintf("A result of type %s requires at least one input of type %s or %s.",
						format_type_be(ret_type),
						compatible ? "anycompatiblerange" : "anyrange",
						compatible ? "anycompatiblemultirange" : "anymultirange");
	return psprintf("A result of type %s requires at least one input of the same family of polymorphic types.",
					format_type_be(ret_type));
}

/* A function that returns internal must take it, to be out of SQL's reach. */
char *
check_valid_internal_signature(Oid ret_type, const Oid *declared_arg_types,
							   int nargs)
{
	if (ret_type != INTERNALOID)
		return NULL;
	for (int i = 0; i < nargs; i++)
		if (declared_arg_types[i] == INTERNALOID)
			return NULL;
	return pstrdup("A result of type internal requires at least one input of type internal.");
}

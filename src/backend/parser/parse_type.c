/*
 * parse_type.c
 *		Type names: which type and typmod are meant.
 *
 * A Type is a pg_type row of the syscache, which the caller releases with
 * ReleaseSysCache.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_type.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "parser/parse_type.h"
#include "parser/parser.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static int32 typename_typmod(ParseState *pstate, const TypeName *typeName,
							 Type typ);

/* The type of a column, as in "table.column%TYPE". */
static Oid
column_type(ParseState *pstate, const TypeName *typeName, bool missing_ok)
{
	RangeVar *rel;
	Oid relid;
	AttrNumber attnum;
	char *column = strVal(llast(typeName->names));
	int n = list_length(typeName->names);
	Oid typoid;

	if (n < 2)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("improper %%TYPE reference (too few dotted names): %s",
						NameListToString(typeName->names)),
				 parser_errposition(pstate, typeName->location)));
	if (n > 4)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("improper %%TYPE reference (too many dotted names): %s",
						NameListToString(typeName->names)),
				 parser_errposition(pstate, typeName->location)));
	rel = makeRangeVarFromNameList(list_copy_head(typeName->names, n - 1));
	rel->location = typeName->location;

	/* no lock: the type may change as soon as we have it anyway */
	relid = RangeVarGetRelid(rel, NoLock, missing_ok);
	attnum = OidIsValid(relid) ? get_attnum(relid, column) : InvalidAttrNumber;
	if (attnum == InvalidAttrNumber)
	{
		if (missing_ok)
			return InvalidOid;
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						column, rel->relname),
				 parser_errposition(pstate, typeName->location)));
	}
	typoid = get_atttype(relid, attnum);
	ereport(NOTICE,
			(errmsg("type reference %s converted to %s",
					TypeNameToString(typeName), format_type_be(typoid))));
	return typoid;
}

/* The OID a name stands for, before array bounds; InvalidOid if none. */
static Oid
named_type(ParseState *pstate, const TypeName *typeName, bool temp_ok,
		   bool missing_ok)
{
	char *schema;
	char *name;
	Oid nsp;
	Oid typoid = InvalidOid;
	ParseCallbackState pcb;

	if (typeName->names == NIL)
		return typeName->typeOid;
	if (typeName->pct_type)
		return column_type(pstate, typeName, missing_ok);
	DeconstructQualifiedName(typeName->names, &schema, &name);
	if (schema == NULL)
		return TypenameGetTypidExtended(name, temp_ok);

	setup_parser_errposition_callback(&pcb, pstate, typeName->location);
	nsp = LookupExplicitNamespace(schema, missing_ok);
	if (OidIsValid(nsp))
		typoid = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
								 PointerGetDatum(name), ObjectIdGetDatum(nsp));
	cancel_parser_errposition_callback(&pcb);
	return typoid;
}

/*
 * LookupTypeNameExtended
 *		The type of a TypeName, or NULL if there is none (shell types count).
 *
 * typmod_p		out, may be NULL: the typmod, -1 if none is given
 * temp_ok		false: unqualified names are not sought in the temporary schema
 *
 * Errors: bad typmods; a schema that does not exist, unless missing_ok.
 */
Type
LookupTypeNameExtended(ParseState *pstate, const TypeName *typeName,
					   int32 *typmod_p, bool temp_ok, bool missing_ok)
{
	Oid typoid = named_type(pstate, typeName, temp_ok, missing_ok);
	HeapTuple tup;

	if (typeName->arrayBounds != NIL && OidIsValid(typoid))
		typoid = get_array_type(typoid);
	if (!OidIsValid(typoid))
	{
		if (typmod_p != NULL)
			*typmod_p = -1;
		return NULL;
	}
	tup = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typoid));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for type %u", typoid);
	if (typmod_p != NULL)
		*typmod_p = typename_typmod(pstate, typeName, (Type) tup);
	return (Type) tup;
}

Type
LookupTypeName(ParseState *pstate, const TypeName *typeName, int32 *typmod_p,
			   bool missing_ok)
{
	return LookupTypeNameExtended(pstate, typeName, typmod_p, true, missing_ok);
}

static void
type_does_not_exist(ParseState *pstate, const TypeName *typeName)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT),
			 errmsg("type \"%s\" does not exist", TypeNameToString(typeName)),
			 parser_errposition(pstate, typeName->location)));
}

/* The OID alone, without its typmod. */
Oid
LookupTypeNameOid(ParseState *pstate, const TypeName *typeName, bool missing_ok)
{
	Type tup = LookupTypeName(pstate, typeName, NULL, missing_ok);
	Oid oid;

	if (tup == NULL)
	{
		if (!missing_ok)
			type_does_not_exist(pstate, typeName);
		return InvalidOid;
	}
	oid = ((Form_pg_type) GETSTRUCT(tup))->oid;
	ReleaseSysCache(tup);
	return oid;
}

/*
 * typenameType
 *		The type of a TypeName, which must exist and be more than a shell.
 */
Type
typenameType(ParseState *pstate, const TypeName *typeName, int32 *typmod_p)
{
	Type tup = LookupTypeName(pstate, typeName, typmod_p, false);

	if (tup == NULL)
		type_does_not_exist(pstate, typeName);
	if (!((Form_pg_type) GETSTRUCT(tup))->typisdefined)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("type \"%s\" is only a shell", TypeNameToString(typeName)),
				 parser_errposition(pstate, typeName->location)));
	return tup;
}

Oid
typenameTypeId(ParseState *pstate, const TypeName *typeName)
{
	Oid oid;

	typenameTypeIdAndMod(pstate, typeName, &oid, NULL);
	return oid;
}

void
typenameTypeIdAndMod(ParseState *pstate, const TypeName *typeName,
					 Oid *typeid_p, int32 *typmod_p)
{
	Type tup = typenameType(pstate, typeName, typmod_p);

	*typeid_p = ((Form_pg_type) GETSTRUCT(tup))->oid;
	ReleaseSysCache(tup);
}

/* One type modifier, a constant or a name, as string. */
static char *
typmod_string(ParseState *pstate, Node *mod, int location)
{
	A_Const *c = (A_Const *) mod;
	ColumnRef *col = (ColumnRef *) mod;

	if (IsA(mod, A_Const) && !c->isnull)
	{
		if (nodeTag(&c->val) == T_Integer)
			return psprintf("%d", c->val.ival.ival);
		if (nodeTag(&c->val) == T_Float)
			return c->val.fval.fval;
		if (nodeTag(&c->val) == T_String)
			return c->val.sval.sval;
	}
	if (IsA(mod, ColumnRef) && list_length(col->fields) == 1 &&
		IsA(linitial(col->fields), String))
		return strVal(linitial(col->fields));
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("type modifiers must be simple constants or identifiers"),
			 parser_errposition(pstate, location)));
	return NULL;
}

/* Let the type's own function make an integer of its modifiers. */
static int32
typename_typmod(ParseState *pstate, const TypeName *typeName, Type typ)
{
	Form_pg_type form = (Form_pg_type) GETSTRUCT(typ);
	Datum *strings;
	ArrayType *array;
	int32 result;
	int n = 0;
	ListCell *lc;
	ParseCallbackState pcb;

	if (typeName->typmods == NIL)
		return typeName->typemod;
	if (!form->typisdefined)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("type modifier cannot be specified for shell type \"%s\"",
						TypeNameToString(typeName)),
				 parser_errposition(pstate, typeName->location)));
	if (!OidIsValid(form->typmodin))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("type modifier is not allowed for type \"%s\"",
						TypeNameToString(typeName)),
				 parser_errposition(pstate, typeName->location)));

	strings = palloc(list_length(typeName->typmods) * sizeof(Datum));
	foreach (lc, typeName->typmods)
		strings[n++] = CStringGetDatum(typmod_string(pstate, lfirst(lc),
													 typeName->location));
	array = construct_array(strings, n, CSTRINGOID, -2, false, TYPALIGN_CHAR);
	setup_parser_errposition_callback(&pcb, pstate, typeName->location);
	result = DatumGetInt32(OidFunctionCall1(form->typmodin,
											PointerGetDatum(array)));
	cancel_parser_errposition_callback(&pcb);
	return result;
}

/* ---- the other way ---- */

static void
append_names(StringInfo buf, List *names)
{
	ListCell *lc;

	foreach (lc, names)
	{
		if (foreach_current_index(lc) > 0)
			appendStringInfoChar(buf, '.');
		appendStringInfoString(buf, strVal(lfirst(lc)));
	}
}

/* As written, without typmods; for messages. */
char *
TypeNameToString(const TypeName *typeName)
{
	StringInfoData buf;

	initStringInfo(&buf);
	if (typeName->names != NIL)
		append_names(&buf, typeName->names);
	else
		appendStringInfoString(&buf, format_type_be(typeName->typeOid));
	if (typeName->pct_type)
		appendStringInfoString(&buf, "%TYPE");
	if (typeName->arrayBounds != NIL)
		appendStringInfoString(&buf, "[]");
	return buf.data;
}

/* TypeNameToString of several, with commas between them. */
char *
TypeNameListToString(List *typenames)
{
	StringInfoData buf;
	ListCell *lc;

	initStringInfo(&buf);
	foreach (lc, typenames)
	{
		if (foreach_current_index(lc) > 0)
			appendStringInfoChar(&buf, ',');
		appendStringInfoString(&buf, TypeNameToString(lfirst_node(TypeName, lc)));
	}
	return buf.data;
}

/* ---- collations ---- */

Oid
LookupCollation(ParseState *pstate, List *collnames, int location)
{
	ParseCallbackState pcb;
	Oid oid;

	setup_parser_errposition_callback(&pcb, pstate, location);
	oid = get_collation_oid(collnames, false);
	cancel_parser_errposition_callback(&pcb);
	return oid;
}

/* What a column definition says about its collation, else its type's. */
Oid
GetColumnDefCollation(ParseState *pstate, ColumnDef *coldef, Oid typeOid)
{
	Oid typcollation = get_typcollation(typeOid);
	Oid result = typcollation;
	int location = coldef->location;

	if (coldef->collClause != NULL)
	{
		location = coldef->collClause->location;
		result = LookupCollation(pstate, coldef->collClause->collname, location);
	}
	else if (OidIsValid(coldef->collOid))
		result = coldef->collOid;
	if (OidIsValid(result) && !OidIsValid(typcollation))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("collations are not supported by type %s",
						format_type_be(typeOid)),
				 parser_errposition(pstate, location)));
	return result;
}

/* ---- facts of a Type ---- */

Type
typeidType(Oid id)
{
	HeapTuple tup = SearchSysCache1(TYPEOID, ObjectIdGetDatum(id));

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for type %u", id);
	return (Type) tup;
}

#define TYPE_FORM(t) ((Form_pg_type) GETSTRUCT(t))

Oid
typeTypeId(Type tp)
{
	if (tp == NULL)
		elog(ERROR, "typeTypeId() called with NULL type");
	return TYPE_FORM(tp)->oid;
}

int16
typeLen(Type t)
{
	return TYPE_FORM(t)->typlen;
}

bool
typeByVal(Type t)
{
	return TYPE_FORM(t)->typbyval;
}

/* palloc'd */
char *
typeTypeName(Type t)
{
	return pstrdup(NameStr(TYPE_FORM(t)->typname));
}

Oid
typeTypeRelid(Type typ)
{
	return TYPE_FORM(typ)->typrelid;
}

Oid
typeTypeCollation(Type typ)
{
	return TYPE_FORM(typ)->typcollation;
}

/* Run the type's input function; string NULL gives the type's NULL, if any. */
Datum
stringTypeDatum(Type tp, char *string, int32 atttypmod)
{
	return OidInputFunctionCall(TYPE_FORM(tp)->typinput, string,
								getTypeIOParam(tp), atttypmod);
}

/* The relation of a composite type, else InvalidOid. */
Oid
typeidTypeRelid(Oid type_id)
{
	return get_typ_typrelid(type_id);
}

/* The same, looking through domains. */
Oid
typeOrDomainTypeRelid(Oid type_id)
{
	if (!OidIsValid(type_id))
		return InvalidOid;
	return get_typ_typrelid(getBaseType(type_id));
}

/* ---- types in strings ---- */

static void
type_string_context(void *arg)
{
	errcontext("invalid type name \"%s\"", (const char *) arg);
}

/*
 * typeStringToTypeName
 *		Parse the text of a type name; it must not be SETOF.
 */
TypeName *
typeStringToTypeName(const char *str)
{
	ErrorContextCallback cb;
	TypeName *t;

	if (strspn(str, " \t\n\r\f") == strlen(str))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid type name \"%s\"", str)));
	cb.callback = type_string_context;
	cb.arg = (void *) str;
	cb.previous = error_context_stack;
	error_context_stack = &cb;
	t = linitial_node(TypeName, raw_parser(str, RAW_PARSE_TYPE_NAME));
	error_context_stack = cb.previous;
	if (t->setof)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("invalid type name \"%s\"", str)));
	return t;
}

/* With missing_ok, an unknown type gives InvalidOid. */
void
parseTypeString(const char *str, Oid *typeid_p, int32 *typmod_p, bool missing_ok)
{
	TypeName *t = typeStringToTypeName(str);
	Type tup = LookupTypeName(NULL, t, typmod_p, missing_ok);

	*typeid_p = InvalidOid;
	if (tup == NULL)
	{
		if (!missing_ok)
			type_does_not_exist(NULL, t);
		return;
	}
	if (!TYPE_FORM(tup)->typisdefined)
	{
		ReleaseSysCache(tup);
		if (!missing_ok)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("type \"%s\" is only a shell", TypeNameToString(t))));
		return;
	}
	*typeid_p = TYPE_FORM(tup)->oid;
	ReleaseSysCache(tup);
}

/*
 * pg_proc.c
 *		Rows of functions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_proc.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_transform.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "pgstat.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static const char *
word_for(char prokind)
{
	switch (prokind)
	{
		case PROKIND_AGGREGATE:
			return "an aggregate function";
		case PROKIND_PROCEDURE:
			return "a procedure";
		case PROKIND_WINDOW:
			return "a window function";
		default:
			return "a function";
	}
}

/* What calls rely on would change: that takes a new function. */
static void
refuse_replacement(Form_pg_proc form, const char *message, const char *detail)
{
	const char *drop = form->prokind == PROKIND_PROCEDURE ? "DROP PROCEDURE"
		: form->prokind == PROKIND_AGGREGATE              ? "DROP AGGREGATE"
														  : "DROP FUNCTION";

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
			 errmsg("%s", message),
			 detail ? errdetail("%s", detail) : 0,
			 errhint("Use %s %s first.", drop, format_procedure(form->oid))));
}

/* A column of the old row; 0 for NULL, as for the new one. */
static Datum
old_array(HeapTuple old, AttrNumber attnum)
{
	bool isnull;
	Datum value = SysCacheGetAttr(PROCOID, old, attnum, &isnull);

	return isnull ? (Datum) 0 : value;
}

/* Calls by name: an input that has a name keeps it. */
static void
check_input_names(HeapTuple old, Datum modes, Datum names)
{
	char **was;
	char **is;
	int nwas = get_func_input_arg_names(old_array(old, Anum_pg_proc_proargnames),
										old_array(old, Anum_pg_proc_proargmodes), &was);
	int nis = get_func_input_arg_names(names, modes, &is);

	for (int i = 0; i < nwas; i++)
	{
		if (was[i] != NULL && (i >= nis || is[i] == NULL || strcmp(was[i], is[i]) != 0))
			refuse_replacement((Form_pg_proc) GETSTRUCT(old),
							   psprintf("cannot change name of input parameter \"%s\"", was[i]), NULL);
	}
}

/* Calls that leave inputs out: more may get defaults, of the same types. */
static void
check_defaults(HeapTuple old, List *defaults)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(old);
	List *was;
	int more = list_length(defaults) - form->pronargdefaults;
	ListCell *lc;

	if (form->pronargdefaults == 0)
		return;
	if (more < 0)
		refuse_replacement(form, "cannot remove parameter defaults from existing function", NULL);
	was = castNode(List, stringToNode(TextDatumGetCString(old_array(old, Anum_pg_proc_proargdefaults))));
	foreach (lc, was)
	{
		Node *is = list_nth(defaults, more + foreach_current_index(lc));

		if (exprType(lfirst(lc)) != exprType(is))
			refuse_replacement(form, "cannot change data type of existing parameter default value", NULL);
	}
}

/* What calls in stored queries rely on may not change. */
static void
check_replacement(HeapTuple old, const char *name, Oid owner, char prokind,
				  Oid returnType, bool returnsSet, Datum allTypes, Datum modes,
				  Datum names, List *defaults)
{
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(old);

	if (!pg_proc_ownercheck(form->oid, owner))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_FUNCTION, name);
	if (form->prokind != prokind)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot change routine kind"),
				 errdetail("\"%s\" is %s.", name, word_for(form->prokind))));
	if (form->prorettype != returnType || form->proretset != returnsSet)
		refuse_replacement(form,
						   prokind == PROKIND_PROCEDURE
							   ? "cannot change whether a procedure has output parameters"
							   : "cannot change return type of existing function",
						   NULL);
	if (returnType == RECORDOID)
	{
		TupleDesc was = build_function_result_tupdesc_t(old);
		TupleDesc is = build_function_result_tupdesc_d(prokind, allTypes, modes, names);

		if ((was == NULL) != (is == NULL) || (was != NULL && !equalTupleDescs(was, is)))
			refuse_replacement(form, "cannot change return type of existing function",
							   "Row type defined by OUT parameters is different.");
	}
	check_input_names(old, modes, names);
	check_defaults(old, defaults);
}

/* The type of the elements that a VARIADIC parameter takes, or InvalidOid. */
static Oid
variadic_type(oidvector *types, Datum allTypes, Datum modes)
{
	ArrayType *arr;
	const char *m;
	const Oid *all;
	int n;

	if (modes == (Datum) 0)
		return InvalidOid;
	arr = DatumGetArrayTypeP(modes);
	m = ARR_DATA_PTR(arr);
	n = ARR_DIMS(arr)[0];
	all = allTypes ? (const Oid *) ARR_DATA_PTR(DatumGetArrayTypeP(allTypes)) : types->values;
	for (int i = 0; i < n; i++)
	{
		if (m[i] != PROARGMODE_VARIADIC)
			continue;
		switch (all[i])
		{
			case ANYOID:
				return ANYOID;
			case ANYARRAYOID:
				return ANYELEMENTOID;
			case ANYCOMPATIBLEARRAYOID:
				return ANYCOMPATIBLEOID;
			default:
			{
				Oid elem = get_element_type(all[i]);

				if (!OidIsValid(elem))
					elog(ERROR, "variadic parameter is not an array");
				return elem;
			}
		}
	}
	return InvalidOid;
}

static void
record_dependencies(const ObjectAddress *me, oidvector *types, Datum allTypes,
					Oid nsp, Oid language, Oid returnType, Oid support,
					Node *body, List *defaults)
{
	ObjectAddresses *addrs = new_object_addresses();
	ObjectAddress a;
	const Oid *all = types->values;
	int n = types->dim1;

	if (allTypes != (Datum) 0)
	{
		ArrayType *arr = DatumGetArrayTypeP(allTypes);

		all = (const Oid *) ARR_DATA_PTR(arr);
		n = ARR_DIMS(arr)[0];
	}
	ObjectAddressSet(a, NamespaceRelationId, nsp);
	add_exact_object_address(&a, addrs);
	ObjectAddressSet(a, LanguageRelationId, language);
	add_exact_object_address(&a, addrs);
	ObjectAddressSet(a, TypeRelationId, returnType);
	add_exact_object_address(&a, addrs);
	for (int i = 0; i < n; i++)
	{
		ObjectAddressSet(a, TypeRelationId, all[i]);
		add_exact_object_address(&a, addrs);
	}
	if (OidIsValid(support))
	{
		ObjectAddressSet(a, ProcedureRelationId, support);
		add_exact_object_address(&a, addrs);
	}
	record_object_address_dependencies(me, addrs, DEPENDENCY_NORMAL);
	free_object_addresses(addrs);
	if (body)
		recordDependencyOnExpr(me, body, NIL, DEPENDENCY_NORMAL);
	if (defaults)
		recordDependencyOnExpr(me, (Node *) defaults, NIL, DEPENDENCY_NORMAL);
}

/* The language checks the body; its settings are those of the function. */
static void
validate(Oid validator, Oid function, Datum proconfig, bool set_items)
{
	int save_nestlevel = 0;

	if (!OidIsValid(validator))
		return;
	/* the validator must see the row */
	CommandCounterIncrement();
	if (set_items)
	{
		save_nestlevel = NewGUCNestLevel();
		ProcessGUCArray(DatumGetArrayTypeP(proconfig),
						superuser() ? PGC_SUSET : PGC_USERSET, PGC_S_SESSION,
						GUC_ACTION_SAVE);
	}
	OidFunctionCall1(validator, ObjectIdGetDatum(function));
	if (set_items)
		AtEOXact_GUC(true, save_nestlevel);
}

/*
 * ProcedureCreate
 *		A function, procedure or aggregate; with replace, one that is there
 *		already is changed.
 */
ObjectAddress
ProcedureCreate(const char *procedureName, Oid procNamespace, bool replace,
				bool returnsSet, Oid returnType, Oid proowner,
				Oid languageObjectId, Oid languageValidator,
				const char *prosrc, const char *probin, Node *prosqlbody,
				char prokind, bool security_definer, bool isLeakProof,
				bool isStrict, char volatility, char parallel,
				oidvector *parameterTypes, Datum allParameterTypes,
				Datum parameterModes, Datum parameterNames,
				List *parameterDefaults, Datum trftypes, Datum proconfig,
				Oid prosupport, float4 procost, float4 prorows)
{
	Relation rel;
	Datum v[Natts_pg_proc] = {0};
	bool nulls[Natts_pg_proc] = {false};
	bool replaces[Natts_pg_proc];
	NameData name;
	HeapTuple old;
	HeapTuple tuple;
	Oid oid;
	Acl *acl = NULL;
	bool is_update;
	ObjectAddress me;

	if (parameterTypes->dim1 > FUNC_MAX_ARGS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_ARGUMENTS),
				 errmsg("functions cannot have more than %d arguments",
						FUNC_MAX_ARGS)));
	namestrcpy(&name, procedureName);
#define SET(col, datum) v[Anum_pg_proc_##col - 1] = (datum)
#define SET_NULLABLE(col, datum)                                                \
	do                                                                          \
	{                                                                           \
		SET(col, datum);                                                        \
		nulls[Anum_pg_proc_##col - 1] = v[Anum_pg_proc_##col - 1] == (Datum) 0; \
	} while (0)
	SET(proname, NameGetDatum(&name));
	SET(pronamespace, ObjectIdGetDatum(procNamespace));
	SET(proowner, ObjectIdGetDatum(proowner));
	SET(prolang, ObjectIdGetDatum(languageObjectId));
	SET(procost, Float4GetDatum(procost));
	SET(prorows, Float4GetDatum(prorows));
	SET(provariadic, ObjectIdGetDatum(variadic_type(parameterTypes, allParameterTypes, parameterModes)));
	SET(prosupport, ObjectIdGetDatum(prosupport));
	SET(prokind, CharGetDatum(prokind));
	SET(prosecdef, BoolGetDatum(security_definer));
	SET(proleakproof, BoolGetDatum(isLeakProof));
	SET(proisstrict, BoolGetDatum(isStrict));
	SET(proretset, BoolGetDatum(returnsSet));
	SET(provolatile, CharGetDatum(volatility));
	SET(proparallel, CharGetDatum(parallel));
	SET(pronargs, Int16GetDatum(parameterTypes->dim1));
	SET(pronargdefaults, Int16GetDatum(list_length(parameterDefaults)));
	SET(prorettype, ObjectIdGetDatum(returnType));
	SET(proargtypes, PointerGetDatum(parameterTypes));
	SET_NULLABLE(proallargtypes, allParameterTypes);
	SET_NULLABLE(proargmodes, parameterModes);
	SET_NULLABLE(proargnames, parameterNames);
	SET_NULLABLE(proargdefaults, parameterDefaults ? CStringGetTextDatum(nodeToString(parameterDefaults)) : (Datum) 0);
	SET_NULLABLE(protrftypes, trftypes);
	SET(prosrc, CStringGetTextDatum(prosrc));
	SET_NULLABLE(probin, probin ? CStringGetTextDatum(probin) : (Datum) 0);
	SET_NULLABLE(prosqlbody, prosqlbody ? CStringGetTextDatum(nodeToString(prosqlbody)) : (Datum) 0);
	SET_NULLABLE(proconfig, proconfig);

	rel = table_open(ProcedureRelationId, RowExclusiveLock);
	old = SearchSysCache3(PROCNAMEARGSNSP, PointerGetDatum(procedureName),
						  PointerGetDatum(parameterTypes),
						  ObjectIdGetDatum(procNamespace));
	is_update = HeapTupleIsValid(old);
	if (is_update)
	{
		if (!replace)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_FUNCTION),
					 errmsg("function \"%s\" already exists with same argument types",
							procedureName)));
		check_replacement(old, procedureName, proowner, prokind, returnType,
						  returnsSet, allParameterTypes, parameterModes,
						  parameterNames, parameterDefaults);
		oid = ((Form_pg_proc) GETSTRUCT(old))->oid;
		/* OID, owner and rights stay */
		memset(replaces, true, sizeof(replaces));
		replaces[Anum_pg_proc_oid - 1] = false;
		replaces[Anum_pg_proc_proowner - 1] = false;
		replaces[Anum_pg_proc_proacl - 1] = false;
		tuple = heap_modify_tuple(old, RelationGetDescr(rel), v, nulls, replaces);
		CatalogTupleUpdate(rel, &tuple->t_self, tuple);
		ReleaseSysCache(old);
		deleteDependencyRecordsFor(ProcedureRelationId, oid, true);
	}
	else
	{
		acl = get_user_default_acl(OBJECT_FUNCTION, proowner, procNamespace);
		SET_NULLABLE(proacl, PointerGetDatum(acl));
		oid = GetNewOidWithIndex(rel, ProcedureOidIndexId, Anum_pg_proc_oid);
		SET(oid, ObjectIdGetDatum(oid));
		tuple = heap_form_tuple(RelationGetDescr(rel), v, nulls);
		CatalogTupleInsert(rel, tuple);
	}
#undef SET_NULLABLE
#undef SET
	ObjectAddressSet(me, ProcedureRelationId, oid);
	record_dependencies(&me, parameterTypes, allParameterTypes, procNamespace,
						languageObjectId, returnType, prosupport, prosqlbody,
						parameterDefaults);
	if (!is_update)
	{
		recordDependencyOnOwner(ProcedureRelationId, oid, proowner);
		recordDependencyOnNewAcl(ProcedureRelationId, oid, 0, proowner, acl);
	}
	recordDependencyOnCurrentExtension(&me, is_update);
	heap_freetuple(tuple);
	InvokeObjectPostCreateHook(ProcedureRelationId, oid, 0);
	table_close(rel, RowExclusiveLock);

	validate(languageValidator, oid, proconfig,
			 OidIsValid(languageValidator) && proconfig != (Datum) 0 &&
				 check_function_bodies);
	if (!is_update)
		pgstat_create_function(oid);
	return me;
}

/* OIDs of an oid[] as a list. */
List *
oid_array_to_list(Datum datum)
{
	ArrayType *arr = DatumGetArrayTypeP(datum);
	Datum *items;
	int n;
	List *result = NIL;

	deconstruct_array(arr, OIDOID, sizeof(Oid), true, TYPALIGN_INT, &items,
					  NULL, &n);
	for (int i = 0; i < n; i++)
		result = lappend_oid(result, DatumGetObjectId(items[i]));
	return result;
}

/*
 * An error in a body is reported at its place in the body; that it was text
 * inside CREATE FUNCTION is not worked out.
 */
bool
function_parse_error_transpose(const char *prosrc)
{
	int pos = geterrposition();

	if (pos <= 0)
	{
		pos = getinternalerrposition();
		if (pos <= 0)
			return false;
	}
	errposition(0);
	internalerrposition(pos);
	internalerrquery(prosrc);
	return true;
}

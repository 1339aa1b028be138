/*
 * pg_type.c
 *		Rows of types.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_type.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/readfuncs.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* ---- shells ---- */

/*
 * TypeShellMake
 *		A type of which only the name is known yet, so that its I/O functions
 *		can be declared.
 */
ObjectAddress
TypeShellMake(const char *typeName, Oid typeNamespace, Oid ownerId)
{
	Relation rel = table_open(TypeRelationId, RowExclusiveLock);
	Datum v[Natts_pg_type] = {0};
	bool nulls[Natts_pg_type] = {false};
	NameData name;
	HeapTuple tuple;
	Oid oid = GetNewOidWithIndex(rel, TypeOidIndexId, Anum_pg_type_oid);
	ObjectAddress address;

	namestrcpy(&name, typeName);
#define SET(col, datum) v[Anum_pg_type_##col - 1] = (datum)
	SET(oid, ObjectIdGetDatum(oid));
	SET(typname, NameGetDatum(&name));
	SET(typnamespace, ObjectIdGetDatum(typeNamespace));
	SET(typowner, ObjectIdGetDatum(ownerId));
	SET(typlen, Int16GetDatum(sizeof(int32)));
	SET(typbyval, BoolGetDatum(true));
	SET(typtype, CharGetDatum(TYPTYPE_PSEUDO));
	SET(typcategory, CharGetDatum(TYPCATEGORY_PSEUDOTYPE));
	SET(typdelim, CharGetDatum(DEFAULT_TYPDELIM));
	SET(typinput, ObjectIdGetDatum(F_SHELL_IN));
	SET(typoutput, ObjectIdGetDatum(F_SHELL_OUT));
	SET(typalign, CharGetDatum(TYPALIGN_INT));
	SET(typstorage, CharGetDatum(TYPSTORAGE_PLAIN));
	SET(typtypmod, Int32GetDatum(-1));
#undef SET
	nulls[Anum_pg_type_typdefaultbin - 1] = true;
	nulls[Anum_pg_type_typdefault - 1] = true;
	nulls[Anum_pg_type_typacl - 1] = true;
	tuple = heap_form_tuple(RelationGetDescr(rel), v, nulls);
	CatalogTupleInsert(rel, tuple);
	GenerateTypeDependencies(tuple, rel, NULL, NULL, 0, false, false, false);
	InvokeObjectPostCreateHook(TypeRelationId, oid, 0);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
	ObjectAddressSet(address, TypeRelationId, oid);
	return address;
}

/* ---- types ---- */

static bool
alignment_fits(int16 len, bool byval, char align)
{
	if (!byval)
		return true;
	switch (len)
	{
		case 1:
			return align == TYPALIGN_CHAR;
		case 2:
			return align == TYPALIGN_SHORT;
		case 4:
			return align == TYPALIGN_INT;
		case 8:
			return align == TYPALIGN_DOUBLE;
		default:
			return false;
	}
}

/* A definition that would make stored values unreadable is refused. */
static void
check_layout(int16 len, bool byval, char align, char storage)
{
	if (!(len > 0 || len == -1 || len == -2))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("invalid type internal size %d", len)));
	if (byval && len != 1 && len != 2 && len != 4 && len != 8)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("internal size %d is invalid for passed-by-value type",
						len)));
	if (!alignment_fits(len, byval, align))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("alignment \"%c\" is invalid for passed-by-value type of size %d",
						align, len)));
	if (len == -1 && align != TYPALIGN_INT && align != TYPALIGN_DOUBLE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("alignment \"%c\" is invalid for variable-length type",
						align)));
	if (len == -2 && align != TYPALIGN_CHAR)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("alignment \"%c\" is invalid for variable-length type",
						align)));
	if (storage != TYPSTORAGE_PLAIN && len != -1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("fixed-size types must have storage PLAIN")));
}

/*
 * Put the row in, or over the shell of the same name.  Returns the stored
 * tuple; *rebuild tells that a shell was there.
 */
static HeapTuple
store_type(Relation rel, const char *name, Oid nspid, Oid owner, Datum *v,
		   bool *nulls, Oid newoid, bool *rebuild)
{
	HeapTuple old;
	HeapTuple tuple;
	Form_pg_type form;
	bool replaces[Natts_pg_type];

	*rebuild = false;
	old = SearchSysCacheCopy2(TYPENAMENSP, CStringGetDatum(name),
							  ObjectIdGetDatum(nspid));
	if (!HeapTupleIsValid(old))
	{
		if (!OidIsValid(newoid))
			newoid = GetNewOidWithIndex(rel, TypeOidIndexId, Anum_pg_type_oid);
		v[Anum_pg_type_oid - 1] = ObjectIdGetDatum(newoid);
		tuple = heap_form_tuple(RelationGetDescr(rel), v, nulls);
		CatalogTupleInsert(rel, tuple);
		return tuple;
	}

	form = (Form_pg_type) GETSTRUCT(old);
	if (form->typisdefined)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("type \"%s\" already exists", name)));
	if (form->typowner != owner)
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TYPE, name);
	if (OidIsValid(newoid))
		elog(ERROR, "cannot assign new OID to existing shell type");
	memset(replaces, true, sizeof(replaces));
	replaces[Anum_pg_type_oid - 1] = false;
	tuple = heap_modify_tuple(old, RelationGetDescr(rel), v, nulls, replaces);
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	*rebuild = true;
	return tuple;
}

/* The ACL that default privileges give to a new type, or NULL. */
static Acl *
initial_acl(char typeType, Oid relationOid, char relationKind, Oid owner,
			Oid nspid, bool is_array)
{
	bool dependent = is_array || typeType == TYPTYPE_MULTIRANGE ||
		(OidIsValid(relationOid) && relationKind != RELKIND_COMPOSITE_TYPE);

	return dependent ? NULL : get_user_default_acl(OBJECT_TYPE, owner, nspid);
}

/*
 * TypeCreate
 *		A type with all its properties; a shell of that name is completed.
 */
ObjectAddress
TypeCreate(Oid newTypeOid, const char *typeName, Oid typeNamespace,
		   Oid relationOid, char relationKind, Oid ownerId,
		   int16 internalSize, char typeType, char typeCategory,
		   bool typePreferred, char typDelim, Oid inputProcedure,
		   Oid outputProcedure, Oid receiveProcedure, Oid sendProcedure,
		   Oid typmodinProcedure, Oid typmodoutProcedure,
		   Oid analyzeProcedure, Oid subscriptProcedure, Oid elementType,
		   bool isImplicitArray, Oid arrayType, Oid baseType,
		   const char *defaultTypeValue, char *defaultTypeBin,
		   bool passedByValue, char alignment, char storage, int32 typeMod,
		   int32 typNDims, bool typeNotNull, Oid typeCollation)
{
	Relation rel;
	Datum v[Natts_pg_type] = {0};
	bool nulls[Natts_pg_type] = {false};
	NameData name;
	HeapTuple tuple;
	bool rebuild;
	Acl *acl;
	ObjectAddress address;
	bool dependent = isImplicitArray || typeType == TYPTYPE_MULTIRANGE;

	check_layout(internalSize, passedByValue, alignment, storage);
	acl = initial_acl(typeType, relationOid, relationKind, ownerId,
					  typeNamespace, isImplicitArray);

	namestrcpy(&name, typeName);
#define SET(col, datum) v[Anum_pg_type_##col - 1] = (datum)
	SET(typname, NameGetDatum(&name));
	SET(typnamespace, ObjectIdGetDatum(typeNamespace));
	SET(typowner, ObjectIdGetDatum(ownerId));
	SET(typlen, Int16GetDatum(internalSize));
	SET(typbyval, BoolGetDatum(passedByValue));
	SET(typtype, CharGetDatum(typeType));
	SET(typcategory, CharGetDatum(typeCategory));
	SET(typispreferred, BoolGetDatum(typePreferred));
	SET(typisdefined, BoolGetDatum(true));
	SET(typdelim, CharGetDatum(typDelim));
	SET(typrelid, ObjectIdGetDatum(relationOid));
	SET(typsubscript, ObjectIdGetDatum(subscriptProcedure));
	SET(typelem, ObjectIdGetDatum(elementType));
	SET(typarray, ObjectIdGetDatum(arrayType));
	SET(typinput, ObjectIdGetDatum(inputProcedure));
	SET(typoutput, ObjectIdGetDatum(outputProcedure));
	SET(typreceive, ObjectIdGetDatum(receiveProcedure));
	SET(typsend, ObjectIdGetDatum(sendProcedure));
	SET(typmodin, ObjectIdGetDatum(typmodinProcedure));
	SET(typmodout, ObjectIdGetDatum(typmodoutProcedure));
	SET(typanalyze, ObjectIdGetDatum(analyzeProcedure));
	SET(typalign, CharGetDatum(alignment));
	SET(typstorage, CharGetDatum(storage));
	SET(typnotnull, BoolGetDatum(typeNotNull));
	SET(typbasetype, ObjectIdGetDatum(baseType));
	SET(typtypmod, Int32GetDatum(typeMod));
	SET(typndims, Int32GetDatum(typNDims));
	SET(typcollation, ObjectIdGetDatum(typeCollation));
	if (defaultTypeBin)
		SET(typdefaultbin, CStringGetTextDatum(defaultTypeBin));
	if (defaultTypeValue)
		SET(typdefault, CStringGetTextDatum(defaultTypeValue));
	SET(typacl, PointerGetDatum(acl));
#undef SET
	nulls[Anum_pg_type_typdefaultbin - 1] = (defaultTypeBin == NULL);
	nulls[Anum_pg_type_typdefault - 1] = (defaultTypeValue == NULL);
	nulls[Anum_pg_type_typacl - 1] = (acl == NULL);

	rel = table_open(TypeRelationId, RowExclusiveLock);
	tuple = store_type(rel, typeName, typeNamespace, ownerId, v, nulls,
					   newTypeOid, &rebuild);
	ObjectAddressSet(address, TypeRelationId,
					 ((Form_pg_type) GETSTRUCT(tuple))->oid);
	if (!IsBootstrapProcessingMode())
		GenerateTypeDependencies(tuple, rel, defaultTypeBin ? stringToNode(defaultTypeBin) : NULL, acl,
								 relationKind, isImplicitArray, dependent,
								 rebuild);
	InvokeObjectPostCreateHook(TypeRelationId, address.objectId, 0);
	table_close(rel, RowExclusiveLock);
	return address;
}

/* ---- dependencies ---- */

static void
add_if_valid(ObjectAddresses *addrs, Oid classid, Oid objid)
{
	ObjectAddress a;

	if (!OidIsValid(objid))
		return;
	ObjectAddressSet(a, classid, objid);
	add_exact_object_address(&a, addrs);
}

static void
record_functions(const ObjectAddress *me, Form_pg_type form)
{
	Oid functions[] = {
		form->typinput, form->typoutput, form->typreceive, form->typsend,
		form->typmodin, form->typmodout, form->typanalyze, form->typsubscript};
	ObjectAddresses *addrs = new_object_addresses();

	for (size_t i = 0; i < lengthof(functions); i++)
		add_if_valid(addrs, ProcedureRelationId, functions[i]);
	add_if_valid(addrs, TypeRelationId, form->typbasetype);
	if (form->typcollation != DEFAULT_COLLATION_OID)
		add_if_valid(addrs, CollationRelationId, form->typcollation);
	record_object_address_dependencies(me, addrs, DEPENDENCY_NORMAL);
	free_object_addresses(addrs);
}

/*
 * GenerateTypeDependencies
 *		What a type depends on.  Types that exist for the sake of another
 *		object (row types, implicit arrays, multiranges) depend on that alone;
 *		the others on schema and owner as well.
 */
void
GenerateTypeDependencies(HeapTuple typeTuple, Relation typeCatalog,
						 Node *defaultExpr, void *typacl, char relationKind,
						 bool isImplicitArray, bool isDependentType,
						 bool rebuild)
{
	Form_pg_type form = (Form_pg_type) GETSTRUCT(typeTuple);
	ObjectAddress me;
	ObjectAddress other;
	bool is_row_of_table = OidIsValid(form->typrelid) &&
		relationKind != RELKIND_COMPOSITE_TYPE;

	if (rebuild)
	{
		deleteDependencyRecordsFor(TypeRelationId, form->oid, true);
		deleteSharedDependencyRecordsFor(TypeRelationId, form->oid, 0);
	}
	ObjectAddressSet(me, TypeRelationId, form->oid);

	if (!isDependentType && !is_row_of_table)
	{
		ObjectAddressSet(other, NamespaceRelationId, form->typnamespace);
		recordDependencyOn(&me, &other, DEPENDENCY_NORMAL);
		recordDependencyOnOwner(TypeRelationId, form->oid, form->typowner);
		recordDependencyOnNewAcl(TypeRelationId, form->oid, 0, form->typowner,
								 typacl);
		recordDependencyOnCurrentExtension(&me, rebuild);
	}
	record_functions(&me, form);
	if (defaultExpr)
		recordDependencyOnExpr(&me, defaultExpr, NIL, DEPENDENCY_NORMAL);

	/* a row type goes with its table; a composite type's relation with it */
	if (OidIsValid(form->typrelid))
	{
		ObjectAddressSet(other, RelationRelationId, form->typrelid);
		if (relationKind != RELKIND_COMPOSITE_TYPE)
			recordDependencyOn(&me, &other, DEPENDENCY_INTERNAL);
		else
			recordDependencyOn(&other, &me, DEPENDENCY_INTERNAL);
	}
	if (OidIsValid(form->typelem))
	{
		ObjectAddressSet(other, TypeRelationId, form->typelem);
		recordDependencyOn(&me, &other, isImplicitArray ? DEPENDENCY_INTERNAL : DEPENDENCY_NORMAL);
	}
}

/* ---- names ---- */

void
RenameTypeInternal(Oid typeOid, const char *newTypeName, Oid typeNamespace)
{
	Relation rel = table_open(TypeRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(TYPEOID, ObjectIdGetDatum(typeOid));
	Form_pg_type form;
	Oid old;
	Oid array;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", typeOid);
	form = (Form_pg_type) GETSTRUCT(tuple);
	Assert(typeNamespace == form->typnamespace);
	array = form->typarray;
	old = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
						  CStringGetDatum(newTypeName),
						  ObjectIdGetDatum(typeNamespace));
	/* a type's own array gets a new name anyway */
	if (OidIsValid(old) && get_typisdefined(old) && old != array &&
		!moveArrayTypeName(old, newTypeName, typeNamespace))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("type \"%s\" already exists", newTypeName)));
	if (OidIsValid(old) && old == array)
		moveArrayTypeName(old, newTypeName, typeNamespace);

	namestrcpy(&form->typname, newTypeName);
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	InvokeObjectPostAlterHook(TypeRelationId, typeOid, 0);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);

	if (OidIsValid(array))
	{
		char *name = makeArrayTypeName(newTypeName, typeNamespace);

		RenameTypeInternal(array, name, typeNamespace);
		pfree(name);
	}
}

/*
 * makeArrayTypeName
 *		"_" and the name, cut to fit, with more underscores until it is free.
 */
char *
makeArrayTypeName(const char *typeName, Oid typeNamespace)
{
	char name[NAMEDATALEN];
	int len = (int) strlen(typeName);

	for (int underscores = 1; underscores < NAMEDATALEN - 1; underscores++)
	{
		int keep = len;

		if (underscores + len >= NAMEDATALEN)
			keep = pg_mbcliplen(typeName, len, NAMEDATALEN - 1 - underscores);
		memset(name, '_', underscores);
		memcpy(name + underscores, typeName, keep);
		name[underscores + keep] = '\0';
		if (!SearchSysCacheExists2(TYPENAMENSP, CStringGetDatum(name),
								   ObjectIdGetDatum(typeNamespace)))
			return pstrdup(name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_DUPLICATE_OBJECT),
			 errmsg("could not form array type name for type \"%s\"",
					typeName)));
	return NULL;
}

/*
 * moveArrayTypeName
 *		A name is wanted that an implicit array type has: rename that one.
 *		False if the type is no such array.
 */
bool
moveArrayTypeName(Oid typeOid, const char *typeName, Oid typeNamespace)
{
	Oid elem;
	char *newname;

	if (!get_typisdefined(typeOid))
		return true; /* a shell: will be completed or complained of */
	elem = get_element_type(typeOid);
	if (!OidIsValid(elem) || get_array_type(elem) != typeOid)
		return false;
	newname = makeArrayTypeName(typeName, typeNamespace);
	RenameTypeInternal(typeOid, newname, typeNamespace);
	/* the caller is about to use the name */
	CommandCounterIncrement();
	pfree(newname);
	return true;
}

/* Name of the multirange over a range type. */
char *
makeMultirangeTypeName(const char *rangeTypeName, Oid typeNamespace)
{
	const char *range = strstr(rangeTypeName, "range");
	char *name;

	if (range)
		name = psprintf("%.*smulti%s", (int) (range - rangeTypeName),
						rangeTypeName, range);
	else
		name = psprintf("%.*s_multirange",
						pg_mbcliplen(rangeTypeName, strlen(rangeTypeName),
									 NAMEDATALEN - 12),
						rangeTypeName);
	name[pg_mbcliplen(name, strlen(name), NAMEDATALEN - 1)] = '\0';
	if (SearchSysCacheExists2(TYPENAMENSP, CStringGetDatum(name),
							  ObjectIdGetDatum(typeNamespace)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("type \"%s\" already exists", name),
				 errdetail("The multirange of \"%s\" would have that name.",
						   rangeTypeName),
				 errhint("Another name can be given with the attribute multirange_type_name.")));
	return name;
}

/* The OID for the array over a type about to be made. */
Oid
AssignTypeArrayOid(void)
{
	Relation rel = table_open(TypeRelationId, AccessShareLock);
	Oid oid = GetNewOidWithIndex(rel, TypeOidIndexId, Anum_pg_type_oid);

	table_close(rel, AccessShareLock);
	return oid;
}

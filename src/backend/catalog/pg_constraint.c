/*
 * pg_constraint.c
 *		Rows of constraints.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_constraint.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* ---- making ---- */

static Datum
int2_array(const int16 *numbers, int n)
{
	Datum *items;

	if (n <= 0 || numbers == NULL)
		return (Datum) 0;
	items = palloc(n * sizeof(Datum));
	for (int i = 0; i < n; i++)
		items[i] = Int16GetDatum(numbers[i]);
	return PointerGetDatum(construct_array(items, n, INT2OID, 2, true,
										   TYPALIGN_SHORT));
}

static Datum
oid_array(const Oid *oids, int n)
{
	Datum *items;

	if (n <= 0 || oids == NULL)
		return (Datum) 0;
	items = palloc(n * sizeof(Datum));
	for (int i = 0; i < n; i++)
		items[i] = ObjectIdGetDatum(oids[i]);
	return PointerGetDatum(construct_array(items, n, OIDOID, sizeof(Oid), true,
										   TYPALIGN_INT));
}

static void
add_columns(ObjectAddresses *addrs, Oid relid, const int16 *attnums, int n)
{
	ObjectAddress a;

	for (int i = 0; i < n; i++)
	{
		ObjectAddressSubSet(a, RelationRelationId, relid, attnums[i]);
		add_exact_object_address(&a, addrs);
	}
	if (n <= 0)
	{
		ObjectAddressSet(a, RelationRelationId, relid);
		add_exact_object_address(&a, addrs);
	}
}

static void
add_operators(ObjectAddresses *addrs, const Oid *oprs, int n)
{
	ObjectAddress a;

	for (int i = 0; oprs != NULL && i < n; i++)
	{
		ObjectAddressSet(a, OperatorRelationId, oprs[i]);
		add_exact_object_address(&a, addrs);
	}
}

static void
record_and_free(const ObjectAddress *me, ObjectAddresses *addrs,
				DependencyType type)
{
	record_object_address_dependencies(me, addrs, type);
	free_object_addresses(addrs);
}

/*
 * CreateConstraintEntry
 *		A row of any kind of constraint, with its dependencies: it goes with
 *		its own columns or domain, and holds what it refers to.
 */
Oid
CreateConstraintEntry(const char *constraintName, Oid constraintNamespace,
					  char constraintType, bool isDeferrable,
					  bool isDeferred, bool isValidated, Oid parentConstrId,
					  Oid relId, const int16 *constraintKey,
					  int constraintNKeys, int constraintNTotalKeys,
					  Oid domainId, Oid indexRelId, Oid foreignRelId,
					  const int16 *foreignKey, const Oid *pfEqOp,
					  const Oid *ppEqOp, const Oid *ffEqOp, int foreignNKeys,
					  char foreignUpdateType, char foreignDeleteType,
					  const int16 *fkDeleteSetCols, int numFkDeleteSetCols,
					  char foreignMatchType, const Oid *exclOp, Node *conExpr,
					  const char *conBin, bool conIsLocal, int conInhCount,
					  bool conNoInherit, bool is_internal)
{
	Relation rel = table_open(ConstraintRelationId, RowExclusiveLock);
	Datum v[Natts_pg_constraint] = {0};
	bool nulls[Natts_pg_constraint] = {false};
	NameData name;
	Oid oid = GetNewOidWithIndex(rel, ConstraintOidIndexId,
								 Anum_pg_constraint_oid);
	HeapTuple tuple;
	ObjectAddress me;
	ObjectAddresses *autos;
	ObjectAddresses *normals;
	ObjectAddress a;

	namestrcpy(&name, constraintName);
#define SET(col, datum) v[Anum_pg_constraint_##col - 1] = (datum)
#define SET_NULLABLE(col, datum)                          \
	do                                                    \
	{                                                     \
		SET(col, datum);                                  \
		nulls[Anum_pg_constraint_##col - 1] =             \
			v[Anum_pg_constraint_##col - 1] == (Datum) 0; \
	} while (0)
	SET(oid, ObjectIdGetDatum(oid));
	SET(conname, NameGetDatum(&name));
	SET(connamespace, ObjectIdGetDatum(constraintNamespace));
	SET(contype, CharGetDatum(constraintType));
	SET(condeferrable, BoolGetDatum(isDeferrable));
	SET(condeferred, BoolGetDatum(isDeferred));
	SET(convalidated, BoolGetDatum(isValidated));
	SET(conrelid, ObjectIdGetDatum(relId));
	SET(contypid, ObjectIdGetDatum(domainId));
	SET(conindid, ObjectIdGetDatum(indexRelId));
	SET(conparentid, ObjectIdGetDatum(parentConstrId));
	SET(confrelid, ObjectIdGetDatum(foreignRelId));
	SET(confupdtype, CharGetDatum(foreignUpdateType));
	SET(confdeltype, CharGetDatum(foreignDeleteType));
	SET(confmatchtype, CharGetDatum(foreignMatchType));
	SET(conislocal, BoolGetDatum(conIsLocal));
	SET(coninhcount, Int32GetDatum(conInhCount));
	SET(connoinherit, BoolGetDatum(conNoInherit));
	SET_NULLABLE(conkey, int2_array(constraintKey, constraintNKeys));
	SET_NULLABLE(confkey, int2_array(foreignKey, foreignNKeys));
	SET_NULLABLE(conpfeqop, oid_array(pfEqOp, foreignNKeys));
	SET_NULLABLE(conppeqop, oid_array(ppEqOp, foreignNKeys));
	SET_NULLABLE(conffeqop, oid_array(ffEqOp, foreignNKeys));
	SET_NULLABLE(confdelsetcols, int2_array(fkDeleteSetCols, numFkDeleteSetCols));
	SET_NULLABLE(conexclop, oid_array(exclOp, constraintNKeys));
	SET_NULLABLE(conbin, conBin ? CStringGetTextDatum(conBin) : (Datum) 0);
#undef SET_NULLABLE
#undef SET
	tuple = heap_form_tuple(RelationGetDescr(rel), v, nulls);
	CatalogTupleInsert(rel, tuple);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);

	ObjectAddressSet(me, ConstraintRelationId, oid);
	autos = new_object_addresses();
	if (OidIsValid(relId))
		add_columns(autos, relId, constraintKey, constraintNTotalKeys);
	if (OidIsValid(domainId))
	{
		ObjectAddressSet(a, TypeRelationId, domainId);
		add_exact_object_address(&a, autos);
	}
	record_and_free(&me, autos, DEPENDENCY_AUTO);

	normals = new_object_addresses();
	if (OidIsValid(foreignRelId))
		add_columns(normals, foreignRelId, foreignKey, foreignNKeys);
	if (OidIsValid(indexRelId) && constraintType == CONSTRAINT_FOREIGN)
	{
		ObjectAddressSet(a, RelationRelationId, indexRelId);
		add_exact_object_address(&a, normals);
	}
	add_operators(normals, pfEqOp, foreignNKeys);
	add_operators(normals, ppEqOp, foreignNKeys);
	add_operators(normals, ffEqOp, foreignNKeys);
	record_and_free(&me, normals, DEPENDENCY_NORMAL);

	if (conExpr != NULL)
		recordDependencyOnSingleRelExpr(&me, conExpr, relId, DEPENDENCY_NORMAL,
										DEPENDENCY_NORMAL, false);
	InvokeObjectPostCreateHookArg(ConstraintRelationId, oid, 0, is_internal);
	return oid;
}

/* ---- names ---- */

/* Has the table or domain a constraint of this name? */
bool
ConstraintNameIsUsed(ConstraintCategory conCat, Oid objId,
					 const char *conname)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData keys[3];
	SysScanDesc scan;
	bool found;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(conCat == CONSTRAINT_RELATION ? objId : InvalidOid));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(conCat == CONSTRAINT_DOMAIN ? objId : InvalidOid));
	ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber,
				F_NAMEEQ, CStringGetDatum(conname));
	scan = systable_beginscan(rel, ConstraintRelidTypidNameIndexId, true, NULL,
							  3, keys);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

static bool
name_in_schema(Relation rel, const char *conname, Oid namespaceid)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	bool found;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conname, BTEqualStrategyNumber,
				F_NAMEEQ, CStringGetDatum(conname));
	ScanKeyInit(&keys[1], Anum_pg_constraint_connamespace,
				BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(namespaceid));
	scan = systable_beginscan(rel, ConstraintNameNspIndexId, true, NULL, 2,
							  keys);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	return found;
}

bool
ConstraintNameExists(const char *conname, Oid namespaceid)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	bool found = name_in_schema(rel, conname, namespaceid);

	table_close(rel, AccessShareLock);
	return found;
}

static bool
name_in_list(const char *name, List *names)
{
	ListCell *lc;

	foreach (lc, names)
	{
		if (strcmp(lfirst(lc), name) == 0)
			return true;
	}
	return false;
}

/*
 * ChooseConstraintName
 *		name1_name2_label, numbered until no constraint of the schema and none
 *		of the list others has it.
 */
char *
ChooseConstraintName(const char *name1, const char *name2, const char *label,
					 Oid namespaceid, List *others)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	char numbered[NAMEDATALEN];
	char *name;

	strlcpy(numbered, label, sizeof(numbered));
	for (int pass = 1;; pass++)
	{
		name = makeObjectName(name1, name2, numbered);
		if (!name_in_list(name, others) &&
			!name_in_schema(rel, name, namespaceid))
			break;
		pfree(name);
		snprintf(numbered, sizeof(numbered), "%s%d", label, pass);
	}
	table_close(rel, AccessShareLock);
	return name;
}

/* ---- removing and renaming ---- */

static void
one_check_less(Oid relid)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(relid));
	Form_pg_class form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	form = (Form_pg_class) GETSTRUCT(tuple);
	if (form->relchecks == 0)
		elog(ERROR, "relation \"%s\" has relchecks = 0",
			 NameStr(form->relname));
	form->relchecks--;
	CatalogTupleUpdate(pg_class, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(pg_class, RowExclusiveLock);
}

/* Delete the row of a constraint; called by dependency.c. */
void
RemoveConstraintById(Oid conId)
{
	Relation conrel = table_open(ConstraintRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conId));
	Form_pg_constraint con;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for constraint %u", conId);
	con = (Form_pg_constraint) GETSTRUCT(tuple);
	if (OidIsValid(con->conrelid))
	{
		/* the lock stays, so that nobody uses the old descriptor */
		Relation rel = table_open(con->conrelid, AccessExclusiveLock);

		if (con->contype == CONSTRAINT_CHECK)
			one_check_less(con->conrelid);
		table_close(rel, NoLock);
	}
	else if (!OidIsValid(con->contypid))
		elog(ERROR, "constraint %u is not of a known type", conId);
	CatalogTupleDelete(conrel, &tuple->t_self);
	ReleaseSysCache(tuple);
	table_close(conrel, RowExclusiveLock);
}

void
RenameConstraintById(Oid conId, const char *newname)
{
	Relation rel = table_open(ConstraintRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCacheCopy1(CONSTROID, ObjectIdGetDatum(conId));
	Form_pg_constraint con;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for constraint %u", conId);
	con = (Form_pg_constraint) GETSTRUCT(tuple);
	if (OidIsValid(con->conrelid) &&
		ConstraintNameIsUsed(CONSTRAINT_RELATION, con->conrelid, newname))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("constraint \"%s\" for relation \"%s\" already exists",
						newname, get_rel_name(con->conrelid))));
	if (OidIsValid(con->contypid) &&
		ConstraintNameIsUsed(CONSTRAINT_DOMAIN, con->contypid, newname))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("constraint \"%s\" for domain %s already exists",
						newname, format_type_be(con->contypid))));
	namestrcpy(&con->conname, newname);
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	InvokeObjectPostAlterHook(ConstraintRelationId, conId, 0);
	heap_freetuple(tuple);
	table_close(rel, RowExclusiveLock);
}

/* SET SCHEMA of a table or type takes its constraints along. */
void
AlterConstraintNamespaces(Oid ownerId, Oid oldNspId, Oid newNspId,
						  bool isType, ObjectAddresses *objsMoved)
{
	Relation rel = table_open(ConstraintRelationId, RowExclusiveLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(isType ? InvalidOid : ownerId));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(isType ? ownerId : InvalidOid));
	scan = systable_beginscan(rel, ConstraintRelidTypidNameIndexId, true, NULL,
							  2, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);
		ObjectAddress me;

		ObjectAddressSet(me, ConstraintRelationId, con->oid);
		if (object_address_present(&me, objsMoved))
			continue;
		if (con->connamespace == oldNspId && oldNspId != newNspId)
		{
			HeapTuple copy = heap_copytuple(tuple);

			((Form_pg_constraint) GETSTRUCT(copy))->connamespace = newNspId;
			CatalogTupleUpdate(rel, &copy->t_self, copy);
			heap_freetuple(copy);
		}
		add_exact_object_address(&me, objsMoved);
	}
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

/* ---- asking ---- */

/* The constraint of a name, copied, or NULL. */
static HeapTuple
find_by_name(Oid relid, Oid typid, const char *conname)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&keys[0], Anum_pg_constraint_conrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&keys[1], Anum_pg_constraint_contypid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(typid));
	ScanKeyInit(&keys[2], Anum_pg_constraint_conname, BTEqualStrategyNumber,
				F_NAMEEQ, CStringGetDatum(conname));
	scan = systable_beginscan(rel, ConstraintRelidTypidNameIndexId, true, NULL,
							  3, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return tuple;
}

Oid
get_relation_constraint_oid(Oid relid, const char *conname, bool missing_ok)
{
	HeapTuple tuple = find_by_name(relid, InvalidOid, conname);

	if (HeapTupleIsValid(tuple))
		return ((Form_pg_constraint) GETSTRUCT(tuple))->oid;
	if (!missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("constraint \"%s\" for table \"%s\" does not exist",
						conname, get_rel_name(relid))));
	return InvalidOid;
}

Oid
get_domain_constraint_oid(Oid typid, const char *conname, bool missing_ok)
{
	HeapTuple tuple = find_by_name(InvalidOid, typid, conname);

	if (HeapTupleIsValid(tuple))
		return ((Form_pg_constraint) GETSTRUCT(tuple))->oid;
	if (!missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("constraint \"%s\" for domain %s does not exist",
						conname, format_type_be(typid))));
	return InvalidOid;
}

static Bitmapset *
key_columns(HeapTuple tuple)
{
	Bitmapset *result = NULL;
	bool isnull;
	Datum d = SysCacheGetAttr(CONSTROID, tuple,
							  Anum_pg_constraint_conkey, &isnull);
	ArrayType *arr;
	int16 *attnums;

	if (isnull)
		return NULL;
	arr = DatumGetArrayTypeP(d);
	if (ARR_NDIM(arr) != 1 || ARR_HASNULL(arr) || ARR_ELEMTYPE(arr) != INT2OID)
		elog(ERROR, "conkey is not a 1-D smallint array");
	attnums = (int16 *) ARR_DATA_PTR(arr);
	for (int i = 0; i < ARR_DIMS(arr)[0]; i++)
		result = bms_add_member(result, attnums[i] - FirstLowInvalidHeapAttributeNumber);
	return result;
}

Bitmapset *
get_relation_constraint_attnos(Oid relid, const char *conname,
							   bool missing_ok, Oid *constraintOid)
{
	HeapTuple tuple = find_by_name(relid, InvalidOid, conname);

	*constraintOid = InvalidOid;
	if (HeapTupleIsValid(tuple))
	{
		*constraintOid = ((Form_pg_constraint) GETSTRUCT(tuple))->oid;
		return key_columns(tuple);
	}
	if (!missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("constraint \"%s\" for table \"%s\" does not exist",
						conname, get_rel_name(relid))));
	return NULL;
}

/* Visit the constraints of a table; the visitor returns true to stop. */
typedef bool (*constraint_visitor)(HeapTuple tuple, void *arg);

static void
visit_constraints(Oid relid, constraint_visitor visit, void *arg)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&key, Anum_pg_constraint_conrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	scan = systable_beginscan(rel, ConstraintRelidTypidNameIndexId, true, NULL,
							  1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		if (visit(tuple, arg))
			break;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
}

typedef struct IndexSearch
{
	Oid index;
	Oid result;
} IndexSearch;

static bool
is_of_index(HeapTuple tuple, void *arg)
{
	Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);
	IndexSearch *s = arg;

	if ((con->contype != CONSTRAINT_PRIMARY &&
		 con->contype != CONSTRAINT_UNIQUE &&
		 con->contype != CONSTRAINT_EXCLUSION) ||
		con->conindid != s->index)
		return false;
	s->result = con->oid;
	return true;
}

/* The constraint that an index enforces, or InvalidOid. */
Oid
get_relation_idx_constraint_oid(Oid relationId, Oid indexId)
{
	IndexSearch s = {indexId, InvalidOid};

	visit_constraints(relationId, is_of_index, &s);
	return s.result;
}

typedef struct KeySearch
{
	bool deferrable_ok;
	Oid oid;
	Bitmapset *columns;
} KeySearch;

static bool
is_primary_key(HeapTuple tuple, void *arg)
{
	Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);
	KeySearch *s = arg;

	if (con->contype != CONSTRAINT_PRIMARY)
		return false;
	if (!con->condeferrable || s->deferrable_ok)
	{
		s->columns = key_columns(tuple);
		s->oid = con->oid;
	}
	return true;
}

/* Columns of the primary key, offset as in Var sets; NULL if none. */
Bitmapset *
get_primary_key_attnos(Oid relid, bool deferrableOk, Oid *constraintOid)
{
	KeySearch s = {deferrableOk, InvalidOid, NULL};

	visit_constraints(relid, is_primary_key, &s);
	*constraintOid = s.oid;
	return s.columns;
}

/*
 * check_functional_grouping
 *		Are all columns of a table determined by the grouping columns, since
 *		these contain its primary key?  The constraint is added to the query's
 *		dependencies then.
 */
bool
check_functional_grouping(Oid relid, Index varno, Index varlevelsup,
						  List *grouping_columns, List **constraintDeps)
{
	Oid conoid;
	Bitmapset *pk = get_primary_key_attnos(relid, false, &conoid);
	Bitmapset *grouped = NULL;
	ListCell *lc;

	if (pk == NULL)
		return false;
	foreach (lc, grouping_columns)
	{
		Var *var = lfirst(lc);

		if (IsA(var, Var) && var->varno == varno &&
			var->varlevelsup == varlevelsup)
			grouped = bms_add_member(grouped, var->varattno - FirstLowInvalidHeapAttributeNumber);
	}
	if (!bms_is_subset(pk, grouped))
		return false;
	*constraintDeps = lappend_oid(*constraintDeps, conoid);
	return true;
}

/*
 * pg_depend.c
 *		Rows of pg_depend: what depends on what within a database.
 *
 * Nothing is recorded towards a pinned object, since that cannot go.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_depend.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_extension.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "utils/cache_upcalls.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#define MAX_BATCH_BYTES 65535

/* ---- recording ---- */

void
recordDependencyOn(const ObjectAddress *depender,
				   const ObjectAddress *referenced, DependencyType behavior)
{
	recordMultipleDependencies(depender, referenced, 1, behavior);
}

static void
fill_slot(TupleTableSlot *slot, const ObjectAddress *depender,
		  const ObjectAddress *referenced, DependencyType behavior)
{
	ExecClearTuple(slot);
	memset(slot->tts_isnull, false, Natts_pg_depend * sizeof(bool));
	slot->tts_values[Anum_pg_depend_classid - 1] = ObjectIdGetDatum(depender->classId);
	slot->tts_values[Anum_pg_depend_objid - 1] = ObjectIdGetDatum(depender->objectId);
	slot->tts_values[Anum_pg_depend_objsubid - 1] = Int32GetDatum(depender->objectSubId);
	slot->tts_values[Anum_pg_depend_refclassid - 1] = ObjectIdGetDatum(referenced->classId);
	slot->tts_values[Anum_pg_depend_refobjid - 1] = ObjectIdGetDatum(referenced->objectId);
	slot->tts_values[Anum_pg_depend_refobjsubid - 1] = Int32GetDatum(referenced->objectSubId);
	slot->tts_values[Anum_pg_depend_deptype - 1] = CharGetDatum((char) behavior);
	ExecStoreVirtualTuple(slot);
}

/*
 * recordMultipleDependencies
 *		One depender, many referenced objects, one kind.
 */
void
recordMultipleDependencies(const ObjectAddress *depender,
						   const ObjectAddress *referenced,
						   int nreferenced, DependencyType behavior)
{
	Relation rel;
	CatalogIndexState indstate = NULL;
	TupleTableSlot **slots;
	int max;
	int nslots = 0; /* made so far */
	int n = 0; /* filled in this batch */

	if (nreferenced <= 0 || IsBootstrapProcessingMode())
		return;

	rel = table_open(DependRelationId, RowExclusiveLock);
	max = Min(nreferenced, MAX_BATCH_BYTES / (int) sizeof(FormData_pg_depend));
	slots = palloc(max * sizeof(TupleTableSlot *));
	for (int i = 0; i < nreferenced; i++)
	{
		if (IsPinnedObject(referenced[i].classId, referenced[i].objectId))
			continue;
		if (n >= nslots)
			slots[nslots++] = MakeSingleTupleTableSlot(RelationGetDescr(rel),
													   &TTSOpsHeapTuple);
		fill_slot(slots[n++], depender, &referenced[i], behavior);
		if (n < max)
			continue;
		if (indstate == NULL)
			indstate = CatalogOpenIndexes(rel);
		CatalogTuplesMultiInsertWithInfo(rel, slots, n, indstate);
		n = 0;
	}
	if (n > 0)
	{
		if (indstate == NULL)
			indstate = CatalogOpenIndexes(rel);
		CatalogTuplesMultiInsertWithInfo(rel, slots, n, indstate);
	}
	if (indstate != NULL)
		CatalogCloseIndexes(indstate);
	for (int i = 0; i < nslots; i++)
		ExecDropSingleTupleTableSlot(slots[i]);
	pfree(slots);
	table_close(rel, RowExclusiveLock);
}

/*
 * recordDependencyOnCurrentExtension
 *		Within CREATE EXTENSION, what is made belongs to it.  Replacing an
 *		object that belongs to nobody or to another extension is refused.
 */
void
recordDependencyOnCurrentExtension(const ObjectAddress *object,
								   bool isReplace)
{
	ObjectAddress extension;

	if (!creating_extension)
		return;
	if (isReplace)
	{
		Oid owner = getExtensionOfObject(object->classId,
										 object->objectId);

		if (owner == CurrentExtensionObject)
			return;
		if (OidIsValid(owner))
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("%s is already a member of extension \"%s\"",
							getObjectDescription(object, false),
							get_extension_name(owner))));
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s is not a member of extension \"%s\"",
						getObjectDescription(object, false),
						get_extension_name(CurrentExtensionObject)),
				 errdetail("An extension script may replace only objects of the extension.")));
	}
	ObjectAddressSet(extension, ExtensionRelationId, CurrentExtensionObject);
	recordDependencyOn(object, &extension, DEPENDENCY_EXTENSION);
}

/* CREATE IF NOT EXISTS found the object: in a script it must be a member. */
void
checkMembershipInCurrentExtension(const ObjectAddress *object)
{
	if (!creating_extension)
		return;
	if (getExtensionOfObject(object->classId, object->objectId) ==
		CurrentExtensionObject)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("%s is not a member of extension \"%s\"",
					getObjectDescription(object, false),
					get_extension_name(CurrentExtensionObject)),
			 errdetail("An extension script may not skip making an object that is not its own.")));
}

/* ---- scanning ---- */

/* What a visitor wants done with the row it was shown. */
typedef enum Verdict
{
	KEEP_ROW,
	DELETE_ROW,
	UPDATE_ROW, /* the visitor has changed the copy */
	STOP
} Verdict;

typedef Verdict (*depend_visitor)(Form_pg_depend row, void *arg);

/*
 * Visit the rows of one depender (or, by_reference, of one referenced
 * object).  Returns the number of rows deleted or updated.
 */
static long
visit(bool by_reference, Oid classid, Oid objid, bool modify,
	  depend_visitor visitor, void *arg)
{
	LOCKMODE lock = modify ? RowExclusiveLock : AccessShareLock;
	Relation rel = table_open(DependRelationId, lock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	long changed = 0;
	bool stop = false;

	ScanKeyInit(&keys[0], by_reference ? Anum_pg_depend_refclassid : Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(classid));
	ScanKeyInit(&keys[1], by_reference ? Anum_pg_depend_refobjid : Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(objid));
	scan = systable_beginscan(rel, by_reference ? DependReferenceIndexId : DependDependerIndexId, true, NULL, 2, keys);
	while (!stop && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		HeapTuple copy = modify ? heap_copytuple(tuple) : tuple;

		switch (visitor((Form_pg_depend) GETSTRUCT(copy), arg))
		{
			case KEEP_ROW:
				break;
			case DELETE_ROW:
				CatalogTupleDelete(rel, &tuple->t_self);
				changed++;
				break;
			case UPDATE_ROW:
				CatalogTupleUpdate(rel, &tuple->t_self, copy);
				changed++;
				break;
			case STOP:
				stop = true;
				break;
		}
		if (modify)
			heap_freetuple(copy);
	}
	systable_endscan(scan);
	table_close(rel, lock);
	return changed;
}

/* ---- deleting ---- */

static Verdict
delete_unless_extension(Form_pg_depend row, void *arg)
{
	bool skip_extension = *(bool *) arg;

	return skip_extension && row->deptype == DEPENDENCY_EXTENSION ? KEEP_ROW : DELETE_ROW;
}

/* All rows of a depender; returns how many. */
long
deleteDependencyRecordsFor(Oid classId, Oid objectId, bool skipExtensionDeps)
{
	return visit(false, classId, objectId, true, delete_unless_extension,
				 &skipExtensionDeps);
}

typedef struct Wanted
{
	Oid refclassid;
	Oid refobjid; /* InvalidOid: any */
	char deptype;
} Wanted;

static Verdict
delete_wanted(Form_pg_depend row, void *arg)
{
	Wanted *w = arg;

	return row->refclassid == w->refclassid && row->deptype == w->deptype &&
			(!OidIsValid(w->refobjid) || row->refobjid == w->refobjid)
		? DELETE_ROW
		: KEEP_ROW;
}

long
deleteDependencyRecordsForClass(Oid classId, Oid objectId, Oid refclassId,
								char deptype)
{
	Wanted w = {refclassId, InvalidOid, deptype};

	return visit(false, classId, objectId, true, delete_wanted, &w);
}

long
deleteDependencyRecordsForSpecific(Oid classId, Oid objectId, char deptype,
								   Oid refclassId, Oid refobjectId)
{
	Wanted w = {refclassId, refobjectId, deptype};

	return visit(false, classId, objectId, true, delete_wanted, &w);
}

/* ---- changing ---- */

typedef struct Change
{
	Oid refclassid;
	Oid from;
	Oid to;
} Change;

static void
refuse_pinned(Oid classid, Oid objid)
{
	if (IsPinnedObject(classid, objid))
	{
		ObjectAddress address;

		ObjectAddressSet(address, classid, objid);
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot remove dependency on %s because it is a system object",
						getObjectDescription(&address, false))));
	}
}

static Verdict
change_reference(Form_pg_depend row, void *arg)
{
	Change *c = arg;

	if (row->refclassid != c->refclassid || row->refobjid != c->from)
		return KEEP_ROW;
	if (IsPinnedObject(c->refclassid, c->to))
		return DELETE_ROW;
	row->refobjid = c->to;
	return UPDATE_ROW;
}

/* An object depends on something else from now on (as for SET SCHEMA). */
long
changeDependencyFor(Oid classId, Oid objectId, Oid refClassId,
					Oid oldRefObjectId, Oid newRefObjectId)
{
	Change c = {refClassId, oldRefObjectId, newRefObjectId};

	refuse_pinned(refClassId, oldRefObjectId);
	return visit(false, classId, objectId, true, change_reference, &c);
}

static Verdict
change_depender(Form_pg_depend row, void *arg)
{
	row->objid = *(Oid *) arg;
	return UPDATE_ROW;
}

/* Hand an object's dependencies over to another. */
long
changeDependenciesOf(Oid classId, Oid oldObjectId, Oid newObjectId)
{
	return visit(false, classId, oldObjectId, true, change_depender,
				 &newObjectId);
}

/* Whatever depended on one object depends on another from now on. */
long
changeDependenciesOn(Oid refClassId, Oid oldRefObjectId, Oid newRefObjectId)
{
	Change c = {refClassId, oldRefObjectId, newRefObjectId};

	refuse_pinned(refClassId, oldRefObjectId);
	return visit(true, refClassId, oldRefObjectId, true, change_reference, &c);
}

/* ---- asking ---- */

static Verdict
find_extension(Form_pg_depend row, void *arg)
{
	if (row->refclassid != ExtensionRelationId ||
		row->deptype != DEPENDENCY_EXTENSION)
		return KEEP_ROW;
	*(Oid *) arg = row->refobjid;
	return STOP;
}

/* The extension that an object is member of, or InvalidOid. */
Oid
getExtensionOfObject(Oid classId, Oid objectId)
{
	Oid result = InvalidOid;

	visit(false, classId, objectId, false, find_extension, &result);
	return result;
}

static Verdict
add_auto_extension(Form_pg_depend row, void *arg)
{
	List **list = arg;

	if (row->refclassid == ExtensionRelationId &&
		row->deptype == DEPENDENCY_AUTO_EXTENSION)
		*list = lappend_oid(*list, row->refobjid);
	return KEEP_ROW;
}

List *
getAutoExtensionsOfObject(Oid classId, Oid objectId)
{
	List *result = NIL;

	visit(false, classId, objectId, false, add_auto_extension, &result);
	return result;
}

typedef struct Ownership
{
	char deptype;
	bool found;
	Oid table;
	int32 column;
} Ownership;

static Verdict
find_owner(Form_pg_depend row, void *arg)
{
	Ownership *o = arg;

	if (row->refclassid != RelationRelationId || row->deptype != o->deptype)
		return KEEP_ROW;
	o->found = true;
	o->table = row->refobjid;
	o->column = row->refobjsubid;
	return STOP;
}

/* Does a sequence belong to a column (auto: serial, internal: identity)? */
bool
sequenceIsOwned(Oid seqId, char deptype, Oid *tableId, int32 *colId)
{
	Ownership o = {deptype, false, InvalidOid, 0};

	visit(false, RelationRelationId, seqId, false, find_owner, &o);
	if (o.found)
	{
		*tableId = o.table;
		*colId = o.column;
	}
	return o.found;
}

typedef struct OwnedSearch
{
	AttrNumber attnum; /* 0: any column */
	char deptype; /* 0: auto or internal */
	List *result;
} OwnedSearch;

static Verdict
add_owned_sequence(Form_pg_depend row, void *arg)
{
	OwnedSearch *s = arg;
	bool kind = s->deptype ? row->deptype == s->deptype : (row->deptype == DEPENDENCY_AUTO || row->deptype == DEPENDENCY_INTERNAL);

	if (row->classid == RelationRelationId && row->objsubid == 0 &&
		row->refobjsubid != 0 && kind &&
		(s->attnum == 0 || row->refobjsubid == s->attnum) &&
		get_rel_relkind(row->objid) == RELKIND_SEQUENCE)
		s->result = lappend_oid(s->result, row->objid);
	return KEEP_ROW;
}

/* Sequences that belong to any column of a table. */
List *
getOwnedSequences(Oid relid)
{
	OwnedSearch s = {0, 0, NIL};

	visit(true, RelationRelationId, relid, false, add_owned_sequence, &s);
	return s.result;
}

Oid
getIdentitySequence(Oid relid, AttrNumber attnum, bool missing_ok)
{
	OwnedSearch s = {attnum, DEPENDENCY_INTERNAL, NIL};

	visit(true, RelationRelationId, relid, false, add_owned_sequence, &s);
	if (list_length(s.result) > 1)
		elog(ERROR, "more than one owned sequence found");
	if (s.result == NIL)
	{
		if (!missing_ok)
			elog(ERROR, "no owned sequence found");
		return InvalidOid;
	}
	return linitial_oid(s.result);
}

static Verdict
find_constraint(Form_pg_depend row, void *arg)
{
	if (row->refclassid != ConstraintRelationId || row->refobjsubid != 0 ||
		row->deptype != DEPENDENCY_INTERNAL)
		return KEEP_ROW;
	*(Oid *) arg = row->refobjid;
	return STOP;
}

/* The constraint that an index is the implementation of, or InvalidOid. */
Oid
get_index_constraint(Oid indexId)
{
	Oid result = InvalidOid;

	visit(false, RelationRelationId, indexId, false, find_constraint, &result);
	return result;
}

static Verdict
add_referring_constraint(Form_pg_depend row, void *arg)
{
	List **list = arg;

	if (row->classid == ConstraintRelationId && row->objsubid == 0 &&
		row->refobjsubid == 0 && row->deptype == DEPENDENCY_NORMAL)
		*list = lappend_oid(*list, row->objid);
	return KEEP_ROW;
}

/* Foreign keys that refer to a unique index. */
List *
get_index_ref_constraints(Oid indexId)
{
	List *result = NIL;

	visit(true, RelationRelationId, indexId, false, add_referring_constraint,
		  &result);
	return result;
}

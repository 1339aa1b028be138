/*
 * dependency.c
 *		Dropping an object with all that depends on it.
 *
 * DROP works in three steps: collect everything that must go, in an order in
 * which nothing is deleted before its dependents; check that the statement
 * allows it (RESTRICT) and tell what CASCADE takes along; delete one by one.
 *
 * Collecting walks pg_depend from the object to its dependents.  An object
 * that is only a part of another (internal dependency, or a member of an
 * extension) is not dropped by itself: the walk turns to the whole instead,
 * or refuses if the part is what the user named.
 *
 *	1. Each object is locked before its dependents are read, so that none is
 *	   added or dropped meanwhile; objects that vanish while waiting for their
 *	   lock are skipped.
 *	2. An object appears once in the list; the flags of all ways that lead to
 *	   it are united.
 *	3. An object being walked is on a stack: a cycle ends there.
 *
 * Expression references are in dependency_expr.c, rows in pg_depend.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/dependency.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_description_d.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_init_privs_d.h"
#include "catalog/pg_seclabel_d.h"
#include "catalog/pg_sequence_d.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "dependency_private.h"

/* How an object came to be in the list. */
#define BY_NAME 0x0001 /* named by the statement */
#define BY_NORMAL 0x0002 /* needs CASCADE */
#define BY_AUTO 0x0004
#define BY_INTERNAL 0x0008
#define BY_EXTENSION 0x0010
#define BY_REVERSE 0x0020 /* the whole of a part that goes */
#define BY_PARTITION 0x0040
#define IS_PART 0x0080 /* of a partition */
#define IS_SUBOBJECT 0x0100 /* a column of something that goes */

#define MAX_REPORTED_DEPS 100

/* Objects whose walk has not ended (invariant 3). */
typedef struct Walk
{
	const ObjectAddress *object;
	int flags;
	struct Walk *outer;
} Walk;

typedef struct Dependent
{
	ObjectAddress object;
	int how;
} Dependent;

/* ---- locks ---- */

/* Lock an object against use; shared objects across databases. */
void
AcquireDeletionLock(const ObjectAddress *object, int flags)
{
	if (object->classId == RelationRelationId)
	{
		if (flags & PERFORM_DELETION_CONCURRENTLY)
			LockRelationOid(object->objectId, ShareUpdateExclusiveLock);
		else
			LockRelationOid(object->objectId, AccessExclusiveLock);
	}
	else if (IsSharedRelation(object->classId))
		LockSharedObject(object->classId, object->objectId, 0,
						 AccessExclusiveLock);
	else
		LockDatabaseObject(object->classId, object->objectId, 0,
						   AccessExclusiveLock);
}

void
ReleaseDeletionLock(const ObjectAddress *object)
{
	if (object->classId == RelationRelationId)
		UnlockRelationOid(object->objectId, AccessExclusiveLock);
	else
		UnlockDatabaseObject(object->classId, object->objectId, 0,
							 AccessExclusiveLock);
}

/* ---- collecting ---- */

static bool
same_or_part(const ObjectAddress *whole, const ObjectAddress *object)
{
	return whole->classId == object->classId &&
		whole->objectId == object->objectId &&
		(whole->objectSubId == object->objectSubId || whole->objectSubId == 0);
}

/*
 * Is the object what is known, or a column of it?  Then flags go to what is
 * known, unless only a column was meant: the reasons for which a column would
 * go are none for the whole.  Where a column is known and the whole is met, the
 * column goes with the whole, which is still to be seen to.
 */
static bool
covered(const ObjectAddress *known, int *known_flags, const ObjectAddress *object, int flags)
{
	if (known->objectSubId == object->objectSubId && same_or_part(known, object))
		*known_flags |= flags;
	else if (same_or_part(object, known) && flags != 0)
		*known_flags |= flags | IS_SUBOBJECT;
	return same_or_part(known, object);
}

static bool
on_stack(const ObjectAddress *object, int flags, Walk *stack)
{
	for (Walk *w = stack; w != NULL; w = w->outer)
		if (covered(w->object, &w->flags, object, flags))
			return true;
	return false;
}

static bool
already_collected(const ObjectAddress *object, int flags,
				  ObjectAddresses *targets)
{
	for (int i = targets->numrefs - 1; i >= 0; i--)
		if (covered(&targets->refs[i], &targets->extras[i].flags, object, flags))
			return true;
	return false;
}

/* The object that this one is a part of, or none. */
typedef struct Whole
{
	ObjectAddress object;
	ObjectAddress partition; /* one of the wholes of a partition */
	char deptype;
	bool has_partition;
} Whole;

static bool
is_pending(const ObjectAddress *whole, const ObjectAddresses *pending)
{
	return pending != NULL && object_address_present(whole, pending);
}

/*
 * Look at what the object itself depends on, for an owner.  Returns false if
 * the object will go with one that the statement names later.
 */
static bool
find_whole(const ObjectAddress *object, int objflags, int flags, Walk *stack,
		   const ObjectAddresses *pending, Relation rel, Whole *whole)
{
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple tuple;
	bool go_on = true;
	int nkeys = object->objectSubId != 0 ? 3 : 2;

	memset(whole, 0, sizeof(*whole));
	ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(object->classId));
	ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(object->objectId));
	ScanKeyInit(&keys[2], Anum_pg_depend_objsubid, BTEqualStrategyNumber,
				F_INT4EQ, Int32GetDatum(object->objectSubId));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, nkeys,
							  keys);
	while (go_on && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend row = (Form_pg_depend) GETSTRUCT(tuple);
		ObjectAddress other;

		ObjectAddressSubSet(other, row->refclassid, row->refobjid,
							row->refobjsubid);
		/* a column depending on another of the same table is no owner */
		if (other.classId == object->classId &&
			other.objectId == object->objectId && object->objectSubId == 0)
			continue;
		switch (row->deptype)
		{
			case DEPENDENCY_NORMAL:
			case DEPENDENCY_AUTO:
			case DEPENDENCY_AUTO_EXTENSION:
				break;
			case DEPENDENCY_EXTENSION:
				if (flags & PERFORM_DELETION_SKIP_EXTENSIONS)
					break;
				if (creating_extension &&
					other.classId == ExtensionRelationId &&
					other.objectId == CurrentExtensionObject)
					break;
				fallthrough;
			case DEPENDENCY_INTERNAL:
				if (stack == NULL)
				{
					/* at top level: fine if its owner is named too */
					if (is_pending(&other, pending))
					{
						ReleaseDeletionLock(object);
						go_on = false;
						break;
					}
					if (!OidIsValid(whole->object.classId) ||
						row->deptype == DEPENDENCY_EXTENSION)
					{
						whole->object = other;
						whole->deptype = row->deptype;
					}
					break;
				}
				/* the owner is being walked: go on, it knows of us */
				if (on_stack(&other, 0, stack))
					break;
				whole->object = other;
				whole->deptype = row->deptype;
				break;
			case DEPENDENCY_PARTITION_PRI:
			case DEPENDENCY_PARTITION_SEC:
				whole->has_partition = true;
				if (row->deptype == DEPENDENCY_PARTITION_PRI ||
					!OidIsValid(whole->partition.classId))
					whole->partition = other;
				break;
			default:
				elog(ERROR, "unrecognized dependency type '%c' for %s",
					 row->deptype, getObjectDescription(object, false));
		}
	}
	systable_endscan(scan);
	return go_on;
}

static void
refuse_part(const ObjectAddress *object, const ObjectAddress *whole)
{
	char *part = getObjectDescription(object, false);
	char *descr = getObjectDescription(whole, false);

	ereport(ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 errmsg("cannot drop %s because %s requires it", part, descr),
			 errhint("Drop %s instead.", descr)));
}

static int
how_of(char deptype)
{
	switch (deptype)
	{
		case DEPENDENCY_NORMAL:
			return BY_NORMAL;
		case DEPENDENCY_AUTO:
		case DEPENDENCY_AUTO_EXTENSION:
			return BY_AUTO;
		case DEPENDENCY_INTERNAL:
			return BY_INTERNAL;
		case DEPENDENCY_PARTITION_PRI:
		case DEPENDENCY_PARTITION_SEC:
			return BY_PARTITION;
		case DEPENDENCY_EXTENSION:
			return BY_EXTENSION;
		default:
			elog(ERROR, "unrecognized dependency type '%c'", deptype);
			return 0;
	}
}

/* Newest first, then any fixed order: the dumps of two runs look alike. */
static int
dependent_order(const void *a, const void *b)
{
	const ObjectAddress *x = &((const Dependent *) a)->object;
	const ObjectAddress *y = &((const Dependent *) b)->object;

	return object_address_order(x, y);
}

/*
 * The direct dependents, each locked and still there.
 */
static Dependent *
find_dependents(const ObjectAddress *object, Relation rel, int flags, int *n)
{
	ScanKeyData keys[3];
	int nkeys = object->objectSubId != 0 ? 3 : 2;
	SysScanDesc scan;
	HeapTuple tuple;
	Dependent *list;
	int max = 16;

	*n = 0;
	list = palloc(max * sizeof(Dependent));
	ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(object->classId));
	ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(object->objectId));
	ScanKeyInit(&keys[2], Anum_pg_depend_refobjsubid, BTEqualStrategyNumber,
				F_INT4EQ, Int32GetDatum(object->objectSubId));
	scan = systable_beginscan(rel, DependReferenceIndexId, true, NULL, nkeys,
							  keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend row = (Form_pg_depend) GETSTRUCT(tuple);
		Dependent d;

		ObjectAddressSubSet(d.object, row->classid, row->objid, row->objsubid);
		/* a column of what goes needs no visit */
		if (d.object.classId == object->classId &&
			d.object.objectId == object->objectId && object->objectSubId == 0)
			continue;
		d.how = how_of(row->deptype);
		AcquireDeletionLock(&d.object, 0);
		if (!systable_recheck_tuple(scan, tuple))
		{
			ReleaseDeletionLock(&d.object);
			continue;
		}
		if (*n >= max)
		{
			max *= 2;
			list = repalloc(list, max * sizeof(Dependent));
		}
		list[(*n)++] = d;
	}
	systable_endscan(scan);
	if (*n > 1)
		qsort(list, *n, sizeof(Dependent), dependent_order);
	return list;
}

/*
 * Collect an object and all that must go with it.  The object is locked;
 * pending are others that the statement names.
 */
static void
collect(const ObjectAddress *object, int how, int flags, Walk *stack,
		ObjectAddresses *targets, const ObjectAddresses *pending, Relation rel)
{
	Whole whole;
	Walk me;
	Dependent *dependents;
	int n;
	ObjectAddressExtra extra;

	check_stack_depth();
	if (on_stack(object, how, stack) || already_collected(object, how, targets))
		return;
	if (IsPinnedObject(object->classId, object->objectId))
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop %s because it is required by the database system",
						getObjectDescription(object, false))));

	if (!find_whole(object, how, flags, stack, pending, rel, &whole))
		return;
	if (OidIsValid(whole.object.classId))
	{
		if (stack == NULL)
			refuse_part(object, &whole.object);

		/* turn to the whole; the part is found again from there */
		ReleaseDeletionLock(object);
		AcquireDeletionLock(&whole.object, 0);
		collect(&whole.object, how | BY_REVERSE, flags, stack, targets,
				pending, rel);
		if (!already_collected(object, how, targets) &&
			!on_stack(object, how, stack))
			elog(ERROR, "deletion of owning object %s failed to delete %s",
				 getObjectDescription(&whole.object, false),
				 getObjectDescription(object, false));
		return;
	}
	if (whole.has_partition)
		how |= IS_PART;

	me.object = object;
	me.flags = how;
	me.outer = stack;
	dependents = find_dependents(object, rel, flags, &n);
	for (int i = 0; i < n; i++)
		collect(&dependents[i].object, dependents[i].how, flags, &me, targets,
				pending, rel);
	pfree(dependents);

	memset(&extra, 0, sizeof(extra));
	extra.flags = me.flags;
	if (whole.has_partition)
		extra.dependee = whole.partition;
	else if (stack)
		extra.dependee = *stack->object;
	add_object_with_extra(object, &extra, targets);
}

/* ---- reporting ---- */

static void
add_line(StringInfo buf, const char *line)
{
	if (buf->len > 0)
		appendStringInfoChar(buf, '\n');
	appendStringInfoString(buf, line);
}

/* Is the object one that RESTRICT lets go silently? */
static bool
goes_silently(int flags)
{
	return (flags & (BY_AUTO | BY_INTERNAL | BY_PARTITION | BY_EXTENSION)) != 0;
}

static void
check_partitions(const ObjectAddresses *targets)
{
	for (int i = targets->numrefs - 1; i >= 0; i--)
	{
		const ObjectAddressExtra *extra = &targets->extras[i];

		if ((extra->flags & IS_PART) && !(extra->flags & BY_PARTITION))
		{
			char *descr = getObjectDescription(&extra->dependee, false);

			ereport(ERROR,
					(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
					 errmsg("cannot drop %s because %s requires it",
							getObjectDescription(&targets->refs[i], false),
							descr),
					 errhint("Drop %s instead.", descr)));
		}
	}
}

/*
 * Tell what goes along (CASCADE), or refuse (RESTRICT).  original is the one
 * object the statement named, or NULL if there are several.
 */
static void
report(const ObjectAddresses *targets, DropBehavior behavior, int flags,
	   const ObjectAddress *original)
{
	StringInfoData client;
	int msglevel = (flags & PERFORM_DELETION_QUIETLY) ? DEBUG2 : NOTICE;
	int reported = 0;
	int unreported = 0;
	bool ok = true;

	check_partitions(targets);
	initStringInfo(&client);
	for (int i = targets->numrefs - 1; i >= 0; i--)
	{
		const ObjectAddress *obj = &targets->refs[i];
		const ObjectAddressExtra *extra = &targets->extras[i];
		char *descr;

		if (extra->flags & (BY_NAME | IS_SUBOBJECT))
			continue;
		if (goes_silently(extra->flags))
			continue;
		descr = getObjectDescription(obj, true);
		if (descr == NULL)
			continue;
		if (behavior == DROP_RESTRICT)
		{
			char *other = getObjectDescription(&extra->dependee, true);

			ok = false;
			if (other == NULL)
				continue;
			if (reported++ < MAX_REPORTED_DEPS)
				add_line(&client, psprintf("%s depends on %s", descr, other));
			else
				unreported++;
		}
		else if (reported++ < MAX_REPORTED_DEPS)
			add_line(&client, psprintf("drop cascades to %s", descr));
		else
			unreported++;
	}
	if (unreported > 0)
		add_line(&client, psprintf("and %d other objects", unreported));

	if (!ok)
	{
		if (original)
			ereport(ERROR,
					(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
					 errmsg("cannot drop %s because other objects depend on it",
							getObjectDescription(original, false)),
					 errdetail_internal("%s", client.data),
					 errhint("Use DROP ... CASCADE to drop the dependent objects too.")));
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop desired object(s) because other objects depend on them"),
				 errdetail_internal("%s", client.data),
				 errhint("Use DROP ... CASCADE to drop the dependent objects too.")));
	}
	if (reported > 1)
		ereport(msglevel,
				(errmsg("drop cascades to %d other objects", reported),
				 errdetail_internal("%s", client.data)));
	else if (reported == 1)
		ereport(msglevel, (errmsg_internal("%s", client.data)));
	pfree(client.data);
}

/* ---- deleting ---- */

/* Rows of catalogs that hang on any object: comments, labels, initial ACLs. */
static void
delete_annotations(Oid catalog, Oid index, AttrNumber objcol,
				   AttrNumber classcol, AttrNumber subcol,
				   const ObjectAddress *object)
{
	Relation rel = table_open(catalog, RowExclusiveLock);
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple tuple;
	int nkeys = 2;

	ScanKeyInit(&keys[0], objcol, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(object->objectId));
	ScanKeyInit(&keys[1], classcol, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(object->classId));
	if (object->objectSubId != 0)
		ScanKeyInit(&keys[nkeys++], subcol, BTEqualStrategyNumber, F_INT4EQ,
					Int32GetDatum(object->objectSubId));
	scan = systable_beginscan(rel, index, true, NULL, nkeys, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

static void
delete_one(const ObjectAddress *object, int flags)
{
	InvokeObjectDropHookArg(object->classId, object->objectId,
							object->objectSubId, flags);
	drop_object_itself(object, flags);

	if (object->objectSubId == 0)
		(void) deleteDependencyRecordsFor(object->classId, object->objectId,
										  false);
	else
		delete_column_dependencies(object);
	deleteSharedDependencyRecordsFor(object->classId, object->objectId,
									 object->objectSubId);
	delete_annotations(DescriptionRelationId, DescriptionObjIndexId,
					   Anum_pg_description_objoid, Anum_pg_description_classoid,
					   Anum_pg_description_objsubid, object);
	delete_annotations(SecLabelRelationId, SecLabelObjectIndexId,
					   Anum_pg_seclabel_objoid, Anum_pg_seclabel_classoid,
					   Anum_pg_seclabel_objsubid, object);
	delete_annotations(InitPrivsRelationId, InitPrivsObjIndexId,
					   Anum_pg_init_privs_objoid, Anum_pg_init_privs_classoid,
					   Anum_pg_init_privs_objsubid, object);
	CommandCounterIncrement();
}

/* pg_depend rows of one column as depender. */
void
delete_column_dependencies(const ObjectAddress *column)
{
	Relation rel = table_open(DependRelationId, RowExclusiveLock);
	ScanKeyData keys[3];
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(column->classId));
	ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(column->objectId));
	ScanKeyInit(&keys[2], Anum_pg_depend_objsubid, BTEqualStrategyNumber,
				F_INT4EQ, Int32GetDatum(column->objectSubId));
	scan = systable_beginscan(rel, DependDependerIndexId, true, NULL, 3, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

static void
delete_all(const ObjectAddresses *targets, int flags)
{
	for (int i = 0; i < targets->numrefs; i++)
	{
		if ((flags & PERFORM_DELETION_SKIP_ORIGINAL) &&
			(targets->extras[i].flags & BY_NAME))
			continue;
		delete_one(&targets->refs[i], flags);
	}
}

/*
 * performDeletion
 *		Drop one object.  behavior says what to do with dependents.
 */
void
performDeletion(const ObjectAddress *object, DropBehavior behavior, int flags)
{
	Relation rel = table_open(DependRelationId, RowExclusiveLock);
	ObjectAddresses *targets;

	AcquireDeletionLock(object, 0);
	targets = new_object_addresses();
	collect(object, BY_NAME, flags, NULL, targets, NULL, rel);
	report(targets, behavior, flags, object);
	delete_all(targets, flags);
	free_object_addresses(targets);
	table_close(rel, RowExclusiveLock);
}

/*
 * performMultipleDeletions
 *		Drop several objects at once: they may depend on each other.
 */
void
performMultipleDeletions(const ObjectAddresses *objects,
						 DropBehavior behavior, int flags)
{
	Relation rel;
	ObjectAddresses *targets;

	if (objects->numrefs <= 0)
		return;
	rel = table_open(DependRelationId, RowExclusiveLock);
	targets = new_object_addresses();
	for (int i = 0; i < objects->numrefs; i++)
	{
		AcquireDeletionLock(&objects->refs[i], flags);
		collect(&objects->refs[i], BY_NAME, flags, NULL, targets, objects, rel);
	}
	report(targets, behavior, flags,
		   objects->numrefs == 1 ? &objects->refs[0] : NULL);
	delete_all(targets, flags);
	free_object_addresses(targets);
	table_close(rel, RowExclusiveLock);
}

/* ---- lists of objects ---- */

int
object_address_order(const ObjectAddress *a, const ObjectAddress *b)
{
	if (a->objectId != b->objectId)
		return a->objectId > b->objectId ? -1 : 1;
	if (a->classId != b->classId)
		return a->classId < b->classId ? -1 : 1;
	if (a->objectSubId != b->objectSubId)
		return (uint32) a->objectSubId < (uint32) b->objectSubId ? -1 : 1;
	return 0;
}

ObjectAddresses *
new_object_addresses(void)
{
	ObjectAddresses *addrs = palloc(sizeof(ObjectAddresses));

	addrs->numrefs = 0;
	addrs->maxrefs = 32;
	addrs->refs = palloc(addrs->maxrefs * sizeof(ObjectAddress));
	addrs->extras = NULL;
	return addrs;
}

static void
make_room(ObjectAddresses *addrs)
{
	if (addrs->numrefs < addrs->maxrefs)
		return;
	addrs->maxrefs *= 2;
	addrs->refs = repalloc(addrs->refs,
						   addrs->maxrefs * sizeof(ObjectAddress));
	if (addrs->extras)
		addrs->extras = repalloc(addrs->extras,
								 addrs->maxrefs * sizeof(ObjectAddressExtra));
}

void
add_exact_object_address(const ObjectAddress *object, ObjectAddresses *addrs)
{
	make_room(addrs);
	addrs->refs[addrs->numrefs++] = *object;
}

void
add_object_with_extra(const ObjectAddress *object,
					  const ObjectAddressExtra *extra, ObjectAddresses *addrs)
{
	make_room(addrs);
	if (addrs->extras == NULL)
		addrs->extras = palloc(addrs->maxrefs * sizeof(ObjectAddressExtra));
	addrs->refs[addrs->numrefs] = *object;
	addrs->extras[addrs->numrefs++] = *extra;
}

/* Is the object, or the whole of which it is a column, in the list? */
bool
object_address_present(const ObjectAddress *object,
					   const ObjectAddresses *addrs)
{
	for (int i = addrs->numrefs - 1; i >= 0; i--)
	{
		if (same_or_part(&addrs->refs[i], object))
			return true;
	}
	return false;
}

static int
plain_order(const void *a, const void *b)
{
	return object_address_order(a, b);
}

void
sort_object_addresses(ObjectAddresses *addrs)
{
	if (addrs->numrefs > 1)
		qsort(addrs->refs, addrs->numrefs, sizeof(ObjectAddress), plain_order);
}

/* Sort, and leave each object once; a whole makes its columns superfluous. */
void
unique_object_addresses(ObjectAddresses *addrs)
{
	int kept = 0;

	sort_object_addresses(addrs);
	for (int i = 0; i < addrs->numrefs; i++)
	{
		ObjectAddress *cur = &addrs->refs[i];
		ObjectAddress *last = kept > 0 ? &addrs->refs[kept - 1] : NULL;

		if (last && last->classId == cur->classId &&
			last->objectId == cur->objectId)
		{
			if (last->objectSubId == cur->objectSubId)
				continue;
			/* the order puts the whole first: a column says more */
			if (last->objectSubId == 0)
			{
				*last = *cur;
				continue;
			}
		}
		addrs->refs[kept++] = *cur;
	}
	addrs->numrefs = kept;
}

/* Record that depender depends on all of a list. */
void
record_object_address_dependencies(const ObjectAddress *depender,
								   ObjectAddresses *referenced,
								   DependencyType behavior)
{
	unique_object_addresses(referenced);
	recordMultipleDependencies(depender, referenced->refs,
							   referenced->numrefs, behavior);
}

void
free_object_addresses(ObjectAddresses *addrs)
{
	pfree(addrs->refs);
	if (addrs->extras)
		pfree(addrs->extras);
	pfree(addrs);
}

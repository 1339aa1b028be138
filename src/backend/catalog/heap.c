/*
 * heap.c
 *		Making and dropping relations in the catalogs.
 *
 * A relation is rows in pg_class and pg_attribute, two rows in pg_type (its
 * row type and the array of it), dependencies, and files.  They are written
 * in this order:
 *
 *		files, pg_type (row type, then array), pg_class, pg_attribute
 *		(columns, then system columns), pg_depend
 *
 * which is the order that a reader of the WAL sees from stock servers too.
 * Defaults and CHECK constraints are in heap_constraints.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/heap.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/relation.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/catalog_upcalls.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_foreign_table.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/pg_type.h"
#include "catalog/storage.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "heap_private.h"

#define MAX_BATCH_BYTES 65535

/* ---- system columns ---- */

#define SYSTEM_COLUMN(name, type, len, num, byval, align)                      \
	{                                                                          \
		.attname = {name}, .atttypid = type, .attlen = len, .attnum = num,     \
		.attcacheoff = -1, .atttypmod = -1, .attbyval = byval,                 \
		.attalign = align, .attstorage = TYPSTORAGE_PLAIN, .attnotnull = true, \
		.attislocal = true                                                     \
	}

static const FormData_pg_attribute system_columns[] = {
	SYSTEM_COLUMN("ctid", TIDOID, sizeof(ItemPointerData),
				  SelfItemPointerAttributeNumber, false, TYPALIGN_SHORT),
	SYSTEM_COLUMN("xmin", XIDOID, sizeof(TransactionId),
				  MinTransactionIdAttributeNumber, true, TYPALIGN_INT),
	SYSTEM_COLUMN("cmin", CIDOID, sizeof(CommandId),
				  MinCommandIdAttributeNumber, true, TYPALIGN_INT),
	SYSTEM_COLUMN("xmax", XIDOID, sizeof(TransactionId),
				  MaxTransactionIdAttributeNumber, true, TYPALIGN_INT),
	SYSTEM_COLUMN("cmax", CIDOID, sizeof(CommandId),
				  MaxCommandIdAttributeNumber, true, TYPALIGN_INT),
	SYSTEM_COLUMN("tableoid", OIDOID, sizeof(Oid),
				  TableOidAttributeNumber, true, TYPALIGN_INT),
};

/* The definition of a system column; attno is below zero. */
const FormData_pg_attribute *
SystemAttributeDefinition(AttrNumber attno)
{
	if (attno >= 0 || attno < -(int) lengthof(system_columns))
		elog(ERROR, "invalid system attribute number %d", attno);
	return &system_columns[-attno - 1];
}

/* The same by name, or NULL. */
const FormData_pg_attribute *
SystemAttributeByName(const char *attname)
{
	for (size_t i = 0; i < lengthof(system_columns); i++)
	{
		if (strcmp(NameStr(system_columns[i].attname), attname) == 0)
			return &system_columns[i];
	}
	return NULL;
}

/* ---- checks ---- */

/*
 * CheckAttributeNamesTypes
 *		Names must differ from each other and from system columns; types must
 *		be ones that can be stored.
 */
void
CheckAttributeNamesTypes(TupleDesc tupdesc, char relkind, int flags)
{
	int natts = tupdesc->natts;
	bool has_system = relkind != RELKIND_VIEW &&
		relkind != RELKIND_COMPOSITE_TYPE;

	if (natts < 0 || natts > MaxHeapAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("tables can have at most %d columns",
						MaxHeapAttributeNumber)));
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);

		if (has_system && SystemAttributeByName(NameStr(att->attname)) != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column name \"%s\" conflicts with a system column name",
							NameStr(att->attname))));
		for (int k = 0; k < i; k++)
		{
			if (namestrcmp(&TupleDescAttr(tupdesc, k)->attname,
						   NameStr(att->attname)) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_COLUMN),
						 errmsg("column name \"%s\" specified more than once",
								NameStr(att->attname))));
		}
	}
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);

		CheckAttributeType(NameStr(att->attname), att->atttypid,
						   att->attcollation, NIL, flags);
	}
}

static void
refuse_pseudo_type(const char *attname, Oid type, int flags)
{
	if ((type == ANYARRAYOID && (flags & CHKATYPE_ANYARRAY)) ||
		(type == RECORDOID && (flags & CHKATYPE_ANYRECORD)) ||
		(type == RECORDARRAYOID && (flags & CHKATYPE_ANYRECORD)))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
			 (flags & CHKATYPE_IS_PARTKEY) ? errmsg("partition key column %s has pseudo-type %s", attname,
													format_type_be(type))
										   : errmsg("column \"%s\" has pseudo-type %s", attname,
													format_type_be(type))));
}

/* A composite type may not contain itself, however deep. */
static void
check_fields(Oid type, List *containing, int flags)
{
	Relation rel;
	TupleDesc desc;

	if (list_member_oid(containing, type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("composite type %s cannot be made a member of itself",
						format_type_be(type))));
	containing = lappend_oid(list_copy(containing), type);
	rel = relation_open(get_typ_typrelid(type), AccessShareLock);
	desc = RelationGetDescr(rel);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (!att->attisdropped)
			CheckAttributeType(NameStr(att->attname), att->atttypid,
							   att->attcollation, containing,
							   flags & ~CHKATYPE_IS_PARTKEY);
	}
	relation_close(rel, AccessShareLock);
	list_free(containing);
}

/* May a column be of this type? */
void
CheckAttributeType(const char *attname, Oid atttypid, Oid attcollation,
				   List *containing_rowtypes, int flags)
{
	Oid elem;

	check_stack_depth();
	switch (get_typtype(atttypid))
	{
		case TYPTYPE_PSEUDO:
			refuse_pseudo_type(attname, atttypid, flags);
			break;
		case TYPTYPE_DOMAIN:
			CheckAttributeType(attname, getBaseType(atttypid), attcollation,
							   containing_rowtypes, flags);
			break;
		case TYPTYPE_COMPOSITE:
			check_fields(atttypid, containing_rowtypes, flags);
			break;
		case TYPTYPE_RANGE:
			CheckAttributeType(attname, get_range_subtype(atttypid),
							   get_range_collation(atttypid),
							   containing_rowtypes, flags);
			break;
		default:
			elem = get_element_type(atttypid);
			if (OidIsValid(elem))
				CheckAttributeType(attname, elem, attcollation,
								   containing_rowtypes, flags);
			break;
	}
	if (!OidIsValid(attcollation) && type_is_collatable(atttypid))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 (flags & CHKATYPE_IS_PARTKEY) ? errmsg("no collation was derived for partition key column %s with collatable type %s",
														attname, format_type_be(atttypid))
											   : errmsg("no collation was derived for column \"%s\" with collatable type %s",
														attname, format_type_be(atttypid)),
				 errhint("Say which collation with COLLATE.")));
}

/* ---- making ---- */

/*
 * heap_create
 *		The descriptor and the files of a new relation, without any catalog
 *		row.  Returned open; relfrozenxid and relminmxid are set for those
 *		kinds that have them.
 */
Relation
heap_create(const char *relname, Oid relnamespace, Oid reltablespace,
			Oid relid, Oid relfilenode, Oid accessmtd, TupleDesc tupDesc,
			char relkind, char relpersistence, bool shared_relation,
			bool mapped_relation, bool allow_system_table_mods,
			TransactionId *relfrozenxid, MultiXactId *relminmxid,
			bool create_storage)
{
	Relation rel;

	Assert(OidIsValid(relid));
	if (!allow_system_table_mods && IsNormalProcessingMode() &&
		((IsCatalogNamespace(relnamespace) && relkind != RELKIND_INDEX) ||
		 IsToastNamespace(relnamespace)))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to create \"%s.%s\"",
						get_namespace_name(relnamespace), relname),
				 errdetail("The system catalogs may not be changed.")));

	*relfrozenxid = InvalidTransactionId;
	*relminmxid = InvalidMultiXactId;
	if (!RELKIND_HAS_TABLESPACE(relkind))
		reltablespace = InvalidOid;
	if (!RELKIND_HAS_STORAGE(relkind))
		create_storage = false;
	else if (OidIsValid(relfilenode))
		create_storage = false; /* the caller has the file already */
	else
		relfilenode = relid;
	/* the database's own tablespace is stored as none */
	if (reltablespace == MyDatabaseTableSpace)
		reltablespace = InvalidOid;

	rel = RelationBuildLocalRelation(relname, relnamespace, tupDesc, relid,
									 accessmtd, relfilenode, reltablespace,
									 shared_relation, mapped_relation,
									 relpersistence, relkind);
	if (create_storage)
	{
		if (RELKIND_HAS_TABLE_AM(relkind))
			table_relation_set_new_filenode(rel, &rel->rd_node, relpersistence,
											relfrozenxid, relminmxid);
		else
			RelationCreateStorage(rel->rd_node, relpersistence, true);
	}
	else if (OidIsValid(reltablespace))
		recordDependencyOnTablespace(RelationRelationId, relid, reltablespace);

	pgstat_create_relation(rel);
	return rel;
}

/* The pg_class row of a new relation, from its descriptor. */
void
InsertPgClassTuple(Relation pg_class_desc, Relation new_rel_desc,
				   Oid new_rel_oid, Datum relacl, Datum reloptions)
{
	Form_pg_class f = new_rel_desc->rd_rel;
	Datum v[Natts_pg_class] = {0};
	bool nulls[Natts_pg_class] = {false};
	HeapTuple tuple;

#define SET(col, datum) v[Anum_pg_class_##col - 1] = (datum)
	SET(oid, ObjectIdGetDatum(new_rel_oid));
	SET(relname, NameGetDatum(&f->relname));
	SET(relnamespace, ObjectIdGetDatum(f->relnamespace));
	SET(reltype, ObjectIdGetDatum(f->reltype));
	SET(reloftype, ObjectIdGetDatum(f->reloftype));
	SET(relowner, ObjectIdGetDatum(f->relowner));
	SET(relam, ObjectIdGetDatum(f->relam));
	SET(relfilenode, ObjectIdGetDatum(f->relfilenode));
	SET(reltablespace, ObjectIdGetDatum(f->reltablespace));
	SET(relpages, Int32GetDatum(f->relpages));
	SET(reltuples, Float4GetDatum(f->reltuples));
	SET(relallvisible, Int32GetDatum(f->relallvisible));
	SET(reltoastrelid, ObjectIdGetDatum(f->reltoastrelid));
	SET(relhasindex, BoolGetDatum(f->relhasindex));
	SET(relisshared, BoolGetDatum(f->relisshared));
	SET(relpersistence, CharGetDatum(f->relpersistence));
	SET(relkind, CharGetDatum(f->relkind));
	SET(relnatts, Int16GetDatum(f->relnatts));
	SET(relchecks, Int16GetDatum(f->relchecks));
	SET(relhasrules, BoolGetDatum(f->relhasrules));
	SET(relhastriggers, BoolGetDatum(f->relhastriggers));
	SET(relhassubclass, BoolGetDatum(f->relhassubclass));
	SET(relrowsecurity, BoolGetDatum(f->relrowsecurity));
	SET(relforcerowsecurity, BoolGetDatum(f->relforcerowsecurity));
	SET(relispopulated, BoolGetDatum(f->relispopulated));
	SET(relreplident, CharGetDatum(f->relreplident));
	SET(relispartition, BoolGetDatum(f->relispartition));
	SET(relrewrite, ObjectIdGetDatum(f->relrewrite));
	SET(relfrozenxid, TransactionIdGetDatum(f->relfrozenxid));
	SET(relminmxid, MultiXactIdGetDatum(f->relminmxid));
	SET(relacl, relacl);
	SET(reloptions, reloptions);
#undef SET
	nulls[Anum_pg_class_relacl - 1] = (relacl == (Datum) 0);
	nulls[Anum_pg_class_reloptions - 1] = (reloptions == (Datum) 0);
	nulls[Anum_pg_class_relpartbound - 1] = true;

	tuple = heap_form_tuple(RelationGetDescr(pg_class_desc), v, nulls);
	CatalogTupleInsert(pg_class_desc, tuple);
	heap_freetuple(tuple);
}

static void
fill_attribute_slot(TupleTableSlot *slot, Form_pg_attribute a, Oid relid,
					Datum options)
{
	Datum *v = slot->tts_values;
	bool *nulls = slot->tts_isnull;

	ExecClearTuple(slot);
	memset(nulls, false, Natts_pg_attribute * sizeof(bool));
#define SET(col, datum) v[Anum_pg_attribute_##col - 1] = (datum)
	SET(attrelid, ObjectIdGetDatum(OidIsValid(relid) ? relid : a->attrelid));
	SET(attname, NameGetDatum(&a->attname));
	SET(atttypid, ObjectIdGetDatum(a->atttypid));
	SET(attstattarget, Int32GetDatum(a->attstattarget));
	SET(attlen, Int16GetDatum(a->attlen));
	SET(attnum, Int16GetDatum(a->attnum));
	SET(attndims, Int32GetDatum(a->attndims));
	SET(attcacheoff, Int32GetDatum(-1));
	SET(atttypmod, Int32GetDatum(a->atttypmod));
	SET(attbyval, BoolGetDatum(a->attbyval));
	SET(attalign, CharGetDatum(a->attalign));
	SET(attstorage, CharGetDatum(a->attstorage));
	SET(attcompression, CharGetDatum(a->attcompression));
	SET(attnotnull, BoolGetDatum(a->attnotnull));
	SET(atthasdef, BoolGetDatum(a->atthasdef));
	SET(atthasmissing, BoolGetDatum(a->atthasmissing));
	SET(attidentity, CharGetDatum(a->attidentity));
	SET(attgenerated, CharGetDatum(a->attgenerated));
	SET(attisdropped, BoolGetDatum(a->attisdropped));
	SET(attislocal, BoolGetDatum(a->attislocal));
	SET(attinhcount, Int32GetDatum(a->attinhcount));
	SET(attcollation, ObjectIdGetDatum(a->attcollation));
	SET(attoptions, options);
#undef SET
	nulls[Anum_pg_attribute_attacl - 1] = true;
	nulls[Anum_pg_attribute_attoptions - 1] = (options == (Datum) 0);
	nulls[Anum_pg_attribute_attfdwoptions - 1] = true;
	nulls[Anum_pg_attribute_attmissingval - 1] = true;
	ExecStoreVirtualTuple(slot);
}

/*
 * InsertPgAttributeTuples
 *		The pg_attribute rows of a relation.  new_rel_oid, if valid, is put in
 *		attrelid; indstate may be NULL.
 */
void
InsertPgAttributeTuples(Relation pg_attribute_rel, TupleDesc tupdesc,
						Oid new_rel_oid, Datum *attoptions,
						CatalogIndexState indstate)
{
	CatalogIndexState mine = NULL;
	int max = Min(tupdesc->natts, MAX_BATCH_BYTES / (int) sizeof(FormData_pg_attribute));
	TupleTableSlot **slots = palloc(Max(max, 1) * sizeof(TupleTableSlot *));
	int n = 0;

	if (indstate == NULL)
		indstate = mine = CatalogOpenIndexes(pg_attribute_rel);
	for (int i = 0; i < max; i++)
		slots[i] = MakeSingleTupleTableSlot(RelationGetDescr(pg_attribute_rel),
											&TTSOpsHeapTuple);
	for (int i = 0; i < tupdesc->natts; i++)
	{
		fill_attribute_slot(slots[n++], TupleDescAttr(tupdesc, i), new_rel_oid,
							attoptions ? attoptions[i] : (Datum) 0);
		if (n == max || i == tupdesc->natts - 1)
		{
			CatalogTuplesMultiInsertWithInfo(pg_attribute_rel, slots, n,
											 indstate);
			n = 0;
		}
	}
	for (int i = 0; i < max; i++)
		ExecDropSingleTupleTableSlot(slots[i]);
	pfree(slots);
	if (mine)
		CatalogCloseIndexes(mine);
}

/* Columns, what they depend on, and system columns where the kind has them. */
static void
add_attributes(Oid relid, TupleDesc tupdesc, char relkind)
{
	Relation rel = table_open(AttributeRelationId, RowExclusiveLock);
	CatalogIndexState indstate = CatalogOpenIndexes(rel);

	InsertPgAttributeTuples(rel, tupdesc, relid, NULL, indstate);
	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);
		ObjectAddress me;
		ObjectAddress other;

		ObjectAddressSubSet(me, RelationRelationId, relid, i + 1);
		ObjectAddressSet(other, TypeRelationId, att->atttypid);
		recordDependencyOn(&me, &other, DEPENDENCY_NORMAL);
		if (OidIsValid(att->attcollation) &&
			att->attcollation != DEFAULT_COLLATION_OID)
		{
			ObjectAddressSet(other, CollationRelationId, att->attcollation);
			recordDependencyOn(&me, &other, DEPENDENCY_NORMAL);
		}
	}
	if (relkind != RELKIND_VIEW && relkind != RELKIND_COMPOSITE_TYPE)
	{
		TupleDesc sys = CreateTemplateTupleDesc(lengthof(system_columns));

		for (int i = 0; i < sys->natts; i++)
			*TupleDescAttr(sys, i) = system_columns[i];
		InsertPgAttributeTuples(rel, sys, relid, NULL, indstate);
		FreeTupleDesc(sys);
	}
	CatalogCloseIndexes(indstate);
	table_close(rel, RowExclusiveLock);
}

/* The row type of a relation, or (array) the array over it. */
static ObjectAddress
make_type(Oid typeoid, const char *name, Oid nspid, Oid relid, char relkind,
		  Oid owner, Oid array, Oid element)
{
	bool is_array = OidIsValid(element);

	return TypeCreate(typeoid, name, nspid,
					  is_array ? InvalidOid : relid,
					  is_array ? 0 : relkind, owner, -1,
					  is_array ? TYPTYPE_BASE : TYPTYPE_COMPOSITE,
					  is_array ? TYPCATEGORY_ARRAY : TYPCATEGORY_COMPOSITE,
					  false, DEFAULT_TYPDELIM,
					  is_array ? F_ARRAY_IN : F_RECORD_IN,
					  is_array ? F_ARRAY_OUT : F_RECORD_OUT,
					  is_array ? F_ARRAY_RECV : F_RECORD_RECV,
					  is_array ? F_ARRAY_SEND : F_RECORD_SEND,
					  InvalidOid, InvalidOid,
					  is_array ? F_ARRAY_TYPANALYZE : InvalidOid,
					  is_array ? F_ARRAY_SUBSCRIPT_HANDLER : InvalidOid,
					  element, is_array, array, InvalidOid, NULL, NULL, false,
					  TYPALIGN_DOUBLE, TYPSTORAGE_EXTENDED, -1, 0, false,
					  InvalidOid);
}

/* Both types; returns the OID of the row type (0 for kinds without). */
static Oid
add_types(const char *relname, Oid nspid, Oid relid, char relkind, Oid owner,
		  Oid reltypeid, ObjectAddress *typaddress)
{
	Oid array;
	ObjectAddress rowtype;
	char *arrayname;

	if (relkind == RELKIND_SEQUENCE || relkind == RELKIND_TOASTVALUE ||
		relkind == RELKIND_INDEX || relkind == RELKIND_PARTITIONED_INDEX)
	{
		if (typaddress)
			*typaddress = InvalidObjectAddress;
		return InvalidOid;
	}
	array = AssignTypeArrayOid();
	rowtype = make_type(reltypeid, relname, nspid, relid, relkind, owner,
						array, InvalidOid);
	if (typaddress)
		*typaddress = rowtype;
	arrayname = makeArrayTypeName(relname, nspid);
	make_type(array, arrayname, nspid, InvalidOid, 0, owner, InvalidOid,
			  rowtype.objectId);
	pfree(arrayname);
	return rowtype.objectId;
}

/* Schema, owner, ACL, access method, extension. */
static void
add_dependencies(Oid relid, Oid nspid, Oid reloftypeid, Oid owner,
				 Oid accessmtd, char relkind, Acl *relacl)
{
	ObjectAddress me;
	ObjectAddress other;
	ObjectAddresses *addrs;

	if (relkind == RELKIND_COMPOSITE_TYPE || relkind == RELKIND_TOASTVALUE ||
		IsBootstrapProcessingMode())
		return;
	ObjectAddressSet(me, RelationRelationId, relid);
	recordDependencyOnOwner(RelationRelationId, relid, owner);
	recordDependencyOnNewAcl(RelationRelationId, relid, 0, owner, relacl);
	recordDependencyOnCurrentExtension(&me, false);

	addrs = new_object_addresses();
	ObjectAddressSet(other, NamespaceRelationId, nspid);
	add_exact_object_address(&other, addrs);
	if (OidIsValid(reloftypeid))
	{
		ObjectAddressSet(other, TypeRelationId, reloftypeid);
		add_exact_object_address(&other, addrs);
	}
	if (relkind == RELKIND_RELATION || relkind == RELKIND_MATVIEW)
	{
		ObjectAddressSet(other, AccessMethodRelationId, accessmtd);
		add_exact_object_address(&other, addrs);
	}
	record_object_address_dependencies(&me, addrs, DEPENDENCY_NORMAL);
	free_object_addresses(addrs);
}

/* A name taken by a relation or by a type that is not an array. */
static void
check_name_free(const char *relname, Oid nspid, char relkind)
{
	Oid type;

	if (OidIsValid(get_relname_relid(relname, nspid)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", relname)));
	type = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
						   CStringGetDatum(relname), ObjectIdGetDatum(nspid));
	if (OidIsValid(type) && !moveArrayTypeName(type, relname, nspid))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("type \"%s\" already exists", relname),
				 errhint("A relation has a type of the same name, so its name must not be that of a type.")));
}

static Acl *
default_acl(char relkind, Oid owner, Oid nspid)
{
	switch (relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_VIEW:
		case RELKIND_MATVIEW:
		case RELKIND_FOREIGN_TABLE:
		case RELKIND_PARTITIONED_TABLE:
			return get_user_default_acl(OBJECT_TABLE, owner, nspid);
		case RELKIND_SEQUENCE:
			return get_user_default_acl(OBJECT_SEQUENCE, owner, nspid);
		default:
			return NULL;
	}
}

/*
 * heap_create_with_catalog
 *		A new relation with all its rows.  relid and reltypeid may be given;
 *		cooked_constraints are defaults and checks ready to store.  Returns
 *		the OID; the relation is locked in AccessExclusiveLock.
 */
Oid
heap_create_with_catalog(const char *relname, Oid relnamespace,
						 Oid reltablespace, Oid relid, Oid reltypeid,
						 Oid reloftypeid, Oid ownerid, Oid accessmtd,
						 TupleDesc tupdesc, List *cooked_constraints,
						 char relkind, char relpersistence,
						 bool shared_relation, bool mapped_relation,
						 OnCommitAction oncommit, Datum reloptions,
						 bool use_user_acl, bool allow_system_table_mods,
						 bool is_internal, Oid relrewrite,
						 ObjectAddress *typaddress)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	Relation rel;
	Form_pg_class form;
	Acl *relacl;
	TransactionId frozenxid;
	MultiXactId minmxid;

	CheckAttributeNamesTypes(tupdesc, relkind,
							 allow_system_table_mods ? CHKATYPE_ANYARRAY : 0);
	check_name_free(relname, relnamespace, relkind);
	if (shared_relation && reltablespace != GLOBALTABLESPACE_OID)
		elog(ERROR, "shared relations must be placed in pg_global tablespace");

	if (!OidIsValid(relid))
		relid = GetNewRelFileNode(reltablespace, pg_class, relpersistence);
	/* nobody can know of it yet; held so that no caller has to think of it */
	LockRelationOid(relid, AccessExclusiveLock);

	relacl = use_user_acl ? default_acl(relkind, ownerid, relnamespace) : NULL;
	rel = heap_create(relname, relnamespace, reltablespace, relid, InvalidOid,
					  accessmtd, tupdesc, relkind, relpersistence,
					  shared_relation, mapped_relation,
					  allow_system_table_mods, &frozenxid, &minmxid, true);
	Assert(relid == RelationGetRelid(rel));
	form = rel->rd_rel;
	form->relrewrite = relrewrite;
	form->reltype = add_types(relname, relnamespace, relid, relkind, ownerid,
							  reltypeid, typaddress);

	form->relowner = ownerid;
	form->reloftype = reloftypeid;
	form->relpages = relkind == RELKIND_SEQUENCE ? 1 : 0;
	form->reltuples = relkind == RELKIND_SEQUENCE ? 1 : -1;
	form->relallvisible = 0;
	form->relfrozenxid = frozenxid;
	form->relminmxid = minmxid;
	form->relispartition = false;
	rel->rd_att->tdtypeid = form->reltype ? form->reltype : RECORDOID;
	rel->rd_att->tdtypmod = -1;
	InsertPgClassTuple(pg_class, rel, relid, PointerGetDatum(relacl),
					   reloptions);
	add_attributes(relid, rel->rd_att, relkind);
	add_dependencies(relid, relnamespace, reloftypeid, ownerid, accessmtd,
					 relkind, relacl);
	InvokeObjectPostCreateHookArg(RelationRelationId, relid, 0, is_internal);

	store_constraints(rel, cooked_constraints, is_internal);
	if (oncommit != ONCOMMIT_NOOP)
		register_on_commit_action(relid, oncommit);

	/* the lock stays */
	table_close(rel, NoLock);
	table_close(pg_class, RowExclusiveLock);
	return relid;
}

/* ---- dropping ---- */

/* Delete the rows of a catalog that match one or two keys. */
static void
delete_rows(Oid catalog, Oid index, int nkeys, ScanKey keys)
{
	Relation rel = table_open(catalog, RowExclusiveLock);
	SysScanDesc scan = systable_beginscan(rel, index, true, NULL, nkeys, keys);
	HeapTuple tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		CatalogTupleDelete(rel, &tuple->t_self);
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

static void
oid_key(ScanKey key, AttrNumber attno, Oid value)
{
	ScanKeyInit(key, attno, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(value));
}

void
DeleteRelationTuple(Oid relid)
{
	Relation pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	CatalogTupleDelete(pg_class, &tuple->t_self);
	ReleaseSysCache(tuple);
	table_close(pg_class, RowExclusiveLock);
}

void
DeleteAttributeTuples(Oid relid)
{
	ScanKeyData key;

	oid_key(&key, Anum_pg_attribute_attrelid, relid);
	delete_rows(AttributeRelationId, AttributeRelidNumIndexId, 1, &key);
}

/* Those of system columns alone: a table becomes a view. */
void
DeleteSystemAttributeTuples(Oid relid)
{
	ScanKeyData keys[2];

	oid_key(&keys[0], Anum_pg_attribute_attrelid, relid);
	ScanKeyInit(&keys[1], Anum_pg_attribute_attnum, BTLessEqualStrategyNumber,
				F_INT2LE, Int16GetDatum(0));
	delete_rows(AttributeRelationId, AttributeRelidNumIndexId, 2, keys);
}

/* Statistics of one column, or (attnum 0) of all. */
void
RemoveStatistics(Oid relid, AttrNumber attnum)
{
	ScanKeyData keys[2];

	oid_key(&keys[0], Anum_pg_statistic_starelid, relid);
	ScanKeyInit(&keys[1], Anum_pg_statistic_staattnum, BTEqualStrategyNumber,
				F_INT2EQ, Int16GetDatum(attnum));
	delete_rows(StatisticRelationId, StatisticRelidAttnumInhIndexId,
				attnum == 0 ? 1 : 2, keys);
}

/* Statistics of one relation become those of another as well. */
void
CopyStatistics(Oid fromrelid, Oid torelid)
{
	Relation rel = table_open(StatisticRelationId, RowExclusiveLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;
	CatalogIndexState indstate = CatalogOpenIndexes(rel);

	oid_key(&key, Anum_pg_statistic_starelid, fromrelid);
	scan = systable_beginscan(rel, StatisticRelidAttnumInhIndexId, true, NULL,
							  1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		HeapTuple copy = heap_copytuple(tuple);

		((Form_pg_statistic) GETSTRUCT(copy))->starelid = torelid;
		CatalogTupleInsertWithInfo(rel, copy, indstate);
		heap_freetuple(copy);
	}
	systable_endscan(scan);
	CatalogCloseIndexes(indstate);
	table_close(rel, RowExclusiveLock);
}

/*
 * RemoveAttributeById
 *		Drop a column: its row stays, since stored rows still have the value,
 *		but loses name and type.
 */
void
RemoveAttributeById(Oid relid, AttrNumber attnum)
{
	Relation rel = relation_open(relid, AccessExclusiveLock);
	Relation attrel = table_open(AttributeRelationId, RowExclusiveLock);
	HeapTuple tuple;
	Form_pg_attribute att;

	tuple = SearchSysCacheCopy2(ATTNUM, ObjectIdGetDatum(relid),
								Int16GetDatum(attnum));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for attribute %d of relation %u",
			 attnum, relid);
	att = (Form_pg_attribute) GETSTRUCT(tuple);
	if (attnum < 0)
		CatalogTupleDelete(attrel, &tuple->t_self);
	else
	{
		att->attisdropped = true;
		att->atttypid = InvalidOid;
		att->attnotnull = false;
		att->attstattarget = 0;
		att->attgenerated = '\0';
		namestrcpy(&att->attname,
				   psprintf("........pg.dropped.%d........", attnum));
		if (att->atthasmissing)
		{
			Datum values[Natts_pg_attribute] = {0};
			bool nulls[Natts_pg_attribute] = {false};
			bool replaces[Natts_pg_attribute] = {false};

			values[Anum_pg_attribute_atthasmissing - 1] = BoolGetDatum(false);
			replaces[Anum_pg_attribute_atthasmissing - 1] = true;
			nulls[Anum_pg_attribute_attmissingval - 1] = true;
			replaces[Anum_pg_attribute_attmissingval - 1] = true;
			tuple = heap_modify_tuple(tuple, RelationGetDescr(attrel), values,
									  nulls, replaces);
		}
		CatalogTupleUpdate(attrel, &tuple->t_self, tuple);
	}
	table_close(attrel, RowExclusiveLock);
	if (attnum > 0)
		RemoveStatistics(relid, attnum);
	relation_close(rel, NoLock);
}

static void
remove_inheritance(Oid relid)
{
	ScanKeyData key;

	oid_key(&key, Anum_pg_inherits_inhrelid, relid);
	delete_rows(InheritsRelationId, InheritsRelidSeqnoIndexId, 1, &key);
}

/*
 * heap_drop_with_catalog
 *		Remove a relation; what depends on it is gone already.  The files go
 *		when the transaction commits.
 */
void
heap_drop_with_catalog(Oid relid)
{
	Relation rel = relation_open(relid, AccessExclusiveLock);

	/* no scan of it may be under way in this session */
	CheckTableNotInUse(rel, "DROP TABLE");
	if (rel->rd_rel->relispartition ||
		rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("partitioned tables are not supported")));
	if (rel->rd_rel->relkind == RELKIND_FOREIGN_TABLE)
	{
		ScanKeyData key;

		oid_key(&key, Anum_pg_foreign_table_ftrelid, relid);
		delete_rows(ForeignTableRelationId, ForeignTableRelidIndexId, 1, &key);
	}
	if (RELKIND_HAS_STORAGE(rel->rd_rel->relkind))
		RelationDropStorage(rel);
	pgstat_drop_relation(rel);
	relation_close(rel, NoLock);

	remove_on_commit_action(relid);
	RelationForgetRelation(relid);
	remove_inheritance(relid);
	RemoveStatistics(relid, 0);
	DeleteAttributeTuples(relid);
	DeleteRelationTuple(relid);
}

/* ---- truncating in place ---- */

static void
truncate_indexes(Relation heap)
{
	ListCell *lc;

	foreach (lc, RelationGetIndexList(heap))
	{
		Relation index = index_open(lfirst_oid(lc), AccessExclusiveLock);
		IndexInfo *info = BuildDummyIndexInfo(index);

		RelationTruncate(index, 0);
		index_build(heap, index, info, true, false);
		index_close(index, NoLock);
	}
}

/*
 * heap_truncate_one_rel
 *		Empty a relation at once, files kept: only for one that nobody else
 *		can see, or whose contents need not come back.
 */
void
heap_truncate_one_rel(Relation rel)
{
	Oid toast = rel->rd_rel->reltoastrelid;

	if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		return;
	table_relation_nontransactional_truncate(rel);
	truncate_indexes(rel);
	if (OidIsValid(toast))
	{
		Relation toastrel = table_open(toast, AccessExclusiveLock);

		table_relation_nontransactional_truncate(toastrel);
		truncate_indexes(toastrel);
		table_close(toastrel, NoLock);
	}
}

/* ON COMMIT DELETE ROWS. */
void
heap_truncate(List *relids)
{
	List *relations = NIL;
	ListCell *lc;

	foreach (lc, relids)
		relations = lappend(relations, table_open(lfirst_oid(lc), AccessExclusiveLock));
	heap_truncate_check_FKs(relations, true);
	foreach (lc, relations)
	{
		heap_truncate_one_rel(lfirst(lc));
		table_close(lfirst(lc), NoLock);
	}
}

/* Tables outside of a list with foreign keys to tables in it. */
List *
heap_truncate_find_FKs(List *relationIds)
{
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	HeapTuple tuple;
	List *result = NIL;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);

		if (con->contype == CONSTRAINT_FOREIGN &&
			list_member_oid(relationIds, con->confrelid) &&
			!list_member_oid(relationIds, con->conrelid))
			result = list_append_unique_oid(result, con->conrelid);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* Refuse to truncate what a table outside of the list refers to. */
void
heap_truncate_check_FKs(List *relations, bool tempTables)
{
	List *oids = NIL;
	List *referring;
	ListCell *lc;

	foreach (lc, relations)
	{
		Relation rel = lfirst(lc);

		if (rel->rd_rel->relhastriggers ||
			rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
			oids = lappend_oid(oids, RelationGetRelid(rel));
	}
	if (oids == NIL)
		return; /* a foreign key has triggers on both sides */
	oids = NIL;
	foreach (lc, relations)
		oids = lappend_oid(oids, RelationGetRelid((Relation) lfirst(lc)));
	referring = heap_truncate_find_FKs(oids);
	if (referring == NIL)
		return;
	if (tempTables)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("unsupported ON COMMIT and foreign key combination"),
				 errdetail("Table \"%s\" refers to a table that is emptied at commit.",
						   get_rel_name(linitial_oid(referring)))));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot truncate a table referenced in a foreign key constraint"),
			 errdetail("Table \"%s\" refers to one of them.",
					   get_rel_name(linitial_oid(referring))),
			 errhint("Truncate it as well, or use TRUNCATE ... CASCADE.")));
}

/*
 * heap.h
 *		Making and dropping relations in the catalogs.
 *
 * heap.c writes the pg_class, pg_attribute, pg_type and pg_attrdef rows of a relation.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/heap.h
 */
#ifndef HEAP_H
#define HEAP_H

#include "catalog/indexing.h"
#include "catalog/objectaddress.h"
#include "parser/parse_node.h"

/* flags of CheckAttributeNamesTypes */
#define CHKATYPE_ANYARRAY 0x01
#define CHKATYPE_ANYRECORD 0x02
#define CHKATYPE_IS_PARTKEY 0x04
#define CHKATYPE_IS_VIRTUAL 0x08

/* a DEFAULT as parse analysis leaves it */
typedef struct RawColumnDefault
{
	AttrNumber attnum;
	Node *raw_default;
	bool missingMode; /* true: fill attmissingval of old rows */
	char generated;
} RawColumnDefault;

/* a default or CHECK constraint ready to store */
typedef struct CookedConstraint
{
	ConstrType contype; /* CONSTR_DEFAULT or CONSTR_CHECK */
	Oid conoid;
	char *name;
	AttrNumber attnum;
	Node *expr;
	bool skip_validation;
	bool is_local;
	int inhcount;
	bool is_no_inherit;
} CookedConstraint;

/*
 * ---- heap.c: making ----
 */

/* The descriptor and the files alone, without catalog rows; returned open. */
extern Relation heap_create(const char *relname, Oid relnamespace,
							Oid reltablespace, Oid relid, Oid relfilenode,
							Oid accessmtd, TupleDesc tupDesc, char relkind,
							char relpersistence, bool shared_relation,
							bool mapped_relation,
							bool allow_system_table_mods,
							TransactionId *relfrozenxid,
							MultiXactId *relminmxid, bool create_storage);
/*
 * All of a relation; returns its OID, locked in AccessExclusiveLock.  relid and
 * reltypeid invalid: new ones; cooked_constraints: of CookedConstraint; typaddress,
 * if not NULL, gets the row type.
 */
extern Oid heap_create_with_catalog(const char *relname, Oid relnamespace,
									Oid reltablespace, Oid relid,
									Oid reltypeid, Oid reloftypeid,
									Oid ownerid, Oid accessmtd,
									TupleDesc tupdesc,
									List *cooked_constraints, char relkind,
									char relpersistence,
									bool shared_relation,
									bool mapped_relation,
									OnCommitAction oncommit,
									Datum reloptions, bool use_user_acl,
									bool allow_system_table_mods,
									bool is_internal, Oid relrewrite,
									ObjectAddress *typaddress);
/* Its rows, for catalogs that are open already; ACL and options may be 0 (NULL). */
extern void InsertPgClassTuple(Relation pg_class_desc,
							   Relation new_rel_desc, Oid new_rel_oid,
							   Datum relacl, Datum reloptions);
extern void InsertPgAttributeTuples(Relation pg_attribute_rel,
									TupleDesc tupdesc, Oid new_rel_oid,
									Datum *attoptions,
									CatalogIndexState indstate);

/* May columns have these names and types?  flags: CHKATYPE_ bits; else ERROR. */
extern void CheckAttributeNamesTypes(TupleDesc tupdesc, char relkind,
									 int flags);
extern void CheckAttributeType(const char *attname, Oid atttypid,
							   Oid attcollation,
							   List *containing_rowtypes, int flags);
/* A system column by its number (below zero) or name (NULL if it is none). */
extern const FormData_pg_attribute *SystemAttributeByName(const char *attname);
extern const FormData_pg_attribute *SystemAttributeDefinition(AttrNumber attno);

/*
 * ---- heap.c: dropping and emptying ----
 */

/* A relation that nothing depends on any more; its files go at commit. */
extern void heap_drop_with_catalog(Oid relid);
/* A column: its row stays without name and type, since stored rows have the value. */
extern void RemoveAttributeById(Oid relid, AttrNumber attnum);
/* Rows of pg_class and pg_attribute; the last: those of system columns alone. */
extern void DeleteRelationTuple(Oid relid);
extern void DeleteAttributeTuples(Oid relid);
extern void DeleteSystemAttributeTuples(Oid relid);
/* Rows of pg_statistic: of one column or (attnum 0) all; copied to another table. */
extern void RemoveStatistics(Oid relid, AttrNumber attnum);
extern void CopyStatistics(Oid fromrelid, Oid torelid);

/*
 * Empty relations at once, keeping the files: by OID at ON COMMIT DELETE ROWS, or
 * one that nobody else sees.
 */
extern void heap_truncate(List *relids);
extern void heap_truncate_one_rel(Relation rel);
/* OIDs of tables outside of the list that refer to tables in it; ERROR if any. */
extern List *heap_truncate_find_FKs(List *relationIds);
extern void heap_truncate_check_FKs(List *relations, bool tempTables);

/*
 * ---- heap_constraints.c ----
 */

/*
 * Analyze and store defaults (RawColumnDefault) and CHECKs (Constraint); a list of
 * CookedConstraint, for existing rows to be checked against.
 */
extern List *AddRelationNewConstraints(Relation rel, List *newColDefaults,
									   List *newConstraints,
									   bool allow_merge, bool is_local,
									   bool is_internal,
									   const char *queryString);
/* A default, analyzed and coerced to its column's type. */
extern Node *cookDefault(ParseState *pstate, Node *raw_default,
						 Oid atttypid, int32 atttypmod, const char *attname,
						 char attgenerated);
/* attmissingval: none after a rewrite; or one given as text, for binary upgrade. */
extern void RelationClearMissing(Relation rel);
extern void SetAttrMissing(Oid relid, char *attname, char *value);

#endif /* HEAP_H */

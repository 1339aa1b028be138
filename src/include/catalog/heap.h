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

extern Relation heap_create(const char *relname, Oid relnamespace,
							Oid reltablespace, Oid relid, Oid relfilenode,
							Oid accessmtd, TupleDesc tupDesc, char relkind,
							char relpersistence, bool shared_relation,
							bool mapped_relation,
							bool allow_system_table_mods,
							TransactionId *relfrozenxid,
							MultiXactId *relminmxid, bool create_storage);
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
extern void heap_drop_with_catalog(Oid relid);
extern void heap_truncate(List *relids);
extern void heap_truncate_one_rel(Relation rel);
extern void heap_truncate_check_FKs(List *relations, bool tempTables);
extern List *heap_truncate_find_FKs(List *relationIds);

extern void InsertPgAttributeTuples(Relation pg_attribute_rel,
									TupleDesc tupdesc, Oid new_rel_oid,
									Datum *attoptions,
									CatalogIndexState indstate);
extern void InsertPgClassTuple(Relation pg_class_desc,
							   Relation new_rel_desc, Oid new_rel_oid,
							   Datum relacl, Datum reloptions);

extern List *AddRelationNewConstraints(Relation rel, List *newColDefaults,
									   List *newConstraints,
									   bool allow_merge, bool is_local,
									   bool is_internal,
									   const char *queryString);
extern void RelationClearMissing(Relation rel);
extern void SetAttrMissing(Oid relid, char *attname, char *value);
extern Node *cookDefault(ParseState *pstate, Node *raw_default,
						 Oid atttypid, int32 atttypmod, const char *attname,
						 char attgenerated);

extern void DeleteRelationTuple(Oid relid);
extern void DeleteAttributeTuples(Oid relid);
extern void DeleteSystemAttributeTuples(Oid relid);
extern void RemoveAttributeById(Oid relid, AttrNumber attnum);
extern void CopyStatistics(Oid fromrelid, Oid torelid);
extern void RemoveStatistics(Oid relid, AttrNumber attnum);

extern const FormData_pg_attribute *SystemAttributeDefinition(AttrNumber attno);
extern const FormData_pg_attribute *SystemAttributeByName(const char *attname);
extern void CheckAttributeNamesTypes(TupleDesc tupdesc, char relkind,
									 int flags);
extern void CheckAttributeType(const char *attname, Oid atttypid,
							   Oid attcollation,
							   List *containing_rowtypes, int flags);

#endif /* HEAP_H */

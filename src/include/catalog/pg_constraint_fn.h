/*
 * pg_constraint_fn.h
 *		Functions of pg_constraint.c.
 *
 * Rows of constraints.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_constraint_fn.h
 */
#ifndef PG_CONSTRAINT_FN_H
#define PG_CONSTRAINT_FN_H

#include "catalog/dependency.h"
#include "nodes/pg_list.h"

/* kinds of objects that constraint names are unique for */
typedef enum ConstraintCategory
{
	CONSTRAINT_RELATION,
	CONSTRAINT_DOMAIN,
	CONSTRAINT_ASSERTION
} ConstraintCategory;

extern Oid CreateConstraintEntry(const char *constraintName,
								 Oid constraintNamespace,
								 char constraintType, bool isDeferrable,
								 bool isDeferred, bool isValidated,
								 Oid parentConstrId, Oid relId,
								 const int16 *constraintKey,
								 int constraintNKeys,
								 int constraintNTotalKeys, Oid domainId,
								 Oid indexRelId, Oid foreignRelId,
								 const int16 *foreignKey,
								 const Oid *pfEqOp, const Oid *ppEqOp,
								 const Oid *ffEqOp, int foreignNKeys,
								 char foreignUpdateType,
								 char foreignDeleteType,
								 const int16 *fkDeleteSetCols,
								 int numFkDeleteSetCols,
								 char foreignMatchType, const Oid *exclOp,
								 Node *conExpr, const char *conBin,
								 bool conIsLocal, int conInhCount,
								 bool conNoInherit, bool is_internal);
extern void RemoveConstraintById(Oid conId);
extern void RenameConstraintById(Oid conId, const char *newname);
extern bool ConstraintNameIsUsed(ConstraintCategory conCat, Oid objId,
								 const char *conname);
extern bool ConstraintNameExists(const char *conname, Oid namespaceid);
extern char *ChooseConstraintName(const char *name1, const char *name2,
								  const char *label, Oid namespaceid,
								  List *others);
extern void AlterConstraintNamespaces(Oid ownerId, Oid oldNspId,
									  Oid newNspId, bool isType,
									  ObjectAddresses *objsMoved);
extern Oid get_relation_constraint_oid(Oid relid, const char *conname,
									   bool missing_ok);
extern Bitmapset *get_relation_constraint_attnos(Oid relid,
												 const char *conname,
												 bool missing_ok,
												 Oid *constraintOid);
extern Oid get_relation_idx_constraint_oid(Oid relationId, Oid indexId);
extern Oid get_domain_constraint_oid(Oid typid, const char *conname,
									 bool missing_ok);
extern Bitmapset *get_primary_key_attnos(Oid relid, bool deferrableOk,
										 Oid *constraintOid);
extern bool check_functional_grouping(Oid relid, Index varno,
									  Index varlevelsup,
									  List *grouping_columns,
									  List **constraintDeps);

#endif /* PG_CONSTRAINT_FN_H */

/*
 * tablecmds.h
 *		CREATE, ALTER, DROP and TRUNCATE TABLE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/tablecmds.h
 */
#ifndef TABLECMDS_H
#define TABLECMDS_H

#include "access/htup.h"
#include "catalog/dependency.h"
#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"
#include "storage/lock.h"
#include "utils/relcache.h"

struct AlterTableUtilityContext;

extern ObjectAddress DefineRelation(CreateStmt *stmt, char relkind,
									Oid ownerId, ObjectAddress *typaddress,
									const char *queryString);
extern void RemoveRelations(DropStmt *drop);
extern void ExecuteTruncate(TruncateStmt *stmt);

/* ALTER TABLE */
extern LOCKMODE AlterTableGetLockLevel(List *cmds);
extern Oid AlterTableLookupRelation(AlterTableStmt *stmt, LOCKMODE lockmode);
extern void AlterTable(AlterTableStmt *stmt, LOCKMODE lockmode,
					   struct AlterTableUtilityContext *context);
extern void AlterTableInternal(Oid relid, List *cmds, bool recurse);
extern ObjectAddress AlterTableNamespace(AlterObjectSchemaStmt *stmt,
										 Oid *oldschema);
extern void ATExecChangeOwner(Oid relationOid, Oid newOwnerId, bool recursing,
							  LOCKMODE lockmode);
extern ObjectAddress renameatt(RenameStmt *stmt);
extern ObjectAddress RenameConstraint(RenameStmt *stmt);
extern ObjectAddress RenameRelation(RenameStmt *stmt);
extern void RenameRelationInternal(Oid myrelid, const char *newrelname,
								   bool is_internal, bool is_index);

/* checks that several commands make */
extern void CheckTableNotInUse(Relation rel, const char *stmt);
extern void RangeVarCallbackOwnsTable(const RangeVar *relation, Oid relId,
									  Oid oldRelId, void *arg);
extern void RangeVarCallbackOwnsRelation(const RangeVar *relation, Oid relId,
										 Oid oldRelId, void *arg);
extern void SetRelationHasSubclass(Oid relationId, bool relhassubclass);

/* Makes the commands take part in the ends of transactions; once per program. */
extern void commands_register(void);

/* ON COMMIT of temporary tables */
extern void register_on_commit_action(Oid relid, OnCommitAction action);
extern void remove_on_commit_action(Oid relid);

#endif /* TABLECMDS_H */

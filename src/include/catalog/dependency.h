/*
 * dependency.h
 *		What depends on what, and dropping with all that depends.
 *
 * Rows of pg_depend and pg_shdepend, and the walk over them that DROP does.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/dependency.h
 */
#ifndef DEPENDENCY_H
#define DEPENDENCY_H

#include "catalog/objectaddress.h"

/* pg_depend.deptype */
typedef enum DependencyType
{
	DEPENDENCY_NORMAL = 'n',
	DEPENDENCY_AUTO = 'a',
	DEPENDENCY_INTERNAL = 'i',
	DEPENDENCY_PARTITION_PRI = 'P',
	DEPENDENCY_PARTITION_SEC = 'S',
	DEPENDENCY_EXTENSION = 'e',
	DEPENDENCY_AUTO_EXTENSION = 'x'
} DependencyType;

/* pg_shdepend.deptype */
typedef enum SharedDependencyType
{
	SHARED_DEPENDENCY_OWNER = 'o',
	SHARED_DEPENDENCY_ACL = 'a',
	SHARED_DEPENDENCY_POLICY = 'r',
	SHARED_DEPENDENCY_TABLESPACE = 't',
	SHARED_DEPENDENCY_INVALID = 0
} SharedDependencyType;

/* a list of objects that may grow; opaque */
typedef struct ObjectAddresses ObjectAddresses;

/* kinds of objects, one per catalog that may hold the depender */
typedef enum ObjectClass
{
	OCLASS_CLASS,
	OCLASS_PROC,
	OCLASS_TYPE,
	OCLASS_CAST,
	OCLASS_COLLATION,
	OCLASS_CONSTRAINT,
	OCLASS_CONVERSION,
	OCLASS_DEFAULT,
	OCLASS_LANGUAGE,
	OCLASS_LARGEOBJECT,
	OCLASS_OPERATOR,
	OCLASS_OPCLASS,
	OCLASS_OPFAMILY,
	OCLASS_AM,
	OCLASS_AMOP,
	OCLASS_AMPROC,
	OCLASS_REWRITE,
	OCLASS_TRIGGER,
	OCLASS_SCHEMA,
	OCLASS_STATISTIC_EXT,
	OCLASS_TSPARSER,
	OCLASS_TSDICT,
	OCLASS_TSTEMPLATE,
	OCLASS_TSCONFIG,
	OCLASS_ROLE,
	OCLASS_DATABASE,
	OCLASS_TBLSPACE,
	OCLASS_FDW,
	OCLASS_FOREIGN_SERVER,
	OCLASS_USER_MAPPING,
	OCLASS_DEFACL,
	OCLASS_EXTENSION,
	OCLASS_EVENT_TRIGGER,
	OCLASS_PARAMETER_ACL,
	OCLASS_POLICY,
	OCLASS_PUBLICATION,
	OCLASS_PUBLICATION_NAMESPACE,
	OCLASS_PUBLICATION_REL,
	OCLASS_SUBSCRIPTION,
	OCLASS_TRANSFORM
} ObjectClass;

#define LAST_OCLASS OCLASS_TRANSFORM

/* performDeletion: flags */
#define PERFORM_DELETION_INTERNAL 0x0001
#define PERFORM_DELETION_CONCURRENTLY 0x0002
#define PERFORM_DELETION_QUIETLY 0x0004
#define PERFORM_DELETION_SKIP_ORIGINAL 0x0008
#define PERFORM_DELETION_SKIP_EXTENSIONS 0x0010
#define PERFORM_DELETION_CONCURRENT_LOCK 0x0020

/* dependency.c: deleting */
extern void AcquireDeletionLock(const ObjectAddress *object, int flags);
extern ObjectClass getObjectClass(const ObjectAddress *object);
extern void performDeletion(const ObjectAddress *object,
							DropBehavior behavior, int flags);
extern void performMultipleDeletions(const ObjectAddresses *objects,
									 DropBehavior behavior, int flags);
extern void ReleaseDeletionLock(const ObjectAddress *object);

/* dependency.c: dependencies of expressions */
extern void recordDependencyOnExpr(const ObjectAddress *depender, Node *expr,
								   List *rtable, DependencyType behavior);
extern void recordDependencyOnSingleRelExpr(const ObjectAddress *depender,
											Node *expr, Oid relId,
											DependencyType behavior,
											DependencyType self_behavior,
											bool reverse_self);

/* dependency.c: lists of objects */
extern void add_exact_object_address(const ObjectAddress *object,
									 ObjectAddresses *addrs);
extern void free_object_addresses(ObjectAddresses *addrs);
extern ObjectAddresses *new_object_addresses(void);
extern bool object_address_present(const ObjectAddress *object,
								   const ObjectAddresses *addrs);
extern void record_object_address_dependencies(const ObjectAddress *depender,
											   ObjectAddresses *referenced,
											   DependencyType behavior);
extern void sort_object_addresses(ObjectAddresses *addrs);

/* pg_depend.c */
extern long changeDependenciesOf(Oid classId, Oid oldObjectId,
								 Oid newObjectId);
extern long changeDependenciesOn(Oid refClassId, Oid oldRefObjectId,
								 Oid newRefObjectId);
extern long changeDependencyFor(Oid classId, Oid objectId, Oid refClassId,
								Oid oldRefObjectId, Oid newRefObjectId);
extern void checkMembershipInCurrentExtension(const ObjectAddress *object);
extern long deleteDependencyRecordsFor(Oid classId, Oid objectId,
									   bool skipExtensionDeps);
extern long deleteDependencyRecordsForClass(Oid classId, Oid objectId,
											Oid refclassId, char deptype);
extern long deleteDependencyRecordsForSpecific(Oid classId, Oid objectId,
											   char deptype, Oid refclassId,
											   Oid refobjectId);
extern Oid get_index_constraint(Oid indexId);
extern List *get_index_ref_constraints(Oid indexId);
extern List *getAutoExtensionsOfObject(Oid classId, Oid objectId);
extern Oid getExtensionOfObject(Oid classId, Oid objectId);
extern Oid getIdentitySequence(Oid relid, AttrNumber attnum,
							   bool missing_ok);
extern List *getOwnedSequences(Oid relid);
extern void recordDependencyOn(const ObjectAddress *depender,
							   const ObjectAddress *referenced,
							   DependencyType behavior);
extern void recordDependencyOnCurrentExtension(const ObjectAddress *object,
											   bool isReplace);
extern void recordMultipleDependencies(const ObjectAddress *depender,
									   const ObjectAddress *referenced,
									   int nreferenced,
									   DependencyType behavior);
extern bool sequenceIsOwned(Oid seqId, char deptype, Oid *tableId,
							int32 *colId);

/* pg_shdepend.c */
extern void changeDependencyOnOwner(Oid classId, Oid objectId,
									Oid newOwnerId);
extern void changeDependencyOnTablespace(Oid classId, Oid objectId,
										 Oid newTablespaceId);
extern bool checkSharedDependencies(Oid classId, Oid objectId,
									char **detail_msg,
									char **detail_log_msg);
extern void copyTemplateDependencies(Oid templateDbId, Oid newDbId);
extern void deleteSharedDependencyRecordsFor(Oid classId, Oid objectId,
											 int32 objectSubId);
extern void dropDatabaseDependencies(Oid databaseId);
extern void recordDependencyOnOwner(Oid classId, Oid objectId, Oid owner);
extern void recordDependencyOnTablespace(Oid classId, Oid objectId,
										 Oid tablespace);
extern void recordSharedDependencyOn(ObjectAddress *depender,
									 ObjectAddress *referenced,
									 SharedDependencyType deptype);
extern void shdepDropOwned(List *relids, DropBehavior behavior);
extern void shdepLockAndCheckObject(Oid classId, Oid objectId);
extern void shdepReassignOwned(List *relids, Oid newrole);
extern void updateAclDependencies(Oid classId, Oid objectId, int32 objsubId,
								  Oid ownerId, int noldmembers,
								  Oid *oldmembers, int nnewmembers,
								  Oid *newmembers);

#endif /* DEPENDENCY_H */

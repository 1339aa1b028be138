/*
 * objectaccess.h
 *		Hooks of security modules.
 *
 * A loaded module may watch the creation, change and deletion of objects.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/objectaccess.h
 */
#ifndef OBJECTACCESS_H
#define OBJECTACCESS_H

#include "catalog/objectaddress.h"

typedef enum ObjectAccessType
{
	OAT_POST_CREATE,
	OAT_DROP,
	OAT_POST_ALTER,
	OAT_NAMESPACE_SEARCH,
	OAT_FUNCTION_EXECUTE,
	OAT_TRUNCATE
} ObjectAccessType;

typedef struct
{
	bool is_internal;
} ObjectAccessPostCreate;

typedef struct
{
	int dropflags;
} ObjectAccessDrop;

typedef struct
{
	Oid auxiliary_id;
	bool is_internal;
} ObjectAccessPostAlter;

typedef struct
{
	bool ereport_on_violation;
	bool result; /* the hook may set it to false */
} ObjectAccessNamespaceSearch;

typedef void (*object_access_hook_type)(ObjectAccessType access,
										Oid classId, Oid objectId,
										int subId, void *arg);

extern PGDLLIMPORT object_access_hook_type object_access_hook;

extern void RunObjectPostCreateHook(Oid classId, Oid objectId, int subId,
									bool is_internal);
extern void RunObjectDropHook(Oid classId, Oid objectId, int subId,
							  int dropflags);
extern void RunObjectTruncateHook(Oid objectId);
extern void RunObjectPostAlterHook(Oid classId, Oid objectId, int subId,
								   Oid auxiliaryId, bool is_internal);
extern bool RunNamespaceSearchHook(Oid objectId, bool ereport_on_violation);
extern void RunFunctionExecuteHook(Oid objectId);

#define InvokeObjectPostCreateHook(classId, objectId, subId) \
	InvokeObjectPostCreateHookArg(classId, objectId, subId, false)
#define InvokeObjectPostCreateHookArg(classId, objectId, subId, internal) \
	do                                                                    \
	{                                                                     \
		if (object_access_hook)                                           \
			RunObjectPostCreateHook(classId, objectId, subId, internal);  \
	} while (0)
#define InvokeObjectDropHook(classId, objectId, subId) \
	InvokeObjectDropHookArg(classId, objectId, subId, 0)
#define InvokeObjectDropHookArg(classId, objectId, subId, dropflags) \
	do                                                               \
	{                                                                \
		if (object_access_hook)                                      \
			RunObjectDropHook(classId, objectId, subId, dropflags);  \
	} while (0)
#define InvokeObjectTruncateHook(objectId)   \
	do                                       \
	{                                        \
		if (object_access_hook)              \
			RunObjectTruncateHook(objectId); \
	} while (0)
#define InvokeObjectPostAlterHook(classId, objectId, subId) \
	InvokeObjectPostAlterHookArg(classId, objectId, subId, InvalidOid, false)
#define InvokeObjectPostAlterHookArg(classId, objectId, subId, aux, internal) \
	do                                                                        \
	{                                                                         \
		if (object_access_hook)                                               \
			RunObjectPostAlterHook(classId, objectId, subId, aux, internal);  \
	} while (0)
#define InvokeNamespaceSearchHook(objectId, ereport_on_violation) \
	(!object_access_hook ||                                       \
	 RunNamespaceSearchHook(objectId, ereport_on_violation))
#define InvokeFunctionExecuteHook(objectId)   \
	do                                        \
	{                                         \
		if (object_access_hook)               \
			RunFunctionExecuteHook(objectId); \
	} while (0)

#endif /* OBJECTACCESS_H */

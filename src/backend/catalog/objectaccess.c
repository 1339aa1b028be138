/*
 * objectaccess.c
 *		Hooks of security modules.
 *
 * The macros of objectaccess.h call these only if a module has set the hook.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/objectaccess.c
 */
#include "postgres.h"

#include "catalog/objectaccess.h"
#include "catalog/pg_class_d.h"
#include "catalog/pg_namespace_d.h"
#include "catalog/pg_proc_d.h"

object_access_hook_type object_access_hook = NULL;

void
RunObjectPostCreateHook(Oid classId, Oid objectId, int subId,
						bool is_internal)
{
	ObjectAccessPostCreate arg = {is_internal};

	object_access_hook(OAT_POST_CREATE, classId, objectId, subId, &arg);
}

void
RunObjectDropHook(Oid classId, Oid objectId, int subId, int dropflags)
{
	ObjectAccessDrop arg = {dropflags};

	object_access_hook(OAT_DROP, classId, objectId, subId, &arg);
}

void
RunObjectTruncateHook(Oid objectId)
{
	object_access_hook(OAT_TRUNCATE, RelationRelationId, objectId, 0, NULL);
}

void
RunObjectPostAlterHook(Oid classId, Oid objectId, int subId, Oid auxiliaryId,
					   bool is_internal)
{
	ObjectAccessPostAlter arg = {auxiliaryId, is_internal};

	object_access_hook(OAT_POST_ALTER, classId, objectId, subId, &arg);
}

bool
RunNamespaceSearchHook(Oid objectId, bool ereport_on_violation)
{
	ObjectAccessNamespaceSearch arg = {ereport_on_violation, true};

	object_access_hook(OAT_NAMESPACE_SEARCH, NamespaceRelationId, objectId, 0,
					   &arg);
	return arg.result;
}

void
RunFunctionExecuteHook(Oid objectId)
{
	object_access_hook(OAT_FUNCTION_EXECUTE, ProcedureRelationId, objectId, 0,
					   NULL);
}

/*
 * dropcmds.c
 *		DROP of objects that are no relations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/dropcmds.c
 */
#include "postgres.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "commands/defrem.h"
#include "miscadmin.h"
#include "parser/parse_type.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* "x does not exist, skipping", in the words for each kind of object. */
static void
notice_missing(ObjectType type, Node *object)
{
	const char *kind = NULL;
	char *name;

	if (IsA(object, String))
		name = strVal(object);
	else if (IsA(object, TypeName))
		name = TypeNameToString((TypeName *) object);
	else if (IsA(object, ObjectWithArgs))
		name = psprintf("%s(%s)", NameListToString(((ObjectWithArgs *) object)->objname),
						TypeNameListToString(((ObjectWithArgs *) object)->objargs));
	else
		name = NameListToString(castNode(List, object));
	switch (type)
	{
		case OBJECT_SCHEMA:
			kind = "schema \"%s\" does not exist, skipping";
			break;
		case OBJECT_EXTENSION:
			kind = "extension \"%s\" does not exist, skipping";
			break;
		case OBJECT_TYPE:
		case OBJECT_DOMAIN:
			kind = "type \"%s\" does not exist, skipping";
			break;
		case OBJECT_FUNCTION:
			kind = "function %s does not exist, skipping";
			break;
		case OBJECT_PROCEDURE:
			kind = "procedure %s does not exist, skipping";
			break;
		case OBJECT_AGGREGATE:
			kind = "aggregate %s does not exist, skipping";
			break;
		case OBJECT_OPERATOR:
			kind = "operator %s does not exist, skipping";
			break;
		case OBJECT_COLLATION:
			kind = "collation \"%s\" does not exist, skipping";
			break;
		default:
			kind = "object \"%s\" does not exist, skipping";
	}
	ereport(NOTICE, (errmsg(kind, name)));
}

/* An aggregate must be dropped as one. */
static void
check_function_kind(Oid funcid, ObjectType type, Node *object)
{
	if (type == OBJECT_FUNCTION && get_func_prokind(funcid) == PROKIND_AGGREGATE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is an aggregate function",
						NameListToString(castNode(ObjectWithArgs, object)->objname)),
				 errhint("DROP AGGREGATE drops aggregate functions.")));
}

/*
 * RemoveObjects
 *		Drop all objects of the statement together.
 */
void
RemoveObjects(DropStmt *stmt)
{
	ObjectAddresses *objects = new_object_addresses();
	ListCell *lc;

	foreach (lc, stmt->objects)
	{
		Node *object = lfirst(lc);
		Relation rel = NULL;
		ObjectAddress address = get_object_address(stmt->removeType, object, &rel,
												   AccessExclusiveLock, stmt->missing_ok);
		Oid nsp;

		if (!OidIsValid(address.objectId))
		{
			Assert(stmt->missing_ok);
			notice_missing(stmt->removeType, object);
			continue;
		}
		if (address.classId == ProcedureRelationId)
			check_function_kind(address.objectId, stmt->removeType, object);
		nsp = get_object_namespace(&address);
		if (!OidIsValid(nsp) || !pg_namespace_ownercheck(nsp, GetUserId()))
			check_object_ownership(GetUserId(), stmt->removeType, address, object, rel);
		if (OidIsValid(nsp) && isTempNamespace(nsp))
			MyXactFlags |= XACT_FLAGS_ACCESSEDTEMPNAMESPACE;
		if (rel)
			table_close(rel, NoLock);
		add_exact_object_address(&address, objects);
	}
	performMultipleDeletions(objects, stmt->behavior, 0);
	free_object_addresses(objects);
}

/*
 * table.c
 *		Opening and closing tables.
 *
 * Any relation that has rows will do: views and sequences too, but no index
 * and no composite type.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/table/table.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/relation.h"
#include "access/table.h"
#include "utils/rel.h"

static Relation
must_be_table(Relation r)
{
	char kind = r->rd_rel->relkind;

	if (kind == RELKIND_INDEX || kind == RELKIND_PARTITIONED_INDEX ||
		kind == RELKIND_COMPOSITE_TYPE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot open relation \"%s\"",
						RelationGetRelationName(r)),
				 errdetail_relkind_not_supported(kind)));
	return r;
}

/* table_open
 *		Open by OID; see relation_open. */
Relation
table_open(Oid relid, LOCKMODE lockmode)
{
	return must_be_table(relation_open(relid, lockmode));
}

/* try_table_open
 *		NULL if it does not exist. */
Relation
try_table_open(Oid relid, LOCKMODE lockmode)
{
	Relation r = try_relation_open(relid, lockmode);

	return r ? must_be_table(r) : NULL;
}

/* table_openrv
 *		Open by name. */
Relation
table_openrv(const RangeVar *rv, LOCKMODE lockmode)
{
	return must_be_table(relation_openrv(rv, lockmode));
}

Relation
table_openrv_extended(const RangeVar *rv, LOCKMODE lockmode, bool missing_ok)
{
	Relation r = relation_openrv_extended(rv, lockmode, missing_ok);

	return r ? must_be_table(r) : NULL;
}

/* table_close */
void
table_close(Relation rel, LOCKMODE lockmode)
{
	relation_close(rel, lockmode);
}

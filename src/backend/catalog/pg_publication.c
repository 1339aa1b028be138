/*
 * pg_publication.c
 *		Questions about publications.
 *
 * Logical replication is not there, and so are no publications; psql still asks
 * whether a table could be in one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_publication.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "fmgr.h"
#include "utils/fmgrprotos.h"
#include "utils/syscache.h"

/*
 * pg_relation_is_publishable
 *		SQL: could the relation's changes be published?  True for permanent
 *		tables that initdb did not make; NULL if there is no such relation.
 */
Datum
pg_relation_is_publishable(PG_FUNCTION_ARGS)
{
	Oid relid = PG_GETARG_OID(0);
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Form_pg_class rel;
	bool result;

	if (!HeapTupleIsValid(tup))
		PG_RETURN_NULL();
	rel = (Form_pg_class) GETSTRUCT(tup);
	result = (rel->relkind == RELKIND_RELATION ||
			  rel->relkind == RELKIND_PARTITIONED_TABLE) &&
		rel->relpersistence == RELPERSISTENCE_PERMANENT &&
		relid >= FirstNormalObjectId && !IsCatalogRelationOid(relid);
	ReleaseSysCache(tup);
	PG_RETURN_BOOL(result);
}

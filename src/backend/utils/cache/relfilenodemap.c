/*
 * relfilenodemap.c
 *		From tablespace and file number to relation OID.
 *
 * Asked for by functions that look at files.  The answer, also that there is
 * none, is cached until a relation changes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relfilenodemap.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_tablespace_d.h"
#include "miscadmin.h"
#include "utils/catcache.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/rel.h"
#include "utils/relfilenodemap.h"
#include "utils/relmapper.h"

typedef struct MapKey
{
	Oid reltablespace;
	Oid relfilenode;
} MapKey;

typedef struct MapEntry
{
	MapKey key;
	Oid relid; /* InvalidOid: no such relation */
} MapEntry;

static HTAB *map = NULL;

static void
forget(Datum arg, Oid relid)
{
	HASH_SEQ_STATUS seq;
	MapEntry *e;

	hash_seq_init(&seq, map);
	while ((e = hash_seq_search(&seq)) != NULL)
	{
		/* absent ones may have come into being with any change */
		if (relid == InvalidOid || e->relid == InvalidOid || e->relid == relid)
			hash_search(map, &e->key, HASH_REMOVE, NULL);
	}
}

static void
initialize(void)
{
	HASHCTL ctl;

	CreateCacheMemoryContext();
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(MapKey);
	ctl.entrysize = sizeof(MapEntry);
	ctl.hcxt = CacheMemoryContext;
	map = hash_create("RelfilenodeMap cache", 64, &ctl,
					  HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	CacheRegisterRelcacheCallback(forget, (Datum) 0);
}

static Oid
search_pg_class(Oid reltablespace, Oid relfilenode)
{
	Relation rel = table_open(RelationRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	Oid result = InvalidOid;

	ScanKeyInit(&keys[0], Anum_pg_class_reltablespace, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(reltablespace));
	ScanKeyInit(&keys[1], Anum_pg_class_relfilenode, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relfilenode));
	scan = systable_beginscan(rel, ClassTblspcRelfilenodeIndexId, true, NULL,
							  2, keys);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		result = ((Form_pg_class) GETSTRUCT(tuple))->oid;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

/* The relation with this file in the current database, or InvalidOid. */
Oid
RelidByRelfilenode(Oid reltablespace, Oid relfilenode)
{
	MapKey key;
	MapEntry *e;
	Oid relid;

	if (map == NULL)
		initialize();
	/* pg_class says 0 for the database's own tablespace */
	if (reltablespace == MyDatabaseTableSpace)
		reltablespace = 0;
	memset(&key, 0, sizeof(key));
	key.reltablespace = reltablespace;
	key.relfilenode = relfilenode;
	e = hash_search(map, &key, HASH_FIND, NULL);
	if (e != NULL)
		return e->relid;

	if (reltablespace == GLOBALTABLESPACE_OID)
		relid = RelationMapFilenodeToOid(relfilenode, true);
	else
	{
		relid = search_pg_class(reltablespace, relfilenode);
		if (!OidIsValid(relid))
			relid = RelationMapFilenodeToOid(relfilenode, false);
	}
	e = hash_search(map, &key, HASH_ENTER, NULL);
	e->relid = relid;
	return relid;
}

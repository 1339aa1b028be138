/*
 * catalog.h
 *		Facts about catalogs as such, and names of what they hold.
 *
 * Which OIDs are system objects, new OIDs and file numbers, and where files lie.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/catalog.h
 */
#ifndef CATALOG_H
#define CATALOG_H

#include "catalog/pg_class.h"
#include "common/relpath.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"

extern bool IsCatalogNamespace(Oid namespaceId);
extern bool IsCatalogRelation(Relation relation);
extern bool IsCatalogRelationOid(Oid relid);
extern bool IsPinnedObject(Oid classId, Oid objectId);
extern bool IsReservedName(const char *name);
extern bool IsSharedRelation(Oid relationId);
extern bool IsSystemClass(Oid relid, Form_pg_class reltuple);
extern bool IsSystemRelation(Relation relation);
extern bool IsToastClass(Form_pg_class reltuple);
extern bool IsToastNamespace(Oid namespaceId);
extern bool IsToastRelation(Relation relation);

extern Oid GetNewOidWithIndex(Relation relation, Oid indexId,
							  AttrNumber oidcolumn);
extern Oid GetNewRelFileNode(Oid reltablespace, Relation pg_class,
							 char relpersistence);

#endif /* CATALOG_H */

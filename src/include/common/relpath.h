/*
 * common/relpath.h
 *		Names of relation files below the data directory.
 *
 * global/<node>, base/<db>/<node> or
 * pg_tblspc/<spc>/PG_15_202209061/<db>/<node>, with t<backend>_ before the
 * node of a temporary relation and _fsm, _vm or _init after it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/relpath.h
 */
#ifndef RELPATH_H
#define RELPATH_H

#include "catalog/catversion.h"
#include "storage/backendid.h"

#define TABLESPACE_VERSION_DIRECTORY \
	"PG_" PG_MAJORVERSION "_" CppAsString2(CATALOG_VERSION_NO)
#define OIDCHARS 10 /* digits of an OID */
#define FORKNAMECHARS 4 /* length of the longest fork name */

typedef enum ForkNumber
{
	InvalidForkNumber = -1,
	MAIN_FORKNUM = 0,
	FSM_FORKNUM,
	VISIBILITYMAP_FORKNUM,
	INIT_FORKNUM
} ForkNumber;
#define MAX_FORKNUM INIT_FORKNUM

extern PGDLLIMPORT const char *const forkNames[];

extern ForkNumber forkname_to_number(const char *forkName);
extern int forkname_chars(const char *str, ForkNumber *fork);
extern char *GetDatabasePath(Oid dbNode, Oid spcNode);
extern char *GetRelationPath(Oid dbNode, Oid spcNode, Oid relNode,
							 int backendId, ForkNumber forkNumber);

/* All take a RelFileNode; the result is palloc'd. */
#define relpathbackend(rnode, backend, forknum)                       \
	GetRelationPath((rnode).dbNode, (rnode).spcNode, (rnode).relNode, \
					backend, forknum)
#define relpathperm(rnode, forknum) \
	relpathbackend(rnode, InvalidBackendId, forknum)
#define relpath(rnode, forknum) \
	relpathbackend((rnode).node, (rnode).backend, forknum)

#endif /* RELPATH_H */

/*
 * relfilenode.h
 *		The physical identity of a relation.
 *
 * Tablespace, database and file number. Shared relations have database 0.
 * Together with a backend id (temporary relations only) it names the files;
 * see common/relpath.h.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/relfilenode.h
 */
#ifndef RELFILENODE_H
#define RELFILENODE_H

#include "common/relpath.h"
#include "storage/backendid.h"

typedef struct RelFileNode
{
	Oid spcNode; /* tablespace */
	Oid dbNode; /* database; 0 for shared relations */
	Oid relNode; /* file number */
} RelFileNode;

StaticAssertDecl(sizeof(RelFileNode) == 12, "a relfilenode is 12 bytes in WAL");

typedef struct RelFileNodeBackend
{
	RelFileNode node;
	BackendId backend;
} RelFileNodeBackend;

#define RelFileNodeBackendIsTemp(r) ((r).backend != InvalidBackendId)

/* The file number differs most often, so it is compared first. */
#define RelFileNodeEquals(a, b)                                \
	((a).relNode == (b).relNode && (a).dbNode == (b).dbNode && \
	 (a).spcNode == (b).spcNode)
#define RelFileNodeBackendEquals(a, b) \
	(RelFileNodeEquals((a).node, (b).node) && (a).backend == (b).backend)

#endif /* RELFILENODE_H */

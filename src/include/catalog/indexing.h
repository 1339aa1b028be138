/*
 * indexing.h
 *		Changing catalog rows together with their indexes.
 *
 * Every insert, update and delete of a catalog row goes through these.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/indexing.h
 */
#ifndef INDEXING_H
#define INDEXING_H

#include "access/htup.h"
#include "nodes/execnodes.h"
#include "utils/relcache.h"

/*
 * One row.  tup is copied to the page and stays the caller's; its t_self is
 * where the new version went.  otid and tid name the version that goes: it must
 * be the newest one, another transaction's change of it is an ERROR.  heapRel is
 * open and locked in RowExclusiveLock; changes show after
 * CommandCounterIncrement().
 */
extern void CatalogTupleDelete(Relation heapRel, ItemPointer tid);
extern void CatalogTupleInsert(Relation heapRel, HeapTuple tup);
extern void CatalogTupleUpdate(Relation heapRel, ItemPointer otid,
							   HeapTuple tup);

/*
 * Several rows of one catalog: its indexes are opened once, in RowExclusiveLock,
 * handed to each change, and closed again, which frees the state.
 */
typedef struct ResultRelInfo *CatalogIndexState;

extern CatalogIndexState CatalogOpenIndexes(Relation heapRel);
extern void CatalogTupleInsertWithInfo(Relation heapRel, HeapTuple tup,
									   CatalogIndexState indstate);
extern void CatalogTupleUpdateWithInfo(Relation heapRel, ItemPointer otid,
									   HeapTuple tup,
									   CatalogIndexState indstate);
/* slot: ntuples filled slots of heapRel's row type; one WAL record a page */
extern void CatalogTuplesMultiInsertWithInfo(Relation heapRel,
											 TupleTableSlot **slot,
											 int ntuples,
											 CatalogIndexState indstate);
extern void CatalogCloseIndexes(CatalogIndexState indstate);

#endif /* INDEXING_H */

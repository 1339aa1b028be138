/*
 * rewriteheap.h
 *		Copying a whole table into a new file (CLUSTER, VACUUM FULL).
 *
 * The writer keeps update chains together, forms whole pages and logs them
 * as page images.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/rewriteheap.h
 */
#ifndef REWRITEHEAP_H
#define REWRITEHEAP_H

#include "access/htup.h"
#include "storage/itemptr.h"
#include "storage/relfilenode.h"
#include "utils/relcache.h"

typedef struct RewriteStateData *RewriteState;

/* Name and body of the files in pg_logical/mappings. */
#define LOGICAL_REWRITE_FORMAT "map-%x-%x-%X_%X-%x-%x"

typedef struct LogicalRewriteMappingData
{
	RelFileNode old_node;
	RelFileNode new_node;
	ItemPointerData old_tid;
	ItemPointerData new_tid;
} LogicalRewriteMappingData;

extern RewriteState begin_heap_rewrite(Relation oldheap, Relation newheap,
									   TransactionId oldest_xmin,
									   TransactionId freeze_xid,
									   MultiXactId cutoff_multi);
extern void rewrite_heap_tuple(RewriteState state, HeapTuple oldtup,
							   HeapTuple newtup);
extern bool rewrite_heap_dead_tuple(RewriteState state, HeapTuple oldtup);
extern void end_heap_rewrite(RewriteState state);
extern void heap_copy_for_rewrite(Relation OldHeap, Relation NewHeap,
								  Relation OldIndex, bool use_sort,
								  TransactionId OldestXmin,
								  TransactionId *xid_cutoff,
								  MultiXactId *multi_cutoff,
								  double *num_tuples, double *tups_vacuumed,
								  double *tups_recently_dead);

#endif /* REWRITEHEAP_H */

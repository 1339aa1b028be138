/*
 * index.h
 *		Making, building and dropping indexes.
 *
 * index.c writes the catalog rows of an index and drives the access method.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/index.h
 */
#ifndef INDEX_H
#define INDEX_H

#include "access/genam.h"
#include "catalog/objectaddress.h"
#include "nodes/execnodes.h"

#define DEFAULT_INDEX_TYPE "btree"

/* index_create: flags */
#define INDEX_CREATE_IS_PRIMARY (1 << 0)
#define INDEX_CREATE_ADD_CONSTRAINT (1 << 1)
#define INDEX_CREATE_SKIP_BUILD (1 << 2)
#define INDEX_CREATE_CONCURRENT (1 << 3)
#define INDEX_CREATE_IF_NOT_EXISTS (1 << 4)
#define INDEX_CREATE_PARTITIONED (1 << 5)
#define INDEX_CREATE_INVALID (1 << 6)

/* index_create, index_constraint_create: constr_flags */
#define INDEX_CONSTR_CREATE_MARK_AS_PRIMARY (1 << 0)
#define INDEX_CONSTR_CREATE_DEFERRABLE (1 << 1)
#define INDEX_CONSTR_CREATE_INIT_DEFERRED (1 << 2)
#define INDEX_CONSTR_CREATE_UPDATE_INDEX (1 << 3)
#define INDEX_CONSTR_CREATE_REMOVE_OLD_DEPS (1 << 4)

/* reindex_relation: flags */
#define REINDEX_REL_PROCESS_TOAST 0x01
#define REINDEX_REL_SUPPRESS_INDEX_USE 0x02
#define REINDEX_REL_CHECK_CONSTRAINTS 0x04
#define REINDEX_REL_FORCE_INDEXES_UNLOGGED 0x08
#define REINDEX_REL_FORCE_INDEXES_PERMANENT 0x10

/* ReindexParams.options */
#define REINDEXOPT_VERBOSE 0x01
#define REINDEXOPT_REPORT_PROGRESS 0x02
#define REINDEXOPT_MISSING_OK 0x04
#define REINDEXOPT_CONCURRENTLY 0x08

typedef enum
{
	INDEX_CREATE_SET_READY,
	INDEX_CREATE_SET_VALID,
	INDEX_DROP_CLEAR_VALID,
	INDEX_DROP_SET_DEAD
} IndexStateFlagsAction;

typedef struct ReindexParams
{
	bits32 options;
	Oid tablespaceOid; /* InvalidOid = stay */
} ReindexParams;

extern Oid index_create(Relation heapRelation, const char *indexRelationName,
						Oid indexRelationId, Oid parentIndexRelid,
						Oid parentConstraintId, Oid relFileNode,
						IndexInfo *indexInfo, List *indexColNames,
						Oid accessMethodObjectId, Oid tableSpaceId,
						Oid *collationObjectId, Oid *classObjectId,
						int16 *coloptions, Datum reloptions, bits16 flags,
						bits16 constr_flags, bool allow_system_table_mods,
						bool is_internal, Oid *constraintId);
extern ObjectAddress index_constraint_create(Relation heapRelation,
											 Oid indexRelationId,
											 Oid parentConstraintId,
											 IndexInfo *indexInfo,
											 const char *constraintName,
											 char constraintType,
											 bits16 constr_flags,
											 bool allow_system_table_mods,
											 bool is_internal);
extern void index_check_primary_key(Relation heapRel, IndexInfo *indexInfo,
									bool is_alter_table, IndexStmt *stmt);
extern void index_drop(Oid indexId, bool concurrent,
					   bool concurrent_lock_mode);

extern IndexInfo *BuildIndexInfo(Relation index);
extern IndexInfo *BuildDummyIndexInfo(Relation index);
extern void BuildSpeculativeIndexInfo(Relation index, IndexInfo *ii);
extern void FormIndexDatum(IndexInfo *indexInfo, TupleTableSlot *slot,
						   EState *estate, Datum *values, bool *isnull);

extern void index_build(Relation heapRelation, Relation indexRelation,
						IndexInfo *indexInfo, bool isreindex, bool parallel);
extern void reindex_index(Oid indexId, bool skip_constraint_checks,
						  char relpersistence, ReindexParams *params);
extern bool reindex_relation(Oid relid, int flags, ReindexParams *params);
extern bool ReindexIsProcessingHeap(Oid heapOid);
extern bool ReindexIsProcessingIndex(Oid indexOid);
extern void ResetReindexState(int nestLevel);

extern void index_set_state_flags(Oid indexId, IndexStateFlagsAction action);
extern Oid IndexGetRelation(Oid indexId, bool missing_ok);
extern void validate_index(Oid heapId, Oid indexId, Snapshot snapshot);

/* itemptr_encode: order of TIDs as order of int8 */
static inline int64
itemptr_encode(ItemPointer itemptr)
{
	return (int64) (((uint64) ItemPointerGetBlockNumber(itemptr) << 16) |
					ItemPointerGetOffsetNumber(itemptr));
}

static inline void
itemptr_decode(ItemPointer itemptr, int64 encoded)
{
	ItemPointerSet(itemptr, (BlockNumber) (encoded >> 16),
				   (OffsetNumber) (encoded & 0xFFFF));
}

#endif /* INDEX_H */

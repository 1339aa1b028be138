/*
 * rel.h
 *		The relation descriptor, as relcache.c hands it out.
 *
 * Everything that works on an open table or index gets a Relation: what the
 * catalogs say of it, decoded, and a handle on its files.  relcache.c builds
 * and owns it; others read it, and only the fields said to be filled in by
 * somebody else are changed outside.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/rel.h
 */
#ifndef REL_H
#define REL_H

#include "access/tupdesc.h"
#include "access/xlog.h"
#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "nodes/bitmapset.h"
#include "nodes/pg_list.h"
#include "storage/block.h"
#include "storage/relfilenode.h"
#include "storage/smgr.h"
#include "utils/relcache.h"
#include "utils/reltrigger.h"

/* the identity under which a relation is locked */
typedef struct LockRelId
{
	Oid relId;
	Oid dbId; /* InvalidOid for a shared relation */
} LockRelId;

typedef struct LockInfoData
{
	LockRelId lockRelId;
} LockInfoData;

typedef LockInfoData *LockInfo;

typedef struct RelationData
{
	/* identity and files */
	RelFileNode rd_node;
	Oid rd_id;
	BackendId rd_backend; /* owner of a temporary relation's files */
	SMgrRelation rd_smgr; /* NULL until needed; use RelationGetSmgr */
	LockInfoData rd_lockInfo;

	/* state of the cache entry */
	int rd_refcnt;
	bool rd_islocaltemp; /* temporary, and of this session */
	bool rd_isnailed;
	bool rd_isvalid;
	bool rd_indexvalid; /* are rd_indexlist and its like right? */
	bool rd_statvalid;
	bool rd_fkeyvalid;
	bool rd_partcheckvalid;

	/* subtransactions that made it, or gave it other files; 0 = none */
	SubTransactionId rd_createSubid;
	SubTransactionId rd_newRelfilenodeSubid; /* latest change that stands */
	SubTransactionId rd_firstRelfilenodeSubid; /* first change of this xact */
	SubTransactionId rd_droppedSubid;

	/* from the catalogs, for all kinds */
	Form_pg_class rd_rel; /* fixed part of the pg_class row */
	TupleDesc rd_att;
	bytea *rd_options; /* parsed reloptions, or NULL */
	struct RuleLock *rd_rules; /* rewrite rules, or NULL */
	MemoryContext rd_rulescxt;
	TriggerDesc *trigdesc; /* triggers, or NULL */
	struct RowSecurityDesc *rd_rsdesc; /* policies, or NULL */
	Oid rd_toastoid; /* TOAST table OID to write, in a rewrite */

	/* tables: lists found on demand */
	List *rd_fkeylist;
	List *rd_indexlist; /* OIDs of the indexes */
	Oid rd_pkindex;
	Oid rd_replidindex;
	List *rd_statlist; /* OIDs of extended statistics */
	Bitmapset *rd_indexattr; /* columns used in any index */
	Bitmapset *rd_keyattr; /* ... in keys a foreign key may refer to */
	Bitmapset *rd_pkattr;
	Bitmapset *rd_idattr;
	struct PublicationDesc *rd_pubdesc;

	/* partitioning */
	struct PartitionKeyData *rd_partkey;
	MemoryContext rd_partkeycxt;
	struct PartitionDescData *rd_partdesc;
	MemoryContext rd_pdcxt;
	List *rd_partcheck;
	MemoryContext rd_partcheckcxt;

	/* access method */
	Oid rd_amhandler;
	const struct TableAmRoutine *rd_tableam;
	void *rd_amcache; /* the access method's own; pfree'd on reset */
	struct FdwRoutine *rd_fdwroutine;

	/* indexes */
	Form_pg_index rd_index; /* NULL if not an index */
	struct HeapTupleData *rd_indextuple; /* the whole pg_index row */
	MemoryContext rd_indexcxt; /* holds what follows */
	struct IndexAmRoutine *rd_indam;
	Oid *rd_opfamily; /* by key column */
	Oid *rd_opcintype;
	RegProcedure *rd_support; /* by key column and support number */
	struct FmgrInfo *rd_supportinfo;
	int16 *rd_indoption;
	Oid *rd_indcollation;
	List *rd_indexprs; /* on demand, see RelationGetIndexExpressions */
	List *rd_indpred;
	Oid *rd_exclops;
	Oid *rd_exclprocs;
	uint16 *rd_exclstrats;
	bytea **rd_opcoptions;

	/* statistics collection */
	bool pgstat_enabled;
	struct PgStat_TableStatus *pgstat_info;
} RelationData;

/* ---- parsed storage parameters (rd_options) ---- */

typedef struct AutoVacOpts
{
	bool enabled;
	int vacuum_threshold;
	int vacuum_ins_threshold;
	int analyze_threshold;
	int vacuum_cost_limit;
	int freeze_min_age;
	int freeze_max_age;
	int freeze_table_age;
	int multixact_freeze_min_age;
	int multixact_freeze_max_age;
	int multixact_freeze_table_age;
	int log_min_duration;
	float8 vacuum_cost_delay;
	float8 vacuum_scale_factor;
	float8 vacuum_ins_scale_factor;
	float8 analyze_scale_factor;
} AutoVacOpts;

typedef enum StdRdOptIndexCleanup
{
	STDRD_OPTION_VACUUM_INDEX_CLEANUP_AUTO = 0,
	STDRD_OPTION_VACUUM_INDEX_CLEANUP_OFF,
	STDRD_OPTION_VACUUM_INDEX_CLEANUP_ON
} StdRdOptIndexCleanup;

typedef struct StdRdOptions
{
	int32 vl_len_; /* varlena header; use SET_VARSIZE */
	int fillfactor;
	int toast_tuple_target;
	AutoVacOpts autovacuum;
	bool user_catalog_table;
	int parallel_workers;
	StdRdOptIndexCleanup vacuum_index_cleanup;
	bool vacuum_truncate;
	bool wal_delta_update; /* Narwal's; extended WAL format only */
} StdRdOptions;

#define HEAP_MIN_FILLFACTOR 10
#define HEAP_DEFAULT_FILLFACTOR 100

#define RelationStdOptions(relation) ((StdRdOptions *) (relation)->rd_options)

#define RelationUsesDeltaUpdates(relation) \
	((relation)->rd_options ? RelationStdOptions(relation)->wal_delta_update : true)

#define RelationGetToastTupleTarget(relation, defaulttarg) \
	((relation)->rd_options ? RelationStdOptions(relation)->toast_tuple_target : (defaulttarg))

#define RelationGetFillFactor(relation, defaultff) \
	((relation)->rd_options ? RelationStdOptions(relation)->fillfactor : (defaultff))

#define RelationGetTargetPageUsage(relation, defaultff) \
	(BLCKSZ * RelationGetFillFactor(relation, defaultff) / 100)

#define RelationGetTargetPageFreeSpace(relation, defaultff) \
	(BLCKSZ * (100 - RelationGetFillFactor(relation, defaultff)) / 100)

#define RelationGetParallelWorkers(relation, defaultpw) \
	((relation)->rd_options ? RelationStdOptions(relation)->parallel_workers : (defaultpw))

#define RelationIsUsedAsCatalogTable(relation)                   \
	((relation)->rd_options &&                                   \
			 ((relation)->rd_rel->relkind == RELKIND_RELATION || \
			  (relation)->rd_rel->relkind == RELKIND_MATVIEW)    \
		 ? RelationStdOptions(relation)->user_catalog_table      \
		 : false)

typedef enum ViewOptCheckOption
{
	VIEW_OPTION_CHECK_OPTION_NOT_SET,
	VIEW_OPTION_CHECK_OPTION_LOCAL,
	VIEW_OPTION_CHECK_OPTION_CASCADED
} ViewOptCheckOption;

typedef struct ViewOptions
{
	int32 vl_len_; /* varlena header; use SET_VARSIZE */
	bool security_barrier;
	bool security_invoker;
	ViewOptCheckOption check_option;
} ViewOptions;

#define RelationViewOptions(relation) ((ViewOptions *) (relation)->rd_options)

#define RelationIsSecurityView(relation) \
	((relation)->rd_options ? RelationViewOptions(relation)->security_barrier : false)
#define RelationHasSecurityInvoker(relation) \
	((relation)->rd_options ? RelationViewOptions(relation)->security_invoker : false)
#define RelationHasCheckOption(relation) \
	((relation)->rd_options && RelationViewOptions(relation)->check_option != VIEW_OPTION_CHECK_OPTION_NOT_SET)
#define RelationHasLocalCheckOption(relation) \
	((relation)->rd_options && RelationViewOptions(relation)->check_option == VIEW_OPTION_CHECK_OPTION_LOCAL)
#define RelationHasCascadedCheckOption(relation) \
	((relation)->rd_options && RelationViewOptions(relation)->check_option == VIEW_OPTION_CHECK_OPTION_CASCADED)

/* ---- reading a descriptor ---- */

#define InvalidRelation ((Relation) NULL)
#define RelationIsValid(relation) PointerIsValid(relation)
#define RelationHasReferenceCountZero(relation) ((relation)->rd_refcnt == 0)
#define RelationGetForm(relation) ((relation)->rd_rel)
#define RelationGetRelid(relation) ((relation)->rd_id)
#define RelationGetNumberOfAttributes(relation) ((relation)->rd_rel->relnatts)
#define RelationGetDescr(relation) ((relation)->rd_att)
#define RelationGetRelationName(relation) \
	NameStr((relation)->rd_rel->relname)
#define RelationGetNamespace(relation) ((relation)->rd_rel->relnamespace)

#define IndexRelationGetNumberOfAttributes(relation) \
	((relation)->rd_index->indnatts)
#define IndexRelationGetNumberOfKeyAttributes(relation)   \
	(AssertMacro((relation)->rd_index->indnkeyatts != 0), \
	 (relation)->rd_index->indnkeyatts)

#define RelationIsMapped(relation)                       \
	(RELKIND_HAS_STORAGE((relation)->rd_rel->relkind) && \
	 (relation)->rd_rel->relfilenode == InvalidOid)

/* Is the content there?  (not for a materialized view WITH NO DATA) */
#define RelationIsPopulated(relation) ((relation)->rd_rel->relispopulated)
#define RelationIsScannable(relation) ((relation)->rd_rel->relispopulated)

/* Nobody else can see it: no locks or WAL for the sake of others needed */
#define RELATION_IS_LOCAL(relation) \
	((relation)->rd_islocaltemp ||  \
	 (relation)->rd_createSubid != InvalidSubTransactionId)
#define RELATION_IS_OTHER_TEMP(relation)                          \
	((relation)->rd_rel->relpersistence == RELPERSISTENCE_TEMP && \
	 !(relation)->rd_islocaltemp)
#define RelationUsesLocalBuffers(relation) \
	((relation)->rd_rel->relpersistence == RELPERSISTENCE_TEMP)

#define RelationIsPermanent(relation) \
	((relation)->rd_rel->relpersistence == RELPERSISTENCE_PERMANENT)

/*
 * Changes are logged, unless nobody could need them: with wal_level minimal,
 * files made in this transaction are synced at commit instead.
 */
#define RelationNeedsWAL(relation)                              \
	(RelationIsPermanent(relation) &&                           \
	 (XLogIsNeeded() ||                                         \
	  ((relation)->rd_createSubid == InvalidSubTransactionId && \
	   (relation)->rd_firstRelfilenodeSubid == InvalidSubTransactionId)))

#define RelationIsAccessibleInLogicalDecoding(relation)       \
	(XLogLogicalInfoActive() && RelationNeedsWAL(relation) && \
	 (IsCatalogRelation(relation) || RelationIsUsedAsCatalogTable(relation)))
#define RelationIsLogicallyLogged(relation)                   \
	(XLogLogicalInfoActive() && RelationNeedsWAL(relation) && \
	 (relation)->rd_rel->relkind != RELKIND_FOREIGN_TABLE &&  \
	 !IsCatalogRelation(relation))

/* ---- files ---- */

/*
 * The open file handle.  It lives until the next invalidation, so callers ask
 * again instead of keeping it.
 */
static inline SMgrRelation
RelationGetSmgr(Relation rel)
{
	if (unlikely(rel->rd_smgr == NULL))
		smgrsetowner(&rel->rd_smgr, smgropen(rel->rd_node, rel->rd_backend));
	return rel->rd_smgr;
}

#define RelationCloseSmgr(relation)              \
	do                                           \
	{                                            \
		if ((relation)->rd_smgr != NULL)         \
		{                                        \
			smgrclose((relation)->rd_smgr);      \
			Assert((relation)->rd_smgr == NULL); \
		}                                        \
	} while (0)

/* block into which the last insertion went, or InvalidBlockNumber */
#define RelationGetTargetBlock(relation) \
	((relation)->rd_smgr != NULL ? (relation)->rd_smgr->smgr_targblock : InvalidBlockNumber)
#define RelationSetTargetBlock(relation, targblock)              \
	do                                                           \
	{                                                            \
		RelationGetSmgr(relation)->smgr_targblock = (targblock); \
	} while (0)

/* relcache.c */
extern void RelationIncrementReferenceCount(Relation rel);
extern void RelationDecrementReferenceCount(Relation rel);

#endif /* REL_H */

/*
 * access_upcalls.h
 *		What the access layer calls in the layers above it.
 *
 * Each function is implemented by the file named, with PostgreSQL's signature.
 * They are declared here because an include may not go up.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/access_upcalls.h
 */
#ifndef ACCESS_UPCALLS_H
#define ACCESS_UPCALLS_H

#include "access/htup.h"
#include "nodes/parsenodes.h"
#include "nodes/pg_list.h"
#include "nodes/primnodes.h"
#include "storage/lockdefs.h"
#include "utils/rel.h"

struct ArrayType;
struct EState;
struct ExprContext;
struct ExprState;
struct IndexInfo;
struct TupleTableSlot;

/* utils/cache/lsyscache.c */
extern void get_typlenbyvalalign(Oid typid, int16 *typlen, bool *typbyval,
								 char *typalign);
extern void deconstruct_array(struct ArrayType *array, Oid elmtype, int elmlen,
							  bool elmbyval, char elmalign, Datum **elemsp,
							  bool **nullsp, int *nelemsp);
extern void get_typlenbyval(Oid typid, int16 *typlen, bool *typbyval);
extern char get_typstorage(Oid typid);
extern Oid get_typcollation(Oid typid);
extern char get_attstorage_default(Oid typid);
extern Oid get_opcode(Oid opno);
extern Oid get_opfamily_proc(Oid opfamily, Oid lefttype, Oid righttype,
							 int16 procnum);
extern Oid get_opfamily_member(Oid opfamily, Oid lefttype, Oid righttype,
							   int16 strategy);
extern bool get_ordering_op_properties(Oid opno, Oid *opfamily,
									   Oid *opcintype, int16 *strategy);
extern Oid get_rel_namespace(Oid relid);
extern char *get_rel_name(Oid relid);
extern char *get_namespace_name(Oid nspid);
extern char *get_database_name(Oid dbid); /* commands/dbcommands.c */
extern char get_rel_relkind(Oid relid);
extern bool get_index_isvalid(Oid indexoid);
extern char *get_attname(Oid relid, AttrNumber attnum, bool missing_ok);
extern Oid get_base_element_type(Oid typid);

/* utils/cache/inval.c */
extern void AcceptInvalidationMessages(void);
extern void CacheInvalidateHeapTuple(Relation relation, HeapTuple tuple,
									 HeapTuple newtuple);

/* catalog/catalog.c, catalog/index.c, catalog/namespace.c */
extern Oid GetNewOidWithIndex(Relation relation, Oid indexId,
							  AttrNumber oidcolumn);
extern bool ReindexIsProcessingIndex(Oid indexOid);
extern char *index_columns_for_message(Relation index);
extern void FormIndexDatum(struct IndexInfo *indexInfo,
						   struct TupleTableSlot *slot,
						   struct EState *estate, Datum *values, bool *isnull);
extern struct IndexInfo *BuildIndexInfo(Relation index);
extern Oid RangeVarGetRelidExtended(const RangeVar *relation,
									LOCKMODE lockmode, uint32 flags,
									void (*callback)(const RangeVar *relation,
													 Oid relId,
													 Oid oldRelId, void *arg),
									void *callback_arg);
extern int errdetail_relkind_not_supported(char relkind);

/* catalog/storage.c */
extern SMgrRelation RelationCreateStorage(RelFileNode rnode,
										  char relpersistence,
										  bool register_delete);
extern void RelationDropStorage(Relation rel);
extern void RelationTruncate(Relation rel, BlockNumber nblocks);
extern void RelationCopyStorage(SMgrRelation src, SMgrRelation dst,
								ForkNumber forkNum, char relpersistence);
extern void log_smgrcreate(const RelFileNode *rnode, ForkNumber forkNum);

/* optimizer/util/plancat.c */
extern int32 get_rel_data_width(Relation rel, int32 *attr_widths);

/* utils/adt: values, and descriptions for error details */
extern bool parse_bool(const char *value, bool *result);
extern char *defGetString(DefElem *def); /* commands/define.c */
extern bool defGetBoolean(DefElem *def);

/* executor/execUtils.c, execExpr.c */
extern struct EState *CreateExecutorState(void);
extern void FreeExecutorState(struct EState *estate);
extern struct ExprContext *MakePerTupleExprContext(struct EState *estate);
extern struct ExprState *ExecPrepareQual(List *qual, struct EState *estate);

/* utils/adt/expandeddatum.c */
struct ExpandedObjectHeader;
extern struct ExpandedObjectHeader *DatumGetEOHP(Datum d);
extern Size EOH_get_flat_size(struct ExpandedObjectHeader *eohptr);
extern void EOH_flatten_into(struct ExpandedObjectHeader *eohptr, void *result,
							 Size allocated_size);

/* hot standby's cancelling of queries; NULL while there is none */
extern void ResolveRecoveryConflictWithSnapshot(TransactionId latest,
												RelFileNode node)
	__attribute__((weak));

#endif /* ACCESS_UPCALLS_H */

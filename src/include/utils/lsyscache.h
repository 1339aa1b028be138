/*
 * lsyscache.h
 *		One-line questions to the catalogs.
 *
 * Unless said otherwise, a function that finds nothing returns InvalidOid,
 * NULL, false or the like; one that takes missing_ok raises an error instead
 * when that is false.  Returned strings are palloc'd.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/lsyscache.h
 */
#ifndef LSYSCACHE_H
#define LSYSCACHE_H

#include "access/attnum.h"
#include "access/htup.h"
#include "nodes/pg_list.h"

typedef struct OpBtreeInterpretation
{
	Oid opfamily_id;
	int strategy;
	Oid oplefttype;
	Oid oprighttype;
} OpBtreeInterpretation;

typedef enum IOFuncSelector
{
	IOFunc_input,
	IOFunc_output,
	IOFunc_receive,
	IOFunc_send
} IOFuncSelector;

/* which arrays get_attstatsslot is to fetch */
#define ATTSTATSSLOT_VALUES 0x01
#define ATTSTATSSLOT_NUMBERS 0x02

typedef struct AttStatsSlot
{
	/* always set */
	Oid staop;
	Oid stacoll;
	/* with ATTSTATSSLOT_VALUES */
	Oid valuetype;
	Datum *values;
	int nvalues;
	/* with ATTSTATSSLOT_NUMBERS */
	float4 *numbers;
	int nnumbers;
	/* what free_attstatsslot frees */
	void *values_arr;
	void *numbers_arr;
} AttStatsSlot;

typedef int32 (*get_attavgwidth_hook_type)(Oid relid, AttrNumber attnum);
extern PGDLLIMPORT get_attavgwidth_hook_type get_attavgwidth_hook;

/* operator families */
extern bool comparison_ops_are_compatible(Oid opno1, Oid opno2);
extern bool equality_ops_are_compatible(Oid opno1, Oid opno2);
extern bool get_compatible_hash_operators(Oid opno, Oid *lhs_opno,
										  Oid *rhs_opno);
extern Oid get_equality_op_for_ordering_op(Oid opno, bool *reverse);
extern List *get_mergejoin_opfamilies(Oid opno);
extern List *get_op_btree_interpretation(Oid opno);
extern bool get_op_hash_functions(Oid opno, RegProcedure *lhs_procno,
								  RegProcedure *rhs_procno);
extern void get_op_opfamily_properties(Oid opno, Oid opfamily,
									   bool ordering_op, int *strategy,
									   Oid *lefttype, Oid *righttype);
extern Oid get_op_opfamily_sortfamily(Oid opno, Oid opfamily);
extern int get_op_opfamily_strategy(Oid opno, Oid opfamily);
extern Oid get_opfamily_member(Oid opfamily, Oid lefttype, Oid righttype,
							   int16 strategy);
extern Oid get_opfamily_proc(Oid opfamily, Oid lefttype, Oid righttype,
							 int16 procnum);
extern Oid get_ordering_op_for_equality_op(Oid opno, bool use_lhs_type);
extern bool get_ordering_op_properties(Oid opno, Oid *opfamily,
									   Oid *opcintype, int16 *strategy);
extern bool op_in_opfamily(Oid opno, Oid opfamily);

/* operator classes */
extern Oid get_opclass_family(Oid opclass);
extern Oid get_opclass_input_type(Oid opclass);
extern Oid get_opclass_method(Oid opclass);
extern bool get_opclass_opfamily_and_input_type(Oid opclass, Oid *opfamily,
												Oid *opcintype);

/* operators */
extern Oid get_commutator(Oid opno);
extern Oid get_negator(Oid opno);
extern Oid get_op_rettype(Oid opno);
extern RegProcedure get_opcode(Oid opno);
extern char *get_opname(Oid opno);
extern RegProcedure get_oprjoin(Oid opno);
extern RegProcedure get_oprrest(Oid opno);
extern bool op_hashjoinable(Oid opno, Oid inputtype);
extern void op_input_types(Oid opno, Oid *lefttype, Oid *righttype);
extern bool op_mergejoinable(Oid opno, Oid inputtype);
extern bool op_strict(Oid opno);
extern char op_volatile(Oid opno);

/* functions */
extern char func_parallel(Oid funcid);
extern bool func_strict(Oid funcid);
extern char func_volatile(Oid funcid);
extern bool get_func_leakproof(Oid funcid);
extern char *get_func_name(Oid funcid);
extern Oid get_func_namespace(Oid funcid);
extern int get_func_nargs(Oid funcid);
extern char get_func_prokind(Oid funcid);
extern bool get_func_retset(Oid funcid);
extern Oid get_func_rettype(Oid funcid);
extern Oid get_func_signature(Oid funcid, Oid **argtypes, int *nargs);
extern RegProcedure get_func_support(Oid funcid);
extern Oid get_func_variadictype(Oid funcid);

/* relations */
extern char *get_rel_name(Oid relid);
extern Oid get_rel_namespace(Oid relid);
extern char get_rel_persistence(Oid relid);
extern Oid get_rel_relam(Oid relid);
extern bool get_rel_relispartition(Oid relid);
extern char get_rel_relkind(Oid relid);
extern Oid get_rel_tablespace(Oid relid);
extern Oid get_rel_type_id(Oid relid);
extern Oid get_relname_relid(const char *relname, Oid relnamespace);

/* columns */
extern void free_attstatsslot(AttStatsSlot *sslot);
extern int32 get_attavgwidth(Oid relid, AttrNumber attnum);
extern char get_attgenerated(Oid relid, AttrNumber attnum);
extern char *get_attname(Oid relid, AttrNumber attnum, bool missing_ok);
extern AttrNumber get_attnum(Oid relid, const char *attname);
extern Datum get_attoptions(Oid relid, int16 attnum);
extern bool get_attstatsslot(AttStatsSlot *sslot, HeapTuple statstuple,
							 int reqkind, Oid reqop, int flags);
extern int get_attstattarget(Oid relid, AttrNumber attnum);
extern Oid get_atttype(Oid relid, AttrNumber attnum);
extern void get_atttypetypmodcoll(Oid relid, AttrNumber attnum, Oid *typid,
								  int32 *typmod, Oid *collid);

/* types */
extern Oid get_array_type(Oid typid);
extern Oid get_base_element_type(Oid typid);
extern Oid get_element_type(Oid typid);
extern Oid get_multirange_range(Oid multirangeOid);
extern Oid get_promoted_array_type(Oid typid);
extern Oid get_range_collation(Oid rangeOid);
extern Oid get_range_multirange(Oid rangeOid);
extern Oid get_range_subtype(Oid rangeOid);
extern Oid get_typ_typrelid(Oid typid);
extern int32 get_typavgwidth(Oid typid, int32 typmod);
extern bool get_typbyval(Oid typid);
extern Oid get_typcollation(Oid typid);
extern Node *get_typdefault(Oid typid);
extern void get_type_category_preferred(Oid typid, char *typcategory,
										bool *typispreferred);
extern void get_type_io_data(Oid typid, IOFuncSelector which_func,
							 int16 *typlen, bool *typbyval, char *typalign,
							 char *typdelim, Oid *typioparam, Oid *func);
extern bool get_typisdefined(Oid typid);
extern int16 get_typlen(Oid typid);
extern void get_typlenbyval(Oid typid, int16 *typlen, bool *typbyval);
extern void get_typlenbyvalalign(Oid typid, int16 *typlen, bool *typbyval,
								 char *typalign);
extern Oid get_typmodin(Oid typid);
extern Oid get_typmodout(Oid typid);
extern char get_typstorage(Oid typid);
extern RegProcedure get_typsubscript(Oid typid, Oid *typelemp);
extern char get_typtype(Oid typid);
extern Oid getBaseType(Oid typid);
extern Oid getBaseTypeAndTypmod(Oid typid, int32 *typmod);
extern const struct SubscriptRoutines *getSubscriptingRoutines(Oid typid,
															   Oid *typelemp);
extern void getTypeBinaryInputInfo(Oid type, Oid *typReceive,
								   Oid *typIOParam);
extern void getTypeBinaryOutputInfo(Oid type, Oid *typSend,
									bool *typIsVarlena);
extern void getTypeInputInfo(Oid type, Oid *typInput, Oid *typIOParam);
extern Oid getTypeIOParam(HeapTuple typeTuple);
extern void getTypeOutputInfo(Oid type, Oid *typOutput, bool *typIsVarlena);
extern bool type_is_collatable(Oid typid);
extern bool type_is_enum(Oid typid);
extern bool type_is_multirange(Oid typid);
extern bool type_is_range(Oid typid);
extern bool type_is_rowtype(Oid typid);
#define type_is_array(typid) (get_element_type(typid) != InvalidOid)
#define type_is_array_domain(typid) \
	(get_base_element_type(typid) != InvalidOid)
#define TypeIsToastable(typid) (get_typstorage(typid) != TYPSTORAGE_PLAIN)

/* the rest */
extern Oid get_cast_oid(Oid sourcetypeid, Oid targettypeid, bool missing_ok);
extern bool get_collation_isdeterministic(Oid colloid);
extern char *get_collation_name(Oid colloid);
extern Oid get_constraint_index(Oid conoid);
extern char *get_constraint_name(Oid conoid);
extern Oid get_index_column_opclass(Oid index_oid, int attno);
extern bool get_index_isclustered(Oid index_oid);
extern bool get_index_isreplident(Oid index_oid);
extern bool get_index_isvalid(Oid index_oid);
extern char *get_language_name(Oid langoid, bool missing_ok);
extern char *get_namespace_name(Oid nspid);
extern char *get_namespace_name_or_temp(Oid nspid);
extern char *get_publication_name(Oid pubid, bool missing_ok);
extern Oid get_publication_oid(const char *pubname, bool missing_ok);
extern char *get_subscription_name(Oid subid, bool missing_ok);
extern Oid get_subscription_oid(const char *subname, bool missing_ok);
extern Oid get_transform_fromsql(Oid typid, Oid langid, List *trftypes);
extern Oid get_transform_tosql(Oid typid, Oid langid, List *trftypes);

#endif /* LSYSCACHE_H */

/*
 * typcache.h
 *		What is known of a type: its operators, functions and row shape.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/typcache.h
 */
#ifndef TYPCACHE_H
#define TYPCACHE_H

#include "access/tupdesc.h"
#include "fmgr.h"

struct DomainConstraintCache;
struct TypeCacheEnumData;

/* an entry lives for the whole session; its address never changes */
typedef struct TypeCacheEntry
{
	Oid type_id; /* hash key */
	uint32 type_id_hash;

	/* from pg_type */
	int16 typlen;
	bool typbyval;
	char typalign;
	char typstorage;
	char typtype;
	Oid typrelid;
	Oid typsubscript;
	Oid typelem;
	Oid typarray;
	Oid typcollation;

	/* found on request, see the flags below */
	Oid btree_opf;
	Oid btree_opintype;
	Oid hash_opf;
	Oid hash_opintype;
	Oid eq_opr;
	Oid lt_opr;
	Oid gt_opr;
	Oid cmp_proc;
	Oid hash_proc;
	Oid hash_extended_proc;
	FmgrInfo eq_opr_finfo;
	FmgrInfo cmp_proc_finfo;
	FmgrInfo hash_proc_finfo;
	FmgrInfo hash_extended_proc_finfo;

	/* composite types */
	TupleDesc tupDesc; /* reference-counted */
	uint64 tupDesc_identifier; /* changes whenever tupDesc does */

	/* ranges and multiranges */
	struct TypeCacheEntry *rngelemtype;
	Oid rng_collation;
	FmgrInfo rng_cmp_proc_finfo;
	FmgrInfo rng_canonical_finfo;
	FmgrInfo rng_subdiff_finfo;
	struct TypeCacheEntry *rngtype;

	/* domains */
	Oid domainBaseType;
	int32 domainBaseTypmod;
	struct DomainConstraintCache *domainData;

	/* for typcache.c alone */
	int flags;
	struct TypeCacheEnumData *enumData;
	struct TypeCacheEntry *nextDomain;
} TypeCacheEntry;

/* what lookup_type_cache is to fill in */
#define TYPECACHE_EQ_OPR 0x00001
#define TYPECACHE_LT_OPR 0x00002
#define TYPECACHE_GT_OPR 0x00004
#define TYPECACHE_CMP_PROC 0x00008
#define TYPECACHE_HASH_PROC 0x00010
#define TYPECACHE_EQ_OPR_FINFO 0x00020
#define TYPECACHE_CMP_PROC_FINFO 0x00040
#define TYPECACHE_HASH_PROC_FINFO 0x00080
#define TYPECACHE_TUPDESC 0x00100
#define TYPECACHE_BTREE_OPFAMILY 0x00200
#define TYPECACHE_HASH_OPFAMILY 0x00400
#define TYPECACHE_RANGE_INFO 0x00800
#define TYPECACHE_DOMAIN_BASE_INFO 0x01000
#define TYPECACHE_DOMAIN_CONSTR_INFO 0x02000
#define TYPECACHE_HASH_EXTENDED_PROC 0x04000
#define TYPECACHE_HASH_EXTENDED_PROC_FINFO 0x08000
#define TYPECACHE_MULTIRANGE_INFO 0x10000

#define INVALID_TUPLEDESC_IDENTIFIER ((uint64) 1)

/* a caller's hold on the constraints of a domain */
typedef struct DomainConstraintRef
{
	List *constraints; /* DomainConstraintState nodes */
	MemoryContext refctx;
	TypeCacheEntry *tcache;
	bool need_exprstate;
	struct DomainConstraintCache *dcc;
	MemoryContextCallback callback;
} DomainConstraintRef;

extern TypeCacheEntry *lookup_type_cache(Oid type_id, int flags);

extern uint64 assign_record_type_identifier(Oid type_id, int32 typmod);
extern void assign_record_type_typmod(TupleDesc tupDesc);
extern TupleDesc lookup_rowtype_tupdesc(Oid type_id, int32 typmod);
extern TupleDesc lookup_rowtype_tupdesc_copy(Oid type_id, int32 typmod);
extern TupleDesc lookup_rowtype_tupdesc_domain(Oid type_id, int32 typmod,
											   bool noError);
extern TupleDesc lookup_rowtype_tupdesc_noerror(Oid type_id, int32 typmod,
												bool noError);

extern bool DomainHasConstraints(Oid type_id);
extern void InitDomainConstraintRef(Oid type_id, DomainConstraintRef *ref,
									MemoryContext refctx,
									bool need_exprstate);
extern void UpdateDomainConstraintRef(DomainConstraintRef *ref);

extern int compare_values_of_enum(TypeCacheEntry *tcache, Oid arg1,
								  Oid arg2);

#endif /* TYPCACHE_H */

/*
 * typcache.c
 *		What is known of a type: its operators, functions and row shape.
 *
 * An entry is made when a type is first asked about and stays for the session;
 * what is in it is found piece by piece, as the flags of lookup_type_cache ask
 * for, and forgotten when an invalidation message tells that it may have
 * changed.  The same file keeps the registry of anonymous record types, which
 * have a number (typmod) instead of a catalog row.
 *
 *	1. An entry's address never changes.
 *	2. have_* bits in flags tell which pieces are known; a piece known to be
 *	   absent is known too.
 *	3. For arrays, records and ranges, the generic function counts only if the
 *	   type of what is inside has the operation as well.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/typcache.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/relation.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/pg_am.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_range.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/makefuncs.h"
#include "nodes/readfuncs.h"
#include "utils/builtins.h"
#include "utils/cache_upcalls.h"
#include "utils/catcache.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* typcache.c's own bits of TypeCacheEntry.flags */
#define HAVE_PG_TYPE (1 << 0)
#define HAVE_BTREE (1 << 1)
#define HAVE_HASH (1 << 2)
#define HAVE_EQ (1 << 3)
#define HAVE_LT (1 << 4)
#define HAVE_GT (1 << 5)
#define HAVE_CMP (1 << 6)
#define HAVE_HASH_PROC (1 << 7)
#define HAVE_HASH_EXTENDED (1 << 8)
#define HAVE_DOMAIN (1 << 9)
#define HAVE_CONSTRAINTS (1 << 10)
#define HAVE_OPERATORS                                                 \
	(HAVE_BTREE | HAVE_HASH | HAVE_EQ | HAVE_LT | HAVE_GT | HAVE_CMP | \
	 HAVE_HASH_PROC | HAVE_HASH_EXTENDED)

/* support functions of hash operator families */
#define HASHSTANDARD_PROC 1
#define HASHEXTENDED_PROC 2

static HTAB *by_oid = NULL;
static TypeCacheEntry *first_domain = NULL;
static uint64 last_tupdesc_id = INVALID_TUPLEDESC_IDENTIFIER;

/* Operations that a container takes over from what it contains. */
typedef enum Operation
{
	OP_EQUAL,
	OP_COMPARE,
	OP_HASH,
	OP_HASH_EXTENDED
} Operation;

/* Constraints of a domain, its own and inherited, in order of evaluation. */
typedef struct DomainConstraintCache
{
	List *constraints;
	MemoryContext context;
	long refcount; /* users, and one for the entry */
} DomainConstraintCache;

/* Labels of an enum by position. */
typedef struct TypeCacheEnumData
{
	int n;
	struct
	{
		Oid oid;
		float4 position;
	} items[FLEXIBLE_ARRAY_MEMBER]; /* by OID */
} TypeCacheEnumData;

static void forget_types(Datum arg, int cacheid, uint32 hashvalue);
static void forget_relation(Datum arg, Oid relid);
static void forget_operators(Datum arg, int cacheid, uint32 hashvalue);
static void forget_constraints(Datum arg, int cacheid, uint32 hashvalue);

static void
initialize(void)
{
	HASHCTL ctl;

	CreateCacheMemoryContext();
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(Oid);
	ctl.entrysize = sizeof(TypeCacheEntry);
	ctl.hcxt = CacheMemoryContext;
	by_oid = hash_create("Type information cache", 64, &ctl,
						 HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	CacheRegisterRelcacheCallback(forget_relation, (Datum) 0);
	CacheRegisterSyscacheCallback(TYPEOID, forget_types, (Datum) 0);
	CacheRegisterSyscacheCallback(CLAOID, forget_operators, (Datum) 0);
	CacheRegisterSyscacheCallback(CONSTROID, forget_constraints, (Datum) 0);
}

/* ---- the pg_type row ---- */

static void
read_pg_type(TypeCacheEntry *e)
{
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(e->type_id));
	Form_pg_type type;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("type with OID %u does not exist", e->type_id)));
	type = (Form_pg_type) GETSTRUCT(tuple);
	if (!type->typisdefined)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("type \"%s\" is only a shell", NameStr(type->typname))));
	e->typlen = type->typlen;
	e->typbyval = type->typbyval;
	e->typalign = type->typalign;
	e->typstorage = type->typstorage;
	e->typtype = type->typtype;
	e->typrelid = type->typrelid;
	e->typsubscript = type->typsubscript;
	e->typelem = type->typelem;
	e->typarray = type->typarray;
	e->typcollation = type->typcollation;
	e->flags |= HAVE_PG_TYPE;
	ReleaseSysCache(tuple);
}

static TypeCacheEntry *
entry_of(Oid type_id)
{
	TypeCacheEntry *e;
	bool found;

	if (by_oid == NULL)
		initialize();
	e = hash_search(by_oid, &type_id, HASH_FIND, NULL);
	if (e == NULL)
	{
		TypeCacheEntry fresh;

		/* read first: an error must not leave an empty entry */
		memset(&fresh, 0, sizeof(fresh));
		fresh.type_id = type_id;
		fresh.type_id_hash = GetSysCacheHashValue1(TYPEOID,
												   ObjectIdGetDatum(type_id));
		read_pg_type(&fresh);
		e = hash_search(by_oid, &type_id, HASH_ENTER, &found);
		if (!found)
		{
			*e = fresh;
			if (e->typtype == TYPTYPE_DOMAIN)
			{
				e->nextDomain = first_domain;
				first_domain = e;
			}
		}
	}
	if (!(e->flags & HAVE_PG_TYPE))
		read_pg_type(e);
	return e;
}

/* ---- operators and functions ---- */

static bool
has_operation(Oid type_id, Operation op)
{
	switch (op)
	{
		case OP_EQUAL:
			return OidIsValid(lookup_type_cache(type_id,
												TYPECACHE_EQ_OPR)
								  ->eq_opr);
		case OP_COMPARE:
			return OidIsValid(lookup_type_cache(type_id,
												TYPECACHE_CMP_PROC)
								  ->cmp_proc);
		case OP_HASH:
			return OidIsValid(lookup_type_cache(type_id,
												TYPECACHE_HASH_PROC)
								  ->hash_proc);
		case OP_HASH_EXTENDED:
			return OidIsValid(lookup_type_cache(type_id,
												TYPECACHE_HASH_EXTENDED_PROC)
								  ->hash_extended_proc);
	}
	return false;
}

static bool
columns_have_operation(Oid type_id, Operation op)
{
	TupleDesc desc = lookup_rowtype_tupdesc_noerror(type_id, -1, true);
	bool result = true;

	if (desc == NULL)
		return false;
	for (int i = 0; i < desc->natts && result; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (!att->attisdropped)
			result = has_operation(att->atttypid, op);
	}
	ReleaseTupleDesc(desc);
	return result;
}

/* Invariant 3: does the generic function work for this container? */
static bool
contents_have_operation(TypeCacheEntry *e, Operation op)
{
	if (e->type_id == RECORDOID || e->type_id == RECORDARRAYOID)
		return op == OP_EQUAL || op == OP_COMPARE; /* known at run time only */
	if (e->typtype == TYPTYPE_COMPOSITE)
		return columns_have_operation(e->type_id, op);
	if (e->typtype == TYPTYPE_RANGE)
		return has_operation(get_range_subtype(e->type_id), op);
	if (e->typtype == TYPTYPE_MULTIRANGE)
		return has_operation(get_range_subtype(get_multirange_range(e->type_id)),
							 op);
	if (OidIsValid(e->typelem))
		return has_operation(e->typelem, op);
	return true;
}

static bool
is_generic(Oid function_or_operator)
{
	switch (function_or_operator)
	{
		case ARRAY_EQ_OP:
		case ARRAY_LT_OP:
		case ARRAY_GT_OP:
		case RECORD_EQ_OP:
		case RECORD_LT_OP:
		case RECORD_GT_OP:
		case F_BTARRAYCMP:
		case F_BTRECORDCMP:
		case F_HASH_ARRAY:
		case F_HASH_ARRAY_EXTENDED:
		case F_HASH_RECORD:
		case F_HASH_RECORD_EXTENDED:
		case F_HASH_RANGE:
		case F_HASH_RANGE_EXTENDED:
		case F_HASH_MULTIRANGE:
		case F_HASH_MULTIRANGE_EXTENDED:
			return true;
		default:
			return false;
	}
}

static Oid
unless_unsupported(TypeCacheEntry *e, Oid found, Operation op)
{
	if (OidIsValid(found) && is_generic(found) &&
		!contents_have_operation(e, op))
		return InvalidOid;
	return found;
}

static void
find_families(TypeCacheEntry *e, int flags)
{
	Oid opclass;

	if ((flags & (TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_GT_OPR | TYPECACHE_CMP_PROC | TYPECACHE_EQ_OPR_FINFO | TYPECACHE_CMP_PROC_FINFO | TYPECACHE_BTREE_OPFAMILY)) &&
		!(e->flags & HAVE_BTREE))
	{
		opclass = GetDefaultOpClass(e->type_id, BTREE_AM_OID);
		e->btree_opf = e->btree_opintype = InvalidOid;
		if (OidIsValid(opclass))
			get_opclass_opfamily_and_input_type(opclass, &e->btree_opf,
												&e->btree_opintype);
		e->flags = (e->flags | HAVE_BTREE) &
			~(HAVE_EQ | HAVE_LT | HAVE_GT | HAVE_CMP);
	}

	/* equality may come from a hash family when there is no btree one */
	if (((flags & (TYPECACHE_HASH_PROC | TYPECACHE_HASH_PROC_FINFO | TYPECACHE_HASH_EXTENDED_PROC | TYPECACHE_HASH_EXTENDED_PROC_FINFO | TYPECACHE_HASH_OPFAMILY)) ||
		 ((flags & (TYPECACHE_EQ_OPR | TYPECACHE_EQ_OPR_FINFO)) &&
		  !OidIsValid(e->btree_opf))) &&
		!(e->flags & HAVE_HASH))
	{
		opclass = GetDefaultOpClass(e->type_id, HASH_AM_OID);
		e->hash_opf = e->hash_opintype = InvalidOid;
		if (OidIsValid(opclass))
			get_opclass_opfamily_and_input_type(opclass, &e->hash_opf,
												&e->hash_opintype);
		e->flags = (e->flags | HAVE_HASH) &
			~(HAVE_HASH_PROC | HAVE_HASH_EXTENDED);
	}
}

static void
find_equality(TypeCacheEntry *e)
{
	Oid opr = InvalidOid;

	if (OidIsValid(e->btree_opf))
		opr = get_opfamily_member(e->btree_opf, e->btree_opintype,
								  e->btree_opintype, BTEqualStrategyNumber);
	if (!OidIsValid(opr) && OidIsValid(e->hash_opf))
		opr = get_opfamily_member(e->hash_opf, e->hash_opintype,
								  e->hash_opintype, HTEqualStrategyNumber);
	opr = unless_unsupported(e, opr, OP_EQUAL);
	if (e->eq_opr != opr)
		e->eq_opr_finfo.fn_oid = InvalidOid;
	e->eq_opr = opr;
	e->flags = (e->flags | HAVE_EQ) & ~(HAVE_HASH_PROC | HAVE_HASH_EXTENDED);
}

static Oid
btree_operator(TypeCacheEntry *e, int16 strategy)
{
	if (!OidIsValid(e->btree_opf))
		return InvalidOid;
	return unless_unsupported(e, get_opfamily_member(e->btree_opf, e->btree_opintype, e->btree_opintype, strategy), OP_COMPARE);
}

static void
find_comparison(TypeCacheEntry *e)
{
	Oid proc = InvalidOid;

	if (OidIsValid(e->btree_opf))
		proc = get_opfamily_proc(e->btree_opf, e->btree_opintype,
								 e->btree_opintype, BTORDER_PROC);
	proc = unless_unsupported(e, proc, OP_COMPARE);
	if (e->cmp_proc != proc)
		e->cmp_proc_finfo.fn_oid = InvalidOid;
	e->cmp_proc = proc;
	e->flags |= HAVE_CMP;
}

/*
 * A hash function is of use only if it goes with the equality that everybody
 * takes, so the equality operator must be in the hash family.
 */
static Oid
hash_function(TypeCacheEntry *e, int16 procnum, Operation op)
{
	Oid proc = InvalidOid;

	if (OidIsValid(e->hash_opf) &&
		(!OidIsValid(e->eq_opr) ||
		 e->eq_opr == get_opfamily_member(e->hash_opf, e->hash_opintype, e->hash_opintype, HTEqualStrategyNumber)))
		proc = get_opfamily_proc(e->hash_opf, e->hash_opintype,
								 e->hash_opintype, procnum);
	return unless_unsupported(e, proc, op);
}

static void
find_hashing(TypeCacheEntry *e, int flags)
{
	Oid proc;

	if ((flags & (TYPECACHE_HASH_PROC | TYPECACHE_HASH_PROC_FINFO)) &&
		!(e->flags & HAVE_HASH_PROC))
	{
		proc = hash_function(e, HASHSTANDARD_PROC, OP_HASH);
		if (e->hash_proc != proc)
			e->hash_proc_finfo.fn_oid = InvalidOid;
		e->hash_proc = proc;
		e->flags |= HAVE_HASH_PROC;
	}
	if ((flags & (TYPECACHE_HASH_EXTENDED_PROC | TYPECACHE_HASH_EXTENDED_PROC_FINFO)) &&
		!(e->flags & HAVE_HASH_EXTENDED))
	{
		proc = hash_function(e, HASHEXTENDED_PROC, OP_HASH_EXTENDED);
		if (e->hash_extended_proc != proc)
			e->hash_extended_proc_finfo.fn_oid = InvalidOid;
		e->hash_extended_proc = proc;
		e->flags |= HAVE_HASH_EXTENDED;
	}
}

static void
fill_finfo(FmgrInfo *finfo, Oid function)
{
	if (finfo->fn_oid == InvalidOid && OidIsValid(function))
		fmgr_info_cxt(function, finfo, CacheMemoryContext);
}

static void
find_finfos(TypeCacheEntry *e, int flags)
{
	if ((flags & TYPECACHE_EQ_OPR_FINFO) && OidIsValid(e->eq_opr) &&
		e->eq_opr_finfo.fn_oid == InvalidOid)
		fill_finfo(&e->eq_opr_finfo, get_opcode(e->eq_opr));
	if (flags & TYPECACHE_CMP_PROC_FINFO)
		fill_finfo(&e->cmp_proc_finfo, e->cmp_proc);
	if (flags & TYPECACHE_HASH_PROC_FINFO)
		fill_finfo(&e->hash_proc_finfo, e->hash_proc);
	if (flags & TYPECACHE_HASH_EXTENDED_PROC_FINFO)
		fill_finfo(&e->hash_extended_proc_finfo, e->hash_extended_proc);
}

/* ---- composite types, ranges, domains ---- */

static void
find_columns(TypeCacheEntry *e)
{
	Relation rel;

	if (!OidIsValid(e->typrelid))
		elog(ERROR, "invalid typrelid for composite type %u", e->type_id);
	rel = relation_open(e->typrelid, AccessShareLock);
	Assert(rel->rd_rel->reltype == e->type_id);
	e->tupDesc = RelationGetDescr(rel);
	e->tupDesc->tdrefcount++; /* ours, no resource owner's */
	e->tupDesc_identifier = ++last_tupdesc_id;
	relation_close(rel, AccessShareLock);
}

static void
find_range(TypeCacheEntry *e)
{
	HeapTuple tuple = SearchSysCache1(RANGETYPE, ObjectIdGetDatum(e->type_id));
	FormData_pg_range range;
	Oid opfamily;
	Oid opcintype;
	Oid cmp;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for range type %u", e->type_id);
	range = *(Form_pg_range) GETSTRUCT(tuple);
	ReleaseSysCache(tuple);

	opfamily = get_opclass_family(range.rngsubopc);
	opcintype = get_opclass_input_type(range.rngsubopc);
	cmp = get_opfamily_proc(opfamily, opcintype, opcintype, BTORDER_PROC);
	if (!RegProcedureIsValid(cmp))
		elog(ERROR, "missing support function %d(%u,%u) in opfamily %u",
			 BTORDER_PROC, opcintype, opcintype, opfamily);
	e->rng_collation = range.rngcollation;
	fmgr_info_cxt(cmp, &e->rng_cmp_proc_finfo, CacheMemoryContext);
	if (OidIsValid(range.rngcanonical))
		fmgr_info_cxt(range.rngcanonical, &e->rng_canonical_finfo,
					  CacheMemoryContext);
	if (OidIsValid(range.rngsubdiff))
		fmgr_info_cxt(range.rngsubdiff, &e->rng_subdiff_finfo,
					  CacheMemoryContext);
	e->rngelemtype = lookup_type_cache(range.rngsubtype, 0);
}

static void
find_multirange(TypeCacheEntry *e)
{
	Oid range = get_multirange_range(e->type_id);

	if (!OidIsValid(range))
		elog(ERROR, "cache lookup failed for multirange type %u", e->type_id);
	e->rngtype = lookup_type_cache(range, TYPECACHE_RANGE_INFO);
}

static void
find_domain_base(TypeCacheEntry *e)
{
	e->domainBaseTypmod = -1;
	e->domainBaseType = getBaseTypeAndTypmod(e->type_id, &e->domainBaseTypmod);
	e->flags |= HAVE_DOMAIN;
}

/* ---- domain constraints ---- */

static int
constraint_order(const ListCell *a, const ListCell *b)
{
	return strcmp(((DomainConstraintState *) lfirst(a))->name,
				  ((DomainConstraintState *) lfirst(b))->name);
}

/* CHECK constraints that one domain adds, in order of name. */
static List *
checks_of_domain(Relation rel, Oid domain, MemoryContext cxt)
{
	List *result = NIL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tuple;

	ScanKeyInit(&key, Anum_pg_constraint_contypid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(domain));
	scan = systable_beginscan(rel, ConstraintTypidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);
		MemoryContext old;
		DomainConstraintState *state;
		bool isnull;
		Datum d;

		if (con->contype != CONSTRAINT_CHECK)
			continue;
		d = heap_getattr(tuple, Anum_pg_constraint_conbin,
						 RelationGetDescr(rel), &isnull);
		if (isnull)
			elog(ERROR, "domain \"%u\" constraint \"%s\" has NULL conbin",
				 domain, NameStr(con->conname));
		old = MemoryContextSwitchTo(cxt);
		state = makeNode(DomainConstraintState);
		state->constrainttype = DOM_CONSTRAINT_CHECK;
		state->name = pstrdup(NameStr(con->conname));
		state->check_expr = (Expr *)
			eval_const_expressions(NULL, stringToNode(TextDatumGetCString(d)));
		result = lappend(result, state);
		MemoryContextSwitchTo(old);
	}
	systable_endscan(scan);
	list_sort(result, constraint_order);
	return result;
}

/*
 * Read all constraints of a domain: from the outermost inwards, those of what
 * it stands on come first in evaluation; NOT NULL before everything.
 */
static void
read_constraints(TypeCacheEntry *e)
{
	MemoryContext cxt = AllocSetContextCreate(CacheMemoryContext,
											  "Domain constraints",
											  ALLOCSET_SMALL_SIZES);
	Relation rel = table_open(ConstraintRelationId, AccessShareLock);
	List *all = NIL;
	bool not_null = false;
	Oid typid = e->type_id;
	MemoryContext old;

	for (;;)
	{
		HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typid));
		FormData_pg_type type;
		List *own;

		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for type %u", typid);
		type = *(Form_pg_type) GETSTRUCT(tuple);
		ReleaseSysCache(tuple);
		if (type.typtype != TYPTYPE_DOMAIN)
			break;
		not_null |= type.typnotnull;
		own = checks_of_domain(rel, typid, cxt);
		old = MemoryContextSwitchTo(cxt);
		all = list_concat(own, all);
		MemoryContextSwitchTo(old);
		typid = type.typbasetype;
	}
	table_close(rel, AccessShareLock);

	old = MemoryContextSwitchTo(cxt);
	if (not_null)
	{
		DomainConstraintState *state = makeNode(DomainConstraintState);

		state->constrainttype = DOM_CONSTRAINT_NOTNULL;
		state->name = pstrdup("NOT NULL");
		all = lcons(state, all);
	}
	MemoryContextSwitchTo(old);

	if (all == NIL)
		MemoryContextDelete(cxt);
	else
	{
		DomainConstraintCache *dcc = MemoryContextAlloc(cxt, sizeof(*dcc));

		dcc->constraints = all;
		dcc->context = cxt;
		dcc->refcount = 1;
		e->domainData = dcc;
	}
	e->flags |= HAVE_CONSTRAINTS;
}

static void
release_constraints(DomainConstraintCache *dcc)
{
	if (--dcc->refcount <= 0)
		MemoryContextDelete(dcc->context);
}

static void
release_reference(void *arg)
{
	DomainConstraintRef *ref = arg;

	if (ref->dcc)
	{
		DomainConstraintCache *dcc = ref->dcc;

		ref->dcc = NULL;
		ref->constraints = NIL;
		release_constraints(dcc);
	}
}

/* Hold the current constraints; expression states are made by the executor. */
static void
take_constraints(DomainConstraintRef *ref)
{
	DomainConstraintCache *dcc = ref->tcache->domainData;

	ref->dcc = dcc;
	ref->constraints = NIL;
	if (dcc == NULL)
		return;
	dcc->refcount++;
	if (!ref->need_exprstate)
		ref->constraints = dcc->constraints;
	else
	{
		MemoryContext old = MemoryContextSwitchTo(ref->refctx);
		ListCell *lc;

		foreach (lc, dcc->constraints)
		{
			DomainConstraintState *from = lfirst(lc);
			DomainConstraintState *to = makeNode(DomainConstraintState);

			to->constrainttype = from->constrainttype;
			to->name = from->name;
			to->check_expr = from->check_expr;
			to->check_exprstate = from->check_expr ? ExecInitExpr(from->check_expr, NULL) : NULL;
			ref->constraints = lappend(ref->constraints, to);
		}
		MemoryContextSwitchTo(old);
	}
}

/*
 * InitDomainConstraintRef
 *		Hold the constraints of a domain as long as refctx lives.
 */
void
InitDomainConstraintRef(Oid type_id, DomainConstraintRef *ref,
						MemoryContext refctx, bool need_exprstate)
{
	ref->tcache = lookup_type_cache(type_id, TYPECACHE_DOMAIN_CONSTR_INFO);
	ref->refctx = refctx;
	ref->need_exprstate = need_exprstate;
	ref->callback.func = release_reference;
	ref->callback.arg = ref;
	ref->dcc = NULL;
	MemoryContextRegisterResetCallback(refctx, &ref->callback);
	take_constraints(ref);
}

/* Follow a change of the constraints since the reference was made. */
void
UpdateDomainConstraintRef(DomainConstraintRef *ref)
{
	TypeCacheEntry *e = ref->tcache;

	if (!(e->flags & HAVE_CONSTRAINTS))
		read_constraints(e);
	if (ref->dcc == e->domainData)
		return;
	release_reference(ref);
	take_constraints(ref);
}

bool
DomainHasConstraints(Oid type_id)
{
	return lookup_type_cache(type_id,
							 TYPECACHE_DOMAIN_CONSTR_INFO)
			   ->domainData != NULL;
}

/* ---- lookup ---- */

/*
 * lookup_type_cache
 *		The entry of a type, with what flags ask for filled in: a field that is
 *		0 or NULL then means that there is none.
 */
TypeCacheEntry *
lookup_type_cache(Oid type_id, int flags)
{
	TypeCacheEntry *e = entry_of(type_id);

	find_families(e, flags);

	/* whether hashing goes with equality needs equality */
	if ((flags & (TYPECACHE_EQ_OPR | TYPECACHE_EQ_OPR_FINFO | TYPECACHE_HASH_PROC | TYPECACHE_HASH_PROC_FINFO | TYPECACHE_HASH_EXTENDED_PROC | TYPECACHE_HASH_EXTENDED_PROC_FINFO)) &&
		!(e->flags & HAVE_EQ))
	{
		find_families(e, TYPECACHE_EQ_OPR);
		find_equality(e);
	}
	if ((flags & TYPECACHE_LT_OPR) && !(e->flags & HAVE_LT))
	{
		e->lt_opr = btree_operator(e, BTLessStrategyNumber);
		e->flags |= HAVE_LT;
	}
	if ((flags & TYPECACHE_GT_OPR) && !(e->flags & HAVE_GT))
	{
		e->gt_opr = btree_operator(e, BTGreaterStrategyNumber);
		e->flags |= HAVE_GT;
	}
	if ((flags & (TYPECACHE_CMP_PROC | TYPECACHE_CMP_PROC_FINFO)) &&
		!(e->flags & HAVE_CMP))
		find_comparison(e);
	find_hashing(e, flags);
	find_finfos(e, flags);

	if ((flags & TYPECACHE_TUPDESC) && e->tupDesc == NULL &&
		e->typtype == TYPTYPE_COMPOSITE)
		find_columns(e);
	if ((flags & TYPECACHE_RANGE_INFO) && e->rngelemtype == NULL &&
		e->typtype == TYPTYPE_RANGE)
		find_range(e);
	if ((flags & TYPECACHE_MULTIRANGE_INFO) && e->rngtype == NULL &&
		e->typtype == TYPTYPE_MULTIRANGE)
		find_multirange(e);
	if ((flags & TYPECACHE_DOMAIN_BASE_INFO) && !(e->flags & HAVE_DOMAIN) &&
		e->typtype == TYPTYPE_DOMAIN)
		find_domain_base(e);
	if ((flags & TYPECACHE_DOMAIN_CONSTR_INFO) &&
		!(e->flags & HAVE_CONSTRAINTS) && e->typtype == TYPTYPE_DOMAIN)
		read_constraints(e);
	return e;
}

/* ---- anonymous record types ---- */

typedef struct RecordType
{
	TupleDesc desc; /* NULL: number not used */
	uint64 id;
} RecordType;

static RecordType *records = NULL;
static int nrecords = 0;
static int maxrecords = 0;

typedef struct RecordKey
{
	TupleDesc desc;
} RecordKey;

static HTAB *records_by_shape = NULL;

static uint32
shape_hash(const void *key, Size keysize)
{
	return hashTupleDesc(((const RecordKey *) key)->desc);
}

static int
shape_match(const void *a, const void *b, Size keysize)
{
	return equalTupleDescs(((const RecordKey *) a)->desc,
						   ((const RecordKey *) b)->desc)
		? 0
		: 1;
}

static void
make_record_table(void)
{
	HASHCTL ctl;

	CreateCacheMemoryContext();
	memset(&ctl, 0, sizeof(ctl));
	ctl.keysize = sizeof(RecordKey);
	ctl.entrysize = sizeof(RecordKey);
	ctl.hash = shape_hash;
	ctl.match = shape_match;
	ctl.hcxt = CacheMemoryContext;
	records_by_shape = hash_create("Record types by shape", 64, &ctl,
								   HASH_ELEM | HASH_FUNCTION | HASH_COMPARE |
									   HASH_CONTEXT);
}

static RecordType *
record_slot(int typmod)
{
	if (typmod >= maxrecords)
	{
		int want = Max(64, maxrecords * 2);

		records = records ? repalloc(records, want * sizeof(RecordType)) : MemoryContextAlloc(CacheMemoryContext, want * sizeof(RecordType));
		memset(records + maxrecords, 0,
			   (want - maxrecords) * sizeof(RecordType));
		maxrecords = want;
	}
	return &records[typmod];
}

/*
 * assign_record_type_typmod
 *		Give an anonymous row type its number: the same for equal shapes.
 */
void
assign_record_type_typmod(TupleDesc tupDesc)
{
	RecordKey key;
	RecordKey *found;
	TupleDesc own;
	MemoryContext old;
	RecordType *slot;

	Assert(tupDesc->tdtypeid == RECORDOID);
	if (records_by_shape == NULL)
		make_record_table();
	key.desc = tupDesc;
	found = hash_search(records_by_shape, &key, HASH_FIND, NULL);
	if (found)
	{
		tupDesc->tdtypmod = found->desc->tdtypmod;
		return;
	}

	slot = record_slot(nrecords);
	old = MemoryContextSwitchTo(CacheMemoryContext);
	own = CreateTupleDescCopy(tupDesc);
	MemoryContextSwitchTo(old);
	own->tdrefcount = 1;
	own->tdtypmod = nrecords;
	key.desc = own;
	hash_search(records_by_shape, &key, HASH_ENTER, NULL);
	slot->desc = own;
	slot->id = ++last_tupdesc_id;
	tupDesc->tdtypmod = nrecords++;
}

/* A number that changes whenever the shape behind (type, typmod) may have. */
uint64
assign_record_type_identifier(Oid type_id, int32 typmod)
{
	if (type_id != RECORDOID)
	{
		TypeCacheEntry *e = lookup_type_cache(type_id, TYPECACHE_TUPDESC);

		if (e->tupDesc == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("type %s is not composite",
							format_type_be(type_id))));
		return e->tupDesc_identifier;
	}
	if (typmod >= 0 && typmod < nrecords && records[typmod].desc)
		return records[typmod].id;
	return ++last_tupdesc_id; /* unknown: never twice the same */
}

static TupleDesc
find_rowtype(Oid type_id, int32 typmod, bool noError)
{
	if (type_id != RECORDOID)
	{
		TypeCacheEntry *e = lookup_type_cache(type_id, TYPECACHE_TUPDESC);

		if (e->tupDesc == NULL && !noError)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("type %s is not composite",
							format_type_be(type_id))));
		return e->tupDesc;
	}
	if (typmod >= 0 && typmod < nrecords && records[typmod].desc)
		return records[typmod].desc;
	if (!noError)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("record type has not been registered")));
	return NULL;
}

/* The columns of a row type, counted: use ReleaseTupleDesc. */
TupleDesc
lookup_rowtype_tupdesc_noerror(Oid type_id, int32 typmod, bool noError)
{
	TupleDesc desc = find_rowtype(type_id, typmod, noError);

	if (desc != NULL)
		PinTupleDesc(desc);
	return desc;
}

TupleDesc
lookup_rowtype_tupdesc(Oid type_id, int32 typmod)
{
	return lookup_rowtype_tupdesc_noerror(type_id, typmod, false);
}

/* An uncounted copy. */
TupleDesc
lookup_rowtype_tupdesc_copy(Oid type_id, int32 typmod)
{
	return CreateTupleDescCopyConstr(find_rowtype(type_id, typmod, false));
}

/* The same, looking through a domain over a composite type. */
TupleDesc
lookup_rowtype_tupdesc_domain(Oid type_id, int32 typmod, bool noError)
{
	if (type_id != RECORDOID)
	{
		TypeCacheEntry *e = lookup_type_cache(type_id,
											  TYPECACHE_DOMAIN_BASE_INFO);

		if (e->typtype == TYPTYPE_DOMAIN)
			return lookup_rowtype_tupdesc_noerror(e->domainBaseType,
												  e->domainBaseTypmod, noError);
	}
	return lookup_rowtype_tupdesc_noerror(type_id, typmod, noError);
}

/* ---- enums ---- */

static int
label_order(const void *a, const void *b)
{
	Oid x = *(const Oid *) a;
	Oid y = *(const Oid *) b;

	return (x > y) - (x < y);
}

static void
read_labels(TypeCacheEntry *e)
{
	TypeCacheEnumData *data;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;
	int n = 0;
	int max = 32;
	Size head = offsetof(TypeCacheEnumData, items);

	if (e->typtype != TYPTYPE_ENUM)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is not an enum", format_type_be(e->type_id))));
	data = MemoryContextAlloc(CacheMemoryContext,
							  head + max * sizeof(data->items[0]));
	ScanKeyInit(&key, Anum_pg_enum_enumtypid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(e->type_id));
	rel = table_open(EnumRelationId, AccessShareLock);
	scan = systable_beginscan(rel, EnumTypIdLabelIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_enum en = (Form_pg_enum) GETSTRUCT(tuple);

		if (n >= max)
		{
			max *= 2;
			data = repalloc(data, head + max * sizeof(data->items[0]));
		}
		data->items[n].oid = en->oid;
		data->items[n++].position = en->enumsortorder;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	data->n = n;
	qsort(data->items, n, sizeof(data->items[0]), label_order);
	if (e->enumData)
		pfree(e->enumData);
	e->enumData = data;
}

static bool
label_position(TypeCacheEnumData *data, Oid label, float4 *position)
{
	for (int lo = 0, hi = data->n; lo < hi;)
	{
		int mid = (lo + hi) / 2;

		if (data->items[mid].oid == label)
		{
			*position = data->items[mid].position;
			return true;
		}
		if (data->items[mid].oid < label)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

/*
 * compare_values_of_enum
 *		Order of two labels.  Labels added by this or another transaction since
 *		the last look are found by reading again.
 */
int
compare_values_of_enum(TypeCacheEntry *tcache, Oid arg1, Oid arg2)
{
	float4 p1;
	float4 p2;

	if (arg1 == arg2)
		return 0;
	for (int attempt = 0;; attempt++)
	{
		if (tcache->enumData == NULL || attempt > 0)
			read_labels(tcache);
		if (label_position(tcache->enumData, arg1, &p1) &&
			label_position(tcache->enumData, arg2, &p2))
			return (p1 > p2) - (p1 < p2);
		if (attempt > 0)
			elog(ERROR, "enum value %u not found in cache for enum %s",
				 label_position(tcache->enumData, arg1, &p1) ? arg2 : arg1,
				 format_type_be(tcache->type_id));
	}
}

/* ---- invalidation ---- */

static void
forget_columns(TypeCacheEntry *e)
{
	if (e->tupDesc == NULL)
		return;
	if (--e->tupDesc->tdrefcount == 0)
		FreeTupleDesc(e->tupDesc);
	e->tupDesc = NULL;
	e->tupDesc_identifier = 0;
	/* which operations the row type has depends on its columns */
	e->flags &= ~HAVE_OPERATORS;
}

static void
for_each_entry(void (*visit)(TypeCacheEntry *, Oid), Oid arg)
{
	HASH_SEQ_STATUS seq;
	TypeCacheEntry *e;

	hash_seq_init(&seq, by_oid);
	while ((e = hash_seq_search(&seq)) != NULL)
		visit(e, arg);
}

static void
visit_relation(TypeCacheEntry *e, Oid relid)
{
	if (e->typtype == TYPTYPE_COMPOSITE)
	{
		if (relid == InvalidOid || e->typrelid == relid)
			forget_columns(e);
	}
	else if (e->typtype == TYPTYPE_DOMAIN || OidIsValid(e->typelem))
		e->flags &= ~HAVE_OPERATORS; /* may contain such a type */
}

static void
forget_relation(Datum arg, Oid relid)
{
	for_each_entry(visit_relation, relid);
}

static void
visit_type(TypeCacheEntry *e, Oid hashvalue)
{
	if (hashvalue == 0 || e->type_id_hash == hashvalue)
		e->flags &= ~(HAVE_PG_TYPE | HAVE_DOMAIN | HAVE_CONSTRAINTS);
}

static void
drop_constraints_of_all_domains(void)
{
	for (TypeCacheEntry *e = first_domain; e; e = e->nextDomain)
	{
		DomainConstraintCache *dcc = e->domainData;

		e->domainData = NULL;
		e->flags &= ~HAVE_CONSTRAINTS;
		if (dcc)
			release_constraints(dcc);
	}
}

static void
forget_types(Datum arg, int cacheid, uint32 hashvalue)
{
	for_each_entry(visit_type, hashvalue);
	drop_constraints_of_all_domains();
}

static void
visit_operators(TypeCacheEntry *e, Oid unused)
{
	e->flags &= ~HAVE_OPERATORS;
}

static void
forget_operators(Datum arg, int cacheid, uint32 hashvalue)
{
	for_each_entry(visit_operators, InvalidOid);
}

static void
forget_constraints(Datum arg, int cacheid, uint32 hashvalue)
{
	drop_constraints_of_all_domains();
}

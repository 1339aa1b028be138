/*
 * lsyscache.c
 *		One-line questions to the catalogs.
 *
 * Most functions fetch one row by OID from a catalog cache and give back one
 * field.  Those are written as one line each with the two macros below:
 * FIELD for those that have an answer when there is no row, MUST_FIELD for
 * those that raise an internal error then.  The longer ones follow.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/lsyscache.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/stratnum.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_cast.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_publication.h"
#include "catalog/pg_range.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_transform.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/readfuncs.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

get_attavgwidth_hook_type get_attavgwidth_hook = NULL;

#define FIELD(type, function, cache, form, field, none)                 \
	type function(Oid id)                                               \
	{                                                                   \
		HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(id)); \
		type result = none;                                             \
		if (HeapTupleIsValid(tuple))                                    \
		{                                                               \
			result = ((form) GETSTRUCT(tuple))->field;                  \
			ReleaseSysCache(tuple);                                     \
		}                                                               \
		return result;                                                  \
	}

#define MUST_FIELD(type, function, cache, form, field, what)            \
	type function(Oid id)                                               \
	{                                                                   \
		HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(id)); \
		type result;                                                    \
		if (!HeapTupleIsValid(tuple))                                   \
			elog(ERROR, "cache lookup failed for " what " %u", id);     \
		result = ((form) GETSTRUCT(tuple))->field;                      \
		ReleaseSysCache(tuple);                                         \
		return result;                                                  \
	}

#define NAME_FIELD(function, cache, form, field)                         \
	char *function(Oid id)                                               \
	{                                                                    \
		HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(id));  \
		char *result = NULL;                                             \
		if (HeapTupleIsValid(tuple))                                     \
		{                                                                \
			result = pstrdup(NameStr(((form) GETSTRUCT(tuple))->field)); \
			ReleaseSysCache(tuple);                                      \
		}                                                                \
		return result;                                                   \
	}

/* ---- operator classes ---- */
MUST_FIELD(Oid, get_opclass_family, CLAOID, Form_pg_opclass, opcfamily, "opclass")
MUST_FIELD(Oid, get_opclass_input_type, CLAOID, Form_pg_opclass, opcintype, "opclass")
MUST_FIELD(Oid, get_opclass_method, CLAOID, Form_pg_opclass, opcmethod, "opclass")

/* ---- operators ---- */
FIELD(RegProcedure, get_opcode, OPEROID, Form_pg_operator, oprcode, InvalidOid)
FIELD(Oid, get_op_rettype, OPEROID, Form_pg_operator, oprresult, InvalidOid)
FIELD(Oid, get_commutator, OPEROID, Form_pg_operator, oprcom, InvalidOid)
FIELD(Oid, get_negator, OPEROID, Form_pg_operator, oprnegate, InvalidOid)
FIELD(RegProcedure, get_oprrest, OPEROID, Form_pg_operator, oprrest, InvalidOid)
FIELD(RegProcedure, get_oprjoin, OPEROID, Form_pg_operator, oprjoin, InvalidOid)
NAME_FIELD(get_opname, OPEROID, Form_pg_operator, oprname)

/* ---- functions ---- */
FIELD(Oid, get_func_namespace, PROCOID, Form_pg_proc, pronamespace, InvalidOid)
FIELD(RegProcedure, get_func_support, PROCOID, Form_pg_proc, prosupport, InvalidOid)
MUST_FIELD(Oid, get_func_rettype, PROCOID, Form_pg_proc, prorettype, "function")
MUST_FIELD(int, get_func_nargs, PROCOID, Form_pg_proc, pronargs, "function")
MUST_FIELD(Oid, get_func_variadictype, PROCOID, Form_pg_proc, provariadic, "function")
MUST_FIELD(bool, get_func_retset, PROCOID, Form_pg_proc, proretset, "function")
MUST_FIELD(bool, func_strict, PROCOID, Form_pg_proc, proisstrict, "function")
MUST_FIELD(char, func_volatile, PROCOID, Form_pg_proc, provolatile, "function")
MUST_FIELD(char, func_parallel, PROCOID, Form_pg_proc, proparallel, "function")
MUST_FIELD(char, get_func_prokind, PROCOID, Form_pg_proc, prokind, "function")
MUST_FIELD(bool, get_func_leakproof, PROCOID, Form_pg_proc, proleakproof, "function")
NAME_FIELD(get_func_name, PROCOID, Form_pg_proc, proname)

/* ---- relations ---- */
FIELD(Oid, get_rel_namespace, RELOID, Form_pg_class, relnamespace, InvalidOid)
FIELD(Oid, get_rel_type_id, RELOID, Form_pg_class, reltype, InvalidOid)
FIELD(char, get_rel_relkind, RELOID, Form_pg_class, relkind, '\0')
FIELD(bool, get_rel_relispartition, RELOID, Form_pg_class, relispartition, false)
FIELD(Oid, get_rel_tablespace, RELOID, Form_pg_class, reltablespace, InvalidOid)
FIELD(Oid, get_rel_relam, RELOID, Form_pg_class, relam, InvalidOid)
MUST_FIELD(char, get_rel_persistence, RELOID, Form_pg_class, relpersistence, "relation")
NAME_FIELD(get_rel_name, RELOID, Form_pg_class, relname)

/* ---- indexes ---- */
MUST_FIELD(bool, get_index_isreplident, INDEXRELID, Form_pg_index, indisreplident, "index")
MUST_FIELD(bool, get_index_isvalid, INDEXRELID, Form_pg_index, indisvalid, "index")
MUST_FIELD(bool, get_index_isclustered, INDEXRELID, Form_pg_index, indisclustered, "index")

/* ---- types ---- */
FIELD(bool, get_typisdefined, TYPEOID, Form_pg_type, typisdefined, false)
FIELD(int16, get_typlen, TYPEOID, Form_pg_type, typlen, 0)
FIELD(bool, get_typbyval, TYPEOID, Form_pg_type, typbyval, false)
FIELD(char, get_typstorage, TYPEOID, Form_pg_type, typstorage, TYPSTORAGE_PLAIN)
FIELD(char, get_typtype, TYPEOID, Form_pg_type, typtype, '\0')
FIELD(Oid, get_typ_typrelid, TYPEOID, Form_pg_type, typrelid, InvalidOid)
FIELD(Oid, get_array_type, TYPEOID, Form_pg_type, typarray, InvalidOid)
FIELD(Oid, get_typmodin, TYPEOID, Form_pg_type, typmodin, InvalidOid)
FIELD(Oid, get_typmodout, TYPEOID, Form_pg_type, typmodout, InvalidOid)
FIELD(Oid, get_typcollation, TYPEOID, Form_pg_type, typcollation, InvalidOid)
FIELD(Oid, get_range_subtype, RANGETYPE, Form_pg_range, rngsubtype, InvalidOid)
FIELD(Oid, get_range_collation, RANGETYPE, Form_pg_range, rngcollation, InvalidOid)
FIELD(Oid, get_range_multirange, RANGETYPE, Form_pg_range, rngmultitypid, InvalidOid)
FIELD(Oid, get_multirange_range, RANGEMULTIRANGE, Form_pg_range, rngtypid, InvalidOid)

/* ---- others ---- */
NAME_FIELD(get_collation_name, COLLOID, Form_pg_collation, collname)
NAME_FIELD(get_constraint_name, CONSTROID, Form_pg_constraint, conname)
NAME_FIELD(get_namespace_name, NAMESPACEOID, Form_pg_namespace, nspname)
MUST_FIELD(bool, get_collation_isdeterministic, COLLOID, Form_pg_collation, collisdeterministic, "collation")

/* The index that enforces a key constraint; InvalidOid for other kinds. */
Oid
get_constraint_index(Oid conoid)
{
	HeapTuple tup = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conoid));
	Form_pg_constraint con;
	Oid result = InvalidOid;

	if (!HeapTupleIsValid(tup))
		return InvalidOid;
	con = (Form_pg_constraint) GETSTRUCT(tup);

	/* a foreign key names the index it refers to: not its own */
	if (con->contype != CONSTRAINT_FOREIGN && con->contype != CONSTRAINT_CHECK)
		result = con->conindid;
	ReleaseSysCache(tup);
	return result;
}

/* ---- operator families ---- */

static HeapTuple
amop_by_operator(Oid opno, char purpose, Oid opfamily)
{
	return SearchSysCache3(AMOPOPID, ObjectIdGetDatum(opno),
						   CharGetDatum(purpose), ObjectIdGetDatum(opfamily));
}

bool
op_in_opfamily(Oid opno, Oid opfamily)
{
	return SearchSysCacheExists3(AMOPOPID, ObjectIdGetDatum(opno),
								 CharGetDatum(AMOP_SEARCH),
								 ObjectIdGetDatum(opfamily));
}

/* Strategy of a search operator, or 0 if it is not in the family. */
int
get_op_opfamily_strategy(Oid opno, Oid opfamily)
{
	HeapTuple tuple = amop_by_operator(opno, AMOP_SEARCH, opfamily);
	int result = 0;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_amop) GETSTRUCT(tuple))->amopstrategy;
		ReleaseSysCache(tuple);
	}
	return result;
}

/* Sort family of an ordering operator, or InvalidOid. */
Oid
get_op_opfamily_sortfamily(Oid opno, Oid opfamily)
{
	HeapTuple tuple = amop_by_operator(opno, AMOP_ORDER, opfamily);
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_amop) GETSTRUCT(tuple))->amopsortfamily;
		ReleaseSysCache(tuple);
	}
	return result;
}

/* Strategy and declared types of an operator that must be in the family. */
void
get_op_opfamily_properties(Oid opno, Oid opfamily, bool ordering_op,
						   int *strategy, Oid *lefttype, Oid *righttype)
{
	HeapTuple tuple = amop_by_operator(opno, ordering_op ? AMOP_ORDER : AMOP_SEARCH, opfamily);
	Form_pg_amop amop;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "operator %u is not a member of opfamily %u", opno, opfamily);
	amop = (Form_pg_amop) GETSTRUCT(tuple);
	*strategy = amop->amopstrategy;
	*lefttype = amop->amoplefttype;
	*righttype = amop->amoprighttype;
	ReleaseSysCache(tuple);
}

Oid
get_opfamily_member(Oid opfamily, Oid lefttype, Oid righttype, int16 strategy)
{
	HeapTuple tuple = SearchSysCache4(AMOPSTRATEGY,
									  ObjectIdGetDatum(opfamily),
									  ObjectIdGetDatum(lefttype),
									  ObjectIdGetDatum(righttype),
									  Int16GetDatum(strategy));
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_amop) GETSTRUCT(tuple))->amopopr;
		ReleaseSysCache(tuple);
	}
	return result;
}

Oid
get_opfamily_proc(Oid opfamily, Oid lefttype, Oid righttype, int16 procnum)
{
	HeapTuple tuple = SearchSysCache4(AMPROCNUM, ObjectIdGetDatum(opfamily),
									  ObjectIdGetDatum(lefttype),
									  ObjectIdGetDatum(righttype),
									  Int16GetDatum(procnum));
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_amproc) GETSTRUCT(tuple))->amproc;
		ReleaseSysCache(tuple);
	}
	return result;
}

/*
 * Visit the memberships of an operator.  The visitor returns true to stop;
 * that is the result.
 */
typedef bool (*amop_visitor)(Form_pg_amop amop, void *arg);

static bool
visit_memberships(Oid opno, amop_visitor visit, void *arg)
{
	CatCList *list = SearchSysCacheList1(AMOPOPID, ObjectIdGetDatum(opno));
	bool stopped = false;

	for (int i = 0; i < list->n_members && !stopped; i++)
		stopped = visit((Form_pg_amop) GETSTRUCT(&list->members[i]->tuple), arg);
	ReleaseSysCacheList(list);
	return stopped;
}

static bool
is_btree(Form_pg_amop amop)
{
	return amop->amopmethod == BTREE_AM_OID && amop->amoppurpose == AMOP_SEARCH;
}

static bool
is_ordering(Form_pg_amop amop)
{
	return is_btree(amop) && (amop->amopstrategy == BTLessStrategyNumber || amop->amopstrategy == BTGreaterStrategyNumber);
}

static bool
copy_if_ordering(Form_pg_amop amop, void *arg)
{
	/* one that compares two types cannot sort */
	if (!is_ordering(amop) || amop->amoplefttype != amop->amoprighttype)
		return false;
	*(FormData_pg_amop *) arg = *amop;
	return true;
}

/*
 * Is this a "<" or ">" of some btree family?  Any family will do: sorting
 * works the same in each.
 */
bool
get_ordering_op_properties(Oid opno, Oid *opfamily, Oid *opcintype,
						   int16 *strategy)
{
	FormData_pg_amop amop;
	bool found = visit_memberships(opno, copy_if_ordering, &amop);

	*opfamily = found ? amop.amopfamily : InvalidOid;
	*opcintype = found ? amop.amoplefttype : InvalidOid;
	*strategy = found ? amop.amopstrategy : 0;
	return found;
}

/* "=" of the family in which opno is "<" or ">"; reverse tells which. */
Oid
get_equality_op_for_ordering_op(Oid opno, bool *reverse)
{
	Oid opfamily;
	Oid opcintype;
	int16 strategy;

	if (!get_ordering_op_properties(opno, &opfamily, &opcintype, &strategy))
		return InvalidOid;
	if (reverse)
		*reverse = (strategy == BTGreaterStrategyNumber);
	return get_opfamily_member(opfamily, opcintype, opcintype,
							   BTEqualStrategyNumber);
}

typedef struct OrderingSearch
{
	bool use_lhs;
	Oid result;
} OrderingSearch;

static bool
find_less_than(Form_pg_amop amop, void *arg)
{
	OrderingSearch *search = arg;
	Oid type = search->use_lhs ? amop->amoplefttype : amop->amoprighttype;

	if (!is_btree(amop) || amop->amopstrategy != BTEqualStrategyNumber)
		return false;
	search->result = get_opfamily_member(amop->amopfamily, type, type,
										 BTLessStrategyNumber);
	return OidIsValid(search->result);
}

Oid
get_ordering_op_for_equality_op(Oid opno, bool use_lhs_type)
{
	OrderingSearch search = {use_lhs_type, InvalidOid};

	visit_memberships(opno, find_less_than, &search);
	return search.result;
}

static bool
add_merge_family(Form_pg_amop amop, void *arg)
{
	List **list = arg;

	if (is_btree(amop) && amop->amopstrategy == BTEqualStrategyNumber)
		*list = lappend_oid(*list, amop->amopfamily);
	return false;
}

/* Btree families in which this is the "=". */
List *
get_mergejoin_opfamilies(Oid opno)
{
	List *result = NIL;

	visit_memberships(opno, add_merge_family, &result);
	return result;
}

typedef struct HashSearch
{
	Oid opno;
	Oid *lhs; /* operator or function for each side, or NULL */
	Oid *rhs;
} HashSearch;

static bool
is_hash_equality(Form_pg_amop amop)
{
	return amop->amopmethod == HASH_AM_OID &&
		amop->amopstrategy == HTEqualStrategyNumber;
}

static bool
find_hash_operators(Form_pg_amop amop, void *arg)
{
	HashSearch *s = arg;
	Oid left;
	Oid right;

	if (!is_hash_equality(amop))
		return false;
	left = right = s->opno;
	if (amop->amoplefttype != amop->amoprighttype)
	{
		left = get_opfamily_member(amop->amopfamily, amop->amoplefttype,
								   amop->amoplefttype, HTEqualStrategyNumber);
		right = get_opfamily_member(amop->amopfamily, amop->amoprighttype,
									amop->amoprighttype, HTEqualStrategyNumber);
	}
	if ((s->lhs && !OidIsValid(left)) || (s->rhs && !OidIsValid(right)))
		return false;
	if (s->lhs)
		*s->lhs = left;
	if (s->rhs)
		*s->rhs = right;
	return true;
}

/* Single-type equality operators to hash each side of opno with. */
bool
get_compatible_hash_operators(Oid opno, Oid *lhs_opno, Oid *rhs_opno)
{
	HashSearch s = {opno, lhs_opno, rhs_opno};

	if (lhs_opno)
		*lhs_opno = InvalidOid;
	if (rhs_opno)
		*rhs_opno = InvalidOid;
	return visit_memberships(opno, find_hash_operators, &s);
}

#define HASH_STANDARD_PROC 1 /* support function of the hash method */

static bool
find_hash_functions(Form_pg_amop amop, void *arg)
{
	HashSearch *s = arg;
	Oid left = InvalidOid;
	Oid right = InvalidOid;

	if (!is_hash_equality(amop))
		return false;
	if (s->lhs)
		left = get_opfamily_proc(amop->amopfamily, amop->amoplefttype,
								 amop->amoplefttype, HASH_STANDARD_PROC);
	if (s->rhs)
		right = get_opfamily_proc(amop->amopfamily, amop->amoprighttype,
								  amop->amoprighttype, HASH_STANDARD_PROC);
	if ((s->lhs && !OidIsValid(left)) || (s->rhs && !OidIsValid(right)))
		return false;
	if (s->lhs)
		*s->lhs = left;
	if (s->rhs)
		*s->rhs = right;
	return true;
}

/* Hash functions for the two sides of a hashable equality operator. */
bool
get_op_hash_functions(Oid opno, RegProcedure *lhs_procno,
					  RegProcedure *rhs_procno)
{
	HashSearch s = {opno, lhs_procno, rhs_procno};

	if (lhs_procno)
		*lhs_procno = InvalidOid;
	if (rhs_procno)
		*rhs_procno = InvalidOid;
	return visit_memberships(opno, find_hash_functions, &s);
}

typedef struct Interpretation
{
	List *result;
	bool negated; /* looking at the negator: "=" means "<>" */
} Interpretation;

static bool
interpret(Form_pg_amop amop, void *arg)
{
	Interpretation *in = arg;
	OpBtreeInterpretation *one;

	if (amop->amopmethod != BTREE_AM_OID)
		return false;
	if (in->negated && amop->amopstrategy != BTEqualStrategyNumber)
		return false;
	one = palloc(sizeof(OpBtreeInterpretation));
	one->opfamily_id = amop->amopfamily;
	one->strategy = in->negated ? ROWCOMPARE_NE : amop->amopstrategy;
	one->oplefttype = amop->amoplefttype;
	one->oprighttype = amop->amoprighttype;
	in->result = lappend(in->result, one);
	return false;
}

/* What an operator means in each btree family that knows it or its negator. */
List *
get_op_btree_interpretation(Oid opno)
{
	Interpretation in = {NIL, false};

	visit_memberships(opno, interpret, &in);
	if (in.result == NIL)
	{
		Oid negator = get_negator(opno);

		in.negated = true;
		if (OidIsValid(negator))
			visit_memberships(negator, interpret, &in);
	}
	return in.result;
}

typedef struct CommonFamily
{
	Oid other;
	bool btree_only;
} CommonFamily;

static bool
shares_family(Form_pg_amop amop, void *arg)
{
	CommonFamily *c = arg;

	if (amop->amopmethod != BTREE_AM_OID &&
		(c->btree_only || amop->amopmethod != HASH_AM_OID))
		return false;
	return op_in_opfamily(c->other, amop->amopfamily);
}

/* Do two equality operators mean the same equality? */
bool
equality_ops_are_compatible(Oid opno1, Oid opno2)
{
	CommonFamily c = {opno2, false};

	return opno1 == opno2 || visit_memberships(opno1, shares_family, &c);
}

bool
comparison_ops_are_compatible(Oid opno1, Oid opno2)
{
	CommonFamily c = {opno2, true};

	return opno1 == opno2 || visit_memberships(opno1, shares_family, &c);
}

bool
get_opclass_opfamily_and_input_type(Oid opclass, Oid *opfamily,
									Oid *opcintype)
{
	HeapTuple tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));

	if (!HeapTupleIsValid(tuple))
		return false;
	*opfamily = ((Form_pg_opclass) GETSTRUCT(tuple))->opcfamily;
	*opcintype = ((Form_pg_opclass) GETSTRUCT(tuple))->opcintype;
	ReleaseSysCache(tuple);
	return true;
}

/* ---- operators ---- */

void
op_input_types(Oid opno, Oid *lefttype, Oid *righttype)
{
	HeapTuple tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(opno));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for operator %u", opno);
	*lefttype = ((Form_pg_operator) GETSTRUCT(tuple))->oprleft;
	*righttype = ((Form_pg_operator) GETSTRUCT(tuple))->oprright;
	ReleaseSysCache(tuple);
}

/*
 * Equality of arrays and records is mergejoinable (hashjoinable) only if that
 * of what is in them is.
 */
bool
op_mergejoinable(Oid opno, Oid inputtype)
{
	HeapTuple tuple;
	bool result;

	if (opno == ARRAY_EQ_OP || opno == RECORD_EQ_OP)
		return OidIsValid(lookup_type_cache(inputtype,
											TYPECACHE_CMP_PROC)
							  ->cmp_proc);
	tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(opno));
	if (!HeapTupleIsValid(tuple))
		return false;
	result = ((Form_pg_operator) GETSTRUCT(tuple))->oprcanmerge;
	ReleaseSysCache(tuple);
	return result;
}

bool
op_hashjoinable(Oid opno, Oid inputtype)
{
	HeapTuple tuple;
	bool result;

	if (opno == ARRAY_EQ_OP || opno == RECORD_EQ_OP)
		return OidIsValid(lookup_type_cache(inputtype,
											TYPECACHE_HASH_PROC)
							  ->hash_proc);
	tuple = SearchSysCache1(OPEROID, ObjectIdGetDatum(opno));
	if (!HeapTupleIsValid(tuple))
		return false;
	result = ((Form_pg_operator) GETSTRUCT(tuple))->oprcanhash;
	ReleaseSysCache(tuple);
	return result;
}

static RegProcedure
function_of_operator(Oid opno)
{
	RegProcedure funcid = get_opcode(opno);

	if (!OidIsValid(funcid))
		elog(ERROR, "operator %u does not exist", opno);
	return funcid;
}

bool
op_strict(Oid opno)
{
	return func_strict(function_of_operator(opno));
}

char
op_volatile(Oid opno)
{
	return func_volatile(function_of_operator(opno));
}

/* ---- functions ---- */

/* Result type of a function, and a palloc'd array of its argument types. */
Oid
get_func_signature(Oid funcid, Oid **argtypes, int *nargs)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Form_pg_proc proc;
	Oid result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	result = proc->prorettype;
	*nargs = proc->pronargs;
	*argtypes = palloc(Max(*nargs, 1) * sizeof(Oid));
	memcpy(*argtypes, proc->proargtypes.values, *nargs * sizeof(Oid));
	ReleaseSysCache(tuple);
	return result;
}

/* ---- relations and columns ---- */

Oid
get_relname_relid(const char *relname, Oid relnamespace)
{
	return GetSysCacheOid2(RELNAMENSP, Anum_pg_class_oid,
						   PointerGetDatum(relname),
						   ObjectIdGetDatum(relnamespace));
}

static HeapTuple
column_row(Oid relid, AttrNumber attnum)
{
	return SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid),
						   Int16GetDatum(attnum));
}

static HeapTuple
column_row_must(Oid relid, AttrNumber attnum)
{
	HeapTuple tuple = column_row(relid, attnum);

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for attribute %d of relation %u",
			 attnum, relid);
	return tuple;
}

char *
get_attname(Oid relid, AttrNumber attnum, bool missing_ok)
{
	HeapTuple tuple = missing_ok ? column_row(relid, attnum) : column_row_must(relid, attnum);
	char *result;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	result = pstrdup(NameStr(((Form_pg_attribute) GETSTRUCT(tuple))->attname));
	ReleaseSysCache(tuple);
	return result;
}

AttrNumber
get_attnum(Oid relid, const char *attname)
{
	HeapTuple tuple = SearchSysCacheAttName(relid, attname);
	AttrNumber result = InvalidAttrNumber;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_attribute) GETSTRUCT(tuple))->attnum;
		ReleaseSysCache(tuple);
	}
	return result;
}

int
get_attstattarget(Oid relid, AttrNumber attnum)
{
	HeapTuple tuple = column_row_must(relid, attnum);
	int result = ((Form_pg_attribute) GETSTRUCT(tuple))->attstattarget;

	ReleaseSysCache(tuple);
	return result;
}

char
get_attgenerated(Oid relid, AttrNumber attnum)
{
	HeapTuple tuple = column_row_must(relid, attnum);
	char result = ((Form_pg_attribute) GETSTRUCT(tuple))->attgenerated;

	ReleaseSysCache(tuple);
	return result;
}

Oid
get_atttype(Oid relid, AttrNumber attnum)
{
	HeapTuple tuple = column_row(relid, attnum);
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_attribute) GETSTRUCT(tuple))->atttypid;
		ReleaseSysCache(tuple);
	}
	return result;
}

void
get_atttypetypmodcoll(Oid relid, AttrNumber attnum, Oid *typid,
					  int32 *typmod, Oid *collid)
{
	HeapTuple tuple = column_row_must(relid, attnum);
	Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tuple);

	*typid = att->atttypid;
	*typmod = att->atttypmod;
	*collid = att->attcollation;
	ReleaseSysCache(tuple);
}

/* attoptions of a column as a copied text[], or 0 if null. */
Datum
get_attoptions(Oid relid, int16 attnum)
{
	HeapTuple tuple = column_row_must(relid, attnum);
	bool isnull;
	Datum d = SysCacheGetAttr(ATTNUM, tuple, Anum_pg_attribute_attoptions,
							  &isnull);
	Datum result = isnull ? (Datum) 0 : datumCopy(d, false, -1);

	ReleaseSysCache(tuple);
	return result;
}

/* Average width from ANALYZE, or 0 if unknown. */
int32
get_attavgwidth(Oid relid, AttrNumber attnum)
{
	HeapTuple tuple;
	int32 result = 0;

	if (get_attavgwidth_hook)
	{
		result = get_attavgwidth_hook(relid, attnum);
		if (result > 0)
			return result;
	}
	tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(relid),
							Int16GetDatum(attnum), BoolGetDatum(false));
	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_statistic) GETSTRUCT(tuple))->stawidth;
		ReleaseSysCache(tuple);
	}
	return Max(result, 0);
}

/*
 * get_attstatsslot
 *		Find a slot of a pg_statistic row by kind and, if valid, operator, and
 *		fetch the arrays that flags ask for.  Free with free_attstatsslot.
 */
bool
get_attstatsslot(AttStatsSlot *sslot, HeapTuple statstuple, int reqkind,
				 Oid reqop, int flags)
{
	Form_pg_statistic stats = (Form_pg_statistic) GETSTRUCT(statstuple);
	const int16 *kinds = &stats->stakind1;
	const Oid *ops = &stats->staop1;
	const Oid *colls = &stats->stacoll1;
	bool isnull;
	Datum d;
	int i;

	memset(sslot, 0, sizeof(*sslot));
	for (i = 0; i < STATISTIC_NUM_SLOTS; i++)
	{
		if (kinds[i] == reqkind && (!OidIsValid(reqop) || ops[i] == reqop))
			break;
	}
	if (i >= STATISTIC_NUM_SLOTS)
		return false;
	sslot->staop = ops[i];
	sslot->stacoll = colls[i];

	if (flags & ATTSTATSSLOT_VALUES)
	{
		ArrayType *arr;
		int16 len;
		bool byval;
		char align;

		d = SysCacheGetAttr(STATRELATTINH, statstuple,
							Anum_pg_statistic_stavalues1 + i, &isnull);
		if (isnull)
			elog(ERROR, "stavalues is null");
		arr = DatumGetArrayTypePCopy(d);
		sslot->valuetype = ARR_ELEMTYPE(arr);
		get_typlenbyvalalign(sslot->valuetype, &len, &byval, &align);
		deconstruct_array(arr, sslot->valuetype, len, byval, align,
						  &sslot->values, NULL, &sslot->nvalues);
		/* by-reference values point into the array */
		if (byval)
			pfree(arr);
		else
			sslot->values_arr = arr;
	}
	if (flags & ATTSTATSSLOT_NUMBERS)
	{
		ArrayType *arr;

		d = SysCacheGetAttr(STATRELATTINH, statstuple,
							Anum_pg_statistic_stanumbers1 + i, &isnull);
		if (isnull)
			elog(ERROR, "stanumbers is null");
		arr = DatumGetArrayTypePCopy(d);
		if (ARR_NDIM(arr) != 1 || ARR_DIMS(arr)[0] <= 0 || ARR_HASNULL(arr) ||
			ARR_ELEMTYPE(arr) != FLOAT4OID)
			elog(ERROR, "stanumbers is not a 1-D float4 array");
		sslot->numbers = (float4 *) ARR_DATA_PTR(arr);
		sslot->nnumbers = ARR_DIMS(arr)[0];
		sslot->numbers_arr = arr;
	}
	return true;
}

void
free_attstatsslot(AttStatsSlot *sslot)
{
	if (sslot->values)
		pfree(sslot->values);
	if (sslot->values_arr)
		pfree(sslot->values_arr);
	if (sslot->numbers_arr)
		pfree(sslot->numbers_arr);
}

/* ---- indexes ---- */

/* Operator class of a key column; InvalidOid for an INCLUDE column. */
Oid
get_index_column_opclass(Oid index_oid, int attno)
{
	HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(index_oid));
	Oid result = InvalidOid;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	Assert(attno > 0 && attno <= ((Form_pg_index) GETSTRUCT(tuple))->indnatts);
	if (attno <= ((Form_pg_index) GETSTRUCT(tuple))->indnkeyatts)
	{
		bool isnull;
		Datum d = SysCacheGetAttr(INDEXRELID, tuple,
								  Anum_pg_index_indclass, &isnull);

		Assert(!isnull);
		result = ((oidvector *) DatumGetPointer(d))->values[attno - 1];
	}
	ReleaseSysCache(tuple);
	return result;
}

/* ---- types ---- */

static HeapTuple
type_row_must(Oid typid)
{
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typid));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", typid);
	return tuple;
}

void
get_typlenbyval(Oid typid, int16 *typlen, bool *typbyval)
{
	char align;

	get_typlenbyvalalign(typid, typlen, typbyval, &align);
}

void
get_typlenbyvalalign(Oid typid, int16 *typlen, bool *typbyval,
					 char *typalign)
{
	HeapTuple tuple = type_row_must(typid);
	Form_pg_type type = (Form_pg_type) GETSTRUCT(tuple);

	*typlen = type->typlen;
	*typbyval = type->typbyval;
	*typalign = type->typalign;
	ReleaseSysCache(tuple);
}

/* What to pass to the I/O functions as "element type". */
Oid
getTypeIOParam(HeapTuple typeTuple)
{
	Form_pg_type type = (Form_pg_type) GETSTRUCT(typeTuple);

	return OidIsValid(type->typelem) ? type->typelem : type->oid;
}

void
get_type_io_data(Oid typid, IOFuncSelector which_func, int16 *typlen,
				 bool *typbyval, char *typalign, char *typdelim,
				 Oid *typioparam, Oid *func)
{
	HeapTuple tuple = type_row_must(typid);
	Form_pg_type type = (Form_pg_type) GETSTRUCT(tuple);

	*typlen = type->typlen;
	*typbyval = type->typbyval;
	*typalign = type->typalign;
	*typdelim = type->typdelim;
	*typioparam = getTypeIOParam(tuple);
	switch (which_func)
	{
		case IOFunc_input:
			*func = type->typinput;
			break;
		case IOFunc_output:
			*func = type->typoutput;
			break;
		case IOFunc_receive:
			*func = type->typreceive;
			break;
		case IOFunc_send:
			*func = type->typsend;
			break;
	}
	ReleaseSysCache(tuple);
}

/* The default of a type as an expression, or NULL.  Domains have them. */
Node *
get_typdefault(Oid typid)
{
	HeapTuple tuple = type_row_must(typid);
	Form_pg_type type = (Form_pg_type) GETSTRUCT(tuple);
	bool isnull;
	Datum d;
	Node *expr = NULL;

	d = SysCacheGetAttr(TYPEOID, tuple, Anum_pg_type_typdefaultbin, &isnull);
	if (!isnull)
		expr = stringToNode(TextDatumGetCString(d));
	else
	{
		d = SysCacheGetAttr(TYPEOID, tuple, Anum_pg_type_typdefault, &isnull);
		if (!isnull)
		{
			char *str = TextDatumGetCString(d);

			d = OidInputFunctionCall(type->typinput, str,
									 getTypeIOParam(tuple), -1);
			expr = (Node *) makeConst(typid, -1, type->typcollation,
									  type->typlen, d, false, type->typbyval);
			pfree(str);
		}
	}
	ReleaseSysCache(tuple);
	return expr;
}

bool
type_is_rowtype(Oid typid)
{
	if (typid == RECORDOID)
		return true;
	switch (get_typtype(typid))
	{
		case TYPTYPE_COMPOSITE:
			return true;
		case TYPTYPE_DOMAIN:
			return get_typtype(getBaseType(typid)) == TYPTYPE_COMPOSITE;
		default:
			return false;
	}
}

bool
type_is_enum(Oid typid)
{
	return get_typtype(typid) == TYPTYPE_ENUM;
}

bool
type_is_range(Oid typid)
{
	return get_typtype(typid) == TYPTYPE_RANGE;
}

bool
type_is_multirange(Oid typid)
{
	return get_typtype(typid) == TYPTYPE_MULTIRANGE;
}

void
get_type_category_preferred(Oid typid, char *typcategory,
							bool *typispreferred)
{
	HeapTuple tuple = type_row_must(typid);

	*typcategory = ((Form_pg_type) GETSTRUCT(tuple))->typcategory;
	*typispreferred = ((Form_pg_type) GETSTRUCT(tuple))->typispreferred;
	ReleaseSysCache(tuple);
}

/* Element type of a true (varlena) array, else InvalidOid. */
Oid
get_element_type(Oid typid)
{
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typid));
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		Form_pg_type type = (Form_pg_type) GETSTRUCT(tuple);

		if (IsTrueArrayType(type))
			result = type->typelem;
		ReleaseSysCache(tuple);
	}
	return result;
}

/* The type of an array of typid; of an array, itself. */
Oid
get_promoted_array_type(Oid typid)
{
	Oid array = get_array_type(typid);

	if (OidIsValid(array))
		return array;
	return OidIsValid(get_element_type(typid)) ? typid : InvalidOid;
}

/* Element type, looking through domains over arrays. */
Oid
get_base_element_type(Oid typid)
{
	return get_element_type(getBaseType(typid));
}

Oid
getBaseType(Oid typid)
{
	int32 typmod = -1;

	return getBaseTypeAndTypmod(typid, &typmod);
}

/* What a domain stands on, all the way down; other types stand for themselves. */
Oid
getBaseTypeAndTypmod(Oid typid, int32 *typmod)
{
	for (;;)
	{
		HeapTuple tuple = type_row_must(typid);
		Form_pg_type type = (Form_pg_type) GETSTRUCT(tuple);

		if (type->typtype != TYPTYPE_DOMAIN)
		{
			ReleaseSysCache(tuple);
			return typid;
		}
		Assert(*typmod == -1);
		typid = type->typbasetype;
		*typmod = type->typtypmod;
		ReleaseSysCache(tuple);
	}
}

/* A guess of the width of values of a type, for the planner. */
int32
get_typavgwidth(Oid typid, int32 typmod)
{
	int typlen = get_typlen(typid);
	int32 maxwidth;

	if (typlen > 0)
		return typlen;
	maxwidth = type_maximum_size(typid, typmod);
	if (maxwidth <= 0)
		return 32;
	if (typid == BPCHAROID || maxwidth <= 32)
		return maxwidth; /* full, or as good as */
	if (maxwidth < 1000)
		return 32 + (maxwidth - 32) / 2;
	return 32 + (1000 - 32) / 2;
}

bool
type_is_collatable(Oid typid)
{
	return OidIsValid(get_typcollation(typid));
}

/* Subscripting handler of a type, or 0; element type if asked for. */
RegProcedure
get_typsubscript(Oid typid, Oid *typelemp)
{
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(typid));
	RegProcedure handler = InvalidOid;
	Oid elem = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		handler = ((Form_pg_type) GETSTRUCT(tuple))->typsubscript;
		elem = ((Form_pg_type) GETSTRUCT(tuple))->typelem;
		ReleaseSysCache(tuple);
	}
	if (typelemp)
		*typelemp = elem;
	return handler;
}

const struct SubscriptRoutines *
getSubscriptingRoutines(Oid typid, Oid *typelemp)
{
	RegProcedure handler = get_typsubscript(typid, typelemp);

	if (!OidIsValid(handler))
		return NULL;
	return (const struct SubscriptRoutines *)
		DatumGetPointer(OidFunctionCall0(handler));
}

/*
 * The four I/O functions of a type; a type that has none cannot be used for
 * input or output, which is the user's error.
 */
static Form_pg_type
type_for_io(Oid typid, HeapTuple *tuple)
{
	Form_pg_type type;

	*tuple = type_row_must(typid);
	type = (Form_pg_type) GETSTRUCT(*tuple);
	if (!type->typisdefined)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("type %s is only a shell", format_type_be(typid))));
	return type;
}

static void
require_function(Oid function, Oid typid, const char *what)
{
	if (!OidIsValid(function))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("no %s function available for type %s", what,
						format_type_be(typid))));
}

void
getTypeInputInfo(Oid type, Oid *typInput, Oid *typIOParam)
{
	HeapTuple tuple;

	*typInput = type_for_io(type, &tuple)->typinput;
	require_function(*typInput, type, "input");
	*typIOParam = getTypeIOParam(tuple);
	ReleaseSysCache(tuple);
}

void
getTypeOutputInfo(Oid type, Oid *typOutput, bool *typIsVarlena)
{
	HeapTuple tuple;
	Form_pg_type form = type_for_io(type, &tuple);

	*typOutput = form->typoutput;
	require_function(*typOutput, type, "output");
	*typIsVarlena = !form->typbyval && form->typlen == -1;
	ReleaseSysCache(tuple);
}

void
getTypeBinaryInputInfo(Oid type, Oid *typReceive, Oid *typIOParam)
{
	HeapTuple tuple;

	*typReceive = type_for_io(type, &tuple)->typreceive;
	require_function(*typReceive, type, "binary input");
	*typIOParam = getTypeIOParam(tuple);
	ReleaseSysCache(tuple);
}

void
getTypeBinaryOutputInfo(Oid type, Oid *typSend, bool *typIsVarlena)
{
	HeapTuple tuple;
	Form_pg_type form = type_for_io(type, &tuple);

	*typSend = form->typsend;
	require_function(*typSend, type, "binary output");
	*typIsVarlena = !form->typbyval && form->typlen == -1;
	ReleaseSysCache(tuple);
}

/* ---- others ---- */

Oid
get_cast_oid(Oid sourcetypeid, Oid targettypeid, bool missing_ok)
{
	Oid oid = GetSysCacheOid2(CASTSOURCETARGET, Anum_pg_cast_oid,
							  ObjectIdGetDatum(sourcetypeid),
							  ObjectIdGetDatum(targettypeid));

	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("cast from type %s to type %s does not exist",
						format_type_be(sourcetypeid),
						format_type_be(targettypeid))));
	return oid;
}

char *
get_language_name(Oid langoid, bool missing_ok)
{
	HeapTuple tuple = SearchSysCache1(LANGOID, ObjectIdGetDatum(langoid));
	char *result;

	if (!HeapTupleIsValid(tuple))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for language %u", langoid);
		return NULL;
	}
	result = pstrdup(NameStr(((Form_pg_language) GETSTRUCT(tuple))->lanname));
	ReleaseSysCache(tuple);
	return result;
}

/* As get_namespace_name, but "pg_temp" for our own temporary schema. */
char *
get_namespace_name_or_temp(Oid nspid)
{
	return isTempNamespace(nspid) ? pstrdup("pg_temp") : get_namespace_name(nspid);
}

static HeapTuple
transform_row(Oid typid, Oid langid, List *trftypes)
{
	if (!list_member_oid(trftypes, typid))
		return NULL;
	return SearchSysCache2(TRFTYPELANG, ObjectIdGetDatum(typid),
						   ObjectIdGetDatum(langid));
}

Oid
get_transform_fromsql(Oid typid, Oid langid, List *trftypes)
{
	HeapTuple tuple = transform_row(typid, langid, trftypes);
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_transform) GETSTRUCT(tuple))->trffromsql;
		ReleaseSysCache(tuple);
	}
	return result;
}

Oid
get_transform_tosql(Oid typid, Oid langid, List *trftypes)
{
	HeapTuple tuple = transform_row(typid, langid, trftypes);
	Oid result = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		result = ((Form_pg_transform) GETSTRUCT(tuple))->trftosql;
		ReleaseSysCache(tuple);
	}
	return result;
}

static void
must_exist(Oid oid, bool missing_ok, const char *what, const char *name)
{
	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("%s \"%s\" does not exist", what, name)));
}

Oid
get_publication_oid(const char *pubname, bool missing_ok)
{
	Oid oid = GetSysCacheOid1(PUBLICATIONNAME, Anum_pg_publication_oid,
							  CStringGetDatum(pubname));

	must_exist(oid, missing_ok, "publication", pubname);
	return oid;
}

char *
get_publication_name(Oid pubid, bool missing_ok)
{
	HeapTuple tuple = SearchSysCache1(PUBLICATIONOID, ObjectIdGetDatum(pubid));
	char *result;

	if (!HeapTupleIsValid(tuple))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for publication %u", pubid);
		return NULL;
	}
	result = pstrdup(NameStr(((Form_pg_publication) GETSTRUCT(tuple))->pubname));
	ReleaseSysCache(tuple);
	return result;
}

Oid
get_subscription_oid(const char *subname, bool missing_ok)
{
	Oid oid = GetSysCacheOid2(SUBSCRIPTIONNAME, Anum_pg_subscription_oid,
							  ObjectIdGetDatum(MyDatabaseId),
							  CStringGetDatum(subname));

	must_exist(oid, missing_ok, "subscription", subname);
	return oid;
}

char *
get_subscription_name(Oid subid, bool missing_ok)
{
	HeapTuple tuple = SearchSysCache1(SUBSCRIPTIONOID, ObjectIdGetDatum(subid));
	char *result;

	if (!HeapTupleIsValid(tuple))
	{
		if (!missing_ok)
			elog(ERROR, "cache lookup failed for subscription %u", subid);
		return NULL;
	}
	result = pstrdup(NameStr(((Form_pg_subscription) GETSTRUCT(tuple))->subname));
	ReleaseSysCache(tuple);
	return result;
}

/*
 * dependency_expr.c
 *		References found in expressions and queries.
 *
 * A stored expression depends on every function, operator, type, collation
 * and column that it names.  The walker goes through the tree with a stack of
 * range tables, one per query level, and adds each object to a list; the
 * caller records the list.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/dependency_expr.c
 */
#include "postgres.h"

#include "catalog/catalog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "dependency_private.h"

typedef struct Finder
{
	ObjectAddresses *found;
	List *rtables; /* of range tables, innermost first */
} Finder;

static bool find_references(Node *node, Finder *f);

static void
add(Finder *f, Oid classid, Oid objid, int32 subid)
{
	ObjectAddress address;

	/* recording would skip it anyway; most references are pinned */
	if (!OidIsValid(objid) || IsPinnedObject(classid, objid))
		return;
	ObjectAddressSubSet(address, classid, objid, subid);
	add_exact_object_address(&address, f->found);
}

static void
add_type(Finder *f, Oid type)
{
	add(f, TypeRelationId, type, 0);
}

static void
add_collation(Finder *f, Oid collation)
{
	add(f, CollationRelationId, collation, 0);
}

static void
add_function(Finder *f, Oid function)
{
	add(f, ProcedureRelationId, function, 0);
}

static void
add_operator(Finder *f, Oid operator)
{
	add(f, OperatorRelationId, operator, 0);
}

/* ---- columns ---- */

/* A column of a function in FROM that returns a composite type. */
static void
add_column_of_function(Finder *f, RangeTblEntry *rte, AttrNumber attnum)
{
	ListCell *lc;
	int done = 0;

	foreach (lc, rte->functions)
	{
		RangeTblFunction *rtfunc = lfirst(lc);

		if (attnum <= done || attnum > done + rtfunc->funccolcount)
		{
			done += rtfunc->funccolcount;
			continue;
		}
		if (rtfunc->funccolnames == NIL)
		{
			Oid type = exprType(rtfunc->funcexpr);
			Oid relid = get_typ_typrelid(getBaseType(type));

			add(f, RelationRelationId, relid, attnum - done);
		}
		return;
	}
}

static void
add_var(Finder *f, Var *var)
{
	List *rtable;
	RangeTblEntry *rte;

	if ((int) var->varlevelsup >= list_length(f->rtables))
		elog(ERROR, "invalid varlevelsup %d", var->varlevelsup);
	rtable = list_nth(f->rtables, var->varlevelsup);
	if (var->varno <= 0 || var->varno > list_length(rtable))
		elog(ERROR, "invalid varno %d", var->varno);
	rte = list_nth(rtable, var->varno - 1);

	/* the whole row is no column; the relation itself is found elsewhere */
	if (var->varattno == InvalidAttrNumber)
		return;
	if (rte->rtekind == RTE_RELATION)
		add(f, RelationRelationId, rte->relid, var->varattno);
	else if (rte->rtekind == RTE_FUNCTION)
		add_column_of_function(f, rte, var->varattno);
}

/* ---- constants that are references ---- */

static void
add_if_exists(Finder *f, Oid classid, int cacheid, Oid objid)
{
	if (SearchSysCacheExists1(cacheid, ObjectIdGetDatum(objid)))
		add(f, classid, objid, 0);
}

static void
add_const(Finder *f, Const *con)
{
	Oid objid;

	add_type(f, con->consttype);
	if (con->constcollid != DEFAULT_COLLATION_OID)
		add_collation(f, con->constcollid);
	if (con->constisnull)
		return;
	objid = DatumGetObjectId(con->constvalue);
	switch (con->consttype)
	{
		case REGPROCOID:
		case REGPROCEDUREOID:
			add_if_exists(f, ProcedureRelationId, PROCOID, objid);
			break;
		case REGOPEROID:
		case REGOPERATOROID:
			add_if_exists(f, OperatorRelationId, OPEROID, objid);
			break;
		case REGCLASSOID:
			add_if_exists(f, RelationRelationId, RELOID, objid);
			break;
		case REGTYPEOID:
			add_if_exists(f, TypeRelationId, TYPEOID, objid);
			break;
		case REGCOLLATIONOID:
			add_if_exists(f, CollationRelationId, COLLOID, objid);
			break;
		case REGCONFIGOID:
			add_if_exists(f, TSConfigRelationId, TSCONFIGOID, objid);
			break;
		case REGDICTIONARYOID:
			add_if_exists(f, TSDictionaryRelationId, TSDICTOID, objid);
			break;
		case REGNAMESPACEOID:
			add_if_exists(f, NamespaceRelationId, NAMESPACEOID, objid);
			break;
		case REGROLEOID:
			/* roles are shared: no dependency could be kept */
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("constant of the type %s cannot be used here",
							"regrole")));
			break;
		default:
			break;
	}
}

/* ---- queries ---- */

static void
add_range_table_entry(Finder *f, RangeTblEntry *rte)
{
	switch (rte->rtekind)
	{
		case RTE_RELATION:
			add(f, RelationRelationId, rte->relid, 0);
			break;
		case RTE_NAMEDTUPLESTORE:
			add(f, RelationRelationId, rte->relid, 0);
			break;
		default:
			break;
	}
}

/*
 * INSERT and UPDATE name target columns by number only.
 */
static void
add_target_columns(Finder *f, Query *query)
{
	RangeTblEntry *rte;
	ListCell *lc;

	if ((query->commandType != CMD_INSERT &&
		 query->commandType != CMD_UPDATE) ||
		query->resultRelation <= 0 ||
		query->resultRelation > list_length(query->rtable))
		return;
	rte = list_nth(query->rtable, query->resultRelation - 1);
	if (rte->rtekind != RTE_RELATION)
		return;
	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst(lc);

		if (!tle->resjunk)
			add(f, RelationRelationId, rte->relid, tle->resno);
	}
}

static bool
find_in_query(Query *query, Finder *f)
{
	ListCell *lc;
	bool result;

	foreach (lc, query->rtable)
		add_range_table_entry(f, lfirst(lc));
	add_target_columns(f, query);
	foreach (lc, query->constraintDeps)
		add(f, ConstraintRelationId, lfirst_oid(lc), 0);

	f->rtables = lcons(query->rtable, f->rtables);
	result = query_tree_walker(query, find_references, f,
							   QTW_IGNORE_JOINALIASES |
								   QTW_EXAMINE_SORTGROUP);
	f->rtables = list_delete_first(f->rtables);
	return result;
}

/* ---- expressions ---- */

static void
add_types_and_collations(Finder *f, List *types, List *collations)
{
	ListCell *lc;

	foreach (lc, types)
		add_type(f, lfirst_oid(lc));
	foreach (lc, collations)
		add_collation(f, lfirst_oid(lc));
}

/* A field of a composite value: its column, or its type if it has none. */
static void
add_field(Finder *f, Oid rowtype, AttrNumber fieldnum, Oid resulttype)
{
	Oid relid = get_typ_typrelid(getBaseType(rowtype));

	if (OidIsValid(relid))
		add(f, RelationRelationId, relid, fieldnum);
	else
		add_type(f, resulttype);
}

/*
 * References of one node, without its children.  A switch over node types is
 * long but flat.
 */
static void
add_references_of_node(Node *node, Finder *f)
{
	ListCell *lc;

	switch (nodeTag(node))
	{
		case T_Var:
			add_var(f, (Var *) node);
			break;
		case T_Const:
			add_const(f, (Const *) node);
			break;
		case T_Param:
			add_type(f, ((Param *) node)->paramtype);
			add_collation(f, ((Param *) node)->paramcollid);
			break;
		case T_FuncExpr:
			add_function(f, ((FuncExpr *) node)->funcid);
			break;
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
			add_operator(f, ((OpExpr *) node)->opno);
			break;
		case T_ScalarArrayOpExpr:
			add_operator(f, ((ScalarArrayOpExpr *) node)->opno);
			break;
		case T_Aggref:
			add_function(f, ((Aggref *) node)->aggfnoid);
			break;
		case T_WindowFunc:
			add_function(f, ((WindowFunc *) node)->winfnoid);
			break;
		case T_SubscriptingRef:
		{
			SubscriptingRef *s = (SubscriptingRef *) node;

			if (s->refrestype != s->refcontainertype &&
				s->refrestype != s->refelemtype)
				add_type(f, s->refrestype);
			break;
		}
		case T_FieldSelect:
		{
			FieldSelect *fs = (FieldSelect *) node;

			add_field(f, exprType((Node *) fs->arg), fs->fieldnum,
					  fs->resulttype);
			add_collation(f, fs->resultcollid);
			break;
		}
		case T_FieldStore:
			foreach (lc, ((FieldStore *) node)->fieldnums)
				add_field(f, ((FieldStore *) node)->resulttype, lfirst_int(lc),
						  ((FieldStore *) node)->resulttype);
			break;
		case T_RelabelType:
			add_type(f, ((RelabelType *) node)->resulttype);
			add_collation(f, ((RelabelType *) node)->resultcollid);
			break;
		case T_CoerceViaIO:
			add_type(f, ((CoerceViaIO *) node)->resulttype);
			add_collation(f, ((CoerceViaIO *) node)->resultcollid);
			break;
		case T_ArrayCoerceExpr:
			add_type(f, ((ArrayCoerceExpr *) node)->resulttype);
			add_collation(f, ((ArrayCoerceExpr *) node)->resultcollid);
			break;
		case T_ConvertRowtypeExpr:
			add_type(f, ((ConvertRowtypeExpr *) node)->resulttype);
			break;
		case T_CollateExpr:
			add_collation(f, ((CollateExpr *) node)->collOid);
			break;
		case T_RowExpr:
			add_type(f, ((RowExpr *) node)->row_typeid);
			break;
		case T_RowCompareExpr:
			foreach (lc, ((RowCompareExpr *) node)->opnos)
				add_operator(f, lfirst_oid(lc));
			foreach (lc, ((RowCompareExpr *) node)->opfamilies)
				add(f, OperatorFamilyRelationId, lfirst_oid(lc), 0);
			break;
		case T_CoerceToDomain:
			add_type(f, ((CoerceToDomain *) node)->resulttype);
			break;
		case T_NextValueExpr:
			add(f, RelationRelationId, ((NextValueExpr *) node)->seqid, 0);
			break;
		case T_OnConflictExpr:
			add(f, ConstraintRelationId, ((OnConflictExpr *) node)->constraint, 0);
			break;
		case T_SortGroupClause:
			add_operator(f, ((SortGroupClause *) node)->eqop);
			add_operator(f, ((SortGroupClause *) node)->sortop);
			break;
		case T_WindowClause:
			add_function(f, ((WindowClause *) node)->startInRangeFunc);
			add_function(f, ((WindowClause *) node)->endInRangeFunc);
			add_collation(f, ((WindowClause *) node)->inRangeColl);
			break;
		case T_CTECycleClause:
			add_type(f, ((CTECycleClause *) node)->cycle_mark_type);
			add_collation(f, ((CTECycleClause *) node)->cycle_mark_collation);
			add_operator(f, ((CTECycleClause *) node)->cycle_mark_neop);
			break;
		case T_RangeTblFunction:
			add_types_and_collations(f,
									 ((RangeTblFunction *) node)->funccoltypes,
									 ((RangeTblFunction *) node)->funccolcollations);
			break;
		case T_TableFunc:
			add_types_and_collations(f, ((TableFunc *) node)->coltypes,
									 ((TableFunc *) node)->colcollations);
			break;
		case T_TableSampleClause:
			add_function(f, ((TableSampleClause *) node)->tsmhandler);
			break;
		default:
			break;
	}
}

static bool
find_references(Node *node, Finder *f)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return find_in_query((Query *) node, f);
	add_references_of_node(node, f);
	return expression_tree_walker(node, find_references, f);
}

/*
 * recordDependencyOnExpr
 *		Record what an expression or query refers to.  rtable is the range
 *		table of its Vars.
 */
void
recordDependencyOnExpr(const ObjectAddress *depender, Node *expr,
					   List *rtable, DependencyType behavior)
{
	Finder f;

	f.found = new_object_addresses();
	f.rtables = list_make1(rtable);
	find_references(expr, &f);
	record_object_address_dependencies(depender, f.found, behavior);
	free_object_addresses(f.found);
}

/*
 * recordDependencyOnSingleRelExpr
 *		The same for an expression over one table.  References to that table's
 *		columns are recorded as self_behavior; with reverse_self, the columns
 *		depend on the depender instead (partition keys).
 */
void
recordDependencyOnSingleRelExpr(const ObjectAddress *depender, Node *expr,
								Oid relId, DependencyType behavior,
								DependencyType self_behavior,
								bool reverse_self)
{
	Finder f;
	RangeTblEntry *rte = makeNode(RangeTblEntry);
	ObjectAddresses *self;
	int kept = 0;

	rte->rtekind = RTE_RELATION;
	rte->relid = relId;
	rte->relkind = RELKIND_RELATION;
	rte->rellockmode = AccessShareLock;
	f.found = new_object_addresses();
	f.rtables = list_make1(list_make1(rte));
	find_references(expr, &f);
	unique_object_addresses(f.found);

	if ((behavior != self_behavior || reverse_self) && f.found->numrefs > 0)
	{
		self = new_object_addresses();
		for (int i = 0; i < f.found->numrefs; i++)
		{
			ObjectAddress *a = &f.found->refs[i];

			if (a->classId == RelationRelationId && a->objectId == relId)
				add_exact_object_address(a, self);
			else
				f.found->refs[kept++] = *a;
		}
		f.found->numrefs = kept;
		if (!reverse_self)
			recordMultipleDependencies(depender, self->refs, self->numrefs,
									   self_behavior);
		else
		{
			for (int i = 0; i < self->numrefs; i++)
				recordDependencyOn(&self->refs[i], depender, self_behavior);
		}
		free_object_addresses(self);
	}
	recordMultipleDependencies(depender, f.found->refs, f.found->numrefs,
							   behavior);
	free_object_addresses(f.found);
}

/*
 * nodeFuncs.c
 *		Questions about expressions, and walks over trees.
 *
 * One table, expr_shape, says for each expression node where its result type,
 * typmod, collations and location are, and which fields are subexpressions.
 * exprType and its like, the walker and the mutator all read it; only nodes
 * that are not that simple have code of their own.
 *
 * Invariant: a walker or mutator visits the same children, in the same order.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/nodeFuncs.c
 */
#include "postgres.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/makefuncs.h"
#include "nodes/nodefields.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "utils/lsyscache.h"

#define MAX_CHILDREN 7

/* Offsets of fields; 0 (where the tag is) means that there is none. */
typedef struct ExprShape
{
	uint16 type;
	uint16 typmod;
	uint16 coll;
	uint16 incoll;
	Oid fixedtype; /* result type, if type is 0 */
	bool known; /* walkers may meet it */
	bool from_child; /* type etc. are those of the first child */
	bool leftmost; /* children may begin left of location */
	uint16 child[MAX_CHILDREN]; /* ends with 0 */
} ExprShape;

#define OFF(T, f) offsetof(T, f)
#define CH(...) .known = true, .child = {__VA_ARGS__}

#define OPERATOR_SHAPE                                                    \
	{                                                                     \
		.type = OFF(OpExpr, opresulttype), .coll = OFF(OpExpr, opcollid), \
		.incoll = OFF(OpExpr, inputcollid), .leftmost = true,             \
		CH(OFF(OpExpr, args))                                             \
	}

static const ExprShape expr_shape[NUM_NODE_TAGS] = {
	/* leaves */
	[T_Var] = {.type = OFF(Var, vartype), .typmod = OFF(Var, vartypmod), .coll = OFF(Var, varcollid), .known = true},
	[T_Const] = {.type = OFF(Const, consttype),
				 .typmod = OFF(Const, consttypmod),
				 .coll = OFF(Const, constcollid),
				 .known = true},
	[T_Param] = {.type = OFF(Param, paramtype),
				 .typmod = OFF(Param, paramtypmod),
				 .coll = OFF(Param, paramcollid),
				 .known = true},
	[T_CaseTestExpr] = {.type = OFF(CaseTestExpr, typeId),
						.typmod = OFF(CaseTestExpr, typeMod),
						.coll = OFF(CaseTestExpr, collation),
						.known = true},
	[T_CoerceToDomainValue] = {.type = OFF(CoerceToDomainValue, typeId),
							   .typmod = OFF(CoerceToDomainValue, typeMod),
							   .coll = OFF(CoerceToDomainValue, collation),
							   .known = true},
	[T_SetToDefault] = {.type = OFF(SetToDefault, typeId),
						.typmod = OFF(SetToDefault, typeMod),
						.coll = OFF(SetToDefault, collation),
						.known = true},
	[T_SQLValueFunction] = {.type = OFF(SQLValueFunction, type),
							.typmod = OFF(SQLValueFunction, typmod),
							.known = true},
	[T_CurrentOfExpr] = {.fixedtype = BOOLOID, .known = true},
	[T_NextValueExpr] = {.type = OFF(NextValueExpr, typeId), .known = true},
	[T_RangeTblRef] = {.known = true},
	[T_SortGroupClause] = {.known = true},
	[T_CTESearchClause] = {.known = true},
	[T_Integer] = {.known = true},
	[T_Float] = {.known = true},
	[T_Boolean] = {.known = true},
	[T_String] = {.known = true},
	[T_BitString] = {.known = true},
	[T_IntList] = {.known = true},
	[T_OidList] = {.known = true},
	[T_Alias] = {.known = true},

	/* calls */
	[T_Aggref] = {.type = OFF(Aggref, aggtype), .coll = OFF(Aggref, aggcollid), .incoll = OFF(Aggref, inputcollid), CH(OFF(Aggref, aggdirectargs), OFF(Aggref, args), OFF(Aggref, aggorder), OFF(Aggref, aggdistinct), OFF(Aggref, aggfilter))},
	[T_GroupingFunc] = {.fixedtype = INT4OID, CH(OFF(GroupingFunc, args))},
	[T_WindowFunc] = {.type = OFF(WindowFunc, wintype),
					  .coll = OFF(WindowFunc, wincollid),
					  .incoll = OFF(WindowFunc, inputcollid),
					  CH(OFF(WindowFunc, args), OFF(WindowFunc, aggfilter))},
	[T_FuncExpr] = {.type = OFF(FuncExpr, funcresulttype),
					.coll = OFF(FuncExpr, funccollid),
					.incoll = OFF(FuncExpr, inputcollid),
					.leftmost = true,
					CH(OFF(FuncExpr, args))},
	[T_NamedArgExpr] = {.from_child = true, .leftmost = true, CH(OFF(NamedArgExpr, arg))},
	[T_OpExpr] = OPERATOR_SHAPE,
	[T_DistinctExpr] = OPERATOR_SHAPE,
	[T_NullIfExpr] = OPERATOR_SHAPE,
	[T_ScalarArrayOpExpr] = {.fixedtype = BOOLOID,
							 .incoll = OFF(ScalarArrayOpExpr, inputcollid),
							 .leftmost = true,
							 CH(OFF(ScalarArrayOpExpr, args))},
	[T_BoolExpr] = {.fixedtype = BOOLOID, .leftmost = true, CH(OFF(BoolExpr, args))},
	[T_SubLink] = {.leftmost = true,
				   CH(OFF(SubLink, testexpr), OFF(SubLink, subselect))},
	[T_SubPlan] = {CH(OFF(SubPlan, testexpr), OFF(SubPlan, args))},
	[T_AlternativeSubPlan] = {.from_child = true,
							  CH(OFF(AlternativeSubPlan, subplans))},

	/* parts of values, and conversions */
	[T_SubscriptingRef] = {.type = OFF(SubscriptingRef, refrestype),
						   .typmod = OFF(SubscriptingRef, reftypmod),
						   .coll = OFF(SubscriptingRef, refcollid),
						   .leftmost = true,
						   CH(OFF(SubscriptingRef, refupperindexpr),
							  OFF(SubscriptingRef, reflowerindexpr),
							  OFF(SubscriptingRef, refexpr), OFF(SubscriptingRef, refassgnexpr))},
	[T_FieldSelect] = {.type = OFF(FieldSelect, resulttype),
					   .typmod = OFF(FieldSelect, resulttypmod),
					   .coll = OFF(FieldSelect, resultcollid),
					   .leftmost = true,
					   CH(OFF(FieldSelect, arg))},
	[T_FieldStore] = {.type = OFF(FieldStore, resulttype), .leftmost = true, CH(OFF(FieldStore, arg), OFF(FieldStore, newvals))},
	[T_RelabelType] = {.type = OFF(RelabelType, resulttype),
					   .typmod = OFF(RelabelType, resulttypmod),
					   .coll = OFF(RelabelType, resultcollid),
					   .leftmost = true,
					   CH(OFF(RelabelType, arg))},
	[T_CoerceViaIO] = {.type = OFF(CoerceViaIO, resulttype),
					   .coll = OFF(CoerceViaIO, resultcollid),
					   .leftmost = true,
					   CH(OFF(CoerceViaIO, arg))},
	[T_ArrayCoerceExpr] = {.type = OFF(ArrayCoerceExpr, resulttype),
						   .typmod = OFF(ArrayCoerceExpr, resulttypmod),
						   .coll = OFF(ArrayCoerceExpr, resultcollid),
						   .leftmost = true,
						   CH(OFF(ArrayCoerceExpr, arg), OFF(ArrayCoerceExpr, elemexpr))},
	[T_ConvertRowtypeExpr] = {.type = OFF(ConvertRowtypeExpr, resulttype),
							  .leftmost = true,
							  CH(OFF(ConvertRowtypeExpr, arg))},
	[T_CollateExpr] = {.from_child = true, .coll = OFF(CollateExpr, collOid), .leftmost = true, CH(OFF(CollateExpr, arg))},
	[T_CoerceToDomain] = {.type = OFF(CoerceToDomain, resulttype),
						  .typmod = OFF(CoerceToDomain, resulttypmod),
						  .coll = OFF(CoerceToDomain, resultcollid),
						  .leftmost = true,
						  CH(OFF(CoerceToDomain, arg))},

	/* constructs with a syntax of their own */
	[T_CaseExpr] = {.type = OFF(CaseExpr, casetype),
					.coll = OFF(CaseExpr, casecollid),
					CH(OFF(CaseExpr, arg), OFF(CaseExpr, args), OFF(CaseExpr, defresult))},
	[T_CaseWhen] = {CH(OFF(CaseWhen, expr), OFF(CaseWhen, result))},
	[T_ArrayExpr] = {.type = OFF(ArrayExpr, array_typeid),
					 .coll = OFF(ArrayExpr, array_collid),
					 CH(OFF(ArrayExpr, elements))},
	[T_RowExpr] = {.type = OFF(RowExpr, row_typeid), CH(OFF(RowExpr, args))},
	[T_RowCompareExpr] = {.fixedtype = BOOLOID, .leftmost = true, CH(OFF(RowCompareExpr, largs), OFF(RowCompareExpr, rargs))},
	[T_CoalesceExpr] = {.type = OFF(CoalesceExpr, coalescetype),
						.coll = OFF(CoalesceExpr, coalescecollid),
						CH(OFF(CoalesceExpr, args))},
	[T_MinMaxExpr] = {.type = OFF(MinMaxExpr, minmaxtype),
					  .coll = OFF(MinMaxExpr, minmaxcollid),
					  .incoll = OFF(MinMaxExpr, inputcollid),
					  CH(OFF(MinMaxExpr, args))},
	[T_XmlExpr] = {.type = OFF(XmlExpr, type), .leftmost = true, CH(OFF(XmlExpr, named_args), OFF(XmlExpr, args))},
	[T_NullTest] = {.fixedtype = BOOLOID, .leftmost = true, CH(OFF(NullTest, arg))},
	[T_BooleanTest] = {.fixedtype = BOOLOID, .leftmost = true, CH(OFF(BooleanTest, arg))},
	[T_InferenceElem] = {.from_child = true,
						 .coll = OFF(InferenceElem, infercollid),
						 CH(OFF(InferenceElem, expr))},

	/* what holds expressions */
	[T_TargetEntry] = {.leftmost = true, CH(OFF(TargetEntry, expr))},
	[T_WithCheckOption] = {CH(OFF(WithCheckOption, qual))},
	[T_WindowClause] = {CH(OFF(WindowClause, partitionClause),
						   OFF(WindowClause, orderClause),
						   OFF(WindowClause, startOffset),
						   OFF(WindowClause, endOffset),
						   OFF(WindowClause, runCondition))},
	[T_CTECycleClause] = {CH(OFF(CTECycleClause, cycle_mark_value),
							 OFF(CTECycleClause, cycle_mark_default))},
	[T_CommonTableExpr] = {CH(OFF(CommonTableExpr, ctequery),
							  OFF(CommonTableExpr, search_clause),
							  OFF(CommonTableExpr, cycle_clause))},
	[T_PartitionBoundSpec] = {CH(OFF(PartitionBoundSpec, listdatums),
								 OFF(PartitionBoundSpec, lowerdatums),
								 OFF(PartitionBoundSpec, upperdatums))},
	[T_PartitionRangeDatum] = {CH(OFF(PartitionRangeDatum, value))},
	[T_FromExpr] = {CH(OFF(FromExpr, fromlist), OFF(FromExpr, quals))},
	[T_JoinExpr] = {CH(OFF(JoinExpr, larg), OFF(JoinExpr, rarg),
					   OFF(JoinExpr, quals))},
	[T_OnConflictExpr] = {CH(OFF(OnConflictExpr, arbiterElems),
							 OFF(OnConflictExpr, arbiterWhere),
							 OFF(OnConflictExpr, onConflictSet),
							 OFF(OnConflictExpr, onConflictWhere),
							 OFF(OnConflictExpr, exclRelTlist))},
	[T_MergeAction] = {CH(OFF(MergeAction, qual),
						  OFF(MergeAction, targetList))},
	[T_SetOperationStmt] = {CH(OFF(SetOperationStmt, larg),
							   OFF(SetOperationStmt, rarg))},
	[T_RangeTblFunction] = {CH(OFF(RangeTblFunction, funcexpr))},
	[T_TableSampleClause] = {CH(OFF(TableSampleClause, args),
								OFF(TableSampleClause, repeatable))},
	[T_TableFunc] = {CH(OFF(TableFunc, ns_uris), OFF(TableFunc, docexpr),
						OFF(TableFunc, rowexpr), OFF(TableFunc, colexprs),
						OFF(TableFunc, coldefexprs))},

	/* the planner's */
	[T_PlaceHolderVar] = {.from_child = true, CH(OFF(PlaceHolderVar, phexpr))},
	[T_AppendRelInfo] = {CH(OFF(AppendRelInfo, translated_vars))},
	[T_PlaceHolderInfo] = {CH(OFF(PlaceHolderInfo, ph_var))},
};

#define FIELD(node, offset, type) (*(type *) ((char *) (node) + (offset)))
#define CHILD(node, shape, i) FIELD(node, (shape)->child[i], Node *)

static const ExprShape *
shape_of(const Node *node)
{
	Assert(nodeTag(node) > T_Invalid && nodeTag(node) < NUM_NODE_TAGS);
	return &expr_shape[nodeTag(node)];
}

/* The first subexpression: of a list of children, its first member. */
static Node *
first_child(const Node *node)
{
	Node *c = CHILD(node, shape_of(node), 0);

	return c != NULL && IsA(c, List) ? linitial((List *) c) : c;
}

static void
unknown_node(const Node *node)
{
	elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
}

/* ---- types ---- */

/* The output column of a SubLink's query that gives its result. */
static Node *
sublink_result(const SubLink *s)
{
	if (s->subselect == NULL || !IsA(s->subselect, Query))
		elog(ERROR, "cannot get type for untransformed sublink");
	return (Node *) linitial_node(TargetEntry,
								  ((Query *) s->subselect)->targetList)
		->expr;
}

static bool
sublink_has_value(SubLinkType kind)
{
	return kind == EXPR_SUBLINK || kind == ARRAY_SUBLINK;
}

/* The type of a sublink or subplan of a kind whose first column has coltype. */
static Oid
sublink_type(SubLinkType kind, Oid coltype)
{
	Oid arraytype;

	if (kind == MULTIEXPR_SUBLINK)
		return RECORDOID;
	if (!sublink_has_value(kind))
		return BOOLOID;
	if (kind == EXPR_SUBLINK)
		return coltype;
	arraytype = get_promoted_array_type(coltype);
	if (!OidIsValid(arraytype))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("could not find array type for data type %u", coltype)));
	return arraytype;
}

/*
 * exprType
 *		The type of an expression's result; InvalidOid for NULL.
 */
Oid
exprType(const Node *expr)
{
	const ExprShape *s;

	if (expr == NULL)
		return InvalidOid;
	switch (nodeTag(expr))
	{
		case T_SubLink:
		{
			const SubLink *l = (const SubLink *) expr;

			return sublink_type(l->subLinkType,
								sublink_has_value(l->subLinkType) ? exprType(sublink_result(l)) : InvalidOid);
		}
		case T_SubPlan:
			return sublink_type(((const SubPlan *) expr)->subLinkType,
								((const SubPlan *) expr)->firstColType);
		case T_XmlExpr:
			switch (((const XmlExpr *) expr)->op)
			{
				case IS_DOCUMENT:
					return BOOLOID;
				case IS_XMLSERIALIZE:
					return TEXTOID;
				default:
					return XMLOID;
			}
		default:
			break;
	}
	s = shape_of(expr);
	if (s->type != 0)
		return FIELD(expr, s->type, Oid);
	if (OidIsValid(s->fixedtype))
		return s->fixedtype;
	if (s->from_child)
		return exprType(first_child(expr));
	unknown_node(expr);
	return InvalidOid;
}

/* The typmod that all of the expressions have, if type is also theirs. */
static int32
common_typmod(List *exprs, Oid type)
{
	int32 typmod = -1;
	ListCell *lc;

	foreach (lc, exprs)
	{
		Node *e = lfirst(lc);

		if (IsA(e, CaseWhen))
			e = (Node *) ((CaseWhen *) e)->result;
		if (exprType(e) != type)
			return -1;
		if (foreach_current_index(lc) == 0)
			typmod = exprTypmod(e);
		else if (exprTypmod(e) != typmod)
			return -1;
	}
	return typmod;
}

static int32
case_typmod(const CaseExpr *c)
{
	int32 typmod;

	if (c->defresult == NULL)
		return common_typmod(c->args, c->casetype);
	typmod = common_typmod(list_make1(c->defresult), c->casetype);
	return typmod >= 0 && common_typmod(c->args, c->casetype) == typmod ? typmod : -1;
}

/* Elements of a multidimensional array are arrays with the same typmod. */
static int32
array_typmod(const ArrayExpr *a)
{
	return common_typmod(a->elements,
						 a->multidims ? a->array_typeid : a->element_typeid);
}

/*
 * exprTypmod
 *		The typmod of an expression's result, -1 if none can be told.
 */
int32
exprTypmod(const Node *expr)
{
	const ExprShape *s;
	int32 typmod;

	if (expr == NULL)
		return -1;
	switch (nodeTag(expr))
	{
		case T_FuncExpr:
			return exprIsLengthCoercion(expr, &typmod) ? typmod : -1;
		case T_SubLink:
			if (!sublink_has_value(((const SubLink *) expr)->subLinkType))
				return -1;
			return exprTypmod(sublink_result((const SubLink *) expr));
		case T_SubPlan:
			if (!sublink_has_value(((const SubPlan *) expr)->subLinkType))
				return -1;
			return ((const SubPlan *) expr)->firstColTypmod;
		case T_NullIfExpr:
			return exprTypmod(first_child(expr));
		case T_CaseExpr:
			return case_typmod((const CaseExpr *) expr);
		case T_ArrayExpr:
			return array_typmod((const ArrayExpr *) expr);
		case T_CoalesceExpr:
			return common_typmod(((const CoalesceExpr *) expr)->args,
								 ((const CoalesceExpr *) expr)->coalescetype);
		case T_MinMaxExpr:
			return common_typmod(((const MinMaxExpr *) expr)->args,
								 ((const MinMaxExpr *) expr)->minmaxtype);
		default:
			break;
	}
	s = shape_of(expr);
	if (s->typmod != 0)
		return FIELD(expr, s->typmod, int32);
	return s->from_child ? exprTypmod(first_child(expr)) : -1;
}

/*
 * exprIsLengthCoercion
 *		Is this a call that only applies a typmod, and which?
 *
 * Such a call has two or three arguments, the second an int4 constant.
 */
bool
exprIsLengthCoercion(const Node *expr, int32 *coercedTypmod)
{
	if (coercedTypmod != NULL)
		*coercedTypmod = -1;
	if (expr != NULL && IsA(expr, FuncExpr))
	{
		const FuncExpr *f = (const FuncExpr *) expr;
		const Const *c;

		if (f->funcformat != COERCE_EXPLICIT_CAST &&
			f->funcformat != COERCE_IMPLICIT_CAST)
			return false;
		if (list_length(f->args) < 2 || list_length(f->args) > 3)
			return false;
		c = (const Const *) lsecond(f->args);
		if (!IsA(c, Const) || c->consttype != INT4OID || c->constisnull)
			return false;
		if (coercedTypmod != NULL)
			*coercedTypmod = DatumGetInt32(c->constvalue);
		return true;
	}
	if (expr != NULL && IsA(expr, ArrayCoerceExpr) &&
		((const ArrayCoerceExpr *) expr)->resulttypmod >= 0)
	{
		if (coercedTypmod != NULL)
			*coercedTypmod = ((const ArrayCoerceExpr *) expr)->resulttypmod;
		return true;
	}
	return false;
}

/*
 * applyRelabelType
 *		Label an expression with another type, typmod and collation.
 *
 * Labels that are already there are replaced, and a constant takes the new
 * type itself; with overwrite_ok it is changed in place.
 */
Node *
applyRelabelType(Node *arg, Oid rtype, int32 rtypmod, Oid rcollid,
				 CoercionForm rformat, int rlocation, bool overwrite_ok)
{
	RelabelType *label;

	while (arg != NULL && IsA(arg, RelabelType))
		arg = (Node *) ((RelabelType *) arg)->arg;

	if (arg != NULL && IsA(arg, Const))
	{
		Const *c = overwrite_ok ? (Const *) arg : copyObject((Const *) arg);

		c->consttype = rtype;
		c->consttypmod = rtypmod;
		c->constcollid = rcollid;
		return (Node *) c;
	}
	if (exprType(arg) == rtype && exprTypmod(arg) == rtypmod &&
		exprCollation(arg) == rcollid)
		return arg;
	label = makeRelabelType((Expr *) arg, rtype, rtypmod, rcollid, rformat);
	label->location = rlocation;
	return (Node *) label;
}

Node *
relabel_to_typmod(Node *expr, int32 typmod)
{
	return applyRelabelType(expr, exprType(expr), typmod, exprCollation(expr),
							COERCE_EXPLICIT_CAST, -1, false);
}

/* The expression below conversions that the user did not write. */
Node *
strip_implicit_coercions(Node *node)
{
	for (;;)
	{
		CoercionForm form;

		if (node == NULL)
			return NULL;
		switch (nodeTag(node))
		{
			case T_FuncExpr:
				form = ((FuncExpr *) node)->funcformat;
				break;
			case T_RelabelType:
				form = ((RelabelType *) node)->relabelformat;
				break;
			case T_CoerceViaIO:
				form = ((CoerceViaIO *) node)->coerceformat;
				break;
			case T_ArrayCoerceExpr:
				form = ((ArrayCoerceExpr *) node)->coerceformat;
				break;
			case T_ConvertRowtypeExpr:
				form = ((ConvertRowtypeExpr *) node)->convertformat;
				break;
			case T_CoerceToDomain:
				form = ((CoerceToDomain *) node)->coercionformat;
				break;
			default:
				return node;
		}
		if (form != COERCE_IMPLICIT_CAST)
			return node;
		node = first_child(node);
	}
}

static bool
returns_set_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, FuncExpr) && ((FuncExpr *) node)->funcretset)
		return true;
	if (IsA(node, OpExpr) && ((OpExpr *) node)->opretset)
		return true;
	/* sets inside these are ended there, or not allowed */
	if (IsA(node, Aggref) || IsA(node, GroupingFunc) || IsA(node, WindowFunc))
		return false;
	return expression_tree_walker(node, returns_set_walker, context);
}

bool
expression_returns_set(Node *clause)
{
	return returns_set_walker(clause, NULL);
}

/* ---- collations ---- */

/* The collation of an expression's result, InvalidOid if it has none. */
Oid
exprCollation(const Node *expr)
{
	const ExprShape *s;

	if (expr == NULL)
		return InvalidOid;
	switch (nodeTag(expr))
	{
		case T_SubLink:
			if (!sublink_has_value(((const SubLink *) expr)->subLinkType))
				return InvalidOid;
			return exprCollation(sublink_result((const SubLink *) expr));
		case T_SubPlan:
			if (!sublink_has_value(((const SubPlan *) expr)->subLinkType))
				return InvalidOid;
			return ((const SubPlan *) expr)->firstColCollation;
		case T_SQLValueFunction:
			return ((const SQLValueFunction *) expr)->type == NAMEOID ? C_COLLATION_OID : InvalidOid;
		case T_XmlExpr:
			return ((const XmlExpr *) expr)->op == IS_XMLSERIALIZE ? DEFAULT_COLLATION_OID : InvalidOid;
		case T_InferenceElem:
			return exprCollation(((const InferenceElem *) expr)->expr);
		default:
			break;
	}
	s = shape_of(expr);
	if (s->coll != 0)
		return FIELD(expr, s->coll, Oid);
	return s->from_child ? exprCollation(first_child(expr)) : InvalidOid;
}

/* The collation that the function of an expression uses, if any. */
Oid
exprInputCollation(const Node *expr)
{
	const ExprShape *s;

	if (expr == NULL)
		return InvalidOid;
	s = shape_of(expr);
	return s->incoll != 0 ? FIELD(expr, s->incoll, Oid) : InvalidOid;
}

/* Nodes without a place for a collation must get none, or the one they have. */
void
exprSetCollation(Node *expr, Oid collation)
{
	const ExprShape *s = shape_of(expr);

	if (IsA(expr, NamedArgExpr))
		Assert(collation == exprCollation(expr));
	else if (s->coll != 0)
		FIELD(expr, s->coll, Oid) = collation;
	else
		Assert(!OidIsValid(collation) || collation == exprCollation(expr));
}

void
exprSetInputCollation(Node *expr, Oid inputcollation)
{
	const ExprShape *s = shape_of(expr);

	if (s->incoll != 0)
		FIELD(expr, s->incoll, Oid) = inputcollation;
}

/* ---- positions ---- */

static int
leftmost(int a, int b)
{
	if (a < 0)
		return b;
	return b < 0 ? a : Min(a, b);
}

/* The "location" field of a node, -1 if it has none. */
static int
own_location(const Node *node)
{
	const NodeInfo *info = &node_info[nodeTag(node)];

	for (int i = 0; i < info->nfields; i++)
		if (info->fields[i].kind == NFK_LOC)
			return FIELD(node, info->fields[i].offset, int);
	return -1;
}

/* Raw nodes whose text begins with an operand, or that have no location. */
static int
raw_location(const Node *node)
{
	switch (nodeTag(node))
	{
		case T_A_Expr:
			return leftmost(own_location(node),
							exprLocation(((const A_Expr *) node)->lexpr));
		case T_TypeCast:
			return leftmost(leftmost(own_location(node),
									 exprLocation(((const TypeCast *) node)->arg)),
							exprLocation((Node *) ((const TypeCast *) node)->typeName));
		case T_CollateClause:
			return exprLocation(((const CollateClause *) node)->arg);
		case T_FuncCall:
			return leftmost(own_location(node),
							exprLocation((Node *) ((const FuncCall *) node)->args));
		case T_A_Indirection:
			return exprLocation(((const A_Indirection *) node)->arg);
		case T_MultiAssignRef:
			return exprLocation(((const MultiAssignRef *) node)->source);
		case T_SortBy:
			return exprLocation(((const SortBy *) node)->node);
		case T_IntoClause:
			return exprLocation((Node *) ((const IntoClause *) node)->rel);
		default:
			return own_location(node);
	}
}

/*
 * exprLocation
 *		Where the text of a node, raw or analyzed, begins; -1 if unknown.
 *
 * For a list it is where its first member with a known place begins.
 */
int
exprLocation(const Node *expr)
{
	const ExprShape *s;
	int loc = -1;

	if (expr == NULL)
		return -1;
	if (IsA(expr, List))
	{
		ListCell *lc;

		foreach (lc, (const List *) expr)
			if ((loc = exprLocation(lfirst(lc))) >= 0)
				break;
		return loc;
	}
	s = shape_of(expr);
	if (!s->known)
		return raw_location(expr);
	if (!s->leftmost)
		return s->from_child ? exprLocation(first_child(expr)) : own_location(expr);
	loc = own_location(expr);
	/* of a sublink the query is at the right; an element conversion nowhere */
	for (int i = 0; i < MAX_CHILDREN && s->child[i] != 0; i++)
	{
		if (i > 0 && (IsA(expr, SubLink) || IsA(expr, ArrayCoerceExpr)))
			break;
		if (IsA(expr, SubscriptingRef) &&
			s->child[i] != OFF(SubscriptingRef, refexpr))
			continue;
		loc = leftmost(loc, exprLocation(CHILD(expr, s, i)));
	}
	return loc;
}

/* ---- operator functions ---- */

void
set_opfuncid(OpExpr *opexpr)
{
	if (opexpr->opfuncid == InvalidOid)
		opexpr->opfuncid = get_opcode(opexpr->opno);
}

void
set_sa_opfuncid(ScalarArrayOpExpr *opexpr)
{
	if (opexpr->opfuncid == InvalidOid)
		opexpr->opfuncid = get_opcode(opexpr->opno);
}

static bool
fix_opfuncids_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, OpExpr) || IsA(node, DistinctExpr) || IsA(node, NullIfExpr))
		set_opfuncid((OpExpr *) node);
	else if (IsA(node, ScalarArrayOpExpr))
		set_sa_opfuncid((ScalarArrayOpExpr *) node);
	return expression_tree_walker(node, fix_opfuncids_walker, context);
}

/* Fill in opfuncid everywhere in an expression, in place. */
void
fix_opfuncids(Node *node)
{
	fix_opfuncids_walker(node, NULL);
}

/* The functions that a conversion through text calls. */
static bool
check_io_functions(const CoerceViaIO *c, check_function_callback checker,
				   void *context)
{
	Oid func;
	Oid ioparam;
	bool isvarlena;

	getTypeInputInfo(c->resulttype, &func, &ioparam);
	if (checker(func, context))
		return true;
	getTypeOutputInfo(exprType((Node *) c->arg), &func, &isvarlena);
	return checker(func, context);
}

/*
 * check_functions_in_node
 *		Apply the checker to each function that this node itself calls.
 *
 * True as soon as the checker says true.  Subexpressions are not visited, and
 * nodes that call C code without a pg_proc row are the caller's business.
 */
bool
check_functions_in_node(Node *node, check_function_callback checker,
						void *context)
{
	switch (nodeTag(node))
	{
		case T_Aggref:
			return checker(((Aggref *) node)->aggfnoid, context);
		case T_WindowFunc:
			return checker(((WindowFunc *) node)->winfnoid, context);
		case T_FuncExpr:
			return checker(((FuncExpr *) node)->funcid, context);
		case T_OpExpr:
		case T_DistinctExpr:
		case T_NullIfExpr:
			set_opfuncid((OpExpr *) node);
			return checker(((OpExpr *) node)->opfuncid, context);
		case T_ScalarArrayOpExpr:
			set_sa_opfuncid((ScalarArrayOpExpr *) node);
			return checker(((ScalarArrayOpExpr *) node)->opfuncid, context);
		case T_CoerceViaIO:
			return check_io_functions((CoerceViaIO *) node, checker, context);
		case T_RowCompareExpr:
		{
			ListCell *lc;

			foreach (lc, ((RowCompareExpr *) node)->opnos)
				if (checker(get_opcode(lfirst_oid(lc)), context))
					return true;
			return false;
		}
		default:
			return false;
	}
}

/* ---- walks ---- */

/* A list child is not shown to the walker, its members are. */
static bool
walk_child(Node *child, tree_walker_callback walker, void *context)
{
	ListCell *lc;

	if (child == NULL)
		return false;
	if (!IsA(child, List))
		return walker(child, context);
	foreach (lc, (List *) child)
		if (walker(lfirst(lc), context))
			return true;
	return false;
}

/*
 * expression_tree_walker
 *		Call the walker on each child of a node; true if it stopped the walk.
 *
 * A Query has no children here: a walker that wants to go into subqueries
 * calls query_tree_walker when it meets one.
 */
bool
expression_tree_walker_impl(Node *node, tree_walker_callback walker,
							void *context)
{
	const ExprShape *s;

	if (node == NULL)
		return false;
	check_stack_depth();
	if (IsA(node, List))
		return walk_child(node, walker, context);
	if (IsA(node, Query))
		return false;
	s = shape_of(node);
	if (!s->known)
		unknown_node(node);
	for (int i = 0; i < MAX_CHILDREN && s->child[i] != 0; i++)
		if (walk_child(CHILD(node, s, i), walker, context))
			return true;
	return false;
}

static List *
mutate_list(List *list, tree_mutator_callback mutator, void *context)
{
	List *r = NIL;
	ListCell *lc;

	foreach (lc, list)
		r = lappend(r, mutator(lfirst(lc), context));
	return r;
}

static Node *
mutate_child(Node *child, tree_mutator_callback mutator, void *context)
{
	if (child != NULL && IsA(child, List))
		return (Node *) mutate_list((List *) child, mutator, context);
	return mutator(child, context);
}

/*
 * expression_tree_mutator
 *		A copy of a node whose children are what the mutator made of them.
 *
 * Fields that are no expressions are shared with the original.
 */
Node *
expression_tree_mutator_impl(Node *node, tree_mutator_callback mutator,
							 void *context)
{
	const ExprShape *s;
	Node *r;
	Size size;

	if (node == NULL)
		return NULL;
	check_stack_depth();
	if (IsA(node, List))
		return (Node *) mutate_list((List *) node, mutator, context);
	s = shape_of(node);
	if (!s->known && !IsA(node, Query))
		unknown_node(node);
	size = node_info[nodeTag(node)].size;
	if (s->child[0] == 0 || size == 0)
		return copyObject(node);
	r = palloc(size);
	memcpy(r, node, size);
	for (int i = 0; i < MAX_CHILDREN && s->child[i] != 0; i++)
		CHILD(r, s, i) = mutate_child(CHILD(node, s, i), mutator, context);
	return r;
}

/* The parts of a Query that hold expressions, range table and WITH aside. */
static const uint16 query_parts[] = {
	OFF(Query, targetList), OFF(Query, withCheckOptions),
	OFF(Query, onConflict), OFF(Query, mergeActionList),
	OFF(Query, returningList), OFF(Query, jointree),
	OFF(Query, setOperations), OFF(Query, havingQual),
	OFF(Query, limitOffset), OFF(Query, limitCount)};

static const uint16 query_sort_parts[] = {
	OFF(Query, groupClause), OFF(Query, windowClause), OFF(Query, sortClause),
	OFF(Query, distinctClause)};

/*
 * query_tree_walker
 *		Call the walker on all that a Query consists of; flags are QTW_ bits.
 */
bool
query_tree_walker_impl(Query *query, tree_walker_callback walker,
					   void *context, int flags)
{
	ListCell *lc;

	Assert(query != NULL && IsA(query, Query));
	for (int i = 0; i < lengthof(query_parts); i++)
		if (walker(FIELD(query, query_parts[i], Node *), context))
			return true;
	if (flags & QTW_EXAMINE_SORTGROUP)
	{
		for (int i = 0; i < lengthof(query_sort_parts); i++)
			if (walker(FIELD(query, query_sort_parts[i], Node *), context))
				return true;
	}
	else
	{
		/* frame offsets are expressions, whatever the flag says */
		foreach (lc, query->windowClause)
		{
			WindowClause *w = lfirst_node(WindowClause, lc);

			if (walker(w->startOffset, context) || walker(w->endOffset, context))
				return true;
		}
	}
	if (!(flags & QTW_IGNORE_CTE_SUBQUERIES) &&
		walker((Node *) query->cteList, context))
		return true;
	return !(flags & QTW_IGNORE_RANGE_TABLE) &&
		range_table_walker_impl(query->rtable, walker, context, flags);
}

bool
range_table_walker_impl(List *rtable, tree_walker_callback walker,
						void *context, int flags)
{
	ListCell *lc;

	foreach (lc, rtable)
		if (range_table_entry_walker_impl(lfirst_node(RangeTblEntry, lc),
										  walker, context, flags))
			return true;
	return false;
}

/* Where the expressions of a kind of entry are; 0 if nowhere. */
static uint16
rte_expr_offset(RTEKind kind, int flags)
{
	switch (kind)
	{
		case RTE_RELATION:
			return OFF(RangeTblEntry, tablesample);
		case RTE_SUBQUERY:
			return flags & QTW_IGNORE_RT_SUBQUERIES ? 0 : OFF(RangeTblEntry, subquery);
		case RTE_JOIN:
			return flags & QTW_IGNORE_JOINALIASES ? 0 : OFF(RangeTblEntry, joinaliasvars);
		case RTE_FUNCTION:
			return OFF(RangeTblEntry, functions);
		case RTE_TABLEFUNC:
			return OFF(RangeTblEntry, tablefunc);
		case RTE_VALUES:
			return OFF(RangeTblEntry, values_lists);
		default:
			return 0;
	}
}

bool
range_table_entry_walker_impl(RangeTblEntry *rte, tree_walker_callback walker,
							  void *context, int flags)
{
	uint16 off = rte_expr_offset(rte->rtekind, flags);

	if ((flags & QTW_EXAMINE_RTES_BEFORE) && walker((Node *) rte, context))
		return true;
	if (off != 0 && walker(FIELD(rte, off, Node *), context))
		return true;
	if (walker((Node *) rte->securityQuals, context))
		return true;
	return (flags & QTW_EXAMINE_RTES_AFTER) && walker((Node *) rte, context);
}

/* The window clauses with mutated frame offsets and nothing else. */
static List *
mutate_windows(List *windows, tree_mutator_callback mutator, void *context)
{
	List *r = NIL;
	ListCell *lc;

	foreach (lc, windows)
	{
		WindowClause *w = makeNode(WindowClause);

		*w = *lfirst_node(WindowClause, lc);
		w->startOffset = mutator(w->startOffset, context);
		w->endOffset = mutator(w->endOffset, context);
		r = lappend(r, w);
	}
	return r;
}

/*
 * query_tree_mutator
 *		A copy of a Query with its parts mutated; with QTW_DONT_COPY_QUERY the
 *		Query node itself is changed instead.
 */
Query *
query_tree_mutator_impl(Query *query, tree_mutator_callback mutator,
						void *context, int flags)
{
	Assert(query != NULL && IsA(query, Query));
	if (!(flags & QTW_DONT_COPY_QUERY))
	{
		Query *r = makeNode(Query);

		*r = *query;
		query = r;
	}
	for (int i = 0; i < lengthof(query_parts); i++)
		FIELD(query, query_parts[i], Node *) =
			mutator(FIELD(query, query_parts[i], Node *), context);
	if (flags & QTW_EXAMINE_SORTGROUP)
	{
		for (int i = 0; i < lengthof(query_sort_parts); i++)
			FIELD(query, query_sort_parts[i], Node *) =
				mutator(FIELD(query, query_sort_parts[i], Node *), context);
	}
	else
		query->windowClause = mutate_windows(query->windowClause, mutator,
											 context);
	if (flags & QTW_IGNORE_CTE_SUBQUERIES)
		query->cteList = copyObject(query->cteList);
	else
		query->cteList = (List *) mutator((Node *) query->cteList, context);
	query->rtable = range_table_mutator_impl(query->rtable, mutator, context,
											 flags);
	return query;
}

List *
range_table_mutator_impl(List *rtable, tree_mutator_callback mutator,
						 void *context, int flags)
{
	List *r = NIL;
	ListCell *lc;

	foreach (lc, rtable)
	{
		RangeTblEntry *old = lfirst_node(RangeTblEntry, lc);
		RangeTblEntry *rte = makeNode(RangeTblEntry);
		uint16 off = rte_expr_offset(old->rtekind, flags);

		*rte = *old;
		if (off != 0)
			FIELD(rte, off, Node *) = mutator(FIELD(old, off, Node *), context);
		else if (old->rtekind == RTE_SUBQUERY)
			rte->subquery = copyObject(old->subquery);
		rte->securityQuals = (List *) mutator((Node *) old->securityQuals,
											  context);
		r = lappend(r, rte);
	}
	return r;
}

/* For a tree whose top may or may not be a Query. */
bool
query_or_expression_tree_walker_impl(Node *node, tree_walker_callback walker,
									 void *context, int flags)
{
	if (node != NULL && IsA(node, Query))
		return query_tree_walker_impl((Query *) node, walker, context, flags);
	return walker(node, context);
}

Node *
query_or_expression_tree_mutator_impl(Node *node,
									  tree_mutator_callback mutator,
									  void *context, int flags)
{
	if (node != NULL && IsA(node, Query))
		return (Node *) query_tree_mutator_impl((Query *) node, mutator,
												context, flags);
	return mutator(node, context);
}

/*
 * raw_expression_tree_walker
 *		Call the walker on each child of a node as the grammar made it.
 *
 * All node fields are visited, names too: a list of names arrives as its
 * String members.
 */
bool
raw_expression_tree_walker_impl(Node *node, tree_walker_callback walker,
								void *context)
{
	const NodeInfo *info;

	if (node == NULL)
		return false;
	check_stack_depth();
	if (IsA(node, List))
		return walk_child(node, walker, context);
	info = &node_info[nodeTag(node)];
	for (int i = 0; i < info->nfields; i++)
		if (info->fields[i].kind == NFK_NODE &&
			walk_child(FIELD(node, info->fields[i].offset, Node *), walker,
					   context))
			return true;
	return false;
}

/* Call the walker on the states of the plans below one plan. */
static bool
walk_states(PlanState **states, int n, tree_walker_callback walker,
			void *context)
{
	for (int i = 0; i < n; i++)
		if (walker((Node *) states[i], context))
			return true;
	return false;
}

static bool
walk_subplans(List *subplans, tree_walker_callback walker, void *context)
{
	ListCell *lc;

	foreach (lc, subplans)
		if (walker((Node *) lfirst_node(SubPlanState, lc)->planstate, context))
			return true;
	return false;
}

/*
 * planstate_tree_walker
 *		Call the walker on each child of an executor state node: initplans,
 *		both inputs, the lists of inputs, subplans.
 */
bool
planstate_tree_walker_impl(PlanState *planstate, tree_walker_callback walker,
						   void *context)
{
	check_stack_depth();
	if (walk_subplans(planstate->initPlan, walker, context))
		return true;
	if (outerPlanState(planstate) &&
		walker((Node *) outerPlanState(planstate), context))
		return true;
	if (innerPlanState(planstate) &&
		walker((Node *) innerPlanState(planstate), context))
		return true;
	if (IsA(planstate, AppendState) &&
		walk_states(((AppendState *) planstate)->appendplans,
					((AppendState *) planstate)->as_nplans, walker, context))
		return true;
	if (IsA(planstate, SubqueryScanState) &&
		walker((Node *) ((SubqueryScanState *) planstate)->subplan, context))
		return true;
	return walk_subplans(planstate->subPlan, walker, context);
}

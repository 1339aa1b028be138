/*
 * makefuncs.c
 *		Constructors for the nodes that are made in many places.
 *
 * All results are in the current memory context; pointers given are kept.
 * A node is zeroed first, so only what is not zero is set here.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/makefuncs.c
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/execnodes.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/lsyscache.h"

/* ---- raw parse nodes ---- */

A_Expr *
makeA_Expr(A_Expr_Kind kind, List *name, Node *lexpr, Node *rexpr, int location)
{
	A_Expr *e = makeNode(A_Expr);

	e->location = location;
	e->kind = kind;
	e->name = name;
	e->lexpr = lexpr;
	e->rexpr = rexpr;
	return e;
}

/* As makeA_Expr, with an operator name of one part. */
A_Expr *
makeSimpleA_Expr(A_Expr_Kind kind, char *name, Node *lexpr, Node *rexpr,
				 int location)
{
	return makeA_Expr(kind, list_make1(makeString(name)), lexpr, rexpr,
					  location);
}

/* aliasname is copied, colnames is not. */
Alias *
makeAlias(const char *aliasname, List *colnames)
{
	Alias *a = makeNode(Alias);

	a->colnames = colnames;
	a->aliasname = pstrdup(aliasname);
	return a;
}

/* A plain nullable column of a local table, as CREATE TABLE AS needs. */
ColumnDef *
makeColumnDef(const char *colname, Oid typeOid, int32 typmod, Oid collOid)
{
	ColumnDef *def = makeNode(ColumnDef);

	def->colname = pstrdup(colname);
	def->typeName = makeTypeNameFromOid(typeOid, typmod);
	def->collOid = collOid;
	def->is_local = true;
	def->location = -1;
	return def;
}

DefElem *
makeDefElem(char *name, Node *arg, int location)
{
	return makeDefElemExtended(NULL, name, arg, DEFELEM_UNSPEC, location);
}

DefElem *
makeDefElemExtended(char *nameSpace, char *name, Node *arg,
					DefElemAction defaction, int location)
{
	DefElem *d = makeNode(DefElem);

	d->location = location;
	d->defaction = defaction;
	d->defnamespace = nameSpace;
	d->defname = name;
	d->arg = arg;
	return d;
}

FuncCall *
makeFuncCall(List *name, List *args, CoercionForm funcformat, int location)
{
	FuncCall *f = makeNode(FuncCall);

	f->location = location;
	f->funcformat = funcformat;
	f->args = args;
	f->funcname = name;
	return f;
}

GroupingSet *
makeGroupingSet(GroupingSetKind kind, List *content, int location)
{
	GroupingSet *g = makeNode(GroupingSet);

	g->location = location;
	g->content = content;
	g->kind = kind;
	return g;
}

/* A permanent relation with its children, no alias. */
RangeVar *
makeRangeVar(char *schemaname, char *relname, int location)
{
	RangeVar *rv = makeNode(RangeVar);

	rv->relname = relname;
	rv->schemaname = schemaname;
	rv->relpersistence = RELPERSISTENCE_PERMANENT;
	rv->inh = true;
	rv->location = location;
	return rv;
}

TypeName *
makeTypeName(char *typnam)
{
	return makeTypeNameFromNameList(list_make1(makeString(typnam)));
}

TypeName *
makeTypeNameFromNameList(List *names)
{
	TypeName *t = makeTypeNameFromOid(InvalidOid, -1);

	t->names = names;
	return t;
}

TypeName *
makeTypeNameFromOid(Oid typeOid, int32 typmod)
{
	TypeName *t = makeNode(TypeName);

	t->location = -1;
	t->typemod = typmod;
	t->typeOid = typeOid;
	return t;
}

VacuumRelation *
makeVacuumRelation(RangeVar *relation, Oid oid, List *va_cols)
{
	VacuumRelation *v = makeNode(VacuumRelation);

	v->va_cols = va_cols;
	v->oid = oid;
	v->relation = relation;
	return v;
}

/* ---- variables and constants ---- */

Var *
makeVar(int varno, AttrNumber varattno, Oid vartype, int32 vartypmod,
		Oid varcollid, Index varlevelsup)
{
	Var *v = makeNode(Var);

	v->varno = varno;
	v->varnosyn = (Index) varno;
	v->varattno = v->varattnosyn = varattno;
	v->vartype = vartype;
	v->vartypmod = vartypmod;
	v->varcollid = varcollid;
	v->varlevelsup = varlevelsup;
	v->location = -1;
	return v;
}

Var *
makeVarFromTargetEntry(int varno, TargetEntry *tle)
{
	Node *e = (Node *) tle->expr;

	return makeVar(varno, tle->resno, exprType(e), exprTypmod(e),
				   exprCollation(e), 0);
}

/*
 * makeWholeRowVar
 *		A Var for all columns of a range table entry.
 *
 * Its type is the relation's row type, the function's composite type, or
 * record.  A function with one scalar column gives, if allowScalar, that
 * column instead of a row of one.
 */
Var *
makeWholeRowVar(RangeTblEntry *rte, int varno, Index varlevelsup,
				bool allowScalar)
{
	Oid rowtype = RECORDOID;

	if (rte->rtekind == RTE_RELATION)
	{
		rowtype = get_rel_type_id(rte->relid);
		if (!OidIsValid(rowtype))
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("relation \"%s\" does not have a composite type",
							get_rel_name(rte->relid))));
	}
	else if (rte->rtekind == RTE_FUNCTION && !rte->funcordinality &&
			 list_length(rte->functions) == 1)
	{
		Node *call = ((RangeTblFunction *) linitial(rte->functions))->funcexpr;
		Oid calltype = exprType(call);

		if (type_is_rowtype(calltype))
			rowtype = calltype;
		else if (allowScalar)
			return makeVar(varno, 1, calltype, -1, exprCollation(call),
						   varlevelsup);
	}
	return makeVar(varno, InvalidAttrNumber, rowtype, -1, InvalidOid,
				   varlevelsup);
}

/*
 * makeConst
 *		A by-reference value is kept; a toasted one is detoasted, so that a
 *		Const never depends on a table's TOAST data.
 */
Const *
makeConst(Oid consttype, int32 consttypmod, Oid constcollid, int constlen,
		  Datum constvalue, bool constisnull, bool constbyval)
{
	Const *c = makeNode(Const);

	if (constlen == -1 && !constisnull)
		constvalue = PointerGetDatum(PG_DETOAST_DATUM(constvalue));
	c->consttype = consttype;
	c->consttypmod = consttypmod;
	c->constcollid = constcollid;
	c->constlen = constlen;
	c->constbyval = constbyval;
	c->constisnull = constisnull;
	c->constvalue = constvalue;
	c->location = -1;
	return c;
}

Const *
makeNullConst(Oid consttype, int32 consttypmod, Oid constcollid)
{
	int16 len;
	bool byval;

	get_typlenbyval(consttype, &len, &byval);
	return makeConst(consttype, consttypmod, constcollid, len, (Datum) 0, true,
					 byval);
}

Node *
makeBoolConst(bool value, bool isnull)
{
	return (Node *) makeConst(BOOLOID, -1, InvalidOid, 1, BoolGetDatum(value),
							  isnull, true);
}

/* ---- expressions ---- */

Expr *
makeBoolExpr(BoolExprType boolop, List *args, int location)
{
	BoolExpr *b = makeNode(BoolExpr);

	b->location = location;
	b->args = args;
	b->boolop = boolop;
	return (Expr *) b;
}

/* A call that returns no set; location unknown. */
FuncExpr *
makeFuncExpr(Oid funcid, Oid rettype, List *args, Oid funccollid,
			 Oid inputcollid, CoercionForm fformat)
{
	FuncExpr *f = makeNode(FuncExpr);

	f->args = args;
	f->funcid = funcid;
	f->funcresulttype = rettype;
	f->funcformat = fformat;
	f->inputcollid = inputcollid;
	f->funccollid = funccollid;
	f->location = -1;
	return f;
}

RelabelType *
makeRelabelType(Expr *arg, Oid rtype, int32 rtypmod, Oid rcollid,
				CoercionForm rformat)
{
	RelabelType *r = makeNode(RelabelType);

	r->resulttype = rtype;
	r->resulttypmod = rtypmod;
	r->resultcollid = rcollid;
	r->relabelformat = rformat;
	r->arg = arg;
	r->location = -1;
	return r;
}

/* An operator call; rightop is NULL for a prefix operator.  No opfuncid yet. */
Expr *
make_opclause(Oid opno, Oid opresulttype, bool opretset, Expr *leftop,
			  Expr *rightop, Oid opcollid, Oid inputcollid)
{
	OpExpr *op = makeNode(OpExpr);

	op->args = rightop != NULL ? list_make2(leftop, rightop) : list_make1(leftop);
	op->opno = opno;
	op->opresulttype = opresulttype;
	op->opretset = opretset;
	op->inputcollid = inputcollid;
	op->opcollid = opcollid;
	op->location = -1;
	return (Expr *) op;
}

Expr *
make_andclause(List *andclauses)
{
	return makeBoolExpr(AND_EXPR, andclauses, -1);
}

Expr *
make_orclause(List *orclauses)
{
	return makeBoolExpr(OR_EXPR, orclauses, -1);
}

Expr *
make_notclause(Expr *notclause)
{
	return makeBoolExpr(NOT_EXPR, list_make1(notclause), -1);
}

/* Both conditions, either of which may be NULL (true). */
Node *
make_and_qual(Node *qual1, Node *qual2)
{
	if (qual1 == NULL || qual2 == NULL)
		return qual1 == NULL ? qual2 : qual1;
	return (Node *) make_andclause(list_make2(qual1, qual2));
}

/* A list of conditions as one; no condition is true. */
Expr *
make_ands_explicit(List *andclauses)
{
	switch (list_length(andclauses))
	{
		case 0:
			return (Expr *) makeBoolConst(true, false);
		case 1:
			return linitial(andclauses);
		default:
			return make_andclause(andclauses);
	}
}

/* One condition as a list of those it is made of; true is the empty list. */
List *
make_ands_implicit(Expr *clause)
{
	const Const *c = (const Const *) clause;

	if (clause == NULL)
		return NIL;
	if (is_andclause(clause))
		return ((BoolExpr *) clause)->args;
	if (IsA(clause, Const) && !c->constisnull && DatumGetBool(c->constvalue))
		return NIL;
	return list_make1(clause);
}

/* ---- the rest of a Query ---- */

TargetEntry *
makeTargetEntry(Expr *expr, AttrNumber resno, char *resname, bool resjunk)
{
	TargetEntry *tle = makeNode(TargetEntry);

	tle->resjunk = resjunk;
	tle->resname = resname;
	tle->resno = resno;
	tle->expr = expr;
	return tle;
}

/* A copy that shares the expression. */
TargetEntry *
flatCopyTargetEntry(TargetEntry *src_tle)
{
	TargetEntry *tle = makeNode(TargetEntry);

	*tle = *src_tle;
	return tle;
}

FromExpr *
makeFromExpr(List *fromlist, Node *quals)
{
	FromExpr *f = makeNode(FromExpr);

	f->quals = quals;
	f->fromlist = fromlist;
	return f;
}

/* What index building and insertion need to know; column numbers unset. */
IndexInfo *
makeIndexInfo(int numattrs, int numkeyattrs, Oid amoid, List *expressions,
			  List *predicates, bool unique, bool nulls_not_distinct,
			  bool isready, bool concurrent)
{
	IndexInfo *ii = makeNode(IndexInfo);

	Assert(numkeyattrs > 0 && numkeyattrs <= numattrs);
	ii->ii_NumIndexAttrs = numattrs;
	ii->ii_NumIndexKeyAttrs = numkeyattrs;
	ii->ii_Am = amoid;
	ii->ii_Expressions = expressions;
	ii->ii_Predicate = predicates;
	ii->ii_Unique = unique;
	ii->ii_NullsNotDistinct = nulls_not_distinct;
	ii->ii_ReadyForInserts = isready;
	ii->ii_Concurrent = concurrent;
	ii->ii_Context = CurrentMemoryContext;
	return ii;
}

/*
 * gram_support.c
 *		What the grammar's actions do, where it takes more than a few lines.
 *
 * Everything here makes or checks raw parse nodes; nothing reads catalogs.
 * Locations are byte offsets in the text being parsed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/gram_support.c
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/gramparse.h"
#include "parser/parser.h"
#include "gram_private.h"

/* ---- errors ---- */

void
gram_unsupported(const char *what, int location, core_yyscan_t yyscanner)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s is not supported", what),
			 scanner_errposition(location, yyscanner)));
}

/* A message that says all, without the text around it. */
void
gram_syntax_error(const char *message, int location, core_yyscan_t yyscanner)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s", message),
			 scanner_errposition(location, yyscanner)));
}

/* ---- constants ---- */

static A_Const *
new_const(NodeTag tag, int location)
{
	A_Const *c = makeNode(A_Const);

	c->val.node.type = tag;
	c->location = location;
	return c;
}

Node *
gram_string(char *s, int location)
{
	A_Const *c = new_const(T_String, location);

	c->val.sval.sval = s;
	return (Node *) c;
}

Node *
gram_int(int v, int location)
{
	A_Const *c = new_const(T_Integer, location);

	c->val.ival.ival = v;
	return (Node *) c;
}

Node *
gram_float(char *s, int location)
{
	A_Const *c = new_const(T_Float, location);

	c->val.fval.fval = s;
	return (Node *) c;
}

Node *
gram_bits(char *s, int location)
{
	A_Const *c = new_const(T_BitString, location);

	c->val.bsval.bsval = s;
	return (Node *) c;
}

Node *
gram_bool(bool v, int location)
{
	A_Const *c = new_const(T_Boolean, location);

	c->val.boolval.boolval = v;
	return (Node *) c;
}

Node *
gram_null(int location)
{
	A_Const *c = makeNode(A_Const);

	c->isnull = true;
	c->location = location;
	return (Node *) c;
}

Node *
gram_cast(Node *arg, TypeName *type, int location)
{
	TypeCast *t = makeNode(TypeCast);

	t->location = location;
	t->typeName = type;
	t->arg = arg;
	return (Node *) t;
}

Node *
gram_string_cast(char *s, int location, TypeName *type)
{
	return gram_cast(gram_string(s, location), type, -1);
}

/* The digits of a number with the other sign. */
char *
gram_negate_float(char *s)
{
	if (*s == '+')
		s++;
	return *s == '-' ? s + 1 : psprintf("-%s", s);
}

/* Minus before a number is part of it; before all else an operator. */
Node *
gram_negate(Node *n, int location)
{
	A_Const *c = (A_Const *) n;

	if (IsA(n, A_Const) && !c->isnull && nodeTag(&c->val) == T_Integer)
	{
		c->val.ival.ival = -c->val.ival.ival;
		c->location = location;
		return n;
	}
	if (IsA(n, A_Const) && !c->isnull && nodeTag(&c->val) == T_Float)
	{
		c->val.fval.fval = gram_negate_float(c->val.fval.fval);
		c->location = location;
		return n;
	}
	return gram_op("-", NULL, n, location);
}

/* ---- expressions ---- */

Node *
gram_op(const char *op, Node *l, Node *r, int location)
{
	return (Node *) makeSimpleA_Expr(AEXPR_OP, pstrdup(op), l, r, location);
}

/* AND and OR of more than two are one flat node. */
static Node *
add_to_bool(BoolExprType op, Node *l, Node *r, int location)
{
	if (IsA(l, BoolExpr) && ((BoolExpr *) l)->boolop == op)
	{
		((BoolExpr *) l)->args = lappend(((BoolExpr *) l)->args, r);
		return l;
	}
	return (Node *) makeBoolExpr(op, list_make2(l, r), location);
}

Node *
gram_and(Node *l, Node *r, int location)
{
	return add_to_bool(AND_EXPR, l, r, location);
}

Node *
gram_or(Node *l, Node *r, int location)
{
	return add_to_bool(OR_EXPR, l, r, location);
}

Node *
gram_not(Node *arg, int location)
{
	return (Node *) makeBoolExpr(NOT_EXPR, list_make1(arg), location);
}

/* A name in pg_catalog. */
List *
SystemFuncName(char *name)
{
	return list_make2(makeString("pg_catalog"), makeString(name));
}

TypeName *
SystemTypeName(char *name)
{
	return makeTypeNameFromNameList(SystemFuncName(name));
}

Node *
gram_call(const char *name, List *args, int location)
{
	return (Node *) makeFuncCall(SystemFuncName(pstrdup(name)), args,
								 COERCE_EXPLICIT_CALL, location);
}

/* A call that is to be shown in SQL's own syntax again. */
Node *
gram_sql_call(const char *name, List *args, int location)
{
	return (Node *) makeFuncCall(SystemFuncName(pstrdup(name)), args,
								 COERCE_SQL_SYNTAX, location);
}

/* LIKE, ILIKE and SIMILAR TO; the pattern goes through an escape function. */
Node *
gram_pattern(A_Expr_Kind kind, const char *op, Node *l, Node *r, Node *escape,
			 int location)
{
	List *args = escape != NULL ? list_make2(r, escape) : list_make1(r);

	if (kind == AEXPR_SIMILAR)
		r = gram_call("similar_to_escape", args, location);
	else if (escape != NULL)
		r = gram_call("like_escape", args, location);
	return (Node *) makeSimpleA_Expr(kind, pstrdup(op), l, r, location);
}

Node *
gram_null_test(Node *arg, NullTestType kind, int location)
{
	NullTest *n = makeNode(NullTest);

	n->location = location;
	n->nulltesttype = kind;
	n->arg = (Expr *) arg;
	return (Node *) n;
}

Node *
gram_bool_test(Node *arg, BoolTestType kind, int location)
{
	BooleanTest *b = makeNode(BooleanTest);

	b->location = location;
	b->booltesttype = kind;
	b->arg = (Expr *) arg;
	return (Node *) b;
}

/* arg IN (list or subquery) */
Node *
gram_in(Node *arg, Node *in, bool negated, int location)
{
	SubLink *s = (SubLink *) in;

	if (!IsA(in, SubLink))
		return (Node *) makeSimpleA_Expr(AEXPR_IN, negated ? "<>" : "=", arg,
										 in, location);
	s->testexpr = arg;
	s->operName = NIL; /* tells it from = ANY */
	s->location = location;
	return negated ? gram_not(in, location) : in;
}

Node *
gram_value_function(SQLValueFunctionOp op, int32 typmod, int location)
{
	SQLValueFunction *f = makeNode(SQLValueFunction);

	/* the type is for analysis to fill in */
	f->op = op;
	f->typmod = typmod;
	f->location = location;
	return (Node *) f;
}

/* row OVERLAPS row: two values each */
Node *
gram_overlaps(List *l, List *r, int location, core_yyscan_t yyscanner)
{
	if (list_length(l) != 2)
		gram_syntax_error("wrong number of parameters on left side of OVERLAPS expression",
						  location, yyscanner);
	if (list_length(r) != 2)
		gram_syntax_error("wrong number of parameters on right side of OVERLAPS expression",
						  location, yyscanner);
	return gram_sql_call("overlaps", list_concat(l, r), location);
}

/* A star may only be the last item. */
List *
gram_check_indirection(List *indirection, core_yyscan_t yyscanner)
{
	ListCell *lc;

	foreach (lc, indirection)
		if (IsA(lfirst(lc), A_Star) && lnext(indirection, lc) != NULL)
			parser_yyerror_at("improper use of \"*\"", -1, yyscanner);
	return indirection;
}

/* Only names are allowed in the name of a function. */
List *
gram_check_func_name(List *names, core_yyscan_t yyscanner)
{
	ListCell *lc;

	foreach (lc, names)
		if (!IsA(lfirst(lc), String))
			parser_yyerror_at("syntax error", -1, yyscanner);
	return names;
}

Node *
gram_indirect(Node *arg, List *indirection, core_yyscan_t yyscanner)
{
	A_Indirection *n;

	if (indirection == NIL)
		return arg;
	n = makeNode(A_Indirection);
	n->arg = arg;
	n->indirection = gram_check_indirection(indirection, yyscanner);
	return (Node *) n;
}

/*
 * gram_column
 *		A column reference with what follows it.
 *
 * Names (and a last star) belong to the reference; from the first subscript
 * on it is indirection.
 */
Node *
gram_column(char *name, List *indirection, int location,
			core_yyscan_t yyscanner)
{
	ColumnRef *c = makeNode(ColumnRef);
	int nnames = 0;

	gram_check_indirection(indirection, yyscanner);
	while (nnames < list_length(indirection) &&
		   !IsA(list_nth(indirection, nnames), A_Indices))
		nnames++;
	c->location = location;
	c->fields = lcons(makeString(name), list_copy_head(indirection, nnames));
	return gram_indirect((Node *) c, list_copy_tail(indirection, nnames),
						 yyscanner);
}

/* ---- names ---- */

static void
improper_name(List *names, const char *what, int location,
			  core_yyscan_t yyscanner)
{
	StringInfoData buf;
	ListCell *lc;

	initStringInfo(&buf);
	foreach (lc, names)
		appendStringInfo(&buf, "%s%s", foreach_current_index(lc) > 0 ? "." : "",
						 IsA(lfirst(lc), String) ? strVal(lfirst(lc)) : "*");
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s (too many dotted names): %s", what, buf.data),
			 scanner_errposition(location, yyscanner)));
}

/* A relation by one to three names: database, schema, relation. */
RangeVar *
gram_range_var(List *names, int location, core_yyscan_t yyscanner)
{
	int n = list_length(names);
	RangeVar *rv;

	if (n > 3)
		improper_name(names, "improper qualified name", location, yyscanner);
	rv = makeRangeVar(n > 1 ? strVal(list_nth(names, n - 2)) : NULL,
					  strVal(llast(names)), location);
	if (n == 3)
		rv->catalogname = strVal(linitial(names));
	return rv;
}

/* The same from a name and what the grammar took for its indirection. */
RangeVar *
gram_qualified(char *name, List *indirection, int location,
			   core_yyscan_t yyscanner)
{
	gram_check_func_name(indirection, yyscanner);
	return gram_range_var(lcons(makeString(name), indirection), location,
						  yyscanner);
}

/* "public" and "none" are no role names, even quoted. */
Node *
gram_role(char *name, int location, core_yyscan_t yyscanner)
{
	RoleSpec *r = makeNode(RoleSpec);

	r->location = location;
	if (strcmp(name, "public") == 0)
		r->roletype = ROLESPEC_PUBLIC;
	else if (strcmp(name, "none") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_RESERVED_NAME),
				 errmsg("role name \"%s\" is reserved", "none"),
				 scanner_errposition(location, yyscanner)));
	else
	{
		r->roletype = ROLESPEC_CSTRING;
		r->rolename = name;
	}
	return (Node *) r;
}

/* A type of pg_catalog that has a keyword of its own. */
TypeName *
gram_type(const char *name, List *typmods, int location)
{
	TypeName *t = SystemTypeName(pstrdup(name));

	t->typmods = typmods;
	t->location = location;
	return t;
}

/* ---- queries ---- */

static void
duplicate_clause(const char *what, int location, core_yyscan_t yyscanner)
{
	gram_syntax_error(psprintf("multiple %s clauses not allowed", what),
					  location, yyscanner);
}

/* FETCH FIRST n ROWS WITH TIES needs an order, and no skipping of rows. */
static void
check_with_ties(SelectStmt *stmt, int location, core_yyscan_t yyscanner)
{
	ListCell *lc;

	if (stmt->limitOption != LIMIT_OPTION_WITH_TIES)
		return;
	if (stmt->sortClause == NIL)
		gram_syntax_error("WITH TIES cannot be specified without ORDER BY clause",
						  location, yyscanner);
	foreach (lc, stmt->lockingClause)
		if (lfirst_node(LockingClause, lc)->waitPolicy == LockWaitSkip)
			gram_syntax_error("SKIP LOCKED and WITH TIES options cannot be used together",
							  location, yyscanner);
}

/*
 * gram_attach_tail
 *		Put ORDER BY etc. and WITH, either of which may be NULL, on a query.
 *
 * The query may have come in parentheses with such clauses of its own; only
 * one of each kind is allowed.
 */
void
gram_attach_tail(SelectStmt *stmt, GramTail *tail, WithClause *with,
				 core_yyscan_t yyscanner)
{
	if (tail != NULL)
	{
		if (tail->sort != NIL && stmt->sortClause != NIL)
			duplicate_clause("ORDER BY", exprLocation((Node *) tail->sort),
							 yyscanner);
		if (tail->sort != NIL)
			stmt->sortClause = tail->sort;
		stmt->lockingClause = list_concat(stmt->lockingClause, tail->locking);
		if (tail->offset != NULL && stmt->limitOffset != NULL)
			duplicate_clause("OFFSET", exprLocation(tail->offset), yyscanner);
		if (tail->offset != NULL)
			stmt->limitOffset = tail->offset;
		if (tail->count != NULL && stmt->limitCount != NULL)
			duplicate_clause("LIMIT", exprLocation(tail->count), yyscanner);
		if (tail->count != NULL)
		{
			stmt->limitCount = tail->count;
			stmt->limitOption = tail->option;
			check_with_ties(stmt, tail->limit_location, yyscanner);
		}
	}
	if (with != NULL)
	{
		if (stmt->withClause != NULL)
			duplicate_clause("WITH", with->location, yyscanner);
		stmt->withClause = with;
	}
}

Node *
gram_set_op(SetOperation op, bool all, Node *l, Node *r)
{
	SelectStmt *n = makeNode(SelectStmt);

	n->larg = (SelectStmt *) l;
	n->rarg = (SelectStmt *) r;
	n->all = all;
	n->op = op;
	return (Node *) n;
}

/* CREATE RECURSIVE VIEW v (c) AS q: WITH RECURSIVE v (c) AS (q) SELECT c FROM v */
Node *
gram_recursive_view(List *columns, char *name, Node *query, int location)
{
	SelectStmt *s = makeNode(SelectStmt);
	WithClause *w = makeNode(WithClause);
	CommonTableExpr *cte = makeNode(CommonTableExpr);
	ListCell *lc;

	cte->ctename = name;
	cte->aliascolnames = columns;
	cte->ctequery = query;
	cte->location = -1;
	w->recursive = true;
	w->ctes = list_make1(cte);
	w->location = -1;
	foreach (lc, columns)
	{
		ColumnRef *c = makeNode(ColumnRef);
		ResTarget *t = makeNode(ResTarget);

		c->fields = list_make1(lfirst(lc));
		c->location = -1;
		t->val = (Node *) c;
		t->location = -1;
		s->targetList = lappend(s->targetList, t);
	}
	s->withClause = w;
	s->fromClause = list_make1(makeRangeVar(NULL, name, location));
	return (Node *) s;
}

/* ---- definitions ---- */

/* Collect one more constraint attribute; contradictions are errors. */
int
gram_merge_cas(int old, int added, int location, core_yyscan_t yyscanner)
{
	static const struct
	{
		int a;
		int b;
		const char *message;
	} clashes[] = {
		{CAS_NOT_DEFERRABLE, CAS_DEFERRABLE, "conflicting constraint properties"},
		{CAS_INITIALLY_IMMEDIATE, CAS_INITIALLY_DEFERRED,
		 "conflicting constraint properties"},
		{CAS_NOT_DEFERRABLE, CAS_INITIALLY_DEFERRED,
		 "constraint declared INITIALLY DEFERRED must be DEFERRABLE"},
	};
	int sum = old | added;

	for (int i = lengthof(clashes) - 1; i >= 0; i--)
		if ((sum & clashes[i].a) && (sum & clashes[i].b))
			gram_syntax_error(clashes[i].message, location, yyscanner);
	return sum;
}

/* Set a flag, or say that this kind of constraint cannot have it. */
static void
apply_flag(int cas, int bits, bool *flag, const char *word, const char *what,
		   int location, core_yyscan_t yyscanner)
{
	if ((cas & bits) == 0)
		return;
	if (flag == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s constraints cannot be marked %s", what, word),
				 scanner_errposition(location, yyscanner)));
	*flag = true;
}

/*
 * gram_apply_cas
 *		Turn attribute bits into flags; a NULL pointer means not allowed.
 */
void
gram_apply_cas(int cas, int location, const char *what, bool *deferrable,
			   bool *initdeferred, bool *not_valid, bool *no_inherit,
			   core_yyscan_t yyscanner)
{
	apply_flag(cas, CAS_DEFERRABLE | CAS_INITIALLY_DEFERRED, deferrable,
			   "DEFERRABLE", what, location, yyscanner);
	apply_flag(cas, CAS_INITIALLY_DEFERRED, initdeferred, "DEFERRABLE", what,
			   location, yyscanner);
	apply_flag(cas, CAS_NOT_VALID, not_valid, "NOT VALID", what, location,
			   yyscanner);
	apply_flag(cas, CAS_NO_INHERIT, no_inherit, "NO INHERIT", what, location,
			   yyscanner);
}

/* Sort what follows a column's type into collation and constraints. */
void
gram_column_quals(ColumnDef *col, List *quals, core_yyscan_t yyscanner)
{
	ListCell *lc;

	foreach (lc, quals)
	{
		CollateClause *c = lfirst(lc);

		if (!IsA(c, CollateClause))
		{
			col->constraints = lappend(col->constraints, c);
			continue;
		}
		if (col->collClause != NULL)
			gram_syntax_error("multiple COLLATE clauses not allowed",
							  c->location, yyscanner);
		col->collClause = c;
	}
}

/* The types of the parameters that identify a function: not the results. */
List *
gram_func_types(List *params)
{
	List *types = NIL;
	ListCell *lc;

	foreach (lc, params)
	{
		FunctionParameter *p = lfirst_node(FunctionParameter, lc);

		if (p->mode != FUNC_PARAM_OUT && p->mode != FUNC_PARAM_TABLE)
			types = lappend(types, p->argType);
	}
	return types;
}

ObjectWithArgs *
gram_func_object(List *name, List *params, core_yyscan_t yyscanner)
{
	ObjectWithArgs *o = makeNode(ObjectWithArgs);

	o->objname = name;
	o->objargs = gram_func_types(params);
	o->objfuncargs = params;
	return o;
}

/* The argument types of an aggregate, from the two-member form of aggr_args. */
List *
gram_aggr_types(List *aggr_args)
{
	return gram_func_types((List *) linitial(aggr_args));
}

/* The parameters of a function that RETURNS TABLE: arguments, then columns. */
List *
gram_table_func_columns(List *params, List *columns, core_yyscan_t yyscanner)
{
	ListCell *lc;

	foreach (lc, params)
	{
		FunctionParameterMode m = lfirst_node(FunctionParameter, lc)->mode;

		if (m == FUNC_PARAM_OUT || m == FUNC_PARAM_INOUT)
			gram_syntax_error("OUT and INOUT arguments aren't allowed in TABLE functions",
							  -1, yyscanner);
	}
	return list_concat(params, columns);
}

/* RETURNS TABLE is SETOF the only column's type, or of record. */
TypeName *
gram_table_func_type(List *columns)
{
	TypeName *t;

	if (list_length(columns) == 1)
		t = copyObject(linitial_node(FunctionParameter, columns)->argType);
	else
		t = SystemTypeName("record");
	t->setof = true;
	return t;
}

/* ALTER <object> RENAME TO / OWNER TO / SET SCHEMA */
Node *
gram_alter(ObjectType kind, Node *name, GramAction *action, int location,
		   core_yyscan_t yyscanner)
{
	if (action->what == 'o')
	{
		AlterOwnerStmt *n = makeNode(AlterOwnerStmt);

		n->objectType = kind;
		n->object = name;
		n->newowner = (RoleSpec *) action->owner;
		return (Node *) n;
	}
	if (action->what == 's')
	{
		AlterObjectSchemaStmt *n = makeNode(AlterObjectSchemaStmt);

		n->objectType = kind;
		n->object = name;
		n->newschema = action->name;
		return (Node *) n;
	}
	else
	{
		RenameStmt *n = makeNode(RenameStmt);

		n->renameType = kind;
		n->newname = action->name;
		if (kind == OBJECT_DATABASE || kind == OBJECT_SCHEMA ||
			kind == OBJECT_TABLESPACE)
			n->subname = strVal(name);
		else
			n->object = name;
		return (Node *) n;
	}
}

Node *
gram_drop(GramObject *o, List *names, DropBehavior behavior)
{
	DropStmt *n = makeNode(DropStmt);

	n->removeType = o->kind;
	n->objects = names;
	n->missing_ok = o->missing_ok;
	n->behavior = behavior;
	return (Node *) n;
}

/* Options of CREATE and ALTER ROLE that are no keywords: [NO]WORD. */
DefElem *
gram_role_option(char *word, int location, core_yyscan_t yyscanner)
{
	static const struct
	{
		const char *word;
		const char *option;
	} known[] = {
		{"superuser", "superuser"},
		{"createrole", "createrole"},
		{"replication", "isreplication"},
		{"createdb", "createdb"},
		{"login", "canlogin"},
		{"bypassrls", "bypassrls"},
		{"inherit", "inherit"},
	};

	for (int i = 0; i < lengthof(known); i++)
	{
		bool no = strncmp(word, "no", 2) == 0 &&
			strcmp(word + 2, known[i].word) == 0;

		if (no || (strcmp(word, known[i].word) == 0 && strcmp(word, "inherit") != 0))
			return makeDefElem(pstrdup(known[i].option),
							   (Node *) makeBoolean(!no), location);
	}
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("unrecognized role option \"%s\"", word),
			 scanner_errposition(location, yyscanner)));
	return NULL;
}

/*
 * ruleutils.c
 *		Definitions of views, rules, indexes and constraints as SQL.
 *
 * The pg_get_*def functions and their C forms.  Each reads one catalog row and
 * lays out its command; the trees in it are printed by ruleutils_expr.c and
 * ruleutils_query.c.  Functions are in ruleutils_func.c.  Triggers, partitions
 * and extended statistics are not printed yet; their SQL functions have no
 * implementation, and raise feature_not_supported when called.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/ruleutils.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_index.h"
#include "catalog/pg_rewrite.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/readfuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_node.h"
#include "rewrite/rewriteManip.h"
#include "rewrite/rewriteSupport.h"
#include "ruleutils_internals.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

/* bits of index_definition */
#define INDEXDEF_ATTRS_ONLY 0x01 /* no opclass, collation or direction */
#define INDEXDEF_KEYS_ONLY 0x02 /* no INCLUDE columns */
#define INDEXDEF_TABLESPACE 0x04
#define INDEXDEF_INHERITS 0x08 /* say ONLY of a partitioned table */
#define INDEXDEF_CONSTRAINT 0x10 /* EXCLUDE ... instead of CREATE INDEX */

static Datum
text_or_null(FunctionCallInfo fcinfo, char *str)
{
	if (str == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(str));
}

/* A text column of a catalog row as a C string, NULL if it is null. */
static char *
text_attribute(int cache, HeapTuple tup, AttrNumber att)
{
	bool isnull;
	Datum d = SysCacheGetAttr(cache, tup, att, &isnull);

	return isnull ? NULL : TextDatumGetCString(d);
}

/* ---- pg_get_expr ---- */

/*
 * The stored expression as SQL; its columns are those of relid, which may be
 * invalid if there are none.  NULL if the relation is gone.
 */
static char *
stored_expr_text(text *expr, Oid relid, int flags)
{
	Node *node = stringToNode(text_to_cstring(expr));
	Bitmapset *varnos = pull_varnos(NULL, node);
	List *context = NIL;
	char *relname;

	if (OidIsValid(relid))
	{
		if (!bms_is_subset(varnos, bms_make_singleton(1)))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("expression contains variables of more than one relation")));
		relname = get_rel_name(relid);
		if (relname == NULL)
			return NULL;
		context = deparse_context_for(relname, relid);
	}
	else if (!bms_is_empty(varnos))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("expression contains variables")));
	return deparse_expression_pretty(node, context, false, false, flags, 0);
}

/*
 * pg_get_expr
 *		SQL: text of a pg_node_tree over the columns of one relation.
 */
Datum
pg_get_expr(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, stored_expr_text(PG_GETARG_TEXT_PP(0), PG_GETARG_OID(1), PRETTYFLAG_INDENT));
}

Datum
pg_get_expr_ext(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, stored_expr_text(PG_GETARG_TEXT_PP(0), PG_GETARG_OID(1), GET_PRETTY_FLAGS(PG_GETARG_BOOL(2))));
}

/* ---- rules and views ---- */

/* One column of a rule as a tree. */
static Node *
rule_tree(Relation rewrite, HeapTuple tup, AttrNumber att)
{
	bool isnull;
	Datum d = heap_getattr(tup, att, RelationGetDescr(rewrite), &isnull);

	Assert(!isnull);
	return stringToNode(TextDatumGetCString(d));
}

static const char *
rule_event_name(char ev_type)
{
	switch (ev_type)
	{
		case '1':
			return "SELECT";
		case '2':
			return "UPDATE";
		case '3':
			return "INSERT";
		case '4':
			return "DELETE";
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("rule has unsupported event type %d", ev_type)));
	}
}

static void
print_rule_condition(StringInfo buf, Node *qual, List *actions, int flags)
{
	Query *query = getInsertSelectQuery(linitial_node(Query, actions),
										NULL);
	DeparseLevel *level = deparse_level_for_query(query, NIL);

	if (flags & PRETTYFLAG_INDENT)
		appendStringInfoString(buf, "\n  ");
	appendStringInfo(buf, " WHERE %s",
					 deparse_expression_pretty(qual, list_make1(level),
											   list_length(query->rtable) != 1,
											   false, flags, INDENT_STD));
}

/* CREATE RULE for one row of pg_rewrite. */
static void
print_rule(StringInfo buf, Relation rewrite, HeapTuple tup, int flags)
{
	Form_pg_rewrite form = (Form_pg_rewrite) GETSTRUCT(tup);
	Node *qual = rule_tree(rewrite, tup, Anum_pg_rewrite_ev_qual);
	List *actions = (List *) rule_tree(rewrite, tup,
									   Anum_pg_rewrite_ev_action);
	Relation rel = relation_open(form->ev_class, AccessShareLock);
	TupleDesc desc = form->ev_type == '1' ? RelationGetDescr(rel) : NULL;
	ListCell *lc;

	appendStringInfo(buf, "CREATE RULE %s AS%sON %s TO %s",
					 quote_identifier(NameStr(form->rulename)),
					 flags & PRETTYFLAG_INDENT ? "\n    " : " ",
					 rule_event_name(form->ev_type),
					 flags & PRETTYFLAG_SCHEMA ? deparse_relation_name(form->ev_class, NIL) : deparse_qualified_relation_name(form->ev_class));
	if (qual != NULL)
		print_rule_condition(buf, qual, actions, flags);
	appendStringInfoString(buf, form->is_instead ? " DO INSTEAD " : " DO ");
	if (actions == NIL)
		appendStringInfoString(buf, "NOTHING;");
	else if (list_length(actions) > 1)
	{
		appendStringInfoChar(buf, '(');
		foreach (lc, actions)
		{
			print_query_toplevel(buf, lfirst_node(Query, lc), NIL, desc, flags,
								 WRAP_COLUMN_DEFAULT, 0);
			appendStringInfoString(buf, flags ? ";\n" : "; ");
		}
		appendStringInfoString(buf, ");");
	}
	else
	{
		print_query_toplevel(buf, linitial_node(Query, actions), NIL, desc,
							 flags, WRAP_COLUMN_DEFAULT, 0);
		appendStringInfoChar(buf, ';');
	}
	relation_close(rel, AccessShareLock);
}

/* The command that makes a rule, NULL if there is none with this OID. */
static char *
rule_definition(Oid ruleoid, int flags)
{
	Relation rewrite = table_open(RewriteRelationId, AccessShareLock);
	StringInfoData buf;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;

	initStringInfo(&buf);
	ScanKeyInit(&key, Anum_pg_rewrite_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(ruleoid));
	scan = systable_beginscan(rewrite, RewriteOidIndexId, true, NULL, 1, &key);
	tup = systable_getnext(scan);
	if (HeapTupleIsValid(tup))
		print_rule(&buf, rewrite, tup, flags);
	systable_endscan(scan);
	table_close(rewrite, AccessShareLock);
	return buf.len > 0 ? buf.data : NULL;
}

Datum
pg_get_ruledef(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, rule_definition(PG_GETARG_OID(0), PRETTYFLAG_INDENT));
}

Datum
pg_get_ruledef_ext(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, rule_definition(PG_GETARG_OID(0), GET_PRETTY_FLAGS(PG_GETARG_BOOL(1))));
}

/* The SELECT behind a view, NULL if viewoid is no view. */
static char *
view_definition(Oid viewoid, int flags, int wrap)
{
	Relation rewrite = table_open(RewriteRelationId, AccessShareLock);
	HeapTuple tup = SearchSysCache2(RULERELNAME, ObjectIdGetDatum(viewoid),
									CStringGetDatum(ViewSelectRuleName));
	char *result = NULL;

	if (HeapTupleIsValid(tup))
	{
		Form_pg_rewrite form = (Form_pg_rewrite) GETSTRUCT(tup);
		List *actions = (List *) rule_tree(rewrite, tup,
										   Anum_pg_rewrite_ev_action);
		StringInfoData buf;
		Relation view;

		initStringInfo(&buf);
		if (list_length(actions) != 1 || form->ev_type != '1' ||
			!form->is_instead)
			appendStringInfoString(&buf, "Not a view");
		else
		{
			view = relation_open(viewoid, AccessShareLock);
			print_query_toplevel(&buf, linitial_node(Query, actions), NIL,
								 RelationGetDescr(view), flags, wrap, 0);
			appendStringInfoChar(&buf, ';');
			relation_close(view, AccessShareLock);
		}
		ReleaseSysCache(tup);
		result = buf.data;
	}
	table_close(rewrite, AccessShareLock);
	return result;
}

static Oid
view_by_name(text *name)
{
	RangeVar *rv = makeRangeVarFromNameList(textToQualifiedNameList(name));

	return RangeVarGetRelid(rv, NoLock, false);
}

/*
 * pg_get_viewdef
 *		SQL: the query of a view, by OID; the variants take a name, the
 *		pretty flag, or a line width.
 */
Datum
pg_get_viewdef(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, view_definition(PG_GETARG_OID(0), PRETTYFLAG_INDENT, WRAP_COLUMN_DEFAULT));
}

Datum
pg_get_viewdef_ext(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, view_definition(PG_GETARG_OID(0), GET_PRETTY_FLAGS(PG_GETARG_BOOL(1)), WRAP_COLUMN_DEFAULT));
}

Datum
pg_get_viewdef_wrap(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, view_definition(PG_GETARG_OID(0), GET_PRETTY_FLAGS(true), PG_GETARG_INT32(1)));
}

Datum
pg_get_viewdef_name(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, view_definition(view_by_name(PG_GETARG_TEXT_PP(0)), PRETTYFLAG_INDENT, WRAP_COLUMN_DEFAULT));
}

Datum
pg_get_viewdef_name_ext(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, view_definition(view_by_name(PG_GETARG_TEXT_PP(0)), GET_PRETTY_FLAGS(PG_GETARG_BOOL(1)), WRAP_COLUMN_DEFAULT));
}

/*
 * pg_get_querydef
 *		An analyzed query as SQL.
 */
char *
pg_get_querydef(Query *query, bool pretty)
{
	StringInfoData buf;

	initStringInfo(&buf);
	print_query_toplevel(&buf, query, NIL, NULL, GET_PRETTY_FLAGS(pretty),
						 WRAP_COLUMN_DEFAULT, 0);
	return buf.data;
}

/* ---- indexes ---- */

/* "name='value', ..." of an array of options. */
static void
print_reloptions(StringInfo buf, Datum reloptions)
{
	Datum *options;
	int n;

	deconstruct_array(DatumGetArrayTypeP(reloptions), TEXTOID, -1, false,
					  TYPALIGN_INT, &options, NULL, &n);
	for (int i = 0; i < n; i++)
	{
		char *option = TextDatumGetCString(options[i]);
		char *value = strchr(option, '=');

		if (value)
			*value++ = '\0';
		appendStringInfo(buf, "%s%s=", i > 0 ? ", " : "",
						 quote_identifier(option));
		/* words and numbers stand bare */
		if (value && quote_identifier(value) == value)
			appendStringInfoString(buf, value);
		else
			print_string_literal(buf, value ? value : "");
	}
}

/* The reloptions of a relation, or 0. */
static Datum
relation_options(Oid relid, bool *found)
{
	HeapTuple tup = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	bool isnull;
	Datum d;

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	d = SysCacheGetAttr(RELOID, tup, Anum_pg_class_reloptions, &isnull);
	*found = !isnull;
	if (!isnull)
		d = PointerGetDatum(DatumGetArrayTypePCopy(d));
	ReleaseSysCache(tup);
	return d;
}

/* What index_definition reads from the catalogs. */
typedef struct IndexFacts
{
	HeapTuple tup; /* of pg_index */
	Form_pg_index form;
	oidvector *collations;
	oidvector *opclasses;
	int2vector *options;
	List *exprs;
	List *context; /* for printing expressions */
	Oid amid;
	bool ordered; /* does the method have directions? */
} IndexFacts;

static void
read_index_facts(IndexFacts *ix, Oid indexrelid)
{
	bool isnull;
	char *str;
	IndexAmRoutine *am;

	ix->form = (Form_pg_index) GETSTRUCT(ix->tup);
	ix->collations = (oidvector *)
		DatumGetPointer(SysCacheGetAttr(INDEXRELID, ix->tup,
										Anum_pg_index_indcollation, &isnull));
	ix->opclasses = (oidvector *)
		DatumGetPointer(SysCacheGetAttr(INDEXRELID, ix->tup,
										Anum_pg_index_indclass, &isnull));
	ix->options = (int2vector *)
		DatumGetPointer(SysCacheGetAttr(INDEXRELID, ix->tup,
										Anum_pg_index_indoption, &isnull));
	str = text_attribute(INDEXRELID, ix->tup, Anum_pg_index_indexprs);
	ix->exprs = str ? (List *) stringToNode(str) : NIL;
	ix->context = deparse_context_for(get_rel_name(ix->form->indrelid),
									  ix->form->indrelid);
	ix->amid = get_rel_relam(indexrelid);
	am = GetIndexAmRoutineByAmId(ix->amid, false);
	ix->ordered = am->amcanorder;
}

/* Collation, operator class and direction of key column i (from 0). */
static void
print_index_key_options(StringInfo buf, IndexFacts *ix, int i, Oid indexrelid,
						Oid keytype, Oid keycoll)
{
	Oid coll = ix->collations->values[i];
	int option = ix->options->values[i];
	Datum attoptions = get_attoptions(indexrelid, i + 1);

	if (OidIsValid(coll) && coll != keycoll)
		appendStringInfo(buf, " COLLATE %s", generate_collation_name(coll));
	print_opclass(buf, ix->opclasses->values[i],
				  attoptions != (Datum) 0 ? InvalidOid : keytype);
	if (attoptions != (Datum) 0)
	{
		appendStringInfoString(buf, " (");
		print_reloptions(buf, attoptions);
		appendStringInfoChar(buf, ')');
	}
	if (!ix->ordered)
		return;
	if (option & INDOPTION_DESC)
		appendStringInfoString(buf, option & INDOPTION_NULLS_FIRST ? " DESC" : " DESC NULLS LAST");
	else if (option & INDOPTION_NULLS_FIRST)
		appendStringInfoString(buf, " NULLS FIRST");
}

/*
 * Columns of an index; colno > 0 prints just that one.  excludeOps, if given,
 * has the operator of each key.
 */
static void
print_index_columns(StringInfo buf, IndexFacts *ix, Oid indexrelid, int colno,
					const Oid *excludeOps, int what, int flags)
{
	Form_pg_index form = ix->form;
	const char *sep = "";
	ListCell *expr = list_head(ix->exprs);

	for (int i = 0; i < form->indnatts; i++)
	{
		AttrNumber attnum = form->indkey.values[i];
		bool key = i < form->indnkeyatts;
		bool wanted = colno == 0 || colno == i + 1;
		Oid type;
		Oid coll;
		int32 typmod;

		if (!key && (what & INDEXDEF_KEYS_ONLY))
			break;
		if (colno == 0 && i == form->indnkeyatts)
		{
			appendStringInfoString(buf, ") INCLUDE (");
			sep = "";
		}
		if (colno == 0)
			appendStringInfoString(buf, sep);
		sep = ", ";
		if (attnum != 0)
		{
			get_atttypetypmodcoll(form->indrelid, attnum, &type, &typmod, &coll);
			if (wanted)
				appendStringInfoString(buf,
									   quote_identifier(get_attname(form->indrelid,
																	attnum, false)));
		}
		else
		{
			Node *node = lfirst(expr);
			char *str = deparse_expression_pretty(node, ix->context,
												  false, false, flags, 0);

			expr = lnext(ix->exprs, expr);
			type = exprType(node);
			coll = exprCollation(node);
			if (wanted)
				appendStringInfo(buf, expr_looks_like_function(node) ? "%s" : "(%s)", str);
		}
		if (!key || !wanted || (what & INDEXDEF_ATTRS_ONLY))
			continue;
		print_index_key_options(buf, ix, i, indexrelid, type, coll);
		if (excludeOps)
			appendStringInfo(buf, " WITH %s",
							 deparse_operator_name(excludeOps[i], type, type));
	}
}

/* What comes before and after the columns in CREATE INDEX or EXCLUDE. */
static void
print_index_head(StringInfo buf, IndexFacts *ix, Oid indexrelid, int what,
				 int flags)
{
	Oid table = ix->form->indrelid;
	const char *am = quote_identifier(get_am_name(ix->amid));

	if (what & INDEXDEF_CONSTRAINT)
	{
		appendStringInfo(buf, "EXCLUDE USING %s (", am);
		return;
	}
	appendStringInfo(buf, "CREATE %sINDEX %s ON %s%s USING %s (",
					 ix->form->indisunique ? "UNIQUE " : "",
					 quote_identifier(get_rel_name(indexrelid)),
					 (what & INDEXDEF_INHERITS) &&
							 get_rel_relkind(table) == RELKIND_PARTITIONED_TABLE &&
							 get_rel_relkind(indexrelid) != RELKIND_PARTITIONED_INDEX
						 ? "ONLY "
						 : "",
					 flags & PRETTYFLAG_SCHEMA ? deparse_relation_name(table, NIL) : deparse_qualified_relation_name(table), am);
}

static void
print_index_tail(StringInfo buf, IndexFacts *ix, Oid indexrelid, int what,
				 int flags)
{
	bool found;
	Datum options = relation_options(indexrelid, &found);
	char *pred;
	Node *node;

	appendStringInfoChar(buf, ')');
	if (ix->form->indnullsnotdistinct)
		appendStringInfoString(buf, " NULLS NOT DISTINCT");
	if (found)
	{
		appendStringInfoString(buf, " WITH (");
		print_reloptions(buf, options);
		appendStringInfoChar(buf, ')');
	}
	if (what & INDEXDEF_TABLESPACE)
	{
		Oid spc = get_rel_tablespace(indexrelid);

		if (OidIsValid(spc))
			appendStringInfo(buf, "%s TABLESPACE %s",
							 what & INDEXDEF_CONSTRAINT ? " USING INDEX" : "",
							 quote_identifier(get_tablespace_name(spc)));
	}
	pred = text_attribute(INDEXRELID, ix->tup, Anum_pg_index_indpred);
	if (pred == NULL)
		return;
	node = stringToNode(pred);
	if (IsA(node, List))
		node = (Node *) make_ands_explicit((List *) node);
	appendStringInfo(buf, what & INDEXDEF_CONSTRAINT ? " WHERE (%s)" : " WHERE %s",
					 deparse_expression_pretty(node, ix->context, false, false,
											   flags, 0));
}

/*
 * The definition of an index, or with colno or INDEXDEF_ATTRS_ONLY just of its
 * columns.  NULL if there is no such index and missing_ok.
 */
static char *
index_definition(Oid indexrelid, int colno, const Oid *excludeOps, int what,
				 int flags, bool missing_ok)
{
	IndexFacts ix;
	StringInfoData buf;
	bool whole = colno == 0 && !(what & INDEXDEF_ATTRS_ONLY);

	ix.tup = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(indexrelid));
	if (!HeapTupleIsValid(ix.tup))
	{
		if (missing_ok)
			return NULL;
		elog(ERROR, "cache lookup failed for index %u", indexrelid);
	}
	read_index_facts(&ix, indexrelid);
	initStringInfo(&buf);
	if (whole)
		print_index_head(&buf, &ix, indexrelid, what, flags);
	print_index_columns(&buf, &ix, indexrelid, colno, excludeOps, what, flags);
	if (whole)
		print_index_tail(&buf, &ix, indexrelid, what, flags);
	ReleaseSysCache(ix.tup);
	return buf.data;
}

/*
 * pg_get_indexdef
 *		SQL: the command that makes an index.
 */
Datum
pg_get_indexdef(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, index_definition(PG_GETARG_OID(0), 0, NULL, INDEXDEF_INHERITS, PRETTYFLAG_INDENT, true));
}

/* The same, or with a column number just that column. */
Datum
pg_get_indexdef_ext(PG_FUNCTION_ARGS)
{
	int colno = PG_GETARG_INT32(1);

	return text_or_null(fcinfo, index_definition(PG_GETARG_OID(0), colno, NULL, INDEXDEF_INHERITS | (colno != 0 ? INDEXDEF_ATTRS_ONLY : 0), GET_PRETTY_FLAGS(PG_GETARG_BOOL(2)), true));
}

/* The command for rebuilding an index, with its tablespace. */
char *
pg_get_indexdef_string(Oid indexrelid)
{
	return index_definition(indexrelid, 0, NULL,
							INDEXDEF_TABLESPACE | INDEXDEF_INHERITS, 0, false);
}

/* The key columns of an index, for messages. */
char *
pg_get_indexdef_columns(Oid indexrelid, bool pretty)
{
	return index_definition(indexrelid, 0, NULL,
							INDEXDEF_ATTRS_ONLY | INDEXDEF_KEYS_ONLY,
							GET_PRETTY_FLAGS(pretty), false);
}

char *
pg_get_indexdef_columns_extended(Oid indexrelid, bits16 flags)
{
	return index_definition(indexrelid, 0, NULL, INDEXDEF_ATTRS_ONLY | (flags & RULE_INDEXDEF_KEYS_ONLY ? INDEXDEF_KEYS_ONLY : 0),
							GET_PRETTY_FLAGS(flags & RULE_INDEXDEF_PRETTY),
							false);
}

/* ---- constraints ---- */

/* Append "a, b" for an array of column numbers; false if it is null. */
static bool
print_column_array(StringInfo buf, HeapTuple tup, AttrNumber att, Oid relid)
{
	bool isnull;
	Datum d = SysCacheGetAttr(CONSTROID, tup, att, &isnull);
	Datum *keys;
	int n;

	if (isnull)
		return false;
	deconstruct_array(DatumGetArrayTypeP(d), INT2OID, 2, true, TYPALIGN_SHORT,
					  &keys, NULL, &n);
	for (int i = 0; i < n; i++)
		appendStringInfo(buf, "%s%s", i > 0 ? ", " : "",
						 quote_identifier(get_attname(relid,
													  DatumGetInt16(keys[i]),
													  false)));
	return true;
}

static void
print_fk_action(StringInfo buf, const char *event, char action)
{
	const char *word = action == FKCONSTR_ACTION_RESTRICT ? "RESTRICT" : action == FKCONSTR_ACTION_CASCADE ? "CASCADE"
		: action == FKCONSTR_ACTION_SETNULL                                                                ? "SET NULL"
		: action == FKCONSTR_ACTION_SETDEFAULT                                                             ? "SET DEFAULT"
																										   : NULL;

	if (word)
		appendStringInfo(buf, " ON %s %s", event, word);
}

static void
print_foreign_key(StringInfo buf, HeapTuple tup, Form_pg_constraint con)
{
	StringInfoData cols;

	appendStringInfoString(buf, "FOREIGN KEY (");
	print_column_array(buf, tup, Anum_pg_constraint_conkey, con->conrelid);
	appendStringInfo(buf, ") REFERENCES %s(",
					 deparse_relation_name(con->confrelid, NIL));
	print_column_array(buf, tup, Anum_pg_constraint_confkey, con->confrelid);
	appendStringInfoChar(buf, ')');
	if (con->confmatchtype == FKCONSTR_MATCH_FULL)
		appendStringInfoString(buf, " MATCH FULL");
	print_fk_action(buf, "UPDATE", con->confupdtype);
	print_fk_action(buf, "DELETE", con->confdeltype);
	initStringInfo(&cols);
	if (print_column_array(&cols, tup, Anum_pg_constraint_confdelsetcols,
						   con->conrelid))
		appendStringInfo(buf, " (%s)", cols.data);
}

/* PRIMARY KEY or UNIQUE; full adds the storage of the index. */
static void
print_key_constraint(StringInfo buf, HeapTuple tup, Form_pg_constraint con,
					 bool full)
{
	HeapTuple indtup = SearchSysCache1(INDEXRELID,
									   ObjectIdGetDatum(con->conindid));
	Form_pg_index ind;
	bool found;
	Datum options;
	Oid spc;

	if (!HeapTupleIsValid(indtup))
		elog(ERROR, "cache lookup failed for index %u", con->conindid);
	ind = (Form_pg_index) GETSTRUCT(indtup);
	appendStringInfo(buf, "%s(", con->contype == CONSTRAINT_PRIMARY ? "PRIMARY KEY " : ind->indnullsnotdistinct ? "UNIQUE NULLS NOT DISTINCT "
																												: "UNIQUE ");
	print_column_array(buf, tup, Anum_pg_constraint_conkey, con->conrelid);
	appendStringInfoChar(buf, ')');
	for (int i = ind->indnkeyatts; i < ind->indnatts; i++)
		appendStringInfo(buf, "%s%s", i > ind->indnkeyatts ? ", " : " INCLUDE (",
						 quote_identifier(get_attname(con->conrelid,
													  ind->indkey.values[i],
													  false)));
	if (ind->indnatts > ind->indnkeyatts)
		appendStringInfoChar(buf, ')');
	ReleaseSysCache(indtup);
	if (!full)
		return;
	options = relation_options(con->conindid, &found);
	if (found)
	{
		appendStringInfoString(buf, " WITH (");
		print_reloptions(buf, options);
		appendStringInfoChar(buf, ')');
	}
	spc = get_rel_tablespace(con->conindid);
	if (OidIsValid(spc))
		appendStringInfo(buf, " USING INDEX TABLESPACE %s",
						 quote_identifier(get_tablespace_name(spc)));
}

static void
print_check_constraint(StringInfo buf, HeapTuple tup, Form_pg_constraint con,
					   int flags)
{
	char *bin = text_attribute(CONSTROID, tup, Anum_pg_constraint_conbin);
	List *context = NIL;

	if (bin == NULL)
		elog(ERROR, "null conbin for constraint %u", con->oid);
	if (OidIsValid(con->conrelid))
		context = deparse_context_for(get_rel_name(con->conrelid),
									  con->conrelid);
	appendStringInfo(buf, "CHECK (%s)%s",
					 deparse_expression_pretty(stringToNode(bin), context,
											   false, false, flags, 0),
					 con->connoinherit ? " NO INHERIT" : "");
}

static void
print_exclusion_constraint(StringInfo buf, HeapTuple tup,
						   Form_pg_constraint con, int flags)
{
	bool isnull;
	Datum d = SysCacheGetAttr(CONSTROID, tup,
							  Anum_pg_constraint_conexclop, &isnull);
	Datum *elems;
	int n;
	Oid *ops;

	if (isnull)
		elog(ERROR, "null conexclop for constraint %u", con->oid);
	deconstruct_array(DatumGetArrayTypeP(d), OIDOID, sizeof(Oid), true,
					  TYPALIGN_INT, &elems, NULL, &n);
	ops = palloc(n * sizeof(Oid));
	for (int i = 0; i < n; i++)
		ops[i] = DatumGetObjectId(elems[i]);
	appendStringInfoString(buf,
						   index_definition(con->conindid, 0, ops,
											INDEXDEF_CONSTRAINT |
												INDEXDEF_TABLESPACE,
											flags, false));
}

/* A constraint; full makes it the ALTER command that adds it. */
static char *
constraint_definition(Oid conoid, bool full, int flags, bool missing_ok)
{
	HeapTuple tup = SearchSysCache1(CONSTROID, ObjectIdGetDatum(conoid));
	Form_pg_constraint con;
	StringInfoData buf;

	if (!HeapTupleIsValid(tup))
	{
		if (missing_ok)
			return NULL;
		elog(ERROR, "could not find tuple for constraint %u", conoid);
	}
	con = (Form_pg_constraint) GETSTRUCT(tup);
	initStringInfo(&buf);
	if (full)
		appendStringInfo(&buf, "ALTER %s %s ADD CONSTRAINT %s ",
						 OidIsValid(con->conrelid) ? "TABLE" : "DOMAIN",
						 OidIsValid(con->conrelid) ? deparse_qualified_relation_name(con->conrelid) : format_type_be_qualified(con->contypid),
						 quote_identifier(NameStr(con->conname)));
	switch (con->contype)
	{
		case CONSTRAINT_FOREIGN:
			print_foreign_key(&buf, tup, con);
			break;
		case CONSTRAINT_PRIMARY:
		case CONSTRAINT_UNIQUE:
			print_key_constraint(&buf, tup, con, full);
			break;
		case CONSTRAINT_CHECK:
			print_check_constraint(&buf, tup, con, flags);
			break;
		case CONSTRAINT_EXCLUSION:
			print_exclusion_constraint(&buf, tup, con, flags);
			break;
		case CONSTRAINT_TRIGGER:
			appendStringInfoString(&buf, "TRIGGER");
			break;
		default:
			elog(ERROR, "invalid constraint type \"%c\"", con->contype);
	}
	if (con->condeferrable)
		appendStringInfoString(&buf, " DEFERRABLE");
	if (con->condeferred)
		appendStringInfoString(&buf, " INITIALLY DEFERRED");
	if (!con->convalidated)
		appendStringInfoString(&buf, " NOT VALID");
	ReleaseSysCache(tup);
	return buf.data;
}

/*
 * pg_get_constraintdef
 *		SQL: a constraint, as in CREATE TABLE.
 */
Datum
pg_get_constraintdef(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, constraint_definition(PG_GETARG_OID(0), false, PRETTYFLAG_INDENT, true));
}

Datum
pg_get_constraintdef_ext(PG_FUNCTION_ARGS)
{
	return text_or_null(fcinfo, constraint_definition(PG_GETARG_OID(0), false, GET_PRETTY_FLAGS(PG_GETARG_BOOL(1)), true));
}

/* The ALTER command that adds the constraint again. */
char *
pg_get_constraintdef_command(Oid constraintId)
{
	return constraint_definition(constraintId, true, 0, false);
}

/* ---- sequences ---- */

/* The sequence that column attnum of a table owns, or InvalidOid. */
static Oid
sequence_of_column(Oid relid, AttrNumber attnum)
{
	Relation depend = table_open(DependRelationId, AccessShareLock);
	ScanKeyData key[3];
	SysScanDesc scan;
	HeapTuple tup;
	Oid result = InvalidOid;

	ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RelationRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&key[2], Anum_pg_depend_refobjsubid, BTEqualStrategyNumber,
				F_INT4EQ, Int32GetDatum(attnum));
	scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL, 3,
							  key);
	while (!OidIsValid(result) && HeapTupleIsValid(tup = systable_getnext(scan)))
	{
		Form_pg_depend dep = (Form_pg_depend) GETSTRUCT(tup);

		if (dep->classid == RelationRelationId && dep->objsubid == 0 &&
			(dep->deptype == DEPENDENCY_AUTO ||
			 dep->deptype == DEPENDENCY_INTERNAL) &&
			get_rel_relkind(dep->objid) == RELKIND_SEQUENCE)
			result = dep->objid;
	}
	systable_endscan(scan);
	table_close(depend, AccessShareLock);
	return result;
}

/*
 * pg_get_serial_sequence
 *		SQL: name of the sequence behind a serial or identity column.
 *
 * The table's name is read as an identifier, the column's taken literally.
 * Errors: ERRCODE_UNDEFINED_COLUMN.
 */
Datum
pg_get_serial_sequence(PG_FUNCTION_ARGS)
{
	RangeVar *rv = makeRangeVarFromNameList(textToQualifiedNameList(PG_GETARG_TEXT_PP(0)));
	char *column = text_to_cstring(PG_GETARG_TEXT_PP(1));
	Oid relid = RangeVarGetRelid(rv, NoLock, false);
	AttrNumber attnum = get_attnum(relid, column);
	Oid seq;

	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						column, rv->relname)));
	seq = sequence_of_column(relid, attnum);
	return text_or_null(fcinfo, OidIsValid(seq) ? deparse_qualified_relation_name(seq) : NULL);
}

/* ---- not printed yet ---- */

static char *
not_printed(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("printing of %s is not supported", what)));
	return NULL;
}

char *
pg_get_partkeydef_columns(Oid relid, bool pretty)
{
	return not_printed("partition keys");
}

char *
pg_get_partconstrdef_string(Oid partitionId, char *aliasname)
{
	return not_printed("partition constraints");
}

char *
pg_get_statisticsobjdef_string(Oid statextid)
{
	return not_printed("extended statistics");
}

char *
get_range_partbound_string(List *bound_datums)
{
	return not_printed("partition bounds");
}

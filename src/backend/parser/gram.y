/*
 * gram.y
 *		The grammar: from tokens to raw parse trees.
 *
 * Organisation: tokens and precedence; scripts and the list of statements;
 * then queries, data changes, expressions, types, names; then definitions
 * (tables, indexes, views, functions, types), ALTER / DROP / COMMENT / RENAME
 * over one rule for "some object", privileges, and the small utility
 * statements.  Longer actions are functions in gram_support.c.
 *
 * What the language has and this server has not is recognized by its first
 * words, and raises feature_not_supported with the position; see
 * unsupported_stmt.  No rule may read catalogs: this code also runs in an
 * aborted transaction.  The grammar has no conflicts, and must not get any
 * (%expect 0); the places where a word could go two ways are solved by the
 * NOT_LA, NULLS_LA and WITH_LA tokens, which parser.c makes by looking one
 * token ahead, and by the precedences below, with a reason each.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/gram.y
 */
%{
#include "postgres.h"

#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_trigger.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "parser/gramparse.h"
#include "parser/parser.h"
#include "storage/lockdefs.h"
#include "utils/datetime.h"
#include "gram_private.h"

#define YYLLOC_DEFAULT(Current, Rhs, N) \
	((Current) = (N) > 0 ? (Rhs)[1] : -1)
#define YYMALLOC palloc
#define YYFREE pfree

#define EXTRA(scanner) (*((base_yy_extra_type **) (scanner)))
#define N(x) ((Node *) (x))
#define STR(s) N(makeString(s))
#define ONE(x) list_make1(x)
#define UNSUPPORTED(what, loc) gram_unsupported(what, loc, yyscanner)
#define ERROR_AT(msg, loc) gram_syntax_error(msg, loc, yyscanner)
#define DEF(name, arg, loc) N(makeDefElem(name, N(arg), loc))


/* the grammar's values begin with the scanner's */
#undef yylex
#define yylex(val, loc, scanner) base_yylex((core_YYSTYPE *) (val), loc, scanner)

static void base_yyerror(YYLTYPE *lloc, core_yyscan_t scanner, const char *msg);
%}

%define api.pure full
%define api.prefix {base_yy}
%expect 0
%locations
%define api.location.type {int}
%parse-param {core_yyscan_t yyscanner}
%lex-param {core_yyscan_t yyscanner}

%union
{
	core_YYSTYPE core;
	int			ival;
	char	   *str;
	const char *keyword;
	bool		flag;
	Node	   *node;
	List	   *list;
	TypeName   *type;
	RangeVar   *range;
	GramTarget *target;
	GramTail   *tail;
	GramObject *object;
	GramAction *action;
}

%code requires { #include "gram_private.h" }

%token <str> IDENT UIDENT FCONST SCONST USCONST BCONST XCONST Op
%token <ival> ICONST PARAM
%token TYPECAST DOT_DOT COLON_EQUALS EQUALS_GREATER
%token LESS_EQUALS GREATER_EQUALS NOT_EQUALS
%token NOT_LA NULLS_LA WITH_LA
%token MODE_TYPE_NAME
%token <keyword> K_ABORT K_ABSOLUTE K_ACCESS K_ACTION K_ADD K_ADMIN K_AFTER 
%token <keyword> K_AGGREGATE K_ALL K_ALSO K_ALTER K_ALWAYS K_ANALYSE K_ANALYZE 
%token <keyword> K_AND K_ANY K_ARRAY K_AS K_ASC K_ASENSITIVE K_ASSERTION 
%token <keyword> K_ASSIGNMENT K_ASYMMETRIC K_AT K_ATOMIC K_ATTACH K_ATTRIBUTE 
%token <keyword> K_AUTHORIZATION K_BACKWARD K_BEFORE K_BEGIN K_BETWEEN 
%token <keyword> K_BIGINT K_BINARY K_BIT K_BOOLEAN K_BOTH K_BREADTH K_BY 
%token <keyword> K_CACHE K_CALL K_CALLED K_CASCADE K_CASCADED K_CASE K_CAST 
%token <keyword> K_CATALOG K_CHAIN K_CHAR K_CHARACTER K_CHARACTERISTICS 
%token <keyword> K_CHECK K_CHECKPOINT K_CLASS K_CLOSE K_CLUSTER K_COALESCE 
%token <keyword> K_COLLATE K_COLLATION K_COLUMN K_COLUMNS K_COMMENT K_COMMENTS 
%token <keyword> K_COMMIT K_COMMITTED K_COMPRESSION K_CONCURRENTLY 
%token <keyword> K_CONFIGURATION K_CONFLICT K_CONNECTION K_CONSTRAINT 
%token <keyword> K_CONSTRAINTS K_CONTENT K_CONTINUE K_CONVERSION K_COPY K_COST 
%token <keyword> K_CREATE K_CROSS K_CSV K_CUBE K_CURRENT K_CURRENT_CATALOG 
%token <keyword> K_CURRENT_DATE K_CURRENT_ROLE K_CURRENT_SCHEMA K_CURRENT_TIME 
%token <keyword> K_CURRENT_TIMESTAMP K_CURRENT_USER K_CURSOR K_CYCLE K_DATA 
%token <keyword> K_DATABASE K_DAY K_DEALLOCATE K_DEC K_DECIMAL K_DECLARE 
%token <keyword> K_DEFAULT K_DEFAULTS K_DEFERRABLE K_DEFERRED K_DEFINER 
%token <keyword> K_DELETE K_DELIMITER K_DELIMITERS K_DEPENDS K_DEPTH K_DESC 
%token <keyword> K_DETACH K_DICTIONARY K_DISABLE K_DISCARD K_DISTINCT K_DO 
%token <keyword> K_DOCUMENT K_DOMAIN K_DOUBLE K_DROP K_EACH K_ELSE K_ENABLE 
%token <keyword> K_ENCODING K_ENCRYPTED K_END K_ENUM K_ESCAPE K_EVENT K_EXCEPT 
%token <keyword> K_EXCLUDE K_EXCLUDING K_EXCLUSIVE K_EXECUTE K_EXISTS 
%token <keyword> K_EXPLAIN K_EXPRESSION K_EXTENSION K_EXTERNAL K_EXTRACT 
%token <keyword> K_FALSE K_FAMILY K_FETCH K_FILTER K_FINALIZE K_FIRST K_FLOAT 
%token <keyword> K_FOLLOWING K_FOR K_FORCE K_FOREIGN K_FORWARD K_FREEZE K_FROM 
%token <keyword> K_FULL K_FUNCTION K_FUNCTIONS K_GENERATED K_GLOBAL K_GRANT 
%token <keyword> K_GRANTED K_GREATEST K_GROUP K_GROUPING K_GROUPS K_HANDLER 
%token <keyword> K_HAVING K_HEADER K_HOLD K_HOUR K_IDENTITY K_IF K_ILIKE 
%token <keyword> K_IMMEDIATE K_IMMUTABLE K_IMPLICIT K_IMPORT K_IN K_INCLUDE 
%token <keyword> K_INCLUDING K_INCREMENT K_INDEX K_INDEXES K_INHERIT 
%token <keyword> K_INHERITS K_INITIALLY K_INLINE K_INNER K_INOUT K_INPUT 
%token <keyword> K_INSENSITIVE K_INSERT K_INSTEAD K_INT K_INTEGER K_INTERSECT 
%token <keyword> K_INTERVAL K_INTO K_INVOKER K_IS K_ISNULL K_ISOLATION K_JOIN 
%token <keyword> K_KEY K_LABEL K_LANGUAGE K_LARGE K_LAST K_LATERAL K_LEADING 
%token <keyword> K_LEAKPROOF K_LEAST K_LEFT K_LEVEL K_LIKE K_LIMIT K_LISTEN 
%token <keyword> K_LOAD K_LOCAL K_LOCALTIME K_LOCALTIMESTAMP K_LOCATION K_LOCK 
%token <keyword> K_LOCKED K_LOGGED K_MAPPING K_MATCH K_MATCHED K_MATERIALIZED 
%token <keyword> K_MAXVALUE K_MERGE K_METHOD K_MINUTE K_MINVALUE K_MODE 
%token <keyword> K_MONTH K_MOVE K_NAME K_NAMES K_NATIONAL K_NATURAL K_NCHAR 
%token <keyword> K_NEW K_NEXT K_NFC K_NFD K_NFKC K_NFKD K_NO K_NONE 
%token <keyword> K_NORMALIZE K_NORMALIZED K_NOT K_NOTHING K_NOTIFY K_NOTNULL 
%token <keyword> K_NOWAIT K_NULL K_NULLIF K_NULLS K_NUMERIC K_OBJECT K_OF 
%token <keyword> K_OFF K_OFFSET K_OIDS K_OLD K_ON K_ONLY K_OPERATOR K_OPTION 
%token <keyword> K_OPTIONS K_OR K_ORDER K_ORDINALITY K_OTHERS K_OUT K_OUTER 
%token <keyword> K_OVER K_OVERLAPS K_OVERLAY K_OVERRIDING K_OWNED K_OWNER 
%token <keyword> K_PARALLEL K_PARAMETER K_PARSER K_PARTIAL K_PARTITION 
%token <keyword> K_PASSING K_PASSWORD K_PLACING K_PLANS K_POLICY K_POSITION 
%token <keyword> K_PRECEDING K_PRECISION K_PREPARE K_PREPARED K_PRESERVE 
%token <keyword> K_PRIMARY K_PRIOR K_PRIVILEGES K_PROCEDURAL K_PROCEDURE 
%token <keyword> K_PROCEDURES K_PROGRAM K_PUBLICATION K_QUOTE K_RANGE K_READ 
%token <keyword> K_REAL K_REASSIGN K_RECHECK K_RECURSIVE K_REF K_REFERENCES 
%token <keyword> K_REFERENCING K_REFRESH K_REINDEX K_RELATIVE K_RELEASE 
%token <keyword> K_RENAME K_REPEATABLE K_REPLACE K_REPLICA K_RESET K_RESTART 
%token <keyword> K_RESTRICT K_RETURN K_RETURNING K_RETURNS K_REVOKE K_RIGHT 
%token <keyword> K_ROLE K_ROLLBACK K_ROLLUP K_ROUTINE K_ROUTINES K_ROW K_ROWS 
%token <keyword> K_RULE K_SAVEPOINT K_SCHEMA K_SCHEMAS K_SCROLL K_SEARCH 
%token <keyword> K_SECOND K_SECURITY K_SELECT K_SEQUENCE K_SEQUENCES 
%token <keyword> K_SERIALIZABLE K_SERVER K_SESSION K_SESSION_USER K_SET 
%token <keyword> K_SETOF K_SETS K_SHARE K_SHOW K_SIMILAR K_SIMPLE K_SKIP 
%token <keyword> K_SMALLINT K_SNAPSHOT K_SOME K_SQL K_STABLE K_STANDALONE 
%token <keyword> K_START K_STATEMENT K_STATISTICS K_STDIN K_STDOUT K_STORAGE 
%token <keyword> K_STORED K_STRICT K_STRIP K_SUBSCRIPTION K_SUBSTRING 
%token <keyword> K_SUPPORT K_SYMMETRIC K_SYSID K_SYSTEM K_TABLE K_TABLES 
%token <keyword> K_TABLESAMPLE K_TABLESPACE K_TEMP K_TEMPLATE K_TEMPORARY 
%token <keyword> K_TEXT K_THEN K_TIES K_TIME K_TIMESTAMP K_TO K_TRAILING 
%token <keyword> K_TRANSACTION K_TRANSFORM K_TREAT K_TRIGGER K_TRIM K_TRUE 
%token <keyword> K_TRUNCATE K_TRUSTED K_TYPE K_TYPES K_UESCAPE K_UNBOUNDED 
%token <keyword> K_UNCOMMITTED K_UNENCRYPTED K_UNION K_UNIQUE K_UNKNOWN 
%token <keyword> K_UNLISTEN K_UNLOGGED K_UNTIL K_UPDATE K_USER K_USING 
%token <keyword> K_VACUUM K_VALID K_VALIDATE K_VALIDATOR K_VALUE K_VALUES 
%token <keyword> K_VARCHAR K_VARIADIC K_VARYING K_VERBOSE K_VERSION K_VIEW 
%token <keyword> K_VIEWS K_VOLATILE K_WHEN K_WHERE K_WHITESPACE K_WINDOW 
%token <keyword> K_WITH K_WITHIN K_WITHOUT K_WORK K_WRAPPER K_WRITE K_XML 
%token <keyword> K_XMLATTRIBUTES K_XMLCONCAT K_XMLELEMENT K_XMLEXISTS 
%token <keyword> K_XMLFOREST K_XMLNAMESPACES K_XMLPARSE K_XMLPI K_XMLROOT 
%token <keyword> K_XMLSERIALIZE K_XMLTABLE K_YEAR K_YES K_ZONE 

/* lowest first */
%nonassoc K_SET					/* UPDATE t SET: SET is no alias */
%left K_UNION K_EXCEPT
%left K_INTERSECT
%left K_OR
%left K_AND
%right K_NOT
%nonassoc K_IS K_ISNULL K_NOTNULL
%nonassoc '<' '>' '=' LESS_EQUALS GREATER_EQUALS NOT_EQUALS
%nonassoc K_BETWEEN K_IN K_LIKE K_ILIKE K_SIMILAR NOT_LA
%nonassoc K_ESCAPE
/*
 * Words that may be a name, or go on with a clause after an expression: as
 * nonassociative tokens below the operators they end the expression.
 */
%nonassoc K_UNBOUNDED
%nonassoc IDENT K_PARTITION K_RANGE K_ROWS K_GROUPS K_PRECEDING K_FOLLOWING
	K_CUBE K_ROLLUP
%left Op K_OPERATOR
%left '+' '-'
%left '*' '/' '%'
%left '^'
%left K_AT
%left K_COLLATE
%right UMINUS
%left '[' ']'
%left '(' ')'
%left TYPECAST
%left '.'
/* These can be function names as well, but after a table they are joins. */
%left K_JOIN K_CROSS K_LEFT K_FULL K_RIGHT K_INNER K_NATURAL

%type <list> script target_list opt_targets set_list set_clause expr_list
%type <list> func_args func_args_nonempty from_clause from_list opt_indirection indirection
%type <list> sort_clause opt_sort sort_list group_clause group_list distinct_clause
%type <list> window_clause window_list opt_partition_by opt_name_list name_list
%type <list> values_rows locking_clauses opt_locking lock_rels returning cte_list
%type <list> insert_columns table_func_elems rows_from_list
%type <list> opt_col_defs rows_from_item using_clause when_list explicit_row implicit_row
%type <list> any_op qualified_op all_of_op opt_typmods opt_interval interval_second
%type <list> array_bounds any_name dotted func_name any_name_list qualified_names
%type <list> relation_exprs type_list substr_args overlay_args trim_args array_items
%type <node> stmt query_stmt bare_query paren_query query_term simple_query
%type <node> insert_stmt insert_body update_stmt delete_stmt preparable_stmt
%type <node> target set_target insert_column where_clause having_clause where_or_current
%type <node> expr bexpr primary column_ref func_expr func_app func_common const_expr
%type <node> case_expr opt_case_arg when_clause case_default array_expr index_elem_sub
%type <node> sort_item group_item limit_value offset_value fetch_count table_ref
%type <node> joined_table func_table join_qual with_clause opt_with cte cte_search cte_cycle
%type <node> on_conflict conflict_target filter_clause over_clause window_def window_spec
%type <node> frame_bound lock_clause func_arg opt_repeatable table_func_elem
%type <node> func_expr_windowless indirection_el slice_bound
%type <node> opt_alias alias_clause func_alias opt_collate_name opt_using_alias role
%type <tail> query_tail limit_clause
%type <type> type_name simple_type generic_type numeric_type bit_type char_type
%type <type> time_type interval_type const_type
%type <range> relation_expr target_relation qualified_name into_target
%type <str> col_id type_func_name non_reserved any_label bare_label attr_name name
%type <str> opt_window_name role_name op_symbol math_op char_kind extract_arg
%type <str> unicode_form cursor_name
%type <keyword> unreserved_kw col_name_kw type_func_kw reserved_kw bare_label_kw
%type <ival> set_quantifier join_type opt_asc opt_nulls lock_strength lock_wait
%type <ival> opt_varying opt_timezone sub_type opt_frame frame_exclusion
%type <ival> opt_materialized overriding signed_int opt_float
%type <flag> opt_distinct_grouping opt_ordinality

%%

/* ==== scripts ==== */

start:
	script								{ EXTRA(yyscanner)->parsetree = $1; }
	| MODE_TYPE_NAME type_name			{ EXTRA(yyscanner)->parsetree = ONE($2); }
	;

/* A statement begins after the semicolon of the one before, blanks included. */
script:
	stmt
		{
			$$ = NIL;
			if ($1 != NULL)
			{
				RawStmt    *raw = makeNode(RawStmt);

				raw->stmt = $1;
				$$ = ONE(raw);
			}
		}
	| script ';' stmt
		{
			$$ = $1;
			if ($1 != NIL)
			{
				RawStmt    *last = llast_node(RawStmt, $1);

				if (last->stmt_len == 0)
					last->stmt_len = @2 - last->stmt_location;
			}
			if ($3 != NULL)
			{
				RawStmt    *raw = makeNode(RawStmt);

				raw->stmt = $3;
				raw->stmt_location = @2 + 1;
				$$ = lappend($1, raw);
			}
		}
	;

stmt:
	/* empty */							{ $$ = NULL; }
	| query_stmt
	| insert_stmt
	| update_stmt
	| delete_stmt
	| create_table_stmt
	| create_as_stmt
	| create_index_stmt
	| create_view_stmt
	| create_schema_stmt
	| create_sequence_stmt
	| create_function_stmt
	| create_type_stmt
	| create_trigger_stmt
	| create_misc_stmt
	| create_database_stmt
	| create_role_stmt
	| rule_stmt
	| alter_stmt
	| drop_stmt
	| comment_stmt
	| rename_stmt
	| grant_stmt
	| transaction_stmt
	| cursor_stmt
	| prepare_stmt
	| copy_stmt
	| variable_stmt
	| maintenance_stmt
	| explain_stmt
	| misc_stmt
	| unsupported_stmt
	;

/* ==== queries ==== */

query_stmt:
	bare_query		%prec UMINUS
	| paren_query	%prec UMINUS
	;

paren_query:
	'(' bare_query ')'					{ $$ = $2; }
	| '(' paren_query ')'				{ $$ = $2; }
	;

/* A query without parentheses around all of it. */
bare_query:
	simple_query
	| query_term query_tail
		{
			gram_attach_tail((SelectStmt *) $1, $2, NULL, yyscanner);
			$$ = $1;
		}
	| with_clause query_term
		{
			gram_attach_tail((SelectStmt *) $2, NULL, (WithClause *) $1, yyscanner);
			$$ = $2;
		}
	| with_clause query_term query_tail
		{
			gram_attach_tail((SelectStmt *) $2, $3, (WithClause *) $1, yyscanner);
			$$ = $2;
		}
	;

query_term:
	simple_query
	| paren_query
	;

query_tail:
	sort_clause
		{
			$$ = palloc0(sizeof(GramTail));
			$$->sort = $1;
			$$->option = LIMIT_OPTION_DEFAULT;
		}
	| opt_sort locking_clauses
		{
			$$ = palloc0(sizeof(GramTail));
			$$->sort = $1;
			$$->locking = $2;
			$$->option = LIMIT_OPTION_DEFAULT;
		}
	| opt_sort locking_clauses limit_clause
		{
			$$ = $3;
			$$->sort = $1;
			$$->locking = $2;
		}
	| opt_sort limit_clause opt_locking
		{
			$$ = $2;
			$$->sort = $1;
			$$->locking = $3;
		}
	;

simple_query:
	K_SELECT opt_all opt_targets opt_into from_clause where_clause group_clause
		having_clause window_clause
		{
			SelectStmt *n = makeNode(SelectStmt);

			n->targetList = $3;
			n->intoClause = (IntoClause *) $4;
			n->fromClause = $5;
			n->whereClause = $6;
			n->groupDistinct = $7 != NIL && intVal(linitial($7)) != 0;
			n->groupClause = $7 != NIL ? list_copy_tail($7, 1) : NIL;
			n->havingClause = $8;
			n->windowClause = $9;
			$$ = N(n);
		}
	| K_SELECT distinct_clause target_list opt_into from_clause where_clause
		group_clause having_clause window_clause
		{
			SelectStmt *n = makeNode(SelectStmt);

			n->distinctClause = $2;
			n->targetList = $3;
			n->intoClause = (IntoClause *) $4;
			n->fromClause = $5;
			n->whereClause = $6;
			n->groupDistinct = $7 != NIL && intVal(linitial($7)) != 0;
			n->groupClause = $7 != NIL ? list_copy_tail($7, 1) : NIL;
			n->havingClause = $8;
			n->windowClause = $9;
			$$ = N(n);
		}
	| values_rows
		{
			SelectStmt *n = makeNode(SelectStmt);

			n->valuesLists = $1;
			$$ = N(n);
		}
	| K_TABLE relation_expr
		{
			ColumnRef  *star = makeNode(ColumnRef);
			ResTarget  *rt = makeNode(ResTarget);
			SelectStmt *n = makeNode(SelectStmt);

			star->fields = ONE(makeNode(A_Star));
			star->location = -1;
			rt->val = N(star);
			rt->location = -1;
			n->targetList = ONE(rt);
			n->fromClause = ONE($2);
			$$ = N(n);
		}
	| query_term K_UNION set_quantifier query_term
		{ $$ = gram_set_op(SETOP_UNION, $3 == SET_QUANTIFIER_ALL, $1, $4); }
	| query_term K_INTERSECT set_quantifier query_term
		{ $$ = gram_set_op(SETOP_INTERSECT, $3 == SET_QUANTIFIER_ALL, $1, $4); }
	| query_term K_EXCEPT set_quantifier query_term
		{ $$ = gram_set_op(SETOP_EXCEPT, $3 == SET_QUANTIFIER_ALL, $1, $4); }
	;

set_quantifier:
	K_ALL								{ $$ = SET_QUANTIFIER_ALL; }
	| K_DISTINCT						{ $$ = SET_QUANTIFIER_DISTINCT; }
	| /* empty */						{ $$ = SET_QUANTIFIER_DEFAULT; }
	;

opt_all:
	K_ALL
	| /* empty */
	;

/* DISTINCT alone is a list that holds a null pointer. */
distinct_clause:
	K_DISTINCT							{ $$ = ONE(NULL); }
	| K_DISTINCT K_ON '(' expr_list ')'	{ $$ = $4; }
	;

opt_targets:
	target_list
	| /* empty */						{ $$ = NIL; }
	;

target_list:
	target								{ $$ = ONE($1); }
	| target_list ',' target			{ $$ = lappend($1, $3); }
	;

target:
	expr K_AS any_label
		{
			ResTarget  *n = makeNode(ResTarget);

			n->name = $3;
			n->val = $1;
			n->location = @1;
			$$ = N(n);
		}
	| expr bare_label
		{
			ResTarget  *n = makeNode(ResTarget);

			n->name = $2;
			n->val = $1;
			n->location = @1;
			$$ = N(n);
		}
	| expr
		{
			ResTarget  *n = makeNode(ResTarget);

			n->val = $1;
			n->location = @1;
			$$ = N(n);
		}
	| '*'
		{
			ColumnRef  *c = makeNode(ColumnRef);
			ResTarget  *n = makeNode(ResTarget);

			c->fields = ONE(makeNode(A_Star));
			c->location = @1;
			n->val = N(c);
			n->location = @1;
			$$ = N(n);
		}
	;

%type <node> opt_into;
opt_into:
	K_INTO into_target
		{
			IntoClause *n = makeNode(IntoClause);

			n->rel = $2;
			n->onCommit = ONCOMMIT_NOOP;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

into_target:
	temp_word opt_table qualified_name
		{ $$ = $3; $$->relpersistence = RELPERSISTENCE_TEMP; }
	| K_UNLOGGED opt_table qualified_name
		{ $$ = $3; $$->relpersistence = RELPERSISTENCE_UNLOGGED; }
	| K_TABLE qualified_name			{ $$ = $2; }
	| qualified_name
	;

temp_word:
	K_TEMP
	| K_TEMPORARY
	| K_LOCAL K_TEMP
	| K_LOCAL K_TEMPORARY
	| K_GLOBAL K_TEMP
	| K_GLOBAL K_TEMPORARY
	;

opt_table:
	K_TABLE
	| /* empty */
	;

values_rows:
	K_VALUES '(' expr_list ')'			{ $$ = ONE($3); }
	| values_rows ',' '(' expr_list ')'	{ $$ = lappend($1, $4); }
	;

/* ---- WITH ---- */

opt_with:
	with_clause
	| /* empty */						{ $$ = NULL; }
	;

with_clause:
	K_WITH cte_list
		{
			WithClause *n = makeNode(WithClause);

			n->ctes = $2;
			n->location = @1;
			$$ = N(n);
		}
	| WITH_LA cte_list
		{
			/* WITH time AS (...) */
			WithClause *n = makeNode(WithClause);

			n->ctes = $2;
			n->location = @1;
			$$ = N(n);
		}
	| K_WITH K_RECURSIVE cte_list
		{
			WithClause *n = makeNode(WithClause);

			n->ctes = $3;
			n->recursive = true;
			n->location = @1;
			$$ = N(n);
		}
	;

cte_list:
	cte									{ $$ = ONE($1); }
	| cte_list ',' cte					{ $$ = lappend($1, $3); }
	;

cte:
	name opt_name_list K_AS opt_materialized '(' preparable_stmt ')' cte_search cte_cycle
		{
			CommonTableExpr *n = makeNode(CommonTableExpr);

			n->ctename = $1;
			n->aliascolnames = $2;
			n->ctematerialized = $4;
			n->ctequery = $6;
			n->search_clause = (CTESearchClause *) $8;
			n->cycle_clause = (CTECycleClause *) $9;
			n->location = @1;
			$$ = N(n);
		}
	;

opt_materialized:
	K_MATERIALIZED						{ $$ = CTEMaterializeAlways; }
	| K_NOT K_MATERIALIZED				{ $$ = CTEMaterializeNever; }
	| /* empty */						{ $$ = CTEMaterializeDefault; }
	;

cte_search:
	K_SEARCH K_DEPTH K_FIRST K_BY name_list K_SET col_id
		{ UNSUPPORTED("SEARCH clause", @1); }
	| K_SEARCH K_BREADTH K_FIRST K_BY name_list K_SET col_id
		{ UNSUPPORTED("SEARCH clause", @1); }
	| /* empty */						{ $$ = NULL; }
	;

cte_cycle:
	K_CYCLE name_list K_SET				{ UNSUPPORTED("CYCLE clause", @1); }
	| /* empty */						{ $$ = NULL; }
	;

/* ---- FROM ---- */

from_clause:
	K_FROM from_list					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

from_list:
	table_ref							{ $$ = ONE($1); }
	| from_list ',' table_ref			{ $$ = lappend($1, $3); }
	;

table_ref:
	relation_expr opt_alias
		{
			$1->alias = (Alias *) $2;
			$$ = N($1);
		}
	| relation_expr opt_alias K_TABLESAMPLE func_name '(' expr_list ')' opt_repeatable
		{
			RangeTableSample *n = makeNode(RangeTableSample);

			$1->alias = (Alias *) $2;
			n->relation = N($1);
			n->method = $4;
			n->args = $6;
			n->repeatable = $8;
			n->location = @4;
			$$ = N(n);
		}
	| func_table func_alias
		{
			RangeFunction *n = (RangeFunction *) $1;

			n->alias = linitial((List *) $2);
			n->coldeflist = lsecond((List *) $2);
			$$ = $1;
		}
	| K_LATERAL func_table func_alias
		{
			RangeFunction *n = (RangeFunction *) $2;

			n->lateral = true;
			n->alias = linitial((List *) $3);
			n->coldeflist = lsecond((List *) $3);
			$$ = $2;
		}
	| K_XMLTABLE '('					{ UNSUPPORTED("XMLTABLE", @1); $$ = NULL; }
	| K_LATERAL K_XMLTABLE '('			{ UNSUPPORTED("XMLTABLE", @2); $$ = NULL; }
	| paren_query opt_alias
		{
			RangeSubselect *n = makeNode(RangeSubselect);

			n->subquery = $1;
			n->alias = (Alias *) $2;
			if ($2 == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg(IsA($1, SelectStmt) &&
								((SelectStmt *) $1)->valuesLists ?
								"VALUES in FROM must have an alias" :
								"subquery in FROM must have an alias"),
						 errhint("Write a name after the closing parenthesis."),
						 scanner_errposition(@1, yyscanner)));
			$$ = N(n);
		}
	| K_LATERAL paren_query opt_alias
		{
			RangeSubselect *n = makeNode(RangeSubselect);

			n->lateral = true;
			n->subquery = $2;
			n->alias = (Alias *) $3;
			if ($3 == NULL)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg(IsA($2, SelectStmt) &&
								((SelectStmt *) $2)->valuesLists ?
								"VALUES in FROM must have an alias" :
								"subquery in FROM must have an alias"),
						 errhint("Write a name after the closing parenthesis."),
						 scanner_errposition(@2, yyscanner)));
			$$ = N(n);
		}
	| joined_table
	| '(' joined_table ')' alias_clause
		{
			((JoinExpr *) $2)->alias = (Alias *) $4;
			$$ = $2;
		}
	;

joined_table:
	'(' joined_table ')'				{ $$ = $2; }
	| table_ref K_CROSS K_JOIN table_ref
		{
			JoinExpr   *n = makeNode(JoinExpr);

			n->jointype = JOIN_INNER;
			n->larg = $1;
			n->rarg = $4;
			$$ = N(n);
		}
	| table_ref join_type K_JOIN table_ref join_qual
		{
			JoinExpr   *n = (JoinExpr *) $5;

			n->jointype = $2;
			n->larg = $1;
			n->rarg = $4;
			$$ = N(n);
		}
	| table_ref K_JOIN table_ref join_qual
		{
			JoinExpr   *n = (JoinExpr *) $4;

			n->jointype = JOIN_INNER;
			n->larg = $1;
			n->rarg = $3;
			$$ = N(n);
		}
	| table_ref K_NATURAL join_type K_JOIN table_ref
		{
			JoinExpr   *n = makeNode(JoinExpr);

			n->jointype = $3;
			n->isNatural = true;
			n->larg = $1;
			n->rarg = $5;
			$$ = N(n);
		}
	| table_ref K_NATURAL K_JOIN table_ref
		{
			JoinExpr   *n = makeNode(JoinExpr);

			n->jointype = JOIN_INNER;
			n->isNatural = true;
			n->larg = $1;
			n->rarg = $4;
			$$ = N(n);
		}
	;

join_type:
	K_FULL opt_outer					{ $$ = JOIN_FULL; }
	| K_LEFT opt_outer					{ $$ = JOIN_LEFT; }
	| K_RIGHT opt_outer					{ $$ = JOIN_RIGHT; }
	| K_INNER							{ $$ = JOIN_INNER; }
	;

opt_outer:
	K_OUTER
	| /* empty */
	;

/* A JoinExpr with nothing but its condition. */
join_qual:
	K_USING '(' name_list ')' opt_using_alias
		{
			JoinExpr   *n = makeNode(JoinExpr);

			n->usingClause = $3;
			n->join_using_alias = (Alias *) $5;
			$$ = N(n);
		}
	| K_ON expr
		{
			JoinExpr   *n = makeNode(JoinExpr);

			n->quals = $2;
			$$ = N(n);
		}
	;

opt_using_alias:
	K_AS col_id							{ $$ = N(makeAlias($2, NIL)); }
	| /* empty */						{ $$ = NULL; }
	;

alias_clause:
	K_AS col_id '(' name_list ')'		{ $$ = N(makeAlias($2, $4)); }
	| K_AS col_id						{ $$ = N(makeAlias($2, NIL)); }
	| col_id '(' name_list ')'			{ $$ = N(makeAlias($1, $3)); }
	| col_id							{ $$ = N(makeAlias($1, NIL)); }
	;

opt_alias:
	alias_clause
	| /* empty */						{ $$ = NULL; }
	;

/* A list of two: the alias or null, and column definitions or null. */
func_alias:
	alias_clause						{ $$ = N(list_make2($1, NULL)); }
	| K_AS '(' table_func_elems ')'		{ $$ = N(list_make2(NULL, $3)); }
	| K_AS col_id '(' table_func_elems ')'
		{ $$ = N(list_make2(makeAlias($2, NIL), $4)); }
	| col_id '(' table_func_elems ')'
		{ $$ = N(list_make2(makeAlias($1, NIL), $3)); }
	| /* empty */						{ $$ = N(list_make2(NULL, NULL)); }
	;

table_func_elems:
	table_func_elem						{ $$ = ONE($1); }
	| table_func_elems ',' table_func_elem	{ $$ = lappend($1, $3); }
	;

table_func_elem:
	col_id type_name opt_collate_name
		{
			ColumnDef  *n = makeNode(ColumnDef);

			n->colname = $1;
			n->typeName = $2;
			n->is_local = true;
			n->collClause = (CollateClause *) $3;
			n->location = @1;
			$$ = N(n);
		}
	;

opt_collate_name:
	K_COLLATE any_name
		{
			CollateClause *n = makeNode(CollateClause);

			n->collname = $2;
			n->location = @1;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

/* Each function of RangeFunction is a list: call, column definitions. */
func_table:
	func_expr_windowless opt_ordinality
		{
			RangeFunction *n = makeNode(RangeFunction);

			n->ordinality = $2;
			n->functions = ONE(list_make2($1, NIL));
			$$ = N(n);
		}
	| K_ROWS K_FROM '(' rows_from_list ')' opt_ordinality
		{
			RangeFunction *n = makeNode(RangeFunction);

			n->ordinality = $6;
			n->is_rowsfrom = true;
			n->functions = $4;
			$$ = N(n);
		}
	;

rows_from_list:
	rows_from_item						{ $$ = ONE($1); }
	| rows_from_list ',' rows_from_item	{ $$ = lappend($1, $3); }
	;

rows_from_item:
	func_expr_windowless opt_col_defs	{ $$ = list_make2($1, $2); }
	;

opt_col_defs:
	K_AS '(' table_func_elems ')'		{ $$ = $3; }
	| /* empty */						{ $$ = NIL; }
	;

opt_ordinality:
	WITH_LA K_ORDINALITY				{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_repeatable:
	K_REPEATABLE '(' expr ')'			{ $$ = $3; }
	| /* empty */						{ $$ = NULL; }
	;

relation_expr:
	qualified_name						{ $$ = $1; $$->inh = true; $$->alias = NULL; }
	| qualified_name '*'				{ $$ = $1; $$->inh = true; $$->alias = NULL; }
	| K_ONLY qualified_name				{ $$ = $2; $$->inh = false; $$->alias = NULL; }
	| K_ONLY '(' qualified_name ')'		{ $$ = $3; $$->inh = false; $$->alias = NULL; }
	;

relation_exprs:
	relation_expr						{ $$ = ONE($1); }
	| relation_exprs ',' relation_expr	{ $$ = lappend($1, $3); }
	;

/* The table of UPDATE or DELETE; a bare SET is no alias (see K_SET). */
target_relation:
	relation_expr	%prec UMINUS
	| relation_expr col_id				{ $$ = $1; $$->alias = makeAlias($2, NIL); }
	| relation_expr K_AS col_id			{ $$ = $1; $$->alias = makeAlias($3, NIL); }
	;

where_clause:
	K_WHERE expr						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

where_or_current:
	K_WHERE expr						{ $$ = $2; }
	| K_WHERE K_CURRENT K_OF cursor_name
		{
			CurrentOfExpr *n = makeNode(CurrentOfExpr);

			n->cursor_name = $4;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

/* ---- GROUP BY, HAVING, WINDOW ---- */

/* The list begins with an Integer: 1 for GROUP BY DISTINCT. */
group_clause:
	K_GROUP K_BY opt_distinct_grouping group_list
		{ $$ = lcons(makeInteger($3 ? 1 : 0), $4); }
	| /* empty */						{ $$ = NIL; }
	;

opt_distinct_grouping:
	K_ALL								{ $$ = false; }
	| K_DISTINCT						{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

group_list:
	group_item							{ $$ = ONE($1); }
	| group_list ',' group_item			{ $$ = lappend($1, $3); }
	;

group_item:
	expr
	| '(' ')'
		{ $$ = N(makeGroupingSet(GROUPING_SET_EMPTY, NIL, @1)); }
	| K_ROLLUP '(' expr_list ')'
		{ $$ = N(makeGroupingSet(GROUPING_SET_ROLLUP, $3, @1)); }
	| K_CUBE '(' expr_list ')'
		{ $$ = N(makeGroupingSet(GROUPING_SET_CUBE, $3, @1)); }
	| K_GROUPING K_SETS '(' group_list ')'
		{ $$ = N(makeGroupingSet(GROUPING_SET_SETS, $4, @1)); }
	;

having_clause:
	K_HAVING expr						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

window_clause:
	K_WINDOW window_list				{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

window_list:
	window_def							{ $$ = ONE($1); }
	| window_list ',' window_def		{ $$ = lappend($1, $3); }
	;

window_def:
	col_id K_AS window_spec
		{
			((WindowDef *) $3)->name = $1;
			$$ = $3;
		}
	;

over_clause:
	K_OVER window_spec					{ $$ = $2; }
	| K_OVER col_id
		{
			WindowDef  *n = makeNode(WindowDef);

			n->name = $2;
			n->frameOptions = FRAMEOPTION_DEFAULTS;
			n->location = @2;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

window_spec:
	'(' opt_window_name opt_partition_by opt_sort window_frame ')'
		{
			WindowDef  *n = (WindowDef *) $5;

			n->refname = $2;
			n->partitionClause = $3;
			n->orderClause = $4;
			n->location = @1;
			$$ = N(n);
		}
	;

/* No PARTITION, RANGE, ROWS or GROUPS as window name: they go on below. */
opt_window_name:
	col_id
	| /* empty */	%prec Op			{ $$ = NULL; }
	;

opt_partition_by:
	K_PARTITION K_BY expr_list			{ $$ = $3; }
	| /* empty */						{ $$ = NIL; }
	;

%type <node> window_frame frame_extent_node;
window_frame:
	opt_frame frame_extent_node frame_exclusion
		{
			WindowDef  *n = (WindowDef *) $2;

			n->frameOptions |= FRAMEOPTION_NONDEFAULT | $1 | $3;
			$$ = $2;
		}
	| /* empty */
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_DEFAULTS;
			$$ = N(n);
		}
	;

opt_frame:
	K_RANGE								{ $$ = FRAMEOPTION_RANGE; }
	| K_ROWS							{ $$ = FRAMEOPTION_ROWS; }
	| K_GROUPS							{ $$ = FRAMEOPTION_GROUPS; }
	;

frame_extent_node:
	frame_bound
		{
			WindowDef  *n = (WindowDef *) $1;

			if (n->frameOptions & FRAMEOPTION_START_UNBOUNDED_FOLLOWING)
				ereport(ERROR,
						(errcode(ERRCODE_WINDOWING_ERROR),
						 errmsg("frame start cannot be UNBOUNDED FOLLOWING"),
						 scanner_errposition(@1, yyscanner)));
			if (n->frameOptions & FRAMEOPTION_START_OFFSET_FOLLOWING)
				ereport(ERROR,
						(errcode(ERRCODE_WINDOWING_ERROR),
						 errmsg("frame starting from following row cannot end with current row"),
						 scanner_errposition(@1, yyscanner)));
			n->frameOptions |= FRAMEOPTION_END_CURRENT_ROW;
			$$ = $1;
		}
	| K_BETWEEN frame_bound K_AND frame_bound
		{
			WindowDef  *s = (WindowDef *) $2;
			WindowDef  *e = (WindowDef *) $4;
			int			bits = s->frameOptions | e->frameOptions << 1;
			const char *bad = NULL;

			/* an end bit is the double of the start bit of the same bound */
			if (bits & FRAMEOPTION_START_UNBOUNDED_FOLLOWING)
				bad = "frame start cannot be UNBOUNDED FOLLOWING";
			else if (bits & FRAMEOPTION_END_UNBOUNDED_PRECEDING)
				bad = "frame end cannot be UNBOUNDED PRECEDING";
			else if ((bits & FRAMEOPTION_START_CURRENT_ROW) &&
					 (bits & FRAMEOPTION_END_OFFSET_PRECEDING))
				bad = "frame starting from current row cannot have preceding rows";
			else if ((bits & FRAMEOPTION_START_OFFSET_FOLLOWING) &&
					 (bits & (FRAMEOPTION_END_OFFSET_PRECEDING |
							  FRAMEOPTION_END_CURRENT_ROW)))
				bad = "frame starting from following row cannot have preceding rows";
			if (bad != NULL)
				ereport(ERROR,
						(errcode(ERRCODE_WINDOWING_ERROR),
						 errmsg("%s", bad),
						 scanner_errposition(@2, yyscanner)));
			s->frameOptions = bits | FRAMEOPTION_BETWEEN;
			s->endOffset = e->startOffset;
			$$ = $2;
		}
	;

/* A WindowDef with the bits and the offset of a start bound. */
frame_bound:
	K_UNBOUNDED K_PRECEDING
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_START_UNBOUNDED_PRECEDING;
			$$ = N(n);
		}
	| K_UNBOUNDED K_FOLLOWING
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_START_UNBOUNDED_FOLLOWING;
			$$ = N(n);
		}
	| K_CURRENT K_ROW
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_START_CURRENT_ROW;
			$$ = N(n);
		}
	| expr K_PRECEDING
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_START_OFFSET_PRECEDING;
			n->startOffset = $1;
			$$ = N(n);
		}
	| expr K_FOLLOWING
		{
			WindowDef  *n = makeNode(WindowDef);

			n->frameOptions = FRAMEOPTION_START_OFFSET_FOLLOWING;
			n->startOffset = $1;
			$$ = N(n);
		}
	;

frame_exclusion:
	K_EXCLUDE K_CURRENT K_ROW			{ $$ = FRAMEOPTION_EXCLUDE_CURRENT_ROW; }
	| K_EXCLUDE K_GROUP					{ $$ = FRAMEOPTION_EXCLUDE_GROUP; }
	| K_EXCLUDE K_TIES					{ $$ = FRAMEOPTION_EXCLUDE_TIES; }
	| K_EXCLUDE K_NO K_OTHERS			{ $$ = 0; }
	| /* empty */						{ $$ = 0; }
	;

/* ---- ORDER BY, LIMIT, locking ---- */

opt_sort:
	sort_clause
	| /* empty */						{ $$ = NIL; }
	;

sort_clause:
	K_ORDER K_BY sort_list				{ $$ = $3; }
	;

sort_list:
	sort_item							{ $$ = ONE($1); }
	| sort_list ',' sort_item			{ $$ = lappend($1, $3); }
	;

sort_item:
	expr K_USING all_of_op opt_nulls
		{
			SortBy	   *n = makeNode(SortBy);

			n->node = $1;
			n->sortby_dir = SORTBY_USING;
			n->sortby_nulls = $4;
			n->useOp = $3;
			n->location = @3;
			$$ = N(n);
		}
	| expr opt_asc opt_nulls
		{
			SortBy	   *n = makeNode(SortBy);

			n->node = $1;
			n->sortby_dir = $2;
			n->sortby_nulls = $3;
			n->location = -1;
			$$ = N(n);
		}
	;

opt_asc:
	K_ASC								{ $$ = SORTBY_ASC; }
	| K_DESC							{ $$ = SORTBY_DESC; }
	| /* empty */						{ $$ = SORTBY_DEFAULT; }
	;

opt_nulls:
	NULLS_LA K_FIRST					{ $$ = SORTBY_NULLS_FIRST; }
	| NULLS_LA K_LAST					{ $$ = SORTBY_NULLS_LAST; }
	| /* empty */						{ $$ = SORTBY_NULLS_DEFAULT; }
	;

limit_clause:
	limit_part
	| offset_part
	| limit_part offset_part
		{
			$$ = $1;
			$$->offset = $2->offset;
		}
	| offset_part limit_part
		{
			$$ = $2;
			$$->offset = $1->offset;
		}
	;

%type <tail> limit_part offset_part;
limit_part:
	K_LIMIT limit_value
		{
			$$ = palloc0(sizeof(GramTail));
			$$->count = $2;
			$$->option = LIMIT_OPTION_COUNT;
		}
	| K_LIMIT limit_value ',' offset_value
		{
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("LIMIT #,# syntax is not supported"),
					 errhint("Write LIMIT and OFFSET as two clauses."),
					 scanner_errposition(@1, yyscanner)));
		}
	| K_FETCH first_or_next fetch_count row_or_rows K_ONLY
		{
			$$ = palloc0(sizeof(GramTail));
			$$->count = $3;
			$$->option = LIMIT_OPTION_COUNT;
		}
	| K_FETCH first_or_next fetch_count row_or_rows K_WITH K_TIES
		{
			$$ = palloc0(sizeof(GramTail));
			$$->count = $3;
			$$->option = LIMIT_OPTION_WITH_TIES;
			$$->limit_location = @1;
		}
	| K_FETCH first_or_next row_or_rows K_ONLY
		{
			$$ = palloc0(sizeof(GramTail));
			$$->count = gram_int(1, -1);
			$$->option = LIMIT_OPTION_COUNT;
		}
	| K_FETCH first_or_next row_or_rows K_WITH K_TIES
		{
			$$ = palloc0(sizeof(GramTail));
			$$->count = gram_int(1, -1);
			$$->option = LIMIT_OPTION_WITH_TIES;
			$$->limit_location = @1;
		}
	;

offset_part:
	K_OFFSET offset_value
		{
			$$ = palloc0(sizeof(GramTail));
			$$->offset = $2;
			$$->option = LIMIT_OPTION_DEFAULT;
		}
	| K_OFFSET fetch_count row_or_rows
		{
			$$ = palloc0(sizeof(GramTail));
			$$->offset = $2;
			$$->option = LIMIT_OPTION_DEFAULT;
		}
	;

limit_value:
	expr
	| K_ALL								{ $$ = gram_null(@1); }
	;

offset_value:
	expr
	;

fetch_count:
	primary
	| '+' num_const						{ $$ = $2; }
	| '-' num_const						{ $$ = gram_negate($2, @1); }
	;

%type <node> num_const;
num_const:
	ICONST								{ $$ = gram_int($1, @1); }
	| FCONST							{ $$ = gram_float($1, @1); }
	;

row_or_rows:
	K_ROW
	| K_ROWS
	;

first_or_next:
	K_FIRST
	| K_NEXT
	;

opt_locking:
	locking_clauses
	| /* empty */						{ $$ = NIL; }
	;

locking_clauses:
	lock_clause							{ $$ = ONE($1); }
	| locking_clauses lock_clause		{ $$ = lappend($1, $2); }
	| K_FOR K_READ K_ONLY				{ $$ = NIL; }
	;

lock_clause:
	lock_strength lock_rels lock_wait
		{
			LockingClause *n = makeNode(LockingClause);

			n->lockedRels = $2;
			n->strength = $1;
			n->waitPolicy = $3;
			$$ = N(n);
		}
	;

lock_strength:
	K_FOR K_UPDATE						{ $$ = LCS_FORUPDATE; }
	| K_FOR K_NO K_KEY K_UPDATE			{ $$ = LCS_FORNOKEYUPDATE; }
	| K_FOR K_SHARE						{ $$ = LCS_FORSHARE; }
	| K_FOR K_KEY K_SHARE				{ $$ = LCS_FORKEYSHARE; }
	;

lock_rels:
	K_OF qualified_names				{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

lock_wait:
	K_NOWAIT							{ $$ = LockWaitError; }
	| K_SKIP K_LOCKED					{ $$ = LockWaitSkip; }
	| /* empty */						{ $$ = LockWaitBlock; }
	;

/* ==== INSERT, UPDATE, DELETE ==== */

preparable_stmt:
	query_stmt
	| insert_stmt
	| update_stmt
	| delete_stmt
	;

insert_stmt:
	opt_with K_INSERT K_INTO insert_target insert_body on_conflict returning
		{
			InsertStmt *n = (InsertStmt *) $5;

			n->relation = (RangeVar *) $4;
			n->onConflictClause = (OnConflictClause *) $6;
			n->returningList = $7;
			n->withClause = (WithClause *) $1;
			$$ = N(n);
		}
	;

%type <node> insert_target;
insert_target:
	qualified_name						{ $$ = N($1); }
	| qualified_name K_AS col_id
		{
			$1->alias = makeAlias($3, NIL);
			$$ = N($1);
		}
	;

insert_body:
	query_stmt
		{
			InsertStmt *n = makeNode(InsertStmt);

			n->selectStmt = $1;
			$$ = N(n);
		}
	| K_OVERRIDING overriding K_VALUE query_stmt
		{
			InsertStmt *n = makeNode(InsertStmt);

			n->override = $2;
			n->selectStmt = $4;
			$$ = N(n);
		}
	| '(' insert_columns ')' query_stmt
		{
			InsertStmt *n = makeNode(InsertStmt);

			n->cols = $2;
			n->selectStmt = $4;
			$$ = N(n);
		}
	| '(' insert_columns ')' K_OVERRIDING overriding K_VALUE query_stmt
		{
			InsertStmt *n = makeNode(InsertStmt);

			n->cols = $2;
			n->override = $5;
			n->selectStmt = $7;
			$$ = N(n);
		}
	| K_DEFAULT K_VALUES				{ $$ = N(makeNode(InsertStmt)); }
	;

overriding:
	K_USER								{ $$ = OVERRIDING_USER_VALUE; }
	| K_SYSTEM							{ $$ = OVERRIDING_SYSTEM_VALUE; }
	;

insert_columns:
	insert_column						{ $$ = ONE($1); }
	| insert_columns ',' insert_column	{ $$ = lappend($1, $3); }
	;

insert_column:
	col_id opt_indirection
		{
			ResTarget  *n = makeNode(ResTarget);

			n->name = $1;
			n->indirection = gram_check_indirection($2, yyscanner);
			n->location = @1;
			$$ = N(n);
		}
	;

on_conflict:
	K_ON K_CONFLICT conflict_target K_DO K_UPDATE K_SET set_list where_clause
		{
			OnConflictClause *n = makeNode(OnConflictClause);

			n->action = ONCONFLICT_UPDATE;
			n->infer = (InferClause *) $3;
			n->targetList = $7;
			n->whereClause = $8;
			n->location = @1;
			$$ = N(n);
		}
	| K_ON K_CONFLICT conflict_target K_DO K_NOTHING
		{
			OnConflictClause *n = makeNode(OnConflictClause);

			n->action = ONCONFLICT_NOTHING;
			n->infer = (InferClause *) $3;
			n->location = @1;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

conflict_target:
	'(' index_params ')' where_clause
		{
			InferClause *n = makeNode(InferClause);

			n->indexElems = $2;
			n->whereClause = $4;
			n->location = @1;
			$$ = N(n);
		}
	| K_ON K_CONSTRAINT name
		{
			InferClause *n = makeNode(InferClause);

			n->conname = $3;
			n->location = @1;
			$$ = N(n);
		}
	| /* empty */						{ $$ = NULL; }
	;

returning:
	K_RETURNING target_list				{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

update_stmt:
	opt_with K_UPDATE target_relation K_SET set_list from_clause where_or_current returning
		{
			UpdateStmt *n = makeNode(UpdateStmt);

			n->relation = $3;
			n->targetList = $5;
			n->fromClause = $6;
			n->whereClause = $7;
			n->returningList = $8;
			n->withClause = (WithClause *) $1;
			$$ = N(n);
		}
	;

set_list:
	set_clause
	| set_list ',' set_clause			{ $$ = list_concat($1, $3); }
	;

set_clause:
	set_target '=' expr
		{
			((ResTarget *) $1)->val = $3;
			$$ = ONE($1);
		}
	| '(' set_targets ')' '=' expr
		{
			int			n = list_length($2);

			for (int i = 0; i < n; i++)
			{
				MultiAssignRef *r = makeNode(MultiAssignRef);

				r->source = $5;
				r->colno = i + 1;
				r->ncolumns = n;
				((ResTarget *) list_nth($2, i))->val = N(r);
			}
			$$ = $2;
		}
	;

%type <list> set_targets;
set_targets:
	set_target							{ $$ = ONE($1); }
	| set_targets ',' set_target		{ $$ = lappend($1, $3); }
	;

set_target:
	col_id opt_indirection
		{
			ResTarget  *n = makeNode(ResTarget);

			n->name = $1;
			n->indirection = gram_check_indirection($2, yyscanner);
			n->location = @1;
			$$ = N(n);
		}
	;

delete_stmt:
	opt_with K_DELETE K_FROM target_relation using_clause where_or_current returning
		{
			DeleteStmt *n = makeNode(DeleteStmt);

			n->relation = $4;
			n->usingClause = $5;
			n->whereClause = $6;
			n->returningList = $7;
			n->withClause = (WithClause *) $1;
			$$ = N(n);
		}
	;

using_clause:
	K_USING from_list					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

/* ==== expressions ==== */

/*
 * expr is any expression; bexpr one without the constructs that would clash
 * with what may follow it (AND of BETWEEN, IN of POSITION, the constraints
 * after DEFAULT); primary one that needs no parentheses under any operator.
 */
expr:
	primary
	| expr TYPECAST type_name			{ $$ = gram_cast($1, $3, @2); }
	| expr K_COLLATE any_name
		{
			CollateClause *n = makeNode(CollateClause);

			n->arg = $1;
			n->collname = $3;
			n->location = @2;
			$$ = N(n);
		}
	| expr K_AT K_TIME K_ZONE expr		%prec K_AT
		{ $$ = gram_sql_call("timezone", list_make2($5, $1), @2); }
	| '+' expr							%prec UMINUS
		{ $$ = gram_op("+", NULL, $2, @1); }
	| '-' expr							%prec UMINUS
		{ $$ = gram_negate($2, @1); }
	| expr '+' expr						{ $$ = gram_op("+", $1, $3, @2); }
	| expr '-' expr						{ $$ = gram_op("-", $1, $3, @2); }
	| expr '*' expr						{ $$ = gram_op("*", $1, $3, @2); }
	| expr '/' expr						{ $$ = gram_op("/", $1, $3, @2); }
	| expr '%' expr						{ $$ = gram_op("%", $1, $3, @2); }
	| expr '^' expr						{ $$ = gram_op("^", $1, $3, @2); }
	| expr '<' expr						{ $$ = gram_op("<", $1, $3, @2); }
	| expr '>' expr						{ $$ = gram_op(">", $1, $3, @2); }
	| expr '=' expr						{ $$ = gram_op("=", $1, $3, @2); }
	| expr LESS_EQUALS expr				{ $$ = gram_op("<=", $1, $3, @2); }
	| expr GREATER_EQUALS expr			{ $$ = gram_op(">=", $1, $3, @2); }
	| expr NOT_EQUALS expr				{ $$ = gram_op("<>", $1, $3, @2); }
	| expr qualified_op expr			%prec Op
		{ $$ = N(makeA_Expr(AEXPR_OP, $2, $1, $3, @2)); }
	| qualified_op expr					%prec Op
		{ $$ = N(makeA_Expr(AEXPR_OP, $1, NULL, $2, @1)); }
	| expr K_AND expr					{ $$ = gram_and($1, $3, @2); }
	| expr K_OR expr					{ $$ = gram_or($1, $3, @2); }
	| K_NOT expr						{ $$ = gram_not($2, @1); }
	| NOT_LA expr						%prec K_NOT
		{ $$ = gram_not($2, @1); }
	| expr K_LIKE expr					%prec K_LIKE
		{ $$ = gram_pattern(AEXPR_LIKE, "~~", $1, $3, NULL, @2); }
	| expr K_LIKE expr K_ESCAPE expr	%prec K_LIKE
		{ $$ = gram_pattern(AEXPR_LIKE, "~~", $1, $3, $5, @2); }
	| expr NOT_LA K_LIKE expr			%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_LIKE, "!~~", $1, $4, NULL, @2); }
	| expr NOT_LA K_LIKE expr K_ESCAPE expr	%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_LIKE, "!~~", $1, $4, $6, @2); }
	| expr K_ILIKE expr					%prec K_ILIKE
		{ $$ = gram_pattern(AEXPR_ILIKE, "~~*", $1, $3, NULL, @2); }
	| expr K_ILIKE expr K_ESCAPE expr	%prec K_ILIKE
		{ $$ = gram_pattern(AEXPR_ILIKE, "~~*", $1, $3, $5, @2); }
	| expr NOT_LA K_ILIKE expr			%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_ILIKE, "!~~*", $1, $4, NULL, @2); }
	| expr NOT_LA K_ILIKE expr K_ESCAPE expr	%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_ILIKE, "!~~*", $1, $4, $6, @2); }
	| expr K_SIMILAR K_TO expr			%prec K_SIMILAR
		{ $$ = gram_pattern(AEXPR_SIMILAR, "~", $1, $4, NULL, @2); }
	| expr K_SIMILAR K_TO expr K_ESCAPE expr	%prec K_SIMILAR
		{ $$ = gram_pattern(AEXPR_SIMILAR, "~", $1, $4, $6, @2); }
	| expr NOT_LA K_SIMILAR K_TO expr	%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_SIMILAR, "!~", $1, $5, NULL, @2); }
	| expr NOT_LA K_SIMILAR K_TO expr K_ESCAPE expr	%prec NOT_LA
		{ $$ = gram_pattern(AEXPR_SIMILAR, "!~", $1, $5, $7, @2); }
	| expr K_IS K_NULL					%prec K_IS
		{ $$ = gram_null_test($1, IS_NULL, @2); }
	| expr K_ISNULL						{ $$ = gram_null_test($1, IS_NULL, @2); }
	| expr K_IS K_NOT K_NULL			%prec K_IS
		{ $$ = gram_null_test($1, IS_NOT_NULL, @2); }
	| expr K_NOTNULL					{ $$ = gram_null_test($1, IS_NOT_NULL, @2); }
	| expr K_IS K_TRUE					%prec K_IS
		{ $$ = gram_bool_test($1, IS_TRUE, @2); }
	| expr K_IS K_NOT K_TRUE			%prec K_IS
		{ $$ = gram_bool_test($1, IS_NOT_TRUE, @2); }
	| expr K_IS K_FALSE					%prec K_IS
		{ $$ = gram_bool_test($1, IS_FALSE, @2); }
	| expr K_IS K_NOT K_FALSE			%prec K_IS
		{ $$ = gram_bool_test($1, IS_NOT_FALSE, @2); }
	| expr K_IS K_UNKNOWN				%prec K_IS
		{ $$ = gram_bool_test($1, IS_UNKNOWN, @2); }
	| expr K_IS K_NOT K_UNKNOWN			%prec K_IS
		{ $$ = gram_bool_test($1, IS_NOT_UNKNOWN, @2); }
	| expr K_IS K_DISTINCT K_FROM expr	%prec K_IS
		{ $$ = N(makeSimpleA_Expr(AEXPR_DISTINCT, "=", $1, $5, @2)); }
	| expr K_IS K_NOT K_DISTINCT K_FROM expr	%prec K_IS
		{ $$ = N(makeSimpleA_Expr(AEXPR_NOT_DISTINCT, "=", $1, $6, @2)); }
	| expr K_IS unicode_form K_NORMALIZED	%prec K_IS
		{ $$ = gram_sql_call("is_normalized",
							 $3 ? list_make2($1, gram_string($3, @3)) : ONE($1), @2); }
	| expr K_IS K_NOT unicode_form K_NORMALIZED	%prec K_IS
		{ $$ = gram_not(gram_sql_call("is_normalized",
									  $4 ? list_make2($1, gram_string($4, @4)) : ONE($1),
									  @2), @2); }
	| expr K_IS K_DOCUMENT				%prec K_IS
		{ UNSUPPORTED("IS DOCUMENT", @2); $$ = NULL; }
	| expr K_IS K_NOT K_DOCUMENT		%prec K_IS
		{ UNSUPPORTED("IS DOCUMENT", @2); $$ = NULL; }
	| expr K_BETWEEN opt_asymmetric bexpr K_AND expr	%prec K_BETWEEN
		{ $$ = N(makeSimpleA_Expr(AEXPR_BETWEEN, "BETWEEN", $1,
								  N(list_make2($4, $6)), @2)); }
	| expr NOT_LA K_BETWEEN opt_asymmetric bexpr K_AND expr	%prec NOT_LA
		{ $$ = N(makeSimpleA_Expr(AEXPR_NOT_BETWEEN, "NOT BETWEEN", $1,
								  N(list_make2($5, $7)), @2)); }
	| expr K_BETWEEN K_SYMMETRIC bexpr K_AND expr	%prec K_BETWEEN
		{ $$ = N(makeSimpleA_Expr(AEXPR_BETWEEN_SYM, "BETWEEN SYMMETRIC", $1,
								  N(list_make2($4, $6)), @2)); }
	| expr NOT_LA K_BETWEEN K_SYMMETRIC bexpr K_AND expr	%prec NOT_LA
		{ $$ = N(makeSimpleA_Expr(AEXPR_NOT_BETWEEN_SYM, "NOT BETWEEN SYMMETRIC",
								  $1, N(list_make2($5, $7)), @2)); }
	| expr K_IN in_right				{ $$ = gram_in($1, $3, false, @2); }
	| expr NOT_LA K_IN in_right			%prec NOT_LA
		{ $$ = gram_in($1, $4, true, @2); }
	| expr any_op sub_type paren_query	%prec Op
		{
			SubLink    *n = makeNode(SubLink);

			n->subLinkType = $3;
			n->testexpr = $1;
			n->operName = $2;
			n->subselect = $4;
			n->location = @2;
			$$ = N(n);
		}
	| expr any_op sub_type '(' expr ')'	%prec Op
		{
			$$ = N(makeA_Expr($3 == ANY_SUBLINK ? AEXPR_OP_ANY : AEXPR_OP_ALL,
							  $2, $1, $5, @2));
		}
	| explicit_row K_OVERLAPS row_args	{ $$ = gram_overlaps($1, $3, @2, yyscanner); }
	| implicit_row K_OVERLAPS row_args	{ $$ = gram_overlaps($1, $3, @2, yyscanner); }
	| K_UNIQUE opt_unique_nulls paren_query
		{ UNSUPPORTED("UNIQUE predicate", @1); $$ = NULL; }
	| K_DEFAULT
		{
			/* allowed in VALUES and SET only; analysis says so elsewhere */
			SetToDefault *n = makeNode(SetToDefault);

			n->location = @1;
			$$ = N(n);
		}
	;

opt_unique_nulls:
	K_NULLS K_NOT K_DISTINCT
	| K_NULLS K_DISTINCT
	| /* empty */
	;

%type <list> row_args;
row_args:
	explicit_row
	| implicit_row
	;

bexpr:
	primary
	| bexpr TYPECAST type_name			{ $$ = gram_cast($1, $3, @2); }
	| '+' bexpr							%prec UMINUS
		{ $$ = gram_op("+", NULL, $2, @1); }
	| '-' bexpr							%prec UMINUS
		{ $$ = gram_negate($2, @1); }
	| bexpr '+' bexpr					{ $$ = gram_op("+", $1, $3, @2); }
	| bexpr '-' bexpr					{ $$ = gram_op("-", $1, $3, @2); }
	| bexpr '*' bexpr					{ $$ = gram_op("*", $1, $3, @2); }
	| bexpr '/' bexpr					{ $$ = gram_op("/", $1, $3, @2); }
	| bexpr '%' bexpr					{ $$ = gram_op("%", $1, $3, @2); }
	| bexpr '^' bexpr					{ $$ = gram_op("^", $1, $3, @2); }
	| bexpr '<' bexpr					{ $$ = gram_op("<", $1, $3, @2); }
	| bexpr '>' bexpr					{ $$ = gram_op(">", $1, $3, @2); }
	| bexpr '=' bexpr					{ $$ = gram_op("=", $1, $3, @2); }
	| bexpr LESS_EQUALS bexpr			{ $$ = gram_op("<=", $1, $3, @2); }
	| bexpr GREATER_EQUALS bexpr		{ $$ = gram_op(">=", $1, $3, @2); }
	| bexpr NOT_EQUALS bexpr			{ $$ = gram_op("<>", $1, $3, @2); }
	| bexpr qualified_op bexpr			%prec Op
		{ $$ = N(makeA_Expr(AEXPR_OP, $2, $1, $3, @2)); }
	| qualified_op bexpr				%prec Op
		{ $$ = N(makeA_Expr(AEXPR_OP, $1, NULL, $2, @1)); }
	| bexpr K_IS K_DISTINCT K_FROM bexpr	%prec K_IS
		{ $$ = N(makeSimpleA_Expr(AEXPR_DISTINCT, "=", $1, $5, @2)); }
	| bexpr K_IS K_NOT K_DISTINCT K_FROM bexpr	%prec K_IS
		{ $$ = N(makeSimpleA_Expr(AEXPR_NOT_DISTINCT, "=", $1, $6, @2)); }
	;

primary:
	column_ref
	| const_expr
	| PARAM opt_indirection
		{
			ParamRef   *p = makeNode(ParamRef);

			p->number = $1;
			p->location = @1;
			$$ = gram_indirect(N(p), $2, yyscanner);
		}
	| '(' expr ')' opt_indirection		{ $$ = gram_indirect($2, $4, yyscanner); }
	| case_expr
	| func_expr
	| paren_query						%prec UMINUS
		{
			SubLink    *n = makeNode(SubLink);

			n->subLinkType = EXPR_SUBLINK;
			n->subselect = $1;
			n->location = @1;
			$$ = N(n);
		}
	| paren_query indirection
		{
			SubLink    *n = makeNode(SubLink);

			n->subLinkType = EXPR_SUBLINK;
			n->subselect = $1;
			n->location = @1;
			$$ = gram_indirect(N(n), $2, yyscanner);
		}
	| K_EXISTS paren_query
		{
			SubLink    *n = makeNode(SubLink);

			n->subLinkType = EXISTS_SUBLINK;
			n->subselect = $2;
			n->location = @1;
			$$ = N(n);
		}
	| K_ARRAY paren_query
		{
			SubLink    *n = makeNode(SubLink);

			n->subLinkType = ARRAY_SUBLINK;
			n->subselect = $2;
			n->location = @1;
			$$ = N(n);
		}
	| K_ARRAY array_expr
		{
			((A_ArrayExpr *) $2)->location = @1;
			$$ = $2;
		}
	| explicit_row
		{
			RowExpr    *r = makeNode(RowExpr);

			r->args = $1;
			r->row_format = COERCE_EXPLICIT_CALL;
			r->location = @1;
			$$ = N(r);
		}
	| implicit_row
		{
			RowExpr    *r = makeNode(RowExpr);

			r->args = $1;
			r->row_format = COERCE_IMPLICIT_CAST;
			r->location = @1;
			$$ = N(r);
		}
	| K_GROUPING '(' expr_list ')'
		{
			GroupingFunc *g = makeNode(GroupingFunc);

			g->args = $3;
			g->location = @1;
			$$ = N(g);
		}
	;

explicit_row:
	K_ROW '(' expr_list ')'				{ $$ = $3; }
	| K_ROW '(' ')'						{ $$ = NIL; }
	;

implicit_row:
	'(' expr_list ',' expr ')'			{ $$ = lappend($2, $4); }
	;

%type <node> in_right;
in_right:
	paren_query
		{
			SubLink    *n = makeNode(SubLink);

			n->subselect = $1;
			n->subLinkType = ANY_SUBLINK;
			$$ = N(n);
		}
	| '(' expr_list ')'					{ $$ = N($2); }
	;

sub_type:
	K_ANY								{ $$ = ANY_SUBLINK; }
	| K_SOME							{ $$ = ANY_SUBLINK; }
	| K_ALL								{ $$ = ALL_SUBLINK; }
	;

/* An operator before ANY or ALL. */
any_op:
	op_symbol							{ $$ = ONE(makeString($1)); }
	| K_OPERATOR '(' all_of_op_name ')'	{ $$ = $3; }
	| K_LIKE							{ $$ = ONE(makeString("~~")); }
	| NOT_LA K_LIKE						{ $$ = ONE(makeString("!~~")); }
	| K_ILIKE							{ $$ = ONE(makeString("~~*")); }
	| NOT_LA K_ILIKE					{ $$ = ONE(makeString("!~~*")); }
	;

op_symbol:
	Op
	| math_op
	;

math_op:
	/* comparisons, with their negations */
	'='									{ $$ = "="; }
	| NOT_EQUALS						{ $$ = "<>"; }
	| '<'								{ $$ = "<"; }
	| GREATER_EQUALS					{ $$ = ">="; }
	| '>'								{ $$ = ">"; }
	| LESS_EQUALS						{ $$ = "<="; }
	/* arithmetic, by precedence */
	| '^'								{ $$ = "^"; }
	| '%'								{ $$ = "%"; }
	| '/'								{ $$ = "/"; }
	| '*'								{ $$ = "*"; }
	| '-'								{ $$ = "-"; }
	| '+'								{ $$ = "+"; }
	;

/* An operator with no precedence of its own. */
qualified_op:
	Op									{ $$ = ONE(makeString($1)); }
	| K_OPERATOR '(' all_of_op_name ')'	{ $$ = $3; }
	;

all_of_op:
	op_symbol							{ $$ = ONE(makeString($1)); }
	| K_OPERATOR '(' all_of_op_name ')'	{ $$ = $3; }
	;

%type <list> all_of_op_name;
all_of_op_name:
	op_symbol							{ $$ = ONE(makeString($1)); }
	| col_id '.' all_of_op_name			{ $$ = lcons(makeString($1), $3); }
	;

opt_asymmetric:
	K_ASYMMETRIC
	| /* empty */
	;

unicode_form:
	K_NFC								{ $$ = "NFC"; }
	| K_NFD								{ $$ = "NFD"; }
	| K_NFKC							{ $$ = "NFKC"; }
	| K_NFKD							{ $$ = "NFKD"; }
	| /* empty */						{ $$ = NULL; }
	;

expr_list:
	expr								{ $$ = ONE($1); }
	| expr_list ',' expr				{ $$ = lappend($1, $3); }
	;

/* ---- CASE and arrays ---- */

case_expr:
	K_CASE opt_case_arg when_list case_default K_END
		{
			CaseExpr   *c = makeNode(CaseExpr);

			c->arg = (Expr *) $2;
			c->args = $3;
			c->defresult = (Expr *) $4;
			c->location = @1;
			$$ = N(c);
		}
	;

opt_case_arg:
	expr
	| /* empty */						{ $$ = NULL; }
	;

when_list:
	when_clause							{ $$ = ONE($1); }
	| when_list when_clause				{ $$ = lappend($1, $2); }
	;

when_clause:
	K_WHEN expr K_THEN expr
		{
			CaseWhen   *w = makeNode(CaseWhen);

			w->expr = (Expr *) $2;
			w->result = (Expr *) $4;
			w->location = @1;
			$$ = N(w);
		}
	;

case_default:
	K_ELSE expr							{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

array_expr:
	'[' expr_list ']'
		{
			A_ArrayExpr *n = makeNode(A_ArrayExpr);

			n->elements = $2;
			n->location = @1;
			$$ = N(n);
		}
	| '[' array_items ']'
		{
			A_ArrayExpr *n = makeNode(A_ArrayExpr);

			n->elements = $2;
			n->location = @1;
			$$ = N(n);
		}
	| '[' ']'
		{
			A_ArrayExpr *n = makeNode(A_ArrayExpr);

			n->location = @1;
			$$ = N(n);
		}
	;

array_items:
	array_expr							{ $$ = ONE($1); }
	| array_items ',' array_expr		{ $$ = lappend($1, $3); }
	;

/* ---- columns and indirection ---- */

column_ref:
	col_id								{ $$ = gram_column($1, NIL, @1, yyscanner); }
	| col_id indirection				{ $$ = gram_column($1, $2, @1, yyscanner); }
	;

indirection:
	indirection_el						{ $$ = ONE($1); }
	| indirection indirection_el		{ $$ = lappend($1, $2); }
	;

opt_indirection:
	/* empty */							{ $$ = NIL; }
	| opt_indirection indirection_el	{ $$ = lappend($1, $2); }
	;

indirection_el:
	'.' attr_name						{ $$ = STR($2); }
	| '.' '*'							{ $$ = N(makeNode(A_Star)); }
	| '[' expr ']'
		{
			A_Indices  *a = makeNode(A_Indices);

			a->uidx = $2;
			$$ = N(a);
		}
	| '[' slice_bound ':' slice_bound ']'
		{
			A_Indices  *a = makeNode(A_Indices);

			a->is_slice = true;
			a->lidx = $2;
			a->uidx = $4;
			$$ = N(a);
		}
	;

slice_bound:
	expr
	| /* empty */						{ $$ = NULL; }
	;

/* ---- function calls ---- */

func_expr:
	func_app within_group filter_clause over_clause
		{
			FuncCall   *n = (FuncCall *) $1;

			if ($2 != NIL)
			{
				const char *bad = NULL;

				if (n->agg_order != NIL)
					bad = "cannot use multiple ORDER BY clauses with WITHIN GROUP";
				else if (n->agg_distinct)
					bad = "cannot use DISTINCT with WITHIN GROUP";
				else if (n->func_variadic)
					bad = "cannot use VARIADIC with WITHIN GROUP";
				if (bad != NULL)
					ereport(ERROR,
							(errcode(ERRCODE_SYNTAX_ERROR), errmsg("%s", bad),
							 scanner_errposition(@2, yyscanner)));
				n->agg_order = $2;
				n->agg_within_group = true;
			}
			n->agg_filter = $3;
			n->over = (WindowDef *) $4;
			$$ = $1;
		}
	| func_common
	;

func_expr_windowless:
	func_app
	| func_common
	;

%type <list> within_group;
within_group:
	K_WITHIN K_GROUP '(' sort_clause ')'	{ $$ = $4; }
	| /* empty */						{ $$ = NIL; }
	;

filter_clause:
	K_FILTER '(' K_WHERE expr ')'		{ $$ = $4; }
	| /* empty */						{ $$ = NULL; }
	;

func_app:
	func_name '(' ')'
		{ $$ = N(makeFuncCall($1, NIL, COERCE_EXPLICIT_CALL, @1)); }
	| func_name '(' func_args_nonempty opt_sort ')'
		{
			FuncCall   *n = makeFuncCall($1, $3, COERCE_EXPLICIT_CALL, @1);

			n->agg_order = $4;
			$$ = N(n);
		}
	| func_name '(' K_VARIADIC func_arg opt_sort ')'
		{
			FuncCall   *n = makeFuncCall($1, ONE($4), COERCE_EXPLICIT_CALL, @1);

			n->func_variadic = true;
			n->agg_order = $5;
			$$ = N(n);
		}
	| func_name '(' func_args_nonempty ',' K_VARIADIC func_arg opt_sort ')'
		{
			FuncCall   *n = makeFuncCall($1, lappend($3, $6),
										 COERCE_EXPLICIT_CALL, @1);

			n->func_variadic = true;
			n->agg_order = $7;
			$$ = N(n);
		}
	| func_name '(' K_ALL func_args_nonempty opt_sort ')'
		{
			FuncCall   *n = makeFuncCall($1, $4, COERCE_EXPLICIT_CALL, @1);

			n->agg_order = $5;
			$$ = N(n);
		}
	| func_name '(' K_DISTINCT func_args_nonempty opt_sort ')'
		{
			FuncCall   *n = makeFuncCall($1, $4, COERCE_EXPLICIT_CALL, @1);

			n->agg_order = $5;
			n->agg_distinct = true;
			$$ = N(n);
		}
	| func_name '(' '*' ')'
		{
			FuncCall   *n = makeFuncCall($1, NIL, COERCE_EXPLICIT_CALL, @1);

			n->agg_star = true;
			$$ = N(n);
		}
	;

func_args:
	func_args_nonempty
	| /* empty */						{ $$ = NIL; }
	;

func_args_nonempty:
	func_arg							{ $$ = ONE($1); }
	| func_args_nonempty ',' func_arg	{ $$ = lappend($1, $3); }
	;

func_arg:
	expr
	| type_func_name COLON_EQUALS expr
		{
			NamedArgExpr *n = makeNode(NamedArgExpr);

			n->name = $1;
			n->arg = (Expr *) $3;
			n->argnumber = -1;
			n->location = @1;
			$$ = N(n);
		}
	| type_func_name EQUALS_GREATER expr
		{
			NamedArgExpr *n = makeNode(NamedArgExpr);

			n->name = $1;
			n->arg = (Expr *) $3;
			n->argnumber = -1;
			n->location = @1;
			$$ = N(n);
		}
	;

/* Calls that SQL writes without, or with odd, parentheses. */
func_common:
	K_COLLATION K_FOR '(' expr ')'
		{ $$ = gram_sql_call("pg_collation_for", ONE($4), @1); }
	| K_CURRENT_DATE
		{ $$ = gram_value_function(SVFOP_CURRENT_DATE, -1, @1); }
	| K_CURRENT_TIME
		{ $$ = gram_value_function(SVFOP_CURRENT_TIME, -1, @1); }
	| K_CURRENT_TIME '(' ICONST ')'
		{ $$ = gram_value_function(SVFOP_CURRENT_TIME_N, $3, @1); }
	| K_CURRENT_TIMESTAMP
		{ $$ = gram_value_function(SVFOP_CURRENT_TIMESTAMP, -1, @1); }
	| K_CURRENT_TIMESTAMP '(' ICONST ')'
		{ $$ = gram_value_function(SVFOP_CURRENT_TIMESTAMP_N, $3, @1); }
	| K_LOCALTIME
		{ $$ = gram_value_function(SVFOP_LOCALTIME, -1, @1); }
	| K_LOCALTIME '(' ICONST ')'
		{ $$ = gram_value_function(SVFOP_LOCALTIME_N, $3, @1); }
	| K_LOCALTIMESTAMP
		{ $$ = gram_value_function(SVFOP_LOCALTIMESTAMP, -1, @1); }
	| K_LOCALTIMESTAMP '(' ICONST ')'
		{ $$ = gram_value_function(SVFOP_LOCALTIMESTAMP_N, $3, @1); }
	| K_CURRENT_ROLE
		{ $$ = gram_value_function(SVFOP_CURRENT_ROLE, -1, @1); }
	| K_CURRENT_USER
		{ $$ = gram_value_function(SVFOP_CURRENT_USER, -1, @1); }
	| K_SESSION_USER
		{ $$ = gram_value_function(SVFOP_SESSION_USER, -1, @1); }
	| K_USER
		{ $$ = gram_value_function(SVFOP_USER, -1, @1); }
	| K_CURRENT_CATALOG
		{ $$ = gram_value_function(SVFOP_CURRENT_CATALOG, -1, @1); }
	| K_CURRENT_SCHEMA
		{ $$ = gram_value_function(SVFOP_CURRENT_SCHEMA, -1, @1); }
	| K_CAST '(' expr K_AS type_name ')'
		{ $$ = gram_cast($3, $5, @1); }
	| K_EXTRACT '(' extract_arg K_FROM expr ')'
		{ $$ = gram_sql_call("extract",
							 list_make2(gram_string($3, @3), $5), @1); }
	| K_NORMALIZE '(' expr ')'
		{ $$ = gram_sql_call("normalize", ONE($3), @1); }
	| K_NORMALIZE '(' expr ',' unicode_form ')'
		{
			if ($5 == NULL)
				ERROR_AT("syntax error", @6);
			$$ = gram_sql_call("normalize",
							   list_make2($3, gram_string($5, @5)), @1);
		}
	| K_OVERLAY '(' overlay_args ')'	{ $$ = gram_sql_call("overlay", $3, @1); }
	| K_OVERLAY '(' func_args ')'
		{ $$ = N(makeFuncCall(ONE(makeString("overlay")), $3,
							  COERCE_EXPLICIT_CALL, @1)); }
	| K_POSITION '(' bexpr K_IN bexpr ')'
		/* the function wants the string first */
		{ $$ = gram_sql_call("position", list_make2($5, $3), @1); }
	| K_SUBSTRING '(' substr_args ')'	{ $$ = gram_sql_call("substring", $3, @1); }
	| K_SUBSTRING '(' func_args ')'
		{ $$ = N(makeFuncCall(ONE(makeString("substring")), $3,
							  COERCE_EXPLICIT_CALL, @1)); }
	| K_TREAT '(' expr K_AS type_name ')'
		{
			/* an explicit call of the function named like the type */
			$$ = N(makeFuncCall(SystemFuncName(strVal(llast($5->names))),
								ONE($3), COERCE_EXPLICIT_CALL, @1));
		}
	| K_TRIM '(' K_BOTH trim_args ')'	{ $$ = gram_sql_call("btrim", $4, @1); }
	| K_TRIM '(' K_LEADING trim_args ')'	{ $$ = gram_sql_call("ltrim", $4, @1); }
	| K_TRIM '(' K_TRAILING trim_args ')'	{ $$ = gram_sql_call("rtrim", $4, @1); }
	| K_TRIM '(' trim_args ')'			{ $$ = gram_sql_call("btrim", $3, @1); }
	| K_NULLIF '(' expr ',' expr ')'
		{ $$ = N(makeSimpleA_Expr(AEXPR_NULLIF, "=", $3, $5, @1)); }
	| K_COALESCE '(' expr_list ')'
		{
			CoalesceExpr *c = makeNode(CoalesceExpr);

			c->args = $3;
			c->location = @1;
			$$ = N(c);
		}
	| K_GREATEST '(' expr_list ')'
		{
			MinMaxExpr *m = makeNode(MinMaxExpr);

			m->args = $3;
			m->op = IS_GREATEST;
			m->location = @1;
			$$ = N(m);
		}
	| K_LEAST '(' expr_list ')'
		{
			MinMaxExpr *m = makeNode(MinMaxExpr);

			m->args = $3;
			m->op = IS_LEAST;
			m->location = @1;
			$$ = N(m);
		}
	| xml_word '('						{ UNSUPPORTED("XML expression", @1); $$ = NULL; }
	;

xml_word:
	K_XMLCONCAT
	| K_XMLELEMENT
	| K_XMLEXISTS
	| K_XMLFOREST
	| K_XMLPARSE
	| K_XMLPI
	| K_XMLROOT
	| K_XMLSERIALIZE
	;

extract_arg:
	IDENT
	| K_YEAR							{ $$ = "year"; }
	| K_MONTH							{ $$ = "month"; }
	| K_DAY								{ $$ = "day"; }
	| K_HOUR							{ $$ = "hour"; }
	| K_MINUTE							{ $$ = "minute"; }
	| K_SECOND							{ $$ = "second"; }
	| SCONST
	;

overlay_args:
	expr K_PLACING expr K_FROM expr K_FOR expr	{ $$ = list_make4($1, $3, $5, $7); }
	| expr K_PLACING expr K_FROM expr	{ $$ = list_make3($1, $3, $5); }
	;

substr_args:
	expr K_FROM expr K_FOR expr			{ $$ = list_make3($1, $3, $5); }
	| expr K_FOR expr K_FROM expr		{ $$ = list_make3($1, $5, $3); }
	| expr K_FROM expr					{ $$ = list_make2($1, $3); }
	| expr K_FOR expr
		{
			/* only an int4 length makes sense; text would be a pattern */
			$$ = list_make3($1, gram_int(1, -1),
							gram_cast($3, SystemTypeName("int4"), -1));
		}
	| expr K_SIMILAR expr K_ESCAPE expr	{ $$ = list_make3($1, $3, $5); }
	;

trim_args:
	expr K_FROM expr_list				{ $$ = lappend($3, $1); }
	| K_FROM expr_list					{ $$ = $2; }
	| expr_list
	;

/* ---- constants ---- */

const_expr:
	ICONST								{ $$ = gram_int($1, @1); }
	| FCONST							{ $$ = gram_float($1, @1); }
	| SCONST							{ $$ = gram_string($1, @1); }
	| BCONST							{ $$ = gram_bits($1, @1); }
	| XCONST							{ $$ = gram_bits($1, @1); }
	| func_name SCONST
		{
			TypeName   *t = makeTypeNameFromNameList($1);

			t->location = @1;
			$$ = gram_string_cast($2, @2, t);
		}
	| func_name '(' func_args_nonempty opt_sort ')' SCONST
		{
			/* type(typmod) 'literal'; the rest is taken in only to refuse it */
			TypeName   *t = makeTypeNameFromNameList($1);
			ListCell   *lc;

			foreach(lc, $3)
				if (IsA(lfirst(lc), NamedArgExpr))
					ereport(ERROR,
							(errcode(ERRCODE_SYNTAX_ERROR),
							 errmsg("type modifier cannot have parameter name"),
							 scanner_errposition(exprLocation(lfirst(lc)), yyscanner)));
			if ($4 != NIL)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("type modifier cannot have ORDER BY"),
						 scanner_errposition(@4, yyscanner)));
			t->typmods = $3;
			t->location = @1;
			$$ = gram_string_cast($6, @6, t);
		}
	| const_type SCONST					{ $$ = gram_string_cast($2, @2, $1); }
	| K_INTERVAL SCONST opt_interval
		{
			TypeName   *t = gram_type("interval", $3, @1);

			$$ = gram_string_cast($2, @2, t);
		}
	| K_INTERVAL '(' ICONST ')' SCONST
		{
			TypeName   *t = gram_type("interval",
									  list_make2(gram_int(INTERVAL_FULL_RANGE, -1),
												 gram_int($3, @3)), @1);

			$$ = gram_string_cast($5, @5, t);
		}
	| K_TRUE							{ $$ = gram_bool(true, @1); }
	| K_FALSE							{ $$ = gram_bool(false, @1); }
	| K_NULL							{ $$ = gram_null(@1); }
	;

signed_int:
	ICONST
	| '+' ICONST						{ $$ = $2; }
	| '-' ICONST						{ $$ = -$2; }
	;

/* ==== types ==== */

type_name:
	simple_type array_bounds			{ $$ = $1; $$->arrayBounds = $2; }
	| K_SETOF simple_type array_bounds
		{
			$$ = $2;
			$$->arrayBounds = $3;
			$$->setof = true;
		}
	| simple_type K_ARRAY '[' ICONST ']'
		{ $$ = $1; $$->arrayBounds = ONE(makeInteger($4)); }
	| K_SETOF simple_type K_ARRAY '[' ICONST ']'
		{
			$$ = $2;
			$$->arrayBounds = ONE(makeInteger($5));
			$$->setof = true;
		}
	| simple_type K_ARRAY
		{ $$ = $1; $$->arrayBounds = ONE(makeInteger(-1)); }
	| K_SETOF simple_type K_ARRAY
		{
			$$ = $2;
			$$->arrayBounds = ONE(makeInteger(-1));
			$$->setof = true;
		}
	;

array_bounds:
	array_bounds '[' ']'				{ $$ = lappend($1, makeInteger(-1)); }
	| array_bounds '[' ICONST ']'		{ $$ = lappend($1, makeInteger($3)); }
	| /* empty */						{ $$ = NIL; }
	;

simple_type:
	generic_type
	| numeric_type
	| bit_type
	| char_type
	| time_type
	| interval_type
	;

/* Types that may stand before a string literal. */
const_type:
	numeric_type
	| bit_type
	| char_type
	| time_type
	;

generic_type:
	type_func_name opt_typmods
		{
			$$ = makeTypeName($1);
			$$->typmods = $2;
			$$->location = @1;
		}
	| type_func_name dotted opt_typmods
		{
			$$ = makeTypeNameFromNameList(lcons(makeString($1), $2));
			$$->typmods = $3;
			$$->location = @1;
		}
	;

opt_typmods:
	'(' expr_list ')'					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

numeric_type:
	K_INT								{ $$ = gram_type("int4", NIL, @1); }
	| K_INTEGER							{ $$ = gram_type("int4", NIL, @1); }
	| K_SMALLINT						{ $$ = gram_type("int2", NIL, @1); }
	| K_BIGINT							{ $$ = gram_type("int8", NIL, @1); }
	| K_REAL							{ $$ = gram_type("float4", NIL, @1); }
	| K_FLOAT opt_float
		{ $$ = gram_type($2 <= 24 && $2 > 0 ? "float4" : "float8", NIL, @1); }
	| K_DOUBLE K_PRECISION				{ $$ = gram_type("float8", NIL, @1); }
	| K_DECIMAL opt_typmods				{ $$ = gram_type("numeric", $2, @1); }
	| K_DEC opt_typmods					{ $$ = gram_type("numeric", $2, @1); }
	| K_NUMERIC opt_typmods				{ $$ = gram_type("numeric", $2, @1); }
	| K_BOOLEAN							{ $$ = gram_type("bool", NIL, @1); }
	;

opt_float:
	'(' ICONST ')'
		{
			if ($2 < 1)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("precision for type float must be at least 1 bit"),
						 scanner_errposition(@2, yyscanner)));
			if ($2 > 53)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("precision for type float must be less than 54 bits"),
						 scanner_errposition(@2, yyscanner)));
			$$ = $2;
		}
	| /* empty */						{ $$ = 0; }
	;

bit_type:
	K_BIT opt_varying '(' expr_list ')'
		{ $$ = gram_type($2 ? "varbit" : "bit", $4, @1); }
	| K_BIT opt_varying
		{
			/* bit alone is bit(1) */
			$$ = gram_type($2 ? "varbit" : "bit",
						   $2 ? NIL : ONE(gram_int(1, -1)), @1);
		}
	;

char_type:
	char_kind '(' ICONST ')'
		{ $$ = gram_type($1, ONE(gram_int($3, @3)), @1); }
	| char_kind
		{
			/* char alone is char(1) */
			$$ = gram_type($1, strcmp($1, "bpchar") == 0 ?
						   ONE(gram_int(1, -1)) : NIL, @1);
		}
	;

char_kind:
	K_CHARACTER opt_varying				{ $$ = $2 ? "varchar" : "bpchar"; }
	| K_CHAR opt_varying				{ $$ = $2 ? "varchar" : "bpchar"; }
	| K_VARCHAR							{ $$ = "varchar"; }
	| K_NATIONAL K_CHARACTER opt_varying	{ $$ = $3 ? "varchar" : "bpchar"; }
	| K_NATIONAL K_CHAR opt_varying		{ $$ = $3 ? "varchar" : "bpchar"; }
	| K_NCHAR opt_varying				{ $$ = $2 ? "varchar" : "bpchar"; }
	;

opt_varying:
	K_VARYING							{ $$ = 1; }
	| /* empty */						{ $$ = 0; }
	;

time_type:
	K_TIMESTAMP '(' ICONST ')' opt_timezone
		{ $$ = gram_type($5 ? "timestamptz" : "timestamp", ONE(gram_int($3, @3)), @1); }
	| K_TIMESTAMP opt_timezone
		{ $$ = gram_type($2 ? "timestamptz" : "timestamp", NIL, @1); }
	| K_TIME '(' ICONST ')' opt_timezone
		{ $$ = gram_type($5 ? "timetz" : "time", ONE(gram_int($3, @3)), @1); }
	| K_TIME opt_timezone
		{ $$ = gram_type($2 ? "timetz" : "time", NIL, @1); }
	;

opt_timezone:
	WITH_LA K_TIME K_ZONE				{ $$ = 1; }
	| K_WITHOUT K_TIME K_ZONE			{ $$ = 0; }
	| /* empty */						{ $$ = 0; }
	;

interval_type:
	K_INTERVAL opt_interval				{ $$ = gram_type("interval", $2, @1); }
	| K_INTERVAL '(' ICONST ')'
		{ $$ = gram_type("interval", list_make2(gram_int(INTERVAL_FULL_RANGE, -1),
												gram_int($3, @3)), @1); }
	;

/* The first typmod is a mask of fields, the second the precision. */
opt_interval:
	K_YEAR								{ $$ = ONE(gram_int(INTERVAL_MASK(YEAR), @1)); }
	| K_MONTH							{ $$ = ONE(gram_int(INTERVAL_MASK(MONTH), @1)); }
	| K_DAY								{ $$ = ONE(gram_int(INTERVAL_MASK(DAY), @1)); }
	| K_HOUR							{ $$ = ONE(gram_int(INTERVAL_MASK(HOUR), @1)); }
	| K_MINUTE							{ $$ = ONE(gram_int(INTERVAL_MASK(MINUTE), @1)); }
	| interval_second
	| K_YEAR K_TO K_MONTH
		{ $$ = ONE(gram_int(INTERVAL_MASK(YEAR) | INTERVAL_MASK(MONTH), @1)); }
	| K_DAY K_TO K_HOUR
		{ $$ = ONE(gram_int(INTERVAL_MASK(DAY) | INTERVAL_MASK(HOUR), @1)); }
	| K_DAY K_TO K_MINUTE
		{ $$ = ONE(gram_int(INTERVAL_MASK(DAY) | INTERVAL_MASK(HOUR) |
							INTERVAL_MASK(MINUTE), @1)); }
	| K_DAY K_TO interval_second
		{
			$$ = $3;
			linitial($$) = gram_int(INTERVAL_MASK(DAY) | INTERVAL_MASK(HOUR) |
									INTERVAL_MASK(MINUTE) | INTERVAL_MASK(SECOND), @1);
		}
	| K_HOUR K_TO K_MINUTE
		{ $$ = ONE(gram_int(INTERVAL_MASK(HOUR) | INTERVAL_MASK(MINUTE), @1)); }
	| K_HOUR K_TO interval_second
		{
			$$ = $3;
			linitial($$) = gram_int(INTERVAL_MASK(HOUR) | INTERVAL_MASK(MINUTE) |
									INTERVAL_MASK(SECOND), @1);
		}
	| K_MINUTE K_TO interval_second
		{
			$$ = $3;
			linitial($$) = gram_int(INTERVAL_MASK(MINUTE) | INTERVAL_MASK(SECOND), @1);
		}
	| /* empty */						{ $$ = NIL; }
	;

interval_second:
	K_SECOND							{ $$ = ONE(gram_int(INTERVAL_MASK(SECOND), @1)); }
	| K_SECOND '(' ICONST ')'
		{ $$ = list_make2(gram_int(INTERVAL_MASK(SECOND), @1), gram_int($3, @3)); }
	;

type_list:
	type_name							{ $$ = ONE($1); }
	| type_list ',' type_name			{ $$ = lappend($1, $3); }
	;

/* ==== names ==== */

qualified_name:
	col_id								{ $$ = makeRangeVar(NULL, $1, @1); }
	| col_id indirection				{ $$ = gram_qualified($1, $2, @1, yyscanner); }
	;

qualified_names:
	qualified_name						{ $$ = ONE($1); }
	| qualified_names ',' qualified_name	{ $$ = lappend($1, $3); }
	;

any_name:
	col_id								{ $$ = ONE(makeString($1)); }
	| col_id dotted						{ $$ = lcons(makeString($1), $2); }
	;

dotted:
	'.' attr_name						{ $$ = ONE(makeString($2)); }
	| dotted '.' attr_name				{ $$ = lappend($1, makeString($3)); }
	;

any_name_list:
	any_name							{ $$ = ONE($1); }
	| any_name_list ',' any_name		{ $$ = lappend($1, $3); }
	;

func_name:
	type_func_name						{ $$ = ONE(makeString($1)); }
	| col_id indirection
		{ $$ = gram_check_func_name(lcons(makeString($1), $2), yyscanner); }
	;

name:
	col_id
	;

name_list:
	name								{ $$ = ONE(makeString($1)); }
	| name_list ',' name				{ $$ = lappend($1, makeString($3)); }
	;

opt_name_list:
	'(' name_list ')'					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

attr_name:
	any_label
	;

cursor_name:
	name
	;

/* A role that must be named, and a role that may be described. */
role:
	non_reserved						{ $$ = gram_role($1, @1, yyscanner); }
	| K_CURRENT_ROLE
		{
			RoleSpec   *n = makeNode(RoleSpec);

			n->roletype = ROLESPEC_CURRENT_ROLE;
			n->location = @1;
			$$ = N(n);
		}
	| K_CURRENT_USER
		{
			RoleSpec   *n = makeNode(RoleSpec);

			n->roletype = ROLESPEC_CURRENT_USER;
			n->location = @1;
			$$ = N(n);
		}
	| K_SESSION_USER
		{
			RoleSpec   *n = makeNode(RoleSpec);

			n->roletype = ROLESPEC_SESSION_USER;
			n->location = @1;
			$$ = N(n);
		}
	;

role_name:
	role
		{
			RoleSpec   *r = (RoleSpec *) $1;

			if (r->roletype == ROLESPEC_CSTRING)
				$$ = r->rolename;
			else if (r->roletype == ROLESPEC_PUBLIC)
				ereport(ERROR,
						(errcode(ERRCODE_RESERVED_NAME),
						 errmsg("role name \"%s\" is reserved", "public"),
						 scanner_errposition(@1, yyscanner)));
			else
				ereport(ERROR,
						(errcode(ERRCODE_RESERVED_NAME),
						 errmsg("%s cannot be used as a role name here",
								r->roletype == ROLESPEC_CURRENT_ROLE ? "CURRENT_ROLE" :
								r->roletype == ROLESPEC_CURRENT_USER ? "CURRENT_USER" :
								"SESSION_USER"),
						 scanner_errposition(@1, yyscanner)));
		}
	;

%type <list> role_list;
role_list:
	role								{ $$ = ONE($1); }
	| role_list ',' role				{ $$ = lappend($1, $3); }
	;

/* Names, by what else the word could mean there. */
col_id:
	IDENT
	| unreserved_kw						{ $$ = pstrdup($1); }
	| col_name_kw						{ $$ = pstrdup($1); }
	;

type_func_name:
	IDENT
	| unreserved_kw						{ $$ = pstrdup($1); }
	| type_func_kw						{ $$ = pstrdup($1); }
	;

non_reserved:
	IDENT
	| unreserved_kw						{ $$ = pstrdup($1); }
	| col_name_kw						{ $$ = pstrdup($1); }
	| type_func_kw						{ $$ = pstrdup($1); }
	;

any_label:
	IDENT
	| unreserved_kw						{ $$ = pstrdup($1); }
	| col_name_kw						{ $$ = pstrdup($1); }
	| type_func_kw						{ $$ = pstrdup($1); }
	| reserved_kw						{ $$ = pstrdup($1); }
	;

bare_label:
	IDENT
	| bare_label_kw						{ $$ = pstrdup($1); }
	;

/* ==== tables ==== */

%type <node> create_table_stmt create_as_stmt create_index_stmt create_view_stmt;
%type <node> create_schema_stmt create_sequence_stmt create_function_stmt create_type_stmt;
%type <node> create_trigger_stmt create_misc_stmt create_database_stmt create_role_stmt;
%type <node> rule_stmt alter_stmt drop_stmt comment_stmt rename_stmt grant_stmt;
%type <node> transaction_stmt cursor_stmt prepare_stmt copy_stmt variable_stmt;
%type <node> maintenance_stmt explain_stmt misc_stmt unsupported_stmt;
%type <ival> persistence on_commit like_options like_option cas cas_elem match_type;
%type <ival> fk_action drop_behavior check_option;
%type <target> new_relation old_relation;
%type <node> table_body table_element typed_element column_def column_qual column_qual_elem;
%type <node> table_constraint constraint_elem partition_spec opt_partition_spec partition_elem;
%type <node> partition_bound index_param exclusion_elem fk_actions default_where;
%type <list> table_elements opt_table_elements typed_elements opt_typed_elements;
%type <list> column_quals inherits with_options rel_options rel_option_list;
%type <list> partition_params hash_bound index_params opt_including key_list;
%type <list> exclusion_list opt_opclass opt_collation_name opt_key_columns definition;
%type <list> definition_items opt_definition;
%type <node> definition_item definition_arg rel_option;
%type <str> table_space access_method opt_index_name opt_name compression;
%type <flag> no_inherit nulls_distinct opt_concurrently opt_unique opt_data opt_replace;

create_table_stmt:
	K_CREATE persistence K_TABLE new_relation table_body
		{
			CreateStmt *n = (CreateStmt *) $5;

			n->relation = (RangeVar *) $4->object;
			n->relation->relpersistence = $2;
			n->if_not_exists = $4->if_flag;
			$$ = N(n);
		}
	;

persistence:
	K_TEMP								{ $$ = RELPERSISTENCE_TEMP; }
	| K_TEMPORARY						{ $$ = RELPERSISTENCE_TEMP; }
	| K_LOCAL K_TEMP					{ $$ = RELPERSISTENCE_TEMP; }
	| K_LOCAL K_TEMPORARY				{ $$ = RELPERSISTENCE_TEMP; }
	| K_GLOBAL K_TEMP					{ $$ = RELPERSISTENCE_TEMP; }
	| K_GLOBAL K_TEMPORARY				{ $$ = RELPERSISTENCE_TEMP; }
	| K_UNLOGGED						{ $$ = RELPERSISTENCE_UNLOGGED; }
	| /* empty */						{ $$ = RELPERSISTENCE_PERMANENT; }
	;

new_relation:
	qualified_name
		{
			$$ = palloc0(sizeof(GramTarget));
			$$->object = N($1);
		}
	| K_IF K_NOT K_EXISTS qualified_name
		{
			$$ = palloc0(sizeof(GramTarget));
			$$->object = N($4);
			$$->if_flag = true;
		}
	;

old_relation:
	relation_expr
		{
			$$ = palloc0(sizeof(GramTarget));
			$$->object = N($1);
		}
	| K_IF K_EXISTS relation_expr
		{
			$$ = palloc0(sizeof(GramTarget));
			$$->object = N($3);
			$$->if_flag = true;
		}
	;

table_body:
	'(' opt_table_elements ')' inherits opt_partition_spec access_method with_options
		on_commit table_space
		{
			CreateStmt *n = makeNode(CreateStmt);

			n->tableElts = $2;
			n->inhRelations = $4;
			n->partspec = (PartitionSpec *) $5;
			n->accessMethod = $6;
			n->options = $7;
			n->oncommit = $8;
			n->tablespacename = $9;
			$$ = N(n);
		}
	| K_OF any_name opt_typed_elements opt_partition_spec access_method with_options
		on_commit table_space
		{
			CreateStmt *n = makeNode(CreateStmt);

			n->ofTypename = makeTypeNameFromNameList($2);
			n->ofTypename->location = @2;
			n->tableElts = $3;
			n->partspec = (PartitionSpec *) $4;
			n->accessMethod = $5;
			n->options = $6;
			n->oncommit = $7;
			n->tablespacename = $8;
			$$ = N(n);
		}
	| K_PARTITION K_OF qualified_name opt_typed_elements partition_bound
		opt_partition_spec access_method with_options on_commit table_space
		{
			CreateStmt *n = makeNode(CreateStmt);

			n->inhRelations = ONE($3);
			n->tableElts = $4;
			n->partbound = (PartitionBoundSpec *) $5;
			n->partspec = (PartitionSpec *) $6;
			n->accessMethod = $7;
			n->options = $8;
			n->oncommit = $9;
			n->tablespacename = $10;
			$$ = N(n);
		}
	;

opt_table_elements:
	table_elements
	| /* empty */						{ $$ = NIL; }
	;

table_elements:
	table_element						{ $$ = ONE($1); }
	| table_elements ',' table_element	{ $$ = lappend($1, $3); }
	;

table_element:
	column_def
	| table_constraint
	| K_LIKE qualified_name like_options
		{
			TableLikeClause *n = makeNode(TableLikeClause);

			n->relation = $2;
			n->options = $3;
			$$ = N(n);
		}
	;

like_options:
	like_options K_INCLUDING like_option	{ $$ = $1 | $3; }
	| like_options K_EXCLUDING like_option	{ $$ = $1 & ~$3; }
	| /* empty */						{ $$ = 0; }
	;

like_option:
	K_COMMENTS							{ $$ = CREATE_TABLE_LIKE_COMMENTS; }
	| K_COMPRESSION						{ $$ = CREATE_TABLE_LIKE_COMPRESSION; }
	| K_CONSTRAINTS						{ $$ = CREATE_TABLE_LIKE_CONSTRAINTS; }
	| K_DEFAULTS						{ $$ = CREATE_TABLE_LIKE_DEFAULTS; }
	| K_GENERATED						{ $$ = CREATE_TABLE_LIKE_GENERATED; }
	| K_IDENTITY						{ $$ = CREATE_TABLE_LIKE_IDENTITY; }
	| K_INDEXES							{ $$ = CREATE_TABLE_LIKE_INDEXES; }
	| K_STATISTICS						{ $$ = CREATE_TABLE_LIKE_STATISTICS; }
	| K_STORAGE							{ $$ = CREATE_TABLE_LIKE_STORAGE; }
	| K_ALL								{ $$ = CREATE_TABLE_LIKE_ALL; }
	;

opt_typed_elements:
	'(' typed_elements ')'				{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

typed_elements:
	typed_element						{ $$ = ONE($1); }
	| typed_elements ',' typed_element	{ $$ = lappend($1, $3); }
	;

typed_element:
	col_id column_quals
		{
			ColumnDef  *n = makeNode(ColumnDef);

			n->colname = $1;
			n->is_local = true;
			n->location = @1;
			gram_column_quals(n, $2, yyscanner);
			$$ = N(n);
		}
	| col_id K_WITH K_OPTIONS column_quals
		{
			ColumnDef  *n = makeNode(ColumnDef);

			n->colname = $1;
			n->is_local = true;
			n->location = @1;
			gram_column_quals(n, $4, yyscanner);
			$$ = N(n);
		}
	| table_constraint
	;

column_def:
	col_id type_name compression column_quals
		{
			ColumnDef  *n = makeNode(ColumnDef);

			n->colname = $1;
			n->typeName = $2;
			n->compression = $3;
			n->is_local = true;
			n->location = @1;
			gram_column_quals(n, $4, yyscanner);
			$$ = N(n);
		}
	;

compression:
	K_COMPRESSION col_id				{ $$ = $2; }
	| K_COMPRESSION K_DEFAULT			{ $$ = pstrdup("default"); }
	| /* empty */						{ $$ = NULL; }
	;

column_quals:
	column_quals column_qual			{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

column_qual:
	K_CONSTRAINT name column_qual_elem
		{
			Constraint *n = castNode(Constraint, $3);

			n->conname = $2;
			n->location = @1;
			$$ = N(n);
		}
	| column_qual_elem
	| K_DEFERRABLE
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_ATTR_DEFERRABLE;
			n->location = @1;
			$$ = N(n);
		}
	| K_NOT K_DEFERRABLE
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_ATTR_NOT_DEFERRABLE;
			n->location = @1;
			$$ = N(n);
		}
	| K_INITIALLY K_DEFERRED
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_ATTR_DEFERRED;
			n->location = @1;
			$$ = N(n);
		}
	| K_INITIALLY K_IMMEDIATE
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_ATTR_IMMEDIATE;
			n->location = @1;
			$$ = N(n);
		}
	| K_COLLATE any_name
		{
			CollateClause *n = makeNode(CollateClause);

			n->collname = $2;
			n->location = @1;
			$$ = N(n);
		}
	;

column_qual_elem:
	K_NOT K_NULL
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_NOTNULL;
			n->location = @1;
			$$ = N(n);
		}
	| K_NULL
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_NULL;
			n->location = @1;
			$$ = N(n);
		}
	| K_UNIQUE nulls_distinct opt_definition index_table_space
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_UNIQUE;
			n->nulls_not_distinct = !$2;
			n->options = $3;
			n->indexspace = $4;
			n->location = @1;
			$$ = N(n);
		}
	| K_PRIMARY K_KEY opt_definition index_table_space
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_PRIMARY;
			n->options = $3;
			n->indexspace = $4;
			n->location = @1;
			$$ = N(n);
		}
	| K_CHECK '(' expr ')' no_inherit
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_CHECK;
			n->is_no_inherit = $5;
			n->raw_expr = $3;
			n->initially_valid = true;
			n->location = @1;
			$$ = N(n);
		}
	| K_DEFAULT bexpr
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_DEFAULT;
			n->raw_expr = $2;
			n->location = @1;
			$$ = N(n);
		}
	| K_GENERATED generated_when K_AS K_IDENTITY opt_paren_seq_options
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_IDENTITY;
			n->generated_when = $2;
			n->options = $5;
			n->location = @1;
			$$ = N(n);
		}
	| K_GENERATED generated_when K_AS '(' expr ')' K_STORED
		{
			Constraint *n = makeNode(Constraint);

			if ($2 != ATTRIBUTE_IDENTITY_ALWAYS)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("for a generated column, GENERATED ALWAYS must be specified"),
						 scanner_errposition(@2, yyscanner)));
			n->contype = CONSTR_GENERATED;
			n->generated_when = $2;
			n->raw_expr = $5;
			n->location = @1;
			$$ = N(n);
		}
	| K_REFERENCES qualified_name opt_key_columns match_type fk_actions
		{
			Constraint *n = (Constraint *) $5;

			n->contype = CONSTR_FOREIGN;
			n->pktable = $2;
			n->pk_attrs = $3;
			n->fk_matchtype = $4;
			n->initially_valid = true;
			n->location = @1;
			$$ = N(n);
		}
	;

%type <ival> generated_when;
generated_when:
	K_ALWAYS							{ $$ = ATTRIBUTE_IDENTITY_ALWAYS; }
	| K_BY K_DEFAULT					{ $$ = ATTRIBUTE_IDENTITY_BY_DEFAULT; }
	;

nulls_distinct:
	K_NULLS K_DISTINCT					{ $$ = true; }
	| K_NULLS K_NOT K_DISTINCT			{ $$ = false; }
	| /* empty */						{ $$ = true; }
	;

no_inherit:
	K_NO K_INHERIT						{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

%type <str> index_table_space;
index_table_space:
	K_USING K_INDEX K_TABLESPACE name	{ $$ = $4; }
	| /* empty */						{ $$ = NULL; }
	;

table_constraint:
	K_CONSTRAINT name constraint_elem
		{
			Constraint *n = castNode(Constraint, $3);

			n->conname = $2;
			n->location = @1;
			$$ = N(n);
		}
	| constraint_elem
	;

constraint_elem:
	K_CHECK '(' expr ')' cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_CHECK;
			n->raw_expr = $3;
			n->location = @1;
			gram_apply_cas($5, @5, "CHECK", NULL, NULL, &n->skip_validation,
						   &n->is_no_inherit, yyscanner);
			n->initially_valid = !n->skip_validation;
			$$ = N(n);
		}
	| K_UNIQUE nulls_distinct '(' key_list ')' opt_including opt_definition
		index_table_space cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_UNIQUE;
			n->nulls_not_distinct = !$2;
			n->keys = $4;
			n->including = $6;
			n->options = $7;
			n->indexspace = $8;
			n->location = @1;
			gram_apply_cas($9, @9, "UNIQUE", &n->deferrable, &n->initdeferred,
						   NULL, NULL, yyscanner);
			$$ = N(n);
		}
	| K_UNIQUE K_USING K_INDEX name cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_UNIQUE;
			n->indexname = $4;
			n->location = @1;
			gram_apply_cas($5, @5, "UNIQUE", &n->deferrable, &n->initdeferred,
						   NULL, NULL, yyscanner);
			$$ = N(n);
		}
	| K_PRIMARY K_KEY '(' key_list ')' opt_including opt_definition index_table_space cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_PRIMARY;
			n->keys = $4;
			n->including = $6;
			n->options = $7;
			n->indexspace = $8;
			n->location = @1;
			gram_apply_cas($9, @9, "PRIMARY KEY", &n->deferrable,
						   &n->initdeferred, NULL, NULL, yyscanner);
			$$ = N(n);
		}
	| K_PRIMARY K_KEY K_USING K_INDEX name cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_PRIMARY;
			n->indexname = $5;
			n->location = @1;
			gram_apply_cas($6, @6, "PRIMARY KEY", &n->deferrable,
						   &n->initdeferred, NULL, NULL, yyscanner);
			$$ = N(n);
		}
	| K_EXCLUDE index_method '(' exclusion_list ')' opt_including opt_definition
		index_table_space default_where cas
		{
			Constraint *n = makeNode(Constraint);

			n->contype = CONSTR_EXCLUSION;
			n->access_method = $2;
			n->exclusions = $4;
			n->including = $6;
			n->options = $7;
			n->indexspace = $8;
			n->where_clause = $9;
			n->location = @1;
			gram_apply_cas($10, @10, "EXCLUDE", &n->deferrable,
						   &n->initdeferred, NULL, NULL, yyscanner);
			$$ = N(n);
		}
	| K_FOREIGN K_KEY '(' key_list ')' K_REFERENCES qualified_name opt_key_columns
		match_type fk_actions cas
		{
			Constraint *n = (Constraint *) $10;

			n->contype = CONSTR_FOREIGN;
			n->fk_attrs = $4;
			n->pktable = $7;
			n->pk_attrs = $8;
			n->fk_matchtype = $9;
			n->location = @1;
			gram_apply_cas($11, @11, "FOREIGN KEY", &n->deferrable,
						   &n->initdeferred, &n->skip_validation, NULL,
						   yyscanner);
			n->initially_valid = !n->skip_validation;
			$$ = N(n);
		}
	;

key_list:
	col_id								{ $$ = ONE(makeString($1)); }
	| key_list ',' col_id				{ $$ = lappend($1, makeString($3)); }
	;

opt_key_columns:
	'(' key_list ')'					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

opt_including:
	K_INCLUDE '(' key_list ')'			{ $$ = $3; }
	| /* empty */						{ $$ = NIL; }
	;

match_type:
	K_MATCH K_FULL						{ $$ = FKCONSTR_MATCH_FULL; }
	| K_MATCH K_PARTIAL					{ UNSUPPORTED("MATCH PARTIAL", @1); $$ = 0; }
	| K_MATCH K_SIMPLE					{ $$ = FKCONSTR_MATCH_SIMPLE; }
	| /* empty */						{ $$ = FKCONSTR_MATCH_SIMPLE; }
	;

/* A Constraint with only the actions set. */
fk_actions:
	/* empty */
		{
			Constraint *n = makeNode(Constraint);

			n->fk_upd_action = FKCONSTR_ACTION_NOACTION;
			n->fk_del_action = FKCONSTR_ACTION_NOACTION;
			$$ = N(n);
		}
	| fk_actions K_ON K_UPDATE fk_action
		{
			((Constraint *) $1)->fk_upd_action = $4;
			$$ = $1;
		}
	| fk_actions K_ON K_UPDATE fk_action '(' key_list ')'
		{ UNSUPPORTED("a column list with ON UPDATE", @5); $$ = $1; }
	| fk_actions K_ON K_DELETE fk_action
		{
			((Constraint *) $1)->fk_del_action = $4;
			$$ = $1;
		}
	| fk_actions K_ON K_DELETE fk_action '(' key_list ')'
		{
			((Constraint *) $1)->fk_del_action = $4;
			((Constraint *) $1)->fk_del_set_cols = $6;
			if ($4 != FKCONSTR_ACTION_SETNULL && $4 != FKCONSTR_ACTION_SETDEFAULT)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("a column list with %s is only supported for ON DELETE actions SET NULL and SET DEFAULT",
								"this action"),
						 scanner_errposition(@4, yyscanner)));
			$$ = $1;
		}
	;

fk_action:
	K_NO K_ACTION						{ $$ = FKCONSTR_ACTION_NOACTION; }
	| K_RESTRICT						{ $$ = FKCONSTR_ACTION_RESTRICT; }
	| K_CASCADE							{ $$ = FKCONSTR_ACTION_CASCADE; }
	| K_SET K_NULL						{ $$ = FKCONSTR_ACTION_SETNULL; }
	| K_SET K_DEFAULT					{ $$ = FKCONSTR_ACTION_SETDEFAULT; }
	;

exclusion_list:
	exclusion_elem						{ $$ = ONE($1); }
	| exclusion_list ',' exclusion_elem	{ $$ = lappend($1, $3); }
	;

exclusion_elem:
	index_param K_WITH any_operator		{ $$ = N(list_make2($1, $3)); }
	| index_param K_WITH K_OPERATOR '(' any_operator ')'
		{ $$ = N(list_make2($1, $5)); }
	;

%type <list> any_operator;
any_operator:
	all_of_op_name
	;

default_where:
	K_WHERE '(' expr ')'				{ $$ = $3; }
	| /* empty */						{ $$ = NULL; }
	;

cas:
	/* empty */							{ $$ = 0; }
	| cas cas_elem						{ $$ = gram_merge_cas($1, $2, @2, yyscanner); }
	;

cas_elem:
	K_NOT K_DEFERRABLE					{ $$ = CAS_NOT_DEFERRABLE; }
	| K_DEFERRABLE						{ $$ = CAS_DEFERRABLE; }
	| K_INITIALLY K_IMMEDIATE			{ $$ = CAS_INITIALLY_IMMEDIATE; }
	| K_INITIALLY K_DEFERRED			{ $$ = CAS_INITIALLY_DEFERRED; }
	| K_NOT K_VALID						{ $$ = CAS_NOT_VALID; }
	| K_NO K_INHERIT					{ $$ = CAS_NO_INHERIT; }
	;

inherits:
	K_INHERITS '(' qualified_names ')'	{ $$ = $3; }
	| /* empty */						{ $$ = NIL; }
	;

opt_partition_spec:
	partition_spec
	| /* empty */						{ $$ = NULL; }
	;

partition_spec:
	K_PARTITION K_BY col_id '(' partition_params ')'
		{
			PartitionSpec *n = makeNode(PartitionSpec);

			n->strategy = $3;
			n->partParams = $5;
			n->location = @1;
			$$ = N(n);
		}
	;

partition_params:
	partition_elem						{ $$ = ONE($1); }
	| partition_params ',' partition_elem	{ $$ = lappend($1, $3); }
	;

partition_elem:
	col_id opt_collation_name opt_opclass
		{
			PartitionElem *n = makeNode(PartitionElem);

			n->name = $1;
			n->collation = $2;
			n->opclass = $3;
			n->location = @1;
			$$ = N(n);
		}
	| func_expr_windowless opt_collation_name opt_opclass
		{
			PartitionElem *n = makeNode(PartitionElem);

			n->expr = $1;
			n->collation = $2;
			n->opclass = $3;
			n->location = @1;
			$$ = N(n);
		}
	| '(' expr ')' opt_collation_name opt_opclass
		{
			PartitionElem *n = makeNode(PartitionElem);

			n->expr = $2;
			n->collation = $4;
			n->opclass = $5;
			n->location = @1;
			$$ = N(n);
		}
	;

partition_bound:
	K_FOR K_VALUES K_WITH '(' hash_bound ')'
		{
			PartitionBoundSpec *n = makeNode(PartitionBoundSpec);
			ListCell   *lc;

			n->strategy = PARTITION_STRATEGY_HASH;
			n->modulus = n->remainder = -1;
			foreach(lc, $5)
			{
				DefElem    *d = lfirst_node(DefElem, lc);
				int		   *dst = NULL;

				if (strcmp(d->defname, "modulus") == 0)
					dst = &n->modulus;
				else if (strcmp(d->defname, "remainder") == 0)
					dst = &n->remainder;
				if (dst == NULL)
					ereport(ERROR,
							(errcode(ERRCODE_SYNTAX_ERROR),
							 errmsg("unrecognized hash partition bound specification \"%s\"",
									d->defname),
							 scanner_errposition(d->location, yyscanner)));
				if (*dst != -1)
					ereport(ERROR,
							(errcode(ERRCODE_DUPLICATE_OBJECT),
							 errmsg("%s for hash partition provided more than once",
									d->defname),
							 scanner_errposition(d->location, yyscanner)));
				*dst = intVal(d->arg);
			}
			if (n->modulus == -1 || n->remainder == -1)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("%s for hash partition must be specified",
								n->modulus == -1 ? "modulus" : "remainder"),
						 scanner_errposition(@3, yyscanner)));
			n->location = @3;
			$$ = N(n);
		}
	| K_FOR K_VALUES K_IN '(' expr_list ')'
		{
			PartitionBoundSpec *n = makeNode(PartitionBoundSpec);

			n->strategy = PARTITION_STRATEGY_LIST;
			n->listdatums = $5;
			n->location = @3;
			$$ = N(n);
		}
	| K_FOR K_VALUES K_FROM '(' expr_list ')' K_TO '(' expr_list ')'
		{
			PartitionBoundSpec *n = makeNode(PartitionBoundSpec);

			n->strategy = PARTITION_STRATEGY_RANGE;
			n->lowerdatums = $5;
			n->upperdatums = $9;
			n->location = @3;
			$$ = N(n);
		}
	| K_DEFAULT
		{
			PartitionBoundSpec *n = makeNode(PartitionBoundSpec);

			n->is_default = true;
			n->location = @1;
			$$ = N(n);
		}
	;

hash_bound:
	non_reserved ICONST					{ $$ = ONE(DEF($1, makeInteger($2), @1)); }
	| hash_bound ',' non_reserved ICONST
		{ $$ = lappend($1, DEF($3, makeInteger($4), @3)); }
	;

access_method:
	K_USING name						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

with_options:
	K_WITH rel_options					{ $$ = $2; }
	| K_WITHOUT K_OIDS					{ $$ = NIL; }
	| /* empty */						{ $$ = NIL; }
	;

%type <list> with_options_only;
with_options_only:
	K_WITH rel_options					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

rel_options:
	'(' rel_option_list ')'				{ $$ = $2; }
	;

rel_option_list:
	rel_option							{ $$ = ONE($1); }
	| rel_option_list ',' rel_option	{ $$ = lappend($1, $3); }
	;

rel_option:
	any_label '=' definition_arg		{ $$ = DEF($1, $3, @1); }
	| any_label							{ $$ = DEF($1, NULL, @1); }
	| any_label '.' any_label '=' definition_arg
		{ $$ = N(makeDefElemExtended($1, $3, $5, DEFELEM_UNSPEC, @1)); }
	| any_label '.' any_label
		{ $$ = N(makeDefElemExtended($1, $3, NULL, DEFELEM_UNSPEC, @1)); }
	;

on_commit:
	K_ON K_COMMIT K_DROP				{ $$ = ONCOMMIT_DROP; }
	| K_ON K_COMMIT K_DELETE K_ROWS		{ $$ = ONCOMMIT_DELETE_ROWS; }
	| K_ON K_COMMIT K_PRESERVE K_ROWS	{ $$ = ONCOMMIT_PRESERVE_ROWS; }
	| /* empty */						{ $$ = ONCOMMIT_NOOP; }
	;

table_space:
	K_TABLESPACE name					{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

/* (name = value, ...) of types, operators, aggregates, constraints */
opt_definition:
	K_WITH definition					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

definition:
	'(' definition_items ')'			{ $$ = $2; }
	;

definition_items:
	definition_item						{ $$ = ONE($1); }
	| definition_items ',' definition_item	{ $$ = lappend($1, $3); }
	;

definition_item:
	any_label '=' definition_arg		{ $$ = DEF($1, $3, @1); }
	| any_label							{ $$ = DEF($1, NULL, @1); }
	;

definition_arg:
	func_type							{ $$ = N($1); }
	| reserved_kw						{ $$ = STR(pstrdup($1)); }
	| all_of_op							{ $$ = N($1); }
	| num_value
	| SCONST							{ $$ = STR($1); }
	| K_NONE							{ $$ = STR(pstrdup($1)); }
	;

/* Numbers as value nodes, for options. */
%type <node> num_value;
num_value:
	ICONST								{ $$ = N(makeInteger($1)); }
	| FCONST							{ $$ = N(makeFloat($1)); }
	| '+' ICONST						{ $$ = N(makeInteger($2)); }
	| '-' ICONST						{ $$ = N(makeInteger(-$2)); }
	| '+' FCONST						{ $$ = N(makeFloat($2)); }
	| '-' FCONST						{ $$ = N(makeFloat(gram_negate_float($2))); }
	;

/* ---- CREATE TABLE AS, materialized views ---- */

create_as_stmt:
	K_CREATE persistence K_TABLE new_relation opt_name_list access_method with_options
		on_commit table_space K_AS query_or_execute opt_data
		{
			CreateTableAsStmt *n = makeNode(CreateTableAsStmt);
			IntoClause *into = makeNode(IntoClause);

			into->rel = (RangeVar *) $4->object;
			into->rel->relpersistence = $2;
			into->colNames = $5;
			into->accessMethod = $6;
			into->options = $7;
			into->onCommit = $8;
			into->tableSpaceName = $9;
			into->skipData = !$12;
			n->query = $11;
			n->into = into;
			n->objtype = OBJECT_TABLE;
			n->if_not_exists = $4->if_flag;
			$$ = N(n);
		}
	| K_CREATE opt_unlogged K_MATERIALIZED K_VIEW new_relation opt_name_list access_method
		with_options_only table_space K_AS query_stmt opt_data
		{
			CreateTableAsStmt *n = makeNode(CreateTableAsStmt);
			IntoClause *into = makeNode(IntoClause);

			into->rel = (RangeVar *) $5->object;
			into->rel->relpersistence = $2;
			into->colNames = $6;
			into->accessMethod = $7;
			into->options = $8;
			into->tableSpaceName = $9;
			into->skipData = !$12;
			n->query = $11;
			n->into = into;
			n->objtype = OBJECT_MATVIEW;
			n->if_not_exists = $5->if_flag;
			$$ = N(n);
		}
	| K_REFRESH K_MATERIALIZED K_VIEW opt_concurrently qualified_name opt_data
		{
			RefreshMatViewStmt *n = makeNode(RefreshMatViewStmt);

			n->concurrent = $4;
			n->relation = $5;
			n->skipData = !$6;
			$$ = N(n);
		}
	;

%type <ival> opt_unlogged;
opt_unlogged:
	K_UNLOGGED							{ $$ = RELPERSISTENCE_UNLOGGED; }
	| /* empty */						{ $$ = RELPERSISTENCE_PERMANENT; }
	;

%type <node> query_or_execute;
query_or_execute:
	query_stmt
	| K_EXECUTE name execute_params
		{
			ExecuteStmt *n = makeNode(ExecuteStmt);

			n->name = $2;
			n->params = $3;
			$$ = N(n);
		}
	;

opt_data:
	K_WITH K_DATA						{ $$ = true; }
	| K_WITH K_NO K_DATA				{ $$ = false; }
	| /* empty */						{ $$ = true; }
	;

/* ==== indexes ==== */

create_index_stmt:
	K_CREATE opt_unique K_INDEX opt_concurrently opt_index_name K_ON index_body
		{
			IndexStmt  *n = (IndexStmt *) $7;

			n->idxname = $5;
			n->concurrent = $4;
			n->unique = $2;
			$$ = N(n);
		}
	| K_CREATE opt_unique K_INDEX opt_concurrently K_IF K_NOT K_EXISTS name K_ON index_body
		{
			IndexStmt  *n = (IndexStmt *) $10;

			n->if_not_exists = true;
			n->idxname = $8;
			n->concurrent = $4;
			n->unique = $2;
			$$ = N(n);
		}
	;

%type <node> index_body;
index_body:
	relation_expr index_method '(' index_params ')' index_include nulls_distinct
		with_options_only table_space where_clause
		{
			IndexStmt  *n = makeNode(IndexStmt);

			n->relation = $1;
			n->accessMethod = $2;
			n->indexParams = $4;
			n->indexIncludingParams = $6;
			n->nulls_not_distinct = !$7;
			n->options = $8;
			n->tableSpace = $9;
			n->whereClause = $10;
			$$ = N(n);
		}
	;

opt_unique:
	K_UNIQUE							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_concurrently:
	K_CONCURRENTLY						{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_index_name:
	name
	| /* empty */						{ $$ = NULL; }
	;

%type <str> index_method;
index_method:
	K_USING name						{ $$ = $2; }
	| /* empty */						{ $$ = pstrdup("btree"); }
	;

%type <list> index_include;
index_include:
	K_INCLUDE '(' index_params ')'		{ $$ = $3; }
	| /* empty */						{ $$ = NIL; }
	;

index_params:
	index_param							{ $$ = ONE($1); }
	| index_params ',' index_param		{ $$ = lappend($1, $3); }
	;

index_param:
	index_elem_sub opt_collation_name opt_opclass opt_asc opt_nulls
		{
			IndexElem  *n = (IndexElem *) $1;

			n->collation = $2;
			n->opclass = $3;
			n->ordering = $4;
			n->nulls_ordering = $5;
			$$ = N(n);
		}
	| index_elem_sub opt_collation_name any_name rel_options opt_asc opt_nulls
		{
			IndexElem  *n = (IndexElem *) $1;

			n->collation = $2;
			n->opclass = $3;
			n->opclassopts = $4;
			n->ordering = $5;
			n->nulls_ordering = $6;
			$$ = N(n);
		}
	;

index_elem_sub:
	col_id
		{
			IndexElem  *n = makeNode(IndexElem);

			n->name = $1;
			$$ = N(n);
		}
	| func_expr_windowless
		{
			IndexElem  *n = makeNode(IndexElem);

			n->expr = $1;
			$$ = N(n);
		}
	| '(' expr ')'
		{
			IndexElem  *n = makeNode(IndexElem);

			n->expr = $2;
			$$ = N(n);
		}
	;

opt_collation_name:
	K_COLLATE any_name					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

opt_opclass:
	any_name
	| /* empty */						{ $$ = NIL; }
	;

/* ==== views, schemas, sequences ==== */

create_view_stmt:
	K_CREATE view_body					{ $$ = $2; }
	| K_CREATE K_OR K_REPLACE view_body
		{
			((ViewStmt *) $4)->replace = true;
			$$ = $4;
		}
	;

%type <node> view_body;
view_body:
	persistence K_VIEW qualified_name opt_name_list with_options_only K_AS query_stmt
		check_option
		{
			ViewStmt   *n = makeNode(ViewStmt);

			n->view = $3;
			n->view->relpersistence = $1;
			n->aliases = $4;
			n->options = $5;
			n->query = $7;
			n->withCheckOption = $8;
			$$ = N(n);
		}
	| persistence K_RECURSIVE K_VIEW qualified_name '(' name_list ')' with_options_only
		K_AS query_stmt check_option
		{
			ViewStmt   *n = makeNode(ViewStmt);

			if ($11 != NO_CHECK_OPTION)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("WITH CHECK OPTION not supported on recursive views"),
						 scanner_errposition(@11, yyscanner)));
			n->view = $4;
			n->view->relpersistence = $1;
			n->aliases = $6;
			n->options = $8;
			n->query = gram_recursive_view($6, $4->relname, $10, @4);
			$$ = N(n);
		}
	;

opt_replace:
	K_OR K_REPLACE						{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

check_option:
	K_WITH K_CHECK K_OPTION				{ $$ = CASCADED_CHECK_OPTION; }
	| K_WITH K_CASCADED K_CHECK K_OPTION	{ $$ = CASCADED_CHECK_OPTION; }
	| K_WITH K_LOCAL K_CHECK K_OPTION	{ $$ = LOCAL_CHECK_OPTION; }
	| /* empty */						{ $$ = NO_CHECK_OPTION; }
	;

create_schema_stmt:
	K_CREATE K_SCHEMA opt_name K_AUTHORIZATION role schema_elements
		{
			CreateSchemaStmt *n = makeNode(CreateSchemaStmt);

			n->schemaname = $3;
			n->authrole = (RoleSpec *) $5;
			n->schemaElts = $6;
			$$ = N(n);
		}
	| K_CREATE K_SCHEMA name schema_elements
		{
			CreateSchemaStmt *n = makeNode(CreateSchemaStmt);

			n->schemaname = $3;
			n->schemaElts = $4;
			$$ = N(n);
		}
	| K_CREATE K_SCHEMA K_IF K_NOT K_EXISTS opt_name K_AUTHORIZATION role schema_elements
		{
			CreateSchemaStmt *n = makeNode(CreateSchemaStmt);

			n->schemaname = $6;
			n->authrole = (RoleSpec *) $8;
			if ($9 != NIL)
				UNSUPPORTED("CREATE SCHEMA IF NOT EXISTS with schema elements", @9);
			n->if_not_exists = true;
			$$ = N(n);
		}
	| K_CREATE K_SCHEMA K_IF K_NOT K_EXISTS name schema_elements
		{
			CreateSchemaStmt *n = makeNode(CreateSchemaStmt);

			n->schemaname = $6;
			if ($7 != NIL)
				UNSUPPORTED("CREATE SCHEMA IF NOT EXISTS with schema elements", @7);
			n->if_not_exists = true;
			$$ = N(n);
		}
	;

opt_name:
	name
	| /* empty */						{ $$ = NULL; }
	;

%type <list> schema_elements;
schema_elements:
	schema_elements schema_element		{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

%type <node> schema_element;
schema_element:
	create_table_stmt
	| create_index_stmt
	| create_sequence_stmt
	| create_trigger_stmt
	| create_view_stmt
	| grant_only
	;

create_sequence_stmt:
	K_CREATE persistence K_SEQUENCE new_relation seq_options
		{
			CreateSeqStmt *n = makeNode(CreateSeqStmt);

			n->sequence = (RangeVar *) $4->object;
			n->sequence->relpersistence = $2;
			n->if_not_exists = $4->if_flag;
			n->options = $5;
			$$ = N(n);
		}
	;

%type <list> seq_options opt_paren_seq_options seq_option_list;
seq_options:
	seq_option_list
	| /* empty */						{ $$ = NIL; }
	;

opt_paren_seq_options:
	'(' seq_option_list ')'				{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

seq_option_list:
	seq_option							{ $$ = ONE($1); }
	| seq_option_list seq_option		{ $$ = lappend($1, $2); }
	;

%type <node> seq_option;
seq_option:
	K_AS simple_type					{ $$ = DEF("as", $2, @1); }
	| K_CACHE num_value					{ $$ = DEF("cache", $2, @1); }
	| K_CYCLE							{ $$ = DEF("cycle", makeBoolean(true), @1); }
	| K_NO K_CYCLE						{ $$ = DEF("cycle", makeBoolean(false), @1); }
	| K_INCREMENT opt_by num_value		{ $$ = DEF("increment", $3, @1); }
	| K_MAXVALUE num_value				{ $$ = DEF("maxvalue", $2, @1); }
	| K_MINVALUE num_value				{ $$ = DEF("minvalue", $2, @1); }
	| K_NO K_MAXVALUE					{ $$ = DEF("maxvalue", NULL, @1); }
	| K_NO K_MINVALUE					{ $$ = DEF("minvalue", NULL, @1); }
	| K_OWNED K_BY any_name				{ $$ = DEF("owned_by", $3, @1); }
	| K_SEQUENCE K_NAME any_name		{ $$ = DEF("sequence_name", $3, @1); }
	| K_START opt_with_word num_value	{ $$ = DEF("start", $3, @1); }
	| K_RESTART							{ $$ = DEF("restart", NULL, @1); }
	| K_RESTART opt_with_word num_value	{ $$ = DEF("restart", $3, @1); }
	;

opt_by:
	K_BY
	| /* empty */
	;

opt_with_word:
	K_WITH
	| WITH_LA
	| /* empty */
	;

/* ==== functions ==== */

%type <list> func_params opt_func_params func_params_result func_options func_option_list;
%type <node> func_param func_param_default func_option func_body transform_type;
%type <type> func_type func_return;
%type <ival> param_mode;
%type <str> param_name;
%type <flag> is_procedure;

create_function_stmt:
	K_CREATE opt_replace is_procedure func_name func_params_result K_RETURNS func_return
		func_options func_body
		{
			CreateFunctionStmt *n = makeNode(CreateFunctionStmt);

			n->is_procedure = $3;
			n->replace = $2;
			n->funcname = $4;
			n->parameters = $5;
			n->returnType = $7;
			n->options = $8;
			n->sql_body = $9;
			$$ = N(n);
		}
	| K_CREATE opt_replace is_procedure func_name func_params_result K_RETURNS K_TABLE
		'(' table_params ')' func_options func_body
		{
			CreateFunctionStmt *n = makeNode(CreateFunctionStmt);

			n->is_procedure = $3;
			n->replace = $2;
			n->funcname = $4;
			n->parameters = gram_table_func_columns($5, $9, yyscanner);
			n->returnType = gram_table_func_type($9);
			n->returnType->location = @7;
			n->options = $11;
			n->sql_body = $12;
			$$ = N(n);
		}
	| K_CREATE opt_replace is_procedure func_name func_params_result func_options func_body
		{
			CreateFunctionStmt *n = makeNode(CreateFunctionStmt);

			n->is_procedure = $3;
			n->replace = $2;
			n->funcname = $4;
			n->parameters = $5;
			n->options = $6;
			n->sql_body = $7;
			$$ = N(n);
		}
	;

is_procedure:
	K_FUNCTION							{ $$ = false; }
	| K_PROCEDURE						{ $$ = true; }
	;

func_params_result:
	'(' ')'								{ $$ = NIL; }
	| '(' func_params_default ')'		{ $$ = $2; }
	;

%type <list> func_params_default table_params;
func_params_default:
	func_param_default					{ $$ = ONE($1); }
	| func_params_default ',' func_param_default	{ $$ = lappend($1, $3); }
	;

func_param_default:
	func_param
	| func_param K_DEFAULT expr
		{
			((FunctionParameter *) $1)->defexpr = $3;
			$$ = $1;
		}
	| func_param '=' expr
		{
			((FunctionParameter *) $1)->defexpr = $3;
			$$ = $1;
		}
	;

table_params:
	table_param							{ $$ = ONE($1); }
	| table_params ',' table_param		{ $$ = lappend($1, $3); }
	;

%type <node> table_param;
table_param:
	param_name func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->name = $1;
			n->argType = $2;
			n->mode = FUNC_PARAM_TABLE;
			$$ = N(n);
		}
	;

opt_func_params:
	'(' ')'								{ $$ = NIL; }
	| '(' func_params ')'				{ $$ = $2; }
	;

func_params:
	func_param							{ $$ = ONE($1); }
	| func_params ',' func_param		{ $$ = lappend($1, $3); }
	;

func_param:
	param_mode param_name func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->name = $2;
			n->argType = $3;
			n->mode = $1;
			$$ = N(n);
		}
	| param_name param_mode func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->name = $1;
			n->argType = $3;
			n->mode = $2;
			$$ = N(n);
		}
	| param_name func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->name = $1;
			n->argType = $2;
			n->mode = FUNC_PARAM_DEFAULT;
			$$ = N(n);
		}
	| param_mode func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->argType = $2;
			n->mode = $1;
			$$ = N(n);
		}
	| func_type
		{
			FunctionParameter *n = makeNode(FunctionParameter);

			n->argType = $1;
			n->mode = FUNC_PARAM_DEFAULT;
			$$ = N(n);
		}
	;

param_mode:
	K_IN								{ $$ = FUNC_PARAM_IN; }
	| K_OUT								{ $$ = FUNC_PARAM_OUT; }
	| K_INOUT							{ $$ = FUNC_PARAM_INOUT; }
	| K_IN K_OUT						{ $$ = FUNC_PARAM_INOUT; }
	| K_VARIADIC						{ $$ = FUNC_PARAM_VARIADIC; }
	;

param_name:
	type_func_name
	;

func_return:
	func_type
	;

func_type:
	type_name
	| type_func_name dotted '%' K_TYPE
		{
			$$ = makeTypeNameFromNameList(lcons(makeString($1), $2));
			$$->pct_type = true;
			$$->location = @1;
		}
	| K_SETOF type_func_name dotted '%' K_TYPE
		{
			$$ = makeTypeNameFromNameList(lcons(makeString($2), $3));
			$$->pct_type = true;
			$$->setof = true;
			$$->location = @2;
		}
	;

func_options:
	func_option_list
	| /* empty */						{ $$ = NIL; }
	;

func_option_list:
	func_option							{ $$ = ONE($1); }
	| func_option_list func_option		{ $$ = lappend($1, $2); }
	;

func_option:
	K_AS SCONST							{ $$ = DEF("as", ONE(makeString($2)), @1); }
	| K_AS SCONST ',' SCONST
		{ $$ = DEF("as", list_make2(makeString($2), makeString($4)), @1); }
	| K_LANGUAGE word_or_string			{ $$ = DEF("language", makeString($2), @1); }
	| K_TRANSFORM transform_type		{ $$ = DEF("transform", $2, @1); }
	| K_WINDOW							{ $$ = DEF("window", makeBoolean(true), @1); }
	| common_func_option
	;

%type <node> common_func_option;
common_func_option:
	K_CALLED K_ON K_NULL K_INPUT		{ $$ = DEF("strict", makeBoolean(false), @1); }
	| K_RETURNS K_NULL K_ON K_NULL K_INPUT	{ $$ = DEF("strict", makeBoolean(true), @1); }
	| K_STRICT							{ $$ = DEF("strict", makeBoolean(true), @1); }
	| K_IMMUTABLE						{ $$ = DEF("volatility", makeString("immutable"), @1); }
	| K_STABLE							{ $$ = DEF("volatility", makeString("stable"), @1); }
	| K_VOLATILE						{ $$ = DEF("volatility", makeString("volatile"), @1); }
	| K_EXTERNAL K_SECURITY K_DEFINER	{ $$ = DEF("security", makeBoolean(true), @1); }
	| K_EXTERNAL K_SECURITY K_INVOKER	{ $$ = DEF("security", makeBoolean(false), @1); }
	| K_SECURITY K_DEFINER				{ $$ = DEF("security", makeBoolean(true), @1); }
	| K_SECURITY K_INVOKER				{ $$ = DEF("security", makeBoolean(false), @1); }
	| K_LEAKPROOF						{ $$ = DEF("leakproof", makeBoolean(true), @1); }
	| K_NOT K_LEAKPROOF					{ $$ = DEF("leakproof", makeBoolean(false), @1); }
	| K_COST num_value					{ $$ = DEF("cost", $2, @1); }
	| K_ROWS num_value					{ $$ = DEF("rows", $2, @1); }
	| K_SUPPORT any_name				{ $$ = DEF("support", $2, @1); }
	| K_PARALLEL col_id					{ $$ = DEF("parallel", makeString($2), @1); }
	| K_SET set_item					{ $$ = DEF("set", $2, @1); }
	| reset_item						{ $$ = DEF("set", $1, @1); }
	;

transform_type:
	K_FOR K_TYPE type_name				{ $$ = N(ONE($3)); }
	| transform_type ',' K_FOR K_TYPE type_name	{ $$ = N(lappend((List *) $1, $5)); }
	;

func_body:
	K_RETURN expr
		{
			ReturnStmt *r = makeNode(ReturnStmt);

			r->returnval = $2;
			$$ = N(r);
		}
	| K_BEGIN K_ATOMIC					{ UNSUPPORTED("BEGIN ATOMIC", @1); $$ = NULL; }
	| /* empty */						{ $$ = NULL; }
	;

%type <str> word_or_string;
word_or_string:
	non_reserved
	| SCONST
	;

/* ==== types, operators, aggregates ==== */

%type <list> opt_enum_values enum_values opt_composite composite aggr_args aggr_arg_list;
%type <list> old_aggr_definition old_aggr_list;

create_type_stmt:
	K_CREATE opt_replace K_AGGREGATE func_name aggr_args definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_AGGREGATE;
			n->replace = $2;
			n->defnames = $4;
			n->args = $5;
			n->definition = $6;
			$$ = N(n);
		}
	| K_CREATE opt_replace K_AGGREGATE func_name old_aggr_definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_AGGREGATE;
			n->oldstyle = true;
			n->replace = $2;
			n->defnames = $4;
			n->definition = $5;
			$$ = N(n);
		}
	| K_CREATE K_OPERATOR any_operator definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_OPERATOR;
			n->defnames = $3;
			n->definition = $4;
			$$ = N(n);
		}
	| K_CREATE K_TYPE any_name definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_TYPE;
			n->defnames = $3;
			n->definition = $4;
			$$ = N(n);
		}
	| K_CREATE K_TYPE any_name
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_TYPE;
			n->defnames = $3;
			$$ = N(n);
		}
	| K_CREATE K_TYPE any_name K_AS '(' opt_composite ')'
		{
			CompositeTypeStmt *n = makeNode(CompositeTypeStmt);

			n->typevar = gram_range_var($3, @3, yyscanner);
			n->coldeflist = $6;
			$$ = N(n);
		}
	| K_CREATE K_TYPE any_name K_AS K_ENUM '(' opt_enum_values ')'
		{
			CreateEnumStmt *n = makeNode(CreateEnumStmt);

			n->typeName = $3;
			n->vals = $7;
			$$ = N(n);
		}
	| K_CREATE K_TYPE any_name K_AS K_RANGE definition
		{
			CreateRangeStmt *n = makeNode(CreateRangeStmt);

			n->typeName = $3;
			n->params = $6;
			$$ = N(n);
		}
	| K_CREATE K_COLLATION any_name definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_COLLATION;
			n->defnames = $3;
			n->definition = $4;
			$$ = N(n);
		}
	| K_CREATE K_COLLATION K_IF K_NOT K_EXISTS any_name definition
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_COLLATION;
			n->defnames = $6;
			n->definition = $7;
			n->if_not_exists = true;
			$$ = N(n);
		}
	| K_CREATE K_COLLATION any_name K_FROM any_name
		{
			DefineStmt *n = makeNode(DefineStmt);

			n->kind = OBJECT_COLLATION;
			n->defnames = $3;
			n->definition = ONE(DEF("from", $5, @5));
			$$ = N(n);
		}
	| K_CREATE K_DOMAIN any_name opt_as type_name column_quals
		{
			CreateDomainStmt *n = makeNode(CreateDomainStmt);
			ColumnDef  *col = makeNode(ColumnDef);

			/* the clauses of a domain are those of a column */
			gram_column_quals(col, $6, yyscanner);
			n->domainname = $3;
			n->typeName = $5;
			n->collClause = col->collClause;
			n->constraints = col->constraints;
			$$ = N(n);
		}
	;

opt_as:
	K_AS
	| /* empty */
	;

opt_enum_values:
	enum_values
	| /* empty */						{ $$ = NIL; }
	;

enum_values:
	SCONST								{ $$ = ONE(makeString($1)); }
	| enum_values ',' SCONST			{ $$ = lappend($1, makeString($3)); }
	;

opt_composite:
	composite
	| /* empty */						{ $$ = NIL; }
	;

composite:
	table_func_elem						{ $$ = ONE($1); }
	| composite ',' table_func_elem		{ $$ = lappend($1, $3); }
	;

/* Two members: the parameters, and how many are direct, or -1. */
aggr_args:
	'(' '*' ')'
		{ $$ = list_make2(NIL, makeInteger(-1)); }
	| '(' aggr_arg_list ')'
		{ $$ = list_make2($2, makeInteger(-1)); }
	| '(' K_ORDER K_BY aggr_arg_list ')'
		{ $$ = list_make2($4, makeInteger(0)); }
	| '(' aggr_arg_list K_ORDER K_BY aggr_arg_list ')'
		{ $$ = list_make2(list_concat($2, $5), makeInteger(list_length($2))); }
	;

aggr_arg_list:
	func_param							{ $$ = ONE($1); }
	| aggr_arg_list ',' func_param		{ $$ = lappend($1, $3); }
	;

old_aggr_definition:
	'(' old_aggr_list ')'				{ $$ = $2; }
	;

old_aggr_list:
	IDENT '=' definition_arg			{ $$ = ONE(DEF($1, $3, @1)); }
	| old_aggr_list ',' IDENT '=' definition_arg	{ $$ = lappend($1, DEF($3, $5, @3)); }
	;

/* ==== triggers and rules ==== */

%type <ival> trigger_timing opt_trigger_each;
%type <list> trigger_event_list trigger_event_item trigger_args opt_trigger_refs trigger_refs;
%type <node> trigger_when trigger_ref trigger_arg;
%type <range> opt_constraint_from;

create_trigger_stmt:
	K_CREATE opt_replace K_TRIGGER name trigger_timing trigger_event_list K_ON qualified_name
		opt_trigger_refs opt_trigger_each trigger_when K_EXECUTE function_or_procedure
		func_name '(' trigger_args ')'
		{
			CreateTrigStmt *n = makeNode(CreateTrigStmt);

			n->replace = $2;
			n->trigname = $4;
			n->timing = $5;
			n->events = intVal(linitial($6));
			n->columns = (List *) lsecond($6);
			n->relation = $8;
			n->transitionRels = $9;
			n->row = $10;
			n->whenClause = $11;
			n->funcname = $14;
			n->args = $16;
			$$ = N(n);
		}
	| K_CREATE opt_replace K_CONSTRAINT K_TRIGGER name K_AFTER trigger_event_list K_ON
		qualified_name opt_constraint_from cas K_FOR K_EACH K_ROW trigger_when K_EXECUTE
		function_or_procedure func_name '(' trigger_args ')'
		{
			CreateTrigStmt *n = makeNode(CreateTrigStmt);

			if ($2)
				UNSUPPORTED("CREATE OR REPLACE CONSTRAINT TRIGGER", @1);
			n->isconstraint = true;
			n->trigname = $5;
			n->timing = TRIGGER_TYPE_AFTER;
			n->events = intVal(linitial($7));
			n->columns = (List *) lsecond($7);
			n->relation = $9;
			n->constrrel = $10;
			gram_apply_cas($11, @11, "TRIGGER", &n->deferrable,
						   &n->initdeferred, NULL, NULL, yyscanner);
			n->row = true;
			n->whenClause = $15;
			n->funcname = $18;
			n->args = $20;
			$$ = N(n);
		}
	;

trigger_timing:
	K_BEFORE							{ $$ = TRIGGER_TYPE_BEFORE; }
	| K_AFTER							{ $$ = TRIGGER_TYPE_AFTER; }
	| K_INSTEAD K_OF					{ $$ = TRIGGER_TYPE_INSTEAD; }
	;

/* Two members: the event bits, and the columns of UPDATE OF. */
trigger_event_list:
	trigger_event_item
	| trigger_event_list K_OR trigger_event_item
		{
			int			bits = intVal(linitial($1));

			if (bits & intVal(linitial($3)))
				ERROR_AT("duplicate trigger events specified", @3);
			$$ = list_make2(makeInteger(bits | intVal(linitial($3))),
							list_concat((List *) lsecond($1), (List *) lsecond($3)));
		}
	;

trigger_event_item:
	K_INSERT							{ $$ = list_make2(makeInteger(TRIGGER_TYPE_INSERT), NIL); }
	| K_DELETE							{ $$ = list_make2(makeInteger(TRIGGER_TYPE_DELETE), NIL); }
	| K_UPDATE							{ $$ = list_make2(makeInteger(TRIGGER_TYPE_UPDATE), NIL); }
	| K_UPDATE K_OF key_list			{ $$ = list_make2(makeInteger(TRIGGER_TYPE_UPDATE), $3); }
	| K_TRUNCATE						{ $$ = list_make2(makeInteger(TRIGGER_TYPE_TRUNCATE), NIL); }
	;

opt_trigger_refs:
	K_REFERENCING trigger_refs			{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

trigger_refs:
	trigger_ref							{ $$ = ONE($1); }
	| trigger_refs trigger_ref			{ $$ = lappend($1, $2); }
	;

trigger_ref:
	new_or_old table_or_row opt_as col_id
		{
			TriggerTransition *n = makeNode(TriggerTransition);

			n->isNew = $1;
			n->isTable = $2;
			n->name = $4;
			$$ = N(n);
		}
	;

%type <flag> new_or_old table_or_row;
new_or_old:
	K_NEW								{ $$ = true; }
	| K_OLD								{ $$ = false; }
	;

table_or_row:
	K_TABLE								{ $$ = true; }
	| K_ROW								{ $$ = false; }
	;

opt_trigger_each:
	K_FOR opt_each K_ROW				{ $$ = 1; }
	| K_FOR opt_each K_STATEMENT		{ $$ = 0; }
	| /* empty */						{ $$ = 0; }
	;

opt_each:
	K_EACH
	| /* empty */
	;

trigger_when:
	K_WHEN '(' expr ')'					{ $$ = $3; }
	| /* empty */						{ $$ = NULL; }
	;

function_or_procedure:
	K_FUNCTION
	| K_PROCEDURE
	;

trigger_args:
	trigger_arg							{ $$ = ONE($1); }
	| trigger_args ',' trigger_arg		{ $$ = lappend($1, $3); }
	| /* empty */						{ $$ = NIL; }
	;

trigger_arg:
	ICONST								{ $$ = STR(psprintf("%d", $1)); }
	| FCONST							{ $$ = STR($1); }
	| SCONST							{ $$ = STR($1); }
	| any_label							{ $$ = STR($1); }
	;

opt_constraint_from:
	K_FROM qualified_name				{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

rule_stmt:
	K_CREATE opt_replace K_RULE name K_AS K_ON rule_event K_TO qualified_name where_clause
		K_DO opt_instead rule_actions
		{
			RuleStmt   *n = makeNode(RuleStmt);

			n->replace = $2;
			n->rulename = $4;
			n->event = $7;
			n->relation = $9;
			n->whereClause = $10;
			n->instead = $12;
			n->actions = $13;
			$$ = N(n);
		}
	;

%type <ival> rule_event;
rule_event:
	K_SELECT							{ $$ = CMD_SELECT; }
	| K_UPDATE							{ $$ = CMD_UPDATE; }
	| K_DELETE							{ $$ = CMD_DELETE; }
	| K_INSERT							{ $$ = CMD_INSERT; }
	;

%type <flag> opt_instead;
opt_instead:
	K_INSTEAD							{ $$ = true; }
	| K_ALSO							{ $$ = false; }
	| /* empty */						{ $$ = false; }
	;

%type <list> rule_actions rule_action_multi;
%type <node> rule_action rule_action_or_empty;
rule_actions:
	K_NOTHING							{ $$ = NIL; }
	| rule_action						{ $$ = ONE($1); }
	| '(' rule_action_multi ')'			{ $$ = $2; }
	;

rule_action_multi:
	rule_action_multi ';' rule_action_or_empty
		{ $$ = $3 != NULL ? lappend($1, $3) : $1; }
	| rule_action_or_empty
		{ $$ = $1 != NULL ? ONE($1) : NIL; }
	;

rule_action_or_empty:
	rule_action
	| /* empty */						{ $$ = NULL; }
	;

rule_action:
	query_stmt
	| insert_stmt
	| update_stmt
	| delete_stmt
	| K_NOTIFY col_id
		{
			NotifyStmt *n = makeNode(NotifyStmt);

			n->conditionname = $2;
			$$ = N(n);
		}
	;

/* ==== extensions, casts, languages, statistics, tablespaces ==== */

create_misc_stmt:
	K_CREATE K_EXTENSION name opt_with_word extension_options
		{
			CreateExtensionStmt *n = makeNode(CreateExtensionStmt);

			n->extname = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_CREATE K_EXTENSION K_IF K_NOT K_EXISTS name opt_with_word extension_options
		{
			CreateExtensionStmt *n = makeNode(CreateExtensionStmt);

			n->extname = $6;
			n->if_not_exists = true;
			n->options = $8;
			$$ = N(n);
		}
	| K_CREATE K_CAST '(' type_name K_AS type_name ')' K_WITH K_FUNCTION func_object cast_context
		{
			CreateCastStmt *n = makeNode(CreateCastStmt);

			n->sourcetype = $4;
			n->targettype = $6;
			n->func = (ObjectWithArgs *) $10;
			n->context = $11;
			$$ = N(n);
		}
	| K_CREATE K_CAST '(' type_name K_AS type_name ')' K_WITHOUT K_FUNCTION cast_context
		{
			CreateCastStmt *n = makeNode(CreateCastStmt);

			n->sourcetype = $4;
			n->targettype = $6;
			n->context = $10;
			$$ = N(n);
		}
	| K_CREATE K_CAST '(' type_name K_AS type_name ')' K_WITH K_INOUT cast_context
		{
			CreateCastStmt *n = makeNode(CreateCastStmt);

			n->sourcetype = $4;
			n->targettype = $6;
			n->context = $10;
			n->inout = true;
			$$ = N(n);
		}
	| K_CREATE opt_replace opt_trusted opt_procedural K_LANGUAGE name
		{
			/* without handler, the language is an extension's */
			CreateExtensionStmt *n = makeNode(CreateExtensionStmt);

			n->if_not_exists = $2;
			n->extname = $6;
			$$ = N(n);
		}
	| K_CREATE opt_replace opt_trusted opt_procedural K_LANGUAGE name K_HANDLER any_name
		opt_inline opt_validator
		{
			CreatePLangStmt *n = makeNode(CreatePLangStmt);

			n->replace = $2;
			n->plname = $6;
			n->plhandler = $8;
			n->plinline = $9;
			n->plvalidator = $10;
			n->pltrusted = $3;
			$$ = N(n);
		}
	| K_CREATE opt_default K_CONVERSION any_name K_FOR SCONST K_TO SCONST K_FROM any_name
		{
			CreateConversionStmt *n = makeNode(CreateConversionStmt);

			n->def = $2;
			n->conversion_name = $4;
			n->for_encoding_name = $6;
			n->to_encoding_name = $8;
			n->func_name = $10;
			$$ = N(n);
		}
	| K_CREATE K_STATISTICS any_name opt_name_list K_ON stats_params K_FROM from_list
		{
			CreateStatsStmt *n = makeNode(CreateStatsStmt);

			n->defnames = $3;
			n->stat_types = $4;
			n->exprs = $6;
			n->relations = $8;
			$$ = N(n);
		}
	| K_CREATE K_STATISTICS K_IF K_NOT K_EXISTS any_name opt_name_list K_ON stats_params
		K_FROM from_list
		{
			CreateStatsStmt *n = makeNode(CreateStatsStmt);

			n->defnames = $6;
			n->stat_types = $7;
			n->exprs = $9;
			n->relations = $11;
			n->if_not_exists = true;
			$$ = N(n);
		}
	| K_CREATE K_TABLESPACE name tablespace_owner K_LOCATION SCONST with_options_only
		{
			CreateTableSpaceStmt *n = makeNode(CreateTableSpaceStmt);

			n->tablespacename = $3;
			n->owner = (RoleSpec *) $4;
			n->location = $6;
			n->options = $7;
			$$ = N(n);
		}
	;

%type <list> extension_options stats_params opt_inline opt_validator;
%type <node> extension_option stats_param tablespace_owner func_object;
%type <ival> cast_context;
%type <flag> opt_trusted opt_default;

extension_options:
	extension_options extension_option	{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

extension_option:
	K_SCHEMA name						{ $$ = DEF("schema", makeString($2), @1); }
	| K_VERSION word_or_string			{ $$ = DEF("new_version", makeString($2), @1); }
	| K_FROM word_or_string
		{ UNSUPPORTED("CREATE EXTENSION ... FROM", @1); $$ = NULL; }
	| K_CASCADE							{ $$ = DEF("cascade", makeBoolean(true), @1); }
	;

cast_context:
	K_AS K_IMPLICIT						{ $$ = COERCION_IMPLICIT; }
	| K_AS K_ASSIGNMENT					{ $$ = COERCION_ASSIGNMENT; }
	| /* empty */						{ $$ = COERCION_EXPLICIT; }
	;

opt_trusted:
	K_TRUSTED							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_procedural:
	K_PROCEDURAL
	| /* empty */
	;

opt_inline:
	K_INLINE any_name					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

opt_validator:
	K_VALIDATOR any_name				{ $$ = $2; }
	| K_NO K_VALIDATOR					{ $$ = NIL; }
	| /* empty */						{ $$ = NIL; }
	;

opt_default:
	K_DEFAULT							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

stats_params:
	stats_param							{ $$ = ONE($1); }
	| stats_params ',' stats_param		{ $$ = lappend($1, $3); }
	;

stats_param:
	col_id
		{
			StatsElem  *n = makeNode(StatsElem);

			n->name = $1;
			$$ = N(n);
		}
	| func_expr_windowless
		{
			StatsElem  *n = makeNode(StatsElem);

			n->expr = $1;
			$$ = N(n);
		}
	| '(' expr ')'
		{
			StatsElem  *n = makeNode(StatsElem);

			n->expr = $2;
			$$ = N(n);
		}
	;

tablespace_owner:
	K_OWNER role						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

/* ==== databases and roles ==== */

%type <list> db_options db_option_list role_options alter_role_options;
%type <node> db_option role_option alter_role_option db_option_value;
%type <str> db_option_name;
%type <ival> role_kind;

create_database_stmt:
	K_CREATE K_DATABASE name opt_with_word db_options
		{
			CreatedbStmt *n = makeNode(CreatedbStmt);

			n->dbname = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER K_DATABASE name K_WITH db_option_list
		{
			AlterDatabaseStmt *n = makeNode(AlterDatabaseStmt);

			n->dbname = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER K_DATABASE name db_option_list
		{
			AlterDatabaseStmt *n = makeNode(AlterDatabaseStmt);

			n->dbname = $3;
			n->options = $4;
			$$ = N(n);
		}
	| K_ALTER K_DATABASE name K_SET K_TABLESPACE name
		{
			AlterDatabaseStmt *n = makeNode(AlterDatabaseStmt);

			n->dbname = $3;
			n->options = ONE(DEF("tablespace", makeString($6), @6));
			$$ = N(n);
		}
	| K_ALTER K_DATABASE name K_REFRESH K_COLLATION K_VERSION
		{
			AlterDatabaseRefreshCollStmt *n = makeNode(AlterDatabaseRefreshCollStmt);

			n->dbname = $3;
			$$ = N(n);
		}
	| K_ALTER K_DATABASE name set_or_reset
		{
			AlterDatabaseSetStmt *n = makeNode(AlterDatabaseSetStmt);

			n->dbname = $3;
			n->setstmt = (VariableSetStmt *) $4;
			$$ = N(n);
		}
	| K_DROP K_DATABASE name
		{
			DropdbStmt *n = makeNode(DropdbStmt);

			n->dbname = $3;
			$$ = N(n);
		}
	| K_DROP K_DATABASE K_IF K_EXISTS name
		{
			DropdbStmt *n = makeNode(DropdbStmt);

			n->dbname = $5;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_DROP K_DATABASE name opt_with_word '(' dropdb_options ')'
		{
			DropdbStmt *n = makeNode(DropdbStmt);

			n->dbname = $3;
			n->options = $6;
			$$ = N(n);
		}
	| K_DROP K_DATABASE K_IF K_EXISTS name opt_with_word '(' dropdb_options ')'
		{
			DropdbStmt *n = makeNode(DropdbStmt);

			n->dbname = $5;
			n->missing_ok = true;
			n->options = $8;
			$$ = N(n);
		}
	;

%type <list> dropdb_options;
dropdb_options:
	K_FORCE								{ $$ = ONE(DEF("force", NULL, @1)); }
	| dropdb_options ',' K_FORCE		{ $$ = lappend($1, DEF("force", NULL, @3)); }
	;

db_options:
	db_option_list
	| /* empty */						{ $$ = NIL; }
	;

db_option_list:
	db_option							{ $$ = ONE($1); }
	| db_option_list db_option			{ $$ = lappend($1, $2); }
	;

db_option:
	db_option_name opt_equal db_option_value	{ $$ = DEF($1, $3, @1); }
	;

opt_equal:
	'='
	| /* empty */
	;

db_option_name:
	IDENT
	| K_CONNECTION K_LIMIT				{ $$ = pstrdup("connection_limit"); }
	| K_ENCODING						{ $$ = pstrdup($1); }
	| K_LOCATION						{ $$ = pstrdup($1); }
	| K_OWNER							{ $$ = pstrdup($1); }
	| K_TABLESPACE						{ $$ = pstrdup($1); }
	| K_TEMPLATE						{ $$ = pstrdup($1); }
	;

db_option_value:
	num_value
	| bool_or_string					{ $$ = STR($1); }
	| K_DEFAULT							{ $$ = NULL; }
	;

%type <str> bool_or_string;
bool_or_string:
	K_TRUE								{ $$ = pstrdup("true"); }
	| K_FALSE							{ $$ = pstrdup("false"); }
	| K_ON								{ $$ = pstrdup("on"); }
	| word_or_string
	;

create_role_stmt:
	K_CREATE role_kind role_name opt_with_word role_options
		{
			CreateRoleStmt *n = makeNode(CreateRoleStmt);

			n->stmt_type = $2;
			n->role = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER role_or_user role opt_with_word alter_role_options
		{
			AlterRoleStmt *n = makeNode(AlterRoleStmt);

			n->role = (RoleSpec *) $3;
			n->action = 1;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER role_or_user role opt_in_database set_or_reset
		{
			AlterRoleSetStmt *n = makeNode(AlterRoleSetStmt);

			n->role = (RoleSpec *) $3;
			n->database = $4;
			n->setstmt = (VariableSetStmt *) $5;
			$$ = N(n);
		}
	| K_ALTER role_or_user K_ALL opt_in_database set_or_reset
		{
			AlterRoleSetStmt *n = makeNode(AlterRoleSetStmt);

			n->database = $4;
			n->setstmt = (VariableSetStmt *) $5;
			$$ = N(n);
		}
	| K_ALTER K_GROUP role K_ADD K_USER role_list
		{
			AlterRoleStmt *n = makeNode(AlterRoleStmt);

			n->role = (RoleSpec *) $3;
			n->action = 1;
			n->options = ONE(DEF("rolemembers", $6, @6));
			$$ = N(n);
		}
	| K_ALTER K_GROUP role K_DROP K_USER role_list
		{
			AlterRoleStmt *n = makeNode(AlterRoleStmt);

			n->role = (RoleSpec *) $3;
			n->action = -1;
			n->options = ONE(DEF("rolemembers", $6, @6));
			$$ = N(n);
		}
	| K_DROP role_kind role_list
		{
			DropRoleStmt *n = makeNode(DropRoleStmt);

			n->roles = $3;
			$$ = N(n);
		}
	| K_DROP role_kind K_IF K_EXISTS role_list
		{
			DropRoleStmt *n = makeNode(DropRoleStmt);

			n->roles = $5;
			n->missing_ok = true;
			$$ = N(n);
		}
	;

role_kind:
	K_ROLE								{ $$ = ROLESTMT_ROLE; }
	| K_USER							{ $$ = ROLESTMT_USER; }
	| K_GROUP							{ $$ = ROLESTMT_GROUP; }
	;

role_or_user:
	K_ROLE
	| K_USER
	;

%type <str> opt_in_database;
opt_in_database:
	K_IN K_DATABASE name				{ $$ = $3; }
	| /* empty */						{ $$ = NULL; }
	;

role_options:
	role_options role_option			{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

alter_role_options:
	alter_role_options alter_role_option	{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

alter_role_option:
	K_PASSWORD SCONST					{ $$ = DEF("password", makeString($2), @1); }
	| K_PASSWORD K_NULL					{ $$ = DEF("password", NULL, @1); }
	| K_ENCRYPTED K_PASSWORD SCONST		{ $$ = DEF("password", makeString($3), @1); }
	| K_UNENCRYPTED K_PASSWORD SCONST
		{
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("UNENCRYPTED PASSWORD is no longer supported"),
					 errhint("Leave out UNENCRYPTED; the password is stored encrypted."),
					 scanner_errposition(@1, yyscanner)));
		}
	| K_INHERIT							{ $$ = DEF("inherit", makeBoolean(true), @1); }
	| K_CONNECTION K_LIMIT signed_int	{ $$ = DEF("connectionlimit", makeInteger($3), @1); }
	| K_VALID K_UNTIL SCONST			{ $$ = DEF("validUntil", makeString($3), @1); }
	| K_USER role_list					{ $$ = DEF("rolemembers", $2, @1); }
	| IDENT								{ $$ = N(gram_role_option($1, @1, yyscanner)); }
	;

role_option:
	alter_role_option
	| K_SYSID ICONST					{ $$ = DEF("sysid", makeInteger($2), @1); }
	| K_ADMIN role_list					{ $$ = DEF("adminmembers", $2, @1); }
	| K_ROLE role_list					{ $$ = DEF("rolemembers", $2, @1); }
	| K_IN K_ROLE role_list				{ $$ = DEF("addroleto", $3, @1); }
	| K_IN K_GROUP role_list			{ $$ = DEF("addroleto", $3, @1); }
	;

/* ==== some object: DROP, COMMENT, ALTER ... RENAME / OWNER / SET SCHEMA ==== */

%type <ival> qualified_kind simple_kind relation_kind on_table_kind function_kind;
%type <object> any_object;
%type <list> func_objects oper_objects aggr_objects;
%type <node> oper_object aggr_object;

/* Relations with columns, by which ALTER TABLE works. */
relation_kind:
	K_TABLE								{ $$ = OBJECT_TABLE; }
	| K_SEQUENCE						{ $$ = OBJECT_SEQUENCE; }
	| K_VIEW							{ $$ = OBJECT_VIEW; }
	| K_MATERIALIZED K_VIEW				{ $$ = OBJECT_MATVIEW; }
	| K_INDEX							{ $$ = OBJECT_INDEX; }
	;

/* Others with a name that may have a schema. */
qualified_kind:
	K_COLLATION							{ $$ = OBJECT_COLLATION; }
	| K_CONVERSION						{ $$ = OBJECT_CONVERSION; }
	| K_STATISTICS						{ $$ = OBJECT_STATISTIC_EXT; }
	| K_TEXT K_SEARCH K_PARSER			{ $$ = OBJECT_TSPARSER; }
	| K_TEXT K_SEARCH K_DICTIONARY		{ $$ = OBJECT_TSDICTIONARY; }
	| K_TEXT K_SEARCH K_TEMPLATE		{ $$ = OBJECT_TSTEMPLATE; }
	| K_TEXT K_SEARCH K_CONFIGURATION	{ $$ = OBJECT_TSCONFIGURATION; }
	;

/* Those whose name never has one. */
simple_kind:
	K_EXTENSION							{ $$ = OBJECT_EXTENSION; }
	| opt_procedural K_LANGUAGE			{ $$ = OBJECT_LANGUAGE; }
	| K_SCHEMA							{ $$ = OBJECT_SCHEMA; }
	| K_ACCESS K_METHOD					{ $$ = OBJECT_ACCESS_METHOD; }
	| K_EVENT K_TRIGGER					{ $$ = OBJECT_EVENT_TRIGGER; }
	| K_PUBLICATION						{ $$ = OBJECT_PUBLICATION; }
	;

on_table_kind:
	K_TRIGGER							{ $$ = OBJECT_TRIGGER; }
	| K_RULE							{ $$ = OBJECT_RULE; }
	| K_POLICY							{ $$ = OBJECT_POLICY; }
	;

function_kind:
	K_FUNCTION							{ $$ = OBJECT_FUNCTION; }
	| K_PROCEDURE						{ $$ = OBJECT_PROCEDURE; }
	| K_ROUTINE							{ $$ = OBJECT_ROUTINE; }
	;

func_object:
	func_name opt_func_params			{ $$ = N(gram_func_object($1, $2, yyscanner)); }
	| type_func_kw
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = ONE(makeString(pstrdup($1)));
			n->args_unspecified = true;
			$$ = N(n);
		}
	| col_id
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = ONE(makeString($1));
			n->args_unspecified = true;
			$$ = N(n);
		}
	| col_id indirection
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = gram_check_func_name(lcons(makeString($1), $2), yyscanner);
			n->args_unspecified = true;
			$$ = N(n);
		}
	;

func_objects:
	func_object							{ $$ = ONE($1); }
	| func_objects ',' func_object		{ $$ = lappend($1, $3); }
	;

aggr_object:
	func_name aggr_args
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = $1;
			n->objargs = gram_aggr_types($2);
			n->objfuncargs = (List *) linitial($2);
			$$ = N(n);
		}
	;

aggr_objects:
	aggr_object							{ $$ = ONE($1); }
	| aggr_objects ',' aggr_object		{ $$ = lappend($1, $3); }
	;

oper_object:
	any_operator '(' type_name ',' type_name ')'
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = $1;
			n->objargs = list_make2($3, $5);
			$$ = N(n);
		}
	| any_operator '(' K_NONE ',' type_name ')'
		{
			ObjectWithArgs *n = makeNode(ObjectWithArgs);

			n->objname = $1;
			n->objargs = list_make2(NULL, $5);
			$$ = N(n);
		}
	| any_operator '(' type_name ')'
		{
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("missing argument"),
					 errhint("A unary operator has NONE as its other argument."),
					 scanner_errposition(@4, yyscanner)));
		}
	;

oper_objects:
	oper_object							{ $$ = ONE($1); }
	| oper_objects ',' oper_object		{ $$ = lappend($1, $3); }
	;

/* One object of a kind that COMMENT ON may name. */
any_object:
	relation_kind any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
			$$->name = N($2);
		}
	| K_COLUMN any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_COLUMN;
			$$->name = N($2);
		}
	| K_CONSTRAINT name K_ON any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_TABCONSTRAINT;
			$$->name = N(lappend($4, makeString($2)));
		}
	| K_CONSTRAINT name K_ON K_DOMAIN any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_DOMCONSTRAINT;
			$$->name = N(list_make2(makeTypeNameFromNameList($5), makeString($2)));
		}
	| on_table_kind name K_ON any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
			$$->name = N(lappend($4, makeString($2)));
		}
	| K_CAST '(' type_name K_AS type_name ')'
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_CAST;
			$$->name = N(list_make2($3, $5));
		}
	| named_object
	;

/* Those that ALTER ... OWNER TO and SET SCHEMA may name, without relations. */
%type <object> named_object;
named_object:
	qualified_kind any_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
			$$->name = N($2);
		}
	| simple_kind name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
			$$->name = STR($2);
		}
	| K_DATABASE name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_DATABASE;
			$$->name = STR($2);
		}
	| K_TABLESPACE name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_TABLESPACE;
			$$->name = STR($2);
		}
	| role_or_user_kind role_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_ROLE;
			$$->name = STR($2);
		}
	| K_TYPE type_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_TYPE;
			$$->name = N($2);
		}
	| K_DOMAIN type_name
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_DOMAIN;
			$$->name = N($2);
		}
	| function_kind func_object
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
			$$->name = $2;
		}
	| K_AGGREGATE aggr_object
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_AGGREGATE;
			$$->name = $2;
		}
	| K_OPERATOR oper_object
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_OPERATOR;
			$$->name = $2;
		}
	| K_LARGE K_OBJECT num_value
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = OBJECT_LARGEOBJECT;
			$$->name = $3;
		}
	;

role_or_user_kind:
	K_ROLE
	;

comment_stmt:
	K_COMMENT K_ON any_object K_IS comment_text
		{
			CommentStmt *n = makeNode(CommentStmt);

			n->objtype = $3->kind;
			n->object = $3->name;
			n->comment = $5;
			$$ = N(n);
		}
	;

%type <str> comment_text;
comment_text:
	SCONST
	| K_NULL							{ $$ = NULL; }
	;

drop_behavior:
	K_CASCADE							{ $$ = DROP_CASCADE; }
	| K_RESTRICT						{ $$ = DROP_RESTRICT; }
	| /* empty */						{ $$ = DROP_RESTRICT; }
	;

%type <object> drop_kind_any drop_kind_simple;
%type <list> drop_targets simple_targets type_targets;

drop_stmt:
	K_DROP drop_kind_any drop_targets drop_behavior
		{ $$ = gram_drop($2, $3, $4); }
	| K_DROP drop_kind_any K_IF K_EXISTS any_name_list drop_behavior
		{
			$2->missing_ok = true;
			$$ = gram_drop($2, $5, $6);
		}
	| K_DROP K_INDEX K_CONCURRENTLY any_name_list drop_behavior
		{
			GramObject	o = {.kind = OBJECT_INDEX};

			$$ = gram_drop(&o, $4, $5);
			((DropStmt *) $$)->concurrent = true;
		}
	| K_DROP K_INDEX K_CONCURRENTLY K_IF K_EXISTS any_name_list drop_behavior
		{
			GramObject	o = {.kind = OBJECT_INDEX, .missing_ok = true};

			$$ = gram_drop(&o, $6, $7);
			((DropStmt *) $$)->concurrent = true;
		}
	| K_DROP drop_kind_simple simple_targets drop_behavior
		{ $$ = gram_drop($2, $3, $4); }
	| K_DROP drop_kind_simple K_IF K_EXISTS name_list drop_behavior
		{
			$2->missing_ok = true;
			$$ = gram_drop($2, $5, $6);
		}
	| K_DROP type_or_domain type_targets drop_behavior
		{
			GramObject	o = {.kind = $2};

			$$ = gram_drop(&o, $3, $4);
		}
	| K_DROP type_or_domain K_IF K_EXISTS type_list drop_behavior
		{
			GramObject	o = {.kind = $2, .missing_ok = true};

			$$ = gram_drop(&o, $5, $6);
		}
	| K_DROP on_table_kind name K_ON any_name drop_behavior
		{
			GramObject	o = {.kind = $2};

			$$ = gram_drop(&o, ONE(lappend($5, makeString($3))), $6);
		}
	| K_DROP on_table_kind K_IF K_EXISTS name K_ON any_name drop_behavior
		{
			GramObject	o = {.kind = $2, .missing_ok = true};

			$$ = gram_drop(&o, ONE(lappend($7, makeString($5))), $8);
		}
	| K_DROP function_kind func_objects drop_behavior
		{
			GramObject	o = {.kind = $2};

			$$ = gram_drop(&o, $3, $4);
		}
	| K_DROP function_kind K_IF K_EXISTS func_objects drop_behavior
		{
			GramObject	o = {.kind = $2, .missing_ok = true};

			$$ = gram_drop(&o, $5, $6);
		}
	| K_DROP K_AGGREGATE aggr_objects drop_behavior
		{
			GramObject	o = {.kind = OBJECT_AGGREGATE};

			$$ = gram_drop(&o, $3, $4);
		}
	| K_DROP K_AGGREGATE K_IF K_EXISTS aggr_objects drop_behavior
		{
			GramObject	o = {.kind = OBJECT_AGGREGATE, .missing_ok = true};

			$$ = gram_drop(&o, $5, $6);
		}
	| K_DROP K_OPERATOR oper_objects drop_behavior
		{
			GramObject	o = {.kind = OBJECT_OPERATOR};

			$$ = gram_drop(&o, $3, $4);
		}
	| K_DROP K_OPERATOR K_IF K_EXISTS oper_objects drop_behavior
		{
			GramObject	o = {.kind = OBJECT_OPERATOR, .missing_ok = true};

			$$ = gram_drop(&o, $5, $6);
		}
	| K_DROP K_CAST '(' type_name K_AS type_name ')' drop_behavior
		{
			GramObject	o = {.kind = OBJECT_CAST};

			$$ = gram_drop(&o, ONE(list_make2($4, $6)), $8);
		}
	| K_DROP K_CAST K_IF K_EXISTS '(' type_name K_AS type_name ')' drop_behavior
		{
			GramObject	o = {.kind = OBJECT_CAST, .missing_ok = true};

			$$ = gram_drop(&o, ONE(list_make2($6, $8)), $10);
		}
	| K_DROP K_TABLESPACE name
		{
			DropTableSpaceStmt *n = makeNode(DropTableSpaceStmt);

			n->tablespacename = $3;
			$$ = N(n);
		}
	| K_DROP K_TABLESPACE K_IF K_EXISTS name
		{
			DropTableSpaceStmt *n = makeNode(DropTableSpaceStmt);

			n->tablespacename = $5;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_DROP K_OWNED K_BY role_list drop_behavior
		{
			DropOwnedStmt *n = makeNode(DropOwnedStmt);

			n->roles = $4;
			n->behavior = $5;
			$$ = N(n);
		}
	;

drop_kind_any:
	relation_kind
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
		}
	| qualified_kind
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
		}
	;

drop_targets:
	any_name_list
	;

drop_kind_simple:
	simple_kind
		{
			$$ = palloc0(sizeof(GramObject));
			$$->kind = $1;
		}
	;

simple_targets:
	name_list
	;

%type <ival> type_or_domain;
type_or_domain:
	K_TYPE								{ $$ = OBJECT_TYPE; }
	| K_DOMAIN							{ $$ = OBJECT_DOMAIN; }
	;

type_targets:
	type_list
	;

/* ==== ALTER ==== */

%type <action> generic_action;
%type <list> table_cmds;
%type <node> table_cmd partition_cmd alter_default opt_using_expr replica_identity;
%type <list> func_alters type_cmds domain_args;
%type <node> type_cmd enum_neighbor;
%type <node> identity_option set_item set_or_reset reset_item set_rest set_generic;
%type <list> identity_options var_list;
%type <node> var_value;
%type <str> var_name encoding_name;
%type <ival> reindex_kind;

generic_action:
	K_RENAME K_TO name
		{
			$$ = palloc0(sizeof(GramAction));
			$$->what = 'r';
			$$->name = $3;
		}
	| K_OWNER K_TO role
		{
			$$ = palloc0(sizeof(GramAction));
			$$->what = 'o';
			$$->owner = $3;
		}
	| K_SET K_SCHEMA name
		{
			$$ = palloc0(sizeof(GramAction));
			$$->what = 's';
			$$->name = $3;
		}
	;

/* ---- ALTER of whatever has only the generic actions, or few others ---- */

rename_stmt:
	K_ALTER qualified_kind any_name generic_action
		{ $$ = gram_alter($2, N($3), $4, @2, yyscanner); }
	| K_ALTER simple_kind name generic_action
		{ $$ = gram_alter($2, STR($3), $4, @2, yyscanner); }
	| K_ALTER K_DATABASE name generic_action
		{ $$ = gram_alter(OBJECT_DATABASE, STR($3), $4, @2, yyscanner); }
	| K_ALTER K_TABLESPACE name generic_action
		{ $$ = gram_alter(OBJECT_TABLESPACE, STR($3), $4, @2, yyscanner); }
	| K_ALTER K_TYPE any_name generic_action
		{ $$ = gram_alter(OBJECT_TYPE, N($3), $4, @2, yyscanner); }
	| K_ALTER K_DOMAIN any_name generic_action
		{ $$ = gram_alter(OBJECT_DOMAIN, N($3), $4, @2, yyscanner); }
	| K_ALTER K_AGGREGATE aggr_object generic_action
		{ $$ = gram_alter(OBJECT_AGGREGATE, $3, $4, @2, yyscanner); }
	| K_ALTER K_OPERATOR oper_object generic_action
		{ $$ = gram_alter(OBJECT_OPERATOR, $3, $4, @2, yyscanner); }
	| K_ALTER function_kind func_object generic_action
		{ $$ = gram_alter($2, $3, $4, @2, yyscanner); }
	| K_ALTER K_LARGE K_OBJECT num_value generic_action
		{ $$ = gram_alter(OBJECT_LARGEOBJECT, $4, $5, @2, yyscanner); }
	| K_ALTER role_or_user role K_RENAME K_TO role_name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_ROLE;
			n->subname = ((RoleSpec *) $3)->rolename;
			n->newname = $6;
			$$ = N(n);
		}
	| K_ALTER K_GROUP role K_RENAME K_TO role_name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_ROLE;
			n->subname = ((RoleSpec *) $3)->rolename;
			n->newname = $6;
			$$ = N(n);
		}
	| K_ALTER on_table_kind name K_ON qualified_name K_RENAME K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = $2;
			n->relation = $5;
			n->subname = $3;
			n->newname = $8;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation K_RENAME K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = $2;
			n->relation = (RangeVar *) $3->object;
			n->newname = $6;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation K_RENAME name K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_COLUMN;
			n->relationType = $2;
			n->relation = (RangeVar *) $3->object;
			n->subname = $5;
			n->newname = $7;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation K_RENAME K_COLUMN name K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_COLUMN;
			n->relationType = $2;
			n->relation = (RangeVar *) $3->object;
			n->subname = $6;
			n->newname = $8;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation K_RENAME K_CONSTRAINT name K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_TABCONSTRAINT;
			n->relation = (RangeVar *) $3->object;
			n->subname = $6;
			n->newname = $8;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation K_SET K_SCHEMA name
		{
			AlterObjectSchemaStmt *n = makeNode(AlterObjectSchemaStmt);

			n->objectType = $2;
			n->relation = (RangeVar *) $3->object;
			n->newschema = $6;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER K_DOMAIN any_name K_RENAME K_CONSTRAINT name K_TO name
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_DOMCONSTRAINT;
			n->object = N($3);
			n->subname = $6;
			n->newname = $8;
			$$ = N(n);
		}
	| K_ALTER K_TYPE any_name K_RENAME K_ATTRIBUTE name K_TO name drop_behavior
		{
			RenameStmt *n = makeNode(RenameStmt);

			n->renameType = OBJECT_ATTRIBUTE;
			n->relationType = OBJECT_TYPE;
			n->relation = gram_range_var($3, @3, yyscanner);
			n->subname = $6;
			n->newname = $8;
			n->behavior = $9;
			$$ = N(n);
		}
	;

alter_stmt:
	K_ALTER relation_kind old_relation table_cmds
		{
			AlterTableStmt *n = makeNode(AlterTableStmt);

			n->relation = (RangeVar *) $3->object;
			n->cmds = $4;
			n->objtype = $2;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation partition_cmd
		{
			AlterTableStmt *n = makeNode(AlterTableStmt);

			n->relation = (RangeVar *) $3->object;
			n->cmds = ONE($4);
			n->objtype = $2;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind old_relation seq_option_list
		{
			AlterSeqStmt *n = makeNode(AlterSeqStmt);

			if ($2 != OBJECT_SEQUENCE)
				ERROR_AT("syntax error", @4);
			n->sequence = (RangeVar *) $3->object;
			n->options = $4;
			n->missing_ok = $3->if_flag;
			$$ = N(n);
		}
	| K_ALTER relation_kind K_ALL K_IN K_TABLESPACE name K_SET K_TABLESPACE name opt_nowait
		{
			AlterTableMoveAllStmt *n = makeNode(AlterTableMoveAllStmt);

			n->orig_tablespacename = $6;
			n->objtype = $2;
			n->new_tablespacename = $9;
			n->nowait = $10;
			$$ = N(n);
		}
	| K_ALTER K_TABLESPACE name K_SET rel_options
		{
			AlterTableSpaceOptionsStmt *n = makeNode(AlterTableSpaceOptionsStmt);

			n->tablespacename = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER K_TABLESPACE name K_RESET rel_options
		{
			AlterTableSpaceOptionsStmt *n = makeNode(AlterTableSpaceOptionsStmt);

			n->tablespacename = $3;
			n->options = $5;
			n->isReset = true;
			$$ = N(n);
		}
	| K_ALTER simple_kind name K_UPDATE alter_extension_options
		{
			if ($2 != OBJECT_EXTENSION)
				parser_yyerror_at("syntax error", @4, yyscanner);
			AlterExtensionStmt *n = makeNode(AlterExtensionStmt);

			n->extname = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER simple_kind name add_or_drop any_object
		{
			if ($2 != OBJECT_EXTENSION)
				parser_yyerror_at("syntax error", @4, yyscanner);
			AlterExtensionContentsStmt *n = makeNode(AlterExtensionContentsStmt);

			n->extname = $3;
			n->action = $4;
			n->objtype = $5->kind;
			n->object = $5->name;
			$$ = N(n);
		}
	| K_ALTER function_kind func_object func_alters opt_restrict_word
		{
			AlterFunctionStmt *n = makeNode(AlterFunctionStmt);

			n->objtype = $2;
			n->func = (ObjectWithArgs *) $3;
			n->actions = $4;
			$$ = N(n);
		}
	| K_ALTER qualified_kind any_name K_SET K_STATISTICS signed_int
		{
			if ($2 != OBJECT_STATISTIC_EXT)
				parser_yyerror_at("syntax error", @5, yyscanner);
			AlterStatsStmt *n = makeNode(AlterStatsStmt);

			n->defnames = $3;
			n->stxstattarget = $6;
			$$ = N(n);
		}
	| K_ALTER qualified_kind any_name K_REFRESH K_VERSION
		{
			if ($2 != OBJECT_COLLATION)
				parser_yyerror_at("syntax error", @4, yyscanner);
			AlterCollationStmt *n = makeNode(AlterCollationStmt);

			n->collname = $3;
			$$ = N(n);
		}
	| K_ALTER K_OPERATOR oper_object K_SET definition
		{
			AlterOperatorStmt *n = makeNode(AlterOperatorStmt);

			n->opername = (ObjectWithArgs *) $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER K_TYPE any_name K_SET definition
		{
			AlterTypeStmt *n = makeNode(AlterTypeStmt);

			n->typeName = $3;
			n->options = $5;
			$$ = N(n);
		}
	| K_ALTER K_TYPE any_name K_ADD K_VALUE new_enum_value
		{
			AlterEnumStmt *n = (AlterEnumStmt *) $6;

			n->typeName = $3;
			$$ = N(n);
		}
	| K_ALTER K_TYPE any_name K_RENAME K_VALUE SCONST K_TO SCONST
		{
			AlterEnumStmt *n = makeNode(AlterEnumStmt);

			n->typeName = $3;
			n->oldVal = $6;
			n->newVal = $8;
			$$ = N(n);
		}
	| K_ALTER K_TYPE any_name type_cmds
		{
			AlterTableStmt *n = makeNode(AlterTableStmt);

			n->relation = gram_range_var($3, @3, yyscanner);
			n->cmds = $4;
			n->objtype = OBJECT_TYPE;
			$$ = N(n);
		}
	| K_ALTER K_DOMAIN any_name domain_args
		{
			AlterDomainStmt *n = (AlterDomainStmt *) linitial($4);

			n->typeName = $3;
			$$ = N(n);
		}
	| K_ALTER K_DEFAULT K_PRIVILEGES default_priv_options default_priv_action
		{
			AlterDefaultPrivilegesStmt *n = makeNode(AlterDefaultPrivilegesStmt);

			n->options = $4;
			n->action = (GrantStmt *) $5;
			$$ = N(n);
		}
	| K_ALTER K_SYSTEM K_SET set_generic
		{
			AlterSystemStmt *n = makeNode(AlterSystemStmt);

			n->setstmt = (VariableSetStmt *) $4;
			$$ = N(n);
		}
	| K_ALTER K_SYSTEM K_RESET var_name
		{
			AlterSystemStmt *n = makeNode(AlterSystemStmt);

			n->setstmt = makeNode(VariableSetStmt);
			n->setstmt->kind = VAR_RESET;
			n->setstmt->name = $4;
			$$ = N(n);
		}
	| K_ALTER K_SYSTEM K_RESET K_ALL
		{
			AlterSystemStmt *n = makeNode(AlterSystemStmt);

			n->setstmt = makeNode(VariableSetStmt);
			n->setstmt->kind = VAR_RESET_ALL;
			$$ = N(n);
		}
	| K_REASSIGN K_OWNED K_BY role_list K_TO role
		{
			ReassignOwnedStmt *n = makeNode(ReassignOwnedStmt);

			n->roles = $4;
			n->newrole = (RoleSpec *) $6;
			$$ = N(n);
		}
	;

%type <flag> opt_nowait;
opt_nowait:
	K_NOWAIT							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

%type <list> alter_extension_options;
alter_extension_options:
	alter_extension_options K_TO word_or_string
		{ $$ = lappend($1, DEF("new_version", makeString($3), @2)); }
	| /* empty */						{ $$ = NIL; }
	;

%type <ival> add_or_drop;
add_or_drop:
	K_ADD								{ $$ = 1; }
	| K_DROP							{ $$ = -1; }
	;

func_alters:
	common_func_option					{ $$ = ONE($1); }
	| func_alters common_func_option	{ $$ = lappend($1, $2); }
	;

opt_restrict_word:
	K_RESTRICT
	| /* empty */
	;

%type <node> new_enum_value;
new_enum_value:
	SCONST enum_neighbor
		{
			AlterEnumStmt *n = (AlterEnumStmt *) $2;

			n->newVal = $1;
			$$ = N(n);
		}
	| K_IF K_NOT K_EXISTS SCONST enum_neighbor
		{
			AlterEnumStmt *n = (AlterEnumStmt *) $5;

			n->newVal = $4;
			n->skipIfNewValExists = true;
			$$ = N(n);
		}
	;

enum_neighbor:
	/* empty */
		{
			AlterEnumStmt *n = makeNode(AlterEnumStmt);

			n->newValIsAfter = true;
			$$ = N(n);
		}
	| K_BEFORE SCONST
		{
			AlterEnumStmt *n = makeNode(AlterEnumStmt);

			n->newValNeighbor = $2;
			$$ = N(n);
		}
	| K_AFTER SCONST
		{
			AlterEnumStmt *n = makeNode(AlterEnumStmt);

			n->newValNeighbor = $2;
			n->newValIsAfter = true;
			$$ = N(n);
		}
	;

type_cmds:
	type_cmd							{ $$ = ONE($1); }
	| type_cmds ',' type_cmd			{ $$ = lappend($1, $3); }
	;

type_cmd:
	K_ADD K_ATTRIBUTE table_func_elem drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_AddColumn;
			n->def = $3;
			n->behavior = $4;
			$$ = N(n);
		}
	| K_DROP K_ATTRIBUTE col_id drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropColumn;
			n->name = $3;
			n->behavior = $4;
			$$ = N(n);
		}
	| K_DROP K_ATTRIBUTE K_IF K_EXISTS col_id drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropColumn;
			n->name = $5;
			n->behavior = $6;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_ALTER K_ATTRIBUTE col_id opt_set_data K_TYPE type_name opt_collate_name drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			ColumnDef  *d = makeNode(ColumnDef);

			d->typeName = $6;
			d->collClause = (CollateClause *) $7;
			d->location = @3;
			n->subtype = AT_AlterColumnType;
			n->name = $3;
			n->def = N(d);
			n->behavior = $8;
			$$ = N(n);
		}
	;

/* One AlterDomainStmt in a list. */
domain_args:
	alter_default
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'T';
			n->def = $1;
			$$ = ONE(n);
		}
	| K_DROP K_NOT K_NULL
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'N';
			$$ = ONE(n);
		}
	| K_SET K_NOT K_NULL
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'O';
			$$ = ONE(n);
		}
	| K_ADD table_constraint
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'C';
			n->def = $2;
			$$ = ONE(n);
		}
	| K_DROP K_CONSTRAINT name drop_behavior
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'X';
			n->name = $3;
			n->behavior = $4;
			$$ = ONE(n);
		}
	| K_DROP K_CONSTRAINT K_IF K_EXISTS name drop_behavior
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'X';
			n->name = $5;
			n->behavior = $6;
			n->missing_ok = true;
			$$ = ONE(n);
		}
	| K_VALIDATE K_CONSTRAINT name
		{
			AlterDomainStmt *n = makeNode(AlterDomainStmt);

			n->subtype = 'V';
			n->name = $3;
			$$ = ONE(n);
		}
	;

/* ---- ALTER TABLE ---- */

table_cmds:
	table_cmd							{ $$ = ONE($1); }
	| table_cmds ',' table_cmd			{ $$ = lappend($1, $3); }
	;

table_cmd:
	K_ADD new_column					{ $$ = $2; }
	| K_ADD K_COLUMN new_column			{ $$ = $3; }
	| K_ALTER opt_column col_id alter_default
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ColumnDefault;
			n->name = $3;
			n->def = $4;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_DROP K_NOT K_NULL
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropNotNull;
			n->name = $3;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET K_NOT K_NULL
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetNotNull;
			n->name = $3;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_DROP K_EXPRESSION
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropExpression;
			n->name = $3;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_DROP K_EXPRESSION K_IF K_EXISTS
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropExpression;
			n->name = $3;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET K_STATISTICS signed_int
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetStatistics;
			n->name = $3;
			n->def = N(makeInteger($6));
			$$ = N(n);
		}
	| K_ALTER opt_column ICONST K_SET K_STATISTICS signed_int
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			if ($3 <= 0 || $3 > PG_INT16_MAX)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("column number must be in range from 1 to %d", PG_INT16_MAX),
						 scanner_errposition(@3, yyscanner)));
			n->subtype = AT_SetStatistics;
			n->num = (int16) $3;
			n->def = N(makeInteger($6));
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET rel_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetOptions;
			n->name = $3;
			n->def = N($5);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_RESET rel_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ResetOptions;
			n->name = $3;
			n->def = N($5);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET K_STORAGE col_id
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetStorage;
			n->name = $3;
			n->def = STR($6);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET K_COMPRESSION col_id
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetCompression;
			n->name = $3;
			n->def = STR($6);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_SET K_COMPRESSION K_DEFAULT
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetCompression;
			n->name = $3;
			n->def = STR(pstrdup("default"));
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_ADD K_GENERATED generated_when K_AS K_IDENTITY
		opt_paren_seq_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			Constraint *c = makeNode(Constraint);

			c->contype = CONSTR_IDENTITY;
			c->generated_when = $6;
			c->options = $9;
			c->location = @5;
			n->subtype = AT_AddIdentity;
			n->name = $3;
			n->def = N(c);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id identity_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetIdentity;
			n->name = $3;
			n->def = N($4);
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_DROP K_IDENTITY
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropIdentity;
			n->name = $3;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id K_DROP K_IDENTITY K_IF K_EXISTS
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropIdentity;
			n->name = $3;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_ALTER opt_column col_id opt_set_data K_TYPE type_name opt_collate_name opt_using_expr
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			ColumnDef  *d = makeNode(ColumnDef);

			d->typeName = $6;
			d->collClause = (CollateClause *) $7;
			d->raw_default = $8;
			d->location = @3;
			n->subtype = AT_AlterColumnType;
			n->name = $3;
			n->def = N(d);
			$$ = N(n);
		}
	| K_DROP opt_column col_id drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropColumn;
			n->name = $3;
			n->behavior = $4;
			$$ = N(n);
		}
	| K_DROP opt_column K_IF K_EXISTS col_id drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropColumn;
			n->name = $5;
			n->behavior = $6;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_ADD table_constraint
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_AddConstraint;
			n->def = $2;
			$$ = N(n);
		}
	| K_ALTER K_CONSTRAINT name cas
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			Constraint *c = makeNode(Constraint);

			c->contype = CONSTR_FOREIGN;
			c->conname = $3;
			gram_apply_cas($4, @4, "ALTER CONSTRAINT", &c->deferrable,
						   &c->initdeferred, NULL, NULL, yyscanner);
			n->subtype = AT_AlterConstraint;
			n->def = N(c);
			$$ = N(n);
		}
	| K_VALIDATE K_CONSTRAINT name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ValidateConstraint;
			n->name = $3;
			$$ = N(n);
		}
	| K_DROP K_CONSTRAINT name drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropConstraint;
			n->name = $3;
			n->behavior = $4;
			$$ = N(n);
		}
	| K_DROP K_CONSTRAINT K_IF K_EXISTS name drop_behavior
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropConstraint;
			n->name = $5;
			n->behavior = $6;
			n->missing_ok = true;
			$$ = N(n);
		}
	| K_SET K_WITHOUT K_OIDS
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropOids;
			$$ = N(n);
		}
	| K_CLUSTER K_ON name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ClusterOn;
			n->name = $3;
			$$ = N(n);
		}
	| K_SET K_WITHOUT K_CLUSTER
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropCluster;
			$$ = N(n);
		}
	| K_SET K_LOGGED
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetLogged;
			$$ = N(n);
		}
	| K_SET K_UNLOGGED
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetUnLogged;
			$$ = N(n);
		}
	| trigger_switch
	| K_INHERIT qualified_name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_AddInherit;
			n->def = N($2);
			$$ = N(n);
		}
	| K_NO K_INHERIT qualified_name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropInherit;
			n->def = N($3);
			$$ = N(n);
		}
	| K_OF any_name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			TypeName   *t = makeTypeNameFromNameList($2);

			t->location = @2;
			n->subtype = AT_AddOf;
			n->def = N(t);
			$$ = N(n);
		}
	| K_NOT K_OF
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DropOf;
			$$ = N(n);
		}
	| K_OWNER K_TO role
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ChangeOwner;
			n->newowner = (RoleSpec *) $3;
			$$ = N(n);
		}
	| K_SET K_ACCESS K_METHOD name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetAccessMethod;
			n->name = $4;
			$$ = N(n);
		}
	| K_SET K_TABLESPACE name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetTableSpace;
			n->name = $3;
			$$ = N(n);
		}
	| K_SET rel_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_SetRelOptions;
			n->def = N($2);
			$$ = N(n);
		}
	| K_RESET rel_options
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ResetRelOptions;
			n->def = N($2);
			$$ = N(n);
		}
	| K_REPLICA K_IDENTITY replica_identity
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_ReplicaIdentity;
			n->def = $3;
			$$ = N(n);
		}
	| row_security_word K_ROW K_LEVEL K_SECURITY
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = $1;
			$$ = N(n);
		}
	;

%type <node> new_column;
new_column:
	column_def
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_AddColumn;
			n->def = $1;
			$$ = N(n);
		}
	| K_IF K_NOT K_EXISTS column_def
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_AddColumn;
			n->def = $4;
			n->missing_ok = true;
			$$ = N(n);
		}
	;

opt_column:
	K_COLUMN
	| /* empty */
	;

opt_set_data:
	K_SET K_DATA
	| /* empty */
	;

opt_using_expr:
	K_USING expr						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

/* The new default, or NULL to drop it. */
alter_default:
	K_SET K_DEFAULT expr				{ $$ = $3; }
	| K_DROP K_DEFAULT					{ $$ = NULL; }
	;

identity_options:
	identity_option						{ $$ = ONE($1); }
	| identity_options identity_option	{ $$ = lappend($1, $2); }
	;

identity_option:
	K_RESTART							{ $$ = DEF("restart", NULL, @1); }
	| K_RESTART opt_with_word num_value	{ $$ = DEF("restart", $3, @1); }
	| K_SET seq_option
		{
			const char *o = ((DefElem *) $2)->defname;

			if (strcmp(o, "as") == 0 || strcmp(o, "restart") == 0 ||
				strcmp(o, "owned_by") == 0)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("sequence option \"%s\" not supported here", o),
						 scanner_errposition(@2, yyscanner)));
			$$ = $2;
		}
	| K_SET K_GENERATED generated_when
		{ $$ = DEF("generated", makeInteger($3), @1); }
	;

%type <ival> trigger_switch_word row_security_word;
%type <node> trigger_switch;
trigger_switch:
	trigger_switch_word name
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = $1;
			n->name = $2;
			$$ = N(n);
		}
	| K_ENABLE K_TRIGGER K_ALL
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_EnableTrigAll;
			$$ = N(n);
		}
	| K_ENABLE K_TRIGGER K_USER
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_EnableTrigUser;
			$$ = N(n);
		}
	| K_DISABLE K_TRIGGER K_ALL
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DisableTrigAll;
			$$ = N(n);
		}
	| K_DISABLE K_TRIGGER K_USER
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);

			n->subtype = AT_DisableTrigUser;
			$$ = N(n);
		}
	;

trigger_switch_word:
	K_ENABLE K_TRIGGER					{ $$ = AT_EnableTrig; }
	| K_ENABLE K_ALWAYS K_TRIGGER		{ $$ = AT_EnableAlwaysTrig; }
	| K_ENABLE K_REPLICA K_TRIGGER		{ $$ = AT_EnableReplicaTrig; }
	| K_DISABLE K_TRIGGER				{ $$ = AT_DisableTrig; }
	| K_ENABLE K_RULE					{ $$ = AT_EnableRule; }
	| K_ENABLE K_ALWAYS K_RULE			{ $$ = AT_EnableAlwaysRule; }
	| K_ENABLE K_REPLICA K_RULE			{ $$ = AT_EnableReplicaRule; }
	| K_DISABLE K_RULE					{ $$ = AT_DisableRule; }
	;

row_security_word:
	K_ENABLE							{ $$ = AT_EnableRowSecurity; }
	| K_DISABLE							{ $$ = AT_DisableRowSecurity; }
	| K_FORCE							{ $$ = AT_ForceRowSecurity; }
	| K_NO K_FORCE						{ $$ = AT_NoForceRowSecurity; }
	;

replica_identity:
	K_NOTHING
		{
			ReplicaIdentityStmt *n = makeNode(ReplicaIdentityStmt);

			n->identity_type = REPLICA_IDENTITY_NOTHING;
			$$ = N(n);
		}
	| K_FULL
		{
			ReplicaIdentityStmt *n = makeNode(ReplicaIdentityStmt);

			n->identity_type = REPLICA_IDENTITY_FULL;
			$$ = N(n);
		}
	| K_DEFAULT
		{
			ReplicaIdentityStmt *n = makeNode(ReplicaIdentityStmt);

			n->identity_type = REPLICA_IDENTITY_DEFAULT;
			$$ = N(n);
		}
	| K_USING K_INDEX name
		{
			ReplicaIdentityStmt *n = makeNode(ReplicaIdentityStmt);

			n->identity_type = REPLICA_IDENTITY_INDEX;
			n->name = $3;
			$$ = N(n);
		}
	;

partition_cmd:
	K_ATTACH K_PARTITION qualified_name partition_bound
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			PartitionCmd *c = makeNode(PartitionCmd);

			c->name = $3;
			c->bound = (PartitionBoundSpec *) $4;
			n->subtype = AT_AttachPartition;
			n->def = N(c);
			$$ = N(n);
		}
	| K_ATTACH K_PARTITION qualified_name
		{
			/* of an index */
			AlterTableCmd *n = makeNode(AlterTableCmd);
			PartitionCmd *c = makeNode(PartitionCmd);

			c->name = $3;
			n->subtype = AT_AttachPartition;
			n->def = N(c);
			$$ = N(n);
		}
	| K_DETACH K_PARTITION qualified_name opt_concurrently
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			PartitionCmd *c = makeNode(PartitionCmd);

			c->name = $3;
			c->concurrent = $4;
			n->subtype = AT_DetachPartition;
			n->def = N(c);
			$$ = N(n);
		}
	| K_DETACH K_PARTITION qualified_name K_FINALIZE
		{
			AlterTableCmd *n = makeNode(AlterTableCmd);
			PartitionCmd *c = makeNode(PartitionCmd);

			c->name = $3;
			n->subtype = AT_DetachPartitionFinalize;
			n->def = N(c);
			$$ = N(n);
		}
	;

/* ==== privileges ==== */

%type <list> privileges privilege_list grantees default_priv_options;
%type <node> privilege grantee privilege_target default_priv_action default_priv_option;
%type <node> opt_granted_by;
%type <flag> grant_option admin_option;
%type <ival> all_in_schema_kind default_priv_kind;

grant_stmt:
	grant_only
	| revoke_stmt
	;

%type <node> grant_only revoke_stmt;
grant_only:
	K_GRANT privileges K_ON privilege_target K_TO grantees grant_option opt_granted_by
		{
			GrantStmt  *n = (GrantStmt *) $4;

			n->is_grant = true;
			n->privileges = $2;
			n->grantees = $6;
			n->grant_option = $7;
			n->grantor = (RoleSpec *) $8;
			$$ = N(n);
		}
	| K_GRANT privilege_list K_TO role_list admin_option opt_granted_by
		{
			GrantRoleStmt *n = makeNode(GrantRoleStmt);

			n->is_grant = true;
			n->granted_roles = $2;
			n->grantee_roles = $4;
			n->admin_opt = $5;
			n->grantor = (RoleSpec *) $6;
			$$ = N(n);
		}
	;

/* GRANT, which CREATE SCHEMA may contain, and REVOKE, which it may not */
revoke_stmt:
	K_REVOKE privileges K_ON privilege_target K_FROM grantees opt_granted_by drop_behavior
		{
			GrantStmt  *n = (GrantStmt *) $4;

			n->privileges = $2;
			n->grantees = $6;
			n->grantor = (RoleSpec *) $7;
			n->behavior = $8;
			$$ = N(n);
		}
	| K_REVOKE K_GRANT K_OPTION K_FOR privileges K_ON privilege_target K_FROM grantees
		opt_granted_by drop_behavior
		{
			GrantStmt  *n = (GrantStmt *) $7;

			n->grant_option = true;
			n->privileges = $5;
			n->grantees = $9;
			n->grantor = (RoleSpec *) $10;
			n->behavior = $11;
			$$ = N(n);
		}
	| K_REVOKE privilege_list K_FROM role_list opt_granted_by drop_behavior
		{
			GrantRoleStmt *n = makeNode(GrantRoleStmt);

			n->granted_roles = $2;
			n->grantee_roles = $4;
			n->grantor = (RoleSpec *) $5;
			n->behavior = $6;
			$$ = N(n);
		}
	| K_REVOKE K_ADMIN K_OPTION K_FOR privilege_list K_FROM role_list opt_granted_by
		drop_behavior
		{
			GrantRoleStmt *n = makeNode(GrantRoleStmt);

			n->admin_opt = true;
			n->granted_roles = $5;
			n->grantee_roles = $7;
			n->grantor = (RoleSpec *) $8;
			n->behavior = $9;
			$$ = N(n);
		}
	;

/* ALL is the empty list, or one AccessPriv without name for ALL (columns). */
privileges:
	privilege_list
	| K_ALL								{ $$ = NIL; }
	| K_ALL K_PRIVILEGES				{ $$ = NIL; }
	| K_ALL '(' key_list ')'
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->cols = $3;
			$$ = ONE(n);
		}
	| K_ALL K_PRIVILEGES '(' key_list ')'
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->cols = $4;
			$$ = ONE(n);
		}
	;

privilege_list:
	privilege							{ $$ = ONE($1); }
	| privilege_list ',' privilege		{ $$ = lappend($1, $3); }
	;

privilege:
	K_SELECT opt_key_columns
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->priv_name = pstrdup($1);
			n->cols = $2;
			$$ = N(n);
		}
	| K_REFERENCES opt_key_columns
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->priv_name = pstrdup($1);
			n->cols = $2;
			$$ = N(n);
		}
	| K_CREATE opt_key_columns
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->priv_name = pstrdup($1);
			n->cols = $2;
			$$ = N(n);
		}
	| K_ALTER K_SYSTEM
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->priv_name = pstrdup("alter system");
			$$ = N(n);
		}
	| col_id opt_key_columns
		{
			AccessPriv *n = makeNode(AccessPriv);

			n->priv_name = $1;
			n->cols = $2;
			$$ = N(n);
		}
	;

/* A GrantStmt with its objects. */
privilege_target:
	qualified_names
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_TABLE;
			n->objects = $1;
			$$ = N(n);
		}
	| K_TABLE qualified_names
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_TABLE;
			n->objects = $2;
			$$ = N(n);
		}
	| K_SEQUENCE qualified_names
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_SEQUENCE;
			n->objects = $2;
			$$ = N(n);
		}
	| function_kind func_objects
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = $1;
			n->objects = $2;
			$$ = N(n);
		}
	| K_DATABASE name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_DATABASE;
			n->objects = $2;
			$$ = N(n);
		}
	| K_DOMAIN any_name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_DOMAIN;
			n->objects = $2;
			$$ = N(n);
		}
	| K_LANGUAGE name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_LANGUAGE;
			n->objects = $2;
			$$ = N(n);
		}
	| K_LARGE K_OBJECT num_values
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_LARGEOBJECT;
			n->objects = $3;
			$$ = N(n);
		}
	| K_PARAMETER parameter_names
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_PARAMETER_ACL;
			n->objects = $2;
			$$ = N(n);
		}
	| K_SCHEMA name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_SCHEMA;
			n->objects = $2;
			$$ = N(n);
		}
	| K_TABLESPACE name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_TABLESPACE;
			n->objects = $2;
			$$ = N(n);
		}
	| K_TYPE any_name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->objtype = OBJECT_TYPE;
			n->objects = $2;
			$$ = N(n);
		}
	| K_ALL all_in_schema_kind K_IN K_SCHEMA name_list
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->targtype = ACL_TARGET_ALL_IN_SCHEMA;
			n->objtype = $2;
			n->objects = $5;
			$$ = N(n);
		}
	;

%type <list> num_values parameter_names;
num_values:
	num_value							{ $$ = ONE($1); }
	| num_values ',' num_value			{ $$ = lappend($1, $3); }
	;

parameter_names:
	var_name							{ $$ = ONE(makeString($1)); }
	| parameter_names ',' var_name		{ $$ = lappend($1, makeString($3)); }
	;

all_in_schema_kind:
	K_TABLES							{ $$ = OBJECT_TABLE; }
	| K_SEQUENCES						{ $$ = OBJECT_SEQUENCE; }
	| K_FUNCTIONS						{ $$ = OBJECT_FUNCTION; }
	| K_PROCEDURES						{ $$ = OBJECT_PROCEDURE; }
	| K_ROUTINES						{ $$ = OBJECT_ROUTINE; }
	;

grantees:
	grantee								{ $$ = ONE($1); }
	| grantees ',' grantee				{ $$ = lappend($1, $3); }
	;

grantee:
	role
	| K_GROUP role						{ $$ = $2; }
	;

grant_option:
	K_WITH K_GRANT K_OPTION				{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

admin_option:
	K_WITH K_ADMIN K_OPTION				{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_granted_by:
	K_GRANTED K_BY role					{ $$ = $3; }
	| /* empty */						{ $$ = NULL; }
	;

default_priv_options:
	default_priv_options default_priv_option	{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

default_priv_option:
	K_IN K_SCHEMA name_list				{ $$ = DEF("schemas", $3, @1); }
	| K_FOR K_ROLE role_list			{ $$ = DEF("roles", $3, @1); }
	| K_FOR K_USER role_list			{ $$ = DEF("roles", $3, @1); }
	;

default_priv_action:
	K_GRANT privileges K_ON default_priv_kind K_TO grantees grant_option
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->is_grant = true;
			n->targtype = ACL_TARGET_DEFAULTS;
			n->objtype = $4;
			n->privileges = $2;
			n->grantees = $6;
			n->grant_option = $7;
			$$ = N(n);
		}
	| K_REVOKE privileges K_ON default_priv_kind K_FROM grantees drop_behavior
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->targtype = ACL_TARGET_DEFAULTS;
			n->objtype = $4;
			n->privileges = $2;
			n->grantees = $6;
			n->behavior = $7;
			$$ = N(n);
		}
	| K_REVOKE K_GRANT K_OPTION K_FOR privileges K_ON default_priv_kind K_FROM grantees
		drop_behavior
		{
			GrantStmt  *n = makeNode(GrantStmt);

			n->targtype = ACL_TARGET_DEFAULTS;
			n->objtype = $7;
			n->privileges = $5;
			n->grantees = $9;
			n->grant_option = true;
			n->behavior = $10;
			$$ = N(n);
		}
	;

default_priv_kind:
	K_TABLES							{ $$ = OBJECT_TABLE; }
	| K_FUNCTIONS						{ $$ = OBJECT_FUNCTION; }
	| K_ROUTINES						{ $$ = OBJECT_FUNCTION; }
	| K_SEQUENCES						{ $$ = OBJECT_SEQUENCE; }
	| K_TYPES							{ $$ = OBJECT_TYPE; }
	| K_SCHEMAS							{ $$ = OBJECT_SCHEMA; }
	;

/* ==== transactions ==== */

%type <list> transaction_modes opt_transaction_modes;
%type <node> transaction_mode;
%type <flag> opt_chain;
%type <str> isolation_level;

transaction_stmt:
	K_ABORT opt_transaction opt_chain
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_ROLLBACK;
			n->chain = $3;
			$$ = N(n);
		}
	| K_BEGIN opt_transaction opt_transaction_modes
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_BEGIN;
			n->options = $3;
			$$ = N(n);
		}
	| K_START K_TRANSACTION opt_transaction_modes
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_START;
			n->options = $3;
			$$ = N(n);
		}
	| K_COMMIT opt_transaction opt_chain
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_COMMIT;
			n->chain = $3;
			$$ = N(n);
		}
	| K_END opt_transaction opt_chain
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_COMMIT;
			n->chain = $3;
			$$ = N(n);
		}
	| K_ROLLBACK opt_transaction opt_chain
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_ROLLBACK;
			n->chain = $3;
			$$ = N(n);
		}
	| K_SAVEPOINT col_id
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_SAVEPOINT;
			n->savepoint_name = $2;
			$$ = N(n);
		}
	| K_RELEASE savepoint_name
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_RELEASE;
			n->savepoint_name = $2;
			$$ = N(n);
		}
	| K_ROLLBACK opt_transaction K_TO savepoint_name
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_ROLLBACK_TO;
			n->savepoint_name = $4;
			$$ = N(n);
		}
	| K_PREPARE K_TRANSACTION SCONST
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_PREPARE;
			n->gid = $3;
			$$ = N(n);
		}
	| K_COMMIT K_PREPARED SCONST
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_COMMIT_PREPARED;
			n->gid = $3;
			$$ = N(n);
		}
	| K_ROLLBACK K_PREPARED SCONST
		{
			TransactionStmt *n = makeNode(TransactionStmt);

			n->kind = TRANS_STMT_ROLLBACK_PREPARED;
			n->gid = $3;
			$$ = N(n);
		}
	;

opt_transaction:
	K_WORK
	| K_TRANSACTION
	| /* empty */
	;

%type <str> savepoint_name;
savepoint_name:
	col_id
	| K_SAVEPOINT col_id				{ $$ = $2; }
	;

opt_chain:
	K_AND K_CHAIN						{ $$ = true; }
	| K_AND K_NO K_CHAIN				{ $$ = false; }
	| /* empty */						{ $$ = false; }
	;

opt_transaction_modes:
	transaction_modes
	| /* empty */						{ $$ = NIL; }
	;

transaction_modes:
	transaction_mode					{ $$ = ONE($1); }
	| transaction_modes ',' transaction_mode	{ $$ = lappend($1, $3); }
	| transaction_modes transaction_mode	{ $$ = lappend($1, $2); }
	;

transaction_mode:
	K_ISOLATION K_LEVEL isolation_level
		{ $$ = DEF("transaction_isolation", gram_string($3, @3), @1); }
	| K_READ K_ONLY
		{ $$ = DEF("transaction_read_only", gram_int(1, @1), @1); }
	| K_READ K_WRITE
		{ $$ = DEF("transaction_read_only", gram_int(0, @1), @1); }
	| K_DEFERRABLE
		{ $$ = DEF("transaction_deferrable", gram_int(1, @1), @1); }
	| K_NOT K_DEFERRABLE
		{ $$ = DEF("transaction_deferrable", gram_int(0, @1), @1); }
	;

isolation_level:
	K_READ K_UNCOMMITTED				{ $$ = "read uncommitted"; }
	| K_READ K_COMMITTED				{ $$ = "read committed"; }
	| K_REPEATABLE K_READ				{ $$ = "repeatable read"; }
	| K_SERIALIZABLE					{ $$ = "serializable"; }
	;

/* ==== cursors, prepared statements ==== */

%type <ival> cursor_options opt_hold;
%type <node> fetch_args;
%type <list> prepare_types execute_params;

cursor_stmt:
	K_DECLARE cursor_name cursor_options K_CURSOR opt_hold K_FOR query_stmt
		{
			DeclareCursorStmt *n = makeNode(DeclareCursorStmt);

			n->portalname = $2;
			n->options = $3 | $5 | CURSOR_OPT_FAST_PLAN;
			n->query = $7;
			$$ = N(n);
		}
	| K_CLOSE cursor_name
		{
			ClosePortalStmt *n = makeNode(ClosePortalStmt);

			n->portalname = $2;
			$$ = N(n);
		}
	| K_CLOSE K_ALL						{ $$ = N(makeNode(ClosePortalStmt)); }
	| K_FETCH fetch_args				{ $$ = $2; }
	| K_MOVE fetch_args
		{
			((FetchStmt *) $2)->ismove = true;
			$$ = $2;
		}
	;

cursor_options:
	/* empty */							{ $$ = 0; }
	| cursor_options K_NO K_SCROLL		{ $$ = $1 | CURSOR_OPT_NO_SCROLL; }
	| cursor_options K_SCROLL			{ $$ = $1 | CURSOR_OPT_SCROLL; }
	| cursor_options K_BINARY			{ $$ = $1 | CURSOR_OPT_BINARY; }
	| cursor_options K_ASENSITIVE		{ $$ = $1 | CURSOR_OPT_ASENSITIVE; }
	| cursor_options K_INSENSITIVE		{ $$ = $1 | CURSOR_OPT_INSENSITIVE; }
	;

opt_hold:
	K_WITH K_HOLD						{ $$ = CURSOR_OPT_HOLD; }
	| K_WITHOUT K_HOLD					{ $$ = 0; }
	| /* empty */						{ $$ = 0; }
	;

fetch_args:
	cursor_name
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->portalname = $1;
			n->direction = FETCH_FORWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| from_in cursor_name
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->portalname = $2;
			n->direction = FETCH_FORWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| fetch_direction opt_from_in cursor_name
		{
			((FetchStmt *) $1)->portalname = $3;
			$$ = $1;
		}
	;

%type <node> fetch_direction;
fetch_direction:
	K_NEXT
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| K_PRIOR
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_BACKWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| K_FIRST
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_ABSOLUTE;
			n->howMany = 1;
			$$ = N(n);
		}
	| K_LAST
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_ABSOLUTE;
			n->howMany = -1;
			$$ = N(n);
		}
	| K_ABSOLUTE signed_int
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_ABSOLUTE;
			n->howMany = $2;
			$$ = N(n);
		}
	| K_RELATIVE signed_int
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_RELATIVE;
			n->howMany = $2;
			$$ = N(n);
		}
	| signed_int
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = $1;
			$$ = N(n);
		}
	| K_ALL
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = FETCH_ALL;
			$$ = N(n);
		}
	| K_FORWARD
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| K_FORWARD signed_int
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = $2;
			$$ = N(n);
		}
	| K_FORWARD K_ALL
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_FORWARD;
			n->howMany = FETCH_ALL;
			$$ = N(n);
		}
	| K_BACKWARD
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_BACKWARD;
			n->howMany = 1;
			$$ = N(n);
		}
	| K_BACKWARD signed_int
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_BACKWARD;
			n->howMany = $2;
			$$ = N(n);
		}
	| K_BACKWARD K_ALL
		{
			FetchStmt  *n = makeNode(FetchStmt);

			n->direction = FETCH_BACKWARD;
			n->howMany = FETCH_ALL;
			$$ = N(n);
		}
	;

from_in:
	K_FROM
	| K_IN
	;

opt_from_in:
	from_in
	| /* empty */
	;

prepare_stmt:
	K_PREPARE name prepare_types K_AS preparable_stmt
		{
			PrepareStmt *n = makeNode(PrepareStmt);

			n->name = $2;
			n->argtypes = $3;
			n->query = $5;
			$$ = N(n);
		}
	| K_EXECUTE name execute_params
		{
			ExecuteStmt *n = makeNode(ExecuteStmt);

			n->name = $2;
			n->params = $3;
			$$ = N(n);
		}
	| K_DEALLOCATE name
		{
			DeallocateStmt *n = makeNode(DeallocateStmt);

			n->name = $2;
			$$ = N(n);
		}
	| K_DEALLOCATE K_PREPARE name
		{
			DeallocateStmt *n = makeNode(DeallocateStmt);

			n->name = $3;
			$$ = N(n);
		}
	| K_DEALLOCATE K_ALL				{ $$ = N(makeNode(DeallocateStmt)); }
	| K_DEALLOCATE K_PREPARE K_ALL		{ $$ = N(makeNode(DeallocateStmt)); }
	;

prepare_types:
	'(' type_list ')'					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

execute_params:
	'(' expr_list ')'					{ $$ = $2; }
	| /* empty */						{ $$ = NIL; }
	;

/* ==== COPY ==== */

%type <list> copy_options copy_words copy_generic_list star_list;
%type <node> copy_word copy_generic_item copy_generic_arg opt_copy_delimiter;
%type <flag> copy_from opt_program opt_binary;
%type <str> copy_file;

copy_stmt:
	K_COPY opt_binary qualified_name opt_key_columns copy_from opt_program copy_file
		opt_copy_delimiter opt_with_word copy_options where_clause
		{
			CopyStmt   *n = makeNode(CopyStmt);

			n->relation = $3;
			n->attlist = $4;
			n->is_from = $5;
			n->is_program = $6;
			n->filename = $7;
			n->whereClause = $11;
			if ($6 && $7 == NULL)
				ERROR_AT("STDIN/STDOUT not allowed with PROGRAM", @7);
			if (!$5 && $11 != NULL)
				ERROR_AT("WHERE clause not allowed with COPY TO", @11);
			if ($2)
				n->options = ONE(DEF("format", makeString("binary"), @2));
			if ($8 != NULL)
				n->options = lappend(n->options, $8);
			n->options = list_concat(n->options, $10);
			$$ = N(n);
		}
	| K_COPY '(' preparable_stmt ')' K_TO opt_program copy_file opt_with_word copy_options
		{
			CopyStmt   *n = makeNode(CopyStmt);

			n->query = $3;
			n->is_program = $6;
			n->filename = $7;
			n->options = $9;
			if ($6 && $7 == NULL)
				ERROR_AT("STDIN/STDOUT not allowed with PROGRAM", @5);
			$$ = N(n);
		}
	;

copy_from:
	K_FROM								{ $$ = true; }
	| K_TO								{ $$ = false; }
	;

opt_program:
	K_PROGRAM							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_binary:
	K_BINARY							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

copy_file:
	SCONST
	| K_STDIN							{ $$ = NULL; }
	| K_STDOUT							{ $$ = NULL; }
	;

opt_copy_delimiter:
	K_USING K_DELIMITERS SCONST			{ $$ = DEF("delimiter", makeString($3), @2); }
	| K_DELIMITERS SCONST				{ $$ = DEF("delimiter", makeString($2), @1); }
	| /* empty */						{ $$ = NULL; }
	;

copy_options:
	copy_words
	| '(' copy_generic_list ')'			{ $$ = $2; }
	;

copy_words:
	copy_words copy_word				{ $$ = lappend($1, $2); }
	| /* empty */						{ $$ = NIL; }
	;

copy_word:
	K_BINARY							{ $$ = DEF("format", makeString("binary"), @1); }
	| K_FREEZE							{ $$ = DEF("freeze", makeBoolean(true), @1); }
	| K_DELIMITER opt_as SCONST			{ $$ = DEF("delimiter", makeString($3), @1); }
	| K_NULL opt_as SCONST				{ $$ = DEF("null", makeString($3), @1); }
	| K_CSV								{ $$ = DEF("format", makeString("csv"), @1); }
	| K_HEADER							{ $$ = DEF("header", makeBoolean(true), @1); }
	| K_QUOTE opt_as SCONST				{ $$ = DEF("quote", makeString($3), @1); }
	| K_ESCAPE opt_as SCONST			{ $$ = DEF("escape", makeString($3), @1); }
	| K_FORCE K_QUOTE key_list			{ $$ = DEF("force_quote", $3, @1); }
	| K_FORCE K_QUOTE '*'				{ $$ = DEF("force_quote", makeNode(A_Star), @1); }
	| K_FORCE K_NOT K_NULL key_list		{ $$ = DEF("force_not_null", $4, @1); }
	| K_FORCE K_NULL key_list			{ $$ = DEF("force_null", $3, @1); }
	| K_ENCODING SCONST					{ $$ = DEF("encoding", makeString($2), @1); }
	;

copy_generic_list:
	copy_generic_item					{ $$ = ONE($1); }
	| copy_generic_list ',' copy_generic_item	{ $$ = lappend($1, $3); }
	;

copy_generic_item:
	any_label copy_generic_arg			{ $$ = DEF($1, $2, @1); }
	;

copy_generic_arg:
	bool_or_string						{ $$ = STR($1); }
	| num_value
	| '*'								{ $$ = N(makeNode(A_Star)); }
	| '(' star_list ')'					{ $$ = N($2); }
	| /* empty */						{ $$ = NULL; }
	;

star_list:
	bool_or_string						{ $$ = ONE(makeString($1)); }
	| star_list ',' bool_or_string		{ $$ = lappend($1, makeString($3)); }
	;

/* ==== SET, RESET, SHOW ==== */

variable_stmt:
	K_SET set_rest						{ $$ = $2; }
	| K_SET K_LOCAL set_rest
		{
			((VariableSetStmt *) $3)->is_local = true;
			$$ = $3;
		}
	| K_SET K_SESSION set_rest			{ $$ = $3; }
	| K_SET K_CONSTRAINTS constraints_list constraints_mode
		{
			ConstraintsSetStmt *n = makeNode(ConstraintsSetStmt);

			n->constraints = $3;
			n->deferred = $4;
			$$ = N(n);
		}
	| reset_item
	| K_SHOW var_name
		{
			VariableShowStmt *n = makeNode(VariableShowStmt);

			n->name = $2;
			$$ = N(n);
		}
	| K_SHOW K_TIME K_ZONE
		{
			VariableShowStmt *n = makeNode(VariableShowStmt);

			n->name = "timezone";
			$$ = N(n);
		}
	| K_SHOW K_TRANSACTION K_ISOLATION K_LEVEL
		{
			VariableShowStmt *n = makeNode(VariableShowStmt);

			n->name = "transaction_isolation";
			$$ = N(n);
		}
	| K_SHOW K_SESSION K_AUTHORIZATION
		{
			VariableShowStmt *n = makeNode(VariableShowStmt);

			n->name = "session_authorization";
			$$ = N(n);
		}
	| K_SHOW K_ALL
		{
			VariableShowStmt *n = makeNode(VariableShowStmt);

			n->name = "all";
			$$ = N(n);
		}
	;

%type <list> constraints_list;
%type <flag> constraints_mode;
constraints_list:
	K_ALL								{ $$ = NIL; }
	| qualified_names
	;

constraints_mode:
	K_DEFERRED							{ $$ = true; }
	| K_IMMEDIATE						{ $$ = false; }
	;

/* What SET, and SET of a function, may set; then what only SET may. */
set_rest:
	K_TRANSACTION transaction_modes
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_MULTI;
			n->name = "TRANSACTION";
			n->args = $2;
			$$ = N(n);
		}
	| K_SESSION K_CHARACTERISTICS K_AS K_TRANSACTION transaction_modes
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_MULTI;
			n->name = "SESSION CHARACTERISTICS";
			n->args = $5;
			$$ = N(n);
		}
	| set_item
	;

set_generic:
	var_name K_TO var_list
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = $1;
			n->args = $3;
			$$ = N(n);
		}
	| var_name '=' var_list
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = $1;
			n->args = $3;
			$$ = N(n);
		}
	| var_name K_TO K_DEFAULT
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_DEFAULT;
			n->name = $1;
			$$ = N(n);
		}
	| var_name '=' K_DEFAULT
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_DEFAULT;
			n->name = $1;
			$$ = N(n);
		}
	;

set_item:
	set_generic
	| var_name K_FROM K_CURRENT
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_CURRENT;
			n->name = $1;
			$$ = N(n);
		}
	| K_TIME K_ZONE zone_value
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->name = "timezone";
			if ($3 != NULL)
				n->args = ONE($3);
			n->kind = $3 != NULL ? VAR_SET_VALUE : VAR_SET_DEFAULT;
			$$ = N(n);
		}
	| K_CATALOG SCONST					{ UNSUPPORTED("SET CATALOG", @1); $$ = NULL; }
	| K_SCHEMA SCONST
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = "search_path";
			n->args = ONE(gram_string($2, @2));
			$$ = N(n);
		}
	| K_NAMES encoding_name
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->name = "client_encoding";
			n->kind = $2 != NULL ? VAR_SET_VALUE : VAR_SET_DEFAULT;
			if ($2 != NULL)
				n->args = ONE(gram_string($2, @2));
			$$ = N(n);
		}
	| K_ROLE word_or_string
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = "role";
			n->args = ONE(gram_string($2, @2));
			$$ = N(n);
		}
	| K_SESSION K_AUTHORIZATION word_or_string
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = "session_authorization";
			n->args = ONE(gram_string($3, @3));
			$$ = N(n);
		}
	| K_SESSION K_AUTHORIZATION K_DEFAULT
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_DEFAULT;
			n->name = "session_authorization";
			$$ = N(n);
		}
	| K_XML K_OPTION document_or_content
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_VALUE;
			n->name = "xmloption";
			n->args = ONE(gram_string($3, @3));
			$$ = N(n);
		}
	| K_TRANSACTION K_SNAPSHOT SCONST
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_SET_MULTI;
			n->name = "TRANSACTION SNAPSHOT";
			n->args = ONE(gram_string($3, @3));
			$$ = N(n);
		}
	;

%type <str> document_or_content;
document_or_content:
	K_DOCUMENT							{ $$ = "DOCUMENT"; }
	| K_CONTENT							{ $$ = "CONTENT"; }
	;

var_name:
	col_id
	| var_name '.' col_id				{ $$ = psprintf("%s.%s", $1, $3); }
	;

var_list:
	var_value							{ $$ = ONE($1); }
	| var_list ',' var_value			{ $$ = lappend($1, $3); }
	;

var_value:
	bool_or_string						{ $$ = gram_string($1, @1); }
	| ICONST							{ $$ = gram_int($1, @1); }
	| FCONST							{ $$ = gram_float($1, @1); }
	| '+' num_const						{ $$ = $2; }
	| '-' num_const						{ $$ = gram_negate($2, @1); }
	;

encoding_name:
	SCONST
	| K_DEFAULT							{ $$ = NULL; }
	| /* empty */						{ $$ = NULL; }
	;

/* NULL for the default */
%type <node> zone_value;
zone_value:
	SCONST								{ $$ = gram_string($1, @1); }
	| IDENT								{ $$ = gram_string($1, @1); }
	| K_INTERVAL SCONST opt_interval
		{
			TypeName   *t = gram_type("interval", $3, @1);

			if ($3 != NIL && (((A_Const *) linitial($3))->val.ival.ival &
							  ~(INTERVAL_MASK(HOUR) | INTERVAL_MASK(MINUTE))) != 0)
				ERROR_AT("time zone interval must be HOUR or HOUR TO MINUTE", @3);
			$$ = gram_string_cast($2, @2, t);
		}
	| K_INTERVAL '(' ICONST ')' SCONST
		{
			$$ = gram_string_cast($5, @5,
								  gram_type("interval",
											list_make2(gram_int(INTERVAL_FULL_RANGE, -1),
													   gram_int($3, @3)), @1));
		}
	| num_const
	| '+' num_const						{ $$ = $2; }
	| '-' num_const						{ $$ = gram_negate($2, @1); }
	| K_DEFAULT							{ $$ = NULL; }
	| K_LOCAL							{ $$ = NULL; }
	;

reset_item:
	K_RESET var_name
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_RESET;
			n->name = $2;
			$$ = N(n);
		}
	| K_RESET K_TIME K_ZONE
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_RESET;
			n->name = "timezone";
			$$ = N(n);
		}
	| K_RESET K_TRANSACTION K_ISOLATION K_LEVEL
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_RESET;
			n->name = "transaction_isolation";
			$$ = N(n);
		}
	| K_RESET K_SESSION K_AUTHORIZATION
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_RESET;
			n->name = "session_authorization";
			$$ = N(n);
		}
	| K_RESET K_ALL
		{
			VariableSetStmt *n = makeNode(VariableSetStmt);

			n->kind = VAR_RESET_ALL;
			$$ = N(n);
		}
	;

set_or_reset:
	K_SET set_rest						{ $$ = $2; }
	| reset_item
	;

/* ==== VACUUM and other maintenance ==== */

%type <list> vacuum_rels opt_vacuum_rels utility_options utility_option_list;
%type <list> vacuum_words opt_paren_options;
%type <node> vacuum_rel utility_option utility_option_arg;
%type <str> utility_option_name;
%type <flag> opt_verbose opt_restart_seqs;
%type <ival> lock_mode opt_lock_mode;

maintenance_stmt:
	K_VACUUM vacuum_words opt_vacuum_rels
		{
			VacuumStmt *n = makeNode(VacuumStmt);

			n->options = $2;
			n->rels = $3;
			n->is_vacuumcmd = true;
			$$ = N(n);
		}
	| K_VACUUM utility_options opt_vacuum_rels
		{
			VacuumStmt *n = makeNode(VacuumStmt);

			n->options = $2;
			n->rels = $3;
			n->is_vacuumcmd = true;
			$$ = N(n);
		}
	| analyze_word opt_verbose opt_vacuum_rels
		{
			VacuumStmt *n = makeNode(VacuumStmt);

			if ($2)
				n->options = ONE(DEF("verbose", NULL, @2));
			n->rels = $3;
			$$ = N(n);
		}
	| analyze_word utility_options opt_vacuum_rels
		{
			VacuumStmt *n = makeNode(VacuumStmt);

			n->options = $2;
			n->rels = $3;
			$$ = N(n);
		}
	| K_CLUSTER opt_verbose qualified_name cluster_index
		{
			ClusterStmt *n = makeNode(ClusterStmt);

			n->relation = $3;
			n->indexname = $4;
			if ($2)
				n->params = ONE(DEF("verbose", NULL, @2));
			$$ = N(n);
		}
	| K_CLUSTER utility_options qualified_name cluster_index
		{
			ClusterStmt *n = makeNode(ClusterStmt);

			n->relation = $3;
			n->indexname = $4;
			n->params = $2;
			$$ = N(n);
		}
	| K_CLUSTER opt_verbose
		{
			ClusterStmt *n = makeNode(ClusterStmt);

			if ($2)
				n->params = ONE(DEF("verbose", NULL, @2));
			$$ = N(n);
		}
	| K_CLUSTER opt_verbose name K_ON qualified_name
		{
			ClusterStmt *n = makeNode(ClusterStmt);

			n->relation = $5;
			n->indexname = $3;
			if ($2)
				n->params = ONE(DEF("verbose", NULL, @2));
			$$ = N(n);
		}
	| K_REINDEX opt_paren_options reindex_kind opt_concurrently qualified_name
		{
			ReindexStmt *n = makeNode(ReindexStmt);

			n->kind = $3;
			n->params = $2;
			if ($4)
				n->params = lappend(n->params, DEF("concurrently", NULL, @4));
			n->relation = $5;
			$$ = N(n);
		}
	| K_REINDEX opt_paren_options K_SCHEMA opt_concurrently name
		{
			ReindexStmt *n = makeNode(ReindexStmt);

			n->kind = REINDEX_OBJECT_SCHEMA;
			n->params = $2;
			if ($4)
				n->params = lappend(n->params, DEF("concurrently", NULL, @4));
			n->name = $5;
			$$ = N(n);
		}
	| K_REINDEX opt_paren_options system_or_database opt_concurrently name
		{
			ReindexStmt *n = makeNode(ReindexStmt);

			n->kind = $3;
			n->params = $2;
			if ($4)
				n->params = lappend(n->params, DEF("concurrently", NULL, @4));
			n->name = $5;
			$$ = N(n);
		}
	| K_TRUNCATE opt_table relation_exprs opt_restart_seqs drop_behavior
		{
			TruncateStmt *n = makeNode(TruncateStmt);

			n->relations = $3;
			n->restart_seqs = $4;
			n->behavior = $5;
			$$ = N(n);
		}
	| K_LOCK opt_table relation_exprs opt_lock_mode opt_nowait
		{
			LockStmt   *n = makeNode(LockStmt);

			n->relations = $3;
			n->mode = $4;
			n->nowait = $5;
			$$ = N(n);
		}
	| K_CHECKPOINT						{ $$ = N(makeNode(CheckPointStmt)); }
	;

analyze_word:
	K_ANALYZE
	| K_ANALYSE
	;

opt_verbose:
	K_VERBOSE							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

/* VACUUM's options in the order of old: FULL FREEZE VERBOSE ANALYZE. */
vacuum_words:
	opt_full opt_freeze opt_verbose opt_analyze
		{
			$$ = NIL;
			if ($1)
				$$ = lappend($$, DEF("full", NULL, @1));
			if ($2)
				$$ = lappend($$, DEF("freeze", NULL, @2));
			if ($3)
				$$ = lappend($$, DEF("verbose", NULL, @3));
			if ($4)
				$$ = lappend($$, DEF("analyze", NULL, @4));
		}
	;

%type <flag> opt_full opt_freeze opt_analyze;
opt_full:
	K_FULL								{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_freeze:
	K_FREEZE							{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_analyze:
	analyze_word						{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_vacuum_rels:
	vacuum_rels
	| /* empty */						{ $$ = NIL; }
	;

vacuum_rels:
	vacuum_rel							{ $$ = ONE($1); }
	| vacuum_rels ',' vacuum_rel		{ $$ = lappend($1, $3); }
	;

vacuum_rel:
	qualified_name opt_name_list
		{ $$ = N(makeVacuumRelation($1, InvalidOid, $2)); }
	;

/* (OPTION [value], ...) of VACUUM, ANALYZE, EXPLAIN, REINDEX, CLUSTER */
utility_options:
	'(' utility_option_list ')'			{ $$ = $2; }
	;

opt_paren_options:
	utility_options
	| /* empty */						{ $$ = NIL; }
	;

utility_option_list:
	utility_option						{ $$ = ONE($1); }
	| utility_option_list ',' utility_option	{ $$ = lappend($1, $3); }
	;

utility_option:
	utility_option_name utility_option_arg	{ $$ = DEF($1, $2, @1); }
	;

utility_option_name:
	non_reserved
	| analyze_word						{ $$ = pstrdup("analyze"); }
	;

utility_option_arg:
	bool_or_string						{ $$ = STR($1); }
	| num_value
	| /* empty */						{ $$ = NULL; }
	;

%type <str> cluster_index;
cluster_index:
	K_USING name						{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

reindex_kind:
	K_INDEX								{ $$ = REINDEX_OBJECT_INDEX; }
	| K_TABLE							{ $$ = REINDEX_OBJECT_TABLE; }
	;

%type <ival> system_or_database;
system_or_database:
	K_SYSTEM							{ $$ = REINDEX_OBJECT_SYSTEM; }
	| K_DATABASE						{ $$ = REINDEX_OBJECT_DATABASE; }
	;

opt_restart_seqs:
	K_CONTINUE K_IDENTITY				{ $$ = false; }
	| K_RESTART K_IDENTITY				{ $$ = true; }
	| /* empty */						{ $$ = false; }
	;

opt_lock_mode:
	K_IN lock_mode K_MODE				{ $$ = $2; }
	| /* empty */						{ $$ = AccessExclusiveLock; }
	;

lock_mode:
	K_ACCESS K_SHARE					{ $$ = AccessShareLock; }
	| K_ROW K_SHARE						{ $$ = RowShareLock; }
	| K_ROW K_EXCLUSIVE					{ $$ = RowExclusiveLock; }
	| K_SHARE K_UPDATE K_EXCLUSIVE		{ $$ = ShareUpdateExclusiveLock; }
	| K_SHARE							{ $$ = ShareLock; }
	| K_SHARE K_ROW K_EXCLUSIVE			{ $$ = ShareRowExclusiveLock; }
	| K_EXCLUSIVE						{ $$ = ExclusiveLock; }
	| K_ACCESS K_EXCLUSIVE				{ $$ = AccessExclusiveLock; }
	;

/* ==== EXPLAIN ==== */

%type <node> explainable_stmt;

explain_stmt:
	K_EXPLAIN explainable_stmt
		{
			ExplainStmt *n = makeNode(ExplainStmt);

			n->query = $2;
			$$ = N(n);
		}
	| K_EXPLAIN analyze_word opt_verbose explainable_stmt
		{
			ExplainStmt *n = makeNode(ExplainStmt);

			n->query = $4;
			n->options = ONE(DEF("analyze", NULL, @2));
			if ($3)
				n->options = lappend(n->options, DEF("verbose", NULL, @3));
			$$ = N(n);
		}
	| K_EXPLAIN K_VERBOSE explainable_stmt
		{
			ExplainStmt *n = makeNode(ExplainStmt);

			n->query = $3;
			n->options = ONE(DEF("verbose", NULL, @2));
			$$ = N(n);
		}
	| K_EXPLAIN utility_options explainable_stmt
		{
			ExplainStmt *n = makeNode(ExplainStmt);

			n->query = $3;
			n->options = $2;
			$$ = N(n);
		}
	;

explainable_stmt:
	query_stmt
	| insert_stmt
	| update_stmt
	| delete_stmt
	| create_as_stmt
	| cursor_stmt
	| prepare_stmt
	;

/* ==== the rest ==== */

misc_stmt:
	K_DO do_args
		{
			DoStmt	   *n = makeNode(DoStmt);

			n->args = $2;
			$$ = N(n);
		}
	| K_CALL func_app
		{
			CallStmt   *n = makeNode(CallStmt);

			n->funccall = castNode(FuncCall, $2);
			$$ = N(n);
		}
	| K_LOAD SCONST
		{
			LoadStmt   *n = makeNode(LoadStmt);

			n->filename = $2;
			$$ = N(n);
		}
	| K_DISCARD discard_what
		{
			DiscardStmt *n = makeNode(DiscardStmt);

			n->target = $2;
			$$ = N(n);
		}
	| K_NOTIFY col_id notify_payload
		{
			NotifyStmt *n = makeNode(NotifyStmt);

			n->conditionname = $2;
			n->payload = $3;
			$$ = N(n);
		}
	| K_LISTEN col_id
		{
			ListenStmt *n = makeNode(ListenStmt);

			n->conditionname = $2;
			$$ = N(n);
		}
	| K_UNLISTEN col_id
		{
			UnlistenStmt *n = makeNode(UnlistenStmt);

			n->conditionname = $2;
			$$ = N(n);
		}
	| K_UNLISTEN '*'					{ $$ = N(makeNode(UnlistenStmt)); }
	;

%type <list> do_args;
do_args:
	do_arg								{ $$ = ONE($1); }
	| do_args do_arg					{ $$ = lappend($1, $2); }
	;

%type <node> do_arg;
do_arg:
	SCONST								{ $$ = DEF("as", makeString($1), @1); }
	| K_LANGUAGE word_or_string			{ $$ = DEF("language", makeString($2), @1); }
	;

%type <ival> discard_what;
discard_what:
	K_ALL								{ $$ = DISCARD_ALL; }
	| K_TEMP							{ $$ = DISCARD_TEMP; }
	| K_TEMPORARY						{ $$ = DISCARD_TEMP; }
	| K_PLANS							{ $$ = DISCARD_PLANS; }
	| K_SEQUENCES						{ $$ = DISCARD_SEQUENCES; }
	;

%type <str> notify_payload;
notify_payload:
	',' SCONST							{ $$ = $2; }
	| /* empty */						{ $$ = NULL; }
	;

/* ==== what PostgreSQL has, and this server has not ==== */

unsupported_stmt:
	opt_with K_MERGE					{ UNSUPPORTED("MERGE", @2); $$ = NULL; }
	| K_IMPORT							{ UNSUPPORTED("IMPORT FOREIGN SCHEMA", @1); $$ = NULL; }
	| K_SECURITY						{ UNSUPPORTED("SECURITY LABEL", @1); $$ = NULL; }
	| K_CREATE K_ACCESS					{ UNSUPPORTED("CREATE ACCESS METHOD", @1); $$ = NULL; }
	| K_CREATE K_ASSERTION				{ UNSUPPORTED("CREATE ASSERTION", @1); $$ = NULL; }
	| K_CREATE K_EVENT					{ UNSUPPORTED("CREATE EVENT TRIGGER", @1); $$ = NULL; }
	| K_CREATE K_FOREIGN				{ UNSUPPORTED("foreign data", @1); $$ = NULL; }
	| K_CREATE K_OPERATOR K_CLASS		{ UNSUPPORTED("CREATE OPERATOR CLASS", @1); $$ = NULL; }
	| K_CREATE K_OPERATOR K_FAMILY		{ UNSUPPORTED("CREATE OPERATOR FAMILY", @1); $$ = NULL; }
	| K_CREATE K_POLICY					{ UNSUPPORTED("CREATE POLICY", @1); $$ = NULL; }
	| K_CREATE K_PUBLICATION			{ UNSUPPORTED("CREATE PUBLICATION", @1); $$ = NULL; }
	| K_CREATE K_SERVER					{ UNSUPPORTED("CREATE SERVER", @1); $$ = NULL; }
	| K_CREATE K_SUBSCRIPTION			{ UNSUPPORTED("CREATE SUBSCRIPTION", @1); $$ = NULL; }
	| K_CREATE K_TEXT					{ UNSUPPORTED("CREATE TEXT SEARCH", @1); $$ = NULL; }
	| K_CREATE opt_replace K_TRANSFORM	{ UNSUPPORTED("CREATE TRANSFORM", @1); $$ = NULL; }
	| K_ALTER K_FOREIGN					{ UNSUPPORTED("foreign data", @1); $$ = NULL; }
	| K_ALTER K_SERVER					{ UNSUPPORTED("ALTER SERVER", @1); $$ = NULL; }
	| K_ALTER K_SUBSCRIPTION			{ UNSUPPORTED("ALTER SUBSCRIPTION", @1); $$ = NULL; }
	| K_DROP K_FOREIGN					{ UNSUPPORTED("foreign data", @1); $$ = NULL; }
	| K_DROP K_SERVER					{ UNSUPPORTED("DROP SERVER", @1); $$ = NULL; }
	| K_DROP K_SUBSCRIPTION				{ UNSUPPORTED("DROP SUBSCRIPTION", @1); $$ = NULL; }
	| K_DROP K_TRANSFORM				{ UNSUPPORTED("DROP TRANSFORM", @1); $$ = NULL; }
	;

/* The categories of kwlist.h as rules. */
unreserved_kw:
	K_ABORT | K_ABSOLUTE | K_ACCESS | K_ACTION | K_ADD | K_ADMIN | K_AFTER
	| K_AGGREGATE | K_ALSO | K_ALTER | K_ALWAYS | K_ASENSITIVE | K_ASSERTION
	| K_ASSIGNMENT | K_AT | K_ATOMIC | K_ATTACH | K_ATTRIBUTE | K_BACKWARD
	| K_BEFORE | K_BEGIN | K_BREADTH | K_BY | K_CACHE | K_CALL | K_CALLED
	| K_CASCADE | K_CASCADED | K_CATALOG | K_CHAIN | K_CHARACTERISTICS
	| K_CHECKPOINT | K_CLASS | K_CLOSE | K_CLUSTER | K_COLUMNS | K_COMMENT
	| K_COMMENTS | K_COMMIT | K_COMMITTED | K_COMPRESSION | K_CONFIGURATION
	| K_CONFLICT | K_CONNECTION | K_CONSTRAINTS | K_CONTENT | K_CONTINUE
	| K_CONVERSION | K_COPY | K_COST | K_CSV | K_CUBE | K_CURRENT | K_CURSOR
	| K_CYCLE | K_DATA | K_DATABASE | K_DAY | K_DEALLOCATE | K_DECLARE
	| K_DEFAULTS | K_DEFERRED | K_DEFINER | K_DELETE | K_DELIMITER
	| K_DELIMITERS | K_DEPENDS | K_DEPTH | K_DETACH | K_DICTIONARY
	| K_DISABLE | K_DISCARD | K_DOCUMENT | K_DOMAIN | K_DOUBLE | K_DROP
	| K_EACH | K_ENABLE | K_ENCODING | K_ENCRYPTED | K_ENUM | K_ESCAPE
	| K_EVENT | K_EXCLUDE | K_EXCLUDING | K_EXCLUSIVE | K_EXECUTE
	| K_EXPLAIN | K_EXPRESSION | K_EXTENSION | K_EXTERNAL | K_FAMILY
	| K_FILTER | K_FINALIZE | K_FIRST | K_FOLLOWING | K_FORCE | K_FORWARD
	| K_FUNCTION | K_FUNCTIONS | K_GENERATED | K_GLOBAL | K_GRANTED
	| K_GROUPS | K_HANDLER | K_HEADER | K_HOLD | K_HOUR | K_IDENTITY | K_IF
	| K_IMMEDIATE | K_IMMUTABLE | K_IMPLICIT | K_IMPORT | K_INCLUDE
	| K_INCLUDING | K_INCREMENT | K_INDEX | K_INDEXES | K_INHERIT
	| K_INHERITS | K_INLINE | K_INPUT | K_INSENSITIVE | K_INSERT | K_INSTEAD
	| K_INVOKER | K_ISOLATION | K_KEY | K_LABEL | K_LANGUAGE | K_LARGE
	| K_LAST | K_LEAKPROOF | K_LEVEL | K_LISTEN | K_LOAD | K_LOCAL
	| K_LOCATION | K_LOCK | K_LOCKED | K_LOGGED | K_MAPPING | K_MATCH
	| K_MATCHED | K_MATERIALIZED | K_MAXVALUE | K_MERGE | K_METHOD
	| K_MINUTE | K_MINVALUE | K_MODE | K_MONTH | K_MOVE | K_NAME | K_NAMES
	| K_NEW | K_NEXT | K_NFC | K_NFD | K_NFKC | K_NFKD | K_NO | K_NORMALIZED
	| K_NOTHING | K_NOTIFY | K_NOWAIT | K_NULLS | K_OBJECT | K_OF | K_OFF
	| K_OIDS | K_OLD | K_OPERATOR | K_OPTION | K_OPTIONS | K_ORDINALITY
	| K_OTHERS | K_OVER | K_OVERRIDING | K_OWNED | K_OWNER | K_PARALLEL
	| K_PARAMETER | K_PARSER | K_PARTIAL | K_PARTITION | K_PASSING
	| K_PASSWORD | K_PLANS | K_POLICY | K_PRECEDING | K_PREPARE | K_PREPARED
	| K_PRESERVE | K_PRIOR | K_PRIVILEGES | K_PROCEDURAL | K_PROCEDURE
	| K_PROCEDURES | K_PROGRAM | K_PUBLICATION | K_QUOTE | K_RANGE | K_READ
	| K_REASSIGN | K_RECHECK | K_RECURSIVE | K_REF | K_REFERENCING
	| K_REFRESH | K_REINDEX | K_RELATIVE | K_RELEASE | K_RENAME
	| K_REPEATABLE | K_REPLACE | K_REPLICA | K_RESET | K_RESTART
	| K_RESTRICT | K_RETURN | K_RETURNS | K_REVOKE | K_ROLE | K_ROLLBACK
	| K_ROLLUP | K_ROUTINE | K_ROUTINES | K_ROWS | K_RULE | K_SAVEPOINT
	| K_SCHEMA | K_SCHEMAS | K_SCROLL | K_SEARCH | K_SECOND | K_SECURITY
	| K_SEQUENCE | K_SEQUENCES | K_SERIALIZABLE | K_SERVER | K_SESSION
	| K_SET | K_SETS | K_SHARE | K_SHOW | K_SIMPLE | K_SKIP | K_SNAPSHOT
	| K_SQL | K_STABLE | K_STANDALONE | K_START | K_STATEMENT | K_STATISTICS
	| K_STDIN | K_STDOUT | K_STORAGE | K_STORED | K_STRICT | K_STRIP
	| K_SUBSCRIPTION | K_SUPPORT | K_SYSID | K_SYSTEM | K_TABLES
	| K_TABLESPACE | K_TEMP | K_TEMPLATE | K_TEMPORARY | K_TEXT | K_TIES
	| K_TRANSACTION | K_TRANSFORM | K_TRIGGER | K_TRUNCATE | K_TRUSTED
	| K_TYPE | K_TYPES | K_UESCAPE | K_UNBOUNDED | K_UNCOMMITTED
	| K_UNENCRYPTED | K_UNKNOWN | K_UNLISTEN | K_UNLOGGED | K_UNTIL
	| K_UPDATE | K_VACUUM | K_VALID | K_VALIDATE | K_VALIDATOR | K_VALUE
	| K_VARYING | K_VERSION | K_VIEW | K_VIEWS | K_VOLATILE | K_WHITESPACE
	| K_WITHIN | K_WITHOUT | K_WORK | K_WRAPPER | K_WRITE | K_XML | K_YEAR
	| K_YES | K_ZONE
	;

col_name_kw:
	K_BETWEEN | K_BIGINT | K_BIT | K_BOOLEAN | K_CHAR | K_CHARACTER
	| K_COALESCE | K_DEC | K_DECIMAL | K_EXISTS | K_EXTRACT | K_FLOAT
	| K_GREATEST | K_GROUPING | K_INOUT | K_INT | K_INTEGER | K_INTERVAL
	| K_LEAST | K_NATIONAL | K_NCHAR | K_NONE | K_NORMALIZE | K_NULLIF
	| K_NUMERIC | K_OUT | K_OVERLAY | K_POSITION | K_PRECISION | K_REAL
	| K_ROW | K_SETOF | K_SMALLINT | K_SUBSTRING | K_TIME | K_TIMESTAMP
	| K_TREAT | K_TRIM | K_VALUES | K_VARCHAR | K_XMLATTRIBUTES
	| K_XMLCONCAT | K_XMLELEMENT | K_XMLEXISTS | K_XMLFOREST
	| K_XMLNAMESPACES | K_XMLPARSE | K_XMLPI | K_XMLROOT | K_XMLSERIALIZE
	| K_XMLTABLE
	;

type_func_kw:
	K_AUTHORIZATION | K_BINARY | K_COLLATION | K_CONCURRENTLY | K_CROSS
	| K_CURRENT_SCHEMA | K_FREEZE | K_FULL | K_ILIKE | K_INNER | K_IS
	| K_ISNULL | K_JOIN | K_LEFT | K_LIKE | K_NATURAL | K_NOTNULL | K_OUTER
	| K_OVERLAPS | K_RIGHT | K_SIMILAR | K_TABLESAMPLE | K_VERBOSE
	;

reserved_kw:
	K_ALL | K_ANALYSE | K_ANALYZE | K_AND | K_ANY | K_ARRAY | K_AS | K_ASC
	| K_ASYMMETRIC | K_BOTH | K_CASE | K_CAST | K_CHECK | K_COLLATE
	| K_COLUMN | K_CONSTRAINT | K_CREATE | K_CURRENT_CATALOG
	| K_CURRENT_DATE | K_CURRENT_ROLE | K_CURRENT_TIME | K_CURRENT_TIMESTAMP
	| K_CURRENT_USER | K_DEFAULT | K_DEFERRABLE | K_DESC | K_DISTINCT | K_DO
	| K_ELSE | K_END | K_EXCEPT | K_FALSE | K_FETCH | K_FOR | K_FOREIGN
	| K_FROM | K_GRANT | K_GROUP | K_HAVING | K_IN | K_INITIALLY
	| K_INTERSECT | K_INTO | K_LATERAL | K_LEADING | K_LIMIT | K_LOCALTIME
	| K_LOCALTIMESTAMP | K_NOT | K_NULL | K_OFFSET | K_ON | K_ONLY | K_OR
	| K_ORDER | K_PLACING | K_PRIMARY | K_REFERENCES | K_RETURNING
	| K_SELECT | K_SESSION_USER | K_SOME | K_SYMMETRIC | K_TABLE | K_THEN
	| K_TO | K_TRAILING | K_TRUE | K_UNION | K_UNIQUE | K_USER | K_USING
	| K_VARIADIC | K_WHEN | K_WHERE | K_WINDOW | K_WITH
	;

bare_label_kw:
	K_ABORT | K_ABSOLUTE | K_ACCESS | K_ACTION | K_ADD | K_ADMIN | K_AFTER
	| K_AGGREGATE | K_ALL | K_ALSO | K_ALTER | K_ALWAYS | K_ANALYSE
	| K_ANALYZE | K_AND | K_ANY | K_ASC | K_ASENSITIVE | K_ASSERTION
	| K_ASSIGNMENT | K_ASYMMETRIC | K_AT | K_ATOMIC | K_ATTACH | K_ATTRIBUTE
	| K_AUTHORIZATION | K_BACKWARD | K_BEFORE | K_BEGIN | K_BETWEEN
	| K_BIGINT | K_BINARY | K_BIT | K_BOOLEAN | K_BOTH | K_BREADTH | K_BY
	| K_CACHE | K_CALL | K_CALLED | K_CASCADE | K_CASCADED | K_CASE | K_CAST
	| K_CATALOG | K_CHAIN | K_CHARACTERISTICS | K_CHECK | K_CHECKPOINT
	| K_CLASS | K_CLOSE | K_CLUSTER | K_COALESCE | K_COLLATE | K_COLLATION
	| K_COLUMN | K_COLUMNS | K_COMMENT | K_COMMENTS | K_COMMIT | K_COMMITTED
	| K_COMPRESSION | K_CONCURRENTLY | K_CONFIGURATION | K_CONFLICT
	| K_CONNECTION | K_CONSTRAINT | K_CONSTRAINTS | K_CONTENT | K_CONTINUE
	| K_CONVERSION | K_COPY | K_COST | K_CROSS | K_CSV | K_CUBE | K_CURRENT
	| K_CURRENT_CATALOG | K_CURRENT_DATE | K_CURRENT_ROLE | K_CURRENT_SCHEMA
	| K_CURRENT_TIME | K_CURRENT_TIMESTAMP | K_CURRENT_USER | K_CURSOR
	| K_CYCLE | K_DATA | K_DATABASE | K_DEALLOCATE | K_DEC | K_DECIMAL
	| K_DECLARE | K_DEFAULT | K_DEFAULTS | K_DEFERRABLE | K_DEFERRED
	| K_DEFINER | K_DELETE | K_DELIMITER | K_DELIMITERS | K_DEPENDS
	| K_DEPTH | K_DESC | K_DETACH | K_DICTIONARY | K_DISABLE | K_DISCARD
	| K_DISTINCT | K_DO | K_DOCUMENT | K_DOMAIN | K_DOUBLE | K_DROP | K_EACH
	| K_ELSE | K_ENABLE | K_ENCODING | K_ENCRYPTED | K_END | K_ENUM
	| K_ESCAPE | K_EVENT | K_EXCLUDE | K_EXCLUDING | K_EXCLUSIVE | K_EXECUTE
	| K_EXISTS | K_EXPLAIN | K_EXPRESSION | K_EXTENSION | K_EXTERNAL
	| K_EXTRACT | K_FALSE | K_FAMILY | K_FINALIZE | K_FIRST | K_FLOAT
	| K_FOLLOWING | K_FORCE | K_FOREIGN | K_FORWARD | K_FREEZE | K_FULL
	| K_FUNCTION | K_FUNCTIONS | K_GENERATED | K_GLOBAL | K_GRANTED
	| K_GREATEST | K_GROUPING | K_GROUPS | K_HANDLER | K_HEADER | K_HOLD
	| K_IDENTITY | K_IF | K_ILIKE | K_IMMEDIATE | K_IMMUTABLE | K_IMPLICIT
	| K_IMPORT | K_IN | K_INCLUDE | K_INCLUDING | K_INCREMENT | K_INDEX
	| K_INDEXES | K_INHERIT | K_INHERITS | K_INITIALLY | K_INLINE | K_INNER
	| K_INOUT | K_INPUT | K_INSENSITIVE | K_INSERT | K_INSTEAD | K_INT
	| K_INTEGER | K_INTERVAL | K_INVOKER | K_IS | K_ISOLATION | K_JOIN
	| K_KEY | K_LABEL | K_LANGUAGE | K_LARGE | K_LAST | K_LATERAL
	| K_LEADING | K_LEAKPROOF | K_LEAST | K_LEFT | K_LEVEL | K_LIKE
	| K_LISTEN | K_LOAD | K_LOCAL | K_LOCALTIME | K_LOCALTIMESTAMP
	| K_LOCATION | K_LOCK | K_LOCKED | K_LOGGED | K_MAPPING | K_MATCH
	| K_MATCHED | K_MATERIALIZED | K_MAXVALUE | K_MERGE | K_METHOD
	| K_MINVALUE | K_MODE | K_MOVE | K_NAME | K_NAMES | K_NATIONAL
	| K_NATURAL | K_NCHAR | K_NEW | K_NEXT | K_NFC | K_NFD | K_NFKC | K_NFKD
	| K_NO | K_NONE | K_NORMALIZE | K_NORMALIZED | K_NOT | K_NOTHING
	| K_NOTIFY | K_NOWAIT | K_NULL | K_NULLIF | K_NULLS | K_NUMERIC
	| K_OBJECT | K_OF | K_OFF | K_OIDS | K_OLD | K_ONLY | K_OPERATOR
	| K_OPTION | K_OPTIONS | K_OR | K_ORDINALITY | K_OTHERS | K_OUT
	| K_OUTER | K_OVERLAY | K_OVERRIDING | K_OWNED | K_OWNER | K_PARALLEL
	| K_PARAMETER | K_PARSER | K_PARTIAL | K_PARTITION | K_PASSING
	| K_PASSWORD | K_PLACING | K_PLANS | K_POLICY | K_POSITION | K_PRECEDING
	| K_PREPARE | K_PREPARED | K_PRESERVE | K_PRIMARY | K_PRIOR
	| K_PRIVILEGES | K_PROCEDURAL | K_PROCEDURE | K_PROCEDURES | K_PROGRAM
	| K_PUBLICATION | K_QUOTE | K_RANGE | K_READ | K_REAL | K_REASSIGN
	| K_RECHECK | K_RECURSIVE | K_REF | K_REFERENCES | K_REFERENCING
	| K_REFRESH | K_REINDEX | K_RELATIVE | K_RELEASE | K_RENAME
	| K_REPEATABLE | K_REPLACE | K_REPLICA | K_RESET | K_RESTART
	| K_RESTRICT | K_RETURN | K_RETURNS | K_REVOKE | K_RIGHT | K_ROLE
	| K_ROLLBACK | K_ROLLUP | K_ROUTINE | K_ROUTINES | K_ROW | K_ROWS
	| K_RULE | K_SAVEPOINT | K_SCHEMA | K_SCHEMAS | K_SCROLL | K_SEARCH
	| K_SECURITY | K_SELECT | K_SEQUENCE | K_SEQUENCES | K_SERIALIZABLE
	| K_SERVER | K_SESSION | K_SESSION_USER | K_SET | K_SETOF | K_SETS
	| K_SHARE | K_SHOW | K_SIMILAR | K_SIMPLE | K_SKIP | K_SMALLINT
	| K_SNAPSHOT | K_SOME | K_SQL | K_STABLE | K_STANDALONE | K_START
	| K_STATEMENT | K_STATISTICS | K_STDIN | K_STDOUT | K_STORAGE | K_STORED
	| K_STRICT | K_STRIP | K_SUBSCRIPTION | K_SUBSTRING | K_SUPPORT
	| K_SYMMETRIC | K_SYSID | K_SYSTEM | K_TABLE | K_TABLES | K_TABLESAMPLE
	| K_TABLESPACE | K_TEMP | K_TEMPLATE | K_TEMPORARY | K_TEXT | K_THEN
	| K_TIES | K_TIME | K_TIMESTAMP | K_TRAILING | K_TRANSACTION
	| K_TRANSFORM | K_TREAT | K_TRIGGER | K_TRIM | K_TRUE | K_TRUNCATE
	| K_TRUSTED | K_TYPE | K_TYPES | K_UESCAPE | K_UNBOUNDED | K_UNCOMMITTED
	| K_UNENCRYPTED | K_UNIQUE | K_UNKNOWN | K_UNLISTEN | K_UNLOGGED
	| K_UNTIL | K_UPDATE | K_USER | K_USING | K_VACUUM | K_VALID
	| K_VALIDATE | K_VALIDATOR | K_VALUE | K_VALUES | K_VARCHAR | K_VARIADIC
	| K_VERBOSE | K_VERSION | K_VIEW | K_VIEWS | K_VOLATILE | K_WHEN
	| K_WHITESPACE | K_WORK | K_WRAPPER | K_WRITE | K_XML | K_XMLATTRIBUTES
	| K_XMLCONCAT | K_XMLELEMENT | K_XMLEXISTS | K_XMLFOREST
	| K_XMLNAMESPACES | K_XMLPARSE | K_XMLPI | K_XMLROOT | K_XMLSERIALIZE
	| K_XMLTABLE | K_YES | K_ZONE
	;

%%

static void
base_yyerror(YYLTYPE *lloc, core_yyscan_t scanner, const char *msg)
{
	parser_yyerror_at(msg, *lloc, scanner);
}

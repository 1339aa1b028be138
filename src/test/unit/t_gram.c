/*
 * t_gram.c
 *		Scanner and grammar: trees, positions, messages of errors.
 *
 * Messages and positions are those of a stock PostgreSQL 15 server.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_gram.c
 */
#include "tap.h"

#include "common/keywords.h"
#include "nodes/parsenodes.h"
#include "parser/parser.h"

/* Parse, and give the error's message, or "" if there is none. */
static const char *
error_of(const char *sql, int *position)
{
	static char message[256];
	MemoryContext context = CurrentMemoryContext;

	message[0] = '\0';
	*position = 0;
	PG_TRY();
	{
		raw_parser(sql, RAW_PARSE_DEFAULT);
	}
	PG_CATCH();
	{
		ErrorData *e;

		MemoryContextSwitchTo(context);
		e = CopyErrorData();
		FlushErrorState();
		snprintf(message, sizeof(message), "%s", e->message);
		*position = e->cursorpos;
	}
	PG_END_TRY();
	return message;
}

static void
test_errors(void)
{
	static const struct
	{
		const char *sql;
		const char *message;
		int position;
	} cases[] = {
		{"selec 1", "syntax error at or near \"selec\"", 1},
		{"select 1 where", "syntax error at end of input", 15},
		{"select a b c from t", "syntax error at or near \"c\"", 12},
		{"select 'abc", "unterminated quoted string at or near \"'abc\"", 8},
		{"select \"abc", "unterminated quoted identifier at or near \"\"abc\"", 8},
		{"select $$abc", "unterminated dollar-quoted string at or near \"$$abc\"", 8},
		{"select 1 /* abc", "unterminated /* comment at or near \"/* abc\"", 10},
		{"select 123abc", "trailing junk after numeric literal at or near \"123abc\"", 8},
		{"select \"\"", "zero-length delimited identifier at or near \"\"\"\"", 8},
		{"create table t (a int, )", "syntax error at or near \")\"", 24},
		{"select * from (select 1)", "subquery in FROM must have an alias", 15},
	};

	for (int i = 0; i < lengthof(cases); i++)
	{
		int position;

		is_str(error_of(cases[i].sql, &position), cases[i].message, cases[i].sql);
		is_int(position, cases[i].position, "and its position");
	}
}

/* The value of the only column of a SELECT. */
static Node *
value_of(const char *sql)
{
	RawStmt *raw = linitial_node(RawStmt, raw_parser(sql, RAW_PARSE_DEFAULT));

	return linitial_node(ResTarget, castNode(SelectStmt, raw->stmt)->targetList)->val;
}

static const char *
string_of(const char *sql)
{
	return castNode(A_Const, value_of(sql))->val.sval.sval;
}

static void
test_literals(void)
{
	is_str(string_of("select 'it''s'"), "it's", "doubled quotes");
	is_str(string_of("select 'a'\n  -- why\n  'b'"), "ab", "strings go on on the next line");
	is_str(string_of("select e'a\\n\\x41\\101\\\\'"), "a\nAA\\", "escapes");
	is_str(string_of("select $x$a$y$b$x$"), "a$y$b", "dollar quotes");
	is_str(string_of("select U&'d!0061t!!' UESCAPE '!'"), "dat!", "Unicode escapes");
	is_int(castNode(A_Const, value_of("select -5"))->val.ival.ival, -5, "a sign is part of a number");
	is_str(castNode(A_Const, value_of("select 10000000000"))->val.fval.fval, "10000000000", "large integers stay text");
}

static void
test_precedence(void)
{
	A_Expr *e = castNode(A_Expr, value_of("select a + b * c"));
	BoolExpr *b = castNode(BoolExpr, value_of("select not a = b or c and d"));

	is_str(strVal(linitial(e->name)), "+", "* binds tighter than +");
	ok(b->boolop == OR_EXPR && castNode(BoolExpr, linitial(b->args))->boolop == NOT_EXPR,
	   "NOT binds tighter than AND, AND than OR");
	is_int(list_length(castNode(BoolExpr, value_of("select a and b and c"))->args), 3, "a chain of ANDs is one node");
}

static void
test_statements(void)
{
	List *l = raw_parser("select 1; ;  select 22 ", RAW_PARSE_DEFAULT);
	RawStmt *second = lsecond_node(RawStmt, l);

	is_int(list_length(l), 2, "empty statements are dropped");
	is_int(linitial_node(RawStmt, l)->stmt_len, 8, "the first one ends at its semicolon");
	ok(second->stmt_location == 11 && second->stmt_len == 0, "the last one goes to the end");
	is_int(list_length(linitial_node(TypeName, raw_parser("numeric(10,2)[]", RAW_PARSE_TYPE_NAME))->typmods), 2,
		   "a type name alone");
}

/* Each word is what kwlist.h says: as a column name, function, label. */
static void
test_keywords(void)
{
	bool names = true;
	bool functions = true;
	bool labels = true;

	for (int i = 0; i < ScanKeywords.num_keywords; i++)
	{
		const char *word = GetScanKeyword(i, &ScanKeywords);
		int category = ScanKeywordCategories[i];
		char sql[128];
		int position;

		snprintf(sql, sizeof(sql), "create table t (%s int)", word);
		/* a constraint may begin with these */
		if (strcmp(word, "like") != 0 && strcmp(word, "exclude") != 0)
			names &= (error_of(sql, &position)[0] == '\0') ==
				(category == UNRESERVED_KEYWORD || category == COL_NAME_KEYWORD);
		snprintf(sql, sizeof(sql), "drop function %s()", word);
		functions &= (error_of(sql, &position)[0] == '\0') ==
				(category == UNRESERVED_KEYWORD || category == TYPE_FUNC_NAME_KEYWORD) ||
			strcmp(word, "if") == 0;
		snprintf(sql, sizeof(sql), "select (1) %s", word);
		if (ScanKeywordBareLabel[i])
			labels &= error_of(sql, &position)[0] == '\0';
	}
	ok(names, "column names: all words but reserved ones and those of functions");
	ok(functions, "function names: all words but reserved ones and those of columns");
	ok(labels, "labels without AS: all words that kwlist.h allows");
}

int
main(void)
{
	unit_init();
	test_errors();
	test_literals();
	test_precedence();
	test_statements();
	test_keywords();
	return done_testing();
}

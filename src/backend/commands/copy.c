/*
 * copy.c
 *		The COPY command: options, columns and privileges.
 *
 * copyto.c writes rows; copyread.c reads a file into rows, and copyfrom.c puts
 * them into the table.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/copy.c
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_authid.h"
#include "commands/copy.h"
#include "commands/defrem.h"
#include "copy_private.h"
#include "executor/executor.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_relation.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

/* ---- options ---- */

static CopyHeader
header_choice(DefElem *def, bool is_from)
{
	if (def->arg == NULL)
		return HEADER_YES;
	if (IsA(def->arg, Integer))
	{
		int i = intVal(def->arg);

		if (i == 0 || i == 1)
			return i ? HEADER_YES : HEADER_NO;
	}
	else
	{
		char *word = defGetString(def);

		if (pg_strcasecmp(word, "match") == 0)
		{
			if (!is_from)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("cannot use \"%s\" with HEADER in COPY TO",
								word)));
			return HEADER_MATCH;
		}
		if (pg_strcasecmp(word, "true") == 0 || pg_strcasecmp(word, "on") == 0)
			return HEADER_YES;
		if (pg_strcasecmp(word, "false") == 0 || pg_strcasecmp(word, "off") == 0)
			return HEADER_NO;
	}
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("%s requires a Boolean value or \"match\"", def->defname)));
	return HEADER_NO;
}

static CopyFormat
format_choice(ParseState *pstate, DefElem *def)
{
	char *name = defGetString(def);

	if (strcmp(name, "text") == 0)
		return COPY_TEXT;
	if (strcmp(name, "csv") == 0)
		return COPY_CSV;
	if (strcmp(name, "binary") == 0)
		return COPY_BINARY;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("COPY format \"%s\" not recognized", name),
			 parser_errposition(pstate, def->location)));
	return COPY_TEXT;
}

static List *
column_list_option(ParseState *pstate, DefElem *def)
{
	if (!def->arg || !IsA(def->arg, List))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument to option \"%s\" must be a list of column names",
						def->defname),
				 parser_errposition(pstate, def->location)));
	return (List *) def->arg;
}

static void
bad_option(int code, const char *message)
{
	ereport(ERROR, (errcode(code), errmsg("%s", message)));
}

/* One byte that an option gives, or a default. */
static char
byte_option(const char *value, char def, const char *name)
{
	if (!value)
		return def;
	if (strlen(value) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("COPY %s must be a single one-byte character", name)));
	return value[0];
}

/* Options that cannot be together. */
static void
check_options(CopyOptions *opts, bool is_from)
{
	bool csv = opts->format == COPY_CSV;

	if (strpbrk(opts->null_print, "\r\n"))
		bad_option(ERRCODE_INVALID_PARAMETER_VALUE,
				   "COPY null representation cannot use newline or carriage return");
	if (!csv && strchr("\\.abcdefghijklmnopqrstuvwxyz0123456789", opts->delim))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("COPY delimiter cannot be \"%c\"", opts->delim)));
	if (opts->delim == '\r' || opts->delim == '\n')
		bad_option(ERRCODE_INVALID_PARAMETER_VALUE,
				   "COPY delimiter cannot be newline or carriage return");
	if (csv && opts->delim == opts->quote)
		bad_option(ERRCODE_INVALID_PARAMETER_VALUE,
				   "COPY delimiter and quote must be different");
	if (!csv && (opts->force_quote || opts->quote_all))
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force quote available only in CSV mode");
	if ((opts->force_quote || opts->quote_all) && is_from)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force quote only available using COPY TO");
	if (!csv && opts->force_notnull)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force not null available only in CSV mode");
	if (opts->force_notnull && !is_from)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force not null only available using COPY FROM");
	if (!csv && opts->force_null)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force null available only in CSV mode");
	if (opts->force_null && !is_from)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY force null only available using COPY FROM");
	if (strchr(opts->null_print, opts->delim))
		bad_option(ERRCODE_INVALID_PARAMETER_VALUE,
				   "COPY delimiter must not appear in the NULL specification");
	if (csv && strchr(opts->null_print, opts->quote))
		bad_option(ERRCODE_INVALID_PARAMETER_VALUE,
				   "CSV quote character must not appear in the NULL specification");
}

/* What was given, before defaults. */
typedef struct GivenOptions
{
	char *delim;
	char *null_print;
	char *quote;
	char *escape;
} GivenOptions;

static void
take_option(ParseState *pstate, DefElem *def, bool is_from, CopyOptions *opts,
			GivenOptions *given)
{
	const char *name = def->defname;

	if (strcmp(name, "format") == 0)
		opts->format = format_choice(pstate, def);
	else if (strcmp(name, "freeze") == 0)
		opts->freeze = defGetBoolean(def);
	else if (strcmp(name, "delimiter") == 0)
		given->delim = defGetString(def);
	else if (strcmp(name, "null") == 0)
		given->null_print = defGetString(def);
	else if (strcmp(name, "header") == 0)
		opts->header = header_choice(def, is_from);
	else if (strcmp(name, "quote") == 0)
		given->quote = defGetString(def);
	else if (strcmp(name, "escape") == 0)
		given->escape = defGetString(def);
	else if (strcmp(name, "force_quote") == 0 && def->arg &&
			 IsA(def->arg, A_Star))
		opts->quote_all = true;
	else if (strcmp(name, "force_quote") == 0)
		opts->force_quote = column_list_option(pstate, def);
	else if (strcmp(name, "force_not_null") == 0)
		opts->force_notnull = column_list_option(pstate, def);
	else if (strcmp(name, "force_null") == 0)
		opts->force_null = column_list_option(pstate, def);
	else if (strcmp(name, "encoding") == 0)
	{
		opts->encoding = pg_char_to_encoding(defGetString(def));
		if (opts->encoding < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("argument to option \"%s\" must be a valid encoding name",
							name),
					 parser_errposition(pstate, def->location)));
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("option \"%s\" not recognized", name),
				 parser_errposition(pstate, def->location)));
}

static void
copy_options(ParseState *pstate, List *options, bool is_from,
			 CopyOptions *opts)
{
	GivenOptions given = {0};
	bool csv;
	ListCell *lc;
	ListCell *other;

	memset(opts, 0, sizeof(*opts));
	opts->encoding = pg_get_client_encoding();
	foreach (lc, options)
	{
		DefElem *def = lfirst_node(DefElem, lc);

		for (other = list_head(options); other != lc;
			 other = lnext(options, other))
			if (strcmp(lfirst_node(DefElem, other)->defname, def->defname) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_SYNTAX_ERROR),
						 errmsg("conflicting or redundant options"),
						 parser_errposition(pstate, def->location)));
		take_option(pstate, def, is_from, opts, &given);
	}
	csv = opts->format == COPY_CSV;
	if (opts->format == COPY_BINARY)
	{
		if (given.delim)
			bad_option(ERRCODE_SYNTAX_ERROR,
					   "cannot specify DELIMITER in BINARY mode");
		if (given.null_print)
			bad_option(ERRCODE_SYNTAX_ERROR,
					   "cannot specify NULL in BINARY mode");
	}
	opts->delim = byte_option(given.delim, csv ? ',' : '\t', "delimiter");
	opts->null_print = given.null_print ? given.null_print : csv ? ""
																 : "\\N";
	opts->null_len = strlen(opts->null_print);
	if (opts->header != HEADER_NO && opts->format == COPY_BINARY)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "cannot specify HEADER in BINARY mode");
	if (!csv && given.quote)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY quote available only in CSV mode");
	opts->quote = byte_option(given.quote, '"', "quote");
	if (!csv && given.escape)
		bad_option(ERRCODE_FEATURE_NOT_SUPPORTED,
				   "COPY escape available only in CSV mode");
	opts->escape = byte_option(given.escape, opts->quote, "escape");
	check_options(opts, is_from);
}

/* ---- columns ---- */

/*
 * copy_columns
 *		Numbers of the columns named, or of all that COPY handles.
 *
 * rel is NULL for COPY (query).
 */
List *
copy_columns(TupleDesc desc, Relation rel, List *names)
{
	List *result = NIL;
	ListCell *lc;

	if (names == NIL)
	{
		for (int i = 0; i < desc->natts; i++)
			if (!TupleDescAttr(desc, i)->attisdropped &&
				!TupleDescAttr(desc, i)->attgenerated)
				result = lappend_int(result, i + 1);
		return result;
	}
	foreach (lc, names)
	{
		char *name = strVal(lfirst(lc));
		int attnum = 0;

		for (int i = 0; i < desc->natts && attnum == 0; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);

			if (att->attisdropped || namestrcmp(&att->attname, name) != 0)
				continue;
			if (att->attgenerated)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
						 errmsg("column \"%s\" is a generated column", name),
						 errdetail("Generated columns cannot be used in COPY.")));
			attnum = att->attnum;
		}
		if (attnum == 0 && rel)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							name, RelationGetRelationName(rel))));
		if (attnum == 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" does not exist", name)));
		if (list_member_int(result, attnum))
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("column \"%s\" specified more than once", name)));
		result = lappend_int(result, attnum);
	}
	return result;
}

/*
 * copy_column_flags
 *		For FORCE_QUOTE and its like: flags by column number less one, set for
 *		the columns named, which must be among those copied.
 */
bool *
copy_column_flags(TupleDesc desc, Relation rel, List *attnums, List *names,
				  const char *option)
{
	bool *flags = palloc0(Max(desc->natts, 1) * sizeof(bool));
	ListCell *lc;

	if (names == NIL)
		return flags;
	foreach (lc, copy_columns(desc, rel, names))
	{
		int attnum = lfirst_int(lc);

		if (!list_member_int(attnums, attnum))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
					 errmsg("%s column \"%s\" not referenced by COPY", option,
							NameStr(TupleDescAttr(desc, attnum - 1)->attname))));
		flags[attnum - 1] = true;
	}
	return flags;
}

/* ---- the command ---- */

/* What messages call a relation that has no rows of its own to copy. */
const char *
copy_kind_name(char relkind)
{
	switch (relkind)
	{
		case RELKIND_VIEW:
			return "view";
		case RELKIND_MATVIEW:
			return "materialized view";
		case RELKIND_SEQUENCE:
			return "sequence";
		case RELKIND_PARTITIONED_TABLE:
			return "partitioned table";
		default:
			return "non-table relation";
	}
}

/* Files of the server and programs are for those who were trusted with them. */
static void
check_file_rights(const CopyStmt *stmt)
{
	Oid role = stmt->is_program ? ROLE_PG_EXECUTE_SERVER_PROGRAM : stmt->is_from ? ROLE_PG_READ_SERVER_FILES
																				 : ROLE_PG_WRITE_SERVER_FILES;

	if (stmt->filename == NULL || has_privs_of_role(GetUserId(), role))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 stmt->is_program ? errmsg("must be superuser or have privileges of the pg_execute_server_program role to COPY to or from an external program") : stmt->is_from ? errmsg("must be superuser or have privileges of the pg_read_server_files role to COPY from a file")
																																											: errmsg("must be superuser or have privileges of the pg_write_server_files role to COPY to a file"),
			 errhint("Anyone can COPY to stdout or from stdin. psql's \\copy command also works for anyone.")));
}

/* Enter the table in the range table with the rights that COPY needs. */
static Node *
enter_relation(ParseState *pstate, const CopyStmt *stmt, Relation rel)
{
	ParseNamespaceItem *nsitem =
		addRangeTableEntryForRelation(pstate, rel, stmt->is_from ? RowExclusiveLock : AccessShareLock,
									  NULL, false, false);
	RangeTblEntry *rte = nsitem->p_rte;
	Node *where = NULL;
	ListCell *lc;

	rte->requiredPerms = stmt->is_from ? ACL_INSERT : ACL_SELECT;
	if (stmt->whereClause)
	{
		addNSItemToQuery(pstate, nsitem, false, true, true);
		where = transformExpr(pstate, stmt->whereClause,
							  EXPR_KIND_COPY_WHERE);
		where = coerce_to_boolean(pstate, where, "WHERE");
		assign_expr_collations(pstate, where);
		where = eval_const_expressions(NULL, where);
		where = (Node *) canonicalize_qual((Expr *) where, false);
		where = (Node *) make_ands_implicit((Expr *) where);
	}
	foreach (lc, copy_columns(RelationGetDescr(rel), rel, stmt->attlist))
	{
		int bit = lfirst_int(lc) - FirstLowInvalidHeapAttributeNumber;

		if (stmt->is_from)
			rte->insertedCols = bms_add_member(rte->insertedCols, bit);
		else
			rte->selectedCols = bms_add_member(rte->selectedCols, bit);
	}
	(void) ExecCheckRTPerms(pstate->p_rtable, true);
	return where;
}

/*
 * DoCopy
 *		Run COPY; *processed becomes the number of rows.
 */
void
DoCopy(ParseState *pstate, const CopyStmt *stmt, int stmt_location,
	   int stmt_len, uint64 *processed)
{
	CopyOptions opts;
	Relation rel = NULL;
	RawStmt *query = NULL;
	Node *where = NULL;

	check_file_rights(stmt);
	if (stmt->relation)
	{
		rel = table_openrv(stmt->relation, stmt->is_from ? RowExclusiveLock : AccessShareLock);
		where = enter_relation(pstate, stmt, rel);
	}
	else
	{
		query = makeNode(RawStmt);
		query->stmt = stmt->query;
		query->stmt_location = stmt_location;
		query->stmt_len = stmt_len;
	}
	copy_options(pstate, stmt->options, stmt->is_from, &opts);
	if (stmt->is_from)
	{
		if (XactReadOnly && !rel->rd_islocaltemp)
			PreventCommandIfReadOnly("COPY FROM");
		*processed = copy_from(pstate, rel, where, stmt, &opts);
	}
	else
		*processed = copy_to(pstate, rel, query, stmt, &opts);
	if (rel)
		table_close(rel, NoLock);
}

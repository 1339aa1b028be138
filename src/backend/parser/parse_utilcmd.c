/*
 * parse_utilcmd.c
 *		Analysis of utility statements that hold definitions.
 *
 * CREATE TABLE is taken apart: column constraints become table constraints,
 * defaults or flags; serial and identity columns need a sequence before the
 * table, and its ownership after it; keys become CREATE INDEX after it, and
 * foreign keys ALTER TABLE last of all.  ALTER TABLE ADD works alike.
 *
 * What LIKE copies once the table exists is parse_like.c's.  Not supported yet:
 * typed tables, partition bounds.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_utilcmd.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/analyze.h"
#include "parser/parse_clause.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_relation.h"
#include "parser/parse_target.h"
#include "parser/parse_type.h"
#include "parser/parse_utilcmd.h"
#include "parser/parser.h"
#include "parser/parser_upcalls.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* What one CREATE or ALTER TABLE is taken apart into. */
typedef struct TableWork
{
	ParseState *pstate;
	const char *kind; /* "CREATE TABLE" or "ALTER TABLE" */
	RangeVar *relation;
	Relation rel; /* ALTER only */
	bool isalter;
	List *columns; /* of ColumnDef */
	List *ckconstraints;
	List *fkconstraints;
	List *ixconstraints; /* PRIMARY KEY, UNIQUE, EXCLUDE */
	List *likeclauses;
	List *before; /* statements to run first */
	List *after; /* and afterwards */
	IndexStmt *pkey;
} TableWork;

static void transform_column(TableWork *w, ColumnDef *column);
static void transform_table_constraint(TableWork *w, Constraint *c);
static void transform_like(TableWork *w, TableLikeClause *like);
static void transform_keys(TableWork *w);
static IndexStmt *transform_key(TableWork *w, Constraint *c);
static void add_foreign_keys(TableWork *w, bool skip_validation);
static void trust_check_constraints(TableWork *w);
static void apply_constraint_attrs(TableWork *w, List *constraints);

static void
unsupported(ParseState *pstate, const char *what, int location)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("%s is not supported", what),
			 parser_errposition(pstate, location)));
}

/* ---- CREATE TABLE ---- */

/* Take the elements of a table's body apart. */
static void
transform_elements(TableWork *w, List *elements)
{
	ListCell *lc;

	foreach (lc, elements)
	{
		Node *e = lfirst(lc);

		switch (nodeTag(e))
		{
			case T_ColumnDef:
				transform_column(w, (ColumnDef *) e);
				break;
			case T_Constraint:
				transform_table_constraint(w, (Constraint *) e);
				break;
			case T_TableLikeClause:
				transform_like(w, (TableLikeClause *) e);
				break;
			default:
				elog(ERROR, "unrecognized node type: %d", (int) nodeTag(e));
		}
	}
}

/*
 * transformCreateStmt
 *		The statements to run for a CREATE TABLE, in order: sequences, the
 *		table itself (a CreateStmt), LIKE clauses, ownership of sequences,
 *		indexes, foreign keys.
 *
 * Empty with a notice if the table is there and IF NOT EXISTS was given.
 */
List *
transformCreateStmt(CreateStmt *stmt, const char *queryString)
{
	ParseState *pstate = make_parsestate(NULL);
	TableWork w = {0};
	Oid namespaceid;
	Oid existing;
	ParseCallbackState pcb;
	List *elements = stmt->tableElts;
	List *result;

	pstate->p_sourcetext = queryString;
	setup_parser_errposition_callback(&pcb, pstate, stmt->relation->location);
	namespaceid = RangeVarGetAndCheckCreationNamespace(stmt->relation, NoLock,
													   &existing);
	cancel_parser_errposition_callback(&pcb);
	if (stmt->if_not_exists && OidIsValid(existing))
	{
		/* an extension script may only skip what belongs to the extension */
		checkMembershipInCurrentExtension(&(ObjectAddress){RelationRelationId, existing, 0});
		ereport(NOTICE,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists, skipping",
						stmt->relation->relname)));
		return NIL;
	}
	/* say the schema, so that later statements mean the same table */
	if (stmt->relation->schemaname == NULL &&
		stmt->relation->relpersistence != RELPERSISTENCE_TEMP)
		stmt->relation->schemaname = get_namespace_name(namespaceid);

	w.pstate = pstate;
	w.kind = "CREATE TABLE";
	w.relation = stmt->relation;
	if (stmt->ofTypename != NULL)
		unsupported(pstate, "a typed table", stmt->ofTypename->location);
	if (stmt->partspec != NULL && stmt->inhRelations != NIL && stmt->partbound == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("cannot create partitioned table as inheritance child")));
	transform_elements(&w, elements);
	transform_keys(&w);
	add_foreign_keys(&w, true);
	trust_check_constraints(&w);

	stmt->tableElts = w.columns;
	stmt->constraints = w.ckconstraints;
	result = lappend(w.before, stmt);
	result = list_concat(result, w.likeclauses);
	return list_concat(result, w.after);
}

/* ---- sequences of columns ---- */

/*
 * Statements for a sequence that belongs to a column.  Its name, unless
 * seqoptions say one, is derived from the table's and the column's.
 */
static void
make_column_sequence(TableWork *w, ColumnDef *column, Oid seqtypid,
					 List *seqoptions, bool for_identity, char **schema_p,
					 char **name_p)
{
	CreateSeqStmt *seq = makeNode(CreateSeqStmt);
	AlterSeqStmt *own = makeNode(AlterSeqStmt);
	Oid namespaceid;
	char *schema;
	char *name = NULL;
	List *owned_by;
	ListCell *lc;

	namespaceid = w->rel != NULL ? RelationGetNamespace(w->rel) : RangeVarGetCreationNamespace(w->relation);
	if (w->rel == NULL)
		RangeVarAdjustRelationPersistence(w->relation, namespaceid);
	schema = get_namespace_name(namespaceid);
	seqoptions = list_copy(seqoptions);
	foreach (lc, seqoptions)
	{
		DefElem *d = lfirst_node(DefElem, lc);

		if (strcmp(d->defname, "sequence_name") == 0)
		{
			RangeVar *rv = makeRangeVarFromNameList(castNode(List, d->arg));

			if (rv->schemaname != NULL)
			{
				namespaceid = RangeVarGetCreationNamespace(rv);
				schema = rv->schemaname;
			}
			name = rv->relname;
			seqoptions = foreach_delete_current(seqoptions, lc);
		}
	}
	if (name == NULL)
		name = ChooseRelationName(w->relation->relname, column->colname, "seq",
								  namespaceid, false);
	ereport(DEBUG1,
			(errmsg_internal("%s will create implicit sequence \"%s\" for serial column \"%s.%s\"",
							 w->kind, name, w->relation->relname, column->colname)));

	seq->for_identity = for_identity;
	seq->sequence = makeRangeVar(schema, name, -1);
	seq->sequence->relpersistence = w->rel != NULL ? w->rel->rd_rel->relpersistence : w->relation->relpersistence;
	seq->options = seqoptions;
	if (OidIsValid(seqtypid))
		seq->options = lcons(makeDefElem("as",
										 (Node *) makeTypeNameFromOid(seqtypid, -1),
										 -1),
							 seq->options);
	seq->ownerId = w->rel != NULL ? w->rel->rd_rel->relowner : InvalidOid;
	w->before = lappend(w->before, seq);
	column->identitySequence = seq->sequence;

	owned_by = list_make3(makeString(schema), makeString(w->relation->relname),
						  makeString(column->colname));
	own->sequence = makeRangeVar(schema, name, -1);
	own->options = list_make1(makeDefElem("owned_by", (Node *) owned_by, -1));
	own->for_identity = for_identity;
	w->after = lappend(w->after, own);
	*schema_p = schema;
	*name_p = name;
}

/* The type that a serial name stands for, else InvalidOid. */
static Oid
serial_type(const TypeName *t)
{
	static const struct
	{
		const char *name;
		Oid type;
	} serials[] = {
		{"smallserial", INT2OID},
		{"serial2", INT2OID},
		{"serial", INT4OID},
		{"serial4", INT4OID},
		{"bigserial", INT8OID},
		{"serial8", INT8OID},
	};

	if (t == NULL || list_length(t->names) != 1 || t->pct_type)
		return InvalidOid;
	for (int i = 0; i < lengthof(serials); i++)
		if (strcmp(strVal(linitial(t->names)), serials[i].name) == 0)
			return serials[i].type;
	return InvalidOid;
}

/* serial: an integer with a sequence as default, and NOT NULL */
static void
expand_serial(TableWork *w, ColumnDef *column, Oid type)
{
	char *schema;
	char *name;
	A_Const *seqname = makeNode(A_Const);
	TypeCast *cast = makeNode(TypeCast);
	Constraint *c;

	if (column->typeName->arrayBounds != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("array of serial is not implemented"),
				 parser_errposition(w->pstate, column->typeName->location)));
	column->typeName->names = NIL;
	column->typeName->typeOid = type;
	make_column_sequence(w, column, type, NIL, false, &schema, &name);

	/* nextval('schema.seq'::regclass) */
	seqname->val.node.type = T_String;
	seqname->val.sval.sval = quote_qualified_identifier(schema, name);
	seqname->location = -1;
	cast->typeName = SystemTypeName("regclass");
	cast->arg = (Node *) seqname;
	cast->location = -1;
	c = makeNode(Constraint);
	c->contype = CONSTR_DEFAULT;
	c->location = -1;
	c->raw_expr = (Node *) makeFuncCall(SystemFuncName("nextval"), list_make1(cast),
										COERCE_EXPLICIT_CALL, -1);
	column->constraints = lappend(column->constraints, c);

	c = makeNode(Constraint);
	c->contype = CONSTR_NOTNULL;
	c->location = -1;
	column->constraints = lappend(column->constraints, c);
}

/* ---- columns ---- */

static void
column_conflict(TableWork *w, const char *fmt, ColumnDef *column, int location)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg(fmt, column->colname, w->relation->relname),
			 parser_errposition(w->pstate, location)));
}

/* What the constraints of one column said so far. */
typedef struct ColumnFacts
{
	bool nullable; /* NULL or NOT NULL was given */
	bool has_default;
	bool identity;
	bool generated;
	int default_location;
} ColumnFacts;

static void
transform_identity(TableWork *w, ColumnDef *column, Constraint *c,
				   ColumnFacts *f)
{
	char *schema;
	char *name;
	Oid type;

	if (f->identity)
		column_conflict(w, "multiple identity specifications for column \"%s\" of table \"%s\"",
						column, c->location);
	if (f->nullable && !column->is_not_null)
		column_conflict(w, "conflicting NULL/NOT NULL declarations for column \"%s\" of table \"%s\"",
						column, c->location);
	type = typenameTypeId(w->pstate, column->typeName);
	if (type != INT2OID && type != INT4OID && type != INT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("identity column type must be smallint, integer, or bigint")));
	make_column_sequence(w, column, type, c->options, true, &schema, &name);
	column->identity = c->generated_when;
	column->is_not_null = true;
	f->identity = true;
	f->nullable = true;
}

/* A constraint that is a key of this column alone. */
static void
add_column_key(TableWork *w, ColumnDef *column, Constraint *c)
{
	if (c->keys == NIL)
		c->keys = list_make1(makeString(column->colname));
	w->ixconstraints = lappend(w->ixconstraints, c);
}

static void
transform_column_constraint(TableWork *w, ColumnDef *column, Constraint *c,
							ColumnFacts *f)
{
	switch (c->contype)
	{
		case CONSTR_NULL:
			if (f->nullable && column->is_not_null)
				column_conflict(w, "conflicting NULL/NOT NULL declarations for column \"%s\" of table \"%s\"",
								column, c->location);
			column->is_not_null = false;
			f->nullable = true;
			break;
		case CONSTR_NOTNULL:
			if (f->nullable && !column->is_not_null)
				column_conflict(w, "conflicting NULL/NOT NULL declarations for column \"%s\" of table \"%s\"",
								column, c->location);
			column->is_not_null = true;
			f->nullable = true;
			break;
		case CONSTR_DEFAULT:
			if (f->has_default)
				column_conflict(w, "multiple default values specified for column \"%s\" of table \"%s\"",
								column, c->location);
			column->raw_default = c->raw_expr;
			f->has_default = true;
			break;
		case CONSTR_IDENTITY:
			transform_identity(w, column, c, f);
			break;
		case CONSTR_GENERATED:
			if (f->generated)
				column_conflict(w, "multiple generation clauses specified for column \"%s\" of table \"%s\"",
								column, c->location);
			column->generated = ATTRIBUTE_GENERATED_STORED;
			column->raw_default = c->raw_expr;
			f->generated = true;
			break;
		case CONSTR_CHECK:
			w->ckconstraints = lappend(w->ckconstraints, c);
			break;
		case CONSTR_PRIMARY:
		case CONSTR_UNIQUE:
			add_column_key(w, column, c);
			break;
		case CONSTR_FOREIGN:
			c->fk_attrs = list_make1(makeString(column->colname));
			w->fkconstraints = lappend(w->fkconstraints, c);
			break;
		case CONSTR_ATTR_DEFERRABLE:
		case CONSTR_ATTR_NOT_DEFERRABLE:
		case CONSTR_ATTR_DEFERRED:
		case CONSTR_ATTR_IMMEDIATE:
			break; /* applied to the one before */
		default:
			elog(ERROR, "unrecognized constraint type: %d", (int) c->contype);
	}
	if (f->has_default && f->identity)
		column_conflict(w, "both default and identity specified for column \"%s\" of table \"%s\"",
						column, c->location);
	if (f->has_default && f->generated)
		column_conflict(w, "both default and generation expression specified for column \"%s\" of table \"%s\"",
						column, c->location);
	if (f->identity && f->generated)
		column_conflict(w, "both identity and generation expression specified for column \"%s\" of table \"%s\"",
						column, c->location);
}

static void
transform_column(TableWork *w, ColumnDef *column)
{
	ColumnFacts f = {0};
	Oid serial = serial_type(column->typeName);
	ListCell *lc;

	w->columns = lappend(w->columns, column);
	if (OidIsValid(serial))
		expand_serial(w, column, serial);
	/* an unknown type is an error of this place, not of the creation */
	if (column->typeName != NULL)
	{
		Type t = typenameType(w->pstate, column->typeName, NULL);

		if (column->collClause != NULL)
		{
			LookupCollation(w->pstate, column->collClause->collname,
							column->collClause->location);
			if (!OidIsValid(typeTypeCollation(t)))
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("collations are not supported by type %s",
								format_type_be(typeTypeId(t))),
						 parser_errposition(w->pstate,
											column->collClause->location)));
		}
		ReleaseSysCache(t);
	}
	apply_constraint_attrs(w, column->constraints);
	foreach (lc, column->constraints)
		transform_column_constraint(w, column, lfirst_node(Constraint, lc), &f);
	column->constraints = NIL;
}

static bool
takes_attributes(const Constraint *c)
{
	return c != NULL &&
		(c->contype == CONSTR_PRIMARY || c->contype == CONSTR_UNIQUE ||
		 c->contype == CONSTR_EXCLUSION || c->contype == CONSTR_FOREIGN);
}

static void
misplaced_attribute(TableWork *w, const char *message, const Constraint *c)
{
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR), errmsg("%s", message),
			 parser_errposition(w->pstate, c->location)));
}

/* DEFERRABLE and its like belong to the constraint before them. */
static void
apply_constraint_attrs(TableWork *w, List *constraints)
{
	Constraint *last = NULL;
	bool saw_deferrable = false;
	bool saw_initially = false;
	ListCell *lc;

	foreach (lc, constraints)
	{
		Constraint *c = lfirst(lc);

		switch (c->contype)
		{
			case CONSTR_ATTR_DEFERRABLE:
			case CONSTR_ATTR_NOT_DEFERRABLE:
				if (!takes_attributes(last))
					misplaced_attribute(w, c->contype == CONSTR_ATTR_DEFERRABLE ? "misplaced DEFERRABLE clause" : "misplaced NOT DEFERRABLE clause", c);
				if (saw_deferrable)
					misplaced_attribute(w, "multiple DEFERRABLE/NOT DEFERRABLE clauses not allowed",
										c);
				saw_deferrable = true;
				last->deferrable = c->contype == CONSTR_ATTR_DEFERRABLE;
				if (!last->deferrable && saw_initially && last->initdeferred)
					misplaced_attribute(w, "constraint declared INITIALLY DEFERRED must be DEFERRABLE",
										c);
				break;
			case CONSTR_ATTR_DEFERRED:
			case CONSTR_ATTR_IMMEDIATE:
				if (!takes_attributes(last))
					misplaced_attribute(w, c->contype == CONSTR_ATTR_DEFERRED ? "misplaced INITIALLY DEFERRED clause" : "misplaced INITIALLY IMMEDIATE clause", c);
				if (saw_initially)
					misplaced_attribute(w, "multiple INITIALLY IMMEDIATE/DEFERRED clauses not allowed",
										c);
				saw_initially = true;
				last->initdeferred = c->contype == CONSTR_ATTR_DEFERRED;
				if (last->initdeferred && !saw_deferrable)
					last->deferrable = true;
				else if (last->initdeferred && !last->deferrable)
					misplaced_attribute(w, "constraint declared INITIALLY DEFERRED must be DEFERRABLE",
										c);
				break;
			default:
				last = c;
				saw_deferrable = saw_initially = false;
				break;
		}
	}
}

static void
transform_table_constraint(TableWork *w, Constraint *c)
{
	switch (c->contype)
	{
		case CONSTR_PRIMARY:
		case CONSTR_UNIQUE:
		case CONSTR_EXCLUSION:
			w->ixconstraints = lappend(w->ixconstraints, c);
			break;
		case CONSTR_CHECK:
			w->ckconstraints = lappend(w->ckconstraints, c);
			break;
		case CONSTR_FOREIGN:
			w->fkconstraints = lappend(w->fkconstraints, c);
			break;
		default:
			elog(ERROR, "invalid context for constraint type %d", (int) c->contype);
	}
}

/* ---- LIKE ---- */

/* The column is to have a sequence with the parameters of another's. */
static void
copy_identity(TableWork *w, ColumnDef *def, Oid relid, Form_pg_attribute att)
{
	Oid seq = getIdentitySequence(relid, att->attnum, false);
	char *schema;
	char *name;

	make_column_sequence(w, def, InvalidOid, sequence_options(seq), true,
						 &schema, &name);
	def->identity = att->attidentity;
}

/* Copies of another relation's columns. */
static void
transform_like(TableWork *w, TableLikeClause *like)
{
	ParseCallbackState pcb;
	Relation rel;
	TupleDesc desc;
	AclResult aclresult;
	char relkind;

	setup_parser_errposition_callback(&pcb, w->pstate, like->relation->location);
	rel = relation_openrv(like->relation, AccessShareLock);
	relkind = rel->rd_rel->relkind;
	if (relkind != RELKIND_RELATION && relkind != RELKIND_VIEW &&
		relkind != RELKIND_MATVIEW && relkind != RELKIND_COMPOSITE_TYPE &&
		relkind != RELKIND_FOREIGN_TABLE && relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("relation \"%s\" is invalid in LIKE clause",
						RelationGetRelationName(rel))));
	cancel_parser_errposition_callback(&pcb);
	aclresult = pg_class_aclcheck(RelationGetRelid(rel), GetUserId(), ACL_SELECT);
	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_TABLE, RelationGetRelationName(rel));

	desc = RelationGetDescr(rel);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		ColumnDef *def;

		if (att->attisdropped)
			continue;
		def = makeColumnDef(NameStr(att->attname), att->atttypid, att->atttypmod,
							att->attcollation);
		def->is_not_null = att->attnotnull;
		if (att->attgenerated && (like->options & CREATE_TABLE_LIKE_GENERATED))
			def->generated = att->attgenerated;
		if (att->attidentity && (like->options & CREATE_TABLE_LIKE_IDENTITY))
			copy_identity(w, def, RelationGetRelid(rel), att);
		if (like->options & CREATE_TABLE_LIKE_STORAGE)
			def->storage = att->attstorage;
		if ((like->options & CREATE_TABLE_LIKE_COMPRESSION) &&
			att->attcompression != '\0')
			def->compression = pstrdup(att->attcompression == 'l' ? "lz4" : "pglz");
		w->columns = lappend(w->columns, def);
	}
	/* what needs the new table to exist is done after its creation */
	like->relationOid = RelationGetRelid(rel);
	if (like->options & (CREATE_TABLE_LIKE_DEFAULTS | CREATE_TABLE_LIKE_GENERATED | CREATE_TABLE_LIKE_CONSTRAINTS | CREATE_TABLE_LIKE_INDEXES | CREATE_TABLE_LIKE_COMMENTS | CREATE_TABLE_LIKE_STATISTICS))
		w->likeclauses = lappend(w->likeclauses, like);
	table_close(rel, NoLock);
}

/* ---- keys ---- */

/* The IndexStmts for all keys, the same one not twice. */
static void
transform_keys(TableWork *w)
{
	List *stmts = NIL;
	List *unique = NIL;
	ListCell *lc;
	ListCell *lc2;

	foreach (lc, w->ixconstraints)
		stmts = lappend(stmts, transform_key(w, lfirst_node(Constraint, lc)));

	/* the primary key comes first */
	if (w->pkey != NULL)
		unique = list_make1(w->pkey);
	foreach (lc, stmts)
	{
		IndexStmt *ix = lfirst(lc);
		bool keep = true;

		if (ix == w->pkey)
			continue;
		foreach (lc2, unique)
		{
			IndexStmt *prior = lfirst(lc2);

			if (equal(ix->indexParams, prior->indexParams) &&
				equal(ix->indexIncludingParams, prior->indexIncludingParams) &&
				equal(ix->whereClause, prior->whereClause) &&
				equal(ix->excludeOpNames, prior->excludeOpNames) &&
				strcmp(ix->accessMethod, prior->accessMethod) == 0 &&
				ix->nulls_not_distinct == prior->nulls_not_distinct &&
				ix->deferrable == prior->deferrable &&
				ix->initdeferred == prior->initdeferred)
			{
				prior->unique |= ix->unique;
				/* a name that was given is kept */
				if (prior->idxname == NULL)
					prior->idxname = ix->idxname;
				keep = false;
				break;
			}
		}
		if (keep)
			unique = lappend(unique, ix);
	}
	w->after = list_concat(w->after, unique);
}

static ColumnDef *
find_new_column(TableWork *w, const char *name)
{
	ListCell *lc;

	foreach (lc, w->columns)
		if (strcmp(lfirst_node(ColumnDef, lc)->colname, name) == 0)
			return lfirst(lc);
	return NULL;
}

/*
 * A key column must exist: among the new columns, or in ALTER in the table.
 * A primary key makes it NOT NULL.
 */
static void
check_key_column(TableWork *w, Constraint *c, const char *name, bool primary,
				 List **notnullcmds)
{
	ColumnDef *column = find_new_column(w, name);
	AttrNumber attnum = InvalidAttrNumber;

	if (column != NULL)
	{
		if (primary)
			column->is_not_null = true;
		return;
	}
	if (SystemAttributeByName(name) != NULL)
		return;
	if (w->rel != NULL)
		attnum = attnameAttNum(w->rel, name, false);
	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" named in key does not exist", name),
				 parser_errposition(w->pstate, c->location)));
	if (primary && !TupleDescAttr(RelationGetDescr(w->rel), attnum - 1)->attnotnull)
	{
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_SetNotNull;
		cmd->name = pstrdup(name);
		*notnullcmds = lappend(*notnullcmds, cmd);
	}
}

static IndexElem *
key_element(const char *name)
{
	IndexElem *e = makeNode(IndexElem);

	e->name = pstrdup(name);
	e->ordering = SORTBY_DEFAULT;
	e->nulls_ordering = SORTBY_NULLS_DEFAULT;
	return e;
}

static IndexStmt *
transform_key(TableWork *w, Constraint *c)
{
	IndexStmt *ix = makeNode(IndexStmt);
	List *notnullcmds = NIL;
	ListCell *lc;
	ListCell *lc2;

	ix->unique = c->contype != CONSTR_EXCLUSION;
	ix->primary = c->contype == CONSTR_PRIMARY;
	ix->nulls_not_distinct = c->nulls_not_distinct;
	ix->isconstraint = true;
	ix->deferrable = c->deferrable;
	ix->initdeferred = c->initdeferred;
	ix->idxname = c->conname;
	ix->relation = w->relation;
	ix->accessMethod = c->access_method != NULL ? c->access_method : "btree";
	ix->options = c->options;
	ix->tableSpace = c->indexspace;
	ix->whereClause = c->where_clause;
	if (ix->primary)
	{
		if (w->pkey != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
					 errmsg("multiple primary keys for table \"%s\" are not allowed",
							w->relation->relname),
					 parser_errposition(w->pstate, c->location)));
		w->pkey = ix;
	}
	if (c->indexname != NULL)
		unsupported(w->pstate, "ADD CONSTRAINT ... USING INDEX", c->location);
	if (c->contype == CONSTR_EXCLUSION)
	{
		foreach (lc, c->exclusions)
		{
			List *pair = lfirst(lc);

			ix->indexParams = lappend(ix->indexParams, linitial(pair));
			ix->excludeOpNames = lappend(ix->excludeOpNames, lsecond(pair));
		}
	}
	foreach (lc, c->keys)
	{
		const char *name = strVal(lfirst(lc));

		for_each_cell (lc2, c->keys, lnext(c->keys, lc))
			if (strcmp(name, strVal(lfirst(lc2))) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_COLUMN),
						 errmsg(ix->primary ? "column \"%s\" appears twice in primary key constraint" : "column \"%s\" appears twice in unique constraint",
								name),
						 parser_errposition(w->pstate, c->location)));
		check_key_column(w, c, name, ix->primary, &notnullcmds);
		ix->indexParams = lappend(ix->indexParams, key_element(name));
	}
	foreach (lc, c->including)
	{
		check_key_column(w, c, strVal(lfirst(lc)), false, &notnullcmds);
		ix->indexIncludingParams = lappend(ix->indexIncludingParams,
										   key_element(strVal(lfirst(lc))));
	}
	if (notnullcmds != NIL)
	{
		AlterTableStmt *alter = makeNode(AlterTableStmt);

		alter->relation = copyObject(w->relation);
		alter->cmds = notnullcmds;
		alter->objtype = OBJECT_TABLE;
		w->before = lappend(w->before, alter);
	}
	return ix;
}

/* A new table has no rows, so its checks are valid even if NOT VALID is said. */
static void
trust_check_constraints(TableWork *w)
{
	ListCell *lc;

	foreach (lc, w->ckconstraints)
	{
		Constraint *c = lfirst_node(Constraint, lc);

		c->skip_validation = true;
		c->initially_valid = true;
	}
}

/* ---- foreign keys ---- */

/* One ALTER TABLE with all of them; with a new table no row can offend. */
static void
add_foreign_keys(TableWork *w, bool skip_validation)
{
	AlterTableStmt *alter;
	ListCell *lc;

	if (w->fkconstraints == NIL)
		return;
	if (skip_validation)
		foreach (lc, w->fkconstraints)
		{
			Constraint *c = lfirst(lc);

			c->skip_validation = true;
			c->initially_valid = true;
		}
	if (w->isalter)
		return; /* the caller has commands for them */
	alter = makeNode(AlterTableStmt);
	alter->relation = w->relation;
	alter->objtype = OBJECT_TABLE;
	foreach (lc, w->fkconstraints)
	{
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_AddConstraint;
		cmd->def = lfirst(lc);
		alter->cmds = lappend(alter->cmds, cmd);
	}
	w->after = lappend(w->after, alter);
}

/* ---- ALTER TABLE ---- */

/* ADD COLUMN: the column, and its constraints as further commands. */
static void
transform_add_column(TableWork *w, AlterTableCmd *cmd, List **newcmds)
{
	ColumnDef *def = castNode(ColumnDef, cmd->def);

	transform_column(w, def);
	/* the value of old rows comes from the default, so checks must look */
	*newcmds = lappend(*newcmds, cmd);
}

static void
transform_add_constraint(TableWork *w, AlterTableCmd *cmd, List **newcmds)
{
	Constraint *c = (Constraint *) cmd->def;

	if (!IsA(c, Constraint))
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(c));
	transform_table_constraint(w, c);
	if (c->contype == CONSTR_FOREIGN || c->contype == CONSTR_CHECK)
	{
		/* goes on as it is */
		if (c->contype == CONSTR_FOREIGN)
			w->fkconstraints = list_delete_last(w->fkconstraints);
		else
			w->ckconstraints = list_delete_last(w->ckconstraints);
		*newcmds = lappend(*newcmds, cmd);
	}
}

/* ALTER TYPE ... USING: the expression over the old row. */
static void
transform_alter_type(TableWork *w, AlterTableCmd *cmd)
{
	ColumnDef *def = castNode(ColumnDef, cmd->def);

	if (OidIsValid(serial_type(def->typeName)))
		return; /* no such type: the command says so */
	if (def->raw_default != NULL)
		def->cooked_default = transformExpr(w->pstate, def->raw_default,
											EXPR_KIND_ALTER_COL_TRANSFORM);
}

/* Commands for what was split off columns and constraints. */
static void
add_split_commands(TableWork *w, List **newcmds, const char *queryString)
{
	List *after = NIL;
	ListCell *lc;

	foreach (lc, w->after)
	{
		IndexStmt *ix = lfirst(lc);
		AlterTableCmd *cmd;

		if (!IsA(ix, IndexStmt))
		{
			after = lappend(after, ix);
			continue;
		}
		cmd = makeNode(AlterTableCmd);
		cmd->subtype = AT_AddIndex;
		cmd->def = (Node *) transformIndexStmt(RelationGetRelid(w->rel), ix,
											   queryString);
		*newcmds = lappend(*newcmds, cmd);
	}
	w->after = after;
	foreach (lc, w->ckconstraints)
	{
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_AddConstraint;
		cmd->def = lfirst(lc);
		*newcmds = lappend(*newcmds, cmd);
	}
	foreach (lc, w->fkconstraints)
	{
		AlterTableCmd *cmd = makeNode(AlterTableCmd);

		cmd->subtype = AT_AddConstraint;
		cmd->def = lfirst(lc);
		*newcmds = lappend(*newcmds, cmd);
	}
}

/* SET NOT NULL commands that keys brought along go into this statement. */
static void
absorb_not_null(TableWork *w, List **newcmds)
{
	List *before = NIL;
	ListCell *lc;

	foreach (lc, w->before)
	{
		if (IsA(lfirst(lc), AlterTableStmt))
			*newcmds = list_concat(*newcmds,
								   ((AlterTableStmt *) lfirst(lc))->cmds);
		else
			before = lappend(before, lfirst(lc));
	}
	w->before = before;
}

/*
 * transformAlterTableStmt
 *		Expand the commands; beforeStmts and afterStmts are to be run before
 *		and after the result.  The relation is open and locked by the caller.
 */
AlterTableStmt *
transformAlterTableStmt(Oid relid, AlterTableStmt *stmt, const char *queryString,
						List **beforeStmts, List **afterStmts)
{
	Relation rel = relation_open(relid, NoLock);
	ParseState *pstate = make_parsestate(NULL);
	ParseNamespaceItem *nsitem;
	TableWork w = {0};
	List *newcmds = NIL;
	ListCell *lc;

	stmt = copyObject(stmt);
	pstate->p_sourcetext = queryString;
	nsitem = addRangeTableEntryForRelation(pstate, rel, AccessShareLock, NULL, false,
										   true);
	addNSItemToQuery(pstate, nsitem, false, true, true);

	w.pstate = pstate;
	w.kind = "ALTER TABLE";
	w.relation = stmt->relation;
	w.rel = rel;
	w.isalter = true;
	foreach (lc, stmt->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

		switch (cmd->subtype)
		{
			case AT_AddColumn:
			case AT_AddColumnRecurse:
				transform_add_column(&w, cmd, &newcmds);
				break;
			case AT_AddConstraint:
			case AT_AddConstraintRecurse:
				transform_add_constraint(&w, cmd, &newcmds);
				break;
			case AT_AlterColumnType:
				transform_alter_type(&w, cmd);
				newcmds = lappend(newcmds, cmd);
				break;
			case AT_AddIdentity:
			case AT_SetIdentity:
				unsupported(pstate, "ALTER COLUMN ... ADD or SET GENERATED", -1);
				break;
			case AT_AttachPartition:
			case AT_DetachPartition:
				unsupported(pstate, "ATTACH or DETACH PARTITION", -1);
				break;
			default:
				newcmds = lappend(newcmds, cmd);
				break;
		}
	}
	transform_keys(&w);
	add_foreign_keys(&w, false);
	absorb_not_null(&w, &newcmds);
	add_split_commands(&w, &newcmds, queryString);
	relation_close(rel, NoLock);

	stmt->cmds = newcmds;
	*beforeStmts = list_concat(*beforeStmts, w.before);
	*afterStmts = list_concat(w.after, *afterStmts);
	return stmt;
}

/* ---- CREATE INDEX ---- */

/*
 * transformIndexStmt
 *		Analyze the expressions and the predicate of an index on a relation
 *		that is locked already.
 */
IndexStmt *
transformIndexStmt(Oid relid, IndexStmt *stmt, const char *queryString)
{
	ParseState *pstate;
	ParseNamespaceItem *nsitem;
	Relation rel;
	ListCell *lc;

	if (stmt->transformed)
		return stmt;
	stmt = copyObject(stmt);
	pstate = make_parsestate(NULL);
	pstate->p_sourcetext = queryString;
	rel = relation_open(relid, NoLock);
	nsitem = addRangeTableEntryForRelation(pstate, rel, AccessShareLock, NULL, false,
										   true);
	addNSItemToQuery(pstate, nsitem, false, true, true);

	if (stmt->whereClause != NULL)
	{
		stmt->whereClause = transformWhereClause(pstate, stmt->whereClause,
												 EXPR_KIND_INDEX_PREDICATE, "WHERE");
		assign_expr_collations(pstate, stmt->whereClause);
	}
	foreach (lc, stmt->indexParams)
	{
		IndexElem *e = lfirst_node(IndexElem, lc);

		if (e->expr == NULL)
			continue;
		/* its column gets a name from the raw expression */
		if (e->indexcolname == NULL)
			e->indexcolname = FigureIndexColname(e->expr);
		e->expr = transformExpr(pstate, e->expr, EXPR_KIND_INDEX_EXPRESSION);
		assign_expr_collations(pstate, e->expr);
	}
	if (list_length(pstate->p_rtable) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("index expressions and predicates can refer only to the table being indexed")));
	free_parsestate(pstate);
	table_close(rel, NoLock);
	stmt->transformed = true;
	return stmt;
}

/* ---- others ---- */

void
transformRuleStmt(RuleStmt *stmt, const char *queryString, List **actions,
				  Node **whereClause)
{
	unsupported(NULL, "CREATE RULE", -1);
}

PartitionBoundSpec *
transformPartitionBound(ParseState *pstate, Relation parent,
						PartitionBoundSpec *spec)
{
	unsupported(pstate, "a partition bound", spec->location);
	return NULL;
}

/* Say the schema, or check that the statement says the same. */
static void
set_schema(const char *context, char **schema)
{
	if (*schema == NULL)
		*schema = pstrdup(context);
	else if (strcmp(context, *schema) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_SCHEMA_DEFINITION),
				 errmsg("CREATE specifies a schema (%s) different from the one being created (%s)",
						*schema, context)));
}

/*
 * transformCreateSchemaStmt
 *		The elements of CREATE SCHEMA in an order that works: sequences,
 *		tables, views, indexes, triggers, grants.
 */
List *
transformCreateSchemaStmt(CreateSchemaStmt *stmt)
{
	static const NodeTag order[] = {T_CreateSeqStmt, T_CreateStmt, T_ViewStmt,
									T_IndexStmt, T_CreateTrigStmt, T_GrantStmt, T_GrantRoleStmt};
	const char *schema = stmt->schemaname != NULL ? stmt->schemaname : get_rolespec_name(stmt->authrole);
	List *result = NIL;
	ListCell *lc;

	for (int i = 0; i < lengthof(order); i++)
		foreach (lc, stmt->schemaElts)
		{
			Node *e = lfirst(lc);

			if (nodeTag(e) != order[i])
				continue;
			switch (nodeTag(e))
			{
				case T_CreateSeqStmt:
					set_schema(schema, &((CreateSeqStmt *) e)->sequence->schemaname);
					break;
				case T_CreateStmt:
					set_schema(schema, &((CreateStmt *) e)->relation->schemaname);
					break;
				case T_ViewStmt:
					set_schema(schema, &((ViewStmt *) e)->view->schemaname);
					break;
				case T_IndexStmt:
					set_schema(schema, &((IndexStmt *) e)->relation->schemaname);
					break;
				case T_CreateTrigStmt:
					set_schema(schema, &((CreateTrigStmt *) e)->relation->schemaname);
					break;
				default:
					break;
			}
			result = lappend(result, e);
		}
	return result;
}

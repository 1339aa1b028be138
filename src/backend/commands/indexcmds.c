/*
 * indexcmds.c
 *		CREATE INDEX and REINDEX, and the choice of names and operator classes.
 *
 * Not there yet: CONCURRENTLY, exclusion constraints, partitioned tables.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/indexcmds.c
 */
#include "postgres.h"

#include "access/amapi.h"
#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/genam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_class_fn.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_constraint_fn.h"
#include "catalog/pg_index.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_type.h"
#include "commands/comment.h"
#include "commands/dbcommands.h"
#include "commands/defrem.h"
#include "commands/tablecmds.h"
#include "commands/tablespace.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* What is known of each column while the index is being defined. */
typedef struct IndexColumns
{
	Oid *types;
	Oid *collations;
	Oid *opclasses;
	int16 *options;
} IndexColumns;

/* ---- names ---- */

/*
 * makeObjectName
 *		"name1_name2_label", with the names cut so that it fits NAMEDATALEN.
 *
 * name2 and label may be NULL.  The longer name loses bytes first; no
 * multibyte character is split.  palloc'd.
 */
char *
makeObjectName(const char *name1, const char *name2, const char *label)
{
	int len1 = (int) strlen(name1);
	int len2 = name2 ? (int) strlen(name2) : 0;
	int room = NAMEDATALEN - 1 - (name2 ? 1 : 0) - (label ? (int) strlen(label) + 1 : 0);
	StringInfoData buf;

	Assert(room > 0);
	while (len1 + len2 > room)
	{
		if (len1 > len2)
			len1--;
		else
			len2--;
	}
	len1 = pg_mbcliplen(name1, len1, len1);
	if (name2)
		len2 = pg_mbcliplen(name2, len2, len2);

	initStringInfo(&buf);
	appendBinaryStringInfo(&buf, name1, len1);
	if (name2)
	{
		appendStringInfoChar(&buf, '_');
		appendBinaryStringInfo(&buf, name2, len2);
	}
	if (label)
		appendStringInfo(&buf, "_%s", label);
	return buf.data;
}

/* The same, with a number behind the label until no relation has the name. */
char *
ChooseRelationName(const char *name1, const char *name2, const char *label,
				   Oid namespaceid, bool isconstraint)
{
	char numbered[NAMEDATALEN];
	const char *use_label = label;

	for (int n = 1;; n++)
	{
		char *name = makeObjectName(name1, name2, use_label);

		if (!OidIsValid(get_relname_relid(name, namespaceid)) &&
			!(isconstraint && ConstraintNameExists(name, namespaceid)))
			return name;
		pfree(name);
		snprintf(numbered, sizeof(numbered), "%s%d", label, n);
		use_label = numbered;
	}
}

/* Column names of an index joined by "_", as far as they can matter. */
static char *
join_column_names(List *names)
{
	StringInfoData buf;
	ListCell *lc;

	initStringInfo(&buf);
	foreach (lc, names)
	{
		if (buf.len > 0)
			appendStringInfoChar(&buf, '_');
		appendStringInfoString(&buf, lfirst(lc));
		if (buf.len >= NAMEDATALEN)
			break;
	}
	return buf.data;
}

static char *
choose_index_name(const char *table, Oid namespaceid, List *names, IndexStmt *stmt)
{
	if (stmt->primary)
		return ChooseRelationName(table, NULL, "pkey", namespaceid, true);
	if (stmt->excludeOpNames)
		return ChooseRelationName(table, join_column_names(names), "excl", namespaceid, true);
	if (stmt->isconstraint)
		return ChooseRelationName(table, join_column_names(names), "key", namespaceid, true);
	return ChooseRelationName(table, join_column_names(names), "idx", namespaceid, false);
}

/* A name for each index column, made different where two are the same. */
static List *
name_columns(List *elems)
{
	List *result = NIL;
	ListCell *lc;

	foreach (lc, elems)
	{
		IndexElem *elem = lfirst(lc);
		const char *base = elem->indexcolname ? elem->indexcolname : elem->name ? elem->name
																				: "expr";
		char buf[NAMEDATALEN];
		const char *name = base;
		ListCell *other;

		for (int n = 1;; n++)
		{
			char suffix[16];

			foreach (other, result)
			{
				if (strcmp(name, lfirst(other)) == 0)
					break;
			}
			if (other == NULL)
				break;
			snprintf(suffix, sizeof(suffix), "%d", n);
			snprintf(buf, sizeof(buf), "%.*s%s",
					 pg_mbcliplen(base, strlen(base), NAMEDATALEN - 1 - strlen(suffix)), base, suffix);
			name = buf;
		}
		result = lappend(result, pstrdup(name));
	}
	return result;
}

/* ---- operator classes ---- */

/*
 * GetDefaultOpClass
 *		The default class of an access method for a type, or InvalidOid.
 *
 * An exact match wins, then one whose type it can be relabelled to, of the
 * preferred type of its category if there is more than one.
 */
Oid
GetDefaultOpClass(Oid type_id, Oid am_id)
{
	Oid base = getBaseType(type_id);
	TYPCATEGORY category = TypeCategory(base);
	Relation rel = table_open(OperatorClassRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple tup;
	Oid exact = InvalidOid;
	Oid preferred = InvalidOid;
	Oid compatible = InvalidOid;
	int nexact = 0;
	int npreferred = 0;
	int ncompatible = 0;

	ScanKeyInit(&key, Anum_pg_opclass_opcmethod, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(am_id));
	scan = systable_beginscan(rel, OpclassAmNameNspIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tup = systable_getnext(scan)))
	{
		Form_pg_opclass opc = (Form_pg_opclass) GETSTRUCT(tup);

		if (!opc->opcdefault)
			continue;
		if (opc->opcintype == base)
		{
			nexact++;
			exact = opc->oid;
		}
		else if (nexact == 0 && IsBinaryCoercible(base, opc->opcintype))
		{
			if (IsPreferredType(category, opc->opcintype))
			{
				npreferred++;
				preferred = opc->oid;
			}
			else
			{
				ncompatible++;
				compatible = opc->oid;
			}
		}
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (nexact == 1)
		return exact;
	if (nexact > 1)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("there are multiple default operator classes for data type %s", format_type_be(base))));
	if (npreferred == 1 || (npreferred == 0 && ncompatible == 1))
		return npreferred == 1 ? preferred : compatible;
	return InvalidOid;
}

/* The class that the statement names, or the default one; else an error. */
Oid
ResolveOpClass(List *opclass, Oid attrType, const char *accessMethodName, Oid accessMethodId)
{
	Oid opcid;
	HeapTuple tup;
	char *schema;
	char *name;
	Oid intype;

	if (opclass == NIL)
	{
		opcid = GetDefaultOpClass(attrType, accessMethodId);
		if (!OidIsValid(opcid))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("data type %s has no default operator class for access method \"%s\"",
							format_type_be(attrType), accessMethodName),
					 errhint("Name an operator class, or give the data type a default one.")));
		return opcid;
	}
	DeconstructQualifiedName(opclass, &schema, &name);
	if (schema)
	{
		Oid nsp = LookupExplicitNamespace(schema, false);

		opcid = GetSysCacheOid3(CLAAMNAMENSP, Anum_pg_opclass_oid, ObjectIdGetDatum(accessMethodId),
								PointerGetDatum(name), ObjectIdGetDatum(nsp));
	}
	else
		opcid = OpclassnameGetOpcid(accessMethodId, name);
	if (!OidIsValid(opcid))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("operator class \"%s\" does not exist for access method \"%s\"",
						NameListToString(opclass), accessMethodName)));
	tup = SearchSysCache1(CLAOID, ObjectIdGetDatum(opcid));
	intype = ((Form_pg_opclass) GETSTRUCT(tup))->opcintype;
	ReleaseSysCache(tup);
	if (!IsBinaryCoercible(attrType, intype))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("operator class \"%s\" does not accept data type %s",
						NameListToString(opclass), format_type_be(attrType))));
	return opcid;
}

/* ---- CREATE INDEX ---- */

/* A column or expression of the index: its type and collation. */
static void
resolve_key(Relation rel, IndexElem *elem, IndexInfo *info, int i, bool is_key,
			Oid *type, Oid *collation)
{
	if (elem->name)
	{
		HeapTuple tup = SearchSysCacheAttName(RelationGetRelid(rel), elem->name);
		Form_pg_attribute att;

		if (!HeapTupleIsValid(tup))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 is_key && info->ii_Unique
						 ? errmsg("column \"%s\" named in key does not exist", elem->name)
						 : errmsg("column \"%s\" does not exist", elem->name)));
		att = (Form_pg_attribute) GETSTRUCT(tup);
		if (att->attnum < 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("index creation on system columns is not supported")));
		info->ii_IndexAttrNumbers[i] = att->attnum;
		*type = att->atttypid;
		*collation = att->attcollation;
		ReleaseSysCache(tup);
		return;
	}
	if (!is_key)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("expressions are not supported in included columns")));
	*type = exprType(elem->expr);
	*collation = exprCollation(elem->expr);
	/* A column in parentheses is a column. */
	if (IsA(elem->expr, Var) && ((Var *) elem->expr)->varattno != InvalidAttrNumber)
	{
		info->ii_IndexAttrNumbers[i] = ((Var *) elem->expr)->varattno;
		return;
	}
	info->ii_IndexAttrNumbers[i] = 0;
	info->ii_Expressions = lappend(info->ii_Expressions, elem->expr);
	if (contain_mutable_functions((Node *) expression_planner((Expr *) elem->expr)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("functions in index expression must be marked IMMUTABLE")));
}

/* The collation that a key column is ordered by. */
static Oid
key_collation(IndexElem *elem, Oid type, Oid collation)
{
	if (elem->collation)
		collation = get_collation_oid(elem->collation, false);
	if (type_is_collatable(type))
	{
		if (!OidIsValid(collation))
			ereport(ERROR,
					(errcode(ERRCODE_INDETERMINATE_COLLATION),
					 errmsg("could not determine which collation to use for index expression"),
					 errhint("Use the COLLATE clause to set the collation explicitly.")));
	}
	else if (OidIsValid(collation))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("collations are not supported by type %s", format_type_be(type))));
	return collation;
}

/* ASC/DESC and NULLS FIRST/LAST as bits of indoption. */
static int16
key_option(IndexElem *elem, const char *amname, bool can_order)
{
	int16 option = 0;

	if (!can_order)
	{
		if (elem->ordering != SORTBY_DEFAULT)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("access method \"%s\" does not support ASC/DESC options", amname)));
		if (elem->nulls_ordering != SORTBY_NULLS_DEFAULT)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("access method \"%s\" does not support NULLS FIRST/LAST options", amname)));
		return 0;
	}
	if (elem->ordering == SORTBY_DESC)
		option |= INDOPTION_DESC;
	/* Nulls are the largest values unless said otherwise. */
	if (elem->nulls_ordering == SORTBY_NULLS_FIRST ||
		(elem->nulls_ordering == SORTBY_NULLS_DEFAULT && elem->ordering == SORTBY_DESC))
		option |= INDOPTION_NULLS_FIRST;
	return option;
}

static void
resolve_columns(Relation rel, IndexStmt *stmt, List *all, IndexInfo *info,
				IndexColumns *cols, Oid am_id, bool can_order)
{
	ListCell *lc;
	int i = 0;

	foreach (lc, all)
	{
		IndexElem *elem = lfirst(lc);
		bool is_key = i < info->ii_NumIndexKeyAttrs;

		resolve_key(rel, elem, info, i, is_key, &cols->types[i], &cols->collations[i]);
		if (is_key)
		{
			cols->collations[i] = key_collation(elem, cols->types[i], cols->collations[i]);
			cols->opclasses[i] = ResolveOpClass(elem->opclass, cols->types[i], stmt->accessMethod, am_id);
			cols->options[i] = key_option(elem, stmt->accessMethod, can_order);
			if (elem->opclassopts)
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("operator class options are not supported yet")));
		}
		else
		{
			if (elem->collation || elem->opclass || elem->ordering != SORTBY_DEFAULT ||
				elem->nulls_ordering != SORTBY_NULLS_DEFAULT)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
						 elem->collation                        ? errmsg("including column does not support a collation")
							 : elem->opclass                    ? errmsg("including column does not support an operator class")
							 : elem->ordering != SORTBY_DEFAULT ? errmsg("including column does not support ASC/DESC options")
																: errmsg("including column does not support NULLS FIRST/LAST options")));
			cols->collations[i] = InvalidOid;
			cols->opclasses[i] = InvalidOid;
		}
		i++;
	}
}

static void
check_index_request(Relation rel, IndexStmt *stmt, int nkeys, int nall, const IndexAmRoutine *am)
{
	char relkind = rel->rd_rel->relkind;

	if (relkind != RELKIND_RELATION && relkind != RELKIND_MATVIEW)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("cannot create index on relation \"%s\"", RelationGetRelationName(rel)),
				 errdetail_relkind_not_supported(relkind)));
	if (RELATION_IS_OTHER_TEMP(rel))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot create indexes on temporary tables of other sessions")));
	if (nkeys <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("must specify at least one column")));
	if (nall > INDEX_MAX_KEYS)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("cannot use more than %d columns in an index", INDEX_MAX_KEYS)));
	if (stmt->concurrent)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("CREATE INDEX CONCURRENTLY is not supported yet")));
	if (stmt->excludeOpNames)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("exclusion constraints are not supported yet")));
	if (stmt->unique && !am->amcanunique)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("access method \"%s\" does not support unique indexes", stmt->accessMethod)));
	if (stmt->indexIncludingParams != NIL && !am->amcaninclude)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("access method \"%s\" does not support included columns", stmt->accessMethod)));
	if (nkeys > 1 && !am->amcanmulticol)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("access method \"%s\" does not support multicolumn indexes", stmt->accessMethod)));
}

static Oid
index_tablespace(IndexStmt *stmt, Relation rel)
{
	Oid spc = stmt->tableSpace ? get_tablespace_oid(stmt->tableSpace, false)
							   : GetDefaultTablespace(rel->rd_rel->relpersistence, false);

	if (OidIsValid(spc) && spc != MyDatabaseTableSpace)
	{
		AclResult acl = pg_tablespace_aclcheck(spc, GetUserId(), ACL_CREATE);

		if (acl != ACLCHECK_OK)
			aclcheck_error(acl, OBJECT_TABLESPACE, get_tablespace_name(spc));
	}
	if (spc == GLOBALTABLESPACE_OID && !rel->rd_rel->relisshared)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("only shared relations can be placed in pg_global tablespace")));
	return spc;
}

static Oid
index_access_method(IndexStmt *stmt, IndexAmRoutine **am)
{
	HeapTuple tup = SearchSysCache1(AMNAME, PointerGetDatum(stmt->accessMethod));
	Form_pg_am form;
	Oid oid;

	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("access method \"%s\" does not exist", stmt->accessMethod)));
	form = (Form_pg_am) GETSTRUCT(tup);
	oid = form->oid;
	*am = GetIndexAmRoutine(form->amhandler);
	ReleaseSysCache(tup);
	return oid;
}

static bits16
creation_flags(IndexStmt *stmt, bool skip_build, bits16 *constr_flags)
{
	bits16 flags = 0;

	*constr_flags = 0;
	if (stmt->isconstraint)
		flags |= INDEX_CREATE_ADD_CONSTRAINT;
	if (skip_build)
		flags |= INDEX_CREATE_SKIP_BUILD;
	if (stmt->if_not_exists)
		flags |= INDEX_CREATE_IF_NOT_EXISTS;
	if (stmt->primary)
		flags |= INDEX_CREATE_IS_PRIMARY;
	if (stmt->deferrable)
		*constr_flags |= INDEX_CONSTR_CREATE_DEFERRABLE;
	if (stmt->initdeferred)
		*constr_flags |= INDEX_CONSTR_CREATE_INIT_DEFERRED;
	return flags;
}

/*
 * DefineIndex
 *		Make an index from its transformed statement.
 *
 * relationId		its table, locked in ShareLock or stronger
 * is_alter_table	part of ALTER TABLE, for messages
 * check_rights		the user must be allowed to create in the schema
 * skip_build		catalog rows and an empty file only
 *
 * Returns the address of the index.
 */
ObjectAddress
DefineIndex(Oid relationId, IndexStmt *stmt, Oid indexRelationId,
			Oid parentIndexId, Oid parentConstraintId, bool is_alter_table,
			bool check_rights, bool check_not_in_use, bool skip_build, bool quiet)
{
	Relation rel = table_open(relationId, ShareLock);
	List *all = list_concat_copy(stmt->indexParams, stmt->indexIncludingParams);
	int nkeys = list_length(stmt->indexParams);
	int nall = list_length(all);
	List *names;
	char *name;
	IndexAmRoutine *am;
	Oid am_id;
	Oid namespaceId = RelationGetNamespace(rel);
	Datum reloptions;
	IndexInfo *info;
	IndexColumns cols;
	bits16 flags;
	bits16 constr_flags;
	Oid oid;
	ObjectAddress address;

	am_id = index_access_method(stmt, &am);
	check_index_request(rel, stmt, nkeys, nall, am);
	if (check_not_in_use)
		CheckTableNotInUse(rel, "CREATE INDEX");
	if (check_rights)
	{
		AclResult acl = pg_namespace_aclcheck(namespaceId, GetUserId(), ACL_CREATE);

		if (acl != ACLCHECK_OK)
			aclcheck_error(acl, OBJECT_SCHEMA, get_namespace_name(namespaceId));
	}
	names = name_columns(all);
	name = stmt->idxname ? stmt->idxname
						 : choose_index_name(RelationGetRelationName(rel), namespaceId, names, stmt);
	reloptions = transformRelOptions((Datum) 0, stmt->options, NULL, NULL, false, false);
	(void) index_reloptions(am->amoptions, reloptions, true);

	if (stmt->whereClause &&
		contain_mutable_functions((Node *) expression_planner((Expr *) stmt->whereClause)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("functions in index predicate must be marked IMMUTABLE")));
	info = makeIndexInfo(nall, nkeys, am_id, NIL,
						 make_ands_implicit((Expr *) stmt->whereClause),
						 stmt->unique, stmt->nulls_not_distinct, !stmt->concurrent, stmt->concurrent);
	cols.types = palloc0(nall * sizeof(Oid));
	cols.collations = palloc0(nall * sizeof(Oid));
	cols.opclasses = palloc0(nall * sizeof(Oid));
	cols.options = palloc0(nall * sizeof(int16));
	resolve_columns(rel, stmt, all, info, &cols, am_id, am->amcanorder);
	if (stmt->primary)
		index_check_primary_key(rel, info, is_alter_table, stmt);

	flags = creation_flags(stmt, skip_build, &constr_flags);
	oid = index_create(rel, name, indexRelationId, parentIndexId,
					   parentConstraintId, stmt->oldNode, info, names, am_id,
					   index_tablespace(stmt, rel), cols.collations,
					   cols.opclasses, cols.options, reloptions, flags,
					   constr_flags, allowSystemTableMods, !check_rights, NULL);
	ObjectAddressSet(address, RelationRelationId, oid);
	if (OidIsValid(oid) && stmt->idxcomment)
		CreateComments(oid, RelationRelationId, 0, stmt->idxcomment);
	table_close(rel, NoLock);
	return address;
}

/* Would an index defined so be the same as an old one?  Not known: no. */
bool
CheckIndexCompatible(Oid oldId, const char *accessMethodName, List *attributeList,
					 List *exclusionOpNames)
{
	return false;
}

/* ---- REINDEX ---- */

/* Before its lock: an index that the user owns; its table is locked first. */
static void
check_reindexable(const RangeVar *rv, Oid relid, Oid oldrelid, void *arg)
{
	Oid table;
	char relkind;

	if (!OidIsValid(relid))
		return;
	relkind = get_rel_relkind(relid);
	if (!relkind)
		return;
	if (relkind != RELKIND_INDEX)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not an index", rv->relname)));
	if (!pg_class_ownercheck(relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_INDEX, rv->relname);
	if (relid != oldrelid)
	{
		table = IndexGetRelation(relid, true);
		if (OidIsValid(table))
			LockRelationOid(table, ShareLock);
	}
}

static void
reindex_options(ParseState *pstate, List *params, ReindexParams *result)
{
	ListCell *lc;

	foreach (lc, params)
	{
		DefElem *opt = lfirst(lc);

		if (strcmp(opt->defname, "verbose") == 0)
		{
			if (defGetBoolean(opt))
				result->options |= REINDEXOPT_VERBOSE;
		}
		else if (strcmp(opt->defname, "concurrently") == 0 || strcmp(opt->defname, "tablespace") == 0)
		{
			if (strcmp(opt->defname, "tablespace") == 0 || defGetBoolean(opt))
				ereport(ERROR,
						(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						 errmsg("REINDEX option \"%s\" is not supported yet", opt->defname)));
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("unrecognized REINDEX option \"%s\"", opt->defname),
					 parser_errposition(pstate, opt->location)));
	}
}

void
ExecReindex(ParseState *pstate, ReindexStmt *stmt, bool isTopLevel)
{
	ReindexParams params = {0};
	Oid relid;

	reindex_options(pstate, stmt->params, &params);
	switch (stmt->kind)
	{
		case REINDEX_OBJECT_INDEX:
			relid = RangeVarGetRelidExtended(stmt->relation, AccessExclusiveLock, 0, check_reindexable, NULL);
			reindex_index(relid, false, get_rel_persistence(relid), &params);
			break;
		case REINDEX_OBJECT_TABLE:
			relid = RangeVarGetRelidExtended(stmt->relation, ShareLock, 0, RangeVarCallbackOwnsTable, NULL);
			if (!reindex_relation(relid, REINDEX_REL_PROCESS_TOAST | REINDEX_REL_CHECK_CONSTRAINTS, &params))
				ereport(NOTICE,
						(errmsg("table \"%s\" has no indexes to reindex", stmt->relation->relname)));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("REINDEX of a schema or database is not supported yet")));
	}
}

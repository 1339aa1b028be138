/*
 * createas.c
 *		CREATE TABLE AS and SELECT INTO.
 *
 * The query runs into a DestReceiver that makes the table when the run
 * starts and inserts each row.
 *
 * Not there yet: materialized views.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/createas.c
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/toasting.h"
#include "commands/createas.h"
#include "commands/prepare.h"
#include "commands/tablecmds.h"
#include "executor/execdesc.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/rewriteHandler.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* The receiver; into is what to make. */
typedef struct IntoReceiver
{
	DestReceiver pub;
	IntoClause *into;
	Relation rel;
	ObjectAddress address;
	CommandId cid;
	BulkInsertState bistate;
} IntoReceiver;

/* Make the table with these columns, and its TOAST table. */
static ObjectAddress
make_target(IntoClause *into, List *columns)
{
	static char *validnsps[] = HEAP_RELOPT_NAMESPACES;
	CreateStmt *create = makeNode(CreateStmt);
	ObjectAddress address;
	Datum toast_options;

	create->relation = into->rel;
	create->tableElts = columns;
	create->options = into->options;
	create->oncommit = into->onCommit;
	create->tablespacename = into->tableSpaceName;
	create->accessMethod = into->accessMethod;
	address = DefineRelation(create, RELKIND_RELATION, InvalidOid, NULL, NULL);
	CommandCounterIncrement();
	toast_options = transformRelOptions((Datum) 0, create->options, "toast", validnsps, true, false);
	(void) heap_reloptions(RELKIND_TOASTVALUE, toast_options, true);
	NewRelationCreateToastTable(address.objectId, toast_options);
	return address;
}

/* The next name of the clause's column list, or the query's own. */
static const char *
next_name(IntoClause *into, ListCell **cell, const char *own)
{
	if (*cell == NULL)
		return own;
	own = strVal(lfirst(*cell));
	*cell = lnext(into->colNames, *cell);
	return own;
}

static ColumnDef *
target_column(const char *name, Oid type, int32 typmod, Oid collation)
{
	ColumnDef *col = makeColumnDef(name, type, typmod, collation);

	if (!OidIsValid(col->collOid) && type_is_collatable(type))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_COLLATION),
				 errmsg("no collation was derived for column \"%s\" with collatable type %s",
						name, format_type_be(type)),
				 errhint("Use the COLLATE clause to set the collation explicitly.")));
	return col;
}

static void
check_all_names_used(ListCell *cell)
{
	if (cell != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("too many column names were specified")));
}

static void
into_startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	IntoReceiver *state = (IntoReceiver *) self;
	ListCell *names = list_head(state->into->colNames);
	List *columns = NIL;

	for (int i = 0; i < typeinfo->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(typeinfo, i);

		columns = lappend(columns, target_column(next_name(state->into, &names, NameStr(att->attname)), att->atttypid, att->atttypmod, att->attcollation));
	}
	check_all_names_used(names);
	state->address = make_target(state->into, columns);
	state->rel = table_open(state->address.objectId, AccessExclusiveLock);
	state->cid = GetCurrentCommandId(true);
	state->bistate = state->into->skipData ? NULL : GetBulkInsertState();
}

static bool
into_receive(TupleTableSlot *slot, DestReceiver *self)
{
	IntoReceiver *state = (IntoReceiver *) self;

	if (!state->into->skipData)
		table_tuple_insert(state->rel, slot, state->cid, TABLE_INSERT_SKIP_FSM, state->bistate);
	return true;
}

static void
into_shutdown(DestReceiver *self)
{
	IntoReceiver *state = (IntoReceiver *) self;

	if (state->bistate)
	{
		FreeBulkInsertState(state->bistate);
		table_finish_bulk_insert(state->rel, TABLE_INSERT_SKIP_FSM);
	}
	table_close(state->rel, NoLock);
	state->rel = NULL;
}

static void
into_destroy(DestReceiver *self)
{
	pfree(self);
}

DestReceiver *
CreateIntoRelDestReceiver(IntoClause *intoClause)
{
	IntoReceiver *self = palloc0(sizeof(IntoReceiver));

	self->pub.receiveSlot = into_receive;
	self->pub.rStartup = into_startup;
	self->pub.rShutdown = into_shutdown;
	self->pub.rDestroy = into_destroy;
	self->pub.mydest = DestIntoRel;
	self->into = intoClause;
	return (DestReceiver *) self;
}

int
GetIntoRelEFlags(IntoClause *intoClause)
{
	return intoClause->skipData ? EXEC_FLAG_WITH_NO_DATA : 0;
}

/* With IF NOT EXISTS: true, after a notice, if the name is taken. */
bool
CreateTableAsRelExists(CreateTableAsStmt *ctas)
{
	RangeVar *rel = ctas->into->rel;

	if (!OidIsValid(get_relname_relid(rel->relname, RangeVarGetCreationNamespace(rel))))
		return false;
	if (!ctas->if_not_exists)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", rel->relname)));
	ereport(NOTICE,
			(errcode(ERRCODE_DUPLICATE_TABLE),
			 errmsg("relation \"%s\" already exists, skipping", rel->relname)));
	return true;
}

/* WITH NO DATA: the columns are known without a plan. */
static ObjectAddress
make_empty(IntoClause *into, Query *query)
{
	ListCell *names = list_head(into->colNames);
	List *columns = NIL;
	ListCell *lc;

	foreach (lc, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		Node *expr = (Node *) tle->expr;

		if (!tle->resjunk)
			columns = lappend(columns, target_column(next_name(into, &names, tle->resname), exprType(expr), exprTypmod(expr), exprCollation(expr)));
	}
	check_all_names_used(names);
	return make_target(into, columns);
}

ObjectAddress
ExecCreateTableAs(ParseState *pstate, CreateTableAsStmt *stmt, ParamListInfo params,
				  QueryEnvironment *queryEnv, QueryCompletion *qc)
{
	Query *query = castNode(Query, stmt->query);
	DestReceiver *dest;
	ObjectAddress address;
	PlannedStmt *plan;
	QueryDesc *queryDesc;

	if (stmt->objtype == OBJECT_MATVIEW)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("materialized views are not supported yet")));
	if (CreateTableAsRelExists(stmt))
		return InvalidObjectAddress;
	dest = CreateIntoRelDestReceiver(stmt->into);
	if (query->commandType == CMD_UTILITY && IsA(query->utilityStmt, ExecuteStmt))
	{
		ExecuteQuery(pstate, (ExecuteStmt *) query->utilityStmt, stmt->into, params, dest, qc);
		return ((IntoReceiver *) dest)->address;
	}
	Assert(query->commandType == CMD_SELECT);
	if (stmt->into->skipData)
		return make_empty(stmt->into, query);

	query = linitial_node(Query, QueryRewrite(copyObject(query)));
	plan = pg_plan_query(query, pstate->p_sourcetext, CURSOR_OPT_PARALLEL_OK, params);
	PushCopiedSnapshot(GetActiveSnapshot());
	UpdateActiveSnapshotCommandId();
	queryDesc = CreateQueryDesc(plan, pstate->p_sourcetext, GetActiveSnapshot(), InvalidSnapshot,
								dest, params, queryEnv, 0);
	ExecutorStart(queryDesc, GetIntoRelEFlags(stmt->into));
	ExecutorRun(queryDesc, ForwardScanDirection, 0, true);
	if (qc)
		SetQueryCompletion(qc, CMDTAG_SELECT, queryDesc->estate->es_processed);
	address = ((IntoReceiver *) dest)->address;
	ExecutorFinish(queryDesc);
	ExecutorEnd(queryDesc);
	FreeQueryDesc(queryDesc);
	PopActiveSnapshot();
	return address;
}

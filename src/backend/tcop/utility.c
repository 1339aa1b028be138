/*
 * utility.c
 *		Dispatch of the statements that are not planned.
 *
 * One table describes each kind of statement: its command tag, whether it
 * changes anything, how it is logged; statements whose tag depends on their
 * content are told apart in CreateCommandTag.  standard_ProcessUtility checks
 * what the table says and calls the command.  A statement that has no command
 * yet is ERRCODE_FEATURE_NOT_SUPPORTED, with its name.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/utility.c
 */
#include "postgres.h"

#include "access/reloptions.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/toasting.h"
#include "commands/comment.h"
#include "commands/copy.h"
#include "commands/createas.h"
#include "commands/dbcommands.h"
#include "commands/defrem.h"
#include "commands/discard.h"
#include "commands/explain.h"
#include "commands/extension.h"
#include "commands/lockcmds.h"
#include "commands/owner.h"
#include "commands/portalcmds.h"
#include "commands/prepare.h"
#include "commands/schemacmds.h"
#include "commands/sequence.h"
#include "commands/tablecmds.h"
#include "commands/user.h"
#include "commands/vacuum.h"
#include "commands/view.h"
#include "miscadmin.h"
#include "parser/parse_node.h"
#include "parser/parse_utilcmd.h"
#include "postmaster/bgwriter.h"
#include "storage/fd.h"
#include "tcop/pquery.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

ProcessUtility_hook_type ProcessUtility_hook;

/* Properties of a kind of statement. */
#define UF_READ_ONLY 1 /* may run in a read-only transaction */
#define UF_IN_RECOVERY 2 /* may run during recovery */
#define UF_DDL 4 /* logged by log_statement = ddl */
#define UF_MOD 8 /* logged by log_statement = mod */

#define READS (UF_READ_ONLY | UF_IN_RECOVERY)

static const struct UtilityKind
{
	NodeTag node;
	CommandTag tag;
	int flags;
} utility_kinds[] = {
	{T_AlterCollationStmt, CMDTAG_ALTER_COLLATION, UF_DDL},
	{T_AlterDatabaseRefreshCollStmt, CMDTAG_ALTER_DATABASE, UF_DDL},
	{T_AlterDatabaseSetStmt, CMDTAG_ALTER_DATABASE, UF_DDL},
	{T_AlterDatabaseStmt, CMDTAG_ALTER_DATABASE, UF_DDL},
	{T_AlterDefaultPrivilegesStmt, CMDTAG_ALTER_DEFAULT_PRIVILEGES, UF_DDL},
	{T_AlterDomainStmt, CMDTAG_ALTER_DOMAIN, UF_DDL},
	{T_AlterEnumStmt, CMDTAG_ALTER_TYPE, UF_DDL},
	{T_AlterExtensionContentsStmt, CMDTAG_ALTER_EXTENSION, UF_DDL},
	{T_AlterExtensionStmt, CMDTAG_ALTER_EXTENSION, UF_DDL},
	{T_AlterFunctionStmt, CMDTAG_ALTER_FUNCTION, UF_DDL},
	{T_AlterOperatorStmt, CMDTAG_ALTER_OPERATOR, UF_DDL},
	{T_AlterRoleSetStmt, CMDTAG_ALTER_ROLE, UF_DDL},
	{T_AlterRoleStmt, CMDTAG_ALTER_ROLE, UF_DDL},
	{T_AlterSeqStmt, CMDTAG_ALTER_SEQUENCE, UF_DDL},
	{T_AlterStatsStmt, CMDTAG_ALTER_STATISTICS, UF_DDL},
	{T_AlterSystemStmt, CMDTAG_ALTER_SYSTEM, UF_DDL | READS},
	{T_AlterTableMoveAllStmt, CMDTAG_ALTER_TABLE, UF_DDL},
	{T_AlterTableSpaceOptionsStmt, CMDTAG_ALTER_TABLESPACE, UF_DDL},
	{T_AlterTypeStmt, CMDTAG_ALTER_TYPE, UF_DDL},
	{T_CallStmt, CMDTAG_CALL, READS},
	{T_CheckPointStmt, CMDTAG_CHECKPOINT, READS},
	{T_ClosePortalStmt, CMDTAG_CLOSE_CURSOR, READS},
	{T_ClusterStmt, CMDTAG_CLUSTER, UF_DDL},
	{T_CommentStmt, CMDTAG_COMMENT, UF_DDL},
	{T_CompositeTypeStmt, CMDTAG_CREATE_TYPE, UF_DDL},
	{T_ConstraintsSetStmt, CMDTAG_SET_CONSTRAINTS, READS},
	{T_CopyStmt, CMDTAG_COPY, READS}, /* COPY FROM checks for itself */
	{T_CreateCastStmt, CMDTAG_CREATE_CAST, UF_DDL},
	{T_CreateConversionStmt, CMDTAG_CREATE_CONVERSION, UF_DDL},
	{T_CreateDomainStmt, CMDTAG_CREATE_DOMAIN, UF_DDL},
	{T_CreateEnumStmt, CMDTAG_CREATE_TYPE, UF_DDL},
	{T_CreateExtensionStmt, CMDTAG_CREATE_EXTENSION, UF_DDL},
	{T_CreateFunctionStmt, CMDTAG_CREATE_FUNCTION, UF_DDL},
	{T_CreatePLangStmt, CMDTAG_CREATE_LANGUAGE, UF_DDL},
	{T_CreateRangeStmt, CMDTAG_CREATE_TYPE, UF_DDL},
	{T_CreateRoleStmt, CMDTAG_CREATE_ROLE, UF_DDL},
	{T_CreateSchemaStmt, CMDTAG_CREATE_SCHEMA, UF_DDL},
	{T_CreateSeqStmt, CMDTAG_CREATE_SEQUENCE, UF_DDL},
	{T_CreateStatsStmt, CMDTAG_CREATE_STATISTICS, UF_DDL},
	{T_CreateStmt, CMDTAG_CREATE_TABLE, UF_DDL},
	{T_CreateTableAsStmt, CMDTAG_CREATE_TABLE_AS, UF_DDL},
	{T_CreateTableSpaceStmt, CMDTAG_CREATE_TABLESPACE, UF_DDL},
	{T_CreateTrigStmt, CMDTAG_CREATE_TRIGGER, UF_DDL},
	{T_CreatedbStmt, CMDTAG_CREATE_DATABASE, UF_DDL},
	{T_DeallocateStmt, CMDTAG_DEALLOCATE, READS},
	{T_DeclareCursorStmt, CMDTAG_DECLARE_CURSOR, READS},
	{T_DoStmt, CMDTAG_DO, READS},
	{T_DropOwnedStmt, CMDTAG_DROP_OWNED, UF_DDL},
	{T_DropRoleStmt, CMDTAG_DROP_ROLE, UF_DDL},
	{T_DropTableSpaceStmt, CMDTAG_DROP_TABLESPACE, UF_DDL},
	{T_DropdbStmt, CMDTAG_DROP_DATABASE, UF_DDL},
	{T_ExecuteStmt, CMDTAG_EXECUTE, READS},
	{T_ExplainStmt, CMDTAG_EXPLAIN, READS},
	{T_FetchStmt, CMDTAG_FETCH, READS},
	{T_IndexStmt, CMDTAG_CREATE_INDEX, UF_DDL},
	{T_ListenStmt, CMDTAG_LISTEN, UF_READ_ONLY},
	{T_LoadStmt, CMDTAG_LOAD, READS},
	{T_LockStmt, CMDTAG_LOCK_TABLE, READS},
	{T_NotifyStmt, CMDTAG_NOTIFY, UF_READ_ONLY},
	{T_PrepareStmt, CMDTAG_PREPARE, READS},
	{T_ReassignOwnedStmt, CMDTAG_REASSIGN_OWNED, UF_DDL},
	{T_RefreshMatViewStmt, CMDTAG_REFRESH_MATERIALIZED_VIEW, UF_DDL},
	{T_ReindexStmt, CMDTAG_REINDEX, 0},
	{T_RuleStmt, CMDTAG_CREATE_RULE, UF_DDL},
	{T_SecLabelStmt, CMDTAG_SECURITY_LABEL, UF_DDL},
	{T_TransactionStmt, CMDTAG_UNKNOWN, READS},
	{T_TruncateStmt, CMDTAG_TRUNCATE_TABLE, UF_MOD},
	{T_UnlistenStmt, CMDTAG_UNLISTEN, UF_READ_ONLY},
	{T_VacuumStmt, CMDTAG_UNKNOWN, UF_READ_ONLY},
	{T_VariableSetStmt, CMDTAG_UNKNOWN, READS},
	{T_VariableShowStmt, CMDTAG_SHOW, READS},
	{T_ViewStmt, CMDTAG_CREATE_VIEW, UF_DDL},
	/* Their tags depend on the kind of object. */
	{T_AlterObjectDependsStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_AlterObjectSchemaStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_AlterOwnerStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_AlterTableStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_DefineStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_DiscardStmt, CMDTAG_UNKNOWN, READS},
	{T_DropStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_GrantRoleStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_GrantStmt, CMDTAG_UNKNOWN, UF_DDL},
	{T_RenameStmt, CMDTAG_UNKNOWN, UF_DDL},
};

/* Tags of ALTER, DROP and CREATE for an object type, from one list. */
/* clang-format off */
#define OBJECT_TAGS(X) \
	X(AGGREGATE) X(CAST) X(COLLATION) X(CONVERSION) X(DATABASE) X(DOMAIN) \
	X(EXTENSION) X(FUNCTION) X(INDEX) X(LANGUAGE) X(OPERATOR) X(PROCEDURE) \
	X(ROUTINE) X(RULE) X(SCHEMA) X(SEQUENCE) X(TABLE) X(TABLESPACE) \
	X(TRIGGER) X(TYPE) X(VIEW)
/* clang-format on */

static CommandTag
alter_tag(ObjectType type)
{
	switch (type)
	{
		case OBJECT_COLUMN:
		case OBJECT_TABCONSTRAINT:
			return CMDTAG_ALTER_TABLE;
		case OBJECT_DOMCONSTRAINT:
		case OBJECT_DOMAIN:
			return CMDTAG_ALTER_DOMAIN;
		case OBJECT_ATTRIBUTE:
			return CMDTAG_ALTER_TYPE;
		case OBJECT_ROLE:
			return CMDTAG_ALTER_ROLE;
		case OBJECT_MATVIEW:
			return CMDTAG_ALTER_MATERIALIZED_VIEW;
		case OBJECT_STATISTIC_EXT:
			return CMDTAG_ALTER_STATISTICS;
		case OBJECT_LARGEOBJECT:
			return CMDTAG_ALTER_LARGE_OBJECT;
		case OBJECT_POLICY:
			return CMDTAG_ALTER_POLICY;
		case OBJECT_TABLE:
			return CMDTAG_ALTER_TABLE;
		case OBJECT_INDEX:
			return CMDTAG_ALTER_INDEX;
		case OBJECT_VIEW:
			return CMDTAG_ALTER_VIEW;
		case OBJECT_SEQUENCE:
			return CMDTAG_ALTER_SEQUENCE;
		case OBJECT_SCHEMA:
			return CMDTAG_ALTER_SCHEMA;
		case OBJECT_TYPE:
			return CMDTAG_ALTER_TYPE;
		case OBJECT_DATABASE:
			return CMDTAG_ALTER_DATABASE;
		case OBJECT_FUNCTION:
			return CMDTAG_ALTER_FUNCTION;
		case OBJECT_TABLESPACE:
			return CMDTAG_ALTER_TABLESPACE;
		case OBJECT_EXTENSION:
			return CMDTAG_ALTER_EXTENSION;
		default:
			return CMDTAG_UNKNOWN;
	}
}

static CommandTag
drop_tag(ObjectType type)
{
	switch (type)
	{
#define DROP_CASE(name) \
	case OBJECT_##name: \
		return CMDTAG_DROP_##name;
		OBJECT_TAGS(DROP_CASE)
#undef DROP_CASE
		case OBJECT_MATVIEW:
			return CMDTAG_DROP_MATERIALIZED_VIEW;
		case OBJECT_STATISTIC_EXT:
			return CMDTAG_DROP_STATISTICS;
		default:
			return CMDTAG_UNKNOWN;
	}
}

static CommandTag
transaction_tag(TransactionStmtKind kind)
{
	switch (kind)
	{
		case TRANS_STMT_BEGIN:
			return CMDTAG_BEGIN;
		case TRANS_STMT_START:
			return CMDTAG_START_TRANSACTION;
		case TRANS_STMT_COMMIT:
			return CMDTAG_COMMIT;
		case TRANS_STMT_ROLLBACK:
		case TRANS_STMT_ROLLBACK_TO:
			return CMDTAG_ROLLBACK;
		case TRANS_STMT_SAVEPOINT:
			return CMDTAG_SAVEPOINT;
		case TRANS_STMT_RELEASE:
			return CMDTAG_RELEASE;
		case TRANS_STMT_PREPARE:
			return CMDTAG_PREPARE_TRANSACTION;
		case TRANS_STMT_COMMIT_PREPARED:
			return CMDTAG_COMMIT_PREPARED;
		case TRANS_STMT_ROLLBACK_PREPARED:
			return CMDTAG_ROLLBACK_PREPARED;
	}
	return CMDTAG_UNKNOWN;
}

static CommandTag
discard_tag(DiscardMode target)
{
	switch (target)
	{
		case DISCARD_ALL:
			return CMDTAG_DISCARD_ALL;
		case DISCARD_PLANS:
			return CMDTAG_DISCARD_PLANS;
		case DISCARD_SEQUENCES:
			return CMDTAG_DISCARD_SEQUENCES;
		case DISCARD_TEMP:
			return CMDTAG_DISCARD_TEMP;
	}
	return CMDTAG_DISCARD;
}

static CommandTag
define_tag(ObjectType type)
{
	switch (type)
	{
		case OBJECT_AGGREGATE:
			return CMDTAG_CREATE_AGGREGATE;
		case OBJECT_OPERATOR:
			return CMDTAG_CREATE_OPERATOR;
		case OBJECT_TYPE:
			return CMDTAG_CREATE_TYPE;
		case OBJECT_COLLATION:
			return CMDTAG_CREATE_COLLATION;
		default:
			return CMDTAG_UNKNOWN;
	}
}

static const struct UtilityKind *
find_kind(NodeTag node)
{
	for (int i = 0; i < lengthof(utility_kinds); i++)
	{
		if (utility_kinds[i].node == node)
			return &utility_kinds[i];
	}
	return NULL;
}

/* Tag of a plannable statement by its command type and row locks. */
static CommandTag
query_tag(CmdType type, List *rowmarks)
{
	switch (type)
	{
		case CMD_INSERT:
			return CMDTAG_INSERT;
		case CMD_UPDATE:
			return CMDTAG_UPDATE;
		case CMD_DELETE:
			return CMDTAG_DELETE;
		case CMD_MERGE:
			return CMDTAG_MERGE;
		case CMD_SELECT:
			break;
		default:
			return CMDTAG_UNKNOWN;
	}
	if (rowmarks == NIL)
		return CMDTAG_SELECT;
	switch (IsA(linitial(rowmarks), PlanRowMark)
				? ((PlanRowMark *) linitial(rowmarks))->strength
				: ((RowMarkClause *) linitial(rowmarks))->strength)
	{
		case LCS_FORKEYSHARE:
			return CMDTAG_SELECT_FOR_KEY_SHARE;
		case LCS_FORSHARE:
			return CMDTAG_SELECT_FOR_SHARE;
		case LCS_FORNOKEYUPDATE:
			return CMDTAG_SELECT_FOR_NO_KEY_UPDATE;
		case LCS_FORUPDATE:
			return CMDTAG_SELECT_FOR_UPDATE;
		default:
			return CMDTAG_SELECT;
	}
}

/* Tags that depend on what the statement holds. */
static CommandTag
content_tag(Node *node)
{
	switch (nodeTag(node))
	{
		case T_TransactionStmt:
			return transaction_tag(((TransactionStmt *) node)->kind);
		case T_VacuumStmt:
			return ((VacuumStmt *) node)->is_vacuumcmd ? CMDTAG_VACUUM : CMDTAG_ANALYZE;
		case T_VariableSetStmt:
			return ((VariableSetStmt *) node)->kind == VAR_RESET ||
					((VariableSetStmt *) node)->kind == VAR_RESET_ALL
				? CMDTAG_RESET
				: CMDTAG_SET;
		case T_DiscardStmt:
			return discard_tag(((DiscardStmt *) node)->target);
		case T_DropStmt:
			return drop_tag(((DropStmt *) node)->removeType);
		case T_GrantRoleStmt:
			return ((GrantRoleStmt *) node)->is_grant ? CMDTAG_GRANT_ROLE : CMDTAG_REVOKE_ROLE;
		case T_GrantStmt:
			return ((GrantStmt *) node)->is_grant ? CMDTAG_GRANT : CMDTAG_REVOKE;
		case T_RenameStmt:
			return alter_tag(((RenameStmt *) node)->renameType == OBJECT_COLUMN
								 ? ((RenameStmt *) node)->relationType
								 : ((RenameStmt *) node)->renameType);
		case T_AlterObjectSchemaStmt:
			return alter_tag(((AlterObjectSchemaStmt *) node)->objectType);
		case T_AlterObjectDependsStmt:
			return alter_tag(((AlterObjectDependsStmt *) node)->objectType);
		case T_AlterOwnerStmt:
			return alter_tag(((AlterOwnerStmt *) node)->objectType);
		case T_AlterTableStmt:
			return alter_tag(((AlterTableStmt *) node)->objtype);
		case T_DefineStmt:
			return define_tag(((DefineStmt *) node)->kind);
		default:
			return CMDTAG_UNKNOWN;
	}
}

/*
 * CreateCommandTag
 *		The tag of a statement in any stage: raw, analyzed, or planned.
 */
CommandTag
CreateCommandTag(Node *parsetree)
{
	const struct UtilityKind *kind;

	switch (nodeTag(parsetree))
	{
		case T_RawStmt:
			return CreateCommandTag(((RawStmt *) parsetree)->stmt);
		case T_InsertStmt:
			return CMDTAG_INSERT;
		case T_DeleteStmt:
			return CMDTAG_DELETE;
		case T_UpdateStmt:
			return CMDTAG_UPDATE;
		case T_MergeStmt:
			return CMDTAG_MERGE;
		case T_SelectStmt:
		case T_PLAssignStmt:
			return CMDTAG_SELECT;
		case T_PlannedStmt:
		{
			PlannedStmt *stmt = (PlannedStmt *) parsetree;

			return stmt->commandType == CMD_UTILITY ? CreateCommandTag(stmt->utilityStmt)
													: query_tag(stmt->commandType, stmt->rowMarks);
		}
		case T_Query:
		{
			Query *query = (Query *) parsetree;

			return query->commandType == CMD_UTILITY ? CreateCommandTag(query->utilityStmt)
													 : query_tag(query->commandType, query->rowMarks);
		}
		case T_FetchStmt:
			return ((FetchStmt *) parsetree)->ismove ? CMDTAG_MOVE : CMDTAG_FETCH;
		case T_ClosePortalStmt:
			return ((ClosePortalStmt *) parsetree)->portalname ? CMDTAG_CLOSE_CURSOR : CMDTAG_CLOSE_CURSOR_ALL;
		case T_DeallocateStmt:
			return ((DeallocateStmt *) parsetree)->name ? CMDTAG_DEALLOCATE : CMDTAG_DEALLOCATE_ALL;
		case T_CreateTableAsStmt:
			if (((CreateTableAsStmt *) parsetree)->is_select_into)
				return CMDTAG_SELECT_INTO;
			if (((CreateTableAsStmt *) parsetree)->objtype == OBJECT_MATVIEW)
				return CMDTAG_CREATE_MATERIALIZED_VIEW;
			return CMDTAG_CREATE_TABLE_AS;
		case T_CreateFunctionStmt:
			return ((CreateFunctionStmt *) parsetree)->is_procedure ? CMDTAG_CREATE_PROCEDURE : CMDTAG_CREATE_FUNCTION;
		default:
			break;
	}
	kind = find_kind(nodeTag(parsetree));
	if (kind && kind->tag != CMDTAG_UNKNOWN)
		return kind->tag;
	return content_tag(parsetree);
}

/* What log_statement calls the statement. */
LogStmtLevel
GetCommandLogLevel(Node *parsetree)
{
	const struct UtilityKind *kind;

	switch (nodeTag(parsetree))
	{
		case T_RawStmt:
			return GetCommandLogLevel(((RawStmt *) parsetree)->stmt);
		case T_InsertStmt:
		case T_DeleteStmt:
		case T_UpdateStmt:
		case T_MergeStmt:
			return LOGSTMT_MOD;
		case T_SelectStmt:
			return ((SelectStmt *) parsetree)->intoClause ? LOGSTMT_DDL : LOGSTMT_ALL;
		case T_CopyStmt:
			return ((CopyStmt *) parsetree)->is_from ? LOGSTMT_MOD : LOGSTMT_ALL;
		case T_PlannedStmt:
		{
			PlannedStmt *stmt = (PlannedStmt *) parsetree;

			if (stmt->commandType == CMD_UTILITY)
				return GetCommandLogLevel(stmt->utilityStmt);
			return stmt->commandType == CMD_SELECT ? LOGSTMT_ALL : LOGSTMT_MOD;
		}
		case T_Query:
		{
			Query *query = (Query *) parsetree;

			if (query->commandType == CMD_UTILITY)
				return GetCommandLogLevel(query->utilityStmt);
			return query->commandType == CMD_SELECT ? LOGSTMT_ALL : LOGSTMT_MOD;
		}
		default:
			break;
	}
	kind = find_kind(nodeTag(parsetree));
	if (!kind)
		return LOGSTMT_ALL;
	return kind->flags & UF_DDL ? LOGSTMT_DDL : kind->flags & UF_MOD ? LOGSTMT_MOD
																	 : LOGSTMT_ALL;
}

/* May this plan run in a read-only transaction? */
bool
CommandIsReadOnly(PlannedStmt *pstmt)
{
	return pstmt->commandType == CMD_SELECT && pstmt->rowMarks == NIL && !pstmt->hasModifyingCTE;
}

void
PreventCommandIfReadOnly(const char *cmdname)
{
	if (XactReadOnly)
		ereport(ERROR,
				(errcode(ERRCODE_READ_ONLY_SQL_TRANSACTION),
				 errmsg("cannot execute %s in a read-only transaction", cmdname)));
}

void
PreventCommandIfParallelMode(const char *cmdname)
{
	if (IsInParallelMode())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("cannot execute %s during a parallel operation", cmdname)));
}

void
PreventCommandDuringRecovery(const char *cmdname)
{
	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_READ_ONLY_SQL_TRANSACTION),
				 errmsg("cannot execute %s during recovery", cmdname)));
}

/* ---- results of utility statements ---- */

bool
UtilityReturnsTuples(Node *parsetree)
{
	return UtilityTupleDescriptor(parsetree) != NULL;
}

/* The row type that a utility statement returns, or NULL. */
TupleDesc
UtilityTupleDescriptor(Node *parsetree)
{
	switch (nodeTag(parsetree))
	{
		case T_FetchStmt:
		{
			FetchStmt *stmt = (FetchStmt *) parsetree;
			Portal portal = stmt->ismove ? NULL : GetPortalByName(stmt->portalname);

			if (!PortalIsValid(portal) || !portal->tupDesc)
				return NULL;
			return CreateTupleDescCopy(portal->tupDesc);
		}
		case T_ExecuteStmt:
		{
			PreparedStatement *entry = FetchPreparedStatement(((ExecuteStmt *) parsetree)->name, false);

			if (!entry || !entry->plansource->resultDesc)
				return NULL;
			return CreateTupleDescCopy(entry->plansource->resultDesc);
		}
		case T_ExplainStmt:
			return ExplainResultDesc((ExplainStmt *) parsetree);
		case T_VariableShowStmt:
			return GetPGVariableResultDesc(((VariableShowStmt *) parsetree)->name);
		default:
			return NULL;
	}
}

/* The plannable statement inside a utility statement, or NULL. */
Query *
UtilityContainsQuery(Node *parsetree)
{
	Node *query;

	switch (nodeTag(parsetree))
	{
		case T_DeclareCursorStmt:
			query = ((DeclareCursorStmt *) parsetree)->query;
			break;
		case T_ExplainStmt:
			query = ((ExplainStmt *) parsetree)->query;
			break;
		case T_CreateTableAsStmt:
			query = ((CreateTableAsStmt *) parsetree)->query;
			break;
		default:
			return NULL;
	}
	if (castNode(Query, query)->commandType == CMD_UTILITY)
		return UtilityContainsQuery(((Query *) query)->utilityStmt);
	return (Query *) query;
}

/* ---- running ---- */

typedef struct UtilityCall
{
	PlannedStmt *pstmt;
	Node *node;
	const char *queryString;
	ProcessUtilityContext context;
	bool isTopLevel;
	ParamListInfo params;
	QueryEnvironment *queryEnv;
	DestReceiver *dest;
	QueryCompletion *qc;
	ParseState *pstate;
} UtilityCall;

static void run_transaction(UtilityCall *call, TransactionStmt *stmt);
static void run_create_table(UtilityCall *call, CreateStmt *stmt);
static void run_create_index(UtilityCall *call, IndexStmt *stmt);
static void run_alter_table(UtilityCall *call, AlterTableStmt *stmt);
static void run_drop(UtilityCall *call, DropStmt *stmt);
static void run_rename(RenameStmt *stmt);
static bool run_simple(UtilityCall *call);
static bool run_object_command(UtilityCall *call);

void
ProcessUtility(PlannedStmt *pstmt, const char *queryString, bool readOnlyTree,
			   ProcessUtilityContext context, ParamListInfo params,
			   QueryEnvironment *queryEnv, DestReceiver *dest, QueryCompletion *qc)
{
	Assert(pstmt->commandType == CMD_UTILITY);
	Assert(queryString != NULL);
	if (ProcessUtility_hook)
		ProcessUtility_hook(pstmt, queryString, readOnlyTree, context, params,
							queryEnv, dest, qc);
	else
		standard_ProcessUtility(pstmt, queryString, readOnlyTree, context,
								params, queryEnv, dest, qc);
}

/* Is the statement allowed in this transaction and state of the server? */
static void
check_allowed(Node *node)
{
	const struct UtilityKind *kind = find_kind(nodeTag(node));
	int flags = kind ? kind->flags : 0;

	if (!(flags & UF_READ_ONLY))
		PreventCommandIfReadOnly(CreateCommandName(node));
	if (!(flags & UF_IN_RECOVERY))
		PreventCommandDuringRecovery(CreateCommandName(node));
}

/*
 * standard_ProcessUtility
 *		Run one utility statement.
 *
 * readOnlyTree		the tree is the caller's and must not be changed
 * qc				may be NULL; the row count of FETCH, COPY and their like
 */
void
standard_ProcessUtility(PlannedStmt *pstmt, const char *queryString,
						bool readOnlyTree, ProcessUtilityContext context,
						ParamListInfo params, QueryEnvironment *queryEnv,
						DestReceiver *dest, QueryCompletion *qc)
{
	UtilityCall call;

	check_stack_depth();
	if (readOnlyTree)
		pstmt = copyObject(pstmt);
	call = (UtilityCall){
		.pstmt = pstmt, .node = pstmt->utilityStmt, .queryString = queryString, .context = context, .isTopLevel = context == PROCESS_UTILITY_TOPLEVEL, .params = params, .queryEnv = queryEnv, .dest = dest, .qc = qc};
	check_allowed(call.node);
	call.pstate = make_parsestate(NULL);
	call.pstate->p_sourcetext = queryString;
	call.pstate->p_queryEnv = queryEnv;

	if (!run_simple(&call) && !run_object_command(&call))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not supported yet", CreateCommandName(call.node))));

	free_parsestate(call.pstate);
	/* What it did is to be seen by the next command. */
	if (context != PROCESS_UTILITY_TOPLEVEL || !IsA(call.node, TransactionStmt))
		CommandCounterIncrement();
}

/* Statements about the session and its transaction.  False: not one of them. */
static bool
run_simple(UtilityCall *call)
{
	Node *node = call->node;

	switch (nodeTag(node))
	{
		case T_TransactionStmt:
			run_transaction(call, (TransactionStmt *) node);
			break;
		case T_DeclareCursorStmt:
			PerformCursorOpen(call->pstate, (DeclareCursorStmt *) node, call->params, call->isTopLevel);
			break;
		case T_ClosePortalStmt:
			PerformPortalClose(((ClosePortalStmt *) node)->portalname);
			break;
		case T_FetchStmt:
			PerformPortalFetch((FetchStmt *) node, call->dest, call->qc);
			break;
		case T_PrepareStmt:
			PrepareQuery(call->pstate, (PrepareStmt *) node, call->pstmt->stmt_location, call->pstmt->stmt_len);
			break;
		case T_ExecuteStmt:
			ExecuteQuery(call->pstate, (ExecuteStmt *) node, NULL, call->params, call->dest, call->qc);
			break;
		case T_DeallocateStmt:
			DeallocateQuery((DeallocateStmt *) node);
			break;
		case T_VariableSetStmt:
			ExecSetVariableStmt((VariableSetStmt *) node, call->isTopLevel);
			break;
		case T_VariableShowStmt:
			GetPGVariable(((VariableShowStmt *) node)->name, call->dest);
			break;
		case T_AlterSystemStmt:
			PreventInTransactionBlock(call->isTopLevel, "ALTER SYSTEM");
			AlterSystemSetConfigFile((AlterSystemStmt *) node);
			break;
		case T_DiscardStmt:
			DiscardCommand((DiscardStmt *) node, call->isTopLevel);
			break;
		case T_LoadStmt:
			closeAllVfds();
			load_file(((LoadStmt *) node)->filename, !superuser());
			break;
		case T_LockStmt:
			RequireTransactionBlock(call->isTopLevel, "LOCK TABLE");
			LockTableCommand((LockStmt *) node);
			break;
		case T_ConstraintsSetStmt:
			break; /* there are no deferrable constraints to set */
		case T_CheckPointStmt:
			if (!has_privs_of_role(GetUserId(), ROLE_PG_CHECKPOINT))
				ereport(ERROR,
						(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
						 errmsg("must be superuser or have privileges of pg_checkpoint to do CHECKPOINT")));
			RequestCheckpoint(CHECKPOINT_IMMEDIATE | CHECKPOINT_WAIT |
							  (RecoveryInProgress() ? 0 : CHECKPOINT_FORCE));
			break;
		case T_CopyStmt:
		{
			uint64 processed;

			DoCopy(call->pstate, (CopyStmt *) node, call->pstmt->stmt_location, call->pstmt->stmt_len, &processed);
			if (call->qc)
				SetQueryCompletion(call->qc, CMDTAG_COPY, processed);
			break;
		}
		case T_ExplainStmt:
			ExplainQuery(call->pstate, (ExplainStmt *) node, call->params, call->dest);
			break;
		default:
			return false;
	}
	return true;
}

/* Statements about objects of the database.  False: there is no command yet. */
static bool
run_object_command(UtilityCall *call)
{
	Node *node = call->node;

	switch (nodeTag(node))
	{
		case T_CreateStmt:
			run_create_table(call, (CreateStmt *) node);
			break;
		case T_IndexStmt:
			run_create_index(call, (IndexStmt *) node);
			break;
		case T_AlterTableStmt:
			run_alter_table(call, (AlterTableStmt *) node);
			break;
		case T_DropStmt:
			run_drop(call, (DropStmt *) node);
			break;
		case T_RenameStmt:
			run_rename((RenameStmt *) node);
			break;
		case T_AlterOwnerStmt:
			ExecAlterOwnerStmt((AlterOwnerStmt *) node);
			break;
		case T_TruncateStmt:
			ExecuteTruncate((TruncateStmt *) node);
			break;
		case T_CreateTableAsStmt:
			ExecCreateTableAs(call->pstate, (CreateTableAsStmt *) node, call->params, call->queryEnv, call->qc);
			break;
		case T_CreateSchemaStmt:
			CreateSchemaCommand((CreateSchemaStmt *) node, call->queryString,
								call->pstmt->stmt_location, call->pstmt->stmt_len);
			break;
		case T_ViewStmt:
			DefineView((ViewStmt *) node, call->queryString, call->pstmt->stmt_location, call->pstmt->stmt_len);
			break;
		case T_CreateExtensionStmt:
			CreateExtension(call->pstate, (CreateExtensionStmt *) node);
			break;
		case T_CreateFunctionStmt:
			CreateFunction(call->pstate, (CreateFunctionStmt *) node);
			break;
		case T_CreateSeqStmt:
			DefineSequence(call->pstate, (CreateSeqStmt *) node);
			break;
		case T_AlterSeqStmt:
			AlterSequence(call->pstate, (AlterSeqStmt *) node);
			break;
		case T_VacuumStmt:
			ExecVacuum(call->pstate, (VacuumStmt *) node, call->isTopLevel);
			break;
		case T_ReindexStmt:
			ExecReindex(call->pstate, (ReindexStmt *) node, call->isTopLevel);
			break;
		case T_CreateRoleStmt:
			CreateRole(call->pstate, (CreateRoleStmt *) node);
			break;
		case T_AlterRoleStmt:
			AlterRole(call->pstate, (AlterRoleStmt *) node);
			break;
		case T_AlterRoleSetStmt:
			AlterRoleSet((AlterRoleSetStmt *) node);
			break;
		case T_DropRoleStmt:
			DropRole((DropRoleStmt *) node);
			break;
		case T_GrantRoleStmt:
			GrantRole((GrantRoleStmt *) node);
			break;
		case T_GrantStmt:
			ExecuteGrantStmt((GrantStmt *) node);
			break;
		case T_CommentStmt:
			CommentObject((CommentStmt *) node);
			break;
		case T_CreatedbStmt:
			PreventInTransactionBlock(call->isTopLevel, "CREATE DATABASE");
			createdb(call->pstate, (CreatedbStmt *) node);
			break;
		case T_DropdbStmt:
			PreventInTransactionBlock(call->isTopLevel, "DROP DATABASE");
			DropDatabase(call->pstate, (DropdbStmt *) node);
			break;
		case T_AlterDatabaseStmt:
			AlterDatabase(call->pstate, (AlterDatabaseStmt *) node, call->isTopLevel);
			break;
		case T_AlterDatabaseSetStmt:
			AlterDatabaseSet((AlterDatabaseSetStmt *) node);
			break;
		default:
			return false;
	}
	return true;
}

/* BEGIN ISOLATION LEVEL ...: options are settings of this transaction. */
static void
set_transaction_options(List *options)
{
	ListCell *lc;

	foreach (lc, options)
	{
		DefElem *item = lfirst_node(DefElem, lc);

		SetPGVariable(item->defname, list_make1(item->arg), true);
	}
}

static void
run_transaction(UtilityCall *call, TransactionStmt *stmt)
{
	switch (stmt->kind)
	{
		case TRANS_STMT_BEGIN:
		case TRANS_STMT_START:
			BeginTransactionBlock();
			set_transaction_options(stmt->options);
			break;
		case TRANS_STMT_COMMIT:
			/* A block that failed ends in ROLLBACK, and says so. */
			if (!EndTransactionBlock(stmt->chain) && call->qc)
				SetQueryCompletion(call->qc, CMDTAG_ROLLBACK, 0);
			break;
		case TRANS_STMT_ROLLBACK:
			UserAbortTransactionBlock(stmt->chain);
			break;
		case TRANS_STMT_SAVEPOINT:
			RequireTransactionBlock(call->isTopLevel, "SAVEPOINT");
			DefineSavepoint(stmt->savepoint_name);
			break;
		case TRANS_STMT_RELEASE:
			RequireTransactionBlock(call->isTopLevel, "RELEASE SAVEPOINT");
			ReleaseSavepoint(stmt->savepoint_name);
			break;
		case TRANS_STMT_ROLLBACK_TO:
			RequireTransactionBlock(call->isTopLevel, "ROLLBACK TO SAVEPOINT");
			RollbackToSavepoint(stmt->savepoint_name);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s is not supported yet", CreateCommandName((Node *) stmt))));
	}
}

/* A statement that another one expanded to. */
static void
run_subcommand(UtilityCall *call, Node *node)
{
	PlannedStmt *wrapper = makeNode(PlannedStmt);

	wrapper->commandType = CMD_UTILITY;
	wrapper->canSetTag = false;
	wrapper->utilityStmt = node;
	wrapper->stmt_location = call->pstmt->stmt_location;
	wrapper->stmt_len = call->pstmt->stmt_len;
	ProcessUtility(wrapper, call->queryString, false, PROCESS_UTILITY_SUBCOMMAND,
				   call->params, NULL, None_Receiver, NULL);
}

/* CREATE TABLE: the table, its TOAST table, then its indexes and the like. */
static void
run_create_table(UtilityCall *call, CreateStmt *stmt)
{
	List *stmts = transformCreateStmt(stmt, call->queryString);

	while (stmts != NIL)
	{
		Node *sub = linitial(stmts);

		stmts = list_delete_first(stmts);
		if (IsA(sub, CreateStmt))
		{
			static char *validnsps[] = HEAP_RELOPT_NAMESPACES;
			CreateStmt *create = (CreateStmt *) sub;
			ObjectAddress address = DefineRelation(create, RELKIND_RELATION, InvalidOid, NULL, call->queryString);
			Datum toast_options;

			CommandCounterIncrement();
			toast_options = transformRelOptions((Datum) 0, create->options, "toast", validnsps, true, false);
			(void) heap_reloptions(RELKIND_TOASTVALUE, toast_options, true);
			NewRelationCreateToastTable(address.objectId, toast_options);
		}
		else if (IsA(sub, TableLikeClause))
			stmts = list_concat(expandTableLikeClause(stmt->relation, (TableLikeClause *) sub), stmts);
		else
			run_subcommand(call, sub);
		if (stmts != NIL)
			CommandCounterIncrement();
	}
}

static void
run_create_index(UtilityCall *call, IndexStmt *stmt)
{
	LOCKMODE lockmode = stmt->concurrent ? ShareUpdateExclusiveLock : ShareLock;
	Oid relid;

	if (stmt->concurrent)
		PreventInTransactionBlock(call->isTopLevel, "CREATE INDEX CONCURRENTLY");
	relid = RangeVarGetRelidExtended(stmt->relation, lockmode, 0, RangeVarCallbackOwnsRelation, NULL);
	stmt = transformIndexStmt(relid, stmt, call->queryString);
	DefineIndex(relid, stmt, InvalidOid, InvalidOid, InvalidOid, false, true, true, false, false);
}

static void
run_alter_table(UtilityCall *call, AlterTableStmt *stmt)
{
	LOCKMODE lockmode = AlterTableGetLockLevel(stmt->cmds);
	Oid relid = AlterTableLookupRelation(stmt, lockmode);

	if (!OidIsValid(relid))
	{
		ereport(NOTICE,
				(errmsg("relation \"%s\" does not exist, skipping", stmt->relation->relname)));
		return;
	}
	{
		AlterTableUtilityContext context = {
			.pstmt = call->pstmt, .queryString = call->queryString, .relid = relid, .params = call->params, .queryEnv = call->queryEnv};

		AlterTable(stmt, lockmode, &context);
	}
}

static void
run_drop(UtilityCall *call, DropStmt *stmt)
{
	switch (stmt->removeType)
	{
		case OBJECT_INDEX:
			if (stmt->concurrent)
				PreventInTransactionBlock(call->isTopLevel, "DROP INDEX CONCURRENTLY");
			/* FALLTHROUGH */
		case OBJECT_TABLE:
		case OBJECT_SEQUENCE:
		case OBJECT_VIEW:
		case OBJECT_MATVIEW:
		case OBJECT_FOREIGN_TABLE:
			RemoveRelations(stmt);
			break;
		default:
			RemoveObjects(stmt);
	}
}

static void
run_rename(RenameStmt *stmt)
{
	switch (stmt->renameType)
	{
		case OBJECT_TABLE:
		case OBJECT_INDEX:
		case OBJECT_SEQUENCE:
		case OBJECT_VIEW:
			RenameRelation(stmt);
			break;
		case OBJECT_COLUMN:
			renameatt(stmt);
			break;
		case OBJECT_TABCONSTRAINT:
			RenameConstraint(stmt);
			break;
		case OBJECT_DATABASE:
			RenameDatabase(stmt->subname, stmt->newname);
			break;
		case OBJECT_SCHEMA:
			RenameSchema(stmt->subname, stmt->newname);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("%s ... RENAME is not supported yet", CreateCommandName((Node *) stmt))));
	}
}

/* Later parts of a multi-step ALTER TABLE come back through here. */
void
ProcessUtilityForAlterTable(Node *stmt, AlterTableUtilityContext *context)
{
	PlannedStmt *wrapper = makeNode(PlannedStmt);

	wrapper->commandType = CMD_UTILITY;
	wrapper->canSetTag = false;
	wrapper->utilityStmt = stmt;
	wrapper->stmt_location = context->pstmt->stmt_location;
	wrapper->stmt_len = context->pstmt->stmt_len;
	ProcessUtility(wrapper, context->queryString, false, PROCESS_UTILITY_SUBCOMMAND,
				   context->params, context->queryEnv, None_Receiver, NULL);
}

/*
 * cmdtag.h
 *		The command tags that end a statement on the wire.
 *
 * A tag is an enumerator; its text, and whether a row count follows it, are in
 * one list, COMMAND_TAGS, from which both the enum and the table in cmdtag.c
 * are made.  Texts are what PostgreSQL 15 sends.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/tcop/cmdtag.h
 */
#ifndef CMDTAG_H
#define CMDTAG_H

/* X(symbol, text, followed by a row count) */
/* clang-format off */
#define COMMAND_TAGS(X) \
	X(UNKNOWN, "???", false) \
	X(ALTER_AGGREGATE, "ALTER AGGREGATE", false) X(ALTER_COLLATION, "ALTER COLLATION", false) \
	X(ALTER_CONVERSION, "ALTER CONVERSION", false) X(ALTER_DATABASE, "ALTER DATABASE", false) \
	X(ALTER_DEFAULT_PRIVILEGES, "ALTER DEFAULT PRIVILEGES", false) X(ALTER_DOMAIN, "ALTER DOMAIN", false) \
	X(ALTER_EXTENSION, "ALTER EXTENSION", false) X(ALTER_FUNCTION, "ALTER FUNCTION", false) \
	X(ALTER_INDEX, "ALTER INDEX", false) X(ALTER_LANGUAGE, "ALTER LANGUAGE", false) \
	X(ALTER_LARGE_OBJECT, "ALTER LARGE OBJECT", false) X(ALTER_MATERIALIZED_VIEW, "ALTER MATERIALIZED VIEW", false) \
	X(ALTER_OPERATOR, "ALTER OPERATOR", false) X(ALTER_POLICY, "ALTER POLICY", false) \
	X(ALTER_PROCEDURE, "ALTER PROCEDURE", false) X(ALTER_ROLE, "ALTER ROLE", false) \
	X(ALTER_ROUTINE, "ALTER ROUTINE", false) X(ALTER_RULE, "ALTER RULE", false) \
	X(ALTER_SCHEMA, "ALTER SCHEMA", false) X(ALTER_SEQUENCE, "ALTER SEQUENCE", false) \
	X(ALTER_STATISTICS, "ALTER STATISTICS", false) X(ALTER_SYSTEM, "ALTER SYSTEM", false) \
	X(ALTER_TABLE, "ALTER TABLE", false) X(ALTER_TABLESPACE, "ALTER TABLESPACE", false) \
	X(ALTER_TRIGGER, "ALTER TRIGGER", false) X(ALTER_TYPE, "ALTER TYPE", false) \
	X(ALTER_VIEW, "ALTER VIEW", false) X(ANALYZE, "ANALYZE", false) X(BEGIN, "BEGIN", false) \
	X(CALL, "CALL", false) X(CHECKPOINT, "CHECKPOINT", false) X(CLOSE, "CLOSE", false) \
	X(CLOSE_CURSOR, "CLOSE CURSOR", false) X(CLOSE_CURSOR_ALL, "CLOSE CURSOR ALL", false) \
	X(CLUSTER, "CLUSTER", false) X(COMMENT, "COMMENT", false) X(COMMIT, "COMMIT", false) \
	X(COMMIT_PREPARED, "COMMIT PREPARED", false) X(COPY, "COPY", true) \
	X(CREATE_AGGREGATE, "CREATE AGGREGATE", false) X(CREATE_CAST, "CREATE CAST", false) \
	X(CREATE_COLLATION, "CREATE COLLATION", false) X(CREATE_CONVERSION, "CREATE CONVERSION", false) X(CREATE_DATABASE, "CREATE DATABASE", false) \
	X(CREATE_DOMAIN, "CREATE DOMAIN", false) X(CREATE_EXTENSION, "CREATE EXTENSION", false) \
	X(CREATE_FUNCTION, "CREATE FUNCTION", false) X(CREATE_INDEX, "CREATE INDEX", false) \
	X(CREATE_LANGUAGE, "CREATE LANGUAGE", false) X(CREATE_MATERIALIZED_VIEW, "CREATE MATERIALIZED VIEW", false) \
	X(CREATE_OPERATOR, "CREATE OPERATOR", false) X(CREATE_PROCEDURE, "CREATE PROCEDURE", false) \
	X(CREATE_ROLE, "CREATE ROLE", false) X(CREATE_ROUTINE, "CREATE ROUTINE", false) \
	X(CREATE_RULE, "CREATE RULE", false) X(CREATE_SCHEMA, "CREATE SCHEMA", false) \
	X(CREATE_SEQUENCE, "CREATE SEQUENCE", false) X(CREATE_STATISTICS, "CREATE STATISTICS", false) \
	X(CREATE_TABLE, "CREATE TABLE", false) X(CREATE_TABLE_AS, "CREATE TABLE AS", false) \
	X(CREATE_TABLESPACE, "CREATE TABLESPACE", false) X(CREATE_TRIGGER, "CREATE TRIGGER", false) \
	X(CREATE_TYPE, "CREATE TYPE", false) X(CREATE_VIEW, "CREATE VIEW", false) \
	X(DEALLOCATE, "DEALLOCATE", false) X(DEALLOCATE_ALL, "DEALLOCATE ALL", false) \
	X(DECLARE_CURSOR, "DECLARE CURSOR", false) X(DELETE, "DELETE", true) \
	X(DISCARD, "DISCARD", false) X(DISCARD_ALL, "DISCARD ALL", false) \
	X(DISCARD_PLANS, "DISCARD PLANS", false) X(DISCARD_SEQUENCES, "DISCARD SEQUENCES", false) \
	X(DISCARD_TEMP, "DISCARD TEMP", false) X(DO, "DO", false) \
	X(DROP_AGGREGATE, "DROP AGGREGATE", false) X(DROP_CAST, "DROP CAST", false) \
	X(DROP_COLLATION, "DROP COLLATION", false) X(DROP_CONVERSION, "DROP CONVERSION", false) \
	X(DROP_DATABASE, "DROP DATABASE", false) X(DROP_DOMAIN, "DROP DOMAIN", false) \
	X(DROP_EXTENSION, "DROP EXTENSION", false) X(DROP_FUNCTION, "DROP FUNCTION", false) \
	X(DROP_INDEX, "DROP INDEX", false) X(DROP_LANGUAGE, "DROP LANGUAGE", false) \
	X(DROP_MATERIALIZED_VIEW, "DROP MATERIALIZED VIEW", false) X(DROP_OPERATOR, "DROP OPERATOR", false) \
	X(DROP_OWNED, "DROP OWNED", false) X(DROP_PROCEDURE, "DROP PROCEDURE", false) \
	X(DROP_ROLE, "DROP ROLE", false) X(DROP_ROUTINE, "DROP ROUTINE", false) \
	X(DROP_RULE, "DROP RULE", false) X(DROP_SCHEMA, "DROP SCHEMA", false) \
	X(DROP_SEQUENCE, "DROP SEQUENCE", false) X(DROP_STATISTICS, "DROP STATISTICS", false) \
	X(DROP_TABLE, "DROP TABLE", false) X(DROP_TABLESPACE, "DROP TABLESPACE", false) \
	X(DROP_TRIGGER, "DROP TRIGGER", false) X(DROP_TYPE, "DROP TYPE", false) \
	X(DROP_VIEW, "DROP VIEW", false) X(EXECUTE, "EXECUTE", false) X(EXPLAIN, "EXPLAIN", false) \
	X(FETCH, "FETCH", true) X(GRANT, "GRANT", false) X(GRANT_ROLE, "GRANT ROLE", false) \
	X(INSERT, "INSERT", true) X(LISTEN, "LISTEN", false) X(LOAD, "LOAD", false) \
	X(LOCK_TABLE, "LOCK TABLE", false) X(MERGE, "MERGE", true) X(MOVE, "MOVE", true) \
	X(NOTIFY, "NOTIFY", false) X(PREPARE, "PREPARE", false) \
	X(PREPARE_TRANSACTION, "PREPARE TRANSACTION", false) X(REASSIGN_OWNED, "REASSIGN OWNED", false) \
	X(REFRESH_MATERIALIZED_VIEW, "REFRESH MATERIALIZED VIEW", false) X(REINDEX, "REINDEX", false) \
	X(RELEASE, "RELEASE", false) X(RESET, "RESET", false) X(REVOKE, "REVOKE", false) \
	X(REVOKE_ROLE, "REVOKE ROLE", false) X(ROLLBACK, "ROLLBACK", false) \
	X(ROLLBACK_PREPARED, "ROLLBACK PREPARED", false) X(SAVEPOINT, "SAVEPOINT", false) \
	X(SECURITY_LABEL, "SECURITY LABEL", false) X(SELECT, "SELECT", true) \
	X(SELECT_FOR_KEY_SHARE, "SELECT FOR KEY SHARE", false) X(SELECT_FOR_NO_KEY_UPDATE, "SELECT FOR NO KEY UPDATE", false) \
	X(SELECT_FOR_SHARE, "SELECT FOR SHARE", false) X(SELECT_FOR_UPDATE, "SELECT FOR UPDATE", false) \
	X(SELECT_INTO, "SELECT INTO", false) X(SET, "SET", false) X(SET_CONSTRAINTS, "SET CONSTRAINTS", false) \
	X(SHOW, "SHOW", false) X(START_TRANSACTION, "START TRANSACTION", false) \
	X(TRUNCATE_TABLE, "TRUNCATE TABLE", false) X(UNLISTEN, "UNLISTEN", false) \
	X(UPDATE, "UPDATE", true) X(VACUUM, "VACUUM", false)
/* clang-format on */

typedef enum CommandTag
{
#define COMMAND_TAG_ENUM(symbol, text, counted) CMDTAG_##symbol,
	COMMAND_TAGS(COMMAND_TAG_ENUM)
#undef COMMAND_TAG_ENUM
	COMMAND_TAG_NEXTTAG
} CommandTag;

/* How a statement ended: its tag and the rows it went through. */
typedef struct QueryCompletion
{
	CommandTag commandTag;
	uint64 nprocessed;
} QueryCompletion;

#define COMPLETION_TAG_BUFSIZE 64

static inline void
SetQueryCompletion(QueryCompletion *qc, CommandTag tag, uint64 nprocessed)
{
	qc->commandTag = tag;
	qc->nprocessed = nprocessed;
}

static inline void
CopyQueryCompletion(QueryCompletion *dst, const QueryCompletion *src)
{
	*dst = *src;
}

extern void InitializeQueryCompletion(QueryCompletion *qc);
extern const char *GetCommandTagName(CommandTag tag);
extern bool command_tag_display_rowcount(CommandTag tag);
extern int BuildQueryCompletionString(char *buf, const QueryCompletion *qc,
									  bool nameonly);

#endif /* CMDTAG_H */

/*
 * dbcommands.h
 *		Databases.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/dbcommands.h
 */
#ifndef DBCOMMANDS_H
#define DBCOMMANDS_H

#include "access/xlogreader.h"
#include "catalog/objectaddress.h"
#include "lib/stringinfo.h"
#include "parser/parse_node.h"

extern Oid get_database_oid(const char *dbname, bool missing_ok);
extern char *get_database_name(Oid dbid);
extern Oid createdb(ParseState *pstate, const CreatedbStmt *stmt);
extern void dropdb(const char *dbname, bool missing_ok, bool force);
extern void DropDatabase(ParseState *pstate, DropdbStmt *stmt);
extern Oid AlterDatabase(ParseState *pstate, AlterDatabaseStmt *stmt,
						 bool isTopLevel);
extern Oid AlterDatabaseSet(AlterDatabaseSetStmt *stmt);
extern ObjectAddress RenameDatabase(const char *oldname, const char *newname);
extern ObjectAddress AlterDatabaseOwner(const char *name, Oid newOwnerId);
extern bool have_createdb_privilege(void);
extern void check_encoding_locale_matches(int encoding, const char *collate,
										  const char *ctype);

#endif /* DBCOMMANDS_H */

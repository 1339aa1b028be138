/*
 * schemacmds.h
 *		CREATE SCHEMA.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/schemacmds.h
 */
#ifndef SCHEMACMDS_H
#define SCHEMACMDS_H

#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"

extern Oid CreateSchemaCommand(CreateSchemaStmt *stmt,
							   const char *queryString, int stmt_location,
							   int stmt_len);
extern ObjectAddress RenameSchema(const char *oldname, const char *newname);
extern ObjectAddress AlterSchemaOwner(const char *name, Oid newOwnerId);

#endif /* SCHEMACMDS_H */

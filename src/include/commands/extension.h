/*
 * extension.h
 *		CREATE EXTENSION.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/extension.h
 */
#ifndef EXTENSION_H
#define EXTENSION_H

#include "catalog/objectaddress.h"
#include "parser/parse_node.h"

/* While an extension's script runs: objects made belong to it. */
extern PGDLLIMPORT bool creating_extension;
extern PGDLLIMPORT Oid CurrentExtensionObject;

extern ObjectAddress CreateExtension(ParseState *pstate,
									 CreateExtensionStmt *stmt);
extern void RemoveExtensionById(Oid extId);
extern Oid get_extension_oid(const char *extname, bool missing_ok);
extern char *get_extension_name(Oid ext_oid);
extern Oid get_extension_schema(Oid ext_oid);

#endif /* EXTENSION_H */

/*
 * tablespace.h
 *		Names of tablespaces.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/tablespace.h
 */
#ifndef TABLESPACE_H
#define TABLESPACE_H

#include "nodes/pg_list.h"

extern PGDLLIMPORT char *default_tablespace;
extern PGDLLIMPORT char *temp_tablespaces;
extern PGDLLIMPORT bool allow_in_place_tablespaces;

extern Oid GetDefaultTablespace(char relpersistence, bool partitioned);
extern void PrepareTempTablespaces(void);
extern Oid get_tablespace_oid(const char *tablespacename, bool missing_ok);
extern char *get_tablespace_name(Oid spc_oid);
extern bool directory_is_empty(const char *path);

#endif /* TABLESPACE_H */

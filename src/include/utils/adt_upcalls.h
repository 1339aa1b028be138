/*
 * adt_upcalls.h
 *		What the built-in types call in the layers above them.
 *
 * Each function is implemented by the file named; the declarations are the
 * interface that utils/adt demands of those layers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/adt_upcalls.h
 */
#ifndef ADT_UPCALLS_H
#define ADT_UPCALLS_H

/* commands/dbcommands.c */
extern Oid get_database_oid(const char *dbname, bool missing_ok);
extern char *get_database_name(Oid dbid);

/* commands/tablespace.c */
extern Oid get_tablespace_oid(const char *tablespacename, bool missing_ok);
extern char *get_tablespace_name(Oid spc_oid);

/* tcop/postgres.c */
extern PGDLLIMPORT const char *debug_query_string;

#endif /* ADT_UPCALLS_H */

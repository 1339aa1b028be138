/*
 * dbcommands_private.h
 *		Between dbcommands.c (the statements) and dbcopy.c (the files).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/dbcommands_private.h
 */
#ifndef DBCOMMANDS_PRIVATE_H
#define DBCOMMANDS_PRIVATE_H

/* ---- dbcopy.c ---- */
extern void copy_database_by_wal(Oid src, Oid src_tablespace, Oid dst,
								 Oid dst_tablespace);
extern void copy_database_by_files(Oid src, Oid src_tablespace, Oid dst,
								   Oid dst_tablespace);
extern bool database_files_exist(Oid database);
extern void remove_database_files(Oid database);

#endif /* DBCOMMANDS_PRIVATE_H */

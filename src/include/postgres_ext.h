/*
 * postgres_ext.h
 *		Names shared by the server and by programs outside this tree.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postgres_ext.h
 */
#ifndef POSTGRES_EXT_H
#define POSTGRES_EXT_H

/* Object identifier: unsigned, 4 bytes, 0 means none. */
typedef unsigned int Oid;

#define InvalidOid ((Oid) 0)
#define OID_MAX 0xFFFFFFFFu

/* Fields of an ErrorResponse or NoticeResponse message (protocol 3). */
#define PG_DIAG_SEVERITY 'S'
#define PG_DIAG_SEVERITY_NONLOCALIZED 'V'
#define PG_DIAG_SQLSTATE 'C'
#define PG_DIAG_MESSAGE_PRIMARY 'M'
#define PG_DIAG_MESSAGE_DETAIL 'D'
#define PG_DIAG_MESSAGE_HINT 'H'
#define PG_DIAG_STATEMENT_POSITION 'P'
#define PG_DIAG_INTERNAL_POSITION 'p'
#define PG_DIAG_INTERNAL_QUERY 'q'
#define PG_DIAG_CONTEXT 'W'
#define PG_DIAG_SCHEMA_NAME 's'
#define PG_DIAG_TABLE_NAME 't'
#define PG_DIAG_COLUMN_NAME 'c'
#define PG_DIAG_DATATYPE_NAME 'd'
#define PG_DIAG_CONSTRAINT_NAME 'n'
#define PG_DIAG_SOURCE_FILE 'F'
#define PG_DIAG_SOURCE_LINE 'L'
#define PG_DIAG_SOURCE_FUNCTION 'R'

#endif /* POSTGRES_EXT_H */

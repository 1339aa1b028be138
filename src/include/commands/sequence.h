/*
 * sequence.h
 *		Sequences.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/sequence.h
 */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include "access/rmgr.h"
#include "access/xlog_internal.h"
#include "catalog/objectaddress.h"
#include "parser/parse_node.h"

/* The one row of a sequence. */
typedef struct FormData_pg_sequence_data
{
	int64 last_value;
	int64 log_cnt;
	bool is_called;
} FormData_pg_sequence_data;
typedef FormData_pg_sequence_data *Form_pg_sequence_data;

extern ObjectAddress DefineSequence(ParseState *pstate, CreateSeqStmt *stmt);
extern ObjectAddress AlterSequence(ParseState *pstate, AlterSeqStmt *stmt);
extern List *sequence_options(Oid relid);
extern int64 nextval_internal(Oid relid, bool check_permissions);
extern void ResetSequence(Oid seq_relid);
extern void ResetSequenceCaches(void);
extern void DeleteSequenceTuple(Oid relid);
extern const RmgrData seq_rmgr;

#endif /* SEQUENCE_H */

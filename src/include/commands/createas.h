/*
 * createas.h
 *		CREATE TABLE AS and SELECT INTO.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/createas.h
 */
#ifndef CREATEAS_H
#define CREATEAS_H

#include "catalog/objectaddress.h"
#include "nodes/params.h"
#include "parser/parse_node.h"
#include "tcop/cmdtag.h"
#include "tcop/dest.h"
#include "utils/queryenvironment.h"

extern ObjectAddress ExecCreateTableAs(ParseState *pstate,
									   CreateTableAsStmt *stmt,
									   ParamListInfo params,
									   QueryEnvironment *queryEnv,
									   QueryCompletion *qc);
extern int GetIntoRelEFlags(IntoClause *intoClause);
extern DestReceiver *CreateIntoRelDestReceiver(IntoClause *intoClause);
extern bool CreateTableAsRelExists(CreateTableAsStmt *ctas);

#endif /* CREATEAS_H */

/*
 * params.h
 *		Values of a statement's external and executor parameters.
 *
 * ParamListInfo holds the $n values that a client or a function supplies; ParamExecData the values that plan nodes hand to each other.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/nodes/params.h
 */
#ifndef PARAMS_H
#define PARAMS_H

#include "nodes/bitmapset.h"

struct ParseState;
struct ParamListInfoData;
struct ParamExternData;
struct Param;
struct ExprState;

#define PARAM_FLAG_CONST 0x0001 /* the planner may treat it as a constant */

typedef struct ParamExternData
{
	Datum value;
	bool isnull;
	uint16 pflags;
	Oid ptype; /* 0: no such parameter */
} ParamExternData;

typedef struct ParamListInfoData *ParamListInfo;

/* Supplies a parameter on demand; may use *workspace for the result. */
typedef ParamExternData *(*ParamFetchHook)(ParamListInfo params, int paramid,
										   bool speculative,
										   ParamExternData *workspace);
typedef void (*ParamCompileHook)(ParamListInfo params, struct Param *param,
								 struct ExprState *state,
								 Datum *resv, bool *resnull);
typedef void (*ParserSetupHook)(struct ParseState *pstate, void *arg);

typedef struct ParamListInfoData
{
	ParamFetchHook paramFetch; /* NULL: params[] is complete */
	void *paramFetchArg;
	ParamCompileHook paramCompile;
	void *paramCompileArg;
	ParserSetupHook parserSetup;
	void *parserSetupArg;
	char *paramValuesStr;
	int numParams;
	ParamExternData params[FLEXIBLE_ARRAY_MEMBER];
} ParamListInfoData;

/* A parameter of the executor; execPlan is set while it has no value yet. */
typedef struct ParamExecData
{
	void *execPlan;
	Datum value;
	bool isnull;
} ParamExecData;

typedef struct ParamsErrorCbData
{
	const char *portalName;
	ParamListInfo params;
} ParamsErrorCbData;

/* params.c */
extern ParamListInfo makeParamList(int numParams);
extern ParamListInfo copyParamList(ParamListInfo from);
extern char *BuildParamLogString(ParamListInfo params, char **knownTextValues,
								 int valueLen);
extern void ParamsErrorCallback(void *arg);

#endif /* PARAMS_H */

/*
 * params.c
 *		Values of a statement's parameters.
 *
 * Making and copying ParamListInfos, and describing them for the log.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/nodes/params.c
 */
#include "postgres.h"

#include "mb/stringinfo_mb.h"
#include "nodes/bitmapset.h"
#include "lib/stringinfo.h"
#include "nodes/params.h"
#include "parser/parse_node.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

static Node *
param_ref(ParseState *pstate, ParamRef *pref)
{
	ParamListInfo params = pstate->p_ref_hook_state;
	ParamExternData workspace;
	ParamExternData *prm;
	Param *param;
	int paramno = pref->number;

	if (paramno <= 0 || paramno > params->numParams)
		return NULL;
	prm = params->paramFetch ? params->paramFetch(params, paramno, false, &workspace) : &params->params[paramno - 1];
	if (!OidIsValid(prm->ptype))
		return NULL;
	param = makeNode(Param);
	param->paramkind = PARAM_EXTERN;
	param->paramid = paramno;
	param->paramtype = prm->ptype;
	param->paramtypmod = -1;
	param->paramcollid = get_typcollation(prm->ptype);
	param->location = pref->location;
	return (Node *) param;
}

static void
param_setup(ParseState *pstate, void *arg)
{
	pstate->p_ref_hook_state = arg;
	pstate->p_paramref_hook = param_ref;
}

/* A list whose params[] the caller fills in. */
ParamListInfo
makeParamList(int numParams)
{
	ParamListInfo result = palloc0(offsetof(ParamListInfoData, params) +
								   numParams * sizeof(ParamExternData));

	result->parserSetup = param_setup;
	result->parserSetupArg = result;
	result->numParams = numParams;
	return result;
}

/* Copy with all values, fetched if need be, in the current context. */
ParamListInfo
copyParamList(ParamListInfo from)
{
	ParamListInfo result;

	if (from == NULL || from->numParams <= 0)
		return NULL;
	result = makeParamList(from->numParams);
	for (int i = 0; i < from->numParams; i++)
	{
		ParamExternData *dst = &result->params[i];
		ParamExternData workspace;
		int16 typLen;
		bool typByVal;

		*dst = from->paramFetch ? *from->paramFetch(from, i + 1, false, &workspace) : from->params[i];
		if (dst->isnull || !OidIsValid(dst->ptype))
			continue;
		get_typlenbyval(dst->ptype, &typLen, &typByVal);
		dst->value = datumCopy(dst->value, typByVal, typLen);
	}
	return result;
}

/*
 * "$1 = 'x', $2 = NULL" for log messages; values cut after maxlen bytes (-1:
 * not).  NULL if they cannot be had.
 */
char *
BuildParamLogString(ParamListInfo params, char **knownTextValues, int maxlen)
{
	StringInfoData buf;
	MemoryContext tmp;
	MemoryContext caller;

	/* output functions cannot run in an aborted transaction */
	if (params == NULL || params->paramFetch != NULL)
		return NULL;
	initStringInfo(&buf);
	tmp = AllocSetContextCreate(CurrentMemoryContext, "BuildParamLogString",
								ALLOCSET_DEFAULT_SIZES);
	caller = MemoryContextSwitchTo(tmp);
	for (int i = 0; i < params->numParams; i++)
	{
		ParamExternData *param = &params->params[i];

		appendStringInfo(&buf, "%s$%d = ", i > 0 ? ", " : "", i + 1);
		if (param->isnull || !OidIsValid(param->ptype))
		{
			appendStringInfoString(&buf, "NULL");
			continue;
		}
		if (knownTextValues && knownTextValues[i])
			appendStringInfoStringQuoted(&buf, knownTextValues[i], maxlen);
		else
		{
			Oid typoutput;
			bool varlena;

			getTypeOutputInfo(param->ptype, &typoutput, &varlena);
			appendStringInfoStringQuoted(&buf,
										 OidOutputFunctionCall(typoutput,
															   param->value),
										 maxlen);
		}
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(tmp);
	return buf.data;
}

/* Error context: which portal runs with which parameters. */
void
ParamsErrorCallback(void *arg)
{
	ParamsErrorCbData *data = arg;

	if (data == NULL || data->params == NULL ||
		data->params->paramValuesStr == NULL)
		return;
	if (data->portalName && data->portalName[0] != '\0')
		errcontext("portal \"%s\" with parameters: %s", data->portalName,
				   data->params->paramValuesStr);
	else
		errcontext("unnamed portal with parameters: %s",
				   data->params->paramValuesStr);
}

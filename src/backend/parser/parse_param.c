/*
 * parse_param.c
 *		Parameters $n of a statement.
 *
 * With fixed parameters the types are given.  With variable ones each type is
 * either given or found out from the first use that needs a certain type; the
 * array of types then grows as needed, in the context it was allocated in.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_param.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "parser/parse_param.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

typedef struct FixedParams
{
	const Oid *types; /* InvalidOid: no such parameter */
	int count;
} FixedParams;

typedef struct VarParams
{
	Oid **types; /* UNKNOWNOID: not settled yet */
	int *count;
} VarParams;

static Param *
new_param(ParamRef *pref, Oid type)
{
	Param *p = makeNode(Param);

	p->paramkind = PARAM_EXTERN;
	p->paramid = pref->number;
	p->paramtype = type;
	p->paramtypmod = -1;
	p->paramcollid = get_typcollation(type);
	p->location = pref->location;
	return p;
}

static void
no_such_parameter(ParseState *pstate, ParamRef *pref)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_PARAMETER),
			 errmsg("there is no parameter $%d", pref->number),
			 parser_errposition(pstate, pref->location)));
}

static Node *
fixed_paramref_hook(ParseState *pstate, ParamRef *pref)
{
	const FixedParams *f = pstate->p_ref_hook_state;

	if (pref->number <= 0 || pref->number > f->count ||
		!OidIsValid(f->types[pref->number - 1]))
		no_such_parameter(pstate, pref);
	return (Node *) new_param(pref, f->types[pref->number - 1]);
}

/* Parameters with the types given, which the state keeps a pointer to. */
void
setup_parse_fixed_parameters(ParseState *pstate, const Oid *paramTypes,
							 int numParams)
{
	FixedParams *f = palloc(sizeof(FixedParams));

	f->types = paramTypes;
	f->count = numParams;
	pstate->p_ref_hook_state = f;
	pstate->p_paramref_hook = fixed_paramref_hook;
}

static Node *
variable_paramref_hook(ParseState *pstate, ParamRef *pref)
{
	VarParams *v = pstate->p_ref_hook_state;
	Oid *type;

	if (pref->number <= 0 || pref->number > MaxAllocSize / sizeof(Oid))
		no_such_parameter(pstate, pref);
	if (pref->number > *v->count)
	{
		Size size = pref->number * sizeof(Oid);

		*v->types = *v->types != NULL ? repalloc(*v->types, size) : palloc(size);
		for (int i = *v->count; i < pref->number; i++)
			(*v->types)[i] = InvalidOid;
		*v->count = pref->number;
	}
	type = &(*v->types)[pref->number - 1];
	if (*type == InvalidOid)
		*type = UNKNOWNOID;
	/* a void parameter is one a client left open */
	if (*type == VOIDOID)
		*type = UNKNOWNOID;
	return (Node *) new_param(pref, *type);
}

/* Called when a Param is to be converted: settles its type, if still open. */
static Node *
variable_coerce_hook(ParseState *pstate, Param *param, Oid targetTypeId,
					 int32 targetTypeMod, int location)
{
	VarParams *v = pstate->p_ref_hook_state;
	Oid *type;

	if (param->paramkind != PARAM_EXTERN || param->paramtype != UNKNOWNOID)
		return NULL;
	if (param->paramid <= 0 || param->paramid > *v->count)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PARAMETER),
				 errmsg("there is no parameter $%d", param->paramid),
				 parser_errposition(pstate, param->location)));
	type = &(*v->types)[param->paramid - 1];
	if (*type == UNKNOWNOID)
		*type = targetTypeId;
	else if (*type != targetTypeId)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_PARAMETER),
				 errmsg("inconsistent types deduced for parameter $%d",
						param->paramid),
				 errdetail("%s versus %s", format_type_be(*type),
						   format_type_be(targetTypeId)),
				 parser_errposition(pstate, param->location)));
	param->paramtype = targetTypeId;
	/* lengths are applied outside, since other uses may have another */
	param->paramtypmod = -1;
	param->paramcollid = get_typcollation(targetTypeId);
	if (location >= 0 && location < param->location)
		param->location = location;
	return (Node *) param;
}

/* Parameters whose types are found out; both arguments are updated. */
void
setup_parse_variable_parameters(ParseState *pstate, Oid **paramTypes,
								int *numParams)
{
	VarParams *v = palloc(sizeof(VarParams));

	v->types = paramTypes;
	v->count = numParams;
	pstate->p_ref_hook_state = v;
	pstate->p_paramref_hook = variable_paramref_hook;
	pstate->p_coerce_param_hook = variable_coerce_hook;
}

static bool
check_parameters_walker(Node *node, ParseState *pstate)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXTERN)
	{
		Param *p = (Param *) node;
		const VarParams *v = pstate->p_ref_hook_state;

		if (p->paramid <= 0 || p->paramid > *v->count)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_PARAMETER),
					 errmsg("there is no parameter $%d", p->paramid),
					 parser_errposition(pstate, p->location)));
		/* one use was made before another settled the type */
		if (p->paramtype != (*v->types)[p->paramid - 1])
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_PARAMETER),
					 errmsg("could not determine data type of parameter $%d",
							p->paramid),
					 parser_errposition(pstate, p->location)));
		return false;
	}
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, check_parameters_walker, pstate, 0);
	return expression_tree_walker(node, check_parameters_walker, pstate);
}

/* After analysis: does each use of a parameter have the type settled on? */
void
check_variable_parameters(ParseState *pstate, Query *query)
{
	const VarParams *v = pstate->p_ref_hook_state;

	if (*v->count > 0)
		query_tree_walker(query, check_parameters_walker, pstate, 0);
}

static bool
extern_params_walker(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param))
		return ((Param *) node)->paramkind == PARAM_EXTERN;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, extern_params_walker, context, 0);
	return expression_tree_walker(node, extern_params_walker, context);
}

bool
query_contains_extern_params(Query *query)
{
	return query_tree_walker(query, extern_params_walker, NULL, 0);
}

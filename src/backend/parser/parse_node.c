/*
 * parse_node.c
 *		The state of analyzing one query level; constants and subscripts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/parser/parse_node.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/subscripting.h"
#include "parser/parse_node.h"
#include "utils/builtins.h"
#include "utils/int8.h"
#include "utils/lsyscache.h"
#include "utils/varbit.h"

/*
 * make_parsestate
 *		A state for a query level; parent is the level around it, or NULL.
 */
ParseState *
make_parsestate(ParseState *parentParseState)
{
	ParseState *p = palloc0(sizeof(ParseState));

	p->parentParseState = parentParseState;
	p->p_next_resno = 1;
	p->p_resolve_unknowns = true;
	if (parentParseState != NULL)
	{
		p->p_sourcetext = parentParseState->p_sourcetext;
		p->p_queryEnv = parentParseState->p_queryEnv;
		/* $n and outer variables mean the same at each level */
		p->p_pre_columnref_hook = parentParseState->p_pre_columnref_hook;
		p->p_post_columnref_hook = parentParseState->p_post_columnref_hook;
		p->p_paramref_hook = parentParseState->p_paramref_hook;
		p->p_coerce_param_hook = parentParseState->p_coerce_param_hook;
		p->p_ref_hook_state = parentParseState->p_ref_hook_state;
	}
	return p;
}

/* Close the target relation, whose lock is kept; free the state. */
void
free_parsestate(ParseState *pstate)
{
	int nentries = pstate->p_next_resno - 1;

	if (pstate->p_target_relation != NULL)
		table_close(pstate->p_target_relation, NoLock);
	pfree(pstate);
	if (nentries > MaxTupleAttributeNumber)
		ereport(ERROR,
				(errcode(ERRCODE_TOO_MANY_COLUMNS),
				 errmsg("target lists can have at most %d entries",
						MaxTupleAttributeNumber)));
}

/*
 * parser_errposition
 *		Inside ereport: where the error is, from a byte offset; -1 is unknown.
 */
int
parser_errposition(ParseState *pstate, int location)
{
	if (location < 0 || pstate == NULL || pstate->p_sourcetext == NULL)
		return 0;
	return errposition(pg_mbstrlen_with_len(pstate->p_sourcetext, location) + 1);
}

static void
errposition_callback(void *arg)
{
	ParseCallbackState *s = arg;

	if (geterrcode() != ERRCODE_QUERY_CANCELED)
		parser_errposition(s->pstate, s->location);
}

/* Until cancelled, errors raised by functions called get this position. */
void
setup_parser_errposition_callback(ParseCallbackState *pcbstate,
								  ParseState *pstate, int location)
{
	pcbstate->location = location;
	pcbstate->pstate = pstate;
	pcbstate->errcallback.arg = pcbstate;
	pcbstate->errcallback.callback = errposition_callback;
	pcbstate->errcallback.previous = error_context_stack;
	error_context_stack = &pcbstate->errcallback;
}

void
cancel_parser_errposition_callback(ParseCallbackState *pcbstate)
{
	error_context_stack = pcbstate->errcallback.previous;
}

/* ---- subscripts ---- */

/*
 * transformContainerType
 *		The type whose subscripting rules apply, in place: a domain's base,
 *		and for the two vector types the array they are made of.
 */
void
transformContainerType(Oid *containerType, int32 *containerTypmod)
{
	*containerType = getBaseTypeAndTypmod(*containerType, containerTypmod);
	if (*containerType == INT2VECTOROID)
		*containerType = INT2ARRAYOID;
	else if (*containerType == OIDVECTOROID)
		*containerType = OIDARRAYOID;
}

/*
 * transformContainerSubscripts
 *		A SubscriptingRef for base[...]...; indirection is a list of A_Indices.
 *
 * For assignment the caller adds refassgnexpr.
 */
SubscriptingRef *
transformContainerSubscripts(ParseState *pstate, Node *containerBase,
							 Oid containerType, int32 containerTypMod,
							 List *indirection, bool isAssignment)
{
	SubscriptingRef *ref;
	const struct SubscriptRoutines *routines;
	Oid elementType;
	bool isSlice = false;
	ListCell *lc;

	/* a source is looked at through its domain; a target by its caller */
	if (!isAssignment)
		transformContainerType(&containerType, &containerTypMod);

	routines = getSubscriptingRoutines(containerType, &elementType);
	if (routines == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot subscript type %s because it does not support subscripting",
						format_type_be(containerType)),
				 parser_errposition(pstate, exprLocation(containerBase))));
	foreach (lc, indirection)
		if (lfirst_node(A_Indices, lc)->is_slice)
			isSlice = true;

	ref = makeNode(SubscriptingRef);
	ref->refcontainertype = containerType;
	ref->refelemtype = elementType;
	ref->reftypmod = containerTypMod;
	ref->refexpr = (Expr *) containerBase;
	routines->transform(ref, indirection, pstate, isSlice, isAssignment);
	if (!OidIsValid(ref->refrestype))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("cannot subscript type %s because it does not support subscripting",
						format_type_be(containerType))));
	return ref;
}

/* ---- constants ---- */

/* A number that is no int4: int8 if it is an integer that fits, or numeric. */
static Const *
float_const(ParseState *pstate, const char *digits, int location)
{
	ParseCallbackState pcb;
	char *end;
	long value;
	Datum num;

	errno = 0;
	value = strtol(digits, &end, 10);
	if (*end == '\0' && errno == 0)
	{
		if (value == (int32) value)
			return makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
							 Int32GetDatum((int32) value), false, true);
		return makeConst(INT8OID, -1, InvalidOid, sizeof(int64),
						 Int64GetDatum(value), false, FLOAT8PASSBYVAL);
	}
	setup_parser_errposition_callback(&pcb, pstate, location);
	num = DirectFunctionCall3(numeric_in, CStringGetDatum(digits),
							  ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
	cancel_parser_errposition_callback(&pcb);
	return makeConst(NUMERICOID, -1, InvalidOid, -1, num, false, false);
}

/*
 * make_const
 *		The Const for a literal.  A string is of type unknown: what it means
 *		is decided by where it stands.
 */
Const *
make_const(ParseState *pstate, A_Const *aconst)
{
	ParseCallbackState pcb;
	Const *c = NULL;
	Datum bits;

	if (aconst->isnull)
		c = makeConst(UNKNOWNOID, -1, InvalidOid, -2, (Datum) 0, true, false);
	else
		switch (nodeTag(&aconst->val))
		{
			case T_Integer:
				c = makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
							  Int32GetDatum(aconst->val.ival.ival), false, true);
				break;
			case T_Float:
				c = float_const(pstate, aconst->val.fval.fval, aconst->location);
				break;
			case T_Boolean:
				c = (Const *) makeBoolConst(aconst->val.boolval.boolval, false);
				break;
			case T_String:
				c = makeConst(UNKNOWNOID, -1, InvalidOid, -2,
							  CStringGetDatum(aconst->val.sval.sval), false, false);
				break;
			case T_BitString:
				setup_parser_errposition_callback(&pcb, pstate, aconst->location);
				bits = DirectFunctionCall3(bit_in,
										   CStringGetDatum(aconst->val.bsval.bsval),
										   ObjectIdGetDatum(InvalidOid),
										   Int32GetDatum(-1));
				cancel_parser_errposition_callback(&pcb);
				c = makeConst(BITOID, -1, InvalidOid, -1, bits, false, false);
				break;
			default:
				elog(ERROR, "unrecognized node type: %d", (int) nodeTag(&aconst->val));
		}
	c->location = aconst->location;
	return c;
}

/*
 * copyfuncs.c
 *		Deep copies of node trees.
 *
 * A node is copied as a block of memory, and then each pointer field that its
 * table row names is replaced by a copy of what it points to.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/copyfuncs.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "nodes/nodefields.h"
#include "nodes/parsenodes.h"
#include "utils/datum.h"

static void *
copy_array(const void *from, int n, size_t elemsize)
{
	void *r;

	if (from == NULL || n <= 0)
		return NULL;
	r = palloc(n * elemsize);
	memcpy(r, from, n * elemsize);
	return r;
}

/* Replace one field of the new node, which holds the old node's value. */
static void
copy_field(const NodeField *f, const char *from, char *to)
{
	void *const *src = (void *const *) (from + f->offset);
	void **dst = (void **) (to + f->offset);
	int n = 0;

	if (f->count_offset >= 0)
		n = *(const int *) (from + f->count_offset);

	switch (f->kind)
	{
		case NFK_NODE:
			*dst = copyObjectImpl(*src);
			break;
		case NFK_STRING:
			*dst = *src == NULL ? NULL : pstrdup(*src);
			break;
		case NFK_BITMAPSET:
			*dst = bms_copy(*src);
			break;
		case NFK_INT_ARRAY:
		case NFK_UINT_ARRAY:
			*dst = copy_array(*src, n, sizeof(int32));
			break;
		case NFK_INT16_ARRAY:
			*dst = copy_array(*src, n, sizeof(int16));
			break;
		case NFK_BOOL_ARRAY:
			*dst = copy_array(*src, n, sizeof(bool));
			break;
		default:
			break;
	}
}

static void
clear_field(const NodeField *f, char *node)
{
	size_t size = sizeof(void *);

	if (f->kind == NFK_BOOL || f->kind == NFK_CHAR)
		size = 1;
	else if (f->kind == NFK_INT16 || f->kind == NFK_UINT16)
		size = 2;
	else if (f->kind <= NFK_UINT || f->kind == NFK_ENUM || f->kind == NFK_LOC)
		size = 4;
	memset(node + f->offset, 0, size);
}

static void *
copy_value_node(const Node *from)
{
	switch (nodeTag(from))
	{
		case T_Integer:
			return makeInteger(((const Integer *) from)->ival);
		case T_Boolean:
			return makeBoolean(((const Boolean *) from)->boolval);
		case T_Float:
			return makeFloat(pstrdup(((const Float *) from)->fval));
		case T_String:
			return makeString(pstrdup(((const String *) from)->sval));
		case T_BitString:
			return makeBitString(pstrdup(((const BitString *) from)->bsval));
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(from));
	}
}

static void *
copy_const(const Const *from)
{
	Const *r = palloc(sizeof(Const));

	*r = *from;
	if (!from->constisnull)
		r->constvalue = datumCopy(from->constvalue, from->constbyval,
								  from->constlen);
	return r;
}

static void *
copy_a_const(const A_Const *from)
{
	A_Const *r = palloc(sizeof(A_Const));

	*r = *from;
	if (from->isnull)
		return r;
	switch (nodeTag(&from->val))
	{
		case T_Float:
			r->val.fval.fval = pstrdup(from->val.fval.fval);
			break;
		case T_String:
			r->val.sval.sval = pstrdup(from->val.sval.sval);
			break;
		case T_BitString:
			r->val.bsval.bsval = pstrdup(from->val.bsval.bsval);
			break;
		default:
			break;
	}
	return r;
}

/*
 * copyObjectImpl
 *		A copy of a node tree in the current memory context; NULL gives NULL.
 *
 * Errors: a node type that cannot be copied (planner paths, run-time state).
 */
void *
copyObjectImpl(const void *from)
{
	const NodeInfo *info;
	char *r;

	if (from == NULL)
		return NULL;
	check_stack_depth();
	switch (nodeTag(from))
	{
		case T_List:
			return list_copy_deep(from);
		case T_IntList:
		case T_OidList:
			return list_copy(from);
		case T_Const:
			return copy_const(from);
		case T_A_Const:
			return copy_a_const(from);
		default:
			break;
	}

	Assert(nodeTag(from) > T_Invalid && nodeTag(from) < NUM_NODE_TAGS);
	info = &node_info[nodeTag(from)];
	if (info->label == NULL)
		return copy_value_node(from);
	if (info->flags & NI_NOCOPY)
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(from));

	r = palloc(info->size);
	memcpy(r, from, info->size);
	for (int i = 0; i < info->nfields; i++)
	{
		if (info->fields[i].flags & NF_NOCOPY)
			clear_field(&info->fields[i], r);
		else if (info->fields[i].kind >= NFK_STRING)
			copy_field(&info->fields[i], from, r);
	}
	return r;
}

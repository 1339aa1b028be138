/*
 * equalfuncs.c
 *		Do two node trees mean the same?
 *
 * Parse locations, the display form of casts, and fields that are only
 * derived from others (flagged in the node descriptions) are not compared.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/equalfuncs.c
 */
#include "postgres.h"

#include "miscadmin.h"
#include "nodes/nodefields.h"
#include "nodes/parsenodes.h"
#include "utils/datum.h"

static bool
same_string(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool
same_array(const void *a, const void *b, size_t size)
{
	return a == b || (a != NULL && b != NULL && memcmp(a, b, size) == 0);
}

#define AT(node, f, type) (*(type const *) ((node) + (f)->offset))

static bool
same_field(const NodeField *f, const char *a, const char *b)
{
	int n = 0;

	if (f->count_offset >= 0)
		n = *(const int *) (a + f->count_offset);

	switch ((NodeFieldKind) f->kind)
	{
		case NFK_INT:
		case NFK_UINT:
		case NFK_ENUM:
			if ((f->flags & NF_ZEROOK) &&
				(AT(a, f, int32) == 0 || AT(b, f, int32) == 0))
				return true;
			return AT(a, f, int32) == AT(b, f, int32);
		case NFK_INT16:
		case NFK_UINT16:
			return AT(a, f, int16) == AT(b, f, int16);
		case NFK_INT64:
		case NFK_UINT64:
			return AT(a, f, int64) == AT(b, f, int64);
		case NFK_DOUBLE:
			return AT(a, f, double) == AT(b, f, double);
		case NFK_BOOL:
		case NFK_CHAR:
			return AT(a, f, char) == AT(b, f, char);
		case NFK_STRING:
			return same_string(AT(a, f, char *), AT(b, f, char *));
		case NFK_NODE:
			return equal(AT(a, f, void *), AT(b, f, void *));
		case NFK_BITMAPSET:
			return bms_equal(AT(a, f, Bitmapset *), AT(b, f, Bitmapset *));
		case NFK_INT_ARRAY:
		case NFK_UINT_ARRAY:
			return same_array(AT(a, f, void *), AT(b, f, void *),
							  n * sizeof(int32));
		case NFK_INT16_ARRAY:
			return same_array(AT(a, f, void *), AT(b, f, void *),
							  n * sizeof(int16));
		case NFK_BOOL_ARRAY:
			return same_array(AT(a, f, void *), AT(b, f, void *), n);
		case NFK_LOC:
		case NFK_OPAQUE:
			return true;
	}
	return false;
}

static bool
same_list(const List *a, const List *b)
{
	if (a->length != b->length)
		return false;
	for (int i = 0; i < a->length; i++)
	{
		const ListCell *ca = a->elements + i;
		const ListCell *cb = b->elements + i;

		if (a->type == T_List ? !equal(ca->ptr_value, cb->ptr_value) : ca->int_value != cb->int_value)
			return false;
	}
	return true;
}

static bool
same_value_node(const Node *a, const Node *b)
{
	switch (nodeTag(a))
	{
		case T_Integer:
			return ((const Integer *) a)->ival == ((const Integer *) b)->ival;
		case T_Boolean:
			return ((const Boolean *) a)->boolval == ((const Boolean *) b)->boolval;
		case T_Float:
		case T_String:
		case T_BitString:
			/* the three have the same shape */
			return same_string(((const String *) a)->sval,
							   ((const String *) b)->sval);
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(a));
	}
	return false;
}

static bool
same_const(const Const *a, const Const *b)
{
	if (a->consttype != b->consttype || a->consttypmod != b->consttypmod ||
		a->constcollid != b->constcollid || a->constlen != b->constlen ||
		a->constbyval != b->constbyval || a->constisnull != b->constisnull)
		return false;
	/* all NULLs of a type are alike; else bytes decide */
	return a->constisnull ||
		datumIsEqual(a->constvalue, b->constvalue, a->constbyval, a->constlen);
}

/*
 * equal
 *		True if both are NULL or have the same tags and field values.
 *
 * Errors: a node type that has no comparison (planner paths, run-time state).
 */
bool
equal(const void *a, const void *b)
{
	const NodeInfo *info;

	if (a == b)
		return true;
	if (a == NULL || b == NULL || nodeTag(a) != nodeTag(b))
		return false;
	check_stack_depth();
	switch (nodeTag(a))
	{
		case T_List:
		case T_IntList:
		case T_OidList:
			return same_list(a, b);
		case T_Const:
			return same_const(a, b);
		case T_A_Const:
			return ((const A_Const *) a)->isnull == ((const A_Const *) b)->isnull &&
				(((const A_Const *) a)->isnull ||
				 equal(&((const A_Const *) a)->val, &((const A_Const *) b)->val));
		default:
			break;
	}

	info = &node_info[nodeTag(a)];
	if (info->label == NULL)
		return same_value_node(a, b);
	if (info->flags & NI_NOEQUAL)
		elog(ERROR, "unrecognized node type: %d", (int) nodeTag(a));
	for (int i = 0; i < info->nfields; i++)
		if (!(info->fields[i].flags & NF_NOEQUAL) &&
			!same_field(&info->fields[i], a, b))
			return false;
	return true;
}

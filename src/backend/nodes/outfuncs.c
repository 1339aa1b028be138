/*
 * outfuncs.c
 *		Node trees as text: the form of type pg_node_tree.
 *
 * What is written here for a Query or an expression lands in pg_rewrite,
 * pg_attrdef, pg_constraint and others, and a stock PostgreSQL 15 server must
 * read it: labels, order and number of fields are fixed (*.desc in this
 * folder).  Grammar of the text, in short:
 *
 *		node	<> | {LABEL :field value ...} | (node ...) | (i 1 2) | (o 1 2)
 *				| (b 1 2) | 42 | 4.2 | true | "text" | b101
 *		value	as node, or a bare token for strings and chars; backslash
 *				protects blanks and delimiters
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/outfuncs.c
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/nodefields.h"
#include "nodes/parsenodes.h"
#include "nodes/rte_fields.h"
#include "utils/datum.h"

/*
 * outToken
 *		Append a string so that the tokenizer gives it back; NULL and the
 *		empty string both become <>.
 */
void
outToken(StringInfo str, const char *s)
{
	bool protect_first;

	if (s == NULL || *s == '\0')
	{
		appendStringInfoString(str, "<>");
		return;
	}
	/* what would look like <>, a quoted string or a number */
	protect_first = *s == '<' || *s == '"' || isdigit((unsigned char) *s) ||
		((*s == '+' || *s == '-') &&
		 (isdigit((unsigned char) s[1]) || s[1] == '.'));
	if (protect_first)
		appendStringInfoChar(str, '\\');
	for (; *s != '\0'; s++)
	{
		if (strchr(" \n\t(){}\\", *s) != NULL)
			appendStringInfoChar(str, '\\');
		appendStringInfoChar(str, *s);
	}
}

static void
out_char(StringInfo str, char c)
{
	char s[2] = {c, '\0'};

	outToken(str, s);
}

void
outBitmapset(StringInfo str, const Bitmapset *bms)
{
	int x = -1;

	appendStringInfoString(str, "(b");
	while ((x = bms_next_member(bms, x)) >= 0)
		appendStringInfo(str, " %d", x);
	appendStringInfoChar(str, ')');
}

/*
 * outDatum
 *		Append a non-null value as its length and its bytes in decimal.
 *
 * By-value types list all eight bytes of the Datum.
 */
void
outDatum(StringInfo str, uintptr_t value, int typlen, bool typbyval)
{
	Size length = datumGetSize(value, typbyval, typlen);
	Size nbytes = typbyval ? sizeof(Datum) : length;
	const signed char *bytes;

	if (!typbyval && DatumGetPointer(value) == NULL)
	{
		appendStringInfoString(str, "0 [ ]");
		return;
	}
	bytes = typbyval ? (const signed char *) &value : (const signed char *) DatumGetPointer(value);
	appendStringInfo(str, "%u [ ", (unsigned int) length);
	for (Size i = 0; i < nbytes; i++)
		appendStringInfo(str, "%d ", (int) bytes[i]);
	appendStringInfoChar(str, ']');
}

static void
out_list(StringInfo str, const List *list)
{
	appendStringInfoChar(str, '(');
	if (list->type == T_IntList)
		appendStringInfoChar(str, 'i');
	else if (list->type == T_OidList)
		appendStringInfoChar(str, 'o');

	for (int i = 0; i < list->length; i++)
	{
		const ListCell *c = list->elements + i;

		if (list->type != T_List || i > 0)
			appendStringInfoChar(str, ' ');
		if (list->type == T_List)
			outNode(str, c->ptr_value);
		else if (list->type == T_IntList)
			appendStringInfo(str, "%d", c->int_value);
		else
			appendStringInfo(str, "%u", c->oid_value);
	}
	appendStringInfoChar(str, ')');
}

/* True if obj is a value node, which is then written. */
static bool
out_value_node(StringInfo str, const void *obj)
{
	switch (nodeTag(obj))
	{
		case T_Integer:
			appendStringInfo(str, "%d", ((const Integer *) obj)->ival);
			return true;
		case T_Float:
			appendStringInfoString(str, ((const Float *) obj)->fval);
			return true;
		case T_Boolean:
			appendStringInfoString(str, ((const Boolean *) obj)->boolval ? "true" : "false");
			return true;
		case T_String:
			appendStringInfoChar(str, '"');
			if (((const String *) obj)->sval[0] != '\0')
				outToken(str, ((const String *) obj)->sval);
			appendStringInfoChar(str, '"');
			return true;
		case T_BitString:
			appendStringInfoString(str, ((const BitString *) obj)->bsval);
			return true;
		default:
			return false;
	}
}

#define AT(type) (*(type const *) (node + f->offset))

static void
out_array(StringInfo str, const NodeField *f, const char *node)
{
	int n = *(const int *) (node + f->count_offset);
	const void *a = AT(void *);

	if (a == NULL)
		appendStringInfoString(str, " <>");
	for (int i = 0; a != NULL && i < n; i++)
	{
		if (f->kind == NFK_INT16_ARRAY)
			appendStringInfo(str, " %d", ((const int16 *) a)[i]);
		else if (f->kind == NFK_BOOL_ARRAY)
			appendStringInfo(str, " %s", ((const bool *) a)[i] ? "true" : "false");
		else if (f->kind == NFK_UINT_ARRAY)
			appendStringInfo(str, " %u", ((const uint32 *) a)[i]);
		else
			appendStringInfo(str, " %d", ((const int *) a)[i]);
	}
}

/* Append " :name value". */
static void
out_field(StringInfo str, const NodeField *f, const char *node)
{
	appendStringInfo(str, " :%s", f->name);
	if (f->count_offset >= 0)
	{
		out_array(str, f, node);
		return;
	}
	appendStringInfoChar(str, ' ');
	switch ((NodeFieldKind) f->kind)
	{
		case NFK_INT:
		case NFK_ENUM:
		case NFK_LOC:
			appendStringInfo(str, "%d", AT(int));
			break;
		case NFK_UINT:
			appendStringInfo(str, "%u", AT(uint32));
			break;
		case NFK_INT16:
			appendStringInfo(str, "%d", AT(int16));
			break;
		case NFK_UINT16:
			appendStringInfo(str, "%u", AT(uint16));
			break;
		case NFK_INT64:
			appendStringInfo(str, INT64_FORMAT, AT(int64));
			break;
		case NFK_UINT64:
			appendStringInfo(str, UINT64_FORMAT, AT(uint64));
			break;
		case NFK_DOUBLE:
			appendStringInfo(str, "%g", AT(double));
			break;
		case NFK_BOOL:
			appendStringInfoString(str, AT(bool) ? "true" : "false");
			break;
		case NFK_CHAR:
			out_char(str, AT(char));
			break;
		case NFK_STRING:
			outToken(str, AT(char *));
			break;
		case NFK_NODE:
			outNode(str, AT(void *));
			break;
		case NFK_BITMAPSET:
			outBitmapset(str, AT(Bitmapset *));
			break;
		default:
			elog(ERROR, "unrecognized field kind: %d", f->kind);
	}
}

static void
out_fields_until(StringInfo str, const NodeInfo *info, const void *node,
				 const char *last)
{
	for (int i = 0; i < info->nfields; i++)
	{
		out_field(str, &info->fields[i], node);
		if (strcmp(info->fields[i].name, last) == 0)
			return;
	}
}

/* ---- nodes whose fields are not simply listed ---- */

static void
out_const(StringInfo str, const Const *node)
{
	out_fields_until(str, &node_info[T_Const], node, "location");
	appendStringInfoString(str, " :constvalue ");
	if (node->constisnull)
		appendStringInfoString(str, "<>");
	else
		outDatum(str, node->constvalue, node->constlen, node->constbyval);
}

static void
out_bool_expr(StringInfo str, const BoolExpr *node)
{
	static const char *const opname[] = {"and", "or", "not"};

	appendStringInfo(str, " :boolop %s :args ", opname[node->boolop]);
	outNode(str, node->args);
	appendStringInfo(str, " :location %d", node->location);
}

static void
out_a_const(StringInfo str, const A_Const *node)
{
	appendStringInfoString(str, " :val ");
	if (node->isnull)
		appendStringInfoString(str, "NULL");
	else
		outNode(str, &node->val);
	appendStringInfo(str, " :location %d", node->location);
}

/* Which fields are written depends on rtekind; see rte_fields.h. */
static void
out_range_tbl_entry(StringInfo str, const RangeTblEntry *node)
{
	const NodeInfo *info = &node_info[T_RangeTblEntry];

	out_fields_until(str, info, node, "rtekind");
	for (int i = 0; i < info->nfields; i++)
		if (rte_field_used(info->fields[i].name, node->rtekind))
			out_field(str, &info->fields[i], (const char *) node);
}

static void
out_custom(StringInfo str, const void *obj)
{
	switch (nodeTag(obj))
	{
		case T_Const:
			out_const(str, obj);
			break;
		case T_BoolExpr:
			out_bool_expr(str, obj);
			break;
		case T_A_Const:
			out_a_const(str, obj);
			break;
		case T_RangeTblEntry:
			out_range_tbl_entry(str, obj);
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(obj));
	}
}

/*
 * outNode
 *		Append the text of any node, list or value; NULL is <>.
 */
void
outNode(StringInfo str, const void *obj)
{
	const NodeInfo *info;

	if (obj == NULL)
	{
		appendStringInfoString(str, "<>");
		return;
	}
	check_stack_depth();
	if (IsA(obj, List) || IsA(obj, IntList) || IsA(obj, OidList))
	{
		out_list(str, obj);
		return;
	}
	if (out_value_node(str, obj))
		return;

	info = &node_info[nodeTag(obj)];
	if (info->label == NULL || (info->flags & NI_NOOUT))
	{
		/* a debugging aid must not fail; nothing stored comes here */
		appendStringInfo(str, "{%d}", (int) nodeTag(obj));
		return;
	}
	appendStringInfo(str, "{%s", info->label);
	if (info->flags & NI_CUSTOM_OUT)
		out_custom(str, obj);
	else
		for (int i = 0; i < info->nfields; i++)
			if (!(info->fields[i].flags & NF_NOOUT) &&
				info->fields[i].kind != NFK_OPAQUE)
				out_field(str, &info->fields[i], obj);
	appendStringInfoChar(str, '}');
}

/* The text of a node, palloc'd. */
char *
nodeToString(const void *obj)
{
	StringInfoData str;

	initStringInfo(&str);
	outNode(&str, obj);
	return str.data;
}

char *
bmsToString(const Bitmapset *bms)
{
	StringInfoData str;

	initStringInfo(&str);
	outBitmapset(&str, bms);
	return str.data;
}

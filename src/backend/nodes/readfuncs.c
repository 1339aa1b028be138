/*
 * readfuncs.c
 *		Nodes from their text form.
 *
 * Fields are read by position: the label picks the table row, and the field
 * names in the text are skipped unread, as stock does.  Parse locations are
 * read as "unknown", because the text of the original statement is gone by
 * then; restore_location_fields keeps them, for tests.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/readfuncs.c
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "nodes/nodefields.h"
#include "nodes/parsenodes.h"
#include "nodes/readfuncs.h"
#include "nodes/rte_fields.h"

bool restore_location_fields = false;

#define LABEL_SLOTS 1024 /* power of two, above twice the node types */

static const char *
need_token(int *length)
{
	const char *token = pg_strtok(length);

	if (token == NULL)
		elog(ERROR, "unexpected end of node text");
	return token;
}

/* Skip ":name". */
static void
skip_name(void)
{
	int length;

	need_token(&length);
}

/*
 * readBitmapset
 *		Read "(b 1 2 ...)".
 */
Bitmapset *
readBitmapset(void)
{
	int length;
	const char *token = need_token(&length);

	if (length != 1 || *token != '(')
		elog(ERROR, "unrecognized token: \"%.*s\"", length, token);
	return nodeRead(token, length);
}

/*
 * readDatum
 *		Read "length [ bytes ]", as outDatum wrote it.
 */
uintptr_t
readDatum(bool typbyval)
{
	int length;
	const char *token = need_token(&length);
	Size size = strtoul(token, NULL, 10);
	Size nbytes = typbyval ? sizeof(Datum) : size;
	Datum value = 0;
	char *bytes;

	token = need_token(&length);
	if (length != 1 || *token != '[' || size > MAX_PG_STRING ||
		(typbyval && size > sizeof(Datum)))
		elog(ERROR, "malformed datum in node text, length %zu", size);
	bytes = typbyval ? (char *) &value : palloc(Max(nbytes, 1));
	for (Size i = 0; i < nbytes; i++)
	{
		token = need_token(&length);
		bytes[i] = (char) atoi(token);
	}
	token = need_token(&length);
	if (length != 1 || *token != ']')
		elog(ERROR, "malformed datum in node text, length %zu", size);
	return typbyval ? value : nbytes > 0 ? PointerGetDatum(bytes)
										 : 0;
}

#define AT(type) (*(type *) (node + f->offset))

static void
read_array(const NodeField *f, char *node)
{
	int n = *(int *) (node + f->count_offset);
	char *a = palloc0(Max(n, 1) * sizeof(int));

	AT(char *) = n > 0 ? a : NULL;
	for (int i = 0; i < Max(n, 1); i++)
	{
		int length;
		const char *token = need_token(&length);

		if (length == 0)
		{
			AT(char *) = NULL;
			return;
		}
		if (f->kind == NFK_INT16_ARRAY)
			((int16 *) a)[i] = atoi(token);
		else if (f->kind == NFK_BOOL_ARRAY)
			((bool *) a)[i] = *token == 't';
		else
			((uint32 *) a)[i] = strtoll(token, NULL, 10);
	}
}

static void
read_scalar(const NodeField *f, char *node)
{
	int length;
	const char *token = need_token(&length);

	switch ((NodeFieldKind) f->kind)
	{
		case NFK_INT:
		case NFK_ENUM:
			AT(int) = atoi(token);
			break;
		case NFK_LOC:
			AT(int) = restore_location_fields ? atoi(token) : -1;
			break;
		case NFK_UINT:
			AT(uint32) = strtoul(token, NULL, 10);
			break;
		case NFK_INT16:
			AT(int16) = atoi(token);
			break;
		case NFK_UINT16:
			AT(uint16) = atoi(token);
			break;
		case NFK_INT64:
			AT(int64) = strtoll(token, NULL, 10);
			break;
		case NFK_UINT64:
			AT(uint64) = strtoull(token, NULL, 10);
			break;
		case NFK_DOUBLE:
			AT(double) = strtod(token, NULL);
			break;
		case NFK_BOOL:
			AT(bool) = *token == 't';
			break;
		case NFK_CHAR:
			AT(char) = length == 0 ? '\0' : token[0] == '\\' ? token[1]
															 : token[0];
			break;
		case NFK_STRING:
			AT(char *) = length == 0 ? NULL : debackslash(token, length);
			break;
		default:
			elog(ERROR, "unrecognized field kind: %d", f->kind);
	}
}

static void
read_field(const NodeField *f, char *node)
{
	skip_name();
	if (f->count_offset >= 0)
		read_array(f, node);
	else if (f->kind == NFK_NODE)
		AT(void *) = nodeRead(NULL, 0);
	else if (f->kind == NFK_BITMAPSET)
		AT(Bitmapset *) = readBitmapset();
	else
		read_scalar(f, node);
}

/* ---- nodes whose fields are not simply listed ---- */

static void
read_const(Const *node)
{
	const NodeInfo *info = &node_info[T_Const];
	int length;

	for (int i = 0; i < info->nfields; i++)
		if (info->fields[i].kind != NFK_OPAQUE)
			read_field(&info->fields[i], (char *) node);
	skip_name();
	if (node->constisnull)
		need_token(&length);
	else
		node->constvalue = readDatum(node->constbyval);
}

static void
read_bool_expr(BoolExpr *node)
{
	int length;
	const char *token;

	skip_name();
	token = need_token(&length);
	if (strncmp(token, "and", length) == 0)
		node->boolop = AND_EXPR;
	else if (strncmp(token, "or", length) == 0)
		node->boolop = OR_EXPR;
	else if (strncmp(token, "not", length) == 0)
		node->boolop = NOT_EXPR;
	else
		elog(ERROR, "unrecognized boolop \"%.*s\"", length, token);
	skip_name();
	node->args = nodeRead(NULL, 0);
	skip_name();
	token = need_token(&length);
	node->location = restore_location_fields ? atoi(token) : -1;
}

static void
read_range_tbl_entry(RangeTblEntry *node)
{
	const NodeInfo *info = &node_info[T_RangeTblEntry];
	bool kind_known = false;

	for (int i = 0; i < info->nfields; i++)
	{
		const NodeField *f = &info->fields[i];

		if (kind_known && !rte_field_used(f->name, node->rtekind))
			continue;
		read_field(f, (char *) node);
		if (strcmp(f->name, "rtekind") == 0)
		{
			kind_known = true;
			if ((unsigned) node->rtekind > RTE_RESULT)
				elog(ERROR, "unrecognized RTE kind: %d", (int) node->rtekind);
		}
	}
}

static void
read_custom(Node *node)
{
	switch (nodeTag(node))
	{
		case T_Const:
			read_const((Const *) node);
			break;
		case T_BoolExpr:
			read_bool_expr((BoolExpr *) node);
			break;
		case T_RangeTblEntry:
			read_range_tbl_entry((RangeTblEntry *) node);
			break;
		default:
			elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	}
}

/* The tag for a label; a small hash table is filled by the first call. */
static NodeTag
label_to_tag(const char *label, int length)
{
	static uint16 slots[LABEL_SLOTS]; /* tags; 0: free */
	static bool filled = false;
	uint32 h;

	if (!filled)
	{
		StaticAssertStmt(NUM_NODE_TAGS < LABEL_SLOTS, "LABEL_SLOTS is too small");
		for (int tag = 1; tag < NUM_NODE_TAGS; tag++)
		{
			const char *l = node_info[tag].label;

			if (l == NULL)
				continue;
			h = hash_bytes((const unsigned char *) l, strlen(l));
			while (slots[h % LABEL_SLOTS] != 0)
				h++;
			slots[h % LABEL_SLOTS] = tag;
		}
		filled = true;
	}
	h = hash_bytes((const unsigned char *) label, length);
	for (; slots[h % LABEL_SLOTS] != 0; h++)
	{
		NodeTag tag = slots[h % LABEL_SLOTS];

		if (strlen(node_info[tag].label) == length &&
			memcmp(node_info[tag].label, label, length) == 0)
			return tag;
	}
	return T_Invalid;
}

/*
 * parseNodeString
 *		Read a node from its label on, up to but without the closing brace.
 */
Node *
parseNodeString(void)
{
	int length;
	const char *token = need_token(&length);
	NodeTag tag = label_to_tag(token, length);
	const NodeInfo *info;
	Node *node;

	if (tag == T_Invalid || (node_info[tag].flags & NI_NOREAD))
		elog(ERROR, "badly formatted node string \"%.32s\"...", token);
	info = &node_info[tag];
	node = newNode(info->size, tag);
	if (info->flags & NI_CUSTOM_READ)
		read_custom(node);
	else
		for (int i = 0; i < info->nfields; i++)
			if (!(info->fields[i].flags & NF_NOOUT) &&
				info->fields[i].kind != NFK_OPAQUE)
				read_field(&info->fields[i], (char *) node);
	return node;
}

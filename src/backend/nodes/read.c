/*
 * read.c
 *		Tokens, lists and values of the node text form.
 *
 * stringToNode is the entry point.  nodeRead reads one item; for {...} it
 * calls parseNodeString (readfuncs.c), which calls nodeRead for its fields.
 * The place in the text is file-local state, saved by stringToNode, so that
 * it may be called again while another call is under way.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/read.c
 */
#include "postgres.h"

#include "common/string.h"
#include "miscadmin.h"
#include "nodes/bitmapset.h"
#include "nodes/pg_list.h"
#include "nodes/readfuncs.h"
#include "nodes/value.h"

static const char *read_ptr; /* the next character */

/*
 * stringToNode
 *		The tree that nodeToString printed, in the current memory context.
 *
 * Errors: malformed text raises an internal error, since only the server
 * itself writes it.
 */
void *
stringToNode(const char *str)
{
	const char *saved = read_ptr;
	void *result;

	read_ptr = str;
	result = nodeRead(NULL, 0);
	read_ptr = saved;
	return result;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t';
}

static bool
is_delimiter(char c)
{
	return c == '(' || c == ')' || c == '{' || c == '}';
}

/*
 * pg_strtok
 *		The next token: its start and, in *length, its length.
 *
 * NULL at the end of the text.  The token <> has length 0.  Backslashes are
 * still in it; debackslash removes them.
 */
const char *
pg_strtok(int *length)
{
	const char *p = read_ptr;
	const char *start;

	while (is_blank(*p))
		p++;
	start = p;
	if (is_delimiter(*p))
		p++;
	else
		while (*p != '\0' && !is_blank(*p) && !is_delimiter(*p))
			p += (*p == '\\' && p[1] != '\0') ? 2 : 1;

	*length = p - start;
	read_ptr = p;
	if (*length == 0)
		return NULL;
	if (*length == 2 && start[0] == '<' && start[1] == '>')
		*length = 0;
	return start;
}

/* A palloc'd copy of a token without its protecting backslashes. */
char *
debackslash(const char *token, int length)
{
	char *result = palloc(length + 1);
	char *out = result;

	for (int i = 0; i < length; i++)
	{
		if (token[i] == '\\' && i + 1 < length)
			i++;
		*out++ = token[i];
	}
	*out = '\0';
	return result;
}

static const char *
next_token(int *length)
{
	const char *token = pg_strtok(length);

	if (token == NULL)
		elog(ERROR, "unterminated list structure");
	return token;
}

/* (i ...), (o ...) or (b ...): the numbers after the letter. */
static void *
read_number_list(char kind)
{
	List *list = NIL;
	Bitmapset *bms = NULL;

	for (;;)
	{
		int length;
		const char *token = next_token(&length);
		char *end;
		long long value;

		if (token[0] == ')')
			break;
		value = strtoll(token, &end, 10);
		if (end != token + length)
			elog(ERROR, "unrecognized integer: \"%.*s\"", length, token);
		if (kind == 'i')
			list = lappend_int(list, (int) value);
		else if (kind == 'o')
			list = lappend_oid(list, (Oid) value);
		else
			bms = bms_add_member(bms, (int) value);
	}
	return kind == 'b' ? (void *) bms : (void *) list;
}

/* After "(" was read. */
static void *
read_list(void)
{
	List *list = NIL;
	int length;
	const char *token = next_token(&length);

	if (length == 1 && (*token == 'i' || *token == 'o' || *token == 'b'))
		return read_number_list(*token);
	while (token[0] != ')')
	{
		list = lappend(list, nodeRead(token, length));
		token = next_token(&length);
	}
	return list;
}

/* A number, or NULL if the token is none. */
static void *
read_number(const char *token, int length)
{
	const char *digits = token;
	int ndigits = length;
	char *end;
	long value;

	if (*digits == '+' || *digits == '-')
		digits++, ndigits--;
	if (ndigits == 0 ||
		!(isdigit((unsigned char) digits[0]) ||
		  (digits[0] == '.' && ndigits > 1 && isdigit((unsigned char) digits[1]))))
		return NULL;
	errno = 0;
	value = strtol(token, &end, 10);
	if (end == token + length && errno == 0 && value == (int) value)
		return makeInteger((int) value);
	return makeFloat(pnstrdup(token, length));
}

/*
 * nodeRead
 *		The item that starts with a token already read, or with the next one
 *		if token is NULL.
 */
void *
nodeRead(const char *token, int tok_len)
{
	void *result;

	check_stack_depth();
	if (token == NULL)
	{
		token = pg_strtok(&tok_len);
		if (token == NULL)
			return NULL;
	}
	if (tok_len == 0)
		return NULL; /* <> */

	switch (*token)
	{
		case '{':
			result = parseNodeString();
			token = pg_strtok(&tok_len);
			if (token == NULL || token[0] != '}')
				elog(ERROR, "did not find '}' at end of input node");
			return result;
		case '(':
			return read_list();
		case ')':
		case '}':
			elog(ERROR, "unexpected delimiter in node text");
			break;
		case '"':
			if (tok_len >= 2 && token[tok_len - 1] == '"')
				return makeString(debackslash(token + 1, tok_len - 2));
			break;
		case 'b':
		case 'x':
			return makeBitString(debackslash(token, tok_len));
		default:
			break;
	}
	if (tok_len == 4 && strncmp(token, "true", 4) == 0)
		return makeBoolean(true);
	if (tok_len == 5 && strncmp(token, "false", 5) == 0)
		return makeBoolean(false);
	result = read_number(token, tok_len);
	if (result == NULL)
		elog(ERROR, "unrecognized token: \"%.*s\"", tok_len, token);
	return result;
}

/*
 * print.c
 *		Node trees for a person to read: in the log and in a debugger.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/print.c
 */
#include "postgres.h"

#include "lib/stringinfo.h"
#include "nodes/print.h"

#define WRAP_COLUMN 78
#define INDENT_STEP 3
#define MAX_INDENT 60

/* Print the text of a node to standard output, wrapped. */
void
print(const void *obj)
{
	printf("%s\n", format_node_dump(nodeToString(obj)));
	fflush(stdout);
}

/* The same, one field a line. */
void
pprint(const void *obj)
{
	printf("%s\n", pretty_format_node_dump(nodeToString(obj)));
	fflush(stdout);
}

/* Send a tree to the log, under a title, as debug_print_plan and its like do. */
void
elog_node_display(int lev, const char *title, const void *obj, bool pretty)
{
	char *text = nodeToString(obj);

	text = pretty ? pretty_format_node_dump(text) : format_node_dump(text);
	ereport(lev,
			(errmsg_internal("%s:", title),
			 errdetail_internal("%s", text)));
	pfree(text);
}

/* Break at blanks so that no line passes the wrap column, if that can be. */
char *
format_node_dump(const char *dump)
{
	StringInfoData out;
	int column = 0;

	initStringInfo(&out);
	while (*dump != '\0')
	{
		int len = strcspn(dump, " \n");

		if (column > 0 && column + 1 + len > WRAP_COLUMN)
		{
			appendStringInfoChar(&out, '\n');
			column = 0;
		}
		if (column > 0)
		{
			appendStringInfoChar(&out, ' ');
			column++;
		}
		appendBinaryStringInfo(&out, dump, len);
		column += len;
		dump += len;
		while (*dump == ' ' || *dump == '\n')
			dump++;
	}
	return out.data;
}

/* One line for each node and each field, indented by depth. */
char *
pretty_format_node_dump(const char *dump)
{
	StringInfoData out;
	int depth = 0;
	char prev = '\0';

	initStringInfo(&out);
	for (; *dump != '\0'; prev = *dump, dump++)
	{
		bool opens = *dump == '{' && prev != '\\';
		bool closes = *dump == '}' && prev != '\\';
		bool field = *dump == ':' && prev == ' ';

		if ((opens && out.len > 0) || closes || field)
			appendStringInfo(&out, "\n%*s",
							 Min(depth * INDENT_STEP, MAX_INDENT), "");
		appendStringInfoChar(&out, *dump);
		if (opens)
			depth++;
		else if (closes && depth > 0)
			depth--;
	}
	return out.data;
}

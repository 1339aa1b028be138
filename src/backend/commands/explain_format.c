/*
 * explain_format.c
 *		The output formats of EXPLAIN.
 *
 * A plan is a tree of groups with properties.  XML, JSON and YAML print it so;
 * the text format prints properties as lines and has no groups, its headings are
 * made in explain_node.c.
 *
 * In JSON and YAML, grouping_stack has a number for each open group, innermost
 * first: in JSON whether it has a member already, so that a comma is due; in
 * YAML whether the next member starts a line of its own.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/explain_format.c
 */
#include "postgres.h"

#include "commands/explain.h"
#include "explain_private.h"
#include "utils/builtins.h"
#include "utils/json.h"

/* kinds of XML tags */
#define XML_OPEN 0x01
#define XML_CLOSE 0x02
#define XML_EMPTY 0x04
#define XML_INLINE 0x08 /* no indentation before, no newline after */

static void
indent_to(ExplainState *es, int level)
{
	appendStringInfoSpaces(es->str, 2 * level);
}

/* Text: indent, unless the line has begun already. */
void
explain_indent_text(ExplainState *es)
{
	Assert(EXPLAIN_IS_TEXT(es));
	if (es->str->len == 0 || es->str->data[es->str->len - 1] == '\n')
		indent_to(es, es->indent);
}

/* JSON: end the line before a member, with a comma if there was one. */
static void
json_start_member(ExplainState *es)
{
	if (linitial_int(es->grouping_stack) != 0)
		appendStringInfoChar(es->str, ',');
	else
		linitial_int(es->grouping_stack) = 1;
	appendStringInfoChar(es->str, '\n');
	indent_to(es, es->indent);
}

/* YAML: start a line for a member, except the first after "- ". */
static void
yaml_start_member(ExplainState *es)
{
	if (linitial_int(es->grouping_stack) == 0)
		linitial_int(es->grouping_stack) = 1;
	else
	{
		appendStringInfoChar(es->str, '\n');
		indent_to(es, es->indent);
	}
}

static void
xml_escape(StringInfo buf, const char *s)
{
	for (; *s; s++)
	{
		switch (*s)
		{
			case '&':
				appendStringInfoString(buf, "&amp;");
				break;
			case '<':
				appendStringInfoString(buf, "&lt;");
				break;
			case '>':
				appendStringInfoString(buf, "&gt;");
				break;
			case '\r':
				appendStringInfoString(buf, "&#x0d;");
				break;
			default:
				appendStringInfoChar(buf, *s);
				break;
		}
	}
}

/* A tag; characters that names cannot have become hyphens. */
static void
xml_tag(const char *name, int flags, ExplainState *es)
{
	if (!(flags & XML_INLINE))
		indent_to(es, es->indent);
	appendStringInfoString(es->str, flags & XML_CLOSE ? "</" : "<");
	for (; *name; name++)
		appendStringInfoChar(es->str, isalnum((unsigned char) *name) || strchr("-_.", *name) ? *name : '-');
	appendStringInfoString(es->str, flags & XML_EMPTY ? " />" : ">");
	if (!(flags & XML_INLINE))
		appendStringInfoChar(es->str, '\n');
}

/*
 * ExplainPropertyList
 *		A property with a list of strings (char *).
 */
void
ExplainPropertyList(const char *qlabel, List *data, ExplainState *es)
{
	ListCell *lc;
	const char *sep = "";

	switch (es->format)
	{
		case EXPLAIN_FORMAT_TEXT:
			explain_indent_text(es);
			appendStringInfo(es->str, "%s: ", qlabel);
			break;
		case EXPLAIN_FORMAT_XML:
			xml_tag(qlabel, XML_OPEN, es);
			break;
		case EXPLAIN_FORMAT_JSON:
			json_start_member(es);
			escape_json(es->str, qlabel);
			appendStringInfoString(es->str, ": [");
			break;
		case EXPLAIN_FORMAT_YAML:
			yaml_start_member(es);
			appendStringInfo(es->str, "%s: ", qlabel);
			break;
	}
	foreach (lc, data)
	{
		const char *item = lfirst(lc);

		switch (es->format)
		{
			case EXPLAIN_FORMAT_TEXT:
				appendStringInfo(es->str, "%s%s", sep, item);
				break;
			case EXPLAIN_FORMAT_XML:
				indent_to(es, es->indent + 1);
				xml_tag("Item", XML_OPEN | XML_INLINE, es);
				xml_escape(es->str, item);
				xml_tag("Item", XML_CLOSE | XML_INLINE, es);
				appendStringInfoChar(es->str, '\n');
				break;
			case EXPLAIN_FORMAT_JSON:
				appendStringInfoString(es->str, sep);
				escape_json(es->str, item);
				break;
			case EXPLAIN_FORMAT_YAML:
				appendStringInfoChar(es->str, '\n');
				indent_to(es, es->indent + 1);
				appendStringInfoString(es->str, "- ");
				escape_json(es->str, item);
				break;
		}
		sep = ", ";
	}
	if (EXPLAIN_IS_TEXT(es))
		appendStringInfoChar(es->str, '\n');
	else if (es->format == EXPLAIN_FORMAT_XML)
		xml_tag(qlabel, XML_CLOSE, es);
	else if (es->format == EXPLAIN_FORMAT_JSON)
		appendStringInfoChar(es->str, ']');
}

/* One value; numbers are not quoted, and units are for people only. */
static void
print_property(const char *qlabel, const char *unit, const char *value,
			   bool numeric, ExplainState *es)
{
	switch (es->format)
	{
		case EXPLAIN_FORMAT_TEXT:
			explain_indent_text(es);
			appendStringInfo(es->str, unit ? "%s: %s %s\n" : "%s: %s\n",
							 qlabel, value, unit);
			break;
		case EXPLAIN_FORMAT_XML:
			indent_to(es, es->indent);
			xml_tag(qlabel, XML_OPEN | XML_INLINE, es);
			xml_escape(es->str, value);
			xml_tag(qlabel, XML_CLOSE | XML_INLINE, es);
			appendStringInfoChar(es->str, '\n');
			break;
		case EXPLAIN_FORMAT_JSON:
		case EXPLAIN_FORMAT_YAML:
			if (es->format == EXPLAIN_FORMAT_JSON)
			{
				json_start_member(es);
				escape_json(es->str, qlabel);
			}
			else
			{
				yaml_start_member(es);
				appendStringInfoString(es->str, qlabel);
			}
			appendStringInfoString(es->str, ": ");
			if (numeric)
				appendStringInfoString(es->str, value);
			else
				escape_json(es->str, value);
			break;
	}
}

/*
 * ExplainPropertyText and its kin
 *		A property with one value; unit may be NULL.
 */
void
ExplainPropertyText(const char *qlabel, const char *value, ExplainState *es)
{
	print_property(qlabel, NULL, value, false, es);
}

void
ExplainPropertyInteger(const char *qlabel, const char *unit, int64 value,
					   ExplainState *es)
{
	print_property(qlabel, unit, psprintf(INT64_FORMAT, value), true, es);
}

void
ExplainPropertyUInteger(const char *qlabel, const char *unit, uint64 value,
						ExplainState *es)
{
	print_property(qlabel, unit, psprintf(UINT64_FORMAT, value), true, es);
}

void
ExplainPropertyFloat(const char *qlabel, const char *unit, double value,
					 int ndigits, ExplainState *es)
{
	print_property(qlabel, unit, psprintf("%.*f", ndigits, value), true, es);
}

void
ExplainPropertyBool(const char *qlabel, bool value, ExplainState *es)
{
	print_property(qlabel, NULL, value ? "true" : "false", true, es);
}

/*
 * ExplainOpenGroup
 *		Begin a group.
 *
 * objtype		what it is; the tag in XML
 * labelname	its name in the group around it, NULL in a list
 * labeled		true if its members have names, false for a list
 */
void
ExplainOpenGroup(const char *objtype, const char *labelname, bool labeled,
				 ExplainState *es)
{
	switch (es->format)
	{
		case EXPLAIN_FORMAT_TEXT:
			return;
		case EXPLAIN_FORMAT_XML:
			xml_tag(objtype, XML_OPEN, es);
			break;
		case EXPLAIN_FORMAT_JSON:
			json_start_member(es);
			if (labelname)
			{
				escape_json(es->str, labelname);
				appendStringInfoString(es->str, ": ");
			}
			appendStringInfoChar(es->str, labeled ? '{' : '[');
			es->grouping_stack = lcons_int(0, es->grouping_stack);
			break;
		case EXPLAIN_FORMAT_YAML:
			yaml_start_member(es);
			if (labelname)
				appendStringInfo(es->str, "%s: ", labelname);
			else
				appendStringInfoString(es->str, "- ");
			es->grouping_stack = lcons_int(labelname ? 1 : 0,
										   es->grouping_stack);
			break;
	}
	es->indent++;
}

/*
 * ExplainCloseGroup
 *		End the group that was begun with the same arguments.
 */
void
ExplainCloseGroup(const char *objtype, const char *labelname, bool labeled,
				  ExplainState *es)
{
	if (EXPLAIN_IS_TEXT(es))
		return;
	es->indent--;
	if (es->format == EXPLAIN_FORMAT_XML)
	{
		xml_tag(objtype, XML_CLOSE, es);
		return;
	}
	if (es->format == EXPLAIN_FORMAT_JSON)
	{
		appendStringInfoChar(es->str, '\n');
		indent_to(es, es->indent);
		appendStringInfoChar(es->str, labeled ? '}' : ']');
	}
	es->grouping_stack = list_delete_first(es->grouping_stack);
}

/* A group without members, for what has no plan. */
void
explain_dummy_group(const char *objtype, const char *labelname,
					ExplainState *es)
{
	switch (es->format)
	{
		case EXPLAIN_FORMAT_TEXT:
			break;
		case EXPLAIN_FORMAT_XML:
			xml_tag(objtype, XML_EMPTY, es);
			break;
		case EXPLAIN_FORMAT_JSON:
		case EXPLAIN_FORMAT_YAML:
			if (es->format == EXPLAIN_FORMAT_JSON)
				json_start_member(es);
			else
				yaml_start_member(es);
			if (labelname)
				escape_json(es->str, labelname);
			appendStringInfoString(es->str, labelname ? ": " : es->format == EXPLAIN_FORMAT_YAML ? "- "
																								 : "");
			escape_json(es->str, objtype);
			break;
	}
}

/*
 * ExplainBeginOutput
 *		Print what comes before the first plan.
 */
void
ExplainBeginOutput(ExplainState *es)
{
	if (es->format == EXPLAIN_FORMAT_XML)
	{
		appendStringInfoString(es->str,
							   "<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n");
		es->indent++;
	}
	else if (es->format == EXPLAIN_FORMAT_JSON)
	{
		appendStringInfoChar(es->str, '[');
		es->indent++;
	}
	if (es->format == EXPLAIN_FORMAT_JSON || es->format == EXPLAIN_FORMAT_YAML)
		es->grouping_stack = lcons_int(0, es->grouping_stack);
}

/*
 * ExplainEndOutput
 *		Print what comes after the last plan.
 */
void
ExplainEndOutput(ExplainState *es)
{
	if (es->format == EXPLAIN_FORMAT_XML)
	{
		es->indent--;
		appendStringInfoString(es->str, "</explain>");
	}
	else if (es->format == EXPLAIN_FORMAT_JSON)
	{
		es->indent--;
		appendStringInfoString(es->str, "\n]");
	}
	if (es->format == EXPLAIN_FORMAT_JSON || es->format == EXPLAIN_FORMAT_YAML)
		es->grouping_stack = list_delete_first(es->grouping_stack);
}

/*
 * ExplainSeparatePlans
 *		Print what comes between two plans: in text, an empty line.
 */
void
ExplainSeparatePlans(ExplainState *es)
{
	if (EXPLAIN_IS_TEXT(es))
		appendStringInfoChar(es->str, '\n');
}

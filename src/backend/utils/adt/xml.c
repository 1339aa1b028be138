/*
 * xml.c
 *		Output of the type xml.
 *
 * EXPLAIN (FORMAT XML) returns it, and a table that stock made may hold it.  A value is
 * kept as the text that came in, in the database's encoding, its declaration included.
 * Not there yet: input, and the functions on xml.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/xml.c
 */
#include "postgres.h"

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

/* What "<?xml version=... encoding=... standalone=... ?>" says. */
typedef struct XmlDeclaration
{
	char *version; /* NULL: none */
	char *standalone; /* NULL: nothing said */
} XmlDeclaration;

static const char *
skip_space(const char *p)
{
	return p + strspn(p, " \t\r\n");
}

/*
 * Take NAME = "VALUE" at p, after white space; returns where it ends, or p itself if
 * something else is there.
 */
static const char *
take_attribute(const char *p, const char *name, char **value)
{
	const char *at = skip_space(p);
	const char *end;

	if (at == p || strncmp(at, name, strlen(name)) != 0)
		return p;
	at = skip_space(at + strlen(name));
	if (*at != '=')
		return p;
	at = skip_space(at + 1);
	if (*at != '"' && *at != '\'')
		return p;
	end = strchr(at + 1, *at);
	if (end == NULL)
		return p;
	*value = pnstrdup(at + 1, end - at - 1);
	return end + 1;
}

/* Where the text goes on behind its declaration; the text itself if it has none. */
static const char *
take_declaration(const char *text, XmlDeclaration *decl)
{
	const char *p = text;
	char *encoding;

	if (strncmp(text, "<?xml", 5) != 0)
		return text;
	p = take_attribute(text + 5, "version", &decl->version);
	p = take_attribute(p, "encoding", &encoding);
	p = take_attribute(p, "standalone", &decl->standalone);
	p = skip_space(p);
	if (decl->version != NULL && strncmp(p, "?>", 2) == 0)
		return p + 2;
	*decl = (XmlDeclaration){NULL, NULL};
	return text;
}

/*
 * The value with a declaration for the given encoding (-1: name none), if one is needed at all;
 * else without, and without the line feed behind it.
 */
static char *
xml_text(text *value, int encoding)
{
	XmlDeclaration decl = {NULL, NULL};
	const char *rest = take_declaration(text_to_cstring(value), &decl);
	bool name_encoding = encoding >= 0 && encoding != PG_UTF8;
	StringInfoData buf;

	initStringInfo(&buf);
	if (name_encoding || decl.standalone != NULL ||
		(decl.version != NULL && strcmp(decl.version, "1.0") != 0))
	{
		appendStringInfo(&buf, "<?xml version=\"%s\"", decl.version != NULL ? decl.version : "1.0");
		if (name_encoding)
			appendStringInfo(&buf, " encoding=\"%s\"", pg_encoding_to_char(encoding));
		if (decl.standalone != NULL)
			appendStringInfo(&buf, " standalone=\"%s\"", decl.standalone);
		appendStringInfoString(&buf, "?>");
	}
	else if (*rest == '\n')
		rest++;
	appendStringInfoString(&buf, rest);
	return buf.data;
}

/* Programs may convert text again, so it names no encoding. */
Datum
xml_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(xml_text(PG_GETARG_TEXT_PP(0), -1));
}

Datum
xml_send(PG_FUNCTION_ARGS)
{
	char *out = xml_text(PG_GETARG_TEXT_PP(0), pg_get_client_encoding());
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendtext(&buf, out, strlen(out));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

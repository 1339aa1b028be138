/*
 * cmdtag.c
 *		Texts of the command tags.
 *
 * Made from the list in cmdtag.h; the only logic is how the tag and the row
 * count are joined for CommandComplete.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/cmdtag.c
 */
#include "postgres.h"

#include "tcop/cmdtag.h"

static const struct
{
	const char *text;
	bool counted;
} tags[] = {
#define COMMAND_TAG_ROW(symbol, text, counted) {text, counted},
	COMMAND_TAGS(COMMAND_TAG_ROW)
#undef COMMAND_TAG_ROW
};

void
InitializeQueryCompletion(QueryCompletion *qc)
{
	SetQueryCompletion(qc, CMDTAG_UNKNOWN, 0);
}

const char *
GetCommandTagName(CommandTag tag)
{
	return tags[tag].text;
}

bool
command_tag_display_rowcount(CommandTag tag)
{
	return tags[tag].counted;
}

/*
 * BuildQueryCompletionString
 *		Write the tag as CommandComplete shows it, e.g. "INSERT 0 3".
 *
 * buf		COMPLETION_TAG_BUFSIZE bytes
 * nameonly	leave out the row count
 *
 * INSERT has a second number for historical reasons, always 0.  Returns the
 * length without the terminating zero.
 */
int
BuildQueryCompletionString(char *buf, const QueryCompletion *qc, bool nameonly)
{
	const char *text = tags[qc->commandTag].text;

	if (nameonly || !tags[qc->commandTag].counted)
		return snprintf(buf, COMPLETION_TAG_BUFSIZE, "%s", text);
	return snprintf(buf, COMPLETION_TAG_BUFSIZE, "%s%s %llu", text,
					qc->commandTag == CMDTAG_INSERT ? " 0" : "",
					(unsigned long long) qc->nprocessed);
}

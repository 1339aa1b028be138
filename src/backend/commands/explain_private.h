/*
 * explain_private.h
 *		What the files of EXPLAIN share.
 *
 * explain.c has the command, explain_node.c the properties of plan nodes and
 * explain_format.c the four output formats.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/explain_private.h
 */
#ifndef EXPLAIN_PRIVATE_H
#define EXPLAIN_PRIVATE_H

#include "commands/explain.h"
#include "nodes/execnodes.h"

#define EXPLAIN_IS_TEXT(es) ((es)->format == EXPLAIN_FORMAT_TEXT)

/* explain_node.c */
extern void explain_node(PlanState *planstate, List *ancestors,
						 const char *relationship, const char *plan_name,
						 ExplainState *es);
extern void explain_buffer_usage(ExplainState *es, const BufferUsage *usage,
								 bool planning);

/* explain_format.c */
extern void explain_indent_text(ExplainState *es);
extern void explain_dummy_group(const char *objtype, const char *labelname,
								ExplainState *es);

#endif /* EXPLAIN_PRIVATE_H */

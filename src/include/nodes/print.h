/*
 * print.h
 *		Node trees for a person to read.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/print.h
 */
#ifndef PRINT_H
#define PRINT_H

#include "nodes/nodes.h"

extern void print(const void *obj);
extern void pprint(const void *obj);
extern void elog_node_display(int lev, const char *title, const void *obj,
							  bool pretty);
extern char *format_node_dump(const char *dump);
extern char *pretty_format_node_dump(const char *dump);

#endif /* PRINT_H */

/*
 * view.h
 *		CREATE VIEW.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/view.h
 */
#ifndef VIEW_H
#define VIEW_H

#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"

extern ObjectAddress DefineView(ViewStmt *stmt, const char *queryString,
								int stmt_location, int stmt_len);

#endif /* VIEW_H */

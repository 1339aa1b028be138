/*
 * vacuum.h
 *		VACUUM and ANALYZE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/vacuum.h
 */
#ifndef VACUUM_H
#define VACUUM_H

#include "nodes/parsenodes.h"
#include "parser/parse_node.h"

extern void ExecVacuum(ParseState *pstate, VacuumStmt *vacstmt,
					   bool isTopLevel);

#endif							/* VACUUM_H */

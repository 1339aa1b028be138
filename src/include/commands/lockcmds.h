/*
 * lockcmds.h
 *		LOCK TABLE.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/lockcmds.h
 */
#ifndef LOCKCMDS_H
#define LOCKCMDS_H

#include "nodes/parsenodes.h"

extern void LockTableCommand(LockStmt *lockstmt);

#endif /* LOCKCMDS_H */

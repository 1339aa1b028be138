/*
 * discard.h
 *		DISCARD.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/discard.h
 */
#ifndef DISCARD_H
#define DISCARD_H

#include "nodes/parsenodes.h"

extern void DiscardCommand(DiscardStmt *stmt, bool isTopLevel);

#endif /* DISCARD_H */

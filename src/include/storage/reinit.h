/*
 * reinit.h
 *		Unlogged relations after a crash.
 *
 * Their files other than the init fork are removed, and the init fork is
 * copied over the main fork.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/reinit.h
 */
#ifndef REINIT_H
#define REINIT_H

#include "common/relpath.h"

#define UNLOGGED_RELATION_CLEANUP 0x0001
#define UNLOGGED_RELATION_INIT 0x0002

/* storage/file/reinit.c */
extern void ResetUnloggedRelations(int op);
extern bool parse_filename_for_nontemp_relation(const char *name,
												int *oidchars,
												ForkNumber *fork);

#endif /* REINIT_H */

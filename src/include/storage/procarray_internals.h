/*
 * procarray_internals.h
 *		Access to the process array, for the files that implement it.
 *
 * Both functions need ProcArrayLock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/procarray_internals.h
 */
#ifndef PROCARRAY_INTERNALS_H
#define PROCARRAY_INTERNALS_H

#include "storage/proc.h"

/* procarray.c */
extern int procarray_count(void);
extern PGPROC *procarray_proc(int i);

#endif /* PROCARRAY_INTERNALS_H */

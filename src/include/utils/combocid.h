/*
 * combocid.h
 *		Combo command ids.
 *
 * A tuple that one transaction both inserted and deleted keeps one command
 * id on disk; it stands for the pair (cmin, cmax), which only that process
 * knows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/combocid.h
 */
#ifndef COMBOCID_H
#define COMBOCID_H

#include "access/htup.h"

/* utils/time/combocid.c */
extern CommandId HeapTupleHeaderGetCmin(HeapTupleHeader tup);
extern CommandId HeapTupleHeaderGetCmax(HeapTupleHeader tup);
extern void HeapTupleHeaderAdjustCmax(HeapTupleHeader tup, CommandId *cmax,
									  bool *iscombo);
extern void AtEOXact_ComboCid(void);

#endif /* COMBOCID_H */

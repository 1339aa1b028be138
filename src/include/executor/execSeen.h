/*
 * execSeen.h
 *		Interface of execSeen.c: values of which a copy has been seen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/executor/execSeen.h
 */
#ifndef EXECSEEN_H
#define EXECSEEN_H

typedef struct SeenSet SeenSet;

/* execSeen.c */
extern SeenSet *seen_create(MemoryContext parent, int16 typlen, bool typbyval);
extern bool seen_before(SeenSet *set, Datum value);
extern void seen_reset(SeenSet *set);

#endif /* EXECSEEN_H */

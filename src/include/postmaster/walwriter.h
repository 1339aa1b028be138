/*
 * walwriter.h
 *		Process that flushes WAL of asynchronous commits.
 *
 * It also writes full pages ahead, so that commits find less to do.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/postmaster/walwriter.h
 */
#ifndef WALWRITER_H
#define WALWRITER_H

extern PGDLLIMPORT int WalWriterDelay; /* milliseconds */
extern PGDLLIMPORT int WalWriterFlushAfter; /* WAL pages */

/* walwriter.c */
extern void WalWriterMain(void) pg_attribute_noreturn();

#endif /* WALWRITER_H */

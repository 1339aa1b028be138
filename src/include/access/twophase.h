/*
 * twophase.h
 *		Prepared transactions.
 *
 * Not supported yet: max_prepared_transactions is taken as zero, and PREPARE is
 * an error.  The declarations are what other code needs to know.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/twophase.h
 */
#ifndef TWOPHASE_H
#define TWOPHASE_H

#define TWOPHASE_DIR "pg_twophase"
#define GIDSIZE 200

extern PGDLLIMPORT int max_prepared_xacts;

#endif /* TWOPHASE_H */

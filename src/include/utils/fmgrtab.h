/*
 * fmgrtab.h
 *		The table of built-in functions that fmgr.c searches.
 *
 * The table itself is generated from pg_proc.dat (gencatalog.pl).  An entry
 * whose func is NULL is a function that has a catalog row but no body yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/fmgrtab.h
 */
#ifndef FMGRTAB_H
#define FMGRTAB_H

#include "access/transam.h"
#include "fmgr.h"

typedef struct
{
	Oid foid; /* OID of the function */
	short nargs; /* 0..FUNC_MAX_ARGS, or -1 if variable */
	bool strict; /* not called with a null argument */
	bool retset; /* returns a set */
	const char *funcName; /* C name, pg_proc.prosrc */
	PGFunction func; /* NULL if it has no body */
} FmgrBuiltin;

/* sorted by OID */
extern const FmgrBuiltin fmgr_builtins[];
extern const int fmgr_nbuiltins;
extern const Oid fmgr_last_builtin_oid;

/* position in fmgr_builtins by OID up to the last one, or InvalidOidBuiltinMapping */
#define InvalidOidBuiltinMapping PG_UINT16_MAX
extern const uint16 fmgr_builtin_oid_index[];

#endif /* FMGRTAB_H */

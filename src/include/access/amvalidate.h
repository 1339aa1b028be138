/*
 * amvalidate.h
 *		Helpers for checking operator classes.
 *
 * Access methods' amvalidate functions read the catalogs through these.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/amvalidate.h
 */
#ifndef AMVALIDATE_H
#define AMVALIDATE_H

#include "nodes/pg_list.h"

typedef struct OpFamilyOpFuncGroup
{
	Oid lefttype;
	Oid righttype;
	uint64 operatorset; /* bit per strategy number */
	uint64 functionset; /* bit per support number */
} OpFamilyOpFuncGroup;

extern bool check_amop_signature(Oid opno, Oid restype, Oid lefttype,
								 Oid righttype);
extern bool check_amproc_signature(Oid funcid, Oid restype, bool exact,
								   int minargs, int maxargs, ...);
extern bool check_amoptsproc_signature(Oid funcid);

#endif /* AMVALIDATE_H */

/*
 * skey.h
 *		ScanKey: one comparison of a column with a constant.
 *
 * An index or heap scan gets an array of them.  A row comparison is a
 * header key whose argument points to an array of member keys, the last of
 * which carries SK_ROW_END.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/skey.h
 */
#ifndef SKEY_H
#define SKEY_H

#include "access/attnum.h"
#include "access/stratnum.h"
#include "fmgr.h"

typedef struct ScanKeyData
{
	int sk_flags; /* SK_xxx below */
	AttrNumber sk_attno; /* column, table's or index's */
	StrategyNumber sk_strategy; /* operator's meaning, or Invalid */
	Oid sk_subtype; /* type of the argument, 0 = column's */
	Oid sk_collation;
	FmgrInfo sk_func; /* function to call: (column, argument) */
	Datum sk_argument;
} ScanKeyData;

typedef ScanKeyData *ScanKey;

#define SK_ISNULL 0x0001 /* the argument is NULL */
#define SK_UNARY 0x0002 /* unary operator (unused) */
#define SK_ROW_HEADER 0x0004 /* row comparison header */
#define SK_ROW_MEMBER 0x0008 /* row comparison member */
#define SK_ROW_END 0x0010 /* last row comparison member */
#define SK_SEARCHARRAY 0x0020 /* col op ANY (array) */
#define SK_SEARCHNULL 0x0040 /* col IS NULL */
#define SK_SEARCHNOTNULL 0x0080 /* col IS NOT NULL */
#define SK_ORDER_BY 0x0100 /* an ORDER BY operator */
/* bits from 0x10000 up belong to the access method */

/* access/common/scankey.c */
extern void ScanKeyInit(ScanKey entry, AttrNumber attno, StrategyNumber strat,
						RegProcedure proc, Datum arg);
extern void ScanKeyEntryInitialize(ScanKey entry, int flags, AttrNumber attno,
								   StrategyNumber strat, Oid subtype, Oid coll,
								   RegProcedure proc, Datum arg);
extern void ScanKeyEntryInitializeWithInfo(ScanKey entry, int flags,
										   AttrNumber attno,
										   StrategyNumber strat, Oid subtype,
										   Oid coll, FmgrInfo *finfo,
										   Datum arg);

#endif /* SKEY_H */

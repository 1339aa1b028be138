/*
 * tupdesc.h
 *		Tuple descriptors: the columns of a table, index or result.
 *
 * Descriptors of the relation cache and type cache are reference-counted
 * (tdrefcount >= 0); all others have -1 and live as long as their memory.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/tupdesc.h
 */
#ifndef TUPDESC_H
#define TUPDESC_H

#include "access/attnum.h"
#include "catalog/pg_attribute.h"
#include "nodes/pg_list.h"

typedef struct AttrDefault
{
	AttrNumber adnum;
	char *adbin; /* node tree as text */
} AttrDefault;

typedef struct ConstrCheck
{
	char *ccname;
	char *ccbin; /* node tree as text */
	bool ccvalid;
	bool ccnoinherit;
} ConstrCheck;

typedef struct TupleConstr
{
	AttrDefault *defval;
	ConstrCheck *check;
	struct AttrMissing *missing; /* one per column, or NULL */
	uint16 num_defval;
	uint16 num_check;
	bool has_not_null;
	bool has_generated_stored;
} TupleConstr;

typedef struct TupleDescData
{
	int natts;
	Oid tdtypeid; /* row type, RECORDOID if none */
	int32 tdtypmod; /* of a registered record type, else -1 */
	int tdrefcount; /* -1: not counted */
	TupleConstr *constr;
	FormData_pg_attribute attrs[FLEXIBLE_ARRAY_MEMBER];
} TupleDescData;

typedef TupleDescData *TupleDesc;

#define TupleDescAttr(desc, i) (&(desc)->attrs[(i)])
#define TupleDescSize(src)            \
	(offsetof(TupleDescData, attrs) + \
	 (src)->natts * sizeof(FormData_pg_attribute))

#define PinTupleDesc(d)               \
	do                                \
	{                                 \
		if ((d)->tdrefcount >= 0)     \
			IncrTupleDescRefCount(d); \
	} while (0)
#define ReleaseTupleDesc(d)           \
	do                                \
	{                                 \
		if ((d)->tdrefcount >= 0)     \
			DecrTupleDescRefCount(d); \
	} while (0)

/* access/common/tupdesc.c: making and freeing */
extern TupleDesc CreateTemplateTupleDesc(int natts);
extern TupleDesc CreateTupleDesc(int natts, Form_pg_attribute *attrs);
extern TupleDesc CreateTupleDescCopy(TupleDesc desc);
extern TupleDesc CreateTupleDescCopyConstr(TupleDesc desc);
extern void TupleDescCopy(TupleDesc dst, TupleDesc src);
extern void TupleDescCopyEntry(TupleDesc dst, AttrNumber dstno, TupleDesc src,
							   AttrNumber srcno);
extern void FreeTupleDesc(TupleDesc desc);
extern void IncrTupleDescRefCount(TupleDesc desc);
extern void DecrTupleDescRefCount(TupleDesc desc);

/* filling */
extern void TupleDescInitEntry(TupleDesc desc, AttrNumber attno,
							   const char *name, Oid typid, int32 typmod,
							   int ndims);
extern void TupleDescInitBuiltinEntry(TupleDesc desc, AttrNumber attno,
									  const char *name, Oid typid,
									  int32 typmod, int ndims);
extern void TupleDescInitEntryCollation(TupleDesc desc, AttrNumber attno,
										Oid collation);
extern TupleDesc BuildDescFromLists(List *names, List *types, List *typmods,
									List *collations);

/* comparing */
extern bool equalTupleDescs(TupleDesc a, TupleDesc b);
extern uint32 hashTupleDesc(TupleDesc desc);

/* implemented by commands: needs the parser's type lookup */
extern TupleDesc BuildDescForRelation(List *columns);

#endif /* TUPDESC_H */

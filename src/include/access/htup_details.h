/*
 * htup_details.h
 *		Layout of heap tuples, and everything that reads or sets their header.
 *
 * The header is 23 bytes, then the null bitmap if any, then padding to
 * t_hoff, then the column values (formats: access/heap/README).  Accessors
 * are inline functions; the names are PostgreSQL's.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/htup_details.h
 */
#ifndef HTUP_DETAILS_H
#define HTUP_DETAILS_H

#include "access/htup.h"
#include "access/transam.h"
#include "access/tupdesc.h"
#include "access/tupmacs.h"
#include "storage/bufpage.h"
#include "varatt.h"

#define MaxTupleAttributeNumber 1664
#define MaxHeapAttributeNumber 1600

/* A stored tuple starts with the transactions that made and ended it ... */
typedef struct HeapTupleFields
{
	TransactionId t_xmin;
	TransactionId t_xmax;
	union
	{
		CommandId t_cid;
		TransactionId t_xvac; /* pre-9.0 VACUUM FULL */
	} t_field3;
} HeapTupleFields;

/* ... a row value outside a table with its type in the same place. */
typedef struct DatumTupleFields
{
	int32 datum_len_;
	int32 datum_typmod;
	Oid datum_typeid;
} DatumTupleFields;

struct HeapTupleHeaderData
{
	union
	{
		HeapTupleFields t_heap;
		DatumTupleFields t_datum;
	} t_choice;
	ItemPointerData t_ctid; /* own or newer version's TID */
	uint16 t_infomask2; /* number of columns, flags */
	uint16 t_infomask; /* flags */
	uint8 t_hoff; /* where the data starts */
	bits8 t_bits[FLEXIBLE_ARRAY_MEMBER]; /* null bitmap */
};

#define SizeofHeapTupleHeader offsetof(HeapTupleHeaderData, t_bits)

StaticAssertDecl(SizeofHeapTupleHeader == 23, "heap tuple header is 23 bytes");
StaticAssertDecl(offsetof(HeapTupleHeaderData, t_ctid) == 12, "t_ctid");
StaticAssertDecl(offsetof(HeapTupleHeaderData, t_infomask2) == 18, "masks");

/* t_infomask */
#define HEAP_HASNULL 0x0001
#define HEAP_HASVARWIDTH 0x0002
#define HEAP_HASEXTERNAL 0x0004
#define HEAP_HASOID_OLD 0x0008
#define HEAP_XMAX_KEYSHR_LOCK 0x0010
#define HEAP_COMBOCID 0x0020
#define HEAP_XMAX_EXCL_LOCK 0x0040
#define HEAP_XMAX_LOCK_ONLY 0x0080
#define HEAP_XMIN_COMMITTED 0x0100
#define HEAP_XMIN_INVALID 0x0200
#define HEAP_XMAX_COMMITTED 0x0400
#define HEAP_XMAX_INVALID 0x0800
#define HEAP_XMAX_IS_MULTI 0x1000
#define HEAP_UPDATED 0x2000
#define HEAP_MOVED_OFF 0x4000
#define HEAP_MOVED_IN 0x8000
/* groups of them */
#define HEAP_XMAX_SHR_LOCK (HEAP_XMAX_EXCL_LOCK | HEAP_XMAX_KEYSHR_LOCK)
#define HEAP_LOCK_MASK HEAP_XMAX_SHR_LOCK
#define HEAP_XMIN_FROZEN (HEAP_XMIN_COMMITTED | HEAP_XMIN_INVALID)
#define HEAP_MOVED (HEAP_MOVED_OFF | HEAP_MOVED_IN)
#define HEAP_XACT_MASK 0xFFF0
#define HEAP_XMAX_BITS                                              \
	(HEAP_XMAX_COMMITTED | HEAP_XMAX_INVALID | HEAP_XMAX_IS_MULTI | \
	 HEAP_LOCK_MASK | HEAP_XMAX_LOCK_ONLY)

/* t_infomask2 */
#define HEAP_NATTS_MASK 0x07FF
#define HEAP_KEYS_UPDATED 0x2000
#define HEAP_HOT_UPDATED 0x4000
#define HEAP_ONLY_TUPLE 0x8000
#define HEAP2_XACT_MASK 0xE000
#define HEAP_TUPLE_HAS_MATCH HEAP_ONLY_TUPLE /* hash join, in memory only */

/* ---- what xmax means ---- */
static inline bool
HEAP_XMAX_IS_LOCKED_ONLY(uint16 m)
{
	return (m & HEAP_XMAX_LOCK_ONLY) != 0 ||
		(m & (HEAP_XMAX_IS_MULTI | HEAP_LOCK_MASK)) == HEAP_XMAX_EXCL_LOCK;
}

static inline bool
HEAP_LOCKED_UPGRADED(uint16 m)
{
	const uint16 both = HEAP_XMAX_IS_MULTI | HEAP_XMAX_LOCK_ONLY;

	return (m & both) == both && (m & HEAP_LOCK_MASK) == 0;
}

#define HEAP_XMAX_IS_SHR_LOCKED(m) \
	(((m) &HEAP_LOCK_MASK) == HEAP_XMAX_SHR_LOCK)
#define HEAP_XMAX_IS_EXCL_LOCKED(m) \
	(((m) &HEAP_LOCK_MASK) == HEAP_XMAX_EXCL_LOCK)
#define HEAP_XMAX_IS_KEYSHR_LOCKED(m) \
	(((m) &HEAP_LOCK_MASK) == HEAP_XMAX_KEYSHR_LOCK)

/* ---- xmin ---- */
static inline TransactionId
HeapTupleHeaderGetRawXmin(const HeapTupleHeaderData *t)
{
	return t->t_choice.t_heap.t_xmin;
}

static inline bool
HeapTupleHeaderXminFrozen(const HeapTupleHeaderData *t)
{
	return (t->t_infomask & HEAP_XMIN_FROZEN) == HEAP_XMIN_FROZEN;
}

static inline bool
HeapTupleHeaderXminCommitted(const HeapTupleHeaderData *t)
{
	return (t->t_infomask & HEAP_XMIN_COMMITTED) != 0;
}

static inline bool
HeapTupleHeaderXminInvalid(const HeapTupleHeaderData *t)
{
	return (t->t_infomask & HEAP_XMIN_FROZEN) == HEAP_XMIN_INVALID;
}

static inline TransactionId
HeapTupleHeaderGetXmin(const HeapTupleHeaderData *t)
{
	return HeapTupleHeaderXminFrozen(t) ? FrozenTransactionId : HeapTupleHeaderGetRawXmin(t);
}

#define HeapTupleHeaderSetXmin(t, xid) \
	((t)->t_choice.t_heap.t_xmin = (xid))
#define HeapTupleHeaderSetXminCommitted(t) \
	((t)->t_infomask |= HEAP_XMIN_COMMITTED)
#define HeapTupleHeaderSetXminInvalid(t) \
	((t)->t_infomask |= HEAP_XMIN_INVALID)
#define HeapTupleHeaderSetXminFrozen(t) \
	((t)->t_infomask |= HEAP_XMIN_FROZEN)

/* ---- xmax ---- */
static inline TransactionId
HeapTupleHeaderGetRawXmax(const HeapTupleHeaderData *t)
{
	return t->t_choice.t_heap.t_xmax;
}

/* The updating transaction, looked up in the multixact where xmax is one. */
static inline TransactionId
HeapTupleHeaderGetUpdateXid(HeapTupleHeaderData *t)
{
	if ((t->t_infomask & (HEAP_XMAX_INVALID | HEAP_XMAX_IS_MULTI | HEAP_XMAX_LOCK_ONLY)) == HEAP_XMAX_IS_MULTI)
		return HeapTupleGetUpdateXid(t);
	return HeapTupleHeaderGetRawXmax(t);
}

#define HeapTupleHeaderSetXmax(t, xid) \
	((t)->t_choice.t_heap.t_xmax = (xid))

/* ---- command ids ---- */
static inline CommandId
HeapTupleHeaderGetRawCommandId(const HeapTupleHeaderData *t)
{
	return t->t_choice.t_heap.t_field3.t_cid;
}

static inline void
HeapTupleHeaderSetCmin(HeapTupleHeaderData *t, CommandId cid)
{
	t->t_choice.t_heap.t_field3.t_cid = cid;
	t->t_infomask &= ~HEAP_COMBOCID;
}

static inline void
HeapTupleHeaderSetCmax(HeapTupleHeaderData *t, CommandId cid, bool iscombo)
{
	t->t_choice.t_heap.t_field3.t_cid = cid;
	if (iscombo)
		t->t_infomask |= HEAP_COMBOCID;
	else
		t->t_infomask &= ~HEAP_COMBOCID;
}

static inline TransactionId
HeapTupleHeaderGetXvac(const HeapTupleHeaderData *t)
{
	return (t->t_infomask & HEAP_MOVED) ? t->t_choice.t_heap.t_field3.t_xvac : InvalidTransactionId;
}

static inline void
HeapTupleHeaderSetXvac(HeapTupleHeaderData *t, TransactionId xid)
{
	t->t_choice.t_heap.t_field3.t_xvac = xid;
}

/* ---- t_ctid ---- */
static inline bool
HeapTupleHeaderIsSpeculative(const HeapTupleHeaderData *t)
{
	return ItemPointerGetOffsetNumberNoCheck(&t->t_ctid) ==
		SpecTokenOffsetNumber;
}

static inline BlockNumber
HeapTupleHeaderGetSpeculativeToken(const HeapTupleHeaderData *t)
{
	return ItemPointerGetBlockNumber(&t->t_ctid);
}

static inline void
HeapTupleHeaderSetSpeculativeToken(HeapTupleHeaderData *t, BlockNumber token)
{
	ItemPointerSet(&t->t_ctid, token, SpecTokenOffsetNumber);
}

static inline bool
HeapTupleHeaderIndicatesMovedPartitions(const HeapTupleHeaderData *t)
{
	return ItemPointerGetOffsetNumberNoCheck(&t->t_ctid) ==
		MovedPartitionsOffsetNumber &&
		ItemPointerGetBlockNumberNoCheck(&t->t_ctid) ==
		MovedPartitionsBlockNumber;
}

static inline void
HeapTupleHeaderSetMovedPartitions(HeapTupleHeaderData *t)
{
	ItemPointerSet(&t->t_ctid, MovedPartitionsBlockNumber,
				   MovedPartitionsOffsetNumber);
}

/* ---- row values (composite datums) ---- */
static inline uint32
HeapTupleHeaderGetDatumLength(const HeapTupleHeaderData *t)
{
	return VARSIZE(t);
}

#define HeapTupleHeaderSetDatumLength(t, len) SET_VARSIZE(t, len)
#define HeapTupleHeaderGetTypeId(t) ((t)->t_choice.t_datum.datum_typeid)
#define HeapTupleHeaderSetTypeId(t, id) \
	((t)->t_choice.t_datum.datum_typeid = (id))
#define HeapTupleHeaderGetTypMod(t) ((t)->t_choice.t_datum.datum_typmod)
#define HeapTupleHeaderSetTypMod(t, m) \
	((t)->t_choice.t_datum.datum_typmod = (m))

/* ---- HOT flags, number of columns ---- */
static inline bool
HeapTupleHeaderIsHotUpdated(const HeapTupleHeaderData *t)
{
	return (t->t_infomask2 & HEAP_HOT_UPDATED) != 0 &&
		(t->t_infomask & HEAP_XMAX_INVALID) == 0 &&
		!HeapTupleHeaderXminInvalid(t);
}

static inline bool
HeapTupleHeaderIsHeapOnly(const HeapTupleHeaderData *t)
{
	return (t->t_infomask2 & HEAP_ONLY_TUPLE) != 0;
}

#define HeapTupleHeaderSetHotUpdated(t) \
	((t)->t_infomask2 |= HEAP_HOT_UPDATED)
#define HeapTupleHeaderClearHotUpdated(t) \
	((t)->t_infomask2 &= ~HEAP_HOT_UPDATED)
#define HeapTupleHeaderSetHeapOnly(t) ((t)->t_infomask2 |= HEAP_ONLY_TUPLE)
#define HeapTupleHeaderClearHeapOnly(t) ((t)->t_infomask2 &= ~HEAP_ONLY_TUPLE)

#define HeapTupleHeaderHasMatch(t) \
	(((t)->t_infomask2 & HEAP_TUPLE_HAS_MATCH) != 0)
#define HeapTupleHeaderSetMatch(t) ((t)->t_infomask2 |= HEAP_TUPLE_HAS_MATCH)
#define HeapTupleHeaderClearMatch(t) \
	((t)->t_infomask2 &= ~HEAP_TUPLE_HAS_MATCH)

#define HeapTupleHeaderGetNatts(t) ((t)->t_infomask2 & HEAP_NATTS_MASK)
#define HeapTupleHeaderSetNatts(t, n) \
	((t)->t_infomask2 = ((t)->t_infomask2 & ~HEAP_NATTS_MASK) | (n))
#define HeapTupleHeaderHasExternal(t) \
	(((t)->t_infomask & HEAP_HASEXTERNAL) != 0)

#define BITMAPLEN(natts) (((int) (natts) + 7) / 8)

/* ---- sizes ---- */
#define MaxHeapTupleSize \
	(BLCKSZ - MAXALIGN(SizeOfPageHeaderData + sizeof(ItemIdData)))
#define MinHeapTupleSize MAXALIGN(SizeofHeapTupleHeader)
#define MaxHeapTuplesPerPage                  \
	((int) ((BLCKSZ - SizeOfPageHeaderData) / \
			(MAXALIGN(SizeofHeapTupleHeader) + sizeof(ItemIdData))))
#define MaxAttrSize (10 * 1024 * 1024)

StaticAssertDecl(MaxHeapTuplesPerPage == 291, "line pointers of a heap page");

/*
 * Minimal tuple: a heap tuple without identity and transactions.  Its fields
 * from t_infomask2 on lie as in HeapTupleHeaderData if one starts
 * MINIMAL_TUPLE_OFFSET bytes before it.
 */
#define MINIMAL_TUPLE_OFFSET                                         \
	((offsetof(HeapTupleHeaderData, t_infomask2) - sizeof(uint32)) / \
	 MAXIMUM_ALIGNOF * MAXIMUM_ALIGNOF)
#define MINIMAL_TUPLE_PADDING                                        \
	((offsetof(HeapTupleHeaderData, t_infomask2) - sizeof(uint32)) % \
	 MAXIMUM_ALIGNOF)
#define MINIMAL_TUPLE_DATA_OFFSET offsetof(MinimalTupleData, t_infomask2)

struct MinimalTupleData
{
	uint32 t_len;
	char mt_padding[MINIMAL_TUPLE_PADDING];
	uint16 t_infomask2;
	uint16 t_infomask;
	uint8 t_hoff; /* as in the full header, not from here */
	bits8 t_bits[FLEXIBLE_ARRAY_MEMBER];
};

#define SizeofMinimalTupleHeader offsetof(MinimalTupleData, t_bits)

/* ---- by HeapTuple ---- */
#define GETSTRUCT(tup) ((char *) (tup)->t_data + (tup)->t_data->t_hoff)
#define HeapTupleHasNulls(t) (((t)->t_data->t_infomask & HEAP_HASNULL) != 0)
#define HeapTupleNoNulls(t) (!HeapTupleHasNulls(t))
#define HeapTupleHasVarWidth(t) \
	(((t)->t_data->t_infomask & HEAP_HASVARWIDTH) != 0)
#define HeapTupleAllFixed(t) (!HeapTupleHasVarWidth(t))
#define HeapTupleHasExternal(t) HeapTupleHeaderHasExternal((t)->t_data)
#define HeapTupleIsHotUpdated(t) HeapTupleHeaderIsHotUpdated((t)->t_data)
#define HeapTupleSetHotUpdated(t) HeapTupleHeaderSetHotUpdated((t)->t_data)
#define HeapTupleClearHotUpdated(t) HeapTupleHeaderClearHotUpdated((t)->t_data)
#define HeapTupleIsHeapOnly(t) HeapTupleHeaderIsHeapOnly((t)->t_data)
#define HeapTupleSetHeapOnly(t) HeapTupleHeaderSetHeapOnly((t)->t_data)
#define HeapTupleClearHeapOnly(t) HeapTupleHeaderClearHeapOnly((t)->t_data)

/* access/common/heaptuple.c: reading */
extern Datum nocachegetattr(HeapTuple tup, int attnum, TupleDesc desc);
extern Datum heap_getsysattr(HeapTuple tup, int attnum, TupleDesc desc,
							 bool *isnull);
extern Datum getmissingattr(TupleDesc desc, int attnum, bool *isnull);
extern bool heap_attisnull(HeapTuple tup, int attnum, TupleDesc desc);
extern void heap_deform_tuple(HeapTuple tup, TupleDesc desc, Datum *values,
							  bool *isnull);

/* making */
extern Size heap_compute_data_size(TupleDesc desc, Datum *values,
								   bool *isnull);
extern void heap_fill_tuple(TupleDesc desc, Datum *values, bool *isnull,
							char *data, Size data_size, uint16 *infomask,
							bits8 *bit);
extern HeapTuple heap_form_tuple(TupleDesc desc, Datum *values, bool *isnull);
extern HeapTuple heap_modify_tuple(HeapTuple tup, TupleDesc desc,
								   Datum *values, bool *isnull, bool *replace);
extern HeapTuple heap_modify_tuple_by_cols(HeapTuple tup, TupleDesc desc,
										   int ncols, int *cols,
										   Datum *values, bool *isnull);
extern HeapTuple heap_copytuple(HeapTuple tup);
extern void heap_copytuple_with_tuple(HeapTuple src, HeapTuple dest);
extern Datum heap_copy_tuple_as_datum(HeapTuple tup, TupleDesc desc);
extern HeapTuple heap_expand_tuple(HeapTuple tup, TupleDesc desc);
extern void heap_freetuple(HeapTuple tup);

/* minimal tuples */
extern MinimalTuple heap_form_minimal_tuple(TupleDesc desc, Datum *values,
											bool *isnull);
extern void heap_free_minimal_tuple(MinimalTuple mtup);
extern MinimalTuple heap_copy_minimal_tuple(MinimalTuple mtup);
extern HeapTuple heap_tuple_from_minimal_tuple(MinimalTuple mtup);
extern MinimalTuple minimal_tuple_from_heap_tuple(HeapTuple tup);
extern MinimalTuple minimal_expand_tuple(HeapTuple tup, TupleDesc desc);

extern size_t varsize_any(void *p);

/*
 * One user column of a tuple that is known to hold it (attnum <= its natts).
 */
static inline Datum
fastgetattr(HeapTuple tup, int attnum, TupleDesc desc, bool *isnull)
{
	*isnull = false;
	if (HeapTupleNoNulls(tup))
	{
		Form_pg_attribute att = TupleDescAttr(desc, attnum - 1);

		if (att->attcacheoff >= 0)
			return fetchatt(att, (char *) tup->t_data + tup->t_data->t_hoff + att->attcacheoff);
	}
	else if (att_isnull(attnum - 1, tup->t_data->t_bits))
	{
		*isnull = true;
		return (Datum) 0;
	}
	return nocachegetattr(tup, attnum, desc);
}

/* Any column, system ones and those missing in an old tuple included. */
static inline Datum
heap_getattr(HeapTuple tup, int attnum, TupleDesc desc, bool *isnull)
{
	if (attnum <= 0)
		return heap_getsysattr(tup, attnum, desc, isnull);
	if (attnum > (int) HeapTupleHeaderGetNatts(tup->t_data))
		return getmissingattr(desc, attnum, isnull);
	return fastgetattr(tup, attnum, desc, isnull);
}

#endif /* HTUP_DETAILS_H */

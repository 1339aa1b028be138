/*
 * tuptable.h
 *		TupleTableSlot: how the executor passes rows.
 *
 * A slot holds one row in one of four forms (virtual values, heap tuple,
 * minimal tuple, heap tuple in a pinned buffer); its ops know how to read,
 * copy and clear that form.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/executor/tuptable.h
 */
#ifndef TUPTABLE_H
#define TUPTABLE_H

#include "access/htup.h"
#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/tupdesc.h"
#include "storage/buf.h"

typedef struct TupleTableSlotOps TupleTableSlotOps;

/* tts_flags */
#define TTS_FLAG_EMPTY (1 << 1)
#define TTS_FLAG_SHOULDFREE (1 << 2) /* the slot owns its tuple */
#define TTS_FLAG_SLOW (1 << 3) /* saved state of a partial deform */
#define TTS_FLAG_FIXED (1 << 4) /* the descriptor cannot change */

#define TTS_EMPTY(slot) (((slot)->tts_flags & TTS_FLAG_EMPTY) != 0)
#define TTS_SHOULDFREE(slot) (((slot)->tts_flags & TTS_FLAG_SHOULDFREE) != 0)
#define TTS_SLOW(slot) (((slot)->tts_flags & TTS_FLAG_SLOW) != 0)
#define TTS_FIXED(slot) (((slot)->tts_flags & TTS_FLAG_FIXED) != 0)

typedef struct TupleTableSlot
{
	NodeTag type;
	uint16 tts_flags;
	AttrNumber tts_nvalid; /* first tts_nvalid values are set */
	const TupleTableSlotOps *const tts_ops;
	TupleDesc tts_tupleDescriptor;
	Datum *tts_values;
	bool *tts_isnull;
	MemoryContext tts_mcxt; /* the slot's own context */
	ItemPointerData tts_tid;
	Oid tts_tableOid;
} TupleTableSlot;

struct TupleTableSlotOps
{
	size_t base_slot_size;
	void (*init)(TupleTableSlot *slot);
	void (*release)(TupleTableSlot *slot);
	void (*clear)(TupleTableSlot *slot);
	void (*getsomeattrs)(TupleTableSlot *slot, int natts);
	Datum (*getsysattr)(TupleTableSlot *slot, int attnum, bool *isnull);
	void (*materialize)(TupleTableSlot *slot);
	void (*copyslot)(TupleTableSlot *dst, TupleTableSlot *src);
	/* direct access to the stored tuple, NULL where there is none */
	HeapTuple (*get_heap_tuple)(TupleTableSlot *slot);
	MinimalTuple (*get_minimal_tuple)(TupleTableSlot *slot);
	HeapTuple (*copy_heap_tuple)(TupleTableSlot *slot);
	MinimalTuple (*copy_minimal_tuple)(TupleTableSlot *slot);
};

/* executor/execTuples.c */
extern PGDLLIMPORT const TupleTableSlotOps TTSOpsVirtual;
extern PGDLLIMPORT const TupleTableSlotOps TTSOpsHeapTuple;
extern PGDLLIMPORT const TupleTableSlotOps TTSOpsMinimalTuple;
extern PGDLLIMPORT const TupleTableSlotOps TTSOpsBufferHeapTuple;

#define TTS_IS_VIRTUAL(slot) ((slot)->tts_ops == &TTSOpsVirtual)
#define TTS_IS_HEAPTUPLE(slot) ((slot)->tts_ops == &TTSOpsHeapTuple)
#define TTS_IS_MINIMALTUPLE(slot) ((slot)->tts_ops == &TTSOpsMinimalTuple)
#define TTS_IS_BUFFERTUPLE(slot) ((slot)->tts_ops == &TTSOpsBufferHeapTuple)

typedef struct VirtualTupleTableSlot
{
	TupleTableSlot base;
	char *data; /* values of a materialized slot */
} VirtualTupleTableSlot;

typedef struct HeapTupleTableSlot
{
	TupleTableSlot base;
	HeapTuple tuple;
	uint32 off; /* where deforming goes on */
	HeapTupleData tupdata; /* optional storage for tuple */
} HeapTupleTableSlot;

typedef struct BufferHeapTupleTableSlot
{
	HeapTupleTableSlot base;
	Buffer buffer; /* pinned, if the tuple is in one */
} BufferHeapTupleTableSlot;

typedef struct MinimalTupleTableSlot
{
	TupleTableSlot base;
	HeapTuple tuple; /* points to minhdr */
	MinimalTuple mintuple;
	HeapTupleData minhdr;
	uint32 off;
} MinimalTupleTableSlot;

#define TupIsNull(slot) ((slot) == NULL || TTS_EMPTY(slot))

/*
 * ---- making slots ----
 *
 * desc		the row type, pinned by the slot; NULL: ExecSetSlotDescriptor sets it
 *			later, and may do so again
 * ops		the form of the rows to be stored
 *
 * Empty slots in the current memory context.  MakeTupleTableSlot leaves it to the
 * caller to clear the slot; the other two have a counterpart that lets go of all
 * it holds: ExecDropSingleTupleTableSlot frees one slot, ExecResetTupleTable
 * empties all slots of a list, and frees them if shouldFree.
 */
extern TupleTableSlot *MakeTupleTableSlot(TupleDesc desc,
										  const TupleTableSlotOps *ops);
extern TupleTableSlot *ExecAllocTableSlot(List **tupleTable, TupleDesc desc,
										  const TupleTableSlotOps *ops);
extern void ExecResetTupleTable(List *tupleTable, bool shouldFree);
extern TupleTableSlot *MakeSingleTupleTableSlot(TupleDesc desc,
												const TupleTableSlotOps *ops);
extern void ExecDropSingleTupleTableSlot(TupleTableSlot *slot);
extern void ExecSetSlotDescriptor(TupleTableSlot *slot, TupleDesc desc);

/*
 * ---- storing a row ----
 *
 * What the slot held is let go first; those that return something return slot.
 * shouldFree: the slot frees the tuple; else it must live as long as it is used.
 */

/* tts_values and tts_isnull are filled by the caller, or here with NULLs. */
extern TupleTableSlot *ExecStoreVirtualTuple(TupleTableSlot *slot);
extern TupleTableSlot *ExecStoreAllNullTuple(TupleTableSlot *slot);

/* The slot is of the tuple's form. */
extern TupleTableSlot *ExecStoreMinimalTuple(MinimalTuple mtup,
											 TupleTableSlot *slot,
											 bool shouldFree);
extern TupleTableSlot *ExecStoreHeapTuple(HeapTuple tuple,
										  TupleTableSlot *slot,
										  bool shouldFree);
/* tuple lies in buffer: the slot takes a pin, or takes over the caller's. */
extern TupleTableSlot *ExecStoreBufferHeapTuple(HeapTuple tuple,
												TupleTableSlot *slot,
												Buffer buffer);
extern TupleTableSlot *ExecStorePinnedBufferHeapTuple(HeapTuple tuple,
													  TupleTableSlot *slot,
													  Buffer buffer);

/* The slot is of any form; data: a composite value, which must stay alive. */
extern void ExecForceStoreMinimalTuple(MinimalTuple mtup,
									   TupleTableSlot *slot, bool shouldFree);
extern void ExecForceStoreHeapTuple(HeapTuple tuple, TupleTableSlot *slot,
									bool shouldFree);
extern void ExecStoreHeapTupleDatum(Datum data, TupleTableSlot *slot);

/*
 * ---- getting it ----
 *
 * The row in the form asked for: the slot's own where it has it (*shouldFree
 * false), else a copy in the current context that the caller frees.  shouldFree
 * may be NULL.  materialize: the row must not depend on a page.
 */
extern MinimalTuple ExecFetchSlotMinimalTuple(TupleTableSlot *slot,
											  bool *shouldFree);
extern HeapTuple ExecFetchSlotHeapTuple(TupleTableSlot *slot,
										bool materialize, bool *shouldFree);
/* A composite value, always a copy. */
extern Datum ExecFetchSlotHeapTupleDatum(TupleTableSlot *slot);

/* Columns [startAttNum, lastAttNum) from the defaults of rows older than they are. */
extern void slot_getmissingattrs(TupleTableSlot *slot, int startAttNum,
								 int lastAttNum);
/* slot_getsomeattrs() where the values are not there yet. */
extern void slot_getsomeattrs_int(TupleTableSlot *slot, int attnum);

/* Make the first attnum columns available in tts_values. */
static inline void
slot_getsomeattrs(TupleTableSlot *slot, int attnum)
{
	if (slot->tts_nvalid < attnum)
		slot_getsomeattrs_int(slot, attnum);
}

static inline void
slot_getallattrs(TupleTableSlot *slot)
{
	slot_getsomeattrs(slot, slot->tts_tupleDescriptor->natts);
}

static inline bool
slot_attisnull(TupleTableSlot *slot, int attnum)
{
	slot_getsomeattrs(slot, attnum);
	return slot->tts_isnull[attnum - 1];
}

static inline Datum
slot_getattr(TupleTableSlot *slot, int attnum, bool *isnull)
{
	slot_getsomeattrs(slot, attnum);
	*isnull = slot->tts_isnull[attnum - 1];
	return slot->tts_values[attnum - 1];
}

static inline Datum
slot_getsysattr(TupleTableSlot *slot, int attnum, bool *isnull)
{
	*isnull = false;
	if (attnum == TableOidAttributeNumber)
		return ObjectIdGetDatum(slot->tts_tableOid);
	if (attnum == SelfItemPointerAttributeNumber)
		return PointerGetDatum(&slot->tts_tid);
	return slot->tts_ops->getsysattr(slot, attnum, isnull);
}

static inline TupleTableSlot *
ExecClearTuple(TupleTableSlot *slot)
{
	slot->tts_ops->clear(slot);
	return slot;
}

static inline void
ExecMaterializeSlot(TupleTableSlot *slot)
{
	slot->tts_ops->materialize(slot);
}

static inline HeapTuple
ExecCopySlotHeapTuple(TupleTableSlot *slot)
{
	return slot->tts_ops->copy_heap_tuple(slot);
}

static inline MinimalTuple
ExecCopySlotMinimalTuple(TupleTableSlot *slot)
{
	return slot->tts_ops->copy_minimal_tuple(slot);
}

static inline TupleTableSlot *
ExecCopySlot(TupleTableSlot *dst, TupleTableSlot *src)
{
	dst->tts_ops->copyslot(dst, src);
	return dst;
}

#endif /* TUPTABLE_H */

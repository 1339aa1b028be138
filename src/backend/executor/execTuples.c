/*
 * execTuples.c
 *		Slots: the forms a row takes between plan nodes.
 *
 * A slot holds a row as plain values (virtual), as a heap tuple, as a minimal
 * tuple or as a heap tuple in a pinned buffer.  Values of a stored tuple are
 * taken out from the left as far as somebody asks; tts_nvalid says how far,
 * and the slot remembers the byte where to go on.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/execTuples.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/tupdesc_details.h"
#include "access/tupmacs.h"
#include "access/heaptoast.h"
#include "catalog/colversion.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

static void slot_deform(TupleTableSlot *slot, HeapTuple tuple, uint32 *offp,
						int natts);

/* ---------------------------------------------------------------- deforming */

/*
 * Columns that a tuple stores at a fixed byte, for as long as it has no NULL and
 * no varying length to its left, have attcacheoff >= 0.  The first loop runs
 * over those; the second handles the general case.
 */
static pg_attribute_always_inline void
slot_deform(TupleTableSlot *slot, HeapTuple tuple, uint32 *offp, int natts)
{
	TupleDesc desc = slot->tts_tupleDescriptor;
	Datum *values = slot->tts_values;
	bool *isnull = slot->tts_isnull;
	HeapTupleHeader tup = tuple->t_data;
	bool hasnulls = HeapTupleHasNulls(tuple);
	bits8 *bp = tup->t_bits;
	char *tp = (char *) tup + tup->t_hoff;
	int attnum = slot->tts_nvalid;
	bool slow = attnum > 0 && TTS_SLOW(slot);
	uint32 off = attnum > 0 ? *offp : 0;

	natts = Min(HeapTupleHeaderGetNatts(tup), natts);
	for (; attnum < natts; attnum++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, attnum);

		if (hasnulls && att_isnull(attnum, bp))
		{
			values[attnum] = (Datum) 0;
			isnull[attnum] = true;
			slow = true;
			continue;
		}
		isnull[attnum] = false;
		if (!slow && att->attcacheoff >= 0)
			off = att->attcacheoff;
		else if (att->attlen == -1)
		{
			if (!slow && off == att_align_nominal(off, att->attalign))
				att->attcacheoff = off;
			else
			{
				off = att_align_pointer(off, att->attalign, -1, tp + off);
				slow = true;
			}
		}
		else
		{
			off = att_align_nominal(off, att->attalign);
			if (!slow)
				att->attcacheoff = off;
		}
		values[attnum] = fetchatt(att, tp + off);
		off = att_addlength_pointer(off, att->attlen, tp + off);
		if (att->attlen <= 0)
			slow = true;
	}
	slot->tts_nvalid = attnum;
	*offp = off;
	if (slow)
		slot->tts_flags |= TTS_FLAG_SLOW;
	else
		slot->tts_flags &= ~TTS_FLAG_SLOW;
}

/* Columns added to the relation after the tuple was written. */
void
slot_getmissingattrs(TupleTableSlot *slot, int startAttNum, int lastAttNum)
{
	TupleConstr *constr = slot->tts_tupleDescriptor->constr;
	AttrMissing *missing = constr ? constr->missing : NULL;

	for (int i = startAttNum; i < lastAttNum; i++)
	{
		bool present = missing != NULL && missing[i].am_present;

		slot->tts_values[i] = present ? missing[i].am_value : (Datum) 0;
		slot->tts_isnull[i] = !present;
	}
}

/* Out-of-line part of slot_getsomeattrs(). */
void
slot_getsomeattrs_int(TupleTableSlot *slot, int attnum)
{
	if (unlikely(attnum > slot->tts_tupleDescriptor->natts))
		elog(ERROR, "invalid attribute number %d", attnum);
	slot->tts_ops->getsomeattrs(slot, attnum);
	if (unlikely(slot->tts_nvalid < attnum))
	{
		slot_getmissingattrs(slot, slot->tts_nvalid, attnum);
		slot->tts_nvalid = attnum;
	}
}

/* ---------------------------------------------------------------- virtual */

static void
no_init(TupleTableSlot *slot)
{
}

static void
mark_empty(TupleTableSlot *slot)
{
	slot->tts_nvalid = 0;
	slot->tts_flags = (slot->tts_flags & ~(TTS_FLAG_SHOULDFREE | TTS_FLAG_SLOW)) |
		TTS_FLAG_EMPTY;
	ItemPointerSetInvalid(&slot->tts_tid);
}

static void
virtual_clear(TupleTableSlot *slot)
{
	VirtualTupleTableSlot *v = (VirtualTupleTableSlot *) slot;

	if (unlikely(TTS_SHOULDFREE(slot)))
	{
		pfree(v->data);
		v->data = NULL;
	}
	mark_empty(slot);
}

static void
virtual_getsomeattrs(TupleTableSlot *slot, int natts)
{
	elog(ERROR, "a virtual row has no more values to give");
}

static Datum
no_sysattr(TupleTableSlot *slot, int attnum, bool *isnull)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot retrieve a system column in this context")));
	return (Datum) 0;
}

/* Bytes that a by-reference value takes, and its copy. */
static Size
value_space(Form_pg_attribute att, Datum val, Size off)
{
	off = att_align_nominal(off, att->attalign);
	if (att->attlen == -1 && VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(val)))
		return off + EOH_get_flat_size(DatumGetEOHP(val));
	return att_addlength_datum(off, att->attlen, val);
}

static void
virtual_materialize(TupleTableSlot *slot)
{
	VirtualTupleTableSlot *v = (VirtualTupleTableSlot *) slot;
	TupleDesc desc = slot->tts_tupleDescriptor;
	Size size = 0;
	char *data;

	if (TTS_SHOULDFREE(slot))
		return;
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attbyval && !slot->tts_isnull[i])
			size = value_space(TupleDescAttr(desc, i), slot->tts_values[i],
							   size);
	if (size == 0)
		return;
	data = v->data = MemoryContextAlloc(slot->tts_mcxt, size);
	slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Datum val = slot->tts_values[i];
		Size len;

		if (att->attbyval || slot->tts_isnull[i])
			continue;
		data = (char *) att_align_nominal((uintptr_t) data, att->attalign);
		if (att->attlen == -1 &&
			VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(val)))
		{
			len = EOH_get_flat_size(DatumGetEOHP(val));
			EOH_flatten_into(DatumGetEOHP(val), data, len);
		}
		else
		{
			len = att_addlength_datum(0, att->attlen, val);
			memcpy(data, DatumGetPointer(val), len);
		}
		slot->tts_values[i] = PointerGetDatum(data);
		data += len;
	}
}

static void
virtual_copyslot(TupleTableSlot *dst, TupleTableSlot *src)
{
	int natts = src->tts_tupleDescriptor->natts;

	virtual_clear(dst);
	slot_getallattrs(src);
	memcpy(dst->tts_values, src->tts_values, natts * sizeof(Datum));
	memcpy(dst->tts_isnull, src->tts_isnull, natts * sizeof(bool));
	dst->tts_nvalid = natts;
	dst->tts_flags &= ~TTS_FLAG_EMPTY;
	virtual_materialize(dst);
}

static HeapTuple
virtual_copy_heap(TupleTableSlot *slot)
{
	return heap_form_tuple(slot->tts_tupleDescriptor, slot->tts_values,
						   slot->tts_isnull);
}

static MinimalTuple
virtual_copy_minimal(TupleTableSlot *slot)
{
	return heap_form_minimal_tuple(slot->tts_tupleDescriptor,
								   slot->tts_values, slot->tts_isnull);
}

/* ---------------------------------------------------------------- heap tuple */

static void
heap_clear(TupleTableSlot *slot)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;

	if (TTS_SHOULDFREE(slot))
		heap_freetuple(h->tuple);
	mark_empty(slot);
	h->off = 0;
	h->tuple = NULL;
}

static void
heap_getsomeattrs(TupleTableSlot *slot, int natts)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;

	slot_deform(slot, h->tuple, &h->off, natts);
}

static Datum
heap_sysattr(TupleTableSlot *slot, int attnum, bool *isnull)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;

	if (h->tuple == NULL)
		return no_sysattr(slot, attnum, isnull);
	return heap_getsysattr(h->tuple, attnum, slot->tts_tupleDescriptor,
						   isnull);
}

static void
heap_materialize(TupleTableSlot *slot)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;
	MemoryContext caller;

	if (TTS_SHOULDFREE(slot))
		return;
	caller = MemoryContextSwitchTo(slot->tts_mcxt);
	if (h->tuple)
		h->tuple = heap_copytuple(h->tuple);
	else
		h->tuple = heap_form_tuple(slot->tts_tupleDescriptor,
								   slot->tts_values, slot->tts_isnull);
	slot->tts_nvalid = 0;
	h->off = 0;
	slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	MemoryContextSwitchTo(caller);
}

static void
heap_copyslot(TupleTableSlot *dst, TupleTableSlot *src)
{
	MemoryContext caller = MemoryContextSwitchTo(dst->tts_mcxt);
	HeapTuple tuple = ExecCopySlotHeapTuple(src);

	MemoryContextSwitchTo(caller);
	ExecStoreHeapTuple(tuple, dst, true);
}

static HeapTuple
heap_get_heap(TupleTableSlot *slot)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;

	if (h->tuple == NULL)
		slot->tts_ops->materialize(slot);
	return h->tuple;
}

static HeapTuple
heap_copy_heap(TupleTableSlot *slot)
{
	return heap_copytuple(heap_get_heap(slot));
}

static MinimalTuple
heap_copy_minimal(TupleTableSlot *slot)
{
	return minimal_tuple_from_heap_tuple(heap_get_heap(slot));
}

/* ---------------------------------------------------------------- minimal tuple */

static void
minimal_init(TupleTableSlot *slot)
{
	MinimalTupleTableSlot *m = (MinimalTupleTableSlot *) slot;

	m->tuple = &m->minhdr;
}

static void
minimal_clear(TupleTableSlot *slot)
{
	MinimalTupleTableSlot *m = (MinimalTupleTableSlot *) slot;

	if (TTS_SHOULDFREE(slot))
		heap_free_minimal_tuple(m->mintuple);
	mark_empty(slot);
	m->off = 0;
	m->mintuple = NULL;
}

static void
minimal_getsomeattrs(TupleTableSlot *slot, int natts)
{
	MinimalTupleTableSlot *m = (MinimalTupleTableSlot *) slot;

	slot_deform(slot, m->tuple, &m->off, natts);
}

static void
minimal_set(MinimalTupleTableSlot *m, MinimalTuple mtup)
{
	m->mintuple = mtup;
	m->minhdr.t_len = mtup->t_len + MINIMAL_TUPLE_OFFSET;
	m->minhdr.t_data = (HeapTupleHeader) ((char *) mtup - MINIMAL_TUPLE_OFFSET);
	m->off = 0;
}

static void
minimal_materialize(TupleTableSlot *slot)
{
	MinimalTupleTableSlot *m = (MinimalTupleTableSlot *) slot;
	MemoryContext caller;
	MinimalTuple mtup;

	if (TTS_SHOULDFREE(slot))
		return;
	caller = MemoryContextSwitchTo(slot->tts_mcxt);
	if (m->mintuple)
		mtup = heap_copy_minimal_tuple(m->mintuple);
	else
		mtup = heap_form_minimal_tuple(slot->tts_tupleDescriptor,
									   slot->tts_values, slot->tts_isnull);
	minimal_set(m, mtup);
	slot->tts_nvalid = 0;
	slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	MemoryContextSwitchTo(caller);
}

static void
minimal_copyslot(TupleTableSlot *dst, TupleTableSlot *src)
{
	MemoryContext caller = MemoryContextSwitchTo(dst->tts_mcxt);
	MinimalTuple mtup = ExecCopySlotMinimalTuple(src);

	MemoryContextSwitchTo(caller);
	ExecStoreMinimalTuple(mtup, dst, true);
}

static MinimalTuple
minimal_get_minimal(TupleTableSlot *slot)
{
	MinimalTupleTableSlot *m = (MinimalTupleTableSlot *) slot;

	if (m->mintuple == NULL)
		minimal_materialize(slot);
	return m->mintuple;
}

static HeapTuple
minimal_copy_heap(TupleTableSlot *slot)
{
	return heap_tuple_from_minimal_tuple(minimal_get_minimal(slot));
}

static MinimalTuple
minimal_copy_minimal(TupleTableSlot *slot)
{
	return heap_copy_minimal_tuple(minimal_get_minimal(slot));
}

/* ---------------------------------------------------------------- buffer */

static void
buffer_clear(TupleTableSlot *slot)
{
	BufferHeapTupleTableSlot *b = (BufferHeapTupleTableSlot *) slot;

	if (TTS_SHOULDFREE(slot))
		heap_freetuple(b->base.tuple);
	if (BufferIsValid(b->buffer))
		ReleaseBuffer(b->buffer);
	mark_empty(slot);
	b->base.tuple = NULL;
	b->base.off = 0;
	b->buffer = InvalidBuffer;
}

static void
buffer_materialize(TupleTableSlot *slot)
{
	BufferHeapTupleTableSlot *b = (BufferHeapTupleTableSlot *) slot;

	if (TTS_SHOULDFREE(slot))
		return;
	heap_materialize(slot);
	if (BufferIsValid(b->buffer))
	{
		ReleaseBuffer(b->buffer);
		b->buffer = InvalidBuffer;
	}
}

static void
buffer_store(TupleTableSlot *slot, HeapTuple tuple, Buffer buffer,
			 bool transfer_pin)
{
	BufferHeapTupleTableSlot *b = (BufferHeapTupleTableSlot *) slot;

	if (TTS_SHOULDFREE(slot))
	{
		heap_freetuple(b->base.tuple);
		slot->tts_flags &= ~TTS_FLAG_SHOULDFREE;
	}
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	slot->tts_nvalid = 0;
	slot->tts_tid = tuple->t_self;
	b->base.tuple = tuple;
	b->base.off = 0;
	if (b->buffer == buffer)
	{
		if (transfer_pin && BufferIsValid(buffer))
			ReleaseBuffer(buffer);
		return;
	}
	if (BufferIsValid(b->buffer))
		ReleaseBuffer(b->buffer);
	b->buffer = buffer;
	if (!transfer_pin && BufferIsValid(buffer))
		IncrBufferRefCount(buffer);
}

/* Same form of source: share the page by one more pin instead of copying. */
static void
buffer_copyslot(TupleTableSlot *dst, TupleTableSlot *src)
{
	BufferHeapTupleTableSlot *bs = (BufferHeapTupleTableSlot *) src;
	BufferHeapTupleTableSlot *bd = (BufferHeapTupleTableSlot *) dst;

	if (src->tts_ops != dst->tts_ops || TTS_SHOULDFREE(src) ||
		bs->base.tuple == NULL || !BufferIsValid(bs->buffer))
	{
		MemoryContext caller = MemoryContextSwitchTo(dst->tts_mcxt);
		HeapTuple copy = ExecCopySlotHeapTuple(src);

		MemoryContextSwitchTo(caller);
		ExecClearTuple(dst);
		bd->base.tuple = copy;
		dst->tts_flags = (dst->tts_flags & ~TTS_FLAG_EMPTY) |
			TTS_FLAG_SHOULDFREE;
		dst->tts_tid = copy->t_self;
		return;
	}
	buffer_store(dst, bs->base.tuple, bs->buffer, false);
	bd->base.tupdata = *bs->base.tuple;
	bd->base.tuple = &bd->base.tupdata;
}

#define HEAP_FUNCS(clear_f, mat_f, copy_f)                         \
	.init = no_init, .release = no_init, .clear = clear_f,         \
	.getsomeattrs = heap_getsomeattrs, .getsysattr = heap_sysattr, \
	.materialize = mat_f, .copyslot = copy_f,                      \
	.get_heap_tuple = heap_get_heap, .get_minimal_tuple = NULL,    \
	.copy_heap_tuple = heap_copy_heap, .copy_minimal_tuple = heap_copy_minimal

const TupleTableSlotOps TTSOpsVirtual = {
	.base_slot_size = sizeof(VirtualTupleTableSlot),
	.init = no_init,
	.release = no_init,
	.clear = virtual_clear,
	.getsomeattrs = virtual_getsomeattrs,
	.getsysattr = no_sysattr,
	.materialize = virtual_materialize,
	.copyslot = virtual_copyslot,
	.copy_heap_tuple = virtual_copy_heap,
	.copy_minimal_tuple = virtual_copy_minimal};

const TupleTableSlotOps TTSOpsHeapTuple = {
	.base_slot_size = sizeof(HeapTupleTableSlot),
	HEAP_FUNCS(heap_clear, heap_materialize, heap_copyslot)};

const TupleTableSlotOps TTSOpsBufferHeapTuple = {
	.base_slot_size = sizeof(BufferHeapTupleTableSlot),
	HEAP_FUNCS(buffer_clear, buffer_materialize, buffer_copyslot)};

const TupleTableSlotOps TTSOpsMinimalTuple = {
	.base_slot_size = sizeof(MinimalTupleTableSlot),
	.init = minimal_init,
	.release = no_init,
	.clear = minimal_clear,
	.getsomeattrs = minimal_getsomeattrs,
	.getsysattr = no_sysattr,
	.materialize = minimal_materialize,
	.copyslot = minimal_copyslot,
	.get_minimal_tuple = minimal_get_minimal,
	.copy_heap_tuple = minimal_copy_heap,
	.copy_minimal_tuple = minimal_copy_minimal};

/* ---------------------------------------------------------------- life of a slot */

/*
 * An empty slot in the current memory context.  With a descriptor the slot is
 * "fixed": values and nulls are part of the same allocation.
 */
TupleTableSlot *
MakeTupleTableSlot(TupleDesc desc, const TupleTableSlotOps *ops)
{
	Size base = MAXALIGN(ops->base_slot_size);
	Size extra = desc ? desc->natts * (sizeof(Datum) + sizeof(bool)) : 0;
	TupleTableSlot *slot = palloc0(base + MAXALIGN(extra));

	*((const TupleTableSlotOps **) &slot->tts_ops) = ops;
	slot->type = T_TupleTableSlot;
	slot->tts_flags = TTS_FLAG_EMPTY | (desc ? TTS_FLAG_FIXED : 0);
	slot->tts_tupleDescriptor = desc;
	slot->tts_mcxt = CurrentMemoryContext;
	if (desc)
	{
		slot->tts_values = (Datum *) ((char *) slot + base);
		slot->tts_isnull = (bool *) (slot->tts_values + desc->natts);
		PinTupleDesc(desc);
	}
	slot->tts_ops->init(slot);
	return slot;
}

/* Likewise, for callers that drop it by ExecDropSingleTupleTableSlot(). */
TupleTableSlot *
MakeSingleTupleTableSlot(TupleDesc desc, const TupleTableSlotOps *ops)
{
	return MakeTupleTableSlot(desc, ops);
}

static void
slot_release(TupleTableSlot *slot, bool free_it)
{
	ExecClearTuple(slot);
	slot->tts_ops->release(slot);
	if (slot->tts_tupleDescriptor)
	{
		ReleaseTupleDesc(slot->tts_tupleDescriptor);
		slot->tts_tupleDescriptor = NULL;
	}
	if (!free_it)
		return;
	if (!TTS_FIXED(slot) && slot->tts_values)
	{
		pfree(slot->tts_values);
		pfree(slot->tts_isnull);
	}
	pfree(slot);
}

void
ExecDropSingleTupleTableSlot(TupleTableSlot *slot)
{
	slot_release(slot, true);
}

/* A slot that is also put on a list, to be released with all others. */
TupleTableSlot *
ExecAllocTableSlot(List **tupleTable, TupleDesc desc,
				   const TupleTableSlotOps *ops)
{
	TupleTableSlot *slot = MakeTupleTableSlot(desc, ops);

	*tupleTable = lappend(*tupleTable, slot);
	return slot;
}

/* Let go of pins and descriptors of all slots of the list. */
void
ExecResetTupleTable(List *tupleTable, bool shouldFree)
{
	ListCell *lc;

	foreach (lc, tupleTable)
		slot_release((TupleTableSlot *) lfirst(lc), shouldFree);
	if (shouldFree)
		list_free(tupleTable);
}

/* Give a slot without fixed descriptor its row type. */
void
ExecSetSlotDescriptor(TupleTableSlot *slot, TupleDesc desc)
{
	Assert(!TTS_FIXED(slot));
	ExecClearTuple(slot);
	if (slot->tts_tupleDescriptor)
		ReleaseTupleDesc(slot->tts_tupleDescriptor);
	if (slot->tts_values)
		pfree(slot->tts_values);
	if (slot->tts_isnull)
		pfree(slot->tts_isnull);
	slot->tts_tupleDescriptor = desc;
	PinTupleDesc(desc);
	slot->tts_values = MemoryContextAlloc(slot->tts_mcxt,
										  Max(desc->natts, 1) * sizeof(Datum));
	slot->tts_isnull = MemoryContextAlloc(slot->tts_mcxt,
										  Max(desc->natts, 1) * sizeof(bool));
}

/* ---------------------------------------------------------------- storing */

/* The slot frees the tuple if shouldFree; else it must outlive the slot's use. */
TupleTableSlot *
ExecStoreHeapTuple(HeapTuple tuple, TupleTableSlot *slot, bool shouldFree)
{
	HeapTupleTableSlot *h = (HeapTupleTableSlot *) slot;

	if (unlikely(!TTS_IS_HEAPTUPLE(slot)))
		elog(ERROR, "trying to store a heap tuple into wrong type of slot");
	heap_clear(slot);
	h->tuple = tuple;
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	slot->tts_tid = tuple->t_self;
	slot->tts_tableOid = tuple->t_tableOid;
	if (shouldFree)
		slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	return slot;
}

/* The slot takes a pin of its own on the tuple's buffer. */
TupleTableSlot *
ExecStoreBufferHeapTuple(HeapTuple tuple, TupleTableSlot *slot, Buffer buffer)
{
	if (unlikely(!TTS_IS_BUFFERTUPLE(slot)))
		elog(ERROR, "trying to store an on-disk heap tuple into wrong type of slot");
	buffer_store(slot, tuple, buffer, false);
	slot->tts_tableOid = tuple->t_tableOid;
	return slot;
}

/* The slot takes over the caller's pin. */
TupleTableSlot *
ExecStorePinnedBufferHeapTuple(HeapTuple tuple, TupleTableSlot *slot,
							   Buffer buffer)
{
	if (unlikely(!TTS_IS_BUFFERTUPLE(slot)))
		elog(ERROR, "trying to store an on-disk heap tuple into wrong type of slot");
	buffer_store(slot, tuple, buffer, true);
	slot->tts_tableOid = tuple->t_tableOid;
	return slot;
}

TupleTableSlot *
ExecStoreMinimalTuple(MinimalTuple mtup, TupleTableSlot *slot, bool shouldFree)
{
	if (unlikely(!TTS_IS_MINIMALTUPLE(slot)))
		elog(ERROR, "trying to store a minimal tuple into wrong type of slot");
	minimal_clear(slot);
	minimal_set((MinimalTupleTableSlot *) slot, mtup);
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	if (shouldFree)
		slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	return slot;
}

/* Declare that the caller has filled tts_values and tts_isnull completely. */
TupleTableSlot *
ExecStoreVirtualTuple(TupleTableSlot *slot)
{
	Assert(TTS_EMPTY(slot));
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	slot->tts_nvalid = slot->tts_tupleDescriptor->natts;
	return slot;
}

TupleTableSlot *
ExecStoreAllNullTuple(TupleTableSlot *slot)
{
	int natts = slot->tts_tupleDescriptor->natts;

	ExecClearTuple(slot);
	memset(slot->tts_values, 0, natts * sizeof(Datum));
	memset(slot->tts_isnull, true, natts * sizeof(bool));
	return ExecStoreVirtualTuple(slot);
}

/* Store a heap tuple into a slot of any form. */
void
ExecForceStoreHeapTuple(HeapTuple tuple, TupleTableSlot *slot, bool shouldFree)
{
	if (TTS_IS_HEAPTUPLE(slot))
		ExecStoreHeapTuple(tuple, slot, shouldFree);
	else if (TTS_IS_BUFFERTUPLE(slot))
	{
		BufferHeapTupleTableSlot *b = (BufferHeapTupleTableSlot *) slot;
		MemoryContext caller;

		ExecClearTuple(slot);
		caller = MemoryContextSwitchTo(slot->tts_mcxt);
		b->base.tuple = heap_copytuple(tuple);
		MemoryContextSwitchTo(caller);
		slot->tts_flags = (slot->tts_flags & ~TTS_FLAG_EMPTY) |
			TTS_FLAG_SHOULDFREE;
		slot->tts_tid = tuple->t_self;
		slot->tts_tableOid = tuple->t_tableOid;
		if (shouldFree)
			pfree(tuple);
	}
	else
	{
		ExecClearTuple(slot);
		heap_deform_tuple(tuple, slot->tts_tupleDescriptor, slot->tts_values,
						  slot->tts_isnull);
		ExecStoreVirtualTuple(slot);
		ExecMaterializeSlot(slot);
		if (shouldFree)
			pfree(tuple);
	}
}

void
ExecForceStoreMinimalTuple(MinimalTuple mtup, TupleTableSlot *slot,
						   bool shouldFree)
{
	HeapTupleData htup;

	if (TTS_IS_MINIMALTUPLE(slot))
	{
		ExecStoreMinimalTuple(mtup, slot, shouldFree);
		return;
	}
	ExecClearTuple(slot);
	htup.t_len = mtup->t_len + MINIMAL_TUPLE_OFFSET;
	htup.t_data = (HeapTupleHeader) ((char *) mtup - MINIMAL_TUPLE_OFFSET);
	if (TTS_IS_VIRTUAL(slot))
	{
		heap_deform_tuple(&htup, slot->tts_tupleDescriptor, slot->tts_values,
						  slot->tts_isnull);
		ExecStoreVirtualTuple(slot);
		ExecMaterializeSlot(slot);
	}
	else
		ExecForceStoreHeapTuple(heap_tuple_from_minimal_tuple(mtup), slot, true);
	if (shouldFree)
		pfree(mtup);
}

/* Store a composite value as the slot's row; the value must stay alive. */
void
ExecStoreHeapTupleDatum(Datum data, TupleTableSlot *slot)
{
	HeapTupleHeader td = DatumGetHeapTupleHeader(data);
	HeapTupleData tuple = {0};

	tuple.t_len = HeapTupleHeaderGetDatumLength(td);
	tuple.t_self = td->t_ctid;
	tuple.t_data = td;
	ExecClearTuple(slot);
	heap_deform_tuple(&tuple, slot->tts_tupleDescriptor, slot->tts_values,
					  slot->tts_isnull);
	ExecStoreVirtualTuple(slot);
}

/* ---------------------------------------------------------------- fetching */

/*
 * The row as a heap tuple.  With materialize the slot owns it; *shouldFree says
 * whether the caller has to free it.
 */
HeapTuple
ExecFetchSlotHeapTuple(TupleTableSlot *slot, bool materialize,
					   bool *shouldFree)
{
	if (materialize)
		slot->tts_ops->materialize(slot);
	if (shouldFree)
		*shouldFree = slot->tts_ops->get_heap_tuple == NULL;
	if (slot->tts_ops->get_heap_tuple == NULL)
		return slot->tts_ops->copy_heap_tuple(slot);
	return slot->tts_ops->get_heap_tuple(slot);
}

MinimalTuple
ExecFetchSlotMinimalTuple(TupleTableSlot *slot, bool *shouldFree)
{
	if (shouldFree)
		*shouldFree = slot->tts_ops->get_minimal_tuple == NULL;
	if (slot->tts_ops->get_minimal_tuple)
		return slot->tts_ops->get_minimal_tuple(slot);
	return slot->tts_ops->copy_minimal_tuple(slot);
}

/* The row as a composite value in the current memory context. */
Datum
ExecFetchSlotHeapTupleDatum(TupleTableSlot *slot)
{
	bool shouldFree;
	HeapTuple tup = ExecFetchSlotHeapTuple(slot, false, &shouldFree);
	Datum ret = stamp_row_value(heap_copy_tuple_as_datum(tup, slot->tts_tupleDescriptor));

	if (shouldFree)
		pfree(tup);
	return ret;
}

/* ---------------------------------------------------------------- slots of plan nodes */

void
ExecInitResultTypeTL(PlanState *planstate)
{
	planstate->ps_ResultTupleDesc = ExecTypeFromTL(planstate->plan->targetlist);
}

void
ExecInitResultSlot(PlanState *planstate, const TupleTableSlotOps *tts_ops)
{
	planstate->ps_ResultTupleSlot =
		ExecAllocTableSlot(&planstate->state->es_tupleTable,
						   planstate->ps_ResultTupleDesc, tts_ops);
	planstate->resultops = tts_ops;
	planstate->resultopsfixed = planstate->ps_ResultTupleDesc != NULL;
	planstate->resultopsset = true;
}

void
ExecInitResultTupleSlotTL(PlanState *planstate,
						  const TupleTableSlotOps *tts_ops)
{
	ExecInitResultTypeTL(planstate);
	ExecInitResultSlot(planstate, tts_ops);
}

void
ExecInitScanTupleSlot(EState *estate, ScanState *scanstate,
					  TupleDesc tupleDesc, const TupleTableSlotOps *tts_ops)
{
	scanstate->ss_ScanTupleSlot =
		ExecAllocTableSlot(&estate->es_tupleTable, tupleDesc, tts_ops);
	scanstate->ps.scandesc = tupleDesc;
	scanstate->ps.scanops = tts_ops;
	scanstate->ps.scanopsfixed = tupleDesc != NULL;
	scanstate->ps.scanopsset = true;
}

TupleTableSlot *
ExecInitExtraTupleSlot(EState *estate, TupleDesc tupledesc,
					   const TupleTableSlotOps *tts_ops)
{
	return ExecAllocTableSlot(&estate->es_tupleTable, tupledesc, tts_ops);
}

/* A slot that always holds a row of NULLs, for outer joins. */
TupleTableSlot *
ExecInitNullTupleSlot(EState *estate, TupleDesc tupType,
					  const TupleTableSlotOps *tts_ops)
{
	return ExecStoreAllNullTuple(ExecInitExtraTupleSlot(estate, tupType,
														&TTSOpsVirtual));
}

/* ---------------------------------------------------------------- row types */

static TupleDesc
type_from_tlist(List *targetList, bool skipjunk)
{
	int len = skipjunk ? ExecCleanTargetListLength(targetList) : ExecTargetListLength(targetList);
	TupleDesc desc = CreateTemplateTupleDesc(len);
	int resno = 1;
	ListCell *lc;

	foreach (lc, targetList)
	{
		TargetEntry *tle = lfirst(lc);
		Node *expr = (Node *) tle->expr;

		if (skipjunk && tle->resjunk)
			continue;
		TupleDescInitEntry(desc, resno, tle->resname, exprType(expr),
						   exprTypmod(expr), 0);
		TupleDescInitEntryCollation(desc, resno++, exprCollation(expr));
	}
	return desc;
}

TupleDesc
ExecTypeFromTL(List *targetList)
{
	return type_from_tlist(targetList, false);
}

/* Without the junk columns. */
TupleDesc
ExecCleanTypeFromTL(List *targetList)
{
	return type_from_tlist(targetList, true);
}

TupleDesc
ExecTypeFromExprList(List *exprList)
{
	TupleDesc desc = CreateTemplateTupleDesc(list_length(exprList));
	int resno = 1;
	ListCell *lc;

	foreach (lc, exprList)
	{
		Node *e = lfirst(lc);

		TupleDescInitEntry(desc, resno, NULL, exprType(e), exprTypmod(e), 0);
		TupleDescInitEntryCollation(desc, resno++, exprCollation(e));
	}
	return desc;
}

/* Rename columns of a RECORD type; empty names are skipped. */
void
ExecTypeSetColNames(TupleDesc typeInfo, List *namesList)
{
	int colno = 0;
	ListCell *lc;

	foreach (lc, namesList)
	{
		char *cname = strVal(lfirst(lc));

		if (colno >= typeInfo->natts)
			break;
		if (cname[0] != '\0' && !TupleDescAttr(typeInfo, colno)->attisdropped)
			namestrcpy(&TupleDescAttr(typeInfo, colno)->attname, cname);
		colno++;
	}
	typeInfo->tdtypeid = RECORDOID;
	typeInfo->tdtypmod = -1;
}

/* Make a RECORD descriptor usable in composite values. */
TupleDesc
BlessTupleDesc(TupleDesc tupdesc)
{
	if (tupdesc->tdtypeid == RECORDOID && tupdesc->tdtypmod < 0)
		assign_record_type_typmod(tupdesc);
	return tupdesc;
}

/* A composite value must be flat: no pointers to TOAST tables inside. */
Datum
HeapTupleHeaderGetDatum(HeapTupleHeader tuple)
{
	TupleDesc desc;
	Datum result;

	if (!HeapTupleHeaderHasExternal(tuple))
		return stamp_row_value(PointerGetDatum(tuple));
	desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(tuple),
								  HeapTupleHeaderGetTypMod(tuple));
	result = toast_flatten_tuple_to_datum(tuple,
										  HeapTupleHeaderGetDatumLength(tuple),
										  desc);
	ReleaseTupleDesc(desc);
	return stamp_row_value(result);
}

/* ---------------------------------------------------------------- rows from strings */

AttInMetadata *
TupleDescGetAttInMetadata(TupleDesc tupdesc)
{
	int natts = tupdesc->natts;
	AttInMetadata *meta = palloc(sizeof(AttInMetadata));

	meta->tupdesc = BlessTupleDesc(tupdesc);
	meta->attinfuncs = palloc0(natts * sizeof(FmgrInfo));
	meta->attioparams = palloc0(natts * sizeof(Oid));
	meta->atttypmods = palloc0(natts * sizeof(int32));
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);
		Oid infunc;

		if (att->attisdropped)
			continue;
		getTypeInputInfo(att->atttypid, &infunc, &meta->attioparams[i]);
		fmgr_info(infunc, &meta->attinfuncs[i]);
		meta->atttypmods[i] = att->atttypmod;
	}
	return meta;
}

HeapTuple
BuildTupleFromCStrings(AttInMetadata *attinmeta, char **values)
{
	TupleDesc desc = attinmeta->tupdesc;
	Datum *dvalues = palloc(desc->natts * sizeof(Datum));
	bool *nulls = palloc(desc->natts * sizeof(bool));
	HeapTuple tuple;

	for (int i = 0; i < desc->natts; i++)
	{
		if (TupleDescAttr(desc, i)->attisdropped)
		{
			dvalues[i] = (Datum) 0;
			nulls[i] = true;
			continue;
		}
		dvalues[i] = InputFunctionCall(&attinmeta->attinfuncs[i], values[i],
									   attinmeta->attioparams[i],
									   attinmeta->atttypmods[i]);
		nulls[i] = values[i] == NULL;
	}
	tuple = heap_form_tuple(desc, dvalues, nulls);
	pfree(dvalues);
	pfree(nulls);
	return tuple;
}

/* ---------------------------------------------------------------- rows straight to a receiver */

TupOutputState *
begin_tup_output_tupdesc(DestReceiver *dest, TupleDesc tupdesc,
						 const TupleTableSlotOps *tts_ops)
{
	TupOutputState *tstate = palloc(sizeof(TupOutputState));

	tstate->slot = MakeSingleTupleTableSlot(tupdesc, tts_ops);
	tstate->dest = dest;
	dest->rStartup(dest, (int) CMD_SELECT, tupdesc);
	return tstate;
}

void
do_tup_output(TupOutputState *tstate, Datum *values, bool *isnull)
{
	TupleTableSlot *slot = tstate->slot;
	int natts = slot->tts_tupleDescriptor->natts;

	ExecClearTuple(slot);
	memcpy(slot->tts_values, values, natts * sizeof(Datum));
	memcpy(slot->tts_isnull, isnull, natts * sizeof(bool));
	ExecStoreVirtualTuple(slot);
	(void) tstate->dest->receiveSlot(slot, tstate->dest);
	ExecClearTuple(slot);
}

/* One row per line of the text. */
void
do_text_output_multiline(TupOutputState *tstate, const char *txt)
{
	bool isnull = false;

	while (*txt)
	{
		const char *eol = strchr(txt, '\n');
		int len = eol ? eol - txt : (int) strlen(txt);
		Datum line = PointerGetDatum(cstring_to_text_with_len(txt, len));

		do_tup_output(tstate, &line, &isnull);
		pfree(DatumGetPointer(line));
		txt += len + (eol ? 1 : 0);
	}
}

void
end_tup_output(TupOutputState *tstate)
{
	tstate->dest->rShutdown(tstate->dest);
	ExecDropSingleTupleTableSlot(tstate->slot);
	pfree(tstate);
}

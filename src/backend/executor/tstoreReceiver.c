/*
 * tstoreReceiver.c
 *		DestReceiver that keeps rows in a tuplestore.
 *
 * For portals whose rows are read later.  On request values are fetched out
 * of TOAST, so that the rows survive the transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/executor/tstoreReceiver.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/tupconvert.h"
#include "executor/executor.h"
#include "executor/tstoreReceiver.h"

typedef struct TStoreState
{
	DestReceiver pub;
	Tuplestorestate *tstore;
	MemoryContext cxt;
	bool detoast;
	TupleDesc target_tupdesc;
	const char *map_failure_msg;
	Datum *outvalues;
	TupleConversionMap *tupmap;
	TupleTableSlot *mapslot;
} TStoreState;

static bool
receive_plain(TupleTableSlot *slot, DestReceiver *self)
{
	tuplestore_puttupleslot(((TStoreState *) self)->tstore, slot);
	return true;
}

/* Values outside the row are read in first. */
static bool
receive_detoasted(TupleTableSlot *slot, DestReceiver *self)
{
	TStoreState *st = (TStoreState *) self;
	TupleDesc desc = slot->tts_tupleDescriptor;

	slot_getallattrs(slot);
	for (int i = 0; i < desc->natts; i++)
	{
		Datum val = slot->tts_values[i];
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (!att->attisdropped && att->attlen == -1 && !slot->tts_isnull[i] &&
			VARATT_IS_EXTERNAL(DatumGetPointer(val)))
			val = PointerGetDatum(detoast_external_attr((struct varlena *)
															DatumGetPointer(val)));
		st->outvalues[i] = val;
	}
	tuplestore_putvalues(st->tstore, desc, st->outvalues, slot->tts_isnull);
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attbyval && !slot->tts_isnull[i] &&
			st->outvalues[i] != slot->tts_values[i])
			pfree(DatumGetPointer(st->outvalues[i]));
	return true;
}

static bool
receive_mapped(TupleTableSlot *slot, DestReceiver *self)
{
	TStoreState *st = (TStoreState *) self;

	execute_attr_map_slot(st->tupmap->attrMap, slot, st->mapslot);
	tuplestore_puttupleslot(st->tstore, st->mapslot);
	return true;
}

static void
startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	TStoreState *st = (TStoreState *) self;

	if (st->target_tupdesc)
		st->tupmap = convert_tuples_by_position(typeinfo, st->target_tupdesc,
												st->map_failure_msg);
	st->pub.receiveSlot = receive_plain;
	if (st->detoast)
	{
		st->outvalues = MemoryContextAlloc(st->cxt, Max(typeinfo->natts, 1) * sizeof(Datum));
		st->pub.receiveSlot = receive_detoasted;
	}
	else if (st->tupmap)
	{
		st->mapslot = MakeSingleTupleTableSlot(st->target_tupdesc,
											   &TTSOpsVirtual);
		st->pub.receiveSlot = receive_mapped;
	}
}

static void
shutdown_receiver(DestReceiver *self)
{
	TStoreState *st = (TStoreState *) self;

	if (st->outvalues)
		pfree(st->outvalues);
	st->outvalues = NULL;
	if (st->mapslot)
		ExecDropSingleTupleTableSlot(st->mapslot);
	st->mapslot = NULL;
}

static void
destroy(DestReceiver *self)
{
	pfree(self);
}

DestReceiver *
CreateTuplestoreDestReceiver(void)
{
	TStoreState *self = palloc0(sizeof(TStoreState));

	self->pub.receiveSlot = receive_plain;
	self->pub.rStartup = startup;
	self->pub.rShutdown = shutdown_receiver;
	self->pub.rDestroy = destroy;
	self->pub.mydest = DestTuplestore;
	return (DestReceiver *) self;
}

/*
 * Rows go to tStore, in memory context tContext.  target_tupdesc (or NULL) is a
 * row type to convert to; map_failure_msg the error if that is impossible.
 */
void
SetTuplestoreDestReceiverParams(DestReceiver *self, Tuplestorestate *tStore,
								MemoryContext tContext, bool detoast,
								TupleDesc target_tupdesc,
								const char *map_failure_msg)
{
	TStoreState *st = (TStoreState *) self;

	st->tstore = tStore;
	st->cxt = tContext;
	st->detoast = detoast;
	st->target_tupdesc = target_tupdesc;
	st->map_failure_msg = map_failure_msg;
}

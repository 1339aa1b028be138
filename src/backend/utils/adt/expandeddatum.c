/*
 * expandeddatum.c
 *		Values kept in an unpacked form in memory.
 *
 * The header of such an object holds two ready-made TOAST pointers to itself,
 * one that may be written through and one read-only.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/expandeddatum.c
 */
#include "postgres.h"

#include "utils/expandeddatum.h"
#include "utils/memutils.h"

static void
make_pointer(char *where, vartag_external tag, ExpandedObjectHeader *eohptr)
{
	varatt_expanded body = {eohptr};

	SET_VARTAG_EXTERNAL(where, tag);
	memcpy(VARDATA_EXTERNAL(where), &body, sizeof(body));
}

/* The object that a value points to; d must be such a pointer. */
ExpandedObjectHeader *
DatumGetEOHP(Datum d)
{
	varatt_expanded body;

	Assert(VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(d)));
	memcpy(&body, VARDATA_EXTERNAL(DatumGetPointer(d)), sizeof(body));
	Assert(VARATT_IS_EXPANDED_HEADER(body.eohptr));
	return body.eohptr;
}

/* Fills the header of a new object that lives in obj_context. */
void
EOH_init_header(ExpandedObjectHeader *eohptr,
				const ExpandedObjectMethods *methods,
				MemoryContext obj_context)
{
	eohptr->vl_len_ = EOH_HEADER_MAGIC;
	eohptr->eoh_methods = methods;
	eohptr->eoh_context = obj_context;
	make_pointer(eohptr->eoh_rw_ptr, VARTAG_EXPANDED_RW, eohptr);
	make_pointer(eohptr->eoh_ro_ptr, VARTAG_EXPANDED_RO, eohptr);
}

Size
EOH_get_flat_size(ExpandedObjectHeader *eohptr)
{
	return eohptr->eoh_methods->get_flat_size(eohptr);
}

void
EOH_flatten_into(ExpandedObjectHeader *eohptr, void *result,
				 Size allocated_size)
{
	eohptr->eoh_methods->flatten_into(eohptr, result, allocated_size);
}

/* A read-only pointer for d, or d itself if it is no writable object. */
Datum
MakeExpandedObjectReadOnlyInternal(Datum d)
{
	void *p = DatumGetPointer(d);

	if (!VARATT_IS_EXTERNAL_EXPANDED(p) ||
		VARTAG_EXTERNAL(p) != VARTAG_EXPANDED_RW)
		return d;
	return EOHPGetRODatum(DatumGetEOHP(d));
}

/* Moves an object below new_parent, which then owns it. */
Datum
TransferExpandedObject(Datum d, MemoryContext new_parent)
{
	ExpandedObjectHeader *eoh = DatumGetEOHP(d);

	MemoryContextSetParent(eoh->eoh_context, new_parent);
	return EOHPGetRWDatum(eoh);
}

void
DeleteExpandedObject(Datum d)
{
	MemoryContextDelete(DatumGetEOHP(d)->eoh_context);
}

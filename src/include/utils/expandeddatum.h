/*
 * expandeddatum.h
 *		Values kept in an unpacked form in memory.
 *
 * A type that is costly to unpack may hand out a pointer to an object with
 * this header; whoever stores the value asks it to flatten itself.  Such
 * values carry a VARTAG_EXPANDED_* toast pointer.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/expandeddatum.h
 */
#ifndef EXPANDEDDATUM_H
#define EXPANDEDDATUM_H

#include "varatt.h"

typedef struct ExpandedObjectHeader ExpandedObjectHeader;

/* Body of such a pointer. */
typedef struct varatt_expanded
{
	ExpandedObjectHeader *eohptr;
} varatt_expanded;

#define EXPANDED_POINTER_SIZE (VARHDRSZ_EXTERNAL + sizeof(varatt_expanded))
#define EOH_HEADER_MAGIC (-1)

typedef Size (*EOM_get_flat_size_method)(ExpandedObjectHeader *eohptr);
typedef void (*EOM_flatten_into_method)(ExpandedObjectHeader *eohptr,
										void *result, Size allocated_size);

typedef struct ExpandedObjectMethods
{
	EOM_get_flat_size_method get_flat_size;
	EOM_flatten_into_method flatten_into;
} ExpandedObjectMethods;

struct ExpandedObjectHeader
{
	int32 vl_len_; /* EOH_HEADER_MAGIC: no varlena starts so */
	const ExpandedObjectMethods *eoh_methods;
	MemoryContext eoh_context; /* holds the object and its parts */
	char eoh_rw_ptr[EXPANDED_POINTER_SIZE];
	char eoh_ro_ptr[EXPANDED_POINTER_SIZE];
};

#define VARATT_IS_EXPANDED_HEADER(p) \
	(((ExpandedObjectHeader *) (p))->vl_len_ == EOH_HEADER_MAGIC)
#define EOHPGetRWDatum(e) PointerGetDatum((e)->eoh_rw_ptr)
#define EOHPGetRODatum(e) PointerGetDatum((e)->eoh_ro_ptr)
#define DatumIsReadWriteExpandedObject(d, isnull, typlen) \
	(!(isnull) && (typlen) == -1 &&                       \
	 VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(d)))
#define MakeExpandedObjectReadOnly(d, isnull, typlen) \
	(((isnull) || (typlen) != -1) ? (d) : MakeExpandedObjectReadOnlyInternal(d))

/* expandeddatum.c */
extern ExpandedObjectHeader *DatumGetEOHP(Datum d);
extern void EOH_init_header(ExpandedObjectHeader *eohptr,
							const ExpandedObjectMethods *methods,
							MemoryContext obj_context);
extern Size EOH_get_flat_size(ExpandedObjectHeader *eohptr);
extern void EOH_flatten_into(ExpandedObjectHeader *eohptr, void *result,
							 Size allocated_size);
extern Datum MakeExpandedObjectReadOnlyInternal(Datum d);
extern Datum TransferExpandedObject(Datum d, MemoryContext new_parent);
extern void DeleteExpandedObject(Datum d);

#endif /* EXPANDEDDATUM_H */

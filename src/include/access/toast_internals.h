/*
 * toast_internals.h
 *		Compressing a value, writing it to a TOAST table, deleting it there.
 *
 * The middle layer between heaptoast.c, which decides, and heap and index.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/toast_internals.h
 */
#ifndef TOAST_INTERNALS_H
#define TOAST_INTERNALS_H

#include "access/toast_compression.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

/* Head of an inline compressed value: two words, then the stream. */
typedef struct toast_compress_header
{
	int32 vl_len_;
	uint32 tcinfo; /* raw size, method in the top two bits */
} toast_compress_header;

#define TOAST_COMPRESS_EXTSIZE(p) \
	(((toast_compress_header *) (p))->tcinfo & VARLENA_EXTSIZE_MASK)
#define TOAST_COMPRESS_METHOD(p) \
	(((toast_compress_header *) (p))->tcinfo >> VARLENA_EXTSIZE_BITS)
#define TOAST_COMPRESS_SET_SIZE_AND_COMPRESS_METHOD(p, len, method) \
	(((toast_compress_header *) (p))->tcinfo =                      \
		 (uint32) (len) | ((uint32) (method) << VARLENA_EXTSIZE_BITS))

extern Datum toast_compress_datum(Datum value, char method);
extern Datum toast_save_datum(Relation rel, Datum value,
							  struct varlena *oldexternal, int options);
extern void toast_delete_datum(Relation rel, Datum value, bool is_speculative);
extern int toast_open_indexes(Relation toastrel, LOCKMODE lock,
							  Relation **toastidxs, int *num_indexes);
extern void toast_close_indexes(Relation *toastidxs, int num_indexes,
								LOCKMODE lock);
extern Oid toast_get_valid_index(Oid toastoid, LOCKMODE lock);
extern void init_toast_snapshot(Snapshot toast_snapshot);

#endif /* TOAST_INTERNALS_H */

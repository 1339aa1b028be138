/*
 * toast_helper.h
 *		Bookkeeping while a row is being made to fit.
 *
 * One ToastAttrInfo per column; heaptoast.c runs the passes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/toast_helper.h
 */
#ifndef TOAST_HELPER_H
#define TOAST_HELPER_H

#include "utils/rel.h"

typedef struct ToastAttrInfo
{
	struct varlena *tai_oldexternal;
	int32 tai_size; /* of the value as it stands */
	uint8 tai_colflags;
	char tai_compression;
} ToastAttrInfo;

typedef struct ToastTupleContext
{
	Relation ttc_rel;
	Datum *ttc_values; /* replaced as the work goes on */
	bool *ttc_isnull;
	Datum *ttc_oldvalues; /* NULL in an insert */
	bool *ttc_oldisnull;
	uint8 ttc_flags;
	ToastAttrInfo *ttc_attr;
} ToastTupleContext;

/* ttc_flags */
#define TOAST_NEEDS_DELETE_OLD 0x0001
#define TOAST_NEEDS_FREE 0x0002
#define TOAST_HAS_NULLS 0x0004
#define TOAST_NEEDS_CHANGE 0x0008

/* tai_colflags */
#define TOASTCOL_NEEDS_DELETE_OLD TOAST_NEEDS_DELETE_OLD
#define TOASTCOL_NEEDS_FREE TOAST_NEEDS_FREE
#define TOASTCOL_IGNORE 0x0010
#define TOASTCOL_INCOMPRESSIBLE 0x0020

extern void toast_delete_external(Relation rel, Datum *values, bool *isnull,
								  bool is_speculative);
extern void toast_tuple_cleanup(ToastTupleContext *ttc);
extern void toast_tuple_externalize(ToastTupleContext *ttc, int attribute,
									int options);
extern int toast_tuple_find_biggest_attribute(ToastTupleContext *ttc,
											  bool for_compression,
											  bool check_main);
extern void toast_tuple_init(ToastTupleContext *ttc);
extern void toast_tuple_try_compression(ToastTupleContext *ttc, int attribute);

#endif /* TOAST_HELPER_H */

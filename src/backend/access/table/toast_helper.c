/*
 * toast_helper.c
 *		Bookkeeping for making a row fit, independent of its access method.
 *
 * The caller (heaptoast.c) decides what to do with which column; here the
 * columns are classified, replaced and cleaned up.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/table/toast_helper.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/table.h"
#include "access/toast_helper.h"
#include "access/toast_internals.h"
#include "catalog/pg_type_d.h"

/*
 * In an update: is the old value out of line, and what becomes of it?
 * Returns true if the column needs no more attention.
 */
static bool
compare_with_old(ToastTupleContext *ttc, int i, struct varlena *newval)
{
	struct varlena *old = (struct varlena *)
		DatumGetPointer(ttc->ttc_oldvalues[i]);

	if (ttc->ttc_oldisnull[i] || !VARATT_IS_EXTERNAL_ONDISK(old))
		return false;
	if (ttc->ttc_isnull[i] || !VARATT_IS_EXTERNAL_ONDISK(newval) ||
		memcmp(old, newval, VARSIZE_EXTERNAL(old)) != 0)
	{
		ttc->ttc_attr[i].tai_colflags |= TOASTCOL_NEEDS_DELETE_OLD;
		ttc->ttc_flags |= TOAST_NEEDS_DELETE_OLD;
		return false;
	}
	/* unchanged: the new row points to the same chunks */
	ttc->ttc_attr[i].tai_colflags |= TOASTCOL_IGNORE;
	return true;
}

/* toast_tuple_init
 *		Classify the columns.  Foreign out-of-line values are fetched. */
void
toast_tuple_init(ToastTupleContext *ttc)
{
	TupleDesc desc = ttc->ttc_rel->rd_att;

	ttc->ttc_flags = 0;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		ToastAttrInfo *info = &ttc->ttc_attr[i];
		struct varlena *val = (struct varlena *)
			DatumGetPointer(ttc->ttc_values[i]);

		info->tai_colflags = 0;
		info->tai_oldexternal = NULL;
		info->tai_compression = att->attcompression;

		if (att->attlen == -1 && ttc->ttc_oldvalues &&
			compare_with_old(ttc, i, val))
			continue;
		if (ttc->ttc_isnull[i])
		{
			info->tai_colflags |= TOASTCOL_IGNORE;
			ttc->ttc_flags |= TOAST_HAS_NULLS;
			continue;
		}
		if (att->attlen != -1)
		{
			info->tai_colflags |= TOASTCOL_IGNORE;
			continue;
		}
		if (att->attstorage == TYPSTORAGE_PLAIN)
			info->tai_colflags |= TOASTCOL_IGNORE;
		if (VARATT_IS_EXTERNAL(val))
		{
			info->tai_oldexternal = val;
			val = att->attstorage == TYPSTORAGE_PLAIN ? detoast_attr(val) : detoast_external_attr(val);
			ttc->ttc_values[i] = PointerGetDatum(val);
			info->tai_colflags |= TOASTCOL_NEEDS_FREE;
			ttc->ttc_flags |= TOAST_NEEDS_CHANGE | TOAST_NEEDS_FREE;
		}
		info->tai_size = VARSIZE_ANY(val);
	}
}

/*
 * toast_tuple_find_biggest_attribute
 *		Largest column that can be compressed, or moved out; -1 if none.
 *		check_main: those of storage m, else those of x and e.
 */
int
toast_tuple_find_biggest_attribute(ToastTupleContext *ttc,
								   bool for_compression, bool check_main)
{
	TupleDesc desc = ttc->ttc_rel->rd_att;
	int32 biggest_size = MAXALIGN(TOAST_POINTER_SIZE);
	int biggest = -1;
	uint8 skip = TOASTCOL_IGNORE |
		(for_compression ? TOASTCOL_INCOMPRESSIBLE : 0);

	for (int i = 0; i < desc->natts; i++)
	{
		char storage = TupleDescAttr(desc, i)->attstorage;
		struct varlena *val = (struct varlena *)
			DatumGetPointer(ttc->ttc_values[i]);

		if ((ttc->ttc_attr[i].tai_colflags & skip) != 0 ||
			VARATT_IS_EXTERNAL(val) ||
			(for_compression && VARATT_IS_COMPRESSED(val)))
			continue;
		if (check_main ? storage != TYPSTORAGE_MAIN : storage != TYPSTORAGE_EXTENDED && storage != TYPSTORAGE_EXTERNAL)
			continue;
		if (ttc->ttc_attr[i].tai_size > biggest_size)
		{
			biggest = i;
			biggest_size = ttc->ttc_attr[i].tai_size;
		}
	}
	return biggest;
}

/* Put a new value of our own making into a column. */
static void
replace_value(ToastTupleContext *ttc, int i, Datum value)
{
	ToastAttrInfo *info = &ttc->ttc_attr[i];

	if (info->tai_colflags & TOASTCOL_NEEDS_FREE)
		pfree(DatumGetPointer(ttc->ttc_values[i]));
	ttc->ttc_values[i] = value;
	info->tai_colflags |= TOASTCOL_NEEDS_FREE;
	ttc->ttc_flags |= TOAST_NEEDS_CHANGE | TOAST_NEEDS_FREE;
}

/* toast_tuple_try_compression */
void
toast_tuple_try_compression(ToastTupleContext *ttc, int attribute)
{
	ToastAttrInfo *info = &ttc->ttc_attr[attribute];
	Datum v = toast_compress_datum(ttc->ttc_values[attribute],
								   info->tai_compression);

	if (DatumGetPointer(v) == NULL)
	{
		info->tai_colflags |= TOASTCOL_INCOMPRESSIBLE;
		return;
	}
	replace_value(ttc, attribute, v);
	info->tai_size = VARSIZE(DatumGetPointer(v));
}

/* toast_tuple_externalize
 *		Move a column out of line. */
void
toast_tuple_externalize(ToastTupleContext *ttc, int attribute, int options)
{
	ToastAttrInfo *info = &ttc->ttc_attr[attribute];

	info->tai_colflags |= TOASTCOL_IGNORE;
	replace_value(ttc, attribute,
				  toast_save_datum(ttc->ttc_rel, ttc->ttc_values[attribute],
								   info->tai_oldexternal, options));
}

/* toast_tuple_cleanup
 *		Free work values; delete old chunks that nothing points to now. */
void
toast_tuple_cleanup(ToastTupleContext *ttc)
{
	int natts = ttc->ttc_rel->rd_att->natts;

	if (ttc->ttc_flags & TOAST_NEEDS_FREE)
		for (int i = 0; i < natts; i++)
			if (ttc->ttc_attr[i].tai_colflags & TOASTCOL_NEEDS_FREE)
				pfree(DatumGetPointer(ttc->ttc_values[i]));
	if (ttc->ttc_flags & TOAST_NEEDS_DELETE_OLD)
		for (int i = 0; i < natts; i++)
			if (ttc->ttc_attr[i].tai_colflags & TOASTCOL_NEEDS_DELETE_OLD)
				toast_delete_datum(ttc->ttc_rel, ttc->ttc_oldvalues[i], false);
}

/* toast_delete_external
 *		Delete all out-of-line values of a row that goes. */
void
toast_delete_external(Relation rel, Datum *values, bool *isnull,
					  bool is_speculative)
{
	TupleDesc desc = rel->rd_att;

	for (int i = 0; i < desc->natts; i++)
		if (TupleDescAttr(desc, i)->attlen == -1 && !isnull[i])
			toast_delete_datum(rel, values[i], is_speculative);
}

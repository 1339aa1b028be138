/*
 * tupdesc.c
 *		Making, copying and comparing tuple descriptors.
 *
 * Descriptors are one palloc chunk (constraints apart).  Those of caches
 * are reference-counted and tracked by the resource owner.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/common/tupdesc.c
 */
#include "postgres.h"

#include "access/access_upcalls.h"
#include "access/htup_details.h"
#include "access/toast_compression.h"
#include "access/tupdesc.h"
#include "access/tupdesc_details.h"
#include "nodes/value.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_type_d.h"
#include "common/hashfn.h"
#include "utils/datum.h"
#include "utils/resowner_private.h"

/* ---- making ---- */

/* CreateTemplateTupleDesc
 *		Descriptor of natts columns, to be filled by TupleDescInitEntry. */
TupleDesc
CreateTemplateTupleDesc(int natts)
{
	TupleDesc desc;

	Assert(natts >= 0);
	desc = (TupleDesc) palloc0(offsetof(TupleDescData, attrs) +
							   natts * sizeof(FormData_pg_attribute));
	desc->natts = natts;
	desc->tdtypeid = RECORDOID;
	desc->tdtypmod = -1;
	desc->tdrefcount = -1;
	return desc;
}

/* CreateTupleDesc
 *		Descriptor with copies of the given rows of pg_attribute. */
TupleDesc
CreateTupleDesc(int natts, Form_pg_attribute *attrs)
{
	TupleDesc desc = CreateTemplateTupleDesc(natts);

	for (int i = 0; i < natts; i++)
		memcpy(TupleDescAttr(desc, i), attrs[i], ATTRIBUTE_FIXED_PART_SIZE);
	return desc;
}

/* Forget what belongs to the table rather than to the shape of its rows. */
static void
clear_constraint_flags(Form_pg_attribute att)
{
	att->attnotnull = false;
	att->atthasdef = false;
	att->atthasmissing = false;
	att->attidentity = '\0';
	att->attgenerated = '\0';
}

static TupleDesc
copy_columns(TupleDesc src)
{
	TupleDesc dst = CreateTemplateTupleDesc(src->natts);

	memcpy(TupleDescAttr(dst, 0), TupleDescAttr(src, 0),
		   src->natts * sizeof(FormData_pg_attribute));
	dst->tdtypeid = src->tdtypeid;
	dst->tdtypmod = src->tdtypmod;
	return dst;
}

/* CreateTupleDescCopy
 *		Copy without constraints, defaults and not-null marks. */
TupleDesc
CreateTupleDescCopy(TupleDesc src)
{
	TupleDesc dst = copy_columns(src);

	for (int i = 0; i < dst->natts; i++)
		clear_constraint_flags(TupleDescAttr(dst, i));
	return dst;
}

static AttrMissing *
copy_missing(TupleDesc src)
{
	AttrMissing *to = palloc0(src->natts * sizeof(AttrMissing));

	for (int i = 0; i < src->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(src, i);

		if (src->constr->missing[i].am_present)
		{
			to[i].am_present = true;
			to[i].am_value = datumCopy(src->constr->missing[i].am_value,
									   att->attbyval, att->attlen);
		}
	}
	return to;
}

static TupleConstr *
copy_constr(TupleDesc src)
{
	TupleConstr *from = src->constr;
	TupleConstr *to = palloc0(sizeof(TupleConstr));

	to->has_not_null = from->has_not_null;
	to->has_generated_stored = from->has_generated_stored;
	to->num_defval = from->num_defval;
	to->num_check = from->num_check;
	if (from->num_defval > 0)
	{
		to->defval = palloc(from->num_defval * sizeof(AttrDefault));
		for (int i = 0; i < from->num_defval; i++)
		{
			to->defval[i].adnum = from->defval[i].adnum;
			to->defval[i].adbin = pstrdup(from->defval[i].adbin);
		}
	}
	if (from->missing)
		to->missing = copy_missing(src);
	if (from->num_check > 0)
	{
		to->check = palloc(from->num_check * sizeof(ConstrCheck));
		for (int i = 0; i < from->num_check; i++)
		{
			to->check[i] = from->check[i];
			to->check[i].ccname = pstrdup(from->check[i].ccname);
			to->check[i].ccbin = pstrdup(from->check[i].ccbin);
		}
	}
	return to;
}

/* CreateTupleDescCopyConstr
 *		Copy with everything. */
TupleDesc
CreateTupleDescCopyConstr(TupleDesc src)
{
	TupleDesc dst = copy_columns(src);

	if (src->constr)
		dst->constr = copy_constr(src);
	return dst;
}

/* TupleDescCopy
 *		As CreateTupleDescCopy, into space of TupleDescSize(src). */
void
TupleDescCopy(TupleDesc dst, TupleDesc src)
{
	memcpy(dst, src, TupleDescSize(src));
	for (int i = 0; i < dst->natts; i++)
		clear_constraint_flags(TupleDescAttr(dst, i));
	dst->constr = NULL;
	dst->tdrefcount = -1;
}

/* TupleDescCopyEntry
 *		Copy one column, renumbered for its new place. */
void
TupleDescCopyEntry(TupleDesc dst, AttrNumber dstno, TupleDesc src,
				   AttrNumber srcno)
{
	Form_pg_attribute to = TupleDescAttr(dst, dstno - 1);

	Assert(srcno >= 1 && srcno <= src->natts);
	Assert(dstno >= 1 && dstno <= dst->natts);
	memcpy(to, TupleDescAttr(src, srcno - 1), ATTRIBUTE_FIXED_PART_SIZE);
	to->attnum = dstno;
	to->attcacheoff = -1;
	clear_constraint_flags(to);
}

/* ---- freeing ---- */

/* FreeTupleDesc
 *		Free a descriptor that nobody refers to, with its constraints. */
void
FreeTupleDesc(TupleDesc desc)
{
	TupleConstr *c = desc->constr;

	Assert(desc->tdrefcount <= 0);
	if (c)
	{
		for (int i = 0; i < c->num_defval; i++)
			pfree(c->defval[i].adbin);
		if (c->num_defval > 0)
			pfree(c->defval);
		for (int i = 0; c->missing && i < desc->natts; i++)
			if (c->missing[i].am_present &&
				!TupleDescAttr(desc, i)->attbyval)
				pfree(DatumGetPointer(c->missing[i].am_value));
		if (c->missing)
			pfree(c->missing);
		for (int i = 0; i < c->num_check; i++)
		{
			pfree(c->check[i].ccname);
			pfree(c->check[i].ccbin);
		}
		if (c->num_check > 0)
			pfree(c->check);
		pfree(c);
	}
	pfree(desc);
}

/* IncrTupleDescRefCount
 *		One more reference, remembered by the current resource owner. */
void
IncrTupleDescRefCount(TupleDesc desc)
{
	Assert(desc->tdrefcount >= 0);
	ResourceOwnerEnlargeTupleDescs(CurrentResourceOwner);
	desc->tdrefcount++;
	ResourceOwnerRememberTupleDesc(CurrentResourceOwner, desc);
}

/* DecrTupleDescRefCount
 *		One less; the last one frees it. */
void
DecrTupleDescRefCount(TupleDesc desc)
{
	Assert(desc->tdrefcount > 0);
	ResourceOwnerForgetTupleDesc(CurrentResourceOwner, desc);
	if (--desc->tdrefcount == 0)
		FreeTupleDesc(desc);
}

/* ---- comparing ---- */

static bool
equal_columns(Form_pg_attribute a, Form_pg_attribute b)
{
	return strcmp(NameStr(a->attname), NameStr(b->attname)) == 0 &&
		a->atttypid == b->atttypid &&
		a->attstattarget == b->attstattarget &&
		a->attlen == b->attlen &&
		a->attndims == b->attndims &&
		a->atttypmod == b->atttypmod &&
		a->attbyval == b->attbyval &&
		a->attalign == b->attalign &&
		a->attstorage == b->attstorage &&
		a->attcompression == b->attcompression &&
		a->attnotnull == b->attnotnull &&
		a->atthasdef == b->atthasdef &&
		a->attidentity == b->attidentity &&
		a->attgenerated == b->attgenerated &&
		a->attisdropped == b->attisdropped &&
		a->attislocal == b->attislocal &&
		a->attinhcount == b->attinhcount &&
		a->attcollation == b->attcollation;
}

static bool
equal_constr(TupleDesc da, TupleDesc db)
{
	TupleConstr *a = da->constr;
	TupleConstr *b = db->constr;

	if (a->has_not_null != b->has_not_null ||
		a->has_generated_stored != b->has_generated_stored ||
		a->num_defval != b->num_defval || a->num_check != b->num_check ||
		(a->missing == NULL) != (b->missing == NULL))
		return false;
	/* both lists are sorted: defaults by column, checks by name */
	for (int i = 0; i < a->num_defval; i++)
		if (a->defval[i].adnum != b->defval[i].adnum ||
			strcmp(a->defval[i].adbin, b->defval[i].adbin) != 0)
			return false;
	for (int i = 0; a->missing && i < da->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(da, i);

		if (a->missing[i].am_present != b->missing[i].am_present)
			return false;
		if (a->missing[i].am_present &&
			!datumIsEqual(a->missing[i].am_value, b->missing[i].am_value,
						  att->attbyval, att->attlen))
			return false;
	}
	for (int i = 0; i < a->num_check; i++)
		if (strcmp(a->check[i].ccname, b->check[i].ccname) != 0 ||
			strcmp(a->check[i].ccbin, b->check[i].ccbin) != 0 ||
			a->check[i].ccvalid != b->check[i].ccvalid ||
			a->check[i].ccnoinherit != b->check[i].ccnoinherit)
			return false;
	return true;
}

/* equalTupleDescs
 *		Are two descriptors the same in all that matters to a cache? */
bool
equalTupleDescs(TupleDesc a, TupleDesc b)
{
	if (a->natts != b->natts || a->tdtypeid != b->tdtypeid ||
		(a->constr == NULL) != (b->constr == NULL))
		return false;
	for (int i = 0; i < a->natts; i++)
		if (!equal_columns(TupleDescAttr(a, i), TupleDescAttr(b, i)))
			return false;
	return a->constr == NULL || equal_constr(a, b);
}

/* hashTupleDesc
 *		Hash that agrees with equalTupleDescs. */
uint32
hashTupleDesc(TupleDesc desc)
{
	uint32 h = hash_combine(hash_bytes_uint32(desc->natts),
							hash_bytes_uint32(desc->tdtypeid));

	for (int i = 0; i < desc->natts; i++)
		h = hash_combine(h,
						 hash_bytes_uint32(TupleDescAttr(desc, i)->atttypid));
	return h;
}

/* ---- filling ---- */

static Form_pg_attribute
init_entry(TupleDesc desc, AttrNumber attno, const char *name, Oid typid,
		   int32 typmod, int ndims)
{
	Form_pg_attribute att;

	Assert(attno >= 1 && attno <= desc->natts);
	att = TupleDescAttr(desc, attno - 1);
	memset(att, 0, sizeof(*att));
	att->attstattarget = -1;
	att->attcacheoff = -1;
	att->atttypmod = typmod;
	att->attnum = attno;
	att->attndims = ndims;
	att->attislocal = true;
	att->atttypid = typid;
	att->attcompression = InvalidCompressionMethod;
	if (name)
		strlcpy(NameStr(att->attname), name, NAMEDATALEN);
	return att;
}

/* TupleDescInitEntry
 *		Set column attno; what depends on the type comes from pg_type. */
void
TupleDescInitEntry(TupleDesc desc, AttrNumber attno, const char *name,
				   Oid typid, int32 typmod, int ndims)
{
	Form_pg_attribute att = init_entry(desc, attno, name, typid, typmod,
									   ndims);

	get_typlenbyvalalign(typid, &att->attlen, &att->attbyval, &att->attalign);
	att->attstorage = get_typstorage(typid);
	att->attcollation = get_typcollation(typid);
}

/* TupleDescInitBuiltinEntry
 *		The same for a few types, where catalogs cannot be read. */
void
TupleDescInitBuiltinEntry(TupleDesc desc, AttrNumber attno, const char *name,
						  Oid typid, int32 typmod, int ndims)
{
	static const struct
	{
		Oid typid;
		int16 len;
		bool byval;
		char align,
			storage;
		Oid collation;
	} known[] = {
		{TEXTOID, -1, false, 'i', 'x', DEFAULT_COLLATION_OID},
		{TEXTARRAYOID, -1, false, 'i', 'x', DEFAULT_COLLATION_OID},
		{BOOLOID, 1, true, 'c', 'p', InvalidOid},
		{INT4OID, 4, true, 'i', 'p', InvalidOid},
		{INT8OID, 8, true, 'd', 'p', InvalidOid},
		{OIDOID, 4, true, 'i', 'p', InvalidOid},
	};
	Form_pg_attribute att = init_entry(desc, attno, name, typid, typmod,
									   ndims);

	for (int i = 0; i < (int) lengthof(known); i++)
		if (known[i].typid == typid)
		{
			att->attlen = known[i].len;
			att->attbyval = known[i].byval;
			att->attalign = known[i].align;
			att->attstorage = known[i].storage;
			att->attcollation = known[i].collation;
			return;
		}
	elog(ERROR, "unsupported type %u", typid);
}

void
TupleDescInitEntryCollation(TupleDesc desc, AttrNumber attno, Oid collation)
{
	TupleDescAttr(desc, attno - 1)->attcollation = collation;
}

/* BuildDescFromLists
 *		Descriptor from parallel lists of names, types, typmods, collations. */
TupleDesc
BuildDescFromLists(List *names, List *types, List *typmods, List *collations)
{
	TupleDesc desc = CreateTemplateTupleDesc(list_length(names));

	for (int i = 0; i < desc->natts; i++)
	{
		TupleDescInitEntry(desc, i + 1, strVal(list_nth(names, i)),
						   list_nth_oid(types, i), list_nth_int(typmods, i), 0);
		TupleDescInitEntryCollation(desc, i + 1, list_nth_oid(collations, i));
	}
	return desc;
}

/*
 * nbtvalidate.c
 *		Checking btree operator classes.
 *
 * amvalidate() and CREATE OPERATOR CLASS come here; neither is needed to
 * use an index.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/nbtree/nbtvalidate.c
 */
#include "postgres.h"

#include "access/amvalidate.h"
#include "access/nbtree.h"

/* btvalidate
 *		Not implemented: says so. */
bool
btvalidate(Oid opclassoid)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("validation of operator classes is not supported")));
	return false;
}

/* btadjustmembers
 *		Operators and cross-type functions belong to the family and may be
 *		dropped from it; those of the class's own type are hard members. */
void
btadjustmembers(Oid opfamilyoid, Oid opclassoid, List *operators,
				List *functions)
{
	List *lists[2] = {operators, functions};

	for (int i = 0; i < 2; i++)
	{
		ListCell *lc;

		foreach (lc, lists[i])
		{
			OpFamilyMember *m = (OpFamilyMember *) lfirst(lc);
			bool own = OidIsValid(opclassoid) &&
				m->lefttype == m->righttype;

			/* the order function is what the class cannot be without */
			m->ref_is_hard = own && (!m->is_func || m->number == BTORDER_PROC);
			m->ref_is_family = !m->ref_is_hard;
			m->refobjid = m->ref_is_family ? opfamilyoid : opclassoid;
		}
	}
}

/*
 * rte_fields.c
 *		Which fields of a RangeTblEntry belong to which kind of entry.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/rte_fields.c
 */
#include "postgres.h"

#include "nodes/rte_fields.h"

#define K(kind) (1 << RTE_##kind)
#define COLTYPES (K(VALUES) | K(CTE) | K(NAMEDTUPLESTORE))

static const struct
{
	const char *field;
	int kinds; /* K() bits */
} kind_fields[] = {
	{"alias", 0},
	{"eref", 0},
	{"rtekind", 0}, /* written before all else */
	{"relid", K(RELATION) | K(NAMEDTUPLESTORE)},
	{"relkind", K(RELATION)},
	{"rellockmode", K(RELATION)},
	{"tablesample", K(RELATION)},
	{"subquery", K(SUBQUERY)},
	{"security_barrier", K(SUBQUERY)},
	{"jointype", K(JOIN)},
	{"joinmergedcols", K(JOIN)},
	{"joinaliasvars", K(JOIN)},
	{"joinleftcols", K(JOIN)},
	{"joinrightcols", K(JOIN)},
	{"join_using_alias", K(JOIN)},
	{"functions", K(FUNCTION)},
	{"funcordinality", K(FUNCTION)},
	{"tablefunc", K(TABLEFUNC)},
	{"values_lists", K(VALUES)},
	{"ctename", K(CTE)},
	{"ctelevelsup", K(CTE)},
	{"self_reference", K(CTE)},
	{"coltypes", COLTYPES},
	{"coltypmods", COLTYPES},
	{"colcollations", COLTYPES},
	{"enrname", K(NAMEDTUPLESTORE)},
	{"enrtuples", K(NAMEDTUPLESTORE)},
};

/*
 * rte_field_used
 *		Is a field, other than alias, eref and rtekind, written for this kind?
 */
bool
rte_field_used(const char *field, RTEKind kind)
{
	for (int i = 0; i < lengthof(kind_fields); i++)
		if (strcmp(kind_fields[i].field, field) == 0)
			return (kind_fields[i].kinds & (1 << kind)) != 0;
	return true;
}

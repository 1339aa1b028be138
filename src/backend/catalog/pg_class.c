/*
 * pg_class.c
 *		Messages about kinds of relations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_class.c
 */
#include "postgres.h"

#include "catalog/pg_class.h"

static const struct
{
	char relkind;
	const char *plural;
} words[] = {
	{RELKIND_RELATION, "tables"},
	{RELKIND_INDEX, "indexes"},
	{RELKIND_SEQUENCE, "sequences"},
	{RELKIND_TOASTVALUE, "TOAST tables"},
	{RELKIND_VIEW, "views"},
	{RELKIND_MATVIEW, "materialized views"},
	{RELKIND_COMPOSITE_TYPE, "composite types"},
	{RELKIND_FOREIGN_TABLE, "foreign tables"},
	{RELKIND_PARTITIONED_TABLE, "partitioned tables"},
	{RELKIND_PARTITIONED_INDEX, "partitioned indexes"},
};

/* Detail for "operation X cannot be done": because of the kind of relation. */
int
errdetail_relkind_not_supported(char relkind)
{
	for (size_t i = 0; i < lengthof(words); i++)
	{
		if (words[i].relkind == relkind)
			return errdetail("This operation is not supported for %s.",
							 words[i].plural);
	}
	elog(ERROR, "unrecognized relkind: '%c'", relkind);
	return 0;
}

/*
 * visibility.c
 *		pg_table_is_visible() and its like.
 *
 * Would the object be found by its bare name?  NULL if there is no such object.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/visibility.c
 */
#include "postgres.h"

#include "catalog/namespace.h"
#include "utils/builtins.h"
#include "utils/syscache.h"

#define VISIBILITY(name, cacheid, is_visible)                       \
	Datum name(PG_FUNCTION_ARGS)                                    \
	{                                                               \
		Oid oid = PG_GETARG_OID(0);                                 \
		if (!SearchSysCacheExists1(cacheid, ObjectIdGetDatum(oid))) \
			PG_RETURN_NULL();                                       \
		PG_RETURN_BOOL(is_visible(oid));                            \
	}

VISIBILITY(pg_table_is_visible, RELOID, RelationIsVisible)
VISIBILITY(pg_type_is_visible, TYPEOID, TypeIsVisible)
VISIBILITY(pg_function_is_visible, PROCOID, FunctionIsVisible)
VISIBILITY(pg_operator_is_visible, OPEROID, OperatorIsVisible)
VISIBILITY(pg_opclass_is_visible, CLAOID, OpclassIsVisible)
VISIBILITY(pg_opfamily_is_visible, OPFAMILYOID, OpfamilyIsVisible)
VISIBILITY(pg_collation_is_visible, COLLOID, CollationIsVisible)
VISIBILITY(pg_conversion_is_visible, CONVOID, ConversionIsVisible)
VISIBILITY(pg_statistics_obj_is_visible, STATEXTOID, StatisticsObjIsVisible)
VISIBILITY(pg_ts_parser_is_visible, TSPARSEROID, TSParserIsVisible)
VISIBILITY(pg_ts_dict_is_visible, TSDICTOID, TSDictionaryIsVisible)
VISIBILITY(pg_ts_template_is_visible, TSTEMPLATEOID, TSTemplateIsVisible)
VISIBILITY(pg_ts_config_is_visible, TSCONFIGOID, TSConfigIsVisible)

/* The schema of this session's temporary tables, 0 if it has none yet. */
Datum
pg_my_temp_schema(PG_FUNCTION_ARGS)
{
	Oid temp;
	Oid toast;

	GetTempNamespaceState(&temp, &toast);
	PG_RETURN_OID(temp);
}

Datum
pg_is_other_temp_schema(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(isOtherTempNamespace(PG_GETARG_OID(0)));
}

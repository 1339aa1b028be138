/*
 * tableamapi.c
 *		Finding the routines of a table access method.
 *
 * Called by the relation cache; the heap's own are found without a function
 * call.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/table/tableamapi.c
 */
#include "postgres.h"

#include "access/tableam.h"
#include "fmgr.h"
#include "utils/guc.h"

/* GetTableAmRoutine
 *		Call a handler function and check what it returns. */
const TableAmRoutine *
GetTableAmRoutine(Oid amhandler)
{
	const TableAmRoutine *routine;

	routine = (const TableAmRoutine *)
		DatumGetPointer(OidFunctionCall0(amhandler));
	if (routine == NULL || !IsA(routine, TableAmRoutine))
		elog(ERROR, "table access method handler %u did not return a TableAmRoutine struct",
			 amhandler);
	Assert(routine->scan_begin && routine->scan_end &&
		   routine->scan_getnextslot && routine->index_fetch_tuple &&
		   routine->tuple_insert && routine->tuple_delete &&
		   routine->tuple_update && routine->tuple_lock &&
		   routine->relation_set_new_filenode && routine->relation_size);
	return routine;
}

/* check_default_table_access_method
 *		Check hook of the setting. */
bool
check_default_table_access_method(char **newval, void **extra, int source)
{
	if (**newval == '\0')
	{
		GUC_check_errdetail("%s cannot be empty.",
							"default_table_access_method");
		return false;
	}
	if (strlen(*newval) >= NAMEDATALEN)
	{
		GUC_check_errdetail("%s is too long (maximum %d characters).",
							"default_table_access_method", NAMEDATALEN - 1);
		return false;
	}
	return true;
}

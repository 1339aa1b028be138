/*
 * pseudotypes.c
 *		I/O of the types that have no values of their own.
 *
 * Most refuse both ways.  The exceptions are cstring and void, and polymorphic
 * or internal types that stand for a printable one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/pseudotypes.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/builtins.h"

ADT_PSEUDO_IO(any, "any")
ADT_PSEUDO_IO(trigger, "trigger")
ADT_PSEUDO_IO(event_trigger, "event_trigger")
ADT_PSEUDO_IO(language_handler, "language_handler")
ADT_PSEUDO_IO(fdw_handler, "fdw_handler")
ADT_PSEUDO_IO(table_am_handler, "table_am_handler")
ADT_PSEUDO_IO(index_am_handler, "index_am_handler")
ADT_PSEUDO_IO(tsm_handler, "tsm_handler")
ADT_PSEUDO_IO(internal, "internal")
ADT_PSEUDO_IO(anyelement, "anyelement")
ADT_PSEUDO_IO(anynonarray, "anynonarray")
ADT_PSEUDO_IO(anycompatible, "anycompatible")
ADT_PSEUDO_IO(anycompatiblenonarray, "anycompatiblenonarray")

/* Input refused, and output by the function of another type. */
#define INPUT_REFUSED(name, sqlname)                                    \
	Datum name(PG_FUNCTION_ARGS)                                        \
	{                                                                   \
		ereport(ERROR,                                                  \
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),                \
				 errmsg("cannot accept a value of type %s", sqlname))); \
		PG_RETURN_VOID();                                               \
	}
#define SAME_AS(name, other)     \
	Datum name(PG_FUNCTION_ARGS) \
	{                            \
		return other(fcinfo);    \
	}

INPUT_REFUSED(anyarray_in, "anyarray")
INPUT_REFUSED(anyarray_recv, "anyarray")
SAME_AS(anyarray_out, array_out)
SAME_AS(anyarray_send, array_send)
INPUT_REFUSED(anycompatiblearray_in, "anycompatiblearray")
INPUT_REFUSED(anycompatiblearray_recv, "anycompatiblearray")
SAME_AS(anycompatiblearray_out, array_out)
SAME_AS(anycompatiblearray_send, array_send)
INPUT_REFUSED(anyenum_in, "anyenum")
INPUT_REFUSED(anyrange_in, "anyrange")
INPUT_REFUSED(anycompatiblerange_in, "anycompatiblerange")
INPUT_REFUSED(anymultirange_in, "anymultirange")
INPUT_REFUSED(anycompatiblemultirange_in, "anycompatiblemultirange")

/* Parse trees are text that nobody may make up. */
INPUT_REFUSED(pg_node_tree_in, "pg_node_tree")
INPUT_REFUSED(pg_node_tree_recv, "pg_node_tree")
SAME_AS(pg_node_tree_out, textout)
SAME_AS(pg_node_tree_send, textsend)

ADT_PSEUDO_IO(pg_ddl_command, "pg_ddl_command")
INPUT_REFUSED(pg_ddl_command_recv, "pg_ddl_command")
INPUT_REFUSED(pg_ddl_command_send, "pg_ddl_command")

/* Extended statistics: readable as bytes, never writable. */
INPUT_REFUSED(pg_ndistinct_in, "pg_ndistinct")
INPUT_REFUSED(pg_ndistinct_recv, "pg_ndistinct")
SAME_AS(pg_ndistinct_send, byteasend)
INPUT_REFUSED(pg_dependencies_in, "pg_dependencies")
INPUT_REFUSED(pg_dependencies_recv, "pg_dependencies")
SAME_AS(pg_dependencies_send, byteasend)
INPUT_REFUSED(pg_mcv_list_in, "pg_mcv_list")
INPUT_REFUSED(pg_mcv_list_recv, "pg_mcv_list")
SAME_AS(pg_mcv_list_out, byteaout)
SAME_AS(pg_mcv_list_send, byteasend)

/* Shell types */

Datum
shell_in(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot accept a value of a shell type")));
	PG_RETURN_VOID();
}

Datum
shell_out(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot display a value of a shell type")));
	PG_RETURN_VOID();
}

/* cstring */

Datum
cstring_in(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_CSTRING(0)));
}

Datum
cstring_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_CSTRING(0)));
}

Datum
cstring_recv(PG_FUNCTION_ARGS)
{
	return unknownrecv(fcinfo);
}

Datum
cstring_send(PG_FUNCTION_ARGS)
{
	return unknownsend(fcinfo);
}

/* void: so that a function that returns it can be selected */

Datum
void_in(PG_FUNCTION_ARGS)
{
	PG_RETURN_VOID();
}

Datum
void_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(""));
}

Datum
void_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	/* a void value has no bytes, or bytes of no meaning */
	buf->cursor = buf->len;
	PG_RETURN_VOID();
}

Datum
void_send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

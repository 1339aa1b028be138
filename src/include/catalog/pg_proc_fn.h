/*
 * pg_proc_fn.h
 *		Functions of pg_proc.c.
 *
 * Rows of functions.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_proc_fn.h
 */
#ifndef PG_PROC_FN_H
#define PG_PROC_FN_H

#include "catalog/objectaddress.h"
#include "nodes/pg_list.h"

extern ObjectAddress ProcedureCreate(const char *procedureName,
									 Oid procNamespace, bool replace,
									 bool returnsSet, Oid returnType,
									 Oid proowner, Oid languageObjectId,
									 Oid languageValidator,
									 const char *prosrc, const char *probin,
									 Node *prosqlbody, char prokind,
									 bool security_definer,
									 bool isLeakProof, bool isStrict,
									 char volatility, char parallel,
									 oidvector *parameterTypes,
									 Datum allParameterTypes,
									 Datum parameterModes,
									 Datum parameterNames,
									 List *parameterDefaults, Datum trftypes,
									 Datum proconfig, Oid prosupport,
									 float4 procost, float4 prorows);
extern bool function_parse_error_transpose(const char *prosrc);
extern List *oid_array_to_list(Datum datum);

#endif /* PG_PROC_FN_H */

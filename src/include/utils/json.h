/*
 * json.h
 *		Text made into JSON.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/json.h
 */
#ifndef JSON_H
#define JSON_H

#include "lib/stringinfo.h"

/* Appends str in double quotes, escaped. */
extern void escape_json(StringInfo buf, const char *str);
extern char *JsonEncodeDateTime(char *buf, Datum value, Oid typid,
								const int *tzp);
extern bool to_json_is_immutable(Oid typoid);
extern Datum json_build_object_worker(int nargs, Datum *args, bool *nulls,
									  Oid *types, bool absent_on_null,
									  bool unique_keys);
extern Datum json_build_array_worker(int nargs, Datum *args, bool *nulls,
									 Oid *types, bool absent_on_null);

#endif /* JSON_H */

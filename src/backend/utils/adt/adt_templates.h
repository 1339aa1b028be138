/*
 * adt_templates.h
 *		Generators of the families of functions that differ only in types.
 *
 * Each macro expands to complete SQL-callable functions, whose names are those
 * of pg_proc.prosrc.  GET is the name of a PG_GETARG_ macro without arguments.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/adt_templates.h
 */
#ifndef ADT_TEMPLATES_H
#define ADT_TEMPLATES_H

#include "fmgr.h"

/* One boolean function of two arguments a and b. */
#define ADT_TEST(name, TA, GETA, TB, GETB, expr) \
	Datum name(PG_FUNCTION_ARGS)                 \
	{                                            \
		TA a = GETA(0);                          \
		TB b = GETB(1);                          \
		PG_RETURN_BOOL(expr);                    \
	}

/* prefix##eq, ne, lt, le, gt, ge of types with C's operators */
#define ADT_COMPARE(prefix, TA, GETA, TB, GETB)      \
	ADT_TEST(prefix##eq, TA, GETA, TB, GETB, a == b) \
	ADT_TEST(prefix##ne, TA, GETA, TB, GETB, a != b) \
	ADT_TEST(prefix##lt, TA, GETA, TB, GETB, a < b)  \
	ADT_TEST(prefix##le, TA, GETA, TB, GETB, a <= b) \
	ADT_TEST(prefix##gt, TA, GETA, TB, GETB, a > b)  \
	ADT_TEST(prefix##ge, TA, GETA, TB, GETB, a >= b)

/* the same by way of a three-way comparison function cmp(a, b) */
#define ADT_COMPARE_BY(prefix, T, GET, cmp)              \
	ADT_TEST(prefix##eq, T, GET, T, GET, cmp(a, b) == 0) \
	ADT_TEST(prefix##ne, T, GET, T, GET, cmp(a, b) != 0) \
	ADT_TEST(prefix##lt, T, GET, T, GET, cmp(a, b) < 0)  \
	ADT_TEST(prefix##le, T, GET, T, GET, cmp(a, b) <= 0) \
	ADT_TEST(prefix##gt, T, GET, T, GET, cmp(a, b) > 0)  \
	ADT_TEST(prefix##ge, T, GET, T, GET, cmp(a, b) >= 0)

/* One function of two arguments a and b that returns the value of expr. */
#define ADT_BINARY(name, TA, GETA, TB, GETB, RET, expr) \
	Datum name(PG_FUNCTION_ARGS)                        \
	{                                                   \
		TA a = GETA(0);                                 \
		TB b = GETB(1);                                 \
		RET(expr);                                      \
	}

/* One function of one argument a. */
#define ADT_UNARY(name, TA, GETA, RET, expr) \
	Datum name(PG_FUNCTION_ARGS)             \
	{                                        \
		TA a = GETA(0);                      \
		RET(expr);                           \
	}

/* prefix##in and prefix##out of a type that has no values, by name. */
#define ADT_PSEUDO_IO(prefix, sqlname)                                   \
	Datum prefix##_in(PG_FUNCTION_ARGS)                                  \
	{                                                                    \
		ereport(ERROR,                                                   \
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),                 \
				 errmsg("cannot accept a value of type %s", sqlname)));  \
		PG_RETURN_VOID();                                                \
	}                                                                    \
	Datum prefix##_out(PG_FUNCTION_ARGS)                                 \
	{                                                                    \
		ereport(ERROR,                                                   \
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),                 \
				 errmsg("cannot display a value of type %s", sqlname))); \
		PG_RETURN_VOID();                                                \
	}

/* A planner support function that has nothing to say. */
#define ADT_NO_SUPPORT(name)     \
	Datum name(PG_FUNCTION_ARGS) \
	{                            \
		PG_RETURN_POINTER(NULL); \
	}

#endif /* ADT_TEMPLATES_H */

/*
 * numeric.h
 *		The exact decimal type, as other modules see it.
 *
 * The bytes of a value are known to numeric.c alone.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/numeric.h
 */
#ifndef _PG_NUMERIC_H_
#define _PG_NUMERIC_H_

#include "fmgr.h"

#define NUMERIC_MAX_PRECISION 1000 /* of numeric(p, s) */
#define NUMERIC_MIN_SCALE (-1000)
#define NUMERIC_MAX_SCALE 1000
#define NUMERIC_MAX_DISPLAY_SCALE NUMERIC_MAX_PRECISION
#define NUMERIC_MIN_DISPLAY_SCALE 0
#define NUMERIC_MAX_RESULT_SCALE (NUMERIC_MAX_PRECISION * 2)
#define NUMERIC_MIN_SIG_DIGITS 16 /* of a quotient or a root, at least */

struct NumericData;
typedef struct NumericData *Numeric;

#define DatumGetNumeric(d) ((Numeric) PG_DETOAST_DATUM(d))
#define DatumGetNumericCopy(d) ((Numeric) PG_DETOAST_DATUM_COPY(d))
#define NumericGetDatum(n) PointerGetDatum(n)
#define PG_GETARG_NUMERIC(n) DatumGetNumeric(PG_GETARG_DATUM(n))
#define PG_GETARG_NUMERIC_COPY(n) DatumGetNumericCopy(PG_GETARG_DATUM(n))
#define PG_RETURN_NUMERIC(n) return NumericGetDatum(n)

/* Tests and conversions */
extern bool numeric_is_nan(Numeric num);
extern bool numeric_is_inf(Numeric num);
extern int32 numeric_maximum_size(int32 typmod);
extern char *numeric_out_sci(Numeric num, int scale);
extern char *numeric_normalize(Numeric num);
extern Numeric int64_to_numeric(int64 val);
extern Numeric int64_div_fast_to_numeric(int64 val1, int log10val2);
extern int32 numeric_int4_opt_error(Numeric num, bool *error);

/* Arithmetic that sets *have_error, if given, instead of raising */
extern Numeric numeric_mod_opt_error(Numeric num1, Numeric num2,
									 bool *have_error);
extern Numeric numeric_div_opt_error(Numeric num1, Numeric num2,
									 bool *have_error);
extern Numeric numeric_mul_opt_error(Numeric num1, Numeric num2,
									 bool *have_error);
extern Numeric numeric_sub_opt_error(Numeric num1, Numeric num2,
									 bool *have_error);
extern Numeric numeric_add_opt_error(Numeric num1, Numeric num2,
									 bool *have_error);

#endif /* _PG_NUMERIC_H_ */

/*
 * common/shortest_dec.h
 *		The shortest decimal text that reads back as the same float.
 *
 * Of the shortest ones the closest to the value; %g-like layout (exponent
 * from 1e+15 and below 1e-04), as float4out and float8out print.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/shortest_dec.h
 */
#ifndef SHORTEST_DEC_H
#define SHORTEST_DEC_H

#define DOUBLE_SHORTEST_DECIMAL_LEN 25 /* with the zero byte */
#define FLOAT_SHORTEST_DECIMAL_LEN 16

/* Return the length; the _bufn forms do not terminate. */
extern int double_to_shortest_decimal_bufn(double f, char *result);
extern int double_to_shortest_decimal_buf(double f, char *result);
extern char *double_to_shortest_decimal(double f);
extern int float_to_shortest_decimal_bufn(float f, char *result);
extern int float_to_shortest_decimal_buf(float f, char *result);
extern char *float_to_shortest_decimal(float f);

#endif /* SHORTEST_DEC_H */

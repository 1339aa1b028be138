/*
 * heapdelta.h
 *		A row version as its difference from another.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/heapdelta.h
 */
#ifndef HEAPDELTA_H
#define HEAPDELTA_H

/*
 * Write how new differs from old to out: at most room bytes.  Returns the size,
 * which may be 0 for equal ones, or -1 if it would not fit.
 */
extern int heap_delta_encode(const char *old, int oldlen, const char *new,
							 int newlen, char *out, int room);

/*
 * The reverse; at most room bytes of new.  Returns their number, or -1 if the delta
 * is damaged.  Trusts none of its input.
 */
extern int heap_delta_decode(const char *delta, int len, const char *old,
							 int oldlen, char *new, int room);

#endif /* HEAPDELTA_H */

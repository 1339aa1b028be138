/*
 * yardstick.h
 *		Sizes that other encoders would give a changed row; for tests only.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/modules/delta_yardstick/yardstick.h
 */
#ifndef YARDSTICK_H
#define YARDSTICK_H

/* yardstick.c */
extern int yardstick_lz(const char *old, int oldlen, const char *new, int newlen);
extern int yardstick_lz_bulk(const char *old, int oldlen, const char *new, int newlen);
extern int yardstick_chunks(const char *old, int oldlen, const char *new, int newlen);

#endif /* YARDSTICK_H */

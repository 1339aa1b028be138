/*
 * int8.h
 *		64-bit integers; their text forms are in builtins.h (numutils.c).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/int8.h
 */
#ifndef INT8_H
#define INT8_H

#include "utils/builtins.h"

#endif /* INT8_H */

/*
 * utils/dynahash.h
 *		my_log2(), under the header name that callers expect.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/dynahash.h
 */
#ifndef DYNAHASH_H
#define DYNAHASH_H

#include "utils/hsearch.h"

#endif /* DYNAHASH_H */

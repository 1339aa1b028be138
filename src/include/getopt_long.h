/*
 * getopt_long.h
 *		Long command-line options, from the C library.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/getopt_long.h
 */
#ifndef GETOPT_LONG_H
#define GETOPT_LONG_H

#include <getopt.h>
#include "pg_getopt.h"

#endif /* GETOPT_LONG_H */

/*
 * pg_getopt.h
 *		Short command-line options, from the C library.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/pg_getopt.h
 */
#ifndef PG_GETOPT_H
#define PG_GETOPT_H

#include <unistd.h>

#endif /* PG_GETOPT_H */

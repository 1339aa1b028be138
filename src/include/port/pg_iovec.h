/*
 * port/pg_iovec.h
 *		Scattered reads and writes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port/pg_iovec.h
 */
#ifndef PG_IOVEC_H
#define PG_IOVEC_H

#include <limits.h>
#include <sys/uio.h>

#define PG_IOV_MAX 32
#define pg_preadv preadv
#define pg_pwritev pwritev

#endif /* PG_IOVEC_H */

/*
 * portability/instr_time.h
 *		Intervals on the monotonic clock.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/portability/instr_time.h
 */
#ifndef INSTR_TIME_H
#define INSTR_TIME_H

#include <time.h>

typedef struct timespec instr_time;
#define PG_INSTR_CLOCK CLOCK_MONOTONIC

static inline int64
instr_time_ns(instr_time t)
{
	return (int64) t.tv_sec * INT64CONST(1000000000) + t.tv_nsec;
}

static inline instr_time
instr_time_from_ns(int64 ns)
{
	instr_time t = {ns / INT64CONST(1000000000), ns % INT64CONST(1000000000)};

	return t;
}

#define INSTR_TIME_IS_ZERO(t) ((t).tv_nsec == 0 && (t).tv_sec == 0)
#define INSTR_TIME_SET_ZERO(t) ((t).tv_sec = 0, (t).tv_nsec = 0)
#define INSTR_TIME_SET_CURRENT(t) ((void) clock_gettime(PG_INSTR_CLOCK, &(t)))
#define INSTR_TIME_SET_CURRENT_LAZY(t) \
	(INSTR_TIME_IS_ZERO(t) ? (INSTR_TIME_SET_CURRENT(t), true) : false)
#define INSTR_TIME_ADD(x, y) \
	((x) = instr_time_from_ns(instr_time_ns(x) + instr_time_ns(y)))
#define INSTR_TIME_SUBTRACT(x, y) \
	((x) = instr_time_from_ns(instr_time_ns(x) - instr_time_ns(y)))
#define INSTR_TIME_ACCUM_DIFF(x, y, z) \
	((x) = instr_time_from_ns(instr_time_ns(x) + instr_time_ns(y) - instr_time_ns(z)))
#define INSTR_TIME_GET_DOUBLE(t) ((double) instr_time_ns(t) / 1000000000.0)
#define INSTR_TIME_GET_MILLISEC(t) ((double) instr_time_ns(t) / 1000000.0)
#define INSTR_TIME_GET_MICROSEC(t) ((uint64) (instr_time_ns(t) / 1000))

#endif /* INSTR_TIME_H */

/*
 * common/int.h
 *		Integer arithmetic that tells about overflow.
 *
 * Each returns true on overflow; *result is then unspecified.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/int.h
 */
#ifndef COMMON_INT_H
#define COMMON_INT_H

#define OVERFLOW_OP(width, type, op)                               \
	static inline bool                                             \
		pg_##op##_##width##_overflow(type a, type b, type *result) \
	{                                                              \
		return __builtin_##op##_overflow(a, b, result);            \
	}
#define OVERFLOW_OPS(width, type) \
	OVERFLOW_OP(width, type, add) \
	OVERFLOW_OP(width, type, sub) \
	OVERFLOW_OP(width, type, mul)

OVERFLOW_OPS(s16, int16)
OVERFLOW_OPS(s32, int32)
OVERFLOW_OPS(s64, int64)
OVERFLOW_OPS(u16, uint16)
OVERFLOW_OPS(u32, uint32)
OVERFLOW_OPS(u64, uint64)
#undef OVERFLOW_OPS
#undef OVERFLOW_OP

static inline uint16
pg_abs_s16(int16 a)
{
	return (uint16) abs(a);
}

static inline uint32
pg_abs_s32(int32 a)
{
	return a < 0 ? 0U - (uint32) a : (uint32) a;
}

static inline uint64
pg_abs_s64(int64 a)
{
	return a < 0 ? (uint64) 0 - (uint64) a : (uint64) a;
}

#endif /* COMMON_INT_H */

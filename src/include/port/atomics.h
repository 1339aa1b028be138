/*
 * port/atomics.h
 *		Atomic integers in shared memory, by the compiler's builtins.
 *
 * Reads and writes are relaxed: they are whole, but order nothing.  All
 * read-modify-write operations are full barriers.  exchange and fetch return
 * the value from before, the _add_fetch and _sub_fetch forms the one after.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port/atomics.h
 */
#ifndef ATOMICS_H
#define ATOMICS_H

#define pg_compiler_barrier() __asm__ __volatile__("" :: \
													   : "memory")
#define pg_memory_barrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define pg_read_barrier() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define pg_write_barrier() __atomic_thread_fence(__ATOMIC_RELEASE)
#define pg_spin_delay() __builtin_ia32_pause()
#define PG_HAVE_8BYTE_SINGLE_COPY_ATOMICITY

typedef struct pg_atomic_flag
{
	volatile unsigned char value;
} pg_atomic_flag;

typedef struct pg_atomic_uint32
{
	volatile uint32 value;
} pg_atomic_uint32;

typedef struct pg_atomic_uint64
{
	volatile uint64 value __attribute__((aligned(8)));
} pg_atomic_uint64;

static inline void
pg_atomic_init_flag(volatile pg_atomic_flag *ptr)
{
	__atomic_clear(&ptr->value, __ATOMIC_RELAXED);
}

/* True if the flag was clear and is now ours. */
static inline bool
pg_atomic_test_set_flag(volatile pg_atomic_flag *ptr)
{
	return !__atomic_test_and_set(&ptr->value, __ATOMIC_ACQUIRE);
}

static inline bool
pg_atomic_unlocked_test_flag(volatile pg_atomic_flag *ptr)
{
	return ptr->value == 0;
}

static inline void
pg_atomic_clear_flag(volatile pg_atomic_flag *ptr)
{
	__atomic_clear(&ptr->value, __ATOMIC_RELEASE);
}

#define ATOMIC_RMW(w, name, builtin, argtype)                                 \
	static inline uint##w                                                     \
		pg_atomic_##name##_u##w(volatile pg_atomic_uint##w *ptr, argtype arg) \
	{                                                                         \
		return __atomic_##builtin(&ptr->value, arg, __ATOMIC_SEQ_CST);        \
	}
#define ATOMIC_OPS(w)                                                      \
	static inline void                                                     \
		pg_atomic_init_u##w(volatile pg_atomic_uint##w *ptr, uint##w val)  \
	{                                                                      \
		ptr->value = val;                                                  \
	}                                                                      \
	static inline uint##w                                                  \
		pg_atomic_read_u##w(volatile pg_atomic_uint##w *ptr)               \
	{                                                                      \
		return __atomic_load_n(&ptr->value, __ATOMIC_RELAXED);             \
	}                                                                      \
	static inline void                                                     \
		pg_atomic_write_u##w(volatile pg_atomic_uint##w *ptr, uint##w val) \
	{                                                                      \
		__atomic_store_n(&ptr->value, val, __ATOMIC_RELAXED);              \
	}                                                                      \
	static inline bool                                                     \
		pg_atomic_compare_exchange_u##w(volatile pg_atomic_uint##w *ptr,   \
										uint##w *expected, uint##w newval) \
	{                                                                      \
		return __atomic_compare_exchange_n(&ptr->value, expected, newval,  \
										   false, __ATOMIC_SEQ_CST,        \
										   __ATOMIC_SEQ_CST);              \
	}                                                                      \
	ATOMIC_RMW(w, exchange, exchange_n, uint##w)                           \
	ATOMIC_RMW(w, fetch_add, fetch_add, int##w)                            \
	ATOMIC_RMW(w, fetch_sub, fetch_sub, int##w)                            \
	ATOMIC_RMW(w, fetch_and, fetch_and, uint##w)                           \
	ATOMIC_RMW(w, fetch_or, fetch_or, uint##w)                             \
	ATOMIC_RMW(w, add_fetch, add_fetch, int##w)                            \
	ATOMIC_RMW(w, sub_fetch, sub_fetch, int##w)

ATOMIC_OPS(32)
ATOMIC_OPS(64)
#undef ATOMIC_OPS
#undef ATOMIC_RMW

#define pg_atomic_unlocked_write_u32(ptr, val) pg_atomic_write_u32(ptr, val)

#endif /* ATOMICS_H */

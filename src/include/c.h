/*
 * c.h
 *		The ground that every C file of Narwal stands on.
 *
 * Fixed-width integers, the names that PostgreSQL gives to identifiers that
 * reach the disk (Oid, TransactionId, ...), alignment and the few compiler
 * helpers that all code uses.  It declares nothing that needs a library other
 * than libc, and is included by postgres.h (server) and postgres_fe.h
 * (client programs), never directly by a .c file.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/c.h
 */
#ifndef C_H
#define C_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "pg_config.h"
#include "pg_config_manual.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>

/* ---- compiler helpers ---- */
#define pg_attribute_noreturn() __attribute__((noreturn))
#define pg_attribute_printf(f, a) __attribute__((format(printf, f, a)))
#define pg_attribute_unused() __attribute__((unused))
#define pg_attribute_packed() __attribute__((packed))
#define pg_attribute_always_inline __attribute__((always_inline)) inline
#define pg_noinline __attribute__((noinline))
#define pg_nodiscard __attribute__((warn_unused_result))
#define PG_USED_FOR_ASSERTS_ONLY __attribute__((unused))
#define PGDLLIMPORT __attribute__((visibility("default")))
#define PGDLLEXPORT __attribute__((visibility("default")))
#define likely(x) __builtin_expect((x) != 0, 1)
#define unlikely(x) __builtin_expect((x) != 0, 0)
#define pg_unreachable() __builtin_unreachable()
#define pg_restrict __restrict
#define CppAsString(x) #x
#define CppAsString2(x) CppAsString(x)
#define StaticAssertDecl(cond, msg) _Static_assert(cond, msg)
#define StaticAssertStmt(cond, msg) \
	do                              \
	{                               \
		_Static_assert(cond, msg);  \
	} while (0)
#define lengthof(a) (sizeof(a) / sizeof((a)[0]))
#define FLEXIBLE_ARRAY_MEMBER /* empty: a C99 flexible array */
#define fallthrough __attribute__((fallthrough))

/* ---- numbers ---- */
typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef uint64_t uint64;
typedef uint8_t bits8;
typedef uint16_t bits16;
typedef uint32_t bits32;
typedef float float4;
typedef double float8;
typedef size_t Size;
typedef uintptr_t Pointer_uint;
typedef char *Pointer;
typedef unsigned int Index;
typedef signed int Offset;
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
#define HAVE_INT128 1

#define INT64CONST(x) INT64_C(x)
#define UINT64CONST(x) UINT64_C(x)
#define INT64_FORMAT "%" PRId64
#define UINT64_FORMAT "%" PRIu64
#include <inttypes.h>

#define PG_INT8_MIN INT8_MIN
#define PG_INT8_MAX INT8_MAX
#define PG_UINT8_MAX UINT8_MAX
#define PG_INT16_MIN INT16_MIN
#define PG_INT16_MAX INT16_MAX
#define PG_UINT16_MAX UINT16_MAX
#define PG_INT32_MIN INT32_MIN
#define PG_INT32_MAX INT32_MAX
#define PG_UINT32_MAX UINT32_MAX
#define PG_INT64_MIN INT64_MIN
#define PG_INT64_MAX INT64_MAX
#define PG_UINT64_MAX UINT64_MAX

typedef int64 Timestamp; /* microseconds since 2000-01-01 */
typedef int64 TimestampTz; /* the same, in UTC */

/* ---- identifiers ---- */
#include "postgres_ext.h"

typedef Oid regproc;
typedef regproc RegProcedure;
typedef uint32 TransactionId;
typedef uint32 LocalTransactionId;
typedef uint32 SubTransactionId;
typedef TransactionId MultiXactId;
typedef uint32 MultiXactOffset;
typedef uint32 CommandId;

#define OidIsValid(o) ((Oid) (o) != InvalidOid)
#define RegProcedureIsValid(p) OidIsValid(p)
#define InvalidSubTransactionId ((SubTransactionId) 0)
#define TopSubTransactionId ((SubTransactionId) 1)
#define FirstCommandId ((CommandId) 0)
#define InvalidCommandId (~(CommandId) 0)

/* ---- variable-length values and fixed strings ---- */
typedef struct varlena
{
	char vl_len_[4]; /* see varatt.h for its four forms */
	char vl_dat[FLEXIBLE_ARRAY_MEMBER];
} varlena;

typedef struct varlena bytea;
typedef struct varlena text;
typedef struct varlena BpChar;
typedef struct varlena VarChar;
#define VARHDRSZ ((int32) sizeof(int32))

typedef struct NameData
{
	char data[NAMEDATALEN];
} NameData;
typedef NameData *Name;
#define NameStr(n) ((n).data)

/* An array of int2 or oid as it lies on disk: one dimension, lower bound 0. */
typedef struct int2vector
{
	int32 vl_len_;
	int ndim;
	int32 dataoffset;
	Oid elemtype;
	int dim1;
	int lbound1;
	int16 values[FLEXIBLE_ARRAY_MEMBER];
} int2vector;

typedef struct oidvector
{
	int32 vl_len_;
	int ndim;
	int32 dataoffset;
	Oid elemtype;
	int dim1;
	int lbound1;
	Oid values[FLEXIBLE_ARRAY_MEMBER];
} oidvector;

/* ---- alignment: x86-64 and its like, maximum 8 ---- */
#define ALIGNOF_SHORT 2
#define ALIGNOF_INT 4
#define ALIGNOF_LONG 8
#define ALIGNOF_DOUBLE 8
#define MAXIMUM_ALIGNOF 8
#define TYPEALIGN(n, x) \
	(((uintptr_t) (x) + ((n) -1)) & ~((uintptr_t) ((n) -1)))
#define TYPEALIGN_DOWN(n, x) (((uintptr_t) (x)) & ~((uintptr_t) ((n) -1)))
#define SHORTALIGN(x) TYPEALIGN(ALIGNOF_SHORT, x)
#define INTALIGN(x) TYPEALIGN(ALIGNOF_INT, x)
#define LONGALIGN(x) TYPEALIGN(ALIGNOF_LONG, x)
#define DOUBLEALIGN(x) TYPEALIGN(ALIGNOF_DOUBLE, x)
#define MAXALIGN(x) TYPEALIGN(MAXIMUM_ALIGNOF, x)
#define MAXALIGN_DOWN(x) TYPEALIGN_DOWN(MAXIMUM_ALIGNOF, x)
#define MAXALIGN64(x) MAXALIGN(x)
#define BUFFERALIGN(x) TYPEALIGN(32, x)
#define CACHELINEALIGN(x) TYPEALIGN(PG_CACHE_LINE_SIZE, x)
#define PointerIsValid(p) ((p) != NULL)
#define PointerIsAligned(p, type) ((uintptr_t) (p) % sizeof(type) == 0)

#define Min(a, b) ((a) < (b) ? (a) : (b))
#define Max(a, b) ((a) > (b) ? (a) : (b))
#define Abs(a) ((a) < 0 ? -(a) : (a))
#define MemSet(p, v, n) memset(p, v, n)
#define StrNCpy(d, s, n) strlcpy(d, s, n)

#define HIGHBIT 0x80
#define IS_HIGHBIT_SET(ch) ((unsigned char) (ch) &HIGHBIT)

/* Page- and block-sized scratch space, aligned for direct use. */
typedef union PGAlignedBlock
{
	char data[BLCKSZ];
	double force_align_d;
	int64 force_align_i64;
} PGAlignedBlock;

typedef union PGAlignedXLogBlock
{
	char data[XLOG_BLCKSZ];
	double force_align_d;
	int64 force_align_i64;
} PGAlignedXLogBlock;

#define PG_BINARY 0
#define PG_BINARY_A "a"
#define PG_BINARY_R "r"
#define PG_BINARY_W "w"
#define _(x) (x)
#define gettext_noop(x) (x)

/*
 * Assertions: for our own mistakes only, compiled in by --enable-cassert.
 * Server code gets the version of postgres.h that reports through the log.
 */
#ifndef FRONTEND
extern void ExceptionalCondition(const char *condition, const char *kind,
								 const char *file, int line)
	pg_attribute_noreturn();
#endif
#ifndef USE_ASSERT_CHECKING
#define Assert(c) ((void) 0)
#define AssertMacro(c) ((void) 0)
#elif defined(FRONTEND)
#define Assert(c) assert(c)
#define AssertMacro(c) ((void) (c))
#else
#define Assert(c) \
	((c) ? (void) 0 : ExceptionalCondition(#c, "FailedAssertion", __FILE__, __LINE__))
#define AssertMacro(c) Assert(c)
#endif
#define AssertArg(c) Assert(c)
#define AssertState(c) Assert(c)

#include "port.h"

#endif /* C_H */

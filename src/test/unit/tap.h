/*
 * tap.h
 *		The little that a unit test needs to print TAP.
 *
 * A test program includes this once, calls unit_init() first (server memory
 * contexts and error handling stand from then on) and ends with
 * "return done_testing();".
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/tap.h
 */
#ifndef TAP_H
#define TAP_H

#ifndef FRONTEND
#include "postgres.h"

#include "utils/memutils.h"
#else
#include "postgres_fe.h"
#endif

static int tap_count;
static int tap_failed;

static inline bool ok(bool passed, const char *fmt, ...) pg_attribute_printf(2, 3);

/* One check: print its line, remember a failure, give back the outcome. */
static inline bool
ok(bool passed, const char *fmt, ...)
{
	va_list args;

	printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	if (!passed)
		tap_failed++;
	return passed;
}

/* Compare two integers and show both when they differ. */
static inline bool
is_int(int64 got, int64 expected, const char *name)
{
	bool same = ok(got == expected, "%s", name);

	if (!same)
		printf("#      got: %lld\n# expected: %lld\n", (long long) got, (long long) expected);
	return same;
}

/* Compare two strings and show both when they differ. */
static inline bool
is_str(const char *got, const char *expected, const char *name)
{
	bool same = ok(got && expected && strcmp(got, expected) == 0, "%s", name);

	if (!same)
		printf("#      got: %s\n# expected: %s\n", got ? got : "(null)", expected ? expected : "(null)");
	return same;
}

/* Compare two byte ranges and show the first difference. */
static inline bool
is_mem(const void *got, const void *expected, size_t len, const char *name)
{
	const uint8 *g = got;
	const uint8 *e = expected;
	size_t i = 0;
	bool same;

	while (i < len && g[i] == e[i])
		i++;
	same = ok(i == len, "%s", name);
	if (!same)
		printf("# byte %zu: got %02x, expected %02x\n", i, g[i], e[i]);
	return same;
}

static inline void
unit_init(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
#ifndef FRONTEND
	MemoryContextInit();
#endif
}

static inline int
done_testing(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed == 0 ? 0 : 1;
}

#endif /* TAP_H */

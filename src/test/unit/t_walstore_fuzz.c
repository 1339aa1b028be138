/*
 * t_walstore_fuzz.c
 *		t_walstore.c as a client program under the address and undefined-behaviour
 *		sanitizers, with a longer random part.
 *
 * GNUmakefile.in has the rule; "make fuzz" runs it for ten minutes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_walstore_fuzz.c
 */
#define FUZZ_SECONDS 8
#include "t_walstore.c"

/* Models and buffers live as long as the program. */
extern const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

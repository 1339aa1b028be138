/*
 * walstore_decode_avx2.c
 *		walstore_decode_records.c for processors that have AVX2, BMI and LZCNT.
 *
 * Called only where ws_has_avx2() says so.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/walstore/walstore_decode_avx2.c
 */
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,sse4.2")
#define WS_AVX2
#define WS_VARIANT(name) name##_avx2
#include "walstore_decode_records.c"

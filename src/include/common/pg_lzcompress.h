/*
 * common/pg_lzcompress.h
 *		pglz, PostgreSQL's own LZ format (doc/internals-pglz.md).
 *
 * Used for TOAST and for page images in WAL.  Sizes are in bytes.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/pg_lzcompress.h
 */
#ifndef PG_LZCOMPRESS_H
#define PG_LZCOMPRESS_H

/* Room that pglz_compress may need. */
#define PGLZ_MAX_OUTPUT(dlen) ((dlen) + 4)

/* When to try and how hard; the fields are those of PostgreSQL. */
typedef struct PGLZ_Strategy
{
	int32 min_input_size;
	int32 max_input_size;
	int32 min_comp_rate; /* percent that must be saved */
	int32 first_success_by; /* give up if nothing matched by here */
	int32 match_size_good;
	int32 match_size_drop;
} PGLZ_Strategy;

extern PGDLLIMPORT const PGLZ_Strategy *const PGLZ_strategy_default;
extern PGDLLIMPORT const PGLZ_Strategy *const PGLZ_strategy_always;

/*
 * pglz_compress: size of the compressed form in dest (PGLZ_MAX_OUTPUT(slen)
 * bytes), or -1 if it is not worth it.  NULL strategy: the default one.
 *
 * pglz_decompress: bytes written to dest, at most rawsize; -1 if source is
 * damaged.  check_complete: exactly rawsize bytes must come out of exactly
 * slen bytes.  Never reads beyond source + slen nor writes beyond
 * dest + rawsize.
 */
extern int32 pglz_compress(const char *source, int32 slen, char *dest,
						   const PGLZ_Strategy *strategy);
extern int32 pglz_decompress(const char *source, int32 slen, char *dest,
							 int32 rawsize, bool check_complete);
/* Compressed bytes that surely hold the first rawsize raw ones. */
extern int32 pglz_maximum_compressed_size(int32 rawsize,
										  int32 total_compressed_size);

#endif /* PG_LZCOMPRESS_H */

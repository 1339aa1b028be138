/*
 * checksum.c
 *		The server's page checksum.
 *
 * The algorithm is in storage/checksum_impl.h; here it is compiled for the
 * processors we meet, the best version being chosen when the program is
 * loaded.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/storage/page/checksum.c
 */
#include "postgres.h"

#include "storage/checksum.h"
#include "storage/checksum_impl.h"

/*
 * pg_checksum_page
 *		What pd_checksum of this page must be at block blkno of its fork.
 *
 * page is BLCKSZ bytes, 4-byte aligned, not new (a new page has no checksum).
 */
__attribute__((target_clones("avx2", "default")))
uint16
pg_checksum_page(char *page, BlockNumber blkno)
{
	Assert(!PageIsNew(page));
	return checksum_page_value(page, blkno);
}

/*
 * checksum.h
 *		The 16-bit checksum of a data page.
 *
 * Algorithm and constants: doc/storage, 'page checksum'. The computation is
 * in checksum_impl.h, so that client programs can compile it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/checksum.h
 */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include "storage/block.h"

/* storage/page/checksum.c */
extern uint16 pg_checksum_page(char *page, BlockNumber blkno);

#endif /* CHECKSUM_H */

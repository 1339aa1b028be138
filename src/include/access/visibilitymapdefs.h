/*
 * visibilitymapdefs.h
 *		Bits of the visibility map.
 *
 * Two bits per heap block: all visible, all frozen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/visibilitymapdefs.h
 */
#ifndef VISIBILITYMAPDEFS_H
#define VISIBILITYMAPDEFS_H

#define BITS_PER_HEAPBLOCK 2

#define VISIBILITYMAP_ALL_VISIBLE 0x01
#define VISIBILITYMAP_ALL_FROZEN 0x02
#define VISIBILITYMAP_VALID_BITS 0x03

#endif /* VISIBILITYMAPDEFS_H */

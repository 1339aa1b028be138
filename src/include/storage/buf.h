/*
 * buf.h
 *		Buffer numbers.
 *
 * Positive: shared buffer, from 1. Negative: local buffer of a temporary
 * relation. 0: none.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/buf.h
 */
#ifndef BUF_H
#define BUF_H

typedef int Buffer;

#define InvalidBuffer 0
#define BufferIsInvalid(b) ((b) == InvalidBuffer)
#define BufferIsLocal(b) ((b) < 0)

typedef struct BufferAccessStrategyData *BufferAccessStrategy;

#endif /* BUF_H */

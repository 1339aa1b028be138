/*
 * bytea.h
 *		How bytea is printed.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/bytea.h
 */
#ifndef BYTEA_H
#define BYTEA_H

typedef enum
{
	BYTEA_OUTPUT_ESCAPE,
	BYTEA_OUTPUT_HEX
} ByteaOutputType;

/* bytea.c: GUC, a ByteaOutputType */
extern PGDLLIMPORT int bytea_output;

#endif /* BYTEA_H */

/*
 * nodefields.h
 *		Field tables of node structs, which the generic node operations read.
 *
 * gennodes.pl writes one NodeInfo for each node type it knows.  copyfuncs.c,
 * equalfuncs.c, outfuncs.c and readfuncs.c walk them; nobody else should.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/nodefields.h
 */
#ifndef NODEFIELDS_H
#define NODEFIELDS_H

#include "nodes/nodes.h"

typedef enum NodeFieldKind
{
	NFK_INT,
	NFK_INT16,
	NFK_UINT16,
	NFK_UINT,
	NFK_INT64,
	NFK_UINT64,
	NFK_DOUBLE,
	NFK_BOOL,
	NFK_CHAR,
	NFK_ENUM,
	NFK_LOC,
	NFK_STRING,
	NFK_NODE,
	NFK_BITMAPSET,
	NFK_OPAQUE,
	NFK_INT_ARRAY,
	NFK_INT16_ARRAY,
	NFK_UINT_ARRAY,
	NFK_BOOL_ARRAY
} NodeFieldKind;

#define NF_NOEQUAL 0x01 /* not compared by equal() */
#define NF_NOCOPY 0x02 /* zero in a copy */
#define NF_NOOUT 0x04 /* not in the text form */
#define NF_ZEROOK 0x08 /* zero on either side matches anything */

typedef struct NodeField
{
	const char *name;
	uint16 offset;
	uint8 kind; /* NodeFieldKind */
	uint8 flags; /* NF_ bits */
	int32 count_offset; /* arrays: where the int element count is */
} NodeField;

#define NI_NOCOPY 0x01 /* the operation is an error */
#define NI_NOEQUAL 0x02
#define NI_NOOUT 0x04
#define NI_NOREAD 0x08
#define NI_CUSTOM_OUT 0x10 /* the operation is hand-written */
#define NI_CUSTOM_READ 0x20
#define NI_CUSTOM_COPY 0x40
#define NI_CUSTOM_EQUAL 0x80

typedef struct NodeInfo
{
	const char *label; /* in the text form; NULL: not a table node */
	const char *name; /* struct name, for messages */
	uint16 size;
	uint16 nfields;
	uint16 flags; /* NI_ bits */
	const NodeField *fields;
} NodeInfo;

extern const NodeInfo node_info[NUM_NODE_TAGS];

#endif /* NODEFIELDS_H */

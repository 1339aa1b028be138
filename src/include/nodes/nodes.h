/*
 * nodes.h
 *		What every tree node shares: its tag, and the generic operations.
 *
 * A node is any struct whose first member is a NodeTag (perhaps inside an
 * embedded parent struct).  The tags and most structs come from the *.desc
 * files in src/backend/nodes (see gennodes.pl).  This header also holds the
 * few enums that parser, planner and executor have in common.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/nodes.h
 */
#ifndef NODES_H
#define NODES_H

typedef enum NodeTag
{
	T_Invalid = 0,
#include "nodes/nodetags.h"
	NUM_NODE_TAGS
} NodeTag;

typedef struct Node
{
	NodeTag type;
} Node;

#define nodeTag(n) (((const Node *) (n))->type)
#define NodeSetTag(n, t) (((Node *) (n))->type = (t))
#define IsA(n, T) (nodeTag(n) == T_##T)

/* A zeroed node in the current memory context. */
#define newNode(size, tag) \
	({ Node *new_node_ = (Node *) palloc0(size); \
	   new_node_->type = (tag); \
	   new_node_; })
#define makeNode(T) ((T *) newNode(sizeof(T), T_##T))

#ifdef USE_ASSERT_CHECKING
static inline Node *
castNodeImpl(NodeTag tag, void *ptr)
{
	Assert(ptr == NULL || nodeTag(ptr) == tag);
	return (Node *) ptr;
}
#define castNode(T, n) ((T *) castNodeImpl(T_##T, n))
#else
#define castNode(T, n) ((T *) (n))
#endif

/* outfuncs.c, read.c, copyfuncs.c, equalfuncs.c */
struct Bitmapset;
struct StringInfoData;

extern bool equal(const void *a, const void *b);
extern void *copyObjectImpl(const void *from);
#define copyObject(obj) ((typeof(obj)) copyObjectImpl(obj))

extern char *nodeToString(const void *obj);
extern char *bmsToString(const struct Bitmapset *bms);
extern void outNode(struct StringInfoData *str, const void *obj);
extern void outToken(struct StringInfoData *str, const char *s);
extern void outBitmapset(struct StringInfoData *str, const struct Bitmapset *bms);
extern void outDatum(struct StringInfoData *str, uintptr_t value, int typlen,
					 bool typbyval);
extern void *stringToNode(const char *str);
extern struct Bitmapset *readBitmapset(void);
extern uintptr_t readDatum(bool typbyval);

/* ---- planner numbers ---- */
typedef double Selectivity; /* fraction of rows, 0 to 1 */
typedef double Cost; /* in units of a sequential page read */
typedef double Cardinality; /* rows */

/* ---- kinds of statement ---- */
typedef enum CmdType
{
	CMD_UNKNOWN,
	CMD_SELECT,
	CMD_UPDATE,
	CMD_INSERT,
	CMD_DELETE,
	CMD_MERGE,
	CMD_UTILITY, /* everything the planner does not see */
	CMD_NOTHING /* what an empty rule leaves */
} CmdType;

/* The first six are SQL's or stored; the last two live in the planner only. */
typedef enum JoinType
{
	JOIN_INNER,
	JOIN_LEFT,
	JOIN_FULL,
	JOIN_RIGHT,
	JOIN_SEMI,
	JOIN_ANTI,
	JOIN_UNIQUE_OUTER,
	JOIN_UNIQUE_INNER
} JoinType;

#define IS_OUTER_JOIN(j) \
	((j) == JOIN_LEFT || (j) == JOIN_FULL || (j) == JOIN_RIGHT || (j) == JOIN_ANTI)

typedef enum AggStrategy
{
	AGG_PLAIN,
	AGG_SORTED,
	AGG_HASHED,
	AGG_MIXED
} AggStrategy;

/* Bits that say which half of an aggregate a node computes. */
#define AGGSPLITOP_COMBINE 0x01
#define AGGSPLITOP_SKIPFINAL 0x02
#define AGGSPLITOP_SERIALIZE 0x04
#define AGGSPLITOP_DESERIALIZE 0x08

typedef enum AggSplit
{
	AGGSPLIT_SIMPLE = 0,
	AGGSPLIT_INITIAL_SERIAL = AGGSPLITOP_SKIPFINAL | AGGSPLITOP_SERIALIZE,
	AGGSPLIT_FINAL_DESERIAL = AGGSPLITOP_COMBINE | AGGSPLITOP_DESERIALIZE
} AggSplit;

#define DO_AGGSPLIT_COMBINE(s) (((s) &AGGSPLITOP_COMBINE) != 0)
#define DO_AGGSPLIT_SKIPFINAL(s) (((s) &AGGSPLITOP_SKIPFINAL) != 0)
#define DO_AGGSPLIT_SERIALIZE(s) (((s) &AGGSPLITOP_SERIALIZE) != 0)
#define DO_AGGSPLIT_DESERIALIZE(s) (((s) &AGGSPLITOP_DESERIALIZE) != 0)

typedef enum SetOpCmd
{
	SETOPCMD_INTERSECT,
	SETOPCMD_INTERSECT_ALL,
	SETOPCMD_EXCEPT,
	SETOPCMD_EXCEPT_ALL
} SetOpCmd;

typedef enum SetOpStrategy
{
	SETOP_SORTED,
	SETOP_HASHED
} SetOpStrategy;

typedef enum OnConflictAction
{
	ONCONFLICT_NONE,
	ONCONFLICT_NOTHING,
	ONCONFLICT_UPDATE
} OnConflictAction;

typedef enum LimitOption
{
	LIMIT_OPTION_COUNT,
	LIMIT_OPTION_WITH_TIES,
	LIMIT_OPTION_DEFAULT /* no LIMIT; parser only */
} LimitOption;

#endif /* NODES_H */

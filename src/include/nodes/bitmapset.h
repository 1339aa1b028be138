/*
 * bitmapset.h
 *		Sets of small non-negative integers.
 *
 * NULL is the empty set, and a non-NULL set always has a last word that is
 * not zero; so two equal sets have the same length.  Functions named add, del,
 * int_members, join may change or free their first argument and return the
 * result; the others return a fresh set in the current memory context.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/bitmapset.h
 */
#ifndef BITMAPSET_H
#define BITMAPSET_H

struct List;

#define BITS_PER_BITMAPWORD 64
typedef uint64 bitmapword;
typedef int64 signedbitmapword;

typedef struct Bitmapset
{
	int nwords;
	bitmapword words[FLEXIBLE_ARRAY_MEMBER];
} Bitmapset;

typedef Bitmapset *Relids;

typedef enum BMS_Comparison
{
	BMS_EQUAL,
	BMS_SUBSET1,
	BMS_SUBSET2,
	BMS_DIFFERENT
} BMS_Comparison;

typedef enum BMS_Membership
{
	BMS_EMPTY_SET,
	BMS_SINGLETON,
	BMS_MULTIPLE
} BMS_Membership;

/* questions */
extern bool bms_is_member(int x, const Bitmapset *a);
extern int bms_member_index(Bitmapset *a, int x);
extern bool bms_overlap(const Bitmapset *a, const Bitmapset *b);
extern bool bms_overlap_list(const Bitmapset *a, const struct List *b);
extern bool bms_nonempty_difference(const Bitmapset *a, const Bitmapset *b);
extern bool bms_equal(const Bitmapset *a, const Bitmapset *b);
extern int bms_compare(const Bitmapset *a, const Bitmapset *b);
extern bool bms_is_subset(const Bitmapset *a, const Bitmapset *b);
extern BMS_Comparison bms_subset_compare(const Bitmapset *a,
										 const Bitmapset *b);
extern int bms_num_members(const Bitmapset *a);
extern BMS_Membership bms_membership(const Bitmapset *a);
extern int bms_singleton_member(const Bitmapset *a);
extern bool bms_get_singleton_member(const Bitmapset *a, int *member);
extern bool bms_is_empty(const Bitmapset *a);
extern uint32 bms_hash_value(const Bitmapset *a);
extern uint32 bitmap_hash(const void *key, Size keysize);
extern int bitmap_match(const void *key1, const void *key2, Size keysize);

/* walking: start with -1 (next) or -1 (prev); the end is -2 */
extern int bms_next_member(const Bitmapset *a, int prevbit);
extern int bms_prev_member(const Bitmapset *a, int prevbit);

/* a fresh set */
extern Bitmapset *bms_make_singleton(int x);
extern Bitmapset *bms_copy(const Bitmapset *a);
extern Bitmapset *bms_union(const Bitmapset *a, const Bitmapset *b);
extern Bitmapset *bms_intersect(const Bitmapset *a, const Bitmapset *b);
extern Bitmapset *bms_difference(const Bitmapset *a, const Bitmapset *b);

/* in place */
extern void bms_free(Bitmapset *a);
extern Bitmapset *bms_add_member(Bitmapset *a, int x);
extern Bitmapset *bms_del_member(Bitmapset *a, int x);
extern Bitmapset *bms_add_members(Bitmapset *a, const Bitmapset *b);
extern Bitmapset *bms_add_range(Bitmapset *a, int lower, int upper);
extern Bitmapset *bms_int_members(Bitmapset *a, const Bitmapset *b);
extern Bitmapset *bms_del_members(Bitmapset *a, const Bitmapset *b);
extern Bitmapset *bms_join(Bitmapset *a, Bitmapset *b);
extern int bms_first_member(Bitmapset *a);

#endif /* BITMAPSET_H */

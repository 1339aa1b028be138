/*
 * t_fsmpage.c
 *		One page of the free space map, against a plain array as the model.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_fsmpage.c
 */
#include "tap.h"

#include "storage/bufmgr.h"
#include "storage/checksum.h"
#include "storage/fsm_internals.h"

static PGAlignedBlock block;
static uint8 model[4096];
static uint64 seed = 20260101;

static uint32
next_random(void)
{
	seed = seed * UINT64CONST(6364136223846793005) + 1442695040888963407;
	return (uint32) (seed >> 33);
}

/* First slot from start on, wrapping round, that has min. */
static int
model_search(int start, uint8 min)
{
	int n = SlotsPerFSMPage;

	for (int i = 0; i < n; i++)
		if (model[(start + i) % n] >= min)
			return (start + i) % n;
	return -1;
}

static bool
tree_is_consistent(void)
{
	FSMPage fsm = (FSMPage) PageGetContents(block.data);
	int n = NodesPerPage;

	for (int i = 0; i < (int) NonLeafNodesPerPage; i++)
	{
		uint8 l = 2 * i + 1 < n ? fsm->fp_nodes[2 * i + 1] : 0;
		uint8 r = 2 * i + 2 < n ? fsm->fp_nodes[2 * i + 2] : 0;

		if (fsm->fp_nodes[i] != Max(l, r))
			return false;
	}
	return true;
}

/*
 * Block 2 of base/5/1247_fsm (pg_type) as initdb of stock 15.20 left it, with
 * checksums: the bytes that are not 0 among the slots, and its checksum.
 */
static void
test_stock_page(void)
{
	static const uint8 slots[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 2, 2, 202};
	static const uint8 upper[] = {2, 2, 2, 2, 2, 2, 2, 202}; /* from byte 2075 */
	Page page = (Page) block.data;

	PageInit(page, BLCKSZ, 0);
	for (int i = 0; i < lengthof(slots); i++)
		fsm_set_avail(page, i, slots[i]);
	is_mem(block.data + 4123, slots, sizeof(slots), "slots begin at byte 4123");
	is_mem(block.data + 2075, upper, sizeof(upper), "inner nodes are stock's");
	is_int(block.data[28] & 0xFF, 202, "the root is at byte 28");
	PageSetLSN(page, UINT64CONST(0x011B9EF0));
	is_int(pg_checksum_page(block.data, 2), 120 + 65 * 256,
		   "all bytes together have stock's checksum");
	memset(block.data, 0, BLCKSZ);
}

int
main(void)
{
	Page page = (Page) block.data;
	FSMPage fsm = (FSMPage) PageGetContents(block.data);
	bool same = true;
	bool found = true;

	unit_init();
	/* buffer 1 is our page; nothing else of the pool is used */
	NBuffers = 1;
	BufferBlocks = block.data;
	PageInit(page, BLCKSZ, 0);

	test_stock_page();
	PageInit(page, BLCKSZ, 0);
	is_int(SlotsPerFSMPage, 4069, "slots of a page");
	is_int(fsm_search_avail(1, 1, false, true), -1, "an empty map has nothing");
	fsm_set_avail(page, 4068, 10);
	is_int(fsm_get_max_avail(page), 10, "the last slot reaches the root");
	is_int(fsm_search_avail(1, 10, true, true), 4068, "and is found");
	is_int(fsm->fp_next_slot, 4069, "the next search begins behind it");
	is_int(fsm_search_avail(1, 5, false, true), 4068, "or at the start again");
	fsm_set_avail(page, 4068, 0);

	for (int i = 0; i < 20000; i++)
	{
		int slot = next_random() % SlotsPerFSMPage;
		uint8 value = next_random() % 8 == 0 ? next_random() % 256 : 0;
		uint8 want = 1 + next_random() % 255;
		int start;
		int got;

		fsm_set_avail(page, slot, value);
		model[slot] = value;
		same &= fsm_get_avail(page, slot) == value;
		start = fsm->fp_next_slot;
		if (start >= (int) SlotsPerFSMPage)
			start = 0;
		got = fsm_search_avail(1, want, i % 2 == 0, true);
		found &= got == model_search(start, want);
	}
	ok(same, "slots keep their values (seed %d)", 20260101);
	ok(found, "searches agree with the model");
	ok(tree_is_consistent(), "each node is the larger of its children");

	fsm->fp_nodes[0] = 0;
	ok(fsm_rebuild_page(page), "a torn page is repaired");
	ok(tree_is_consistent(), "to a consistent tree");
	ok(fsm_truncate_avail(page, 100), "truncation forgets slots");
	is_int(fsm_get_avail(page, 100), 0, "those from there on");
	is_int(fsm_get_avail(page, 99), model[99], "no others");
	ok(tree_is_consistent(), "and keeps the tree consistent");
	return done_testing();
}

/*
 * pg_prewarm.c
 *		SQL function that reads a range of blocks of a relation.
 *
 * Modes: "prefetch" asks the kernel to read ahead and returns at once, "read"
 * reads into a private page, "buffer" reads into shared buffers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * contrib/pg_prewarm/pg_prewarm.c
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/index.h"
#include "catalog/pg_class.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

PG_MODULE_MAGIC;
PG_FUNCTION_INFO_V1(pg_prewarm);

typedef enum PrewarmMode
{
	MODE_PREFETCH,
	MODE_READ,
	MODE_BUFFER
} PrewarmMode;

static PrewarmMode
parse_mode(text *word)
{
	char *mode = text_to_cstring(word);

	if (strcmp(mode, "prefetch") == 0)
		return MODE_PREFETCH;
	if (strcmp(mode, "read") == 0)
		return MODE_READ;
	if (strcmp(mode, "buffer") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid prewarm type"),
				 errhint("Valid prewarm types are \"prefetch\", \"read\", and \"buffer\".")));
	return MODE_BUFFER;
}

/* One end of the range; NULL stands for the end of the fork. */
static int64
parse_block(FunctionCallInfo fcinfo, int arg, int64 nblocks, int64 if_null, const char *name)
{
	int64 block;

	if (PG_ARGISNULL(arg))
		return if_null;
	block = PG_GETARG_INT64(arg);
	if (block < 0 || block >= nblocks)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must be between 0 and %lld", name, (long long) (nblocks - 1))));
	return block;
}

/* Lock the table of an index first, as everyone does, to avoid deadlocks. */
static Relation
open_and_check(Oid relid, Oid *table)
{
	Relation rel;
	AclResult acl;

	*table = InvalidOid;
	if (get_rel_relkind(relid) == RELKIND_INDEX)
	{
		*table = IndexGetRelation(relid, true);
		if (OidIsValid(*table))
			LockRelationOid(*table, AccessShareLock);
	}
	rel = relation_open(relid, AccessShareLock);
	acl = pg_class_aclcheck(OidIsValid(*table) ? *table : relid, GetUserId(), ACL_SELECT);
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, get_relkind_objtype(rel->rd_rel->relkind), RelationGetRelationName(rel));
	return rel;
}

static void
warm_block(Relation rel, ForkNumber fork, BlockNumber block, PrewarmMode mode)
{
	static PGAlignedBlock page;

	switch (mode)
	{
		case MODE_PREFETCH:
			PrefetchBuffer(rel, fork, block);
			break;
		case MODE_READ:
			smgrread(RelationGetSmgr(rel), fork, block, page.data);
			break;
		case MODE_BUFFER:
			ReleaseBuffer(ReadBufferExtended(rel, fork, block, RBM_NORMAL, NULL));
			break;
	}
}

/*
 * pg_prewarm(relation, mode, fork, first_block, last_block) returns int8
 *		Number of blocks that were read or asked for.
 */
Datum
pg_prewarm(PG_FUNCTION_ARGS)
{
	PrewarmMode mode;
	ForkNumber fork;
	Relation rel;
	Oid table;
	int64 nblocks;
	int64 first;
	int64 last;
	int64 done = 0;

	for (int i = 0; i < 3; i++)
	{
		static const char *const what[] = {"relation", "prewarm type", "relation fork"};

		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("%s cannot be null", what[i])));
	}
	mode = parse_mode(PG_GETARG_TEXT_PP(1));
	fork = forkname_to_number(text_to_cstring(PG_GETARG_TEXT_PP(2)));
	rel = open_and_check(PG_GETARG_OID(0), &table);
	/* a view has none at all */
	if (!RELKIND_HAS_STORAGE(rel->rd_rel->relkind) || !smgrexists(RelationGetSmgr(rel), fork))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("fork \"%s\" does not exist for this relation", forkNames[fork])));
	nblocks = RelationGetNumberOfBlocksInFork(rel, fork);
	first = parse_block(fcinfo, 3, nblocks, 0, "starting block number");
	last = parse_block(fcinfo, 4, nblocks, nblocks - 1, "ending block number");

	for (int64 block = first; block <= last; block++)
	{
		CHECK_FOR_INTERRUPTS();
		warm_block(rel, fork, (BlockNumber) block, mode);
		done++;
	}
	relation_close(rel, AccessShareLock);
	if (OidIsValid(table))
		UnlockRelationOid(table, AccessShareLock);
	PG_RETURN_INT64(done);
}

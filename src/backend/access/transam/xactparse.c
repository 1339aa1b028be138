/*
 * xactparse.c
 *		Takes commit, abort and prepare records apart.
 *
 * Used by replay and, with FRONTEND, by programs that print the log.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/access/transam/xactparse.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "access/xact.h"
#include "access/xlogrecord.h"

/* Cursor over the packed chunks. */
typedef struct ChunkCursor
{
	char *ptr;
} ChunkCursor;

static int
take_int(ChunkCursor *cur)
{
	int value;

	memcpy(&value, cur->ptr, sizeof(value));
	cur->ptr += sizeof(value);
	return value;
}

/* A counted array of items of itemsize bytes; the pointer is into the record. */
static void *
take_array(ChunkCursor *cur, int *n, Size itemsize)
{
	void *array;

	*n = take_int(cur);
	array = cur->ptr;
	cur->ptr += *n * itemsize;
	return array;
}

/*
 * All chunks behind the time.  Abort records are parsed into the same structure,
 * whose members they have a part of.
 */
static void
parse_chunks(uint8 info, char *ptr, xl_xact_parsed_commit *parsed)
{
	ChunkCursor cur = {ptr};

	if (!(info & XLOG_XACT_HAS_INFO))
		return;
	parsed->xinfo = (uint32) take_int(&cur);
	if (parsed->xinfo & XACT_XINFO_HAS_DBINFO)
	{
		parsed->dbId = (Oid) take_int(&cur);
		parsed->tsId = (Oid) take_int(&cur);
	}
	if (parsed->xinfo & XACT_XINFO_HAS_SUBXACTS)
		parsed->subxacts = take_array(&cur, &parsed->nsubxacts, sizeof(TransactionId));
	if (parsed->xinfo & XACT_XINFO_HAS_RELFILENODES)
		parsed->xnodes = take_array(&cur, &parsed->nrels, sizeof(RelFileNode));
	if (parsed->xinfo & XACT_XINFO_HAS_DROPPED_STATS)
		parsed->stats = take_array(&cur, &parsed->nstats, sizeof(xl_xact_stats_item));
	if (parsed->xinfo & XACT_XINFO_HAS_INVALS)
		parsed->msgs = take_array(&cur, &parsed->nmsgs, sizeof(SharedInvalidationMessage));
	if (parsed->xinfo & XACT_XINFO_HAS_TWOPHASE)
	{
		parsed->twophase_xid = (TransactionId) take_int(&cur);
		if (parsed->xinfo & XACT_XINFO_HAS_GID)
		{
			strlcpy(parsed->twophase_gid, cur.ptr, sizeof(parsed->twophase_gid));
			cur.ptr += strlen(cur.ptr) + 1;
		}
	}
	if (parsed->xinfo & XACT_XINFO_HAS_ORIGIN)
	{
		xl_xact_origin origin;

		memcpy(&origin, cur.ptr, sizeof(origin));
		parsed->origin_lsn = origin.origin_lsn;
		parsed->origin_timestamp = origin.origin_timestamp;
	}
}

/*
 * ParseCommitRecord
 *		info: the record's info byte; xlrec: its main data.  Arrays in *parsed point
 *		into the record and may be unaligned for types wider than 4 bytes.
 */
void
ParseCommitRecord(uint8 info, xl_xact_commit *xlrec, xl_xact_parsed_commit *parsed)
{
	memset(parsed, 0, sizeof(*parsed));
	parsed->xact_time = xlrec->xact_time;
	parse_chunks(info, (char *) xlrec + MinSizeOfXactCommit, parsed);
}

/* The same for an abort record. */
void
ParseAbortRecord(uint8 info, xl_xact_abort *xlrec, xl_xact_parsed_abort *parsed)
{
	xl_xact_parsed_commit all;

	memset(&all, 0, sizeof(all));
	parse_chunks(info, (char *) xlrec + MinSizeOfXactAbort, &all);

	memset(parsed, 0, sizeof(*parsed));
	parsed->xact_time = xlrec->xact_time;
	parsed->xinfo = all.xinfo;
	parsed->dbId = all.dbId;
	parsed->tsId = all.tsId;
	parsed->nsubxacts = all.nsubxacts;
	parsed->subxacts = all.subxacts;
	parsed->nrels = all.nrels;
	parsed->xnodes = all.xnodes;
	parsed->nstats = all.nstats;
	parsed->stats = all.stats;
	parsed->twophase_xid = all.twophase_xid;
	memcpy(parsed->twophase_gid, all.twophase_gid, sizeof(parsed->twophase_gid));
	parsed->origin_lsn = all.origin_lsn;
	parsed->origin_timestamp = all.origin_timestamp;
}

/* The same for a PREPARE record, whose pieces are padded to 8 bytes. */
void
ParsePrepareRecord(uint8 info, xl_xact_prepare *xlrec, xl_xact_parsed_prepare *parsed)
{
	char *ptr = (char *) xlrec + MAXALIGN(sizeof(xl_xact_prepare));

	memset(parsed, 0, sizeof(*parsed));
	parsed->xact_time = xlrec->prepared_at;
	parsed->origin_lsn = xlrec->origin_lsn;
	parsed->origin_timestamp = xlrec->origin_timestamp;
	parsed->twophase_xid = xlrec->xid;
	parsed->dbId = xlrec->database;
	parsed->nsubxacts = xlrec->nsubxacts;
	parsed->nrels = xlrec->ncommitrels;
	parsed->nabortrels = xlrec->nabortrels;
	parsed->nstats = xlrec->ncommitstats;
	parsed->nabortstats = xlrec->nabortstats;
	parsed->nmsgs = xlrec->ninvalmsgs;

	strlcpy(parsed->twophase_gid, ptr, Min(xlrec->gidlen, GIDSIZE));
	ptr += MAXALIGN(xlrec->gidlen);
	parsed->subxacts = (TransactionId *) ptr;
	ptr += MAXALIGN(xlrec->nsubxacts * sizeof(TransactionId));
	parsed->xnodes = (RelFileNode *) ptr;
	ptr += MAXALIGN(xlrec->ncommitrels * sizeof(RelFileNode));
	parsed->abortnodes = (RelFileNode *) ptr;
	ptr += MAXALIGN(xlrec->nabortrels * sizeof(RelFileNode));
	parsed->stats = (xl_xact_stats_item *) ptr;
	ptr += MAXALIGN(xlrec->ncommitstats * sizeof(xl_xact_stats_item));
	parsed->abortstats = (xl_xact_stats_item *) ptr;
	ptr += MAXALIGN(xlrec->nabortstats * sizeof(xl_xact_stats_item));
	parsed->msgs = (SharedInvalidationMessage *) ptr;
}

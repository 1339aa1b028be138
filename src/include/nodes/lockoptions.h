/*
 * lockoptions.h
 *		Row lock strengths and what to do when a row is locked already.
 *
 * LockClauseStrength and LockWaitPolicy are stored in rules; LockTupleMode
 * is what heap_lock_tuple and MultiXacts speak of.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/lockoptions.h
 */
#ifndef LOCKOPTIONS_H
#define LOCKOPTIONS_H

/* FOR KEY SHARE up to FOR UPDATE; a higher value is a stronger lock. */
typedef enum LockClauseStrength
{
	LCS_NONE,
	LCS_FORKEYSHARE,
	LCS_FORSHARE,
	LCS_FORNOKEYUPDATE,
	LCS_FORUPDATE
} LockClauseStrength;

typedef enum LockWaitPolicy
{
	LockWaitBlock,
	LockWaitSkip,
	LockWaitError
} LockWaitPolicy;

typedef enum LockTupleMode
{
	LockTupleKeyShare,
	LockTupleShare,
	LockTupleNoKeyExclusive,
	LockTupleExclusive
} LockTupleMode;

#endif /* LOCKOPTIONS_H */

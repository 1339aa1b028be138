/*
 * xact_participant.h
 *		How upper layers take part in the ends of transactions.
 *
 * xact.c lies below the catalogs, caches, portals and triggers, yet they have work
 * to do when a transaction ends.  Each registers one XactParticipant at program
 * start (main/register.c); within a phase they are called in order of
 * registration.  Modules below xact.c (buffers, files, locks, settings) are
 * called by it directly.  The README has the whole order of one commit.
 *
 * A NULL member means nothing to do in that phase.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/xact_participant.h
 */
#ifndef XACT_PARTICIPANT_H
#define XACT_PARTICIPANT_H

#include "access/xact.h"

/* Facts about an ending subtransaction. */
typedef struct SubXactEnd
{
	bool is_commit;
	SubTransactionId subid;
	SubTransactionId parent_subid;
	int nest_level; /* of the one that ends; its parent has one less */
	struct ResourceOwnerData *owner;
	struct ResourceOwnerData *parent_owner;
} SubXactEnd;

typedef struct XactParticipant
{
	const char *name;

	/* ---- start ---- */
	void (*start)(void);
	void (*sub_start)(void);

	/* ---- commands: CommandCounterIncrement, in this order ---- */
	void (*set_command_id)(CommandId cid); /* snapshots see it */
	void (*command_done)(void); /* caches drop what has changed */

	/* ---- commit, in this order; errors still abort ---- */

	/*
	 * Work that may make more work (deferred triggers, held cursors).  Returns
	 * true to have every participant asked again.
	 */
	bool (*commit_rounds)(void);
	/* After XACT_EVENT_PRE_COMMIT: last changes of data. */
	void (*pre_commit)(void);
	/* Interrupts are held: just before the commit record. */
	void (*last_before_record)(bool is_commit);

	/* ---- contents of the commit or abort record ---- */
	int (*dropped_relations)(bool for_commit, RelFileNode **rels);
	int (*invalidations)(SharedInvalidationMessage **msgs,
						 bool *relcache_init_file_inval);

	/* ---- after the fate is decided; errors are not welcome ---- */
	void (*before_locks)(bool is_commit); /* caches, invalidations */
	void (*after_locks)(bool is_commit); /* files, notifications, state */

	/* ---- abort ---- */
	void (*abort_first)(void); /* portals, triggers: nothing may run again */
	void (*cleanup)(void); /* memory may go: drop what points into it */

	/* ---- subtransactions ---- */
	void (*sub_pre_end)(const SubXactEnd *end);
	void (*sub_before_locks)(const SubXactEnd *end);
	void (*sub_after_locks)(const SubXactEnd *end);
	void (*sub_cleanup)(const SubXactEnd *end);

	/* ---- recovery ---- */
	void (*redo_drop_relations)(RelFileNode *rels, int nrels, bool is_redo);
	void (*redo_invalidations)(SharedInvalidationMessage *msgs, int nmsgs,
							   bool init_file_inval, Oid dbid, Oid tsid);
} XactParticipant;

#define MAX_XACT_PARTICIPANTS 32

/* xactparticipant.c */
extern void xact_register_participant(const XactParticipant *participant);

/* The list, for xact.c and xactlog.c. */
extern const XactParticipant *xact_participants[MAX_XACT_PARTICIPANTS];
extern int n_xact_participants;

#define XACT_PARTICIPANTS_DO(member, args)                  \
	do                                                      \
	{                                                       \
		for (int ip_ = 0; ip_ < n_xact_participants; ip_++) \
			if (xact_participants[ip_]->member != NULL)     \
				xact_participants[ip_]->member args;        \
	} while (0)

#endif /* XACT_PARTICIPANT_H */

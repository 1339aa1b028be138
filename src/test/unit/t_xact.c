/*
 * t_xact.c
 *		Transaction blocks: every kind of end, and what is committed then.
 *
 * A script of commands is run as the main loop would, each between
 * StartTransactionCommand and CommitTransactionCommand; after each the block's
 * status letter is compared, at the end the fate of the xids in pg_xact.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_xact.c
 */
#include "cluster.h"

#include "access/xact_participant.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

/* The xids that the script's "x" commands were given, in order. */
static TransactionId xids[16];
static int nxids;
static char trace[256];

static void
note(const char *what)
{
	strlcat(trace, what, sizeof(trace));
}

/* Run one command; "!" is one that fails. */
static void
command(const char *cmd)
{
	StartTransactionCommand();
	switch (*cmd)
	{
		case 'B':
			BeginTransactionBlock();
			break;
		case 'C':
			EndTransactionBlock(cmd[1] == '&');
			break;
		case 'R':
			UserAbortTransactionBlock(cmd[1] == '&');
			break;
		case 'S':
			DefineSavepoint(cmd + 1);
			break;
		case 'L':
			ReleaseSavepoint(cmd + 1);
			break;
		case 'T':
			RollbackToSavepoint(cmd + 1);
			break;
		case 'I':
			BeginImplicitTransactionBlock();
			break;
		case 'E':
			EndImplicitTransactionBlock();
			break;
		case 'x':
			if (!IsAbortedTransactionBlockState())
				xids[nxids++] = GetCurrentTransactionId();
			break;
		case '!':
			AbortCurrentTransaction();
			return;
	}
	CommitTransactionCommand();
}

/*
 * script: commands separated by blanks, each followed by '=' and the status
 * letter expected after it.  fates: c or a for each x.
 */
static void
script(const char *text, const char *fates)
{
	char *copy = pstrdup(text);
	bool all_right = true;

	nxids = 0;
	for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
	{
		char *eq = strchr(word, '=');

		*eq = '\0';
		command(word);
		if (TransactionBlockStatusCode() != eq[1])
		{
			printf("# after \"%s\" the status is %c, not %c\n", word,
				   TransactionBlockStatusCode(), eq[1]);
			all_right = false;
		}
	}
	ok(all_right, "status letters of: %s", text);
	for (int i = 0; i < nxids; i++)
	{
		bool committed = TransactionIdDidCommit(xids[i]);
		bool aborted = TransactionIdDidAbort(xids[i]);

		ok(fates[i] == 'c' ? committed && !aborted : aborted && !committed,
		   "xid %d of it is %s", i + 1, fates[i] == 'c' ? "committed" : "aborted");
	}
	ok(!IsTransactionOrTransactionBlock() && CurrentResourceOwner == NULL &&
		   CurTransactionContext == NULL && MyProc->xid == InvalidTransactionId,
	   "and nothing is left of it");
}

static void
blocks(void)
{
	cluster_start();
	script("x=I x=I", "cc");
	script("B=T x=T C=I", "c");
	script("B=T x=T R=I", "a");
	script("B=T x=T !=E x=E C=I", "a");
	script("B=T x=T !=E R=I", "a");
	script("B=T x=T Sa=T x=T C=I", "cc");
	script("B=T x=T Sa=T x=T La=T C=I", "cc");
	script("B=T x=T Sa=T x=T Ta=T x=T C=I", "cac");
	script("B=T x=T Sa=T x=T !=E Ta=T x=T C=I", "cac");
	script("B=T x=T Sa=T x=T Sb=T x=T Sc=T x=T Ta=T C=I", "caaa");
	script("B=T x=T Sa=T x=T Sb=T x=T !=E C=I", "aaa");
	script("B=T x=T Sa=T x=T Sb=T x=T La=T R=I", "aaa");
	script("B=T x=T Sa=T x=T Sb=T x=T Lb=T Ta=T C=I", "caa");
	script("B=T Sa=T Sb=T x=T C=I", "c");
	script("B=T x=T C&=T x=T R&=T x=T C=I", "cac");
	script("I=T x=T x=T E=I x=I", "ccc");
	script("I=T x=T !=I x=I", "ac");
	script("I=T x=T C=I x=I", "cc");
	script("I=T x=T B=T x=T C=I", "cc");
	script("x=I C=I R=I x=I", "cc");
	script("B=T B=T x=T C=I", "c");
	script("!=I x=I", "c");
	cluster_leave();
}

static bool
round_once(void)
{
	static bool done = false;

	note("r");
	done = !done;
	return done;
}

static void
on_start(void)
{
	note("s");
}
static void
on_pre(void)
{
	note("p");
}
static void
on_last(bool c)
{
	note(c ? "l" : "m");
}
static void
on_before(bool c)
{
	note(c ? "b" : "d");
}
static void
on_after(bool c)
{
	note(c ? "a" : "e");
}
static void
on_abort(void)
{
	note("A");
}
static void
on_cleanup(void)
{
	note(".");
}
static void
on_sub_start(void)
{
	note("(");
}
static void
on_sub_end(const SubXactEnd *end)
{
	note(end->is_commit ? ")" : "/");
}
static void
on_done(void)
{
	note("n");
}

static const XactParticipant witness = {
	.name = "witness",
	.start = on_start,
	.sub_start = on_sub_start,
	.command_done = on_done,
	.commit_rounds = round_once,
	.pre_commit = on_pre,
	.last_before_record = on_last,
	.before_locks = on_before,
	.after_locks = on_after,
	.abort_first = on_abort,
	.cleanup = on_cleanup,
	.sub_pre_end = on_sub_end,
};

/* The order in which a participant gets its turns. */
static void
order(void)
{
	xact_register_participant(&witness);
	cluster_start();
	trace[0] = '\0';
	command("x");
	is_str(trace, "srrplba.", "of a commit: two rounds, record, release, cleanup");
	trace[0] = '\0';
	command("B");
	command("x");
	command("Sa");
	command("x");
	command("!");
	is_str(trace, "s(/", "of a failed subtransaction");
	command("R");
	is_str(trace, "s(/Amde.", "and of the abort after it");

	trace[0] = '\0';
	StartTransactionCommand();
	BeginInternalSubTransaction(NULL);
	GetCurrentTransactionId();
	(void) GetCurrentCommandId(true);
	ReleaseCurrentSubTransaction();
	is_int(GetCurrentCommandId(false), 1, "a subtransaction's end is a command's end");
	CommitTransactionCommand();
	is_str(trace, "s(n)rrplba.", "and its participant's turns");
	cluster_leave();
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cluster_make();
	cluster_run("blocks", blocks);
	cluster_run("order", order);
	cluster_remove();
	return done_testing();
}

/*
 * interrupts.c
 *		What a backend does when a signal asks it for something.
 *
 * A handler only sets a flag and the latch.  ProcessInterrupts, reached
 * through CHECK_FOR_INTERRUPTS at safe points, turns flags into errors: an end
 * of the session is FATAL, a cancelled statement is ERROR.  HoldInterrupts
 * and critical sections put it off.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/tcop/interrupts.c
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "access/xact.h"
#include "libpq/libpq-be.h"
#include "libpq/libpq.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/postmaster.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/proc.h"
#include "storage/procsignal.h"
#include "storage/sinval.h"
#include "tcop/tcopprot.h"
#include "utils/timeout.h"

bool DoingCommandRead;

/* Handler of SIGTERM: end this session at the next safe point. */
void
die(int signo)
{
	int save_errno = errno;

	if (!proc_exit_inprogress)
	{
		InterruptPending = true;
		ProcDiePending = true;
	}
	SetLatch(MyLatch);
	errno = save_errno;
}

/* Handler of SIGINT: give up the running statement. */
void
StatementCancelHandler(int signo)
{
	int save_errno = errno;

	if (!proc_exit_inprogress)
	{
		InterruptPending = true;
		QueryCancelPending = true;
	}
	SetLatch(MyLatch);
	errno = save_errno;
}

/*
 * Handler of SIGQUIT: another process died and shared memory may be wrong,
 * or an immediate shutdown was asked for.  Nothing shared is touched: tell
 * the client with one write, and leave.
 */
void
quickdie(int signo)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	HOLD_INTERRUPTS();
	if (whereToSendOutput == DestRemote)
		ereport(WARNING_CLIENT_ONLY,
				(errcode(ERRCODE_CRASH_SHUTDOWN),
				 errmsg("terminating connection because of crash of another server process"),
				 errdetail("The server ends every session, since another "
						   "process ended abnormally and may have left "
						   "shared memory in a wrong state, or since an "
						   "immediate shutdown was ordered."),
				 errhint("Reconnect in a moment and repeat the command.")));
	_exit(2);
}

/* Handler of SIGFPE: a machine trap that the arithmetic did not foresee. */
void
FloatExceptionHandler(int signo)
{
	ereport(ERROR,
			(errcode(ERRCODE_FLOATING_POINT_EXCEPTION),
			 errmsg("floating-point exception"),
			 errdetail("An operation had no valid result, such as a "
					   "division by zero or an overflow.")));
	pg_unreachable();
}

/* End the session if that was asked for; the words depend on who asked. */
static void
process_die(void)
{
	ProcDiePending = false;
	QueryCancelPending = false;
	LockErrorCleanup();
	if (ClientAuthInProgress || ClientConnectionLost)
		whereToSendOutput = whereToSendOutput == DestRemote ? DestNone : whereToSendOutput;
	if (ClientAuthInProgress)
		ereport(FATAL,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("canceling authentication due to timeout")));
	ereport(FATAL,
			(errcode(ERRCODE_ADMIN_SHUTDOWN),
			 errmsg("terminating connection due to administrator command")));
}

/* Give up the statement, for the most pressing of the possible reasons. */
static void
process_cancel(void)
{
	bool lock_timeout;
	bool stmt_timeout;

	if (QueryCancelHoldoffCount != 0)
	{
		InterruptPending = true; /* again, when that is over */
		return;
	}
	QueryCancelPending = false;
	lock_timeout = get_timeout_indicator(LOCK_TIMEOUT, true);
	stmt_timeout = get_timeout_indicator(STATEMENT_TIMEOUT, true);
	if (lock_timeout && stmt_timeout &&
		get_timeout_finish_time(STATEMENT_TIMEOUT) < get_timeout_finish_time(LOCK_TIMEOUT))
		lock_timeout = false;
	LockErrorCleanup();
	if (lock_timeout)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("canceling statement due to lock timeout")));
	if (stmt_timeout)
		ereport(ERROR,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("canceling statement due to statement timeout")));
	if (!DoingCommandRead)
		ereport(ERROR,
				(errcode(ERRCODE_QUERY_CANCELED),
				 errmsg("canceling statement due to user request")));
}

/* Time to see whether the client still is there; if so, again later. */
static void
check_client(void)
{
	CheckClientConnectionPending = false;
	if (DoingCommandRead || client_connection_check_interval <= 0)
		return;
	if (!pq_check_connection())
		ClientConnectionLost = true;
	else
		enable_timeout_after(CLIENT_CONNECTION_CHECK_TIMEOUT,
							 client_connection_check_interval);
}

/* ProcessInterrupts: act on the pending flags; see the head of the file. */
void
ProcessInterrupts(void)
{
	if (InterruptHoldoffCount != 0 || CritSectionCount != 0)
		return;
	InterruptPending = false;

	if (ProcDiePending)
		process_die();
	if (CheckClientConnectionPending)
		check_client();
	if (ClientConnectionLost)
	{
		QueryCancelPending = false;
		LockErrorCleanup();
		whereToSendOutput = DestNone;
		ereport(FATAL,
				(errcode(ERRCODE_CONNECTION_FAILURE),
				 errmsg("connection to client lost")));
	}
	if (QueryCancelPending)
		process_cancel();
	if (IdleInTransactionSessionTimeoutPending)
	{
		IdleInTransactionSessionTimeoutPending = false;
		if (IdleInTransactionSessionTimeout > 0)
			ereport(FATAL,
					(errcode(ERRCODE_IDLE_IN_TRANSACTION_SESSION_TIMEOUT),
					 errmsg("terminating connection due to idle-in-transaction timeout")));
	}
	if (IdleSessionTimeoutPending)
	{
		IdleSessionTimeoutPending = false;
		if (IdleSessionTimeout > 0)
			ereport(FATAL,
					(errcode(ERRCODE_IDLE_SESSION_TIMEOUT),
					 errmsg("terminating connection due to idle-session timeout")));
	}
	if (IdleStatsUpdateTimeoutPending)
	{
		IdleStatsUpdateTimeoutPending = false;
		/* in a transaction they are added when it has ended */
		if (!IsTransactionOrTransactionBlock())
			pgstat_report_stat(true);
	}
	if (ProcSignalBarrierPending)
		ProcessProcSignalBarrier();
}

/*
 * Called around a read from the client that was interrupted.  While waiting
 * for a command every interrupt may be served; inside a message only the end
 * of the session, since the stream would lose its place otherwise.
 */
void
ProcessClientReadInterrupt(bool blocked)
{
	int save_errno = errno;

	if (DoingCommandRead)
	{
		CHECK_FOR_INTERRUPTS();
		if (catchupInterruptPending)
			ProcessCatchupInterrupt();
	}
	else if (ProcDiePending)
	{
		if (blocked)
			CHECK_FOR_INTERRUPTS();
		else
			SetLatch(MyLatch);
	}
	errno = save_errno;
}

/* The same around a write: only an end of the session breaks it off. */
void
ProcessClientWriteInterrupt(bool blocked)
{
	int save_errno = errno;

	if (ProcDiePending)
	{
		if (!blocked)
			SetLatch(MyLatch);
		else if (InterruptHoldoffCount == 0 && CritSectionCount == 0)
		{
			whereToSendOutput = DestNone; /* half a message may be out */
			CHECK_FOR_INTERRUPTS();
		}
	}
	errno = save_errno;
}

/*
 * wait_event.c
 *		Names of what a process waits for.
 *
 * The names come from the lists in utils/wait_event.h; those of lightweight and
 * heavyweight locks from the lock managers.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/activity/wait_event.c
 */
#include "postgres.h"

#include "storage/lmgr.h"
#include "storage/lwlock.h"
#include "utils/wait_event.h"

static uint32 local_wait_event_info;
uint32 *my_wait_event_info = &local_wait_event_info;

#define WAIT_EVENT_NAME(symbol, name) name,
static const char *const activity_names[] = {WAIT_EVENTS_ACTIVITY(WAIT_EVENT_NAME)};
static const char *const client_names[] = {WAIT_EVENTS_CLIENT(WAIT_EVENT_NAME)};
static const char *const ipc_names[] = {WAIT_EVENTS_IPC(WAIT_EVENT_NAME)};
static const char *const timeout_names[] = {WAIT_EVENTS_TIMEOUT(WAIT_EVENT_NAME)};
static const char *const io_names[] = {WAIT_EVENTS_IO(WAIT_EVENT_NAME)};

/* The process has a PGPROC now: tell others there what we wait for. */
void
pgstat_set_wait_event_storage(uint32 *wait_event_info)
{
	my_wait_event_info = wait_event_info;
}

void
pgstat_reset_wait_event_storage(void)
{
	my_wait_event_info = &local_wait_event_info;
}

/* Name of the class; NULL if the process does not wait. */
const char *
pgstat_get_wait_event_type(uint32 wait_event_info)
{
	if (wait_event_info == 0)
		return NULL;
	switch (wait_event_info & 0xFF000000)
	{
		case PG_WAIT_LWLOCK:
			return "LWLock";
		case PG_WAIT_LOCK:
			return "Lock";
		case PG_WAIT_BUFFER_PIN:
			return "BufferPin";
		case PG_WAIT_ACTIVITY:
			return "Activity";
		case PG_WAIT_CLIENT:
			return "Client";
		case PG_WAIT_EXTENSION:
			return "Extension";
		case PG_WAIT_IPC:
			return "IPC";
		case PG_WAIT_TIMEOUT:
			return "Timeout";
		case PG_WAIT_IO:
			return "IO";
		default:
			return "???";
	}
}

static const char *
name_at(const char *const *names, int n, uint32 event)
{
	return event < (uint32) n ? names[event] : "unknown wait event";
}

/* Name of the event; NULL if the process does not wait. */
const char *
pgstat_get_wait_event(uint32 wait_event_info)
{
	uint32 class = wait_event_info & 0xFF000000;
	uint32 event = wait_event_info & 0x0000FFFF;

	if (wait_event_info == 0)
		return NULL;
	switch (class)
	{
		case PG_WAIT_LWLOCK:
			return GetLWLockIdentifier(class, event);
		case PG_WAIT_LOCK:
			return GetLockNameFromTagType(event);
		case PG_WAIT_BUFFER_PIN:
			return "BufferPin";
		case PG_WAIT_EXTENSION:
			return "Extension";
		case PG_WAIT_ACTIVITY:
			return name_at(activity_names, lengthof(activity_names), event);
		case PG_WAIT_CLIENT:
			return name_at(client_names, lengthof(client_names), event);
		case PG_WAIT_IPC:
			return name_at(ipc_names, lengthof(ipc_names), event);
		case PG_WAIT_TIMEOUT:
			return name_at(timeout_names, lengthof(timeout_names), event);
		case PG_WAIT_IO:
			return name_at(io_names, lengthof(io_names), event);
		default:
			return "unknown wait event";
	}
}

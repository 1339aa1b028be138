/*
 * printtup.h
 *		Sending rows to the client.
 *
 * DestReceivers for the wire protocol, for single-user mode and for nothing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/access/printtup.h
 */
#ifndef PRINTTUP_H
#define PRINTTUP_H

#include "utils/portal.h"

/* printtup.c */
extern DestReceiver *printtup_create_DR(CommandDest dest);
extern void SetRemoteDestReceiverParams(DestReceiver *self, Portal portal);
extern void SendRowDescriptionMessage(StringInfo buf, TupleDesc typeinfo,
									  List *targetlist, int16 *formats);
extern void debugStartup(DestReceiver *self, int operation,
						 TupleDesc typeinfo);
extern bool debugtup(TupleTableSlot *slot, DestReceiver *self);

#endif /* PRINTTUP_H */

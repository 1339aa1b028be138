/*
 * tstoreReceiver.h
 *		A DestReceiver that fills a tuplestore.
 *
 * Used by portals that keep their rows.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/executor/tstoreReceiver.h
 */
#ifndef TSTORERECEIVER_H
#define TSTORERECEIVER_H

#include "tcop/dest.h"
#include "utils/tuplestore.h"

/* tstoreReceiver.c */
extern DestReceiver *CreateTuplestoreDestReceiver(void);
extern void SetTuplestoreDestReceiverParams(DestReceiver *self,
											Tuplestorestate *tStore,
											MemoryContext tContext,
											bool detoast,
											TupleDesc target_tupdesc,
											const char *map_failure_msg);

#endif /* TSTORERECEIVER_H */

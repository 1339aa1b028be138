/*
 * timeline.h
 *		Timeline history files.
 *
 * Timeline N > 1 has pg_wal/NNNNNNNN.history: a line for each ancestor with the
 * LSN at which it was left.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/timeline.h
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "access/xlogdefs.h"
#include "nodes/pg_list.h"

typedef struct TimeLineHistoryEntry
{
	TimeLineID tli;
	XLogRecPtr begin; /* first LSN of it, inclusive */
	XLogRecPtr end; /* exclusive; 0 for the newest */
} TimeLineHistoryEntry;

/* timeline.c: lists are newest first, palloc'd in the current context */
extern List *readTimeLineHistory(TimeLineID targetTLI);
extern bool existsTimeLineHistory(TimeLineID probeTLI);
extern TimeLineID findNewestTimeLine(TimeLineID startTLI);
extern bool tliInHistory(TimeLineID tli, List *expectedTLEs);
extern TimeLineID tliOfPointInHistory(XLogRecPtr ptr, List *history);
extern XLogRecPtr tliSwitchPoint(TimeLineID tli, List *history, TimeLineID *nextTLI);
extern void writeTimeLineHistory(TimeLineID newTLI, TimeLineID parentTLI,
								 XLogRecPtr switchpoint, char *reason);
extern void writeTimeLineHistoryFile(TimeLineID tli, char *content, int size);
extern void restoreTimeLineHistoryFiles(TimeLineID begin, TimeLineID end);

#endif /* TIMELINE_H */

/*
 * windowapi.h
 *		For window functions.
 *
 * A window function reads rows of its partition and frame through a WindowObject.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/include/windowapi.h
 */
#ifndef WINDOWAPI_H
#define WINDOWAPI_H

#include "fmgr.h"

#define WINDOW_SEEK_CURRENT 0
#define WINDOW_SEEK_HEAD 1
#define WINDOW_SEEK_TAIL 2

typedef struct WindowObjectData *WindowObject;

#define PG_WINDOW_OBJECT() ((WindowObject) fcinfo->context)
#define WindowObjectIsValid(winobj) \
	((winobj) != NULL && IsA(winobj, WindowObjectData))

/* nodeWindowAgg.c */
extern void *WinGetPartitionLocalMemory(WindowObject winobj, Size sz);
extern int64 WinGetCurrentPosition(WindowObject winobj);
extern int64 WinGetPartitionRowCount(WindowObject winobj);
extern void WinSetMarkPosition(WindowObject winobj, int64 markpos);
extern bool WinRowsArePeers(WindowObject winobj, int64 pos1, int64 pos2);
extern Datum WinGetFuncArgInPartition(WindowObject winobj, int argno,
									  int relpos, int seektype, bool set_mark,
									  bool *isnull, bool *isout);
extern Datum WinGetFuncArgInFrame(WindowObject winobj, int argno, int relpos,
								  int seektype, bool set_mark, bool *isnull,
								  bool *isout);
extern Datum WinGetFuncArgCurrent(WindowObject winobj, int argno,
								  bool *isnull);

#endif /* WINDOWAPI_H */

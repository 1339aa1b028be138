/*
 * common/controldata_utils.h
 *		Reading and writing global/pg_control.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/controldata_utils.h
 */
#ifndef COMMON_CONTROLDATA_UTILS_H
#define COMMON_CONTROLDATA_UTILS_H

#include "catalog/pg_control.h"

/*
 * Result is palloc'd; *crc_ok_p tells whether its checksum is right.  DataDir may
 * be NULL for the current folder, which messages then do not name.
 */
extern ControlFileData *get_controlfile(const char *DataDir, bool *crc_ok_p);

/* Fills in time and CRC, writes the whole 8 kB in place, fsyncs if asked. */
extern void update_controlfile(const char *DataDir,
							   ControlFileData *ControlFile, bool do_sync);

#endif /* COMMON_CONTROLDATA_UTILS_H */

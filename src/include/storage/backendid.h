/*
 * backendid.h
 *		Backend ids: a process's slot in the invalidation queue, from 1.
 *
 * Temporary relations carry the id of the backend that owns them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/backendid.h
 */
#ifndef BACKENDID_H
#define BACKENDID_H

typedef int BackendId;

#define InvalidBackendId (-1)

/* utils/init/globals.c */
extern PGDLLIMPORT BackendId MyBackendId;
extern PGDLLIMPORT BackendId ParallelLeaderBackendId;

#define BackendIdForTempRelations() \
	(ParallelLeaderBackendId == InvalidBackendId ? MyBackendId : ParallelLeaderBackendId)

#endif /* BACKENDID_H */

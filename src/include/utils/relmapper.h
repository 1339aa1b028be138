/*
 * relmapper.h
 *		File numbers of the catalogs whose pg_class row cannot tell them.
 *
 * Two maps, global/pg_filenode.map and base/N/pg_filenode.map, and the WAL
 * record that replaces one of them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/relmapper.h
 */
#ifndef RELMAPPER_H
#define RELMAPPER_H

#include "access/xlogreader.h"
#include "lib/stringinfo.h"

/* ---- WAL ---- */
#define XLOG_RELMAP_UPDATE 0x00

typedef struct xl_relmap_update
{
	Oid dbid; /* 0 for the shared map */
	Oid tsid;
	int32 nbytes; /* size of the map */
	char data[FLEXIBLE_ARRAY_MEMBER];
} xl_relmap_update;

#define MinSizeOfRelmapUpdate offsetof(xl_relmap_update, data)

#ifndef FRONTEND

/* lookup */
extern Oid RelationMapOidToFilenode(Oid relationId, bool shared);
extern Oid RelationMapFilenodeToOid(Oid filenode, bool shared);
extern Oid RelationMapOidToFilenodeForDatabase(char *dbpath, Oid relationId);

/* change */
extern void RelationMapCopy(Oid dbid, Oid tsid, char *srcdbpath,
							char *dstdbpath);
extern void RelationMapUpdateMap(Oid relationId, Oid fileNode, bool shared,
								 bool immediate);
extern void RelationMapRemoveMapping(Oid relationId);

/* life */
extern void RelationMapInitialize(void);
extern void RelationMapInitializePhase2(void);
extern void RelationMapInitializePhase3(void);
extern void RelationMapInvalidate(bool shared);
extern void RelationMapInvalidateAll(void);
extern void AtCCI_RelationMap(void);
extern void AtEOXact_RelationMap(bool isCommit, bool isParallelWorker);
extern void AtPrepare_RelationMap(void);
extern void CheckPointRelationMap(void);
extern void RelationMapFinishBootstrap(void);

/* redo */
struct RmgrData;
extern const struct RmgrData relmap_rmgr;
extern void relmap_redo(XLogReaderState *record);
#endif

/* rmgrdesc */
extern void relmap_desc(StringInfo buf, XLogReaderState *record);
extern const char *relmap_identify(uint8 info);

#endif /* RELMAPPER_H */

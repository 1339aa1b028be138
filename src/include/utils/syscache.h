/*
 * syscache.h
 *		The set of catalog row caches.
 *
 * A cache is named by its identifier below.  The numbers travel in WAL
 * (invalidation messages of commit records) and are read by stock standbys, so
 * they are PostgreSQL 15's: alphabetical order, nothing may be inserted.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/syscache.h
 */
#ifndef SYSCACHE_H
#define SYSCACHE_H

#include "access/attnum.h"
#include "access/htup.h"

enum SysCacheIdentifier
{
	AGGFNOID = 0,
	AMNAME,
	AMOID,
	AMOPOPID,
	AMOPSTRATEGY,
	AMPROCNUM,
	ATTNAME,
	ATTNUM,
	AUTHMEMMEMROLE,
	AUTHMEMROLEMEM,
	AUTHNAME,
	AUTHOID,
	CASTSOURCETARGET,
	CLAAMNAMENSP,
	CLAOID,
	COLLNAMEENCNSP,
	COLLOID,
	CONDEFAULT,
	CONNAMENSP,
	CONSTROID,
	CONVOID,
	DATABASEOID,
	DEFACLROLENSPOBJ,
	ENUMOID,
	ENUMTYPOIDNAME,
	EVENTTRIGGERNAME,
	EVENTTRIGGEROID,
	FOREIGNDATAWRAPPERNAME,
	FOREIGNDATAWRAPPEROID,
	FOREIGNSERVERNAME,
	FOREIGNSERVEROID,
	FOREIGNTABLEREL,
	INDEXRELID,
	LANGNAME,
	LANGOID,
	NAMESPACENAME,
	NAMESPACEOID,
	OPERNAMENSP,
	OPEROID,
	OPFAMILYAMNAMENSP,
	OPFAMILYOID,
	PARAMETERACLNAME,
	PARAMETERACLOID,
	PARTRELID,
	PROCNAMEARGSNSP,
	PROCOID,
	PUBLICATIONNAME,
	PUBLICATIONNAMESPACE,
	PUBLICATIONNAMESPACEMAP,
	PUBLICATIONOID,
	PUBLICATIONREL,
	PUBLICATIONRELMAP,
	RANGEMULTIRANGE,
	RANGETYPE,
	RELNAMENSP,
	RELOID,
	REPLORIGIDENT,
	REPLORIGNAME,
	RULERELNAME,
	SEQRELID,
	STATEXTDATASTXOID,
	STATEXTNAMENSP,
	STATEXTOID,
	STATRELATTINH,
	SUBSCRIPTIONNAME,
	SUBSCRIPTIONOID,
	SUBSCRIPTIONRELMAP,
	TABLESPACEOID,
	TRFOID,
	TRFTYPELANG,
	TSCONFIGMAP,
	TSCONFIGNAMENSP,
	TSCONFIGOID,
	TSDICTNAMENSP,
	TSDICTOID,
	TSPARSERNAMENSP,
	TSPARSEROID,
	TSTEMPLATENAMENSP,
	TSTEMPLATEOID,
	TYPENAMENSP,
	TYPEOID,
	USERMAPPINGOID,
	USERMAPPINGUSERSERVER

#define SysCacheSize (USERMAPPINGUSERSERVER + 1)
};

extern void InitCatalogCache(void);
extern void InitCatalogCachePhase2(void);

/* a found row is released with ReleaseSysCache, a copy with heap_freetuple */
extern void ReleaseSysCache(HeapTuple tuple);
extern HeapTuple SearchSysCache(int cacheId, Datum key1, Datum key2,
								Datum key3, Datum key4);
extern HeapTuple SearchSysCache1(int cacheId, Datum key1);
extern HeapTuple SearchSysCache2(int cacheId, Datum key1, Datum key2);
extern HeapTuple SearchSysCache3(int cacheId, Datum key1, Datum key2,
								 Datum key3);
extern HeapTuple SearchSysCache4(int cacheId, Datum key1, Datum key2,
								 Datum key3, Datum key4);

extern Oid GetSysCacheOid(int cacheId, AttrNumber oidcol, Datum key1,
						  Datum key2, Datum key3, Datum key4);
extern HeapTuple SearchSysCacheCopy(int cacheId, Datum key1, Datum key2,
									Datum key3, Datum key4);
extern bool SearchSysCacheExists(int cacheId, Datum key1, Datum key2,
								 Datum key3, Datum key4);

extern HeapTuple SearchSysCacheAttName(Oid relid, const char *attname);
extern HeapTuple SearchSysCacheAttNum(Oid relid, int16 attnum);
extern HeapTuple SearchSysCacheCopyAttName(Oid relid, const char *attname);
extern HeapTuple SearchSysCacheCopyAttNum(Oid relid, int16 attnum);
extern bool SearchSysCacheExistsAttName(Oid relid, const char *attname);

extern Datum SysCacheGetAttr(int cacheId, HeapTuple tup,
							 AttrNumber attributeNumber, bool *isNull);
extern uint32 GetSysCacheHashValue(int cacheId, Datum key1, Datum key2,
								   Datum key3, Datum key4);

struct catclist;
extern struct catclist *SearchSysCacheList(int cacheId, int nkeys,
										   Datum key1, Datum key2,
										   Datum key3);

extern bool RelationHasSysCache(Oid relid);
extern bool RelationInvalidatesSnapshotsOnly(Oid relid);
extern bool RelationSupportsSysCache(Oid relid);
extern void SysCacheInvalidate(int cacheId, uint32 hashValue);

/* the same with fewer keys */
#define SearchSysCacheCopy1(c, k1) SearchSysCacheCopy(c, k1, 0, 0, 0)
#define SearchSysCacheCopy2(c, k1, k2) SearchSysCacheCopy(c, k1, k2, 0, 0)
#define SearchSysCacheCopy3(c, k1, k2, k3) SearchSysCacheCopy(c, k1, k2, k3, 0)
#define SearchSysCacheCopy4(c, k1, k2, k3, k4) \
	SearchSysCacheCopy(c, k1, k2, k3, k4)
#define SearchSysCacheExists1(c, k1) SearchSysCacheExists(c, k1, 0, 0, 0)
#define SearchSysCacheExists2(c, k1, k2) SearchSysCacheExists(c, k1, k2, 0, 0)
#define SearchSysCacheExists3(c, k1, k2, k3) \
	SearchSysCacheExists(c, k1, k2, k3, 0)
#define SearchSysCacheExists4(c, k1, k2, k3, k4) \
	SearchSysCacheExists(c, k1, k2, k3, k4)
#define GetSysCacheOid1(c, col, k1) GetSysCacheOid(c, col, k1, 0, 0, 0)
#define GetSysCacheOid2(c, col, k1, k2) GetSysCacheOid(c, col, k1, k2, 0, 0)
#define GetSysCacheOid3(c, col, k1, k2, k3) \
	GetSysCacheOid(c, col, k1, k2, k3, 0)
#define GetSysCacheOid4(c, col, k1, k2, k3, k4) \
	GetSysCacheOid(c, col, k1, k2, k3, k4)
#define GetSysCacheHashValue1(c, k1) GetSysCacheHashValue(c, k1, 0, 0, 0)
#define GetSysCacheHashValue2(c, k1, k2) GetSysCacheHashValue(c, k1, k2, 0, 0)
#define GetSysCacheHashValue3(c, k1, k2, k3) \
	GetSysCacheHashValue(c, k1, k2, k3, 0)
#define GetSysCacheHashValue4(c, k1, k2, k3, k4) \
	GetSysCacheHashValue(c, k1, k2, k3, k4)
#define SearchSysCacheList1(c, k1) SearchSysCacheList(c, 1, k1, 0, 0)
#define SearchSysCacheList2(c, k1, k2) SearchSysCacheList(c, 2, k1, k2, 0)
#define SearchSysCacheList3(c, k1, k2, k3) SearchSysCacheList(c, 3, k1, k2, k3)
#define ReleaseSysCacheList(x) ReleaseCatCacheList(x)

#endif /* SYSCACHE_H */

/*
 * syscache.c
 *		The set of catalog row caches.
 *
 * The table below says, for each cache of syscache.h, which catalog and unique
 * index it stands on and which columns are its key.  The rest are thin calls
 * of catcache.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/syscache.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_amproc.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_auth_members.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_cast.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_conversion.h"
#include "catalog/pg_database.h"
#include "catalog/pg_db_role_setting_d.h"
#include "catalog/pg_default_acl.h"
#include "catalog/pg_depend_d.h"
#include "catalog/pg_description_d.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_event_trigger.h"
#include "catalog/pg_foreign_data_wrapper.h"
#include "catalog/pg_foreign_server.h"
#include "catalog/pg_foreign_table.h"
#include "catalog/pg_index.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_parameter_acl.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_publication.h"
#include "catalog/pg_publication_namespace.h"
#include "catalog/pg_publication_rel.h"
#include "catalog/pg_range.h"
#include "catalog/pg_replication_origin.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_seclabel_d.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_shdepend_d.h"
#include "catalog/pg_shdescription_d.h"
#include "catalog/pg_shseclabel_d.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_statistic_ext.h"
#include "catalog/pg_statistic_ext_data.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_subscription_rel.h"
#include "catalog/pg_tablespace.h"
#include "catalog/pg_transform.h"
#include "catalog/pg_ts_config.h"
#include "catalog/pg_ts_config_map.h"
#include "catalog/pg_ts_dict.h"
#include "catalog/pg_ts_parser.h"
#include "catalog/pg_ts_template.h"
#include "catalog/pg_type.h"
#include "catalog/pg_user_mapping.h"
#include "miscadmin.h"
#include "utils/catcache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

typedef struct CacheDesc
{
	Oid catalog;
	Oid index;
	int nbuckets;
	int nkeys;
	int keys[CATCACHE_MAXKEYS];
} CacheDesc;

static const CacheDesc cache_descs[SysCacheSize] = {
	[AGGFNOID] = {AggregateRelationId, AggregateFnoidIndexId, 16, 1, {Anum_pg_aggregate_aggfnoid}},
	[AMNAME] = {AccessMethodRelationId, AmNameIndexId, 4, 1, {Anum_pg_am_amname}},
	[AMOID] = {AccessMethodRelationId, AmOidIndexId, 4, 1, {Anum_pg_am_oid}},
	[AMOPOPID] = {AccessMethodOperatorRelationId, AccessMethodOperatorIndexId, 64, 3, {Anum_pg_amop_amopopr, Anum_pg_amop_amoppurpose, Anum_pg_amop_amopfamily}},
	[AMOPSTRATEGY] = {AccessMethodOperatorRelationId, AccessMethodStrategyIndexId, 64, 4, {Anum_pg_amop_amopfamily, Anum_pg_amop_amoplefttype, Anum_pg_amop_amoprighttype, Anum_pg_amop_amopstrategy}},
	[AMPROCNUM] = {AccessMethodProcedureRelationId, AccessMethodProcedureIndexId, 16, 4, {Anum_pg_amproc_amprocfamily, Anum_pg_amproc_amproclefttype, Anum_pg_amproc_amprocrighttype, Anum_pg_amproc_amprocnum}},
	[ATTNAME] = {AttributeRelationId, AttributeRelidNameIndexId, 32, 2, {Anum_pg_attribute_attrelid, Anum_pg_attribute_attname}},
	[ATTNUM] = {AttributeRelationId, AttributeRelidNumIndexId, 128, 2, {Anum_pg_attribute_attrelid, Anum_pg_attribute_attnum}},
	[AUTHMEMMEMROLE] = {AuthMemRelationId, AuthMemMemRoleIndexId, 8, 2, {Anum_pg_auth_members_member, Anum_pg_auth_members_roleid}},
	[AUTHMEMROLEMEM] = {AuthMemRelationId, AuthMemRoleMemIndexId, 8, 2, {Anum_pg_auth_members_roleid, Anum_pg_auth_members_member}},
	[AUTHNAME] = {AuthIdRelationId, AuthIdRolnameIndexId, 8, 1, {Anum_pg_authid_rolname}},
	[AUTHOID] = {AuthIdRelationId, AuthIdOidIndexId, 8, 1, {Anum_pg_authid_oid}},
	[CASTSOURCETARGET] = {CastRelationId, CastSourceTargetIndexId, 256, 2, {Anum_pg_cast_castsource, Anum_pg_cast_casttarget}},
	[CLAAMNAMENSP] = {OperatorClassRelationId, OpclassAmNameNspIndexId, 8, 3, {Anum_pg_opclass_opcmethod, Anum_pg_opclass_opcname, Anum_pg_opclass_opcnamespace}},
	[CLAOID] = {OperatorClassRelationId, OpclassOidIndexId, 8, 1, {Anum_pg_opclass_oid}},
	[COLLNAMEENCNSP] = {CollationRelationId, CollationNameEncNspIndexId, 8, 3, {Anum_pg_collation_collname, Anum_pg_collation_collencoding, Anum_pg_collation_collnamespace}},
	[COLLOID] = {CollationRelationId, CollationOidIndexId, 8, 1, {Anum_pg_collation_oid}},
	[CONDEFAULT] = {ConversionRelationId, ConversionDefaultIndexId, 8, 4, {Anum_pg_conversion_connamespace, Anum_pg_conversion_conforencoding, Anum_pg_conversion_contoencoding, Anum_pg_conversion_oid}},
	[CONNAMENSP] = {ConversionRelationId, ConversionNameNspIndexId, 8, 2, {Anum_pg_conversion_conname, Anum_pg_conversion_connamespace}},
	[CONSTROID] = {ConstraintRelationId, ConstraintOidIndexId, 16, 1, {Anum_pg_constraint_oid}},
	[CONVOID] = {ConversionRelationId, ConversionOidIndexId, 8, 1, {Anum_pg_conversion_oid}},
	[DATABASEOID] = {DatabaseRelationId, DatabaseOidIndexId, 4, 1, {Anum_pg_database_oid}},
	[DEFACLROLENSPOBJ] = {DefaultAclRelationId, DefaultAclRoleNspObjIndexId, 8, 3, {Anum_pg_default_acl_defaclrole, Anum_pg_default_acl_defaclnamespace, Anum_pg_default_acl_defaclobjtype}},
	[ENUMOID] = {EnumRelationId, EnumOidIndexId, 8, 1, {Anum_pg_enum_oid}},
	[ENUMTYPOIDNAME] = {EnumRelationId, EnumTypIdLabelIndexId, 8, 2, {Anum_pg_enum_enumtypid, Anum_pg_enum_enumlabel}},
	[EVENTTRIGGERNAME] = {EventTriggerRelationId, EventTriggerNameIndexId, 8, 1, {Anum_pg_event_trigger_evtname}},
	[EVENTTRIGGEROID] = {EventTriggerRelationId, EventTriggerOidIndexId, 8, 1, {Anum_pg_event_trigger_oid}},
	[FOREIGNDATAWRAPPERNAME] = {ForeignDataWrapperRelationId, ForeignDataWrapperNameIndexId, 2, 1, {Anum_pg_foreign_data_wrapper_fdwname}},
	[FOREIGNDATAWRAPPEROID] = {ForeignDataWrapperRelationId, ForeignDataWrapperOidIndexId, 2, 1, {Anum_pg_foreign_data_wrapper_oid}},
	[FOREIGNSERVERNAME] = {ForeignServerRelationId, ForeignServerNameIndexId, 2, 1, {Anum_pg_foreign_server_srvname}},
	[FOREIGNSERVEROID] = {ForeignServerRelationId, ForeignServerOidIndexId, 2, 1, {Anum_pg_foreign_server_oid}},
	[FOREIGNTABLEREL] = {ForeignTableRelationId, ForeignTableRelidIndexId, 4, 1, {Anum_pg_foreign_table_ftrelid}},
	[INDEXRELID] = {IndexRelationId, IndexRelidIndexId, 64, 1, {Anum_pg_index_indexrelid}},
	[LANGNAME] = {LanguageRelationId, LanguageNameIndexId, 4, 1, {Anum_pg_language_lanname}},
	[LANGOID] = {LanguageRelationId, LanguageOidIndexId, 4, 1, {Anum_pg_language_oid}},
	[NAMESPACENAME] = {NamespaceRelationId, NamespaceNameIndexId, 4, 1, {Anum_pg_namespace_nspname}},
	[NAMESPACEOID] = {NamespaceRelationId, NamespaceOidIndexId, 16, 1, {Anum_pg_namespace_oid}},
	[OPERNAMENSP] = {OperatorRelationId, OperatorNameNspIndexId, 256, 4, {Anum_pg_operator_oprname, Anum_pg_operator_oprleft, Anum_pg_operator_oprright, Anum_pg_operator_oprnamespace}},
	[OPEROID] = {OperatorRelationId, OperatorOidIndexId, 32, 1, {Anum_pg_operator_oid}},
	[OPFAMILYAMNAMENSP] = {OperatorFamilyRelationId, OpfamilyAmNameNspIndexId, 8, 3, {Anum_pg_opfamily_opfmethod, Anum_pg_opfamily_opfname, Anum_pg_opfamily_opfnamespace}},
	[OPFAMILYOID] = {OperatorFamilyRelationId, OpfamilyOidIndexId, 8, 1, {Anum_pg_opfamily_oid}},
	[PARAMETERACLNAME] = {ParameterAclRelationId, ParameterAclParnameIndexId, 4, 1, {Anum_pg_parameter_acl_parname}},
	[PARAMETERACLOID] = {ParameterAclRelationId, ParameterAclOidIndexId, 4, 1, {Anum_pg_parameter_acl_oid}},
	[PARTRELID] = {PartitionedRelationId, PartitionedRelidIndexId, 32, 1, {Anum_pg_partitioned_table_partrelid}},
	[PROCNAMEARGSNSP] = {ProcedureRelationId, ProcedureNameArgsNspIndexId, 128, 3, {Anum_pg_proc_proname, Anum_pg_proc_proargtypes, Anum_pg_proc_pronamespace}},
	[PROCOID] = {ProcedureRelationId, ProcedureOidIndexId, 128, 1, {Anum_pg_proc_oid}},
	[PUBLICATIONNAME] = {PublicationRelationId, PublicationNameIndexId, 8, 1, {Anum_pg_publication_pubname}},
	[PUBLICATIONNAMESPACE] = {PublicationNamespaceRelationId, PublicationNamespaceObjectIndexId, 64, 1, {Anum_pg_publication_namespace_oid}},
	[PUBLICATIONNAMESPACEMAP] = {PublicationNamespaceRelationId, PublicationNamespacePnnspidPnpubidIndexId, 64, 2, {Anum_pg_publication_namespace_pnnspid, Anum_pg_publication_namespace_pnpubid}},
	[PUBLICATIONOID] = {PublicationRelationId, PublicationObjectIndexId, 8, 1, {Anum_pg_publication_oid}},
	[PUBLICATIONREL] = {PublicationRelRelationId, PublicationRelObjectIndexId, 64, 1, {Anum_pg_publication_rel_oid}},
	[PUBLICATIONRELMAP] = {PublicationRelRelationId, PublicationRelPrrelidPrpubidIndexId, 64, 2, {Anum_pg_publication_rel_prrelid, Anum_pg_publication_rel_prpubid}},
	[RANGEMULTIRANGE] = {RangeRelationId, RangeMultirangeTypidIndexId, 4, 1, {Anum_pg_range_rngmultitypid}},
	[RANGETYPE] = {RangeRelationId, RangeTypidIndexId, 4, 1, {Anum_pg_range_rngtypid}},
	[RELNAMENSP] = {RelationRelationId, ClassNameNspIndexId, 128, 2, {Anum_pg_class_relname, Anum_pg_class_relnamespace}},
	[RELOID] = {RelationRelationId, ClassOidIndexId, 128, 1, {Anum_pg_class_oid}},
	[REPLORIGIDENT] = {ReplicationOriginRelationId, ReplicationOriginIdentIndex, 16, 1, {Anum_pg_replication_origin_roident}},
	[REPLORIGNAME] = {ReplicationOriginRelationId, ReplicationOriginNameIndex, 16, 1, {Anum_pg_replication_origin_roname}},
	[RULERELNAME] = {RewriteRelationId, RewriteRelRulenameIndexId, 8, 2, {Anum_pg_rewrite_ev_class, Anum_pg_rewrite_rulename}},
	[SEQRELID] = {SequenceRelationId, SequenceRelidIndexId, 32, 1, {Anum_pg_sequence_seqrelid}},
	[STATEXTDATASTXOID] = {StatisticExtDataRelationId, StatisticExtDataStxoidInhIndexId, 4, 2, {Anum_pg_statistic_ext_data_stxoid, Anum_pg_statistic_ext_data_stxdinherit}},
	[STATEXTNAMENSP] = {StatisticExtRelationId, StatisticExtNameIndexId, 4, 2, {Anum_pg_statistic_ext_stxname, Anum_pg_statistic_ext_stxnamespace}},
	[STATEXTOID] = {StatisticExtRelationId, StatisticExtOidIndexId, 4, 1, {Anum_pg_statistic_ext_oid}},
	[STATRELATTINH] = {StatisticRelationId, StatisticRelidAttnumInhIndexId, 128, 3, {Anum_pg_statistic_starelid, Anum_pg_statistic_staattnum, Anum_pg_statistic_stainherit}},
	[SUBSCRIPTIONNAME] = {SubscriptionRelationId, SubscriptionNameIndexId, 4, 2, {Anum_pg_subscription_subdbid, Anum_pg_subscription_subname}},
	[SUBSCRIPTIONOID] = {SubscriptionRelationId, SubscriptionObjectIndexId, 4, 1, {Anum_pg_subscription_oid}},
	[SUBSCRIPTIONRELMAP] = {SubscriptionRelRelationId, SubscriptionRelSrrelidSrsubidIndexId, 64, 2, {Anum_pg_subscription_rel_srrelid, Anum_pg_subscription_rel_srsubid}},
	[TABLESPACEOID] = {TableSpaceRelationId, TablespaceOidIndexId, 4, 1, {Anum_pg_tablespace_oid}},
	[TRFOID] = {TransformRelationId, TransformOidIndexId, 16, 1, {Anum_pg_transform_oid}},
	[TRFTYPELANG] = {TransformRelationId, TransformTypeLangIndexId, 16, 2, {Anum_pg_transform_trftype, Anum_pg_transform_trflang}},
	[TSCONFIGMAP] = {TSConfigMapRelationId, TSConfigMapIndexId, 2, 3, {Anum_pg_ts_config_map_mapcfg, Anum_pg_ts_config_map_maptokentype, Anum_pg_ts_config_map_mapseqno}},
	[TSCONFIGNAMENSP] = {TSConfigRelationId, TSConfigNameNspIndexId, 2, 2, {Anum_pg_ts_config_cfgname, Anum_pg_ts_config_cfgnamespace}},
	[TSCONFIGOID] = {TSConfigRelationId, TSConfigOidIndexId, 2, 1, {Anum_pg_ts_config_oid}},
	[TSDICTNAMENSP] = {TSDictionaryRelationId, TSDictionaryNameNspIndexId, 2, 2, {Anum_pg_ts_dict_dictname, Anum_pg_ts_dict_dictnamespace}},
	[TSDICTOID] = {TSDictionaryRelationId, TSDictionaryOidIndexId, 2, 1, {Anum_pg_ts_dict_oid}},
	[TSPARSERNAMENSP] = {TSParserRelationId, TSParserNameNspIndexId, 2, 2, {Anum_pg_ts_parser_prsname, Anum_pg_ts_parser_prsnamespace}},
	[TSPARSEROID] = {TSParserRelationId, TSParserOidIndexId, 2, 1, {Anum_pg_ts_parser_oid}},
	[TSTEMPLATENAMENSP] = {TSTemplateRelationId, TSTemplateNameNspIndexId, 2, 2, {Anum_pg_ts_template_tmplname, Anum_pg_ts_template_tmplnamespace}},
	[TSTEMPLATEOID] = {TSTemplateRelationId, TSTemplateOidIndexId, 2, 1, {Anum_pg_ts_template_oid}},
	[TYPENAMENSP] = {TypeRelationId, TypeNameNspIndexId, 64, 2, {Anum_pg_type_typname, Anum_pg_type_typnamespace}},
	[TYPEOID] = {TypeRelationId, TypeOidIndexId, 64, 1, {Anum_pg_type_oid}},
	[USERMAPPINGOID] = {UserMappingRelationId, UserMappingOidIndexId, 2, 1, {Anum_pg_user_mapping_oid}},
	[USERMAPPINGUSERSERVER] = {UserMappingRelationId, UserMappingUserServerIndexId, 2, 2, {Anum_pg_user_mapping_umuser, Anum_pg_user_mapping_umserver}},
};

static CatCache *caches[SysCacheSize];
static bool initialized = false;

/* catalogs that have a cache, and those with their indexes; sorted */
static Oid cached_catalogs[SysCacheSize];
static int ncached_catalogs;
static Oid supporting[SysCacheSize * 2];
static int nsupporting;

static int
oid_order(const void *a, const void *b)
{
	Oid x = *(const Oid *) a;
	Oid y = *(const Oid *) b;

	return (x > y) - (x < y);
}

static int
sort_unique(Oid *oids, int n)
{
	int kept = 1;

	qsort(oids, n, sizeof(Oid), oid_order);
	for (int i = 1; i < n; i++)
	{
		if (oids[i] != oids[kept - 1])
			oids[kept++] = oids[i];
	}
	return kept;
}

/* Make all caches, empty.  No catalog is read. */
void
InitCatalogCache(void)
{
	Assert(!initialized);
	for (int id = 0; id < SysCacheSize; id++)
	{
		const CacheDesc *d = &cache_descs[id];

		Assert(OidIsValid(d->catalog));
		caches[id] = InitCatCache(id, d->catalog, d->index, d->nkeys, d->keys,
								  d->nbuckets);
		cached_catalogs[ncached_catalogs++] = d->catalog;
		supporting[nsupporting++] = d->catalog;
		supporting[nsupporting++] = d->index;
	}
	ncached_catalogs = sort_unique(cached_catalogs, ncached_catalogs);
	nsupporting = sort_unique(supporting, nsupporting);
	initialized = true;
}

/* Open every cache's catalog and index once. */
void
InitCatalogCachePhase2(void)
{
	for (int id = 0; id < SysCacheSize; id++)
		InitCatCachePhase2(caches[id], true);
}

static CatCache *
cache_of(int cacheId)
{
	Assert(cacheId >= 0 && cacheId < SysCacheSize && caches[cacheId] != NULL);
	return caches[cacheId];
}

/* ---- lookup ---- */

HeapTuple
SearchSysCache(int cacheId, Datum key1, Datum key2, Datum key3, Datum key4)
{
	return SearchCatCache(cache_of(cacheId), key1, key2, key3, key4);
}

HeapTuple
SearchSysCache1(int cacheId, Datum key1)
{
	return SearchCatCache1(cache_of(cacheId), key1);
}

HeapTuple
SearchSysCache2(int cacheId, Datum key1, Datum key2)
{
	return SearchCatCache2(cache_of(cacheId), key1, key2);
}

HeapTuple
SearchSysCache3(int cacheId, Datum key1, Datum key2, Datum key3)
{
	return SearchCatCache3(cache_of(cacheId), key1, key2, key3);
}

HeapTuple
SearchSysCache4(int cacheId, Datum key1, Datum key2, Datum key3, Datum key4)
{
	return SearchCatCache4(cache_of(cacheId), key1, key2, key3, key4);
}

void
ReleaseSysCache(HeapTuple tuple)
{
	ReleaseCatCache(tuple);
}

/* A copy that the caller may change, or NULL. */
HeapTuple
SearchSysCacheCopy(int cacheId, Datum key1, Datum key2, Datum key3,
				   Datum key4)
{
	HeapTuple tuple = SearchSysCache(cacheId, key1, key2, key3, key4);
	HeapTuple copy;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	copy = heap_copytuple(tuple);
	ReleaseSysCache(tuple);
	return copy;
}

bool
SearchSysCacheExists(int cacheId, Datum key1, Datum key2, Datum key3,
					 Datum key4)
{
	HeapTuple tuple = SearchSysCache(cacheId, key1, key2, key3, key4);

	if (!HeapTupleIsValid(tuple))
		return false;
	ReleaseSysCache(tuple);
	return true;
}

/* The value of an OID column of the row, or InvalidOid if there is none. */
Oid
GetSysCacheOid(int cacheId, AttrNumber oidcol, Datum key1, Datum key2,
			   Datum key3, Datum key4)
{
	HeapTuple tuple = SearchSysCache(cacheId, key1, key2, key3, key4);
	bool isnull;
	Oid result;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	result = DatumGetObjectId(heap_getattr(tuple, oidcol,
										   cache_of(cacheId)->cc_tupdesc,
										   &isnull));
	Assert(!isnull);
	ReleaseSysCache(tuple);
	return result;
}

/* ---- columns: dropped ones do not count ---- */

static HeapTuple
unless_dropped(HeapTuple att)
{
	if (!HeapTupleIsValid(att))
		return NULL;
	if (((Form_pg_attribute) GETSTRUCT(att))->attisdropped)
	{
		ReleaseSysCache(att);
		return NULL;
	}
	return att;
}

HeapTuple
SearchSysCacheAttName(Oid relid, const char *attname)
{
	return unless_dropped(SearchSysCache2(ATTNAME, ObjectIdGetDatum(relid),
										  CStringGetDatum(attname)));
}

HeapTuple
SearchSysCacheAttNum(Oid relid, int16 attnum)
{
	return unless_dropped(SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid),
										  Int16GetDatum(attnum)));
}

static HeapTuple
copy_and_release(HeapTuple tuple)
{
	HeapTuple copy;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	copy = heap_copytuple(tuple);
	ReleaseSysCache(tuple);
	return copy;
}

HeapTuple
SearchSysCacheCopyAttName(Oid relid, const char *attname)
{
	return copy_and_release(SearchSysCacheAttName(relid, attname));
}

HeapTuple
SearchSysCacheCopyAttNum(Oid relid, int16 attnum)
{
	return copy_and_release(SearchSysCacheAttNum(relid, attnum));
}

bool
SearchSysCacheExistsAttName(Oid relid, const char *attname)
{
	HeapTuple tuple = SearchSysCacheAttName(relid, attname);

	if (!HeapTupleIsValid(tuple))
		return false;
	ReleaseSysCache(tuple);
	return true;
}

/* ---- the rest ---- */

/* A column of a row of the cache's catalog, also one not in its C struct. */
Datum
SysCacheGetAttr(int cacheId, HeapTuple tup, AttrNumber attributeNumber,
				bool *isNull)
{
	CatCache *cache = cache_of(cacheId);

	if (cache->cc_tupdesc == NULL)
		InitCatCachePhase2(cache, false);
	return heap_getattr(tup, attributeNumber, cache->cc_tupdesc, isNull);
}

uint32
GetSysCacheHashValue(int cacheId, Datum key1, Datum key2, Datum key3,
					 Datum key4)
{
	return GetCatCacheHashValue(cache_of(cacheId), key1, key2, key3, key4);
}

struct catclist *
SearchSysCacheList(int cacheId, int nkeys, Datum key1, Datum key2,
				   Datum key3)
{
	return SearchCatCacheList(cache_of(cacheId), nkeys, key1, key2, key3);
}

/* Called for invalidation messages; before a cache has been used it is empty. */
void
SysCacheInvalidate(int cacheId, uint32 hashValue)
{
	if (cacheId < 0 || cacheId >= SysCacheSize)
		elog(ERROR, "invalid cache ID: %d", cacheId);
	if (caches[cacheId] != NULL)
		CatCacheInvalidate(caches[cacheId], hashValue);
}

/*
 * Catalogs that are read by snapshot only: a change of theirs invalidates the
 * catalog snapshot and no cached row.
 */
bool
RelationInvalidatesSnapshotsOnly(Oid relid)
{
	switch (relid)
	{
		case DbRoleSettingRelationId:
		case DependRelationId:
		case SharedDependRelationId:
		case DescriptionRelationId:
		case SharedDescriptionRelationId:
		case SecLabelRelationId:
		case SharedSecLabelRelationId:
			return true;
		default:
			return false;
	}
}

/* Does a catalog have a cache? */
bool
RelationHasSysCache(Oid relid)
{
	return bsearch(&relid, cached_catalogs, ncached_catalogs, sizeof(Oid),
				   oid_order) != NULL;
}

/* Is a relation a catalog with a cache, or the index of one? */
bool
RelationSupportsSysCache(Oid relid)
{
	return bsearch(&relid, supporting, nsupporting, sizeof(Oid),
				   oid_order) != NULL;
}

/*
 * namespace.h
 *		From names to objects along the search path.
 *
 * Lookup of relations, types, functions and operators, and temporary schemas.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/namespace.h
 */
#ifndef NAMESPACE_H
#define NAMESPACE_H

#include "nodes/primnodes.h"
#include "storage/lock.h"
#include "utils/guc.h"

/* a function or operator that a call may mean; linked list */
typedef struct _FuncCandidateList
{
	struct _FuncCandidateList *next;
	int pathpos; /* position of its schema in the path */
	Oid oid;
	int nominalnargs; /* as declared */
	int nargs; /* with VARIADIC and defaults expanded */
	int nvargs; /* arguments that go into the VARIADIC array */
	int ndargs; /* arguments that come from defaults */
	int *argnumbers; /* named notation: positions, else NULL */
	Oid args[FLEXIBLE_ARRAY_MEMBER];
} * FuncCandidateList;

typedef enum TempNamespaceStatus
{
	TEMP_NAMESPACE_NOT_TEMP,
	TEMP_NAMESPACE_IDLE,
	TEMP_NAMESPACE_IN_USE
} TempNamespaceStatus;

typedef struct OverrideSearchPath
{
	List *schemas; /* OIDs of the explicit schemas */
	bool addCatalog; /* pg_catalog in front? */
	bool addTemp; /* temporary schema in front? */
	uint64 generation;
} OverrideSearchPath;

/* RangeVarGetRelidExtended: flags */
typedef enum RVROption
{
	RVR_MISSING_OK = 1 << 0,
	RVR_NOWAIT = 1 << 1,
	RVR_SKIP_LOCKED = 1 << 2
} RVROption;

typedef void (*RangeVarGetRelidCallback)(const RangeVar *relation, Oid relId,
										 Oid oldRelId, void *callback_arg);

#define RangeVarGetRelid(relation, lockmode, missing_ok) \
	RangeVarGetRelidExtended(relation, lockmode,         \
							 (missing_ok) ? RVR_MISSING_OK : 0, NULL, NULL)

/* the setting and its hooks */
extern void assign_search_path(const char *newval, void *extra);
extern bool check_search_path(char **newval, void **extra, GucSource source);
extern char *namespace_search_path;

/* relations */
extern RangeVar *makeRangeVarFromNameList(List *names);
extern void RangeVarAdjustRelationPersistence(RangeVar *newRelation,
											  Oid nspid);
extern Oid RangeVarGetAndCheckCreationNamespace(RangeVar *newRelation,
												LOCKMODE lockmode,
												Oid *existing_relation_id);
extern Oid RangeVarGetCreationNamespace(const RangeVar *newRelation);
extern Oid RangeVarGetRelidExtended(const RangeVar *relation,
									LOCKMODE lockmode, uint32 flags,
									RangeVarGetRelidCallback callback,
									void *callback_arg);
extern bool RelationIsVisible(Oid relid);
extern Oid RelnameGetRelid(const char *relname);

/* types, functions, operators and the rest */
extern Oid CollationGetCollid(const char *collname);
extern bool CollationIsVisible(Oid collid);
extern Oid ConversionGetConid(const char *conname);
extern bool ConversionIsVisible(Oid conid);
extern Oid FindDefaultConversionProc(int32 for_encoding, int32 to_encoding);
extern FuncCandidateList FuncnameGetCandidates(List *names, int nargs,
											   List *argnames,
											   bool expand_variadic,
											   bool expand_defaults,
											   bool include_out_arguments,
											   bool missing_ok);
extern bool FunctionIsVisible(Oid funcid);
extern Oid get_collation_oid(List *collname, bool missing_ok);
extern Oid get_conversion_oid(List *conname, bool missing_ok);
extern Oid get_statistics_object_oid(List *names, bool missing_ok);
extern Oid get_ts_config_oid(List *names, bool missing_ok);
extern Oid get_ts_dict_oid(List *names, bool missing_ok);
extern Oid get_ts_parser_oid(List *names, bool missing_ok);
extern Oid get_ts_template_oid(List *names, bool missing_ok);
extern bool OpclassIsVisible(Oid opcid);
extern Oid OpclassnameGetOpcid(Oid amid, const char *opcname);
extern bool OperatorIsVisible(Oid oprid);
extern FuncCandidateList OpernameGetCandidates(List *names, char oprkind,
											   bool missing_schema_ok);
extern Oid OpernameGetOprid(List *names, Oid oprleft, Oid oprright);
extern bool OpfamilyIsVisible(Oid opfid);
extern Oid OpfamilynameGetOpfid(Oid amid, const char *opfname);
extern bool StatisticsObjIsVisible(Oid relid);
extern bool TSConfigIsVisible(Oid cfgid);
extern bool TSDictionaryIsVisible(Oid dictId);
extern bool TSParserIsVisible(Oid prsId);
extern bool TSTemplateIsVisible(Oid tmplId);
extern bool TypeIsVisible(Oid typid);
extern Oid TypenameGetTypid(const char *typname);
extern Oid TypenameGetTypidExtended(const char *typname, bool temp_ok);

/* names and schemas */
extern void CheckSetNamespace(Oid oldNspOid, Oid nspOid);
extern void DeconstructQualifiedName(List *names, char **nspname_p,
									 char **objname_p);
extern Oid get_namespace_oid(const char *nspname, bool missing_ok);
extern Oid LookupCreationNamespace(const char *nspname);
extern Oid LookupExplicitNamespace(const char *nspname, bool missing_ok);
extern Oid LookupNamespaceNoError(const char *nspname);
extern char *NameListToQuotedString(List *names);
extern char *NameListToString(List *names);
extern Oid QualifiedNameGetCreationNamespace(List *names, char **objname_p);

/* the path */
extern OverrideSearchPath *CopyOverrideSearchPath(OverrideSearchPath *path);
extern List *fetch_search_path(bool includeImplicit);
extern int fetch_search_path_array(Oid *sarray, int sarray_len);
extern OverrideSearchPath *GetOverrideSearchPath(MemoryContext context);
extern void InitializeSearchPath(void);
extern bool OverrideSearchPathMatchesCurrent(OverrideSearchPath *path);
extern void PopOverrideSearchPath(void);
extern void PushOverrideSearchPath(OverrideSearchPath *newpath);

/* temporary schemas */
extern void AtEOSubXact_Namespace(bool isCommit, SubTransactionId mySubid,
								  SubTransactionId parentSubid);
extern void AtEOXact_Namespace(bool isCommit, bool parallel);
extern TempNamespaceStatus checkTempNamespaceStatus(Oid namespaceId);
extern int GetTempNamespaceBackendId(Oid namespaceId);
extern void GetTempNamespaceState(Oid *tempNamespaceId,
								  Oid *tempToastNamespaceId);
extern Oid GetTempToastNamespace(void);
extern bool isAnyTempNamespace(Oid namespaceId);
extern bool isOtherTempNamespace(Oid namespaceId);
extern bool isTempNamespace(Oid namespaceId);
extern bool isTempOrTempToastNamespace(Oid namespaceId);
extern bool isTempToastNamespace(Oid namespaceId);
extern void ResetTempTableNamespace(void);
extern void SetTempNamespaceState(Oid tempNamespaceId,
								  Oid tempToastNamespaceId);

#endif /* NAMESPACE_H */

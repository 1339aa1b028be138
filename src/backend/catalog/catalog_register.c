/*
 * catalog_register.c
 *		How the catalog layer makes itself known to the layers below.
 *
 * Transactions tell caches and files when they end; the function manager asks
 * for the rows of functions that are not built in; session start and
 * superuser() ask for the rows of roles.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/catalog_register.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact_participant.h"
#include "catalog/catalog_register.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "catalog/storage.h"
#include "storage/storage_callbacks.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/cache_upcalls.h"
#include "utils/inval.h"
#include "utils/syscache.h"

/* ---- functions ---- */

static char *
text_column(HeapTuple tuple, AttrNumber attno)
{
	bool isnull;
	Datum d = SysCacheGetAttr(PROCOID, tuple, attno, &isnull);

	return isnull ? NULL : TextDatumGetCString(d);
}

static Oid
handler_of_language(Oid lang)
{
	HeapTuple tuple;
	Oid handler;

	if (lang == INTERNALlanguageId || lang == ClanguageId ||
		lang == SQLlanguageId)
		return InvalidOid;
	tuple = SearchSysCache1(LANGOID, ObjectIdGetDatum(lang));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for language %u", lang);
	handler = ((Form_pg_language) GETSTRUCT(tuple))->lanplcallfoid;
	ReleaseSysCache(tuple);
	return handler;
}

/* proconfig, "name=value" each, taken apart */
static void
read_settings(HeapTuple tuple, FmgrProcInfo *info)
{
	bool isnull;
	Datum d = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proconfig,
							  &isnull);
	Datum *items;
	int n;

	if (isnull)
		return;
	deconstruct_array(DatumGetArrayTypeP(d), TEXTOID, -1, false, TYPALIGN_INT,
					  &items, NULL, &n);
	info->config_names = palloc(n * sizeof(char *));
	info->config_values = palloc(n * sizeof(char *));
	for (int i = 0; i < n; i++)
	{
		char *item = TextDatumGetCString(items[i]);
		char *eq = strchr(item, '=');

		if (eq == NULL)
			continue;
		*eq = '\0';
		info->config_names[info->nconfig] = item;
		info->config_values[info->nconfig++] = eq + 1;
	}
}

static bool
lookup_function(Oid functionId, FmgrProcInfo *info)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(functionId));
	Form_pg_proc proc;

	if (!HeapTupleIsValid(tuple))
		return false;
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	memset(info, 0, sizeof(*info));
	info->proname = pstrdup(NameStr(proc->proname));
	info->prolang = proc->prolang;
	info->langhandler = handler_of_language(proc->prolang);
	info->pronargs = proc->pronargs;
	info->proisstrict = proc->proisstrict;
	info->proretset = proc->proretset;
	info->prosecdef = proc->prosecdef;
	info->proowner = proc->proowner;
	info->prosrc = text_column(tuple, Anum_pg_proc_prosrc);
	info->probin = text_column(tuple, Anum_pg_proc_probin);
	read_settings(tuple, info);
	/* a new version of the row has another inserter or place */
	info->cache_key = ((uint64) HeapTupleHeaderGetRawXmin(tuple->t_data) << 32) ^
		((uint64) ItemPointerGetBlockNumber(&tuple->t_self) << 16) ^
		ItemPointerGetOffsetNumber(&tuple->t_self);
	ReleaseSysCache(tuple);
	return true;
}

static const FmgrCatalogCallbacks fmgr_callbacks = {
	.lookup = lookup_function,
	.sql_function = fmgr_sql,
};

/* ---- roles ---- */

static bool
lookup_role(const char *rolename, Oid roleid, RoleInfo *info)
{
	HeapTuple tuple = rolename ? SearchSysCache1(AUTHNAME, CStringGetDatum(rolename)) : SearchSysCache1(AUTHOID, ObjectIdGetDatum(roleid));
	Form_pg_authid role;

	if (!HeapTupleIsValid(tuple))
		return false;
	role = (Form_pg_authid) GETSTRUCT(tuple);
	info->oid = role->oid;
	info->rolname = role->rolname;
	info->rolsuper = role->rolsuper;
	info->rolcanlogin = role->rolcanlogin;
	info->rolreplication = role->rolreplication;
	info->rolconnlimit = role->rolconnlimit;
	ReleaseSysCache(tuple);
	return true;
}

static const StorageCallbacks callbacks_of_storage = {
	.rnode_skips_wal = RelFileNodeSkippingWAL,
};

void
catalog_register(void)
{
	/* the order is that in which they are told: files before caches */
	xact_register_participant(&storage_xact_participant);
	xact_register_participant(&cache_xact_participant);
	xact_register_participant(&namespace_xact_participant);
	storage_set_callbacks(&callbacks_of_storage);
	fmgr_set_lookup(&fmgr_callbacks);
	miscinit_set_role_lookup(lookup_role);
}

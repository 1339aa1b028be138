/*
 * pg_db_role_setting.c
 *		Settings kept per database and role.
 *
 * One row holds all settings of a (database, role) pair as name=value texts;
 * 0 stands for "any".  A new session applies up to four rows, the more special
 * ones first: their settings win.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/catalog/pg_db_role_setting.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_db_role_setting.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"

static SysScanDesc
scan_row(Relation rel, Snapshot snapshot, Oid databaseid, Oid roleid)
{
	static ScanKeyData keys[2];

	ScanKeyInit(&keys[0], Anum_pg_db_role_setting_setdatabase,
				BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(databaseid));
	ScanKeyInit(&keys[1], Anum_pg_db_role_setting_setrole,
				BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(roleid));
	return systable_beginscan(rel, DbRoleSettingDatidRolidIndexId, true,
							  snapshot, 2, keys);
}

static ArrayType *
settings_of(HeapTuple tuple, Relation rel)
{
	bool isnull;
	Datum d = heap_getattr(tuple, Anum_pg_db_role_setting_setconfig,
						   RelationGetDescr(rel), &isnull);

	return isnull ? NULL : DatumGetArrayTypeP(d);
}

static ArrayType *
changed(ArrayType *settings, VariableSetStmt *setstmt)
{
	char *value;

	if (setstmt->kind == VAR_RESET_ALL)
		return settings ? GUCArrayReset(settings) : NULL;
	value = ExtractSetVariableArgs(setstmt);
	return value ? GUCArrayAdd(settings, setstmt->name, value) : settings ? GUCArrayDelete(settings, setstmt->name)
																		  : NULL;
}

/* ALTER DATABASE/ROLE ... SET and RESET. */
void
AlterSetting(Oid databaseid, Oid roleid, VariableSetStmt *setstmt)
{
	Relation rel = table_open(DbRoleSettingRelationId, RowExclusiveLock);
	SysScanDesc scan = scan_row(rel, NULL, databaseid, roleid);
	HeapTuple tuple = systable_getnext(scan);
	ArrayType *settings;
	Datum values[Natts_pg_db_role_setting] = {0};
	bool nulls[Natts_pg_db_role_setting] = {false};
	bool replaces[Natts_pg_db_role_setting] = {false};

	settings = changed(HeapTupleIsValid(tuple) ? settings_of(tuple, rel) : NULL,
					   setstmt);
	values[Anum_pg_db_role_setting_setdatabase - 1] = ObjectIdGetDatum(databaseid);
	values[Anum_pg_db_role_setting_setrole - 1] = ObjectIdGetDatum(roleid);
	values[Anum_pg_db_role_setting_setconfig - 1] = PointerGetDatum(settings);
	replaces[Anum_pg_db_role_setting_setconfig - 1] = true;

	if (!HeapTupleIsValid(tuple))
	{
		if (settings)
			CatalogTupleInsert(rel, heap_form_tuple(RelationGetDescr(rel), values, nulls));
	}
	else if (settings)
	{
		HeapTuple newtuple = heap_modify_tuple(tuple, RelationGetDescr(rel),
											   values, nulls, replaces);

		CatalogTupleUpdate(rel, &tuple->t_self, newtuple);
	}
	else
		CatalogTupleDelete(rel, &tuple->t_self);
	InvokeObjectPostAlterHookArg(DbRoleSettingRelationId, databaseid, 0, roleid,
								 false);
	systable_endscan(scan);
	/* the lock stays until commit, so that changes follow one another */
	table_close(rel, NoLock);
}

/* A database or role goes: so do its rows.  One of the two is valid. */
void
DropSetting(Oid databaseid, Oid roleid)
{
	Relation rel = table_open(DbRoleSettingRelationId, RowExclusiveLock);
	SysScanDesc scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	HeapTuple tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_db_role_setting row = (Form_pg_db_role_setting) GETSTRUCT(tuple);

		if ((OidIsValid(databaseid) && row->setdatabase != databaseid) ||
			(OidIsValid(roleid) && row->setrole != roleid))
			continue;
		CatalogTupleDelete(rel, &tuple->t_self);
	}
	systable_endscan(scan);
	table_close(rel, RowExclusiveLock);
}

/* Apply one row to this session; relsetting is the open catalog. */
void
ApplySetting(Snapshot snapshot, Oid databaseid, Oid roleid,
			 Relation relsetting, GucSource source)
{
	SysScanDesc scan = scan_row(relsetting, snapshot, databaseid, roleid);
	HeapTuple tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		ArrayType *settings = settings_of(tuple, relsetting);

		/* who could store them was checked then */
		if (settings)
			ProcessGUCArray(settings, PGC_SUSET, source, GUC_ACTION_SET);
	}
	systable_endscan(scan);
}

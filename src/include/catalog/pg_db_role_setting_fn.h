/*
 * pg_db_role_setting_fn.h
 *		Functions of pg_db_role_setting.c.
 *
 * Settings kept per database and role.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_db_role_setting_fn.h
 */
#ifndef PG_DB_ROLE_SETTING_FN_H
#define PG_DB_ROLE_SETTING_FN_H

#include "nodes/parsenodes.h"
#include "utils/guc.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

extern void AlterSetting(Oid databaseid, Oid roleid,
						 VariableSetStmt *setstmt);
extern void DropSetting(Oid databaseid, Oid roleid);
extern void ApplySetting(Snapshot snapshot, Oid databaseid, Oid roleid,
						 Relation relsetting, GucSource source);

#endif /* PG_DB_ROLE_SETTING_FN_H */

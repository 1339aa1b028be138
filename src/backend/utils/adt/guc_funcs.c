/*
 * guc_funcs.c
 *		Settings in SQL: current_setting, set_config, pg_settings.
 *
 * Reading, changing and listing of settings; the settings themselves are in
 * utils/misc/guc.c.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/guc_funcs.c
 */
#include "postgres.h"

#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"

Datum
show_config_by_name(PG_FUNCTION_ARGS)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(0));

	PG_RETURN_TEXT_P(cstring_to_text(GetConfigOptionByName(name, NULL,
														   false)));
}

Datum
show_config_by_name_missing_ok(PG_FUNCTION_ARGS)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	char *value = GetConfigOptionByName(name, NULL, PG_GETARG_BOOL(1));

	if (value == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(value));
}

/* (name, value, is_local); a NULL value resets the setting */
Datum
set_config_by_name(PG_FUNCTION_ARGS)
{
	char *name;
	char *value = NULL;
	bool local = !PG_ARGISNULL(2) && PG_GETARG_BOOL(2);

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("SET requires parameter name")));
	name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	if (!PG_ARGISNULL(1))
		value = text_to_cstring(PG_GETARG_TEXT_PP(1));
	(void) set_config_option(name, value,
							 superuser() ? PGC_SUSET : PGC_USERSET,
							 PGC_S_SESSION,
							 local ? GUC_ACTION_LOCAL : GUC_ACTION_SET,
							 true, 0, false);
	PG_RETURN_TEXT_P(cstring_to_text(GetConfigOptionByName(name, NULL,
														   false)));
}

/* Names of the flags that pg_settings_get_flags tells of. */
Datum
pg_settings_get_flags(PG_FUNCTION_ARGS)
{
	static const struct
	{
		int flag;
		const char *name;
	} known[] = {
		{GUC_EXPLAIN, "EXPLAIN"},
		{GUC_NO_SHOW_ALL, "NO_SHOW_ALL"},
		{GUC_NO_RESET_ALL, "NO_RESET_ALL"},
		{GUC_NOT_IN_SAMPLE, "NOT_IN_SAMPLE"},
		{GUC_RUNTIME_COMPUTED, "RUNTIME_COMPUTED"}};
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	struct config_generic *record = guc_find_option(name, false, true, ERROR);
	Datum flags[lengthof(known)];
	int n = 0;

	if (record == NULL)
		PG_RETURN_NULL();
	for (size_t i = 0; i < lengthof(known); i++)
		if (record->flags & known[i].flag)
			flags[n++] = CStringGetTextDatum(known[i].name);
	PG_RETURN_POINTER(construct_array(flags, n, TEXTOID, -1, false,
									  TYPALIGN_INT));
}

/* The rows of pg_settings; columns that do not apply are NULL. */
Datum
show_all_settings(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	AttInMetadata *meta;
	int ncolumns;
	int nsettings = GetNumConfigOptions();

	InitMaterializedSRF(fcinfo, 0);
	meta = TupleDescGetAttInMetadata(rsi->setDesc);
	ncolumns = rsi->setDesc->natts;
	for (int i = 0; i < nsettings; i++)
	{
		const char *strings[17];
		Datum values[17];
		bool nulls[17];
		bool hidden;

		memset(strings, 0, sizeof(strings));
		GetConfigOptionByNum(i, strings, &hidden);
		if (hidden)
			continue;
		for (int c = 0; c < ncolumns; c++)
		{
			nulls[c] = strings[c] == NULL;
			values[c] = InputFunctionCall(&meta->attinfuncs[c],
										  (char *) strings[c],
										  meta->attioparams[c],
										  meta->atttypmods[c]);
		}
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/*
 * (): a row per line of the configuration files as they are on disk now:
 * file, line, number of the row, name, value, would it be applied, what is wrong
 */
Datum
show_all_file_settings(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	int seqno = 0;

	InitMaterializedSRF(fcinfo, 0);
	for (ConfigVariable *v = ProcessConfigFileInternal(PGC_SIGHUP, false, DEBUG3); v != NULL; v = v->next)
	{
		const char *texts[] = {v->filename, v->name, v->value, v->errmsg};
		static const int columns[] = {0, 3, 4, 6};
		Datum values[7] = {0};
		bool nulls[7] = {false};

		for (int i = 0; i < lengthof(columns); i++)
		{
			nulls[columns[i]] = texts[i] == NULL;
			if (texts[i] != NULL)
				values[columns[i]] = CStringGetTextDatum(texts[i]);
		}
		/* without a file there is no line */
		nulls[1] = v->filename == NULL;
		values[1] = Int32GetDatum(v->sourceline);
		values[2] = Int32GetDatum(++seqno);
		values[5] = BoolGetDatum(v->applied);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

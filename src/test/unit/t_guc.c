/*
 * t_guc.c
 *		Settings: values and messages as stock has them.
 *
 * Messages and shown values were taken from PostgreSQL 15.20.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_guc.c
 */
#include "tap.h"

#include <unistd.h>

#include "miscadmin.h"
#include "utils/guc_tables.h"

static const char *
set_error(const char *name, const char *value)
{
	MemoryContext cxt = CurrentMemoryContext;
	ErrorData *volatile edata = NULL;

	PG_TRY();
	{
		(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SET, true, ERROR, false);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(cxt);
		edata = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	if (edata == NULL)
		return "no error";
	return psprintf("%s %s%s%s", unpack_sql_state(edata->sqlerrcode), edata->message,
					edata->hint ? " / " : "", edata->hint ? edata->hint : "");
}

static const char *
set_show(const char *name, const char *value)
{
	(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SET, true, ERROR, false);
	return GetConfigOptionByName(name, NULL, false);
}

static void
test_messages(void)
{
	is_str(set_error("work_mem", "3"),
		   "22023 3 kB is outside the valid range for parameter \"work_mem\" (64 .. 2147483647)",
		   "range");
	is_str(set_error("work_mem", "99999999999GB"),
		   "22023 invalid value for parameter \"work_mem\": \"99999999999GB\" / Value exceeds integer range.",
		   "overflow");
	is_str(set_error("statement_timeout", "1min x"),
		   "22023 invalid value for parameter \"statement_timeout\": \"1min x\" / Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\", and \"d\".",
		   "unit");
	is_str(set_error("enable_seqscan", "maybe"),
		   "22023 parameter \"enable_seqscan\" requires a Boolean value", "bool");
	is_str(set_error("client_min_messages", "x"),
		   "22023 invalid value for parameter \"client_min_messages\": \"x\" / Available values: debug5, debug4, debug3, debug2, debug1, log, notice, warning, error.",
		   "enum");
	is_str(set_error("foo", "x"), "42704 unrecognized configuration parameter \"foo\"", "unknown");
	is_str(set_error("foo.1", "x"), "42602 invalid configuration parameter name \"foo.1\"", "bad custom name");
	is_str(set_error("shared_buffers", "10"),
		   "55P02 parameter \"shared_buffers\" cannot be changed without restarting the server", "postmaster");
	is_str(set_error("block_size", "3"), "55P02 parameter \"block_size\" cannot be changed", "internal");
	is_str(set_error("fsync", "off"), "55P02 parameter \"fsync\" cannot be changed now", "sighup");
	is_str(set_error("post_auth_delay", "1"),
		   "55P02 parameter \"post_auth_delay\" cannot be set after connection start", "backend");
	is_str(set_error("random_page_cost", "-1"),
		   "22023 -1 is outside the valid range for parameter \"random_page_cost\" (0 .. 1.79769e+308)",
		   "real range");
}

static void
test_units(void)
{
	is_str(set_show("statement_timeout", "1.5h"), "90min", "1.5h");
	is_str(set_show("statement_timeout", "90s"), "90s", "90s");
	is_str(set_show("work_mem", "0.1GB"), "102MB", "0.1GB is a whole number of MB");
	is_str(set_show("work_mem", "1234567kB"), "1234567kB", "odd kB");
	is_str(set_show("vacuum_cost_delay", "1us"), "1us", "a real in a smaller unit");
	is_str(set_show("wal_skip_threshold", "3.5"), "4kB", "rounded to even");
	is_str(GetConfigOptionByName("temp_buffers", NULL, false), "8MB", "blocks");
	is_str(GetConfigOptionByName("archive_timeout", NULL, false), "0", "zero has no unit");
	is_str(set_show("Work_Mem", "0x100"), "256kB", "hexadecimal, name in any case");
}

static void
test_levels(void)
{
	int level;

	set_show("work_mem", "1MB");
	AtStart_GUC();
	set_show("work_mem", "2MB");
	level = NewGUCNestLevel();
	(void) set_config_option("work_mem", "3MB", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_LOCAL, true, ERROR, false);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "3MB", "set locally");
	AtEOXact_GUC(true, level);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "3MB",
		   "SET LOCAL outlives the subtransaction");
	level = NewGUCNestLevel();
	set_show("work_mem", "4MB");
	AtEOXact_GUC(false, level);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "3MB", "rolled back");
	AtEOXact_GUC(true, 1);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "2MB",
		   "at commit the SET below the SET LOCAL comes back");
	AtStart_GUC();
	set_show("work_mem", "5MB");
	AtEOXact_GUC(false, 1);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "2MB", "abort");
	AtStart_GUC();
	level = NewGUCNestLevel();
	(void) set_config_option("work_mem", "7MB", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, ERROR, false);
	AtEOXact_GUC(true, level);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "2MB", "a function's SET ends with it");
	AtEOXact_GUC(true, 1);
	(void) set_config_option("work_mem", NULL, PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SET, true, ERROR, false);
	is_str(GetConfigOptionByName("work_mem", NULL, false), "4MB", "RESET");
}

static int custom_value;

static void
test_custom(void)
{
	AtStart_GUC();
	set_show("unit.value", "12");
	is_str(GetConfigOptionByName("unit.value", NULL, false), "12", "placeholder");
	DefineCustomIntVariable("unit.value", "x", NULL, &custom_value, 1, 0, 100,
							PGC_USERSET, 0, NULL, NULL, NULL);
	is_int(custom_value, 12, "its value reaches the setting when that is defined");
	AtEOXact_GUC(false, 1);
	is_int(custom_value, 1, "and goes when the transaction aborts");
	MarkGUCPrefixReserved("unit");
	is_str(set_error("unit.other", "1"),
		   "42602 invalid configuration parameter name \"unit.other\"", "reserved prefix");
}

static void
test_file(void)
{
	FILE *f = tmpfile();
	ConfigVariable *head = NULL;
	ConfigVariable *tail = NULL;
	ConfigVariable *v;
	bool good;

	fputs("# comment\nwork_mem = 4MB # more\n\nsearch_path '\"$user\", x''y'\n"
		  "a.b = C:/x-y_z.1\nport=5432\nbad line here\ncost 1.5e3\nneg = -1\n"
		  "esc = 'a\\tb\\101'\nfoo = 1.5GB\n",
		  f);
	rewind(f);
	good = ParseConfigFp(f, "test.conf", 0, LOG, &head, &tail);
	ok(!good, "a file with bad lines is not good");
	v = head;
	is_str(v->name, "work_mem", "name");
	is_str(v->value, "4MB", "value with unit");
	v = v->next;
	is_str(v->value, "\"$user\", x'y", "quoted value");
	is_int(v->sourceline, 4, "line number");
	v = v->next;
	is_str(v->name, "a.b", "qualified name");
	is_str(v->value, "C:/x-y_z.1", "plain word");
	v = v->next;
	is_str(v->value, "5432", "no blanks");
	v = v->next;
	ok(v->errmsg != NULL && v->sourceline == 7, "the bad line is marked");
	v = v->next;
	is_str(v->value, "1.5e3", "real");
	v = v->next;
	is_str(v->value, "-1", "sign");
	v = v->next;
	is_str(v->value, "a\tbA", "escapes");
	v = v->next;
	ok(v->errmsg != NULL, "a unit after a fraction needs quotes");
	fclose(f);
}

int
main(void)
{
	unit_init();
	InitializeGUCOptions();
	SetUserIdAndSecContext(16384, 0);
	TopTransactionContext = TopMemoryContext;
	test_messages();
	test_units();
	test_levels();
	test_custom();
	test_file();
	return done_testing();
}

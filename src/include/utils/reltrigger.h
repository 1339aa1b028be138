/*
 * reltrigger.h
 *		Triggers of a relation, as the relation descriptor keeps them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/reltrigger.h
 */
#ifndef RELTRIGGER_H
#define RELTRIGGER_H

/* one pg_trigger row, decoded */
typedef struct Trigger
{
	Oid tgoid;
	char *tgname;
	Oid tgfoid;
	int16 tgtype;
	char tgenabled;
	bool tgisinternal;
	bool tgisclone;
	Oid tgconstrrelid;
	Oid tgconstrindid;
	Oid tgconstraint;
	bool tgdeferrable;
	bool tginitdeferred;
	int16 tgnargs;
	int16 tgnattr;
	int16 *tgattr;
	char **tgargs;
	char *tgqual;
	char *tgoldtable;
	char *tgnewtable;
} Trigger;

/* all of a relation, by name, and which events any of them wants */
typedef struct TriggerDesc
{
	Trigger *triggers;
	int numtriggers;
	bool trig_insert_before_row;
	bool trig_insert_after_row;
	bool trig_insert_instead_row;
	bool trig_insert_before_statement;
	bool trig_insert_after_statement;
	bool trig_update_before_row;
	bool trig_update_after_row;
	bool trig_update_instead_row;
	bool trig_update_before_statement;
	bool trig_update_after_statement;
	bool trig_delete_before_row;
	bool trig_delete_after_row;
	bool trig_delete_instead_row;
	bool trig_delete_before_statement;
	bool trig_delete_after_statement;
	bool trig_truncate_before_statement;
	bool trig_truncate_after_statement;
	bool trig_insert_new_table;
	bool trig_update_old_table;
	bool trig_update_new_table;
	bool trig_delete_old_table;
} TriggerDesc;

#endif /* RELTRIGGER_H */

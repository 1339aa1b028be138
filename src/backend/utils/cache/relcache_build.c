/*
 * relcache_build.c
 *		A relation descriptor from the rows of pg_class and its like.
 *
 * relcache_build reads the pg_class row, the columns with their defaults and
 * checks, and what the kind of relation calls for: access method, options,
 * rules, triggers.  It does not enter the result in the cache.  While the
 * cache is being set up (criticalRelcachesBuilt is false) catalogs are read
 * sequentially, since no index can be opened yet.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relcache_build.c
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/tupdesc_details.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_tablespace_d.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "nodes/readfuncs.h"
#include "pgstat.h"
#include "rewrite/prs2lock.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/relmapper.h"
#include "utils/syscache.h"

#include "relcache_private.h"

static void build_columns(Relation relation);
static void build_triggers(Relation relation);

static void
key_equals(ScanKey key, AttrNumber attno, RegProcedure proc, Datum value)
{
	ScanKeyInit(key, attno, BTEqualStrategyNumber, proc, value);
}

/* ---- pg_class ---- */

/*
 * relcache_read_pg_class
 *		A copy of the pg_class row, or NULL.  The catalog cache is not asked:
 *		it may be older than what is needed here.
 */
HeapTuple
relcache_read_pg_class(Oid relid, bool index_ok)
{
	Relation pg_class;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;

	if (!OidIsValid(MyDatabaseId))
		elog(FATAL, "cannot read pg_class without having selected a database");

	key_equals(&key, Anum_pg_class_oid, F_OIDEQ, ObjectIdGetDatum(relid));
	pg_class = table_open(RelationRelationId, AccessShareLock);
	scan = systable_beginscan(pg_class, ClassOidIndexId,
							  index_ok && criticalRelcachesBuilt, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		tuple = heap_copytuple(tuple);
	systable_endscan(scan);
	table_close(pg_class, AccessShareLock);
	return tuple;
}

/* Where the files are: tablespace, database, file number. */
void
relcache_set_address(Relation relation)
{
	Form_pg_class form = relation->rd_rel;
	RelFileNode *node = &relation->rd_node;

	if (!RELKIND_HAS_STORAGE(form->relkind))
		return;
	node->spcNode = form->reltablespace ? form->reltablespace : MyDatabaseTableSpace;
	node->dbNode = node->spcNode == GLOBALTABLESPACE_OID ? InvalidOid : MyDatabaseId;
	if (OidIsValid(form->relfilenode))
	{
		node->relNode = form->relfilenode;
		return;
	}
	node->relNode = RelationMapOidToFilenode(relation->rd_id, form->relisshared);
	if (!OidIsValid(node->relNode))
		elog(ERROR, "could not find relation mapping for relation \"%s\", OID %u",
			 RelationGetRelationName(relation), relation->rd_id);
}

/* Whose buffers: shared ones, or the local ones of a temporary relation. */
void
relcache_set_backend(Relation relation)
{
	relation->rd_backend = InvalidBackendId;
	relation->rd_islocaltemp = false;
	if (relation->rd_rel->relpersistence != RELPERSISTENCE_TEMP)
		return;
	if (isTempOrTempToastNamespace(relation->rd_rel->relnamespace))
	{
		relation->rd_backend = BackendIdForTempRelations();
		relation->rd_islocaltemp = true;
	}
	else
		relation->rd_backend =
			GetTempNamespaceBackendId(relation->rd_rel->relnamespace);
}

/* reloptions, parsed by the rules of the kind of relation */
void
relcache_parse_options(Relation relation, HeapTuple class_tuple)
{
	bytea *options;
	amoptions_function amoptions = NULL;

	relation->rd_options = NULL;
	switch (relation->rd_rel->relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_TOASTVALUE:
		case RELKIND_VIEW:
		case RELKIND_MATVIEW:
		case RELKIND_PARTITIONED_TABLE:
			break;
		case RELKIND_INDEX:
		case RELKIND_PARTITIONED_INDEX:
			amoptions = relation->rd_indam->amoptions;
			break;
		default:
			return;
	}
	options = extractRelOptions(class_tuple, relcache_pg_class_desc(),
								amoptions);
	if (options)
	{
		relation->rd_options = MemoryContextAlloc(CacheMemoryContext,
												  VARSIZE(options));
		memcpy(relation->rd_options, options, VARSIZE(options));
		pfree(options);
	}
}

/* The functions that know how the rows are stored. */
void
RelationInitTableAccessMethod(Relation relation)
{
	Form_pg_class form = relation->rd_rel;

	if (form->relkind == RELKIND_SEQUENCE || form->relam == HEAP_TABLE_AM_OID ||
		IsCatalogRelation(relation))
		relation->rd_amhandler = F_HEAP_TABLEAM_HANDLER;
	else
	{
		HeapTuple am = SearchSysCache1(AMOID, ObjectIdGetDatum(form->relam));

		if (!HeapTupleIsValid(am))
			elog(ERROR, "cache lookup failed for access method %u", form->relam);
		relation->rd_amhandler = ((Form_pg_am) GETSTRUCT(am))->amhandler;
		ReleaseSysCache(am);
	}
	relation->rd_tableam = relation->rd_amhandler == F_HEAP_TABLEAM_HANDLER ? GetHeapamTableAmRoutine() : GetTableAmRoutine(relation->rd_amhandler);
}

/* ---- the whole ---- */

static Relation
start_descriptor(HeapTuple class_tuple)
{
	MemoryContext old = MemoryContextSwitchTo(CacheMemoryContext);
	Relation relation = palloc0(sizeof(RelationData));
	Form_pg_class form = palloc0(sizeof(FormData_pg_class));

	memcpy(form, GETSTRUCT(class_tuple), CLASS_TUPLE_SIZE);
	relation->rd_rel = form;
	relation->rd_id = form->oid;
	relation->rd_lockInfo.lockRelId.relId = form->oid;
	relation->rd_lockInfo.lockRelId.dbId = form->relisshared ? InvalidOid : MyDatabaseId;
	relation->rd_att = CreateTemplateTupleDesc(form->relnatts);
	relation->rd_att->tdrefcount = 1;
	MemoryContextSwitchTo(old);
	return relation;
}

/*
 * relcache_build
 *		A new descriptor, not counted and not in the cache, or NULL if there is
 *		no such relation.
 */
Relation
relcache_build(Oid relid)
{
	HeapTuple class_tuple = relcache_read_pg_class(relid, true);
	Relation relation;
	char kind;

	if (!HeapTupleIsValid(class_tuple))
		return NULL;
	relation = start_descriptor(class_tuple);
	kind = relation->rd_rel->relkind;

	relcache_set_backend(relation);
	build_columns(relation);
	if (kind == RELKIND_INDEX || kind == RELKIND_PARTITIONED_INDEX)
		RelationInitIndexAccessInfo(relation);
	else if (RELKIND_HAS_TABLE_AM(kind) || kind == RELKIND_SEQUENCE)
		RelationInitTableAccessMethod(relation);
	relcache_parse_options(relation, class_tuple);
	if (relation->rd_rel->relhasrules)
		relcache_build_rules(relation);
	if (relation->rd_rel->relhastriggers)
		build_triggers(relation);
	relcache_set_address(relation);
	heap_freetuple(class_tuple);
	return relation;
}

static void
free_trigger_desc(TriggerDesc *desc)
{
	if (desc != NULL)
		MemoryContextDelete(GetMemoryChunkContext(desc));
}

/* Columns of descriptors that were replaced while in use. */
static TupleDesc *replaced = NULL;
static int nreplaced = 0;
static int maxreplaced = 0;

static void
keep_until_eox(TupleDesc desc)
{
	if (nreplaced >= maxreplaced)
	{
		int want = maxreplaced ? maxreplaced * 2 : 16;

		if (replaced == NULL)
			replaced = MemoryContextAlloc(CacheMemoryContext,
										  want * sizeof(TupleDesc));
		else
			replaced = repalloc(replaced, want * sizeof(TupleDesc));
		maxreplaced = want;
	}
	replaced[nreplaced++] = desc;
}

/* The transaction is over, and with it whatever pointed to them. */
void
relcache_free_replaced(void)
{
	while (nreplaced > 0)
	{
		TupleDesc desc = replaced[--nreplaced];

		if (desc->tdrefcount == 0)
			FreeTupleDesc(desc);
	}
}

/*
 * relcache_destroy
 *		Free a descriptor that is not in the cache.  With keep_tupdesc its
 *		columns stay until the end of the transaction, for whoever points to them.
 */
void
relcache_destroy(Relation relation, bool keep_tupdesc)
{
	TupleDesc desc = relation->rd_att;

	Assert(RelationHasReferenceCountZero(relation));
	RelationCloseSmgr(relation);
	pgstat_unlink_relation(relation);
	relcache_forget_lists(relation);

	/*
	 * Pointers to the columns of a relation in use are all over the executor,
	 * mostly not counted.  The last of the counted ones frees them.
	 */
	if (--desc->tdrefcount == 0)
	{
		if (keep_tupdesc)
			keep_until_eox(desc);
		else
			FreeTupleDesc(desc);
	}

	free_trigger_desc(relation->trigdesc);
	if (relation->rd_options)
		pfree(relation->rd_options);
	if (relation->rd_indextuple)
		pfree(relation->rd_indextuple);
	if (relation->rd_amcache)
		pfree(relation->rd_amcache);
	if (relation->rd_indexcxt)
		MemoryContextDelete(relation->rd_indexcxt);
	if (relation->rd_rulescxt)
		MemoryContextDelete(relation->rd_rulescxt);
	if (relation->rd_fdwroutine)
		pfree(relation->rd_fdwroutine);
	pfree(relation->rd_rel);
	pfree(relation);
}

/* ---- columns ---- */

static int
default_order(const void *a, const void *b)
{
	return ((const AttrDefault *) a)->adnum - ((const AttrDefault *) b)->adnum;
}

/* Defaults: expected is the number of columns that claim to have one. */
static void
read_defaults(Relation relation, int expected)
{
	TupleConstr *constr = relation->rd_att->constr;
	AttrDefault *defs;
	int n = 0;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;

	defs = MemoryContextAllocZero(CacheMemoryContext,
								  expected * sizeof(AttrDefault));
	key_equals(&key, Anum_pg_attrdef_adrelid, F_OIDEQ,
			   ObjectIdGetDatum(RelationGetRelid(relation)));
	rel = table_open(AttrDefaultRelationId, AccessShareLock);
	scan = systable_beginscan(rel, AttrDefaultIndexId, criticalRelcachesBuilt,
							  NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		AttrNumber adnum = ((Form_pg_attrdef) GETSTRUCT(tuple))->adnum;
		bool isnull;
		Datum adbin = fastgetattr(tuple, Anum_pg_attrdef_adbin,
								  RelationGetDescr(rel), &isnull);
		char *str;

		if (n >= expected || isnull)
		{
			elog(WARNING, "unexpected pg_attrdef record found for attribute %d of relation \"%s\"",
				 adnum, RelationGetRelationName(relation));
			break;
		}
		str = TextDatumGetCString(adbin);
		defs[n].adnum = adnum;
		defs[n++].adbin = MemoryContextStrdup(CacheMemoryContext, str);
		pfree(str);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (n != expected)
		elog(WARNING, "%d pg_attrdef record(s) missing for relation \"%s\"",
			 expected - n, RelationGetRelationName(relation));
	if (n > 1)
		qsort(defs, n, sizeof(AttrDefault), default_order);
	constr->defval = defs;
	constr->num_defval = n;
}

static int
check_order(const void *a, const void *b)
{
	return strcmp(((const ConstrCheck *) a)->ccname,
				  ((const ConstrCheck *) b)->ccname);
}

/* CHECK constraints, sorted by name: that is the order of evaluation. */
static void
read_checks(Relation relation)
{
	TupleConstr *constr = relation->rd_att->constr;
	int expected = relation->rd_rel->relchecks;
	ConstrCheck *checks;
	int n = 0;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;

	checks = MemoryContextAllocZero(CacheMemoryContext,
									expected * sizeof(ConstrCheck));
	key_equals(&key, Anum_pg_constraint_conrelid, F_OIDEQ,
			   ObjectIdGetDatum(RelationGetRelid(relation)));
	rel = table_open(ConstraintRelationId, AccessShareLock);
	scan = systable_beginscan(rel, ConstraintRelidTypidNameIndexId,
							  criticalRelcachesBuilt, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_constraint con = (Form_pg_constraint) GETSTRUCT(tuple);
		bool isnull;
		Datum conbin;
		char *str;

		if (con->contype != CONSTRAINT_CHECK)
			continue;
		conbin = fastgetattr(tuple, Anum_pg_constraint_conbin,
							 RelationGetDescr(rel), &isnull);
		if (n >= expected || isnull)
		{
			elog(WARNING, "unexpected pg_constraint record found for relation \"%s\"",
				 RelationGetRelationName(relation));
			break;
		}
		str = TextDatumGetCString(conbin);
		checks[n].ccvalid = con->convalidated;
		checks[n].ccnoinherit = con->connoinherit;
		checks[n].ccname = MemoryContextStrdup(CacheMemoryContext,
											   NameStr(con->conname));
		checks[n++].ccbin = MemoryContextStrdup(CacheMemoryContext, str);
		pfree(str);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (n != expected)
		elog(WARNING, "%d pg_constraint record(s) missing for relation \"%s\"",
			 expected - n, RelationGetRelationName(relation));
	if (n > 1)
		qsort(checks, n, sizeof(ConstrCheck), check_order);
	constr->check = checks;
	constr->num_check = n;
}

/* The value that rows older than the column have in it. */
static void
read_missing(TupleConstr *constr, int natts, Form_pg_attribute att,
			 HeapTuple tuple, TupleDesc desc)
{
	bool isnull;
	Datum array = heap_getattr(tuple, Anum_pg_attribute_attmissingval,
							   desc, &isnull);
	AttrMissing *slot;
	int one = 1;
	Datum value;
	MemoryContext old;

	if (isnull)
		return;
	if (constr->missing == NULL)
		constr->missing = MemoryContextAllocZero(CacheMemoryContext,
												 natts * sizeof(AttrMissing));
	value = array_get_element(array, 1, &one, -1, att->attlen, att->attbyval,
							  att->attalign, &isnull);
	Assert(!isnull);
	slot = &constr->missing[att->attnum - 1];
	old = MemoryContextSwitchTo(CacheMemoryContext);
	slot->am_value = datumCopy(value, att->attbyval, att->attlen);
	slot->am_present = true;
	MemoryContextSwitchTo(old);
}

static void
build_columns(Relation relation)
{
	TupleDesc desc = relation->rd_att;
	int natts = desc->natts;
	int need = natts;
	int ndef = 0;
	TupleConstr *constr;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData keys[2];
	HeapTuple tuple;

	desc->tdtypeid = relation->rd_rel->reltype ? relation->rd_rel->reltype : RECORDOID;
	desc->tdtypmod = -1;
	constr = MemoryContextAllocZero(CacheMemoryContext, sizeof(TupleConstr));

	key_equals(&keys[0], Anum_pg_attribute_attrelid, F_OIDEQ,
			   ObjectIdGetDatum(RelationGetRelid(relation)));
	ScanKeyInit(&keys[1], Anum_pg_attribute_attnum, BTGreaterStrategyNumber,
				F_INT2GT, Int16GetDatum(0));
	rel = table_open(AttributeRelationId, AccessShareLock);
	scan = systable_beginscan(rel, AttributeRelidNumIndexId,
							  criticalRelcachesBuilt, NULL, 2, keys);
	while (need > 0 && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_attribute att = (Form_pg_attribute) GETSTRUCT(tuple);
		int attnum = att->attnum;

		if (attnum <= 0 || attnum > natts)
			elog(ERROR, "invalid attribute number %d for relation \"%s\"",
				 attnum, RelationGetRelationName(relation));
		memcpy(TupleDescAttr(desc, attnum - 1), att, ATTRIBUTE_FIXED_PART_SIZE);
		TupleDescAttr(desc, attnum - 1)->attcacheoff = -1;
		constr->has_not_null |= att->attnotnull;
		constr->has_generated_stored |=
			(att->attgenerated == ATTRIBUTE_GENERATED_STORED);
		ndef += att->atthasdef;
		if (att->atthasmissing)
			read_missing(constr, natts, att, tuple, RelationGetDescr(rel));
		need--;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	if (need != 0)
		elog(ERROR, "pg_attribute catalog is missing %d attribute(s) for relation OID %u",
			 need, RelationGetRelid(relation));

	if (natts > 0)
		TupleDescAttr(desc, 0)->attcacheoff = 0;
	if (!constr->has_not_null && !constr->has_generated_stored && ndef == 0 &&
		constr->missing == NULL && relation->rd_rel->relchecks == 0)
	{
		pfree(constr);
		return;
	}
	desc->constr = constr;
	if (ndef > 0)
		read_defaults(relation, ndef);
	if (relation->rd_rel->relchecks > 0)
		read_checks(relation);
}

/* ---- rules ---- */

/* Rights on the tables of a rule's actions are checked as another user's. */
static bool
set_check_as(Node *node, Oid *userid)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query *query = (Query *) node;
		ListCell *lc;

		foreach (lc, query->rtable)
			((RangeTblEntry *) lfirst(lc))->checkAsUser = *userid;
		return query_tree_walker(query, set_check_as, userid, 0);
	}
	return expression_tree_walker(node, set_check_as, userid);
}

static Node *
node_column(HeapTuple tuple, AttrNumber attno, TupleDesc desc)
{
	bool isnull;
	Datum d = heap_getattr(tuple, attno, desc, &isnull);
	char *str;
	Node *node;

	Assert(!isnull);
	str = TextDatumGetCString(d);
	node = stringToNode(str);
	pfree(str);
	return node;
}

/* Rules in order of name, since the index has that. */
void
relcache_build_rules(Relation relation)
{
	MemoryContext cxt;
	MemoryContext old;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;
	List *rules = NIL;
	RuleLock *lock;
	Oid check_as = InvalidOid;

	cxt = AllocSetContextCreate(CacheMemoryContext, "relation rules",
								ALLOCSET_SMALL_SIZES);
	relation->rd_rulescxt = cxt;
	if (!(relation->rd_rel->relkind == RELKIND_VIEW &&
		  RelationHasSecurityInvoker(relation)))
		check_as = relation->rd_rel->relowner;

	key_equals(&key, Anum_pg_rewrite_ev_class, F_OIDEQ,
			   ObjectIdGetDatum(RelationGetRelid(relation)));
	rel = table_open(RewriteRelationId, AccessShareLock);
	scan = systable_beginscan(rel, RewriteRelRulenameIndexId,
							  criticalRelcachesBuilt, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_rewrite form = (Form_pg_rewrite) GETSTRUCT(tuple);
		RewriteRule *rule;
		Oid userid = check_as;

		old = MemoryContextSwitchTo(cxt);
		rule = palloc0(sizeof(RewriteRule));
		rule->ruleId = form->oid;
		rule->event = form->ev_type - '0';
		rule->enabled = form->ev_enabled;
		rule->isInstead = form->is_instead;
		rule->actions = (List *) node_column(tuple, Anum_pg_rewrite_ev_action,
											 RelationGetDescr(rel));
		rule->qual = node_column(tuple, Anum_pg_rewrite_ev_qual,
								 RelationGetDescr(rel));
		/* rules other than a view's own act for the owner always */
		if (rule->event != CMD_SELECT)
			userid = relation->rd_rel->relowner;
		set_check_as((Node *) rule->actions, &userid);
		set_check_as(rule->qual, &userid);
		rules = lappend(rules, rule);
		MemoryContextSwitchTo(old);
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	if (rules == NIL)
	{
		relation->rd_rulescxt = NULL;
		MemoryContextDelete(cxt);
		return;
	}
	old = MemoryContextSwitchTo(cxt);
	lock = palloc0(sizeof(RuleLock));
	lock->numLocks = list_length(rules);
	lock->rules = palloc(lock->numLocks * sizeof(RewriteRule *));
	for (int i = 0; i < lock->numLocks; i++)
		lock->rules[i] = list_nth(rules, i);
	relation->rd_rules = lock;
	MemoryContextSwitchTo(old);
}

bool
relcache_rules_equal(RuleLock *a, RuleLock *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	if (a->numLocks != b->numLocks)
		return false;
	for (int i = 0; i < a->numLocks; i++)
	{
		RewriteRule *x = a->rules[i];
		RewriteRule *y = b->rules[i];

		if (x->ruleId != y->ruleId || x->event != y->event ||
			x->enabled != y->enabled || x->isInstead != y->isInstead ||
			!equal(x->qual, y->qual) || !equal(x->actions, y->actions))
			return false;
	}
	return true;
}

/* ---- triggers ---- */

static char **
split_arguments(bytea *args, int n)
{
	char **result = palloc(n * sizeof(char *));
	char *p = VARDATA_ANY(args);

	for (int i = 0; i < n; i++)
	{
		result[i] = pstrdup(p);
		p += strlen(p) + 1;
	}
	return result;
}

static char *
name_column(HeapTuple tuple, AttrNumber attno, TupleDesc desc)
{
	bool isnull;
	Datum d = heap_getattr(tuple, attno, desc, &isnull);

	return isnull ? NULL : pstrdup(NameStr(*DatumGetName(d)));
}

static void
fill_trigger(Trigger *t, HeapTuple tuple, TupleDesc desc)
{
	Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(tuple);
	bool isnull;
	Datum d;

	t->tgoid = form->oid;
	t->tgname = pstrdup(NameStr(form->tgname));
	t->tgfoid = form->tgfoid;
	t->tgtype = form->tgtype;
	t->tgenabled = form->tgenabled;
	t->tgisinternal = form->tgisinternal;
	t->tgisclone = OidIsValid(form->tgparentid);
	t->tgconstrrelid = form->tgconstrrelid;
	t->tgconstrindid = form->tgconstrindid;
	t->tgconstraint = form->tgconstraint;
	t->tgdeferrable = form->tgdeferrable;
	t->tginitdeferred = form->tginitdeferred;
	t->tgnargs = form->tgnargs;
	t->tgnattr = form->tgattr.dim1;
	if (t->tgnattr > 0)
	{
		t->tgattr = palloc(t->tgnattr * sizeof(int16));
		memcpy(t->tgattr, form->tgattr.values, t->tgnattr * sizeof(int16));
	}
	if (t->tgnargs > 0)
	{
		d = heap_getattr(tuple, Anum_pg_trigger_tgargs, desc, &isnull);
		t->tgargs = split_arguments(DatumGetByteaPP(d), t->tgnargs);
	}
	t->tgoldtable = name_column(tuple, Anum_pg_trigger_tgoldtable, desc);
	t->tgnewtable = name_column(tuple, Anum_pg_trigger_tgnewtable, desc);
	d = heap_getattr(tuple, Anum_pg_trigger_tgqual, desc, &isnull);
	if (!isnull)
		t->tgqual = TextDatumGetCString(d);
}

static void
note_events(TriggerDesc *desc, const Trigger *t)
{
	int16 ty = t->tgtype;
	bool row = TRIGGER_FOR_ROW(ty) != 0;
	bool before = TRIGGER_FOR_BEFORE(ty);
	bool after = TRIGGER_FOR_AFTER(ty);
	bool instead = TRIGGER_FOR_INSTEAD(ty);

#define NOTE(EVENT, name)                                       \
	if (TRIGGER_FOR_##EVENT(ty))                                \
	{                                                           \
		desc->trig_##name##_before_row |= row && before;        \
		desc->trig_##name##_after_row |= row && after;          \
		desc->trig_##name##_instead_row |= row && instead;      \
		desc->trig_##name##_before_statement |= !row && before; \
		desc->trig_##name##_after_statement |= !row && after;   \
	}
	NOTE(INSERT, insert)
	NOTE(UPDATE, update)
	NOTE(DELETE, delete)
#undef NOTE
	if (TRIGGER_FOR_TRUNCATE(ty))
	{
		desc->trig_truncate_before_statement |= before;
		desc->trig_truncate_after_statement |= after;
	}
	if (t->tgnewtable)
	{
		desc->trig_insert_new_table |= TRIGGER_FOR_INSERT(ty) != 0;
		desc->trig_update_new_table |= TRIGGER_FOR_UPDATE(ty) != 0;
	}
	if (t->tgoldtable)
	{
		desc->trig_update_old_table |= TRIGGER_FOR_UPDATE(ty) != 0;
		desc->trig_delete_old_table |= TRIGGER_FOR_DELETE(ty) != 0;
	}
}

/* Triggers in order of name, in a memory context of their own. */
static void
build_triggers(Relation relation)
{
	MemoryContext cxt;
	MemoryContext old;
	Relation rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;
	Trigger *triggers = NULL;
	int n = 0;
	int max = 0;
	TriggerDesc *desc;

	cxt = AllocSetContextCreate(CacheMemoryContext, "relation triggers",
								ALLOCSET_SMALL_SIZES);
	key_equals(&key, Anum_pg_trigger_tgrelid, F_OIDEQ,
			   ObjectIdGetDatum(RelationGetRelid(relation)));
	rel = table_open(TriggerRelationId, AccessShareLock);
	scan = systable_beginscan(rel, TriggerRelidNameIndexId,
							  criticalRelcachesBuilt, NULL, 1, &key);
	old = MemoryContextSwitchTo(cxt);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		if (n >= max)
		{
			max = max ? max * 2 : 8;
			triggers = triggers ? repalloc(triggers, max * sizeof(Trigger)) : palloc(max * sizeof(Trigger));
		}
		memset(&triggers[n], 0, sizeof(Trigger));
		fill_trigger(&triggers[n++], tuple, RelationGetDescr(rel));
	}
	MemoryContextSwitchTo(old);
	systable_endscan(scan);
	table_close(rel, AccessShareLock);

	if (n == 0)
	{
		MemoryContextDelete(cxt);
		return;
	}
	desc = MemoryContextAllocZero(cxt, sizeof(TriggerDesc));
	desc->triggers = triggers;
	desc->numtriggers = n;
	for (int i = 0; i < n; i++)
		note_events(desc, &triggers[i]);
	relation->trigdesc = desc;
}

/*
 * sequence.c
 *		Sequences: CREATE and ALTER, nextval and its like, and their redo.
 *
 * A sequence is a relation of one page with one frozen tuple: last_value,
 * log_cnt, is_called.  Its parameters are a row of pg_sequence.  The tuple is
 * changed in place.  nextval logs a value SEQ_LOG_VALS fetches ahead and then
 * goes on without WAL until those are used up (log_cnt counts down), or until
 * a checkpoint made the logged image old; a crash loses values, never repeats
 * one.  Source: doc/internals-storage.md, "Sequences".
 *
 * Locks: the page's content lock for the tuple; RowExclusiveLock on the
 * relation, taken once a transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/sequence.c
 */
#include "postgres.h"

#include "access/bufmask.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "access/xlogutils.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_type.h"
#include "catalog/storage_xlog.h"
#include "commands/defrem.h"
#include "commands/sequence.h"
#include "commands/tablecmds.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_type.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/smgr.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/resowner.h"
#include "utils/syscache.h"

/* Values logged ahead. */
#define SEQ_LOG_VALS 32

/* Special space of the page. */
#define SEQ_MAGIC 0x1717
typedef struct sequence_magic
{
	uint32 magic;
} sequence_magic;

/* WAL record: the relation, then the complete tuple. */
#define XLOG_SEQ_LOG 0x00
typedef struct xl_seq_rec
{
	RelFileNode node;
} xl_seq_rec;
StaticAssertDecl(sizeof(xl_seq_rec) == 12, "the record starts with 12 bytes");

/* What this session knows of a sequence: values fetched ahead, last given. */
typedef struct SeqTable
{
	Oid relid; /* key */
	Oid filenode; /* changes with the file: forget the values */
	LocalTransactionId lxid; /* in which it was locked */
	bool last_valid;
	int64 last; /* last value given out */
	int64 cached; /* last value fetched */
	int64 increment;
} SeqTable;

static HTAB *seen_sequences;
static SeqTable *last_used;

/* ---- access ---- */

static SeqTable *
seq_entry(Oid relid)
{
	bool found;
	SeqTable *entry;

	if (!seen_sequences)
	{
		HASHCTL ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(SeqTable)};

		seen_sequences = hash_create("Sequence values", 16, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(seen_sequences, &relid, HASH_ENTER, &found);
	if (!found)
	{
		entry->filenode = InvalidOid;
		entry->lxid = InvalidLocalTransactionId;
		entry->last_valid = false;
		entry->last = entry->cached = 0;
	}
	return entry;
}

/* Open a sequence; its lock is held until the end of the transaction. */
static Relation
open_sequence(Oid relid, SeqTable **entry)
{
	SeqTable *e = seq_entry(relid);
	Relation rel;

	if (e->lxid != MyProc->lxid)
	{
		ResourceOwner owner = CurrentResourceOwner;

		CurrentResourceOwner = TopTransactionResourceOwner;
		LockRelationOid(relid, RowExclusiveLock);
		CurrentResourceOwner = owner;
		e->lxid = MyProc->lxid;
	}
	rel = relation_open(relid, NoLock);
	if (rel->rd_rel->relkind != RELKIND_SEQUENCE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a sequence", RelationGetRelationName(rel))));
	if (rel->rd_rel->relfilenode != e->filenode)
	{
		e->filenode = rel->rd_rel->relfilenode;
		e->cached = e->last;
	}
	*entry = e;
	return rel;
}

/* The tuple of the sequence, its buffer locked exclusively. */
static Form_pg_sequence_data
read_tuple(Relation rel, Buffer *buf, HeapTuple tuple)
{
	Page page;
	ItemId lp;

	*buf = ReadBuffer(rel, 0);
	LockBuffer(*buf, BUFFER_LOCK_EXCLUSIVE);
	page = BufferGetPage(*buf);
	if (PageGetSpecialSize(page) < sizeof(sequence_magic) ||
		((sequence_magic *) PageGetSpecialPointer(page))->magic != SEQ_MAGIC)
		elog(ERROR, "bad magic number in sequence \"%s\"", RelationGetRelationName(rel));
	lp = PageGetItemId(page, FirstOffsetNumber);
	tuple->t_data = (HeapTupleHeader) PageGetItem(page, lp);
	tuple->t_len = ItemIdGetLength(lp);
	ItemPointerSet(&tuple->t_self, 0, FirstOffsetNumber);
	tuple->t_tableOid = RelationGetRelid(rel);
	return (Form_pg_sequence_data) GETSTRUCT(tuple);
}

static Form_pg_sequence
sequence_parameters(Oid relid, HeapTuple *tup)
{
	*tup = SearchSysCache1(SEQRELID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(*tup))
		elog(ERROR, "cache lookup failed for sequence %u", relid);
	return (Form_pg_sequence) GETSTRUCT(*tup);
}

/* An option whose value is a number; as text, for int8 has no node. */
static DefElem *
number_option(const char *name, int64 value)
{
	return makeDefElem(pstrdup(name),
					   (Node *) makeFloat(psprintf(INT64_FORMAT, value)), -1);
}

/*
 * sequence_options
 *		Options that would make a sequence with the parameters of this one, but
 *		for its type and owner.
 */
List *
sequence_options(Oid relid)
{
	HeapTuple tup;
	Form_pg_sequence form = sequence_parameters(relid, &tup);
	List *options;

	options = list_make5(number_option("cache", form->seqcache),
						 makeDefElem("cycle", (Node *) makeBoolean(form->seqcycle), -1),
						 number_option("increment", form->seqincrement),
						 number_option("maxvalue", form->seqmax),
						 number_option("minvalue", form->seqmin));
	options = lappend(options, number_option("start", form->seqstart));
	ReleaseSysCache(tup);
	return options;
}

/* Log the tuple with these values in it; inside a critical section. */
static void
log_tuple(Relation rel, Buffer buf, HeapTuple tuple, int64 last, int64 log_cnt, bool is_called)
{
	Form_pg_sequence_data seq = (Form_pg_sequence_data) GETSTRUCT(tuple);
	xl_seq_rec xlrec = {.node = rel->rd_node};

	/* The image comes first; what the page keeps is set afterwards. */
	seq->last_value = last;
	seq->log_cnt = log_cnt;
	seq->is_called = is_called;
	XLogBeginInsert();
	XLogRegisterBuffer(0, buf, REGBUF_WILL_INIT);
	XLogRegisterData((char *) &xlrec, sizeof(xlrec));
	XLogRegisterData((char *) tuple->t_data, tuple->t_len);
	PageSetLSN(BufferGetPage(buf), XLogInsert(RM_SEQ_ID, XLOG_SEQ_LOG));
}

/* Write the first page of a new file: one frozen tuple. */
static void
fill_page(Relation rel, HeapTuple tuple, ForkNumber fork)
{
	Buffer buf = ReadBufferExtended(rel, fork, P_NEW, RBM_ZERO_AND_LOCK, NULL);
	Page page = BufferGetPage(buf);

	Assert(BufferGetBlockNumber(buf) == 0);
	PageInit(page, BufferGetPageSize(buf), sizeof(sequence_magic));
	((sequence_magic *) PageGetSpecialPointer(page))->magic = SEQ_MAGIC;
	HeapTupleHeaderSetXmin(tuple->t_data, FrozenTransactionId);
	HeapTupleHeaderSetXminFrozen(tuple->t_data);
	HeapTupleHeaderSetCmin(tuple->t_data, FirstCommandId);
	HeapTupleHeaderSetXmax(tuple->t_data, InvalidTransactionId);
	tuple->t_data->t_infomask |= HEAP_XMAX_INVALID;
	ItemPointerSet(&tuple->t_data->t_ctid, 0, FirstOffsetNumber);
	if (RelationNeedsWAL(rel))
		GetTopTransactionId();

	START_CRIT_SECTION();
	MarkBufferDirty(buf);
	if (PageAddItem(page, (Item) tuple->t_data, tuple->t_len, InvalidOffsetNumber, false, false) != FirstOffsetNumber)
		elog(PANIC, "failed to add sequence tuple to page");
	if (RelationNeedsWAL(rel) || fork == INIT_FORKNUM)
	{
		xl_seq_rec xlrec = {.node = rel->rd_node};

		XLogBeginInsert();
		XLogRegisterBuffer(0, buf, REGBUF_WILL_INIT);
		XLogRegisterData((char *) &xlrec, sizeof(xlrec));
		XLogRegisterData((char *) tuple->t_data, tuple->t_len);
		PageSetLSN(page, XLogInsert(RM_SEQ_ID, XLOG_SEQ_LOG));
	}
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buf);
}

/* ---- parameters ---- */

static int64
limit_of_type(Oid type, bool upper)
{
	if (type == INT2OID)
		return upper ? PG_INT16_MAX : PG_INT16_MIN;
	if (type == INT4OID)
		return upper ? PG_INT32_MAX : PG_INT32_MIN;
	return upper ? PG_INT64_MAX : PG_INT64_MIN;
}

static DefElem *
take_option(List *options, const char *name, ParseState *pstate)
{
	DefElem *found = NULL;
	ListCell *lc;

	foreach (lc, options)
	{
		DefElem *opt = lfirst(lc);

		if (strcmp(opt->defname, name) == 0)
		{
			if (found)
				errorConflictingDefElem(opt, pstate);
			found = opt;
		}
	}
	return found;
}

static void
bad_parameter(const char *fmt, int64 value, int64 limit)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg(fmt, (long long) value, (long long) limit)));
}

static void
choose_type(ParseState *pstate, List *options, Form_pg_sequence form, bool is_new)
{
	DefElem *opt = take_option(options, "as", pstate);
	Oid type = opt ? typenameTypeId(pstate, defGetTypeName(opt)) : INT8OID;

	if (!opt && !is_new)
		return;
	if (type != INT2OID && type != INT4OID && type != INT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sequence type must be smallint, integer, or bigint")));
	if (!is_new)
	{
		/* Limits that were those of the old type follow. */
		if (form->seqmax == limit_of_type(form->seqtypid, true))
			form->seqmax = limit_of_type(type, true);
		if (form->seqmin == limit_of_type(form->seqtypid, false))
			form->seqmin = limit_of_type(type, false);
	}
	form->seqtypid = type;
}

/* Minimum and maximum, by default those of the type in the direction it runs. */
static void
choose_limits(ParseState *pstate, List *options, Form_pg_sequence form, bool is_new)
{
	DefElem *max = take_option(options, "maxvalue", pstate);
	DefElem *min = take_option(options, "minvalue", pstate);
	bool up = form->seqincrement > 0;

	if (max && max->arg)
		form->seqmax = defGetInt64(max);
	else if (is_new || max)
		form->seqmax = up ? limit_of_type(form->seqtypid, true) : -1;
	if (min && min->arg)
		form->seqmin = defGetInt64(min);
	else if (is_new || min)
		form->seqmin = up ? 1 : limit_of_type(form->seqtypid, false);

	if (form->seqmax > limit_of_type(form->seqtypid, true) || form->seqmax < limit_of_type(form->seqtypid, false))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("MAXVALUE (%lld) is out of range for sequence data type %s",
						(long long) form->seqmax, format_type_be(form->seqtypid))));
	if (form->seqmin < limit_of_type(form->seqtypid, false) || form->seqmin > limit_of_type(form->seqtypid, true))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("MINVALUE (%lld) is out of range for sequence data type %s",
						(long long) form->seqmin, format_type_be(form->seqtypid))));
	if (form->seqmin >= form->seqmax)
		bad_parameter("MINVALUE (%lld) must be less than MAXVALUE (%lld)", form->seqmin, form->seqmax);
}

/*
 * Work the options into the parameters and the row.  is_new: defaults for
 * what is not said.  *rewrite: some option is more than OWNED BY, which leaves
 * the sequence's own file alone.
 */
static void
apply_options(ParseState *pstate, List *options, bool is_new, Form_pg_sequence form,
			  Form_pg_sequence_data data, bool *rewrite)
{
	DefElem *opt;
	ListCell *lc;

	*rewrite = is_new;
	foreach (lc, options)
		*rewrite |= strcmp(lfirst_node(DefElem, lc)->defname, "owned_by") != 0;
	choose_type(pstate, options, form, is_new);
	if ((opt = take_option(options, "increment", pstate)) != NULL)
	{
		form->seqincrement = defGetInt64(opt);
		if (form->seqincrement == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("INCREMENT must not be zero")));
		data->log_cnt = 0;
	}
	else if (is_new)
		form->seqincrement = 1;
	if ((opt = take_option(options, "cycle", pstate)) != NULL)
	{
		form->seqcycle = boolVal(opt->arg);
		data->log_cnt = 0;
	}
	else if (is_new)
		form->seqcycle = false;
	choose_limits(pstate, options, form, is_new);

	if ((opt = take_option(options, "start", pstate)) != NULL)
		form->seqstart = defGetInt64(opt);
	else if (is_new)
		form->seqstart = form->seqincrement > 0 ? form->seqmin : form->seqmax;
	if (form->seqstart < form->seqmin)
		bad_parameter("START value (%lld) cannot be less than MINVALUE (%lld)", form->seqstart, form->seqmin);
	if (form->seqstart > form->seqmax)
		bad_parameter("START value (%lld) cannot be greater than MAXVALUE (%lld)", form->seqstart, form->seqmax);

	if ((opt = take_option(options, "restart", pstate)) != NULL)
	{
		data->last_value = opt->arg ? defGetInt64(opt) : form->seqstart;
		data->is_called = false;
		data->log_cnt = 0;
	}
	else if (is_new)
	{
		data->last_value = form->seqstart;
		data->is_called = false;
		data->log_cnt = 0;
	}
	if (data->last_value < form->seqmin)
		bad_parameter("RESTART value (%lld) cannot be less than MINVALUE (%lld)", data->last_value, form->seqmin);
	if (data->last_value > form->seqmax)
		bad_parameter("RESTART value (%lld) cannot be greater than MAXVALUE (%lld)", data->last_value, form->seqmax);

	if ((opt = take_option(options, "cache", pstate)) != NULL)
	{
		form->seqcache = defGetInt64(opt);
		if (form->seqcache <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("CACHE (%lld) must be greater than zero", (long long) form->seqcache)));
		data->log_cnt = 0;
	}
	else if (is_new)
		form->seqcache = 1;
}

/*
 * OWNED BY table.column or NONE.  The sequence of an identity column depends
 * on it internally, which is how getIdentitySequence finds it.
 */
static void
set_owner(Relation seqrel, List *owned_by, bool for_identity)
{
	DependencyType deptype = for_identity ? DEPENDENCY_INTERNAL : DEPENDENCY_AUTO;
	ObjectAddress self;
	ObjectAddress owner;
	Relation table;
	AttrNumber attnum;
	RangeVar *rv;

	deleteDependencyRecordsForClass(RelationRelationId, RelationGetRelid(seqrel), RelationRelationId, deptype);
	if (list_length(owned_by) == 1)
	{
		if (strcmp(strVal(linitial(owned_by)), "none") != 0)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("invalid OWNED BY option"),
					 errhint("Specify OWNED BY table.column or OWNED BY NONE.")));
		return;
	}
	rv = makeRangeVarFromNameList(list_truncate(list_copy(owned_by), list_length(owned_by) - 1));
	table = relation_openrv(rv, AccessShareLock);
	if (table->rd_rel->relowner != seqrel->rd_rel->relowner)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("sequence must have same owner as table it is linked to")));
	if (RelationGetNamespace(table) != RelationGetNamespace(seqrel))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("sequence must be in same schema as table it is linked to")));
	attnum = get_attnum(RelationGetRelid(table), strVal(llast(owned_by)));
	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						strVal(llast(owned_by)), RelationGetRelationName(table))));
	ObjectAddressSet(self, RelationRelationId, RelationGetRelid(seqrel));
	ObjectAddressSubSet(owner, RelationRelationId, RelationGetRelid(table), attnum);
	recordDependencyOn(&self, &owner, deptype);
	relation_close(table, NoLock);
}

static void
owned_by_option(ParseState *pstate, Relation rel, List *options, bool for_identity)
{
	DefElem *opt = take_option(options, "owned_by", pstate);

	if (opt)
		set_owner(rel, defGetQualifiedName(opt), for_identity);
}

/* ---- CREATE and ALTER ---- */

static ColumnDef *
sequence_column(const char *name, Oid type)
{
	ColumnDef *col = makeColumnDef(name, type, -1, InvalidOid);

	col->is_not_null = true;
	return col;
}

ObjectAddress
DefineSequence(ParseState *pstate, CreateSeqStmt *seq)
{
	FormData_pg_sequence form = {0};
	FormData_pg_sequence_data data = {0};
	CreateStmt *create = makeNode(CreateStmt);
	ObjectAddress address;
	Relation rel;
	Relation catalog;
	Datum values[Natts_pg_sequence];
	bool nulls[Natts_pg_sequence] = {0};
	Datum row[3];
	bool rownulls[3] = {0};
	bool rewrite;

	if (seq->if_not_exists)
	{
		Oid old;

		RangeVarGetAndCheckCreationNamespace(seq->sequence, NoLock, &old);
		if (OidIsValid(old))
		{
			ereport(NOTICE,
					(errcode(ERRCODE_DUPLICATE_TABLE),
					 errmsg("relation \"%s\" already exists, skipping", seq->sequence->relname)));
			return InvalidObjectAddress;
		}
	}
	apply_options(pstate, seq->options, true, &form, &data, &rewrite);
	create->relation = seq->sequence;
	create->tableElts = list_make3(sequence_column("last_value", INT8OID),
								   sequence_column("log_cnt", INT8OID),
								   sequence_column("is_called", BOOLOID));
	create->oncommit = ONCOMMIT_NOOP;
	address = DefineRelation(create, RELKIND_SEQUENCE, seq->ownerId, NULL, NULL);

	rel = table_open(address.objectId, AccessExclusiveLock);
	row[0] = Int64GetDatum(data.last_value);
	row[1] = Int64GetDatum(data.log_cnt);
	row[2] = BoolGetDatum(data.is_called);
	fill_page(rel, heap_form_tuple(RelationGetDescr(rel), row, rownulls), MAIN_FORKNUM);
	if (rel->rd_rel->relpersistence == RELPERSISTENCE_UNLOGGED)
	{
		SMgrRelation srel = smgropen(rel->rd_node, InvalidBackendId);

		smgrcreate(srel, INIT_FORKNUM, false);
		log_smgrcreate(&rel->rd_node, INIT_FORKNUM);
		fill_page(rel, heap_form_tuple(RelationGetDescr(rel), row, rownulls), INIT_FORKNUM);
		FlushRelationBuffers(rel);
		smgrclose(srel);
	}
	owned_by_option(pstate, rel, seq->options, seq->for_identity);
	table_close(rel, NoLock);

	catalog = table_open(SequenceRelationId, RowExclusiveLock);
	values[Anum_pg_sequence_seqrelid - 1] = ObjectIdGetDatum(address.objectId);
	values[Anum_pg_sequence_seqtypid - 1] = ObjectIdGetDatum(form.seqtypid);
	values[Anum_pg_sequence_seqstart - 1] = Int64GetDatum(form.seqstart);
	values[Anum_pg_sequence_seqincrement - 1] = Int64GetDatum(form.seqincrement);
	values[Anum_pg_sequence_seqmax - 1] = Int64GetDatum(form.seqmax);
	values[Anum_pg_sequence_seqmin - 1] = Int64GetDatum(form.seqmin);
	values[Anum_pg_sequence_seqcache - 1] = Int64GetDatum(form.seqcache);
	values[Anum_pg_sequence_seqcycle - 1] = BoolGetDatum(form.seqcycle);
	CatalogTupleInsert(catalog, heap_form_tuple(RelationGetDescr(catalog), values, nulls));
	table_close(catalog, RowExclusiveLock);
	return address;
}

/* Give the sequence a new file with this row, so that abort brings back the old. */
static void
rewrite_sequence(Relation rel, const FormData_pg_sequence_data *data)
{
	Datum row[3] = {Int64GetDatum(data->last_value), Int64GetDatum(data->log_cnt), BoolGetDatum(data->is_called)};
	bool nulls[3] = {0};

	RelationSetNewRelfilenode(rel, rel->rd_rel->relpersistence);
	fill_page(rel, heap_form_tuple(RelationGetDescr(rel), row, nulls), MAIN_FORKNUM);
}

ObjectAddress
AlterSequence(ParseState *pstate, AlterSeqStmt *stmt)
{
	Oid relid = RangeVarGetRelidExtended(stmt->sequence, ShareRowExclusiveLock,
										 stmt->missing_ok ? RVR_MISSING_OK : 0,
										 RangeVarCallbackOwnsRelation, NULL);
	ObjectAddress address;
	SeqTable *entry;
	Relation rel;
	Relation catalog;
	HeapTuple tup;
	HeapTupleData tuple;
	FormData_pg_sequence_data data;
	Buffer buf;
	bool rewrite;

	if (!OidIsValid(relid))
	{
		ereport(NOTICE,
				(errmsg("relation \"%s\" does not exist, skipping", stmt->sequence->relname)));
		return InvalidObjectAddress;
	}
	rel = open_sequence(relid, &entry);
	catalog = table_open(SequenceRelationId, RowExclusiveLock);
	tup = SearchSysCacheCopy1(SEQRELID, ObjectIdGetDatum(relid));
	data = *read_tuple(rel, &buf, &tuple);
	UnlockReleaseBuffer(buf);
	apply_options(pstate, stmt->options, false, (Form_pg_sequence) GETSTRUCT(tup), &data, &rewrite);
	entry->cached = entry->last;
	if (rewrite)
		rewrite_sequence(rel, &data);
	owned_by_option(pstate, rel, stmt->options, stmt->for_identity);
	CatalogTupleUpdate(catalog, &tup->t_self, tup);
	ObjectAddressSet(address, RelationRelationId, relid);
	table_close(catalog, RowExclusiveLock);
	relation_close(rel, NoLock);
	return address;
}

/* TRUNCATE ... RESTART IDENTITY */
void
ResetSequence(Oid seq_relid)
{
	SeqTable *entry;
	Relation rel = open_sequence(seq_relid, &entry);
	HeapTuple tup;
	FormData_pg_sequence_data data = {.last_value = sequence_parameters(seq_relid, &tup)->seqstart};

	ReleaseSysCache(tup);
	LockRelationOid(seq_relid, AccessExclusiveLock);
	rewrite_sequence(rel, &data);
	entry->cached = entry->last;
	relation_close(rel, NoLock);
}

void
ResetSequenceCaches(void)
{
	if (seen_sequences)
	{
		hash_destroy(seen_sequences);
		seen_sequences = NULL;
	}
	last_used = NULL;
}

void
DeleteSequenceTuple(Oid relid)
{
	Relation catalog = table_open(SequenceRelationId, RowExclusiveLock);
	HeapTuple tup = SearchSysCache1(SEQRELID, ObjectIdGetDatum(relid));

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for sequence %u", relid);
	CatalogTupleDelete(catalog, &tup->t_self);
	ReleaseSysCache(tup);
	table_close(catalog, RowExclusiveLock);
}

/* ---- nextval, currval, lastval, setval ---- */

static void
check_sequence_privilege(Relation rel, AclMode mode)
{
	if (pg_class_aclcheck(RelationGetRelid(rel), GetUserId(), mode) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for sequence %s", RelationGetRelationName(rel))));
}

/*
 * One step from *value; false at the end of a sequence that does not cycle.
 */
static bool
step(const FormData_pg_sequence *form, int64 *value)
{
	int64 next;
	bool beyond = __builtin_add_overflow(*value, form->seqincrement, &next) ||
		(form->seqincrement > 0 ? next > form->seqmax : next < form->seqmin);

	if (beyond)
	{
		if (!form->seqcycle)
			return false;
		next = form->seqincrement > 0 ? form->seqmin : form->seqmax;
	}
	*value = next;
	return true;
}

static void
sequence_exhausted(Relation rel, const FormData_pg_sequence *form)
{
	bool up = form->seqincrement > 0;

	ereport(ERROR,
			(errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
			 errmsg("nextval: reached %s value of sequence \"%s\" (%lld)",
					up ? "maximum" : "minimum", RelationGetRelationName(rel),
					(long long) (up ? form->seqmax : form->seqmin))));
}

/*
 * nextval_internal
 *		The next value of a sequence.
 *
 * Fetches seqcache values at once for this session.  See the head of the
 * file on what is logged.
 */
int64
nextval_internal(Oid relid, bool check_permissions)
{
	SeqTable *entry;
	Relation rel = open_sequence(relid, &entry);
	HeapTuple ptup;
	FormData_pg_sequence form;
	HeapTupleData tuple;
	Form_pg_sequence_data seq;
	Buffer buf;
	int64 result;
	int64 fetched; /* last value that this call may give out */
	int64 logged;
	int64 log_cnt;
	int64 fetch;
	int64 ahead; /* values to log beyond; 0: no WAL */
	bool must_log;

	if (check_permissions)
		check_sequence_privilege(rel, ACL_USAGE | ACL_UPDATE);
	if (!rel->rd_islocaltemp)
		PreventCommandIfReadOnly("nextval()");
	PreventCommandIfParallelMode("nextval()");
	if (entry->last != entry->cached)
	{
		Assert(entry->last_valid);
		entry->last += entry->increment;
		relation_close(rel, NoLock);
		last_used = entry;
		return entry->last;
	}
	form = *sequence_parameters(relid, &ptup);
	ReleaseSysCache(ptup);
	entry->increment = form.seqincrement;

	seq = read_tuple(rel, &buf, &tuple);
	fetch = form.seqcache;
	log_cnt = seq->log_cnt;
	result = fetched = seq->last_value;
	if (!seq->is_called)
		fetch--; /* the stored value itself is the first */
	must_log = log_cnt < fetch || !seq->is_called ||
		PageGetLSN(BufferGetPage(buf)) <= GetRedoRecPtr();
	ahead = must_log ? fetch + SEQ_LOG_VALS : 0;

	if (seq->is_called)
	{
		if (!step(&form, &result))
			sequence_exhausted(rel, &form);
		fetched = result;
		fetch--;
		log_cnt--;
		ahead--;
	}
	while (fetch > 0)
	{
		int64 before = fetched;

		if (!step(&form, &fetched) || (form.seqincrement > 0 ? fetched < before : fetched > before))
		{
			fetched = before; /* no use in caching over the end */
			break;
		}
		fetch--;
		log_cnt--;
		ahead--;
	}
	logged = fetched;
	if (must_log)
	{
		int64 steps = 0;

		while (ahead > 0)
		{
			int64 before = logged;

			if (!step(&form, &logged) || (form.seqincrement > 0 ? logged < before : logged > before))
			{
				logged = before;
				break;
			}
			ahead--;
			steps++;
		}
		log_cnt = steps;
		if (RelationNeedsWAL(rel))
			GetTopTransactionId();
	}

	START_CRIT_SECTION();
	MarkBufferDirty(buf);
	if (must_log && RelationNeedsWAL(rel))
		log_tuple(rel, buf, &tuple, logged, 0, true);
	seq->last_value = fetched;
	seq->is_called = true;
	seq->log_cnt = log_cnt;
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buf);

	entry->last = result;
	entry->cached = fetched;
	entry->last_valid = true;
	last_used = entry;
	relation_close(rel, NoLock);
	return result;
}

/* setval: put the sequence at a value, given out already or not. */
static void
set_value(Oid relid, int64 next, bool is_called)
{
	SeqTable *entry;
	Relation rel = open_sequence(relid, &entry);
	HeapTuple ptup;
	FormData_pg_sequence form = *sequence_parameters(relid, &ptup);
	HeapTupleData tuple;
	Form_pg_sequence_data seq;
	Buffer buf;

	ReleaseSysCache(ptup);
	check_sequence_privilege(rel, ACL_UPDATE);
	if (!rel->rd_islocaltemp)
		PreventCommandIfReadOnly("setval()");
	PreventCommandIfParallelMode("setval()");
	if (next < form.seqmin || next > form.seqmax)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("setval: value %lld is out of bounds for sequence \"%s\" (%lld..%lld)",
						(long long) next, RelationGetRelationName(rel),
						(long long) form.seqmin, (long long) form.seqmax)));
	if (is_called)
	{
		entry->last = next;
		entry->last_valid = true;
	}
	entry->cached = entry->last;
	if (RelationNeedsWAL(rel))
		GetTopTransactionId();
	seq = read_tuple(rel, &buf, &tuple);
	START_CRIT_SECTION();
	MarkBufferDirty(buf);
	if (RelationNeedsWAL(rel))
		log_tuple(rel, buf, &tuple, next, 0, is_called);
	seq->last_value = next;
	seq->is_called = is_called;
	seq->log_cnt = 0;
	END_CRIT_SECTION();
	UnlockReleaseBuffer(buf);
	relation_close(rel, NoLock);
}

Datum
nextval_oid(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(nextval_internal(PG_GETARG_OID(0), true));
}

Datum
currval_oid(PG_FUNCTION_ARGS)
{
	SeqTable *entry;
	Relation rel = open_sequence(PG_GETARG_OID(0), &entry);

	check_sequence_privilege(rel, ACL_SELECT | ACL_USAGE);
	if (!entry->last_valid)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("currval of sequence \"%s\" is not yet defined in this session", RelationGetRelationName(rel))));
	relation_close(rel, NoLock);
	PG_RETURN_INT64(entry->last);
}

Datum
lastval(PG_FUNCTION_ARGS)
{
	SeqTable *entry;
	Relation rel;

	if (!last_used || !SearchSysCacheExists1(RELOID, ObjectIdGetDatum(last_used->relid)))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("lastval is not yet defined in this session")));
	rel = open_sequence(last_used->relid, &entry);
	check_sequence_privilege(rel, ACL_SELECT | ACL_USAGE);
	relation_close(rel, NoLock);
	PG_RETURN_INT64(last_used->last);
}

Datum
setval_oid(PG_FUNCTION_ARGS)
{
	set_value(PG_GETARG_OID(0), PG_GETARG_INT64(1), true);
	PG_RETURN_INT64(PG_GETARG_INT64(1));
}

Datum
setval3_oid(PG_FUNCTION_ARGS)
{
	set_value(PG_GETARG_OID(0), PG_GETARG_INT64(1), PG_GETARG_BOOL(2));
	PG_RETURN_INT64(PG_GETARG_INT64(1));
}

/* SQL: pg_sequence's row of a sequence as a record. */
Datum
pg_sequence_parameters(PG_FUNCTION_ARGS)
{
	Oid relid = PG_GETARG_OID(0);
	TupleDesc desc;
	HeapTuple tup;
	Form_pg_sequence form;
	Datum values[7];
	bool nulls[7] = {false};

	if (pg_class_aclcheck(relid, GetUserId(), ACL_SELECT | ACL_UPDATE | ACL_USAGE) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for sequence %s", get_rel_name(relid))));
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	form = sequence_parameters(relid, &tup);
	values[0] = Int64GetDatum(form->seqstart);
	values[1] = Int64GetDatum(form->seqmin);
	values[2] = Int64GetDatum(form->seqmax);
	values[3] = Int64GetDatum(form->seqincrement);
	values[4] = BoolGetDatum(form->seqcycle);
	values[5] = Int64GetDatum(form->seqcache);
	values[6] = ObjectIdGetDatum(form->seqtypid);
	ReleaseSysCache(tup);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* SQL: the value last written, NULL before the first nextval or without right. */
Datum
pg_sequence_last_value(PG_FUNCTION_ARGS)
{
	SeqTable *entry;
	Relation rel = open_sequence(PG_GETARG_OID(0), &entry);
	HeapTupleData tuple;
	Buffer buf;
	Form_pg_sequence_data seq;
	bool called = false;
	int64 last = 0;

	if (pg_class_aclcheck(RelationGetRelid(rel), GetUserId(), ACL_SELECT | ACL_USAGE) == ACLCHECK_OK &&
		!RELATION_IS_OTHER_TEMP(rel))
	{
		seq = read_tuple(rel, &buf, &tuple);
		called = seq->is_called;
		last = seq->last_value;
		UnlockReleaseBuffer(buf);
	}
	relation_close(rel, NoLock);
	if (!called)
		PG_RETURN_NULL();
	PG_RETURN_INT64(last);
}

/* ---- redo ---- */

/* The record holds the whole tuple: the page is made anew. */
static void
seq_redo(XLogReaderState *record)
{
	uint8 info = XLogRecGetInfo(record) & ~XLR_INFO_MASK;
	Buffer buf;
	Page page;
	Page fresh;
	char *item = XLogRecGetData(record) + sizeof(xl_seq_rec);
	Size len = XLogRecGetDataLen(record) - sizeof(xl_seq_rec);

	if (info != XLOG_SEQ_LOG)
		elog(PANIC, "seq_redo: unknown op code %u", info);
	buf = XLogInitBufferForRedo(record, 0);
	page = BufferGetPage(buf);

	/* Built aside: someone may be reading the page without a lock. */
	fresh = (Page) palloc(BufferGetPageSize(buf));
	PageInit(fresh, BufferGetPageSize(buf), sizeof(sequence_magic));
	((sequence_magic *) PageGetSpecialPointer(fresh))->magic = SEQ_MAGIC;
	if (PageAddItem(fresh, (Item) item, len, FirstOffsetNumber, false, false) == InvalidOffsetNumber)
		elog(PANIC, "seq_redo: failed to add item to page");
	PageSetLSN(fresh, record->EndRecPtr);
	memcpy(page, fresh, BufferGetPageSize(buf));
	MarkBufferDirty(buf);
	UnlockReleaseBuffer(buf);
	pfree(fresh);
}

static void
seq_mask(char *page, BlockNumber blkno)
{
	mask_page_lsn_and_checksum(page);
	mask_unused_space(page);
}

const RmgrData seq_rmgr = {
	.rm_name = "Sequence", .rm_redo = seq_redo, .rm_mask = seq_mask};

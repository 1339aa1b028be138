/*
 * printtup.c
 *		Sending result rows to the client.
 *
 * RowDescription and DataRow messages of protocol 3, each column as text or
 * in the type's binary form.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 *
 * src/backend/access/common/printtup.c
 */
#include "postgres.h"

#include "access/printtup.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "tcop/pquery.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

typedef struct PrintColumn
{
	FmgrInfo finfo;
	int16 format; /* 0 text, 1 binary */
} PrintColumn;

typedef struct DR_printtup
{
	DestReceiver pub;
	Portal portal;
	bool sendDescrip; /* RowDescription before the first row */
	TupleDesc attrinfo; /* what columns was made for */
	int nattrs;
	PrintColumn *columns;
	StringInfoData buf; /* reused for every row */
	MemoryContext tmpcontext;
} DR_printtup;

static void printtup_startup(DestReceiver *self, int operation,
							 TupleDesc typeinfo);
static bool printtup(TupleTableSlot *slot, DestReceiver *self);
static void printtup_shutdown(DestReceiver *self);
static void printtup_destroy(DestReceiver *self);

/* Receiver for one of the remote destinations. */
DestReceiver *
printtup_create_DR(CommandDest dest)
{
	DR_printtup *self = palloc0(sizeof(DR_printtup));

	self->pub.receiveSlot = printtup;
	self->pub.rStartup = printtup_startup;
	self->pub.rShutdown = printtup_shutdown;
	self->pub.rDestroy = printtup_destroy;
	self->pub.mydest = dest;
	/* in the extended protocol Describe has sent it already */
	self->sendDescrip = dest == DestRemote || dest == DestRemoteSimple;
	return (DestReceiver *) self;
}

void
SetRemoteDestReceiverParams(DestReceiver *self, Portal portal)
{
	((DR_printtup *) self)->portal = portal;
}

static void
printtup_startup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	DR_printtup *dr = (DR_printtup *) self;

	initStringInfo(&dr->buf);
	dr->tmpcontext = AllocSetContextCreate(CurrentMemoryContext, "printtup",
										   ALLOCSET_DEFAULT_SIZES);
	if (dr->sendDescrip)
		SendRowDescriptionMessage(&dr->buf, typeinfo,
								  dr->portal ? FetchPortalTargetList(dr->portal) : NIL,
								  dr->portal ? dr->portal->formats : NULL);
}

/*
 * targetlist (may be NIL) tells which table columns the result columns are;
 * formats (may be NULL: all text) has an entry per column.
 */
void
SendRowDescriptionMessage(StringInfo buf, TupleDesc typeinfo,
						  List *targetlist, int16 *formats)
{
	ListCell *tl = list_head(targetlist);

	pq_beginmessage_reuse(buf, 'T');
	pq_sendint16(buf, typeinfo->natts);
	for (int i = 0; i < typeinfo->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(typeinfo, i);
		Oid atttypid = att->atttypid;
		int32 atttypmod = att->atttypmod;
		Oid resorigtbl = InvalidOid;
		AttrNumber resorigcol = 0;

		/* the client sees the base type of a domain */
		atttypid = getBaseTypeAndTypmod(atttypid, &atttypmod);
		while (tl && ((TargetEntry *) lfirst(tl))->resjunk)
			tl = lnext(targetlist, tl);
		if (tl)
		{
			TargetEntry *tle = lfirst(tl);

			resorigtbl = tle->resorigtbl;
			resorigcol = tle->resorigcol;
			tl = lnext(targetlist, tl);
		}
		pq_sendstring(buf, NameStr(att->attname));
		pq_sendint32(buf, resorigtbl);
		pq_sendint16(buf, resorigcol);
		pq_sendint32(buf, atttypid);
		pq_sendint16(buf, att->attlen);
		pq_sendint32(buf, atttypmod);
		pq_sendint16(buf, formats ? formats[i] : 0);
	}
	pq_endmessage_reuse(buf);
}

/* Look up the output functions of the columns. */
static void
prepare_columns(DR_printtup *dr, TupleDesc typeinfo)
{
	int16 *formats = dr->portal ? dr->portal->formats : NULL;
	int n = typeinfo->natts;

	if (dr->columns)
		pfree(dr->columns);
	dr->columns = palloc0(Max(n, 1) * sizeof(PrintColumn));
	dr->attrinfo = typeinfo;
	dr->nattrs = n;
	for (int i = 0; i < n; i++)
	{
		PrintColumn *col = &dr->columns[i];
		Oid type = TupleDescAttr(typeinfo, i)->atttypid;
		Oid func;
		bool varlena;

		col->format = formats ? formats[i] : 0;
		if (col->format == 0)
			getTypeOutputInfo(type, &func, &varlena);
		else if (col->format == 1)
			getTypeBinaryOutputInfo(type, &func, &varlena);
		else
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unsupported format code: %d", col->format)));
		fmgr_info(func, &col->finfo);
	}
}

static bool
printtup(TupleTableSlot *slot, DestReceiver *self)
{
	DR_printtup *dr = (DR_printtup *) self;
	TupleDesc typeinfo = slot->tts_tupleDescriptor;
	StringInfo buf = &dr->buf;
	MemoryContext caller;

	if (dr->attrinfo != typeinfo || dr->nattrs != typeinfo->natts)
		prepare_columns(dr, typeinfo);
	slot_getallattrs(slot);
	caller = MemoryContextSwitchTo(dr->tmpcontext);
	pq_beginmessage_reuse(buf, 'D');
	pq_sendint16(buf, dr->nattrs);
	for (int i = 0; i < dr->nattrs; i++)
	{
		PrintColumn *col = &dr->columns[i];
		Datum attr = slot->tts_values[i];

		if (slot->tts_isnull[i])
			pq_sendint32(buf, -1);
		else if (col->format == 0)
		{
			char *str = OutputFunctionCall(&col->finfo, attr);

			pq_sendcountedtext(buf, str, strlen(str), false);
		}
		else
		{
			bytea *bytes = SendFunctionCall(&col->finfo, attr);

			pq_sendint32(buf, VARSIZE(bytes) - VARHDRSZ);
			pq_sendbytes(buf, VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ);
		}
	}
	pq_endmessage_reuse(buf);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(dr->tmpcontext);
	return true;
}

static void
printtup_shutdown(DestReceiver *self)
{
	DR_printtup *dr = (DR_printtup *) self;

	if (dr->columns)
		pfree(dr->columns);
	dr->columns = NULL;
	dr->attrinfo = NULL;
	if (dr->buf.data)
		pfree(dr->buf.data);
	dr->buf.data = NULL;
	if (dr->tmpcontext)
		MemoryContextDelete(dr->tmpcontext);
	dr->tmpcontext = NULL;
}

static void
printtup_destroy(DestReceiver *self)
{
	pfree(self);
}

/* ---------------------------------------------------------------- single-user mode */

static void
print_attr(unsigned no, Form_pg_attribute att, const char *value)
{
	printf("\t%2d: %s%s%s%s\t(typeid = %u, len = %d, typmod = %d, byval = %c)\n",
		   no, NameStr(att->attname), value ? " = \"" : "",
		   value ? value : "", value ? "\"" : "",
		   (unsigned) att->atttypid, att->attlen, att->atttypmod,
		   att->attbyval ? 't' : 'f');
}

void
debugStartup(DestReceiver *self, int operation, TupleDesc typeinfo)
{
	for (int i = 0; i < typeinfo->natts; i++)
		print_attr(i + 1, TupleDescAttr(typeinfo, i), NULL);
	printf("\t----\n");
}

bool
debugtup(TupleTableSlot *slot, DestReceiver *self)
{
	TupleDesc desc = slot->tts_tupleDescriptor;

	for (int i = 0; i < desc->natts; i++)
	{
		bool isnull;
		Datum attr = slot_getattr(slot, i + 1, &isnull);
		Oid func;
		bool varlena;

		if (isnull)
			continue;
		getTypeOutputInfo(TupleDescAttr(desc, i)->atttypid, &func, &varlena);
		print_attr(i + 1, TupleDescAttr(desc, i),
				   OidOutputFunctionCall(func, attr));
	}
	printf("\t----\n");
	return true;
}

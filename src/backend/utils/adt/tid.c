/*
 * tid.c
 *		The type tid: the address of a row version.
 *
 * Text form "(block,offset)", comparison in physical order, hashing.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/tid.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "storage/itemptr.h"
#include "utils/builtins.h"
#include "utils/tid.h"

Datum
tidin(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	const char *p = str;
	char *end;
	unsigned long block;
	unsigned long offset;
	ItemPointer result;

	while (isspace((unsigned char) *p))
		p++;
	if (*p++ != '(')
		goto malformed;
	errno = 0;
	block = strtoul(p, &end, 10);
	if (errno || end == p || *end != ',' ||
		(block > PG_UINT32_MAX && block != (unsigned long) (int32) block))
		goto malformed;
	p = end + 1;
	offset = strtoul(p, &end, 10);
	if (errno || end == p || *end != ')' || offset > USHRT_MAX)
		goto malformed;
	result = palloc(sizeof(ItemPointerData));
	ItemPointerSet(result, (BlockNumber) block, (OffsetNumber) offset);
	PG_RETURN_ITEMPOINTER(result);

malformed:
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", "tid", str)));
	PG_RETURN_NULL();
}

Datum
tidout(PG_FUNCTION_ARGS)
{
	ItemPointer tid = PG_GETARG_ITEMPOINTER(0);

	PG_RETURN_CSTRING(psprintf("(%u,%u)",
							   ItemPointerGetBlockNumberNoCheck(tid),
							   ItemPointerGetOffsetNumberNoCheck(tid)));
}

Datum
tidrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	BlockNumber block = pq_getmsgint(buf, 4);
	OffsetNumber offset = pq_getmsgint(buf, 2);
	ItemPointer result = palloc(sizeof(ItemPointerData));

	ItemPointerSet(result, block, offset);
	PG_RETURN_ITEMPOINTER(result);
}

Datum
tidsend(PG_FUNCTION_ARGS)
{
	ItemPointer tid = PG_GETARG_ITEMPOINTER(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, ItemPointerGetBlockNumberNoCheck(tid));
	pq_sendint16(&buf, ItemPointerGetOffsetNumberNoCheck(tid));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

ADT_COMPARE_BY(tid, ItemPointer, PG_GETARG_ITEMPOINTER, ItemPointerCompare)
ADT_BINARY(bttidcmp, ItemPointer, PG_GETARG_ITEMPOINTER, ItemPointer,
		   PG_GETARG_ITEMPOINTER, PG_RETURN_INT32, ItemPointerCompare(a, b))
ADT_BINARY(tidlarger, ItemPointer, PG_GETARG_ITEMPOINTER, ItemPointer,
		   PG_GETARG_ITEMPOINTER, PG_RETURN_ITEMPOINTER,
		   ItemPointerCompare(a, b) >= 0 ? a : b)
ADT_BINARY(tidsmaller, ItemPointer, PG_GETARG_ITEMPOINTER, ItemPointer,
		   PG_GETARG_ITEMPOINTER, PG_RETURN_ITEMPOINTER,
		   ItemPointerCompare(a, b) <= 0 ? a : b)

/* The struct is six bytes without padding, all of which are the value. */
#define TID_BYTES (sizeof(BlockIdData) + sizeof(OffsetNumber))

Datum
hashtid(PG_FUNCTION_ARGS)
{
	return hash_any((unsigned char *) PG_GETARG_ITEMPOINTER(0), TID_BYTES);
}

Datum
hashtidextended(PG_FUNCTION_ARGS)
{
	return hash_any_extended((unsigned char *) PG_GETARG_ITEMPOINTER(0),
							 TID_BYTES, (uint64) PG_GETARG_INT64(1));
}

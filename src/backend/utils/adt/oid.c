/*
 * oid.c
 *		The types oid and oidvector.
 *
 * I/O, comparison, and the reading of OIDs from parse trees.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/oid.c
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "int_internals.h"
#include "libpq/pqformat.h"
#include "nodes/value.h"
#include "utils/array.h"
#include "utils/builtins.h"

/*
 * Reads one OID at s.  With endp, stops there at white space; without, only
 * white space may follow.  Like strtoul it takes negative numbers down to
 * -2^31, which stand for the upper half of the range.
 */
static Oid
oid_from_text(const char *s, char **endp)
{
	char *end;
	int64 v;

	errno = 0;
	v = strtoll(s, &end, 10);
	if (end == s)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s: \"%s\"", "oid", s)));
	if (errno == ERANGE || v > (int64) PG_UINT32_MAX || v < PG_INT32_MIN)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("value \"%s\" is out of range for type %s", s, "oid")));
	if (endp)
		*endp = end;
	else
	{
		while (isspace((unsigned char) *end))
			end++;
		if (*end != '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("invalid input syntax for type %s: \"%s\"",
							"oid", s)));
	}
	return (Oid) v;
}

Datum
oidin(PG_FUNCTION_ARGS)
{
	PG_RETURN_OID(oid_from_text(PG_GETARG_CSTRING(0), NULL));
}

Datum
oidout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(psprintf("%u", PG_GETARG_OID(0)));
}

Datum
oidrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);

	PG_RETURN_OID((Oid) pq_getmsgint(buf, sizeof(Oid)));
}

Datum
oidsend(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, PG_GETARG_OID(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/*
 * buildoidvector
 *		Makes an oidvector of n values; zeroes if oids is NULL.  palloc'd.
 */
oidvector *
buildoidvector(const Oid *oids, int n)
{
	Size size = offsetof(oidvector, values) + n * sizeof(Oid);
	oidvector *result = palloc0(size);

	if (n > 0 && oids)
		memcpy(result->values, oids, n * sizeof(Oid));
	SET_VARSIZE(result, size);
	result->ndim = 1;
	result->dataoffset = 0;
	result->elemtype = OIDOID;
	result->dim1 = n;
	result->lbound1 = 0;
	return result;
}

Datum
oidvectorin(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);
	Oid *values = palloc((strlen(s) / 2 + 1) * sizeof(Oid));
	int n = 0;

	for (;;)
	{
		while (isspace((unsigned char) *s))
			s++;
		if (*s == '\0')
			break;
		values[n++] = oid_from_text(s, &s);
	}
	PG_RETURN_POINTER(buildoidvector(values, n));
}

Datum
oidvectorout(PG_FUNCTION_ARGS)
{
	oidvector *v = (oidvector *) PG_GETARG_POINTER(0);
	char *result = palloc(v->dim1 * 12 + 1);
	char *p = result;

	for (int i = 0; i < v->dim1; i++)
	{
		if (i > 0)
			*p++ = ' ';
		p = pg_ultostr(p, v->values[i]);
	}
	*p = '\0';
	PG_RETURN_CSTRING(result);
}

Datum
oidvectorrecv(PG_FUNCTION_ARGS)
{
	return int_vector_recv(fcinfo, OIDOID, "oidvector");
}

Datum
oidvectorsend(PG_FUNCTION_ARGS)
{
	return array_send(fcinfo);
}

/*
 * oidparse
 *		An OID from an Integer or Float node of a parse tree.
 */
Oid
oidparse(Node *node)
{
	if (IsA(node, Integer))
		return (Oid) intVal(node);
	if (IsA(node, Float))
		return oid_from_text(castNode(Float, node)->fval, NULL);
	elog(ERROR, "unrecognized node type: %d", (int) nodeTag(node));
	return InvalidOid;
}

/* qsort comparator over Oid */
int
oid_cmp(const void *p1, const void *p2)
{
	Oid a = *(const Oid *) p1;
	Oid b = *(const Oid *) p2;

	return (a > b) - (a < b);
}

ADT_COMPARE(oid, Oid, PG_GETARG_OID, Oid, PG_GETARG_OID)
ADT_BINARY(oidlarger, Oid, PG_GETARG_OID, Oid, PG_GETARG_OID, PG_RETURN_OID,
		   Max(a, b))
ADT_BINARY(oidsmaller, Oid, PG_GETARG_OID, Oid, PG_GETARG_OID, PG_RETURN_OID,
		   Min(a, b))

/* Order of the btree: shorter vectors first. */
static int
oidvector_compare(const oidvector *a, const oidvector *b)
{
	if (a->dim1 != b->dim1)
		return a->dim1 < b->dim1 ? -1 : 1;
	for (int i = 0; i < a->dim1; i++)
		if (a->values[i] != b->values[i])
			return a->values[i] < b->values[i] ? -1 : 1;
	return 0;
}

#define GETARG_OIDVECTOR(n) ((oidvector *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))
ADT_COMPARE_BY(oidvector, oidvector *, GETARG_OIDVECTOR, oidvector_compare)

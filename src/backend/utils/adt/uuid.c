/*
 * uuid.c
 *		The type uuid.
 *
 * Text is accepted in groups of four digits with hyphens anywhere between them,
 * optionally in braces, and written in the standard form.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/uuid.c
 */
#include "postgres.h"

#include "adt_templates.h"
#include "common/hashfn.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/sortsupport.h"
#include "utils/uuid.h"

static void
bad_uuid(const char *str)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", "uuid", str)));
}

static int
hex_digit(char c)
{
	return isdigit((unsigned char) c) ? c - '0' : isxdigit((unsigned char) c) ? (c | 0x20) - 'a' + 10
																			  : -1;
}

Datum
uuid_in(PG_FUNCTION_ARGS)
{
	const char *str = PG_GETARG_CSTRING(0);
	const char *p = str;
	bool braces = *p == '{';
	pg_uuid_t *uuid = palloc(sizeof(pg_uuid_t));

	p += braces;
	for (int i = 0; i < UUID_LEN; i++)
	{
		int high = hex_digit(p[0]);
		int low = high < 0 ? -1 : hex_digit(p[1]);

		if (low < 0)
			bad_uuid(str);
		uuid->data[i] = (high << 4) | low;
		p += 2;
		if (*p == '-' && i % 2 == 1 && i < UUID_LEN - 1)
			p++;
	}
	if (braces && *p++ != '}')
		bad_uuid(str);
	if (*p)
		bad_uuid(str);
	PG_RETURN_UUID_P(uuid);
}

Datum
uuid_out(PG_FUNCTION_ARGS)
{
	pg_uuid_t *uuid = PG_GETARG_UUID_P(0);
	char *result = palloc(2 * UUID_LEN + 5);
	char *p = result;

	for (int i = 0; i < UUID_LEN; i++)
	{
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*p++ = '-';
		p += hex_encode((char *) &uuid->data[i], 1, p);
	}
	*p = '\0';
	PG_RETURN_CSTRING(result);
}

Datum
uuid_recv(PG_FUNCTION_ARGS)
{
	pg_uuid_t *uuid = palloc(sizeof(pg_uuid_t));

	memcpy(uuid->data, pq_getmsgbytes((StringInfo) PG_GETARG_POINTER(0), UUID_LEN), UUID_LEN);
	PG_RETURN_UUID_P(uuid);
}

Datum
uuid_send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (char *) PG_GETARG_UUID_P(0)->data, UUID_LEN);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

static int
uuid_compare(const pg_uuid_t *a, const pg_uuid_t *b)
{
	return memcmp(a->data, b->data, UUID_LEN);
}

ADT_COMPARE_BY(uuid_, pg_uuid_t *, PG_GETARG_UUID_P, uuid_compare)
ADT_BINARY(uuid_cmp, pg_uuid_t *, PG_GETARG_UUID_P, pg_uuid_t *,
		   PG_GETARG_UUID_P, PG_RETURN_INT32, uuid_compare(a, b))

static int
uuid_sort_cmp(Datum x, Datum y, SortSupport ssup)
{
	return uuid_compare(DatumGetUUIDP(x), DatumGetUUIDP(y));
}

Datum
uuid_sortsupport(PG_FUNCTION_ARGS)
{
	((SortSupport) PG_GETARG_POINTER(0))->comparator = uuid_sort_cmp;
	PG_RETURN_VOID();
}

Datum
uuid_hash(PG_FUNCTION_ARGS)
{
	return hash_any(PG_GETARG_UUID_P(0)->data, UUID_LEN);
}

Datum
uuid_hash_extended(PG_FUNCTION_ARGS)
{
	return hash_any_extended(PG_GETARG_UUID_P(0)->data, UUID_LEN,
							 (uint64) PG_GETARG_INT64(1));
}

/* Version 4 of RFC 4122: random but for the version and variant bits. */
Datum
gen_random_uuid(PG_FUNCTION_ARGS)
{
	pg_uuid_t *uuid = palloc(UUID_LEN);

	if (!pg_strong_random(uuid, UUID_LEN))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	uuid->data[6] = (uuid->data[6] & 0x0f) | 0x40;
	uuid->data[8] = (uuid->data[8] & 0x3f) | 0x80;
	PG_RETURN_UUID_P(uuid);
}

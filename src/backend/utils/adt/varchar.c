/*
 * varchar.c
 *		The types char(n) and varchar(n).
 *
 * A typmod is the length in characters plus the size of a varlena header.
 * Values of char(n) are stored with their padding, which comparison, hashing and
 * casts ignore.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/varchar.c
 */
#include "postgres.h"

#include "access/detoast.h"
#include "adt_templates.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/varlena.h"

#define MAX_CHAR_LENGTH (10 * 1024 * 1024) /* longest n of char(n) */

static int32
length_typmodin(ArrayType *ta, const char *type_name)
{
	int n;
	int32 *tl = ArrayGetIntegerTypmods(ta, &n);

	if (n != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid type modifier")));
	if (*tl < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("length for type %s must be at least 1", type_name)));
	if (*tl > MAX_CHAR_LENGTH)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("length for type %s cannot exceed %d",
						type_name, MAX_CHAR_LENGTH)));
	return *tl + VARHDRSZ;
}

static char *
length_typmodout(int32 typmod)
{
	return typmod > VARHDRSZ ? psprintf("(%d)", typmod - VARHDRSZ) : pstrdup("");
}

/*
 * Bytes of s that fit the typmod.  What does not fit must be spaces, unless
 * the cast is explicit (22001).
 */
static int
fit_length(const char *s, int len, int32 typmod, bool is_explicit,
		   const char *type_name)
{
	int maxchars = typmod - VARHDRSZ;
	int keep;

	if (typmod < VARHDRSZ || len <= maxchars)
		return len;
	keep = pg_mbcharcliplen(s, len, maxchars);
	for (int i = keep; i < len && !is_explicit; i++)
		if (s[i] != ' ')
			ereport(ERROR,
					(errcode(ERRCODE_STRING_DATA_RIGHT_TRUNCATION),
					 errmsg("value too long for type %s(%d)",
							type_name, maxchars)));
	return keep;
}

/* A char(n) value of s, padded. */
static BpChar *
make_bpchar(const char *s, int len, int32 typmod, bool is_explicit)
{
	int pad = 0;
	BpChar *result;

	if (typmod >= VARHDRSZ)
	{
		len = fit_length(s, len, typmod, is_explicit, "character");
		pad = Max(typmod - VARHDRSZ - pg_mbstrlen_with_len(s, len), 0);
	}
	result = palloc(len + pad + VARHDRSZ);
	SET_VARSIZE(result, len + pad + VARHDRSZ);
	memcpy(VARDATA(result), s, len);
	memset(VARDATA(result) + len, ' ', pad);
	return result;
}

/* char(n) */

Datum
bpcharin(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);

	PG_RETURN_BPCHAR_P(make_bpchar(s, strlen(s), PG_GETARG_INT32(2), false));
}

Datum
bpcharout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(TextDatumGetCString(PG_GETARG_DATUM(0)));
}

Datum
bpcharrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;
	char *s = pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes);

	PG_RETURN_BPCHAR_P(make_bpchar(s, nbytes, PG_GETARG_INT32(2), false));
}

Datum
bpcharsend(PG_FUNCTION_ARGS)
{
	return textsend(fcinfo);
}

/* The length coercion: (value, typmod, explicit) */
Datum
bpchar(PG_FUNCTION_ARGS)
{
	BpChar *src = PG_GETARG_BPCHAR_PP(0);

	PG_RETURN_BPCHAR_P(make_bpchar(VARDATA_ANY(src), VARSIZE_ANY_EXHDR(src),
								   PG_GETARG_INT32(1), PG_GETARG_BOOL(2)));
}

Datum
char_bpchar(PG_FUNCTION_ARGS)
{
	char c = PG_GETARG_CHAR(0);

	PG_RETURN_BPCHAR_P(cstring_to_text_with_len(&c, 1));
}

Datum
bpchar_name(PG_FUNCTION_ARGS)
{
	BpChar *s = PG_GETARG_BPCHAR_PP(0);
	int len = VARSIZE_ANY_EXHDR(s);
	Name result = palloc0(NAMEDATALEN);

	if (len >= NAMEDATALEN)
		len = pg_mbcliplen(VARDATA_ANY(s), len, NAMEDATALEN - 1);
	len = bpchartruelen(VARDATA_ANY(s), len);
	memcpy(NameStr(*result), VARDATA_ANY(s), len);
	PG_RETURN_NAME(result);
}

Datum
name_bpchar(PG_FUNCTION_ARGS)
{
	PG_RETURN_BPCHAR_P(cstring_to_text(NameStr(*PG_GETARG_NAME(0))));
}

Datum
bpchartypmodin(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(length_typmodin(PG_GETARG_ARRAYTYPE_P(0), "char"));
}

Datum
bpchartypmodout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(length_typmodout(PG_GETARG_INT32(0)));
}

int
bpchartruelen(char *s, int len)
{
	while (len > 0 && s[len - 1] == ' ')
		len--;
	return len;
}

static int
true_length(const BpChar *b)
{
	return bpchartruelen(VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b));
}

Datum
bpcharlen(PG_FUNCTION_ARGS)
{
	BpChar *b = PG_GETARG_BPCHAR_PP(0);

	PG_RETURN_INT32(pg_mbstrlen_with_len(VARDATA_ANY(b), true_length(b)));
}

Datum
bpcharoctetlen(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ);
}

static int
bpchar_compare(const BpChar *a, const BpChar *b, Oid collid)
{
	return varstr_cmp(VARDATA_ANY(a), true_length(a),
					  VARDATA_ANY(b), true_length(b), collid);
}

#define BPCHAR_CMP(a, b) bpchar_compare(a, b, PG_GET_COLLATION())
ADT_COMPARE_BY(bpchar, BpChar *, PG_GETARG_BPCHAR_PP, BPCHAR_CMP)
ADT_BINARY(bpcharcmp, BpChar *, PG_GETARG_BPCHAR_PP, BpChar *,
		   PG_GETARG_BPCHAR_PP, PG_RETURN_INT32, BPCHAR_CMP(a, b))
ADT_BINARY(bpchar_larger, BpChar *, PG_GETARG_BPCHAR_PP, BpChar *,
		   PG_GETARG_BPCHAR_PP, PG_RETURN_BPCHAR_P,
		   BPCHAR_CMP(a, b) >= 0 ? a : b)
ADT_BINARY(bpchar_smaller, BpChar *, PG_GETARG_BPCHAR_PP, BpChar *,
		   PG_GETARG_BPCHAR_PP, PG_RETURN_BPCHAR_P,
		   BPCHAR_CMP(a, b) <= 0 ? a : b)

#define BPCHAR_BYTES(a, b) bpchar_compare(a, b, C_COLLATION_OID)
#define BPCHAR_TEST(name, op)                               \
	ADT_TEST(name, BpChar *, PG_GETARG_BPCHAR_PP, BpChar *, \
			 PG_GETARG_BPCHAR_PP, BPCHAR_BYTES(a, b) op 0)
BPCHAR_TEST(bpchar_pattern_lt, <)
BPCHAR_TEST(bpchar_pattern_le, <=)
BPCHAR_TEST(bpchar_pattern_gt, >)
BPCHAR_TEST(bpchar_pattern_ge, >=)
ADT_BINARY(btbpchar_pattern_cmp, BpChar *, PG_GETARG_BPCHAR_PP, BpChar *,
		   PG_GETARG_BPCHAR_PP, PG_RETURN_INT32, BPCHAR_BYTES(a, b))

Datum
hashbpchar(PG_FUNCTION_ARGS)
{
	BpChar *key = PG_GETARG_BPCHAR_PP(0);

	return hash_any((unsigned char *) VARDATA_ANY(key), true_length(key));
}

Datum
hashbpcharextended(PG_FUNCTION_ARGS)
{
	BpChar *key = PG_GETARG_BPCHAR_PP(0);

	return hash_any_extended((unsigned char *) VARDATA_ANY(key),
							 true_length(key), (uint64) PG_GETARG_INT64(1));
}

/* varchar(n) */

static VarChar *
make_varchar(const char *s, int len, int32 typmod, bool is_explicit)
{
	return cstring_to_text_with_len(s, fit_length(s, len, typmod, is_explicit, "character varying"));
}

Datum
varcharin(PG_FUNCTION_ARGS)
{
	char *s = PG_GETARG_CSTRING(0);

	PG_RETURN_VARCHAR_P(make_varchar(s, strlen(s), PG_GETARG_INT32(2), false));
}

Datum
varcharout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(TextDatumGetCString(PG_GETARG_DATUM(0)));
}

Datum
varcharrecv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int nbytes;
	char *s = pq_getmsgtext(buf, buf->len - buf->cursor, &nbytes);

	PG_RETURN_VARCHAR_P(make_varchar(s, nbytes, PG_GETARG_INT32(2), false));
}

Datum
varcharsend(PG_FUNCTION_ARGS)
{
	return textsend(fcinfo);
}

Datum
varchar(PG_FUNCTION_ARGS)
{
	VarChar *src = PG_GETARG_VARCHAR_PP(0);
	int len = VARSIZE_ANY_EXHDR(src);
	int keep = fit_length(VARDATA_ANY(src), len, PG_GETARG_INT32(1),
						  PG_GETARG_BOOL(2), "character varying");

	if (keep == len)
		PG_RETURN_VARCHAR_P(src);
	PG_RETURN_VARCHAR_P(cstring_to_text_with_len(VARDATA_ANY(src), keep));
}

/* Simplifies a length coercion that cannot cut anything. */
Datum
varchar_support(PG_FUNCTION_ARGS)
{
	SupportRequestSimplify *req = (SupportRequestSimplify *)
		PG_GETARG_POINTER(0);
	Node *source;
	Const *typmod;
	int32 old_typmod;
	int32 new_typmod;

	if (!IsA(req, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	typmod = (Const *) list_nth(req->fcall->args, 1);
	if (!IsA(typmod, Const) || typmod->constisnull)
		PG_RETURN_POINTER(NULL);
	source = (Node *) linitial(req->fcall->args);
	old_typmod = exprTypmod(source);
	new_typmod = DatumGetInt32(typmod->constvalue);
	if (new_typmod < 0 || (old_typmod >= 0 && old_typmod <= new_typmod))
		PG_RETURN_POINTER(relabel_to_typmod(source, new_typmod));
	PG_RETURN_POINTER(NULL);
}

Datum
varchartypmodin(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(length_typmodin(PG_GETARG_ARRAYTYPE_P(0), "varchar"));
}

Datum
varchartypmodout(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(length_typmodout(PG_GETARG_INT32(0)));
}

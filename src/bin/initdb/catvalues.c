/*
 * catvalues.c
 *		Texts to stored values, rows to tuples.
 *
 * Knows the handful of types that catalogs have: how their text is stored, and
 * how index keys of them compare.  The layout of tuples is that of
 * access/htup_details.h; every row is one of transaction 1, frozen.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/catvalues.c
 */
#include "postgres_fe.h"

#include "catalog/pg_type_d.h"
#include "initdb.h"

/* bits of t_infomask: no xmax, xmin frozen; nulls; variable-width columns */
#define INFOMASK_FROZEN 0x0B00
#define INFOMASK_HASNULL 0x0001
#define INFOMASK_HASVARWIDTH 0x0002
#define TUPLE_HEADER_SIZE 23
#define TOAST_THRESHOLD 2032
#define SHORT_VARLENA_MAX 126

/* What arrays need to know of their element type. */
typedef struct TypeInfo
{
	Oid oid;
	int len;
	int align;
	Oid elem;
} TypeInfo;

static TypeInfo *types;
static int ntypes;

Oid
oid_of_text(const char *text)
{
	return (Oid) strtoul(text, NULL, 10);
}

static int
align_bytes(char c)
{
	return c == 'd' ? 8 : c == 'i' ? 4
		: c == 's'                 ? 2
								   : 1;
}

void
init_values(void)
{
	Catalog *cat = find_catalog("pg_type");

	ntypes = cat->nrows;
	types = pg_malloc(ntypes * sizeof(TypeInfo));
	for (int i = 0; i < ntypes; i++)
	{
		types[i].oid = oid_of_text(row_value(cat, i, "oid"));
		types[i].len = atoi(row_value(cat, i, "typlen"));
		types[i].align = align_bytes(row_value(cat, i, "typalign")[0]);
		types[i].elem = oid_of_text(row_value(cat, i, "typelem"));
	}
}

static const TypeInfo *
type_info(Oid typid)
{
	for (int i = 0; i < ntypes; i++)
	{
		if (types[i].oid == typid)
			return &types[i];
	}
	fatal("type %u is not known", typid);
}

static void
pad_to(StringInfo buf, int align, int start)
{
	while ((buf->len - start) % align != 0)
		appendStringInfoCharMacro(buf, '\0');
}

static void
append_uint32(StringInfo buf, uint32 v)
{
	appendBinaryStringInfo(buf, (char *) &v, sizeof(v));
}

/* ---- access control lists ---- */

static Oid
role_by_name(const char *name)
{
	Catalog *cat = find_catalog("pg_authid");
	int row;

	if (name[0] == '\0')
		return InvalidOid; /* PUBLIC */
	if (strcmp(name, "postgres") == 0)
		return 10; /* the rows call the superuser so */
	row = find_row(cat, "rolname", name);
	if (row < 0)
		fatal("role \"%s\" of an access control list is not known", name);
	return oid_of_text(row_value(cat, row, "oid"));
}

/* grantee=rights/grantor */
static void
append_aclitem(StringInfo buf, const char *text)
{
	static const char letters[] = "arwdDxtXUCTcsA";
	char *copy = pg_strdup(text);
	char *eq = strchr(copy, '=');
	char *slash = strchr(copy, '/');
	uint32 rights = 0;

	if (eq == NULL || slash == NULL)
		fatal("malformed access control item \"%s\"", text);
	*eq = *slash = '\0';
	for (const char *p = eq + 1; *p; p++)
	{
		uint32 bit = (uint32) 1 << (strchr(letters, *p) - letters);

		rights |= bit;
		if (p[1] == '*')
		{
			rights |= bit << 16;
			p++;
		}
	}
	append_uint32(buf, role_by_name(copy));
	append_uint32(buf, role_by_name(slash + 1));
	append_uint32(buf, rights);
	pg_free(copy);
}

/* ---- arrays ---- */

/*
 * The next element of an array's text; returns where to go on, or NULL if
 * there is none.  *p is behind the opening brace or a comma.
 */
static const char *
next_element(const char *p, StringInfo item)
{
	resetStringInfo(item);
	if (*p == '}' || *p == '\0')
		return NULL;
	if (*p == '"')
	{
		for (p++; *p != '"'; p++)
		{
			if (*p == '\\')
				p++;
			appendStringInfoChar(item, *p);
		}
		p++;
	}
	else
	{
		while (*p != ',' && *p != '}')
			appendStringInfoChar(item, *p++);
	}
	return *p == ',' ? p + 1 : p;
}

static void
append_element(StringInfo buf, const TypeInfo *type, const char *text,
			   int start)
{
	if (type->len > 0)
		append_payload(buf, type->oid, text);
	else
	{
		int at = buf->len;
		uint32 header;

		append_uint32(buf, 0);
		append_payload(buf, type->oid, text);
		header = (uint32) (buf->len - at) << 2;
		memcpy(buf->data + at, &header, sizeof(header));
	}
	/* an array is padded behind its last element, too */
	pad_to(buf, type->align, start);
}

/* Head and elements of a one-dimensional array, without the length word. */
static void
append_array(StringInfo buf, Oid elemtype, const char *text, bool vector)
{
	const TypeInfo *elem = type_info(elemtype);
	StringInfoData item;
	int n = 0;
	int start = buf->len - 4; /* alignment counts from the header */
	int dims;

	append_uint32(buf, 1); /* dimensions */
	append_uint32(buf, 0); /* no null bitmap */
	append_uint32(buf, elemtype);
	dims = buf->len;
	append_uint32(buf, 0); /* number of elements, set below */
	append_uint32(buf, vector ? 0 : 1); /* lower bound */

	initStringInfo(&item);
	if (vector)
	{
		char *copy = pg_strdup(text);

		for (char *tok = strtok(copy, " "); tok; tok = strtok(NULL, " "))
		{
			append_element(buf, elem, tok, start);
			n++;
		}
		pg_free(copy);
	}
	else
	{
		const char *p = text + 1;

		for (;;)
		{
			const char *next = next_element(p, &item);

			if (next == NULL)
				break;
			append_element(buf, elem, item.data, start);
			n++;
			p = next;
		}
		if (n == 0)
		{
			/* the empty array has no dimensions */
			buf->len = start + 4;
			append_uint32(buf, 0);
			append_uint32(buf, 0);
			append_uint32(buf, elemtype);
			pfree(item.data);
			return;
		}
	}
	memcpy(buf->data + dims, &n, sizeof(n));
	pfree(item.data);
}

/* ---- values ---- */

/*
 * append_payload
 *		The stored form of a value, without a varlena header.
 */
void
append_payload(StringInfo buf, Oid typid, const char *text)
{
	switch (typid)
	{
		case BOOLOID:
			appendStringInfoCharMacro(buf, text[0] == 't' ? 1 : 0);
			break;
		case CHAROID:
			appendStringInfoCharMacro(buf, text[0]);
			break;
		case NAMEOID:
		{
			char name[NAMEDATALEN] = {0};

			strlcpy(name, text, sizeof(name));
			appendBinaryStringInfo(buf, name, sizeof(name));
			break;
		}
		case INT2OID:
		{
			int16 v = (int16) atoi(text);

			appendBinaryStringInfo(buf, (char *) &v, sizeof(v));
			break;
		}
		case INT4OID:
			append_uint32(buf, (uint32) atoi(text));
			break;
		case INT8OID:
		{
			int64 v = strtoll(text, NULL, 10);

			appendBinaryStringInfo(buf, (char *) &v, sizeof(v));
			break;
		}
		case OIDOID:
		case REGPROCOID:
		case XIDOID:
			append_uint32(buf, oid_of_text(text));
			break;
		case FLOAT4OID:
		{
			float v = strtof(text, NULL);

			appendBinaryStringInfo(buf, (char *) &v, sizeof(v));
			break;
		}
		case TEXTOID:
		case PG_NODE_TREEOID:
			appendBinaryStringInfo(buf, text, strlen(text));
			break;
		case CSTRINGOID:
			appendBinaryStringInfo(buf, text, strlen(text) + 1);
			break;
		case ACLITEMOID:
			append_aclitem(buf, text);
			break;
		case INT2VECTOROID:
			append_array(buf, INT2OID, text, true);
			break;
		case OIDVECTOROID:
			append_array(buf, OIDOID, text, true);
			break;
		default:
			if (!OidIsValid(type_info(typid)->elem))
				fatal("values of type %u cannot be stored", typid);
			append_array(buf, type_info(typid)->elem, text, false);
			break;
	}
}

/* A varlena: with a one-byte header if it is short and may have one. */
static void
append_varlena(StringInfo buf, const Column *col, const char *text, int start)
{
	StringInfoData value;

	initStringInfo(&value);
	/* room for a header, so that arrays align as they will be stored */
	append_uint32(&value, 0);
	append_payload(&value, col->typid, text);
	if (value.len - 4 <= SHORT_VARLENA_MAX && !col->plain)
	{
		appendStringInfoCharMacro(buf, (char) ((value.len - 3) << 1 | 1));
		appendBinaryStringInfo(buf, value.data + 4, value.len - 4);
	}
	else
	{
		uint32 header = (uint32) value.len << 2;

		pad_to(buf, col->align, start);
		memcpy(value.data, &header, sizeof(header));
		appendBinaryStringInfo(buf, value.data, value.len);
	}
	pfree(value.data);
}

/* The data area of a tuple: what is not null, each aligned. */
void
append_columns(StringInfo buf, const Column *cols, int ncols,
			   char *const *texts, bool *has_varwidth)
{
	int start = buf->len;

	*has_varwidth = false;
	for (int i = 0; i < ncols; i++)
	{
		if (texts[i] == NULL)
			continue;
		if (cols[i].len == -1)
			append_varlena(buf, &cols[i], texts[i], start);
		else
		{
			pad_to(buf, cols[i].align, start);
			append_payload(buf, cols[i].typid, texts[i]);
		}
		*has_varwidth |= cols[i].len < 0;
	}
}

/* A whole heap tuple, as item at (blkno, offset). */
void
form_heap_tuple(StringInfo buf, const Column *cols, int ncols,
				char *const *texts, uint32 blkno, uint16 offset)
{
	uint16 infomask = INFOMASK_FROZEN;
	uint16 words[5];
	uint8 bitmap[64] = {0};
	int bitmaplen = 0;
	int hoff;
	bool has_varwidth;
	StringInfoData data;

	for (int i = 0; i < ncols; i++)
	{
		if (texts[i] == NULL)
			infomask |= INFOMASK_HASNULL;
		else
			bitmap[i / 8] |= 1 << (i % 8);
	}
	if (infomask & INFOMASK_HASNULL)
		bitmaplen = (ncols + 7) / 8;
	hoff = MAXALIGN(TUPLE_HEADER_SIZE + bitmaplen);
	initStringInfo(&data);
	append_columns(&data, cols, ncols, texts, &has_varwidth);
	if (has_varwidth)
		infomask |= INFOMASK_HASVARWIDTH;
	if (hoff + data.len > TOAST_THRESHOLD)
		fatal("a catalog row of %d bytes would need TOAST", hoff + data.len);

	resetStringInfo(buf);
	append_uint32(buf, 1); /* xmin: the bootstrap transaction */
	append_uint32(buf, 0); /* xmax */
	append_uint32(buf, 0); /* command id */
	words[0] = (uint16) (blkno >> 16);
	words[1] = (uint16) blkno;
	words[2] = offset;
	words[3] = (uint16) ncols;
	words[4] = infomask;
	appendBinaryStringInfo(buf, (char *) words, sizeof(words));
	appendStringInfoCharMacro(buf, (char) hoff);
	appendBinaryStringInfo(buf, (char *) bitmap, bitmaplen);
	while (buf->len < hoff)
		appendStringInfoCharMacro(buf, '\0');
	appendBinaryStringInfo(buf, data.data, data.len);
	pfree(data.data);
}

/* ---- order of index keys ---- */

static int
compare_vectors(const char *a, const char *b)
{
	Oid va[128];
	Oid vb[128];
	int na = 0;
	int nb = 0;
	char *end;

	while (*a && na < 128)
	{
		va[na++] = (Oid) strtoul(a, &end, 10);
		a = *end ? end + 1 : end;
	}
	while (*b && nb < 128)
	{
		vb[nb++] = (Oid) strtoul(b, &end, 10);
		b = *end ? end + 1 : end;
	}
	if (na != nb)
		return na < nb ? -1 : 1;
	for (int i = 0; i < na; i++)
	{
		if (va[i] != vb[i])
			return va[i] < vb[i] ? -1 : 1;
	}
	return 0;
}

/* As the btree operator class of a type that occurs in catalog indexes. */
int
compare_values(Oid typid, const char *a, const char *b)
{
	switch (typid)
	{
		case OIDOID:
		case REGPROCOID:
		{
			Oid x = oid_of_text(a);
			Oid y = oid_of_text(b);

			return (x > y) - (x < y);
		}
		case INT2OID:
		case INT4OID:
		case INT8OID:
		{
			int64 x = strtoll(a, NULL, 10);
			int64 y = strtoll(b, NULL, 10);

			return (x > y) - (x < y);
		}
		case FLOAT4OID:
		{
			float x = strtof(a, NULL);
			float y = strtof(b, NULL);

			return (x > y) - (x < y);
		}
		case BOOLOID:
			return (a[0] == 't') - (b[0] == 't');
		case CHAROID:
			return (int) (unsigned char) a[0] - (int) (unsigned char) b[0];
		case OIDVECTOROID:
			return compare_vectors(a, b);
		case NAMEOID:
		case TEXTOID:
			return strcmp(a, b); /* collation C */
		default:
			fatal("values of type %u have no order", typid);
	}
}

/*
 * t_stock_datums.c
 *		Values of each type, as text and as stock keeps them in a row.
 *
 * data/datums.txt has, for each type with bytes of its own, literals with the
 * row that a stock server made of them (alone in a table of one column) and
 * the text it gave back.  Both ways are checked: the literal through our input
 * function and heap_form_tuple must give the row's bytes, and the row's bytes
 * through heap_deform_tuple and our output function the text.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_datums.c
 */
#include "sqlcall.h"

#include "access/htup_details.h"
#include "stock.h"
#include "utils/array.h"

/* A "type" line of the file. */
typedef struct Column
{
	char name[NAMEDATALEN];
	int16 len;
	bool byval;
	char align;
	char storage;
	int32 typmod;
	Oid oid;
	Oid element;
	FmgrInfo in;
	FmgrInfo out;
} Column;

static Column column;
static TupleDesc desc;

/* What array functions would look up in the catalogs about their elements. */
static void
know_element(FmgrInfo *function, const Column *element, bool input)
{
	ArrayMetaState *meta = palloc0(sizeof(ArrayMetaState));

	meta->element_type = element->oid;
	meta->typlen = element->len;
	meta->typbyval = element->byval;
	meta->typalign = element->align;
	meta->typdelim = ',';
	meta->typioparam = element->oid;
	meta->proc = input ? element->in : element->out;
	function->fn_extra = meta;
}

static void
find_function(const char *name, FmgrInfo *info)
{
	const FmgrBuiltin *b = builtin_by_name(name);

	memset(info, 0, sizeof(*info));
	info->fn_addr = b->func;
	info->fn_oid = b->foid;
	info->fn_nargs = b->nargs;
	info->fn_strict = b->strict;
	info->fn_mcxt = CurrentMemoryContext;
}

static void
new_type(const char *line)
{
	static Column known[64];
	static int nknown;
	int byval;
	int len;
	char in[NAMEDATALEN];
	char out[NAMEDATALEN];
	Form_pg_attribute att;

	if (sscanf(line, "type %63s %d %d %c %c %d %u %63s %63s %u", column.name, &len, &byval,
			   &column.align, &column.storage, &column.typmod, &column.oid, in, out, &column.element) != 10)
		elog(ERROR, "bad line \"%s\"", line);
	column.len = len;
	column.byval = byval;
	find_function(in, &column.in);
	find_function(out, &column.out);
	for (int i = 0; i < nknown; i++)
		if (strcmp(in, "array_in") == 0 && known[i].oid == column.element)
		{
			know_element(&column.in, &known[i], true);
			know_element(&column.out, &known[i], false);
		}
	known[nknown++] = column;

	desc = CreateTemplateTupleDesc(1);
	att = TupleDescAttr(desc, 0);
	att->attnum = 1;
	att->atttypid = column.oid;
	att->attlen = column.len;
	att->attbyval = column.byval;
	att->attalign = column.align;
	att->attstorage = column.storage;
	att->atttypmod = column.typmod;
	att->attcacheoff = -1;
}

/* The row of a literal. */
static HeapTuple
form_row(char *literal)
{
	bool null = false;
	Datum value = InputFunctionCall(&column.in, literal,
									OidIsValid(column.element) ? column.element : column.oid,
									column.typmod);

	return heap_form_tuple(desc, &value, &null);
}

/* The text of a row with these bytes behind its header. */
static const char *
row_text(int infomask, const uint8 *data, int len)
{
	HeapTupleData tup;
	HeapTupleHeader header = palloc0(24 + len);
	Datum value;
	bool null;

	tup.t_len = 24 + len;
	tup.t_data = header;
	header->t_hoff = 24;
	header->t_infomask = infomask;
	HeapTupleHeaderSetNatts(header, 1);
	memcpy((char *) header + 24, data, len);
	heap_deform_tuple(&tup, desc, &value, &null);
	return null ? NULL : OutputFunctionCall(&column.out, value);
}

static void
check_value(char *literal, const char *text, const char *row)
{
	uint8 bytes[1000];
	int infomask;
	int at;
	int len;
	HeapTuple tup;
	char *data;
	const char *got;

	if (sscanf(row, "%d %n", &infomask, &at) != 1)
		elog(ERROR, "bad line \"%s\"", row);
	len = stock_hex(row + at, bytes);
	tup = form_row(literal);
	data = (char *) tup->t_data + tup->t_data->t_hoff;
	if (!ok(tup->t_len - tup->t_data->t_hoff == len && memcmp(data, bytes, len) == 0 &&
				(tup->t_data->t_infomask & 0x0F) == infomask,
			"%s '%.40s' is stored as stock does", column.name, literal))
	{
		printf("#      got: ");
		for (uint32 i = 0; i < tup->t_len - tup->t_data->t_hoff; i++)
			printf("%02x", (uint8) data[i]);
		printf(" mask %d\n# expected: %s\n", tup->t_data->t_infomask & 0x0F, row + at);
	}
	got = row_text(infomask, bytes, len);
	if (!ok(got != NULL && strcmp(got, text) == 0, "%s '%.40s' is read from stock's bytes", column.name, literal))
		printf("#      got: %s\n# expected: %s\n", got, text);
}

int
main(void)
{
	char *text = stock_text("datums.txt");
	char *line;
	char *literal = NULL;
	char *expected = NULL;

	sqlcall_init("UTC");
	while ((line = stock_line(&text)) != NULL)
	{
		if (line[0] == '#')
			continue;
		if (strncmp(line, "type ", 5) == 0)
			new_type(line);
		else if (line[0] == '<')
			literal = line + 1;
		else if (line[0] == '=')
			expected = line + 1;
		else
			check_value(literal, expected, line);
	}
	return done_testing();
}

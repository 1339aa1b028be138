/*
 * catrows.c
 *		The catalog rows of a new cluster, from the generated texts.
 *
 * catalog/initdb_data.h holds every row of every catalog as text, made at
 * build time from src/include/catalog/pg_*.dat.  Here they become tables in
 * memory, with the few values that depend on the options filled in: name and
 * password of the superuser, encoding and locale of the databases.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/bin/initdb/catrows.c
 */
#include "postgres_fe.h"

#include "catalog/initdb_data.h"
#include "initdb.h"

#define NCATALOGS ((int) lengthof(catalog_rows))

static Catalog catalogs[NCATALOGS];

/* pg_attribute and pg_class say how the columns of the others are called. */
static const int name_column = 1; /* attname, relname */

static const CatalogRows *
generated(const char *name)
{
	for (int i = 0; i < NCATALOGS; i++)
	{
		if (strcmp(catalog_rows[i].name, name) == 0)
			return &catalog_rows[i];
	}
	fatal("no rows of catalog %s", name);
}

/* Names of the columns of a catalog, from the generated pg_attribute rows. */
static const char *const *
names_of_columns(const char *catalog, int natts)
{
	const CatalogRows *classes = generated("pg_class");
	const CatalogRows *atts = generated("pg_attribute");
	const char *oid = NULL;
	const char **names = pg_malloc0(natts * sizeof(char *));

	for (int i = 0; i < classes->nrows && oid == NULL; i++)
	{
		const char *const *row = classes->values + i * classes->natts;

		if (strcmp(row[name_column], catalog) == 0)
			oid = row[0];
	}
	for (int i = 0; i < atts->nrows; i++)
	{
		const char *const *row = atts->values + i * atts->natts;
		int attnum = atoi(row[5]); /* attrelid is 0, attnum is 5 */

		if (attnum > 0 && strcmp(row[0], oid) == 0)
			names[attnum - 1] = row[name_column];
	}
	return names;
}

Catalog *
find_catalog(const char *name)
{
	for (int i = 0; i < NCATALOGS; i++)
	{
		if (strcmp(catalogs[i].name, name) == 0)
			return &catalogs[i];
	}
	fatal("no catalog %s", name);
}

int
column_number(const Catalog *cat, const char *attname)
{
	for (int i = 0; i < cat->natts; i++)
	{
		if (strcmp(cat->attnames[i], attname) == 0)
			return i;
	}
	fatal("catalog %s has no column %s", cat->name, attname);
}

const char *
row_value(const Catalog *cat, int row, const char *attname)
{
	return cat->values[row * cat->natts + column_number(cat, attname)];
}

void
set_value(Catalog *cat, int row, const char *attname, char *value)
{
	cat->values[row * cat->natts + column_number(cat, attname)] = value;
}

/* The first row with a value, or -1. */
int
find_row(const Catalog *cat, const char *attname, const char *value)
{
	int col = column_number(cat, attname);

	for (int i = 0; i < cat->nrows; i++)
	{
		const char *v = cat->values[i * cat->natts + col];

		if (v != NULL && strcmp(v, value) == 0)
			return i;
	}
	return -1;
}

/* ---- what the options decide ---- */

static void
set_superuser(void)
{
	Catalog *cat = find_catalog("pg_authid");
	int row = find_row(cat, "oid", "10");

	set_value(cat, row, "rolname", opts.username);
	set_value(cat, row, "rolpassword", opts.password);
}

static void
set_databases(void)
{
	Catalog *cat = find_catalog("pg_database");

	for (int row = 0; row < cat->nrows; row++)
	{
		set_value(cat, row, "encoding", psprintf("%d", opts.encoding));
		set_value(cat, row, "datcollate", opts.lc_collate);
		set_value(cat, row, "datctype", opts.lc_ctype);
	}
}

/* All catalogs in memory, ready to be stored. */
void
load_catalogs(void)
{
	for (int i = 0; i < NCATALOGS; i++)
	{
		const CatalogRows *from = &catalog_rows[i];
		Catalog *to = &catalogs[i];
		size_t n = (size_t) from->nrows * from->natts;

		to->name = from->name;
		to->natts = from->natts;
		to->nrows = from->nrows;
		to->attnames = names_of_columns(from->name, from->natts);
		to->values = pg_malloc0((n + 1) * sizeof(char *));
		for (size_t k = 0; k < n; k++)
			to->values[k] = (char *) from->values[k];
	}
	set_superuser();
	set_databases();
}

/*
 * t_catalog.c
 *		What the generator makes of the catalog facts, and OID ranges.
 *
 * The table of built-in functions must be in order and its index right, the
 * compiled-in columns of the nailed catalogs must lie as the C structs do,
 * and the predicates on catalog OIDs must agree with PostgreSQL 15.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_catalog.c
 */
#include "tap.h"

#include "catalog/catalog.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "catalog/schemapg.h"
#include "utils/fmgroids.h"
#include "utils/fmgrtab.h"

static const FormData_pg_attribute class_columns[] = {Schema_pg_class};
static const FormData_pg_attribute type_columns[] = {Schema_pg_type};

static void
builtin_table(void)
{
	int disorder = 0;
	int misplaced = 0;
	const FmgrBuiltin *f;

	for (int i = 0; i < fmgr_nbuiltins; i++)
	{
		if (i > 0 && fmgr_builtins[i - 1].foid >= fmgr_builtins[i].foid)
			disorder++;
		if (fmgr_builtin_oid_index[fmgr_builtins[i].foid] != i)
			misplaced++;
	}
	is_int(disorder, 0, "built-in functions are sorted by OID");
	is_int(misplaced, 0, "the index finds each of them");
	is_int(fmgr_builtins[fmgr_nbuiltins - 1].foid, fmgr_last_builtin_oid,
		   "the last OID");

	f = &fmgr_builtins[fmgr_builtin_oid_index[F_INT4PL]];
	is_int(f->foid, 177, "int4pl is function 177");
	is_int(f->nargs, 2, "int4pl takes two arguments");
	ok(f->strict && !f->retset, "int4pl is strict and returns no set");
	is_int(fmgr_builtin_oid_index[1], InvalidOidBuiltinMapping,
		   "an OID without a function");
}

/* Byte offset of a column by the rules of tuples without nulls. */
static int
offset_of(const FormData_pg_attribute *cols, int n)
{
	int off = 0;

	for (int i = 0;; i++)
	{
		int align = cols[i].attalign == TYPALIGN_INT ? 4 : cols[i].attalign == TYPALIGN_SHORT ? 2
			: cols[i].attalign == TYPALIGN_DOUBLE                                             ? 8
																							  : 1;

		off = TYPEALIGN(align, off);
		if (i == n - 1)
			return off;
		off += cols[i].attlen;
	}
}

static void
struct_layout(void)
{
	is_int(lengthof(class_columns), Natts_pg_class, "columns of pg_class");
	is_int(lengthof(type_columns), Natts_pg_type, "columns of pg_type");
	is_int(offset_of(class_columns, Anum_pg_class_relminmxid),
		   offsetof(FormData_pg_class, relminmxid), "relminmxid's place");
	is_int(offset_of(type_columns, Anum_pg_type_typcollation),
		   offsetof(FormData_pg_type, typcollation), "typcollation's place");
	is_int(ATTRIBUTE_FIXED_PART_SIZE, 112, "pg_attribute's fixed part");
	is_int(CLASS_TUPLE_SIZE, 140, "pg_class's fixed part");
}

static void
oid_ranges(void)
{
	ok(IsCatalogRelationOid(RelationRelationId), "pg_class is a catalog");
	ok(!IsCatalogRelationOid(FirstNormalObjectId), "16384 is not");
	ok(IsSharedRelation(DatabaseRelationId), "pg_database is shared");
	ok(IsSharedRelation(AuthIdOidIndexId), "and pg_authid_oid_index");
	ok(!IsSharedRelation(TypeRelationId), "pg_type is not");
	ok(IsReservedName("pg_x") && !IsReservedName("pgx"), "reserved names");
	ok(IsCatalogNamespace(PG_CATALOG_NAMESPACE), "pg_catalog");
	ok(IsToastNamespace(PG_TOAST_NAMESPACE), "pg_toast");
	ok(!IsCatalogNamespace(PG_PUBLIC_NAMESPACE), "public");
}

int
main(void)
{
	unit_init();
	builtin_table();
	struct_layout();
	oid_ranges();
	return done_testing();
}

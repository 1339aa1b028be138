/*
 * reloptions.h
 *		Storage parameters of relations.
 *
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * pg_class.reloptions is a text[] of name=value.  Every option is known here with type, range and the kinds of relation it fits; the parsed form is a struct of the relation cache entry (rd_options).reloptions.h
 */
#ifndef RELOPTIONS_H
#define RELOPTIONS_H

#include "access/amapi.h"
#include "access/htup.h"
#include "access/tupdesc.h"
#include "nodes/pg_list.h"
#include "storage/lockdefs.h"

typedef enum relopt_type
{
	RELOPT_TYPE_BOOL,
	RELOPT_TYPE_INT,
	RELOPT_TYPE_REAL,
	RELOPT_TYPE_ENUM,
	RELOPT_TYPE_STRING
} relopt_type;

/* What an option may be set on: a set of these bits. */
typedef enum relopt_kind
{
	RELOPT_KIND_LOCAL = 0,
	RELOPT_KIND_HEAP = 1 << 0,
	RELOPT_KIND_TOAST = 1 << 1,
	RELOPT_KIND_BTREE = 1 << 2,
	RELOPT_KIND_HASH = 1 << 3,
	RELOPT_KIND_GIN = 1 << 4,
	RELOPT_KIND_GIST = 1 << 5,
	RELOPT_KIND_ATTRIBUTE = 1 << 6,
	RELOPT_KIND_TABLESPACE = 1 << 7,
	RELOPT_KIND_SPGIST = 1 << 8,
	RELOPT_KIND_VIEW = 1 << 9,
	RELOPT_KIND_BRIN = 1 << 10,
	RELOPT_KIND_PARTITIONED = 1 << 11,
	RELOPT_KIND_LAST_DEFAULT = RELOPT_KIND_PARTITIONED,
	RELOPT_KIND_MAX = 1 << 30
} relopt_kind;

#define HEAP_RELOPT_NAMESPACES \
	{                          \
		"toast", NULL          \
	}

typedef struct relopt_enum_elt_def
{
	const char *string_val;
	int symbol_val;
} relopt_enum_elt_def;

/* One option; which of the value fields count depends on the type. */
typedef struct relopt_gen
{
	const char *name;
	const char *desc;
	bits32 kinds;
	LOCKMODE lockmode;
	relopt_type type;
	double default_num; /* bool, int, real, enum */
	double min; /* int, real */
	double max;
	const relopt_enum_elt_def *members;
	const char *default_str;
	int namelen;
} relopt_gen;

/* An option with the value found for it. */
typedef struct relopt_value
{
	const relopt_gen *gen;
	bool isset;
	union
	{
		bool bool_val;
		int int_val;
		double real_val;
		int enum_val;
		char *string_val;
	} values;
} relopt_value;

/* Where an option's value goes in the parsed struct. */
typedef struct relopt_parse_elt
{
	const char *optname;
	relopt_type opttype;
	int offset;
} relopt_parse_elt;

/* ---- options given in SQL -> text[] ---- */
extern Datum transformRelOptions(Datum oldOptions, List *defList,
								 const char *namspace, char *validnsps[],
								 bool acceptOidsOff, bool isReset);
extern List *untransformRelOptions(Datum options);

/* ---- text[] -> struct ---- */
extern bytea *extractRelOptions(HeapTuple tuple, TupleDesc tupdesc,
								amoptions_function amoptions);
extern void *build_reloptions(Datum reloptions, bool validate,
							  relopt_kind kind, Size relopt_struct_size,
							  const relopt_parse_elt *relopt_elems,
							  int num_relopt_elems);
extern bytea *default_reloptions(Datum reloptions, bool validate,
								 relopt_kind kind);
extern bytea *heap_reloptions(char relkind, Datum reloptions, bool validate);
extern bytea *view_reloptions(Datum reloptions, bool validate);
extern bytea *partitioned_table_reloptions(Datum reloptions, bool validate);
extern bytea *index_reloptions(amoptions_function amoptions, Datum reloptions,
							   bool validate);
extern bytea *attribute_reloptions(Datum reloptions, bool validate);
extern bytea *tablespace_reloptions(Datum reloptions, bool validate);
extern LOCKMODE AlterTableGetRelOptionsLockLevel(List *defList);

/* ---- options of loadable modules ---- */
extern relopt_kind add_reloption_kind(void);
extern void add_bool_reloption(bits32 kinds, const char *name,
							   const char *desc, bool default_val,
							   LOCKMODE lockmode);
extern void add_int_reloption(bits32 kinds, const char *name, const char *desc,
							  int default_val, int min_val, int max_val,
							  LOCKMODE lockmode);

#endif /* RELOPTIONS_H */

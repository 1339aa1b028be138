/*
 * pg_collation_fn.h
 *		Functions of pg_collation.c.
 *
 * Rows of collations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_collation_fn.h
 */
#ifndef PG_COLLATION_FN_H
#define PG_COLLATION_FN_H

extern Oid	CollationCreate(const char *collname, Oid collnamespace,
							Oid collowner, char collprovider,
							bool collisdeterministic, int32 collencoding,
							const char *collcollate, const char *collctype,
							const char *colliculocale,
							const char *collversion, bool if_not_exists,
							bool quiet);

#endif							/* PG_COLLATION_FN_H */

/*
 * attoptcache.h
 *		Options of table columns, cached.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/attoptcache.h
 */
#ifndef ATTOPTCACHE_H
#define ATTOPTCACHE_H

typedef struct AttributeOpts
{
	int32 vl_len_; /* varlena header; use SET_VARSIZE */
	float8 n_distinct;
	float8 n_distinct_inherited;
} AttributeOpts;

extern AttributeOpts *get_attribute_options(Oid attrelid, int attnum);

#endif /* ATTOPTCACHE_H */

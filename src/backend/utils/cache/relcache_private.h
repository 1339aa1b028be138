/*
 * relcache_private.h
 *		What the files of the relation cache share.
 *
 * relcache.c		the cache: lookup, counts, invalidation, transaction ends
 * relcache_build.c	a descriptor from the rows of pg_class and its like
 * relcache_index.c	what concerns indexes
 * relcache_init.c	the descriptors that exist before any catalog can be read
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/cache/relcache_private.h
 */
#ifndef RELCACHE_PRIVATE_H
#define RELCACHE_PRIVATE_H

#include "utils/catcache.h"
#include "utils/rel.h"

/* relcache.c */
extern void relcache_insert(Relation relation);
extern Relation relcache_lookup(Oid relid);
extern void relcache_watch_until_eox(Relation relation);
extern void relcache_clear(Relation relation, bool rebuild);
typedef void (*relcache_visitor)(Relation relation, void *arg);
extern void relcache_for_each(relcache_visitor visit, void *arg);

/* relcache_build.c */
extern HeapTuple relcache_read_pg_class(Oid relid, bool index_ok);
extern Relation relcache_build(Oid relid);
extern void relcache_destroy(Relation relation, bool keep_tupdesc);
extern void relcache_free_replaced(void);
extern void relcache_set_address(Relation relation);
extern void relcache_set_backend(Relation relation);
extern void relcache_parse_options(Relation relation, HeapTuple class_tuple);
extern void relcache_build_rules(Relation relation);
extern bool relcache_rules_equal(struct RuleLock *a, struct RuleLock *b);

/* relcache_index.c */
extern void relcache_reload_index(Relation relation);
extern void relcache_forget_lists(Relation relation);

/* relcache_init.c: layouts of pg_class and pg_index that need no catalog */
extern TupleDesc relcache_pg_class_desc(void);
extern TupleDesc relcache_pg_index_desc(void);

#endif /* RELCACHE_PRIVATE_H */

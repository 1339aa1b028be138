/*
 * pg_class_fn.h
 *		Functions of pg_class.c.
 *
 * Messages about kinds of relations.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_class_fn.h
 */
#ifndef PG_CLASS_FN_H
#define PG_CLASS_FN_H

extern int errdetail_relkind_not_supported(char relkind);

#endif /* PG_CLASS_FN_H */

/*
 * rte_fields.h
 *		Which fields of a RangeTblEntry belong to which kind of entry.
 *
 * The text form of an entry has alias, eref and rtekind, then the fields of
 * its kind, then those that all kinds have, in the order of parsenodes.desc.
 * A transition table is the exception: its relid comes after enrtuples in
 * PostgreSQL's own text, but such entries are never stored.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/rte_fields.h
 */
#ifndef RTE_FIELDS_H
#define RTE_FIELDS_H

#include "nodes/parsenodes.h"

extern bool rte_field_used(const char *field, RTEKind kind);

#endif /* RTE_FIELDS_H */

/*
 * value.c
 *		Makers of value nodes.
 *
 * The strings given are kept, not copied.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/nodes/value.c
 */
#include "postgres.h"

#include "nodes/value.h"

#define VALUE_MAKER(Name, ctype, field) \
	Name *                              \
		make##Name(ctype value)         \
	{                                   \
		Name *v = makeNode(Name);       \
		v->field = value;               \
		return v;                       \
	}

VALUE_MAKER(Integer, int, ival)
VALUE_MAKER(Float, char *, fval)
VALUE_MAKER(Boolean, bool, boolval)
VALUE_MAKER(String, char *, sval)
VALUE_MAKER(BitString, char *, bsval)

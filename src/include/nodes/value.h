/*
 * value.h
 *		Nodes that hold one literal value.
 *
 * A Float keeps the digits as the user wrote them, since no C type can hold
 * every numeric; integers beyond 32 bits are Floats too.  A BitString keeps
 * the leading 'b' or 'x'.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/nodes/value.h
 */
#ifndef VALUE_H
#define VALUE_H

#include "nodes/nodes.h"

#define VALUE_NODE(Name, ctype, field) \
	typedef struct Name                \
	{                                  \
		NodeTag type;                  \
		ctype field;                   \
	} Name;                            \
	extern Name *make##Name(ctype field)

VALUE_NODE(Integer, int, ival);
VALUE_NODE(Float, char *, fval);
VALUE_NODE(Boolean, bool, boolval);
VALUE_NODE(String, char *, sval);
VALUE_NODE(BitString, char *, bsval);
#undef VALUE_NODE

#define intVal(v) (castNode(Integer, v)->ival)
#define floatVal(v) atof(castNode(Float, v)->fval)
#define boolVal(v) (castNode(Boolean, v)->boolval)
#define strVal(v) (castNode(String, v)->sval)

#endif /* VALUE_H */

/*
 * parse_type.h
 *		Type names: which type and typmod are meant.
 *
 * A Type is a pg_type tuple of the syscache, to be released.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_type.h
 */
#ifndef PARSE_TYPE_H
#define PARSE_TYPE_H

#include "access/htup.h"
#include "parser/parse_node.h"

typedef HeapTuple Type;

/* from TypeName nodes and strings */
extern Type LookupTypeName(ParseState *pstate, const TypeName *typeName,
						   int32 *typmod_p, bool missing_ok);
extern Type LookupTypeNameExtended(ParseState *pstate, const TypeName *typeName,
								   int32 *typmod_p, bool temp_ok,
								   bool missing_ok);
extern Oid LookupTypeNameOid(ParseState *pstate, const TypeName *typeName,
							 bool missing_ok);
extern Type typenameType(ParseState *pstate, const TypeName *typeName,
						 int32 *typmod_p);
extern Oid typenameTypeId(ParseState *pstate, const TypeName *typeName);
extern void typenameTypeIdAndMod(ParseState *pstate, const TypeName *typeName,
								 Oid *typeid_p, int32 *typmod_p);
extern TypeName *typeStringToTypeName(const char *str);
extern void parseTypeString(const char *str, Oid *typeid_p, int32 *typmod_p,
							bool missing_ok);
extern char *TypeNameToString(const TypeName *typeName);
extern char *TypeNameListToString(List *typenames);

/* collations */
extern Oid LookupCollation(ParseState *pstate, List *collnames, int location);
extern Oid GetColumnDefCollation(ParseState *pstate, ColumnDef *coldef,
								 Oid typeOid);

/* facts of a Type */
extern Oid typeTypeId(Type tp);
extern char *typeTypeName(Type t); /* a copy */
extern bool typeByVal(Type t);
extern int16 typeLen(Type t);
extern Oid typeTypeCollation(Type typ);
extern Oid typeTypeRelid(Type typ); /* of a row type, or InvalidOid */

/* The pg_type row of a type, to be released; a missing one is an error. */
extern Type typeidType(Oid id);
/* The class behind a row type by its OID; the second looks through domains. */
extern Oid typeidTypeRelid(Oid type_id);
extern Oid typeOrDomainTypeRelid(Oid type_id);
/* A value of the type from its text. */
extern Datum stringTypeDatum(Type tp, char *string, int32 atttypmod);

#define ISCOMPLEX(typeid) (typeOrDomainTypeRelid(typeid) != InvalidOid)

#endif /* PARSE_TYPE_H */

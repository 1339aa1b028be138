/*
 * pg_type_fn.h
 *		Functions of pg_type.c.
 *
 * Rows of types.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_type_fn.h
 */
#ifndef PG_TYPE_FN_H
#define PG_TYPE_FN_H

#include "access/htup.h"
#include "catalog/objectaddress.h"

extern ObjectAddress TypeShellMake(const char *typeName, Oid typeNamespace,
								   Oid ownerId);
extern ObjectAddress TypeCreate(Oid newTypeOid, const char *typeName,
								Oid typeNamespace, Oid relationOid,
								char relationKind, Oid ownerId,
								int16 internalSize, char typeType,
								char typeCategory, bool typePreferred,
								char typDelim, Oid inputProcedure,
								Oid outputProcedure, Oid receiveProcedure,
								Oid sendProcedure, Oid typmodinProcedure,
								Oid typmodoutProcedure, Oid analyzeProcedure,
								Oid subscriptProcedure, Oid elementType,
								bool isImplicitArray, Oid arrayType,
								Oid baseType, const char *defaultTypeValue,
								char *defaultTypeBin, bool passedByValue,
								char alignment, char storage, int32 typeMod,
								int32 typNDims, bool typeNotNull,
								Oid typeCollation);
extern void GenerateTypeDependencies(HeapTuple typeTuple,
									 Relation typeCatalog,
									 Node *defaultExpr, void *typacl,
									 char relationKind, bool isImplicitArray,
									 bool isDependentType, bool rebuild);
extern void RenameTypeInternal(Oid typeOid, const char *newTypeName,
							   Oid typeNamespace);
extern char *makeArrayTypeName(const char *typeName, Oid typeNamespace);
extern bool moveArrayTypeName(Oid typeOid, const char *typeName,
							  Oid typeNamespace);
extern char *makeMultirangeTypeName(const char *rangeTypeName,
									Oid typeNamespace);
extern Oid AssignTypeArrayOid(void);

#endif /* PG_TYPE_FN_H */

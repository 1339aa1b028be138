/*
 * pg_operator_fn.h
 *		Functions of pg_operator.c.
 *
 * Rows of operators.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/catalog/pg_operator_fn.h
 */
#ifndef PG_OPERATOR_FN_H
#define PG_OPERATOR_FN_H

#include "access/htup.h"
#include "catalog/objectaddress.h"
#include "nodes/pg_list.h"

extern ObjectAddress OperatorCreate(const char *operatorName,
									Oid operatorNamespace, Oid leftTypeId,
									Oid rightTypeId, Oid procedureId,
									List *commutatorName, List *negatorName,
									Oid restrictionId, Oid joinId,
									bool canMerge, bool canHash);
extern ObjectAddress makeOperatorDependencies(HeapTuple tuple,
											  bool makeExtensionDep,
											  bool isUpdate);
extern void OperatorUpd(Oid baseId, Oid commId, Oid negId, bool isDelete);

#endif							/* PG_OPERATOR_FN_H */

/*
 * defrem.h
 *		Options of statements, and CREATE INDEX and its like.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/commands/defrem.h
 */
#ifndef DEFREM_H
#define DEFREM_H

#include "catalog/objectaddress.h"
#include "nodes/params.h"
#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "tcop/dest.h"
#include "utils/array.h"

/* define.c: the value of a DefElem */
extern bool defGetBoolean(DefElem *def);
extern char *defGetString(DefElem *def);
extern double defGetNumeric(DefElem *def);
extern int32 defGetInt32(DefElem *def);
extern int64 defGetInt64(DefElem *def);
extern Oid defGetObjectId(DefElem *def);
extern List *defGetQualifiedName(DefElem *def);
extern TypeName *defGetTypeName(DefElem *def);
extern int defGetTypeLength(DefElem *def);
extern List *defGetStringList(DefElem *def);
extern void errorConflictingDefElem(DefElem *defel, ParseState *pstate)
	pg_attribute_noreturn();

/* indexcmds.c */
extern ObjectAddress DefineIndex(Oid relationId, IndexStmt *stmt,
								 Oid indexRelationId, Oid parentIndexId,
								 Oid parentConstraintId,
								 bool is_alter_table, bool check_rights,
								 bool check_not_in_use, bool skip_build,
								 bool quiet);
extern void ExecReindex(ParseState *pstate, ReindexStmt *stmt,
						bool isTopLevel);
extern char *makeObjectName(const char *name1, const char *name2,
							const char *label);
extern char *ChooseRelationName(const char *name1, const char *name2,
								const char *label, Oid namespaceid,
								bool isconstraint);
extern bool CheckIndexCompatible(Oid oldId, const char *accessMethodName,
								 List *attributeList,
								 List *exclusionOpNames);
extern Oid GetDefaultOpClass(Oid type_id, Oid am_id);
extern Oid ResolveOpClass(List *opclass, Oid attrType,
						  const char *accessMethodName, Oid accessMethodId);

/* amcmds.c */
extern Oid get_index_am_oid(const char *amname, bool missing_ok);
extern Oid get_table_am_oid(const char *amname, bool missing_ok);
extern Oid get_am_oid(const char *amname, bool missing_ok);
extern char *get_am_name(Oid amOid);

/* dropcmds.c */
extern void RemoveObjects(DropStmt *stmt);

/* functioncmds.c */
extern ObjectAddress CreateFunction(ParseState *pstate,
									CreateFunctionStmt *stmt);

#endif /* DEFREM_H */

/*
 * regproc.h
 *		Names of catalog objects as text, and back.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/regproc.h
 */
#ifndef REGPROC_H
#define REGPROC_H

#include "nodes/pg_list.h"

/* flags of the _extended functions below */
#define FORMAT_PROC_INVALID_AS_NULL 0x01
#define FORMAT_PROC_FORCE_QUALIFY 0x02
#define FORMAT_OPERATOR_INVALID_AS_NULL 0x01
#define FORMAT_OPERATOR_FORCE_QUALIFY 0x02

extern List *stringToQualifiedNameList(const char *string);

/* name(argument types), as regprocedure prints it */
extern char *format_procedure(Oid procedure_oid);
extern char *format_procedure_qualified(Oid procedure_oid);
extern char *format_procedure_extended(Oid procedure_oid, bits16 flags);
extern void format_procedure_parts(Oid procedure_oid, List **objnames,
								   List **objargs, bool missing_ok);

/* name(left, right), as regoperator prints it */
extern char *format_operator(Oid operator_oid);
extern char *format_operator_qualified(Oid operator_oid);
extern char *format_operator_extended(Oid operator_oid, bits16 flags);
extern void format_operator_parts(Oid operator_oid, List **objnames,
								  List **objargs, bool missing_ok);

#endif /* REGPROC_H */

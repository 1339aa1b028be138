/*
 * parse_coerce.h
 *		Type conversion, and the common type of several inputs.
 *
 * Conversions come from pg_cast, from I/O functions, or are mere relabeling.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_coerce.h
 */
#ifndef PARSE_COERCE_H
#define PARSE_COERCE_H

#include "parser/parse_node.h"

typedef char TYPCATEGORY; /* pg_type.typcategory */

typedef enum CoercionPathType
{
	COERCION_PATH_NONE,
	COERCION_PATH_FUNC,
	COERCION_PATH_RELABELTYPE,
	COERCION_PATH_ARRAYCOERCE,
	COERCION_PATH_COERCEVIAIO
} CoercionPathType;

/* questions about types */
extern bool IsBinaryCoercible(Oid srctype, Oid targettype);
extern bool IsPreferredType(TYPCATEGORY category, Oid type);
extern TYPCATEGORY TypeCategory(Oid type);
extern CoercionPathType find_coercion_pathway(Oid targetTypeId,
											  Oid sourceTypeId,
											  CoercionContext ccontext,
											  Oid *funcid);
extern CoercionPathType find_typmod_coercion_function(Oid typeId, Oid *funcid);
extern bool can_coerce_type(int nargs, const Oid *input_typeids,
							const Oid *target_typeids,
							CoercionContext ccontext);

/* doing it */
extern Node *coerce_to_target_type(ParseState *pstate, Node *expr, Oid exprtype,
								   Oid targettype, int32 targettypmod,
								   CoercionContext ccontext,
								   CoercionForm cformat, int location);
extern Node *coerce_type(ParseState *pstate, Node *node, Oid inputTypeId,
						 Oid targetTypeId, int32 targetTypeMod,
						 CoercionContext ccontext, CoercionForm cformat,
						 int location);
extern Node *coerce_to_domain(Node *arg, Oid baseTypeId, int32 baseTypeMod,
							  Oid typeId, CoercionContext ccontext,
							  CoercionForm cformat, int location,
							  bool hideInputCoercion);
extern Node *coerce_to_boolean(ParseState *pstate, Node *node,
							   const char *constructName);
extern Node *coerce_to_specific_type(ParseState *pstate, Node *node,
									 Oid targetTypeId,
									 const char *constructName);
extern Node *coerce_to_specific_type_typmod(ParseState *pstate, Node *node,
											Oid targetTypeId,
											int32 targetTypmod,
											const char *constructName);
extern Node *coerce_null_to_domain(Oid typid, int32 typmod, Oid collation,
								   int typlen, bool typbyval);

/* common types */
extern Oid select_common_type(ParseState *pstate, List *exprs,
							  const char *context, Node **which_expr);
extern int32 select_common_typmod(ParseState *pstate, List *exprs,
								  Oid common_type);
extern Node *coerce_to_common_type(ParseState *pstate, Node *node,
								   Oid targetTypeId, const char *context);
extern bool verify_common_type(Oid common_type, List *exprs);
extern int parser_coercion_errposition(ParseState *pstate,
									   int coerce_location, Node *input_expr);

/* polymorphic types */
extern bool check_generic_type_consistency(const Oid *actual_arg_types,
										   const Oid *declared_arg_types,
										   int nargs);
extern Oid enforce_generic_type_consistency(const Oid *actual_arg_types,
											Oid *declared_arg_types,
											int nargs, Oid rettype,
											bool allow_poly);
extern char *check_valid_polymorphic_signature(Oid ret_type,
											   const Oid *declared_arg_types,
											   int nargs);
extern char *check_valid_internal_signature(Oid ret_type,
											const Oid *declared_arg_types,
											int nargs);

#endif /* PARSE_COERCE_H */

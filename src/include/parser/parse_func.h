/*
 * parse_func.h
 *		Function calls: which function is meant.
 *
 * Also the look-up of functions by name and argument types for commands.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_func.h
 */
#ifndef PARSE_FUNC_H
#define PARSE_FUNC_H

#include "catalog/namespace.h"
#include "parser/parse_node.h"

/* What the name of a call turned out to be. */
typedef enum
{
	FUNCDETAIL_NOTFOUND,
	FUNCDETAIL_MULTIPLE,
	FUNCDETAIL_NORMAL,
	FUNCDETAIL_PROCEDURE,
	FUNCDETAIL_AGGREGATE,
	FUNCDETAIL_WINDOWFUNC,
	FUNCDETAIL_COERCION
} FuncDetailCode;

/* calls */
extern Node *ParseFuncOrColumn(ParseState *pstate, List *funcname, List *fargs,
							   Node *last_srf, FuncCall *fn, bool proc_call,
							   int location);
extern FuncDetailCode func_get_detail(List *funcname, List *fargs,
									  List *fargnames, int nargs,
									  Oid *argtypes, bool expand_variadic,
									  bool expand_defaults,
									  bool include_out_arguments,
									  Oid *funcid, Oid *rettype, bool *retset,
									  int *nvargs, Oid *vatype,
									  Oid **true_typeids, List **argdefaults);
extern int func_match_argtypes(int nargs, Oid *input_typeids,
							   FuncCandidateList raw_candidates,
							   FuncCandidateList *candidates);
extern FuncCandidateList func_select_candidate(int nargs, Oid *input_typeids,
											   FuncCandidateList candidates);
extern void make_fn_arguments(ParseState *pstate, List *fargs,
							  Oid *actual_arg_types, Oid *declared_arg_types);
extern void check_srf_call_placement(ParseState *pstate, Node *last_srf,
									 int location);

/* names for commands and for messages */
extern Oid LookupFuncName(List *funcname, int nargs, const Oid *argtypes,
						  bool missing_ok);
extern Oid LookupFuncWithArgs(ObjectType objtype, ObjectWithArgs *func,
							  bool missing_ok);
extern const char *funcname_signature_string(const char *funcname, int nargs,
											 List *argnames,
											 const Oid *argtypes);
extern const char *func_signature_string(List *funcname, int nargs,
										 List *argnames, const Oid *argtypes);

#endif /* PARSE_FUNC_H */

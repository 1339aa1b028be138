/*
 * functioncmds.c
 *		CREATE FUNCTION.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/commands/functioncmds.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_proc_fn.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "parser/parse_collate.h"
#include "parser/parse_expr.h"
#include "parser/parse_type.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Options of the statement, as they were given. */
typedef struct FunctionOptions
{
	char *language;
	List *as;
	bool is_window;
	char volatility;
	char parallel;
	bool strict;
	bool security;
	bool leakproof;
	float4 cost;
	float4 rows;
	ArrayType *config;
	Oid support;
} FunctionOptions;

/* Parameters, taken apart. */
typedef struct FunctionParameters
{
	oidvector *input_types;
	ArrayType *all_types; /* NULL if all are IN */
	ArrayType *modes;
	ArrayType *names;
	List *defaults;
	Oid variadic_element;
	Oid result_type; /* of OUT parameters; InvalidOid if none */
	int nout;
} FunctionParameters;

static void
once(bool *seen, DefElem *opt, ParseState *pstate)
{
	if (*seen)
		errorConflictingDefElem(opt, pstate);
	*seen = true;
}

static char
parse_parallel(const char *word)
{
	if (strcmp(word, "safe") == 0)
		return PROPARALLEL_SAFE;
	if (strcmp(word, "unsafe") == 0)
		return PROPARALLEL_UNSAFE;
	if (strcmp(word, "restricted") == 0)
		return PROPARALLEL_RESTRICTED;
	ereport(ERROR,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 errmsg("parameter \"parallel\" must be SAFE, RESTRICTED, or UNSAFE")));
	return 0;
}

static char
parse_volatility(const char *word)
{
	if (strcmp(word, "immutable") == 0)
		return PROVOLATILE_IMMUTABLE;
	if (strcmp(word, "stable") == 0)
		return PROVOLATILE_STABLE;
	Assert(strcmp(word, "volatile") == 0);
	return PROVOLATILE_VOLATILE;
}

/* SET name = value clauses, as the array that pg_proc stores. */
static ArrayType *
add_config(ArrayType *config, VariableSetStmt *set)
{
	if (set->kind == VAR_RESET_ALL)
		return NULL;
	if (set->kind == VAR_RESET)
		return GUCArrayDelete(config, set->name);
	return GUCArrayAdd(config, set->name, ExtractSetVariableArgs(set));
}

static void
parse_options(ParseState *pstate, List *options, FunctionOptions *result)
{
	enum
	{
		AS,
		LANGUAGE,
		WINDOW,
		VOLATILITY,
		STRICT,
		SECURITY,
		LEAKPROOF,
		COST,
		ROWS,
		SUPPORT,
		PARALLEL,
		NOPTS
	};
	bool seen[NOPTS] = {0};
	ListCell *lc;

	*result = (FunctionOptions){
		.volatility = PROVOLATILE_VOLATILE, .parallel = PROPARALLEL_UNSAFE, .cost = -1, .rows = -1};
	foreach (lc, options)
	{
		DefElem *opt = lfirst_node(DefElem, lc);

		if (strcmp(opt->defname, "as") == 0)
		{
			once(&seen[AS], opt, pstate);
			result->as = (List *) opt->arg;
		}
		else if (strcmp(opt->defname, "language") == 0)
		{
			once(&seen[LANGUAGE], opt, pstate);
			result->language = strVal(opt->arg);
		}
		else if (strcmp(opt->defname, "window") == 0)
		{
			once(&seen[WINDOW], opt, pstate);
			result->is_window = boolVal(opt->arg);
		}
		else if (strcmp(opt->defname, "volatility") == 0)
		{
			once(&seen[VOLATILITY], opt, pstate);
			result->volatility = parse_volatility(strVal(opt->arg));
		}
		else if (strcmp(opt->defname, "strict") == 0)
		{
			once(&seen[STRICT], opt, pstate);
			result->strict = boolVal(opt->arg);
		}
		else if (strcmp(opt->defname, "security") == 0)
		{
			once(&seen[SECURITY], opt, pstate);
			result->security = boolVal(opt->arg);
		}
		else if (strcmp(opt->defname, "leakproof") == 0)
		{
			once(&seen[LEAKPROOF], opt, pstate);
			result->leakproof = boolVal(opt->arg);
		}
		else if (strcmp(opt->defname, "set") == 0)
			result->config = add_config(result->config, castNode(VariableSetStmt, opt->arg));
		else if (strcmp(opt->defname, "cost") == 0)
		{
			once(&seen[COST], opt, pstate);
			result->cost = defGetNumeric(opt);
			if (result->cost <= 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("COST must be positive")));
		}
		else if (strcmp(opt->defname, "rows") == 0)
		{
			once(&seen[ROWS], opt, pstate);
			result->rows = defGetNumeric(opt);
			if (result->rows <= 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("ROWS must be positive")));
		}
		else if (strcmp(opt->defname, "parallel") == 0)
		{
			once(&seen[PARALLEL], opt, pstate);
			result->parallel = parse_parallel(strVal(opt->arg));
		}
		else
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("function option \"%s\" is not supported yet", opt->defname)));
	}
	if (!result->language)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("no language specified")));
}

static Oid
parameter_type(ParseState *pstate, FunctionParameter *fp)
{
	Type tup = LookupTypeName(pstate, fp->argType, NULL, false);
	Oid type;
	AclResult acl;

	if (!tup)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("type %s does not exist", TypeNameToString(fp->argType))));
	type = typeTypeId(tup);
	ReleaseSysCache(tup);
	acl = pg_type_aclcheck(type, GetUserId(), ACL_USAGE);
	if (acl != ACLCHECK_OK)
		aclcheck_error_type(acl, type);
	if (fp->argType->setof)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("functions cannot accept set arguments")));
	return type;
}

static Node *
parameter_default(ParseState *pstate, FunctionParameter *fp, Oid type)
{
	Node *expr = transformExpr(pstate, fp->defexpr, EXPR_KIND_FUNCTION_DEFAULT);

	expr = coerce_to_specific_type(pstate, expr, type, "DEFAULT");
	assign_expr_collations(pstate, expr);
	if (pstate->p_rtable != NIL || contain_var_clause(expr))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("cannot use table references in parameter default value")));
	return expr;
}

static bool
is_input(const FunctionParameter *fp)
{
	return fp->mode != FUNC_PARAM_OUT && fp->mode != FUNC_PARAM_TABLE;
}

static bool
is_output(const FunctionParameter *fp)
{
	return fp->mode == FUNC_PARAM_OUT || fp->mode == FUNC_PARAM_INOUT || fp->mode == FUNC_PARAM_TABLE;
}

/* Names are unique among the inputs and among the outputs. */
static void
check_parameter_name(List *parameters, const FunctionParameter *fp)
{
	ListCell *lc;

	if (fp->name == NULL || fp->name[0] == '\0')
		return;
	foreach (lc, parameters)
	{
		FunctionParameter *before = lfirst(lc);

		if (before == fp)
			break;
		if (before->name != NULL && strcmp(before->name, fp->name) == 0 &&
			((is_input(before) && is_input(fp)) || (is_output(before) && is_output(fp))))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
					 errmsg("parameter name \"%s\" used more than once", fp->name)));
	}
}

static void
parse_parameters(ParseState *pstate, List *parameters, FunctionParameters *result)
{
	int n = list_length(parameters);
	Oid *inputs = palloc(Max(n, 1) * sizeof(Oid));
	Datum *all = palloc(Max(n, 1) * sizeof(Datum));
	Datum *modes = palloc(Max(n, 1) * sizeof(Datum));
	Datum *names = palloc(Max(n, 1) * sizeof(Datum));
	int ninputs = 0;
	bool have_names = false;
	bool have_modes = false;
	int i = 0;
	ListCell *lc;

	*result = (FunctionParameters){0};
	foreach (lc, parameters)
	{
		FunctionParameter *fp = lfirst(lc);
		FunctionParameterMode mode = fp->mode == FUNC_PARAM_DEFAULT ? FUNC_PARAM_IN : fp->mode;
		Oid type = parameter_type(pstate, fp);

		if (is_input(fp))
		{
			if (OidIsValid(result->variadic_element))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
						 errmsg("VARIADIC parameter must be the last input parameter")));
			inputs[ninputs++] = type;
		}
		if (is_output(fp))
		{
			if (result->nout++ == 0)
				result->result_type = type;
		}
		if (mode == FUNC_PARAM_VARIADIC)
		{
			result->variadic_element = type == ANYARRAYOID ? ANYELEMENTOID
				: type == ANYOID                           ? ANYOID
														   : get_element_type(type);
			if (!OidIsValid(result->variadic_element))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
						 errmsg("VARIADIC parameter must be an array")));
		}
		check_parameter_name(parameters, fp);
		if (fp->defexpr)
		{
			if (!is_input(fp))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
						 errmsg("only input parameters can have default values")));
			result->defaults = lappend(result->defaults, parameter_default(pstate, fp, type));
		}
		else if (is_input(fp) && result->defaults != NIL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
					 errmsg("input parameters after one with a default value must also have defaults")));
		all[i] = ObjectIdGetDatum(type);
		modes[i] = CharGetDatum(mode);
		names[i] = CStringGetTextDatum(fp->name ? fp->name : "");
		have_names |= fp->name && fp->name[0];
		have_modes |= mode != FUNC_PARAM_IN;
		i++;
	}
	result->input_types = buildoidvector(inputs, ninputs);
	if (have_modes)
	{
		result->all_types = construct_array(all, n, OIDOID, sizeof(Oid), true, TYPALIGN_INT);
		result->modes = construct_array(modes, n, CHAROID, 1, true, TYPALIGN_CHAR);
	}
	if (have_names)
		result->names = construct_array(names, n, TEXTOID, -1, false, TYPALIGN_INT);
	if (result->nout > 1)
		result->result_type = RECORDOID;
}

/* The two strings behind AS: for C the file and the symbol, else the body. */
static void
split_as(const FunctionOptions *opts, Oid language, const char *funcname, char **prosrc, char **probin)
{
	if (opts->as == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("no function body specified")));
	*probin = NULL;
	if (language == ClanguageId)
	{
		*probin = strVal(linitial(opts->as));
		*prosrc = list_length(opts->as) == 1 ? pstrdup(funcname) : strVal(lsecond(opts->as));
		if (strcmp(*prosrc, "-") == 0)
			*prosrc = pstrdup(funcname);
		return;
	}
	if (list_length(opts->as) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("only one AS item needed for language \"%s\"", opts->language)));
	*prosrc = strVal(linitial(opts->as));
	if (language == INTERNALlanguageId && (*prosrc)[0] == '\0')
		*prosrc = pstrdup(funcname);
}

/* Who may use the language; its validator. */
static Oid
check_language(const char *name, Oid *validator)
{
	HeapTuple tup = SearchSysCache1(LANGNAME, PointerGetDatum(name));
	Form_pg_language lang;
	Oid oid;

	if (!HeapTupleIsValid(tup))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("language \"%s\" does not exist", name)));
	lang = (Form_pg_language) GETSTRUCT(tup);
	oid = lang->oid;
	if (lang->lanpltrusted)
	{
		AclResult acl = pg_language_aclcheck(oid, GetUserId(), ACL_USAGE);

		if (acl != ACLCHECK_OK)
			aclcheck_error(acl, OBJECT_LANGUAGE, name);
	}
	else if (!superuser())
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_LANGUAGE, name);
	*validator = lang->lanvalidator;
	ReleaseSysCache(tup);
	return oid;
}

/* The declared result type; OUT parameters must agree with it. */
static Oid
result_type(CreateFunctionStmt *stmt, FunctionParameters *params, bool *returns_set)
{
	Oid type;

	*returns_set = false;
	if (!stmt->returnType)
	{
		if (!OidIsValid(params->result_type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
					 errmsg("function result type must be specified")));
		return params->result_type;
	}
	type = typenameTypeId(NULL, stmt->returnType);
	*returns_set = stmt->returnType->setof;
	if (OidIsValid(params->result_type) && type != params->result_type)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("function result type must be %s because of OUT parameters",
						format_type_be(params->result_type))));
	return type;
}

ObjectAddress
CreateFunction(ParseState *pstate, CreateFunctionStmt *stmt)
{
	FunctionOptions opts;
	FunctionParameters params;
	char *funcname;
	Oid namespaceId = QualifiedNameGetCreationNamespace(stmt->funcname, &funcname);
	AclResult acl = pg_namespace_aclcheck(namespaceId, GetUserId(), ACL_CREATE);
	Oid language;
	Oid validator;
	Oid rettype;
	bool returns_set;
	char *prosrc;
	char *probin;

	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_SCHEMA, get_namespace_name(namespaceId));
	if (stmt->is_procedure || stmt->sql_body)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s is not supported yet", stmt->is_procedure ? "CREATE PROCEDURE" : "a function with an unquoted SQL body")));
	parse_options(pstate, stmt->options, &opts);
	language = check_language(opts.language, &validator);
	if (opts.leakproof && !superuser())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("only superuser can define a leakproof function")));
	parse_parameters(pstate, stmt->parameters, &params);
	rettype = result_type(stmt, &params, &returns_set);
	split_as(&opts, language, funcname, &prosrc, &probin);

	if (opts.cost < 0)
		opts.cost = language == INTERNALlanguageId || language == ClanguageId ? 1 : 100;
	if (opts.rows < 0)
		opts.rows = returns_set ? 1000 : 0;
	else if (!returns_set)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("ROWS is not applicable when function does not return a set")));
	return ProcedureCreate(funcname, namespaceId, stmt->replace, returns_set,
						   rettype, GetUserId(), language, validator, prosrc,
						   probin, NULL,
						   opts.is_window ? PROKIND_WINDOW : PROKIND_FUNCTION,
						   opts.security, opts.leakproof, opts.strict,
						   opts.volatility, opts.parallel, params.input_types,
						   PointerGetDatum(params.all_types),
						   PointerGetDatum(params.modes),
						   PointerGetDatum(params.names), params.defaults,
						   PointerGetDatum(NULL), PointerGetDatum(opts.config),
						   opts.support, opts.cost, opts.rows);
}

/*
 * fmgr.h
 *		How SQL functions are written in C, found and called.
 *
 * A function is `Datum f(PG_FUNCTION_ARGS)`.  A caller fills a FmgrInfo once
 * (fmgr_info) and a FunctionCallInfo per call, or uses the wrappers below.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/fmgr.h
 */
#ifndef FMGR_H
#define FMGR_H

typedef struct Node *fmNodePtr;
typedef struct Aggref *fmAggrefPtr;
typedef struct StringInfoData *fmStringInfo;
typedef struct FunctionCallInfoBaseData *FunctionCallInfo;
typedef Datum (*PGFunction)(FunctionCallInfo fcinfo);
typedef void (*fmExprContextCallbackFunction)(Datum arg);

/* One function looked up: can be used for any number of calls. */
typedef struct FmgrInfo
{
	PGFunction fn_addr;
	Oid fn_oid;
	short fn_nargs;
	bool fn_strict; /* not called with a NULL argument */
	bool fn_retset;
	unsigned char fn_stats; /* collect statistics if track_functions > this */
	void *fn_extra; /* for the function itself, in fn_mcxt */
	MemoryContext fn_mcxt;
	fmNodePtr fn_expr; /* the call in the expression tree, or NULL */
} FmgrInfo;

/* One call. */
typedef struct FunctionCallInfoBaseData
{
	FmgrInfo *flinfo; /* may be NULL for direct calls */
	fmNodePtr context; /* why it is called: trigger, aggregate, ... */
	fmNodePtr resultinfo; /* ReturnSetInfo or NULL */
	Oid fncollation;
	bool isnull; /* out: the result is NULL */
	short nargs;
	NullableDatum args[FLEXIBLE_ARRAY_MEMBER];
} FunctionCallInfoBaseData;

#define SizeForFunctionCallInfo(nargs)          \
	(offsetof(FunctionCallInfoBaseData, args) + \
	 sizeof(NullableDatum) * (nargs))

/* Room on the stack for a call with a constant number of arguments. */
#define LOCAL_FCINFO(name, nargs)                   \
	union                                           \
	{                                               \
		FunctionCallInfoBaseData fcinfo;            \
		char bytes[SizeForFunctionCallInfo(nargs)]; \
	} name##data;                                   \
	FunctionCallInfo name = &name##data.fcinfo

#define InitFunctionCallInfoData(Fcinfo, Flinfo, Nargs, Collation, Context, Resultinfo) \
	((Fcinfo).flinfo = (Flinfo),                                                        \
	 (Fcinfo).context = (fmNodePtr) (Context),                                          \
	 (Fcinfo).resultinfo = (fmNodePtr) (Resultinfo),                                    \
	 (Fcinfo).fncollation = (Collation),                                                \
	 (Fcinfo).isnull = false,                                                           \
	 (Fcinfo).nargs = (Nargs),                                                          \
	 (void) 0)
#define FunctionCallInvoke(fcinfo) ((fcinfo)->flinfo->fn_addr(fcinfo))

/* ---- inside a function: arguments ---- */
#define PG_FUNCTION_ARGS FunctionCallInfo fcinfo
#define PG_GET_COLLATION() (fcinfo->fncollation)
#define PG_NARGS() (fcinfo->nargs)
#define PG_ARGISNULL(n) (fcinfo->args[n].isnull)

#define PG_GETARG_DATUM(n) (fcinfo->args[n].value)
#define PG_GETARG_BOOL(n) DatumGetBool(PG_GETARG_DATUM(n))
#define PG_GETARG_CHAR(n) DatumGetChar(PG_GETARG_DATUM(n))
#define PG_GETARG_INT16(n) DatumGetInt16(PG_GETARG_DATUM(n))
#define PG_GETARG_UINT16(n) DatumGetUInt16(PG_GETARG_DATUM(n))
#define PG_GETARG_INT32(n) DatumGetInt32(PG_GETARG_DATUM(n))
#define PG_GETARG_UINT32(n) DatumGetUInt32(PG_GETARG_DATUM(n))
#define PG_GETARG_INT64(n) DatumGetInt64(PG_GETARG_DATUM(n))
#define PG_GETARG_FLOAT4(n) DatumGetFloat4(PG_GETARG_DATUM(n))
#define PG_GETARG_FLOAT8(n) DatumGetFloat8(PG_GETARG_DATUM(n))
#define PG_GETARG_OID(n) DatumGetObjectId(PG_GETARG_DATUM(n))
#define PG_GETARG_TRANSACTIONID(n) DatumGetTransactionId(PG_GETARG_DATUM(n))
#define PG_GETARG_NAME(n) DatumGetName(PG_GETARG_DATUM(n))
#define PG_GETARG_CSTRING(n) DatumGetCString(PG_GETARG_DATUM(n))
#define PG_GETARG_POINTER(n) DatumGetPointer(PG_GETARG_DATUM(n))

/*
 * Variable-length values may be out of line, compressed, or have a one-byte
 * header.  PG_DETOAST_DATUM gives a plain four-byte-header value,
 * _PACKED may leave a one-byte header, _COPY always makes a new one.
 */
extern struct varlena *pg_detoast_datum(struct varlena *datum);
extern struct varlena *pg_detoast_datum_copy(struct varlena *datum);
extern struct varlena *pg_detoast_datum_packed(struct varlena *datum);
extern struct varlena *pg_detoast_datum_slice(struct varlena *datum,
											  int32 first, int32 count);
#define FMGR_VL(d) ((struct varlena *) DatumGetPointer(d))
#define PG_DETOAST_DATUM(d) pg_detoast_datum(FMGR_VL(d))
#define PG_DETOAST_DATUM_COPY(d) pg_detoast_datum_copy(FMGR_VL(d))
#define PG_DETOAST_DATUM_PACKED(d) pg_detoast_datum_packed(FMGR_VL(d))
#define PG_DETOAST_DATUM_SLICE(d, first, count) \
	pg_detoast_datum_slice(FMGR_VL(d), (int32) (first), (int32) (count))
#define PG_FREE_IF_COPY(ptr, n)                      \
	do                                               \
	{                                                \
		if ((Pointer) (ptr) != PG_GETARG_POINTER(n)) \
			pfree(ptr);                              \
	} while (0)

#define PG_GETARG_RAW_VARLENA_P(n) ((struct varlena *) PG_GETARG_POINTER(n))
#define PG_GETARG_VARLENA_P(n) PG_DETOAST_DATUM(PG_GETARG_DATUM(n))
#define PG_GETARG_VARLENA_PP(n) PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n))

#define DatumGetByteaP(d) ((bytea *) PG_DETOAST_DATUM(d))
#define DatumGetByteaPP(d) ((bytea *) PG_DETOAST_DATUM_PACKED(d))
#define DatumGetByteaPCopy(d) ((bytea *) PG_DETOAST_DATUM_COPY(d))
#define DatumGetByteaPSlice(d, m, n) ((bytea *) PG_DETOAST_DATUM_SLICE(d, m, n))
#define PG_GETARG_BYTEA_P(n) DatumGetByteaP(PG_GETARG_DATUM(n))
#define PG_GETARG_BYTEA_PP(n) DatumGetByteaPP(PG_GETARG_DATUM(n))
#define PG_GETARG_BYTEA_P_COPY(n) DatumGetByteaPCopy(PG_GETARG_DATUM(n))
#define PG_GETARG_BYTEA_P_SLICE(n, a, b) \
	DatumGetByteaPSlice(PG_GETARG_DATUM(n), a, b)

#define DatumGetTextP(d) ((text *) PG_DETOAST_DATUM(d))
#define DatumGetTextPP(d) ((text *) PG_DETOAST_DATUM_PACKED(d))
#define DatumGetTextPCopy(d) ((text *) PG_DETOAST_DATUM_COPY(d))
#define DatumGetTextPSlice(d, m, n) ((text *) PG_DETOAST_DATUM_SLICE(d, m, n))
#define PG_GETARG_TEXT_P(n) DatumGetTextP(PG_GETARG_DATUM(n))
#define PG_GETARG_TEXT_PP(n) DatumGetTextPP(PG_GETARG_DATUM(n))
#define PG_GETARG_TEXT_P_COPY(n) DatumGetTextPCopy(PG_GETARG_DATUM(n))
#define PG_GETARG_TEXT_P_SLICE(n, a, b) \
	DatumGetTextPSlice(PG_GETARG_DATUM(n), a, b)

#define DatumGetBpCharP(d) ((BpChar *) PG_DETOAST_DATUM(d))
#define DatumGetBpCharPP(d) ((BpChar *) PG_DETOAST_DATUM_PACKED(d))
#define DatumGetBpCharPCopy(d) ((BpChar *) PG_DETOAST_DATUM_COPY(d))
#define PG_GETARG_BPCHAR_P(n) DatumGetBpCharP(PG_GETARG_DATUM(n))
#define PG_GETARG_BPCHAR_PP(n) DatumGetBpCharPP(PG_GETARG_DATUM(n))
#define PG_GETARG_BPCHAR_P_COPY(n) DatumGetBpCharPCopy(PG_GETARG_DATUM(n))

#define DatumGetVarCharP(d) ((VarChar *) PG_DETOAST_DATUM(d))
#define DatumGetVarCharPP(d) ((VarChar *) PG_DETOAST_DATUM_PACKED(d))
#define DatumGetVarCharPCopy(d) ((VarChar *) PG_DETOAST_DATUM_COPY(d))
#define PG_GETARG_VARCHAR_P(n) DatumGetVarCharP(PG_GETARG_DATUM(n))
#define PG_GETARG_VARCHAR_PP(n) DatumGetVarCharPP(PG_GETARG_DATUM(n))
#define PG_GETARG_VARCHAR_P_COPY(n) DatumGetVarCharPCopy(PG_GETARG_DATUM(n))

#define DatumGetHeapTupleHeader(d) ((HeapTupleHeader) PG_DETOAST_DATUM(d))
#define DatumGetHeapTupleHeaderCopy(d) ((HeapTupleHeader) PG_DETOAST_DATUM_COPY(d))
#define PG_GETARG_HEAPTUPLEHEADER(n) DatumGetHeapTupleHeader(PG_GETARG_DATUM(n))
#define PG_GETARG_HEAPTUPLEHEADER_COPY(n) \
	DatumGetHeapTupleHeaderCopy(PG_GETARG_DATUM(n))

/* opclass options, carried in flinfo->fn_expr */
extern bool has_fn_opclass_options(FmgrInfo *flinfo);
extern bytea *get_fn_opclass_options(FmgrInfo *flinfo);
extern void set_fn_opclass_options(FmgrInfo *flinfo, bytea *options);
#define PG_HAS_OPCLASS_OPTIONS() has_fn_opclass_options(fcinfo->flinfo)
#define PG_GET_OPCLASS_OPTIONS() get_fn_opclass_options(fcinfo->flinfo)

/* ---- inside a function: results ---- */
#define PG_RETURN_NULL()       \
	do                         \
	{                          \
		fcinfo->isnull = true; \
		return (Datum) 0;      \
	} while (0)
#define PG_RETURN_VOID() return (Datum) 0
#define PG_RETURN_DATUM(x) return (x)
#define PG_RETURN_BOOL(x) return BoolGetDatum(x)
#define PG_RETURN_CHAR(x) return CharGetDatum(x)
#define PG_RETURN_INT16(x) return Int16GetDatum(x)
#define PG_RETURN_UINT16(x) return UInt16GetDatum(x)
#define PG_RETURN_INT32(x) return Int32GetDatum(x)
#define PG_RETURN_UINT32(x) return UInt32GetDatum(x)
#define PG_RETURN_INT64(x) return Int64GetDatum(x)
#define PG_RETURN_UINT64(x) return UInt64GetDatum(x)
#define PG_RETURN_FLOAT4(x) return Float4GetDatum(x)
#define PG_RETURN_FLOAT8(x) return Float8GetDatum(x)
#define PG_RETURN_OID(x) return ObjectIdGetDatum(x)
#define PG_RETURN_TRANSACTIONID(x) return TransactionIdGetDatum(x)
#define PG_RETURN_POINTER(x) return PointerGetDatum(x)
#define PG_RETURN_CSTRING(x) return CStringGetDatum(x)
#define PG_RETURN_NAME(x) return NameGetDatum(x)
#define PG_RETURN_VARLENA_P(x) PG_RETURN_POINTER(x)
#define PG_RETURN_BYTEA_P(x) PG_RETURN_POINTER(x)
#define PG_RETURN_TEXT_P(x) PG_RETURN_POINTER(x)
#define PG_RETURN_BPCHAR_P(x) PG_RETURN_POINTER(x)
#define PG_RETURN_VARCHAR_P(x) PG_RETURN_POINTER(x)
#define PG_RETURN_HEAPTUPLEHEADER(x) return HeapTupleHeaderGetDatum(x)

/* ---- loadable modules ---- */
typedef struct Pg_finfo_record
{
	int api_version; /* 1 */
} Pg_finfo_record;
typedef const Pg_finfo_record *(*PGFInfoFunction)(void);

#define PG_FUNCTION_INFO_V1(funcname)                                    \
	extern PGDLLEXPORT Datum funcname(PG_FUNCTION_ARGS);                 \
	extern PGDLLEXPORT const Pg_finfo_record *pg_finfo_##funcname(void); \
	const Pg_finfo_record *                                              \
		pg_finfo_##funcname(void)                                        \
	{                                                                    \
		static const Pg_finfo_record my_finfo = {1};                     \
		return &my_finfo;                                                \
	}                                                                    \
	extern int no_such_variable

/*
 * What a module was compiled against.  The fields are PostgreSQL's; abi_extra
 * differs, so that neither server loads a module built for the other: structs
 * in memory are not the same.
 */
typedef struct Pg_magic_struct
{
	int len;
	int version;
	int funcmaxargs;
	int indexmaxkeys;
	int namedatalen;
	int float8byval;
	char abi_extra[32];
} Pg_magic_struct;
typedef const Pg_magic_struct *(*PGModuleMagicFunction)(void);

#define FMGR_ABI_EXTRA "Narwal"
#define PG_MODULE_MAGIC_DATA                                             \
	{                                                                    \
		sizeof(Pg_magic_struct), PG_VERSION_NUM / 100, FUNC_MAX_ARGS,    \
			INDEX_MAX_KEYS, NAMEDATALEN, FLOAT8PASSBYVAL, FMGR_ABI_EXTRA \
	}
#define PG_MAGIC_FUNCTION_NAME Pg_magic_func
#define PG_MAGIC_FUNCTION_NAME_STRING "Pg_magic_func"
#define PG_MODULE_MAGIC                                                     \
	extern PGDLLEXPORT const Pg_magic_struct *PG_MAGIC_FUNCTION_NAME(void); \
	const Pg_magic_struct *                                                 \
	PG_MAGIC_FUNCTION_NAME(void)                                            \
	{                                                                       \
		static const Pg_magic_struct Pg_magic_data = PG_MODULE_MAGIC_DATA;  \
		return &Pg_magic_data;                                              \
	}                                                                       \
	extern int no_such_variable

/* ---- fmgr.c: lookup ---- */
extern void fmgr_info(Oid functionId, FmgrInfo *finfo);
extern void fmgr_info_cxt(Oid functionId, FmgrInfo *finfo, MemoryContext mcxt);
extern void fmgr_info_copy(FmgrInfo *dstinfo, FmgrInfo *srcinfo,
						   MemoryContext destcxt);
extern void fmgr_symbol(Oid functionId, char **mod, char **fn);
#define fmgr_info_set_expr(expr, finfo) ((finfo)->fn_expr = (fmNodePtr) (expr))
extern Oid fmgr_internal_function(const char *proname);

/*
 * What the catalog says of a function that is not built in.  The code that
 * owns the catalog caches registers a callback that fills this in, or returns
 * false for an OID that does not exist.
 */
typedef struct FmgrProcInfo
{
	const char *proname;
	Oid prolang; /* 12 internal, 13 C, 14 SQL, else its handler */
	Oid langhandler; /* lanplcallfoid of prolang, or 0 */
	short pronargs;
	bool proisstrict;
	bool proretset;
	bool prosecdef; /* or has proconfig: needs the wrapper */
	Oid proowner;
	char *prosrc; /* palloc'd */
	char *probin; /* palloc'd, or NULL */
	uint64 cache_key; /* changes when the pg_proc row does */
	int nconfig; /* SET clauses: name and value, palloc'd */
	char **config_names;
	char **config_values;
} FmgrProcInfo;

typedef struct FmgrCatalogCallbacks
{
	bool (*lookup)(Oid functionId, FmgrProcInfo *info);
	PGFunction sql_function; /* runs SQL-language functions; may be NULL */
} FmgrCatalogCallbacks;
extern void fmgr_set_lookup(const FmgrCatalogCallbacks *callbacks);
extern void fmgr_security_definer_info(Oid functionId, FmgrInfo *finfo,
									   MemoryContext mcxt);

/* ---- fmgr.c: calls ---- */
#define FMGR_ARGS1 Datum arg1
#define FMGR_ARGS2 FMGR_ARGS1, Datum arg2
#define FMGR_ARGS3 FMGR_ARGS2, Datum arg3
#define FMGR_ARGS4 FMGR_ARGS3, Datum arg4
#define FMGR_ARGS5 FMGR_ARGS4, Datum arg5
#define FMGR_ARGS6 FMGR_ARGS5, Datum arg6
#define FMGR_ARGS7 FMGR_ARGS6, Datum arg7
#define FMGR_ARGS8 FMGR_ARGS7, Datum arg8
#define FMGR_ARGS9 FMGR_ARGS8, Datum arg9
#define FMGR_DECLARE_CALLS(n)                                                \
	extern Datum DirectFunctionCall##n##Coll(PGFunction func, Oid collation, \
											 FMGR_ARGS##n);                  \
	extern Datum FunctionCall##n##Coll(FmgrInfo *flinfo, Oid collation,      \
									   FMGR_ARGS##n);                        \
	extern Datum OidFunctionCall##n##Coll(Oid functionId, Oid collation,     \
										  FMGR_ARGS##n);
FMGR_DECLARE_CALLS(1)
FMGR_DECLARE_CALLS(2)
FMGR_DECLARE_CALLS(3)
FMGR_DECLARE_CALLS(4)
FMGR_DECLARE_CALLS(5)
FMGR_DECLARE_CALLS(6)
FMGR_DECLARE_CALLS(7)
FMGR_DECLARE_CALLS(8)
FMGR_DECLARE_CALLS(9)
#undef FMGR_DECLARE_CALLS
extern Datum FunctionCall0Coll(FmgrInfo *flinfo, Oid collation);
extern Datum OidFunctionCall0Coll(Oid functionId, Oid collation);
extern Datum CallerFInfoFunctionCall1(PGFunction func, FmgrInfo *flinfo,
									  Oid collation, Datum arg1);
extern Datum CallerFInfoFunctionCall2(PGFunction func, FmgrInfo *flinfo,
									  Oid collation, Datum arg1, Datum arg2);

#define DirectFunctionCall1(f, ...) DirectFunctionCall1Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall2(f, ...) DirectFunctionCall2Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall3(f, ...) DirectFunctionCall3Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall4(f, ...) DirectFunctionCall4Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall5(f, ...) DirectFunctionCall5Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall6(f, ...) DirectFunctionCall6Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall7(f, ...) DirectFunctionCall7Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall8(f, ...) DirectFunctionCall8Coll(f, InvalidOid, __VA_ARGS__)
#define DirectFunctionCall9(f, ...) DirectFunctionCall9Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall1(f, ...) FunctionCall1Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall2(f, ...) FunctionCall2Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall3(f, ...) FunctionCall3Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall4(f, ...) FunctionCall4Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall5(f, ...) FunctionCall5Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall6(f, ...) FunctionCall6Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall7(f, ...) FunctionCall7Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall8(f, ...) FunctionCall8Coll(f, InvalidOid, __VA_ARGS__)
#define FunctionCall9(f, ...) FunctionCall9Coll(f, InvalidOid, __VA_ARGS__)
#define OidFunctionCall0(o) OidFunctionCall0Coll(o, InvalidOid)
#define OidFunctionCall1(o, ...) OidFunctionCall1Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall2(o, ...) OidFunctionCall2Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall3(o, ...) OidFunctionCall3Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall4(o, ...) OidFunctionCall4Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall5(o, ...) OidFunctionCall5Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall6(o, ...) OidFunctionCall6Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall7(o, ...) OidFunctionCall7Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall8(o, ...) OidFunctionCall8Coll(o, InvalidOid, __VA_ARGS__)
#define OidFunctionCall9(o, ...) OidFunctionCall9Coll(o, InvalidOid, __VA_ARGS__)

/* Type input, output, receive and send functions. */
extern Datum InputFunctionCall(FmgrInfo *flinfo, char *str, Oid typioparam,
							   int32 typmod);
extern Datum OidInputFunctionCall(Oid functionId, char *str, Oid typioparam,
								  int32 typmod);
extern char *OutputFunctionCall(FmgrInfo *flinfo, Datum val);
extern char *OidOutputFunctionCall(Oid functionId, Datum val);
extern Datum ReceiveFunctionCall(FmgrInfo *flinfo, fmStringInfo buf,
								 Oid typioparam, int32 typmod);
extern Datum OidReceiveFunctionCall(Oid functionId, fmStringInfo buf,
									Oid typioparam, int32 typmod);
extern bytea *SendFunctionCall(FmgrInfo *flinfo, Datum val);
extern bytea *OidSendFunctionCall(Oid functionId, Datum val);

/* Actual types of a call, from fn_expr: implemented with the expression nodes. */
extern Oid get_fn_expr_rettype(FmgrInfo *flinfo);
extern Oid get_fn_expr_argtype(FmgrInfo *flinfo, int argnum);
extern Oid get_call_expr_argtype(fmNodePtr expr, int argnum);
extern bool get_fn_expr_arg_stable(FmgrInfo *flinfo, int argnum);
extern bool get_call_expr_arg_stable(fmNodePtr expr, int argnum);
extern bool get_fn_expr_variadic(FmgrInfo *flinfo);
extern bool CheckFunctionValidatorAccess(Oid validatorOid, Oid functionOid);

/* ---- dfmgr.c: shared libraries ---- */
extern PGDLLIMPORT char *Dynamic_library_path;
extern void *load_external_function(const char *filename,
									const char *funcname,
									bool signalNotFound, void **filehandle);
extern void *lookup_external_function(void *filehandle, const char *funcname);
extern const Pg_finfo_record *fetch_finfo_record(void *filehandle,
												 const char *funcname);
extern void load_file(const char *filename, bool restricted);
extern void **find_rendezvous_variable(const char *varName);

/* ---- aggregates and window functions: implemented by the executor ---- */
#define AGG_CONTEXT_AGGREGATE 1
#define AGG_CONTEXT_WINDOW 2
extern int AggCheckCallContext(FunctionCallInfo fcinfo,
							   MemoryContext *aggcontext);
extern fmAggrefPtr AggGetAggref(FunctionCallInfo fcinfo);
extern MemoryContext AggGetTempMemoryContext(FunctionCallInfo fcinfo);
extern bool AggStateIsShared(FunctionCallInfo fcinfo);
extern void AggRegisterCallback(FunctionCallInfo fcinfo,
								fmExprContextCallbackFunction func, Datum arg);

/* ---- hooks around function calls (security modules) ---- */
typedef enum FmgrHookEventType
{
	FHET_START,
	FHET_END,
	FHET_ABORT
} FmgrHookEventType;
typedef bool (*needs_fmgr_hook_type)(Oid fn_oid);
typedef void (*fmgr_hook_type)(FmgrHookEventType event, FmgrInfo *flinfo,
							   Datum *arg);
extern PGDLLIMPORT needs_fmgr_hook_type needs_fmgr_hook;
extern PGDLLIMPORT fmgr_hook_type fmgr_hook;
#define FmgrHookIsNeeded(fn_oid) \
	(needs_fmgr_hook != NULL && needs_fmgr_hook(fn_oid))

#endif /* FMGR_H */

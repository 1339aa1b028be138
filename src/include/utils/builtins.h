/*
 * builtins.h
 *		What the rest of the server uses of the built-in types' helpers.
 *
 * The SQL-callable functions themselves are declared by the generated
 * fmgrprotos.h; here stand the plain C helpers beside them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/builtins.h
 */
#ifndef BUILTINS_H
#define BUILTINS_H

#include "fmgr.h"
#include "nodes/nodes.h"
#include "utils/fmgrprotos.h"

#define MAXINT8LEN 20 /* "-9223372036854775808" */

/* varlena.c: text to and from C strings; results are palloc'd */
extern text *cstring_to_text_with_len(const char *s, int len);
extern text *cstring_to_text(const char *s);
extern void text_to_cstring_buffer(const text *src, char *dst, size_t dst_len);
extern char *text_to_cstring(const text *t);

#define CStringGetTextDatum(s) PointerGetDatum(cstring_to_text(s))
#define TextDatumGetCString(d) text_to_cstring((text *) DatumGetPointer(d))

/* numutils.c */
extern int pg_itoa(int16 i, char *a);
extern int pg_ltoa(int32 value, char *a);
extern int pg_lltoa(int64 ll, char *a);
extern int pg_ultoa_n(uint32 value, char *a);
extern int pg_ulltoa_n(uint64 value, char *a);
extern char *pg_ultostr(char *str, uint32 value);
extern char *pg_ultostr_zeropad(char *str, uint32 value, int32 minwidth);
extern int16 pg_strtoint16(const char *s);
extern int32 pg_strtoint32(const char *s);
extern int64 pg_strtoint64(const char *s);

/* bool.c */
extern bool parse_bool_with_len(const char *value, size_t len, bool *result);
extern bool parse_bool(const char *value, bool *result);

/* name.c */
extern int namestrcmp(Name name, const char *str);
extern void namestrcpy(Name name, const char *str);

/* oid.c, int.c */
extern Oid oidparse(Node *node);
extern int oid_cmp(const void *p1, const void *p2);
extern oidvector *buildoidvector(const Oid *oids, int n);
extern int2vector *buildint2vector(const int16 *int2s, int n);

/* xid.c: qsort comparators over TransactionId */
extern int xidLogicalComparator(const void *arg1, const void *arg2);
extern int xidComparator(const void *arg1, const void *arg2);

/* encode.c: hexadecimal, both ways */
extern uint64 hex_decode(const char *src, size_t len, char *dst);
extern uint64 hex_encode(const char *src, size_t len, char *dst);

/* varchar.c: bytes of s without trailing blanks */
extern int bpchartruelen(char *s, int len);

/* quote.c */
extern PGDLLIMPORT bool quote_all_identifiers;
extern char *quote_literal_cstr(const char *rawstr);
extern const char *quote_identifier(const char *ident);
extern char *quote_qualified_identifier(const char *qualifier,
										const char *ident);

/* ruleutils.c */
extern void generate_operator_clause(fmStringInfo buf, const char *leftop,
									 Oid leftoptype, Oid opoid,
									 const char *rightop, Oid rightoptype);

/* format_type.c */
#define FORMAT_TYPE_TYPEMOD_GIVEN 0x01 /* typemod is to be shown */
#define FORMAT_TYPE_ALLOW_INVALID 0x02 /* unknown OID prints "???" */
#define FORMAT_TYPE_FORCE_QUALIFY 0x04 /* always with the schema */
#define FORMAT_TYPE_INVALID_AS_NULL 0x08 /* unknown OID returns NULL */
extern char *format_type_extended(Oid type_oid, int32 typemod, bits16 flags);
extern char *format_type_be_qualified(Oid type_oid);
extern char *format_type_be(Oid type_oid);
extern char *format_type_with_typemod(Oid type_oid, int32 typemod);
extern int32 type_maximum_size(Oid type_oid, int32 typemod);

/* domains.c */
extern void domain_check(Datum value, bool isnull, Oid domainType,
						 void **extra, MemoryContext mcxt);
extern int errdatatypeconstraint(Oid datatypeOid, const char *conname);
extern int errdatatype(Oid datatypeOid);

/* numeric.c: conversion that maps overflow to infinity, for estimates */
extern Datum numeric_float8_no_overflow(PG_FUNCTION_ARGS);

/* network.c, inet_net_pton.c, inet_cidr_ntop.c */
extern Datum network_scan_last(Datum in);
extern Datum network_scan_first(Datum in);
extern double convert_network_to_scalar(Datum value, Oid typid, bool *failure);
extern void clean_ipv6_addr(int addr_family, char *addr);
extern int pg_inet_net_pton(int af, const char *src, void *dst, size_t size);
extern char *pg_inet_cidr_ntop(int af, const void *src, int bits, char *dst,
							   size_t size);

#endif /* BUILTINS_H */

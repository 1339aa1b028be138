/*
 * parse_agg.h
 *		Aggregates, window functions and grouping.
 *
 * Checks where aggregates may stand and what may be ungrouped.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_agg.h
 */
#ifndef PARSE_AGG_H
#define PARSE_AGG_H

#include "parser/parse_node.h"

/* calls */
extern void transformAggregateCall(ParseState *pstate, Aggref *agg, List *args,
								   List *aggorder, bool agg_distinct);
extern Node *transformGroupingFunc(ParseState *pstate, GroupingFunc *g);
extern void transformWindowFuncCall(ParseState *pstate, WindowFunc *wfunc,
									WindowDef *windef);

/* the whole query */
extern void parseCheckAggregates(ParseState *pstate, Query *qry);
extern List *expand_grouping_sets(List *groupingSets, bool groupDistinct,
								  int limit);

/* argument types of aggregates and their support functions */
extern void build_aggregate_deserialfn_expr(Oid deserialfn_oid,
											Expr **deserialfnexpr);
extern void build_aggregate_finalfn_expr(Oid *agg_input_types,
										 int num_finalfn_inputs,
										 Oid agg_state_type,
										 Oid agg_result_type,
										 Oid agg_input_collation,
										 Oid finalfn_oid,
										 Expr **finalfnexpr);
extern void build_aggregate_serialfn_expr(Oid serialfn_oid,
										  Expr **serialfnexpr);
extern void build_aggregate_transfn_expr(Oid *agg_input_types,
										 int agg_num_inputs,
										 int agg_num_direct_inputs,
										 bool agg_variadic,
										 Oid agg_state_type,
										 Oid agg_input_collation,
										 Oid transfn_oid, Oid invtransfn_oid,
										 Expr **transfnexpr,
										 Expr **invtransfnexpr);
extern int get_aggregate_argtypes(Aggref *aggref, Oid *inputTypes);
extern Oid resolve_aggregate_transtype(Oid aggfuncid, Oid aggtranstype,
									   Oid *inputTypes, int numArguments);

#endif /* PARSE_AGG_H */

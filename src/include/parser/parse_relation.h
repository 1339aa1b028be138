/*
 * parse_relation.h
 *		Range table entries and name resolution.
 *
 * Relations are opened and locked here, and kept locked.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/parser/parse_relation.h
 */
#ifndef PARSE_RELATION_H
#define PARSE_RELATION_H

#include "parser/parse_node.h"

/* finding */
extern int attnameAttNum(Relation rd, const char *attname, bool sysColOK);
extern const NameData *attnumAttName(Relation rd, int attid);
extern Oid attnumCollationId(Relation rd, int attid);
extern Oid attnumTypeId(Relation rd, int attid);
extern void checkNameSpaceConflicts(ParseState *pstate, List *namespace1,
									List *namespace2);
extern Node *colNameToVar(ParseState *pstate, const char *colname,
						  bool localonly, int location);
extern CommonTableExpr *GetCTEForRTE(ParseState *pstate, RangeTblEntry *rte,
									 int rtelevelsup);
extern ParseNamespaceItem *GetNSItemByRangeTablePosn(ParseState *pstate,
													 int varno,
													 int sublevels_up);
extern RangeTblEntry *GetRTEByRangeTablePosn(ParseState *pstate, int varno,
											 int sublevels_up);
extern bool isQueryUsingTempRelation(Query *query);
extern ParseNamespaceItem *refnameNamespaceItem(ParseState *pstate,
												const char *schemaname,
												const char *refname,
												int location,
												int *sublevels_up);
extern CommonTableExpr *scanNameSpaceForCTE(ParseState *pstate,
											const char *refname,
											Index *ctelevelsup);
extern bool scanNameSpaceForENR(ParseState *pstate, const char *refname);
extern Node *scanNSItemForColumn(ParseState *pstate, ParseNamespaceItem *nsitem,
								 int sublevels_up, const char *colname,
								 int location);

/* making entries, by what stands in FROM: a table, a sub-select, rows, a call */
extern ParseNamespaceItem *addRangeTableEntry(ParseState *pstate,
											  RangeVar *table, Alias *alias,
											  bool inh, bool in_from);
extern ParseNamespaceItem *addRangeTableEntryForRelation(ParseState *pstate,
														 Relation table,
														 int lockmode,
														 Alias *alias, bool inh,
														 bool in_from);
extern ParseNamespaceItem *addRangeTableEntryForSubquery(ParseState *pstate,
														 Query *q, Alias *alias,
														 bool lateral,
														 bool in_from);
extern ParseNamespaceItem *addRangeTableEntryForValues(ParseState *pstate,
													   List *rows, List *types,
													   List *typmods,
													   List *collations,
													   Alias *alias,
													   bool lateral,
													   bool in_from);
extern ParseNamespaceItem *addRangeTableEntryForFunction(ParseState *pstate,
														 List *names,
														 List *calls,
														 List *columndefs,
														 RangeFunction *rf,
														 bool lateral,
														 bool in_from);
/* a WITH query, and a join of two entries */
extern ParseNamespaceItem *addRangeTableEntryForCTE(ParseState *pstate,
													CommonTableExpr *cte,
													Index levels_up,
													RangeVar *table,
													bool in_from);
extern ParseNamespaceItem *addRangeTableEntryForJoin(ParseState *pstate,
													 List *names,
													 ParseNamespaceColumn *columns,
													 JoinType type, int nmerged,
													 List *aliasvars,
													 List *left, List *right,
													 Alias *using_alias,
													 Alias *alias, bool in_from);
/* the entry becomes part of the query's joins and names */
extern void addNSItemToQuery(ParseState *pstate, ParseNamespaceItem *item,
							 bool to_joins, bool to_tables, bool to_columns);
extern bool isLockedRefname(ParseState *pstate, const char *refname);
extern Relation parserOpenTable(ParseState *pstate, const RangeVar *relation,
								int lockmode);

/* columns of entries, and the rights on them */
extern List *expandNSItemAttrs(ParseState *pstate, ParseNamespaceItem *nsitem,
							   int sublevels_up, bool require_col_privs,
							   int location);
extern List *expandNSItemVars(ParseNamespaceItem *nsitem, int sublevels_up,
							  int location, List **colnames);
extern void expandRTE(RangeTblEntry *rte, int rtindex, int sublevels_up,
					  int location, bool include_dropped, List **colnames,
					  List **colvars);
extern void markVarForSelectPriv(ParseState *pstate, Var *var);

/* errors */
extern void errorMissingRTE(ParseState *pstate, RangeVar *relation)
	pg_attribute_noreturn();
extern void errorMissingColumn(ParseState *pstate, const char *relname,
							   const char *colname, int location)
	pg_attribute_noreturn();

#endif /* PARSE_RELATION_H */

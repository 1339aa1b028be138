/*
 * stratnum.h
 *		Strategy numbers: what an operator means to its access method.
 *
 * pg_amop holds these numbers.  The btree ones are given here; the
 * R-tree-like ones are those that GiST, SP-GiST and BRIN operator families
 * share.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/stratnum.h
 */
#ifndef STRATNUM_H
#define STRATNUM_H

typedef uint16 StrategyNumber;

#define InvalidStrategy ((StrategyNumber) 0)

/* btree */
#define BTLessStrategyNumber 1
#define BTLessEqualStrategyNumber 2
#define BTEqualStrategyNumber 3
#define BTGreaterEqualStrategyNumber 4
#define BTGreaterStrategyNumber 5
#define BTMaxStrategyNumber 5

/* hash */
#define HTEqualStrategyNumber 1
#define HTMaxStrategyNumber 1

/* two-dimensional and range families */
#define RTLeftStrategyNumber 1
#define RTOverLeftStrategyNumber 2
#define RTOverlapStrategyNumber 3
#define RTOverRightStrategyNumber 4
#define RTRightStrategyNumber 5
#define RTSameStrategyNumber 6
#define RTContainsStrategyNumber 7
#define RTContainedByStrategyNumber 8
#define RTOverBelowStrategyNumber 9
#define RTBelowStrategyNumber 10
#define RTAboveStrategyNumber 11
#define RTOverAboveStrategyNumber 12
#define RTOldContainsStrategyNumber 13
#define RTOldContainedByStrategyNumber 14
#define RTKNNSearchStrategyNumber 15
#define RTContainsElemStrategyNumber 16
#define RTAdjacentStrategyNumber 17
#define RTEqualStrategyNumber 18
#define RTNotEqualStrategyNumber 19
#define RTLessStrategyNumber 20
#define RTLessEqualStrategyNumber 21
#define RTGreaterStrategyNumber 22
#define RTGreaterEqualStrategyNumber 23
#define RTSubStrategyNumber 24
#define RTSubEqualStrategyNumber 25
#define RTSuperStrategyNumber 26
#define RTSuperEqualStrategyNumber 27
#define RTPrefixStrategyNumber 28
#define RTOldBelowStrategyNumber 29
#define RTOldAboveStrategyNumber 30
#define RTMaxStrategyNumber 30

#endif /* STRATNUM_H */

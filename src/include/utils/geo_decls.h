/*
 * geo_decls.h
 *		Geometric types: the structs.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/geo_decls.h
 */
#ifndef GEO_DECLS_H
#define GEO_DECLS_H

#include "fmgr.h"

typedef struct
{
	float8 x;
	float8 y;
} Point;

/* high is the upper right corner, low the lower left one */
typedef struct
{
	Point high;
	Point low;
} BOX;

#define DatumGetPointP(d) ((Point *) DatumGetPointer(d))
#define PointPGetDatum(p) PointerGetDatum(p)
#define PG_GETARG_POINT_P(n) DatumGetPointP(PG_GETARG_DATUM(n))
#define PG_RETURN_POINT_P(p) return PointPGetDatum(p)
#define DatumGetBoxP(d) ((BOX *) DatumGetPointer(d))
#define BoxPGetDatum(b) PointerGetDatum(b)
#define PG_GETARG_BOX_P(n) DatumGetBoxP(PG_GETARG_DATUM(n))
#define PG_RETURN_BOX_P(b) return BoxPGetDatum(b)

#endif /* GEO_DECLS_H */

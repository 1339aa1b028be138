/*
 * datum.h
 *		Operations on a value of which only length and passing mode are known.
 *
 * typLen is pg_type.typlen: bytes, -1 for varlena, -2 for a C string.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/datum.h
 */
#ifndef DATUM_H
#define DATUM_H

/* size and copies */
extern Size datumGetSize(Datum value, bool typByVal, int typLen);
extern Datum datumCopy(Datum value, bool typByVal, int typLen);
extern Datum datumTransfer(Datum value, bool typByVal, int typLen);

/* comparison of bytes, as stored (IsEqual) or detoasted (image_eq) */
extern bool datumIsEqual(Datum value1, Datum value2, bool typByVal,
						 int typLen);
extern bool datum_image_eq(Datum value1, Datum value2, bool typByVal,
						   int typLen);
extern uint32 datum_image_hash(Datum value, bool typByVal, int typLen);

/* to and from a flat byte range, for handing to other processes */
extern Size datumEstimateSpace(Datum value, bool isnull, bool typByVal,
							   int typLen);
extern void datumSerialize(Datum value, bool isnull, bool typByVal, int typLen,
						   char **start_address);
extern Datum datumRestore(char **start_address, bool *isnull);

#endif /* DATUM_H */

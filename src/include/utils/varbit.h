/*
 * varbit.h
 *		Bit strings: bit(n) and bit varying(n).
 *
 * A varlena value of a bit count and the bits, most significant first, with
 * zeroes in the unused bits of the last byte.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/varbit.h
 */
#ifndef VARBIT_H
#define VARBIT_H

#include "fmgr.h"

typedef struct
{
	int32 vl_len_;
	int32 bit_len; /* number of valid bits */
	bits8 bit_dat[FLEXIBLE_ARRAY_MEMBER];
} VarBit;

#define DatumGetVarBitP(d) ((VarBit *) PG_DETOAST_DATUM(d))
#define DatumGetVarBitPCopy(d) ((VarBit *) PG_DETOAST_DATUM_COPY(d))
#define VarBitPGetDatum(b) PointerGetDatum(b)
#define PG_GETARG_VARBIT_P(n) DatumGetVarBitP(PG_GETARG_DATUM(n))
#define PG_GETARG_VARBIT_P_COPY(n) DatumGetVarBitPCopy(PG_GETARG_DATUM(n))
#define PG_RETURN_VARBIT_P(b) return VarBitPGetDatum(b)

#define BITMASK 0xFF
#define VARBITHDRSZ ((int32) sizeof(int32))
#define VARBITLEN(b) (((VarBit *) (b))->bit_len)
#define VARBITS(b) (((VarBit *) (b))->bit_dat)
#define VARBITBYTES(b) (VARSIZE(b) - VARHDRSZ - VARBITHDRSZ)
#define VARBITTOTALLEN(nbits) (((nbits) + 7) / 8 + VARHDRSZ + VARBITHDRSZ)
#define VARBITMAXLEN (INT_MAX - 8 + 1)
#define VARBITPAD(b) (VARBITBYTES(b) * 8 - VARBITLEN(b))
#define VARBITEND(b) ((bits8 *) (b) + VARSIZE(b))

#endif /* VARBIT_H */

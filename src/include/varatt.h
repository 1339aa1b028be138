/*
 * varatt.h
 *		The header of a variable-length value, in its four forms.
 *
 *	first byte		form					whole size
 *	xxxxxx00		4-byte header, plain	bits 2..31 of the little-endian word
 *	xxxxxx10		4-byte header, compressed: then a 4-byte word with the raw
 *					size (30 bits) and the method (2 bits: 0 pglz, 1 lz4)
 *	xxxxxxx1		1-byte header (not 0x01): bits 1..7, data unaligned
 *	00000001		pointer: second byte is the tag (18 = on disk), then the body
 *
 * Sizes include the header.  Little-endian only.  Source: bytes of a stock
 * PostgreSQL 15 cluster; doc/internals-storage.md.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/varatt.h
 */
#ifndef VARATT_H
#define VARATT_H

/* Pointer to a value stored out of line: tag 18, 16 bytes, unaligned. */
typedef struct varatt_external
{
	int32 va_rawsize; /* size uncompressed, with its 4-byte header */
	uint32 va_extinfo; /* stored size (30 bits), method (2 bits) */
	Oid va_valueid; /* chunk_id in the TOAST table */
	Oid va_toastrelid; /* OID of the TOAST table */
} varatt_external;
StaticAssertDecl(sizeof(varatt_external) == 16, "a TOAST pointer is 16 bytes");

/* In-memory pointers, never on disk. */
typedef struct varatt_indirect
{
	struct varlena *pointer;
} varatt_indirect;

typedef enum vartag_external
{
	VARTAG_INDIRECT = 1,
	VARTAG_EXPANDED_RO = 2,
	VARTAG_EXPANDED_RW = 3,
	VARTAG_ONDISK = 18
} vartag_external;

#define VARHDRSZ_SHORT 1
#define VARHDRSZ_COMPRESSED 8
#define VARHDRSZ_EXTERNAL 2
#define VARATT_SHORT_MAX 0x7F
#define VARLENA_EXTSIZE_BITS 30
#define VARLENA_EXTSIZE_MASK ((1U << VARLENA_EXTSIZE_BITS) - 1)

static inline uint32
varatt_word(const void *p, int at)
{
	uint32 w;

	memcpy(&w, (const char *) p + at, sizeof(w));
	return w;
}

static inline uint8
varatt_byte(const void *p, int at)
{
	return ((const uint8 *) p)[at];
}

#define VARATT_IS_4B(p) ((varatt_byte(p, 0) & 0x01) == 0)
#define VARATT_IS_4B_U(p) ((varatt_byte(p, 0) & 0x03) == 0)
#define VARATT_IS_4B_C(p) ((varatt_byte(p, 0) & 0x03) == 2)
#define VARATT_IS_1B(p) ((varatt_byte(p, 0) & 0x01) == 1)
#define VARATT_IS_1B_E(p) (varatt_byte(p, 0) == 0x01)
#define VARATT_NOT_PAD_BYTE(p) (varatt_byte(p, 0) != 0)

#define VARSIZE_4B(p) ((varatt_word(p, 0) >> 2) & 0x3FFFFFFF)
#define VARSIZE_1B(p) ((uint32) (varatt_byte(p, 0) >> 1))
#define VARTAG_1B_E(p) ((vartag_external) varatt_byte(p, 1))
#define VARTAG_SIZE(tag) ((tag) == VARTAG_ONDISK ? (int) sizeof(varatt_external) : 8)
#define VARTAG_EXTERNAL(p) VARTAG_1B_E(p)
#define VARSIZE_EXTERNAL(p) (VARHDRSZ_EXTERNAL + VARTAG_SIZE(VARTAG_EXTERNAL(p)))
#define VARDATA_4B(p) ((char *) (p) + 4)
#define VARDATA_1B(p) ((char *) (p) + 1)
#define VARDATA_EXTERNAL(p) ((char *) (p) + VARHDRSZ_EXTERNAL)

#define VARSIZE(p) VARSIZE_4B(p)
#define VARSIZE_SHORT(p) VARSIZE_1B(p)
#define VARDATA(p) VARDATA_4B(p)
#define VARDATA_SHORT(p) VARDATA_1B(p)

static inline void
SET_VARSIZE(void *p, uint32 size)
{
	uint32 w = size << 2;

	memcpy(p, &w, sizeof(w));
}

static inline void
SET_VARSIZE_COMPRESSED(void *p, uint32 size)
{
	uint32 w = (size << 2) | 2;

	memcpy(p, &w, sizeof(w));
}

static inline void
SET_VARSIZE_SHORT(void *p, uint32 size)
{
	*(uint8 *) p = (uint8) ((size << 1) | 1);
}

static inline void
SET_VARTAG_EXTERNAL(void *p, vartag_external tag)
{
	((uint8 *) p)[0] = 0x01;
	((uint8 *) p)[1] = (uint8) tag;
}

#define VARATT_IS_COMPRESSED(p) VARATT_IS_4B_C(p)
#define VARATT_IS_EXTERNAL(p) VARATT_IS_1B_E(p)
#define VARATT_IS_EXTERNAL_ONDISK(p) \
	(VARATT_IS_EXTERNAL(p) && VARTAG_EXTERNAL(p) == VARTAG_ONDISK)
#define VARATT_IS_EXTERNAL_INDIRECT(p) \
	(VARATT_IS_EXTERNAL(p) && VARTAG_EXTERNAL(p) == VARTAG_INDIRECT)
#define VARATT_IS_EXTERNAL_EXPANDED_RO(p) \
	(VARATT_IS_EXTERNAL(p) && VARTAG_EXTERNAL(p) == VARTAG_EXPANDED_RO)
#define VARATT_IS_EXTERNAL_EXPANDED_RW(p) \
	(VARATT_IS_EXTERNAL(p) && VARTAG_EXTERNAL(p) == VARTAG_EXPANDED_RW)
#define VARATT_IS_EXTERNAL_EXPANDED(p) \
	(VARATT_IS_EXTERNAL(p) && (VARTAG_EXTERNAL(p) == VARTAG_EXPANDED_RO || VARTAG_EXTERNAL(p) == VARTAG_EXPANDED_RW))
#define VARATT_IS_SHORT(p) (VARATT_IS_1B(p) && !VARATT_IS_1B_E(p))
#define VARATT_IS_EXTENDED(p) (!VARATT_IS_4B_U(p))

/* A plain 4-byte-header value that may be given a 1-byte header. */
#define VARATT_CAN_MAKE_SHORT(p) \
	(VARATT_IS_4B_U(p) && VARSIZE(p) - VARHDRSZ + VARHDRSZ_SHORT <= VARATT_SHORT_MAX)
#define VARATT_CONVERTED_SHORT_SIZE(p) (VARSIZE(p) - VARHDRSZ + VARHDRSZ_SHORT)

#define VARDATA_COMPRESSED_GET_EXTSIZE(p) (varatt_word(p, 4) & VARLENA_EXTSIZE_MASK)
#define VARDATA_COMPRESSED_GET_COMPRESS_METHOD(p) \
	(varatt_word(p, 4) >> VARLENA_EXTSIZE_BITS)
#define VARATT_EXTERNAL_GET_EXTSIZE(tp) ((tp).va_extinfo & VARLENA_EXTSIZE_MASK)
#define VARATT_EXTERNAL_GET_COMPRESS_METHOD(tp) ((tp).va_extinfo >> VARLENA_EXTSIZE_BITS)
#define VARATT_EXTERNAL_IS_COMPRESSED(tp) \
	(VARATT_EXTERNAL_GET_EXTSIZE(tp) < (uint32) ((tp).va_rawsize - VARHDRSZ))

/* Size and data of any form; data of compressed and external ones is opaque. */
static inline Size
VARSIZE_ANY(const void *p)
{
	if (VARATT_IS_1B_E(p))
		return VARSIZE_EXTERNAL(p);
	return VARATT_IS_1B(p) ? VARSIZE_1B(p) : VARSIZE_4B(p);
}

static inline Size
VARSIZE_ANY_EXHDR(const void *p)
{
	if (VARATT_IS_1B_E(p))
		return VARSIZE_EXTERNAL(p) - VARHDRSZ_EXTERNAL;
	return VARATT_IS_1B(p) ? VARSIZE_1B(p) - VARHDRSZ_SHORT : VARSIZE_4B(p) - VARHDRSZ;
}

#define VARDATA_ANY(p) (VARATT_IS_1B(p) ? VARDATA_1B(p) : VARDATA_4B(p))

#endif /* VARATT_H */

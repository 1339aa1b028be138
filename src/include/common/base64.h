/*
 * common/base64.h
 *		Base64 (RFC 4648) without line breaks.  Results are not terminated;
 *		-1 for a result that does not fit or input that is not base64.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/base64.h
 */
#ifndef BASE64_H
#define BASE64_H

extern int pg_b64_encode(const char *src, int len, char *dst, int dstlen);
extern int pg_b64_decode(const char *src, int len, char *dst, int dstlen);
extern int pg_b64_enc_len(int srclen);
extern int pg_b64_dec_len(int srclen);

#endif /* BASE64_H */

/*
 * ascii.h
 *		Reduction of text to plain ASCII.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/ascii.h
 */
#ifndef _ASCII_H_
#define _ASCII_H_

/* ascii.c: like strlcpy, but every byte outside 32..126 and \n\r\t is '?' */
extern void ascii_safe_strlcpy(char *dest, const char *src, size_t destsiz);

/* True if len bytes at s are all ASCII and none of them is zero. */
static inline bool
is_valid_ascii(const unsigned char *s, int len)
{
	for (int i = 0; i < len; i++)
		if (s[i] == 0 || (s[i] & 0x80))
			return false;
	return true;
}

#endif /* _ASCII_H_ */

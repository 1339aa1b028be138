/*
 * common/saslprep.h
 *		Normalization of passwords (RFC 4013).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/saslprep.h
 */
#ifndef SASLPREP_H
#define SASLPREP_H

typedef enum
{
	SASLPREP_SUCCESS = 0,
	SASLPREP_OOM = -1,
	SASLPREP_INVALID_UTF8 = -2,
	SASLPREP_PROHIBITED = -3
} pg_saslprep_rc;

extern pg_saslprep_rc pg_saslprep(const char *input, char **output);

#endif /* SASLPREP_H */

/*
 * saslprep.c
 *		Normalization of passwords (RFC 4013), ASCII part.
 *
 * ASCII needs no normalization; control characters are prohibited.  For other
 * UTF-8 text SASLPREP_INVALID_UTF8 is returned, and callers then use the bytes
 * as they are, which is what they do for passwords in another encoding.  Full
 * Unicode normalization is not implemented yet; a password whose normal form
 * differs from what was typed may then fail against a stock client.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/saslprep.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/saslprep.h"

/* *output: a copy to be freed with pfree (server) or free (client). */
pg_saslprep_rc
pg_saslprep(const char *input, char **output)
{
	*output = NULL;
	for (const unsigned char *p = (const unsigned char *) input; *p; p++)
	{
		if (IS_HIGHBIT_SET(*p))
			return SASLPREP_INVALID_UTF8;
		if (*p < 0x20 || *p == 0x7F)
			return SASLPREP_PROHIBITED;
	}
	if (*input == '\0')
		return SASLPREP_PROHIBITED;
	*output = pstrdup(input);
	return SASLPREP_SUCCESS;
}

/*
 * crypt.c
 *		Stored passwords: reading, making and checking them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/crypt.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_authid.h"
#include "common/md5.h"
#include "common/scram-common.h"
#include "libpq/crypt.h"
#include "libpq/scram.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

int Password_encryption = PASSWORD_TYPE_SCRAM_SHA_256;

PasswordType
get_password_type(const char *shadow_pass)
{
	uint8 stored_key[SCRAM_KEY_LEN];
	uint8 server_key[SCRAM_KEY_LEN];
	char *salt;
	int iterations;

	if (strncmp(shadow_pass, "md5", 3) == 0 && strlen(shadow_pass) == MD5_PASSWD_LEN &&
		strspn(shadow_pass + 3, MD5_PASSWD_CHARSET) == MD5_PASSWD_LEN - 3)
		return PASSWORD_TYPE_MD5;
	if (parse_scram_secret(shadow_pass, &iterations, &salt, stored_key, server_key))
		return PASSWORD_TYPE_SCRAM_SHA_256;
	return PASSWORD_TYPE_PLAINTEXT;
}

/*
 * encrypt_password
 *		What to store for a password; one that is hashed already stays so.
 *
 * Returns a palloc'd string.
 */
char *
encrypt_password(PasswordType target, const char *role, const char *password)
{
	char *result;
	const char *errstr = NULL;

	if (get_password_type(password) != PASSWORD_TYPE_PLAINTEXT)
		return pstrdup(password);
	if (target == PASSWORD_TYPE_SCRAM_SHA_256)
		return pg_be_scram_build_secret(password);
	if (target != PASSWORD_TYPE_MD5)
		elog(ERROR, "cannot encrypt password to requested type");
	result = palloc(MD5_PASSWD_LEN + 1);
	if (!pg_md5_encrypt(password, role, strlen(role), result, &errstr))
		elog(ERROR, "password encryption failed: %s", errstr);
	return result;
}

/* The stored secret (palloc'd), or NULL with the reason for the log. */
char *
get_role_password(const char *role, const char **logdetail)
{
	HeapTuple tup = SearchSysCache1(AUTHNAME, CStringGetDatum(role));
	Datum password;
	Datum until;
	bool no_password;
	bool no_end;
	TimestampTz end = 0;
	char *secret = NULL;

	if (!HeapTupleIsValid(tup))
	{
		*logdetail = psprintf("Role \"%s\" does not exist.", role);
		return NULL;
	}
	password = SysCacheGetAttr(AUTHNAME, tup, Anum_pg_authid_rolpassword, &no_password);
	until = SysCacheGetAttr(AUTHNAME, tup, Anum_pg_authid_rolvaliduntil, &no_end);
	if (!no_password)
		secret = TextDatumGetCString(password);
	if (!no_end)
		end = DatumGetTimestampTz(until);
	ReleaseSysCache(tup);

	if (no_password)
		*logdetail = psprintf("User \"%s\" has no password assigned.", role);
	else if (!no_end && end < GetCurrentTimestamp())
	{
		*logdetail = psprintf("User \"%s\" has an expired password.", role);
		return NULL;
	}
	return secret;
}

/* A password sent in clear, against whatever is stored. */
bool
plain_crypt_verify(const char *role, const char *shadow_pass,
				   const char *client_pass, const char **logdetail)
{
	char hashed[MD5_PASSWD_LEN + 1];
	const char *errstr = NULL;

	switch (get_password_type(shadow_pass))
	{
		case PASSWORD_TYPE_SCRAM_SHA_256:
			if (scram_verify_plain_password(role, client_pass, shadow_pass))
				return true;
			break;
		case PASSWORD_TYPE_MD5:
			if (!pg_md5_encrypt(client_pass, role, strlen(role), hashed, &errstr))
			{
				*logdetail = errstr;
				return false;
			}
			if (strcmp(hashed, shadow_pass) == 0)
				return true;
			break;
		case PASSWORD_TYPE_PLAINTEXT:
			*logdetail = psprintf("Password of user \"%s\" is in unrecognized format.", role);
			return false;
	}
	*logdetail = psprintf("Password does not match for user \"%s\".", role);
	return false;
}

/* The answer to an MD5 challenge: md5(stored hash, salt). */
bool
md5_crypt_verify(const char *role, const char *shadow_pass,
				 const char *client_pass, const char *salt, int salt_len,
				 const char **logdetail)
{
	char expected[MD5_PASSWD_LEN + 1];
	const char *errstr = NULL;

	if (get_password_type(shadow_pass) != PASSWORD_TYPE_MD5)
	{
		*logdetail = psprintf("User \"%s\" has a password that cannot be used with MD5 authentication.", role);
		return false;
	}
	if (!pg_md5_encrypt(shadow_pass + 3, salt, salt_len, expected, &errstr))
	{
		*logdetail = errstr;
		return false;
	}
	if (strcmp(client_pass, expected) == 0)
		return true;
	*logdetail = psprintf("Password does not match for user \"%s\".", role);
	return false;
}

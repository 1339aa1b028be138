/*
 * crypt.h
 *		Stored passwords: their kinds, making and checking one.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/crypt.h
 */
#ifndef CRYPT_H
#define CRYPT_H

typedef enum PasswordType
{
	PASSWORD_TYPE_PLAINTEXT,
	PASSWORD_TYPE_MD5,
	PASSWORD_TYPE_SCRAM_SHA_256
} PasswordType;

extern int Password_encryption;

extern PasswordType get_password_type(const char *shadow_pass);
extern char *encrypt_password(PasswordType target, const char *role,
							  const char *password);
extern char *get_role_password(const char *role, const char **logdetail);
extern bool plain_crypt_verify(const char *role, const char *shadow_pass,
							   const char *client_pass, const char **logdetail);
extern bool md5_crypt_verify(const char *role, const char *shadow_pass,
							 const char *client_pass, const char *salt,
							 int salt_len, const char **logdetail);

#endif /* CRYPT_H */

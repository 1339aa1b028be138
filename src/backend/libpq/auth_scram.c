/*
 * auth_scram.c
 *		The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677).
 *
 * Four messages inside SASL:
 *	client first	n,,n=,r=CNONCE
 *	server first	r=CNONCE SNONCE,s=SALT,i=ITERATIONS
 *	client final	c=biws,r=CNONCE SNONCE,p=PROOF
 *	server final	v=SIGNATURE
 * The client proves that it knows ClientKey: PROOF is ClientKey xor
 * HMAC(StoredKey, all three messages).  For a role without a usable secret a
 * made-up one is used, derived from the role's name so that it is the same
 * every time, and the exchange fails at the end.
 *
 * Channel binding is not offered (there is no TLS); the name in the message
 * is ignored, as the role of the startup packet counts.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/auth_scram.c
 */
#include "postgres.h"

#include "access/xlog.h"
#include "catalog/pg_control.h"
#include "common/base64.h"
#include "common/cryptohash.h"
#include "common/hmac.h"
#include "common/saslprep.h"
#include "common/scram-common.h"
#include "common/sha2.h"
#include "libpq/auth.h"
#include "libpq/crypt.h"
#include "libpq/libpq.h"
#include "libpq/pqformat.h"
#include "libpq/scram.h"
#include "port.h"
#include "storage/ipc.h"

#define SERVER_NONCE_BYTES 18
#define MAX_SASL_MESSAGE 1024

typedef struct ScramExchange
{
	int iterations;
	char *salt64;
	uint8 stored_key[SCRAM_KEY_LEN];
	uint8 server_key[SCRAM_KEY_LEN];
	bool doomed; /* no such role or no secret */

	char gs2_flag; /* what the client thinks of channel binding: n or y */
	char *client_first_bare;
	char *nonce; /* client's and ours together */
	char *server_first;
	char *client_final_bare;
	uint8 proof[SCRAM_KEY_LEN];
} ScramExchange;

static void
malformed(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROTOCOL_VIOLATION),
			 errmsg("malformed SCRAM message"),
			 errdetail("%s", what)));
}

static char *
base64(const uint8 *bytes, int len)
{
	int size = pg_b64_enc_len(len);
	char *text = palloc(size + 1);
	int n = pg_b64_encode((const char *) bytes, len, text, size);

	if (n < 0)
		elog(ERROR, "could not encode SCRAM value");
	text[n] = '\0';
	return text;
}

/*
 * parse_scram_secret
 *		Take a stored "SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey" apart.
 *
 * salt stays base64 (palloc'd); the keys are SCRAM_KEY_LEN bytes.
 */
bool
parse_scram_secret(const char *secret, int *iterations, char **salt,
				   uint8 *stored_key, uint8 *server_key)
{
	char *copy = pstrdup(secret);
	char *save;
	char *part[5];
	static const char *const seps[] = {"$", ":", "$", ":", ""};
	char decoded[SCRAM_KEY_LEN + 3];
	char saltbytes[256];
	char *end;

	for (int i = 0; i < 5; i++)
	{
		part[i] = strtok_r(i == 0 ? copy : NULL, seps[i], &save);
		if (!part[i])
			return false;
	}
	if (strcmp(part[0], "SCRAM-SHA-256") != 0)
		return false;
	*iterations = (int) strtol(part[1], &end, 10);
	if (*end != '\0' || *iterations < 1)
		return false;
	if (pg_b64_decode(part[2], strlen(part[2]), saltbytes, sizeof(saltbytes)) < 0)
		return false;
	*salt = pstrdup(part[2]);
	if (pg_b64_decode(part[3], strlen(part[3]), decoded, sizeof(decoded)) != SCRAM_KEY_LEN)
		return false;
	memcpy(stored_key, decoded, SCRAM_KEY_LEN);
	if (pg_b64_decode(part[4], strlen(part[4]), decoded, sizeof(decoded)) != SCRAM_KEY_LEN)
		return false;
	memcpy(server_key, decoded, SCRAM_KEY_LEN);
	return true;
}

/* Make a new secret of a password with a random salt; palloc'd. */
char *
pg_be_scram_build_secret(const char *password)
{
	char salt[SCRAM_DEFAULT_SALT_LEN];
	const char *errstr = NULL;
	char *prepared = NULL;
	char *secret;

	if (pg_saslprep(password, &prepared) == SASLPREP_SUCCESS)
		password = prepared;
	if (!pg_strong_random(salt, sizeof(salt)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random salt")));
	secret = scram_build_secret(salt, sizeof(salt), SCRAM_DEFAULT_ITERATIONS, password, &errstr);
	if (!secret)
		elog(ERROR, "could not build SCRAM secret: %s", errstr);
	return secret;
}

/* Does this clear password belong to the secret? */
bool
scram_verify_plain_password(const char *username, const char *password, const char *secret)
{
	uint8 stored_key[SCRAM_KEY_LEN];
	uint8 server_key[SCRAM_KEY_LEN];
	uint8 salted[SCRAM_KEY_LEN];
	uint8 computed[SCRAM_KEY_LEN];
	char salt[256];
	char *salt64;
	char *prepared = NULL;
	int iterations;
	int saltlen;
	const char *errstr = NULL;

	if (!parse_scram_secret(secret, &iterations, &salt64, stored_key, server_key))
	{
		ereport(LOG, (errmsg("invalid SCRAM secret for user \"%s\"", username)));
		return false;
	}
	saltlen = pg_b64_decode(salt64, strlen(salt64), salt, sizeof(salt));
	if (pg_saslprep(password, &prepared) == SASLPREP_SUCCESS)
		password = prepared;
	if (saltlen < 0 ||
		scram_SaltedPassword(password, salt, saltlen, iterations, salted, &errstr) < 0 ||
		scram_ServerKey(salted, computed, &errstr) < 0)
		elog(ERROR, "could not compute server key: %s", errstr ? errstr : "bad salt");
	return memcmp(computed, server_key, SCRAM_KEY_LEN) == 0;
}

/* A secret that nobody knows, the same for each try with one role name. */
static void
make_up_secret(ScramExchange *x, const char *user)
{
	char nonce[MOCK_AUTH_NONCE_LEN];
	uint8 digest[PG_SHA256_DIGEST_LENGTH];
	pg_cryptohash_ctx *ctx = pg_cryptohash_create(PG_SHA256);

	memcpy(nonce, GetMockAuthenticationNonce(), sizeof(nonce));
	if (pg_cryptohash_init(ctx) < 0 ||
		pg_cryptohash_update(ctx, (uint8 *) user, strlen(user)) < 0 ||
		pg_cryptohash_update(ctx, (uint8 *) nonce, sizeof(nonce)) < 0 ||
		pg_cryptohash_final(ctx, digest, sizeof(digest)) < 0)
		elog(ERROR, "could not derive a salt");
	pg_cryptohash_free(ctx);
	x->salt64 = base64(digest, SCRAM_DEFAULT_SALT_LEN);
	x->iterations = SCRAM_DEFAULT_ITERATIONS;
	x->doomed = true;
}

/* HMAC-SHA-256 of the three messages, joined by commas. */
static void
sign_messages(const ScramExchange *x, const uint8 *key, uint8 *result)
{
	char *auth = psprintf("%s,%s,%s", x->client_first_bare, x->server_first, x->client_final_bare);
	pg_hmac_ctx *ctx = pg_hmac_create(PG_SHA256);

	if (pg_hmac_init(ctx, key, SCRAM_KEY_LEN) < 0 ||
		pg_hmac_update(ctx, (uint8 *) auth, strlen(auth)) < 0 ||
		pg_hmac_final(ctx, result, SCRAM_KEY_LEN) < 0)
		elog(ERROR, "could not compute a SCRAM signature");
	pg_hmac_free(ctx);
}

/* The value of attribute "a=" at *p; moves *p behind the comma after it. */
static char *
take_attribute(char **p, char name)
{
	char *value;

	if ((*p)[0] != name || (*p)[1] != '=')
		malformed("An expected attribute is missing.");
	value = *p + 2;
	*p = value + strcspn(value, ",");
	if (**p == ',')
		*(*p)++ = '\0';
	return value;
}

static bool
printable(const char *s)
{
	for (; *s; s++)
	{
		if (*s < 0x21 || *s > 0x7e || *s == ',')
			return false;
	}
	return true;
}

static void
read_client_first(ScramExchange *x, char *msg)
{
	char *p = msg;
	char *client_nonce;
	uint8 ours[SERVER_NONCE_BYTES];

	switch (*p)
	{
		case 'n':
		case 'y':
			x->gs2_flag = *p;
			break;
		case 'p':
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("client requires an unsupported SCRAM channel binding")));
			break;
		default:
			malformed("The channel-binding flag is unknown.");
	}
	if (p[1] != ',')
		malformed("Comma expected after the channel-binding flag.");
	if (p[2] == 'a')
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("client uses authorization identity, but it is not supported")));
	if (p[2] != ',')
		malformed("Comma expected after the authorization identity.");
	p += 3;
	x->client_first_bare = pstrdup(p);
	if (*p == 'm')
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("client requires an unsupported SCRAM extension")));
	(void) take_attribute(&p, 'n');
	client_nonce = take_attribute(&p, 'r');
	if (!printable(client_nonce) || *client_nonce == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("non-printable characters in SCRAM nonce")));
	if (!pg_strong_random(ours, sizeof(ours)))
		elog(ERROR, "could not generate random nonce");
	x->nonce = psprintf("%s%s", client_nonce, base64(ours, sizeof(ours)));
	x->server_first = psprintf("r=%s,s=%s,i=%d", x->nonce, x->salt64, x->iterations);
}

static void
read_client_final(ScramExchange *x, const char *msg)
{
	char *copy = pstrdup(msg);
	char *p = copy;
	const char *proof_at;
	char *value;
	char decoded[SCRAM_KEY_LEN + 3];

	value = take_attribute(&p, 'c');
	/* "n,," or "y,," again, in base64 */
	if (strcmp(value, x->gs2_flag == 'n' ? "biws" : "eSws") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("unexpected SCRAM channel-binding attribute in client-final-message")));
	value = take_attribute(&p, 'r');
	if (strcmp(value, x->nonce) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("invalid SCRAM response"),
				 errdetail("Nonce does not match.")));
	/* Extensions may stand between; the proof is last. */
	while (*p && *p != 'p')
		(void) take_attribute(&p, *p);
	proof_at = msg + (p - copy);
	value = take_attribute(&p, 'p');
	if (pg_b64_decode(value, strlen(value), decoded, sizeof(decoded)) != SCRAM_KEY_LEN)
		malformed("The proof is not the base64 form of 32 bytes.");
	if (*p != '\0')
		malformed("Garbage stands after the proof.");
	memcpy(x->proof, decoded, SCRAM_KEY_LEN);
	x->client_final_bare = pnstrdup(msg, proof_at - msg - 1);
}

static bool
proof_is_right(const ScramExchange *x)
{
	uint8 signature[SCRAM_KEY_LEN];
	uint8 client_key[SCRAM_KEY_LEN];
	uint8 digest[SCRAM_KEY_LEN];
	const char *errstr = NULL;
	uint8 diff = 0;

	sign_messages(x, x->stored_key, signature);
	for (int i = 0; i < SCRAM_KEY_LEN; i++)
		client_key[i] = x->proof[i] ^ signature[i];
	if (scram_H(client_key, SCRAM_KEY_LEN, digest, &errstr) < 0)
		elog(ERROR, "could not hash the client key: %s", errstr);
	for (int i = 0; i < SCRAM_KEY_LEN; i++)
		diff |= digest[i] ^ x->stored_key[i];
	return diff == 0 && !x->doomed;
}

/* A SASL message of the client; one that went away ends the process. */
static StringInfo
recv_sasl(void)
{
	StringInfo msg = makeStringInfo();
	int kind;

	pq_startmsgread();
	kind = pq_getbyte();
	if (kind != 'p')
	{
		if (kind != EOF)
			ereport(ERROR,
					(errcode(ERRCODE_PROTOCOL_VIOLATION),
					 errmsg("expected SASL response, got message type %d", kind)));
		proc_exit(0);
	}
	if (pq_getmessage(msg, MAX_SASL_MESSAGE))
		proc_exit(0);
	return msg;
}

/* Body of a SASL message as a string without zero bytes inside. */
static char *
sasl_text(const char *data, int len)
{
	if (len <= 0)
		malformed("The message is empty.");
	if (memchr(data, '\0', len) != NULL)
		malformed("Message length does not match input length.");
	return pnstrdup(data, len);
}

/*
 * scram_authenticate
 *		Hold the exchange with the client of MyProcPort.
 *
 * shadow_pass	the role's stored secret, or NULL
 * logdetail	out: a reason for the log
 *
 * True if the client proved that it knows the password.
 */
bool
scram_authenticate(const char *shadow_pass, const char *user, const char **logdetail)
{
	static const char mechanisms[] = SCRAM_SHA_256_NAME "\0";
	ScramExchange x = {0};
	StringInfo msg;
	const char *mechanism;
	uint8 signature[SCRAM_KEY_LEN];
	char *final;
	int len;

	if (!shadow_pass || get_password_type(shadow_pass) != PASSWORD_TYPE_SCRAM_SHA_256 ||
		!parse_scram_secret(shadow_pass, &x.iterations, &x.salt64, x.stored_key, x.server_key))
	{
		if (shadow_pass && *logdetail == NULL)
			*logdetail = psprintf("User \"%s\" does not have a valid SCRAM secret.", user);
		make_up_secret(&x, user);
	}

	sendAuthRequest(AUTH_REQ_SASL, mechanisms, sizeof(mechanisms));
	msg = recv_sasl();
	mechanism = pq_getmsgrawstring(msg);
	if (strcmp(mechanism, SCRAM_SHA_256_NAME) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_PROTOCOL_VIOLATION),
				 errmsg("client selected an invalid SASL authentication mechanism")));
	len = pq_getmsgint(msg, 4);
	read_client_first(&x, sasl_text(pq_getmsgbytes(msg, len), len));
	pq_getmsgend(msg);

	sendAuthRequest(AUTH_REQ_SASL_CONT, x.server_first, strlen(x.server_first));
	msg = recv_sasl();
	read_client_final(&x, sasl_text(msg->data, msg->len));
	if (!proof_is_right(&x))
		return false;

	sign_messages(&x, x.server_key, signature);
	final = psprintf("v=%s", base64(signature, SCRAM_KEY_LEN));
	sendAuthRequest(AUTH_REQ_SASL_FIN, final, strlen(final));
	return true;
}

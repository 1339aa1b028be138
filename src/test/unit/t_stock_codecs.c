/*
 * t_stock_codecs.c
 *		Hashes, encodings, passwords and access lists, against stock's values.
 *
 * Entries of files.txt that are no pages: what stock's hash functions give for
 * values of each type (they reach the disk in hash indexes, and choose
 * partitions), its encodings and digests of bytes, the secrets it keeps for
 * passwords, and an access list as it lies in pg_class.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/test/unit/t_stock_codecs.c
 */
#include "sqlcall.h"

#include "catalog/pg_type_d.h"
#include "common/base64.h"
#include "common/cryptohash.h"
#include "common/md5.h"
#include "common/scram-common.h"
#include "common/sha2.h"
#include "libpq/crypt.h"
#include "libpq/scram.h"
#include "stock.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/typcache.h"

/* ---- hash functions ---- */

/* How a type's values come in, and what hashes them. */
static const struct
{
	const char *type;
	const char *input;
	const char *hash;
	const char *extended;
} hashers[] = {
	/* clang-format off */
	{"text", "textin", "hashtext", "hashtextextended"},
	{"int2", "int2in", "hashint2", "hashint2extended"},
	{"int4", "int4in", "hashint4", "hashint4extended"},
	{"int8", "int8in", "hashint8", "hashint8extended"},
	{"float4", "float4in", "hashfloat4", "hashfloat4extended"},
	{"float8", "float8in", "hashfloat8", "hashfloat8extended"},
	{"oid", "oidin", "hashoid", "hashoidextended"},
	{"name", "namein", "hashname", "hashnameextended"},
	{"char", "charin", "hashchar", "hashcharextended"},
	{"numeric", "numeric_in", "hash_numeric", "hash_numeric_extended"},
	{"bpchar", "bpcharin", "hashbpchar", "hashbpcharextended"},
	{"uuid", "uuid_in", "uuid_hash", "uuid_hash_extended"},
	{"time", "time_in", "time_hash", "time_hash_extended"},
	{"inet", "inet_in", "hashinet", "hashinetextended"},
	/* clang-format on */
};

/* What the type cache would say of int4. */
static TypeCacheEntry *
int4_entry(void)
{
	TypeCacheEntry *tc = palloc0(sizeof(TypeCacheEntry));

	tc->type_id = INT4OID;
	tc->typlen = sizeof(int32);
	tc->typbyval = true;
	tc->typalign = TYPALIGN_INT;
	fmgr_info(F_HASHINT4, &tc->hash_proc_finfo);
	fmgr_info(F_HASHINT4EXTENDED, &tc->hash_extended_proc_finfo);
	return tc;
}

/* The array {1,2}. */
static void
test_array_hash(int hash, int64 extended)
{
	Datum elems[2] = {Int32GetDatum(1), Int32GetDatum(2)};
	Datum array = PointerGetDatum(construct_array(elems, 2, INT4OID, sizeof(int32), true, TYPALIGN_INT));
	FmgrInfo info = {0};

	info.fn_mcxt = CurrentMemoryContext;
	info.fn_extra = int4_entry();
	info.fn_addr = builtin_by_name("hash_array")->func;
	info.fn_nargs = 1;
	is_int(DatumGetInt32(FunctionCall1(&info, array)), hash, "hash_array");
	info.fn_addr = builtin_by_name("hash_array_extended")->func;
	info.fn_nargs = 2;
	is_int(DatumGetInt64(FunctionCall2(&info, array, Int64GetDatum(7))), extended, "hash_array_extended");
}

static void
test_hash(const char *line)
{
	char type[32];
	char value[200];
	int hash;
	long long extended;
	NullableDatum args[3];
	bool isnull;

	if (sscanf(line, "%31s %199s %d %lld", type, value, &hash, &extended) != 4)
		elog(ERROR, "bad fact \"%s\"", line);
	for (int i = 0; i < (int) lengthof(hashers); i++)
	{
		NullableDatum in[3] = {{CStringGetDatum(value), false}, {ObjectIdGetDatum(InvalidOid), false}, {Int32GetDatum(-1), false}};

		if (strcmp(hashers[i].type, type) != 0)
			continue;
		args[0].value = call_builtin(hashers[i].input, in, 3, &isnull);
		args[0].isnull = false;
		args[1].value = Int64GetDatum(7);
		args[1].isnull = false;
		is_int(DatumGetInt32(call_builtin(hashers[i].hash, args, 1, &isnull)), hash,
			   psprintf("%s of '%.30s'", hashers[i].hash, value));
		is_int(DatumGetInt64(call_builtin(hashers[i].extended, args, 2, &isnull)), extended,
			   psprintf("%s with seed 7", hashers[i].extended));
		return;
	}
	if (strcmp(line, psprintf("int4[] {1,2} %d %lld", hash, extended)) != 0)
		elog(ERROR, "bad fact \"%s\"", line);
	test_array_hash(hash, extended);
}

static void
test_hashes(void)
{
	StockEntry *e = stock_entry("hashes");

	for (int i = 0; i < e->nfacts; i++)
		test_hash(e->facts[i]);
	ok(e->nfacts > 30, "%d values were hashed", e->nfacts);
}

/* ---- encodings and digests ---- */

static Datum
bytes_datum(const void *data, int len)
{
	bytea *b = palloc(VARHDRSZ + len);

	SET_VARSIZE(b, VARHDRSZ + len);
	memcpy(VARDATA(b), data, len);
	return PointerGetDatum(b);
}

static char *
text_result(Datum d)
{
	bool isnull;
	NullableDatum arg = {d, false};

	return DatumGetCString(call_builtin("textout", &arg, 1, &isnull));
}

static void
test_encoding(const char *name, const void *data, int len, const char *expected)
{
	bool isnull;
	NullableDatum args[2] = {{bytes_datum(data, len), false}, {PointerGetDatum(cstring_to_text(name)), false}};
	Datum back;

	is_str(text_result(call_builtin("binary_encode", args, 2, &isnull)), expected, psprintf("encode as %s", name));
	args[0].value = PointerGetDatum(cstring_to_text(expected));
	back = call_builtin("binary_decode", args, 2, &isnull);
	ok(VARSIZE_ANY_EXHDR(DatumGetPointer(back)) == (Size) len && memcmp(VARDATA_ANY(DatumGetPointer(back)), data, len) == 0,
	   "and decode");
}

static void
test_digest(pg_cryptohash_type type, int len, const char *expected)
{
	pg_cryptohash_ctx *ctx = pg_cryptohash_create(type);
	uint8 digest[PG_SHA512_DIGEST_LENGTH];
	char hex[2 * PG_SHA512_DIGEST_LENGTH + 1];

	if (pg_cryptohash_init(ctx) < 0 || pg_cryptohash_update(ctx, (const uint8 *) "abc", 3) < 0 ||
		pg_cryptohash_final(ctx, digest, len) < 0)
		elog(ERROR, "could not compute a digest");
	pg_cryptohash_free(ctx);
	for (int i = 0; i < len; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	is_str(hex, expected, psprintf("digest of %d bits", len * 8));
}

static void
test_encodings(void)
{
	StockEntry *e = stock_entry("encodings");
	char *f[8];
	char *p = e->facts[0];
	static const uint8 bytes[] = {0x00, 0xff, 0x10, 0xde, 0xad, 0xbe, 0xef, 0x01, 0x02};
	static const uint8 odd[] = {0x00, 0xff, 0x10, 0x5c, 0x41};

	for (int i = 0; i < 8; i++)
	{
		f[i] = p;
		p = strchr(p, '|');
		if (p != NULL)
			*p++ = '\0';
	}
	test_encoding("base64", bytes, sizeof(bytes), f[0]);
	test_encoding("hex", bytes, sizeof(bytes), f[1]);
	test_encoding("escape", odd, sizeof(odd), f[2]);
	test_digest(PG_SHA256, PG_SHA256_DIGEST_LENGTH, f[3]);
	test_digest(PG_SHA224, PG_SHA224_DIGEST_LENGTH, f[4]);
	test_digest(PG_SHA384, PG_SHA384_DIGEST_LENGTH, f[5]);
	test_digest(PG_SHA512, PG_SHA512_DIGEST_LENGTH, f[6]);
	test_digest(PG_MD5, 16, f[7]);
}

/* ---- passwords ---- */

static void
test_passwords(void)
{
	StockEntry *e = stock_entry("passwords");
	char *md5 = strchr(e->facts[0], '|') + 1;
	char *scram = strchr(e->facts[1], '|') + 1;
	char own[MD5_PASSWD_LEN + 1];
	char salt[64];
	char *encoded;
	int iterations;
	int saltlen;
	uint8 stored_key[SCRAM_KEY_LEN];
	uint8 server_key[SCRAM_KEY_LEN];
	const char *err;
	const char *logdetail = NULL;

	is_int(get_password_type(md5), PASSWORD_TYPE_MD5, "stock's MD5 secret is known as one");
	ok(pg_md5_encrypt("pencil", "ann", 3, own, &err), "made by us");
	is_str(own, md5, "it is the same");
	ok(plain_crypt_verify("ann", md5, "pencil", &logdetail), "it matches its password");
	ok(!plain_crypt_verify("ann", md5, "pen", &logdetail), "and no other");

	is_int(get_password_type(scram), PASSWORD_TYPE_SCRAM_SHA_256, "stock's SCRAM secret is known as one");
	ok(parse_scram_secret(scram, &iterations, &encoded, stored_key, server_key) && iterations == 4096,
	   "it can be taken apart");
	saltlen = pg_b64_decode(encoded, strlen(encoded), salt, sizeof(salt));
	is_int(saltlen, SCRAM_DEFAULT_SALT_LEN, "its salt has 16 bytes");
	is_str(scram_build_secret(salt, saltlen, iterations, "secret", &err), scram, "made by us it is the same");
	ok(plain_crypt_verify("joe", scram, "secret", &logdetail), "it matches its password");
	ok(!plain_crypt_verify("joe", scram, "Secret", &logdetail), "and no other");
}

/* ---- access lists ---- */

/* Privileges in words, with a star for the grant option. */
static AclMode
mode_of(const char *words)
{
	static const struct
	{
		const char *word;
		AclMode mode;
	} t[] = {{"INSERT", ACL_INSERT}, {"SELECT", ACL_SELECT}, {"UPDATE", ACL_UPDATE}, {"DELETE", ACL_DELETE}, {"TRUNCATE", ACL_TRUNCATE}, {"REFERENCES", ACL_REFERENCES}, {"TRIGGER", ACL_TRIGGER}};
	AclMode mode = ACL_NO_RIGHTS;

	for (const char *p = words; *p != '\0'; p += strcspn(p, ","), p += *p == ',')
		for (int i = 0; i < (int) lengthof(t); i++)
		{
			size_t len = strcspn(p, ",*");

			if (strlen(t[i].word) == len && strncmp(p, t[i].word, len) == 0)
				mode |= t[i].mode | (p[len] == '*' ? ACL_GRANT_OPTION_FOR(t[i].mode) : 0);
		}
	return mode;
}

static void
test_acl(void)
{
	StockEntry *e = stock_entry("aclitems");
	uint8 row[1000];
	int len = stock_hex(e->facts[e->nfacts - 1], row);
	Acl *acl;
	Acl *own;
	AclItem grant = {0};
	uint8 packed[1000];

	/* the list is a short value */
	is_int(VARSIZE_ANY(row), len, "a list in a row");
	acl = DatumGetAclP(PointerGetDatum(row));
	is_int(ACL_NUM(acl), e->nfacts - 1, "number of entries");
	for (int i = 0; i < ACL_NUM(acl); i++)
	{
		AclItem *item = &ACL_DAT(acl)[i];
		bool found = false;

		for (int k = 0; k < e->nfacts - 1; k++)
		{
			unsigned grantee;
			unsigned grantor;
			char words[200];

			sscanf(e->facts[k], "%u %u %199s", &grantee, &grantor, words);
			found |= item->ai_grantee == grantee && item->ai_grantor == grantor && item->ai_privs == mode_of(words);
		}
		ok(found, "entry for %u: privileges %x", item->ai_grantee, item->ai_privs);
	}

	/* the default, and what was granted */
	own = acldefault(OBJECT_TABLE, ACL_DAT(acl)[0].ai_grantor);
	grant.ai_grantor = ACL_DAT(acl)[0].ai_grantor;
	grant.ai_grantee = ACL_DAT(acl)[1].ai_grantee;
	ACLITEM_SET_PRIVS_GOPTIONS(grant, ACL_SELECT | ACL_INSERT, ACL_SELECT | ACL_INSERT);
	own = aclupdate(own, &grant, ACL_MODECHG_ADD, grant.ai_grantor, DROP_RESTRICT);
	grant.ai_grantee = ACL_ID_PUBLIC;
	ACLITEM_SET_PRIVS_GOPTIONS(grant, ACL_UPDATE, ACL_NO_RIGHTS);
	own = aclupdate(own, &grant, ACL_MODECHG_ADD, grant.ai_grantor, DROP_RESTRICT);
	/* a short header in place of the long one */
	packed[0] = row[0];
	memcpy(packed + 1, (char *) own + VARHDRSZ, VARSIZE(own) - VARHDRSZ);
	is_int(VARSIZE(own) - VARHDRSZ + 1, len, "our list is as long");
	is_mem(packed, row, len, "and has the same bytes");
}

int
main(void)
{
	sqlcall_init("UTC");
	test_hashes();
	test_encodings();
	test_passwords();
	test_acl();
	return done_testing();
}

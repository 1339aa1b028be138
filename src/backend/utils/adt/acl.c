/*
 * acl.c
 *		Access control lists: the type aclitem, list arithmetic, role membership.
 *
 * Object types' checks are in catalog/aclchk.c; has_..._privilege() functions are
 * in acl_privileges.c.
 *
 * Rules that the code rests on:
 *  1. A list is sorted by nothing; an item is found by grantee and grantor.
 *  2. The owner holds all grant options without an item that says so.
 *  3. Grant options are never given to PUBLIC, and no chain of grants leads back
 *     to its start.
 *  4. Revoking a grant option revokes what was granted by it, or is refused.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/adt/acl.c
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_auth_members.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

/* Names of privileges, by bit number. */
static const char *const privilege_names[N_ACL_RIGHTS] = {
	"INSERT", "SELECT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES",
	"TRIGGER", "EXECUTE", "USAGE", "CREATE", "TEMPORARY", "CONNECT",
	"SET", "ALTER SYSTEM"};

/* ---- The type aclitem ---- */

static const char *
read_role_name(const char *s, char *name)
{
	int len = 0;
	bool quoted = false;

	while (isspace((unsigned char) *s))
		s++;
	for (; *s && (isalnum((unsigned char) *s) || *s == '_' || *s == '"' || IS_HIGHBIT_SET(*s) || quoted); s++)
	{
		if (*s == '"')
		{
			if (s[1] != '"' || !quoted)
			{
				quoted = !quoted;
				continue;
			}
			s++;
		}
		if (len >= NAMEDATALEN - 1)
			ereport(ERROR,
					(errcode(ERRCODE_NAME_TOO_LONG),
					 errmsg("identifier too long"),
					 errdetail("An identifier has at most %d bytes.",
							   NAMEDATALEN - 1)));
		name[len++] = *s;
	}
	name[len] = '\0';
	while (isspace((unsigned char) *s))
		s++;
	return s;
}

static const char *
read_privileges(const char *s, AclItem *item)
{
	AclMode privs = ACL_NO_RIGHTS;
	AclMode goptions = ACL_NO_RIGHTS;
	AclMode last = ACL_NO_RIGHTS;

	for (; isalpha((unsigned char) *s) || *s == '*'; s++)
	{
		const char *hit;

		if (*s == '*')
		{
			goptions |= last;
			continue;
		}
		hit = strchr(ACL_ALL_RIGHTS_STR, *s);
		if (hit == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("invalid mode character: must be one of \"%s\"",
							ACL_ALL_RIGHTS_STR)));
		last = (AclMode) 1 << (hit - ACL_ALL_RIGHTS_STR);
		privs |= last;
	}
	ACLITEM_SET_PRIVS_GOPTIONS(*item, privs, goptions);
	return s;
}

/* grantee=privileges/grantor; the last part may be missing */
static const char *
read_aclitem(const char *s, AclItem *item)
{
	char name[NAMEDATALEN];

	s = read_role_name(s, name);
	if (*s != '=')
	{
		if (strcmp(name, "group") != 0 && strcmp(name, "user") != 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("unrecognized key word: \"%s\"", name),
					 errhint("Only \"group\" and \"user\" may stand before a name.")));
		s = read_role_name(s, name);
		if (name[0] == '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("missing name"),
					 errhint("The name of the role must come next.")));
	}
	if (*s != '=')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("missing \"=\" sign")));
	item->ai_grantee = name[0] ? get_role_oid(name, false) : ACL_ID_PUBLIC;
	s = read_privileges(s + 1, item);
	if (*s == '/')
	{
		s = read_role_name(s + 1, name);
		if (name[0] == '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					 errmsg("a name must follow the \"/\" sign")));
		item->ai_grantor = get_role_oid(name, false);
	}
	else
	{
		item->ai_grantor = BOOTSTRAP_SUPERUSERID;
		ereport(WARNING,
				(errcode(ERRCODE_INVALID_GRANTOR),
				 errmsg("defaulting grantor to user ID %u",
						BOOTSTRAP_SUPERUSERID)));
	}
	return s;
}

Datum
aclitemin(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	AclItem *item = palloc0(sizeof(AclItem));

	s = read_aclitem(s, item);
	while (isspace((unsigned char) *s))
		s++;
	if (*s)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("extra garbage at the end of the ACL specification")));
	PG_RETURN_ACLITEM_P(item);
}

static char *
write_role_name(char *p, Oid role)
{
	HeapTuple tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(role));
	const char *name;
	bool safe = true;

	if (!HeapTupleIsValid(tup))
		return p + sprintf(p, "%u", role);
	name = NameStr(((Form_pg_authid) GETSTRUCT(tup))->rolname);
	for (const char *s = name; *s; s++)
		safe &= isalnum((unsigned char) *s) || *s == '_' ||
			IS_HIGHBIT_SET(*s);
	if (!safe)
		*p++ = '"';
	for (const char *s = name; *s; s++)
	{
		if (*s == '"')
			*p++ = '"';
		*p++ = *s;
	}
	if (!safe)
		*p++ = '"';
	ReleaseSysCache(tup);
	return p;
}

Datum
aclitemout(PG_FUNCTION_ARGS)
{
	AclItem *item = PG_GETARG_ACLITEM_P(0);
	char *result = palloc(4 * NAMEDATALEN + 2 * N_ACL_RIGHTS + 8);
	char *p = result;

	if (item->ai_grantee != ACL_ID_PUBLIC)
		p = write_role_name(p, item->ai_grantee);
	*p++ = '=';
	for (int i = 0; i < N_ACL_RIGHTS; i++)
	{
		if (ACLITEM_GET_PRIVS(*item) & ((AclMode) 1 << i))
			*p++ = ACL_ALL_RIGHTS_STR[i];
		if (ACLITEM_GET_GOPTIONS(*item) & ((AclMode) 1 << i))
			*p++ = '*';
	}
	*p++ = '/';
	p = write_role_name(p, item->ai_grantor);
	*p = '\0';
	PG_RETURN_CSTRING(result);
}

static bool
same_parties(const AclItem *a, const AclItem *b)
{
	return a->ai_grantee == b->ai_grantee && a->ai_grantor == b->ai_grantor;
}

Datum
aclitem_eq(PG_FUNCTION_ARGS)
{
	AclItem *a = PG_GETARG_ACLITEM_P(0);
	AclItem *b = PG_GETARG_ACLITEM_P(1);

	PG_RETURN_BOOL(same_parties(a, b) && a->ai_privs == b->ai_privs);
}

Datum
hash_aclitem(PG_FUNCTION_ARGS)
{
	AclItem *a = PG_GETARG_ACLITEM_P(0);

	PG_RETURN_UINT32((uint32) (a->ai_privs + a->ai_grantee + a->ai_grantor));
}

Datum
hash_aclitem_extended(PG_FUNCTION_ARGS)
{
	AclItem *a = PG_GETARG_ACLITEM_P(0);
	uint64 seed = PG_GETARG_INT64(1);
	uint32 sum = (uint32) (a->ai_privs + a->ai_grantee + a->ai_grantor);

	if (seed == 0)
		PG_RETURN_UINT64(sum);
	return hash_uint32_extended(sum, seed);
}

/* ---- Lists ---- */

static Acl *
allocate_acl(int n)
{
	Acl *acl;

	if (n < 0)
		elog(ERROR, "invalid size: %d", n);
	acl = palloc0(ACL_N_SIZE(n));
	SET_VARSIZE(acl, ACL_N_SIZE(n));
	acl->ndim = 1;
	acl->dataoffset = 0;
	acl->elemtype = ACLITEMOID;
	ARR_LBOUND(acl)
	[0] = 1;
	ARR_DIMS(acl)
	[0] = n;
	return acl;
}

Acl *
make_empty_acl(void)
{
	return allocate_acl(0);
}

/* A list must be a one-dimensional aclitem[] without nulls. */
static void
check_acl(const Acl *acl)
{
	const char *wrong = ARR_ELEMTYPE(acl) != ACLITEMOID ? "ACL array contains wrong data type" : ARR_NDIM(acl) != 1 ? "ACL arrays must be one-dimensional"
		: ARR_HASNULL(acl)                                                                                          ? "ACL arrays must not contain null values"
																													: NULL;

	if (wrong)
		ereport(ERROR,
				(errcode(ARR_HASNULL(acl) && ARR_NDIM(acl) == 1 ? ERRCODE_NULL_VALUE_NOT_ALLOWED : ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s", wrong)));
}

Acl *
aclcopy(const Acl *orig_acl)
{
	Acl *result = palloc(ACL_SIZE(orig_acl));

	memcpy(result, orig_acl, ACL_SIZE(orig_acl));
	return result;
}

/* All items of both, duplicates kept. */
Acl *
aclconcat(const Acl *left_acl, const Acl *right_acl)
{
	int nl = ACL_NUM(left_acl);
	int nr = ACL_NUM(right_acl);
	Acl *result = allocate_acl(nl + nr);

	memcpy(ACL_DAT(result), ACL_DAT(left_acl), nl * sizeof(AclItem));
	memcpy(ACL_DAT(result) + nl, ACL_DAT(right_acl), nr * sizeof(AclItem));
	return result;
}

/* The union of what both give. */
Acl *
aclmerge(const Acl *left_acl, const Acl *right_acl, Oid ownerId)
{
	bool no_left = left_acl == NULL || ACL_NUM(left_acl) == 0;
	bool no_right = right_acl == NULL || ACL_NUM(right_acl) == 0;
	Acl *result;

	if (no_left && no_right)
		return NULL;
	if (no_left)
		return aclcopy(right_acl);
	if (no_right)
		return aclcopy(left_acl);
	result = aclcopy(left_acl);
	for (int i = 0; i < ACL_NUM(right_acl); i++)
		result = aclupdate(result, ACL_DAT(right_acl) + i, ACL_MODECHG_ADD,
						   ownerId, DROP_RESTRICT);
	return result;
}

static int
compare_items(const void *x, const void *y)
{
	const AclItem *a = x;
	const AclItem *b = y;

	if (a->ai_grantee != b->ai_grantee)
		return a->ai_grantee > b->ai_grantee ? 1 : -1;
	if (a->ai_grantor != b->ai_grantor)
		return a->ai_grantor > b->ai_grantor ? 1 : -1;
	return (a->ai_privs > b->ai_privs) - (a->ai_privs < b->ai_privs);
}

/* Sorts in place, so that aclequal may compare. */
void
aclitemsort(Acl *acl)
{
	if (acl && ACL_NUM(acl) > 1)
		qsort(ACL_DAT(acl), ACL_NUM(acl), sizeof(AclItem), compare_items);
}

/* Same items in the same order?  An empty list is equal to none. */
bool
aclequal(const Acl *left_acl, const Acl *right_acl)
{
	int nl = left_acl ? ACL_NUM(left_acl) : 0;
	int nr = right_acl ? ACL_NUM(right_acl) : 0;

	return nl == nr && (nl == 0 || memcmp(ACL_DAT(left_acl), ACL_DAT(right_acl), nl * sizeof(AclItem)) == 0);
}

/*
 * acldefault
 *		The privileges an object has while its ACL is null.
 */
Acl *
acldefault(ObjectType objtype, Oid ownerId)
{
	AclMode world = ACL_NO_RIGHTS;
	AclMode owner = ACL_NO_RIGHTS;
	Acl *acl;
	int n = 0;

	switch (objtype)
	{
		case OBJECT_COLUMN:
			break;
		case OBJECT_TABLE:
			owner = ACL_ALL_RIGHTS_RELATION;
			break;
		case OBJECT_SEQUENCE:
			owner = ACL_ALL_RIGHTS_SEQUENCE;
			break;
		case OBJECT_DATABASE:
			world = ACL_CREATE_TEMP | ACL_CONNECT;
			owner = ACL_ALL_RIGHTS_DATABASE;
			break;
		case OBJECT_FUNCTION:
			world = owner = ACL_ALL_RIGHTS_FUNCTION;
			break;
		case OBJECT_LANGUAGE:
			world = owner = ACL_ALL_RIGHTS_LANGUAGE;
			break;
		case OBJECT_LARGEOBJECT:
			owner = ACL_ALL_RIGHTS_LARGEOBJECT;
			break;
		case OBJECT_SCHEMA:
			owner = ACL_ALL_RIGHTS_SCHEMA;
			break;
		case OBJECT_TABLESPACE:
			owner = ACL_ALL_RIGHTS_TABLESPACE;
			break;
		case OBJECT_FDW:
			owner = ACL_ALL_RIGHTS_FDW;
			break;
		case OBJECT_FOREIGN_SERVER:
			owner = ACL_ALL_RIGHTS_FOREIGN_SERVER;
			break;
		case OBJECT_DOMAIN:
		case OBJECT_TYPE:
			world = owner = ACL_ALL_RIGHTS_TYPE;
			break;
		case OBJECT_PARAMETER_ACL:
			owner = ACL_ALL_RIGHTS_PARAMETER_ACL;
			break;
		default:
			elog(ERROR, "unrecognized objtype: %d", (int) objtype);
	}
	acl = allocate_acl((world != 0) + (owner != 0));
	if (world)
	{
		ACL_DAT(acl)
		[n].ai_grantee = ACL_ID_PUBLIC;
		ACL_DAT(acl)
		[n].ai_grantor = ownerId;
		ACL_DAT(acl)
		[n++].ai_privs = world;
	}
	if (owner)
	{
		ACL_DAT(acl)
		[n].ai_grantee = ownerId;
		ACL_DAT(acl)
		[n].ai_grantor = ownerId;
		ACL_DAT(acl)
		[n++].ai_privs = owner;
	}
	return acl;
}

Datum
acldefault_sql(PG_FUNCTION_ARGS)
{
	static const struct
	{
		char code;
		ObjectType type;
	} codes[] = {
		{'c', OBJECT_COLUMN}, {'r', OBJECT_TABLE}, {'s', OBJECT_SEQUENCE}, {'d', OBJECT_DATABASE}, {'f', OBJECT_FUNCTION}, {'l', OBJECT_LANGUAGE}, {'L', OBJECT_LARGEOBJECT}, {'n', OBJECT_SCHEMA}, {'p', OBJECT_PARAMETER_ACL}, {'t', OBJECT_TABLESPACE}, {'F', OBJECT_FDW}, {'S', OBJECT_FOREIGN_SERVER}, {'T', OBJECT_TYPE}};
	char code = PG_GETARG_CHAR(0);

	for (size_t i = 0; i < lengthof(codes); i++)
		if (codes[i].code == code)
			PG_RETURN_ACL_P(acldefault(codes[i].type, PG_GETARG_OID(1)));
	elog(ERROR, "unrecognized object type abbreviation: %c", code);
	PG_RETURN_NULL();
}

/* ---- Changes ---- */

/* Drops items that give nothing; the list is changed in place. */
static void
drop_empty_items(Acl *acl)
{
	int n = 0;

	for (int i = 0; i < ACL_NUM(acl); i++)
		if (ACLITEM_GET_RIGHTS(ACL_DAT(acl)[i]) != ACL_NO_RIGHTS)
			ACL_DAT(acl)
	[n++] = ACL_DAT(acl)[i];
	ARR_DIMS(acl)
	[0] = n;
	SET_VARSIZE(acl, ACL_N_SIZE(n));
}

/*
 * Grant options of a role that come from items, which rule 2 leaves out for
 * the owner.
 */
static AclMode
grant_options_of(const Acl *acl, Oid role, Oid owner)
{
	return role == owner ? ACL_ALL_RIGHTS_COLUMN | ACLITEM_ALL_PRIV_BITS : ACL_OPTION_TO_PRIVS(aclmask(acl, role, owner, ACLITEM_ALL_GOPTION_BITS, ACLMASK_ALL));
}

/*
 * Rule 3: takes the grantee's grant options away, and everything granted by
 * them, and sees whether the grantor still has his own.
 */
static void
refuse_circular_grant(const Acl *old_acl, const AclItem *mod, Oid ownerId)
{
	Acl *acl;
	bool again;

	if (mod->ai_grantor == ownerId)
		return;
	acl = aclcopy(old_acl);
	do
	{
		again = false;
		for (int i = 0; i < ACL_NUM(acl) && !again; i++)
		{
			AclItem *it = ACL_DAT(acl) + i;

			if (it->ai_grantee == mod->ai_grantee &&
				ACLITEM_GET_GOPTIONS(*it) != ACL_NO_RIGHTS)
			{
				acl = aclupdate(acl, it, ACL_MODECHG_DEL, ownerId,
								DROP_CASCADE);
				again = true;
			}
		}
	} while (again);
	if (ACLITEM_GET_GOPTIONS(*mod) &
		~grant_options_of(acl, mod->ai_grantor, ownerId))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_GRANT_OPERATION),
				 errmsg("grant options cannot be granted back to your own grantor")));
	pfree(acl);
}

/* Rule 4: revokes what the grantee gave away of the privileges lost. */
static Acl *
revoke_dependent(Acl *acl, Oid grantee, AclMode lost, Oid ownerId,
				 DropBehavior behavior)
{
	bool again;

	if (grantee == ownerId)
		return acl;
	lost &= ~grant_options_of(acl, grantee, ownerId);
	if (lost == ACL_NO_RIGHTS)
		return acl;
	do
	{
		again = false;
		for (int i = 0; i < ACL_NUM(acl) && !again; i++)
		{
			AclItem *it = ACL_DAT(acl) + i;
			AclItem mod;

			if (it->ai_grantor != grantee ||
				(ACLITEM_GET_PRIVS(*it) & lost) == 0)
				continue;
			if (behavior == DROP_RESTRICT)
				ereport(ERROR,
						(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
						 errmsg("dependent privileges exist"),
						 errhint("CASCADE revokes them as well.")));
			mod.ai_grantor = grantee;
			mod.ai_grantee = it->ai_grantee;
			ACLITEM_SET_PRIVS_GOPTIONS(mod, lost, lost);
			acl = aclupdate(acl, &mod, ACL_MODECHG_DEL, ownerId, behavior);
			again = true;
		}
	} while (again);
	return acl;
}

/*
 * aclupdate
 *		A new list in which one grantor's grant to one grantee is changed.
 *
 * modechg	ACL_MODECHG_ADD, _DEL or _EQL: what to do with mod_aip's rights
 * behavior	whether privileges that depend on a lost grant option go too
 *
 * Errors: 2BP01 dependent privileges exist, 0LP01 a circular grant.
 */
Acl *
aclupdate(const Acl *old_acl, const AclItem *mod_aip, int modechg, Oid ownerId,
		  DropBehavior behavior)
{
	Acl *acl;
	AclItem *item;
	AclMode old_goptions;
	int n;
	int at;

	check_acl(old_acl);
	if (modechg != ACL_MODECHG_DEL &&
		ACLITEM_GET_GOPTIONS(*mod_aip) != ACL_NO_RIGHTS)
		refuse_circular_grant(old_acl, mod_aip, ownerId);
	n = ACL_NUM(old_acl);
	for (at = 0; at < n; at++)
		if (same_parties(mod_aip, ACL_DAT(old_acl) + at))
			break;
	acl = allocate_acl(at == n ? n + 1 : n);
	memcpy(ACL_DAT(acl), ACL_DAT(old_acl), n * sizeof(AclItem));
	item = ACL_DAT(acl) + at;
	if (at == n)
	{
		*item = *mod_aip;
		item->ai_privs = ACL_NO_RIGHTS;
	}
	old_goptions = ACLITEM_GET_GOPTIONS(*item);
	if (modechg == ACL_MODECHG_ADD)
		item->ai_privs |= mod_aip->ai_privs;
	else if (modechg == ACL_MODECHG_DEL)
		item->ai_privs &= ~mod_aip->ai_privs;
	else
		item->ai_privs = mod_aip->ai_privs;
	if ((old_goptions & ~ACLITEM_GET_GOPTIONS(*item)) != 0)
	{
		Assert(item->ai_grantee != ACL_ID_PUBLIC);
		acl = revoke_dependent(acl, item->ai_grantee,
							   old_goptions & ~ACLITEM_GET_GOPTIONS(*item),
							   ownerId, behavior);
	}
	drop_empty_items(acl);
	return acl;
}

/* The list after a change of owner: items are rewritten and merged. */
Acl *
aclnewowner(const Acl *old_acl, Oid oldOwnerId, Oid newOwnerId)
{
	Acl *acl = aclcopy(old_acl);
	AclItem *items = ACL_DAT(acl);
	int n = ACL_NUM(acl);

	check_acl(old_acl);
	for (int i = 0; i < n; i++)
	{
		if (items[i].ai_grantor == oldOwnerId)
			items[i].ai_grantor = newOwnerId;
		if (items[i].ai_grantee == oldOwnerId)
			items[i].ai_grantee = newOwnerId;
	}
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			if (same_parties(&items[i], &items[j]))
			{
				items[i].ai_privs |= items[j].ai_privs;
				items[j].ai_privs = ACL_NO_RIGHTS;
			}
	drop_empty_items(acl);
	return acl;
}

/* ---- Questions ---- */

/*
 * aclmask
 *		Which of the wanted rights a role holds, by itself, as PUBLIC, or
 *		through roles whose rights it inherits.
 *
 * how		ACLMASK_ANY may stop as soon as one right was found
 */
AclMode
aclmask(const Acl *acl, Oid roleid, Oid ownerId, AclMode mask, AclMaskHow how)
{
	AclMode result = ACL_NO_RIGHTS;
	const AclItem *items;

	if (acl == NULL)
		elog(ERROR, "null ACL");
	check_acl(acl);
	if (mask == ACL_NO_RIGHTS)
		return result;
	if ((mask & ACLITEM_ALL_GOPTION_BITS) && has_privs_of_role(roleid, ownerId))
	{
		result = mask & ACLITEM_ALL_GOPTION_BITS;
		if (how == ACLMASK_ALL ? result == mask : result != 0)
			return result;
	}
	items = ACL_DAT(acl);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < ACL_NUM(acl); i++)
		{
			bool direct = items[i].ai_grantee == ACL_ID_PUBLIC ||
				items[i].ai_grantee == roleid;

			/* the direct items first, since membership costs more */
			if (direct != (pass == 0) ||
				(items[i].ai_privs & mask & ~result) == 0)
				continue;
			if (!direct && !has_privs_of_role(roleid, items[i].ai_grantee))
				continue;
			result |= items[i].ai_privs & mask;
			if (how == ACLMASK_ALL ? result == mask : result != 0)
				return result;
		}
	return result;
}

/* Like aclmask, but what the role itself or PUBLIC holds. */
static AclMode
direct_rights(const Acl *acl, Oid roleid, Oid ownerId, AclMode mask)
{
	AclMode result = ACL_NO_RIGHTS;

	if ((mask & ACLITEM_ALL_GOPTION_BITS) && roleid == ownerId)
		result = mask & ACLITEM_ALL_GOPTION_BITS;
	for (int i = 0; i < ACL_NUM(acl); i++)
	{
		const AclItem *it = ACL_DAT(acl) + i;

		if (it->ai_grantee == ACL_ID_PUBLIC || it->ai_grantee == roleid)
			result |= it->ai_privs & mask;
	}
	return result;
}

/* The roles a list names, sorted and without PUBLIC; returns how many. */
int
aclmembers(const Acl *acl, Oid **roleids)
{
	Oid *list;
	int n = 0;
	int kept = 0;

	*roleids = NULL;
	if (acl == NULL || ACL_NUM(acl) == 0)
		return 0;
	check_acl(acl);
	list = palloc(ACL_NUM(acl) * 2 * sizeof(Oid));
	for (int i = 0; i < ACL_NUM(acl); i++)
	{
		const AclItem *it = ACL_DAT(acl) + i;

		if (it->ai_grantee != ACL_ID_PUBLIC)
			list[n++] = it->ai_grantee;
		if (it->ai_grantor != ACL_ID_PUBLIC)
			list[n++] = it->ai_grantor;
	}
	qsort(list, n, sizeof(Oid), oid_cmp);
	for (int i = 0; i < n; i++)
		if (kept == 0 || list[kept - 1] != list[i])
			list[kept++] = list[i];
	*roleids = list;
	return kept;
}

/* Does the list give (part of) an item's rights to its grantee? */
Datum
aclcontains(PG_FUNCTION_ARGS)
{
	Acl *acl = PG_GETARG_ACL_P(0);
	AclItem *item = PG_GETARG_ACLITEM_P(1);

	check_acl(acl);
	for (int i = 0; i < ACL_NUM(acl); i++)
	{
		AclItem *it = ACL_DAT(acl) + i;

		if (same_parties(it, item) &&
			(it->ai_privs & item->ai_privs) == item->ai_privs)
			PG_RETURN_BOOL(true);
	}
	PG_RETURN_BOOL(false);
}

Datum
aclinsert(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("aclinsert is no longer supported")));
	PG_RETURN_NULL();
}

Datum
aclremove(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("aclremove is no longer supported")));
	PG_RETURN_NULL();
}

/* The name of one privilege to its bit; case does not matter. */
static AclMode
privileges_from_text(text *t)
{
	char *word = text_to_cstring(t);

	for (int i = 0; i < N_ACL_RIGHTS; i++)
		if (pg_strcasecmp(word, privilege_names[i]) == 0)
			return (AclMode) 1 << i;
	if (pg_strcasecmp(word, "TEMP") == 0)
		return ACL_CREATE_TEMP;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized privilege type: \"%s\"", word)));
}

Datum
makeaclitem(PG_FUNCTION_ARGS)
{
	AclItem *result = palloc0(sizeof(AclItem));
	AclMode privs = privileges_from_text(PG_GETARG_TEXT_PP(2));

	result->ai_grantee = PG_GETARG_OID(0);
	result->ai_grantor = PG_GETARG_OID(1);
	ACLITEM_SET_PRIVS_GOPTIONS(*result, privs,
							   PG_GETARG_BOOL(3) ? privs : ACL_NO_RIGHTS);
	PG_RETURN_ACLITEM_P(result);
}

/* One row per privilege: grantor, grantee, privilege_type, is_grantable */
Datum
aclexplode(PG_FUNCTION_ARGS)
{
	Acl *acl = PG_GETARG_ACL_P(0);
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	check_acl(acl);
	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < ACL_NUM(acl); i++)
		for (int bit = 0; bit < N_ACL_RIGHTS; bit++)
		{
			AclItem *it = ACL_DAT(acl) + i;
			AclMode priv = (AclMode) 1 << bit;
			Datum values[4];
			bool nulls[4] = {false};

			if (!(ACLITEM_GET_PRIVS(*it) & priv))
				continue;
			values[0] = ObjectIdGetDatum(it->ai_grantor);
			values[1] = ObjectIdGetDatum(it->ai_grantee);
			values[2] = CStringGetTextDatum(privilege_names[bit]);
			values[3] = BoolGetDatum((ACLITEM_GET_GOPTIONS(*it) & priv) != 0);
			tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
		}
	return (Datum) 0;
}

/* ---- Role membership ---- */

typedef enum MembershipKind
{
	MEMBER_ANY, /* all roles one belongs to */
	MEMBER_INHERITED /* those whose rights one has without SET */
} MembershipKind;

/* The last answer of each kind; cleared when a role or grant changes. */
static Oid cached_role[2];
static List *cached_roles[2];

static void
forget_memberships(Datum arg, int cacheid, uint32 hashvalue)
{
	cached_role[0] = cached_role[1] = InvalidOid;
}

/* Called once per backend, when catalogs can be read. */
void
initialize_acl(void)
{
	if (IsBootstrapProcessingMode())
		return;
	CacheRegisterSyscacheCallback(AUTHMEMROLEMEM, forget_memberships,
								  (Datum) 0);
	CacheRegisterSyscacheCallback(AUTHOID, forget_memberships, (Datum) 0);
	CacheRegisterSyscacheCallback(DATABASEOID, forget_memberships, (Datum) 0);
}

static bool
role_inherits(Oid role)
{
	HeapTuple tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(role));
	bool result = false;

	if (HeapTupleIsValid(tup))
	{
		result = ((Form_pg_authid) GETSTRUCT(tup))->rolinherit;
		ReleaseSysCache(tup);
	}
	return result;
}

static Oid
database_owner(void)
{
	HeapTuple tup;
	Oid owner;

	if (!OidIsValid(MyDatabaseId))
		return InvalidOid;
	tup = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for database %u", MyDatabaseId);
	owner = ((Form_pg_database) GETSTRUCT(tup))->datdba;
	ReleaseSysCache(tup);
	return owner;
}

/*
 * All roles that roleid is a member of, itself first.  admin_of, if valid,
 * asks as well for a grant of that role with the admin option.
 */
static List *
memberships(Oid roleid, MembershipKind kind, Oid admin_of, bool *is_admin)
{
	List *found;
	Oid owner;
	MemoryContext old;

	if (!OidIsValid(admin_of) && cached_role[kind] == roleid &&
		OidIsValid(roleid))
		return cached_roles[kind];
	found = list_make1_oid(roleid);
	owner = database_owner();
	/* the list grows while it is walked */
	for (int at = 0; at < list_length(found); at++)
	{
		Oid member = list_nth_oid(found, at);
		CatCList *grants;

		if (kind == MEMBER_INHERITED && !role_inherits(member))
			continue;
		grants = SearchSysCacheList1(AUTHMEMMEMROLE,
									 ObjectIdGetDatum(member));
		for (int i = 0; i < grants->n_members; i++)
		{
			HeapTuple tup = &grants->members[i]->tuple;
			Form_pg_auth_members form =
				(Form_pg_auth_members) GETSTRUCT(tup);

			if (OidIsValid(admin_of) && form->roleid == admin_of &&
				form->admin_option)
				*is_admin = true;
			found = list_append_unique_oid(found, form->roleid);
		}
		ReleaseSysCacheList(grants);
		if (member == owner && OidIsValid(owner))
			found = list_append_unique_oid(found, ROLE_PG_DATABASE_OWNER);
	}
	old = MemoryContextSwitchTo(TopMemoryContext);
	cached_role[kind] = InvalidOid;
	list_free(cached_roles[kind]);
	cached_roles[kind] = list_copy(found);
	cached_role[kind] = roleid;
	MemoryContextSwitchTo(old);
	list_free(found);
	return cached_roles[kind];
}

/* Has member the rights of role now, without SET ROLE? */
bool
has_privs_of_role(Oid member, Oid role)
{
	return member == role || superuser_arg(member) ||
		list_member_oid(memberships(member, MEMBER_INHERITED, InvalidOid,
									NULL),
						role);
}

/* Could member SET ROLE to role?  Superusers can always. */
bool
is_member_of_role(Oid member, Oid role)
{
	return superuser_arg(member) || is_member_of_role_nosuper(member, role);
}

bool
is_member_of_role_nosuper(Oid member, Oid role)
{
	return member == role ||
		list_member_oid(memberships(member, MEMBER_ANY, InvalidOid, NULL),
						role);
}

/* May member grant role to others? */
bool
is_admin_of_role(Oid member, Oid role)
{
	bool result = false;

	if (superuser_arg(member))
		return true;
	if (member == role)
		return false;
	(void) memberships(member, MEMBER_ANY, role, &result);
	return result;
}

/* Raises 42501 unless member is a member of role. */
void
check_is_member_of_role(Oid member, Oid role)
{
	if (!is_member_of_role(member, role))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be member of role \"%s\"",
						GetUserNameFromId(role, false))));
}

/*
 * select_best_grantor
 *		In whose name a GRANT is to be recorded: the owner if the role has his
 *		rights, else itself, else a role with the most of the grant options.
 */
void
select_best_grantor(Oid roleId, AclMode privileges, const Acl *acl,
					Oid ownerId, Oid *grantorId, AclMode *grantOptions)
{
	AclMode needed = ACL_GRANT_OPTION_FOR(privileges);
	int best = 0;
	ListCell *lc;

	if (roleId == ownerId || superuser_arg(roleId) ||
		has_privs_of_role(roleId, ownerId))
	{
		*grantorId = ownerId;
		*grantOptions = needed;
		return;
	}
	*grantorId = roleId;
	*grantOptions = ACL_NO_RIGHTS;
	foreach (lc, memberships(roleId, MEMBER_INHERITED, InvalidOid, NULL))
	{
		Oid other = lfirst_oid(lc);
		AclMode has = direct_rights(acl, other, ownerId, needed);
		int count = __builtin_popcountll(has);

		if (has == needed || count > best)
		{
			*grantorId = other;
			*grantOptions = has;
			best = count;
			if (has == needed)
				return;
		}
	}
}

/* ---- Names of roles ---- */

Oid
get_role_oid(const char *rolename, bool missing_ok)
{
	Oid oid = GetSysCacheOid1(AUTHNAME, Anum_pg_authid_oid,
							  CStringGetDatum(rolename));

	if (!OidIsValid(oid) && !missing_ok)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("role \"%s\" does not exist", rolename)));
	return oid;
}

Oid
get_role_oid_or_public(const char *rolename)
{
	return strcmp(rolename, "public") == 0 ? ACL_ID_PUBLIC : get_role_oid(rolename, false);
}

/* A role as GRANT and its like name it; PUBLIC is no role here. */
Oid
get_rolespec_oid(const RoleSpec *role, bool missing_ok)
{
	switch (role->roletype)
	{
		case ROLESPEC_CSTRING:
			return get_role_oid(role->rolename, missing_ok);
		case ROLESPEC_CURRENT_ROLE:
		case ROLESPEC_CURRENT_USER:
			return GetUserId();
		case ROLESPEC_SESSION_USER:
			return GetSessionUserId();
		case ROLESPEC_PUBLIC:
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("role \"%s\" does not exist", "public")));
	}
	elog(ERROR, "unexpected role type %d", role->roletype);
	return InvalidOid;
}

/* The pg_authid row, to be released by ReleaseSysCache. */
HeapTuple
get_rolespec_tuple(const RoleSpec *role)
{
	Oid oid = get_rolespec_oid(role, false);
	HeapTuple tup = SearchSysCache1(AUTHOID, ObjectIdGetDatum(oid));

	if (!HeapTupleIsValid(tup))
		elog(ERROR, "cache lookup failed for role %u", oid);
	return tup;
}

char *
get_rolespec_name(const RoleSpec *role)
{
	HeapTuple tup = get_rolespec_tuple(role);
	char *result = pstrdup(NameStr(((Form_pg_authid)
										GETSTRUCT(tup))
									   ->rolname));

	ReleaseSysCache(tup);
	return result;
}

/* Raises 42939 for the name of a reserved role. */
void
check_rolespec_name(const RoleSpec *role, const char *detail_msg)
{
	if (!role || role->roletype != ROLESPEC_CSTRING ||
		!IsReservedName(role->rolename))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_RESERVED_NAME),
			 errmsg("role name \"%s\" is reserved", role->rolename),
			 detail_msg ? errdetail_internal("%s", detail_msg) : 0));
}

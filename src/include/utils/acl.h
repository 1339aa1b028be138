/*
 * acl.h
 *		Access control lists: their bytes, their arithmetic, their checks.
 *
 * An aclitem is 12 bytes: grantee, grantor, and a 32-bit mask whose low half
 * are privileges and whose high half are the same with grant option.  A list
 * is a one-dimensional array of them without nulls; grantee 0 is PUBLIC.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/acl.h
 */
#ifndef ACL_H
#define ACL_H

#include "access/htup.h"
#include "nodes/parsenodes.h"
#include "parser/parse_node.h"
#include "utils/array.h"
#include "utils/snapshot.h"

typedef struct AclItem
{
	Oid ai_grantee;
	Oid ai_grantor;
	AclMode ai_privs;
} AclItem;

typedef ArrayType Acl;

#define ACL_ID_PUBLIC 0

/* the two halves of ai_privs */
#define ACLITEM_ALL_PRIV_BITS ((AclMode) 0xFFFF)
#define ACLITEM_ALL_GOPTION_BITS ((AclMode) 0xFFFF << 16)
#define ACL_GRANT_OPTION_FOR(privs) (((AclMode) (privs) &0xFFFF) << 16)
#define ACL_OPTION_TO_PRIVS(privs) (((AclMode) (privs) >> 16) & 0xFFFF)
#define ACLITEM_GET_PRIVS(i) ((i).ai_privs & 0xFFFF)
#define ACLITEM_GET_GOPTIONS(i) (((i).ai_privs >> 16) & 0xFFFF)
#define ACLITEM_GET_RIGHTS(i) ((i).ai_privs)
#define ACLITEM_SET_PRIVS(i, p)                            \
	((i).ai_privs = ((i).ai_privs & ~((AclMode) 0xFFFF)) | \
		 ((AclMode) (p) &0xFFFF))
#define ACLITEM_SET_GOPTIONS(i, g)                                 \
	((i).ai_privs = ((i).ai_privs & ~(((AclMode) 0xFFFF) << 16)) | \
		 (((AclMode) (g) &0xFFFF) << 16))
#define ACLITEM_SET_RIGHTS(i, r) ((i).ai_privs = (AclMode) (r))
#define ACLITEM_SET_PRIVS_GOPTIONS(i, p, g)   \
	((i).ai_privs = ((AclMode) (p) &0xFFFF) | \
		 (((AclMode) (g) &0xFFFF) << 16))

/* the list as an array */
#define ACL_NUM(a) (ARR_DIMS(a)[0])
#define ACL_DAT(a) ((AclItem *) ARR_DATA_PTR(a))
#define ACL_N_SIZE(n) (ARR_OVERHEAD_NONULLS(1) + ((n) * sizeof(AclItem)))
#define ACL_SIZE(a) ARR_SIZE(a)

/* fmgr access */
#define DatumGetAclItemP(d) ((AclItem *) DatumGetPointer(d))
#define PG_GETARG_ACLITEM_P(n) DatumGetAclItemP(PG_GETARG_DATUM(n))
#define PG_RETURN_ACLITEM_P(x) PG_RETURN_POINTER(x)
#define DatumGetAclP(d) ((Acl *) PG_DETOAST_DATUM(d))
#define DatumGetAclPCopy(d) ((Acl *) PG_DETOAST_DATUM_COPY(d))
#define PG_GETARG_ACL_P(n) DatumGetAclP(PG_GETARG_DATUM(n))
#define PG_GETARG_ACL_P_COPY(n) DatumGetAclPCopy(PG_GETARG_DATUM(n))
#define PG_RETURN_ACL_P(x) PG_RETURN_POINTER(x)

/* aclupdate: how to combine */
#define ACL_MODECHG_ADD 1
#define ACL_MODECHG_DEL 2
#define ACL_MODECHG_EQL 3

/* letters of the privileges, by bit number */
#define ACL_INSERT_CHR 'a'
#define ACL_SELECT_CHR 'r'
#define ACL_UPDATE_CHR 'w'
#define ACL_DELETE_CHR 'd'
#define ACL_TRUNCATE_CHR 'D'
#define ACL_REFERENCES_CHR 'x'
#define ACL_TRIGGER_CHR 't'
#define ACL_EXECUTE_CHR 'X'
#define ACL_USAGE_CHR 'U'
#define ACL_CREATE_CHR 'C'
#define ACL_CREATE_TEMP_CHR 'T'
#define ACL_CONNECT_CHR 'c'
#define ACL_SET_CHR 's'
#define ACL_ALTER_SYSTEM_CHR 'A'
#define ACL_ALL_RIGHTS_STR "arwdDxtXUCTcsA"

/* all privileges of a kind of object */
#define ACL_ALL_RIGHTS_COLUMN \
	(ACL_INSERT | ACL_SELECT | ACL_UPDATE | ACL_REFERENCES)
#define ACL_ALL_RIGHTS_RELATION                                         \
	(ACL_INSERT | ACL_SELECT | ACL_UPDATE | ACL_DELETE | ACL_TRUNCATE | \
	 ACL_REFERENCES | ACL_TRIGGER)
#define ACL_ALL_RIGHTS_SEQUENCE (ACL_USAGE | ACL_SELECT | ACL_UPDATE)
#define ACL_ALL_RIGHTS_DATABASE (ACL_CREATE | ACL_CREATE_TEMP | ACL_CONNECT)
#define ACL_ALL_RIGHTS_FDW (ACL_USAGE)
#define ACL_ALL_RIGHTS_FOREIGN_SERVER (ACL_USAGE)
#define ACL_ALL_RIGHTS_FUNCTION (ACL_EXECUTE)
#define ACL_ALL_RIGHTS_LANGUAGE (ACL_USAGE)
#define ACL_ALL_RIGHTS_LARGEOBJECT (ACL_SELECT | ACL_UPDATE)
#define ACL_ALL_RIGHTS_PARAMETER_ACL (ACL_SET | ACL_ALTER_SYSTEM)
#define ACL_ALL_RIGHTS_SCHEMA (ACL_USAGE | ACL_CREATE)
#define ACL_ALL_RIGHTS_TABLESPACE (ACL_CREATE)
#define ACL_ALL_RIGHTS_TYPE (ACL_USAGE)

typedef enum
{
	ACLMASK_ALL,
	ACLMASK_ANY
} AclMaskHow;

typedef enum
{
	ACLCHECK_OK = 0,
	ACLCHECK_NO_PRIV,
	ACLCHECK_NOT_OWNER
} AclResult;

/* acl.c: lists; results are palloc'd */
extern Acl *aclconcat(const Acl *left_acl, const Acl *right_acl);
extern Acl *aclcopy(const Acl *orig_acl);
extern Acl *acldefault(ObjectType objtype, Oid ownerId);
extern bool aclequal(const Acl *left_acl, const Acl *right_acl);
extern void aclitemsort(Acl *acl);
extern AclMode aclmask(const Acl *acl, Oid roleid, Oid ownerId, AclMode mask,
					   AclMaskHow how);
extern int aclmembers(const Acl *acl, Oid **roleids);
extern Acl *aclmerge(const Acl *left_acl, const Acl *right_acl, Oid ownerId);
extern Acl *aclnewowner(const Acl *old_acl, Oid oldOwnerId, Oid newOwnerId);
extern Acl *aclupdate(const Acl *old_acl, const AclItem *mod_aip, int modechg,
					  Oid ownerId, DropBehavior behavior);
extern Acl *get_user_default_acl(ObjectType objtype, Oid ownerId,
								 Oid nsp_oid);
extern Acl *make_empty_acl(void);
extern void recordDependencyOnNewAcl(Oid classId, Oid objectId,
									 int32 objsubId, Oid ownerId, Acl *acl);

/* acl.c: roles */
extern void check_is_member_of_role(Oid member, Oid role);
extern void check_rolespec_name(const RoleSpec *role, const char *detail_msg);
extern Oid get_role_oid(const char *rolename, bool missing_ok);
extern Oid get_role_oid_or_public(const char *rolename);
extern char *get_rolespec_name(const RoleSpec *role);
extern Oid get_rolespec_oid(const RoleSpec *role, bool missing_ok);
extern HeapTuple get_rolespec_tuple(const RoleSpec *role);
extern bool has_privs_of_role(Oid member, Oid role);
extern void initialize_acl(void);
extern bool is_admin_of_role(Oid member, Oid role);
extern bool is_member_of_role(Oid member, Oid role);
extern bool is_member_of_role_nosuper(Oid member, Oid role);
extern void select_best_grantor(Oid roleId, AclMode privileges,
								const Acl *acl, Oid ownerId, Oid *grantorId,
								AclMode *grantOptions);

/* catalog/aclchk.c: statements */
extern void ExecAlterDefaultPrivilegesStmt(ParseState *pstate,
										   AlterDefaultPrivilegesStmt *stmt);
extern void ExecuteGrantStmt(GrantStmt *stmt);
extern void RemoveRoleFromObjectACL(Oid roleid, Oid classid, Oid objid);

/* catalog/aclchk.c: masks */
extern AclMode pg_class_aclmask(Oid table_oid, Oid roleid, AclMode mask,
								AclMaskHow how);
extern AclMode pg_database_aclmask(Oid db_oid, Oid roleid, AclMode mask,
								   AclMaskHow how);
extern AclMode pg_foreign_data_wrapper_aclmask(Oid fdw_oid, Oid roleid,
											   AclMode mask, AclMaskHow how);
extern AclMode pg_foreign_server_aclmask(Oid srv_oid, Oid roleid, AclMode mask,
										 AclMaskHow how);
extern AclMode pg_language_aclmask(Oid lang_oid, Oid roleid, AclMode mask,
								   AclMaskHow how);
extern AclMode pg_largeobject_aclmask_snapshot(Oid lobj_oid, Oid roleid,
											   AclMode mask, AclMaskHow how,
											   Snapshot snapshot);
extern AclMode pg_namespace_aclmask(Oid nsp_oid, Oid roleid, AclMode mask,
									AclMaskHow how);
extern AclMode pg_parameter_aclmask(const char *name, Oid roleid, AclMode mask,
									AclMaskHow how);
extern AclMode pg_proc_aclmask(Oid proc_oid, Oid roleid, AclMode mask,
							   AclMaskHow how);
extern AclMode pg_tablespace_aclmask(Oid spc_oid, Oid roleid, AclMode mask,
									 AclMaskHow how);
extern AclMode pg_type_aclmask(Oid type_oid, Oid roleid, AclMode mask,
							   AclMaskHow how);

/* catalog/aclchk.c: checks; is_missing, if given, is set for a gone object */
extern void aclcheck_error(AclResult aclerr, ObjectType objtype,
						   const char *objectname);
extern void aclcheck_error_col(AclResult aclerr, ObjectType objtype,
							   const char *objectname, const char *colname);
extern void aclcheck_error_type(AclResult aclerr, Oid typeOid);
extern AclResult pg_attribute_aclcheck(Oid table_oid, AttrNumber attnum,
									   Oid roleid, AclMode mode);
extern AclResult pg_attribute_aclcheck_all(Oid table_oid, Oid roleid,
										   AclMode mode, AclMaskHow how);
extern AclResult pg_attribute_aclcheck_ext(Oid table_oid, AttrNumber attnum,
										   Oid roleid, AclMode mode,
										   bool *is_missing);
extern AclResult pg_class_aclcheck(Oid table_oid, Oid roleid, AclMode mode);
extern AclResult pg_class_aclcheck_ext(Oid table_oid, Oid roleid, AclMode mode,
									   bool *is_missing);
extern AclResult pg_database_aclcheck(Oid db_oid, Oid roleid, AclMode mode);
extern AclResult pg_foreign_data_wrapper_aclcheck(Oid fdw_oid, Oid roleid,
												  AclMode mode);
extern AclResult pg_foreign_server_aclcheck(Oid srv_oid, Oid roleid,
											AclMode mode);
extern AclResult pg_language_aclcheck(Oid lang_oid, Oid roleid, AclMode mode);
extern AclResult pg_largeobject_aclcheck_snapshot(Oid lang_oid, Oid roleid,
												  AclMode mode,
												  Snapshot snapshot);
extern AclResult pg_namespace_aclcheck(Oid nsp_oid, Oid roleid, AclMode mode);
extern AclResult pg_parameter_aclcheck(const char *name, Oid roleid,
									   AclMode mode);
extern AclResult pg_proc_aclcheck(Oid proc_oid, Oid roleid, AclMode mode);
extern AclResult pg_tablespace_aclcheck(Oid spc_oid, Oid roleid, AclMode mode);
extern AclResult pg_type_aclcheck(Oid type_oid, Oid roleid, AclMode mode);

/* catalog/aclchk.c: ownership */
extern bool has_bypassrls_privilege(Oid roleid);
extern bool has_createrole_privilege(Oid roleid);
extern bool pg_class_ownercheck(Oid class_oid, Oid roleid);
extern bool pg_collation_ownercheck(Oid coll_oid, Oid roleid);
extern bool pg_conversion_ownercheck(Oid conv_oid, Oid roleid);
extern bool pg_database_ownercheck(Oid db_oid, Oid roleid);
extern bool pg_event_trigger_ownercheck(Oid et_oid, Oid roleid);
extern bool pg_extension_ownercheck(Oid ext_oid, Oid roleid);
extern bool pg_foreign_data_wrapper_ownercheck(Oid srv_oid, Oid roleid);
extern bool pg_foreign_server_ownercheck(Oid srv_oid, Oid roleid);
extern bool pg_language_ownercheck(Oid lan_oid, Oid roleid);
extern bool pg_largeobject_ownercheck(Oid lobj_oid, Oid roleid);
extern bool pg_namespace_ownercheck(Oid nsp_oid, Oid roleid);
extern bool pg_opclass_ownercheck(Oid opc_oid, Oid roleid);
extern bool pg_oper_ownercheck(Oid oper_oid, Oid roleid);
extern bool pg_opfamily_ownercheck(Oid opf_oid, Oid roleid);
extern bool pg_proc_ownercheck(Oid proc_oid, Oid roleid);
extern bool pg_publication_ownercheck(Oid pub_oid, Oid roleid);
extern bool pg_statistics_object_ownercheck(Oid stat_oid, Oid roleid);
extern bool pg_subscription_ownercheck(Oid sub_oid, Oid roleid);
extern bool pg_tablespace_ownercheck(Oid spc_oid, Oid roleid);
extern bool pg_ts_config_ownercheck(Oid cfg_oid, Oid roleid);
extern bool pg_ts_dict_ownercheck(Oid dict_oid, Oid roleid);
extern bool pg_type_ownercheck(Oid type_oid, Oid roleid);

#endif /* ACL_H */

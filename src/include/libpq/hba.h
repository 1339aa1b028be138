/*
 * hba.h
 *		Who may connect how: the lines of pg_hba.conf.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/libpq/hba.h
 */
#ifndef HBA_H
#define HBA_H

#include "libpq/pqcomm.h"
#include "nodes/pg_list.h"

struct Port;

typedef enum UserAuth
{
	uaReject,
	uaImplicitReject, /* no line matched */
	uaTrust,
	uaPeer,
	uaPassword,
	uaMD5,
	uaSCRAM
} UserAuth;

typedef enum ConnType
{
	ctLocal,
	ctHost,
	ctHostSSL,
	ctHostNoSSL
} ConnType;

/* How the address of a line is compared. */
typedef enum IPCompareMethod
{
	ipCmpMask,
	ipCmpSameHost,
	ipCmpSameNet,
	ipCmpAll
} IPCompareMethod;

/* One usable line. */
typedef struct HbaLine
{
	int linenumber;
	char *rawline;
	ConnType conntype;
	List *databases; /* of char *; a quoted keyword has lost its meaning */
	List *roles;
	IPCompareMethod ip_cmp_method;
	struct sockaddr_storage addr;
	struct sockaddr_storage mask;
	UserAuth auth_method;
	char *usermap;
} HbaLine;

extern bool load_hba(void);
extern bool load_ident(void);
extern void hba_getauthmethod(struct Port *port);
extern const char *hba_authname(UserAuth method);
extern bool check_usermap(const char *usermap, const char *pg_role,
						  const char *system_user, bool case_insensitive);

#endif /* HBA_H */

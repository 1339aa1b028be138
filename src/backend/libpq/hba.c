/*
 * hba.c
 *		Reads pg_hba.conf and pg_ident.conf, and finds the line that applies.
 *
 * A file is split into tokens (a token remembers whether it was quoted, since
 * a quoted keyword is an ordinary name), each line is parsed and checked, and
 * the whole replaces the old list only if every line is right.  The first
 * line that matches connection type, database, user and address decides.
 *
 * Not there: include directives of later versions, LDAP, RADIUS, PAM, GSS,
 * ident and certificate methods; a line that names one is an error.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/libpq/hba.c
 */
#include "postgres.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <regex.h>

#include "catalog/pg_type.h"
#include "common/ip.h"
#include "common/string.h"
#include "funcapi.h"
#include "libpq/libpq-be.h"
#include "libpq/hba.h"
#include "miscadmin.h"
#include "postmaster/postmaster.h"
#include "storage/fd.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/memutils.h"

#define MAX_FIELD 1024

/* One word of a file.  A field is a list of tokens: they stood by commas. */
typedef struct Token
{
	char *text;
	bool quoted;
} Token;

/* One line: its fields, each a List of Token. */
typedef struct TokenLine
{
	List *fields;
	int number;
	char *raw;
} TokenLine;

typedef struct IdentLine
{
	int linenumber;
	char *usermap;
	char *system_user; /* "/regex" allowed */
	char *pg_role;
} IdentLine;

static List *hba_lines;
static MemoryContext hba_context;
static List *ident_lines;
static MemoryContext ident_context;

static const struct
{
	const char *name;
	UserAuth method;
} method_names[] = {
	{"reject", uaReject}, {"trust", uaTrust}, {"peer", uaPeer}, {"password", uaPassword}, {"md5", uaMD5}, {"scram-sha-256", uaSCRAM}};

static const char *const unsupported_methods[] = {
	"ident", "gss", "sspi", "pam", "bsd", "ldap", "cert", "radius"};

/* ---- tokens ---- */

/*
 * Take the next token from *p.  NULL at the end of the line or a comment.
 * *comma tells whether a comma follows, so that the field goes on.
 */
static Token *
next_token(const char **p, bool *comma)
{
	char buf[MAX_FIELD];
	int len = 0;
	bool in_quote = false;
	bool was_quoted = false;
	Token *token;

	*comma = false;
	while (**p == ' ' || **p == '\t' || **p == '\r' || **p == ',')
		(*p)++;
	if (**p == '\0' || **p == '#')
		return NULL;
	for (; **p; (*p)++)
	{
		char c = **p;

		if (!in_quote && (c == ' ' || c == '\t' || c == '\r' || c == '#'))
			break;
		if (!in_quote && c == ',')
		{
			*comma = true;
			(*p)++;
			break;
		}
		if (c == '"')
		{
			/* "" inside quotes is one quote */
			if (in_quote && (*p)[1] == '"')
				(*p)++;
			else
			{
				in_quote = !in_quote;
				was_quoted = true;
				continue;
			}
		}
		if (len < MAX_FIELD - 1)
			buf[len++] = c;
	}
	token = palloc(sizeof(Token));
	token->text = pnstrdup(buf, len);
	token->quoted = was_quoted;
	return token;
}

/* Tokens of "@file", one a word, for use inside a field. */
static List *
expand_at_file(List *tokens, const char *outer, const char *name)
{
	char path[MAXPGPATH];
	char line[MAX_FIELD * 4];
	FILE *file;

	if (name[0] == '/')
		strlcpy(path, name, sizeof(path));
	else
	{
		strlcpy(path, outer, sizeof(path));
		get_parent_directory(path);
		join_path_components(path, path, name);
	}
	file = AllocateFile(path, "r");
	if (!file)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open secondary authentication file \"@%s\" as \"%s\": %m",
						name, path)));
		return tokens;
	}
	while (fgets(line, sizeof(line), file))
	{
		const char *p = line;
		bool comma;
		Token *t;

		line[strcspn(line, "\n")] = '\0';
		while ((t = next_token(&p, &comma)) != NULL)
			tokens = lappend(tokens, t);
	}
	FreeFile(file);
	return tokens;
}

static List *
tokenize_line(const char *filename, const char *line)
{
	List *fields = NIL;
	List *field = NIL;
	bool comma;
	Token *t;

	while ((t = next_token(&line, &comma)) != NULL)
	{
		if (t->text[0] == '@' && t->text[1] != '\0' && !t->quoted)
			field = expand_at_file(field, filename, t->text + 1);
		else
			field = lappend(field, t);
		if (!comma)
		{
			fields = lappend(fields, field);
			field = NIL;
		}
	}
	if (field)
		fields = lappend(fields, field);
	return fields;
}

/* All lines of a file that are not empty; NULL pointer list and LOG on error. */
static bool
tokenize_file(const char *filename, List **lines)
{
	FILE *file = AllocateFile(filename, "r");
	StringInfoData buf;
	int number = 0;
	char piece[512];

	*lines = NIL;
	if (!file)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not open configuration file \"%s\": %m", filename)));
		return false;
	}
	initStringInfo(&buf);
	while (fgets(piece, sizeof(piece), file))
	{
		List *fields;

		appendStringInfoString(&buf, piece);
		if (buf.data[buf.len - 1] != '\n' && !feof(file))
			continue;
		number++;
		while (buf.len > 0 && (buf.data[buf.len - 1] == '\n' || buf.data[buf.len - 1] == '\r'))
			buf.data[--buf.len] = '\0';
		/* A backslash at the end joins the next line. */
		if (buf.len > 0 && buf.data[buf.len - 1] == '\\')
		{
			buf.data[--buf.len] = '\0';
			continue;
		}
		fields = tokenize_line(filename, buf.data);
		if (fields)
		{
			TokenLine *line = palloc(sizeof(TokenLine));

			line->fields = fields;
			line->number = number;
			line->raw = pstrdup(buf.data);
			*lines = lappend(*lines, line);
		}
		resetStringInfo(&buf);
	}
	FreeFile(file);
	return true;
}

/* ---- lines of pg_hba.conf ---- */

/* how line_error reports, and what it said last */
static int line_error_level = LOG;
static char *last_line_error;

static void
line_error(const TokenLine *line, const char *filename, const char *fmt, ...)
	pg_attribute_printf(3, 4);

static void
line_error(const TokenLine *line, const char *filename, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	last_line_error = pstrdup(text);
	ereport(line_error_level,
			(errcode(ERRCODE_CONFIG_FILE_ERROR),
			 errmsg("%s", text),
			 errcontext("line %d of configuration file \"%s\"", line->number, filename)));
}

static bool
token_is(const Token *t, const char *keyword)
{
	return !t->quoted && strcmp(t->text, keyword) == 0;
}

/* Write the mask of a prefix length for a family; false if out of range. */
static bool
mask_from_length(struct sockaddr_storage *mask, int family, const char *digits)
{
	char *end;
	long bits = strtol(digits, &end, 10);
	uint8 *bytes = family == AF_INET ? (uint8 *) &((struct sockaddr_in *) mask)->sin_addr
									 : (uint8 *) &((struct sockaddr_in6 *) mask)->sin6_addr;
	int total = family == AF_INET ? 32 : 128;

	if (*digits == '\0' || *end != '\0' || bits < 0 || bits > total)
		return false;
	memset(mask, 0, sizeof(*mask));
	mask->ss_family = family;
	for (int i = 0; i < bits; i++)
		bytes[i / 8] |= 0x80 >> (i % 8);
	return true;
}

static bool
parse_numeric_address(const char *text, struct sockaddr_storage *addr)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
	struct addrinfo *res;

	if (getaddrinfo(text, NULL, &hints, &res) != 0)
		return false;
	memset(addr, 0, sizeof(*addr));
	memcpy(addr, res->ai_addr, res->ai_addrlen);
	freeaddrinfo(res);
	return true;
}

/*
 * The address columns of a host line, from fields[*at] on: a keyword, an
 * address with /bits, or an address and a mask.  Advances *at.
 */
static bool
parse_address(HbaLine *hba, const TokenLine *line, const char *filename, int *at)
{
	List *field;
	Token *t;
	char *slash;

	if (*at >= list_length(line->fields))
	{
		line_error(line, filename, "end-of-line before IP address specification");
		return false;
	}
	field = list_nth(line->fields, (*at)++);
	if (list_length(field) > 1)
	{
		line_error(line, filename, "multiple values specified for host address");
		return false;
	}
	t = linitial(field);
	hba->ip_cmp_method = token_is(t, "all") ? ipCmpAll
		: token_is(t, "samehost")           ? ipCmpSameHost
		: token_is(t, "samenet")            ? ipCmpSameNet
											: ipCmpMask;
	if (hba->ip_cmp_method != ipCmpMask)
		return true;

	slash = strchr(t->text, '/');
	if (slash)
		*slash = '\0';
	if (!parse_numeric_address(t->text, &hba->addr))
	{
		line_error(line, filename, "invalid IP address \"%s\": host names are not supported here", t->text);
		return false;
	}
	if (slash)
	{
		*slash = '/';
		if (!mask_from_length(&hba->mask, hba->addr.ss_family, slash + 1))
		{
			line_error(line, filename, "invalid CIDR mask in address \"%s\"", t->text);
			return false;
		}
		return true;
	}
	if (*at >= list_length(line->fields))
	{
		line_error(line, filename, "end-of-line before netmask specification");
		return false;
	}
	t = linitial((List *) list_nth(line->fields, (*at)++));
	if (!parse_numeric_address(t->text, &hba->mask) || hba->mask.ss_family != hba->addr.ss_family)
	{
		line_error(line, filename, "invalid IP mask \"%s\"", t->text);
		return false;
	}
	return true;
}

static bool
parse_method(HbaLine *hba, const TokenLine *line, const char *filename, int at)
{
	Token *t;

	if (at >= list_length(line->fields))
	{
		line_error(line, filename, "end-of-line before authentication method");
		return false;
	}
	t = linitial((List *) list_nth(line->fields, at));
	for (int i = 0; i < lengthof(method_names); i++)
	{
		if (strcmp(t->text, method_names[i].name) == 0)
		{
			hba->auth_method = method_names[i].method;
			if (hba->auth_method == uaPeer && hba->conntype != ctLocal)
			{
				line_error(line, filename, "peer authentication is only supported on local sockets");
				return false;
			}
			return true;
		}
	}
	for (int i = 0; i < lengthof(unsupported_methods); i++)
	{
		if (strcmp(t->text, unsupported_methods[i]) == 0)
		{
			line_error(line, filename, "invalid authentication method \"%s\": not supported by this build", t->text);
			return false;
		}
	}
	line_error(line, filename, "invalid authentication method \"%s\"", t->text);
	return false;
}

/* Options after the method, NAME=VALUE. */
static bool
parse_options(HbaLine *hba, const TokenLine *line, const char *filename, int at)
{
	for (; at < list_length(line->fields); at++)
	{
		ListCell *lc;

		foreach (lc, (List *) list_nth(line->fields, at))
		{
			char *name = pstrdup(((Token *) lfirst(lc))->text);
			char *value = strchr(name, '=');

			if (!value)
			{
				line_error(line, filename, "authentication option not in name=value format: %s", name);
				return false;
			}
			*value++ = '\0';
			if (strcmp(name, "map") == 0 && hba->auth_method == uaPeer)
				hba->usermap = pstrdup(value);
			else
			{
				line_error(line, filename, "unrecognized authentication option name: \"%s\"", name);
				return false;
			}
		}
	}
	return true;
}

static HbaLine *
parse_hba_line(const TokenLine *line, const char *filename)
{
	static const struct
	{
		const char *name;
		ConnType type;
	} types[] = {
		{"local", ctLocal}, {"host", ctHost}, {"hostssl", ctHostSSL}, {"hostnossl", ctHostNoSSL}};
	HbaLine *hba = palloc0(sizeof(HbaLine));
	Token *t = linitial((List *) linitial(line->fields));
	int at = 3;
	int k;

	hba->linenumber = line->number;
	hba->rawline = line->raw;
	for (k = 0; k < lengthof(types) && strcmp(t->text, types[k].name) != 0; k++)
		;
	if (k == lengthof(types))
	{
		line_error(line, filename, "invalid connection type \"%s\"", t->text);
		return NULL;
	}
	hba->conntype = types[k].type;
	if (list_length(line->fields) < 3)
	{
		line_error(line, filename, "end-of-line before %s specification",
				   list_length(line->fields) < 2 ? "database" : "role");
		return NULL;
	}
	hba->databases = list_nth(line->fields, 1);
	hba->roles = list_nth(line->fields, 2);
	if (hba->conntype != ctLocal && !parse_address(hba, line, filename, &at))
		return NULL;
	if (!parse_method(hba, line, filename, at) || !parse_options(hba, line, filename, at + 1))
		return NULL;
	return hba;
}

/*
 * load_hba
 *		Read pg_hba.conf anew.
 *
 * false, with the old rules kept, if the file cannot be read or has an error.
 */
bool
load_hba(void)
{
	MemoryContext context = AllocSetContextCreate(PostmasterContext ? PostmasterContext : TopMemoryContext,
												  "hba rules", ALLOCSET_SMALL_SIZES);
	MemoryContext oldcontext = MemoryContextSwitchTo(context);
	List *lines;
	List *parsed = NIL;
	bool good = tokenize_file(HbaFileName, &lines);
	ListCell *lc;

	foreach (lc, lines)
	{
		HbaLine *hba = parse_hba_line(lfirst(lc), HbaFileName);

		if (hba)
			parsed = lappend(parsed, hba);
		else
			good = false; /* go on, to report every mistake at once */
	}
	MemoryContextSwitchTo(oldcontext);
	if (good && parsed == NIL)
	{
		ereport(LOG,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("configuration file \"%s\" contains no entries", HbaFileName)));
		good = false;
	}
	if (!good)
	{
		MemoryContextDelete(context);
		return false;
	}
	if (hba_context)
		MemoryContextDelete(hba_context);
	hba_context = context;
	hba_lines = parsed;
	return true;
}

/* ---- which line applies ---- */

static bool
database_matches(const Port *port, List *tokens, Oid roleid)
{
	ListCell *lc;

	foreach (lc, tokens)
	{
		Token *t = lfirst(lc);

		if (token_is(t, "all"))
			return true;
		if (token_is(t, "replication"))
			continue; /* replication connections are not served yet */
		if (token_is(t, "sameuser"))
		{
			if (strcmp(port->database_name, port->user_name) == 0)
				return true;
		}
		else if (token_is(t, "samegroup") || token_is(t, "samerole"))
		{
			Oid group = get_role_oid(port->database_name, true);

			if (OidIsValid(roleid) && OidIsValid(group) && is_member_of_role_nosuper(roleid, group))
				return true;
		}
		else if (strcmp(t->text, port->database_name) == 0)
			return true;
	}
	return false;
}

static bool
role_matches(const Port *port, List *tokens, Oid roleid)
{
	ListCell *lc;

	foreach (lc, tokens)
	{
		Token *t = lfirst(lc);

		if (!t->quoted && t->text[0] == '+')
		{
			Oid group = get_role_oid(t->text + 1, true);

			if (OidIsValid(roleid) && OidIsValid(group) && is_member_of_role_nosuper(roleid, group))
				return true;
		}
		else if (token_is(t, "all") || strcmp(t->text, port->user_name) == 0)
			return true;
	}
	return false;
}

/* Do a and b agree in the bits of mask?  All of one family. */
static bool
same_network(const struct sockaddr *a, const struct sockaddr *b, const struct sockaddr *mask)
{
	const uint8 *x,
		*y,
		*m;
	int n;

	if (a->sa_family != b->sa_family || a->sa_family != mask->sa_family)
		return false;
	if (a->sa_family == AF_INET)
	{
		x = (const uint8 *) &((const struct sockaddr_in *) a)->sin_addr;
		y = (const uint8 *) &((const struct sockaddr_in *) b)->sin_addr;
		m = (const uint8 *) &((const struct sockaddr_in *) mask)->sin_addr;
		n = 4;
	}
	else if (a->sa_family == AF_INET6)
	{
		x = (const uint8 *) &((const struct sockaddr_in6 *) a)->sin6_addr;
		y = (const uint8 *) &((const struct sockaddr_in6 *) b)->sin6_addr;
		m = (const uint8 *) &((const struct sockaddr_in6 *) mask)->sin6_addr;
		n = 16;
	}
	else
		return false;
	for (int i = 0; i < n; i++)
	{
		if ((x[i] ^ y[i]) & m[i])
			return false;
	}
	return true;
}

/* samehost and samenet: is the client on an address or network of ours? */
static bool
address_is_local(const struct sockaddr *raddr, bool whole_net)
{
	struct ifaddrs *list;
	bool found = false;

	if (getifaddrs(&list) < 0)
	{
		ereport(LOG, (errmsg("error enumerating network interfaces: %m")));
		return false;
	}
	for (struct ifaddrs *i = list; i && !found; i = i->ifa_next)
	{
		struct sockaddr_storage ones;

		if (!i->ifa_addr || i->ifa_addr->sa_family != raddr->sa_family)
			continue;
		memset(&ones, 0xff, sizeof(ones));
		ones.ss_family = raddr->sa_family;
		found = same_network(raddr, i->ifa_addr,
							 whole_net && i->ifa_netmask ? i->ifa_netmask : (struct sockaddr *) &ones);
	}
	freeifaddrs(list);
	return found;
}

static bool
connection_matches(const Port *port, const HbaLine *hba)
{
	const struct sockaddr *raddr = (const struct sockaddr *) &port->raddr.addr;

	if (hba->conntype == ctLocal || raddr->sa_family == AF_UNIX)
		return hba->conntype == ctLocal && raddr->sa_family == AF_UNIX;
	if (hba->conntype == ctHostSSL && !port->ssl_in_use)
		return false;
	if (hba->conntype == ctHostNoSSL && port->ssl_in_use)
		return false;
	switch (hba->ip_cmp_method)
	{
		case ipCmpAll:
			return true;
		case ipCmpSameHost:
			return address_is_local(raddr, false);
		case ipCmpSameNet:
			return address_is_local(raddr, true);
		default:
			return same_network(raddr, (const struct sockaddr *) &hba->addr,
								(const struct sockaddr *) &hba->mask);
	}
}

/*
 * hba_getauthmethod
 *		Set port->hba to the first line that applies, or to one that rejects.
 */
void
hba_getauthmethod(Port *port)
{
	Oid roleid = get_role_oid(port->user_name, true);
	HbaLine *none;
	ListCell *lc;

	foreach (lc, hba_lines)
	{
		HbaLine *hba = lfirst(lc);

		if (connection_matches(port, hba) &&
			database_matches(port, hba->databases, roleid) &&
			role_matches(port, hba->roles, roleid))
		{
			port->hba = hba;
			return;
		}
	}
	none = palloc0(sizeof(HbaLine));
	none->auth_method = uaImplicitReject;
	port->hba = none;
}

const char *
hba_authname(UserAuth method)
{
	for (int i = 0; i < lengthof(method_names); i++)
	{
		if (method_names[i].method == method)
			return method_names[i].name;
	}
	return "implicit reject";
}

/* ---- pg_ident.conf ---- */

bool
load_ident(void)
{
	MemoryContext context = AllocSetContextCreate(PostmasterContext ? PostmasterContext : TopMemoryContext,
												  "user name maps", ALLOCSET_SMALL_SIZES);
	MemoryContext oldcontext = MemoryContextSwitchTo(context);
	List *lines;
	List *parsed = NIL;
	bool good = tokenize_file(IdentFileName, &lines);
	ListCell *lc;

	foreach (lc, lines)
	{
		TokenLine *line = lfirst(lc);
		IdentLine *ident = palloc0(sizeof(IdentLine));

		if (list_length(line->fields) < 3)
		{
			line_error(line, IdentFileName, "missing entry at end of line");
			good = false;
			continue;
		}
		ident->linenumber = line->number;
		ident->usermap = ((Token *) linitial((List *) linitial(line->fields)))->text;
		ident->system_user = ((Token *) linitial((List *) lsecond(line->fields)))->text;
		ident->pg_role = ((Token *) linitial((List *) lthird(line->fields)))->text;
		parsed = lappend(parsed, ident);
	}
	MemoryContextSwitchTo(oldcontext);
	if (!good)
	{
		MemoryContextDelete(context);
		return false;
	}
	if (ident_context)
		MemoryContextDelete(ident_context);
	ident_context = context;
	ident_lines = parsed;
	return true;
}

/* Does one line of a map let system_user be pg_role? */
static bool
ident_line_matches(const IdentLine *line, const char *pg_role, const char *system_user)
{
	regex_t re;
	regmatch_t m[2];
	char role[NAMEDATALEN * 2];
	const char *hole;
	int rc;

	if (line->system_user[0] != '/')
		return strcmp(line->system_user, system_user) == 0 && strcmp(line->pg_role, pg_role) == 0;
	rc = regcomp(&re, line->system_user + 1, REG_EXTENDED);
	if (rc != 0)
	{
		ereport(LOG,
				(errcode(ERRCODE_INVALID_REGULAR_EXPRESSION),
				 errmsg("invalid regular expression \"%s\"", line->system_user + 1)));
		return false;
	}
	rc = regexec(&re, system_user, 2, m, 0);
	regfree(&re);
	if (rc != 0)
		return false;
	hole = strstr(line->pg_role, "\\1");
	if (!hole)
		strlcpy(role, line->pg_role, sizeof(role));
	else
		snprintf(role, sizeof(role), "%.*s%.*s%s", (int) (hole - line->pg_role), line->pg_role,
				 m[1].rm_so < 0 ? 0 : (int) (m[1].rm_eo - m[1].rm_so),
				 m[1].rm_so < 0 ? "" : system_user + m[1].rm_so, hole + 2);
	return strcmp(role, pg_role) == 0;
}

/*
 * check_usermap
 *		May the operating-system user connect as this role?
 *
 * Without a map the names must be equal.
 */
bool
check_usermap(const char *usermap, const char *pg_role, const char *system_user,
			  bool case_insensitive)
{
	ListCell *lc;

	if (!usermap || usermap[0] == '\0')
	{
		if ((case_insensitive ? strcasecmp(pg_role, system_user) : strcmp(pg_role, system_user)) == 0)
			return true;
		ereport(LOG, (errmsg("provided user name (%s) and authenticated user name (%s) do not match", pg_role, system_user)));
		return false;
	}
	foreach (lc, ident_lines)
	{
		IdentLine *line = lfirst(lc);

		if (strcmp(line->usermap, usermap) == 0 && ident_line_matches(line, pg_role, system_user))
			return true;
	}
	ereport(LOG, (errmsg("no match in usermap \"%s\" for user \"%s\" authenticated as \"%s\"", usermap, pg_role, system_user)));
	return false;
}

/* ---- the files as rows ---- */

/* An error of one line is told in its row; of the file, to the caller. */
static List *
lines_for_view(const char *filename)
{
	List *lines;

	if (!tokenize_file(filename, &lines))
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open configuration file \"%s\": %m", filename)));
	return lines;
}

static Datum
tokens_array(List *tokens)
{
	Datum *elems = palloc(list_length(tokens) * sizeof(Datum));

	for (int i = 0; i < list_length(tokens); i++)
		elems[i] = CStringGetTextDatum(((Token *) list_nth(tokens, i))->text);
	return PointerGetDatum(construct_array(elems, list_length(tokens), TEXTOID, -1, false, TYPALIGN_INT));
}

/* An address as digits. */
static Datum
address_text(struct sockaddr_storage *addr)
{
	char host[NI_MAXHOST];

	if (pg_getnameinfo_all(addr, sizeof(*addr), host, sizeof(host), NULL, 0, NI_NUMERICHOST) != 0)
		return CStringGetTextDatum("???");
	return CStringGetTextDatum(host);
}

static void
put_hba_address(HbaLine *hba, Datum *values, bool *nulls)
{
	static const char *const keywords[] = {
		[ipCmpAll] = "all", [ipCmpSameHost] = "samehost", [ipCmpSameNet] = "samenet"};

	if (hba->conntype == ctLocal)
		return;
	nulls[4] = false;
	if (hba->ip_cmp_method != ipCmpMask)
	{
		values[4] = CStringGetTextDatum(keywords[hba->ip_cmp_method]);
		return;
	}
	values[4] = address_text(&hba->addr);
	values[5] = address_text(&hba->mask);
	nulls[5] = false;
}

/* (): a row per rule of pg_hba.conf as it is on disk now */
Datum
pg_hba_file_rules(PG_FUNCTION_ARGS)
{
	static const char *const types[] = {
		[ctLocal] = "local", [ctHost] = "host", [ctHostSSL] = "hostssl", [ctHostNoSSL] = "hostnossl"};
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell *lc;

	InitMaterializedSRF(fcinfo, 0);
	foreach (lc, lines_for_view(HbaFileName))
	{
		TokenLine *line = lfirst(lc);
		HbaLine *hba;
		Datum values[9] = {Int32GetDatum(line->number)};
		bool nulls[9] = {false, true, true, true, true, true, true, true, true};

		line_error_level = DEBUG3;
		hba = parse_hba_line(line, HbaFileName);
		line_error_level = LOG;
		if (hba == NULL)
		{
			values[8] = CStringGetTextDatum(last_line_error);
			nulls[8] = false;
		}
		else
		{
			values[1] = CStringGetTextDatum(types[hba->conntype]);
			values[2] = tokens_array(hba->databases);
			values[3] = tokens_array(hba->roles);
			values[6] = CStringGetTextDatum(hba_authname(hba->auth_method));
			nulls[1] = nulls[2] = nulls[3] = nulls[6] = false;
			put_hba_address(hba, values, nulls);
			if (hba->usermap != NULL)
			{
				Token option = {psprintf("map=%s", hba->usermap), false};

				values[7] = tokens_array(list_make1(&option));
				nulls[7] = false;
			}
		}
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* (): a row per line of pg_ident.conf as it is on disk now */
Datum
pg_ident_file_mappings(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell *lc;

	InitMaterializedSRF(fcinfo, 0);
	foreach (lc, lines_for_view(IdentFileName))
	{
		TokenLine *line = lfirst(lc);
		Datum values[5] = {Int32GetDatum(line->number)};
		bool nulls[5] = {false, false, false, false, true};

		if (list_length(line->fields) < 3)
		{
			nulls[1] = nulls[2] = nulls[3] = true;
			nulls[4] = false;
			values[4] = CStringGetTextDatum("missing entry at end of line");
		}
		else
			for (int i = 0; i < 3; i++)
				values[i + 1] = CStringGetTextDatum(((Token *) linitial((List *) list_nth(line->fields, i)))->text);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	return (Datum) 0;
}

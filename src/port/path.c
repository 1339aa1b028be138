/*
 * path.c
 *		Taking file names apart and putting them together.
 *
 * Also the places of an installation (libraries, shared files), found relative
 * to the running program when it was moved as a whole.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/path.c
 */
#include "c.h"

#ifndef PGBINDIR
#define PGBINDIR "/usr/local/narwal/bin"
#endif
#ifndef PGSHAREDIR
#define PGSHAREDIR "/usr/local/narwal/share/postgresql"
#endif
#ifndef PKGLIBDIR
#define PKGLIBDIR "/usr/local/narwal/lib/postgresql"
#endif
#ifndef PGPREFIX
#define PGPREFIX "/usr/local/narwal"
#endif

char *
first_dir_separator(const char *filename)
{
	return strchr(filename, '/');
}

char *
last_dir_separator(const char *filename)
{
	return strrchr(filename, '/');
}

char *
first_path_var_separator(const char *pathlist)
{
	return strchr(pathlist, ':');
}

/* Names are Unix names already. */
void
make_native_path(char *path)
{
	(void) path;
}

void
cleanup_path(char *path)
{
	(void) path;
}

/*
 * canonicalize_path
 *		Rewrite path in place without "//", "/./", "x/../" and a last "/".
 *
 * ".." at the start of a relative path stays; "/.." is "/".  Nothing is looked
 * up, so a symlink before ".." is not honoured.  An empty result is ".", but
 * an empty path stays empty.
 */
void
canonicalize_path(char *path)
{
	bool absolute = path[0] == '/';
	char *out = path + (absolute ? 1 : 0);
	char *base = out; /* where the components begin */
	char *in = path;
	int depth = 0; /* components in out that ".." can take back */

	if (path[0] == '\0')
		return;
	while (*in)
	{
		char *comp;
		size_t len;

		while (*in == '/')
			in++;
		comp = in;
		len = strcspn(comp, "/");
		in += len;
		if (len == 0 || (len == 1 && comp[0] == '.'))
			continue;
		if (len == 2 && comp[0] == '.' && comp[1] == '.')
		{
			if (depth > 0)
			{
				while (out > base && *--out != '/')
					;
				depth--;
				continue;
			}
			if (absolute)
				continue;
			depth--; /* so that a later one is kept as well */
		}
		if (out > base)
			*out++ = '/';
		memmove(out, comp, len);
		out += len;
		depth = depth < 0 ? 0 : depth + 1;
		if (len == 2 && comp[0] == '.' && comp[1] == '.')
			depth = 0;
	}
	if (out == path)
		*out++ = '.';
	*out = '\0';
}

/*
 * join_path_components
 *		head/tail into ret_path (MAXPGPATH bytes; may be head itself).
 */
void
join_path_components(char *ret_path, const char *head, const char *tail)
{
	if (ret_path != head)
		strlcpy(ret_path, head, MAXPGPATH);
	while (tail[0] == '.' && tail[1] == '/')
		tail += 2;
	if (tail[0] == '\0' || strcmp(tail, ".") == 0)
		return;
	if (ret_path[0] != '\0' && ret_path[strlen(ret_path) - 1] != '/')
		strlcat(ret_path, "/", MAXPGPATH);
	strlcat(ret_path, tail, MAXPGPATH);
}

/* Of a canonical path: does it climb out of where it starts? */
bool
path_contains_parent_reference(const char *path)
{
	return strcmp(path, "..") == 0 || strncmp(path, "../", 3) == 0;
}

bool
path_is_relative_and_below_cwd(const char *path)
{
	return !is_absolute_path(path) && !path_contains_parent_reference(path);
}

/* Is path2 path1 or below it?  Both canonical. */
bool
path_is_prefix_of_path(const char *path1, const char *path2)
{
	size_t len = strlen(path1);

	if (strncmp(path1, path2, len) != 0)
		return false;
	return path2[len] == '/' || path2[len] == '\0' || (len == 1 && path1[0] == '/');
}

/* Cut the last component off. */
void
get_parent_directory(char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	while (len > 0 && path[len - 1] != '/')
		len--;
	while (len > 1 && path[len - 1] == '/')
		len--;
	path[len] = '\0';
}

/*
 * make_absolute_path
 *		malloc'd absolute canonical form of path; NULL for NULL or on failure
 *		(in the server: ERROR).
 */
char *
make_absolute_path(const char *path)
{
	char cwd[MAXPGPATH];
	char *result;

	if (path == NULL)
		return NULL;
	if (is_absolute_path(path))
		result = strdup(path);
	else if (getcwd(cwd, sizeof(cwd)) == NULL)
		return NULL;
	else if (asprintf(&result, "%s/%s", cwd, path) < 0)
		result = NULL;
	if (result != NULL)
		canonicalize_path(result);
	return result;
}

/* Last component of argv[0]; malloc'd. */
const char *
get_progname(const char *argv0)
{
	const char *slash = last_dir_separator(argv0);
	char *name = strdup(slash ? slash + 1 : argv0);

	if (name == NULL)
	{
		fprintf(stderr, "%s: out of memory\n", argv0);
		abort();
	}
	return name;
}

bool
get_home_path(char *ret_path)
{
	const char *home = getenv("HOME");

	if (home == NULL || home[0] == '\0')
		return pg_get_user_home_dir(geteuid(), ret_path, MAXPGPATH);
	strlcpy(ret_path, home, MAXPGPATH);
	return true;
}

/*
 * The directory that the build put at target, seen from where the program now
 * is: both PGBINDIR and target are below PGPREFIX.
 */
static void
relocate(const char *target, const char *my_exec_path, char *ret_path)
{
	size_t plen = strlen(PGPREFIX);
	const char *binrel = PGBINDIR + plen;
	const char *rel = target + plen;
	size_t rootlen;

	strlcpy(ret_path, my_exec_path, MAXPGPATH);
	canonicalize_path(ret_path);
	get_parent_directory(ret_path);
	rootlen = strlen(ret_path);
	if (rootlen >= strlen(binrel) && strncmp(target, PGPREFIX, plen) == 0 &&
		strcmp(ret_path + rootlen - strlen(binrel), binrel) == 0)
	{
		ret_path[rootlen - strlen(binrel)] = '\0';
		strlcat(ret_path, rel, MAXPGPATH);
	}
	else
		strlcpy(ret_path, target, MAXPGPATH);
}

void
get_share_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGSHAREDIR, my_exec_path, ret_path);
}

void
get_pkglib_path(const char *my_exec_path, char *ret_path)
{
	relocate(PKGLIBDIR, my_exec_path, ret_path);
}

void
get_lib_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGPREFIX "/lib", my_exec_path, ret_path);
}

void
get_etc_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGPREFIX "/etc/postgresql", my_exec_path, ret_path);
}

void
get_include_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGPREFIX "/include/postgresql", my_exec_path, ret_path);
}

void
get_doc_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGPREFIX "/share/doc/postgresql", my_exec_path, ret_path);
}

void
get_man_path(const char *my_exec_path, char *ret_path)
{
	relocate(PGPREFIX "/share/man", my_exec_path, ret_path);
}

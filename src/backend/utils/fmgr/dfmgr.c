/*
 * dfmgr.c
 *		Loading shared libraries.
 *
 * A library is loaded once per process and never unloaded.  It must carry the
 * magic block of fmgr.h; its _PG_init() is called after loading.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/fmgr/dfmgr.c
 */
#include "postgres.h"

#include <dlfcn.h>

#include "fmgr.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

typedef struct LoadedFile
{
	struct LoadedFile *next;
	dev_t device;
	ino_t inode; /* the same file under another name */
	void *handle;
	char filename[FLEXIBLE_ARRAY_MEMBER];
} LoadedFile;

char *Dynamic_library_path;

static LoadedFile *loaded_files = NULL;

typedef struct RendezvousEntry
{
	char varName[NAMEDATALEN]; /* key */
	void *varValue;
} RendezvousEntry;

static void
refuse(const LoadedFile *file, const char *libname, const Pg_magic_struct *got)
{
	static const Pg_magic_struct ours = PG_MODULE_MAGIC_DATA;
	const char *why = "Magic blocks differ.";

	if (got->len == ours.len)
	{
		if (got->version != ours.version)
			why = psprintf("Server is version %d, library is version %d.",
						   ours.version / 100, got->version / 100);
		else if (strncmp(got->abi_extra, ours.abi_extra, sizeof(ours.abi_extra)) != 0)
			why = psprintf("Server has ABI \"%s\", library has \"%.31s\".",
						   ours.abi_extra, got->abi_extra);
	}
	dlclose(file->handle);
	ereport(ERROR,
			(errcode(ERRCODE_INTERNAL_ERROR),
			 errmsg("incompatible library \"%s\": %s", libname,
					got->len == ours.len && got->version != ours.version ? "version mismatch" : got->len == ours.len && strncmp(got->abi_extra, ours.abi_extra, sizeof(ours.abi_extra)) != 0 ? "ABI mismatch"
																																															 : "magic block mismatch"),
			 errdetail_internal("%s", why)));
}

static void
check_magic(const LoadedFile *file, const char *libname)
{
	static const Pg_magic_struct ours = PG_MODULE_MAGIC_DATA;
	PGModuleMagicFunction magic;
	const Pg_magic_struct *got;

	magic = (PGModuleMagicFunction) dlsym(file->handle,
										  PG_MAGIC_FUNCTION_NAME_STRING);
	if (magic == NULL)
	{
		dlclose(file->handle);
		ereport(ERROR,
				(errmsg("incompatible library \"%s\": missing magic block", libname),
				 errhint("Extension libraries are required to use the PG_MODULE_MAGIC macro.")));
	}
	got = magic();
	if (got->len != ours.len || memcmp(got, &ours, sizeof(ours)) != 0)
		refuse(file, libname, got);
}

/* Open a library by its full name, or return the one opened before. */
static void *
open_library(const char *libname)
{
	struct stat st;
	LoadedFile *file;
	void (*init)(void);

	for (file = loaded_files; file; file = file->next)
		if (strcmp(file->filename, libname) == 0)
			return file->handle;
	if (stat(libname, &st) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not access file \"%s\": %m", libname)));
	for (file = loaded_files; file; file = file->next)
		if (file->inode == st.st_ino && file->device == st.st_dev)
			return file->handle;
	file = MemoryContextAllocZero(TopMemoryContext,
								  offsetof(LoadedFile, filename) + strlen(libname) + 1);
	strcpy(file->filename, libname);
	file->device = st.st_dev;
	file->inode = st.st_ino;
	file->handle = dlopen(libname, RTLD_NOW | RTLD_GLOBAL);
	if (file->handle == NULL)
	{
		const char *why = dlerror();

		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not load library \"%s\": %s", libname, why)));
	}
	check_magic(file, libname);
	init = (void (*)(void)) dlsym(file->handle, "_PG_init");
	if (init)
		init();
	file->next = loaded_files;
	loaded_files = file;
	return file->handle;
}

static bool
is_file(const char *name)
{
	struct stat st;

	if (stat(name, &st) == 0)
		return !S_ISDIR(st.st_mode);
	if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not access file \"%s\": %m", name)));
	return false;
}

/* $libdir at the start of name becomes the library directory; palloc'd. */
static char *
expand_libdir(const char *name)
{
	size_t len;

	if (name[0] != '$')
		return pstrdup(name);
	len = strcspn(name, "/");
	if (len != strlen("$libdir") || strncmp(name, "$libdir", len) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid macro name in dynamic library path: %s", name)));
	return psprintf("%s%s", pkglib_path, name + len);
}

/* Search dynamic_library_path for a name without a directory. */
static char *
search_path(const char *basename)
{
	const char *p = Dynamic_library_path ? Dynamic_library_path : "";

	while (*p)
	{
		size_t len = strcspn(p, ":");
		char *dir;
		char *full;

		if (len == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("zero-length component in parameter \"dynamic_library_path\"")));
		dir = expand_libdir(pnstrdup(p, len));
		canonicalize_path(dir);
		if (!is_absolute_path(dir))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_NAME),
					 errmsg("component in parameter \"dynamic_library_path\" is not an absolute path")));
		full = psprintf("%s/%s", dir, basename);
		if (is_file(full))
			return full;
		p += len;
		if (*p == ':')
			p++;
	}
	return NULL;
}

/*
 * Full name of a library: as given or with .so added, searched along the path
 * if it has no directory.  If nothing is found the name stays as it is, and
 * opening it reports that.
 */
static char *
full_library_name(const char *name)
{
	bool has_dir = first_dir_separator(name) != NULL;
	char *tries[2];

	tries[0] = pstrdup(name);
	tries[1] = psprintf("%s%s", name, DLSUFFIX);
	for (int i = 0; i < 2; i++)
	{
		char *full = has_dir ? expand_libdir(tries[i]) : search_path(tries[i]);

		if (full && is_file(full))
			return full;
	}
	return has_dir ? expand_libdir(name) : tries[0];
}

/*
 * load_external_function
 *		Address of funcname in a library, which is loaded if it is not yet.
 *
 * NULL if there is no such function and signalNotFound is false; else 42883.
 */
void *
load_external_function(const char *filename, const char *funcname,
					   bool signalNotFound, void **filehandle)
{
	char *full = full_library_name(filename);
	void *handle = open_library(full);
	void *result;

	if (filehandle)
		*filehandle = handle;
	result = dlsym(handle, funcname);
	if (result == NULL && signalNotFound)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not find function \"%s\" in file \"%s\"",
						funcname, full)));
	pfree(full);
	return result;
}

void *
lookup_external_function(void *filehandle, const char *funcname)
{
	return dlsym(filehandle, funcname);
}

/* The version record that PG_FUNCTION_INFO_V1 made; 42883 if there is none. */
const Pg_finfo_record *
fetch_finfo_record(void *filehandle, const char *funcname)
{
	char *name = psprintf("pg_finfo_%s", funcname);
	PGFInfoFunction get = (PGFInfoFunction) dlsym(filehandle, name);
	const Pg_finfo_record *result;

	if (get == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("could not find function information for function \"%s\"",
						funcname),
				 errhint("SQL-callable functions need an accompanying PG_FUNCTION_INFO_V1(funcname).")));
	result = get();
	if (result == NULL)
		elog(ERROR, "null result from info function \"%s\"", name);
	pfree(name);
	return result;
}

/*
 * load_file
 *		LOAD and the preload settings.  restricted: only from $libdir/plugins.
 */
void
load_file(const char *filename, bool restricted)
{
	if (restricted)
	{
		const char *prefix = "$libdir/plugins/";
		size_t len = strlen(prefix);

		if (strncmp(filename, prefix, len) != 0 ||
			first_dir_separator(filename + len) != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("access to library \"%s\" is not allowed", filename)));
	}
	(void) open_library(full_library_name(filename));
}

/* A pointer that modules find each other by; NULL at first. */
void **
find_rendezvous_variable(const char *varName)
{
	static HTAB *variables = NULL;
	RendezvousEntry *entry;
	bool found;

	if (variables == NULL)
	{
		HASHCTL ctl = {.keysize = NAMEDATALEN,
					   .entrysize = sizeof(RendezvousEntry)};

		variables = hash_create("rendezvous variables", 16, &ctl,
								HASH_ELEM | HASH_STRINGS);
	}
	entry = hash_search(variables, varName, HASH_ENTER, &found);
	if (!found)
		entry->varValue = NULL;
	return &entry->varValue;
}

/*
 * guc_file.c
 *		Configuration files: reading, applying, and writing postgresql.auto.conf.
 *
 * A file is lines of "name = value" (= may be left out) and include directives;
 * # starts a comment.  A value is a quoted string ('' or a backslash escapes), a
 * number with a unit, or a plain word.  Reading collects all lines of all files
 * first; only then are values checked and applied, so that a mistake anywhere
 * leaves the postmaster's settings as they were at start.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_file.c
 */
#include "postgres.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/file_perm.h"
#include "guc_internal.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/upcalls.h"

#define MAX_INCLUDE_DEPTH 10
#define MAX_SYNTAX_ERRORS 100

/* ---- one line ---- */

typedef enum TokenKind
{
	TOK_END, /* end of line, or a comment */
	TOK_ID,
	TOK_QUALIFIED_ID,
	TOK_STRING, /* quoted */
	TOK_NUMBER,
	TOK_WORD, /* neither of these, without blanks */
	TOK_EQUALS,
	TOK_ERROR
} TokenKind;

typedef struct Token
{
	TokenKind kind;
	const char *start;
	int len;
} Token;

static bool
is_letter(int c)
{
	return isalpha(c) || c == '_' || c >= 0x80;
}

static bool
is_letter_or_digit(int c)
{
	return is_letter(c) || isdigit(c);
}

static int
span_identifier(const char *p)
{
	int n = 0;

	if (!is_letter((unsigned char) p[0]))
		return 0;
	while (is_letter_or_digit((unsigned char) p[n]))
		n++;
	return n;
}

/* 'text', in which '' and \x stand for one character; 0 if it does not end. */
static int
span_quoted(const char *p)
{
	int n = 1;

	for (;;)
	{
		if (p[n] == '\0' || p[n] == '\n')
			return 0;
		if (p[n] == '\\' && p[n + 1] != '\0' && p[n + 1] != '\n')
			n += 2;
		else if (p[n] == '\'' && p[n + 1] == '\'')
			n += 2;
		else if (p[n] == '\'')
			return n + 1;
		else
			n++;
	}
}

/* [+-]digits, 0x..., with unit letters; or with a point and exponent. */
static int
span_number(const char *p)
{
	int sign = *p == '+' || *p == '-';
	int n = sign;
	int digits;

	if (p[n] == '0' && p[n + 1] == 'x' && isxdigit((unsigned char) p[n + 2]))
	{
		n += 2;
		while (isxdigit((unsigned char) p[n]))
			n++;
		while (isalpha((unsigned char) p[n]))
			n++;
		return n;
	}
	while (isdigit((unsigned char) p[n]))
		n++;
	digits = n - sign;
	if (p[n] == '.')
	{
		n++;
		while (isdigit((unsigned char) p[n]))
			n++;
		if (p[n] == 'e' || p[n] == 'E')
		{
			int e = n + 1 + (p[n + 1] == '+' || p[n + 1] == '-');

			if (isdigit((unsigned char) p[e]))
				for (n = e; isdigit((unsigned char) p[n]);)
					n++;
		}
		return n;
	}
	if (digits == 0)
		return 0;
	while (isalpha((unsigned char) p[n]))
		n++;
	return n;
}

static int
span_word(const char *p)
{
	int n = 0;

	if (!is_letter((unsigned char) p[0]))
		return 0;
	while (is_letter_or_digit((unsigned char) p[n]) ||
		   (p[n] != '\0' && strchr("-._:/", p[n]) != NULL))
		n++;
	return n;
}

/* The longest token at *pos, which moves behind it. */
static Token
next_token(const char **pos)
{
	const char *p = *pos;
	Token t = {TOK_END, NULL, 0};
	int n;

	while (*p == ' ' || *p == '\t' || *p == '\r')
		p++;
	t.start = p;
	if (*p == '\0' || *p == '\n' || *p == '#')
		t.kind = TOK_END;
	else if (*p == '=')
	{
		t.kind = TOK_EQUALS;
		t.len = 1;
	}
	else if (*p == '\'')
	{
		t.len = span_quoted(p);
		t.kind = t.len ? TOK_STRING : TOK_ERROR;
	}
	else if ((n = span_number(p)) > 0)
	{
		t.kind = TOK_NUMBER;
		t.len = n;
	}
	else if (is_letter((unsigned char) *p))
	{
		int word = span_word(p);

		t.kind = TOK_ID;
		t.len = span_identifier(p);
		if (p[t.len] == '.' && (n = span_identifier(p + t.len + 1)) > 0)
		{
			t.kind = TOK_QUALIFIED_ID;
			t.len += 1 + n;
		}
		if (word > t.len)
		{
			t.kind = TOK_WORD;
			t.len = word;
		}
	}
	else
		t.kind = TOK_ERROR;
	if (t.kind == TOK_ERROR)
		t.len = 1;
	*pos = p + t.len;
	return t;
}

/*
 * DeescapeQuotedString
 *		palloc'd content of a quoted string, quotes included in s.
 */
char *
DeescapeQuotedString(const char *s)
{
	int len = strlen(s);
	char *out = palloc(len);
	int n = 0;

	Assert(len >= 2 && s[0] == '\'' && s[len - 1] == '\'');
	for (int i = 1; i < len - 1; i++)
	{
		if (s[i] == '\\')
		{
			static const char from[] = "bfnrt";
			static const char to[] = "\b\f\n\r\t";
			const char *at;

			i++;
			if (s[i] >= '0' && s[i] <= '7')
			{
				int k = 0;
				int octal = 0;

				while (k < 3 && s[i + k] >= '0' && s[i + k] <= '7')
					octal = octal * 8 + (s[i + k++] - '0');
				i += k - 1;
				out[n++] = (char) octal;
			}
			else if (s[i] && (at = strchr(from, s[i])) != NULL)
				out[n++] = to[at - from];
			else
				out[n++] = s[i];
		}
		else
		{
			if (s[i] == '\'' && s[i + 1] == '\'')
				i++;
			out[n++] = s[i];
		}
	}
	out[n] = '\0';
	return out;
}

static void
add_item(ConfigVariable **head_p, ConfigVariable **tail_p, char *name,
		 char *value, const char *errmsg, const char *file, int line)
{
	ConfigVariable *item = palloc0(sizeof(*item));

	item->name = name;
	item->value = value;
	item->errmsg = errmsg ? pstrdup(errmsg) : NULL;
	item->filename = file ? pstrdup(file) : NULL;
	item->sourceline = line;
	item->ignore = errmsg != NULL;
	if (*head_p == NULL)
		*head_p = item;
	else
		(*tail_p)->next = item;
	*tail_p = item;
}

/* ---- one file ---- */

typedef struct Reader
{
	const char *file;
	int line;
	int depth;
	int elevel;
	int errors;
	ConfigVariable **head_p;
	ConfigVariable **tail_p;
} Reader;

static void
syntax_error(Reader *r, const Token *t)
{
	ereport(r->elevel,
			(errcode(ERRCODE_SYNTAX_ERROR),
			 t->kind == TOK_END
				 ? errmsg("syntax error in file \"%s\" line %u, near end of line", r->file, r->line)
				 : errmsg("syntax error in file \"%s\" line %u, near token \"%s\"", r->file, r->line,
						  pnstrdup(t->start, Max(t->len, 1)))));
	add_item(r->head_p, r->tail_p, NULL, NULL, "syntax error", r->file, r->line);
	r->errors++;
}

/* include and its kin; false if the file could not be read. */
static bool
directive(Reader *r, const char *name, char *value)
{
	if (guc_name_compare(name, "include_dir") == 0)
		return ParseConfigDirectory(value, r->file, r->line, r->depth + 1,
									r->elevel, r->head_p, r->tail_p);
	return ParseConfigFile(value, guc_name_compare(name, "include") == 0,
						   r->file, r->line, r->depth + 1, r->elevel,
						   r->head_p, r->tail_p);
}

static bool
is_directive(const char *name)
{
	return guc_name_compare(name, "include") == 0 ||
		guc_name_compare(name, "include_dir") == 0 ||
		guc_name_compare(name, "include_if_exists") == 0;
}

/* One line; false after an error. */
static bool
read_line(Reader *r, const char *text)
{
	const char *pos = text;
	Token name = next_token(&pos);
	Token value;
	Token end;
	char *name_text;
	char *value_text;

	if (name.kind == TOK_END)
		return true;
	if (name.kind != TOK_ID && name.kind != TOK_QUALIFIED_ID)
	{
		syntax_error(r, &name);
		return false;
	}
	value = next_token(&pos);
	if (value.kind == TOK_EQUALS)
		value = next_token(&pos);
	/* of words, only one with a single point in it must be quoted */
	if (value.kind != TOK_ID && value.kind != TOK_STRING && value.kind != TOK_NUMBER &&
		value.kind != TOK_WORD)
	{
		syntax_error(r, &value);
		return false;
	}
	end = next_token(&pos);
	if (end.kind != TOK_END)
	{
		syntax_error(r, &end);
		return false;
	}
	name_text = pnstrdup(name.start, name.len);
	value_text = pnstrdup(value.start, value.len);
	if (value.kind == TOK_STRING)
		value_text = DeescapeQuotedString(value_text);
	if (is_directive(name_text))
		return directive(r, name_text, value_text);
	add_item(r->head_p, r->tail_p, name_text, value_text, NULL, r->file, r->line);
	return true;
}

/*
 * ParseConfigFp
 *		Append the settings of an open file to a list.
 *
 * Returns false if anything was wrong; problems are reported at elevel, and
 * reading goes on with the next line.
 */
bool
ParseConfigFp(FILE *fp, const char *config_file, int depth, int elevel,
			  ConfigVariable **head_p, ConfigVariable **tail_p)
{
	Reader r = {config_file, 0, depth, elevel, 0, head_p, tail_p};
	char *line = NULL;
	size_t size = 0;
	bool ok = true;

	while (getline(&line, &size, fp) >= 0)
	{
		char *copy = pstrdup(line); /* an error must not leak line */

		r.line++;
		if (!read_line(&r, copy))
			ok = false;
		pfree(copy);
		if (r.errors >= MAX_SYNTAX_ERRORS || (r.errors > 0 && elevel <= DEBUG1))
		{
			ereport(elevel,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("too many syntax errors found, abandoning file \"%s\"",
							config_file)));
			break;
		}
	}
	free(line);
	return ok;
}

/* A name in a file is relative to that file, else to the data directory. */
static char *
absolute_location(const char *location, const char *calling_file)
{
	char path[MAXPGPATH];

	if (is_absolute_path(location))
		return pstrdup(location);
	if (calling_file)
	{
		strlcpy(path, calling_file, sizeof(path));
		get_parent_directory(path);
	}
	else
		strlcpy(path, DataDir ? DataDir : ".", sizeof(path));
	join_path_components(path, path, location);
	canonicalize_path(path);
	return pstrdup(path);
}

static bool
file_problem(const char *what, const char *calling_file, int calling_lineno,
			 ConfigVariable **head_p, ConfigVariable **tail_p)
{
	add_item(head_p, tail_p, NULL, NULL, what, calling_file, calling_lineno);
	return false;
}

static bool
is_blank(const char *name)
{
	return name[strspn(name, " \t\r\n")] == '\0';
}

/*
 * ParseConfigFile
 *		Append the settings of a file.  strict: it must exist.
 */
bool
ParseConfigFile(const char *config_file, bool strict, const char *calling_file,
				int calling_lineno, int depth, int elevel,
				ConfigVariable **head_p, ConfigVariable **tail_p)
{
	char *path;
	FILE *fp;
	bool ok;

	if (is_blank(config_file))
	{
		ereport(elevel,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("empty configuration file name: \"%s\"", config_file)));
		return file_problem("empty configuration file name", calling_file,
							calling_lineno, head_p, tail_p);
	}
	if (depth > MAX_INCLUDE_DEPTH)
	{
		ereport(elevel,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("could not open configuration file \"%s\": maximum nesting depth exceeded",
						config_file)));
		return file_problem("nesting depth exceeded", calling_file, calling_lineno,
							head_p, tail_p);
	}
	path = absolute_location(config_file, calling_file);
	if (calling_file && strcmp(path, calling_file) == 0)
	{
		ereport(elevel,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("configuration file recursion in \"%s\"", calling_file)));
		return file_problem("configuration file recursion", calling_file,
							calling_lineno, head_p, tail_p);
	}
	fp = fopen(path, "r");
	if (fp == NULL)
	{
		if (!strict)
		{
			ereport(LOG,
					(errmsg("skipping missing configuration file \"%s\"", path)));
			return true;
		}
		ereport(elevel,
				(errcode_for_file_access(),
				 errmsg("could not open configuration file \"%s\": %m", path)));
		return file_problem(psprintf("could not open file \"%s\"", path), calling_file,
							calling_lineno, head_p, tail_p);
	}
	ok = ParseConfigFp(fp, path, depth, elevel, head_p, tail_p);
	fclose(fp);
	pfree(path);
	return ok;
}

/* All *.conf files of a directory that do not start with a dot, by name. */
bool
ParseConfigDirectory(const char *includedir, const char *calling_file,
					 int calling_lineno, int depth, int elevel,
					 ConfigVariable **head_p, ConfigVariable **tail_p)
{
	char *dir;
	struct dirent **entries;
	int n;
	bool ok = true;

	if (is_blank(includedir))
	{
		ereport(elevel,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("empty configuration directory name: \"%s\"", includedir)));
		return file_problem("empty configuration directory name", calling_file,
							calling_lineno, head_p, tail_p);
	}
	dir = absolute_location(includedir, calling_file);
	n = scandir(dir, &entries, NULL, alphasort);
	if (n < 0)
	{
		ereport(elevel,
				(errcode_for_file_access(),
				 errmsg("could not open configuration directory \"%s\": %m", dir)));
		return file_problem(psprintf("could not open directory \"%s\"", dir), calling_file,
							calling_lineno, head_p, tail_p);
	}
	for (int i = 0; i < n; i++)
	{
		const char *name = entries[i]->d_name;
		size_t len = strlen(name);
		char path[MAXPGPATH];
		struct stat st;

		if (len < 6 || name[0] == '.' || strcmp(name + len - 5, ".conf") != 0)
			continue;
		join_path_components(path, dir, name);
		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			continue;
		if (!ParseConfigFile(path, true, calling_file, calling_lineno, depth,
							 elevel, head_p, tail_p))
			ok = false;
	}
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
	pfree(dir);
	return ok;
}

void
FreeConfigVariables(ConfigVariable *list)
{
	while (list)
	{
		ConfigVariable *next = list->next;

		if (list->name)
			pfree(list->name);
		if (list->value)
			pfree(list->value);
		if (list->errmsg)
			pfree(list->errmsg);
		if (list->filename)
			pfree(list->filename);
		pfree(list);
		list = next;
	}
}

/* ---- applying ---- */

/* Read both files; false if there was anything wrong. */
static bool
read_all_files(ConfigVariable **head, ConfigVariable **tail,
			   const char **error_file, int elevel)
{
	*error_file = ConfigFileName;
	if (!ParseConfigFile(ConfigFileName, true, NULL, 0, 0, elevel, head, tail))
		return false;
	if (DataDir)
	{
		*error_file = PG_AUTOCONF_FILENAME;
		return ParseConfigFile(PG_AUTOCONF_FILENAME, false, NULL, 0, 0, elevel,
							   head, tail);
	}
	/*
	 * Before the data directory is known, only its own setting counts: the
	 * rest is read again when postgresql.auto.conf can be read too.
	 */
	{
		ConfigVariable *only = NULL;

		for (ConfigVariable *item = *head; item; item = item->next)
			if (!item->ignore && strcmp(item->name, "data_directory") == 0)
				only = item;
		if (only)
			only->next = NULL;
		*head = *tail = only;
	}
	return true;
}

/* Check the names, and mark settings that stand in a file. */
static bool
check_names(ConfigVariable *head, const char **error_file, int elevel)
{
	struct config_generic **vars = get_guc_variables();
	bool ok = true;

	for (int i = 0; i < GetNumConfigOptions(); i++)
		vars[i]->status &= ~GUC_IS_IN_FILE;
	for (ConfigVariable *item = head; item; item = item->next)
	{
		struct config_generic *gen;

		if (item->ignore)
			continue;
		gen = guc_find_option(item->name, false, true, elevel);
		if (gen != NULL)
		{
			/* only the last of several lines counts, if they spell it alike */
			for (ConfigVariable *later = item->next; later; later = later->next)
				if (!later->ignore && strcmp(later->name, item->name) == 0)
				{
					item->ignore = true;
					break;
				}
			gen->status |= GUC_IS_IN_FILE;
		}
		else if (!guc_valid_custom_name(item->name))
		{
			ereport(elevel,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("unrecognized configuration parameter \"%s\" in file \"%s\" line %d",
							item->name, item->filename, item->sourceline)));
			item->errmsg = pstrdup("unrecognized configuration parameter");
			item->ignore = true;
			*error_file = item->filename;
			ok = false;
		}
	}
	return ok;
}

/* Settings that stood in a file and no longer do go back to their default. */
static bool
reset_removed(GucContext context, bool apply, const char **error_file,
			  int elevel)
{
	struct config_generic **vars = get_guc_variables();
	bool ok = true;

	for (int i = 0; i < GetNumConfigOptions(); i++)
	{
		struct config_generic *gen = vars[i];

		if (gen->reset_source != PGC_S_FILE || (gen->status & GUC_IS_IN_FILE))
			continue;
		if (gen->context < PGC_SIGHUP)
		{
			gen->status |= GUC_PENDING_RESTART;
			ereport(elevel,
					(errcode(ERRCODE_CANT_CHANGE_RUNTIME_PARAM),
					 errmsg("parameter \"%s\" cannot be changed without restarting the server",
							gen->name)));
			*error_file = ConfigFileName;
			ok = false;
			continue;
		}
		if (!apply)
			continue;
		if (guc_reset_to_default(gen) && context == PGC_SIGHUP)
			ereport(elevel,
					(errmsg("parameter \"%s\" removed from configuration file, reset to default",
							gen->name)));
	}
	return ok;
}

/* The value as text before a change, if changes are to be logged. */
static char *
value_before(ConfigVariable *item, GucContext context, bool apply)
{
	const char *now;

	if (context != PGC_SIGHUP || !apply || IsUnderPostmaster)
		return NULL;
	now = GetConfigOption(item->name, true, false);
	return pstrdup(now ? now : "");
}

static bool
apply_item(ConfigVariable *item, GucContext context, bool apply,
		   bool *applied, int elevel)
{
	char *before = value_before(item, context, apply);
	int result;

	result = set_config_option(item->name, item->value, context, PGC_S_FILE,
							   GUC_ACTION_SET, apply, elevel == LOG ? 0 : elevel,
							   false);
	if (result == 0)
	{
		item->errmsg = pstrdup("setting could not be applied");
		return false;
	}
	if (result > 0 && before)
	{
		const char *after = GetConfigOption(item->name, true, false);

		if (strcmp(before, after ? after : "") != 0)
			ereport(LOG,
					(errmsg("parameter \"%s\" changed to \"%s\"",
							item->name, item->value)));
	}
	item->applied = true;
	if (result > 0)
		*applied = true;
	if (before)
		pfree(before);
	/* remembered even for a value that a stronger source hides */
	if (apply)
		guc_set_source_location(item->name, item->filename, item->sourceline);
	return true;
}

/*
 * ProcessConfigFileInternal
 *		Read the configuration files, and apply them if applySettings.
 *
 * Returns the list of lines, with errmsg set where something was wrong.
 * Problems are reported at elevel; if there were any, a last message tells
 * whether the rest was applied (ERROR when the postmaster starts).
 */
ConfigVariable *
ProcessConfigFileInternal(GucContext context, bool applySettings, int elevel)
{
	ConfigVariable *head = NULL;
	ConfigVariable *tail = NULL;
	const char *error_file = ConfigFileName;
	bool ok;
	bool applied = false;
	bool applying = applySettings;

	ok = read_all_files(&head, &tail, &error_file, elevel);
	if (!ok)
		applying = false;
	else
	{
		if (!check_names(head, &error_file, elevel))
		{
			ok = false;
			/* an unknown name at start is fatal; at reload the rest is applied */
			if (context == PGC_POSTMASTER)
				applying = false;
		}
		if (context == PGC_SIGHUP && !ok)
			applying = false;
		/* after a wrong name no line counts, nor is it tried for the view */
		if (applying || (!applySettings && ok))
		{
			if (!reset_removed(context, applying, &error_file, elevel))
				ok = false;
			for (ConfigVariable *item = head; item; item = item->next)
				if (!item->ignore &&
					!apply_item(item, context, applying, &applied, elevel))
				{
					ok = false;
					error_file = item->filename;
				}
		}
	}
	if (applying)
		PgReloadTime = GetCurrentTimestamp();
	if (ok || !applySettings)
		return head;
	if (context == PGC_POSTMASTER)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("configuration file \"%s\" contains errors", error_file)));
	else if (applied)
		ereport(elevel,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("configuration file \"%s\" contains errors; unaffected changes were applied",
						error_file)));
	else
		ereport(elevel,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("configuration file \"%s\" contains errors; no changes were applied",
						error_file)));
	return head;
}

/*
 * ProcessConfigFile
 *		Read and apply the configuration: at start (PGC_POSTMASTER), or again
 *		(PGC_SIGHUP).  Only the postmaster logs problems at LOG.
 */
void
ProcessConfigFile(GucContext context)
{
	MemoryContext cxt;
	MemoryContext oldcxt;

	Assert(context == PGC_POSTMASTER || context == PGC_SIGHUP);
	cxt = AllocSetContextCreate(CurrentMemoryContext, "config file processing",
								ALLOCSET_DEFAULT_SIZES);
	oldcxt = MemoryContextSwitchTo(cxt);
	(void) ProcessConfigFileInternal(context, true,
									 IsUnderPostmaster ? DEBUG2 : LOG);
	MemoryContextSwitchTo(oldcxt);
	MemoryContextDelete(cxt);
}

/* ---- postgresql.auto.conf ---- */

static void
write_all(int fd, const char *path, StringInfo buf)
{
	const char *p = buf->data;
	int left = buf->len;

	while (left > 0)
	{
		ssize_t n;

		errno = 0;
		n = write(fd, p, left);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
		{
			if (errno == 0)
				errno = ENOSPC;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not write to file \"%s\": %m", path)));
		}
		p += n;
		left -= (int) n;
	}
}

/* Write the list as a new file and put it in the place of the old one. */
static void
write_auto_conf(ConfigVariable *head)
{
	StringInfoData buf;
	int fd;

	initStringInfo(&buf);
	appendStringInfoString(&buf, "# Do not edit this file manually!\n"
								 "# It will be overwritten by the ALTER SYSTEM command.\n");
	for (ConfigVariable *item = head; item; item = item->next)
	{
		char *escaped = escape_single_quotes_ascii(item->value);

		if (escaped == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("out of memory")));
		appendStringInfo(&buf, "%s = '%s'\n", item->name, escaped);
		free(escaped);
	}
	fd = open(PG_AUTOCONF_FILENAME_TMP, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC,
			  pg_file_create_mode);
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open file \"%s\": %m", PG_AUTOCONF_FILENAME_TMP)));
	PG_TRY();
	{
		write_all(fd, PG_AUTOCONF_FILENAME_TMP, &buf);
		if (pg_fsync(fd) != 0)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not fsync file \"%s\": %m",
							PG_AUTOCONF_FILENAME_TMP)));
		close(fd);
		durable_rename(PG_AUTOCONF_FILENAME_TMP, PG_AUTOCONF_FILENAME, ERROR);
	}
	PG_CATCH();
	{
		close(fd);
		(void) unlink(PG_AUTOCONF_FILENAME_TMP);
		PG_RE_THROW();
	}
	PG_END_TRY();
	pfree(buf.data);
}

/*
 * guc_alter_system
 *		Put name = value into postgresql.auto.conf; NULL value removes the
 *		line, NULL name all lines.
 *
 * The caller has checked value and privileges, and holds AutoFileLock.  The
 * working directory is the data directory.
 */
void
guc_alter_system(const char *name, const char *value)
{
	ConfigVariable *head = NULL;
	ConfigVariable *tail = NULL;
	ConfigVariable **link;
	FILE *fp;
	struct stat st;

	if (name != NULL && stat(PG_AUTOCONF_FILENAME, &st) == 0)
	{
		fp = fopen(PG_AUTOCONF_FILENAME, "r");
		if (fp == NULL)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not open file \"%s\": %m", PG_AUTOCONF_FILENAME)));
		if (!ParseConfigFp(fp, PG_AUTOCONF_FILENAME, 0, LOG, &head, &tail))
		{
			fclose(fp);
			ereport(ERROR,
					(errcode(ERRCODE_CONFIG_FILE_ERROR),
					 errmsg("could not parse contents of file \"%s\"",
							PG_AUTOCONF_FILENAME)));
		}
		fclose(fp);
		for (link = &head; *link != NULL;)
		{
			if (guc_name_compare((*link)->name, name) == 0)
				*link = (*link)->next;
			else
				link = &(*link)->next;
		}
		tail = head;
		while (tail && tail->next)
			tail = tail->next;
	}
	if (name != NULL && value != NULL)
		add_item(&head, &tail, pstrdup(name), pstrdup(value), NULL, NULL, 0);
	write_auto_conf(head);
}

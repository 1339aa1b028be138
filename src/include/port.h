/*
 * port.h
 *		What the C library lacks or does differently from what we need.
 *
 * Included by c.h, so every file of the tree sees it.  Paths here are Unix
 * paths; the only platform is Linux.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/port.h
 */
#ifndef PORT_H
#define PORT_H

#include <netdb.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

typedef int pgsocket;
#define PGINVALID_SOCKET (-1)
#define closesocket close
#define DEVNULL "/dev/null"
#define EXE ""
#define DLSUFFIX ".so"
#define PG_STRERROR_R_BUFLEN 256
#define PG_IOLBF _IOLBF
#define IS_DIR_SEP(ch) ((ch) == '/')
#define is_absolute_path(name) IS_DIR_SEP((name)[0])
#define is_nonwindows_absolute_path(name) is_absolute_path(name)
#define pg_pread pread
#define pg_pwrite pwrite
#define pg_mkstemp mkstemp
#define pg_pclose_check(f) pclose(f)
#define NON_EXEC_STATIC static

/* strl.c: bounded copies (glibc before 2.38 has none) */
extern size_t pg_strlcpy(char *dst, const char *src, size_t siz);
extern size_t pg_strlcat(char *dst, const char *src, size_t siz);
#undef strlcpy
#undef strlcat
#define strlcpy pg_strlcpy
#define strlcat pg_strlcat

/* pgstrcasecmp.c: case folding that ignores the locale for ASCII */
extern int pg_strcasecmp(const char *s1, const char *s2);
extern int pg_strncasecmp(const char *s1, const char *s2, size_t n);
extern unsigned char pg_toupper(unsigned char ch);
extern unsigned char pg_tolower(unsigned char ch);
extern unsigned char pg_ascii_toupper(unsigned char ch);
extern unsigned char pg_ascii_tolower(unsigned char ch);

/* path.c */
extern char *first_dir_separator(const char *filename);
extern char *last_dir_separator(const char *filename);
extern char *first_path_var_separator(const char *pathlist);
extern void canonicalize_path(char *path);
extern void make_native_path(char *path);
extern void cleanup_path(char *path);
extern void join_path_components(char *ret_path, const char *head,
								 const char *tail);
extern bool path_contains_parent_reference(const char *path);
extern bool path_is_relative_and_below_cwd(const char *path);
extern bool path_is_prefix_of_path(const char *path1, const char *path2);
extern char *make_absolute_path(const char *path);
extern const char *get_progname(const char *argv0);
extern void get_parent_directory(char *path);
extern bool get_home_path(char *ret_path);
extern void get_share_path(const char *my_exec_path, char *ret_path);
extern void get_etc_path(const char *my_exec_path, char *ret_path);
extern void get_include_path(const char *my_exec_path, char *ret_path);
extern void get_lib_path(const char *my_exec_path, char *ret_path);
extern void get_pkglib_path(const char *my_exec_path, char *ret_path);
extern void get_doc_path(const char *my_exec_path, char *ret_path);
extern void get_man_path(const char *my_exec_path, char *ret_path);
#define set_pglocale_pgservice(argv0, app) ((void) 0)
#define PG_TEXTDOMAIN(domain) (domain "-15")

/* common/exec.c: where are we, and where are our sister programs */
extern int find_my_exec(const char *argv0, char *retpath);
extern int find_other_exec(const char *argv0, const char *target,
						   const char *versionstr, char *retpath);
extern int validate_exec(const char *path);
extern char *pipe_read_line(char *cmd, char *line, int maxsize);

/* pgsleep.c, pqsignal.c, pg_strong_random.c, user.c, pgmkdirp.c, pgcheckdir.c */
extern void pg_usleep(long microsec);
typedef void (*pqsigfunc)(int signo);
extern pqsigfunc pqsignal(int signo, pqsigfunc func);
extern void pg_strong_random_init(void);
extern bool pg_strong_random(void *buf, size_t len);
extern bool pg_get_user_name(uid_t user_id, char *buffer, size_t buflen);
extern bool pg_get_user_home_dir(uid_t user_id, char *buffer, size_t buflen);
extern int pg_mkdir_p(char *path, int omode);
extern int pg_check_dir(const char *dir);

/* common/rmtree.c */
extern bool rmtree(const char *path, bool rmtopdir);

/* pgstrsignal.c, strerror.c */
extern const char *pg_strsignal(int signum);
extern char *pg_strerror(int errnum);
extern char *pg_strerror_r(int errnum, char *buf, size_t buflen);
extern const char *get_errno_symbol(int errnum);

/* noblock.c */
extern bool pg_set_noblock(pgsocket sock);
extern bool pg_set_block(pgsocket sock);

/* qsort.c: comparators take (const void *, const void *[, void *]) */
typedef int (*qsort_arg_comparator)(const void *a, const void *b, void *arg);
extern void pg_qsort(void *base, size_t nel, size_t elsize,
					 int (*cmp)(const void *, const void *));
extern int pg_qsort_strcmp(const void *a, const void *b);
extern void qsort_arg(void *base, size_t nel, size_t elsize,
					  qsort_arg_comparator cmp, void *arg);
extern void *bsearch_arg(const void *key, const void *base0, size_t nmemb,
						 size_t size,
						 int (*compar)(const void *, const void *, void *),
						 void *arg);

/* inet_net_ntop.c */
extern char *pg_inet_net_ntop(int af, const void *src, int bits, char *dst,
							  size_t size);

/* pg_bitutils.c, quotes.c, tar.c */
extern char *escape_single_quotes_ascii(const char *src);
extern bool wait_result_is_signal(int exit_status, int signum);
extern bool wait_result_is_any_signal(int exit_status, bool include_command_not_found);
extern char *wait_result_to_str(int exit_status);

/* getpeereid */
extern int getpeereid(int sock, uid_t *uid, gid_t *gid);

#endif /* PORT_H */

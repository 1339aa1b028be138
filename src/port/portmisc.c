/*
 * portmisc.c
 *		Small gaps between the C library and what we need.
 *
 * Sleeping, signals, random bytes, users, directories, socket modes, sorting.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/port/portmisc.c
 */
#include "c.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>

/* Sleep; a signal ends it early. */
void
pg_usleep(long microsec)
{
	struct timespec delay;

	if (microsec <= 0)
		return;
	delay.tv_sec = microsec / 1000000;
	delay.tv_nsec = (microsec % 1000000) * 1000;
	(void) nanosleep(&delay, NULL);
}

/*
 * pqsignal
 *		Install a handler; interrupted system calls are restarted.
 *
 * Returns the handler from before, SIG_ERR on failure.
 */
pqsigfunc
pqsignal(int signo, pqsigfunc func)
{
	struct sigaction act;
	struct sigaction old;

	memset(&act, 0, sizeof(act));
	act.sa_handler = func;
	sigemptyset(&act.sa_mask);
	act.sa_flags = SA_RESTART;
	if (signo == SIGCHLD)
		act.sa_flags |= SA_NOCLDSTOP;
	return sigaction(signo, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}

void
pg_strong_random_init(void)
{
	/* the kernel needs no seeding by us */
}

/* Fill buf with bytes fit for keys; false if the kernel has none. */
bool
pg_strong_random(void *buf, size_t len)
{
	char *p = buf;

	while (len > 0)
	{
		ssize_t got = getrandom(p, len, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		len -= got;
	}
	return true;
}

bool
pg_get_user_name(uid_t user_id, char *buffer, size_t buflen)
{
	char work[4096];
	struct passwd pw;
	struct passwd *res = NULL;
	int err = getpwuid_r(user_id, &pw, work, sizeof(work), &res);

	if (res != NULL)
	{
		strlcpy(buffer, pw.pw_name, buflen);
		return true;
	}
	if (err != 0)
		snprintf(buffer, buflen, "could not look up local user ID %d: %s",
				 (int) user_id, strerror(err));
	else
		snprintf(buffer, buflen, "local user with ID %d does not exist",
				 (int) user_id);
	return false;
}

bool
pg_get_user_home_dir(uid_t user_id, char *buffer, size_t buflen)
{
	char work[4096];
	struct passwd pw;
	struct passwd *res = NULL;

	if (getpwuid_r(user_id, &pw, work, sizeof(work), &res) != 0 || res == NULL)
		return false;
	strlcpy(buffer, pw.pw_dir, buflen);
	return true;
}

/*
 * pg_mkdir_p
 *		Make a directory and its missing parents; path is changed meanwhile.
 *
 * Parents get the default mode widened for the owner.  0, or -1 with errno.
 */
int
pg_mkdir_p(char *path, int omode)
{
	struct stat st;

	for (char *p = path + 1;; p++)
	{
		char end = *p;
		int failed;

		if (end != '/' && end != '\0')
			continue;
		if (end == '/' && p[1] == '\0')
			end = '\0';
		*p = '\0';
		failed = mkdir(path, end == '\0' ? omode : (omode | S_IRWXU));
		if (failed && errno == EEXIST && stat(path, &st) == 0)
		{
			failed = !S_ISDIR(st.st_mode);
			if (failed)
				errno = end == '\0' ? EEXIST : ENOTDIR;
		}
		if (failed)
		{
			*p = end;
			return -1;
		}
		if (end == '\0')
			return 0;
		*p = end;
	}
}

/*
 * pg_check_dir
 *		0: does not exist; 1: empty; 2: only dot files; 3: has a lost+found;
 *		4: has anything else; -1: error.
 */
int
pg_check_dir(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	int result = 1;

	if (d == NULL)
		return errno == ENOENT ? 0 : -1;
	while (errno = 0, (de = readdir(d)) != NULL)
	{
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		if (de->d_name[0] == '.')
			result = Max(result, 2);
		else if (strcmp(de->d_name, "lost+found") == 0)
			result = Max(result, 3);
		else
			result = 4;
	}
	if (errno != 0)
		result = -1;
	if (closedir(d) != 0)
		result = -1;
	return result;
}

const char *
pg_strsignal(int signum)
{
	const char *name = strsignal(signum);

	return name ? name : "unrecognized signal";
}

char *
pg_strerror(int errnum)
{
	return strerror(errnum);
}

char *
pg_strerror_r(int errnum, char *buf, size_t buflen)
{
	return strerror_r(errnum, buf, buflen);
}

const char *
get_errno_symbol(int errnum)
{
	return strerrorname_np(errnum);
}

static bool
set_flag(pgsocket sock, int flag, bool on)
{
	int flags = fcntl(sock, F_GETFL);

	if (flags < 0)
		return false;
	return fcntl(sock, F_SETFL, on ? flags | flag : flags & ~flag) >= 0;
}

bool
pg_set_noblock(pgsocket sock)
{
	return set_flag(sock, O_NONBLOCK, true);
}

bool
pg_set_block(pgsocket sock)
{
	return set_flag(sock, O_NONBLOCK, false);
}

int
getpeereid(int sock, uid_t *uid, gid_t *gid)
{
	struct ucred cred;
	socklen_t len = sizeof(cred);

	if (getsockopt(sock, SOL_SOCKET, SO_PEERCRED, &cred, &len) != 0 ||
		len != sizeof(cred))
		return -1;
	*uid = cred.uid;
	*gid = cred.gid;
	return 0;
}

void
pg_qsort(void *base, size_t nel, size_t elsize,
		 int (*cmp)(const void *, const void *))
{
	qsort(base, nel, elsize, cmp);
}

int
pg_qsort_strcmp(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

void
qsort_arg(void *base, size_t nel, size_t elsize, qsort_arg_comparator cmp,
		  void *arg)
{
	qsort_r(base, nel, elsize, cmp, arg);
}

void *
bsearch_arg(const void *key, const void *base0, size_t nmemb, size_t size,
			int (*compar)(const void *, const void *, void *), void *arg)
{
	const char *lo = base0;

	while (nmemb > 0)
	{
		size_t half = nmemb / 2;
		const char *mid = lo + half * size;
		int c = compar(key, mid, arg);

		if (c == 0)
			return (void *) mid;
		if (c < 0)
			nmemb = half;
		else
		{
			lo = mid + size;
			nmemb -= half + 1;
		}
	}
	return NULL;
}

/* malloc'd copy of src with quotes and backslashes doubled; NULL: no memory. */
char *
escape_single_quotes_ascii(const char *src)
{
	char *result = malloc(strlen(src) * 2 + 1);
	char *out = result;

	if (result == NULL)
		return NULL;
	for (; *src; src++)
	{
		if (*src == '\'' || *src == '\\')
			*out++ = *src;
		*out++ = *src;
	}
	*out = '\0';
	return result;
}

/*
 * fd_internals.h
 *		Between the files of storage/file.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/fd_internals.h
 */
#ifndef FD_INTERNALS_H
#define FD_INTERNALS_H

/* fd.c */
extern bool fd_release_one(void);
extern void fd_make_room(void);

/* fd_allocate.c */
extern int fd_num_allocated(void);
extern void fd_close_allocated(bool isCommit);

/* fd_temp.c */
extern void fd_forget_temp_tablespaces(void);

#endif /* FD_INTERNALS_H */

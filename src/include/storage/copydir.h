/*
 * copydir.h
 *		Copy a directory of relation files.
 *
 * Used by CREATE DATABASE with strategy file_copy and by its replay.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/copydir.h
 */
#ifndef COPYDIR_H
#define COPYDIR_H

/* storage/file/copydir.c */
extern void copydir(char *fromdir, char *todir, bool recurse);
extern void copy_file(char *fromfile, char *tofile);

#endif /* COPYDIR_H */

/*
 * buffile.h
 *		Temporary files of any length with stdio-like access.
 *
 * Beyond one gigabyte they continue in another file.  Closed at the end of the
 * transaction at the latest, unless made with interXact.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/buffile.h
 */
#ifndef BUFFILE_H
#define BUFFILE_H

#include <sys/types.h>

typedef struct BufFile BufFile;

extern void BufFileClose(BufFile *file);
extern BufFile *BufFileCreateTemp(bool interXact);
extern void BufFileFlush(BufFile *file);
extern size_t BufFileRead(BufFile *file, void *ptr, size_t size);
extern void BufFileReadExact(BufFile *file, void *ptr, size_t size);
extern int BufFileSeek(BufFile *file, int fileno, off_t offset, int whence);
extern int BufFileSeekBlock(BufFile *file, long blknum);
extern int64 BufFileSize(BufFile *file);
extern void BufFileTell(BufFile *file, int *fileno, off_t *offset);
extern void BufFileWrite(BufFile *file, void *ptr, size_t size);

#endif /* BUFFILE_H */

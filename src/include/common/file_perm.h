/*
 * common/file_perm.h
 *		Modes of files and directories in the data directory.
 *
 * Owner only, or group may read as well: decided by the mode of the data
 * directory itself.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/common/file_perm.h
 */
#ifndef FILE_PERM_H
#define FILE_PERM_H

#include <sys/stat.h>

#define PG_MODE_MASK_OWNER (S_IRWXG | S_IRWXO)
#define PG_MODE_MASK_GROUP (S_IWGRP | S_IRWXO)
#define PG_DIR_MODE_OWNER S_IRWXU
#define PG_DIR_MODE_GROUP (S_IRWXU | S_IRGRP | S_IXGRP)
#define PG_FILE_MODE_OWNER (S_IRUSR | S_IWUSR)
#define PG_FILE_MODE_GROUP (S_IRUSR | S_IWUSR | S_IRGRP)

extern PGDLLIMPORT int pg_dir_create_mode;
extern PGDLLIMPORT int pg_file_create_mode;
extern PGDLLIMPORT int pg_mode_mask;

extern void SetDataDirectoryCreatePerm(int dataDirMode);
extern bool GetDataDirectoryCreatePerm(const char *dataDir);

#endif /* FILE_PERM_H */

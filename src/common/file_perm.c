/*
 * file_perm.c
 *		Modes of new files in the data directory.
 *
 * Owner-only until the mode of the data directory says that the group may read.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/common/file_perm.c
 */
#ifndef FRONTEND
#include "postgres.h"
#else
#include "postgres_fe.h"
#endif

#include "common/file_perm.h"

int pg_dir_create_mode = PG_DIR_MODE_OWNER;
int pg_file_create_mode = PG_FILE_MODE_OWNER;
int pg_mode_mask = PG_MODE_MASK_OWNER;

void
SetDataDirectoryCreatePerm(int dataDirMode)
{
	bool group = (dataDirMode & PG_DIR_MODE_GROUP) == PG_DIR_MODE_GROUP;

	pg_dir_create_mode = group ? PG_DIR_MODE_GROUP : PG_DIR_MODE_OWNER;
	pg_file_create_mode = group ? PG_FILE_MODE_GROUP : PG_FILE_MODE_OWNER;
	pg_mode_mask = group ? PG_MODE_MASK_GROUP : PG_MODE_MASK_OWNER;
}

/* Take the mode from the directory; false with errno if it has none. */
bool
GetDataDirectoryCreatePerm(const char *dataDir)
{
	struct stat st;

	if (stat(dataDir, &st) != 0)
		return false;
	SetDataDirectoryCreatePerm(st.st_mode);
	return true;
}

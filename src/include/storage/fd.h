/*
 * fd.h
 *		Files: virtual descriptors, temporary files, durable operations.
 *
 * A process may open more files than the kernel allows it: File is a
 * virtual descriptor whose kernel descriptor is closed and reopened as
 * needed. Descriptors of the short-lived kinds are freed at the end of the
 * transaction.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/storage/fd.h
 */
#ifndef FD_H
#define FD_H

#include <dirent.h>
#include <fcntl.h>

typedef int File;

typedef enum RecoveryInitSyncMethod
{
	RECOVERY_INIT_SYNC_METHOD_FSYNC,
	RECOVERY_INIT_SYNC_METHOD_SYNCFS
} RecoveryInitSyncMethod;

struct iovec;

#define FileIsValid(f) ((f) > 0)
#define FD_MINFREE 10
#define PG_TEMP_FILES_DIR "pgsql_tmp"
#define PG_TEMP_FILE_PREFIX "pgsql_tmp"
#define PG_O_DIRECT O_DIRECT
#define NUM_RESERVED_FDS 10

/* settings: storage/file/fd.c */
extern PGDLLIMPORT int max_files_per_process;
extern PGDLLIMPORT bool data_sync_retry;
extern PGDLLIMPORT int recovery_init_sync_method;
extern PGDLLIMPORT int max_safe_fds;

/* virtual descriptors */
extern File PathNameOpenFile(const char *fileName, int fileFlags);
extern File PathNameOpenFilePerm(const char *fileName, int fileFlags,
								 mode_t fileMode);
extern File OpenTemporaryFile(bool interXact);
extern void FileClose(File file);
extern int FileRead(File file, char *buffer, int amount, off_t offset,
					uint32 wait_event_info);
extern int FileWrite(File file, char *buffer, int amount, off_t offset,
					 uint32 wait_event_info);
extern int FileSync(File file, uint32 wait_event_info);
extern int FilePrefetch(File file, off_t offset, int amount,
						uint32 wait_event_info);
extern void FileWriteback(File file, off_t offset, off_t nbytes,
						  uint32 wait_event_info);
extern off_t FileSize(File file);
extern int FileTruncate(File file, off_t offset, uint32 wait_event_info);
extern char *FilePathName(File file);
extern int FileGetRawDesc(File file);
extern int FileGetRawFlags(File file);
extern mode_t FileGetRawMode(File file);

/* named temporary files and directories */
extern void PathNameCreateTemporaryDir(const char *base, const char *name);
extern void PathNameDeleteTemporaryDir(const char *name);
extern File PathNameCreateTemporaryFile(const char *name,
										bool error_on_failure);
extern File PathNameOpenTemporaryFile(const char *path, int mode);
extern bool PathNameDeleteTemporaryFile(const char *name,
										bool error_on_failure);
extern void TempTablespacePath(char *path, Oid tablespace);

/* freed at the end of the (sub)transaction if not before */
extern DIR *AllocateDir(const char *dirname);
extern FILE *AllocateFile(const char *name, const char *mode);
extern int ClosePipeStream(FILE *file);
extern int CloseTransientFile(int fd);
extern int FreeDir(DIR *dir);
extern int FreeFile(FILE *file);
extern FILE *OpenPipeStream(const char *command, const char *mode);
extern int OpenTransientFile(const char *fileName, int fileFlags);
extern int OpenTransientFilePerm(const char *fileName, int fileFlags,
								 mode_t fileMode);
extern struct dirent *ReadDir(DIR *dir, const char *dirname);
extern struct dirent *ReadDirExtended(DIR *dir, const char *dirname,
									  int elevel);

/* plain descriptors; the caller keeps track */
extern int BasicOpenFile(const char *fileName, int fileFlags);
extern int BasicOpenFilePerm(const char *fileName, int fileFlags,
							 mode_t fileMode);
extern bool AcquireExternalFD(void);
extern void ReserveExternalFD(void);
extern void ReleaseExternalFD(void);
extern int MakePGDirectory(const char *directoryName);

/* durability */
extern int data_sync_elevel(int elevel);
extern int durable_rename(const char *oldfile, const char *newfile,
						  int loglevel);
extern int durable_rename_excl(const char *oldfile, const char *newfile,
							   int loglevel);
extern int durable_unlink(const char *fname, int loglevel);
extern void fsync_fname(const char *fname, bool isdir);
extern int fsync_fname_ext(const char *fname, bool isdir,
						   bool ignore_perm, int elevel);
extern int fsync_parent_path(const char *fname, int elevel);
extern int pg_fdatasync(int fd);
extern void pg_flush_data(int fd, off_t offset, off_t amount);
extern int pg_fsync(int fd);
extern int pg_fsync_no_writethrough(int fd);
extern int pg_fsync_writethrough(int fd);
extern int pg_truncate(const char *path, off_t length);
extern void SyncDataDirectory(void);

/* life of a process and of a transaction */
extern void AtEOSubXact_Files(bool isCommit, SubTransactionId mySubid,
							  SubTransactionId parentSubid);
extern void AtEOXact_Files(bool isCommit);
extern void closeAllVfds(void);
extern Oid GetNextTempTableSpace(void);
extern int GetTempTablespaces(Oid *tableSpaces, int numSpaces);
extern void InitFileAccess(void);
extern void InitTemporaryFileAccess(void);
extern bool looks_like_temp_rel_name(const char *name);
extern void RemovePgTempFiles(void);
extern void RemovePgTempFilesInDir(const char *tmpdirname,
								   bool missing_ok, bool unlink_all);
extern void set_max_safe_fds(void);
extern void SetTempTablespaces(Oid *tableSpaces, int numSpaces);
extern bool TempTablespacesAreSet(void);

#endif /* FD_H */

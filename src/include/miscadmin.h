/*
 * miscadmin.h
 *		State of this process and of the server that all code may look at.
 *
 * Identity (user, database, process), processing mode, interrupts, critical
 * sections and the files that mark a data directory as in use.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/miscadmin.h
 */
#ifndef MISCADMIN_H
#define MISCADMIN_H

#include <signal.h>
#include <sys/time.h>

#include "datatype/timestamp.h"
#include "pgtime.h"
#include "storage/backendid.h"

/* ---- interrupts (tcop/postgres.c handles them, utils/init/globals.c holds) ---- */
extern PGDLLIMPORT volatile sig_atomic_t CheckClientConnectionPending;
extern PGDLLIMPORT volatile sig_atomic_t ClientConnectionLost;
extern PGDLLIMPORT volatile sig_atomic_t ConfigReloadPending;
extern PGDLLIMPORT volatile uint32 CritSectionCount;
extern PGDLLIMPORT volatile sig_atomic_t IdleInTransactionSessionTimeoutPending;
extern PGDLLIMPORT volatile sig_atomic_t IdleSessionTimeoutPending;
extern PGDLLIMPORT volatile sig_atomic_t IdleStatsUpdateTimeoutPending;
extern PGDLLIMPORT volatile uint32 InterruptHoldoffCount;
extern PGDLLIMPORT volatile sig_atomic_t InterruptPending;
extern PGDLLIMPORT volatile sig_atomic_t LogMemoryContextPending;
extern PGDLLIMPORT volatile sig_atomic_t ProcDiePending;
extern void ProcessInterrupts(void);
extern PGDLLIMPORT volatile sig_atomic_t ProcSignalBarrierPending;
extern PGDLLIMPORT volatile uint32 QueryCancelHoldoffCount;
extern PGDLLIMPORT volatile sig_atomic_t QueryCancelPending;

#define INTERRUPTS_PENDING_CONDITION() unlikely(InterruptPending)
#define INTERRUPTS_CAN_BE_PROCESSED()                       \
	(InterruptHoldoffCount == 0 && CritSectionCount == 0 && \
	 QueryCancelHoldoffCount == 0)
#define CHECK_FOR_INTERRUPTS()              \
	do                                      \
	{                                       \
		if (INTERRUPTS_PENDING_CONDITION()) \
			ProcessInterrupts();            \
	} while (0)
#define HOLD_INTERRUPTS() (InterruptHoldoffCount++)
#define RESUME_INTERRUPTS()                \
	do                                     \
	{                                      \
		Assert(InterruptHoldoffCount > 0); \
		InterruptHoldoffCount--;           \
	} while (0)
#define HOLD_CANCEL_INTERRUPTS() (QueryCancelHoldoffCount++)
#define RESUME_CANCEL_INTERRUPTS()           \
	do                                       \
	{                                        \
		Assert(QueryCancelHoldoffCount > 0); \
		QueryCancelHoldoffCount--;           \
	} while (0)

/* Between these an ERROR becomes a PANIC: shared state is half changed. */
#define START_CRIT_SECTION() (CritSectionCount++)
#define END_CRIT_SECTION()            \
	do                                \
	{                                 \
		Assert(CritSectionCount > 0); \
		CritSectionCount--;           \
	} while (0)

/* ---- processing modes ---- */
typedef enum ProcessingMode
{
	BootstrapProcessing,
	InitProcessing,
	NormalProcessing
} ProcessingMode;
extern PGDLLIMPORT ProcessingMode Mode;
#define IsBootstrapProcessingMode() (Mode == BootstrapProcessing)
#define IsInitProcessingMode() (Mode == InitProcessing)
#define IsNormalProcessingMode() (Mode == NormalProcessing)
#define GetProcessingMode() Mode
#define SetProcessingMode(mode) (Mode = (mode))

typedef enum BackendType
{
	B_INVALID = 0,
	B_ARCHIVER,
	B_AUTOVAC_LAUNCHER,
	B_AUTOVAC_WORKER,
	B_BACKEND,
	B_BG_WORKER,
	B_BG_WRITER,
	B_CHECKPOINTER,
	B_LOGGER,
	B_STANDALONE_BACKEND,
	B_STARTUP,
	B_WAL_RECEIVER,
	B_WAL_SENDER,
	B_WAL_WRITER
} BackendType;
#define BACKEND_NUM_TYPES (B_WAL_WRITER + 1)
extern PGDLLIMPORT BackendType MyBackendType;
extern const char *GetBackendTypeDesc(BackendType backendType);

/* Which auxiliary process this is; NotAnAuxProcess for backends. */
typedef enum
{
	NotAnAuxProcess = -1,
	StartupProcess = 0,
	BgWriterProcess,
	ArchiverProcess,
	CheckpointerProcess,
	WalWriterProcess,
	WalReceiverProcess,
	NUM_AUXPROCTYPES
} AuxProcType;
extern PGDLLIMPORT AuxProcType MyAuxProcType;
#define AmStartupProcess() (MyAuxProcType == StartupProcess)
#define AmBackgroundWriterProcess() (MyAuxProcType == BgWriterProcess)
#define AmArchiverProcess() (MyAuxProcType == ArchiverProcess)
#define AmCheckpointerProcess() (MyAuxProcType == CheckpointerProcess)
#define AmWalWriterProcess() (MyAuxProcType == WalWriterProcess)
#define AmWalReceiverProcess() (MyAuxProcType == WalReceiverProcess)

/* ---- globals.c: this process ---- */
struct Port;
struct Latch;
extern PGDLLIMPORT bool ExitOnAnyError;
extern PGDLLIMPORT bool IsBackgroundWorker;
extern PGDLLIMPORT bool IsBinaryUpgrade;
extern PGDLLIMPORT bool IsPostmasterEnvironment;
extern PGDLLIMPORT bool IsUnderPostmaster;
extern PGDLLIMPORT BackendId MyBackendId;
extern PGDLLIMPORT int32 MyCancelKey;
extern PGDLLIMPORT Oid MyDatabaseId;
extern PGDLLIMPORT Oid MyDatabaseTableSpace;
extern PGDLLIMPORT struct Latch *MyLatch;
extern PGDLLIMPORT int MyPMChildSlot;
extern PGDLLIMPORT int MyProcPid;
extern PGDLLIMPORT struct Port *MyProcPort;
extern PGDLLIMPORT pg_time_t MyStartTime;
extern PGDLLIMPORT TimestampTz MyStartTimestamp;
extern PGDLLIMPORT char OutputFileName[];
extern PGDLLIMPORT BackendId ParallelLeaderBackendId;
extern PGDLLIMPORT pid_t PostmasterPid;

/* ---- globals.c: places ---- */
extern PGDLLIMPORT int data_directory_mode;
extern PGDLLIMPORT char *DatabasePath;
extern PGDLLIMPORT char *DataDir;
extern PGDLLIMPORT char my_exec_path[];
extern PGDLLIMPORT char pkglib_path[];

/* ---- globals.c: settings without a better home ---- */
extern PGDLLIMPORT bool allowSystemTableMods;
extern PGDLLIMPORT bool enableFsync;
extern PGDLLIMPORT double hash_mem_multiplier;
extern PGDLLIMPORT int maintenance_work_mem;
extern PGDLLIMPORT int max_parallel_maintenance_workers;
extern PGDLLIMPORT int max_parallel_workers;
extern PGDLLIMPORT int max_worker_processes;
extern PGDLLIMPORT int MaxBackends;
extern PGDLLIMPORT int MaxConnections;
extern PGDLLIMPORT int NBuffers;
extern PGDLLIMPORT bool VacuumCostActive;
extern PGDLLIMPORT int VacuumCostBalance;
extern PGDLLIMPORT double VacuumCostDelay;
extern PGDLLIMPORT int VacuumCostLimit;
extern PGDLLIMPORT int VacuumCostPageDirty;
extern PGDLLIMPORT int VacuumCostPageHit;
extern PGDLLIMPORT int VacuumCostPageMiss;
extern PGDLLIMPORT int64 VacuumPageDirty;
extern PGDLLIMPORT int64 VacuumPageHit;
extern PGDLLIMPORT int64 VacuumPageMiss;
extern PGDLLIMPORT int work_mem;

#define MAX_BACKENDS 0x3FFFF /* fits the 18-bit counter of a buffer's pins */

/* ---- date and time formats (SET datestyle, intervalstyle) ---- */
#define USE_POSTGRES_DATES 0
#define USE_ISO_DATES 1
#define USE_SQL_DATES 2
#define USE_GERMAN_DATES 3
#define USE_XSD_DATES 4
#define DATEORDER_YMD 0
#define DATEORDER_DMY 1
#define DATEORDER_MDY 2
#define INTSTYLE_POSTGRES 0
#define INTSTYLE_POSTGRES_VERBOSE 1
#define INTSTYLE_SQL_STANDARD 2
#define INTSTYLE_ISO_8601 3
#define MAXTZLEN 10
extern PGDLLIMPORT int DateOrder;
extern PGDLLIMPORT int DateStyle;
extern PGDLLIMPORT int IntervalStyle;

/* ---- miscinit.c: who the user is ---- */
#define SECURITY_LOCAL_USERID_CHANGE 0x0001
#define SECURITY_RESTRICTED_OPERATION 0x0002
#define SECURITY_NOFORCE_RLS 0x0004
extern Oid GetAuthenticatedUserId(void);
extern Oid GetCurrentRoleId(void);
extern Oid GetOuterUserId(void);
extern Oid GetSessionUserId(void);
extern bool GetSessionUserIsSuperuser(void);
extern Oid GetSystemUserOid(void);
extern Oid GetUserId(void);
extern void GetUserIdAndContext(Oid *userid, bool *sec_def_context);
extern void GetUserIdAndSecContext(Oid *userid, int *sec_context);
extern char *GetUserNameFromId(Oid roleid, bool noerr);
extern void InitializeSessionUserId(const char *rolename, Oid useroid);
extern void InitializeSessionUserIdStandalone(void);
extern bool InLocalUserIdChange(void);
extern bool InNoForceRLSOperation(void);
extern bool InSecurityRestrictedOperation(void);
extern void SetCurrentRoleId(Oid roleid, bool is_superuser);
extern void SetSessionAuthorization(Oid userid, bool is_superuser);
extern void SetUserIdAndContext(Oid userid, bool sec_def_context);
extern void SetUserIdAndSecContext(Oid userid, int sec_context);

/*
 * What miscinit.c asks about a role; the owner of the catalog caches
 * registers it.  lookup fills in the row of the role with that name (or OID,
 * if rolename is NULL) and returns false if there is none.
 */
typedef struct RoleInfo
{
	Oid oid;
	NameData rolname;
	bool rolsuper;
	bool rolcanlogin;
	bool rolreplication;
	int rolconnlimit; /* -1: no limit */
} RoleInfo;
typedef bool (*RoleLookupFunction)(const char *rolename, Oid roleid,
								   RoleInfo *info);
extern void miscinit_set_role_lookup(RoleLookupFunction lookup);

/* superuser.c (utils/misc) */
extern bool superuser(void);
extern bool superuser_arg(Oid roleid);

/* ---- miscinit.c: starting a process, data directory, lock files ---- */
extern void AddToDataDirLockFile(int target_line, const char *str);
extern void ChangeToDataDir(void);
extern void checkDataDir(void);
extern void CreateDataDirLockFile(bool amPostmaster);
extern void CreateSocketLockFile(const char *socketfile, bool amPostmaster,
								 const char *socketDir);
extern void InitPostmasterChild(void);
extern void InitProcessLocalLatch(void);
extern void InitStandaloneProcess(const char *argv0);
extern bool RecheckDataDirLockFile(void);
extern void SetDatabasePath(const char *path);
extern void SetDataDir(const char *dir);
extern void SwitchBackToLocalLatch(void);
extern void SwitchToSharedLatch(void);
extern void TouchSocketLockFiles(void);
extern void UnlinkLockFiles(int status, Datum arg);
extern void ValidatePgVersion(const char *path);

/* Lines of postmaster.pid, from 1 (the status words are in pidfile.h). */
#include "utils/pidfile.h"

/* ---- miscinit.c: libraries loaded at start ---- */
extern PGDLLIMPORT char *local_preload_libraries_string;
extern PGDLLIMPORT bool process_shared_preload_libraries_done;
extern PGDLLIMPORT bool process_shared_preload_libraries_in_progress;
extern PGDLLIMPORT bool process_shmem_requests_in_progress;
extern PGDLLIMPORT char *session_preload_libraries_string;
extern PGDLLIMPORT char *shared_preload_libraries_string;
typedef void (*shmem_request_hook_type)(void);
extern bool has_rolreplication(Oid roleid);
extern void pg_bindtextdomain(const char *domain);
extern void process_session_preload_libraries(void);
extern void process_shared_preload_libraries(void);
extern void process_shmem_requests(void);
extern PGDLLIMPORT shmem_request_hook_type shmem_request_hook;

/* system indexes are not to be used (repair), set by -P */
extern PGDLLIMPORT bool IgnoreSystemIndexes;

/* ---- utils/init/postinit.c ---- */
extern void BaseInit(void);
extern void InitializeMaxBackends(void);
extern void InitPostgres(const char *in_dbname, Oid dboid,
						 const char *username, Oid useroid,
						 bool load_session_libraries,
						 bool override_allow_connections, char *out_dbname);
extern void pg_split_opts(char **argv, int *argcp, const char *optstr);

/* ---- tcop/postgres.c: depth of the stack ---- */
extern PGDLLIMPORT int max_stack_depth;
typedef char *pg_stack_base_t;
extern void check_stack_depth(void);
extern void restore_stack_base(pg_stack_base_t base);
extern pg_stack_base_t set_stack_base(void);
extern bool stack_is_too_deep(void);

/* ---- tcop/utility.c ---- */
extern void PreventCommandDuringRecovery(const char *cmdname);
extern void PreventCommandIfParallelMode(const char *cmdname);
extern void PreventCommandIfReadOnly(const char *cmdname);

/* ---- libpq/pqcomm, access/transam ---- */
extern bool BackupInProgress(void);
extern void CancelBackup(void);
extern int trace_recovery(int trace_level);
extern PGDLLIMPORT int trace_recovery_messages;

#endif /* MISCADMIN_H */

/*
 * globals.c
 *		Variables of this process that belong to no module alone.
 *
 * Declared in miscadmin.h.  Settings here get their values from utils/misc.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/init/globals.c
 */
#include "postgres.h"

#include "common/file_perm.h"
#include "miscadmin.h"

/* what a signal or another process asks for; the first says that there is something */
volatile sig_atomic_t InterruptPending = false;
volatile sig_atomic_t ProcDiePending = false;
volatile sig_atomic_t QueryCancelPending = false;
volatile sig_atomic_t ProcSignalBarrierPending = false;
volatile sig_atomic_t LogMemoryContextPending = false;

/* timeouts that have come, and what they found */
volatile sig_atomic_t IdleSessionTimeoutPending = false;
volatile sig_atomic_t IdleInTransactionSessionTimeoutPending = false;
volatile sig_atomic_t IdleStatsUpdateTimeoutPending = false;
volatile sig_atomic_t CheckClientConnectionPending = false;
volatile sig_atomic_t ClientConnectionLost = false;

/* none of it is served while one of these is above zero */
volatile uint32 CritSectionCount = 0;
volatile uint32 InterruptHoldoffCount = 0;
volatile uint32 QueryCancelHoldoffCount = 0; /* a cancel alone */

/* this process */
int MyProcPid;
pg_time_t MyStartTime;
TimestampTz MyStartTimestamp;
struct Port *MyProcPort;
struct Latch *MyLatch;
int32 MyCancelKey;
int MyPMChildSlot;
BackendId MyBackendId = InvalidBackendId;
BackendId ParallelLeaderBackendId = InvalidBackendId;
Oid MyDatabaseId = InvalidOid;
Oid MyDatabaseTableSpace = InvalidOid;
BackendType MyBackendType;
AuxProcType MyAuxProcType = NotAnAuxProcess;
ProcessingMode Mode = InitProcessing;
pid_t PostmasterPid = 0;
bool IsPostmasterEnvironment = false;
bool IsUnderPostmaster = false;
bool IsBackgroundWorker = false;
bool IsBinaryUpgrade = false;
bool ExitOnAnyError = false;

/* places */
char *DataDir = NULL;
int data_directory_mode = PG_DIR_MODE_OWNER;
char OutputFileName[MAXPGPATH];
char my_exec_path[MAXPGPATH];
char pkglib_path[MAXPGPATH];
char *DatabasePath = NULL;

/* settings */
int DateStyle = USE_ISO_DATES;
int DateOrder = DATEORDER_MDY;
int IntervalStyle = INTSTYLE_POSTGRES;
bool enableFsync = true;
bool allowSystemTableMods = false;
int work_mem = 4096;
double hash_mem_multiplier = 2.0;
int maintenance_work_mem = 65536;
int max_parallel_maintenance_workers = 2;
int NBuffers = 16384;
int MaxConnections = 100;
int max_worker_processes = 8;
int max_parallel_workers = 8;
int MaxBackends = 0; /* computed by InitializeMaxBackends() */
int VacuumCostPageHit = 1;
int VacuumCostPageMiss = 2;
int VacuumCostPageDirty = 20;
int VacuumCostLimit = 200;
double VacuumCostDelay = 0;

/* vacuum's work so far, for its cost limit and its report */
int64 VacuumPageHit = 0;
int64 VacuumPageMiss = 0;
int64 VacuumPageDirty = 0;
int VacuumCostBalance = 0;
bool VacuumCostActive = false;

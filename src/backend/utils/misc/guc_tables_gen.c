/*
 * guc_tables_gen.c
 *		All settings.  Made by generate_guc.pl; change guc_settings.dat.
 *
 * Variables and hooks are weak: NULL where no module defines them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_tables_gen.c
 */
#include "postgres.h"

#include <float.h>

#include "guc_internal.h"

#define GUC_WEAK __attribute__((weak))
#ifdef USE_ASSERT_CHECKING
#define GUC_ASSERTIONS true
#else
#define GUC_ASSERTIONS false
#endif

extern bool Array_nulls GUC_WEAK;
extern bool Db_user_namespace GUC_WEAK;
extern bool Debug_pretty_print GUC_WEAK;
extern bool Debug_print_parse GUC_WEAK;
extern bool Debug_print_plan GUC_WEAK;
extern bool Debug_print_rewritten GUC_WEAK;
extern bool DefaultXactDeferrable GUC_WEAK;
extern bool DefaultXactReadOnly GUC_WEAK;
extern bool EnableHotStandby GUC_WEAK;
extern bool EnableSSL GUC_WEAK;
extern bool ExitOnAnyError GUC_WEAK;
extern bool IgnoreSystemIndexes GUC_WEAK;
extern bool Log_connections GUC_WEAK;
extern bool Log_disconnections GUC_WEAK;
extern bool Log_truncate_on_rotation GUC_WEAK;
extern bool Logging_collector GUC_WEAK;
extern bool SSLPreferServerCiphers GUC_WEAK;
extern bool Trace_notify GUC_WEAK;
extern bool Transform_null_equals GUC_WEAK;
extern bool XactDeferrable GUC_WEAK;
extern bool XactReadOnly GUC_WEAK;
extern bool accept_wal_compression_name(const char *name) GUC_WEAK;
extern bool allowSystemTableMods GUC_WEAK;
extern bool allow_in_place_tablespaces GUC_WEAK;
extern bool assert_enabled GUC_WEAK;
extern bool autovacuum_start_daemon GUC_WEAK;
extern bool check_TSCurrentConfig(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_XactIsoLevel(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_XactReadOnly(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_application_name(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_autovacuum_max_workers(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_autovacuum_work_mem(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_backtrace_functions(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_bonjour(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_canonical_path(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_client_connection_check_interval(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_client_encoding(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_cluster_name(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_datestyle(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_default_table_access_method(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_default_tablespace(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_default_with_oids(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_effective_io_concurrency(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_function_bodies GUC_WEAK;
extern bool check_huge_page_size(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_locale_messages(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_locale_monetary(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_locale_numeric(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_locale_time(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_log_destination(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_log_stats(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_log_timezone(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_maintenance_io_concurrency(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_max_connections(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_max_stack_depth(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_max_wal_senders(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_max_worker_processes(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_primary_slot_name(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_random_seed(double *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_prefetch(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target_lsn(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target_name(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target_time(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target_timeline(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_recovery_target_xid(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_restrict_nonsystem_relation_kind(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_role(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_search_path(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_session_authorization(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_stage_log_stats(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_synchronous_standby_names(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_temp_buffers(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_temp_tablespaces(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_timezone(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_timezone_abbreviations(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_transaction_deferrable(bool *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_wal_buffers(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_wal_compression(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_wal_compression_level(int *newval, void **extra, GucSource source) GUC_WEAK;
extern bool check_wal_consistency_checking(char **newval, void **extra, GucSource source) GUC_WEAK;
extern bool data_checksums GUC_WEAK;
extern bool data_sync_retry GUC_WEAK;
extern bool default_with_oids GUC_WEAK;
extern bool enableFsync GUC_WEAK;
extern bool enable_async_append GUC_WEAK;
extern bool enable_bitmapscan GUC_WEAK;
extern bool enable_bonjour GUC_WEAK;
extern bool enable_gathermerge GUC_WEAK;
extern bool enable_geqo GUC_WEAK;
extern bool enable_hashagg GUC_WEAK;
extern bool enable_hashjoin GUC_WEAK;
extern bool enable_incremental_sort GUC_WEAK;
extern bool enable_indexonlyscan GUC_WEAK;
extern bool enable_indexscan GUC_WEAK;
extern bool enable_material GUC_WEAK;
extern bool enable_memoize GUC_WEAK;
extern bool enable_mergejoin GUC_WEAK;
extern bool enable_nestloop GUC_WEAK;
extern bool enable_parallel_append GUC_WEAK;
extern bool enable_parallel_hash GUC_WEAK;
extern bool enable_partition_pruning GUC_WEAK;
extern bool enable_partitionwise_aggregate GUC_WEAK;
extern bool enable_partitionwise_join GUC_WEAK;
extern bool enable_seqscan GUC_WEAK;
extern bool enable_sort GUC_WEAK;
extern bool enable_tidscan GUC_WEAK;
extern bool escape_string_warning GUC_WEAK;
extern bool fullPageWrites GUC_WEAK;
extern bool hot_standby_feedback GUC_WEAK;
extern bool ignore_checksum_failure GUC_WEAK;
extern bool ignore_invalid_pages GUC_WEAK;
extern bool in_hot_standby GUC_WEAK;
extern bool integer_datetimes GUC_WEAK;
extern bool jit_debugging_support GUC_WEAK;
extern bool jit_dump_bitcode GUC_WEAK;
extern bool jit_enabled GUC_WEAK;
extern bool jit_expressions GUC_WEAK;
extern bool jit_profiling_support GUC_WEAK;
extern bool jit_tuple_deforming GUC_WEAK;
extern bool lo_compat_privileges GUC_WEAK;
extern bool log_backend_cpu GUC_WEAK;
extern bool log_checkpoints GUC_WEAK;
extern bool log_duration GUC_WEAK;
extern bool log_executor_stats GUC_WEAK;
extern bool log_hostname GUC_WEAK;
extern bool log_lock_waits GUC_WEAK;
extern bool log_parser_stats GUC_WEAK;
extern bool log_planner_stats GUC_WEAK;
extern bool log_recovery_conflict_waits GUC_WEAK;
extern bool log_replication_commands GUC_WEAK;
extern bool log_statement_stats GUC_WEAK;
extern bool parallel_leader_participation GUC_WEAK;
extern bool pg_krb_caseins_users GUC_WEAK;
extern bool pgstat_track_activities GUC_WEAK;
extern bool pgstat_track_counts GUC_WEAK;
extern bool quote_all_identifiers GUC_WEAK;
extern bool recoveryTargetInclusive GUC_WEAK;
extern bool remove_temp_files_after_crash GUC_WEAK;
extern bool restart_after_crash GUC_WEAK;
extern bool row_security GUC_WEAK;
extern bool session_auth_is_superuser GUC_WEAK;
extern bool ssl_passphrase_command_supports_reload GUC_WEAK;
extern bool standard_conforming_strings GUC_WEAK;
extern bool synchronize_seqscans GUC_WEAK;
extern bool syslog_sequence_numbers GUC_WEAK;
extern bool syslog_split_messages GUC_WEAK;
extern bool trace_sort GUC_WEAK;
extern bool track_commit_timestamp GUC_WEAK;
extern bool track_io_timing GUC_WEAK;
extern bool track_wal_io_timing GUC_WEAK;
extern bool update_process_title GUC_WEAK;
extern bool wal_init_zero GUC_WEAK;
extern bool wal_log_hints GUC_WEAK;
extern bool wal_receiver_create_temp_slot GUC_WEAK;
extern bool wal_recycle GUC_WEAK;
extern bool zero_damaged_pages GUC_WEAK;
extern char *ConfigFileName GUC_WEAK;
extern char *Dynamic_library_path GUC_WEAK;
extern char *HbaFileName GUC_WEAK;
extern char *IdentFileName GUC_WEAK;
extern char *ListenAddresses GUC_WEAK;
extern char *Log_destination_string GUC_WEAK;
extern char *Log_directory GUC_WEAK;
extern char *Log_filename GUC_WEAK;
extern char *Log_line_prefix GUC_WEAK;
extern char *PrimaryConnInfo GUC_WEAK;
extern char *PrimarySlotName GUC_WEAK;
extern char *PromoteTriggerFile GUC_WEAK;
extern char *SSLCipherSuites GUC_WEAK;
extern char *SSLECDHCurve GUC_WEAK;
extern char *SyncRepStandbyNames GUC_WEAK;
extern char *TSCurrentConfig GUC_WEAK;
extern char *Unix_socket_directories GUC_WEAK;
extern char *Unix_socket_group GUC_WEAK;
extern char *XLogArchiveCommand GUC_WEAK;
extern char *XLogArchiveLibrary GUC_WEAK;
extern char *application_name GUC_WEAK;
extern char *archiveCleanupCommand GUC_WEAK;
extern char *backtrace_functions GUC_WEAK;
extern char *bonjour_name GUC_WEAK;
extern char *client_encoding_string GUC_WEAK;
extern char *cluster_name GUC_WEAK;
extern char *data_directory GUC_WEAK;
extern char *datestyle_string GUC_WEAK;
extern char *default_table_access_method GUC_WEAK;
extern char *default_tablespace GUC_WEAK;
extern char *event_source GUC_WEAK;
extern char *extension_destdir GUC_WEAK;
extern char *external_pid_file GUC_WEAK;
extern char *jit_provider GUC_WEAK;
extern char *local_preload_libraries_string GUC_WEAK;
extern char *locale_collate GUC_WEAK;
extern char *locale_ctype GUC_WEAK;
extern char *locale_messages GUC_WEAK;
extern char *locale_monetary GUC_WEAK;
extern char *locale_numeric GUC_WEAK;
extern char *locale_time GUC_WEAK;
extern char *log_timezone_string GUC_WEAK;
extern char *namespace_search_path GUC_WEAK;
extern char *pg_krb_server_keyfile GUC_WEAK;
extern char *recoveryEndCommand GUC_WEAK;
extern char *recoveryRestoreCommand GUC_WEAK;
extern char *recovery_target_lsn_string GUC_WEAK;
extern char *recovery_target_name_string GUC_WEAK;
extern char *recovery_target_string GUC_WEAK;
extern char *recovery_target_time_string GUC_WEAK;
extern char *recovery_target_timeline_string GUC_WEAK;
extern char *recovery_target_xid_string GUC_WEAK;
extern char *restrict_nonsystem_relation_kind_string GUC_WEAK;
extern char *role_string GUC_WEAK;
extern char *server_encoding_string GUC_WEAK;
extern char *server_version_string GUC_WEAK;
extern char *session_authorization_string GUC_WEAK;
extern char *session_preload_libraries_string GUC_WEAK;
extern char *shared_preload_libraries_string GUC_WEAK;
extern char *ssl_ca_file GUC_WEAK;
extern char *ssl_cert_file GUC_WEAK;
extern char *ssl_crl_dir GUC_WEAK;
extern char *ssl_crl_file GUC_WEAK;
extern char *ssl_dh_params_file GUC_WEAK;
extern char *ssl_key_file GUC_WEAK;
extern char *ssl_library GUC_WEAK;
extern char *ssl_passphrase_command GUC_WEAK;
extern char *syslog_ident_str GUC_WEAK;
extern char *temp_tablespaces GUC_WEAK;
extern char *timezone_abbreviations_string GUC_WEAK;
extern char *timezone_string GUC_WEAK;
extern char *wal_consistency_checking_string GUC_WEAK;
extern const char *show_archive_command(void) GUC_WEAK;
extern const char *show_data_directory_mode(void) GUC_WEAK;
extern const char *show_in_hot_standby(void) GUC_WEAK;
extern const char *show_log_file_mode(void) GUC_WEAK;
extern const char *show_log_timezone(void) GUC_WEAK;
extern const char *show_random_seed(void) GUC_WEAK;
extern const char *show_role(void) GUC_WEAK;
extern const char *show_tcp_keepalives_count(void) GUC_WEAK;
extern const char *show_tcp_keepalives_idle(void) GUC_WEAK;
extern const char *show_tcp_keepalives_interval(void) GUC_WEAK;
extern const char *show_tcp_user_timeout(void) GUC_WEAK;
extern const char *show_timezone(void) GUC_WEAK;
extern const char *show_unix_socket_permissions(void) GUC_WEAK;
extern double CheckPointCompletionTarget GUC_WEAK;
extern double Geqo_seed GUC_WEAK;
extern double Geqo_selection_bias GUC_WEAK;
extern double VacuumCostDelay GUC_WEAK;
extern double autovacuum_anl_scale GUC_WEAK;
extern double autovacuum_vac_cost_delay GUC_WEAK;
extern double autovacuum_vac_ins_scale GUC_WEAK;
extern double autovacuum_vac_scale GUC_WEAK;
extern double bgwriter_lru_multiplier GUC_WEAK;
extern double cpu_index_tuple_cost GUC_WEAK;
extern double cpu_operator_cost GUC_WEAK;
extern double cpu_tuple_cost GUC_WEAK;
extern double cursor_tuple_fraction GUC_WEAK;
extern double hash_mem_multiplier GUC_WEAK;
extern double jit_above_cost GUC_WEAK;
extern double jit_inline_above_cost GUC_WEAK;
extern double jit_optimize_above_cost GUC_WEAK;
extern double log_statement_sample_rate GUC_WEAK;
extern double log_xact_sample_rate GUC_WEAK;
extern double parallel_setup_cost GUC_WEAK;
extern double parallel_tuple_cost GUC_WEAK;
extern double phony_random_seed GUC_WEAK;
extern double random_page_cost GUC_WEAK;
extern double recursive_worktable_factor GUC_WEAK;
extern double seq_page_cost GUC_WEAK;
extern int AuthenticationTimeout GUC_WEAK;
extern int BgWriterDelay GUC_WEAK;
extern int CheckPointTimeout GUC_WEAK;
extern int CheckPointWarning GUC_WEAK;
extern int CommitDelay GUC_WEAK;
extern int CommitSiblings GUC_WEAK;
extern int DeadlockTimeout GUC_WEAK;
extern int DefaultXactIsoLevel GUC_WEAK;
extern int Geqo_effort GUC_WEAK;
extern int Geqo_generations GUC_WEAK;
extern int Geqo_pool_size GUC_WEAK;
extern int GinFuzzySearchLimit GUC_WEAK;
extern int IdleInTransactionSessionTimeout GUC_WEAK;
extern int IdleSessionTimeout GUC_WEAK;
extern int IntervalStyle GUC_WEAK;
extern int LockTimeout GUC_WEAK;
extern int Log_RotationAge GUC_WEAK;
extern int Log_RotationSize GUC_WEAK;
extern int Log_autovacuum_min_duration GUC_WEAK;
extern int Log_error_verbosity GUC_WEAK;
extern int Log_file_mode GUC_WEAK;
extern int MaxConnections GUC_WEAK;
extern int NBuffers GUC_WEAK;
extern int Password_encryption GUC_WEAK;
extern int PostAuthDelay GUC_WEAK;
extern int PostPortNumber GUC_WEAK;
extern int PreAuthDelay GUC_WEAK;
extern int ReservedBackends GUC_WEAK;
extern int SessionReplicationRole GUC_WEAK;
extern int StatementTimeout GUC_WEAK;
extern int Unix_socket_permissions GUC_WEAK;
extern int VacuumCostLimit GUC_WEAK;
extern int VacuumCostPageDirty GUC_WEAK;
extern int VacuumCostPageHit GUC_WEAK;
extern int VacuumCostPageMiss GUC_WEAK;
extern int WalWriterDelay GUC_WEAK;
extern int WalWriterFlushAfter GUC_WEAK;
extern int XLOGbuffers GUC_WEAK;
extern int XLogArchiveMode GUC_WEAK;
extern int XLogArchiveTimeout GUC_WEAK;
extern int XactIsoLevel GUC_WEAK;
extern int autovacuum_anl_thresh GUC_WEAK;
extern int autovacuum_freeze_max_age GUC_WEAK;
extern int autovacuum_max_workers GUC_WEAK;
extern int autovacuum_multixact_freeze_max_age GUC_WEAK;
extern int autovacuum_naptime GUC_WEAK;
extern int autovacuum_vac_cost_limit GUC_WEAK;
extern int autovacuum_vac_ins_thresh GUC_WEAK;
extern int autovacuum_vac_thresh GUC_WEAK;
extern int autovacuum_work_mem GUC_WEAK;
extern int backend_flush_after GUC_WEAK;
extern int backslash_quote GUC_WEAK;
extern int bgwriter_flush_after GUC_WEAK;
extern int bgwriter_lru_maxpages GUC_WEAK;
extern int block_size GUC_WEAK;
extern int bytea_output GUC_WEAK;
extern int checkpoint_flush_after GUC_WEAK;
extern int client_connection_check_interval GUC_WEAK;
extern int client_min_messages GUC_WEAK;
extern int compute_query_id GUC_WEAK;
extern int constraint_exclusion GUC_WEAK;
extern int data_directory_mode GUC_WEAK;
extern int debug_discard_caches GUC_WEAK;
extern int default_statistics_target GUC_WEAK;
extern int default_toast_compression GUC_WEAK;
extern int dynamic_shared_memory_type GUC_WEAK;
extern int effective_cache_size GUC_WEAK;
extern int effective_io_concurrency GUC_WEAK;
extern int extra_float_digits GUC_WEAK;
extern int force_parallel_mode GUC_WEAK;
extern int from_collapse_limit GUC_WEAK;
extern int geqo_threshold GUC_WEAK;
extern int gin_pending_list_limit GUC_WEAK;
extern int huge_page_size GUC_WEAK;
extern int huge_pages GUC_WEAK;
extern int join_collapse_limit GUC_WEAK;
extern int log_min_duration_sample GUC_WEAK;
extern int log_min_duration_statement GUC_WEAK;
extern int log_min_error_statement GUC_WEAK;
extern int log_min_messages GUC_WEAK;
extern int log_parameter_max_length GUC_WEAK;
extern int log_parameter_max_length_on_error GUC_WEAK;
extern int log_startup_progress_interval GUC_WEAK;
extern int log_statement GUC_WEAK;
extern int log_temp_files GUC_WEAK;
extern int logical_decoding_work_mem GUC_WEAK;
extern int maintenance_io_concurrency GUC_WEAK;
extern int maintenance_work_mem GUC_WEAK;
extern int max_files_per_process GUC_WEAK;
extern int max_function_args GUC_WEAK;
extern int max_identifier_length GUC_WEAK;
extern int max_index_keys GUC_WEAK;
extern int max_locks_per_xact GUC_WEAK;
extern int max_logical_replication_workers GUC_WEAK;
extern int max_parallel_maintenance_workers GUC_WEAK;
extern int max_parallel_workers GUC_WEAK;
extern int max_parallel_workers_per_gather GUC_WEAK;
extern int max_predicate_locks_per_page GUC_WEAK;
extern int max_predicate_locks_per_relation GUC_WEAK;
extern int max_predicate_locks_per_xact GUC_WEAK;
extern int max_prepared_xacts GUC_WEAK;
extern int max_replication_slots GUC_WEAK;
extern int max_slot_wal_keep_size_mb GUC_WEAK;
extern int max_stack_depth GUC_WEAK;
extern int max_standby_archive_delay GUC_WEAK;
extern int max_standby_streaming_delay GUC_WEAK;
extern int max_sync_workers_per_subscription GUC_WEAK;
extern int max_wal_senders GUC_WEAK;
extern int max_wal_size_mb GUC_WEAK;
extern int max_worker_processes GUC_WEAK;
extern int min_dynamic_shared_memory GUC_WEAK;
extern int min_parallel_index_scan_size GUC_WEAK;
extern int min_parallel_table_scan_size GUC_WEAK;
extern int min_wal_size_mb GUC_WEAK;
extern int num_temp_buffers GUC_WEAK;
extern int old_snapshot_threshold GUC_WEAK;
extern int pgstat_fetch_consistency GUC_WEAK;
extern int pgstat_track_activity_query_size GUC_WEAK;
extern int pgstat_track_functions GUC_WEAK;
extern int plan_cache_mode GUC_WEAK;
extern int recoveryTargetAction GUC_WEAK;
extern int recovery_init_sync_method GUC_WEAK;
extern int recovery_min_apply_delay GUC_WEAK;
extern int recovery_prefetch GUC_WEAK;
extern int segment_size GUC_WEAK;
extern int server_version_num GUC_WEAK;
extern int shared_memory_size_in_huge_pages GUC_WEAK;
extern int shared_memory_size_mb GUC_WEAK;
extern int shared_memory_type GUC_WEAK;
extern int ssl_max_protocol_version GUC_WEAK;
extern int ssl_min_protocol_version GUC_WEAK;
extern int ssl_renegotiation_limit GUC_WEAK;
extern int sync_method GUC_WEAK;
extern int synchronous_commit GUC_WEAK;
extern int syslog_facility GUC_WEAK;
extern int tcp_keepalives_count GUC_WEAK;
extern int tcp_keepalives_idle GUC_WEAK;
extern int tcp_keepalives_interval GUC_WEAK;
extern int tcp_user_timeout GUC_WEAK;
extern int temp_file_limit GUC_WEAK;
extern int trace_recovery_messages GUC_WEAK;
extern int vacuum_defer_cleanup_age GUC_WEAK;
extern int vacuum_failsafe_age GUC_WEAK;
extern int vacuum_freeze_min_age GUC_WEAK;
extern int vacuum_freeze_table_age GUC_WEAK;
extern int vacuum_multixact_failsafe_age GUC_WEAK;
extern int vacuum_multixact_freeze_min_age GUC_WEAK;
extern int vacuum_multixact_freeze_table_age GUC_WEAK;
extern int wal_block_size GUC_WEAK;
extern int wal_compression GUC_WEAK;
extern int wal_compression_level GUC_WEAK;
extern int wal_decode_buffer_size GUC_WEAK;
extern int wal_format GUC_WEAK;
extern int wal_keep_size_mb GUC_WEAK;
extern int wal_level GUC_WEAK;
extern int wal_receiver_status_interval GUC_WEAK;
extern int wal_receiver_timeout GUC_WEAK;
extern int wal_retrieve_retry_interval GUC_WEAK;
extern int wal_segment_size GUC_WEAK;
extern int wal_sender_timeout GUC_WEAK;
extern int wal_skip_threshold GUC_WEAK;
extern int work_mem GUC_WEAK;
extern int xmlbinary GUC_WEAK;
extern int xmloption GUC_WEAK;
extern void assign_TSCurrentConfig(const char *newval, void *extra) GUC_WEAK;
extern void assign_application_name(const char *newval, void *extra) GUC_WEAK;
extern void assign_backtrace_functions(const char *newval, void *extra) GUC_WEAK;
extern void assign_checkpoint_completion_target(double newval, void *extra) GUC_WEAK;
extern void assign_client_encoding(const char *newval, void *extra) GUC_WEAK;
extern void assign_datestyle(const char *newval, void *extra) GUC_WEAK;
extern void assign_locale_messages(const char *newval, void *extra) GUC_WEAK;
extern void assign_locale_monetary(const char *newval, void *extra) GUC_WEAK;
extern void assign_locale_numeric(const char *newval, void *extra) GUC_WEAK;
extern void assign_locale_time(const char *newval, void *extra) GUC_WEAK;
extern void assign_log_destination(const char *newval, void *extra) GUC_WEAK;
extern void assign_log_timezone(const char *newval, void *extra) GUC_WEAK;
extern void assign_maintenance_io_concurrency(int newval, void *extra) GUC_WEAK;
extern void assign_max_stack_depth(int newval, void *extra) GUC_WEAK;
extern void assign_max_wal_size(int newval, void *extra) GUC_WEAK;
extern void assign_random_seed(double newval, void *extra) GUC_WEAK;
extern void assign_recovery_prefetch(int newval, void *extra) GUC_WEAK;
extern void assign_recovery_target(const char *newval, void *extra) GUC_WEAK;
extern void assign_recovery_target_lsn(const char *newval, void *extra) GUC_WEAK;
extern void assign_recovery_target_name(const char *newval, void *extra) GUC_WEAK;
extern void assign_recovery_target_time(const char *newval, void *extra) GUC_WEAK;
extern void assign_recovery_target_timeline(const char *newval, void *extra) GUC_WEAK;
extern void assign_recovery_target_xid(const char *newval, void *extra) GUC_WEAK;
extern void assign_restrict_nonsystem_relation_kind(const char *newval, void *extra) GUC_WEAK;
extern void assign_role(const char *newval, void *extra) GUC_WEAK;
extern void assign_search_path(const char *newval, void *extra) GUC_WEAK;
extern void assign_session_authorization(const char *newval, void *extra) GUC_WEAK;
extern void assign_session_replication_role(int newval, void *extra) GUC_WEAK;
extern void assign_synchronous_commit(int newval, void *extra) GUC_WEAK;
extern void assign_synchronous_standby_names(const char *newval, void *extra) GUC_WEAK;
extern void assign_syslog_facility(int newval, void *extra) GUC_WEAK;
extern void assign_syslog_ident(const char *newval, void *extra) GUC_WEAK;
extern void assign_tcp_keepalives_count(int newval, void *extra) GUC_WEAK;
extern void assign_tcp_keepalives_idle(int newval, void *extra) GUC_WEAK;
extern void assign_tcp_keepalives_interval(int newval, void *extra) GUC_WEAK;
extern void assign_tcp_user_timeout(int newval, void *extra) GUC_WEAK;
extern void assign_temp_tablespaces(const char *newval, void *extra) GUC_WEAK;
extern void assign_timezone(const char *newval, void *extra) GUC_WEAK;
extern void assign_timezone_abbreviations(const char *newval, void *extra) GUC_WEAK;
extern void assign_wal_compression(int newval, void *extra) GUC_WEAK;
extern void assign_wal_consistency_checking(const char *newval, void *extra) GUC_WEAK;
extern void assign_xlog_sync_method(int newval, void *extra) GUC_WEAK;

static const struct config_enum_entry archive_mode_options[] = {
	{"always", 2, false},
	{"on", 1, false},
	{"off", 0, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry backslash_quote_options[] = {
	{"safe_encoding", 2, false},
	{"on", 1, false},
	{"off", 0, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry bytea_output_options[] = {
	{"escape", 0, false},
	{"hex", 1, false},
	{NULL, 0, false}};

static const struct config_enum_entry client_min_messages_options[] = {
	{"debug5", 10, false},
	{"debug4", 11, false},
	{"debug3", 12, false},
	{"debug2", 13, false},
	{"debug1", 14, false},
	{"log", 15, false},
	{"notice", 18, false},
	{"warning", 19, false},
	{"error", 21, false},
	{"debug", 13, true},
	{"fatal", 22, true},
	{"info", 17, true},
	{"panic", 23, true},
	{NULL, 0, false}};

static const struct config_enum_entry compute_query_id_options[] = {
	{"auto", 2, false},
	{"regress", 3, false},
	{"on", 1, false},
	{"off", 0, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry constraint_exclusion_options[] = {
	{"partition", 2, false},
	{"on", 1, false},
	{"off", 0, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry default_toast_compression_options[] = {
	{"pglz", 112, false},
	{"lz4", 108, false},
	{NULL, 0, false}};

static const struct config_enum_entry default_transaction_isolation_options[] = {
	{"serializable", 3, false},
	{"repeatable read", 2, false},
	{"read committed", 1, false},
	{"read uncommitted", 0, false},
	{NULL, 0, false}};

static const struct config_enum_entry dynamic_shared_memory_type_options[] = {
	{"posix", 1, false},
	{"sysv", 2, false},
	{"mmap", 4, false},
	{NULL, 0, false}};

static const struct config_enum_entry force_parallel_mode_options[] = {
	{"off", 0, false},
	{"on", 1, false},
	{"regress", 2, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry huge_pages_options[] = {
	{"off", 0, false},
	{"on", 1, false},
	{"try", 2, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry IntervalStyle_options[] = {
	{"postgres", 0, false},
	{"postgres_verbose", 1, false},
	{"sql_standard", 2, false},
	{"iso_8601", 3, false},
	{NULL, 0, false}};

static const struct config_enum_entry log_error_verbosity_options[] = {
	{"terse", 0, false},
	{"default", 1, false},
	{"verbose", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry log_min_error_statement_options[] = {
	{"debug5", 10, false},
	{"debug4", 11, false},
	{"debug3", 12, false},
	{"debug2", 13, false},
	{"debug1", 14, false},
	{"info", 17, false},
	{"notice", 18, false},
	{"warning", 19, false},
	{"error", 21, false},
	{"log", 15, false},
	{"fatal", 22, false},
	{"panic", 23, false},
	{"debug", 13, true},
	{NULL, 0, false}};

static const struct config_enum_entry log_min_messages_options[] = {
	{"debug5", 10, false},
	{"debug4", 11, false},
	{"debug3", 12, false},
	{"debug2", 13, false},
	{"debug1", 14, false},
	{"info", 17, false},
	{"notice", 18, false},
	{"warning", 19, false},
	{"error", 21, false},
	{"log", 15, false},
	{"fatal", 22, false},
	{"panic", 23, false},
	{"debug", 13, true},
	{NULL, 0, false}};

static const struct config_enum_entry log_statement_options[] = {
	{"none", 0, false},
	{"ddl", 1, false},
	{"mod", 2, false},
	{"all", 3, false},
	{NULL, 0, false}};

static const struct config_enum_entry password_encryption_options[] = {
	{"md5", 1, false},
	{"scram-sha-256", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry plan_cache_mode_options[] = {
	{"auto", 0, false},
	{"force_generic_plan", 1, false},
	{"force_custom_plan", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry recovery_init_sync_method_options[] = {
	{"fsync", 0, false},
	{"syncfs", 1, false},
	{NULL, 0, false}};

static const struct config_enum_entry recovery_prefetch_options[] = {
	{"off", 0, false},
	{"on", 1, false},
	{"try", 2, false},
	{"true", 1, true},
	{"false", 0, true},
	{"yes", 1, true},
	{"no", 0, true},
	{"1", 1, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry recovery_target_action_options[] = {
	{"pause", 0, false},
	{"promote", 1, false},
	{"shutdown", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry session_replication_role_options[] = {
	{"origin", 0, false},
	{"replica", 1, false},
	{"local", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry shared_memory_type_options[] = {
	{"sysv", 1, false},
	{"mmap", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry ssl_max_protocol_version_options[] = {
	{"", 0, false},
	{"TLSv1", 1, false},
	{"TLSv1.1", 2, false},
	{"TLSv1.2", 3, false},
	{"TLSv1.3", 4, false},
	{NULL, 0, false}};

static const struct config_enum_entry ssl_min_protocol_version_options[] = {
	{"TLSv1", 1, false},
	{"TLSv1.1", 2, false},
	{"TLSv1.2", 3, false},
	{"TLSv1.3", 4, false},
	{NULL, 0, false}};

static const struct config_enum_entry stats_fetch_consistency_options[] = {
	{"none", 0, false},
	{"cache", 1, false},
	{"snapshot", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry synchronous_commit_options[] = {
	{"local", 1, false},
	{"remote_write", 2, false},
	{"remote_apply", 4, false},
	{"on", 3, false},
	{"off", 0, false},
	{"true", 3, true},
	{"false", 0, true},
	{"yes", 3, true},
	{"no", 0, true},
	{"1", 3, true},
	{"0", 0, true},
	{NULL, 0, false}};

static const struct config_enum_entry syslog_facility_options[] = {
	{"local0", 128, false},
	{"local1", 136, false},
	{"local2", 144, false},
	{"local3", 152, false},
	{"local4", 160, false},
	{"local5", 168, false},
	{"local6", 176, false},
	{"local7", 184, false},
	{NULL, 0, false}};

static const struct config_enum_entry trace_recovery_messages_options[] = {
	{"debug5", 10, false},
	{"debug4", 11, false},
	{"debug3", 12, false},
	{"debug2", 13, false},
	{"debug1", 14, false},
	{"log", 15, false},
	{"notice", 18, false},
	{"warning", 19, false},
	{"error", 21, false},
	{"debug", 13, true},
	{"fatal", 22, true},
	{"info", 17, true},
	{"panic", 23, true},
	{NULL, 0, false}};

static const struct config_enum_entry track_functions_options[] = {
	{"none", 0, false},
	{"pl", 1, false},
	{"all", 2, false},
	{NULL, 0, false}};

static const struct config_enum_entry transaction_isolation_options[] = {
	{"serializable", 3, false},
	{"repeatable read", 2, false},
	{"read committed", 1, false},
	{"read uncommitted", 0, false},
	{NULL, 0, false}};

extern struct config_enum_entry wal_compression_options[];

static const struct config_enum_entry wal_format_options[] = {
	{"postgres15", 0, false},
	{"extended", 1, false},
	{NULL, 0, false}};

static const struct config_enum_entry wal_level_options[] = {
	{"minimal", 0, false},
	{"replica", 1, false},
	{"logical", 2, false},
	{"archive", 1, true},
	{"hot_standby", 1, true},
	{NULL, 0, false}};

static const struct config_enum_entry wal_sync_method_options[] = {
	{"fsync", 0, false},
	{"fdatasync", 1, false},
	{"open_sync", 2, false},
	{"open_datasync", 4, false},
	{NULL, 0, false}};

static const struct config_enum_entry xmlbinary_options[] = {
	{"base64", 0, false},
	{"hex", 1, false},
	{NULL, 0, false}};

static const struct config_enum_entry xmloption_options[] = {
	{"content", 1, false},
	{"document", 0, false},
	{NULL, 0, false}};

struct config_bool ConfigureNamesBool[] = {
	{{.name = "allow_in_place_tablespaces", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Tablespaces may be made inside pg_tblspc, for tests.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &allow_in_place_tablespaces,
	 .boot_val = false},
	{{.name = "allow_system_table_mods", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "System tables may be changed in structure.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &allowSystemTableMods,
	 .boot_val = false},
	{{.name = "array_nulls", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether an unquoted NULL in array text means a null element.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Array_nulls,
	 .boot_val = true},
	{{.name = "autovacuum", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Whether tables are vacuumed and analyzed automatically.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &autovacuum_start_daemon,
	 .boot_val = true},
	{{.name = "bonjour", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Whether the server announces itself by Bonjour.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &enable_bonjour,
	 .boot_val = false,
	 .check_hook = check_bonjour},
	{{.name = "check_function_bodies", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether function bodies are checked when a function is created.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &check_function_bodies,
	 .boot_val = true},
	{{.name = "data_checksums", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Whether data pages carry checksums.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_RUNTIME_COMPUTED, .vartype = PGC_BOOL},
	 .variable = &data_checksums,
	 .boot_val = false},
	{{.name = "data_sync_retry", .context = PGC_POSTMASTER, .group = "Error Handling", .short_desc = "Whether the server goes on after data could not be made durable.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &data_sync_retry,
	 .boot_val = false},
	{{.name = "db_user_namespace", .context = PGC_SIGHUP, .group = "Connections and Authentication / Authentication", .short_desc = "Whether users belong to one database.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Db_user_namespace,
	 .boot_val = false},
	{{.name = "debug_assertions", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Whether the server checks assertions.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_BOOL},
	 .variable = &assert_enabled,
	 .boot_val = GUC_ASSERTIONS},
	{{.name = "debug_pretty_print", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether logged trees are indented.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Debug_pretty_print,
	 .boot_val = true},
	{{.name = "debug_print_parse", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether parse trees are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Debug_print_parse,
	 .boot_val = false},
	{{.name = "debug_print_plan", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether plans are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Debug_print_plan,
	 .boot_val = false},
	{{.name = "debug_print_rewritten", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether rewritten parse trees are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Debug_print_rewritten,
	 .boot_val = false},
	{{.name = "default_transaction_deferrable", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether new transactions are deferrable.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &DefaultXactDeferrable,
	 .boot_val = false},
	{{.name = "default_transaction_read_only", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether new transactions are read-only.", .flags = GUC_REPORT, .vartype = PGC_BOOL},
	 .variable = &DefaultXactReadOnly,
	 .boot_val = false},
	{{.name = "default_with_oids", .context = PGC_USERSET, .group = "Ungrouped", .short_desc = "Old, cannot be switched on.", .flags = GUC_NO_SHOW_ALL | GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &default_with_oids,
	 .boot_val = false,
	 .check_hook = check_default_with_oids},
	{{.name = "enable_async_append", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use asynchronous append.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_async_append,
	 .boot_val = true},
	{{.name = "enable_bitmapscan", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use bitmap scans.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_bitmapscan,
	 .boot_val = true},
	{{.name = "enable_gathermerge", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use gather merge.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_gathermerge,
	 .boot_val = true},
	{{.name = "enable_hashagg", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use hashed aggregation.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_hashagg,
	 .boot_val = true},
	{{.name = "enable_hashjoin", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use hash joins.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_hashjoin,
	 .boot_val = true},
	{{.name = "enable_incremental_sort", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use incremental sorts.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_incremental_sort,
	 .boot_val = true},
	{{.name = "enable_indexonlyscan", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use index-only scans.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_indexonlyscan,
	 .boot_val = true},
	{{.name = "enable_indexscan", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use index scans.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_indexscan,
	 .boot_val = true},
	{{.name = "enable_material", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may store intermediate results.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_material,
	 .boot_val = true},
	{{.name = "enable_memoize", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may cache results of the inner side of a join.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_memoize,
	 .boot_val = true},
	{{.name = "enable_mergejoin", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use merge joins.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_mergejoin,
	 .boot_val = true},
	{{.name = "enable_nestloop", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use nested loops.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_nestloop,
	 .boot_val = true},
	{{.name = "enable_parallel_append", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use parallel append.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_parallel_append,
	 .boot_val = true},
	{{.name = "enable_parallel_hash", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use parallel hash joins.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_parallel_hash,
	 .boot_val = true},
	{{.name = "enable_partition_pruning", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Partitions may be left out when planning and executing.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_partition_pruning,
	 .boot_val = true},
	{{.name = "enable_partitionwise_aggregate", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may aggregate partition by partition.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_partitionwise_aggregate,
	 .boot_val = false},
	{{.name = "enable_partitionwise_join", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may join partition by partition.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_partitionwise_join,
	 .boot_val = false},
	{{.name = "enable_seqscan", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use sequential scans.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_seqscan,
	 .boot_val = true},
	{{.name = "enable_sort", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use explicit sorts.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_sort,
	 .boot_val = true},
	{{.name = "enable_tidscan", .context = PGC_USERSET, .group = "Query Tuning / Planner Method Configuration", .short_desc = "Planner may use scans by row position.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_tidscan,
	 .boot_val = true},
	{{.name = "escape_string_warning", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether a backslash in an ordinary string literal gives a warning.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &escape_string_warning,
	 .boot_val = true},
	{{.name = "exit_on_error", .context = PGC_USERSET, .group = "Error Handling", .short_desc = "Whether any error ends the session.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &ExitOnAnyError,
	 .boot_val = false},
	{{.name = "fsync", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Settings", .short_desc = "Whether writes are forced to disk.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &enableFsync,
	 .boot_val = true},
	{{.name = "full_page_writes", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Settings", .short_desc = "Whether WAL has the whole page at its first change after a checkpoint.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &fullPageWrites,
	 .boot_val = true},
	{{.name = "geqo", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Whether large joins are planned genetically.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &enable_geqo,
	 .boot_val = true},
	{{.name = "hot_standby", .context = PGC_POSTMASTER, .group = "Replication / Standby Servers", .short_desc = "Whether queries may run during recovery.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &EnableHotStandby,
	 .boot_val = true},
	{{.name = "hot_standby_feedback", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Whether a standby tells the primary which rows its queries need.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &hot_standby_feedback,
	 .boot_val = false},
	{{.name = "ignore_checksum_failure", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Whether processing goes on after a wrong page checksum.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &ignore_checksum_failure,
	 .boot_val = false},
	{{.name = "ignore_invalid_pages", .context = PGC_POSTMASTER, .group = "Developer Options", .short_desc = "Whether recovery goes on after WAL that refers to invalid pages.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &ignore_invalid_pages,
	 .boot_val = false},
	{{.name = "ignore_system_indexes", .context = PGC_BACKEND, .group = "Developer Options", .short_desc = "Whether system tables are read without their indexes.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &IgnoreSystemIndexes,
	 .boot_val = false},
	{{.name = "in_hot_standby", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Whether the server is a hot standby now.", .flags = GUC_REPORT | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_BOOL},
	 .variable = &in_hot_standby,
	 .boot_val = false,
	 .show_hook = show_in_hot_standby},
	{{.name = "integer_datetimes", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Whether date and time values are integers.", .flags = GUC_REPORT | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_BOOL},
	 .variable = &integer_datetimes,
	 .boot_val = true},
	{{.name = "is_superuser", .context = PGC_INTERNAL, .group = "Ungrouped", .short_desc = "Whether the current user is a superuser.", .flags = GUC_REPORT | GUC_NO_SHOW_ALL | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_BOOL},
	 .variable = &session_auth_is_superuser,
	 .boot_val = false},
	{{.name = "jit", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Whether expressions may be compiled.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &jit_enabled,
	 .boot_val = true},
	{{.name = "jit_debugging_support", .context = PGC_SU_BACKEND, .group = "Developer Options", .short_desc = "Whether compiled functions are made known to debuggers.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &jit_debugging_support,
	 .boot_val = false},
	{{.name = "jit_dump_bitcode", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Whether the bitcode of compiled functions is written out.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &jit_dump_bitcode,
	 .boot_val = false},
	{{.name = "jit_expressions", .context = PGC_USERSET, .group = "Developer Options", .short_desc = "Whether expressions are compiled.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &jit_expressions,
	 .boot_val = true},
	{{.name = "jit_profiling_support", .context = PGC_SU_BACKEND, .group = "Developer Options", .short_desc = "Whether compiled functions are made known to profilers.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &jit_profiling_support,
	 .boot_val = false},
	{{.name = "jit_tuple_deforming", .context = PGC_USERSET, .group = "Developer Options", .short_desc = "Whether the taking apart of rows is compiled.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &jit_tuple_deforming,
	 .boot_val = true},
	{{.name = "krb_caseins_users", .context = PGC_SIGHUP, .group = "Connections and Authentication / Authentication", .short_desc = "Whether Kerberos user names ignore case.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &pg_krb_caseins_users,
	 .boot_val = false},
	{{.name = "lo_compat_privileges", .context = PGC_SUSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether privileges of large objects are ignored.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &lo_compat_privileges,
	 .boot_val = false},
	{{.name = "log_backend_cpu", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether the CPU time and WAL of a session are logged when it ends.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &log_backend_cpu,
	 .boot_val = false},
	{{.name = "log_checkpoints", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "Whether checkpoints are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_checkpoints,
	 .boot_val = true},
	{{.name = "log_connections", .context = PGC_SU_BACKEND, .group = "Reporting and Logging / What to Log", .short_desc = "Whether connections are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Log_connections,
	 .boot_val = false},
	{{.name = "log_disconnections", .context = PGC_SU_BACKEND, .group = "Reporting and Logging / What to Log", .short_desc = "Whether the end of a session is logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Log_disconnections,
	 .boot_val = false},
	{{.name = "log_duration", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether the duration of each statement is logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_duration,
	 .boot_val = false},
	{{.name = "log_executor_stats", .context = PGC_SUSET, .group = "Statistics / Monitoring", .short_desc = "Whether statistics of the executor are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_executor_stats,
	 .boot_val = false,
	 .check_hook = check_stage_log_stats},
	{{.name = "log_hostname", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "Whether host names are logged beside addresses.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_hostname,
	 .boot_val = false},
	{{.name = "log_lock_waits", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether waits for a lock longer than deadlock_timeout are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_lock_waits,
	 .boot_val = false},
	{{.name = "log_parser_stats", .context = PGC_SUSET, .group = "Statistics / Monitoring", .short_desc = "Whether statistics of the parser are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_parser_stats,
	 .boot_val = false,
	 .check_hook = check_stage_log_stats},
	{{.name = "log_planner_stats", .context = PGC_SUSET, .group = "Statistics / Monitoring", .short_desc = "Whether statistics of the planner are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_planner_stats,
	 .boot_val = false,
	 .check_hook = check_stage_log_stats},
	{{.name = "log_recovery_conflict_waits", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "Whether waits of recovery for queries are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_recovery_conflict_waits,
	 .boot_val = false},
	{{.name = "log_replication_commands", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Whether replication commands are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_replication_commands,
	 .boot_val = false},
	{{.name = "log_statement_stats", .context = PGC_SUSET, .group = "Statistics / Monitoring", .short_desc = "Whether statistics of whole statements are logged.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &log_statement_stats,
	 .boot_val = false,
	 .check_hook = check_log_stats},
	{{.name = "log_truncate_on_rotation", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Whether a log file of the same name is overwritten at rotation.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Log_truncate_on_rotation,
	 .boot_val = false},
	{{.name = "logging_collector", .context = PGC_POSTMASTER, .group = "Reporting and Logging / Where to Log", .short_desc = "Whether a process collects the log in files.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Logging_collector,
	 .boot_val = false},
	{{.name = "parallel_leader_participation", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Whether the leader of a parallel query executes the plan too.", .flags = GUC_EXPLAIN, .vartype = PGC_BOOL},
	 .variable = &parallel_leader_participation,
	 .boot_val = true},
	{{.name = "quote_all_identifiers", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether all identifiers in generated SQL are quoted.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &quote_all_identifiers,
	 .boot_val = false},
	{{.name = "recovery_target_inclusive", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "Whether recovery ends just after the target, or just before.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &recoveryTargetInclusive,
	 .boot_val = true},
	{{.name = "remove_temp_files_after_crash", .context = PGC_SIGHUP, .group = "Developer Options", .short_desc = "Whether temporary files are removed after a crash.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &remove_temp_files_after_crash,
	 .boot_val = true},
	{{.name = "restart_after_crash", .context = PGC_SIGHUP, .group = "Error Handling", .short_desc = "Whether the server starts again after a process crashed.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &restart_after_crash,
	 .boot_val = true},
	{{.name = "row_security", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether row-level security applies.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &row_security,
	 .boot_val = true},
	{{.name = "ssl", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Whether clients may use TLS.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &EnableSSL,
	 .boot_val = false},
	{{.name = "ssl_passphrase_command_supports_reload", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Whether that command is used at reload as well.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &ssl_passphrase_command_supports_reload,
	 .boot_val = false},
	{{.name = "ssl_prefer_server_ciphers", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Whether the server's order of ciphers counts.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &SSLPreferServerCiphers,
	 .boot_val = true},
	{{.name = "standard_conforming_strings", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether backslashes in ordinary string literals are plain characters.", .flags = GUC_REPORT, .vartype = PGC_BOOL},
	 .variable = &standard_conforming_strings,
	 .boot_val = true},
	{{.name = "synchronize_seqscans", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether sequential scans of a large table start where another is.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &synchronize_seqscans,
	 .boot_val = true},
	{{.name = "syslog_sequence_numbers", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Whether messages to syslog are numbered.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &syslog_sequence_numbers,
	 .boot_val = true},
	{{.name = "syslog_split_messages", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Whether messages to syslog are split into lines.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &syslog_split_messages,
	 .boot_val = true},
	{{.name = "trace_notify", .context = PGC_USERSET, .group = "Developer Options", .short_desc = "Whether LISTEN and NOTIFY are traced.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &Trace_notify,
	 .boot_val = false},
	{{.name = "trace_sort", .context = PGC_USERSET, .group = "Developer Options", .short_desc = "Whether sorts are traced.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &trace_sort,
	 .boot_val = false},
	{{.name = "track_activities", .context = PGC_SUSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Whether running commands are shown.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &pgstat_track_activities,
	 .boot_val = true},
	{{.name = "track_commit_timestamp", .context = PGC_POSTMASTER, .group = "Replication / Sending Servers", .short_desc = "Whether commit times are kept.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &track_commit_timestamp,
	 .boot_val = false},
	{{.name = "track_counts", .context = PGC_SUSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Whether table statistics are collected.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &pgstat_track_counts,
	 .boot_val = true},
	{{.name = "track_io_timing", .context = PGC_SUSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Whether the time of reads and writes is measured.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &track_io_timing,
	 .boot_val = false},
	{{.name = "track_wal_io_timing", .context = PGC_SUSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Whether the time of WAL writes is measured.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &track_wal_io_timing,
	 .boot_val = false},
	{{.name = "transaction_deferrable", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether a read-only serializable transaction waits for a safe snapshot.", .flags = GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_NO_RESET, .vartype = PGC_BOOL},
	 .variable = &XactDeferrable,
	 .boot_val = false,
	 .check_hook = check_transaction_deferrable},
	{{.name = "transaction_read_only", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether this transaction is read-only.", .flags = GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_NO_RESET, .vartype = PGC_BOOL},
	 .variable = &XactReadOnly,
	 .boot_val = false,
	 .check_hook = check_XactReadOnly},
	{{.name = "transform_null_equals", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Other Platforms and Clients", .short_desc = "Whether expr = NULL means expr IS NULL.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &Transform_null_equals,
	 .boot_val = false},
	{{.name = "update_process_title", .context = PGC_SUSET, .group = "Reporting and Logging / Process Title", .short_desc = "Whether process titles show what a process does.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &update_process_title,
	 .boot_val = true},
	{{.name = "wal_init_zero", .context = PGC_SUSET, .group = "Write-Ahead Log / Settings", .short_desc = "Whether new WAL files are filled with zeroes.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &wal_init_zero,
	 .boot_val = true},
	{{.name = "wal_log_hints", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Settings", .short_desc = "Whether changes of hint bits are written to WAL.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &wal_log_hints,
	 .boot_val = false},
	{{.name = "wal_receiver_create_temp_slot", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Whether a standby makes a temporary slot on the primary.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &wal_receiver_create_temp_slot,
	 .boot_val = false},
	{{.name = "wal_recycle", .context = PGC_SUSET, .group = "Write-Ahead Log / Settings", .short_desc = "Whether old WAL files are renamed for new use.", .flags = 0, .vartype = PGC_BOOL},
	 .variable = &wal_recycle,
	 .boot_val = true},
	{{.name = "zero_damaged_pages", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Whether damaged pages are read as empty ones.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_BOOL},
	 .variable = &zero_damaged_pages,
	 .boot_val = false}};
const int NumConfigureNamesBool = lengthof(ConfigureNamesBool);

struct config_int ConfigureNamesInt[] = {
	{{.name = "archive_timeout", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archiving", .short_desc = "Time after which a partly filled WAL file is switched away from.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &XLogArchiveTimeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = 1073741823},
	{{.name = "authentication_timeout", .context = PGC_SIGHUP, .group = "Connections and Authentication / Authentication", .short_desc = "Time in which a client must have authenticated.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &AuthenticationTimeout,
	 .boot_val = 60,
	 .min = 1,
	 .max = 600},
	{{.name = "autovacuum_analyze_threshold", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Number of changed rows before a table is analyzed.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_anl_thresh,
	 .boot_val = 50,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "autovacuum_freeze_max_age", .context = PGC_POSTMASTER, .group = "Autovacuum", .short_desc = "Age of a table's oldest transaction at which it is vacuumed whatever else is set.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_freeze_max_age,
	 .boot_val = 200000000,
	 .min = 100000,
	 .max = 2000000000},
	{{.name = "autovacuum_max_workers", .context = PGC_POSTMASTER, .group = "Autovacuum", .short_desc = "Number of autovacuum processes that may work at a time.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_max_workers,
	 .boot_val = 3,
	 .min = 1,
	 .max = 262143,
	 .check_hook = check_autovacuum_max_workers},
	{{.name = "autovacuum_multixact_freeze_max_age", .context = PGC_POSTMASTER, .group = "Autovacuum", .short_desc = "Age of a table's oldest multixact at which it is vacuumed whatever else is set.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_multixact_freeze_max_age,
	 .boot_val = 400000000,
	 .min = 10000,
	 .max = 2000000000},
	{{.name = "autovacuum_naptime", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Time between two autovacuum runs in a database.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &autovacuum_naptime,
	 .boot_val = 60,
	 .min = 1,
	 .max = 2147483},
	{{.name = "autovacuum_vacuum_cost_limit", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Cost after which autovacuum pauses; -1 takes vacuum_cost_limit.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_vac_cost_limit,
	 .boot_val = -1,
	 .min = -1,
	 .max = 10000},
	{{.name = "autovacuum_vacuum_insert_threshold", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Number of inserted rows before a table is vacuumed; -1 switches that off.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_vac_ins_thresh,
	 .boot_val = 1000,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "autovacuum_vacuum_threshold", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Number of updated or deleted rows before a table is vacuumed.", .flags = 0, .vartype = PGC_INT},
	 .variable = &autovacuum_vac_thresh,
	 .boot_val = 50,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "autovacuum_work_mem", .context = PGC_SIGHUP, .group = "Resource Usage / Memory", .short_desc = "Memory of each autovacuum process; -1 takes maintenance_work_mem.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &autovacuum_work_mem,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX,
	 .check_hook = check_autovacuum_work_mem},
	{{.name = "backend_flush_after", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Pages written by a session after which the kernel is told to write them out.", .flags = GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &backend_flush_after,
	 .boot_val = 0,
	 .min = 0,
	 .max = 256},
	{{.name = "bgwriter_delay", .context = PGC_SIGHUP, .group = "Resource Usage / Background Writer", .short_desc = "Pause of the background writer between rounds.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &BgWriterDelay,
	 .boot_val = 200,
	 .min = 10,
	 .max = 10000},
	{{.name = "bgwriter_flush_after", .context = PGC_SIGHUP, .group = "Resource Usage / Background Writer", .short_desc = "Pages written by the background writer after which the kernel is told to write them out.", .flags = GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &bgwriter_flush_after,
	 .boot_val = 64,
	 .min = 0,
	 .max = 256},
	{{.name = "bgwriter_lru_maxpages", .context = PGC_SIGHUP, .group = "Resource Usage / Background Writer", .short_desc = "Most pages that the background writer writes in a round.", .flags = 0, .vartype = PGC_INT},
	 .variable = &bgwriter_lru_maxpages,
	 .boot_val = 100,
	 .min = 0,
	 .max = 1073741823},
	{{.name = "block_size", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Size of a disk block.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &block_size,
	 .boot_val = 8192,
	 .min = 8192,
	 .max = 8192},
	{{.name = "checkpoint_flush_after", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Pages written by a checkpoint after which the kernel is told to write them out.", .flags = GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &checkpoint_flush_after,
	 .boot_val = 32,
	 .min = 0,
	 .max = 256},
	{{.name = "checkpoint_timeout", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Longest time between automatic checkpoints.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &CheckPointTimeout,
	 .boot_val = 300,
	 .min = 30,
	 .max = 86400},
	{{.name = "checkpoint_warning", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Time between checkpoints forced by WAL volume below which a warning is logged.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &CheckPointWarning,
	 .boot_val = 30,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "client_connection_check_interval", .context = PGC_USERSET, .group = "Connections and Authentication / Connection Settings", .short_desc = "Time between checks that the client is still there while a query runs.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &client_connection_check_interval,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .check_hook = check_client_connection_check_interval},
	{{.name = "commit_delay", .context = PGC_SUSET, .group = "Write-Ahead Log / Settings", .short_desc = "Microseconds that a commit waits for others before it flushes WAL.", .flags = 0, .vartype = PGC_INT},
	 .variable = &CommitDelay,
	 .boot_val = 0,
	 .min = 0,
	 .max = 100000},
	{{.name = "commit_siblings", .context = PGC_USERSET, .group = "Write-Ahead Log / Settings", .short_desc = "Number of other active transactions needed for commit_delay to apply.", .flags = 0, .vartype = PGC_INT},
	 .variable = &CommitSiblings,
	 .boot_val = 5,
	 .min = 0,
	 .max = 1000},
	{{.name = "data_directory_mode", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Mode of the data directory.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_RUNTIME_COMPUTED, .vartype = PGC_INT},
	 .variable = &data_directory_mode,
	 .boot_val = 448,
	 .min = 0,
	 .max = 511,
	 .show_hook = show_data_directory_mode},
	{{.name = "deadlock_timeout", .context = PGC_SUSET, .group = "Lock Management", .short_desc = "Time to wait for a lock before looking for a deadlock.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &DeadlockTimeout,
	 .boot_val = 1000,
	 .min = 1,
	 .max = INT_MAX},
	{{.name = "debug_discard_caches", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "How often caches are flushed, for tests.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_INT},
	 .variable = &debug_discard_caches,
	 .boot_val = 0,
	 .min = 0,
	 .max = 0},
	{{.name = "default_statistics_target", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Size of the statistics that ANALYZE makes of a column.", .flags = 0, .vartype = PGC_INT},
	 .variable = &default_statistics_target,
	 .boot_val = 100,
	 .min = 1,
	 .max = 10000},
	{{.name = "effective_cache_size", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's belief of how much of the data is cached by the server and the kernel.", .flags = GUC_EXPLAIN | GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &effective_cache_size,
	 .boot_val = 524288,
	 .min = 1,
	 .max = INT_MAX},
	{{.name = "effective_io_concurrency", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Number of reads that the disks can do at the same time.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &effective_io_concurrency,
	 .boot_val = 1,
	 .min = 0,
	 .max = 1000,
	 .check_hook = check_effective_io_concurrency},
	{{.name = "extra_float_digits", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Digits of floating-point values: above 0 the shortest exact form.", .flags = 0, .vartype = PGC_INT},
	 .variable = &extra_float_digits,
	 .boot_val = 1,
	 .min = -15,
	 .max = 3},
	{{.name = "from_collapse_limit", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Number of FROM items up to which subqueries are merged.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &from_collapse_limit,
	 .boot_val = 8,
	 .min = 1,
	 .max = INT_MAX},
	{{.name = "geqo_effort", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Effort of genetic planning; other values follow from it.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &Geqo_effort,
	 .boot_val = 5,
	 .min = 1,
	 .max = 10},
	{{.name = "geqo_generations", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Number of generations of genetic planning; 0 chooses one.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &Geqo_generations,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "geqo_pool_size", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Population of genetic planning; 0 chooses one.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &Geqo_pool_size,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "geqo_threshold", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Number of FROM items from which on planning is genetic.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &geqo_threshold,
	 .boot_val = 12,
	 .min = 2,
	 .max = INT_MAX},
	{{.name = "gin_fuzzy_search_limit", .context = PGC_USERSET, .group = "Client Connection Defaults / Other Defaults", .short_desc = "Soft limit on the rows returned by a GIN index.", .flags = 0, .vartype = PGC_INT},
	 .variable = &GinFuzzySearchLimit,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "gin_pending_list_limit", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Size of the pending list of a GIN index.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &gin_pending_list_limit,
	 .boot_val = 4096,
	 .min = 64,
	 .max = INT_MAX},
	{{.name = "huge_page_size", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Size of huge pages; 0 is the system's default.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &huge_page_size,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .check_hook = check_huge_page_size},
	{{.name = "idle_in_transaction_session_timeout", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Time after which a session idle in a transaction is ended.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &IdleInTransactionSessionTimeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "idle_session_timeout", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Time after which a session idle outside of a transaction is ended.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &IdleSessionTimeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "join_collapse_limit", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Number of FROM items up to which explicit joins are reordered.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &join_collapse_limit,
	 .boot_val = 8,
	 .min = 1,
	 .max = INT_MAX},
	{{.name = "lock_timeout", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Longest wait for a lock.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &LockTimeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "log_autovacuum_min_duration", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "Time from which on an automatic vacuum is logged; 0 logs all, -1 none.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &Log_autovacuum_min_duration,
	 .boot_val = 600000,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "log_file_mode", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Mode of log files.", .flags = 0, .vartype = PGC_INT},
	 .variable = &Log_file_mode,
	 .boot_val = 384,
	 .min = 0,
	 .max = 511,
	 .show_hook = show_log_file_mode},
	{{.name = "log_min_duration_sample", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Time from which on a sample of statements is logged.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &log_min_duration_sample,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "log_min_duration_statement", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Time from which on statements are logged.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &log_min_duration_statement,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "log_parameter_max_length", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Bytes of a parameter value that are logged with a statement.", .flags = GUC_UNIT_BYTE, .vartype = PGC_INT},
	 .variable = &log_parameter_max_length,
	 .boot_val = -1,
	 .min = -1,
	 .max = 1073741823},
	{{.name = "log_parameter_max_length_on_error", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Bytes of a parameter value that are logged with an error.", .flags = GUC_UNIT_BYTE, .vartype = PGC_INT},
	 .variable = &log_parameter_max_length_on_error,
	 .boot_val = 0,
	 .min = -1,
	 .max = 1073741823},
	{{.name = "log_rotation_age", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Age at which a new log file is begun.", .flags = GUC_UNIT_MIN, .vartype = PGC_INT},
	 .variable = &Log_RotationAge,
	 .boot_val = 1440,
	 .min = 0,
	 .max = 35791394},
	{{.name = "log_rotation_size", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Size at which a new log file is begun.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &Log_RotationSize,
	 .boot_val = 10240,
	 .min = 0,
	 .max = 2097151},
	{{.name = "log_startup_progress_interval", .context = PGC_SIGHUP, .group = "Reporting and Logging / When to Log", .short_desc = "Time between messages about a long startup.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &log_startup_progress_interval,
	 .boot_val = 10000,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "log_temp_files", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Size from which on temporary files are logged.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &log_temp_files,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "logical_decoding_work_mem", .context = PGC_USERSET, .group = "Resource Usage / Memory", .short_desc = "Memory of logical decoding before it spills to disk.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &logical_decoding_work_mem,
	 .boot_val = 65536,
	 .min = 64,
	 .max = INT_MAX},
	{{.name = "maintenance_io_concurrency", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "effective_io_concurrency of maintenance work.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &maintenance_io_concurrency,
	 .boot_val = 10,
	 .min = 0,
	 .max = 1000,
	 .check_hook = check_maintenance_io_concurrency,
	 .assign_hook = assign_maintenance_io_concurrency},
	{{.name = "maintenance_work_mem", .context = PGC_USERSET, .group = "Resource Usage / Memory", .short_desc = "Memory of a maintenance operation.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &maintenance_work_mem,
	 .boot_val = 65536,
	 .min = 1024,
	 .max = INT_MAX},
	{{.name = "max_connections", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Most connections at a time.", .flags = 0, .vartype = PGC_INT},
	 .variable = &MaxConnections,
	 .boot_val = 100,
	 .min = 1,
	 .max = 262143,
	 .check_hook = check_max_connections},
	{{.name = "max_files_per_process", .context = PGC_POSTMASTER, .group = "Resource Usage / Kernel Resources", .short_desc = "Most files that a process holds open.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_files_per_process,
	 .boot_val = 1000,
	 .min = 64,
	 .max = INT_MAX},
	{{.name = "max_function_args", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Most arguments of a function.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &max_function_args,
	 .boot_val = 100,
	 .min = 100,
	 .max = 100},
	{{.name = "max_identifier_length", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Most bytes of an identifier.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &max_identifier_length,
	 .boot_val = 63,
	 .min = 63,
	 .max = 63},
	{{.name = "max_index_keys", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Most columns of an index.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &max_index_keys,
	 .boot_val = 32,
	 .min = 32,
	 .max = 32},
	{{.name = "max_locks_per_transaction", .context = PGC_POSTMASTER, .group = "Lock Management", .short_desc = "Locks per transaction for which shared memory has room on average.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_locks_per_xact,
	 .boot_val = 64,
	 .min = 10,
	 .max = INT_MAX},
	{{.name = "max_logical_replication_workers", .context = PGC_POSTMASTER, .group = "Replication / Subscribers", .short_desc = "Most processes of logical replication.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_logical_replication_workers,
	 .boot_val = 4,
	 .min = 0,
	 .max = 262143},
	{{.name = "max_parallel_maintenance_workers", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Most parallel workers of a maintenance operation.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_parallel_maintenance_workers,
	 .boot_val = 2,
	 .min = 0,
	 .max = 1024},
	{{.name = "max_parallel_workers", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Most parallel workers at a time.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &max_parallel_workers,
	 .boot_val = 8,
	 .min = 0,
	 .max = 1024},
	{{.name = "max_parallel_workers_per_gather", .context = PGC_USERSET, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Most parallel workers of one executor node.", .flags = GUC_EXPLAIN, .vartype = PGC_INT},
	 .variable = &max_parallel_workers_per_gather,
	 .boot_val = 2,
	 .min = 0,
	 .max = 1024},
	{{.name = "max_pred_locks_per_page", .context = PGC_SIGHUP, .group = "Lock Management", .short_desc = "Predicate locks on rows of a page before the page is locked.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_predicate_locks_per_page,
	 .boot_val = 2,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "max_pred_locks_per_relation", .context = PGC_SIGHUP, .group = "Lock Management", .short_desc = "Predicate locks in a relation before the relation is locked.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_predicate_locks_per_relation,
	 .boot_val = -2,
	 .min = INT_MIN,
	 .max = INT_MAX},
	{{.name = "max_pred_locks_per_transaction", .context = PGC_POSTMASTER, .group = "Lock Management", .short_desc = "Predicate locks per transaction for which shared memory has room on average.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_predicate_locks_per_xact,
	 .boot_val = 64,
	 .min = 10,
	 .max = INT_MAX},
	{{.name = "max_prepared_transactions", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Most prepared transactions at a time.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_prepared_xacts,
	 .boot_val = 0,
	 .min = 0,
	 .max = 262143},
	{{.name = "max_replication_slots", .context = PGC_POSTMASTER, .group = "Replication / Sending Servers", .short_desc = "Most replication slots.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_replication_slots,
	 .boot_val = 10,
	 .min = 0,
	 .max = 262143},
	{{.name = "max_slot_wal_keep_size", .context = PGC_SIGHUP, .group = "Replication / Sending Servers", .short_desc = "Most WAL that replication slots may hold back.", .flags = GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &max_slot_wal_keep_size_mb,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "max_stack_depth", .context = PGC_SUSET, .group = "Resource Usage / Memory", .short_desc = "Most stack that a process may use.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &max_stack_depth,
	 .boot_val = 100,
	 .min = 100,
	 .max = INT_MAX,
	 .check_hook = check_max_stack_depth,
	 .assign_hook = assign_max_stack_depth},
	{{.name = "max_standby_archive_delay", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Longest wait of recovery from an archive for queries in its way.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &max_standby_archive_delay,
	 .boot_val = 30000,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "max_standby_streaming_delay", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Longest wait of streaming recovery for queries in its way.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &max_standby_streaming_delay,
	 .boot_val = 30000,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "max_sync_workers_per_subscription", .context = PGC_SIGHUP, .group = "Replication / Subscribers", .short_desc = "Most table synchronization processes of a subscription.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_sync_workers_per_subscription,
	 .boot_val = 2,
	 .min = 0,
	 .max = 262143},
	{{.name = "max_wal_senders", .context = PGC_POSTMASTER, .group = "Replication / Sending Servers", .short_desc = "Most processes that send WAL.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_wal_senders,
	 .boot_val = 10,
	 .min = 0,
	 .max = 262143,
	 .check_hook = check_max_wal_senders},
	{{.name = "max_wal_size", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Size of WAL that triggers a checkpoint.", .flags = GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &max_wal_size_mb,
	 .boot_val = 1024,
	 .min = 2,
	 .max = INT_MAX,
	 .assign_hook = assign_max_wal_size},
	{{.name = "max_worker_processes", .context = PGC_POSTMASTER, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Most background processes.", .flags = 0, .vartype = PGC_INT},
	 .variable = &max_worker_processes,
	 .boot_val = 8,
	 .min = 0,
	 .max = 262143,
	 .check_hook = check_max_worker_processes},
	{{.name = "min_dynamic_shared_memory", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Dynamic shared memory reserved at start.", .flags = GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &min_dynamic_shared_memory,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "min_parallel_index_scan_size", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Size of an index from which on it may be scanned in parallel.", .flags = GUC_EXPLAIN | GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &min_parallel_index_scan_size,
	 .boot_val = 64,
	 .min = 0,
	 .max = 715827882},
	{{.name = "min_parallel_table_scan_size", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Size of a table from which on it may be scanned in parallel.", .flags = GUC_EXPLAIN | GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &min_parallel_table_scan_size,
	 .boot_val = 1024,
	 .min = 0,
	 .max = 715827882},
	{{.name = "min_wal_size", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Size of WAL below which files are recycled, not removed.", .flags = GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &min_wal_size_mb,
	 .boot_val = 80,
	 .min = 2,
	 .max = INT_MAX},
	{{.name = "old_snapshot_threshold", .context = PGC_POSTMASTER, .group = "Resource Usage / Asynchronous Behavior", .short_desc = "Age from which on a snapshot may be too old to read changed pages.", .flags = GUC_UNIT_MIN, .vartype = PGC_INT},
	 .variable = &old_snapshot_threshold,
	 .boot_val = -1,
	 .min = -1,
	 .max = 86400},
	{{.name = "port", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "TCP port on which the server listens.", .flags = 0, .vartype = PGC_INT},
	 .variable = &PostPortNumber,
	 .boot_val = DEF_PGPORT,
	 .min = 1,
	 .max = 65535},
	{{.name = "post_auth_delay", .context = PGC_BACKEND, .group = "Developer Options", .short_desc = "Pause after authentication, for attaching a debugger.", .flags = GUC_NOT_IN_SAMPLE | GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &PostAuthDelay,
	 .boot_val = 0,
	 .min = 0,
	 .max = 2147},
	{{.name = "pre_auth_delay", .context = PGC_SIGHUP, .group = "Developer Options", .short_desc = "Pause before authentication, for attaching a debugger.", .flags = GUC_NOT_IN_SAMPLE | GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &PreAuthDelay,
	 .boot_val = 0,
	 .min = 0,
	 .max = 60},
	{{.name = "recovery_min_apply_delay", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Delay of recovery behind the commit times of the primary.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &recovery_min_apply_delay,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "segment_size", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Blocks of one file of a relation.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &segment_size,
	 .boot_val = RELSEG_SIZE,
	 .min = 131072,
	 .max = 131072},
	{{.name = "server_version_num", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Version of the server as a number.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &server_version_num,
	 .boot_val = PG_VERSION_NUM,
	 .min = PG_VERSION_NUM,
	 .max = PG_VERSION_NUM},
	{{.name = "shared_buffers", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Number of shared buffers.", .flags = GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &NBuffers,
	 .boot_val = 16384,
	 .min = 16,
	 .max = 1073741823},
	{{.name = "shared_memory_size", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Size of the server's shared memory.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_RUNTIME_COMPUTED | GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &shared_memory_size_mb,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "shared_memory_size_in_huge_pages", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Huge pages that the shared memory would take; -1 if that is not known.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_RUNTIME_COMPUTED, .vartype = PGC_INT},
	 .variable = &shared_memory_size_in_huge_pages,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "ssl_renegotiation_limit", .context = PGC_USERSET, .group = "Ungrouped", .short_desc = "Old, has no effect.", .flags = GUC_NO_SHOW_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &ssl_renegotiation_limit,
	 .boot_val = 0,
	 .min = 0,
	 .max = 0},
	{{.name = "statement_timeout", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Longest time of a statement.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &StatementTimeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "superuser_reserved_connections", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Connections kept for superusers.", .flags = 0, .vartype = PGC_INT},
	 .variable = &ReservedBackends,
	 .boot_val = 3,
	 .min = 0,
	 .max = 262143},
	{{.name = "tcp_keepalives_count", .context = PGC_USERSET, .group = "Connections and Authentication / Connection Settings", .short_desc = "Lost keepalive messages after which a connection is dead.", .flags = 0, .vartype = PGC_INT},
	 .variable = &tcp_keepalives_count,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .assign_hook = assign_tcp_keepalives_count,
	 .show_hook = show_tcp_keepalives_count},
	{{.name = "tcp_keepalives_idle", .context = PGC_USERSET, .group = "Connections and Authentication / Connection Settings", .short_desc = "Idle time before a keepalive message is sent.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &tcp_keepalives_idle,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .assign_hook = assign_tcp_keepalives_idle,
	 .show_hook = show_tcp_keepalives_idle},
	{{.name = "tcp_keepalives_interval", .context = PGC_USERSET, .group = "Connections and Authentication / Connection Settings", .short_desc = "Time between keepalive messages.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &tcp_keepalives_interval,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .assign_hook = assign_tcp_keepalives_interval,
	 .show_hook = show_tcp_keepalives_interval},
	{{.name = "tcp_user_timeout", .context = PGC_USERSET, .group = "Connections and Authentication / Connection Settings", .short_desc = "Time that sent data may stay unacknowledged.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &tcp_user_timeout,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX,
	 .assign_hook = assign_tcp_user_timeout,
	 .show_hook = show_tcp_user_timeout},
	{{.name = "temp_buffers", .context = PGC_USERSET, .group = "Resource Usage / Memory", .short_desc = "Most buffers of a session for temporary tables.", .flags = GUC_EXPLAIN | GUC_UNIT_BLOCKS, .vartype = PGC_INT},
	 .variable = &num_temp_buffers,
	 .boot_val = 1024,
	 .min = 100,
	 .max = 1073741823,
	 .check_hook = check_temp_buffers},
	{{.name = "temp_file_limit", .context = PGC_SUSET, .group = "Resource Usage / Disk", .short_desc = "Most disk space that a process may use for temporary files.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &temp_file_limit,
	 .boot_val = -1,
	 .min = -1,
	 .max = INT_MAX},
	{{.name = "track_activity_query_size", .context = PGC_POSTMASTER, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Bytes of a query that pg_stat_activity shows.", .flags = GUC_UNIT_BYTE, .vartype = PGC_INT},
	 .variable = &pgstat_track_activity_query_size,
	 .boot_val = 1024,
	 .min = 100,
	 .max = 1048576},
	{{.name = "unix_socket_permissions", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Mode of the Unix sockets.", .flags = 0, .vartype = PGC_INT},
	 .variable = &Unix_socket_permissions,
	 .boot_val = 511,
	 .min = 0,
	 .max = 511,
	 .show_hook = show_unix_socket_permissions},
	{{.name = "vacuum_cost_limit", .context = PGC_USERSET, .group = "Resource Usage / Cost-Based Vacuum Delay", .short_desc = "Cost after which vacuum pauses.", .flags = 0, .vartype = PGC_INT},
	 .variable = &VacuumCostLimit,
	 .boot_val = 200,
	 .min = 1,
	 .max = 10000},
	{{.name = "vacuum_cost_page_dirty", .context = PGC_USERSET, .group = "Resource Usage / Cost-Based Vacuum Delay", .short_desc = "Cost of a page that vacuum makes dirty.", .flags = 0, .vartype = PGC_INT},
	 .variable = &VacuumCostPageDirty,
	 .boot_val = 20,
	 .min = 0,
	 .max = 10000},
	{{.name = "vacuum_cost_page_hit", .context = PGC_USERSET, .group = "Resource Usage / Cost-Based Vacuum Delay", .short_desc = "Cost of a page that vacuum finds in the buffers.", .flags = 0, .vartype = PGC_INT},
	 .variable = &VacuumCostPageHit,
	 .boot_val = 1,
	 .min = 0,
	 .max = 10000},
	{{.name = "vacuum_cost_page_miss", .context = PGC_USERSET, .group = "Resource Usage / Cost-Based Vacuum Delay", .short_desc = "Cost of a page that vacuum must read.", .flags = 0, .vartype = PGC_INT},
	 .variable = &VacuumCostPageMiss,
	 .boot_val = 2,
	 .min = 0,
	 .max = 10000},
	{{.name = "vacuum_defer_cleanup_age", .context = PGC_SIGHUP, .group = "Replication / Primary Server", .short_desc = "Transactions by which the removal of dead rows is put off.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_defer_cleanup_age,
	 .boot_val = 0,
	 .min = 0,
	 .max = 1000000},
	{{.name = "vacuum_failsafe_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Age of a table at which vacuum does only what prevents wraparound.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_failsafe_age,
	 .boot_val = 1600000000,
	 .min = 0,
	 .max = 2100000000},
	{{.name = "vacuum_freeze_min_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Age of a row from which on vacuum freezes it.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_freeze_min_age,
	 .boot_val = 50000000,
	 .min = 0,
	 .max = 1000000000},
	{{.name = "vacuum_freeze_table_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Age of a table from which on vacuum reads all of it.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_freeze_table_age,
	 .boot_val = 150000000,
	 .min = 0,
	 .max = 2000000000},
	{{.name = "vacuum_multixact_failsafe_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Multixact age of a table at which vacuum does only what prevents wraparound.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_multixact_failsafe_age,
	 .boot_val = 1600000000,
	 .min = 0,
	 .max = 2100000000},
	{{.name = "vacuum_multixact_freeze_min_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Multixact age of a row from which on vacuum freezes it.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_multixact_freeze_min_age,
	 .boot_val = 5000000,
	 .min = 0,
	 .max = 1000000000},
	{{.name = "vacuum_multixact_freeze_table_age", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Multixact age of a table from which on vacuum reads all of it.", .flags = 0, .vartype = PGC_INT},
	 .variable = &vacuum_multixact_freeze_table_age,
	 .boot_val = 150000000,
	 .min = 0,
	 .max = 2000000000},
	{{.name = "wal_block_size", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Size of a WAL page.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_INT},
	 .variable = &wal_block_size,
	 .boot_val = 8192,
	 .min = 8192,
	 .max = 8192},
	{{.name = "wal_buffers", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Settings", .short_desc = "WAL pages buffered in shared memory; -1 chooses by shared_buffers.", .flags = GUC_UNIT_XBLOCKS, .vartype = PGC_INT},
	 .variable = &XLOGbuffers,
	 .boot_val = -1,
	 .min = -1,
	 .max = 262143,
	 .check_hook = check_wal_buffers},
	{{.name = "wal_compression_level", .context = PGC_SUSET, .group = "Write-Ahead Log / Settings", .short_desc = "Level of wal_compression; 0 chooses the method's default.", .flags = 0, .vartype = PGC_INT},
	 .variable = &wal_compression_level,
	 .boot_val = 0,
	 .min = -131072,
	 .max = 131072,
	 .check_hook = check_wal_compression_level},
	{{.name = "wal_decode_buffer_size", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery", .short_desc = "Memory for WAL read ahead in recovery.", .flags = GUC_UNIT_BYTE, .vartype = PGC_INT},
	 .variable = &wal_decode_buffer_size,
	 .boot_val = 524288,
	 .min = 65536,
	 .max = 1073741823},
	{{.name = "wal_keep_size", .context = PGC_SIGHUP, .group = "Replication / Sending Servers", .short_desc = "WAL kept for standbys.", .flags = GUC_UNIT_MB, .vartype = PGC_INT},
	 .variable = &wal_keep_size_mb,
	 .boot_val = 0,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "wal_receiver_status_interval", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Longest time between reports of a standby to the primary.", .flags = GUC_UNIT_S, .vartype = PGC_INT},
	 .variable = &wal_receiver_status_interval,
	 .boot_val = 10,
	 .min = 0,
	 .max = 2147483},
	{{.name = "wal_receiver_timeout", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Longest wait of a standby for data from the primary.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &wal_receiver_timeout,
	 .boot_val = 60000,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "wal_retrieve_retry_interval", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Pause before looking for WAL again.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &wal_retrieve_retry_interval,
	 .boot_val = 5000,
	 .min = 1,
	 .max = INT_MAX},
	{{.name = "wal_segment_size", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Size of a WAL file.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_RUNTIME_COMPUTED | GUC_UNIT_BYTE, .vartype = PGC_INT},
	 .variable = &wal_segment_size,
	 .boot_val = 16777216,
	 .min = 1048576,
	 .max = 1073741824},
	{{.name = "wal_sender_timeout", .context = PGC_USERSET, .group = "Replication / Sending Servers", .short_desc = "Longest wait for an answer of a standby.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &wal_sender_timeout,
	 .boot_val = 60000,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "wal_skip_threshold", .context = PGC_USERSET, .group = "Write-Ahead Log / Settings", .short_desc = "Size of a new file from which on it is synced, not written to WAL.", .flags = GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &wal_skip_threshold,
	 .boot_val = 2048,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "wal_writer_delay", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Settings", .short_desc = "Pause of the WAL writer between flushes.", .flags = GUC_UNIT_MS, .vartype = PGC_INT},
	 .variable = &WalWriterDelay,
	 .boot_val = 200,
	 .min = 1,
	 .max = 10000},
	{{.name = "wal_writer_flush_after", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Settings", .short_desc = "WAL written by the WAL writer that triggers a flush.", .flags = GUC_UNIT_XBLOCKS, .vartype = PGC_INT},
	 .variable = &WalWriterFlushAfter,
	 .boot_val = 128,
	 .min = 0,
	 .max = INT_MAX},
	{{.name = "work_mem", .context = PGC_USERSET, .group = "Resource Usage / Memory", .short_desc = "Memory of a sort or hash table before it spills to disk.", .flags = GUC_EXPLAIN | GUC_UNIT_KB, .vartype = PGC_INT},
	 .variable = &work_mem,
	 .boot_val = 4096,
	 .min = 64,
	 .max = INT_MAX}};
const int NumConfigureNamesInt = lengthof(ConfigureNamesInt);

struct config_real ConfigureNamesReal[] = {
	{{.name = "autovacuum_analyze_scale_factor", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Part of a table's rows that must have changed before it is analyzed.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &autovacuum_anl_scale,
	 .boot_val = 0.1,
	 .min = 0,
	 .max = 100},
	{{.name = "autovacuum_vacuum_cost_delay", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Pause of autovacuum after its cost limit; -1 takes vacuum_cost_delay.", .flags = GUC_UNIT_MS, .vartype = PGC_REAL},
	 .variable = &autovacuum_vac_cost_delay,
	 .boot_val = 2,
	 .min = -1,
	 .max = 100},
	{{.name = "autovacuum_vacuum_insert_scale_factor", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Part of a table's rows that must have been inserted before it is vacuumed.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &autovacuum_vac_ins_scale,
	 .boot_val = 0.2,
	 .min = 0,
	 .max = 100},
	{{.name = "autovacuum_vacuum_scale_factor", .context = PGC_SIGHUP, .group = "Autovacuum", .short_desc = "Part of a table's rows that must have been updated or deleted before it is vacuumed.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &autovacuum_vac_scale,
	 .boot_val = 0.2,
	 .min = 0,
	 .max = 100},
	{{.name = "bgwriter_lru_multiplier", .context = PGC_SIGHUP, .group = "Resource Usage / Background Writer", .short_desc = "How much of the recent demand for free buffers a round prepares for.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &bgwriter_lru_multiplier,
	 .boot_val = 2,
	 .min = 0,
	 .max = 10},
	{{.name = "checkpoint_completion_target", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Checkpoints", .short_desc = "Part of the time between checkpoints over which a checkpoint spreads its writes.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &CheckPointCompletionTarget,
	 .boot_val = 0.9,
	 .min = 0,
	 .max = 1,
	 .assign_hook = assign_checkpoint_completion_target},
	{{.name = "cpu_index_tuple_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of processing one index entry.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &cpu_index_tuple_cost,
	 .boot_val = 0.005,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "cpu_operator_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of one operator or function call.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &cpu_operator_cost,
	 .boot_val = 0.0025,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "cpu_tuple_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of processing one row.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &cpu_tuple_cost,
	 .boot_val = 0.01,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "cursor_tuple_fraction", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Part of a cursor's rows that the planner expects to be fetched.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &cursor_tuple_fraction,
	 .boot_val = 0.1,
	 .min = 0,
	 .max = 1},
	{{.name = "geqo_seed", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Start of the random choices of genetic planning.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &Geqo_seed,
	 .boot_val = 0,
	 .min = 0,
	 .max = 1},
	{{.name = "geqo_selection_bias", .context = PGC_USERSET, .group = "Query Tuning / Genetic Query Optimizer", .short_desc = "Selective pressure of genetic planning.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &Geqo_selection_bias,
	 .boot_val = 2,
	 .min = 1.5,
	 .max = 2},
	{{.name = "hash_mem_multiplier", .context = PGC_USERSET, .group = "Resource Usage / Memory", .short_desc = "Multiple of work_mem that a hash table may use.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &hash_mem_multiplier,
	 .boot_val = 2,
	 .min = 1,
	 .max = 1000},
	{{.name = "jit_above_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Cost of a query from which on it is compiled.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &jit_above_cost,
	 .boot_val = 100000,
	 .min = -1,
	 .max = DBL_MAX},
	{{.name = "jit_inline_above_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Cost of a query from which on functions are inlined.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &jit_inline_above_cost,
	 .boot_val = 500000,
	 .min = -1,
	 .max = DBL_MAX},
	{{.name = "jit_optimize_above_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Cost of a query from which on compiled code is optimized.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &jit_optimize_above_cost,
	 .boot_val = 500000,
	 .min = -1,
	 .max = DBL_MAX},
	{{.name = "log_statement_sample_rate", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Part of the statements above log_min_duration_sample that is logged.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &log_statement_sample_rate,
	 .boot_val = 1,
	 .min = 0,
	 .max = 1},
	{{.name = "log_transaction_sample_rate", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Part of the transactions whose statements are all logged.", .flags = 0, .vartype = PGC_REAL},
	 .variable = &log_xact_sample_rate,
	 .boot_val = 0,
	 .min = 0,
	 .max = 1},
	{{.name = "parallel_setup_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of starting parallel workers.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &parallel_setup_cost,
	 .boot_val = 1000,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "parallel_tuple_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of passing one row from a worker.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &parallel_tuple_cost,
	 .boot_val = 0.1,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "random_page_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of a page read out of order.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &random_page_cost,
	 .boot_val = 4,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "recursive_worktable_factor", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Planner's estimate of the size of a recursive query's work table.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &recursive_worktable_factor,
	 .boot_val = 10,
	 .min = 0.001,
	 .max = 1e+06},
	{{.name = "seed", .context = PGC_USERSET, .group = "Ungrouped", .short_desc = "Start of random().", .flags = GUC_NO_SHOW_ALL | GUC_NO_RESET | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_REAL},
	 .variable = &phony_random_seed,
	 .boot_val = 0,
	 .min = -1,
	 .max = 1,
	 .check_hook = check_random_seed,
	 .assign_hook = assign_random_seed,
	 .show_hook = show_random_seed},
	{{.name = "seq_page_cost", .context = PGC_USERSET, .group = "Query Tuning / Planner Cost Constants", .short_desc = "Planner's cost of a page read in order.", .flags = GUC_EXPLAIN, .vartype = PGC_REAL},
	 .variable = &seq_page_cost,
	 .boot_val = 1,
	 .min = 0,
	 .max = DBL_MAX},
	{{.name = "vacuum_cost_delay", .context = PGC_USERSET, .group = "Resource Usage / Cost-Based Vacuum Delay", .short_desc = "Pause of vacuum after its cost limit.", .flags = GUC_UNIT_MS, .vartype = PGC_REAL},
	 .variable = &VacuumCostDelay,
	 .boot_val = 0,
	 .min = 0,
	 .max = 100}};
const int NumConfigureNamesReal = lengthof(ConfigureNamesReal);

struct config_string ConfigureNamesString[] = {
	{{.name = "application_name", .context = PGC_USERSET, .group = "Reporting and Logging / What to Log", .short_desc = "Name of the client program, for statistics and the log.", .flags = GUC_IS_NAME | GUC_REPORT | GUC_NOT_IN_SAMPLE, .vartype = PGC_STRING},
	 .variable = &application_name,
	 .boot_val = "",
	 .check_hook = check_application_name,
	 .assign_hook = assign_application_name},
	{{.name = "archive_cleanup_command", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archive Recovery", .short_desc = "Shell command run at every restart point.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &archiveCleanupCommand,
	 .boot_val = ""},
	{{.name = "archive_command", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archiving", .short_desc = "Shell command that archives one complete WAL file.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &XLogArchiveCommand,
	 .boot_val = "",
	 .show_hook = show_archive_command},
	{{.name = "archive_library", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archiving", .short_desc = "Library that archives complete WAL files.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &XLogArchiveLibrary,
	 .boot_val = ""},
	{{.name = "backtrace_functions", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Functions of the server whose errors are logged with a backtrace.", .flags = GUC_NOT_IN_SAMPLE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &backtrace_functions,
	 .boot_val = "",
	 .check_hook = check_backtrace_functions,
	 .assign_hook = assign_backtrace_functions},
	{{.name = "bonjour_name", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Bonjour name of the server.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &bonjour_name,
	 .boot_val = ""},
	{{.name = "client_encoding", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Character encoding of the client.", .flags = GUC_IS_NAME | GUC_REPORT, .vartype = PGC_STRING},
	 .variable = &client_encoding_string,
	 .boot_val = "SQL_ASCII",
	 .check_hook = check_client_encoding,
	 .assign_hook = assign_client_encoding},
	{{.name = "cluster_name", .context = PGC_POSTMASTER, .group = "Reporting and Logging / Process Title", .short_desc = "Name of the cluster, shown in process titles.", .flags = GUC_IS_NAME, .vartype = PGC_STRING},
	 .variable = &cluster_name,
	 .boot_val = "",
	 .check_hook = check_cluster_name},
	{{.name = "config_file", .context = PGC_POSTMASTER, .group = "File Locations", .short_desc = "The main configuration file.", .flags = GUC_DISALLOW_IN_FILE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &ConfigFileName,
	 .boot_val = NULL},
	{{.name = "data_directory", .context = PGC_POSTMASTER, .group = "File Locations", .short_desc = "The data directory.", .flags = GUC_SUPERUSER_ONLY | GUC_DISALLOW_IN_AUTO_FILE, .vartype = PGC_STRING},
	 .variable = &data_directory,
	 .boot_val = NULL},
	{{.name = "DateStyle", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Form of dates on output, and order of day, month and year on input.", .flags = GUC_LIST_INPUT | GUC_REPORT, .vartype = PGC_STRING},
	 .variable = &datestyle_string,
	 .boot_val = "ISO, MDY",
	 .check_hook = check_datestyle,
	 .assign_hook = assign_datestyle},
	{{.name = "default_table_access_method", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Access method of new tables.", .flags = GUC_IS_NAME, .vartype = PGC_STRING},
	 .variable = &default_table_access_method,
	 .boot_val = "heap",
	 .check_hook = check_default_table_access_method},
	{{.name = "default_tablespace", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Tablespace of new tables and indexes; empty means that of the database.", .flags = GUC_IS_NAME, .vartype = PGC_STRING},
	 .variable = &default_tablespace,
	 .boot_val = "",
	 .check_hook = check_default_tablespace},
	{{.name = "default_text_search_config", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Text search configuration used when none is named.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &TSCurrentConfig,
	 .boot_val = "pg_catalog.simple",
	 .check_hook = check_TSCurrentConfig,
	 .assign_hook = assign_TSCurrentConfig},
	{{.name = "dynamic_library_path", .context = PGC_SUSET, .group = "Client Connection Defaults / Other Defaults", .short_desc = "Where libraries named without a directory are searched.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &Dynamic_library_path,
	 .boot_val = "$libdir"},
	{{.name = "event_source", .context = PGC_POSTMASTER, .group = "Reporting and Logging / Where to Log", .short_desc = "Name of the server in the Windows event log.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &event_source,
	 .boot_val = "PostgreSQL"},
	{{.name = "extension_destdir", .context = PGC_SUSET, .group = "File Locations", .short_desc = "Directory put before the paths of extension files.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &extension_destdir,
	 .boot_val = ""},
	{{.name = "external_pid_file", .context = PGC_POSTMASTER, .group = "File Locations", .short_desc = "An additional file with the process number of the postmaster.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &external_pid_file,
	 .boot_val = NULL,
	 .check_hook = check_canonical_path},
	{{.name = "hba_file", .context = PGC_POSTMASTER, .group = "File Locations", .short_desc = "The file of host-based authentication.", .flags = GUC_DISALLOW_IN_AUTO_FILE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &HbaFileName,
	 .boot_val = NULL},
	{{.name = "ident_file", .context = PGC_POSTMASTER, .group = "File Locations", .short_desc = "The file of user name maps.", .flags = GUC_DISALLOW_IN_AUTO_FILE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &IdentFileName,
	 .boot_val = NULL},
	{{.name = "jit_provider", .context = PGC_POSTMASTER, .group = "Client Connection Defaults / Shared Library Preloading", .short_desc = "Library of the compiler.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &jit_provider,
	 .boot_val = "llvmjit"},
	{{.name = "krb_server_keyfile", .context = PGC_SIGHUP, .group = "Connections and Authentication / Authentication", .short_desc = "The key file of the server for Kerberos.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &pg_krb_server_keyfile,
	 .boot_val = ""},
	{{.name = "lc_collate", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Locale of sorting.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_STRING},
	 .variable = &locale_collate,
	 .boot_val = "C"},
	{{.name = "lc_ctype", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Locale of character classes and case.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_STRING},
	 .variable = &locale_ctype,
	 .boot_val = "C"},
	{{.name = "lc_messages", .context = PGC_SUSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Language of messages.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &locale_messages,
	 .boot_val = "",
	 .check_hook = check_locale_messages,
	 .assign_hook = assign_locale_messages},
	{{.name = "lc_monetary", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Locale of amounts of money.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &locale_monetary,
	 .boot_val = "C",
	 .check_hook = check_locale_monetary,
	 .assign_hook = assign_locale_monetary},
	{{.name = "lc_numeric", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Locale of numbers.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &locale_numeric,
	 .boot_val = "C",
	 .check_hook = check_locale_numeric,
	 .assign_hook = assign_locale_numeric},
	{{.name = "lc_time", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Locale of dates and times.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &locale_time,
	 .boot_val = "C",
	 .check_hook = check_locale_time,
	 .assign_hook = assign_locale_time},
	{{.name = "listen_addresses", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Host names or addresses on which the server listens.", .flags = GUC_LIST_INPUT, .vartype = PGC_STRING},
	 .variable = &ListenAddresses,
	 .boot_val = "localhost"},
	{{.name = "local_preload_libraries", .context = PGC_USERSET, .group = "Client Connection Defaults / Shared Library Preloading", .short_desc = "Libraries that any user may load into a session.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE, .vartype = PGC_STRING},
	 .variable = &local_preload_libraries_string,
	 .boot_val = ""},
	{{.name = "log_destination", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Where the server log goes.", .flags = GUC_LIST_INPUT, .vartype = PGC_STRING},
	 .variable = &Log_destination_string,
	 .boot_val = "stderr",
	 .check_hook = check_log_destination,
	 .assign_hook = assign_log_destination},
	{{.name = "log_directory", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Directory of log files.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &Log_directory,
	 .boot_val = "log",
	 .check_hook = check_canonical_path},
	{{.name = "log_filename", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Pattern of the names of log files.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &Log_filename,
	 .boot_val = "postgresql-%Y-%m-%d_%H%M%S.log"},
	{{.name = "log_line_prefix", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "What stands before each line of the log.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &Log_line_prefix,
	 .boot_val = "%m [%p] "},
	{{.name = "log_timezone", .context = PGC_SIGHUP, .group = "Reporting and Logging / What to Log", .short_desc = "Time zone of the log.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &log_timezone_string,
	 .boot_val = "GMT",
	 .check_hook = check_log_timezone,
	 .assign_hook = assign_log_timezone,
	 .show_hook = show_log_timezone},
	{{.name = "primary_conninfo", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "How a standby connects to the primary.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &PrimaryConnInfo,
	 .boot_val = ""},
	{{.name = "primary_slot_name", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "Replication slot that a standby uses on the primary.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &PrimarySlotName,
	 .boot_val = "",
	 .check_hook = check_primary_slot_name},
	{{.name = "promote_trigger_file", .context = PGC_SIGHUP, .group = "Replication / Standby Servers", .short_desc = "File whose presence ends recovery of a standby.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &PromoteTriggerFile,
	 .boot_val = ""},
	{{.name = "recovery_end_command", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archive Recovery", .short_desc = "Shell command run once at the end of recovery.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recoveryEndCommand,
	 .boot_val = ""},
	{{.name = "recovery_target", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "\"immediate\" ends recovery as soon as the data is consistent.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_string,
	 .boot_val = "",
	 .check_hook = check_recovery_target,
	 .assign_hook = assign_recovery_target},
	{{.name = "recovery_target_lsn", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "WAL position at which recovery ends.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_lsn_string,
	 .boot_val = "",
	 .check_hook = check_recovery_target_lsn,
	 .assign_hook = assign_recovery_target_lsn},
	{{.name = "recovery_target_name", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "Named restore point at which recovery ends.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_name_string,
	 .boot_val = "",
	 .check_hook = check_recovery_target_name,
	 .assign_hook = assign_recovery_target_name},
	{{.name = "recovery_target_time", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "Time at which recovery ends.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_time_string,
	 .boot_val = "",
	 .check_hook = check_recovery_target_time,
	 .assign_hook = assign_recovery_target_time},
	{{.name = "recovery_target_timeline", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "Timeline that recovery follows.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_timeline_string,
	 .boot_val = "latest",
	 .check_hook = check_recovery_target_timeline,
	 .assign_hook = assign_recovery_target_timeline},
	{{.name = "recovery_target_xid", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "Transaction at which recovery ends.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recovery_target_xid_string,
	 .boot_val = "",
	 .check_hook = check_recovery_target_xid,
	 .assign_hook = assign_recovery_target_xid},
	{{.name = "restore_command", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Archive Recovery", .short_desc = "Shell command that fetches one WAL file from the archive.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &recoveryRestoreCommand,
	 .boot_val = ""},
	{{.name = "restrict_nonsystem_relation_kind", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Kinds of relations that may not be expanded or read.", .flags = GUC_LIST_INPUT | GUC_NOT_IN_SAMPLE, .vartype = PGC_STRING},
	 .variable = &restrict_nonsystem_relation_kind_string,
	 .boot_val = "",
	 .check_hook = check_restrict_nonsystem_relation_kind,
	 .assign_hook = assign_restrict_nonsystem_relation_kind},
	{{.name = "role", .context = PGC_USERSET, .group = "Ungrouped", .short_desc = "Role whose privileges count.", .flags = GUC_IS_NAME | GUC_NO_SHOW_ALL | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_NOT_WHILE_SEC_REST, .vartype = PGC_STRING},
	 .variable = &role_string,
	 .boot_val = "none",
	 .check_hook = check_role,
	 .assign_hook = assign_role,
	 .show_hook = show_role},
	{{.name = "search_path", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Schemas in which names without a schema are looked up.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE | GUC_EXPLAIN, .vartype = PGC_STRING},
	 .variable = &namespace_search_path,
	 .boot_val = "\"$user\", public",
	 .check_hook = check_search_path,
	 .assign_hook = assign_search_path},
	{{.name = "server_encoding", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Character encoding of the database.", .flags = GUC_IS_NAME | GUC_REPORT | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_STRING},
	 .variable = &server_encoding_string,
	 .boot_val = "SQL_ASCII"},
	{{.name = "server_version", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Version of the server.", .flags = GUC_REPORT | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_STRING},
	 .variable = &server_version_string,
	 .boot_val = PG_VERSION},
	{{.name = "session_authorization", .context = PGC_USERSET, .group = "Ungrouped", .short_desc = "User of the session.", .flags = GUC_IS_NAME | GUC_REPORT | GUC_NO_SHOW_ALL | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_NOT_WHILE_SEC_REST, .vartype = PGC_STRING},
	 .variable = &session_authorization_string,
	 .boot_val = NULL,
	 .check_hook = check_session_authorization,
	 .assign_hook = assign_session_authorization},
	{{.name = "session_preload_libraries", .context = PGC_SUSET, .group = "Client Connection Defaults / Shared Library Preloading", .short_desc = "Libraries loaded at the start of each session.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &session_preload_libraries_string,
	 .boot_val = ""},
	{{.name = "shared_preload_libraries", .context = PGC_POSTMASTER, .group = "Client Connection Defaults / Shared Library Preloading", .short_desc = "Libraries loaded at server start.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &shared_preload_libraries_string,
	 .boot_val = ""},
	{{.name = "ssl_ca_file", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "File of trusted certificate authorities.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &ssl_ca_file,
	 .boot_val = ""},
	{{.name = "ssl_cert_file", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "File of the server's certificate.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &ssl_cert_file,
	 .boot_val = "server.crt"},
	{{.name = "ssl_ciphers", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Ciphers allowed for TLS up to 1.2.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &SSLCipherSuites,
	 .boot_val = "HIGH:MEDIUM:+3DES:!aNULL"},
	{{.name = "ssl_crl_dir", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Directory of certificate revocation lists.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &ssl_crl_dir,
	 .boot_val = ""},
	{{.name = "ssl_crl_file", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "File of certificate revocations.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &ssl_crl_file,
	 .boot_val = ""},
	{{.name = "ssl_dh_params_file", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "File of Diffie-Hellman parameters.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &ssl_dh_params_file,
	 .boot_val = ""},
	{{.name = "ssl_ecdh_curve", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Curve of the key exchange.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &SSLECDHCurve,
	 .boot_val = "prime256v1"},
	{{.name = "ssl_key_file", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "File of the server's private key.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &ssl_key_file,
	 .boot_val = "server.key"},
	{{.name = "ssl_library", .context = PGC_INTERNAL, .group = "Preset Options", .short_desc = "Name of the TLS library.", .flags = GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, .vartype = PGC_STRING},
	 .variable = &ssl_library,
	 .boot_val = "OpenSSL"},
	{{.name = "ssl_passphrase_command", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Command that prints the passphrase of the private key.", .flags = GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &ssl_passphrase_command,
	 .boot_val = ""},
	{{.name = "synchronous_standby_names", .context = PGC_SIGHUP, .group = "Replication / Primary Server", .short_desc = "Standbys that synchronous replication waits for.", .flags = GUC_LIST_INPUT, .vartype = PGC_STRING},
	 .variable = &SyncRepStandbyNames,
	 .boot_val = "",
	 .check_hook = check_synchronous_standby_names,
	 .assign_hook = assign_synchronous_standby_names},
	{{.name = "syslog_ident", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Program name of messages to syslog.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &syslog_ident_str,
	 .boot_val = "postgres",
	 .assign_hook = assign_syslog_ident},
	{{.name = "temp_tablespaces", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Tablespaces of temporary tables and files.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE, .vartype = PGC_STRING},
	 .variable = &temp_tablespaces,
	 .boot_val = "",
	 .check_hook = check_temp_tablespaces,
	 .assign_hook = assign_temp_tablespaces},
	{{.name = "TimeZone", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Time zone in which time stamps are shown and read.", .flags = GUC_REPORT, .vartype = PGC_STRING},
	 .variable = &timezone_string,
	 .boot_val = "GMT",
	 .check_hook = check_timezone,
	 .assign_hook = assign_timezone,
	 .show_hook = show_timezone},
	{{.name = "timezone_abbreviations", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "File of time zone abbreviations.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &timezone_abbreviations_string,
	 .boot_val = NULL,
	 .check_hook = check_timezone_abbreviations,
	 .assign_hook = assign_timezone_abbreviations},
	{{.name = "unix_socket_directories", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Directories of the Unix sockets.", .flags = GUC_LIST_INPUT | GUC_LIST_QUOTE | GUC_SUPERUSER_ONLY, .vartype = PGC_STRING},
	 .variable = &Unix_socket_directories,
	 .boot_val = DEFAULT_PGSOCKET_DIR},
	{{.name = "unix_socket_group", .context = PGC_POSTMASTER, .group = "Connections and Authentication / Connection Settings", .short_desc = "Group of the Unix sockets.", .flags = 0, .vartype = PGC_STRING},
	 .variable = &Unix_socket_group,
	 .boot_val = ""},
	{{.name = "wal_consistency_checking", .context = PGC_SUSET, .group = "Developer Options", .short_desc = "Resource managers whose replay is compared with page images.", .flags = GUC_LIST_INPUT | GUC_NOT_IN_SAMPLE, .vartype = PGC_STRING},
	 .variable = &wal_consistency_checking_string,
	 .boot_val = "",
	 .check_hook = check_wal_consistency_checking,
	 .assign_hook = assign_wal_consistency_checking}};
const int NumConfigureNamesString = lengthof(ConfigureNamesString);

struct config_enum ConfigureNamesEnum[] = {
	{{.name = "archive_mode", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Archiving", .short_desc = "Whether complete WAL files are archived.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &XLogArchiveMode,
	 .boot_val = 0,
	 .options = archive_mode_options},
	{{.name = "backslash_quote", .context = PGC_USERSET, .group = "Version and Platform Compatibility / Previous PostgreSQL Versions", .short_desc = "Whether \\' is allowed in string literals.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &backslash_quote,
	 .boot_val = 2,
	 .options = backslash_quote_options},
	{{.name = "bytea_output", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Text form of bytea values on output.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &bytea_output,
	 .boot_val = 1,
	 .options = bytea_output_options},
	{{.name = "client_min_messages", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Least serious messages that are sent to the client.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &client_min_messages,
	 .boot_val = 18,
	 .options = client_min_messages_options},
	{{.name = "compute_query_id", .context = PGC_SUSET, .group = "Statistics / Monitoring", .short_desc = "Whether an identifier of each query is computed.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &compute_query_id,
	 .boot_val = 2,
	 .options = compute_query_id_options},
	{{.name = "constraint_exclusion", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Whether the planner uses constraints to leave tables out.", .flags = GUC_EXPLAIN, .vartype = PGC_ENUM},
	 .variable = &constraint_exclusion,
	 .boot_val = 2,
	 .options = constraint_exclusion_options},
	{{.name = "default_toast_compression", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Compression of values of columns that name none.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &default_toast_compression,
	 .boot_val = 112,
	 .options = default_toast_compression_options},
	{{.name = "default_transaction_isolation", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Isolation level of new transactions.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &DefaultXactIsoLevel,
	 .boot_val = 1,
	 .options = default_transaction_isolation_options},
	{{.name = "dynamic_shared_memory_type", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Kind of dynamic shared memory.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &dynamic_shared_memory_type,
	 .boot_val = 1,
	 .options = dynamic_shared_memory_type_options},
	{{.name = "force_parallel_mode", .context = PGC_USERSET, .group = "Developer Options", .short_desc = "Whether parallel plans are forced, for tests.", .flags = GUC_NOT_IN_SAMPLE | GUC_EXPLAIN, .vartype = PGC_ENUM},
	 .variable = &force_parallel_mode,
	 .boot_val = 0,
	 .options = force_parallel_mode_options},
	{{.name = "huge_pages", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Whether shared memory uses huge pages.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &huge_pages,
	 .boot_val = 2,
	 .options = huge_pages_options},
	{{.name = "IntervalStyle", .context = PGC_USERSET, .group = "Client Connection Defaults / Locale and Formatting", .short_desc = "Form of interval values on output.", .flags = GUC_REPORT, .vartype = PGC_ENUM},
	 .variable = &IntervalStyle,
	 .boot_val = 0,
	 .options = IntervalStyle_options},
	{{.name = "log_error_verbosity", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "How much of a message is logged.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &Log_error_verbosity,
	 .boot_val = 1,
	 .options = log_error_verbosity_options},
	{{.name = "log_min_error_statement", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Least serious errors whose statement is logged.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &log_min_error_statement,
	 .boot_val = 21,
	 .options = log_min_error_statement_options},
	{{.name = "log_min_messages", .context = PGC_SUSET, .group = "Reporting and Logging / When to Log", .short_desc = "Least serious messages that are logged.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &log_min_messages,
	 .boot_val = 19,
	 .options = log_min_messages_options},
	{{.name = "log_statement", .context = PGC_SUSET, .group = "Reporting and Logging / What to Log", .short_desc = "Which statements are logged.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &log_statement,
	 .boot_val = 0,
	 .options = log_statement_options},
	{{.name = "password_encryption", .context = PGC_USERSET, .group = "Connections and Authentication / Authentication", .short_desc = "How passwords are stored.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &Password_encryption,
	 .boot_val = 2,
	 .options = password_encryption_options},
	{{.name = "plan_cache_mode", .context = PGC_USERSET, .group = "Query Tuning / Other Planner Options", .short_desc = "Whether prepared statements use generic or custom plans.", .flags = GUC_EXPLAIN, .vartype = PGC_ENUM},
	 .variable = &plan_cache_mode,
	 .boot_val = 0,
	 .options = plan_cache_mode_options},
	{{.name = "recovery_init_sync_method", .context = PGC_SIGHUP, .group = "Error Handling", .short_desc = "How the data directory is synchronized before crash recovery.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &recovery_init_sync_method,
	 .boot_val = 0,
	 .options = recovery_init_sync_method_options},
	{{.name = "recovery_prefetch", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Recovery", .short_desc = "Whether recovery reads pages ahead.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &recovery_prefetch,
	 .boot_val = 2,
	 .options = recovery_prefetch_options,
	 .check_hook = check_recovery_prefetch,
	 .assign_hook = assign_recovery_prefetch},
	{{.name = "recovery_target_action", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Recovery Target", .short_desc = "What happens when the recovery target is reached.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &recoveryTargetAction,
	 .boot_val = 0,
	 .options = recovery_target_action_options},
	{{.name = "session_replication_role", .context = PGC_SUSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Which triggers and rules fire in the session.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &SessionReplicationRole,
	 .boot_val = 0,
	 .options = session_replication_role_options,
	 .assign_hook = assign_session_replication_role},
	{{.name = "shared_memory_type", .context = PGC_POSTMASTER, .group = "Resource Usage / Memory", .short_desc = "Kind of shared memory of the main region.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &shared_memory_type,
	 .boot_val = 2,
	 .options = shared_memory_type_options},
	{{.name = "ssl_max_protocol_version", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Latest TLS version allowed.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &ssl_max_protocol_version,
	 .boot_val = 0,
	 .options = ssl_max_protocol_version_options},
	{{.name = "ssl_min_protocol_version", .context = PGC_SIGHUP, .group = "Connections and Authentication / SSL", .short_desc = "Earliest TLS version allowed.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &ssl_min_protocol_version,
	 .boot_val = 3,
	 .options = ssl_min_protocol_version_options},
	{{.name = "stats_fetch_consistency", .context = PGC_USERSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "How consistent statistics are within a transaction.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &pgstat_fetch_consistency,
	 .boot_val = 1,
	 .options = stats_fetch_consistency_options},
	{{.name = "synchronous_commit", .context = PGC_USERSET, .group = "Write-Ahead Log / Settings", .short_desc = "What a commit waits for.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &synchronous_commit,
	 .boot_val = 3,
	 .options = synchronous_commit_options,
	 .assign_hook = assign_synchronous_commit},
	{{.name = "syslog_facility", .context = PGC_SIGHUP, .group = "Reporting and Logging / Where to Log", .short_desc = "Facility of messages to syslog.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &syslog_facility,
	 .boot_val = 128,
	 .options = syslog_facility_options,
	 .assign_hook = assign_syslog_facility},
	{{.name = "trace_recovery_messages", .context = PGC_SIGHUP, .group = "Developer Options", .short_desc = "Messages of recovery that are logged.", .flags = GUC_NOT_IN_SAMPLE, .vartype = PGC_ENUM},
	 .variable = &trace_recovery_messages,
	 .boot_val = 15,
	 .options = trace_recovery_messages_options},
	{{.name = "track_functions", .context = PGC_SUSET, .group = "Statistics / Cumulative Query and Index Statistics", .short_desc = "Whether function calls are counted.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &pgstat_track_functions,
	 .boot_val = 0,
	 .options = track_functions_options},
	{{.name = "transaction_isolation", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Isolation level of this transaction.", .flags = GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE | GUC_NO_RESET, .vartype = PGC_ENUM},
	 .variable = &XactIsoLevel,
	 .boot_val = 1,
	 .options = transaction_isolation_options,
	 .check_hook = check_XactIsoLevel},
	{{.name = "wal_compression", .context = PGC_SUSET, .group = "Write-Ahead Log / Settings", .short_desc = "How whole pages in WAL are compressed.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &wal_compression,
	 .boot_val = 0,
	 .options = wal_compression_options,
	 .check_hook = check_wal_compression,
	 .assign_hook = assign_wal_compression,
	 .name_hook = accept_wal_compression_name},
	{{.name = "wal_format", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Settings", .short_desc = "Format of WAL: PostgreSQL 15's, or one with more that PostgreSQL cannot read.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &wal_format,
	 .boot_val = 0,
	 .options = wal_format_options},
	{{.name = "wal_level", .context = PGC_POSTMASTER, .group = "Write-Ahead Log / Settings", .short_desc = "How much is written to WAL.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &wal_level,
	 .boot_val = 1,
	 .options = wal_level_options},
	{{.name = "wal_sync_method", .context = PGC_SIGHUP, .group = "Write-Ahead Log / Settings", .short_desc = "How WAL is forced to disk.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &sync_method,
	 .boot_val = 1,
	 .options = wal_sync_method_options,
	 .assign_hook = assign_xlog_sync_method},
	{{.name = "xmlbinary", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "How binary values are written in XML.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &xmlbinary,
	 .boot_val = 0,
	 .options = xmlbinary_options},
	{{.name = "xmloption", .context = PGC_USERSET, .group = "Client Connection Defaults / Statement Behavior", .short_desc = "Whether XML text is a document or a fragment.", .flags = 0, .vartype = PGC_ENUM},
	 .variable = &xmloption,
	 .boot_val = 1,
	 .options = xmloption_options}};
const int NumConfigureNamesEnum = lengthof(ConfigureNamesEnum);

-- wal_settings.sql: wal_compression as stock has it, and the counters of the WAL
SET wal_compression = PGLZ;
SHOW wal_compression;
SET wal_compression = 'LZ4';
SHOW wal_compression;
SET wal_compression = true;
SHOW wal_compression;
SET wal_compression = 0;
SHOW wal_compression;
SET wal_compression = no;
SHOW wal_compression;
SET wal_compression = 'bogus';
SET wal_compression = '';
SET wal_compression = 2;
SET wal_compression = o;
ALTER SYSTEM SET wal_compression = 'bogus';
-- in transactions
RESET wal_compression;
BEGIN;
SET LOCAL wal_compression = zstd;
SAVEPOINT s;
SET wal_compression = lz4;
ROLLBACK TO s;
SHOW wal_compression;
COMMIT;
SHOW wal_compression;
-- by others
CREATE ROLE wal_setter;
SET ROLE wal_setter;
SET wal_compression = lz4;
SELECT set_config('wal_compression', 'lz4', false);
ALTER ROLE wal_setter SET wal_compression = lz4;
SELECT pg_stat_reset_shared('wal');
SELECT count(*) FROM pg_stat_wal;
RESET ROLE;
ALTER ROLE wal_setter SET wal_compression = bogus;
ALTER ROLE wal_setter SET wal_compression = lz4;
SELECT setconfig FROM pg_db_role_setting r, pg_roles WHERE setrole = pg_roles.oid AND rolname = 'wal_setter';
DROP ROLE wal_setter;
-- counters
\d pg_stat_wal
SELECT pg_get_viewdef('pg_stat_wal');
SELECT pg_stat_reset_shared('archiver'), pg_stat_reset_shared('bgwriter'), pg_stat_reset_shared('wal'), pg_stat_reset_shared('recovery_prefetch');
SELECT now() - stats_reset < '1 minute' FROM pg_stat_wal;
SELECT pg_stat_reset_shared('WAL');
SELECT pg_stat_reset_shared('io');
SELECT pg_stat_reset_shared('');
SELECT pg_stat_reset_shared(NULL) IS NULL;

/* pg_walinspect--1.0.sql: looks into the WAL by SQL */
\echo This file is run by CREATE EXTENSION pg_walinspect. \quit

-- The record at or after a position.
CREATE FUNCTION pg_get_wal_record_info(in_lsn pg_lsn,
	OUT start_lsn pg_lsn, OUT end_lsn pg_lsn, OUT prev_lsn pg_lsn,
	OUT xid xid, OUT resource_manager text, OUT record_type text,
	OUT record_length int4, OUT main_data_length int4, OUT fpi_length int4,
	OUT description text, OUT block_ref text)
RETURNS record LANGUAGE C VOLATILE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_get_wal_record_info';
REVOKE EXECUTE ON FUNCTION pg_get_wal_record_info(pg_lsn) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pg_get_wal_record_info(pg_lsn)
	TO pg_read_server_files;

-- Records that end by end_lsn.
CREATE FUNCTION pg_get_wal_records_info(start_lsn pg_lsn, end_lsn pg_lsn,
	OUT start_lsn pg_lsn, OUT end_lsn pg_lsn, OUT prev_lsn pg_lsn,
	OUT xid xid, OUT resource_manager text, OUT record_type text,
	OUT record_length int4, OUT main_data_length int4, OUT fpi_length int4,
	OUT description text, OUT block_ref text)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_get_wal_records_info';
REVOKE EXECUTE ON FUNCTION pg_get_wal_records_info(pg_lsn, pg_lsn) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pg_get_wal_records_info(pg_lsn, pg_lsn)
	TO pg_read_server_files;

-- The same up to now.
CREATE FUNCTION pg_get_wal_records_info_till_end_of_wal(start_lsn pg_lsn,
	OUT start_lsn pg_lsn, OUT end_lsn pg_lsn, OUT prev_lsn pg_lsn,
	OUT xid xid, OUT resource_manager text, OUT record_type text,
	OUT record_length int4, OUT main_data_length int4, OUT fpi_length int4,
	OUT description text, OUT block_ref text)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_get_wal_records_info_till_end_of_wal';
REVOKE EXECUTE ON FUNCTION pg_get_wal_records_info_till_end_of_wal(pg_lsn) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pg_get_wal_records_info_till_end_of_wal(pg_lsn)
	TO pg_read_server_files;

-- Sums per resource manager, or per record type.
CREATE FUNCTION pg_get_wal_stats(start_lsn pg_lsn, end_lsn pg_lsn, per_record bool DEFAULT false,
	OUT "resource_manager/record_type" text,
	OUT count int8, OUT count_percentage float8, OUT record_size int8,
	OUT record_size_percentage float8, OUT fpi_size int8,
	OUT fpi_size_percentage float8, OUT combined_size int8,
	OUT combined_size_percentage float8)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_get_wal_stats';
REVOKE EXECUTE ON FUNCTION pg_get_wal_stats(pg_lsn, pg_lsn, bool) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pg_get_wal_stats(pg_lsn, pg_lsn, bool)
	TO pg_read_server_files;

-- The same up to now.
CREATE FUNCTION pg_get_wal_stats_till_end_of_wal(start_lsn pg_lsn, per_record bool DEFAULT false,
	OUT "resource_manager/record_type" text,
	OUT count int8, OUT count_percentage float8, OUT record_size int8,
	OUT record_size_percentage float8, OUT fpi_size int8,
	OUT fpi_size_percentage float8, OUT combined_size int8,
	OUT combined_size_percentage float8)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_get_wal_stats_till_end_of_wal';
REVOKE EXECUTE ON FUNCTION pg_get_wal_stats_till_end_of_wal(pg_lsn, bool) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pg_get_wal_stats_till_end_of_wal(pg_lsn, bool)
	TO pg_read_server_files;

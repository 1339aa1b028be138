/* narwal_wal--1.0.sql: counters of WAL and CPU; doc/wal-statistics.md */
\echo This file is run by CREATE EXTENSION narwal_wal. \quit

-- CPU time of this session, in seconds.
CREATE FUNCTION narwal_backend_cpu(OUT user_s float8, OUT system_s float8)
RETURNS record LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_backend_cpu';

CREATE FUNCTION narwal_backend_cpu_mark() RETURNS void
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_backend_cpu_mark';

-- Since narwal_backend_cpu_mark(); null if it was not called.
CREATE FUNCTION narwal_backend_cpu_since_mark(OUT user_s float8,
	OUT system_s float8, OUT marked_at timestamptz)
RETURNS record LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_backend_cpu_since_mark';

-- The setting, and whether the log is being written that way.
CREATE FUNCTION narwal_wal_format(OUT setting text, OUT active text)
RETURNS record LANGUAGE C STABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'narwal_wal_format';

-- What wal_compression can be.
CREATE FUNCTION narwal_wal_methods(OUT method text, OUT id int4,
	OUT extended bool, OUT min_level int4, OUT max_level int4,
	OUT default_level int4)
RETURNS SETOF record LANGUAGE C STABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'narwal_wal_methods';

-- Page images since the server started or the last reset.
CREATE FUNCTION narwal_wal_images(OUT method text, OUT images int8,
	OUT bytes_before int8, OUT bytes_after int8, OUT kept_raw_hard int8,
	OUT kept_raw_no_gain int8, OUT cpu_s float8)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_wal_images';

CREATE FUNCTION narwal_wal_rmgrs(OUT rmgr text, OUT records int8, OUT bytes int8)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_wal_rmgrs';

CREATE FUNCTION narwal_wal_relations(OUT database oid, OUT tablespace oid,
	OUT relfilenode oid, OUT images int8, OUT bytes_before int8,
	OUT bytes_after int8)
RETURNS SETOF record LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_wal_relations';

CREATE FUNCTION narwal_wal_reset() RETURNS void
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'narwal_wal_reset';

REVOKE ALL ON FUNCTION narwal_wal_reset() FROM PUBLIC;

CREATE VIEW narwal_stat_wal_images AS
	SELECT method, images, bytes_before, bytes_after,
		round(100.0 * bytes_after / nullif(bytes_before, 0), 1) AS percent,
		kept_raw_hard, kept_raw_no_gain, cpu_s
	FROM narwal_wal_images();

CREATE VIEW narwal_stat_wal_rmgrs AS
	SELECT rmgr, records, bytes FROM narwal_wal_rmgrs();

-- Relations of the present database have their name.
CREATE VIEW narwal_stat_wal_relations AS
	SELECT w.database, w.tablespace, w.relfilenode,
		CASE WHEN d.oid IS NOT NULL OR w.database = 0
			THEN pg_filenode_relation(w.tablespace, w.relfilenode)::regclass
		END AS relation,
		w.images, w.bytes_before, w.bytes_after,
		round(100.0 * w.bytes_after / nullif(w.bytes_before, 0), 1) AS percent
	FROM narwal_wal_relations() w LEFT JOIN pg_database d
		ON d.oid = w.database AND d.datname = current_database();

GRANT SELECT ON narwal_stat_wal_images, narwal_stat_wal_rmgrs,
	narwal_stat_wal_relations TO PUBLIC;

-- vacuum.sql: VACUUM and ANALYZE, and the statistics that they leave
SET timezone = 'UTC';
CREATE TABLE vac (a int PRIMARY KEY, b text, c float8, d int[], e xid, f timestamp, g bool, h varchar(10), i numeric);
INSERT INTO vac SELECT i, 'text ' || (i % 7), i * 1.5, ARRAY[i % 5, i % 3, NULL], (i % 10)::text::xid,
	timestamp '2020-01-01' + i * interval '1 hour', i % 3 = 0, CASE WHEN i % 50 = 0 THEN 'rare' ELSE 'v' || i % 20 END, i % 100 / 7.0
  FROM generate_series(1, 1000) i;
UPDATE vac SET b = NULL WHERE a % 10 = 0;
DELETE FROM vac WHERE a > 900;
CREATE INDEX vac_expr ON vac ((a % 10), lower(b)) WHERE a > 100;
CREATE FUNCTION vac_size() RETURNS TABLE (rel name, pages int, rows real, visible int)
LANGUAGE sql AS 'SELECT relname, relpages, reltuples, relallvisible FROM pg_class
	WHERE relname IN (''vac'', ''vac_pkey'', ''vac_expr'') ORDER BY 1';
SELECT * FROM vac_size();
VACUUM vac;
SELECT * FROM vac_size();
SELECT count(*) FROM pg_stats WHERE tablename = 'vac';
-- what ANALYZE finds
ANALYZE vac (a, g);
SELECT attname FROM pg_stats WHERE tablename = 'vac' ORDER BY 1;
ANALYZE vac;
SELECT * FROM vac_size();
SELECT attname, inherited, null_frac, avg_width, n_distinct, correlation FROM pg_stats WHERE tablename IN ('vac', 'vac_expr') ORDER BY tablename, attname;
SELECT attname, most_common_vals, most_common_freqs FROM pg_stats WHERE tablename IN ('vac', 'vac_expr') ORDER BY tablename, attname;
SELECT attname, histogram_bounds FROM pg_stats WHERE tablename IN ('vac', 'vac_expr') ORDER BY tablename, attname;
SELECT attname, most_common_elems, most_common_elem_freqs, elem_count_histogram FROM pg_stats WHERE tablename IN ('vac', 'vac_expr') AND most_common_elems IS NOT NULL;
SELECT staattnum, stakind1, staop1, stacoll1, stakind2, staop2, stacoll2, stakind3, staop3, stacoll3, stakind4, staop4, stacoll4
  FROM pg_statistic WHERE starelid IN ('vac'::regclass, 'vac_expr'::regclass) ORDER BY starelid, staattnum;
-- targets, and a column left out
ALTER TABLE vac ALTER COLUMN a SET STATISTICS 4, ALTER COLUMN b SET STATISTICS 3, ALTER COLUMN c SET STATISTICS 0;
ANALYZE vac;
SELECT attname, n_distinct, most_common_vals, histogram_bounds FROM pg_stats WHERE tablename = 'vac' AND attname IN ('a', 'b') ORDER BY 1;
SET default_statistics_target = 5;
ANALYZE vac;
SELECT attname, n_distinct, most_common_vals, histogram_bounds FROM pg_stats WHERE tablename = 'vac' AND attname IN ('f', 'i', 'h') ORDER BY 1;
RESET default_statistics_target;
-- a column of NULLs, an empty table, wide values
CREATE TABLE vac_odd (n int, w text, x text);
ANALYZE vac_odd;
SELECT count(*) FROM pg_stats WHERE tablename = 'vac_odd';
INSERT INTO vac_odd SELECT NULL, repeat('x', 1500) || i, CASE WHEN i % 2 = 0 THEN repeat('y', 2000) || i ELSE 'short' END FROM generate_series(1, 50) i;
ANALYZE vac_odd;
SELECT attname, null_frac, n_distinct, most_common_vals, most_common_freqs, histogram_bounds, correlation FROM pg_stats WHERE tablename = 'vac_odd' ORDER BY 1;
SELECT attname, avg_width FROM pg_stats WHERE tablename = 'vac_odd' AND attname = 'n';
-- the estimates use it
SET enable_indexscan = off;
SET enable_bitmapscan = off;
EXPLAIN SELECT * FROM vac WHERE a < 450;
EXPLAIN SELECT * FROM vac WHERE b = 'text 1';
EXPLAIN SELECT * FROM vac WHERE g AND b IS NULL;
RESET enable_indexscan;
RESET enable_bitmapscan;
-- removing all rows gives the space back
DELETE FROM vac;
VACUUM (FREEZE, ANALYZE) vac;
SELECT * FROM vac_size();
SELECT pg_relation_size('vac');
SELECT age(relfrozenxid) < 5 FROM pg_class WHERE relname = 'vac';
INSERT INTO vac (a) SELECT generate_series(1, 1000);
DELETE FROM vac WHERE a > 10;
VACUUM (TRUNCATE OFF) vac;
SELECT pg_relation_size('vac') > 8192;
VACUUM (TRUNCATE, INDEX_CLEANUP OFF, DISABLE_PAGE_SKIPPING) vac;
SELECT pg_relation_size('vac') = 8192;
VACUUM (INDEX_CLEANUP AUTO, PROCESS_TOAST OFF, PARALLEL 0, SKIP_LOCKED) vac;
-- options that are wrong
VACUUM (NOSUCH) vac;
VACUUM (FREEZE 3) vac;
ANALYZE (FREEZE) vac;
VACUUM (PARALLEL) vac;
VACUUM (PARALLEL -1) vac;
VACUUM (FULL, PARALLEL 2) vac;
VACUUM (FULL, DISABLE_PAGE_SKIPPING) vac;
VACUUM (FULL, PROCESS_TOAST OFF) vac;
VACUUM (INDEX_CLEANUP maybe) vac;
VACUUM vac (a);
ANALYZE vac (a, nosuch);
ANALYZE vac (a, a);
ANALYZE vac (ctid);
VACUUM ANALYZE vac (a, nosuch);
VACUUM nosuch;
ANALYZE nosuch;
-- what cannot be vacuumed
CREATE VIEW vac_view AS SELECT 1 AS x;
VACUUM vac_view;
ANALYZE vac_view;
VACUUM vac_pkey;
ANALYZE vac_pkey, vac;
VACUUM ANALYZE vac_view;
-- transaction blocks
BEGIN;
VACUUM vac;
ROLLBACK;
BEGIN;
INSERT INTO vac (a) SELECT generate_series(2001, 2100);
ANALYZE vac (a);
SELECT n_distinct, histogram_bounds FROM pg_stats WHERE tablename = 'vac' AND attname = 'a';
ROLLBACK;
SELECT n_distinct, histogram_bounds FROM pg_stats WHERE tablename = 'vac' AND attname = 'a';
BEGIN;
SAVEPOINT s;
VACUUM;
ROLLBACK;
VACUUM vac\; SELECT 1;
CREATE FUNCTION vac_inside() RETURNS void LANGUAGE sql AS 'VACUUM vac';
SELECT vac_inside();
-- n_distinct set by hand
ALTER TABLE vac ALTER COLUMN b SET (n_distinct = -0.25);
UPDATE vac SET b = a;
ANALYZE vac;
SELECT n_distinct FROM pg_stats WHERE tablename = 'vac' AND attname = 'b';
-- other users' tables
CREATE ROLE vac_user;
SET ROLE vac_user;
VACUUM vac;
ANALYZE vac;
VACUUM ANALYZE vac;
VACUUM pg_class;
ANALYZE pg_authid;
RESET ROLE;
GRANT ALL ON vac TO vac_user;
SET ROLE vac_user;
VACUUM (ANALYZE) vac;
RESET ROLE;
ALTER TABLE vac OWNER TO vac_user;
SET ROLE vac_user;
VACUUM (ANALYZE) vac;
RESET ROLE;
-- everything
VACUUM;
ANALYZE;
VACUUM (ANALYZE);
SELECT count(*) > 300 FROM pg_statistic;
SELECT datname FROM pg_database WHERE age(datfrozenxid) < 0 OR age(datfrozenxid) > 100000;
DROP FUNCTION vac_size(), vac_inside();
DROP VIEW vac_view;
DROP TABLE vac, vac_odd;
DROP ROLE vac_user;

-- vacuum_full.sql: VACUUM FULL writes the rows of a table anew
CREATE TABLE vf (a int PRIMARY KEY, gone int, b text, c text);
INSERT INTO vf SELECT i, i, 'row ' || i, repeat(md5(i::text), 1 + i % 200) FROM generate_series(1, 3000) i;
ALTER TABLE vf DROP COLUMN gone;
ALTER TABLE vf ADD COLUMN d int DEFAULT 5;
CREATE INDEX vf_b ON vf (b);
CREATE INDEX vf_expr ON vf ((a % 10), lower(b)) WHERE a > 100;
UPDATE vf SET b = b || 'u' WHERE a % 3 = 0;
DELETE FROM vf WHERE a % 2 = 0;
CREATE TEMP TABLE before AS SELECT pg_relation_size('vf') AS main, pg_table_size('vf') AS all_, pg_indexes_size('vf') AS ix,
	(SELECT md5(string_agg(vf::text, ',' ORDER BY a)) FROM vf) AS digest;
VACUUM FULL vf;
SELECT pg_relation_size('vf') < main AS smaller, pg_table_size('vf') < all_ AS toast_smaller, pg_indexes_size('vf') < ix AS indexes_smaller,
	digest = (SELECT md5(string_agg(vf::text, ',' ORDER BY a)) FROM vf) AS same FROM before;
SELECT relpages > 0, reltuples, relallvisible FROM pg_class WHERE relname = 'vf';
SET enable_seqscan = off;
SELECT a, b, d FROM vf WHERE a = 33;
SELECT a FROM vf WHERE b = 'row 33u';
RESET enable_seqscan;
UPDATE vf SET c = c || 'x' WHERE a < 10;
VACUUM (FULL, FREEZE, ANALYZE) vf;
SELECT age(relfrozenxid) < 20 FROM pg_class WHERE relname = 'vf';
SELECT count(*), sum(length(c)) FROM vf;
VACUUM FULL vf, before;
BEGIN;
VACUUM FULL vf;
ROLLBACK;
CREATE TABLE vf_empty (a int);
VACUUM FULL vf_empty;
SELECT pg_relation_size('vf_empty');
BEGIN;
INSERT INTO vf_empty VALUES (1);
ROLLBACK;
VACUUM FULL vf_empty;
SELECT pg_relation_size('vf_empty');
CREATE VIEW vf_view AS SELECT 1;
VACUUM FULL vf_view;
\d vf
DROP VIEW vf_view;
DROP TABLE vf, vf_empty, before;

-- sorts.sql
-- Sorts and row stores that do not fit into memory, of each kind of input,
-- read forward and backward.
SET work_mem = '1MB';
SET max_parallel_workers_per_gather = 0;
-- values passed by value, of four and of eight bytes
SELECT md5(string_agg(x::text, ',')) FROM (SELECT (g * 7919) % 100003 AS x FROM generate_series(1, 200000) g ORDER BY 1) s;
SELECT md5(string_agg(x::text, ',')) FROM (SELECT (g * 7919::int8) % 100003 AS x FROM generate_series(1, 200000) g ORDER BY 1 DESC) s;
-- with nulls at either end
SELECT md5(string_agg(coalesce(x::text, '-'), ',')) FROM (SELECT CASE WHEN g % 3 <> 0 THEN -g END AS x FROM generate_series(1, 200000) g ORDER BY 1 NULLS FIRST) s;
SELECT md5(string_agg(coalesce(x, '-'), ',')) FROM (SELECT CASE WHEN g % 3 <> 0 THEN g::text END COLLATE "C" AS x FROM generate_series(1, 200000) g ORDER BY 1) s;
-- values by reference, and rows
SELECT md5(string_agg(x, ',')) FROM (SELECT repeat((g % 977)::text, g % 5) COLLATE "C" AS x FROM generate_series(1, 100000) g ORDER BY 1 DESC) s;
SELECT md5(string_agg(x::text || y, ',')) FROM (SELECT g % 1009 AS x, md5(g::text) COLLATE "C" AS y FROM generate_series(1, 100000) g ORDER BY 1, 2 DESC) s;
SELECT md5(string_agg(x::text, ',')) FROM (SELECT ((g * 7919) % 30011 / 7.0)::numeric(12, 3) AS x FROM generate_series(1, 100000) g ORDER BY 1) s;
-- the first few of many
SELECT * FROM (SELECT (g * 7919) % 100003 AS x, repeat('x', 100) AS y FROM generate_series(1, 50000) g ORDER BY 1 LIMIT 3 OFFSET 4000) s;
-- distinct values in an aggregate
SELECT count(DISTINCT g % 50021), count(DISTINCT (g % 999)::text), sum(DISTINCT g % 60013) FROM generate_series(1, 200000) g;
-- to and fro
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT (g * 7919::int8) % 100003 FROM generate_series(1, 200000) g ORDER BY 1;
MOVE 150000 FROM c;
FETCH BACKWARD 2 FROM c;
MOVE BACKWARD 120000 FROM c;
FETCH 2 FROM c;
FETCH LAST FROM c;
FETCH RELATIVE -199998 FROM c;
FETCH ABSOLUTE 5 FROM c;
DECLARE d SCROLL CURSOR FOR SELECT g % 1009 AS x, g::text COLLATE "C" AS y FROM generate_series(1, 100000) g ORDER BY 1, 2;
MOVE 70000 FROM d;
FETCH BACKWARD 2 FROM d;
FETCH LAST FROM d;
FETCH FIRST FROM d;
COMMIT;
-- an index built from more than fits, with equal keys and without
CREATE TABLE sorted (a int, b text);
INSERT INTO sorted SELECT (g * 7919) % 10007, md5(g::text) FROM generate_series(1, 60000) g;
SET maintenance_work_mem = '1MB';
CREATE INDEX sorted_a ON sorted (a);
CREATE UNIQUE INDEX sorted_b ON sorted (b COLLATE "C" DESC, a);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT count(*), md5(string_agg(a::text, ',')) FROM (SELECT a FROM sorted WHERE a >= 0 ORDER BY a) s;
SELECT md5(string_agg(b, ',')) FROM (SELECT b FROM sorted ORDER BY b COLLATE "C" DESC, a) s;
INSERT INTO sorted SELECT a, b FROM sorted WHERE a = 77;
INSERT INTO sorted SELECT 5, md5('60001'), 1;
INSERT INTO sorted VALUES (5, md5('1'));
DROP INDEX sorted_b;
INSERT INTO sorted SELECT * FROM sorted LIMIT 1;
CREATE UNIQUE INDEX sorted_b ON sorted (b, a);
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE sorted;
-- rows kept for a window that moves over a large partition
SELECT sum(s), min(s), max(s) FROM (SELECT sum(g) OVER (ORDER BY g ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM generate_series(1, 100000) g) q;
SELECT sum(s), count(s) FROM (SELECT lag(g, 500) OVER () + lead(g, 3) OVER () AS s FROM generate_series(1, 100000) g) q;

-- tables.sql: CREATE, ALTER, DROP and TRUNCATE TABLE
-- plain tables and their columns
CREATE TABLE t1 (a int, b text, c int NOT NULL DEFAULT 7);
INSERT INTO t1 (a, b) VALUES (1, 'one'), (2, 'two');
INSERT INTO t1 VALUES (3, 'three', 30);
SELECT * FROM t1 ORDER BY a;
-- errors on insert
INSERT INTO t1 VALUES (4, 'four', NULL);
INSERT INTO t1 VALUES (4, 'four', 1, 2);
INSERT INTO t1 (a, nosuch) VALUES (1, 2);
INSERT INTO t1 (a, a) VALUES (1, 2);
INSERT INTO nosuch VALUES (1);
-- names that are taken or wrong
CREATE TABLE t1 (x int);
CREATE TABLE IF NOT EXISTS t1 (x int);
CREATE TABLE t2 (x int, x text);
CREATE TABLE t2 (x nosuchtype);
CREATE TABLE nosuchschema.t2 (x int);
-- primary key and unique
CREATE TABLE t2 (id int PRIMARY KEY, u text UNIQUE, v int);
INSERT INTO t2 VALUES (1, 'a', 1), (2, 'b', 2);
INSERT INTO t2 VALUES (1, 'c', 3);
INSERT INTO t2 VALUES (3, 'b', 3);
INSERT INTO t2 VALUES (NULL, 'd', 3);
INSERT INTO t2 VALUES (3, NULL, 3), (4, NULL, 4);
UPDATE t2 SET id = 2 WHERE id = 1;
SELECT * FROM t2 ORDER BY id;
-- check constraints
CREATE TABLE t3 (a int CHECK (a > 0), b int, CONSTRAINT b_small CHECK (b < 100));
INSERT INTO t3 VALUES (1, 1);
INSERT INTO t3 VALUES (0, 1);
INSERT INTO t3 VALUES (1, 100);
INSERT INTO t3 VALUES (NULL, NULL);
SELECT * FROM t3 ORDER BY a;
-- adding columns
ALTER TABLE t1 ADD COLUMN d int;
ALTER TABLE t1 ADD COLUMN e text DEFAULT 'none';
ALTER TABLE t1 ADD COLUMN e text;
ALTER TABLE t1 ADD COLUMN IF NOT EXISTS e text;
SELECT * FROM t1 ORDER BY a;
INSERT INTO t1 (a) VALUES (9);
SELECT a, d, e FROM t1 ORDER BY a;
-- dropping columns
ALTER TABLE t1 DROP COLUMN b;
ALTER TABLE t1 DROP COLUMN b;
ALTER TABLE t1 DROP COLUMN IF EXISTS b;
SELECT * FROM t1 ORDER BY a;
SELECT b FROM t1;
-- defaults and NOT NULL
ALTER TABLE t1 ALTER COLUMN d SET DEFAULT 42;
INSERT INTO t1 (a) VALUES (10);
SELECT a, d FROM t1 WHERE a = 10;
ALTER TABLE t1 ALTER COLUMN d DROP DEFAULT;
ALTER TABLE t1 ALTER COLUMN d SET NOT NULL;
UPDATE t1 SET d = 0 WHERE d IS NULL;
ALTER TABLE t1 ALTER COLUMN d SET NOT NULL;
INSERT INTO t1 (a) VALUES (11);
ALTER TABLE t1 ALTER COLUMN d DROP NOT NULL;
-- changing a type
ALTER TABLE t1 ALTER COLUMN c TYPE text;
SELECT a, c FROM t1 ORDER BY a;
ALTER TABLE t1 ALTER COLUMN c TYPE int;
ALTER TABLE t1 ALTER COLUMN c TYPE int USING 1;
-- constraints later
ALTER TABLE t3 ADD CONSTRAINT a_even CHECK (a % 2 = 0);
DELETE FROM t3 WHERE a = 1;
ALTER TABLE t3 ADD CONSTRAINT a_even CHECK (a % 2 = 0);
INSERT INTO t3 VALUES (1, 1);
ALTER TABLE t3 DROP CONSTRAINT a_even;
ALTER TABLE t3 DROP CONSTRAINT a_even;
ALTER TABLE t3 DROP CONSTRAINT IF EXISTS a_even;
ALTER TABLE t3 ADD PRIMARY KEY (a);
INSERT INTO t3 VALUES (1, 1);
-- storage parameters
CREATE TABLE t4 (a int) WITH (fillfactor = 50);
SELECT reloptions FROM pg_class WHERE relname = 't4';
ALTER TABLE t4 SET (fillfactor = 70);
SELECT reloptions FROM pg_class WHERE relname = 't4';
ALTER TABLE t4 RESET (fillfactor);
SELECT reloptions FROM pg_class WHERE relname = 't4';
CREATE TABLE t5 (a int) WITH (fillfactor = 5);
CREATE TABLE t5 (a int) WITH (nosuch = 5);
-- renaming
ALTER TABLE t4 RENAME TO t5;
SELECT * FROM t4;
SELECT * FROM t5;
ALTER TABLE t5 RENAME COLUMN a TO z;
SELECT * FROM t5;
ALTER TABLE t5 RENAME COLUMN nosuch TO y;
-- truncate
TRUNCATE t2;
SELECT count(*) FROM t2;
INSERT INTO t2 VALUES (1, 'again', 1);
BEGIN;
TRUNCATE t2;
SELECT count(*) FROM t2;
ROLLBACK;
SELECT count(*) FROM t2;
TRUNCATE nosuch;
-- drop
DROP TABLE t5;
DROP TABLE t5;
DROP TABLE IF EXISTS t5;
CREATE VIEW v1 AS SELECT a FROM t1;
SELECT * FROM v1 ORDER BY a;
DROP TABLE t1;
DROP VIEW v1;
DROP TABLE t1, t2, t3;
-- a table of the transaction that made it
BEGIN;
CREATE TABLE t6 (a int);
INSERT INTO t6 VALUES (1);
ROLLBACK;
SELECT * FROM t6;
-- CREATE TABLE AS
CREATE TABLE t7 AS SELECT i AS n, i * i AS sq FROM generate_series(1, 5) i;
SELECT * FROM t7 ORDER BY n;
DROP TABLE t7;
-- a schema goes only with CASCADE, whatever its tables own
CREATE SCHEMA owning;
CREATE TABLE owning.ident (id int GENERATED ALWAYS AS IDENTITY, v int);
CREATE TABLE owning.ser (id serial PRIMARY KEY, t text DEFAULT 'x');
CREATE VIEW owning.both AS SELECT ident.v, ser.t FROM owning.ident JOIN owning.ser USING (id);
DROP SCHEMA owning;
ALTER TABLE owning.ident DROP COLUMN id;
DROP TABLE owning.ident;
DROP VIEW owning.both;
ALTER TABLE owning.ident DROP COLUMN id;
DROP SCHEMA owning;
DROP TABLE owning.ser;
DROP SCHEMA owning;
DROP SCHEMA owning CASCADE;
-- columns that are added to rows that are there: generated, identity, defaults that are null
CREATE TABLE added (a int, b text);
INSERT INTO added SELECT i, 'x' || i FROM generate_series(1, 4) i;
ALTER TABLE added ADD COLUMN d int GENERATED ALWAYS AS (a * 2) STORED;
SELECT * FROM added ORDER BY a;
ALTER TABLE added ADD COLUMN e text GENERATED ALWAYS AS (b || a::text) STORED, ADD COLUMN f int DEFAULT 5;
ALTER TABLE added ADD COLUMN g int DEFAULT 7, ADD COLUMN h int GENERATED ALWAYS AS (coalesce(g, 0) + a) STORED;
SELECT * FROM added ORDER BY a;
ALTER TABLE added ADD COLUMN k int GENERATED ALWAYS AS (a) STORED CHECK (k > 3);
ALTER TABLE added ADD COLUMN k int GENERATED ALWAYS AS (nullif(a, 3)) STORED NOT NULL;
ALTER TABLE added ADD COLUMN k int DEFAULT nullif(1, 1) NOT NULL;
ALTER TABLE added ADD COLUMN id int GENERATED ALWAYS AS IDENTITY, ADD COLUMN s serial;
ALTER TABLE added ALTER COLUMN b TYPE varchar(9), ADD COLUMN m int DEFAULT 8;
ALTER TABLE added ADD COLUMN r float8 DEFAULT random();
SELECT count(DISTINCT r) FROM added;
ALTER TABLE added DROP COLUMN e;
ALTER TABLE added ALTER COLUMN b TYPE varchar(9), ADD COLUMN m int DEFAULT 8, ADD COLUMN n int GENERATED ALWAYS AS (m + 1) STORED,
	ADD COLUMN t oid GENERATED ALWAYS AS (tableoid) STORED;
SELECT a, b, d, f, g, h, id, s, m, n, t = 'added'::regclass AS t FROM added ORDER BY a;
-- parts of ALTER TABLE that views, sequences and indexes have not
CREATE VIEW added_view AS SELECT a, b FROM added;
ALTER TABLE added_view ADD COLUMN q int;
ALTER TABLE added_view DROP COLUMN a;
ALTER TABLE added_view ALTER COLUMN a SET NOT NULL;
ALTER TABLE added_view ALTER COLUMN a TYPE bigint;
ALTER TABLE added_view ADD UNIQUE (a);
ALTER TABLE added_view ALTER COLUMN a SET DEFAULT 4;
SELECT * FROM added_view ORDER BY a;
ALTER TABLE added_s_seq ADD COLUMN q int;
CREATE INDEX added_index ON added ((a + 1)) INCLUDE (b);
ALTER TABLE added_index ADD COLUMN q int;
ALTER INDEX added_index ALTER COLUMN 1 SET STATISTICS 44;
ALTER INDEX added_index ALTER COLUMN 2 SET STATISTICS 44;
ALTER INDEX added_index ALTER COLUMN 3 SET STATISTICS 44;
ALTER TABLE added ALTER COLUMN 1 SET STATISTICS 44;
SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = 'added_index'::regclass ORDER BY attnum;
DROP TABLE added CASCADE;

-- databases.sql: CREATE, DROP and ALTER DATABASE
CREATE TABLE here (a int);
CREATE DATABASE regress_db;
SELECT d.datname, encoding, datlocprovider, datistemplate, datallowconn, datconnlimit, dattablespace, datcollate, datctype, daticulocale,
	datacl, pg_get_userbyid(datdba) = current_user AS mine
  FROM pg_database d WHERE datname LIKE 'regress%';
COMMENT ON DATABASE regress_db IS 'for a test';
\c regress_db
SELECT current_database();
SELECT count(*) FROM pg_class WHERE relname = 'here';
CREATE TABLE there (a serial PRIMARY KEY, b text);
INSERT INTO there (b) SELECT md5(i::text) FROM generate_series(1, 1000) i;
CREATE UNLOGGED TABLE unl AS SELECT * FROM there;
SELECT count(*), max(a) FROM there;
VACUUM (ANALYZE);
-- not where one is, not in a block, not in use
DROP DATABASE regress_db;
ALTER DATABASE regress_db RENAME TO regress_other;
BEGIN;
CREATE DATABASE regress_two;
ROLLBACK;
BEGIN;
DROP DATABASE regress_db;
ROLLBACK;
\c postgres
-- a copy of a copy, by both strategies
CREATE DATABASE regress_two TEMPLATE regress_db CONNECTION LIMIT 5;
CREATE DATABASE regress_three WITH TEMPLATE = regress_db STRATEGY = file_copy ALLOW_CONNECTIONS = true IS_TEMPLATE = true;
\c regress_two
SELECT count(*), max(a) FROM there;
SELECT count(*) FROM unl;
INSERT INTO there (b) VALUES ('two') RETURNING a;
SET enable_seqscan = off;
SELECT a FROM there WHERE a = 500;
\c regress_three
SELECT count(*), max(a) FROM there;
INSERT INTO there (b) VALUES ('three') RETURNING a;
\c regress_db
SELECT count(*), max(a) FROM there;
\c postgres
SELECT datname, datconnlimit, datistemplate, datallowconn FROM pg_database WHERE datname LIKE 'regress%' ORDER BY 1;
-- options that are wrong
CREATE DATABASE regress_db;
CREATE DATABASE regress_x TEMPLATE nosuch;
CREATE DATABASE regress_x NOSUCH = 1;
CREATE DATABASE regress_x ENCODING 'nosuch';
CREATE DATABASE regress_x ENCODING 99;
CREATE DATABASE regress_x ENCODING 'BIG5';
CREATE DATABASE regress_x ENCODING 'UTF8' ENCODING 'UTF8';
CREATE DATABASE regress_x LC_COLLATE 'nosuch_NOSUCH' TEMPLATE template0;
CREATE DATABASE regress_x LOCALE 'C' LC_CTYPE 'C';
CREATE DATABASE regress_x LOCALE_PROVIDER nosuch;
CREATE DATABASE regress_x ICU_LOCALE 'en' TEMPLATE template0;
CREATE DATABASE regress_x CONNECTION LIMIT -2;
CREATE DATABASE regress_x STRATEGY nosuch;
CREATE DATABASE regress_x OWNER nosuch;
CREATE DATABASE regress_x TABLESPACE nosuch;
CREATE DATABASE regress_x TABLESPACE pg_global;
CREATE DATABASE regress_x OID 100;
CREATE DATABASE regress_x ENCODING 'LATIN1';
CREATE DATABASE regress_x LC_COLLATE 'POSIX' ENCODING 'LATIN1';
CREATE DATABASE regress_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = 'regress_latin';
DROP DATABASE regress_latin;
-- changing
ALTER DATABASE regress_two WITH CONNECTION LIMIT 7 IS_TEMPLATE true;
ALTER DATABASE regress_two ALLOW_CONNECTIONS false;
ALTER DATABASE regress_two OWNER_X 3;
ALTER DATABASE nosuch CONNECTION LIMIT 3;
ALTER DATABASE regress_two CONNECTION LIMIT -3;
SELECT datname, datconnlimit, datistemplate, datallowconn FROM pg_database WHERE datname LIKE 'regress%' ORDER BY 1;
ALTER DATABASE regress_db SET work_mem = '3MB';
ALTER DATABASE regress_db SET nosuch_setting = 1;
\c regress_db
SHOW work_mem;
\c postgres
ALTER DATABASE regress_db RESET work_mem;
ALTER DATABASE regress_db RENAME TO regress_new;
ALTER DATABASE regress_new RENAME TO regress_two;
ALTER DATABASE nosuch RENAME TO regress_x;
SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database WHERE datname LIKE 'regress%' ORDER BY 1;
-- rights
CREATE ROLE regress_nobody;
SET ROLE regress_nobody;
CREATE DATABASE regress_x;
DROP DATABASE regress_new;
ALTER DATABASE regress_new CONNECTION LIMIT 1;
ALTER DATABASE regress_new SET work_mem = '3MB';
RESET ROLE;
ALTER ROLE regress_nobody CREATEDB;
SET ROLE regress_nobody;
CREATE DATABASE regress_x TEMPLATE regress_new;
CREATE DATABASE regress_x OWNER postgres;
CREATE DATABASE regress_x;
DROP DATABASE regress_x;
RESET ROLE;
-- dropping
DROP DATABASE nosuch;
DROP DATABASE IF EXISTS nosuch;
DROP DATABASE regress_two;
ALTER DATABASE regress_two IS_TEMPLATE false;
ALTER DATABASE regress_three IS_TEMPLATE = false;
DROP DATABASE regress_two;
DROP DATABASE IF EXISTS regress_three WITH (FORCE);
DROP DATABASE regress_new (FORCE);
DROP DATABASE template1;
DROP DATABASE postgres;
SELECT datname FROM pg_database WHERE datname LIKE 'regress%';
SELECT count(*) FROM pg_shdescription WHERE classoid = 'pg_database'::regclass AND description = 'for a test';
DROP ROLE regress_nobody;
DROP TABLE here;

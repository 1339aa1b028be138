-- roles and privileges
CREATE ROLE ra; CREATE ROLE rb LOGIN; CREATE ROLE rgroup; GRANT rgroup TO ra;
CREATE TABLE rt (a int, b text); INSERT INTO rt VALUES (1, 'x');
CREATE VIEW rv AS SELECT a FROM rt;
SET ROLE ra;
SELECT current_user, session_user = current_user;
SELECT * FROM rt;
INSERT INTO rt VALUES (2);
SELECT * FROM rv;
CREATE TABLE mine (a int);
RESET ROLE;
GRANT SELECT ON rt TO rgroup; GRANT INSERT ON rt TO ra WITH GRANT OPTION; GRANT SELECT ON rv TO PUBLIC;
SET ROLE ra;
SELECT * FROM rt; INSERT INTO rt VALUES (2, 'y'); UPDATE rt SET a = 1; DELETE FROM rt; TRUNCATE rt;
GRANT INSERT ON rt TO rb; GRANT SELECT ON rt TO rb;
DROP TABLE rt; ALTER TABLE rt ADD c int; CREATE INDEX ON rt (a);
SET ROLE rb; SELECT * FROM rv; INSERT INTO rt VALUES (3); SELECT a FROM rt;
RESET ROLE;
SELECT relacl FROM pg_class WHERE relname = 'rt';
SELECT has_table_privilege('ra', 'rt', 'SELECT'), has_table_privilege('rb', 'rt', 'SELECT'), has_table_privilege('rb', 'rt', 'INSERT'), has_schema_privilege('ra', 'public', 'CREATE'), pg_has_role('ra', 'rgroup', 'MEMBER');
REVOKE INSERT ON rt FROM ra;
REVOKE INSERT ON rt FROM ra CASCADE;
SELECT relacl FROM pg_class WHERE relname = 'rt';
GRANT SELECT ON nosuch TO ra; GRANT SELECT ON rt TO nosuch; GRANT FOO ON rt TO ra; GRANT EXECUTE ON rt TO ra;
CREATE SCHEMA rs AUTHORIZATION ra;
SET ROLE rb; CREATE TABLE rs.x (a int); SELECT * FROM rs.nosuch; RESET ROLE;
SET ROLE ra; CREATE TABLE rs.x (a int); RESET ROLE;
DROP ROLE ra;
ALTER ROLE rb CREATEDB VALID UNTIL '2030-01-01' CONNECTION LIMIT 3;
SELECT rolname, rolcreatedb, rolcanlogin, rolconnlimit, rolvaliduntil FROM pg_roles WHERE rolname IN ('ra', 'rb') ORDER BY 1;
CREATE ROLE ra; CREATE USER ru PASSWORD 'pw' IN ROLE rgroup; DROP ROLE nosuch; DROP ROLE IF EXISTS nosuch;
SELECT rolname, left(rolpassword, 14) FROM pg_authid WHERE rolname = 'ru';

GRANT ra TO ra; GRANT ra TO rgroup;
SET SESSION AUTHORIZATION rb; SELECT session_user, current_user; CREATE ROLE nope; SET ROLE ra; ALTER SYSTEM SET work_mem = 1; SELECT * FROM pg_authid; RESET SESSION AUTHORIZATION;
DROP SCHEMA rs CASCADE;

-- whose privileges count in a function: settings alone do not change that
CREATE FUNCTION r_plain() RETURNS text LANGUAGE sql AS $$SELECT current_user::text$$; CREATE FUNCTION r_set() RETURNS text LANGUAGE sql SET work_mem = '1MB' AS $$SELECT current_user::text || current_setting('work_mem')$$;
CREATE FUNCTION r_owner() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$SELECT current_user::text$$; CREATE FUNCTION r_both() RETURNS text LANGUAGE sql SECURITY DEFINER SET work_mem = '1MB' AS $$SELECT current_user::text || current_setting('work_mem')$$;
CREATE FUNCTION r_suset() RETURNS text LANGUAGE sql SET work_mem = '1MB' AS $$SELECT set_config('log_statement', 'all', true)$$;
SET ROLE rb; SELECT r_plain(), r_set(), r_owner(), r_both(); SELECT r_suset(); RESET ROLE;
DROP FUNCTION r_plain(), r_set(), r_owner(), r_both(), r_suset();
-- the first of several mistakes
GRANT FOO ON nosuch TO nosuch; GRANT FOO ON rt TO nosuch; GRANT SELECT (a) ON SCHEMA public TO ra; GRANT SELECT ON nosuch TO ra GRANTED BY rb;
GRANT EXECUTE ON SCHEMA public TO rb; SET ROLE rb; GRANT CREATE ON SCHEMA public TO ra; GRANT TEMP ON DATABASE postgres TO ra; REVOKE CREATE ON DATABASE postgres FROM ra; GRANT CREATE ON TABLESPACE pg_default TO ra; RESET ROLE;
REVOKE ALL ON rt FROM ra, rgroup, rb; REVOKE ALL ON rv FROM PUBLIC;
DROP VIEW rv; DROP TABLE rt; DROP ROLE ra, rb, rgroup, ru;

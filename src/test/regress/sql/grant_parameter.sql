-- privileges on parameters: GRANT and REVOKE SET and ALTER SYSTEM ON PARAMETER
CREATE ROLE pa; CREATE ROLE pb LOGIN; CREATE ROLE pc; CREATE ROLE pgroup; CREATE ROLE psuper SUPERUSER; GRANT pgroup TO pc;
CREATE VIEW acls AS SELECT parname, paracl FROM pg_parameter_acl ORDER BY parname COLLATE "C";
GRANT SELECT ON acls TO PUBLIC;
CREATE VIEW deps AS SELECT d.dbid, d.classid::regclass, a.parname, d.objsubid, d.refclassid::regclass, r.rolname, d.deptype
  FROM pg_shdepend d JOIN pg_parameter_acl a ON a.oid = d.objid LEFT JOIN pg_roles r ON r.oid = d.refobjid WHERE d.classid = 'pg_parameter_acl'::regclass ORDER BY 3, 6;
SELECT * FROM acls;

-- a superuser's setting, before and after
SET ROLE pa; SET wal_compression = pglz; SET LOCAL wal_compression = on; SELECT set_config('wal_compression', 'on', false); RESET wal_compression; RESET ROLE;
GRANT SET ON PARAMETER wal_compression TO pa;
SELECT * FROM acls; SELECT * FROM deps;
SET ROLE pa; SET wal_compression = pglz; SHOW wal_compression; SET wal_compression = bogus; BEGIN; SET LOCAL wal_compression = off; SHOW wal_compression; COMMIT; SHOW wal_compression;
RESET wal_compression; SHOW wal_compression; SELECT set_config('wal_compression', 'on', false); SET wal_compression TO DEFAULT;
-- other settings, other rights, handing it on
SET log_statement = 'all'; ALTER SYSTEM SET wal_compression = on; ALTER SYSTEM RESET wal_compression; ALTER SYSTEM RESET ALL;
GRANT SET ON PARAMETER wal_compression TO pb; GRANT ALTER SYSTEM ON PARAMETER wal_compression TO pb; REVOKE SET ON PARAMETER wal_compression FROM pa; GRANT ALL ON PARAMETER work_mem TO pb;
RESET ROLE;
-- what was set with a right that is gone
SET ROLE pa; SET wal_compression = on; RESET ROLE;
REVOKE SET ON PARAMETER wal_compression FROM pa;
SELECT * FROM acls; SELECT * FROM deps; SHOW wal_compression;
SET ROLE pa; SET wal_compression = off; RESET wal_compression; RESET ROLE; RESET wal_compression; SHOW wal_compression;

-- rights, together and one by one
GRANT SET, ALTER SYSTEM ON PARAMETER wal_compression, log_statement TO pa, pgroup; SELECT * FROM acls; SELECT * FROM deps;
GRANT ALL ON PARAMETER wal_level TO pa; GRANT ALL PRIVILEGES ON PARAMETER wal_level TO pb WITH GRANT OPTION; SELECT * FROM acls; SELECT * FROM deps;
REVOKE ALTER SYSTEM ON PARAMETER wal_level FROM pa; REVOKE GRANT OPTION FOR ALTER SYSTEM ON PARAMETER wal_level FROM pb; SELECT * FROM acls;
REVOKE GRANT OPTION FOR ALL ON PARAMETER log_statement FROM pa; SELECT * FROM acls;
REVOKE ALL ON PARAMETER wal_level, log_statement FROM pa, pb; SELECT * FROM acls; SELECT * FROM deps;
REVOKE ALL ON PARAMETER log_statement, wal_compression FROM pgroup, pa; SELECT * FROM acls; SELECT * FROM deps;
-- wrong rights
GRANT SELECT ON PARAMETER work_mem TO pa; GRANT SET, USAGE ON PARAMETER work_mem TO pa; GRANT FOO ON PARAMETER work_mem TO pa; GRANT SET ON TABLE pg_class TO pa; GRANT ALTER SYSTEM ON DATABASE postgres TO pa; GRANT SET (a) ON PARAMETER work_mem TO pa;
GRANT SET ON PARAMETER work_mem TO nosuch; GRANT SET ON PARAMETER TO pa; GRANT SET ON PARAMETER work_mem, TO pa; GRANT SET ON ALL PARAMETERS TO pa;
SELECT * FROM acls;

-- names: case, old names, unknown ones, placeholders
GRANT SET ON PARAMETER "Wal_Compression", WORK_MEM, "TimeZone", DateStyle TO pa; SELECT * FROM acls;
GRANT SET ON PARAMETER sort_mem TO pb; GRANT SET ON PARAMETER vacuum_mem TO pb; SELECT * FROM acls;
GRANT SET ON PARAMETER nosuch TO pa; GRANT SET ON PARAMETER "no such" TO pa; GRANT SET ON PARAMETER "" TO pa; GRANT SET ON PARAMETER work_mem, nosuch TO pc;
GRANT SET ON PARAMETER a.b TO pa; GRANT SET ON PARAMETER "A".b, a."B c" TO pa; GRANT SET ON PARAMETER a.b.c TO pa; GRANT SET ON PARAMETER "a.B" TO pc; GRANT SET ON PARAMETER a.b.C.d TO pa;
GRANT SET ON PARAMETER "a." TO pa; GRANT SET ON PARAMETER ".a" TO pa; GRANT SET ON PARAMETER "a..b" TO pa; GRANT SET ON PARAMETER "1a.b" TO pa; GRANT SET ON PARAMETER "a.1b" TO pa; GRANT SET ON PARAMETER "a-b.c" TO pa; GRANT SET ON PARAMETER "a=b.c" TO pa; GRANT SET ON PARAMETER "a$.b1$" TO pa; GRANT SET ON PARAMETER "Ä.b" TO pa; GRANT SET ON PARAMETER "ä" TO pa;
GRANT SET ON PARAMETER a.very_long_name_that_has_more_than_sixty_three_bytes_in_all_of_its_parts_together TO pa;
SELECT * FROM acls;
REVOKE SET ON PARAMETER nosuch FROM pa; REVOKE SET ON PARAMETER never.granted FROM pa; REVOKE SET ON PARAMETER "1a.b" FROM pa; REVOKE SET ON PARAMETER wal_level FROM pa; REVOKE ALL ON PARAMETER sort_mem, "A.B" FROM pb, pa, pc;
SELECT * FROM acls;
-- a setting that cannot be set, or not now
GRANT SET ON PARAMETER server_version TO pa; GRANT SET ON PARAMETER shared_buffers, fsync, log_connections, autovacuum, session_preload_libraries, role, is_superuser TO pa;
SET ROLE pa; SET server_version = '1'; SET shared_buffers = 1; SET fsync = off; SET log_connections = on; SET autovacuum = off; SET session_preload_libraries = 'x'; SET is_superuser = on; RESET ROLE;
REVOKE ALL ON PARAMETER server_version, shared_buffers, fsync, log_connections, autovacuum, session_preload_libraries, role, is_superuser FROM pa;
REVOKE ALL ON PARAMETER "Wal_Compression", work_mem, maintenance_work_mem, timezone, datestyle, a.b, a.b.c, a.b.c.d, a."b c", "a$.b1$" FROM pa, pb, pc;
REVOKE ALL ON PARAMETER a.very_long_name_that_has_more_than_sixty_three_bytes_in_all_of_its_parts_together FROM pa; REVOKE ALL ON PARAMETER "Ä.b" FROM pa;
SELECT * FROM acls; SELECT * FROM deps;

-- grant options, chains, CASCADE, who grants
GRANT SET ON PARAMETER wal_compression TO PUBLIC WITH GRANT OPTION;
GRANT SET ON PARAMETER wal_compression TO pa WITH GRANT OPTION; SELECT * FROM acls;
SET ROLE pa; GRANT SET ON PARAMETER wal_compression TO pb WITH GRANT OPTION; GRANT ALTER SYSTEM ON PARAMETER wal_compression TO pb; GRANT SET, ALTER SYSTEM ON PARAMETER wal_compression TO pb; GRANT ALL ON PARAMETER wal_compression TO pb; REVOKE ALL ON PARAMETER wal_compression FROM pc; REVOKE ALTER SYSTEM ON PARAMETER wal_compression FROM pb; REVOKE SET, ALTER SYSTEM ON PARAMETER wal_compression FROM pc;
SET ROLE pb; GRANT SET ON PARAMETER wal_compression TO pgroup; GRANT SET ON PARAMETER wal_compression TO pa WITH GRANT OPTION; SET wal_compression = on; SET wal_compression = off;
SET ROLE pc; SET wal_compression = on; GRANT SET ON PARAMETER wal_compression TO pb; RESET wal_compression; RESET ROLE;
SELECT * FROM acls; SELECT * FROM deps;
DROP ROLE pa; DROP ROLE pgroup;
REVOKE GRANT OPTION FOR SET ON PARAMETER wal_compression FROM pa; REVOKE SET ON PARAMETER wal_compression FROM pa RESTRICT; SELECT * FROM acls;
REVOKE GRANT OPTION FOR SET ON PARAMETER wal_compression FROM pa CASCADE; SELECT * FROM acls; SELECT * FROM deps;
REVOKE SET ON PARAMETER wal_compression FROM pa CASCADE; SELECT * FROM acls; SELECT * FROM deps;
GRANT SET ON PARAMETER work_mem TO pa GRANTED BY pa; GRANT SET ON PARAMETER work_mem TO pa GRANTED BY postgres; GRANT SET ON PARAMETER work_mem TO pa GRANTED BY CURRENT_USER; SELECT * FROM acls;
REVOKE SET ON PARAMETER work_mem FROM pa GRANTED BY pb; REVOKE SET ON PARAMETER work_mem FROM pa GRANTED BY CURRENT_ROLE; SELECT * FROM acls;
-- another superuser grants as the owner
SET ROLE psuper; GRANT ALL ON PARAMETER wal_compression TO pa, psuper, postgres; RESET ROLE; SELECT * FROM acls; SELECT * FROM deps;
GRANT ALL ON PARAMETER wal_compression TO PUBLIC; SELECT * FROM acls;
SET ROLE pc; SET wal_compression = on; RESET wal_compression; RESET ROLE;
REVOKE ALL ON PARAMETER wal_compression FROM PUBLIC, pa, psuper, postgres; SELECT * FROM acls; SELECT * FROM deps;
-- the owner without rights
GRANT SET ON PARAMETER wal_compression TO pa; REVOKE ALL ON PARAMETER wal_compression FROM postgres; SELECT * FROM acls; GRANT ALL ON PARAMETER wal_compression TO postgres; SELECT * FROM acls; REVOKE SET ON PARAMETER wal_compression FROM pa; SELECT * FROM acls;

REVOKE ALL ON PARAMETER wal_compression FROM postgres; GRANT ALTER SYSTEM, SET ON PARAMETER log_statement TO postgres; GRANT SET ON PARAMETER wal_compression TO postgres; SELECT * FROM acls; GRANT ALL ON PARAMETER wal_compression TO postgres; SELECT * FROM acls;

-- in transactions
BEGIN; GRANT SET ON PARAMETER wal_compression TO pa; SELECT * FROM acls; SET LOCAL ROLE pa; SET LOCAL wal_compression = on; ROLLBACK; SELECT * FROM acls;
BEGIN; GRANT SET ON PARAMETER wal_compression, log_statement TO pa; REVOKE SET ON PARAMETER wal_compression FROM pa; GRANT SET ON PARAMETER wal_compression, wal_compression TO pb; SAVEPOINT s; REVOKE SET ON PARAMETER log_statement FROM pa; ROLLBACK TO s; COMMIT; SELECT * FROM acls; SELECT * FROM deps;
REVOKE SET ON PARAMETER wal_compression, log_statement FROM pa, pb;

-- has_parameter_privilege
GRANT SET ON PARAMETER wal_compression, a.b TO pgroup; GRANT ALTER SYSTEM ON PARAMETER wal_compression TO pa WITH GRANT OPTION;
SELECT r, p, has_parameter_privilege(r, p, 'SET') AS s, has_parameter_privilege(r::regrole::oid, p, 'alter system') AS a, has_parameter_privilege(r, p, 'SET, ALTER SYSTEM') AS any, has_parameter_privilege(r, p, 'SET WITH GRANT OPTION') AS sg, has_parameter_privilege(r, p, 'Alter System With Grant Option') AS ag
  FROM (VALUES ('pa'), ('pb'), ('pc'), ('pgroup'), ('psuper'), ('postgres')) v(r), (VALUES ('wal_compression'), ('WAL_Compression'), ('work_mem'), ('a.b'), ('A.B'), ('nosuch'), ('no.such'), ('1.2')) w(p) ORDER BY 1, p COLLATE "C";
SET ROLE pc; SELECT has_parameter_privilege('wal_compression', 'SET'), has_parameter_privilege('wal_compression', 'ALTER SYSTEM'), has_parameter_privilege('public', 'wal_compression', 'SET'), has_parameter_privilege('work_mem', 'SET'); RESET ROLE;
SELECT has_parameter_privilege('nosuch', 'wal_compression', 'SET'); SELECT has_parameter_privilege(1, 'wal_compression', 'SET'), has_parameter_privilege(0, 'wal_compression', 'SET'); SELECT has_parameter_privilege('pa', 'wal_compression', 'SELECT'); SELECT has_parameter_privilege('pa', 'wal_compression', ''); SELECT has_parameter_privilege('pa', 'wal_compression', NULL), has_parameter_privilege('pa', NULL, 'SET');
GRANT SET ON PARAMETER work_mem TO pa; SELECT has_parameter_privilege('', 'SET'); SELECT has_parameter_privilege('pa', 'sort_mem', 'SET'); REVOKE SET ON PARAMETER sort_mem FROM pa; SELECT has_parameter_privilege('pa', 'work_mem', 'SET');

-- catalog functions
SELECT a.parname, x.grantor::regrole, x.grantee::regrole, x.privilege_type, x.is_grantable FROM pg_parameter_acl a, aclexplode(a.paracl) x ORDER BY a.parname COLLATE "C", 2, 3, 4;
SELECT acldefault('p', 10), '{pa=sA*/pb}'::aclitem[], makeaclitem('pa'::regrole, 'pb'::regrole, 'SET', true), makeaclitem('pa'::regrole, 'pb'::regrole, 'ALTER SYSTEM', false), aclcontains('{pa=sA*/pb}', 'pa=s/pb');
SELECT pg_describe_object('pg_parameter_acl'::regclass, oid, 0) FROM pg_parameter_acl ORDER BY parname COLLATE "C";
SELECT pg_describe_object('pg_parameter_acl'::regclass, 1, 0);
\dconfig+ wal_compression
SET a.b = 'x';
\dconfig+ a.b

-- ALTER ROLE, ALTER DATABASE, ALTER SYSTEM, functions
GRANT SET ON PARAMETER log_min_messages TO pb; ALTER ROLE pb CREATEROLE; CREATE DATABASE pdb OWNER pb;
SET ROLE pb; ALTER ROLE pb SET log_min_messages = 'error'; ALTER ROLE pb SET wal_compression = on; ALTER ROLE pa SET log_min_messages = 'log'; ALTER ROLE pb IN DATABASE pdb SET log_min_messages = 'log'; ALTER DATABASE pdb SET log_min_messages = 'fatal'; ALTER DATABASE pdb SET wal_compression = on; ALTER DATABASE postgres SET log_min_messages = 'log'; ALTER ROLE ALL SET log_min_messages = 'log'; RESET ROLE;
SELECT d.datname, r.rolname, s.setconfig FROM pg_db_role_setting s LEFT JOIN pg_database d ON d.oid = s.setdatabase LEFT JOIN pg_roles r ON r.oid = s.setrole ORDER BY 1, 2;
REVOKE SET ON PARAMETER log_min_messages FROM pb;
SET ROLE pb; ALTER ROLE pb SET log_min_messages = 'debug1'; ALTER ROLE pb RESET log_min_messages; ALTER ROLE pb SET work_mem = '1MB'; ALTER ROLE pb RESET ALL; ALTER DATABASE pdb RESET ALL; ALTER ROLE pa RESET ALL; RESET ROLE;
SELECT d.datname, r.rolname, s.setconfig FROM pg_db_role_setting s LEFT JOIN pg_database d ON d.oid = s.setdatabase LEFT JOIN pg_roles r ON r.oid = s.setrole ORDER BY 1, 2;
DROP DATABASE pdb; ALTER ROLE pb RESET ALL; ALTER ROLE pa RESET ALL;
GRANT CREATE ON SCHEMA public TO pa, pb; GRANT SET ON PARAMETER log_min_messages TO pb;
SET ROLE pb; CREATE FUNCTION pf() RETURNS text LANGUAGE sql SET log_min_messages = 'error' AS $$SELECT current_setting('log_min_messages')$$; SELECT pf(); CREATE FUNCTION pg() RETURNS text LANGUAGE sql SET track_functions = 'all' AS $$SELECT current_setting('track_functions')$$; SELECT pg();
SET ROLE pa; SELECT pf(); RESET ROLE;
DROP FUNCTION IF EXISTS pf(), pg(); REVOKE CREATE ON SCHEMA public FROM pa, pb; REVOKE SET ON PARAMETER log_min_messages FROM pb;
GRANT ALTER SYSTEM ON PARAMETER work_mem, a.b, wal_compression TO pb; GRANT ALTER SYSTEM ON PARAMETER max_connections, data_directory, server_version, log_line_prefix TO pb;
SET ROLE pb; ALTER SYSTEM SET work_mem = '7MB'; ALTER SYSTEM SET maintenance_work_mem = '7MB'; ALTER SYSTEM SET wal_compression = 'bogus'; ALTER SYSTEM SET wal_compression = 'pglz'; ALTER SYSTEM SET a.b = 'x'; ALTER SYSTEM SET a.c = 'x'; ALTER SYSTEM SET nosuch = 1; ALTER SYSTEM SET max_connections = 50; ALTER SYSTEM SET data_directory = '/x'; ALTER SYSTEM SET server_version = '1'; ALTER SYSTEM SET log_line_prefix = '%p'; ALTER SYSTEM SET "a=b" = 1; RESET ROLE;
SELECT name, setting, applied FROM pg_file_settings WHERE sourcefile ~ 'auto.conf' ORDER BY 1;
SET ROLE pb; ALTER SYSTEM RESET work_mem; ALTER SYSTEM RESET wal_compression; ALTER SYSTEM RESET a.b; ALTER SYSTEM RESET max_connections; ALTER SYSTEM RESET log_line_prefix; ALTER SYSTEM RESET checkpoint_timeout; ALTER SYSTEM RESET ALL; RESET ROLE;
SELECT name, setting, applied FROM pg_file_settings WHERE sourcefile ~ 'auto.conf' ORDER BY 1;
REVOKE ALL ON PARAMETER work_mem, a.b, wal_compression, max_connections, data_directory, server_version, log_line_prefix FROM pa, pb, pgroup;
SELECT * FROM acls;
-- placeholders are anybody's to set
SET ROLE pc; SET q.r = '1'; SHOW q.r; RESET ROLE; ALTER SYSTEM SET x.y = 1; ALTER SYSTEM RESET x.y; GRANT ALL ON PARAMETER q.r TO pc; SET ROLE pc; ALTER SYSTEM SET q.r = '2'; ALTER SYSTEM RESET q.r; RESET ROLE; REVOKE ALL ON PARAMETER q.r FROM pc;

-- the catalog is as others: nobody writes it, a name is there once
SET ROLE pa; SELECT count(*) FROM pg_parameter_acl; DELETE FROM pg_parameter_acl; INSERT INTO pg_parameter_acl VALUES (1, 'x', NULL); RESET ROLE;
SELECT c.relname, c.relisshared, c.reltablespace FROM pg_class c WHERE c.relname ~ 'parameter_acl' OR c.relname ~ 'pg_toast_6243' ORDER BY 1;
SELECT indexrelid::regclass, indisunique, indisprimary, indkey FROM pg_index WHERE indrelid = 'pg_parameter_acl'::regclass ORDER BY 1;
-- a role that is named in an ACL cannot go
GRANT SET ON PARAMETER wal_compression TO pa, pb; DROP ROLE pa; REVOKE SET ON PARAMETER wal_compression FROM pa; DROP ROLE pa; SELECT * FROM acls; SELECT * FROM deps;
REVOKE SET ON PARAMETER wal_compression FROM pb;
SELECT count(*) FROM pg_parameter_acl; SELECT count(*) FROM pg_shdepend WHERE classid = 'pg_parameter_acl'::regclass;
DROP VIEW acls; DROP VIEW deps; DROP ROLE pb, pc, pgroup, psuper;

-- system_views.sql
--		The system views of a new database.
--
-- Run by initdb in each database, in single-user mode (postgres --single -j):
-- a statement ends at a semicolon followed by an empty line, and the views get
-- OIDs below 16384.  search_path is pg_catalog.
--
-- Copyright (c) 2026, Narwal developers; see LICENSE
-- src/include/catalog/system_views.sql

CREATE VIEW pg_roles AS
SELECT r.rolname, r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb,
           r.rolcanlogin, r.rolreplication, r.rolconnlimit,
           '********'::text AS rolpassword, r.rolvaliduntil, r.rolbypassrls,
           s.setconfig AS rolconfig, r.oid
      FROM pg_authid r
      LEFT JOIN pg_db_role_setting s ON s.setdatabase = 0 AND s.setrole = r.oid;

GRANT SELECT ON pg_roles TO public;

CREATE VIEW pg_shadow AS
SELECT r.rolname AS usename, r.oid AS usesysid,
           r.rolcreatedb AS usecreatedb, r.rolsuper AS usesuper,
           r.rolreplication AS userepl, r.rolbypassrls AS usebypassrls,
           r.rolpassword AS passwd, r.rolvaliduntil AS valuntil,
           s.setconfig AS useconfig
      FROM pg_authid r
      LEFT JOIN pg_db_role_setting s ON s.setdatabase = 0 AND s.setrole = r.oid
     WHERE r.rolcanlogin;

REVOKE ALL ON pg_shadow FROM public;

CREATE VIEW pg_group AS
SELECT r.rolname AS groname, r.oid AS grosysid,
           ARRAY(SELECT m.member FROM pg_auth_members m
                  WHERE m.roleid = r.oid) AS grolist
      FROM pg_authid r
     WHERE NOT r.rolcanlogin;

GRANT SELECT ON pg_group TO public;

CREATE VIEW pg_user AS
SELECT s.usename, s.usesysid, s.usecreatedb, s.usesuper, s.userepl,
           s.usebypassrls, '********'::text AS passwd, s.valuntil, s.useconfig
      FROM pg_shadow s;

GRANT SELECT ON pg_user TO public;

CREATE VIEW pg_policies AS
SELECT n.nspname AS schemaname, c.relname AS tablename,
           p.polname AS policyname,
           CASE WHEN p.polpermissive THEN 'PERMISSIVE'
                ELSE 'RESTRICTIVE' END AS permissive,
           CASE WHEN p.polroles = '{0}'::oid[] THEN '{public}'::name[]
                ELSE ARRAY(SELECT r.rolname FROM pg_authid r
                            WHERE r.oid = ANY (p.polroles)
                            ORDER BY r.rolname) END AS roles,
           CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT'
                         WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                         WHEN '*' THEN 'ALL' END AS cmd,
           pg_get_expr(p.polqual, p.polrelid) AS qual,
           pg_get_expr(p.polwithcheck, p.polrelid) AS with_check
      FROM pg_policy p
      JOIN pg_class c ON c.oid = p.polrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace;

GRANT SELECT ON pg_policies TO public;

CREATE VIEW pg_rules AS
SELECT n.nspname AS schemaname, c.relname AS tablename, r.rulename,
           pg_get_ruledef(r.oid) AS definition
      FROM pg_rewrite r
      JOIN pg_class c ON c.oid = r.ev_class
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE r.rulename <> '_RETURN';

GRANT SELECT ON pg_rules TO public;

CREATE VIEW pg_views AS
SELECT n.nspname AS schemaname, c.relname AS viewname,
           pg_get_userbyid(c.relowner) AS viewowner,
           pg_get_viewdef(c.oid) AS definition
      FROM pg_class c
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'v';

GRANT SELECT ON pg_views TO public;

CREATE VIEW pg_tables AS
SELECT n.nspname AS schemaname, c.relname AS tablename,
           pg_get_userbyid(c.relowner) AS tableowner, t.spcname AS tablespace,
           c.relhasindex AS hasindexes, c.relhasrules AS hasrules,
           c.relhastriggers AS hastriggers, c.relrowsecurity AS rowsecurity
      FROM pg_class c
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace
     WHERE c.relkind = 'r' OR c.relkind = 'p';

GRANT SELECT ON pg_tables TO public;

CREATE VIEW pg_matviews AS
SELECT n.nspname AS schemaname, c.relname AS matviewname,
           pg_get_userbyid(c.relowner) AS matviewowner,
           t.spcname AS tablespace, c.relhasindex AS hasindexes,
           c.relispopulated AS ispopulated, pg_get_viewdef(c.oid) AS definition
      FROM pg_class c
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace
     WHERE c.relkind = 'm';

GRANT SELECT ON pg_matviews TO public;

CREATE VIEW pg_indexes AS
SELECT n.nspname AS schemaname, c.relname AS tablename,
           i.relname AS indexname, t.spcname AS tablespace,
           pg_get_indexdef(i.oid) AS indexdef
      FROM pg_index x
      JOIN pg_class c ON c.oid = x.indrelid
      JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_tablespace t ON t.oid = i.reltablespace
     WHERE (c.relkind = 'r' OR c.relkind = 'm' OR c.relkind = 'p')
       AND (i.relkind = 'i' OR i.relkind = 'I');

GRANT SELECT ON pg_indexes TO public;

CREATE VIEW pg_sequences AS
SELECT n.nspname AS schemaname, c.relname AS sequencename,
           pg_get_userbyid(c.relowner) AS sequenceowner,
           s.seqtypid::regtype AS data_type, s.seqstart AS start_value,
           s.seqmin AS min_value, s.seqmax AS max_value,
           s.seqincrement AS increment_by, s.seqcycle AS cycle,
           s.seqcache AS cache_size,
           CASE WHEN has_sequence_privilege(c.oid, 'SELECT,USAGE'::text)
                THEN pg_sequence_last_value(c.oid) END AS last_value
      FROM pg_sequence s
      JOIN pg_class c ON c.oid = s.seqrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND NOT pg_is_other_temp_schema(n.oid);

GRANT SELECT ON pg_sequences TO public;

CREATE VIEW pg_stats WITH (security_barrier) AS
SELECT n.nspname AS schemaname, c.relname AS tablename, a.attname,
           s.stainherit AS inherited, s.stanullfrac AS null_frac,
           s.stawidth AS avg_width, s.stadistinct AS n_distinct,
           CASE WHEN s.stakind1 = 1 THEN s.stavalues1 WHEN s.stakind2 = 1 THEN s.stavalues2 WHEN s.stakind3 = 1 THEN s.stavalues3 WHEN s.stakind4 = 1 THEN s.stavalues4 WHEN s.stakind5 = 1 THEN s.stavalues5 END AS most_common_vals,
           CASE WHEN s.stakind1 = 1 THEN s.stanumbers1 WHEN s.stakind2 = 1 THEN s.stanumbers2 WHEN s.stakind3 = 1 THEN s.stanumbers3 WHEN s.stakind4 = 1 THEN s.stanumbers4 WHEN s.stakind5 = 1 THEN s.stanumbers5 END AS most_common_freqs,
           CASE WHEN s.stakind1 = 2 THEN s.stavalues1 WHEN s.stakind2 = 2 THEN s.stavalues2 WHEN s.stakind3 = 2 THEN s.stavalues3 WHEN s.stakind4 = 2 THEN s.stavalues4 WHEN s.stakind5 = 2 THEN s.stavalues5 END AS histogram_bounds,
           CASE WHEN s.stakind1 = 3 THEN s.stanumbers1[1] WHEN s.stakind2 = 3 THEN s.stanumbers2[1] WHEN s.stakind3 = 3 THEN s.stanumbers3[1] WHEN s.stakind4 = 3 THEN s.stanumbers4[1] WHEN s.stakind5 = 3 THEN s.stanumbers5[1] END AS correlation,
           CASE WHEN s.stakind1 = 4 THEN s.stavalues1 WHEN s.stakind2 = 4 THEN s.stavalues2 WHEN s.stakind3 = 4 THEN s.stavalues3 WHEN s.stakind4 = 4 THEN s.stavalues4 WHEN s.stakind5 = 4 THEN s.stavalues5 END AS most_common_elems,
           CASE WHEN s.stakind1 = 4 THEN s.stanumbers1 WHEN s.stakind2 = 4 THEN s.stanumbers2 WHEN s.stakind3 = 4 THEN s.stanumbers3 WHEN s.stakind4 = 4 THEN s.stanumbers4 WHEN s.stakind5 = 4 THEN s.stanumbers5 END AS most_common_elem_freqs,
           CASE WHEN s.stakind1 = 5 THEN s.stanumbers1 WHEN s.stakind2 = 5 THEN s.stanumbers2 WHEN s.stakind3 = 5 THEN s.stanumbers3 WHEN s.stakind4 = 5 THEN s.stanumbers4 WHEN s.stakind5 = 5 THEN s.stanumbers5 END AS elem_count_histogram
      FROM pg_statistic s
      JOIN pg_class c ON c.oid = s.starelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = s.staattnum
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT a.attisdropped
       AND has_column_privilege(c.oid, a.attnum, 'select'::text)
       AND (NOT c.relrowsecurity OR NOT row_security_active(c.oid));

GRANT SELECT ON pg_stats TO public;

CREATE VIEW pg_stats_ext WITH (security_barrier) AS
SELECT cn.nspname AS schemaname, c.relname AS tablename,
           sn.nspname AS statistics_schemaname, s.stxname AS statistics_name,
           pg_get_userbyid(s.stxowner) AS statistics_owner,
           (SELECT array_agg(a.attname ORDER BY a.attnum)
              FROM unnest(s.stxkeys) k
              JOIN pg_attribute a ON a.attrelid = s.stxrelid AND a.attnum = k) AS attnames,
           pg_get_statisticsobjdef_expressions(s.oid) AS exprs,
           s.stxkind AS kinds, sd.stxdinherit AS inherited,
           sd.stxdndistinct AS n_distinct, sd.stxddependencies AS dependencies,
           m.most_common_vals, m.most_common_val_nulls,
           m.most_common_freqs, m.most_common_base_freqs
      FROM pg_statistic_ext s
      JOIN pg_class c ON c.oid = s.stxrelid
      JOIN pg_statistic_ext_data sd ON s.oid = sd.stxoid
      LEFT JOIN pg_namespace cn ON cn.oid = c.relnamespace
      LEFT JOIN pg_namespace sn ON sn.oid = s.stxnamespace
      LEFT JOIN LATERAL
           (SELECT array_agg("values") AS most_common_vals,
                   array_agg(nulls) AS most_common_val_nulls,
                   array_agg(frequency) AS most_common_freqs,
                   array_agg(base_frequency) AS most_common_base_freqs
              FROM pg_mcv_list_items(sd.stxdmcv)) m ON sd.stxdmcv IS NOT NULL
     WHERE pg_has_role(c.relowner, 'USAGE')
       AND (c.relrowsecurity = false OR NOT row_security_active(c.oid));

GRANT SELECT ON pg_stats_ext TO public;

CREATE VIEW pg_stats_ext_exprs WITH (security_barrier) AS
SELECT cn.nspname AS schemaname, c.relname AS tablename,
           sn.nspname AS statistics_schemaname, s.stxname AS statistics_name,
           pg_get_userbyid(s.stxowner) AS statistics_owner,
           stat.expr, sd.stxdinherit AS inherited,
           (stat.a).stanullfrac AS null_frac, (stat.a).stawidth AS avg_width,
           (stat.a).stadistinct AS n_distinct,
           CASE WHEN (stat.a).stakind1 = 1 THEN (stat.a).stavalues1 WHEN (stat.a).stakind2 = 1 THEN (stat.a).stavalues2 WHEN (stat.a).stakind3 = 1 THEN (stat.a).stavalues3 WHEN (stat.a).stakind4 = 1 THEN (stat.a).stavalues4 WHEN (stat.a).stakind5 = 1 THEN (stat.a).stavalues5 END AS most_common_vals,
           CASE WHEN (stat.a).stakind1 = 1 THEN (stat.a).stanumbers1 WHEN (stat.a).stakind2 = 1 THEN (stat.a).stanumbers2 WHEN (stat.a).stakind3 = 1 THEN (stat.a).stanumbers3 WHEN (stat.a).stakind4 = 1 THEN (stat.a).stanumbers4 WHEN (stat.a).stakind5 = 1 THEN (stat.a).stanumbers5 END AS most_common_freqs,
           CASE WHEN (stat.a).stakind1 = 2 THEN (stat.a).stavalues1 WHEN (stat.a).stakind2 = 2 THEN (stat.a).stavalues2 WHEN (stat.a).stakind3 = 2 THEN (stat.a).stavalues3 WHEN (stat.a).stakind4 = 2 THEN (stat.a).stavalues4 WHEN (stat.a).stakind5 = 2 THEN (stat.a).stavalues5 END AS histogram_bounds,
           CASE WHEN (stat.a).stakind1 = 3 THEN (stat.a).stanumbers1[1] WHEN (stat.a).stakind2 = 3 THEN (stat.a).stanumbers2[1] WHEN (stat.a).stakind3 = 3 THEN (stat.a).stanumbers3[1] WHEN (stat.a).stakind4 = 3 THEN (stat.a).stanumbers4[1] WHEN (stat.a).stakind5 = 3 THEN (stat.a).stanumbers5[1] END AS correlation,
           CASE WHEN (stat.a).stakind1 = 4 THEN (stat.a).stavalues1 WHEN (stat.a).stakind2 = 4 THEN (stat.a).stavalues2 WHEN (stat.a).stakind3 = 4 THEN (stat.a).stavalues3 WHEN (stat.a).stakind4 = 4 THEN (stat.a).stavalues4 WHEN (stat.a).stakind5 = 4 THEN (stat.a).stavalues5 END AS most_common_elems,
           CASE WHEN (stat.a).stakind1 = 4 THEN (stat.a).stanumbers1 WHEN (stat.a).stakind2 = 4 THEN (stat.a).stanumbers2 WHEN (stat.a).stakind3 = 4 THEN (stat.a).stanumbers3 WHEN (stat.a).stakind4 = 4 THEN (stat.a).stanumbers4 WHEN (stat.a).stakind5 = 4 THEN (stat.a).stanumbers5 END AS most_common_elem_freqs,
           CASE WHEN (stat.a).stakind1 = 5 THEN (stat.a).stanumbers1 WHEN (stat.a).stakind2 = 5 THEN (stat.a).stanumbers2 WHEN (stat.a).stakind3 = 5 THEN (stat.a).stanumbers3 WHEN (stat.a).stakind4 = 5 THEN (stat.a).stanumbers4 WHEN (stat.a).stakind5 = 5 THEN (stat.a).stanumbers5 END AS elem_count_histogram
      FROM pg_statistic_ext s
      JOIN pg_class c ON c.oid = s.stxrelid
      LEFT JOIN pg_statistic_ext_data sd ON s.oid = sd.stxoid
      LEFT JOIN pg_namespace cn ON cn.oid = c.relnamespace
      LEFT JOIN pg_namespace sn ON sn.oid = s.stxnamespace
      JOIN LATERAL
           (SELECT unnest(pg_get_statisticsobjdef_expressions(s.oid)) AS expr,
                   unnest(sd.stxdexpr) AS a) stat ON stat.expr IS NOT NULL
     WHERE pg_has_role(c.relowner, 'USAGE')
       AND (c.relrowsecurity = false OR NOT row_security_active(c.oid));

GRANT SELECT ON pg_stats_ext_exprs TO public;

CREATE VIEW pg_publication_tables AS
SELECT p.pubname, n.nspname AS schemaname, c.relname AS tablename,
           (SELECT array_agg(a.attname ORDER BY a.attnum)
              FROM pg_attribute a
             WHERE a.attrelid = gpt.relid AND a.attnum > 0 AND NOT a.attisdropped
               AND (a.attnum = ANY (gpt.attrs) OR gpt.attrs IS NULL)) AS attnames,
           pg_get_expr(gpt.qual, gpt.relid) AS rowfilter
      FROM pg_publication p,
           LATERAL pg_get_publication_tables(p.pubname) gpt,
           pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid = gpt.relid;

GRANT SELECT ON pg_publication_tables TO public;

CREATE VIEW pg_locks AS
SELECT * FROM pg_lock_status() l;

GRANT SELECT ON pg_locks TO public;

CREATE VIEW pg_cursors AS
SELECT * FROM pg_cursor() c;

GRANT SELECT ON pg_cursors TO public;

CREATE VIEW pg_available_extensions AS
SELECT a.name, a.default_version, x.extversion AS installed_version,
           a.comment
      FROM pg_available_extensions() a
      LEFT JOIN pg_extension x ON x.extname = a.name;

GRANT SELECT ON pg_available_extensions TO public;

CREATE VIEW pg_available_extension_versions AS
SELECT a.name, a.version, x.extname IS NOT NULL AS installed, a.superuser,
           a.trusted, a.relocatable, a.schema, a.requires, a.comment
      FROM pg_available_extension_versions() a
      LEFT JOIN pg_extension x
             ON x.extname = a.name AND x.extversion = a.version;

GRANT SELECT ON pg_available_extension_versions TO public;

CREATE VIEW pg_prepared_xacts AS
SELECT p.transaction, p.gid, p.prepared, r.rolname AS owner,
           d.datname AS database
      FROM pg_prepared_xact() p
      LEFT JOIN pg_authid r ON r.oid = p.ownerid
      LEFT JOIN pg_database d ON d.oid = p.dbid;

GRANT SELECT ON pg_prepared_xacts TO public;

CREATE VIEW pg_prepared_statements AS
SELECT * FROM pg_prepared_statement() p;

GRANT SELECT ON pg_prepared_statements TO public;

CREATE VIEW pg_seclabels AS
SELECT l.objoid, l.classoid, l.objsubid,
           CASE o.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view'
                WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence'
                WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'table'
           END::text AS objtype,
           o.relnamespace AS objnamespace,
           CASE WHEN pg_table_is_visible(o.oid) THEN quote_ident(o.relname) ELSE quote_ident(n.nspname) || '.' || quote_ident(o.relname) END AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_class o ON l.classoid = o.tableoid AND l.objoid = o.oid
      JOIN pg_namespace n ON n.oid = o.relnamespace
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'column'::text AS objtype,
           o.relnamespace AS objnamespace,
           CASE WHEN pg_table_is_visible(o.oid) THEN quote_ident(o.relname) ELSE quote_ident(n.nspname) || '.' || quote_ident(o.relname) END || '.' || a.attname AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_class o ON l.classoid = o.tableoid AND l.objoid = o.oid
      JOIN pg_attribute a ON a.attrelid = o.oid AND a.attnum = l.objsubid
      JOIN pg_namespace n ON n.oid = o.relnamespace
     WHERE l.objsubid <> 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, CASE o.prokind WHEN 'a' THEN 'aggregate' WHEN 'p' THEN 'procedure' ELSE 'function' END::text AS objtype,
           o.pronamespace AS objnamespace, o.oid::regprocedure::text AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_proc o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, CASE WHEN o.typtype = 'd' THEN 'domain' ELSE 'type' END::text AS objtype,
           o.typnamespace AS objnamespace, o.oid::regtype::text AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_type o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'large object'::text AS objtype,
           NULL::oid AS objnamespace, l.objoid::text AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_largeobject_metadata o ON l.objoid = o.oid
     WHERE l.classoid = 'pg_largeobject'::regclass AND l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'language'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.lanname) AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_language o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'schema'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.nspname) AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_namespace o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'event trigger'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.evtname) AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_event_trigger o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, l.objsubid, 'publication'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.pubname) AS objname,
           l.provider, l.label
      FROM pg_seclabel l
      JOIN pg_publication o ON l.classoid = o.tableoid AND l.objoid = o.oid
     WHERE l.objsubid = 0
    UNION ALL
    SELECT l.objoid, l.classoid, 0::int4 AS objsubid, 'subscription'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.subname) AS objname,
           l.provider, l.label
      FROM pg_shseclabel l
      JOIN pg_subscription o ON l.classoid = o.tableoid AND l.objoid = o.oid
    UNION ALL
    SELECT l.objoid, l.classoid, 0::int4 AS objsubid, 'database'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.datname) AS objname,
           l.provider, l.label
      FROM pg_shseclabel l
      JOIN pg_database o ON l.classoid = o.tableoid AND l.objoid = o.oid
    UNION ALL
    SELECT l.objoid, l.classoid, 0::int4 AS objsubid, 'tablespace'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.spcname) AS objname,
           l.provider, l.label
      FROM pg_shseclabel l
      JOIN pg_tablespace o ON l.classoid = o.tableoid AND l.objoid = o.oid
    UNION ALL
    SELECT l.objoid, l.classoid, 0::int4 AS objsubid, 'role'::text AS objtype,
           NULL::oid AS objnamespace, quote_ident(o.rolname) AS objname,
           l.provider, l.label
      FROM pg_shseclabel l
      JOIN pg_authid o ON l.classoid = o.tableoid AND l.objoid = o.oid;

GRANT SELECT ON pg_seclabels TO public;

CREATE VIEW pg_settings AS
SELECT * FROM pg_show_all_settings() s;

GRANT SELECT, UPDATE ON pg_settings TO public;

-- The rules that let UPDATE of pg_settings do what SET does wait for CREATE RULE.

CREATE VIEW pg_file_settings AS
SELECT * FROM pg_show_all_file_settings() f;

REVOKE ALL ON pg_file_settings FROM public;

CREATE VIEW pg_hba_file_rules AS
SELECT * FROM pg_hba_file_rules() f;

REVOKE ALL ON pg_hba_file_rules FROM public;

CREATE VIEW pg_ident_file_mappings AS
SELECT * FROM pg_ident_file_mappings() f;

REVOKE ALL ON pg_ident_file_mappings FROM public;

CREATE VIEW pg_config AS
SELECT * FROM pg_config() f;

REVOKE ALL ON pg_config FROM public;

CREATE VIEW pg_timezone_abbrevs AS
SELECT * FROM pg_timezone_abbrevs() z;

GRANT SELECT ON pg_timezone_abbrevs TO public;

CREATE VIEW pg_timezone_names AS
SELECT * FROM pg_timezone_names() z;

GRANT SELECT ON pg_timezone_names TO public;

CREATE VIEW pg_shmem_allocations AS
SELECT * FROM pg_get_shmem_allocations() m;

REVOKE ALL ON pg_shmem_allocations FROM public;

GRANT SELECT ON pg_shmem_allocations TO pg_read_all_stats;

CREATE VIEW pg_backend_memory_contexts AS
SELECT * FROM pg_get_backend_memory_contexts() m;

REVOKE ALL ON pg_backend_memory_contexts FROM public;

GRANT SELECT ON pg_backend_memory_contexts TO pg_read_all_stats;

CREATE VIEW pg_stat_all_tables AS
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname,
           pg_stat_get_numscans(c.oid) AS seq_scan,
           pg_stat_get_tuples_returned(c.oid) AS seq_tup_read,
           sum(pg_stat_get_numscans(i.indexrelid))::bigint AS idx_scan,
           sum(pg_stat_get_tuples_fetched(i.indexrelid))::bigint
             + pg_stat_get_tuples_fetched(c.oid) AS idx_tup_fetch,
           pg_stat_get_tuples_inserted(c.oid) AS n_tup_ins,
           pg_stat_get_tuples_updated(c.oid) AS n_tup_upd,
           pg_stat_get_tuples_deleted(c.oid) AS n_tup_del,
           pg_stat_get_tuples_hot_updated(c.oid) AS n_tup_hot_upd,
           pg_stat_get_live_tuples(c.oid) AS n_live_tup,
           pg_stat_get_dead_tuples(c.oid) AS n_dead_tup,
           pg_stat_get_mod_since_analyze(c.oid) AS n_mod_since_analyze,
           pg_stat_get_ins_since_vacuum(c.oid) AS n_ins_since_vacuum,
           pg_stat_get_last_vacuum_time(c.oid) AS last_vacuum,
           pg_stat_get_last_autovacuum_time(c.oid) AS last_autovacuum,
           pg_stat_get_last_analyze_time(c.oid) AS last_analyze,
           pg_stat_get_last_autoanalyze_time(c.oid) AS last_autoanalyze,
           pg_stat_get_vacuum_count(c.oid) AS vacuum_count,
           pg_stat_get_autovacuum_count(c.oid) AS autovacuum_count,
           pg_stat_get_analyze_count(c.oid) AS analyze_count,
           pg_stat_get_autoanalyze_count(c.oid) AS autoanalyze_count
      FROM pg_class c
      LEFT JOIN pg_index i ON i.indrelid = c.oid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 't', 'm', 'p')
     GROUP BY c.oid, n.nspname, c.relname;

GRANT SELECT ON pg_stat_all_tables TO public;

CREATE VIEW pg_stat_xact_all_tables AS
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname,
           pg_stat_get_xact_numscans(c.oid) AS seq_scan,
           pg_stat_get_xact_tuples_returned(c.oid) AS seq_tup_read,
           sum(pg_stat_get_xact_numscans(i.indexrelid))::bigint AS idx_scan,
           sum(pg_stat_get_xact_tuples_fetched(i.indexrelid))::bigint
             + pg_stat_get_xact_tuples_fetched(c.oid) AS idx_tup_fetch,
           pg_stat_get_xact_tuples_inserted(c.oid) AS n_tup_ins,
           pg_stat_get_xact_tuples_updated(c.oid) AS n_tup_upd,
           pg_stat_get_xact_tuples_deleted(c.oid) AS n_tup_del,
           pg_stat_get_xact_tuples_hot_updated(c.oid) AS n_tup_hot_upd
      FROM pg_class c
      LEFT JOIN pg_index i ON i.indrelid = c.oid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 't', 'm', 'p')
     GROUP BY c.oid, n.nspname, c.relname;

GRANT SELECT ON pg_stat_xact_all_tables TO public;

CREATE VIEW pg_stat_sys_tables AS
SELECT * FROM pg_stat_all_tables
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_stat_sys_tables TO public;

CREATE VIEW pg_stat_user_tables AS
SELECT * FROM pg_stat_all_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_stat_user_tables TO public;

CREATE VIEW pg_stat_xact_sys_tables AS
SELECT * FROM pg_stat_xact_all_tables
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_stat_xact_sys_tables TO public;

CREATE VIEW pg_stat_xact_user_tables AS
SELECT * FROM pg_stat_xact_all_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_stat_xact_user_tables TO public;

CREATE VIEW pg_statio_all_tables AS
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname,
           pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid)
             AS heap_blks_read,
           pg_stat_get_blocks_hit(c.oid) AS heap_blks_hit,
           i.blks_read AS idx_blks_read, i.blks_hit AS idx_blks_hit,
           pg_stat_get_blocks_fetched(t.oid) - pg_stat_get_blocks_hit(t.oid)
             AS toast_blks_read,
           pg_stat_get_blocks_hit(t.oid) AS toast_blks_hit,
           x.blks_read AS tidx_blks_read, x.blks_hit AS tidx_blks_hit
      FROM pg_class c
      LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN LATERAL
           (SELECT sum(pg_stat_get_blocks_fetched(indexrelid)
                       - pg_stat_get_blocks_hit(indexrelid))::bigint AS blks_read,
                   sum(pg_stat_get_blocks_hit(indexrelid))::bigint AS blks_hit
              FROM pg_index WHERE indrelid = c.oid) i ON true
      LEFT JOIN LATERAL
           (SELECT sum(pg_stat_get_blocks_fetched(indexrelid)
                       - pg_stat_get_blocks_hit(indexrelid))::bigint AS blks_read,
                   sum(pg_stat_get_blocks_hit(indexrelid))::bigint AS blks_hit
              FROM pg_index WHERE indrelid = t.oid) x ON true
     WHERE c.relkind IN ('r', 't', 'm');

GRANT SELECT ON pg_statio_all_tables TO public;

CREATE VIEW pg_statio_sys_tables AS
SELECT * FROM pg_statio_all_tables
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_statio_sys_tables TO public;

CREATE VIEW pg_statio_user_tables AS
SELECT * FROM pg_statio_all_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_statio_user_tables TO public;

CREATE VIEW pg_stat_all_indexes AS
SELECT c.oid AS relid, i.oid AS indexrelid, n.nspname AS schemaname,
           c.relname, i.relname AS indexrelname,
           pg_stat_get_numscans(i.oid) AS idx_scan,
           pg_stat_get_tuples_returned(i.oid) AS idx_tup_read,
           pg_stat_get_tuples_fetched(i.oid) AS idx_tup_fetch
      FROM pg_class c
      JOIN pg_index x ON x.indrelid = c.oid
      JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 't', 'm');

GRANT SELECT ON pg_stat_all_indexes TO public;

CREATE VIEW pg_stat_sys_indexes AS
SELECT * FROM pg_stat_all_indexes
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_stat_sys_indexes TO public;

CREATE VIEW pg_stat_user_indexes AS
SELECT * FROM pg_stat_all_indexes
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_stat_user_indexes TO public;

CREATE VIEW pg_statio_all_indexes AS
SELECT c.oid AS relid, i.oid AS indexrelid, n.nspname AS schemaname,
           c.relname, i.relname AS indexrelname,
           pg_stat_get_blocks_fetched(i.oid) - pg_stat_get_blocks_hit(i.oid)
             AS idx_blks_read,
           pg_stat_get_blocks_hit(i.oid) AS idx_blks_hit
      FROM pg_class c
      JOIN pg_index x ON x.indrelid = c.oid
      JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 't', 'm');

GRANT SELECT ON pg_statio_all_indexes TO public;

CREATE VIEW pg_statio_sys_indexes AS
SELECT * FROM pg_statio_all_indexes
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_statio_sys_indexes TO public;

CREATE VIEW pg_statio_user_indexes AS
SELECT * FROM pg_statio_all_indexes
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_statio_user_indexes TO public;

CREATE VIEW pg_statio_all_sequences AS
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname,
           pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid)
             AS blks_read,
           pg_stat_get_blocks_hit(c.oid) AS blks_hit
      FROM pg_class c
      LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S';

GRANT SELECT ON pg_statio_all_sequences TO public;

CREATE VIEW pg_statio_sys_sequences AS
SELECT * FROM pg_statio_all_sequences
     WHERE schemaname IN ('pg_catalog', 'information_schema') OR schemaname ~ '^pg_toast';

GRANT SELECT ON pg_statio_sys_sequences TO public;

CREATE VIEW pg_statio_user_sequences AS
SELECT * FROM pg_statio_all_sequences
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname !~ '^pg_toast';

GRANT SELECT ON pg_statio_user_sequences TO public;

CREATE VIEW pg_stat_activity AS
SELECT s.datid, d.datname, s.pid, s.leader_pid, s.usesysid,
           r.rolname AS usename, s.application_name, s.client_addr,
           s.client_hostname, s.client_port, s.backend_start, s.xact_start,
           s.query_start, s.state_change, s.wait_event_type, s.wait_event,
           s.state, s.backend_xid, s.backend_xmin, s.query_id, s.query,
           s.backend_type
      FROM pg_stat_get_activity(NULL) s
      LEFT JOIN pg_database d ON d.oid = s.datid
      LEFT JOIN pg_authid r ON r.oid = s.usesysid;

GRANT SELECT ON pg_stat_activity TO public;

CREATE VIEW pg_stat_replication AS
SELECT s.pid, s.usesysid, r.rolname AS usename, s.application_name,
           s.client_addr, s.client_hostname, s.client_port, s.backend_start,
           s.backend_xmin, w.state, w.sent_lsn, w.write_lsn, w.flush_lsn,
           w.replay_lsn, w.write_lag, w.flush_lag, w.replay_lag,
           w.sync_priority, w.sync_state, w.reply_time
      FROM pg_stat_get_activity(NULL) s
      JOIN pg_stat_get_wal_senders() w ON w.pid = s.pid
      LEFT JOIN pg_authid r ON r.oid = s.usesysid;

GRANT SELECT ON pg_stat_replication TO public;

CREATE VIEW pg_stat_slru AS
SELECT * FROM pg_stat_get_slru() s;

GRANT SELECT ON pg_stat_slru TO public;

CREATE VIEW pg_stat_wal_receiver AS
SELECT * FROM pg_stat_get_wal_receiver() s
     WHERE s.pid IS NOT NULL;

GRANT SELECT ON pg_stat_wal_receiver TO public;

CREATE VIEW pg_stat_recovery_prefetch AS
SELECT * FROM pg_stat_get_recovery_prefetch() s;

GRANT SELECT ON pg_stat_recovery_prefetch TO public;

CREATE VIEW pg_stat_subscription AS
SELECT u.oid AS subid, u.subname, s.pid, s.relid, s.received_lsn,
           s.last_msg_send_time, s.last_msg_receipt_time, s.latest_end_lsn,
           s.latest_end_time
      FROM pg_subscription u
      LEFT JOIN pg_stat_get_subscription(NULL) s ON s.subid = u.oid;

GRANT SELECT ON pg_stat_subscription TO public;

CREATE VIEW pg_stat_ssl AS
SELECT s.pid, s.ssl, s.sslversion AS version, s.sslcipher AS cipher,
           s.sslbits AS bits, s.ssl_client_dn AS client_dn,
           s.ssl_client_serial AS client_serial, s.ssl_issuer_dn AS issuer_dn
      FROM pg_stat_get_activity(NULL) s
     WHERE s.client_port IS NOT NULL;

GRANT SELECT ON pg_stat_ssl TO public;

CREATE VIEW pg_stat_gssapi AS
SELECT s.pid, s.gss_auth AS gss_authenticated,
           s.gss_princ AS principal, s.gss_enc AS encrypted
      FROM pg_stat_get_activity(NULL) s
     WHERE s.client_port IS NOT NULL;

GRANT SELECT ON pg_stat_gssapi TO public;

CREATE VIEW pg_replication_slots AS
SELECT s.slot_name, s.plugin, s.slot_type, s.datoid,
           d.datname AS database, s.temporary, s.active, s.active_pid, s.xmin,
           s.catalog_xmin, s.restart_lsn, s.confirmed_flush_lsn, s.wal_status,
           s.safe_wal_size, s.two_phase
      FROM pg_get_replication_slots() s
      LEFT JOIN pg_database d ON d.oid = s.datoid;

GRANT SELECT ON pg_replication_slots TO public;

CREATE VIEW pg_stat_replication_slots AS
SELECT s.*
      FROM pg_replication_slots r,
           LATERAL pg_stat_get_replication_slot(r.slot_name) s
     WHERE r.datoid IS NOT NULL;

GRANT SELECT ON pg_stat_replication_slots TO public;

CREATE VIEW pg_stat_database AS
SELECT d.oid AS datid, d.datname,
           CASE WHEN d.oid = 0 THEN 0
                ELSE pg_stat_get_db_numbackends(d.oid) END AS numbackends,
           pg_stat_get_db_xact_commit(d.oid) AS xact_commit,
           pg_stat_get_db_xact_rollback(d.oid) AS xact_rollback,
           pg_stat_get_db_blocks_fetched(d.oid)
             - pg_stat_get_db_blocks_hit(d.oid) AS blks_read,
           pg_stat_get_db_blocks_hit(d.oid) AS blks_hit,
           pg_stat_get_db_tuples_returned(d.oid) AS tup_returned,
           pg_stat_get_db_tuples_fetched(d.oid) AS tup_fetched,
           pg_stat_get_db_tuples_inserted(d.oid) AS tup_inserted,
           pg_stat_get_db_tuples_updated(d.oid) AS tup_updated,
           pg_stat_get_db_tuples_deleted(d.oid) AS tup_deleted,
           pg_stat_get_db_conflict_all(d.oid) AS conflicts,
           pg_stat_get_db_temp_files(d.oid) AS temp_files,
           pg_stat_get_db_temp_bytes(d.oid) AS temp_bytes,
           pg_stat_get_db_deadlocks(d.oid) AS deadlocks,
           pg_stat_get_db_checksum_failures(d.oid) AS checksum_failures,
           pg_stat_get_db_checksum_last_failure(d.oid) AS checksum_last_failure,
           pg_stat_get_db_blk_read_time(d.oid) AS blk_read_time,
           pg_stat_get_db_blk_write_time(d.oid) AS blk_write_time,
           pg_stat_get_db_session_time(d.oid) AS session_time,
           pg_stat_get_db_active_time(d.oid) AS active_time,
           pg_stat_get_db_idle_in_transaction_time(d.oid) AS idle_in_transaction_time,
           pg_stat_get_db_sessions(d.oid) AS sessions,
           pg_stat_get_db_sessions_abandoned(d.oid) AS sessions_abandoned,
           pg_stat_get_db_sessions_fatal(d.oid) AS sessions_fatal,
           pg_stat_get_db_sessions_killed(d.oid) AS sessions_killed,
           pg_stat_get_db_stat_reset_time(d.oid) AS stats_reset
      FROM (SELECT 0 AS oid, NULL::name AS datname
            UNION ALL
            SELECT oid, datname FROM pg_database) d;

GRANT SELECT ON pg_stat_database TO public;

CREATE VIEW pg_stat_database_conflicts AS
SELECT d.oid AS datid, d.datname,
           pg_stat_get_db_conflict_tablespace(d.oid) AS confl_tablespace,
           pg_stat_get_db_conflict_lock(d.oid) AS confl_lock,
           pg_stat_get_db_conflict_snapshot(d.oid) AS confl_snapshot,
           pg_stat_get_db_conflict_bufferpin(d.oid) AS confl_bufferpin,
           pg_stat_get_db_conflict_startup_deadlock(d.oid) AS confl_deadlock
      FROM pg_database d;

GRANT SELECT ON pg_stat_database_conflicts TO public;

CREATE VIEW pg_stat_user_functions AS
SELECT p.oid AS funcid, n.nspname AS schemaname, p.proname AS funcname,
           pg_stat_get_function_calls(p.oid) AS calls,
           pg_stat_get_function_total_time(p.oid) AS total_time,
           pg_stat_get_function_self_time(p.oid) AS self_time
      FROM pg_proc p
      LEFT JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prolang <> 12 AND pg_stat_get_function_calls(p.oid) IS NOT NULL;

GRANT SELECT ON pg_stat_user_functions TO public;

CREATE VIEW pg_stat_xact_user_functions AS
SELECT p.oid AS funcid, n.nspname AS schemaname, p.proname AS funcname,
           pg_stat_get_xact_function_calls(p.oid) AS calls,
           pg_stat_get_xact_function_total_time(p.oid) AS total_time,
           pg_stat_get_xact_function_self_time(p.oid) AS self_time
      FROM pg_proc p
      LEFT JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prolang <> 12 AND pg_stat_get_xact_function_calls(p.oid) IS NOT NULL;

GRANT SELECT ON pg_stat_xact_user_functions TO public;

CREATE VIEW pg_stat_archiver AS
SELECT * FROM pg_stat_get_archiver() s;

GRANT SELECT ON pg_stat_archiver TO public;

CREATE VIEW pg_stat_bgwriter AS
SELECT pg_stat_get_bgwriter_timed_checkpoints() AS checkpoints_timed,
           pg_stat_get_bgwriter_requested_checkpoints() AS checkpoints_req,
           pg_stat_get_checkpoint_write_time() AS checkpoint_write_time,
           pg_stat_get_checkpoint_sync_time() AS checkpoint_sync_time,
           pg_stat_get_bgwriter_buf_written_checkpoints() AS buffers_checkpoint,
           pg_stat_get_bgwriter_buf_written_clean() AS buffers_clean,
           pg_stat_get_bgwriter_maxwritten_clean() AS maxwritten_clean,
           pg_stat_get_buf_written_backend() AS buffers_backend,
           pg_stat_get_buf_fsync_backend() AS buffers_backend_fsync,
           pg_stat_get_buf_alloc() AS buffers_alloc,
           pg_stat_get_bgwriter_stat_reset_time() AS stats_reset;

GRANT SELECT ON pg_stat_bgwriter TO public;

CREATE VIEW pg_stat_wal AS
SELECT * FROM pg_stat_get_wal() w;

GRANT SELECT ON pg_stat_wal TO public;

CREATE VIEW pg_stat_progress_vacuum AS
SELECT s.pid, s.datid, d.datname, s.relid,
           CASE s.param1 WHEN 0 THEN 'initializing' WHEN 1 THEN 'scanning heap'
                WHEN 2 THEN 'vacuuming indexes' WHEN 3 THEN 'vacuuming heap'
                WHEN 4 THEN 'cleaning up indexes' WHEN 5 THEN 'truncating heap'
                WHEN 6 THEN 'performing final cleanup' END AS phase,
           s.param2 AS heap_blks_total, s.param3 AS heap_blks_scanned,
           s.param4 AS heap_blks_vacuumed, s.param5 AS index_vacuum_count,
           s.param6 AS max_dead_tuples, s.param7 AS num_dead_tuples
      FROM pg_stat_get_progress_info('VACUUM') s
      LEFT JOIN pg_database d ON s.datid = d.oid;

GRANT SELECT ON pg_stat_progress_vacuum TO public;

CREATE VIEW pg_stat_progress_analyze AS
SELECT s.pid, s.datid, d.datname, s.relid,
           CASE s.param1 WHEN 0 THEN 'initializing'
                WHEN 1 THEN 'acquiring sample rows'
                WHEN 2 THEN 'acquiring inherited sample rows'
                WHEN 3 THEN 'computing statistics'
                WHEN 4 THEN 'computing extended statistics'
                WHEN 5 THEN 'finalizing analyze' END AS phase,
           s.param2 AS sample_blks_total, s.param3 AS sample_blks_scanned,
           s.param4 AS ext_stats_total, s.param5 AS ext_stats_computed,
           s.param6 AS child_tables_total, s.param7 AS child_tables_done,
           s.param8::oid AS current_child_table_relid
      FROM pg_stat_get_progress_info('ANALYZE') s
      LEFT JOIN pg_database d ON s.datid = d.oid;

GRANT SELECT ON pg_stat_progress_analyze TO public;

CREATE VIEW pg_stat_progress_cluster AS
SELECT s.pid, s.datid, d.datname, s.relid,
           CASE s.param1 WHEN 1 THEN 'CLUSTER' WHEN 2 THEN 'VACUUM FULL' END AS command,
           CASE s.param2 WHEN 0 THEN 'initializing'
                WHEN 1 THEN 'seq scanning heap'
                WHEN 2 THEN 'index scanning heap' WHEN 3 THEN 'sorting tuples'
                WHEN 4 THEN 'writing new heap'
                WHEN 5 THEN 'swapping relation files'
                WHEN 6 THEN 'rebuilding index'
                WHEN 7 THEN 'performing final cleanup' END AS phase,
           s.param3::oid AS cluster_index_relid,
           s.param4 AS heap_tuples_scanned, s.param5 AS heap_tuples_written,
           s.param6 AS heap_blks_total, s.param7 AS heap_blks_scanned,
           s.param8 AS index_rebuild_count
      FROM pg_stat_get_progress_info('CLUSTER') s
      LEFT JOIN pg_database d ON s.datid = d.oid;

GRANT SELECT ON pg_stat_progress_cluster TO public;

CREATE VIEW pg_stat_progress_create_index AS
SELECT s.pid, s.datid, d.datname, s.relid, s.param7::oid AS index_relid,
           CASE s.param1 WHEN 1 THEN 'CREATE INDEX'
                WHEN 2 THEN 'CREATE INDEX CONCURRENTLY' WHEN 3 THEN 'REINDEX'
                WHEN 4 THEN 'REINDEX CONCURRENTLY' END AS command,
           CASE s.param10 WHEN 0 THEN 'initializing'
                WHEN 1 THEN 'waiting for writers before build'
                WHEN 2 THEN 'building index' || COALESCE(': ' || pg_indexam_progress_phasename(s.param9::oid, s.param11), '')
                WHEN 3 THEN 'waiting for writers before validation' WHEN 4 THEN 'index validation: scanning index'
                WHEN 5 THEN 'index validation: sorting tuples' WHEN 6 THEN 'index validation: scanning table'
                WHEN 7 THEN 'waiting for old snapshots' WHEN 8 THEN 'waiting for readers before marking dead'
                WHEN 9 THEN 'waiting for readers before dropping' END AS phase,
           s.param4 AS lockers_total, s.param5 AS lockers_done,
           s.param6 AS current_locker_pid, s.param16 AS blocks_total,
           s.param17 AS blocks_done, s.param12 AS tuples_total,
           s.param13 AS tuples_done, s.param14 AS partitions_total,
           s.param15 AS partitions_done
      FROM pg_stat_get_progress_info('CREATE INDEX') s
      LEFT JOIN pg_database d ON s.datid = d.oid;

GRANT SELECT ON pg_stat_progress_create_index TO public;

CREATE VIEW pg_stat_progress_basebackup AS
SELECT s.pid,
           CASE s.param1 WHEN 0 THEN 'initializing'
                WHEN 1 THEN 'waiting for checkpoint to finish'
                WHEN 2 THEN 'estimating backup size'
                WHEN 3 THEN 'streaming database files'
                WHEN 4 THEN 'waiting for wal archiving to finish'
                WHEN 5 THEN 'transferring wal files' END AS phase,
           CASE s.param2 WHEN -1 THEN NULL ELSE s.param2 END AS backup_total,
           s.param3 AS backup_streamed, s.param4 AS tablespaces_total,
           s.param5 AS tablespaces_streamed
      FROM pg_stat_get_progress_info('BASEBACKUP') s;

GRANT SELECT ON pg_stat_progress_basebackup TO public;

CREATE VIEW pg_stat_progress_copy AS
SELECT s.pid, s.datid, d.datname, s.relid,
           CASE s.param5 WHEN 1 THEN 'COPY FROM' WHEN 2 THEN 'COPY TO' END AS command,
           CASE s.param6 WHEN 1 THEN 'FILE' WHEN 2 THEN 'PROGRAM'
                WHEN 3 THEN 'PIPE' WHEN 4 THEN 'CALLBACK' END AS type,
           s.param1 AS bytes_processed, s.param2 AS bytes_total,
           s.param3 AS tuples_processed, s.param4 AS tuples_excluded
      FROM pg_stat_get_progress_info('COPY') s
      LEFT JOIN pg_database d ON s.datid = d.oid;

GRANT SELECT ON pg_stat_progress_copy TO public;

CREATE VIEW pg_user_mappings AS
SELECT m.oid AS umid, s.oid AS srvid, s.srvname, m.umuser,
           CASE WHEN m.umuser = 0 THEN 'public'::name ELSE r.rolname END AS usename,
           CASE WHEN (m.umuser <> 0 AND r.rolname = current_user
                      AND (pg_has_role(s.srvowner, 'USAGE')
                           OR has_server_privilege(s.oid, 'USAGE')))
                  OR (m.umuser = 0 AND pg_has_role(s.srvowner, 'USAGE'))
                  OR (SELECT me.rolsuper FROM pg_authid me
                       WHERE me.rolname = current_user)
                THEN m.umoptions END AS umoptions
      FROM pg_user_mapping m
      JOIN pg_foreign_server s ON s.oid = m.umserver
      LEFT JOIN pg_authid r ON r.oid = m.umuser;

GRANT SELECT ON pg_user_mappings TO public;

CREATE VIEW pg_replication_origin_status AS
SELECT * FROM pg_show_replication_origin_status() s;

REVOKE ALL ON pg_replication_origin_status FROM public;

CREATE VIEW pg_stat_subscription_stats AS
SELECT s.subid, u.subname, s.apply_error_count, s.sync_error_count,
           s.stats_reset
      FROM pg_subscription u,
           LATERAL pg_stat_get_subscription_stats(u.oid) s;

GRANT SELECT ON pg_stat_subscription_stats TO public;

INSERT INTO pg_init_privs (objoid, classoid, objsubid, privtype, initprivs)
SELECT c.oid, 'pg_class'::regclass, 0, 'i', c.relacl
  FROM pg_class c
 WHERE c.relkind = 'v' AND c.relacl IS NOT NULL AND c.oid < 16384;


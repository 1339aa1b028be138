-- statistics.sql: the cumulative statistics of relations, databases and caches
-- rows of committed, rolled back and nested transactions
create table st (a int primary key, b text);
insert into st select i, 'x' from generate_series(1,1000) i;
update st set b='y' where a <= 100;
delete from st where a > 950;
begin; insert into st values (2000,'z'); savepoint s; insert into st values (2001,'z'); rollback to s; delete from st where a = 1;
select n_tup_ins, n_tup_upd, n_tup_del from pg_stat_xact_user_tables where relname='st';
rollback;
select count(*) from st;
select * from st where a = 5;
select pg_stat_force_next_flush();
\c
-- as another session sees it
select relname, seq_scan, idx_scan, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum, last_vacuum is null, vacuum_count, analyze_count from pg_stat_user_tables where relname='st';
select indexrelname, idx_scan from pg_stat_user_indexes where relname='st';
-- VACUUM and ANALYZE count anew
vacuum analyze st;
select relname, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum, last_vacuum is null, vacuum_count, analyze_count from pg_stat_user_tables where relname='st';
-- TRUNCATE in two levels
begin; truncate st; insert into st values (1,'a'); savepoint a; truncate st; insert into st values (2,'a'),(3,'x'); release a; commit;
select pg_stat_force_next_flush();
\c
select relname, n_tup_ins, n_tup_upd, n_tup_del, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum from pg_stat_user_tables where relname='st';
-- resets, databases, processes
select pg_stat_reset_single_table_counters('st'::regclass);
select n_tup_ins from pg_stat_user_tables where relname='st';
select sessions > 0, xact_commit > 0, xact_rollback > 0, tup_inserted >= 0, temp_files >= 0, conflicts from pg_stat_database where datname='postgres';
select buffers_alloc >= 0, checkpoints_req >= 0, stats_reset is not null from pg_stat_bgwriter;
select * from pg_stat_database_conflicts where datname='postgres';
select name from pg_stat_slru;
select archived_count, last_archived_wal from pg_stat_archiver;
select pg_stat_reset_shared('bgwriter'), pg_stat_reset_shared('archiver'), pg_stat_reset_slru(null);
select checkpoints_timed from pg_stat_bgwriter;
select pg_stat_reset_shared('x');
select heap_blks_hit > 0 from pg_statio_user_tables where relname='st';
drop table st;

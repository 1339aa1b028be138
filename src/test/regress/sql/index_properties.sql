-- What methods, indexes and their columns can do, by name.
create table hp (a int, b text, c int, d int[]);
create index hp_i on hp (a, b desc nulls last, (a+c) nulls first) include (c);
create view hp_v as select 1 as x;
select p, pg_indexam_has_property(403, p) am, pg_indexam_has_property(2, p) am2, pg_indexam_has_property(99999, p) am9, pg_index_has_property('hp_i', p) i, pg_index_has_property('hp', p) it, pg_index_has_property(99999::oid, p) i9,
 pg_index_column_has_property('hp_i', 1, p) c1, pg_index_column_has_property('hp_i', 2, p) c2, pg_index_column_has_property('hp_i', 3, p) c3, pg_index_column_has_property('hp_i', 4, p) c4,
 pg_index_column_has_property('hp_i', 0, p) c0, pg_index_column_has_property('hp_i', 5, p) c5, pg_index_column_has_property('hp_i', -1, p) cm, pg_index_column_has_property('hp', 1, p) ct
from unnest('{asc,desc,nulls_first,nulls_last,orderable,distance_orderable,returnable,search_array,search_nulls,clusterable,index_scan,bitmap_scan,backward_scan,can_order,can_unique,can_multi_col,can_exclude,can_include,CAN_ORDER,bogus,""}'::text[]) p;

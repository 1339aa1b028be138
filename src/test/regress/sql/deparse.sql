-- deparse.sql: catalog entries printed as SQL again
-- tables and functions to look at
CREATE SCHEMA deparse;
SET search_path = deparse;
create table t(a int, b int, c text, d numeric(10,2), e bool, f int[]);
create table u(a int, x text, y timestamptz default now());
create index t_a on t(a); create unique index u_x on u(lower(x) desc, a nulls first) where a > 3 and x is not null;
create table k(id serial primary key, tid int check (tid > 0 and tid < 100), unique (tid, id), v varchar(10) default 'x' || 'y', constraint ck check (v like 'a%' or v is null) not valid);
create table df(id int, w float8 default 1.5, z int default -3);
create function fn(a int, b text default 'q', variadic c int[] default '{1,2}') returns setof int language sql stable strict as 'select 1';
create function fn2(out x int, inout y text) returns record language sql immutable cost 5 set search_path to 'a','b' as 'select 1, $1';
-- views: expressions, joins, sub-selects, WITH, set operations
create view v1 as select t.a as b, t.b as a from t order by t.a, t.b;
create view v2 as select * from (select 1, t.a from t) s, (values (1,'a'),(2,'b')) v(i,j), lateral (select count(*) filter (where u.a>1) over w, sum(u.a) over (partition by u.x order by u.y desc nulls last rows between 1 preceding and current row) from u window w as (order by u.a)) k;
create view v3 as select t.*, t2.a as a3, u2.x as x2 from t join u using(a) left join (t t2 cross join u u2) on t2.a=t.a where t.c like 'a%' and not t.e or t.b in (1,2,3) and exists(select 1 from u) and t.a = any(select a from u where u.x=t.c) and t.d is not null;
create view v4 as with recursive r(n) as (select 1 union all select n+1 from r where n<10), q as materialized (select * from t) select case when n=1 then 'x' when n>2 then 'y' else null end as k, case n when 1 then 2 end as l, coalesce(n,0) as co, array[n,2] as ar, n::text||'a' as tx, (n::numeric(10,1)) as nu, substring('abc' from 2) as su, current_date as cd, extract(year from now()) as ex from r union select 'a',2,3,f,c,d,c,current_date,1 from q order by 1 limit 3 offset 2;
create view v5 as select lower(c) as l, count(*), count(distinct a) as cd, string_agg(c, ',' order by a desc), percentile_cont(0.5) within group (order by a) from t group by lower(c), b having count(*)>1;
create view v6 as select * from generate_series(1,3) g, unnest(array[1,2]) with ordinality as z(p,q);
create view v7 as select a+b*2-(a-b) as x, (a*b)*2 as y, a*(b*2) as z, -a as m, a between 1 and 2 as bt, a is distinct from b as idf, not (a=1 or b=2) as nt, (a=1 and b=2) or e as o, f[1] as f1, f[1:2] as f12, t as wr, (select max(a) from u) as sm, array(select a from u) as ars, greatest(a,b,3) as g, nullif(a,b) as ni, row(a,b)=row(1,2) as rw, (a,b) < (1,2) as rc, e is true as it, c collate "C" as cc, '2020-01-01'::date as dt, interval '1 day' as iv, -5 as neg, 5::bigint as bi, 1.5 as nu, 'a\b' as bs, 1e10 as e10, b'101' as bit, null as nn, trim(both 'x' from c) as tr, position('a' in c) as po, now() at time zone 'UTC' as tz from t;
create view v8 as (select a from t union all select a from u) except (select b from t intersect select 1) order by a desc;
create view v10 as values (1,2),(3,4);
create view v11 as select a, b, grouping(a) as gr, count(*) from t group by rollup(a,(a,b)), grouping sets ((a),(b),());
create view v12 as select * from (t join u using (a)) as j(k1,k2,k3);
create view v13 as select tt.a, s.a as a2 from only t tt left join lateral (select u.a from u where u.a = tt.a limit 1) s on true where tt.f @> array[1] and tt.c ~ '^x' for share of tt skip locked;
create view v9 as select distinct on (t.a) t.a, b from t full join u using (a) where t.a > all (select 3) and (t.a,b) in (select 1,2);
\pset tuples_only on
\pset format unaligned
SELECT viewname, pg_get_viewdef(viewname::regclass::oid) FROM pg_views WHERE schemaname = 'deparse' ORDER BY 1;
-- the pretty form, and with long lines
SELECT viewname, pg_get_viewdef(viewname, true) FROM pg_views WHERE schemaname = 'deparse' ORDER BY 1;
SELECT pg_get_viewdef('v2'::regclass, 40), pg_get_viewdef('v4'::regclass, 60);
SELECT pg_get_viewdef('t'::regclass) IS NULL;
-- rules
SELECT pg_get_ruledef(oid), pg_get_ruledef(oid, true) FROM pg_rewrite WHERE ev_class IN ('v1'::regclass, 'v7'::regclass) ORDER BY ev_class;
-- indexes, constraints and defaults
SELECT pg_get_indexdef(indexrelid), pg_get_indexdef(indexrelid, 0, true), pg_get_indexdef(indexrelid, 1, true) FROM pg_index WHERE indrelid IN ('t'::regclass, 'u'::regclass, 'k'::regclass) ORDER BY 1;
SELECT conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid IN ('k'::regclass) ORDER BY 1;
SELECT pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid IN ('u'::regclass, 'k'::regclass, 'df'::regclass) ORDER BY adrelid, adnum;
SELECT pg_get_serial_sequence('k', 'id'), pg_get_serial_sequence('t', 'a');
SELECT pg_get_serial_sequence('k', 'nosuch');
-- functions
SELECT pg_get_functiondef(oid), pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid), pg_get_function_result(oid), pg_get_function_arg_default(oid, 2) FROM pg_proc WHERE pronamespace = 'deparse'::regnamespace ORDER BY proname;
SELECT pg_get_functiondef('pg_catalog.sum(int)'::regprocedure);
SET client_min_messages = warning;
DROP SCHEMA deparse CASCADE;

-- window functions: frames in all modes, their exclusions, peers, sliding sums
CREATE TABLE w (id int PRIMARY KEY, g int, n numeric, d date, t text);
INSERT INTO w SELECT i, i % 3, (i * 7 % 5) / 2.0, date '2020-01-30' + i % 6, CASE WHEN i % 4 <> 0 THEN chr(96 + i % 7) END FROM generate_series(1, 18) i;
-- rows, groups, range
SELECT id, sum(id) OVER (ORDER BY id ROWS 2 PRECEDING), sum(id) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING),
	count(*) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW), count(*) OVER (ORDER BY g GROUPS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING),
	sum(n) OVER (ORDER BY n RANGE BETWEEN 1 PRECEDING AND 0.5 FOLLOWING) FROM w ORDER BY id;
SELECT id, d, count(*) OVER (ORDER BY d RANGE BETWEEN '1 day' PRECEDING AND interval '2 days' FOLLOWING), min(id) OVER (PARTITION BY g ORDER BY d DESC RANGE BETWEEN UNBOUNDED PRECEDING AND '1 day' PRECEDING) FROM w ORDER BY id;
-- exclusions
SELECT id, g, count(*) OVER o, count(*) OVER (o ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW),
	array_agg(id) OVER (ORDER BY g, id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP), string_agg(t, '') OVER (ORDER BY g RANGE UNBOUNDED PRECEDING EXCLUDE TIES) IS NULL,
	first_value(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING EXCLUDE CURRENT ROW), nth_value(id, 2) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 3 FOLLOWING EXCLUDE TIES)
	FROM w WINDOW o AS (ORDER BY g) ORDER BY id;
-- peers
SELECT id, g, rank() OVER (ORDER BY g), dense_rank() OVER (ORDER BY g), percent_rank() OVER (ORDER BY g), cume_dist() OVER (ORDER BY g), sum(id) OVER (ORDER BY g), sum(id) OVER (PARTITION BY g), last_value(id) OVER (PARTITION BY g) IS NOT NULL FROM w ORDER BY id;
-- values by reference live as long as they are shared
SELECT g, max(t) OVER (PARTITION BY g), string_agg(t, ',') OVER (PARTITION BY g ORDER BY id), array_agg(t) OVER (ORDER BY g DESC RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) = array_agg(t) OVER (ORDER BY g) FROM w ORDER BY id;
-- sliding frames, also with NULLs, filters and a strict state
SELECT id, sum(n) OVER s, avg(id) OVER s, count(t) OVER s, max(t) OVER s, sum(id) FILTER (WHERE g = 1) OVER s, sum(nullif(g, 0)) OVER s, sum(id::int8) OVER s, avg(n) OVER s, sum(d - date '2020-01-30') OVER s
	FROM w WINDOW s AS (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING) ORDER BY id;
SELECT id, sum(x) OVER s, sum(x::numeric) OVER s, sum(x * interval '1 day') OVER s FROM (SELECT id, CASE WHEN id BETWEEN 5 AND 9 THEN NULL ELSE id END AS x FROM w) y WINDOW s AS (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) ORDER BY id;
SELECT sum(s), count(s), min(s), max(s) FROM (SELECT sum(i) OVER (ORDER BY i ROWS BETWEEN 500 PRECEDING AND 20 FOLLOWING) AS s FROM generate_series(1, 5000) i) x;
SELECT sum(s) FROM (SELECT sum(i / 10.0) OVER (PARTITION BY i % 7 ORDER BY i RANGE BETWEEN 100 PRECEDING AND 50 PRECEDING) AS s FROM generate_series(1, 3000) i) x;
-- offsets that are wrong
SELECT sum(id) OVER (ORDER BY t RANGE 1 PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY d RANGE 1 PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id RANGE true PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id RANGE '1' PRECEDING) FROM w WHERE id < 3;
SELECT sum(id) OVER (ORDER BY g, id RANGE 1 PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id ROWS -1 PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id ROWS NULL PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id RANGE -1 PRECEDING) FROM w;
SELECT sum(id) OVER (ORDER BY id ROWS id PRECEDING) FROM w;
SELECT sum(id) OVER (GROUPS 1 PRECEDING) FROM w;
-- columns of a sub-select that nobody reads are not computed
SELECT count(*) FROM (SELECT 1 / (id - 5), sum(1 / (id - 5)) OVER (), t FROM w) x;
SELECT x.id FROM (SELECT id, 1 / (id - 5) AS bad FROM w LIMIT 6) x ORDER BY id;
SELECT x.id FROM (SELECT id, 1 / (id - 5) AS bad FROM w ORDER BY bad LIMIT 6) x ORDER BY id;
SELECT x FROM (SELECT id, upper(t) FROM w WHERE id < 3 OFFSET 0) x ORDER BY id;
SELECT max(g) FROM (SELECT g, max(1 / (id - 5)) AS bad FROM w GROUP BY g) x;
SELECT x.id FROM (SELECT DISTINCT ON (g) g, id, 1 / (id - 1) AS bad FROM w ORDER BY g, id) x ORDER BY id;
DROP TABLE w;
-- DISTINCT inside aggregates, with many copies
SELECT count(DISTINCT i % 1000), sum(DISTINCT i % 1000), count(DISTINCT i), count(DISTINCT 't' || i % 300), count(DISTINCT nullif(i % 50, 7)) FROM generate_series(1, 20000) i;
SELECT array_agg(DISTINCT x) FROM (SELECT nullif(i % 4, 2) AS x FROM generate_series(1, 5000) i) y;
SELECT i % 2 AS g, count(DISTINCT i % 700), string_agg(DISTINCT chr(97 + i % 5), '') FROM generate_series(1, 5000) i GROUP BY 1 ORDER BY 1;
SELECT count(DISTINCT repeat('x', 200 + i % 120)), max(length(repeat('x', 200 + i % 120))) FROM generate_series(1, 3000) i;

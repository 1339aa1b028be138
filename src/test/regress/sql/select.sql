-- select.sql: expressions, WHERE, joins, grouping, ordering
CREATE TABLE emp (id int PRIMARY KEY, name text, dept int, pay numeric(10,2));
CREATE TABLE dept (id int PRIMARY KEY, name text);
INSERT INTO dept VALUES (1, 'sales'), (2, 'tech'), (3, 'empty');
INSERT INTO emp VALUES (1, 'ann', 1, 100.50), (2, 'bob', 2, 200), (3, 'cid', 2, 150.25), (4, 'dan', NULL, 90), (5, 'eve', 1, 300);
-- expressions
SELECT 1 + 2 * 3, (1 + 2) * 3, 7 / 2, 7 % 3, -7 / 2, 2 ^ 10;
SELECT 'a' || 'b', length('hello'), upper('x'), substr('hello', 2, 3);
SELECT NULL IS NULL, 1 IS DISTINCT FROM NULL, NULL = NULL, true AND NULL, false AND NULL;
SELECT CASE WHEN 1 > 2 THEN 'x' WHEN 2 > 1 THEN 'y' ELSE 'z' END, COALESCE(NULL, 3), NULLIF(1, 1), GREATEST(1, 5, 3), LEAST(2, 1);
SELECT 1::text || 2, '12'::int + 1, 1.5::int, 2.5::int, true::text;
SELECT 1/0;
SELECT 2147483647 + 1;
SELECT 'abc'::int;
-- where
SELECT name FROM emp WHERE pay > 100 AND dept = 2 ORDER BY name;
SELECT name FROM emp WHERE dept IS NULL;
SELECT name FROM emp WHERE name LIKE '%n' ORDER BY name;
SELECT name FROM emp WHERE id IN (1, 3, 5) ORDER BY id;
SELECT name FROM emp WHERE id BETWEEN 2 AND 4 ORDER BY id DESC;
SELECT name FROM emp WHERE NOT (dept = 1) ORDER BY id;
-- ordering and limits
SELECT name, dept FROM emp ORDER BY dept, name;
SELECT name, dept FROM emp ORDER BY dept DESC NULLS LAST, name DESC;
SELECT name FROM emp ORDER BY pay DESC LIMIT 2;
SELECT name FROM emp ORDER BY 1 LIMIT 2 OFFSET 3;
SELECT DISTINCT dept FROM emp ORDER BY dept;
SELECT DISTINCT ON (dept) dept, name FROM emp ORDER BY dept, pay DESC;
-- aggregates
SELECT count(*), count(dept), sum(pay), min(pay), max(pay), avg(id) FROM emp;
SELECT dept, count(*), sum(pay) FROM emp GROUP BY dept ORDER BY dept;
SELECT dept, count(*) FROM emp GROUP BY dept HAVING count(*) > 1 ORDER BY dept;
SELECT count(DISTINCT dept), string_agg(name, ',' ORDER BY name) FROM emp;
SELECT sum(id) FILTER (WHERE dept = 1) FROM emp;
SELECT name, count(*) FROM emp;
SELECT sum(name) FROM emp;
-- joins
SELECT e.name, d.name FROM emp e JOIN dept d ON e.dept = d.id ORDER BY e.name;
SELECT e.name, d.name FROM emp e LEFT JOIN dept d ON e.dept = d.id ORDER BY e.name;
SELECT e.name, d.name FROM emp e RIGHT JOIN dept d ON e.dept = d.id ORDER BY d.name, e.name;
SELECT e.name, d.name FROM emp e FULL JOIN dept d ON e.dept = d.id ORDER BY d.name, e.name;
SELECT e.name, d.name FROM emp e, dept d WHERE e.dept = d.id AND d.name = 'tech' ORDER BY e.name;
SELECT count(*) FROM emp CROSS JOIN dept;
SELECT a.name, b.name FROM emp a JOIN emp b ON a.dept = b.dept AND a.id < b.id ORDER BY a.name, b.name;
SELECT id, emp.name FROM emp JOIN dept USING (id) ORDER BY id;
SELECT name FROM emp JOIN dept ON emp.dept = dept.id;
-- subqueries
SELECT name FROM (SELECT name, pay FROM emp WHERE pay > 100) s ORDER BY name;
SELECT name FROM emp WHERE dept IN (SELECT id FROM dept WHERE name = 'tech') ORDER BY name;
SELECT name FROM dept d WHERE EXISTS (SELECT 1 FROM emp e WHERE e.dept = d.id) ORDER BY name;
SELECT name FROM dept d WHERE NOT EXISTS (SELECT 1 FROM emp e WHERE e.dept = d.id) ORDER BY name;
SELECT name, (SELECT count(*) FROM emp e WHERE e.dept = d.id) AS n FROM dept d ORDER BY name;
SELECT name FROM emp WHERE pay = (SELECT max(pay) FROM emp);
SELECT (SELECT id FROM emp);
-- set operations
SELECT id FROM dept UNION SELECT id FROM emp ORDER BY id;
SELECT id FROM dept UNION ALL SELECT id FROM dept ORDER BY id;
SELECT id FROM emp EXCEPT SELECT id FROM dept ORDER BY id;
SELECT id FROM emp INTERSECT SELECT id FROM dept ORDER BY id;
-- values, set-returning functions, CTE
VALUES (1, 'a'), (2, 'b');
SELECT * FROM generate_series(1, 3) g;
SELECT generate_series(1, 3), 'x';
WITH w AS (SELECT id FROM emp WHERE dept = 2) SELECT count(*) FROM w;
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r;
-- errors
SELECT nosuch FROM emp;
SELECT e.nosuch FROM emp e;
SELECT * FROM nosuch;
SELECT nosuchfunction(1);
SELECT 1 +;
SELECT 'abc;
SELECT * FROM emp WHERE name = 1;
SELECT x.id FROM emp;
DROP TABLE emp, dept;

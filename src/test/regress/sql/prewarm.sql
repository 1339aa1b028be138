-- prewarm.sql
--	pg_prewarm: modes, ranges of blocks, and what is no relation or fork.

CREATE EXTENSION pg_prewarm;
CREATE TABLE pw as select generate_series(1,1000) x;
SELECT pg_prewarm('pw') > 0, pg_prewarm('pw','read') > 0, pg_prewarm('pw','prefetch','main',0,1), pg_prewarm('pw','buffer','main',2,1);
SELECT pg_prewarm('pw','foo');
SELECT pg_prewarm('pw','read','foo');
SELECT pg_prewarm('pw','read','init');
SELECT pg_prewarm('pw','read','main',-1);
SELECT pg_prewarm('pw','read','main',0,99999999999);
SELECT pg_prewarm('pw',NULL);
SELECT pg_prewarm(NULL);
SELECT pg_prewarm('pw','read',NULL);
SELECT pg_prewarm(0);
SELECT pg_prewarm(99999999);
SELECT pg_prewarm('pg_stat_activity'::regclass);
CREATE TABLE pe(x int);
SELECT pg_prewarm('pe'), pg_prewarm('pe','read');
SELECT pg_prewarm('pe','read','main',0);
DROP TABLE pw, pe;
DROP EXTENSION pg_prewarm;

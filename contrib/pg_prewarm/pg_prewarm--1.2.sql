/* pg_prewarm--1.2.sql: the one function of the extension */
\echo This file is run by CREATE EXTENSION pg_prewarm. \quit

CREATE FUNCTION pg_prewarm(regclass, mode text DEFAULT 'buffer',
	fork text DEFAULT 'main', first_block int8 DEFAULT NULL,
	last_block int8 DEFAULT NULL)
RETURNS int8
LANGUAGE C PARALLEL SAFE
AS 'MODULE_PATHNAME', 'pg_prewarm';

/* delta_yardstick--1.0.sql: sizes of changed rows by encoder, and its time, for tests */
\echo This file is run by CREATE EXTENSION delta_yardstick. \quit

CREATE FUNCTION delta_sizes(old record, new record, OUT full_row int4,
	OUT stock int4, OUT delta int4, OUT lz int4, OUT lz_bulk int4, OUT chunks int4)
RETURNS record LANGUAGE C IMMUTABLE STRICT
AS 'MODULE_PATHNAME', 'delta_sizes';

CREATE FUNCTION delta_clock(old anyarray, new anycompatiblearray, rounds int4) RETURNS float8
LANGUAGE C STRICT
AS 'MODULE_PATHNAME', 'delta_clock';
